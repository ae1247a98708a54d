#include "interp/find/walk.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

/* What a statement can come to; none of them: it fails for sure. */
enum { NEXT = 1, LEAVES = 2, ENDS = 4, OPEN = 8 /* verbs: being looked at */ };

static unsigned walk_block(Walk *w, const Node *block);
static unsigned walk_stmt(Walk *w, const Node *n);

/* Begins a question whose reasons are of interest. */
static void no_reasons(Survey *k)
{
  k->because = NULL;
  k->bounded = NULL;
  k->printed = false;
}

static void tell(Walk *w, Told what, const Node *n, unsigned bits)
{
  if (!w->quiet) w->tell(w, what, n, bits);
}

/* ---- expressions ---------------------------------------------------------------- */

static void walk_expr(Walk *w, const Node *n);

/* The parts of a condition, each in the light of those before it. */
static void walk_condition(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Survey *k = w->k;
  int facts = k->n;
  switch (n->tag) {
  case N_AND:
  case N_OR:
    walk_condition(w, n->a);
    learn(k, n->a, n->tag == N_AND);
    walk_condition(w, n->b);
    k->n = facts;
    return;
  case N_NOT: walk_condition(w, n->a); return;
  case N_YES:
  case N_NO: return;
  default: break;
  }
  if (n->tag == N_CALL) walk_expr(w, n);
  else
    for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) walk_expr(w, p.at);
  no_reasons(k);
  unsigned t = truth(k, n);
  tell(w, TOLD_CONDITION, n, w->chained && t == HOLDS ? HOLDS | FAILS_TO : t);
}

/* How many a choice takes at least. */
static bool picks_nothing(Survey *k, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Range s = range_of(k, n->b);
  if (!is_many(n->b->type)) return false;
  if (range_empty(&s)) return false;
  int64_t need = 1;
  if (n->a) {
    Range c = range_of(k, n->a);
    need = n->a->tag == N_SPAN ? c.from : c.lo;
  }
  return s.hi < need;
}

static bool may_pick_nothing(const Node *n)
{
  return (n->num & (PICK_MAY | PICK_EMPTY_OK)) != 0;
}

static void walk_binder(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Survey *k = w->k;
  int facts = k->n;
  Range s = range_of(k, n->a);
  walk_expr(w, n->a);
  if (is_many(n->a->type)) learn_name(k, n->sym, range_number(s.from, s.to));
  if (n->c) {
    walk_condition(w, n->c);
    learn(k, n->c, true);
  }
  if (n->b->type && n->b->type->tag == T_FLAG) walk_condition(w, n->b);
  else walk_expr(w, n->b);
  k->n = facts;
}

static void walk_expr(Walk *w, const Node *n)
{
  if (!n || w->quiet) return;
  Survey *k = w->k;
  int facts = k->n;
  switch (n->tag) {
  case N_AND:
  case N_OR:
  case N_NOT:
  case N_IS:
  case N_ISNOT:
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE:
  case N_IN:
  case N_NOTIN: walk_condition(w, n); return;
  case N_WHERE: {
    Range s = range_of(k, n->a);
    walk_expr(w, n->a);
    if (is_many(n->a->type)) learn_name(k, n->sym, range_number(s.from, s.to));
    walk_condition(w, n->b);
    k->n = facts;
    return;
  }
  case N_COND:
    walk_condition(w, n->a);
    learn(k, n->a, true);
    walk_expr(w, n->b);
    k->n = facts;
    learn(k, n->a, false);
    walk_expr(w, n->c);
    k->n = facts;
    return;
  case N_CALL:
    if (n->num == 1) {
      walk_binder(w, n);
      return;
    }
    for (const Node *a = n->a; a; a = a->next) walk_expr(w, a);
    return;
  case N_PICK:
    for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) walk_expr(w, p.at);
    no_reasons(k);
    if (!n->a || n->a->tag == N_SPAN || n->a->tag == N_NUM)
      tell(w, TOLD_PICK, n, picks_nothing(k, n) ? FAILS_TO : HOLDS);
    return;
  default:
    for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) walk_expr(w, p.at);
  }
}

