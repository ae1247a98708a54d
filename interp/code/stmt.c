/* Code for statements, decisions and chance. */
#include "interp/code/gen.h"

#include <string.h>

static int words_of(const Type *t) { return type_registers(t); }

static Type *set_type(Gen *g, Node *n)
{
  Type *t = n->type;
  if (t->tag == T_SET) return t;
  if (t->tag == T_PILE) return t->kind->set;
  return type_set(g->m, t->tag == T_LIST ? t->elem : t);
}

/* Two equal states must be equal in every live register: what a pause leaves unset is
 * cleared before it. */
static void clear(Gen *g, int reg, int n)
{
  if (n == 1) emit(g, OP_LDI, reg, 0, 0, 0);
  else emit(g, OP_CLEAR, reg, 0, 0, n);
}

static bool pauses(const Node *n)
{
  if (!n) return false;
  if (n->tag == N_PICK) return true;
  if (n->tag == N_CALL)
    for (const Node *a = n->a ? n->a->next : NULL; a; a = a->next)
      if (pauses(a)) return true;
  return pauses(n->a) || pauses(n->b) || pauses(n->c);
}

/* ---- decisions ------------------------------------------------------------------ */

static int decision_new(Gen *g, Node *n, const char *key)
{
  PDecision d = {.text = n->text ? gen_text(g, key, n->text) : -1, .seat = -1,
                 .first_alt = (int)g->alts.n, .loc = emit_loc(g, n)};
  if (g->secret) d.flags |= DECISION_SECRET;
  vec_push(&g->decisions, d);
  return (int)g->decisions.n - 1;
}

static int alt_new(Gen *g, int decision, AltForm form, Type *set, int var, Node *at)
{
  PAlt a = {form, at->tag == N_ALT && at->text ? gen_text(g, "choice", at->text) : -1,
            set ? emit_type(g, set) : -1, var, -1, emit_loc(g, at)};
  vec_push(&g->alts, a);
  g->decisions.at[decision].alts++;
  return (int)g->alts.n - 1;
}

/* Opens an attempt for this decision if what hangs on it can fail. */
static int open_mark(Gen *g, int decision, int mark)
{
  if (!g->attempt) return 0;
  g->decisions.at[decision].flags |= DECISION_ATTEMPT;
  vec_push(&g->marks, mark);
  return mark;
}

static void gen_random(Gen *g, Node *n, int dst)
{
  Type *st = set_type(g, n->b);
  int type = emit_type(g, st), w = words_of(st), s = alloc(g, w);
  gen_as(g, n->b, st, s);
  clear(g, dst, n->a ? w : 1);
  if (!n->a) {
    int live = g->top, r = alloc(g, 1);
    emit(g, OP_RANDOM, r, s, live, type);
    if (!n->type->opt) emit(g, OP_CHECK, r, 0, 0, 0);
    emit(g, OP_MOV, dst, r, 0, 0);
    return;
  }
  int acc = alloc(g, w), k = alloc(g, 1), one = alloc(g, 1);
  emit(g, OP_SNONE, acc, 0, 0, type);
  gen_expr(g, n->a, k);
  clear(g, one, 1);
  int loop = here(g), out = emit(g, OP_JLTI, k, 0, 1, 0);
  emit(g, OP_RANDOM, one, s, g->top, type);
  emit(g, OP_CHECK, one, 0, 0, 0);
  emit(g, OP_SADD, acc, one, 0, type);
  emit(g, OP_SDEL, s, one, 0, type);
  emit(g, OP_ADDI, k, k, 0, -1);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, out);
  emit(g, OP_MOVW, dst, acc, 0, w);
}

/* Offers alternative `alt` to who may answer: one seat, or each of a set. */
typedef struct Who {
  int reg;   /* the seat */
  bool many; /* a loop over seats is open */
  Iter it;
} Who;

