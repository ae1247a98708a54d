/* Values: one chunk for each definition, tables, and what replaces what. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <string.h>

static void def_params(Value *v, Def *d)
{
  int at = 2;
  Node *p = d->node->a;
  for (size_t i = 0; i < v->params.n; i++) {
    if (p) p->sym->reg = at, p = p->next;
    at += words_of(v->params.at[i]->type);
  }
}

static int value_params(const Value *v)
{
  int w = 0;
  for (size_t i = 0; i < v->params.n; i++) w += words_of(v->params.at[i]->type);
  return w;
}

static void gen_pattern(Gen *g, Node *pat, int key, Jumps *fits)
{
  INVARIANT(pat && pat->tag < N_COUNT);
  for (Node *p = pat->a; p; p = p->next) {
    int top = g->top;
    if (p->tag == N_NAME && !p->sym && !strcmp(p->name, "any")) {
      int j = emit(g, OP_JMP, 0, 0, 0, 0);
      vec_push(fits, j);
      continue;
    }
    if (p->tag == N_SPAN) {
      int a = alloc(g, 2);
      emit(g, OP_LDI, a, 0, 0, (int)p->a->num);
      int below = emit(g, OP_JLT, key, a, 0, 0);
      emit(g, OP_LDI, a, 0, 0, (int)p->b->num);
      int j = emit(g, OP_JGE, a, key, 0, 0);
      vec_push(fits, j);
      patch(g, below);
    } else if (p->type->tag == T_SET) { /* a thing with copies */
      int s = alloc(g, words_of(p->type)), has = alloc(g, 1);
      gen_expr(g, p, s);
      emit(g, OP_SHAS, has, s, key, emit_type(g, p->type));
      int j = emit(g, OP_JT, has, 0, 0, 0);
      vec_push(fits, j);
    } else {
      int a = gen_any(g, p);
      int j = emit(g, OP_JEQ, key, a, 0, 0);
      vec_push(fits, j);
    }
    g->top = top;
  }
}

static void gen_table(Gen *g, Value *v, Node *table, int dst)
{
  INVARIANT(table && table->tag < N_COUNT);
  int keys[8], n = 0;
  for (Node *k = table->a; k && n < 8; k = k->next) keys[n] = gen_any(g, k), n++;
  Jumps out = {0};
  for (Node *r = table->b; r; r = r->next) {
    At before = at_enter(g, r);
    Jumps miss = {0};
    int i = 0;
    for (Node *p = r->a; p && i < n; p = p->next, i++) {
      Jumps fits = {0};
      gen_pattern(g, p, keys[i], &fits);
      int j = emit(g, OP_JMP, 0, 0, 0, 0);
      vec_push(&miss, j);
      patch_all(g, &fits);
    }
    gen_as(g, r->b, v->type, dst);
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(&out, j);
    patch_all(g, &miss);
    at_leave(g, before);
  }
  emit(g, OP_FAIL, 0, 0, 0, 1);
  patch_all(g, &out);
}

/* ---- definitions and contributions ---------------------------------------------- */

typedef struct PartArg {
  Value *v;
  const Def *d;
  const Share *p;
  int acc; /* what the value is so far */
} PartArg;

static int share_how(const Def *d, ShareSort sort, bool minus)
{
  return (int)sort * SHARE_SORT + minus * SHARE_MINUS + (d->place.kind ? SHARE_THING : 0);
}

static void def_body(Gen *g, void *arg)
{
  const PartArg *x = arg;
  Value *v = x->v;
  int w = words_of(v->type), top = g->top, r = alloc(g, w);
  Node *e = x->p ? x->p->operand : x->d->node->c;
  if (x->d->node->d) gen_table(g, v, x->d->node->d, r);
  else if (e) gen_as(g, e, v->type, r);
  else emit(g, OP_LDI, r, 0, 0, NONE); /* every thing says it for itself */
  if (v->type->tag == T_NUM && e && e->type->tag == T_NUM &&
      (e->type->lo < v->type->lo || e->type->hi > v->type->hi))
    emit(g, OP_INTYPE, r, 0, 0, emit_type(g, v->type));
  if (x->p && x->d->place.layer != LAYER_BODY)
    emit(g, OP_SHARE, r, g->self, r, share_how(x->d, SHARE_REPLACE, false));
  emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
  emit(g, OP_RET, 0, 0, 0, 0);
  g->top = top;
}

