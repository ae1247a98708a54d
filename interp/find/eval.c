/* What an expression can be: types, what fields can hold, what conditions said. */
#include "interp/find/range.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- sets ----------------------------------------------------------------------- */

/* A single value where a set is wanted. */
static Range as_many(const Node *n, Range r)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_NONE)
    return (Range){.lo = 0, .hi = 0, .from = 1, .words = ~(uint64_t)0};
  if (is_many(n->type)) return r;
  Range s = range_number(r.none ? 0 : 1, r.lo > r.hi ? 0 : 1);
  if (r.lo > r.hi && !r.none) return range_nothing();
  s.from = r.lo, s.to = r.hi;
  return s;
}

static Range many(Survey *k, const Node *n) { return as_many(n, range_of(k, n)); }

static Range kind_range(const Survey *k, const Kind *kind)
{
  Range r = range_of_type(kind->set);
  r.lo = k->kind_least[kind->index];
  return r;
}

static Range plus_minus(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range a = many(k, n->a), b = many(k, n->b);
  if (range_empty(&a) || range_empty(&b)) return range_nothing();
  Range r = a;
  if (n->tag == N_SUB) {
    r.lo = most(0, a.lo - b.hi);
    return r;
  }
  r = range_join(a, b);
  r.lo = most(a.lo, b.lo), r.hi = least(a.hi + b.hi, range_of_type(n->type).hi);
  return r;
}

static Range span(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range a = range_of(k, n->a), b = range_of(k, n->b);
  if (a.lo > a.hi || b.lo > b.hi) return range_nothing();
  Range r = range_number(most(0, b.lo - a.hi + 1), most(0, b.hi - a.lo + 1));
  if (a.none || b.none) r.lo = 0;
  r.from = a.lo, r.to = b.hi;
  return r;
}

/* The elements of `set` for which `c` holds, called y. */
static Range filtered(Survey *k, const Node *set, const Node *c, const Sym *y)
{
  Range r = many(k, set);
  if (!c || range_empty(&r)) return r;
  int n = k->n;
  Range e = range_number(r.from, r.to);
  if (y) learn_name(k, y, e);
  unsigned t = truth(k, c);
  k->n = n;
  if (t & FAILS_TO) r.lo = 0;
  if (!(t & HOLDS)) r.lo = r.hi = 0;
  return r;
}

/* ---- functions ------------------------------------------------------------------ */

static Range binder(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range s = filtered(k, n->a, n->c, n->sym), body;
  if (range_empty(&s)) return range_nothing();
  int facts = k->n;
  learn_name(k, n->sym, range_number(s.from, s.to));
  if (n->c) learn(k, n->c, true);
  unsigned t = n->b->type->tag == T_FLAG ? truth(k, n->b) : 0;
  body = range_of(k, n->b);
  k->n = facts;
  Range r = range_of_type(n->type);
  switch (n->op) {
  case BI_ANY:
    if (!s.hi || !(t & HOLDS)) return range_number(0, 0);
    return s.lo && !(t & FAILS_TO) ? range_number(1, 1) : range_number(0, 1);
  case BI_ALL:
    if (!s.hi || !(t & FAILS_TO)) return range_number(1, 1);
    return s.lo && !(t & HOLDS) ? range_number(0, 0) : range_number(0, 1);
  case BI_COUNT: return range_number(t & FAILS_TO ? 0 : s.lo, t & HOLDS ? s.hi : 0);
  case BI_SUM:
    if (is_many(n->type)) return r;
    if (body.lo > body.hi) return range_number(0, 0);
    return range_number(body.lo < 0 ? body.lo * s.hi
                        : body.none ? 0
                                    : body.lo * s.lo,
                        body.hi > 0 ? body.hi * s.hi
                        : body.none ? 0
                                    : body.hi * s.lo);
  case BI_MAX:
  case BI_MIN: body.none |= s.lo == 0; return body;
  case BI_MOST:
  case BI_LEAST: s.lo = s.lo && !body.none; return s;
  default: return r;
  }
}

static Range extreme(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range r = range_of(k, n->a);
  for (const Node *x = n->a->next; x; x = x->next) {
    Range u = range_of(k, x);
    bool none = r.none || u.none, max = n->op == BI_MAX;
    if (r.lo > r.hi || u.lo > u.hi) r.lo = 1, r.hi = 0;
    else if (max) r = range_number(most(r.lo, u.lo), most(r.hi, u.hi));
    else r = range_number(least(r.lo, u.lo), least(r.hi, u.hi));
    r.none = none;
  }
  return r;
}

