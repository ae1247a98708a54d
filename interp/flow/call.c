/* Bodies as a whole: what a call asks of the place where it stands.
 *
 * Each body is walked once, in terms of its roles.  A verb is its body with the rules of
 * its layers around it, a slot all that things fill it with. */
#include "interp/flow/flow_int.h"
#include "interp/sema/builtin.h"

/* ---- from the words of a body to those of its caller ------------------------------- */

const Val *role_arg(const Call *c, int role)
{
  if (role == ROLE_THIS) return &c->self;
  return role >= 0 && role < c->n ? &c->args[role] : NULL;
}

Id id_called(Walk *w, Id id, const Call *c)
{
  if (id_tag(id) != ID_ROLE) return current(w, id);
  const Val *v = role_arg(c, id_number(id));
  Id root = id_number(id) == ROLE_ME ? c->me : v ? v->id : id_of(ID_ANY, 0);
  return id_next(resolve(w, root), id_step(id));
}

static Label path_now(Walk *w)
{
  Arena *a = w->f->arena;
  Label l = label_join(a, w->path, label_one(a, atom_of(A_PATH, 0), NULL));
  return label_minus(a, l, w->opened);
}

/* What explains conditions around a call: the face of what was given. */
static Label path_home(Walk *w, Atom atom, const Val *v)
{
  if (atom.tag != A_PATH_OF || !v) return (Label){0};
  return atom.others ? label_whole(w->f->arena, v->home) : v->home;
}

static Label atom_called(Walk *w, Part p, const Call *c)
{
  Arena *a = w->f->arena;
  const Val *v = role_arg(c, p.atom.n);
  Label l = {0};
  switch ((AtomTag)p.atom.tag) {
  case A_FIELD:
  case A_TOLD:
    p.atom.base = id_called(w, p.atom.base, c);
    p.atom.read = w->s->changes;
    return label_one(a, p.atom, p.way);
  case A_SELECT:
    if (p.atom.n == ROLE_ME) return c->me_sel;
    if (v) l = v->sel;
    break;
  case A_HOME:
    if (v) l = v->home;
    break;
  case A_EXTRA:
    if (p.atom.n == ROLE_ME) return c->me_sel;
    if (v) l = label_minus(a, v->sel, v->home);
    break;
  case A_WHERE:
    if (v) l = where_label(w, v, v->kind);
    break;
  case A_PATH: return path_now(w);
  case A_PATH_OF: return label_minus(a, path_now(w), path_home(w, p.atom, v));
  case A_LAID: return laid_before(w, p.atom);
  case A_MUCH: return label_one(a, p.atom, p.way);
  }
  if (p.atom.others) l = label_others(a, l, v ? v->home : (Label){0});
  return c->name ? label_step(a, l, BY_ARGUMENT, c->name, c->at) : l;
}

Label substitute(Walk *w, Label l, const Call *c)
{
  Label r = {0};
  for (int i = 0; i < l.n; i++)
    r = label_join(w->f->arena, r, atom_called(w, l.at[i], c));
  return r;
}

/* Who sees the pile that was given. */
static Audiences pile_audience(const Walk *w, const Val *v)
{
  Audiences all = {.n = 0};
  for (int i = 0; i < v->home.n; i++) {
    Atom a = v->home.at[i].atom;
    if (a.tag == A_FIELD) return audience_of(w, w->f->m->fields.at[a.n], a.base);
    if (a.tag == A_HOME)
      all.at[all.n++] = (Audience){.tag = TO_PILE, .n = a.n, .cond = -1};
    if (all.n) return all;
  }
  all.at[all.n++] = to_all();
  return all;
}

static Audiences audience_called(Walk *w, Audience to, const Call *c)
{
  Audiences all = {.n = 0};
  if (to.tag == TO_PILE) {
    const Val *v = role_arg(c, to.n);
    if (v) return pile_audience(w, v);
    to.tag = TO_ALL;
  }
  to.base = id_called(w, to.base, c);
  all.at[all.n++] = to;
  return all;
}

static void facts_called(Walk *w, const Known *k, const Call *c)
{
  for (int i = 0; i < k->n; i++) {
    Fact f = k->at[i];
    f.base = id_called(w, f.base, c);
    f.since = w->s->changes;
    if (f.tag != KNOW_FLAG) f.who = id_called(w, f.who, c);
    bool whom = f.all || f.tag == KNOW_FLAG || id_tag(f.who) != ID_ANY;
    bool which = f.tag == KNOW_FLAG || f.tag == KNOW_SAME || id_tag(f.base) != ID_ANY;
    if (whom && which) known_add(&w->known, f);
  }
  if (k->dead) w->known.dead = true;
}

