/* Secret answers: the bodies of `secretly each` must not notice each other. */
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"
#include "interp/sema/sema_int.h"

/* In `secretly each p`, the bodies must not notice each other: a body changes only what
 * is p's, reads nothing that another body changes, and leaves the others their turn. */
typedef struct Secret {
  Sema *s;
  Sym *p;
  Node *each;
  bool changed[4096];
  int depth;
} Secret;

static bool is_own(const Secret *c, const Node *n)
{
  return n->tag == N_ME || (n->tag == N_NAME && n->sym == c->p);
}

static void secret_error(Secret *c, const Node *n, const char *what, const char *instead)
{
  Diag *g = diag_add(c->s->d, DIAG_SECRET_BODIES, n->loc, "%s", what);
  diag_hint_at(c->s->d, g, c->each->loc, "here everybody answers at once and unseen");
  diag_hint(c->s->d, g, "%s", instead);
}

static void secret_use(Secret *c, const Node *n, const char *what)
{
  secret_error(c, n, what,
               "keep the answer in a field of the player, and use it after the block");
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

static void secret_stmt(Secret *c, Node *n);

static void secret_phrase(Secret *c, Node *n)
{
  Node *a = n->b, *b = a ? a->next : NULL;
  if (n->op == BP_ADD || n->op == BP_REMOVE || n->op == BP_REMOVE_AT ||
      n->op == BP_MOVE || n->op == BP_MOVE_UNDER)
    secret_write(c, b);
  if (n->op == BP_DRAW)
    secret_use(c, n->a, "a draw among secret answers would be seen by the others");
  if (n->op != BP_VERB || !n->sym || !n->sym->slot->decl || !n->sym->slot->decl->b ||
      c->depth >= 8)
    return;
  Sym *p = c->p;
  Verb *v = n->sym->slot;
  for (size_t i = 0; i < v->params.n && a; i++, a = a->next)
    if (is_own(c, a)) c->p = v->params.at[i];
  c->depth++;
  secret_stmt(c, v->decl->b);
  c->depth--;
  c->p = p;
}

static void secret_stmt(Secret *c, Node *n)
{
  for (Parts p = parts_of(n, ROLE_BIT(PLACE)); parts_next(&p);) secret_write(c, p.at);
  if (n->tag == N_PHRASE) secret_phrase(c, n);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) secret_stmt(c, p.at);
}

static void secret_reads(Secret *c, Node *n)
{
  if ((n->tag == N_DOT || n->tag == N_NAME) && n->sym && n->sym->tag == SY_FIELD &&
      n->sym->field->index < 4096 && c->changed[n->sym->field->index] &&
      !(n->tag == N_DOT && is_own(c, n->a)))
    secret_use(c, n, "a secret answer reads what another one changes");
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
    Secret c = {.s = s, .p = n->sym, .each = n};
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
