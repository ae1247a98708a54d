#include "db/stored.h"
#include "interp/base/invariant.h"
#include "interp/rules/packs.h"

#include <stdlib.h>
#include <string.h>

/* ---- seals ---------------------------------------------------------------------- */

Seal stored_seal_ruleset(int64_t id, const Seal *fingerprint, const char *name,
                         const char *title, int64_t stored, int64_t format,
                         const void *program, size_t size)
{
  Sealing *s = seal_begin("ruleset");
  seal_int(s, id);
  seal_bytes(s, fingerprint->at, SEAL_BYTES);
  seal_text(s, name);
  seal_text(s, title);
  seal_int(s, stored);
  seal_int(s, format);
  seal_bytes(s, program, size);
  return seal_end(s);
}

Seal stored_seal_image(int64_t id, int64_t ruleset, const Seal *code, int64_t stored,
                       int64_t format, const void *program, size_t size)
{
  Sealing *s = seal_begin("image");
  seal_int(s, id);
  seal_int(s, ruleset);
  seal_bytes(s, code->at, SEAL_BYTES);
  seal_int(s, stored);
  seal_int(s, format);
  seal_bytes(s, program, size);
  return seal_end(s);
}

Seal stored_commitment(uint64_t seed, const Secret *secret)
{
  unsigned char bytes[SECRET_BYTES];
  Sealing *s = seal_begin("seed");
  secret_give(secret, bytes);
  if (secret->set) seal_bytes(s, bytes, sizeof bytes);
  else seal_int(s, (int64_t)seed);
  return seal_end(s);
}

static void seal_place(Sealing *s, const ChainPlace *place)
{
  seal_int(s, place->n);
  seal_bytes(s, place->before.at, SEAL_BYTES);
  seal_int(s, place->upto);
  seal_bytes(s, place->link.at, LINK_BYTES);
}

Seal stored_seal_game(const StoredGame *g, const Seal *code, const ChainPlace *place)
{
  INVARIANT(g && code);
  Sealing *s = seal_begin(g->committed ? "committed game" : "game");
  seal_int(s, g->id);
  seal_int(s, g->ruleset);
  seal_int(s, g->begun);
  seal_text(s, g->origin);
  seal_int(s, (int64_t)g->seed);
  seal_text(s, g->settings);
  seal_int(s, (int64_t)g->start);
  seal_int(s, g->seats);
  for (int i = 0; i < g->seats; i++) {
    if (g->marks[i].set) seal_bytes(s, g->marks[i].seal.at, SEAL_BYTES);
    else seal_text(s, g->names[i] ? g->names[i] : "");
    seal_text(s, g->taken[i]);
  }
  seal_bytes(s, code->at, SEAL_BYTES);
  if (g->committed) {
    seal_bytes(s, g->commitment.at, SEAL_BYTES);
    seal_place(s, place);
  } else {
    seal_bytes(s, place->before.at, SEAL_BYTES);
  }
  if (g->trial.plan) {
    seal_text(s, g->trial.plan);
    seal_int(s, g->trial.cell);
    seal_int(s, g->trial.number);
  }
  return seal_end(s);
}

Seal stored_seal_ending(const StoredGame *g, const Link *last, const ChainPlace *place)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Sealing *s = seal_begin(place ? "chained ending" : "ending");
  seal_int(s, g->id);
  seal_int(s, g->said);
  seal_int(s, g->winners);
  seal_text(s, g->reason);
  seal_text(s, g->error);
  seal_bytes(s, last->at, LINK_BYTES);
  if (place) seal_place(s, place);
  return seal_end(s);
}

/* ---- reading -------------------------------------------------------------------- */

/* A blob of a fixed size; anything else in its place is damage. */
static bool read_bytes(Db *db, Query *q, int column, void *to, size_t size)
{
  size_t n;
  const void *at = sql_blob(q, column, &n);
  memset(to, 0, size);
  if (n != size) return sql_fail(db, DB_DAMAGED, "a seal has the wrong size");
  memcpy(to, at, size);
  return true;
}