static Range function(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->num == 1) return binder(k, n);
  Range r = range_of_type(n->type), s;
  switch (n->op) {
  case BI_COUNT: s = many(k, n->a); return s.lo > s.hi ? s : range_number(s.lo, s.hi);
  case BI_EMPTY:
    s = many(k, n->a);
    return s.lo > s.hi ? s : range_number(s.hi == 0, s.lo == 0);
  case BI_MAX:
  case BI_MIN: return extreme(k, n);
  case BI_FIRST:
  case BI_LAST:
  case BI_ONLY:
  case BI_AT:
  case BI_TOP:
  case BI_BOTTOM:
    s = many(k, n->a);
    if (range_empty(&s)) return range_nothing();
    r = range_number(s.from, s.hi ? s.to : s.from - 1);
    r.none = n->op == BI_FIRST || n->op == BI_LAST ? s.lo == 0
             : n->op == BI_ONLY                    ? s.lo != 1 || s.hi != 1
             : n->op == BI_AT                      ? true
                                                   : s.lo == 0;
    return r;
  case BI_AROUND: return n->type->tag == T_SET ? kind_range(k, n->type->elem->kind) : r;
  case BI_REACH:
    s = range_of(k, n->a);
    r.lo = !s.none;
    return r;
  case BI_THESE: {
    int64_t args = 0;
    r = range_nothing();
    for (const Node *a = n->a; a; a = a->next, args++) r = range_join(r, range_of(k, a));
    s = range_number(args, args);
    s.from = r.lo, s.to = r.hi;
    return s;
  }
  default: return r;
  }
}

/* ---- names ---------------------------------------------------------------------- */

/* A body of its own: what is known where it is called does not count in it. */
typedef struct Away {
  int base, n;
  const Thing *self;
} Away;

static Away go_away(Survey *k, const Thing *self)
{
  Away a = {k->base, k->n, k->self};
  k->base = k->n;
  k->self = self;
  return a;
}

static void come_back(Survey *k, Away a)
{
  k->base = a.base, k->n = a.n, k->self = a.self;
}

static Range table_range(Survey *k, const Node *table)
{
  Range r = range_nothing();
  for (const Node *row = table->b; row; row = row->next)
    r = range_join(r, range_of(k, row->b));
  return r;
}

static int64_t within(int64_t n) /* so that products stay numbers */
{
  return n > MAX_NUMBER ? MAX_NUMBER : n < -MAX_NUMBER ? -MAX_NUMBER : n;
}

/* What one contribution, made by up to `times` things, can leave of a number. */
static Range contributed(const Share *p, Range acc, Range by, int64_t times)
{
  if (range_empty(&by) || range_empty(&acc)) return acc;
  Range r = acc;
  switch (p->sort) {
  case SHARE_ADD:
    if (p->minus) by = range_number(-by.hi, -by.lo);
    r.lo = within(acc.lo + (by.lo < 0 ? by.lo * times : 0));
    r.hi = within(acc.hi + (by.hi > 0 ? by.hi * times : 0));
    break;
  case SHARE_TIMES:
    for (int64_t i = 0; i < times && i < 40; i++) /* 2^40 is past every number */
      r = range_join(r, range_arith(N_MUL, r, by));
    r.lo = within(r.lo), r.hi = within(r.hi);
    break;
  case SHARE_OVER:
    if (r.lo > 0) r.lo = 0;
    if (r.hi < 0) r.hi = -1;
    break;
  case SHARE_LEAST:
    if (by.hi > r.hi) r.hi = by.hi;
    break;
  case SHARE_MOST:
    if (by.lo < r.lo) r.lo = by.lo;
    break;
  default: r = range_join(acc, by);
  }
  r.none = acc.none || by.none;
  return r;
}

static Range part_range(Survey *k, const Value *v, const Share *p)
{
  const Def *d = &v->defs.at[p->def];
  if (!p->operand && !d->node->d) return range_of_type(v->type);
  Away a = go_away(k, d->place.thing);
  Range r = p->operand ? range_of(k, p->operand) : table_range(k, d->node->d);
  come_back(k, a);
  return r;
}

static Range column_range(Survey *k, const Column *c, const Range *base);

/* A number that things contribute to: where it begins, and how far they can take it. */
static Range number_range(Survey *k, const Value *v)
{
  Range all = range_of_type(v->type), r;
  if (v->column) r = column_range(k, v->column, &all);
  else r = part_range(k, v, &v->shares.at[0]);
  for (size_t i = 0; i < v->fills.n; i++) {
    Away a = go_away(k, v->fills.at[i].place.thing);
    r = range_join(r, range_of(k, v->fills.at[i].node->c));
    come_back(k, a);
  }
  for (size_t i = 1; i < v->shares.n; i++) {
    const Place *p = &v->defs.at[v->shares.at[i].def].place;
    int64_t times = p->thing ? p->thing->copies : p->kind ? p->kind->count : 1;
    bool last = i + 1 == v->shares.n ||
                v->defs.at[v->shares.at[i + 1].def].place.layer != p->layer;
    r = contributed(&v->shares.at[i], r, part_range(k, v, &v->shares.at[i]),
                    v->shares.at[i].once ? 1 : times);
    if (!last) continue; /* the range of its type bounds what a layer gives */
    if (r.lo > all.hi) r.lo = all.hi;
    if (r.hi < all.lo) r.hi = all.lo;
    r = range_meet(r, all);
  }
  return r;
}