/* One contribution of one thing: what the value is so far changes. */
static void part_body(Gen *g, void *arg)
{
  const PartArg *x = arg;
  const Share *p = x->p;
  Type *t = x->v->type;
  int top = g->top, r;
  if (t->tag == T_SET) {
    r = gen_any_as(g, p->operand, t);
    emit(g, p->sort == SHARE_TAKE ? OP_SSUB : OP_SOR, x->acc, x->acc, r, emit_type(g, t));
  } else {
    static const Opcode ops[] = {
        [SHARE_ADD] = OP_ADD,   [SHARE_TIMES] = OP_MUL, [SHARE_OVER] = OP_DIV,
        [SHARE_LEAST] = OP_MAX, [SHARE_MOST] = OP_MIN,  [SHARE_REPLACE] = OP_NOP,
        [SHARE_TAKE] = OP_SUB};
    r = gen_any(g, p->operand);
    emit(g, p->minus ? OP_SUB : ops[p->sort], x->acc, x->acc, r, 0);
  }
  emit(g, OP_SHARE, x->acc, g->self, r, share_how(x->d, p->sort, p->minus));
  g->top = top;
}

static void value_begin(Gen *g, Value *v, int chunk, int next)
{
  int w = words_of(v->type);
  chunk_begin(g, chunk, value_params(v));
  if (w > g->most) g->most = w; /* the result begins at register 0 */
  g->chunks.at[chunk].result = w;
  g->value = v;
  g->value_next = next;
}

static void value_end(Gen *g)
{
  g->value = NULL;
  chunk_end(g);
}

/* Calls the chunk beneath with the same arguments; the result begins at what it gives. */
static int call_next(Gen *g, Value *v, int chunk)
{
  int w = words_of(v->type), words = value_params(v),
      frame = gen_call_frame(g, words > w ? words : w);
  emit(g, OP_MOV, frame + 1, 0, 0, 0);
  emit(g, OP_MOV, frame + 2, 1, 0, 0);
  if (words) emit(g, OP_MOVW, frame + 3, 2, 0, words);
  emit(g, OP_CALL, frame, 0, 0, chunk);
  return frame + 1;
}

static void for_part(Gen *g, Value *v, const Share *p, BodyFn body, int acc)
{
  Def *d = &v->defs.at[p->def];
  PartArg arg = {v, d, p, acc};
  Jumps done = {0};
  def_params(v, d);
  if (d->it) d->it->reg = 1;
  At around = {g->at, g->cite}; /* what its card cites is where it comes from, too */
  if (d->place.thing) around = at_enter(g, d->place.thing->decl);
  At before = at_enter(g, d->node);
  for_place(g, &d->place, p->guard, NULL, body, &arg, p->once, &done);
  patch_all(g, &done);
  at_leave(g, before);
  at_leave(g, around);
}

/* A replacement: where its guards do not hold, what is beneath. */
static void gen_replacement(Gen *g, Value *v, const Share *p, int chunk, int next,
                            bool lowest)
{
  value_begin(g, v, chunk, next);
  for_part(g, v, p, def_body, -1);
  int w = words_of(v->type), r = call_next(g, v, next);
  if (lowest) emit(g, OP_SHARE, r, 1, r, SHARE_BASE);
  emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
  value_end(g);
}

/* Contributions one after the other, each as often as there are things that make it. */
static void gen_contributions(Gen *g, Value *v, const Share *p, size_t n, int chunk,
                              int next, bool lowest)
{
  value_begin(g, v, chunk, next);
  int w = words_of(v->type), acc = alloc(g, w), top = g->top, r = call_next(g, v, next);
  emit(g, w == 1 ? OP_MOV : OP_MOVW, acc, r, 0, w);
  if (lowest) emit(g, OP_SHARE, acc, 1, acc, SHARE_BASE);
  g->top = top;
  for (size_t i = 0; i < n; i++) for_part(g, v, &p[i], part_body, acc);
  if (v->type->tag == T_NUM) emit(g, OP_CLAMP, acc, acc, 0, emit_type(g, v->type));
  emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, acc, 0, w);
  value_end(g);
}

static void gen_plain_def(Gen *g, Value *v, Def *d)
{
  value_begin(g, v, d->chunk, -1);
  def_params(v, d);
  At before = at_enter(g, d->node);
  PartArg arg = {v, d, NULL, -1};
  def_body(g, &arg);
  at_leave(g, before);
  value_end(g);
}

/* Where a value of things begins: what is printed, or what each thing says. */
static void gen_thing_base(Gen *g, Value *v, int chunk, int slot)
{
  value_begin(g, v, chunk, -1);
  int w = words_of(v->type), words = value_params(v), r = alloc(g, w);
  if (v->column) gen_printed(g, v->column, 1, r);
  else {
    int frame = gen_call_frame(g, words > w ? words : w);
    emit(g, OP_MOV, frame + 1, 0, 0, 0);
    emit(g, OP_MOV, frame + 2, 1, 0, 0);
    if (words) emit(g, OP_MOVW, frame + 3, 2, 0, words);
    emit(g, OP_CALLS, frame, 0, frame + 2, slot);
    r = frame + 1;
  }
  emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
  value_end(g);
}

/* ---- the chunks of a value ------------------------------------------------------ */

