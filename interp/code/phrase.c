/* What rules say, as phrases: the tree of a body with names resolved and locals put where
 * they are used.  No words here; a language finds them (interp/text/compose.c). */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static int open_row(Gen *g, PhraseOp op, int arg)
{
  PPhrase p = {.op = op, .arg = arg, .arg2 = 0, .kids = 0, .size = 1};
  vec_push(&g->phrases, p);
  return (int)g->phrases.n - 1;
}

static void close_row(Gen *g, int row)
{
  int end = (int)g->phrases.n, kids = 0;
  for (int at = row + 1; at < end; at += g->phrases.at[at].size) kids++;
  g->phrases.at[row].kids = kids;
  g->phrases.at[row].size = end - row;
}

static void leaf(Gen *g, PhraseOp op, int arg) { close_row(g, open_row(g, op, arg)); }

static void noun(Gen *g, Node *n);
static void sentence(Gen *g, Node *n);

static int kind_index(const Type *t)
{
  if (!t) return -1;
  if (t->tag == T_SET || t->tag == T_LIST) t = t->elem;
  return t->kind ? t->kind->index : -1;
}

static bool is_set(const Node *n)
{
  return n->type && (n->type->tag == T_SET || n->type->tag == T_LIST);
}

static bool is_pile(const Node *n) { return n->type && n->type->tag == T_PILE; }

static void row1(Gen *g, PhraseOp op, int arg, Node *a)
{
  int r = open_row(g, op, arg);
  noun(g, a);
  close_row(g, r);
}

static void row2(Gen *g, PhraseOp op, int arg, Node *a, Node *b)
{
  int r = open_row(g, op, arg);
  noun(g, a);
  noun(g, b);
  close_row(g, r);
}

/* ---- nouns and conditions ------------------------------------------------------- */

/* A parameter; where a verb has several of one kind they are told apart. */
static void that_one(Gen *g, const Sym *y, int kind)
{
  int which = 0, same = 0;
  for (size_t i = 0; g->told && i < g->told->params.n; i++) {
    const Sym *p = g->told->params.at[i];
    if (kind_index(p->type) != kind) continue;
    same++;
    if (p == y) which = same;
  }
  int r = open_row(g, PH_THAT, kind);
  g->phrases.at[r].arg2 = same > 1 ? which : 0;
  close_row(g, r);
}

static void chosen(Gen *g, Node *set, int kind)
{
  int r = open_row(g, PH_CHOOSE, kind);
  noun(g, set);
  close_row(g, r);
}

/* A name that a rule gives to what happens: a number is called by it. */
static bool is_given(const Gen *g, const Sym *y)
{
  for (size_t i = 0; g->ruled && i < g->ruled->names.n; i++)
    if (g->ruled->names.at[i] == y) return true;
  return false;
}

static void given(Gen *g, const Sym *y, int which)
{
  int kind = kind_index(y->type);
  int r = open_row(g, kind >= 0 ? PH_THAT : PH_VALUE, kind >= 0 ? kind : -1);
  g->phrases.at[r].arg2 = kind >= 0 ? which : emit_string(g, y->name);
  close_row(g, r);
}

/* A local name stands for what it was given, the first time it is used; then it is
 * "that" one. */
static void local(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Sym *y = n->sym;
  Node *from = y->decl && y->decl->tag == N_LET ? y->decl->b : y->argument;
  int kind = kind_index(n->type);
  if (is_given(g, y)) given(g, y, 0);
  else if (y->decl && y->decl->tag == N_ALT) {
    if (y->said) leaf(g, PH_THAT, kind);
    else chosen(g, y->decl->a, kind);
    y->said = true;
  } else if (from && from->tag == N_IT) leaf(g, PH_IT, kind); /* what was just named */
  else if (from && (!y->said || is_pile(n))) {                /* a pile keeps its name */
    y->said = true;                                           /* said once */
    noun(g, from);
  } else if (from) leaf(g, PH_THAT, kind);
  else if (!y->decl || y->decl->tag != N_PARAM) leaf(g, PH_IT, kind);
  else if (kind >= 0) that_one(g, y, kind);
  else { /* a number that whoever calls gives: by its name */
    int r = open_row(g, PH_VALUE, -1);
    g->phrases.at[r].arg2 = emit_string(g, y->name);
    close_row(g, r);
  }
}

