/* Readers of a game, each in a language of his own; causes; games that branch off. */
#include "interp/regel.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
    "game race \"Race\" for 2..2\n"
    "kind player { steps \"Steps\": 0..99; luck \"Luck\": 0..6 seen by owner }\n"
    "verb walk (n: 1..3) \"Walk {n}\" { raise steps by n } @RACE-1\n"
    "verb play {\n"
    "  repeat { each p in players { as p {\n"
    "    set luck to random 1..6\n"
    "    let n = choose 1..3 \"How far?\"\n"
    "    walk n\n"
    "    if steps >= 9 { win me }\n"
    "  } } }\n"
    "}\n";

static char path[64];
static regel_store *store;
static regel_rules *rules;

static void begin(void)
{
  strcpy(path, "/tmp/regel-readers-XXXXXX");
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  store = regel_store_open(path, NULL);
  char *messages = NULL;
  rules = regel_compile_text("race.regel", source, sizeof source - 1, NULL, REGEL_SHORT,
                             &messages);
  ck_assert_msg(rules != NULL, "%s", messages);
  regel_free(messages);
}

static void end(void)
{
  static const char *const ends[] = {"", "-wal", "-shm"};
  regel_rules_free(rules);
  regel_store_close(store);
  for (int i = 0; i < 3; i++) {
    char name[80];
    snprintf(name, sizeof name, "%s%s", path, ends[i]);
    unlink(name);
  }
}

static regel_game *game(void)
{
  static const char *const names[] = {"Ann", "Bob"};
  regel_setup setup = {.seed = 7, .names = names};
  regel_game *g = regel_game_new(rules, &setup, NULL);
  regel_auto_chance(g, 1);
  regel_remember(g, 1);
  ck_assert_int_eq(regel_record(g, store), 0);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  return g;
}

static void answer(regel_game *g, int i)
{
  ck_assert_int_eq(regel_answer(g, i), 0);
  regel_step(g);
}

static void same_lines(regel_reader *a, regel_reader *b)
{
  ck_assert_int_eq(regel_lines(a), regel_lines(b));
  for (int i = 0; i < regel_lines(a); i++)
    ck_assert_str_eq(regel_line(a, i), regel_line(b, i));
}

START_TEST(who_comes_late_reads_the_same)
{
  begin();
  regel_game *g = game();
  regel_reader *early = regel_read(g, 0, NULL);
  answer(g, 1);
  answer(g, 2);
  regel_reader *late = regel_read(g, 0, NULL), *other = regel_read(g, 1, NULL);
  ck_assert_int_gt(regel_lines(early), 3);
  same_lines(early, late);
  answer(g, 0);
  same_lines(early, late);
  /* Each is told of his own luck, and of no other. */
  int own = 0, foreign = 0;
  for (int i = 0; i < regel_lines(other); i++) {
    own += strstr(regel_line(other, i), "Luck of Bob") != NULL;
    foreign += strstr(regel_line(other, i), "Luck of Ann") != NULL;
  }
  ck_assert_int_gt(own, 0);
  ck_assert_int_eq(foreign, 0);
  regel_read_end(early);
  answer(g, 0);
  ck_assert_str_eq(regel_line(late, 100000), "");
  regel_game_free(g);
  end();
}
END_TEST

/* What chance brings before the first question ends the set-up: who comes late, or comes
 * back to a stored game, is told of what was moved then, too. */
START_TEST(what_follows_chance_is_told_late_too)
{
  begin();
  static const char dealt[] = "game deal \"Deal\" for 2..2\n"
                              "kind card \"card\" { }\n"
                              "card ace \"Ace\", king \"King\"\n"
                              "box: pile of card = card\n"
                              "row \"Row\": pile of card\n"
                              "day \"Day\": 0..9\n"
                              "verb play {\n"
                              "  set day to random 1..6\n"
                              "  move ace to row\n"
                              "  repeat 5 { as first(players) { choose \"What?\" {\n"
                              "    \"Rest\" { }; \"Act\" { win me } } } }\n"
                              "}\n";
  regel_rules *r =
      regel_compile_text("deal.regel", dealt, sizeof dealt - 1, NULL, REGEL_SHORT, NULL);
  regel_game *g = regel_game_new(r, NULL, NULL);
  regel_record(g, store);
  regel_reader *early = regel_read(g, 0, NULL);
  while (regel_step(g) == REGEL_CHANCE) regel_answer(g, regel_roll(g));
  regel_reader *late = regel_read(g, 0, NULL);
  ck_assert_int_gt(regel_lines(early), 0);
  same_lines(early, late);
  regel_game_free(g);
  regel_rules_free(r);
  end();
}
END_TEST

