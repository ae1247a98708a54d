/* The optimizer changes nothing that anybody can see: the same questions, states, events
 * and fuel as the program's own instructions, one by one. */
#include "interp/opt/opt.h"
#include "interp/vm/vm_int.h"
#include "tests/unit/unit.h"

typedef struct Heard {
  uint64_t hash;
  long count;
} Heard;

static void hear(void *user, Vm *vm, const Event *e)
{
  Heard *h = user;
  (void)vm;
  const int64_t parts[] = {e->kind, e->ip, e->seat, e->field, e->thing, e->per, e->old, e->now, e->text, e->nargs};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) h->hash = (h->hash ^ (uint64_t)parts[i]) * 0xd1342543de82ef95u;
  for (int i = 0; i < e->nargs; i++) h->hash = (h->hash ^ (uint64_t)e->args[i]) * 0xd1342543de82ef95u;
  h->count++;
}

static void same_step(Vm *fast, Vm *plain, Heard *f, Heard *p, const char *what)
{
  VmStatus s = vm_step(fast);
  ck_assert_msg(vm_step(plain) == s, "%s: another status", what);
  ck_assert_msg(vm_hash(fast) == vm_hash(plain), "%s: another state", what);
  ck_assert_msg(fast->fuel == plain->fuel && vm_spent(fast) == vm_spent(plain), "%s: other fuel", what);
  ck_assert_msg(vm_error(fast) == vm_error(plain) && fast->error_ip == plain->error_ip, "%s: another error", what);
  ck_assert_msg(f->hash == p->hash && f->count == p->count, "%s: other events", what);
  ck_assert_msg(vm_options(fast) == vm_options(plain), "%s: other answers", what);
  for (int i = 0; i < vm_options(fast); i++) {
    Option a = vm_option(fast, i), b = vm_option(plain, i);
    ck_assert_msg(a.seat == b.seat && a.alt == b.alt && a.value == b.value, "%s: another answer", what);
  }
  ck_assert_msg(fast->nrejected == plain->nrejected, "%s: others are refused", what);
  for (int i = 0; i < fast->nrejected; i++)
    ck_assert_msg(fast->rejected[i].ip == plain->rejected[i].ip, "%s: refused for another reason", what);
}

static void compare(const char *path, const char *text, const Table *t, int games)
{
  Program *p = unit_compile(path, text);
  Vm *fast = vm_new(p), *plain = vm_new(p);
  Luck luck = {3};
  run_plainly(plain, NULL);
  for (int game = 0; game < games; game++) {
    Heard f = {0}, q = {0};
    bool heard = game % 2;
    vm_listen(fast, heard ? hear : NULL, &f);
    vm_listen(plain, heard ? hear : NULL, &q);
    unit_start(fast, t, (uint64_t)game);
    unit_start(plain, t, (uint64_t)game);
    for (int i = 0; i < 600; i++) {
      same_step(fast, plain, &f, &q, path);
      if (!vm_options(fast) || vm_error(fast) || vm_over(fast)) break;
      int k = (int)luck_below(&luck, (uint32_t)vm_options(fast));
      vm_answer(fast, k);
      vm_answer(plain, k);
    }
  }
  vm_free(fast);
  vm_free(plain);
  program_free(p);
}

/* Games to their end that nobody watches: the steps that draw their answers draw the same. */
static void compare_playouts(const Table *t, const char *text, int games)
{
  Program *p = unit_compile(t->path, text);
  Vm *both[2] = {vm_new(p), vm_new(p)};
  uint64_t luck[2] = {11, 11};
  run_plainly(both[1], NULL);
  for (int game = 0; game < games; game++) {
    Playout play[2];
    for (int k = 0; k < 2; k++) {
      play[k] = (Playout){.luck = &luck[k], .most = 40 + 400 * (game % 3), .left = MAX_STEP_FUEL};
      vm_auto_chance(both[k], true);
      vm_offer_untried(both[k], true);
      unit_start(both[k], t, (uint64_t)game);
      vm_playout(both[k], &play[k]);
      vm_step(both[k]);
    }
    ck_assert_msg(vm_hash(both[0]) == vm_hash(both[1]), "%s: another state", t->path);
    ck_assert_msg(luck[0] == luck[1] && play[0].decisions == play[1].decisions, "%s: other answers", t->path);
    ck_assert_msg(play[0].live == play[1].live && play[0].left == play[1].left, "%s: another pause", t->path);
    ck_assert_msg(vm_spent(both[0]) == vm_spent(both[1]), "%s: other fuel", t->path);
  }
  vm_free(both[0]);
  vm_free(both[1]);
  program_free(p);
}

