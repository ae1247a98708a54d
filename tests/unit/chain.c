/* Records that cannot be rewritten unnoticed: what a forger would do to them. */
#include "db/proof/anchor.h"
#include "db/proof/portable.h"
#include "db/replay.h"
#include "tests/games.h"
#include "tests/unit/unit.h"

#include <sqlite3.h>

static Program *tictactoe, *cards;
static char *folder, *path;

static void begin(void)
{
  tictactoe = games_tictactoe();
  cards = games_cards();
  folder = games_folder();
  path = games_path(folder, "games.db");
}

static void end(void)
{
  program_free(tictactoe);
  program_free(cards);
  free(path);
  games_remove(folder);
}

static Db *open_fine(SqlMode mode)
{
  Db *db = db_open(path, mode);
  ck_assert_msg(!sql_fault(db), "%s", sql_why(db));
  return db;
}

/* SQL of a forger, whom no trigger stops. */
static void forge(const char *sql)
{
  sqlite3 *db;
  char *error = NULL;
  ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK, "%s: %s", sql,
                error ? error : "");
  sqlite3_close(db);
}

/* Three games: by seed, with a secret, and an open one. */
static void three_games(void)
{
  Db *db = open_fine(SQL_CREATE);
  ck_assert_int_eq(games_play(db, tictactoe, 2, 3, NULL, 1000), 1);
  ck_assert_int_eq(games_play(db, cards, 3, 3, NULL, 1000), 2);
  ck_assert_int_eq(games_play(db, cards, 2, 4, NULL, 5), 3);
  ck_assert(games_sound(db));
  sql_close(db);
}

static char *report(void)
{
  Db *db = open_fine(SQL_READ);
  CheckReport r;
  check_database(db, NULL, &r);
  sql_close(db);
  return r.text.n ? buf_take(&r.text) : strdup("");
}

/* ---- endings -------------------------------------------------------------------- */

/* The end of a game is taken away, and the game is played on to another end. */
START_TEST(an_ending_cannot_be_taken_back)
{
  three_games();
  forge("DELETE FROM endings WHERE game = 1; "
        "DELETE FROM steps WHERE game = 1 AND n > 3");
  char *says = report();
  ck_assert_msg(strstr(says, "the chain of games is broken"), "%s", says);
  free(says);
  Db *db = open_fine(SQL_WRITE);
  StoredGame g;
  Record r;
  ck_assert(stored_load(db, 1, &g));
  Match m;
  match_start(&m, tictactoe, 2, 3, NULL);
  for (size_t i = 0; i < g.steps.n; i++) {
    vm_answer(m.vm, g.steps.at[i].answer);
    m.status = vm_step(m.vm);
  }
  record_resume(&r, db, &g);
  m.record = r;
  m.luck.state = 99;
  while (match_asks(&m)) ck_assert(match_turn(&m));
  ck_assert(record_end(&m.record, m.vm));
  match_free(&m);
  stored_free(&g);
  sql_close(db);
  says = report();
  ck_assert_msg(strstr(says, "the chain of games is broken"), "%s", says);
  free(says);
}
END_TEST

START_TEST(steps_of_an_open_game_that_others_followed_cannot_be_taken_back)
{
  Db *db = open_fine(SQL_CREATE);
  ck_assert_int_eq(games_play(db, cards, 2, 4, NULL, 5), 1);
  ck_assert_int_eq(games_play(db, tictactoe, 2, 3, NULL, 1000), 2);
  sql_close(db);
  forge("DELETE FROM steps WHERE game = 1 AND n > 4");
  char *says = report();
  ck_assert_msg(strstr(says, "game 2: its seal is broken"), "%s", says);
  free(says);
}
END_TEST

