/* What a variant changes of what stands outside it: what things print and do, how many
 * copies there are, first values of fields, and the answers of decisions.
 *
 * Each is said in terms of what variants can do anyway.  A slot that is filled again is a
 * rule `instead of` it; a first value becomes a value, which variants replace; an answer
 * is a verb of the variant that a new alternative of the choice calls.  Names of what is
 * made here have a space in them, so that nobody else can say them. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static Node *mk(Sema *s, Tag tag, Loc loc, Node *a, Node *b)
{
  Node *n = node_new(s->u, tag, loc);
  n->a = a;
  n->b = b;
  return n;
}

static Node *mk_name(Sema *s, Tag tag, Loc loc, const char *name)
{
  Node *n = node_new(s->u, tag, loc);
  n->name = name;
  return n;
}

static const char *hidden_name(Sema *s, const char *name, const char *what)
{
  char *t = arena_printf(s->m->arena, "%s %s", name, what);
  return intern(s->u->names, t, strlen(t));
}

static void not_here(Sema *s, const Node *n, const char *what, const char *remedy)
{
  diag_hint(s->d, diag_add(s->d, DIAG_NOT_IN_VARIANT, n->loc, "%s", what), "%s", remedy);
}

/* ---- things --------------------------------------------------------------------- */

void note_thing(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_THINGS || in_variant(s)) return;
  for (Node *d = n->a; d; d = d->next) {
    const char *name = outer_name(s, d->name);
    if (continues_thing(s, n, d) || d->num2) continue;
    d->extra = n->name;
    if (!map_get(s->outside, name)) map_put(s->outside, name, d);
  }
}

/* What a variant may continue: of its own pack, or of the game. */
static Node *thing_outside(Sema *s, const char *name)
{
  Node *first = in_variant(s) ? map_get(s->outside, outer_name(s, name)) : NULL;
  return first ? first : map_get(s->outside, name);
}

/* A thing that stands outside a variant and is named again in it, without a title. */
bool continues_thing(Sema *s, const Node *things, const Node *d)
{
  const Node *first = thing_outside(s, d->name);
  return s->place.variant && first && !d->label && first->extra == things->name &&
         (d->a || d->num || d->num2);
}

/* More copies: behind those that stand outside, before any thing has its number. */
static void more_copies(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_THINGS) return;
  for (Node *d = n->a; d; d = d->next) {
    if (!d->num2) continue;
    const Node *first = thing_outside(s, d->name);
    Thing *t = first && first->sym && continues_thing(s, n, d) ? first->sym->thing : NULL;
    if (!t) {
      Diag *g = diag_add(s->d, DIAG_UNKNOWN_NAME, d->loc,
                         "there is no \"%s %s\" outside that could have more copies",
                         n->name, d->name);
      Kind *k = find_kind(s, n->name);
      Nearest near = nearest_for(s->d, d->name);
      for (size_t i = 0; k && i < k->things.n; i++)
        nearest_try(&near, k->things.at[i]->name);
      if (near.best && s->place.variant) diag_meant(s->d, g, near.best);
      diag_hint(s->d, g, "a new one says how many there are: %s %s \"…\" * %lld", n->name,
                d->name, (long long)(d->num2 < 0 ? 1 : d->num2));
      continue;
    }
    if (d->num2 < 0) continue;
    apush(s->m->arena, &t->more, ((Copies){s->place.variant, (int)d->num2, d}));
    if (in_variant(s)) t->kind->has_variants = true;
    add_copies(s, t, d);
  }
}

void change_copies(Sema *s, Node *items) { each_item(s, items, more_copies); }

/* Fewer copies than outside: the first of them are there. */
static void fewer_copies(Sema *s, Thing *t, const Node *d)
{
  int n = d->num < 0 ? 0 : (int)d->num, base = thing_base(t);
  if (n > base) {
    Diag *g = diag_add(s->d, DIAG_TOO_MANY_THINGS, d->loc,
                       "\"%s\" has %d %s outside this variant, so not %d in it", t->name,
                       base, base == 1 ? "copy" : "copies", n);
    diag_hint_at(s->d, g, t->decl->loc, "they stand here");
    const char *dot =
        strrchr(t->kind->name, '.'); /* of a pack: it says its own kinds so */
    diag_hint(s->d, g, "to have more: %s %s + %d", dot ? dot + 1 : t->kind->name, d->name,
              n - base);
    return;
  }
  apush(s->m->arena, &t->fewer, ((Copies){s->place.variant, n, d}));
  t->kind->has_variants = true;
  if (!n && t->sym->type == t->kind->type) /* where it is gone its name means none */
    t->sym->type = type_opt(s->m, t->kind->type, true);
}

