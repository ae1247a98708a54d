/* What changes the table: fields, piles, and what is told by that. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

#include <string.h>

/* ---- fields ------------------------------------------------------------------------ */

/* What watches runs at once: who acts is known to it, it may fail, and change things. */
static void watched(Walk *w, const Watch *by, Loc at)
{
  if (!by->whens.n) return;
  need(w, to_all(), w->me_sel, tell_new(w->f, TELL_WHEN, at, NULL));
  Call c = {.me = w->me, .me_sel = w->me_sel, .me_at = w->me_at, .at = at};
  if (by->fails.n) fail(w, substitute_levels(w, by->fails, &c), true, at);
  for (size_t i = 0; i < by->whens.n; i++) {
    const Summary *s = &w->f->whens[by->whens.at[i]];
    changed_by(w, s);
    laid_called(w, &s->after, &c);
  }
}

/* What values tell is to be found out again. */
void forget_values(Flow *f)
{
  f->again = f->changed = true;
  for (int k = 0; k < 2; k++) {
    memset(f->memo[k].value_state, 0, f->m->values.n);
    memset(f->memo[k].column_state, 0, f->m->columns.n);
  }
}

/* Who sees a thing sees what is written on it.  But if that was written on a thing of a
 * hidden pile, then of a thing that is known by its name it tells where it lay: see
 * read_field. */
void mark_thing(Walk *w, const Field *f, Label home)
{
  Flow *flow = w->f;
  if (!f->kind || !f->kind->in_piles || is_hidden(f) || w->quiet) return;
  for (int i = 0; i < home.n; i++) {
    Atom a = home.at[i].atom;
    Mark m = {f->index, a.n};
    bool known = a.tag != A_HOME && may_know(w, to_all(), a);
    if (a.tag == A_HOME) {
      for (size_t k = 0; k < w->s->marks.n && !known; k++)
        known = w->s->marks.at[k].field == m.field && w->s->marks.at[k].role == m.role;
      if (!known) apush(flow->arena, &w->s->marks, m);
    } else if (!known && !flow->marks[f->index]) {
      flow->marks[f->index] = true;
      forget_values(flow);
    }
  }
}

/* The value it gets, at each level; with all that decides where. */
static void write(Walk *w, const Field *f, const Val *base, Id id, Label l,
                  Levels at_each, Loc at)
{
  Label home = base ? base->home : (Label){0};
  if (base) l = join(w, l, base->sel);
  Audiences to = audience_of(w, f, id);
  const Tell *t = tell_new(w->f, TELL_CHANGE, at, f->name);
  for (int i = 0; i < to.n; i++) event(w, to.at[i], l, home, t);
  mark_thing(w, f, home);
  known_kill(w, f->index);
  lay(w, f, (Laying){{at_each}});
  watched(w, &w->f->watch_field[f->index], at);
}

/* Which cell it is, at each level. */
static Levels cell_levels(Walk *w, Node *n)
{
  Levels l = {0};
  Node *p = n->tag == N_INDEX ? n->a : n;
  if (n->tag == N_INDEX) l = full_levels(w, n->b);
  if (p->tag == N_DOT) l = levels_join(w, l, number_levels(w, p->a));
  return l;
}

void change_field(Walk *w, const Field *f, const Val *base, Label value, Loc at)
{
  Id id = !f->kind ? id_of(ID_GAME, 0) : base ? base->id : id_of(ID_ANY, 0);
  if (base && f->kind && !f->kind->is_player && rule_by_owner(seen_rule(f)))
    id = base->holder;
  write(w, f, base, id, value, levels_same(value), at);
}

/* What a name holds hangs on this, too. */
static void name_hangs(Walk *w, const Sym *y, Label sel, Levels raw)
{
  Bound *b = (Bound *)y->flow;
  bool grew = label_grew(b->val.sel, join(w, b->val.sel, sel));
  b->val.sel = join(w, b->val.sel, sel);
  for (int k = 0; k < LEVELS; k++) {
    Label at = join(w, b->at[k].sel, k <= w->level ? raw.at[k] : sel);
    grew = grew || label_grew(b->at[k].sel, at);
    b->at[k].sel = at;
  }
  w->grew = w->grew || grew;
}

/* The place that a statement writes, or NULL. */
static Node *written(const Node *n)
{
  bool adds = n->op == BP_ADD || n->op == BP_REMOVE || n->op == BP_REMOVE_AT;
  if (n->tag == N_PHRASE) return adds ? n->b->next : NULL;
  return n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER ? n->a : NULL;
}