/* A choice in it has nothing to take for sure. */
static bool surely_stuck(Survey *k, const Node *n)
{
  if (!n) return false;
  if (n->tag == N_PICK && !may_pick_nothing(n) && picks_nothing(k, n)) return true;
  if (n->tag == N_WHERE || (n->tag == N_CALL && n->num == 1)) return false;
  unsigned sure = PARTS_EXPRESSION & ~(ROLE_BIT(PERHAPS) | ROLE_BIT(OF_EACH));
  for (Parts p = parts_of(n, sure); parts_next(&p);)
    if (surely_stuck(k, p.at)) return true;
  return false;
}

/* ---- statements ----------------------------------------------------------------- */

static unsigned verb_outcome(Walk *w, const Verb *v)
{
  unsigned ends = v->bits & CAN_END ? ENDS : 0;
  if (!w->verbs || v->rules.n || v->slot_of || !v->decl || !v->decl->b)
    return NEXT | ends;
  unsigned char *known = &w->verbs[v->index];
  if (*known & OPEN) return *known == OPEN ? NEXT | ends : *known & ~(unsigned)OPEN;
  *known = OPEN;
  Survey *k = w->k;
  int base = k->base, facts = k->n;
  k->base = k->n;
  w->quiet++;
  unsigned r = walk_block(w, v->decl->b) & (NEXT | ENDS);
  w->quiet--;
  k->base = base, k->n = facts;
  *known = (unsigned char)(r | OPEN);
  return r;
}

static unsigned walk_phrase(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool stuck = surely_stuck(w->k, n->c);
  walk_expr(w, n->c);
  for (const Node *a = n->b; a; a = a->next) {
    walk_expr(w, a);
    stuck |= surely_stuck(w->k, a);
  }
  unsigned r = NEXT;
  switch (n->op) {
  case BP_WIN:
  case BP_WIN_BECAUSE:
  case BP_LOSE:
  case BP_LOSE_BECAUSE: r = ENDS; break;
  case BP_NOTE:
  case BP_NOTE_AT: return NEXT;
  case BP_VERB: r = n->sym ? verb_outcome(w, n->sym->slot) : NEXT; break;
  case BP_SLOT:
    if (n->sym && n->sym->slot->bits & CAN_END) r |= ENDS;
    break;
  default:
    if (phrase_shows(n->op)) return NEXT;
    break;
  }
  tell(w, TOLD_WRITE, n, 0);
  forget(w->k, false);
  return stuck ? 0 : r;
}

static unsigned walk_change(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  walk_expr(w, n->a);
  walk_expr(w, n->b);
  bool stuck = surely_stuck(w->k, n->b) || surely_stuck(w->k, n->a);
  tell(w, TOLD_WRITE, n, 0);
  forget(w->k, false);
  return stuck ? 0 : NEXT; /* what a rule that watches it does is not known here */
}

static unsigned walk_if(Walk *w, const Node *n, bool chained)
{
  INVARIANT(n && n->tag < N_COUNT);
  Survey *k = w->k;
  int facts = k->n;
  w->chained = chained;
  walk_condition(w, n->a);
  w->chained = false;
  unsigned t = truth(k, n->a), r = 0;
  bool stuck = surely_stuck(k, n->a);
  if (!t) t = HOLDS | FAILS_TO;
  if (t & HOLDS) {
    learn(k, n->a, true);
    r |= walk_block(w, n->b);
    k->n = facts;
  }
  if (t & FAILS_TO) {
    learn(k, n->a, false);
    if (!n->c) r |= NEXT;
    else r |= n->c->tag == N_IF ? walk_if(w, n->c, true) : walk_stmt(w, n->c);
    k->n = facts;
  }
  return stuck ? 0 : r;
}

static bool can_have(Survey *k, const Node *set)
{
  Range s = range_of(k, set);
  return !is_many(set->type) || s.hi > 0 || range_empty(&s);
}

