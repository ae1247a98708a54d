/* What a language makes of words and texts: found, stale, missing. */
#include "grammar/diag.h"
#include "interp/text/template.h"

#include <check.h>
#include <string.h>

typedef struct Read {
  Arena *arena;
  Sources sources;
  Diags diags;
  Po *po;
  Lang *lang;
} Read;

static const char head[] =
    "msgid \"\"\nmsgstr \"\"\n\"Language: xx\\n\"\n"
    "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    "\"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\\n\"\n\n";

/* A language whose program catalog has these entries. */
static Read read_words(const char *entries)
{
  Read r = {.arena = arena_new()};
  sources_init(&r.sources, r.arena);
  diags_init(&r.diags, r.arena);
  const char *text = arena_printf(r.arena, "%s%s", head, entries);
  int file = sources_add(&r.sources, "xx.po", text, strlen(text));
  r.po = po_parse(r.arena, &r.sources, &r.diags, file);
  ck_assert_ptr_nonnull(r.po);
  r.lang = lang_new("xx", NULL, (Catalogs){(const Po *const *)&r.po, 1}, (Catalogs){0});
  return r;
}

static void read_free(Read *r)
{
  lang_free(r->lang);
  po_free(r->po);
  diags_free(&r->diags);
  sources_free(&r->sources);
  arena_free(r->arena);
}

static const char *said(const Read *r, Saying w, const char *x, const char *y)
{
  static Buf b;
  buf_clear(&b);
  words_say(r->lang, &b, w, x, y, NULL);
  return buf_text(&b);
}

START_TEST(a_word_is_found_by_its_key_and_source)
{
  Read r = read_words("msgctxt \"value.yes\"\nmsgid \"yes\"\nmsgstr \"ja\"\n");
  ck_assert_str_eq(said(&r, SAY_YES, NULL, NULL), "ja");
  ck_assert_str_eq(lang_code(r.lang), "xx");
  ck_assert_str_eq(lang_code(NULL), "en");
  read_free(&r);
}
END_TEST

START_TEST(what_is_missing_is_said_in_english_and_marked)
{
  Read r = read_words("msgctxt \"value.yes\"\nmsgid \"yes\"\nmsgstr \"\"\n");
  ck_assert_str_eq(said(&r, SAY_YES, NULL, NULL), "[en] yes");
  ck_assert_str_eq(said(&r, SAY_WINS, "Anne", NULL), "[en] Anne wins");
  /* nothing in it to translate */
  ck_assert_str_eq(said(&r, SAY_COMMA, NULL, NULL), ", ");
  ck_assert_str_eq(said(&r, SAY_BY, "Anne", "x"), "Anne: x");
  read_free(&r);
}
END_TEST

START_TEST(what_is_stale_is_marked)
{
  Read r = read_words("#, fuzzy\nmsgctxt \"value.yes\"\nmsgid \"yes\"\nmsgstr \"ja\"\n\n"
                      "msgctxt \"log.wins\"\nmsgid \"{who} has won\"\n"
                      "msgstr \"{who} wint\"\n\n"
                      "msgctxt \"log.draw\"\nmsgid \"{card} drawn\"\n"
                      "msgstr \"{card} getrokken\"\n");
  ck_assert_str_eq(said(&r, SAY_YES, NULL, NULL), "[old] ja");
  ck_assert_str_eq(said(&r, SAY_WINS, "Anne", NULL), "[old] Anne wint");
  /* its placeholder is gone: the old text could not be filled */
  ck_assert_str_eq(said(&r, SAY_DRAW, "Ace", NULL), "[en] Ace is drawn");
  read_free(&r);
}
END_TEST

