/* Bots and simulations: they leave the game alone, and games run without memory. */
#include "interp/code/compile.h"
#include "interp/bot/bot.h"
#include "interp/bot/sim.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting allocations ------------------------------------------------------- */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define COUNTING 1
static long allocations;
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *malloc(size_t size)
{
  allocations++;
  return __libc_malloc(size);
}
void *calloc(size_t n, size_t size)
{
  allocations++;
  return __libc_calloc(n, size);
}
void *realloc(void *p, size_t size)
{
  allocations++;
  return __libc_realloc(p, size);
}
#endif

/* Hidden hands, chance, a decision that is probed, secret answers. */
static const char source[] =
    "game hands \"Hands\" for 2..3\n"
    "kind card \"card\" { value worth: 1..6 }\n"
    "card low \"Low\" * 4 { worth = 1 }, mid \"Mid\" * 4 { worth = 3 }, high \"High\" * "
    "2 { worth = 6 }\n"
    "kind player { hand \"Hand\": pile of card seen by owner; points \"Points\": 0..60; "
    "bids: flag seen by owner }\n"
    "deck: pile of card = card seen by none\n"
    "table: pile of card\n"
    "verb setup { shuffle deck; repeat 3 { each p in players { draw 1 from deck to "
    "p.hand } } }\n"
    "verb play {\n"
    "  repeat 3 { each p in players { as p { lay (choose hand \"Which card?\") } } }\n"
    "  secretly each p in players { set p.bids to choose flag \"Bid?\" }\n"
    "  each p in players { let bid = p.bids; reveal bid to players; if bid { raise p.points by random 0..3 } }\n"
    "  win most(p in players: p.points)\n"
    "}\n"
    "verb lay (c: card) \"{me} lays {c}\" {\n"
    "  require c.worth < 6 or count(hand) < 3\n"
    "  raise points by c.worth\n"
    "  move c to table\n"
    "}\n";

static Program *program;

static Program *compiled(const char *text)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  unit_parse_text(u, "hands.regel", text, strlen(text));
  Program *p = compile(u);
  if (!p) diags_print(stderr, &u->diags, &u->sources, DIAG_HUMAN, false, SEV_ERROR);
  unit_free(u);
  arena_free(arena);
  ck_assert_ptr_nonnull(p);
  return p;
}

static void compile_once(void) { program = compiled(source); }

static void free_once(void) { program_free(program); }

static Vm *game(uint64_t seed)
{
  Vm *vm = vm_new(program);
  Setup setup = {3, seed, NULL};
  vm_auto_chance(vm, true);
  vm_start(vm, &setup);
  return vm;
}

START_TEST(thinking_leaves_the_game_as_it_was)
{
  Vm *vm = game(5);
  Bot *bot = bot_new(program, BOT_LOOK, 10, 8);
  bot_seed(bot, 5);
  VmStatus status;
  while ((status = vm_step(vm)) == VM_DECIDE) {
    uint64_t before = vm_hash(vm);
    int n = vm_options(vm), i = bot_pick(bot, vm, UINT32_MAX);
    ck_assert_int_ge(i, 0);
    ck_assert_int_lt(i, n);
    ck_assert_uint_eq(vm_hash(vm), before);
    ck_assert_int_eq(vm_options(vm), n);
    vm_answer(vm, i);
  }
  ck_assert_int_eq(status, VM_DONE);
  bot_free(bot);
  vm_free(vm);
}
END_TEST

START_TEST(a_bot_answers_only_for_the_seats_it_has)
{
  Vm *vm = game(6);
  Bot *bot = bot_new(program, BOT_RANDOM, 1, 1);
  bot_seed(bot, 6);
  while (vm_step(vm) == VM_DECIDE) {
    int seat = vm_option(vm, 0).seat, i = bot_pick(bot, vm, 1u << seat);
    ck_assert_int_eq(vm_option(vm, i).seat, seat);
    vm_answer(vm, i);
  }
  bot_free(bot);
  vm_free(vm);
}
END_TEST

/* What a seat cannot see must not change what it answers: deal the hidden cards anew and
 * the bot, thinking with the same luck, says the same. */