const char *gen_value_key(Gen *g, const Value *v)
{
  if (v->of) return gen_key(g, v->of->name, v->name);
  return arena_printf(g->arena, "value.%s", v->name);
}

static int open_value(Gen *g, const Value *v)
{
  int text = v->decl->label ? gen_title(g, gen_value_key(g, v), v->decl->label) : -1;
  int r = open_row(g, PH_VALUE, text);
  g->phrases.at[r].arg2 = emit_string(g, v->name);
  return r;
}

static void value(Gen *g, Node *n)
{
  Value *v = n->sym->value;
  int r = open_value(g, v);
  for (Node *a = n->tag == N_CALL ? n->a : NULL; a; a = a->next) noun(g, a);
  close_row(g, r);
}

static void name(Gen *g, Node *n)
{
  switch (n->sym ? n->sym->tag : SY_TYPE) {
  case SY_LOCAL: local(g, n); break;
  case SY_THING: leaf(g, PH_THING, n->sym->thing->id); break;
  case SY_KIND: leaf(g, PH_KIND, n->sym->kind->index); break;
  case SY_PLAYERS: leaf(g, PH_PLAYERS, 0); break;
  case SY_FIELD: leaf(g, PH_FIELD, n->sym->field->index); break;
  case SY_VALUE: value(g, n); break;
  case SY_TYPE:
    leaf(g, PH_TYPE, emit_type(g, n->type->tag == T_SET ? n->type->elem : n->type));
    break;
  default: leaf(g, PH_CALL, emit_string(g, n->name)); break;
  }
}

static void call(Gen *g, Node *n)
{
  if (n->sym && n->sym->tag == SY_VALUE) {
    value(g, n);
    return;
  }
  if (n->op == BI_EMPTY && n->num != 1) {
    row1(g, PH_EMPTY, 0, n->a);
    return;
  }
  if ((n->op == BI_ANY || n->op == BI_ALL) && n->num == 1) {
    row2(g, n->op == BI_ANY ? PH_ANY : PH_ALL, 0, n->a, n->b);
    return;
  }
  int r = open_row(g, PH_CALL, emit_string(g, n->name));
  g->phrases.at[r].arg2 = n->num == 1;
  for (Node *a = n->a; a; a = a->next) noun(g, a);
  if (n->num == 1) noun(g, n->b);
  close_row(g, r);
}

static void constant(Gen *g, Node *n)
{
  INVARIANT(n->tag == N_NUM);
  if (n->type && n->type->tag == T_WORD)
    leaf(g, PH_WORD, n->type->words->first + (int)n->num);
  else leaf(g, PH_NUMBER, (int)n->num);
}

