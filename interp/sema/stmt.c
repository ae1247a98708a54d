/* Statements, and the bodies of everything that has one. */
#include "interp/sema/builtin.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static void check_stmt(Sema *s, Node *n);

/* ---- narrowing ------------------------------------------------------------------ *
 * Inside `if n > 0 { }`, and after `require n > 0`, a name that cannot change is known
 * to be larger than 0.  Only names that cannot change are narrowed: nothing in between
 * can make it untrue. */

typedef struct Narrowed {
  struct Narrowed *up;
  Sym *sym;
  Type *before;
} Narrowed;

static void narrow_to(Sema *s, Narrowed **list, Sym *y, Type *t)
{
  Narrowed *w = ARENA_NEW(s->m->arena, Narrowed);
  *w = (Narrowed){*list, y, y->type};
  *list = w;
  y->type = t;
}

static void widen(Narrowed *list)
{
  for (; list; list = list->up) list->sym->type = list->before;
}

static Sym *fixed_local(const Node *n)
{
  bool name = (n->tag == N_NAME || n->tag == N_IT) && n->sym && n->sym->tag == SY_LOCAL;
  return name && n->sym->fixed && n->sym->type ? n->sym : NULL;
}

static void narrow(Sema *s, Node *c, bool holds, Narrowed **list)
{
  if (c->tag == N_AND && holds) {
    narrow(s, c->a, true, list);
    narrow(s, c->b, true, list);
    return;
  }
  if (c->tag == N_OR && !holds) {
    narrow(s, c->a, false, list);
    narrow(s, c->b, false, list);
    return;
  }
  if (c->tag == N_NOT) {
    narrow(s, c->a, !holds, list);
    return;
  }
  Sym *y = c->a ? fixed_local(c->a) : NULL;
  if (!y) return;
  if ((c->tag == N_ISNOT && holds) || (c->tag == N_IS && !holds)) {
    if (c->b->tag == N_NONE) narrow_to(s, list, y, type_opt(s->m, y->type, false));
    else if (y->type->tag == T_NUM && c->b->tag == N_NUM && c->b->num == y->type->lo)
      narrow_to(s, list, y, type_num(s->m, y->type->lo + 1, y->type->hi));
    return;
  }
  if (y->type->tag != T_NUM || !c->b->type || c->b->type->tag != T_NUM) return;
  int64_t lo = y->type->lo, hi = y->type->hi;
  Type *b = c->b->type;
  Tag tag = c->tag;
  if (!holds) tag = tag == N_LT ? N_GE : tag == N_GE ? N_LT : tag == N_GT ? N_LE : tag == N_LE ? N_GT : tag;
  if (tag == N_LT && b->hi - 1 < hi) hi = b->hi - 1;
  if (tag == N_LE && b->hi < hi) hi = b->hi;
  if (tag == N_GT && b->lo + 1 > lo) lo = b->lo + 1;
  if (tag == N_GE && b->lo > lo) lo = b->lo;
  if (tag == N_IS) lo = lo > b->lo ? lo : b->lo, hi = hi < b->hi ? hi : b->hi;
  if (lo <= hi) narrow_to(s, list, y, type_num(s->m, lo, hi));
}

/* ---- simple statements ---------------------------------------------------------- */

