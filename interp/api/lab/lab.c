/* The lab behind the public API. */
#include "interp/api/lab/lab.h"
#include "interp/base/invariant.h"
#include "db/listing.h"
#include "db/store.h"
#include "interp/api/store_int.h"
#include "interp/lab/match.h"
#include "interp/lab/report.h"
#include "interp/lab/solve.h"
#include "interp/lab/table.h"
#include "interp/rules/settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- plans ---------------------------------------------------------------------- */

static regel_data *plan_error(const PlanError *e)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_text(&j, "text", buf_text(&e->why));
  json_key_int(&j, "line", e->line);
  json_key_int(&j, "column", e->column);
  json_key_int(&j, "length", e->length);
  json_close(&j, '}');
  return api_data(arena, &j);
}

static bool open_rules(regel_lab *l, regel_lab_rules_fn open, void *user)
{
  INVARIANT(l->plan.rules.n <= MAX_RULES);
  for (size_t i = 0; i < l->plan.rules.n; i++) {
    PlanRules *r = &l->plan.rules.at[i];
    vec_push(&r->packs, NULL);
    l->rules[i] = open(user, r->game, r->packs.at);
    r->packs.n--;
    if (!l->rules[i]) return false;
    INVARIANT(l->rules[i]->program);
    r->program = l->rules[i]->program;
  }
  return true;
}

regel_lab *regel_lab_new(const char *text, regel_lab_rules_fn open, void *user,
                         regel_data **wrong)
{
  INVARIANT(text);
  regel_lab *l = zeroed(1, sizeof *l);
  PlanError e = {0};
  bool had = true, fine = plan_read(&l->plan, text, &e);
  if (wrong) *wrong = NULL;
  if (fine) had = open_rules(l, open, user);
  if (fine && had) fine = plan_bind(&l->plan, &e);
  if (!fine && wrong) *wrong = plan_error(&e);
  buf_free(&e.why);
  if (fine && had) {
    part_init(&l->part, &l->plan);
    return l;
  }
  regel_lab_free(l);
  return NULL;
}

void regel_lab_free(regel_lab *l)
{
  if (!l) return;
  if (l->part.plan) part_free(&l->part);
  plan_free(&l->plan);
  for (int i = 0; i < MAX_RULES; i++) regel_rules_free(l->rules[i]);
  free(l);
}

int regel_lab_cells(const regel_lab *l) { return (int)l->plan.cells.n; }

/* ---- parts ---------------------------------------------------------------------- */

static void say(char **why, Buf *b)
{
  if (why) *why = buf_take(b);
  buf_free(b);
}

char *regel_lab_plan_of(const char *text, char **why)
{
  PartHead head = {0};
  Buf problem = {0};
  char *plan = part_read_head(text, &head, &problem) ? buf_take(&head.plan) : NULL;
  part_head_free(&head);
  if (!plan) say(why, &problem);
  else buf_free(&problem);
  return plan;
}

int regel_lab_add(regel_lab *l, const char *text, char **why)
{
  INVARIANT(text && l->part.plan == &l->plan);
  PartHead head = {0};
  Part part;
  Buf problem = {0};
  Range twice;
  part_init(&part, &l->plan);
  bool ok = part_read_head(text, &head, &problem) &&
            part_fits(&l->plan, &head, &problem) &&
            part_read(&part, text, &head, &problem);
  if (ok && !part_add(&l->part, &part, &twice)) {
    ok = false;
    buf_printf(&problem, "games %ld to %ld are in another part, too", twice.first,
               twice.end - 1);
  }
  part_free(&part);
  part_head_free(&head);
  if (!ok) say(why, &problem);
  else buf_free(&problem);
  return ok ? 0 : -1;
}

char *regel_lab_part(const regel_lab *l)
{
  Buf text = {0};
  part_write(&l->part, &text);
  return buf_take(&text);
}

regel_data *regel_lab_missing(const regel_lab *l)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Range gap;
  long end = plan_games(&l->plan);
  if (!end && l->part.done.n) end = l->part.done.at[l->part.done.n - 1].end;
  json_open(&j, '[');
  for (long at = 0; part_gap(&l->part, at, end, &gap); at = gap.end) {
    INVARIANT(gap.first >= at && gap.first < gap.end);
    json_open(&j, '{');
    json_key_int(&j, "first", gap.first);
    json_key_int(&j, "last", gap.end - 1);
    json_close(&j, '}');
  }
  json_close(&j, ']');
  return api_data(arena, &j);
}

/* ---- running -------------------------------------------------------------------- */

typedef struct Running {
  const regel_lab_work *work;
  const regel_run *run;
  Buf text;
  bool refused;
} Running;

static bool save(void *user, const Part *part, bool last)
{
  Running *r = user;
  (void)last;
  if (!r->work->save || !part->done.n) return true;
  buf_clear(&r->text);
  part_write(part, &r->text);
  r->refused = r->work->save(r->work->user, buf_text(&r->text), r->text.n) != 0;
  return !r->refused;
}

