/* Changes that nothing keeps within an `always`.
 *
 * `always sum(r in road: r.guards) <= 20` is a promise that every rule has to keep.  A
 * rule that raises the guards keeps it if it asks first, if the amount depends on what
 * there is, or if it lowers others beside it.  One that does none of these will break the
 * promise some day, although no game that was tried has come that far. */
#include "interp/find/range.h"
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

enum { MAX_CONDITIONS = 32, MAX_TERMS = 16, MAX_DEPTH = 6 };

typedef struct Term {
  const Field *field;
  Tag breaks; /* N_RAISE or N_LOWER: the change that can break it */
} Term;

typedef struct Promise {
  const Always *always;
  Term terms[MAX_TERMS];
  int n;
} Promise;

typedef struct Keeper {
  Find *f;
  Reads reads;
  VEC(Promise) promises;
  VEC(Promise) sums; /* that are always the same: what one term loses another gets */
  bool *promised;    /* by field: some promise is about it */
  const Node *conditions[MAX_CONDITIONS];
  int n;
} Keeper;

/* ---- what is promised ------------------------------------------------------------ */

static const Field *field_at(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  bool path = p->tag == N_NAME || p->tag == N_DOT;
  if (!path || !p->sym || p->sym->tag != SY_FIELD) return NULL;
  return p->sym->field->option || p->sym->field->pile ? NULL : p->sym->field;
}

static void add_terms(Promise *p, const Node *n, bool above, int depth);

static void add_value(Promise *p, const Value *v, bool above, int depth)
{
  if (v->defs.n == 1 && !v->of && v->defs.at[0].node->c)
    add_terms(p, v->defs.at[0].node->c, above, depth + 1);
}

/* The fields that make an expression larger, which is bounded above or below. */
static void add_terms(Promise *p, const Node *n, bool above, int depth)
{
  if (!n || depth > MAX_DEPTH) return;
  const Field *f = field_at(n);
  if (f && f->type->tag == T_NUM && p->n < MAX_TERMS) {
    p->terms[p->n++] = (Term){f, above ? N_RAISE : N_LOWER};
    return;
  }
  switch (n->tag) {
  case N_NAME:
    if (n->sym && n->sym->tag == SY_VALUE) add_value(p, n->sym->value, above, depth);
    break;
  case N_CALL:
    if (n->sym && n->sym->tag == SY_VALUE) add_value(p, n->sym->value, above, depth);
    else if (n->num == 1 && (n->op == BI_SUM || n->op == BI_MAX || n->op == BI_MIN))
      add_terms(p, n->b, above, depth + 1);
    break;
  case N_ADD:
    add_terms(p, n->a, above, depth + 1);
    add_terms(p, n->b, above, depth + 1);
    break;
  case N_SUB:
    add_terms(p, n->a, above, depth + 1);
    add_terms(p, n->b, !above, depth + 1);
    break;
  default: break;
  }
}

/* What moves can make up for any change. */
static bool counts_piles(Keeper *k, const Node *n)
{
  reads_clear(&k->reads);
  reads_add(&k->reads, (Node *)n);
  for (size_t i = 0; i < k->f->m->kinds.n; i++)
    if (k->reads.kind[i]) return true;
  return false;
}

/* Do the ranges of the two sides keep it already? */
static bool is_kept_by_types(const Node *n, bool less)
{
  const Type *lo = (less ? n->a : n->b)->type, *hi = (less ? n->b : n->a)->type;
  if (!lo || !hi || lo->tag != T_NUM || hi->tag != T_NUM) return false;
  bool equal = n->tag == N_LE || n->tag == N_GE;
  return lo->hi < hi->lo + equal;
}

/* The comparisons that hold whenever the condition does. */
static void add_promise(Keeper *k, Promise *p, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_AND:
    add_promise(k, p, n->a);
    add_promise(k, p, n->b);
    break;
  case N_CALL:
    if (n->num == 1 && n->op == BI_ALL && !n->c) add_promise(k, p, n->b);
    break;
  case N_LT:
  case N_LE:
  case N_GT:
  case N_GE: {
    bool less = n->tag == N_LT || n->tag == N_LE;
    if (is_kept_by_types(n, less) || counts_piles(k, n)) break;
    add_terms(p, n->a, less, 0);
    add_terms(p, n->b, !less, 0);
    break;
  }
  default: break;
  }
}

/* ---- what keeps it --------------------------------------------------------------- */

static bool is_term(const Promise *p, const Field *f)
{
  for (int i = 0; i < p->n; i++)
    if (p->terms[i].field == f) return true;
  return false;
}

static bool breaks(const Promise *p, const Node *change)
{
  for (int i = 0; i < p->n; i++)
    if (p->terms[i].field == field_at(change->a) && p->terms[i].breaks == change->tag)
      return true;
  return false;
}

/* Does an expression depend on what is promised, but for the very cell that is changed?
 * That there is no guard here says nothing of all the guards. */
static bool asks(Keeper *k, const Promise *p, const Node *n, const Node *cell)
{
  if (!n || same_expr(n, cell)) return false;
  const Field *f = field_at(n);
  if (f && is_term(p, f)) return true;
  if (n->sym && n->sym->tag == SY_VALUE) {
    reads_clear(&k->reads);
    reads_add(&k->reads, (Node *)n);
    for (int i = 0; i < p->n; i++)
      if (k->reads.field[p->terms[i].field->index]) return true;
  }
  for (Parts x = parts_of(n, PARTS_EXPRESSION); parts_next(&x);)
    if (asks(k, p, x.at, cell)) return true;
  return false;
}