/* A place that can be changed; its type, or NULL after an error. */
static Type *check_place(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_VOID) return NULL;
  Sym *y = n->tag == N_INDEX ? n->a->sym : n->sym;
  if ((n->tag != N_NAME && n->tag != N_DOT && n->tag != N_INDEX) || !y ||
      (y->tag != SY_FIELD && y->tag != SY_LOCAL)) {
    Diag *g = diag_add(s->d, y && (y->tag == SY_COLUMN || y->tag == SY_VALUE) ? DIAG_CONSTANT_SET : DIAG_NOT_A_PLACE,
                       n->loc, "this cannot be changed");
    if (y && y->tag == SY_COLUMN) diag_hint_at(s->d, g, y->decl->loc, "it is printed on the thing; a field without \"value\" can change");
    if (y && y->tag == SY_VALUE) diag_hint_at(s->d, g, y->decl->loc, "it is computed; change what it is computed from");
    if (y && y->tag == SY_THING) diag_hint(s->d, g, "it is a thing: say which of its fields, such as %s.FIELD", n->name);
    if (y && y->tag == SY_KIND) diag_hint(s->d, g, "it is a kind: say which of its things, and which field");
    return NULL;
  }
  if (y->tag == SY_LOCAL && y->fixed) {
    Diag *g = diag_add(s->d, DIAG_CONSTANT_SET, n->loc, "\"%s\" cannot be changed", y->name ? y->name : "it");
    if (y->decl && y->decl->tag == N_LET) diag_hint(s->d, g, "declare it with a type: let %s: TYPE = …", y->name);
    if (y->decl && y->decl->tag == N_PARAM) diag_hint(s->d, g, "take another name for what changes: let left: TYPE = %s", y->name);
    return NULL;
  }
  if (y->tag == SY_FIELD) {
    y->field->written = true;
    if (y->field->option) {
      diag_hint(s->d, diag_add(s->d, DIAG_CONSTANT_SET, n->loc, "option \"%s\" is fixed when the game begins", y->name),
                "something that changes in play is a field: NAME: TYPE = %s", y->name);
      return NULL;
    }
    if (y->field->pile) {
      Diag *g = diag_add(s->d, DIAG_PILE_USE, n->loc, "a pile changes only by what lies in it");
      diag_hint(s->d, g, "write: move … to %s", y->name);
      return NULL;
    }
    return y->type;
  }
  return t;
}

static void check_change(Sema *s, Node *n)
{
  Type *t = check_place(s, n->a);
  Type *by = check_expr(s, n->b, NULL);
  if (t && t->tag != T_NUM) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_NUMBER, n->a->loc, "only a number can be raised or lowered");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
  }
  if (by->tag != T_NUM && by->tag != T_VOID) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_NUMBER, n->b->loc, "a number is needed here");
    diag_label(s->d, g, "this is %s", type_words(s->m, by));
  }
}

static void check_let(Sema *s, Node *n)
{
  Type *t;
  if (n->a) {
    t = resolve_type(s, n->a);
    if (n->a->tag == N_T_PER || t->tag == T_PILE)
      diag_hint(s->d, diag_add(s->d, DIAG_PILE_USE, n->a->loc, "a local name cannot be a pile or have \"per\""),
                "let x = … keeps what lies there now; a pile is declared with the game or in a kind");
    check_as(s, n->b, t, arena_printf(s->m->arena, "\"%s\"", n->name));
  } else {
    t = check_expr(s, n->b, NULL);
    if (n->b->tag == N_NONE) {
      diag_hint(s->d, diag_add(s->d, DIAG_NO_TYPE, n->b->loc, "what kind of none is this?"),
                "give it a type: let %s: KIND or none = none", n->name);
      t = type_plain(s->m, T_VOID);
    }
    if (t->tag == T_PILE && t->kind) t = t->kind->set; /* what lies there now */
  }
  n->sym = push_local(s, n->name, n, t, n->a == NULL);
}

static void check_each(Sema *s, Node *n)
{
  Type *t = check_set(s, n->a);
  Scope *sc = s->scope;
  n->sym = push_local(s, n->name, n, t->tag == T_SET ? t->elem : t, true);
  if (n->num && t->tag == T_SET && t->elem->kind != s->m->player)
    diag_hint(s->d, diag_add(s->d, DIAG_NO_CHOOSER, n->a->loc, "only players answer secretly"), "write: secretly each p in players { … }");
  if (n->num) s->m->has_gather = true;
  bool had = s->has_me;
  if (n->num) s->has_me = true;
  s->loops++;
  check_block(s, n->b);
  s->loops--;
  s->has_me = had;
  pop_scope(s, sc);
}

static void check_by(Sema *s, Node *by, Node *n)
{
  if (by) {
    Type *t = check_set(s, by);
    if (t->tag == T_SET && t->elem->kind != s->m->player)
      diag_hint(s->d, diag_add(s->d, DIAG_NO_CHOOSER, by->loc, "only players can choose"), "after \"by\" stands a player or a set of players");
  } else if (!s->has_me) {
    Diag *g = diag_add(s->d, DIAG_NO_CHOOSER, n->loc, "nobody is acting here, so nobody can choose");
    diag_hint(s->d, g, "say who: choose by players { … }, or put it in as p { … }");
  }
}

