/* What expressions tell. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

Id fresh_name(Flow *f) { return id_of(ID_LOCAL, f->names++); }

Label full(Walk *w, const Val *v) { return join(w, v->sel, v->home); }

Label number(Walk *w, const Val *v) { return join(w, v->sel, v->many); }

Label label_of(Walk *w, Node *n)
{
  Val v = eval(w, n);
  return full(w, &v);
}

Val quietly(Walk *w, Node *n)
{
  bool quiet = w->quiet;
  w->quiet = true;
  Val v = eval(w, n);
  w->quiet = quiet;
  return v;
}

/* A plain value: nothing is known of it but what it tells. */
/* One of either. */
static Val both(Walk *w, Val a, Val b)
{
  a.sel = join(w, a.sel, b.sel);
  a.home = join(w, a.home, b.home);
  a.many = join(w, a.many, b.many);
  a.lacks = join(w, a.lacks, b.lacks);
  a.lacking = a.lacking || b.lacking;
  if (!id_same(a.id, b.id)) a.id = id_of(ID_ANY, 0);
  if (!id_same(a.holder, b.holder)) a.holder = id_of(ID_ANY, 0);
  if (!id_same(a.member, b.member)) a.member = id_of(ID_ANY, 0);
  a.given = given_both(&a, &b);
  a.placed = a.placed && b.placed;
  a.joined = a.joined || b.joined;
  a.open = a.open && b.open;
  a.shown &= b.shown;
  a.away &= b.away;
  a.yes = found_either(w, a.yes, b.yes);
  a.no = found_either(w, a.no, b.no);
  return a;
}

/* Both in one set.  Sets go through their things in the order in which these are written:
 * which of them come first is hidden with the faces. */
Val things_joined(Walk *w, Val a, Val b)
{
  a = both(w, a, b);
  a.joined = a.joined || a.home.n;
  a.id = id_of(ID_ANY, 0);
  return a;
}

/* The hidden piles of a kind. */
static Piles hidden_piles(const Flow *f, const Kind *k)
{
  Piles all = NO_PILES;
  for (size_t i = 0; i < f->m->fields.n; i++) {
    const Field *x = f->m->fields.at[i];
    if (x->pile && x->type->kind == k && is_hidden(x)) all |= pile_bit(f, x);
  }
  return all;
}

/* In which pile a thing lies: everybody sees it, or whoever sees all hidden ones; and, if
 * an answer is tried, what that has moved. */
Label where_label(Walk *w, const Val *v, const Kind *k)
{
  Label l = v->joined ? v->home : (Label){0}, given = {0};
  Piles away = v->away | away_of(&w->known, v->id);
  if (!k) return (Label){0};
  Label moved = {0};
  if (!v->placed || id_tag(v->id) != ID_ANY) {
    moved = laid_piles(w, ~away, k, LAID);
    moved = join(w, moved, laid_piles(w, ~away, k, LAID_BY));
  }
  if (v->open) return moved;
  l = join(w, l, moved);
  if (v->placed || !(hidden_piles(w->f, k) & ~away)) return l;
  Arena *a = w->f->arena;
  for (int i = 0; i < v->home.n; i++)
    if (v->home.at[i].atom.tag == A_HOME)
      given =
          join(w, given,
               label_one(a, atom_of(A_WHERE, v->home.at[i].atom.n), v->home.at[i].way));
  l = join(w, l, given);
  if (given.n && v->given) return l;
  const Model *m = w->f->m;
  int several =
      0; /* of one hidden pile all know what lies there: what lies nowhere else */
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (f->pile && f->type->kind == k && is_hidden(f))
      several += f->kind || f->per ? 2 : 1;
  }
  for (size_t i = 0; several > 1 && i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (!f->pile || f->type->kind != k || !is_hidden(f)) continue;
    Atom atom = {.tag = A_FIELD, .n = f->index, .read = w->s->changes};
    if (!f->kind) atom.base = id_of(ID_GAME, 0);
    l = join(w, l, label_one(a, atom, NULL));
  }
  return l;
}

Label where_at(Walk *w, const Val *v, int level)
{
  bool raw = w->raw;
  int at = w->at;
  w->raw = true;
  w->at = level;
  Label l = where_label(w, v, v->kind);
  w->raw = raw;
  w->at = at;
  return l;
}

/* ---- names ------------------------------------------------------------------------ */

const Kind *kind_of(const Type *t)
{
  return !t ? NULL : t->kind ? t->kind : t->elem ? t->elem->kind : NULL;
}

