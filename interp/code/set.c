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
static void end_loop(Gen *g, int top)
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

/* Does this set hold everything there is, so that a filter need not look at it? */
bool is_everything(const Node *n)
{
  return n->tag == N_NAME && n->sym && n->sym->tag == SY_KIND &&
         !n->sym->kind->has_variants && !n->sym->kind->is_player;
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
  int type = emit_type(g, set), top = g->top;
  if (field_equals(c, it, set)) {
    bool field = c->a->sym->tag == SY_FIELD, first = *fresh && c->tag == N_IS;
    int s = first ? dst : alloc(g, words_of(set)), k;
    if (field && gen_small(g, c->b, &k))
      emit(g, OP_SEQFI, s, k & 0xFFFF, (int)((unsigned)k >> 16), c->a->sym->field->index);
    else if (field) emit(g, OP_SEQF, s, gen_any(g, c->b), 0, c->a->sym->field->index);
    else emit(g, OP_SEQL, s, gen_any(g, c->b), 0, c->a->sym->column->index);
    if (*fresh && !first) emit(g, OP_SALL, dst, 0, 0, type);
    if (!first) emit(g, c->tag == N_IS ? OP_SAND : OP_SSUB, dst, dst, s, type);
    *fresh = false;
    g->top = top;
    return NULL;
  }
  int row;
  if (gen_row_equals(g, c, it, set, &row)) {
    if (*fresh) emit(g, OP_SALL, dst, 0, 0, type);
    *fresh = false;
    emit(g, c->tag == N_IS ? OP_SAND : OP_SSUB, dst, dst, row, type);
    g->top = top;
    return NULL;
  }
  bool in = (c->tag == N_IN || c->tag == N_NOTIN) && c->a->sym == it &&
            c->a->tag != N_DOT && !node_mentions(c->b, it);
  bool other = (c->tag == N_IS || c->tag == N_ISNOT) && c->a->sym == it &&
               c->a->tag != N_DOT && !node_mentions(c->b, it) && c->b->tag != N_NONE &&
               !c->b->type->opt;
  if (in || other) {
    int s = alloc(g, words_of(set));
    gen_as(g, c->b, set, s);
    if (*fresh) emit(g, OP_SALL, dst, 0, 0, type);
    *fresh = false;
    emit(g, c->tag == N_IN || c->tag == N_IS ? OP_SAND : OP_SSUB, dst, dst, s, type);
    g->top = top;
    return NULL;
  }
  return c;
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

static void gen_filter(Gen *g, Node *from_set, Node *cond, Sym *it, Type *set, int dst)
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
