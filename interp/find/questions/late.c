/* Decks in an order that everybody knows: drawn from in setup before they are shuffled
 * there, or where they are shuffled in some games only; or filled again and not shuffled.
 */
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"

#include <string.h>

typedef enum { UNSHUFFLED, SOMETIMES, SHUFFLED } Order;

typedef struct Late {
  Find *f;
  Order *order;       /* of piles: fields by index */
  const Node **where; /* SOMETIMES: there */
  bool *told;
  const Node *condition; /* on the way here, of an `if` that may not be so; or NULL */
  int depth;
} Late;

static const Field *pile_of(const Node *n)
{
  return n && n->sym && n->sym->tag == SY_FIELD && n->sym->field->pile ? n->sym->field
                                                                       : NULL;
}

static bool differ(const Model *m, const Kind *k)
{
  const char *name = NULL;
  for (size_t i = 0; i < m->things.n; i++) {
    if (m->things.at[i]->kind != k) continue;
    if (name && m->things.at[i]->name != name) return true;
    name = m->things.at[i]->name;
  }
  return false;
}

static void draws(Late *l, const Node *n)
{
  const Field *deck = pile_of(n->b ? n->b->next : NULL);
  if (!deck || l->order[deck->index] == SHUFFLED || l->told[deck->index] ||
      !deck->shuffled || !deck->decl->b || !deck->decl->c ||
      deck->decl->c->tag != N_NONE || in_library(l->f, n) ||
      !differ(l->f->m, deck->type->kind))
    return;
  bool sometimes = l->order[deck->index] == SOMETIMES;
  if (sometimes && l->condition) return; /* it may be the same one, in other words */
  l->told[deck->index] = true;
  Diag *g = diag_add(l->f->d, DIAG_SHUFFLED_LATE, n->loc,
                     sometimes ? "\"%s\" is drawn from in every game, but not shuffled "
                                 "in every game"
                               : "\"%s\" is drawn from before it is shuffled: every "
                                 "game begins with the same cards",
                     deck->name);
  if (sometimes)
    diag_hint_at(l->f->d, g, l->where[deck->index]->loc,
                 "shuffle it without this condition");
  else diag_hint(l->f->d, g, "shuffle it first: shuffle %s", deck->name);
}

static bool asks_about(const Node *n, const Field *deck)
{
  if (!n) return false;
  if (pile_of(n) == deck) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (asks_about(p.at, deck)) return true;
  return false;
}

static void follow(Late *l, const Node *n);

static Order *orders(const Late *l)
{
  size_t size = l->f->m->fields.n * sizeof *l->order;
  Order *o = arena_alloc(l->f->m->arena, size + sizeof *o);
  return memcpy(o, l->order, size);
}

/* What both ways shuffle is shuffled, and what a condition on the deck itself decides. */
static void follow_if(Late *l, const Node *n)
{
  const Model *m = l->f->m;
  const Node *outer = l->condition;
  Order *other = orders(l), *then;
  if (!outer) l->condition = n->a;
  follow(l, n->b);
  then = l->order;
  l->order = other;
  follow(l, n->c);
  for (size_t i = 0; i < m->fields.n; i++) {
    if (then[i] == l->order[i]) continue;
    bool about = asks_about(n->a, m->fields.at[i]);
    l->order[i] = about ? SHUFFLED : SOMETIMES;
    l->where[i] = n->a;
  }
  l->condition = outer;
}

/* In the order in which it happens; what is chosen or repeated counts as done. */
static void follow(Late *l, const Node *n)
{
  if (!n || l->depth > 40) return;
  if (n->tag == N_IF) {
    l->depth++;
    follow_if(l, n);
    l->depth--;
    return;
  }
  if (n->tag == N_PHRASE && n->op == BP_DRAW) draws(l, n);
  if (n->tag == N_PHRASE &&
      (n->op == BP_SHUFFLE || n->op == BP_MOVE || n->op == BP_MOVE_UNDER))
    for (const Node *a = n->b; a; a = a->next) /* or arranged by hand */
      if (pile_of(a)) l->order[pile_of(a)->index] = SHUFFLED;
  const Verb *v = n->tag == N_PHRASE && n->op == BP_VERB && n->sym ? n->sym->slot : NULL;
  for (const Node *a = v ? n->b : NULL; a; a = a->next) /* who knows what it does */
    if (pile_of(a)) l->order[pile_of(a)->index] = SHUFFLED;
  l->depth++;
  if (v && v->decl) follow(l, v->decl->b);
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);) follow(l, p.at);
  l->depth--;
}

