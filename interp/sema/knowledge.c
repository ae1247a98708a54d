/* Knowledge: a list of options must not tell what its reader may not know.
 *
 * Whatever decides whether an answer is offered (the set it is taken from, every
 * `require` behind it, every condition in front of that) may read only what the player
 * who answers can see.  The walk follows values and verbs with what is known of their
 * arguments: which of them is the acting player, which hold something hidden. */
#include "interp/sema/knowledge.h"
#include "interp/sema/builtin.h"
#include "interp/sema/sema_int.h"

#include <string.h>

typedef struct Walk {
  Sema *s; /* NULL: only expressions are looked at */
  Arena *arena;
  int level;     /* of the acting player; names with this level are that player */
  bool me_asks;  /* the acting player is the one who answers */
  bool legality; /* inside what decides legality */
  Node *asked;   /* the decision, for the message */
  int depth;
  const Field *shown[MAX_SHOWN]; /* piles revealed to whoever acts */
  Leak *leak;                    /* where the way to something hidden is kept, or NULL */
} Walk;

static int fresh_level(Sema *s) { return ++s->me_levels; }

static bool is_me(const Walk *w, const Node *n)
{
  if (n->tag == N_ME) return true;
  bool name = (n->tag == N_NAME || n->tag == N_IT) && n->sym && n->sym->tag == SY_LOCAL;
  return name && n->sym->me_level == w->level && w->level > 0;
}

/* ---- the way to what is hidden ---------------------------------------------------- */

static void found_field(const Walk *w, const Field *f)
{
  if (w->leak) *w->leak = (Leak){.field = f};
}

static void found_through(const Walk *w, const char *what, const char *name, Loc at)
{
  Leak *l = w->leak;
  if (l && l->n < MAX_VIA) l->via[l->n++] = (Via){what, name, at};
}

void leak_tell(Diags *d, Diag *g, const Leak *l, const char *whom)
{
  for (int i = l->n - 1; i >= 0; i--)
    diag_hint_at(d, g, l->via[i].at, "through the %s \"%s\"", l->via[i].what,
                 l->via[i].name);
  if (l->field)
    diag_hint_at(d, g, l->field->decl->loc, "\"%s\" is not seen by %s", l->field->name,
                 whom);
  else diag_hint(d, g, "this depends on something that not every player sees");
}

/* ---- expressions ---------------------------------------------------------------- */

static Node *leak_in(Walk *w, Node *n);

/* Marks a name that holds something hidden, and keeps how it came there. */
static void taint(Walk *w, Sym *y, Node *n)
{
  Leak way = {0}, *outer = w->leak;
  w->leak = &way;
  y->tainted = leak_in(w, n) != NULL;
  w->leak = outer;
  y->taint = NULL;
  if (!y->tainted) return;
  y->taint = ARENA_NEW(w->arena, Leak);
  *y->taint = way;
}

static Node *leak_in_list(Walk *w, Node *n)
{
  for (; n; n = n->next) {
    Node *l = leak_in(w, n);
    if (l) return l;
  }
  return NULL;
}

/* May the one who answers see this field or pile? */
static bool sees_field(const Walk *w, const Field *f, const Node *base)
{
  const Node *seen = f->option || f->hidden ? NULL : f->decl->c;
  if (!seen || (seen->sym && seen->sym->tag == SY_PLAYERS)) return true;
  for (int i = 0; i < MAX_SHOWN; i++)
    if (w->shown[i] == f) return true;
  if (seen->tag == N_NONE) return false;
  return w->me_asks && base &&
         is_me(w, base); /* by owner, or by a rule that includes him */
}

static Node *leak_in_value(Walk *w, Value *v, Node *args)
{
  if (w->depth > 12 || v->looked) return NULL;
  Node *found = NULL;
  v->looked = true; /* a contribution names its own value: that is looked at here */
  for (size_t k = 0; k < value_texts(v) && !found; k++) {
    Def *d = value_text(v, k);
    Node *p = d->node->a;
    for (Node *a = args; a && p; a = a->next, p = p->next) {
      p->sym->me_level = is_me(w, a) ? w->level : 0;
      taint(w, p->sym, a);
    }
    w->depth++;
    if (d->place.hold) found = leak_in(w, d->place.hold);
    if (!found && d->node->c) found = leak_in(w, d->node->c);
    if (!found && d->node->d) {
      found = leak_in_list(w, d->node->d->a);
      for (Node *r = d->node->d->b; r && !found; r = r->next) found = leak_in(w, r->b);
    }
    if (found) found_through(w, "value", v->name, found->loc);
    w->depth--;
    for (p = d->node->a; p; p = p->next) p->sym->me_level = 0, p->sym->tainted = false;
  }
  v->looked = false;
  return found;
}

