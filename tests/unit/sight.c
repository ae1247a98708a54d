/* What somebody at a table is given by the library: who is asked, names, faces, places,
 * lines of views, and a log that forgets what was taken back. */
#include "interp/regel.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static const char source[] =
    "game fair \"Fair\" for 2..2\n"
    "kind player { coins \"Coins\": 0..9 = 3; hand \"Hand\": pile of ware }\n"
    "kind note \"note\" { verb read }\n"
    "note tip \"Tip\" { read { raise me.coins by 1 } }, hint \"Hint\" { read { } }\n"
    "notes: pile of note = note seen by none\n"
    "kind player { pocket \"Pocket\": pile of note seen by owner }\n"
    "kind booth \"booth\" { stock \"Stock\": pile of ware }\n"
    "booth north \"North booth\", south \"South booth\"\n"
    "kind ware \"ware\" { verb eat }\n"
    "ware apple \"Apple\" * 2 { eat { raise me.coins by 2 } }\n"
    "ware pear \"Pear\" { eat { raise me.coins by 1 } }\n"
    "ware stone \"Stone\" { eat { } }\n"
    "box: pile of ware = ware\n"
    "day \"Day\": 0..9\n"
    "verb play {\n"
    "  set day to random 1..6\n"
    "  move stone to north.stock\n"
    "  move first(ware) to first(players).hand\n"
    "  shuffle notes\n"
    "  as first(players) { draw 1 from notes to pocket }\n"
    "  repeat 3 { each p in players { as p {\n"
    "    choose \"What now?\" {\n"
    "      b in booth \"Visit {b}\" { raise coins by 1 }\n"
    "      w in hand \"Use {w}\" { w.eat }\n"
    "      \"Rest\" { }\n"
    "    }\n"
    "  } } }\n"
    "  win most(p in players: p.coins)\n"
    "}\n"
    "view \"The fair\" 80 by 40 {\n"
    "  show booth in row at 0 0 by 80 40\n"
    "  each b in booth { show b.stock on b }\n"
    "}\n"
    "view \"The day\" { note \"Day {day}\" }\n";

static regel_rules *rules;
static regel_game *game;

static void begin(const char *chance)
{
  static const char *const names[] = {"Ann", "Bob"};
  char *messages = NULL, *why = NULL;
  rules = regel_compile_text("fair.regel", source, sizeof source - 1, NULL, REGEL_SHORT,
                             &messages);
  ck_assert_msg(rules != NULL, "%s", messages);
  regel_free(messages);
  regel_setup setup = {.names = names, .chance = chance};
  game = regel_game_new(rules, &setup, &why);
  ck_assert_msg(game != NULL, "%s", why);
  regel_auto_chance(game, 1);
}

static void end(void)
{
  regel_game_free(game);
  regel_rules_free(rules);
}

static int named(const char *label)
{
  for (int i = 0; i < regel_answers(game); i++)
    if (!strcmp(regel_label(game, i, 0), label)) return i;
  ck_abort_msg("no answer is called %s", label);
  return -1;
}

START_TEST(who_is_asked_has_names)
{
  begin("7");
  ck_assert_uint_eq(regel_asked(game), 0);
  regel_step(game);
  ck_assert_uint_eq(regel_asked(game), 1);
  ck_assert_int_eq(regel_who_matters(game), 0);
  ck_assert_str_eq(regel_who(game, 3), "Ann and Bob");
  ck_assert_int_eq(regel_meant(game, 0, "south"), named("Visit South booth"));
  ck_assert_int_eq(regel_meant(game, 0, "west"), -1);
  ck_assert_int_eq(regel_meant(game, 7, "south"), -1);
  ck_assert_ptr_null(regel_fault(game));
  ck_assert_int_ne(regel_rules_secrets(rules), 0);
  end();
}
END_TEST

START_TEST(things_are_read_by_who_sees_them)
{
  int found[8], other[8];
  begin("7");
  regel_step(game);
  ck_assert_int_eq(regel_things_held(game, 0, found, 8), 2);
  ck_assert_int_eq(regel_things_held(game, 1, other, 8), 0);
  bool pocket = strcmp(regel_thing_title(game, 0, found[0]), "Apple") != 0;
  int note = found[!pocket], apple = found[pocket];
  ck_assert_str_eq(regel_thing_title(game, 0, apple), "Apple");
  ck_assert_ptr_nonnull(strstr(regel_thing_page(game, 0, apple), "Apple"));
  ck_assert_ptr_nonnull(strstr(regel_thing_text(game, 0, apple), "2"));
  ck_assert_int_eq(regel_things_named(game, 1, "appl", other, 8), 1);
  ck_assert_int_eq(regel_thing_face(game, other[0]), regel_thing_face(game, apple));
  /* Nobody else reads what is in a pocket, also not by its number. */
  char *title = strdup(regel_thing_title(game, 0, note));
  ck_assert_int_eq(regel_things_named(game, 0, title, other, 8), 1);
  ck_assert_int_eq(regel_things_named(game, 1, title, other, 8), 0);
  free(title);
  ck_assert_str_eq(regel_thing_page(game, 1, note), "");
  ck_assert_str_eq(regel_thing_title(game, 1, note), "");
  ck_assert_str_eq(regel_thing_text(game, 1, 1000000), "");
  ck_assert_int_eq(regel_thing_face(game, regel_things(game)), -1);
  int use = named("Use Apple");
  ck_assert_int_eq(regel_things_of(game, 0, use, other, 8), 1);
  ck_assert_int_eq(regel_thing_chosen(game, 0, named("Rest")), -1);
  ck_assert_int_eq(regel_thing_chosen(game, 0, 99), -1);
  end();
}
END_TEST

