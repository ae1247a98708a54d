/* Conditions on all elements of a set at once.
 *
 * `it.field is e`, `it in s` and what and, or, not and small values make of such
 * conditions need no loop: each is the set of the things for which it holds, and a set is
 * narrowed to it with an instruction or two.  What is left goes through the elements one
 * by one. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* `it.field is e` with e fixed: one instruction over all things of the kind. */
static bool field_equals(const Node *c, const Sym *it, const Type *set)
{
  if ((c->tag != N_IS && c->tag != N_ISNOT) || c->a->tag != N_DOT || !c->a->sym)
    return false;
  if (c->a->a->sym != it || c->a->a->tag == N_DOT || node_mentions(c->b, it))
    return false;
  if (c->b->type->tag == T_SET || c->b->type->tag == T_PILE) return false;
  Type *t = c->a->sym->type;
  if (t->tag == T_SET || t->tag == T_LIST || t->tag == T_PILE || t->tag == T_TEXT)
    return false;
  if (c->a->sym->tag == SY_COLUMN)
    return !c->a->sym->column->computed && !c->a->sym->column->changed &&
           c->a->sym->column->kind == set->elem->kind;
  return c->a->sym->tag == SY_FIELD && !c->a->sym->field->per &&
         c->a->sym->field->kind == set->elem->kind;
}

/* A bare flag is `… is yes`. */
static Node *flag_as_is(Gen *g, Node *c)
{
  INVARIANT(c && c->tag < N_COUNT);
  bool not = c->tag == N_NOT;
  Node *f = not ? c->a : c;
  if (f->tag != N_DOT || f->type->tag != T_FLAG || f->type->opt) return c;
  Node *is = node_new(g->m->unit, not ? N_ISNOT : N_IS, c->loc),
       *yes = node_new(g->m->unit, N_YES, c->loc);
  yes->type = is->type = f->type;
  is->a = f;
  is->b = yes;
  return is;
}

/* Can e be computed although nobody may need it?  It cannot fail, and is soon done. */
static bool is_certain(const Gen *g, const Node *e)
{
  switch (e->tag) {
  case N_NUM:
  case N_YES:
  case N_NO:
  case N_NONE:
  case N_ME:
  case N_THIS: return true;
  case N_NAME:
    if (!e->sym || e->sym->tag != SY_VALUE) return true;
    return e->sym->value != g->value && gen_can_inline(g, e->sym->value) &&
           is_certain(g, e->sym->value->defs.at[0].node->c);
  case N_DOT:
    return e->sym && (e->sym->tag == SY_FIELD || e->sym->tag == SY_COLUMN) &&
           is_certain(g, e->a);
  case N_CALL:
    if (e->num || (e->sym && e->sym->tag == SY_VALUE)) return false;
    if (e->op != BI_GRID && e->op != BI_FIRST && e->op != BI_LAST && e->op != BI_NEXT)
      return false;
    for (const Node *a = e->a; a; a = a->next)
      if (a->type->opt || !is_certain(g, a)) return false;
    return true;
  default: return false;
  }
}

/* The element itself, not a part of it. */
static bool is_element(const Node *n, const Sym *it)
{
  return n->sym == it && (n->tag == N_IT || n->tag == N_NAME);
}

/* `it in s` or `it is x`, with s and x fixed. */
static bool is_member(const Node *c, const Sym *it)
{
  const Type *t = c->b ? c->b->type : NULL;
  bool in = c->tag == N_IN || c->tag == N_NOTIN, is = c->tag == N_IS || c->tag == N_ISNOT;
  if (is && (t->tag == T_SET || t->tag == T_PILE || t->tag == T_LIST)) return false;
  return (in || is) && is_element(c->a, it) && !node_mentions(c->b, it);
}

/* `f(it)` of a small value of one thing, whose body is a condition on it: what the body
 * calls that thing, or NULL. */
static Sym *value_of(const Gen *g, const Node *c, const Sym *it)
{
  if (c->tag != N_CALL || c->num || !c->sym || c->sym->tag != SY_VALUE) return NULL;
  const Value *v = c->sym->value;
  if (v == g->value || v->params.n != 1 || !gen_can_inline(g, v)) return NULL;
  if (!is_element(c->a, it) || v->params.at[0]->type->opt != c->a->type->opt) return NULL;
  return v->defs.at[0].node->a->sym;
}

