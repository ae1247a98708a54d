/* Statements: where somebody notices something, and under which conditions. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

#include <string.h>

enum { FAR = 32 }; /* statements that are looked at ahead */

Around enter(Walk *w, Label condition, Levels raw, Loc at)
{
  Arena *a = w->f->arena;
  Around around = {w->path, w->opened, w->raw_path, w->s->kills.n};
  depend(w, label_step(a, condition, BY_CONDITION, NULL, at),
         levels_step(w, raw, BY_CONDITION, NULL, at));
  return around;
}

Around enter_block(Walk *w) { return enter(w, (Label){0}, (Levels){0}, (Loc){0}); }

void leave(Walk *w, Around a)
{
  w->path = a.path;
  w->raw_path = a.raw_path;
  w->opened = a.opened;
  if (w->known.dead) w->s->kills.n = a.kills; /* nobody comes back from there */
}

void walk_block(Walk *w, Node *block)
{
  if (block) walk_stmts(w, block->a);
}

static void walk_stmt(Walk *w, Node *n);

/* ---- loops ------------------------------------------------------------------------- */

/* While answers are secret nobody sees what leaves which pile. */
static void unseen(Walk *w, Node *block)
{
  Summary moved = {0};
  Walk t = *w;
  t.s = &moved;
  forget_changes(&t, block);
  Piles from = moved.mixed;
  for (int i = 0; i < MOST_PILES; i++)
    if (moved.goes[i]) from |= (Piles)1 << i;
  known_mix(w, from);
}

/* What is revealed of each of all is known of all, unless some are left out. */
static void each_of_all(Walk *w, const Node *set, Node *block, Id one)
{
  const Node *s = set->tag == N_CALL && set->op == BI_AROUND ? NULL : set;
  bool all = !s || (s->tag == N_NAME && s->sym &&
                    (s->sym->tag == SY_PLAYERS || s->sym->tag == SY_KIND));
  if (!all || stops(block)) return;
  Summary changed = {0};
  Walk t = *w;
  t.s = &changed;
  forget_changes(&t, block);
  for (int i = 0; i < w->known.n; i++) {
    Fact *k = &w->known.at[i];
    if (k->tag == KNOW_PILE && id_same(id_root(k->base), one) &&
        (k->all || id_root(k->who) != one) && !killed(&t, k->n)) {
      const Field *f = w->f->m->fields.at[k->n];
      k->base = id_of(ID_EVERY, 0);
      if (f->pile) known_piles(w, f->type->kind);
    }
  }
}

/* What decides whether a loop is left early. */
typedef struct Stops {
  Label shown, other; /* as in fail_late */
  Levels raw;
  Known known; /* wherever it is left */
  int level;   /* attempts that are open around the loop */
} Stops;

static void stop(Walk *w)
{
  if (!w->stops) return;
  Label other = label_minus(w->f->arena, w->path, w->opened);
  w->stops->other = join(w, w->stops->other, other);
  w->stops->shown = join(w, w->stops->shown, label_minus(w->f->arena, w->path, other));
  w->stops->raw = levels_join(w, w->stops->raw, w->raw_path);
  facts_meet(&w->stops->known, &w->known);
  Levels outer = w->known.over;
  may_be_over(w, (Levels){0}); /* attempts in the loop are completed by it */
  for (int k = 0; k <= w->stops->level; k++) w->known.over.at[k] = outer.at[k];
}

static bool levels_grew(const Levels *was, const Levels *now)
{
  for (int k = 0; k < LEVELS; k++)
    if (label_size(was->at[k]) != label_size(now->at[k])) return true;
  return false;
}

/* What one turn has laid and where it has stopped, the next one meets.  Loops that lie
 * deep inside each other, or do not come to an end of it, would take as many turns as
 * they have ways: there, whatever a turn lays is taken for anything, and hangs on
 * anything. */
