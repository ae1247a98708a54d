/* W0506: a choice that may have no answer, or none where a thing is needed, in a place
 * where nobody could have avoided it.  What stops the game is named; where an "if" asks
 * for it before, nothing is said. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

bool node_alike(const Node *x, const Node *y)
{
  INVARIANT(x && x->tag < N_COUNT);
  INVARIANT(y && y->tag < N_COUNT);
  if (x->tag != y->tag || x->name != y->name || x->num != y->num) return false;
  Parts p = parts_of(x, PARTS_MEANT), q = parts_of(y, PARTS_MEANT);
  for (;;) {
    bool more = parts_next(&p), also = parts_next(&q);
    if (!more || !also) return more == also;
    if (p.slot != q.slot || !node_alike(p.at, q.at)) return false;
  }
}

/* Does the expression stand somewhere in it? */
static bool has(const Node *n, const Node *e)
{
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    if (node_alike(p.at, e) || has(p.at, e)) return true;
  return false;
}

static bool names_player(const Node *n)
{
  return n->tag == N_ME || (n->tag == N_NAME && n->sym && n->sym->tag == SY_LOCAL &&
                            n->type && n->type->kind && n->type->kind->is_player);
}

/* Is it the same if a name of the first one is the element of the second?  Who is asked
 * about is who acts. */
static bool alike_of(const Node *x, const Node *y, const char *name)
{
  if (name && x->tag == N_NAME && x->name == name && y->tag == N_IT) return true;
  if (names_player(x) && y->tag == N_ME) return true;
  if (x->tag != y->tag || x->name != y->name || x->num != y->num) return false;
  Parts p = parts_of(x, PARTS_MEANT), q = parts_of(y, PARTS_MEANT);
  for (;;) {
    bool more = parts_next(&p), also = parts_next(&q);
    if (!more || !also) return more == also;
    if (p.slot != q.slot || !alike_of(p.at, q.at, name)) return false;
  }
}

/* `any(x in S: c)` and S, or `S where c`, somewhere in the statement. */
static bool has_some(const Node *n, const Node *any)
{
  const Node *in = any->d; /* x in S, as written */
  if (!in || in->tag != N_IN) return false;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) {
    bool where = p.at->tag == N_WHERE && node_alike(p.at->a, any->a);
    if (where && alike_of(any->b, p.at->b, in->a->name)) return true;
    if (!where && (alike_of(any->a, p.at, NULL) || has_some(p.at, any))) return true;
  }
  return false;
}

/* Does the statement use something of which there are some, as the call says? */
static bool has_counted(const Node *stmt, const Node *call)
{
  if (call->tag != N_CALL || (call->op != BI_ANY && call->op != BI_COUNT)) return false;
  if (!call->num) return call->op == BI_COUNT && call->a && has(stmt, call->a);
  return call->num == 1 && !call->c && has_some(stmt, call);
}

/* What a flag with a name of its own asks, if it asks the same in every game. */
static const Node *asked_by(const Node *n)
{
  const Value *v = value_named(n);
  bool plain = v && v->defs.n == 1 && v->type && v->type->tag == T_FLAG;
  return plain ? v->defs.at[0].node->c : NULL;
}

/* Does the condition, or its opposite, say that what the statement uses is there? */
static bool asks_for(const Node *cond, bool fails, const Node *stmt)
{
  INVARIANT(cond && cond->tag < N_COUNT);
  const Node *meant = asked_by(cond);
  if (meant) return asks_for(meant, fails, stmt);
  switch (cond->tag) {
  case N_AND:
  case N_OR:
    return (cond->tag == N_OR) == fails &&
           (asks_for(cond->a, fails, stmt) || asks_for(cond->b, fails, stmt));
  case N_IS:
  case N_ISNOT:
    return (cond->tag == N_IS) == fails && cond->b->tag == N_NONE && has(stmt, cond->a);
  case N_NOT: return asks_for(cond->a, !fails, stmt);
  case N_GT:
  case N_GE: /* count(S) > 0 */
    return !fails && cond->b->tag == N_NUM && cond->b->num >= (cond->tag == N_GE) &&
           cond->a->op == BI_COUNT && has_counted(stmt, cond->a);
  case N_CALL:
    if (!fails) return cond->op == BI_ANY && has_counted(stmt, cond);
    return cond->op == BI_EMPTY && !cond->num && has(stmt, cond->a);
  default: return false;
  }
}

/* Does it mean the same in a verb that is called? */
static bool is_global(const Node *n)
{
  if (names_player(n)) return true;
  if (n->tag == N_IT || n->tag == N_THIS || (n->sym && n->sym->tag == SY_LOCAL))
    return false;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    if (!is_global(p.at)) return false;
  return true;
}

