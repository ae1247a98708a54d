/* The catalog of cards: rows that the rules give, and finding them again. */
#include "db/derived/catalog.h"
#include "db/proof/check.h"
#include "db/db.h"
#include "db/derived/derive.h"
#include "db/lookup.h"
#include "db/schema.h"
#include "db/store.h"
#include "tests/unit/unit.h"

static const char source[] =
    "game shop \"The shop\" for 2..2\n"
    "kind item \"item of the shop\" { value cost \"Cost\": 0..9; verb apply }\n"
    "item passport \"Passport\" * 2 @SHO-ITEM-01 { cost = 3; apply { gain 2 } }\n"
    "item cafe \"Café au lait\" { cost = 1; apply { gain 1 @SHO-ITEM-02 } }\n"
    "item quote \"AND \\\"OR\\\" NOT*\" { cost = 0; apply { gain 9 } }\n"
    "kind coin\n"
    "coin gold \"Gold\"\n"
    "kind player { purse \"Purse\": pile of coin; shelf: pile of item; score \"Point\": 0..99 }\n"
    "bank \"Bank\": pile of coin = coin\n"
    "verb gain (n: 1..9) \"Gain {n|a point|{n} points}\" { raise first(players).score by n }\n"
    "verb play { move gold to first(players).purse; each i in item { i.apply }; win none }\n";

static Db *db;
static Program *program;
static int64_t ruleset;

static void set_up(void)
{
  db = db_open(":memory:", SQL_CREATE);
  program = unit_compile("shop.regel", source);
  ruleset = store_ruleset(db, program);
  ck_assert_int_gt(ruleset, 0);
}

static void tear_down(void)
{
  program_free(program);
  sql_close(db);
}

static void fine(void) { ck_assert_msg(!sql_fault(db), "%s", sql_why(db)); }

static int64_t number(const char *sql)
{
  int64_t n = sql_number(db, sql, -1);
  fine();
  return n;
}

static bool fits(void)
{
  Buf why = {0};
  bool ok = catalog_compare(db, ruleset, program, &why);
  ok = catalog_compare_index(db, &why) && ok;
  fine();
  ck_assert_int_eq(ok, why.n == 0);
  buf_free(&why);
  return ok;
}

START_TEST(adding_writes_each_card_once)
{
  ck_assert_int_eq(catalog_missing(db), 1);
  ck_assert(catalog_add(db, ruleset, program));
  ck_assert(catalog_add(db, ruleset, program));
  ck_assert_int_eq(catalog_missing(db), 0);
  ck_assert_int_eq(number("SELECT count(*) FROM cards"), 4);
  ck_assert_int_eq(number("SELECT copies FROM cards WHERE card = 'passport'"), 2);
  ck_assert_int_eq(number("SELECT line FROM cards WHERE card = 'cafe'"), 4);
  ck_assert_int_eq(number("SELECT count(*) FROM cards WHERE citations = 'SHO-ITEM-02'"), 1);
  ck_assert_int_eq(number("SELECT count(*) FROM card_texts WHERE lang = 'en' AND "
                          "printed = 'Cost: 3' || char(10) AND text = 'Gain 2 points.' || "
                          "char(10)"),
                   1);
  ck_assert_int_eq(number("SELECT count(*) FROM decks WHERE kind = 'coin'"), 3);
  ck_assert(fits());
}
END_TEST

START_TEST(filling_takes_the_rules_from_the_database)
{
  Buf why = {0};
  ck_assert(catalog_fill(db, &why));
  ck_assert_str_eq(buf_text(&why), "");
  ck_assert_int_eq(catalog_missing(db), 0);
  ck_assert(fits());
  buf_free(&why);
}
END_TEST

START_TEST(what_was_dropped_is_made_again)
{
  catalog_add(db, ruleset, program);
  ck_assert(catalog_drop(db));
  ck_assert_int_eq(number("SELECT count(*) FROM cards"), 0);
  ck_assert_int_eq(
      number("SELECT count(*) FROM card_search WHERE card_search MATCH 'gold'"), 0);
  ck_assert_int_eq(catalog_missing(db), 1);
  ck_assert(fits()); /* not there is no difference */
  ck_assert(catalog_add(db, ruleset, program));
  ck_assert(fits());
}
END_TEST