void apply(Walk *w, const Summary *s, const Call *c)
{
  size_t n = s->duties.n; /* of a body that calls itself it grows meanwhile */
  for (size_t i = 0; i < n; i++) {
    Duty d = s->duties.at[i];
    Label l = atom_called(w, d.part, c);
    Audiences to = audience_called(w, d.to, c);
    bool seen = d.part.atom.tag == A_PATH || d.part.atom.tag == A_PATH_OF;
    for (int k = 0; k < to.n; k++) {
      need(w, to.at[k], l, d.tell);
      if (!seen || w->ending || w->quiet) continue;
      Label home = path_home(w, d.part.atom, role_arg(c, d.part.atom.n));
      Event e = {to.at[k], d.tell, home, w->opened};
      vec_push(w->events, e);
    }
  }
  w->s->asks = w->s->asks || s->asks;
  Levels fails = substitute_levels(w, s->fails.at[0], c);
  Levels sticks = substitute_levels(w, s->stuck.at[0], c);
  if (s->can_fail || s->fails.at[0].n) fail(w, fails, s->can_fail, c->at);
  if (s->can_stick || s->stuck.at[0].n) stuck(w, sticks, s->can_stick, c->at);
  for (size_t i = 0; i < s->marks.n; i++) {
    const Val *v = role_arg(c, s->marks.at[i].role);
    if (v) mark_thing(w, w->f->m->fields.at[s->marks.at[i].field], v->home);
  }
  laid_called(w, &s->after, c);
  Known before = w->known;
  changed_by(w, s);
  tracks_called(w, &before, &s->after, c);
  facts_called(w, &s->after, c);
}

/* ---- walking a body ---------------------------------------------------------------- */

Walk walk_new(Flow *f, Summary *s)
{
  Walk w = {.f = f, .s = s, .me = id_of(ID_ROLE, ROLE_ME)};
  w.me_sel = label_one(f->arena, atom_of(A_SELECT, ROLE_ME), NULL);
  w.me_at = levels_same(w.me_sel);
  w.self.placed = w.it.placed = true;
  return w;
}

/* Does an id mean nothing to a caller when the body has ended? */
static bool within(const Walk *w, Id id)
{
  return id_tag(id) == ID_LOCAL || (id_tag(id) == ID_PATH && killed(w, id_number(id)));
}

/* What is known at the end, in words that a caller understands. */
static void facts_export(Walk *w, Known *out)
{
  *out = (Known){.dead = w->known.dead, .settled = w->known.settled > 0};
  for (int i = 0; i < w->known.n; i++) {
    const Fact *k = &w->known.at[i];
    bool whom = k->tag != KNOW_FLAG && !k->all;
    if (within(w, k->base) || (whom && within(w, k->who))) continue;
    known_add(out, *k);
  }
  for (int i = 0; i < w->known.n_tracks; i++)
    out->tracks[out->n_tracks++] = w->known.tracks[i];
  out->laid[0] = w->known.laid[0];
  over_meet(w, out, &w->known);
  over_forget(w, out, 0);
  Known none = {0};
  laid_forget(w, out, &none, 0);
}

/* Walks a block until no name that can be set holds more than it did. */
static void walk_body(Walk *start, Node *block)
{
  Events events = {0};
  start->events = &events;
  size_t kills = start->s->kills.n;
  Known first = start->known;
  for (int round = 0; round < MAX_FRAME; round++) {
    Walk w = *start;
    events.n = 0;
    w.s->kills.n = kills;
    no_changes(&w);
    walk_stmts(&w, block ? block->a : NULL);
    start->known = w.known;
    start->opened = w.opened;
    if (!w.grew) break;
    start->known = first;
    start->opened = (Label){0};
  }
  vec_free(&events);
  if (start->known.dead) start->s->kills.n = kills;
  facts_export(start, &start->s->after);
}

static void bind_param(Walk *w, Sym *y, int role)
{
  Val v = role_val(w, role, kind_of(y->type));
  v.placed = y->type && y->type->tag == T_PILE; /* which pile, its role says */
  bind(w, y, v);
}

static void bind_params(Walk *w, Sym *const *at, size_t n)
{
  for (size_t i = 0; i < n && i < MAX_PARAMS; i++) bind_param(w, at[i], (int)i);
}

