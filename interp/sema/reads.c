/* What an expression depends on. */
#include "interp/sema/builtin.h"
#include "interp/sema/model.h"

Reads reads_new(Model *m)
{
  return (Reads){arena_alloc(m->arena, m->fields.n + 1),
                 arena_alloc(m->arena, m->kinds.n + 1),
                 arena_alloc(m->arena, m->values.n + 1)};
}

void model_reads(Model *m, Node *n, Reads *r)
{
  if (!n) return;
  if (n->sym && (n->tag == N_NAME || n->tag == N_DOT || n->tag == N_CALL)) {
    if (n->sym->tag == SY_FIELD) {
      r->field[n->sym->field->index] = true;
      if (n->sym->field->pile) r->kind[n->sym->field->type->kind->index] = true;
    }
    if (n->sym->tag == SY_COLUMN && n->sym->column->decl->c)
      model_reads(m, n->sym->column->decl->c, r);
    if (n->sym->tag == SY_VALUE) {
      Value *v = n->sym->value;
      for (size_t i = 0; i < m->values.n; i++)
        if (m->values.at[i] == v && !r->value[i]) {
          r->value[i] = true;
          for (size_t k = 0; k < v->defs.n; k++) {
            Def *d = &v->defs.at[k];
            model_reads(m, d->node->c, r);
            if (d->place.hold) model_reads(m, d->place.hold, r);
            if (!d->node->d) continue;
            for (Node *key = d->node->d->a; key; key = key->next) model_reads(m, key, r);
            for (Node *row = d->node->d->b; row; row = row->next)
              model_reads(m, row->b, r);
          }
        }
    }
  }
  if (n->tag == N_CALL && n->op == BI_OWNER && n->a && n->a->type->kind)
    r->kind[n->a->type->kind->index] = true;
  for (Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL) model_reads(m, a, r);
  model_reads(m, n->b, r);
  model_reads(m, n->c, r);
}