static bool no_such_game(Db *db, int64_t id)
{
  int64_t last = sql_number(db, "SELECT coalesce(max(id), 0) FROM games", 0);
  if (!last) return sql_fail(db, DB_MISSING, "no game is stored yet");
  return sql_fail(db, DB_MISSING, "there is no game %lld; they go from 1 to %lld",
                  (long long)id, (long long)last);
}

static bool load_game(Db *db, int64_t id, StoredGame *g)
{
  Query *q = sql_query(db, "SELECT ruleset, begun, origin, seed, settings, start, seal, "
                           "(SELECT image FROM played WHERE game = games.id) "
                           "FROM games WHERE id = ?");
  sql_put_int(q, 1, id);
  bool found = sql_next(q);
  if (found) {
    g->id = id;
    g->ruleset = sql_int(q, 0);
    g->begun = sql_int(q, 1);
    g->origin = arena_strdup(g->arena, sql_text(q, 2));
    g->seed = (uint64_t)sql_int(q, 3);
    g->settings = arena_strdup(g->arena, sql_text(q, 4));
    g->start = (uint64_t)sql_int(q, 5);
    read_bytes(db, q, 6, g->seal.at, SEAL_BYTES);
    g->image = sql_int(q, 7); /* null: 0 */
  }
  sql_done(q);
  if (sql_fault(db)) return false;
  return found || no_such_game(db, id);
}

bool stored_seal_of(Db *db, int64_t id, Seal *seal)
{
  Query *q = sql_query(db, "SELECT seal FROM games WHERE id = ?");
  sql_put_int(q, 1, id);
  memset(seal, 0, sizeof *seal);
  bool found = sql_next(q) && read_bytes(db, q, 0, seal->at, SEAL_BYTES);
  sql_done(q);
  return found;
}

/* What its chance comes from; games of earlier versions have no row here. */
static bool load_secret(Db *db, StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q = sql_query(db, "SELECT commitment, secret FROM seeds WHERE game = ?");
  sql_put_int(q, 1, g->id);
  if (sql_next(q)) {
    unsigned char bytes[SECRET_BYTES];
    g->committed = read_bytes(db, q, 0, g->commitment.at, SEAL_BYTES);
    if (!sql_is_null(q, 1) && read_bytes(db, q, 1, bytes, sizeof bytes))
      secret_take(&g->secret, bytes);
  }
  sql_done(q);
  return !sql_fault(db);
}

static bool load_trial(Db *db, StoredGame *g)
{
  Query *q = sql_query(db, "SELECT plan, cell, number FROM trials WHERE game = ?");
  sql_put_int(q, 1, g->id);
  if (sql_next(q))
    g->trial =
        (Trial){arena_strdup(g->arena, sql_text(q, 0)), sql_int(q, 1), sql_int(q, 2)};
  sql_done(q);
  return !sql_fault(db);
}

static bool load_seats(Db *db, StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q =
      sql_query(db, "SELECT seat, name, taken FROM seats WHERE game = ? ORDER BY seat");
  sql_put_int(q, 1, g->id);
  while (sql_next(q)) {
    if (g->seats == MAX_PLAYERS || sql_int(q, 0) != g->seats + 1) {
      sql_fail(db, DB_DAMAGED, "the seats of game %lld are not in order",
               (long long)g->id);
      break;
    }
    const char *name = sql_text(q, 1);
    g->names[g->seats] = *name ? arena_strdup(g->arena, name) : NULL;
    g->taken[g->seats] = arena_strdup(g->arena, sql_text(q, 2));
    g->seats++;
  }
  sql_done(q);
  return !sql_fault(db);
}

