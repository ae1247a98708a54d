/* Verbs, values and rules as chunks.
 *
 * A call of a verb runs through layers: things around variants around the rulebook
 * around the verb's body.  Each layer that has rules is a chunk: its `before`s, then its
 * `instead of` or the layer beneath, then its `after`s.  A verb without rules is just its
 * body.  Values replaced in variants and `while` groups work the same way. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <string.h>

int gen_call_frame(Gen *g, int words) { return alloc(g, words + 3); }

/* ---- guards --------------------------------------------------------------------- */

static void guard_variant(Gen *g, const Variant *v, Jumps *out)
{
  if (!v) return;
  int r = alloc(g, 1);
  emit(g, OP_GETG, r, 0, 0, v->flag->index);
  int j = emit(g, OP_JF, r, 0, 0, 0);
  vec_push(out, j);
  g->top--;
}

/* Of a set of things only `this`, unless it is none. */
static void keep_one(Gen *g, int set, int words, int type)
{
  uint32_t none = (uint32_t)NONE;
  int top = g->top, one = alloc(g, words);
  int all = emit(g, OP_JEQI, g->self, (int)(none & 0xFFFF), (int)(none >> 16), 0);
  emit(g, OP_SONE, one, g->self, 0, type);
  emit(g, OP_SAND, set, set, one, type);
  patch(g, all);
  g->top = top;
  g->one = false; /* what is inside is for everything again */
}

void for_place(Gen *g, const Place *p, Node *guard, const Thing *only, BodyFn body,
               void *arg, bool once, Jumps *done)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  int top = g->top, self = g->self;
  Jumps skip = {0};
  guard_variant(g, p->variant, &skip);
  if (only) {
    int r = alloc(g, 2);
    Jumps no = {0};
    emit(g, OP_LDI, r, 0, 0, only->id);
    int j = emit(g, OP_JLT, 1, r, 0, 0);
    vec_push(&no, j);
    emit(g, OP_LDI, r + 1, 0, 0, only->id + only->copies - 1);
    j = emit(g, OP_JLT, r + 1, 1, 0, 0);
    vec_push(&no, j);
    for (size_t i = 0; i < no.n; i++) vec_push(&skip, no.at[i]);
    vec_free(&no);
  }
  if (!p->kind) {
    if (guard) gen_jump(g, guard, false, &skip);
    body(g, arg);
    if (once) {
      int j = emit(g, OP_JMP, 0, 0, 0, 0);
      vec_push(done, j);
    }
    patch_all(g, &skip);
    g->top = top;
    return;
  }
  if (p->thing && p->thing->copies == 1) {
    int j;
    g->self = alloc(g, 1);
    emit(g, OP_LDI, g->self, 0, 0, p->thing->id);
    if (p->hold) gen_jump(g, p->hold, false, &skip);
    if (guard) gen_jump(g, guard, false, &skip);
    body(g, arg);
    if (once) {
      j = emit(g, OP_JMP, 0, 0, 0, 0);
      vec_push(done, j);
    }
    patch_all(g, &skip);
    g->self = self;
    g->top = top;
    return;
  }
  /* each thing of the kind, or each copy of the thing */
  int var = alloc(g, 1), w = words_of(p->kind->set), s = alloc(g, w),
      type = emit_type(g, p->kind->set);
  if (p->thing) {
    emit(g, OP_SNONE, s, 0, 0, type);
    for (int i = 0; i < p->thing->copies; i++) {
      emit(g, OP_LDI, var, 0, 0, p->thing->id + i);
      emit(g, OP_SADD, s, var, 0, type);
    }
  } else emit(g, OP_SALL, s, 0, 0, type);
  if (g->one) keep_one(g, s, w, type);
  emit(g, OP_LDI, var, 0, 0, NONE);
  int loop = here(g), exit = emit(g, OP_SNEXT, var, s, 0, type);
  Jumps next = {0};
  g->self = var;
  if (p->hold) gen_jump(g, p->hold, false, &next);
  if (guard) gen_jump(g, guard, false, &next);
  body(g, arg);
  if (once) {
    int j = emit(g, OP_JMP, 0, 0, 0, 0);
    vec_push(done, j);
  }
  patch_all(g, &next);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, exit);
  patch_all(g, &skip);
  g->self = self;
  g->top = top;
}

/* ---- verbs ---------------------------------------------------------------------- */

static bool has_layer(const Verb *v, Layer l)
{
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->place.layer == l) return true;
  return false;
}

static int param_words(const Verb *v)
{
  int w = 0;
  for (size_t i = 0; i < v->params.n; i++) w += words_of(v->params.at[i]->type);
  return v->field && v->field->per ? w + 1 : w;
}

