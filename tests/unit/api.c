/* libregel as an embedder sees it: the public header and nothing else. */
#include "interp/regel.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char source[] =
    "game fields \"Fields\" for 2..3\n"
    "option goal \"Goal\": 1..9 = 3\n"
    "kind card \"odd card\"\n"
    "card ace \"Ace\", king_of_hearts, pair \"Pair\" * 2\n"
    "kind player { hand \"Hand\": pile of card seen by owner; steps \"Steps\": 0..9 }\n"
    "deck \"Deck\": pile of card = card seen by none\n"
    "verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }\n"
    "verb play {\n"
    "  repeat {\n"
    "    each p in players { as p { go (choose 1..2 \"How far, {me}?\") with first(hand) "
    "} }\n"
    "  }\n"
    "}\n"
    "verb go (n: 1..2) with (c: card or none) \"{me} goes {n|one step|{n} steps} with "
    "{c}\" {\n"
    "  raise steps by n\n"
    "  if steps >= goal { win me }\n"
    "}\n";

static regel_rules *rules(void)
{
  char *messages = NULL;
  regel_rules *r = regel_compile_text("fields.regel", source, strlen(source), NULL,
                                      REGEL_HUMAN, &messages);
  ck_assert_msg(r != NULL, "%s", messages);
  regel_free(messages);
  return r;
}

static regel_game *game(const regel_rules *r, uint64_t seed)
{
  static const char *const names[] = {"Ann", "Bob"};
  regel_setup setup = {.players = 2, .seed = seed, .names = names};
  regel_game *g = regel_game_new(r, &setup, NULL);
  ck_assert_ptr_nonnull(g);
  regel_auto_chance(g, 1);
  return g;
}

START_TEST(the_library_has_the_version_of_its_header)
{
  ck_assert_str_eq(regel_version(), REGEL_VERSION);
}
END_TEST

START_TEST(rules_tell_what_they_are)
{
  regel_rules *r = rules();
  ck_assert_str_eq(regel_rules_name(r), "fields");
  ck_assert_str_eq(regel_rules_title(r), "Fields");
  ck_assert_int_eq(regel_rules_fewest(r), 2);
  ck_assert_int_eq(regel_rules_most(r), 3);
  ck_assert_str_eq(regel_rules_option(r, 0), "goal");
  ck_assert_ptr_null(regel_rules_option(r, 1));
  ck_assert_ptr_null(regel_rules_option(r, -1));
  regel_rules *again = rules();
  ck_assert_uint_eq(regel_rules_hash(r), regel_rules_hash(again));
  regel_rules_free(again);
  regel_rules_free(r);
}
END_TEST

START_TEST(mistakes_come_back_as_messages)
{
  static const char wrong[] = "game x \"X\" for 1..1\nverb play { win nobody_here }\n";
  static const char *const parts[] = {"error[E0", "x.regel:2:17: error:", "\"line\": 2"};
  for (int format = REGEL_HUMAN; format <= REGEL_JSON; format++) {
    char *messages = NULL;
    ck_assert_ptr_null(regel_compile_text("x.regel", wrong, strlen(wrong), NULL,
                                          (regel_format)format, &messages));
    ck_assert_msg(strstr(messages, parts[format]) != NULL, "%s", messages);
    regel_free(messages);
  }
  ck_assert_ptr_null(regel_compile_file("no/such/file.regel", NULL, REGEL_HUMAN, NULL));
}
END_TEST

START_TEST(a_setup_that_does_not_fit_is_refused)
{
  regel_rules *r = rules();
  static const char *const unknown[] = {"gaol=2", NULL},
                           *const large[] = {"goal=20", NULL},
                           *const plain[] = {"goal", NULL};
  regel_setup bad[] = {
      {.players = 4}, {.options = unknown}, {.options = large}, {.options = plain}};
  static const char *const says[] = {"2 to 3 players", "did you mean \"goal\"", "1 to 9",
                                     "name=value"};
  for (int i = 0; i < 4; i++) {
    char *why = NULL;
    ck_assert_ptr_null(regel_game_new(r, &bad[i], &why));
    ck_assert_msg(strstr(why, says[i]) != NULL, "%s", why);
    regel_free(why);
  }
  regel_rules_free(r);
}
END_TEST

