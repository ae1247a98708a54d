/* The database itself: is it sound, its views, names, anchors, and questions in SQL. */
#include "db/derived/catalog.h"
#include "db/derived/derive.h"
#include "db/guard.h"
#include "db/listing.h"
#include "db/proof/anchor.h"
#include "db/proof/check.h"
#include "db/rules.h"
#include "db/store.h"
#include "interp/api/stored/stored.h"

#include <stdlib.h>
#include <string.h>

char *regel_store_where(const char *path)
{
  Buf b = {0};
  db_path(path, &b);
  return buf_take(&b);
}

/* Lines of a text, as a list. */
static void put_lines(Json *j, const char *key, const char *s)
{
  json_key_open(j, key, '[');
  while (*s) {
    size_t n = strcspn(s, "\n");
    json_textn(j, s, n);
    s += n + (s[n] == '\n');
  }
  json_close(j, ']');
}

/* ---- check ---------------------------------------------------------------------- */

static bool checked_one(void *user, int64_t done, int64_t all)
{
  const regel_run *run = user;
  if (run->progress) run->progress(run->user, done, all);
  return !run->stop || !*run->stop;
}

regel_data *regel_store_check(regel_store *s, const regel_run *run)
{
  Db *db = store_db(s);
  CheckReport r;
  CheckPlan plan = {.progress = checked_one, .user = (void *)run};
  bool sound = check_database(db, &plan, &r);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_int(&j, "rulesets", r.rulesets);
  json_key_int(&j, "games", r.games);
  json_key_int(&j, "steps", r.steps);
  json_key_int(&j, "early", r.early);
  json_key_int(&j, "strange", r.strange);
  json_key_int(&j, "given", r.given);
  json_key_int(&j, "without_events", r.problems ? 0 : derive_missing(db));
  json_key_int(&j, "reworded", r.reworded);
  put_lines(&j, "problems", buf_text(&r.text));
  json_key_bool(&j, "sound", sound);
  json_key_bool(&j, "stopped", r.stopped);
  json_close(&j, '}');
  buf_free(&r.text);
  return api_data(arena, &j);
}

/* ---- views ---------------------------------------------------------------------- */

/* Makes the events that are missing; games that cannot be told are named in `bad`. */
static int64_t tell_missing(Db *db, const regel_run *run, Buf *bad)
{
  RulesShelf shelf = {0};
  int64_t done = 0, last = listing_last(db);
  for (int64_t id = 0; checked_one((void *)run, id, last) &&
                       (id = derive_first_missing(db, id + 1)) && !sql_fault(db);) {
    StoredGame g;
    const Rules *rules = NULL;
    if (stored_load(db, id, &g)) rules = rules_get(&shelf, db, stored_code(&g));
    if (rules && derive_game(db, &g, rules->vm)) done++;
    else if (sql_fault(db) == DB_DAMAGED) { /* one bad game keeps no other back */
      buf_printf(bad, "%s\n", sql_why(db));
      sql_forgive(db);
    }
    stored_free(&g);
  }
  if (run->progress) run->progress(run->user, last, last);
  rules_free(&shelf);
  return done;
}

regel_data *regel_store_rebuild(regel_store *s, const regel_run *run, char **why)
{
  Db *db = store_db(s);
  int64_t last = listing_last(db);
  Buf bad = {0};
  derive_drop(db);
  int64_t done = tell_missing(db, run, &bad);
  bool stopped = run->stop && *run->stop;
  if (!stopped && catalog_drop(db)) catalog_fill(db, &bad);
  regel_data *d = NULL;
  if (sql_fault(db)) {
    if (why) *why = api_copy(sql_why(db));
  } else {
    Arena *arena = arena_new();
    Json j = json_data(arena);
    json_open(&j, '{');
    json_key_int(&j, "events", derive_count(db));
    json_key_int(&j, "games", done);
    json_key_int(&j, "of", last);
    json_key_int(&j, "cards", catalog_count(db));
    put_lines(&j, "problems", buf_text(&bad));
    json_close(&j, '}');
    d = api_data(arena, &j);
  }
  buf_free(&bad);
  return d;
}

/* ---- names ---------------------------------------------------------------------- */

regel_data *regel_store_forget(regel_store *s, const char *name, const regel_run *run,
                               char **why)
{
  Db *db = store_db(s);
  int64_t gone = 0, kept = 0;
  Buf bad = {0};
  bool fine = store_withhold(db, name, &gone, &kept);
  if (fine && gone) tell_missing(db, run, &bad);
  buf_free(&bad);
  if (!fine || sql_fault(db)) {
    if (why) *why = api_copy(sql_why(db));
    return NULL;
  }
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_int(&j, "gone", gone);
  json_key_int(&j, "kept", kept);
  json_close(&j, '}');
  return api_data(arena, &j);
}