static void who_begin(Gen *g, Who *w, Node *by, int reg)
{
  w->reg = reg;
  w->many = by && (by->type->tag == T_SET || by->type->tag == T_PILE);
  if (!by) {
    w->reg = g->me;
    return;
  }
  if (w->many) iter_begin(g, &w->it, by, by->type, reg);
  else gen_as(g, by, g->m->player->type, reg);
}

static void who_end(Gen *g, Who *w)
{
  if (w->many) iter_end(g, &w->it);
}

void gen_pick(Gen *g, Node *n, int dst)
{
  At before = at_enter(g, n);
  int top = g->top;
  if (n->num & PICK_RANDOM) {
    gen_random(g, n, dst);
    g->top = top;
    at_leave(g, before);
    return;
  }
  Type *st = set_type(g, n->b);
  clear(g, dst, n->a ? words_of(st) : 1);
  int live = g->top, w = words_of(st), seat = alloc(g, 1);
  int mark = g->spare++;
  int d = decision_new(g, n, "prompt");
  int alt = alt_new(g, d, n->a ? ALT_SUBSET : ALT_ELEMENT, st, dst, n);
  int none = n->num & PICK_MAY ? alt_new(g, d, ALT_NONE, NULL, dst, n) : -1;
  g->decisions.at[d].seat = seat;
  g->decisions.at[d].live = live;
  if (!n->a && none < 0) g->decisions.at[d].flags |= DECISION_PLAIN;
  emit(g, OP_BEGIN, 0, 0, 0, d);
  int s = alloc(g, w + 2);
  gen_as(g, n->b, st, s);
  if (n->a && n->a->tag == N_SPAN) {
    gen_expr(g, n->a->a, s + w);
    gen_expr(g, n->a->b, s + w + 1);
  } else if (n->a) {
    gen_expr(g, n->a, s + w);
    emit(g, OP_MOV, s + w + 1, s + w, 0, 0);
  }
  Who who;
  who_begin(g, &who, n->c, seat);
  emit(g, OP_OPT, who.reg, s, 0, alt);
  if (none >= 0) emit(g, OP_OPT, who.reg, s, 0, none);
  who_end(g, &who);
  int m = open_mark(g, d, mark);
  emit(g, OP_DECIDE, m, 0, 0, d);
  g->alts.at[alt].target = here(g);
  if (none >= 0) g->alts.at[none].target = here(g);
  g->top = top;
  at_leave(g, before);
}

static int count_picks(const Node *n)
{
  if (!n) return 0;
  int k = n->tag == N_PICK && !(n->num & PICK_RANDOM);
  if (n->tag == N_CALL)
    for (const Node *a = n->a ? n->a->next : NULL; a; a = a->next) k += count_picks(a);
  return k + count_picks(n->a) + count_picks(n->b) + count_picks(n->c);
}

static int stmt_picks(const Node *n)
{
  int k = 0;
  switch (n->tag) {
  case N_PHRASE:
    k = count_picks(n->c);
    for (const Node *a = n->b; a; a = a->next) k += count_picks(a);
    return k;
  case N_LET: return count_picks(n->b);
  case N_SET: case N_RAISE: case N_LOWER: return count_picks(n->a) + count_picks(n->b);
  case N_IF: case N_EACH: case N_REQUIRE: case N_AS: return count_picks(n->a);
  case N_REPEAT: return count_picks(n->a) + count_picks(n->b);
  default: return 0;
  }
}

/* Closes the attempts opened since there were `marks` of them. */
static void close_marks(Gen *g, size_t marks)
{
  if (g->marks.n > marks) emit(g, OP_DONE, g->marks.at[marks], 0, 0, 0);
  g->marks.n = marks;
}

/* ---- choose, may ---------------------------------------------------------------- */

static bool block_can_fail(Gen *g, Node *block)
{
  return (stmt_bits(g->m, block) & (CAN_FAIL | CAN_BE_STUCK)) != 0;
}

