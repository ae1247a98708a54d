/* Calls: layers of rules around a verb, slots, and verbs that are proved by themselves.
 */
#include "interp/prove/encode.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

#include <string.h>

enum { DEEPEST = 40, MOST_ARGS = 16 };

typedef struct Call {
  Verb *v;
  Term thing;
  const Val *args;
  int nargs;
  Term per;
} Call;

static void run_layers(Encoder *x, const Call *c, int above);

/* ---- bodies
 * ---------------------------------------------------------------------------- */

static void run_block(Encoder *x, const Call *c, Node *block)
{
  const Verb *rule = x->rule_verb;
  Stopped *stops = x->stops;
  Term self = x->self;
  size_t names = x->names.n;
  x->rule_verb = NULL;
  x->stops = NULL;
  x->self = c->v->slot_of ? c->thing : num_of(x, NONE);
  for (int i = 0; i < c->nargs && (size_t)i < c->v->params.n; i++)
    name_as(x, c->v->params.at[i], c->args[i]);
  x->depth++;
  if (x->depth > DEEPEST) encode_give_up(x, block);
  else if (block) {
    if (!x->quiet) note_endings(x, block->a);
    exec_block(x, block);
  }
  x->depth--;
  x->names.n = names;
  x->self = self;
  x->stops = stops;
  x->rule_verb = rule;
}

static void change_field(Encoder *x, const Call *c)
{
  Terms *t = &x->terms;
  Field *f = c->v->field;
  Term by = c->args[0].t, old = read_field(x, f, c->thing, c->per).t;
  Term sum = t_add(t, old, c->v->lowers ? t_mul(t, by, num_of(x, -1)) : by);
  Term lo = num_of(x, f->type->lo), hi = num_of(x, f->type->hi);
  sum = t_ite(t, t_le(t, sum, lo), lo, t_ite(t, t_le(t, hi, sum), hi, sum));
  write_field(x, f, c->thing, c->per, val_of(sum));
}

/* Whichever thing's body it is: one that fills the slot in, or the kind's. */
static void run_slot(Encoder *x, const Call *c, size_t from)
{
  Terms *t = &x->terms;
  Model *m = x->m;
  while (from < m->bodies.n && m->bodies.at[from].slot != c->v) from++;
  if (from == m->bodies.n) {
    run_block(x, c, c->v->decl->b);
    return;
  }
  const Body *b = &m->bodies.at[from];
  Term first = num_of(x, b->thing->id),
       last = num_of(x, b->thing->id + b->thing->copies - 1);
  Term here = t_and(t, t_le(t, first, c->thing), t_le(t, c->thing, last));
  if (here == T_YES) {
    run_block(x, c, b->node->a);
    return;
  }
  if (here == T_NO) {
    run_slot(x, c, from + 1);
    return;
  }
  Cells before = cells_copy(x, &x->s);
  Call one = *c;
  if (b->thing->copies == 1) one.thing = first;
  assume(x, here);
  if (x->s.path != T_NO) run_block(x, &one, b->node->a);
  Cells after = x->s;
  x->s = before;
  x->s.path = t_and(t, x->s.path, t_not(t, here));
  if (x->s.path != T_NO) run_slot(x, c, from + 1);
  Cells rest = x->s;
  cells_join(x, here, &after, &rest);
}

static void run_body(Encoder *x, const Call *c)
{
  if (c->v->field) change_field(x, c);
  else if (c->v->slot_of) run_slot(x, c, 0);
  else run_block(x, c, c->v->decl->b);
}

/* ---- layers
 * ---------------------------------------------------------------------------- */

typedef struct Wrapped {
  const Call *c;
  Rule *rule;
  int layer, next; /* what calling the verb means inside */
  Term rest;       /* of replacements: none has happened yet */
  Cells done;      /* where one has */
  Term when;       /* ... and when that is */
} Wrapped;

static Term about(Encoder *x, const Rule *r, const Call *c)
{
  Terms *t = &x->terms;
  if (!r->only) return T_YES;
  return t_and(t, t_le(t, num_of(x, r->only->id), c->thing),
               t_le(t, c->thing, num_of(x, r->only->id + r->only->copies - 1)));
}

