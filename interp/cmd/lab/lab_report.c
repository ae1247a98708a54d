/* regel lab report: pages, tables, and the games behind them. */
#include "db/db.h"
#include "db/listing.h"
#include "db/store.h"
#include "interp/cmd/lab/lab.h"
#include "interp/lab/match.h"
#include "interp/lab/report.h"
#include "interp/lab/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- storing -------------------------------------------------------------------- */

typedef struct Shelf {
  Lab *lab;
  const Part *part;
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
  const Plan *plan = s->part->plan;
  const PlanBots *b = &plan->bots.at[s->cell->bots];
  const char *taken[MAX_PLAYERS];
  char names[MAX_PLAYERS][BOT_SPEC + 8];
  for (int i = 0; i < s->cell->seats; i++) {
    int bot = plan_bot_at(plan, s->cell, s->number, i);
    char spec[BOT_SPEC];
    bot_write(&b->seats.at[b->seats.n > 1 ? bot : 0], spec);
    char *colon = spec;
    while ((colon = strchr(colon, ':'))) *colon = ' ';
    snprintf(names[i], sizeof names[i], "bot %s", spec);
    taken[i] = names[i];
  }
  NewGame g = {.program = plan->rules.at[s->cell->rules].program,
               .origin = "sim",
               .seats = s->cell->seats,
               .taken = taken,
               .options = s->cell->options};
  if (!store_simulated(s->db, &g, game)) return false;
  s->id = listing_last(s->db);
  return true;
}

static int64_t store_game(Shelf *s, int cell, long number)
{
  int64_t key = (int64_t)cell << 40 | number;
  for (size_t i = 0; i < s->keys.n; i++)
    if (s->keys.at[i] == key) return s->ids.at[i];
  s->cell = &s->part->plan->cells.at[cell];
  s->number = number;
  s->id = 0;
  Match *m = match_new(s->part->plan, s->cell);
  match_record(m, number, store_one, s);
  match_free(m);
  vec_push(&s->keys, key);
  vec_push(&s->ids, s->id);
  return s->id;
}

static int64_t stored(void *user, int cell, long game)
{
  return store_game(user, cell, game);
}

static int open_shelf(Lab *l, Shelf *s, const Part *part)
{
  *s = (Shelf){.lab = l, .part = part};
  s->db = db_open(l->db, SQL_CREATE);
  sql_relax(s->db);
  if (!sql_fault(s->db)) return -1;
  cli_error(l->cli, "%s", sql_why(s->db));
  return CODE_IO;
}

static int close_shelf(Shelf *s)
{
  int code = -1;
  if (s->db && sql_fault(s->db)) {
    cli_error(s->lab->cli, "%s", sql_why(s->db));
    code = CODE_IO;
  }
  sql_close(s->db);
  vec_free(&s->ids);
  vec_free(&s->keys);
  return code;
}

/* One game of one cell. */
static int store_single(Lab *l, const Part *part)
{
  Shelf s;
  if (l->cell >= (long)l->plan.cells.n)
    return opts_wrong(l->cli, "--cell: the plan has cells 0 to %zu", l->plan.cells.n - 1);
  int code = open_shelf(l, &s, part);
  if (code < 0) {
    int64_t id = store_game(&s, (int)(l->cell < 0 ? 0 : l->cell), l->game);
    if (id) printf("regel replay %lld\n", (long long)id);
  }
  int closed = close_shelf(&s);
  return code >= 0 ? code : closed >= 0 ? closed : CODE_FINE;
}

/* ---- tables --------------------------------------------------------------------- */

static int write_tables(Lab *l, const Part *part)
{
  int code = -1;
  if (l->csv) {
    Buf text = {0};
    table_csv(part, &text);
    code = lab_write_file(l, l->csv, &text);
    buf_free(&text);
  }
  if (code < 0 && l->sqlite) {
    if (!access(l->sqlite, F_OK)) {
      cli_error(l->cli, "%s is there already", l->sqlite);
      return CODE_IO;
    }
    Db *db = sql_open(l->sqlite, SQL_CREATE);
    if (!table_sqlite(part, db)) {
      cli_error(l->cli, "%s", sql_why(db));
      code = CODE_IO;
    }
    sql_close(db);
  }
  return code;
}

/* ---- pages ---------------------------------------------------------------------- */

static bool ends_with(const char *s, const char *end)
{
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

int lab_print(Lab *l, const Part *part)
{
  Shelf shelf = {0};
  Report r = {.part = part};
  Buf text = {0};
  int code = -1, closed = -1;
  bool html =
      l->output && (ends_with(l->output, ".html") || ends_with(l->output, ".htm"));
  if (l->store) {
    code = open_shelf(l, &shelf, part);
    r.stored = stored;
    r.user = &shelf;
  } else {
    r.again = buf_text(&l->again);
    r.each = l->from_parts;
  }
  if (code < 0) {
    report_write(&r, html, &text);
    if (l->output) code = lab_write_file(l, l->output, &text);
    else fwrite(buf_text(&text), 1, text.n, stdout);
  }
  if (l->store) closed = close_shelf(&shelf);
  if (code < 0) code = closed;
  if (code < 0) code = write_tables(l, part);
  buf_free(&text);
  return code < 0 ? CODE_FINE : code;
}

int lab_report(Lab *l, const Args *paths)
{
  Part part;
  long gaps;
  if (paths->n < 2) return opts_wrong(l->cli, "report: name folders or files");
  int code = lab_gather(l, paths, &part, &gaps);
  l->from_parts = true;
  buf_add(&l->again, "regel lab report");
  for (size_t i = 1; i < paths->n; i++) buf_printf(&l->again, " %s", paths->at[i]);
  buf_add(&l->again, " --store");
  if (code < 0 && gaps) {
    lab_tell_gaps(l, &part);
    cli_error(l->cli, "the report is about the games that are there");
  }
  if (code < 0) code = l->game >= 0 ? store_single(l, &part) : lab_print(l, &part);
  if (code == CODE_FINE && gaps) code = CODE_NO;
  if (part.plan) part_free(&part);
  return code;
}