/* ---- anchors -------------------------------------------------------------------- */

char *regel_anchor(regel_store *s, const char *key, char **why)
{
  Buf b = {0}, problem = {0};
  bool fine = anchor_write(store_db(s), key, &b, &problem);
  if (!fine && why) *why = buf_take(&problem);
  buf_free(&problem);
  if (fine) return buf_take(&b);
  buf_free(&b);
  return NULL;
}

regel_data *regel_anchor_check(regel_store *s, const char *anchor, const char *public)
{
  AnchorReport r;
  bool fine = anchor_check(store_db(s), anchor, public, &r);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_bool(&j, "holds", fine);
  json_key_int(&j, "entries", r.entries);
  json_key_int(&j, "since", r.since);
  json_key_text(&j, "signer", *r.signer ? r.signer : NULL);
  put_lines(&j, "problems", buf_text(&r.why));
  json_close(&j, '}');
  buf_free(&r.why);
  return api_data(arena, &j);
}

regel_data *regel_anchor_key(void)
{
  Buf secret = {0};
  char public[ANCHOR_KEY_DIGITS + 1];
  Arena *arena = arena_new();
  Json j = json_data(arena);
  anchor_key(&secret, public);
  json_open(&j, '{');
  json_key_text(&j, "secret", buf_text(&secret));
  json_key_text(&j, "public", public);
  json_close(&j, '}');
  if (secret.at) memset(secret.at, 0, secret.n);
  buf_free(&secret);
  return api_data(arena, &j);
}

/* ---- SQL ------------------------------------------------------------------------ */

/* Bytes that are no text. */
static bool is_raw(Query *q, int i, size_t *size)
{
  const char *s = sql_text(q, i);
  bool text = true;
  for (const char *c = s; *c; c++) text = text && ((unsigned char)*c >= 32 || *c == '\n');
  sql_blob(q, i, size);
  return !text || (*size && strlen(s) != *size);
}

static void put_cell(Json *j, Query *q, int i)
{
  const char *s = sql_text(q, i);
  size_t size;
  json_key(j, sql_column(q, i));
  if (is_raw(q, i, &size)) {
    json_open(j, '{');
    json_key_int(j, "bytes", (int64_t)size);
    json_close(j, '}');
    return;
  }
  if (sql_is_null(q, i)) json_text(j, NULL);
  else if (sql_is_number(q, i) && !strpbrk(s, ".eEnN")) json_int(j, sql_int(q, i));
  else if (sql_is_number(q, i)) json_real(j, strtod(s, NULL));
  else json_text(j, s);
}

regel_data *regel_query(regel_store *s, const char *sql, int all, int seconds,
                        int64_t most, char **why)
{
  Db *db = store_db(s);
  int64_t hidden = 0;
  const char *reason = NULL;
  Query *q = guard_query(db, sql, all != 0, seconds, &hidden, &reason);
  if (!q) {
    Buf what = {0}; /* of a slip in the query without what to do about a disk */
    if (reason && sql_fault(db) == DB_IO) sql_what(db, &what);
    else buf_add(&what, reason ? reason : sql_why(db));
    if (why) *why = buf_take(&what);
    buf_free(&what);
    if (reason) sql_forgive(db); /* nothing is wrong with the database */
    return NULL;
  }
  Arena *arena = arena_new();
  Json j = json_data(arena);
  bool more;
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_open(&j, "columns", '[');
  for (int i = 0; i < sql_columns(q); i++) json_text(&j, sql_column(q, i));
  json_close(&j, ']');
  json_key_open(&j, "rows", '[');
  for (int64_t n = 0; (more = sql_next(q)) && (!most || n < most); n++) {
    json_open(&j, '{');
    for (int i = 0; i < sql_columns(q); i++) put_cell(&j, q, i);
    json_close(&j, '}');
  }
  json_close(&j, ']');
  sql_done(q);
  if (more) json_key_bool(&j, "more", true);
  if (hidden) json_key_int(&j, "hidden", hidden);
  json_close(&j, '}');
  regel_data *d = api_data(arena, &j);
  if (!sql_fault(db)) return d;
  if (why) *why = api_copy(sql_why(db));
  regel_data_free(d);
  return NULL;
}
