/* Nouns and conditions as phrases. */
#include "interp/code/phrase/phrase.h"
#include "interp/base/invariant.h"

#include <string.h>

int phrase_open(Gen *g, PhraseOp op, int arg)
{
  PPhrase p = {.op = op, .arg = arg, .arg2 = 0, .kids = 0, .size = 1};
  vec_push(&g->phrases, p);
  return (int)g->phrases.n - 1;
}

void phrase_close(Gen *g, int row)
{
  INVARIANT(row >= 0 && (size_t)row < g->phrases.n && !g->phrases.at[row].kids);
  int end = (int)g->phrases.n, kids = 0, at = row + 1;
  for (; at < end; at += g->phrases.at[at].size) kids++;
  INVARIANT(at == end); /* the rows below it fill it */
  g->phrases.at[row].kids = kids;
  g->phrases.at[row].size = end - row;
}

void phrase_leaf(Gen *g, PhraseOp op, int arg)
{
  phrase_close(g, phrase_open(g, op, arg));
}

int phrase_kind(const Type *t)
{
  if (!t) return -1;
  if (t->tag == T_SET || t->tag == T_LIST) t = t->elem;
  return t->kind ? t->kind->index : -1;
}

static bool is_set(const Node *n)
{
  return n->type && (n->type->tag == T_SET || n->type->tag == T_LIST);
}

void phrase_of(Gen *g, PhraseOp op, int arg, Node *a)
{
  int r = phrase_open(g, op, arg);
  phrase_noun(g, a);
  phrase_close(g, r);
}

void phrase_of_two(Gen *g, PhraseOp op, int arg, Node *a, Node *b)
{
  int r = phrase_open(g, op, arg);
  phrase_noun(g, a);
  phrase_noun(g, b);
  phrase_close(g, r);
}

/* A parameter; where a verb has several of one kind they are told apart. */
static void that_one(Gen *g, const Sym *y, int kind)
{
  int which = 0, same = 0;
  for (size_t i = 0; g->told && i < g->told->params.n; i++) {
    const Sym *p = g->told->params.at[i];
    if (phrase_kind(p->type) != kind) continue;
    same++;
    if (p == y) which = same;
  }
  int r = phrase_open(g, PH_THAT, kind);
  g->phrases.at[r].arg2 = same > 1 ? which : 0;
  phrase_close(g, r);
}

static void chosen(Gen *g, Node *set, int kind)
{
  int r = phrase_open(g, PH_CHOOSE, kind);
  phrase_noun(g, set);
  phrase_close(g, r);
}

/* A name that a rule gives to what happens: a number is called by it. */
static bool is_given(const Gen *g, const Sym *y)
{
  for (size_t i = 0; g->ruled && i < g->ruled->names.n; i++)
    if (g->ruled->names.at[i] == y) return true;
  return false;
}

void phrase_given(Gen *g, const Sym *y, int which)
{
  int kind = phrase_kind(y->type);
  int r = phrase_open(g, kind >= 0 ? PH_THAT : PH_VALUE, kind >= 0 ? kind : -1);
  g->phrases.at[r].arg2 = kind >= 0 ? which : emit_string(g, y->name);
  phrase_close(g, r);
}

/* A name that was said before: "that isle", or where several of its kind were, "the first
 * isle". */
static void said_before(Gen *g, const Sym *y, int kind)
{
  int which = 0, same = 0;
  for (size_t i = 0; !g->told && i < g->lets.n; i++) { /* of a verb not all is told */
    const Sym *other = g->lets.at[i];
    if (!other->said || !other->type || other->type->tag != y->type->tag ||
        phrase_kind(other->type) != kind)
      continue;
    same++;
    if (other == y) which = same;
  }
  int r = phrase_open(g, PH_THAT, kind), arg = kind >= 0 && same > 1 ? which : 0;
  if (y->type->tag == T_NUM) arg = THAT_NUMBER;
  if (y->type->tag == T_SET || y->type->tag == T_LIST) arg = THAT_SEVERAL;
  if (y->type->tag == T_FLAG) arg = THAT_FACT;
  g->phrases.at[r].arg2 = arg;
  phrase_close(g, r);
}

