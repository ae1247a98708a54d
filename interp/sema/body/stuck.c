/* W0506: a choice that may have no answer, or none where a thing is needed, in a place
 * where nobody could have avoided it.  What stops the game is named; where an "if" asks
 * for it before, nothing is said. */
#include "interp/sema/builtin.h"
#include "interp/sema/sema_int.h"

/* The same expressions, word for word. */
static bool all_alike(const Node *x, const Node *y)
{
  for (; x && y; x = x->next, y = y->next) {
    if (x->tag != y->tag || x->name != y->name || x->num != y->num) return false;
    if (!all_alike(x->a, y->a) || !all_alike(x->b, y->b) || !all_alike(x->c, y->c))
      return false;
  }
  return !x && !y;
}

bool node_alike(const Node *x, const Node *y)
{
  return x->tag == y->tag && x->name == y->name && x->num == y->num &&
         all_alike(x->a, y->a) && all_alike(x->b, y->b) && all_alike(x->c, y->c);
}

/* Does the expression stand somewhere in these? */
static bool has(const Node *n, const Node *e, int depth)
{
  for (; n && depth < 40; n = n->next)
    if (node_alike(n, e) || has(n->a, e, depth + 1) || has(n->b, e, depth + 1) ||
        has(n->c, e, depth + 1))
      return true;
  return false;
}

static bool stmt_has(const Node *stmt, const Node *e)
{
  return has(stmt->a, e, 0) || has(stmt->b, e, 0) || has(stmt->c, e, 0);
}

/* Does the condition ask whether what the statement uses is there? */
static bool asks_for(const Node *cond, const Node *stmt)
{
  switch (cond->tag) {
  case N_AND: return asks_for(cond->a, stmt) || asks_for(cond->b, stmt);
  case N_ISNOT: return cond->b->tag == N_NONE && stmt_has(stmt, cond->a);
  case N_NOT:
    return cond->a->tag == N_CALL && cond->a->op == BI_EMPTY && !cond->a->num &&
           stmt_has(stmt, cond->a->a);
  default: return false;
  }
}

static bool guards_cover(const Guard *g, const Node *stmt)
{
  for (; g; g = g->up)
    if (asks_for(g->cond, stmt)) return true;
  return false;
}

static Node *find_in(Model *m, Node *n, const Guard *g, int depth);

static Node *find_one(Model *m, Node *n, const Guard *g, int depth)
{
  Node *f = NULL;
  Guard inner = {n->a, g};
  switch (n->tag) {
  case N_BLOCK: return find_in(m, n->a, g, depth);
  case N_IF:
    f = find_in(m, n->b->a, &inner, depth);
    return f || !n->c ? f : find_in(m, n->c, g, depth);
  case N_EACH:
  case N_AS: return find_in(m, n->b->a, g, depth);
  case N_REPEAT: return find_in(m, n->c->a, g, depth);
  case N_OTHERWISE: return find_in(m, n->b, g, depth);
  case N_PHRASE:
    if (!n->sym || !n->sym->slot->decl || !n->sym->slot->decl->b) break;
    f = find_in(m, n->sym->slot->decl->b->a, NULL, depth);
    if (f) return f;
    break;
  default: break;
  }
  return guards_cover(g, n) ? NULL : n;
}

/* The innermost statement that can be stuck and that no condition covers. */
static Node *find_in(Model *m, Node *n, const Guard *g, int depth)
{
  for (; n && depth < 20; n = n->next) {
    if (!(stmt_bits(m, n) & CAN_BE_STUCK)) continue;
    Node *f = find_one(m, n, g, depth + 1);
    if (f) return f;
  }
  return NULL;
}

void note_stuck(Sema *s, const Node *n, const Guard *g)
{
  Node one = *n;
  one.next = NULL;
  const Node *f = find_in(s->m, &one, g, 0);
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
