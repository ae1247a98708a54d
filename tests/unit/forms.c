/* Names in the forms that a language asks for. */
#include "interp/text/forms.h"

#include <check.h>
#include <string.h>

static const char german[] = "# articles\n"
                             "a acc .m: * = einen *\n"
                             "a .f: * = eine *\n"
                             "a: * = ein *\n"
                             "its @f .m: * = ihr *\n"
                             "its .m: * = sein *\n"
                             "gen .m: *s = *ses\n"
                             "gen .m: * = *s\n"
                             "dat many: *n = *n\n"
                             "dat many: * = *n\n"
                             "des: der * = des *s\n"
                             "the: [äö]* = oh *\n";

static const char *made(const char *table, const char *name, const char *asked)
{
  static Buf b;
  Form f = {0};
  buf_clear(&b);
  ck_assert(form_ask(&f, asked, strlen(asked)));
  forms_put(&b, table, name, &f);
  return buf_text(&b);
}

START_TEST(a_name_without_a_request_is_plain)
{
  ck_assert_str_eq(made(german, "Agent|m|many=Agenten", ""), "Agent");
  ck_assert_str_eq(made("", "3 | 4", ""), "3 | 4"); /* no part of a name: a sign */
  ck_assert_str_eq(made("", "a|=b", ""), "a|=b");
  ck_assert_str_eq(made("", "", ""), "");
}
END_TEST

START_TEST(what_is_written_out_comes_before_rules)
{
  ck_assert_str_eq(made(german, "Agent|m|many=Agenten", "many"), "Agenten");
  ck_assert_str_eq(made(german, "Agent|m|acc=Agenten", "a acc"), "einen Agenten");
  ck_assert_str_eq(made(german, "Tresor|m|a acc=irgendeinen Tresor", "a acc"),
                   "irgendeinen Tresor");
  /* the form that covers most of what is asked */
  ck_assert_str_eq(made("", "x|dat=d|many=m|dat many=dm", "dat many"), "dm");
  ck_assert_str_eq(made("", "x|the=t|dat=d|many=m", "the dat many"), "m");
}
END_TEST

START_TEST(the_class_of_a_name_chooses_the_rule)
{
  ck_assert_str_eq(made(german, "Karte|f", "a"), "eine Karte");
  ck_assert_str_eq(made(german, "Stapel|m", "a acc"), "einen Stapel");
  ck_assert_str_eq(made(german, "Stapel|m", "a"), "ein Stapel");
  ck_assert_str_eq(made(german, "Haus|n", "a acc"), "ein Haus");
  ck_assert_str_eq(made("x .b: * = yes", "word|a|b", "x"), "yes");
}
END_TEST

START_TEST(the_class_of_an_owner_chooses_too)
{
  Buf b = {0};
  Form f = form_det((Form){.owner = "Spielerin|f"}, "its");
  forms_put(&b, german, "Ort|m", &f);
  ck_assert_str_eq(buf_text(&b), "ihr Ort");
  buf_clear(&b);
  f.owner = NULL;
  forms_put(&b, german, "Ort|m", &f);
  ck_assert_str_eq(buf_text(&b), "sein Ort");
  buf_free(&b);
}
END_TEST

START_TEST(number_case_and_determiner_are_made_in_this_order)
{
  ck_assert_str_eq(made(german, "Kind|n|many=Kinder", "dat many"), "Kindern");
  ck_assert_str_eq(made("many: * = *s\ngen: *s = *s'\ngen: * = *'s\nthe: * = the *",
                        "agent", "the gen many"),
                   "the agents'");
}
END_TEST

START_TEST(patterns_keep_what_they_do_not_spell_out)
{
  static const char table[] = "many: *[^aeiou]y = *ies\nmany: *ch = *ches\nmany: mouse = "
                              "mice\nmany: * = *s\na: [aeiou]* = an *\na: * = a *";
  ck_assert_str_eq(made(table, "city", "many"), "cities");
  ck_assert_str_eq(made(table, "boy", "many"), "boys");
  ck_assert_str_eq(made(table, "church", "many"), "churches");
  ck_assert_str_eq(made(table, "Mouse", "many"), "mice");
  ck_assert_str_eq(made(table, "y", "many"), "ys"); /* shorter than the pattern */
  ck_assert_str_eq(made(table, "Objective card", "a"), "an Objective card");
  ck_assert_str_eq(made(german, "der Rat|m", "des"), "des Rats");
}
END_TEST

START_TEST(patterns_count_letters_not_bytes)
{
  ck_assert_str_eq(made(german, "Ärger", "the"), "oh Ärger");
  ck_assert_str_eq(made("many: *[éè] = *s", "café", "many"), "cafés");
  ck_assert_str_eq(made("many: *é = *es", "É", "many"), "es");
  ck_assert_str_eq(made("many: *[é] = *s", "\xff\xfe", "many"),
                   "\xff\xfe"); /* no UTF-8 */
}
END_TEST

