/* Circles: rules that set each other off.
 *
 * A graph of everything that reacts: a verb leads to the rules around it, a body to the
 * verbs that it calls and to each `when` that its changes can make true.  A step is sure
 * if it is taken whenever its beginning is reached.  A circle of sure steps never ends,
 * nor does one of rules that are in force together and that nothing in it takes out of
 * force; one that hangs on conditions may, and is only a note, unless one of its
 * conditions bounds a field that the circle uses up. */
#include "interp/find/find.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"
#include "interp/sema/fact.h"

typedef enum {
  PERHAPS,
  ONCE_MET, /* sure as long as the conditions of rules hold, too */
  IN_FORCE, /* sure as long as the rule is in force: its card lies there, its variant is
               on */
  SURE
} Grade;

typedef struct Step {
  int to;
  Grade grade;
  Node *at;
} Step;

typedef struct Reaction {
  Verb *verb; /* one of these three */
  Rule *rule;
  When *when;
  VEC(Step) steps;
  /* seeking */
  int mark, from; /* from: the one before on the way here */
  int in;         /* steps that lead here from where a circle may be */
  bool out;       /* no circle goes through it */
  Node *at;       /* the statement that led here */
  bool told;
  bool replaced; /* a verb: by an `instead of` */
} Reaction;

typedef VEC(int) Rows;

typedef struct Circles {
  Find *f;
  VEC(Reaction) list;       /* verbs, then rules, then whens */
  int rules, whens;         /* where those begin */
  Facts *facts;             /* of each when */
  Rows *by_field, *by_kind; /* the whens that read each */
} Circles;

/* Where a walk through a body is. */
typedef struct Walk {
  Circles *c;
  int from;
  bool sure;
} Walk;

static void add_step(Walk *w, int to, Grade grade, Node *at)
{
  vec_push(&w->c->list.at[w->from].steps, ((Step){to, w->sure ? grade : PERHAPS, at}));
}

/* ---- what a change does to a condition -------------------------------------------- */

static const Field *field_of_path(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  return p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
}

/* Surely the same cell in a rule and in its condition. */
static bool same_cell(const Node *a, const Node *b)
{
  if (same_path(a, b)) return a->tag != N_DOT || a->a->tag != N_ME;
  return a->tag == N_DOT && b->tag == N_DOT && a->sym == b->sym && a->a->tag == N_THIS &&
         b->a->tag == N_THIS;
}

typedef enum { MAY, NEVER, SURELY } Turns;

/* Can this statement turn the condition true? */
static Turns turns_true(const Node *change, const Facts *facts)
{
  INVARIANT(change && change->tag < N_COUNT);
  const Field *f = field_of_path(change->a);
  int64_t v;
  bool fixed = change->tag == N_SET && is_constant(change->b, &v);
  for (int i = 0; i < facts->n; i++) {
    const Fact *x = &facts->at[i];
    if (field_of_path(x->path) != f) continue;
    if (fixed && !fact_allows(x, v)) return NEVER;
    if (fixed && facts->parts == 1 && same_cell(x->path, change->a)) return SURELY;
    bool above = !x->hole && x->lo > -MAX_NUMBER, below = !x->hole && x->hi < MAX_NUMBER;
    if (change->tag == N_RAISE && below && !above) return NEVER;
    if (change->tag == N_LOWER && above && !below) return NEVER;
  }
  return MAY;
}

/* Does it surely turn the condition false? */
static bool turns_false(const Node *change, const Facts *facts)
{
  int64_t v;
  if (change->tag != N_SET || !is_constant(change->b, &v)) return false;
  for (int i = 0; i < facts->n; i++)
    if (same_cell(facts->at[i].path, change->a) && !fact_allows(&facts->at[i], v))
      return true;
  return false;
}

static Facts facts_of(const When *w)
{
  Facts f = {.n = 0};
  facts_add(&f, w->node->a);
  facts_add(&f, w->place.hold);
  return f;
}

/* ---- steps ------------------------------------------------------------------------ */

static void walk(Walk *w, Node *n);

static void call_verb(Walk *w, const Verb *v, bool sure, Node *at)
{
  const Reaction *from = &w->c->list.at[w->from];
  int to = v ? v->number : -1;
  if (to < 0 || (from->rule && from->rule->verb == v)) return; /* the layer beneath */
  add_step(w, to, sure ? SURE : PERHAPS, at);
}

