/* Marks that forbid something and are never taken away: "once a turn" that is once a
 * game. */
#include "interp/find/range.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

typedef struct Lasting {
  Find *f;
  bool *marked, *cleared; /* fields by index: set or raised; changed in another way */
  const Node **forbids;   /* the requirement that it forbids */
  bool loops;
} Lasting;

static const Field *field_of(const Node *n)
{
  if (n && n->tag == N_INDEX) n = n->a;
  bool name = n && (n->tag == N_NAME || n->tag == N_DOT);
  return name && n->sym && n->sym->tag == SY_FIELD ? n->sym->field : NULL;
}

/* A part of a requirement that no longer holds once the field has been changed. */
static void require_part(Lasting *l, const Node *whole, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_AND) {
    require_part(l, whole, n->a);
    require_part(l, whole, n->b);
    return;
  }
  const Field *x = NULL;
  bool zero = n->b && n->b->tag == N_NUM && n->b->num == 0;
  if (n->tag == N_NOT) x = field_of(n->a);
  else if (n->tag == N_IS && (zero || (n->b && n->b->tag == N_NO))) x = field_of(n->a);
  else if ((n->tag == N_LT || n->tag == N_LE) && n->b->tag == N_NUM) x = field_of(n->a);
  if (x && !l->forbids[x->index]) l->forbids[x->index] = whole;
}

static void look(Lasting *l, const Node *n, int depth)
{
  if (!n || depth > 200) return;
  const Field *x = NULL;
  if (n->tag == N_SET || n->tag == N_RAISE || n->tag == N_LOWER) x = field_of(n->a);
  if (x) {
    bool mark = n->tag == N_RAISE || (n->tag == N_SET && n->b && n->b->tag == N_YES);
    *(mark ? &l->marked[x->index] : &l->cleared[x->index]) = true;
  }
  if (n->tag == N_REQUIRE && n->a) require_part(l, n, n->a);
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) look(l, p.at, depth + 1);
}

static void look_everywhere(Lasting *l)
{
  const Model *m = l->f->m;
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl) look(l, m->verbs.at[i]->decl->b, 0);
  for (size_t i = 0; i < m->bodies.n; i++) look(l, m->bodies.at[i].node->a, 0);
  for (size_t i = 0; i < m->rules.n; i++) look(l, m->rules.at[i]->node->c, 0);
  for (size_t i = 0; i < m->whens.n; i++) look(l, m->whens.at[i]->node->c, 0);
}

void find_lasting(Find *f)
{
  const Model *m = f->m;
  if (is_fragment(f)) return;
  Lasting l = {f, arena_alloc(m->arena, m->fields.n + 1),
               arena_alloc(m->arena, m->fields.n + 1),
               arena_alloc(m->arena, (m->fields.n + 1) * sizeof *l.forbids), false};
  look_everywhere(&l);
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    bool mark = x->type->tag == T_FLAG || x->type->tag == T_NUM;
    if (!mark || x->option || x->hidden || !l.marked[i] || l.cleared[i] ||
        !l.forbids[i] || in_library(f, x->decl))
      continue;
    Diag *g = diag_add(f->d, DIAG_NEVER_TAKEN_BACK, x->decl->loc,
                       x->type->tag == T_FLAG
                           ? "once \"%s\" is yes it stays so for the whole game"
                           : "\"%s\" is only ever raised, for the whole game",
                       x->name);
    diag_hint_at(f->d, g, l.forbids[i]->loc, "and then this can no longer be done");
    diag_hint(f->d, g,
              "if it is meant for one turn or round, set it back where that ends");
  }
}
