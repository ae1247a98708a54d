/* What each field can hold, from its first value and from everything that writes it.
 *
 * Fields begin as "nothing" and grow by what is written until no round adds anything; one
 * that keeps growing is widened to the end of its type.  What tests write does not count:
 * no game does it. */
#include "interp/find/piles.h"
#include "interp/base/invariant.h"
#include "interp/find/walk.h"
#include "interp/sema/builtin.h"

#include <string.h>

enum { PATIENCE = 4 }; /* rounds in which a field may grow step by step */

typedef struct Growing {
  unsigned char *times; /* by field: how often it grew */
  bool *leaves, grown;  /* by kind: its things change piles */
} Growing;

static void grow(Walk *w, const Field *f, Range r)
{
  Growing *g = w->user;
  Survey *k = w->k;
  INVARIANT(f->index >= 0 && (size_t)f->index < k->m->fields.n);
  Range all = range_of_type(f->type), *now = &k->field[f->index];
  if (f->type->tag == T_PILE || f->type->tag == T_SET) all.none = r.none = false;
  Range joined = range_join(*now, range_meet(r, all));
  if (range_same(now, &joined)) return;
  if (g->times[f->index] < PATIENCE) g->times[f->index]++;
  else {
    if (joined.lo < now->lo) joined.lo = all.lo;
    if (joined.hi > now->hi) joined.hi = all.hi;
    if (joined.from < now->from) joined.from = all.from;
    if (joined.to > now->to) joined.to = all.to;
  }
  *now = joined;
  g->grown = true;
}

static const Field *written(const Node *place)
{
  const Sym *y = place->tag == N_INDEX ? place->a->sym : place->sym;
  return y && y->tag == SY_FIELD ? y->field : NULL;
}

static Range first_range(Walk *w, const Field *f)
{
  Range all = range_of_type(f->type);
  const Node *e = f->decl->b;
  if (f->hidden) return all;
  if (e) {
    Range r = range_of(w->k, e);
    if (!is_many(f->type)) return r;
    if (e->tag == N_NONE) return range_number(0, 0);
    return is_many(e->type) ? r : (Range){!r.none, 1, false, r.lo, r.hi, r.words};
  }
  if (is_many(f->type)) return (Range){0, 0, false, 1, 0, all.words};
  if (f->type->opt) return (Range){1, 0, true, 1, 0, all.words};
  if (f->type->tag == T_THING && f->type->kind->has_variants) return all;
  return range_one(f->type, all.lo > 0 || f->type->tag == T_THING ? all.lo
                            : all.hi < 0                          ? all.hi
                                                                  : 0);
}

static void pile_changes(Walk *w, const Node *pile, bool receives)
{
  Growing *g = w->user;
  const Field *f = written(pile);
  const Kind *kind = pile->type && pile->type->tag == T_PILE ? pile->type->kind : NULL;
  if (kind && !g->leaves[kind->index]) g->leaves[kind->index] = g->grown = true;
  if (f && f->pile && receives) grow(w, f, range_of_type(f->type));
}

static void phrase_writes(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_ADD:
  case BP_REMOVE_AT:
  case BP_REMOVE: {
    const Field *f = written(b);
    if (f && f->type->tag == T_LIST) grow(w, f, range_of_type(f->type));
    if (!f || f->type->tag != T_SET) return;
    Range r = range_of_type(f->type), x = range_of(w->k, a);
    r.from = is_many(a->type) ? x.from : x.lo;
    r.to = is_many(a->type) ? x.to : x.hi;
    if (n->op == BP_REMOVE) r.hi = 0, r.from = 1, r.to = 0;
    else if (x.lo > x.hi) return;
    grow(w, f, r);
    return;
  }
  case BP_MOVE:
  case BP_MOVE_UNDER: pile_changes(w, b, true); return;
  case BP_DRAW:
    pile_changes(w, b, false);
    pile_changes(w, b->next, true);
    return;
  case BP_VERB:
  case BP_SLOT:
    for (size_t i = 0; a; a = a->next, i++)
      if (a->type && a->type->tag == T_PILE)
        pile_changes(w, a, !n->sym || verb_moves(n->sym->slot, i, true, 0));
    return;
  default: return;
  }
}

