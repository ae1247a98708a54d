/* The bot that looks ahead with the ruleset's outlook. */
#include "tests/unit/unit.h"
#include "interp/bot/careful.h"
#include "interp/bot/habits.h"
#include "interp/bot/heads.h"
#include "interp/bot/sim.h"

/* Thirty steps; a slip costs three.  Played at random nobody ever gets there. */
#define CLIMB                                                                            \
  "game climb \"Climb\" for 1..3\n"                                                      \
  "height: 0..30\n"                                                                      \
  "verb play {\n"                                                                        \
  "  repeat 30 { each p in players { as p { choose { \"Rest\" { }; "                     \
  "\"Slip\" { lower height by 3 }; \"Up\" { raise height by 1 } } } } }\n"               \
  "  if height > 20 { win players }\n"                                                   \
  "  lose \"too low\"\n"                                                                 \
  "}\n"

static SimResult play_as(BotKind kind, const char *text, int seats, long games,
                         int playouts, int ahead, const int32_t *options)
{
  Program *p = unit_compile("look", text);
  SimPlan plan = {.program = p,
                  .seats = seats,
                  .options = options,
                  .seed = 3,
                  .games = games,
                  .jobs = 2,
                  .bot = kind,
                  .playouts = playouts,
                  .ahead = ahead,
                  .most_decisions = 1000};
  SimResult r;
  ck_assert_int_eq(sim_run(&plan, &r), 0);
  ck_assert_int_eq(r.errors, 0);
  ck_assert_int_eq(r.finished, games);
  sim_free(&r);
  program_free(p);
  return r;
}

static SimResult play(const char *text, int seats, long games, int playouts, int ahead,
                      const int32_t *options)
{
  return play_as(BOT_LOOK, text, seats, games, playouts, ahead, options);
}

START_TEST(an_outlook_finds_what_random_games_never_see)
{
  ck_assert_int_eq(play(CLIMB, 1, 10, 10, BOT_AHEAD, NULL).wins[0], 0);
  ck_assert_int_eq(play(CLIMB "outlook height * 3\n", 1, 10, 10, BOT_AHEAD, NULL).wins[0],
                   10);
  ck_assert_int_eq(play(CLIMB "outlook height * 3\n", 1, 10, 3, 0, NULL).wins[0], 10);
}
END_TEST

START_TEST(a_flat_search_does_not_ask_for_the_outlook)
{
  BotSpec spec;
  char words[BOT_SPEC];
  const char *with = CLIMB "outlook height * 3\n";
  ck_assert(bot_read("flat:10", &spec));
  bot_write(&spec, words);
  ck_assert_str_eq(words, "flat:10");
  ck_assert(!bot_read("flat:0", &spec) && !bot_read("flat", &spec));
  ck_assert_int_eq(play_as(BOT_FLAT, with, 1, 10, 10, BOT_AHEAD, NULL).wins[0], 0);
}
END_TEST

START_TEST(it_is_asked_for_the_seat_that_decides)
{
  /* Two want it high; the third wants it low. */
  SimResult r =
      play(CLIMB "outlook if me is last(players) then 100 - height * 3 else height * 3\n",
           3, 10, 4, 0, NULL);
  ck_assert_int_eq(r.wins[0], 0);
  r = play(CLIMB "outlook if me is last(players) then height else height * 3\n", 3, 10, 4,
           0, NULL);
  ck_assert_int_eq(r.wins[0], 10);
}
END_TEST

START_TEST(a_variant_replaces_it)
{
  const char *text = CLIMB "option tired: flag = no\noutlook height * 3\n"
                           "variant tired if tired { outlook 100 - height * 3 }\n";
  const int32_t yes = 1;
  ck_assert_int_eq(play(text, 1, 10, 3, 0, NULL).wins[0], 10);
  ck_assert_int_eq(play(text, 1, 10, 3, 0, &yes).wins[0], 0);
}
END_TEST

/* A win is better than the best outlook, a loss worse than the worst. */
START_TEST(the_end_of_a_game_outweighs_every_outlook)
{
  const char *text =
      "game g \"G\" for 2..2\nn: 0..9\n"
      "verb play { as first(players) { choose { \"Go on\" { set n to 9 }; "
      "\"Win\" { win first(players) }; \"Lose\" { lose \"it\" } } }\n"
      "  as first(players) { choose { \"A\" { win none }; \"B\" { lose \"it\" } } } }\n"
      "outlook if n is 9 then 100 else 0\n";
  ck_assert_int_eq(play(text, 2, 20, 5, 0, NULL).wins[0], 20);
  const char *worst =
      "game g \"G\" for 2..2\n"
      "verb play { as first(players) { choose { \"Lose\" { lose \"it\" }; "
      "\"Go on\" { } } }\n"
      "  as last(players) { choose { \"A\" { win first(players) }; "
      "\"B\" { win first(players) } } } }\n"
      "outlook 0\n";
  ck_assert_int_eq(play(worst, 2, 20, 5, 0, NULL).wins[0], 20);
}
END_TEST

