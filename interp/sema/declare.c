/* Declarations that have types: fields, printed values, values, slots and verbs. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static Type *per_type(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
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
  INVARIANT(n && n->tag < N_COUNT);
  Type *t = resolve_type(s, n->a);
  if (t->tag == T_TEXT)
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_CONSTANT, n->loc,
                       "a text never changes: write \"value %s: text\"", n->name),
              "such a value stands in a kind; something that changes has words for its "
              "type: calm \"Calm\" | storm \"Storm\"");
  Field *f = field_new(s, n->name, n, k, t);
  f->per = per_type(s, n->a);
  f->variant = s->place.variant;
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
  INVARIANT(verb && verb->tag < N_COUNT);
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
  INVARIANT(n && n->tag < N_COUNT);
  Value *v = ARENA_NEW(s->m->arena, Value);
  v->name = n->name;
  v->key = n->name ? outer_name(s, n->name) : NULL;
  v->decl = n;
  v->entry = -1;
  add_params(s, n->a, &v->params);
  if (n->b) v->type = resolve_type(s, n->b);
  v->generic = any_generic((const Sym *const *)v->params.at, v->params.n);
  v->index = (int)s->m->values.n;
  apush(s->m->arena, &s->m->values, v);
  return v;
}

static bool same_params(Sema *s, const Value *v, const Node *n, const Node *list)
{
  int params = 0;
  for (const Node *p = list; p; p = p->next) params++;
  if (params == (int)v->params.n) return true;
  diag_hint_at(s->d,
               diag_add(s->d, DIAG_REDEFINED_VALUE, n->loc,
                        "\"%s\" takes %zu argument%s elsewhere, %d here", n->name,
                        v->params.n, v->params.n == 1 ? "" : "s", params),
               v->decl->loc, "the first definition stands here");
  return false;
}

/* What is printed on the things of a kind, as a value that can be contributed to. */
static Value *changed_column(Sema *s, Column *c)
{
  if (c->changed) return c->changed;
  Node *n = c->decl;
  Value *v = c->changed = value_new(s, n);
  v->of = c->kind;
  v->column = c;
  v->type = c->type;
  v->used = true;
  apush(s->m->arena, &v->defs,
        ((Def){n, {.layer = LAYER_BODY, .kind = c->kind}, -1, NULL}));
  return v;
}

/* `raise KIND.NAME by …`: the value that is meant, or NULL, which was reported. */
static Value *value_of_kind(Sema *s, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Kind *k = find_kind(s, n->extra);
  if (!k) {
    Node named = *n;
    named.name = n->extra;
    unknown_kind(s, &named);
    return NULL;
  }
  Sym *y = kind_member(s, k, n->name);
  if (y && y->tag == SY_VALUE) return y->value;
  if (y && y->tag == SY_COLUMN && y->column->decl->tag == N_VALUE &&
      y->column->type->tag != T_TEXT)
    return changed_column(s, y->column);
  Diag *g;
  if (y && y->tag == SY_FIELD) {
    g = diag_add(s->d, DIAG_CONSTANT_SET, n->loc,
                 "\"%s\" is a field: it is changed, not contributed to", n->name);
    diag_hint(s->d, g, "declare a value that is computed from it, and raise that");
    return NULL;
  }
  g = diag_add(s->d, DIAG_UNKNOWN_FIELD, n->loc, "kind \"%s\" has no value \"%s\"",
               k->name, n->name);
  Nearest near = nearest_for(s->d, n->name);
  for (size_t i = 0; i < k->members.n; i++) nearest_try(&near, k->members.at[i]->name);
  if (near.best) diag_meant(s->d, g, near.best);
  return NULL;
}

static void add_def(Sema *s, Value *v, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (!same_params(s, v, n, n->a)) return;
  if (v->generic) {
    diag_hint_at(s->d,
                 diag_add(s->d, DIAG_REDEFINED_VALUE, n->loc,
                          "\"%s\" is a value for any kind, which nothing can change",
                          v->name),
                 v->decl->loc, "declare one for the kind that is meant, and change that");
    return;
  }
  Def d = {n, s->place, -1, NULL};
  if (v->of) d.it = sym_new(s, SY_LOCAL, NULL, n, v->of->type), d.it->fixed = true;
  apush(s->m->arena, &v->defs, d);
}

