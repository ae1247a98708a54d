/* Everything that has a body: verbs, rules, things, fields, variants, tests. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <string.h>

static void enter(Sema *s, Place place, bool has_me)
{
  s->scope = NULL;
  s->place = place;
  s->self = place.kind;
  s->it = NULL;
  s->has_me = has_me;
  s->pure = s->in_seen = s->in_view = false;
  s->in_test = place.variant && place.variant->tests;
  s->loops = s->depth = 0;
  s->owner = NULL;
  s->printed = false;
}

static void push_params(Sema *s, Verb *v)
{
  for (size_t i = 0; i < v->params.n; i++) {
    Sym *y = v->params.at[i];
    if (!y->type) {
      diag_hint(s->d,
                diag_add(s->d, DIAG_NO_TYPE, y->decl->loc,
                         "parameter \"%s\" needs a type", y->name),
                "write (%s: TYPE)", y->name);
      y->type = type_plain(s->m, T_VOID);
    }
    for (Scope *o = s->scope; o; o = o->up)
      if (o->sym->name == y->name)
        diag_hint(s->d,
                  diag_add(s->d, DIAG_SHADOWED, y->decl->loc,
                           "two parameters are called \"%s\"", y->name),
                  "give each a name of its own: the body has to tell them apart");
    Scope *sc = ARENA_NEW(s->m->arena, Scope);
    *sc = (Scope){s->scope, y};
    s->scope = sc;
  }
}

/* Tests of the game name its things as they are without packs.  What a pack makes of them
 * is no mistake in either, and they are not run: one that makes no sense is left out. */
static bool forget_errors(Diags *d, const Diags *before)
{
  bool some = d->errors > before->errors;
  if (some) {
    size_t cap = d->list.cap;
    Diag *at = d->list.at;
    *d = *before;
    d->list.at = at;
    d->list.cap = cap;
  }
  return some;
}

static void check_verb(Sema *s, Verb *v);

/* Of the game, for its tests, where packs are tested. */
static void check_verb_of_tests(Sema *s, Verb *v)
{
  Diags before = *s->d;
  check_verb(s, v);
  if (forget_errors(s->d, &before)) v->decl->b = node_new(s->u, N_BLOCK, v->decl->loc);
}

static void check_verb(Sema *s, Verb *v)
{
  if (v->generic || !v->decl) return;
  bool outside = v == s->m->play || v == s->m->setup;
  enter(s, (Place){LAYER_BODY, v->variant, v->slot_of, NULL, NULL, NULL}, !outside);
  push_params(s, v);
  s->owner = v->slot_of ? arena_printf(s->m->arena, "%s.%s", v->slot_of->name, v->name)
                        : arena_printf(s->m->arena, "verb.%s", outer_name(s, v->name));
  if (s->in_test) s->owner = NULL; /* no player reads it */
  check_text(s, v->decl);
  if (v->decl->b) check_block(s, v->decl->b);
}

/* How a verb is said, as one name: parameters are all alike. */
static const char *shape_key(Sema *s, const Verb *v)
{
  const char *key = v->name;
  for (const Node *p = v->shape; p; p = p->next)
    key = arena_printf(s->m->arena, "%s %s", key, p->tag == N_WORD ? p->name : "()");
  return intern(s->u->names, key, strlen(key));
}

/* Verbs of different variants may be said alike. */
static bool stand_together(const Verb *a, const Verb *b)
{
  const Variant *x = a->variant, *y = b->variant;
  if ((x ? x->pack : NULL) != (y ? y->pack : NULL)) return false;
  return !x || !y || x == y || x->always || y->always;
}

static void check_shapes(Sema *s)
{
  Model *m = s->m;
  Map *known = map_new(m->arena);
  for (size_t i = 0; i < m->verbs.n; i++) {
    Verb *v = m->verbs.at[i];
    if (!v->decl || v->slot_of) continue;
    const char *key = shape_key(s, v);
    VerbList *alike = map_get(known, key);
    if (!alike) map_put(known, key, alike = ARENA_NEW(m->arena, VerbList));
    for (size_t j = 0; j < alike->n; j++) {
      if (!stand_together(v, alike->at[j])) continue;
      Diag *g = diag_add(s->d, DIAG_VERB_SHAPES, v->decl->loc,
                         "two verbs \"%s\" are said alike", v->name);
      diag_hint_at(s->d, g, alike->at[j]->decl->loc, "the other one stands here");
      break;
    }
    apush(m->arena, alike, v);
  }
}

