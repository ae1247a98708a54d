/* Expressions of the reference interpreter. */
#include "tests/reference/ref.h"

#include <string.h>

Val ref_none(void) { return (Val){.none = true}; }
Val ref_num(int64_t n) { return (Val){.n = n}; }

Val ref_many(Ref *r, int most)
{
  return (Val){.many = true, .at = arena_alloc(r->arena, (size_t)(most + 1) * 8)};
}

void ref_push(Val *v, int64_t n) { v->at[v->count++] = n; }

bool ref_has(const Val *v, int64_t n)
{
  for (int i = 0; i < v->count; i++)
    if (v->at[i] == n) return true;
  return false;
}

Val ref_set(Ref *r, Val v)
{
  Val out = ref_many(r, v.many ? v.count : 1);
  if (v.none) return out;
  if (!v.many) {
    ref_push(&out, v.n);
    return out;
  }
  for (int i = 0; i < v.count; i++)
    if (!ref_has(&out, v.at[i])) ref_push(&out, v.at[i]);
  for (int i = 1; i < out.count; i++)
    for (int k = i; k > 0 && out.at[k] < out.at[k - 1]; k--) {
      int64_t x = out.at[k];
      out.at[k] = out.at[k - 1];
      out.at[k - 1] = x;
    }
  return out;
}

void ref_bind(Ref *r, const Sym *y, Val v) { vec_push(&r->names, ((Bound){y, v})); }

static Val *find(Ref *r, const Sym *y)
{
  for (size_t i = r->names.n; i-- > 0;)
    if (r->names.at[i].sym == y) return &r->names.at[i].v;
  ref_error(r, R_COUNT); /* a name without a value: a fault of this interpreter */
}

const Thing *ref_thing(const Ref *r, int64_t id)
{
  for (size_t i = 0; i < r->m->things.n; i++) {
    const Thing *t = r->m->things.at[i];
    if (id >= t->id && id < t->id + t->copies) return t;
  }
  return NULL;
}

static bool variant_on(const Ref *r, const Variant *v)
{
  return !v || r->cell[v->flag->index][0].n == 1;
}

bool ref_present(const Ref *r, const Thing *t)
{
  if (t->kind->is_player) return t->id < r->seats;
  return variant_on(r, t->variant);
}

Val ref_all(Ref *r, const Kind *k)
{
  Val out = ref_many(r, k->count);
  for (size_t i = 0; i < k->things.n; i++) {
    const Thing *t = k->things.at[i];
    for (int c = 0; c < t->copies && ref_present(r, t); c++) ref_push(&out, t->id + c);
  }
  return out;
}

Val *ref_cell(Ref *r, const Field *f, int64_t thing, int64_t per)
{
  int64_t i = f->kind ? thing - f->kind->first : 0;
  int64_t k = f->per ? per - f->per->lo : 0, pers = f->per ? type_count(f->per) : 1;
  return &r->cell[f->index][i * pers + k];
}

/* ---- places --------------------------------------------------------------------- */

const Field *ref_field(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  return p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
}

/* Whose field, and at which index; false if one of them is none. */
bool ref_address(Ref *r, Node *n, int64_t *thing, int64_t *per)
{
  Node *p = n->tag == N_INDEX ? n->a : n;
  *thing = *per = 0;
  bool ok = true;
  if (p->tag == N_DOT) {
    Val v = ref_expr(r, p->a);
    ok = !v.none;
    *thing = v.n;
  }
  if (n->tag == N_INDEX) {
    Val v = ref_expr(r, n->b);
    ok = ok && !v.none;
    *per = v.n;
  }
  return ok;
}

int ref_pile(Ref *r, Node *n)
{
  const Field *f = ref_field(n);
  if (!f) return (int)find(r, n->sym)->n; /* a parameter holds its number */
  int64_t thing, per;
  if (!ref_address(r, n, &thing, &per)) return -1;
  const PField *p = &r->p->fields[f->index];
  int64_t i = f->kind ? thing - f->kind->first : 0, k = f->per ? per - f->per->lo : 0;
  return p->pile + (int)(i * p->per_count + k);
}

