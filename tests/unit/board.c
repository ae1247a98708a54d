/* Boards: nothing lies outside its place, no two items on one place touch, texts fit, ids
 * tell nothing but faces. */
#include "interp/board/board_int.h"
#include "interp/regel.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ------------------------------------------------------------------------- */

START_TEST(a_text_is_written_within_its_box)
{
  static const char *const words[] = {"Church", "Geheime Staatspolizei", "…", "ÅÉÎ Ŵőřķ", "i",
                                      "Verwaltungsgerichtshofsgebäude", "東京都庁舎", "of"};
  srand(7);
  for (int round = 0; round < 4000; round++) {
    char text[400] = "";
    for (int i = rand() % 8; i >= 0; i--) {
      strcat(text, words[rand() % 8]);
      if (i) strcat(text, " ");
    }
    int w = 1 + rand() % 300, h = 1 + rand() % 120, most = 1 + rand() % 60;
    Fitted f = fit_text(text, w, h, most);
    ck_assert_int_le(f.lines, FIT_LINES);
    ck_assert_int_le(f.lines * f.size, h);
    for (int i = 0; i < f.lines; i++) {
      int wide = fit_width(f.from[i], (size_t)f.bytes[i]) + (f.cut ? fit_width("…", 3) : 0);
      ck_assert_msg(wide * f.size <= w * 1000, "\"%s\" in %d by %d", text, w, h);
    }
  }
}
END_TEST

/* ---- the boards of the library ------------------------------------------------------- */

typedef struct Rect {
  int64_t x, y, w, h;
} Rect;

static int64_t number(const regel_data *d, const char *key)
{
  return regel_data_number(regel_data_get(d, key));
}
static const char *words(const regel_data *d, const char *key)
{
  const char *s = regel_data_text(regel_data_get(d, key));
  return s ? s : "";
}
static Rect rect(const regel_data *d)
{
  return (Rect){number(d, "x"), number(d, "y"), number(d, "w"), number(d, "h")};
}
static bool inside(Rect a, Rect b)
{
  return a.x >= b.x && a.y >= b.y && a.x + a.w <= b.x + b.w && a.y + a.h <= b.y + b.h;
}
static bool overlap(Rect a, Rect b)
{
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static const regel_data *find(const regel_data *items, const char *id)
{
  for (size_t i = 0; i < regel_data_count(items); i++)
    if (!strcmp(words(regel_data_at(items, i), "id"), id)) return regel_data_at(items, i);
  return NULL;
}

static void look_at_item(const regel_data *items, size_t i, Rect board, const char *game)
{
  const regel_data *x = regel_data_at(items, i);
  const char *id = words(x, "id"), *on = words(x, "on");
  ck_assert_msg(inside(rect(x), board), "%s: %s lies outside the board", game, id);
  ck_assert_ptr_eq(find(items, id), x); /* no other has its id */
  if (*on) {
    const regel_data *place = find(items, on);
    ck_assert_msg(place && inside(rect(x), rect(place)), "%s: %s does not lie on %s", game, id,
                  on);
  }
  for (size_t k = 0; k < i; k++) {
    const regel_data *y = regel_data_at(items, k);
    bool line = !strcmp(words(x, "shape"), "line") || !strcmp(words(y, "shape"), "line");
    /* What stands on tiles covers them. */
    bool covers = !strcmp(words(x, "shape"), "tile") != !strcmp(words(y, "shape"), "tile");
    if (strcmp(words(y, "on"), on) || line || covers) continue;
    ck_assert_msg(!overlap(rect(x), rect(y)), "%s: %s and %s touch", game, id, words(y, "id"));
  }
}

static int look_at_boards(const regel_data *board, const char *game)
{
  int boards = 0;
  const regel_data *views = regel_data_get(board, "views");
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *v = regel_data_at(views, i), *items = regel_data_get(v, "items");
    if (!number(v, "width")) continue;
    Rect all = {0, 0, number(v, "width") * UNITS, number(v, "height") * UNITS};
    boards++;
    ck_assert_msg(!number(v, "more"), "%s shows too much", game);
    for (size_t k = 0; k < regel_data_count(items); k++) look_at_item(items, k, all, game);
  }
  return boards;
}

static void play_and_look(const regel_rules *rules, const char *name, int players, uint64_t seed)
{
  regel_setup setup = {.players = players, .seed = seed};
  regel_game *g = regel_game_new(rules, &setup, NULL);
  ck_assert_ptr_nonnull(g);
  regel_auto_chance(g, 1);
  for (int i = 0; i < 160 && regel_step(g) == REGEL_DECIDE; i++) {
    if (i % 40 == 0) {
      regel_data *board = regel_board(g, i % 80 ? REGEL_SPECTATOR : 0, REGEL_BOARD_ALL);
      ck_assert_int_ge(look_at_boards(board, name), 1);
      regel_data_free(board);
    }
    regel_answer(g, (int)regel_random(g, (uint64_t)regel_answers(g)));
  }
  regel_game_free(g);
}

