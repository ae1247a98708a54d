/* Boards: what a view shows, as registers and constants that say what they mean. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* What is shown, and where: the constants of one instruction. */
typedef struct Shown {
  int64_t k[SHOW_HEAD];
  int regs;
} Shown;

static Shown shown_new(Gen *g, ShowShape shape)
{
  Shown s = {{[SHOW_SHAPE] = shape,
              [SHOW_TYPE] = -1,
              [SHOW_TEXT] = -1,
              [SHOW_NOUN_ROW] = -1,
              [SHOW_SPOT] = -1,
              [SHOW_SPOT_FIELD] = -1,
              [SHOW_END] = -1,
              [SHOW_PER] = -1},
             alloc(g, SHOWN_REGS)};
  for (int i = 0; i < SHOWN_REGS; i++) emit(g, OP_LDI, s.regs + i, 0, 0, NONE);
  return s;
}

static void tell(Gen *g, const Shown *s)
{
  emit(g, OP_SHOW, g->me, s->regs, 0, emit_const(g, s->k, SHOW_HEAD));
}

void gen_board(Gen *g, const Node *view)
{
  INVARIANT(view && view->tag < N_COUNT);
  Shown s = shown_new(g, SHOW_SIZE);
  emit(g, OP_LDI, s.regs + SHOWN_AT, 0, 0, (int)view->a->num);
  emit(g, OP_LDI, s.regs + SHOWN_AT + 1, 0, 0, (int)view->a->next->num);
  tell(g, &s);
}

static void numbers(Gen *g, const Shown *s, Node *n)
{
  for (int i = SHOWN_AT; n && i < SHOWN_REGS; n = n->next, i++)
    gen_expr(g, n, s->regs + i);
}

/* The thing whose field a name, a path or an index reads: the reader may not know it. */
static void whose(Gen *g, Node *n, int reg)
{
  Field *f = field_of(n);
  if (!f || !f->kind) return;
  int top = g->top, base = gen_base(g, n, &f);
  emit(g, OP_MOV, reg, base, 0, 0);
  g->top = top;
}

/* What a field has one for each of, and this one is for. */
static void what_for(Gen *g, Node *n, Shown *s)
{
  if (n->tag != N_INDEX || !field_of(n) || !field_of(n)->per) return;
  gen_expr(g, n->b, s->regs + SHOWN_FOR);
  s->k[SHOW_PER] = emit_type(g, n->b->type);
}

static void noun(Gen *g, Node *n, Shown *s)
{
  const Sym *y = n->tag == N_INDEX ? n->a->sym : n->sym;
  if (!y || (n->tag == N_CALL && y->tag != SY_VALUE)) return;
  if (y->tag == SY_FIELD) {
    s->k[SHOW_NOUN] = SHOWN_FIELD, s->k[SHOW_NOUN_ROW] = y->field->index;
    whose(g, n, s->regs + SHOWN_OF);
    what_for(g, n, s);
  } else if (y->tag == SY_COLUMN) {
    s->k[SHOW_NOUN] = SHOWN_COLUMN, s->k[SHOW_NOUN_ROW] = y->column->index;
  } else if (y->tag == SY_VALUE && y->value->row) {
    s->k[SHOW_NOUN] = SHOWN_VALUE, s->k[SHOW_NOUN_ROW] = y->value->row - 1;
  }
}

static void spot(Gen *g, Node *n, Shown *s)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Field *f = field_of(n);
  gen_expr(g, n, s->regs + SHOWN_ON);
  s->k[SHOW_SPOT] = emit_type(g, n->type);
  if (!f) return;
  s->k[SHOW_SPOT_FIELD] = f->index;
  whose(g, n, s->regs + SHOWN_ON_OF);
}

/* One of a set, pile or list after the other. */
static void each(Gen *g, Node *set, Shown *s)
{
  Type *st = gen_set_type(g, set);
  Iter it;
  s->k[SHOW_TYPE] = emit_type(g, st->elem);
  iter_begin(g, &it, set, st, s->regs + SHOWN_WHAT);
  tell(g, s);
  iter_end(g, &it);
}

static bool is_set(const Type *t) { return t->tag == T_SET || t->tag == T_LIST; }

static void item(Gen *g, Node *n, Shown *s)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_STR) {
    gen_reserve(g, n->text);
    gen_compute(g, n->text);
    s->k[SHOW_TEXT] = gen_text(g, n->text, "show");
    tell(g, s);
    return;
  }
  noun(g, n, s);
  if (is_set(n->type)) {
    each(g, n, s);
    return;
  }
  s->k[SHOW_TYPE] = emit_type(g, n->type);
  if (n->type->tag == T_PILE) emit(g, OP_MOV, s->regs + SHOWN_WHAT, gen_pile(g, n), 0, 0);
  else gen_expr(g, n, s->regs + SHOWN_WHAT);
  tell(g, s);
}

static void line(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *from = n->b->next, *to = from->next;
  Shown s = shown_new(g, SHOW_LINE);
  gen_expr(g, from, s.regs + SHOWN_AT);
  gen_expr(g, to, s.regs + SHOWN_AT + 1);
  s.k[SHOW_SPOT] = emit_type(g, from->type);
  s.k[SHOW_END] = emit_type(g, to->type);
  item(g, n->b, &s);
}

/* The area first, then its places. */
static void area(Gen *g, Node *n, ShowShape shape)
{
  Shown a = shown_new(g, shape), s = shown_new(g, SHOW_EACH);
  a.k[SHOW_TYPE] = emit_type(g, gen_set_type(g, n->b)->elem);
  numbers(g, &a, n->b->next);
  tell(g, &a);
  each(g, n->b, &s);
}

void gen_show(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  static const ShowShape shapes[] = {SHOW_ROW, SHOW_COLUMN, SHOW_RING, SHOW_LOOP,
                                     SHOW_GRID};
  Shown s;
  switch (n->op) {
  case BP_SHOW_AT:
  case BP_SHOW_BOX:
    s = shown_new(g, SHOW_AT);
    numbers(g, &s, n->b->next);
    item(g, n->b, &s);
    break;
  case BP_SHOW_LINE: line(g, n); break;
  case BP_SHOW_ON:
  case BP_SHOW_PART:
    s = shown_new(g, n->op == BP_SHOW_ON ? SHOW_ON : SHOW_PART);
    spot(g, n->b->next, &s);
    numbers(g, &s, n->b->next->next);
    item(g, n->b, &s);
    break;
  default: area(g, n, shapes[n->op - BP_SHOW_ROW]); break;
  }
}
