/* Decks that are drawn from in setup before they are shuffled there: the first cards of
 * every game are the same. */
#include "interp/find/find.h"
#include "interp/sema/builtin.h"

typedef struct Late {
  Find *f;
  bool *shuffled, *told; /* fields by index */
  int depth;
} Late;

static const Field *pile_of(const Node *n)
{
  return n && n->sym && n->sym->tag == SY_FIELD && n->sym->field->pile ? n->sym->field
                                                                       : NULL;
}

static bool differ(const Model *m, const Kind *k)
{
  const char *name = NULL;
  for (size_t i = 0; i < m->things.n; i++) {
    if (m->things.at[i]->kind != k) continue;
    if (name && m->things.at[i]->name != name) return true;
    name = m->things.at[i]->name;
  }
  return false;
}

static void draws(Late *l, const Node *n)
{
  const Field *deck = pile_of(n->b ? n->b->next : NULL);
  if (!deck || l->shuffled[deck->index] || l->told[deck->index] || !deck->shuffled ||
      !deck->decl->b || !deck->decl->c || deck->decl->c->tag != N_NONE ||
      in_library(l->f, n) || !differ(l->f->m, deck->type->kind))
    return;
  l->told[deck->index] = true;
  Diag *g = diag_add(l->f->d, DIAG_SHUFFLED_LATE, n->loc,
                     "\"%s\" is drawn from before it is shuffled: every game begins with "
                     "the same cards",
                     deck->name);
  diag_hint(l->f->d, g, "shuffle it first: shuffle %s", deck->name);
}

/* In the order in which it happens; what happens only sometimes counts as done. */
static void follow(Late *l, const Node *n)
{
  if (!n || l->depth > 40) return;
  if (n->tag == N_PHRASE && n->op == BP_DRAW) draws(l, n);
  if (n->tag == N_PHRASE &&
      (n->op == BP_SHUFFLE || n->op == BP_MOVE || n->op == BP_MOVE_UNDER))
    for (const Node *a = n->b; a; a = a->next)
      if (pile_of(a)) l->shuffled[pile_of(a)->index] = true; /* or arranged by hand */
  const Verb *v = n->tag == N_PHRASE && n->op == BP_VERB && n->sym ? n->sym->slot : NULL;
  for (const Node *a = v ? n->b : NULL; a; a = a->next)
    if (pile_of(a)) l->shuffled[pile_of(a)->index] = true; /* who knows what it does */
  l->depth++;
  if (v && v->decl) follow(l, v->decl->b);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) follow(l, p.at);
  l->depth--;
}

void find_late(Find *f)
{
  const Model *m = f->m;
  Late l = {f, arena_alloc(m->arena, m->fields.n + 1),
            arena_alloc(m->arena, m->fields.n + 1), 0};
  if (m->setup && m->setup->decl && !m->setup->rules.n) follow(&l, m->setup->decl->b);
}