START_TEST(what_is_taken_back_is_read_no_more)
{
  begin();
  static const char quiet[] = "game duel \"Duel\" for 2..2\n"
                              "kind player { steps \"Steps\": 0..99 }\n"
                              "verb play { repeat { each p in players { as p {\n"
                              "  raise steps by choose 1..3 \"How far?\"\n"
                              "  if steps >= 9 { win me }\n"
                              "} } } }\n";
  regel_rules *r =
      regel_compile_text("duel.regel", quiet, sizeof quiet - 1, NULL, REGEL_SHORT, NULL);
  regel_game *g = regel_game_new(r, NULL, NULL);
  regel_remember(g, 1);
  regel_record(g, store);
  regel_step(g);
  regel_reader *reader = regel_read(g, 0, NULL);
  answer(g, 0);
  int before = regel_lines(reader);
  ck_assert_int_eq(regel_undo_seat(g), 0);
  answer(g, 2);
  ck_assert_int_eq(regel_undo_seat(g), 1);
  ck_assert_int_gt(regel_lines(reader), before);
  ck_assert_int_eq(regel_undo(g, 1), 0);
  regel_step(g);
  ck_assert_int_eq(regel_lines(reader), before);
  int64_t id = regel_game_id(g);
  regel_game_free(g);
  regel_rules_free(r);
  /* The record, resumed: who sat there can still take back. */
  g = regel_resume(store, id, &r, NULL);
  regel_remember(g, 1);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  ck_assert_int_eq(regel_undo_seat(g), 0);
  ck_assert_int_eq(regel_undo(g, 0), 0);
  regel_step(g);
  reader = regel_read(g, 0, NULL);
  ck_assert_int_eq(regel_lines(reader), 0);
  regel_game_free(g);
  regel_rules_free(r);
  end();
}
END_TEST

START_TEST(every_line_has_its_causes)
{
  begin();
  regel_game *g = game();
  answer(g, 1);
  answer(g, 2);
  regel_reader *reader = regel_read(g, 0, NULL);
  int cited = 0, asked = 0;
  for (int i = 0; i < regel_lines(reader); i++) {
    regel_data *why = regel_why(reader, i);
    ck_assert_str_eq(regel_data_text(regel_data_get(why, "0.text")),
                     regel_line(reader, i));
    for (size_t k = 0; k < regel_data_count(why); k++) {
      const regel_data *cause = regel_data_at(why, k);
      cited += !strcmp(regel_data_text(regel_data_get(cause, "rule")), "RACE-1");
      asked += !strcmp(regel_data_text(regel_data_get(cause, "asked")), "How far?");
      ck_assert_ptr_null(
          strchr(regel_data_text(regel_data_get(cause, "place.file")), '/'));
    }
    regel_data_free(why);
  }
  ck_assert_int_gt(cited, 0);
  ck_assert_int_gt(asked, 0);
  regel_data *none = regel_why(reader, 1000);
  ck_assert_uint_eq(regel_data_count(none), 0);
  regel_data_free(none);
  regel_game_free(g);
  end();
}
END_TEST

