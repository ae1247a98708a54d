/* From a checked model to a program: layout of the state, tables, then all chunks. */
#include "interp/code/compile.h"
#include "interp/base/invariant.h"
#include "interp/code/gen.h"
#include "interp/flow/flow.h"

#include <string.h>

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

/* The condition of an `always`, for each thing of its kind if it stands in one. */
static void gen_holds(Gen *g, const Always *a, int ok)
{
  Node *condition = a->node->a;
  if (!a->place.kind) {
    gen_expr(g, condition, ok);
    return;
  }
  int var = alloc(g, 1), s = alloc(g, words_of(a->place.kind->set)),
      type = emit_type(g, a->place.kind->set);
  emit(g, OP_SALL, s, 0, 0, type);
  emit(g, OP_LDI, var, 0, 0, NONE);
  int loop = here(g), exit = emit(g, OP_SNEXT, var, s, 0, type);
  g->self = var;
  gen_expr(g, condition, ok);
  int out = emit(g, OP_JF, ok, 0, 0, 0);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, exit);
  patch(g, out);
  g->self = 1;
}

/* The block of a claim, as something to try. */
static int gen_claimed(Gen *g, const Always *a)
{
  int chunk = chunk_new(g, "claim", a->node);
  chunk_begin(g, chunk, 1);
  if (a->each) a->each->reg = 2;
  gen_block(g, a->node->c);
  chunk_end(g);
  return chunk;
}

/* Whoever acts, and for each element: can the block be carried out? */
static void gen_can(Gen *g, const Always *a, int claimed, int ok)
{
  Node *n = a->node;
  Type *players = g->m->player->set;
  int me = alloc(g, 1), seats = alloc(g, words_of(players)), var = alloc(g, 1);
  int type = emit_type(g, players);
  Iter each;
  Jumps guard = {0};
  emit(g, OP_SALL, seats, 0, 0, type);
  emit(g, OP_LDI, me, 0, 0, NONE);
  int loop = here(g), exit = emit(g, OP_SNEXT, me, seats, 0, type);
  g->me = me;
  if (a->each) {
    a->each->reg = var;
    iter_begin(g, &each, n->a, gen_set_type(g, n->a), var);
  } else emit(g, OP_LDI, var, 0, 0, NONE);
  if (n->b) gen_jump(g, n->b, false, &guard);
  emit(g, OP_CAN, ok, me, var, claimed);
  int out = emit(g, OP_JF, ok, 0, 0, 0);
  patch_all(g, &guard);
  if (a->each) iter_end(g, &each);
  emit(g, OP_LOOP, 0, 0, 0, loop);
  patch(g, exit);
  patch(g, out);
  g->me = 0;
}

static void gen_always(Gen *g)
{
  for (size_t i = 0; i < g->m->always.n; i++) {
    Always *a = g->m->always.at[i];
    bool can = a->node->tag == N_CLAIM && a->node->c;
    a->index = -1;
    if (a->proved) continue; /* there is nothing to look at */
    At before = at_enter(g, a->node);
    int claimed = can ? gen_claimed(g, a) : -1;
    int chunk = chunk_new(g, a->node->tag == N_CLAIM ? "claim" : "always", a->node);
    chunk_begin(g, chunk, 0);
    g->chunks.at[chunk].result = 1;
    int ok = alloc(g, 1), flag = -1;
    emit(g, OP_LDI, ok, 0, 0, 1);
    if (a->place.variant) {
      int r = alloc(g, 1);
      emit(g, OP_GETG, r, 0, 0, a->place.variant->flag->index);
      flag = emit(g, OP_JF, r, 0, 0, 0);
    }
    if (can) gen_can(g, a, claimed, ok);
    else gen_holds(g, a, ok);
    if (flag >= 0) patch(g, flag);
    emit(g, OP_MOV, 0, ok, 0, 0);
    int text = a->node->text ? gen_text(g, a->node->text, NULL) : -1;
    chunk_end(g);
    a->index = (int)g->always.n;
    vec_push(&g->always, ((PAlways){chunk, text, emit_loc(g, a->node)}));
    at_leave(g, before);
  }
}

static void mark_text(Gen *g, int text)
{
  INVARIANT((size_t)text < g->texts.n);
  const PText *t = &g->texts.at[text];
  for (int k = 0; k < t->args; k++) {
    const PArg *a = &g->args.at[t->first_arg + k];
    for (int step = 0; step < a->path; step++) {
      int field = g->paths.at[a->first_path + step];
      if (field >= 0) g->fields.at[field].flags |= FIELD_DRAWN;
    }
  }
}

/* What a view shows need not be said again elsewhere: the fields that its code and its
 * texts read. */
static void mark_drawn(Gen *g, int chunk)
{
  INVARIANT((size_t)chunk < g->chunks.n);
  const PChunk *c = &g->chunks.at[chunk];
  for (int i = c->first; i < c->first + c->count; i++) {
    const PInstr *x = &g->code.at[i];
    char what = op_operands(x->op)[3];
    if (what == 'f') g->fields.at[x->d].flags |= FIELD_DRAWN;
    if (what == 'T') mark_text(g, x->d);
    int64_t text = what == 'H' ? g->consts.at[x->d + SHOW_TEXT] : -1;
    if (text >= 0) mark_text(g, (int)text);
  }
}

