#include "db/sql.h"
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SQL_PASS = 64, MOST_GUARDED = 8 };
/* What a file from elsewhere may make SQLite do: the longest value is a large ruleset,
 * and all of its memory together leaves room for the rest of the program. */
enum { LONGEST_VALUE = 64 * 1024 * 1024, MOST_MEMORY = 300 * 1024 * 1024 };
enum { DEEPEST_EXPRESSION = 200, MOST_COLUMNS = 200, LONGEST_PATTERN = 1000 };
/* Instructions between two looks at the clock. */
enum { BETWEEN_LOOKS = 10000 };

/* How long another program may hold the file before that is an error. */
enum { PATIENCE_MS = 60000 };

struct Query {
  Db *db;
  const char *text;
  sqlite3_stmt *stmt;
  bool open; /* between sql_query and sql_done */
};

struct Db {
  sqlite3 *handle;
  char *path;
  DbFault fault;
  Buf why;
  size_t what; /* how much of `why` says what is wrong, before what to do */
  bool writes; /* to a file */
  int within;  /* transactions inside each other: only the outermost counts */
  VEC(Query *) queries;
  /* Guarded tables, and the views that may read them. */
  char pass[SQL_PASS];
  const char *tables[MOST_GUARDED];
  int ntables;
  int64_t
      until; /* a statement may take this long, in milliseconds of the clock; 0: ever */
  int seconds;
  /* See sql_know. */
  uint64_t known;
  int64_t known_as;
};

void sql_know(Db *db, uint64_t what, int64_t number)
{
  db->known = what;
  db->known_as = number;
}

int64_t sql_known(const Db *db, uint64_t what)
{
  return db->known_as && db->known == what ? db->known_as : 0;
}

/* ---- faults --------------------------------------------------------------------- */

static const char *const remedies[DB_FAULTS] = {
    [DB_CLOSED] = "look at its permissions, or name another with --db FILE",
    [DB_BUSY] = "another program is writing to it: try again when it is done",
    [DB_READONLY] = "make it writable, or name another with --db FILE",
    [DB_FULL] = "make space; everything stored before is safe",
    [DB_DAMAGED] = "regel db check says what is wrong; keep the file, and go on with a "
                   "copy from before",
    [DB_FOREIGN] = "it belongs to another program: name another with --db FILE",
    [DB_NEWER] = "use the newer version of regel",
    [DB_LONG] = "ask for less, or give it more with --seconds N",
    [DB_SECRET] = "steps, events and seeds of games that are not over can be read with "
                  "--all, which tells what players have not shown each other",
    [DB_IO] = "everything stored before is safe: look at the disk, or name another with "
              "--db FILE",
};

static bool fail(Db *db, DbFault fault, const char *what)
{
  if (db->fault) return false;
  db->fault = fault;
  buf_printf(&db->why, "%s: %s", db->path, what);
  db->what = db->why.n;
  if (remedies[fault]) buf_printf(&db->why, "; %s", remedies[fault]);
  return false;
}

bool sql_fail(Db *db, DbFault fault, const char *fmt, ...)
{
  char text[1000];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  return fail(db, fault, text);
}

/* SQLite knows one way in which a disk is full; there are more.  What the system said is
 * not kept when a commit fails: errno was 0 before the call that failed. */
static bool no_space(void)
{
  return errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
}

static DbFault fault_of(int code)
{
  switch (code & 0xFF) {
  case SQLITE_OK:
  case SQLITE_ROW:
  case SQLITE_DONE: return DB_FINE;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
  case SQLITE_PROTOCOL: return DB_BUSY; /* too many at once, for too long */
  case SQLITE_PERM:
  case SQLITE_CANTOPEN: return DB_CLOSED;
  case SQLITE_READONLY: return DB_READONLY;
  case SQLITE_FULL: return DB_FULL;
  case SQLITE_CORRUPT: return DB_DAMAGED;
  case SQLITE_NOTADB: return DB_FOREIGN;
  case SQLITE_CONSTRAINT: return DB_TAKEN;
  case SQLITE_INTERRUPT: return DB_LONG;
  case SQLITE_AUTH: return DB_SECRET;
  case SQLITE_IOERR: return no_space() ? DB_FULL : DB_IO;
  default: return DB_IO;
  }
}

static const char *const titles[DB_FAULTS] = {
    [DB_CLOSED] = "the database cannot be opened",
    [DB_BUSY] = "the database is busy",
    [DB_READONLY] = "the database cannot be written",
    [DB_FULL] = "no space is left for the database",
    [DB_DAMAGED] = "the database is damaged",
    [DB_FOREIGN] = "this is no database of Regel",
    [DB_LONG] = "the query took too long",
    [DB_SECRET] = "this may not be read while games are played",
};