START_TEST(the_order_of_the_chain_is_kept)
{
  static const char *const forgeries[] = {
      "DELETE FROM chain WHERE n = 2",
      "DELETE FROM chain WHERE n = 5",
      "UPDATE chain SET upto = upto + 1 WHERE n = 3",
      "UPDATE chain SET game = 2 WHERE n = 2",
      "UPDATE chain SET n = -n; UPDATE chain SET n = CASE n WHEN -1 THEN 2 WHEN -2 THEN "
      "1 "
      "ELSE -n END",
      "UPDATE chain SET seal = zeroblob(32) WHERE n = 4",
      "DELETE FROM seeds WHERE game = 2",
      "UPDATE seeds SET commitment = zeroblob(32) WHERE game = 2",
      "UPDATE seeds SET secret = zeroblob(16) WHERE game = 2",
      "UPDATE games SET seed = 8 WHERE id = 1",
      "UPDATE games SET begun = begun + 1 WHERE id = 3",
      "UPDATE seats SET name = 'Eve' WHERE game = 3 AND seat = 1",
  };
  for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
    unlink(path);
    three_games();
    forge(forgeries[i]);
    char *says = report();
    ck_assert_msg(*says, "%s is not noticed", forgeries[i]);
    free(says);
  }
}
END_TEST

/* ---- chance --------------------------------------------------------------------- */

/* A game whose chance is always the best there is. */
static int64_t loaded(Db *db, int32_t says)
{
  Match m;
  match_start(&m, cards, 2, 4, NULL);
  ck_assert(match_record(&m, db, 4, NULL));
  while (match_asks(&m)) {
    int32_t i = vm_options(m.vm) - 1;
    int32_t seat = m.status == VM_CHANCE ? says : vm_option(m.vm, i).seat;
    vm_answer(m.vm, i);
    m.status = vm_step(m.vm);
    ck_assert(record_step(&m.record, seat, i, vm_hash(m.vm)));
  }
  ck_assert(record_end(&m.record, m.vm));
  match_free(&m);
  return m.record.game;
}

static bool verified(Db *db, int64_t id, CheckProof *proof, Buf *why)
{
  RulesShelf shelf = {0};
  StoredGame g;
  ck_assert(stored_load(db, id, &g));
  bool fine = check_game(db, &g, rules_get(&shelf, db, stored_code(&g)), proof, why);
  if (fine) check_says(&g, proof, NULL, why);
  rules_free(&shelf);
  stored_free(&g);
  return fine;
}

START_TEST(loaded_dice_show)
{
  Db *db = open_fine(SQL_CREATE);
  CheckProof proof;
  Buf why = {0};
  ck_assert(!verified(db, loaded(db, NONE), &proof, &why));
  ck_assert_msg(strstr(buf_text(&why), "chance is not what the game's seed gives"), "%s",
                buf_text(&why));
  buf_free(&why);
  sql_close(db);
}
END_TEST

START_TEST(dice_of_people_are_said_to_be_theirs)
{
  Db *db = open_fine(SQL_CREATE);
  CheckProof proof;
  Buf why = {0};
  ck_assert(verified(db, loaded(db, GIVEN), &proof, &why));
  ck_assert_uint_gt(proof.given, 0);
  ck_assert_uint_eq(proof.given, proof.chances);
  ck_assert_msg(strstr(buf_text(&why), "given by people"), "%s", buf_text(&why));
  ck_assert(games_sound(db));
  buf_free(&why);
  sql_close(db);
}
END_TEST

START_TEST(chance_from_a_secret_is_verified_and_bound_before_the_beginning)
{
  Db *db = open_fine(SQL_CREATE);
  Secret secret;
  CheckProof proof;
  Buf why = {0};
  ck_assert(secret_draw(&secret) && secret.set);
  Match m;
  match_start(&m, cards, 2, 0, NULL);
  vm_start(m.vm, &(Setup){2, 0, NULL});
  vm_secret(m.vm, &secret);
  m.status = vm_step(m.vm);
  NewGame new = {.program = cards,
                 .origin = "play",
                 .seats = 2,
                 .secret = secret,
                 .start = vm_hash(m.vm)};
  ck_assert(record_begin(&m.record, db, &new));
  while (match_asks(&m)) ck_assert(match_turn(&m));
  ck_assert(record_end(&m.record, m.vm));
  match_free(&m);
  ck_assert(verified(db, 1, &proof, &why));
  ck_assert_msg(strstr(buf_text(&why), "bound to before it began"), "%s", buf_text(&why));
  buf_free(&why);
  sql_close(db);
}
END_TEST

