/* Narrowing: Inside `if n > 0 { }`, and after `require n > 0`, a name that cannot change
 * is known to be larger than 0.  Only names that cannot change are narrowed: nothing in
 * between can make it untrue.  Inside an expression, `if n > 0 then n else 1`, nothing
 * changes at all, so there fields of the game are narrowed, too. */
#include "interp/sema/sema_int.h"
#include "interp/base/invariant.h"

static void narrow_to(Sema *s, Narrowed **list, Sym *y, Type *t)
{
  Narrowed *w = ARENA_NEW(s->m->arena, Narrowed);
  *w = (Narrowed){*list, y, y->type};
  *list = w;
  y->type = t;
}

void widen(Narrowed *list)
{
  for (; list; list = list->up) list->sym->type = list->before;
}

static Sym *steady(const Node *n, bool inside)
{
  Sym *y = n->tag == N_NAME || n->tag == N_IT ? n->sym : NULL;
  if (!y || !y->type) return NULL;
  if (y->tag == SY_LOCAL && y->fixed) return y;
  bool own = y->tag == SY_FIELD && !y->field->kind && !y->field->per && !y->field->pile;
  return inside && own ? y : NULL;
}

void narrow(Sema *s, Node *c, bool holds, bool inside, Narrowed **list)
{
  INVARIANT(c && c->tag < N_COUNT);
  if (c->tag == N_AND && holds) {
    narrow(s, c->a, true, inside, list);
    narrow(s, c->b, true, inside, list);
    return;
  }
  if (c->tag == N_OR && !holds) {
    narrow(s, c->a, false, inside, list);
    narrow(s, c->b, false, inside, list);
    return;
  }
  if (c->tag == N_NOT) {
    narrow(s, c->a, !holds, inside, list);
    return;
  }
  bool two =
      c->tag >= N_IS && c->tag <= N_GE; /* a comparison: others may have one side */
  Sym *y = two ? steady(c->a, inside) : NULL;
  if (!y) return;
  if ((c->tag == N_ISNOT && holds) || (c->tag == N_IS && !holds)) {
    if (c->b->tag == N_NONE) narrow_to(s, list, y, type_opt(s->m, y->type, false));
    else if (y->type->tag == T_NUM && c->b->tag == N_NUM && c->b->num == y->type->lo)
      narrow_to(
          s, list, y,
          type_opt(s->m, type_num(s->m, y->type->lo + 1, y->type->hi), y->type->opt));
    return;
  }
  if (y->type->tag != T_NUM || !c->b->type || c->b->type->tag != T_NUM) return;
  int64_t lo = y->type->lo, hi = y->type->hi;
  Type *b = c->b->type;
  Tag tag = c->tag;
  /* A comparison with none is not true: where one is denied, none may be the reason. */
  bool compares = tag == N_LT || tag == N_LE || tag == N_GT || tag == N_GE;
  if (compares && !holds && b->opt) return;
  bool none = y->type->opt && (compares ? !holds : b->opt);
  if (!holds)
    tag = tag == N_LT   ? N_GE
          : tag == N_GE ? N_LT
          : tag == N_GT ? N_LE
          : tag == N_LE ? N_GT
                        : tag;
  if (tag == N_LT && b->hi - 1 < hi) hi = b->hi - 1;
  if (tag == N_LE && b->hi < hi) hi = b->hi;
  if (tag == N_GT && b->lo + 1 > lo) lo = b->lo + 1;
  if (tag == N_GE && b->lo > lo) lo = b->lo;
  if (tag == N_IS) lo = lo > b->lo ? lo : b->lo, hi = hi < b->hi ? hi : b->hi;
  if (lo <= hi) narrow_to(s, list, y, type_opt(s->m, type_num(s->m, lo, hi), none));
}
