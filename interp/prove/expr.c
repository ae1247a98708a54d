/* Expressions as terms. */
#include "interp/prove/encode.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"
#include "interp/code/program.h"

enum { MOST_TERMS = 1500000, WIDEST_SET = 600 };

void encode_give_up(Encoder *x, const Node *at)
{
  if (!x->gave_up) x->gave_up = at ? at : x->m->game;
}

Term num_of(Encoder *x, int64_t n) { return t_number(&x->terms, n); }
Val val_of(Term t) { return (Val){.t = t}; }

void name_as(Encoder *x, const Sym *y, Val v)
{
  vec_push(&x->names, ((Binding){y, v, -1, NULL}));
}

static Term as_number(Encoder *x, Term t)
{
  return t_row(&x->terms, t)->truth ? t_ite(&x->terms, t, num_of(x, 1), num_of(x, 0)) : t;
}

Term val_truth(Encoder *x, Val v)
{
  if (v.many) return T_NO;
  return t_row(&x->terms, v.t)->truth ? v.t : t_eq(&x->terms, v.t, num_of(x, 1));
}

/* ---- sets ------------------------------------------------------------------------ */

Type *element_type(Model *m, const Type *t)
{
  if (t->tag == T_SET || t->tag == T_LIST) return t->elem;
  if (t->tag == T_PILE) return t->kind->type;
  return type_opt(m, (Type *)t, false);
}

Val set_new(Encoder *x, const Type *elem)
{
  int64_t n = elem->tag == T_THING ? elem->kind->count : type_count(elem);
  if (n > WIDEST_SET) {
    encode_give_up(x, x->at);
    n = 1;
  }
  Val v = {.many = true,
           .base = elem->tag == T_THING ? elem->kind->first
                   : elem->tag == T_NUM ? elem->lo
                                        : 0,
           .n = (int)n};
  v.has = arena_alloc(x->arena, ((size_t)n + 1) * sizeof *v.has); /* all T_NO */
  return v;
}

Term variant_on(Encoder *x, const Variant *v)
{
  return v && !v->always ? x->s.at[x->field_cell[v->flag->index]] : T_YES;
}

/* Is a thing there, as the game is set up? */
Term present(Encoder *x, const Kind *k, int id)
{
  Terms *t = &x->terms;
  if (k->is_player) return t_le(t, num_of(x, id - k->first + 1), x->players);
  if (!k->has_variants) return T_YES;
  const Thing *thing = x->thing_of[id];
  if (!thing) return T_YES;
  Term here = thing_varies(thing) ? variant_on(x, thing->variant) : T_YES, is = here;
  int copy = id - thing->id, added = thing_base(thing);
  for (size_t i = 0; i < thing->fewer.n && copy < added; i++)
    is = t_ite(t, variant_on(x, thing->fewer.at[i].variant),
               copy < thing->fewer.at[i].n ? here : T_NO, is);
  int first = added;
  for (size_t i = 0; i < thing->more.n; i++) {
    const Copies *c = &thing->more.at[i];
    if (copy >= first && copy < first + c->n)
      is = t_and(t, is, variant_on(x, c->variant));
    first += c->n;
  }
  int n = id - k->first;
  for (int i = 0; i < k->naxes; i++) {
    int seat = n % k->axes[i].count;
    n /= k->axes[i].count;
    if (k->axes[i].type->tag == T_THING && k->axes[i].type->kind->is_player)
      is = t_and(t, is, t_le(t, num_of(x, seat + 1), x->players));
  }
  return is;
}

Val set_whole(Encoder *x, const Type *elem)
{
  Val v = set_new(x, elem);
  for (int i = 0; i < v.n; i++)
    v.has[i] = elem->tag == T_THING ? present(x, elem->kind, (int)v.base + i) : T_YES;
  return v;
}

Term set_count(Encoder *x, const Val *s)
{
  Term sum = num_of(x, 0);
  for (int i = 0; i < s->n; i++)
    sum = t_add(&x->terms, sum, t_ite(&x->terms, s->has[i], num_of(x, 1), num_of(x, 0)));
  return sum;
}

