/* Builtin functions as terms. */
#include "interp/prove/encode.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

enum { MOST_COMPARED = 40 }; /* most and least compare every two */

/* One element of a set: what a function over elements measures of it. */
typedef struct Measured {
  Term in; /* it counts */
  Val val;
} Measured;

static Measured measure(Encoder *x, Node *n, const Val *from, int i)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Measured m = {from->has[i], {0}};
  size_t names = x->names.n;
  Term before = x->guard;
  name_as(x, n->sym, val_of(num_of(x, from->base + i)));
  x->guard = t_and(t, before, m.in);
  if (n->c) m.in = t_and(t, m.in, eval_truth(x, n->c));
  x->guard = t_and(t, before, m.in);
  if (m.in != T_NO)
    m.val = n->type->tag == T_SET && n->op == BI_SUM ? eval_set(x, n->b, n->type)
                                                     : eval_val(x, n->b);
  if (m.in != T_NO && !m.val.many && n->b->type->opt && n->op != BI_ANY &&
      n->op != BI_ALL && n->op != BI_COUNT)
    m.in = t_and(t, m.in, t_not(t, t_eq(t, m.val.t, num_of(x, NONE))));
  x->guard = before;
  x->names.n = names;
  return m;
}

/* Those with the largest, or smallest, number. */
static Val eval_most(Encoder *x, Node *n, const Val *from)
{
  Terms *t = &x->terms;
  Val v = set_new(x, n->type->elem);
  Measured m[MOST_COMPARED];
  if (from->n > MOST_COMPARED) {
    for (int i = 0; i < v.n && i < from->n; i++)
      v.has[i] = t_and(t, from->has[i], t_free(t, true, 0, 1, false));
    return v;
  }
  for (int i = 0; i < from->n; i++)
    m[i] = from->has[i] == T_NO ? (Measured){T_NO, {0}} : measure(x, n, from, i);
  for (int i = 0; i < v.n && i < from->n; i++) {
    Term best = m[i].in;
    for (int j = 0; j < from->n && best != T_NO; j++) {
      if (m[j].in == T_NO || j == i) continue;
      Term beats = n->op == BI_MOST ? t_le(t, m[j].val.t, m[i].val.t)
                                    : t_le(t, m[i].val.t, m[j].val.t);
      best = t_and(t, best, t_or(t, t_not(t, m[j].in), beats));
    }
    v.has[i] = best;
  }
  return v;
}

static Val eval_binder(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  Type *elem = element_type(x->m, n->a->type);
  Val from = eval_set(x, n->a, type_set(x->m, elem));
  if (n->op == BI_MOST || n->op == BI_LEAST) return eval_most(x, n, &from);
  bool sets = n->op == BI_SUM && n->type->tag == T_SET;
  Term acc = n->op == BI_ANY   ? T_NO
             : n->op == BI_ALL ? T_YES
                               : num_of(x, n->op == BI_MAX || n->op == BI_MIN ? NONE : 0);
  Val joined = sets ? set_new(x, n->type->elem) : (Val){0};
  for (int i = 0; i < from.n; i++) {
    if (from.has[i] == T_NO || (acc == T_NO && n->op == BI_ALL)) continue;
    Measured m = measure(x, n, &from, i);
    if (m.in == T_NO) continue;
    Term v = m.val.t, none = num_of(x, NONE);
    switch (n->op) {
    case BI_ANY: acc = t_or(t, acc, t_and(t, m.in, val_truth(x, m.val))); break;
    case BI_ALL: acc = t_and(t, acc, t_or(t, t_not(t, m.in), val_truth(x, m.val))); break;
    case BI_COUNT:
      acc = t_add(
          t, acc,
          t_ite(t, t_and(t, m.in, val_truth(x, m.val)), num_of(x, 1), num_of(x, 0)));
      break;
    case BI_SUM:
      if (!sets) acc = t_add(t, acc, t_ite(t, m.in, v, num_of(x, 0)));
      for (int k = 0; sets && k < joined.n && k < m.val.n; k++)
        joined.has[k] = t_or(t, joined.has[k], t_and(t, m.in, m.val.has[k]));
      break;
    default: {
      Term better =
          n->op == BI_MAX ? t_not(t, t_le(t, v, acc)) : t_not(t, t_le(t, acc, v));
      acc = t_ite(t, t_and(t, m.in, t_or(t, t_eq(t, acc, none), better)), v, acc);
    }
    }
  }
  return sets ? joined : val_of(acc);
}

