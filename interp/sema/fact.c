/* What a condition says about one place: that its value lies between two numbers, or is
 * not a certain one.  Enough to see that two conditions exclude each other, or what an
 * assignment does to one. */
#include "interp/sema/fact.h"
#include "interp/base/invariant.h"

/* The one thing that a name or `this` stands for, or NULL. */
static const Thing *one_thing(const Node *n, const Thing *self)
{
  if (n->tag == N_THIS) return self;
  bool one = n->tag == N_NAME && n->sym && n->sym->tag == SY_THING;
  return one && n->sym->thing->copies == 1 ? n->sym->thing : NULL;
}

static bool is_membership(const Node *n) { return n->tag == N_IN || n->tag == N_NOTIN; }

static bool same_place(const Node *a, const Thing *x, const Node *b, const Thing *y)
{
  const Thing *t = one_thing(a, x);
  if (t && t == one_thing(b, y)) return true;
  if (is_membership(a) && is_membership(b))
    return same_place(a->a, x, b->a, y) && same_place(a->b, x, b->b, y);
  if (a->tag == N_DOT && b->tag == N_DOT)
    return a->sym == b->sym && same_place(a->a, x, b->a, y);
  return same_path(a, b);
}

bool same_path(const Node *a, const Node *b)
{
  INVARIANT(a && a->tag < N_COUNT);
  INVARIANT(b && b->tag < N_COUNT);
  if (a->tag != b->tag) return false;
  switch (a->tag) {
  case N_NAME: return a->sym == b->sym && a->sym && a->sym->tag != SY_LOCAL;
  case N_ME: return true;
  case N_DOT: return a->sym == b->sym && same_path(a->a, b->a);
  case N_CALL:
    return a->op == b->op && a->sym == b->sym && a->a && b->a && !a->a->next &&
           !b->a->next && same_path(a->a, b->a);
  default: return false;
  }
}

bool is_constant(const Node *n, int64_t *v)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM: *v = n->num; return true;
  case N_YES: *v = 1; return true;
  case N_NO: *v = 0; return true;
  case N_NONE: *v = NONE; return true;
  case N_NAME:
    if (!n->sym || n->sym->tag != SY_THING || n->sym->thing->copies != 1) return false;
    *v = n->sym->thing->id;
    return true;
  default: return false;
  }
}

static bool compares(Tag t) { return t == N_LT || t == N_LE || t == N_GT || t == N_GE; }

/* The same comparison with its sides exchanged, or denied. */
static Tag turned(Tag t)
{
  return t == N_LT ? N_GT : t == N_GT ? N_LT : t == N_LE ? N_GE : N_LE;
}
static Tag denied(Tag t)
{
  return t == N_LT ? N_GE : t == N_GE ? N_LT : t == N_GT ? N_LE : N_GT;
}

static bool fact_of(const Node *c, const Thing *self, Fact *f)
{
  INVARIANT(c && c->tag < N_COUNT);
  bool not = false;
  int64_t v;
  *f = (Fact){.lo = -MAX_NUMBER, .hi = MAX_NUMBER, .self = self};
  while (c->tag == N_NOT) c = c->a, not = !not ;
  if (compares(c->tag)) {
    bool left = is_constant(c->a, &v);
    if (!left && !is_constant(c->b, &v)) return false;
    Tag t = left ? turned(c->tag) : c->tag;
    f->path = left ? c->b : c->a;
    if (not &&f->path->type && f->path->type->opt) return false; /* none is neither */
    if (not ) t = denied(t);
    if (t == N_LT || t == N_LE) f->hi = t == N_LT ? v - 1 : v;
    else f->lo = t == N_GT ? v + 1 : v;
    return true;
  }
  bool equal = !not ;
  if (c->tag == N_IS || c->tag == N_ISNOT) {
    f->path = c->a;
    equal = (c->tag == N_IS) != not ;
    if (!is_constant(c->b, &v)) return false;
  } else if (is_membership(c) && one_thing(c->a, self)) {
    f->path = c; /* whether one thing lies there is a flag like any other */
    equal = (c->tag == N_IN) != not ;
    v = 1;
  } else {
    if (!c->type || c->type->tag != T_FLAG || (c->tag != N_NAME && c->tag != N_DOT))
      return false;
    f->path = c;
    v = 1;
  }
  if (equal) f->lo = f->hi = v;
  else f->hole = true, f->not_this = v;
  return true;
}

void facts_add(Facts *f, const Node *c)
{
  if (!c) return;
  if (c->tag == N_AND) {
    facts_add(f, c->a);
    facts_add(f, c->b);
    return;
  }
  f->parts++;
  if (f->n < MAX_FACTS && fact_of(c, f->self, &f->at[f->n])) f->n++;
}

bool fact_allows(const Fact *f, int64_t v)
{
  if (f->hole) return v != f->not_this;
  return v >= f->lo && v <= f->hi;
}

static bool exclude(const Fact *a, const Fact *b)
{
  if (!same_place(a->path, a->self, b->path, b->self)) return false;
  if (a->hole && b->hole) return false;
  if (a->hole) return b->lo == b->hi && b->lo == a->not_this;
  if (b->hole) return a->lo == a->hi && a->lo == b->not_this;
  return a->hi < b->lo || b->hi < a->lo;
}

bool facts_exclude(const Facts *a, const Facts *b)
{
  for (int i = 0; i < a->n; i++)
    for (int j = 0; j < b->n; j++)
      if (exclude(&a->at[i], &b->at[j])) return true;
  return false;
}
