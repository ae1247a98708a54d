/* Statements as phrases: sentences of nouns. */
#include "interp/code/phrase/phrase.h"
#include "interp/base/invariant.h"

static void phrase_sentence(Gen *g, Node *n);

static void phrase_block(Gen *g, Node *b)
{
  int r = phrase_open(g, PH_SEQ, 0);
  size_t lets = g->lets.n;
  for (Node *n = b->a; n; n = n->next) phrase_sentence(g, n);
  g->lets.n = lets; /* its names end with it */
  phrase_close(g, r);
}

/* A part of its own, even if the statement says nothing to a player. */
static void one_sentence(Gen *g, Node *n)
{
  int r = phrase_open(g, PH_SEQ, 0);
  phrase_sentence(g, n);
  phrase_close(g, r);
}

static Node *owner_of(Node *place)
{
  Node *p = place->tag == N_INDEX ? place->a : place;
  return p->tag == N_DOT ? p->a : NULL;
}

/* Is it the same place, of the same thing? */
static bool same_place(const Node *a, const Node *b)
{
  if (a->tag != b->tag || a->sym != b->sym) return false;
  if (a->tag != N_DOT) return a->tag == N_NAME || a->tag == N_ME;
  return same_place(a->a, b->a);
}

/* "lower x by min(2, x)": lowering stops at the end anyway, so it is lowered by 2. */
static Node *lowered_by(const Node *n)
{
  Node *by = n->b, *x = by->a, *y = x && x->next ? x->next : NULL;
  if (n->tag != N_LOWER || by->tag != N_CALL || by->op != BI_MIN || by->num == 1 || !y ||
      y->next || !n->a->type || n->a->type->lo != 0)
    return by;
  return same_place(x, n->a) ? y : same_place(y, n->a) ? x : by;
}

/* What was named before a change is no longer what it was taken from. */
static void outdate(Gen *g, const Field *f)
{
  for (size_t i = 0; i < g->lets.n; i++)
    if (field_of(g->lets.at[i]->decl->b) == f) g->lets.at[i]->former = true;
}

static void change(Gen *g, Node *n, PhraseOp op)
{
  const Field *f = field_of(n->a);
  if (!f) return; /* a local name: nothing a player sees */
  int r = phrase_open(g, op, f->index);
  /* whose it is is read first, and so it is named there; its rows go behind */
  size_t from = g->phrases.n;
  if (owner_of(n->a)) phrase_noun(g, owner_of(n->a));
  if (n->a->tag == N_INDEX) phrase_noun(g, n->a->b);
  VEC(PPhrase) whose = {0};
  for (size_t i = from; i < g->phrases.n; i++) vec_push(&whose, g->phrases.at[i]);
  g->phrases.n = from;
  phrase_noun(g, lowered_by(n));
  for (size_t i = 0; i < whose.n; i++) vec_push(&g->phrases, whose.at[i]);
  vec_free(&whose);
  phrase_close(g, r);
  outdate(g, f);
}

/* What a verb does in place of its name: its parameters are what they are given. */
static void inlined(Gen *g, Verb *v, Node *args)
{
  size_t i = 0;
  for (Node *a = args; a && i < v->params.n; a = a->next, i++) {
    v->params.at[i]->argument = a;
    v->params.at[i]->said = false;
  }
  g->inlined++;
  phrase_block(g, v->decl->b);
  g->inlined--;
  for (i = 0; i < v->params.n; i++) v->params.at[i]->argument = NULL;
}

static void verb_call(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Verb *v = n->sym->slot;
  if (n->op == BP_SLOT) {
    int r = phrase_open(g, PH_SLOT_CALL, emit_string(g, v->name));
    g->phrases.at[r].arg2 = v->slot + 1;
    phrase_noun(g, n->c);
    phrase_close(g, r);
    return;
  }
  if (!v->decl || !v->decl->text) { /* no words of its own: say what it does */
    if (v->decl && v->decl->b && g->inlined < 4) inlined(g, v, n->b);
    return;
  }
  int r = phrase_open(g, PH_VERB, g->verbs.at[v->index].text);
  size_t i = 0;
  for (Node *a = n->b; a; a = a->next, i++) {
    int arg = phrase_open(g, PH_ARG, emit_string(g, v->params.at[i]->name));
    phrase_noun(g, a);
    phrase_close(g, arg);
  }
  phrase_close(g, r);
}

