/* Verbs, values and rules as chunks.
 *
 * A call of a verb runs through layers: things around variants around the rulebook
 * around the verb's body.  Each layer that has rules is a chunk: its `before`s, then its
 * `instead of` or the layer beneath, then its `after`s.  A verb without rules is just its
 * body.  Values replaced in variants and `while` groups work the same way. */
#include "interp/code/gen.h"

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

/* Runs `body` for the rule's place: once, or for each thing of its kind whose guards
 * hold.  Jumps in `none` are taken when nothing applied; `once` leaves after the first. */
typedef void (*BodyFn)(Gen *g, void *arg);

static void for_place(Gen *g, const Place *p, Node *guard, const Thing *only, BodyFn body, void *arg, bool once, Jumps *done)
{
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
  /* each thing of the kind, or each copy of the thing */
  int var = alloc(g, 1), w = words_of(p->kind->set), s = alloc(g, w), type = emit_type(g, p->kind->set);
  if (p->thing) {
    emit(g, OP_SNONE, s, 0, 0, type);
    for (int i = 0; i < p->thing->copies; i++) {
      emit(g, OP_LDI, var, 0, 0, p->thing->id + i);
      emit(g, OP_SADD, s, var, 0, type);
    }
  } else emit(g, OP_SALL, s, 0, 0, type);
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
  patch_ahead(g, exit);
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
  if (v->field) return arena_printf(g->arena, "%s %s", v->lowers ? "lower" : "raise", v->name);
  if (v->slot_of) return arena_printf(g->arena, "%s.%s", v->slot_of->name, v->name);
  const char *s = v->name;
  for (const Node *p = v->shape; p; p = p->next)
    s = arena_printf(g->arena, p->tag == N_WORD ? "%s %s" : "%s (%s)", s, p->name);
  return s;
}

/* Calls what stands beneath layer `above` (LAYER_COUNT: the whole verb). */
void gen_layer_call(Gen *g, Verb *v, Layer above, int frame)
{
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
    if (v->rules.at[i]->place.layer == l && v->rules.at[i]->tag == N_INSTEAD && n < most) out[n++] = v->rules.at[i];
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
  Rule *list[64];
  int chain[64], n = replacements(v, l, list, 64);
  for (int i = 1; i < n; i++) chain[i] = chunk_new(g, arena_printf(g->arena, "%s (under a replacement)", verb_name(g, v)), list[i]->node);
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
  emit(g, v->lowers ? OP_LOWER : OP_RAISE, 2, 0, base, f->index);
  chunk_end(g);
}

static void gen_body(Gen *g, Verb *v, int chunk, Node *block, int tell)
{
  give_params(v);
  chunk_begin(g, chunk, param_words(v));
  if (tell >= 0) emit(g, OP_TELL, 0, 0, 0, tell);
  if (block) gen_block(g, block);
  chunk_end(g);
}

static int verb_row(Gen *g, Verb *v)
{
  PVerb p = {.name = emit_string(g, verb_name(g, v)), .text = -1, .chunk = v->layer[LAYER_BODY],
             .loc = emit_loc(g, v->decl), .phrase = -1, .kind = v->slot_of ? v->slot_of->index : -1};
  if (v->decl && v->decl->text) {
    give_params(v);
    p.text = gen_text(g, arena_printf(g->arena, "verb.%s", v->name), v->decl->text);
  }
  vec_push(&g->verbs, p);
  return (int)g->verbs.n - 1;
}

static void plan_verb(Gen *g, Verb *v)
{
  if (v->generic) return;
  const char *name = verb_name(g, v);
  static const char *const layers[] = {"", " (rulebook)", " (variants)", " (things)"};
  for (int l = LAYER_BODY; l < LAYER_COUNT; l++)
    if (l == LAYER_BODY || has_layer(v, (Layer)l))
      v->layer[l] = chunk_new(g, arena_printf(g->arena, "%s%s", name, layers[l]), v->decl);
  for (int l = 0; l < LAYER_COUNT; l++)
    if (v->layer[l] >= 0) v->entry = v->layer[l];
  v->index = verb_row(g, v);
  if (!v->slot_of) return;
  v->slot = (int)g->slots.n;
  PSlot s = {emit_string(g, v->name), -1, v->slot_of->index, (int)g->slot_chunks.n};
  vec_push(&g->slots, s);
  for (int i = 0; i < v->slot_of->count; i++) vec_push(&g->slot_chunks, v->layer[LAYER_BODY]);
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
  Model *m = g->m;
  for (size_t i = 0; i < m->verbs.n; i++) gen_verb(g, m->verbs.at[i]);
  for (size_t i = 0; i < m->bodies.n; i++) {
    Body *b = &m->bodies.at[i];
    At before = at_enter(g, b->thing->decl);
    if (b->node->cites) g->cite = emit_string(g, b->node->cites->name);
    int chunk = chunk_new(g, arena_printf(g->arena, "%s.%s", b->thing->name, b->slot->name), b->node);
    for (int c = 0; c < b->thing->copies; c++)
      g->slot_chunks.at[g->slots.at[b->slot->slot].first + b->thing->id + c - b->thing->kind->first] = chunk;
    gen_body(g, b->slot, chunk, b->node->a, b->slot->decl->text ? b->slot->index : -1);
    at_leave(g, before);
  }
}

void plan_verbs(Gen *g)
{
  for (size_t i = 0; i < g->m->verbs.n; i++) plan_verb(g, g->m->verbs.at[i]);
}

/* ---- values --------------------------------------------------------------------- */

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
      const char *name = arena_printf(g->arena, "value %s%s", v->name, k ? " (replaced)" : "");
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

/* ---- watching ------------------------------------------------------------------- */