START_TEST(questions_have_words)
{
  regel_rules *r = rules();
  regel_game *g = game(r, 1);
  ck_assert_int_eq(regel_answers(g), 0); /* nothing is asked before the first step */
  ck_assert_int_eq(regel_answer(g, 0), -1);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  ck_assert_str_eq(regel_prompt(g, 0), "How far, Ann?");
  ck_assert_int_eq(regel_answers(g), 2);
  ck_assert_str_eq(regel_label(g, 1, 0), "2");
  ck_assert_str_eq(regel_label(g, 7, 0), "");
  ck_assert_int_eq(regel_seat(g, 0), 0);
  ck_assert_int_eq(regel_answer(g, 2), -1);
  ck_assert_int_eq(regel_answer(g, 0), 0);
  ck_assert_int_eq(regel_answer(g, 0), -1); /* it was given */
  regel_game_free(g);
  regel_rules_free(r);
}
END_TEST

static void collect(void *user, const char *sentence)
{
  char *all = user;
  strncat(all, sentence, 4000 - strlen(all));
  strncat(all, "\n", 4000 - strlen(all));
}

START_TEST(a_log_tells_a_viewer_only_what_it_may_know)
{
  regel_rules *r = rules();
  static const int viewers[] = {0, 1, REGEL_SPECTATOR, REGEL_SEES_ALL};
  for (int i = 0; i < 4; i++) {
    char log[4096] = "";
    regel_game *g = game(r, 1);
    regel_log(g, viewers[i], collect, log);
    regel_step(g);
    regel_answer(g, 1);
    regel_step(g);
    bool hidden = strstr(log, "Ann goes 2 steps with an odd card") != NULL;
    ck_assert_msg(hidden == (viewers[i] == 1 || viewers[i] == REGEL_SPECTATOR), "%s",
                  log);
    ck_assert_msg(strstr(log, "Steps: 2)") != NULL, "%s", log);
    ck_assert_msg((strstr(log, "odd card") != NULL) == (viewers[i] != REGEL_SEES_ALL),
                  "%s", log);
    regel_game_free(g);
  }
  regel_rules_free(r);
}
END_TEST

START_TEST(a_table_shows_a_viewer_only_what_it_may_know)
{
  regel_rules *r = rules();
  regel_game *g = game(r, 1);
  regel_step(g);
  ck_assert_ptr_nonnull(strstr(regel_table(g, REGEL_SPECTATOR), "Ann     1 hidden"));
  ck_assert_ptr_null(strstr(regel_table(g, 0), "Ann     1 hidden"));
  ck_assert_ptr_nonnull(strstr(regel_table(g, 0), "Bob     1 hidden"));
  ck_assert_ptr_nonnull(strstr(regel_table(g, 0), "2 hidden")); /* the deck */
  regel_game_free(g);
  regel_rules_free(r);
}
END_TEST

START_TEST(scores_views_and_reasons_are_told)
{
  static const char text[] =
      "game row \"Row\" for 2..2 { score = steps }\n"
      "kind player { steps \"Steps\": 0..9 }\n"
      "kind square \"square\" 3 by 1 { mark \"Mark\": player or none }\n"
      "view 60 by 20 { show square in grid at 0 0 by 60 20; each s in square { show s.mark on s } }\n"
      "verb play { each p in players { as p { take (choose square where it.mark is none) } }; win none }\n"
      "verb take (s: square) \"{me} takes {s}\" { set s.mark to me; raise steps by 2 }\n";
  char *messages = NULL;
  regel_rules *r = regel_compile_text("row.regel", text, strlen(text), NULL, REGEL_HUMAN, &messages);
  ck_assert_msg(r != NULL, "%s", messages);
  regel_free(messages);
  regel_rules *plain = rules();
  regel_game *g = game(r, 1), *other = game(plain, 1);
  int64_t score = -1;
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  char *before = strdup(regel_view(g, 0));
  ck_assert_str_ne(before, "");
  ck_assert_int_eq(regel_answer(g, 1), 0);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  ck_assert_str_ne(regel_view(g, 1), before);
  ck_assert_ptr_nonnull(strstr(regel_why_not(g, 1, "square (2, 1)"), "is no candidate"));
  ck_assert_int_eq(regel_score(g, 0, &score), 0);
  ck_assert_int_eq(score, 2);
  ck_assert_int_eq(regel_score(g, 2, &score), -1);
  regel_step(other);
  ck_assert_int_eq(regel_score(other, 0, &score), -1); /* its rules count nothing */
  ck_assert_str_eq(regel_view(other, 0), "");
  free(before);
  regel_game_free(g);
  regel_game_free(other);
  regel_rules_free(r);
  regel_rules_free(plain);
}
END_TEST

