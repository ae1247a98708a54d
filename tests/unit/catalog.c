/* The catalog of cards: rows that the rules give, and finding them again. */
#include "db/catalog.h"
#include "db/check.h"
#include "db/db.h"
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
    "verb play { each i in item { i.apply }; win none }\n";

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

static TCase *catalog(void)
{
  TCase *t = tcase_create("catalog");
  tcase_add_checked_fixture(t, set_up, tear_down);
  tcase_add_test(t, adding_writes_each_card_once);
  tcase_add_test(t, filling_takes_the_rules_from_the_database);
  tcase_add_test(t, what_was_dropped_is_made_again);
  tcase_add_test(t, adding_is_all_or_nothing);
  tcase_add_loop_test(t, a_changed_row_is_noticed, 0, sizeof changes / sizeof *changes);
  tcase_add_test(t, the_check_of_a_database_looks_at_cards);
  return t;
}

int main(void) { return unit_run(catalog, "catalog", 60); }
