/* Code for expressions.  A value of type T takes type_registers(T) registers in a row;
 * registers are handed out like a stack, so what is live at a pause is all below `top`. */
#include "interp/code/gen.h"

#include <string.h>

static int words_of(const Type *t) { return type_registers(t); }

static void gen_set(Gen *g, Node *n, Type *set, int dst);

/* ---- constants ------------------------------------------------------------------ */

static bool constant_set(Gen *g, Node *n, Type *want, int64_t *words)
{
  int64_t one[MAX_LIST + 1];
  int w = words_of(want);
  Type *et = want->elem;
  if (n->tag == N_NONE) return true;
  if (n->tag == N_ADD) return constant_set(g, n->a, want, words) && constant_set(g, n->b, want, words);
  int64_t lo = et->tag == T_THING ? et->kind->first : et->lo, hi = lo - 1;
  if (n->tag == N_NAME && n->sym && n->sym->tag == SY_THING) {
    lo = n->sym->thing->id, hi = lo + n->sym->thing->copies - 1;
  } else if (n->tag == N_NAME && n->sym && n->sym->tag == SY_KIND && !n->sym->kind->has_variants && !n->sym->kind->is_player) {
    hi = lo + n->sym->kind->count - 1;
  } else if (n->tag == N_SPAN && n->a->tag == N_NUM && n->b->tag == N_NUM) {
    lo = n->a->num, hi = n->b->num;
  } else if (n->tag == N_CALL && n->op == BI_THESE) {
    for (Node *a = n->a; a; a = a->next)
      if (!constant_set(g, a, want, words)) return false;
    return true;
  } else if (n->type->tag != T_SET && gen_constant(g, n, et, one)) lo = hi = one[0];
  else return false;
  int64_t base = et->tag == T_THING ? et->kind->first : et->lo;
  for (int64_t v = lo; v <= hi; v++) {
    int64_t bit = v - base;
    if (bit < 0 || bit >= w * 64) return false;
    words[bit / 64] = (int64_t)((uint64_t)words[bit / 64] | (uint64_t)1 << (bit % 64));
  }
  return true;
}

bool gen_constant(Gen *g, Node *n, Type *want, int64_t *words)
{
  if (want->tag == T_SET) {
    memset(words, 0, sizeof(int64_t) * (size_t)words_of(want));
    return constant_set(g, n, want, words);
  }
  int64_t x[1], y[1];
  switch (n->tag) {
  case N_NUM: words[0] = n->num; return true;
  case N_YES: words[0] = 1; return true;
  case N_NO: words[0] = 0; return true;
  case N_NONE: words[0] = NONE; return true;
  case N_STR: words[0] = gen_text(g, "text", n->text); return true;
  case N_NAME:
    if (!n->sym || n->sym->tag != SY_THING || n->sym->thing->copies != 1) return false;
    words[0] = n->sym->thing->id;
    return true;
  case N_NEG:
    if (!gen_constant(g, n->a, n->a->type, x)) return false;
    words[0] = -x[0];
    return true;
  case N_ADD: case N_SUB: case N_MUL:
    if (n->type->tag != T_NUM || !gen_constant(g, n->a, n->a->type, x) || !gen_constant(g, n->b, n->b->type, y)) return false;
    words[0] = n->tag == N_ADD ? x[0] + y[0] : n->tag == N_SUB ? x[0] - y[0] : x[0] * y[0];
    return true;
  case N_CALL:
    if (n->op != BI_THESE || want->tag != T_LIST) return false;
    memset(words, 0, sizeof(int64_t) * (size_t)words_of(want));
    for (Node *a = n->a; a; a = a->next) {
      if (!gen_constant(g, a, want->elem, x)) return false;
      words[++words[0]] = x[0];
    }
    return true;
  default: return false;
  }
}

static void load(Gen *g, int dst, const int64_t *words, int n)
{
  if (n == 1 && words[0] >= INT32_MIN && words[0] <= INT32_MAX) emit(g, OP_LDI, dst, 0, 0, (int)words[0]);
  else emit(g, OP_LDK, dst, 0, n, emit_const(g, words, n));
}

/* ---- places --------------------------------------------------------------------- */

static Field *field_of(Node *n)
{
  Node *p = n->tag == N_INDEX ? n->a : n;
  return p->sym && p->sym->tag == SY_FIELD ? p->sym->field : NULL;
}

int gen_base(Gen *g, Node *place, Field **out)
{
  Field *f = *out = field_of(place);
  Node *p = place->tag == N_INDEX ? place->a : place;
  if (!f->kind && !f->per) return -1;
  if (!f->per) return gen_any(g, p->a);
  int base = alloc(g, 2);
  if (f->kind) gen_expr(g, p->a, base);
  else emit(g, OP_LDI, base, 0, 0, 0);
  gen_expr(g, place->b, base + 1);
  return base;
}