/* "after_walk", "before_lower_alibi". */
static const char *rule_part(Sema *s, const Node *n, const Node *event)
{
  INVARIANT(n && n->tag < N_COUNT);
  INVARIANT(event && event->tag < N_COUNT);
  const char *when = n->tag == N_BEFORE  ? "before"
                     : n->tag == N_AFTER ? "after"
                                         : "instead_of",
             *change = event->num == 1   ? "_raise"
                       : event->num == 2 ? "_lower"
                                         : "";
  return arena_printf(s->m->arena, "%s%s_%s", when, change, event->name);
}

/* A variant's rule instead of all that a thing does: the thing's text, there. */
static void note_body(Sema *s, const Rule *r)
{
  const Node *n = r->node;
  bool whole = n->tag == N_INSTEAD && r->only && r->verb->slot_of && !n->b;
  if (!whole || n->num || !r->place.variant || r->place.thing || r->place.hold) return;
  Node *body = node_new(s->u, N_BODY, n->loc);
  body->a = n->c;
  apush(s->m->arena, &r->only->rebodies, ((Rebody){r->place.variant, r->verb, body}));
}

static void add_rule(Sema *s, Node *n, Place place)
{
  INVARIANT(n && n->tag < N_COUNT);
  for (Node *e = n->a; e; e = e->next) {
    Rule *r = ARENA_NEW(s->m->arena, Rule);
    r->tag = n->tag;
    r->node = e == n->a ? n : node_copy(s->u, n, false);
    r->event = e;
    r->place = place;
    enter(s, place, true);
    r->verb = find_event(s, e, r);
    if (!r->verb) continue;
    s->it = r->it;
    s->owner = text_owner(s, &place, "rule", rule_part(s, n, e));
    if (r->verb == s->m->play || r->verb == s->m->setup) s->has_me = false;
    Narrowed *known = NULL;
    if (r->node->b) {
      check_condition(s, r->node->b);
      narrow(s, r->node->b, true, false, &known);
    }
    check_block(s, r->node->c);
    widen(known);
    apush(s->m->arena, &s->m->rules, r);
    apush(s->m->arena, &r->verb->rules, r);
    note_body(s, r);
  }
}

static void add_when(Sema *s, Node *n, Place place)
{
  INVARIANT(n->tag == N_WHEN);
  When *w = ARENA_NEW(s->m->arena, When);
  w->node = n;
  w->place = place;
  w->chunk = -1;
  enter(s, place, true);
  s->pure = true;
  check_condition(s, n->a);
  s->pure = false;
  s->owner = text_owner(s, &place, "rule", "when");
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

static void add_claim(Sema *s, Node *n, Place place)
{
  INVARIANT(n && n->tag < N_COUNT);
  Always *a = ARENA_NEW(s->m->arena, Always);
  a->node = n;
  a->place = place;
  enter(s, place, n->c != NULL);
  if (n->c) {
    s->pure = true;
    if (n->name) {
      Type *set = check_set(s, n->a);
      Type *one = set->tag == T_SET ? set->elem : t_void(s);
      a->each = n->sym = push_local(s, n->name, n, one, true);
    }
    if (n->b) check_condition(s, n->b);
    s->pure = false;
    check_block(s, n->c);
  } else {
    s->pure = true;
    check_condition(s, n->a);
  }
  check_text(s, n);
  if (claim_binds(s, n)) apush(s->m->arena, &s->m->always, a);
}

/* Whether a statement by itself only looks; what stands in it is asked, too. */
static bool looks(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_LET:
  case N_STOP: return true;
  case N_EACH: return !n->num;
  case N_PHRASE: return n->op == BP_NOTE || n->op == BP_NOTE_AT || phrase_shows(n->op);
  default: break;
  }
  Parts place = parts_of(n, ROLE_BIT(PLACE)), inside = parts_of(n, PARTS_STATEMENT);
  if (parts_next(&place)) return place.at->sym && place.at->sym->tag == SY_LOCAL;
  bool any = n->tag == N_BLOCK;
  for (; parts_next(&inside); any = true)
    if (inside.role != ROLE_STATEMENTS && inside.role != ROLE_MAYBE &&
        inside.role != ROLE_LOOP)
      return false;
  return any;
}