static void loop(Walk *w, Node *block, Node *whilst, Label count, Levels raw, Loc at)
{
  enum { MOST_TURNS = 20, DEEP = 4 };
  const Levels much = levels_same(label_one(w->f->arena, atom_of(A_MUCH, 0), NULL));
  Stops stops = {.known.dead = true, .level = w->level}, *outer = w->stops;
  bool much_to_do = w->much;
  w->much = false;
  bool within = w->f->coarse, coarse = within || w->f->loops >= DEEP;
  forget_changes(w, block);
  Known before = w->known;
  w->stops = &stops;
  size_t from = w->events->n;
  int failures = w->failures, first = w->f->names;
  w->f->loops++;
  for (int turn = 0; turn < MOST_TURNS; turn++) {
    w->events->n = from;
    w->failures = failures;
    bool last = within || (turn && coarse) || turn == MOST_TURNS - 1;
    Levels stopped = coarse ? much : levels_forget(w, stops.raw, first);
    if (last && turn) lay_all(w, much.at[0]);
    w->f->coarse = coarse || last;
    Around around = enter(w, count, levels_join(w, raw, stopped), at);
    if (much_to_do) may_be_over(w, (Levels){0});
    w->some.n = 0;
    if (whilst) some_found(w, whilst, true);
    walk_block(w, block);
    leave(w, around);
    w->f->coarse = within;
    Known begun = before;
    Levels more = levels_forget(w, stops.raw, first);
    bool again = laid_forget(w, &w->known, &before, first);
    memcpy(begun.laid, w->known.laid, sizeof begun.laid);
    over_forget(w, &w->known, first);
    over_meet(w, &begun, &w->known);
    again = again || overs_differ(&begun, &before);
    if (last || (!again && !levels_grew(&stopped, &more))) break;
    memcpy(before.laid, begun.laid, sizeof before.laid);
    over_meet(w, &before, &begun);
    w->known = before;
  }
  w->f->loops--;
  w->stops = outer;
  fail_late(w, from, stops.shown, stops.other);
  Label left = label_forget(w->f->arena, join(w, stops.shown, stops.other), first);
  names_late(w, block, left, levels_forget(w, stops.raw, first));
  if (w->known.dead) { /* it may also have ended at once */
    over_meet(w, &before, &w->known);
    w->known = before;
  } else facts_meet(&w->known, &stops.known);
}

static void each(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val set = eval(w, n->a), one = element(w, &set);
  bind_placed(w, n->sym, one);
  Id who;
  bool decides = decision_in(w, n->a, &who);
  Attempt a;
  Levels raw = number_levels(w, n->a), offered = raw;
  if (decides) put_to(w, who, raw), attempt_begin(w, &a, who), raw = (Levels){0};
  bind_one(w, n->sym, n->a, !decides);
  Walk was = *w;
  if (n->num) {
    w->secret = true;
    w->secret_of = one.id;
    w->me = one.id;
    w->me_sel = one.sel;
    w->me_at = number_levels(w, n->a);
    w->open = false;
  }
  Known before;
  Label count = unknown(w, number(w, &set));
  if (decides) count = (Label){0};
  if (n->num) unseen(w, n->b);
  forget_changes(w, n->b);
  before = w->known;
  loop(w, n->b, NULL, count, raw, n->a->loc);
  if (n->num) {
    w->secret = was.secret;
    w->secret_of = was.secret_of;
    w->me = was.me;
    w->me_sel = was.me_sel;
    w->me_at = was.me_at;
    w->open = was.open;
  }
  each_of_all(w, n->a, n->b, one.id);
  Known after = w->known;
  bool all = false;
  for (int i = 0; i < after.n; i++) all |= id_tag(after.at[i].base) == ID_EVERY;
  if (all) { /* facts about each of a set that cannot be passed by */
    int k = 0;
    for (int i = 0; i < after.n; i++)
      if (id_tag(after.at[i].base) == ID_EVERY || after.at[i].tag == KNOW_KIND)
        after.at[k++] = after.at[i];
    after.n = k;
    w->known = before;
    after.dead = false;
    for (int i = 0; i < after.n; i++) known_add(&w->known, after.at[i]);
    laid_meet(w, &w->known, &after);
    over_meet(w, &w->known, &after);
  } else {
    w->known = before;
    known_meet(w, &w->known, &after);
  }
  if (decides) attempt_end(w, &a, true, true, offered, n->a->loc);
}

