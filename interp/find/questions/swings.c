/* Circles of `when`s over one number of the game: what they make of it is played through,
 * from its first value on, for every change that other rules make of it at any time. */
#include "interp/base/invariant.h"
#include "interp/find/find.h"
#include "interp/sema/builtin.h"
#include "interp/sema/fact.h"

enum { MOST_WHENS = 16, MOST_VALUES = 100, MOST_CHANGES = 64, TOO_DEEP = 60 };

typedef struct Watched {
  const When *when;
  Facts facts;
} Watched;

typedef struct Swing {
  const Field *field;
  int64_t lo, hi;
  Watched at[MOST_WHENS];
  int n;
  const Node *change[MOST_CHANGES]; /* by other rules */
  int changes;
  bool open; /* a change that is not by a constant, or that hangs on the number */
  /* one play */
  bool was[MOST_WHENS];
  int64_t value;
  int depth;
} Swing;

static const Field *game_field(const Node *path)
{
  const Sym *y = path->tag == N_NAME ? path->sym : NULL;
  return y && y->tag == SY_FIELD && !y->field->kind && !y->field->per ? y->field : NULL;
}

/* A step of a body that can be played: a number of the game by so much or to that; or a
 * note. */
static bool is_plain(const Node *n)
{
  int64_t v;
  if (n->tag == N_PHRASE) return n->op == BP_NOTE;
  bool changes = n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER;
  return changes && game_field(n->a) && is_constant(n->b, &v);
}

/* The field that this `when` is all about; NULL if there is more to it. */
static const Field *field_of(const When *w, Facts *facts)
{
  facts_add(facts, w->node->a);
  if (!facts->n || facts->n != facts->parts || w->place.kind || w->place.hold ||
      w->place.variant)
    return NULL;
  const Field *f = game_field(facts->at[0].path);
  for (int i = 1; i < facts->n; i++)
    if (game_field(facts->at[i].path) != f) return NULL;
  for (const Node *n = w->node->c->a; n; n = n->next)
    if (!is_plain(n)) return NULL;
  bool numbers = f && f->type->tag == T_NUM && !f->type->opt && !f->raise && !f->lower;
  return numbers && f->type->hi - f->type->lo < MOST_VALUES ? f : NULL;
}

static bool holds(const Facts *facts, int64_t v)
{
  for (int i = 0; i < facts->n; i++)
    if (!fact_allows(&facts->at[i], v)) return false;
  return true;
}

static bool is_ours(const Swing *s, const When *w)
{
  for (int i = 0; i < s->n; i++)
    if (s->at[i].when == w) return true;
  return false;
}

/* Does something else wait for what these change on the way? */
static bool is_alone(const Model *m, const Swing *s)
{
  for (int i = 0; i < s->n; i++)
    for (const Node *n = s->at[i].when->node->c->a; n; n = n->next) {
      const Field *f = n->tag == N_PHRASE ? NULL : game_field(n->a);
      if (!f) continue;
      if (f->raise || f->lower) return false;
      for (size_t k = 0; k < m->whens.n; k++) {
        Reads r = reads_new((Model *)m);
        reads_add(&r, m->whens.at[k]->node->a);
        if (!is_ours(s, m->whens.at[k]) && r.field[f->index]) return false;
      }
    }
  return true;
}

/* What a step makes of a number. */
static int64_t stepped(const Node *n, int64_t v)
{
  int64_t by = 0;
  if (!is_constant(n->b, &by)) return v;
  return n->tag == N_SET ? by : n->tag == N_RAISE ? v + by : v - by;
}

static bool settle(Swing *s);

/* What a change leads to at once; false if there is no end to it. */
static bool change(Swing *s, int64_t to)
{
  s->value = to < s->lo ? s->lo : to > s->hi ? s->hi : to;
  return settle(s);
}

static bool settle(Swing *s)
{
  INVARIANT(s->value >= s->lo && s->value <= s->hi);
  if (++s->depth > TOO_DEEP) return false;
  for (int i = 0; i < s->n; i++) {
    bool now = holds(&s->at[i].facts, s->value), turned = now && !s->was[i];
    s->was[i] = now;
    for (const Node *n = turned ? s->at[i].when->node->c->a : NULL; n; n = n->next) {
      if (n->tag == N_PHRASE || game_field(n->a) != s->field) continue;
      if (!change(s, stepped(n, s->value))) return false;
    }
  }
  s->depth--;
  return true;
}

/* ---- what else changes it -------------------------------------------------------- */