/* `outer`: the first of those that stand around the call that leads here. */
static bool guards_cover(const Guard *g, const Node *stmt, const Guard *outer)
{
  bool around = false;
  for (; g; g = g->up) {
    around = around || g == outer;
    if (asks_for(g->cond, g->fails, stmt) && (!around || is_global(g->cond))) return true;
  }
  return false;
}

/* Is a call stuck in nothing but what it does? */
static bool does_only(Model *m, const Node *n, const Verb *v)
{
  if (n->op != BP_VERB || !v || !v->decl || !v->decl->b || v->rules.n) return false;
  for (Node *a = n->b; a; a = a->next)
    if (!a->type || a->type->opt || expr_bits(m, a) & CAN_BE_STUCK) return false;
  return true;
}

/* Does nothing come behind it? */
static bool leaves(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  while (n->tag == N_BLOCK && n->a)
    for (n = n->a; n->next;) n = n->next;
  if (n->tag == N_IF) return n->c && leaves(n->b) && leaves(n->c);
  return n->tag == N_STOP ||
         (n->tag == N_PHRASE && (n->op == BP_WIN || n->op == BP_WIN_BECAUSE ||
                                 n->op == BP_LOSE || n->op == BP_LOSE_BECAUSE));
}

const Guard *guards_behind(Model *m, const Node *n, const Guard *g)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool left = n->tag == N_IF && !n->c && leaves(n->b);
  if (!left && n->tag != N_REQUIRE) return g;
  Guard *more = arena_alloc(m->arena, sizeof *more);
  *more = (Guard){n->a, left, g};
  return more;
}

Guard guard_inside(const Node *n, const Node *part, const Guard *g)
{
  return n->tag == N_REPEAT ? (Guard){n->b, false, g} : (Guard){n->a, part == n->c, g};
}

/* Of a choice that is named, what comes behind it belongs to its attempt. */
static bool fails_behind(Model *m, const Node *n)
{
  bool asks = n->tag == N_LET && expr_bits(m, n->b) & CAN_DECIDE;
  for (Node *x = asks ? n->next : NULL; x; x = x->next)
    if (stmt_bits(m, x) & CAN_FAIL) return true;
  return false;
}

/* The innermost statement that can be stuck and that no condition covers. */
static Node *find_stuck(Model *m, Node *n, const Guard *g, const Guard *outer, int depth)
{
  if (depth > 40 || !(stmt_bits(m, n) & CAN_BE_STUCK)) return NULL;
  bool whole = true;
  const Guard *here = g;
  for (Parts p = parts_of(n, PARTS_OWN); parts_next(&p); whole = false) {
    Guard inner = guard_inside(n, p.at, g);
    Node *f = find_stuck(m, p.at, is_guarded(n) ? &inner : here, outer, depth + 1);
    if (!f && n->tag == N_BLOCK && fails_behind(m, p.at)) f = p.at;
    if (f) return f;
    if (n->tag == N_BLOCK) here = guards_behind(m, p.at, here);
  }
  const Verb *v = n->tag == N_PHRASE && n->sym ? n->sym->slot : NULL;
  Node *f =
      v && v->decl && v->decl->b ? find_stuck(m, v->decl->b, g, g, depth + 1) : NULL;
  /* A call is stuck in what it does: if that is covered, so is the call. */
  return f || !whole || does_only(m, n, v) || guards_cover(g, n, outer) ? f : n;
}

void note_stuck(Sema *s, const Node *n, const Guard *g)
{
  INVARIANT(s->m && s->d);
  const Node *f = find_stuck(s->m, (Node *)n, g, NULL, 0);
  if (!f && fails_behind(s->m, n)) f = n;
  for (Node *x = n->tag == N_LET ? n->next : NULL; x && !f; x = x->next)
    f = find_stuck(s->m, x, g, NULL, 0);
  if (!f) return; /* asked for before, or too deep in calls to be named */
  Loc at = n->tag == N_PHRASE ? n->a->loc : n->loc;
  Diag *d = diag_add(s->d, DIAG_MAY_BE_EMPTY, at,
                     "if there is nothing to choose from, or no thing where one is "
                     "needed, the game stops here");
  if (f->loc.file != at.file || f->loc.line != at.line)
    diag_hint_at(s->d, d, f->tag == N_PHRASE ? f->a->loc : f->loc, "in this statement");
  diag_hint(
      s->d, d,
      "regel sim shows whether that happens; \"if\" or \"otherwise\" would cover it");
}