START_TEST(adding_is_all_or_nothing)
{
  sql_do(db, "CREATE TRIGGER no BEFORE INSERT ON catalog "
             "BEGIN SELECT RAISE(ABORT, 'no'); END");
  ck_assert(!catalog_add(db, ruleset, program));
  sql_forgive(db);
  ck_assert_int_eq(number("SELECT count(*) FROM cards"), 0);
  ck_assert_int_eq(
      number("SELECT count(*) FROM card_search WHERE card_search MATCH 'gold'"), 0);
}
END_TEST

START_TEST(rules_that_cannot_be_loaded_are_left_out)
{
  Buf why = {0};
  Program *p = unit_compile("scenarios/heimlich/game.regel", NULL);
  store_ruleset(db, p);
  sql_do(db, "DROP TRIGGER rulesets_are_kept; UPDATE rulesets SET program = x'00' WHERE id = 1");
  ck_assert(catalog_fill(db, &why));
  ck_assert_ptr_nonnull(strstr(buf_text(&why), "the seal of ruleset 1 is broken"));
  ck_assert_int_eq(catalog_missing(db), 1);
  ck_assert_int_eq(number("SELECT cards FROM catalog WHERE ruleset = 2"), 22);
  program_free(p);
  buf_free(&why);
}
END_TEST

static const char *const changes[] = {
    "UPDATE cards SET copies = 3 WHERE card = 'passport'",
    "UPDATE cards SET line = NULL WHERE card = 'cafe'",
    "UPDATE cards SET citations = '' WHERE card = 'cafe'",
    "UPDATE card_texts SET text = 'Gain 3 points.' WHERE title = 'Passport'",
    "UPDATE card_texts SET lang = 'nl' WHERE title = 'Gold'",
    "INSERT INTO cards SELECT ruleset, n + 4, card, kind, copies, file, line, last, "
    "citations FROM cards WHERE n = 4",
    "INSERT INTO card_texts SELECT id + 4, ruleset, n, 'xx', title, kind, printed, text "
    "FROM card_texts WHERE id = 1",
    "UPDATE catalog SET cards = 5",
    "UPDATE decks SET title = 'Tank' WHERE deck = 'bank'",
    "DELETE FROM decks WHERE deck = 'purse'",
    "INSERT INTO decks SELECT ruleset, kind, form, 'more', title FROM decks LIMIT 1",
    "INSERT INTO card_search (card_search, rowid, title, text, kind, citations) "
    "SELECT 'delete', id, title, text, kind, citations FROM card_words WHERE id = 2",
};

START_TEST(a_changed_row_is_noticed)
{
  catalog_add(db, ruleset, program);
  ck_assert(fits());
  sql_do(db, changes[_i]);
  fine();
  ck_assert(!fits());
}
END_TEST

START_TEST(the_check_of_a_database_looks_at_cards)
{
  CheckReport report;
  catalog_add(db, ruleset, program);
  bool sound = check_database(db, NULL, &report);
  ck_assert_msg(sound, "%s", buf_text(&report.text));
  buf_free(&report.text);
  sql_do(db, "UPDATE card_texts SET title = 'Visa' WHERE title = 'Passport'");
  ck_assert(!check_database(db, NULL, &report));
  ck_assert_ptr_nonnull(
      strstr(buf_text(&report.text), "ruleset 1: card 1 is not what the rules give"));
  buf_free(&report.text);
  sql_do(db, "PRAGMA foreign_keys = OFF; DELETE FROM catalog");
  ck_assert(!check_database(db, NULL, &report));
  ck_assert_ptr_nonnull(strstr(buf_text(&report.text), "4 rows belong to nothing"));
  buf_free(&report.text);
}
END_TEST

/* ---- finding -------------------------------------------------------------------- */

/* The ids that a search finds, best first; "!" and the reason if it is refused. */
static const char *found(const char *typed, const char *deck)
{
  static char ids[500];
  LookupIds all = {0};
  Buf query = {0}, why = {0}, b = {0};
  vec_push(&all, ruleset);
  if (lookup_query(typed, &query, &why)) {
    LookupCards cards;
    LookupAsk ask = {&all, "en", deck, buf_text(&query), 10, "[", "]", false};
    lookup_cards(db, &ask, &cards);
    fine();
    for (size_t i = 0; i < cards.cards.n; i++)
      buf_printf(&b, "%s%s", i ? " " : "", cards.cards.at[i].id);
    lookup_free(&cards);
  } else {
    buf_printf(&b, "!%s", buf_text(&why));
  }
  snprintf(ids, sizeof ids, "%s", buf_text(&b));
  buf_free(&query);
  buf_free(&why);
  buf_free(&b);
  vec_free(&all);
  return ids;
}

