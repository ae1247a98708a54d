/* Code for expressions.  A value of type T takes type_registers(T) registers in a row;
 * registers are handed out like a stack, so what is live at a pause is all below `top`.
 */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* ---- places --------------------------------------------------------------------- */

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
  if (words_of(f->type) > 1 || f->type->tag == T_SET)
    emit(g, OP_GETW, dst, 0, base < 0 ? 0 : base, f->index);
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
bool gen_can_inline(const Gen *g, const Value *v)
{
  if (v->defs.n != 1 || v->of || g->inlined > 5 || v->params.n > 16) return false;
  const Def *d = &v->defs.at[0];
  return d->node->c && !d->place.kind && node_size(d->node->c) <= 40;
}

void gen_promise(Gen *g, const Type *have, Type *want, int reg)
{
  if (want->tag == T_NUM && have->tag == T_NUM &&
      (have->lo < want->lo || have->hi > want->hi))
    emit(g, OP_INTYPE, reg, 0, 0, emit_type(g, want));
}

/* Evaluates the arguments of a value that is put in place and names them. */
static void inline_args(Gen *g, Value *v, Node *args)
{
  int regs[16];
  size_t i = 0;
  for (Node *a = args; a && i < 16; a = a->next, i++)
    regs[i] = gen_any_as(g, a, v->params.at[i]->type);
  Node *p = v->defs.at[0].node->a;
  for (size_t j = 0; j < i && p; j++, p = p->next) p->sym->reg = regs[j];
}

void gen_inline_jump(Gen *g, Value *v, Node *args, bool when, Jumps *out)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
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

/* `thing`: the register of the thing whose value it is, or -1. */
void gen_value_call(Gen *g, Value *v, Node *args, int thing, int dst)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  int top = g->top;
  if (gen_can_inline(g, v) && g->value != v) {
    Node *e = v->defs.at[0].node->c;
    Value *before = g->value;
    inline_args(g, v, args);
    g->inlined++;
    g->value = v;
    gen_as(g, e, v->type, dst);
    g->value = before;
    g->inlined--;
    gen_promise(g, e->type, v->type, dst);
    g->top = top;
    return;
  }
  int words = 0;
  for (size_t i = 0; i < v->params.n; i++) words += words_of(v->params.at[i]->type);
  int result = words_of(v->type);
  int frame = gen_call_frame(g, words + 2 > result   ? words
                                : result - 2 > words ? result - 2
                                                     : words);
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  if (thing >= 0) emit(g, OP_MOV, frame + 2, thing, 0, 0);
  else emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  int at = frame + 3;
  size_t i = 0;
  for (Node *a = args; a; a = a->next, i++) {
    gen_as(g, a, v->params.at[i]->type, at);
    at += words_of(v->params.at[i]->type);
  }
  if (g->value == v && g->value_next >= 0) emit(g, OP_CALL, frame, 0, 0, g->value_next);
  else if (v->of) emit(g, OP_CALLS, frame, 0, frame + 2, v->slot);
  else emit(g, OP_CALL, frame, 0, 0, v->entry);
  if (dst != frame + 1)
    emit(g, result == 1 ? OP_MOV : OP_MOVW, dst, frame + 1, 0, result);
  g->top = top;
}

/* ---- the dispatcher ------------------------------------------------------------- */

/* A thing that some game is without: there its name is none. */
static void gen_thing(Gen *g, const Thing *t, bool maybe, int dst)
{
  emit(g, OP_LDI, dst, 0, 0, t->id);
  if (!maybe) return;
  int top = g->top, type = emit_type(g, t->kind->set), here = alloc(g, 1),
      all = alloc(g, words_of(t->kind->set));
  emit(g, OP_SALL, all, 0, 0, type);
  emit(g, OP_SHAS, here, all, dst, type);
  int skip = emit(g, OP_JT, here, 0, 0, 0);
  emit(g, OP_LDI, dst, 0, 0, NONE);
  patch(g, skip);
  g->top = top;
}

static void gen_name(Gen *g, Node *n, int dst)
{
  INVARIANT(n && n->tag < N_COUNT);
  Sym *y = n->sym;
  int w = words_of(n->type);
  switch (y->tag) {
  case SY_LOCAL:
    if (y->reg != dst) emit(g, w == 1 ? OP_MOV : OP_MOVW, dst, y->reg, 0, w);
    break;
  case SY_THING: gen_thing(g, y->thing, n->type->opt, dst); break;
  case SY_FIELD: gen_field(g, n, dst); break;
  case SY_VALUE: gen_value_call(g, y->value, NULL, -1, dst); break;
  case SY_WINNERS: emit(g, OP_WINNERS, dst, 0, 0, 0); break;
  case SY_OWNER:
    emit(g, y->kind && !y->kind->is_player ? OP_OWNER : OP_MOV, dst, g->self, 0, 0);
    break;
  default: gen_set(g, n, n->type, dst);
  }
}

