/* Games in the database: recorded, read back, gone on with, updated and checked. */
#include "db/derived/derive.h"
#include "db/listing.h"
#include "db/replay.h"
#include "tests/games.h"
#include "tests/unit/unit.h"

#include <sqlite3.h>
#include <sys/stat.h>

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

/* As `regel db check` opens it: also if its tables are not ours. */
static Db *open_any(SqlMode mode)
{
  Db *db = db_open(path, mode);
  if (sql_fault(db) == DB_DAMAGED) sql_forgive(db);
  ck_assert_msg(!sql_fault(db), "%s", sql_why(db));
  return db;
}

/* SQL from somebody who does not know us. */
static void outside(const char *sql)
{
  sqlite3 *db;
  char *error = NULL;
  ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
  ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK, "%s: %s", sql,
                error);
  sqlite3_close(db);
}

/* ---- recording and reading ------------------------------------------------------ */

START_TEST(a_game_is_read_back_as_it_was_recorded)
{
  Db *db = open_fine(SQL_CREATE);
  Match m;
  int32_t rounds = 2;
  match_start(&m, cards, 3, 77, &rounds);
  ck_assert(match_record(&m, db, 77, &rounds));
  uint64_t start = vm_hash(m.vm), states[100];
  int n = 0;
  while (match_asks(&m)) {
    ck_assert(match_turn(&m));
    states[n++] = vm_hash(m.vm);
  }
  ck_assert(record_end(&m.record, m.vm));
  StoredGame g;
  ck_assert(stored_load(db, m.record.game, &g));
  ck_assert_int_eq(g.id, 1);
  ck_assert_str_eq(g.origin, "play");
  ck_assert_str_eq(g.settings, "rounds=2");
  ck_assert_uint_eq(g.seed, 77);
  ck_assert_uint_eq(g.start, start);
  ck_assert_int_eq(g.seats, 3);
  ck_assert_str_eq(g.names[0], "Ann");
  ck_assert_ptr_null(g.names[1]);
  ck_assert_str_eq(g.names[2], "Zoë");
  ck_assert_str_eq(g.taken[0], "person");
  ck_assert_str_eq(g.taken[2], "bot look 30");
  ck_assert_uint_eq(g.steps.n, (size_t)n);
  bool chance = false;
  for (int i = 0; i < n; i++) {
    ck_assert_uint_eq(g.steps.at[i].state, states[i]);
    chance = chance || g.steps.at[i].seat == NONE;
  }
  ck_assert(chance);
  ck_assert(g.over);
  ck_assert_int_eq(g.said, n);
  ck_assert_uint_eq(g.winners, vm_winners(m.vm));
  ck_assert_str_eq(g.error, "");
  stored_free(&g);
  match_free(&m);
  ck_assert(games_sound(db));
  sql_close(db);
}
END_TEST

START_TEST(an_answer_that_was_taken_back_stays_in_the_record)
{
  Db *db = open_fine(SQL_CREATE);
  Match m;
  match_start(&m, tictactoe, 2, 1, NULL);
  ck_assert(match_record(&m, db, 1, NULL));
  unsigned char *state = malloc(vm_state_size(m.vm));
  ck_assert(match_turn(&m));
  vm_save(m.vm, state);
  ck_assert(match_turn(&m));
  ck_assert(match_turn(&m));
  vm_restore(m.vm, state); /* back to before the second answer */
  m.status = vm_step(m.vm);
  ck_assert(record_step(&m.record, 1, -2, vm_hash(m.vm)));
  while (match_asks(&m)) ck_assert(match_turn(&m));
  ck_assert(record_end(&m.record, m.vm));
  StoredGame g;
  StepList steps = {0};
  ck_assert(stored_load(db, 1, &g));
  ck_assert_int_eq(g.steps.at[3].answer, -2);
  stored_path(&g, &steps);
  ck_assert_uint_eq(steps.n, g.steps.n - 3);
  ck_assert_int_eq(steps.at[0], 0);
  ck_assert_int_eq(steps.at[1], 4);
  vec_free(&steps);
  stored_free(&g);
  ck_assert(games_sound(db));
  free(state);
  match_free(&m);
  sql_close(db);
}
END_TEST

static const char always_source[] =
    "game watched \"Watched\" for 1..1\n"
    "score: 0..9\n"
    "always score < 2\n"
    "verb play {\n"
    "  repeat 4 { as first(players) { may \"Raise?\" { raise score by 1 } } }\n"
    "  win first(players)\n"
    "}\n";