Val ref_in_pile(Ref *r, int pile)
{
  Val out = ref_many(r, pile < 0 ? 0 : r->pile[pile].n);
  for (int i = 0; pile >= 0 && i < r->pile[pile].n; i++)
    ref_push(&out, r->pile[pile].at[i]);
  return out;
}

static Val field_value(Ref *r, Node *n)
{
  const Field *f = ref_field(n);
  if (f->pile) return ref_in_pile(r, ref_pile(r, n));
  int64_t thing, per;
  if (!ref_address(r, n, &thing, &per))
    return f->type->tag == T_SET || f->type->tag == T_LIST ? ref_many(r, 0) : ref_none();
  return *ref_cell(r, f, thing, per);
}

Val ref_column(Ref *r, const Column *c, int64_t thing)
{
  const Thing *t = ref_thing(r, thing);
  if (c->axis == NAME_AXIS) return ref_num(t->word);
  if (c->kind->width && c->decl->tag != N_VALUE) /* x and y of a grid */
    return ref_num(!strcmp(c->name, "x") ? (thing - c->kind->first) % c->kind->width + 1
                                         : (thing - c->kind->first) / c->kind->width + 1);
  const Node *fill = t->decl && t->sym ? thing_fill(t, c->name) : NULL;
  if (fill && fill->tag == N_INLINE) return ref_num(fill->a->sym->thing->id);
  Node *e = fill ? fill->a : c->decl->c;
  int64_t self = r->self;
  r->self = thing;
  Val v = ref_expr(r, e);
  r->self = self;
  return c->type->tag == T_SET ? ref_set(r, v) : v;
}

/* ---- values --------------------------------------------------------------------- */

static Val table(Ref *r, Node *t)
{
  for (Node *row = t->b; row; row = row->next) {
    Node *key = t->a;
    bool fits = true;
    for (Node *p = row->a; p && key; p = p->next, key = key->next) {
      Val k = ref_expr(r, key);
      fits = fits && pattern_has(p, k.none ? NONE : k.n);
    }
    if (fits) return ref_expr(r, row->b);
  }
  ref_error(r, R_COUNT);
}

static Val check_type(Ref *r, const Value *v, Val x)
{
  if (v->type->tag == T_SET) return ref_set(r, x);
  if (x.none && !v->type->opt) ref_stop(r, REF_FAIL);
  if (v->type->tag == T_NUM && !x.none && (x.n < v->type->lo || x.n > v->type->hi))
    ref_error(r, R_RANGE);
  return x;
}

static void bind_params(Ref *r, const Def *d, int64_t thing, const Val *args)
{
  int i = 0;
  for (Node *p = d->node->a; p; p = p->next) ref_bind(r, p->sym, args[i++]);
  if (d->it) ref_bind(r, d->it, ref_num(thing));
}

static Val def_value(Ref *r, const Def *d)
{
  return d->node->d ? table(r, d->node->d) : ref_expr(r, d->node->c);
}

static Val beneath(Ref *r, const Value *v, size_t level, int64_t thing, const Val *args);

/* Where it begins: the definition of the game, of the thing, or what is printed. */
static Val base_value(Ref *r, const Value *v, int64_t thing, const Val *args)
{
  if (v->column) return ref_column(r, v->column, thing);
  const Def *d = &v->defs.at[0];
  for (size_t i = 0; i < v->fills.n; i++)
    if (v->fills.at[i].place.thing == ref_thing(r, thing)) d = &v->fills.at[i];
  size_t names = r->names.n;
  int64_t self = r->self;
  const Value *own = r->own_value;
  if (v->of) r->self = thing;
  r->own_value = NULL;
  bind_params(r, d, thing, args);
  Val x = check_type(r, v, def_value(r, d));
  r->own_value = own;
  r->self = self;
  r->names.n = names;
  return x;
}

