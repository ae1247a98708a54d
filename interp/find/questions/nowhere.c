/* Things that lie in no pile although others of their kind do: a card that was written
 * and never put into a deck. */
#include "interp/find/range.h"
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

typedef struct Nowhere {
  const Model *m;
  bool *thing, *kind; /* met where something could be done with them */
  bool *piled;        /* kinds that have piles */
} Nowhere;

/* What is only asked about, or whose field is read, is brought nowhere. */
static bool only_asks(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_IS:
  case N_ISNOT:
  case N_IN:
  case N_NOTIN:
  case N_LT:
  case N_LE:
  case N_GT:
  case N_GE: return true;
  case N_DOT: return n->a && n->a->tag == N_NAME;
  case N_PHRASE: return n->op == BP_REVEAL || n->op == BP_NOTE;
  default: return false;
  }
}

static void meet(Nowhere *w, const Node *n, int depth)
{
  if (!n || depth > 200) return;
  const Sym *y = n->tag == N_NAME ? n->sym : NULL;
  if (y && y->tag == SY_THING) w->thing[y->thing->id] = true;
  if (y && y->tag == SY_KIND) w->kind[y->kind->index] = true;
  if (n->tag == N_CALL && n->type && n->type->kind)
    w->kind[n->type->kind->index] |= !n->sym;
  if (only_asks(n)) return;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    if (p.role != ROLE_CONDITION && p.role != ROLE_TYPE) meet(w, p.at, depth + 1);
}

static void meet_all(Nowhere *w)
{
  const Model *m = w->m;
  for (size_t i = 0; i < m->fields.n; i++)
    if (!m->fields.at[i]->hidden) meet(w, m->fields.at[i]->decl->b, 0);
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl) meet(w, m->verbs.at[i]->decl->b, 0);
  for (size_t i = 0; i < m->bodies.n; i++) meet(w, m->bodies.at[i].node->a, 0);
  for (size_t i = 0; i < m->rules.n; i++) meet(w, m->rules.at[i]->node->c, 0);
  for (size_t i = 0; i < m->whens.n; i++) meet(w, m->whens.at[i]->node->c, 0);
  for (size_t i = 0; i < m->columns.n; i++)
    if (m->columns.at[i]->decl->tag == N_VALUE) meet(w, m->columns.at[i]->decl->c, 0);
  for (size_t i = 0; i < m->values.n; i++)
    for (size_t j = 0; j < value_texts(m->values.at[i]); j++) {
      meet(w, value_text(m->values.at[i], j)->node->c, 0);
      meet(w, value_text(m->values.at[i], j)->node->d, 0);
    }
  for (size_t i = 0; i < m->things.n; i++)
    for (const Node *n = m->things.at[i]->sym ? m->things.at[i]->decl->a : NULL; n;
         n = n->next)
      if (n->tag == N_FILL) meet(w, n->a, 0);
  for (size_t i = 0; i < m->tests.n; i++) meet(w, m->tests.at[i]->node->c, 0);
}

static bool has_group(const Thing *t)
{
  for (const Node *n = t->decl->a; n; n = n->next)
    if (n->tag == N_WHILE) return true;
  return false;
}

static void look_at_kind(Find *f, const Nowhere *w, const Kind *k)
{
  bool others = false;
  for (size_t i = 0; i < k->things.n; i++) others |= w->thing[k->things.at[i]->id];
  for (size_t i = 0; others && i < k->things.n; i++) {
    const Thing *t = k->things.at[i];
    if (!t->sym || !t->decl || !t->decl->a || w->thing[t->id]) continue;
    bool told = i > 0 && !f->uses->thing[t->id] && !has_group(t); /* by W0701 */
    if (told || in_library(f, t->decl)) continue;
    Diag *g = diag_add(f->d, DIAG_LIES_NOWHERE, t->decl->loc,
                       "\"%s\" lies in no pile, and nothing puts it into one", t->name);
    diag_hint(f->d, g,
              "others of its kind do: add it to the first value of a pile, or move it");
  }
}

void find_nowhere(Find *f)
{
  const Model *m = f->m;
  if (is_fragment(f)) return;
  Nowhere w = {m, arena_alloc(m->arena, (size_t)m->thing_count + 1),
               arena_alloc(m->arena, m->kinds.n + 1),
               arena_alloc(m->arena, m->kinds.n + 1)};
  meet_all(&w);
  for (size_t i = 0; i < m->fields.n; i++)
    if (m->fields.at[i]->pile && m->fields.at[i]->type->kind)
      w.piled[m->fields.at[i]->type->kind->index] = true;
  for (size_t i = 0; i < m->kinds.n; i++) {
    const Kind *k = m->kinds.at[i];
    if (!k->is_player && !k->naxes && !k->width && !w.kind[i] && w.piled[i])
      look_at_kind(f, &w, k);
  }
}
