/* Builtin functions of the reference interpreter. */
#include "tests/reference/ref.h"

Val ref_elements(Ref *r, Node *n) /* in the order in which they are gone through */
{
  Val v = ref_expr(r, n);
  return v.many ? v : ref_set(r, v);
}

static Val binder(Ref *r, Node *n)
{
  Val set = ref_elements(r, n->a), best = ref_none(), out = ref_many(r, 4096);
  int64_t sum = 0;
  bool any = false, all = true;
  size_t names = r->names.n;
  for (int i = 0; i < set.count; i++) {
    if (--r->fuel < 0) ref_stop(r, REF_TIRED);
    r->names.n = names;
    ref_bind(r, n->sym, ref_num(set.at[i]));
    if (n->c && !ref_true(r, n->c)) continue;
    if (n->op == BI_ANY || n->op == BI_ALL || n->op == BI_COUNT) {
      bool is = ref_true(r, n->b);
      any = any || is;
      all = all && is;
      sum += is;
      continue;
    }
    Val v = ref_expr(r, n->b);
    if (n->op == BI_SUM && n->type->tag == T_SET) {
      v = ref_set(r, v);
      for (int k = 0; k < v.count; k++)
        if (!ref_has(&out, v.at[k])) ref_push(&out, v.at[k]);
      continue;
    }
    if (v.none) continue;
    sum += v.n;
    bool more = n->op == BI_MAX || n->op == BI_MOST;
    bool better = best.none || (more ? v.n > best.n : v.n < best.n);
    if ((n->op == BI_MOST || n->op == BI_LEAST) && (better || v.n == best.n)) {
      if (better) out.count = 0;
      ref_push(&out, set.at[i]);
    }
    if (better) best = v;
  }
  r->names.n = names;
  switch (n->op) {
  case BI_ANY: return ref_num(any);
  case BI_ALL: return ref_num(all);
  case BI_MAX:
  case BI_MIN: return best;
  case BI_MOST:
  case BI_LEAST: return ref_set(r, out);
  case BI_SUM: return n->type->tag == T_SET ? ref_set(r, out) : ref_num(sum);
  default: return ref_num(sum);
  }
}

static Val around(Ref *r, int64_t x, const Kind *k)
{
  Val all = ref_all(r, k), out = ref_many(r, all.count);
  int from = 0;
  for (int i = 0; i < all.count; i++)
    if (all.at[i] == x) from = i;
  for (int i = 0; i < all.count; i++) ref_push(&out, all.at[(from + i) % all.count]);
  return out;
}

static Val next(Ref *r, int64_t x, int64_t by, const Kind *k)
{
  Val all = ref_all(r, k);
  for (int i = 0; i < all.count; i++)
    if (all.at[i] == x)
      return ref_num(all.at[((i + by) % all.count + all.count) % all.count]);
  return ref_none();
}

static Val grid(const Kind *k, int64_t x, int64_t y)
{
  if (x < 1 || y < 1 || x > k->width || y > k->height) return ref_none();
  return ref_num(k->first + (y - 1) * k->width + x - 1);
}

static int64_t steps(const Kind *k, int64_t t, int64_t dx, int64_t dy, const Val *set)
{
  int64_t n = 0, x = (t - k->first) % k->width + 1, y = (t - k->first) / k->width + 1;
  if (!dx && !dy) return 0;
  for (;;) {
    x += dx, y += dy;
    Val at = grid(k, x, y);
    if (at.none || !ref_has(set, at.n)) return n;
    n++;
  }
}

/* All that can be reached, with how many steps it takes. */
static Val reach(Ref *r, int64_t from, int64_t most, const Value *f, int64_t goal,
                 int64_t *steps_to)
{
  Val seen = ref_many(r, 4096), far = ref_many(r, 4096);
  ref_push(&seen, from);
  ref_push(&far, 0);
  *steps_to = from == goal ? 0 : -1;
  for (int i = 0; i < seen.count; i++) {
    if (far.at[i] >= most) continue;
    Val arg = ref_num(seen.at[i]), near = ref_value(r, f, NONE, &arg);
    for (int k = 0; k < near.count; k++) {
      if (ref_has(&seen, near.at[k])) continue;
      ref_push(&seen, near.at[k]);
      ref_push(&far, far.at[i] + 1);
      if (near.at[k] == goal) *steps_to = far.at[i] + 1;
    }
  }
  return ref_set(r, seen);
}

static Val owner(Ref *r, int64_t thing)
{
  int pile = r->in_pile[thing];
  if (pile < 0) return ref_none();
  for (size_t i = 0; i < r->m->fields.n; i++) {
    const Field *f = r->m->fields.at[i];
    const PField *p = &r->p->fields[f->index];
    if (!f->pile || f->kind != r->m->player || pile < p->pile ||
        pile >= p->pile + p->count * p->per_count)
      continue;
    return ref_num((pile - p->pile) / p->per_count);
  }
  return ref_none();
}