/* The outlook of an imagined table tells nothing about the real one. */
START_TEST(it_reads_what_is_imagined)
{
  const char *text = "game g \"G\" for 1..1\nhidden: 1..4 seen by none\nguess: 0..4\n"
                     "verb setup { set hidden to random 1..4 }\n"
                     "verb play { as first(players) { set guess to choose 1..4\n"
                     "  choose { \"A\" { }; \"B\" { } } }\n"
                     "  if guess is hidden { win players }; lose \"wrong\" }\n"
                     "outlook if guess is hidden then 100 else 0\n";
  long won = play(text, 1, 400, 20, 0, NULL).wins[0];
  ck_assert_int_gt(won, 60); /* a quarter of them, give or take four deviations */
  ck_assert_int_lt(won, 140);
}
END_TEST

/* Where anybody may answer, the one who gains most does. */
START_TEST(who_gains_most_answers_first)
{
  const char *text =
      "game g \"G\" for 3..3\nkind player { coins: 0..20; luck: 0..9 }\n"
      "verb setup { set at(players, 2).luck to 9 }\n"
      "verb play { choose by players { \"Take\" { raise me.coins by 1 + me.luck }; "
      "\"Leave\" { } }\n"
      "  as first(players) { choose { \"A\" { }; \"B\" { } } }\n"
      "  win (players where it.coins > 5) }\n"
      "outlook me.coins * 5\n";
  SimResult r = play(text, 3, 20, 5, 0, NULL);
  ck_assert_int_eq(r.wins[1], 20);
  ck_assert_int_eq(r.shared, 0);
}
END_TEST

/* One good road is enough for a walk to be better than to wait, however bad the others;
 * also where chance falls later on.  The tree gets as many games as there are for both
 * answers. */
START_TEST(a_move_is_as_good_as_its_best_end)
{
#define ROADS(LATER)                                                                     \
  "game g \"G\" for 1..1\ngold: 0..60\nweather: 0..6\n"                                  \
  "verb play { as first(players) {\n"                                                    \
  "  choose { \"Walk\" { walk }; \"Wait\" { set gold to 30 } }\n"                        \
  "  repeat 9 { choose { \"A\" { }; \"B\" { } } " LATER "} }\n"                          \
  "  if gold > 50 { win players }; lose \"poor\" }\n"                                    \
  "verb walk { let n = choose 1..6; if n is 4 { set gold to 60 } }\n"                    \
  "outlook gold\n"
  static const char *const texts[] = {ROADS(""), ROADS("; set weather to random 1..6 ")};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_gt(play(texts[i], 1, 40, 8, 0, NULL).wins[0], 36);
    ck_assert_int_gt(play_as(BOT_MCTS, texts[i], 1, 40, 32, 0, NULL).wins[0], 36);
  }
}
END_TEST

static int discs(Vm *vm)
{
  const Program *p = vm_program(vm);
  int n = 0, disc = 0;
  while (strcmp(program_string(p, p->fields[disc].name), "disc")) disc++;
  for (int i = 0; i < p->fields[disc].count; i++)
    n += vm_get(vm, disc, p->fields[disc].first + i, NONE) != NONE;
  return n;
}

