/* Induction: of all that could hold at each cut, what remains when nothing breaks it.
 *
 * Everything is assumed at first.  Whatever a solver shows to be broken although all else
 * is assumed is dropped, until nothing is: then what is left supports itself, from the
 * first state on (Houdini).  A goal is proved if what was assumed of it at pauses is
 * left.
 */
#include "interp/prove/prove.h"
#include "interp/prove/encode.h"
#include "interp/sema/builtin.h"
#include "interp/base/clock.h"

#include <stdlib.h>

enum {
  MEGABYTES = 2048,
  MOST_ROUNDS = 3,
  ONE_ASK = 8000000, /* steps of the solver: some seconds */
  ONE_CHANCE = ONE_ASK / 4,
  DEEP_TERMS = 300000,
  DEEPEST = 6
};

typedef struct Prover {
  Encoder x;
  Solver *solver;
  double until; /* by work_done */
  bool always;
  bool *slow; /* by assumption */
  const Duty **broken;
  bool *active; /* by goal: it is assumed */
  bool *tried;  /* by goal: it is being proved */
} Prover;

/* Seconds of the processor, its own and the solver's: what others do meanwhile decides
 * nothing. */
static double work_done(const Prover *p)
{
  double solver = p->solver ? solver_seconds(p->solver) : 0;
  return clock_read(CLOCK_THREAD_CPUTIME_ID) + solver;
}

static double seconds_left(const Prover *p)
{
  double left = p->until - work_done(p);
  return left > 0 ? left : 0;
}

typedef VEC(Term) TermList;

static void all_assumed(const Prover *p, TermList *given)
{
  given->n = 0;
  for (size_t i = 0; i < p->x.assumed.n; i++)
    if (!p->x.assumed.at[i].dropped && p->active[p->x.assumed.at[i].goal])
      vec_push(given, p->x.assumed.at[i].name);
}

static void drop(Prover *p, const Duty *d, bool slow)
{
  Assumed *a = &p->x.assumed.at[d->assumed];
  if (a->dropped) return;
  a->dropped = true;
  p->slow[d->assumed] = slow;
  p->broken[d->assumed] = d;
}

/* Asks for some duties at once, and drops what is broken; true if anything was. */
static bool settle_some(Prover *p, const Duty **duties, size_t n)
{
  TermList given = {0}, some = {0};
  all_assumed(p, &given);
  for (size_t i = 0; i < n; i++) vec_push(&some, duties[i]->broken);
  double time = seconds_left(p);
  Solved s = time > 0 ? solver_ask(p->solver, &p->x.terms, given.at, given.n, some.at,
                                   some.n, n > 1 ? ONE_ASK / 2 : ONE_ASK, time)
                      : SOLVED_UNKNOWN;
  bool dropped = false;
  if (s == SOLVED_YES) {
    int64_t *is = malloc((n + 1) * sizeof *is);
    bool ok = is && solver_values(p->solver, some.at, n, is);
    for (size_t i = 0; i < n; i++)
      if (!ok || is[i]) drop(p, duties[i], !ok), dropped = true;
    free(is);
  } else if (s == SOLVED_UNKNOWN && n > 1 && time > 0) {
    dropped = settle_some(p, duties, n / 2);
    dropped |= settle_some(p, duties + n / 2, n - n / 2);
  } else if (s == SOLVED_UNKNOWN) {
    for (size_t i = 0; i < n; i++) drop(p, duties[i], true);
    dropped = true;
  }
  vec_free(&given);
  vec_free(&some);
  return dropped;
}

/* The duties of one goal in one body are asked together, group by group, again and again
 * until none drops anything. */
static void settle(Prover *p)
{
  Encoder *x = &p->x;
  size_t goals = x->goals.n, groups = (size_t)(x->unit + 1) * goals;
  bool *todo = malloc((groups + 1) * sizeof *todo);
  const Duty **duties = malloc((x->duties.n + 1) * sizeof *duties);
  if (!todo || !duties) abort();
  for (size_t i = 0; i < groups; i++) todo[i] = true;
  for (bool more = true; more;) {
    more = false;
    for (size_t g = 0; g < groups; g++) {
      if (!todo[g]) continue;
      todo[g] = false;
      size_t n = 0;
      for (size_t i = 0; i < x->duties.n; i++) {
        const Duty *d = &x->duties.at[i];
        const Assumed *a = &x->assumed.at[d->assumed];
        if ((size_t)d->unit * goals + (size_t)a->goal == g && p->tried[a->goal] &&
            !a->dropped)
          duties[n++] = d;
      }
      if (!n || !settle_some(p, duties, n)) continue;
      for (size_t i = 0; i < groups; i++) todo[i] = true;
      more = true;
    }
  }
  free(todo);
  free(duties);
}

