/* The end of the game: what happens on the way to it, once nobody is asked any more, is
 * told with it. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

static bool picks(const Node *n)
{
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (picks(p.at)) return true;
  return false;
}

bool asks(Flow *f, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool calls = n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT) && n->sym;
  if (n->tag == N_EACH && n->num) return true;
  if (calls && summary_of(f, n->sym->slot)->asks) return true;
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    if (p.role == ROLE_OFFERS || p.role == ROLE_ATTEMPT || asks(f, p.at)) return true;
  return picks(n);
}

bool stops(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_STOP) return true;
  for (Parts p = parts_of(n, PARTS_STATEMENT & ~ROLE_BIT(LOOP)); parts_next(&p);)
    if (stops(p.at)) return true;
  return false;
}

static bool ends(Flow *f, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_PHRASE:
    if (phrase_ends(n->op)) return true;
    if ((n->op != BP_VERB && n->op != BP_SLOT) || !n->sym) return false;
    return summary_of(f, n->sym->slot)->after.dead;
  case N_BLOCK: return ends_game(f, n->a);
  case N_AS: return ends_game(f, n->b->a);
  case N_IF: return n->c && ends_game(f, n->b->a) && ends(f, n->c);
  case N_OTHERWISE: return ends(f, n->a) && ends(f, n->b);
  default: return false;
  }
}

bool ends_game(Flow *f, Node *n)
{
  for (; n; n = n->next) {
    if (asks(f, n)) return false;
    if (ends(f, n)) return true;
  }
  return false;
}