/* Who can win at once does; who would be beaten at once prevents it if he can. */
START_TEST(a_careful_playout_overlooks_no_win)
{
  static const int moves[] = {4, 1, 4, 1, 4, 2};
  Program *p = unit_compile("scenarios/connect4/game.regel", NULL);
  Vm *vm = vm_new(p);
  Careful c;
  int quick = 0;
  careful_init(&c, vm_state_size(vm));
  careful_begin(&c);
  for (int k = 5; k <= 6;
       k++) /* the second answers, who must put a disc on 4; the first */
    for (uint64_t seed = 1; seed <= 50; seed++) {
      Luck luck = {seed};
      vm_start(vm, &(Setup){2, 1, NULL});
      ck_assert_int_eq(vm_step(vm), VM_DECIDE);
      for (int i = 0; i < k; i++) {
        vm_answer(vm, moves[i] - 1);
        ck_assert_int_eq(vm_step(vm), VM_DECIDE);
      }
      ck_assert_int_eq(careful_playout(&c, vm, &luck, 100), VM_DONE);
      if (k == 5) quick += discs(vm) == 7;
      else ck_assert(vm_winners(vm) == 1 && discs(vm) == 7);
    }
  ck_assert_int_eq(quick, 0);
  ck_assert(careful_pays(&c) && c.found > 50);
  careful_free(&c);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* Heads that think at once find what they find one after the other. */
static void play_by_habit(Habits *h, Vm *vm, Luck *luck, bool tried)
{
  double won[MAX_PLAYERS] = {0};
  vm_start(vm, &(Setup){2, luck_next(luck), NULL});
  if (tried) habits_try(h, luck);
  VmStatus status = vm_step(vm);
  for (; status == VM_DECIDE; status = vm_step(vm))
    vm_answer(vm, habits_draw(h, luck, vm));
  for (int seat = 0; seat < 2; seat++) won[seat] = vm_winners(vm) >> seat & 1;
  if (tried) habits_count(h, won);
}

/* In Pig who rolls mostly beats who holds as often; in a game where nothing matters there
 * is nothing to get used to. */
START_TEST(games_in_the_head_get_habits)
{
  Program *p = unit_compile("tests/lang/pig.regel", NULL);
  Vm *vm = vm_new(p);
  Habits h;
  Luck luck = {5};
  Option roll = {0}, hold = {0};
  vm_auto_chance(vm, true);
  habits_init(&h, p);
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 300; i++) play_by_habit(&h, vm, &luck, true);
    ck_assert(habits_adopt(&h));
  }
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  roll = vm_option(vm, 0);
  hold = vm_option(vm, 1);
  ck_assert(habits_lead(&h, vm_decision(vm), 3));
  ck_assert_double_gt(habits_weight(&h, &roll), 1);
  ck_assert_double_lt(habits_weight(&h, &hold), 1);
  int rolls = 0;
  for (int i = 0; i < 1000; i++) rolls += habits_draw(&h, &luck, vm) == 0;
  double share =
      habits_weight(&h, &roll) / (habits_weight(&h, &roll) + habits_weight(&h, &hold));
  ck_assert_double_eq_tol(rolls / 1000.0, share, 0.05);
  habits_forget(&h);
  ck_assert(!habits_lead(&h, vm_decision(vm), 3));
  habits_free(&h);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(where_nothing_matters_there_are_no_habits)
{
  Program *p = unit_compile(
      "toss", "game toss \"Toss\" for 2..2\n"
              "verb play { each p in players { as p { choose { \"This\" { }; "
              "\"That\" { } } } }\n  win (random players) }\n");
  Vm *vm = vm_new(p);
  Habits h;
  Luck luck = {5};
  vm_auto_chance(vm, true);
  habits_init(&h, p);
  for (int i = 0; i < 300; i++) play_by_habit(&h, vm, &luck, true);
  ck_assert(!habits_adopt(&h));
  ck_assert(!h.any);
  habits_free(&h);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(several_heads_think_alike)
{
  Program *p = unit_compile("scenarios/heimlich/game.regel", NULL);
  Vm *vm = vm_new(p);
  Bot *bot[2];
  vm_auto_chance(vm, true);
  for (int i = 0; i < 2; i++) {
    bot[i] = bot_new(p, BOT_MCTS, BOT_HEADS_FROM, BOT_AHEAD);
    bot_heads(bot[i], p, BOT_AHEAD, i ? heads_run : NULL);
  }
  vm_start(vm, &(Setup){3, 5, NULL});
  for (int k = 0, thought = 0; thought < 2; k++) {
    ck_assert_int_eq(vm_step(vm), VM_DECIDE);
    int pick[2], tried = 0, all[2] = {0};
    double worth, sum[2] = {0};
    for (int i = 0; i < 2; i++) {
      bot_seed(bot[i], (uint64_t)k);
      pick[i] = bot_pick(bot[i], vm, UINT32_MAX);
      for (int a = 0; a < vm_options(vm); a++)
        if (bot_opinion(bot[i], a, &tried, &worth)) all[i] += tried, sum[i] += worth;
    }
    ck_assert_int_eq(pick[0], pick[1]);
    ck_assert_int_eq(all[0], all[1]);
    ck_assert(sum[0] == sum[1]);
    if (vm_options(vm) > 1) {
      ck_assert_int_ge(all[0], BOT_HEADS_FROM);
      thought++;
    }
    vm_answer(vm, pick[0]);
  }
  bot_free(bot[0]);
  bot_free(bot[1]);
  vm_free(vm);
  program_free(p);
}
END_TEST

int main(void)
{
  Suite *s = suite_create("look");
  TCase *t = tcase_create("outlook");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, an_outlook_finds_what_random_games_never_see);
  tcase_add_test(t, a_flat_search_does_not_ask_for_the_outlook);
  tcase_add_test(t, it_is_asked_for_the_seat_that_decides);
  tcase_add_test(t, a_variant_replaces_it);
  tcase_add_test(t, the_end_of_a_game_outweighs_every_outlook);
  tcase_add_test(t, it_reads_what_is_imagined);
  tcase_add_test(t, who_gains_most_answers_first);
  tcase_add_test(t, a_careful_playout_overlooks_no_win);
  tcase_add_test(t, games_in_the_head_get_habits);
  tcase_add_test(t, where_nothing_matters_there_are_no_habits);
  tcase_add_test(t, several_heads_think_alike);
  tcase_add_test(t, a_move_is_as_good_as_its_best_end);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