/* A slot that the variant fills in: a rule around it, under the name of the thing. */
static Node *slot_rule(Sema *s, const Thing *t, Node *body, const Verb *slot)
{
  INVARIANT(body && body->tag < N_COUNT);
  Node *event = mk_name(s, N_EVENT, body->loc, body->name);
  event->extra = t->sym->name;
  event->num = 3;
  NodeList parts = {0};
  for (const Node *p = slot->shape; p; p = p->next)
    parts =
        list_add(parts, mk_name(s, p->tag == N_WORD ? N_WORD : N_NAME, p->loc, p->name));
  event->a = parts.head;
  Node *rule = mk(s, N_INSTEAD, body->loc, event, NULL);
  rule->c = body->a;
  rule->num = 1;
  rule->cites = body->cites;
  return rule;
}

/* A printed value that the variant fills in: one or the other, as the game is set up. */
static void replace_fill(Sema *s, Node *first, Thing *t, Node *fill, const Column *c)
{
  INVARIANT(fill && fill->tag < N_COUNT);
  Node *old = (Node *)thing_fill(t, fill->name);
  if (old && old->tag == N_INLINE) {
    not_here(s, fill, "a thing that is declared on the spot is not replaced",
             "replace what it fills in, or declare it with a name");
    return;
  }
  if (!old) {
    old = mk_name(s, N_FILL, fill->loc, fill->name);
    old->a = c->decl->c ? node_copy(s->u, c->decl->c, false) : NULL;
    if (!old->a) return; /* nothing says what it is elsewhere: E0213 */
    old->next = first->a;
    first->a = old;
  }
  Node *either = mk(s, N_COND, fill->a->loc,
                    node_copy(s->u, s->place.variant->decl->a, false), fill->a);
  either->c = old->a;
  either->num = s->place.variant->index + 1;
  old->a = either;
  apush(s->m->arena, &t->refills, ((Refill){s->place.variant, fill, either}));
  for (Node *x = fill->cites; x; x = x->next)
    if (!x->next) {
      x->next = old->cites;
      old->cites = fill->cites;
      break;
    }
}

static void continue_thing(Sema *s, Node *d, NodeList *made)
{
  INVARIANT(d && d->tag < N_COUNT);
  Node *first = thing_outside(s, d->name);
  Thing *t = first->sym ? first->sym->thing : NULL;
  if (!t) return; /* told */
  if (d->num) fewer_copies(s, t, d);
  for (Node *i = d->a, *next; i; i = next) {
    next = i->next;
    Sym *y = i->name ? kind_member(s, t->kind, i->name) : NULL;
    if (i->tag == N_BODY && y && y->tag == SY_SLOT) {
      *made = list_add(*made, slot_rule(s, t, i, y->slot));
      apush(s->m->arena, &t->rebodies, ((Rebody){s->place.variant, y->slot, i}));
    } else if (i->tag == N_FILL && y && y->tag == SY_COLUMN)
      replace_fill(s, first, t, i, y->column);
    else if (i->tag == N_BODY || i->tag == N_FILL)
      diag_add(s->d, DIAG_UNKNOWN_SLOT, i->loc,
               "kind \"%s\" has nothing called \"%s\" to fill in", t->kind->name,
               i->name);
    else
      not_here(
          s, i,
          "a thing that a variant continues has printed values and slots, nothing else",
          "a rule of the variant stands beside it: instead of …, when …");
  }
}

static void continue_things(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  NodeList made = {0};
  if (n->tag != N_THINGS || !s->place.variant) return;
  for (Node *d = n->a; d; d = d->next)
    if (continues_thing(s, n, d)) continue_thing(s, d, &made);
  if (!made.head) return;
  made.tail->next = n->next; /* the rules stand where the thing was continued */
  n->next = made.head;
}