static Val apply(Ref *r, const Value *v, const Share *p, Val acc)
{
  Val by = ref_expr(r, p->operand);
  if (v->type->tag == T_SET) {
    by = ref_set(r, by);
    Val out = ref_many(r, acc.count + by.count);
    for (int i = 0; i < acc.count; i++)
      if (p->sort != SHARE_TAKE || !ref_has(&by, acc.at[i])) ref_push(&out, acc.at[i]);
    for (int i = 0; i < by.count && p->sort == SHARE_ADD; i++) ref_push(&out, by.at[i]);
    return ref_set(r, out);
  }
  if (acc.none || by.none) return ref_none();
  int64_t a = acc.n, b = by.n;
  switch (p->sort) {
  case SHARE_ADD: return ref_num(p->minus ? a - b : a + b);
  case SHARE_TIMES: return ref_num(a * b);
  case SHARE_OVER: return ref_num(a >= 0 ? a / b : -((-a + b - 1) / b));
  case SHARE_LEAST: return ref_num(a > b ? a : b);
  case SHARE_MOST: return ref_num(a < b ? a : b);
  default: return by;
  }
}

/* All contributions up to `level`, each from every thing that makes it.  The order of
 * sorts is that of v->shares; its numbers are computed here. */
static Val beneath(Ref *r, const Value *v, size_t level, int64_t thing, const Val *args)
{
  if (level == 0) return base_value(r, v, thing, args);
  const Share *p = &v->shares.at[level];
  const Def *d = &v->defs.at[p->def];
  const Value *own = r->own_value;
  size_t own_level = r->own_level, names = r->names.n;
  int64_t self = r->self;
  Val acc = {0};
  bool known = false; /* a replacement in force need not ask what is beneath */
  bind_params(r, d, thing, args);
  r->own_value = v;
  r->own_level = level - 1;
  Val who = d->place.thing  ? ref_many(r, d->place.thing->copies)
            : d->place.kind ? ref_all(r, d->place.kind)
                            : ref_many(r, 1);
  if (d->place.thing)
    for (int i = 0; i < d->place.thing->copies; i++)
      ref_push(&who, d->place.thing->id + i);
  else if (!d->place.kind) ref_push(&who, NONE);
  if (p->sort != SHARE_REPLACE) {
    r->names.n = names;
    r->own_value = own;
    acc = beneath(r, v, level - 1, thing, args);
    bind_params(r, d, thing, args);
    r->own_value = v;
    known = true;
  }
  bool on = variant_on(r, d->place.variant), done = false;
  for (int i = 0; i < who.count && on && !done; i++) {
    if (who.at[i] != NONE) r->self = who.at[i];
    if (d->place.hold && !ref_true(r, d->place.hold)) continue;
    if (p->guard && !ref_true(r, p->guard)) continue;
    if (p->sort == SHARE_REPLACE)
      acc = check_type(r, v, p->operand ? ref_expr(r, p->operand) : table(r, d->node->d));
    else acc = apply(r, v, p, acc);
    known = true;
    done = p->once;
  }
  r->self = self;
  r->own_value = own;
  r->own_level = own_level;
  r->names.n = names;
  if (!known) acc = beneath(r, v, level - 1, thing, args);
  bool last = level + 1 == v->shares.n || v->shares.at[level + 1].sort == SHARE_REPLACE ||
              v->defs.at[v->shares.at[level + 1].def].place.layer != d->place.layer;
  if (p->sort != SHARE_REPLACE && last && v->type->tag == T_NUM && !acc.none) {
    if (acc.n < v->type->lo) acc.n = v->type->lo;
    if (acc.n > v->type->hi) acc.n = v->type->hi;
  }
  return acc;
}