static void check_choose(Sema *s, Node *n)
{
  check_by(s, n->a, n);
  check_text(s, n);
  bool had = s->has_me;
  s->has_me = true;
  for (Node *a = n->b; a; a = a->next) {
    Scope *sc = s->scope;
    if (a->a) {
      Type *t = check_set(s, a->a);
      a->sym = push_local(s, a->name, a, t->tag == T_SET ? t->elem : t, true);
    }
    check_text(s, a);
    check_block(s, a->b);
    pop_scope(s, sc);
  }
  s->has_me = had;
}

static void check_answers(Sema *s, Node *n)
{
  for (Node *a = n->b; a; a = a->next) {
    if (a->name && strcmp(a->name, "chance")) {
      Sym *y = lookup(s, a->name);
      if (!y || y->tag != SY_LOCAL || y->type != s->m->player->type) {
        Nearest near = {a->name, NULL, 0};
        for (Scope *sc = s->scope; sc; sc = sc->up)
          if (sc->sym->name && sc->sym->type == s->m->player->type) nearest_try(&near, sc->sym->name);
        nearest_try(&near, "chance");
        Diag *g = diag_add(s->d, DIAG_BAD_ANSWER, a->loc, "nobody at this table is called \"%s\"", a->name);
        if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
        else diag_hint(s->d, g, "the seats are named after \"for\"; dice and draws are \"chance\"");
      } else a->sym = y;
    }
    for (Node *e = a->a; e; e = e->next) {
      Node *x = e->tag == N_NOT ? e->a : e;
      if (x->tag == N_STR) continue;
      check_expr(s, x, NULL);
    }
  }
}

static void check_run(Sema *s, Node *n)
{
  if (!s->in_test) {
    diag_hint(s->d, diag_add(s->d, DIAG_TEST_ONLY, n->loc, "\"run\" stands only in tests"), "here the verb alone is enough");
    return;
  }
  check_phrase(s, n->a);
  check_answers(s, n);
}

static void check_stmt_once(Sema *s, Node *n)
{
  Narrowed *known = NULL;
  Type *t;
  switch (n->tag) {
  case N_BLOCK: check_block(s, n); break;
  case N_LET: check_let(s, n); break;
  case N_SET:
    t = check_place(s, n->a);
    if (t) check_as(s, n->b, t, arena_printf(s->m->arena, "\"%s\"", n->a->name ? n->a->name : n->a->a->name));
    else check_expr(s, n->b, NULL);
    break;
  case N_RAISE: case N_LOWER: check_change(s, n); break;
  case N_REQUIRE: check_condition(s, n->a); break;
  case N_EXPECT:
    if (!s->in_test)
      diag_hint(s->d, diag_add(s->d, DIAG_TEST_ONLY, n->loc, "\"expect\" stands only in tests"),
                "in rules \"require\" forbids an answer, \"always\" states what must hold");
    check_condition(s, n->a);
    break;
  case N_STOP:
    if (!s->loops) {
      diag_hint(s->d, diag_add(s->d, DIAG_STOP_OUTSIDE, n->loc, "there is no loop here that could stop"),
                "\"stop\" leaves the innermost each or repeat");
    }
    break;
  case N_PHRASE: check_phrase(s, n); break;
  case N_OTHERWISE: {
    Scope *sc = s->scope;
    check_stmt(s, n->a);
    pop_scope(s, sc);
    check_stmt(s, n->b);
    pop_scope(s, sc);
    break;
  }
  case N_IF:
    check_condition(s, n->a);
    narrow(s, n->a, true, &known);
    check_block(s, n->b);
    widen(known);
    if (!n->c) break;
    known = NULL;
    narrow(s, n->a, false, &known);
    check_stmt(s, n->c);
    widen(known);
    break;
  case N_EACH: check_each(s, n); break;
  case N_REPEAT:
    if (n->a) check_as(s, n->a, type_num(s->m, -MAX_NUMBER, MAX_NUMBER), "how often");
    if (n->b) check_condition(s, n->b);
    s->loops++;
    check_block(s, n->c);
    s->loops--;
    break;
  case N_CHOOSE: check_choose(s, n); break;
  case N_MAY: {
    check_by(s, n->a, n);
    check_text(s, n);
    bool had = s->has_me;
    s->has_me = true;
    check_block(s, n->b);
    s->has_me = had;
    break;
  }
  case N_AS: {
    check_as(s, n->a, s->m->player->type, "who acts");
    bool had = s->has_me;
    s->has_me = true;
    check_block(s, n->b);
    s->has_me = had;
    break;
  }
  case N_RUN: check_run(s, n); break;
  default: break;
  }
}