/* ---- first values --------------------------------------------------------------- */

/* What a field begins as that says nothing. */
static Node *type_default(Sema *s, const Type *t, Loc loc)
{
  if (t->opt || t->tag == T_SET || t->tag == T_LIST || t->tag == T_PILE)
    return node_new(s->u, N_NONE, loc);
  if (t->tag == T_FLAG) return node_new(s->u, N_NO, loc);
  if (t->tag == T_WORD) return mk_name(s, N_NAME, loc, t->words->list->name);
  if (t->tag == T_THING) {
    Node *call = mk_name(s, N_CALL, loc, intern(s->u->names, "first", 5));
    call->a = mk_name(s, N_NAME, loc, t->kind->sym->name);
    return call;
  }
  Node *n = node_new(s->u, N_NUM, loc);
  n->num = t->lo > 0 ? t->lo : t->hi < 0 ? t->hi : 0;
  return n;
}

/* Inside its own first value the name of a field means what it is beneath. */
static void rename_all(Node *n, const char *from, const char *to)
{
  if (n->tag == N_NAME && n->name == from) n->name = to;
  for (Parts p = parts_of(n, ~0u); parts_next(&p);) rename_all(p.at, from, to);
}

/* The value that is a field's first one from now on. */
static const char *first_value(Sema *s, Field *f)
{
  const char *name = hidden_name(s, f->name, "at first");
  if (declared(s, pack_of(s, f->decl), name)) return name;
  Node *old = f->decl->b ? f->decl->b : type_default(s, f->type, f->decl->loc);
  Node *value = mk_name(s, N_VALUE, f->decl->loc, name);
  value->c = old;
  Variant *before = s->place.variant;
  s->place.variant = pack_of(s, f->decl);
  declare_value(s, value, f->pile ? f->type->kind->set : f->type);
  s->place.variant = before;
  f->decl->b = mk_name(s, N_NAME, old->loc, name);
  return name;
}

static Field *field_meant(Sema *s, const Node *n)
{
  bool elsewhere;
  Sym *y = find_global(s, n->name, &elsewhere);
  return y && y->tag == SY_FIELD && !y->field->option ? y->field : NULL;
}

static void replace_first(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_FILL) return;
  if (!s->place.variant) {
    not_here(s, n, "only a variant gives a field another first value",
             "a field that is declared has a type: NAME: 0..9 = 0");
    return;
  }
  Field *f = field_meant(s, n);
  if (!f) {
    Nearest near = nearest_for(s->d, n->name);
    for (size_t i = 0; i < s->m->fields.n; i++)
      if (!s->m->fields.at[i]->hidden && !s->m->fields.at[i]->kind)
        nearest_try(&near, s->m->fields.at[i]->name);
    Diag *g =
        diag_add(s->d, DIAG_NO_FIRST_VALUE, n->loc,
                 "\"%s\" is no field of the game that begins as something", n->name);
    if (near.best) diag_hint(s->d, g, "did you mean \"%s\"?", near.best);
    diag_hint(s->d, g, "what each thing has is given to it: after setup { each x in … }");
    return;
  }
  const char *name = first_value(s, f);
  rename_all(n->a, n->name, name);
  n->tag = N_VALUE;
  n->name = name;
  n->c = n->a;
  n->a = NULL;
}

/* ---- answers -------------------------------------------------------------------- */

typedef struct Choices {
  const char *prompt; /* NULL: any */
  Node *found;
  int n;
} Choices;

static void find_choices(Choices *c, Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_CHOOSE && (!c->prompt || (n->label && !strcmp(n->label, c->prompt))))
      c->found = n, c->n++;
    find_choices(c, n->a);
    find_choices(c, n->b);
    find_choices(c, n->c);
    find_choices(c, n->d);
  }
}

/* The questions that could have been meant. */
static void hint_choices(Sema *s, Diag *g, const Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_CHOOSE && n->label && n->b)
      diag_hint_at(s->d, g, n->loc, "it asks \"%s\"", n->label);
    hint_choices(s, g, n->a);
    hint_choices(s, g, n->b);
    hint_choices(s, g, n->c);
    hint_choices(s, g, n->d);
  }
}

