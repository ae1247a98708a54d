/* Declarations: every name gets its symbol before any body is looked at, so the order of
 * items and files does not matter. */
#include "interp/sema/sema_int.h"

#include <string.h>

/* ---- symbols -------------------------------------------------------------------- */

Sym *sym_new(Sema *s, SymTag tag, const char *name, Node *decl, Type *type)
{
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

static void declare(Sema *s, Sym *y)
{
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (!strcmp(y->name, reserved[i])) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_RESERVED, y->decl->loc,
                         "\"%s\" is a name of the language itself", y->name),
                "take another name");
      return;
    }
  y->variant = s->place.variant;
  Sym *old = map_get(s->globals, y->name);
  for (Sym *o = old; o; o = o->same)
    if (o->variant == y->variant || !o->variant || !y->variant) {
      Diag *g = diag_add(s->d, DIAG_DUPLICATE, y->decl->loc, "\"%s\" is declared twice",
                         y->name);
      if (o->decl) diag_hint_at(s->d, g, o->decl->loc, "the other one stands here");
      return;
    }
  y->same = old;
  map_put(s->globals, y->name, y);
}

Sym *kind_member(const Kind *k, const char *name)
{
  return k->named ? map_get(k->named, name) : NULL;
}

static void push_member(Sema *s, Kind *k, Sym *y)
{
  if (!k->named) k->named = map_new(s->m->arena);
  map_put(k->named, y->name, y);
  apush(s->m->arena, &k->members, y);
}

static void add_member(Sema *s, Kind *k, Sym *y)
{
  Sym *old = kind_member(k, y->name);
  if (old) {
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

static Kind *kind_new(Sema *s, const char *name, Node *decl)
{
  Kind *k = ARENA_NEW(s->m->arena, Kind);
  k->name = name;
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
  Field *f = ARENA_NEW(s->m->arena, Field);
  f->name = name;
  f->decl = decl;
  f->kind = k;
  f->type = t;
  f->index = (int)s->m->fields.n;
  apush(s->m->arena, &s->m->fields, f);
  return f;
}

Verb *verb_new(Sema *s, const char *name, Node *decl)
{
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

static void add_said(Sema *s, Verb *v)
{
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

/* ---- passes over the items ------------------------------------------------------ */

typedef void (*ItemFn)(Sema *s, Node *n);

static void each_item(Sema *s, Node *n, ItemFn fn)
{
  for (; n; n = n->next) {
    fn(s, n);
    if (n->tag != N_VARIANT) continue;
    Variant *before = s->place.variant;
    Variant *v = map_get(s->variants, n->name);
    if (v && v->decl == n) s->place.variant = v;
    each_item(s, n->b, fn);
    s->place.variant = before;
  }
}

static void declare_variant(Sema *s, Node *n)
{
  if (n->tag != N_VARIANT) return;
  if (s->place.variant) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                       "a variant cannot stand inside a variant"),
              "write it beside the other, with both conditions: if A and B");
    return;
  }
  Variant *old = map_get(s->variants, n->name);
  if (old) {
    diag_hint_at(s->d,
                 diag_add(s->d, DIAG_DUPLICATE, n->loc,
                          "variant \"%s\" is declared twice", n->name),
                 old->decl->loc, "the other one stands here");
    return;
  }
  Variant *v = ARENA_NEW(s->m->arena, Variant);
  v->name = n->name;
  v->label = n->label;
  v->decl = n;
  v->index = (int)s->m->variants.n;
  v->flag = field_new(s, n->name, n, NULL, type_plain(s->m, T_FLAG));
  v->flag->hidden = true;
  apush(s->m->arena, &s->m->variants, v);
  map_put(s->variants, v->name, v);
}

static void declare_kind(Sema *s, Node *n)
{
  if (n->tag == N_GAME) {
    if (s->m->game) {
      Diag *g = diag_add(s->d, DIAG_NO_GAME, n->loc, "there are two \"game\" lines");
      diag_hint_at(s->d, g, s->m->game->loc, "the first one stands here");
    } else s->m->game = n;
    if (s->place.variant)
      diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc, "\"game\" stands outside variants");
  }
  if (n->tag == N_TYPEDEF) declare(s, sym_new(s, SY_TYPE, n->name, n, NULL));
  if (n->tag != N_KIND) return;
  Kind *k = find_kind(s, n->name);
  if (!k) {
    k = kind_new(s, n->name, n);
    declare(s, k->sym);
  } else if (n->num && k->width) {
    diag_hint_at(
        s->d,
        diag_add(s->d, DIAG_DUPLICATE, n->loc, "kind \"%s\" has a size already", n->name),
        k->decl->loc, "the other one stands here");
  }
  if (n->label) k->label = n->label;
  if (n->num) {
    if (n->num > 255 || n->num2 > 255 || n->num2 < 1)
      diag_add(s->d, DIAG_TOO_MANY_THINGS, n->loc,
               "a grid has 1 to 255 columns and rows");
    else k->width = (int)n->num, k->height = (int)n->num2;
  }
}