/* A change can make these conditions true. */
static void wake(Walk *w, Node *at, const Rows *whens)
{
  bool change = at->tag == N_SET || at->tag == N_RAISE || at->tag == N_LOWER;
  for (size_t i = 0; i < whens->n; i++) {
    int k = whens->at[i];
    Turns t = change ? turns_true(at, &w->c->facts[k]) : MAY;
    if (t != NEVER) add_step(w, w->c->whens + k, t == SURELY ? SURE : PERHAPS, at);
  }
}

static void walk_change(Walk *w, Node *n)
{
  const Field *f = field_of_path(n->a);
  if (!f) return;
  if (n->tag == N_RAISE) call_verb(w, f->raise, true, n);
  if (n->tag == N_LOWER) call_verb(w, f->lower, true, n);
  wake(w, n, &w->c->by_field[f->index]);
}

static void walk_phrase(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->op) {
  case BP_VERB: call_verb(w, n->sym ? n->sym->slot : NULL, true, n); break;
  case BP_SLOT: call_verb(w, n->sym ? n->sym->slot : NULL, false, n); break;
  case BP_MOVE:
  case BP_MOVE_UNDER:
  case BP_DRAW: {
    Node *pile = n->b->next;
    if (pile->type && pile->type->kind)
      wake(w, n, &w->c->by_kind[pile->type->kind->index]);
    break;
  }
  case BP_ADD:
  case BP_REMOVE_AT:
  case BP_REMOVE: {
    const Field *f = field_of_path(n->b->next);
    if (f) wake(w, n, &w->c->by_field[f->index]);
    break;
  }
  default: break;
  }
}

static void walk_one(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_PHRASE) walk_phrase(w, n);
  if (n->tag == N_BLOCK) {
    walk(w, n->a);
    return;
  }
  bool often = n->tag == N_REPEAT && n->a && n->a->tag == N_NUM && n->a->num > 0 && !n->b;
  for (Parts p = parts_of(n, PARTS_STATEMENT | ROLE_BIT(PLACE)); parts_next(&p);) {
    Walk in = *w;
    bool surely = p.role == ROLE_ONCE || (often && p.role == ROLE_LOOP);
    in.sure = false;
    if (p.role == ROLE_PLACE) walk_change(w, n);
    else walk_one(surely ? w : &in, p.at);
  }
}

static void walk(Walk *w, Node *n)
{
  for (; n; n = n->next) {
    walk_one(w, n);
    if (stmt_bits(w->c->f->m, n) & (CAN_END | CAN_FAIL | CAN_BE_STUCK))
      w->sure = false; /* it may not come further */
  }
}

/* Is it all about fields of the game and of whoever acts? */
static bool is_understood(const Node *condition)
{
  Facts facts = {.n = 0};
  facts_add(&facts, condition);
  bool all = facts.n && facts.n == facts.parts;
  for (int i = 0; i < facts.n && all; i++) {
    const Node *path = facts.at[i].path;
    const Field *f = field_of_path(path);
    bool mine = path->tag == N_DOT && path->a->tag == N_ME;
    all = f && (mine || (path->tag == N_NAME && (!f->kind || f->kind->is_player)));
  }
  return all;
}

/* Does the rule run whenever its verb does? */
static Grade runs(const Rule *r)
{
  unsigned stops = CAN_END | CAN_FAIL | CAN_BE_STUCK;
  if (r->tag == N_AFTER && r->verb->bits & stops) return PERHAPS;
  if (r->only || (r->place.kind && !r->place.kind->count)) return PERHAPS;
  if (r->place.variant && r->place.variant->tests) return PERHAPS;
  if (r->node->b) return is_understood(r->node->b) ? ONCE_MET : PERHAPS;
  return r->place.hold || r->place.variant ? IN_FORCE : SURE;
}

static void walk_verb(Circles *c, int i)
{
  INVARIANT((size_t)i < c->list.n);
  Verb *v = c->list.at[i].verb;
  Walk w = {c, i, !c->list.at[i].replaced};
  if (v->decl && v->decl->b && !v->generic) walk(&w, v->decl->b->a);
}

/* What a `when` does is sure to be done again only by or behind a statement that ended
 * its own condition: only then the condition can become true once more. */
static void walk_when(Circles *c, int i)
{
  INVARIANT((size_t)i < c->list.n);
  const When *when = c->list.at[i].when;
  const Facts *own = &c->facts[i - c->whens];
  Walk w = {c, i, false};
  for (Node *n = when->node->c->a; n; n = n->next) {
    if (turns_false(n, own)) w.sure = true;
    walk_one(&w, n);
    if (stmt_bits(c->f->m, n) & (CAN_END | CAN_FAIL | CAN_BE_STUCK)) break;
  }
}