static void name_event(Encoder *x, const Rule *r, const Call *c)
{
  for (size_t i = 0; i < r->names.n && i < (size_t)c->nargs; i++)
    name_as(x, r->names.at[i], c->args[i]);
  if (r->it) name_as(x, r->it, val_of(c->thing));
}

static void rule_block(Encoder *x, Wrapped *w)
{
  const Verb *verb = x->rule_verb;
  int layer = x->rule_layer, next = x->rule_next;
  Stopped *stops = x->stops;
  x->rule_verb = w->c->v;
  x->rule_layer = w->layer;
  x->rule_next = w->next;
  x->stops = NULL;
  x->depth++;
  if (x->depth > DEEPEST) encode_give_up(x, w->rule->node);
  else exec_block(x, w->rule->node->c);
  x->depth--;
  x->rule_verb = verb;
  x->rule_layer = layer;
  x->rule_next = next;
  x->stops = stops;
}

static void rule_once(Encoder *x, Term holds, void *arg)
{
  Wrapped *w = arg;
  Terms *t = &x->terms;
  if (x->s.path == T_NO) return;
  Cells before = cells_copy(x, &x->s);
  assume(x, holds);
  if (x->s.path != T_NO) rule_block(x, w);
  Cells after = x->s;
  x->s = before;
  x->s.path = t_and(t, x->s.path, t_not(t, holds));
  if (w->rule->tag != N_INSTEAD) {
    Cells rest = x->s;
    cells_join(x, holds, &after, &rest);
    return;
  }
  Term this_one = t_and(t, w->rest, holds);
  Cells rest = x->s;
  if (w->when == T_NO) w->done = after;
  else {
    Cells old = w->done;
    cells_join(x, this_one, &after, &old);
    w->done = x->s;
    x->s = rest;
  }
  w->when = t_or(t, w->when, this_one);
  w->rest = t_and(t, w->rest, t_not(t, holds));
}

static void run_rules(Encoder *x, const Call *c, int layer, Tag tag)
{
  for (size_t i = 0; i < c->v->rules.n && x->s.path != T_NO; i++) {
    Rule *r = c->v->rules.at[i];
    if ((int)r->place.layer != layer || r->tag != tag) continue;
    size_t names = x->names.n;
    Term only = about(x, r, c);
    if (only == T_NO) continue;
    Wrapped w = {.c = c, .rule = r, .layer = layer, .next = -1};
    name_event(x, r, c);
    Cells before = cells_copy(x, &x->s);
    assume(x, only);
    each_place(x, &r->place, r->node->b, rule_once, &w);
    if (only != T_YES) {
      Cells after = x->s;
      before.path = t_and(&x->terms, before.path, t_not(&x->terms, only));
      cells_join(x, only, &after, &before);
    }
    x->names.n = names;
  }
}

/* The n-th replacement of a layer, or what is beneath it. */
static void run_instead(Encoder *x, const Call *c, int layer, int n)
{
  Terms *t = &x->terms;
  int seen = 0;
  Rule *r = NULL;
  for (size_t i = 0; i < c->v->rules.n && !r; i++) {
    Rule *y = c->v->rules.at[i];
    if ((int)y->place.layer == layer && y->tag == N_INSTEAD && seen++ == n) r = y;
  }
  if (!r) {
    run_layers(x, c, layer);
    return;
  }
  /* under the last one lies the next layer */
  int more = 0;
  for (size_t i = 0; i < c->v->rules.n; i++)
    more += (int)c->v->rules.at[i]->place.layer == layer &&
            c->v->rules.at[i]->tag == N_INSTEAD;
  Wrapped w = {.c = c,
               .rule = r,
               .layer = layer,
               .next = n + 1 < more ? n + 1 : -1,
               .rest = T_YES,
               .when = T_NO};
  size_t names = x->names.n;
  Term only = about(x, r, c);
  name_event(x, r, c);
  w.rest = only;
  Cells others = cells_copy(x, &x->s);
  others.path = t_and(t, others.path, t_not(t, only));
  assume(x, only);
  if (x->s.path != T_NO) each_place(x, &r->place, r->node->b, rule_once, &w);
  x->names.n = names;
  if (only != T_YES) {
    Cells now = x->s;
    cells_join(x, only, &now, &others);
  }
  /* Without a guard that fails nothing is left to do beneath. */
  if (x->s.path != T_NO) run_instead(x, c, layer, n + 1);
  if (w.when != T_NO) {
    Cells beneath = x->s;
    cells_join(x, w.when, &w.done, &beneath);
  }
}

