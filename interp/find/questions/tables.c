/* Settings and tables: rows that are never read, settings that make no difference. */
#include "interp/find/range.h"
#include "interp/find/uses.h"
#include "interp/base/invariant.h"

#include <string.h>

enum { MAX_KEYS = 8, MAX_READINGS = 5 * 1000 * 1000 }; /* of a row, for one table */

typedef struct Rows {
  const Node *table;
  Range keys[MAX_KEYS];
  int64_t at[MAX_KEYS];
  int n, rows;
  long budget;
  bool *first,
      *fits; /* by row: some keys are read there; would be, without those above */
} Rows;

static bool row_fits(const Rows *r, const Node *row)
{
  int i = 0;
  for (const Node *p = row->a; p; p = p->next)
    if (!pattern_has(p, r->at[i++])) return false;
  return true;
}

static void read_row(Rows *r)
{
  bool found = false;
  int i = 0;
  for (const Node *row = r->table->b; row; row = row->next, i++) {
    if (!row_fits(r, row)) continue;
    r->fits[i] = true;
    if (!found) r->first[i] = true;
    found = true;
  }
}

/* Reads the table with every combination of what its keys can be. */
static void read_all(Rows *r, int key)
{
  if (r->budget < 0) return;
  if (key == r->n) {
    r->budget -= r->rows;
    read_row(r);
    return;
  }
  const Range *x = &r->keys[key];
  if (x->none) {
    r->at[key] = NONE;
    read_all(r, key + 1);
  }
  for (int64_t v = x->lo; v <= x->hi && r->budget >= 0; v++) {
    r->at[key] = v;
    read_all(r, key + 1);
  }
}

/* A last row for whatever else may come is no mistake. */
static bool is_rest(const Node *row)
{
  for (const Node *p = row->a; p; p = p->next)
    for (const Node *x = p->a; x; x = x->next)
      if (x->tag != N_NAME || x->sym || strcmp(x->name, "any")) return false;
  return true;
}

static void look_at_table(Find *f, const Node *table)
{
  INVARIANT(table && table->tag < N_COUNT);
  Rows r = {.table = table, .budget = MAX_READINGS};
  for (const Node *e = table->a; e; e = e->next) {
    if (r.n == MAX_KEYS) return;
    r.keys[r.n++] = range_of_type(e->type); /* the rows must cover that (E0314) */
  }
  for (const Node *row = table->b; row; row = row->next) r.rows++;
  r.first = arena_alloc(f->m->arena, (size_t)r.rows + 1);
  r.fits = arena_alloc(f->m->arena, (size_t)r.rows + 1);
  read_all(&r, 0);
  if (r.budget < 0) return;
  int i = 0;
  for (const Node *row = table->b; row; row = row->next, i++) {
    if (r.first[i] || is_rest(row)) continue;
    Diag *g = diag_add(f->d, DIAG_ROW_UNUSED, row->loc, "this row is never read");
    if (r.fits[i]) diag_hint(f->d, g, "rows above it fit everything that it fits");
    int k = 0;
    for (const Node *e = table->a; !r.fits[i] && e; e = e->next, k++)
      diag_hint(f->d, g, "the key is %s", range_words(f->m, e->type, &r.keys[k]));
  }
}

/* Two words of an option that no condition and no row of a table tells apart. */
static void look_at_option(Find *f, const Field *x)
{
  const Uses *u = f->uses;
  const bool *told = u->told_apart[x->index];
  if (!x->option || x->type->tag != T_WORD || u->open[x->index] || !told) return;
  const Node *first = NULL;
  int i = 0;
  for (const Node *w = x->type->words->list; w; w = w->next, i++) {
    if (told[i]) continue;
    if (!first) {
      first = w;
      continue;
    }
    Diag *g =
        diag_add(f->d, DIAG_SAME_SETTINGS, w->loc,
                 "nothing tells the setting \"%s\" from \"%s\"", w->name, first->name);
    diag_hint(f->d, g, "no condition, variant or table of \"%s\" names either of them",
              x->name);
  }
}

void find_tables(Find *f)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t j = 0; !v->generic && !in_library(f, v->decl) && j < v->defs.n; j++)
      if (v->defs.at[j].node->d) look_at_table(f, v->defs.at[j].node->d);
  }
  for (size_t i = 0; i < m->fields.n; i++) look_at_option(f, m->fields.at[i]);
}