static const char *chunk_name(Gen *g, const Value *v, const char *of, bool replaced)
{
  return arena_printf(g->arena, "%s%s%s%s%s", v == g->m->outlook ? "" : "value ",
                      of ? of : "", of ? "." : "", v->name,
                      replaced ? " (replaced)" : "");
}

static size_t level_end(const Value *v, size_t i)
{
  if (v->shares.at[i].sort == SHARE_REPLACE) return i + 1;
  Layer l = v->defs.at[v->shares.at[i].def].place.layer;
  while (i < v->shares.n && v->shares.at[i].sort != SHARE_REPLACE &&
         v->defs.at[v->shares.at[i].def].place.layer == l)
    i++;
  return i;
}

/* A chunk for where it begins and one for each level above: a replacement, or
 * contributions in a row.  They are numbered one after the other. */
static void plan_value(Gen *g, Value *v)
{
  const char *of = v->of ? v->of->name : NULL;
  bool more = v->shares.n > 1;
  if (v->of) {
    int name = emit_string(g, v->name);
    v->slot = gen_slot(g, name, v->of);
    if (!v->column && more) gen_slot(g, name, v->of); /* without contributions */
  }
  v->entry = v->defs.at[0].chunk = chunk_new(g, chunk_name(g, v, of, false), v->decl);
  if (v->of && !v->column && more)
    v->entry = chunk_new(g, chunk_name(g, v, of, false), v->decl);
  for (size_t i = 1; i < v->shares.n; i = level_end(v, i))
    v->entry =
        chunk_new(g, chunk_name(g, v, of, true), v->defs.at[v->shares.at[i].def].node);
  for (size_t i = 0; i < v->fills.n; i++)
    v->fills.at[i].chunk =
        chunk_new(g, chunk_name(g, v, v->fills.at[i].place.thing->name, false),
                  v->fills.at[i].node);
}

static void fill_slot(Gen *g, const Value *v, int slot, bool fills)
{
  INVARIANT((size_t)slot < g->slots.n);
  int first = g->slots.at[slot].first, kind = v->of->first;
  for (int i = 0; i < v->of->count; i++)
    g->slot_chunks.at[first + i] = fills ? v->defs.at[0].chunk : v->entry;
  for (size_t i = 0; fills && i < v->fills.n; i++) {
    const Thing *t = v->fills.at[i].place.thing;
    for (int k = 0; k < t->copies; k++)
      g->slot_chunks.at[first + t->id + k - kind] = v->fills.at[i].chunk;
  }
}

static void value_row(Gen *g, Value *v)
{
  PValue p = {.name = emit_string(g, v->name),
              .text = -1,
              .kind = v->of ? v->of->index : -1,
              .type = emit_type(g, v->type),
              .chunk = v->entry,
              .loc = emit_loc(g, v->decl),
              .first_param = (int)g->params.n,
              .params = (int)v->params.n};
  if (v->decl->label) p.text = gen_title(g, gen_value_key(g, v), v->decl->label);
  for (size_t i = 0; i < v->params.n; i++) {
    int t = emit_type(g, v->params.at[i]->type);
    vec_push(&g->params, t);
  }
  vec_push(&g->values, p);
  v->row = (int)g->values.n;
}

static void gen_value(Gen *g, Value *v)
{
  At before = at_enter(g, v->decl);
  if (v != g->m->outlook) value_row(g, v);
  bool more = v->shares.n > 1;
  int chunk = v->defs.at[0].chunk;
  if (v->column) gen_thing_base(g, v, chunk, -1);
  else gen_plain_def(g, v, &v->defs.at[0]);
  if (v->of && !v->column) {
    if (more) gen_thing_base(g, v, ++chunk, v->slot + 1);
    fill_slot(g, v, v->slot + more, true);
  }
  if (v->of && (more || v->column)) fill_slot(g, v, v->slot, false);
  for (size_t i = 1, end; i < v->shares.n; i = end) {
    end = level_end(v, i);
    const Share *p = &v->shares.at[i];
    if (p->sort == SHARE_REPLACE) gen_replacement(g, v, p, chunk + 1, chunk, i == 1);
    else gen_contributions(g, v, p, end - i, chunk + 1, chunk, i == 1);
    chunk++;
  }
  for (size_t i = 0; i < v->fills.n; i++) gen_plain_def(g, v, &v->fills.at[i]);
  at_leave(g, before);
}

void plan_values(Gen *g)
{
  for (size_t i = 0; i < g->m->values.n; i++)
    if (!g->m->values.at[i]->generic) plan_value(g, g->m->values.at[i]);
}

void gen_values(Gen *g)
{
  for (size_t i = 0; i < g->m->values.n; i++)
    if (!g->m->values.at[i]->generic) gen_value(g, g->m->values.at[i]);
}
