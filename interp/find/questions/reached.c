/* The verbs that a verb can come to: through calls, slots, the rules around them and the
 * changes that rules watch. */
#include "interp/find/uses.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

typedef struct Reach {
  bool *is; /* by index */
  VEC(const Verb *) queue;
} Reach;

static void reach(Reach *r, const Verb *v)
{
  if (!v || r->is[v->index]) return;
  r->is[v->index] = true;
  vec_push(&r->queue, v);
}

static void follow(Reach *r, const Node *n)
{
  for (; n; n = n->next) {
    bool calls = n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT);
    if (calls && n->sym) reach(r, n->sym->slot);
    if (n->tag == N_RAISE || n->tag == N_LOWER) {
      const Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
      const Field *f = p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
      if (f) reach(r, n->tag == N_RAISE ? f->raise : f->lower);
    }
    follow(r, n->a);
    follow(r, n->b);
    follow(r, n->c);
  }
}

static void follow_verb(Reach *r, const Model *m, const Verb *v)
{
  if (v->decl) follow(r, v->decl->b);
  for (size_t i = 0; i < v->rules.n; i++) follow(r, v->rules.at[i]->node->c);
  for (size_t i = 0; v->slot_of && i < m->bodies.n; i++)
    if (m->bodies.at[i].slot == v) follow(r, m->bodies.at[i].node->a);
}

bool *verbs_reached(Find *f, const Verb *from)
{
  INVARIANT(f);
  const Model *m = f->m;
  Reach r = {.is = arena_alloc(m->arena, m->verbs.n + 1)};
  reach(&r, from);
  for (size_t i = 0; i < m->whens.n; i++) follow(&r, m->whens.at[i]->node->c);
  for (size_t i = 0; i < r.queue.n; i++) follow_verb(&r, m, r.queue.at[i]);
  vec_free(&r.queue);
  return r.is;
}

void bodies_each(const Model *m,
                 void (*see)(void *user, const Verb *of, const Node *body), void *user)
{
  INVARIANT(see);
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl) see(user, m->verbs.at[i], m->verbs.at[i]->decl->b);
  for (size_t i = 0; i < m->bodies.n; i++)
    see(user, m->bodies.at[i].slot, m->bodies.at[i].node->a);
  for (size_t i = 0; i < m->rules.n; i++)
    see(user, m->rules.at[i]->verb, m->rules.at[i]->node->c);
  for (size_t i = 0; i < m->whens.n; i++) see(user, NULL, m->whens.at[i]->node->c);
}

const Field *named_field(const Node *n)
{
  if (n && n->tag == N_INDEX) n = n->a;
  bool name = n && (n->tag == N_NAME || n->tag == N_DOT);
  return name && n->sym && n->sym->tag == SY_FIELD ? n->sym->field : NULL;
}

bool is_fragment(Find *f)
{
  const Model *m = f->m;
  if (!m->tests.n || !m->play || !m->play->decl) return false;
  Reach r = {.is = arena_alloc(m->arena, m->verbs.n + 1)};
  follow(&r, m->play->decl->b);
  bool none = !r.queue.n && !m->play->rules.n;
  vec_free(&r.queue);
  return none;
}