/* Notes what SQLite returned.  True if all is well. */
static bool look(Db *db, int code)
{
  DbFault fault = fault_of(code);
  if (fault == DB_FINE) return true;
  if (titles[fault]) return fail(db, fault, titles[fault]);
  const char *said = db->handle ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);
  return fail(db, fault, said);
}

DbFault sql_fault(const Db *db) { return db->fault; }
const char *sql_why(const Db *db) { return buf_text(&db->why); }
void sql_what(const Db *db, Buf *b) { buf_addn(b, buf_text(&db->why), db->what); }
const char *sql_path(const Db *db) { return db->path; }

void sql_forgive(Db *db)
{
  db->fault = DB_FINE;
  buf_clear(&db->why);
}

/* ---- opening -------------------------------------------------------------------- */

static bool exists(const char *path)
{
  struct stat st;
  return !stat(path, &st);
}

static bool in_memory(const char *path) { return !strcmp(path, ":memory:"); }

/* A name as SQLite's URI wants it: only letters, digits and a few signs stand for
 * themselves. */
static void put_uri(Buf *b, const char *path)
{
  buf_add(b, "file:");
  for (const char *s = path; *s; s++) {
    unsigned char c = (unsigned char)*s;
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 (c >= '0' && c <= '9') || strchr("/._-", c);
    if (plain) buf_char(b, (char)c);
    else buf_printf(b, "%%%02X", c);
  }
}

/* A file in a folder where nothing can be written has nowhere to put the log that readers
 * share.  If no log is there, nobody writes, and it can be read as it is. */
static void open_unchanging(Db *db)
{
  Buf uri = {0}, log = {0};
  buf_printf(&log, "%s-wal", db->path);
  if (!exists(buf_text(&log)) && !access(db->path, R_OK)) {
    sqlite3_close(db->handle);
    db->handle = NULL;
    put_uri(&uri, db->path);
    buf_add(&uri, "?immutable=1");
    sql_forgive(db);
    look(db, sqlite3_open_v2(buf_text(&uri), &db->handle,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL));
  }
  buf_free(&uri);
  buf_free(&log);
}

/* A file that has no log yet must be held alone for it, and SQLite does not wait for that
 * as it does elsewhere: several who begin at once would refuse each other. */
bool sql_use_log(Db *db)
{
  int64_t begin = clock_ms();
  while (!db->fault && db->writes) {
    sql_number(db, "PRAGMA journal_mode = WAL", 0);
    if (db->fault != DB_BUSY || clock_ms() - begin > PATIENCE_MS) return !db->fault;
    sql_forgive(db);
    sqlite3_sleep(5);
  }
  return !db->fault;
}

/* A view has the name of what reads; a statement of the outside can take any name but
 * one that it does not know. */
static int guard(void *user, int action, const char *a, const char *b, const char *file,
                 const char *by)
{
  const Db *db = user;
  (void)b;
  (void)file;
  if (action == SQLITE_PRAGMA || action == SQLITE_ATTACH) return SQLITE_DENY;
  if (action != SQLITE_READ || !a) return SQLITE_OK;
  if (!sqlite3_strnicmp(a, "pragma_", 7) || !sqlite3_strnicmp(a, "sqlite_temp", 11) ||
      !sqlite3_stricmp(a, "sqlite_dbpage") || !sqlite3_stricmp(a, "dbstat"))
    return SQLITE_DENY;
  if (by && !strncmp(by, db->pass, strlen(db->pass))) return SQLITE_OK;
  if (file && strcmp(file, "main")) return SQLITE_OK;
  for (int i = 0; i < db->ntables; i++)
    if (!sqlite3_stricmp(a, db->tables[i])) return SQLITE_DENY;
  return SQLITE_OK;
}

void sql_guard(Db *db, const char *pass, const char *const *tables, int n)
{
  snprintf(db->pass, sizeof db->pass, "%s", pass);
  for (db->ntables = 0; db->ntables < n && db->ntables < MOST_GUARDED; db->ntables++)
    db->tables[db->ntables] = tables[db->ntables];
  if (db->handle) sqlite3_set_authorizer(db->handle, guard, db);
}

static int look_at_clock(void *user)
{
  const Db *db = user;
  return db->until && clock_ms() > db->until;
}

void sql_seconds(Db *db, int seconds)
{
  db->seconds = seconds;
  if (db->handle) sqlite3_progress_handler(db->handle, BETWEEN_LOOKS, look_at_clock, db);
}

static void limit(sqlite3 *handle)
{
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
  sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, DEEPEST_EXPRESSION);
  sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, MOST_COLUMNS);
  sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_hard_heap_limit64(MOST_MEMORY);
}

