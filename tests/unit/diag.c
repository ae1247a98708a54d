/* Diagnostics: what is kept, in which order it is shown, and where the caret stands. */
#include "tests/unit/unit.h"

typedef struct Said {
  Arena *arena;
  Sources s;
  Diags d;
  char *text;
  size_t size;
} Said;

static void begin(Said *x, const char *text)
{
  memset(x, 0, sizeof *x);
  x->arena = arena_new();
  sources_init(&x->s, x->arena);
  sources_add(&x->s, "rules.regel", text, strlen(text));
  diags_init(&x->d, x->arena);
}

static const char *print(Said *x, DiagFormat format, bool color, Severity least)
{
  free(x->text);
  x->text = NULL;
  FILE *out = open_memstream(&x->text, &x->size);
  diags_print(out, &x->d, &x->s, format, color, least);
  fclose(out);
  return x->text;
}

static void end(Said *x)
{
  free(x->text);
  diags_free(&x->d);
  sources_free(&x->s);
  arena_free(x->arena);
}

static Loc at(int line, int col, int to) { return (Loc){0, line, col, to}; }

#define HAS(text, part) ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", part, text)
#define HAS_NOT(text, part) ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in:\n%s", part, text)

START_TEST(a_message_shows_place_line_caret_and_code)
{
  Said x;
  begin(&x, "game g\nset morle to 3\n");
  Diag *g = diag_add(&x.d, DIAG_UNKNOWN_NAME, at(2, 5, 10), "nothing is called \"%s\"", "morle");
  diag_hint(&x.d, g, "did you mean \"%s\"?", "morale");
  const char *t = print(&x, DIAG_HUMAN, false, SEV_WARNING);
  HAS(t, "error[E0201]: nothing is called \"morle\"\n");
  HAS(t, "  --> rules.regel:2:5\n");
  HAS(t, "2 | set morle to 3\n  |     ^^^^^\n");
  HAS(t, "= did you mean \"morale\"?\n");
  HAS(t, "= regel explain E0201\n");
  end(&x);
}
END_TEST

START_TEST(a_label_stands_beside_the_caret)
{
  Said x;
  begin(&x, "abc def\n");
  Diag *g = diag_add(&x.d, DIAG_NOT_A_SET, at(1, 5, 8), "a set is needed here");
  diag_label(&x.d, g, "this is %s", "a number");
  HAS(print(&x, DIAG_HUMAN, false, SEV_WARNING), "  |     ^^^ this is a number\n");
  end(&x);
}
END_TEST

START_TEST(a_hint_may_point_at_another_place)
{
  Said x;
  begin(&x, "one\ntwo\n");
  Diag *g = diag_add(&x.d, DIAG_DUPLICATE, at(2, 1, 4), "declared twice");
  diag_hint_at(&x.d, g, at(1, 1, 4), "the other one stands here");
  HAS(print(&x, DIAG_HUMAN, false, SEV_WARNING), "= the other one stands here (rules.regel:1)\n");
  end(&x);
}
END_TEST

START_TEST(the_caret_counts_columns_not_bytes)
{
  Said x;
  begin(&x, "\"Café 猫\" bad\n\tx bad\n");
  diag_add(&x.d, DIAG_STRAY, at(1, 13, 16), "a");
  diag_add(&x.d, DIAG_STRAY, at(2, 4, 7), "b");
  const char *t = print(&x, DIAG_HUMAN, false, SEV_WARNING);
  HAS(t, "1 | \"Café 猫\" bad\n  |           ^^^\n"); /* é one column, the cat two */
  HAS(t, "2 |  x bad\n  |    ^^^\n");                /* a tab is shown as one space */
  end(&x);
}
END_TEST

START_TEST(a_place_past_the_end_of_its_line_still_has_a_caret)
{
  Said x;
  begin(&x, "ab");
  diag_add(&x.d, DIAG_SYNTAX, at(1, 3, 4), "the end");
  diag_add(&x.d, DIAG_SYNTAX, at(1, 90, 95), "far out");
  const char *t = print(&x, DIAG_HUMAN, false, SEV_WARNING);
  HAS(t, "1 | ab\n  |   ^\n");
  ck_assert_uint_lt(strlen(t), 600);
  end(&x);
}
END_TEST

