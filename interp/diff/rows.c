/* Two rulebooks, row by row.
 *
 * Each ruleset implements the rows of its own ledger.  A construct that both share cites
 * rows of both: so these are the same rule, as two books word it.  Where each has a
 * declaration of its own, matched by its name, their rows belong together if they are
 * few.  A row that names a row of the other book is set beside it.  What is left of
 * either ledger stands in one book only, or no rule shows that it does not: then the row
 * of the other book that is nearest in its words is told. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

enum { FEW = 3, NAMES = 3 }; /* rows of a small declaration; changes that are named */

/* What became of a row. */
typedef enum { ROW_CHANGED, ROW_BESIDE, ROW_ADDED, ROW_REMOVED, ROW_SAME } Became;

typedef VEC(int) RowList;

typedef struct Books {
  const Diff *d;
  Arena *arena;
  const DiffBook *book; /* of each side */
  DiffMap *number[DIFF_SIDES];
  RowList *links;        /* of each new row: the old ones */
  bool *linked;          /* of each old row */
  bool *beside;          /* of each new row: only the ledgers say so, no rule */
  int *near[DIFF_SIDES]; /* of each row: the nearest of the other book; or -1 */
  DiffMap *touched;      /* rows that a change cites: the first of them */
} Books;

/* ---- which rows belong together -------------------------------------------------- */

static void link_rows(Books *k, int old, int new)
{
  INVARIANT((size_t)old < k->book[DIFF_OLD].n && (size_t) new < k->book[DIFF_NEW].n);
  RowList *to = &k->links[new];
  const char *was = k->book[DIFF_OLD].rows[old].id, *is = k->book[DIFF_NEW].rows[new].id;
  bool kept = diff_map_get(k->number[DIFF_NEW], was) >= 0 ||
              diff_map_get(k->number[DIFF_OLD], is) >= 0;
  if (kept && strcmp(was, is)) return; /* a row that both books have is itself */
  for (size_t i = 0; i < to->n; i++)
    if (to->at[i] == old) return;
  apush(k->arena, to, old);
  k->linked[old] = true;
}

static void link_all(Books *k, const RowList *old, const RowList *new)
{
  for (size_t i = 0; i < old->n; i++)
    for (size_t j = 0; j < new->n; j++) link_rows(k, old->at[i], new->at[j]);
}

static void add_row(Books *k, int side, const char *id, RowList *to)
{
  int n = diff_map_get(k->number[side], id);
  if (n >= 0) apush(k->arena, to, n);
}

static void add_rows(Books *k, const Node *cites, RowList rows[DIFF_SIDES])
{
  for (const Node *c = cites; c; c = c->next)
    for (int side = 0; side < DIFF_SIDES; side++) add_row(k, side, c->name, &rows[side]);
}

/* What one construct cites of both books. */
static void look_at(Books *k, const Node *n)
{
  for (; n; n = n->next) {
    RowList rows[DIFF_SIDES] = {{0}};
    const Node *block = diff_cited_block(n);
    add_rows(k, n->cites, rows);
    if (block) add_rows(k, block->cites, rows);
    link_all(k, &rows[DIFF_OLD], &rows[DIFF_NEW]);
    look_at(k, n->a);
    look_at(k, n->b);
    look_at(k, n->c);
    look_at(k, n->d);
  }
}

static void look_at_peers(Books *k)
{
  const DiffDecls *all = &k->d->decls[DIFF_NEW];
  for (size_t i = 0; i < all->n; i++) {
    const DiffDecl *x = all->at[i], *y = x->peer;
    RowList rows[DIFF_SIDES] = {{0}};
    for (size_t c = 0; y && c < y->cites.n; c++)
      add_row(k, DIFF_OLD, y->cites.at[c], &rows[DIFF_OLD]);
    for (size_t c = 0; y && c < x->cites.n; c++)
      add_row(k, DIFF_NEW, x->cites.at[c], &rows[DIFF_NEW]);
    if (rows[DIFF_OLD].n <= FEW && rows[DIFF_NEW].n <= FEW)
      link_all(k, &rows[DIFF_OLD], &rows[DIFF_NEW]);
  }
}

/* A statement that became another: what both cite. */
static void look_at_changes(Books *k)
{
  for (size_t i = 0; i < k->d->changes.n; i++) {
    const DiffChange *c = &k->d->changes.at[i];
    RowList rows[DIFF_SIDES] = {{0}};
    if (!c->text[DIFF_OLD] || !c->text[DIFF_NEW] || c->group == DIFF_CITATIONS) continue;
    for (int n = 0; c->cites[n]; n++)
      for (int side = 0; side < DIFF_SIDES; side++)
        add_row(k, side, c->cites[n], &rows[side]);
    if (rows[DIFF_OLD].n <= FEW && rows[DIFF_NEW].n <= FEW)
      link_all(k, &rows[DIFF_OLD], &rows[DIFF_NEW]);
  }
}

