/* Code for statements, decisions and chance. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <string.h>

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
  INVARIANT(n && n->tag < N_COUNT);
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
  iter_begin(g, &it, n->a, gen_set_type(g, n->a), var);
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
  INVARIANT(n && n->tag < N_COUNT);
  int count = -1;
  if (n->a) {
    count = alloc(g, 1);
    gen_expr(g, n->a, count);
  }
  Loop l;
  loop_enter(g, &l);
  Jumps out = {0};
  if (n->a) {
    int j = emit(g, OP_JLTI, count, 1, 0, 0);
    vec_push(&out, j);
    emit(g, OP_ADDI, count, count, 0, -1);
  }
  int top = here(g);
  if (n->b) gen_jump(g, n->b, false, &out);
  gen_block(g, n->c);
  emit(g, n->a ? OP_AGAIN : OP_LOOP, n->a ? count : 0, 0, 0, top);
  patch_all(g, &out);
  loop_leave(g, &l);
}

static void gen_stop(Gen *g)
{
  if ((int)g->marks.n > g->loop->marks)
    emit(g, OP_DONE, g->marks.at[g->loop->marks], 0, 0, 0);
  int j = emit(g, OP_JMP, 0, 0, 0, 0);
  vec_push(&g->loop->breaks, j);
}

/* ---- tests ---------------------------------------------------------------------- */

static void gen_expect(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag == N_AND) {
    gen_expect(g, n->a);
    gen_expect(g, n->b);
    return;
  }
  At before = at_enter(g, n);
  int top = g->top, ok = alloc(g, 1);
  gen_expr(g, n, ok);
  bool two = n->tag >= N_IS && n->tag <= N_GE;
  bool plain = two && n->a->tag != N_NONE && n->a->type->tag != T_PILE &&
               n->a->type->tag != T_LIST && n->a->type->tag != T_TEXT;
  int type = -1, l = ok, r = ok;
  if (plain && words_of(n->a->type) <= 4 &&
      (n->b->tag == N_NONE || type_fits(n->b->type, n->a->type))) {
    l = alloc(g, words_of(n->a->type));
    gen_expr(g, n->a, l);
    r = alloc(g, words_of(n->a->type));
    gen_as(g, n->b,
           n->b->tag == N_NONE || n->a->type->tag == T_SET ? n->a->type : n->b->type, r);
    type = emit_type(g, n->a->type);
  }
  emit(g, OP_EXPECT, ok, l, r, type);
  g->top = top;
  at_leave(g, before);
}

static void gen_run(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  int script = (int)g->scripts.n;
  vec_push(&g->scripts, ((PScript){-1, 0}));
  emit(g, OP_RUN, 0, 0, 0, script);
  n->op = script; /* the answers' chunks come after this chunk (gen.c) */
  int top = g->top;
  gen_phrase_stmt(g, n->a);
  g->top = top;
  emit(g, OP_RAN, 0, 0, 0, script);
  if (g->sets_up) gen_arm(g);
  g->sets_up = false;
}

/* ---- the dispatcher ------------------------------------------------------------- */

static void gen_otherwise(Gen *g, Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
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
  INVARIANT(n && n->tag < N_COUNT);
  switch (n->tag) {
  case N_BLOCK: gen_block(g, n); break;
  case N_SET: {
    int w = words_of(n->a->type), v;
    Type *t = field_of(n->a) ? field_of(n->a)->type : n->a->sym->type;
    if (w == 1 && t->tag != T_SET && !node_pauses(n->b)) v = gen_any_as(g, n->b, t);
    else {
      v = alloc(g, w);
      gen_as(g, n->b, t, v);
    }
    gen_set_place(g, n->a, v);
    break;
  }
  case N_RAISE:
  case N_LOWER: gen_change(g, n); break;
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

/* Two equal states must be equal in every live register.  A statement that pauses in its
 * own expressions begins by clearing what the pause will keep: which registers those are
 * is known when it has been made. */
typedef struct Clearing {
  int at, most; /* the instruction, -1 if none is needed; what was kept before */
} Clearing;

static Clearing clear_begin(Gen *g, const Node *n)
{
  Clearing c = {-1, g->live_most};
  if (n->tag != N_CHOOSE && n->tag != N_MAY && node_pauses(n))
    c.at = emit(g, OP_CLEAR, g->top, 0, 0, 1);
  g->live_most = 0;
  return c;
}

static void clear_end(Gen *g, Clearing c, int top)
{
  if (c.at >= 0 && g->live_most > top) g->code.at[c.at].d = g->live_most - top;
  if (c.most > g->live_most) g->live_most = c.most;
}

/* A statement with decisions in it is their attempt (a `let`: the rest of its block). */
void gen_stmt(Gen *g, Node *n)
{
  At before = at_enter(g, n->tag == N_PHRASE ? n->a : n);
  if (n->cites) g->cite = emit_string(g, n->cites->name);
  int top = g->top, picks = node_picks(n), spare = g->spare;
  Clearing clear = clear_begin(g, n);
  bool attempt = g->attempt;
  size_t marks = g->marks.n;
  if (picks) {
    g->spare = alloc(g, picks);
    g->attempt = gen_can_fail(g, n, picks);
  } else g->attempt = false;
  gen_plain(g, n);
  gen_close_marks(g, marks);
  g->attempt = attempt;
  g->spare = spare;
  clear_end(g, clear, top);
  g->top = top;
  at_leave(g, before);
}

static void gen_let(Gen *g, Node *n)
{
  At before = at_enter(g, n);
  int picks = node_picks(n), top = g->top;
  Clearing clear = clear_begin(g, n);
  if (picks) g->spare = alloc(g, picks);
  Node rest = {.tag = N_BLOCK, .a = n->next};
  g->attempt = picks && ((stmt_bits(g->m, &rest) & (CAN_FAIL | CAN_BE_STUCK)) ||
                         gen_can_fail(g, n, picks));
  Type *t = n->sym->type;
  int r = alloc(g, words_of(t));
  gen_as(g, n->b, t, r);
  n->sym->reg = r;
  clear_end(g, clear, top);
  g->attempt = false;
  at_leave(g, before);
}

void gen_block(Gen *g, Node *block)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  INVARIANT(block && block->tag < N_COUNT);
  int top = g->top, cite = g->cite;
  size_t marks = g->marks.n;
  if (block->cites) g->cite = emit_string(g, block->cites->name);
  for (Node *n = block->a; n; n = n->next)
    if (n->tag == N_LET) gen_let(g, n);
    else gen_stmt(g, n);
  gen_close_marks(g, marks);
  g->top = top;
  g->cite = cite;
}