/* The same answers, with and without looking at what must always hold. */
START_TEST(a_game_that_a_rule_error_ended_is_sound)
{
  Db *db = open_fine(SQL_CREATE);
  Program *p = games_compile("watched.regel", always_source);
  for (int watched = 0; watched < 2; watched++) {
    Match m;
    match_start(&m, p, 1, 1, NULL);
    vm_check_always(m.vm, watched);
    ck_assert(match_record(&m, db, 1, NULL));
    while (match_asks(&m)) {
      vm_answer(m.vm, 0);
      m.status = vm_step(m.vm);
      ck_assert(record_step(&m.record, 0, 0, vm_hash(m.vm)));
    }
    ck_assert(record_end(&m.record, m.vm));
    match_free(&m);
    StoredGame g;
    ck_assert(stored_load(db, watched + 1, &g));
    ck_assert_uint_eq(g.steps.n, watched ? 2 : 4);
    ck_assert_str_eq(g.error, watched ? "R0010" : "");
    stored_free(&g);
  }
  ck_assert(games_sound(db));
  sql_close(db);
  program_free(p);
}
END_TEST

START_TEST(two_games_can_be_recorded_in_turns)
{
  Db *one = open_fine(SQL_CREATE), *two = open_fine(SQL_CREATE);
  Match a, b;
  match_start(&a, tictactoe, 2, 1, NULL);
  match_start(&b, cards, 2, 2, NULL);
  ck_assert(match_record(&a, one, 1, NULL));
  ck_assert(match_record(&b, two, 2, NULL));
  ck_assert_int_eq(a.record.game, 1);
  ck_assert_int_eq(b.record.game, 2);
  while (match_asks(&a) || match_asks(&b)) {
    if (match_asks(&a)) ck_assert(match_turn(&a));
    if (match_asks(&b)) ck_assert(match_turn(&b));
  }
  ck_assert(record_end(&b.record, b.vm));
  ck_assert(record_end(&a.record, a.vm));
  ck_assert(games_sound(one));
  match_free(&a);
  match_free(&b);
  sql_close(one);
  sql_close(two);
}
END_TEST

/* Brings a machine to where a stored game stands, and its record, too. */
static void resume(Match *m, Db *db, int64_t id)
{
  StoredGame g;
  Replay r;
  ck_assert(stored_load(db, id, &g));
  match_start(m, tictactoe, 2, g.seed, NULL);
  replay_open(&r, m->vm, &g, true);
  ck_assert_int_eq(replay_rest(&r), REPLAY_FINE);
  m->status = r.status;
  replay_close(&r);
  record_resume(&m->record, db, &g);
  stored_free(&g);
}

START_TEST(a_game_can_be_gone_on_with)
{
  Db *db = open_fine(SQL_CREATE);
  Match m;
  ck_assert_int_eq(games_play(db, tictactoe, 2, 3, NULL, 3), 1);
  sql_close(db);
  db = open_fine(SQL_WRITE);
  resume(&m, db, 1);
  ck_assert_int_eq(m.record.n, 3);
  while (match_asks(&m)) ck_assert(match_turn(&m));
  ck_assert(record_end(&m.record, m.vm));
  ck_assert(games_sound(db));
  match_free(&m);
  sql_close(db);
}
END_TEST

START_TEST(the_second_to_go_on_with_a_game_is_told)
{
  Db *one = open_fine(SQL_CREATE), *two = open_fine(SQL_WRITE);
  Match a, b;
  ck_assert_int_eq(games_play(one, tictactoe, 2, 3, NULL, 3), 1);
  resume(&a, one, 1);
  resume(&b, two, 1);
  b.luck.state = 99; /* another mind */
  ck_assert(match_turn(&a));
  ck_assert(!match_turn(&b));
  ck_assert_int_eq(sql_fault(two), DB_TAKEN);
  ck_assert_msg(strstr(sql_why(two), "another program"), "%s", sql_why(two));
  ck_assert_int_eq(b.record.n, 3);
  while (match_asks(&a)) ck_assert(match_turn(&a));
  ck_assert(record_end(&a.record, a.vm));
  ck_assert(games_sound(one));
  match_free(&a);
  match_free(&b);
  sql_close(one);
  sql_close(two);
}
END_TEST

START_TEST(a_database_that_somebody_holds_is_busy_and_loses_nothing)
{
  Db *one = open_fine(SQL_CREATE), *two = open_fine(SQL_WRITE);
  Match m;
  ck_assert_int_eq(games_play(one, tictactoe, 2, 3, NULL, 3), 1);
  resume(&m, two, 1);
  sql_patience(two, 20);
  ck_assert(sql_begin(one));
  ck_assert(!match_turn(&m));
  ck_assert_int_eq(sql_fault(two), DB_BUSY);
  ck_assert_msg(strstr(sql_why(two), path) && strstr(sql_why(two), "try again"), "%s",
                sql_why(two));
  sql_rollback(one);
  match_free(&m);
  sql_forgive(two);
  resume(&m, two, 1);
  ck_assert_int_eq(m.record.n, 3);
  ck_assert(match_turn(&m));
  ck_assert(games_sound(two));
  match_free(&m);
  sql_close(one);
  sql_close(two);
}
END_TEST

