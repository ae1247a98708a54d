/* Builtin functions. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* The number of an element; one that has none is left out. */
static int measure(Gen *g, Node *n, Iter *it)
{
  INVARIANT(n && n->tag < N_COUNT);
  int v = gen_any(g, n);
  if (n->type->opt) {
    uint32_t none = (uint32_t)NONE;
    int j = emit(g, OP_JEQI, v, (int)(none & 0xFFFF), (int)(none >> 16), 0);
    vec_push(&it->skips, j);
  }
  return v;
}

/* The set type that has the elements of a set, pile, list or kind. */
static Type *elements_of(Gen *g, const Node *n)
{
  Type *t = n->type;
  if (t->tag == T_SET) return t;
  if (t->tag == T_PILE) return t->kind->set;
  return type_set(g->m, t->tag == T_LIST ? t->elem : t);
}

/* Registers of a function over elements. */
typedef struct Fold {
  int var;     /* the element */
  int best;    /* of any, all: the answer; of most, least: the number so far */
  int here_is; /* of most, least: the number of the element */
  int acc;     /* what all others gather, `words` long */
  int words;
} Fold;

/* Before the first element. */
static void fold_begin(Gen *g, Node *n, const Fold *f)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->op) {
  case BI_ANY: emit(g, OP_LDI, f->best, 0, 0, 0); break;
  case BI_ALL: emit(g, OP_LDI, f->best, 0, 0, 1); break;
  case BI_SUM:
    if (n->type->tag == T_SET) emit(g, OP_SNONE, f->acc, 0, 0, emit_type(g, n->type));
    else emit(g, OP_LDI, f->acc, 0, 0, 0);
    break;
  case BI_COUNT: emit(g, OP_LDI, f->acc, 0, 0, 0); break;
  case BI_MAX:
  case BI_MIN: emit(g, OP_LDI, f->acc, 0, 0, NONE); break;
  default:
    emit(g, OP_SNONE, f->acc, 0, 0, emit_type(g, n->type));
    emit(g, OP_LDI, f->best, 0, 0, NONE);
  }
}

static void fold_extreme(Gen *g, Node *n, const Fold *f, Iter *it)
{
  INVARIANT(n && n->tag < N_COUNT);
  int v = measure(g, n->b, it), none = alloc(g, 1);
  emit(g, OP_LDI, none, 0, 0, NONE);
  int first = emit(g, OP_JEQ, f->acc, none, 0, 0);
  emit(g, n->op == BI_MAX ? OP_MAX : OP_MIN, f->acc, f->acc, v, 0);
  int skip = emit(g, OP_JMP, 0, 0, 0, 0);
  patch(g, first);
  emit(g, OP_MOV, f->acc, v, 0, 0);
  patch(g, skip);
}

/* most, least: start anew with each better one. */
static void fold_most(Gen *g, Node *n, const Fold *f, Iter *it)
{
  INVARIANT(n && n->tag < N_COUNT);
  int v = measure(g, n->b, it), none = alloc(g, 1), type = emit_type(g, n->type);
  emit(g, OP_MOV, f->here_is, v, 0, 0);
  emit(g, OP_LDI, none, 0, 0, NONE);
  int first = emit(g, OP_JEQ, f->best, none, 0, 0);
  int same = emit(g, OP_JEQ, f->best, f->here_is, 0, 0);
  int better = n->op == BI_MOST ? emit(g, OP_JLT, f->best, f->here_is, 0, 0)
                                : emit(g, OP_JLT, f->here_is, f->best, 0, 0);
  int j = emit(g, OP_JMP, 0, 0, 0, 0);
  vec_push(&it->skips, j);
  patch(g, first);
  patch(g, better);
  emit(g, OP_SNONE, f->acc, 0, 0, type);
  emit(g, OP_MOV, f->best, f->here_is, 0, 0);
  patch(g, same);
  emit(g, OP_SADD, f->acc, f->var, 0, type);
}