static void gen_alt_body(Gen *g, Node *block, int alt, int mark, int seat, bool by)
{
  g->alts.at[alt].target = here(g);
  size_t marks = g->marks.n;
  int me = g->me;
  if (by) g->me = seat;
  if (mark >= 0) vec_push(&g->marks, mark);
  gen_block(g, block);
  close_marks(g, marks);
  g->me = me;
}

static void gen_choose(Gen *g, Node *n)
{
  int top = g->top, live = top, seat = alloc(g, 1), var = alloc(g, 1), mark = alloc(g, 1);
  int d = decision_new(g, n, "prompt");
  bool fails = false;
  int first = (int)g->alts.n;
  for (Node *a = n->b; a; a = a->next) {
    Type *st = a->a ? set_type(g, a->a) : NULL;
    if (a->sym) a->sym->reg = var;
    alt_new(g, d, a->a ? ALT_ELEMENT : ALT_LABEL, st, var, a);
    fails |= block_can_fail(g, a->b);
  }
  g->decisions.at[d].seat = seat;
  g->decisions.at[d].live = live;
  if (fails) g->decisions.at[d].flags |= DECISION_ATTEMPT;
  if (n->a) g->decisions.at[d].flags |= DECISION_SEAT;
  emit(g, OP_BEGIN, 0, 0, 0, d);
  Who who;
  who_begin(g, &who, n->a, seat);
  int me = g->me, i = first;
  g->me = who.reg;
  for (Node *a = n->b; a; a = a->next, i++) {
    int t = g->top, s = 0;
    if (a->a) {
      Type *st = set_type(g, a->a);
      s = alloc(g, words_of(st));
      gen_as(g, a->a, st, s);
    }
    emit(g, OP_OPT, who.reg, s, 0, i);
    g->top = t;
  }
  g->me = me;
  who_end(g, &who);
  emit(g, OP_DECIDE, mark, 0, 0, d);
  g->top = mark + 1;
  Jumps out = {0};
  i = first;
  for (Node *a = n->b; a; a = a->next, i++) {
    At before = at_enter(g, a);
    gen_alt_body(g, a->b, i, fails ? mark : -1, seat, n->a != NULL);
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(&out, j);
    at_leave(g, before);
  }
  patch_all(g, &out);
  g->top = top;
}

static void gen_may(Gen *g, Node *n)
{
  int top = g->top, live = top, seat = alloc(g, 1), mark = alloc(g, 1);
  int d = decision_new(g, n, "prompt");
  int yes = alt_new(g, d, ALT_LABEL, NULL, seat, n), no = alt_new(g, d, ALT_LABEL, NULL, seat, n);
  TextUse y = {.source = "Yes"}, not = {.source = "No"};
  g->alts.at[yes].text = gen_text(g, "may.yes", &y);
  g->alts.at[no].text = gen_text(g, "may.no", &not);
  bool fails = block_can_fail(g, n->b);
  g->decisions.at[d].seat = seat;
  g->decisions.at[d].live = live;
  if (fails) g->decisions.at[d].flags |= DECISION_ATTEMPT;
  if (n->a) g->decisions.at[d].flags |= DECISION_SEAT;
  emit(g, OP_BEGIN, 0, 0, 0, d);
  Who who;
  who_begin(g, &who, n->a, seat);
  emit(g, OP_OPT, who.reg, 0, 0, yes);
  emit(g, OP_OPT, who.reg, 0, 0, no);
  who_end(g, &who);
  emit(g, OP_DECIDE, mark, 0, 0, d);
  g->top = mark + 1;
  gen_alt_body(g, n->b, yes, fails ? mark : -1, seat, n->a != NULL);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  g->alts.at[no].target = here(g);
  if (fails) emit(g, OP_DONE, mark, 0, 0, 0);
  patch(g, out);
  g->top = top;
}

/* ---- loops ---------------------------------------------------------------------- */

