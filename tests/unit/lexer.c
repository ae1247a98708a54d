/* The lexer: signs, names, numbers, texts, and where a line end ends a statement. */
#include "grammar/lex.h"
#include "tests/unit/unit.h"

typedef struct Lexed {
  Arena *arena;
  Unit *u;
  Token tokens[256];
  int n;
} Lexed;

static void lex(Lexed *x, const char *text)
{
  x->arena = arena_new();
  x->u = unit_new(x->arena);
  int file = sources_add(&x->u->sources, "test", text, strlen(text));
  Lexer lx;
  lexer_open(&lx, x->u, file);
  x->n = 0;
  for (Token t; x->n < 256 && (t = lexer_next(&lx)).kind > 0;) x->tokens[x->n++] = t;
  lexer_close(&lx);
}

static void lex_free(Lexed *x)
{
  unit_free(x->u);
  arena_free(x->arena);
}

/* The tokens as one word each: n name, f name before (, 1 number, "t text, @ citation,
 * ; separator; keywords and signs as themselves. */
static const char *shape(const char *text)
{
  static char out[1024];
  Lexed x;
  lex(&x, text);
  *out = 0;
  for (int i = 0; i < x.n; i++) {
    const char *word = token_name(x.tokens[i].kind);
    char sign[2] = {word[0] == '\'' ? word[1] : 0, 0}, key[32] = "";
    switch (x.tokens[i].kind) {
    case TOK_SEP: word = ";"; break;
    case TOK_IDENT: word = "n"; break;
    case TOK_FUNC: word = "f"; break;
    case TOK_NUMBER: word = "1"; break;
    case TOK_STRING: word = "t"; break;
    case TOK_CITE: word = "@"; break;
    default:
      if (*sign) word = sign;
      else if (word[0] == '"') { /* "\"if\"" */
        snprintf(key, sizeof key, "%s", word + 1);
        key[strcspn(key, "\"")] = 0;
        word = key;
      }
    }
    strncat(out, i ? " " : "", sizeof out - strlen(out) - 1);
    strncat(out, word, sizeof out - strlen(out) - 1);
  }
  lex_free(&x);
  return out;
}

START_TEST(a_line_end_ends_a_statement)
{
  ck_assert_str_eq(shape("a\nb"), "n ; n");
  ck_assert_str_eq(shape("a b\n\n\n  c"), "n n ; n"); /* several are one */
  ck_assert_str_eq(shape("a; b"), "n ; n");
  ck_assert_str_eq(shape("1\n\"x\"\n@A-1\nnone\nyes\nno\nit\nme\nthis\nstop\n)\n]\n}\na"),
                   "1 ; t @ ; none ; yes ; no ; it ; me ; this ; stop ; ) ; ] ; } ; n");
  ck_assert_str_eq(shape("a\r\nb"), "n ; n");
}
END_TEST

START_TEST(a_line_that_cannot_end_goes_on)
{
  ck_assert_str_eq(shape("a +\nb"), "n + n");
  ck_assert_str_eq(shape("a,\nb"), "n , n");
  ck_assert_str_eq(shape("put a in\nb"), "n n in n");
  ck_assert_str_eq(shape("{\na"), "{ n");
  ck_assert_str_eq(shape("a is\nnot b"), "n is not n");
  ck_assert_str_eq(shape("a ..\nb"), "n .. n");
  ck_assert_str_eq(shape("let a =\nb"), "let n = n");
  ck_assert_str_eq(shape("if\na"), "if n");
}
END_TEST

START_TEST(a_line_that_cannot_begin_continues_the_one_before)
{
  ck_assert_str_eq(shape("a\nelse b"), "n else n");
  ck_assert_str_eq(shape("a\notherwise b"), "n otherwise n");
  ck_assert_str_eq(shape("a\nand b\nor c"), "n and n or n");
  ck_assert_str_eq(shape("a\nthen b"), "n then n");
  ck_assert_str_eq(shape("a\n  where b"), "n where n");
  ck_assert_str_eq(shape("a\nseen by b"), "n seen by n");
  ck_assert_str_eq(shape("a\n@X-1"), "n @");
  ck_assert_str_eq(shape("a\n.b"), "n . n");
  ck_assert_str_eq(shape("a\n| b\n+ c\n* d\n/ e\n= f"), "n | n + n * n / n = n");
  ck_assert_str_eq(shape("a\n- b"), "n ; - n"); /* a minus may begin a number */
}
END_TEST

START_TEST(inside_brackets_line_ends_mean_nothing)
{
  ck_assert_str_eq(shape("f(a\nb)\nc"), "f ( n n ) ; n");
  ck_assert_str_eq(shape("a[\n1\n]\nb"), "n [ 1 ] ; n");
  ck_assert_str_eq(shape("(a\n(b\n)\nc)\nd"), "( n ( n ) n ) ; n");
  ck_assert_str_eq(shape("a (b\n}\nc\nd"), "n ( n ; } ; n ; n"); /* forgotten bracket: lines count again */
}
END_TEST

START_TEST(comments_are_not_there)
{
  ck_assert_str_eq(shape("a # b c\nd"), "n ; n");
  ck_assert_str_eq(shape("# all of it\na"), "n");
  ck_assert_str_eq(shape("a +  # and\n# more\n b"), "n + n");
  ck_assert_str_eq(shape("\"# no comment\" # one"), "t");
}
END_TEST

