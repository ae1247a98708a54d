/* Sets: filling them, filtering them, and going through them in their order. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <string.h>

Type *gen_set_type(Gen *g, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Type *t = n->type;
  if (t->tag == T_SET) return t;
  if (t->tag == T_PILE) return t->kind->set;
  return type_set(g->m, t->tag == T_LIST ? t->elem : t);
}

/* Back to the instruction that steps a loop.  Over a plain set the step is repeated here,
 * which saves a jump each time round. */
void end_loop(Gen *g, int top)
{
  INVARIANT((size_t)top < g->code.n);
  PInstr step = g->code.at[top];
  int back = here(g) - (top + 1);
  if (step.op == OP_SNEXT && back > 0 && back < 65535)
    emit(g, OP_SLOOP, step.a, step.b, back, step.d);
  else emit(g, OP_LOOP, 0, 0, 0, top);
}

/* What gives a set its order is under its `where`s. */
static Node *order_of(Node *set)
{
  while (set->tag == N_WHERE) set = set->a;
  return set;
}

/* Through a pile or a list; `filtered`: only what `set` has of it. */
static void iter_listed(Gen *g, Iter *it, Node *set, Node *base, Type *st, bool filtered,
                        bool back)
{
  INVARIANT(base && base->tag < N_COUNT);
  bool pile = base->type->tag == T_PILE;
  int keep = -1, words;
  if (filtered) {
    keep = alloc(g, words_of(st));
    gen_as(g, set, st, keep);
  }
  int counter = alloc(g, 1), list;
  if (pile) {
    words = (base->type->kind->count + 3) / 4 + 1;
    list = alloc(g, words);
    int top = g->top, p = gen_pile(g, base);
    emit(g, OP_PLIST, list, p, 0, words);
    g->top = top;
  } else {
    words = words_of(base->type);
    list = alloc(g, words);
    gen_expr(g, base, list);
  }
  if (back) emit(g, pile ? OP_PLREV : OP_LREV, list, 0, 0, words);
  emit(g, OP_LDI, counter, 0, 0, 0);
  it->top = here(g);
  /* b is the list, and the counter stands before it */
  it->exit = emit(g, pile ? OP_PLNEXT : OP_LNEXT, it->var, list, 0, words);
  if (!filtered) return;
  int has = alloc(g, 1);
  emit(g, OP_SHAS, has, keep, it->var, emit_type(g, st));
  g->top--;
  int yes = emit(g, OP_JT, has, 0, 0, 0);
  emit(g, OP_LOOP, 0, 0, 0, it->top);
  patch(g, yes);
}

static void iter_set(Gen *g, Iter *it, Node *set, Type *st, bool back)
{
  int s = alloc(g, words_of(st));
  gen_as(g, set, st, s);
  emit(g, OP_LDI, it->var, 0, 0, NONE);
  it->top = here(g);
  it->exit = emit(g, back ? OP_SPREV : OP_SNEXT, it->var, s, 0, emit_type(g, st));
}

void iter_begin_any(Gen *g, Iter *it, Node *set, Type *st, int var)
{
  const Node *base = order_of(set);
  if (base->type->tag != T_PILE || is_backwards(base)) {
    iter_begin(g, it, set, st, var);
    return;
  }
  memset(it, 0, sizeof *it);
  it->var = var;
  iter_set(g, it, set, st, false);
}

/* The order comes from what is under the `where`s; the elements from the whole. */
void iter_begin(Gen *g, Iter *it, Node *set, Type *st, int var)
{
  memset(it, 0, sizeof *it);
  Node *base = order_of(set), *whole = set;
  int type = emit_type(g, st);
  it->var = var;
  bool back = is_backwards(base);
  if (back) {
    if (base == set) whole = base->a;
    base = order_of(base->a);
  }
  bool filtered = base != whole;
  if (base->type->tag == T_PILE || base->type->tag == T_LIST) {
    iter_listed(g, it, set, base, st, filtered, back);
    return;
  }
  if (is_around(base)) {
    int regs = alloc(g, 2); /* start, counter: right before the set */
    int s = alloc(g, words_of(st));
    gen_expr(g, base->a, regs);
    if (filtered) gen_as(g, set, st, s);
    else emit(g, OP_SALL, s, 0, 0, type);
    emit(g, OP_LDI, regs + 1, 0, 0, 0);
    it->top = here(g);
    it->exit = emit(g, st->elem->kind->is_player ? OP_SEATS : OP_SROT, var, s, 0, type);
    return;
  }
  iter_set(g, it, set, st, back);
}

void iter_end(Gen *g, Iter *it)
{
  patch_all(g, &it->skips);
  end_loop(g, it->top);
  patch(g, it->exit);
}

bool node_mentions(const Node *n, const Sym *y)
{
  if (!n) return false;
  if (n->sym == y && (n->tag == N_IT || n->tag == N_NAME)) return true;
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (node_mentions(a, y)) return true;
  return node_mentions(n->b, y) || node_mentions(n->c, y);
}

/* Does this set hold everything there is, so that a filter need not look at it? */
bool is_everything(const Node *n)
{
  return n->tag == N_NAME && n->sym && n->sym->tag == SY_KIND &&
         !n->sym->kind->has_variants && !n->sym->kind->is_player;
}

