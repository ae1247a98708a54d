/* Decisions and chance: what is asked, of whom, and what hangs on the answer. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* A pause keeps the registers below `live`; the statement clears them first (stmt.c). */
static void keep_live(Gen *g, int live)
{
  if (live > g->live_most) g->live_most = live;
}

bool node_pauses(const Node *n)
{
  if (!n) return false;
  if (n->tag == N_PICK) return true;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);)
    if (node_pauses(p.at)) return true;
  return false;
}

static int decision_new(Gen *g, Node *n)
{
  PDecision d = {.text = n->text ? gen_text(g, n->text, "ask") : -1,
                 .seat = -1,
                 .first_alt = (int)g->alts.n,
                 .loc = emit_loc(g, n)};
  if (g->secret) d.flags |= DECISION_SECRET;
  vec_push(&g->decisions, d);
  return (int)g->decisions.n - 1;
}

static int alt_new(Gen *g, int decision, AltForm form, Type *set, int var, Node *at)
{
  INVARIANT(at && at->tag < N_COUNT);
  const Node *says = at->tag == N_ALT && form != ALT_PART ? alt_last(at) : at;
  PAlt a = {form,
            says->tag == N_ALT && says->text && form != ALT_PART
                ? gen_text(g, says->text, "choice")
                : -1,
            set ? emit_type(g, set) : -1,
            var,
            -1,
            emit_loc(g, at)};
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
  INVARIANT(n && n->tag < N_COUNT);
  Type *st = gen_set_type(g, n->b);
  int type = emit_type(g, st), w = words_of(st), s = alloc(g, w);
  gen_as(g, n->b, st, s);
  if (!n->a) {
    int live = g->top, r = alloc(g, 1);
    keep_live(g, live);
    emit(g, OP_RANDOM, r, s, live, type);
    if (!n->type->opt) emit(g, OP_CHECK, r, 0, 0, 0);
    emit(g, OP_MOV, dst, r, 0, 0);
    return;
  }
  int acc = alloc(g, w), k = alloc(g, 1), one = alloc(g, 1);
  emit(g, OP_SNONE, acc, 0, 0, type);
  gen_expr(g, n->a, k);
  int loop = here(g), out = emit(g, OP_JLTI, k, 1, 0, 0);
  keep_live(g, g->top);
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
  INVARIANT(n && n->tag < N_COUNT);
  At before = at_enter(g, n);
  int top = g->top;
  if (n->num & PICK_RANDOM) {
    gen_random(g, n, dst);
    g->top = top;
    at_leave(g, before);
    return;
  }
  Type *st = gen_set_type(g, n->b);
  /* Whoever begins a choice in parts ends it: who that is has to outlive the pauses. */
  bool begun = n->a && n->c && (n->c->type->tag == T_SET || n->c->type->tag == T_PILE);
  int who_began = begun ? alloc(g, 1) : -1;
  int live = g->top, w = words_of(st), seat = alloc(g, 1);
  int mark = g->spare++;
  gen_reserve(g, n->text);
  int d = decision_new(g, n);
  int alt = alt_new(g, d, n->a ? ALT_SUBSET : ALT_ELEMENT, st, dst, n);
  int none = n->num & PICK_MAY ? alt_new(g, d, ALT_NONE, n->a ? st : NULL, dst, n) : -1;
  g->decisions.at[d].seat = begun ? who_began : seat;
  g->decisions.at[d].live = live;
  keep_live(g, live);
  if (begun) g->decisions.at[d].flags |= DECISION_BEGUN;
  if (!n->a && none < 0) g->decisions.at[d].flags |= DECISION_PLAIN;
  emit(g, OP_BEGIN, 0, 0, 0, d);
  gen_compute(g, n->text);
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
  int k = n->tag == N_PICK && !(n->num & PICK_RANDOM);
  for (Parts p = parts_of(n, PARTS_EXPRESSION); parts_next(&p);) k += count_picks(p.at);
  return k;
}

int node_picks(const Node *n)
{
  return n->tag == N_CHOOSE || n->tag == N_MAY ? 0 : count_picks(n);
}

/* Closes the attempts opened since there were `marks` of them. */
void gen_close_marks(Gen *g, size_t marks)
{
  if (g->marks.n > marks) emit(g, OP_DONE, g->marks.at[marks], 0, 0, 0);
  g->marks.n = marks;
}