START_TEST(all_words_must_occur_and_beginnings_count)
{
  catalog_add(db, ruleset, program);
  ck_assert_str_eq(found("pass", NULL), "passport");
  ck_assert_str_eq(found("PASSPORT", NULL), "passport");
  ck_assert_str_eq(found("gain 2", NULL), "passport");
  ck_assert_str_eq(found("gain gold", NULL), "");
  ck_assert_str_eq(found("cafe", NULL), "cafe"); /* accents aside */
  ck_assert_str_eq(found("sho-item-02", NULL), "cafe");
  ck_assert_str_eq(found("\"au lait\"", NULL), "cafe");
  ck_assert_str_eq(found("\"lait au\"", NULL), "");
  ck_assert_str_eq(found("lait\"café au\"", NULL), "cafe");
  ck_assert_str_eq(found("\"au lait", NULL), "cafe"); /* a quote that nobody closed */
  ck_assert_str_eq(found("assport", NULL), "");
}
END_TEST

START_TEST(a_deck_is_a_kind_or_a_pile)
{
  catalog_add(db, ruleset, program);
  ck_assert_str_eq(found("gain 2", "item"), "passport");
  ck_assert_str_eq(found("gain 2", "ITEM of the shop"), "passport");
  ck_assert_str_eq(found("gain 2", "shelf"), "passport");
  ck_assert_str_eq(found("gain 2", "Purse"), "");
  ck_assert_str_eq(found("gold", "Purse"), "gold");
}
END_TEST

START_TEST(titles_come_before_texts)
{
  Program *p = unit_compile("rank.regel",
                            "game rank \"Rank\" for 2..2\n"
                            "kind card \"card\" { verb go }\n"
                            "card a \"Alpha\" { go \"Every storm ends, a storm of storms.\" { } }\n"
                            "card b \"Storm\" { go \"Nothing at all happens to anybody.\" { } }\n"
                            "kind player { hand: pile of card }\n"
                            "verb play { each c in card { c.go }; win none }\n");
  ruleset = store_ruleset(db, p);
  catalog_add(db, ruleset, p);
  ck_assert_str_eq(found("storm", NULL), "b a");
  program_free(p);
}
END_TEST

static const struct {
  const char *typed, *found;
} hostile[] = {
    {"", "!there is no word in it: it is empty"},
    {"   ", "!there is no word in \"   \""},
    {"\"", "!there is no word in \"\"\""},
    {"\"\"\"", "!there is no word in \"\"\"\"\""},
    {"*", "!there is no word in \"*\""},
    {"\xf0\x9f\x98\x80", "!there is no word in \"\xf0\x9f\x98\x80\""},
    {"\xff\xfe", "!there is no word in \"\xff\xfe\""},
    {"AND", "quote"},
    {"NOT", "quote"},
    {"and or not", "quote"},
    {"\"and or\"", "quote"},
    {"pass* OR gold", ""},
    {"passport NOT gold", ""},
    {"pass*", "passport"},
    {"*pass", "passport"},
    {"title:passport", ""},
    {"title : passport", ""},
    {"{title text} : pass", ""},
    {"^passport", "passport"},
    {"NEAR(gain points)", ""},
    {"passport + gain", "passport"},
    {"(passport", "passport"},
    {"passport)", "passport"},
    {"pass'port", ""},
    {"passport; DROP TABLE cards", ""},
    {"passport -- x", ""},
    {"pass\xff", "passport"},
    {"\xf0\x9f\x98\x80 passport \xe2\x80\xa6", "passport"},
    {"\"passport", "passport"},
    {"passport\"", "passport"},
    {"pass\\port", ""},
    {"passport ?1 :a $b @c", ""},
};

