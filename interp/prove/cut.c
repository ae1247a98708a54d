/* Cuts: what bodies can change, and what is assumed and owed where a proof is cut. */
#include "interp/prove/encode.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a body writes, and how large it is ------------------------------------------
 */

static void verb_writes(Encoder *x, const Verb *v, Writes *w);

static void written(Encoder *x, const Field *f, const Kind *k, Writes *w)
{
  bool *mark = f ? &w->fields[f->index] : &w->kinds[k->index];
  if (*mark) return;
  *mark = true;
  for (size_t i = 0; i < x->m->whens.n; i++) {
    const When *h = x->m->whens.at[i];
    const Numbers *reads = f ? &h->read.fields : &h->read.kinds;
    for (size_t r = 0; r < reads->n; r++) {
      if (reads->at[r] != (f ? f->index : k->index)) continue;
      w->fields[h->bits->index] = true;
      writes_of(x, h->node->c, w);
    }
  }
}

static void place_written(Encoder *x, const Node *place, Writes *w)
{
  const Node *p = place->tag == N_INDEX ? place->a : place;
  if (!p->sym) return;
  if (p->sym->tag == SY_FIELD) written(x, p->sym->field, NULL, w);
  else vec_push(&w->locals, p->sym);
}

static void phrase_writes(Encoder *x, const Node *n, Writes *w)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: verb_writes(x, n->sym->slot, w); break;
  case BP_ADD:
  case BP_REMOVE:
  case BP_REMOVE_AT: place_written(x, n->b->next, w); break;
  case BP_MOVE:
  case BP_MOVE_UNDER: written(x, NULL, n->b->next->type->kind, w); break;
  case BP_DRAW: written(x, NULL, n->b->next->next->type->kind, w); break;
  default: break;
  }
}

/* Statements only: expressions change nothing. */
void writes_of(Encoder *x, const Node *n, Writes *w)
{
  if (!w->fields) {
    memset(x->visited, 0, x->m->verbs.n);
    w->fields = arena_alloc(x->arena, x->m->fields.n + 1);
    w->kinds = arena_alloc(x->arena, x->m->kinds.n + 1);
  }
  for (; n; n = n->next) {
    switch (n->tag) {
    case N_SET: place_written(x, n->a, w); break;
    case N_RAISE:
    case N_LOWER: {
      const Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
      const Field *f = p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
      place_written(x, n->a, w);
      if (f && (n->tag == N_LOWER ? f->lower : f->raise))
        verb_writes(x, n->tag == N_LOWER ? f->lower : f->raise, w);
      break;
    }
    case N_PHRASE: phrase_writes(x, n, w); break;
    case N_BLOCK: writes_of(x, n->a, w); break;
    case N_OTHERWISE:
      writes_of(x, n->a, w);
      writes_of(x, n->b, w);
      break;
    case N_IF:
      writes_of(x, n->b, w);
      writes_of(x, n->c, w);
      break;
    case N_EACH:
    case N_MAY:
    case N_AS:
    case N_ALT:
    case N_CHOOSE: writes_of(x, n->b, w); break;
    case N_REPEAT: writes_of(x, n->c, w); break;
    default: break;
    }
  }
}

/* A node whose `next` belongs to somebody else. */
static void writes_of_one(Encoder *x, const Node *n, Writes *w)
{
  if (!n) return;
  Node one = *n;
  one.next = NULL;
  writes_of(x, &one, w);
}

static void verb_writes(Encoder *x, const Verb *v, Writes *w)
{
  if (x->visited[v->number]) return;
  x->visited[v->number] = true;
  if (v->field) written(x, v->field, NULL, w);
  else if (v->decl) writes_of_one(x, v->decl->b, w);
  for (size_t i = 0; i < v->rules.n; i++) writes_of_one(x, v->rules.at[i]->node->c, w);
  for (size_t i = 0; v->slot_of && i < x->m->bodies.n; i++)
    if (x->m->bodies.at[i].slot == v) writes_of_one(x, x->m->bodies.at[i].node->a, w);
}

