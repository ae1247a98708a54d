/* `after V { V }`: an event that its own rule carries out once more.
 *
 * A rule never sets itself off: what it calls by the event's name is the layer beneath.
 * So this is no circle, but everything happens twice, every time.  With a condition, a
 * choice or other arguments it is a rule that somebody thought of. */
#include "interp/find/find.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

static bool same_arguments(const Rule *r, const Node *call)
{
  size_t i = 0;
  for (const Node *a = call->b; a; a = a->next, i++)
    if (i >= r->names.n || a->tag != N_NAME || a->sym != r->names.at[i]) return false;
  return true;
}

static const Node *call_in(const Rule *r, const Node *n)
{
  for (; n; n = n->next) {
    const Node *found = n->tag == N_BLOCK ? call_in(r, n->a) : NULL;
    if (found) return found;
    if (n->tag == N_PHRASE && n->op == BP_VERB && n->sym && n->sym->slot == r->verb &&
        same_arguments(r, n))
      return n;
  }
  return NULL;
}

void find_again(Find *f)
{
  INVARIANT(f->d);
  const Model *m = f->m;
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *r = m->rules.at[i];
    if (r->tag == N_INSTEAD || r->node->b || r->place.hold || in_library(f, r->node))
      continue;
    const Node *call = call_in(r, r->node->c);
    if (!call) continue;
    Diag *g = diag_add(f->d, DIAG_DONE_AGAIN, call->a->loc,
                       "this does \"%s\" once more, every time", r->verb->name);
    diag_hint_at(f->d, g, r->event->loc, "the rule %s \"%s\" never sets itself off",
                 r->tag == N_AFTER ? "after" : "before", r->verb->name);
    diag_hint(f->d, g, "delete it, or say in a condition when it is done twice");
  }
}
