/* Equal states have equal hashes, however they were reached: games explored to their last
 * state with nothing but save, restore and hash.
 *
 * The numbers are known: tic-tac-toe has 5,478 positions and 255,168 games, connect four
 * on 4x4 has 161,029 positions. */
#include "tests/unit/unit.h"

/* A set of hashes, open addressing. */
typedef struct Seen {
  uint64_t *at;
  size_t cap, n;
} Seen;

static bool seen_add(Seen *s, uint64_t h)
{
  if (s->n * 2 >= s->cap) {
    Seen old = *s;
    s->cap = s->cap ? s->cap * 2 : 1 << 16;
    s->at = calloc(s->cap, sizeof *s->at);
    for (size_t i = 0; i < old.cap; i++)
      if (old.at[i]) {
        size_t j = old.at[i] & (s->cap - 1);
        while (s->at[j]) j = (j + 1) & (s->cap - 1);
        s->at[j] = old.at[i];
      }
    free(old.at);
  }
  h += !h; /* 0 is an empty place */
  size_t j = h & (s->cap - 1);
  while (s->at[j] && s->at[j] != h) j = (j + 1) & (s->cap - 1);
  if (s->at[j]) return false;
  s->at[j] = h;
  s->n++;
  return true;
}

typedef struct Explorer {
  Vm *vm;
  Seen states;
  long games, errors;
  bool every_game; /* count games instead of visiting each state once */
} Explorer;

static void explore(Explorer *x)
{
  VmStatus s = vm_step(x->vm);
  bool fresh = seen_add(&x->states, vm_hash(x->vm));
  if (s == VM_DONE) x->games++;
  else if (s != VM_DECIDE && s != VM_CHANCE) x->errors++;
  if (s == VM_DONE || s == VM_ERROR || (!fresh && !x->every_game)) return;
  void *here = malloc(vm_state_size(x->vm));
  vm_save(x->vm, here);
  for (int i = 0, n = vm_options(x->vm); i < n; i++) {
    if (i) {
      vm_restore(x->vm, here);
      ck_assert_int_eq(vm_step(x->vm), s);
      ck_assert_int_eq(vm_options(x->vm), n);
    }
    vm_answer(x->vm, i);
    explore(x);
  }
  free(here);
}

static Explorer explored(const Table *t, const char *text, bool every_game)
{
  Program *p = unit_compile(t->path, text);
  Explorer x = {vm_new(p), {0}, 0, 0, every_game};
  unit_start(x.vm, t, 1);
  explore(&x);
  vm_free(x.vm);
  free(x.states.at);
  program_free(p);
  return x;
}

START_TEST(tictactoe_has_5478_positions)
{
  Explorer x =
      explored(&(Table){"scenarios/tictactoe/game.regel", 2, {{0}}}, NULL, false);
  ck_assert_int_eq(x.errors, 0);
  ck_assert_uint_eq(x.states.n, 5478);
}
END_TEST

START_TEST(tictactoe_has_255168_games)
{
  Explorer x = explored(&(Table){"scenarios/tictactoe/game.regel", 2, {{0}}}, NULL, true);
  ck_assert_int_eq(x.errors, 0);
  ck_assert_int_eq(x.games, 255168);
  ck_assert_uint_eq(x.states.n, 5478);
}
END_TEST

START_TEST(connect_four_on_4x4_has_161029_positions)
{
  Explorer x = explored(
      &(Table){"scenarios/connect4/game.regel", 2, {{"columns", "4"}, {"rows", "4"}}},
      NULL, false);
  ck_assert_int_eq(x.errors, 0);
  ck_assert_uint_eq(x.states.n, 161029);
}
END_TEST

/* The same position by another order of answers, through everything that leaves traces in
 * registers: calls, loops, lets, attempts, otherwise, layers, watchers. */
static const char transposed[] =
    "game t \"T\" for 2..2\n"
    "kind spot { taken: flag; power: 0..9 }\n"
    "spot a, b, c\n"
    "kind card\ncard k * 2\ntable: pile of card\nbox: pile of card = card\n"
    "n: 0..9\nwatched: 0..9\n"
    "verb take (s: spot) { require not s.taken; set s.taken to yes; raise s.power by "
    "cost(s) }\n"
    "value cost(s: spot): 1..9 = if s is a then 3 else count(spot where it is not s)\n"
    "before take s { each t in spot where it.taken { let k = t.power + 1; if k > 9 { set "
    "n to 1 } } }\n"
    "after take s { { require n > 3; set n to 0 } otherwise { let z = 3; if z > 5 { set "
    "n to 2 } } }\n"
    "when count(spot where it.taken) is 2 { set watched to 1 }\n"
    "verb play {\n"
    "  repeat 3 { as first(players) { let s = choose spot; let twice: 0..99 = s.power * "
    "2; take s } }\n"
    "  as last(players) { choose { \"Go\" { }; \"Stay\" { } } }\n"
    "  win none\n"
    "}\n";