Term set_has(Encoder *x, const Val *s, Term e)
{
  Terms *t = &x->terms;
  e = as_number(x, e);
  const TermRow *r = t_row(t, e);
  int64_t lo = r->lo, hi = r->hi, from = lo - s->base, to = hi - s->base;
  Term is = T_NO;
  if (from < 0) from = 0;
  if (to >= s->n) to = s->n - 1;
  for (int64_t i = from; i <= to; i++)
    is = t_or(t, is, t_and(t, t_eq(t, e, num_of(x, s->base + i)), s->has[i]));
  return is;
}

/* The same elements, counted from where another type begins. */
static Val set_as(Encoder *x, Val v, const Type *elem)
{
  Val w = set_new(x, elem);
  w.listed = v.listed;
  for (int i = 0; i < w.n; i++) {
    int64_t from = w.base + i - v.base;
    if (from >= 0 && from < v.n) w.has[i] = v.has[from];
  }
  return w;
}

Val eval_set(Encoder *x, Node *n, const Type *set)
{
  INVARIANT(x->m);
  INVARIANT(n && n->tag < N_COUNT);
  Type *elem = element_type(x->m, set);
  if (n->tag == N_NONE) return set_new(x, elem);
  if (n->type->tag == T_PILE) return pile_things(x, n->type->kind, pile_number(x, n));
  Val v = eval_val(x, n);
  if (v.many) return set_as(x, v, elem);
  Val one = set_new(x, elem);
  for (int i = 0; i < one.n; i++)
    one.has[i] = t_eq(&x->terms, as_number(x, v.t), num_of(x, one.base + i));
  return one;
}

Val eval_as(Encoder *x, Node *n, const Type *want)
{
  if (want->tag == T_SET || want->tag == T_LIST) return eval_set(x, n, want);
  if (want->tag == T_PILE) return val_of(pile_number(x, n));
  Val v = eval_val(x, n);
  if (want->tag == T_FLAG && !want->opt) return val_of(val_truth(x, v));
  if (!v.many && t_row(&x->terms, v.t)->truth) return val_of(as_number(x, v.t));
  return v;
}

Val any_of(Encoder *x, const Type *t)
{
  Terms *ts = &x->terms;
  switch (t->tag) {
  case T_FLAG:
    if (!t->opt) return val_of(t_free(ts, true, 0, 1, false));
    return val_of(t_free(ts, false, 0, 1, true));
  case T_NUM: return val_of(t_free(ts, false, t->lo, t->hi, t->opt));
  case T_WORD: return val_of(t_free(ts, false, 0, t->words->count - 1, t->opt));
  case T_THING: {
    Term v = t_free(ts, false, t->kind->first, t->kind->first + t->kind->count - 1,
                    t->opt || !t->kind->count);
    if (t->kind->is_player) assume(x, t_le(ts, t_add(ts, v, num_of(x, 1)), x->players));
    return val_of(v);
  }
  case T_PILE: return val_of(t_free(ts, false, 0, x->piles, false));
  case T_SET:
  case T_LIST: {
    Val all = set_whole(x, t->elem), v = set_new(x, t->elem);
    for (int i = 0; i < v.n; i++)
      v.has[i] = t_and(ts, all.has[i], t_free(ts, true, 0, 1, false));
    v.listed = t->tag == T_LIST;
    return v;
  }
  default: return val_of(num_of(x, 0));
  }
}

Val val_ite(Encoder *x, Term c, Val a, Val b)
{
  if (c == T_YES) return a;
  if (c == T_NO) return b;
  if (!a.many || !b.many) {
    bool truths = t_row(&x->terms, a.t)->truth && t_row(&x->terms, b.t)->truth &&
                  !a.many && !b.many;
    if (a.many || b.many) return a; /* types that do not fit: cannot be */
    return val_of(t_ite(&x->terms, c, truths ? a.t : as_number(x, a.t),
                        truths ? b.t : as_number(x, b.t)));
  }
  Val v = a;
  v.has = arena_alloc(x->arena, ((size_t)a.n + 1) * sizeof *v.has);
  v.listed = a.listed || b.listed;
  for (int i = 0; i < a.n; i++) {
    int64_t j = a.base + i - b.base;
    v.has[i] = t_ite(&x->terms, c, a.has[i], j >= 0 && j < b.n ? b.has[j] : T_NO);
  }
  return v;
}

