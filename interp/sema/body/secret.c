/* Secret answers: the bodies of `secretly each` must not notice each other. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

#include <string.h>

enum { MOST_READ = 100000 };

/* In `secretly each p`, the bodies must not notice each other: a body changes only what
 * is p's, reads nothing that another body changes, and leaves the others their turn. */
typedef struct Secret {
  Sema *s;
  const Sym *own[8]; /* names of whoever answers: of the loop, then parameters */
  int n_own;
  bool this_own; /* `this` is, too, in a value of players */
  Node *each;
  const Node *at; /* the expression of the body whose values are looked into, or NULL */
  bool changed[4096];
  int depth, left; /* how much more is looked at */
} Secret;

static bool is_own(const Secret *c, const Node *n)
{
  if (n->tag == N_ME || (n->tag == N_THIS && c->this_own)) return true;
  for (int i = 0; i < c->n_own; i++)
    if (n->tag == N_NAME && n->sym && n->sym->tag == SY_LOCAL &&
        !strcmp(n->sym->name, c->own[i]->name))
      return true; /* each definition of a value has symbols of its own */
  return false;
}

/* Inside what is called, the names that stand for whoever answers are parameters. */
static void enter_call(Secret *in, const Secret *c, Sym *const *params, size_t n,
                       const Node *args)
{
  in->n_own = 0;
  for (size_t i = 0; i < n && args; i++, args = args->next)
    if (is_own(c, args) && in->n_own < 8) in->own[in->n_own++] = params[i];
}

static void secret_error(Secret *c, const Node *n, const char *what, const char *instead)
{
  Diag *g = diag_add(c->s->d, DIAG_SECRET_BODIES, n->loc, "%s", what);
  diag_hint_at(c->s->d, g, c->each->loc, "here everybody answers at once and unseen");
  diag_hint(c->s->d, g, "%s", instead);
}

static void secret_use(Secret *c, const Node *n, const char *what)
{
  bool pile = n->type && n->type->tag == T_PILE;
  secret_error(c, n, what,
               pile
                   ? "lay it into a pile of the player, seen by owner, and show it after "
                     "the block"
                   : "keep the answer in a field of the player, and use it after the "
                     "block");
}

static void secret_write(Secret *c, Node *place)
{
  Node *p = place->tag == N_INDEX ? place->a : place;
  if (!p->sym || p->sym->tag != SY_FIELD) return;
  Field *f = p->sym->field;
  if (p->tag == N_DOT && is_own(c, p->a)) {
    if (f->index < 4096) c->changed[f->index] = true;
    return;
  }
  secret_use(c, place, "a secret answer changes something that is not the player's own");
}

static void secret_phrase(Secret *c, Node *n)
{
  Node *a = n->b, *b = a ? a->next : NULL;
  if (n->op == BP_ADD || n->op == BP_REMOVE || n->op == BP_REMOVE_AT ||
      n->op == BP_MOVE || n->op == BP_MOVE_UNDER)
    secret_write(c, b);
  if (n->op == BP_DRAW)
    secret_use(c, n->a, "a draw among secret answers would be seen by the others");
}

typedef void (*Inside)(Secret *, Node *);

static void walk_body(Secret *c, Node *body, Sym *const *params, size_t n,
                      const Node *args, Inside walk)
{
  Secret was = *c;
  enter_call(c, &was, params, n, args);
  c->depth++;
  walk(c, body);
  c->depth--;
  memcpy(c->own, was.own, sizeof c->own);
  c->n_own = was.n_own;
}

/* What a verb that is called does, or a slot, whatever thing fills it, and the rules
 * around it. */
static void walk_called(Secret *c, const Node *n, Inside walk)
{
  const Model *m = c->s->m;
  const Verb *v = (n->op == BP_VERB || n->op == BP_SLOT) && n->sym ? n->sym->slot : NULL;
  if (!v || c->depth >= 8) return;
  if (v->decl && v->decl->b)
    walk_body(c, v->decl->b, v->params.at, v->params.n, n->b, walk);
  for (size_t i = 0; n->op == BP_SLOT && i < m->bodies.n; i++)
    if (m->bodies.at[i].slot == v)
      walk_body(c, m->bodies.at[i].node->a, v->params.at, v->params.n, n->b, walk);
  for (size_t i = 0; i < v->rules.n; i++) {
    const Rule *r = v->rules.at[i];
    walk_body(c, r->node->c, r->names.at, r->names.n, n->b, walk);
  }
}