START_TEST(what_is_read_together_is_of_one_moment)
{
  Db *one = open_fine(SQL_CREATE), *two = open_fine(SQL_READ);
  Match m;
  ck_assert_int_eq(games_play(one, tictactoe, 2, 3, NULL, 3), 1);
  ck_assert(sql_begin_read(two));
  ck_assert_int_eq(sql_number(two, "SELECT count(*) FROM steps", -1), 3);
  resume(&m, one, 1);
  while (match_asks(&m)) ck_assert(match_turn(&m));
  ck_assert(record_end(&m.record, m.vm));
  ck_assert_int_eq(sql_number(two, "SELECT count(*) FROM steps", -1), 3);
  ck_assert(games_sound(two)); /* a check inside reads the same moment */
  ck_assert_int_eq(sql_number(two, "SELECT count(*) FROM endings", -1), 0);
  sql_end_read(two);
  ck_assert_int_eq(sql_number(two, "SELECT count(*) FROM endings", -1), 1);
  match_free(&m);
  sql_close(one);
  sql_close(two);
}
END_TEST

START_TEST(a_game_that_is_not_there_is_said_to_be_so)
{
  Db *db = open_fine(SQL_CREATE);
  StoredGame g;
  ck_assert(!stored_load(db, 1, &g));
  ck_assert_int_eq(sql_fault(db), DB_MISSING);
  ck_assert_msg(strstr(sql_why(db), "no game is stored yet"), "%s", sql_why(db));
  stored_free(&g);
  sql_forgive(db);
  games_play(db, tictactoe, 2, 3, NULL, 3);
  ck_assert(!stored_load(db, 2, &g));
  ck_assert_msg(strstr(sql_why(db), "from 1 to 1"), "%s", sql_why(db));
  stored_free(&g);
  sql_close(db);
}
END_TEST

/* ---- seals ---------------------------------------------------------------------- */

START_TEST(rules_have_one_fingerprint_wherever_they_lie)
{
  Db *db = open_fine(SQL_CREATE);
  Buf changed = {0};
  buf_printf(&changed, "%s# a remark\n", cards_source);
  Program *here = games_compile("here/cards.regel", cards_source),
          *there = games_compile("there/far/away/cards.regel", cards_source),
          *other = games_compile("here/cards.regel", buf_text(&changed));
  Seal a = seal_rules(here), b = seal_rules(there), c = seal_rules(other);
  ck_assert_mem_eq(a.at, b.at, SEAL_BYTES);
  ck_assert_mem_ne(a.at, c.at, SEAL_BYTES);
  ck_assert_int_eq(store_ruleset(db, here), 1);
  ck_assert_int_eq(store_ruleset(db, other), 2);
  ck_assert_int_eq(store_ruleset(db, there), 1);
  ck_assert(games_sound(db));
  program_free(here);
  program_free(there);
  program_free(other);
  buf_free(&changed);
  sql_close(db);
}
END_TEST

/* The same sources compiled with their tests: other code, other strings. */
static Program *compile_hands(bool tests)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->tests = tests;
  must(unit_parse(u, "tests/db/hands.regel"), "hands.regel cannot be read");
  Program *p = compile(u);
  must(p, "hands.regel does not compile");
  unit_free(u);
  arena_free(arena);
  return p;
}

START_TEST(other_code_of_the_same_sources_is_the_same_ruleset)
{
  Db *db = open_fine(SQL_CREATE);
  Program *plain = compile_hands(false), *other = compile_hands(true);
  Seal a = seal_rules(plain), b = seal_rules(other), c = seal_code(plain),
       d = seal_code(other);
  ck_assert_mem_eq(a.at, b.at, SEAL_BYTES);
  ck_assert_mem_ne(c.at, d.at, SEAL_BYTES);
  ck_assert(seal_means(&a, other) && seal_means(&d, other) && !seal_means(&c, other));
  int64_t first = games_play(db, plain, 2, 3, NULL, 99);
  int64_t second = games_play(db, other, 2, 4, NULL, 99);
  int64_t third = games_play(db, plain, 2, 5, NULL, 99);
  ck_assert_int_eq(sql_number(db, "SELECT count(*) FROM rulesets", 0), 1);
  ck_assert_int_eq(sql_number(db, "SELECT count(*) FROM images", 0), 1);
  ck_assert_int_eq(listing_code(db, first), 1);
  ck_assert_int_eq(listing_code(db, second), -1);
  ck_assert_int_eq(listing_code(db, third), 1);
  ck_assert(first && second && third && games_sound(db));
  ck_assert_int_eq(store_find(db, other), 1);
  sql_close(db);
  db = open_fine(SQL_READ); /* and by who has not found it out before */
  ck_assert_int_eq(store_find(db, other), 1);
  ck_assert_int_eq(store_find(db, plain), 1);
  sql_close(db);
  program_free(plain);
  program_free(other);
}
END_TEST