START_TEST(every_ruleset_goes_the_same_way) 
{
  compare(tables[_i].path, NULL, &tables[_i], 8);
  compare_playouts(&tables[_i], NULL, 12);
}
END_TEST

START_TEST(every_game_of_the_bench_goes_the_same_way)
{
  static const Table games[] = {{"tests/bench/games/breakthrough.regel", 2, {{0}}},
                                {"tests/bench/games/othello.regel", 2, {{0}}},
                                {"tests/bench/games/pig.regel", 2, {{0}}},
                                {"tests/bench/games/hearts.regel", 4, {{0}}}};
  compare(games[_i].path, NULL, &games[_i], 6);
  compare_playouts(&games[_i], NULL, 12);
}
END_TEST

/* Errors come at the same place, in the middle of what was moved or taken away, too. */
static const char faults[] =
    "game faults \"Faults\" for 2..2\n"
    "kind place; place a, b, c, d\n"
    "kind player { gold: 0..9 = 3 }\n"
    "turns: 0..99\n"
    "value low(n: 0..99): 0..20 = n + me.gold\n"
    "value total: 0..999 = sum(p in place: low(turns) + position(p))\n"
    "verb play { repeat { as first(players) {\n"
    "  let n = choose 0..9\n"
    "  require low(n) + low(n) < 20\n"
    "  raise turns by n + count(place where low(turns) > low(n))\n"
    "  if total > 60 and low(turns) > 3 { raise gold by 1 }\n"
    "} } }\n";

START_TEST(an_error_comes_at_the_same_place)
{
  static const Table t = {"faults.regel", 2, {{0}}};
  compare(t.path, faults, &t, 8);
}
END_TEST

/* What is the same for every square is computed once, and a map leads back from it. */
START_TEST(loops_compute_less)
{
  Program *p = unit_compile("tests/bench/games/othello.regel", NULL);
  const Optimized *o = opt_of(p);
  ck_assert_ptr_eq(o, opt_of(p));
  int before = 0, after = 0;
  for (int i = 0; i < p->n_code; i++) before += p->code[i].op == OP_SEQF;
  for (int i = 0; i < o->n; i++) after += o->code[i].op == OP_SEQF;
  ck_assert_msg(after < before, "%d sets are compared, %d before", after, before);
  ck_assert_int_gt(o->spare, 0);
  for (int i = 0; i < o->n; i++) ck_assert(o->old_of[i] >= 0 && o->old_of[i] < p->n_code);
  for (int i = 0; i < p->n_chunks; i++)
    ck_assert_int_eq(o->new_of[p->chunks[i].first], o->first[i]);
  program_free(p);
}
END_TEST

/* What is made of constants is a constant, and a jump asks itself what it jumps by. */
static const char folded[] =
    "game folded for 2..2\n"
    "type suit = red | black\ntype rank = 1..4\n"
    "kind card of rank by suit \"{rank} of {suit}\"\n"
    "kind player { hand: pile of card; gold: 0..9 }\nrest: pile of card = card\n"
    "verb play { as first(players) { repeat 9 {\n"
    "  let c = choose rest\n"
    "  if c is card(3, black) { raise gold by 2 - 1 }\n"
    "  if not (count(me.hand) is 2 + 1) { move c to me.hand }\n"
    "  if empty(rest) or count(me.hand) is not gold { set gold to 4 - (1 + 1) }\n"
    "} }; win none }\n";

START_TEST(constants_are_computed_before)
{
  static const Table t = {"folded.regel", 2, {{0}}};
  compare(t.path, folded, &t, 8);
  Program *p = unit_compile(t.path, folded);
  const Optimized *o = opt_of(p);
  int before = 0, after = 0;
  for (int i = 0; i < p->n_code; i++) before += p->code[i].op == OP_GRID || p->code[i].op == OP_EQ;
  for (int i = 0; i < o->n; i++) after += o->code[i].op == OP_GRID || o->code[i].op == OP_EQ;
  ck_assert_int_gt(before, 1);
  ck_assert_int_eq(after, 0);
  program_free(p);
}
END_TEST