/* ---- tables --------------------------------------------------------------------- */

START_TEST(planted_tables_are_not_used)
{
  static const char *const planted[] = {
      "CREATE TRIGGER sly AFTER INSERT ON steps BEGIN DELETE FROM told; END",
      "CREATE TRIGGER sly BEFORE INSERT ON endings BEGIN SELECT RAISE(IGNORE); END",
      ("DROP VIEW results; CREATE VIEW results AS WITH RECURSIVE n(i) AS (SELECT 1 UNION "
       "ALL SELECT i + 1 FROM n) SELECT i AS game FROM n"),
      "CREATE VIEW more AS SELECT 1",
      "DROP TRIGGER steps_stay",
  };
  for (size_t i = 0; i < sizeof planted / sizeof *planted; i++)
    for (int mode = SQL_READ; mode <= SQL_CREATE; mode++) {
      unlink(path);
      three_games();
      forge(planted[i]);
      Db *db = db_open(path, (SqlMode)mode);
      ck_assert_int_eq(sql_fault(db), DB_DAMAGED);
      ck_assert_msg(strstr(sql_why(db), "not as Regel made them"), "%s", sql_why(db));
      sql_close(db);
    }
}
END_TEST

/* ---- anchors -------------------------------------------------------------------- */

static bool anchored(const char *anchor, const char *public)
{
  AnchorReport r;
  Db *db = open_fine(SQL_READ);
  bool fine = anchor_check(db, anchor, public, &r);
  ck_assert(fine == !r.why.n);
  buf_free(&r.why);
  sql_close(db);
  return fine;
}

START_TEST(an_anchor_covers_what_stands_before_it)
{
  Buf anchor = {0}, why = {0};
  three_games();
  Db *db = open_fine(SQL_WRITE);
  ck_assert_msg(anchor_write(db, NULL, &anchor, &why), "%s", buf_text(&why));
  ck_assert(anchored(buf_text(&anchor), NULL));
  ck_assert_int_eq(games_play(db, tictactoe, 2, 8, NULL, 1000), 4);
  sql_close(db);
  ck_assert(anchored(buf_text(&anchor), NULL));
  /* All that a check alone cannot see: the last games are gone with all their traces. */
  forge("DELETE FROM steps WHERE game > 2; DELETE FROM seats WHERE game > 2; "
        "DELETE FROM seeds WHERE game > 2; DELETE FROM endings WHERE game > 2; "
        "DELETE FROM marks WHERE game > 2; DELETE FROM salts WHERE game > 2; "
        "DELETE FROM chain WHERE game > 2; DELETE FROM games WHERE id > 2");
  char *says = report();
  ck_assert_str_eq(says, "");
  free(says);
  ck_assert(!anchored(buf_text(&anchor), NULL));
  buf_free(&anchor);
}
END_TEST

START_TEST(an_anchor_covers_the_steps_of_open_games)
{
  Buf anchor = {0}, why = {0};
  three_games();
  Db *db = open_fine(SQL_WRITE);
  ck_assert(anchor_write(db, NULL, &anchor, &why));
  sql_close(db);
  forge("DELETE FROM steps WHERE game = 3 AND n = 5");
  char *says = report();
  ck_assert_str_eq(says, "");
  free(says);
  ck_assert(!anchored(buf_text(&anchor), NULL));
  buf_free(&anchor);
}
END_TEST

