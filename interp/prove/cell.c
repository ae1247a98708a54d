/* State: where fields lie, reading and changing them, piles, `when`. */
#include "interp/prove/encode.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 6000 };

/* ---- layout --------------------------------------------------------------------------
 */

static int per_count(const Field *f) { return f->per ? (int)type_count(f->per) : 1; }
static int64_t per_first(const Field *f)
{
  if (!f->per) return 0;
  return f->per->tag == T_THING ? f->per->kind->first
         : f->per->tag == T_NUM ? f->per->lo
                                : 0;
}

static int width_of(const Type *t)
{
  if (t->tag != T_SET && t->tag != T_LIST) return 1;
  return (int)(t->elem->tag == T_THING ? t->elem->kind->count : type_count(t->elem));
}

static void lay_out(Encoder *x)
{
  Model *m = x->m;
  int64_t cells = 0;
  x->field_cell = arena_alloc(x->arena, (m->fields.n + 1) * sizeof(int));
  x->field_pile = arena_alloc(x->arena, (m->fields.n + 1) * sizeof(int));
  x->field_width = arena_alloc(x->arena, (m->fields.n + 1) * sizeof(int));
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    int64_t count = (f->kind ? f->kind->count : 1) * per_count(f);
    if (f->pile) {
      x->field_pile[i] = x->piles;
      x->piles += (int)count;
      continue;
    }
    x->field_cell[i] = (int)cells;
    x->field_width[i] = width_of(f->type);
    cells += count * x->field_width[i];
  }
  x->loc0 = (int)cells;
  cells += m->thing_count;
  if (cells > MOST_CELLS) encode_give_up(x, m->game);
  x->cells = cells > MOST_CELLS ? 1 : (int)cells;
}

void encoder_init(Encoder *x, Model *m, const Program *p, int unroll)
{
  *x = (Encoder){.m = m, .p = p, .unroll = unroll, .guard = T_YES};
  x->arena = arena_new();
  terms_init(&x->terms);
  lay_out(x);
  x->players = t_free(&x->terms, false, m->game->num, m->game->num2, false);
  x->thing_of = arena_alloc(x->arena, ((size_t)m->thing_count + 1) * sizeof *x->thing_of);
  for (size_t i = 0; i < m->kinds.n; i++)
    for (size_t k = 0; k < m->kinds.at[i]->things.n; k++) {
      Thing *t = m->kinds.at[i]->things.at[k];
      for (int c = 0; c < t->copies; c++) x->thing_of[t->id + c] = t;
    }
  size_t verbs = m->verbs.n + 1;
  for (size_t i = 0; i < m->verbs.n; i++) m->verbs.at[i]->number = (int)i;
  x->visited = arena_alloc(x->arena, verbs);
  x->sizes = arena_alloc(x->arena, verbs * sizeof *x->sizes);
  x->summary = arena_alloc(x->arena, verbs * sizeof *x->summary);
  x->me = x->self = num_of(x, NONE);
  x->winners = set_new(x, m->player->type);
}

void encoder_free(Encoder *x)
{
  vec_free(&x->goals);
  vec_free(&x->assumed);
  vec_free(&x->duties);
  vec_free(&x->chances);
  vec_free(&x->names);
  vec_free(&x->queue);
  terms_free(&x->terms);
  arena_free(x->arena);
}

/* ---- fields --------------------------------------------------------------------------
 */

Val cells_value(Encoder *x, int cell, const Type *t)
{
  if (t->tag != T_SET && t->tag != T_LIST) return val_of(x->s.at[cell]);
  Val v = set_new(x, t->elem);
  memcpy(v.has, &x->s.at[cell], (size_t)v.n * sizeof *v.has);
  v.listed = t->tag == T_LIST;
  return v;
}

void write_cells(Encoder *x, int cell, const Val *v, int width, Term under)
{
  Terms *t = &x->terms;
  if (!v->many) {
    Term old = x->s.at[cell], new = v->t;
    if (t_row(t, old)->truth && !t_row(t, new)->truth) new = val_truth(x, *v);
    else if (!t_row(t, old)->truth && t_row(t, new)->truth)
      new = t_ite(t, new, num_of(x, 1), num_of(x, 0));
    x->s.at[cell] = t_ite(t, under, new, old);
    return;
  }
  for (int i = 0; i < width && i < v->n; i++)
    x->s.at[cell + i] = t_ite(t, under, v->has[i], x->s.at[cell + i]);
}

