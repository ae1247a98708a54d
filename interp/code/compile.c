/* From a checked model to a program: layout of the state, tables, then all chunks. */
#include "interp/code/compile.h"
#include "interp/code/gen.h"

#include <string.h>

static int words_of(const Type *t) { return type_registers(t); }

static const char *key(Gen *g, const char *sort, const char *name)
{
  return arena_printf(g->arena, "%s.%s", sort, name);
}

/* ---- tables --------------------------------------------------------------------- */

static void gen_words(Gen *g)
{
  for (size_t i = 0; i < g->m->words.n; i++) {
    Words *w = g->m->words.at[i];
    w->first = (int)g->words.n;
    for (Node *n = w->list; n; n = n->next) {
      PWord p = {emit_string(g, n->name), gen_title(g, key(g, "word", n->name), n->label)};
      vec_push(&g->words, p);
    }
  }
}

static void gen_kinds(Gen *g)
{
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    Kind *k = g->m->kinds.at[i];
    PKind p = {.name = emit_string(g, k->name), .text = gen_title(g, key(g, "kind", k->name), k->label),
               .flags = (k->has_copies ? KIND_COPIES : 0) | (k->is_player ? KIND_PLAYER : 0),
               .first = k->first, .count = k->count, .width = k->width, .height = k->height,
               .present = -1, .cells = -1};
    vec_push(&g->kinds, p);
  }
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    int one = emit_type(g, g->m->kinds.at[i]->type), set = emit_type(g, g->m->kinds.at[i]->set);
    g->kinds.at[i].type = one;
    g->kinds.at[i].set_type = set;
  }
}

static void gen_things(Gen *g)
{
  for (size_t i = 0; i < g->m->things.n; i++) {
    Thing *t = g->m->things.at[i];
    PThing p = {.name = emit_string(g, t->name), .text = gen_title(g, key(g, "thing", t->name), t->label),
                .kind = t->kind->index, .face = t->id, .copies = t->copies,
                .variant = t->variant ? t->variant->index : -1, .loc = emit_loc(g, t->decl), .phrase = -1};
    for (int c = 0; c < t->copies; c++) vec_push(&g->things, p);
  }
}

/* ---- layout --------------------------------------------------------------------- */

static int cells_of(const Type *t)
{
  if (t->tag == T_SET) return words_of(t) * 2; /* a word is two cells */
  if (t->tag == T_LIST) return words_of(t);
  return 1;
}

static int take_cells(Gen *g, int64_t n, int align)
{
  PHeader *h = &g->header.at[0];
  int at = (h->cells + align - 1) / align * align;
  if (at + n > MAX_CELLS) {
    diag_add(g->d, DIAG_STATE_TOO_LARGE, (Loc){-1, 0, 0, 0}, "the state would have more than %d cells", MAX_CELLS);
    return 0;
  }
  h->cells = at + (int)n;
  return at;
}

static void gen_field_row(Gen *g, Field *f)
{
  PField p = {.name = emit_string(g, f->name), .text = -1, .type = emit_type(g, f->type), .kind = -1, .count = 1,
              .per_type = -1, .per_count = 1, .size = cells_of(f->type), .pile = -1, .seen_chunk = -1, .loc = emit_loc(g, f->decl)};
  if (!f->hidden) p.text = gen_title(g, key(g, f->kind ? f->kind->name : "game", f->name), f->decl->label);
  if (f->kind) p.kind = f->kind->index, p.first = f->kind->first, p.count = f->kind->count;
  if (f->per) {
    p.per_type = emit_type(g, f->per);
    p.per_first = g->types.at[p.per_type].lo;
    p.per_count = (int)type_count(f->per);
  }
  if (f->pile) p.flags |= FIELD_PILE;
  if (f->option) p.flags |= FIELD_OPTION;
  if (f->hidden) p.flags |= FIELD_HIDDEN;
  if (f->shuffled) p.flags |= FIELD_SHUFFLED;
  if (f->type->tag == T_SET || f->type->tag == T_LIST) p.flags |= FIELD_WIDE;
  Node *seen = f->hidden || f->option ? NULL : f->decl->c;
  if (f->hidden) p.seen = SEEN_NONE;
  if (seen && seen->tag == N_NONE) p.seen = SEEN_NONE;
  else if (seen && seen->sym && seen->sym->tag == SY_OWNER) p.seen = SEEN_OWNER;
  else if (seen && !(seen->sym && seen->sym->tag == SY_PLAYERS)) {
    p.seen = SEEN_CHUNK;
    p.seen_chunk = chunk_new(g, arena_printf(g->arena, "seen %s", f->name), seen);
  }
  int64_t n = (int64_t)p.count * p.per_count;
  if (f->pile) {
    p.pile = g->header.at[0].piles;
    g->header.at[0].piles += (int)n;
    p.size = 0;
  } else p.cell = take_cells(g, n * p.size, p.flags & FIELD_WIDE ? 2 : 1);
  f->cell = p.cell;
  vec_push(&g->fields, p);
}