static void repeat(Walk *w, Node *n)
{
  INVARIANT(n->tag == N_REPEAT);
  Label count = {0};
  Levels raw = {0}, more = {0};
  if (n->a) count = label_of(w, n->a), raw = full_levels(w, n->a);
  forget_changes(w, n->c);
  if (n->b) count = join(w, count, label_of(w, n->b));
  Known before = w->known;
  bool endless = !n->a && !n->b;
  do { /* the condition is looked at after each turn */
    if (n->b) more = levels_join(w, raw, full_levels(w, n->b));
    raw = levels_join(w, raw, more);
    loop(w, n->c, n->b, count, raw, n->b ? n->b->loc : n->a ? n->a->loc : n->loc);
    if (n->b) more = levels_join(w, raw, full_levels(w, n->b));
  } while (n->b && levels_grew(&raw, &more));
  if (n->b) eval(w, n->b);
  if (!endless) known_meet(w, &w->known, &before);
}

/* ---- the rest ---------------------------------------------------------------------- */

static void flag_facts(Walk *w, const Node *c, bool holds)
{
  INVARIANT(c && c->tag < N_COUNT);
  while (c->tag == N_NOT) c = c->a, holds = !holds;
  if (c->tag == N_AND && holds) {
    flag_facts(w, c->a, holds);
    flag_facts(w, c->b, holds);
  }
  if (c->tag != N_NAME || !c->sym || c->sym->tag != SY_FIELD) return;
  const Field *f = c->sym->field;
  if (f->type->tag == T_FLAG && !f->kind && !f->per && w->f->relevant[f->index])
    known_add(&w->known, (Fact){.tag = KNOW_FLAG, .n = f->index, .who = holds});
}

static void condition_facts(Walk *w, Node *c, bool holds)
{
  Val v = quietly(w, c);
  found_facts(w, holds ? v.yes : v.no);
  flag_facts(w, c, holds);
}

/* A condition on a name whose value the block then tells all, before anybody is asked,
 * tells them nothing more. */
static Label told_inside(Walk *w, Node *condition, Node *n)
{
  Known before = w->known;
  for (int i = 0; n && i < FAR && !asks(w->f, n) && !stops(n); n = n->next, i++) {
    Node *x = n->op == BP_REVEAL ? shows(n) : NULL;
    if (!x || !x->sym || x->sym->tag != SY_LOCAL || !x->sym->fixed || !x->sym->flow)
      continue;
    Id id = ((const Val *)x->sym->flow)->id;
    if (reveals_value(x->type) && id_tag(id) != ID_ANY)
      known_add(&w->known, (Fact){.tag = KNOW_ID, .all = true, .n = -1, .base = id});
  }
  Val v = quietly(w, condition);
  w->known = before;
  return full(w, &v);
}

static void branch(Walk *w, Node *n)
{
  INVARIANT(n->tag == N_IF);
  Label c = label_of(w, n->a);
  Levels raw = full_levels(w, n->a);
  Known before = w->known;
  Around a = enter(w, told_inside(w, n->a, n->b->a), raw, n->a->loc);
  condition_facts(w, n->a, true);
  Some some = w->some;
  some_found(w, n->a, true);
  walk_block(w, n->b);
  over_ended(w, &before);
  leave(w, a);
  Known yes = w->known;
  w->known = before;
  a = enter(w, c, raw, n->a->loc);
  condition_facts(w, n->a, false);
  w->some = some;
  some_found(w, n->a, false);
  if (n->c) walk_stmt(w, n->c);
  over_ended(w, &before);
  leave(w, a);
  known_meet(w, &w->known, &yes);
}