/* In a pack a value with a type is its own, whatever the game calls its values. */
static bool replaces(const Sema *s, const Node *n, const Sym *y)
{
  if (y->variant) return y->variant == s->place.variant || y->variant == own_pack(s);
  return !s->place.variant || !s->place.variant->pack || !n->b || s->place.hold;
}

/* A definition that replaces (in a variant, a `while` group) or adds a value. */
static void define_value(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->extra) {
    Value *v = value_of_kind(s, n);
    if (v) add_def(s, v, n);
    return;
  }
  const Variant *own = own_pack(s);
  for (int game = !own; game < 2; game++)
    for (Sym *o = declared(s, game ? NULL : own, n->name); o; o = o->same)
      if (o->tag == SY_VALUE && replaces(s, n, o)) {
        add_def(s, o->value, n);
        return;
      }
  if (s->place.hold || n->num2) {
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < s->m->values.n; i++)
      nearest_try(&near, s->m->values.at[i]->name);
    Diag *g = diag_add(s->d, DIAG_UNKNOWN_NAME, n->loc,
                       n->num2 ? "there is no value \"%s\" that this could change"
                               : "there is no value \"%s\" that this could replace",
                       n->name);
    if (near.best) diag_meant(s->d, g, near.best);
    return;
  }
  Value *v = value_new(s, n);
  apush(s->m->arena, &v->defs, ((Def){n, s->place, -1, NULL}));
  v->defs.at[0].place.layer = LAYER_BODY;
  Sym *sym = sym_new(s, SY_VALUE, n->name, n, v->type);
  sym->value = v;
  declare(s, sym);
}

void declare_value(Sema *s, Node *n, Type *t)
{
  INVARIANT(n && n->tag < N_COUNT);
  Value *v = value_new(s, n);
  v->type = t;
  apush(s->m->arena, &v->defs, ((Def){.node = n, .place = s->place, .chunk = -1}));
  v->defs.at[0].place.layer = LAYER_BODY;
  Sym *sym = sym_new(s, SY_VALUE, n->name, n, t);
  sym->value = v;
  declare(s, sym);
}

/* A value that no rule can name: bots ask for it. */
static void define_outlook(Sema *s, Node *n)
{
  Value *v = s->m->outlook;
  if (!v && s->place.variant && !s->place.variant->always) { /* a pack may bring one */
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
  apush(s->m->arena, &v->defs, ((Def){n, s->place, -1, NULL}));
  v->defs.at[0].place.layer = LAYER_BODY;
}

/* A value that no rule can name, with a name that no other can have. */
void define_score(Sema *s, Node *f)
{
  INVARIANT(s->m && s->u);
  INVARIANT(f && f->tag < N_COUNT);
  Node *n = node_new(s->u, N_VALUE, f->loc);
  n->name = intern(s->u->names, SCORE_NAME, strlen(SCORE_NAME));
  n->c = f->a;
  Value *v = s->m->score = value_new(s, n);
  v->used = true;
  Place place = {LAYER_BODY, NULL, NULL, NULL, NULL, NULL};
  apush(s->m->arena, &v->defs, ((Def){n, place, -1, NULL}));
}

static void declare_slot(Sema *s, Kind *k, Node *n)
{
  INVARIANT(n->tag == N_VERB);
  check_shape(s, n);
  Verb *v = verb_new(s, n->name, n);
  v->slot_of = k;
  add_params(s, n->a, &v->params);
  Sym *y = sym_new(s, SY_SLOT, n->name, n, type_plain(s->m, T_VOID));
  y->slot = v;
  add_member(s, k, y);
}

/* A value of things that has arguments: the kind says it for all, or each thing does. */
static void declare_kind_value(Sema *s, Kind *k, Node *n)
{
  Value *v = value_new(s, n);
  v->of = k;
  if (!v->type)
    diag_hint(s->d,
              diag_add(s->d, DIAG_NO_TYPE, n->loc, "a value of a kind needs its type"),
              "write: value %s(…): 0..9", n->name);
  apush(s->m->arena, &v->defs, ((Def){n, {.layer = LAYER_BODY, .kind = k}, -1, NULL}));
  Sym *y = sym_new(s, SY_VALUE, n->name, n, v->type);
  y->value = v;
  add_member(s, k, y);
}

void declare_fills(Sema *s, Thing *t)
{
  for (Node *n = t->decl->a; n; n = n->next) {
    Sym *y = n->tag == N_FILL && n->b ? kind_member(s, t->kind, n->name) : NULL;
    if (!y || y->tag != SY_VALUE || !same_params(s, y->value, n, n->b)) continue;
    for (size_t i = 0; i < y->value->fills.n; i++)
      if (y->value->fills.at[i].place.thing == t)
        diag_hint_at(
            s->d,
            diag_add(s->d, DIAG_DUPLICATE, n->loc, "\"%s\" is filled in twice", n->name),
            y->value->fills.at[i].node->loc, "the other one stands here; keep one");
    Node *def = node_new(s->u, N_VALUE, n->loc); /* of the shape of all definitions */
    def->name = n->name;
    def->a = n->b;
    def->c = n->a;
    def->cites = n->cites;
    Place p = {.layer = LAYER_BODY, .variant = t->variant, .kind = t->kind, .thing = t};
    apush(s->m->arena, &y->value->fills, ((Def){def, p, -1, NULL}));
  }
}

static void declare_column(Sema *s, Kind *k, Node *n)
{
  INVARIANT(n->tag == N_VALUE);
  if (n->a) {
    declare_kind_value(s, k, n);
    return;
  }
  if (n->d) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                       "a value inside a kind has no table unless it has arguments"),
              "declare it outside: value %s(x: %s) by … { … }", n->name, k->name);
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

