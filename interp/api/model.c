/* What a ruleset declares, as an editor asks for it: every symbol with its type, its
 * place and the places that refer to it. */
#include "interp/api/api_int.h"
#include "interp/base/json.h"
#include "interp/sema/model.h"

#include <stdlib.h>
#include <string.h>

typedef struct Reference {
  const void *what; /* the declaration that is meant */
  Loc loc;
} Reference;

typedef struct Listing {
  Json *j;
  const Unit *unit;
  Model *m;
  VEC(Reference) references; /* sorted by what is meant */
} Listing;

/* ---- references ----------------------------------------------------------------- */

/* One declaration has one address, whatever symbol stands for it in this place. */
static const void *meant(const Sym *y)
{
  switch (y->tag) {
  case SY_KIND: return y->kind;
  case SY_THING: return y->thing;
  case SY_FIELD: return y->field;
  case SY_COLUMN: return y->column;
  case SY_SLOT: return y->slot;
  case SY_VALUE: return y->value;
  default: return NULL;
  }
}

/* All nodes have one shape, so that one walk meets every use of a name. */
static void refer(Listing *l, const Node *n)
{
  for (; n; n = n->next) {
    const void *what = n->sym ? meant(n->sym) : NULL;
    if (what) vec_push(&l->references, ((Reference){what, n->loc}));
    refer(l, n->a);
    refer(l, n->b);
    refer(l, n->c);
    refer(l, n->d);
  }
}

static int by_place(const void *a, const void *b)
{
  const Reference *x = a, *y = b;
  if (x->what != y->what) return (uintptr_t)x->what < (uintptr_t)y->what ? -1 : 1;
  if (x->loc.file != y->loc.file) return x->loc.file < y->loc.file ? -1 : 1;
  if (x->loc.line != y->loc.line) return x->loc.line < y->loc.line ? -1 : 1;
  return (x->loc.col > y->loc.col) - (x->loc.col < y->loc.col);
}

static size_t first_reference(const Listing *l, const void *what)
{
  size_t low = 0, high = l->references.n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if ((uintptr_t)l->references.at[mid].what < (uintptr_t)what) low = mid + 1;
    else high = mid;
  }
  return low;
}

static void put_place(const Listing *l, const char *key, Loc loc)
{
  const Sources *s = &l->unit->sources;
  bool known = loc.file >= 0 && (size_t)loc.file < s->files.n;
  json_key_place(l->j, key, known ? s->files.at[loc.file].path : NULL, loc.line, loc.col,
                 loc.end);
}

static void put_references(const Listing *l, const void *what)
{
  json_key_open(l->j, "references", '[');
  const Loc *last = NULL;
  for (size_t i = first_reference(l, what);
       i < l->references.n && l->references.at[i].what == what; i++) {
    const Loc *loc = &l->references.at[i].loc;
    if (last && last->file == loc->file && last->line == loc->line &&
        last->col == loc->col)
      continue;
    last = loc;
    put_place(l, NULL, *loc);
  }
  json_close(l->j, ']');
}

/* ---- symbols -------------------------------------------------------------------- */

static void put_parameter(const Listing *l, const char *name, const Type *type)
{
  json_open(l->j, '{');
  json_key_text(l->j, "name", name);
  json_key_text(l->j, "type", type ? type_words(l->m, type) : NULL);
  json_close(l->j, '}');
}

/* What a verb or a value is given. */
static void put_parameters(const Listing *l, const char *sort, const void *what)
{
  const Verb *v = strcmp(sort, "verb") && strcmp(sort, "slot") ? NULL : what;
  const Value *x = strcmp(sort, "value") ? NULL : what;
  if (!v && !x) return;
  json_key_open(l->j, "parameters", '[');
  for (const Node *n = v ? v->shape : NULL; n; n = n->next)
    if (n->tag != N_WORD) put_parameter(l, n->name, n->sym ? n->sym->type : NULL);
  for (size_t i = 0; x && i < x->params.n; i++)
    put_parameter(l, x->params.at[i]->name, x->params.at[i]->type);
  json_close(l->j, ']');
}

static void put_symbol(const Listing *l, const char *sort, const char *name,
                       const Kind *of, const Type *type, const Node *decl,
                       const void *what)
{
  if (!decl || !name) return; /* what the language itself declares */
  Json *j = l->j;
  json_open(j, '{');
  json_key_text(j, "sort", sort);
  json_key_text(j, "name", name);
  bool own = !of || decl != of->decl; /* not the squares and axes of a grid */
  if (decl->label && own) json_key_text(j, "title", decl->label);
  if (of) json_key_text(j, "of", of->name);
  if (type) json_key_text(j, "type", type_words(l->m, type));
  put_parameters(l, sort, what);
  put_place(l, "place", decl->loc);
  json_key_open(j, "citations", '[');
  for (const Node *c = decl->cites; c; c = c->next) json_text(j, c->name);
  json_close(j, ']');
  if (what) put_references(l, what);
  json_close(j, '}');
}

static void put_symbols(const Listing *l)
{
  const Model *m = l->m;
  for (size_t i = 0; i < m->kinds.n; i++) {
    const Kind *k = m->kinds.at[i];
    put_symbol(l, "kind", k->name, NULL, NULL, k->decl, k);
  }
  for (size_t i = 0; i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    if (t->kind->is_player) continue; /* the seats */
    put_symbol(l, "thing", t->name, t->kind, NULL, t->decl, t);
  }
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (!f->hidden)
      put_symbol(l, f->option ? "option" : "field", f->name, f->kind, f->type, f->decl,
                 f);
  }
  for (size_t i = 0; i < m->columns.n; i++) {
    const Column *c = m->columns.at[i];
    put_symbol(l, "printed value", c->name, c->kind, c->type, c->decl, c);
  }
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    put_symbol(l, "value", v->name, NULL, v->type, v->decl, v);
  }
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    if (!v->field)
      put_symbol(l, v->slot_of ? "slot" : "verb", v->name, v->slot_of, NULL, v->decl, v);
  }
  for (size_t i = 0; i < m->variants.n; i++) {
    const Variant *v = m->variants.at[i];
    put_symbol(l, "variant", v->name, NULL, NULL, v->decl, NULL);
  }
  for (size_t i = 0; i < m->tests.n; i++) {
    const Node *n = m->tests.at[i]->node;
    put_symbol(l, "test", n->label ? n->label : "", NULL, NULL, n, NULL);
  }
}

regel_data *regel_symbols(const regel_rules *r)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Listing l = {.j = &j, .unit = r->unit, .m = r->unit ? r->unit->model : NULL};
  json_open(&j, '[');
  if (l.m) {
    refer(&l, r->unit->items.head);
    if (l.references.n)
      qsort(l.references.at, l.references.n, sizeof *l.references.at, by_place);
    put_symbols(&l);
  }
  json_close(&j, ']');
  vec_free(&l.references);
  return api_data(arena, &j);
}

regel_data *regel_keywords(void)
{
  static const char *const words[] = {
#define WORD(spelling, token) spelling,
#include "grammar/word.def"
#undef WORD
  };
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '[');
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) json_text(&j, words[i]);
  json_close(&j, ']');
  return api_data(arena, &j);
}