/* ---- filled again ------------------------------------------------------------------ */

typedef struct FilledAgain {
  Find *f;
  const Field *from, *deck; /* piles */
  const Node *at;           /* where all of one goes into the other */
  const Verb *in;
  bool shuffles;      /* who comes to it shuffles the deck, or what goes there */
  const bool *played; /* verbs by index: play comes to them */
} FilledAgain;

static bool is_hidden(const Field *x)
{
  return x && x->pile && x->shuffled && x->decl->c && x->decl->c->tag == N_NONE;
}

/* `move used to deck`, `each c in used { move c to deck }` */
static const Field *filled_from(const Node *n, const Field **from)
{
  const Node *move = n;
  if (n->tag == N_EACH && n->b) move = n->b->tag == N_BLOCK ? n->b->a : n->b;
  bool moves = move && !move->next && move->tag == N_PHRASE && move->op == BP_MOVE;
  const Node *what = moves ? move->b : NULL, *to = what ? what->next : NULL;
  *from = pile_of(n->tag == N_EACH ? n->a : what);
  if (n->tag == N_EACH && (!what || what->tag != N_NAME || what->name != n->name))
    return NULL;
  return *from ? pile_of(to) : NULL;
}

static bool shuffles(const Node *n, const FilledAgain *r, bool own, int depth)
{
  if (!n || depth > 100) return false;
  const Field *x = n->tag == N_PHRASE && n->op == BP_SHUFFLE ? pile_of(n->b) : NULL;
  if (x && (x == r->deck || x == r->from)) return true;
  if (own && n->tag == N_PHRASE && n->op == BP_DRAW && n->b && n->b->next &&
      pile_of(n->b->next) == r->deck && pile_of(n->b->next->next) == r->from)
    return true; /* they were only looked at */
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    if (shuffles(p.at, r, own, depth + 1)) return true;
  return false;
}

static void see_shuffle(void *user, const Verb *of, const Node *body)
{
  FilledAgain *r = user;
  if (r->shuffles || !shuffles(body, r, of == r->in, 0)) return;
  bool setup = of && of == r->f->m->setup && r->in != of;
  r->shuffles = !of || of == r->in ||
                (!setup && (verbs_reached(r->f, of)[r->in->index] ||
                            verbs_reached(r->f, r->in)[of->index]));
}

static void look_filled(FilledAgain *r, const Verb *of, const Node *n, int depth)
{
  if (!n || depth > 100) return;
  const Field *from, *deck = filled_from(n, &from);
  if (is_hidden(deck) && !from->shuffled && !in_library(r->f, n) &&
      differ(r->f->m, deck->type->kind) && of != r->f->m->setup) {
    FilledAgain one = {r->f, from, deck, n, of, false, NULL};
    bodies_each(r->f->m, see_shuffle, &one);
    if (!one.shuffles) {
      Diag *g = diag_add(r->f->d, DIAG_FILLED_IN_ORDER, n->loc,
                         "\"%s\" goes into \"%s\" in an order that everybody knows",
                         from->name, deck->name);
      diag_hint(r->f->d, g, "shuffle it then: shuffle %s", deck->name);
    }
  }
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    look_filled(r, of, p.at, depth + 1);
}

static void see_filled(void *user, const Verb *of, const Node *body)
{
  FilledAgain *r = user;
  if (of && r->played[of->index]) look_filled(r, of, body, 0);
}

void find_late(Find *f)
{
  const Model *m = f->m;
  FilledAgain r = {.f = f, .played = m->play ? verbs_reached(f, m->play) : NULL};
  if (r.played) bodies_each(m, see_filled, &r);
  Late l = {.f = f,
            .order = arena_alloc(m->arena, (m->fields.n + 1) * sizeof *l.order),
            .where = arena_alloc(m->arena, (m->fields.n + 1) * sizeof *l.where),
            .told = arena_alloc(m->arena, m->fields.n + 1)};
  if (m->setup && m->setup->decl && !m->setup->rules.n) follow(&l, m->setup->decl->b);
}