static size_t id_length(const char *s)
{
  size_t n = 0;
  while (isupper((unsigned char)s[n]) || isdigit((unsigned char)s[n]) || s[n] == '-') n++;
  return n && islower((unsigned char)s[n]) ? n + 1 : n;
}

/* Rows that are named in the row of another book. */
static void look_at_names(Books *k, int side)
{
  Buf id = {0};
  for (size_t i = 0; i < k->book[side].n; i++) {
    const char *s = k->book[side].rows[i].words;
    while (s && *s) {
      size_t n = id_length(s);
      buf_clear(&id);
      buf_addn(&id, s, n);
      int other = n > 3 ? diff_map_get(k->number[!side], buf_text(&id)) : -1;
      int old = side ? other : (int)i, new = side ? (int)i : other;
      if (other >= 0) {
        if (!k->links[new].n) k->beside[new] = true;
        link_rows(k, old, new);
      }
      s += n ? n : 1;
    }
  }
  buf_free(&id);
}

static void touch(Books *k, const char *const *cites, int change)
{
  for (int i = 0; cites[i]; i++)
    if (diff_map_get(k->touched, cites[i]) < 0)
      diff_map_put(k->touched, cites[i], change);
}

static Books books_new(const Diff *d, const DiffBook *book)
{
  Books k = {.d = d, .arena = d->arena, .book = book};
  for (int side = 0; side < DIFF_SIDES; side++) {
    k.number[side] = diff_map_new(k.arena);
    for (size_t i = 0; i < book[side].n; i++)
      diff_map_put(k.number[side], book[side].rows[i].id, (int)i);
  }
  k.links = arena_alloc(k.arena, (book[DIFF_NEW].n + 1) * sizeof *k.links);
  k.linked = arena_alloc(k.arena, (book[DIFF_OLD].n + 1) * sizeof *k.linked);
  k.beside = arena_alloc(k.arena, (book[DIFF_NEW].n + 1) * sizeof *k.beside);
  for (size_t i = 0; i < book[DIFF_NEW].n; i++) {
    int same = diff_map_get(k.number[DIFF_OLD], book[DIFF_NEW].rows[i].id);
    if (same >= 0) link_rows(&k, same, (int)i);
  }
  for (int side = 0; side < DIFF_SIDES; side++) look_at(&k, d->rules[side]->items);
  look_at_peers(&k);
  look_at_changes(&k);
  for (int side = 0; side < DIFF_SIDES; side++) look_at_names(&k, side);
  diff_near(d, book, k.near);
  k.touched = diff_map_new(k.arena);
  for (size_t i = 0; i < d->changes.n; i++)
    if (d->changes.at[i].group != DIFF_CITATIONS)
      touch(&k, d->changes.at[i].cites, (int)i);
  return k;
}

/* ---- what became of them --------------------------------------------------------- */

static const DiffRow *row_of(const Books *k, int side, int n)
{
  INVARIANT(n >= 0 && (size_t)n < k->book[side].n);
  return &k->book[side].rows[n];
}

static bool is_touched(const Books *k, const char *id)
{
  return diff_map_get(k->touched, id) >= 0;
}

/* A row of the new book. */
static Became became(const Books *k, int new)
{
  const RowList *old = &k->links[new];
  bool touched = is_touched(k, row_of(k, DIFF_NEW, new)->id);
  if (!old->n) return ROW_ADDED;
  for (size_t i = 0; i < old->n; i++)
    touched |= is_touched(k, row_of(k, DIFF_OLD, old->at[i])->id);
  return touched ? ROW_CHANGED : k->beside[new] ? ROW_BESIDE : ROW_SAME;
}

static bool cites(const DiffChange *c, const char *id)
{
  for (int i = 0; c->cites[i]; i++)
    if (!strcmp(c->cites[i], id)) return true;
  return false;
}

/* Names what differs in the rules that implement the rows: a few of it. */
static void put_rules(const Books *k, Buf *b, int old, int new)
{
  const RowList none = {0}, *was = new < 0 ? &none : &k->links[new];
  const char *last = "";
  int shown = 0;
  for (size_t i = 0; i < k->d->changes.n && shown <= NAMES; i++) {
    const DiffChange *c = &k->d->changes.at[i];
    bool here = (new >= 0 && cites(c, row_of(k, DIFF_NEW, new)->id)) ||
                (old >= 0 && cites(c, row_of(k, DIFF_OLD, old)->id));
    for (size_t n = 0; n < was->n && !here; n++)
      here = cites(c, row_of(k, DIFF_OLD, was->at[n])->id);
    if (!here || c->group == DIFF_CITATIONS || !strcmp(last, c->name)) continue;
    last = c->name;
    if (shown++ == NAMES) buf_add(b, ", …");
    else buf_printf(b, "%s%s %s", shown > 1 ? ", " : "", c->sort, c->name);
  }
}