static void resolve_typedef(Sema *s, Node *n)
{
  if (n->tag != N_TYPEDEF) return;
  Sym *y = map_get(s->globals, n->name);
  if (!y || y->decl != n || y->type) return;
  int errors = s->d->errors;
  y->type = n->a->tag == N_T_WORDS ? words_type(s, n->a, n->name) : resolve_type(s, n->a);
  if (y->type->tag == T_VOID && s->d->errors == errors)
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc,
                       "to know the type \"%s\" one would have to know it already",
                       n->name),
              "say what it is: a range, words, a kind");
  n->a->type = y->type;
}

static void declare_copies(Sema *s, Thing *t, int64_t copies)
{
  Model *m = s->m;
  if (copies < 0) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_TOO_MANY_THINGS, t->decl->loc,
                       "there is at least one copy of a thing"),
              "leave the thing out, or let a variant have it");
    copies = 1;
  }
  if (copies > MAX_THINGS || m->thing_count + copies > MAX_THINGS) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_TOO_MANY_THINGS, t->decl->loc,
                       "a game has at most %d things", MAX_THINGS),
              "what is only counted, such as coins, is a number: coins: 0..999");
    copies = 1;
  }
  t->copies = copies ? (int)copies : 1;
  if (t->decl->num) t->kind->has_copies |= t->copies > 1;
  m->thing_count += t->copies;
}

static Thing *thing_new(Sema *s, Kind *k, Node *decl, const char *name)
{
  Thing *t = ARENA_NEW(s->m->arena, Thing);
  t->kind = k;
  t->decl = decl;
  t->name = name;
  t->label = decl ? decl->label : NULL;
  t->variant = s->place.variant;
  t->copies = 1;
  if (t->variant) k->has_variants = true;
  if (decl) declare_copies(s, t, decl->num);
  else s->m->thing_count++;
  apush(s->m->arena, &k->things, t);
  return t;
}

static void declare_inline(Sema *s, Thing *outer, Node *items)
{
  for (Node *n = items; n; n = n->next) {
    if (n->tag != N_INLINE) continue;
    Node *decl = n->a;
    Kind *k = find_kind(s, decl->extra);
    if (!k) {
      Node named = *decl;
      named.name = decl->extra;
      unknown_kind(s, &named);
      continue;
    }
    char *path = arena_printf(s->m->arena, "%s.%s", outer->name, n->name);
    Thing *t = thing_new(s, k, decl, path);
    t->sym = sym_new(s, SY_THING, path, decl, k->type);
    t->sym->thing = t;
    decl->sym = t->sym;
    declare_inline(s, t, decl->a);
  }
}

static void declare_things(Sema *s, Node *n)
{
  if (n->tag != N_THINGS) return;
  Kind *k = find_kind(s, n->name);
  if (!k) {
    Diag *g =
        diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc, "there is no kind \"%s\"", n->name);
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < s->m->kinds.n; i++)
      nearest_try(&near, s->m->kinds.at[i]->name);
    if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
    else diag_hint(s->d, g, "a thing is declared as: KIND NAME \"Title\" { … }");
    return;
  }
  if (k->is_player || k->width) {
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                 "the things of \"%s\" are made by the language", k->name),
        k->is_player
            ? "the game line says how many players there are; a test gives them names"
            : "a grid has one for each column and row");
    return;
  }
  for (Node *d = n->a; d; d = d->next) {
    Thing *t = thing_new(s, k, d, d->name);
    t->sym = sym_new(s, SY_THING, d->name, d, t->copies > 1 || d->num ? k->set : k->type);
    if (t->copies == 1) t->sym->type = k->type;
    t->sym->thing = t;
    d->sym = t->sym;
    declare(s, t->sym);
    declare_inline(s, t, d->a);
  }
}

