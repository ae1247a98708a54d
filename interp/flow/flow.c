/* The driver: every body once, callees first; then what no caller has settled is told. */
#include "interp/flow/flow.h"
#include "interp/base/invariant.h"
#include "interp/flow/flow_int.h"
#include "interp/sema/builtin.h"

/* ---- what is worth remembering ----------------------------------------------------- */

static void mark_rule(Flow *f, const Node *r)
{
  if (!r) return;
  if (r->sym && r->sym->tag == SY_FIELD) f->relevant[r->sym->field->index] = true;
  for (const Node *a = r->a; a; a = r->tag == N_CALL ? a->next : NULL) mark_rule(f, a);
  mark_rule(f, r->b);
  mark_rule(f, r->c);
}

static void mark_fields(Flow *f)
{
  Model *m = f->m;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    if (is_hidden(x)) f->relevant[i] = true;
    if (x->type->kind && x->type->kind->is_player && !x->kind && !x->per)
      f->relevant[i] = true;
    mark_rule(f, seen_rule(x));
  }
  for (size_t i = 0; i < m->whens.n; i++) {
    const Read *r = &m->whens.at[i]->read;
    for (size_t k = 0; k < r->fields.n; k++)
      apush(f->arena, &f->watch_field[r->fields.at[k]].whens, (int)i);
    for (size_t k = 0; k < r->kinds.n; k++)
      apush(f->arena, &f->watch_kind[r->kinds.at[k]].whens, (int)i);
  }
}

static bool hides_something(const Model *m)
{
  for (size_t i = 0; i < m->fields.n; i++)
    if (is_hidden(m->fields.at[i])) return true;
  return false;
}

static Flow *flow_new(Model *m)
{
  Arena *a = m->arena;
  Flow *f = ARENA_NEW(a, Flow);
  f->m = m;
  f->arena = a;
  f->d = &m->unit->diags;
  f->names = 1;
  size_t fields = m->fields.n + 1, kinds = m->kinds.n + 1;
  f->relevant = arena_alloc(a, fields);
  f->marks = arena_alloc(a, fields);
  f->lays = arena_alloc(a, fields);
  f->watch_field = arena_alloc(a, fields * sizeof *f->watch_field);
  f->watch_kind = arena_alloc(a, kinds * sizeof *f->watch_kind);
  for (int i = 0; i < 2; i++)
    f->memo[i] = (struct Memo){
        .values = arena_alloc(a, (m->values.n + 1) * sizeof(Val)),
        .value_state = arena_alloc(a, m->values.n + 1),
        .columns = arena_alloc(a, (m->columns.n + 1) * sizeof(Val)),
        .column_state = arena_alloc(a, m->columns.n + 1),
    };
  f->effort_verbs = arena_alloc(a, (m->verbs.n + 1) * sizeof *f->effort_verbs);
  f->effort_values = arena_alloc(a, (m->values.n + 1) * sizeof *f->effort_values);
  f->verbs = arena_alloc(a, (m->verbs.n + 1) * sizeof *f->verbs);
  f->whens = arena_alloc(a, (m->whens.n + 1) * sizeof *f->whens);
  f->given = arena_alloc(a, (m->verbs.n + 1) * sizeof *f->given);
  f->pile_number = arena_alloc(a, fields);
  f->bodies = arena_alloc(a, (m->verbs.n + 1) * sizeof *f->bodies);
  for (size_t i = 0; i < m->verbs.n; i++) m->verbs.at[i]->number = (int)i;
  for (size_t i = 0; i < m->bodies.n; i++)
    apush(a, &f->bodies[m->bodies.at[i].slot->number], m->bodies.at[i]);
  mark_fields(f);
  number_piles(f);
  return f;
}

/* ---- watchers ---------------------------------------------------------------------- */

static void watch_fails(Flow *f, Watch *w, Label l)
{
  Label now = label_join(f->arena, w->fails, l);
  if (label_size(now) != label_size(w->fails))
    w->fails = now, f->changed = f->again = true;
}

static void look_at_when(Flow *f, size_t i)
{
  INVARIANT(i < f->m->whens.n);
  const When *x = f->m->whens.at[i];
  Summary s = {0};
  Label l = when_summary(f, x, &s);
  if (s.can_fail) {
    l = label_join(f->arena, l, s.fails.at[0]);
    for (size_t k = 0; k < x->read.fields.n; k++)
      watch_fails(f, &f->watch_field[x->read.fields.at[k]], l);
    for (size_t k = 0; k < x->read.kinds.n; k++)
      watch_fails(f, &f->watch_kind[x->read.kinds.at[k]], l);
  }
  if (!changes_same(&f->whens[i], &s) || !laid_same(&f->whens[i].after, &s.after) ||
      overs_differ(&f->whens[i].after, &s.after))
    f->changed = f->again = true;
  f->whens[i] = s;
}

/* ---- where nobody calls ------------------------------------------------------------ */

enum { CALLED_BY_RULE = 1, CALLED_BY_RUN = 2, CALLED_BY_TEST = 4 };

