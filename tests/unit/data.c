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
  json_key(&j, "list");
  json_open(&j, '[');
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
  const Data *list = data_get(sample(a), "list");
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

static TCase *cases(void)
{
  TCase *t = tcase_create("data");
  tcase_add_test(t, a_path_leads_to_what_stands_there_and_to_nothing_else);
  tcase_add_test(t, entries_of_a_list_are_found_in_any_order);
  tcase_add_test(t, data_is_printed_as_a_stream_would_have_written_it);
  tcase_add_test_raise_signal(t, a_key_without_a_record_trips_an_assertion, SIGABRT);
  tcase_add_test_raise_signal(t, a_list_that_became_a_text_trips_an_assertion, SIGABRT);
  tcase_add_test_raise_signal(t, an_answer_that_nobody_offered_trips_an_assertion, SIGABRT);
  return t;
}

int main(void) { return unit_run(cases, "data", 60); }
