/* Whether a condition can hold, and what is known when it does. */
#include "interp/find/range.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

/* ---- paths ---------------------------------------------------------------------- */

static bool same_sym(const Sym *a, const Sym *b)
{
  if (a == b) return true;
  if (!a || !b || a->tag != b->tag) return false;
  if (a->tag == SY_VALUE) return a->value == b->value;
  return a->tag == SY_PLAYERS || a->tag == SY_WINNERS || a->tag == SY_OWNER;
}

bool same_expr(const Node *a, const Node *b)
{
  if (!a || !b) return a == b;
  if (a->tag != b->tag || a->tag == N_PICK || !same_sym(a->sym, b->sym)) return false;
  if (a->tag == N_NUM) return a->num == b->num;
  if (a->tag == N_NAME) return a->sym != NULL;
  if (a->tag == N_CALL) {
    if (a->op != b->op || a->num != b->num || a->num == 1) return false;
    const Node *x = a->a, *y = b->a;
    for (; x && y; x = x->next, y = y->next)
      if (!same_expr(x, y)) return false;
    return !x && !y;
  }
  if (a->tag == N_WHERE) return false; /* each has an `it` of its own */
  return same_expr(a->a, b->a) && same_expr(a->b, b->b) && same_expr(a->c, b->c);
}

bool is_fixed(const Node *n)
{
  if (!n) return true;
  const Sym *y = n->sym;
  if (n->tag == N_NAME || n->tag == N_DOT) {
    if (y && y->tag == SY_FIELD && !y->field->option) return false;
    if (y && (y->tag == SY_VALUE || y->tag == SY_WINNERS)) return false;
    if (y && y->tag == SY_LOCAL && !y->fixed) return false;
    if (y && y->tag == SY_COLUMN && (y->column->computed || y->column->changed))
      return false;
  }
  if (n->tag == N_CALL) {
    if (y || n->num == 1 || n->op == BI_OWNER || n->op == BI_SEES) return false;
    for (const Node *a = n->a; a; a = a->next)
      if (!is_fixed(a)) return false;
    return true;
  }
  return is_fixed(n->a) && is_fixed(n->b) && is_fixed(n->c);
}

static bool is_mine(const Node *n)
{
  if (!n) return false;
  if (n->tag == N_ME) return true;
  if (n->sym && n->sym->tag == SY_VALUE) return true; /* `me` may be in it */
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (is_mine(a)) return true;
  return is_mine(n->b) || is_mine(n->c);
}

static bool is_constant(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM:
  case N_YES:
  case N_NO:
  case N_NONE: return true;
  case N_NAME: return n->sym && n->sym->tag == SY_THING;
  default: return false;
  }
}

bool has_pick(const Node *n)
{
  if (!n) return false;
  if (n->tag == N_PICK) return true;
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (has_pick(a)) return true;
  return has_pick(n->b) || has_pick(n->c);
}

static void add_fact(Survey *k, const Node *path, Range r, const Node *from)
{
  if (k->n == MAX_FACTS || is_constant(path) || has_pick(path)) return;
  bool local = (path->tag == N_NAME || path->tag == N_IT) && path->sym &&
               path->sym->tag == SY_LOCAL && path->sym->fixed;
  k->facts[k->n++] =
      (Belief){local ? path->sym : NULL, path, r, from, is_fixed(path), is_mine(path)};
}

void learn_name(Survey *k, const Sym *y, Range r)
{
  if (k->n < MAX_FACTS && y) k->facts[k->n++] = (Belief){y, NULL, r, NULL, true, false};
}

void forget(Survey *k, bool only_mine)
{
  INVARIANT(k->base <= k->n && k->n <= MAX_FACTS);
  for (int i = k->base; i < k->n; i++) {
    Belief *x = &k->facts[i];
    if (x->sym || !x->path) continue;
    if (only_mine ? x->mine : !x->fixed) x->path = NULL;
  }
}

/* ---- comparisons ---------------------------------------------------------------- */

static Tag opposite(Tag t)
{
  switch (t) {
  case N_LT: return N_GE;
  case N_GE: return N_LT;
  case N_GT: return N_LE;
  case N_LE: return N_GT;
  case N_IS: return N_ISNOT;
  case N_ISNOT: return N_IS;
  case N_IN: return N_NOTIN;
  default: return N_IN;
  }
}

static Tag mirrored(Tag t)
{
  return t == N_LT ? N_GT : t == N_GT ? N_LT : t == N_LE ? N_GE : t == N_GE ? N_LE : t;
}

static unsigned swap(unsigned t)
{
  return (t & HOLDS ? FAILS_TO : 0) | (t & FAILS_TO ? HOLDS : 0);
}

