/* The lab's arithmetic: ranges, buckets, extremes, intervals; and what a seat can tell
 * apart. */
#include "tests/unit/unit.h"
#include "interp/regel.h"
#include "interp/lab/figure.h"
#include "interp/lab/part.h"
#include "interp/lab/solve.h"

#include <math.h>

START_TEST(ranges_join_and_gaps_show)
{
  Part p = {0};
  Range gap;
  part_done(&p, (Range){10, 20});
  part_done(&p, (Range){30, 40});
  part_done(&p, (Range){0, 5});
  ck_assert_int_eq(p.done.n, 3);
  ck_assert(part_has(&p, (Range){19, 21}) && !part_has(&p, (Range){20, 30}));
  ck_assert(part_gap(&p, 0, 50, &gap) && gap.first == 5 && gap.end == 10);
  ck_assert(part_gap(&p, gap.end, 50, &gap) && gap.first == 20 && gap.end == 30);
  ck_assert(part_gap(&p, gap.end, 50, &gap) && gap.first == 40 && gap.end == 50);
  ck_assert(!part_gap(&p, gap.end, 50, &gap));
  part_done(&p, (Range){20, 30});
  ck_assert_int_eq(p.done.n, 2);
  part_done(&p, (Range){5, 10});
  ck_assert_int_eq(p.done.n, 1);
  ck_assert(p.done.at[0].first == 0 && p.done.at[0].end == 40);
  vec_free(&p.done);
}
END_TEST

START_TEST(buckets_hold_what_they_say)
{
  for (int64_t n = 0; n < 2000000; n = n < 1000 ? n + 1 : n * 9 / 8) {
    int b = bucket_of(n);
    ck_assert(b >= 0 && b < BUCKETS);
    ck_assert(bucket_low(b) <= n && (b + 1 == BUCKETS || n < bucket_low(b + 1)));
    ck_assert(bucket_low_signed(bucket_of_signed(n)) == bucket_low(b));
    if (n < 100) ck_assert_int_eq(bucket_low_signed(bucket_of_signed(-n)), -n);
  }
  ck_assert_int_eq(bucket_of(INT64_MAX), BUCKETS - 1);
}
END_TEST

START_TEST(extremes_do_not_depend_on_the_order)
{
  Extremes a = {0}, b = {0};
  static const Kept all[] = {{5, 1}, {7, 2}, {5, 3}, {9, 4}, {7, 5}, {1, 6}};
  for (int i = 0; i < 6; i++) extreme_add(&a, X_LONGEST, all[i], 3);
  for (int i = 5; i >= 0; i--) extreme_add(&b, X_LONGEST, all[i], 3);
  ck_assert_int_eq(a.n[X_LONGEST], 3);
  ck_assert(!memcmp(a.at[X_LONGEST], b.at[X_LONGEST], 3 * sizeof *all));
  ck_assert(a.at[X_LONGEST][0].game == 4 && a.at[X_LONGEST][1].game == 2);
}
END_TEST

START_TEST(intervals_are_those_of_the_books)
{
  Figure f = figure_rate(10, 100); /* Wilson 1927 */
  ck_assert(fabs(f.low - 0.05523) < 1e-4 && fabs(f.high - 0.17437) < 1e-4);
  f = figure_rate(0, 50);
  ck_assert(f.low == 0 && fabs(f.high - 0.07135) < 1e-4);
  f = figure_mean(4, 20, 120); /* 2, 4, 6, 8 */
  ck_assert(fabs(f.at - 5) < 1e-9 && fabs(f.error - sqrt(20.0 / 3) / 2) < 1e-9);
  int64_t pair[SHARES * SHARES] = {0};
  pair[1 * SHARES + 1] = 40; /* both win, both lose: no difference at all */
  pair[0] = 60;
  f = figure_pair(pair, 0);
  ck_assert(f.n == 100 && f.at == 0); /* which is no proof that there is none */
  ck_assert(fabs(f.high - 0.01922) < 1e-4 && fabs(f.low + 0.01922) < 1e-4);
  ck_assert(figure_unpaired_error(pair, 0) > 0.06);
  int64_t shared[SHARES * SHARES] = {0};
  shared[2 * SHARES] = 50; /* two win together, and lose in the other cell */
  shared[0] = 50;
  ck_assert(fabs(figure_pair(shared, 0).at - 0.25) < 1e-9);
  ck_assert(fabs(figure_pair(shared, 2).at - 0.5) < 1e-9); /* nothing is divided */
  ck_assert_int_eq(plan_games_for(1), 9604);
}
END_TEST

