/* Conditions: as jumps where they steer, as values where they are kept. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

void patch_all(Gen *g, Jumps *j)
{
  for (size_t i = 0; i < j->n; i++) patch(g, j->at[i]);
  vec_free(j);
}

static void jump(Gen *g, Opcode op, int a, int b, Jumps *out)
{
  int j = emit(g, op, a, b, 0, 0);
  vec_push(out, j);
}

bool gen_small(Gen *g, Node *n, int *out)
{
  INVARIANT(n && n->tag < N_COUNT);
  int64_t v[1];
  bool constant = n->tag == N_NUM || n->tag == N_YES || n->tag == N_NO ||
                  n->tag == N_NONE ||
                  (n->tag == N_NAME && n->sym && n->sym->tag == SY_THING &&
                   n->sym->thing->copies == 1);
  if (!constant || !gen_constant(g, n, type_plain(g->m, T_FLAG), v)) return false;
  *out = (int)v[0];
  return true;
}

static void jump_small(Gen *g, Opcode op, int a, int number, Jumps *out)
{
  int j = emit(g, op, a, number & 0xFFFF, (int)((unsigned)number >> 16), 0);
  vec_push(out, j);
}

static bool scalar(const Node *n)
{
  return n->tag == N_NONE ||
         (n->type->tag != T_SET && n->type->tag != T_PILE && n->type->tag != T_LIST);
}

/* any() and all() as control flow: the first element that decides leaves the loop. */
static void gen_quantifier(Gen *g, Node *n, bool when, Jumps *out)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool any = n->op == BI_ANY;
  if (is_everything(n->a) && !n->c &&
      gen_lines(g, n->b, any, n->a->sym->kind, n->sym, any == when, out))
    return;
  int var = alloc(g, 1);
  if (gen_setwise(g, n, var)) { /* whether there is none, or whether all are */
    jump(g, any != when ? OP_JT : OP_JF, var, 0, out);
    return;
  }
  Iter it;
  iter_begin_any(g, &it, n->a, gen_set_type(g, n->a), var);
  n->sym->reg = var;
  if (n->c) gen_jump(g, n->c, false, &it.skips);
  Jumps found = {0};
  gen_jump(g, n->b, any, any == when ? out : &found); /* an element that decides */
  iter_end(g, &it);
  if (any != when) { /* the loop ran through: that is what is asked for */
    jump(g, OP_JMP, 0, 0, out);
    patch_all(g, &found);
  }
}

void gen_jump(Gen *g, Node *n, bool when, Jumps *out)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  INVARIANT(n && n->tag < N_COUNT);
  int top = g->top;
  switch (n->tag) {
  case N_NOT: gen_jump(g, n->a, !when, out); return;
  case N_AND:
  case N_OR:
    if ((n->tag == N_AND) != when) {
      gen_jump(g, n->a, when, out);
      gen_jump(g, n->b, when, out);
    } else {
      Jumps skip = {0};
      gen_jump(g, n->a, !when, &skip);
      gen_jump(g, n->b, when, out);
      patch_all(g, &skip);
    }
    return;
  case N_IS:
  case N_ISNOT:
    if (!scalar(n->a) || !scalar(n->b)) break;
    {
      int a = gen_any(g, n->a), k;
      if (gen_small(g, n->b, &k)) {
        jump_small(g, (n->tag == N_IS) == when ? OP_JEQI : OP_JNEI, a, k, out);
        g->top = top;
        return;
      }
      int b = gen_any(g, n->b);
      jump(g, (n->tag == N_IS) == when ? OP_JEQ : OP_JNE, a, b, out);
    }
    g->top = top;
    return;
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: {
    if (n->a->type->opt || n->b->type->opt) break;
    bool least = n->tag == N_GE || n->tag == N_GT;
    if (gen_lines(g, n, least, NULL, NULL, least == when, out)) {
      g->top = top;
      return;
    }
    int a = gen_any(g, n->a), k;
    if (n->b->tag == N_NUM && gen_small(g, n->b, &k)) {
      if (n->tag == N_GT || n->tag == N_LE) k = (int)n->b->num + 1;
      bool below = n->tag == N_LT || n->tag == N_LE; /* a < k, or not a < k */
      jump_small(g, below == when ? OP_JLTI : OP_JGEI, a, k, out);
      g->top = top;
      return;
    }
    int b = gen_any(g, n->b);
    bool swap = n->tag == N_GT || n->tag == N_LE, less = n->tag == N_LT || n->tag == N_GT;
    jump(g, less == when ? OP_JLT : OP_JGE, swap ? b : a, swap ? a : b, out);
    g->top = top;
    return;
  }
  case N_YES:
  case N_NO:
    if ((n->tag == N_YES) == when) jump(g, OP_JMP, 0, 0, out);
    return;
  case N_NAME:
    if (n->sym && n->sym->tag == SY_VALUE && gen_can_inline(g, n->sym->value) &&
        g->value != n->sym->value) {
      gen_inline_jump(g, n->sym->value, NULL, when, out);
      return;
    }
    break;
  case N_CALL:
    if (n->sym && n->sym->tag == SY_VALUE && gen_can_inline(g, n->sym->value) &&
        g->value != n->sym->value) {
      gen_inline_jump(g, n->sym->value, n->a, when, out);
      return;
    }
    if (n->num == 1 && (n->op == BI_ANY || n->op == BI_ALL)) {
      gen_quantifier(g, n, when, out);
      g->top = top;
      return;
    }
    break;
  default: break;
  }
  int r = gen_any(g, n);
  jump(g, when ? OP_JT : OP_JF, r, 0, out);
  g->top = top;
}