/* Some element of a set; none only if it is empty. */
static Val some_of(Encoder *x, const Type *elem, const Val *from)
{
  Terms *t = &x->terms;
  Val e = any_of(x, type_opt(x->m, (Type *)elem, true));
  Term none = t_eq(t, e.t, num_of(x, NONE)),
       empty = t_eq(t, set_count(x, from), num_of(x, 0));
  assume(x, t_or(t, t_and(t, none, empty), set_has(x, from, e.t)));
  return e;
}

static Val eval_element(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Node *base = n->a;
  while (base->tag == N_WHERE) base = base->a;
  Type *elem = element_type(x->m, n->a->type);
  Val from = eval_set(x, n->a, type_set(x->m, elem));
  bool order = base->type->tag == T_PILE || base->type->tag == T_LIST ||
               (base->tag == N_CALL && !base->sym &&
                (base->op == BI_AROUND || base->op == BI_BACKWARDS));
  Term r = num_of(x, NONE);
  if (n->op == BI_AT) {
    some_of(x, elem, &from);
    Val e = any_of(x, type_opt(x->m, elem, true));
    assume(x, t_or(t, t_eq(t, e.t, num_of(x, NONE)), set_has(x, &from, e.t)));
    return e;
  }
  if (order && n->op != BI_ONLY) return some_of(x, elem, &from);
  for (int i = 0; i < from.n; i++) {
    int k = n->op == BI_LAST ? i : from.n - 1 - i;
    r = t_ite(t, from.has[k], num_of(x, from.base + k), r);
  }
  if (n->op == BI_ONLY)
    r = t_ite(t, t_eq(t, set_count(x, &from), num_of(x, 1)), r, num_of(x, NONE));
  return val_of(r);
}

static Val eval_count(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->a;
  Type *t = a->type;
  Term k;
  if (t->tag == T_LIST) k = t_free(&x->terms, false, 0, t->capacity, false);
  else {
    Val s = eval_set(x, a,
                     t->tag == T_SET || t->tag == T_PILE
                         ? t
                         : type_set(x->m, type_opt(x->m, t, false)));
    k = set_count(x, &s);
  }
  return val_of(n->op == BI_EMPTY ? t_eq(&x->terms, k, num_of(x, 0)) : k);
}

static Val eval_extreme(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Term r = eval_term(x, n->a);
  for (Node *a = n->a->next; a; a = a->next) {
    Term v = eval_term(x, a);
    Term le = t_le(t, r, v);
    r = n->op == BI_MAX ? t_ite(t, le, v, r) : t_ite(t, le, r, v);
  }
  return val_of(r);
}

/* In a circle, so many places on. */
static Val eval_next(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  const Kind *k = n->a->type->kind;
  Term at = eval_term(x, n->a);
  int64_t by = 1;
  bool known = !n->a->next || t_constant(t, eval_term(x, n->a->next), &by);
  if (!known || by < -1 || by > 1 || (k->has_variants && !k->is_player))
    return any_of(x, type_opt(x->m, n->type, false));
  Term first = num_of(x, k->first),
       last = k->is_player ? t_add(t, x->players, num_of(x, k->first - 1))
                           : num_of(x, k->first + k->count - 1);
  Term to = by > 0 ? t_ite(t, t_eq(t, at, last), first, t_add(t, at, num_of(x, 1)))
                   : t_ite(t, t_eq(t, at, first), last, t_add(t, at, num_of(x, -1)));
  if (!by) to = at;
  if (t_row(t, at)->lo == NONE)
    to = t_ite(t, t_eq(t, at, num_of(x, NONE)), num_of(x, NONE), to);
  return val_of(to);
}

