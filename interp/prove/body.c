/* Statements: what they make of the state. */
#include "interp/prove/encode.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

#include <string.h>

enum {
  MOST_TURNS = 16, /* loops over so few elements are put in place ... */
  TWICE = 2        /* ... if together they are not larger than so many verbs */
};

/* ---- paths ---------------------------------------------------------------------------
 */

void assume(Encoder *x, Term c)
{
  Terms *t = &x->terms;
  if (x->guard != T_YES) c = t_or(t, t_not(t, x->guard), c);
  x->s.path = t_and(t, x->s.path, c);
}

/* The attempt fails: what is left of it does not happen. */
void fail_if(Encoder *x, Term c)
{
  Terms *t = &x->terms;
  if (x->fails)
    *x->fails = t_or(t, *x->fails, t_and(t, x->s.path, t_and(t, x->guard, c)));
  assume(x, t_not(t, c));
}

Cells cells_copy(Encoder *x, const Cells *s)
{
  INVARIANT(x->arena);
  Cells c = *s;
  size_t goals = x->goals.n + 1;
  c.at = arena_alloc(x->arena, ((size_t)s->n + 1) * sizeof *c.at);
  c.stale = arena_alloc(x->arena, goals);
  c.by = arena_alloc(x->arena, goals * sizeof *c.by);
  memcpy(c.at, s->at, (size_t)s->n * sizeof *c.at);
  memcpy(c.stale, s->stale, goals - 1);
  memcpy(c.by, s->by, (goals - 1) * sizeof *c.by);
  return c;
}

/* The present state becomes a where `first` holds, else b. */
void cells_join(Encoder *x, Term first, const Cells *a, const Cells *b)
{
  if (b->path == T_NO) {
    x->s = *a;
    return;
  }
  if (a->path == T_NO) {
    x->s = *b;
    return;
  }
  int n = a->n < b->n ? a->n : b->n;
  Cells c = cells_copy(x, a);
  c.n = n;
  for (int i = 0; i < n; i++) c.at[i] = t_ite(&x->terms, first, a->at[i], b->at[i]);
  c.path = t_or(&x->terms, a->path, b->path);
  for (size_t i = 0; i < x->goals.n; i++) {
    if (b->stale[i] && !a->stale[i]) c.by[i] = b->by[i];
    c.stale[i] = a->stale[i] || b->stale[i];
  }
  x->s = c;
}

/* Both ways of a condition; NULL: nothing happens there. */
typedef void (*Way)(Encoder *x, void *arg);
static void both_ways(Encoder *x, Term c, Way yes, Way no, void *arg)
{
  Terms *t = &x->terms;
  if (c == T_YES || c == T_NO) {
    Way only = c == T_YES ? yes : no;
    if (only) only(x, arg);
    return;
  }
  Cells before = cells_copy(x, &x->s);
  assume(x, c);
  if (yes && x->s.path != T_NO) yes(x, arg);
  Cells after = x->s;
  x->s = before;
  x->s.path = t_and(t, x->s.path, t_not(t, c));
  if (no && x->s.path != T_NO) no(x, arg);
  Cells other = x->s;
  cells_join(x, c, &after, &other);
}

/* ---- pauses --------------------------------------------------------------------------
 */

/* Somebody is asked, or chance falls: what must always hold holds here. */
void pause_here(Encoder *x, const Node *at)
{
  if (!x->armed || x->quiet || x->s.path == T_NO || x->gave_up) return;
  for (size_t i = 0; i < x->goals.n; i++) {
    if (!x->s.stale[i] || x->goals.at[i].always->node->c) continue;
    owe(x, 0, (int)i, at);
    Term name = assumed_at(x, 0, (int)i);
    Terms *t = &x->terms;
    assume(x, t_or(t, t_not(t, name), goal_holds(x, &x->goals.at[i])));
    if (x->guard == T_YES) x->s.stale[i] = false;
  }
}

static void chance_of(Encoder *x, const Node *n, Term can)
{
  if (x->quiet) return;
  Terms *t = &x->terms;
  Term both = t_and(t, x->s.path, can);
  for (size_t i = 0; i < x->chances.n; i++) {
    Chance *c = &x->chances.at[i];
    if (c->node != n) continue;
    c->can = t_or(t, c->can, both);
    c->come = t_or(t, c->come, x->s.path);
    return;
  }
  vec_push(&x->chances, ((Chance){n, both, x->s.path}));
}