static void noun(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM: constant(g, n); break;
  case N_YES:
  case N_NO: leaf(g, PH_FLAG, n->tag == N_YES); break;
  case N_NONE: leaf(g, PH_NONE, 0); break;
  case N_STR:
    leaf(g, PH_HAND, gen_text(g, n->text, n->text->printed ? NULL : "text"));
    break;
  case N_ME: leaf(g, PH_ME, 0); break;
  case N_THIS: leaf(g, PH_THIS, kind_index(n->type) + 1); break;
  case N_IT: leaf(g, PH_IT, kind_index(n->type)); break;
  case N_NAME: name(g, n); break;
  case N_CALL: call(g, n); break;
  case N_DOT:
    if (n->sym && n->sym->tag == SY_FIELD) row1(g, PH_FIELD, n->sym->field->index, n->a);
    else if (n->sym && n->sym->tag == SY_COLUMN)
      row1(g, PH_COLUMN, n->sym->column->index, n->a);
    else noun(g, n->a);
    break;
  case N_INDEX:
    if (kind_index(n->b->type) == 0 && !is_set(n->b)) row2(g, PH_FOR, 0, n->a, n->b);
    else noun(g, n->b); /* holds[money]: the money */
    break;
  case N_SPAN: row2(g, PH_SPAN, 0, n->a, n->b); break;
  case N_ADD: row2(g, PH_SUM, is_set(n), n->a, n->b); break;
  case N_SUB: row2(g, PH_LESS, is_set(n), n->a, n->b); break;
  case N_MUL: row2(g, PH_TIMES, 0, n->a, n->b); break;
  case N_WHERE: row2(g, PH_WHERE, 0, n->a, n->b); break;
  case N_COND: {
    int r = open_row(g, PH_COND, 0);
    noun(g, n->a);
    noun(g, n->b);
    noun(g, n->c);
    close_row(g, r);
    break;
  }
  case N_PICK: {
    int r =
        open_row(g, n->num & PICK_RANDOM ? PH_RANDOM : PH_CHOOSE, kind_index(n->b->type));
    g->phrases.at[r].arg2 = (n->num & PICK_MAY) != 0;
    noun(g, n->b);
    if (n->a) noun(g, n->a);
    close_row(g, r);
    break;
  }
  case N_NOT: row1(g, PH_NOT, 0, n->a); break;
  case N_AND: row2(g, PH_AND, 0, n->a, n->b); break;
  case N_OR: row2(g, PH_OR, 0, n->a, n->b); break;
  case N_IS:
  case N_ISNOT: row2(g, PH_IS, n->tag == N_ISNOT, n->a, n->b); break;
  case N_IN:
  case N_NOTIN: row2(g, PH_IN, n->tag == N_NOTIN, n->a, n->b); break;
  case N_LT: row2(g, PH_COMPARE, 0, n->a, n->b); break;
  case N_GT: row2(g, PH_COMPARE, 1, n->a, n->b); break;
  case N_LE: row2(g, PH_COMPARE, 2, n->a, n->b); break;
  case N_GE: row2(g, PH_COMPARE, 3, n->a, n->b); break;
  case N_NEG: row1(g, PH_CALL, emit_string(g, "minus"), n->a); break;
  case N_DIV: row2(g, PH_CALL, emit_string(g, "divided"), n->a, n->b); break;
  default: leaf(g, PH_NONE, 0);
  }
}

/* ---- sentences ------------------------------------------------------------------ */

static void block(Gen *g, Node *b)
{
  int r = open_row(g, PH_SEQ, 0);
  for (Node *n = b->a; n; n = n->next) sentence(g, n);
  close_row(g, r);
}

/* A part of its own, even if the statement says nothing to a player. */
static void one_sentence(Gen *g, Node *n)
{
  int r = open_row(g, PH_SEQ, 0);
  sentence(g, n);
  close_row(g, r);
}

static Node *owner_of(Node *place)
{
  Node *p = place->tag == N_INDEX ? place->a : place;
  return p->tag == N_DOT ? p->a : NULL;
}

static void change(Gen *g, Node *n, PhraseOp op)
{
  Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
  if (!p->sym || p->sym->tag != SY_FIELD)
    return; /* a local name: nothing a player sees */
  int r = open_row(g, op, p->sym->field->index);
  noun(g, n->b);
  if (owner_of(n->a)) noun(g, owner_of(n->a));
  if (n->a->tag == N_INDEX) noun(g, n->a->b);
  close_row(g, r);
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
  block(g, v->decl->b);
  g->inlined--;
  for (i = 0; i < v->params.n; i++) v->params.at[i]->argument = NULL;
}