static void gen_layout(Gen *g)
{
  Model *m = g->m;
  for (size_t i = 0; i < m->fields.n; i++) gen_field_row(g, m->fields.at[i]);
  g->header.at[0].pile_cells = take_cells(g, (int64_t)g->header.at[0].piles * PC_CELLS, 1);
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    if (k->in_piles) g->kinds.at[i].cells = take_cells(g, (int64_t)k->count * TC_COUNT, 1);
  }
}

static Field *hidden_field(Gen *g, const char *name, Type *t)
{
  Field *f = ARENA_NEW(g->arena, Field);
  f->name = name;
  f->decl = g->m->game;
  f->type = t;
  f->hidden = true;
  f->index = (int)g->m->fields.n;
  apush(g->arena, &g->m->fields, f);
  return f;
}

/* Fields that the machine needs for itself: who sits at the table, which things exist. */
static void gen_hidden(Gen *g)
{
  Model *m = g->m;
  for (size_t i = 0; i < m->kinds.n; i++) {
    Kind *k = m->kinds.at[i];
    if (k->is_player || k->has_variants)
      g->kinds.at[i].present = hidden_field(g, "present", k->set)->index;
  }
  g->armed = hidden_field(g, "armed", type_plain(m, T_FLAG))->index;
}

/* ---- columns -------------------------------------------------------------------- */

static Node *column_expr(Gen *g, const Column *c, const Thing *t, const Fill **fill)
{
  *fill = NULL;
  for (size_t i = 0; i < g->m->fills.n; i++)
    if (g->m->fills.at[i].thing == t && g->m->fills.at[i].column == c) {
      *fill = &g->m->fills.at[i];
      return g->m->fills.at[i].expr;
    }
  return c->decl->c;
}

/* The constant words of one thing's column; false if it has to be computed. */
static bool column_words(Gen *g, const Column *c, const Thing *t, int64_t *words)
{
  if (c->kind->width && !strcmp(c->name, "x") && c->decl == c->kind->decl) {
    words[0] = (t->id - c->kind->first) % c->kind->width + 1;
    return true;
  }
  if (c->kind->width && !strcmp(c->name, "y") && c->decl == c->kind->decl) {
    words[0] = (t->id - c->kind->first) / c->kind->width + 1;
    return true;
  }
  const Fill *fill;
  Node *e = column_expr(g, c, t, &fill);
  if (fill && !e) {
    words[0] = fill->node->a->sym->thing->id;
    return true;
  }
  return e && gen_constant(g, e, c->type, words);
}

static void gen_columns(Gen *g)
{
  Model *m = g->m;
  int64_t words[MAX_THINGS / 64 + 2];
  for (size_t i = 0; i < m->columns.n; i++) {
    Column *c = m->columns.at[i];
    PColumn p = {emit_string(g, c->name), c->decl->tag == N_VALUE ? gen_title(g, key(g, c->kind->name, c->name), c->decl->label) : -1,
                 c->kind->index, emit_type(g, c->type), c->kind->first, c->kind->count, (int)g->consts.n, -1};
    int w = words_of(c->type);
    size_t start = g->consts.n;
    for (size_t j = 0; j < c->kind->things.n && !c->computed; j++) {
      Thing *t = c->kind->things.at[j];
      if (w > MAX_THINGS / 64 || !column_words(g, c, t, words)) c->computed = true;
      for (int k = 0; k < t->copies && !c->computed; k++) emit_const(g, words, w);
    }
    if (c->computed) {
      g->consts.n = start;
      p.base = -1;
      p.slot = (int)g->slots.n;
      PSlot s = {p.name, -1, c->kind->index, (int)g->slot_chunks.n};
      vec_push(&g->slots, s);
      for (int k = 0; k < c->kind->count; k++) vec_push(&g->slot_chunks, -1);
    }
    vec_push(&g->columns, p);
  }
}