static bool mentions(const Node *n, const Field *f)
{
  if (!n) return false;
  if (n->sym && n->sym->tag == SY_FIELD && n->sym->field == f) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION | PARTS_STATEMENT); parts_next(&p);)
    if (mentions(p.at, f)) return true;
  return false;
}

/* Of one body: its changes; what asks for the number may guard them. */
static void look(Swing *s, const Node *n)
{
  bool changes = n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER;
  int64_t v;
  if (changes && game_field(n->a) == s->field) {
    if (!is_constant(n->b, &v) || s->changes == MOST_CHANGES) s->open = true;
    else s->change[s->changes++] = n;
    return;
  }
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    s->open |= mentions(p.at, s->field);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) look(s, p.at);
}

static void look_at_all(const Model *m, Swing *s)
{
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Node *decl = m->verbs.at[i]->decl;
    if (decl && decl->b) look(s, decl->b);
  }
  for (size_t i = 0; i < m->bodies.n; i++) look(s, m->bodies.at[i].node->a);
  for (size_t i = 0; i < m->rules.n; i++) look(s, m->rules.at[i]->node->c);
  for (size_t i = 0; i < m->whens.n; i++)
    if (!is_ours(s, m->whens.at[i])) look(s, m->whens.at[i]->node->c);
}

/* ---- playing --------------------------------------------------------------------- */

/* A value from which one of the changes has no end; false if there is none. */
static bool find_endless(Swing *s, int64_t first, int64_t *from, const Node **by)
{
  bool seen[MOST_VALUES] = {false};
  int64_t queue[MOST_VALUES];
  int n = 0;
  queue[n++] = first;
  seen[first - s->lo] = true;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < s->changes; i++) {
      s->value = queue[k];
      s->depth = 0;
      for (int j = 0; j < s->n; j++) s->was[j] = holds(&s->at[j].facts, queue[k]);
      if (!change(s, stepped(s->change[i], queue[k]))) {
        *from = queue[k];
        *by = s->change[i];
        return true;
      }
      if (!seen[s->value - s->lo]) queue[n++] = s->value;
      seen[s->value - s->lo] = true;
    }
  return false;
}

static bool was_told(const Find *f, const Swing *s)
{
  for (size_t i = 0; i < f->d->list.n; i++) {
    const Diag *g = &f->d->list.at[i];
    for (int k = 0; k < s->n && g->code == DIAG_ENDLESS_CIRCLE; k++) {
      Loc at = s->at[k].when->node->loc;
      if (g->loc.file == at.file && g->loc.line == at.line) return true;
    }
  }
  return false;
}

static void play(const Find *f, Swing *s)
{
  int64_t first = s->lo > 0 ? s->lo : s->hi < 0 ? s->hi : 0, from;
  const Node *start = s->field->decl->b, *by;
  look_at_all(f->m, s);
  if (s->open || (start && !is_constant(start, &first)) || first < s->lo ||
      first > s->hi || was_told(f, s) || !find_endless(s, first, &from, &by))
    return;
  Diag *g = diag_add(f->d, DIAG_ENDLESS_CIRCLE, s->at[0].when->node->loc,
                     s->n > 1 ? "this and the other rules for \"%s\" go on without an end"
                              : "this rule for \"%s\" goes on without an end",
                     s->field->name);
  diag_hint_at(f->d, g, by->a->loc, "when \"%s\" is %lld and this changes it",
               s->field->name, (long long)from);
  for (int i = 1; i < s->n; i++)
    diag_hint_at(f->d, g, s->at[i].when->node->loc, "another rule for it");
}

void find_swings(Find *f)
{
  const Model *m = f->m;
  bool *done = arena_alloc(m->arena, (m->fields.n + 1) * sizeof *done);
  for (size_t i = 0; i < m->whens.n; i++) {
    Swing s = {.field = field_of(m->whens.at[i], &(Facts){.n = 0})};
    if (!s.field || done[s.field->index] || in_library(f, m->whens.at[i]->node)) continue;
    done[s.field->index] = true;
    s.lo = s.field->type->lo;
    s.hi = s.field->type->hi;
    bool all = true;
    for (size_t k = i; k < m->whens.n && all; k++) {
      Watched w = {.when = m->whens.at[k]};
      if (field_of(w.when, &w.facts) != s.field) continue;
      all = s.n < MOST_WHENS;
      if (all) s.at[s.n++] = w;
    }
    if (all && is_alone(m, &s)) play(f, &s);
  }
}
