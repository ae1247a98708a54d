/* Claims: what the author says about the rules themselves.
 *
 * A condition must be the same in every state, or it would be an `always`.  Of a block
 * flow.c knows whether anything in it can fail; if nothing can, the claim is proved and
 * nobody needs to look. */
#include "interp/sema/builtin.h"
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* What a reading of fields does not show: who has won, who knows a face. */
static bool asks_about_play(const Node *n)
{
  if (n->sym && n->sym->tag == SY_WINNERS) return true;
  if (n->tag == N_CALL && !n->sym && n->op == BI_SEES) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (asks_about_play(p.at)) return true;
  return false;
}

static bool reads_state(Sema *s, Node *condition)
{
  Model *m = s->m;
  Reads r = reads_new(m);
  reads_add(&r, condition);
  if (asks_about_play(condition)) return true;
  for (size_t i = 0; i < m->kinds.n; i++)
    if (r.kind[i]) return true;
  for (size_t i = 0; i < m->fields.n; i++)
    if (r.field[i] && !m->fields.at[i]->option) return true;
  return false;
}

void check_claims(Sema *s)
{
  for (size_t i = 0; i < s->m->always.n; i++) {
    Always *a = s->m->always.at[i];
    Node *n = a->node;
    if (n->tag != N_CLAIM) continue;
    if (n->c) {
      a->proved = !(stmt_bits(s->m, n->c) & (CAN_FAIL | CAN_BE_STUCK));
    } else if (reads_state(s, n->a)) {
      /* What is printed in the game changes in play by what a pack brings: the claim is
       * about the game by itself. */
      a->replaced = s->m->packs.n && !pack_of(s, n);
      if (a->replaced) continue;
      Diag *g = diag_add(s->d, DIAG_CLAIM_ABOUT_STATE, n->a->loc,
                         "this changes in play, so a claim cannot be about it");
      diag_hint(s->d, g, "what holds in every state is written: always … \"…\"");
    }
  }
}

/* Of a ruleset that is used as a whole, with its `game` line? */
static bool is_of_used_game(const Sema *s, const Node *n)
{
  int ruleset = node_ruleset(s, n);
  const Node *i = ruleset ? s->u->items.head : NULL;
  while (i && (i->tag != N_GAME || node_ruleset(s, i) != ruleset)) i = i->next;
  return i;
}

/* A claim of a game that no rulebook asks for is not what its packs, or editions that use
 * all of it, must keep to: with them it is understood, and not looked at. */
bool claim_binds(const Sema *s, const Node *n)
{
  INVARIANT(n->tag == N_CLAIM);
  bool alone = !s->m->packs.n && !is_of_used_game(s, n);
  return alone || pack_of(s, n) || n->cites || (n->c && n->c->cites);
}

/* Does a pack, as a whole, promise something else in the same words?  Or an edition, of
 * what it uses? */
static bool promised_anew(const Sema *s, const Always *old)
{
  const Model *m = s->m;
  const char *words = old->node->label;
  bool used = is_of_used_game(s, old->node);
  for (size_t i = 0; words && i < m->always.n; i++) {
    const Node *n = m->always.at[i]->node;
    const Variant *v = m->always.at[i]->place.variant;
    bool above = v ? v->always : used && !node_ruleset(s, n);
    if (above && n->tag == N_ALWAYS && n->label && !strcmp(n->label, words)) return true;
  }
  return false;
}

void replace_promises(Sema *s)
{
  INVARIANT(s && s->m);
  Model *m = s->m;
  size_t kept = 0;
  for (size_t i = 0; i < m->always.n; i++) {
    Always *a = m->always.at[i];
    bool game = a->node->tag == N_ALWAYS && !pack_of(s, a->node);
    a->replaced = a->replaced || (game && promised_anew(s, a));
  }
  for (size_t i = 0; i < m->always.n; i++)
    if (!m->always.at[i]->replaced) m->always.at[kept++] = m->always.at[i];
  m->always.n = kept;
}