static void loop_enter(Gen *g, Loop *l)
{
  memset(l, 0, sizeof *l);
  l->up = g->loop;
  l->marks = (int)g->marks.n;
  g->loop = l;
}

static void loop_leave(Gen *g, Loop *l)
{
  for (size_t i = 0; i < l->breaks.n; i++) patch(g, l->breaks.at[i]);
  vec_free(&l->breaks);
  g->loop = l->up;
}

static void gen_each(Gen *g, Node *n)
{
  int var = alloc(g, 1);
  n->sym->reg = var;
  int me = g->me;
  bool secret = g->secret;
  if (n->num) {
    emit(g, OP_GATHER, 0, 0, 0, 1);
    g->me = var;
    g->secret = true;
  }
  Iter it;
  Loop l;
  iter_begin(g, &it, n->a, set_type(g, n->a), var);
  loop_enter(g, &l);
  gen_block(g, n->b);
  iter_end(g, &it);
  loop_leave(g, &l);
  g->me = me;
  g->secret = secret;
  if (n->num) emit(g, OP_GATHER, 0, 0, 0, 0);
}

static void gen_repeat(Gen *g, Node *n)
{
  int count = -1;
  if (n->a) {
    count = alloc(g, 1);
    gen_expr(g, n->a, count);
  }
  Loop l;
  loop_enter(g, &l);
  int top = here(g);
  Jumps out = {0};
  if (n->a) {
    int j = emit(g, OP_JLTI, count, 0, 1, 0);
    vec_push(&out, j);
    emit(g, OP_ADDI, count, count, 0, -1);
  }
  if (n->b) gen_jump(g, n->b, false, &out);
  gen_block(g, n->c);
  emit(g, OP_LOOP, 0, 0, 0, top);
  patch_all(g, &out);
  loop_leave(g, &l);
}

static void gen_stop(Gen *g)
{
  if ((int)g->marks.n > g->loop->marks) emit(g, OP_DONE, g->marks.at[g->loop->marks], 0, 0, 0);
  int j = emit(g, OP_JMP, 0, 0, 0, 0);
  vec_push(&g->loop->breaks, j);
}

/* ---- changes -------------------------------------------------------------------- */

static Field *place_field(const Node *n)
{
  const Node *p = n->tag == N_INDEX ? n->a : n;
  return p->sym->tag == SY_FIELD ? p->sym->field : NULL;
}

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

static void gen_set_place(Gen *g, Node *place, int value)
{
  Field *f = place_field(place);
  int w = words_of(place->type);
  if (!f) {
    emit(g, w == 1 ? OP_MOV : OP_MOVW, place->sym->reg, value, 0, w);
    return;
  }
  int base = gen_base(g, place, &f);
  check_base(g, place, base);
  emit(g, w > 1 || f->type->tag == T_SET ? OP_PUTW : OP_PUT, value, 0, base < 0 ? 0 : base, f->index);
  gen_watch(g, f, NULL);
}

static void gen_change(Gen *g, Node *n)
{
  Field *f = place_field(n->a);
  int amount = alloc(g, 1);
  if (pauses(n->b)) clear(g, amount, 1);
  gen_as(g, n->b, n->b->type->opt ? type_opt(g->m, n->b->type, false) : n->b->type, amount);
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
  if (!v) emit(g, lower ? OP_LOWER : OP_RAISE, amount, 0, base < 0 ? 0 : base, f->index);
  else {
    int frame = gen_call_frame(g, 2);
    emit(g, OP_MOV, frame + 1, g->me, 0, 0);
    if (f->kind) emit(g, OP_MOV, frame + 2, base, 0, 0);
    else emit(g, OP_LDI, frame + 2, 0, 0, NONE);
    emit(g, OP_MOV, frame + 3, amount, 0, 0);
    if (f->per) emit(g, OP_MOV, frame + 4, base + 1, 0, 0);
    gen_layer_call(g, v, g->rule_verb == v ? g->rule_layer : LAYER_COUNT, frame);
  }
  gen_watch(g, f, NULL);
}

