/* W0506: a choice that may have no answer, or none where a thing is needed, in a place
 * where nobody could have avoided it.  What stops the game is named; where an "if" asks
 * for it before, nothing is said. */
#include "interp/sema/builtin.h"
#include "interp/sema/sema_int.h"

bool node_alike(const Node *x, const Node *y)
{
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

/* Does the condition ask whether what the statement uses is there? */
static bool asks_for(const Node *cond, const Node *stmt)
{
  switch (cond->tag) {
  case N_AND: return asks_for(cond->a, stmt) || asks_for(cond->b, stmt);
  case N_ISNOT: return cond->b->tag == N_NONE && has(stmt, cond->a);
  case N_NOT:
    return cond->a->tag == N_CALL && cond->a->op == BI_EMPTY && !cond->a->num &&
           has(stmt, cond->a->a);
  default: return false;
  }
}

static bool guards_cover(const Guard *g, const Node *stmt)
{
  for (; g; g = g->up)
    if (asks_for(g->cond, stmt)) return true;
  return false;
}

/* The innermost statement that can be stuck and that no condition covers. */
static Node *find_stuck(Model *m, Node *n, const Guard *g, int depth)
{
  if (depth > 40 || !(stmt_bits(m, n) & CAN_BE_STUCK)) return NULL;
  Guard inner = {n->a, g};
  bool whole = true;
  for (Parts p = parts_of(n, PARTS_OWN); parts_next(&p); whole = false) {
    bool guarded = n->tag == N_IF && p.at == n->b;
    Node *f = find_stuck(m, p.at, guarded ? &inner : g, depth + 1);
    if (f) return f;
  }
  const Verb *v = n->tag == N_PHRASE && n->sym ? n->sym->slot : NULL;
  Node *f =
      v && v->decl && v->decl->b ? find_stuck(m, v->decl->b, NULL, depth + 1) : NULL;
  return f || !whole || guards_cover(g, n) ? f : n;
}

void note_stuck(Sema *s, const Node *n, const Guard *g)
{
  const Node *f = find_stuck(s->m, (Node *)n, g, 0);
  /* Of a choice that is named, what comes behind it belongs to its attempt. */
  if (!f && n->tag == N_LET && !guards_cover(g, n)) f = n;
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