START_TEST(a_looking_bot_knows_only_what_its_seat_knows)
{
  Vm *vm = game(7), *other = vm_new(program);
  Bot *bot = bot_new(program, BOT_LOOK, 200, 8);
  unsigned char *state = malloc(vm_state_size(vm));
  int differs = 0, asked = 0;
  while (vm_step(vm) == VM_DECIDE) {
    bot_seed(bot, (uint64_t)asked);
    int i = bot_pick(bot, vm, UINT32_MAX);
    vm_save(vm, state);
    vm_auto_chance(other, true);
    vm_restore(other, state);
    vm_determinize(other, vm_option(vm, 0).seat, 99);
    ck_assert_int_eq(vm_step(other), VM_DECIDE);
    ck_assert_int_eq(vm_options(other), vm_options(vm));
    bot_seed(bot, (uint64_t)asked++);
    differs += bot_pick(bot, other, UINT32_MAX) != i;
    vm_answer(vm, i);
  }
  /* The imagined deals are other ones, so close calls may fall differently; a bot that
   * looked at the cards would differ far more often. */
  ck_assert_int_gt(asked, 5);
  ck_assert_int_le(differs * 3, asked);
  free(state);
  bot_free(bot);
  vm_free(other);
  vm_free(vm);
}
END_TEST

START_TEST(results_do_not_depend_on_threads)
{
  SimPlan plan = {.program = program,
                  .seats = 3,
                  .seed = 11,
                  .games = 200,
                  .jobs = 1,
                  .playouts = 1,
                  .most_decisions = 1000};
  SimResult one, four;
  ck_assert_int_eq(sim_run(&plan, &one), 0);
  plan.jobs = 4;
  ck_assert_int_eq(sim_run(&plan, &four), 0);
  ck_assert_int_eq(one.finished, 200);
  ck_assert_int_eq(one.errors, 0);
  ck_assert_int_eq(one.decisions, four.decisions);
  ck_assert_int_eq(one.options, four.options);
  ck_assert_mem_eq(one.wins, four.wins, sizeof one.wins);
  sim_free(&one);
  sim_free(&four);
}
END_TEST

START_TEST(a_game_that_is_too_long_is_given_up)
{
  SimPlan plan = {.program = program,
                  .seats = 2,
                  .games = 10,
                  .jobs = 1,
                  .playouts = 1,
                  .most_decisions = 3};
  SimResult r;
  ck_assert_int_eq(sim_run(&plan, &r), 0);
  ck_assert_int_eq(r.unfinished, 10);
  ck_assert_int_eq(r.finished, 0);
  sim_free(&r);
}
END_TEST

#ifdef COUNTING
static void play_one(Vm *vm, Bot *bot, uint64_t seed)
{
  Setup setup = {3, seed, NULL};
  bot_seed(bot, seed);
  vm_start(vm, &setup);
  while (vm_step(vm) == VM_DECIDE) vm_answer(vm, bot_pick(bot, vm, UINT32_MAX));
}

START_TEST(a_running_game_takes_no_memory)
{
  Vm *vm = game(1);
  Bot *random = bot_new(program, BOT_RANDOM, 1, 1), *look = bot_new(program, BOT_LOOK, 3, 8);
  play_one(vm, random, 1);
  play_one(vm, look, 60); /* what a bot needs to remember a game is kept for the next */
  long before = allocations;
  for (uint64_t seed = 2; seed < 50; seed++) play_one(vm, random, seed);
  play_one(vm, look, 60);
  ck_assert_int_eq(allocations, before);
  bot_free(random);
  bot_free(look);
  vm_free(vm);
}
END_TEST

START_TEST(nor_does_thinking_with_an_outlook)
{
  Program *p = compiled("game grow \"Grow\" for 3..3\nkind player { n: 0..50 }\n"
                        "outlook me.n * 2\n"
                        "verb play { repeat 20 { each q in players { as q { "
                        "choose { x in 0..4 { raise me.n by x } } } } }; win none }\n");
  Vm *vm = vm_new(p);
  vm_auto_chance(vm, true);
  Bot *look = bot_new(p, BOT_LOOK, 20, 1);
  play_one(vm, look, 1);
  long before = allocations;
  play_one(vm, look, 2);
  ck_assert_int_eq(allocations, before);
  for (int i = 0; i < 3; i++) ck_assert_int_gt(vm_outlook(vm, i), 80);
  bot_free(look);
  vm_free(vm);
  program_free(p);
}
END_TEST
#endif

int main(void)
{
  Suite *s = suite_create("play");
  TCase *t = tcase_create("bots");
  tcase_set_timeout(t, 300);
  tcase_add_unchecked_fixture(t, compile_once, free_once);
  tcase_add_test(t, thinking_leaves_the_game_as_it_was);
  tcase_add_test(t, a_bot_answers_only_for_the_seats_it_has);
  tcase_add_test(t, a_looking_bot_knows_only_what_its_seat_knows);
  tcase_add_test(t, results_do_not_depend_on_threads);
  tcase_add_test(t, a_game_that_is_too_long_is_given_up);
#ifdef COUNTING
  tcase_add_test(t, a_running_game_takes_no_memory);
  tcase_add_test(t, nor_does_thinking_with_an_outlook);
#endif
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