Val role_val(Walk *w, int role, const Kind *k)
{
  Arena *a = w->f->arena;
  return (Val){.sel = label_one(a, atom_of(A_SELECT, role), NULL),
               .home = label_one(a, atom_of(A_HOME, role), NULL),
               .id = id_of(ID_ROLE, role),
               .kind = k,
               .given = true};
}

static Val lasting(Val v)
{
  v.away = v.shown = NO_PILES; /* things move, names stay */
  v.yes = v.no = NULL;
  v.open = false;
  return v;
}

void bind(Walk *w, const Sym *y, Val v)
{
  Sym *s = (Sym *)y;
  if (!s->flow)
    s->flow = arena_alloc(w->f->arena, sizeof(Bound)); /* its first is a Val */
  Bound *b = (Bound *)s->flow;
  b->val = lasting(v);
  for (int k = 0; k < LEVELS; k++) b->at[k] = b->val;
}

/* At levels that begin later it is what it is by then. */
void bind_levels(Walk *w, const Sym *y, const Val at[LEVELS])
{
  Bound *b = (Bound *)y->flow;
  for (int k = 0; k <= w->level; k++) {
    Id id = b->val.id, holder = b->val.holder, member = b->val.member;
    b->at[k] = lasting(at[k]);
    b->at[k].id = id, b->at[k].holder = holder, b->at[k].member = member;
  }
}

Label me_label(const Walk *w) { return w->raw ? w->me_at.at[w->at] : w->me_sel; }

void bind_placed(Walk *w, const Sym *y, Val v)
{
  if (v.kind && v.kind->in_piles)
    place_add(&w->known, v.id, v.away), place_kind(w, v.id, v.kind);
  bind(w, y, v);
}

/* What was revealed is known. */
Val revealed(const Walk *w, Val v)
{
  const Fact *told = NULL;
  v.away |= away_of(&w->known, v.id);
  if (v.kind && v.kind->in_piles && place_lost(&w->known, v.id)) {
    v.placed = v.given = false;
    v.holder = id_of(ID_ANY, 0);
  }
  for (int i = 0; i < w->known.n; i++) {
    const Fact *k = &w->known.at[i];
    if (k->tag != KNOW_ID || !id_same(k->base, v.id)) continue;
    Piles lost = k->lost & ~v.away;
    if (k->all && !lost) {
      v.sel = v.home = (Label){0};
      v.open = v.placed = true;
      v.shown = ALL_PILES;
      return v;
    }
    if (k->all) v.shown |= ~lost;
    if (lost) continue;
    if (!told || id_same(k->who, w->me)) told = k;
  }
  if (!told) return v;
  Atom a = {.tag = A_TOLD, .base = told->who};
  if (v.home.n) v.home = label_one(w->f->arena, a, v.home.at[0].way);
  if (v.sel.n) v.sel = label_one(w->f->arena, a, v.sel.at[0].way);
  return v;
}

Val local_val(Walk *w, const Sym *y)
{
  if (!y->flow) return plain((Label){0});
  const Bound *b = (const Bound *)y->flow;
  Val v = w->raw ? b->at[w->at] : b->val;
  if (y->type && y->type->tag == T_PILE) {
    v.away = given_to(w, v.id);
    v.sel = join(w, v.sel, laid_piles(w, ~v.away, v.kind, LAID));
    v.home = join(w, v.home, laid_piles(w, ~v.away, v.kind, LAID_FACES));
  }
  return revealed(w, v);
}

/* A thing by its name: which one it is is written in the rules, where it lies is not. */
static Val thing_val(const Walk *w, const Thing *t)
{
  Val v = {.kind = t->kind, .placed = !t->kind->in_piles};
  if (t->copies == 1) v.id = id_of(ID_THING, t->id);
  return revealed(w, v);
}

/* ---- fields ----------------------------------------------------------------------- */

static Label read_step(Walk *w, Atom a, const Node *n, const char *name)
{
  Step *s = ARENA_NEW(w->f->arena, Step);
  *s = (Step){BY_READ, name, n->loc, NULL};
  return label_one(w->f->arena, a, s);
}

static Id atom_base(const Field *f, const Val *base)
{
  if (!f->kind) return id_of(ID_GAME, 0);
  bool held = !f->kind->is_player && rule_by_owner(seen_rule(f));
  return held ? base->holder : base->id;
}