void names_late(Walk *w, const Node *n, Label late, Levels raw)
{
  const Node *at = written(n);
  if (at && at->tag == N_INDEX) at = at->a;
  if (at && at->sym && at->sym->tag == SY_LOCAL && at->sym->flow)
    name_hangs(w, at->sym, late, raw);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    names_late(w, p.at, late, raw);
}

static void set_name(Walk *w, const Sym *y, Node *n)
{
  Val v = eval(w, n->b), *was = y->flow;
  if (!was) return;
  Label sel =
      join(w, was->sel,
           label_step(w->f->arena, join(w, v.sel, w->path), BY_NAME, y->name, n->loc));
  Label home = join(w, was->home, v.home);
  if (label_grew(was->sel, sel) || label_grew(was->home, home) ||
      (was->given && !given_both(was, &v)) || (was->placed && !v.placed) ||
      (v.joined && !was->joined))
    w->grew = true;
  was->sel = sel;
  was->home = home;
  was->given = given_both(was, &v);
  was->placed = was->placed && v.placed;
  was->joined = was->joined || v.joined;
  was->id = id_of(ID_ANY, 0);
  for (int k = 0; k < LEVELS; k++) {
    Val x = k <= w->level ? val_at(w, n->b, k) : v, *at = &((Bound *)y->flow)->at[k];
    Label path = k <= w->level ? w->raw_path.at[k] : w->path;
    sel = join(w, at->sel, join(w, x.sel, path)), home = join(w, at->home, x.home);
    if (label_grew(at->sel, sel) || label_grew(at->home, home)) w->grew = true;
    at->sel = sel, at->home = home;
    at->given = given_both(at, &x);
    at->placed = at->placed && x.placed;
    at->joined = at->joined || x.joined;
    at->id = was->id;
  }
}

/* What is sure of a field that was just set. */
static void set_facts(Walk *w, const Field *f, const Node *n, const Val *v)
{
  if (f->kind || f->per || !w->f->relevant[f->index]) return;
  if (n->tag == N_YES || n->tag == N_NO)
    known_add(&w->known, (Fact){.tag = KNOW_FLAG, .n = f->index, .who = n->tag == N_YES});
  IdTag t = id_tag(v->id);
  if (f->type->tag == T_THING && t != ID_ANY && t != ID_PATH)
    known_add(&w->known, (Fact){.tag = KNOW_SAME, .n = f->index, .who = v->id});
}

static Spot spot_quietly(Walk *w, Node *n)
{
  bool quiet = w->quiet;
  w->quiet = true;
  Spot s = spot_of(w, n);
  w->quiet = quiet;
  return s;
}

void change(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Spot s = spot_quietly(w, n->a);
  if (s.name) {
    set_name(w, s.name, n);
    return;
  }
  if (!s.field) return;
  const Field *f = s.field;
  Audiences to = audience_of(w, f, s.id);
  w->roll = &to;
  s = spot_of(w, n->a);
  if (n->b->tag != N_PICK) w->roll = NULL;
  Val v = eval(w, n->b);
  w->roll = NULL;
  Label l = full(w, &v);
  if (s.base.kind && n->a->type && n->a->type->opt && !f->type->opt)
    fail_by(w, n->a->tag == N_INDEX ? n->a->a : n->a, true);
  if (n->b->type && n->b->type->opt && !f->type->opt && f->type->tag != T_SET)
    fail_by(w, n->b, true);
  Levels cells = cell_levels(w, n->a);
  Levels told = levels_join(w, cells, full_levels(w, n->b));
  const Verb *by = n->tag == N_RAISE ? f->raise : n->tag == N_LOWER ? f->lower : NULL;
  if (by && by->rules.n) {
    Val self = s.base;
    give(w->f, by, &v, 1, &self);
    const Summary *sum =
        by == w->verb && w->beneath ? w->beneath : summary_of(w->f, (Verb *)by);
    Val *by_level = arena_alloc(w->f->arena, LEVELS * sizeof *by_level);
    Call c = {.args = &v,
              .n = 1,
              .self = self,
              .me = w->me,
              .me_sel = w->me_sel,
              .me_at = w->me_at,
              .at = n->loc};
    for (int k = 0; k <= w->level; k++) {
      by_level[k] = val_at(w, n->b, k);
      c.args_at[k] = &by_level[k];
      c.self_at[k] = self;
      c.self_at[k].sel = cells.at[k];
    }
    apply(w, sum, &c);
  }
  write(w, f, f->kind || n->a->tag == N_INDEX ? &s.base : NULL, s.id, l, told, n->a->loc);
  if (n->tag == N_SET) set_facts(w, f, n->b, &v);
}