static void give_params(Verb *v)
{
  int at = 2;
  for (size_t i = 0; i < v->params.n; i++) {
    v->params.at[i]->reg = at;
    at += words_of(v->params.at[i]->type);
  }
}

static const char *verb_name(Gen *g, const Verb *v)
{
  if (v->field)
    return arena_printf(g->arena, "%s %s", v->lowers ? "lower" : "raise", v->name);
  if (v->slot_of) return arena_printf(g->arena, "%s.%s", v->slot_of->name, v->name);
  const char *s = v->name;
  for (const Node *p = v->shape; p; p = p->next)
    s = arena_printf(g->arena, p->tag == N_WORD ? "%s %s" : "%s (%s)", s, p->name);
  return s;
}

/* Calls what stands beneath layer `above` (LAYER_COUNT: the whole verb). */
void gen_layer_call(Gen *g, Verb *v, Layer above, int frame)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  int chunk = -1;
  if (g->rule_verb == v && above != LAYER_COUNT && g->rule_next >= 0) {
    emit(g, OP_CALL, frame, 0, 0, g->rule_next);
    return;
  }
  for (int l = 0; l < (int)above; l++)
    if (v->layer[l] >= 0) chunk = v->layer[l];
  bool body_only = chunk == v->layer[LAYER_BODY];
  if (v->slot_of && body_only) emit(g, OP_CALLS, frame, 0, frame + 2, v->slot);
  else emit(g, OP_CALL, frame, 0, 0, chunk);
}

static void call_beneath(Gen *g, Verb *v, Layer l)
{
  int top = g->top, w = param_words(v), frame = gen_call_frame(g, w);
  emit(g, OP_MOV, frame + 1, 0, 0, 0);
  emit(g, OP_MOV, frame + 2, 1, 0, 0);
  if (w) emit(g, OP_MOVW, frame + 3, 2, 0, w);
  gen_layer_call(g, v, l, frame);
  g->top = top;
}

static void rule_body(Gen *g, void *arg)
{
  Rule *r = arg;
  At before = at_enter(g, r->node);
  gen_block(g, r->node->c);
  at_leave(g, before);
}

static void rule_names(Rule *r)
{
  int at = 2;
  for (size_t i = 0; i < r->names.n; i++) {
    r->names.at[i]->reg = at;
    at += words_of(r->names.at[i]->type);
  }
  if (r->it) r->it->reg = 1;
}

static void gen_rules(Gen *g, Verb *v, Layer l, Tag tag, Jumps *done)
{
  for (size_t i = 0; i < v->rules.n; i++) {
    Rule *r = v->rules.at[i];
    if (r->place.layer != l || r->tag != tag) continue;
    rule_names(r);
    At before = at_enter(g, r->node);
    for_place(g, &r->place, r->node->b, r->only, rule_body, r, tag == N_INSTEAD, done);
    at_leave(g, before);
  }
}

/* The replacements of one layer, the uppermost first (clash.c has ordered them). */
static int replacements(Verb *v, Layer l, Rule **out, int most)
{
  int n = 0;
  for (size_t i = 0; i < v->rules.n; i++)
    if (v->rules.at[i]->place.layer == l && v->rules.at[i]->tag == N_INSTEAD && n < most)
      out[n++] = v->rules.at[i];
  return n;
}

static void gen_instead(Gen *g, Verb *v, Layer l, Rule *r)
{
  Jumps done = {0};
  rule_names(r);
  At before = at_enter(g, r->node);
  for_place(g, &r->place, r->node->b, r->only, rule_body, r, true, &done);
  at_leave(g, before);
  call_beneath(g, v, l);
  patch_all(g, &done);
}

static void gen_layer(Gen *g, Verb *v, Layer l)
{
  Rule *list[MAX_REPLACEMENTS];
  int chain[MAX_REPLACEMENTS], n = replacements(v, l, list, MAX_REPLACEMENTS);
  for (int i = 1; i < n; i++)
    chain[i] =
        chunk_new(g, arena_printf(g->arena, "%s (under a replacement)", verb_name(g, v)),
                  list[i]->node);
  g->rule_verb = v;
  g->rule_layer = l;
  g->rule_next = -1;
  chunk_begin(g, v->layer[l], param_words(v));
  gen_rules(g, v, l, N_BEFORE, NULL);
  g->rule_next = n > 1 ? chain[1] : -1;
  if (n) gen_instead(g, v, l, list[0]);
  else call_beneath(g, v, l);
  g->rule_next = -1;
  gen_rules(g, v, l, N_AFTER, NULL);
  chunk_end(g);
  for (int i = 1; i < n; i++) {
    g->rule_next = i + 1 < n ? chain[i + 1] : -1;
    chunk_begin(g, chain[i], param_words(v));
    gen_instead(g, v, l, list[i]);
    chunk_end(g);
  }
  g->rule_next = -1;
  g->rule_verb = NULL;
}