START_TEST(a_saved_state_comes_back)
{
  regel_rules *r = rules();
  regel_game *g = game(r, 3), *other = game(r, 4);
  void *bytes = malloc(regel_save_size(g));
  regel_step(g);
  uint64_t before = regel_hash(g);
  size_t n = regel_save(g, bytes);
  ck_assert_uint_le(n, regel_save_size(g));
  regel_answer(g, 1);
  regel_step(g);
  ck_assert(regel_hash(g) != before);
  ck_assert_int_eq(regel_restore(other, bytes, n), 0);
  ck_assert_int_eq(regel_step(other), REGEL_DECIDE);
  ck_assert_uint_eq(regel_hash(other), before);
  ck_assert_int_eq(regel_restore(other, bytes, n - 1), -1);
  ck_assert_int_eq(regel_restore(other, bytes, 3), -1);
  ((unsigned char *)bytes)[0] ^= 1; /* other rules */
  ck_assert_int_eq(regel_restore(other, bytes, n), -1);
  free(bytes);
  regel_game_free(g);
  regel_game_free(other);
  regel_rules_free(r);
}
END_TEST

START_TEST(a_copy_goes_its_own_way)
{
  regel_rules *r = rules();
  regel_game *g = game(r, 3);
  ck_assert_ptr_null(regel_copy(g)); /* nobody is asked yet */
  regel_bot(g, 1, 0);
  regel_step(g);
  regel_game *copy = regel_copy(g);
  ck_assert_uint_eq(regel_hash(copy), regel_hash(g));
  ck_assert_str_eq(regel_prompt(copy, 0), regel_prompt(g, 0));
  ck_assert_str_eq(regel_player(copy, 1), "Bob");
  ck_assert(regel_is_bot(copy, 1) && !regel_is_bot(copy, 0));
  uint64_t before = regel_hash(g);
  regel_answer(copy, 1);
  regel_step(copy);
  ck_assert_uint_eq(regel_hash(g), before);
  regel_answer(g, 1);
  regel_step(g);
  ck_assert_uint_eq(regel_hash(copy), regel_hash(g));
  ck_assert_int_eq(regel_bot_answer(copy), regel_bot_answer(g));
  regel_game_free(g);
  regel_game_free(copy);
  regel_rules_free(r);
}
END_TEST

/* Games in the head for a week: it answers all the same. */
static void answers_in_time(const char *name)
{
  regel_library *l = regel_library_new(".");
  regel_rules *r = regel_open(l, name, NULL);
  regel_library_free(l);
  regel_setup setup = {.players = 2, .seed = 5};
  regel_game *g = regel_game_new(r, &setup, NULL);
  regel_auto_chance(g, 1);
  regel_bot(g, 0, 1000000);
  regel_bot(g, 1, 1000000);
  regel_bot_patience(g, 30);
  for (int i = 0; i < 4; i++) {
    struct timespec from, to;
    ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
    clock_gettime(CLOCK_MONOTONIC, &from);
    int answer = regel_bot_answer(g);
    clock_gettime(CLOCK_MONOTONIC, &to);
    ck_assert_int_lt((int)(to.tv_sec - from.tv_sec), 20);
    ck_assert_int_eq(regel_answer(g, answer), 0);
  }
  regel_game_free(g);
  regel_rules_free(r);
}

START_TEST(a_bot_answers_in_time)
{
  answers_in_time("tictactoe"); /* each answer to its end */
  answers_in_time("clash");     /* by its outlook */
}
END_TEST

static int64_t games_of_line(const regel_data *cover, int line)
{
  const regel_data *lines = regel_data_get(cover, "lines");
  for (size_t i = 0; i < regel_data_count(lines); i++) {
    const regel_data *x = regel_data_at(lines, i);
    if (regel_data_number(regel_data_get(x, "line")) == line)
      return regel_data_number(regel_data_get(x, "games"));
  }
  return -1;
}

