#include "db/store.h"
#include "db/schema.h"
#include "db/stored.h"
#include "interp/rules/packs.h"
#include "interp/rules/settings.h"
#include "interp/text/render.h"
#include "interp/base/invariant.h"

#include <string.h>
#include <time.h>

/* Milliseconds since 1970. */
static int64_t store_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- rulesets ------------------------------------------------------------------- */

/* The number and the seal of the row that a query finds; 0: none. */
static int64_t read_row(Db *db, Query *q, Seal *seal)
{
  int64_t id = 0;
  if (sql_next(q)) {
    size_t n;
    const void *at = sql_blob(q, 1, &n);
    id = sql_int(q, 0);
    if (n == SEAL_BYTES) memcpy(seal->at, at, SEAL_BYTES);
    else sql_fail(db, DB_DAMAGED, "a seal has the wrong size");
  }
  sql_done(q);
  return id;
}

static int64_t find_ruleset(Db *db, const Seal *fingerprint, Seal *seal)
{
  Query *q = sql_query(db, "SELECT id, seal FROM rulesets WHERE fingerprint = ?");
  sql_put_blob(q, 1, fingerprint->at, SEAL_BYTES);
  return read_row(db, q, seal);
}

static bool same_seal(const Seal *a, const Seal *b)
{
  return !memcmp(a->at, b->at, SEAL_BYTES);
}

/* Rules that were stored when they were known by their code, which may be another today.
 */
static int64_t find_by_sources(Db *db, const Program *p, const Seal *sources, Seal *seal)
{
  INVARIANT(p && p->header);
  VEC(int64_t) ids = {0};
  int64_t found = 0;
  Query *q = sql_query(db, "SELECT id FROM rulesets WHERE name = ?");
  sql_put_text(q, 1, program_string(p, p->header->name));
  while (sql_next(q)) vec_push(&ids, sql_int(q, 0));
  sql_done(q);
  for (size_t i = ids.n; i-- > 0 && !found && !sql_fault(db);) {
    Program *stored = stored_program(db, ids.at[i], seal);
    Seal theirs = stored ? seal_rules(stored) : *sources;
    if (stored && same_seal(&theirs, sources)) found = ids.at[i];
    if (stored) program_free(stored);
  }
  vec_free(&ids);
  return found;
}

/* The number of these rules, or 0. */
static int64_t find_rules(Db *db, const Program *p, const Seal *sources, Seal *seal)
{
  Seal code = seal_code(p);
  int64_t id = find_ruleset(db, &code, seal);
  if (!id && !sql_fault(db)) id = find_ruleset(db, sources, seal);
  return id || sql_fault(db) ? id : find_by_sources(db, p, sources, seal);
}

