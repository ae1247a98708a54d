/* Changes: what a statement does to fields, piles and sets. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

static bool may_lack_thing(const Node *place)
{
  const Node *p = place->tag == N_INDEX ? place->a : place;
  return p->tag == N_DOT && p->a->type->opt;
}

static void check_base(Gen *g, Node *place, int base)
{
  if (base < 0) return;
  if (may_lack_thing(place)) emit(g, OP_CHECK, base, 0, 0, 0);
  if (place->tag == N_INDEX && place->b->type->opt) emit(g, OP_CHECK, base + 1, 0, 0, 0);
}

void gen_set_place(Gen *g, Node *place, int value)
{
  INVARIANT(place && place->tag < N_COUNT);
  Field *f = field_of(place);
  int w = words_of(place->type);
  if (!f) {
    emit(g, w == 1 ? OP_MOV : OP_MOVW, place->sym->reg, value, 0, w);
    return;
  }
  int base = gen_base(g, place, &f);
  check_base(g, place, base);
  emit(g, w > 1 || f->type->tag == T_SET ? OP_PUTW : OP_PUT, value, g->me,
       base < 0 ? 0 : base, f->index);
  gen_watch(g, f, NULL, f->kind ? base : -1);
}

void gen_change(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Field *f = field_of(n->a);
  int amount = alloc(g, 1);
  gen_as(g, n->b, n->b->type->opt ? type_opt(g->m, n->b->type, false) : n->b->type,
         amount);
  bool lower = n->tag == N_LOWER;
  if (!f) {
    int r = n->a->sym->reg;
    emit(g, lower ? OP_SUB : OP_ADD, r, r, amount, 0);
    emit(g, OP_CLAMP, r, r, 0, emit_type(g, n->a->sym->type));
    return;
  }
  Verb *v = lower ? f->lower : f->raise;
  int base = gen_base(g, n->a, &f);
  check_base(g, n->a, base);
  if (!v)
    emit(g, lower ? OP_LOWER : OP_RAISE, amount, g->me, base < 0 ? 0 : base, f->index);
  else {
    int frame = gen_call_frame(g, 2);
    emit(g, OP_MOV, frame + 1, g->me, 0, 0);
    if (f->kind) emit(g, OP_MOV, frame + 2, base, 0, 0);
    else emit(g, OP_LDI, frame + 2, 0, 0, NONE);
    emit(g, OP_MOV, frame + 3, amount, 0, 0);
    if (f->per) emit(g, OP_MOV, frame + 4, base + 1, 0, 0);
    gen_layer_call(g, v, g->rule_verb == v ? g->rule_layer : LAYER_COUNT, frame);
  }
  gen_watch(g, f, NULL, f->kind ? base : -1);
}

static void gen_verb_call(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Verb *v = n->sym->slot;
  int words = 0;
  for (size_t i = 0; i < v->params.n; i++) words += words_of(v->params.at[i]->type);
  int frame = gen_call_frame(g, words);
  int thing = frame + 2;
  if (n->op == BP_SLOT) gen_as(g, n->c, n->c->type->kind->type, thing);
  else emit(g, OP_LDI, thing, 0, 0, NONE);
  int at = frame + 3;
  size_t i = 0;
  for (Node *a = n->b; a; a = a->next, i++) {
    Type *t = v->params.at[i]->type;
    if (t->tag == T_PILE) {
      int top = g->top;
      emit(g, OP_MOV, at, gen_pile(g, a), 0, 0);
      g->top = top;
    } else gen_as(g, a, t, at);
    at += words_of(t);
  }
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  gen_layer_call(g, v, g->rule_verb == v ? g->rule_layer : LAYER_COUNT, frame);
}

static Kind *pile_kind(const Node *n) { return n->type->kind; }

/* A whole pile whose order is unknown keeps it where it goes: one by one, as if drawn. */
static void gen_lay(Gen *g, Node *from, Node *to, bool under)
{
  int k = alloc(g, 1), p = gen_pile(g, from), q = gen_pile(g, to);
  emit(g, OP_PCOUNT, k, p, 0, 0);
  int loop = here(g), out = emit(g, OP_JLTI, k, 1, 0, 0);
  emit(g, under ? OP_TUCK : OP_LAY, p, q, g->top, g->me);
  emit(g, OP_ADDI, k, k, 0, -1);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, out);
}

static void gen_move(Gen *g, Node *n, bool under)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *what = n->b, *to = what->next;
  if (is_shuffled(what)) gen_lay(g, what, to, under);
  else if (what->type->tag == T_THING) {
    int x = gen_any(g, what);
    if (what->type->opt) emit(g, OP_CHECK, x, 0, 0, 0);
    emit(g, OP_MOVE, x, gen_pile(g, to), g->me, under);
  } else {
    int var = alloc(g, 1);
    Iter it;
    iter_begin(g, &it, what, gen_set_type(g, what), var);
    int top = g->top;
    emit(g, OP_MOVE, var, gen_pile(g, to), g->me, under);
    g->top = top;
    iter_end(g, &it);
  }
  gen_watch(g, NULL, pile_kind(to), -1);
}