/* ---- comparisons ------------------------------------------------------------------ */

static bool is_one(const Node *n)
{
  return n->tag == N_NONE ||
         (n->type->tag != T_SET && n->type->tag != T_PILE && n->type->tag != T_LIST);
}

static const Type *set_type_of(const Node *a, const Node *b)
{
  const Node *both[] = {a, b};
  for (int i = 0; i < 2; i++)
    if (both[i]->type->tag == T_SET) return both[i]->type;
  for (int i = 0; i < 2; i++)
    if (both[i]->type->tag == T_PILE) return both[i]->type->kind->set;
  return a->type->tag == T_LIST ? a->type : b->type;
}

static Term eval_is(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  if (is_one(n->a) && is_one(n->b)) {
    Term a = eval_val(x, n->a).t, b = eval_val(x, n->b).t;
    if (t_row(t, a)->truth && t_row(t, b)->truth) return t_eq(t, a, b);
    return t_eq(t, t_sorted(t, as_number(x, a)), t_sorted(t, as_number(x, b)));
  }
  if (n->a->type->tag == T_LIST && n->b->type->tag == T_LIST)
    return t_free(t, true, 0, 1, false);
  const Type *st = set_type_of(n->a, n->b);
  Val a = eval_set(x, n->a, st), b = eval_set(x, n->b, st);
  Term same = T_YES;
  for (int i = 0; i < a.n && i < b.n; i++)
    same = t_and(t, same, t_eq(t, a.has[i], b.has[i]));
  return same;
}

static Term eval_in(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  const Type *bt = n->b->type;
  Val s = eval_set(x, n->b, bt->tag == T_PILE ? bt->kind->set : bt);
  if (is_one(n->a)) return set_has(x, &s, eval_term(x, n->a));
  Val a = eval_set(x, n->a, bt->tag == T_PILE ? bt->kind->set : bt);
  Term in = T_YES;
  for (int i = 0; i < a.n && i < s.n; i++)
    in = t_and(t, in, t_or(t, t_not(t, a.has[i]), s.has[i]));
  return in;
}

static Term not_none(Encoder *x, const Node *n, Term t)
{
  return n->type->opt || t_row(&x->terms, t)->lo == NONE
             ? t_not(&x->terms, t_eq(&x->terms, t, num_of(x, NONE)))
             : T_YES;
}

static Term eval_compare(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Term a = t_sorted(t, eval_term(x, n->a)), b = t_sorted(t, eval_term(x, n->b));
  Term both = t_and(t, not_none(x, n->a, a), not_none(x, n->b, b)), c;
  switch (n->tag) {
  case N_LE: c = t_le(t, a, b); break;
  case N_GE: c = t_le(t, b, a); break;
  case N_LT: c = t_not(t, t_le(t, b, a)); break;
  default: c = t_not(t, t_le(t, a, b));
  }
  return t_and(t, both, c);
}

static Val eval_arith(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  if (n->type->tag == T_SET) {
    Val a = eval_set(x, n->a, n->type), b = eval_set(x, n->b, n->type),
        v = set_new(x, n->type->elem);
    for (int i = 0; i < v.n; i++)
      v.has[i] = n->tag == N_ADD ? t_or(t, a.has[i], b.has[i])
                                 : t_and(t, a.has[i], t_not(t, b.has[i]));
    return v;
  }
  Term a = eval_term(x, n->a), b = eval_term(x, n->b), r;
  Term both = t_and(t, not_none(x, n->a, a), not_none(x, n->b, b));
  int64_t by;
  if (n->tag == N_ADD) r = t_add(t, a, b);
  else if (n->tag == N_SUB) r = t_add(t, a, t_mul(t, b, num_of(x, -1)));
  else if (n->tag == N_MUL) r = t_mul(t, a, b);
  else if (t_constant(t, b, &by) && by > 0) r = t_div(t, a, by);
  else r = any_of(x, type_opt(x->m, n->type, false)).t;
  return val_of(t_ite(t, both, r, num_of(x, NONE)));
}

