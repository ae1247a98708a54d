/* What differs in two blocks, as the smallest statements that do.
 *
 * Equal statements are laid beside each other in order.  Between them, those that are
 * alike are one statement that changed, and are looked into; the rest was added or
 * removed, or moved if it is found again elsewhere. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"

#include <string.h>

enum { MOST_CELLS = 4000000, WINDOW = 100 };

typedef struct Row {
  const Node *n;
  uint64_t hash;
  int peer; /* place on the other side, -1: none */
  bool equal, done;
} Row;
typedef VEC(Row) Rows;

static void diff_stmt(Diff *d, const char *part, const Node *a, const Node *b);
static void diff_rows(Diff *d, const char *part, const Node *a, const Node *b);

static bool cites(const Node *n) { return n->cites || diff_cited_block(n); }

/* ---- words ---------------------------------------------------------------------- */

static const char *joined(Diff *d, const char *part, const char *what)
{
  return part && *part ? arena_printf(d->arena, "%s, %s", part, what) : what;
}

static void note_words(Diff *d, const char *part, const Node *a, const Node *b,
                       const char *old, const char *new)
{
  if (diff_same_text(d, old, new)) return;
  diff_note(d, DIFF_TEXTS,
            (DiffNote){DIFF_CHANGED,
                       part,
                       old ? diff_quote(d->arena, old) : NULL,
                       new ? diff_quote(d->arena, new) : NULL,
                       {a, b},
                       DIFF_ABOUT_TEXT,
                       false});
}

static void word_list(Diff *d, const char *part, const Node *a, const Node *b)
{
  size_t mark = diff_mark(d);
  for (; a && b; a = a->next, b = b->next) diff_words(d, part, a, b);
  diff_unbind(d, mark);
}

static const char *label_part(Diff *d, const char *part, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_CHOOSE:
  case N_MAY:
  case N_PICK: return joined(d, part, "prompt");
  case N_ALT: return joined(d, part, "label");
  case N_WORD: return arena_printf(d->arena, "word %s", n->name);
  default: return part;
  }
}

/* The names that a node gives to what stands in it. */
static void bind_names(Diff *d, const Node *a, const Node *b)
{
  if (a->tag == N_CALL && a->num == 1) {
    const Node *x = a->a->tag == N_WHERE ? a->a->a : a->a,
               *y = b->a->tag == N_WHERE ? b->a->a : b->a;
    if (x->tag == N_IN && y->tag == N_IN) diff_bind(d, x->a->name, y->a->name);
  } else if ((a->tag == N_EACH || a->tag == N_ALT) && a->name && b->name) {
    diff_bind(d, a->name, b->name);
  }
}

void diff_words(Diff *d, const char *part, const Node *a, const Node *b)
{
  if (!a || !b || a->tag != b->tag) return;
  if (a->tag == N_STR) {
    note_words(d, part, a, b, a->name, b->name);
    return;
  }
  const char *inside = part;
  const Node *around[] = {d->around[DIFF_OLD], d->around[DIFF_NEW]};
  if (cites(a) || cites(b)) d->around[DIFF_OLD] = a, d->around[DIFF_NEW] = b;
  if (a->tag == N_PHRASE && a->a->name) inside = joined(d, part, a->a->name);
  size_t mark = diff_mark(d);
  bind_names(d, a, b);
  note_words(d, label_part(d, part, a), a, b, a->label, b->label);
  word_list(d, inside, a->a, b->a);
  word_list(d, inside, a->b, b->b);
  word_list(d, inside, a->c, b->c);
  word_list(d, inside, a->d, b->d);
  diff_unbind(d, mark);
  memcpy(d->around, around, sizeof around);
  if (a->tag == N_LET || a->tag == N_PARAM) diff_bind(d, a->name, b->name);
}

/* ---- statements that changed ---------------------------------------------------- */

