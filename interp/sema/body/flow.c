/* What running a body can do: fail, commit, fail after a commit.
 *
 * Every decision opens an attempt that spans the scope of its answer; `require` fails
 * the attempt; chance and another player's decision commit it.  From five bits for each
 * verb two promises follow: nobody is stopped by a `require` that no answer could have
 * avoided (E0501), and nothing fails after it can no longer be taken back (E0502). */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

static unsigned seq(unsigned a, unsigned b)
{
  unsigned r = a | b;
  if ((a & CAN_COMMIT) && (b & CAN_FAIL)) r |= CAN_FAIL_LATE;
  return r;
}

/* An attempt that a decision opens: its failures make answers illegal. */
static unsigned absorb(unsigned inner)
{
  unsigned r = inner & ~(unsigned)(CAN_FAIL | CAN_FAIL_LATE);
  return inner & CAN_FAIL ? r | CAN_BE_STUCK : r;
}

static bool by_me(const Node *by) { return !by || by->tag == N_ME; }

/* A decision of the acting player; somebody else's commits. */
static unsigned decides_bits(const Model *m, const Node *by)
{
  return CAN_DECIDE | (by_me(by) && !m->others ? 0 : CAN_COMMIT);
}

/* What a verb can do, called from here. */
static unsigned called_bits(const Model *m, const Verb *v)
{
  return v->bits | (m->others && v->bits & CAN_DECIDE ? CAN_COMMIT : 0);
}

static unsigned pick_bits(const Model *m, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  unsigned r = 0;
  if (n->num & PICK_RANDOM) r |= CAN_COMMIT;
  else r |= decides_bits(m, n->c);
  if (!(n->num & (PICK_MAY | PICK_EMPTY_OK)) && (!certain_count(m, n->b) || n->a))
    r |= CAN_BE_STUCK;
  return r;
}

/* A thing is needed and none may come. */
static unsigned needs(const Node *n, const Type *want)
{
  if (!n || !n->type || !want) return 0;
  bool wide = want->tag == T_SET || want->tag == T_LIST;
  return n->type->opt && !want->opt && !wide ? CAN_BE_STUCK : 0;
}

/* A value decides nothing, but it may be none where its type has promised not to be. */
static unsigned value_bits(Model *m, Value *v)
{
  if (v->stuck) return v->stuck == 1 ? 0 : (unsigned)v->stuck - 2;
  v->stuck = 1;
  unsigned r = 0;
  for (size_t i = 0; i < value_texts(v); i++) {
    const Def *d = value_text(v, i);
    r |= expr_bits(m, d->place.hold) | expr_bits(m, d->node->c) |
         needs(d->node->c, v->type);
    if (!d->node->d) continue;
    for (Node *k = d->node->d->a; k; k = k->next) r |= expr_bits(m, k);
    for (Node *row = d->node->d->b; row; row = row->next)
      r |= expr_bits(m, row->b) | needs(row->b, v->type);
  }
  r &= CAN_BE_STUCK;
  v->stuck = (int)r + 2;
  return r;
}

unsigned expr_bits(Model *m, Node *n)
{
  if (!n) return 0;
  unsigned r = 0;
  Value *v = value_named(n);
  if (v && !v->generic) r = value_bits(m, v);
  size_t i = 0;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p); i++) {
    r = seq(r, expr_bits(m, p.at));
    if (v && p.role == ROLE_VALUES && i < v->params.n)
      r |= needs(p.at, v->params.at[i]->type);
  }
  if (n->tag == N_PICK) r = seq(r, pick_bits(m, n));
  return r;
}

static unsigned block_bits(Model *m, Node *stmts);

static unsigned place_bits(const Node *n)
{
  const Node *base = n->tag == N_INDEX ? n->a : n;
  unsigned r = n->tag == N_INDEX && n->b->type && n->b->type->opt ? CAN_BE_STUCK : 0;
  if (base->tag == N_DOT && base->a->type && base->a->type->opt) r |= CAN_BE_STUCK;
  return r;
}

