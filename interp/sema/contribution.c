/* Contributions: what each definition of a value does to what the value is beneath it.
 *
 * `x + 1`, `x * 2`, `max(x, 3)` leave the order open: two of the same sort commute, and
 * every copy of a card counts.  Between sorts there is one order for each layer: what it
 * is, what is added, how many times, divided by what, at least, at most.  Bounds come
 * last because a card that promises one means it of the result; factors come after sums
 * because "twice its strength" means the strength that it has.  `above` puts one
 * contribution over another, whatever their sorts.  A definition of any other form is a
 * replacement, which may read what is beneath it. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

/* The steps of one definition, innermost first. */
typedef struct Steps {
  Sema *s;
  Value *v;
  Def *d;
  size_t def;
  VEC(Share) list;
} Steps;

static bool mentions(const Node *n, const Value *v)
{
  if (value_named(n) == v) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (mentions(p.at, v)) return true;
  return false;
}

/* The value itself for the same arguments: what is beneath. */
static bool is_own(const Steps *t, const Node *n)
{
  if (value_named(n) != t->v) return false;
  if (t->v->of && (n->tag == N_CALL ? n->b : n->a)->tag != N_IT) return false;
  const Node *a = n->tag == N_CALL ? n->a : NULL;
  for (const Node *p = t->d->node->a; p; p = p->next, a = a->next)
    if (!a || a->tag != N_NAME || a->sym != p->sym) return false;
  return !a;
}

static bool names_itself(const Node *n, const Thing *t)
{
  if (n->sym && n->tag == N_NAME && n->sym->tag == SY_THING && n->sym->thing == t)
    return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (names_itself(p.at, t)) return true;
  return false;
}

static Node *both(Steps *t, Node *a, Node *b)
{
  if (!a) return b;
  Node *n = node_new(t->s->u, N_AND, a->loc);
  n->a = a;
  n->b = b;
  n->type = t_flag(t->s);
  return n;
}

static Node *denied(Steps *t, Node *a)
{
  Node *n = node_new(t->s->u, N_NOT, a->loc);
  n->a = a;
  n->type = t_flag(t->s);
  return n;
}

static bool step(Steps *t, ShareSort sort, Node *operand, Node *guard)
{
  Share p = {.def = t->def, .sort = sort, .guard = guard, .operand = operand};
  apush(t->s->m->arena, &t->list, p);
  return true;
}

static bool take_apart(Steps *t, Node *e, Node *guard);

/* `e` does something with its side `own`, and `operand` is the other. */
static bool with(Steps *t, ShareSort sort, Node *own, Node *operand, Node *guard)
{
  if (mentions(operand, t->v) || !mentions(own, t->v)) return false;
  return take_apart(t, own, guard) && step(t, sort, operand, guard);
}

static bool sum_apart(Steps *t, Node *e, Node *guard)
{
  bool set = t->v->type->tag == T_SET;
  if (!set && t->v->type->tag != T_NUM) return false;
  if (e->tag == N_SUB) {
    if (!with(t, set ? SHARE_TAKE : SHARE_ADD, e->a, e->b, guard)) return false;
    t->list.at[t->list.n - 1].minus = !set;
    return true;
  }
  return mentions(e->a, t->v) ? with(t, SHARE_ADD, e->a, e->b, guard)
                              : with(t, SHARE_ADD, e->b, e->a, guard);
}

static bool bound_apart(Steps *t, Node *e, Node *guard)
{
  INVARIANT(e && e->tag < N_COUNT);
  Node *own = NULL;
  for (Node *a = e->a; a; a = a->next) {
    if (!mentions(a, t->v)) continue;
    if (own) return false;
    own = a;
  }
  if (!own || !take_apart(t, own, guard)) return false;
  for (Node *a = e->a; a; a = a->next)
    if (a != own) step(t, e->op == BI_MAX ? SHARE_LEAST : SHARE_MOST, a, guard);
  return true;
}