START_TEST(a_game_branches_off_with_the_same_past_and_other_luck)
{
  begin();
  regel_game *g = game();
  answer(g, 1);
  answer(g, 2);
  int64_t id = regel_game_id(g), steps = regel_steps(g), ruleset;
  regel_game_free(g);
  char *why = NULL;
  int64_t other = regel_branch(store, id, steps - 2, &why);
  ck_assert_msg(other > id, "%s", why);
  ruleset = regel_stored_ruleset(store, other);
  ck_assert_int_eq(ruleset, regel_stored_ruleset(store, id));
  regel_rules *carried = regel_stored_rules(store, ruleset, NULL);
  regel_game *then = regel_replay_with(store, id, steps - 2, carried, NULL),
             *now = regel_resume_with(store, other, carried, NULL);
  ck_assert_ptr_nonnull(then);
  ck_assert_ptr_nonnull(now);
  regel_step(then);
  regel_step(now);
  regel_data *old = regel_table_data(then, REGEL_SEES_ALL),
             *new = regel_table_data(now, REGEL_SEES_ALL);
  char *a = regel_data_json(old), *b = regel_data_json(new);
  ck_assert_str_eq(a, b);
  regel_data_free(old);
  regel_data_free(new);
  regel_free(a);
  regel_free(b);
  ck_assert_str_eq(regel_player(now, 1), "Bob");
  regel_game_free(then);
  regel_game_free(now);
  regel_rules_free(carried);
  ck_assert_int_eq(regel_branch(store, 99, 0, &why), 0);
  ck_assert_ptr_nonnull(why);
  regel_free(why);
  end();
}
END_TEST

START_TEST(many_answers_are_one_transaction)
{
  begin();
  regel_game *g = game();
  int64_t id = regel_game_id(g);
  ck_assert_int_eq(regel_store_begin(store), 0);
  answer(g, 1);
  answer(g, 1);
  int64_t steps = regel_steps(g);
  regel_store *reader = regel_store_open(path, NULL);
  regel_rules *carried = NULL;
  regel_game *before = regel_replay(reader, id, -1, &carried, NULL);
  ck_assert_int_lt(regel_steps(before), steps);
  regel_game_free(before);
  regel_rules_free(carried);
  ck_assert_int_eq(regel_store_commit(store), 0);
  regel_game *after = regel_replay(reader, id, -1, &carried, NULL);
  ck_assert_int_eq(regel_steps(after), steps);
  regel_game_free(after);
  regel_rules_free(carried);
  regel_store_close(reader);
  regel_game_free(g);
  end();
}
END_TEST

START_TEST(bots_sit_where_they_sat)
{
  begin();
  regel_game *g = regel_game_new(rules, NULL, NULL);
  regel_bot(g, 1, 5);
  regel_auto_chance(g, 1);
  regel_record(g, store);
  regel_step(g);
  int64_t id = regel_game_id(g);
  regel_game_free(g);
  regel_rules *carried = NULL;
  g = regel_resume(store, id, &carried, NULL);
  ck_assert_int_eq(regel_is_bot(g, 0), 0);
  ck_assert_int_eq(regel_is_bot(g, 1), 1);
  regel_auto_chance(g, 1);
  regel_step(g);
  ck_assert_int_eq(regel_bot_answer(g), -1);
  answer(g, 0);
  ck_assert_int_ge(regel_bot_answer(g), 0);
  regel_game_free(g);
  regel_rules_free(carried);
  end();
}
END_TEST

START_TEST(a_form_knows_what_can_be_set)
{
  regel_library *library = regel_library_new(NULL);
  regel_rules *r = regel_open(library, "heimlich", NULL);
  ck_assert_ptr_nonnull(r);
  regel_language *nl = regel_language_open(r, "nl", NULL);
  regel_data *setup = regel_setup_data(r, nl);
  ck_assert_int_eq(regel_data_number(regel_data_get(setup, "fewest")), 2);
  ck_assert_int_eq(regel_data_number(regel_data_get(setup, "most")), 7);
  ck_assert_str_eq(regel_data_text(regel_data_get(setup, "options.0.id")), "version");
  ck_assert_str_eq(regel_data_text(regel_data_get(setup, "options.0.choices.0.text")),
                   "Basisspel");
  ck_assert_str_eq(regel_data_text(regel_data_get(setup, "options.0.value")), "base");
  ck_assert_uint_ge(regel_data_count(regel_data_get(setup, "languages")), 4);
  regel_data_free(setup);
  regel_language_free(nl);
  regel_rules_free(r);
  regel_data *messages = NULL;
  static const char *const packs[] = {"no_such_pack", NULL};
  ck_assert_ptr_null(regel_open_with(library, "heimlich", packs, &messages));
  ck_assert_ptr_nonnull(
      strstr(regel_data_text(regel_data_get(messages, "0.text")), "no_such_pack"));
  regel_data_free(messages);
  regel_library_free(library);
}
END_TEST