static void give_games(void *user, const Buf *lines)
{
  INVARIANT(((Running *)user)->work->games);
  const regel_lab_work *work = ((Running *)user)->work;
  work->games(work->user, buf_text(lines), lines->n);
}

static void progress(void *user, long done, long games)
{
  INVARIANT(done >= 0 && ((Running *)user)->run->progress);
  const regel_run *run = ((Running *)user)->run;
  run->progress(run->user, done, games);
}

/* What cannot be played. */
static bool fits(const regel_lab *l, const regel_lab_work *work, Buf *problem)
{
  if (l->plan.every && work->shards > 1)
    buf_add(problem, "`every` asks on the way which cells go on, and no shard knows that "
                     "alone: leave it out of the line `width`, or play the plan whole");
  else if (work->shards < 1 || work->shard < 0 || work->shard >= work->shards)
    buf_printf(problem, "there is no shard %ld of %ld: they go from 0", work->shard,
               work->shards);
  else if (work->first < 0 || work->end < 0)
    buf_printf(problem, "games from %ld to before %ld cannot be played", work->first,
               work->end);
  return !problem->n;
}

long regel_lab_run(regel_lab *l, const regel_lab_work *work, const regel_run *how,
                   char **why)
{
  INVARIANT(work && how && l->part.plan == &l->plan);
  Buf problem = {0};
  if (!fits(l, work, &problem)) {
    say(why, &problem);
    return -1;
  }
  Running r = {.work = work, .run = how};
  LabRun run = {.plan = &l->plan,
                .shard = work->shard,
                .shards = work->shards,
                .only = {work->first, work->end},
                .jobs = how->jobs,
                .stop = how->stop,
                .save = save,
                .games = work->games ? give_games : NULL,
                .progress = how->progress ? progress : NULL,
                .user = &r,
                .pause = 10};
  bool ok = lab_run(&run, &l->part);
  buf_free(&r.text);
  if (ok) return work->end ? 0 : lab_left(&run, &l->part);
  if (r.refused) buf_add(&problem, "what was counted could not be kept");
  else buf_printf(&problem, "cannot start %d threads", how->jobs);
  say(why, &problem);
  return -1;
}

/* ---- storing -------------------------------------------------------------------- */

typedef struct Shelf {
  const regel_lab *lab;
  Db *db;
  const Cell *cell;
  long number;
  int64_t id; /* of the game stored last */
  VEC(int64_t) ids;
  VEC(int64_t) keys; /* cell and game of each */
} Shelf;

static bool store_one(void *user, const SimGame *game)
{
  Shelf *s = user;
  const Plan *plan = &s->lab->plan;
  const PlanBots *b = &plan->bots.at[s->cell->bots];
  INVARIANT(s->cell->seats > 0 && s->cell->seats <= MAX_PLAYERS);
  const char *taken[MAX_PLAYERS];
  char names[MAX_PLAYERS][BOT_SEATED];
  for (int i = 0; i < s->cell->seats; i++) {
    int bot = plan_bot_at(plan, s->cell, s->number, i);
    bot_seated(&b->seats.at[b->seats.n > 1 ? bot : 0], names[i]);
    taken[i] = names[i];
  }
  char hash[PLAN_HASH];
  match_plan(plan, hash);
  NewGame g = {.program = plan->rules.at[s->cell->rules].program,
               .origin = "sim",
               .seats = s->cell->seats,
               .taken = taken,
               .options = s->cell->options,
               .trial = {hash, s->cell - plan->cells.at, s->number}};
  if ((s->id = store_trial(s->db, &g.trial))) return true;
  if (!store_simulated(s->db, &g, game)) return false;
  s->id = listing_last(s->db);
  return true;
}

static int64_t stored(void *user, int cell, long number)
{
  Shelf *s = user;
  int64_t key = (int64_t)cell << 40 | number;
  INVARIANT(s->keys.n == s->ids.n);
  for (size_t i = 0; i < s->keys.n; i++)
    if (s->keys.at[i] == key) return s->ids.at[i];
  s->cell = &s->lab->plan.cells.at[cell];
  s->number = number;
  s->id = 0;
  Match *m = match_new(&s->lab->plan, s->cell);
  match_record(m, number, NULL, store_one, s);
  match_free(m);
  vec_push(&s->keys, key);
  vec_push(&s->ids, s->id);
  return s->id;
}

/* Free what it has; false, and why, after a fault. */
static bool close_shelf(Shelf *s, char **why)
{
  bool fine = !s->db || !sql_fault(s->db);
  if (!fine && why) *why = api_copy(sql_why(s->db));
  vec_free(&s->ids);
  vec_free(&s->keys);
  return fine;
}

int64_t regel_lab_store(const regel_lab *l, regel_store *store, int cell, long game,
                        char **why)
{
  Shelf s = {.lab = l, .db = store_db(store)};
  if (cell < 0 || (size_t)cell >= l->plan.cells.n || game < 0) {
    Buf problem = {0};
    buf_printf(&problem, "there is no game %ld of a cell %d", game, cell);
    say(why, &problem);
    return 0;
  }
  sql_relax(s.db);
  int64_t id = stored(&s, cell, game);
  return close_shelf(&s, why) ? id : 0;
}

