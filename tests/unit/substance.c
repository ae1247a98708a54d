/* Facts of texts: what a lexicon finds in them, and where versions of one statement
 * differ. */
#include "interp/agree/lexica.h"
#include "interp/agree/substance.h"
#include "tests/unit/unit.h"

static Arena *arena;
static Sources sources;

static void begin(void)
{
  arena = arena_new();
  sources_init(&sources, arena);
  vec_push(&sources.library, ".");
}

static void end(void)
{
  sources_free(&sources);
  arena_free(arena);
}

static Lexicon *lexicon(const char *lang)
{
  Buf why = {0};
  Lexicon *l = lexica_open(&sources, arena, lang, "lexicon", &why);
  ck_assert_msg(l != NULL, "%s", buf_text(&why));
  return l;
}

/* The facts of a text in one line: "amount up to 3; choice may". */
static void assert_facts(Lexicon *l, const char *text, const char *expected)
{
  Facts f;
  Buf b = {0};
  facts_read(&f, l, text, strlen(text));
  for (size_t i = 0; i < f.list.n; i++) {
    const Fact *x = &f.list.at[i];
    if (x->weight == WEIGHT_ANSWER) continue;
    buf_printf(&b, "%s%s ", b.n ? "; " : "", fact_title(x->class));
    fact_name(&b, x);
  }
  ck_assert_str_eq(buf_text(&b), expected);
  buf_free(&b);
  facts_free(&f);
}

static bool differ(const char *lang_a, const char *a, const char *lang_b, const char *b)
{
  Lexicon *x = lexicon(lang_a), *y = lexicon(lang_b);
  Facts one, two;
  facts_read(&one, x, a, strlen(a));
  facts_read(&two, y, b, strlen(b));
  const Facts *both[] = {&one, &two};
  Differences d;
  facts_compare(both, 2, &d);
  bool substance = d.substance;
  differences_free(&d);
  facts_free(&one);
  facts_free(&two);
  lexicon_free(x);
  lexicon_free(y);
  return substance;
}

START_TEST(numbers_are_found_in_words_and_figures)
{
  Lexicon *l = lexicon("en");
  assert_facts(l, "three and 4", "amount 3; amount 4");
  assert_facts(l, "99999999999999999999", "amount 2147483647");
  assert_facts(l, "half of the cards", "amount half");
  assert_facts(l, "the one on the table", "");
  lexicon_free(l);
}
END_TEST

START_TEST(a_bound_belongs_to_the_nearest_number)
{
  Lexicon *l = lexicon("en");
  assert_facts(l, "at most 3 of 5", "amount up to 3; amount 5");
  assert_facts(l, "of 5 keep 2 or more", "amount 5; amount at least 2");
  assert_facts(l, "it fits exactly", "action fit; amount exactly");
  lexicon_free(l);
}
END_TEST

START_TEST(a_number_in_a_form_of_a_placeholder_is_not_stated)
{
  Lexicon *l = lexicon("en");
  assert_facts(l, "Gain {n|one point|{n} points}", "direction up");
  assert_facts(l, "Gain {n} of 4", "direction up; amount 4");
  assert_facts(l, "an open { brace 2", "amount 2");
  lexicon_free(l);
}
END_TEST

START_TEST(a_sign_before_a_number_is_a_direction)
{
  Lexicon *l = lexicon("en");
  assert_facts(l, "+2", "direction up; amount 2");
  assert_facts(l, "1-2", "amount 1; amount 2");
  assert_facts(l, "(-3)", "direction down; amount 3");
  lexicon_free(l);
}
END_TEST

START_TEST(what_may_be_left_is_told_from_what_is_forbidden)
{
  Lexicon *en = lexicon("en"), *nl = lexicon("nl"), *fr = lexicon("fr"),
          *de = lexicon("de");
  assert_facts(en, "need not", "optional or not may");
  assert_facts(en, "may not", "optional or not not");
  assert_facts(nl, "hoeft dat niet", "optional or not may");
  assert_facts(nl, "mag dat hier niet", "optional or not not");
  assert_facts(fr, "n'est pas obligé", "optional or not may");
  assert_facts(fr, "ne peut pas", "optional or not not");
  assert_facts(fr, "ne peut toucher que",
               "optional or not may; scope only; action touch");
  assert_facts(de, "muss das nicht", "optional or not may");
  assert_facts(de, "darf das nie", "optional or not not");
  lexicon_free(en);
  lexicon_free(nl);
  lexicon_free(fr);
  lexicon_free(de);
}
END_TEST

START_TEST(names_of_the_game_take_endings)
{
  Lexicon *l = lexicon("nl");
  ck_assert(lexicon_name(l, "unit", "eenheid"));
  ck_assert(lexicon_name(l, "private", "soldaat"));
  ck_assert(!lexicon_name(l, "unit", "eenheid")); /* it is there */
  ck_assert(!lexicon_name(l, "turn", "beurt"));   /* the lexicon has it as a fact */
  assert_facts(l, "eenheden en soldaten", "target unit; target private");
  assert_facts(l, "soldatenrok", "");
  ck_assert_str_eq(lexicon_concept(l, "eenheden"), "unit");
  ck_assert_str_eq(lexicon_concept(l, "kruit"), "kruit");
  lexicon_free(l);
}
END_TEST