static void settle(Db *db, SqlMode mode)
{
  limit(db->handle);
  sqlite3_extended_result_codes(db->handle, 1);
  sqlite3_busy_timeout(db->handle, PATIENCE_MS);
  /* What the file says is data, not commands: it may come from a stranger. */
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sql_do(db, "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON");
  db->writes = mode != SQL_READ && !in_memory(db->path);
  /* An answer that was confirmed survives a power cut; also where there can be no log,
   * for which FULL would not be enough. */
  if (db->writes) sql_do(db, "PRAGMA synchronous = EXTRA");
}

Db *sql_open(const char *path, SqlMode mode)
{
  Db *db = zeroed(1, sizeof *db);
  Buf copy = {0};
  buf_add(&copy, path);
  db->path = buf_take(&copy);
  struct stat st;
  if (!in_memory(path) && !stat(path, &st) && !S_ISREG(st.st_mode)) {
    fail(db, DB_CLOSED,
         S_ISDIR(st.st_mode) ? "this is a folder, not a database"
                             : "this is a device or a pipe, not a database");
    return db;
  }
  if (mode != SQL_CREATE && !in_memory(path) && !exists(path)) {
    fail(db, DB_ABSENT, "there is no such database yet");
    return db;
  }
  /* SQLite would open a file that can only be read all the same, and leave a log beside
   * it that stays read-only when the file is no longer. */
  if (mode != SQL_READ && !access(path, R_OK) && access(path, W_OK)) {
    fail(db, DB_READONLY, titles[DB_READONLY]);
    return db;
  }
  int flags = mode == SQL_READ    ? SQLITE_OPEN_READONLY
              : mode == SQL_WRITE ? SQLITE_OPEN_READWRITE
                                  : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (in_memory(path)) flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  flags |= SQLITE_OPEN_NOMUTEX; /* a Db belongs to one thread at a time */
  if (!look(db, sqlite3_open_v2(path, &db->handle, flags, NULL))) return db;
  settle(db, mode);
  /* The first look at the file itself: is it a database at all? */
  if (!db->fault) sql_number(db, "SELECT count(*) FROM sqlite_schema", 0);
  if (mode == SQL_READ && (db->fault == DB_CLOSED || db->fault == DB_READONLY)) {
    open_unchanging(db);
    if (!db->fault) settle(db, mode);
    if (!db->fault) sql_number(db, "SELECT count(*) FROM sqlite_schema", 0);
  }
  return db;
}

void sql_patience(Db *db, int milliseconds)
{
  if (db->handle) sqlite3_busy_timeout(db->handle, milliseconds);
}

void sql_close(Db *db)
{
  if (!db) return;
  for (size_t i = 0; i < db->queries.n; i++) {
    sqlite3_finalize(db->queries.at[i]->stmt);
    free(db->queries.at[i]);
  }
  vec_free(&db->queries);
  sqlite3_close(db->handle);
  buf_free(&db->why);
  free(db->path);
  free(db);
}

/* ---- statements ----------------------------------------------------------------- */

static Query *prepared(Db *db, const char *text)
{
  for (size_t i = 0; i < db->queries.n; i++)
    if (db->queries.at[i]->text == text) return db->queries.at[i];
  sqlite3_stmt *stmt = NULL;
  if (!look(db, sqlite3_prepare_v3(db->handle, text, -1, SQLITE_PREPARE_PERSISTENT, &stmt,
                                   NULL)))
    return NULL;
  if (!stmt) {
    fail(db, DB_IO, "nothing is asked");
    return NULL;
  }
  Query *q = zeroed(1, sizeof *q);
  *q = (Query){db, text, stmt, false};
  vec_push(&db->queries, q);
  return q;
}

Query *sql_query(Db *db, const char *text)
{
  if (db->fault) return NULL;
  Query *q = prepared(db, text);
  if (!q) return NULL;
  if (q->open) {
    fail(db, DB_IO, "a statement is used twice at the same time");
    return NULL;
  }
  q->open = true;
  db->until = db->seconds ? clock_ms() + (int64_t)db->seconds * 1000 : 0;
  return q;
}

static bool usable(const Query *q) { return q && !q->db->fault; }

void sql_put_int(Query *q, int at, int64_t value)
{
  INVARIANT(at > 0);
  if (usable(q)) look(q->db, sqlite3_bind_int64(q->stmt, at, value));
}

void sql_put_text(Query *q, int at, const char *text)
{
  INVARIANT(at > 0);
  if (!usable(q)) return;
  if (text) look(q->db, sqlite3_bind_text(q->stmt, at, text, -1, SQLITE_TRANSIENT));
  else look(q->db, sqlite3_bind_null(q->stmt, at));
}