/* Endings in a body that is run: those that play never comes to are told, too. */
void note_endings(Encoder *x, const Node *n)
{
  for (; n; n = n->next) {
    bool ends = n->tag == N_PHRASE && phrase_ends(n->op);
    bool known = !ends;
    for (size_t i = 0; i < x->chances.n && !known; i++)
      known = x->chances.at[i].node == n;
    if (!known) vec_push(&x->chances, ((Chance){n, T_NO, T_NO}));
    if (n->tag == N_PHRASE || n->tag == N_LET || n->tag == N_SET) continue;
    note_endings(x, n->b);
    note_endings(x, n->c);
    if (n->tag == N_BLOCK || n->tag == N_OTHERWISE) note_endings(x, n->a);
  }
}

/* ---- loops ---------------------------------------------------------------------------
 */

typedef struct LoopArg {
  Node *n;
  Val set; /* of each */
} LoopArg;

static void loop_body(Encoder *x, Node *n)
{
  size_t names = x->names.n;
  exec_block(x, n->tag == N_EACH ? n->b : n->c);
  x->names.n = names;
}

static void loop_leave(Encoder *x, Stopped *stops, int cells)
{
  x->s.n = cells;
  for (size_t i = 0; i < stops->list.n; i++) {
    Cells a = stops->list.at[i], b = x->s;
    a.n = cells;
    cells_join(x, a.path, &a, &b);
  }
  vec_free(&stops->list);
}

/* An element, any of them, as the loop's name. */
static void any_element(Encoder *x, LoopArg *a)
{
  if (a->n->tag != N_EACH) return;
  Term e = any_of(x, a->n->sym->type).t;
  assume(x, set_has(x, &a->set, e));
  name_as(x, a->n->sym, val_of(e));
  if (a->n->num) x->me = e;
}

/* Once round; what leaves the loop by its condition is what `left` gets. */
static void once_round(Encoder *x, LoopArg *a)
{
  size_t names = x->names.n;
  Term me = x->me;
  if (a->n->tag == N_REPEAT && a->n->b) assume(x, eval_truth(x, a->n->b));
  any_element(x, a);
  if (x->s.path != T_NO) loop_body(x, a->n);
  x->names.n = names;
  x->me = me;
}

/* A loop that is cut: its beginning is any state in which what is assumed there holds;
 * that is shown for its first rounds, and after as many as are put in place. */
static void cut_loop(Encoder *x, LoopArg *a)
{
  Terms *t = &x->terms;
  Node *n = a->n;
  Writes w = {0};
  writes_of(x, n->tag == N_EACH ? n->b : n->c, &w);
  int cut = cut_new(x), cells = x->s.n;
  Stopped stops = {.cells = cells}, *outer = x->stops;
  x->stops = &stops;
  owe_all(x, cut, &w, n);
  Cells entered = cells_copy(x, &x->s);
  for (int i = 1; i < x->unroll; i++) {
    once_round(x, a);
    if (x->s.path != T_NO) owe_all(x, cut, &w, n);
  }
  x->s = entered;
  havoc(x, &w, n);
  if (x->armed && !x->whens) arm_whens(x); /* each change was looked at at once */
  assume_all(x, cut, &w);
  Cells head = cells_copy(x, &x->s);
  for (int i = 0; i < x->unroll; i++) {
    once_round(x, a);
    if (x->s.path == T_NO) break;
    if (i + 1 < x->unroll) assume_all(x, cut, &w);
    else owe_all(x, cut, &w, n);
  }
  x->s = head;
  bool ends = n->tag == N_EACH || n->a;
  if (n->tag == N_REPEAT && n->b && !n->a)
    assume(x, t_not(t, eval_truth(x, n->b))), ends = true;
  if (!ends) x->s.path = T_NO;
  x->stops = outer;
  loop_leave(x, &stops, cells);
  vec_free(&w.locals);
}

static bool has_order(const Node *set)
{
  while (set->tag == N_WHERE) set = set->a;
  return set->type->tag == T_PILE || set->type->tag == T_LIST ||
         (set->tag == N_CALL && !set->sym &&
          (set->op == BI_AROUND || set->op == BI_BACKWARDS));
}

static void turn(Encoder *x, void *arg)
{
  LoopArg *a = arg;
  loop_body(x, a->n);
}

/* Every element in its turn. */
static void place_loop(Encoder *x, LoopArg *a)
{
  int cells = x->s.n;
  Stopped stops = {.cells = cells}, *outer = x->stops;
  Term me = x->me;
  x->stops = &stops;
  for (int i = 0; i < a->set.n && x->s.path != T_NO; i++) {
    size_t names = x->names.n;
    Term e = num_of(x, a->set.base + i);
    name_as(x, a->n->sym, val_of(e));
    if (a->n->num) x->me = e;
    both_ways(x, a->set.has[i], turn, NULL, a);
    x->names.n = names;
    x->me = me;
  }
  x->stops = outer;
  loop_leave(x, &stops, cells);
}