static void writes(Walk *w, Told what, const Node *n, unsigned bits)
{
  (void)bits;
  if (what != TOLD_WRITE) return;
  if (n->tag == N_PHRASE) {
    phrase_writes(w, n);
    return;
  }
  const Field *f = written(n->a);
  if (!f) return;
  Range e = range_of(w->k, n->b);
  if (n->tag == N_SET) {
    if (is_many(f->type) && !is_many(n->b->type))
      e = n->b->tag == N_NONE ? (Range){0, 0, false, 1, 0, 0}
                              : (Range){!e.none, 1, false, e.lo, e.hi, e.words};
    grow(w, f, e);
    return;
  }
  Range old = range_of(w->k, n->a), all = range_of_type(f->type);
  Range now = range_arith(n->tag == N_RAISE ? N_ADD : N_SUB, old, e);
  if (now.lo > now.hi) return;
  if (now.lo < all.lo) now.lo = all.lo; /* it stops at the ends */
  if (now.lo > all.hi) now.lo = all.hi;
  if (now.hi > all.hi) now.hi = all.hi;
  if (now.hi < all.lo) now.hi = all.lo;
  grow(w, f, now);
}

static void begin_round(Walk *w)
{
  const Growing *g = w->user;
  Survey *k = w->k;
  memset(k->value_state, 0, k->m->values.n + 1);
  memset(k->column_state, 0, k->m->columns.n + 1);
  for (size_t i = 0; i < k->m->fields.n; i++) {
    const Field *f = k->m->fields.at[i];
    k->base = k->n = 0;
    k->self = NULL;
    Range r = first_range(w, f);
    if (f->pile && f->type->kind && g->leaves[f->type->kind->index]) r.lo = 0;
    grow(w, f, r);
  }
}

Survey *survey_new(Find *f)
{
  INVARIANT(f && f->m && f->m->player && f->m->game);
  Model *m = f->m;
  Arena *a = m->arena;
  Survey *k = ARENA_NEW(a, Survey);
  k->f = f;
  k->m = m;
  k->field = arena_alloc(a, (m->fields.n + 1) * sizeof *k->field);
  k->column = arena_alloc(a, (m->columns.n + 1) * sizeof *k->column);
  k->value = arena_alloc(a, (m->values.n + 1) * sizeof *k->value);
  k->value_state = arena_alloc(a, m->values.n + 1);
  k->column_state = arena_alloc(a, m->columns.n + 1);
  k->kind_least = arena_alloc(a, (m->kinds.n + 1) * sizeof *k->kind_least);
  for (size_t i = 0; i < m->kinds.n; i++) {
    const Kind *kind = m->kinds.at[i];
    for (size_t j = 0; j < kind->things.n; j++)
      k->kind_least[i] += thing_least(kind->things.at[j]);
  }
  k->kind_least[m->player->index] = m->game->num;
  for (size_t i = 0; i < m->fields.n; i++) k->field[i] = range_nothing();
  Growing g = {arena_alloc(a, m->fields.n + 1), arena_alloc(a, m->kinds.n + 1), true};
  Walk w = {.k = k, .tell = writes, .user = &g};
  while (g.grown) { /* what they are before the first rule */
    g.grown = false;
    begin_round(&w);
  }
  for (g.grown = true; g.grown;) {
    g.grown = false;
    begin_round(&w);
    walk_all(&w);
  }
  for (size_t i = 0; is_fragment(f) && i < m->fields.n; i++)
    k->field[i] = range_of_type(m->fields.at[i]->type);
  return k;
}