/* The kind of what lies in a pile, as an index. */
static int pile_kind(const Node *pile)
{
  return pile->type && pile->type->kind ? pile->type->kind->index : 0;
}

bool is_shuffled(const Node *pile)
{
  const Sym *y = pile->tag == N_INDEX ? pile->a->sym : pile->sym;
  if (!pile->type || pile->type->tag != T_PILE || !y) return false;
  return y->tag == SY_FIELD ? y->field->shuffled : y->tag == SY_LOCAL && y->shuffled;
}

static unsigned phrase_bits(Model *m, Node *n)
{
  INVARIANT(n->tag == N_PHRASE);
  unsigned r = expr_bits(m, n->c);
  size_t i = 0;
  for (Node *a = n->b; a; a = a->next, i++) {
    r = seq(r, expr_bits(m, a));
    if (n->sym && i < n->sym->slot->params.n)
      r |= needs(a, n->sym->slot->params.at[i]->type);
  }
  switch (n->op) {
  case BP_VERB: return n->sym ? seq(r, called_bits(m, n->sym->slot)) : r;
  case BP_SLOT:
    if (n->c->type && n->c->type->opt) r |= CAN_BE_STUCK;
    return n->sym ? seq(r, called_bits(m, n->sym->slot)) : r;
  case BP_DRAW: {
    Node *from = n->b->next;
    Sym *y = from->tag == N_INDEX ? from->a->sym : from->sym;
    bool ordered = y && y->tag == SY_FIELD && !y->field->shuffled;
    r = seq(r, m->when_kind[pile_kind(from)]);
    return ordered ? r : seq(r, CAN_COMMIT);
  }
  case BP_MOVE:
  case BP_MOVE_UNDER:
    if (n->b->type && n->b->type->tag == T_THING && n->b->type->opt) r |= CAN_BE_STUCK;
    r = seq(r, m->when_kind[pile_kind(n->b->next)]);
    return is_shuffled(n->b) ? seq(r, CAN_COMMIT) : r;
  case BP_ADD:
    if (n->b->next->type && n->b->next->type->tag == T_LIST) r |= CAN_BE_STUCK;
    /* fall through */
  case BP_REMOVE_AT:
  case BP_REMOVE: {
    Sym *y = n->b->next->tag == N_INDEX ? n->b->next->a->sym : n->b->next->sym;
    return y && y->tag == SY_FIELD ? seq(r, m->when_field[y->field->index]) : r;
  }
  case BP_WIN:
  case BP_WIN_BECAUSE:
  case BP_LOSE:
  case BP_LOSE_BECAUSE: return r | CAN_END;
  default: return r;
  }
}

static unsigned change_bits(Model *m, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  unsigned r = seq(expr_bits(m, n->a), expr_bits(m, n->b)) | place_bits(n->a) |
               needs(n->b, n->a->type);
  Sym *y = n->a->tag == N_INDEX ? n->a->a->sym : n->a->sym;
  Field *f = y && y->tag == SY_FIELD ? y->field : NULL;
  if (!f) return r;
  Verb *v = n->tag == N_RAISE ? f->raise : n->tag == N_LOWER ? f->lower : NULL;
  r = v ? seq(r, called_bits(m, v)) : r;
  return seq(r, m->when_field[f->index]);
}

/* Is there a decision in what it evaluates? Then the statement is its attempt. */
static bool decides(const Node *n)
{
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (decides(p.at)) return true;
  return false;
}