/* A compiler that reads the same words otherwise must not spoil what is stored. */
START_TEST(games_are_played_again_by_the_code_that_played_them)
{
  Db *db = open_fine(SQL_CREATE);
  Program *plain = compile_hands(false);
  unsigned char *image = malloc(plain->size);
  char why[200];
  memcpy(image, program_file(plain), plain->size);
  /* `repeat 2` becomes `repeat 1`: the numbers that are written in the code. */
  PInstr *code = (PInstr *)(image + ((const unsigned char *)plain->code - plain->image));
  int changed = 0;
  for (int i = 0; i < plain->n_code; i++)
    if (!strcmp(op_name(code[i].op), "LDI") && code[i].d == 2) code[i].d = 1, changed++;
  ck_assert_int_gt(changed, 0);
  Program *strange = program_load(image, plain->size, why, sizeof why);
  must(strange, "%s", why);
  ck_assert_int_eq(store_ruleset(db, plain), 1);
  ck_assert_int_eq(store_ruleset(db, strange), 1);
  int64_t as_it_is = games_play(db, plain, 2, 3, NULL, 99),
          otherwise = games_play(db, strange, 2, 3, NULL, 99);
  ck_assert_int_eq(listing_code(db, as_it_is), 1);
  ck_assert_int_eq(listing_code(db, otherwise), -1);
  ck_assert(games_play(db, strange, 2, 4, NULL, 99) && games_sound(db));
  ck_assert_int_eq(sql_number(db, "SELECT count(*) FROM images", 0), 1);
  /* Said to be by the ruleset's own code it would not be played again, nor be sealed. */
  outside("DROP TRIGGER played_are_kept; DROP TRIGGER played_stay;"
          "DELETE FROM played WHERE game = 2");
  ck_assert(!games_sound(db));
  program_free(plain);
  program_free(strange);
  sql_close(db);
}
END_TEST

/* Recorded when rules were known by their code, by a compiler of that time. */
START_TEST(rules_that_were_known_by_their_code_are_recognised)
{
  size_t n;
  char *sql = games_read("tests/db/v4.sql", &n);
  Db *db = sql_open(path, SQL_CREATE);
  must(schema_make(db, 4), "%s", sql_why(db));
  sql_close(db);
  outside(sql);
  free(sql);
  db = open_fine(SQL_CREATE);
  ck_assert(games_sound(db));
  Program *plain = compile_hands(false), *other = compile_hands(true);
  ck_assert_int_eq(store_find(db, plain), 1);
  ck_assert_int_eq(store_find(db, other), 1);
  ck_assert(games_play(db, other, 2, 5, NULL, 99) == 3 && games_sound(db));
  ck_assert_int_eq(sql_number(db, "SELECT count(*) FROM rulesets", 0), 1);
  program_free(plain);
  program_free(other);
  sql_close(db);
}
END_TEST

static Program *with_pack(const char *game, const char *pack)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  vec_push(&u->sources.library, ".");
  ck_assert(unit_parse(u, game) && unit_parse_pack(u, pack));
  Program *p = compile(u);
  ck_assert_ptr_nonnull(p);
  unit_free(u);
  arena_free(arena);
  return p;
}

/* Before version 7 a game with packs was stored as a version of the game. */
START_TEST(packs_of_rules_stored_before_there_was_a_column_are_filled_in)
{
  Program *p = with_pack("scenarios/tictactoe/game.regel",
                         "tests/outside/packs/misere/pack.regel");
  Seal rules = seal_rules(p),
       seal = stored_seal_ruleset(1, &rules, "tictactoe", "T", 5, p->header->version,
                                  program_file(p), p->size);
  Db *db = sql_open(path, SQL_CREATE);
  must(schema_make(db, 6), "%s", sql_why(db));
  Query *q =
      sql_query(db, "INSERT INTO rulesets VALUES (1, ?, 'tictactoe', 'T', 5, ?, ?, ?)");
  sql_put_blob(q, 1, rules.at, SEAL_BYTES);
  sql_put_int(q, 2, p->header->version);
  sql_put_blob(q, 3, program_file(p), p->size);
  sql_put_blob(q, 4, seal.at, SEAL_BYTES);
  ck_assert_msg(sql_run(q), "%s", sql_why(db));
  sql_close(db);
  db = open_fine(SQL_WRITE);
  ck_assert_int_eq(listing_newest(db, "tictactoe", "misere"), 1);
  ck_assert_int_eq(listing_newest(db, "tictactoe", ""), 0);
  ck_assert_int_eq(store_find(db, p), 1);
  ck_assert(games_sound(db));
  outside("DROP TRIGGER rulesets_are_kept; UPDATE rulesets SET packs = ''");
  ck_assert(!games_sound(db));
  program_free(p);
  sql_close(db);
}
END_TEST