static Val element(Ref *r, Node *n)
{
  Val v = ref_elements(r, n->a);
  if (n->a->type->tag != T_LIST && n->a->type->tag != T_PILE && n->op != BI_FIRST)
    v = ref_set(r, v);
  if (n->op == BI_ONLY) v = ref_set(r, v);
  if (n->op == BI_ONLY) return v.count == 1 ? ref_num(v.at[0]) : ref_none();
  if (n->op == BI_AT) {
    Val i = ref_expr(r, n->a->next);
    return i.none || i.n < 1 || i.n > v.count ? ref_none() : ref_num(v.at[i.n - 1]);
  }
  if (!v.count) return ref_none();
  return ref_num(v.at[n->op == BI_FIRST || n->op == BI_BOTTOM ? 0 : v.count - 1]);
}

static Val position(Ref *r, Node *a, Node *b)
{
  Val x = ref_expr(r, a);
  if (x.none) return ref_none();
  if (!b) return ref_num(x.n - a->type->kind->first + 1);
  Val v = ref_expr(r, b);
  for (int i = 0; i < v.count; i++)
    if (v.at[i] == x.n) return ref_num(i + 1);
  return ref_none();
}

static Val sees(Ref *r, Node *a, Node *b)
{
  Val who = ref_expr(r, a);
  const Field *f = b->tag == N_DOT || b->tag == N_NAME ? ref_field(b) : NULL;
  if (who.none) return ref_num(0);
  if (!f) {
    Val x = ref_expr(r, b);
    return ref_num(!x.none && ref_sees(r, (int)who.n, (int32_t)x.n));
  }
  Val x = b->tag == N_DOT ? ref_expr(r, b->a) : ref_num(NONE);
  return ref_num(!x.none && ref_sees_field(r, (int)who.n, f, x.n));
}

Val ref_function(Ref *r, Node *n)
{
  Node *a = n->a, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  if (n->sym && n->sym->tag == SY_VALUE) {
    Val thing = n->num == 2 ? ref_expr(r, n->b) : ref_num(NONE);
    if (thing.none) return n->type->tag == T_SET ? ref_many(r, 0) : ref_none();
    return ref_value_call(r, n->sym->value, a, thing.n);
  }
  if (n->num == 1) return binder(r, n);
  Val x = a ? ref_expr(r, a) : ref_none(), y;
  int64_t far;
  switch (n->op) {
  case BI_COUNT: return ref_num(x.many ? x.count : !x.none);
  case BI_EMPTY: return ref_num(x.many ? !x.count : x.none);
  case BI_MAX:
  case BI_MIN:
    for (Node *e = b; e; e = e->next) {
      y = ref_expr(r, e);
      if (x.none || y.none) x = ref_none();
      else if ((n->op == BI_MAX) == (y.n > x.n)) x = y.n == x.n ? x : y;
    }
    return x;
  case BI_FIRST:
  case BI_LAST:
  case BI_ONLY:
  case BI_TOP:
  case BI_BOTTOM:
  case BI_AT: return element(r, n);
  case BI_NEXT:
    y = b ? ref_expr(r, b) : ref_num(1);
    return x.none || y.none ? ref_none() : next(r, x.n, y.n, a->type->kind);
  case BI_AROUND:
    return x.none ? ref_all(r, a->type->kind) : around(r, x.n, a->type->kind);
  case BI_REMAINDER: {
    y = ref_expr(r, b);
    if (x.none || y.none) return ref_none();
    if (!y.n) ref_error(r, R_DIVIDE);
    int64_t left = x.n % y.n; /* what rounding down leaves */
    return ref_num(left && (left < 0) != (y.n < 0) ? left + y.n : left);
  }
  case BI_BACKWARDS: {
    Val all = x.many ? x : ref_set(r, x), out = ref_many(r, all.count);
    for (int i = all.count; i-- > 0;) ref_push(&out, all.at[i]);
    return out;
  }
  case BI_POSITION: return position(r, a, b);
  case BI_OWNER: return x.none ? x : owner(r, x.n);
  case BI_THESE: {
    Val out = ref_many(r, MAX_LIST);
    for (Node *e = a; e; e = e->next) {
      y = ref_as(r, e, n->type->elem);
      ref_push(&out, y.none ? NONE : y.n);
    }
    return out;
  }
  case BI_DISTANCE:
    y = ref_expr(r, b);
    if (x.none || y.none) return ref_none();
    reach(r, x.n, INT64_MAX, c->sym->value, y.n, &far);
    return far < 0 ? ref_none() : ref_num(far);
  case BI_REACH:
    y = ref_expr(r, b);
    if (x.none || y.none) return ref_many(r, 0);
    return reach(r, x.n, y.n, c->sym->value, NONE, &far);
  case BI_ROW:
  case BI_LINE: {
    Val dx = ref_expr(r, b), dy = ref_expr(r, c), set = ref_set(r, ref_expr(r, c->next));
    if (x.none || dx.none || dy.none) return ref_num(0);
    const Kind *k = a->type->kind;
    int64_t there = steps(k, x.n, dx.n, dy.n, &set);
    if (n->op == BI_ROW) return ref_num(there);
    if (!dx.n && !dy.n) return ref_num(0); /* no direction, no line */
    return ref_num(1 + there + steps(k, x.n, -dx.n, -dy.n, &set));
  }
  case BI_SEES: return sees(r, a, b);
  case BI_GRID:
    y = ref_expr(r, b);
    return x.none || y.none ? ref_none() : grid(n->sym->kind, x.n, y.n);
  default: ref_error(r, R_COUNT);
  }
}