static Val eval_owner(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Kind *k = n->a->type->kind;
  Term thing = eval_term(x, n->a), who = num_of(x, NONE);
  const Type *player = x->m->player->type;
  for (int i = 0; i < player->kind->count; i++) {
    Term his = T_NO;
    for (size_t f = 0; f < x->m->fields.n; f++) {
      const Field *y = x->m->fields.at[f];
      if (!y->pile || y->kind != player->kind || y->type->kind != k) continue;
      int per = y->per ? (int)type_count(y->per) : 1;
      for (int c = 0; c < per; c++) {
        Val in = pile_things(x, k, num_of(x, x->field_pile[f] + i * per + c));
        his = t_or(t, his, set_has(x, &in, thing));
      }
    }
    who = t_ite(t, his, num_of(x, player->kind->first + i), who);
  }
  return val_of(who);
}

/* The square of a grid, or the thing for these elements. */
static Val eval_grid(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  const Kind *k = n->sym->kind;
  int stride = 1, i = 0;
  Term id = num_of(x, k->first), in = T_YES;
  for (Node *a = n->a; a; a = a->next, i++) {
    int count = k->naxes ? k->axes[i].count : i ? k->height : k->width;
    int64_t lo = !k->naxes                         ? 1
                 : k->axes[i].type->tag == T_THING ? k->axes[i].type->kind->first
                 : k->axes[i].type->tag == T_NUM   ? k->axes[i].type->lo
                                                   : 0;
    Term at = t_add(t, eval_term(x, a), num_of(x, -lo));
    in = t_and(t, in,
               t_and(t, t_le(t, num_of(x, 0), at), t_le(t, at, num_of(x, count - 1))));
    id = t_add(t, id, t_mul(t, at, num_of(x, stride)));
    stride *= count;
  }
  return val_of(t_ite(t, in, id, num_of(x, NONE)));
}

Val eval_call(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  if (n->sym && n->sym->tag == SY_VALUE)
    return eval_value(x, n->sym->value, n->a,
                      n->num == 2 ? eval_term(x, n->b) : num_of(x, NONE));
  if (n->num == 1) return eval_binder(x, n);
  switch (n->op) {
  case BI_COUNT:
  case BI_EMPTY: return eval_count(x, n);
  case BI_MAX:
  case BI_MIN: return eval_extreme(x, n);
  case BI_FIRST:
  case BI_LAST:
  case BI_ONLY:
  case BI_AT:
  case BI_TOP:
  case BI_BOTTOM: return eval_element(x, n);
  case BI_NEXT: return eval_next(x, n);
  case BI_AROUND: return set_whole(x, n->type->elem);
  case BI_BACKWARDS: return eval_set(x, n->a, n->type);
  case BI_OWNER: return eval_owner(x, n);
  case BI_GRID: return eval_grid(x, n);
  case BI_POSITION:
    if (n->a->next || n->a->type->kind->has_variants) break;
    return val_of(t_add(t, eval_term(x, n->a), num_of(x, 1 - n->a->type->kind->first)));
  case BI_REMAINDER: {
    Term a = eval_term(x, n->a), b = eval_term(x, n->a->next);
    int64_t by;
    if (!t_constant(t, b, &by) || by < 1) break;
    return val_of(t_add(t, a, t_mul(t, t_div(t, a, by), num_of(x, -by))));
  }
  case BI_THESE: {
    Val v = set_new(x, n->type->elem);
    for (Node *a = n->a; a; a = a->next) {
      Val e = eval_set(x, a, n->type);
      for (int i = 0; i < v.n; i++) v.has[i] = t_or(t, v.has[i], e.has[i]);
    }
    v.listed = true;
    return v;
  }
  default: break;
  }
  return any_of(x, n->type);
}