/* One element; `out`: no other has to be looked at. */
static void fold_step(Gen *g, Node *n, const Fold *f, Iter *it, Jumps *out)
{
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->op) {
  case BI_ANY:
  case BI_ALL: {
    bool any = n->op == BI_ANY;
    gen_jump(g, n->b, !any, &it->skips);
    emit(g, OP_LDI, f->best, 0, 0, any);
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(out, j);
    break;
  }
  case BI_COUNT:
    gen_jump(g, n->b, false, &it->skips);
    emit(g, OP_ADDI, f->acc, f->acc, 0, 1);
    break;
  case BI_SUM:
    if (n->type->tag == T_SET) {
      int s = alloc(g, f->words);
      gen_as(g, n->b, n->type, s);
      emit(g, OP_SOR, f->acc, f->acc, s, emit_type(g, n->type));
    } else emit(g, OP_ADD, f->acc, f->acc, measure(g, n->b, it), 0);
    break;
  case BI_MAX:
  case BI_MIN: fold_extreme(g, n, f, it); break;
  default: fold_most(g, n, f, it);
  }
}

static void gen_binder(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  int top = g->top;
  Type *st = elements_of(g, n->a);
  Fold f = {.var = alloc(g, 1), .words = words_of(n->type)};
  f.best = alloc(g, 1);
  f.here_is = alloc(g, 1);
  bool truth = n->op == BI_ANY || n->op == BI_ALL;
  if ((truth || n->op == BI_COUNT) && gen_setwise(g, n, f.best)) {
    emit(g, n->op == BI_ANY ? OP_NOT : OP_MOV, dst, f.best, 0, 0);
    g->top = top;
    return;
  }
  if (!truth) f.acc = alloc(g, f.words); /* dst may be a name used in the body */
  fold_begin(g, n, &f);
  Iter it;
  iter_begin_any(g, &it, n->a, st, f.var);
  n->sym->reg = f.var;
  if (n->c) gen_jump(g, n->c, false, &it.skips);
  Jumps out = {0};
  int inner = g->top;
  fold_step(g, n, &f, &it, &out);
  g->top = inner;
  iter_end(g, &it);
  patch_all(g, &out);
  if (truth) emit(g, OP_MOV, dst, f.best, 0, 0);
  else emit(g, f.words == 1 ? OP_MOV : OP_MOVW, dst, f.acc, 0, f.words);
  g->top = top;
}

/* first() of something with an order of its own. */
static void gen_first(Gen *g, Node *a, int dst)
{
  int top = g->top;
  Type *st = elements_of(g, a);
  int result = alloc(g, 1), var = alloc(g, 1);
  emit(g, OP_LDI, result, 0, 0, NONE);
  Iter it;
  iter_begin(g, &it, a, st, var);
  emit(g, OP_MOV, result, var, 0, 0);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  iter_end(g, &it);
  patch(g, out);
  emit(g, OP_MOV, dst, result, 0, 0);
  g->top = top;
}

static void gen_element(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->a, *base = a;
  while (base->tag == N_WHERE) base = base->a;
  if (a->type->tag == T_PILE && n->op != BI_ONLY && n->op != BI_AT) {
    emit(g, n->op == BI_FIRST ? OP_PBOTTOM : OP_PTOP, dst, gen_pile(g, a), 0, 0);
    return;
  }
  if (a->type->tag == T_PILE && n->op == BI_AT) {
    int p = gen_pile(g, a), i = gen_any(g, a->next);
    emit(g, OP_PAT, dst, p, i, 0);
    return;
  }
  if (a->type->tag == T_LIST) {
    int list = alloc(g, words_of(a->type)), i = alloc(g, 1);
    gen_expr(g, a, list);
    if (n->op == BI_AT) gen_expr(g, a->next, i);
    else if (n->op == BI_FIRST) emit(g, OP_LDI, i, 0, 0, 1);
    else emit(g, OP_MOV, i, list, 0, 0);
    emit(g, OP_LAT, dst, list, i, words_of(a->type));
    return;
  }
  if (n->op == BI_FIRST && (is_around(base) || is_backwards(base) ||
                            base->type->tag == T_PILE || base->type->tag == T_LIST)) {
    gen_first(g, a, dst);
    return;
  }
  Type *st = elements_of(g, a);
  int s = alloc(g, words_of(st)), type = emit_type(g, st);
  gen_as(g, a, st, s);
  switch (n->op) {
  case BI_FIRST: emit(g, OP_SFIRST, dst, s, 0, type); break;
  case BI_LAST: emit(g, OP_SLAST, dst, s, 0, type); break;
  case BI_ONLY: emit(g, OP_SONLY, dst, s, 0, type); break;
  default: emit(g, OP_SNTH, dst, s, gen_any(g, a->next), type);
  }
}

