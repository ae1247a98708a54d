/* Order: rules that can apply to one event, and whose result hangs on who comes first.
 *
 * The language has an order for everything: layers, then files, then lines.  Two rules of
 * one place were put in their order by somebody; that one card or file is declared before
 * another was hardly ever meant to decide who wins. */
#include "interp/find/find.h"
#include "interp/sema/builtin.h"
#include "interp/sema/fact.h"
#include "interp/base/invariant.h"

enum { MOST = 64 }; /* rules about one event that are compared with each other */

/* ---- what a body does ---------------------------------------------------------------
 */

typedef struct Effects {
  Reads reads;
  bool *set, *change, *moves; /* fields set; raised or lowered; kinds of piles */
  bool *seen;                 /* verbs that were followed */
  const Node *ends[8];        /* `win` and `lose` */
  int n_ends;
} Effects;

static Effects effects_new(Model *m)
{
  return (Effects){.reads = reads_new(m),
                   .set = arena_alloc(m->arena, m->fields.n + 1),
                   .change = arena_alloc(m->arena, m->fields.n + 1),
                   .moves = arena_alloc(m->arena, m->kinds.n + 1),
                   .seen = arena_alloc(m->arena, m->verbs.n + 1)};
}

static void add_body(Model *m, Node *n, Effects *e);

static void follow(Model *m, const Verb *v, Effects *e)
{
  for (size_t i = 0; i < m->verbs.n; i++) {
    if (m->verbs.at[i] != v || e->seen[i]) continue;
    e->seen[i] = true;
    if (v->decl && v->decl->b) add_body(m, v->decl->b, e);
  }
}

static void add_phrase(Model *m, Node *n, Effects *e)
{
  INVARIANT(n && n->tag < N_COUNT);
  for (Node *a = n->b; a; a = a->next) reads_add(&e->reads, a);
  Node *pile = n->b ? n->b->next : NULL;
  switch (n->op) {
  case BP_WIN:
  case BP_WIN_BECAUSE:
  case BP_LOSE:
  case BP_LOSE_BECAUSE:
    if (e->n_ends < 8) e->ends[e->n_ends++] = n;
    break;
  case BP_MOVE:
  case BP_MOVE_UNDER:
  case BP_DRAW:
    if (pile->type && pile->type->kind) e->moves[pile->type->kind->index] = true;
    break;
  case BP_ADD:
  case BP_REMOVE_AT:
  case BP_REMOVE: {
    const Node *p = pile->tag == N_INDEX ? pile->a : pile;
    if (p->sym && p->sym->tag == SY_FIELD) e->set[p->sym->field->index] = true;
    break;
  }
  case BP_VERB: follow(m, n->sym->slot, e); break;
  default: break;
  }
}

static void add_place(const Node *n, const Node *place, Effects *e)
{
  const Node *p = place->tag == N_INDEX ? place->a : place;
  if (p->tag == N_DOT) reads_add(&e->reads, p->a);
  if (!p->sym || p->sym->tag != SY_FIELD) return;
  (n->tag == N_SET ? e->set : e->change)[p->sym->field->index] = true;
}

static void add_body(Model *m, Node *n, Effects *e)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_PHRASE) {
    add_phrase(m, n, e);
    return;
  }
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) {
    if (p.role == ROLE_PLACE) add_place(n, p.at, e);
    else reads_add(&e->reads, p.at);
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) add_body(m, p.at, e);
}

/* A field on which the result of both depends, or NULL. */
static const Field *disputed(const Model *m, const Effects *a, const Effects *b)
{
  for (size_t i = 0; i < m->fields.n; i++) {
    bool first = (a->set[i] && (b->set[i] || b->change[i] || b->reads.field[i])) ||
                 (a->change[i] && (b->set[i] || b->reads.field[i]));
    bool second = (b->set[i] && (a->change[i] || a->reads.field[i])) ||
                  (b->change[i] && a->reads.field[i]);
    if ((first || second) && !m->fields.at[i]->hidden) return m->fields.at[i];
  }
  return NULL;
}

/* ---- endings ------------------------------------------------------------------------
 */

static bool same_end(const Node *a, const Node *b)
{
  if (phrase_wins(a->op) != phrase_wins(b->op)) return false;
  if (!phrase_wins(a->op)) return true; /* lost is lost, whatever the reason */
  const Node *x = a->b, *y = b->b;
  return x->tag == y->tag && x->tag != N_THIS &&
         (x->tag == N_NONE || x->tag == N_ME || same_path(x, y));
}

static bool ends_differ(const Effects *a, const Effects *b)
{
  for (int i = 0; i < a->n_ends; i++)
    for (int j = 0; j < b->n_ends; j++)
      if (!same_end(a->ends[i], b->ends[j])) return true;
  return false;
}

/* ---- two of them --------------------------------------------------------------------
 */

typedef struct Hook {
  Node *node;
  Place place;
  Effects effects;
  Facts facts;
  Reads watched; /* whens: what their condition reads */
} Hook;

typedef VEC(Hook) Hooks;