static void verb_call(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Verb *v = n->sym->slot;
  if (n->op == BP_SLOT) {
    int r = open_row(g, PH_SLOT_CALL, emit_string(g, v->name));
    g->phrases.at[r].arg2 = v->slot + 1;
    noun(g, n->c);
    close_row(g, r);
    return;
  }
  if (!v->decl || !v->decl->text) { /* no words of its own: say what it does */
    if (v->decl && v->decl->b && g->inlined < 4) inlined(g, v, n->b);
    return;
  }
  int r = open_row(g, PH_VERB, g->verbs.at[v->index].text);
  size_t i = 0;
  for (Node *a = n->b; a; a = a->next, i++) {
    int arg = open_row(g, PH_ARG, emit_string(g, v->params.at[i]->name));
    noun(g, a);
    close_row(g, arg);
  }
  close_row(g, r);
}

static void phrase_stmt(Gen *g, Node *n)
{
  INVARIANT(n->tag == N_PHRASE);
  Node *a = n->b, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: verb_call(g, n); break;
  case BP_ADD: row2(g, PH_ADD, 0, a, b); break;
  case BP_REMOVE_AT:
  case BP_REMOVE: row2(g, PH_ADD, 1, a, b); break;
  case BP_MOVE: row2(g, PH_MOVE, 0, a, b); break;
  case BP_MOVE_UNDER: row2(g, PH_MOVE, 1, a, b); break;
  case BP_DRAW: {
    int r = open_row(g, PH_DRAW, 0);
    noun(g, a);
    noun(g, b);
    noun(g, c);
    close_row(g, r);
    break;
  }
  case BP_SHUFFLE: row1(g, PH_SHUFFLE, 0, a); break;
  case BP_REVEAL: row2(g, PH_REVEAL, 0, a, b); break;
  case BP_WIN: row1(g, PH_WIN, 0, a); break;
  case BP_LOSE: leaf(g, PH_LOSE, -1); break;
  case BP_LOSE_BECAUSE: leaf(g, PH_LOSE, gen_text(g, a->text, "lose")); break;
  default: break; /* a note says itself */
  }
}

static void with_body(Gen *g, PhraseOp op, int arg, Node *head, Node *body)
{
  int r = open_row(g, op, arg);
  if (head) noun(g, head);
  block(g, body);
  close_row(g, r);
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
    row2(g, PH_MOVE, n->b->a->op == BP_MOVE_UNDER, n->a, to);
    return;
  }
  with_body(g, PH_EACH, (int)n->num, n->a, n->b);
  g->phrases.at[r].arg2 = kind_index(n->a->type) + 1;
}

static void sentence(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_BLOCK: block(g, n); break;
  case N_SET: change(g, n, PH_SET); break;
  case N_RAISE: change(g, n, PH_RAISE); break;
  case N_LOWER: change(g, n, PH_LOWER); break;
  case N_REQUIRE: row1(g, PH_REQUIRE, 0, n->a); break;
  case N_PHRASE: phrase_stmt(g, n); break;
  case N_OTHERWISE: {
    int r = open_row(g, PH_OTHERWISE, 0);
    one_sentence(g, n->a);
    one_sentence(g, n->b);
    close_row(g, r);
    break;
  }
  case N_IF: {
    int r = open_row(g, PH_IF, 0);
    noun(g, n->a);
    block(g, n->b);
    if (n->c) one_sentence(g, n->c);
    close_row(g, r);
    break;
  }
  case N_EACH: each_of(g, n); break;
  case N_REPEAT: with_body(g, PH_REPEAT, 0, n->a, n->c); break;
  case N_MAY: {
    int r = n->a ? open_row(g, PH_AS, 0) : -1; /* somebody else may */
    if (n->a) noun(g, n->a);
    with_body(g, PH_MAY, 0, NULL, n->b);
    if (n->a) close_row(g, r);
    break;
  }
  case N_AS: with_body(g, PH_AS, 0, n->a, n->b); break;
  case N_CHOOSE: {
    int r = open_row(g, PH_CHOICE, 0);
    for (Node *a = n->b; a; a = a->next) {
      Node *last = alt_last(a);
      int alt = open_row(g, PH_ALT, last->text ? gen_text(g, last->text, "choice") : -1);
      block(g, last->b);
      if (a->a) noun(g, a->a);
      close_row(g, alt);
    }
    close_row(g, r);
    break;
  }
  case N_STOP: leaf(g, PH_STOP, 0); break;
  default: break; /* let: said where it is used */
  }
}