/* What a view may do besides looking: name values, walk through sets, write. */
static void only_looks(Sema *s, const Node *n)
{
  if (looks(n)) {
    for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) only_looks(s, p.at);
    return;
  }
  Diag *g = diag_add(s->d, DIAG_VIEW_ONLY_LOOKS, n->loc, "a view only looks");
  diag_hint(s->d, g,
            "note \"…\" writes a line, note \"…\" at COLUMN goes on in it, show … on … "
            "puts something on a board; "
            "let, if, each and repeat may stand around them");
}

/* The view that has this title already; one with a size of its own is another. */
static Picture *view_before(const Sema *s, const Node *n)
{
  for (size_t i = 0; i < s->m->pictures.n && n->label && !n->a; i++) {
    Picture *p = s->m->pictures.at[i];
    if (!p->of && p->node->label && !strcmp(p->node->label, n->label)) return p;
  }
  return NULL;
}

static void add_view(Sema *s, Node *n, Place place)
{
  Picture *p = ARENA_NEW(s->m->arena, Picture);
  p->node = n;
  p->variant = place.variant;
  p->of = view_before(s, n);
  enter(s, place, false);
  s->pure = s->in_view = true;
  s->owner = place.variant ? text_owner(s, &place, "", "view") : "view";
  if (!p->of) check_text(s, n);
  s->board = p->of ? p->of->node : n;
  check_board(s, n);
  check_block(s, n->b);
  only_looks(s, n->b);
  apush(s->m->arena, &s->m->pictures, p);
  check_spots(s, p);
}

static void add_group(Sema *s, Node *n, Place place);

static void add_any_rule(Sema *s, Node *n, Place place)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_BEFORE:
  case N_AFTER:
  case N_INSTEAD: add_rule(s, n, place); break;
  case N_WHEN: add_when(s, n, place); break;
  case N_ALWAYS: add_always(s, n, place); break;
  case N_CLAIM: add_claim(s, n, place); break;
  case N_VIEW: add_view(s, n, place); break;
  case N_WHILE: add_group(s, n, place); break;
  default: break;
  }
}

static void add_group(Sema *s, Node *n, Place place)
{
  INVARIANT(n && n->tag < N_COUNT);
  enter(s, place, true);
  s->pure = true;
  check_condition(s, n->a);
  place.hold = n->a;
  place.above = n->c;
  for (Node *i = n->b; i; i = i->next) add_any_rule(s, i, place);
}

static void check_thing_body(Sema *s, Thing *t, Node *n)
{
  Place place = {LAYER_THING, t->variant, t->kind, t, NULL, NULL};
  s->place = place; /* its pack may have members of its own */
  Sym *y = n->name ? kind_member(s, t->kind, n->name) : NULL;
  switch (n->tag) {
  case N_WHILE: add_group(s, n, place); return;
  case N_BEFORE:
  case N_AFTER:
  case N_INSTEAD:
  case N_WHEN:
    diag_hint(
        s->d,
        diag_add(s->d, DIAG_RULE_NEEDS_WHILE, n->loc,
                 "a rule in a thing must say when it is in force"),
        "put it in: while this in PILE { … }; else a card in the box would hold too");
    return;
  case N_FILL:
  case N_INLINE:
    if (n->b && y && y->tag == SY_VALUE) return; /* a definition: value.c checks it */
    if (!y || y->tag != SY_COLUMN || n->b) break;
    n->sym = y;
    enter(s, place, false);
    s->pure = s->printed = true;
    s->owner = text_owner(s, &place, "", n->name);
    if (thing_fill(t, n->name) != n)
      diag_hint_at(
          s->d,
          diag_add(s->d, DIAG_DUPLICATE, n->loc, "\"%s\" is filled in twice", n->name),
          thing_fill(t, n->name)->loc, "the other one stands here; keep one");
    if (n->tag == N_FILL)
      check_promised(s, n->a, y->type, arena_printf(s->m->arena, "\"%s\"", n->name));
    else if (n->a->sym && !type_fits(n->a->sym->type, y->type))
      diag_add(s->d, DIAG_TYPE_MISMATCH, n->loc, "\"%s\" must be %s", n->name,
               type_words(s->m, y->type));
    return;
  case N_BODY:
    if (!y || y->tag != SY_SLOT) break;
    enter(s, place, true);
    push_params(s, y->slot);
    s->owner = text_owner(s, &place, "", n->name);
    check_text(s, n);
    check_block(s, n->a);
    apush(s->m->arena, &s->m->bodies, ((Body){t, y->slot, n}));
    return;
  default: return;
  }
  Nearest near = nearest_for(s->d, n->name);
  for (size_t i = 0; i < t->kind->members.n; i++)
    nearest_try(&near, t->kind->members.at[i]->name);
  Diag *g;
  if (y && y->tag == SY_FIELD) {
    g = diag_add(s->d, DIAG_UNKNOWN_SLOT, n->loc,
                 "\"%s\" changes in play, so it is not printed on a thing", n->name);
    diag_hint_at(s->d, g, y->decl->loc,
                 "declare it as \"value %s\" to print it, or give the field \"= …\"",
                 n->name);
    Loc decl = y->decl->loc;
    decl.end = decl.col;
    diag_edit(s->d, g, decl, "value ", "printed on each: value %s", n->name);
  } else {
    g = diag_add(s->d, DIAG_UNKNOWN_SLOT, n->loc,
                 "kind \"%s\" has nothing called \"%s\" to fill in", t->kind->name,
                 n->name);
    if (near.best) diag_meant(s->d, g, near.best);
    if (n->tag == N_BODY && (!strcmp(n->name, "when") || n->label))
      diag_hint(s->d, g, "a rule in a thing stands in: while CONDITION { … }");
  }
}