static Range value_range(Survey *k, const Value *v)
{
  size_t at = (size_t)v->index;
  if (at >= k->m->values.n || k->m->values.at[at] != v || k->value_state[at] == 1)
    return range_of_type(v->type);
  if (k->value_state[at] == 2) return k->value[at];
  k->value_state[at] = 1;
  if (v->type->tag == T_NUM && v->shares.n && (v->shares.n > 1 || v->of)) {
    Range n = number_range(k, v);
    k->value_state[at] = 2;
    return k->value[at] = range_meet(n, range_of_type(v->type));
  }
  Range r = range_nothing();
  for (size_t i = 0; i < value_texts(v); i++) {
    const Def *d = value_text(v, i);
    if (!d->node->d && !d->node->c) r = range_of_type(v->type);
    if (!d->node->d && !d->node->c) continue;
    Away a = go_away(k, d->place.thing);
    Range x = d->node->d ? table_range(k, d->node->d) : range_of(k, d->node->c);
    if (d->node->c && is_many(v->type)) x = as_many(d->node->c, x);
    r = range_join(r, d->node->d && is_many(v->type) ? range_of_type(v->type) : x);
    come_back(k, a);
  }
  k->value_state[at] = 2;
  return k->value[at] = range_meet(r, range_of_type(v->type));
}

static Range fill_range(Survey *k, const Column *c, const Thing *t)
{
  const Node *fill = t->decl && t->sym ? column_fill(t, c) : NULL;
  if (fill && fill->tag == N_INLINE)
    return fill->a->sym ? range_one(NULL, fill->a->sym->thing->id)
                        : range_of_type(c->type);
  const Node *e = fill ? fill->a : c->decl->tag == N_VALUE ? c->decl->c : NULL;
  if (!e) return range_of_type(c->type);
  Away a = go_away(k, t);
  Range r = range_of(k, e);
  come_back(k, a);
  return is_many(c->type) ? as_many(e, r) : r;
}

/* The thing, up to its copies, that a range leaves; NULL if there are several. */
static const Thing *just_one(const Kind *k, const Range *r)
{
  size_t low = 0, high = k->things.n;
  while (high - low > 1) { /* in the order of their ids */
    size_t middle = low + (high - low) / 2;
    if (k->things.at[middle]->id <= r->lo) low = middle;
    else high = middle;
  }
  const Thing *t = k->things.at[low];
  return r->lo >= t->id && r->lo <= r->hi && r->hi < t->id + t->copies ? t : NULL;
}

static Range column_range(Survey *k, const Column *c, const Range *base)
{
  if (c->type->tag == T_TEXT || !c->kind->things.n) return range_of_type(c->type);
  const Thing *one = just_one(c->kind, base);
  if (one) return fill_range(k, c, one);
  k->printed = true;
  if (k->column_state[c->index] == 2) return k->column[c->index];
  if (k->column_state[c->index] == 1) return range_of_type(c->type);
  k->column_state[c->index] = 1;
  Range r = range_nothing();
  for (size_t i = 0; i < c->kind->things.n; i++)
    r = range_join(r, fill_range(k, c, c->kind->things.at[i]));
  k->column_state[c->index] = 2;
  return k->column[c->index] = r;
}

static Range field_range(Survey *k, const Field *f)
{
  Range all = range_of_type(f->type), r = k->field[f->index];
  if (f->option) return all;
  if (!range_same(&all, &r)) k->bounded = f;
  return r;
}

static Range name_range(Survey *k, const Node *n)
{
  INVARIANT(n->tag == N_NAME);
  const Sym *y = n->sym;
  if (!y) return range_of_type(n->type);
  switch (y->tag) {
  case SY_KIND: return kind_range(k, y->kind);
  case SY_PLAYERS: return kind_range(k, k->m->player);
  case SY_THING: {
    const Thing *t = y->thing;
    if (t->copies == 1 && n->type->opt) return range_of_type(n->type);
    if (t->copies == 1 && !is_many(n->type)) return range_one(NULL, t->id);
    Range r = range_number(thing_least(t), t->copies);
    r.from = t->id, r.to = t->id + t->copies - 1;
    return r;
  }
  case SY_FIELD: return field_range(k, y->field);
  case SY_VALUE: return value_range(k, y->value);
  case SY_TYPE: {
    Range r = range_of_type(n->type);
    r.lo = r.hi;
    return r;
  }
  default: return range_of_type(n->type);
  }
}

