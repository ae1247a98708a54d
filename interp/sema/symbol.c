/* Symbols: what has a name, and where names are found. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

Sym *sym_new(Sema *s, SymTag tag, const char *name, Node *decl, Type *type)
{
  INVARIANT(s && s->m);
  Sym *y = ARENA_NEW(s->m->arena, Sym);
  y->tag = tag;
  y->name = name;
  y->decl = decl;
  y->type = type;
  y->reg = -1;
  return y;
}

static const char *const reserved[] = {"players", "winners", "owner", "chance",
                                       "any",     "text",    "flag"};

int nearness(const Sema *s, const Variant *there)
{
  const Variant *here = s->place.variant;
  if (there == here) return 4;
  if (!there) return 1;
  if (here && there == here->pack) return 3;
  bool own = there->pack == own_pack(s);
  return !s->in_test ? 0 : own ? 2 : !there->pack;
}

Sym *declared(const Sema *s, const Variant *pack, const char *name)
{
  const struct Map *names = pack ? pack->names : s->globals;
  return names ? map_get(names, name) : NULL;
}

/* What other packs call so is none of its business: a hundred of them cost nothing. */
Sym *find_sym(const Sema *s, const char *name)
{
  Sym *best = NULL, *hidden = NULL;
  int near = 0;
  const Variant *own = own_pack(s);
  for (int game = !own; game < 2; game++)
    for (Sym *y = declared(s, game ? NULL : own, name); y; y = y->same) {
      int n = nearness(s, y->variant);
      if (n > near) near = n, best = y;
      if (!n && !hidden) hidden = y;
    }
  return best ? best : hidden;
}

const char *outer_name(const Sema *s, const char *name)
{
  const Variant *pack = own_pack(s);
  if (!pack) return name;
  const char *t = arena_printf(s->m->arena, "%s.%s", pack->name, name);
  return intern(s->u->names, t, strlen(t));
}

Variant *find_variant(const Sema *s, const char *name)
{
  Variant *v = own_pack(s) ? map_get(s->variants, outer_name(s, name)) : NULL;
  return v ? v : map_get(s->variants, name);
}

/* Can two of one name, of one pack or the game, be told apart by where they are used? */
static bool collide(const Variant *a, const Variant *b)
{
  return a == b || !a || !b || a->always || b->always;
}

void declare(Sema *s, Sym *y)
{
  INVARIANT(y && y->name);
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (!strcmp(y->name, reserved[i])) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_RESERVED, y->decl->loc,
                         "\"%s\" is a name of the language itself", y->name),
                "take another name");
      return;
    }
  y->variant = s->place.variant;
  Variant *pack = y->variant ? y->variant->pack : NULL;
  Sym *old = declared(s, pack, y->name);
  for (Sym *o = old; o; o = o->same)
    if (collide(o->variant, y->variant)) {
      Diag *g = diag_add(s->d, DIAG_DUPLICATE, y->decl->loc, "\"%s\" is declared twice",
                         y->name);
      if (o->decl) diag_hint_at(s->d, g, o->decl->loc, "the other one stands here");
      return;
    }
  y->same = old;
  if (pack && !pack->names) pack->names = map_new(s->m->arena);
  map_put(pack ? pack->names : s->globals, y->name, y);
}

Sym *kind_member(const Sema *s, const Kind *k, const char *name)
{
  Sym *best = NULL, *y = k->named ? map_get(k->named, name) : NULL;
  int near = 0;
  for (; y; y = y->same) {
    int n = nearness(s, y->variant);
    if (n > near) near = n, best = y;
  }
  return best;
}

void push_member(Sema *s, Kind *k, Sym *y)
{
  INVARIANT(s->m);
  if (!k->named) k->named = map_new(s->m->arena);
  y->same = map_get(k->named, y->name);
  map_put(k->named, y->name, y);
  apush(s->m->arena, &k->members, y);
}