START_TEST(further_plurals_fall_back_to_the_first)
{
  ck_assert_str_eq(made("", "karta|many=karty|many2=kart", "many2"), "kart");
  ck_assert_str_eq(made("", "karta|many=karty", "many2"), "karty");
  ck_assert_str_eq(made("many: * = *y\nmany2: * = *", "dom", "many2"), "dom");
  ck_assert_str_eq(made("many: * = *y", "dom", "many2"), "domy");
}
END_TEST

START_TEST(a_number_may_count_only_if_it_is_written_out)
{
  Buf b = {0};
  Form f = form_number((Form){.written = true}, "many");
  forms_put(&b, "many: * = *s", "Money", &f);
  ck_assert_str_eq(buf_text(&b), "Money");
  buf_clear(&b);
  forms_put(&b, "many: * = *s", "point|many=points", &f);
  ck_assert_str_eq(buf_text(&b), "points");
  buf_free(&b);
  Buf one = {0};
  Form whole = {.det = "the", .number = "many", .written = true};
  static const char table[] = "the many: * = die *\nthe .m: * = der *";
  forms_put(&one, table, "Ort|m", &whole);
  ck_assert_str_eq(buf_text(&one), "der Ort"); /* nor does it meet a condition */
  buf_clear(&one);
  forms_put(&one, table, "Ort|m|many=Orte", &whole);
  ck_assert_str_eq(buf_text(&one), "die Orte");
  buf_free(&one);
}
END_TEST

START_TEST(a_request_has_one_word_of_each_sort)
{
  Form f = {0};
  ck_assert(form_ask(&f, "the dat many", 12));
  ck_assert_str_eq(f.det, "the");
  ck_assert_str_eq(f.kase, "dat");
  ck_assert_str_eq(f.number, "many");
  ck_assert(!form_ask(&f, "acc dat", 7));
  ck_assert(!form_ask(&f, "the your", 8));
  ck_assert(!form_ask(&f, "averyverylongwordindeed", 23));
  ck_assert(form_ask(&f, "one", 3));
  ck_assert_str_eq(f.number, "");
}
END_TEST

START_TEST(a_sentence_can_have_forms)
{
  Form f = {0};
  size_t n;
  const char *text = "nimm {c:.f die|den} {n|a|b}|inf={c} nehmen";
  const char *s = forms_pick(text, &f, &n);
  ck_assert_int_eq((int)n, (int)strlen("nimm {c:.f die|den} {n|a|b}"));
  ck_assert_ptr_eq(s, text);
  form_ask(&f, "inf", 3);
  s = forms_pick(text, &f, &n);
  ck_assert(!strncmp(s, "{c} nehmen", n));
}
END_TEST

START_TEST(a_table_is_checked_line_by_line)
{
  const char *why = NULL;
  ck_assert_int_eq(forms_check(german, &why), 0);
  ck_assert_int_eq(forms_check("capitals: keep\n\n# x\n", &why), 0);
  ck_assert_int_eq(forms_check("a: * = b\nnonsense\n", &why), 2);
  ck_assert_ptr_nonnull(strstr(why, "WORD: PATTERN = RESULT"));
  ck_assert_int_eq(forms_check("a: b", &why), 1);
  ck_assert_int_eq(forms_check("a: ** = b", &why), 1);
  ck_assert_int_eq(forms_check("a: [b = c", &why), 1);
  ck_assert_int_eq(forms_check(".m: * = c", &why), 1);
  ck_assert(forms_keep_capitals("a: * = b\ncapitals: keep"));
  ck_assert(!forms_keep_capitals(german));
}
END_TEST

/* Three languages with cases: a table by endings, and twenty nouns of games in three
 * forms each.  How many of them have to list something is what the tables are for. */
typedef struct Noun {
  const char *name, *gen, *many, *many_gen;
} Noun;

static int listed(const char *table, const Noun *nouns, int n)
{
  int all = 0;
  for (int i = 0; i < n; i++) {
    ck_assert_str_eq(made(table, nouns[i].name, "gen"), nouns[i].gen);
    ck_assert_str_eq(made(table, nouns[i].name, "many"), nouns[i].many);
    ck_assert_str_eq(made(table, nouns[i].name, "many gen"), nouns[i].many_gen);
    all += strchr(nouns[i].name, '=') != NULL;
  }
  return all;
}

