/* One chunk after the other, put together as new code with maps from and to the old. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

typedef struct Output {
  VEC(PInstr) code;
  VEC(int32_t) old;
  Optimized *o;
} Output;

static int32_t emit(Output *out, PInstr i, int32_t old)
{
  vec_push(&out->code, i);
  vec_push(&out->old, old);
  return (int32_t)out->code.n - 1;
}

/* ---- a chunk as it is ----------------------------------------------------------- */

static void copy_chunk(Output *out, const Program *p, const PChunk *k)
{
  INVARIANT(k->first >= 0 && k->first + k->count <= p->n_code);
  int32_t shift = (int32_t)out->code.n - k->first;
  for (int32_t ip = k->first; ip < k->first + k->count; ip++) {
    PInstr i = p->code[ip];
    if (op_operands(i.op)[3] == 'j') i.d += shift;
    out->o->new_of[ip] = emit(out, i, ip);
  }
}

/* ---- a chunk as blocks ---------------------------------------------------------- */

typedef struct Placed {
  int32_t before,
      body;     /* where the block begins, with and without what stands before it */
  int32_t last; /* its last instruction */
} Placed;

static bool leads_into(const Flow *f, int from, int to)
{
  int l = f->blocks[to].loop;
  return l < 0 || f->loops[l].header != to || !loop_holds(f, l, from);
}

/* Whether the block is entered by falling into it from inside of its loop. */
static bool falls_back(const Flow *f, int b)
{
  const Block *x = &f->blocks[b];
  if (!b || !x->before.n || leads_into(f, b - 1, b)) return false;
  for (size_t k = 0; k < x->prev.n; k++)
    if (x->prev.at[k] == b - 1) return true;
  return false;
}

static void place_block(Output *out, const Flow *f, int b, Placed *at)
{
  const Block *x = &f->blocks[b];
  int32_t *new_of = out->o->new_of, first = x->first, next = first;
  at->before = (int32_t)out->code.n;
  for (size_t k = 0; k < x->before.n; k++)
    if (!x->before.at[k].gone) emit(out, x->before.at[k].i, x->before.at[k].old);
  at->body = (int32_t)out->code.n;
  for (size_t k = 0; k < x->ins.n; k++) {
    if (x->ins.at[k].gone) continue;
    int32_t here = emit(out, x->ins.at[k].i, x->ins.at[k].old);
    for (; next <= x->ins.at[k].old; next++) new_of[next] = here;
  }
  at->last = (int32_t)out->code.n - 1;
  for (; next < first + x->count; next++) new_of[next] = (int32_t)out->code.n;
  INVARIANT(next == first + x->count); /* each of its instructions leads somewhere */
  new_of[first] = at->before;
}

/* Jumps lead to blocks; false if one is too far away for its instruction. */
static bool mend_jumps(Output *out, const Flow *f, const Placed *at)
{
  for (int b = 0; b < f->nblocks; b++) {
    const Block *x = &f->blocks[b];
    const Ins *last = x->ins.n ? &x->ins.at[x->ins.n - 1] : NULL;
    if (!last || last->gone || last->to < 0) continue;
    int32_t to = leads_into(f, b, last->to) ? at[last->to].before : at[last->to].body;
    int32_t here = at[b].last;
    INVARIANT(last->to < f->nblocks && here >= at[b].body);
    PInstr *i = &out->code.at[here];
    const char *o = op_operands(i->op);
    int32_t far = o[2] == 'B' ? here - to : to - here;
    if (o[3] == 'j') i->d = to;
    else if (far < 1 || far > UINT16_MAX) return false;
    else i->c = (uint16_t)far;
  }
  return true;
}

static bool place_chunk(Output *out, const Flow *f)
{
  size_t code = out->code.n;
  Placed *at = arena_alloc(f->arena, sizeof *at * (size_t)f->nblocks);
  bool fits = true;
  for (int b = 0; b < f->nblocks && fits; b++) {
    fits = !falls_back(f, b);
    place_block(out, f, b, &at[b]);
  }
  fits = fits && mend_jumps(out, f, at);
  if (!fits) out->code.n = out->old.n = code;
  return fits;
}