START_TEST(any_input_is_safe)
{
  catalog_add(db, ruleset, program);
  ck_assert_str_eq(found(hostile[_i].typed, NULL), hostile[_i].found);
  ck_assert_int_eq(number("SELECT count(*) FROM cards"), 4);
}
END_TEST

START_TEST(a_search_has_at_most_64_words)
{
  catalog_add(db, ruleset, program);
  Buf b = {0};
  for (int i = 0; i < 64; i++) buf_add(&b, "passport ");
  ck_assert_str_eq(found(buf_text(&b), NULL), "passport");
  buf_add(&b, "gain");
  ck_assert_str_eq(found(buf_text(&b), NULL), "!there are more than 64 words");
  buf_clear(&b);
  for (int i = 0; i < 200000; i++) buf_char(&b, 'x');
  ck_assert_str_eq(found(buf_text(&b), NULL), "");
  buf_free(&b);
}
END_TEST

START_TEST(a_snippet_shows_the_find)
{
  LookupIds all = {0};
  LookupCards cards;
  catalog_add(db, ruleset, program);
  vec_push(&all, ruleset);
  LookupAsk ask = {&all, "en", NULL, "\"points\" *", 1, "[", "]", false};
  ck_assert(lookup_cards(db, &ask, &cards));
  ck_assert_int_eq(cards.cards.n, 1);
  ck_assert_int_eq(cards.found, 2); /* more than were wanted */
  ck_assert_ptr_nonnull(strstr(cards.cards.at[0].snippet, " [points]."));
  lookup_free(&cards);
  vec_free(&all);
}
END_TEST

START_TEST(a_card_is_found_by_id_or_title)
{
  LookupIds all = {0};
  LookupCards cards;
  catalog_add(db, ruleset, program);
  vec_push(&all, ruleset);
  ck_assert(lookup_named(db, &all, "en", "PASSPORT", &cards));
  ck_assert_int_eq(cards.cards.n, 1);
  ck_assert_str_eq(cards.cards.at[0].id, "passport");
  ck_assert_str_eq(cards.cards.at[0].file, "shop.regel");
  ck_assert_int_eq(cards.cards.at[0].line, 3);
  lookup_free(&cards);
  all.n = 0; /* in no ruleset */
  ck_assert(lookup_named(db, &all, "en", "passport", &cards));
  ck_assert_int_eq(cards.cards.n, 0);
  lookup_free(&cards);
  vec_free(&all);
}
END_TEST

START_TEST(of_two_versions_the_later_is_the_newest)
{
  Arena *arena = arena_new();
  LookupRulesets rulesets = {0};
  LookupCards cards;
  Program *p = unit_compile("shop.regel", "game shop \"The shop\" for 2..2\n"
                                          "kind item\n"
                                          "item passport \"Pass\"\n"
                                          "kind player { hand: pile of item }\n"
                                          "verb play { win none }\n");
  catalog_add(db, ruleset, program);
  catalog_add(db, store_ruleset(db, p), p);
  ck_assert(lookup_rulesets(db, arena, &rulesets));
  ck_assert_int_eq(rulesets.n, 2);
  ck_assert(!rulesets.at[0].newest && rulesets.at[1].newest);
  ck_assert_int_eq(rulesets.at[0].cards, 4);
  ck_assert_int_eq(rulesets.at[1].cards, 1);
  ck_assert(lookup_versions(db, "shop", "", "en", "passport", &cards));
  ck_assert_int_eq(cards.cards.n, 2);
  ck_assert_str_eq(cards.cards.at[1].title, "Pass");
  lookup_free(&cards);
  vec_free(&rulesets);
  arena_free(arena);
  program_free(p);
}
END_TEST

/* A game of the ruleset, which has no decisions. */
static void play(bool told)
{
  Record r;
  StoredGame g;
  Vm *vm = vm_new(program);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DONE);
  ck_assert(record_begin(
      &r, db,
      &(NewGame){.program = program, .origin = "play", .seats = 2, .seed = 1, .start = vm_hash(vm)}));
  ck_assert(record_end(&r, vm));
  ck_assert(stored_load(db, r.game, &g));
  if (told) ck_assert(derive_game(db, &g, vm));
  fine();
  stored_free(&g);
  vm_free(vm);
}

