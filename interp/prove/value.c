/* Values: what is printed, what is computed, and what cards in play make of it. */
#include "interp/prove/encode.h"
#include "interp/code/program.h"
#include "interp/base/invariant.h"

enum { DEEPEST = 40 };

/* ---- where rules and contributions stand --------------------------------------------
 */

void each_place(Encoder *x, const Place *p, Node *guard, PlaceFn fn, void *arg)
{
  Terms *t = &x->terms;
  Term on = variant_on(x, p->variant), self = x->self;
  if (on == T_NO) return;
  if (!p->kind) {
    fn(x, guard ? t_and(t, on, eval_truth(x, guard)) : on, arg);
    return;
  }
  int first = p->thing ? p->thing->id : p->kind->first;
  int count = p->thing ? p->thing->copies : p->kind->count;
  for (int i = 0; i < count; i++) {
    Term holds = t_and(t, on, present(x, p->kind, first + i));
    x->self = num_of(x, first + i);
    if (p->hold && holds != T_NO) holds = t_and(t, holds, eval_truth(x, p->hold));
    if (guard && holds != T_NO) holds = t_and(t, holds, eval_truth(x, guard));
    if (holds != T_NO) fn(x, holds, arg);
  }
  x->self = self;
}

/* ---- printed values ------------------------------------------------------------------
 */

static Val printed_constant(Encoder *x, const Column *c, int thing)
{
  const Program *p = x->p;
  const PColumn *row = &p->columns[c->index];
  const Type *type = c->type;
  if (type->tag == T_TEXT || type->tag == T_LIST) return any_of(x, type);
  if (type->tag == T_SET) {
    Val v = set_new(x, type->elem);
    const int64_t *words =
        &p->consts[row->base + (thing - row->first) * type_registers(type)];
    for (int i = 0; i < v.n; i++)
      v.has[i] = (uint64_t)words[i / 64] >> (i % 64) & 1 ? T_YES : T_NO;
    return v;
  }
  int64_t n = p->consts[row->base + (thing - row->first)];
  if (type->tag == T_FLAG && !type->opt) return val_of(n ? T_YES : T_NO);
  return val_of(num_of(x, n));
}

static Val printed_on(Encoder *x, const Column *c, int thing)
{
  if (!c->computed) return printed_constant(x, c, thing);
  const Thing *t = x->thing_of[thing];
  const Node *fill = t && t->sym ? column_fill(t, c) : NULL;
  Node *e = !fill ? c->decl->c : fill->tag == N_FILL ? fill->a : NULL;
  if (fill && !e) return val_of(num_of(x, fill->a->sym->thing->id));
  if (!e || x->depth > DEEPEST) return any_of(x, c->type);
  Term self = x->self;
  size_t names = x->names.n;
  x->self = num_of(x, thing);
  x->depth++;
  Val v = eval_as(x, e, c->type);
  x->depth--;
  x->self = self;
  x->names.n = names;
  return v;
}

/* Of whichever thing it is. */
typedef Val (*OfThing)(Encoder *x, const void *what, int thing);

static Val of_any_thing(Encoder *x, const Kind *k, Term thing, const Type *type,
                        OfThing fn, const void *what)
{
  Terms *t = &x->terms;
  int64_t one, lo = t_row(t, thing)->lo, hi = t_row(t, thing)->hi;
  if (t_constant(t, thing, &one)) {
    if (one >= k->first && one < k->first + k->count) return fn(x, what, (int)one);
    return type->tag == T_SET ? set_new(x, type->elem) : val_of(num_of(x, NONE));
  }
  bool maybe_none = lo == NONE;
  if (lo < k->first) lo = k->first;
  if (hi >= k->first + k->count) hi = k->first + k->count - 1;
  Val v = {0};
  for (int64_t i = hi; i >= lo; i--) {
    Val w = fn(x, what, (int)i);
    v = i == hi ? w : val_ite(x, t_eq(t, thing, num_of(x, i)), w, v);
  }
  if (lo > hi) return any_of(x, type);
  if (maybe_none && !v.many && type->tag != T_FLAG)
    v = val_ite(x, t_eq(t, thing, num_of(x, NONE)), val_of(num_of(x, NONE)), v);
  return v;
}