static void check_stmt(Sema *s, Node *n)
{
  if (++s->depth > 300) {
    if (s->depth == 301) diag_add(s->d, DIAG_TOO_DEEP, n->loc, "statements stand too deep inside each other");
  } else check_stmt_once(s, n);
  s->depth--;
}

void check_block(Sema *s, Node *n)
{
  Scope *sc = s->scope;
  Narrowed *known = NULL;
  for (Node *x = n->a; x; x = x->next) {
    check_stmt(s, x);
    if (x->tag == N_REQUIRE) narrow(s, x->a, true, &known);
  }
  widen(known);
  pop_scope(s, sc);
}

Sym *lookup(Sema *s, const char *name)
{
  for (Scope *sc = s->scope; sc; sc = sc->up)
    if (sc->sym->name == name) return sc->sym;
  return NULL;
}

/* ---- bodies --------------------------------------------------------------------- */

static void enter(Sema *s, Place place, bool has_me)
{
  s->scope = NULL;
  s->place = place;
  s->self = place.kind;
  s->it = NULL;
  s->has_me = has_me;
  s->pure = s->in_test = s->in_seen = false;
  s->loops = s->depth = 0;
}

static void push_params(Sema *s, Verb *v)
{
  for (size_t i = 0; i < v->params.n; i++) {
    Sym *y = v->params.at[i];
    if (!y->type) {
      diag_hint(s->d, diag_add(s->d, DIAG_NO_TYPE, y->decl->loc, "parameter \"%s\" needs a type", y->name),
                "write (%s: TYPE)", y->name);
      y->type = type_plain(s->m, T_VOID);
    }
    for (Scope *o = s->scope; o; o = o->up)
      if (o->sym->name == y->name) diag_add(s->d, DIAG_SHADOWED, y->decl->loc, "two parameters are called \"%s\"", y->name);
    Scope *sc = ARENA_NEW(s->m->arena, Scope);
    *sc = (Scope){s->scope, y};
    s->scope = sc;
  }
}

static void check_verb(Sema *s, Verb *v)
{
  if (v->generic || !v->decl) return;
  int parts = 0;
  for (Node *p = v->shape; p; p = p->next) parts++;
  if (parts > MAX_SHAPE)
    diag_hint(s->d, diag_add(s->d, DIAG_SHAPE_TOO_LONG, v->decl->loc, "a verb has at most %d words and arguments, this one %d", MAX_SHAPE, parts),
              "join words with _, or leave some to the text of the verb");
  bool outside = v == s->m->play || v == s->m->setup;
  enter(s, (Place){LAYER_BODY, v->variant, v->slot_of, NULL, NULL}, !outside);
  push_params(s, v);
  if (v->label) v->decl->text = check_template(s, v->label, v->decl->loc);
  if (v->decl->b) check_block(s, v->decl->b);
}

static bool same_shape(const Node *a, const Node *b)
{
  for (; a && b; a = a->next, b = b->next) {
    if (a->tag != b->tag) return false;
    if (a->tag == N_WORD && strcmp(a->name, b->name)) return false;
  }
  return !a && !b;
}

static void check_shapes(Sema *s)
{
  Model *m = s->m;
  Map *heads = map_new(m->arena);
  for (size_t i = 0; i < m->verbs.n; i++) {
    Verb *v = m->verbs.at[i];
    if (!v->decl || v->slot_of) continue;
    for (Verb *o = map_get(heads, v->name); o; o = NULL) {
      for (size_t j = 0; j < i; j++) {
        Verb *w = m->verbs.at[j];
        if (!w->decl || w->slot_of || w->name != v->name || !same_shape(v->shape, w->shape)) continue;
        if (v->variant && w->variant && v->variant != w->variant) continue;
        Diag *g = diag_add(s->d, DIAG_VERB_SHAPES, v->decl->loc, "two verbs \"%s\" are said alike", v->name);
        diag_hint_at(s->d, g, w->decl->loc, "the other one stands here");
      }
    }
    map_put(heads, v->name, v);
  }
}