static unsigned order_truth(Tag t, Range a, Range b)
{
  unsigned r = a.none || b.none ? FAILS_TO : 0; /* compared with none it is no */
  if (a.lo > a.hi || b.lo > b.hi) return r;
  if (t == N_GT || t == N_GE) {
    Range x = a;
    a = b, b = x;
    t = mirrored(t);
  }
  int64_t equal = t == N_LE; /* a < b + equal */
  if (a.lo < b.hi + equal) r |= HOLDS;
  if (a.hi >= b.lo + equal) r |= FAILS_TO;
  return r;
}

static unsigned same_truth(const Node *n, Range a, Range b)
{
  unsigned r = 0;
  bool wide = is_many(n->a->type) || is_many(n->b->type);
  if (range_empty(&a) || range_empty(&b)) return 0;
  if (wide) {
    bool apart = a.lo > b.hi || b.lo > a.hi;
    bool both_empty = a.hi == 0 && b.hi == 0;
    return (apart ? 0 : HOLDS) | (both_empty ? 0 : FAILS_TO);
  }
  if (a.none && b.none) r |= HOLDS;
  if (a.none != b.none || (a.none && (a.lo <= a.hi || b.lo <= b.hi))) r |= FAILS_TO;
  Range both = range_meet(a, b);
  if (both.lo <= both.hi) r |= HOLDS;
  if (a.lo <= a.hi && b.lo <= b.hi && (a.lo != a.hi || b.lo != b.hi || a.lo != b.lo))
    r |= FAILS_TO;
  return r;
}

unsigned comparison(const Node *n, Range a, Range b)
{
  if (n->tag == N_IS) return same_truth(n, a, b);
  if (n->tag == N_ISNOT) return swap(same_truth(n, a, b));
  return order_truth(n->tag, a, b);
}

/* A single value, or a set, compared with a set. */
static unsigned in_truth(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range a = range_of(k, n->a), s = range_of(k, n->b);
  if (range_empty(&a) || range_empty(&s)) return 0;
  unsigned both = HOLDS | FAILS_TO;
  if (!is_many(n->b->type)) { /* a thing is the set of itself */
    s = (Range){!s.none, s.lo <= s.hi, false, s.lo, s.hi, s.words};
  }
  if (n->a->tag == N_NONE) return both;
  if (is_many(n->a->type)) {
    bool apart = s.hi == 0 || a.to < s.from || s.to < a.from;
    return a.lo > 0 && apart ? FAILS_TO : both;
  }
  if (a.none) return both;
  if (s.hi == 0 || a.hi < s.from || s.to < a.lo) return FAILS_TO;
  const Sym *y = n->b->tag == N_NAME ? n->b->sym : NULL;
  bool whole = y && (y->tag == SY_TYPE || (y->tag == SY_KIND && !y->kind->has_variants &&
                                           !y->kind->is_player));
  if (n->b->tag == N_SPAN) {
    Range lo = range_of(k, n->b->a), hi = range_of(k, n->b->b);
    whole = !lo.none && !hi.none && lo.hi <= a.lo && a.hi <= hi.lo && a.lo <= a.hi;
  }
  return whole ? HOLDS : both;
}

unsigned truth(Survey *k, const Node *n)
{
  INVARIANT(k->base <= k->n && k->n <= MAX_FACTS);
  unsigned a, b;
  int facts = k->n;
  switch (n->tag) {
  case N_AND:
  case N_OR: {
    bool and = n->tag == N_AND;
    a = truth(k, n->a);
    learn(k, n->a, and);
    b = truth(k, n->b);
    k->n = facts;
    if (!a) return 0;
    unsigned all = and? a & b & HOLDS : a & b & FAILS_TO;
    unsigned some = and? (a | b) & FAILS_TO : (a | b) & HOLDS;
    if (!(a & (and? HOLDS : FAILS_TO))) some &= a; /* the right side is not looked at */
    return all | some;
  }
  case N_NOT: return swap(truth(k, n->a));
  case N_IS:
  case N_ISNOT: {
    Range x = range_of(k, n->a), y = range_of(k, n->b);
    if (n->a->tag == N_NONE && is_many(n->b->type)) x = (Range){0, 0, false, 1, 0, 0};
    if (n->b->tag == N_NONE && is_many(n->a->type)) y = (Range){0, 0, false, 1, 0, 0};
    if (is_many(n->a->type) != is_many(n->b->type) && n->a->tag != N_NONE &&
        n->b->tag != N_NONE)
      return HOLDS | FAILS_TO;
    return comparison(n, x, y);
  }
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: return comparison(n, range_of(k, n->a), range_of(k, n->b));
  case N_IN: return in_truth(k, n);
  case N_NOTIN: return swap(in_truth(k, n));
  default: break;
  }
  if (!n->type || n->type->tag != T_FLAG) return HOLDS | FAILS_TO;
  Range r = range_of(k, n);
  if (r.lo > r.hi) return r.none ? FAILS_TO : 0;
  a = (r.hi > 0 ? HOLDS : 0) | (r.lo < 1 || r.none ? FAILS_TO : 0);
  const Node *body = inlined(k, n);
  if (!body) return a;
  k->depth++;
  b = truth(k, body);
  k->depth--;
  return a & b ? a & b : a;
}