START_TEST(lines_tell_in_how_many_games_they_ran)
{
  regel_rules *r = rules();
  static const char *const options[] = {"goal=2", NULL}, *const wrong[] = {"goal=99",
                                                                           NULL};
  char *why = NULL;
  regel_data *all = regel_cover(r, NULL, 36, 60, NULL);
  ck_assert_int_eq(regel_data_number(regel_data_get(all, "games")), 36);
  ck_assert_int_eq(games_of_line(all, 14), 36); /* raise steps */
  ck_assert_int_eq(games_of_line(all, 3), -1);  /* nothing runs there */
  regel_data *one = regel_cover(r, &(regel_setup){.options = options}, 5, 60, NULL);
  ck_assert_int_eq(regel_data_number(regel_data_get(one, "games")), 5);
  ck_assert_ptr_null(regel_cover(r, &(regel_setup){.options = wrong}, 5, 60, &why));
  ck_assert_ptr_nonnull(why);
  regel_free(why);
  regel_data_free(all);
  regel_data_free(one);
  regel_rules_free(r);
}
END_TEST

START_TEST(a_game_has_winners_when_it_is_over)
{
  regel_rules *r = rules();
  regel_game *g = game(r, 5);
  ck_assert_str_eq(regel_result(g), "");
  while (regel_step(g) == REGEL_DECIDE) {
    ck_assert_uint_eq(regel_winners(g), 0);
    regel_answer(g, 1);
  }
  ck_assert_uint_eq(regel_winners(g), 1);
  ck_assert_str_eq(regel_result(g), "Ann wins");
  ck_assert_str_eq(regel_error(g), "");
  ck_assert_int_eq(regel_step(g), REGEL_DONE);
  regel_game_free(g);
  regel_rules_free(r);
}
END_TEST

START_TEST(chance_can_be_given_from_outside)
{
  regel_rules *r = rules();
  regel_game *g = regel_game_new(r, NULL, NULL);
  ck_assert_int_eq(regel_step(g), REGEL_CHANCE);
  ck_assert_int_eq(regel_answers(g), 3); /* two of the four cards are the same */
  ck_assert_int_eq(regel_seat(g, 0), -1);
  ck_assert_str_eq(regel_label(g, 1, REGEL_SEES_ALL), "King of hearts");
  ck_assert_int_ge(regel_roll(g), 0);
  regel_answer(g, 1);
  regel_step(g);
  regel_answer(g, 0);
  regel_step(g);
  ck_assert_ptr_nonnull(strstr(regel_table(g, 0), "King of hearts"));
  regel_game_free(g);
  regel_rules_free(r);
}
END_TEST

/* A file of its own for a database. */
static void fresh_path(char path[64])
{
  strcpy(path, "/tmp/regel-api-XXXXXX");
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
}

static void drop(const char *path)
{
  static const char *const ends[] = {"", "-wal", "-shm"};
  for (int i = 0; i < 3; i++) {
    char name[80];
    snprintf(name, sizeof name, "%s%s", path, ends[i]);
    unlink(name);
  }
}

START_TEST(a_recorded_game_is_resumed_where_it_stood)
{
  char path[64], *why = NULL;
  fresh_path(path);
  regel_store *store = regel_store_open(path, &why);
  ck_assert_msg(store != NULL, "%s", why);
  regel_rules *r = rules(), *carried = NULL;
  regel_game *g = game(r, 5);
  ck_assert_int_eq(regel_record(g, store), 0);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  ck_assert_int_eq(regel_game_id(g), 1);
  ck_assert_int_eq(regel_record(g, store), -1);
  regel_answer(g, 0);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  uint64_t hash = regel_hash(g);
  regel_game_free(g);
  regel_rules_free(r);
  regel_store_close(store);

  store = regel_store_open(path, NULL);
  g = regel_resume(store, 1, &carried, &why);
  ck_assert_msg(g != NULL, "%s", why);
  regel_auto_chance(g, 1);
  ck_assert_str_eq(regel_rules_name(carried), "fields");
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  ck_assert(regel_hash(g) == hash);
  ck_assert_str_eq(regel_prompt(g, 1), "How far, Bob?");
  while (regel_step(g) == REGEL_DECIDE) regel_answer(g, 1);
  ck_assert_int_eq(regel_step(g), REGEL_DONE); /* asking again stores nothing twice */
  ck_assert_str_eq(regel_store_error(store), "");
  regel_game_free(g);
  regel_rules_free(carried);

  g = regel_resume(store, 1, &carried, &why); /* its end can be looked at */
  ck_assert_ptr_nonnull(g);
  ck_assert_int_eq(regel_step(g), REGEL_DONE);
  ck_assert_uint_ne(regel_winners(g), 0);
  regel_game_free(g);
  regel_rules_free(carried);
  ck_assert_ptr_null(regel_resume(store, 7, &carried, &why));
  ck_assert_ptr_null(carried);
  ck_assert_ptr_nonnull(strstr(why, "no game 7"));
  regel_free(why);
  regel_store_close(store);
  drop(path);
}
END_TEST