START_TEST(numbers_choose_among_the_plurals_of_the_language)
{
  Read r = read_words(
      "msgctxt \"sim.games\"\nmsgid \"{n} game\"\nmsgid_plural \"{n} games\"\n"
      "msgstr[0] \"{n} gra\"\nmsgstr[1] \"{n} gry\"\nmsgstr[2] \"{n} gier\"\n\n"
      "msgctxt \"value.hidden\"\nmsgid \"{n} hidden\"\n"
      "msgstr \"{n} {n:zakryta|zakryte|zakrytych}\"\n");
  ck_assert_str_eq(said(&r, SAY_SIM_GAMES, "1", NULL), "1 gra");
  ck_assert_str_eq(said(&r, SAY_SIM_GAMES, "3", NULL), "3 gry");
  ck_assert_str_eq(said(&r, SAY_SIM_GAMES, "5", NULL), "5 gier");
  ck_assert_str_eq(said(&r, SAY_SIM_GAMES, " 2", NULL), " 2 gry"); /* padded */
  ck_assert_str_eq(said(&r, SAY_HIDDEN, "1", NULL), "1 zakryta");
  ck_assert_str_eq(said(&r, SAY_HIDDEN, "7", NULL), "7 zakrytych");
  ck_assert_str_eq(lang_number(r.lang, false, 1), "");
  ck_assert_str_eq(lang_number(r.lang, false, 2), "many");
  ck_assert_str_eq(lang_number(r.lang, false, 5), "many2");
  ck_assert_str_eq(lang_number(r.lang, true, 5), "many"); /* of an English name */
  ck_assert_str_eq(lang_number(NULL, false, 1), "");
  read_free(&r);
}
END_TEST

START_TEST(an_old_table_of_forms_is_better_than_none)
{
  Read r = read_words("msgctxt \"language/forms\"\nmsgid \"before\"\n"
                      "msgstr \"a: * = een *\\n\"\n");
  ck_assert_str_eq(lang_forms(r.lang, false), "a: * = een *\n");
  ck_assert_ptr_nonnull(strstr(lang_forms(r.lang, true), "an *"));
  read_free(&r);
  r = read_words("msgctxt \"value.yes\"\nmsgid \"yes\"\nmsgstr \"ja\"\n");
  ck_assert_str_eq(lang_forms(r.lang, false), "");
  read_free(&r);
}
END_TEST

static bool fill_name(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  (void)user;
  if (n != 1 || (*name != 'x' && *name != 'p')) return false;
  const char *text = *name == 'x' ? "fleur|f|many=fleurs" : "pions|m";
  forms_put(b, "the .f: * = la *\nacc: * = *!", text, form);
  out->name = text;
  out->plural = *name == 'p';
  return true;
}

static const char *filled(const char *text)
{
  static Buf b;
  buf_clear(&b);
  Form acc = {0};
  form_ask(&acc, "acc", 3);
  Wording w = {.text = text, .source = true};
  template_put(NULL, &b, w, &acc, fill_name, NULL);
  return buf_text(&b);
}

START_TEST(a_placeholder_has_the_case_of_the_whole_unless_it_asks)
{
  ck_assert_str_eq(filled("{x}"), "fleur!");
  ck_assert_str_eq(filled("{x:nom}"), "fleur");
  ck_assert_str_eq(filled("{x:the}"), "la fleur!");
  ck_assert_str_eq(filled("{x:many nom}"), "fleurs");
}
END_TEST

START_TEST(words_agree_with_what_fills_a_placeholder)
{
  ck_assert_str_eq(filled("{x:.f vide|vidé}"), "vide");
  ck_assert_str_eq(filled("{p:.f vide|vidé}"), "vidé");
  ck_assert_str_eq(filled("{p:.many sont|est}"), "sont");
  ck_assert_str_eq(filled("{x:.many sont|est}"), "est");
  ck_assert_str_eq(filled("{x:.n a|.m b}"), ""); /* no alternative fits */
}
END_TEST

START_TEST(what_no_placeholder_is_stays_as_it_is)
{
  ck_assert_str_eq(filled("{y} {} { {x:nom}"), "{y} {} { fleur");
  ck_assert_str_eq(filled("a}b"), "a}b");
  ck_assert_str_eq(filled("{x:nom"), "{x:nom");
}
END_TEST

int main(void)
{
  Suite *s = suite_create("lang");
  TCase *t = tcase_create("lang");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, a_word_is_found_by_its_key_and_source);
  tcase_add_test(t, what_is_missing_is_said_in_english_and_marked);
  tcase_add_test(t, what_is_stale_is_marked);
  tcase_add_test(t, numbers_choose_among_the_plurals_of_the_language);
  tcase_add_test(t, an_old_table_of_forms_is_better_than_none);
  tcase_add_test(t, a_placeholder_has_the_case_of_the_whole_unless_it_asks);
  tcase_add_test(t, words_agree_with_what_fills_a_placeholder);
  tcase_add_test(t, what_no_placeholder_is_stays_as_it_is);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