/* ---- telling --------------------------------------------------------------------- */

typedef struct Section {
  Became kind;
  const char *title;
} Section;

static const Section sections[] = {
    {ROW_CHANGED, "Changed"},
    {ROW_BESIDE, "Beside each other in a ledger"},
    {ROW_ADDED, "Only in the new book, or joined by no rule"},
    {ROW_REMOVED, "Only in the old book, or joined by no rule"},
    {ROW_SAME, "The same rule, as both books word it"},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

/* What no rule joins has a row of the other book that is near, or -1. */
static int near_row(const Books *k, int old, int new)
{
  return new < 0 ? k->near[DIFF_OLD][old] : k->links[new].n ? -1 : k->near[DIFF_NEW][new];
}

static void put_row(Buf *b, const char *before, const DiffRow *r, int indent)
{
  Buf line = {0};
  buf_printf(&line, "%s%s  %s", before, r->id, r->text);
  buf_lines(b, buf_text(&line), indent, 88);
  buf_free(&line);
}

static void put_text(const Books *k, Buf *b, int old, int new)
{
  Buf rules = {0}, line = {0};
  int near = near_row(k, old, new);
  put_row(b, "", new >= 0 ? row_of(k, DIFF_NEW, new) : row_of(k, DIFF_OLD, old), 2);
  for (size_t i = 0; new >= 0 && i < k->links[new].n; i++)
    put_row(b, "", row_of(k, DIFF_OLD, k->links[new].at[i]), 6);
  if (near >= 0) put_row(b, "near: ", row_of(k, new < 0 ? DIFF_NEW : DIFF_OLD, near), 6);
  put_rules(k, &rules, old, new);
  if (rules.n) {
    buf_printf(&line, "rules: %s", buf_text(&rules));
    buf_lines(b, buf_text(&line), 6, 88);
  }
  buf_free(&line);
  buf_free(&rules);
}

static void put_cell(Buf *b, const char *before, const DiffRow *r)
{
  buf_printf(b, "%s%s: ", before, r->id);
  diff_escape(b, r->text);
}

static void put_cells(const Books *k, Buf *b, int old, int new)
{
  Buf rules = {0};
  int near = near_row(k, old, new);
  buf_add(b, "| ");
  for (size_t i = 0; new >= 0 && i < k->links[new].n; i++)
    put_cell(b, i ? "<br>" : "", row_of(k, DIFF_OLD, k->links[new].at[i]));
  if (old >= 0) put_cell(b, "", row_of(k, DIFF_OLD, old));
  else if (near >= 0) put_cell(b, "near: ", row_of(k, DIFF_OLD, near));
  else if (!k->links[new].n) buf_add(b, "–");
  buf_add(b, " | ");
  if (new >= 0) put_cell(b, "", row_of(k, DIFF_NEW, new));
  else if (near >= 0) put_cell(b, "near: ", row_of(k, DIFF_NEW, near));
  else buf_add(b, "–");
  buf_add(b, " | ");
  put_rules(k, &rules, old, new);
  diff_escape(b, buf_text(&rules));
  buf_add(b, " |\n");
  buf_free(&rules);
}

typedef void RowFn(const Books *k, Buf *b, int old, int new);

static int each_row(const Books *k, Became kind, Buf *b, RowFn *fn)
{
  int n = 0;
  if (kind == ROW_REMOVED) {
    for (size_t i = 0; i < k->book[DIFF_OLD].n; i++) {
      if (k->linked[i]) continue;
      n++;
      if (fn) fn(k, b, (int)i, -1);
    }
    return n;
  }
  for (size_t i = 0; i < k->book[DIFF_NEW].n; i++) {
    if (became(k, (int)i) != kind) continue;
    n++;
    if (fn) fn(k, b, -1, (int)i);
  }
  return n;
}

void diff_tell_rows(const Diff *d, const DiffBook *book, Buf *b, bool markdown)
{
  Books k = books_new(d, book);
  if (markdown) {
    buf_add(b, "# ");
    diff_escape(b, diff_title(d->rules[DIFF_NEW]));
    buf_add(b, ": rows\n");
  }
  buf_printf(b, "%sFrom %s, %zu rows, to %s, %zu rows\n", markdown ? "\n" : "",
             book[DIFF_OLD].name, book[DIFF_OLD].n, book[DIFF_NEW].name,
             book[DIFF_NEW].n);
  for (int i = 0; i < SECTIONS; i++) {
    int n = each_row(&k, sections[i].kind, b, NULL);
    if (!n) continue;
    buf_printf(b, "\n%s%s: %d\n", markdown ? "## " : "", sections[i].title, n);
    if (markdown) buf_add(b, "\n| Was | Is now | Rules that differ |\n|---|---|---|\n");
    each_row(&k, sections[i].kind, b, markdown ? put_cells : put_text);
  }
}
