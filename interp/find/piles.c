/* Piles: where things come and where they leave again.
 *
 * A deck that is drawn from and never filled runs out.  That is often meant; but where
 * what was used comes into a pile that nothing leaves, and no rule asks whether there is
 * a card left, somebody forgot to take it back.  So it is where a deck is filled before
 * one draw and not before another. */
#include "interp/find/piles.h"
#include "interp/find/uses.h"
#include "interp/sema/builtin.h"
#include "interp/base/invariant.h"

#include <string.h>

typedef struct Flow {
  bool comes, leaves, asked;
  bool ready; /* in the present body: it was filled, or somebody asked, before, */
  bool fresh; /* ... and nothing was drawn since */
  const Node *careful, *careless; /* draws behind that, and others */
} Flow;

typedef struct Piles {
  Find *f;
  Flow *flows;    /* by field */
  VEC(int) decks; /* the fields that are piles */
  uint8_t *calls; /* by verb and deck: calls before which it was ready, or was not */
} Piles;

enum { CALLED_READY = 1, CALLED_UNREADY = 2 };

/* ---- piles that are given to a verb ---------------------------------------------- */

typedef enum { COMES, LEAVES } Way;

static bool is_name(const Node *n, const Sym *y)
{
  return n->tag == N_NAME && n->sym == y;
}

/* Asking how many there are, or whether something lies there, takes nothing away. */
static bool only_asks(const Node *n)
{
  return n->tag == N_CALL && !n->sym &&
         (n->op == BI_COUNT || n->op == BI_EMPTY || n->op == BI_ANY || n->op == BI_ALL);
}

static bool goes(const Node *n, const Sym *y, Way way, int depth);

static bool call_goes(const Node *n, const Sym *y, Way way, int depth)
{
  INVARIANT(n && n->tag < N_COUNT);
  size_t i = 0;
  for (const Node *a = n->b; a; a = a->next, i++)
    if (is_name(a, y)) {
      if (n->op != BP_VERB || !n->sym || depth > 4) return true;
      if (verb_moves(n->sym->slot, i, way == COMES, depth + 1)) return true;
    } else if (goes(a, y, way, depth)) return true;
  return false;
}

static bool phrase_goes(const Node *n, const Sym *y, Way way, int depth)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_MOVE:
  case BP_MOVE_UNDER: return way == COMES ? is_name(b, y) : goes(a, y, way, depth);
  case BP_DRAW: return is_name(way == COMES ? b->next : b, y);
  case BP_SHUFFLE: return false;
  default: return call_goes(n, y, way, depth);
  }
}

static bool goes(const Node *n, const Sym *y, Way way, int depth)
{
  if (!n || (way == LEAVES && only_asks(n))) return false;
  if (n->tag == N_PHRASE) return phrase_goes(n, y, way, depth);
  if (way == LEAVES && is_name(n, y)) return true;
  const Node *parts[] = {n->a, n->b, n->c};
  for (int i = 0; i < 3; i++)
    for (const Node *x = parts[i]; x; x = x->next)
      if (goes(x, y, way, depth)) return true;
  return false;
}

bool verb_moves(const Verb *v, size_t param, bool into, int depth)
{
  if (v->slot_of || v->rules.n || !v->decl || !v->decl->b || param >= v->params.n)
    return true; /* what others do with it is not known here */
  return goes(v->decl->b, v->params.at[param], into ? COMES : LEAVES, depth);
}

/* ---- what play does -------------------------------------------------------------- */

static const Field *pile_of(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  bool path = p->tag == N_NAME || p->tag == N_DOT;
  return path && p->sym && p->sym->tag == SY_FIELD && p->sym->field->pile ? p->sym->field
                                                                          : NULL;
}

static void see(Piles *p, const Node *n);

static void make_ready(Piles *p, const Field *f)
{
  p->flows[f->index].ready = p->flows[f->index].fresh = true;
}

static void comes(Piles *p, const Node *pile)
{
  const Field *f = pile_of(pile);
  if (!f) return;
  p->flows[f->index].comes = true;
  make_ready(p, f);
}

static void draws(Piles *p, const Node *pile)
{
  const Field *f = pile_of(pile);
  if (!f) return;
  Flow *x = &p->flows[f->index];
  x->leaves = true;
  const Node **first = x->ready ? &x->careful : &x->careless;
  if (!*first) *first = pile;
  x->fresh = false;
}

