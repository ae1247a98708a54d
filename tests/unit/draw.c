/* Answers drawn at random where the machine offers candidates untried: exactly the legal
 * ones come up, each as often as any other; and draws from piles that are not listed. */
#include "interp/bot/bot.h"
#include "tests/games.h"
#include "tests/unit/unit.h"

/* Of 1..20 and a few steps behind them, only those can be carried out that leave enough. */
static const char uneven[] =
    "game uneven \"Uneven\" for 2..2\n"
    "gold: 0..20 = 20\n"
    "verb pay (n: 1..20) { require gold >= n; lower gold by n }\n"
    "verb play {\n"
    "  as first(players) {\n"
    "    let n = choose 1..20 \"How much?\"\n"
    "    require remainder(n, 3) is 1\n"
    "    pay n\n"
    "    pay (choose 6..9)\n"
    "  }\n"
    "  win none\n"
    "}\n";

enum { DRAWS = 60000, NUMBERS = 21 };

/* Squared distance from even, in units of what chance makes of it. */
static double chi_square(const int *seen, const bool *legal, int n)
{
  double even = (double)DRAWS / n, sum = 0;
  for (int i = 0; i < NUMBERS; i++)
    if (legal[i]) sum += (seen[i] - even) * (seen[i] - even) / even;
  return sum;
}

START_TEST(every_legal_answer_is_as_likely_as_any_other)
{
  Program *p = unit_compile("uneven.regel", uneven);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  bool legal[NUMBERS] = {false};
  int n = vm_options(vm), seen[NUMBERS] = {0};
  for (int i = 0; i < n; i++) legal[vm_option(vm, i).value] = true;
  ck_assert_int_eq(n, 5); /* 1, 4, 7, 10, 13 */
  vm_offer_untried(vm, true);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_options(vm), 20);
  Luck luck = {5};
  for (int i = 0; i < DRAWS; i++) {
    int k = bot_draw(&luck, vm);
    ck_assert_int_ge(k, 0);
    seen[vm_option(vm, k).value]++;
  }
  for (int i = 0; i < NUMBERS; i++) ck_assert_msg(legal[i] == (seen[i] > 0), "%d came up %d times", i, seen[i]);
  double far = chi_square(seen, legal, n);
  ck_assert_msg(far < 23.5, "chi square %.1f with 4 degrees: less than one in 10,000", far);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* A machine that tries what it draws goes the way of one that lists everything. */
static void compare_offers(Vm *full, Vm *lazy, const char *what)
{
  int n = vm_options(lazy), k = 0;
  for (int i = 0; i < n; i++) {
    if (!vm_can(lazy, i)) continue;
    Option a = vm_option(lazy, i), b = vm_option(full, k++);
    ck_assert_msg(a.seat == b.seat && a.alt == b.alt && a.value == b.value, "%s: another answer", what);
  }
  ck_assert_msg(k == vm_options(full), "%s: %d answers, not %d", what, k, vm_options(full));
}

START_TEST(what_can_be_carried_out_is_what_would_be_listed)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *full = vm_new(p), *lazy = vm_new(p);
  vm_auto_chance(full, true);
  vm_auto_chance(lazy, true);
  vm_offer_untried(lazy, true);
  Luck luck = {7};
  for (int game = 0; game < 6; game++) {
    unit_start(full, t, (uint64_t)game);
    unit_start(lazy, t, (uint64_t)game);
    for (int i = 0; i < 400; i++) {
      VmStatus s = vm_step(full);
      ck_assert_int_eq(vm_step(lazy), s);
      ck_assert_msg(vm_hash(full) == vm_hash(lazy), "%s: another state", t->path);
      if (s != VM_DECIDE) break;
      compare_offers(full, lazy, t->path);
      int k = bot_draw(&luck, lazy), same = -1;
      Option o = vm_option(lazy, k);
      for (int j = 0; j < vm_options(full); j++) {
        Option x = vm_option(full, j);
        if (x.seat == o.seat && x.alt == o.alt && x.value == o.value) same = j;
      }
      vm_answer(full, same);
      vm_answer(lazy, k);
    }
  }
  vm_free(full);
  vm_free(lazy);
  program_free(p);
}
END_TEST

START_TEST(a_draw_that_is_not_listed_is_the_same_draw)
{
  Program *p = games_cards();
  Vm *brief = vm_new(p), *listed = vm_new(p);
  vm_auto_chance(brief, true);
  vm_offer_untried(brief, true);
  for (uint64_t seed = 0; seed < 200; seed++) {
    Setup setup = {3, seed, NULL};
    vm_start(brief, &setup);
    vm_start(listed, &setup);
    VmStatus s;
    while ((s = vm_step(listed)) == VM_CHANCE) vm_answer(listed, vm_roll(listed));
    ck_assert_int_eq(vm_step(brief), s);
    ck_assert(vm_hash(brief) == vm_hash(listed));
  }
  vm_free(brief);
  vm_free(listed);
  program_free(p);
}
END_TEST