static int64_t verb_size(Encoder *x, const Verb *v)
{
  enum { BEING = -1 };
  int64_t *at = &x->sizes[v->number];
  if (*at == BEING) return 0;
  if (*at) return *at;
  *at = BEING;
  int64_t size = 1;
  if (v->decl && !v->field) size += size_of(x, v->decl->b);
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    int64_t times = r->place.thing  ? r->place.thing->copies
                    : r->place.kind ? r->place.kind->count
                                    : 1;
    size += size_of(x, r->node->c) * times;
  }
  for (size_t i = 0; v->slot_of && i < x->m->bodies.n; i++)
    if (x->m->bodies.at[i].slot == v) size += size_of(x, x->m->bodies.at[i].node->a);
  return *at = size;
}

static int64_t size_of_all(Encoder *x, const Node *n)
{
  int64_t size = 0;
  for (; n; n = n->next) size += size_of(x, n);
  return size;
}

int64_t size_of(Encoder *x, const Node *n)
{
  if (!n) return 0;
  int64_t size = 1;
  if (n->tag == N_PHRASE) {
    if (n->op == BP_VERB || n->op == BP_SLOT) size += verb_size(x, n->sym->slot);
    return size + size_of_all(x, n->b);
  }
  if (n->tag == N_RAISE || n->tag == N_LOWER) {
    const Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
    const Field *f = p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
    const Verb *v = !f ? NULL : n->tag == N_LOWER ? f->lower : f->raise;
    if (v) size += verb_size(x, v);
  }
  bool lists = n->tag == N_BLOCK || n->tag == N_CALL;
  size += lists ? size_of_all(x, n->a) : size_of(x, n->a);
  size += n->tag == N_CHOOSE ? size_of_all(x, n->b) : size_of(x, n->b);
  return size + size_of(x, n->c);
}

/* ---- anything
 * ------------------------------------------------------------------------------ */

static void free_field(Encoder *x, const Field *f)
{
  int per = f->per ? (int)type_count(f->per) : 1, w = x->field_width[f->index];
  int count = (f->kind ? f->kind->count : 1) * per;
  for (int i = 0; i < count; i++) {
    Val v = any_of(x, f->type);
    write_cells(x, x->field_cell[f->index] + i * w, &v, w, T_YES);
    if (!v.many) x->s.at[x->field_cell[f->index] + i * w] = v.t;
  }
}

static void free_kind(Encoder *x, const Kind *k)
{
  Terms *t = &x->terms;
  for (int i = 0; i < k->count; i++) {
    Term in = T_NO, at = t_free(t, false, -1, x->piles - 1, false);
    for (size_t f = 0; f < x->m->fields.n; f++) { /* only in piles of its kind */
      const Field *y = x->m->fields.at[f];
      if (!y->pile || y->type->kind != k) continue;
      int per = y->per ? (int)type_count(y->per) : 1;
      int64_t from = x->field_pile[f], n = (y->kind ? y->kind->count : 1) * per;
      in = t_or(
          t, in,
          t_and(t, t_le(t, num_of(x, from), at), t_le(t, at, num_of(x, from + n - 1))));
    }
    Term box = t_eq(t, at, num_of(x, -1));
    /* what this game does not have lies in the box */
    assume(x, t_or(t, box, t_and(t, in, present(x, k, k->first + i))));
    x->s.at[x->loc0 + k->first + i] = at;
  }
}