/* Were several numbers or facts told?  "That number" and "this is so" do not say which of
 * them: what it is is said again, unless that would be a choice of its own. */
static bool is_one_of_several(const Gen *g, const Sym *y, Node *from)
{
  if (!y->type || (y->type->tag != T_FLAG && y->type->tag != T_NUM) || node_pauses(from))
    return false;
  for (size_t i = 0; i < g->lets.n; i++) {
    const Sym *other = g->lets.at[i];
    if (other != y && other->said && other->type && other->type->tag == y->type->tag)
      return true;
  }
  return false;
}

/* A local name stands for what it was given, the first time it is used; then it is
 * "that" one. */
static void local(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Sym *y = n->sym;
  Node *from = y->decl && y->decl->tag == N_LET ? y->decl->b : y->argument;
  int kind = phrase_kind(n->type);
  if (is_given(g, y)) phrase_given(g, y, 0);
  else if (y->decl && y->decl->tag == N_ALT) {
    if (y->said) phrase_leaf(g, PH_THAT, kind);
    else chosen(g, y->decl->a, kind);
    y->said = true;
  } else if (from && from->tag == N_IT)
    phrase_leaf(g, PH_IT, kind);              /* what was just named */
  else if (from && (!y->said || is_pile(n) || /* a pile keeps its name */
                    is_one_of_several(g, y, from))) {
    if (y->former) phrase_of(g, PH_CALL, emit_string(g, "former"), from);
    else phrase_noun(g, from);
    y->said = true; /* said once */
  } else if (from) said_before(g, y, kind);
  else if (!y->decl || y->decl->tag != N_PARAM) phrase_leaf(g, PH_IT, kind);
  else if (kind >= 0) that_one(g, y, kind);
  else { /* a number that whoever calls gives: by its name */
    int r = phrase_open(g, PH_VALUE, -1);
    g->phrases.at[r].arg2 = emit_string(g, y->name);
    phrase_close(g, r);
  }
}

const char *gen_value_key(Gen *g, const Value *v)
{
  if (v->of) return gen_key(g, v->of->name, v->name);
  return arena_printf(g->arena, "value.%s", v->key);
}

int phrase_open_value(Gen *g, const Value *v)
{
  int text = v->decl->label ? gen_title(g, gen_value_key(g, v), v->decl->label) : -1;
  int r = phrase_open(g, PH_VALUE, text);
  g->phrases.at[r].arg2 = emit_string(g, v->name);
  return r;
}

/* What a value is asked for; words with placeholders know it by the parameter's name. */
void phrase_value_arg(Gen *g, const Value *v, size_t i, Node *arg)
{
  bool named = v->decl->label && strchr(v->decl->label, '{') && i < v->params.n;
  int r = named ? phrase_open(g, PH_ARG, emit_string(g, v->params.at[i]->name)) : -1;
  phrase_noun(g, arg);
  if (named) phrase_close(g, r);
}

static void value(Gen *g, Node *n)
{
  Value *v = n->sym->value;
  int r = phrase_open_value(g, v);
  size_t i = 0;
  for (Node *a = n->tag == N_CALL ? n->a : NULL; a; a = a->next)
    phrase_value_arg(g, v, i++, a);
  phrase_close(g, r);
}