static Type *per_type(Sema *s, Node *n)
{
  if (n->tag != N_T_PER) return NULL;
  Node name = {.tag = N_T_NAME, .loc = n->loc, .name = n->name};
  Type *t = resolve_type(s, &name);
  if (t->tag == T_VOID) return NULL;
  if (t->opt || type_count(t) == 0 ||
      (t->tag == T_NUM && t->hi - t->lo >= MAX_UNIVERSE)) {
    if (t->tag == T_THING) return t; /* its things may still come */
    diag_add(s->d, DIAG_UNKNOWN_KIND, n->loc, "\"per\" needs a kind or a small type");
    return NULL;
  }
  return t;
}

static Sym *declare_field(Sema *s, Node *n, Kind *k)
{
  Type *t = resolve_type(s, n->a);
  if (t->tag == T_TEXT)
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_CONSTANT, n->loc,
                       "a text never changes: write \"value %s: text\"", n->name),
              "such a value stands in a kind; something that changes has words for its "
              "type: calm \"Calm\" | storm \"Storm\"");
  Field *f = field_new(s, n->name, n, k, t);
  f->per = per_type(s, n->a);
  f->pile = t->tag == T_PILE;
  f->option = n->tag == N_OPTION;
  Sym *y = sym_new(s, SY_FIELD, n->name, n, t);
  y->field = f;
  n->sym = y;
  return y;
}

static void add_params(Sema *s, Node *list, void *vec_params)
{
  VEC(Sym *) *params = vec_params;
  for (Node *p = list; p; p = p->next) {
    if (p->tag != N_PARAM) continue;
    if (params->n == MAX_PARAMS) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_FRAME_TOO_LARGE, p->loc,
                         "a value has at most %d parameters", MAX_PARAMS),
                "leave out what it can read for itself, or split it");
      return;
    }
    Type *t = p->a ? resolve_type(s, p->a) : NULL;
    if (p->a && p->a->tag == N_T_PER)
      diag_add(s->d, DIAG_NOT_IN_VARIANT, p->loc, "a parameter has no \"per\"");
    Sym *y = sym_new(s, SY_LOCAL, p->name, p, t);
    y->fixed = true;
    p->sym = y;
    apush(s->m->arena, params, y);
  }
}

/* A longer shape is cut, so that nothing else has to think of it. */
static void check_shape(Sema *s, Node *verb)
{
  int parts = 0;
  Node *last = NULL;
  for (Node *p = verb->a; p; p = p->next)
    if (++parts == MAX_SHAPE) last = p;
  if (parts <= MAX_SHAPE) return;
  diag_hint(s->d,
            diag_add(s->d, DIAG_SHAPE_TOO_LONG, verb->loc,
                     "a verb has at most %d words and arguments, this one %d", MAX_SHAPE,
                     parts),
            "join words with _, or leave some to the text of the verb");
  last->next = NULL;
}

static bool any_generic(const Sym *const *params, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (params[i]->type && (params[i]->type->generic)) return true;
  return false;
}

static Value *value_new(Sema *s, Node *n)
{
  Value *v = ARENA_NEW(s->m->arena, Value);
  v->name = n->name;
  v->decl = n;
  v->entry = -1;
  add_params(s, n->a, &v->params);
  if (n->b) v->type = resolve_type(s, n->b);
  v->generic = any_generic((const Sym *const *)v->params.at, v->params.n);
  v->index = (int)s->m->values.n;
  apush(s->m->arena, &s->m->values, v);
  return v;
}