/* Inside a transaction. */
static int64_t add_ruleset(Db *db, const Program *p, Seal *seal)
{
  Seal sources = seal_rules(p);
  int64_t id = find_rules(db, p, &sources, seal);
  if (id || sql_fault(db)) return id;
  const char *name = program_string(p, p->header->name);
  const char *title = p->header->title >= 0 ? program_string(p, p->header->title) : name;
  int64_t now = store_now();
  id = sql_number(db, "SELECT coalesce(max(id), 0) + 1 FROM rulesets", 0);
  *seal = stored_seal_ruleset(id, &sources, name, title, now, p->header->version,
                              program_file(p), p->size);
  Buf packs = {0};
  packs_key(p, &packs);
  Query *q = sql_query(db, "INSERT INTO rulesets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, id);
  sql_put_blob(q, 2, sources.at, SEAL_BYTES);
  sql_put_text(q, 3, name);
  sql_put_text(q, 4, title);
  sql_put_int(q, 5, now);
  sql_put_int(q, 6, p->header->version);
  sql_put_blob(q, 7, program_file(p), p->size);
  sql_put_blob(q, 8, seal->at, SEAL_BYTES);
  sql_put_text(q, 9, buf_text(&packs));
  buf_free(&packs);
  return sql_run(q) ? id : 0;
}

/* ---- code ----------------------------------------------------------------------- */

static int64_t find_image(Db *db, int64_t ruleset, const Seal *code, Seal *seal)
{
  Query *q = sql_query(db, "SELECT id, seal FROM images WHERE ruleset = ? AND code = ?");
  sql_put_int(q, 1, ruleset);
  sql_put_blob(q, 2, code->at, SEAL_BYTES);
  return read_row(db, q, seal);
}

static int64_t add_image(Db *db, int64_t ruleset, const Program *p, const Seal *code,
                         Seal *seal)
{
  INVARIANT(p && p->header);
  int64_t now = store_now(),
          id = sql_number(db, "SELECT coalesce(max(id), 0) + 1 FROM images", 0);
  *seal = stored_seal_image(id, ruleset, code, now, p->header->version, program_file(p),
                            p->size);
  Query *q = sql_query(db, "INSERT INTO images VALUES (?, ?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, id);
  sql_put_int(q, 2, ruleset);
  sql_put_blob(q, 3, code->at, SEAL_BYTES);
  sql_put_int(q, 4, now);
  sql_put_int(q, 5, p->header->version);
  sql_put_blob(q, 6, program_file(p), p->size);
  sql_put_blob(q, 7, seal->at, SEAL_BYTES);
  return sql_run(q) ? id : 0;
}

/* Code that this program was found to be stored as before. */
static bool known_code(Db *db, int64_t code, StoredGame *g, Seal *seal)
{
  if (!code) return false;
  Query *q = sql_query(db, code > 0 ? "SELECT id, seal FROM rulesets WHERE id = ?"
                                    : "SELECT ruleset, seal FROM images WHERE id = ?");
  sql_put_int(q, 1, code > 0 ? code : -code);
  g->ruleset = read_row(db, q, seal);
  g->image = code > 0 ? 0 : -code;
  return g->ruleset != 0;
}

/* Rules and code of games that are played by this program, inside a transaction: its
 * ruleset, and the image if the ruleset's own code is another. */
static bool add_code(Db *db, const Program *p, StoredGame *g, Seal *seal)
{
  INVARIANT(p && p->header);
  if (known_code(db, sql_known(db, p->hash), g, seal)) return true;
  Seal code = seal_code(p);
  g->ruleset = add_ruleset(db, p, seal);
  g->image = g->ruleset ? find_image(db, g->ruleset, &code, seal) : 0;
  if (!g->ruleset || sql_fault(db)) return false;
  if (!g->image) {
    Program *stored = stored_program(db, g->ruleset, seal);
    if (!stored) return false;
    Seal own = seal_code(stored);
    program_free(stored);
    if (!same_seal(&own, &code)) g->image = add_image(db, g->ruleset, p, &code, seal);
  }
  if (!sql_fault(db)) sql_know(db, p->hash, stored_code(g));
  return !sql_fault(db);
}

int64_t store_find(Db *db, const Program *p)
{
  Seal sources = seal_rules(p), seal;
  return find_rules(db, p, &sources, &seal);
}

int64_t store_ruleset(Db *db, const Program *p)
{
  INVARIANT(db && p && p->header);
  Seal seal;
  if (!sql_begin(db)) return 0;
  int64_t id = add_ruleset(db, p, &seal);
  return sql_commit(db) ? id : 0;
}

/* ---- games ---------------------------------------------------------------------- */

static bool insert_seats(Db *db, const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  for (int i = 0; i < g->seats; i++) {
    Query *q = sql_query(db, "INSERT INTO seats VALUES (?, ?, ?, ?)");
    sql_put_int(q, 1, g->id);
    sql_put_int(q, 2, i + 1);
    sql_put_text(q, 3, g->names[i] ? g->names[i] : "");
    sql_put_text(q, 4, g->taken[i]);
    if (!sql_run(q)) return false;
  }
  return true;
}

static bool insert_marks(Db *db, const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  for (int i = 0; i < g->seats; i++) {
    if (!g->marks[i].set) continue;
    Query *q = sql_query(db, "INSERT INTO marks VALUES (?, ?, ?)");
    sql_put_int(q, 1, g->id);
    sql_put_int(q, 2, i + 1);
    sql_put_blob(q, 3, g->marks[i].seal.at, SEAL_BYTES);
    if (!sql_run(q)) return false;
    q = sql_query(db, "INSERT INTO salts VALUES (?, ?, ?)");
    sql_put_int(q, 1, g->id);
    sql_put_int(q, 2, i + 1);
    sql_put_blob(q, 3, g->marks[i].salt, SALT_BYTES);
    if (!sql_run(q)) return false;
  }
  return true;
}

static bool insert_secret(Db *db, const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  unsigned char bytes[SECRET_BYTES];
  secret_give(&g->secret, bytes);
  Query *q = sql_query(db, "INSERT INTO seeds VALUES (?, ?, ?)");
  sql_put_int(q, 1, g->id);
  sql_put_blob(q, 2, g->commitment.at, SEAL_BYTES);
  if (g->secret.set) sql_put_blob(q, 3, bytes, sizeof bytes);
  else sql_put_null(q, 3);
  return sql_run(q);
}

static bool insert_played(Db *db, const StoredGame *g)
{
  if (!g->image) return true;
  Query *q = sql_query(db, "INSERT INTO played VALUES (?, ?)");
  sql_put_int(q, 1, g->id);
  sql_put_int(q, 2, g->image);
  return sql_run(q);
}

static bool insert_trial(Db *db, const StoredGame *g)
{
  if (!g->trial.plan) return true;
  Query *q = sql_query(db, "INSERT INTO trials VALUES (?, ?, ?, ?)");
  sql_put_int(q, 1, g->id);
  sql_put_text(q, 2, g->trial.plan);
  sql_put_int(q, 3, g->trial.cell);
  sql_put_int(q, 4, g->trial.number);
  return sql_run(q);
}

int64_t store_trial(Db *db, const Trial *t)
{
  Query *q =
      sql_query(db, "SELECT game FROM trials WHERE plan = ? AND cell = ? AND number = ?");
  sql_put_text(q, 1, t->plan);
  sql_put_int(q, 2, t->cell);
  sql_put_int(q, 3, t->number);
  int64_t id = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return id;
}

static bool insert_game(Db *db, const StoredGame *g)
{
  INVARIANT(g && g->seats >= 0 && g->seats <= MAX_PLAYERS);
  Query *q = sql_query(db, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, g->id);
  sql_put_int(q, 2, g->ruleset);
  sql_put_int(q, 3, g->begun);
  sql_put_text(q, 4, g->origin);
  sql_put_int(q, 5, (int64_t)g->seed);
  sql_put_text(q, 6, g->settings);
  sql_put_int(q, 7, (int64_t)g->start);
  sql_put_blob(q, 8, g->seal.at, SEAL_BYTES);
  return sql_run(q) && insert_seats(db, g) && insert_marks(db, g) &&
         insert_secret(db, g) && insert_played(db, g) && insert_trial(db, g);
}

bool record_begin(Record *r, Db *db, const NewGame *new)
{
  INVARIANT(r && db && new &&new->program);
  Seal code = {{0}};
  Buf settings = {0};
  memset(r, 0, sizeof *r);
  r->db = db;
  if (!sql_begin(db)) return false;
  settings_write(new->program, new->options, &settings);
  StoredGame g = {.id = sql_number(db, "SELECT coalesce(max(id), 0) + 1 FROM games", 0),
                  .begun = new->begun ? new->begun : store_now(),
                  .origin = new->origin,
                  .settings = buf_text(&settings),
                  .seed = new->secret.set ? 0 : new->seed,
                  .secret = new->secret,
                  .committed = true,
                  .commitment = stored_commitment(new->seed, &new->secret),
                  .start = new->start,
                  .trial = new->trial,
                  .seats = new->seats};
  add_code(db, new->program, &g, &code);
  for (int i = 0; i < g.seats; i++) {
    g.names[i] = new->names ? new->names[i] : NULL;
    g.taken[i] = new->taken ? new->taken[i] : "person";
    if (!g.names[i] || !*g.names[i]) continue;
    g.marks[i].set = true;
    seal_random(g.marks[i].salt, SALT_BYTES);
    g.marks[i].seal = seal_name(g.marks[i].salt, g.names[i]);
  }
  ChainPlace place = chain_next(db, g.id, CHAIN_BEGIN);
  g.seal = stored_seal_game(&g, &code, &place);
  bool ok = !sql_fault(db) && insert_game(db, &g) &&
            chain_add(db, &place, CHAIN_BEGIN, g.id, &g.seal);
  ok = sql_commit(db) && ok;
  buf_free(&settings);
  if (!ok) return false;
  r->game = g.id;
  r->begun = g.begun;
  r->link = link_first(&g.seal, &g.secret);
  return true;
}

void record_resume(Record *r, Db *db, const StoredGame *g)
{
  INVARIANT(r && g->id > 0 && g->seats > 0);
  Link first = link_first(&g->seal, &g->secret);
  *r = (Record){db, g->id, g->begun, (int64_t)g->steps.n, 0, first};
  if (!g->steps.n) return;
  r->last = g->steps.at[g->steps.n - 1].after;
  r->link = g->steps.at[g->steps.n - 1].link;
}

/* ---- steps ---------------------------------------------------------------------- */

/* Puts a step into row `row` of a statement that inserts several, and goes on to it. */
static void put_step(Record *r, Query *q, int row, const SimStep *s)
{
  int at = 7 * row;
  r->link = link_next(&r->link, r->n + 1, s->seat, s->answer, s->after, s->state);
  sql_put_int(q, at + 1, r->game);
  sql_put_int(q, at + 2, ++r->n);
  if (s->seat == NONE) sql_put_null(q, at + 3);
  else sql_put_int(q, at + 3, s->seat == GIVEN ? 0 : s->seat + 1);
  sql_put_int(q, at + 4, s->answer);
  sql_put_int(q, at + 5, r->last = s->after);
  sql_put_int(q, at + 6, (int64_t)s->state);
  sql_put_blob(q, at + 7, r->link.at, LINK_BYTES);
}

/* Many at once take one statement for every ROWS: to begin and to end one costs about as
 * much as a row. */
static bool record_steps(Record *r, const SimStep *steps, size_t n)
{
#define ROW "(?, ?, ?, ?, ?, ?, ?)"
#define FOUR ROW ", " ROW ", " ROW ", " ROW
  enum { ROWS = 16 };
  static const char one[] = "INSERT INTO steps VALUES " ROW;
  static const char many[] =
      "INSERT INTO steps VALUES " FOUR ", " FOUR ", " FOUR ", " FOUR;
  Db *db = r->db;
  const Record before = *r;
  if (!sql_begin(db)) return false;
  for (size_t i = 0; i < n && !sql_fault(db);) {
    int rows = n - i < ROWS ? 1 : ROWS;
    Query *q = sql_query(db, rows == 1 ? one : many);
    for (int k = 0; k < rows; k++) put_step(r, q, k, &steps[i++]);
    sql_run(q);
  }
  bool taken = sql_fault(db) == DB_TAKEN;
  if (taken) {
    sql_forgive(db);
    sql_rollback(db);
    sql_fail(db, DB_TAKEN, "game %lld was gone on with by another program",
             (long long)r->game);
  }
  if (!taken && sql_commit(db)) return true;
  *r = before;
  return false;
}

bool record_step_at(Record *r, int32_t seat, int32_t answer, uint64_t state,
                    int64_t after)
{
  INVARIANT(r->db && r->game && after >= 0);
  return record_steps(r, &(SimStep){seat, answer, after, state}, 1);
}

bool record_step(Record *r, int32_t seat, int32_t answer, uint64_t state)
{
  INVARIANT(r->game > 0 && seat < MAX_PLAYERS);
  int64_t after = store_now() - r->begun;
  if (after < r->last) after = r->last; /* a clock that was set back */
  return record_step_at(r, seat, answer, state, after);
}

bool record_end(Record *r, const Vm *vm)
{
  INVARIANT(r && vm);
  INVARIANT(r->db && r->game);
  Db *db = r->db;
  const char *reason = render_source(vm_program(vm), vm_reason(vm));
  StoredGame g = {.id = r->game,
                  .said = r->n,
                  .winners = vm_winners(vm),
                  .reason = reason ? reason : "",
                  .error = vm_error(vm) ? vm_error_name(vm_error(vm)) : ""};
  if (!sql_begin(db)) return false;
  ChainPlace place = chain_next(db, g.id, CHAIN_END);
  g.ending = stored_seal_ending(&g, &r->link, &place);
  Query *q = sql_query(db, "INSERT INTO endings VALUES (?, ?, ?, ?, ?, ?)");
  sql_put_int(q, 1, g.id);
  sql_put_int(q, 2, g.said);
  sql_put_int(q, 3, g.winners);
  sql_put_text(q, 4, g.reason);
  sql_put_text(q, 5, g.error);
  sql_put_blob(q, 6, g.ending.at, SEAL_BYTES);
  if (sql_run(q)) chain_add(db, &place, CHAIN_END, g.id, &g.ending);
  return sql_commit(db);
}

bool record_pause(Record *r, const Vm *vm, VmStatus status, const Given *given)
{
  bool over = status == VM_DONE || status == VM_ERROR;
  if (!given && !over) return true;
  if (!sql_begin(r->db)) return false;
  if (given) record_step(r, given->seat, given->answer, vm_hash(vm));
  if (over) record_end(r, vm);
  return sql_commit(r->db);
}

/* ---- whole games ---------------------------------------------------------------- */

bool store_simulated(Db *db, const NewGame *new, const SimGame *game)
{
  INVARIANT(new->program &&game);
  Record r;
  NewGame g = *new;
  g.seed = game->seed;
  g.start = game->start;
  if (!sql_begin(db)) return false;
  bool ok = record_begin(&r, db, &g);
  ok = ok && record_steps(&r, game->steps, game->count);
  if (ok && game->over) record_end(&r, game->vm);
  return sql_commit(db);
}

static bool record_answers(Record *r, Vm *vm, VmStatus status, const int32_t *answers,
                           size_t count)
{
  for (size_t i = 0; i < count; i++) {
    bool asks = status == VM_DECIDE || status == VM_CHANCE;
    if (!asks || answers[i] < 0 || answers[i] >= vm_options(vm)) return false;
    /* Whoever knows the answers knows chance, too: it is not the seed's. */
    int32_t seat = status == VM_DECIDE ? vm_option(vm, answers[i]).seat : GIVEN;
    vm_answer(vm, answers[i]);
    status = vm_step(vm);
    if (!record_step_at(r, seat, answers[i], vm_hash(vm), 0)) return false;
  }
  return status == VM_DECIDE || status == VM_CHANCE || record_end(r, vm);
}

int64_t store_answers(Db *db, const NewGame *new, const int32_t *answers, size_t count)
{
  INVARIANT(new->program && (answers || !count));
  Vm *vm = vm_new(new->program);
  Setup setup = {new->seats, new->seed, new->options};
  NewGame game = *new;
  Record r = {0};
  vm_start(vm, &setup);
  VmStatus status = vm_step(vm);
  game.start = vm_hash(vm);
  bool ok = sql_begin(db) && record_begin(&r, db, &game) &&
            record_answers(&r, vm, status, answers, count);
  if (ok) ok = sql_commit(db);
  else sql_rollback(db);
  vm_free(vm);
  return ok ? r.game : 0;
}

/* ---- names ---------------------------------------------------------------------- */

/* One number, with a name bound. */
static int64_t count_named(Db *db, const char *sql, const char *name)
{
  Query *q = sql_query(db, sql);
  sql_put_text(q, 1, name);
  int64_t n = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return n;
}

static bool run_named(Db *db, const char *sql, const char *name)
{
  Query *q = sql_query(db, sql);
  sql_put_text(q, 1, name);
  return sql_run(q);
}

#define MARKED                                                                           \
  " EXISTS (SELECT 1 FROM marks WHERE marks.game = seats.game AND marks.seat = "         \
  "seats.seat)"
#define THEIR_GAMES "(SELECT game FROM seats WHERE name = ? AND" MARKED ")"

bool store_withhold(Db *db, const char *name, int64_t *taken_out, int64_t *kept)
{
  /* What was told of these games has the name in it, and is told again without. */
  static const char *const steps[] = {
      "DELETE FROM events WHERE game IN " THEIR_GAMES,
      "DELETE FROM told WHERE game IN " THEIR_GAMES,
      "DELETE FROM salts WHERE EXISTS (SELECT 1 FROM seats WHERE seats.game = "
      "salts.game AND seats.seat = salts.seat AND seats.name = ?)",
      NULL, /* seats are facts otherwise */
      "UPDATE seats SET name = '' WHERE name = ? AND" MARKED,
  };
  *taken_out = *kept = 0;
  if (!*name) return true; /* whoever gave no name is not called "" */
  /* What is deleted is overwritten: nothing of it stays in the file. */
  if (!sql_do(db, "PRAGMA secure_delete = ON") || !sql_begin(db)) return false;
  *taken_out =
      count_named(db, "SELECT count(*) FROM seats WHERE name = ? AND" MARKED, name);
  *kept =
      count_named(db, "SELECT count(*) FROM seats WHERE name = ? AND NOT" MARKED, name);
  bool ok = true;
  for (size_t i = 0; *taken_out && ok && i < sizeof steps / sizeof *steps; i++)
    ok = steps[i] ? run_named(db, steps[i], name) : schema_lift_seats(db);
  if (!ok || (*taken_out && !schema_keep_seats(db))) {
    sql_rollback(db);
    return false;
  }
  return sql_commit(db) && sql_do(db, "PRAGMA wal_checkpoint(TRUNCATE)");
}