/* What is lowered beside it, before or after, makes up for it. */
static bool made_up(const Promise *p, const Node *block, const Node *change)
{
  INVARIANT(change && change->tag < N_COUNT);
  Tag other = change->tag == N_RAISE ? N_LOWER : N_RAISE;
  for (const Node *n = block; n; n = n->next) {
    const Field *f = n->tag == other ? field_at(n->a) : NULL;
    for (int i = 0; f && i < p->n; i++)
      if (p->terms[i].field == f && p->terms[i].breaks == change->tag) return true;
  }
  return false;
}

static bool is_kept(Keeper *k, const Promise *p, const Node *block, const Node *change)
{
  if (made_up(p, block, change) || asks(k, p, change->b, change->a)) return true;
  for (size_t i = 0; i < k->sums.n; i++)
    if (breaks(&k->sums.at[i], change) && made_up(&k->sums.at[i], block, change))
      return true;
  for (int i = 0; i < k->n; i++)
    if (asks(k, p, k->conditions[i], change->a)) return true;
  return false;
}

static void look_at_change(Keeper *k, const Node *block, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Field *f = field_at(n->a);
  if (!f || !k->promised[f->index]) return;
  for (size_t i = 0; i < k->promises.n; i++) {
    const Promise *p = &k->promises.at[i];
    if (!breaks(p, n) || is_kept(k, p, block, n)) continue;
    Diags *d = k->f->d;
    Diag *g =
        diag_add(d, DIAG_NOT_KEPT, n->loc,
                 "nothing here keeps \"%s\" within what must always be so", f->name);
    diag_hint_at(d, g, p->always->node->loc, "this is promised");
    diag_hint(d, g,
              "ask before it whether that is possible, or %s something else by as much",
              n->tag == N_RAISE ? "lower" : "raise");
    return;
  }
}

/* ---- everything that changes something ------------------------------------------- */

static void push(Keeper *k, const Node *n)
{
  if (n && k->n < MAX_CONDITIONS) k->conditions[k->n++] = n;
}

static void walk(Keeper *k, const Node *block);

/* What is done only for these, or only if this is so. */
static void walk_under(Keeper *k, const Node *condition, const Node *also,
                       const Node *body)
{
  int n = k->n;
  push(k, condition);
  push(k, also);
  walk(k, body);
  k->n = n;
}

static void walk_one(Keeper *k, const Node *block, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_RAISE:
  case N_LOWER: look_at_change(k, block, n); break;
  case N_REQUIRE: push(k, n->a); break;
  case N_LET: push(k, n->b); break; /* what was chosen among those that fit */
  case N_BLOCK: walk(k, n->a); break;
  default: { /* what is done only for these, or only if this is so */
    int outer = k->n;
    unsigned asked = ROLE_BIT(CONDITION) | ROLE_BIT(SET) | ROLE_BIT(VALUE);
    for (Parts p = parts_of(n, asked); parts_next(&p);) push(k, p.at);
    for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) walk_one(k, p.at, p.at);
    k->n = outer;
  }
  }
}

static void walk(Keeper *k, const Node *block)
{
  int n = k->n;
  for (const Node *x = block; x; x = x->next) walk_one(k, block, x);
  k->n = n;
}

static void walk_all_bodies(Keeper *k)
{
  const Model *m = k->f->m;
  const bool *play = verbs_reached(k->f, m->play), *setup = verbs_reached(k->f, m->setup);
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    if (v->decl && v->decl->b && (play[v->index] || setup[v->index]) &&
        !in_library(k->f, v->decl))
      walk(k, v->decl->b);
  }
  for (size_t i = 0; i < m->bodies.n; i++) walk(k, m->bodies.at[i].node->a);
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *r = m->rules.at[i];
    walk_under(k, r->node->b, r->place.hold, r->node->c);
  }
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = m->whens.at[i];
    walk_under(k, w->node->a, w->place.hold, w->node->c);
  }
}

void find_kept(Find *f)
{
  INVARIANT(f->m && f->p);
  Model *m = f->m;
  Keeper k = {.f = f, .reads = reads_new(m)};
  k.promised = arena_alloc(m->arena, m->fields.n + 1);
  for (size_t i = 0; i < m->always.n; i++) {
    const Always *a = m->always.at[i];
    Promise p = {.always = a}, sum = {.always = a};
    if (a->node->a && a->node->a->tag == N_IS) {
      add_terms(&sum, a->node->a->a, true, 0);
      add_terms(&sum, a->node->a->b, false, 0);
      if (sum.n > 1) vec_push(&k.sums, sum);
    }
    if (a->proved) continue;
    if (a->node->tag == N_CLAIM) continue;
    add_promise(&k, &p, a->node->a);
    for (int j = 0; j < p.n; j++) k.promised[p.terms[j].field->index] = true;
    if (p.n) vec_push(&k.promises, p);
  }
  if (k.promises.n) walk_all_bodies(&k);
  vec_free(&k.promises);
  vec_free(&k.sums);
}