START_TEST(a_card_is_found_in_games_whose_events_are_there)
{
  LookupIds ids = {0};
  LookupGames g;
  vec_push(&ids, ruleset);
  for (int i = 0; i < 4; i++) play(i != 1);
  ck_assert(lookup_games(db, &ids, "gold", 2, &g));
  ck_assert_int_eq(g.found, 3);
  ck_assert_int_eq(g.told, 3);
  ck_assert_int_eq(g.untold, 1);
  ck_assert_int_eq(g.games.n, 2); /* no more were wanted */
  ck_assert_int_eq(g.games.at[0].game, 4);
  ck_assert_int_eq(g.games.at[1].game, 3);
  ck_assert_int_eq(g.games.at[0].moves, 1);
  ck_assert_int_eq(g.games.at[0].acts, 0);
  ck_assert_int_eq(g.games.at[0].first, 0);
  vec_free(&g.games);
  ck_assert(lookup_games(db, &ids, "cafe", 9, &g));
  ck_assert_int_eq(g.found, 3);
  ck_assert_int_eq(g.games.at[0].moves, 0);
  ck_assert_int_gt(g.games.at[0].acts, 0);
  vec_free(&g.games);
  ck_assert(lookup_games(db, &ids, "nothing", 9, &g));
  ck_assert_int_eq(g.found, 0);
  vec_free(&g.games);
  vec_free(&ids);
}
END_TEST

/* The same with more finds than are weighed: a title comes first there, too. */
START_TEST(of_very_many_finds_titles_come_first)
{
  Buf b = {0};
  buf_add(&b, "game many \"Many\" for 2..2\nkind card \"card\" { verb go }\n");
  for (int i = 0; i < 9000; i++)
    buf_printf(&b, "card c%d \"%s\" { go \"It rains.\" { } }\n", i,
               i == 7777 ? "The rains" : "Weather");
  buf_add(&b, "kind player { hand: pile of card }\n"
              "verb play { each c in card { c.go }; win none }\n");
  Program *p = unit_compile("many.regel", buf_text(&b));
  LookupIds all = {0};
  LookupCards cards;
  ruleset = store_ruleset(db, p);
  catalog_add(db, ruleset, p);
  vec_push(&all, ruleset);
  LookupAsk ask = {&all, "en", NULL, "\"rains\" *", 3, "", "", false};
  ck_assert(lookup_cards(db, &ask, &cards));
  fine();
  ck_assert_int_eq(cards.found, 9000);
  ck_assert_int_eq(cards.cards.n, 3);
  ck_assert_str_eq(cards.cards.at[0].id, "c7777");
  ck_assert_str_eq(cards.cards.at[1].id, "c0");
  ck_assert_str_eq(cards.cards.at[2].id, "c1");
  lookup_free(&cards);
  vec_free(&all);
  program_free(p);
  buf_free(&b);
}
END_TEST

static TCase *catalog(void)
{
  TCase *t = tcase_create("catalog");
  tcase_add_checked_fixture(t, set_up, tear_down);
  tcase_add_test(t, adding_writes_each_card_once);
  tcase_add_test(t, filling_takes_the_rules_from_the_database);
  tcase_add_test(t, what_was_dropped_is_made_again);
  tcase_add_test(t, adding_is_all_or_nothing);
  tcase_add_test(t, rules_that_cannot_be_loaded_are_left_out);
  tcase_add_loop_test(t, a_changed_row_is_noticed, 0, sizeof changes / sizeof *changes);
  tcase_add_test(t, the_check_of_a_database_looks_at_cards);
  tcase_add_test(t, all_words_must_occur_and_beginnings_count);
  tcase_add_test(t, a_deck_is_a_kind_or_a_pile);
  tcase_add_test(t, titles_come_before_texts);
  tcase_add_loop_test(t, any_input_is_safe, 0, sizeof hostile / sizeof *hostile);
  tcase_add_test(t, a_search_has_at_most_64_words);
  tcase_add_test(t, a_snippet_shows_the_find);
  tcase_add_test(t, a_card_is_found_by_id_or_title);
  tcase_add_test(t, of_two_versions_the_later_is_the_newest);
  tcase_add_test(t, a_card_is_found_in_games_whose_events_are_there);
  tcase_add_test(t, of_very_many_finds_titles_come_first);
  return t;
}

int main(void) { return unit_run(catalog, "catalog", 60); }