/* How many lie in a pile is public; what lies there is not. */
static bool only_counts(const Node *n)
{
  return n->tag == N_CALL && (n->op == BI_COUNT || n->op == BI_EMPTY) && n->num != 1 &&
         n->a && n->a->type && n->a->type->tag == T_PILE;
}

static Node *leak_in_local(const Walk *w, Node *n)
{
  if (!n->sym->tainted) return NULL;
  if (w->leak && n->sym->taint) {
    *w->leak = *n->sym->taint;
    if (n->sym->decl) found_through(w, "name", n->sym->name, n->sym->decl->loc);
  }
  return n;
}

/* The first place in an expression that reads something hidden, or NULL. */
static Node *leak_in(Walk *w, Node *n)
{
  if (!n) return NULL;
  switch (n->tag) {
  case N_NAME:
  case N_IT:
    if (!n->sym) return NULL;
    if (n->sym->tag == SY_LOCAL) return leak_in_local(w, n);
    if (n->sym->tag == SY_FIELD) {
      if (sees_field(w, n->sym->field, NULL)) return NULL;
      found_field(w, n->sym->field);
      return n;
    }
    if (n->sym->tag == SY_VALUE) return leak_in_value(w, n->sym->value, NULL) ? n : NULL;
    return NULL;
  case N_DOT:
    if (n->sym && n->sym->tag == SY_FIELD && !sees_field(w, n->sym->field, n->a)) {
      found_field(w, n->sym->field);
      return n;
    }
    if (n->sym && n->sym->tag == SY_COLUMN && n->sym->column->decl->tag == N_VALUE) {
      if (n->sym->column->decl->num)
        return NULL; /* printed on the back: everybody reads it */
      if (n->sym->column->decl->c && leak_in(w, n->sym->column->decl->c)) return n;
      if (n->sym->column->changed && leak_in_value(w, n->sym->column->changed, NULL))
        return n;
    }
    return leak_in(w, n->a);
  case N_CALL: {
    if (only_counts(n)) {
      Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
      return p->tag == N_DOT ? leak_in(w, p->a) : NULL;
    }
    if (n->op == BI_SEES) return NULL;
    if (n->sym && n->sym->tag == SY_VALUE) {
      if (leak_in_value(w, n->sym->value, n->a)) return n;
      return n->num == 2 ? leak_in(w, n->b) : NULL;
    }
    if (n->num == 1) {
      Node *l = leak_in(w, n->a);
      if (l) return l;
      n->sym->me_level = 0;
      l = leak_in(w, n->c);
      return l ? l : leak_in(w, n->b);
    }
    return leak_in_list(w, n->a);
  }
  case N_WHERE: {
    Node *l = leak_in(w, n->a);
    return l ? l : leak_in(w, n->b);
  }
  case N_PICK: return NULL; /* a decision of its own */
  default: {
    Node *l = leak_in(w, n->a);
    if (!l) l = leak_in(w, n->b);
    return l ? l : leak_in(w, n->c);
  }
  }
}

static void check_visible(Walk *w, Node *n)
{
  Leak way = {0};
  w->leak = &way;
  Node *l = n ? leak_in(w, n) : NULL;
  w->leak = NULL;
  if (!l) return;
  Sema *s = w->s;
  Diag *g =
      diag_add(s->d, DIAG_LEAK, l->loc,
               "what is offered here would tell the player who chooses something hidden");
  leak_tell(s->d, g, &way, "that player");
  if (w->asked && w->asked->loc.line != l->loc.line)
    diag_hint_at(s->d, g, w->asked->loc, "the decision stands here");
  diag_hint(s->d, g,
            "offer the answer to everybody and let it have no effect, or base it on what "
            "is seen");
}

Node *leak_find(Arena *a, Node *n, bool to_me, const Field *const *shown, Leak *way)
{
  enum { LEVEL = 1 << 30 }; /* no acting player of the walk above */
  Walk w = {.arena = a, .level = LEVEL, .me_asks = to_me, .leak = way};
  for (int i = 0; shown && i < MAX_SHOWN; i++) w.shown[i] = shown[i];
  *way = (Leak){0};
  return leak_in(&w, n);
}