static bool has_words(const Node *n)
{
  for (; n; n = n->next)
    if (n->label || n->tag == N_STR || has_words(n->a) || has_words(n->b) ||
        has_words(n->c) || has_words(n->d))
      return true;
  return false;
}

static bool has_own_words(const Node *n)
{
  Node alone = *n;
  alone.next = NULL;
  return has_words(&alone);
}

static bool differs(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  size_t mark = diff_mark(d);
  bool same = diff_same(d, a, b, loose);
  diff_unbind(d, mark);
  return !same;
}

static void note_stmt(Diff *d, const char *part, const Node *a, const Node *b)
{
  unsigned about = DIFF_ABOUT_RULE;
  if (a && b && !differs(d, a, b, LOOSE_TEXT | LOOSE_NUMBER)) about |= DIFF_ABOUT_NUMBER;
  if ((a && has_own_words(a)) || (b && has_own_words(b))) {
    /* Words are in question unless they are the same on both sides. */
    if (!a || !b || differs(d, a, b, LOOSE_NUMBER)) about |= DIFF_ABOUT_TEXT;
  }
  diff_note(d, d->b->group,
            (DiffNote){!a   ? DIFF_ADDED
                       : !b ? DIFF_REMOVED
                            : DIFF_CHANGED,
                       part,
                       a ? diff_print(d->arena, a) : NULL,
                       b ? diff_print(d->arena, b) : NULL,
                       {a, b},
                       about,
                       true});
}

/* The line above a block: everything of a statement but its blocks. */
static void diff_head(Diff *d, const char *part, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  Node x = *a, y = *b;
  DiffTwin p = {x, (Node *)diff_resolved(a)}, q = {y, (Node *)diff_resolved(b)};
  Node **blocks[] = {&p.node.b, &q.node.b, &p.node.c, &q.node.c};
  bool loop = a->tag == N_REPEAT;
  for (int i = loop ? 2 : 0; i < 4; i++) *blocks[i] = NULL;
  if (!differs(d, &p.node, &q.node, LOOSE_TEXT)) {
    diff_words(d, part, &p.node, &q.node);
    return;
  }
  unsigned about = DIFF_ABOUT_RULE;
  if (!differs(d, &p.node, &q.node, LOOSE_TEXT | LOOSE_NUMBER))
    about |= DIFF_ABOUT_NUMBER;
  diff_note(d, d->b->group,
            (DiffNote){DIFF_CHANGED,
                       part,
                       diff_print_head(d->arena, a),
                       diff_print_head(d->arena, b),
                       {a, b},
                       about,
                       true});
}

static void diff_else(Diff *d, const char *part, const Node *a, const Node *b)
{
  if (a && b) {
    if (differs(d, a, b, LOOSE_TEXT)) diff_stmt(d, part, a, b);
    else diff_words(d, part, a, b);
  } else if (a || b) {
    note_stmt(d, part, a, b);
    DiffChange *c = &d->changes.at[d->changes.n - 1];
    int side = a ? DIFF_OLD : DIFF_NEW;
    c->text[side] = arena_printf(d->arena, "else %s", c->text[side]);
  }
}

static void diff_blocks(Diff *d, const char *part, const Node *a, const Node *b)
{
  diff_rows(d, part, a ? a->a : NULL, b ? b->a : NULL);
}