static void gen_dot(Gen *g, Node *n, int dst)
{
  INVARIANT(n->tag == N_DOT);
  if (n->sym->tag == SY_FIELD) {
    gen_field(g, n, dst);
    return;
  }
  Column *c = n->sym->column;
  if (c->changed) gen_value_call(g, c->changed, NULL, gen_any(g, n->a), dst);
  else gen_printed(g, c, gen_any(g, n->a), dst);
}

void gen_printed(Gen *g, const Column *c, int thing, int dst)
{
  int w = words_of(c->type);
  if (!c->computed) {
    emit(g, w > 1 || c->type->tag == T_SET ? OP_COLW : OP_COL, dst, 0, thing, c->index);
    return;
  }
  int frame = gen_call_frame(g, w > 2 ? w - 2 : 0);
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  emit(g, OP_MOV, frame + 2, thing, 0, 0);
  emit(g, OP_CALLS, frame, 0, thing, g->columns.at[c->index].slot);
  emit(g, w == 1 ? OP_MOV : OP_MOVW, dst, frame + 1, 0, w);
}

static void gen_truth(Gen *g, Node *n, int dst)
{
  Jumps yes = {0};
  int r = alloc(g, 1);
  emit(g, OP_LDI, r, 0, 0, 1);
  gen_jump(g, n, true, &yes);
  emit(g, OP_LDI, r, 0, 0, 0);
  patch_all(g, &yes);
  emit(g, OP_MOV, dst, r, 0, 0);
}

static void gen_arithmetic(Gen *g, Node *n, int dst)
{
  INVARIANT(n->a && n->b);
  int a = gen_any(g, n->a);
  if (n->b->tag == N_NUM && (n->tag == N_ADD || n->tag == N_SUB)) {
    emit(g, OP_ADDI, dst, a, 0, (int)(n->tag == N_ADD ? n->b->num : -n->b->num));
    return;
  }
  int b = gen_any(g, n->b);
  emit(g,
       n->tag == N_ADD   ? OP_ADD
       : n->tag == N_SUB ? OP_SUB
       : n->tag == N_MUL ? OP_MUL
                         : OP_DIV,
       dst, a, b, 0);
}

/* One of two values, by a condition. */
static void gen_either(Gen *g, Node *n, int dst)
{
  INVARIANT(n->a && n->b && n->c);
  Jumps no = {0};
  int w = words_of(n->type), r = alloc(g, w);
  gen_jump(g, n->a, false, &no);
  gen_as(g, n->b, n->type, r);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  patch_all(g, &no);
  gen_as(g, n->c, n->type, r);
  patch(g, out);
  emit(g, w == 1 ? OP_MOV : OP_MOVW, dst, r, 0, w);
}

void gen_expr(Gen *g, Node *n, int dst)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  INVARIANT(n && n->tag < N_COUNT);
  int top = g->top;
  int64_t words[MAX_LIST + 1];
  switch (n->tag) {
  case N_NUM:
  case N_YES:
  case N_NO:
  case N_NONE:
  case N_STR:
    gen_constant(g, n, n->type->tag == T_VOID ? type_plain(g->m, T_FLAG) : n->type,
                 words);
    gen_load(g, dst, words, 1);
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
    if ((n->op == BI_AROUND || n->op == BI_BACKWARDS) && !n->sym)
      gen_set(g, n, n->type, dst);
    else gen_call(g, n, dst);
    break;
  case N_IS:
  case N_ISNOT: gen_is(g, n, dst); break;
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: gen_compare(g, n, dst); break;
  case N_IN:
  case N_NOTIN: gen_in(g, n, dst); break;
  case N_NOT: emit(g, OP_NOT, dst, gen_any(g, n->a), 0, 0); break;
  case N_AND:
  case N_OR: gen_truth(g, n, dst); break;
  case N_ADD:
  case N_SUB:
  case N_MUL:
  case N_DIV:
    if (n->type->tag == T_SET) gen_set(g, n, n->type, dst);
    else gen_arithmetic(g, n, dst);
    break;
  case N_NEG: emit(g, OP_NEG, dst, gen_any(g, n->a), 0, 0); break;
  case N_SPAN:
  case N_WHERE: gen_set(g, n, n->type, dst); break;
  case N_COND: gen_either(g, n, dst); break;
  case N_PICK: gen_pick(g, n, dst); break;
  default: break;
  }
  g->top = top;
}

int gen_any(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
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