/* By what its parts are: expressions first, then one of the blocks or several. */
static unsigned parts_bits(Model *m, Node *n)
{
  unsigned before = 0, blocks = 0;
  for (Parts p = parts_of(n, PARTS_EXPRESSION | PARTS_BLOCK); parts_next(&p);) {
    if (!(PARTS_BLOCK >> p.role & 1)) {
      before = seq(before, expr_bits(m, p.at));
      continue;
    }
    unsigned b = stmt_bits(m, p.at);
    if (p.role == ROLE_LOOP) b = seq(b, b);
    if (p.role == ROLE_TRY) b &= CAN_COMMIT | CAN_END;
    if (p.role == ROLE_ATTEMPT) b = absorb(b);
    blocks |= b;
  }
  return seq(before, blocks);
}

unsigned stmt_bits(Model *m, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  unsigned r = 0;
  switch (n->tag) {
  case N_BLOCK: return block_bits(m, n->a);
  case N_LET: return expr_bits(m, n->b) | needs(n->b, n->sym ? n->sym->type : NULL);
  case N_SET:
  case N_RAISE:
  case N_LOWER: r = change_bits(m, n); break;
  case N_REQUIRE: return seq(expr_bits(m, n->a), CAN_FAIL);
  case N_PHRASE: r = phrase_bits(m, n); break;
  case N_EXPECT:
  case N_RUN: return 0;
  case N_CHOOSE: {
    bool sure = false;
    for (Node *a = n->b; a; a = a->next) {
      sure |= !a->a && !(stmt_bits(m, a->b) & (CAN_FAIL | CAN_BE_STUCK));
      r |= parts_bits(m, a);
    }
    r &= ~(unsigned)CAN_BE_STUCK;
    return r | decides_bits(m, n->a) | (sure ? 0 : CAN_BE_STUCK);
  }
  case N_MAY: /* nobody has to */
    return (parts_bits(m, n) & ~(unsigned)CAN_BE_STUCK) | decides_bits(m, n->a);
  case N_AS: { /* what another player decides inside commits for whoever acted before */
    bool other = n->a->tag != N_ME;
    m->others += other;
    r = parts_bits(m, n);
    m->others -= other;
    return r;
  }
  default: r = parts_bits(m, n) | (n->tag == N_EACH && n->num ? CAN_COMMIT : 0);
  }
  return decides(n) ? absorb(r) : r;
}

static unsigned block_bits(Model *m, Node *stmts)
{
  unsigned r = 0;
  for (Node *n = stmts; n; n = n->next) {
    if (n->tag == N_LET && decides(n->b)) /* the rest of the block is its attempt */
      return seq(r, absorb(seq(stmt_bits(m, n), block_bits(m, n->next))));
    r = seq(r, stmt_bits(m, n));
  }
  return r;
}

/* ---- verbs ---------------------------------------------------------------------- */

static unsigned verb_bits(Model *m, Verb *v)
{
  unsigned r = 0;
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->tag == N_BEFORE)
      r = seq(r, block_bits(m, v->rules.at[i]->node->c->a));
  unsigned body = v->decl && v->decl->b ? block_bits(m, v->decl->b->a) : 0;
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->tag == N_INSTEAD)
      body |= block_bits(m, v->rules.at[i]->node->c->a);
  v->bits |= body; /* slots: bodies are added by the caller */
  r = seq(r, v->bits);
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->tag == N_AFTER)
      r = seq(r, block_bits(m, v->rules.at[i]->node->c->a));
  return r;
}

/* What the rules that watch a field, or the piles of a kind, can do after a change. */
static bool infer_whens(Model *m)
{
  bool changed = false;
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = m->whens.at[i];
    /* Looking can be stuck, too: on a value that is none although it promises not to be.
     */
    unsigned b = block_bits(m, w->node->c->a) | expr_bits(m, w->node->a) |
                 expr_bits(m, w->place.hold);
    b &= (unsigned)(CAN_BE_STUCK | CAN_COMMIT | CAN_DECIDE | CAN_END);
    for (size_t k = 0; k < w->read.fields.n; k++) {
      unsigned *known = &m->when_field[w->read.fields.at[k]];
      if ((*known | b) != *known) *known |= b, changed = true;
    }
    for (size_t k = 0; k < w->read.kinds.n; k++) {
      unsigned *known = &m->when_kind[w->read.kinds.at[k]];
      if ((*known | b) != *known) *known |= b, changed = true;
    }
  }
  return changed;
}