static void mark_calls(Flow *f, uint8_t *called, const Node *n, uint8_t by)
{
  for (; n; n = n->next) {
    if (n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT) && n->sym)
      called[n->sym->slot->number] |= by;
    if (n->tag == N_PHRASE) continue;
    bool run = n->tag == N_RUN;
    mark_calls(f, called, n->a, run ? CALLED_BY_RUN : by);
    if (run) continue;
    mark_calls(f, called, n->b, by);
    mark_calls(f, called, n->c, by);
  }
}

/* A hidden pile of things on which others lie. */
static bool holds_carriers(const Flow *f, const Field *x)
{
  const Kind *k = x->type->kind;
  for (size_t i = 0; i < f->m->fields.n; i++)
    if (f->m->fields.at[i]->pile && f->m->fields.at[i]->kind == k) return true;
  return false;
}

/* Is this pile empty all through the setup? */
static bool stays_empty(const Flow *f, const Summary *setup, const Field *x)
{
  if (x->decl->b) return false;
  Piles filled = NO_PILES;
  for (int i = 0; i < MOST_PILES; i++) filled |= setup->goes[i];
  return !(filled & pile_bit(f, x));
}

/* Two things are believed of a setup: that what lies in piles that nobody sees does not
 * decide how many things are moved where, and that things which hold others and lie face
 * down, as envelopes do, hold equally many of them. */
static bool believed(const Flow *f, const Summary *setup, const Duty *d)
{
  Atom a = d->part.atom;
  const Field *x = a.tag == A_FIELD ? f->m->fields.at[a.n] : NULL;
  if (!x || !x->pile) return false;
  if (stays_empty(f, setup, x)) return true;
  if (!d->tell->counts) return false;
  return seen_rule(x)->tag == N_NONE || (d->tell->carried && holds_carriers(f, x));
}

static bool settle(Flow *f, const Summary *s, bool setup, bool tells)
{
  bool all = true;
  for (size_t i = 0; i < s->duties.n; i++) {
    const Duty *d = &s->duties.at[i];
    AtomTag t = d->part.atom.tag;
    if (setup && believed(f, s, d)) continue;
    if (t != A_FIELD && t != A_TOLD && t != A_MUCH) continue;
    all = false;
    if (tells) report(f, d);
  }
  return all;
}

/* Declared for tests only (`test { … }`): also where the tests of a ruleset that is used
 * are left out. */
static bool is_for_tests(const Verb *v) { return v->variant && v->variant->tests; }

/* Is all settled there?  If not, and it is wanted, each place is told. */
static bool look_at_roots(Flow *f, bool tells)
{
  bool all = true;
  Model *m = f->m;
  uint8_t *called = arena_alloc(f->arena, m->verbs.n + 1);
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl && !m->verbs.at[i]->generic)
      mark_calls(f, called, m->verbs.at[i]->decl->b,
                 is_for_tests(m->verbs.at[i]) ? CALLED_BY_TEST : CALLED_BY_RULE);
  for (size_t i = 0; i < m->bodies.n; i++)
    mark_calls(f, called, m->bodies.at[i].node->a, CALLED_BY_RULE);
  for (size_t i = 0; i < m->rules.n; i++)
    mark_calls(f, called, m->rules.at[i]->node->c, CALLED_BY_RULE);
  for (size_t i = 0; i < m->whens.n; i++)
    mark_calls(f, called, m->whens.at[i]->node->c, CALLED_BY_RULE);
  for (size_t i = 0; i < m->tests.n; i++)
    mark_calls(f, called, m->tests.at[i]->node->c, CALLED_BY_TEST);
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    bool machine = v == m->play || v == m->setup;
    if (!m->unit->tests && !machine) continue; /* nobody can come there */
    if (v->generic || (!v->decl && !v->rules.n)) continue;
    if (is_for_tests(v)) continue; /* it begins where play never does */
    if (!machine && (called[i] & CALLED_BY_RULE || called[i] == CALLED_BY_TEST)) continue;
    if (!settle(f, &f->verbs[i], v == m->setup, tells)) all = false;
  }
  for (size_t i = 0; i < m->whens.n; i++)
    if (!settle(f, &f->whens[i], false, tells)) all = false;
  return all;
}

static void round_of_all(Flow *f)
{
  Model *m = f->m;
  f->again = f->changed = false;
  for (size_t i = 0; i < m->verbs.n; i++) f->verbs[i].state = 0;
  if (m->setup) summary_of(f, m->setup); /* before what is played after it */
  for (size_t i = 0; i < m->verbs.n; i++)
    if (!m->verbs.at[i]->generic) summary_of(f, m->verbs.at[i]);
  for (size_t i = 0; i < m->whens.n; i++) look_at_when(f, i);
}

void check_secrets(Model *m)
{
  enum { MOST_ROUNDS = 100, MOST_GIVEN = 4 };
  if (!hides_something(m)) return;
  Flow *f = flow_new(m);
  for (int i = 0, given = 0; i < MOST_ROUNDS; i++) {
    round_of_all(f);
    if (f->again && f->changed) continue;
    if (given++ == MOST_GIVEN || look_at_roots(f, false) || !given_more(f)) break;
  }
  look_at_roots(f, true);
  for (size_t i = 0; i < m->fields.n; i++)
    if (is_hidden(m->fields.at[i])) look_at_sight(f, m->fields.at[i]);
}