START_TEST(a_signed_anchor_is_somebodys)
{
  Buf anchor = {0}, why = {0}, key = {0}, other = {0};
  char public[ANCHOR_KEY_DIGITS + 1], others[ANCHOR_KEY_DIGITS + 1];
  three_games();
  Db *db = open_fine(SQL_WRITE);
  anchor_key(&key, public);
  anchor_key(&other, others);
  ck_assert(anchor_write(db, buf_text(&key), &anchor, &why));
  ck_assert(anchored(buf_text(&anchor), NULL));
  ck_assert(anchored(buf_text(&anchor), public));
  ck_assert(!anchored(buf_text(&anchor), others));
  ck_assert(!anchor_write(db, "no key", &other, &why) && why.n);
  sql_close(db);
  /* No character of it can be changed. */
  for (size_t i = 0; i < anchor.n; i += 7) {
    char was = anchor.at[i];
    anchor.at[i] = was == '1' ? '2' : '1';
    ck_assert_msg(!anchored(buf_text(&anchor), public), "at %zu", i);
    anchor.at[i] = was;
  }
  buf_free(&anchor);
  buf_free(&why);
  buf_free(&key);
  buf_free(&other);
}
END_TEST

/* ---- games that come from elsewhere --------------------------------------------- */

static char *text_of(Db *db, int64_t id)
{
  RulesShelf shelf = {0};
  StoredGame g;
  Buf b = {0};
  ck_assert(stored_load(db, id, &g));
  ck_assert(portable_write(&g, rules_get(&shelf, db, stored_code(&g))->vm, &b));
  rules_free(&shelf);
  stored_free(&g);
  return buf_take(&b);
}

static int64_t import(Db *db, const char *text, bool *known, int64_t *like)
{
  Portable p;
  Buf why = {0};
  ck_assert_msg(portable_read(text, strlen(text), &p, &why), "%s", buf_text(&why));
  int64_t id = portable_store(db, &p, known, like);
  portable_free(&p);
  buf_free(&why);
  return id;
}

/* Two games that begin alike, at the same moment, are not one. */
START_TEST(another_game_with_the_same_beginning_is_stored)
{
  int64_t like;
  bool known;
  char *texts[2], *second = games_path(folder, "second.db");
  for (int i = 0; i < 2; i++) {
    unlink(path);
    Db *db = open_fine(SQL_CREATE);
    Match m;
    match_start(&m, cards, 2, 5, NULL);
    NewGame new = {.program = cards,
                   .origin = "play",
                   .seats = 2,
                   .seed = 5,
                   .start = vm_hash(m.vm),
                   .begun = 1794852022773};
    ck_assert(record_begin(&m.record, db, &new));
    m.luck.state = 2 + (uint64_t)i;
    for (int n = 0; n < 5; n++) ck_assert(match_turn(&m));
    match_free(&m);
    texts[i] = text_of(db, 1);
    sql_close(db);
  }
  Db *db = db_open(second, SQL_CREATE);
  ck_assert_int_eq(import(db, texts[0], &known, &like), 1);
  ck_assert(!known && !like);
  ck_assert_int_eq(import(db, texts[1], &known, &like), 2);
  ck_assert(!known);
  ck_assert_int_eq(like, 1);
  ck_assert_int_eq(import(db, texts[1], &known, &like), 2);
  ck_assert(known);
  ck_assert(games_sound(db));
  sql_close(db);
  free(texts[0]);
  free(texts[1]);
  free(second);
}
END_TEST

static TCase *make(void)
{
  TCase *t = tcase_create("chain");
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, an_ending_cannot_be_taken_back);
  tcase_add_test(t, steps_of_an_open_game_that_others_followed_cannot_be_taken_back);
  tcase_add_test(t, the_order_of_the_chain_is_kept);
  tcase_add_test(t, loaded_dice_show);
  tcase_add_test(t, dice_of_people_are_said_to_be_theirs);
  tcase_add_test(t, chance_from_a_secret_is_verified_and_bound_before_the_beginning);
  tcase_add_test(t, planted_tables_are_not_used);
  tcase_add_test(t, an_anchor_covers_what_stands_before_it);
  tcase_add_test(t, an_anchor_covers_the_steps_of_open_games);
  tcase_add_test(t, a_signed_anchor_is_somebodys);
  tcase_add_test(t, another_game_with_the_same_beginning_is_stored);
  return t;
}

int main(void) { return unit_run(make, "chain", 120); }