/* ---- phrases -------------------------------------------------------------------- */

static bool args_pause(const Node *a)
{
  for (; a; a = a->next)
    if (pauses(a)) return true;
  return false;
}

static void gen_verb_call(Gen *g, Node *n)
{
  Verb *v = n->sym->slot;
  int words = 0;
  for (size_t i = 0; i < v->params.n; i++) words += words_of(v->params.at[i]->type);
  int frame = gen_call_frame(g, words);
  int thing = frame + 2;
  if (stmt_picks(n) || pauses(n->c) || args_pause(n->b)) clear(g, frame, words + 3);
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

static void gen_move(Gen *g, Node *n, bool under)
{
  Node *what = n->b, *to = what->next;
  if (what->type->tag == T_THING) {
    int x = gen_any(g, what);
    if (what->type->opt) emit(g, OP_CHECK, x, 0, 0, 0);
    emit(g, OP_MOVE, x, gen_pile(g, to), 0, under);
  } else {
    int var = alloc(g, 1);
    Iter it;
    iter_begin(g, &it, what, set_type(g, what), var);
    int top = g->top;
    emit(g, OP_MOVE, var, gen_pile(g, to), 0, under);
    g->top = top;
    iter_end(g, &it);
  }
  gen_watch(g, NULL, pile_kind(to));
}

static void gen_draw(Gen *g, Node *n)
{
  Node *how = n->b, *from = how->next, *to = from->next;
  int k = alloc(g, 1), left = alloc(g, 1);
  gen_expr(g, how, k);
  int p = gen_pile(g, from), q = gen_pile(g, to);
  int loop = here(g), out = emit(g, OP_JLTI, k, 0, 1, 0);
  emit(g, OP_PCOUNT, left, p, 0, 0);
  int none = emit(g, OP_JEQI, left, 0, 0, 0);
  emit(g, OP_DRAW, p, q, g->top, 0);
  emit(g, OP_ADDI, k, k, 0, -1);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, out);
  patch(g, none);
  gen_watch(g, NULL, pile_kind(to));
}

static void gen_phrase_stmt(Gen *g, Node *n)
{
  Node *a = n->b, *b = a ? a->next : NULL;
  switch (n->op) {
  case BP_VERB: case BP_SLOT: gen_verb_call(g, n); break;
  case BP_ADD: case BP_REMOVE: {
    Type *st = b->type;
    int type = emit_type(g, st), w = words_of(st), x = gen_any_as(g, a, a->type->tag == T_SET || a->type->tag == T_PILE || a->type->tag == T_LIST ? st : type_opt(g->m, a->type, false));
    int s = alloc(g, w);
    gen_expr(g, b, s);
    bool one = a->type->tag != T_SET && a->type->tag != T_PILE && a->type->tag != T_LIST;
    if (one) emit(g, n->op == BP_ADD ? OP_SADD : OP_SDEL, s, x, 0, type);
    else emit(g, n->op == BP_ADD ? OP_SOR : OP_SSUB, s, s, x, type);
    gen_set_place(g, b, s);
    break;
  }
  case BP_MOVE: gen_move(g, n, false); break;
  case BP_MOVE_UNDER: gen_move(g, n, true); break;
  case BP_DRAW: gen_draw(g, n); break;
  case BP_SHUFFLE: emit(g, OP_SHUFFLE, gen_pile(g, a), 0, 0, 0); break;
  case BP_REVEAL: {
    Type *st = set_type(g, a);
    int s = alloc(g, words_of(st)), who = alloc(g, 1);
    gen_as(g, a, st, s);
    gen_as(g, b, g->m->player->set, who);
    emit(g, OP_REVEAL, s, who, 0, emit_type(g, st));
    break;
  }
  case BP_NOTE: emit(g, OP_NOTE, 0, 0, 0, gen_text(g, "note", a->text)); break;
  case BP_WIN: {
    int who = alloc(g, 1);
    gen_as(g, a, g->m->player->set, who);
    emit(g, OP_WIN, who, 0, 0, 0);
    break;
  }
  case BP_LOSE: emit(g, OP_LOSE, 0, 0, 0, -1); break;
  case BP_LOSE_BECAUSE: emit(g, OP_LOSE, 0, 0, 0, gen_text(g, "lose", a->text)); break;
  default: break;
  }
}