/* ---- choices ---------------------------------------------------------------------- */

/* A set of as many as are taken, of `from`. */
static Val pick_several(Encoder *x, Node *n, const Val *from)
{
  Terms *t = &x->terms;
  Val v = *from;
  v.has = arena_alloc(x->arena, ((size_t)v.n + 1) * sizeof *v.has);
  for (int i = 0; i < v.n; i++)
    v.has[i] = t_and(t, from->has[i], t_free(t, true, 0, 1, false));
  Term k = set_count(x, &v), ok, lo, hi;
  bool span = n->a->tag == N_SPAN;
  lo = eval_term(x, span ? n->a->a : n->a);
  hi = span ? eval_term(x, n->a->b) : lo;
  ok = t_and(t, t_le(t, lo, k), t_le(t, k, hi));
  if (n->num & PICK_MAY) ok = t_or(t, ok, t_eq(t, k, num_of(x, 0)));
  assume(x, ok);
  return v;
}

static Val eval_pick(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Type *elem = element_type(x->m, n->b->type);
  Val from = eval_set(x, n->b, type_set(x->m, elem));
  pause_here(x, n);
  if (n->a) return pick_several(x, n, &from);
  Term e = any_of(x, type_opt(x->m, elem, (n->num & PICK_MAY) != 0)).t;
  Term in = set_has(x, &from, e);
  if (n->num & PICK_MAY) in = t_or(t, in, t_eq(t, as_number(x, e), num_of(x, NONE)));
  else fail_if(x, t_eq(t, set_count(x, &from), num_of(x, 0)));
  assume(x, in);
  return val_of(e);
}

/* ---- names and the rest ------------------------------------------------------------ */

static Val eval_local(Encoder *x, const Node *n)
{
  for (size_t i = x->names.n; i-- > 0;) {
    const Binding *b = &x->names.at[i];
    if (b->sym != n->sym) continue;
    return b->cell < 0 ? b->val : cells_value(x, b->cell, b->type);
  }
  return any_of(x, n->type);
}

static Val eval_name(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Sym *y = n->sym;
  if (!y) return any_of(x, n->type);
  switch (y->tag) {
  case SY_LOCAL: return eval_local(x, n);
  case SY_THING: {
    Term id = num_of(x, y->thing->id);
    if (n->type->opt)
      id =
          t_ite(&x->terms, present(x, y->thing->kind, y->thing->id), id, num_of(x, NONE));
    if (n->type->tag != T_SET) return val_of(id);
    Val v = set_new(x, n->type->elem);
    for (int i = 0; i < y->thing->copies; i++) {
      int64_t at = y->thing->id + i - v.base;
      if (at >= 0 && at < v.n) v.has[at] = present(x, y->thing->kind, y->thing->id + i);
    }
    return v;
  }
  case SY_VALUE: return eval_value(x, y->value, NULL, num_of(x, NONE));
  case SY_FIELD: {
    Field *f;
    Term thing, per;
    if (y->field->pile) return val_of(pile_number(x, n));
    place_of(x, n, &f, &thing, &per);
    return read_field(x, f, thing, per);
  }
  case SY_KIND:
  case SY_PLAYERS: return set_whole(x, n->type->elem);
  case SY_WINNERS: return x->winners;
  case SY_TYPE: return set_whole(x, type_opt(x->m, n->sym->type, false));
  default: return any_of(x, n->type);
  }
}

static Val eval_dot(Encoder *x, Node *n)
{
  INVARIANT(n->tag == N_DOT);
  Field *f;
  Term thing, per;
  if (n->sym->tag == SY_FIELD) {
    if (n->sym->field->pile) return val_of(pile_number(x, n));
    place_of(x, n, &f, &thing, &per);
    return read_field(x, f, thing, per);
  }
  const Column *c = n->sym->column;
  thing = eval_term(x, n->a);
  if (c->changed) return eval_value(x, c->changed, NULL, thing);
  return eval_printed(x, c, thing);
}