/* Two statements that are not the same. */
static void diff_stmt(Diff *d, const char *part, const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  size_t mark = diff_mark(d);
  const Node *around[] = {d->around[DIFF_OLD], d->around[DIFF_NEW]};
  if (a->tag != b->tag) {
    note_stmt(d, part, a, b);
    return;
  }
  if (cites(a) || cites(b)) d->around[DIFF_OLD] = a, d->around[DIFF_NEW] = b;
  switch (a->tag) {
  case N_BLOCK: diff_blocks(d, part, a, b); break;
  case N_IF:
    diff_head(d, part, a, b);
    diff_blocks(d, part, a->b, b->b);
    diff_else(d, part, a->c, b->c);
    break;
  case N_EACH:
  case N_ALT:
    diff_head(d, part, a, b);
    bind_names(d, a, b);
    diff_blocks(d, part, a->b, b->b);
    break;
  case N_MAY:
  case N_AS:
    diff_head(d, part, a, b);
    diff_blocks(d, part, a->b, b->b);
    break;
  case N_REPEAT:
    diff_head(d, part, a, b);
    diff_blocks(d, part, a->c, b->c);
    break;
  case N_CHOOSE:
  case N_RUN:
    diff_head(d, part, a, b);
    diff_rows(d, part, a->b, b->b);
    break;
  case N_OTHERWISE:
    diff_else(d, part, a->a, b->a);
    diff_else(d, part, a->b, b->b);
    break;
  default: note_stmt(d, part, a, b); break;
  }
  memcpy(d->around, around, sizeof around);
  diff_unbind(d, mark);
}

/* ---- lists of statements -------------------------------------------------------- */

static Rows rows_of(const Node *n)
{
  Rows r = {0};
  for (; n; n = n->next) {
    Row row = {n, diff_hash(n), -1, false, false};
    vec_push(&r, row);
  }
  return r;
}

static bool is_free_let(const Row *r) { return r->n->tag == N_LET && !r->done; }

static void pair_lets(Diff *d, Row *a, Row *b)
{
  a->done = b->done = true;
  diff_bind(d, a->n->name, b->n->name);
}

/* Names are known before statements are compared: a `let` that got another name or
 * another value is still the one that the others mean. */
static void bind_lets(Diff *d, Rows *as, Rows *bs)
{
  for (int round = 0; round < 3; round++)
    for (size_t i = 0; i < as->n; i++)
      for (size_t j = 0; j < bs->n && is_free_let(&as->at[i]); j++) {
        Row *a = &as->at[i], *b = &bs->at[j];
        if (!is_free_let(b)) continue;
        bool fits = round == 0   ? !strcmp(a->n->name, b->n->name)
                    : round == 1 ? !differs(d, a->n->b, b->n->b, LOOSE_TEXT)
                                 : diff_likeness(a->n->b, b->n->b) >= 0.5;
        if (fits) pair_lets(d, a, b);
      }
  for (size_t i = 0; i < as->n; i++)
    if (is_free_let(&as->at[i])) diff_bind(d, as->at[i].n->name, NULL);
  for (size_t j = 0; j < bs->n; j++)
    if (is_free_let(&bs->at[j])) diff_bind(d, NULL, bs->at[j].n->name);
  for (size_t i = 0; i < as->n; i++) as->at[i].done = false;
  for (size_t j = 0; j < bs->n; j++) bs->at[j].done = false;
}

static bool rows_same(Diff *d, const Row *a, const Row *b)
{
  return a->hash == b->hash && !differs(d, a->n, b->n, LOOSE_TEXT);
}

static void pair_rows(Rows *as, Rows *bs, size_t i, size_t j, bool equal)
{
  INVARIANT(i < as->n);
  as->at[i].peer = (int)j;
  bs->at[j].peer = (int)i;
  as->at[i].equal = bs->at[j].equal = equal;
}

/* The longest common sequence of as[from..n) and bs[from..m). */
static void longest(Diff *d, Rows *as, Rows *bs, size_t from, size_t n, size_t m)
{
  size_t h = n - from, w = m - from;
  Arena *arena = arena_new();
  uint16_t *best = arena_alloc(arena, (h + 1) * (w + 1) * sizeof *best);
  unsigned char *same = arena_alloc(arena, h * w + 1);
  for (size_t i = h; i-- > 0;)
    for (size_t j = w; j-- > 0;) {
      uint16_t *cell = &best[i * (w + 1) + j], down = cell[w + 1], right = cell[1];
      same[i * w + j] = rows_same(d, &as->at[from + i], &bs->at[from + j]);
      *cell = down > right ? down : right;
      if (same[i * w + j] && cell[w + 2] + 1 > *cell) *cell = (uint16_t)(cell[w + 2] + 1);
    }
  for (size_t i = 0, j = 0; i < h && j < w;) {
    const uint16_t *cell = &best[i * (w + 1) + j];
    if (same[i * w + j] && *cell == cell[w + 2] + 1)
      pair_rows(as, bs, from + i++, from + j++, true);
    else if (cell[w + 1] >= cell[1]) i++;
    else j++;
  }
  arena_free(arena);
}