/* `said` marks names said already. */
static void forget(Node *n)
{
  for (; n; n = n->next) {
    if ((n->tag == N_LET || n->tag == N_ALT) && n->sym) n->sym->said = false;
    forget(n->a);
    forget(n->b);
    forget(n->c);
  }
}

static int body_phrase(Gen *g, Node *b)
{
  forget(b);
  int r = (int)g->phrases.n;
  block(g, b);
  return r;
}

/* ---- contributions -------------------------------------------------------------- */

/* What a contribution is said with: whose value it is, under what conditions. */
typedef struct Told {
  Node *whose; /* an `it` of its kind, or NULL: nobody's */
  Sym *param;
  VEC(Node *) about; /* conditions on whose it is */
  VEC(Node *) also;  /* others */
  bool others, itself;
} Told;

static bool is_whose(const Told *t, const Node *n)
{
  return t->whose && (n->tag == N_IT || n->tag == N_NAME) && n->sym == t->param;
}

static void split_guard(Told *t, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_AND) {
    split_guard(t, n->a);
    split_guard(t, n->b);
    return;
  }
  bool is = n->tag == N_IS || n->tag == N_ISNOT;
  bool self = is && ((is_whose(t, n->a) && n->b->tag == N_THIS) ||
                     (is_whose(t, n->b) && n->a->tag == N_THIS));
  if (self) {
    t->others = t->others || n->tag == N_ISNOT;
    t->itself = t->itself || n->tag == N_IS;
  } else if (t->whose && node_mentions(n, t->param)) vec_push(&t->about, n);
  else vec_push(&t->also, n);
}

/* That a card is in play goes without saying. */
static bool says_in_play(const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_YES) return true;
  if (n->tag == N_IN) return n->a->tag == N_THIS;
  if (n->tag == N_CALL && n->sym && n->sym->tag == SY_VALUE)
    return n->a && n->a->tag == N_THIS && !n->a->next;
  return n->tag == N_ISNOT && n->b->tag == N_NONE && n->a->tag == N_CALL &&
         n->a->op == BI_OWNER && n->a->a && n->a->a->tag == N_THIS;
}

static void split_hold(Told *t, Node *n)
{
  if (n->tag == N_AND) {
    split_hold(t, n->a);
    split_hold(t, n->b);
  } else if (!says_in_play(n)) vec_push(&t->also, n);
}

static void find_whose(Gen *g, const Value *v, const Def *d, Told *t)
{
  t->param = d->it;
  for (Node *p = d->node->a; p && !t->param; p = p->next)
    if (p->sym->type->tag == T_THING) t->param = p->sym;
  if (!t->param) return;
  t->whose = ARENA_NEW(g->arena, Node);
  *t->whose =
      (Node){.tag = N_IT, .sym = t->param, .type = t->param->type, .loc = v->decl->loc};
  t->param->argument = t->whose;
}

static void condition_rows(Gen *g, Node **list, size_t n)
{
  if (n == 1) noun(g, list[0]);
  if (n < 2) return;
  int r = open_row(g, PH_AND, 0);
  condition_rows(g, list, n - 1);
  noun(g, list[n - 1]);
  close_row(g, r);
}

/* All of a kind, with the conditions that whose it is has to meet. */
static void whose_rows(Gen *g, const Told *t, size_t conditions)
{
  if (!conditions) {
    leaf(g, PH_KIND, t->param->type->kind->index);
    return;
  }
  int r = open_row(g, PH_WHERE, 0);
  whose_rows(g, t, conditions - 1);
  noun(g, t->about.at[conditions - 1]);
  close_row(g, r);
}