void havoc(Encoder *x, const Writes *w, const Node *at)
{
  INVARIANT(x->m);
  if (x->gave_up) return;
  for (size_t i = 0; i < x->m->fields.n; i++) {
    const Field *f = x->m->fields.at[i];
    if (w->fields[i] && !f->pile && !f->option) free_field(x, f);
  }
  for (size_t i = 0; i < x->m->kinds.n; i++)
    if (w->kinds[i]) free_kind(x, x->m->kinds.at[i]);
  for (size_t i = 0; i < w->locals.n; i++)
    for (size_t k = x->names.n; k-- > 0;) {
      Binding *b = &x->names.at[k];
      if (b->sym != w->locals.at[i] || b->cell < 0) continue;
      Val v = any_of(x, b->type);
      if (!v.many) x->s.at[b->cell] = v.t;
      for (int e = 0; v.many && e < v.n; e++) x->s.at[b->cell + e] = v.has[e];
      break;
    }
  for (size_t i = 0; i < x->goals.n; i++)
    if (goal_reads(&x->goals.at[i], x, w)) x->s.stale[i] = true, x->s.by[i] = at;
}

/* ---- goals
 * --------------------------------------------------------------------------------- */

bool goal_reads(const Goal *g, const Encoder *x, const Writes *w)
{
  for (size_t i = 0; i < x->m->fields.n; i++)
    if (g->fields[i] && w->fields[i]) return true;
  for (size_t i = 0; i < x->m->kinds.n; i++)
    if (g->kinds[i] && w->kinds[i]) return true;
  return false;
}

typedef struct Holding {
  Node *condition;
  Term all;
} Holding;

static void hold_one(Encoder *x, Term holds, void *arg)
{
  Holding *h = arg;
  Terms *t = &x->terms;
  h->all = t_and(t, h->all, t_or(t, t_not(t, holds), eval_truth(x, h->condition)));
}

/* Is it so in the present state? */
Term goal_holds(Encoder *x, const Goal *g)
{
  Holding h = {g->always->node->a, T_YES};
  Term me = x->me;
  size_t names = x->names.n;
  const Verb *rule = x->rule_verb;
  x->me = num_of(x, NONE);
  each_place(x, &g->always->place, NULL, hold_one, &h);
  x->me = me;
  x->rule_verb = rule;
  x->names.n = names;
  return h.all;
}

int cut_new(Encoder *x) { return ++x->cuts; }

static int assumption(Encoder *x, int cut, int goal)
{
  for (size_t i = 0; i < x->assumed.n; i++)
    if (x->assumed.at[i].cut == cut && x->assumed.at[i].goal == goal) return (int)i;
  Term name = t_free(&x->terms, true, 0, 1, false);
  vec_push(&x->assumed, ((Assumed){cut, goal, name, false}));
  return (int)x->assumed.n - 1;
}

Term assumed_at(Encoder *x, int cut, int goal)
{
  int i = assumption(x, cut, goal); /* may move the list */
  return x->assumed.at[i].name;
}

void owe(Encoder *x, int cut, int goal, const Node *at)
{
  Terms *t = &x->terms;
  if (x->quiet) return;
  int assumed = assumption(x, cut, goal);
  Term broken = t_and(t, t_and(t, x->s.path, x->guard),
                      t_not(t, goal_holds(x, &x->goals.at[goal])));
  if (broken == T_NO) return;
  Duty d = {.assumed = assumed,
            .broken = broken,
            .at = at,
            .by = x->s.by[goal],
            .unit = x->unit};
  vec_push(&x->duties, d);
}

void owe_all(Encoder *x, int cut, const Writes *w, const Node *at)
{
  for (size_t i = 0; i < x->goals.n && !x->gave_up; i++)
    if (!x->goals.at[i].always->node->c && goal_reads(&x->goals.at[i], x, w))
      owe(x, cut, (int)i, at);
}

void assume_all(Encoder *x, int cut, const Writes *w)
{
  Terms *t = &x->terms;
  for (size_t i = 0; i < x->goals.n && !x->gave_up; i++) {
    if (x->goals.at[i].always->node->c || !goal_reads(&x->goals.at[i], x, w)) continue;
    Term name = assumed_at(x, cut, (int)i);
    assume(x, t_or(t, t_not(t, name), goal_holds(x, &x->goals.at[i])));
  }
}