static void gen_field(Gen *g, Node *n, int dst)
{
  Field *f;
  int top = g->top, base = gen_base(g, n, &f);
  if (words_of(f->type) > 1 || f->type->tag == T_SET) emit(g, OP_GETW, dst, 0, base < 0 ? 0 : base, f->index);
  else if (base < 0) emit(g, OP_GETG, dst, 0, 0, f->index);
  else emit(g, f->per ? OP_GETI : OP_GET, dst, 0, base, f->index);
  g->top = top;
}

int gen_pile(Gen *g, Node *n)
{
  Field *f = field_of(n);
  if (!f) return gen_any(g, n); /* a parameter */
  int dst = alloc(g, 1), top = g->top, base = gen_base(g, n, &f);
  emit(g, OP_PILE, dst, 0, base < 0 ? 0 : base, f->index);
  g->top = top;
  return dst;
}

/* ---- values --------------------------------------------------------------------- */

static int node_size(const Node *n)
{
  if (!n) return 0;
  int k = 1;
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL) k += node_size(a);
  return k + node_size(n->b) + node_size(n->c);
}

/* A small value with one definition is put in place: most are a line long. */
static bool can_inline(const Gen *g, const Value *v)
{
  if (v->defs.n != 1 || g->inlined > 5 || v->params.n > 16) return false;
  const Def *d = &v->defs.at[0];
  return d->node->c && !d->place.kind && node_size(d->node->c) <= 40;
}

static void check_range(Gen *g, const Type *have, Type *want, int reg)
{
  if (want->tag == T_NUM && have->tag == T_NUM && (have->lo < want->lo || have->hi > want->hi))
    emit(g, OP_INTYPE, reg, 0, 0, emit_type(g, want));
}

/* Evaluates the arguments of a value that is put in place and names them. */
static void inline_args(Gen *g, Value *v, Node *args)
{
  int regs[16];
  size_t i = 0;
  for (Node *a = args; a && i < 16; a = a->next, i++) regs[i] = gen_any_as(g, a, v->params.at[i]->type);
  Node *p = v->defs.at[0].node->a;
  for (size_t j = 0; j < i && p; j++, p = p->next) p->sym->reg = regs[j];
}

static void inline_jump(Gen *g, Value *v, Node *args, bool when, Jumps *out)
{
  int top = g->top;
  Value *before = g->value;
  inline_args(g, v, args);
  g->inlined++;
  g->value = v;
  gen_jump(g, v->defs.at[0].node->c, when, out);
  g->value = before;
  g->inlined--;
  g->top = top;
}

void gen_value_call(Gen *g, Value *v, Node *args, int dst)
{
  int top = g->top;
  if (can_inline(g, v) && g->value != v) {
    Node *e = v->defs.at[0].node->c;
    Value *before = g->value;
    inline_args(g, v, args);
    g->inlined++;
    g->value = v;
    gen_as(g, e, v->type, dst);
    g->value = before;
    g->inlined--;
    check_range(g, e->type, v->type, dst);
    g->top = top;
    return;
  }
  int words = 0;
  for (size_t i = 0; i < v->params.n; i++) words += words_of(v->params.at[i]->type);
  int result = words_of(v->type);
  int frame = gen_call_frame(g, words + 2 > result ? words : result - 2 > words ? result - 2 : words);
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  int at = frame + 3;
  size_t i = 0;
  for (Node *a = args; a; a = a->next, i++) {
    gen_as(g, a, v->params.at[i]->type, at);
    at += words_of(v->params.at[i]->type);
  }
  int chunk = v->entry;
  if (g->value == v && g->value_level > 0) chunk = v->defs.at[g->value_level - 1].chunk;
  emit(g, OP_CALL, frame, 0, 0, chunk);
  if (dst != frame + 1) emit(g, result == 1 ? OP_MOV : OP_MOVW, dst, frame + 1, 0, result);
  g->top = top;
}

/* ---- loops over sets ------------------------------------------------------------ */

static bool is_around(const Node *n) { return n->tag == N_CALL && n->op == BI_AROUND; }

/* Back to the instruction that steps a loop.  Over a plain set the step is repeated here,
 * which saves a jump each time round. */
static void end_loop(Gen *g, int top)
{
  PInstr step = g->code.at[top];
  int back = here(g) - (top + 1);
  if (step.op == OP_SNEXT && back > 0 && back < 65535) emit(g, OP_SLOOP, step.a, step.b, back, step.d);
  else emit(g, OP_LOOP, 0, 0, 0, top);
}