/* What a condition asks for and the choice behind it offers is computed once, unless the
 * second is asked for something else, or something was written in between. */
#define TWICE(between, offered)                                                                     \
  "game twice \"Twice\" for 2..2\n"                                                                          \
  "kind square \"square\" 4 by 4 { mark \"Mark\": player or none }\n"                                        \
  "value free(k: 0..9): set of square = square where it.mark is none and any(n in 1..4: it.x + n > k + n * it.y)\n" \
  "verb play { let k: 0..9 = 1; repeat 7 { as first(players) {\n"                                            \
  "  if count(free(k)) > 2 { " between " take (choose " offered ") } else { set k to 0 }\n"                  \
  "} }; win none }\n"                                                                                        \
  "verb take (s: square) \"{me} takes {s}\" { set s.mark to me }\n"

static int agains(const char *text)
{
  static const Table t = {"twice.regel", 2, {{0}}};
  compare(t.path, text, &t, 8);
  compare_playouts(&t, text, 12);
  Program *p = unit_compile(t.path, text);
  int n = opt_of(p)->n_again;
  program_free(p);
  return n;
}

START_TEST(what_is_asked_twice_is_computed_once)
{
  ck_assert_int_eq(agains(TWICE("", "free(k)")), 1);
  ck_assert_int_eq(agains(TWICE("lower k by 1;", "free(k)")), 1); /* not taken: it reads another number */
  ck_assert_int_eq(agains(TWICE("set square(1, 1).mark to me;", "free(k)")), 0);
  ck_assert_int_eq(agains(TWICE("", "square where it.mark is none")), 0);
  Program *p = unit_compile("tests/bench/games/othello.regel", NULL);
  ck_assert_int_eq(opt_of(p)->n_again, 1);
  program_free(p);
}
END_TEST

/* A game that nobody watches is one stretch of code: nothing is called, told or asked for twice. */
START_TEST(a_game_is_one_stretch_of_code)
{
  static const char *const games[] = {"scenarios/tictactoe/game.regel",       "scenarios/connect4/game.regel",
                                      "tests/bench/games/breakthrough.regel", "tests/bench/games/othello.regel",
                                      "tests/bench/games/pig.regel",          "tests/bench/games/hearts.regel"};
  Program *p = unit_compile(games[_i], NULL);
  const Optimized *o = opt_quiet(p);
  ck_assert_ptr_eq(o, opt_quiet(p));
  ck_assert_msg(o->steps, "%s is not played in one go", games[_i]);
  for (int i = 0; i < o->n; i++) {
    ck_assert(o->code[i].op != OP_CALL && o->code[i].op != OP_TELL && o->code[i].op != OP_CLEAR);
    ck_assert(o->old_of[i] >= 0 && o->old_of[i] < p->n_code);
  }
  program_free(p);
}
END_TEST

/* Where what may fail is tried, it is not. */
START_TEST(what_is_tried_is_not)
{
  static const char tried[] = "game b for 2..2\ncount: 0..9\n"
                              "verb play { as first(players) { { require count > 3 } otherwise { raise count by 1 } }; win none }\n";
  static const Table t = {"none.regel", 2, {{0}}};
  Program *p = unit_compile(t.path, tried);
  ck_assert_ptr_null(opt_quiet(p)->steps);
  program_free(p);
  compare_playouts(&t, tried, 3);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("opt");
  tcase_add_loop_test(t, every_ruleset_goes_the_same_way, 0, TABLES);
  tcase_add_loop_test(t, every_game_of_the_bench_goes_the_same_way, 0, 4);
  tcase_add_loop_test(t, a_game_is_one_stretch_of_code, 0, 6);
  tcase_add_test(t, what_is_tried_is_not);
  tcase_add_test(t, an_error_comes_at_the_same_place);
  tcase_add_test(t, loops_compute_less);
  tcase_add_test(t, constants_are_computed_before);
  tcase_add_test(t, what_is_asked_twice_is_computed_once);
  return t;
}

int main(void) { return unit_run(cases, "opt", 300); }
