/* Values: one chunk for each definition, tables, and what replaces what. */
#include "interp/code/gen.h"

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

typedef struct DefArg {
  Value *v;
  Def *d;
} DefArg;

static void def_body(Gen *g, void *arg)
{
  Value *v = ((DefArg *)arg)->v;
  Def *d = ((DefArg *)arg)->d;
  int w = words_of(v->type), top = g->top, r = alloc(g, w);
  if (d->node->d) gen_table(g, v, d->node->d, r);
  else gen_as(g, d->node->c, v->type, r);
  if (v->type->tag == T_NUM && d->node->c && d->node->c->type->tag == T_NUM &&
      (d->node->c->type->lo < v->type->lo || d->node->c->type->hi > v->type->hi))
    emit(g, OP_INTYPE, r, 0, 0, emit_type(g, v->type));
  emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
  emit(g, OP_RET, 0, 0, 0, 0);
  g->top = top;
}

/* One chunk for each definition: where its guards do not hold, the one beneath. */
static void gen_def(Gen *g, Value *v, size_t level)
{
  Def *d = &v->defs.at[level];
  int w = words_of(v->type);
  chunk_begin(g, d->chunk, value_params(v));
  if (w > g->most) g->most = w; /* the result begins at register 0 */
  g->chunks.at[d->chunk].result = w;
  g->value = v;
  g->value_level = (int)level;
  def_params(v, d);
  At before = at_enter(g, d->node);
  DefArg arg = {v, d};
  if (d->place.layer == LAYER_BODY) def_body(g, &arg);
  else for_place(g, &d->place, NULL, NULL, def_body, &arg, false, NULL);
  at_leave(g, before);
  if (level > 0) {
    int words = value_params(v), frame = gen_call_frame(g, words > w ? words : w);
    emit(g, OP_MOV, frame + 1, 0, 0, 0);
    emit(g, OP_MOV, frame + 2, 1, 0, 0);
    if (words) emit(g, OP_MOVW, frame + 3, 2, 0, words);
    emit(g, OP_CALL, frame, 0, 0, v->defs.at[level - 1].chunk);
    emit(g, OP_MOVW, 0, frame + 1, 0, w);
  }
  g->value = NULL;
  chunk_end(g);
}

void plan_values(Gen *g)
{
  for (size_t i = 0; i < g->m->values.n; i++) {
    Value *v = g->m->values.at[i];
    if (v->generic) continue;
    for (size_t k = 0; k < v->defs.n; k++) {
      const char *name =
          arena_printf(g->arena, "%s%s%s", v == g->m->outlook ? "" : "value ", v->name,
                       k ? " (replaced)" : "");
      v->entry = v->defs.at[k].chunk = chunk_new(g, name, v->defs.at[k].node);
    }
  }
}

void gen_values(Gen *g)
{
  for (size_t i = 0; i < g->m->values.n; i++) {
    Value *v = g->m->values.at[i];
    for (size_t k = 0; !v->generic && k < v->defs.n; k++) gen_def(g, v, k);
  }
}