/* ---- statements ----------------------------------------------------------------- */

static void walk_stmts(Walk *w, Node *n);

static void walk_block(Walk *w, Node *block)
{
  if (block) walk_stmts(w, block->a);
}

/* Decisions inside an expression: the sets they are taken from. */
static void walk_picks(Walk *w, Node *n)
{
  if (!n) return;
  if (n->tag == N_CALL) {
    for (Node *a = n->a; a; a = a->next) walk_picks(w, a);
    return;
  }
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) {
    Walk in = *w;
    in.asked = n;
    in.me_asks = !n->c || is_me(w, n->c);
    check_visible(&in, n->b);
    check_visible(&in, n->a);
  }
  walk_picks(w, n->a);
  walk_picks(w, n->b);
  walk_picks(w, n->c);
}

static bool has_pick(const Node *n, const Node **by)
{
  if (!n) return false;
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) {
    *by = n->c;
    return true;
  }
  if (n->tag == N_CALL)
    for (const Node *a = n->a ? n->a->next : NULL; a; a = a->next)
      if (has_pick(a, by)) return true;
  return has_pick(n->a, by) || has_pick(n->b, by) || has_pick(n->c, by);
}

static void walk_verb(Walk *w, Node *call)
{
  Verb *v = call->sym ? call->sym->slot : NULL;
  if (!v || w->depth > 12 || !(v->bits & (CAN_FAIL | CAN_BE_STUCK))) return;
  Node *a = call->b;
  for (size_t i = 0; i < v->params.n && a; i++, a = a->next) {
    v->params.at[i]->me_level = is_me(w, a) ? w->level : 0;
    taint(w, v->params.at[i], a);
  }
  Walk in = *w;
  in.depth++;
  if (v->decl && v->decl->b) walk_block(&in, v->decl->b);
  if (v->slot_of && w->depth < 4)
    for (size_t i = 0; i < w->s->m->bodies.n; i++)
      if (w->s->m->bodies.at[i].slot == v) walk_block(&in, w->s->m->bodies.at[i].node->a);
  for (size_t i = 0; i < v->params.n; i++)
    v->params.at[i]->me_level = 0, v->params.at[i]->tainted = false;
}

/* Only a `require` counts here: that a choice may run empty is said elsewhere (W0506). */
static bool can_fail(Walk *w, Node *n)
{
  if (!n) return false;
  Node one = *n;
  one.next = NULL;
  return (stmt_bits(w->s->m, &one) & CAN_FAIL) != 0;
}

static void walk_as(Walk *w, Node *n)
{
  Walk in = *w;
  bool same = is_me(w, n->a);
  if (!same) {
    in.level = fresh_level(w->s);
    in.me_asks = w->legality ? false : true;
    if (n->a->tag == N_NAME && n->a->sym && n->a->sym->tag == SY_LOCAL)
      n->a->sym->me_level = in.level;
  }
  walk_block(&in, n->b);
  if (!same && n->a->tag == N_NAME && n->a->sym && n->a->sym->tag == SY_LOCAL)
    n->a->sym->me_level = 0;
}

static void walk_alternatives(Walk *w, Node *n)
{
  Walk in = *w;
  in.asked = n;
  in.me_asks = true;
  if (n->a && !is_me(w, n->a)) in.level = fresh_level(w->s);
  for (Node *a = n->b; a; a = a->next) {
    check_visible(&in, a->a);
    Walk body = in;
    body.legality = can_fail(w, a->b);
    walk_block(&body, a->b);
  }
}