enum { FEW_WORDS = 4 }; /* of a set that is soon gone through as a whole */

/* Is the condition one on all elements at once? */
static bool is_setwise(Gen *g, Node *c, const Sym *it, const Type *set)
{
  INVARIANT(c && c->tag < N_COUNT);
  if (words_of(set) > FEW_WORDS) return false;
  c = flag_as_is(g, c);
  switch (c->tag) {
  case N_AND:
  case N_OR: return is_setwise(g, c->a, it, set) && is_setwise(g, c->b, it, set);
  case N_NOT: return is_setwise(g, c->a, it, set);
  case N_CALL: {
    const Sym *inner = value_of(g, c, it);
    g->inlined++; /* values that ask for each other come to an end */
    bool is = inner && is_setwise(g, c->sym->value->defs.at[0].node->c, inner, set);
    g->inlined--;
    return is;
  }
  default: return (field_equals(c, it, set) || is_member(c, it)) && is_certain(g, c->b);
  }
}

/* Conditions that one instruction answers for all things; false: c is none of them. */
static bool narrow_at_once(Gen *g, Node *c, const Sym *it, Type *set, int dst,
                           bool *fresh)
{
  INVARIANT(c && c->tag < N_COUNT);
  int type = emit_type(g, set), top = g->top, s, k;
  bool holds = c->tag == N_IS || c->tag == N_IN, first = false;
  if (field_equals(c, it, set)) {
    bool field = c->a->sym->tag == SY_FIELD;
    first = *fresh && holds;
    s = first ? dst : alloc(g, words_of(set));
    if (field && gen_small(g, c->b, &k))
      emit(g, OP_SEQFI, s, k & 0xFFFF, (int)((unsigned)k >> 16), c->a->sym->field->index);
    else if (field) emit(g, OP_SEQF, s, gen_any(g, c->b), 0, c->a->sym->field->index);
    else emit(g, OP_SEQL, s, gen_any(g, c->b), 0, c->a->sym->column->index);
  } else if (is_member(c, it)) {
    s = alloc(g, words_of(set));
    gen_as(g, c->b, set, s);
  } else if (!gen_row_equals(g, c, it, set, &s)) return false;
  if (*fresh && !first) emit(g, OP_SALL, dst, 0, 0, type);
  if (!first) emit(g, holds ? OP_SAND : OP_SSUB, dst, dst, s, type);
  *fresh = false;
  g->top = top;
  return true;
}

/* Leaves of the set at dst what a condition on all elements at once holds for.  `fresh`:
 * it is the set of everything, and not filled yet. */
static void narrow(Gen *g, Node *c, const Sym *it, Type *set, int dst, bool *fresh)
{
  INVARIANT(c && c->tag < N_COUNT);
  int type = emit_type(g, set), top = g->top, words = words_of(set);
  c = flag_as_is(g, c);
  if (c->tag == N_AND) {
    narrow(g, c->a, it, set, dst, fresh);
    narrow(g, c->b, it, set, dst, fresh);
  } else if (c->tag == N_OR || c->tag == N_NOT) {
    if (*fresh) emit(g, OP_SALL, dst, 0, 0, type);
    *fresh = false;
    int other = alloc(g, words);
    emit(g, words == 1 ? OP_MOV : OP_MOVW, other, dst, 0, words == 1 ? 0 : words);
    narrow(g, c->a, it, set, other, fresh);
    if (c->tag == N_OR) narrow(g, c->b, it, set, dst, fresh);
    emit(g, c->tag == N_OR ? OP_SOR : OP_SSUB, dst, dst, other, type);
  } else if (c->tag == N_CALL) {
    Value *before = g->value, *v = c->sym->value;
    const Sym *inner = value_of(g, c, it);
    INVARIANT(inner);
    g->inlined++;
    g->value = v;
    narrow(g, v->defs.at[0].node->c, inner, set, dst, fresh);
    g->value = before;
    g->inlined--;
  } else {
    bool done = narrow_at_once(g, c, it, set, dst, fresh);
    INVARIANT(done);
  }
  g->top = top;
}

