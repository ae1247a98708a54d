/* Which rows of the rules ledgers a ruleset implements and tests. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/find/ledger.h"
#include "interp/rules/load.h"
#include "interp/rules/packs.h"
#include "interp/text/place.h"

#include <string.h>

/* One citation of the ruleset. */
typedef struct Cite {
  const char *id, *what, *file; /* file NULL: no place is known */
  int line, column;
  int use; /* CiteUse */
} Cite;

typedef struct Row {
  const LedgerRow *row;
  int rules, tests;
  const char *reason; /* why there is nothing to implement, or NULL */
  bool cited, tested, missing, untested;
} Row;

typedef struct Trace {
  Arena *arena;
  const regel_rules *main;
  VEC(Cite) cites;
  PackList packs;
  Ledgers ledgers;
  const Ledger *own; /* of the game, or of the pack that is looked at */
  VEC(Row) rows;
  int cited, tested, missing, untested;
  bool lost; /* a ledger that is named is not there */
  Buf why;
} Trace;

/* ---- what the ruleset cites ----------------------------------------------------- */

typedef VEC(size_t) Owns; /* rows of Trace.ledgers */

static bool same_place(const Cite *a, const Cite *b)
{
  return !a->file == !b->file && (!a->file || !strcmp(a->file, b->file)) &&
         a->line == b->line;
}

/* Files of tests use the game again. */
static bool known_cite(const Trace *t, const Cite *c)
{
  for (size_t i = 0; i < t->cites.n; i++) {
    const Cite *k = &t->cites.at[i];
    if (k->use == c->use && !strcmp(k->id, c->id) && same_place(k, c)) return true;
  }
  return false;
}

static void keep_cites(Trace *t, const Program *p)
{
  INVARIANT(p && p->header);
  for (int i = 0; i < p->n_cites; i++) {
    const PCite *from = &p->cites[i];
    const PLoc *l = place_of_row(p, from->loc);
    Cite c = {.id = program_string(p, from->id),
              .what = program_string(p, from->what),
              .use = from->use};
    if (l) {
      c.file = program_string(p, p->files[l->file].path);
      c.line = l->line, c.column = l->col;
    }
    if (!known_cite(t, &c)) vec_push(&t->cites, c);
  }
}

/* ---- the ledgers ---------------------------------------------------------------- */

static bool no_ledger(Trace *t, const char *path, const char *what)
{
  buf_printf(&t->why, "%s names no ledger: its %s line needs { ledger = \"FILE.md\" }",
             path, what);
  return false;
}

/* Reads those that a line names. */
static bool read_ledgers(Trace *t, const char *names, const char *path)
{
  Buf missing = {0};
  bool found = ledgers_add(&t->ledgers, names, &t->main->unit->sources,
                           load_folder(t->arena, path), &missing);
  if (!found)
    buf_printf(&t->why, "the ledger \"%s\" is neither in docs/rules nor beside %s",
               buf_text(&missing), path);
  buf_free(&missing);
  t->lost = !found;
  return found;
}

/* Fills `own` with where the ledgers begin that have to be covered: those of the packs
 * that came along, or that of the game if they have none. */
static bool find_ledgers(Trace *t, Owns *own)
{
  const Program *p = t->main->program;
  const char *path = regel_rules_file(t->main);
  bool named = p->header->ledger >= 0;
  bool packs = false;
  for (size_t i = 0; i < t->packs.n; i++) packs |= t->packs.at[i].ledger != NULL;
  if (!packs && !named) return no_ledger(t, path, "game");
  if (!packs) vec_push(own, t->ledgers.list.n);
  if (named && !read_ledgers(t, program_string(p, p->header->ledger), path)) return false;
  for (size_t i = 0; i < t->packs.n; i++) {
    const char *file = program_string(p, p->files[t->packs.at[i].file].path);
    if (!t->packs.at[i].ledger) continue;
    vec_push(own, t->ledgers.list.n);
    if (!read_ledgers(t, t->packs.at[i].ledger, file)) return false;
  }
  return true;
}

static bool has_part(const char *id, const char *part)
{
  return strstr(id, part) != NULL;
}

static void judge(Trace *t, Row *r)
{
  const char *id = r->row->id;
  for (size_t i = 0; i < t->cites.n; i++) {
    const Cite *c = &t->cites.at[i];
    if (strcmp(c->id, id)) continue;
    if (c->use == CITES_RULE) r->rules++;
    else if (c->use == CITES_TEST) r->tests++;
    else r->reason = c->what;
  }
  /* Examples and checks are not rules: a test is all that they ask for. */
  bool example = has_part(id, "-EX-") || has_part(id, "-CHK-");
  /* What a box holds is counted by looking; a reading of an open question needs its test
   * like a rule. */
  bool needs_test = !example && !has_part(id, "-COMP-");
  r->cited = r->rules > 0 || (example && r->tests > 0);
  r->tested = r->tests > 0;
  r->missing = !r->cited && !r->reason;
  r->untested = r->rules > 0 && needs_test && !r->tested && !r->reason;
  t->cited += r->cited;
  t->tested += r->tested;
  t->missing += r->missing;
  t->untested += r->untested;
}