static unsigned walk_each(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Survey *k = w->k;
  walk_expr(w, n->a);
  bool stuck = surely_stuck(k, n->a);
  no_reasons(k);
  bool some = can_have(k, n->a);
  if (n->a->tag != N_PICK) tell(w, TOLD_SET, n->a, some ? HOLDS : FAILS_TO);
  if (!some) return stuck ? 0 : NEXT;
  Range s = range_of(k, n->a);
  forget(k, false);
  if (n->num) forget(k, true);
  int facts = k->n;
  if (is_many(n->a->type)) learn_name(k, n->sym, range_number(s.from, s.to));
  unsigned r = walk_block(w, n->b);
  k->n = facts;
  return stuck ? 0 : (r & ENDS) | NEXT;
}

static unsigned walk_repeat(Walk *w, const Node *n)
{
  Survey *k = w->k;
  bool stuck = n->a && surely_stuck(k, n->a);
  walk_expr(w, n->a);
  forget(k, false);
  int facts = k->n;
  unsigned t = HOLDS;
  if (n->b) {
    walk_condition(w, n->b);
    t = truth(k, n->b);
    learn(k, n->b, true);
  }
  if (n->a) {
    no_reasons(k);
    Range c = range_of(k, n->a);
    bool some = c.hi > 0 || range_empty(&c);
    tell(w, TOLD_SET, n->a, some ? HOLDS : FAILS_TO);
    if (!some) t = FAILS_TO;
  }
  unsigned r = t & HOLDS ? walk_block(w, n->c) : NEXT;
  k->n = facts;
  if (stuck) return 0;
  bool leaves = n->a || n->b || r & LEAVES;
  return (r & ENDS) | (leaves ? NEXT : 0);
}

/* The block of an alternative: is there a way to complete it? */
static unsigned walk_offer(Walk *w, const Node *n, const Node *block, bool some)
{
  w->stopper = NULL;
  unsigned r = some ? walk_block(w, block) : 0;
  bool commits = (stmt_bits(w->k->m, (Node *)block) & CAN_COMMIT) != 0;
  tell(w, TOLD_OFFER, n, r || commits ? HOLDS : FAILS_TO);
  return commits ? r | NEXT : r;
}

static unsigned walk_choose(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Survey *k = w->k;
  walk_expr(w, n->a);
  unsigned r = 0;
  if (n->a) forget(k, true);
  for (const Node *a = n->b; a; a = a->next) {
    int facts = k->n;
    bool some = true;
    if (a->a) {
      walk_expr(w, a->a);
      no_reasons(k);
      some = can_have(k, a->a);
      Range s = range_of(k, a->a);
      if (is_many(a->a->type)) learn_name(k, a->sym, range_number(s.from, s.to));
    }
    r |= walk_offer(w, a, a->b, some);
    k->n = facts;
  }
  return r;
}

/* Whether there is any way in which a statement could not be carried out.  What may be
 * none counts wherever it stands: a loop or an acting player that is none fails, too. */
static bool can_fail(Model *m, const Node *n, int depth)
{
  if (!n) return false;
  if (depth > 8 || (n->type && n->type->opt)) return true;
  if (depth == 0 && stmt_bits(m, (Node *)n) & (CAN_FAIL | CAN_BE_STUCK)) return true;
  if (n->tag == N_PHRASE) {
    const Verb *v = n->sym ? n->sym->slot : NULL;
    if (v && (v->bits & (CAN_FAIL | CAN_BE_STUCK) || v->rules.n || v->slot_of ||
              can_fail(m, v->decl ? v->decl->b : NULL, depth + 1)))
      return true;
  }
  for (Parts p = parts_of(n, PARTS_EXPRESSION | PARTS_STATEMENT); parts_next(&p);)
    if (can_fail(m, p.at, depth + (n->tag != N_BLOCK))) return true;
  return false;
}

static unsigned walk_otherwise(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Model *m = w->k->m;
  int facts = w->k->n;
  unsigned r = walk_stmt(w, n->a);
  w->k->n = facts;
  bool fails = can_fail(m, n->a, 0);
  tell(w, TOLD_OTHERWISE, n, fails ? HOLDS : FAILS_TO);
  if (fails) r |= walk_stmt(w, n->b);
  w->k->n = facts;
  return r;
}