Spot spot_of(Walk *w, Node *n)
{
  Spot s = {0};
  Node *p = n->tag == N_INDEX ? n->a : n;
  s.base.placed = true;
  if (p->tag == N_DOT) s.base = eval(w, p->a);
  if (p->sym && p->sym->tag == SY_FIELD) s.field = p->sym->field;
  else if (p->sym && p->sym->tag == SY_LOCAL) s.name = p->sym;
  if (n->tag == N_INDEX) s.base.sel = join(w, s.base.sel, label_of(w, n->b));
  if (s.field) s.id = atom_base(s.field, &s.base);
  return s;
}

static Val read_field(Walk *w, Node *n)
{
  Spot s = spot_of(w, n);
  const Field *f = s.field;
  Val v = {.sel = s.base.sel, .placed = true};
  Label in = {0};
  if (is_hidden(f))
    in = read_step(
        w, (Atom){.tag = A_FIELD, .n = f->index, .read = w->s->changes, .base = s.id}, n,
        f->name);
  if (f->pile) {
    /* What lies in or on a hidden thing comes to light with what lies there. */
    v.sel = join(w, v.sel, laid_in(w, f, LAID));
    v.home = join(w, join(w, in, s.base.home), laid_in(w, f, LAID_FACES));
    v.many = s.base.home;
    v.kind = f->type->kind;
    v.away = ~pile_bit(w->f, f);
    if (f->kind && f->kind->is_player) v.holder = s.base.id;
    return v;
  }
  v.sel = join(w, join(w, v.sel, s.base.home), join(w, in, laid_in(w, f, LAID)));
  if (w->f->marks[f->index]) v.sel = join(w, v.sel, where_label(w, &s.base, f->kind));
  v.placed = false; /* a reference says nothing of where the thing lies */
  if (f->type->tag == T_THING) v.placed = !f->type->kind->in_piles;
  if (!f->kind && !f->per && f->type->kind && f->type->kind->is_player)
    v.id = current(w, id_of(ID_PATH, f->index));
  return v;
}

static Label column_label(Flow *f, const Column *c, bool raw);

static Call column_call(Walk *w, const Node *n, Val of)
{
  return (Call){.self = of,
                .me = w->me,
                .me_sel = me_label(w),
                .at = n->loc,
                .name = n->sym->column->name};
}

Label column_told(Walk *w, Node *n)
{
  const Column *c = n->sym->column;
  Call call = column_call(w, n, eval(w, n->a));
  return substitute(w, column_label(w->f, c, w->raw), &call);
}

static Val read_column(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val b = eval(w, n->a), v = plain(b.sel);
  const Column *c = n->sym->column;
  Call call = column_call(w, n, b);
  if (c->changed) { /* what cards in play make of it */
    Val now = value_of(w->f, c->changed, w->raw);
    v.sel = join(w, v.sel, substitute(w, full(w, &now), &call));
  }
  /* What it is computed from, if it is no constant. */
  v.sel = join(w, v.sel, substitute(w, column_label(w->f, c, w->raw), &call));
  if (c->decl->tag == N_VALUE && c->decl->num) return v; /* printed on the back */
  v.sel = join(w, v.sel, b.home);
  v.placed = !c->type->kind || !c->type->kind->in_piles;
  return v;
}

static Label column_label(Flow *f, const Column *c, bool raw)
{
  struct Memo *memo = &f->memo[raw];
  Val *v = &memo->columns[c->index];
  if (memo->column_state[c->index]) return v->sel;
  memo->column_state[c->index] = 1;
  Summary none = {0};
  Walk w = walk_new(f, &none);
  w.raw = raw;
  w.self = role_val(&w, ROLE_THIS, c->kind);
  Label l = {0};
  if (c->decl->c) l = label_of(&w, c->decl->c);
  for (size_t i = 0; i < c->kind->things.n; i++) {
    const Node *fill = thing_fill(c->kind->things.at[i], c->name);
    if (fill && fill->tag == N_FILL) l = join(&w, l, label_of(&w, fill->a));
  }
  v->sel = l;
  return l;
}

/* ---- values ----------------------------------------------------------------------- */

/* A value with the labels of somebody of whom nothing is known outside. */
static Val forget_id(Walk *w, Val v, Id id)
{
  Arena *a = w->f->arena;
  Id any = id_of(ID_ANY, 0);
  v.sel = label_rename(a, v.sel, id, any);
  v.home = label_rename(a, v.home, id, any);
  v.many = label_rename(a, v.many, id, any);
  v.lacks = label_rename(a, v.lacks, id, any);
  if (id_root(v.id) == id) v.id = any;
  if (id_root(v.holder) == id) v.holder = any;
  return v;
}