/* So many games are one transaction: each alone would wait for the disk. */
enum { TOGETHER = 1000 };

static void import_line(Shelf *s, Match **matches, const char **at, Answers *answers,
                        regel_lab_imported *count)
{
  int cell;
  const Plan *plan = &s->lab->plan;
  size_t length = strcspn(*at, "\n");
  if (!length || (*at)[length - 1] != '.') { /* a kill cut it: it was played again */
    *at += length + ((*at)[length] != 0);
    return;
  }
  if (!match_read(at, plan, &cell, &s->number, answers)) {
    count->refused++;
    return;
  }
  INVARIANT(cell >= 0 && (size_t)cell < plan->cells.n);
  char hash[PLAN_HASH];
  match_plan(plan, hash);
  if (store_trial(s->db, &(Trial){hash, cell, s->number})) {
    count->there++;
    return;
  }
  s->cell = &plan->cells.at[cell];
  if (!matches[cell]) matches[cell] = match_new(plan, s->cell);
  if (match_record(matches[cell], s->number, answers, store_one, s)) count->stored++;
  else count->refused++;
}

int regel_lab_import(const regel_lab *l, regel_store *store, const char *lines,
                     regel_lab_imported *count, char **why)
{
  Shelf s = {.lab = l, .db = store_db(store)};
  Answers answers = {0};
  size_t n = l->plan.cells.n;
  Match **matches = zeroed(n + 1, sizeof *matches);
  *count = (regel_lab_imported){0};
  sql_relax(s.db);
  while (*lines && !sql_fault(s.db) && sql_begin(s.db)) {
    for (int i = 0; *lines && i < TOGETHER && !sql_fault(s.db); i++)
      import_line(&s, matches, &lines, &answers, count);
    sql_commit(s.db);
  }
  for (size_t i = 0; i < n; i++) match_free(matches[i]);
  free(matches);
  vec_free(&answers);
  return close_shelf(&s, why) ? 0 : -1;
}

/* ---- pages ---------------------------------------------------------------------- */

char *regel_lab_report(const regel_lab *l, int html, regel_store *store,
                       const char *again, int each, char **why)
{
  Shelf shelf = {.lab = l, .db = store ? store_db(store) : NULL};
  Report r = {.part = &l->part};
  Buf text = {0};
  if (store) {
    sql_relax(shelf.db);
    r.stored = stored;
    r.user = &shelf;
  } else {
    r.again = again;
    r.each = each;
  }
  report_write(&r, html, &text);
  if (close_shelf(&shelf, why)) return buf_take(&text);
  buf_free(&text);
  return NULL;
}

char *regel_lab_csv(const regel_lab *l)
{
  Buf text = {0};
  table_csv(&l->part, &text);
  return buf_take(&text);
}

regel_data *regel_lab_figures(const regel_lab *l)
{
  INVARIANT(l);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  table_json(&l->part, &j);
  return api_data(arena, &j);
}

int regel_lab_sqlite(const regel_lab *l, const char *path, char **why)
{
  Buf problem = {0};
  if (!access(path, F_OK)) {
    buf_printf(&problem, "%s is there already", path);
  } else {
    Db *db = sql_open(path, SQL_CREATE);
    if (!table_sqlite(&l->part, db)) buf_add(&problem, sql_why(db));
    sql_close(db);
  }
  bool fine = !problem.n;
  if (!fine) say(why, &problem);
  return fine ? 0 : -1;
}

/* ---- small games ---------------------------------------------------------------- */

static regel_data *put_solved(const Solved *s, int seats, long rounds)
{
  INVARIANT(seats > 0 && seats <= MAX_PLAYERS);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_int(&j, "nodes", s->nodes);
  json_key_int(&j, "states", s->states);
  json_key_int(&j, "rounds", rounds);
  json_key_open(&j, "seats", '[');
  for (int i = 0; i < seats; i++) {
    json_open(&j, '{');
    json_key_real(&j, "value", s->value[i]);
    json_key_real(&j, "best", s->best[i]);
    json_close(&j, '}');
  }
  json_close(&j, ']');
  json_key_real(&j, "exploitability", s->gain);
  json_close(&j, '}');
  return api_data(arena, &j);
}

regel_data *regel_solve(const regel_rules *rules, const regel_setup *setup, long rounds,
                        char **why)
{
  enum { MOST_NODES = 20 * 1000 * 1000 };
  Setup start;
  Buf problem = {0};
  regel_data *found = NULL;
  int32_t *options = api_setup(rules, setup, &start, &problem);
  if (options && rounds < 0) {
    buf_printf(&problem, "%ld rounds cannot be played", rounds);
  } else if (options) {
    Solved s;
    const char *reason;
    if (lab_solve(rules->program, &start, rounds, MOST_NODES, &s, &reason))
      found = put_solved(&s, start.seats, rounds);
    else buf_add(&problem, reason);
  }
  free(options);
  if (!found) say(why, &problem);
  else buf_free(&problem);
  return found;
}
