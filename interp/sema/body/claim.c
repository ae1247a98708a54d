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
      Diag *g = diag_add(s->d, DIAG_CLAIM_ABOUT_STATE, n->a->loc,
                         "this changes in play, so a claim cannot be about it");
      diag_hint(s->d, g, "what holds in every state is written: always … \"…\"");
    }
  }
}

/* Does a pack, as a whole, promise something else in the same words? */
static bool promised_anew(const Model *m, const Always *old)
{
  const char *words = old->node->label;
  for (size_t i = 0; words && i < m->always.n; i++) {
    const Always *a = m->always.at[i];
    const Variant *v = a->place.variant;
    if (a->node->tag == N_ALWAYS && v && v->always && a->node->label &&
        !strcmp(a->node->label, words))
      return true;
  }
  return false;
}

void replace_promises(Sema *s)
{
  INVARIANT(s && s->m);
  Model *m = s->m;
  size_t kept = 0;
  for (size_t i = 0; m->packs.n && i < m->always.n; i++) {
    Always *a = m->always.at[i];
    bool game = a->node->tag == N_ALWAYS && !pack_of(s, a->node);
    a->replaced = game && promised_anew(m, a);
  }
  for (size_t i = 0; i < m->always.n; i++)
    if (!m->always.at[i]->replaced) m->always.at[kept++] = m->always.at[i];
  m->always.n = kept;
}