/* Each change of a field looks at all that watch it. */
static void check_watchers(Sema *s)
{
  Model *m = s->m;
  int *count = arena_alloc(m->arena, (m->fields.n + m->kinds.n + 1) * sizeof *count);
  for (size_t i = 0; i < m->whens.n; i++) {
    const When *w = m->whens.at[i];
    bool many = false;
    for (size_t k = 0; k < w->read.fields.n; k++)
      many |= ++count[w->read.fields.at[k]] > MAX_ALIKE;
    for (size_t k = 0; k < w->read.kinds.n; k++)
      many |= ++count[m->fields.n + (size_t)w->read.kinds.at[k]] > MAX_ALIKE;
    if (!many) continue;
    diag_hint(s->d,
              diag_add(s->d, DIAG_TOO_MANY, w->node->loc,
                       "more than %d \"when\" watch the same", MAX_ALIKE),
              "let one \"when\" do it for all: each c in card where … { c.act }");
    return;
  }
}

static bool infer_verb(Model *m, Verb *v)
{
  unsigned before = v->bits, r = verb_bits(m, v);
  v->bits = r;
  return r != before;
}

static void infer(Model *m)
{
  Reader *reader = reader_new(m);
  m->when_field = arena_alloc(m->arena, (m->fields.n + 1) * sizeof *m->when_field);
  m->when_kind = arena_alloc(m->arena, (m->kinds.n + 1) * sizeof *m->when_kind);
  for (size_t i = 0; i < m->whens.n; i++) {
    When *w = m->whens.at[i];
    w->read = model_reads(reader, w->node->a, w->place.hold);
  }
  for (bool changed = true; changed;) {
    changed = infer_whens(m);
    for (size_t i = 0; i < m->bodies.n; i++) {
      Body *b = &m->bodies.at[i];
      unsigned r = b->slot->bits | block_bits(m, b->node->a->a);
      if (r != b->slot->bits) b->slot->bits = r, changed = true;
    }
    /* There and back: a long chain of calls is known at once, whichever way it runs. */
    for (size_t i = 0; i < m->verbs.n; i++) changed |= infer_verb(m, m->verbs.at[i]);
    for (size_t i = m->verbs.n; i-- > 0;) changed |= infer_verb(m, m->verbs.at[i]);
  }
}

/* ---- reports -------------------------------------------------------------------- */

/* The `require` inside that can fail, for the hint; NULL if it is deeper in calls. */
static Node *find_fail(Model *m, Node *n, int depth)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_REQUIRE) return n;
  if (depth > 40 || !(stmt_bits(m, n) & CAN_FAIL)) return NULL;
  Node *f = NULL;
  for (Parts p = parts_of(n, PARTS_OWN); !f && parts_next(&p);)
    f = find_fail(m, p.at, depth + 1);
  const Verb *v = n->tag == N_PHRASE && n->sym ? n->sym->slot : NULL;
  if (f || !v) return f;
  if (v->decl && v->decl->b) f = find_fail(m, v->decl->b, depth + 1);
  for (size_t i = 0; !f && n->op == BP_SLOT && i < m->bodies.n; i++)
    if (m->bodies.at[i].slot == v) f = find_fail(m, m->bodies.at[i].node->a, depth + 1);
  for (size_t i = 0; !f && i < v->rules.n; i++)
    f = find_fail(m, v->rules.at[i]->node->c, depth + 1);
  return f;
}