/* The copies of a thing of which a variant has fewer: those that are there. */
static void gen_copies(Gen *g, const Thing *t, Type *set, int dst)
{
  int type = emit_type(g, set), top = g->top, x = alloc(g, 1),
      all = alloc(g, words_of(set));
  emit(g, OP_SNONE, dst, 0, 0, type);
  for (int i = 0; i < t->copies; i++) {
    emit(g, OP_LDI, x, 0, 0, t->id + i);
    emit(g, OP_SADD, dst, x, 0, type);
  }
  emit(g, OP_SALL, all, 0, 0, type);
  emit(g, OP_SAND, dst, dst, all, type);
  g->top = top;
}

void gen_set(Gen *g, Node *n, Type *set, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  int type = emit_type(g, set), top = g->top;
  int64_t words[64];
  if (n->tag == N_NONE) {
    emit(g, OP_SNONE, dst, 0, 0, type);
    return;
  }
  if (words_of(set) <= 64 && gen_constant(g, n, set, words)) {
    gen_load(g, dst, words, words_of(set));
    return;
  }
  Type *t = n->type;
  if (t->tag == T_PILE) emit(g, OP_SPILE, dst, gen_pile(g, n), 0, type);
  else if (t->tag == T_LIST) {
    int list = alloc(g, words_of(t));
    gen_expr(g, n, list);
    emit(g, OP_LSET, dst, list, words_of(t), type);
  } else if (t->tag != T_SET) emit(g, OP_SONE, dst, gen_any(g, n), 0, type);
  else if (n->tag == N_SPAN) {
    int lo = gen_any(g, n->a), hi = gen_any(g, n->b);
    emit(g, OP_SSPAN, dst, lo, hi, type);
  } else if (n->tag == N_ADD || n->tag == N_SUB) {
    gen_set(g, n->a, set, dst);
    bool one = n->b->type->tag != T_SET && n->b->type->tag != T_PILE &&
               n->b->type->tag != T_LIST && n->b->tag != N_NONE;
    if (one) emit(g, n->tag == N_ADD ? OP_SADD : OP_SDEL, dst, gen_any(g, n->b), 0, type);
    else {
      int b = alloc(g, words_of(set));
      gen_set(g, n->b, set, b);
      emit(g, n->tag == N_ADD ? OP_SOR : OP_SSUB, dst, dst, b, type);
    }
  } else if (n->tag == N_WHERE) {
    gen_filter(g, n->a, n->b, n->sym, set, dst);
  } else if (n->tag == N_NAME && n->sym &&
             (n->sym->tag == SY_KIND || n->sym->tag == SY_PLAYERS ||
              n->sym->tag == SY_TYPE)) {
    if (n->sym->tag == SY_TYPE &&
        !type_same(set->elem, type_opt(g->m, n->sym->type, false))) {
      int lo = alloc(g, 2);
      emit(g, OP_LDI, lo, 0, 0, (int)n->sym->type->lo);
      emit(g, OP_LDI, lo + 1, 0, 0, (int)n->sym->type->hi);
      emit(g, OP_SSPAN, dst, lo, lo + 1, type);
    } else emit(g, OP_SALL, dst, 0, 0, type);
  } else if (is_backwards(n)) gen_set(g, n->a, set, dst);
  else if (is_around(n)) emit(g, OP_SALL, dst, 0, 0, type);
  else if (n->tag == N_NAME && n->sym && n->sym->tag == SY_THING)
    gen_copies(g, n->sym->thing, set, dst);
  else if (type_same(t, set)) {
    g->top = top;
    gen_expr(g, n, dst);
  } else { /* numbers of another range */
    int s = alloc(g, words_of(t));
    gen_expr(g, n, s);
    emit(g, OP_SCONV, dst, s, emit_type(g, t), type);
  }
  g->top = top;
}

void gen_as(Gen *g, Node *n, Type *want, int dst)
{
  if (want->tag == T_SET) {
    gen_set(g, n, want, dst);
    return;
  }
  if (want->tag == T_LIST && n->type->tag == T_LIST &&
      n->type->capacity < want->capacity) {
    int64_t words[MAX_LIST + 1];
    if (gen_constant(g, n, want, words)) {
      gen_load(g, dst, words, words_of(want));
      return;
    }
    for (int i = words_of(n->type); i < words_of(want); i++)
      emit(g, OP_LDI, dst + i, 0, 0, 0);
  }
  gen_expr(g, n, dst);
  if (n->type->opt && !want->opt && want->tag != T_VOID) emit(g, OP_CHECK, dst, 0, 0, 0);
}

int gen_any_as(Gen *g, Node *n, Type *want)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool plain = want->tag != T_SET && want->tag != T_LIST && want->tag != T_PILE &&
               !(n->type->opt && !want->opt);
  if (plain || (want->tag == T_SET && type_same(n->type, want) && n->tag == N_NAME &&
                n->sym && n->sym->tag == SY_LOCAL))
    return gen_any(g, n);
  if (want->tag == T_PILE) return gen_pile(g, n);
  int r = alloc(g, words_of(want));
  gen_as(g, n, want, r);
  return r;
}