START_TEST(a_store_that_cannot_be_opened_says_why)
{
  char *why = NULL;
  ck_assert_ptr_null(regel_store_open("/dev/null/nothing", &why));
  ck_assert_ptr_nonnull(strstr(why, "cannot be opened"));
  regel_free(why);
}
END_TEST

/* Plays with the first answers; what every state was. */
START_TEST(other_rules_are_told_apart_and_games_with_them)
{
  char path[64], *why = NULL;
  regel_rules *old = rules(),
              *same = regel_compile_text("again.regel", source, strlen(source), NULL,
                                         REGEL_HUMAN, NULL);
  static char text[sizeof source + 8];
  char *at = strcpy(text, source) + (strstr(source, "win me") - source);
  memcpy(at, "win none }\n}\n", 14);
  regel_rules *other =
      regel_compile_text("other.regel", text, strlen(text), NULL, REGEL_HUMAN, NULL);
  ck_assert_ptr_nonnull(other);
  regel_data *d = regel_diff(old, other);
  ck_assert_uint_eq(regel_data_count(regel_data_get(d, "changes")), 1);
  ck_assert_str_eq(regel_data_text(regel_data_get(d, "changes.0.new")), "win none");
  ck_assert_int_eq(regel_data_number(regel_data_get(d, "changes.0.places.new.line")), 15);
  regel_data_free(d);
  d = regel_diff(old, same);
  ck_assert_uint_eq(regel_data_count(regel_data_get(d, "changes")), 0);
  regel_data_free(d);
  fresh_path(path);
  regel_store *store = regel_store_open(path, &why);
  regel_game *g = game(old, 5);
  ck_assert_int_eq(regel_record(g, store), 0);
  regel_auto_chance(g, 1);
  while (regel_step(g) == REGEL_DECIDE) ck_assert_int_eq(regel_answer(g, 0), 0);
  int64_t id = regel_game_id(g);
  regel_game_free(g);
  d = regel_impact(store, NULL, same, NULL, NULL);
  ck_assert_int_eq(regel_data_number(regel_data_get(d, "games")), 1);
  ck_assert_uint_eq(regel_data_count(regel_data_get(d, "changed")), 0);
  regel_data_free(d);
  d = regel_impact(store, NULL, other, NULL, NULL);
  ck_assert_int_eq(regel_data_number(regel_data_get(d, "changed.0.game")), id);
  ck_assert_int_eq(regel_data_number(regel_data_get(d, "classes.result")), 1);
  regel_data_free(d);
  d = regel_compare(store, id, same, &why);
  ck_assert_int_eq(regel_data_number(regel_data_get(d, "to_the_end")), 1);
  regel_data_free(d);
  d = regel_search(store, "king", NULL, 0, &why);
  ck_assert_int_eq(regel_data_number(regel_data_get(d, "found")), 1);
  ck_assert_str_eq(regel_data_text(regel_data_get(d, "cards.0.id")), "king_of_hearts");
  regel_data_free(d);
  ck_assert_ptr_null(regel_search(store, "!?", NULL, 0, &why));
  ck_assert_ptr_nonnull(why);
  regel_free(why);
  why = NULL;
  ck_assert_ptr_null(regel_compare(store, id + 9, same, &why));
  ck_assert_ptr_nonnull(why);
  regel_free(why);
  regel_store_close(store);
  drop(path);
  regel_rules_free(old);
  regel_rules_free(same);
  regel_rules_free(other);
}
END_TEST