START_TEST(of_a_very_long_line_the_part_around_the_caret_is_shown)
{
  enum { N = 100000 };
  char *line = malloc(N + 1);
  memset(line, 'a', N);
  memcpy(line + 50000, "HERE", 4);
  line[N] = 0;
  Said x;
  begin(&x, line);
  diag_add(&x.d, DIAG_STRAY, at(1, 50001, 50005), "there");
  const char *t = print(&x, DIAG_HUMAN, false, SEV_WARNING);
  ck_assert_uint_lt(strlen(t), 1000);
  const char *here = strstr(t, "HERE"), *caret = strstr(t, "^^^^");
  ck_assert_ptr_nonnull(here);
  ck_assert_ptr_nonnull(caret);
  const char *a = here, *b = caret;
  while (a[-1] != '\n') a--;
  while (b[-1] != '\n') b--;
  ck_assert_int_eq((int)(here - a), (int)(caret - b));
  end(&x);
  free(line);
}
END_TEST

START_TEST(messages_come_in_the_order_of_their_places)
{
  Said x;
  begin(&x, "a\nb\nc\n");
  diag_add(&x.d, DIAG_STRAY, at(3, 1, 2), "third");
  diag_add(&x.d, DIAG_STRAY, at(1, 1, 2), "first");
  diag_add(&x.d, DIAG_SYNTAX, at(2, 1, 2), "second");
  const char *t = print(&x, DIAG_SHORT, false, SEV_WARNING);
  ck_assert_str_eq(t, "rules.regel:1:1: error: first [E0108]\n"
                      "rules.regel:2:1: error: second [E0111]\n"
                      "rules.regel:3:1: error: third [E0108]\n");
  end(&x);
}
END_TEST

START_TEST(one_mistake_has_one_message)
{
  Said x;
  begin(&x, "a\n");
  diag_add(&x.d, DIAG_STRAY, at(1, 1, 2), "once");
  diag_add(&x.d, DIAG_STRAY, at(1, 1, 2), "twice");
  diag_add(&x.d, DIAG_SYNTAX, at(1, 1, 2), "something else");
  ck_assert_int_eq(x.d.errors, 2);
  HAS_NOT(print(&x, DIAG_HUMAN, false, SEV_WARNING), "twice");
  end(&x);
}
END_TEST

START_TEST(notes_are_shown_only_if_wanted)
{
  Said x;
  begin(&x, "a\n");
  diag_add(&x.d, DIAG_MAY_BE_EMPTY, at(1, 1, 2), "may be empty");
  diag_add(&x.d, DIAG_UNUSED, at(1, 1, 2), "unused");
  ck_assert_int_eq(x.d.errors, 0);
  ck_assert_int_eq(x.d.warnings, 1);
  ck_assert_int_eq(x.d.notes, 1);
  HAS_NOT(print(&x, DIAG_HUMAN, false, SEV_WARNING), "may be empty");
  HAS(print(&x, DIAG_HUMAN, false, SEV_NOTE), "may be empty");
  HAS(print(&x, DIAG_HUMAN, false, SEV_NOTE), "warning[W0701]");
  HAS_NOT(print(&x, DIAG_HUMAN, false, SEV_ERROR), "unused");
  end(&x);
}
END_TEST

START_TEST(past_a_hundred_errors_only_their_number_is_told)
{
  Said x;
  begin(&x, "a\n");
  for (int i = 0; i < MAX_ERRORS + 7; i++) {
    Diag *g = diag_add(&x.d, DIAG_STRAY, at(1, i + 1, i + 2), "number %d", i);
    diag_hint(&x.d, g, "a hint for one that may be dropped");
    diag_label(&x.d, g, "a label too");
  }
  const char *t = print(&x, DIAG_HUMAN, false, SEV_WARNING);
  ck_assert_int_eq(x.d.errors, MAX_ERRORS + 7);
  HAS(t, "... and 7 more errors");
  HAS(t, "number 99\n");
  HAS_NOT(t, "number 100\n");
  end(&x);
}
END_TEST

START_TEST(a_message_without_a_place_shows_none)
{
  Said x;
  begin(&x, "a\n");
  diag_add(&x.d, DIAG_NO_GAME, (Loc){-1, 0, 0, 0}, "there is no game line");
  HAS_NOT(print(&x, DIAG_HUMAN, false, SEV_WARNING), "-->");
  HAS(print(&x, DIAG_SHORT, false, SEV_WARNING), "-:0:0: error: there is no game line [E0209]\n");
  end(&x);
}
END_TEST