/* A name must be the one that its mark was made of. */
static bool load_marks(Db *db, StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q = sql_query(db, "SELECT marks.seat, mark, salt FROM marks LEFT JOIN salts "
                           "ON salts.game = marks.game AND salts.seat = marks.seat "
                           "WHERE marks.game = ? ORDER BY marks.seat");
  sql_put_int(q, 1, g->id);
  while (sql_next(q)) {
    int64_t seat = sql_int(q, 0);
    if (seat < 1 || seat > g->seats) {
      sql_fail(db, DB_DAMAGED, "game %lld has a name for a seat that is not there",
               (long long)g->id);
      break;
    }
    NameMark *m = &g->marks[seat - 1];
    m->set = read_bytes(db, q, 1, m->seal.at, SEAL_BYTES);
    m->withheld = sql_is_null(q, 2);
    if (!m->withheld) read_bytes(db, q, 2, m->salt, SALT_BYTES);
  }
  sql_done(q);
  return !sql_fault(db);
}

bool stored_names_hold(const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  for (int i = 0; i < g->seats; i++) {
    const NameMark *m = &g->marks[i];
    Seal own = m->set && g->names[i] ? seal_name(m->salt, g->names[i]) : m->seal;
    if (m->set && (m->withheld != !g->names[i] || memcmp(&own, &m->seal, sizeof own)))
      return false;
  }
  return true;
}

static bool load_steps(Db *db, StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q = sql_query(
      db,
      "SELECT n, seat, answer, after, state, link FROM steps WHERE game = ? ORDER BY n");
  sql_put_int(q, 1, g->id);
  while (sql_next(q)) {
    int64_t n = sql_int(q, 0), seat = sql_int(q, 1), answer = sql_int(q, 2),
            before = (int64_t)g->steps.n;
    /* All of it is looked at before anything is made smaller. */
    if (n != before + 1 || seat < 0 || seat > MAX_PLAYERS || answer < -before ||
        answer > INT32_MAX) {
      sql_fail(db, DB_DAMAGED, "the steps of game %lld are not in order",
               (long long)g->id);
      break;
    }
    StoredStep s = {sql_is_null(q, 1) ? NONE
                    : seat            ? (int32_t)seat - 1
                                      : GIVEN,
                    (int32_t)answer,
                    sql_int(q, 3),
                    (uint64_t)sql_int(q, 4),
                    {{0}}};
    if (!read_bytes(db, q, 5, s.link.at, LINK_BYTES)) break;
    vec_push(&g->steps, s);
  }
  sql_done(q);
  return !sql_fault(db);
}

static bool load_ending(Db *db, StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q = sql_query(
      db, "SELECT steps, winners, reason, error, seal FROM endings WHERE game = ?");
  sql_put_int(q, 1, g->id);
  if (sql_next(q)) {
    g->over = true;
    g->said = sql_int(q, 0);
    g->winners = (uint32_t)sql_int(q, 1);
    g->reason = arena_strdup(g->arena, sql_text(q, 2));
    g->error = arena_strdup(g->arena, sql_text(q, 3));
    if (g->winners != sql_int(q, 1)) /* no table has that many seats */
      sql_fail(db, DB_DAMAGED, "the ending of game %lld makes no sense",
               (long long)g->id);
    read_bytes(db, q, 4, g->ending.at, SEAL_BYTES);
  }
  sql_done(q);
  return !sql_fault(db);
}

bool stored_load(Db *db, int64_t id, StoredGame *g)
{
  INVARIANT(db && g);
  memset(g, 0, sizeof *g);
  g->arena = arena_new();
  g->origin = g->settings = g->reason = g->error = "";
  /* At one moment: another program may be going on with it. */
  bool ok = sql_begin_read(db) && load_game(db, id, g) && load_secret(db, g) &&
            load_trial(db, g) && load_seats(db, g) && load_marks(db, g) &&
            load_steps(db, g) && load_ending(db, g);
  sql_end_read(db);
  return ok;
}

void stored_free(StoredGame *g)
{
  vec_free(&g->steps);
  arena_free(g->arena);
  memset(g, 0, sizeof *g);
}

void stored_path(const StoredGame *g, StepList *path)
{
  INVARIANT(g && path);
  path->n = 0;
  for (size_t i = 0; i < g->steps.n; i++) {
    int32_t answer = g->steps.at[i].answer;
    if (answer >= 0) {
      vec_push(path, (int32_t)i);
      continue;
    }
    while (path->n && path->at[path->n - 1] + 1 >= -answer) path->n--;
  }
}