static void name(Gen *g, Node *n)
{
  switch (n->sym ? n->sym->tag : SY_TYPE) {
  case SY_LOCAL: local(g, n); break;
  case SY_THING: phrase_leaf(g, PH_THING, n->sym->thing->id); break;
  case SY_KIND: phrase_leaf(g, PH_KIND, n->sym->kind->index); break;
  case SY_PLAYERS: phrase_leaf(g, PH_PLAYERS, 0); break;
  case SY_FIELD: phrase_leaf(g, PH_FIELD, n->sym->field->index); break;
  case SY_VALUE: value(g, n); break;
  case SY_TYPE:
    phrase_leaf(g, PH_TYPE,
                emit_type(g, n->type->tag == T_SET ? n->type->elem : n->type));
    break;
  default: phrase_leaf(g, PH_CALL, emit_string(g, n->name)); break;
  }
}

/* What a function is called where its words are looked up: the thing of a grid or product
 * is written with its kind. */
static const char *called(const Node *n)
{
  if (n->op != BI_GRID) return n->name;
  return n->type->kind->naxes ? "product" : "grid";
}

static void narrowed(Gen *g, Node *set, Node *cond);

/* The set over which a function goes: any(x in SET where c: …). */
static void gone_over(Gen *g, Node *n)
{
  if (n->c) narrowed(g, n->a, n->c);
  else phrase_noun(g, n->a);
}

/* any(x in S: c), sum(x in S: e): the set, and what is asked of each in it. */
static void over_set(Gen *g, Node *n)
{
  bool any = n->op == BI_ANY, counts = n->op == BI_COUNT;
  int r = any || n->op == BI_ALL ? phrase_open(g, any ? PH_ANY : PH_ALL, 0)
                                 : phrase_open(g, PH_CALL, emit_string(g, n->name));
  g->phrases.at[r].arg2 = g->phrases.at[r].op == PH_CALL && !counts;
  int such = counts ? phrase_open(g, PH_WHERE, 0) : -1; /* how many such there are */
  gone_over(g, n);
  phrase_noun(g, n->b);
  if (counts) phrase_close(g, such);
  phrase_close(g, r);
}

static void call(Gen *g, Node *n)
{
  if (n->sym && n->sym->tag == SY_VALUE) {
    value(g, n);
    return;
  }
  if (n->op == BI_EMPTY && n->num != 1) {
    phrase_of(g, PH_EMPTY, 0, n->a);
    return;
  }
  if (n->num == 1) {
    over_set(g, n);
    return;
  }
  int r = phrase_open(g, PH_CALL, emit_string(g, called(n)));
  if (n->op == BI_GRID) phrase_leaf(g, PH_KIND, n->type->kind->index);
  if (n->op == BI_REACH || n->op == BI_AROUND)
    phrase_leaf(g, PH_KIND, n->a->type->kind->index);
  bool ways = n->op == BI_REACH || n->op == BI_DISTANCE; /* the last one: not told */
  for (Node *a = n->a; a && (!ways || a->next); a = a->next) phrase_noun(g, a);
  phrase_close(g, r);
}

/* "it is not x" */
static Node *left_out(Node *n)
{
  return n->tag == N_ISNOT && n->a->tag == N_IT ? n->b : NULL;
}

/* S where c and it is not x: the others of S where c. */
static void narrowed(Gen *g, Node *set, Node *cond)
{
  bool first = cond->tag == N_AND && left_out(cond->a) != NULL;
  Node *out = left_out(cond), *rest = NULL;
  if (cond->tag == N_AND) {
    out = left_out(first ? cond->a : cond->b);
    rest = first ? cond->b : cond->a;
  }
  if (!out || out->tag == N_NONE) {
    phrase_of_two(g, PH_WHERE, 0, set, cond);
    return;
  }
  int r = rest ? phrase_open(g, PH_WHERE, 0) : -1;
  phrase_of_two(g, PH_LESS, true, set, out);
  if (!rest) return;
  phrase_noun(g, rest);
  phrase_close(g, r);
}

static void constant(Gen *g, Node *n)
{
  INVARIANT(n->tag == N_NUM);
  if (n->type && n->type->tag == T_WORD)
    phrase_leaf(g, PH_WORD, n->type->words->first + (int)n->num);
  else phrase_leaf(g, PH_NUMBER, (int)n->num);
}