static Val of_column(Encoder *x, const void *what, int thing)
{
  return printed_on(x, what, thing);
}

Val eval_printed(Encoder *x, const Column *c, Term thing)
{
  return of_any_thing(x, c->kind, thing, c->type, of_column, c);
}

/* ---- definitions
 * ----------------------------------------------------------------------- */

static Term fits(Encoder *x, Node *pattern, Term key)
{
  INVARIANT(pattern && pattern->tag < N_COUNT);
  Terms *t = &x->terms;
  Term is = T_NO;
  for (Node *p = pattern->a; p; p = p->next) {
    if (p->tag == N_NAME && !p->sym) return T_YES; /* any */
    if (p->tag == N_SPAN)
      is = t_or(t, is,
                t_and(t, t_le(t, num_of(x, p->a->num), key),
                      t_le(t, key, num_of(x, p->b->num))));
    else if (p->type->tag == T_SET) {
      Val s = eval_val(x, p);
      is = t_or(t, is, set_has(x, &s, key));
    } else is = t_or(t, is, t_eq(t, key, eval_term(x, p)));
  }
  return is;
}

static Val eval_table(Encoder *x, const Type *type, Node *table)
{
  INVARIANT(table && table->tag < N_COUNT);
  Terms *t = &x->terms;
  Term keys[8];
  int n = 0;
  for (Node *k = table->a; k && n < 8; k = k->next) keys[n++] = eval_term(x, k);
  VEC(Term) fit = {0};
  VEC(Val) val = {0};
  for (Node *r = table->b; r; r = r->next) {
    Term all = T_YES;
    int i = 0;
    for (Node *p = r->a; p && i < n; p = p->next)
      all = t_and(t, all, fits(x, p, keys[i++]));
    if (all == T_NO) continue;
    vec_push(&fit, all);
    vec_push(&val, eval_as(x, r->b, type));
    if (all == T_YES) break;
  }
  Val v = val.n ? val.at[val.n - 1] : any_of(x, type);
  for (size_t i = val.n; i-- > 1;) v = val_ite(x, fit.at[i - 1], val.at[i - 1], v);
  vec_free(&fit);
  vec_free(&val);
  return v;
}

typedef struct Asked { /* a value that is asked for */
  Value *v;
  const Val *args;
  Term thing;
  /* the contribution that is being looked at */
  const Share *share;
  Val so_far, result;
  Term undecided; /* of a replacement: no thing has replaced it yet */
} Asked;

static void name_params(Encoder *x, const Asked *a, const Def *d)
{
  size_t i = 0;
  for (Node *p = d->node->a; p && i < a->v->params.n; p = p->next, i++)
    name_as(x, p->sym, a->args[i]);
  if (d->it) name_as(x, d->it, val_of(a->thing));
}

static Val define(Encoder *x, const Asked *a, const Def *d, Node *operand)
{
  size_t names = x->names.n;
  name_params(x, a, d);
  Node *e = operand ? operand : d->node->c;
  Val v = d->node->d ? eval_table(x, a->v->type, d->node->d)
          : e        ? eval_as(x, e, a->v->type)
                     : any_of(x, a->v->type);
  x->names.n = names;
  return v;
}

static Val combine(Encoder *x, const Share *s, Val a, Val b)
{
  Terms *t = &x->terms;
  if (a.many) {
    Val v = a;
    v.has = arena_alloc(x->arena, ((size_t)a.n + 1) * sizeof *v.has);
    for (int i = 0; i < a.n; i++)
      v.has[i] = s->sort == SHARE_TAKE ? t_and(t, a.has[i], t_not(t, b.has[i]))
                                       : t_or(t, a.has[i], b.has[i]);
    return v;
  }
  if (t_row(t, a.t)->truth) {
    Term e = val_truth(x, b);
    return val_of(s->sort == SHARE_MOST ? t_and(t, a.t, e) : t_or(t, a.t, e));
  }
  int64_t by;
  switch (s->sort) {
  case SHARE_TIMES: return val_of(t_mul(t, a.t, b.t));
  case SHARE_OVER:
    if (!t_constant(t, b.t, &by) || by < 1)
      return val_of(t_free(t, false, -99999, 99999, false));
    return val_of(t_div(t, a.t, by));
  case SHARE_LEAST: return val_of(t_ite(t, t_le(t, a.t, b.t), b.t, a.t));
  case SHARE_MOST: return val_of(t_ite(t, t_le(t, a.t, b.t), a.t, b.t));
  default: return val_of(t_add(t, a.t, s->minus ? t_mul(t, b.t, num_of(x, -1)) : b.t));
  }
}

