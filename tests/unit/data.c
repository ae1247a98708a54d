#include "interp/base/json.h"
#include "interp/regel.h"
#include "interp/session/session.h"
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static Data *sample(Arena *a)
{
  Json j = json_data(a);
  json_open(&j, '{');
  json_key_text(&j, "title", "A \"quoted\" name");
  json_key_place(&j, "place", "game.regel", 3, 7, 12);
  json_key_open(&j, "list", '[');
  for (int i = 0; i < 200; i++) json_int(&j, i * i);
  json_close(&j, ']');
  json_key_bool(&j, "yes", true);
  json_key_text(&j, "nothing", NULL);
  json_close(&j, '}');
  return j.root;
}

START_TEST(a_path_leads_to_what_stands_there_and_to_nothing_else)
{
  Arena *a = arena_new();
  const Data *d = sample(a);
  ck_assert_int_eq(regel_data_number(data_path(d, "place.line")), 3);
  ck_assert_str_eq(regel_data_text(data_path(d, "place.file")), "game.regel");
  ck_assert_int_eq(regel_data_number(data_path(d, "list.14")), 196);
  ck_assert_int_eq(regel_data_number(data_path(d, "yes")), 1);
  ck_assert_ptr_null(data_path(d, "place.lines"));
  ck_assert_ptr_null(data_path(d, "list.200"));
  ck_assert_ptr_null(data_path(d, "list.x"));
  ck_assert_ptr_null(data_path(d, "list.99999999999999999999999"));
  ck_assert_ptr_null(data_path(d, "title.0"));
  ck_assert_str_eq(regel_data_text(data_path(NULL, "a.b")), "");
  arena_free(a);
}
END_TEST

START_TEST(entries_of_a_list_are_found_in_any_order)
{
  Arena *a = arena_new();
  const Data *list = data_path(sample(a), "list");
  ck_assert_uint_eq(regel_data_count(list), 200);
  for (size_t i = 0; i < 200; i++)
    ck_assert_int_eq(regel_data_number(data_at(list, i)), (int64_t)(i * i));
  for (size_t i = 200; i-- > 0;)
    ck_assert_int_eq(regel_data_number(data_at(list, i)), (int64_t)(i * i));
  arena_free(a);
}
END_TEST

START_TEST(data_is_printed_as_a_stream_would_have_written_it)
{
  Arena *a = arena_new();
  Data *d = sample(a);
  char *text = regel_data_json(d);
  ck_assert_ptr_nonnull(strstr(text, "\"title\": \"A \\\"quoted\\\" name\""));
  ck_assert_ptr_nonnull(strstr(text, "\"nothing\": null"));
  ck_assert_ptr_nonnull(strstr(text, "\"yes\": true"));
  regel_free(text);
  arena_free(a);
}
END_TEST

/* What is damaged on purpose is noticed where it changes hands, not later. */
START_TEST(a_key_without_a_record_trips_an_assertion)
{
  Arena *a = arena_new();
  Data *list = data_add(a, NULL, NULL, DATA_LIST);
  data_add(a, list, "key", DATA_NUMBER);
}
END_TEST

START_TEST(a_list_that_became_a_text_trips_an_assertion)
{
  Arena *a = arena_new();
  Data *list = data_add(a, NULL, NULL, DATA_LIST);
  list->tag = DATA_TEXT;
  data_add(a, list, NULL, DATA_NUMBER);
}
END_TEST

START_TEST(an_answer_that_nobody_offered_trips_an_assertion)
{
  static const char text[] = "game one \"One\" for 1..1\nverb play { as first(players) { "
                             "set n to choose 1..2 }; win none }\nn: 0..9\n";
  Program *p = unit_compile("one.regel", text);
  Session s;
  Setup setup = {.seats = 1, .seed = 1};
  session_open(&s, p, &setup);
  session_step(&s);
  session_answer(&s, 7);
}
END_TEST

/* ---- faces ---------------------------------------------------------------------- */

static const char halt[] =
    "game halt \"Halt\" for 2..2\n"
    "type tint = red \"red\" | blue \"blue\"\n"
    "kind player { alibi \"Alibi\": 0..9 = 5\n"
    "  hand: pile of card = card where it.colour is colour_of(this) seen by owner }\n"
    "value colour_of(p: player): tint = if p is first(players) then red else blue\n"
    "kind reply { verb follows }\n"
    "kind card \"card\" {\n"
    "  value story: text\n"
    "  value colour: tint\n"
    "  value marks \"Marks\": set of tint\n"
    "  value way \"A way\": reply seen by players\n"
    "  verb strike \"Strike\" { }\n"
    "}\n"
    "card check \"Check\" * 2 { story = \"Stop!\"; colour = blue; marks = red + blue\n"
    "  way = reply \"Run\" { follows { lower me.alibi by 1 } } }\n"
    "card raid \"Raid\" { story = \"Open!\"; colour = red; marks = none\n"
    "  strike \"Do as you like.\" { }\n"
    "  way = reply \"Hide\" { follows { raise me.alibi by 1 } } }\n"
    "verb play { choose by first(players) \"Now?\" { \"Pass\" { win none } } }\n";