static void add_rule(Sema *s, Node *n, Place place)
{
  for (Node *e = n->a; e; e = e->next) {
    Rule *r = ARENA_NEW(s->m->arena, Rule);
    r->tag = n->tag;
    r->node = e == n->a ? n : node_copy(s->u, n, false);
    r->event = e;
    r->place = place;
    enter(s, place, true);
    r->verb = find_event(s, e, n, r);
    if (!r->verb) continue;
    s->it = r->it;
    if (r->verb == s->m->play || r->verb == s->m->setup) s->has_me = false;
    Narrowed *known = NULL;
    if (r->node->b) {
      check_condition(s, r->node->b);
      narrow(s, r->node->b, true, &known);
    }
    check_block(s, r->node->c);
    widen(known);
    apush(s->m->arena, &s->m->rules, r);
    apush(s->m->arena, &r->verb->rules, r);
  }
}

static void add_when(Sema *s, Node *n, Place place)
{
  When *w = ARENA_NEW(s->m->arena, When);
  w->node = n;
  w->place = place;
  w->chunk = -1;
  enter(s, place, true);
  s->pure = true;
  check_condition(s, n->a);
  s->pure = false;
  check_block(s, n->c);
  Kind *k = place.kind;
  w->bits = field_new(s, "", n, k, type_plain(s->m, T_FLAG));
  w->bits->hidden = true;
  apush(s->m->arena, &s->m->whens, w);
}

static void add_always(Sema *s, Node *n, Place place)
{
  Always *a = ARENA_NEW(s->m->arena, Always);
  a->node = n;
  a->place = place;
  enter(s, place, false);
  s->pure = true;
  check_condition(s, n->a);
  check_text(s, n);
  apush(s->m->arena, &s->m->always, a);
}

static void add_group(Sema *s, Node *n, Place place);

static void add_any_rule(Sema *s, Node *n, Place place)
{
  switch (n->tag) {
  case N_BEFORE: case N_AFTER: case N_INSTEAD: add_rule(s, n, place); break;
  case N_WHEN: add_when(s, n, place); break;
  case N_ALWAYS: add_always(s, n, place); break;
  case N_WHILE: add_group(s, n, place); break;
  default: break;
  }
}

static void add_group(Sema *s, Node *n, Place place)
{
  enter(s, place, true);
  s->pure = true;
  check_condition(s, n->a);
  place.hold = n->a;
  for (Node *i = n->b; i; i = i->next) add_any_rule(s, i, place);
}

static void check_thing_body(Sema *s, Thing *t, Node *n)
{
  Place place = {LAYER_THING, t->variant, t->kind, t, NULL};
  Sym *y = n->name ? kind_member(t->kind, n->name) : NULL;
  switch (n->tag) {
  case N_WHILE: add_group(s, n, place); return;
  case N_BEFORE: case N_AFTER: case N_INSTEAD: case N_WHEN:
    diag_hint(s->d, diag_add(s->d, DIAG_RULE_NEEDS_WHILE, n->loc, "a rule in a thing must say when it is in force"),
              "put it in: while this in PILE { … }; else a card in the box would hold too");
    return;
  case N_FILL: case N_INLINE:
    if (!y || y->tag != SY_COLUMN) break;
    enter(s, place, false);
    s->pure = true;
    for (size_t i = 0; i < s->m->fills.n; i++)
      if (s->m->fills.at[i].thing == t && s->m->fills.at[i].column == y->column)
        diag_add(s->d, DIAG_DUPLICATE, n->loc, "\"%s\" is filled in twice", n->name);
    if (n->tag == N_FILL) check_as(s, n->a, y->type, arena_printf(s->m->arena, "\"%s\"", n->name));
    else if (n->a->sym && !type_fits(n->a->sym->type, y->type))
      diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "\"%s\" must be %s", n->name, type_words(s->m, y->type));
    apush(s->m->arena, &s->m->fills, ((Fill){t, y->column, n, n->tag == N_FILL ? n->a : NULL}));
    return;
  case N_BODY:
    if (!y || y->tag != SY_SLOT) break;
    enter(s, place, true);
    push_params(s, y->slot);
    if (n->label) n->text = check_template(s, n->label, n->loc);
    check_block(s, n->a);
    apush(s->m->arena, &s->m->bodies, ((Body){t, y->slot, n}));
    return;
  default: return;
  }
  Nearest near = {n->name, NULL, 0};
  for (size_t i = 0; i < t->kind->members.n; i++) nearest_try(&near, t->kind->members.at[i]->name);
  Diag *g;
  if (y && y->tag == SY_FIELD) {
    g = diag_add(s->d, DIAG_UNKNOWN_SLOT, n->loc, "\"%s\" changes in play, so it is not printed on a thing", n->name);
    diag_hint_at(s->d, g, y->decl->loc, "declare it as \"value %s\" to print it, or give the field \"= …\"", n->name);
  } else {
    g = diag_add(s->d, DIAG_UNKNOWN_SLOT, n->loc, "kind \"%s\" has nothing called \"%s\" to fill in", t->kind->name, n->name);
    if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
    if (n->tag == N_BODY && (!strcmp(n->name, "when") || n->label))
      diag_hint(s->d, g, "a rule in a thing stands in: while CONDITION { … }");
  }
}