static bool has_body(const Thing *t, const Verb *v)
{
  for (Node *n = t->decl->a; n; n = n->next)
    if (n->tag == N_BODY && n->name == v->name) return true;
  return false;
}

/* Does a member come with a pack that a thing does not belong to? */
static bool is_foreign(const Sema *s, const Node *member, const Node *thing)
{
  const Source *files = s->u->sources.files.at;
  int pack = files[member->loc.file].pack;
  return pack > 0 && files[thing->loc.file].pack != pack;
}

/* Who wrote the thing could not know of it: told once, where the pack asks for it. */
static void tell_unsaid(Sema *s, const Thing *t, const Sym *y)
{
  for (size_t i = 0; i < s->d->list.n; i++) {
    const Diag *g = &s->d->list.at[i];
    if (g->code == DIAG_UNFILLED && !memcmp(&g->loc, &y->decl->loc, sizeof g->loc))
      return;
  }
  Diag *g =
      diag_add(s->d, DIAG_UNFILLED, y->decl->loc,
               "things that this pack does not bring cannot say their \"%s\"", y->name);
  diag_hint_at(s->d, g, t->decl->loc, "\"%s\" is one of them", t->name);
  if (y->tag == SY_SLOT) diag_hint(s->d, g, "give a default here: verb %s { }", y->name);
  else diag_hint(s->d, g, "give a default here: value %s: … = …", y->name);
}

/* Without a title one that stands outside may have been meant. */
static void hint_changed(Sema *s, Diag *g, const Thing *t)
{
  Nearest near = nearest_for(s->d, t->decl->name);
  for (size_t i = 0; t->variant && !t->label && i < t->kind->things.n; i++)
    if (t->kind->things.at[i]->variant != t->variant)
      nearest_try(&near, t->kind->things.at[i]->name);
  if (near.best) diag_meant(s->d, g, near.best);
}

static void check_filled(Sema *s, Thing *t)
{
  for (size_t i = 0; i < t->kind->members.n; i++) {
    Sym *y = t->kind->members.at[i];
    bool hole =
        (y->tag == SY_COLUMN && !y->column->axis && !y->column->decl->c &&
         !column_fill(t, y->column)) ||
        (y->tag == SY_SLOT && !y->decl->b && !has_body(t, y->slot)) ||
        (y->tag == SY_VALUE && !y->decl->c && !y->decl->d && !thing_fill(t, y->name));
    if (!hole) continue;
    if (is_foreign(s, y->decl, t->decl)) {
      tell_unsaid(s, t, y);
      return;
    }
    Diag *g = diag_add(s->d, DIAG_UNFILLED, t->decl->loc,
                       "\"%s\" does not say its \"%s\"", t->name, y->name);
    diag_hint_at(s->d, g, y->decl->loc,
                 "every \"%s\" needs it; a default here would do too", t->kind->name);
    hint_changed(s, g, t);
    remedy_fill(s, g, t->decl, y);
    return; /* the next ones would be the same mistake */
  }
}