/* ---- piles ------------------------------------------------------------------------- */

/* Who sees a pile. */
static Audiences pile_seen(Walk *w, const Spot *p)
{
  if (p->field) return audience_of(w, p->field, p->id);
  Audiences all = {.n = 1};
  all.at[0] = to_all();
  if (p->name && p->name->flow) {
    const Val *v = p->name->flow;
    for (int i = 0; i < v->home.n; i++)
      if (v->home.at[i].atom.tag == A_HOME)
        all.at[0] = (Audience){.tag = TO_PILE, .n = v->home.at[i].atom.n, .cond = -1};
  }
  return all;
}

/* Which pile it is, as far as that hangs on something. */
static Label which(Walk *w, const Spot *p)
{
  Label l = join(w, p->base.sel, p->base.home);
  if (p->name && p->name->flow) l = join(w, l, ((const Val *)p->name->flow)->sel);
  return l;
}

/* Who sees the pile that a thing is taken from sees which one is taken. */
static Audiences taken_from(Walk *w, const Val *v)
{
  Audiences all = {.n = 1};
  all.at[0] = to_all();
  if (v->home.n == 1 && v->home.at[0].atom.tag == A_FIELD) {
    Atom a = v->home.at[0].atom;
    return audience_of(w, w->f->m->fields.at[a.n], a.base);
  }
  return all;
}

static bool all_know(Walk *w, Label l, Audience to)
{
  for (int i = 0; i < l.n; i++)
    if (!may_know(w, to, l.at[i].atom)) return false;
  return true;
}

/* A thing comes into a pile: who knows the pile still knows it if he knows the thing.
 * What leaves a pile is known wherever it goes, and so is what stays. */
static void pile_changed(Walk *w, const Spot *p, const Val *v)
{
  if (!p->field) return;
  Known kept = {0};
  for (int i = 0; i < w->known.n; i++) {
    const Fact *k = &w->known.at[i];
    if (k->tag != KNOW_PILE || k->n != p->field->index) continue;
    if (all_know(w, full(w, v), k->all ? to_all() : to_one(k->who))) known_add(&kept, *k);
  }
  known_kill(w, p->field->index);
  for (int i = 0; i < kept.n; i++) known_add(&w->known, kept.at[i]);
}

/* Does it hang on something hidden, whatever the caller gave? */
static bool hides(Walk *w, Label l)
{
  for (int i = 0; i < l.n; i++) {
    Atom a = l.at[i].atom;
    if ((a.tag == A_FIELD || a.tag == A_TOLD) && !may_know(w, to_all(), a)) return true;
  }
  return false;
}

static bool seen_by_all(const Spot *p) { return p->field && !is_hidden(p->field); }

static Tell *counted(Walk *w, const Tell *t)
{
  Tell *c = ARENA_NEW(w->f->arena, Tell);
  *c = *t;
  c->counts = true;
  return c;
}

/* Does it come from or go to a pile that lies on a thing of a pile? */
static bool carried(Walk *w, const Val *v, const Spot *to)
{
  if (!to->field || (to->field->kind && to->field->kind->in_piles)) return true;
  for (int i = 0; i < v->home.n; i++) {
    Atom a = v->home.at[i].atom;
    const Kind *k = a.tag == A_FIELD ? w->f->m->fields.at[a.n]->kind : NULL;
    if (k && k->in_piles) return true;
  }
  return false;
}

/* By what was known at each level: which go, how many, from where; and to where. */
static void lay_moved(Walk *w, Node *what, Node *to, bool several, Piles from, Piles in)
{
  Laying left = {0}, come = {{cell_levels(w, to)}};
  const Kind *kind = NULL;
  for (int k = 0; k <= w->level; k++) {
    Val v = val_at(w, what, k);
    kind = v.kind;
    Label many = several ? number(w, &v) : (Label){0};
    come.what[LAID].at[k] = join(w, come.what[LAID].at[k], many);
    come.what[LAID_FACES].at[k] = full(w, &v);
    come.what[LAID_BY].at[k] = v.sel;
    left.what[LAID].at[k] = join(w, where_at(w, &v, k), many);
    left.what[LAID_FACES].at[k] = left.what[LAID_BY].at[k] = v.sel;
  }
  if (!kind) return;
  lay_in(w, from, kind, left);
  lay_in(w, in, kind, come);
}