static void exec_each(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *elem = element_type(x->m, n->a->type);
  LoopArg a = {.n = n, .set = eval_set(x, n->a, type_set(x->m, elem))};
  int some = 0;
  for (int i = 0; i < a.set.n; i++) some += a.set.has[i] != T_NO;
  bool few = some <= MOST_TURNS && size_of(x, n->b) * some <= TWICE * x->most_inlined;
  if (few && (!has_order(n->a) || some <= 1)) place_loop(x, &a);
  else cut_loop(x, &a);
}

static void exec_repeat(Encoder *x, Node *n)
{
  LoopArg a = {.n = n};
  int64_t times = 0;
  bool counted = n->a && t_constant(&x->terms, eval_term(x, n->a), &times);
  if (!counted || n->b || times > 4 ||
      size_of(x, n->c) * times > TWICE * x->most_inlined) {
    cut_loop(x, &a);
    return;
  }
  int cells = x->s.n;
  Stopped stops = {.cells = cells}, *outer = x->stops;
  x->stops = &stops;
  for (int64_t i = 0; i < times && x->s.path != T_NO; i++) loop_body(x, n);
  x->stops = outer;
  loop_leave(x, &stops, cells);
}

static void exec_stop(Encoder *x)
{
  if (x->stops && x->s.path != T_NO) vec_push(&x->stops->list, cells_copy(x, &x->s));
  x->s.path = T_NO;
}

/* ---- decisions ------------------------------------------------------------------------
 */

static Term who_answers(Encoder *x, Node *by)
{
  if (!by) return x->me;
  const Type *player = x->m->player->type;
  Val s = eval_set(x, by, x->m->player->set);
  Term who = any_of(x, player).t;
  assume(x, set_has(x, &s, who));
  return who;
}

typedef struct AltArg {
  Node *alt;
  Node *block;
} AltArg;

static void take_alternative(Encoder *x, void *arg)
{
  AltArg *a = arg;
  size_t names = x->names.n;
  if (a->alt && a->alt->a) {
    Type *elem = element_type(x->m, a->alt->a->type);
    Val s = eval_set(x, a->alt->a, type_set(x->m, elem));
    Term e = any_of(x, elem).t;
    assume(x, set_has(x, &s, e));
    if (a->alt->sym) name_as(x, a->alt->sym, val_of(e));
  }
  if (x->s.path != T_NO) exec_block(x, a->block);
  x->names.n = names;
}

static void exec_alternatives(Encoder *x, Node *n, Node *alt)
{
  if (!alt) {
    x->s.path = T_NO;
    return;
  }
  AltArg a = {alt, alt->b};
  Term this_one = alt->next ? t_free(&x->terms, true, 0, 1, false) : T_YES;
  Cells before = cells_copy(x, &x->s);
  assume(x, this_one);
  take_alternative(x, &a);
  Cells after = x->s;
  if (this_one == T_YES) return;
  x->s = before;
  x->s.path = t_and(&x->terms, x->s.path, t_not(&x->terms, this_one));
  exec_alternatives(x, n, alt->next);
  Cells rest = x->s;
  cells_join(x, this_one, &after, &rest);
}

static void exec_choose(Encoder *x, Node *n)
{
  Term me = x->me;
  pause_here(x, n);
  x->me = who_answers(x, n->a);
  exec_alternatives(x, n, n->b);
  x->me = me;
}

static void exec_may(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Term me = x->me;
  AltArg a = {NULL, n->b};
  pause_here(x, n);
  x->me = who_answers(x, n->a);
  both_ways(x, t_free(&x->terms, true, 0, 1, false), take_alternative, NULL, &a);
  x->me = me;
}

/* S otherwise T: T happens from where S began, if S fails. */
static void exec_otherwise(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Term failed = T_NO, *outer = x->fails;
  Cells before = cells_copy(x, &x->s);
  x->fails = &failed;
  exec(x, n->a);
  x->fails = outer;
  Cells done = x->s;
  x->s = before;
  x->s.path = t_and(t, x->s.path, failed);
  if (x->s.path != T_NO) exec(x, n->b);
  Cells other = x->s;
  cells_join(x, done.path, &done, &other);
}

/* ---- changes
 * ---------------------------------------------------------------------------- */