/* A kind whose things the language makes: nobody can fill in what has no default. */
static void check_made(Sema *s, Kind *k)
{
  if (!k->width && !k->product && !k->is_player) return;
  for (size_t i = 0; i < k->members.n; i++) {
    Sym *y = k->members.at[i];
    bool hole = (y->tag == SY_COLUMN && !y->column->axis && !y->column->decl->c) ||
                (y->tag == SY_SLOT && !y->decl->b);
    if (!hole) continue;
    diag_hint(s->d,
              diag_add(s->d, DIAG_UNFILLED, y->decl->loc, "no \"%s\" can say its \"%s\"",
                       k->name, y->name),
              "its things are made by the language: give a default here");
  }
  if (!k->titled || (k->naxes && !kind_member(s, k, k->axes[0].name))) return;
  enter(s, (Place){LAYER_BODY, NULL, k, NULL, NULL, NULL}, false);
  s->owner = arena_printf(s->m->arena, "kind.%s/each", k->name);
  s->printed = s->in_title = true;
  check_text(s, k->titled);
  s->in_title = false;
  const TextUse *use = k->titled->text;
  for (size_t i = 0; i < use->args.n; i++) {
    const Node *e = use->args.at[i].expr;
    while (e->tag == N_DOT && e->sym && e->sym->tag == SY_COLUMN) e = e->a;
    if (e->tag == N_THIS || (e->tag == N_NAME && e->sym->tag != SY_FIELD)) continue;
    diag_hint(s->d,
              diag_add(s->d, DIAG_BAD_PLACEHOLDER, k->titled->loc,
                       "{%s} changes, and a title does not", use->args.at[i].name),
              "a title shows what is printed: {%s}", k->naxes ? k->axes[0].name : "x");
  }
}

static void check_things(Sema *s)
{
  for (size_t i = 0; i < s->m->things.n; i++) {
    Thing *t = s->m->things.at[i];
    if (!t->sym) continue; /* made by the language */
    int errors = s->d->errors;
    for (Node *n = t->decl->a; n; n = n->next) check_thing_body(s, t, n);
    if (s->d->errors == errors) check_filled(s, t); /* what is missing may be misspelt */
  }
}

/* The condition of a variant or an option reads options and the number of players,
 * nothing else. */
static bool setup_only(const Node *n)
{
  if (!n) return true;
  if (n->tag == N_NAME && n->sym) {
    if (n->sym->tag == SY_FIELD && !n->sym->field->option) return false;
    if (n->sym->tag == SY_VALUE || n->sym->tag == SY_LOCAL) return false;
  }
  if (n->tag == N_DOT || n->tag == N_PICK) return false;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (!setup_only(p.at)) return false;
  return true;
}

static void check_setup(Sema *s, Node *condition, Variant *pack, const char *why)
{
  enter(s, (Place){LAYER_BODY, pack, NULL, NULL, NULL, NULL}, false);
  check_condition(s, condition);
  if (!setup_only(condition)) {
    Diag *g = diag_add(s->d, DIAG_VARIANT_CONDITION, condition->loc, "%s", why);
    diag_hint(s->d, g, "its condition reads options and count(players) only");
  }
}

static void check_field(Sema *s, Field *f)
{
  if (f->hidden) return;
  Node *n = f->decl;
  enter(s, (Place){LAYER_BODY, f->variant, f->kind, NULL, NULL, NULL}, false);
  s->pure = true;
  if (n->b && f->pile)
    check_as(s, n->b, f->type->kind ? f->type->kind->set : f->type,
             "what lies here at first");
  else if (n->b) check_as(s, n->b, f->type, "the first value");
  else if (!f->pile && f->type->tag == T_THING && !f->type->opt && !f->kind &&
           f->type->kind->count == 0)
    diag_add(s->d, DIAG_UNFILLED, n->loc, "there is no \"%s\" that this could be",
             f->type->kind->name);
  if (n->tag == N_OPTION && n->b && n->b->type && f->type->tag == T_SET)
    diag_add(s->d, DIAG_TYPE_MISMATCH, n->a->loc,
             "an option is a number, a word, a flag or a thing");
  if (n->tag == N_OPTION) {
    if (n->c)
      check_setup(s, n->c, f->variant,
                  "which options go together is known before play begins");
    return;
  }
  if (!n->c) return;
  s->in_seen = true;
  check_as(s, n->c, s->m->player->set, "who sees this");
  s->in_seen = false;
}

