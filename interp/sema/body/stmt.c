/* Statements, and the bodies of everything that has one. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static void check_stmt(Sema *s, Node *n);

/* ---- simple statements ---------------------------------------------------------- */

/* A place that can be changed; its type, or NULL after an error. */
static Type *check_place(Sema *s, Node *n)
{
  Type *t = check_expr(s, n, NULL);
  if (t->tag == T_VOID) return NULL;
  Sym *y = n->tag == N_INDEX ? n->a->sym : n->sym;
  if ((n->tag != N_NAME && n->tag != N_DOT && n->tag != N_INDEX) || !y ||
      (y->tag != SY_FIELD && y->tag != SY_LOCAL)) {
    Diag *g =
        diag_add(s->d,
                 y && (y->tag == SY_COLUMN || y->tag == SY_VALUE) ? DIAG_CONSTANT_SET
                                                                  : DIAG_NOT_A_PLACE,
                 n->loc, "this cannot be changed");
    if (y && y->tag == SY_COLUMN)
      diag_hint_at(s->d, g, y->decl->loc,
                   "it is printed on the thing; a field without \"value\" can change");
    if (y && y->tag == SY_VALUE)
      diag_hint_at(s->d, g, y->decl->loc,
                   "it is computed; change what it is computed from");
    if (y && y->tag == SY_THING)
      diag_hint(s->d, g, "it is a thing: say which of its fields, such as %s.FIELD",
                n->name);
    if (y && y->tag == SY_KIND)
      diag_hint(s->d, g, "it is a kind: say which of its things, and which field");
    return NULL;
  }
  if (y->tag == SY_LOCAL && y->fixed) {
    Diag *g = diag_add(s->d, DIAG_CONSTANT_SET, n->loc, "\"%s\" cannot be changed",
                       y->name ? y->name : "it");
    if (y->decl && y->decl->tag == N_LET)
      diag_hint(s->d, g, "declare it with a type: let %s: TYPE = …", y->name);
    if (y->decl && y->decl->tag == N_PARAM)
      diag_hint(s->d, g, "take another name for what changes: let left: TYPE = %s",
                y->name);
    return NULL;
  }
  if (y->tag == SY_FIELD) {
    y->field->written = true;
    if (y->field->option) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_CONSTANT_SET, n->loc,
                         "option \"%s\" is fixed when the game begins", y->name),
                "something that changes in play is a field: NAME: TYPE = %s", y->name);
      return NULL;
    }
    if (y->field->pile) {
      Diag *g =
          diag_add(s->d, DIAG_PILE_USE, n->loc, "a pile changes only by what lies in it");
      diag_hint(s->d, g, "write: move … to %s", y->name);
      return NULL;
    }
    return y->type;
  }
  return t;
}

static void check_change(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *t = check_place(s, n->a);
  Type *by = check_expr(s, n->b, NULL);
  if (t && t->tag != T_NUM) {
    Diag *g = diag_add(s->d, DIAG_NOT_A_NUMBER, n->a->loc,
                       "only a number can be raised or lowered");
    diag_label(s->d, g, "this is %s", type_words(s->m, t));
    if (t->tag == T_SET) diag_hint(s->d, g, "write: add … to …, remove … from …");
    else if (t->tag != T_PILE) diag_hint(s->d, g, "write: set … to …");
  }
  if (by->tag != T_NUM && by->tag != T_VOID) not_a_number(s, n->b, by);
}

static void check_let(Sema *s, Node *n)
{
  INVARIANT(n->tag == N_LET);
  Type *t;
  if (n->a) {
    t = resolve_type(s, n->a);
    if (n->a->tag == N_T_PER || t->tag == T_PILE)
      diag_hint(s->d,
                diag_add(s->d, DIAG_PILE_USE, n->a->loc,
                         "a local name cannot be a pile or have \"per\""),
                "let x = … keeps what lies there now; a pile is declared with the game "
                "or in a kind");
    check_as(s, n->b, t, arena_printf(s->m->arena, "\"%s\"", n->name));
  } else {
    t = check_expr(s, n->b, NULL);
    if (n->b->tag == N_NONE) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_NO_TYPE, n->b->loc, "what kind of none is this?"),
                "give it a type: let %s: KIND or none = none", n->name);
      t = type_plain(s->m, T_VOID);
    }
    if (t->tag == T_PILE && t->kind) t = t->kind->set; /* what lies there now */
  }
  n->sym = push_local(s, n->name, n, t, n->a == NULL);
}

static void check_each(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *t = check_set(s, n->a);
  Scope *sc = s->scope;
  n->sym = push_local(s, n->name, n, t->tag == T_SET ? t->elem : t, true);
  if (n->num && t->tag == T_SET && t->elem->kind != s->m->player)
    diag_hint(s->d,
              diag_add(s->d, DIAG_NO_CHOOSER, n->a->loc, "only players answer secretly"),
              "write: secretly each p in players { … }");
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
      diag_hint(s->d, diag_add(s->d, DIAG_NO_CHOOSER, by->loc, "only players can choose"),
                "after \"by\" stands a player or a set of players");
  } else if (!s->has_me) {
    Diag *g = diag_add(s->d, DIAG_NO_CHOOSER, n->loc,
                       "nobody is acting here, so nobody can choose");
    diag_hint(s->d, g, "say who: choose by players { … }, or put it in as p { … }");
  }
}