void gen_compare(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  int a = gen_any(g, n->a), b = gen_any(g, n->b);
  bool swap = n->tag == N_GT || n->tag == N_GE;
  emit(g, n->tag == N_LT || n->tag == N_GT ? OP_LT : OP_LE, dst, swap ? b : a,
       swap ? a : b, 0);
}

void gen_is(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool is = n->tag == N_IS;
  if (scalar(n->a) && scalar(n->b)) {
    int a = gen_any(g, n->a), b = gen_any(g, n->b);
    emit(g, is ? OP_EQ : OP_NE, dst, a, b, 0);
    return;
  }
  if (n->a->type->tag == T_LIST && n->b->type->tag == T_LIST) {
    Type *longer = n->a->type->capacity > n->b->type->capacity ? n->a->type : n->b->type;
    int x = alloc(g, words_of(longer)), y = alloc(g, words_of(longer));
    gen_as(g, n->a, longer, x);
    gen_as(g, n->b, longer, y);
    emit(g, OP_WEQ, dst, x, y, words_of(longer));
    if (!is) emit(g, OP_NOT, dst, dst, 0, 0);
    return;
  }
  Type *t = n->a->type->tag == T_SET    ? n->a->type
            : n->b->type->tag == T_SET  ? n->b->type
            : n->a->type->tag == T_PILE ? n->a->type->kind->set
            : n->b->type->tag == T_PILE
                ? n->b->type->kind->set
                : type_set(g->m, (n->a->type->tag == T_LIST ? n->a : n->b)->type->elem);
  int a = gen_any_as(g, n->a, t), b = gen_any_as(g, n->b, t);
  emit(g, OP_SEQ, dst, a, b, emit_type(g, t));
  if (!is) emit(g, OP_NOT, dst, dst, 0, 0);
}

void gen_in(Gen *g, Node *n, int dst)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  INVARIANT(n && n->tag < N_COUNT);
  Type *bt = n->b->type;
  Type *t = bt->tag == T_SET    ? bt
            : bt->tag == T_PILE ? bt->kind->set
                                : type_set(g->m, bt->tag == T_LIST ? bt->elem : bt);
  if (scalar(n->a) &&
      bt->tag == T_PILE) { /* look where it lies, not at all that lie there */
    int x = gen_any(g, n->a), p = gen_pile(g, n->b), w = alloc(g, 1);
    emit(g, OP_WHERE, w, x, 0, 0);
    emit(g, OP_EQ, dst, w, p, 0);
  } else if (scalar(n->a)) {
    int x = gen_any(g, n->a), s = gen_any_as(g, n->b, t);
    emit(g, OP_SHAS, dst, s, x, emit_type(g, t));
  } else {
    int a = gen_any_as(g, n->a, t), b = gen_any_as(g, n->b, t);
    emit(g, OP_SIN, dst, a, b, emit_type(g, t));
  }
  if (n->tag == N_NOTIN) emit(g, OP_NOT, dst, dst, 0, 0);
}