static void gen_count(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->a;
  if (a->type->tag == T_PILE) {
    emit(g, OP_PCOUNT, dst, gen_pile(g, a), 0, 0);
  } else if (a->type->tag == T_LIST) {
    int list = alloc(g, words_of(a->type));
    gen_expr(g, a, list);
    emit(g, OP_MOV, dst, list, 0, 0);
  } else {
    Type *st = a->type->tag == T_SET ? a->type : type_set(g->m, a->type);
    int s = gen_any_as(g, a, st);
    emit(g, n->op == BI_EMPTY ? OP_SEMPTY : OP_SCOUNT, dst, s, 0, emit_type(g, st));
    return;
  }
  if (n->op != BI_EMPTY) return;
  int zero = alloc(g, 1);
  emit(g, OP_LDI, zero, 0, 0, 0);
  emit(g, OP_EQ, dst, dst, zero, 0);
}

static void gen_sees(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *x = n->a->next;
  int who = gen_any(g, n->a);
  Field *f = x->tag == N_DOT || x->tag == N_NAME ? field_of(x) : NULL;
  if (f) {
    int base = alloc(g, 1);
    if (x->tag == N_DOT) gen_expr(g, x->a, base);
    else emit(g, OP_LDI, base, 0, 0, NONE);
    emit(g, OP_SEES, dst, who, base, f->index);
  } else emit(g, OP_SEEST, dst, who, gen_any(g, x), 0);
}

/* max and min of numbers that are written out. */
static void gen_extreme(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  int r = alloc(g, 1);
  gen_expr(g, n->a, r);
  for (Node *x = n->a->next; x; x = x->next) {
    int t = g->top;
    emit(g, n->op == BI_MAX ? OP_MAX : OP_MIN, r, r, gen_any(g, x), 0);
    g->top = t;
  }
  emit(g, OP_MOV, dst, r, 0, 0);
}

/* Where an element first stands in a list. */
static void gen_list_position(Gen *g, int x, Node *b, int dst)
{
  INVARIANT(b && b->tag < N_COUNT);
  int var = alloc(g, 1), count = alloc(g, 1), list = alloc(g, words_of(b->type));
  gen_expr(g, b, list);
  emit(g, OP_LDI, count, 0, 0, 0);
  int loop = here(g), out = emit(g, OP_LNEXT, var, list, 0, words_of(b->type));
  int found = emit(g, OP_JEQ, var, x, 0, 0);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, found);
  emit(g, OP_MOV, dst, count, 0, 0);
  int skip = emit(g, OP_JMP, 0, 0, 0, 0);
  patch(g, out);
  emit(g, OP_LDI, dst, 0, 0, NONE);
  patch(g, skip);
}

/* `b` NULL: among all of its kind. */
static void gen_position(Gen *g, Node *a, Node *b, int dst)
{
  int x = gen_any(g, a);
  if (!b) emit(g, OP_POS, dst, x, 0, a->type->kind->index);
  else if (b->type->tag == T_PILE) emit(g, OP_PPOS, dst, gen_pile(g, b), x, 0);
  else gen_list_position(g, x, b, dst);
}