static void make_chunk(Output *out, const Program *p, int n, const int32_t *params,
                       bool quiet)
{
  INVARIANT(n >= 0 && n < p->n_chunks);
  const PChunk *k = &p->chunks[n];
  Arena *arena = arena_new();
  Flow f = {.p = p, .k = k, .arena = arena, .params = params, .quiet = quiet};
  bool made = flow_find(&f);
  out->o->first[n] = (int32_t)out->code.n;
  if (made) {
    number_values(&f);
    drop_dead(&f);
    made = place_chunk(out, &f);
  }
  if (made && f.spare > out->o->spare) out->o->spare = f.spare;
  if (!made) copy_chunk(out, p, k);
  out->o->end[n] = (int32_t)out->code.n;
  out->o->left += !made;
  arena_free(arena);
}

/* No instruction belongs to two chunks: true of every program that was made here. */
static bool is_sound(const Program *p)
{
  bool *taken = zeroed((size_t)p->n_code + 1, sizeof *taken), sound = true;
  for (int n = 0; n < p->n_chunks && sound; n++) {
    const PChunk *k = &p->chunks[n];
    sound = k->regs <= MAX_FRAME && !memchr(taken + k->first, true, (size_t)k->count);
    memset(taken + k->first, true, (size_t)k->count);
  }
  free(taken);
  return sound;
}

static void as_it_is(Optimized *o, const Program *p)
{
  size_t n = (size_t)p->n_code;
  o->code = zeroed(n + 1, sizeof *o->code);
  o->old_of = zeroed(n + 1, sizeof *o->old_of);
  o->n = p->n_code;
  o->left = p->n_chunks;
  memcpy(o->code, p->code, n * sizeof *o->code);
  for (int32_t i = 0; i <= p->n_code; i++) o->old_of[i] = o->new_of[i] = i;
  for (int i = 0; i < p->n_chunks; i++) {
    o->first[i] = p->chunks[i].first;
    o->end[i] = p->chunks[i].first + p->chunks[i].count;
  }
}

static Optimized *opt_new(const Program *p, bool plain)
{
  Optimized *o = zeroed(1, sizeof *o);
  Output out = {.o = o};
  *o = (Optimized){.new_of = zeroed((size_t)p->n_code + 1, sizeof *o->new_of),
                   .first = zeroed((size_t)p->n_chunks + 1, sizeof *o->first),
                   .end = zeroed((size_t)p->n_chunks + 1, sizeof *o->end)};
  if (plain || !is_sound(p)) {
    as_it_is(o, p);
    if (is_sound(p)) o->steps = decode(p, o, NULL);
    return o;
  }
  o->params = zeroed((size_t)p->n_chunks + 1, sizeof *o->params);
  params_find(p, o->params);
  for (int n = 0; n < p->n_chunks; n++) make_chunk(&out, p, n, o->params, false);
  INVARIANT(out.code.n == out.old.n);
  o->new_of[p->n_code] = (int32_t)out.code.n;
  o->code = out.code.at;
  o->old_of = out.old.at;
  o->n = (int32_t)out.code.n;
  again_find(p, o, false);
  o->steps = decode(p, o, NULL);
  return o;
}

/* A game as the program that the passes take, of one chunk. */
static Program one_chunk(const Program *p, const Inlined *in, PChunk *k)
{
  Program q = *p;
  *k = (PChunk){.count = (int32_t)in->code.n, .regs = in->regs};
  q.code = in->code.at, q.n_code = k->count;
  q.chunks = k, q.n_chunks = 1;
  q.decisions = in->decisions.at, q.n_decisions = (int32_t)in->decisions.n;
  q.alts = in->alts.at, q.n_alts = (int32_t)in->alts.n;
  return q;
}