static void report(Sema *s, DiagCode code, Node *n)
{
  Node *f = find_fail(s->m, n, 0);
  for (size_t i = 0; f && i < s->d->list.n; i++) { /* told where it stands */
    const Diag *told = &s->d->list.at[i];
    if (told->code == code && told->loc.file == f->loc.file &&
        told->loc.line == f->loc.line && told->loc.col == f->loc.col)
      return;
  }
  Loc at = n->tag == N_PHRASE ? n->a->loc : n->loc;
  Diag *g;
  if (code == DIAG_FAIL_UNAVOIDABLE) {
    g = diag_add(s->d, code, at, "this can fail, and nobody decided to do it");
    if (f && f->loc.line != at.line)
      diag_hint_at(s->d, g, f->loc, "this \"require\" can fail");
    diag_hint(s->d, g,
              "offer it as a choice, ask with \"if\", or say what happens instead: … "
              "otherwise …");
  } else {
    g = diag_add(s->d, code, at,
                 "this can fail after a die, a draw or another player's decision");
    if (f && f->loc.line != at.line)
      diag_hint_at(s->d, g, f->loc, "this \"require\" can fail");
    diag_hint(s->d, g,
              "what was rolled cannot be taken back: put the condition before it, or say "
              "\"otherwise\"");
  }
}

typedef struct Walk {
  bool open, committed;
  const Guard *guards; /* what the ifs around it ask for */
} Walk;

static void walk_block(Sema *s, Node *stmts, Walk *w);

static void walk_stmt(Sema *s, Node *n, Walk *w);

/* One part of a statement; `before`: as it was when the statement began. */
static void walk_part(Sema *s, const Parts *p, const Walk *before, Walk *w)
{
  Walk in = {true, false, NULL}; /* an attempt of its own */
  const Node *n = p->of;
  Guard guard = guard_inside(n, p->at, before->guards);
  switch (p->role) {
  case ROLE_OFFERS: walk_stmt(s, p->at, w); return;
  case ROLE_ATTEMPT: walk_stmt(s, p->at, &in); return;
  case ROLE_ONCE:
  case ROLE_LOOP:
    if (is_guarded(n)) w->guards = &guard;
    walk_stmt(s, p->at, decides(n) ? &in : w);
    w->guards = before->guards;
    return;
  case ROLE_MAYBE:
    in = *before;
    if (is_guarded(n)) in.guards = &guard;
    break;
  default: break;
  }
  walk_stmt(s, p->at, &in);
  w->committed |= in.committed;
}

static void walk_stmt(Sema *s, Node *n, Walk *w)
{
  INVARIANT(n && n->tag < N_COUNT);
  Model *m = s->m;
  if (n->tag == N_BLOCK) {
    walk_block(s, n->a, w);
    return;
  }
  unsigned b = stmt_bits(m, n);
  bool another = n->tag == N_AS && n->a->tag != N_ME, inside = false;
  if (n->tag == N_EACH && !n->num && w->open && b & CAN_FAIL_LATE && !decides(n))
    w->committed = true;
  Walk before = *w;
  m->others += another;
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p); inside = true) {
    walk_part(s, &p, &before, w);
    if ((p.role == ROLE_ATTEMPT || p.role == ROLE_OFFERS) && b & CAN_COMMIT)
      w->committed = true;
  }
  m->others -= another;
  if (inside) return;
  if (b & CAN_FAIL) {
    if (!w->open) report(s, DIAG_FAIL_UNAVOIDABLE, n);
    else if (w->committed) report(s, DIAG_FAIL_AFTER_COMMIT, n);
  }
  if ((b & CAN_BE_STUCK) && !w->open) note_stuck(s, n, w->guards);
  if ((b & CAN_FAIL_LATE) && w->open) report(s, DIAG_FAIL_AFTER_COMMIT, n);
  if (b & CAN_COMMIT) w->committed = true;
}