static void gen_draw(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *how = n->b, *from = how->next, *to = from->next;
  int k = alloc(g, 1), left = alloc(g, 1);
  gen_expr(g, how, k);
  int p = gen_pile(g, from), q = gen_pile(g, to);
  int loop = here(g), out = emit(g, OP_JLTI, k, 1, 0, 0);
  emit(g, OP_PCOUNT, left, p, 0, 0);
  int none = emit(g, OP_JEQI, left, 0, 0, 0);
  emit(g, OP_DRAW, p, q, g->top, g->me);
  emit(g, OP_ADDI, k, k, 0, -1);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, none);
  emit(g, OP_NOP, 0, 0, 0, 0); /* only where too few are left: coverage tells of it */
  patch(g, out);
  gen_watch(g, NULL, pile_kind(to), -1);
}

static bool is_many(const Node *n)
{
  return n->type->tag == T_SET || n->type->tag == T_PILE || n->type->tag == T_LIST;
}

/* add and remove, of a list: at its end, and the first that is equal. */
static void gen_listing(Gen *g, Node *n, Node *a, Node *b)
{
  INVARIANT(n && n->tag < N_COUNT);
  bool place = n->op == BP_REMOVE_AT;
  int w = words_of(b->type), x = gen_any_as(g, a, place ? a->type : b->type->elem);
  int var = alloc(g, 1), count = alloc(g, 1), list = alloc(g, w);
  gen_expr(g, b, list);
  if (n->op == BP_ADD) emit(g, OP_LADD, list, x, 0, w);
  else if (place) emit(g, OP_LDEL, list, x, 0, w);
  else { /* the counter stands before its list */ emit(g, OP_LDI, count, 0, 0, 0);
    int loop = here(g), out = emit(g, OP_LNEXT, var, list, 0, w);
    int found = emit(g, OP_JEQ, var, x, 0, 0);
    emit(g, OP_LOOP, 0, 0, 0, loop);
    patch(g, found);
    emit(g, OP_LDEL, list, count, 0, w);
    patch(g, out);
  }
  gen_set_place(g, b, list);
}

static void gen_gather(Gen *g, Node *n, Node *a, Node *b)
{
  INVARIANT(b && b->tag < N_COUNT);
  Type *st = b->type;
  if (st->tag == T_LIST) {
    gen_listing(g, n, a, b);
    return;
  }
  bool many = is_many(a);
  int type = emit_type(g, st),
      x = gen_any_as(g, a, many ? st : type_opt(g->m, a->type, false));
  int s = alloc(g, words_of(st));
  gen_expr(g, b, s);
  if (many) emit(g, n->op == BP_ADD ? OP_SOR : OP_SSUB, s, s, x, type);
  else emit(g, n->op == BP_ADD ? OP_SADD : OP_SDEL, s, x, 0, type);
  gen_set_place(g, b, s);
}

static void show(Gen *g, const TextUse *text)
{
  gen_reserve(g, text);
  gen_compute(g, text);
}

void gen_phrase_stmt(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_VERB:
  case BP_SLOT: gen_verb_call(g, n); break;
  case BP_ADD:
  case BP_REMOVE:
  case BP_REMOVE_AT: gen_gather(g, n, a, b); break;
  case BP_MOVE: gen_move(g, n, false); break;
  case BP_MOVE_UNDER: gen_move(g, n, true); break;
  case BP_DRAW: gen_draw(g, n); break;
  case BP_SHUFFLE: emit(g, OP_SHUFFLE, gen_pile(g, a), g->me, 0, 1); break;
  case BP_REVEAL: {
    if (reveals_value(a->type)) { /* nothing changes, but it cannot be taken back */
      int value = gen_any(g, a), seats = alloc(g, 1);
      gen_as(g, b, g->m->player->set, seats);
      emit(g, OP_LEARN, value, seats, g->me, emit_type(g, a->type));
      break;
    }
    Type *st = gen_set_type(g, a);
    int s = alloc(g, words_of(st)), who = alloc(g, 1);
    gen_as(g, a, st, s);
    gen_as(g, b, g->m->player->set, who);
    emit(g, OP_REVEAL, s, who, g->me, emit_type(g, st));
    break;
  }
  case BP_NOTE:
    show(g, a->text);
    emit(g, OP_NOTE, g->me, 0, 0, gen_text(g, a->text, "note"));
    break;
  case BP_NOTE_AT: {
    int column = alloc(g, 1);
    gen_expr(g, b, column);
    show(g, a->text);
    emit(g, OP_NOTEAT, g->me, column, 0, gen_text(g, a->text, "note"));
    break;
  }
  case BP_WIN:
  case BP_WIN_BECAUSE: {
    int who = alloc(g, 1);
    gen_as(g, a, g->m->player->set, who);
    if (b) show(g, b->text);
    if (b) emit(g, OP_WINBY, who, 0, 0, gen_text(g, b->text, "win"));
    else emit(g, OP_WIN, who, 0, 0, 0);
    break;
  }
  case BP_LOSE: emit(g, OP_LOSE, 0, 0, 0, -1); break;
  case BP_LOSE_BECAUSE:
    show(g, a->text);
    emit(g, OP_LOSE, 0, 0, 0, gen_text(g, a->text, "lose"));
    break;
  default:
    if (phrase_shows(n->op)) gen_show(g, n);
    break;
  }
}