START_TEST(on_no_board_of_the_library_do_two_items_touch)
{
  static const char *const games[] = {"heimlich", "clash",    "orange",   "oranje",
                                      "cultists", "connect4", "tictactoe"};
  const char *name = games[_i];
  regel_library *library = regel_library_new(NULL);
  regel_data *messages = NULL;
  char path[100];
  snprintf(path, sizeof path, "scenarios/%s", name);
  regel_rules *rules = regel_open(library, path, &messages);
  ck_assert_ptr_nonnull(rules);
  int low = regel_rules_fewest(rules), high = regel_rules_most(rules);
  play_and_look(rules, name, low, 3);
  if (high > low) play_and_look(rules, name, high, 4);
  regel_data_free(messages);
  regel_rules_free(rules);
  regel_library_free(library);
}
END_TEST

/* What covers a part of a place leaves room for what lies on it as a whole, whether the
 * place is long, high, or too small for a title. */
START_TEST(parts_do_not_cover_what_lies_on_their_place)
{
  static const char text[] = "game lanes \"Lanes\" for 2..2\n"
                             "kind lane \"lane\" { held: player or none = none }\n"
                             "lane wide \"Wide\", high \"High\", small\n"
                             "kind unit \"unit\"\n"
                             "unit tank \"Tank\", truck \"Truck\"\n"
                             "view \"Lanes\" 100 by 100 {\n"
                             "  show wide at 0 0 by 100 10; show high at 0 20 by 12 70\n"
                             "  show small at 40 40 by 9 9\n"
                             "  each l in lane { show l.held on l; show \"!\" on l\n"
                             "    show tank on l from 0 to 5 of 10\n"
                             "    show truck on l from 5 to 10 of 10 } }\n"
                             "verb play { each l in lane { set l.held to first(players) }\n"
                             "  as first(players) { pick (choose lane) }; win none }\n"
                             "verb pick (l: lane) \"{me} picks {l}\" { }\n";
  char *messages = NULL;
  regel_rules *rules =
      regel_compile_text("lanes.regel", text, strlen(text), NULL, REGEL_HUMAN, &messages);
  ck_assert_msg(rules != NULL, "%s", messages);
  regel_game *g = regel_game_new(rules, &(regel_setup){.players = 2, .seed = 1}, NULL);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  regel_data *board = regel_board(g, 0, REGEL_BOARD_ALL);
  ck_assert_int_eq(look_at_boards(board, "lanes"), 1);
  regel_data_free(board);
  regel_game_free(g);
  regel_free(messages);
  regel_rules_free(rules);
}
END_TEST

/* ---- ids ----------------------------------------------------------------------------- */

static const char source[] =
    "game shells \"Shells\" for 2..2\n"
    "kind shell \"shell\"\n"
    "shell pearl \"Pearl\" * 3, stone \"Stone\" * 2\n"
    "kind spot \"spot\"\n"
    "spot left \"Left\", middle \"Middle\", right \"Right\"\n"
    "bag: pile of shell = shell seen by none\n"
    "kind spot { here \"Here\": pile of shell }\n"
    "view \"Spots\" 60 by 20 { show spot in row at 0 0 by 60 20\n"
    "  each s in shell { each p in spot { if s in p.here { show s on p } } } }\n"
    "verb setup { shuffle bag; each p in spot { draw 1 from bag to p.here } }\n"
    "verb play { repeat 3 { as first(players) { look (choose spot) } }; win none }\n"
    "verb look (p: spot) \"{me} looks at {p}\" { }\n";

static char *json_of(regel_game *g)
{
  regel_data *d = regel_board(g, 1, REGEL_BOARD_ALL);
  char *json = regel_data_json(d);
  regel_data_free(d);
  return json;
}

/* Which of three equal shells lies where is nobody's business: whatever was drawn, a board
 * on which the same faces lie is the same. */
START_TEST(equal_faces_give_equal_boards)
{
  char *messages = NULL, *first = NULL;
  regel_rules *r = regel_compile_text("shells.regel", source, strlen(source), NULL, REGEL_HUMAN,
                                      &messages);
  ck_assert_msg(r != NULL, "%s", messages);
  regel_free(messages);
  int same = 0;
  for (uint64_t seed = 1; seed < 60; seed++) {
    regel_setup setup = {.players = 2, .seed = seed};
    regel_game *g = regel_game_new(r, &setup, NULL);
    regel_auto_chance(g, 1);
    regel_step(g);
    const char *table = regel_table(g, 1);
    bool pearls = strstr(table, "Pearl") && !strstr(table, "Stone");
    char *json = pearls ? json_of(g) : NULL;
    if (json && first) {
      ck_assert_str_eq(json, first);
      same++;
    }
    if (json && !first) first = json;
    else regel_free(json);
    regel_game_free(g);
  }
  ck_assert_int_ge(same, 1);
  regel_free(first);
  regel_rules_free(r);
}
END_TEST

int main(void)
{
  Suite *s = suite_create("board");
  TCase *t = tcase_create("board");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, a_text_is_written_within_its_box);
  tcase_add_loop_test(t, on_no_board_of_the_library_do_two_items_touch, 0, 7);
  tcase_add_test(t, equal_faces_give_equal_boards);
  tcase_add_test(t, parts_do_not_cover_what_lies_on_their_place);
  suite_add_tcase(s, t);
  SRunner *run = srunner_create(s);
  srunner_run_all(run, CK_ENV);
  int failed = srunner_ntests_failed(run);
  srunner_free(run);
  return failed != 0;
}