static void walk_block(Sema *s, Node *stmts, Walk *w)
{
  const Guard *outer = w->guards;
  for (Node *n = stmts; n; n = n->next) {
    if (n->tag == N_LET && decides(n->b)) {
      bool commits = (expr_bits(s->m, n->b) & CAN_COMMIT) != 0;
      unsigned attempt = absorb(seq(stmt_bits(s->m, n), block_bits(s->m, n->next)));
      if ((attempt & CAN_BE_STUCK) && !w->open) note_stuck(s, n, w->guards);
      Walk rest = {true, false, NULL};
      walk_block(s, n->next, &rest);
      w->committed |= rest.committed || commits;
      break;
    }
    walk_stmt(s, n, w);
    w->guards = guards_behind(s->m, n, w->guards);
  }
  w->guards = outer;
}

/* A body that is called with or without an attempt: only the attempts inside it are
 * judged here, its own failures where it is called. */
static void walk_called(Sema *s, Node *block)
{
  Walk w = {true, false, NULL};
  walk_block(s, block->a, &w);
}

static void walk_entry(Sema *s, Node *block)
{
  Walk w = {false, false, NULL};
  walk_block(s, block->a, &w);
}

/* ---- circles -------------------------------------------------------------------- */

static void find_calls(Sema *s, Node *n, Verb *from);

static bool visit(Sema *s, Verb *v, Node *at)
{
  if (v->visit == 2 || v->slot_of || !v->decl) return true;
  if (v->visit == 1) {
    Diag *g = diag_add(s->d, DIAG_VERB_CYCLE, at->loc, "\"%s\" ends up calling itself",
                       v->name);
    diag_hint_at(s->d, g, v->decl->loc, "a repeat says how often something happens");
    return false;
  }
  v->visit = 1;
  if (++s->values > 500) /* each calls the next: the compiler's stack is not endless */
    diag_add(s->d, DIAG_TOO_DEEP, v->decl->loc,
             "more than 500 verbs call each other, one after the other");
  else if (v->decl->b) find_calls(s, v->decl->b, v);
  s->values--;
  v->visit = 2;
  return true;
}

static void find_calls(Sema *s, Node *n, Verb *from)
{
  if (n->tag == N_PHRASE && n->op == BP_VERB && n->sym) visit(s, n->sym->slot, n->a);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) find_calls(s, p.at, from);
}

static void visit_value(Sema *s, Value *v, Node *at);

static void find_values(Sema *s, Node *n, const Value *own);

/* What is printed may be computed, and so need values itself. */
static void visit_column(Sema *s, Column *c)
{
  if (c->visit || c->decl->tag != N_VALUE) return;
  c->visit = 1;
  find_values(s, c->decl->c, NULL);
  for (size_t i = 0; i < c->kind->things.n; i++) {
    const Thing *t = c->kind->things.at[i];
    const Node *fill = t->decl && t->sym ? column_fill(t, c) : NULL;
    if (fill && fill->tag == N_FILL) find_values(s, fill->a, NULL);
  }
  c->visit = 0;
}

/* `own`: the value whose replacement this is; its name means the one beneath. */
static void find_values(Sema *s, Node *n, const Value *own)
{
  if (!n) return;
  Value *v = value_named(n);
  if (v && v != own) visit_value(s, v, n);
  else if (!v && n->tag == N_DOT && n->sym && n->sym->tag == SY_COLUMN)
    visit_column(s, n->sym->column);
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) find_values(s, p.at, own);
}

static void visit_value(Sema *s, Value *v, Node *at)
{
  if (v->visit == 2) return;
  if (v->visit == 1) {
    Diag *g = diag_add(s->d, DIAG_VALUE_CYCLE, at->loc,
                       "to know \"%s\" one would have to know it already", v->name);
    diag_hint_at(
        s->d, g, v->decl->loc,
        "it is declared here; a value cannot use itself, not even through others");
    return;
  }
  v->visit = 1;
  for (size_t i = 0; i < value_texts(v); i++) {
    const Def *d = value_text(v, i);
    const Value *own = d->place.layer == LAYER_BODY ? NULL : v;
    find_values(s, d->node->c, own);
    find_values(s, d->node->d, own);
    find_values(s, d->place.hold, own);
  }
  if (v->column) visit_column(s, v->column);
  v->visit = 2;
}