/* Made with another program's BLAKE2b: hashlib of Python. */
START_TEST(seals_and_links_of_known_values_are_known)
{
  Sealing *s = seal_begin("test");
  seal_int(s, -2);
  seal_text(s, "Zoë");
  seal_text(s, "");
  seal_bytes(s, "\0\1\2", 3);
  Seal seal = seal_end(s), again;
  char hex[2 * SEAL_BYTES + 1];
  seal_hex(&seal, hex);
  ck_assert_str_eq(hex,
                   "b98132dcecbb12709f03a721c7ae652c39da7564f997a308cb2d1d01c9976542");
  ck_assert(seal_from_hex(hex, &again));
  ck_assert_mem_eq(seal.at, again.at, SEAL_BYTES);
  ck_assert(!seal_from_hex("b98132", &again));
  hex[5] = 'x';
  ck_assert(!seal_from_hex(hex, &again));
  Link before;
  for (int i = 0; i < LINK_BYTES; i++) before.at[i] = (unsigned char)i;
  Link chance = link_next(&before, 1, NONE, 3, 1234, 0xFEDCBA9876543210u),
       back = link_next(&before, 2, 0, -1, 1234, 5);
  static const unsigned char first[] = {0xae, 0xe8, 0xaa, 0xde, 0xd8, 0xca, 0x8e, 0xea,
                                        0x47, 0x0f, 0x0c, 0x2e, 0xd0, 0x5f, 0xf9, 0x9b},
                             second[] = {0x36, 0xbd, 0xc2, 0xfc, 0x50, 0xb5, 0x9d, 0x81,
                                         0xa3, 0x69, 0xce, 0x2d, 0x89, 0xd5, 0x70, 0x1a};
  ck_assert_mem_eq(chance.at, first, LINK_BYTES);
  ck_assert_mem_eq(back.at, second, LINK_BYTES);
  Link begin_of = link_first(&seal, &(Secret){{1, 2}, false});
  ck_assert_mem_eq(begin_of.at, seal.at, LINK_BYTES);
  Link hidden = link_first(&seal, &(Secret){{1, 2}, true}),
       other = link_first(&seal, &(Secret){{1, 3}, true});
  ck_assert_mem_ne(hidden.at, seal.at, LINK_BYTES);
  ck_assert_mem_ne(hidden.at, other.at, LINK_BYTES);
}
END_TEST

/* ---- versions of the tables ----------------------------------------------------- */

static char *facts(Db *db)
{
  Buf b = {0};
  games_facts(db, &b, true);
  ck_assert_msg(!sql_fault(db) && b.n, "%s", sql_why(db));
  return buf_take(&b);
}

/* Updates what lies there, and compares. */
static void update_and_compare(const char *before)
{
  Db *db = sql_open(path, SQL_READ);
  ck_assert(!schema_fits(db));
  ck_assert_int_eq(sql_fault(db), DB_READONLY);
  sql_close(db);
  db = open_fine(SQL_WRITE);
  ck_assert_int_eq(sql_number(db, "PRAGMA user_version", 0), schema_version());
  char *after = facts(db);
  ck_assert_str_eq(before, after);
  free(after);
  ck_assert(games_sound(db));
  RulesShelf shelf = {0};
  const Rules *rules = rules_get(&shelf, db, 1);
  StoredGame g;
  ck_assert(rules && stored_load(db, 1, &g));
  ck_assert_msg(derive_game(db, &g, rules->vm), "%s", sql_why(db));
  ck_assert_int_eq(derive_missing(db),
                   sql_number(db, "SELECT count(*) - 1 FROM games", 0));
  ck_assert(games_sound(db));
  stored_free(&g);
  rules_free(&shelf);
  sql_close(db);
}

/* Of both versions the facts stand in the same tables. */
START_TEST(a_database_of_an_earlier_version_is_updated_with_all_its_facts)
{
  size_t n;
  char *sql = games_read("tests/db/v2.sql", &n);
  Db *db = sql_open(path, SQL_CREATE);
  must(schema_make(db, _i), "%s", sql_why(db));
  must(sql_number(db, "PRAGMA user_version", 0) == _i, "not version %d", _i);
  sql_close(db);
  outside(sql);
  free(sql);
  db = sql_open(path, SQL_READ);
  char *before = facts(db);
  sql_close(db);
  update_and_compare(before);
  free(before);
}
END_TEST

/* As it came from a program of that time. */
START_TEST(the_kept_database_of_version_1_is_updated_with_all_its_facts)
{
  size_t n;
  char *sql = games_read("tests/db/v1.sql", &n);
  outside(sql);
  free(sql);
  Db *db = sql_open(path, SQL_READ);
  char *before = facts(db);
  sql_close(db);
  update_and_compare(before);
  free(before);
}
END_TEST

/* Refused, with this fault, in every mode, and not changed by a byte. */
static void refused(DbFault fault, const char *says)
{
  size_t before, after;
  char *was = games_read(path, &before);
  for (int mode = SQL_READ; mode <= SQL_CREATE; mode++) {
    Db *db = db_open(path, (SqlMode)mode);
    ck_assert_int_eq(sql_fault(db), fault);
    ck_assert_msg(strstr(sql_why(db), says) && strstr(sql_why(db), path), "%s",
                  sql_why(db));
    ck_assert_int_eq(games_play(db, tictactoe, 2, 3, NULL, 3), 0);
    sql_close(db);
  }
  char *is = games_read(path, &after);
  ck_assert_uint_eq(before, after);
  ck_assert_mem_eq(was, is, before);
  free(was);
  free(is);
}