static void list_whens(Circles *c)
{
  Model *m = c->f->m;
  Reads r = reads_new(m);
  c->facts = arena_alloc(m->arena, (m->whens.n + 1) * sizeof *c->facts);
  c->by_field = arena_alloc(m->arena, (m->fields.n + 1) * sizeof *c->by_field);
  c->by_kind = arena_alloc(m->arena, (m->kinds.n + 1) * sizeof *c->by_kind);
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = m->whens.at[i];
    reads_clear(&r);
    c->facts[i] = facts_of(w);
    reads_add(&r, w->node->a);
    if (w->place.hold) reads_add(&r, w->place.hold);
    for (size_t k = 0; k < m->fields.n; k++)
      if (r.field[k]) vec_push(&c->by_field[k], (int)i);
    for (size_t k = 0; k < m->kinds.n; k++)
      if (r.kind[k]) vec_push(&c->by_kind[k], (int)i);
  }
}

static void build(Circles *c)
{
  Model *m = c->f->m;
  for (size_t i = 0; i < m->verbs.n; i++) {
    m->verbs.at[i]->number = (int)i;
    vec_push(&c->list, ((Reaction){.verb = m->verbs.at[i]}));
  }
  c->rules = (int)c->list.n;
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *r = m->rules.at[i];
    if (r->tag == N_INSTEAD) c->list.at[r->verb->number].replaced = true;
    vec_push(&c->list, ((Reaction){.rule = m->rules.at[i]}));
  }
  c->whens = (int)c->list.n;
  for (size_t i = 0; i < m->whens.n; i++)
    vec_push(&c->list, ((Reaction){.when = m->whens.at[i]}));
  list_whens(c);
  for (int i = 0; i < (int)c->list.n; i++) {
    Reaction *r = &c->list.at[i];
    Walk w = {c, i, true};
    if (r->verb) walk_verb(c, i);
    else if (r->when) walk_when(c, i);
    else {
      Verb *v = r->rule->verb;
      Walk to = {c, v->number, !c->list.at[v->number].replaced};
      add_step(&to, i, runs(r->rule), r->rule->node);
      walk(&w, r->rule->node->c->a);
    }
  }
  for (size_t k = 0; k < m->bodies.n; k++) {
    Walk w = {c, m->bodies.at[k].slot->number, false};
    walk(&w, m->bodies.at[k].node->a->a);
  }
}

/* Takes out what nothing in a circle leads to: mostly everything. */
static void peel(Circles *c)
{
  Rows queue = {0};
  for (size_t i = 0; i < c->list.n; i++)
    for (size_t s = 0; s < c->list.at[i].steps.n; s++)
      c->list.at[c->list.at[i].steps.at[s].to].in++;
  for (size_t i = 0; i < c->list.n; i++)
    if (!c->list.at[i].in) vec_push(&queue, (int)i);
  for (size_t k = 0; k < queue.n; k++) {
    Reaction *r = &c->list.at[queue.at[k]];
    r->out = true;
    for (size_t s = 0; s < r->steps.n; s++)
      if (!--c->list.at[r->steps.at[s].to].in) vec_push(&queue, r->steps.at[s].to);
  }
  vec_free(&queue);
}

/* ---- circles ---------------------------------------------------------------------- */

static bool bounds(const Facts *facts, const Field *f, bool lowers)
{
  for (int i = 0; i < facts->n; i++) {
    const Fact *x = &facts->at[i];
    if (field_of_path(x->path) != f || x->hole) continue;
    if (lowers ? x->lo > -MAX_NUMBER : x->hi < MAX_NUMBER) return true;
  }
  return false;
}

/* Which fields the bodies of a circle raise and lower. */
typedef struct Changes {
  VEC(const Field *) raised, lowered;
} Changes;

static void gather_changes(const Node *n, Changes *c)
{
  const Field *f = n->tag == N_RAISE || n->tag == N_LOWER ? field_of_path(n->a) : NULL;
  if (f && n->tag == N_RAISE) vec_push(&c->raised, f);
  if (f && n->tag == N_LOWER) vec_push(&c->lowered, f);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) gather_changes(p.at, c);
}

/* Is something used up that the conditions bound?  What is raised and lowered in turns
 * is not. */
static bool uses_up(const Changes *c, const Facts *facts)
{
  for (size_t i = 0; i < c->raised.n; i++) {
    bool back = false;
    for (size_t k = 0; k < c->lowered.n; k++) back |= c->lowered.at[k] == c->raised.at[i];
    if (!back && bounds(facts, c->raised.at[i], false)) return true;
  }
  for (size_t i = 0; i < c->lowered.n; i++) {
    bool back = false;
    for (size_t k = 0; k < c->raised.n; k++) back |= c->raised.at[k] == c->lowered.at[i];
    if (!back && bounds(facts, c->lowered.at[i], true)) return true;
  }
  return false;
}