static bool is_proved(const Prover *p, size_t goal)
{
  for (size_t i = 0; i < p->x.assumed.n; i++) {
    const Assumed *a = &p->x.assumed.at[i];
    if (!a->cut && a->goal == (int)goal && a->dropped) return false;
  }
  return true;
}

/* One goal after the other, each with what is proved already and its share of the time;
 * then those that are left, together: they may need each other. */
static void settle_all(Prover *p)
{
  size_t goals = p->x.goals.n, left = 0;
  double until = p->until;
  for (size_t g = 0; g < goals; g++) {
    p->active[g] = p->tried[g] = true;
    p->until = until;
    p->until = work_done(p) + seconds_left(p) / (double)(goals - g + 1);
    settle(p);
    p->tried[g] = false;
    p->active[g] = is_proved(p, g);
    left += !p->active[g];
  }
  p->until = until;
  if (left < 2) return;
  for (size_t i = 0; i < p->x.assumed.n; i++) {
    Assumed *a = &p->x.assumed.at[i];
    if (!p->active[a->goal]) a->dropped = false, p->tried[a->goal] = true;
  }
  for (size_t g = 0; g < goals; g++) p->active[g] = true;
  settle(p);
}

/* Can it ever be so, given all that was shown? */
static void look_at_chances(Prover *p, Proofs *out)
{
  TermList given = {0};
  all_assumed(p, &given);
  for (size_t i = 0; i < p->x.chances.n && seconds_left(p) > 0; i++) {
    const Chance *c = &p->x.chances.at[i];
    Solver *s = p->solver;
    Terms *t = &p->x.terms;
    if (solver_ask(s, t, given.at, given.n, &c->can, 1, ONE_CHANCE, seconds_left(p)) !=
        SOLVED_NO)
      continue;
    if (c->node->tag != N_REQUIRE) vec_push(&out->never_ends, c->node);
    else if (solver_ask(s, t, given.at, given.n, &c->come, 1, ONE_CHANCE,
                        seconds_left(p)) == SOLVED_YES)
      vec_push(&out->never_met, c->node);
  }
  vec_free(&given);
}

/* A claim that is no block is computed elsewhere, and so is one that nothing can stop.
 * Behind the end of a game formulas say nothing, but what a claim requires there fails.
 */
static bool is_goal(Model *m, const Always *a)
{
  if (a->index < 0 || a->proved || a->refuted) return false;
  if (a->node->tag != N_CLAIM) return true;
  return a->node->c && !(stmt_bits(m, a->node->c) & CAN_END);
}

/* What knows orders, neighbours or secrets is not followed: it can be anything. */
static const Node *unsaid_in(const Node *n, int depth)
{
  const Node *u = NULL;
  for (; n && !u; n = n->next) {
    bool not_told = n->tag == N_CALL && !n->sym &&
                    (n->op == BI_SEES || n->op == BI_ROW || n->op == BI_LINE ||
                     n->op == BI_DISTANCE || n->op == BI_REACH || n->op == BI_AT);
    if (not_told || (n->type && n->type->tag == T_LIST)) return n;
    u = unsaid_in(n->a, depth);
    if (!u) u = unsaid_in(n->b, depth);
    if (!u) u = unsaid_in(n->c, depth);
    if (!u && depth < DEEPEST && n->sym && n->sym->tag == SY_VALUE && n->tag != N_PARAM)
      for (size_t i = 0; i < n->sym->value->defs.n && !u; i++) {
        const Node *d = n->sym->value->defs.at[i].node;
        if (d->c && unsaid_in(d->c, depth + 1)) u = n;
        if (d->d && unsaid_in(d->d->b, depth + 1)) u = n;
      }
  }
  return u;
}