START_TEST(colours_only_if_asked_for)
{
  Said x;
  begin(&x, "a\n");
  diag_add(&x.d, DIAG_STRAY, at(1, 1, 2), "x");
  HAS_NOT(print(&x, DIAG_HUMAN, false, SEV_WARNING), "\033");
  HAS(print(&x, DIAG_HUMAN, true, SEV_WARNING), "\033[");
  end(&x);
}
END_TEST

START_TEST(json_escapes_what_it_must)
{
  Said x;
  begin(&x, "a\n");
  Diag *g = diag_add(&x.d, DIAG_STRAY, at(1, 1, 2), "a \"b\" \\ c\td");
  diag_hint(&x.d, g, "one");
  diag_hint(&x.d, g, "two");
  const char *t = print(&x, DIAG_JSON, false, SEV_WARNING);
  HAS(t, "\"code\": \"E0108\"");
  HAS(t, "\"text\": \"a \\\"b\\\" \\\\ c\\u0009d\"");
  HAS(t, "\"line\": 1, \"column\": 1, \"end\": 2");
  HAS(t, "\"notes\": [{\"text\": \"one\"}, {\"text\": \"two\"}]");
  end(&x);
}
END_TEST

START_TEST(codes_are_unique_and_found_by_name)
{
  for (int i = 0; i < DIAG_COUNT; i++) {
    ck_assert_int_eq(diag_find(diag_name((DiagCode)i)), i);
    ck_assert_uint_gt(strlen(diag_title((DiagCode)i)), 5);
    char first = diag_name((DiagCode)i)[0];
    ck_assert(first == 'E' ? diag_severity((DiagCode)i) == SEV_ERROR : first == 'W');
  }
  ck_assert_int_eq(diag_find("E9999"), DIAG_COUNT);
  ck_assert_int_eq(diag_find(""), DIAG_COUNT);
}
END_TEST

static int errors_in(const char *text, const DiagCode *codes, int n)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  ck_assert(unit_parse_text(u, "g", text, strlen(text)));
  Program *p = compile(u);
  ck_assert_ptr_null(p);
  int found = u->diags.errors;
  for (int i = 0; i < n && i < found; i++) ck_assert_int_eq(u->diags.list.at[i].code, codes[i]);
  unit_free(u);
  arena_free(arena);
  return found;
}

/* One run reports every independent mistake and goes on after each. */
START_TEST(all_mistakes_of_a_run_are_reported)
{
  static const DiagCode meaning[] = {DIAG_UNKNOWN_FIELD, DIAG_UNKNOWN_NAME, DIAG_UNKNOWN_SLOT,
                                     DIAG_UNKNOWN_VERB};
  ck_assert_int_eq(errors_in("game g \"G\" for 2..2\n"
                             "kind player { n: 0..9 }\n"
                             "verb one { set first(players).m to 3 }\n"
                             "verb two { raise nothing by 1 }\n"
                             "verb three { first(players).n }\n"
                             "verb play { frobnicate }\n",
                             meaning, 4),
                   4);
  static const DiagCode signs[] = {DIAG_STRAY, DIAG_SYNTAX, DIAG_SYNTAX};
  ck_assert_int_eq(errors_in("game g \"G\" for 2..2\n"
                             "verb one { $ }\n"
                             "verb two { let = 3 }\n"
                             "verb three { }\n"
                             "verb verb { }\n"
                             "verb play { }\n",
                             signs, 3),
                   3);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("diagnostics");
  tcase_add_test(t, a_message_shows_place_line_caret_and_code);
  tcase_add_test(t, a_label_stands_beside_the_caret);
  tcase_add_test(t, a_hint_may_point_at_another_place);
  tcase_add_test(t, the_caret_counts_columns_not_bytes);
  tcase_add_test(t, a_place_past_the_end_of_its_line_still_has_a_caret);
  tcase_add_test(t, of_a_very_long_line_the_part_around_the_caret_is_shown);
  tcase_add_test(t, messages_come_in_the_order_of_their_places);
  tcase_add_test(t, one_mistake_has_one_message);
  tcase_add_test(t, notes_are_shown_only_if_wanted);
  tcase_add_test(t, past_a_hundred_errors_only_their_number_is_told);
  tcase_add_test(t, a_message_without_a_place_shows_none);
  tcase_add_test(t, colours_only_if_asked_for);
  tcase_add_test(t, json_escapes_what_it_must);
  tcase_add_test(t, codes_are_unique_and_found_by_name);
  tcase_add_test(t, all_mistakes_of_a_run_are_reported);
  return t;
}

int main(void) { return unit_run(cases, "diagnostics", 60); }