Val ref_value(Ref *r, const Value *v, int64_t thing, const Val *args)
{
  if (--r->fuel < 0) ref_stop(r, REF_TIRED);
  size_t top = r->own_value == v ? r->own_level : v->shares.n - 1;
  return beneath(r, v, top, thing, args);
}

Val ref_value_call(Ref *r, const Value *v, Node *args, int64_t thing)
{
  Val given[MAX_PARAMS];
  int n = 0;
  for (Node *a = args; a; a = a->next, n++)
    given[n] = ref_as(r, a, v->params.at[n]->type);
  return ref_value(r, v, thing, given);
}

/* ---- operators ------------------------------------------------------------------ */

static bool same(Ref *r, Node *n)
{
  Val a = ref_expr(r, n->a), b = ref_expr(r, n->b);
  if (!a.many && !b.many) return a.none || b.none ? a.none && b.none : a.n == b.n;
  bool lists = n->a->type->tag == T_LIST && n->b->type->tag == T_LIST;
  if (!lists) a = ref_set(r, a), b = ref_set(r, b);
  if (a.count != b.count) return false;
  for (int i = 0; i < a.count; i++)
    if (a.at[i] != b.at[i]) return false;
  return true;
}

static bool inside(Ref *r, Node *n)
{
  Val a = ref_expr(r, n->a), b = ref_set(r, ref_expr(r, n->b));
  if (!a.many) return !a.none && ref_has(&b, a.n);
  for (int i = 0; i < a.count; i++)
    if (!ref_has(&b, a.at[i])) return false;
  return true;
}

static Val arithmetic(Ref *r, Node *n)
{
  Val a = ref_expr(r, n->a), b = ref_expr(r, n->b);
  if (n->type->tag == T_SET) {
    a = ref_set(r, a), b = ref_set(r, b);
    Val out = ref_many(r, a.count + b.count);
    for (int i = 0; i < a.count; i++)
      if (n->tag == N_ADD || !ref_has(&b, a.at[i])) ref_push(&out, a.at[i]);
    for (int i = 0; n->tag == N_ADD && i < b.count; i++) ref_push(&out, b.at[i]);
    return ref_set(r, out);
  }
  if (a.none || b.none) return ref_none();
  switch (n->tag) {
  case N_ADD: return ref_num(a.n + b.n);
  case N_SUB: return ref_num(a.n - b.n);
  case N_MUL: return ref_num(a.n * b.n);
  default:
    if (!b.n) ref_error(r, R_DIVIDE);
    return ref_num(a.n / b.n - (a.n % b.n != 0 && (a.n < 0) != (b.n < 0)));
  }
}

static bool compare(Ref *r, Node *n)
{
  Val a = ref_expr(r, n->a), b = ref_expr(r, n->b);
  if (a.none || b.none) return false;
  return n->tag == N_LT   ? a.n < b.n
         : n->tag == N_GT ? a.n > b.n
         : n->tag == N_LE ? a.n <= b.n
                          : a.n >= b.n;
}

static Val where(Ref *r, Node *n)
{
  Val set = ref_elements(r, n->a), out = ref_many(r, set.count);
  size_t names = r->names.n;
  for (int i = 0; i < set.count; i++) {
    if (--r->fuel < 0) ref_stop(r, REF_TIRED);
    ref_bind(r, n->sym, ref_num(set.at[i]));
    if (ref_true(r, n->b)) ref_push(&out, set.at[i]);
    r->names.n = names;
  }
  return out;
}

static Val span(Ref *r, Node *n)
{
  Val a = ref_expr(r, n->a), b = ref_expr(r, n->b);
  if (a.none || b.none || b.n < a.n) return ref_many(r, 0);
  Val out = ref_many(r, (int)(b.n - a.n + 1));
  for (int64_t i = a.n; i <= b.n; i++) ref_push(&out, i);
  return out;
}