/* The order comes from what is under the `where`s; the elements from the whole. */
void iter_begin(Gen *g, Iter *it, Node *set, Type *st, int var)
{
  memset(it, 0, sizeof *it);
  Node *base = set;
  while (base->tag == N_WHERE) base = base->a;
  int type = emit_type(g, st);
  it->var = var;
  bool filtered = base != set;
  if (base->type->tag == T_PILE || (base->type->tag == T_LIST)) {
    int keep = -1;
    if (filtered) {
      keep = alloc(g, words_of(st));
      gen_as(g, set, st, keep);
    }
    int counter = alloc(g, 1), list, words;
    if (base->type->tag == T_PILE) {
      words = (base->type->kind->count + 3) / 4 + 1;
      list = alloc(g, words);
      int top = g->top, pile = gen_pile(g, base);
      emit(g, OP_PLIST, list, pile, 0, words);
      g->top = top;
    } else {
      words = words_of(base->type);
      list = alloc(g, words);
      gen_expr(g, base, list);
    }
    emit(g, OP_LDI, counter, 0, 0, 0);
    it->top = here(g);
    /* b is the list, and the counter stands before it */
    it->exit = emit(g, base->type->tag == T_PILE ? OP_PLNEXT : OP_LNEXT, var, list, 0, words);
    if (filtered) {
      int has = alloc(g, 1);
      emit(g, OP_SHAS, has, keep, var, type);
      g->top--;
      int yes = emit(g, OP_JT, has, 0, 0, 0);
      emit(g, OP_LOOP, 0, 0, 0, it->top);
      patch(g, yes);
    }
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
    it->exit = emit(g, OP_SROT, var, s, 0, type);
    return;
  }
  int s = alloc(g, words_of(st));
  gen_as(g, set, st, s);
  emit(g, OP_LDI, var, 0, 0, NONE);
  it->top = here(g);
  it->exit = emit(g, OP_SNEXT, var, s, 0, type);
}

void iter_end(Gen *g, Iter *it)
{
  patch_all(g, &it->skips);
  end_loop(g, it->top);
  patch_ahead(g, it->exit);
}

/* ---- filters -------------------------------------------------------------------- */

static bool mentions(const Node *n, const Sym *y)
{
  if (!n) return false;
  if (n->sym == y && (n->tag == N_IT || n->tag == N_NAME)) return true;
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (mentions(a, y)) return true;
  return mentions(n->b, y) || mentions(n->c, y);
}

/* `it.field is e` with e fixed: one instruction over all things of the kind. */
static bool field_equals(const Node *c, const Sym *it, const Type *set)
{
  if ((c->tag != N_IS && c->tag != N_ISNOT) || c->a->tag != N_DOT || !c->a->sym) return false;
  if (c->a->a->sym != it || c->a->a->tag == N_DOT || mentions(c->b, it)) return false;
  if (c->b->type->tag == T_SET || c->b->type->tag == T_PILE) return false;
  Type *t = c->a->sym->type;
  if (t->tag == T_SET || t->tag == T_LIST || t->tag == T_PILE || t->tag == T_TEXT) return false;
  if (c->a->sym->tag == SY_COLUMN) return !c->a->sym->column->computed && c->a->sym->column->kind == set->elem->kind;
  return c->a->sym->tag == SY_FIELD && !c->a->sym->field->per && c->a->sym->field->kind == set->elem->kind;
}

/* Does this set hold everything there is, so that a filter need not look at it? */
static bool is_everything(const Node *n)
{
  return n->tag == N_NAME && n->sym && n->sym->tag == SY_KIND && !n->sym->kind->has_variants && !n->sym->kind->is_player;
}

/* A bare flag is `… is yes`. */
static Node *flag_as_is(Gen *g, Node *c)
{
  bool not = c->tag == N_NOT;
  Node *f = not ? c->a : c;
  if (f->tag != N_DOT || f->type->tag != T_FLAG || f->type->opt) return c;
  Node *is = node_new(g->m->unit, not ? N_ISNOT : N_IS, c->loc), *yes = node_new(g->m->unit, N_YES, c->loc);
  yes->type = is->type = f->type;
  is->a = f;
  is->b = yes;
  return is;
}