static uint64_t played(const regel_rules *r)
{
  uint64_t all = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    regel_game *g = game(r, seed);
    for (int i = 0; regel_step(g) == REGEL_DECIDE; i++) {
      all = all * 31 + regel_hash(g);
      regel_answer(g, i % regel_answers(g));
    }
    all = all * 31 + regel_hash(g) + regel_winners(g);
    regel_game_free(g);
  }
  return all;
}

START_TEST(native_code_plays_the_same_games)
{
  char folder[] = "/tmp/regel-api.XXXXXX", *why = NULL;
  ck_assert_ptr_nonnull(mkdtemp(folder));
  setenv("XDG_CACHE_HOME", folder, 1);
  regel_rules *r = rules();
  uint64_t interpreted = played(r);
  ck_assert_msg(regel_native(r, &why), "%s", why ? why : "");
  ck_assert_uint_eq(played(r), interpreted);
  regel_rules_free(r);
  setenv("XDG_CACHE_HOME", "/dev/null", 1);
  r = rules();
  ck_assert_int_eq(regel_native(r, &why), 0);
  ck_assert_ptr_nonnull(why);
  regel_free(why);
  ck_assert_uint_eq(played(r), interpreted);
  regel_rules_free(r);
}
END_TEST

/* ---- opening by name ----------------------------------------------------------------
 */

static void count_part(void *user, regel_opened *o)
{
  int *counts = user;
  counts[0]++;
  counts[1] += o->rules != NULL;
  counts[2] += o->extra;
  counts[3] += strstr(o->said, "error[E0") != NULL;
  regel_rules_free(o->rules);
}

START_TEST(a_name_is_found_or_it_is_said_why_not)
{
  regel_library *l = regel_library_new(".");
  regel_data *d = regel_find(l, "tictactoe", NULL);
  ck_assert_str_eq(regel_data_text(regel_data_get(d, "file")),
                   "scenarios/tictactoe/game.regel");
  ck_assert_uint_eq(regel_data_count(regel_data_get(d, "said")), 0);
  regel_data_free(d);
  d = regel_find(l, "tictactoo", NULL);
  ck_assert_int_eq(regel_data_tag(regel_data_get(d, "file")), REGEL_NOTHING);
  ck_assert_ptr_nonnull(
      strstr(regel_data_text(regel_data_get(d, "said.0")), "tictactoe"));
  regel_data_free(d);
  int none[4] = {0};
  ck_assert_int_eq(regel_open_each(l, "tictactoo", NULL, 0, count_part, none), -1);
  ck_assert_int_eq(none[0], 0);
  regel_library_free(l);
}
END_TEST

START_TEST(a_file_that_does_not_compile_is_given_with_what_is_wrong)
{
  static const char slip[] = "game slip for 2..2\nverb play { win nobody_at_all }\n";
  regel_library *l = regel_library_new("");
  int counts[4] = {0};
  char *said = NULL;
  regel_library_overlay(l, "slip.regel", slip, strlen(slip));
  ck_assert_int_eq(regel_open_each(l, "slip.regel", NULL, REGEL_TESTS | REGEL_PARTS,
                                   count_part, counts),
                   0);
  ck_assert_int_eq(counts[0], 1);
  ck_assert_int_eq(counts[1], 0);
  ck_assert_int_eq(counts[2], 0);
  ck_assert_int_eq(counts[3], 1);
  /* Its tree can be looked at all the same. */
  char *tree = regel_dump_file(l, "slip.regel", REGEL_TREE, 0, &said);
  ck_assert_ptr_nonnull(tree);
  ck_assert_ptr_nonnull(strstr(tree, "slip"));
  regel_free(tree);
  regel_free(said);
  ck_assert_ptr_null(regel_dump_file(l, "other.regel", REGEL_TREE, 0, &said));
  regel_free(said);
  regel_library_free(l);
}
END_TEST

START_TEST(code_is_listed_by_chunk)
{
  const char *const one[] = {"setup", NULL}, *const none[] = {"nothing", NULL};
  regel_rules *r = rules();
  char *all = regel_dump(r, REGEL_CODE, NULL), *some = regel_dump(r, REGEL_CODE, one),
       *empty = regel_dump(r, REGEL_CODE, none),
       *types = regel_dump(r, REGEL_TYPES, NULL);
  ck_assert_ptr_nonnull(strstr(all, "go"));
  ck_assert_ptr_nonnull(strstr(some, "SHUFFLE"));
  ck_assert_uint_lt(strlen(some), strlen(all));
  ck_assert_str_eq(empty, "");
  ck_assert_ptr_nonnull(strstr(types, "game fields for 2..3"));
  regel_free(all);
  regel_free(some);
  regel_free(empty);
  regel_free(types);
  regel_rules_free(r);
}
END_TEST