static void otherwise(Walk *w, Node *n)
{
  INVARIANT(n->tag == N_OTHERWISE);
  Attempt a;
  Known before = w->known;
  attempt_begin(w, &a, w->me);
  w->open = false; /* what fails here is caught */
  size_t from = w->events->n;
  Around around = enter_block(w);
  walk_stmt(w, n->a);
  leave(w, around);
  int level = w->level;
  Levels caught = attempt_close(w, &a);
  fail_late(w, from, (Label){0}, caught.at[level]);
  lay_late(w, &before, caught);
  names_late(w, n->a, caught.at[level], caught);
  if (stmt_bits(w->f->m, n->a) & (CAN_COMMIT | CAN_END)) may_be_over(w, caught);
  Known done = w->known;
  w->known = before;
  around = enter(w, caught.at[level], caught, n->a->loc);
  walk_stmt(w, n->b);
  leave(w, around);
  known_meet(w, &w->known, &done);
}

static void as(Walk *w, Node *n)
{
  INVARIANT(n->tag == N_AS);
  Val who = eval(w, n->a);
  if (n->a->type && n->a->type->opt) fail_by(w, n->a, true);
  Actor was = become(w, acting(w, &who), full(w, &who), full_levels(w, n->a));
  w->some.n = 0;
  walk_block(w, n->b);
  become_again(w, was);
}

static void let_levels(Walk *w, Node *n, Val at[LEVELS])
{
  for (int k = 0; k <= w->level; k++) {
    at[k] = val_at(w, n->b, k);
    if (!n->sym->fixed) at[k].sel = join(w, at[k].sel, w->raw_path.at[k]);
    at[k].sel = label_step(w->f->arena, at[k].sel, BY_NAME, n->name, n->loc);
    at[k].home = label_step(w->f->arena, at[k].home, BY_NAME, n->name, n->loc);
  }
}

static void let(Walk *w, Node *n)
{
  INVARIANT(n->tag == N_LET);
  Val at[LEVELS];
  Val v = eval(w, n->b);
  if (n->b->type && n->b->type->opt && n->a && n->sym->type && !n->sym->type->opt)
    fail_by(w, n->b, true);
  v.sel = label_step(w->f->arena, v.sel, BY_NAME, n->name, n->loc);
  v.home = label_step(w->f->arena, v.home, BY_NAME, n->name, n->loc);
  if (!n->sym->fixed) {
    /* It can be set: what it ever holds, it holds. */
    const Val *was = n->sym->flow;
    v.id = v.member = v.holder = id_of(ID_ANY, 0);
    v.sel = join(w, v.sel, w->path);
    if (was) {
      Label sel = join(w, was->sel, v.sel), home = join(w, was->home, v.home);
      if (label_grew(was->sel, sel) || label_grew(was->home, home)) w->grew = true;
      v.sel = sel, v.home = home;
      v.given = given_both(&v, was);
      v.placed = v.placed && was->placed;
      v.joined = v.joined || was->joined;
    }
    v.open = false;
    let_levels(w, n, at);
    for (int k = 0; was && k <= w->level; k++) {
      const Val *x = &((const Bound *)n->sym->flow)->at[k];
      Label sel = join(w, x->sel, at[k].sel), home = join(w, x->home, at[k].home);
      if (label_grew(x->sel, sel) || label_grew(x->home, home)) w->grew = true;
      at[k].sel = sel, at[k].home = home;
      at[k].given = given_both(&at[k], x);
      at[k].placed = at[k].placed && x->placed;
      at[k].joined = at[k].joined || x->joined;
    }
  } else if (id_tag(v.id) == ID_ANY) {
    v.id = fresh_name(w->f);
    known_copy(w, n->b, v.id);
  }
  if (n->sym->fixed) let_levels(w, n, at);
  bind_placed(w, n->sym, v);
  bind_levels(w, n->sym, at);
}

/* Any statement, by what its parts are: that a block is run, and how often, tells what
 * was evaluated before it. */