static Hook hook_new(Model *m, Node *node, const Node *condition, const Place *p)
{
  Hook h = {.node = node, .place = *p, .effects = effects_new(m)};
  facts_add(&h.facts, condition);
  facts_add(&h.facts, p->hold);
  if (p->variant) facts_add(&h.facts, p->variant->decl->a);
  add_body(m, node->c, &h.effects);
  return h;
}

/* Nobody put these two in their order: they stand in different files, or belong to
 * different cards, kinds or variants. */
static bool apart(const Hook *a, const Hook *b)
{
  return a->node->loc.file != b->node->loc.file || a->place.thing != b->place.thing ||
         a->place.kind != b->place.kind || a->place.variant != b->place.variant;
}

static void tell_ends(Find *f, const Hook *a, const Hook *b, const char *when)
{
  bool open = apart(a, b);
  Diag *g = diag_add(f->d, open ? DIAG_ENDS_AT_ONCE : DIAG_ENDS_IN_ORDER, b->node->loc,
                     "this can end the game at the same moment as another rule, and "
                     "differently");
  diag_hint_at(f->d, g, a->node->loc, "the other one stands here; %s", when);
  diag_hint(f->d, g,
            open ? "which of them decides hangs on the order of declarations: ask for "
                   "both in one rule, or let their conditions exclude each other"
                 : "the one that is written first decides");
}

static void tell_disputed(Find *f, const Hook *a, const Hook *b, const char *event)
{
  const Field *x = disputed(f->m, &a->effects, &b->effects);
  if (!x || !apart(a, b)) return;
  Diag *g = diag_add(f->d, DIAG_HOOK_ORDER, b->node->loc,
                     "what this does to \"%s\" hangs on whether another rule for %s came "
                     "before it",
                     x->name, event);
  diag_hint_at(f->d, g, a->node->loc, "the other one stands here");
  diag_hint(f->d, g,
            "it is the order of declarations that decides; if it matters, make one rule "
            "of both");
}

static void compare_rules(Find *f, const Hook *a, const Hook *b, const Rule *r)
{
  if (facts_exclude(&a->facts, &b->facts)) return;
  const char *verb = arena_printf(f->m->arena, "\"%s\"", r->verb->name);
  if (ends_differ(&a->effects, &b->effects))
    tell_ends(f, a, b, arena_printf(f->m->arena, "both follow %s", verb));
  else tell_disputed(f, a, b, verb);
}

/* Rules of one sort and layer around one verb. */
static void look_at_verb(Find *f, const Verb *v, Tag tag, Layer layer)
{
  Hooks hooks = {0};
  const Rule *first = NULL;
  for (size_t i = 0; i < v->rules.n && hooks.n <= MOST; i++) {
    const Rule *r = v->rules.at[i];
    if (r->tag != tag || r->place.layer != layer) continue;
    if (!first) first = r;
    vec_push(&hooks, hook_new(f->m, r->node, r->node->b, &r->place));
  }
  for (size_t j = 1; hooks.n <= MOST && j < hooks.n; j++)
    for (size_t i = 0; i < j; i++)
      if (hooks.at[i].node != hooks.at[j].node)
        compare_rules(f, &hooks.at[i], &hooks.at[j], first);
  vec_free(&hooks);
}

static void look_at_verbs(Find *f)
{
  for (size_t i = 0; i < f->m->verbs.n; i++) {
    const Verb *v = f->m->verbs.at[i];
    if (v->rules.n < 2 || v->generic) continue;
    for (int layer = LAYER_BOOK; layer < LAYER_COUNT; layer++) {
      look_at_verb(f, v, N_BEFORE, (Layer)layer);
      look_at_verb(f, v, N_AFTER, (Layer)layer);
    }
  }
}

/* Two `when`s that read one field can both become true by one change of it. */
static const Field *common(const Model *m, const Hook *a, const Hook *b)
{
  for (size_t i = 0; i < m->fields.n; i++)
    if (a->watched.field[i] && b->watched.field[i] && !m->fields.at[i]->option)
      return m->fields.at[i];
  return NULL;
}

static void look_at_whens(Find *f)
{
  Model *m = f->m;
  Hooks hooks = {0};
  for (size_t i = 0; i < m->whens.n && hooks.n < MOST; i++) {
    const When *w = m->whens.at[i];
    Hook h = hook_new(m, w->node, w->node->a, &w->place);
    h.watched = reads_new(m);
    reads_add(&h.watched, w->node->a);
    vec_push(&hooks, h);
  }
  for (size_t j = 1; j < hooks.n; j++)
    for (size_t i = 0; i < j; i++) {
      const Hook *a = &hooks.at[i], *b = &hooks.at[j];
      const Field *x = common(m, a, b);
      if (!x || a->node == b->node || facts_exclude(&a->facts, &b->facts)) continue;
      const char *change = arena_printf(m->arena, "a change of \"%s\"", x->name);
      if (ends_differ(&a->effects, &b->effects))
        tell_ends(f, a, b, arena_printf(m->arena, "%s can make both true", change));
      else tell_disputed(f, a, b, change);
    }
  vec_free(&hooks);
}

void find_order(Find *f)
{
  look_at_verbs(f);
  look_at_whens(f);
}