START_TEST(whatever_order_led_there_the_hash_is_the_same)
{
  /* 2^3 sets of taken spots; the full one is asked about (Go, Stay) and then over. */
  Explorer x = explored(&(Table){"transposed", 2, {{0}}}, transposed, true);
  ck_assert_int_eq(x.errors, 0);
  ck_assert_int_eq(x.games, 12);
  ck_assert_uint_eq(x.states.n, 9);
}
END_TEST

/* Cards that are moved away and back, shuffled piles in another order of moves. */
static const char moved[] = "game m \"M\" for 1..1\n"
                            "kind card\ncard one, two, three\n"
                            "deck: pile of card = card\nleft: pile of card\n"
                            "verb play {\n"
                            "  shuffle deck\n"
                            "  as first(players) { repeat 2 { let c = choose left + deck "
                            "\"Which?\"; move c to left } }\n"
                            "  each c in left { move c to deck }\n"
                            "  shuffle deck\n"
                            "  as first(players) { choose { \"End\" { } } }\n"
                            "  win none\n"
                            "}\n";

START_TEST(a_shuffled_pile_does_not_remember_its_order)
{
  Explorer x = explored(&(Table){"moved", 1, {{0}}}, moved, true);
  ck_assert_int_eq(x.errors, 0);
  /* nothing moved, one of 3, then 6 pairs in their order or the same one twice: the end
   * of the second turn is not a pause.  All 9 games then come to one question and one
   * end. */
  ck_assert_int_eq(x.games, 9);
  ck_assert_uint_eq(x.states.n, 1 + 3 + 1 + 1);
}
END_TEST

START_TEST(different_states_have_different_hashes)
{
  Program *p = unit_compile(
      "d", "game d \"D\" for 2..2\nkind thing_\nthing_ t1, t2\nkind player { n: 0..9 }\n"
           "s: set of thing_\nl: list 3 of thing_\nmaybe: thing_ or none\n"
           "p: pile of thing_\nq: pile of thing_ = thing_\n"
           "verb act (k: 0..9) {\n"
           "  if k is 1 { set first(players).n to 1 }\n  if k is 2 { set last(players).n "
           "to 1 }\n"
           "  if k is 3 { add t1 to s }\n  if k is 4 { add t2 to s }\n"
           "  if k is 5 { set l to these(t1) }\n  if k is 6 { set maybe to t1 }\n"
           "  if k is 7 { move t1 to p }\n  if k is 8 { reveal t1 to first(players) }\n"
           "  if k is 9 { move t1 to q }\n"
           "}\n"
           "verb play { as first(players) { act (choose 0..9) ; choose { \"x\" { } } }; "
           "win none }\n");
  Vm *vm = vm_new(p);
  Seen seen = {0};
  for (int i = 0; i < 10; i++) {
    vm_start(vm, &(Setup){2, 1, NULL});
    ck_assert_int_eq(vm_step(vm), VM_DECIDE);
    vm_answer(vm, i);
    ck_assert_int_eq(vm_step(vm), VM_DECIDE);
    seen_add(&seen, vm_hash(vm));
  }
  /* t1 lies open in q, so revealing it tells nothing new; everything else does. */
  ck_assert_uint_eq(seen.n, 9);
  free(seen.at);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(the_generator_is_not_part_of_the_hash)
{
  Program *p = unit_compile("scenarios/connect4/game.regel", NULL);
  Vm *a = vm_new(p), *b = vm_new(p);
  vm_start(a, &(Setup){2, 1, NULL});
  vm_start(b, &(Setup){2, 2, NULL});
  vm_step(a);
  vm_step(b);
  ck_assert_uint_eq(vm_hash(a), vm_hash(b));
  vm_seed(a, 100);
  ck_assert_uint_eq(vm_hash(a), vm_hash(b));
  vm_free(a);
  vm_free(b);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("explore");
  tcase_add_test(t, tictactoe_has_5478_positions);
  tcase_add_test(t, tictactoe_has_255168_games);
  tcase_add_test(t, connect_four_on_4x4_has_161029_positions);
  tcase_add_test(t, whatever_order_led_there_the_hash_is_the_same);
  tcase_add_test(t, a_shuffled_pile_does_not_remember_its_order);
  tcase_add_test(t, different_states_have_different_hashes);
  tcase_add_test(t, the_generator_is_not_part_of_the_hash);
  return t;
}

int main(void) { return unit_run(cases, "explore", 300); }