static Val def_of(Flow *f, const Value *v, const Def *d, bool raw)
{
  Summary none = {0};
  Walk w = walk_new(f, &none);
  w.raw = raw;
  int role = 0;
  for (Node *p = d->node->a; p && role < MAX_PARAMS; p = p->next, role++)
    if (p->sym) bind(&w, p->sym, role_val(&w, role, kind_of(p->sym->type)));
  if (d->place.thing) w.self = thing_val(&w, d->place.thing);
  else if (v->of) w.self = role_val(&w, ROLE_THIS, v->of);
  else w.self.kind = d->place.kind;
  if (d->it) w.it = role_val(&w, ROLE_THIS, d->it->type->kind), w.it_sym = d->it;
  Val r = {.placed = true};
  Label when = {0};
  Id self = id_of(ID_ANY, 0);
  if (d->place.kind && id_tag(w.self.id) == ID_ANY) w.self.id = self = fresh_name(f);
  if (d->place.hold) {
    Val hold = eval(&w, d->place.hold);
    when = full(&w, &hold);
    suppose(&w, hold.yes);
  }
  if (d->node->c) r = eval(&w, d->node->c);
  if (d->node->d) {
    bool first = true;
    for (Node *k = d->node->d->a; k; k = k->next) when = join(&w, when, label_of(&w, k));
    for (Node *row = d->node->d->b; row; row = row->next) {
      Val one = eval(&w, row->b);
      r = first ? one : both(&w, r, one);
      first = false;
    }
  }
  r.sel = join(&w, r.sel, when);
  const Node *e = d->node->c;
  bool own =
      e && e->type && v->type && e->type->opt && !v->type->opt && v->type->tag != T_SET;
  r.lacks = own ? join(&w, w.lacks, number(&w, &r)) : w.lacks;
  r.lacking = own || w.lacking;
  return id_tag(self) == ID_ANY ? r : forget_id(&w, r, self);
}

Val value_of(Flow *f, Value *v, bool raw)
{
  INVARIANT(f->arena);
  struct Memo *memo = &f->memo[raw];
  if (memo->value_state[v->index]) return memo->values[v->index];
  memo->value_state[v->index] = 1;
  Val all = {.placed = true};
  Summary none = {0};
  Walk w = walk_new(f, &none);
  if (++f->depth < 600)
    for (size_t i = 0; i < value_texts(v); i++) {
      Val one = def_of(f, v, value_text(v, i), raw);
      all = i ? both(&w, all, one) : one;
    }
  else all.sel = label_one(f->arena, atom_of(A_MUCH, 0), NULL);
  f->depth--;
  memo->values[v->index] = all;
  return all;
}

/* Where all know that it lies if they know it of what was given. */
static void place_called(Val *r, const Val *v, const Call *c)
{
  r->given = v->given, r->placed = v->placed || v->given;
  for (int i = 0; i < v->home.n; i++) {
    Atom a = v->home.at[i].atom;
    const Val *x = a.tag == A_HOME ? role_arg(c, a.n) : NULL;
    if (!x) continue;
    r->placed = r->placed && (v->placed || x->placed);
    r->given = r->given && (x->given || x->placed);
  }
}

