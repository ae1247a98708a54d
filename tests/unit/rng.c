/* The generator: specified numbers, no favourites. */
#include "interp/vm/vm_int.h"
#include "tests/unit/unit.h"

/* Computed from the published reference code of splitmix64 and xoshiro256**. */
START_TEST(seeds_and_numbers_are_those_of_the_reference)
{
  uint64_t s[4];
  rng_seed(s, 0);
  ck_assert_uint_eq(s[0], 0xE220A8397B1DCDAFu);
  ck_assert_uint_eq(s[1], 0x6E789E6AA1B965F4u);
  ck_assert_uint_eq(s[2], 0x06C45D188009454Fu);
  ck_assert_uint_eq(s[3], 0xF88BB8A8724C81ECu);
  ck_assert_uint_eq(rng_next(s), 0x99EC5F36CB75F2B4u);
  ck_assert_uint_eq(rng_next(s), 0xBF6E1F784956452Au);
  ck_assert_uint_eq(rng_next(s), 0x1A5F849D4933E6E0u);
  uint64_t t[4] = {1, 2, 3, 4};
  static const uint64_t known[] = {11520, 0, 1509978240, 1215971899390074240};
  for (int i = 0; i < 4; i++) ck_assert_uint_eq(rng_next(t), known[i]);
}
END_TEST

START_TEST(the_same_seed_gives_the_same_numbers)
{
  uint64_t a[4], b[4], c[4];
  rng_seed(a, 12345);
  rng_seed(b, 12345);
  rng_seed(c, 12346);
  int same = 0;
  for (int i = 0; i < 100; i++) {
    uint64_t x = rng_next(a);
    ck_assert_uint_eq(x, rng_next(b));
    same += x == rng_next(c);
  }
  ck_assert_int_eq(same, 0);
}
END_TEST

START_TEST(below_n_is_below_n)
{
  uint64_t s[4];
  static const uint64_t n[] = {1, 2, 3, 6, 7, 255, 4096, 4294967295u, 4294967296u, 4294967297u, UINT64_MAX};
  rng_seed(s, 3);
  for (size_t k = 0; k < sizeof n / sizeof *n; k++)
    for (int i = 0; i < 5000; i++) ck_assert_uint_lt(rng_below(s, n[k]), n[k]);
  ck_assert_uint_eq(rng_below(s, 0), 0);
}
END_TEST

/* Chi-squared of each number of sides, with a bound that a fair generator misses less
 * than once in 10,000 times; the seed is fixed, so it always passes or always fails. */
START_TEST(every_side_of_a_die_comes_up_as_often)
{
  static const struct {
    uint32_t sides;
    double most;
  } dice[] = {{2, 15.1}, {3, 18.4}, {6, 25.7}, {7, 27.9}, {20, 50.8}, {52, 96.0}, {100, 161.0}};
  uint64_t s[4];
  rng_seed(s, 2024);
  for (size_t d = 0; d < sizeof dice / sizeof *dice; d++) {
    enum { ROLLS = 200000 };
    int count[100] = {0};
    double chi = 0, want = (double)ROLLS / dice[d].sides;
    for (int i = 0; i < ROLLS; i++) count[rng_below(s, dice[d].sides)]++;
    for (uint32_t i = 0; i < dice[d].sides; i++) chi += (count[i] - want) * (count[i] - want) / want;
    ck_assert_msg(chi < dice[d].most, "%u sides: chi squared %f", dice[d].sides, chi);
  }
}
END_TEST

START_TEST(a_large_range_is_even_too)
{
  uint64_t s[4], n = (uint64_t)3 << 62; /* a plain remainder would favour its first third */
  int low = 0;
  rng_seed(s, 7);
  for (int i = 0; i < 30000; i++) low += rng_below(s, n) < n / 3;
  ck_assert_int_gt(low, 9600);
  ck_assert_int_lt(low, 10400);
}
END_TEST

/* A draw takes each face by how many there are of it. */
START_TEST(chance_goes_by_weight)
{
  Program *p = unit_compile("weights", "game w \"W\" for 1..1\n"
                                       "kind card\ncard ace * 6, king * 3, joker\n"
                                       "deck: pile of card = card seen by none\nhand: pile of card\n"
                                       "verb play { shuffle deck; draw 1 from deck to hand; win none }\n");
  Vm *vm = vm_new(p);
  int count[3] = {0};
  for (int i = 0; i < 20000; i++) {
    vm_start(vm, &(Setup){1, (uint64_t)i, NULL});
    ck_assert_int_eq(vm_step(vm), VM_CHANCE);
    ck_assert_int_eq(vm_options(vm), 3);
    ck_assert_int_eq(vm_weight(vm, 0), 6);
    ck_assert_int_eq(vm_weight(vm, 1), 3);
    ck_assert_int_eq(vm_weight(vm, 2), 1);
    count[vm_roll(vm)]++;
  }
  ck_assert_int_gt(count[0], 11700);
  ck_assert_int_lt(count[0], 12300);
  ck_assert_int_gt(count[1], 5750);
  ck_assert_int_lt(count[1], 6250);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(auto_chance_rolls_what_a_caller_would_roll)
{
  static const char text[] = "game w \"W\" for 1..1\nn: 0..999999\n"
                             "verb play { repeat 50 { set n to random 0..4000 }; win none }\n";
  Program *p = unit_compile("auto", text);
  Vm *a = vm_new(p), *b = vm_new(p);
  vm_start(a, &(Setup){1, 9, NULL});
  vm_start(b, &(Setup){1, 9, NULL});
  vm_auto_chance(b, true);
  while (vm_step(a) == VM_CHANCE) vm_answer(a, vm_roll(a));
  ck_assert_int_eq(vm_step(b), VM_DONE);
  ck_assert_uint_eq(vm_hash(a), vm_hash(b));
  vm_free(a);
  vm_free(b);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("rng");
  tcase_add_test(t, seeds_and_numbers_are_those_of_the_reference);
  tcase_add_test(t, the_same_seed_gives_the_same_numbers);
  tcase_add_test(t, below_n_is_below_n);
  tcase_add_test(t, every_side_of_a_die_comes_up_as_often);
  tcase_add_test(t, a_large_range_is_even_too);
  tcase_add_test(t, chance_goes_by_weight);
  tcase_add_test(t, auto_chance_rolls_what_a_caller_would_roll);
  return t;
}

int main(void) { return unit_run(cases, "rng", 60); }