static void secret_stmt(Secret *c, Node *n)
{
  for (Parts p = parts_of(n, ROLE_BIT(PLACE)); parts_next(&p);) secret_write(c, p.at);
  if (n->tag == N_PHRASE) secret_phrase(c, n);
  if (n->tag == N_PHRASE) walk_called(c, n, secret_stmt);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) secret_stmt(c, p.at);
}

static void secret_reads(Secret *c, Node *n);

static void read_texts(Secret *c, const Value *v)
{
  for (size_t i = 0; i < value_texts(v); i++) {
    const Def *d = value_text(v, i);
    secret_reads(c, d->node->c);
    secret_reads(c, d->place.hold);
    for (Node *k = d->node->d ? d->node->d->a : NULL; k; k = k->next) secret_reads(c, k);
    for (Node *k = d->node->d ? d->node->d->b : NULL; k; k = k->next)
      secret_reads(c, k->b);
  }
}

/* What a value reads, of the game or of whose it is. */
static void read_value(Secret *c, const Node *n)
{
  const Value *v = value_named(n);
  const Column *k = n->sym && n->sym->tag == SY_COLUMN ? n->sym->column : NULL;
  if ((!v && !k) || c->depth >= 8) return;
  Secret was = *c;
  const Node *of = n->tag == N_DOT ? n->a : n->tag == N_CALL && n->num == 2 ? n->b : NULL;
  c->this_own = of ? is_own(&was, of) : k && was.this_own;
  c->n_own = 0;
  if (v) enter_call(c, &was, v->params.at, v->params.n, n->tag == N_CALL ? n->a : NULL);
  c->depth++;
  if (!c->at) c->at = n;
  if (v) read_texts(c, v);
  if (k && k->decl->tag == N_VALUE) secret_reads(c, k->decl->c);
  was.left = c->left;
  *c = was;
}

static void secret_reads(Secret *c, Node *n)
{
  if (!n || c->left-- <= 0) return;
  if ((n->tag == N_DOT || n->tag == N_NAME) && n->sym && n->sym->tag == SY_FIELD &&
      n->sym->field->index < 4096 && c->changed[n->sym->field->index] &&
      !(n->tag == N_DOT && is_own(c, n->a))) {
    if (c->at) c->left = 0; /* said once of what it was read through */
    secret_use(c, c->at ? c->at : n, "a secret answer reads what another one changes");
  }
  read_value(c, n);
  if (n->tag == N_PHRASE) walk_called(c, n, secret_reads);
  for (Parts p = parts_of(n, PARTS_STATEMENT | PARTS_EXPRESSION); parts_next(&p);)
    secret_reads(c, p.at);
}

/* Who is not asked any more would know that somebody before him left the loop. */
static void secret_stops(Secret *c, const Node *n)
{
  if (n->tag == N_STOP)
    secret_error(c, n, "this ends the question for all others, and they would notice",
                 "let the others be asked: write if … { … } around what the player does "
                 "instead");
  for (Parts p = parts_of(n, PARTS_STATEMENT & ~ROLE_BIT(LOOP)); parts_next(&p);)
    secret_stops(c, p.at);
}

static void find_secret(Sema *s, Node *n)
{
  if (n->tag == N_EACH && n->num) {
    Secret c = {.s = s, .own = {n->sym}, .n_own = 1, .each = n, .left = MOST_READ};
    secret_stmt(&c, n->b);
    secret_reads(&c, n->b);
    secret_stops(&c, n->b);
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) find_secret(s, p.at);
}

static void check_body(Sema *s, Node *block)
{
  if (block) find_secret(s, block);
}

void check_secret_answers(Sema *s)
{
  INVARIANT(s->m);
  Model *m = s->m;
  if (!m->has_gather) return;
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl && !m->verbs.at[i]->generic)
      check_body(s, m->verbs.at[i]->decl->b);
  for (size_t i = 0; i < m->bodies.n; i++) check_body(s, m->bodies.at[i].node->a);
  for (size_t i = 0; i < m->rules.n; i++) check_body(s, m->rules.at[i]->node->c);
  for (size_t i = 0; i < m->whens.n; i++) check_body(s, m->whens.at[i]->node->c);
}