/* The line in the log. */
static void told(Walk *w, const Verb *v)
{
  if (!v->label || !v->decl || v->slot_of) return;
  event(w, to_all(), w->me_sel, (Label){0},
        tell_new(w->f, TELL_LINE, v->decl->loc, v->name));
  shown(w, v->decl->text, to_all(), TELL_SHOWN, v->decl->loc);
}

static void grown(Flow *f, Summary *to, const Summary *from)
{
  if (to->duties.n != from->duties.n ||
      label_size(to->fails.at[0]) != label_size(from->fails.at[0]) ||
      label_size(to->stuck.at[0]) != label_size(from->stuck.at[0]) ||
      to->can_fail != from->can_fail || to->can_stick != from->can_stick ||
      to->marks.n != from->marks.n || !changes_same(to, from) ||
      !tracks_same(&to->after, &from->after) || !laid_same(&to->after, &from->after) ||
      overs_differ(&to->after, &from->after))
    f->changed = true;
  int state = to->state;
  *to = *from;
  to->state = state;
}

/* All that a slot may do: any of what things fill it with. */
static void merge(Flow *f, Summary *to, const Summary *one, bool first)
{
  Walk w = walk_new(f, to);
  for (size_t i = 0; i < one->duties.n; i++) {
    const Duty *d = &one->duties.at[i];
    if (!duty_known(to, d)) apush(f->arena, &to->duties, *d);
  }
  to->fails = levels_join(&w, to->fails, one->fails);
  to->stuck = levels_join(&w, to->stuck, one->stuck);
  to->can_fail = to->can_fail || one->can_fail;
  to->can_stick = to->can_stick || one->can_stick;
  to->asks = to->asks || one->asks;
  for (size_t i = 0; i < one->marks.n; i++) apush(f->arena, &to->marks, one->marks.at[i]);
  changed_by(&w, one);
  if (first) to->after = one->after;
  else known_meet(&w, &to->after, &one->after);
}

/* A field that no rule has touched yet is what it was declared as. */
static void first_facts(Walk *w)
{
  const Flow *f = w->f;
  const Model *m = f->m;
  const Summary *setup = m->setup ? &f->verbs[m->setup->number] : NULL;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    if (!f->relevant[i] || x->kind || x->per || x->option || x->hidden ||
        x->type->tag != T_FLAG)
      continue;
    const Node *first = x->decl->b;
    bool touched = false;
    for (size_t k = 0; setup && k < setup->kills.n; k++)
      touched |= setup->kills.at[k] == (int)i;
    if (touched || (first && first->tag != N_YES && first->tag != N_NO)) continue;
    known_add(&w->known,
              (Fact){.tag = KNOW_FLAG, .n = (int)i, .who = first && first->tag == N_YES});
  }
}

static Summary body_summary(Flow *f, Verb *v, Node *block, const Thing *self)
{
  Summary s = {0};
  Walk w = walk_new(f, &s);
  bind_params(&w, v->params.at, v->params.n);
  if (v->slot_of || (v->field && v->field->kind)) {
    w.self = role_val(&w, ROLE_THIS, v->slot_of ? v->slot_of : v->field->kind);
    (void)self;
  }
  taken(&w, v);
  if (v == f->m->setup) w.settled = true;
  if (v == f->m->play) first_facts(&w);
  Events events = {0};
  w.events = &events;
  w.ending = block && ends_game(f, block->a);
  told(&w, v);
  vec_free(&events);
  walk_body(&w, block);
  return s;
}

/* The change itself, where rules stand around raising and lowering a field. */
static Summary change_summary(Flow *f, Verb *v)
{
  Summary s = {0};
  Walk w = walk_new(f, &s);
  Events events = {0};
  w.events = &events;
  Val n = role_val(&w, 0, NULL), it = role_val(&w, ROLE_THIS, v->field->kind);
  change_field(&w, v->field, v->field->kind ? &it : NULL, full(&w, &n),
               v->field->decl->loc);
  vec_free(&events);
  return s;
}

static Summary innermost(Flow *f, Verb *v)
{
  if (v->field) return change_summary(f, v);
  Summary all = {0};
  size_t n = f->bodies[v->number].n;
  bool first = true;
  if (v->decl && v->decl->b) {
    all = body_summary(f, v, v->decl->b, NULL);
    first = false;
  } else if (!v->slot_of) all = body_summary(f, v, NULL, NULL), first = false;
  for (size_t i = 0; i < n; i++) {
    const Body *b = &f->bodies[v->number].at[i];
    Summary one = body_summary(f, v, b->node->a, b->thing);
    merge(f, &all, &one, first);
    first = false;
  }
  return all;
}