START_TEST(every_code_has_a_page)
{
  regel_library *l = regel_library_new(".");
  regel_data *codes = regel_codes();
  ck_assert_uint_gt(regel_data_count(codes), 200);
  for (size_t i = 0; i < regel_data_count(codes); i++) {
    const char *code = regel_data_text(regel_data_get(regel_data_at(codes, i), "code"));
    char *page = regel_explain(l, code);
    ck_assert_msg(page && strstr(page, code), "%s has no page", code);
    regel_free(page);
  }
  ck_assert_ptr_null(regel_explain(l, "E9999"));
  ck_assert_ptr_null(regel_explain(l, "../README"));
  regel_data_free(codes);
  regel_library_free(l);
}
END_TEST

static int is_second(void *user, const char *title, const char *file)
{
  (void)user;
  return !strcmp(file, "two.regel") && !strcmp(title, "second");
}

START_TEST(chosen_tests_run_and_a_failure_has_its_place)
{
  static const char two[] = "game two for 2..2\nn: 0..9\nverb play { win none }\n"
                            "test \"first\" for a, b { expect n is 0 }\n"
                            "test \"second\" for a, b { expect n is 1 }\n";
  regel_library *l = regel_library_new("");
  regel_library_overlay(l, "two.regel", two, strlen(two));
  regel_rules *r = regel_open(l, "two.regel", NULL);
  regel_data *all = regel_test(r, 1), *one = regel_test_some(r, 1, is_second, NULL);
  ck_assert_int_eq(regel_data_number(regel_data_get(all, "passed")), 1);
  ck_assert_int_eq(regel_data_number(regel_data_get(all, "failed")), 1);
  ck_assert_uint_eq(regel_data_count(regel_data_get(one, "tests")), 1);
  char *shown = regel_excerpt(r, regel_data_get(one, "tests.0.at"));
  ck_assert_ptr_nonnull(strstr(shown, "two.regel:5"));
  ck_assert_ptr_nonnull(strstr(shown, "^"));
  regel_free(shown);
  shown = regel_excerpt(r, NULL);
  ck_assert_str_eq(shown, "");
  regel_free(shown);
  regel_data_free(all);
  regel_data_free(one);
  regel_rules_free(r);
  regel_library_free(l);
}
END_TEST

int main(void)
{
  Suite *s = suite_create("api");
  TCase *t = tcase_create("libregel");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, a_bot_answers_in_time);
  tcase_add_test(t, the_library_has_the_version_of_its_header);
  tcase_add_test(t, rules_tell_what_they_are);
  tcase_add_test(t, mistakes_come_back_as_messages);
  tcase_add_test(t, a_setup_that_does_not_fit_is_refused);
  tcase_add_test(t, questions_have_words);
  tcase_add_test(t, a_log_tells_a_viewer_only_what_it_may_know);
  tcase_add_test(t, a_table_shows_a_viewer_only_what_it_may_know);
  tcase_add_test(t, scores_views_and_reasons_are_told);
  tcase_add_test(t, a_saved_state_comes_back);
  tcase_add_test(t, a_game_has_winners_when_it_is_over);
  tcase_add_test(t, a_copy_goes_its_own_way);
  tcase_add_test(t, lines_tell_in_how_many_games_they_ran);
  tcase_add_test(t, chance_can_be_given_from_outside);
  tcase_add_test(t, a_recorded_game_is_resumed_where_it_stood);
  tcase_add_test(t, a_store_that_cannot_be_opened_says_why);
  tcase_add_test(t, other_rules_are_told_apart_and_games_with_them);
  tcase_add_test(t, a_name_is_found_or_it_is_said_why_not);
  tcase_add_test(t, a_file_that_does_not_compile_is_given_with_what_is_wrong);
  tcase_add_test(t, code_is_listed_by_chunk);
  tcase_add_test(t, every_code_has_a_page);
  tcase_add_test(t, chosen_tests_run_and_a_failure_has_its_place);
  tcase_add_test(t, native_code_plays_the_same_games);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