static bool has_layer(const Verb *v, int layer)
{
  for (size_t i = 0; i < v->rules.n; i++)
    if ((int)v->rules.at[i]->place.layer == layer) return true;
  return false;
}

/* What stands beneath a layer; LAYER_COUNT: everything. */
static void run_layers(Encoder *x, const Call *c, int above)
{
  int l = above - 1;
  while (l > LAYER_BODY && !has_layer(c->v, l)) l--;
  if (l <= LAYER_BODY) {
    run_body(x, c);
    return;
  }
  run_rules(x, c, l, N_BEFORE);
  if (x->s.path != T_NO) run_instead(x, c, l, 0);
  if (x->s.path != T_NO) run_rules(x, c, l, N_AFTER);
}

/* ---- calls
 * ------------------------------------------------------------------------------ */

static int64_t whole_size(Encoder *x, Verb *v)
{
  Node call = {.tag = N_PHRASE, .op = BP_VERB};
  Sym y = {.tag = SY_SLOT, .slot = v};
  call.sym = &y;
  return size_of(x, &call);
}

/* Too large to be put in place: it is proved by itself that what holds before it holds
 * after it; here it may have done anything that it can write. */
static void call_summary(Encoder *x, Verb *v)
{
  Writes w = {0};
  Node call = {.tag = N_PHRASE, .op = BP_VERB};
  Sym y = {.tag = SY_SLOT, .slot = v};
  call.sym = &y;
  writes_of(x, &call, &w);
  if (!x->summary[v->number]) {
    x->summary[v->number] = cut_new(x);
    cut_new(x); /* the one after it */
    vec_push(&x->queue, v);
  }
  int cut = x->summary[v->number];
  for (size_t i = 0; i < x->goals.n && !x->gave_up; i++)
    if (!x->goals.at[i].always->node->c) owe(x, cut, (int)i, x->at);
  havoc(x, &w, x->at);
  if (x->armed && !x->whens) arm_whens(x);
  assume_all(x, cut + 1, &w);
  vec_free(&w.locals);
}

void call_verb(Encoder *x, Verb *v, Term thing, const Val *args, int nargs, Term per)
{
  INVARIANT(x->m);
  Call c = {v, thing, args, nargs, per};
  if (x->gave_up) return;
  if (x->rule_verb == v) {
    if (x->rule_next >= 0) run_instead(x, &c, x->rule_layer, x->rule_next);
    else run_layers(x, &c, x->rule_layer);
    return;
  }
  if (whole_size(x, v) > x->most_inlined && v != x->m->play && v != x->m->setup) {
    call_summary(x, v);
    return;
  }
  run_layers(x, &c, LAYER_COUNT);
}

void call_phrase(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Verb *v = n->sym->slot;
  Val args[MOST_ARGS];
  int k = 0;
  Term thing = num_of(x, NONE);
  if (n->op == BP_SLOT) {
    thing = eval_term(x, n->c);
    if (t_row(&x->terms, thing)->lo == NONE)
      fail_if(x, t_eq(&x->terms, thing, num_of(x, NONE)));
  }
  for (Node *a = n->b; a && k < MOST_ARGS && (size_t)k < v->params.n; a = a->next, k++) {
    const Type *t = v->params.at[k]->type;
    args[k] = eval_as(x, a, t);
    if (!args[k].many && !t->opt && t_row(&x->terms, args[k].t)->lo == NONE &&
        !t_row(&x->terms, args[k].t)->truth)
      fail_if(x, t_eq(&x->terms, args[k].t, num_of(x, NONE)));
  }
  if (x->s.path != T_NO) call_verb(x, v, thing, args, k, num_of(x, 0));
}

/* ---- what is proved
 * --------------------------------------------------------------------- */

