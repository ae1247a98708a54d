/* The n-th call fails, for every n: what is left in the database is whole steps, all that
 * were confirmed are there, and the game can go on.
 *
 * `fault all` tries every n with every kind of fault, which takes minutes; without it
 * some kinds leave numbers out, each kind others. */
#include "tests/troubled.h"
#include "tests/unit/unit.h"
#include "db/derived/derive.h"
#include "db/replay.h"

#include <sys/stat.h>

/* ---- calls of SQLite that fail -------------------------------------------------- */

/* The linker leads the calls here (--wrap, in the Makefile). */
typedef enum { CALLS_STEPS, CALLS_BINDS, CALLS_MEMORY, CALLS_KINDS } Calls;

static struct {
  bool on, lasting; /* lasting: all calls after the n-th fail, too */
  Calls which;
  long calls, at;
  int code;
} fault;

static bool fails(Calls which)
{
  if (!fault.on || which != fault.which) return false;
  fault.calls++;
  return fault.calls == fault.at || (fault.lasting && fault.calls > fault.at);
}

#define WRAP(which, name, parameters, arguments, otherwise)                              \
  int __real_##name parameters;                                                          \
  int __wrap_##name parameters;                                                          \
  int __wrap_##name parameters                                                           \
  {                                                                                      \
    if (!fails(which)) return __real_##name arguments;                                   \
    otherwise;                                                                           \
    return fault.code;                                                                   \
  }

WRAP(CALLS_STEPS, sqlite3_open_v2,
     (const char *path, sqlite3 **db, int flags, const char *vfs), (path, db, flags, vfs),
     *db = NULL)
WRAP(CALLS_STEPS, sqlite3_prepare_v3,
     (sqlite3 * db, const char *text, int n, unsigned flags, sqlite3_stmt **out,
      const char **tail),
     (db, text, n, flags, out, tail), *out = NULL)
WRAP(CALLS_STEPS, sqlite3_step, (sqlite3_stmt * s), (s), )
WRAP(CALLS_STEPS, sqlite3_exec,
     (sqlite3 * db, const char *text, int (*fn)(void *, int, char **, char **),
      void *user, char **error),
     (db, text, fn, user, error), )
WRAP(CALLS_BINDS, sqlite3_bind_int64, (sqlite3_stmt * s, int i, sqlite3_int64 v),
     (s, i, v), )
WRAP(CALLS_BINDS, sqlite3_bind_null, (sqlite3_stmt * s, int i), (s, i), )
WRAP(CALLS_BINDS, sqlite3_bind_text,
     (sqlite3_stmt * s, int i, const char *v, int n, void (*d)(void *)),
     (s, i, v, n, d), )
WRAP(CALLS_BINDS, sqlite3_bind_blob64,
     (sqlite3_stmt * s, int i, const void *v, sqlite3_uint64 n, void (*d)(void *)),
     (s, i, v, n, d), )

/* SQLite's memory. */
static sqlite3_mem_methods memory;
static void *memory_get(int n) { return fails(CALLS_MEMORY) ? NULL : memory.xMalloc(n); }
static void *memory_more(void *p, int n)
{
  return fails(CALLS_MEMORY) ? NULL : memory.xRealloc(p, n);
}

/* ---- the whole of a game -------------------------------------------------------- */

static Program *program;
static char *folder, *path;
static bool thorough;

/* Every n, or every `step`-th. */
static long stride(long step) { return thorough ? 1 : step * unit_share(); }

typedef struct Outcome {
  bool done, begun;
  int given, safe; /* answers given, and those whose storing was confirmed */
  DbFault fault;
  char why[400];
} Outcome;