START_TEST(nothing_that_can_be_carried_out_is_the_same_error)
{
  Program *p = unit_compile("stuck.regel",
                            "game stuck \"Stuck\" for 2..2\n"
                            "gold: 0..9\n"
                            "verb play { as first(players) { let n = choose 1..9; require gold >= n } ; win none }\n");
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_ERROR);
  VmError expected = vm_error(vm);
  vm_offer_untried(vm, true);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  Luck luck = {1};
  ck_assert_int_eq(bot_draw(&luck, vm), -1);
  ck_assert_int_eq(vm_step(vm), VM_ERROR);
  ck_assert_int_eq(vm_error(vm), expected);
  vm_free(vm);
  program_free(p);
}
END_TEST
/* ---- which copy ------------------------------------------------------------------ */

static const char twins[] =
    "game twins \"Twins\" for 2..2\n"
    "kind card \"card\" { }\n"
    "card ace \"Ace\" * 3, king \"King\" * 3\n"
    "deck: pile of card = card seen by none\n"
    "place \"Place\": 0..6\n"
    "kind player { hand: pile of card seen by owner }\n"
    "verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }\n"
    "verb show { let c = choose hand \"Which?\"; set place to position(c) }\n"
    "verb play { as last(players) { show; show }; win none }\n";

enum { PAIRS = 6000, COPIES = 3 };

static int field_named(const Program *p, const char *name)
{
  for (int i = 0; i < p->n_fields; i++)
    if (!strcmp(program_string(p, p->fields[i].name), name)) return i;
  ck_abort_msg("no field %s", name);
  return -1;
}

static int32_t held(Vm *vm, int field, int seat)
{
  int32_t at[4];
  int n = vm_pile(vm, vm_pile_number(vm, field, seat, 0), at, 4);
  ck_assert_int_eq(n, 1);
  return at[0];
}

/* Deals two aces to the two seats PAIRS times; how often the second has which copy. */
static int deal_twins(Program *p, bool secret, int seen[COPIES])
{
  Vm *vm = vm_new(p);
  int hand = field_named(p, "hand"), others = 0;
  for (uint64_t i = 0; i < PAIRS; i++) {
    vm_start(vm, &(Setup){2, i, NULL});
    Secret key = {{i * 77 + 5, i}, true};
    if (secret) vm_secret(vm, &key);
    VmStatus status = vm_step(vm);
    while (status == VM_CHANCE) {
      int rolled = vm_roll(vm);
      ck_assert_int_ge(vm_outcome(vm, rolled), 0);
      ck_assert(vm_rolled(vm, rolled, rolled));
      ck_assert(vm_rolled(vm, rolled, vm_outcome(vm, rolled))); /* an earlier record */
      vm_answer(vm, rolled);
      status = vm_step(vm);
    }
    int32_t first = held(vm, hand, 0), second = held(vm, hand, 1);
    if (p->things[first].face != p->things[second].face) {
      seen[second - p->things[second].face]++;
      others++;
    }
  }
  vm_free(vm);
  return others;
}

/* Which of three aces one has tells nothing of who has the others. */
START_TEST(which_copy_is_drawn_is_chance)
{
  Program *p = unit_compile("twins.regel", twins);
  int seen[COPIES] = {0}, plain[COPIES] = {0}, n = deal_twins(p, true, seen);
  double sum = 0, even = (double)n / COPIES;
  for (int i = 0; i < COPIES; i++) sum += (seen[i] - even) * (seen[i] - even) / even;
  ck_assert_msg(sum < 18.4, "chi square %.1f with 2 degrees: less than one in 10,000", sum);
  /* A game with an open seed hides nothing, and is dealt as in earlier versions. */
  ck_assert_int_eq(deal_twins(p, false, plain), plain[0]);
  program_free(p);
}
END_TEST

/* A game that is dealt anew has the copies that the reader could tell by what he was told
 * of them. */
START_TEST(a_world_has_the_copies_that_were_told)
{
  Program *p = unit_compile("twins.regel", twins);
  Vm *vm = vm_new(p);
  int hand = field_named(p, "hand"), others = 0, games = 0;
  for (uint64_t i = 0; i < 60; i++) {
    vm_start(vm, &(Setup){2, i, NULL});
    vm_secret(vm, &(Secret){{i * 31 + 7, i}, true});
    VmStatus status = vm_step(vm);
    while (status == VM_CHANCE) {
      vm_answer(vm, vm_roll(vm));
      status = vm_step(vm);
    }
    vm_answer(vm, 0); /* it is told which copy the second has */
    vm_step(vm);
    int32_t own = held(vm, hand, 1), other = held(vm, hand, 0);
    Vm *known = vm_known(vm, 1, i);
    ck_assert_int_eq(held(known, hand, 1), own);
    others += p->things[held(known, hand, 0)].face != p->things[other].face;
    games++;
  }
  ck_assert_int_eq(vm_known_weakly(vm), 0);
  ck_assert_int_gt(others, games / 5);
  vm_free(vm);
  program_free(p);
}
END_TEST


static TCase *cases(void)
{
  TCase *t = tcase_create("draw");
  tcase_add_test(t, every_legal_answer_is_as_likely_as_any_other);
  tcase_add_loop_test(t, what_can_be_carried_out_is_what_would_be_listed, 0, TABLES);
  tcase_add_test(t, a_draw_that_is_not_listed_is_the_same_draw);
  tcase_add_test(t, which_copy_is_drawn_is_chance);
  tcase_add_test(t, a_world_has_the_copies_that_were_told);
  tcase_add_test(t, nothing_that_can_be_carried_out_is_the_same_error);
  return t;
}

int main(void) { return unit_run(cases, "draw", 300); }