/* Applies what can be done to the whole set at once; what is left needs a loop. */
static Node *filter_fast(Gen *g, Node *c, const Sym *it, Type *set, int dst, bool *fresh)
{
  c = flag_as_is(g, c);
  if (c->tag == N_AND) {
    Node *a = filter_fast(g, c->a, it, set, dst, fresh), *b = filter_fast(g, c->b, it, set, dst, fresh);
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
    int v = gen_any(g, c->b), s = first ? dst : alloc(g, words_of(set));
    emit(g, field ? OP_SEQF : OP_SEQL, s, v, 0, field ? c->a->sym->field->index : c->a->sym->column->index);
    if (*fresh && !first) emit(g, OP_SALL, dst, 0, 0, type);
    if (!first) emit(g, c->tag == N_IS ? OP_SAND : OP_SSUB, dst, dst, s, type);
    *fresh = false;
    g->top = top;
    return NULL;
  }
  bool in = (c->tag == N_IN || c->tag == N_NOTIN) && c->a->sym == it && c->a->tag != N_DOT && !mentions(c->b, it);
  bool other = (c->tag == N_IS || c->tag == N_ISNOT) && c->a->sym == it && c->a->tag != N_DOT && !mentions(c->b, it) &&
               c->b->tag != N_NONE && !c->b->type->opt;
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

static void gen_filter(Gen *g, Node *from_set, Node *cond, Sym *it, Type *set, int dst)
{
  bool fresh = is_everything(from_set); /* dst is not filled yet */
  if (!fresh) gen_set(g, from_set, set, dst);
  Node *rest = filter_fast(g, cond, it, set, dst, &fresh);
  int type = emit_type(g, set), top = g->top;
  if (fresh) emit(g, OP_SALL, dst, 0, 0, type);
  if (!rest) return;
  int from = alloc(g, words_of(set)), var = alloc(g, 1);
  emit(g, OP_MOVW, from, dst, 0, words_of(set));
  emit(g, OP_LDI, var, 0, 0, NONE);
  int loop = here(g), exit = emit(g, OP_SNEXT, var, from, 0, type);
  it->reg = var;
  Jumps yes = {0};
  gen_jump(g, rest, true, &yes);
  emit(g, OP_SDEL, dst, var, 0, type);
  patch_all(g, &yes);
  end_loop(g, loop);
  patch_ahead(g, exit);
  g->top = top;
}

/* ---- sets ----------------------------------------------------------------------- */

static void gen_set(Gen *g, Node *n, Type *set, int dst)
{
  int type = emit_type(g, set), top = g->top;
  int64_t words[MAX_UNIVERSE / 64 + MAX_THINGS / 64 + 2];
  if (n->tag == N_NONE) {
    emit(g, OP_SNONE, dst, 0, 0, type);
    return;
  }
  if (words_of(set) <= 64 && gen_constant(g, n, set, words)) {
    load(g, dst, words, words_of(set));
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
    bool one = n->b->type->tag != T_SET && n->b->type->tag != T_PILE && n->b->type->tag != T_LIST && n->b->tag != N_NONE;
    if (one) emit(g, n->tag == N_ADD ? OP_SADD : OP_SDEL, dst, gen_any(g, n->b), 0, type);
    else {
      int b = alloc(g, words_of(set));
      gen_set(g, n->b, set, b);
      emit(g, n->tag == N_ADD ? OP_SOR : OP_SSUB, dst, dst, b, type);
    }
  } else if (n->tag == N_WHERE) {
    gen_filter(g, n->a, n->b, n->sym, set, dst);
  } else if (n->tag == N_NAME && n->sym && (n->sym->tag == SY_KIND || n->sym->tag == SY_PLAYERS || n->sym->tag == SY_TYPE)) {
    if (n->sym->tag == SY_TYPE && !type_same(set->elem, type_opt(g->m, n->sym->type, false))) {
      int lo = alloc(g, 2);
      emit(g, OP_LDI, lo, 0, 0, (int)n->sym->type->lo);
      emit(g, OP_LDI, lo + 1, 0, 0, (int)n->sym->type->hi);
      emit(g, OP_SSPAN, dst, lo, lo + 1, type);
    } else emit(g, OP_SALL, dst, 0, 0, type);
  } else if (is_around(n)) emit(g, OP_SALL, dst, 0, 0, type);
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
  if (want->tag == T_LIST && n->type->tag == T_LIST && n->type->capacity < want->capacity) {
    int64_t words[MAX_LIST + 1];
    if (gen_constant(g, n, want, words)) {
      load(g, dst, words, words_of(want));
      return;
    }
    for (int i = words_of(n->type); i < words_of(want); i++) emit(g, OP_LDI, dst + i, 0, 0, 0);
  }
  gen_expr(g, n, dst);
  if (n->type->opt && !want->opt && want->tag != T_VOID) emit(g, OP_CHECK, dst, 0, 0, 0);
}

int gen_any_as(Gen *g, Node *n, Type *want)
{
  bool plain = want->tag != T_SET && want->tag != T_LIST && want->tag != T_PILE && !(n->type->opt && !want->opt);
  if (plain || (want->tag == T_SET && type_same(n->type, want) && n->tag == N_NAME && n->sym && n->sym->tag == SY_LOCAL)) return gen_any(g, n);
  if (want->tag == T_PILE) return gen_pile(g, n);
  int r = alloc(g, words_of(want));
  gen_as(g, n, want, r);
  return r;
}

/* ---- calls ---------------------------------------------------------------------- */

static void gen_binder(Gen *g, Node *n, int dst)
{
  int top = g->top;
  Type *st = n->a->type->tag == T_SET ? n->a->type : NULL;
  if (!st) st = n->a->type->tag == T_PILE ? n->a->type->kind->set : type_set(g->m, n->a->type->tag == T_LIST ? n->a->type->elem : n->a->type);
  int var = alloc(g, 1);
  int best = alloc(g, 1), here_is = alloc(g, 1);
  int words = words_of(n->type), acc = dst;
  bool reuse = n->op == BI_MOST || n->op == BI_LEAST || n->op == BI_SUM || n->op == BI_COUNT || n->op == BI_MAX || n->op == BI_MIN;
  if (reuse) acc = alloc(g, words); /* dst may be a name used in the body */
  switch (n->op) {
  case BI_ANY: emit(g, OP_LDI, best, 0, 0, 0); break;
  case BI_ALL: emit(g, OP_LDI, best, 0, 0, 1); break;
  case BI_SUM:
    if (n->type->tag == T_SET) emit(g, OP_SNONE, acc, 0, 0, emit_type(g, n->type));
    else emit(g, OP_LDI, acc, 0, 0, 0);
    break;
  case BI_COUNT: emit(g, OP_LDI, acc, 0, 0, 0); break;
  case BI_MAX: case BI_MIN: emit(g, OP_LDI, acc, 0, 0, NONE); break;
  default:
    emit(g, OP_SNONE, acc, 0, 0, emit_type(g, n->type));
    emit(g, OP_LDI, best, 0, 0, NONE);
  }
  Iter it;
  iter_begin(g, &it, n->a, st, var);
  n->sym->reg = var;
  if (n->c) gen_jump(g, n->c, false, &it.skips);
  Jumps out = {0};
  int inner = g->top;
  switch (n->op) {
  case BI_ANY: case BI_ALL: {
    bool any = n->op == BI_ANY;
    gen_jump(g, n->b, !any, &it.skips);
    emit(g, OP_LDI, best, 0, 0, any);
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(&out, j);
    break;
  }
  case BI_COUNT:
    gen_jump(g, n->b, false, &it.skips);
    emit(g, OP_ADDI, acc, acc, 0, 1);
    break;
  case BI_SUM:
    if (n->type->tag == T_SET) {
      int s = alloc(g, words);
      gen_as(g, n->b, n->type, s);
      emit(g, OP_SOR, acc, acc, s, emit_type(g, n->type));
    } else emit(g, OP_ADD, acc, acc, gen_any(g, n->b), 0);
    break;
  case BI_MAX: case BI_MIN: {
    int v = gen_any(g, n->b), none = alloc(g, 1);
    emit(g, OP_LDI, none, 0, 0, NONE);
    int first = emit(g, OP_JEQ, acc, none, 0, 0);
    emit(g, n->op == BI_MAX ? OP_MAX : OP_MIN, acc, acc, v, 0);
    int skip = emit(g, OP_JMP, 0, 0, 0, 0);
    patch(g, first);
    emit(g, OP_MOV, acc, v, 0, 0);
    patch(g, skip);
    break;
  }
  default: { /* most, least: start anew with each better one */
    int v = gen_any(g, n->b), none = alloc(g, 1), type = emit_type(g, n->type);
    emit(g, OP_MOV, here_is, v, 0, 0);
    emit(g, OP_LDI, none, 0, 0, NONE);
    int first = emit(g, OP_JEQ, best, none, 0, 0);
    int same = emit(g, OP_JEQ, best, here_is, 0, 0);
    int better = n->op == BI_MOST ? emit(g, OP_JLT, best, here_is, 0, 0) : emit(g, OP_JLT, here_is, best, 0, 0);
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(&it.skips, j);
    patch(g, first);
    patch(g, better);
    emit(g, OP_SNONE, acc, 0, 0, type);
    emit(g, OP_MOV, best, here_is, 0, 0);
    patch(g, same);
    emit(g, OP_SADD, acc, var, 0, type);
  }
  }
  g->top = inner;
  iter_end(g, &it);
  patch_all(g, &out);
  if (!reuse) emit(g, OP_MOV, dst, best, 0, 0);
  else emit(g, words == 1 ? OP_MOV : OP_MOVW, dst, acc, 0, words);
  g->top = top;
}

/* first() of something with an order of its own. */
static void gen_first(Gen *g, Node *a, int dst)
{
  int top = g->top;
  Type *st = a->type->tag == T_SET ? a->type : a->type->tag == T_PILE ? a->type->kind->set : NULL;
  if (!st) st = type_set(g->m, a->type->tag == T_LIST ? a->type->elem : a->type);
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
  if (n->op == BI_FIRST && (is_around(base) || base->type->tag == T_PILE || base->type->tag == T_LIST)) {
    gen_first(g, a, dst);
    return;
  }
  Type *st = a->type->tag == T_SET ? a->type : type_set(g->m, a->type);
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

static void gen_call(Gen *g, Node *n, int dst)
{
  int top = g->top;
  Node *a = n->a, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
  if (n->sym && n->sym->tag == SY_VALUE) {
    gen_value_call(g, n->sym->value, n->a, dst);
    return;
  }
  if (n->num == 1) {
    gen_binder(g, n, dst);
    return;
  }
  switch (n->op) {
  case BI_COUNT: case BI_EMPTY: gen_count(g, n, dst); break;
  case BI_MAX: case BI_MIN: {
    int r = alloc(g, 1);
    gen_expr(g, a, r);
    for (Node *x = b; x; x = x->next) {
      int t = g->top;
      emit(g, n->op == BI_MAX ? OP_MAX : OP_MIN, r, r, gen_any(g, x), 0);
      g->top = t;
    }
    emit(g, OP_MOV, dst, r, 0, 0);
    break;
  }
  case BI_FIRST: case BI_LAST: case BI_ONLY: case BI_AT: gen_element(g, n, dst); break;
  case BI_TOP: emit(g, OP_PTOP, dst, gen_pile(g, a), 0, 0); break;
  case BI_BOTTOM: emit(g, OP_PBOTTOM, dst, gen_pile(g, a), 0, 0); break;
  case BI_NEXT: {
    int x = gen_any(g, a), k = alloc(g, 1);
    if (b) gen_expr(g, b, k);
    else emit(g, OP_LDI, k, 0, 0, 1);
    emit(g, OP_NEXT, dst, x, k, a->type->kind->index);
    break;
  }
  case BI_POSITION: {
    int x = gen_any(g, a);
    if (!b) emit(g, OP_POS, dst, x, 0, a->type->kind->index);
    else if (b->type->tag == T_PILE) emit(g, OP_PPOS, dst, gen_pile(g, b), x, 0);
    else {
      int var = alloc(g, 1), count = alloc(g, 1), list = alloc(g, words_of(b->type));
      gen_expr(g, b, list);
      emit(g, OP_LDI, count, 0, 0, 0);
      int loop = here(g), out = emit(g, OP_LNEXT, var, list, 0, words_of(b->type));
      int found = emit(g, OP_JEQ, var, x, 0, 0);
      emit(g, OP_LOOP, 0, 0, 0, loop);
      patch(g, found);
      emit(g, OP_MOV, dst, count, 0, 0);
      int skip = emit(g, OP_JMP, 0, 0, 0, 0);
      patch_ahead(g, out);
      emit(g, OP_LDI, dst, 0, 0, NONE);
      patch(g, skip);
    }
    break;
  }
  case BI_OWNER: emit(g, OP_OWNER, dst, gen_any(g, a), 0, 0); break;
  case BI_THESE: {
    int list = alloc(g, words_of(n->type)), k = 0;
    for (Node *x = a; x; x = x->next) gen_as(g, x, n->type->elem, list + ++k);
    emit(g, OP_LDI, list, 0, 0, k);
    emit(g, OP_MOVW, dst, list, 0, words_of(n->type));
    break;
  }
  case BI_DISTANCE: case BI_REACH: {
    int two = alloc(g, 2);
    gen_expr(g, a, two);
    gen_expr(g, b, two + 1);
    emit(g, n->op == BI_REACH ? OP_REACH : OP_DIST, dst, two, g->me, c->sym->value->entry);
    break;
  }
  case BI_ROW: case BI_LINE: {
    int three = alloc(g, 3);
    gen_expr(g, a, three);
    gen_expr(g, b, three + 1);
    gen_expr(g, c, three + 2);
    int s = gen_any_as(g, c->next, a->type->kind->set);
    emit(g, n->op == BI_ROW ? OP_ROW : OP_LINE, dst, three, s, a->type->kind->index);
    break;
  }
  case BI_SEES: gen_sees(g, n, dst); break;
  case BI_GRID: {
    int x = gen_any(g, a), y = gen_any(g, b);
    emit(g, OP_GRID, dst, x, y, n->sym->kind->index);
    break;
  }
  default: break;
  }
  g->top = top;
}

/* ---- conditions ----------------------------------------------------------------- */

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

/* A constant that fits into an instruction, for comparing. */
static bool small(Gen *g, Node *n, int *out)
{
  int64_t v[1];
  bool constant = n->tag == N_NUM || n->tag == N_YES || n->tag == N_NO || n->tag == N_NONE ||
                  (n->tag == N_NAME && n->sym && n->sym->tag == SY_THING && n->sym->thing->copies == 1);
  if (!constant || !gen_constant(g, n, type_plain(g->m, T_FLAG), v)) return false;
  if (v[0] == NONE) v[0] = INT16_MIN;
  else if (v[0] <= INT16_MIN || v[0] > INT16_MAX) return false;
  *out = (int)(uint16_t)(int16_t)v[0];
  return true;
}

static void jump_small(Gen *g, Opcode op, int a, int c, Jumps *out)
{
  int j = emit(g, op, a, 0, c, 0);
  vec_push(out, j);
}

static bool scalar(const Node *n) { return n->tag == N_NONE || (n->type->tag != T_SET && n->type->tag != T_PILE && n->type->tag != T_LIST); }

static Type *set_type(Gen *g, const Node *n)
{
  Type *t = n->type;
  return t->tag == T_SET ? t : t->tag == T_PILE ? t->kind->set : type_set(g->m, t->tag == T_LIST ? t->elem : t);
}

/* any() and all() as control flow: the first element that decides leaves the loop. */
static void gen_quantifier(Gen *g, Node *n, bool when, Jumps *out)
{
  bool any = n->op == BI_ANY;
  int var = alloc(g, 1);
  Iter it;
  iter_begin(g, &it, n->a, set_type(g, n->a), var);
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
  int top = g->top;
  switch (n->tag) {
  case N_NOT: gen_jump(g, n->a, !when, out); return;
  case N_AND: case N_OR:
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
  case N_IS: case N_ISNOT:
    if (!scalar(n->a) || !scalar(n->b)) break;
    {
      int a = gen_any(g, n->a), k;
      if (small(g, n->b, &k)) {
        jump_small(g, (n->tag == N_IS) == when ? OP_JEQI : OP_JNEI, a, k, out);
        g->top = top;
        return;
      }
      int b = gen_any(g, n->b);
      jump(g, (n->tag == N_IS) == when ? OP_JEQ : OP_JNE, a, b, out);
    }
    g->top = top;
    return;
  case N_LT: case N_GT: case N_LE: case N_GE: {
    if (n->a->type->opt || n->b->type->opt) break;
    int a = gen_any(g, n->a), k;
    if (n->b->tag == N_NUM && n->b->num < INT16_MAX && small(g, n->b, &k)) {
      if (n->tag == N_GT || n->tag == N_LE) k = (int)(uint16_t)(int16_t)(n->b->num + 1);
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
  case N_YES: case N_NO:
    if ((n->tag == N_YES) == when) jump(g, OP_JMP, 0, 0, out);
    return;
  case N_NAME:
    if (n->sym && n->sym->tag == SY_VALUE && can_inline(g, n->sym->value) && g->value != n->sym->value) {
      inline_jump(g, n->sym->value, NULL, when, out);
      return;
    }
    break;
  case N_CALL:
    if (n->sym && n->sym->tag == SY_VALUE && can_inline(g, n->sym->value) && g->value != n->sym->value) {
      inline_jump(g, n->sym->value, n->a, when, out);
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

static void gen_compare(Gen *g, Node *n, int dst)
{
  int a = gen_any(g, n->a), b = gen_any(g, n->b);
  bool swap = n->tag == N_GT || n->tag == N_GE;
  emit(g, n->tag == N_LT || n->tag == N_GT ? OP_LT : OP_LE, dst, swap ? b : a, swap ? a : b, 0);
}

static void gen_is(Gen *g, Node *n, int dst)
{
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
  Type *t = n->a->type->tag == T_SET ? n->a->type : n->b->type->tag == T_SET ? n->b->type : n->a->type->tag == T_PILE ? n->a->type->kind->set : n->b->type->tag == T_PILE ? n->b->type->kind->set : type_set(g->m, (n->a->type->tag == T_LIST ? n->a : n->b)->type->elem);
  int a = gen_any_as(g, n->a, t), b = gen_any_as(g, n->b, t);
  emit(g, OP_SEQ, dst, a, b, emit_type(g, t));
  if (!is) emit(g, OP_NOT, dst, dst, 0, 0);
}

static void gen_in(Gen *g, Node *n, int dst)
{
  Type *bt = n->b->type;
  Type *t = bt->tag == T_SET ? bt : bt->tag == T_PILE ? bt->kind->set : type_set(g->m, bt->tag == T_LIST ? bt->elem : bt);
  if (scalar(n->a) && bt->tag == T_PILE) { /* look where it lies, not at all that lie there */
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

/* ---- the dispatcher ------------------------------------------------------------- */

static void gen_name(Gen *g, Node *n, int dst)
{
  Sym *y = n->sym;
  int w = words_of(n->type);
  switch (y->tag) {
  case SY_LOCAL:
    if (y->reg != dst) emit(g, w == 1 ? OP_MOV : OP_MOVW, dst, y->reg, 0, w);
    break;
  case SY_THING: emit(g, OP_LDI, dst, 0, 0, y->thing->id); break;
  case SY_FIELD: gen_field(g, n, dst); break;
  case SY_VALUE: gen_value_call(g, y->value, NULL, dst); break;
  case SY_WINNERS: emit(g, OP_WINNERS, dst, 0, 0, 0); break;
  case SY_OWNER: emit(g, OP_MOV, dst, g->self, 0, 0); break;
  default: gen_set(g, n, n->type, dst);
  }
}

static void gen_dot(Gen *g, Node *n, int dst)
{
  if (n->sym->tag == SY_FIELD) {
    gen_field(g, n, dst);
    return;
  }
  Column *c = n->sym->column;
  int w = words_of(c->type);
  if (!c->computed) {
    emit(g, w > 1 || c->type->tag == T_SET ? OP_COLW : OP_COL, dst, 0, gen_any(g, n->a), c->index);
    return;
  }
  int thing = gen_any(g, n->a);
  int frame = gen_call_frame(g, w > 2 ? w - 2 : 0);
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  emit(g, OP_MOV, frame + 2, thing, 0, 0);
  emit(g, OP_CALLS, frame, 0, thing, g->columns.at[c->index].slot);
  emit(g, w == 1 ? OP_MOV : OP_MOVW, dst, frame + 1, 0, w);
}

void gen_expr(Gen *g, Node *n, int dst)
{
  int top = g->top;
  int64_t words[MAX_LIST + 1];
  switch (n->tag) {
  case N_NUM: case N_YES: case N_NO: case N_NONE: case N_STR:
    gen_constant(g, n, n->type->tag == T_VOID ? type_plain(g->m, T_FLAG) : n->type, words);
    load(g, dst, words, 1);
    break;
  case N_ME: emit(g, OP_MOV, dst, g->me, 0, 0); break;
  case N_THIS: emit(g, OP_MOV, dst, g->self, 0, 0); break;
  case N_IT:
    if (n->sym->reg != dst) emit(g, OP_MOV, dst, n->sym->reg, 0, 0);
    break;
  case N_NAME:
    if (n->type->tag == T_SET && n->sym->tag == SY_THING) gen_set(g, n, n->type, dst);
    else gen_name(g, n, dst);
    break;
  case N_DOT: gen_dot(g, n, dst); break;
  case N_INDEX: gen_field(g, n, dst); break;
  case N_CALL:
    if (n->op == BI_AROUND && !n->sym) gen_set(g, n, n->type, dst);
    else gen_call(g, n, dst);
    break;
  case N_IS: case N_ISNOT: gen_is(g, n, dst); break;
  case N_LT: case N_GT: case N_LE: case N_GE: gen_compare(g, n, dst); break;
  case N_IN: case N_NOTIN: gen_in(g, n, dst); break;
  case N_NOT: emit(g, OP_NOT, dst, gen_any(g, n->a), 0, 0); break;
  case N_AND: case N_OR: {
    Jumps yes = {0};
    int r = alloc(g, 1);
    emit(g, OP_LDI, r, 0, 0, 1);
    gen_jump(g, n, true, &yes);
    emit(g, OP_LDI, r, 0, 0, 0);
    patch_all(g, &yes);
    emit(g, OP_MOV, dst, r, 0, 0);
    break;
  }
  case N_ADD: case N_SUB: case N_MUL: case N_DIV: {
    if (n->type->tag == T_SET) {
      gen_set(g, n, n->type, dst);
      break;
    }
    int a = gen_any(g, n->a);
    if (n->b->tag == N_NUM && (n->tag == N_ADD || n->tag == N_SUB)) {
      emit(g, OP_ADDI, dst, a, 0, (int)(n->tag == N_ADD ? n->b->num : -n->b->num));
      break;
    }
    int b = gen_any(g, n->b);
    emit(g, n->tag == N_ADD ? OP_ADD : n->tag == N_SUB ? OP_SUB : n->tag == N_MUL ? OP_MUL : OP_DIV, dst, a, b, 0);
    break;
  }
  case N_NEG: emit(g, OP_NEG, dst, gen_any(g, n->a), 0, 0); break;
  case N_SPAN: case N_WHERE: gen_set(g, n, n->type, dst); break;
  case N_COND: {
    Jumps no = {0};
    int w = words_of(n->type), r = alloc(g, w);
    gen_jump(g, n->a, false, &no);
    gen_as(g, n->b, n->type, r);
    int out = emit(g, OP_JMP, 0, 0, 0, 0);
    patch_all(g, &no);
    gen_as(g, n->c, n->type, r);
    patch(g, out);
    emit(g, w == 1 ? OP_MOV : OP_MOVW, dst, r, 0, w);
    break;
  }
  case N_PICK: gen_pick(g, n, dst); break;
  default: break;
  }
  g->top = top;
}

int gen_any(Gen *g, Node *n)
{
  switch (n->tag) {
  case N_ME: return g->me;
  case N_THIS: return g->self;
  case N_IT: return n->sym->reg;
  case N_NAME:
    if (n->sym && n->sym->tag == SY_LOCAL && n->type->tag != T_VOID) return n->sym->reg;
    break;
  default: break;
  }
  int r = alloc(g, words_of(n->type));
  gen_expr(g, n, r);
  return r;
}
