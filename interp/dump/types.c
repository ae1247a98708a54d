/* Kinds, fields and verbs of a program, with types and cells. */
#include "interp/dump/dump.h"
#include "interp/base/invariant.h"

static void put_type(const Program *p, Buf *b, int type)
{
  static const char *const tags[] = {"nothing", "number", "flag", "words", "thing",
                                     "set",     "list",   "pile", "text"};
  if (type < 0) {
    buf_add(b, "-");
    return;
  }
  const PType *t = &p->types[type];
  switch (t->tag) {
  case T_NUM: buf_printf(b, "%d..%d", t->lo, t->hi); break;
  case T_WORD:
    for (int i = 0; i <= t->hi - t->lo; i++)
      buf_printf(b, "%s%s", i ? " | " : "",
                 program_string(p, p->words[t->first_word + i].name));
    break;
  case T_THING:
    buf_add(b, t->kind < 0 ? "thing" : program_string(p, p->kinds[t->kind].name));
    break;
  case T_PILE:
    buf_printf(b, "pile of %s",
               t->kind < 0 ? "any" : program_string(p, p->kinds[t->kind].name));
    break;
  case T_SET:
    buf_add(b, "set of ");
    put_type(p, b, t->elem);
    break;
  case T_LIST:
    buf_printf(b, "list %d of ", t->words - 1);
    put_type(p, b, t->elem);
    break;
  default: buf_add(b, tags[t->tag]); break;
  }
  if (t->opt) buf_add(b, " or none");
}

static void dump_field(const Program *p, const PField *f, Buf *b)
{
  static const char *const seen[] = {"", " seen by none", " seen by owner",
                                     " seen by some"};
  buf_printf(b, "  %s: ", program_string(p, f->name));
  put_type(p, b, f->type);
  if (f->per_type >= 0) {
    buf_add(b, " per ");
    put_type(p, b, f->per_type);
  }
  buf_add(b, seen[f->seen]);
  if (f->flags & FIELD_OPTION) buf_add(b, "  (option)");
  if (f->flags & FIELD_SHUFFLED) buf_add(b, "  (shuffled)");
  if (f->flags & FIELD_HIDDEN) buf_add(b, "  (of the machine)");
  if (f->flags & FIELD_PILE) buf_printf(b, "  # pile %d\n", f->pile);
  else buf_printf(b, "  # cell %d, %d each\n", f->cell, f->size);
}

static void dump_kind(const Program *p, int kind, Buf *b)
{
  if (kind >= 0) {
    const PKind *k = &p->kinds[kind];
    buf_printf(b, "kind %s", program_string(p, k->name));
    if (k->width) buf_printf(b, " %d by %d", k->width, k->height);
    buf_printf(b, "  # things %d..%d\n", k->first, k->first + k->count - 1);
  } else {
    const PHeader *h = p->header;
    buf_printf(b, "game %s for %d..%d  # %d cells\n", program_string(p, h->name),
               h->seats_low, h->seats_high, h->cells);
  }
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].kind == kind) dump_field(p, &p->fields[i], b);
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != kind) continue;
    buf_printf(b, "  value %s: ", program_string(p, c->name));
    put_type(p, b, c->type);
    buf_char(b, '\n');
  }
  for (int i = 0; i < p->n_slots; i++)
    if (p->slots[i].kind == kind)
      buf_printf(b, "  verb %s\n", program_string(p, p->slots[i].name));
}

/* As it would be declared, where that is short. */
static void put_declared(Model *m, const Type *t, Buf *b)
{
  if (t->tag == T_THING && t->kind) buf_add(b, t->kind->name);
  else if (t->tag == T_SET && t->elem && t->elem->kind)
    buf_printf(b, "set of %s", t->elem->kind->name);
  else if (t->tag == T_NUM)
    buf_printf(b, "%lld..%lld", (long long)t->lo, (long long)t->hi);
  else if (t->tag == T_FLAG) buf_add(b, "flag");
  else if (t->tag == T_WORD && t->words && t->words->name) buf_add(b, t->words->name);
  else buf_add(b, type_words(m, t));
  if (t->opt && t->tag == T_THING && t->kind) buf_add(b, " or none");
}

/* "bring (a: agent) to (b: building)" */
static void put_shape(Model *m, const Verb *v, Buf *b)
{
  buf_add(b, v->name);
  for (const Node *n = v->shape; n; n = n->next)
    if (n->tag == N_WORD) buf_printf(b, " %s", n->name);
    else {
      buf_printf(b, " (%s", n->name);
      if (n->sym && n->sym->type) buf_add(b, ": ");
      if (n->sym && n->sym->type) put_declared(m, n->sym->type, b);
      buf_char(b, ')');
    }
}

static const Verb *verb_of(const Model *m, int index)
{
  for (size_t i = 0; m && i < m->verbs.n; i++)
    if (m->verbs.at[i]->index == index && m->verbs.at[i]->shape) return m->verbs.at[i];
  return NULL;
}

void dump_types(const Program *p, Model *m, Buf *b)
{
  INVARIANT(p && p->header);
  for (int k = -1; k < p->n_kinds; k++) dump_kind(p, k, b);
  for (int i = 0; i < p->n_verbs; i++) {
    const PVerb *v = &p->verbs[i];
    const Verb *known = verb_of(m, i);
    if (v->kind >= 0) continue;
    buf_add(b, "verb ");
    if (known) put_shape(m, known, b);
    else buf_add(b, program_string(p, v->name));
    buf_printf(b, "  # chunk %d\n", v->chunk);
  }
}