/* `require C` before everything else: without it the answer is not offered. */
static void add_condition(Sema *s, Node *block, Node *c)
{
  Node *r = mk(s, N_REQUIRE, c->loc, c, NULL);
  r->num = s->place.variant->index + 1;
  r->next = block->a;
  block->a = r;
}

/* What the verb that asks was given goes on to the answer, under the names that the
 * variant gave it. */
static void pass_on(Sema *s, const Rule *r, Verb *asks, Verb *answer, NodeList *call)
{
  NodeList shape = {0};
  for (size_t i = 0; i < asks->params.n && i < r->names.n; i++) {
    Sym *given = ARENA_NEW(s->m->arena, Sym);
    *given = *asks->params.at[i];
    given->name = r->names.at[i]->name;
    given->decl = mk_name(s, N_PARAM, r->names.at[i]->decl->loc, given->name);
    given->decl->sym = given;
    apush(s->m->arena, &answer->params, given);
    shape = list_add(shape, given->decl);
    *call = list_add(*call, mk_name(s, N_NAME, r->node->loc, asks->params.at[i]->name));
  }
  answer->shape = answer->decl->a = shape.head;
}

static void add_answer(Sema *s, const Rule *r, Verb *asks, Node *choice, Node *alt)
{
  INVARIANT(alt && alt->tag < N_COUNT);
  const Node *offer = r->node;
  const char *name = hidden_name(s, offer->a->name, alt->label);
  Node *verb = mk_name(s, N_VERB, alt->loc, name);
  verb->b = alt->b;
  if (offer->b) add_condition(s, verb->b, node_copy(s->u, offer->b, false));
  Verb *v = verb_new(s, name, verb);
  NodeList said = list_one(mk_name(s, N_NAME, alt->loc, name));
  pass_on(s, r, asks, v, &said);
  add_said(s, v);
  Node *call = mk(s, N_PHRASE, alt->loc, said.head, NULL);
  Node *added = mk(s, N_ALT, alt->loc, NULL, mk(s, N_BLOCK, alt->loc, call, NULL));
  add_condition(s, added->b, node_copy(s->u, s->place.variant->decl->a, false));
  added->label = alt->label;
  added->label_loc = alt->label_loc;
  added->cites = alt->cites;
  Node **end = &choice->b;
  while (*end) end = &(*end)->next;
  *end = added;
}

static void add_answers(Sema *s, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_OFFER) return;
  if (!s->place.variant) {
    not_here(s, n, "only a variant adds answers to a choice",
             "outside variants they stand in the choice itself");
    return;
  }
  Scope *scope = s->scope;
  Rule r = {.tag = N_INSTEAD, .node = n, .event = n->a};
  Verb *v = find_event(s, n->a, &r);
  pop_scope(s, scope);
  if (!v) return;
  Choices c = {.prompt = n->label};
  if (v->decl) find_choices(&c, v->decl->b);
  if (c.n != 1) {
    Diag *g = diag_add(s->d, DIAG_NO_SUCH_CHOICE, n->loc,
                       c.n        ? "\"%s\" asks more than one question"
                       : n->label ? "\"%s\" does not ask this question"
                                  : "\"%s\" asks no question with alternatives",
                       n->a->name);
    if (v->decl) diag_hint_at(s->d, g, v->decl->loc, "this is what it does");
    if (v->decl) hint_choices(s, g, v->decl->b);
    diag_hint(s->d, g, "say which: choose in %s \"its prompt\" { … }", n->a->name);
    return;
  }
  for (Node *alt = n->c; alt; alt = alt->next) {
    if (alt->name)
      not_here(s, alt, "an answer that is added has a text, and no set",
               "choose among the set inside: \"…\" { let x = choose S }");
    else add_answer(s, &r, v, c.found, alt);
  }
}

void change_things(Sema *s, Node *items) { each_item(s, items, continue_things); }
void change_fields(Sema *s, Node *items) { each_item(s, items, replace_first); }
void change_choices(Sema *s, Node *items) { each_item(s, items, add_answers); }
