/* With seats exchanged a state is the same position: as many answers, the same hash, and
 * the same again after the same answer. */
#include "interp/vm/alike/holds.h"
#include "tests/unit/unit.h"

static const Table circles[] = {
    {"scenarios/heimlich/game.regel", 2, {{0}}},
    {"scenarios/heimlich/game.regel", 3, {{"version", "top_secret"}}},
    {"scenarios/heimlich/game.regel", 5, {{"version", "top_secret"}, {"dossier", "yes"}}},
    {"scenarios/heimlich/game.regel", 7, {{"version", "base"}, {"dossier", "yes"}}},
    {"scenarios/orange/game.regel", 2, {{"scenario", "labour"}}},
    {"scenarios/orange/game.regel", 4, {{"scenario", "expanding"}}},
};
enum { CIRCLES = sizeof circles / sizeof *circles };

typedef struct Pair {
  Program *p;
  Holds *holds;
  Vm *vm, *other;
  Exchange *seats, *others;
  void *room;
  long alone, both;
} Pair;

static Pair pair_of(const Table *t, const char *text)
{
  Pair x = {.p = unit_compile(t->path, text)};
  x.holds = holds_new(x.p);
  x.vm = vm_new(x.p);
  x.other = vm_new(x.p);
  x.seats = exchange_new(x.vm, x.holds, t->seats, false);
  x.others = exchange_new(x.other, x.holds, t->seats, false);
  x.room = malloc(vm_state_size(x.vm));
  ck_assert(x.seats && x.others);
  unit_start(x.vm, t, 1);
  return x;
}

static void pair_free(Pair *x)
{
  free(x->room);
  exchange_free(x->seats);
  exchange_free(x->others);
  vm_free(x->vm);
  vm_free(x->other);
  holds_free(x->holds);
  program_free(x->p);
}

/* Every way to sit, where the machine stands. */
static void compare(Pair *x, VmStatus status)
{
  bool alone, lonely;
  uint64_t hash = exchange_hash(x->seats, &alone);
  x->alone += alone;
  for (int way = 0; !alone && way < exchange_ways(x->seats); way++) {
    ck_assert(exchange_save(x->seats, way, x->room));
    vm_restore(x->other, x->room);
    ck_assert_int_eq(vm_step(x->other), status);
    ck_assert_int_eq(vm_options(x->other), vm_options(x->vm));
    ck_assert_msg(exchange_hash(x->others, &lonely) == hash, "way %d has another hash", way);
    ck_assert(!lonely);
    x->both++;
  }
}

START_TEST(a_game_goes_on_the_same_way)
{
  enum { GAMES = 6, STEPS = 1500 };
  Pair x = pair_of(&circles[_i], NULL);
  Luck luck = {77};
  for (uint64_t game = 1; game <= GAMES; game++) {
    unit_start(x.vm, &circles[_i], game);
    for (int i = 0; i < STEPS; i++) {
      VmStatus s = vm_step(x.vm);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      compare(&x, s);
      vm_answer(x.vm, (int)luck_below(&luck, (uint32_t)vm_options(x.vm)));
    }
  }
  ck_assert_msg(x.both > x.alone, "%ld of %ld stand for themselves alone", x.alone, x.both);
  pair_free(&x);
}
END_TEST

/* Everything that can name a seat: fields of all sorts, local names, piles, answers that
 * are still secret. */
static const char names[] =
    "game names \"Names\" for 3..3 { seats = alike }\n"
    "kind card; card ace \"Ace\" * 3, king \"King\" * 3\n"
    "deck: pile of card = card seen by none\n"
    "kind player { hand: pile of card seen by owner; friends: set of player; debt: 0..3 per player }\n"
    "kind place { guests: set of player; visits: 0..9 per player }\n"
    "place inn \"Inn\", port \"Port\"\n"
    "order: list 4 of player\n"
    "lead: player or none\n"
    "verb play {\n"
    "  shuffle deck\n"
    "  let host = random players\n"
    "  set lead to host\n"
    "  repeat 3 {\n"
    "    as lead {\n"
    "      let p = choose players - me \"Who?\"\n"
    "      let both = me + p\n"
    "      draw 1 from deck to p.hand\n"
    "      set p.friends to both\n"
    "      raise p.debt[me] by 1\n"
    "      let w = choose place \"Where?\"\n"
    "      set w.guests to w.guests + both\n"
    "      raise w.visits[p] by 1\n"
    "      let c = may choose 1..2 of both \"Who leads?\"\n"
    "      if not empty(c) { set lead to (choose c by p \"Who?\") }\n"
    "    }\n"
    "  }\n"
    "  win lead\n"
    "}\n";

START_TEST(all_that_names_a_seat_is_exchanged)
{
  Table t = {"names.regel", 3, {{0}}};
  Pair x = pair_of(&t, names);
  Luck luck = {5};
  ck_assert_int_eq(exchange_ways(x.seats), 6);
  for (uint64_t game = 1; game <= 300; game++) {
    unit_start(x.vm, &t, game);
    for (;;) {
      VmStatus s = vm_step(x.vm);
      ck_assert_int_ne(s, VM_ERROR);
      if (s == VM_DONE) break;
      compare(&x, s);
      vm_answer(x.vm, (int)luck_below(&luck, (uint32_t)vm_options(x.vm)));
    }
  }
  ck_assert_int_eq(x.alone, 0);
  pair_free(&x);
}
END_TEST

START_TEST(seats_are_their_own_unless_declared)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  Holds *h = holds_new(p);
  Vm *vm = vm_new(p);
  ck_assert_ptr_null(exchange_new(vm, h, 2, false));
  vm_free(vm);
  holds_free(h);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("exchange");
  tcase_add_loop_test(t, a_game_goes_on_the_same_way, 0, CIRCLES);
  tcase_add_test(t, all_that_names_a_seat_is_exchanged);
  tcase_add_test(t, seats_are_their_own_unless_declared);
  return t;
}

int main(void) { return unit_run(cases, "exchange", 300); }
