/* What an expression depends on. */
#include "interp/sema/builtin.h"
#include "interp/sema/model.h"

#include <stdlib.h>
#include <string.h>

/* Marks and a list of what is marked: forgetting costs no more than finding did. */
typedef struct Found {
  bool *is;
  VEC(int) list;
} Found;

struct Reader {
  Model *m;
  Found fields, kinds, values, columns;
};

Reader *reader_new(Model *m)
{
  Reader *r = ARENA_NEW(m->arena, Reader);
  r->m = m;
  r->fields.is = arena_alloc(m->arena, m->fields.n + 1);
  r->kinds.is = arena_alloc(m->arena, m->kinds.n + 1);
  r->values.is = arena_alloc(m->arena, m->values.n + 1);
  r->columns.is = arena_alloc(m->arena, m->columns.n + 1);
  return r;
}

static bool find(Reader *r, Found *f, int i)
{
  if (f->is[i]) return false;
  f->is[i] = true;
  apush(r->m->arena, &f->list, i);
  return true;
}

static int by_number(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static void forget(Found *f)
{
  for (size_t i = 0; i < f->list.n; i++) f->is[f->list.at[i]] = false;
  f->list.n = 0;
}

/* What was found, in order; it is forgotten. */
static Numbers take(Reader *r, Found *f)
{
  Numbers all = {NULL, f->list.n};
  if (all.n) {
    all.at = arena_alloc(r->m->arena, all.n * sizeof *all.at);
    memcpy(all.at, f->list.at, all.n * sizeof *all.at);
    qsort(all.at, all.n, sizeof *all.at, by_number);
  }
  forget(f);
  return all;
}

static void read(Reader *r, Node *n);

static void read_value(Reader *r, Value *v)
{
  if (!find(r, &r->values, v->index)) return;
  for (size_t k = 0; k < value_texts(v); k++) {
    Def *d = value_text(v, k);
    read(r, d->node->c);
    if (d->place.hold) read(r, d->place.hold);
    if (!d->node->d) continue;
    for (Node *key = d->node->d->a; key; key = key->next) read(r, key);
    for (Node *row = d->node->d->b; row; row = row->next) read(r, row->b);
  }
}

static void read_column(Reader *r, Column *c)
{
  if (!find(r, &r->columns, c->index) || c->decl->tag != N_VALUE) return;
  read(r, c->decl->c);
  for (size_t i = 0; i < c->kind->things.n; i++) {
    const Thing *t = c->kind->things.at[i];
    const Node *fill = t->decl && t->sym ? column_fill(t, c) : NULL;
    if (fill && fill->tag == N_FILL) read(r, fill->a);
  }
  if (c->changed) read_value(r, c->changed);
}

static void read(Reader *r, Node *n)
{
  if (!n) return;
  if (n->sym && (n->tag == N_NAME || n->tag == N_DOT || n->tag == N_CALL)) {
    if (n->sym->tag == SY_FIELD) {
      find(r, &r->fields, n->sym->field->index);
      if (n->sym->field->pile) find(r, &r->kinds, n->sym->field->type->kind->index);
    }
    if (n->sym->tag == SY_COLUMN) read_column(r, n->sym->column);
    if (n->sym->tag == SY_VALUE) read_value(r, n->sym->value);
  }
  if (n->tag == N_CALL && n->op == BI_OWNER && n->a && n->a->type->kind)
    find(r, &r->kinds, n->a->type->kind->index);
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) read(r, p.at);
}

Read model_reads(Reader *r, Node *n, Node *also)
{
  read(r, n);
  read(r, also);
  forget(&r->values);
  forget(&r->columns);
  return (Read){take(r, &r->fields), take(r, &r->kinds)};
}

Reads reads_new(Model *m)
{
  Reader *r = reader_new(m);
  return (Reads){r->fields.is, r->kinds.is, r->values.is, r};
}

void reads_add(Reads *r, Node *n) { read(r->reader, n); }

void reads_clear(Reads *r)
{
  forget(&r->reader->fields);
  forget(&r->reader->kinds);
  forget(&r->reader->values);
  forget(&r->reader->columns);
}