/* The thing for these elements: on a grid by column and row, else by counting. */
static void gen_product(Gen *g, Node *n, const Kind *k, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  int at[MAX_AXES], stride = 1, i = 0;
  for (Node *a = n->a; a; a = a->next, i++) {
    Type *t = k->axes[i].type;
    at[i] = alloc(g, 1);
    gen_as(g, a, k->width ? type_opt(g->m, t, a->type->opt) : t, at[i]);
    emit(g, OP_ADDI, at[i], at[i], 0, (int)(-t->lo) + (k->width ? 1 : 0));
  }
  if (k->width) {
    emit(g, OP_GRID, dst, at[0], at[1], k->index);
    return;
  }
  int id = alloc(g, 1), by = alloc(g, 1);
  emit(g, OP_ADDI, id, at[0], 0, k->first);
  for (i = 1; i < k->naxes; i++) {
    stride *= k->axes[i - 1].count;
    emit(g, OP_LDI, by, 0, 0, stride);
    emit(g, OP_MUL, at[i], at[i], by, 0);
    emit(g, OP_ADD, id, id, at[i], 0);
  }
  emit(g, OP_MOV, dst, id, 0, 0);
}

void gen_call(Gen *g, Node *n, int dst)
{
  INVARIANT(n->tag == N_CALL);
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  int top = g->top;
  Node *a = n->a, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  if (n->sym && n->sym->tag == SY_VALUE) {
    int thing = n->num == 2 ? gen_any(g, n->b) : -1;
    gen_value_call(g, n->sym->value, n->a, thing, dst);
    g->top = top;
    return;
  }
  if (n->num == 1) {
    gen_binder(g, n, dst);
    return;
  }
  switch (n->op) {
  case BI_COUNT:
  case BI_EMPTY: gen_count(g, n, dst); break;
  case BI_MAX:
  case BI_MIN: gen_extreme(g, n, dst); break;
  case BI_FIRST:
  case BI_LAST:
  case BI_ONLY:
  case BI_AT: gen_element(g, n, dst); break;
  case BI_TOP: emit(g, OP_PTOP, dst, gen_pile(g, a), 0, 0); break;
  case BI_BOTTOM: emit(g, OP_PBOTTOM, dst, gen_pile(g, a), 0, 0); break;
  case BI_NEXT: {
    int x = gen_any(g, a);
    if (b) emit(g, OP_NEXT, dst, x, gen_any(g, b), a->type->kind->index);
    else emit(g, OP_NEXT1, dst, x, 0, a->type->kind->index);
    break;
  }
  case BI_REMAINDER: {
    int x = gen_any(g, a), y = gen_any(g, b), r = alloc(g, 1);
    emit(g, OP_DIV, r, x, y, 0);
    emit(g, OP_MUL, r, r, y, 0);
    emit(g, OP_SUB, dst, x, r, 0);
    break;
  }
  case BI_POSITION: gen_position(g, a, b, dst); break;
  case BI_OWNER: emit(g, OP_OWNER, dst, gen_any(g, a), 0, 0); break;
  case BI_THESE: {
    int list = alloc(g, words_of(n->type)), k = 0;
    for (Node *x = a; x; x = x->next) gen_as(g, x, n->type->elem, list + ++k);
    emit(g, OP_LDI, list, 0, 0, k);
    emit(g, OP_MOVW, dst, list, 0, words_of(n->type));
    break;
  }
  case BI_DISTANCE:
  case BI_REACH: {
    int two = alloc(g, 2);
    gen_expr(g, a, two);
    gen_expr(g, b, two + 1);
    emit(g, n->op == BI_REACH ? OP_REACH : OP_DIST, dst, two, g->me,
         c->sym->value->entry);
    break;
  }
  case BI_ROW:
  case BI_LINE: {
    int three = alloc(g, 3);
    gen_expr(g, a, three);
    gen_expr(g, b, three + 1);
    gen_expr(g, c, three + 2);
    int s = gen_any_as(g, c->next, a->type->kind->set);
    emit(g, n->op == BI_ROW ? OP_ROW : OP_LINE, dst, three, s, a->type->kind->index);
    break;
  }
  case BI_SEES: gen_sees(g, n, dst); break;
  case BI_GRID:
    if (n->sym->kind->naxes) gen_product(g, n, n->sym->kind, dst);
    else {
      int x = gen_any(g, a), y = gen_any(g, b);
      emit(g, OP_GRID, dst, x, y, n->sym->kind->index);
    }
    break;
  default: break;
  }
  g->top = top;
}