START_TEST(a_name_directly_before_a_bracket_is_a_function)
{
  ck_assert_str_eq(shape("count(a)"), "f ( n )");
  ck_assert_str_eq(shape("gain (a)"), "n ( n )");
  ck_assert_str_eq(shape("gain\n(a)"), "n ; ( n )");
  ck_assert_str_eq(shape("not (a)"), "not ( n )");
  ck_assert_str_eq(shape("if(a)"), "if ( n )"); /* a keyword is never a function */
}
END_TEST

START_TEST(keywords_are_whole_words)
{
  ck_assert_str_eq(shape("iffy is_not island chooser"), "n n n n");
  ck_assert_str_eq(shape("If IS"), "n n"); /* in lower case only */
}
END_TEST

START_TEST(numbers_and_ranges)
{
  Lexed x;
  lex(&x, "0 007 1..9 1000000000");
  ck_assert_int_eq(x.tokens[0].number, 0);
  ck_assert_int_eq(x.tokens[1].number, 7);
  ck_assert_int_eq(x.tokens[3].kind, TOK_DOTDOT);
  ck_assert_int_eq(x.tokens[5].number, 1000000000);
  ck_assert_int_eq(x.u->diags.errors, 0);
  lex_free(&x);
  lex(&x, "1000000001 99999999999999999999999999");
  ck_assert_int_eq(x.u->diags.errors, 2);
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_NUMBER_TOO_LARGE);
  lex_free(&x);
}
END_TEST

START_TEST(texts_have_two_escapes)
{
  Lexed x;
  lex(&x, "\"a \\\"b\\\" \\\\ é\"");
  ck_assert_str_eq(x.tokens[0].text, "a \"b\" \\ é");
  ck_assert_int_eq(x.u->diags.errors, 0);
  lex_free(&x);
  lex(&x, "\"a\\n\"");
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_BAD_ESCAPE);
  lex_free(&x);
  lex(&x, "\"open\nb");
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_OPEN_TEXT);
  ck_assert_str_eq(shape("\"open\nb"), "t ; n"); /* the next line is read as usual */
  lex_free(&x);
}
END_TEST

START_TEST(tokens_have_places)
{
  Lexed x;
  lex(&x, "ab cd\n  \"é\" ef");
  ck_assert_int_eq(x.tokens[0].loc.line, 1);
  ck_assert_int_eq(x.tokens[0].loc.col, 1);
  ck_assert_int_eq(x.tokens[0].loc.end, 3);
  ck_assert_int_eq(x.tokens[1].loc.col, 4);
  ck_assert_int_eq(x.tokens[3].loc.line, 2);
  ck_assert_int_eq(x.tokens[3].loc.col, 3);
  ck_assert_int_eq(x.tokens[4].loc.col, 8); /* in bytes: é has two */
  lex_free(&x);
}
END_TEST

START_TEST(what_means_nothing_is_reported_and_left_out)
{
  Lexed x;
  lex(&x, "a $ b\nc");
  ck_assert_int_eq(x.u->diags.errors, 1);
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_STRAY);
  ck_assert_int_eq(x.tokens[x.n - 1].kind, TOK_IDENT);
  lex_free(&x);
  lex(&x, "a \xC3\x28");
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_NOT_UTF8);
  ck_assert_int_eq(x.u->diags.list.at[0].loc.col, 3);
  lex_free(&x);
}
END_TEST

START_TEST(nesting_has_a_limit)
{
  char text[2 * MAX_NESTING + 10];
  Lexed x;
  memset(text, '(', MAX_NESTING);
  memset(text + MAX_NESTING, ')', MAX_NESTING);
  text[2 * MAX_NESTING] = 0;
  lex(&x, text);
  ck_assert_int_eq(x.u->diags.errors, 0);
  lex_free(&x);
  memset(text, '{', MAX_NESTING + 1);
  text[MAX_NESTING + 1] = 0;
  lex(&x, text);
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_TOO_DEEP);
  lex_free(&x);
}
END_TEST

START_TEST(names_have_a_limit)
{
  char text[MAX_NAME + 2];
  Lexed x;
  memset(text, 'a', MAX_NAME + 1);
  text[MAX_NAME] = 0;
  lex(&x, text);
  ck_assert_int_eq(x.u->diags.errors, 0);
  lex_free(&x);
  text[MAX_NAME] = 'a';
  text[MAX_NAME + 1] = 0;
  lex(&x, text);
  ck_assert_int_eq(x.u->diags.list.at[0].code, DIAG_NAME_TOO_LONG);
  lex_free(&x);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("lexer");
  tcase_add_test(t, a_line_end_ends_a_statement);
  tcase_add_test(t, a_line_that_cannot_end_goes_on);
  tcase_add_test(t, a_line_that_cannot_begin_continues_the_one_before);
  tcase_add_test(t, inside_brackets_line_ends_mean_nothing);
  tcase_add_test(t, comments_are_not_there);
  tcase_add_test(t, a_name_directly_before_a_bracket_is_a_function);
  tcase_add_test(t, keywords_are_whole_words);
  tcase_add_test(t, numbers_and_ranges);
  tcase_add_test(t, texts_have_two_escapes);
  tcase_add_test(t, tokens_have_places);
  tcase_add_test(t, what_means_nothing_is_reported_and_left_out);
  tcase_add_test(t, nesting_has_a_limit);
  tcase_add_test(t, names_have_a_limit);
  return t;
}

int main(void) { return unit_run(cases, "lexer", 60); }
