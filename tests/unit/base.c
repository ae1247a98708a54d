/* The ground that everything stands on: arenas, growing arrays, interned names, nearest
 * words, source lines. */
#include "tests/unit/unit.h"

#include <stdint.h>

START_TEST(arena_memory_is_zeroed_and_aligned)
{
  Arena *a = arena_new();
  for (size_t n = 1; n < 5000; n = n * 3 + 1) {
    unsigned char *p = arena_alloc(a, n);
    ck_assert_uint_eq((uintptr_t)p % _Alignof(max_align_t), 0);
    for (size_t i = 0; i < n; i++) ck_assert_uint_eq(p[i], 0);
    memset(p, 0xA5, n); /* the next piece must not be this one */
  }
  arena_free(a);
}
END_TEST

START_TEST(pieces_of_an_arena_do_not_overlap)
{
  Arena *a = arena_new();
  enum { N = 400 };
  unsigned char *at[N];
  for (int i = 0; i < N; i++) {
    at[i] = arena_alloc(a, (size_t)(i % 37) + 1);
    memset(at[i], i & 0xFF, (size_t)(i % 37) + 1);
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k <= i % 37; k++) ck_assert_uint_eq(at[i][k], (unsigned)(i & 0xFF));
  arena_free(a);
}
END_TEST

START_TEST(an_arena_holds_a_piece_larger_than_its_blocks)
{
  Arena *a = arena_new();
  char *small = arena_strdup(a, "before");
  char *large = arena_alloc(a, 10 * 1024 * 1024);
  large[10 * 1024 * 1024 - 1] = 'x';
  char *after = arena_strdup(a, "after");
  ck_assert_str_eq(small, "before");
  ck_assert_str_eq(after, "after");
  arena_free(a);
}
END_TEST

START_TEST(arena_texts_are_copies)
{
  Arena *a = arena_new();
  char here[] = "abcdef";
  char *n = arena_strndup(a, here, 3), *all = arena_strdup(a, here);
  here[0] = 'z';
  ck_assert_str_eq(n, "abc");
  ck_assert_str_eq(all, "abcdef");
  ck_assert_str_eq(arena_printf(a, "%d %s", 42, "and more"), "42 and more");
  ck_assert_str_eq(arena_printf(a, "%2000s", "end") + 1997, "end");
  ck_assert_str_eq(arena_strndup(a, "", 0), "");
  arena_free(a);
}
END_TEST

START_TEST(a_growing_array_keeps_what_is_in_it)
{
  VEC(int) v = {0};
  Arena *a = arena_new();
  VEC(int) w = {0};
  for (int i = 0; i < 1000; i++) {
    vec_push(&v, i);
    apush(a, &w, -i);
  }
  ck_assert_uint_eq(v.n, 1000);
  for (int i = 0; i < 1000; i++) {
    ck_assert_int_eq(v.at[i], i);
    ck_assert_int_eq(w.at[i], -i);
  }
  vec_free(&v);
  ck_assert_ptr_null(v.at);
  ck_assert_uint_eq(v.n, 0);
  arena_free(a);
}
END_TEST

START_TEST(equal_names_are_equal_pointers)
{
  Arena *a = arena_new();
  Interner *in = interner_new(a);
  char text[32];
  const char *first[3000];
  for (int i = 0; i < 3000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    first[i] = intern(in, text, strlen(text));
  }
  for (int i = 0; i < 3000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    ck_assert_str_eq(first[i], text);
    ck_assert_ptr_eq(intern(in, text, strlen(text)), first[i]);
    if (i) ck_assert_ptr_ne(first[i], first[i - 1]);
  }
  ck_assert_ptr_eq(intern(in, "name12xyz", 6), first[12]);
  ck_assert_ptr_eq(intern(in, "", 0), intern(in, "x", 0));
  ck_assert_ptr_ne(intern(in, "ab", 2), intern(in, "ba", 2));
  arena_free(a);
}
END_TEST

static const char *nearest(const char *word, const char *const *candidates)
{
  Nearest n = {word, NULL, 0};
  for (; *candidates; candidates++) nearest_try(&n, *candidates);
  return n.best;
}

START_TEST(the_nearest_word_is_the_one_with_fewest_changes)
{
  static const char *const words[] = {"safety", "safe_at", "agents", "agent", "building", NULL};
  ck_assert_str_eq(nearest("saftey", words), "safety"); /* two letters changed places */
  ck_assert_str_eq(nearest("agnet", words), "agent");
  ck_assert_str_eq(nearest("agentss", words), "agents");
  ck_assert_str_eq(nearest("bilding", words), "building");
  ck_assert_str_eq(nearest("Safety", words), "safety");
}
END_TEST

START_TEST(a_word_far_from_all_has_no_nearest)
{
  static const char *const words[] = {"safety", "agents", "building", NULL};
  ck_assert_ptr_null(nearest("morale", words));
  ck_assert_ptr_null(nearest("x", words));
  static const char *const none[] = {NULL};
  ck_assert_ptr_null(nearest("safety", none));
}
END_TEST

START_TEST(a_source_knows_its_lines)
{
  Arena *a = arena_new();
  Sources s;
  sources_init(&s, a);
  int f = sources_add(&s, "x", "one\ntwo\r\n\nfour", 14);
  const Source *x = &s.files.at[f];
  int n;
  ck_assert_int_eq(strncmp(source_line(x, 1, &n), "one", 3), 0);
  ck_assert_int_eq(n, 3);
  ck_assert_int_eq(strncmp(source_line(x, 2, &n), "two", 3), 0);
  ck_assert_int_eq(n, 3); /* without its line end, of either kind */
  source_line(x, 3, &n);
  ck_assert_int_eq(n, 0);
  ck_assert_int_eq(strncmp(source_line(x, 4, &n), "four", 4), 0);
  ck_assert_int_eq(n, 4);
  sources_free(&s);
  arena_free(a);
}
END_TEST

START_TEST(a_file_is_read_once_and_found_again)
{
  Arena *a = arena_new();
  Sources s;
  sources_init(&s, a);
  int one = -1, two = -1;
  bool seen = true;
  ck_assert_int_eq(sources_load(&s, "scenarios/tictactoe/game.regel", &one, &seen), SOURCE_OK);
  ck_assert(!seen);
  ck_assert_int_eq(sources_load(&s, "scenarios/tictactoe/game.regel", &two, &seen), SOURCE_OK);
  ck_assert(seen);
  ck_assert_int_eq(one, two);
  ck_assert_int_eq(sources_load(&s, "no/such/file.regel", &two, &seen), SOURCE_MISSING);
  ck_assert_int_eq(sources_load(&s, "scenarios", &two, &seen), SOURCE_DIRECTORY);
  sources_free(&s);
  arena_free(a);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("base");
  tcase_add_test(t, arena_memory_is_zeroed_and_aligned);
  tcase_add_test(t, pieces_of_an_arena_do_not_overlap);
  tcase_add_test(t, an_arena_holds_a_piece_larger_than_its_blocks);
  tcase_add_test(t, arena_texts_are_copies);
  tcase_add_test(t, a_growing_array_keeps_what_is_in_it);
  tcase_add_test(t, equal_names_are_equal_pointers);
  tcase_add_test(t, the_nearest_word_is_the_one_with_fewest_changes);
  tcase_add_test(t, a_word_far_from_all_has_no_nearest);
  tcase_add_test(t, a_source_knows_its_lines);
  tcase_add_test(t, a_file_is_read_once_and_found_again);
  return t;
}

int main(void) { return unit_run(cases, "base", 60); }