static void walk_parts(Walk *w, Node *n)
{
  Label told = {0};
  Levels raw = {0};
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) {
    told = join(w, told, label_of(w, p.at));
    raw = levels_join(w, raw, full_levels(w, p.at));
  }
  Known before = w->known, after = w->known;
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) {
    w->known = before;
    if (p.role == ROLE_LOOP) {
      loop(w, p.at, NULL, told, raw, n->loc);
    } else {
      Around a = enter(w, told, raw, n->loc);
      walk_stmt(w, p.at);
      leave(w, a);
    }
    known_meet(w, &after, &w->known);
  }
  w->known = after;
}

static void walk_one(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_BLOCK: walk_block(w, n); break;
  case N_LET: let(w, n); break;
  case N_SET:
  case N_RAISE:
  case N_LOWER: change(w, n); break;
  case N_REQUIRE:
    eval(w, n->a);
    fail_by(w, n->a, false);
    break;
  case N_PHRASE: phrase(w, n); break;
  case N_IF: branch(w, n); break;
  case N_EACH: each(w, n); break;
  case N_REPEAT: repeat(w, n); break;
  case N_CHOOSE: choose(w, n); break;
  case N_MAY: may(w, n); break;
  case N_AS: as(w, n); break;
  case N_OTHERWISE: otherwise(w, n); break;
  case N_STOP: stop(w); break;
  default: walk_parts(w, n);
  }
}

/* A statement of its own; the attempt of a `let` is its caller's business. */
static void walk_stmt(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Id who;
  Attempt a;
  bool one = n->tag != N_LET && decides(w, n, &who);
  Offer o;
  if (one) {
    o = offer_of(w, n);
    put_to(w, who, o.told);
    attempt_begin(w, &a, who);
  }
  if (takes_much(w->f, n)) {
    may_be_over(w, (Levels){0});
    w->much = true;
  }
  walk_one(w, n);
  if (one) decided(w, &a, n, o, false);
}

/* Nobody notices anything before the next question: what is shown until then counts as
 * shown already. */
static void foresee(Walk *w, Node *n)
{
  for (int i = 0; n && i < FAR && !asks(w->f, n) && !stops(n); n = n->next, i++) {
    Node *name = shows(n);
    if (!name || !name->sym || name->sym->tag != SY_LOCAL || !name->sym->fixed) continue;
    if (!name->sym->flow || reveals_value(name->type)) continue;
    Val v = *name->sym->flow, all = v;
    Label extra = label_minus(w->f->arena, v.sel, v.home);
    if (extra.n && extra.at[0].atom.tag != A_EXTRA) continue;
    v = local_val(w, name->sym);
    /* And where it lies: of what a body was given, its caller knows where that may be. */
    event(w, to_all(), where_label(w, &v, v.kind), faces_of(w, name, &v),
          tell_new(w->f, n->op == BP_REVEAL ? TELL_REVEAL : TELL_MOVE, name->loc, NULL));
    all.home = faces_of(w, name, &all);
    shown_to_all(w, &all);
  }
}

void walk_stmts(Walk *w, Node *n)
{
  INVARIANT(w->f);
  bool ending = w->ending;
  if (!ending) w->ending = ends_game(w->f, n);
  Attempt outer;
  Offer first = {0};
  Node *rest = NULL; /* the attempt of a `let` lasts until the block ends */
  bool ahead = true;
  for (; n && !w->known.dead; n = n->next) {
    if (ahead) foresee(w, n);
    ahead = n->tag == N_LET || asks(w->f, n);
    Id who;
    if (n->tag == N_LET && decides(w, n, &who)) {
      Offer now = offer_of(w, n);
      if (rest && now.empty) stuck(w, now.told, true, n->loc);
      put_to(w, who, now.told);
      if (!rest) {
        first = now;
        attempt_begin(w, &outer, who);
        rest = n;
      } else if (!id_same(w->attempt, who)) attempt_anew(w, &outer, who);
    }
    walk_stmt(w, n);
    some_after(w, n);
  }
  if (rest)
    decided(w, &outer, rest, first, some_answer_fits(rest, w->failures - first.failures));
  w->ending = ending;
}