static bool mentions_winners(const Node *n)
{
  for (; n; n = n->next) {
    if (n->sym && n->sym->tag == SY_WINNERS) return true;
    if (mentions_winners(n->a) || mentions_winners(n->b) || mentions_winners(n->c))
      return true;
  }
  return false;
}

static void add_goals(Encoder *x, bool always)
{
  for (size_t i = 0; i < x->m->always.n; i++) {
    Always *a = x->m->always.at[i];
    if (!is_goal(x->m, a) || (!a->node->c && (!always || unsaid_in(a->node->a, 0))))
      continue;
    Reads r = reads_new(x->m);
    if (!a->node->c) reads_add(&r, a->node->a);
    if (a->place.hold) reads_add(&r, a->place.hold);
    Goal g = {a, r.field, r.kind, !a->node->c && mentions_winners(a->node->a)};
    vec_push(&x->goals, g);
  }
}

/* The rules as terms, with loops put in place k times, and what follows from them. */
static bool attempt(Prover *p, int k, Proofs *out)
{
  Encoder *x = &p->x;
  add_goals(x, p->always);
  encode_game(x);
  for (size_t i = 0; i < x->goals.n; i++)
    if (x->goals.at[i].always->node->c) encode_claim(x, (int)i);
  out->gave_up = x->gave_up;
  bool found = false;
  if (!x->gave_up && p->solver) {
    p->slow = calloc(x->assumed.n + 1, sizeof *p->slow);
    p->broken = calloc(x->assumed.n + 1, sizeof *p->broken);
    p->active = calloc(x->goals.n + 1, sizeof *p->active);
    p->tried = calloc(x->goals.n + 1, sizeof *p->tried);
    if (!p->slow || !p->broken || !p->active || !p->tried) abort();
    settle_all(p);
    if (k == 1) look_at_chances(p, out);
    found = true;
  }
  for (size_t i = 0; i < x->goals.n; i++) {
    if (k == 1) vec_push(&out->list, ((Proof){.always = x->goals.at[i].always}));
    Proof *r = &out->list.at[i];
    bool holds = found;
    for (size_t j = 0; found && j < x->assumed.n; j++) {
      const Assumed *a = &x->assumed.at[j];
      if (a->cut || a->goal != (int)i || !a->dropped) continue;
      holds = false;
      if (k > 1) continue;
      r->at = p->broken[j]->at;
      r->by = p->broken[j]->by;
      r->slow = p->slow[j];
    }
    if (holds && !r->k) r->k = k;
  }
  free(p->slow);
  free(p->broken);
  free(p->active);
  free(p->tried);
  return found && x->terms.rows.n < DEEP_TERMS;
}

static bool all_proved(const Proofs *p)
{
  for (size_t i = 0; i < p->list.n; i++)
    if (!p->list.at[i].k) return false;
  return true;
}

void prove(Model *m, const Program *p, double seconds, bool always, Proofs *out)
{
  Solver *solver = solver_open(MEGABYTES);
  Prover now = {.solver = solver};
  double until = work_done(&now) + seconds;
  *out = (Proofs){0};
  /* What is too much with verbs put in place is tried with fewer of them. */
  static const int sizes[] = {2000, 300, 40};
  size_t size = 0;
  for (int k = 1; k <= MOST_ROUNDS; k++) {
    Prover v = {.solver = solver, .until = until, .always = always};
    encoder_init(&v.x, m, p, k);
    v.x.most_inlined = sizes[size];
    bool more = attempt(&v, k, out);
    encoder_free(&v.x);
    if (out->gave_up && k == 1 && ++size < sizeof sizes / sizeof *sizes) {
      proofs_free(out);
      *out = (Proofs){0};
      k = 0;
      continue;
    }
    if (!more || all_proved(out) || work_done(&now) > until) break;
  }
  solver_close(solver);
  for (size_t i = 0; i < m->always.n; i++) {
    Always *a = m->always.at[i];
    const Node *u = is_goal(m, a) && !a->node->c ? unsaid_in(a->node->a, 0) : NULL;
    if (u && always) vec_push(&out->list, ((Proof){.always = a, .unsaid = u}));
  }
}

void proofs_free(Proofs *p)
{
  vec_free(&p->list);
  vec_free(&p->never_met);
  vec_free(&p->never_ends);
}