Label faces_of(Walk *w, const Node *what, const Val *v)
{
  const Node *p = what->tag == N_INDEX ? what->a : what;
  bool field = p->sym && p->sym->tag == SY_FIELD && p->sym->field->pile;
  bool given = p->sym && p->sym->tag == SY_LOCAL && p->sym->type->tag == T_PILE;
  return field || given ? label_whole(w->f->arena, v->home) : v->home;
}

static void move(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *what = n->b, *to = what->next;
  Val v = eval(w, what);
  Spot p = spot_of(w, to);
  bool several = what->type && what->type->tag != T_THING;
  if (!several && what->type && what->type->opt) fail_by(w, what, true);
  const Tell *t = tell_new(w->f, TELL_MOVE, what->loc, p.field ? p.field->name : NULL);
  Tell *counts = counted(w, t);
  counts->carried = carried(w, &v, &p);
  /* Everybody sees piles grow and shrink. */
  Label l = join(w, which(w, &p), where_label(w, &v, v.kind));
  if (several) l = join(w, l, number(w, &v));
  v.home = faces_of(w, what, &v);
  event(w, to_all(), l, seen_by_all(&p) ? v.home : (Label){0}, counts);
  /* Who sees either pile sees which thing it is. */
  Label face = label_minus(w->f->arena, v.sel, v.home);
  Audiences from = taken_from(w, &v), at = pile_seen(w, &p);
  for (int i = 0; i < from.n; i++) need(w, from.at[i], face, t);
  for (int i = 0; i < at.n; i++) need(w, at.at[i], face, t);
  lay_moved(w, what, to, several, ~v.away, piles_of(w, &p));
  pile_changed(w, &p, &v);
  if (seen_by_all(&p)) shown_to_all(w, &v);
  const Kind *k = v.kind;
  if (k && (hides(w, v.sel) || hides(w, w->path) || hides(w, which(w, &p))))
    known_stir(w, k->index), known_mix(w, ~v.away);
  gone(w, several ? id_of(ID_ANY, 0) : v.id, ~v.away, piles_of(w, &p));
  if (k) watched(w, &w->f->watch_kind[k->index], n->loc);
}

static void draw(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *many = n->b, *from = many->next, *to = from->next;
  Spot p = spot_of(w, from), q = spot_of(w, to);
  Label l = join(w, label_of(w, many), join(w, which(w, &p), which(w, &q)));
  const Tell *t = tell_new(w->f, TELL_DRAW, n->a->loc, q.field ? q.field->name : NULL);
  event(w, to_all(), l, (Label){0}, counted(w, t));
  if (p.field) known_kill(w, p.field->index);
  if (q.field) known_kill(w, q.field->index);
  const Kind *k = from->type ? from->type->kind : NULL;
  if (!k) return;
  Levels how = levels_join(w, full_levels(w, many), cell_levels(w, from));
  how = levels_join(w, how, cell_levels(w, to));
  Laying come = {{how}};
  lay_in(w, piles_of(w, &p), k, come);
  if (is_shuffled(from)) may_be_over(w, how), commit(w);
  else come.what[LAID_FACES] = full_levels(w, from);
  lay_in(w, piles_of(w, &q), k, come);
  known_stir(w, k->index);
  gone(w, id_of(ID_ANY, 0), piles_of(w, &p), piles_of(w, &q));
  watched(w, &w->f->watch_kind[k->index], n->loc);
}

static void shuffle(Walk *w, Node *n)
{
  Spot p = spot_of(w, n->b);
  const Tell *t = tell_new(w->f, TELL_SHUFFLE, n->a->loc, p.field ? p.field->name : NULL);
  event(w, to_all(), which(w, &p), (Label){0}, counted(w, t));
  if (n->b->type && n->b->type->kind) known_stir(w, n->b->type->kind->index);
  known_mix(w, piles_of(w, &p));
}

/* ---- telling ----------------------------------------------------------------------- */

void shown_to_all(Walk *w, const Val *v)
{
  Fact k = {.tag = KNOW_ID, .all = true, .base = v->id};
  k.n = v->kind ? v->kind->index : -1;
  w->opened = join(w, w->opened, v->home);
  if (id_tag(k.base) != ID_ANY) known_add(&w->known, k);
  track_shown(&w->known, k.base);
}