/* Takes the passes over it once. */
static void improve(const Program *p, Inlined *in)
{
  PChunk k;
  Program q = one_chunk(p, in, &k);
  size_t n = in->code.n;
  int32_t one[2] = {0}, end[2] = {0};
  Optimized o = {.new_of = zeroed(n + 1, sizeof *o.new_of), .first = one, .end = end};
  Output out = {.o = &o};
  VEC(int32_t) old = {0};
  VEC(Span) frames = {0};
  make_chunk(&out, &q, 0, NULL, true);
  for (size_t ip = 0; ip < out.code.n; ip++) {
    vec_push(&old, in->old.at[out.old.at[ip]]);
    vec_push(&frames, in->frames.at[out.old.at[ip]]);
  }
  for (size_t a = 0; a < in->alts.n; a++)
    in->alts.at[a].target = o.new_of[in->alts.at[a].target];
  in->regs += o.spare;
  free(in->code.at);
  free(in->old.at);
  free(in->frames.at);
  memcpy(&in->code, &out.code, sizeof in->code);
  memcpy(&in->old, &old, sizeof in->old);
  memcpy(&in->frames, &frames, sizeof in->frames);
  vec_free(&out.old);
  free(o.new_of);
}

static Optimized *quiet_new(const Program *p)
{
  enum { TIMES = 2 };
  Inlined in = {0};
  Optimized *o = zeroed(1, sizeof *o);
  bool made = inline_game(p, &in) && tidy(&in);
  for (int n = 0; n < TIMES && made; n++) {
    improve(p, &in);
    made = tidy(&in);
  }
  if (made) {
    PChunk k;
    Program q = one_chunk(p, &in, &k);
    o->n = k.count;
    o->code = in.code.at;
    o->old_of = in.old.at;
    o->new_of = zeroed((size_t)o->n + 1, sizeof *o->new_of);
    for (int32_t ip = 0; ip <= o->n; ip++) o->new_of[ip] = ip;
    o->first = zeroed(2, sizeof *o->first);
    o->end = zeroed(2, sizeof *o->end);
    o->end[0] = o->n;
    o->regs = in.regs;
    o->most = (MAX_JOURNAL / in.writes - 1) / 2;
    if (in.twice) again_find(&q, o, true);
    keep_sets(p, o);
    /* The ordinary code computes less where only that finds what is asked twice. */
    if (!in.twice || o->n_again) o->steps = decode(&q, o, &in);
    in.code.at = NULL;
    in.old.at = NULL;
  }
  inlined_free(&in);
  return o;
}

static void opt_free(Optimized *o)
{
  free(o->code);
  free(o->old_of);
  free(o->new_of);
  free(o->first);
  free(o->end);
  free(o->params);
  free(o->again);
  free(o->sets);
  free(o->steps);
  free(o);
}

static void unmake(void *o) { opt_free(o); }

static const Optimized *kept(const Program *p, void **at,
                             Optimized *(*make)(const Program *))
{
  Program *keeper = (Program *)(uintptr_t)p;
  void *made = __atomic_load_n(at, __ATOMIC_ACQUIRE), *none = NULL;
  if (made) return made;
  Optimized *o = make(p);
  __atomic_store_n(&keeper->unmake, unmake, __ATOMIC_RELAXED);
  if (__atomic_compare_exchange_n(at, &none, o, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return o;
  opt_free(o); /* another thread was first */
  return none;
}

static Optimized *made_new(const Program *p) { return opt_new(p, false); }
static Optimized *plain_new(const Program *p) { return opt_new(p, true); }

const Optimized *opt_of(const Program *p)
{
  return kept(p, &((Program *)(uintptr_t)p)->made, made_new);
}
const Optimized *opt_plain(const Program *p)
{
  return kept(p, &((Program *)(uintptr_t)p)->plain, plain_new);
}
const Optimized *opt_brief(const Program *p)
{
  const Optimized *made = __atomic_load_n(&p->made, __ATOMIC_ACQUIRE);
  return made ? made : opt_plain(p);
}
const Optimized *opt_quiet(const Program *p)
{
  return kept(p, &((Program *)(uintptr_t)p)->quiet, quiet_new);
}