static void share(Gen *g, const Value *v, const Share *p)
{
  const Def *d = &v->defs.at[p->def];
  Told t = {0};
  find_whose(g, v, d, &t);
  if (p->guard) split_guard(&t, p->guard);
  if (d->place.hold) split_hold(&t, d->place.hold);
  int r = open_row(g, PH_SHARE, (int)p->sort * SHARE_SORT + p->minus * SHARE_MINUS);
  g->phrases.at[r].arg2 = t.itself ? 2 : t.others;
  close_row(g, open_value(g, v));
  noun(g, p->operand);
  if (t.whose) whose_rows(g, &t, t.about.n);
  else leaf(g, PH_NONE, 0);
  condition_rows(g, t.also.at, t.also.n);
  close_row(g, r);
  if (t.param) t.param->argument = NULL;
  vec_free(&t.about);
  vec_free(&t.also);
}

/* Numbers with a text are said; others are the rules' own bookkeeping. */
static bool is_said(const Value *v, const Share *p)
{
  return v->decl->label && v->type->tag == T_NUM && p->operand && !p->reads &&
         v->defs.at[p->def].place.thing;
}

/* ---- rules of a card in play ------------------------------------------------------ */

/* What the rule waits for: a verb by its words, or a slot by its name. */
static void event(Gen *g, const Rule *rule)
{
  const Verb *v = rule->verb;
  if (v->slot_of) {
    int r = open_row(g, PH_SLOT_CALL, emit_string(g, v->name)), of;
    g->phrases.at[r].arg2 = v->slot + 1;
    of = open_row(g, rule->only ? PH_THING : PH_THAT,
                  rule->only ? rule->only->id : v->slot_of->index);
    if (!rule->only) g->phrases.at[of].arg2 = -1;
    close_row(g, of);
    close_row(g, r);
    return;
  }
  int r = open_row(g, PH_VERB, g->verbs.at[v->index].text);
  for (size_t i = 0; i < v->params.n; i++) {
    int arg = open_row(g, PH_ARG, emit_string(g, v->params.at[i]->name));
    given(g, i < rule->names.n ? rule->names.at[i] : v->params.at[i], -1);
    close_row(g, arg);
  }
  close_row(g, r);
}

static void rule_rows(Gen *g, const Rule *rule)
{
  Told t = {0};
  int r = open_row(g, PH_RULE, rule->tag == N_BEFORE ? 0 : rule->tag == N_AFTER ? 1 : 2);
  g->ruled = rule;
  event(g, rule);
  body_phrase(g, rule->node->c);
  if (rule->place.hold) split_hold(&t, rule->place.hold);
  if (rule->node->b) vec_push(&t.also, rule->node->b);
  condition_rows(g, t.also.at, t.also.n);
  close_row(g, r);
  g->ruled = NULL;
  vec_free(&t.also);
}

/* Has an author written what the thing does, under a name that players read?  Then its
 * rules are not told again. */
static bool says_itself(const Model *m, const Thing *t)
{
  for (size_t i = 0; i < m->columns.n; i++) {
    const Column *c = m->columns.at[i];
    if (c->kind == t->kind && c->decl->label && c->type->tag == T_TEXT && t->sym &&
        column_fill(t, c))
      return true;
  }
  return false;
}

/* Words with "{card.number}" speak of one card, not of any. */
static bool is_of_any(const TextUse *text)
{
  for (const char *s = text->source; (s = strchr(s, '{')); s++)
    if (s[strcspn(s, ".:|}")] == '.') return false;
  return true;
}

static bool is_told(const Model *m, const Rule *rule)
{
  const Verb *v = rule->verb;
  return rule->place.thing && v &&
         (v->slot_of || (v->decl && v->decl->text && is_of_any(v->decl->text))) &&
         !says_itself(m, rule->place.thing);
}