static void gather_ifs(const Node *n, Facts *facts)
{
  if (n->tag == N_IF) facts_add(facts, n->a);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) gather_ifs(p.at, facts);
}

static const Node *body_of(const Reaction *r)
{
  if (r->verb) return r->verb->decl ? r->verb->decl->b : NULL;
  return r->rule ? r->rule->node->c : r->when->node->c;
}

static bool is_bounded(const Circles *c, int end)
{
  Facts facts = {.n = 0};
  Changes changes = {{0}, {0}};
  int i = end;
  do {
    const Reaction *r = &c->list.at[i];
    if (r->rule) facts_add(&facts, r->rule->node->b);
    if (r->rule) facts_add(&facts, r->rule->place.hold);
    if (r->when) facts_add(&facts, r->when->node->a);
    const Node *body = body_of(r);
    if (body) gather_ifs(body, &facts);
    if (body) gather_changes(body, &changes);
    i = r->from;
  } while (i != end);
  bool used_up = uses_up(&changes, &facts);
  vec_free(&changes.raised);
  vec_free(&changes.lowered);
  return used_up;
}

/* ---- rules in force ---------------------------------------------------------------- */

/* Can two rules be in force together?  One thing cannot lie in two places, and of two
 * variants one may turn the other off. */
static bool together(const Place *a, const Place *b)
{
  if (a->variant && b->variant && a->variant != b->variant && !a->variant->always &&
      !b->variant->always)
    return false;
  if (!a->hold || !b->hold || a->hold == b->hold) return true;
  return a->thing && b->thing && a->thing != b->thing;
}