void add_member(Sema *s, Kind *k, Sym *y)
{
  INVARIANT(k && y && y->name);
  y->variant = own_pack(s); /* a variant's is there in every game */
  Sym *old = kind_member(s, k, y->name);
  if (old && old->variant == y->variant) {
    Diag *g = diag_add(s->d, DIAG_DUPLICATE, y->decl->loc,
                       "kind \"%s\" has \"%s\" already", k->name, y->name);
    if (old->decl) diag_hint_at(s->d, g, old->decl->loc, "the other one stands here");
    return;
  }
  if (!strcmp(y->name, "owner") ||
      ((k->width && (!strcmp(y->name, "x") || !strcmp(y->name, "y"))))) {
    diag_add(s->d, DIAG_RESERVED, y->decl->loc, "\"%s\" is a name of the language itself",
             y->name);
    return;
  }
  push_member(s, k, y);
}

Kind *kind_new(Sema *s, const char *name, Node *decl)
{
  INVARIANT(name);
  Kind *k = ARENA_NEW(s->m->arena, Kind);
  k->name = outer_name(s, name);
  k->decl = decl;
  k->index = (int)s->m->kinds.n;
  apush(s->m->arena, &s->m->kinds, k);
  k->type = type_thing(s->m, k, false);
  k->set = type_set(s->m, k->type);
  k->sym = sym_new(s, SY_KIND, name, decl, k->set);
  k->sym->kind = k;
  return k;
}

Field *field_new(Sema *s, const char *name, Node *decl, Kind *k, Type *t)
{
  INVARIANT(name && decl && t);
  Field *f = ARENA_NEW(s->m->arena, Field);
  f->name = outer_name(s, name);
  f->decl = decl;
  f->kind = k;
  f->type = t;
  f->index = (int)s->m->fields.n;
  apush(s->m->arena, &s->m->fields, f);
  return f;
}

Verb *verb_new(Sema *s, const char *name, Node *decl)
{
  INVARIANT(name);
  Verb *v = ARENA_NEW(s->m->arena, Verb);
  v->name = name;
  v->decl = decl;
  if (decl) v->shape = decl->a, v->label = decl->label;
  v->variant = s->place.variant;
  v->index = (int)s->m->verbs.n;
  v->slot = v->entry = -1;
  for (int i = 0; i < LAYER_COUNT; i++) v->layer[i] = -1;
  apush(s->m->arena, &s->m->verbs, v);
  return v;
}

const VerbList *verbs_said(const Sema *s, const char *head)
{
  static const VerbList none;
  const VerbList *list = map_get(s->heads, head);
  return list ? list : &none;
}

void add_said(Sema *s, Verb *v)
{
  INVARIANT(s->m && s->d);
  VerbList *list = map_get(s->heads, v->name);
  if (!list) {
    list = ARENA_NEW(s->m->arena, VerbList);
    map_put(s->heads, v->name, list);
  }
  if (list->n == MAX_ALIKE)
    diag_hint(s->d,
              diag_add(s->d, DIAG_TOO_MANY, v->decl->loc,
                       "more than %d verbs begin with \"%s\"", MAX_ALIKE, v->name),
              "let them be one verb with a parameter, or slots of things");
  if (list->n <= MAX_ALIKE) apush(s->m->arena, list, v);
}

const Node *thing_fill(const Thing *t, const char *name)
{
  for (const Node *n = t->decl->a; n; n = n->next)
    if ((n->tag == N_FILL || n->tag == N_INLINE) && n->name == name) return n;
  return NULL;
}

const Node *column_fill(const Thing *t, const Column *c)
{
  for (const Node *n = t->decl->a; n; n = n->next)
    if ((n->tag == N_FILL || n->tag == N_INLINE) && n->name == c->name &&
        (!n->sym || n->sym->tag != SY_COLUMN || n->sym->column == c))
      return n;
  return NULL;
}