void declare_members(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
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

/* A ruleset that is used has tests of its own game, and so has a game with packs. */
static bool is_own_test(const Sema *s, const Node *n)
{
  Variant *pack = pack_of(s, n);
  if (!pack) return !s->m->packs.n && node_ruleset(s, n) == 0;
  return node_ruleset(s, n) == node_ruleset(s, pack->decl);
}

void declare_rest(Sema *s, Node *n)
{
  INVARIANT(s->m && s->u && s->d);
  INVARIANT(n && n->tag < N_COUNT);
  s->place.layer = layer_of(s->place.variant);
  switch (n->tag) {
  case N_OPTION:
    if (in_variant(s))
      diag_hint(s->d,
                diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc,
                         "an option cannot stand inside a variant"),
                "options are set before the variant is known: declare it outside");
    declare(s, declare_field(s, n, NULL));
    break;
  case N_USE:
    if (in_variant(s))
      diag_hint(
          s->d,
          diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc, "\"use\" stands outside variants"),
          "use the file at the top; its items can stand in the variant themselves");
    break;
  case N_FIELD: declare(s, declare_field(s, n, NULL)); break;
  case N_VALUE:
    if (!s->place.variant && !n->num2) define_value(s, n);
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
    if (!strcmp(n->name, "play") && !n->a && !own_pack(s)) s->m->play = v;
    if (!strcmp(n->name, "setup") && !n->a && !own_pack(s)) s->m->setup = v;
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
    bool own = is_own_test(s, n);
    if (!s->u->tests || (!own && node_ruleset(s, n) != 0)) break;
    Test *t = ARENA_NEW(s->m->arena, Test);
    t->node = n;
    t->others = !own;
    apush(s->m->arena, &s->m->tests, t);
    if (in_variant(s))
      diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc, "a test stands outside variants");
    break;
  }
  default: break;
  }
}

/* Values of variants come after all base values, so that they find what they replace. */
void declare_variant_values(Sema *s, Node *n)
{
  s->place.layer = layer_of(s->place.variant);
  if (n->tag == N_VALUE && n->num2) define_value(s, n);
  if (!s->place.variant || (n->tag == N_VALUE && n->num2)) return;
  if (n->tag == N_VALUE) define_value(s, n);
  if (n->tag == N_OUTLOOK) define_outlook(s, n);
}

void group_values(Sema *s, Node *items, Kind *k, Thing *t, Variant *v)
{
  for (Node *n = items; n; n = n->next) {
    if (n->tag != N_WHILE) continue;
    for (Node *i = n->b; i; i = i->next) {
      if (i->tag != N_VALUE) continue;
      s->place = (Place){LAYER_THING, v, k, t, n->a, n->c};
      define_value(s, i);
    }
  }
  s->place = (Place){0};
}