/* A definition that replaces (in a variant, a `while` group) or adds a value. */
static void define_value(Sema *s, Node *n)
{
  Sym *y = map_get(s->globals, n->name);
  for (Sym *o = y; o; o = o->same)
    if (o->tag == SY_VALUE && (!o->variant || o->variant == s->place.variant)) {
      Value *v = o->value;
      int params = 0;
      for (Node *p = n->a; p; p = p->next) params++;
      if (params != (int)v->params.n)
        diag_hint_at(s->d,
                     diag_add(s->d, DIAG_REDEFINED_VALUE, n->loc,
                              "\"%s\" takes %zu arguments elsewhere, %d here", n->name,
                              v->params.n, params),
                     v->decl->loc, "the first definition stands here");
      apush(s->m->arena, &v->defs, ((Def){n, s->place, -1}));
      return;
    }
  if (s->place.hold) {
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < s->m->values.n; i++)
      nearest_try(&near, s->m->values.at[i]->name);
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_NAME, n->loc,
                       "there is no value \"%s\" that this could replace", n->name);
    if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
    return;
  }
  Value *v = value_new(s, n);
  apush(s->m->arena, &v->defs, ((Def){n, s->place, -1}));
  v->defs.at[0].place.layer = LAYER_BODY;
  Sym *sym = sym_new(s, SY_VALUE, n->name, n, v->type);
  sym->value = v;
  declare(s, sym);
}

/* A value that no rule can name: bots ask for it. */
static void define_outlook(Sema *s, Node *n)
{
  Value *v = s->m->outlook;
  if (!v && s->place.variant) {
    Diag *g = diag_add(s->d, DIAG_NO_OUTLOOK, n->loc,
                       "an outlook in a variant replaces that of the game");
    diag_hint(s->d, g, "there is none: write one outside of variants");
    return;
  }
  if (v && !s->place.variant) {
    Diag *g = diag_add(s->d, DIAG_DUPLICATE, n->loc, "there are two outlooks");
    diag_hint_at(s->d, g, v->decl->loc, "the first one stands here");
    return;
  }
  if (!v) {
    v = s->m->outlook = value_new(s, n);
    v->type = type_num(s->m, 0, OUTLOOK_BEST);
    v->used = true;
  }
  apush(s->m->arena, &v->defs, ((Def){n, s->place, -1}));
  v->defs.at[0].place.layer = LAYER_BODY;
}

static void declare_slot(Sema *s, Kind *k, Node *n)
{
  check_shape(s, n);
  Verb *v = verb_new(s, n->name, n);
  v->slot_of = k;
  add_params(s, n->a, &v->params);
  Sym *y = sym_new(s, SY_SLOT, n->name, n, type_plain(s->m, T_VOID));
  y->slot = v;
  add_member(s, k, y);
}

static void declare_column(Sema *s, Kind *k, Node *n)
{
  if (n->a || n->d) {
    diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
             "a value inside a kind has neither arguments nor a table");
    return;
  }
  Column *c = ARENA_NEW(s->m->arena, Column);
  c->name = n->name;
  c->decl = n;
  c->kind = k;
  c->type = n->b ? resolve_type(s, n->b) : NULL;
  if (!c->type) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NO_TYPE, n->loc, "a value of a kind needs its type"),
              "write: value %s: 0..9, or text, flag, a kind, words", n->name);
    c->type = type_plain(s->m, T_VOID);
  }
  c->index = (int)s->m->columns.n;
  apush(s->m->arena, &s->m->columns, c);
  Sym *y = sym_new(s, SY_COLUMN, n->name, n, c->type);
  y->column = c;
  add_member(s, k, y);
}

static void kind_rule(Sema *s, Kind *k, Node *n)
{
  apush(s->m->arena, &k->rules, n);
  apush(s->m->arena, &k->rule_variants, s->place.variant);
}

static void declare_members(Sema *s, Node *n)
{
  if (n->tag != N_KIND) return;
  Kind *k = find_kind(s, n->name);
  if (!k) return;
  for (Node *i = n->a; i; i = i->next) switch (i->tag) {
    case N_FIELD: add_member(s, k, declare_field(s, i, k)); break;
    case N_VALUE: declare_column(s, k, i); break;
    case N_VERB: declare_slot(s, k, i); break;
    default: kind_rule(s, k, i); break;
    }
}