/* What a verb fills is filled for who called it. */
static void fills(Piles *p, const Node *n, int depth)
{
  for (; n; n = n->next) {
    if (n->tag == N_PHRASE) {
      const Node *to = n->op == BP_MOVE || n->op == BP_MOVE_UNDER ? n->b->next
                       : n->op == BP_DRAW                         ? n->b->next->next
                                                                  : NULL;
      const Field *f = to ? pile_of(to) : NULL;
      if (f) make_ready(p, f);
      if (n->op == BP_VERB && n->sym && n->sym->slot->decl && depth < 3)
        fills(p, n->sym->slot->decl->b, depth + 1);
      continue;
    }
    fills(p, n->a, depth);
    fills(p, n->b, depth);
    fills(p, n->c, depth);
  }
}

static void see_call(Piles *p, const Node *n)
{
  size_t i = 0;
  const Verb *v = n->sym ? n->sym->slot : NULL;
  bool verb = v && n->op == BP_VERB && v->index >= 0;
  for (size_t k = 0; verb && k < p->decks.n; k++)
    p->calls[(size_t)v->index * p->decks.n + k] |=
        p->flows[p->decks.at[k]].fresh ? CALLED_READY : CALLED_UNREADY;
  if (v && v->decl && n->op == BP_VERB) fills(p, v->decl->b, 0);
  for (const Node *a = n->b; a; a = a->next, i++) {
    const Field *f = pile_of(a);
    if (!f || !v) see(p, a);
    else {
      if (verb_moves(v, i, true, 0)) comes(p, a);
      if (verb_moves(v, i, false, 0)) p->flows[f->index].leaves = true;
    }
  }
}

static void see_phrase(Piles *p, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Node *a = n->b, *b = a ? a->next : NULL;
  if (n->c) see(p, n->c);
  switch (n->op) {
  case BP_MOVE:
  case BP_MOVE_UNDER:
    see(p, a);
    comes(p, b);
    break;
  case BP_DRAW:
    see(p, a);
    draws(p, b);
    comes(p, b->next);
    break;
  case BP_SHUFFLE:
  case BP_REVEAL:
  case BP_NOTE:
  case BP_NOTE_AT: break;
  case BP_VERB:
  case BP_SLOT: see_call(p, n); break;
  default:
    for (; a; a = a->next) see(p, a);
  }
}

static void asks(Piles *p, const Node *n)
{
  const Field *f = pile_of(n->a);
  if (!f) return;
  p->flows[f->index].asked = true;
  make_ready(p, f);
}

static void see(Piles *p, const Node *n)
{
  if (!n) return;
  if (only_asks(n)) {
    asks(p, n);
    return;
  }
  if (n->tag == N_PHRASE) {
    see_phrase(p, n);
    return;
  }
  const Field *f = pile_of(n);
  if (f) p->flows[f->index].leaves = true; /* what is named can be moved */
  if (n->tag == N_IN || n->tag == N_NOTIN) return;
  const Node *parts[] = {n->a, n->b, n->c};
  for (int i = 0; i < 3; i++)
    for (const Node *x = parts[i]; x; x = x->next) see(p, x);
}

/* A body of a verb, or of nobody's: what is ready before every call is ready in it. */
static void see_body(Piles *p, const Verb *v, const Node *block)
{
  for (size_t i = 0; i < p->decks.n; i++)
    p->flows[p->decks.at[i]].ready = p->flows[p->decks.at[i]].fresh =
        v && p->calls[(size_t)v->index * p->decks.n + i] == CALLED_READY;
  for (; block; block = block->next) see(p, block);
}

static void see_verb(Piles *p, const Verb *v)
{
  const Model *m = p->f->m;
  if (v->decl) see_body(p, v, v->decl->b);
  for (size_t i = 0; i < v->rules.n; i++) see_body(p, NULL, v->rules.at[i]->node->c);
  for (size_t i = 0; v->slot_of && i < m->bodies.n; i++)
    if (m->bodies.at[i].slot == v) see_body(p, NULL, m->bodies.at[i].node->a);
}