/* What a view shows, if its variant is in force; then what goes on with it. */
static void gen_view(Gen *g, const Picture *v)
{
  At before = at_enter(g, v->node);
  int flag = -1, top = g->top;
  if (v->variant) {
    int r = alloc(g, 1);
    emit(g, OP_GETG, r, 0, 0, v->variant->flag->index);
    flag = emit(g, OP_JF, r, 0, 0, 0);
  }
  if (v->node->a) gen_board(g, v->node);
  gen_block(g, v->node->b);
  for (size_t i = 0; i < g->m->pictures.n; i++)
    if (g->m->pictures.at[i]->of == v) gen_view(g, g->m->pictures.at[i]);
  if (flag >= 0) patch(g, flag);
  g->top = top;
  at_leave(g, before);
}

static void gen_views(Gen *g)
{
  for (size_t i = 0; i < g->m->pictures.n; i++) {
    const Picture *v = g->m->pictures.at[i];
    if (v->of) continue;
    At before = at_enter(g, v->node);
    int chunk = chunk_new(g, "view", v->node);
    chunk_begin(g, chunk, 0);
    gen_view(g, v);
    int text = v->node->text ? gen_text(g, v->node->text, NULL) : -1;
    chunk_end(g);
    mark_drawn(g, chunk);
    vec_push(&g->views, ((PView){text, chunk, emit_loc(g, v->node)}));
    at_leave(g, before);
  }
}

/* Paths come last of all strings: what stands before them is the same in whatever folder
 * the files lie (db/seal.c). */
static void gen_files(Gen *g)
{
  const Sources *s = &g->m->unit->sources;
  for (size_t i = 0; i < s->files.n; i++) {
    PFile f = {-1, (int)g->strings.n, (int)s->files.at[i].size};
    vec_reserve(&g->strings, s->files.at[i].size + 1);
    memcpy(g->strings.at + g->strings.n, s->files.at[i].text, s->files.at[i].size + 1);
    g->strings.n += s->files.at[i].size + 1;
    vec_push(&g->files, f);
  }
  for (size_t i = 0; i < s->files.n; i++) {
    size_t size = strlen(s->files.at[i].path) + 1;
    g->files.at[i].path = (int)g->strings.n;
    vec_reserve(&g->strings, size);
    memcpy(g->strings.at + g->strings.n, s->files.at[i].path, size);
    g->strings.n += size;
  }
}

static void gen_free(Gen *g)
{
#define SECTION(type, name) vec_free(&g->name);
#include "interp/code/section.def"
#undef SECTION
  vec_free(&g->marks);
  vec_free(&g->lets);
}

/* Several as "new.md, old.md": a name has no comma. */
static const char *ledger_names(const Model *m)
{
  const char *all = NULL;
  for (size_t i = 0; i < m->ledgers.n; i++)
    all = i ? arena_printf(m->arena, "%s, %s", all, m->ledgers.at[i]) : m->ledgers.at[i];
  return all;
}

static unsigned char *generate(Model *m, size_t *size)
{
  Gen g = {.m = m,
           .arena = m->arena,
           .d = &m->unit->diags,
           .cite = -1,
           .at = m->game,
           .self = 1};
  PHeader h = {.magic = PROGRAM_MAGIC,
               .version = PROGRAM_VERSION,
               .seats_low = (int)m->game->num,
               .seats_high = (int)m->game->num2,
               .has_gather = m->has_gather};
  vec_push(&g.header, h);
  gen_words(&g);
  gen_kinds(&g);
  gen_things(&g);
  gen_hidden(&g);
  find_sights(&g);
  gen_layout(&g);
  gen_columns(&g);
  plan_verbs(&g);
  plan_values(&g);
  find_watchers(&g);
  for (size_t i = 0; i < m->variants.n; i++) {
    Variant *v = m->variants.at[i];
    PVariant p = {emit_string(&g, v->name),
                  gen_title(&g, gen_key(&g, "variant", v->name), v->label),
                  v->flag->index};
    vec_push(&g.variants, p);
  }
  gen_verbs(&g);
  gen_values(&g);
  gen_whens(&g);
  gen_computed(&g);
  gen_seen(&g);
  gen_always(&g);
  gen_views(&g);
  int init = gen_init(&g), main_chunk = gen_main(&g, init);
  gen_tests(&g, init);
  gen_phrases(&g);
  gen_cites(&g);
  g.header.at[0].main = main_chunk;
  g.header.at[0].armed = g.armed;
  g.header.at[0].name = emit_string(&g, m->game->name);
  g.header.at[0].title = emit_string(&g, m->game->label);
  g.header.at[0].source = emit_string(&g, m->source);
  g.header.at[0].ledger = emit_string(&g, ledger_names(m));
  gen_files(&g);
  unsigned char *image = emit_image(&g, size);
  gen_free(&g);
  return image;
}

bool compile_check(Unit *u)
{
  u->diags.partial = u->diags.errors > 0;
  if (u->cut) return false; /* told, and too much to look at */
  Model *m = sema(u); /* what was parsed is checked all the same: all errors in one run */
  if (!u->diags.errors && !u->open) check_secrets(m);
  return !u->diags.errors;
}

Program *compile(Unit *u)
{
  if (!compile_check(u)) return NULL;
  Model *m = u->model;
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