static void declare_rest(Sema *s, Node *n)
{
  s->place.layer = s->place.variant ? LAYER_VARIANT : LAYER_BOOK;
  switch (n->tag) {
  case N_OPTION:
    if (s->place.variant)
      diag_hint(s->d,
                diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                         "an option cannot stand inside a variant"),
                "options are set before the variant is known: declare it outside");
    declare(s, declare_field(s, n, NULL));
    break;
  case N_USE:
    if (s->place.variant)
      diag_hint(
          s->d,
          diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc, "\"use\" stands outside variants"),
          "use the file at the top; its items can stand in the variant themselves");
    break;
  case N_FIELD: declare(s, declare_field(s, n, NULL)); break;
  case N_VALUE:
    if (!s->place.variant) define_value(s, n);
    break;
  case N_OUTLOOK:
    if (!s->place.variant) define_outlook(s, n);
    break;
  case N_VERB: {
    check_shape(s, n);
    Verb *v = verb_new(s, n->name, n);
    add_said(s, v);
    add_params(s, n->a, &v->params);
    v->generic = any_generic((const Sym *const *)v->params.at, v->params.n);
    if (!strcmp(n->name, "play") && !n->a) s->m->play = v;
    if (!strcmp(n->name, "setup") && !n->a) s->m->setup = v;
    break;
  }
  case N_OMIT:
    apush(s->m->arena, &s->m->omits, n);
    if (!n->cites || !n->label)
      diag_hint(s->d,
                diag_add(s->d, DIAG_NO_REASON, n->loc,
                         "\"omit\" needs ledger rows and a reason"),
                "omit @ABC-TABLE-01 \"why there is nothing to implement\"");
    break;
  case N_TEST: {
    if (!s->u->tests) break;
    Test *t = ARENA_NEW(s->m->arena, Test);
    t->node = n;
    apush(s->m->arena, &s->m->tests, t);
    if (s->place.variant)
      diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc, "a test stands outside variants");
    break;
  }
  default: break;
  }
}

/* Values of variants come after all base values, so that they find what they replace. */
static void declare_variant_values(Sema *s, Node *n)
{
  s->place.layer = LAYER_VARIANT;
  if (!s->place.variant) return;
  if (n->tag == N_VALUE) define_value(s, n);
  if (n->tag == N_OUTLOOK) define_outlook(s, n);
}

static void group_values(Sema *s, Node *items, Kind *k, Thing *t, Variant *v)
{
  for (Node *n = items; n; n = n->next) {
    if (n->tag != N_WHILE) continue;
    for (Node *i = n->b; i; i = i->next) {
      if (i->tag != N_VALUE) continue;
      s->place = (Place){LAYER_THING, v, k, t, n->a};
      define_value(s, i);
    }
  }
  s->place = (Place){0};
}

/* ---- ids ------------------------------------------------------------------------ */

static void make_grid(Sema *s, Kind *k)
{
  for (int y = 1; y <= k->height; y++)
    for (int x = 1; x <= k->width; x++) {
      Thing *t =
          thing_new(s, k, NULL, arena_printf(s->m->arena, "%s(%d, %d)", k->name, x, y));
      t->decl = k->decl;
    }
  const char *names[] = {"x", "y"};
  for (int i = 0; i < 2; i++) {
    Column *c = ARENA_NEW(s->m->arena, Column);
    c->name = intern(s->u->names, names[i], 1);
    c->decl = k->decl;
    c->kind = k;
    c->type = type_num(s->m, 1, i ? k->height : k->width);
    c->index = (int)s->m->columns.n;
    apush(s->m->arena, &s->m->columns, c);
    Sym *y = sym_new(s, SY_COLUMN, c->name, k->decl, c->type);
    y->column = c;
    push_member(s, k, y);
  }
}

static void number_things(Sema *s)
{
  Model *m = s->m;
  int id = 0;
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    k->first = id;
    for (size_t j = 0; j < k->things.n; j++) {
      Thing *t = k->things.at[j];
      t->id = id;
      id += t->copies;
      apush(s->m->arena, &m->things, t);
    }
    k->count = id - k->first;
  }
  for (size_t i = 0; i < m->types.n; i++) {
    Type *t = m->types.at[i];
    if (t->tag == T_THING && t->kind)
      t->lo = t->kind->first, t->hi = t->kind->first + t->kind->count - 1;
  }
}