START_TEST(the_cases_of_a_table_are_listed)
{
  static const char table[] = "# a remark\nmany gen .f: *a = *\ngen .f: *a = *y\n"
                              "gen: * = *u\nyour acc: * = swój *\nreport: idź = idzie\n"
                              "acc .f: *a = *ę";
  Form f = {0};
  const char *at = forms_next_case(table, &f);
  ck_assert_str_eq(f.kase, "gen");
  at = forms_next_case(at, &f);
  ck_assert_str_eq(f.kase, "acc");
  ck_assert_ptr_null(forms_next_case(at, &f));
}
END_TEST

START_TEST(polish_lists_little)
{
  static const char table[] =
      "many gen .f: *ia = *ii\nmany gen .f: *ka = *ek\nmany gen .f: *a = *\n"
      "many gen .mo: *[z] = *y\nmany gen .mi: *ek = *ków\nmany gen .mo: * = *ów\n"
      "many gen .mi: * = *ów\nmany gen .n: *o = *\nmany gen .n: *e = *\n"
      "many .f: *ia = *ie\nmany .f: *[kg]a = *i\nmany .f: *[cżl]a = *e\nmany .f: *a = "
      "*y\n"
      "many .mo: *t = *ci\nmany .mo: *[z] = *e\nmany .mi: *ek = *ki\n"
      "many .mi: *[kg] = *i\nmany .mi: * = *y\nmany .n: *o = *a\nmany .n: *e = *a\n"
      "gen .f: *ia = *ii\ngen .f: *[kg]a = *i\ngen .f: *a = *y\ngen .mo: * = *a\n"
      "gen .mi: *ek = *ku\ngen .mi: * = *u\ngen .n: *o = *a\ngen .n: *e = *a\n";
  static const Noun nouns[] = {
      {"karta|f", "karty", "karty", "kart"},
      {"książka|f", "książki", "książki", "książek"},
      {"kostka|f", "kostki", "kostki", "kostek"},
      {"ręka|f|many=ręce|many gen=rąk", "ręki", "ręce", "rąk"},
      {"wieża|f", "wieży", "wieże", "wież"},
      {"ulica|f", "ulicy", "ulice", "ulic"},
      {"brama|f", "bramy", "bramy", "bram"},
      {"talia|f", "talii", "talie", "talii"},
      {"moneta|f", "monety", "monety", "monet"},
      {"agent|mo", "agenta", "agenci", "agentów"},
      {"gracz|mo", "gracza", "gracze", "graczy"},
      {"żołnierz|mo", "żołnierza", "żołnierze", "żołnierzy"},
      {"budynek|mi", "budynku", "budynki", "budynków"},
      {"kościół|mi|gen=kościoła|many=kościoły|many gen=kościołów", "kościoła", "kościoły",
       "kościołów"},
      {"punkt|mi", "punktu", "punkty", "punktów"},
      {"stos|mi", "stosu", "stosy", "stosów"},
      {"żeton|mi", "żetonu", "żetony", "żetonów"},
      {"ruch|mi", "ruchu", "ruchy", "ruchów"},
      {"pole|n|many gen=pól", "pola", "pola", "pól"},
      {"miasto|n", "miasta", "miasta", "miast"},
  };
  ck_assert_int_eq(listed(table, nouns, 20), 3);
}
END_TEST

START_TEST(russian_lists_little)
{
  static const char table[] =
      "many gen .f: *а = *\nmany gen .f: *ь = *ей\nmany gen .m: * = *ов\n"
      "many gen .n: *ие = *ий\nmany gen .n: *о = *\nmany gen .n: *е = *ей\n"
      "many .f: *[кгх]а = *и\nmany .f: *а = *ы\nmany .f: *я = *и\nmany .f: *ь = *и\n"
      "many .m: *[кгх] = *и\nmany .m: * = *ы\nmany .n: *ие = *ия\nmany .n: *о = *а\n"
      "many .n: *е = *я\ngen .f: *[кгх]а = *и\ngen .f: *а = *ы\ngen .f: *я = *и\n"
      "gen .f: *ь = *и\ngen .m: * = *а\ngen .n: *ие = *ия\ngen .n: *о = *а\ngen .n: *е = "
      "*я\n";
  static const Noun nouns[] = {
      {"карта|f", "карты", "карты", "карт"},
      {"монета|f", "монеты", "монеты", "монет"},
      {"башня|f|many gen=башен", "башни", "башни", "башен"},
      {"улица|f", "улицы", "улицы", "улиц"},
      {"рука|f", "руки", "руки", "рук"},
      {"книга|f", "книги", "книги", "книг"},
      {"кость|f", "кости", "кости", "костей"},
      {"агент|m", "агента", "агенты", "агентов"},
      {"игрок|m", "игрока", "игроки", "игроков"},
      {"солдат|m|many gen=солдат", "солдата", "солдаты", "солдат"},
      {"дом|m|many=дома", "дома", "дома", "домов"},
      {"стол|m", "стола", "столы", "столов"},
      {"ход|m", "хода", "ходы", "ходов"},
      {"жетон|m", "жетона", "жетоны", "жетонов"},
      {"знак|m", "знака", "знаки", "знаков"},
      {"город|m|many=города", "города", "города", "городов"},
      {"поле|n", "поля", "поля", "полей"},
      {"место|n", "места", "места", "мест"},
      {"очко|n|many=очки|many gen=очков", "очка", "очки", "очков"},
      {"здание|n", "здания", "здания", "зданий"},
  };
  ck_assert_int_eq(listed(table, nouns, 20), 5);
}
END_TEST