START_TEST(one_statement_in_four_languages_is_one)
{
  static const char *const langs[] = {"en", "nl", "fr", "de"};
  static const char *const texts[][4] = {
      {"You may draw up to 3 cards.", "Je mag tot 3 kaarten trekken.",
       "Vous pouvez piocher jusqu'à 3 cartes.", "Du darfst bis zu 3 Karten ziehen."},
      {"Each player loses 2 points.", "Elke speler verliest 2 punten.",
       "Chaque joueur perd 2 points.", "Jeder Spieler verliert 2 Punkte."},
      {"Before your turn, move exactly one stone.",
       "Voordat je beurt begint, verplaats je precies één steen.",
       "Avant votre tour, déplacez exactement une pierre.",
       "Bevor dein Zug beginnt, bewege genau einen Stein."},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++)
        ck_assert_msg(!differ(langs[a], texts[i][a], langs[b], texts[i][b]), "%s | %s",
                      texts[i][a], texts[i][b]);
}
END_TEST

START_TEST(a_changed_fact_is_a_difference_in_every_pair_of_languages)
{
  static const char *const langs[] = {"en", "nl", "fr", "de"};
  static const char *const right[] = {"You may draw 3 cards after your turn.",
                                      "Je mag na je beurt 3 kaarten trekken.",
                                      "Vous pouvez piocher 3 cartes après votre tour.",
                                      "Du darfst nach deinem Zug 3 Karten ziehen."};
  static const char *const wrong[][4] = {
      {"You may draw 4 cards after your turn.", "Je mag na je beurt 4 kaarten trekken.",
       "Vous pouvez piocher quatre cartes après votre tour.",
       "Du darfst nach deinem Zug vier Karten ziehen."},
      {"You must draw 3 cards after your turn.", "Je moet na je beurt 3 kaarten trekken.",
       "Vous devez piocher 3 cartes après votre tour.",
       "Du musst nach deinem Zug 3 Karten ziehen."},
      {"You may draw 3 cards before your turn.",
       "Je mag voordat je beurt begint 3 kaarten trekken.",
       "Vous pouvez piocher 3 cartes avant votre tour.",
       "Du darfst, bevor dein Zug beginnt, 3 Karten ziehen."},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < 4; b++)
        ck_assert_msg(differ(langs[a], right[a], langs[b], wrong[i][b]), "%s | %s",
                      right[a], wrong[i][b]);
}
END_TEST

START_TEST(a_replaced_target_counts_and_a_missing_one_does_not)
{
  ck_assert(differ("en", "Each player gains 1.", "nl", "De actieve speler krijgt 1."));
  ck_assert(!differ("en", "Each player gains 1.", "nl", "Krijg 1."));
  ck_assert(differ("en", "Gain 2.", "nl", "Verlies 2."));
}
END_TEST

START_TEST(a_lexicon_out_of_form_is_refused_with_its_line)
{
  static const char *const wrong[] = {
      "choice may: may\nchoices may: can",
      "2: no class of facts has this name",
      "choice may",
      "1: a line is CLASS FACT: WORDS, WORDS …",
      "choice: may",
      "1: the class needs a fact: \"choice may\"",
      "amount 2: 2",
      "1: numbers in figures are known already",
      "choice may: m*",
      "1: a stem needs two letters before the *",
      "choice may: *ay",
      "1: the first word of a pattern needs its beginning",
      "choice may: may,, can",
      "1: a pattern without a word",
      "choice may: a b c d e f g h i",
      "1: a pattern of more than eight words",
      "ending: s",
      "1: an ending is written OLD-NEW, such as y-ies or -s",
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i += 2) {
    Lexicon *l = lexicon_new(arena, "xx");
    Buf why = {0};
    ck_assert(!lexicon_read(l, wrong[i], strlen(wrong[i]), &why));
    ck_assert_str_eq(buf_text(&why), wrong[i + 1]);
    buf_free(&why);
    lexicon_free(l);
  }
}
END_TEST

START_TEST(a_language_without_a_lexicon_and_a_path_are_refused)
{
  Buf why = {0};
  ck_assert(!lexica_open(&sources, arena, "xx", "lexicon", &why));
  ck_assert(!lexica_open(&sources, arena, "../po/en", "lexicon", &why));
  buf_free(&why);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("substance");
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, numbers_are_found_in_words_and_figures);
  tcase_add_test(t, a_bound_belongs_to_the_nearest_number);
  tcase_add_test(t, a_number_in_a_form_of_a_placeholder_is_not_stated);
  tcase_add_test(t, a_sign_before_a_number_is_a_direction);
  tcase_add_test(t, what_may_be_left_is_told_from_what_is_forbidden);
  tcase_add_test(t, names_of_the_game_take_endings);
  tcase_add_test(t, one_statement_in_four_languages_is_one);
  tcase_add_test(t, a_changed_fact_is_a_difference_in_every_pair_of_languages);
  tcase_add_test(t, a_replaced_target_counts_and_a_missing_one_does_not);
  tcase_add_test(t, a_lexicon_out_of_form_is_refused_with_its_line);
  tcase_add_test(t, a_language_without_a_lexicon_and_a_path_are_refused);
  return t;
}

int main(void) { return unit_run(cases, "substance", 60); }