/* ---- tests ---------------------------------------------------------------------- */

static void gen_expect(Gen *g, Node *n)
{
  if (n->tag == N_AND) {
    gen_expect(g, n->a);
    gen_expect(g, n->b);
    return;
  }
  At before = at_enter(g, n);
  int top = g->top, ok = alloc(g, 1);
  gen_expr(g, n, ok);
  bool two = n->tag >= N_IS && n->tag <= N_GE;
  bool plain = two && n->a->tag != N_NONE && n->a->type->tag != T_PILE && n->a->type->tag != T_LIST && n->a->type->tag != T_TEXT;
  int type = -1, l = ok, r = ok;
  if (plain && words_of(n->a->type) <= 4 && (n->b->tag == N_NONE || type_fits(n->b->type, n->a->type))) {
    l = alloc(g, words_of(n->a->type));
    gen_expr(g, n->a, l);
    r = alloc(g, words_of(n->a->type));
    gen_as(g, n->b, n->b->tag == N_NONE || n->a->type->tag == T_SET ? n->a->type : n->b->type, r);
    type = emit_type(g, n->a->type);
  }
  emit(g, OP_EXPECT, ok, l, r, type);
  g->top = top;
  at_leave(g, before);
}

static void gen_run(Gen *g, Node *n)
{
  int script = (int)g->scripts.n;
  vec_push(&g->scripts, ((PScript){-1, 0}));
  emit(g, OP_RUN, 0, 0, 0, script);
  n->op = script; /* the answers' chunks come after this chunk (gen.c) */
  int top = g->top;
  gen_phrase_stmt(g, n->a);
  g->top = top;
  emit(g, OP_RAN, 0, 0, 0, script);
}

/* ---- the dispatcher ------------------------------------------------------------- */

static void gen_otherwise(Gen *g, Node *n)
{
  int mark = alloc(g, 1);
  size_t marks = g->marks.n;
  int jump = emit(g, OP_ATTEMPT, mark, g->me, 0, 0);
  vec_push(&g->marks, mark);
  gen_stmt(g, n->a);
  g->marks.n = marks;
  emit(g, OP_TRIED, mark, 0, 0, 0);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  patch(g, jump);
  gen_stmt(g, n->b);
  patch(g, out);
}

static void gen_plain(Gen *g, Node *n)
{
  switch (n->tag) {
  case N_BLOCK: gen_block(g, n); break;
  case N_SET: {
    int w = words_of(n->a->type), v;
    Type *t = place_field(n->a) ? place_field(n->a)->type : n->a->sym->type;
    if (w == 1 && t->tag != T_SET && !pauses(n->b)) v = gen_any_as(g, n->b, t);
    else {
      v = alloc(g, w);
      gen_as(g, n->b, t, v);
    }
    gen_set_place(g, n->a, v);
    break;
  }
  case N_RAISE: case N_LOWER: gen_change(g, n); break;
  case N_REQUIRE: {
    Jumps ok = {0};
    gen_jump(g, n->a, true, &ok);
    emit(g, OP_FAIL, 0, 0, 0, 0);
    patch_all(g, &ok);
    break;
  }
  case N_EXPECT: gen_expect(g, n->a); break;
  case N_STOP: gen_stop(g); break;
  case N_PHRASE: gen_phrase_stmt(g, n); break;
  case N_OTHERWISE: gen_otherwise(g, n); break;
  case N_IF: {
    Jumps no = {0};
    gen_jump(g, n->a, false, &no);
    gen_block(g, n->b);
    if (!n->c) {
      patch_all(g, &no);
      break;
    }
    int out = emit(g, OP_JMP, 0, 0, 0, 0);
    patch_all(g, &no);
    gen_stmt(g, n->c);
    patch(g, out);
    break;
  }
  case N_EACH: gen_each(g, n); break;
  case N_REPEAT: gen_repeat(g, n); break;
  case N_CHOOSE: gen_choose(g, n); break;
  case N_MAY: gen_may(g, n); break;
  case N_AS: {
    int p = alloc(g, 1), me = g->me;
    gen_as(g, n->a, g->m->player->type, p);
    g->me = p;
    gen_block(g, n->b);
    g->me = me;
    break;
  }
  case N_RUN: gen_run(g, n); break;
  default: break;
  }
}

