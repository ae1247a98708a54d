/* `when`: which changes can make a condition true, and looking after each of them.  What
 * comes to be seen because `seen by` says so is watched in the same way. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

/* ---- who watches what ----------------------------------------------------------- */

/* Does who sees a field depend on the game, and can what is seen be told? */
static bool can_turn(const Field *f)
{
  const Node *seen = f->hidden || f->option ? NULL : f->decl->c;
  if (!seen || seen->tag == N_NONE || f->type->tag == T_SET || f->type->tag == T_LIST)
    return false;
  return !seen->sym || (seen->sym->tag != SY_OWNER && seen->sym->tag != SY_PLAYERS);
}

void find_sights(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  size_t n = m->fields.n; /* those that are added here are not looked at */
  for (size_t i = 0; i < n; i++) {
    Field *f = m->fields.at[i];
    if (!can_turn(f)) continue;
    Read read = model_reads(reader_new(m), f->decl->c, NULL);
    if (!read.fields.n && !read.kinds.n) continue; /* the same for ever */
    When *w = ARENA_NEW(g->arena, When);
    *w = (When){.node = f->decl,
                .place = {.layer = LAYER_BODY, .variant = f->variant, .kind = f->kind},
                .bits = hidden_field(g, "sight", type_num(m, 0, (1 << MAX_PLAYERS) - 1)),
                .sight = f,
                .read = read};
    w->bits->kind = f->kind;
    apush(g->arena, &g->sights, w);
  }
}

static void add_watcher(Gen *g, When *w, const char *name)
{
  const Numbers *fields = &w->read.fields, *kinds = &w->read.kinds;
  for (size_t f = 0; f < fields->n; f++)
    apush(g->arena, &g->field_watch[fields->at[f]], w);
  for (size_t k = 0; k < kinds->n; k++) apush(g->arena, &g->kind_watch[kinds->at[k]], w);
  w->chunk = chunk_new(g, name, w->node);
}

void find_watchers(Gen *g)
{
  INVARIANT(g->m && g->top >= 0 && g->places.n == g->code.n);
  Model *m = g->m;
  g->field_watch = arena_alloc(g->arena, (m->fields.n + 1) * sizeof *g->field_watch);
  g->kind_watch = arena_alloc(g->arena, (m->kinds.n + 1) * sizeof *g->kind_watch);
  /* What is shown is shown before anything follows from it. */
  for (size_t i = 0; i < g->sights.n; i++) add_watcher(g, g->sights.at[i], "sight");
  for (size_t i = 0; i < m->whens.n; i++) add_watcher(g, m->whens.at[i], "when");
}

static Node *watched(const When *w) { return w->sight ? w->sight->decl->c : w->node->a; }

/* Does an expression read the field of nothing but `this`? */
static bool reads_own(const Node *n, const Field *f)
{
  if (!n) return true;
  const Sym *y = n->tag == N_NAME || n->tag == N_DOT || n->tag == N_CALL ? n->sym : NULL;
  if (y && y->tag == SY_FIELD && y->field == f && !(n->a && n->a->tag == N_THIS))
    return false;
  if (y && (y->tag == SY_VALUE || y->tag == SY_COLUMN)) return false; /* who knows */
  for (const Node *a = n->a; a; a = n->tag == N_CALL ? a->next : NULL)
    if (!reads_own(a, f)) return false;
  return reads_own(n->b, f) && reads_own(n->c, f);
}

/* A change of one thing's field can make the condition true for that thing only. */
static bool is_own(const When *w, const Field *f)
{
  return w->place.kind && !w->place.thing && f->kind == w->place.kind &&
         reads_own(watched(w), f) && reads_own(w->place.hold, f);
}

/* thing: the register of the one that was changed, -1 if it may be any. */
static void call_watch(Gen *g, const When *w, int thing)
{
  int top = g->top, frame = gen_call_frame(g, 0);
  emit(g, OP_MOV, frame + 1, g->me, 0, 0);
  if (thing >= 0) emit(g, OP_MOV, frame + 2, thing, 0, 0);
  else emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  emit(g, OP_CALL, frame, 0, 0, w->chunk);
  g->top = top;
}