static void gen_computed(Gen *g)
{
  for (size_t i = 0; i < g->m->columns.n; i++) {
    Column *c = g->m->columns.at[i];
    if (!c->computed) continue;
    int common = -1;
    for (size_t j = 0; j < c->kind->things.n; j++) {
      Thing *t = c->kind->things.at[j];
      const Fill *fill;
      Node *e = column_expr(g, c, t, &fill);
      int chunk = !fill && common >= 0 ? common : -1;
      if (chunk < 0) {
        chunk = chunk_new(g, arena_printf(g->arena, "%s.%s", fill ? t->name : c->kind->name, c->name), c->decl);
        At before = at_enter(g, fill ? fill->node : c->decl);
        chunk_begin(g, chunk, 0);
        int w = words_of(c->type), r = alloc(g, w);
        if (w > g->most) g->most = w;
        g->chunks.at[chunk].result = w;
        if (e) gen_as(g, e, c->type, r);
        else emit(g, OP_LDI, r, 0, 0, fill->node->a->sym->thing->id);
        emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
        chunk_end(g);
        at_leave(g, before);
        if (!fill) common = chunk;
      }
      int first = g->slots.at[g->columns.at[c->index].slot].first;
      for (int k = 0; k < t->copies; k++) g->slot_chunks.at[first + t->id + k - c->kind->first] = chunk;
    }
  }
}

/* ---- the beginning of a game ---------------------------------------------------- */

static int64_t default_of(const Type *t)
{
  if (t->opt) return NONE;
  if (t->tag == T_NUM) return t->lo > 0 ? t->lo : t->hi < 0 ? t->hi : 0;
  if (t->tag == T_THING) return t->kind->count ? t->kind->first : NONE;
  return 0;
}

static void init_present(Gen *g)
{
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    Kind *k = g->m->kinds.at[i];
    if (!k->has_variants) continue;
    int top = g->top, s = alloc(g, words_of(k->set)), x = alloc(g, 1), type = emit_type(g, k->set);
    int field = g->kinds.at[k->index].present;
    emit(g, OP_SNONE, s, 0, 0, type);
    for (size_t j = 0; j < k->things.n; j++) {
      Thing *t = k->things.at[j];
      int skip = -1;
      if (t->variant) {
        emit(g, OP_GETG, x, 0, 0, t->variant->flag->index);
        skip = emit(g, OP_JF, x, 0, 0, 0);
      }
      for (int c = 0; c < t->copies; c++) {
        emit(g, OP_LDI, x, 0, 0, t->id + c);
        emit(g, OP_SADD, s, x, 0, type);
      }
      if (skip >= 0) patch(g, skip);
    }
    emit(g, OP_PUTW, s, 0, 0, field);
    g->top = top;
  }
}

static void init_options(Gen *g)
{
  Model *m = g->m;
  for (size_t i = 0; i < m->fields.n; i++) {
    Field *f = m->fields.at[i];
    if (!f->option) continue;
    At before = at_enter(g, f->decl);
    int top = g->top, r = alloc(g, 1), none = alloc(g, 1);
    emit(g, OP_GETG, r, 0, 0, f->index);
    emit(g, OP_LDI, none, 0, 0, NONE);
    int given = emit(g, OP_JNE, r, none, 0, 0);
    gen_as(g, f->decl->b, f->type, r);
    emit(g, OP_PUT, r, 0, 0, f->index);
    patch(g, given);
    g->top = top;
    at_leave(g, before);
  }
  for (size_t i = 0; i < m->variants.n; i++) {
    Variant *v = m->variants.at[i];
    At before = at_enter(g, v->decl);
    int top = g->top, r = alloc(g, 1);
    gen_expr(g, v->decl->a, r);
    emit(g, OP_PUT, r, 0, 0, v->flag->index);
    g->top = top;
    at_leave(g, before);
  }
}

static void init_pile(Gen *g, Field *f)
{
  int top = g->top, var = alloc(g, 1);
  Iter it;
  iter_begin(g, &it, f->decl->b, f->type->kind->set, var);
  int pile = alloc(g, 1), base = alloc(g, 2);
  emit(g, OP_MOV, base, g->self, 0, 0);
  emit(g, OP_LDI, base + 1, 0, 0, f->per ? (int)g->fields.at[f->index].per_first : 0);
  emit(g, OP_PILE, pile, 0, base, f->index);
  emit(g, OP_MOVE, var, pile, 0, 0);
  iter_end(g, &it);
  g->top = top;
}