void phrase_noun(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_NUM: constant(g, n); break;
  case N_YES:
  case N_NO: phrase_leaf(g, PH_FLAG, n->tag == N_YES); break;
  case N_NONE: phrase_leaf(g, PH_NONE, 0); break;
  case N_STR:
    phrase_leaf(g, PH_HAND, gen_text(g, n->text, n->text->printed ? NULL : "text"));
    break;
  case N_ME: phrase_leaf(g, PH_ME, 0); break;
  case N_THIS: phrase_leaf(g, PH_THIS, phrase_kind(n->type) + 1); break;
  case N_IT: phrase_leaf(g, PH_IT, phrase_kind(n->type)); break;
  case N_NAME: name(g, n); break;
  case N_CALL: call(g, n); break;
  case N_DOT:
    if (n->sym && n->sym->tag == SY_FIELD)
      phrase_of(g, PH_FIELD, n->sym->field->index, n->a);
    else if (n->sym && n->sym->tag == SY_COLUMN)
      phrase_of(g, PH_COLUMN, n->sym->column->index, n->a);
    else phrase_noun(g, n->a);
    break;
  case N_INDEX:
    if (phrase_kind(n->b->type) == 0 && !is_set(n->b))
      phrase_of_two(g, PH_FOR, 0, n->a, n->b);
    else phrase_noun(g, n->b); /* holds[money]: the money */
    break;
  case N_SPAN: phrase_of_two(g, PH_SPAN, 0, n->a, n->b); break;
  case N_ADD: phrase_of_two(g, PH_SUM, is_set(n), n->a, n->b); break;
  case N_SUB: phrase_of_two(g, PH_LESS, is_set(n), n->a, n->b); break;
  case N_MUL: phrase_of_two(g, PH_TIMES, 0, n->a, n->b); break;
  case N_WHERE: narrowed(g, n->a, n->b); break;
  case N_COND: {
    int r = phrase_open(g, PH_COND, 0);
    phrase_noun(g, n->a);
    phrase_noun(g, n->b);
    phrase_noun(g, n->c);
    phrase_close(g, r);
    break;
  }
  case N_PICK: {
    int r = phrase_open(g, n->num & PICK_RANDOM ? PH_RANDOM : PH_CHOOSE,
                        phrase_kind(n->b->type));
    g->phrases.at[r].arg2 = (n->num & PICK_MAY) != 0;
    phrase_noun(g, n->b);
    if (n->a) phrase_noun(g, n->a);
    phrase_close(g, r);
    break;
  }
  case N_NOT: phrase_of(g, PH_NOT, 0, n->a); break;
  case N_AND: phrase_of_two(g, PH_AND, 0, n->a, n->b); break;
  case N_OR: phrase_of_two(g, PH_OR, 0, n->a, n->b); break;
  case N_IS:
  case N_ISNOT: phrase_of_two(g, PH_IS, n->tag == N_ISNOT, n->a, n->b); break;
  case N_IN:
  case N_NOTIN: phrase_of_two(g, PH_IN, n->tag == N_NOTIN, n->a, n->b); break;
  case N_LT: phrase_of_two(g, PH_COMPARE, 0, n->a, n->b); break;
  case N_GT: phrase_of_two(g, PH_COMPARE, 1, n->a, n->b); break;
  case N_LE: phrase_of_two(g, PH_COMPARE, 2, n->a, n->b); break;
  case N_GE: phrase_of_two(g, PH_COMPARE, 3, n->a, n->b); break;
  case N_NEG: phrase_of(g, PH_CALL, emit_string(g, "minus"), n->a); break;
  case N_DIV: phrase_of_two(g, PH_CALL, emit_string(g, "divided"), n->a, n->b); break;
  default: phrase_leaf(g, PH_NONE, 0);
  }
}