/* The name that a place is, if it is one that can be set. */
static Binding *local_of(Encoder *x, const Node *place)
{
  if (!place->sym || place->sym->tag != SY_LOCAL) return NULL;
  for (size_t i = x->names.n; i-- > 0;)
    if (x->names.at[i].sym == place->sym && x->names.at[i].cell >= 0)
      return &x->names.at[i];
  return NULL;
}

static int cells_of(const Type *t)
{
  if (t->tag != T_SET && t->tag != T_LIST) return 1;
  return (int)(t->elem->tag == T_THING ? t->elem->kind->count : type_count(t->elem));
}

static void set_place(Encoder *x, Node *place, Val v)
{
  Terms *t = &x->terms;
  const Node *p = place->tag == N_INDEX ? place->a : place;
  if (!p->sym || p->sym->tag != SY_FIELD) {
    Binding *b = local_of(x, place);
    if (b) write_cells(x, b->cell, &v, cells_of(b->type), T_YES);
    return;
  }
  Field *f;
  Term thing, per;
  place_of(x, place, &f, &thing, &per);
  if (f->kind && t_row(t, thing)->lo == NONE) fail_if(x, t_eq(t, thing, num_of(x, NONE)));
  if (!v.many && !f->type->opt && !t_row(t, v.t)->truth && t_row(t, v.t)->lo == NONE)
    fail_if(x, t_eq(t, v.t, num_of(x, NONE)));
  write_field(x, f, thing, per, v);
}

static Term clamped(Encoder *x, const Type *type, Term v)
{
  Terms *t = &x->terms;
  Term lo = num_of(x, type->lo), hi = num_of(x, type->hi);
  return t_ite(t, t_le(t, v, lo), lo, t_ite(t, t_le(t, hi, v), hi, v));
}

static void exec_change(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Term by = eval_term(x, n->b);
  if (t_row(t, by)->lo == NONE) fail_if(x, t_eq(t, by, num_of(x, NONE)));
  const Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
  Field *f = p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
  Verb *v = !f ? NULL : n->tag == N_LOWER ? f->lower : f->raise;
  if (v) {
    Term thing, per;
    Val amount = val_of(by);
    place_of(x, n->a, &f, &thing, &per);
    call_verb(x, v, thing, &amount, 1, per);
    look_at_whens(x, f, NULL);
    return;
  }
  Term old = eval_term(x, n->a);
  Term sum = t_add(t, old, n->tag == N_LOWER ? t_mul(t, by, num_of(x, -1)) : by);
  set_place(x, n->a, val_of(clamped(x, f ? f->type : n->a->sym->type, sum)));
}

static void exec_let(Encoder *x, Node *n)
{
  INVARIANT(n->tag == N_LET);
  Type *t = n->sym->type;
  Val v = eval_as(x, n->b, t);
  if (n->sym->fixed || !n->a) {
    name_as(x, n->sym, v);
    return;
  }
  int w = cells_of(t), cell = x->s.n;
  Cells c = x->s;
  c.n += w;
  c.at = arena_alloc(x->arena, ((size_t)c.n + 1) * sizeof *c.at);
  memcpy(c.at, x->s.at, (size_t)x->s.n * sizeof *c.at);
  x->s = c;
  if (!v.many) x->s.at[cell] = v.t;
  for (int i = 0; v.many && i < w && i < v.n; i++) x->s.at[cell + i] = v.has[i];
  vec_push(&x->names, ((Binding){n->sym, v, cell, t}));
}

/* ---- piles and sets
 * --------------------------------------------------------------------- */

static void exec_move(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Terms *t = &x->terms;
  Node *what = n->b, *to = what->next;
  Kind *k = to->type->kind;
  if (what->type->tag == T_THING) {
    Term e = eval_term(x, what);
    if (t_row(t, e)->lo == NONE) fail_if(x, t_eq(t, e, num_of(x, NONE)));
    move_thing(x, k, e, pile_number(x, to));
  } else {
    Val s = eval_set(x, what, k->set);
    Term pile = pile_number(x, to);
    for (int i = 0; i < s.n; i++) {
      Term *at = &x->s.at[x->loc0 + k->first + i];
      if (!x->gave_up) *at = t_ite(t, s.has[i], pile, *at);
    }
    move_thing(x, k, num_of(x, NONE), pile); /* something changed */
  }
  look_at_whens(x, NULL, k);
}