START_TEST(a_seat_hears_its_own_card_only)
{
  Program *p = unit_compile("tests/lang/kuhn.regel", NULL);
  Vm *vm = vm_new(p);
  Ears *ears = ears_new(vm);
  uint64_t seen[6][2];
  int n = 0;
  vm_auto_chance(vm, false);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 2; b++, n++) {
      ears_begin(ears);
      vm_start(vm, &(Setup){2, 1, NULL});
      ck_assert_int_eq(vm_step(vm), VM_CHANCE);
      ears_answer(ears, a);
      vm_answer(vm, a);
      ck_assert_int_eq(vm_step(vm), VM_CHANCE);
      ears_answer(ears, b);
      vm_answer(vm, b);
      ck_assert_int_eq(vm_step(vm), VM_DECIDE);
      for (int s = 0; s < 2; s++) seen[n][s] = ears_hash(ears, s);
    }
  for (int i = 0; i < 6;
       i += 2) { /* the other's card makes no difference, the own one does */
    ck_assert(seen[i][0] == seen[i + 1][0]);
    ck_assert(seen[i][1] != seen[i + 1][1]);
    ck_assert(seen[i][0] != seen[(i + 2) % 6][0]);
  }
  ears_free(ears);
  vm_free(vm);
  Solved s;
  const char *why;
  ck_assert(lab_solve(p, &(Setup){2, 5, NULL}, 100000, 1000, &s, &why));
  ck_assert(fabs(s.value[0] + 1.0 / 18) < 0.002 && s.gain < 0.005);
  ck_assert(!lab_solve(p, &(Setup){2, 5, NULL}, 10, 20, &s, &why));
  program_free(p);
}
END_TEST

static regel_rules *tictactoe(void *library, const char *name, const char *const *packs)
{
  return regel_open_with(library, name, packs, NULL);
}

/* By numbers that nobody can play nothing is played, and it is said. */
START_TEST(what_cannot_be_played_is_refused)
{
  static const regel_lab_work wrong[] = {{.shard = 0, .shards = 0},
                                         {.shard = 3, .shards = 3},
                                         {.shard = -1, .shards = 3},
                                         {.shards = 1, .first = -5, .end = -3}};
  regel_library *library = regel_library_new(NULL);
  regel_lab *lab = regel_lab_new("rules tictactoe\ngames 5\n", tictactoe, library, NULL);
  ck_assert_ptr_nonnull(lab);
  regel_run run = {.jobs = 1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *why = NULL;
    ck_assert_int_eq(regel_lab_run(lab, &wrong[i], &run, &why), -1);
    ck_assert_ptr_nonnull(strstr(why, i < 3 ? "there is no shard" : "cannot be played"));
    regel_free(why);
  }
  regel_store *store = regel_store_open(":memory:", NULL);
  ck_assert_ptr_nonnull(store);
  for (int cell = -1; cell < 2; cell++) {
    char *why = NULL;
    ck_assert_int_eq(regel_lab_store(lab, store, cell, cell ? 0 : -1, &why), 0);
    ck_assert_ptr_nonnull(strstr(why, "there is no game"));
    regel_free(why);
  }
  regel_store_close(store);
  regel_lab_free(lab);
  regel_library_free(library);
}
END_TEST

int main(void)
{
  Suite *s = suite_create("lab");
  TCase *t = tcase_create("arithmetic");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, ranges_join_and_gaps_show);
  tcase_add_test(t, buckets_hold_what_they_say);
  tcase_add_test(t, extremes_do_not_depend_on_the_order);
  tcase_add_test(t, intervals_are_those_of_the_books);
  tcase_add_test(t, a_seat_hears_its_own_card_only);
  tcase_add_test(t, what_cannot_be_played_is_refused);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
