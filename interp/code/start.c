/* The beginning of a game: options, first values, set-up, play. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

static int64_t default_of(const Type *t)
{
  if (t->opt) return NONE;
  if (t->tag == T_NUM) return t->lo > 0 ? t->lo : t->hi < 0 ? t->hi : 0;
  if (t->tag == T_THING) return t->kind->count ? t->kind->first : NONE;
  return 0;
}

typedef struct Present { /* the set that is made of what is there */
  int set, x, type;
} Present;

static void put_copies(Gen *g, Present p, Opcode op, int id, int n)
{
  for (int i = 0; i < n; i++) {
    emit(g, OP_LDI, p.x, 0, 0, id + i);
    emit(g, op, p.set, p.x, 0, p.type);
  }
}

/* All copies, then what each variant that holds makes of them: so many of the first ones,
 * whatever those beneath it say, and those that it adds. */
static void present_copies(Gen *g, const Thing *t, Present p)
{
  int base = thing_base(t), most = base;
  put_copies(g, p, OP_SADD, t->id, base);
  for (size_t i = 0; i < t->fewer.n; i++) {
    const Copies *c = &t->fewer.at[i];
    emit(g, OP_GETG, p.x, 0, 0, c->variant->flag->index);
    int skip = emit(g, OP_JF, p.x, 0, 0, 0);
    if (i) put_copies(g, p, OP_SADD, t->id, c->n);
    put_copies(g, p, OP_SDEL, t->id + c->n, base - c->n);
    patch(g, skip);
  }
  for (size_t i = 0; i < t->more.n; i++) {
    const Copies *c = &t->more.at[i];
    emit(g, OP_GETG, p.x, 0, 0, c->variant->flag->index);
    int skip = emit(g, OP_JF, p.x, 0, 0, 0);
    put_copies(g, p, OP_SADD, t->id + most, c->n);
    patch(g, skip);
    most += c->n;
  }
}

/* What a kind has for each player is there only with that player: a jump, or -1. */
static int skip_absent(Gen *g, const Kind *k, int n, int x)
{
  const Kind *player = g->m->player;
  for (int i = 0; i < k->naxes; i++) {
    int seat = n % k->axes[i].count;
    n /= k->axes[i].count;
    if (k->axes[i].type->tag != T_THING || k->axes[i].type->kind != player) continue;
    if (seat < g->m->game->num) continue; /* so many always play */
    int seats = alloc(g, words_of(player->set)), type = emit_type(g, player->set);
    emit(g, OP_SALL, seats, 0, 0, type);
    emit(g, OP_LDI, x, 0, 0, seat);
    emit(g, OP_SHAS, x, seats, x, type);
    g->top = seats;
    return emit(g, OP_JF, x, 0, 0, 0);
  }
  return -1;
}

static void init_present(Gen *g)
{
  for (size_t i = 0; i < g->m->kinds.n; i++) {
    Kind *k = g->m->kinds.at[i];
    if (!k->has_variants) continue;
    int top = g->top, s = alloc(g, words_of(k->set)), x = alloc(g, 1),
        type = emit_type(g, k->set);
    int field = g->kinds.at[k->index].present;
    emit(g, OP_SNONE, s, 0, 0, type);
    for (size_t j = 0; j < k->things.n; j++) {
      Thing *t = k->things.at[j];
      int skip = -1;
      if (thing_varies(t)) {
        emit(g, OP_GETG, x, 0, 0, t->variant->flag->index);
        skip = emit(g, OP_JF, x, 0, 0, 0);
      }
      int absent = skip_absent(g, k, (int)j, x);
      present_copies(g, t, (Present){s, x, type});
      if (skip >= 0) patch(g, skip);
      if (absent >= 0) patch(g, absent);
    }
    emit(g, OP_PUTW, s, g->me, 0, field);
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
    emit(g, OP_PUT, r, g->me, 0, f->index);
    patch(g, given);
    g->top = top;
    at_leave(g, before);
  }
  for (size_t i = 0; i < m->variants.n; i++) {
    Variant *v = m->variants.at[i];
    if (v->tests) continue; /* a test sets it */
    At before = at_enter(g, v->decl);
    int top = g->top, r = alloc(g, 1);
    gen_expr(g, v->decl->a, r);
    emit(g, OP_PUT, r, g->me, 0, v->flag->index);
    g->top = top;
    at_leave(g, before);
  }
}