/* Makes a database, stores rules and a game step by step, ends it, tells its events. */
static Outcome tell_all(bool events)
{
  Outcome s = {0};
  Match m;
  Db *db = db_open(path, SQL_CREATE);
  bool ok = store_ruleset(db, program) != 0;
  match_start(&m, program, 2, 4, NULL);
  s.begun = ok = ok && match_record(&m, db, 4, NULL);
  while (ok && match_asks(&m)) {
    s.given++;
    ok = match_turn(&m);
    s.safe += ok;
  }
  ok = ok && record_end(&m.record, m.vm);
  if (ok && events) {
    StoredGame g;
    ok = stored_load(db, 1, &g) && derive_game(db, &g, m.vm);
    stored_free(&g);
  }
  s.done = ok;
  s.fault = sql_fault(db);
  snprintf(s.why, sizeof s.why, "%s", sql_why(db));
  match_free(&m);
  sql_close(db);
  return s;
}

/* Goes on with the game that is stored, to its end. */
static void go_on(Db *db, const StoredGame *g)
{
  Match m;
  Replay r;
  match_start(&m, program, 2, 4, NULL);
  replay_open(&r, m.vm, g, true);
  ck_assert_int_eq(replay_rest(&r), REPLAY_FINE);
  m.status = r.status;
  replay_close(&r);
  record_resume(&m.record, db, g);
  while (match_asks(&m)) ck_assert_msg(match_turn(&m), "%s", sql_why(db));
  ck_assert_msg(record_end(&m.record, m.vm), "%s", sql_why(db));
  match_free(&m);
}

/* The trouble is over: what is left must be whole, and serve. */
static void look_back(const Outcome *s, long n)
{
  Db *db = db_open(path, SQL_CREATE);
  ck_assert_msg(!sql_fault(db), "call %ld: cannot be opened any more: %s", n,
                sql_why(db));
  ck_assert_msg(games_sound(db), "call %ld: %s", n, s->why);
  int64_t games = sql_number(db, "SELECT count(*) FROM games", 0);
  ck_assert_int_le(games, 1);
  ck_assert_msg(games || !s->begun, "call %ld: the game is lost", n);
  StoredGame g = {0};
  if (games) {
    ck_assert_msg(stored_load(db, 1, &g), "%s", sql_why(db)); /* steps without gap */
    ck_assert_msg(g.steps.n <= (size_t)s->given && g.steps.n >= (size_t)s->safe,
                  "call %ld: %zu steps of %d, %d of them confirmed", n, g.steps.n,
                  s->given, s->safe);
    if (!g.over) go_on(db, &g);
    stored_free(&g);
  } else {
    ck_assert_int_eq(games_play(db, program, 2, 4, NULL, 1000), 1);
  }
  ck_assert(games_sound(db));
  sql_close(db);
}

static void clean(void)
{
  static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
  for (int i = 0; i < 4; i++) {
    char *name = games_path(folder, "fault.db");
    Buf b = {0};
    buf_printf(&b, "%s%s", name, ends[i]);
    unlink(buf_text(&b));
    buf_free(&b);
    free(name);
  }
}

/* A fault that was reported says where and what; one that was overcome (waiting helped)
 * did no harm. */
static void look_at_fault(const Outcome *s, long n)
{
  if (s->done) {
    ck_assert_int_eq(s->fault, DB_FINE);
    return;
  }
  ck_assert_msg(s->fault, "call %ld failed and nothing was said", n);
  ck_assert_msg(!strncmp(s->why, path, strlen(path)) && strlen(s->why) > strlen(path) + 8,
                "call %ld: \"%s\" is no clear message", n, s->why);
}

static long loop(Calls which, int code, bool lasting, bool events, int offset, long step)
{
  long n = 1 + offset % stride(step), tried = 0;
  for (bool reached = true; reached; n += stride(step), tried++) {
    clean();
    fault.which = which;
    fault.code = code;
    fault.lasting = lasting;
    fault.calls = 0;
    fault.at = n;
    fault.on = true;
    Outcome s = tell_all(events);
    fault.on = false;
    reached = fault.calls >= n;
    ck_assert_msg(reached || s.done, "%s", s.why);
    /* Memory that SQLite can do without is not missed, and waiting can help. */
    if (reached && which != CALLS_MEMORY && code != SQLITE_BUSY)
      ck_assert_msg(!s.done, "call %ld failed, and nobody noticed", n);
    look_at_fault(&s, n);
    look_back(&s, n);
  }
  printf("%ld calls failed one by one%s (code %d)\n", tried - 1,
         lasting ? " for good" : "", code);
  return n;
}