START_TEST(finnish_lists_little)
{
  static const char table[] =
      "many gen: *tti = *ttien\nmany gen: *nki = *nkien\nmany gen: *nen = *sten\n"
      "many gen: *us = *usten\nmany gen: *i = *ien\nmany gen: *ja = *jien\n"
      "many gen: *ä = *ien\nmany gen: *a = *ojen\nmany gen: *e = *eiden\n"
      "many gen: *[ouy] = *jen\n"
      "many: *tti = *tit\nmany: *ttä = *tät\nmany: *kko = *kot\nmany: *kka = *kat\n"
      "many: *ppa = *pat\nmany: *nki = *ngit\nmany: *lta = *llat\nmany: *us = *ukset\n"
      "many: *nen = *set\nmany: *e = *eet\nmany: * = *t\n"
      "gen: *tti = *tin\ngen: *ttä = *tän\ngen: *kko = *kon\ngen: *kka = *kan\n"
      "gen: *ppa = *pan\ngen: *nki = *ngin\ngen: *lta = *llan\ngen: *us = *uksen\n"
      "gen: *nen = *sen\ngen: *e = *een\ngen: * = *n\n";
  static const Noun nouns[] = {
      {"kortti", "kortin", "kortit", "korttien"},
      {"talo", "talon", "talot", "talojen"},
      {"katu|gen=kadun|many=kadut", "kadun", "kadut", "katujen"},
      {"pelaaja", "pelaajan", "pelaajat", "pelaajien"},
      {"agentti", "agentin", "agentit", "agenttien"},
      {"kivi|gen=kiven|many=kivet", "kiven", "kivet", "kivien"},
      {"tori", "torin", "torit", "torien"},
      {"kirkko", "kirkon", "kirkot", "kirkkojen"},
      {"silta", "sillan", "sillat", "siltojen"},
      {"noppa", "nopan", "nopat", "noppojen"},
      {"piste", "pisteen", "pisteet", "pisteiden"},
      {"peli", "pelin", "pelit", "pelien"},
      {"pakka", "pakan", "pakat", "pakkojen"},
      {"kenttä", "kentän", "kentät", "kenttien"},
      {"raha", "rahan", "rahat", "rahojen"},
      {"tähti|gen=tähden|many=tähdet", "tähden", "tähdet", "tähtien"},
      {"vuoro", "vuoron", "vuorot", "vuorojen"},
      {"kaupunki", "kaupungin", "kaupungit", "kaupunkien"},
      {"rakennus", "rakennuksen", "rakennukset", "rakennusten"},
      {"lautanen", "lautasen", "lautaset", "lautasten"},
  };
  ck_assert_int_eq(listed(table, nouns, 20), 3);
}
END_TEST

int main(void)
{
  Suite *s = suite_create("forms");
  TCase *t = tcase_create("forms");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, a_name_without_a_request_is_plain);
  tcase_add_test(t, what_is_written_out_comes_before_rules);
  tcase_add_test(t, the_class_of_a_name_chooses_the_rule);
  tcase_add_test(t, the_class_of_an_owner_chooses_too);
  tcase_add_test(t, number_case_and_determiner_are_made_in_this_order);
  tcase_add_test(t, patterns_keep_what_they_do_not_spell_out);
  tcase_add_test(t, patterns_count_letters_not_bytes);
  tcase_add_test(t, further_plurals_fall_back_to_the_first);
  tcase_add_test(t, a_number_may_count_only_if_it_is_written_out);
  tcase_add_test(t, a_request_has_one_word_of_each_sort);
  tcase_add_test(t, a_sentence_can_have_forms);
  tcase_add_test(t, a_table_is_checked_line_by_line);
  tcase_add_test(t, the_cases_of_a_table_are_listed);
  tcase_add_test(t, polish_lists_little);
  tcase_add_test(t, russian_lists_little);
  tcase_add_test(t, finnish_lists_little);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? 1 : 0;
}