static unsigned walk_as(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  walk_expr(w, n->a);
  bool stuck = surely_stuck(w->k, n->a);
  if (n->a->tag != N_ME) forget(w->k, true);
  unsigned r = walk_block(w, n->b);
  if (n->a->tag != N_ME) forget(w->k, true); /* what was learned there is the other's */
  return stuck ? 0 : r;
}

/* Any statement, by what its parts are. */
static unsigned walk_parts(Walk *w, const Node *n)
{
  Survey *k = w->k;
  bool stuck = false, surely = false;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) {
    walk_expr(w, p.at);
    stuck |= surely_stuck(k, p.at);
  }
  unsigned r = 0;
  int facts = k->n;
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p); k->n = facts) {
    forget(k, p.role != ROLE_ONCE);
    r |= walk_stmt(w, p.at);
    surely |= p.role == ROLE_ONCE;
  }
  return stuck ? 0 : surely ? r : r | NEXT;
}

static unsigned walk_stmt(Walk *w, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Survey *k = w->k;
  switch (n->tag) {
  case N_BLOCK: return walk_block(w, n);
  case N_LET:
    walk_expr(w, n->b);
    if (surely_stuck(k, n->b)) return 0;
    if (n->sym && n->sym->fixed) {
      Range r = range_of(k, n->b);
      if (!is_many(n->sym->type) || is_many(n->b->type)) learn_name(k, n->sym, r);
    }
    return NEXT;
  case N_SET:
  case N_RAISE:
  case N_LOWER: return walk_change(w, n);
  case N_REQUIRE: {
    walk_condition(w, n->a);
    unsigned t = truth(k, n->a);
    learn(k, n->a, true);
    return t & HOLDS || !t ? NEXT : 0;
  }
  case N_STOP: return LEAVES;
  case N_PHRASE: return walk_phrase(w, n);
  case N_OTHERWISE: return walk_otherwise(w, n);
  case N_IF: return walk_if(w, n, false);
  case N_EACH: return walk_each(w, n);
  case N_REPEAT: return walk_repeat(w, n);
  case N_CHOOSE: return walk_choose(w, n);
  case N_MAY:
    walk_expr(w, n->a);
    if (n->a) forget(k, true);
    return walk_offer(w, n, n->b, true) | NEXT;
  case N_AS: return walk_as(w, n);
  default: return walk_parts(w, n);
  }
}

/* Choices of one player behind each other are tried together, if what follows can fail.
 */
static int64_t nest(Walk *w, const Node *n, int64_t before)
{
  const Node *pick = n->tag == N_LET && n->b->tag == N_PICK ? n->b : NULL;
  if (!pick || pick->num & PICK_RANDOM || w->quiet) return before;
  unsigned rest = 0;
  for (const Node *x = n->next; x; x = x->next) rest |= stmt_bits(w->k->m, (Node *)x);
  int64_t answers = answers_of(w->k, pick).most;
  if (!(rest & (CAN_FAIL | CAN_BE_STUCK)) || answers < 1) return 1;
  int64_t all = before > MANY_ANSWERS / answers ? MANY_ANSWERS : before * answers;
  w->nested = all;
  if (before > 1) tell(w, TOLD_NESTED, pick, HOLDS);
  return all;
}

static unsigned walk_block(Walk *w, const Node *block)
{
  Survey *k = w->k;
  int facts = k->n;
  int64_t nested = 1;
  unsigned r = 0, now = NEXT;
  const Node *before = NULL;
  for (const Node *n = block->a; n; before = n, n = n->next) {
    if (!(now & NEXT)) {
      w->stopper = before;
      if (now || before->tag == N_REPEAT) tell(w, TOLD_REACHED, n, FAILS_TO);
      break;
    }
    if (before) tell(w, TOLD_REACHED, n, HOLDS);
    nested = nest(w, n, nested);
    now = walk_stmt(w, n);
    r |= now & ~(unsigned)NEXT;
    if (!now) w->stopper = n;
  }
  k->n = facts;
  return r | (now & NEXT);
}

/* ---- bodies --------------------------------------------------------------------- */