/* ---- programs ------------------------------------------------------------------- */

static Program *load_program(Db *db, const char *what, int64_t number, Query *q)
{
  size_t size;
  const void *bytes = sql_blob(q, 0, &size);
  unsigned char *image = zeroed(size + 1, 1);
  char why[200];
  if (size) memcpy(image, bytes, size);
  Program *p = program_load(image, size, why, sizeof why);
  if (!p)
    sql_fail(db, DB_DAMAGED, "the rules of %s %lld cannot be loaded: %s", what,
             (long long)number, why);
  return p;
}

/* What the seal of the row must be that a query found: its program and seal come first.
 */
static Seal seal_of_ruleset(Query *q, int64_t id, const Seal *fingerprint)
{
  size_t size;
  const void *program = sql_blob(q, 0, &size);
  return stored_seal_ruleset(id, fingerprint, sql_text(q, 5), sql_text(q, 6),
                             sql_int(q, 3), sql_int(q, 4), program, size);
}

static Seal seal_of_image(Query *q, int64_t id, const Seal *code)
{
  size_t size;
  const void *program = sql_blob(q, 0, &size);
  return stored_seal_image(id, sql_int(q, 5), code, sql_int(q, 3), sql_int(q, 4), program,
                           size);
}

Program *stored_program(Db *db, int64_t code, Seal *seal)
{
  INVARIANT(db && seal);
  bool own = code >= 0; /* the ruleset's */
  const char *what = own ? "ruleset" : "image";
  int64_t id = own ? code : -code;
  Query *q = sql_query(db, own ? "SELECT program, seal, fingerprint, stored, format, "
                                 "name, title FROM rulesets WHERE id = ?"
                               : "SELECT program, seal, code, stored, format, ruleset "
                                 "FROM images WHERE id = ?");
  sql_put_int(q, 1, id);
  Program *p = NULL;
  if (sql_next(q)) {
    Seal print, should;
    if (read_bytes(db, q, 1, seal->at, SEAL_BYTES) &&
        read_bytes(db, q, 2, print.at, SEAL_BYTES)) {
      should = own ? seal_of_ruleset(q, id, &print) : seal_of_image(q, id, &print);
      if (memcmp(should.at, seal->at, SEAL_BYTES))
        sql_fail(db, DB_DAMAGED, "the seal of %s %lld is broken", what, (long long)id);
      else p = load_program(db, what, id, q);
    }
  } else {
    sql_fail(db, DB_DAMAGED, "%s %lld is missing", what, (long long)id);
  }
  sql_done(q);
  if (!p || !sql_fault(db)) return p;
  program_free(p);
  return NULL;
}

/* ---- packs ---------------------------------------------------------------------- */

static bool put_packs(Db *db, int64_t ruleset, const Program *p)
{
  Buf names = {0};
  bool fine = true;
  packs_key(p, &names);
  if (names.n) {
    Query *q = sql_query(db, "UPDATE rulesets SET packs = ? WHERE id = ?");
    sql_put_text(q, 1, buf_text(&names));
    sql_put_int(q, 2, ruleset);
    fine = sql_run(q);
  }
  buf_free(&names);
  return fine;
}

bool stored_adopt_packs(Db *db)
{
  VEC(int64_t) ids = {0};
  Query *q = sql_query(db, "SELECT id FROM rulesets");
  while (sql_next(q)) vec_push(&ids, sql_int(q, 0));
  sql_done(q);
  for (size_t i = 0; i < ids.n && !sql_fault(db); i++) {
    Seal seal;
    Program *p = stored_program(db, ids.at[i], &seal);
    if (p) put_packs(db, ids.at[i], p);
    else if (sql_fault(db) == DB_DAMAGED) sql_forgive(db); /* the check tells */
    if (p) program_free(p);
  }
  vec_free(&ids);
  return !sql_fault(db);
}