static bool block_can_fail(Gen *g, Node *block)
{
  return (stmt_bits(g->m, block) & (CAN_FAIL | CAN_BE_STUCK)) != 0;
}

static void gen_alt_body(Gen *g, Node *block, int alt, int mark, int seat, bool by)
{
  do g->alts.at[alt].target = here(g);
  while (++alt < (int)g->alts.n && g->alts.at[alt].form == ALT_PART);
  size_t marks = g->marks.n;
  int me = g->me;
  if (by) g->me = seat;
  if (mark >= 0) vec_push(&g->marks, mark);
  gen_block(g, block);
  gen_close_marks(g, marks);
  g->me = me;
}

/* ---- moves of several parts ----------------------------------------------------- */

/* What a move asked for in parts has so far outlives the pauses between them: registers
 * for who began it, its attempt and its parts.  Returns how many alternatives are moves.
 */
static int keep_parts(Gen *g, Node *alts, int from)
{
  int moves = 0;
  for (Node *a = alts; a; a = a->next) {
    moves += alt_rest(a) != NULL;
    for (Node *b = alt_rest(a) ? a : NULL; b; b = alt_rest(b)) b->sym->reg = alloc(g, 1);
  }
  if (!moves) return 0;
  emit(g, OP_CLEAR, from, 0, 0, g->top - from);
  for (Node *a = alts; a; a = a->next)
    for (Node *b = alt_rest(a) ? a : NULL; b; b = alt_rest(b))
      emit(g, OP_LDI, b->sym->reg, 0, 0, NONE);
  return moves;
}

static void move_new(Gen *g, int decision, Node *alt)
{
  for (Node *b = alt; b; b = alt_rest(b))
    alt_new(g, decision, b == alt ? ALT_MOVE : ALT_PART, gen_set_type(g, b->a),
            b->sym->reg, b);
}

/* Offers all combinations: a loop for each name but the last. */
static void offer_moves(Gen *g, Node *alt, int row, int seat)
{
  enum { MOST = MAX_MOVE_PARTS };
  uint32_t none = (uint32_t)NONE;
  int n = 0, kept[MOST], loop[MOST], out[MOST], at = alloc(g, MOST);
  Node *b = alt;
  for (; alt_rest(b); b = alt_rest(b), n++) {
    Type *st = gen_set_type(g, b->a);
    int s = alloc(g, words_of(st)), type = emit_type(g, st);
    gen_as(g, b->a, st, s);
    kept[n] = b->sym->reg;
    b->sym->reg = at + n;
    int one = alloc(g, words_of(st)); /* a part that was given is looked at alone */
    int all = emit(g, OP_JEQI, kept[n], (int)(none & 0xFFFF), (int)(none >> 16), 0);
    emit(g, OP_SONE, one, kept[n], 0, type);
    emit(g, OP_SAND, s, s, one, type);
    patch(g, all);
    emit(g, OP_LDI, at + n, 0, 0, NONE);
    loop[n] = emit(g, OP_OFFERED, at + n, s, seat, type);
    out[n] = emit(g, OP_JEQI, at + n, (int)(none & 0xFFFF), (int)(none >> 16), 0);
  }
  Type *st = gen_set_type(g, b->a);
  int s = alloc(g, words_of(st));
  gen_as(g, b->a, st, s);
  emit(g, OP_OPTS, seat, s, at, row);
  while (n-- > 0) {
    emit(g, OP_LOOP, 0, 0, 0, loop[n]);
    patch(g, out[n]);
  }
  for (b = alt, n = 0; alt_rest(b); b = alt_rest(b), n++) b->sym->reg = kept[n];
}

/* ---- statements ----------------------------------------------------------------- */