START_TEST(a_database_of_a_later_version_is_refused_and_not_touched)
{
  Db *db = open_fine(SQL_CREATE);
  games_play(db, tictactoe, 2, 3, NULL, 3);
  sql_close(db);
  outside("PRAGMA user_version = 99");
  refused(DB_NEWER, "version 99");
}
END_TEST

START_TEST(a_database_of_something_else_is_refused_and_not_touched)
{
  outside("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup'); "
          "PRAGMA journal_mode = DELETE");
  refused(DB_FOREIGN, "another program");
}
END_TEST

START_TEST(a_text_is_refused_and_not_touched)
{
  static const char text[] =
      "Dear diary, this is not a database, and it is long enough to show.\n";
  games_write(path, text, sizeof text);
  refused(DB_FOREIGN, "another program");
}
END_TEST

START_TEST(an_empty_file_is_a_new_database)
{
  games_write(path, "", 0);
  Db *db = open_fine(SQL_WRITE);
  ck_assert_int_eq(games_play(db, tictactoe, 2, 3, NULL, 1000), 1);
  ck_assert(games_sound(db));
  sql_close(db);
}
END_TEST

/* ---- tables and facts are kept -------------------------------------------------- */

START_TEST(changed_tables_are_noticed)
{
  static const struct {
    const char *sql, *says;
  } changes[] = {
      {"DROP TABLE told", "table told is missing"},
      {"DROP TRIGGER steps_stay", "trigger steps_stay is missing"},
      {"DROP VIEW results", "view results is missing"},
      {"ALTER TABLE seats ADD COLUMN colour TEXT", "table seats was changed"},
      {"CREATE TABLE recipes (name TEXT)", "table recipes does not belong here"},
      {"CREATE TRIGGER sly AFTER INSERT ON steps BEGIN DELETE FROM events; END",
       "trigger sly does not belong here"},
      {"CREATE INDEX fast ON steps (state); ANALYZE", ""},
  };
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    unlink(path);
    Db *db = open_fine(SQL_CREATE);
    games_play(db, tictactoe, 2, 3, NULL, 3);
    sql_close(db);
    outside(changes[i].sql);
    db = db_open(path, SQL_WRITE);
    ck_assert_int_eq(sql_fault(db), *changes[i].says ? DB_DAMAGED : DB_FINE);
    sql_close(db);
    db = open_any(SQL_READ);
    Buf why = {0};
    int found = schema_compare(db, &why);
    ck_assert_int_eq(found, *changes[i].says != 0);
    ck_assert_msg(strstr(buf_text(&why), changes[i].says), "%s: %s", changes[i].sql,
                  buf_text(&why));
    CheckReport r;
    ck_assert(check_database(db, NULL, &r) == !found);
    buf_free(&r.text);
    buf_free(&why);
    sql_close(db);
  }
}
END_TEST

START_TEST(facts_are_neither_rewritten_nor_deleted)
{
  static const char *const changes[] = {
      "UPDATE rulesets SET title = 'x'", "DELETE FROM rulesets",
      "UPDATE games SET seed = 1",       "DELETE FROM games",
      "UPDATE seats SET name = 'x'",     "DELETE FROM seats",
      "UPDATE steps SET answer = 1",     "DELETE FROM steps",
      "UPDATE endings SET winners = 1",  "DELETE FROM endings",
  };
  Db *db = open_fine(SQL_CREATE);
  ck_assert_int_eq(games_play(db, tictactoe, 2, 3, NULL, 1000), 1);
  char *before = facts(db);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    ck_assert_msg(!sql_do(db, changes[i]), "%s", changes[i]);
    ck_assert_msg(strstr(sql_why(db), "facts are never"), "%s", sql_why(db));
    sql_forgive(db);
  }
  char *after = facts(db);
  ck_assert_str_eq(before, after);
  free(before);
  free(after);
  sql_close(db);
}
END_TEST

/* ---- damage --------------------------------------------------------------------- */