static Val eval_where(Encoder *x, Node *n)
{
  Val from = eval_set(x, n->a, n->type), v = set_new(x, n->type->elem);
  Term before = x->guard;
  for (int i = 0; i < v.n && i < from.n; i++) {
    if (from.has[i] == T_NO) continue;
    size_t names = x->names.n;
    name_as(x, n->sym, val_of(num_of(x, from.base + i)));
    x->guard = t_and(&x->terms, before, from.has[i]);
    v.has[i] = t_and(&x->terms, from.has[i], eval_truth(x, n->b));
    x->names.n = names;
  }
  x->guard = before;
  return v;
}

static Val eval_cond(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Term c = eval_truth(x, n->a), before = x->guard;
  x->guard = t_and(&x->terms, before, c);
  Val a = c == T_NO ? val_of(num_of(x, 0)) : eval_as(x, n->b, n->type);
  x->guard = t_and(&x->terms, before, t_not(&x->terms, c));
  Val b = c == T_YES ? a : eval_as(x, n->c, n->type);
  x->guard = before;
  return val_ite(x, c, a, b);
}

/* The right side is not looked at when the left one decides. */
static Term eval_both(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Term a = eval_truth(x, n->a), before = x->guard;
  if (a == (n->tag == N_AND ? T_NO : T_YES)) return a;
  x->guard = t_and(t, before, n->tag == N_AND ? a : t_not(t, a));
  Term b = eval_truth(x, n->b);
  x->guard = before;
  return n->tag == N_AND ? t_and(t, a, b) : t_or(t, a, b);
}

Val eval_val(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  if (x->gave_up || t->rows.n > MOST_TERMS) {
    encode_give_up(x, n);
    return any_of(x, n->type);
  }
  switch (n->tag) {
  case N_NUM: return val_of(num_of(x, n->num));
  case N_YES: return val_of(T_YES);
  case N_NO: return val_of(T_NO);
  case N_NONE: return val_of(num_of(x, NONE));
  case N_STR: return val_of(num_of(x, 0));
  case N_ME: return val_of(x->me);
  case N_THIS: return val_of(x->self);
  case N_IT: return eval_local(x, n);
  case N_NAME: return eval_name(x, n);
  case N_DOT: return eval_dot(x, n);
  case N_INDEX: {
    Field *f;
    Term thing, per;
    if (n->a->sym && n->a->sym->tag == SY_FIELD && n->a->sym->field->pile)
      return val_of(pile_number(x, n));
    place_of(x, n, &f, &thing, &per);
    return read_field(x, f, thing, per);
  }
  case N_CALL: return eval_call(x, n);
  case N_IS: return val_of(eval_is(x, n));
  case N_ISNOT: return val_of(t_not(t, eval_is(x, n)));
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: return val_of(eval_compare(x, n));
  case N_IN: return val_of(eval_in(x, n));
  case N_NOTIN: return val_of(t_not(t, eval_in(x, n)));
  case N_NOT: return val_of(t_not(t, eval_truth(x, n->a)));
  case N_AND:
  case N_OR: return val_of(eval_both(x, n));
  case N_ADD:
  case N_SUB:
  case N_MUL:
  case N_DIV: return eval_arith(x, n);
  case N_NEG: return val_of(t_mul(t, eval_term(x, n->a), num_of(x, -1)));
  case N_SPAN: {
    Val v = set_new(x, n->type->elem);
    Term lo = eval_term(x, n->a), hi = eval_term(x, n->b);
    for (int i = 0; i < v.n; i++) {
      Term e = num_of(x, v.base + i);
      v.has[i] = t_and(t, t_le(t, lo, e), t_le(t, e, hi));
    }
    return v;
  }
  case N_WHERE: return eval_where(x, n);
  case N_COND: return eval_cond(x, n);
  case N_PICK: return eval_pick(x, n);
  default: return any_of(x, n->type);
  }
}

Term eval_term(Encoder *x, Node *n)
{
  Val v = eval_val(x, n);
  return v.many ? num_of(x, NONE) : as_number(x, v.t);
}

Term eval_truth(Encoder *x, Node *n) { return val_truth(x, eval_val(x, n)); }