/* So many leave a pile, as far as there are any; which ones is left open. */
static void exec_draw(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  Node *how = n->b, *from = how->next, *to = from->next;
  Kind *k = to->type->kind;
  Term count = eval_term(x, how), a = pile_number(x, from), b = pile_number(x, to);
  pause_here(x, n);
  Val there = pile_things(x, k, a), go = there;
  go.has = arena_alloc(x->arena, ((size_t)there.n + 1) * sizeof *go.has);
  for (int i = 0; i < there.n; i++)
    go.has[i] = t_and(t, there.has[i], t_free(t, true, 0, 1, false));
  Term gone = set_count(x, &go), all = set_count(x, &there);
  assume(x, t_eq(t, gone, t_ite(t, t_le(t, count, all), count, all)));
  for (int i = 0; i < go.n && !x->gave_up; i++) {
    Term *at = &x->s.at[x->loc0 + k->first + i];
    *at = t_ite(t, go.has[i], b, *at);
  }
  move_thing(x, k, num_of(x, NONE), b);
  look_at_whens(x, NULL, k);
}

static void exec_gather(Encoder *x, Node *n)
{
  Terms *t = &x->terms;
  Node *a = n->b, *b = a->next;
  Type *st = b->type;
  if (st->tag == T_LIST) {
    set_place(x, b, any_of(x, st)); /* lists are not followed */
    return;
  }
  Val s = eval_val(x, b), e = eval_set(x, a, st), v = s;
  v.has = arena_alloc(x->arena, ((size_t)s.n + 1) * sizeof *v.has);
  for (int i = 0; i < s.n && i < e.n; i++)
    v.has[i] = n->op == BP_ADD ? t_or(t, s.has[i], e.has[i])
                               : t_and(t, s.has[i], t_not(t, e.has[i]));
  set_place(x, b, v);
}

/* The game is over: what is said of the winners holds. */
static void exec_end(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val before = x->winners;
  chance_of(x, n, T_YES);
  if (phrase_wins(n->op)) x->winners = eval_set(x, n->b, x->m->player->set);
  for (size_t i = 0; i < x->goals.n; i++)
    if (x->armed && x->goals.at[i].at_end) owe(x, 0, (int)i, n);
  x->winners = before;
  x->s.path = T_NO;
}

static void exec_phrase(Encoder *x, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: call_phrase(x, n); break;
  case BP_ADD:
  case BP_REMOVE:
  case BP_REMOVE_AT: exec_gather(x, n); break;
  case BP_MOVE:
  case BP_MOVE_UNDER: exec_move(x, n); break;
  case BP_DRAW: exec_draw(x, n); break;
  case BP_WIN:
  case BP_WIN_BECAUSE:
  case BP_LOSE:
  case BP_LOSE_BECAUSE: exec_end(x, n); break;
  default: break;
  }
}

static void exec_yes(Encoder *x, void *arg) { exec_block(x, ((Node *)arg)->b); }
static void exec_no(Encoder *x, void *arg)
{
  if (((Node *)arg)->c) exec(x, ((Node *)arg)->c);
}

void exec(Encoder *x, Node *n)
{
  if (x->s.path == T_NO || x->gave_up) return;
  const Node *before = x->at;
  x->at = n;
  switch (n->tag) {
  case N_BLOCK: exec_block(x, n); break;
  case N_LET: exec_let(x, n); break;
  case N_SET: {
    const Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
    const Type *t = p->sym->tag == SY_FIELD ? p->sym->field->type : p->sym->type;
    set_place(x, n->a, eval_as(x, n->b, t));
    break;
  }
  case N_RAISE:
  case N_LOWER: exec_change(x, n); break;
  case N_REQUIRE: {
    Term c = eval_truth(x, n->a);
    chance_of(x, n, c);
    fail_if(x, t_not(&x->terms, c));
    break;
  }
  case N_STOP: exec_stop(x); break;
  case N_PHRASE: exec_phrase(x, n); break;
  case N_OTHERWISE: exec_otherwise(x, n); break;
  case N_IF: both_ways(x, eval_truth(x, n->a), exec_yes, exec_no, n); break;
  case N_EACH: exec_each(x, n); break;
  case N_REPEAT: exec_repeat(x, n); break;
  case N_CHOOSE: exec_choose(x, n); break;
  case N_MAY: exec_may(x, n); break;
  case N_AS: {
    Term me = x->me;
    x->me = eval_term(x, n->a);
    exec_block(x, n->b);
    x->me = me;
    break;
  }
  default: break;
  }
  x->at = before;
}

void exec_block(Encoder *x, Node *block)
{
  INVARIANT(block && block->tag < N_COUNT);
  size_t names = x->names.n;
  int cells = x->s.n;
  if (block->tag != N_BLOCK) {
    exec(x, block);
    return;
  }
  for (Node *n = block->a; n; n = n->next) exec(x, n);
  x->names.n = names;
  if (x->s.n > cells) x->s.n = cells;
}