Node *shows(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_PHRASE || !n->b || n->b->tag != N_NAME) return NULL;
  const Node *to = n->b->next;
  if (n->op == BP_REVEAL) return to->sym && to->sym->tag == SY_PLAYERS ? n->b : NULL;
  if (n->op != BP_MOVE && n->op != BP_MOVE_UNDER) return NULL;
  const Node *p = to->tag == N_INDEX ? to->a : to;
  bool open = p->sym && p->sym->tag == SY_FIELD && !is_hidden(p->sym->field);
  return open ? n->b : NULL;
}

static void reveal(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *what = n->b, *whom = what->next;
  Val v = eval(w, what), s = eval(w, whom);
  bool faces = !reveals_value(what->type);
  bool all = whom->tag == N_NAME && whom->sym && whom->sym->tag == SY_PLAYERS;
  bool one = whom->type && whom->type->tag == T_THING;
  Id who = resolve(w, one ? s.id : s.member);
  Audience to = all || id_tag(who) == ID_ANY ? to_all() : to_one(who);
  /* A thing shows its face, and not why it was chosen.  A value tells itself, by its name
   * (below), and not all that it was made from. */
  Label home = faces ? faces_of(w, what, &v) : (Label){0};
  Label l = faces ? join(w, s.sel, v.sel) : s.sel;
  if (faces) l = join(w, l, where_label(w, &v, v.kind)); /* it is shown where it lies */
  event(w, to, l, home, tell_new(w->f, TELL_REVEAL, what->loc, NULL));
  if (all) w->opened = join(w, w->opened, home);
  if (!all && (!one || id_tag(who) == ID_ANY)) return;
  Spot p = spot_of(w, what);
  Fact k = {.tag = KNOW_ID, .all = all, .base = v.id};
  if (!all) k.who = who;
  k.n = v.kind ? v.kind->index : -1;
  if (p.field && p.field->pile) k.tag = KNOW_PILE, k.n = p.field->index, k.base = p.id;
  k.since = w->s->changes;
  if (id_tag(k.base) != ID_ANY) known_add(&w->known, k);
  if (k.tag == KNOW_ID && all) track_shown(&w->known, k.base);
  for (int i = w->known.n; k.tag == KNOW_ID && i-- > 0;) {
    Fact c = w->known.at[i];
    if (c.tag != KNOW_COPY || !id_same(c.who, v.id)) continue;
    known_add(&w->known, (Fact){.tag = KNOW_PILE,
                                .all = all,
                                .n = c.n,
                                .base = c.base,
                                .who = k.who,
                                .since = k.since});
  }
  if (k.tag == KNOW_PILE && v.kind) known_piles(w, v.kind);
}

static void forget_place(Walk *w, const Node *p)
{
  const Node *x = p->tag == N_INDEX ? p->a : p;
  if (x->sym && x->sym->tag == SY_FIELD) known_kill(w, x->sym->field->index);
}

static void call(Walk *w, Node *n)
{
  Verb *v = n->sym ? n->sym->slot : NULL;
  if (!v) return;
  int most = 1;
  for (Node *a = n->b; a; a = a->next) most++;
  Val *args = arena_alloc(w->f->arena, (LEVELS + 1) * (size_t)most * sizeof *args);
  Val self = {.placed = true};
  int k = 0;
  bool slot = n->op == BP_SLOT;
  if (slot) self = eval(w, n->c);
  if (slot && n->c->type && n->c->type->opt) fail_by(w, n->c, true);
  for (Node *a = n->b; a; a = a->next, k++) {
    args[k] = eval(w, a);
    for (int i = 0; i <= w->level; i++) args[(i + 1) * most + k] = val_at(w, a, i);
    const Type *want = (size_t)k < v->params.n ? v->params.at[k]->type : NULL;
    bool single = want && want->tag != T_SET && want->tag != T_LIST && !want->opt;
    if (single && a->type && a->type->opt) fail_by(w, a, true);
    if (a->type && a->type->tag == T_PILE) forget_place(w, a);
  }
  Label path = w->path, opened = w->opened;
  Levels raw_path = w->raw_path;
  if (slot) { /* what is done hangs on which card it is */
    Arena *a = w->f->arena;
    depend(w, label_step(a, full(w, &self), BY_CARD, v->name, n->c->loc),
           levels_step(w, full_levels(w, n->c), BY_CARD, v->name, n->c->loc));
  }
  give(w->f, v, args, k, &self);
  const Thing *named = slot ? named_thing(n->c) : NULL;
  const Summary *s = v == w->verb && w->beneath ? w->beneath
                     : named                    ? summary_named(w->f, v, named)
                                                : summary_of(w->f, v);
  Call c = {.args = args,
            .n = k,
            .self = self,
            .me = w->me,
            .me_sel = w->me_sel,
            .me_at = w->me_at,
            .at = n->a->loc,
            .name = v->name};
  for (int i = 0; i <= w->level; i++) {
    c.args_at[i] = args + (i + 1) * most;
    c.self_at[i] = slot ? val_at(w, n->c, i) : self;
  }
  apply(w, s, &c);
  w->path = path;
  w->raw_path = raw_path;
  w->opened = opened;
}