static bool game_fact(Model *m, const Node *f)
{
  if (f->tag != N_FILL) return false;
  bool text = f->a->tag == N_STR, word = f->a->tag == N_NAME;
  if (text && !strcmp(f->name, "source")) m->source = f->a->name;
  else if (text && !strcmp(f->name, "ledger")) m->ledger = f->a->name;
  else if (word && !strcmp(f->name, "seats") && !strcmp(f->a->name, "alike"))
    m->seats = SEATS_ALIKE;
  else if (word && !strcmp(f->name, "seats") && !strcmp(f->a->name, "circle"))
    m->seats = SEATS_CIRCLE;
  else return false;
  return true;
}

static void game_facts(Sema *s)
{
  Node *g = s->m->game;
  for (Node *f = g->a; f; f = f->next) {
    if (game_fact(s->m, f)) continue;
    bool seats = f->tag == N_FILL && !strcmp(f->name, "seats");
    Diag *d = diag_add(s->d, DIAG_UNKNOWN_SLOT, f->loc,
                       seats ? "seats are alike, or stand in a circle"
                             : "the game line knows only source, ledger and seats");
    diag_hint(s->d, d,
              seats
                  ? "seats = alike, or seats = circle if it matters who sits next to whom"
                  : "source = \"…\", ledger = \"…\" or seats = alike");
  }
  if (g->num < 1 || g->num2 > MAX_PLAYERS || g->num > g->num2) {
    Diag *d = diag_add(s->d, DIAG_TOO_MANY_PLAYERS, g->loc,
                       "a game is for 1 to %d players, not for %lld..%lld", MAX_PLAYERS,
                       (long long)g->num, (long long)g->num2);
    if (g->num <= g->num2)
      diag_hint(s->d, d,
                "write the numbers that can play: for 2..4; one number: for 2..2");
    if (g->num > g->num2)
      diag_hint(s->d, d, "the smaller number comes first: for %lld..%lld",
                (long long)g->num2, (long long)g->num);
  }
}

bool collect(Sema *s)
{
  Model *m = s->m;
  Node *items = s->u->items.head;
  Kind *player = kind_new(s, intern(s->u->names, "player", 6), NULL);
  player->is_player = true;
  m->player = player;
  map_put(s->globals, player->name, player->sym);
  each_item(s, items, declare_variant);
  each_item(s, items, declare_kind);
  if (!m->game) {
    Diag *g =
        diag_add(s->d, DIAG_NO_GAME, (Loc){-1, 0, 0, 0}, "there is no \"game\" line");
    diag_hint(s->d, g, "a ruleset begins with: game NAME \"Title\" for 2..4");
    return false;
  }
  game_facts(s);
  int seats = m->game->num2 < 1 || m->game->num2 > MAX_PLAYERS ? 1 : (int)m->game->num2;
  for (int i = 0; i < seats; i++)
    thing_new(s, player, NULL, arena_printf(m->arena, "player_%d", i + 1))->decl =
        m->game;
  each_item(s, items, resolve_typedef);
  for (size_t i = 0; i < m->kinds.n; i++)
    if (m->kinds.at[i]->width) make_grid(s, m->kinds.at[i]);
  each_item(s, items, declare_things);
  number_things(s);
  each_item(s, items, declare_members);
  each_item(s, items, declare_rest);
  each_item(s, items, declare_variant_values);
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    for (size_t j = 0; j < k->rules.n; j++) {
      Node one = *k->rules.at[j];
      one.next = NULL;
      group_values(s, &one, k, NULL, k->rule_variants.at[j]);
    }
    for (size_t j = 0; j < k->things.n; j++)
      if (k->things.at[j]->decl && k->things.at[j]->sym)
        group_values(s, k->things.at[j]->decl->a, k, k->things.at[j],
                     k->things.at[j]->variant);
  }
  s->place = (Place){0};
  return true;
}

const Node *thing_fill(const Thing *t, const char *name)
{
  for (const Node *n = t->decl->a; n; n = n->next)
    if ((n->tag == N_FILL || n->tag == N_INLINE) && n->name == name) return n;
  return NULL;
}
