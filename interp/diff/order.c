/* Where an order means something: rows of a table, of which the first that fits counts,
 * and the things of a kind. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- tables --------------------------------------------------------------------- */

static bool atoms_overlap(const Node *a, const Node *b)
{
  if ((a->tag == N_NAME && !strcmp(a->name, "any")) ||
      (b->tag == N_NAME && !strcmp(b->name, "any")))
    return true;
  bool numbers =
      (a->tag == N_NUM || a->tag == N_SPAN) && (b->tag == N_NUM || b->tag == N_SPAN);
  if (!numbers)
    return a->tag == b->tag && (a->tag != N_NAME || !strcmp(a->name, b->name));
  int64_t al = a->tag == N_NUM ? a->num : a->a->num,
          ah = a->tag == N_NUM ? a->num : a->b->num,
          bl = b->tag == N_NUM ? b->num : b->a->num,
          bh = b->tag == N_NUM ? b->num : b->b->num;
  return al <= bh && bl <= ah;
}

/* Can one case fit both rows? */
static bool rows_overlap(const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  const Node *x = a->a, *y = b->a;
  for (; x && y; x = x->next, y = y->next) {
    bool some = false;
    for (const Node *p = x->a; p; p = p->next)
      for (const Node *q = y->a; q; q = q->next) some |= atoms_overlap(p, q);
    if (!some) return false;
  }
  return true;
}

typedef struct TableRow {
  const Node *n;
  int peer;
} TableRow;
typedef VEC(TableRow) TableRows;

static TableRows table_rows(const Node *n)
{
  TableRows r = {0};
  for (; n; n = n->next) {
    TableRow row = {n, -1};
    vec_push(&r, row);
  }
  return r;
}

static const char *row_name(Diff *d, const Node *n)
{
  return arena_printf(d->arena, "row %s", diff_print_list(d->arena, n->a, ", "));
}

static void match_rows(Diff *d, TableRows *as, TableRows *bs)
{
  size_t next = 0;
  for (size_t i = 0; i < as->n; i++)
    for (size_t k = 0; k < bs->n; k++) {
      size_t j = (next + k) % bs->n;
      if (bs->at[j].peer >= 0 || !diff_same_list(d, as->at[i].n->a, bs->at[j].n->a, 0))
        continue;
      as->at[i].peer = (int)j;
      bs->at[j].peer = (int)i;
      next = j + 1;
      break;
    }
}

/* A row that now stands on the other side of one that it overlaps decides otherwise. */
static bool row_moved(Diff *d, const TableRows *as, const TableRows *bs, size_t j)
{
  int i = bs->at[j].peer;
  for (size_t k = 0; k < j; k++) {
    int was = bs->at[k].peer;
    if (was > i && rows_overlap(bs->at[j].n, bs->at[k].n) &&
        !diff_same(d, as->at[i].n->b, bs->at[k].n->b, 0))
      return true;
  }
  return false;
}

static void table_row(Diff *d, const TableRows *as, const TableRows *bs, size_t j)
{
  INVARIANT(j < bs->n);
  const Node *b = bs->at[j].n, *a = bs->at[j].peer < 0 ? NULL : as->at[bs->at[j].peer].n;
  if (!a) {
    diff_note(d, d->b->group,
              (DiffNote){DIFF_ADDED,
                         row_name(d, b),
                         NULL,
                         diff_print(d->arena, b->b),
                         {NULL, b},
                         DIFF_ABOUT_RULE,
                         false});
    return;
  }
  diff_part(d, row_name(d, b), a->b, b->b, a, b);
  if (row_moved(d, as, bs, j))
    diff_note(d, d->b->group,
              (DiffNote){DIFF_MOVED,
                         "table",
                         diff_print(d->arena, a),
                         diff_print(d->arena, b),
                         {a, b},
                         DIFF_ABOUT_RULE,
                         true});
}

void diff_table(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  if (!diff_same_list(d, a->a, b->a, 0))
    diff_note(d, d->b->group,
              (DiffNote){DIFF_CHANGED,
                         "by",
                         diff_print_list(d->arena, a->a, ", "),
                         diff_print_list(d->arena, b->a, ", "),
                         {a, b},
                         DIFF_ABOUT_RULE,
                         false});
  TableRows as = table_rows(a->b), bs = table_rows(b->b);
  match_rows(d, &as, &bs);
  for (size_t i = 0; i < as.n; i++)
    if (as.at[i].peer < 0)
      diff_note(d, d->b->group,
                (DiffNote){DIFF_REMOVED,
                           row_name(d, as.at[i].n),
                           diff_print(d->arena, as.at[i].n->b),
                           NULL,
                           {as.at[i].n, NULL},
                           DIFF_ABOUT_RULE,
                           false});
  for (size_t j = 0; j < bs.n; j++) table_row(d, &as, &bs, j);
  vec_free(&as);
  vec_free(&bs);
}

/* ---- things of a kind ----------------------------------------------------------- */

/* Marks the longest part of `at` that rises: the others were moved. */
static void mark_rising(const int *at, int n, bool *stays)
{
  Arena *arena = arena_new();
  size_t size = ((size_t)n + 1) * sizeof(int);
  int *tail = arena_alloc(arena, size), *before = arena_alloc(arena, size), length = 0;
  for (int i = 0; i < n; i++) {
    int low = 0, high = length;
    while (low < high) {
      int mid = (low + high) / 2;
      if (at[tail[mid]] < at[i]) low = mid + 1;
      else high = mid;
    }
    before[i] = low ? tail[low - 1] : -1;
    tail[low] = i;
    if (low == length) length++;
  }
  for (int i = length ? tail[length - 1] : -1; i >= 0; i = before[i]) stays[i] = true;
  arena_free(arena);
}

static const char *after(Diff *d, const Node *before)
{
  return before ? arena_printf(d->arena, "after %s", before->name) : "first";
}

void diff_order(Diff *d)
{
  INVARIANT(d->arena);
  const DiffDecl *a = d->a, *b = d->b;
  Arena *arena = arena_new();
  size_t most = b->things.n + 1;
  int n = 0, *at = arena_alloc(arena, most * sizeof *at);
  bool *stays = arena_alloc(arena, most * sizeof *stays);
  const Node **in = arena_alloc(arena, most * sizeof *in);
  DiffMap *old = diff_map_new(arena);
  for (size_t i = 0; i < a->things.n; i++) {
    const char *now = diff_renamed(d, "", a->things.at[i]->name);
    diff_map_put(old, now ? now : a->things.at[i]->name, (int)i);
  }
  for (size_t i = 0; i < b->things.n; i++) {
    int was = diff_map_get(old, b->things.at[i]->name);
    if (was < 0) continue;
    in[n] = b->things.at[i];
    at[n++] = was;
  }
  mark_rising(at, n, stays);
  for (int i = 0; i < n; i++) {
    if (stays[i]) continue;
    const Node *was = a->things.at[at[i]];
    diff_note(d, b->group,
              (DiffNote){DIFF_MOVED,
                         arena_printf(d->arena, "order of %s", in[i]->name),
                         after(d, at[i] ? a->things.at[at[i] - 1] : NULL),
                         after(d, i ? in[i - 1] : NULL),
                         {was, in[i]},
                         DIFF_ABOUT_RULE,
                         false});
  }
  arena_free(arena);
}