const Thing *named_thing(const Node *n)
{
  if (n->tag == N_CALL && n->op == BI_FIRST && n->num != 1) n = n->a; /* of its copies */
  return n->tag == N_NAME && n->sym && n->sym->tag == SY_THING ? n->sym->thing : NULL;
}

const Summary *summary_named(Flow *f, Verb *v, const Thing *t)
{
  enum { DEEPEST = 2 }; /* cards that call cards that call cards */
  const Body *own = NULL;
  for (size_t i = 0; i < f->bodies[v->number].n; i++)
    if (f->bodies[v->number].at[i].thing == t) own = &f->bodies[v->number].at[i];
  if (!own || v->rules.n || f->named == DEEPEST) return summary_of(f, v);
  f->named++;
  Summary *s = ARENA_NEW(f->arena, Summary);
  *s = body_summary(f, v, own->node->a, t);
  f->named--;
  return s;
}

/* ---- layers ------------------------------------------------------------------------ */

/* `this` in a rule: whichever it is, the same one all through. */
static Val place_self(Flow *f, const Place *p)
{
  Val v = {.kind = p->kind};
  v.placed = !v.kind || !v.kind->in_piles;
  if (p->thing && p->thing->copies == 1) v.id = id_of(ID_THING, p->thing->id);
  else if (p->kind) v.id = fresh_name(f);
  return v;
}

/* Conditions under which a rule takes effect, one after the other: the label, and, unless
 * it is raw, what they find out. */
typedef struct Taking {
  Label when, raw; /* no attempt is open here */
} Taking;

static void takes(Walk *w, Taking *t, Node *condition)
{
  if (!condition) return;
  Val v = eval(w, condition);
  t->when = label_join(w->f->arena, t->when, full(w, &v));
  t->raw = label_join(w->f->arena, t->raw, full_levels(w, condition).at[0]);
  found_facts(w, v.yes);
}

static Label taken_when(Walk *w, Label l, Loc at)
{
  Arena *a = w->f->arena;
  if (id_tag(w->self.id) == ID_LOCAL)
    l = label_rename(a, l, w->self.id, id_of(ID_ANY, 0));
  return label_step(a, l, BY_CONDITION, NULL, at);
}

/* One rule: when it takes effect, and its block. */
static Summary rule_summary(Flow *f, const Rule *r, const Summary *beneath, Taking *when)
{
  Summary s = {0};
  Walk w = walk_new(f, &s);
  w.verb = r->verb;
  w.beneath = r->tag == N_INSTEAD ? beneath : NULL;
  w.self = place_self(f, &r->place);
  bind_params(&w, r->names.at, r->names.n);
  if (r->it) {
    w.it = role_val(&w, ROLE_THIS, kind_of(r->it->type));
    w.it_sym = r->it;
  }
  taken(&w, r->verb);
  Taking t = {0};
  takes(&w, &t, r->place.hold);
  takes(&w, &t, r->node->b);
  if (r->only) {
    t.when = label_join(f->arena, t.when, full(&w, &w.it));
    t.raw = label_join(f->arena, t.raw, full(&w, &w.it));
  }
  Loc at = r->node->b ? r->node->b->loc : r->node->loc;
  *when = (Taking){taken_when(&w, t.when, at), taken_when(&w, t.raw, at)};
  walk_body(&w, r->node->c);
  return s;
}

/* What a layer passes on: what the verb was given, and what is known of that by now. */
static Call same_call(Walk *w, const Verb *v)
{
  size_t n = v->params.n < MAX_PARAMS ? v->params.n : MAX_PARAMS;
  Val *raw = arena_alloc(w->f->arena, 2 * (n + 1) * sizeof *raw), *args = raw + n + 1;
  for (size_t i = 0; i < n; i++) {
    raw[i] = role_val(w, (int)i, kind_of(v->params.at[i]->type));
    args[i] = revealed(w, raw[i]);
  }
  const Kind *k = v->slot_of ? v->slot_of : v->field ? v->field->kind : NULL;
  Val self = role_val(w, ROLE_THIS, k);
  return (Call){.args_at = {raw},
                .self_at = {self},
                .me_at = w->me_at,
                .args = args,
                .n = (int)n,
                .self = revealed(w, self),
                .me = w->me,
                .me_sel = w->me_sel,
                .at = v->decl ? v->decl->loc : v->field->decl->loc};
}