/* The combinations of a move have to be counted. */
static void check_move(Sema *s, Node *alt)
{
  int64_t all = 1;
  int parts = 0;
  for (Node *b = alt; b && b->sym; b = alt_rest(b), parts++)
    if (all <= INT32_MAX) all *= type_count(b->sym->type) + 1;
  if (parts < 2 || (parts <= MAX_MOVE_PARTS && all <= INT32_MAX)) return;
  Diag *g =
      diag_add(s->d, DIAG_UNIVERSE_TOO_LARGE, alt->loc,
               parts > MAX_MOVE_PARTS ? "a move has at most %d parts"
                                      : "a move of %d parts has too many combinations",
               parts > MAX_MOVE_PARTS ? MAX_MOVE_PARTS : parts);
  diag_hint(s->d, g, "ask for the rest inside: %s in … { choose { … } }", alt->name);
}

static void check_choose(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  check_by(s, n->a, n);
  check_text(s, n);
  bool had = s->has_me;
  s->has_me = true;
  int64_t answers = 0;
  for (Node *a = n->b; a; a = a->next) {
    Scope *sc = s->scope;
    if (a->a) {
      Type *t = check_set(s, a->a);
      a->sym = push_local(s, a->name, a, t->tag == T_SET ? t->elem : t, true);
    }
    answers += a->a ? certain_count(s->m, a->a) : 1;
    check_text(s, a);
    check_block(s, a->b);
    if (!n->num) check_move(s, a);
    pop_scope(s, sc);
  }
  check_how_many(s, n, answers);
  s->has_me = had;
}

static void check_answers(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  for (Node *a = n->b; a; a = a->next) {
    if (a->name && strcmp(a->name, "chance")) {
      Sym *y = lookup(s, a->name);
      if (!y || y->tag != SY_LOCAL || y->type != s->m->player->type) {
        Nearest near = nearest_for(s->d, a->name);
        for (Scope *sc = s->scope; sc; sc = sc->up)
          if (sc->sym->name && sc->sym->type == s->m->player->type)
            nearest_try(&near, sc->sym->name);
        nearest_try(&near, "chance");
        Diag *g = diag_add(s->d, DIAG_BAD_ANSWER, a->loc,
                           "nobody at this table is called \"%s\"", a->name);
        if (near.best) diag_meant(s->d, g, near.best);
        else
          diag_hint(s->d, g,
                    "the seats are named after \"for\"; dice and draws are \"chance\"");
      } else a->sym = y;
    }
    for (Node *e = a->a; e; e = e->next) {
      Node *x = e->tag == N_NOT ? e->a : e;
      if (x->tag == N_STR) continue;
      if (x->tag != N_MOVE) check_expr(s, x, NULL);
      for (Node *part = x->tag == N_MOVE ? x->a : NULL; part; part = part->next)
        check_expr(s, part, NULL);
    }
  }
}

static void check_run(Sema *s, Node *n)
{
  if (!s->in_test || (s->place.variant && s->place.variant->tests)) {
    diag_hint(s->d,
              diag_add(s->d, DIAG_TEST_ONLY, n->loc, "\"run\" stands only in tests"),
              "here the verb alone is enough");
    return;
  }
  check_phrase(s, n->a);
  check_answers(s, n);
}

static void check_stmt_once(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Narrowed *known = NULL;
  Type *t;
  switch (n->tag) {
  case N_BLOCK: check_block(s, n); break;
  case N_LET: check_let(s, n); break;
  case N_SET:
    t = check_place(s, n->a);
    if (t)
      check_as(
          s, n->b, t,
          arena_printf(s->m->arena, "\"%s\"", n->a->name ? n->a->name : n->a->a->name));
    else check_expr(s, n->b, NULL);
    break;
  case N_RAISE:
  case N_LOWER: check_change(s, n); break;
  case N_REQUIRE: {
    Variant *here = in_words_of(s, n->num);
    check_condition(s, n->a);
    s->place.variant = here;
    break;
  }
  case N_EXPECT:
    if (!s->in_test)
      diag_hint(
          s->d, diag_add(s->d, DIAG_TEST_ONLY, n->loc, "\"expect\" stands only in tests"),
          "in rules \"require\" forbids an answer, \"always\" states what must hold");
    check_condition(s, n->a);
    break;
  case N_STOP:
    if (!s->loops) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_STOP_OUTSIDE, n->loc,
                         "there is no loop here that could stop"),
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
    narrow(s, n->a, true, false, &known);
    check_block(s, n->b);
    widen(known);
    if (!n->c) break;
    known = NULL;
    narrow(s, n->a, false, false, &known);
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
    if (s->depth == 301)
      diag_hint(s->d,
                diag_add(s->d, DIAG_TOO_DEEP, n->loc,
                         "statements stand too deep inside each other"),
                "put the inner ones into a verb");
  } else check_stmt_once(s, n);
  s->depth--;
}

/* Each `let` takes a register until the end of its block. */
static bool too_many_lets(Sema *s, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int lets = 0;
  for (const Node *x = n->a; x; x = x->next)
    if (x->tag == N_LET && ++lets > MAX_FRAME) {
      Diag *g = diag_add(s->d, DIAG_FRAME_TOO_LARGE, x->loc,
                         "more than %d names are in use here at once", MAX_FRAME);
      diag_hint(s->d, g, "put some of them in a verb or a block of their own");
      return true;
    }
  return false;
}

void check_block(Sema *s, Node *n)
{
  if (too_many_lets(s, n)) return;
  Scope *sc = s->scope;
  Narrowed *known = NULL;
  for (Node *x = n->a; x; x = x->next) {
    check_stmt(s, x);
    if (x->tag == N_REQUIRE) narrow(s, x->a, true, false, &known);
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
