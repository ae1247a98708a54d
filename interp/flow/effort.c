/* What an answer takes to try.
 *
 * A trial that runs out of its budget counts as legal: what would have failed behind that
 * is not found out.  So where much is done attempts may be over (may_be_over() in
 * attempt.c). */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"
#include "interp/sema/builtin.h"

enum { ENDLESS = 1000000000, MUCH = MAX_PROBE_FUEL / 4, BEING_COUNTED = -1 };

static int64_t times(int64_t a, int64_t b)
{
  if (!a || !b) return 0;
  return a > ENDLESS / b ? ENDLESS : a * b;
}

static int64_t plus(int64_t a, int64_t b) { return a + b > ENDLESS ? ENDLESS : a + b; }

static int64_t most_of(const Type *t)
{
  if (!t) return 1;
  if (t->tag == T_LIST) return t->capacity;
  if (t->tag == T_PILE) return t->kind ? t->kind->count : 1;
  return t->tag == T_SET && t->elem ? type_count(t->elem) : 1;
}

static int64_t effort(Flow *f, const Node *n);

static int64_t effort_block(Flow *f, const Node *n)
{
  int64_t all = 0;
  for (; n; n = n->next) all = plus(all, effort(f, n));
  return all;
}

/* Verbs and values that call each other go on for as long as they like. */
static int64_t effort_value(Flow *f, const Value *v)
{
  int64_t *at = &f->effort_values[v->index], all = 1;
  if (*at == BEING_COUNTED) return ENDLESS;
  if (*at) return *at;
  *at = BEING_COUNTED;
  for (size_t i = 0; i < value_texts(v); i++) {
    const Node *d = value_text(v, i)->node;
    if (d->c) all = plus(all, effort(f, d->c));
    for (const Node *row = d->d ? d->d->b : NULL; row; row = row->next)
      all = plus(all, effort(f, row->b));
  }
  return *at = all;
}

static int64_t effort_verb(Flow *f, const Verb *v)
{
  int64_t *at = &f->effort_verbs[v->number], all = 1;
  if (*at == BEING_COUNTED) return ENDLESS;
  if (*at) return *at;
  *at = BEING_COUNTED;
  if (v->decl && v->decl->b) all = plus(all, effort_block(f, v->decl->b->a));
  int64_t most = 0;
  for (size_t i = 0; i < f->bodies[v->number].n; i++) {
    int64_t one = effort_block(f, f->bodies[v->number].at[i].node->a->a);
    if (one > most) most = one;
  }
  all = plus(all, most);
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    int64_t one = r->node->c ? effort_block(f, r->node->c->a) : 0;
    all = plus(all, times(one, r->place.kind ? r->place.kind->count : 1));
  }
  return *at = all;
}

static int64_t turns(const Node *n)
{
  if (n->tag == N_EACH) return most_of(n->a->type);
  if (n->tag != N_REPEAT) return 1;
  return n->a && n->a->type && n->a->type->tag == T_NUM ? n->a->type->hi : ENDLESS;
}

/* Turns of loops and calls, at most. */
static int64_t effort(Flow *f, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int64_t all = 0, each = turns(n);
  bool binds = n->tag == N_WHERE || (n->tag == N_CALL && n->num == 1);
  const Value *v = value_named(n);
  if (v && !v->generic) all = effort_value(f, v);
  if (n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT) && n->sym)
    all = effort_verb(f, n->sym->slot);
  if (binds) each = most_of(n->a->type);
  for (Parts p = parts_of(n, PARTS_EXPRESSION | PARTS_STATEMENT); parts_next(&p);) {
    bool again = binds ? p.at != n->a : p.role == ROLE_LOOP || p.role == ROLE_BODY;
    if (n->tag == N_REPEAT && n->b == p.at) again = true;
    all = plus(all, times(again ? each : 1, effort(f, p.at)));
  }
  return plus(all, each > 1 ? each : 0);
}

/* Of what holds blocks only its own expressions: what stands in them is asked itself. */
bool takes_much(Flow *f, const Node *n)
{
  bool loop = n->tag == N_EACH || n->tag == N_REPEAT, calls = n->tag == N_PHRASE;
  int64_t all = loop || calls ? effort(f, n) : 0;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); all < MUCH && parts_next(&p);)
    all = plus(all, effort(f, p.at));
  return all >= MUCH;
}