Val call_value(Walk *w, Node *n)
{
  int k = 0, most = 0;
  for (Node *a = n->tag == N_CALL ? n->a : NULL; a; a = a->next) most++;
  /* Calls inside calls: the stack is not for them. */
  Val *args = arena_alloc(w->f->arena, (size_t)(most + 1) * sizeof *args);
  for (Node *a = n->tag == N_CALL ? n->a : NULL; a; a = a->next) args[k++] = eval(w, a);
  Val v = value_of(w->f, n->sym->value, w->raw);
  Val self = n->tag == N_CALL && n->num == 2 ? eval(w, n->b) : w->self;
  Call c = {.args = args,
            .n = k,
            .self = self,
            .me = w->me,
            .me_sel = me_label(w),
            .at = n->loc,
            .name = NULL};
  int arg = 0;
  for (Node *a = n->tag == N_CALL ? n->a : NULL; a; a = a->next, arg++) {
    const Value *x = n->sym->value;
    const Type *want = (size_t)arg < x->params.n ? x->params.at[arg]->type : NULL;
    if (!want || !a->type || !a->type->opt || want->opt || want->tag == T_SET) continue;
    w->lacks = join(w, w->lacks, number(w, &args[arg]));
    w->lacking++;
  }
  if (v.lacking) {
    w->lacks = join(w, w->lacks, substitute(w, v.lacks, &c));
    w->lacking++;
  }
  Val r = v;
  r.lacks = (Label){0};
  if (n->tag == N_CALL && n->num == 2) { /* each thing says it in its own way */
    Val which = role_val(w, ROLE_THIS, NULL);
    v.sel = join(w, v.sel, full(w, &which));
  }
  r.sel = label_step(w->f->arena, substitute(w, v.sel, &c), BY_VALUE, n->sym->value->name,
                     n->loc);
  r.many = substitute(w, v.many, &c);
  r.home = label_step(w->f->arena, substitute(w, v.home, &c), BY_VALUE,
                      n->sym->value->name, n->loc);
  if (id_tag(v.member) == ID_LOCAL) { /* somebody else at each call */
    r.member = fresh_name(w->f);
    r.sel = label_rename(w->f->arena, r.sel, v.member, r.member);
    r.home = label_rename(w->f->arena, r.home, v.member, r.member);
    r.many = label_rename(w->f->arena, r.many, v.member, r.member);
  }
  r.id = id_called(w, v.id, &c);
  r.holder = id_called(w, v.holder, &c);
  r.yes = found_called(w, v.yes, &c);
  r.no = found_called(w, v.no, &c);
  if (id_tag(v.id) == ID_ROLE && id_number(v.id) < k && !id_step(v.id)) {
    r.open = args[id_number(v.id)].open;
    r.shown = args[id_number(v.id)].shown;
  }
  for (int i = 0; i < k; i++) r.joined = r.joined || args[i].joined;
  place_called(&r, &v, &c);
  return r;
}

/* ---- everything ------------------------------------------------------------------- */

static Val eval_name(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Sym *y = n->sym;
  Val v = plain((Label){0});
  if (!y) return v;
  switch (y->tag) {
  case SY_LOCAL: return y == w->it_sym ? revealed(w, w->it) : local_val(w, y);
  case SY_FIELD: return y->field->option ? v : read_field(w, n);
  case SY_VALUE: return call_value(w, n);
  case SY_THING: v = thing_val(w, y->thing); return v;
  case SY_KIND:
    v.kind = y->kind;
    v.placed = !y->kind->in_piles;
    return v;
  default: return v;
  }
}

static Val eval_sum(Walk *w, Node *n) /* + and -, of numbers and of sets */
{
  Val a = eval(w, n->a), b = eval(w, n->b);
  bool numbers = n->type && n->type->tag == T_NUM;
  if (numbers) return plain(join(w, full(w, &a), full(w, &b)));
  if (n->tag == N_SUB) { /* what is taken away decides what is left */
    a.sel = join(w, a.sel, full(w, &b));
    a.id = a.member = id_of(ID_ANY, 0);
    return a;
  }
  a = things_joined(w, a, b);
  a.member = id_of(ID_ANY, 0);
  return a;
}

/* A whole set is compared, or one thing. */
static Label compared(Walk *w, const Node *n, const Val *v, Label l)
{
  bool set = n->type && (n->type->tag == T_SET || n->type->tag == T_PILE);
  return set ? asked_of_all(w, l, v) : l;
}

static Val eval_compare(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val a = eval(w, n->a), b = eval(w, n->b);
  bool is = n->tag == N_IS || n->tag == N_ISNOT;
  if (is && n->b->tag == N_NONE) return plain(compared(w, n->a, &a, number(w, &a)));
  if (is && n->a->tag == N_NONE) return plain(compared(w, n->b, &b, number(w, &b)));
  if (is)
    return plain(
        join(w, compared(w, n->a, &a, full(w, &a)), compared(w, n->b, &b, full(w, &b))));
  bool in = n->tag == N_IN || n->tag == N_NOTIN;
  /* All know that it lies there, if it does. */
  bool known = in && !(~b.away & ~a.shown);
  Val r = plain(known ? b.sel : join(w, full(w, &a), full(w, &b)));
  if (known) r.sel = join(w, r.sel, laid_piles(w, ~b.away, b.kind, LAID_BY));
  if (in) *(n->tag == N_IN ? &r.yes : &r.no) = found_in(w, a.id, ~b.away);
  return r;
}

/* What two conditions together tell: the second matters only if the first has not
 * decided. */