static void walk_stmt(Walk *w, Node *n)
{
  Walk in = *w;
  const Node *by = NULL;
  switch (n->tag) {
  case N_BLOCK: walk_block(w, n); return;
  case N_REQUIRE:
    if (w->legality) check_visible(w, n->a);
    walk_picks(w, n->a);
    return;
  case N_IF:
    if (w->legality && (can_fail(w, n->b) || (n->c && can_fail(w, n->c))))
      check_visible(w, n->a);
    walk_picks(w, n->a);
    walk_block(w, n->b);
    if (n->c) walk_stmt(w, n->c);
    return;
  case N_EACH:
    walk_picks(w, n->a);
    if (w->legality && can_fail(w, n->b)) check_visible(w, n->a);
    taint(w, n->sym, n->a);
    if (n->num) {
      in.level = n->sym->me_level = fresh_level(w->s);
      in.me_asks = true;
      in.legality = false;
    }
    if (has_pick(n->a, &by)) {
      in.asked = n->a;
      in.legality = can_fail(w, n->b);
    }
    walk_block(&in, n->b);
    n->sym->tainted = false;
    return;
  case N_REPEAT:
    walk_picks(w, n->a);
    if (w->legality && can_fail(w, n->c)) check_visible(w, n->b);
    walk_block(w, n->c);
    return;
  case N_CHOOSE: walk_alternatives(w, n); return;
  case N_MAY:
    in.asked = n;
    in.me_asks = true;
    if (n->a && !is_me(w, n->a)) in.level = fresh_level(w->s);
    in.legality = can_fail(w, n->b);
    walk_block(&in, n->b);
    return;
  case N_AS: walk_as(w, n); return;
  case N_OTHERWISE:
    walk_stmt(&in, n->a);
    walk_stmt(w, n->b);
    return;
  case N_PHRASE: {
    walk_picks(w, n->c);
    for (Node *a = n->b; a; a = a->next) walk_picks(w, a);
    bool pick = has_pick(n->c, &by);
    for (Node *a = n->b; a && !pick; a = a->next) pick = has_pick(a, &by);
    if (pick) {
      in.legality = true;
      in.asked = n->a;
      in.me_asks = !by || is_me(w, by);
    }
    if (in.legality && (n->op == BP_VERB || n->op == BP_SLOT)) walk_verb(&in, n);
    return;
  }
  case N_SET:
  case N_RAISE:
  case N_LOWER:
    walk_picks(w, n->a);
    walk_picks(w, n->b);
    return;
  default: return;
  }
}

/* After `reveal x to me` the acting player knows x. */
static void walk_reveal(Walk *w, Node *n)
{
  Node *what = n->b, *who = what->next;
  bool me = is_me(w, who) || (who->sym && who->sym->tag == SY_PLAYERS);
  if (!me || !w->me_asks) return;
  if (what->sym && what->sym->tag == SY_LOCAL) what->sym->tainted = false;
  const Node *p = what->tag == N_INDEX ? what->a : what;
  if (!p->sym || p->sym->tag != SY_FIELD) return;
  for (int i = 0; i < MAX_SHOWN; i++)
    if (!w->shown[i]) {
      w->shown[i] = p->sym->field;
      return;
    }
}

static void walk_stmts(Walk *w, Node *n)
{
  Walk in = *w;
  Node *first = n;
  for (; n; n = n->next) {
    const Node *by = NULL;
    if (n->tag == N_LET) {
      walk_picks(&in, n->b);
      if (has_pick(n->b, &by)) { /* the rest of the block is its attempt */
        in.legality = true;
        in.asked = n;
        in.me_asks = !by || is_me(&in, by);
      }
      n->sym->tainted = false;
      if (!has_pick(n->b, &by)) taint(&in, n->sym, n->b);
      n->sym->me_level = is_me(&in, n->b) ? in.level : 0;
    } else walk_stmt(&in, n);
    if (n->tag == N_PHRASE && n->op == BP_REVEAL) walk_reveal(&in, n);
    Node one = *n;
    one.next = NULL;
    if (stmt_bits(w->s->m, &one) & CAN_COMMIT)
      in.legality = false; /* nothing after it is probed */
  }
  for (n = first; n; n = n->next)
    if (n->tag == N_LET && n->sym) n->sym->tainted = false, n->sym->me_level = 0;
}

static void walk_body(Sema *s, Node *block)
{
  if (!block) return;
  Walk w = {.s = s, .arena = s->m->arena, .level = fresh_level(s), .me_asks = true};
  walk_block(&w, block);
}

/* ---- secret answers ------------------------------------------------------------- */

/* In `secretly each p`, the bodies must not notice each other: a body changes only what
 * is p's, and reads nothing that another body changes. */
typedef struct Secret {
  Sema *s;
  Sym *p;
  Node *each;
  bool changed[4096];
  int depth;
} Secret;

static bool is_own(const Secret *c, const Node *n)
{
  return n->tag == N_ME || (n->tag == N_NAME && n->sym == c->p);
}