/* Which fields and piles a condition reads, values followed. */
typedef struct Reads {
  bool *field, *kind, *value;
} Reads;

static void reads(Gen *g, Node *n, Reads *r)
{
  if (!n) return;
  if (n->sym && (n->tag == N_NAME || n->tag == N_DOT || n->tag == N_CALL)) {
    if (n->sym->tag == SY_FIELD) {
      r->field[n->sym->field->index] = true;
      if (n->sym->field->pile) r->kind[n->sym->field->type->kind->index] = true;
    }
    if (n->sym->tag == SY_COLUMN && n->sym->column->decl->c) reads(g, n->sym->column->decl->c, r);
    if (n->sym->tag == SY_VALUE) {
      Value *v = n->sym->value;
      for (size_t i = 0; i < g->m->values.n; i++)
        if (g->m->values.at[i] == v && !r->value[i]) {
          r->value[i] = true;
          for (size_t k = 0; k < v->defs.n; k++) {
            Def *d = &v->defs.at[k];
            reads(g, d->node->c, r);
            if (d->place.hold) reads(g, d->place.hold, r);
            if (!d->node->d) continue;
            for (Node *key = d->node->d->a; key; key = key->next) reads(g, key, r);
            for (Node *row = d->node->d->b; row; row = row->next) reads(g, row->b, r);
          }
        }
    }
  }
  if (n->tag == N_CALL && n->op == BI_OWNER && n->a && n->a->type->kind) r->kind[n->a->type->kind->index] = true;
  for (Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL) reads(g, a, r);
  reads(g, n->b, r);
  reads(g, n->c, r);
}

void find_watchers(Gen *g)
{
  Model *m = g->m;
  g->field_watch = arena_alloc(g->arena, (m->fields.n + 1) * sizeof *g->field_watch);
  g->kind_watch = arena_alloc(g->arena, (m->kinds.n + 1) * sizeof *g->kind_watch);
  for (size_t i = 0; i < m->whens.n; i++) {
    When *w = m->whens.at[i];
    Reads r = {arena_alloc(g->arena, m->fields.n + 1), arena_alloc(g->arena, m->kinds.n + 1),
               arena_alloc(g->arena, m->values.n + 1)};
    reads(g, w->node->a, &r);
    if (w->place.hold) reads(g, w->place.hold, &r);
    for (size_t f = 0; f < m->fields.n; f++)
      if (r.field[f]) apush(g->arena, &g->field_watch[f], w);
    for (size_t k = 0; k < m->kinds.n; k++)
      if (r.kind[k]) apush(g->arena, &g->kind_watch[k], w);
    w->chunk = chunk_new(g, "when", w->node);
  }
}

static void call_watch(Gen *g, const When *w)
{
  int top = g->top, frame = gen_call_frame(g, 0);
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  emit(g, OP_CALL, frame, 0, 0, w->chunk);
  g->top = top;
}

void gen_watch(Gen *g, const Field *f, const Kind *piles)
{
  if (f)
    for (size_t i = 0; i < g->field_watch[f->index].n; i++) call_watch(g, g->field_watch[f->index].at[i]);
  if (piles)
    for (size_t i = 0; i < g->kind_watch[piles->index].n; i++) call_watch(g, g->kind_watch[piles->index].at[i]);
}

typedef struct WhenArg {
  When *w;
  bool arm; /* only remember whether it holds */
} WhenArg;

static void when_body(Gen *g, void *p)
{
  WhenArg *arg = p;
  When *w = arg->w;
  int top = g->top, base = alloc(g, 1), was = alloc(g, 1), yes = alloc(g, 1), no = alloc(g, 1);
  emit(g, OP_MOV, base, g->self, 0, 0);
  emit(g, OP_LDI, yes, 0, 0, 1);
  emit(g, OP_LDI, no, 0, 0, 0);
  Jumps holds = {0};
  gen_jump(g, w->node->a, true, &holds);
  emit(g, OP_PUT, no, 0, base, w->bits->index);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  patch_all(g, &holds);
  if (arg->arm) emit(g, OP_PUT, yes, 0, base, w->bits->index);
  else {
    if (w->bits->kind) emit(g, OP_GET, was, 0, base, w->bits->index);
    else emit(g, OP_GETG, was, 0, 0, w->bits->index);
    int again = emit(g, OP_JT, was, 0, 0, 0);
    emit(g, OP_PUT, yes, 0, base, w->bits->index);
    gen_block(g, w->node->c);
    patch(g, again);
  }
  patch(g, out);
  g->top = top;
}

static void gen_when_for(Gen *g, When *w, bool arm)
{
  At before = at_enter(g, w->node);
  WhenArg arg = {w, arm};
  for_place(g, &w->place, NULL, NULL, when_body, &arg, false, NULL);
  at_leave(g, before);
}

void gen_whens(Gen *g)
{
  for (size_t i = 0; i < g->m->whens.n; i++) {
    When *w = g->m->whens.at[i];
    At before = at_enter(g, w->node);
    chunk_begin(g, w->chunk, 0);
    int armed = alloc(g, 1);
    emit(g, OP_GETG, armed, 0, 0, g->armed);
    int yes = emit(g, OP_JT, armed, 0, 0, 0);
    emit(g, OP_RET, 0, 0, 0, 0);
    patch(g, yes);
    gen_when_for(g, w, false);
    chunk_end(g);
    at_leave(g, before);
  }
}

void gen_arm(Gen *g)
{
  for (size_t i = 0; i < g->m->whens.n; i++) gen_when_for(g, g->m->whens.at[i], true);
  int yes = alloc(g, 1);
  emit(g, OP_LDI, yes, 0, 0, 1);
  emit(g, OP_PUT, yes, 0, 0, g->armed);
}