void gen_watch(Gen *g, const Field *f, const Kind *piles, int thing)
{
  if (f)
    for (size_t i = 0; i < g->field_watch[f->index].n; i++) {
      const When *w = g->field_watch[f->index].at[i];
      call_watch(g, w, thing >= 0 && is_own(w, f) ? thing : -1);
    }
  if (piles)
    for (size_t i = 0; i < g->kind_watch[piles->index].n; i++)
      call_watch(g, g->kind_watch[piles->index].at[i], -1);
}

/* Is there a field of which only the thing that was changed is looked at? */
static bool has_own(const Gen *g, const When *w)
{
  for (size_t i = 0; i < w->read.fields.n; i++)
    if (is_own(w, g->m->fields.at[w->read.fields.at[i]])) return true;
  return false;
}

typedef struct WhenArg {
  When *w;
  bool arm; /* only remember whether it holds */
} WhenArg;

/* Who sees it now and did not before learns what it is. */
static void sight_body(Gen *g, const When *w, bool arm)
{
  Type *seats = g->m->player->set;
  int top = g->top, base = alloc(g, 1), now = alloc(g, 1), was = alloc(g, 1), me = g->me;
  emit(g, OP_MOV, base, g->self, 0, 0);
  g->me = alloc(g, 1); /* nobody acts where somebody only looks */
  emit(g, OP_LDI, g->me, 0, 0, NONE);
  gen_as(g, watched(w), seats, now);
  g->me = me;
  if (!arm) {
    if (w->bits->kind) emit(g, OP_GET, was, 0, base, w->bits->index);
    else emit(g, OP_GETG, was, 0, 0, w->bits->index);
    emit(g, OP_SSUB, was, now, was, emit_type(g, seats));
    emit(g, OP_SIGHT, was, g->me, base, w->sight->index);
  }
  emit(g, OP_PUT, now, g->me, base, w->bits->index);
  g->top = top;
}

static void when_body(Gen *g, void *p)
{
  WhenArg *arg = p;
  When *w = arg->w;
  if (w->sight) {
    sight_body(g, w, arg->arm);
    return;
  }
  int top = g->top, base = alloc(g, 1), was = alloc(g, 1), yes = alloc(g, 1),
      no = alloc(g, 1);
  emit(g, OP_MOV, base, g->self, 0, 0);
  emit(g, OP_LDI, yes, 0, 0, 1);
  emit(g, OP_LDI, no, 0, 0, 0);
  Jumps holds = {0}, out_of_force = {0};
  if (w->place.hold) gen_jump(g, w->place.hold, false, &out_of_force);
  gen_jump(g, w->node->a, true, &holds);
  patch_all(g, &out_of_force);
  emit(g, OP_PUT, no, g->me, base, w->bits->index);
  int out = emit(g, OP_JMP, 0, 0, 0, 0);
  patch_all(g, &holds);
  if (arg->arm) emit(g, OP_PUT, yes, g->me, base, w->bits->index);
  else {
    if (w->bits->kind) emit(g, OP_GET, was, 0, base, w->bits->index);
    else emit(g, OP_GETG, was, 0, 0, w->bits->index);
    int again = emit(g, OP_JT, was, 0, 0, 0);
    emit(g, OP_PUT, yes, g->me, base, w->bits->index);
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
  Place place = w->place;
  place.hold = NULL; /* part of the condition: it is watched too */
  g->one = !arm && has_own(g, w);
  for_place(g, &place, NULL, NULL, when_body, &arg, false, NULL);
  g->one = false;
  at_leave(g, before);
}

static void gen_when(Gen *g, When *w)
{
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

void gen_whens(Gen *g)
{
  for (size_t i = 0; i < g->sights.n; i++) gen_when(g, g->sights.at[i]);
  for (size_t i = 0; i < g->m->whens.n; i++) gen_when(g, g->m->whens.at[i]);
}

void gen_arm(Gen *g)
{
  for (size_t i = 0; i < g->sights.n; i++) gen_when_for(g, g->sights.at[i], true);
  for (size_t i = 0; i < g->m->whens.n; i++) gen_when_for(g, g->m->whens.at[i], true);
  int yes = alloc(g, 1);
  emit(g, OP_LDI, yes, 0, 0, 1);
  emit(g, OP_PUT, yes, g->me, 0, g->armed);
}