void place_of(Encoder *x, Node *place, Field **f, Term *thing, Term *per)
{
  Node *p = place->tag == N_INDEX ? place->a : place;
  *f = p->sym->field;
  *thing = (*f)->kind ? eval_term(x, p->a) : num_of(x, 0);
  *per = (*f)->per && place->tag == N_INDEX ? eval_term(x, place->b)
                                            : num_of(x, per_first(*f));
}

typedef struct Span {
  int64_t first, lo, hi;
} Span;

/* Which of so many it can be. */
static Span span_of(Encoder *x, Term t, int64_t first, int64_t count)
{
  const TermRow *r = t_row(&x->terms, t);
  Span s = {first, r->lo, r->hi};
  if (s.lo < first) s.lo = first;
  if (s.hi >= first + count) s.hi = first + count - 1;
  return s;
}

static int cell_at(const Encoder *x, const Field *f, int64_t thing, int64_t per)
{
  return x->field_cell[f->index] +
         (int)((thing * per_count(f) + per) * x->field_width[f->index]);
}

static void first_value(Encoder *x, Field *f);

Val read_field(Encoder *x, const Field *f, Term thing, Term per)
{
  Terms *t = &x->terms;
  if (x->gave_up) return any_of(x, f->type);
  if (x->inits) first_value(x, (Field *)f);
  Span a = f->kind ? span_of(x, thing, f->kind->first, f->kind->count) : (Span){0, 0, 0};
  Span b = span_of(x, per, per_first(f), per_count(f));
  if (a.lo > a.hi || b.lo > b.hi)
    return f->type->tag == T_SET ? set_new(x, f->type->elem) : val_of(num_of(x, NONE));
  Val v = {0};
  bool some = false;
  for (int64_t i = a.hi; i >= a.lo; i--)
    for (int64_t k = b.hi; k >= b.lo; k--) {
      Val w = cells_value(x, cell_at(x, f, i - a.first, k - b.first), f->type);
      Term here = t_and(t, f->kind ? t_eq(t, thing, num_of(x, i)) : T_YES,
                        t_eq(t, per, num_of(x, k)));
      v = some ? val_ite(x, here, w, v) : w;
      some = true;
    }
  if (f->kind && t_row(t, thing)->lo == NONE && !v.many && f->type->tag != T_FLAG)
    v = val_ite(x, t_eq(t, thing, num_of(x, NONE)), val_of(num_of(x, NONE)), v);
  return v;
}

static void mark_stale(Encoder *x, const Field *f, const Kind *k)
{
  for (size_t i = 0; i < x->goals.n; i++) {
    const Goal *g = &x->goals.at[i];
    if (f ? !g->fields[f->index] : !g->kinds[k->index]) continue;
    x->s.stale[i] = true;
    x->s.by[i] = x->at;
  }
}

void write_field(Encoder *x, Field *f, Term thing, Term per, Val v)
{
  Terms *t = &x->terms;
  if (x->gave_up) return;
  Span a = f->kind ? span_of(x, thing, f->kind->first, f->kind->count) : (Span){0, 0, 0};
  Span b = span_of(x, per, per_first(f), per_count(f));
  for (int64_t i = a.lo; i <= a.hi; i++)
    for (int64_t k = b.lo; k <= b.hi; k++) {
      Term here = t_and(t, f->kind ? t_eq(t, thing, num_of(x, i)) : T_YES,
                        t_eq(t, per, num_of(x, k)));
      write_cells(x, cell_at(x, f, i - a.first, k - b.first), &v,
                  x->field_width[f->index], here);
    }
  mark_stale(x, f, NULL);
  look_at_whens(x, f, NULL);
}

/* ---- piles ---------------------------------------------------------------------------
 */