/* Somebody who knows how to get around the triggers, and covers the traces. */
static void forge(const char *sql)
{
  sqlite3 *db;
  sqlite3_stmt *s;
  Buf drop = {0}, make = {0};
  ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
  sqlite3_prepare_v2(db, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'", -1,
                     &s, NULL);
  while (sqlite3_step(s) == SQLITE_ROW) {
    buf_printf(&drop, "DROP TRIGGER %s;", (const char *)sqlite3_column_text(s, 0));
    buf_printf(&make, "%s;", (const char *)sqlite3_column_text(s, 1));
  }
  sqlite3_finalize(s);
  ck_assert_int_eq(sqlite3_exec(db, buf_text(&drop), NULL, NULL, NULL), SQLITE_OK);
  ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                sqlite3_errmsg(db));
  ck_assert_int_eq(sqlite3_exec(db, buf_text(&make), NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
  buf_free(&drop);
  buf_free(&make);
}

static const struct {
  const char *sql, *says;
} damages[] = {
    {"UPDATE steps SET answer = answer + 1 WHERE game = 1 AND n = 2",
     "game 1: the chain is broken at step 2"},
    {"UPDATE steps SET state = state + 1 WHERE game = 1 AND n = 3",
     "game 1: the chain is broken at step 3"},
    {"UPDATE steps SET state = state + 1 WHERE game = 1 AND n = 3",
     "game 1, step 3: the state after it"},
    {"UPDATE steps SET after = after + 1 WHERE game = 1 AND n = 1",
     "game 1: the chain is broken at step 1"},
    {"UPDATE steps SET seat = 3 - seat WHERE game = 1 AND n = 1",
     "game 1: the chain is broken at step 1"},
    {"UPDATE steps SET answer = 100 WHERE game = 1 AND n = 1",
     "game 1, step 1: the stored answer is not offered"},
    {"UPDATE steps SET answer = 5000000000 WHERE game = 1 AND n = 1",
     "the steps of game 1 are not in order"},
    {"UPDATE steps SET answer = -4 WHERE game = 1 AND n = 2",
     "the steps of game 1 are not in order"},
    {"UPDATE steps SET link = zeroblob(16) WHERE game = 1 AND n = 1",
     "game 1: the chain is broken at step 1"},
    {"UPDATE steps SET link = zeroblob(15) WHERE game = 1 AND n = 1",
     "a seal has the wrong size"},
    {"DELETE FROM steps WHERE game = 1 AND n = 2",
     "the steps of game 1 are not in order"},
    {"DELETE FROM steps WHERE game = 1 AND n = (SELECT steps FROM endings WHERE game = "
     "1)",
     "game 1: the seal of its ending is broken"},
    {"INSERT INTO steps SELECT game, n + 1, seat, 0, after, state, link FROM steps WHERE "
     "game = 1 "
     "ORDER BY n DESC LIMIT 1",
     "the game was over before it"},
    {"UPDATE seats SET name = 'Eve' WHERE game = 1 AND seat = 1",
     "game 1: a name is not the one that was sealed"},
    {"UPDATE marks SET mark = zeroblob(32) WHERE game = 1 AND seat = 1",
     "game 1: a name is not the one that was sealed"},
    {"UPDATE seats SET name = ''; DELETE FROM salts; "
     "UPDATE marks SET mark = zeroblob(32)",
     "game 1: its seal is broken"},
    {"UPDATE seats SET taken = 'person'", "game 1: its seal is broken"},
    {"UPDATE seats SET seat = 7 WHERE game = 1 AND seat = 2",
     "the seats of game 1 are not in order"},
    {"DELETE FROM seats WHERE game = 2 AND seat = 2", "game 2: its seal is broken"},
    {"UPDATE games SET seed = seed + 1 WHERE id = 2", "game 2: its seal is broken"},
    {"UPDATE games SET settings = 'rounds=1' WHERE id = 2", "game 2: its seal is broken"},
    {"UPDATE games SET settings = 'nothing=1' WHERE id = 2",
     "the stored settings do not fit the rules"},
    {"UPDATE games SET begun = begun + 1 WHERE id = 2", "game 2: its seal is broken"},
    {"UPDATE games SET origin = 'sim' WHERE id = 2", "game 2: its seal is broken"},
    {"UPDATE games SET start = start + 1 WHERE id = 2", "game 2: its seal is broken"},
    {"UPDATE games SET ruleset = 2 WHERE id = 1", "game 1: its seal is broken"},
    {"UPDATE games SET ruleset = 9 WHERE id = 1",
     "table games: a row refers to one of rulesets that is not there"},
    {"UPDATE games SET seal = zeroblob(32) WHERE id = 1", "game 1: its seal is broken"},
    {"UPDATE games SET id = 5000 WHERE id = 3",
     "the numbers of the games are not in order"},
    {"DELETE FROM games WHERE id = 2", "there is no game 2"},
    {"DELETE FROM games WHERE id = 3", "rows belong to nothing"},
    {"UPDATE endings SET winners = 3 WHERE game = 1",
     "game 1: the seal of its ending is broken"},
    {"UPDATE endings SET winners = 1 << 40 WHERE game = 1",
     "the ending of game 1 makes no sense"},
    {"UPDATE endings SET reason = 'luck' WHERE game = 1",
     "game 1: the seal of its ending is broken"},
    {"UPDATE endings SET error = 'R0001' WHERE game = 1",
     "the game does not end as was stored"},
    {"UPDATE endings SET steps = 1 WHERE game = 1",
     "game 1: the seal of its ending is broken"},
    {"INSERT INTO endings VALUES (77, 1, 1, '', '', zeroblob(32))",
     "rows belong to nothing"},
    {"UPDATE rulesets SET title = 'Chess' WHERE id = 1",
     "the seal of ruleset 1 is broken"},
    {"UPDATE rulesets SET name = 'chess' WHERE id = 1",
     "the seal of ruleset 1 is broken"},
    {"UPDATE rulesets SET stored = 1 WHERE id = 2", "the seal of ruleset 2 is broken"},
    {"UPDATE rulesets SET format = format + 1 WHERE id = 2",
     "the seal of ruleset 2 is broken"},
    {"UPDATE rulesets SET program = zeroblob(100) WHERE id = 2",
     "the seal of ruleset 2 is broken"},
    {"UPDATE rulesets SET fingerprint = zeroblob(32) WHERE id = 2",
     "the seal of ruleset 2 is broken"},
    {"DELETE FROM rulesets WHERE id = 1", "ruleset 1 is missing"},
    {"UPDATE events SET now = 'x' WHERE game = 1 AND n = 4",
     "game 1: event 4 is not what the facts give"},
    {"DELETE FROM events WHERE game = 1 AND n = 4",
     "game 1: event 4 is not what the facts give"},
    {"DELETE FROM told WHERE game = 1", "rows belong to nothing"},
    {"DROP INDEX events_by_card", "index events_by_card is missing"},
};
enum { DAMAGES = sizeof damages / sizeof *damages };

/* A database outlives the words of the program that made it. */
START_TEST(events_in_other_words_are_no_damage)
{
  Db *db = open_fine(SQL_CREATE);
  games_play(db, tictactoe, 2, 3, NULL, 1000);
  derive_one(db, 1);
  sql_close(db);
  forge("UPDATE events SET says = 'x' WHERE game = 1 AND n = 4");
  db = open_any(SQL_READ);
  CheckReport r;
  ck_assert(check_database(db, NULL, &r));
  ck_assert_int_eq(r.reworded, 1);
  buf_free(&r.text);
  sql_close(db);
}
END_TEST

START_TEST(each_kind_of_damage_is_reported)
{
  Db *db = open_fine(SQL_CREATE);
  int32_t rounds = 2;
  games_play(db, tictactoe, 2, 3, NULL, 1000);
  games_play(db, cards, 2, 5, &rounds, 1000);
  games_play(db, tictactoe, 2, 4, NULL, 3);
  StoredGame g;
  RulesShelf shelf = {0};
  ck_assert(stored_load(db, 1, &g));
  ck_assert_msg(derive_game(db, &g, rules_get(&shelf, db, 1)->vm), "%s", sql_why(db));
  stored_free(&g);
  rules_free(&shelf);
  ck_assert(games_sound(db));
  sql_close(db);
  forge(damages[_i].sql);
  db = open_any(SQL_READ);
  CheckReport r;
  bool fine = check_database(db, NULL, &r);
  ck_assert_msg(!fine && r.problems > 0, "%s is not noticed", damages[_i].sql);
  ck_assert_msg(strstr(buf_text(&r.text), damages[_i].says), "%s:\n%s", damages[_i].sql,
                buf_text(&r.text));
  buf_free(&r.text);
  sql_close(db);
}
END_TEST

/* ---- the suite ------------------------------------------------------------------ */

static TCase *make(void)
{
  TCase *t = tcase_create("store");
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, a_game_is_read_back_as_it_was_recorded);
  tcase_add_test(t, an_answer_that_was_taken_back_stays_in_the_record);
  tcase_add_test(t, a_game_that_a_rule_error_ended_is_sound);
  tcase_add_test(t, two_games_can_be_recorded_in_turns);
  tcase_add_test(t, a_game_can_be_gone_on_with);
  tcase_add_test(t, the_second_to_go_on_with_a_game_is_told);
  tcase_add_test(t, a_database_that_somebody_holds_is_busy_and_loses_nothing);
  tcase_add_test(t, what_is_read_together_is_of_one_moment);
  tcase_add_test(t, a_game_that_is_not_there_is_said_to_be_so);
  tcase_add_test(t, rules_have_one_fingerprint_wherever_they_lie);
  tcase_add_test(t, other_code_of_the_same_sources_is_the_same_ruleset);
  tcase_add_test(t, games_are_played_again_by_the_code_that_played_them);
  tcase_add_test(t, rules_that_were_known_by_their_code_are_recognised);
  tcase_add_test(t, packs_of_rules_stored_before_there_was_a_column_are_filled_in);
  tcase_add_test(t, seals_and_links_of_known_values_are_known);
  tcase_add_loop_test(t, a_database_of_an_earlier_version_is_updated_with_all_its_facts,
                      1, 3);
  tcase_add_test(t, the_kept_database_of_version_1_is_updated_with_all_its_facts);
  tcase_add_test(t, a_database_of_a_later_version_is_refused_and_not_touched);
  tcase_add_test(t, a_database_of_something_else_is_refused_and_not_touched);
  tcase_add_test(t, a_text_is_refused_and_not_touched);
  tcase_add_test(t, an_empty_file_is_a_new_database);
  tcase_add_test(t, changed_tables_are_noticed);
  tcase_add_test(t, facts_are_neither_rewritten_nor_deleted);
  tcase_add_test(t, events_in_other_words_are_no_damage);
  tcase_add_loop_test(t, each_kind_of_damage_is_reported, 0, DAMAGES);
  return t;
}

int main(void) { return unit_run(make, "store", 120); }