/* First values of one field: the same for all, or computed for each thing. */
static void init_field(Gen *g, Field *f)
{
  if (f->hidden || f->option || (f->pile && !f->decl->b)) return;
  At before = at_enter(g, f->decl);
  int top = g->top;
  int64_t words[MAX_THINGS / 64 + 2];
  bool wide = f->type->tag == T_SET || f->type->tag == T_LIST;
  if (!wide && !f->pile && (!f->decl->b || gen_constant(g, f->decl->b, f->type, words))) {
    int64_t v = f->decl->b ? words[0] : default_of(f->type);
    if (v) {
      int r = alloc(g, 1);
      emit(g, OP_LDI, r, 0, 0, (int)v);
      emit(g, OP_FILL, r, 0, 0, f->index);
    }
  } else if (f->decl->b) {
    int self = g->self, loop = -1, exit = -1;
    if (f->kind) {
      int var = alloc(g, 1), s = alloc(g, words_of(f->kind->set)), type = emit_type(g, f->kind->set);
      emit(g, OP_SALL, s, 0, 0, type);
      emit(g, OP_LDI, var, 0, 0, NONE);
      loop = here(g);
      exit = emit(g, OP_SNEXT, var, s, 0, type);
      g->self = var;
    }
    if (f->pile) init_pile(g, f);
    else {
      int w = words_of(f->type), v = alloc(g, w), base = alloc(g, 2);
      gen_as(g, f->decl->b, f->type, v);
      emit(g, OP_MOV, base, g->self, 0, 0);
      int n = f->per ? (int)type_count(f->per) : 1;
      for (int i = 0; i < n; i++) {
        emit(g, OP_LDI, base + 1, 0, 0, f->per ? g->fields.at[f->index].per_first + i : 0);
        emit(g, wide ? OP_PUTW : OP_PUT, v, 0, base, f->index);
      }
    }
    if (f->kind) {
      emit(g, OP_LOOP, 0, 0, 0, loop);
      patch_ahead(g, exit);
    }
    g->self = self;
  }
  g->top = top;
  at_leave(g, before);
}

static void call_verb(Gen *g, const Verb *v)
{
  if (!v) return;
  int top = g->top, frame = gen_call_frame(g, 0);
  emit(g, OP_LDI, frame + 1, 0, 0, NONE);
  emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  emit(g, OP_CALL, frame, 0, 0, v->entry);
  g->top = top;
}

static int gen_init(Gen *g)
{
  int chunk = chunk_new(g, "init", g->m->game);
  chunk_begin(g, chunk, 0);
  emit(g, OP_LDI, 0, 0, 0, NONE);
  init_options(g);
  init_present(g);
  for (size_t i = 0; i < g->m->fields.n; i++) init_field(g, g->m->fields.at[i]);
  chunk_end(g);
  return chunk;
}

static void begin_game(Gen *g, int init)
{
  int frame = gen_call_frame(g, 0);
  emit(g, OP_LDI, frame + 1, 0, 0, NONE);
  emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  emit(g, OP_CALL, frame, 0, 0, init);
  g->top = frame;
  call_verb(g, g->m->setup);
  gen_arm(g);
}

static int gen_main(Gen *g, int init)
{
  int chunk = chunk_new(g, "game", g->m->game);
  At before = at_enter(g, g->m->game);
  chunk_begin(g, chunk, 0);
  begin_game(g, init);
  call_verb(g, g->m->play);
  if (g->m->play->decl) g->at = g->m->play->decl;
  emit(g, OP_FAIL, 0, 0, 0, 2);
  chunk_end(g);
  at_leave(g, before);
  return chunk;
}

/* ---- the rest ------------------------------------------------------------------- */

static void gen_seen(Gen *g)
{
  for (size_t i = 0; i < g->m->fields.n; i++) {
    int chunk = g->fields.at[i].seen_chunk;
    if (chunk < 0) continue;
    Node *e = g->m->fields.at[i]->decl->c;
    At before = at_enter(g, e);
    chunk_begin(g, chunk, 0);
    g->chunks.at[chunk].result = 1;
    int r = alloc(g, 1);
    gen_as(g, e, g->m->player->set, r);
    emit(g, OP_MOV, 0, r, 0, 0);
    chunk_end(g);
    at_leave(g, before);
  }
}