Term pile_number(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  const Node *p = n->tag == N_INDEX ? n->a : n;
  if (!p->sym || p->sym->tag != SY_FIELD) return eval_term(x, n); /* a parameter */
  Field *f;
  Term thing, per;
  place_of(x, n, &f, &thing, &per);
  Term at = num_of(x, x->field_pile[f->index]);
  if (f->kind)
    at = t_add(
        t, at,
        t_mul(t, t_add(t, thing, num_of(x, -f->kind->first)), num_of(x, per_count(f))));
  return t_add(t, at, t_add(t, per, num_of(x, -per_first(f))));
}

Val pile_things(Encoder *x, const Kind *k, Term pile)
{
  INVARIANT(x->m);
  if (x->inits)
    for (size_t i = 0; i < x->m->fields.n; i++)
      if (x->m->fields.at[i]->pile && x->m->fields.at[i]->type->kind == k)
        first_value(x, x->m->fields.at[i]);
  Val v = set_new(x, k->type);
  for (int i = 0; i < v.n && !x->gave_up; i++)
    v.has[i] = t_eq(&x->terms, x->s.at[x->loc0 + k->first + i], pile);
  return v;
}

void move_thing(Encoder *x, const Kind *k, Term thing, Term pile)
{
  Terms *t = &x->terms;
  if (x->gave_up) return;
  Span a = span_of(x, thing, k->first, k->count);
  for (int64_t i = a.lo; i <= a.hi; i++) {
    Term *at = &x->s.at[x->loc0 + i];
    *at = t_ite(t, t_eq(t, thing, num_of(x, i)), pile, *at);
  }
  mark_stale(x, NULL, k);
}

/* ---- when ----------------------------------------------------------------------------
 */

typedef struct Watched {
  const When *w;
  bool arm;
} Watched;

/* As the machine does it: one bit for each thing says whether it held before. */
static void look(Encoder *x, Term holds, void *arg)
{
  const Watched *a = arg;
  const When *w = a->w;
  Terms *t = &x->terms;
  Term self = w->bits->kind ? x->self : num_of(x, 0), per = num_of(x, 0);
  if (x->s.path == T_NO) return;
  Term cond = w->place.hold ? eval_truth(x, w->place.hold) : T_YES;
  cond = t_and(t, cond, eval_truth(x, w->node->a));
  Term was = val_truth(x, read_field(x, w->bits, self, per));
  Term fires = a->arm ? T_NO : t_and(t, holds, t_and(t, cond, t_not(t, was)));
  Term bit = t_ite(t, holds, cond, was);
  int cell = cell_at(x, w->bits, 0, 0);
  int64_t id;
  if (w->bits->kind && t_constant(t, self, &id))
    cell = cell_at(x, w->bits, id - w->bits->kind->first, 0);
  x->s.at[cell] = bit;
  if (fires == T_NO) return;
  Cells rest = cells_copy(x, &x->s);
  assume(x, fires);
  const Verb *rule = x->rule_verb;
  x->rule_verb = NULL;
  x->depth++;
  x->whens++;
  if (x->depth < 40) exec_block(x, w->node->c);
  else encode_give_up(x, w->node);
  x->whens--;
  x->depth--;
  x->rule_verb = rule;
  rest.path = t_and(t, rest.path, t_not(t, fires));
  Cells ran = x->s;
  cells_join(x, fires, &ran, &rest);
}

static bool numbers_have(const Numbers *n, int k)
{
  for (size_t i = 0; i < n->n; i++)
    if (n->at[i] == k) return true;
  return false;
}

void look_at_whens(Encoder *x, const Field *f, const Kind *piles)
{
  INVARIANT(x->m);
  if (!x->armed) return;
  for (size_t i = 0; i < x->m->whens.n; i++) {
    const When *w = x->m->whens.at[i];
    if (f && !numbers_have(&w->read.fields, f->index)) continue;
    if (piles && !numbers_have(&w->read.kinds, piles->index)) continue;
    Watched arg = {w, false};
    Place place = w->place;
    place.hold = NULL;
    Stopped *stops = x->stops;
    each_place(x, &place, NULL, look, &arg);
    x->stops = stops;
  }
}

void arm_whens(Encoder *x)
{
  for (size_t i = 0; i < x->m->whens.n; i++) {
    Watched arg = {x->m->whens.at[i], true};
    Place place = x->m->whens.at[i]->place;
    place.hold = NULL;
    each_place(x, &place, NULL, look, &arg);
  }
  x->armed = true;
}