/* Begins a body: all that is known is that its variant is played. */
static void enter(Walk *w, const Place *p, const Thing *self)
{
  Survey *k = w->k;
  k->base = k->n = 0;
  k->self = self;
  if (p && p->variant) learn(k, p->variant->decl->a, true);
}

/* A condition that a whole rule hangs on: if it never holds, that is all there is to say.
 */
static void walk_guard(Walk *w, Told what, const Node *n)
{
  if (!n) return;
  Survey *k = w->k;
  no_reasons(k);
  unsigned t = truth(k, n);
  tell(w, what, n, t);
  if (t & HOLDS && (t & FAILS_TO || what != TOLD_WHEN)) walk_expr(w, n);
  learn(k, n, true);
}

static void walk_rules(Walk *w)
{
  Model *m = w->k->m;
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *r = m->rules.at[i];
    enter(w, &r->place, r->place.thing);
    walk_guard(w, TOLD_GUARD, r->place.hold);
    walk_guard(w, TOLD_GUARD, r->node->b);
    walk_block(w, r->node->c);
  }
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *x = m->whens.at[i];
    enter(w, &x->place, x->place.thing);
    walk_guard(w, TOLD_GUARD, x->place.hold);
    walk_guard(w, TOLD_WHEN, x->node->a);
    walk_block(w, x->node->c);
  }
  for (size_t i = 0; i < m->always.n; i++) {
    const Always *x = m->always.at[i];
    if (x->node->tag == N_CLAIM) continue; /* claim.c proves or refutes it */
    enter(w, &x->place, x->place.thing);
    tell(w, TOLD_ALWAYS, x->node, truth(w->k, x->node->a));
  }
  for (size_t i = 0; i < m->pictures.n; i++) {
    const Place p = {.variant = m->pictures.at[i]->variant};
    enter(w, &p, NULL);
    walk_block(w, m->pictures.at[i]->node->b);
  }
}

static void walk_values(Walk *w)
{
  Model *m = w->k->m;
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t j = 0; !v->generic && j < value_texts(v); j++) {
      const Def *d = value_text(v, j);
      if (v->column && !j) continue; /* among the columns */
      enter(w, &d->place, d->place.thing);
      walk_guard(w, TOLD_GUARD, d->place.hold);
      walk_expr(w, d->node->c);
      if (!d->node->d) continue;
      for (const Node *e = d->node->d->a; e; e = e->next) walk_expr(w, e);
      for (const Node *row = d->node->d->b; row; row = row->next) walk_expr(w, row->b);
    }
  }
  for (size_t i = 0; i < m->columns.n; i++) {
    enter(w, NULL, NULL);
    if (m->columns.at[i]->decl->tag == N_VALUE) walk_expr(w, m->columns.at[i]->decl->c);
  }
  for (size_t i = 0; i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    for (const Node *n = t->sym ? t->decl->a : NULL; n; n = n->next) {
      const Place p = {.variant = t->variant};
      enter(w, &p, t);
      if (n->tag == N_FILL && !n->b) walk_expr(w, n->a);
    }
  }
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    enter(w, NULL, NULL);
    if (f->hidden) continue;
    walk_expr(w, f->decl->b);
    if (f->decl->tag == N_FIELD) walk_expr(w, f->decl->c);
  }
}

void walk_all(Walk *w)
{
  Model *m = w->k->m;
  for (size_t i = 0; i < m->variants.n; i++) {
    enter(w, NULL, NULL);
    tell(w, TOLD_VARIANT, m->variants.at[i]->decl,
         truth(w->k, m->variants.at[i]->decl->a));
  }
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    if (!v->decl || !v->decl->b || v->generic) continue;
    const Place p = {.variant = v->variant};
    enter(w, &p, NULL);
    walk_block(w, v->decl->b);
  }
  for (size_t i = 0; i < m->bodies.n; i++) {
    const Body *b = &m->bodies.at[i];
    const Place p = {.variant = b->thing->variant};
    enter(w, &p, b->thing);
    walk_block(w, b->node->a);
  }
  walk_rules(w);
  walk_values(w);
}