/* What a thing says beside its slots: what it contributes, and its rules. */
typedef struct Say {
  const Thing *thing;
  const Value *value;
  const Share *share;
  const Rule *rule; /* or NULL: a share */
  size_t order;
} Say;
typedef VEC(Say) Says;

static int by_thing(const void *a, const void *b)
{
  const Say *x = a, *y = b;
  if (x->thing != y->thing) return x->thing->id - y->thing->id;
  return x->order < y->order ? -1 : x->order > y->order;
}

static Says find_says(Model *m)
{
  Says all = {0};
  for (size_t i = 0; i < m->values.n; i++) {
    const Value *v = m->values.at[i];
    for (size_t k = 1; k < v->shares.n; k++)
      if (!v->generic && is_said(v, &v->shares.at[k]))
        vec_push(&all, ((Say){v->defs.at[v->shares.at[k].def].place.thing, v,
                              &v->shares.at[k], NULL, all.n}));
  }
  for (size_t i = 0; i < m->rules.n; i++)
    if (is_told(m, m->rules.at[i]))
      vec_push(&all,
               ((Say){m->rules.at[i]->place.thing, NULL, NULL, m->rules.at[i], all.n}));
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_thing);
  return all;
}

static void slot_row(Gen *g, const Verb *which, Node *body)
{
  int slot = open_row(g, PH_SLOT, emit_string(g, which->name));
  g->phrases.at[slot].arg2 = which->slot + 1;
  if (body->text) leaf(g, PH_HAND, gen_text(g, body->text, NULL));
  else body_phrase(g, body->a);
  close_row(g, slot);
}

/* What variants make of its slots. */
static void edition_rows(Gen *g, const Thing *t)
{
  for (size_t i = 0; i < t->rebodies.n; i++) {
    const Rebody *r = &t->rebodies.at[i];
    int row = open_row(g, PH_EDITION, r->variant->flag->index);
    slot_row(g, r->slot, r->body);
    close_row(g, row);
  }
}

static void card_rows(Gen *g, const Thing *t, size_t *body, const Says *says)
{
  Model *m = g->m;
  int card = open_row(g, PH_CARD, 0);
  for (; *body < m->bodies.n && m->bodies.at[*body].thing == t; ++*body) {
    Body *b = &m->bodies.at[*body];
    slot_row(g, b->slot, b->node);
  }
  edition_rows(g, t);
  for (size_t i = 0; i < says->n; i++) {
    const Say *say = &says->at[i];
    if (say->thing != t) continue;
    if (say->rule) rule_rows(g, say->rule);
    else share(g, say->value, say->share);
  }
  close_row(g, card);
  for (int c = 0; c < t->copies; c++) g->things.at[t->id + c].phrase = card;
}

void gen_phrases(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  g->inlined = 0;
  for (size_t i = 0; i < m->verbs.n; i++) {
    Verb *v = m->verbs.at[i];
    g->told = v;
    if (!v->generic && v->decl && v->decl->b)
      g->verbs.at[v->index].phrase = body_phrase(g, v->decl->b);
  }
  g->told = NULL;
  Says says = find_says(m);
  for (size_t i = 0; i < m->bodies.n;) /* bodies of one thing stand together */
    card_rows(g, m->bodies.at[i].thing, &i, &says);
  size_t end = m->bodies.n;
  for (size_t i = 0; i < says.n; i++)
    if (g->things.at[says.at[i].thing->id].phrase < 0)
      card_rows(g, says.at[i].thing, &end, &says);
  for (size_t i = 0; i < m->things.n; i++) /* that only a variant gives a text */
    if (m->things.at[i]->rebodies.n && g->things.at[m->things.at[i]->id].phrase < 0)
      card_rows(g, m->things.at[i], &end, &says);
  vec_free(&says);
}