void phrase(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->b;
  Label l;
  Spot s;
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: call(w, n); break;
  case BP_ADD:
  case BP_REMOVE:
  case BP_REMOVE_AT:
    l = label_of(w, a);
    if (n->op == BP_ADD && a->next->type && a->next->type->tag == T_LIST)
      fail_by(w, a->next, true); /* it may be full */
    s = spot_of(w, a->next);
    if (s.name && s.name->flow) {
      name_hangs(w, s.name, join(w, l, w->path),
                 levels_join(w, full_levels(w, a), w->raw_path));
    } else if (s.field) {
      bool of = s.field->kind || a->next->tag == N_INDEX;
      Levels told = levels_join(w, full_levels(w, a), cell_levels(w, a->next));
      write(w, s.field, of ? &s.base : NULL, s.id, l, told, a->next->loc);
    }
    break;
  case BP_MOVE:
  case BP_MOVE_UNDER: move(w, n); break;
  case BP_DRAW: draw(w, n); break;
  case BP_SHUFFLE: shuffle(w, n); break;
  case BP_REVEAL: reveal(w, n); break;
  case BP_NOTE:
    event(w, to_all(), (Label){0}, (Label){0},
          tell_new(w->f, TELL_LINE, n->a->loc, NULL));
    shown(w, a->text, to_all(), TELL_SHOWN, a->loc);
    break;
  case BP_WIN:
  case BP_WIN_BECAUSE:
  case BP_LOSE:
  case BP_LOSE_BECAUSE:
    may_be_over(w, (Levels){0});
    w->known.dead = true;
    break;
  default: break;
  }
}

/* ---- what a loop may change -------------------------------------------------------- */

static Piles piles_at(Walk *w, Node *n)
{
  Spot s = spot_quietly(w, n);
  return piles_of(w, &s);
}

static void forget_phrase(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: {
    if (!n->sym) return;
    const Summary *s = summary_of(w->f, n->sym->slot);
    changed_by(w, s);
    for (; a; a = a->next)
      if (a->type && a->type->tag == T_PILE) forget_place(w, a);
    return;
  }
  case BP_ADD:
  case BP_REMOVE:
  case BP_REMOVE_AT: forget_place(w, b); return;
  case BP_MOVE:
  case BP_MOVE_UNDER:
    forget_place(w, b);
    gone(w, id_of(ID_ANY, 0), ~quietly(w, a).away, piles_at(w, b));
    return;
  case BP_DRAW:
    forget_place(w, b);
    forget_place(w, b->next);
    if (b->type && b->type->kind) known_stir(w, b->type->kind->index);
    gone(w, id_of(ID_ANY, 0), piles_at(w, b), piles_at(w, b->next));
    return;
  case BP_SHUFFLE:
    if (a->type && a->type->kind) known_stir(w, a->type->kind->index);
    known_mix(w, piles_at(w, a));
    return;
  default: return;
  }
}

static void forget_once(Walk *w, Node *n)
{
  if (n->tag == N_PHRASE) forget_phrase(w, n);
  for (Parts p = parts_of(n, ROLE_BIT(PLACE)); parts_next(&p);) forget_place(w, p.at);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) forget_once(w, p.at);
}

/* What one turn of a loop moves, the next may move on.  Reading where something is may
 * name who is in a field anew: that is nothing to be kept, or there would be no end of
 * it. */
void forget_changes(Walk *w, Node *n)
{
  Known before;
  do {
    before = w->known;
    forget_once(w, n);
    known_only(&w->known, &before);
  } while (!known_same(&before, &w->known));
}