static regel_rules *halt_rules(void)
{
  regel_library *l = regel_library_new("");
  regel_library_overlay(l, "halt.regel", halt, sizeof halt - 1);
  regel_data *messages = NULL;
  regel_rules *r = regel_open(l, "halt.regel", &messages);
  ck_assert_msg(r != NULL, "%s", regel_data_text(regel_data_get(messages, "0.text")));
  regel_data_free(messages);
  regel_library_free(l);
  return r;
}

static const regel_data *face_of(const regel_data *faces, const char *id)
{
  for (size_t i = 0; i < regel_data_count(faces); i++) {
    const regel_data *f = regel_data_at(faces, i);
    if (!strcmp(regel_data_text(regel_data_get(f, "id")), id)) return f;
  }
  return NULL;
}

static const char *at(const regel_data *d, const char *path)
{
  return regel_data_text(regel_data_get(d, path));
}

START_TEST(a_face_has_typed_values_looks_and_what_is_inside_it)
{
  regel_rules *r = halt_rules();
  regel_data *faces = regel_cards(r, NULL);
  const regel_data *f = face_of(faces, "check");
  ck_assert_str_eq(at(f, "story"), "Stop!");
  ck_assert_str_eq(at(f, "colour"), "blue");
  ck_assert_str_eq(at(f, "values.2.type"), "set");
  ck_assert_str_eq(at(f, "values.2.value.1"), "blue");
  ck_assert_int_eq(regel_data_number(regel_data_get(f, "values.3.back")), 1);
  ck_assert_str_eq(at(f, "inner.0.value"), "way");
  ck_assert_str_eq(at(f, "inner.0.slots.0.text"), "Lose 1 Alibi.");
  ck_assert_str_eq(at(f, "inner.0.slots.0.made"), "composed");
  ck_assert_int_eq(regel_data_number(regel_data_get(f, "size.width")), 63);
  ck_assert_str_eq(at(face_of(faces, "raid"), "slots.0.made"), "written");
  ck_assert_ptr_null(face_of(faces, "check.way")); /* players have no name for replies */
  regel_data_free(faces);
  regel_rules_free(r);
}
END_TEST

START_TEST(a_face_is_seen_as_its_holder_is)
{
  regel_rules *r = halt_rules();
  regel_game *g = regel_game_new(r, NULL, NULL);
  ck_assert_int_eq(regel_step(g), REGEL_DECIDE);
  for (int seat = -2; seat < 2; seat++) {
    regel_data *faces = regel_faces(g, seat);
    bool all = seat == REGEL_SEES_ALL;
    ck_assert_int_eq(face_of(faces, "raid") != NULL, all || seat == 0);
    ck_assert_int_eq(face_of(faces, "raid.way") != NULL, all || seat == 0);
    ck_assert_int_eq(face_of(faces, "check") != NULL, all || seat == 1);
    ck_assert_int_eq(face_of(faces, "check.way") != NULL, all || seat == 1);
    ck_assert_ptr_null(face_of(faces, "player_1"));
    regel_data_free(faces);
  }
  regel_game_free(g);
  regel_rules_free(r);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("data");
  tcase_add_test(t, a_path_leads_to_what_stands_there_and_to_nothing_else);
  tcase_add_test(t, entries_of_a_list_are_found_in_any_order);
  tcase_add_test(t, data_is_printed_as_a_stream_would_have_written_it);
  tcase_add_test_raise_signal(t, a_key_without_a_record_trips_an_assertion, SIGABRT);
  tcase_add_test_raise_signal(t, a_list_that_became_a_text_trips_an_assertion, SIGABRT);
  tcase_add_test_raise_signal(t, an_answer_that_nobody_offered_trips_an_assertion,
                              SIGABRT);
  tcase_add_test(t, a_face_has_typed_values_looks_and_what_is_inside_it);
  tcase_add_test(t, a_face_is_seen_as_its_holder_is);
  return t;
}

int main(void) { return unit_run(cases, "data", 60); }