static bool has_fill(Model *m, Thing *t, const Column *c)
{
  for (Node *n = t->decl->a; n; n = n->next)
    if ((n->tag == N_FILL || n->tag == N_INLINE) && n->name == c->name) return true;
  (void)m;
  return false;
}

static bool has_body(const Thing *t, const Verb *v)
{
  for (Node *n = t->decl->a; n; n = n->next)
    if (n->tag == N_BODY && n->name == v->name) return true;
  return false;
}

static void check_filled(Sema *s, Thing *t)
{
  for (size_t i = 0; i < t->kind->members.n; i++) {
    Sym *y = t->kind->members.at[i];
    bool hole = (y->tag == SY_COLUMN && !y->column->decl->c && !has_fill(s->m, t, y->column)) ||
                (y->tag == SY_SLOT && !y->decl->b && !has_body(t, y->slot));
    if (!hole) continue;
    Diag *g = diag_add(s->d, DIAG_UNFILLED, t->decl->loc, "\"%s\" does not say its \"%s\"", t->name, y->name);
    diag_hint_at(s->d, g, y->decl->loc, "every \"%s\" needs it; a default here would do too", t->kind->name);
    return; /* the next ones would be the same mistake */
  }
}

static void check_things(Sema *s)
{
  for (size_t i = 0; i < s->m->things.n; i++) {
    Thing *t = s->m->things.at[i];
    if (!t->sym) continue; /* made by the language */
    for (Node *n = t->decl->a; n; n = n->next) check_thing_body(s, t, n);
    check_filled(s, t);
  }
}

static void check_field(Sema *s, Field *f)
{
  if (f->hidden) return;
  Node *n = f->decl;
  enter(s, (Place){LAYER_BODY, NULL, f->kind, NULL, NULL}, false);
  s->pure = true;
  if (n->b && f->pile) check_as(s, n->b, f->type->kind ? f->type->kind->set : f->type, "what lies here at first");
  else if (n->b) check_as(s, n->b, f->type, "the first value");
  else if (!f->pile && f->type->tag == T_THING && !f->type->opt && !f->kind && f->type->kind->count == 0)
    diag_add(s->d, DIAG_UNFILLED, n->loc, "there is no \"%s\" that this could be", f->type->kind->name);
  if (n->tag == N_OPTION && n->b && n->b->type && f->type->tag == T_SET)
    diag_add(s->d, DIAG_TYPE_MISMATCH, n->a->loc, "an option is a number, a word, a flag or a thing");
  if (!n->c || n->tag == N_OPTION) return;
  s->in_seen = true;
  check_as(s, n->c, s->m->player->set, "who sees this");
  s->in_seen = false;
}