static bool is_unknown(const Trace *t, size_t i)
{
  if (ledgers_find(&t->ledgers, t->cites.at[i].id)) return false;
  for (size_t k = 0; k < i; k++)
    if (!strcmp(t->cites.at[k].id, t->cites.at[i].id)) return false;
  return true;
}

/* ---- the report ----------------------------------------------------------------- */

static void put_places(Json *j, const Trace *t, const char *key, const char *id, int use)
{
  json_key_open(j, key, '[');
  for (size_t i = 0; i < t->cites.n; i++) {
    const Cite *c = &t->cites.at[i];
    if (c->use != use || strcmp(c->id, id)) continue;
    json_open(j, '{');
    json_key_place(j, "place", c->file, c->line, c->column, 0);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void put_row(Json *j, const Trace *t, const Row *r)
{
  json_open(j, '{');
  json_key_text(j, "id", r->row->id);
  json_key_int(j, "line", r->row->line);
  json_key_text(j, "text", r->row->text);
  if (r->reason) json_key_text(j, "reason", r->reason);
  put_places(j, t, "rules", r->row->id, CITES_RULE);
  put_places(j, t, "tests", r->row->id, CITES_TEST);
  json_close(j, '}');
}

typedef bool (*RowTest)(const Row *r);
static bool is_missing(const Row *r) { return r->missing; }
static bool is_untested(const Row *r) { return r->untested; }
static bool is_explained(const Row *r) { return r->reason != NULL; }
static bool is_any(const Row *r) { return r != NULL; }

static void put_list(Json *j, const Trace *t, const char *key, RowTest wanted)
{
  json_key_open(j, key, '[');
  for (size_t i = 0; i < t->rows.n; i++)
    if (wanted(&t->rows.at[i])) put_row(j, t, &t->rows.at[i]);
  json_close(j, ']');
}

static void put_unknown(Json *j, const Trace *t)
{
  json_key_open(j, "unknown", '[');
  for (size_t i = 0; i < t->cites.n; i++) {
    const Cite *c = &t->cites.at[i];
    if (!is_unknown(t, i)) continue;
    json_open(j, '{');
    json_key_text(j, "id", c->id);
    json_key_place(j, "place", c->file, c->line, c->column, 0);
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* How many rows of another edition's ledger something here cites. */
static int cited_rows(const Trace *t, const Ledger *l)
{
  int n = 0;
  for (size_t i = 0; i < l->rows.n; i++) {
    bool cited = false;
    for (size_t k = 0; k < t->cites.n && !cited; k++)
      cited = !strcmp(t->cites.at[k].id, l->rows.at[i].id);
    n += cited;
  }
  return n;
}

static void put_others(Json *j, const Trace *t)
{
  json_key_open(j, "others", '[');
  for (size_t i = 0; i < t->ledgers.list.n; i++) {
    const Ledger *l = &t->ledgers.list.at[i];
    if (l == t->own) continue;
    json_open(j, '{');
    json_key_text(j, "ledger", l->path);
    json_key_int(j, "rows", (int64_t)l->rows.n);
    json_key_int(j, "cited", cited_rows(t, l));
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* One ledger, from its first row to the summary. */
static void put_ledger(Json *j, Trace *t, const Ledger *own, bool all)
{
  t->own = own;
  t->rows.n = 0;
  t->cited = t->tested = t->missing = t->untested = 0;
  for (size_t i = 0; i < own->rows.n; i++) {
    Row r = {.row = &own->rows.at[i]};
    judge(t, &r);
    vec_push(&t->rows, r);
  }
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "game", regel_rules_name(t->main));
  json_key_text(j, "ledger", own->path);
  json_key_int(j, "rows", (int64_t)t->rows.n);
  json_key_int(j, "cited", t->cited);
  json_key_int(j, "tested", t->tested);
  put_list(j, t, "missing", is_missing);
  put_list(j, t, "untested", is_untested);
  put_list(j, t, "explained", is_explained);
  put_unknown(j, t);
  put_others(j, t);
  if (all) put_list(j, t, "all", is_any);
  json_close(j, '}');
}

regel_data *regel_trace(regel_rules *const *parts, size_t count, int all, char **why)
{
  INVARIANT(count && parts[0]->unit);
  Arena *arena = arena_new();
  Trace t = {.arena = arena, .main = parts[0]};
  Json j = json_data(arena);
  Owns own = {0};
  for (size_t i = 0; i < count; i++) keep_cites(&t, parts[i]->program);
  packs_read(arena, t.main->program, &t.packs);
  bool fine = find_ledgers(&t, &own);
  json_open(&j, '[');
  for (size_t k = 0; k < own.n && fine; k++)
    put_ledger(&j, &t, &t.ledgers.list.at[own.at[k]], all);
  json_close(&j, ']');
  if (!fine && why) *why = buf_take(&t.why);
  buf_free(&t.why);
  ledgers_free(&t.ledgers);
  packs_free(&t.packs);
  vec_free(&t.cites);
  vec_free(&t.rows);
  vec_free(&own);
  regel_data *report = api_data(arena, &j);
  if (!t.lost) return report;
  regel_data_free(report);
  return NULL;
}