/* The order of a shuffled pile is known to nobody, so no rule may ask for it. */
static void check_order(Sema *s, Node *n)
{
  bool asks =
      n->tag == N_CALL && !n->sym &&
      (n->op == BI_TOP || n->op == BI_BOTTOM || n->op == BI_AT || n->op == BI_FIRST ||
       n->op == BI_LAST || (n->op == BI_POSITION && n->a && n->a->next));
  Node *pile = asks ? (n->op == BI_POSITION ? n->a->next : n->a) : NULL;
  if (pile && pile->tag == N_INDEX) pile = pile->a;
  if (pile && pile->type && pile->type->tag == T_PILE && pile->sym &&
      pile->sym->tag == SY_FIELD && pile->sym->field->shuffled) {
    Diag *g = diag_add(s->d, DIAG_SHUFFLED_ORDER, n->loc,
                       "\"%s\" is shuffled, so nobody can know what \"%s\" is",
                       pile->sym->name, n->name);
    diag_hint(s->d, g, "draw the card to another pile first: draw 1 from %s to …",
              pile->sym->name);
  }
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) check_order(s, p.at);
}

/* A pile given to a verb that shuffles it is shuffled. */
static bool spread_shuffles(Node *n)
{
  bool changed = false;
  Verb *v = n->tag == N_PHRASE && n->sym ? n->sym->slot : NULL;
  size_t i = 0;
  for (Node *a = v ? n->b : NULL; a && i < v->params.n; a = a->next, i++) {
    if (!v->params.at[i]->shuffled) continue;
    Sym *y = a->tag == N_INDEX ? a->a->sym : a->sym;
    if (y && y->tag == SY_FIELD && !y->field->shuffled)
      y->field->shuffled = changed = true;
    if (y && y->tag == SY_LOCAL && !y->shuffled) y->shuffled = changed = true;
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT | PARTS_DECLARATION); parts_next(&p);)
    changed |= spread_shuffles(p.at);
  return changed;
}

static void find_shuffles(Model *m)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (Node *n = m->unit->items.head; n; n = n->next) changed |= spread_shuffles(n);
    for (size_t i = 0; i < m->verbs.n; i++) { /* copies for a kind are in no item */
      const Node *d = m->verbs.at[i]->decl;
      if (d && d->extra && d->b) changed |= spread_shuffles(d->b);
    }
  }
}

void check_flow(Sema *s)
{
  INVARIANT(s->m && s->u);
  Model *m = s->m;
  find_shuffles(m);
  infer(m);
  check_watchers(s);
  for (size_t i = 0; i < m->values.n; i++)
    visit_value(s, m->values.at[i], m->values.at[i]->decl);
  for (Node *n = s->u->items.head; n; n = n->next) {
    if (n->tag != N_TEST) check_order(s, n); /* a test looks at everything */
  }
  for (size_t i = 0; i < m->verbs.n; i++) {
    Verb *v = m->verbs.at[i];
    if (!v->decl || !v->decl->b || v->generic) continue;
    visit(s, v, v->decl);
    if (v == m->play || v == m->setup) walk_entry(s, v->decl->b);
    else walk_called(s, v->decl->b);
  }
  for (size_t i = 0; i < m->bodies.n; i++) walk_called(s, m->bodies.at[i].node->a);
  for (size_t i = 0; i < m->whens.n; i++) walk_entry(s, m->whens.at[i]->node->c);
  for (size_t i = 0; i < m->rules.n; i++) {
    Rule *r = m->rules.at[i];
    if (r->verb == m->play || r->verb == m->setup) walk_entry(s, r->node->c);
    else walk_called(s, r->node->c);
  }
}