static void gen_always(Gen *g)
{
  for (size_t i = 0; i < g->m->always.n; i++) {
    Always *a = g->m->always.at[i];
    At before = at_enter(g, a->node);
    int chunk = chunk_new(g, "always", a->node);
    chunk_begin(g, chunk, 0);
    g->chunks.at[chunk].result = 1;
    int ok = alloc(g, 1), r = alloc(g, 1);
    emit(g, OP_LDI, ok, 0, 0, 1);
    int flag = -1, out = -1, exit = -1, loop = -1;
    if (a->place.variant) {
      emit(g, OP_GETG, r, 0, 0, a->place.variant->flag->index);
      flag = emit(g, OP_JF, r, 0, 0, 0);
    }
    if (a->place.kind) {
      int var = alloc(g, 1), s = alloc(g, words_of(a->place.kind->set)), type = emit_type(g, a->place.kind->set);
      emit(g, OP_SALL, s, 0, 0, type);
      emit(g, OP_LDI, var, 0, 0, NONE);
      loop = here(g);
      exit = emit(g, OP_SNEXT, var, s, 0, type);
      g->self = var;
    }
    gen_expr(g, a->node->a, ok);
    if (a->place.kind) {
      out = emit(g, OP_JF, ok, 0, 0, 0);
      emit(g, OP_LOOP, 0, 0, 0, loop);
      patch_ahead(g, exit);
      patch(g, out);
    }
    if (flag >= 0) patch(g, flag);
    emit(g, OP_MOV, 0, ok, 0, 0);
    g->self = 1;
    int text = a->node->text ? gen_text(g, "always", a->node->text) : -1;
    chunk_end(g);
    vec_push(&g->always, ((PAlways){chunk, text, emit_loc(g, a->node)}));
    at_leave(g, before);
  }
}

static void gen_answer(Gen *g, Node *who, Node *e)
{
  bool not = e->tag == N_NOT;
  Node *x = not ? e->a : e;
  PAnswer p = {.flags = not ? ANSWER_NOT : 0, .seat = -1, .chunk = -1, .type = -1, .text = -1, .loc = emit_loc(g, e)};
  if (who->name && !strcmp(who->name, "chance")) p.flags |= ANSWER_CHANCE;
  else if (who->sym) p.seat = who->sym->reg;
  if (x->tag == N_STR) {
    p.flags |= ANSWER_LABEL;
    p.text = emit_string(g, x->name);
  } else {
    At before = at_enter(g, e);
    p.chunk = chunk_new(g, "answer", e);
    chunk_begin(g, p.chunk, 0);
    Type *t = x->type->tag == T_PILE ? x->type->kind->set : x->tag == N_NONE ? type_plain(g->m, T_FLAG) : x->type;
    int w = words_of(t), r = alloc(g, w);
    if (w > g->most) g->most = w;
    g->chunks.at[p.chunk].result = w;
    p.type = emit_type(g, t);
    if (x->tag == N_NONE) emit(g, OP_LDI, r, 0, 0, NONE);
    else gen_as(g, x, t, r);
    emit(g, w == 1 ? OP_MOV : OP_MOVW, 0, r, 0, w);
    chunk_end(g);
    at_leave(g, before);
  }
  vec_push(&g->answers, p);
}

static void gen_scripts(Gen *g, Node *n)
{
  for (; n; n = n->next) {
    if (n->tag == N_RUN) {
      PScript s = {(int)g->answers.n, 0};
      for (Node *a = n->b; a; a = a->next)
        for (Node *e = a->a; e; e = e->next) gen_answer(g, a, e);
      s.count = (int)g->answers.n - s.first;
      g->scripts.at[n->op] = s;
      continue;
    }
    if (n->tag == N_PHRASE || n->tag == N_LET || n->tag == N_SET) continue;
    gen_scripts(g, n->a);
    gen_scripts(g, n->b);
    gen_scripts(g, n->c);
  }
}

static int seat_names(Gen *g, const Test *t)
{
  int at = -1;
  for (size_t i = 0; i < t->seats.n; i++) { /* fresh copies, one after the other */
    const char *name = t->seats.at[i]->name;
    if (at < 0) at = (int)g->strings.n;
    for (const char *c = name; ; c++) {
      vec_push(&g->strings, *c);
      if (!*c) break;
    }
  }
  return at;
}