/* Applies what can be done to the whole set at once; what is left needs a loop. */
static Node *filter_fast(Gen *g, Node *c, const Sym *it, Type *set, int dst, bool *fresh)
{
  INVARIANT(c && c->tag < N_COUNT);
  c = flag_as_is(g, c);
  if (c->tag == N_AND) {
    Node *a = filter_fast(g, c->a, it, set, dst, fresh),
         *b = filter_fast(g, c->b, it, set, dst, fresh);
    if (!a) return b;
    if (!b) return a;
    if (a == c->a && b == c->b) return c;
    Node *both = node_new(g->m->unit, N_AND, c->loc);
    both->a = a;
    both->b = b;
    both->type = c->type;
    return both;
  }
  if (narrow_at_once(g, c, it, set, dst, fresh)) return NULL;
  if (!is_setwise(g, c, it, set)) return c;
  narrow(g, c, it, set, dst, fresh);
  return NULL;
}

bool gen_setwise(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag == N_CALL && n->num == 1);
  Type *set = gen_set_type(g, n->a);
  if ((n->op == BI_COUNT &&
       n->a->type->tag == T_LIST) || /* what it has twice counts twice */
      !is_setwise(g, n->b, n->sym, set) ||
      (n->c && !is_setwise(g, n->c, n->sym, set)))
    return false;
  int type = emit_type(g, set), top = g->top, words = words_of(set), s = alloc(g, words);
  bool fresh = is_everything(n->a);
  if (!fresh) gen_as(g, n->a, set, s);
  if (n->c) narrow(g, n->c, n->sym, set, s, &fresh);
  if (n->op != BI_ALL) {
    narrow(g, n->b, n->sym, set, s, &fresh);
    emit(g, n->op == BI_ANY ? OP_SEMPTY : OP_SCOUNT, dst, s, 0, type);
  } else {
    if (fresh) emit(g, OP_SALL, s, 0, 0, type);
    fresh = false;
    int left = alloc(g, words);
    emit(g, words == 1 ? OP_MOV : OP_MOVW, left, s, 0, words == 1 ? 0 : words);
    narrow(g, n->b, n->sym, set, left, &fresh);
    emit(g, OP_SIN, dst, s, left, type);
  }
  g->top = top;
  return true;
}

/* Fields of the game that a filter reads do not change while it runs: they are read once,
 * before its loop.  Puts names in their place and takes them out again. */
typedef struct Hoisted {
  Node *node;
  Sym *was;
} Hoisted;
typedef VEC(Hoisted) Hoists;

static void hoist(Gen *g, Node *n, Hoists *list)
{
  if (!n) return;
  Field *f = n->tag == N_NAME ? field_of(n) : NULL;
  if (f && !f->kind && !f->per && words_of(f->type) == 1 && !f->pile &&
      f->type->tag != T_SET) {
    Sym *y = ARENA_NEW(g->arena, Sym);
    *y = (Sym){.tag = SY_LOCAL, .type = n->type, .reg = alloc(g, 1)};
    emit(g, OP_GETG, y->reg, 0, 0, f->index);
    vec_push(list, ((Hoisted){n, n->sym}));
    n->sym = y;
    return;
  }
  if (n->tag == N_CALL && n->sym && n->sym->tag == SY_VALUE)
    return; /* has a body of its own */
  for (Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL) hoist(g, a, list);
  hoist(g, n->b, list);
  hoist(g, n->c, list);
}

static void unhoist(Hoists *list)
{
  for (size_t i = 0; i < list->n; i++) list->at[i].node->sym = list->at[i].was;
  vec_free(list);
}

void gen_filter(Gen *g, Node *from_set, Node *cond, Sym *it, Type *set, int dst)
{
  bool fresh = is_everything(from_set); /* dst is not filled yet */
  if (!fresh) gen_set(g, from_set, set, dst);
  Node *rest = filter_fast(g, cond, it, set, dst, &fresh);
  int type = emit_type(g, set), top = g->top;
  if (fresh) emit(g, OP_SALL, dst, 0, 0, type);
  if (!rest) return;
  Hoists once = {0};
  hoist(g, rest, &once);
  int from = alloc(g, words_of(set)), var = alloc(g, 1);
  emit(g, OP_MOVW, from, dst, 0, words_of(set));
  emit(g, OP_LDI, var, 0, 0, NONE);
  int loop = here(g), exit = emit(g, OP_SNEXT, var, from, 0, type);
  it->reg = var;
  Jumps yes = {0};
  gen_jump(g, rest, true, &yes);
  unhoist(&once);
  emit(g, OP_SDEL, dst, var, 0, type);
  patch_all(g, &yes);
  end_loop(g, loop);
  patch(g, exit);
  g->top = top;
}
