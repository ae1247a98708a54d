/* Strings that people read: width, breaking, capitals, fixed words. */
#include "interp/text/render.h"

#include <check.h>

START_TEST(an_empty_buffer_is_an_empty_string)
{
  Buf b = {0};
  ck_assert_str_eq(buf_text(&b), "");
  buf_add(&b, "");
  ck_assert_str_eq(buf_text(&b), "");
  buf_free(&b);
}
END_TEST

START_TEST(width_counts_columns_not_bytes)
{
  ck_assert_int_eq(text_width("abc"), 3);
  ck_assert_int_eq(text_width("Bücher"), 6);
  ck_assert_int_eq(text_width("2× x"), 4);
  ck_assert_int_eq(text_width("日本"), 4);
  ck_assert_int_eq(text_width("\xff\xfe"), 2); /* no UTF-8: one column a byte */
}
END_TEST

START_TEST(lines_are_broken_at_spaces)
{
  Buf b = {0};
  buf_wrap(&b, "one two three four", 0, 2, 9);
  ck_assert_str_eq(buf_text(&b), "one two\n  three\n  four");
  buf_clear(&b);
  buf_wrap(&b, "unbreakable", 0, 0, 4);
  ck_assert_str_eq(buf_text(&b), "unbreakable");
  buf_clear(&b);
  buf_wrap(&b, "a\nb", 0, 1, 80);
  ck_assert_str_eq(buf_text(&b), "a\n b");
  buf_free(&b);
}
END_TEST

START_TEST(every_line_is_indented_and_broken)
{
  Buf b = {0};
  buf_lines(&b, "one two three\nfour", 2, 9);
  ck_assert_str_eq(buf_text(&b), "  one two\n  three\n  four\n");
  buf_clear(&b);
  buf_lines(&b, "", 2, 9);
  ck_assert_str_eq(buf_text(&b), "");
  buf_free(&b);
}
END_TEST

START_TEST(a_column_has_its_width_whatever_stands_in_it)
{
  Buf b = {0};
  buf_column(&b, "Bücher", 8);
  buf_column(&b, "|", 1);
  ck_assert_str_eq(buf_text(&b), "Bücher  |");
  buf_clear(&b);
  buf_column(&b, "Bücherei", 6);
  ck_assert_str_eq(buf_text(&b), "Büche…");
  buf_clear(&b);
  buf_column(&b, "日本語", 4); /* half a sign does not fit */
  ck_assert_int_eq(text_width(buf_text(&b)), 4);
  buf_clear(&b);
  buf_column(&b, "x", 0);
  ck_assert_str_eq(buf_text(&b), "");
  buf_free(&b);
}
END_TEST

START_TEST(capitals_know_more_than_ascii)
{
  Buf b = {0};
  buf_add(&b, "élan");
  buf_capital(&b, 0);
  ck_assert_str_eq(buf_text(&b), "Élan");
  buf_capital(&b, 100); /* past the end: nothing */
  buf_clear(&b);
  buf_add(&b, "ßa"); /* its capital is two letters */
  buf_capital(&b, 0);
  ck_assert_int_eq(text_width(buf_text(&b)), 2);
  buf_free(&b);
}
END_TEST

START_TEST(fixed_words_are_filled_in_any_order)
{
  Buf b = {0};
  words_say(NULL, &b, SAY_MOVE, "Safe", "b7", "b3");
  ck_assert_str_eq(buf_text(&b), "Safe: from b7 to b3");
  buf_clear(&b);
  words_number(NULL, &b, SAY_HIDDEN, 3);
  ck_assert_str_eq(buf_text(&b), "3 hidden");
  buf_clear(&b);
  words_say(NULL, &b, SAY_BY, "{1}", "x", NULL); /* what is filled in is not filled in again */
  ck_assert_str_eq(buf_text(&b), "{1}: x");
  buf_free(&b);
}
END_TEST

START_TEST(ids_are_made_readable)
{
  Buf b = {0};
  render_id(&b, "bicycle_check");
  ck_assert_str_eq(buf_text(&b), "Bicycle check");
  buf_free(&b);
}
END_TEST

int main(void)
{
  Suite *s = suite_create("text");
  TCase *t = tcase_create("strings");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, an_empty_buffer_is_an_empty_string);
  tcase_add_test(t, width_counts_columns_not_bytes);
  tcase_add_test(t, lines_are_broken_at_spaces);
  tcase_add_test(t, every_line_is_indented_and_broken);
  tcase_add_test(t, a_column_has_its_width_whatever_stands_in_it);
  tcase_add_test(t, capitals_know_more_than_ascii);
  tcase_add_test(t, fixed_words_are_filled_in_any_order);
  tcase_add_test(t, ids_are_made_readable);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