START_TEST(an_answer_leads_to_a_place)
{
  int board;
  begin("7");
  regel_step(game);
  int north = named("Visit North booth");
  ck_assert_ptr_nonnull(strstr(regel_answer_place(game, 0, north, "", 80), "Stone"));
  ck_assert_str_eq(regel_answer_place(game, 0, named("Rest"), "", 80), "");
  ck_assert_str_eq(regel_answer_place(game, 0, 99, "", 80), "");
  ck_assert_int_eq(regel_rules_views(rules), 2);
  ck_assert_ptr_nonnull(strstr(regel_view_lines(game, 0, 0, 0, &board), "North"));
  ck_assert_int_eq(board, 1);
  ck_assert_ptr_nonnull(strstr(regel_view_lines(game, 0, 1, 0, &board), "Day"));
  ck_assert_int_eq(board, 0);
  ck_assert_str_eq(regel_view_lines(game, 0, 2, 0, NULL), "");
  ck_assert_ptr_nonnull(strstr(regel_table_players(game, 0), "Coins"));
  const int shown[] = {north};
  ck_assert_ptr_nonnull(
      strstr(regel_why_among(game, 0, shown, 1, "visit north"), "answer 1"));
  end();
}
END_TEST

/* Without a database there is no past that could be played again. */
START_TEST(what_is_taken_back_is_forgotten_without_a_store)
{
  begin("7");
  regel_remember(game, 1);
  regel_reader *all = regel_read_as(game, 0, NULL, REGEL_EVERY_MOVE),
               *some = regel_read(game, 0, NULL);
  regel_step(game);
  int before = regel_lines(all), few = regel_lines(some);
  regel_answer(game, named("Visit North booth"));
  regel_step(game);
  ck_assert_int_gt(regel_lines(all), before);
  ck_assert_int_gt(regel_lines(some), few);
  ck_assert_str_eq(regel_line(some, few), "Ann: Visit North booth");
  ck_assert_uint_eq(regel_line_subject(some, few), 5);
  ck_assert_uint_eq(regel_line_news(some, few), strlen("Ann: Visit North booth"));
  ck_assert_int_eq(regel_line_heading(some, few), 0);
  ck_assert_int_eq(regel_undo(game, 0), 0);
  regel_step(game);
  ck_assert_int_eq(regel_lines(all), before);
  ck_assert_int_eq(regel_lines(some), few);
  ck_assert_uint_eq(regel_line_subject(some, 1000), 0);
  ck_assert_int_lt(regel_undo(game, 0), 0); /* nothing is left */
  end();
}
END_TEST

START_TEST(a_bot_plays_and_nobody_takes_that_back)
{
  begin("7");
  regel_remember(game, 1);
  regel_step(game);
  ck_assert_int_eq(regel_bot_plays(game), -1);
  ck_assert_int_eq(regel_seat_bot(game, 2, "random"), -1);
  ck_assert_int_eq(regel_seat_bot(game, 0, "oracle"), -1);
  ck_assert_int_eq(regel_seat_bot(game, 0, "look:2:5000"), -1);
  ck_assert_int_eq(regel_seat_bot(game, 0, "mcts:20:2"), 0);
  ck_assert_int_eq(regel_seat_bot(game, 1, "mcts:20:2"), 0);
  ck_assert_int_eq(regel_seat_bot(game, 1, "look:3"), 0);
  ck_assert_int_eq(regel_bot_plays(game), 0);
  ck_assert_int_eq(regel_step(game), REGEL_DECIDE);
  ck_assert_int_lt(regel_undo(game, 0), 0);
  while (regel_step(game) == REGEL_DECIDE) regel_bot_plays(game);
  ck_assert_int_eq(regel_steps(game) >= 6, 1);
  end();
}
END_TEST

START_TEST(chance_is_told_and_given_again)
{
  char told[40], *why = NULL;
  begin(NULL);
  regel_reader *r = regel_read(game, REGEL_SPECTATOR, NULL);
  ck_assert_ptr_null(regel_seed(game));
  while (regel_step(game) == REGEL_DECIDE) regel_answer(game, 0);
  ck_assert_str_eq(regel_end_rules(r), "");
  snprintf(told, sizeof told, "%s", regel_seed(game));
  ck_assert_uint_eq(strlen(told), 32);
  uint64_t hash = regel_hash(game);
  end();
  begin(told);
  while (regel_step(game) == REGEL_DECIDE) regel_answer(game, 0);
  ck_assert_uint_eq(regel_hash(game), hash);
  regel_setup wrong = {.chance = "12x"};
  ck_assert_int_eq(regel_fits(rules, &wrong, NULL), -1);
  ck_assert_ptr_null(regel_game_new(rules, &wrong, &why));
  ck_assert_ptr_nonnull(strstr(why, "12x"));
  regel_free(why);
  end();
}
END_TEST

static TCase *sight(void)
{
  TCase *t = tcase_create("sight");
  tcase_add_test(t, who_is_asked_has_names);
  tcase_add_test(t, things_are_read_by_who_sees_them);
  tcase_add_test(t, an_answer_leads_to_a_place);
  tcase_add_test(t, what_is_taken_back_is_forgotten_without_a_store);
  tcase_add_test(t, a_bot_plays_and_nobody_takes_that_back);
  tcase_add_test(t, chance_is_told_and_given_again);
  return t;
}

int main(void) { return unit_run(sight, "sight", 60); }