static void see_play(Piles *p)
{
  const Model *m = p->f->m;
  const bool *reached = verbs_reached(p->f, m->play);
  for (size_t i = 0; i < m->whens.n; i++) see_body(p, NULL, m->whens.at[i]->node->c);
  for (size_t i = 0; i < m->values.n; i++)
    for (size_t j = 0; j < value_texts(m->values.at[i]); j++)
      see(p, value_text(m->values.at[i], j)->node->c);
  for (size_t i = 0; i < m->verbs.n; i++)
    if (reached[m->verbs.at[i]->index]) see_verb(p, m->verbs.at[i]);
}

/* ---- decks ----------------------------------------------------------------------- */

static const Field *dead_end(const Piles *p, const Field *deck)
{
  const Model *m = p->f->m;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *x = m->fields.at[i];
    if (x->pile && x->type->kind == deck->type->kind && p->flows[i].comes &&
        !p->flows[i].leaves)
      return x;
  }
  return NULL;
}

static void tell_empty(Find *f, const Field *deck, const Flow *x, const Field *end)
{
  Diag *g = diag_add(f->d, DIAG_DECK_RUNS_OUT, deck->decl->loc,
                     "nothing fills \"%s\" again, so it runs out", deck->name);
  diag_hint_at(f->d, g, x->careless->loc, "it is drawn from here");
  diag_hint_at(f->d, g, end->decl->loc, "what comes into \"%s\" stays there", end->name);
  diag_hint(f->d, g,
            "move it back and shuffle when the deck is empty, as \"take back … into …\" "
            "of std.regel does; or accept it, if the deck is meant to run out");
}

static void tell_careless(Find *f, const Field *deck, const Flow *x)
{
  Diag *g = diag_add(f->d, DIAG_DECK_RUNS_OUT, x->careless->loc,
                     "\"%s\" may be empty here, and nothing is drawn then", deck->name);
  diag_hint_at(f->d, g, x->careful->loc, "before this draw rules see to that");
  diag_hint(f->d, g, "do the same here, or ask whether the deck is empty");
}

/* Are there two things of a kind that are no copies of each other? */
static bool differ(const Model *m, const Kind *k)
{
  const char *name = NULL;
  for (size_t i = 0; i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    if (t->kind != k) continue;
    if (name && t->name != name) return true;
    name = t->name;
  }
  return false;
}

/* Nobody may know what comes next, but it comes in the order in which it was written. */
static void tell_order(Find *f, const Field *deck, const Flow *x)
{
  const Node *n = deck->decl, *draw = x->careless ? x->careless : x->careful;
  bool hidden = n->c && n->c->tag == N_NONE;
  if (!draw || !hidden || !n->b || deck->shuffled || !differ(f->m, deck->type->kind) ||
      in_library(f, draw))
    return;
  Diag *g = diag_add(f->d, DIAG_NOT_SHUFFLED, n->loc,
                     "nothing shuffles \"%s\": its cards come in the order in which they "
                     "are written",
                     deck->name);
  diag_hint_at(f->d, g, draw->loc, "it is drawn from here");
  diag_hint(f->d, g, "write: verb setup { shuffle %s }", deck->name);
}

void find_piles(Find *f)
{
  Model *m = f->m;
  Piles p = {.f = f};
  size_t flows = (m->fields.n + 1) * sizeof *p.flows;
  p.flows = arena_alloc(m->arena, flows);
  for (size_t i = 0; i < m->fields.n; i++)
    if (m->fields.at[i]->pile) vec_push(&p.decks, (int)i);
  p.calls = arena_alloc(m->arena, m->verbs.n * p.decks.n + 1);
  see_play(&p); /* for the calls, and again with what is known of them */
  memset(p.flows, 0, flows);
  see_play(&p);
  for (size_t i = 0; i < p.decks.n; i++) {
    const Field *deck = m->fields.at[p.decks.at[i]];
    const Flow *x = &p.flows[deck->index];
    tell_order(f, deck, x);
    if (!x->careless || in_library(f, x->careless)) continue;
    const Field *end = x->comes || x->asked ? NULL : dead_end(&p, deck);
    if (end) tell_empty(f, deck, x, end);
    else if (x->careful) tell_careless(f, deck, x);
  }
  vec_free(&p.decks);
}