/* Does a body change what a condition reads? */
static bool disturbs(const Node *n, const Reads *r)
{
  const Field *f = NULL;
  if (n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER) f = field_of_path(n->a);
  if (f && r->field[f->index]) return true;
  if (n->tag == N_PHRASE && n->op == BP_DRAW) { /* from one pile into another */
    const Node *from = n->b->next, *to = from ? from->next : NULL;
    const Field *a = from ? field_of_path(from) : NULL,
                *b = to ? field_of_path(to) : NULL;
    if (!a || !b || r->field[a->index] || r->field[b->index]) return true;
  } else if (n->tag == N_PHRASE && n->op != BP_VERB && n->op != BP_NOTE) {
    return true; /* it moves things, or does what a card says */
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    if (disturbs(p.at, r)) return true;
  return false;
}

/* Does a body end what these conditions say?  Somebody else may act in it. */
static bool spoils(const Node *n, const Facts *met)
{
  if (!met->n) return false;
  if (n->tag == N_AS) return true;
  const Field *f = NULL;
  if (n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER) f = field_of_path(n->a);
  for (int i = 0; f && i < met->n; i++) {
    const Fact *x = &met->at[i];
    int64_t v;
    if (field_of_path(x->path) != f) continue;
    bool keeps = n->tag == N_SET     ? is_constant(n->b, &v) && fact_allows(x, v)
                 : x->hole           ? false
                 : n->tag == N_RAISE ? x->hi >= MAX_NUMBER
                                     : x->lo <= -MAX_NUMBER;
    if (!keeps) return true;
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    if (spoils(p.at, met)) return true;
  return false;
}

/* All that runs in a circle, and what that leads to, leaves its rules in force and their
 * conditions true. */
static bool goes_on(const Circles *c, int end)
{
  Model *m = c->f->m;
  Reads held = reads_new(m);
  Facts met = {.n = 0};
  Rows reached = {0};
  bool fine = true, *seen = arena_alloc(m->arena, c->list.n + 1);
  int i = end;
  do {
    const Rule *r = c->list.at[i].rule;
    for (size_t k = 0; r && k < reached.n && fine; k++) {
      const Rule *other = c->list.at[reached.at[k]].rule;
      fine = !other || together(&r->place, &other->place);
    }
    if (r && r->place.hold) reads_add(&held, r->place.hold);
    Facts own = {.n = 0};
    if (r) facts_add(&own, r->node->b);
    fine = fine && !facts_exclude(&met, &own);
    if (r) facts_add(&met, r->node->b);
    vec_push(&reached, i);
    seen[i] = true;
    i = c->list.at[i].from;
  } while (i != end);
  for (size_t k = 0; k < reached.n && fine; k++) {
    const Reaction *r = &c->list.at[reached.at[k]];
    const Node *body = body_of(r);
    fine = !body || (!disturbs(body, &held) && !spoils(body, &met));
    for (size_t s = 0; s < r->steps.n; s++)
      if (!seen[r->steps.at[s].to]) {
        seen[r->steps.at[s].to] = true;
        vec_push(&reached, r->steps.at[s].to);
      }
  }
  vec_free(&reached);
  return fine;
}

static const char *event_name(Arena *a, const Verb *v)
{
  if (!v->field) return v->name;
  return arena_printf(a, "%s %s", v->lowers ? "lower" : "raise", v->field->name);
}

static const char *name_of(Find *f, const Reaction *r)
{
  Arena *a = f->m->arena;
  if (r->when) return arena_printf(a, "the \"when\" of line %d", r->when->node->loc.line);
  if (r->verb) return arena_printf(a, "\"%s\"", event_name(a, r->verb));
  const char *sort = r->rule->tag == N_BEFORE  ? "before"
                     : r->rule->tag == N_AFTER ? "after"
                                               : "instead of";
  return arena_printf(a, "\"%s %s\"", sort, event_name(a, r->rule->verb));
}

static Loc place_of(const Node *n) { return n->tag == N_PHRASE ? n->a->loc : n->loc; }

/* Tells the circle that leads from `end` back to it along `from`. */
static void tell(Circles *c, int end, Grade grade)
{
  bool sure = grade != PERHAPS;
  Find *f = c->f;
  const Reaction *last = &c->list.at[end];
  const Node *n = last->rule ? last->rule->node : last->when->node;
  VEC(int) way = {0};
  int i = end;
  do {
    vec_push(&way, i);
    i = c->list.at[i].from;
  } while (i != end);
  Diag *g = diag_add(f->d, sure ? DIAG_ENDLESS_CIRCLE : DIAG_CIRCLE, n->loc,
                     grade == SURE ? "this rule sets itself off again, without an end"
                     : grade == ONCE_MET
                         ? "this rule sets itself off again, without an end, once its "
                           "condition is met"
                     : sure ? "this rule sets itself off again, without an end, as long "
                              "as it is in force with the others"
                            : "this rule can set itself off again");
  for (size_t k = way.n; k-- > 0;) { /* `from` leads backwards */
    const Reaction *to = &c->list.at[way.at[k]],
                   *from = &c->list.at[way.at[k + 1 == way.n ? 0 : k + 1]];
    c->list.at[way.at[k]].told = true;
    if (to->rule && from->verb) continue; /* a rule follows its verb */
    diag_hint_at(f->d, g, place_of(to->at), "%s leads to %s", name_of(f, from),
                 name_of(f, to));
  }
  diag_hint(f->d, g,
            sure ? "give one of them a condition that ends it"
                 : "is there a condition that ends it every time?");
  vec_free(&way);
}

/* Breadth first from a rule back to itself; true if there is a way. */
static bool leads_back(Circles *c, int end, Grade least)
{
  VEC(int) queue = {0};
  bool found = false;
  for (size_t i = 0; i < c->list.n; i++) c->list.at[i].mark = 0;
  vec_push(&queue, end);
  for (size_t k = 0; k < queue.n && !found; k++) {
    const Reaction *r = &c->list.at[queue.at[k]];
    for (size_t s = 0; s < r->steps.n && !found; s++) {
      Reaction *to = &c->list.at[r->steps.at[s].to];
      if (r->steps.at[s].grade < least || to->mark) continue;
      to->mark = 1;
      to->from = queue.at[k];
      to->at = r->steps.at[s].at;
      if (r->steps.at[s].to == end) found = true;
      else vec_push(&queue, r->steps.at[s].to);
    }
  }
  vec_free(&queue);
  return found;
}

void find_circles(Find *f)
{
  Circles c = {.f = f};
  if (!f->m->rules.n && !f->m->whens.n) return;
  build(&c);
  peel(&c);
  for (int least = SURE; least >= PERHAPS; least--)
    for (int i = c.rules; i < (int)c.list.n; i++) {
      const Reaction *r = &c.list.at[i];
      if (r->out || r->told || !leads_back(&c, i, (Grade)least)) continue;
      bool endless = least == SURE || (least > PERHAPS && goes_on(&c, i));
      if (endless || (least == PERHAPS && !is_bounded(&c, i))) tell(&c, i, (Grade)least);
    }
  for (size_t i = 0; i < c.list.n; i++) vec_free(&c.list.at[i].steps);
  for (size_t i = 0; i < f->m->fields.n; i++) vec_free(&c.by_field[i]);
  for (size_t i = 0; i < f->m->kinds.n; i++) vec_free(&c.by_kind[i]);
  vec_free(&c.list);
}