/* An option that is not as by default holds only under its condition. */
static void check_options(Gen *g)
{
  for (size_t i = 0; i < g->m->fields.n; i++) {
    Field *f = g->m->fields.at[i];
    if (!f->option || !f->decl->c) continue;
    At before = at_enter(g, f->decl);
    int top = g->top, now = alloc(g, 1), usual = alloc(g, 1);
    emit(g, OP_GETG, now, 0, 0, f->index);
    gen_as(g, f->decl->b, f->type, usual);
    int as_usual = emit(g, OP_JEQ, now, usual, 0, 0);
    Jumps ok = {0};
    gen_jump(g, f->decl->c, true, &ok);
    emit(g, OP_FAIL, 0, 0, 0, 3 + f->index);
    patch_all(g, &ok);
    patch(g, as_usual);
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
  emit(g, OP_MOVE, var, pile, g->me, 0);
  iter_end(g, &it);
  g->top = top;
}

static void fill_field(Gen *g, const Field *f, int64_t v)
{
  if (!v) return;
  int top = g->top, r = alloc(g, 1);
  emit(g, OP_LDI, r, 0, 0, (int)v);
  emit(g, OP_FILL, r, 0, 0, f->index);
  g->top = top;
}

/* What a field begins as that says nothing: of things the first that is there. */
static void fill_default(Gen *g, const Field *f)
{
  const Type *t = f->type;
  if (t->tag != T_THING || t->opt || !t->kind->things.n ||
      thing_least(t->kind->things.at[0])) {
    fill_field(g, f, default_of(t));
    return;
  }
  int top = g->top, r = alloc(g, 1), all = alloc(g, words_of(t->kind->set)),
      type = emit_type(g, t->kind->set);
  emit(g, OP_SALL, all, 0, 0, type);
  emit(g, OP_SFIRST, r, all, 0, type);
  emit(g, OP_FILL, r, 0, 0, f->index);
  g->top = top;
}

static void compute_field(Gen *g, Field *f, bool wide)
{
  int self = g->self, loop = -1, exit = -1;
  if (f->kind) {
    int var = alloc(g, 1), s = alloc(g, words_of(f->kind->set)),
        type = emit_type(g, f->kind->set);
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
      emit(g, wide ? OP_PUTW : OP_PUT, v, g->me, base, f->index);
    }
  }
  if (f->kind) {
    emit(g, OP_LOOP, 0, 0, 0, loop);
    patch(g, exit);
  }
  g->self = self;
}

/* First values of one field: the same for all, or computed for each thing.  What one
 * computes in a variant may need things that other games do not have. */
static void init_field(Gen *g, Field *f)
{
  if (f->hidden || f->option || (f->pile && !f->decl->b)) return;
  At before = at_enter(g, f->decl);
  int top = g->top, skip = -1;
  int64_t words[MAX_THINGS / 64 + 2];
  bool wide = f->type->tag == T_SET || f->type->tag == T_LIST;
  bool constant =
      !wide && !f->pile && (!f->decl->b || gen_constant(g, f->decl->b, f->type, words));
  if (constant && f->type->tag == T_THING && f->decl->b && f->variant) constant = false;
  if (constant && f->decl->b) fill_field(g, f, words[0]);
  else if (constant) fill_default(g, f);
  else if (f->decl->b) {
    if (f->variant) {
      int flag = alloc(g, 1);
      if (!wide && !f->pile) fill_default(g, f);
      emit(g, OP_GETG, flag, 0, 0, f->variant->flag->index);
      skip = emit(g, OP_JF, flag, 0, 0, 0);
    }
    compute_field(g, f, wide);
    if (skip >= 0) patch(g, skip);
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

typedef struct Filling {
  Reader *reader;
  char *done; /* by field: 1 being filled, 2 filled */
  int depth;
} Filling;

enum { MOST_FILLED = 500 }; /* first values that need each other, one after the other */

/* A field whose first value reads another one comes after it, wherever they stand. */
static void init_in_order(Gen *g, size_t i, Filling *fill)
{
  INVARIANT(i < g->m->fields.n);
  Field *f = g->m->fields.at[i];
  if (fill->done[i] == 2) return;
  if (fill->done[i] == 1) {
    diag_add(g->d, DIAG_VALUE_CYCLE, f->decl->loc,
             "the first value of \"%s\" needs itself", f->name);
    return;
  }
  fill->done[i] = 1;
  if (!f->hidden && !f->option && f->decl->b) {
    Numbers needs = model_reads(fill->reader, f->decl->b, NULL).fields;
    if (++fill->depth == MOST_FILLED) {
      Diag *d = diag_add(g->d, DIAG_TOO_DEEP, f->decl->loc,
                         "more than %d first values need each other, one after the other",
                         MOST_FILLED);
      diag_hint(g->d, d, "give these fields their values in the verb \"setup\"");
    } else if (fill->depth < MOST_FILLED)
      for (size_t k = 0; k < needs.n; k++) init_in_order(g, (size_t)needs.at[k], fill);
    fill->depth--;
  }
  fill->done[i] = 2;
  init_field(g, f);
}

int gen_init(Gen *g)
{
  int chunk = chunk_new(g, "init", g->m->game);
  chunk_begin(g, chunk, 0);
  emit(g, OP_LDI, 0, 0, 0, NONE);
  init_options(g);
  check_options(g);
  init_present(g);
  Filling fill = {reader_new(g->m), arena_alloc(g->arena, g->m->fields.n + 1), 0};
  for (size_t i = 0; i < g->m->fields.n; i++) init_in_order(g, i, &fill);
  chunk_end(g);
  return chunk;
}

void gen_begin(Gen *g, int init, bool set_up)
{
  int frame = gen_call_frame(g, 0);
  emit(g, OP_LDI, frame + 1, 0, 0, NONE);
  emit(g, OP_LDI, frame + 2, 0, 0, NONE);
  emit(g, OP_CALL, frame, 0, 0, init);
  g->top = frame;
  if (!set_up) return;
  call_verb(g, g->m->setup);
  gen_arm(g);
}

int gen_main(Gen *g, int init)
{
  int chunk = chunk_new(g, "game", g->m->game);
  At before = at_enter(g, g->m->game);
  chunk_begin(g, chunk, 0);
  gen_begin(g, init, true);
  call_verb(g, g->m->play);
  if (g->m->play->decl) g->at = g->m->play->decl;
  emit(g, OP_FAIL, 0, 0, 0, 2);
  chunk_end(g);
  at_leave(g, before);
  return chunk;
}