static const int codes[] = {SQLITE_IOERR_WRITE, SQLITE_FULL, SQLITE_NOMEM, SQLITE_CORRUPT,
                            SQLITE_BUSY};
/* The last of them passes, and would be waited for if it did not. */
enum { CODES = sizeof codes / sizeof *codes, LASTING_CODES = CODES - 1 };

START_TEST(a_call_that_fails_leaves_whole_steps)
{
  long n = loop(CALLS_STEPS, codes[_i], false, _i == 0, _i, _i ? 3 : 1);
  ck_assert_int_gt(n, 50);
}
END_TEST

START_TEST(calls_that_go_on_failing_leave_whole_steps)
{
  loop(CALLS_STEPS, codes[_i], true, false, _i, 3);
}
END_TEST

START_TEST(a_value_that_cannot_be_bound_leaves_whole_steps)
{
  ck_assert_int_gt(loop(CALLS_BINDS, SQLITE_NOMEM, false, false, 0, 2), 50);
}
END_TEST

START_TEST(memory_that_runs_out_leaves_whole_steps)
{
  ck_assert_int_gt(loop(CALLS_MEMORY, 0, _i, true, 50 * _i, 101), 200);
}
END_TEST

/* ---- files that fail ------------------------------------------------------------ */

START_TEST(a_write_that_fails_leaves_whole_steps)
{
  Trouble trouble = _i < 3 ? TROUBLE_ONCE : TROUBLE_LASTING;
  long n = 1 + _i % stride(6), tried = 0;
  for (bool reached = true; reached; n += stride(6), tried++) {
    clean();
    troubled_begin(trouble, n, _i % 3);
    Outcome s = tell_all(false);
    reached = troubled_end(0);
    ck_assert_msg(reached || s.done, "%s", s.why);
    look_at_fault(&s, n);
    look_back(&s, n);
  }
  printf("%ld calls of the file system failed one by one%s\n", tried - 1,
         _i < 3 ? "" : " for good");
  ck_assert_int_gt(n, 50);
}
END_TEST

START_TEST(what_was_confirmed_survives_a_power_cut)
{
  long n = 1 + _i % stride(4), tried = 0;
  for (bool reached = true; reached; n += stride(4), tried++) {
    clean();
    troubled_begin(TROUBLE_POWER, n, 0);
    Outcome s = tell_all(false);
    reached = troubled_end((uint64_t)n * 100 + (uint64_t)_i);
    look_at_fault(&s, n);
    look_back(&s, n);
  }
  printf("%ld power cuts\n", tried - 1);
  ck_assert_int_gt(n, 50);
}
END_TEST

/* Read by nobody who would tidy up: the bytes of the log. */
static int64_t log_size(void)
{
  Buf b = {0};
  struct stat st;
  buf_printf(&b, "%s-wal", path);
  int64_t size = stat(buf_text(&b), &st) ? 0 : (int64_t)st.st_size;
  buf_free(&b);
  return size;
}

/* Or the test above would prove nothing. */
START_TEST(the_power_cut_really_loses_something)
{
  int lost = 0;
  for (long n = 60; n < 120; n += stride(3)) {
    clean();
    troubled_begin(TROUBLE_POWER, n, 0);
    Outcome s = tell_all(false);
    int64_t before = log_size();
    troubled_end((uint64_t)n);
    lost += log_size() < before;
    look_back(&s, n);
  }
  ck_assert_int_gt(lost, 0);
}
END_TEST

/* ---- an update that fails ------------------------------------------------------- */

static char *facts(Db *db)
{
  Buf b = {0};
  games_facts(db, &b, true);
  ck_assert_msg(!sql_fault(db) && b.n, "%s", sql_why(db));
  return buf_take(&b);
}