/* Where nothing is hidden the log is made as things happen. */
static void keep_last(void *user, const char *sentence)
{
  snprintf(user, 80, "%s", sentence);
}

START_TEST(the_log_speaks_the_language_of_the_game)
{
  regel_library *library = regel_library_new(NULL);
  regel_rules *r = regel_open(library, "connect4", NULL);
  regel_language *nl = regel_language_open(r, "nl", NULL);
  ck_assert_ptr_nonnull(nl);
  for (int late = 0; late < 2; late++) {
    char last[80] = "";
    regel_game *g = regel_game_new(r, NULL, NULL);
    if (!late) regel_speak(g, nl);
    regel_log(g, REGEL_SPECTATOR, keep_last, last);
    if (late) regel_speak(g, nl);
    ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
    ck_assert_int_eq(regel_answer(g, 0), 0);
    ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
    ck_assert_msg(strstr(last, "Speler 1") != NULL, "%s", last);
    regel_game_free(g);
  }
  regel_language_free(nl);
  regel_rules_free(r);
  regel_library_free(library);
}
END_TEST

/* What is not there is said once, and the database is used as before. */
START_TEST(a_game_that_is_not_there_is_no_fault)
{
  begin();
  char *why = NULL;
  ck_assert_ptr_null(regel_stored_open(store, 77, &why));
  ck_assert_ptr_nonnull(strstr(why, "no game"));
  regel_free(why);
  ck_assert_int_eq(regel_store_trouble(store), REGEL_NO_SUCH_GAME);
  regel_game *g = game();
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  regel_stored *s = regel_stored_open(store, regel_game_id(g), NULL);
  ck_assert_ptr_nonnull(s);
  ck_assert_int_eq(regel_store_trouble(store), REGEL_NO_TROUBLE);
  regel_stored_close(s);
  regel_game_free(g);
  end();
}
END_TEST

/* Without names, a setup or room it is all things, the usual setup, a narrow page. */
START_TEST(what_is_not_said_is_as_usual)
{
  begin();
  char *page = regel_texts_page(rules, NULL, NULL, NULL, -1, NULL);
  ck_assert_str_eq(page, ""); /* there are no things */
  regel_free(page);
  page = regel_texts_page(rules, NULL, NULL, (const char *[]){"walk", NULL}, -1, NULL);
  ck_assert_ptr_nonnull(strstr(page, "Walk"));
  regel_free(page);
  regel_data *texts = regel_texts(rules, NULL, NULL, NULL, NULL);
  ck_assert_ptr_nonnull(texts);
  regel_data_free(texts);
  const regel_sim_plan plan = {.games = 3};
  regel_data *played = regel_simulate(rules, NULL, &plan, NULL, NULL, NULL);
  ck_assert_int_eq(regel_data_number(regel_data_get(played, "finished")), 3);
  regel_data_free(played);
  end();
}
END_TEST

static TCase *readers(void)
{
  TCase *t = tcase_create("readers");
  tcase_add_test(t, who_comes_late_reads_the_same);
  tcase_add_test(t, what_follows_chance_is_told_late_too);
  tcase_add_test(t, what_is_taken_back_is_read_no_more);
  tcase_add_test(t, every_line_has_its_causes);
  tcase_add_test(t, a_game_branches_off_with_the_same_past_and_other_luck);
  tcase_add_test(t, many_answers_are_one_transaction);
  tcase_add_test(t, bots_sit_where_they_sat);
  tcase_add_test(t, a_form_knows_what_can_be_set);
  tcase_add_test(t, the_log_speaks_the_language_of_the_game);
  tcase_add_test(t, a_game_that_is_not_there_is_no_fault);
  tcase_add_test(t, what_is_not_said_is_as_usual);
  return t;
}

int main(void) { return unit_run(readers, "readers", 60); }