void gen_choose(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int top = g->top, live = top, seat = alloc(g, 1), var = alloc(g, 1), mark = alloc(g, 1);
  int moves = keep_parts(g, n->b, seat);
  if (moves) live = g->top;
  gen_reserve(g, n->text);
  for (Node *a = n->b; a; a = a->next) gen_reserve(g, alt_last(a)->text);
  int d = decision_new(g, n);
  bool fails = false;
  int first = (int)g->alts.n;
  for (Node *a = n->b; a; a = a->next) {
    fails |= block_can_fail(g, alt_last(a)->b);
    if (alt_rest(a)) {
      move_new(g, d, a);
      continue;
    }
    Type *st = a->a ? gen_set_type(g, a->a) : NULL;
    if (a->sym) a->sym->reg = var;
    alt_new(g, d, a->a ? ALT_ELEMENT : ALT_LABEL, st, var, a);
  }
  g->decisions.at[d].seat = seat;
  g->decisions.at[d].live = live;
  if (moves) g->decisions.at[d].flags |= DECISION_MOVES;
  if (fails) g->decisions.at[d].flags |= DECISION_ATTEMPT;
  if (n->a) g->decisions.at[d].flags |= DECISION_SEAT;
  emit(g, OP_BEGIN, 0, 0, 0, d);
  gen_compute(g, n->text);
  for (Node *a = n->b; a; a = a->next) gen_compute(g, alt_last(a)->text);
  Who who;
  who_begin(g, &who, n->a, seat);
  int me = g->me, i = first;
  g->me = who.reg;
  for (Node *a = n->b; a; i += alt_rows(a), a = a->next) {
    int t = g->top, s = 0;
    if (alt_rest(a)) {
      offer_moves(g, a, i, who.reg);
      g->top = t;
      continue;
    }
    if (a->a) {
      Type *st = gen_set_type(g, a->a);
      s = alloc(g, words_of(st));
      gen_as(g, a->a, st, s);
    }
    emit(g, OP_OPT, who.reg, s, 0, i);
    g->top = t;
  }
  g->me = me;
  who_end(g, &who);
  emit(g, OP_DECIDE, mark, 0, 0, d);
  /* without an attempt nothing sets the mark */
  g->top = moves ? live : mark + (fails ? 1 : 0);
  Jumps out = {0};
  i = first;
  for (Node *a = n->b; a; i += alt_rows(a), a = a->next) {
    At before = at_enter(g, a);
    gen_alt_body(g, alt_last(a)->b, i, fails ? mark : -1, seat, n->a != NULL);
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(&out, j);
    at_leave(g, before);
  }
  patch_all(g, &out);
  g->top = top;
}

void gen_may(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int top = g->top, live = top, seat = alloc(g, 1), mark = alloc(g, 1);
  gen_reserve(g, n->text);
  int d = decision_new(g, n);
  int yes = alt_new(g, d, ALT_LABEL, NULL, seat, n),
      no = alt_new(g, d, ALT_LABEL, NULL, seat, n);
  /* The program's own words (words.def): a translation of the rules has none of them. */
  g->alts.at[yes].text = gen_title(g, "may.yes", "Yes");
  g->alts.at[no].text = gen_title(g, "may.no", "No");
  bool fails = block_can_fail(g, n->b);
  g->decisions.at[d].seat = seat;
  g->decisions.at[d].live = live;
  if (fails) g->decisions.at[d].flags |= DECISION_ATTEMPT;
  if (n->a) g->decisions.at[d].flags |= DECISION_SEAT;
  emit(g, OP_BEGIN, 0, 0, 0, d);
  gen_compute(g, n->text);
  Who who;
  who_begin(g, &who, n->a, seat);
  emit(g, OP_OPT, who.reg, 0, 0, yes);
  emit(g, OP_OPT, who.reg, 0, 0, no);
  who_end(g, &who);
  emit(g, OP_DECIDE, mark, 0, 0, d);
  g->top = mark + (fails ? 1 : 0); /* without an attempt nothing sets the mark */
  gen_alt_body(g, n->b, yes, fails ? mark : -1, seat, n->a != NULL);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  g->alts.at[no].target = here(g);
  if (fails) emit(g, OP_DONE, mark, 0, 0, 0);
  patch(g, out);
  g->top = top;
}

static Node *find_pick(Node *n)
{
  if (n->tag == N_PICK && !(n->num & PICK_RANDOM)) return n;
  Node *f = NULL;
  for (Parts p = parts_of(n, PARTS_EXPRESSION); !f && parts_next(&p);)
    f = find_pick(p.at);
  return f;
}

/* Can the statement fail for another reason than that its only choice is empty? */
bool gen_can_fail(Gen *g, Node *n, int picks)
{
  Node *pick = picks == 1 ? find_pick(n) : NULL;
  if (pick) pick->num |= PICK_EMPTY_OK; /* see flow.c: not counted as stuck */
  unsigned bits = n->tag == N_LET ? expr_bits(g->m, n->b) : stmt_bits(g->m, n);
  if (pick) pick->num &= ~(int64_t)PICK_EMPTY_OK;
  return (bits & (CAN_FAIL | CAN_BE_STUCK)) != 0;
}