/* ---- first values --------------------------------------------------------------------
 */

static Val default_of(Encoder *x, const Type *t)
{
  if (t->tag == T_SET || t->tag == T_LIST) return set_new(x, t->elem);
  if (t->tag == T_FLAG && !t->opt) return val_of(T_NO);
  int64_t n = t->opt                                ? NONE
              : t->tag == T_NUM                     ? (t->lo > 0   ? t->lo
                                                       : t->hi < 0 ? t->hi
                                                                   : 0)
              : t->tag == T_THING && t->kind->count ? t->kind->first
              : t->tag == T_THING                   ? NONE
                                                    : 0;
  return val_of(num_of(x, n));
}

static void fill_pile(Encoder *x, Field *f, int thing)
{
  Terms *t = &x->terms;
  Val v = eval_set(x, f->decl->b, f->type->kind->set);
  Term on = variant_on(x, f->variant);
  for (int i = 0; i < v.n; i++) {
    Term *at = &x->s.at[x->loc0 + f->type->kind->first + i];
    *at = t_ite(t, t_and(t, on, v.has[i]),
                num_of(x, x->field_pile[f->index] + thing * per_count(f)), *at);
  }
}

static void first_value(Encoder *x, Field *f)
{
  if (f->option || f->hidden || x->filled[f->index]) return;
  x->filled[f->index] = 1;
  int count = f->kind ? f->kind->count : 1;
  Term self = x->self, on = variant_on(x, f->variant);
  for (int i = 0; i < count && !x->gave_up; i++) {
    if (f->kind) x->self = num_of(x, f->kind->first + i);
    if (f->pile) {
      if (f->decl->b) fill_pile(x, f, i);
      continue;
    }
    Val v = default_of(x, f->type);
    if (f->decl->b) v = val_ite(x, on, eval_as(x, f->decl->b, f->type), v);
    for (int k = 0; k < per_count(f); k++)
      write_cells(x, cell_at(x, f, i, k), &v, x->field_width[f->index], T_YES);
  }
  x->self = self;
}

/* An option differs from its default only where its condition holds. */
static void option_value(Encoder *x, const Field *f)
{
  Terms *t = &x->terms;
  int cell = x->field_cell[f->index];
  x->s.at[cell] = any_of(x, f->type).t;
  if (!f->decl->c) return;
  Val usual = eval_as(x, f->decl->b, f->type);
  assume(x, t_or(t, eval_truth(x, f->decl->c), t_eq(t, x->s.at[cell], usual.t)));
}

void first_values(Encoder *x)
{
  INVARIANT(x->m && x->arena);
  Model *m = x->m;
  x->filled = arena_alloc(x->arena, m->fields.n + 1);
  for (int i = 0; i < m->thing_count && !x->gave_up; i++)
    x->s.at[x->loc0 + i] = num_of(x, -1);
  for (size_t i = 0; i < m->fields.n && !x->gave_up; i++) {
    Field *f = m->fields.at[i];
    if (f->pile) continue;
    Val v = default_of(x, f->type);
    int count = (f->kind ? f->kind->count : 1) * per_count(f);
    for (int k = 0; k < count; k++) {
      int cell = x->field_cell[i] + k * x->field_width[i];
      x->s.at[cell] = v.many ? T_NO : v.t;
      for (int e = 0; v.many && e < x->field_width[i]; e++) x->s.at[cell + e] = T_NO;
    }
  }
  for (size_t i = 0; i < m->fields.n; i++)
    if (m->fields.at[i]->option && !x->gave_up) option_value(x, m->fields.at[i]);
  for (size_t i = 0; i < m->variants.n && !x->gave_up; i++) {
    const Variant *v = m->variants.at[i];
    if (!v->flag) continue;
    x->s.at[x->field_cell[v->flag->index]] = v->tests ? T_NO
                                             : v->always || !v->decl->a
                                                 ? T_YES
                                                 : eval_truth(x, v->decl->a);
  }
  x->inits = true;
  for (size_t i = 0; i < m->fields.n && !x->gave_up; i++) first_value(x, m->fields.at[i]);
  x->inits = false;
}