static void phrase_stmt(Gen *g, Node *n)
{
  INVARIANT(n->tag == N_PHRASE);
  Node *a = n->b, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: verb_call(g, n); break;
  case BP_ADD: phrase_of_two(g, PH_ADD, 0, a, b); break;
  case BP_REMOVE_AT:
  case BP_REMOVE: phrase_of_two(g, PH_ADD, 1, a, b); break;
  case BP_MOVE: phrase_of_two(g, PH_MOVE, 0, a, b); break;
  case BP_MOVE_UNDER: phrase_of_two(g, PH_MOVE, 1, a, b); break;
  case BP_DRAW: {
    int r = phrase_open(g, PH_DRAW, 0);
    phrase_noun(g, a);
    phrase_noun(g, b);
    phrase_noun(g, c);
    phrase_close(g, r);
    break;
  }
  case BP_SHUFFLE: phrase_of(g, PH_SHUFFLE, 0, a); break;
  case BP_REVEAL: phrase_of_two(g, PH_REVEAL, 0, a, b); break;
  case BP_WIN:
  case BP_WIN_BECAUSE: phrase_of(g, PH_WIN, 0, a); break;
  case BP_LOSE: phrase_leaf(g, PH_LOSE, -1); break;
  case BP_LOSE_BECAUSE: phrase_leaf(g, PH_LOSE, gen_text(g, a->text, "lose")); break;
  default: break; /* a note says itself */
  }
}

static void with_body(Gen *g, PhraseOp op, int arg, Node *head, Node *body)
{
  int r = phrase_open(g, op, arg);
  if (head) phrase_noun(g, head);
  phrase_block(g, body);
  phrase_close(g, r);
}

/* Moving each thing of a pile is moving the pile: where to, or NULL. */
static Node *moved_whole(const Node *each)
{
  const Node *does = each->b && each->b->tag == N_BLOCK ? each->b->a : NULL;
  if (!is_pile(each->a) || !does || does->next || does->tag != N_PHRASE) return NULL;
  if (does->op != BP_MOVE && does->op != BP_MOVE_UNDER) return NULL;
  return does->b->sym && does->b->sym == each->sym ? does->b->next : NULL;
}

static void each_of(Gen *g, Node *n)
{
  Node *to = moved_whole(n);
  int r = (int)g->phrases.n;
  if (to) {
    phrase_of_two(g, PH_MOVE, n->b->a->op == BP_MOVE_UNDER, n->a, to);
    return;
  }
  with_body(g, PH_EACH, (int)n->num, n->a, n->b);
  g->phrases.at[r].arg2 = phrase_kind(n->a->type) + 1;
}

/* So often, as long as something holds, both or neither. */
static void repeated(Gen *g, Node *n)
{
  int r = phrase_open(g, PH_REPEAT, n->b ? (n->a ? 2 : 1) : 0);
  if (n->a) phrase_noun(g, n->a);
  if (n->b) phrase_noun(g, n->b);
  phrase_block(g, n->c);
  phrase_close(g, r);
}

static void phrase_sentence(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_BLOCK: phrase_block(g, n); break;
  case N_SET: change(g, n, PH_SET); break;
  case N_RAISE: change(g, n, PH_RAISE); break;
  case N_LOWER: change(g, n, PH_LOWER); break;
  case N_REQUIRE: phrase_of(g, PH_REQUIRE, 0, n->a); break;
  case N_PHRASE: phrase_stmt(g, n); break;
  case N_OTHERWISE: {
    int r = phrase_open(g, PH_OTHERWISE, 0);
    one_sentence(g, n->a);
    one_sentence(g, n->b);
    phrase_close(g, r);
    break;
  }
  case N_IF: {
    int r = phrase_open(g, PH_IF, 0);
    phrase_noun(g, n->a);
    phrase_block(g, n->b);
    if (n->c) one_sentence(g, n->c);
    phrase_close(g, r);
    break;
  }
  case N_EACH: each_of(g, n); break;
  case N_REPEAT: repeated(g, n); break;
  case N_MAY: {
    int r = n->a ? phrase_open(g, PH_AS, 0) : -1; /* somebody else may */
    if (n->a) phrase_noun(g, n->a);
    with_body(g, PH_MAY, 0, NULL, n->b);
    if (n->a) phrase_close(g, r);
    break;
  }
  case N_AS: with_body(g, PH_AS, 0, n->a, n->b); break;
  case N_CHOOSE: {
    int r = phrase_open(g, PH_CHOICE, 0);
    for (Node *a = n->b; a; a = a->next) {
      Node *last = alt_last(a);
      int alt =
          phrase_open(g, PH_ALT, last->text ? gen_text(g, last->text, "choice") : -1);
      phrase_block(g, last->b);
      if (a->a) phrase_noun(g, a->a);
      phrase_close(g, alt);
    }
    phrase_close(g, r);
    break;
  }
  case N_STOP: phrase_leaf(g, PH_STOP, 0); break;
  case N_LET: /* said where it is used */
    if (n->sym) vec_push(&g->lets, n->sym);
    break;
  default: break;
  }
}

/* `said` marks names said already. */
static void forget(Node *n)
{
  for (; n; n = n->next) {
    if ((n->tag == N_LET || n->tag == N_ALT) && n->sym)
      n->sym->said = n->sym->former = false;
    forget(n->a);
    forget(n->b);
    forget(n->c);
  }
}

int phrase_body(Gen *g, Node *b)
{
  INVARIANT(b->tag == N_BLOCK);
  forget(b);
  g->lets.n = 0;
  int r = (int)g->phrases.n;
  phrase_block(g, b);
  return r;
}