/* For blocks of thousands: each statement is looked for a little further on only. */
static void nearest(Diff *d, Rows *as, Rows *bs, size_t from, size_t n, size_t m)
{
  for (size_t i = from, j = from; i < n; i++)
    for (size_t k = j; k < m && k < j + WINDOW; k++)
      if (rows_same(d, &as->at[i], &bs->at[k])) {
        pair_rows(as, bs, i, k, true);
        j = k + 1;
        break;
      }
}

static void align(Diff *d, Rows *as, Rows *bs)
{
  size_t from = 0, n = as->n, m = bs->n;
  while (from < n && from < m && rows_same(d, &as->at[from], &bs->at[from])) {
    pair_rows(as, bs, from, from, true);
    from++;
  }
  while (n > from && m > from && rows_same(d, &as->at[n - 1], &bs->at[m - 1]))
    pair_rows(as, bs, --n, --m, true);
  if ((n - from) * (m - from) <= MOST_CELLS && n < UINT16_MAX)
    longest(d, as, bs, from, n, m);
  else nearest(d, as, bs, from, n, m);
}

/* What stands elsewhere in the same block. */
static void find_moved(Diff *d, Rows *as, Rows *bs)
{
  for (size_t i = 0; i < as->n; i++) {
    if (as->at[i].peer >= 0) continue;
    for (size_t j = 0; j < bs->n; j++) {
      if (bs->at[j].peer >= 0 || !rows_same(d, &as->at[i], &bs->at[j])) continue;
      pair_rows(as, bs, i, j, true);
      bs->at[j].done = as->at[i].done = true;
      break;
    }
  }
}

/* Between two equal statements: those that are alike, in order. */
static void pair_gap(Rows *as, size_t i, size_t n, Rows *bs, size_t j, size_t m)
{
  if (n - i == 1 && m - j == 1 && as->at[i].peer < 0 && bs->at[j].peer < 0) {
    pair_rows(as, bs, i, j, false); /* one for the other, however alike */
    return;
  }
  for (; i < n; i++) {
    double most = 0.4;
    size_t best = m;
    for (size_t k = j; k < m && k < j + WINDOW; k++) {
      if (bs->at[k].peer >= 0 || as->at[i].peer >= 0) continue;
      double like = diff_likeness(as->at[i].n, bs->at[k].n);
      if (like > most) most = like, best = k;
    }
    if (best == m) continue;
    pair_rows(as, bs, i, best, false);
    j = best + 1;
  }
}

static void pair_gaps(Rows *as, Rows *bs)
{
  size_t i = 0, j = 0;
  while (i < as->n || j < bs->n) {
    size_t n = i, m = j;
    while (n < as->n && (as->at[n].peer < 0 || as->at[n].done)) n++;
    while (m < bs->n && (bs->at[m].peer < 0 || bs->at[m].done)) m++;
    pair_gap(as, i, n, bs, j, m);
    i = n + 1, j = m + 1;
  }
}

/* What stands elsewhere in the same block and has changed besides. */
static void find_moved_alike(Rows *as, Rows *bs)
{
  for (size_t i = 0; i < as->n; i++) {
    double most = 0.5;
    size_t best = bs->n;
    for (size_t j = 0; j < bs->n && as->at[i].peer < 0; j++) {
      if (bs->at[j].peer >= 0) continue;
      double like = diff_likeness(as->at[i].n, bs->at[j].n);
      if (like > most) most = like, best = j;
    }
    if (best == bs->n) continue;
    pair_rows(as, bs, i, best, false);
    as->at[i].done = bs->at[best].done = true;
  }
}

