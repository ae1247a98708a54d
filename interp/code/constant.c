/* Constants: expressions whose value is known when the program is made. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <string.h>

static bool constant_set(Gen *g, Node *n, Type *want, int64_t *words)
{
  INVARIANT(n && n->tag < N_COUNT);
  int64_t one[MAX_LIST + 1];
  int w = words_of(want);
  Type *et = want->elem;
  if (n->tag == N_NONE) return true;
  if (n->tag == N_ADD)
    return constant_set(g, n->a, want, words) && constant_set(g, n->b, want, words);
  int64_t lo = et->tag == T_THING ? et->kind->first : et->lo, hi = lo - 1;
  if (n->tag == N_NAME && n->sym && n->sym->tag == SY_THING &&
      (n->type->tag == T_SET || n->type->opt) && copies_vary(n->sym->thing)) {
    return false; /* depends on the variant */
  } else if (n->tag == N_NAME && n->sym && n->sym->tag == SY_THING) {
    lo = n->sym->thing->id, hi = lo + n->sym->thing->copies - 1;
  } else if (n->tag == N_NAME && n->sym && n->sym->tag == SY_KIND &&
             !n->sym->kind->has_variants && !n->sym->kind->is_player) {
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

/* What is printed on a thing that is named. */
static bool constant_column(Gen *g, const Node *n, int64_t *words)
{
  INVARIANT(n->tag == N_DOT);
  if (!n->sym || n->sym->tag != SY_COLUMN || n->type->tag == T_TEXT) return false;
  const Column *c = n->sym->column;
  int64_t thing[1];
  if (c->index < 0 || (size_t)c->index >= g->columns.n || c->computed || c->changed ||
      c->type->tag == T_SET || words_of(c->type) != 1 ||
      !gen_constant(g, n->a, c->kind->type, thing))
    return false;
  const PColumn *p = &g->columns.at[c->index];
  if (thing[0] < p->first || thing[0] >= p->first + p->count) return false;
  words[0] = g->consts.at[p->base + (int)(thing[0] - p->first)];
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
  case N_STR:
    words[0] = gen_text(g, n->text, n->text->printed ? NULL : "text");
    return true;
  case N_NAME:
    if (!n->sym || n->sym->tag != SY_THING || n->sym->thing->copies != 1 || n->type->opt)
      return false;
    words[0] = n->sym->thing->id;
    return true;
  case N_DOT: return constant_column(g, n, words);
  case N_NEG:
    if (!gen_constant(g, n->a, n->a->type, x)) return false;
    words[0] = -x[0];
    return true;
  case N_ADD:
  case N_SUB:
  case N_MUL:
    if (n->type->tag != T_NUM || !gen_constant(g, n->a, n->a->type, x) ||
        !gen_constant(g, n->b, n->b->type, y))
      return false;
    words[0] = n->tag == N_ADD   ? x[0] + y[0]
               : n->tag == N_SUB ? x[0] - y[0]
                                 : x[0] * y[0];
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

void gen_load(Gen *g, int dst, const int64_t *words, int n)
{
  if (n == 1 && words[0] >= INT32_MIN && words[0] <= INT32_MAX)
    emit(g, OP_LDI, dst, 0, 0, (int)words[0]);
  else emit(g, OP_LDK, dst, 0, n, emit_const(g, words, n));
}
