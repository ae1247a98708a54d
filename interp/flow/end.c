/* The end of the game: what happens on the way to it, once nobody is asked any more, is
 * told with it. */
#include "interp/flow/flow_int.h"
#include "interp/sema/builtin.h"

static bool picks(const Node *n)
{
  if (!n) return false;
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) return true;
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (picks(a)) return true;
  return picks(n->b) || picks(n->c);
}

static bool block_asks(Flow *f, Node *n);

bool asks(Flow *f, Node *n)
{
  switch (n->tag) {
  case N_CHOOSE:
  case N_MAY: return true;
  case N_PHRASE:
    for (const Node *a = n->b; a; a = a->next)
      if (picks(a)) return true;
    if (picks(n->c)) return true;
    if ((n->op != BP_VERB && n->op != BP_SLOT) || !n->sym) return false;
    return summary_of(f, n->sym->slot)->asks;
  case N_BLOCK: return block_asks(f, n->a);
  case N_EACH: return n->num || picks(n->a) || block_asks(f, n->b->a);
  case N_REPEAT: return picks(n->a) || picks(n->b) || block_asks(f, n->c->a);
  case N_AS: return picks(n->a) || block_asks(f, n->b->a);
  case N_IF: return picks(n->a) || block_asks(f, n->b->a) || (n->c && asks(f, n->c));
  case N_OTHERWISE: return asks(f, n->a) || asks(f, n->b);
  default: return picks(n->a) || picks(n->b);
  }
}

static bool block_asks(Flow *f, Node *n)
{
  for (; n; n = n->next)
    if (asks(f, n)) return true;
  return false;
}

bool stops(const Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_STOP) return true;
    if (n->tag == N_EACH || n->tag == N_REPEAT || n->tag == N_PHRASE || n->tag == N_LET)
      continue;
    if (stops(n->a) || stops(n->b) || stops(n->c)) return true;
  }
  return false;
}

static bool ends(Flow *f, Node *n)
{
  switch (n->tag) {
  case N_PHRASE:
    if (n->op == BP_WIN || n->op == BP_LOSE || n->op == BP_LOSE_BECAUSE) return true;
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
