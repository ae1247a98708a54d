/* Which names are read by no rule: where things are drawn, what bots think of the table,
 * what only claims ask for.  What is printed with a name on a card is read by players. */
#include "interp/mutate/idle.h"
#include "interp/base/invariant.h"

typedef struct Reach {
  const Model *m;
  bool *value, *column; /* by index of the model: some rule comes to it */
} Reach;

static void reach(Reach *r, const Node *n);

static void reach_column(Reach *r, const Column *c)
{
  if (r->column[c->index]) return;
  r->column[c->index] = true;
  if (c->decl->tag == N_VALUE) reach(r, c->decl->c);
  for (size_t i = 0; i < r->m->things.n; i++) {
    const Node *fill = column_fill(r->m->things.at[i], c);
    if (fill && fill->tag == N_FILL) reach(r, fill->a);
  }
}

static void reach_value(Reach *r, const Value *v)
{
  if (r->value[v->index]) return;
  r->value[v->index] = true;
  if (v->column) reach_column(r, v->column);
  for (size_t i = 0; i < value_texts(v); i++) {
    const Def *d = value_text(v, i);
    reach(r, d->node->c);
    reach(r, d->node->d);
    reach(r, d->place.hold);
  }
}

static void reach(Reach *r, const Node *n)
{
  if (!n) return;
  for (size_t i = 0; n->text && i < n->text->args.n; i++)
    reach(r, n->text->args.at[i].expr);
  const Value *v = value_named(n);
  if (v) reach_value(r, v);
  if (n->sym && n->sym->tag == SY_COLUMN) reach_column(r, n->sym->column);
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) reach(r, p.at);
}

static void reach_rules(Reach *r)
{
  const Model *m = r->m;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Node *d = m->fields.at[i]->decl;
    if (m->fields.at[i]->hidden) continue;
    reach(r, d->b);
    reach(r, d->c);
  }
  for (size_t i = 0; i < m->kinds.n; i++) reach(r, m->kinds.at[i]->titled);
  for (size_t i = 0; i < m->variants.n; i++) reach(r, m->variants.at[i]->decl->a);
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Node *d = m->verbs.at[i]->decl;
    if (d && !m->verbs.at[i]->generic) reach(r, d);
  }
  for (size_t i = 0; i < m->rules.n; i++) {
    reach(r, m->rules.at[i]->place.hold);
    reach(r, m->rules.at[i]->node->b);
    reach(r, m->rules.at[i]->node->c);
  }
  for (size_t i = 0; i < m->whens.n; i++) {
    reach(r, m->whens.at[i]->place.hold);
    reach(r, m->whens.at[i]->node->a);
    reach(r, m->whens.at[i]->node->c);
  }
  for (size_t i = 0; i < m->bodies.n; i++) reach(r, m->bodies.at[i].node);
  if (m->score) reach_value(r, m->score);
  for (size_t i = 0; i < m->columns.n; i++)
    if (m->columns.at[i]->decl->label) reach_column(r, m->columns.at[i]);
}

bool idle_has(const Idle *idle, const char *name)
{
  for (size_t i = 0; i < idle->n; i++)
    if (idle->at[i] == name) return true;
  return false;
}

/* Things are known by their names here: one that a rule reads keeps all that are called
 * so. */
void idle_find(const Model *m, Arena *arena, Idle *idle)
{
  INVARIANT(m && arena);
  Reach r = {m, arena_alloc(arena, m->values.n + 1),
             arena_alloc(arena, m->columns.n + 1)};
  Idle busy = {0};
  reach_rules(&r);
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    vec_push(r.value[v->index] || v->decl->label ? &busy : idle, v->name);
  }
  for (size_t i = 0; i < m->columns.n; i++)
    vec_push(r.column[i] ? &busy : idle, m->columns.at[i]->name);
  size_t kept = 0;
  for (size_t i = 0; i < idle->n; i++)
    if (!idle_has(&busy, idle->at[i])) idle->at[kept++] = idle->at[i];
  idle->n = kept;
  vec_free(&busy);
}