static void check_test(Sema *s, Test *t)
{
  Node *n = t->node;
  enter(s, (Place){LAYER_BODY, pack_of(s, n), NULL, NULL, NULL, NULL}, false);
  s->in_test = true;
  int seats = 0;
  for (Node *p = n->a; p; p = p->next, seats++) {
    if (seats >= MAX_PLAYERS) continue; /* they are only counted */
    Sym *y = push_local(s, p->name, p, s->m->player->type, true);
    y->reg = seats;
    y->tag = SY_LOCAL;
    apush(s->m->arena, &t->seats, y);
  }
  if (seats && (seats < s->m->game->num || seats > s->m->game->num2))
    diag_hint(s->d,
              diag_add(s->d, DIAG_BAD_SEATS, n->a->loc,
                       "this game is for %d to %d players, not %d", (int)s->m->game->num,
                       (int)s->m->game->num2, seats),
              "name as many as the game line allows: test \"…\" for ann, bob { … }");
  if (!seats) {
    Diag *g = diag_add(s->d, DIAG_BAD_SEATS, n->loc, "nobody sits at this test's table");
    remedy_seats(s, g, n);
  }
  for (Node *w = n->b; w; w = w->next) {
    Type *ty = check_expr(s, w, NULL);
    bool ok = w->tag == N_IS && w->a->sym && w->a->sym->tag == SY_FIELD &&
              w->a->sym->field->option;
    if (w->tag == N_NAME && w->sym && w->sym->tag == SY_FIELD && w->sym->field->option)
      ok = ty->tag == T_FLAG;
    if (w->tag == N_IS && w->a->type && w->a->type->tag == T_VOID) ok = true; /* told */
    if (!ok && ty->tag != T_VOID)
      diag_hint(s->d,
                diag_add(s->d, DIAG_BAD_SETTING, w->loc,
                         "a setting is an option and its value"),
                "write: with OPTION is VALUE; a field is given its value in the test "
                "itself: set … to …");
  }
  check_block(s, n->c);
}

static void check_tests(Sema *s)
{
  Model *m = s->m;
  size_t kept = 0;
  for (size_t i = 0; i < m->tests.n; i++) {
    Diags before = *s->d;
    check_test(s, m->tests.at[i]);
    if (m->tests.at[i]->others && forget_errors(s->d, &before)) continue;
    m->tests.at[kept++] = m->tests.at[i];
  }
  m->tests.n = kept;
}

static void check_item(Sema *s, Node *n)
{
  Variant *v = s->place.variant;
  Place place = {layer_of(v), v, NULL, NULL, NULL, NULL};
  add_any_rule(s, n, place);
  s->place = place; /* each_item goes on from here */
}

void check_bodies(Sema *s)
{
  INVARIANT(s->m && s->u);
  Model *m = s->m;
  check_shapes(s);
  check_ends(s);
  for (size_t i = 0; i < m->variants.n; i++)
    check_setup(s, m->variants.at[i]->decl->a, m->variants.at[i]->pack,
                "a variant is chosen before play begins");
  for (size_t i = 0; i < m->fields.n; i++) check_field(s, m->fields.at[i]);
  for (size_t i = 0; i < m->values.n; i++) check_value(s, m->values.at[i]);
  for (size_t i = 0; i < m->columns.n; i++) {
    Column *c = m->columns.at[i];
    if (!c->decl->c || c->decl->tag != N_VALUE) continue;
    enter(s, (Place){LAYER_BODY, pack_of(s, c->decl), c->kind, NULL, NULL, NULL}, false);
    s->pure = true;
    s->owner = arena_printf(m->arena, "%s.%s", c->kind->name, c->name);
    check_promised(s, c->decl->c, c->type, arena_printf(m->arena, "\"%s\"", c->name));
  }
  check_things(s);
  for (size_t i = 0; i < m->kinds.n; i++) check_made(s, m->kinds.at[i]);
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    for (size_t j = 0; j < k->rules.n; j++)
      add_any_rule(s, k->rules.at[j],
                   (Place){LAYER_THING, k->rule_variants.at[j], k, NULL, NULL, NULL});
  }
  s->place = (Place){0};
  each_item(s, s->u->items.head, check_item);
  check_tests(s);
  for (size_t i = 0; i < m->verbs.n; i++) { /* grows by instances */
    Verb *v = m->verbs.at[i];
    bool of_tests = m->packs.n && v->variant && v->variant->tests && !v->variant->pack;
    (of_tests ? check_verb_of_tests : check_verb)(s, v);
  }
  for (size_t i = 0; i < m->values.n; i++) check_value(s, m->values.at[i]);
}