static Node *find_pick(Node *n)
{
  if (!n) return NULL;
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) return n;
  Node *f = NULL;
  for (Node *a = n->a; a && !f; a = n->tag == N_CALL ? a->next : NULL) f = find_pick(a);
  for (Node *a = n->b; a && !f; a = n->tag == N_PHRASE ? a->next : NULL) f = find_pick(a);
  return f ? f : find_pick(n->c);
}

/* Can the statement fail for another reason than that its only choice is empty? */
static bool can_fail_after_pick(Gen *g, Node *n, int picks)
{
  Node *pick = picks == 1 ? find_pick(n) : NULL;
  if (pick) pick->num |= PICK_EMPTY_OK; /* see flow.c: not counted as stuck */
  Node one = *n;
  one.next = NULL;
  unsigned bits = n->tag == N_LET ? expr_bits(g->m, n->b) : stmt_bits(g->m, &one);
  if (pick) pick->num &= ~(int64_t)PICK_EMPTY_OK;
  return (bits & (CAN_FAIL | CAN_BE_STUCK)) != 0;
}

/* A statement with decisions in it is their attempt (a `let`: the rest of its block). */
void gen_stmt(Gen *g, Node *n)
{
  At before = at_enter(g, n->tag == N_PHRASE ? n->a : n);
  if (n->cites) g->cite = emit_string(g, n->cites->name);
  int top = g->top, picks = stmt_picks(n), spare = g->spare;
  bool attempt = g->attempt;
  size_t marks = g->marks.n;
  if (picks) {
    g->spare = alloc(g, picks);
    clear(g, g->spare, picks);
    g->attempt = can_fail_after_pick(g, n, picks);
  } else g->attempt = false;
  gen_plain(g, n);
  close_marks(g, marks);
  g->attempt = attempt;
  g->spare = spare;
  g->top = top;
  at_leave(g, before);
}

static void gen_let(Gen *g, Node *n)
{
  At before = at_enter(g, n);
  int picks = stmt_picks(n);
  if (picks) g->spare = alloc(g, picks), clear(g, g->spare, picks);
  Node rest = {.tag = N_BLOCK, .a = n->next};
  g->attempt = picks && ((stmt_bits(g->m, &rest) & (CAN_FAIL | CAN_BE_STUCK)) || can_fail_after_pick(g, n, picks));
  Type *t = n->sym->type;
  int r = alloc(g, words_of(t));
  if (pauses(n->b)) clear(g, r, words_of(t));
  gen_as(g, n->b, t, r);
  n->sym->reg = r;
  g->attempt = false;
  at_leave(g, before);
}

void gen_block(Gen *g, Node *block)
{
  int top = g->top, cite = g->cite;
  size_t marks = g->marks.n;
  if (block->cites) g->cite = emit_string(g, block->cites->name);
  for (Node *n = block->a; n; n = n->next)
    if (n->tag == N_LET) gen_let(g, n);
    else gen_stmt(g, n);
  close_marks(g, marks);
  g->top = top;
  g->cite = cite;
}