/* A part that runs only if its condition holds: nothing is sure afterwards. */
static void apply_if(Walk *w, const Summary *s, const Verb *v, Taking when, bool sure)
{
  Known before = w->known;
  Label path = w->path;
  Levels raw_path = w->raw_path;
  Call c = same_call(w, v);
  w->path = label_join(w->f->arena, w->path, substitute(w, when.when, &c));
  w->raw_path.at[0] =
      label_join(w->f->arena, w->raw_path.at[0], substitute_at(w, when.raw, &c, 0));
  apply(w, s, &c);
  w->path = path;
  w->raw_path = raw_path;
  if (sure) return;
  for (size_t i = 0; i < s->kills.n; i++) { /* what it may have changed */
    Walk t = *w;
    t.known = before;
    known_kill(&t, s->kills.at[i]);
    before = t.known;
  }
  known_meet(w, &w->known, &before);
}

static bool sure(const Rule *r)
{
  return !r->node->b && !r->place.hold && !r->place.variant && !r->place.kind && !r->only;
}

/* Can it run more than once, for several things? */
static bool repeats(const Rule *r)
{
  return r->place.kind && !(r->place.thing && r->place.thing->copies == 1);
}

static void rules_around(Walk *w, const Verb *v, Layer layer, Tag tag)
{
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    if (r->place.layer != layer || r->tag != tag) continue;
    Taking when;
    Summary s = rule_summary(w->f, r, NULL, &when);
    if (repeats(r)) { /* what the one before it has changed and laid, it meets */
      changed_by(w, &s);
      apply_if(w, &s, v, when, false);
    }
    apply_if(w, &s, v, when, sure(r));
  }
}

/* Returns whether something was there to replace. */
static void replaced(Walk *w, const Verb *v, Layer layer, const Summary *beneath)
{
  Taking all = {0};
  bool some = false;
  Known before = w->known, after = {.dead = true}; /* whichever it was */
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    if (r->place.layer != layer || r->tag != N_INSTEAD) continue;
    Taking when;
    Summary s = rule_summary(w->f, r, beneath, &when);
    some = true;
    all.when = label_join(w->f->arena, all.when, when.when);
    all.raw = label_join(w->f->arena, all.raw, when.raw);
    w->known = before;
    apply_if(w, &s, v, all, false);
    known_meet(w, &after, &w->known);
  }
  if (!some) {
    Call c = same_call(w, v);
    apply(w, beneath, &c);
    return;
  }
  w->known = before;
  apply_if(w, beneath, v, all, false);
  known_meet(w, &w->known, &after);
}

static bool has_rules(const Verb *v, Layer layer)
{
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->place.layer == layer) return true;
  return false;
}

static Summary layered(Flow *f, Verb *v)
{
  Summary inner = innermost(f, v);
  for (int l = LAYER_BOOK; l < LAYER_COUNT; l++) {
    if (!has_rules(v, (Layer)l)) continue;
    Summary outer = {0};
    Walk w = walk_new(f, &outer);
    Events events = {0};
    w.events = &events;
    if (v == f->m->setup) w.settled = true;
    taken(&w, v);
    rules_around(&w, v, (Layer)l, N_BEFORE);
    replaced(&w, v, (Layer)l, &inner);
    rules_around(&w, v, (Layer)l, N_AFTER);
    facts_export(&w, &outer.after);
    vec_free(&events);
    inner = outer;
  }
  return inner;
}

Summary *summary_of(Flow *f, Verb *v)
{
  enum { DEEPEST = 200 };
  Summary *s = &f->verbs[v->number];
  if (s->state == 2) return s;
  if (s->state == 1 || f->depth >= DEEPEST) {
    f->again = true; /* what was known before; the next round knows more */
    return s;
  }
  s->state = 1;
  f->depth++;
  int loops = f->loops; /* those of who calls are his */
  bool coarse = f->coarse;
  f->loops = 0;
  f->coarse = false;
  Summary now = layered(f, v);
  f->loops = loops;
  f->coarse = coarse;
  f->depth--;
  grown(f, s, &now);
  s->state = 2;
  return s;
}

/* ---- what the machine calls -------------------------------------------------------- */

Label when_summary(Flow *f, const When *x, Summary *s)
{
  Walk w = walk_new(f, s);
  w.me_sel = (Label){0}; /* who changes what is watched lets all know who acts */
  w.me_at = (Levels){0};
  w.self = place_self(f, &x->place);
  Taking t = {0};
  takes(&w, &t, x->place.hold);
  takes(&w, &t, x->node->a);
  w.path = label_step(f->arena, t.when, BY_CONDITION, NULL, x->node->a->loc);
  w.raw_path.at[0] = label_step(f->arena, t.raw, BY_CONDITION, NULL, x->node->a->loc);
  walk_body(&w, x->node->c);
  return t.raw;
}