static void note_moved(Diff *d, const char *part, const Node *a, const Node *b,
                       bool equal)
{
  INVARIANT(b && b->tag < N_COUNT);
  const char *(*print)(Arena *, const Node *) = equal ? diff_print : diff_print_head;
  diff_note(d, d->b->group,
            (DiffNote){DIFF_MOVED,
                       part,
                       print(d->arena, a),
                       print(d->arena, b),
                       {a, b},
                       DIFF_ABOUT_RULE,
                       true});
}

static void tell_rows(Diff *d, const char *part, Rows *as, Rows *bs)
{
  size_t i = 0;
  for (size_t j = 0; j <= bs->n; j++) {
    const Row *b = j < bs->n ? &bs->at[j] : NULL;
    size_t to = !b ? as->n : b->peer >= 0 && !b->done ? (size_t)b->peer : i;
    for (; i < to; i++)
      if (as->at[i].peer < 0) note_stmt(d, part, as->at[i].n, NULL);
    if (!b) break;
    if (b->peer < 0) { /* what it replaces comes first */
      for (; i < as->n && (as->at[i].peer < 0 || as->at[i].done); i++)
        if (as->at[i].peer < 0) note_stmt(d, part, as->at[i].n, NULL);
      note_stmt(d, part, NULL, b->n);
      continue;
    }
    const Node *a = as->at[b->peer].n;
    if (b->done) note_moved(d, part, a, b->n, b->equal);
    if (b->equal) {
      size_t mark = diff_mark(d);
      diff_words(d, part, a, b->n);
      diff_unbind(d, mark);
    } else {
      diff_stmt(d, part, a, b->n);
    }
    if (!b->done) i++;
  }
}

static void diff_rows(Diff *d, const char *part, const Node *a, const Node *b)
{
  Rows as = rows_of(a), bs = rows_of(b);
  size_t mark = diff_mark(d);
  bind_lets(d, &as, &bs);
  align(d, &as, &bs);
  find_moved(d, &as, &bs);
  pair_gaps(&as, &bs);
  if (as.n * bs.n <= MOST_CELLS / 100) find_moved_alike(&as, &bs);
  tell_rows(d, part, &as, &bs);
  diff_unbind(d, mark);
  vec_free(&as);
  vec_free(&bs);
}

/* A statement that was removed in one block and added in another was moved. */
static void join_moves(Diff *d, size_t from)
{
  for (size_t i = from; i < d->notes.n; i++) {
    if (d->notes.at[i].kind != DIFF_REMOVED) continue;
    for (size_t j = from; j < d->notes.n; j++) {
      const Node *a = d->notes.at[i].at[DIFF_OLD], *b = d->notes.at[j].at[DIFF_NEW];
      if (d->notes.at[j].kind != DIFF_ADDED || !a || !b || differs(d, a, b, 0)) continue;
      DiffChange *to = &d->changes.at[j], *gone = &d->changes.at[i];
      d->notes.at[j].kind = to->kind = DIFF_MOVED;
      to->about = DIFF_ABOUT_RULE | (to->about & DIFF_ABOUT_CARD);
      to->text[DIFF_OLD] = gone->text[DIFF_OLD];
      to->place[DIFF_OLD] = gone->place[DIFF_OLD];
      d->notes.at[i].kind = DIFF_NOTHING; /* dropped when all are collected */
      gone->kind = DIFF_NOTHING;
      break;
    }
  }
}

void diff_body(Diff *d, const char *part, const Node *a, const Node *b)
{
  size_t from = d->notes.n;
  diff_rows(d, part, a, b);
  join_moves(d, from);
}