/* Either the old version or the new one, whole, with the same facts. */
static void look_at_update(const char *before, long n)
{
  Db *db = sql_open(path, SQL_WRITE);
  int64_t version = sql_number(db, "PRAGMA user_version", 0);
  int64_t count =
      sql_number(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'", 0);
  ck_assert_msg(version == 1 || version == schema_version(), "call %ld: version %d", n,
                (int)version);
  ck_assert_msg((version == 1) == (count == 5), "call %ld: version %d with %d tables", n,
                (int)version, (int)count);
  sql_close(db);
  db = db_open(path, SQL_WRITE);
  ck_assert_msg(!sql_fault(db), "call %ld: %s", n, sql_why(db));
  char *after = facts(db);
  ck_assert_str_eq(before, after);
  ck_assert(games_sound(db));
  free(after);
  sql_close(db);
}

START_TEST(an_update_that_fails_leaves_the_old_version_whole)
{
  clean();
  Db *db = sql_open(path, SQL_CREATE);
  size_t size;
  char *sql = games_read("tests/db/v2.sql", &size);
  ck_assert(schema_make(db, 1));
  ck_assert_msg(sql_do(db, sql), "%s", sql_why(db));
  free(sql);
  char *before = facts(db);
  sql_close(db);
  char *file = games_read(path, &size);
  long n = 1;
  for (bool reached = true; reached; n++) {
    clean();
    games_write(path, file, size);
    fault.which = CALLS_STEPS;
    fault.code = codes[n % LASTING_CODES];
    fault.calls = 0;
    fault.at = n;
    fault.lasting = fault.on = _i == 0;
    if (_i) troubled_begin(_i == 1 ? TROUBLE_ONCE : TROUBLE_POWER, n, (int)n % 3);
    db = db_open(path, SQL_WRITE);
    bool done = !sql_fault(db);
    sql_close(db);
    fault.on = false;
    reached = _i ? troubled_end((uint64_t)n) : fault.calls >= n;
    ck_assert(reached || done);
    look_at_update(before, n);
  }
  ck_assert_int_gt(n, 8);
  printf("%ld interrupted updates\n", n - 2);
  free(file);
  free(before);
}
END_TEST

/* ---- the suite ------------------------------------------------------------------ */

static void begin(void)
{
  sqlite3_mem_methods troubled_memory;
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
  troubled_memory = memory;
  troubled_memory.xMalloc = memory_get;
  troubled_memory.xRealloc = memory_more;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &troubled_memory);
  /* Pages and small pieces from the same memory, so that each of them can be missing. */
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_initialize();
  troubled_install();
  folder = games_folder();
  path = games_path(folder, "fault.db");
  program = games_tictactoe();
}

static void end(void)
{
  program_free(program);
  free(path);
  games_remove(folder);
}

static TCase *make(void)
{
  TCase *t = tcase_create("fault");
  tcase_add_unchecked_fixture(t, begin, end);
  tcase_add_loop_test(t, a_call_that_fails_leaves_whole_steps, 0, CODES);
  tcase_add_loop_test(t, calls_that_go_on_failing_leave_whole_steps, 0, LASTING_CODES);
  tcase_add_test(t, a_value_that_cannot_be_bound_leaves_whole_steps);
  tcase_add_loop_test(t, memory_that_runs_out_leaves_whole_steps, 0, 2);
  tcase_add_loop_test(t, a_write_that_fails_leaves_whole_steps, 0, 6);
  tcase_add_loop_test(t, what_was_confirmed_survives_a_power_cut, 0, 4);
  tcase_add_loop_test(t, an_update_that_fails_leaves_the_old_version_whole, 0, 3);
  tcase_add_test(t, the_power_cut_really_loses_something);
  return t;
}

int main(int argc, char **argv)
{
  thorough = argc > 1 && !strcmp(argv[1], "all");
  return unit_run(make, "fault", 600);
}