static void gen_tests(Gen *g, int init)
{
  for (size_t i = 0; i < g->m->tests.n; i++) {
    Test *t = g->m->tests.at[i];
    Node *n = t->node;
    At before = at_enter(g, n);
    PTest p = {.title = emit_string(g, n->label), .loc = emit_loc(g, n), .seats = (int)t->seats.n,
               .first_script = (int)g->scripts.n};
    p.chunk = chunk_new(g, "test", n);
    chunk_begin(g, p.chunk, 0);
    for (Node *w = n->b; w; w = w->next) {
      Node *o = w->tag == N_IS ? w->a : w;
      int top = g->top, r = alloc(g, 1);
      if (w->tag == N_IS) gen_as(g, w->b, o->type, r);
      else emit(g, OP_LDI, r, 0, 0, 1);
      emit(g, OP_PUT, r, 0, 0, o->sym->field->index);
      g->top = top;
    }
    begin_game(g, init);
    for (size_t s = 0; s < t->seats.n; s++) {
      t->seats.at[s]->reg = alloc(g, 1);
      emit(g, OP_LDI, t->seats.at[s]->reg, 0, 0, (int)s);
    }
    gen_block(g, n->c);
    emit(g, OP_HALT, 0, 0, 0, 0);
    chunk_end(g);
    /* answers are evaluated outside the test's frame: seats are constants there */
    for (size_t s = 0; s < t->seats.n; s++) {
      Thing *seat = g->m->player->things.at[s];
      Sym *y = t->seats.at[s];
      y->tag = SY_THING;
      y->thing = seat;
      y->reg = (int)s;
    }
    gen_scripts(g, n->c);
    p.scripts = (int)g->scripts.n - p.first_script;
    p.names = seat_names(g, t);
    vec_push(&g->tests, p);
    at_leave(g, before);
  }
}

static void gen_files(Gen *g)
{
  const Sources *s = &g->m->unit->sources;
  for (size_t i = 0; i < s->files.n; i++) {
    PFile f = {emit_string(g, s->files.at[i].path), (int)g->strings.n, (int)s->files.at[i].size};
    vec_reserve(&g->strings, s->files.at[i].size + 1);
    memcpy(g->strings.at + g->strings.n, s->files.at[i].text, s->files.at[i].size + 1);
    g->strings.n += s->files.at[i].size + 1;
    vec_push(&g->files, f);
  }
}

static void gen_free(Gen *g)
{
#define SECTION(type, name) vec_free(&g->name);
#include "interp/code/section.def"
#undef SECTION
  vec_free(&g->marks);
}

static unsigned char *generate(Model *m, size_t *size)
{
  Gen g = {.m = m, .arena = m->arena, .d = &m->unit->diags, .cite = -1, .at = m->game, .self = 1};
  PHeader h = {.magic = PROGRAM_MAGIC, .version = PROGRAM_VERSION, .seats_low = (int)m->game->num,
               .seats_high = (int)m->game->num2, .has_gather = m->has_gather};
  vec_push(&g.header, h);
  gen_words(&g);
  gen_kinds(&g);
  gen_things(&g);
  gen_hidden(&g);
  gen_layout(&g);
  gen_columns(&g);
  plan_verbs(&g);
  plan_values(&g);
  find_watchers(&g);
  for (size_t i = 0; i < m->variants.n; i++) {
    Variant *v = m->variants.at[i];
    PVariant p = {emit_string(&g, v->name), gen_title(&g, key(&g, "variant", v->name), v->label), v->flag->index};
    vec_push(&g.variants, p);
  }
  gen_verbs(&g);
  gen_values(&g);
  gen_whens(&g);
  gen_computed(&g);
  gen_seen(&g);
  gen_always(&g);
  int init = gen_init(&g), main_chunk = gen_main(&g, init);
  gen_tests(&g, init);
  gen_phrases(&g);
  gen_cites(&g);
  g.header.at[0].main = main_chunk;
  g.header.at[0].armed = g.armed;
  g.header.at[0].name = emit_string(&g, m->game->name);
  g.header.at[0].title = emit_string(&g, m->game->label);
  g.header.at[0].source = emit_string(&g, m->source);
  g.header.at[0].ledger = emit_string(&g, m->ledger);
  gen_files(&g);
  unsigned char *image = emit_image(&g, size);
  gen_free(&g);
  return image;
}

Program *compile(Unit *u)
{
  if (u->diags.errors) return NULL;
  Model *m = sema(u);
  if (u->diags.errors) return NULL;
  size_t size;
  unsigned char *image = generate(m, &size);
  if (u->diags.errors) {
    free(image);
    return NULL;
  }
  char why[200];
  Program *p = program_load(image, size, why, sizeof why);
  if (!p) fprintf(stderr, "regel: the compiler made an unsound program: %s\n", why);
  return p;
}