void sql_put_blob(Query *q, int at, const void *bytes, size_t size)
{
  INVARIANT(at > 0 && (bytes || !size));
  if (usable(q))
    look(q->db, sqlite3_bind_blob64(q->stmt, at, bytes, size, SQLITE_TRANSIENT));
}

void sql_put_null(Query *q, int at)
{
  INVARIANT(at > 0);
  if (usable(q)) look(q->db, sqlite3_bind_null(q->stmt, at));
}

bool sql_next(Query *q)
{
  if (!usable(q)) return false;
  errno = 0;
  int code = sqlite3_step(q->stmt);
  return look(q->db, code) && code == SQLITE_ROW;
}

int64_t sql_int(Query *q, int column)
{
  INVARIANT(!q || (column >= 0 && column < sqlite3_column_count(q->stmt)));
  return q ? sqlite3_column_int64(q->stmt, column) : 0;
}

/* Nothing where memory ran out is no value: it must not be taken for an empty one. */
static void look_at_nothing(Query *q)
{
  if (q && sqlite3_errcode(q->db->handle) == SQLITE_NOMEM) look(q->db, SQLITE_NOMEM);
}

const char *sql_text(Query *q, int column)
{
  INVARIANT(!q || (column >= 0 && column < sqlite3_column_count(q->stmt)));
  const unsigned char *s = q ? sqlite3_column_text(q->stmt, column) : NULL;
  if (!s) look_at_nothing(q);
  return s ? (const char *)s : "";
}

const void *sql_blob(Query *q, int column, size_t *size)
{
  INVARIANT(!q || (column >= 0 && column < sqlite3_column_count(q->stmt)));
  const void *at = q ? sqlite3_column_blob(q->stmt, column) : NULL;
  if (!at) look_at_nothing(q);
  *size = at ? (size_t)sqlite3_column_bytes(q->stmt, column) : 0;
  return at;
}

bool sql_is_null(Query *q, int column)
{
  INVARIANT(!q || (column >= 0 && column < sqlite3_column_count(q->stmt)));
  return !q || sqlite3_column_type(q->stmt, column) == SQLITE_NULL;
}

bool sql_is_number(Query *q, int column)
{
  int type = q ? sqlite3_column_type(q->stmt, column) : SQLITE_NULL;
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

int sql_columns(Query *q) { return q ? sqlite3_column_count(q->stmt) : 0; }

const char *sql_column(Query *q, int column)
{
  const char *name = q ? sqlite3_column_name(q->stmt, column) : NULL;
  return name ? name : "";
}

bool sql_explains(Query *q) { return q && sqlite3_stmt_isexplain(q->stmt); }
bool sql_reads(Query *q) { return q && sqlite3_stmt_readonly(q->stmt); }

void sql_done(Query *q)
{
  if (!q) return;
  sqlite3_reset(q->stmt);
  sqlite3_clear_bindings(q->stmt);
  q->open = false;
}

bool sql_run(Query *q)
{
  while (sql_next(q)) {}
  sql_done(q);
  return usable(q);
}

bool sql_do(Db *db, const char *text)
{
  errno = 0;
  return !db->fault && look(db, sqlite3_exec(db->handle, text, NULL, NULL, NULL));
}

int64_t sql_number(Db *db, const char *text, int64_t otherwise)
{
  Query *q = sql_query(db, text);
  int64_t n = sql_next(q) ? sql_int(q, 0) : otherwise;
  sql_done(q);
  return n;
}

/* ---- transactions --------------------------------------------------------------- */

void sql_relax(Db *db)
{
  sql_do(db, "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536");
}

bool sql_begin(Db *db)
{
  if (db->fault) return false;
  if (!db->within && !sql_run(sql_query(db, "BEGIN IMMEDIATE"))) return false;
  db->within++;
  return true;
}

void sql_rollback(Db *db)
{
  if (!db->within) return;
  db->within = 0;
  db->known_as = 0; /* it may have been stored just now */
  /* Some faults have rolled back already; a second time does no harm. */
  sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
}

bool sql_commit(Db *db)
{
  if (!db->fault && db->within > 1) {
    db->within--;
    return true;
  }
  if (!db->within || !sql_run(sql_query(db, "COMMIT"))) {
    sql_rollback(db);
    return false;
  }
  db->within = 0;
  return true;
}

bool sql_begin_read(Db *db)
{
  bool ok = db->within || sql_run(sql_query(db, "BEGIN"));
  db->within++;
  return ok;
}

void sql_end_read(Db *db)
{
  if (db->within > 1) db->within--;
  else sql_rollback(db); /* a fault may have done so already */
}