static void begin_anywhere(Encoder *x, int cut)
{
  Writes all = {0};
  x->s = cells_copy(x, &x->constants);
  x->s.n = x->cells;
  x->names.n = 0;
  x->fails = NULL;
  x->stops = NULL;
  x->rule_verb = NULL;
  x->armed = true;
  all.fields = arena_alloc(x->arena, x->m->fields.n + 1);
  all.kinds = arena_alloc(x->arena, x->m->kinds.n + 1);
  for (size_t i = 0; i < x->m->fields.n; i++) {
    const Field *f = x->m->fields.at[i];
    bool flag = false;
    for (size_t v = 0; v < x->m->variants.n; v++) flag |= x->m->variants.at[v]->flag == f;
    all.fields[i] = !f->option && !flag;
  }
  memset(all.kinds, 1, x->m->kinds.n);
  havoc(x, &all, x->m->game);
  assume_all(x, cut, &all);
}

static void encode_summary(Encoder *x, Verb *v)
{
  INVARIANT(x->m);
  Val args[MOST_ARGS];
  int cut = x->summary[v->number], k = 0;
  Term none = num_of(x, NONE);
  begin_anywhere(x, cut);
  for (; (size_t)k < v->params.n && k < MOST_ARGS; k++)
    args[k] = any_of(x, v->params.at[k]->type);
  Term thing = none;
  const Kind *of = v->slot_of ? v->slot_of : v->field ? v->field->kind : NULL;
  if (of) thing = any_of(x, of->type).t;
  /* whoever acts, or nobody */
  x->me = any_of(x, type_opt(x->m, x->m->player->type, false)).t;
  Call c = {v, thing, args, k,
            v->field && v->field->per ? any_of(x, v->field->per).t : num_of(x, 0)};
  x->at = v->decl ? v->decl : x->m->game;
  run_layers(x, &c, LAYER_COUNT);
  if (x->s.path == T_NO || x->gave_up) return;
  for (size_t i = 0; i < x->goals.n; i++)
    if (!x->goals.at[i].always->node->c) owe(x, cut + 1, (int)i, x->at);
}

void encode_game(Encoder *x)
{
  size_t goals = x->goals.n + 1;
  x->s = (Cells){.n = x->cells, .path = T_YES};
  x->s.at = arena_alloc(x->arena, ((size_t)x->cells + 1) * sizeof(Term));
  x->s.stale = arena_alloc(x->arena, goals);
  x->s.by = arena_alloc(x->arena, goals * sizeof *x->s.by);
  memset(x->s.stale, 1, goals);
  for (size_t i = 0; i < x->goals.n; i++) x->s.by[i] = x->m->game;
  if (!x->gave_up) first_values(x);
  if (x->gave_up) return;
  x->constants = cells_copy(x, &x->s);
  Term none = num_of(x, NONE);
  if (x->m->setup) call_verb(x, x->m->setup, none, NULL, 0, num_of(x, 0));
  arm_whens(x);
  if (x->s.path != T_NO) call_verb(x, x->m->play, none, NULL, 0, num_of(x, 0));
  for (size_t i = 0; i < x->queue.n && !x->gave_up; i++) {
    x->unit++;
    encode_summary(x, x->queue.at[i]);
  }
}

/* The block of a claim, from any state in which somebody is asked: can it fail? */
void encode_claim(Encoder *x, int goal)
{
  INVARIANT(x->m);
  const Always *a = x->goals.at[goal].always;
  Term failed = T_NO;
  if (x->gave_up) return;
  x->unit++;
  x->quiet = true;
  begin_anywhere(x, 0);
  x->me = any_of(x, x->m->player->type).t;
  if (a->each) {
    Type *elem = element_type(x->m, a->node->a->type);
    Val s = eval_set(x, a->node->a, type_set(x->m, elem));
    Term e = any_of(x, elem).t;
    assume(x, set_has(x, &s, e));
    name_as(x, a->each, val_of(e));
  }
  if (a->node->b) assume(x, eval_truth(x, a->node->b));
  x->fails = &failed;
  exec_block(x, a->node->c);
  x->fails = NULL;
  x->quiet = false;
  (void)assumed_at(x, 0, goal);
  for (size_t i = 0; i < x->assumed.n && failed != T_NO; i++)
    if (!x->assumed.at[i].cut && x->assumed.at[i].goal == goal) {
      Duty d = {(int)i, failed, a->node, a->node, x->unit};
      vec_push(&x->duties, d);
    }
}