static void gen_change_body(Gen *g, Verb *v)
{
  Field *f = v->field;
  chunk_begin(g, v->layer[LAYER_BODY], param_words(v));
  int base = alloc(g, 2);
  emit(g, OP_MOV, base, 1, 0, 0);
  if (f->per) emit(g, OP_MOV, base + 1, 3, 0, 0);
  emit(g, v->lowers ? OP_LOWER : OP_RAISE, 2, g->me, base, f->index);
  chunk_end(g);
}

static void gen_body(Gen *g, Verb *v, int chunk, Node *block, int tell)
{
  give_params(v);
  chunk_begin(g, chunk, param_words(v));
  bool after = tell >= 0 && v->decl->label && strstr(v->decl->label, "|told=");
  bool ends =
      after && block && stmt_bits(g->m, block) & CAN_END; /* nothing comes after */
  if (tell >= 0) emit(g, OP_TELL, 0, 0, 0, tell);
  if (ends) emit(g, OP_TOLD, 0, 0, 0, tell);
  if (block) gen_block(g, block);
  if (after && !ends) emit(g, OP_TOLD, 0, 0, 0, tell);
  chunk_end(g);
}

static int verb_row(Gen *g, Verb *v)
{
  PVerb p = {.name = emit_string(g, verb_name(g, v)),
             .text = -1,
             .chunk = v->layer[LAYER_BODY],
             .loc = emit_loc(g, v->decl),
             .phrase = -1,
             .kind = v->slot_of ? v->slot_of->index : -1};
  if (v->decl && v->decl->text) {
    give_params(v);
    p.text = gen_text(g, v->decl->text, NULL);
  }
  vec_push(&g->verbs, p);
  return (int)g->verbs.n - 1;
}

static void plan_verb(Gen *g, Verb *v)
{
  if (v->generic) return;
  const char *name = verb_name(g, v);
  static const char *const layers[] = {"", " (rulebook)", " (variants)", " (packs)",
                                       " (things)"};
  for (int l = LAYER_BODY; l < LAYER_COUNT; l++)
    if (l == LAYER_BODY || has_layer(v, (Layer)l))
      v->layer[l] =
          chunk_new(g, arena_printf(g->arena, "%s%s", name, layers[l]), v->decl);
  for (int l = 0; l < LAYER_COUNT; l++)
    if (v->layer[l] >= 0) v->entry = v->layer[l];
  v->index = verb_row(g, v);
  if (!v->slot_of) return;
  v->slot = (int)g->slots.n;
  PSlot s = {emit_string(g, v->name), g->verbs.at[v->index].text, v->slot_of->index,
             (int)g->slot_chunks.n};
  vec_push(&g->slots, s);
  for (int i = 0; i < v->slot_of->count; i++)
    vec_push(&g->slot_chunks, v->layer[LAYER_BODY]);
}

static void gen_verb(Gen *g, Verb *v)
{
  if (v->generic) return;
  At before = {g->at, g->cite};
  if (v->decl) before = at_enter(g, v->decl);
  if (v->field) gen_change_body(g, v);
  else gen_body(g, v, v->layer[LAYER_BODY], v->decl->b, v->decl->text ? v->index : -1);
  for (int l = LAYER_BOOK; l < LAYER_COUNT; l++)
    if (v->layer[l] >= 0) gen_layer(g, v, (Layer)l);
  at_leave(g, before);
}

void gen_verbs(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  for (size_t i = 0; i < m->verbs.n; i++) gen_verb(g, m->verbs.at[i]);
  for (size_t i = 0; i < m->bodies.n; i++) {
    Body *b = &m->bodies.at[i];
    At before = at_enter(g, b->thing->decl);
    if (b->node->cites) g->cite = emit_string(g, b->node->cites->name);
    int chunk = chunk_new(
        g, arena_printf(g->arena, "%s.%s", b->thing->name, b->slot->name), b->node);
    for (int c = 0; c < b->thing->copies; c++)
      g->slot_chunks.at[g->slots.at[b->slot->slot].first + b->thing->id + c -
                        b->thing->kind->first] = chunk;
    gen_body(g, b->slot, chunk, b->node->a, b->slot->decl->text ? b->slot->index : -1);
    at_leave(g, before);
  }
}

void plan_verbs(Gen *g)
{
  for (size_t i = 0; i < g->m->verbs.n; i++) plan_verb(g, g->m->verbs.at[i]);
}