static void contribute(Encoder *x, Term holds, void *arg)
{
  Asked *a = arg;
  Terms *t = &x->terms;
  const Def *d = &a->v->defs.at[a->share->def];
  if (a->share->sort == SHARE_REPLACE) {
    Val v = define(x, a, d, a->share->operand);
    a->result = val_ite(x, t_and(t, a->undecided, holds), v, a->result);
    a->undecided = t_and(t, a->undecided, t_not(t, holds));
    return;
  }
  if (a->share->once) holds = t_and(t, holds, a->undecided);
  Val e = define(x, a, d, a->share->operand);
  a->result = val_ite(x, holds, combine(x, a->share, a->result, e), a->result);
  a->undecided = t_and(t, a->undecided, t_not(t, holds));
}

/* The range of the type is the last bound. */
static Val clamp(Encoder *x, const Type *type, Val v)
{
  Terms *t = &x->terms;
  if (type->tag != T_NUM || v.many) return v;
  Term lo = num_of(x, type->lo), hi = num_of(x, type->hi);
  return val_of(t_ite(t, t_le(t, v.t, lo), lo, t_ite(t, t_le(t, hi, v.t), hi, v.t)));
}

static Val value_base(Encoder *x, Asked *a)
{
  Value *v = a->v;
  int64_t thing;
  if (v->column) return eval_printed(x, v->column, a->thing);
  if (v->of && t_constant(&x->terms, a->thing, &thing))
    for (size_t i = 0; i < v->fills.n; i++) {
      const Thing *t = v->fills.at[i].place.thing;
      if (thing >= t->id && thing < t->id + t->copies)
        return define(x, a, &v->fills.at[i], NULL);
    }
  return define(x, a, &v->defs.at[0], NULL);
}

static Val value_whole(Encoder *x, Asked *a)
{
  Value *v = a->v;
  Term self = x->self;
  x->self = v->of ? a->thing : num_of(x, NONE);
  Val so_far = value_base(x, a);
  for (size_t i = 1; i < v->shares.n; i++) {
    const Share *s = a->share = &v->shares.at[i];
    const Def *d = &v->defs.at[s->def];
    const Value *before = x->value;
    Val beneath = x->beneath;
    size_t names = x->names.n;
    x->value = v;
    x->beneath = so_far;
    a->result = so_far;
    a->undecided = T_YES;
    name_params(x, a, d);
    each_place(x, &d->place, s->guard, contribute, a);
    x->names.n = names;
    so_far = a->result;
    bool last = i + 1 == v->shares.n || v->shares.at[i + 1].sort == SHARE_REPLACE ||
                v->defs.at[v->shares.at[i + 1].def].place.layer != d->place.layer;
    if (s->sort != SHARE_REPLACE && last) so_far = clamp(x, v->type, so_far);
    x->value = before;
    x->beneath = beneath;
  }
  x->self = self;
  return so_far;
}

static Val of_value(Encoder *x, const void *what, int thing)
{
  Asked a = *(const Asked *)what;
  a.thing = num_of(x, thing);
  return value_whole(x, &a);
}

Val eval_value(Encoder *x, Value *v, Node *args, Term thing)
{
  if (x->value == v) return x->beneath;
  if (x->depth > DEEPEST || v->params.n > 16 || x->gave_up) return any_of(x, v->type);
  Val given[16];
  size_t i = 0;
  for (Node *a = args; a && i < 16; a = a->next, i++)
    given[i] = eval_as(x, a, v->params.at[i]->type);
  Asked a = {.v = v, .args = given, .thing = thing};
  const Value *before = x->value;
  x->value = NULL;
  x->depth++;
  Val r =
      v->of ? of_any_thing(x, v->of, thing, v->type, of_value, &a) : value_whole(x, &a);
  x->depth--;
  x->value = before;
  if (v->type->tag == T_FLAG && !v->type->opt && !r.many) r.t = val_truth(x, r);
  return r;
}