/* ---- learning ------------------------------------------------------------------- */

/* `x` stands in relation t to something in b. */
static bool learn_order(Survey *k, const Node *x, Tag t, Range b, const Node *from)
{
  Range r = range_number(-MAX_NUMBER, MAX_NUMBER);
  if (t == N_LT) r.hi = b.hi - 1;
  if (t == N_LE) r.hi = b.hi;
  if (t == N_GT) r.lo = b.lo + 1;
  if (t == N_GE) r.lo = b.lo;
  Range old = range_of(k, x), now = range_meet(old, r);
  if (!range_empty(&now)) add_fact(k, x, r, from);
  return !range_empty(&now);
}

static bool learn_equal(Survey *k, const Node *x, const Node *other, bool equal,
                        const Node *from)
{
  INVARIANT(x && x->tag < N_COUNT);
  Range a = range_of(k, x), b = range_of(k, other), r = b;
  bool wide = is_many(x->type);
  if (wide != is_many(other->type) && other->tag != N_NONE) return true;
  if (wide) { /* only the counts, and only of what is empty */
    bool empty = other->tag == N_NONE || b.hi == 0;
    if (!empty) return true;
    r = range_number(equal ? 0 : 1, equal ? 0 : MAX_NUMBER);
  } else if (!equal) {
    r = range_number(-MAX_NUMBER, MAX_NUMBER);
    r.none = true;
    if (b.none && b.lo > b.hi) r.none = false;
    else if (!b.none && b.lo == b.hi) {
      if (b.words != ~(uint64_t)0) r.words = ~b.words;
      else if (a.lo == b.lo) r.lo = b.lo + 1;
      else if (a.hi == b.lo) r.hi = b.lo - 1;
    }
  }
  Range now = range_meet(a, r);
  if (!range_empty(&now)) add_fact(k, x, r, from);
  return !range_empty(&now);
}

static bool learn_in(Survey *k, const Node *n, const Node *from)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range s = range_of(k, n->b), r = range_number(s.from, s.to);
  if (is_many(n->a->type) || n->a->tag == N_NONE || !is_many(n->b->type)) return true;
  if (range_of(k, n->a).none) return true;
  Range now = range_meet(range_of(k, n->a), r);
  if (range_empty(&now)) return false;
  add_fact(k, n->a, r, from);
  add_fact(k, n->b, range_number(1, MAX_NUMBER), from);
  return true;
}

static bool learn_flag(Survey *k, const Node *n, bool holds)
{
  if (n->tag == N_CALL && !n->sym && n->num != 1 && n->op == BI_EMPTY &&
      is_many(n->a->type))
    add_fact(k, n->a, range_number(holds ? 0 : 1, holds ? 0 : MAX_NUMBER), n);
  if (n->tag == N_NAME || n->tag == N_DOT || n->tag == N_INDEX || n->tag == N_CALL)
    add_fact(k, n, range_number(holds, holds), n);
  const Node *body = inlined(k, n);
  if (body) {
    k->depth++;
    learn(k, body, holds);
    k->depth--;
  }
  return (truth(k, n) & (holds ? HOLDS : FAILS_TO)) != 0;
}

bool learn(Survey *k, const Node *n, bool holds)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_NOT) return learn(k, n->a, !holds);
  if ((n->tag == N_AND && holds) || (n->tag == N_OR && !holds)) {
    bool left = learn(k, n->a, holds), right = learn(k, n->b, holds); /* both are said */
    return left && right;
  }
  if (n->tag == N_AND || n->tag == N_OR) return true;
  Tag t = holds ? n->tag : opposite(n->tag);
  switch (n->tag) {
  case N_LT:
  case N_LE:
  case N_GT:
  case N_GE: {
    Range a = range_of(k, n->a), b = range_of(k, n->b);
    if (a.lo > a.hi || b.lo > b.hi) return true;
    if (!holds && (a.none || b.none)) return true;
    bool ok = learn_order(k, n->a, t, b, n);
    const Node *a0 = n->a; /* count(S) says how many S has */
    if (a0->tag == N_CALL && !a0->sym && a0->num != 1 && a0->op == BI_COUNT &&
        is_many(a0->a->type))
      ok &= learn_order(k, a0->a, t, b, n);
    return learn_order(k, n->b, mirrored(t), a, n) && ok;
  }
  case N_IS:
  case N_ISNOT: {
    bool ok = learn_equal(k, n->a, n->b, t == N_IS, n);
    return (is_constant(n->b) || learn_equal(k, n->b, n->a, t == N_IS, n)) && ok;
  }
  case N_IN:
  case N_NOTIN: return t == N_IN ? learn_in(k, n, n) : true;
  default: return learn_flag(k, n, holds);
  }
}