static Label label_both(Walk *w, Node *first, Node *second, bool all, Val *a, Val *b)
{
  *a = eval(w, first);
  int lacking = w->lacking;
  Supposed before = suppose(w, all ? a->yes : a->no);
  *b = eval(w, second);
  suppose_no_more(w, &before);
  lacks_under(w, lacking, full(w, a));
  return join(w, full(w, a), full(w, b));
}

/* `and`, `or`: the same whichever side is looked at first, so what tells less counts. */
static Val eval_both(Walk *w, Node *n)
{
  enum { MOST_TURNS = 2 }; /* long chains are not looked at in every order */
  bool all = n->tag == N_AND, quiet = w->quiet;
  Val a, b, x, y;
  Label l = label_both(w, n->a, n->b, all, &a, &b);
  if (l.n && (all ? b.yes : b.no) && w->turned < MOST_TURNS) {
    w->quiet = true;
    w->turned++;
    Label other = label_both(w, n->b, n->a, all, &x, &y);
    w->turned--;
    w->quiet = quiet;
    if (other.n < l.n) l = other;
  }
  Val r = plain(l);
  r.yes = all ? found_all(w, a.yes, b.yes)
              : found_either(w, a.yes, found_all(w, a.no, b.yes));
  r.no =
      all ? found_either(w, a.no, found_all(w, a.yes, b.no)) : found_all(w, a.no, b.no);
  return r;
}

static Val eval_cond(Walk *w, Node *n)
{
  Val if_ = eval(w, n->a);
  Label c = full(w, &if_);
  int lacking = w->lacking;
  Supposed before = suppose(w, if_.yes);
  Val a = eval(w, n->b);
  suppose_no_more(w, &before);
  before = suppose(w, if_.no);
  Val b = eval(w, n->c);
  suppose_no_more(w, &before);
  lacks_under(w, lacking, c);
  if (n->b->tag == N_NONE) b.sel = join(w, b.sel, a.sel), a = b;
  else if (n->c->tag != N_NONE) a = both(w, a, b);
  a.sel = join(w, a.sel, c);
  a.id = a.member = id_of(ID_ANY, 0);
  a.yes = a.no = NULL;
  return a;
}

static Val eval_once(Walk *w, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Val v;
  Label c;
  switch (n->tag) {
  case N_ME: return revealed(w, (Val){.sel = me_label(w), .id = w->me, .placed = true});
  case N_THIS: return revealed(w, w->self);
  case N_IT:
  case N_NAME: return eval_name(w, n);
  case N_DOT:
    if (n->sym && n->sym->tag == SY_FIELD) return read_field(w, n);
    if (n->sym && n->sym->tag == SY_COLUMN) return read_column(w, n);
    return plain(label_of(w, n->a));
  case N_INDEX:
    if (n->a->sym && n->a->sym->tag == SY_FIELD) return read_field(w, n);
    return plain(join(w, label_of(w, n->a), label_of(w, n->b)));
  case N_CALL: return eval_function(w, n);
  case N_WHERE: return eval_where(w, n);
  case N_PICK: return eval_pick(w, n);
  case N_ADD:
  case N_SUB: return eval_sum(w, n);
  case N_IS:
  case N_ISNOT:
  case N_IN:
  case N_NOTIN: return eval_compare(w, n);
  case N_COND: return eval_cond(w, n);
  case N_AND:
  case N_OR: return eval_both(w, n);
  case N_NOT:
    v = eval(w, n->a);
    c = full(w, &v);
    return (Val){.sel = c, .placed = true, .yes = v.no, .no = v.yes};
  default:
    c = n->a ? label_of(w, n->a) : (Label){0};
    if (n->b) c = join(w, c, label_of(w, n->b));
    if (n->c) c = join(w, c, label_of(w, n->c));
    return plain(c);
  }
}

/* Evaluating it may fail: a value may be none where its type has promised one. */
static void may_lack(Walk *w, Node *n)
{
  const Value *v = value_named(n);
  if (w->quiet || !v || v->generic || !(expr_bits(w->f->m, n) & CAN_BE_STUCK)) return;
  Label before = w->lacks;
  Levels l = {0};
  int lacking = w->lacking;
  for (int k = 0; k <= w->level; k++) {
    w->lacks = (Label){0};
    val_at(w, n, k);
    l.at[k] = w->lacks;
  }
  w->lacks = before;
  if (w->lacking > lacking) fail(w, l, true, n->loc);
}

Val eval(Walk *w, Node *n)
{
  may_lack(w, n);
  Val v = eval_once(w, n);
  const Type *t = n->type;
  if (!v.kind) v.kind = kind_of(t);
  return v;
}