static void secret_error(Secret *c, Node *n, const char *what)
{
  Diag *g = diag_add(c->s->d, DIAG_SECRET_BODIES, n->loc, "%s", what);
  diag_hint_at(c->s->d, g, c->each->loc, "here everybody answers at once and unseen");
  diag_hint(c->s->d, g,
            "keep the answer in a field of the player, and use it after the block");
}

static void secret_write(Secret *c, Node *place)
{
  Node *p = place->tag == N_INDEX ? place->a : place;
  if (!p->sym || p->sym->tag != SY_FIELD) return;
  Field *f = p->sym->field;
  if (p->tag == N_DOT && is_own(c, p->a)) {
    if (f->index < 4096) c->changed[f->index] = true;
    return;
  }
  secret_error(c, place,
               "a secret answer changes something that is not the player's own");
}

static void secret_stmts(Secret *c, Node *n)
{
  for (; n; n = n->next) {
    switch (n->tag) {
    case N_SET:
    case N_RAISE:
    case N_LOWER: secret_write(c, n->a); break;
    case N_PHRASE: {
      Node *a = n->b, *b = a ? a->next : NULL;
      if (n->op == BP_ADD || n->op == BP_REMOVE || n->op == BP_MOVE ||
          n->op == BP_MOVE_UNDER)
        secret_write(c, b);
      if (n->op == BP_DRAW)
        secret_error(c, n->a, "a draw among secret answers would be seen by the others");
      if (n->op == BP_VERB && n->sym && n->sym->slot->decl && n->sym->slot->decl->b &&
          c->depth < 8) {
        Sym *p = c->p;
        Verb *v = n->sym->slot;
        Node *arg = n->b;
        for (size_t i = 0; i < v->params.n && arg; i++, arg = arg->next)
          if (is_own(c, arg)) c->p = v->params.at[i];
        c->depth++;
        secret_stmts(c, v->decl->b->a);
        c->depth--;
        c->p = p;
      }
      break;
    }
    case N_BLOCK: secret_stmts(c, n->a); break;
    case N_IF:
      secret_stmts(c, n->b->a);
      if (n->c) {
        Node one = *n->c;
        one.next = NULL;
        secret_stmts(c, &one);
      }
      break;
    case N_EACH: secret_stmts(c, n->b->a); break;
    case N_REPEAT: secret_stmts(c, n->c->a); break;
    case N_MAY: secret_stmts(c, n->b->a); break;
    case N_CHOOSE:
      for (Node *a = n->b; a; a = a->next) secret_stmts(c, a->b->a);
      break;
    case N_OTHERWISE: {
      Node l = *n->a, r = *n->b;
      l.next = r.next = NULL;
      secret_stmts(c, &l);
      secret_stmts(c, &r);
      break;
    }
    default: break;
    }
  }
}

static void secret_reads(Secret *c, Node *n)
{
  if (!n) return;
  if ((n->tag == N_DOT || n->tag == N_NAME) && n->sym && n->sym->tag == SY_FIELD &&
      n->sym->field->index < 4096 && c->changed[n->sym->field->index] &&
      !(n->tag == N_DOT && is_own(c, n->a)))
    secret_error(c, n, "a secret answer reads what another one changes");
  for (Node *a = n->a; a; a = a->next) secret_reads(c, a);
  for (Node *a = n->b; a; a = a->next) secret_reads(c, a);
  for (Node *a = n->c; a; a = a->next) secret_reads(c, a);
}

static void find_secret(Sema *s, Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_EACH && n->num) {
      Secret c = {.s = s, .p = n->sym, .each = n};
      secret_stmts(&c, n->b->a);
      secret_reads(&c, n->b);
    }
    if (n->tag == N_PHRASE || n->tag == N_LET || n->tag == N_SET) continue;
    find_secret(s, n->a);
    find_secret(s, n->b);
    find_secret(s, n->c);
  }
}

static void check_body(Sema *s, Node *block)
{
  walk_body(s, block);
  if (block && s->m->has_gather) find_secret(s, block);
}

void check_knowledge(Sema *s)
{
  Model *m = s->m;
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl && !m->verbs.at[i]->generic)
      check_body(s, m->verbs.at[i]->decl->b);
  for (size_t i = 0; i < m->bodies.n; i++) check_body(s, m->bodies.at[i].node->a);
  for (size_t i = 0; i < m->rules.n; i++) check_body(s, m->rules.at[i]->node->c);
  for (size_t i = 0; i < m->whens.n; i++) check_body(s, m->whens.at[i]->node->c);
}