static Range thing_value_range(Survey *k, const Node *n)
{
  Range base = range_of(k, n->b), r = value_range(k, n->sym->value);
  if (base.none && !is_many(n->type)) r.none = true;
  if (base.none && is_many(n->type)) r.lo = 0;
  return r;
}

static Range dot_range(Survey *k, const Node *n)
{
  INVARIANT(n->tag == N_DOT);
  Range base = range_of(k, n->a), r = range_of_type(n->type);
  if (n->sym && n->sym->tag == SY_FIELD) r = field_range(k, n->sym->field);
  if (n->sym && n->sym->tag == SY_COLUMN)
    r = n->sym->column->changed ? value_range(k, n->sym->column->changed)
                                : column_range(k, n->sym->column, &base);
  if (base.none && !is_many(n->type)) r.none = true;
  if (base.none && is_many(n->type)) r.lo = 0;
  return r;
}

static Range pick_range(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range s = many(k, n->b);
  if (range_empty(&s)) return range_nothing();
  if (!n->a) {
    Range r = range_number(s.from, s.to);
    r.none = (n->num & PICK_MAY) != 0;
    return r;
  }
  Range c = n->a->tag == N_SPAN ? span(k, n->a) : range_of(k, n->a);
  if (n->a->tag == N_SPAN) c.lo = c.from, c.hi = c.to;
  s.lo = least(most(0, c.lo), s.lo), s.hi = least(most(0, c.hi), s.hi);
  return s;
}

static Range plain_range(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM: return range_one(n->type, n->num);
  case N_YES: return range_number(1, 1);
  case N_NO: return range_number(0, 0);
  case N_NONE: return (Range){.lo = 1, .hi = 0, .none = true, .words = ~(uint64_t)0};
  case N_THIS:
    if (k->self) return range_number(k->self->id, k->self->id + k->self->copies - 1);
    return range_of_type(n->type);
  case N_NAME: return name_range(k, n);
  case N_DOT: return dot_range(k, n);
  case N_INDEX: {
    Range i = range_of(k, n->b), r = range_of(k, n->a);
    r.none |= i.none && !is_many(n->type);
    return r;
  }
  case N_CALL:
    if (!n->sym || n->sym->tag != SY_VALUE) return function(k, n);
    return n->num == 2 ? thing_value_range(k, n) : value_range(k, n->sym->value);
  case N_ADD:
  case N_SUB:
    if (is_many(n->type)) return plus_minus(k, n);
    /* fall through */
  case N_MUL:
  case N_DIV: return range_arith(n->tag, range_of(k, n->a), range_of(k, n->b));
  case N_NEG: return range_arith(N_SUB, range_number(0, 0), range_of(k, n->a));
  case N_SPAN: return span(k, n);
  case N_WHERE: return filtered(k, n->a, n->b, n->sym);
  case N_COND: {
    unsigned t = truth(k, n->a);
    Range r = range_nothing();
    bool wide = is_many(n->type);
    int facts = k->n;
    if (t & HOLDS) {
      learn(k, n->a, true);
      r = range_join(r, wide ? many(k, n->b) : range_of(k, n->b));
      k->n = facts;
    }
    if (t & FAILS_TO) {
      learn(k, n->a, false);
      r = range_join(r, wide ? many(k, n->c) : range_of(k, n->c));
      k->n = facts;
    }
    return r;
  }
  case N_PICK: return pick_range(k, n);
  default:
    if (n->type && n->type->tag == T_FLAG && n->tag != N_IT && n->tag != N_ME) {
      unsigned t = truth(k, n);
      return t ? range_number(!(t & FAILS_TO), (t & HOLDS) != 0) : range_nothing();
    }
    return range_of_type(n->type);
  }
}

Range range_of(Survey *k, const Node *n)
{
  Range r = plain_range(k, n);
  if (n->type && (n->type->tag == T_NUM || n->type->tag == T_WORD)) {
    Range t = range_of_type(n->type);
    t.none = true; /* none comes from where it comes */
    r = range_meet(r, t);
  }
  for (int i = k->base; i < k->n; i++) {
    const Belief *x = &k->facts[i];
    bool about = x->sym ? (n->tag == N_NAME || n->tag == N_IT) && n->sym == x->sym
                        : x->path && same_expr(x->path, n);
    if (!about) continue;
    Range met = range_meet(r, x->r);
    if (x->from && !range_same(&met, &r)) k->because = x->from;
    r = met;
  }
  return r;
}