static void check_test(Sema *s, Test *t)
{
  Node *n = t->node;
  enter(s, (Place){LAYER_BODY, NULL, NULL, NULL, NULL}, false);
  s->in_test = true;
  int seats = 0;
  for (Node *p = n->a; p; p = p->next, seats++) {
    Sym *y = push_local(s, p->name, p, s->m->player->type, true);
    y->reg = seats;
    y->tag = SY_LOCAL;
    apush(s->m->arena, &t->seats, y);
  }
  if (seats && (seats < s->m->game->num || seats > s->m->game->num2))
    diag_add(s->d, DIAG_BAD_SEATS, n->a->loc, "this game is for %d to %d players, not %d",
             (int)s->m->game->num, (int)s->m->game->num2, seats);
  if (!seats) {
    diag_hint(s->d, diag_add(s->d, DIAG_BAD_SEATS, n->loc, "nobody sits at this test's table"),
              "test \"…\" for ann, bob { … }");
  }
  for (Node *w = n->b; w; w = w->next) {
    Type *ty = check_expr(s, w, NULL);
    bool ok = w->tag == N_IS && w->a->sym && w->a->sym->tag == SY_FIELD && w->a->sym->field->option;
    if (w->tag == N_NAME && w->sym && w->sym->tag == SY_FIELD && w->sym->field->option) ok = ty->tag == T_FLAG;
    if (!ok && ty->tag != T_VOID)
      diag_hint(s->d, diag_add(s->d, DIAG_BAD_SETTING, w->loc, "a setting is an option and its value"),
                "write: with OPTION is VALUE; a field is given its value in the test itself: set … to …");
  }
  check_block(s, n->c);
}

static void check_items(Sema *s, Node *n, Variant *v)
{
  for (; n; n = n->next) {
    Place place = {v ? LAYER_VARIANT : LAYER_BOOK, v, NULL, NULL, NULL};
    add_any_rule(s, n, place);
    if (n->tag != N_VARIANT) continue;
    for (size_t i = 0; i < s->m->variants.n; i++)
      if (s->m->variants.at[i]->decl == n) check_items(s, n->b, s->m->variants.at[i]);
  }
}

/* A variant's condition reads options and the number of players, nothing else. */
static bool setup_only(const Node *n)
{
  if (!n) return true;
  if (n->tag == N_NAME && n->sym) {
    if (n->sym->tag == SY_FIELD && !n->sym->field->option) return false;
    if (n->sym->tag == SY_VALUE || n->sym->tag == SY_LOCAL) return false;
  }
  if (n->tag == N_DOT || n->tag == N_PICK) return false;
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (!setup_only(a)) return false;
  return setup_only(n->b) && setup_only(n->c);
}

static void check_variant(Sema *s, Variant *v)
{
  enter(s, (Place){LAYER_BODY, NULL, NULL, NULL, NULL}, false);
  check_condition(s, v->decl->a);
  if (!setup_only(v->decl->a)) {
    Diag *g = diag_add(s->d, DIAG_VARIANT_CONDITION, v->decl->a->loc, "a variant is chosen before play begins");
    diag_hint(s->d, g, "its condition reads options and count(players) only");
  }
}

void check_bodies(Sema *s)
{
  Model *m = s->m;
  check_shapes(s);
  for (size_t i = 0; i < m->variants.n; i++) check_variant(s, m->variants.at[i]);
  for (size_t i = 0; i < m->fields.n; i++) check_field(s, m->fields.at[i]);
  for (size_t i = 0; i < m->values.n; i++) check_value(s, m->values.at[i]);
  for (size_t i = 0; i < m->columns.n; i++) {
    Column *c = m->columns.at[i];
    if (!c->decl->c || c->decl->tag != N_VALUE) continue;
    enter(s, (Place){LAYER_BODY, NULL, c->kind, NULL, NULL}, false);
    s->pure = true;
    check_as(s, c->decl->c, c->type, arena_printf(m->arena, "\"%s\"", c->name));
  }
  check_things(s);
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    for (size_t j = 0; j < k->rules.n; j++)
      add_any_rule(s, k->rules.at[j], (Place){LAYER_THING, k->rule_variants.at[j], k, NULL, NULL});
  }
  check_items(s, s->u->items.head, NULL);
  for (size_t i = 0; i < m->tests.n; i++) check_test(s, m->tests.at[i]);
  for (size_t i = 0; i < m->verbs.n; i++) check_verb(s, m->verbs.at[i]); /* grows by instances */
  for (size_t i = 0; i < m->values.n; i++) check_value(s, m->values.at[i]);
}