static Val name(Ref *r, Node *n)
{
  const Sym *y = n->sym;
  switch (y->tag) {
  case SY_LOCAL:
    if (y->type && y->type->tag == T_PILE) return ref_in_pile(r, (int)find(r, y)->n);
    return *find(r, y);
  case SY_THING: {
    if (n->type->tag != T_SET) return ref_num(y->thing->id);
    Val out = ref_many(r, y->thing->copies);
    for (int i = 0; i < y->thing->copies; i++) ref_push(&out, y->thing->id + i);
    return out;
  }
  case SY_KIND: return ref_all(r, y->kind);
  case SY_PLAYERS: return ref_all(r, r->m->player);
  case SY_FIELD: return field_value(r, n);
  case SY_VALUE: return ref_value_call(r, y->value, NULL, NONE);
  case SY_TYPE: {
    Val out = ref_many(r, (int)type_count(y->type));
    for (int64_t i = y->type->lo; i <= y->type->hi; i++) ref_push(&out, i);
    return out;
  }
  case SY_OWNER: return ref_num(r->self);
  case SY_WINNERS: {
    Val out = ref_many(r, r->seats);
    for (int i = 0; i < r->seats; i++)
      if (r->winners >> i & 1) ref_push(&out, i);
    return out;
  }
  default: ref_error(r, R_COUNT);
  }
}

static Val dot(Ref *r, Node *n)
{
  if (n->sym->tag == SY_FIELD) return field_value(r, n);
  const Column *c = n->sym->column;
  Val x = ref_expr(r, n->a);
  if (x.none) return c->type->tag == T_SET || c->type->tag == T_LIST ? ref_many(r, 0) : x;
  return c->changed ? ref_value(r, c->changed, x.n, NULL) : ref_column(r, c, x.n);
}

Val ref_expr(Ref *r, Node *n)
{
  if (--r->fuel < 0) ref_stop(r, REF_TIRED);
  switch (n->tag) {
  case N_NUM: return ref_num(n->num);
  case N_YES: return ref_num(1);
  case N_NO: return ref_num(0);
  case N_NONE: return ref_none();
  case N_ME: return r->me == NONE ? ref_none() : ref_num(r->me);
  case N_THIS: return ref_num(r->self);
  case N_IT: return *find(r, n->sym);
  case N_NAME: return name(r, n);
  case N_CALL: return ref_function(r, n);
  case N_DOT: return dot(r, n);
  case N_INDEX: return field_value(r, n);
  case N_OR: return ref_num(ref_true(r, n->a) || ref_true(r, n->b));
  case N_AND: return ref_num(ref_true(r, n->a) && ref_true(r, n->b));
  case N_NOT: return ref_num(!ref_true(r, n->a));
  case N_IS: return ref_num(same(r, n));
  case N_ISNOT: return ref_num(!same(r, n));
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: return ref_num(compare(r, n));
  case N_IN: return ref_num(inside(r, n));
  case N_NOTIN: return ref_num(!inside(r, n));
  case N_SPAN: return span(r, n);
  case N_ADD:
  case N_SUB:
  case N_MUL:
  case N_DIV: return arithmetic(r, n);
  case N_NEG: {
    Val v = ref_expr(r, n->a);
    return v.none ? v : ref_num(-v.n);
  }
  case N_WHERE: return where(r, n);
  case N_COND: return ref_expr(r, ref_true(r, n->a) ? n->b : n->c);
  case N_PICK: return ref_pick(r, n);
  default: ref_error(r, R_COUNT);
  }
}

bool ref_true(Ref *r, Node *n)
{
  Val v = ref_expr(r, n);
  return !v.none && v.n == 1;
}

Val ref_as(Ref *r, Node *n, const Type *want)
{
  if (want->tag == T_PILE) return ref_num(ref_pile(r, n));
  Val v = ref_expr(r, n);
  if (want->tag == T_SET) return ref_set(r, v);
  if (v.none && !want->opt && want->tag != T_LIST) ref_stop(r, REF_FAIL);
  return v;
}