/* Finds the steps of an expression; false: it is not made of them. */
static bool take_apart(Steps *t, Node *e, Node *guard)
{
  if (is_own(t, e)) return true;
  if (!mentions(e, t->v)) return step(t, SHARE_REPLACE, e, guard);
  bool number = t->v->type->tag == T_NUM;
  switch (e->tag) {
  case N_COND:
    return !mentions(e->a, t->v) && take_apart(t, e->b, both(t, guard, e->a)) &&
           take_apart(t, e->c, both(t, guard, denied(t, e->a)));
  case N_ADD:
  case N_SUB: return sum_apart(t, e, guard);
  case N_MUL:
    if (!number) return false;
    return mentions(e->a, t->v) ? with(t, SHARE_TIMES, e->a, e->b, guard)
                                : with(t, SHARE_TIMES, e->b, e->a, guard);
  case N_DIV: /* rounded down: only by positive numbers it does not matter in what order
               */
    return number && e->b->type->lo > 0 && with(t, SHARE_OVER, e->a, e->b, guard);
  case N_CALL:
    return number && !e->sym && e->num != 1 && (e->op == BI_MAX || e->op == BI_MIN) &&
           bound_apart(t, e, guard);
  case N_OR:
  case N_AND: {
    ShareSort sort = e->tag == N_OR ? SHARE_LEAST : SHARE_MOST;
    return mentions(e->a, t->v) ? with(t, sort, e->a, e->b, guard)
                                : with(t, sort, e->b, e->a, guard);
  }
  default: return false;
  }
}

/* Are the steps of each case in the order of sorts, so that they can be told apart? */
static bool in_order(const Steps *t)
{
  for (size_t i = 1; i < t->list.n; i++) {
    const Share *a = &t->list.at[i - 1], *b = &t->list.at[i];
    if (a->guard == b->guard && a->sort > b->sort) return false;
    if (a->guard == b->guard && b->sort == SHARE_REPLACE) return false;
  }
  return true;
}

static void def_parts(Sema *s, Value *v, size_t def)
{
  Def *d = &v->defs.at[def];
  Steps t = {.s = s, .v = v, .d = d, .def = def};
  Node *e = d->node->c;
  bool plain = e && d->place.layer != LAYER_BODY && v->type->tag != T_VOID &&
               !(d->place.hold && mentions(d->place.hold, v)) &&
               take_apart(&t, e, NULL) && in_order(&t);
  if (!plain) {
    t.list.n = 0;
    step(&t, SHARE_REPLACE, e, NULL);
    t.list.at[0].reads = e && d->place.layer != LAYER_BODY && mentions(e, v);
  }
  /* A definition that counts the copies of its own thing speaks for all of them. */
  const Thing *own = d->place.thing;
  bool all = own && own->copies > 1 && !d->node->num2 && e && names_itself(e, own);
  for (size_t i = 0; i < t.list.n; i++) {
    Share p = t.list.at[i];
    p.once = all || p.sort == SHARE_REPLACE;
    apush(s->m->arena, &v->shares, p);
  }
}

static bool before(const Value *v, const Share *a, const Share *b)
{
  Layer x = v->defs.at[a->def].place.layer, y = v->defs.at[b->def].place.layer;
  return x != y ? x < y : a->sort < b->sort;
}

static void put(Value *v, size_t from, size_t to)
{
  Share p = v->shares.at[from];
  for (; from > to; from--) v->shares.at[from] = v->shares.at[from - 1];
  for (; from < to; from++) v->shares.at[from] = v->shares.at[from + 1];
  v->shares.at[to] = p;
}

/* The last part that the i-th has to come after. */
static size_t last_beneath(Sema *s, const Value *v, size_t i)
{
  INVARIANT(i < v->shares.n);
  const Share *p = &v->shares.at[i];
  const Def *d = &v->defs.at[p->def];
  size_t last = 0;
  for (size_t j = 0; j < v->shares.n; j++) {
    const Share *q = &v->shares.at[j];
    const Def *o = &v->defs.at[q->def];
    bool own = q->def == p->def && q->sort < p->sort;
    if (own ||
        (q->def != p->def && o->place.layer == d->place.layer && def_above(s, d, o)))
      last = j;
  }
  return last;
}

static bool says_above(const Def *d)
{
  return d->node->e || d->place.above || (d->place.variant && d->place.variant->decl->c);
}

void find_parts(Sema *s, Value *v)
{
  v->shares.n = 0;
  for (size_t i = 0; i < v->defs.n; i++) def_parts(s, v, i);
  for (size_t i = 1; i < v->shares.n; i++)
    for (size_t k = i; k > 0 && before(v, &v->shares.at[k], &v->shares.at[k - 1]); k--)
      put(v, k, k - 1);
  /* What says `above` goes up; a circle of them was reported, so this ends anyway. */
  for (size_t round = 0, moved = 1; moved && round < v->shares.n; round++) {
    moved = 0;
    for (size_t i = 0; i < v->shares.n; i++) {
      if (!says_above(&v->defs.at[v->shares.at[i].def])) continue;
      size_t last = last_beneath(s, v, i);
      if (last > i) put(v, i, last), moved = 1;
    }
  }
}
