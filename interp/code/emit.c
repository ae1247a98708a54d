/* Sections, strings, registers and instructions of the program being made. */
#include "interp/code/gen.h"
#include "interp/base/invariant.h"

#include <string.h>

/* ---- strings -------------------------------------------------------------------- */

struct StrMap {
  int *slots;
  size_t cap, n;
};

static size_t str_hash(const char *s)
{
  size_t h = 1469598103934665603u;
  for (; *s; s++) h = (h ^ (unsigned char)*s) * 1099511628211u;
  return h;
}

int emit_string(Gen *g, const char *s)
{
  if (!s) return -1;
  struct StrMap *m = g->strs;
  if (!m || m->n * 2 >= m->cap) {
    struct StrMap *now = ARENA_NEW(g->arena, struct StrMap);
    now->cap = m ? m->cap * 2 : 1024;
    now->slots = arena_alloc(g->arena, now->cap * sizeof(int));
    for (size_t i = 0; m && i < m->cap; i++) {
      if (!m->slots[i]) continue;
      size_t j = str_hash(g->strings.at + m->slots[i] - 1) & (now->cap - 1);
      while (now->slots[j]) j = (j + 1) & (now->cap - 1);
      now->slots[j] = m->slots[i];
      now->n++;
    }
    g->strs = m = now;
  }
  size_t j = str_hash(s) & (m->cap - 1);
  while (m->slots[j]) {
    if (!strcmp(g->strings.at + m->slots[j] - 1, s)) return m->slots[j] - 1;
    j = (j + 1) & (m->cap - 1);
  }
  int at = (int)g->strings.n;
  size_t n = strlen(s) + 1;
  vec_reserve(&g->strings, n);
  memcpy(g->strings.at + at, s, n);
  g->strings.n += n;
  m->slots[j] = at + 1;
  m->n++;
  return at;
}

/* ---- types and constants -------------------------------------------------------- */

int emit_type(Gen *g, Type *t)
{
  INVARIANT(t && t->tag != T_VOID);
  if (t->index >= 0) return t->index;
  PType p = {.tag = t->tag,
             .lo = (int32_t)t->lo,
             .hi = (int32_t)t->hi,
             .opt = t->opt,
             .kind = t->kind ? t->kind->index : -1,
             .elem = -1,
             .words = type_registers(t),
             .first_word = -1};
  if (t->tag == T_WORD) p.first_word = t->words->first, p.hi = t->words->count - 1;
  if (t->tag == T_FLAG) p.hi = 1;
  if (t->tag == T_THING)
    p.lo = t->kind->first, p.hi = t->kind->first + t->kind->count - 1;
  if (t->tag == T_SET || t->tag == T_LIST) {
    p.elem = emit_type(g, t->elem);
    p.lo = g->types.at[p.elem].lo;
    p.hi = g->types.at[p.elem].hi;
    p.kind = g->types.at[p.elem].kind;
  }
  t->index = (int)g->types.n;
  vec_push(&g->types, p);
  return t->index;
}

int emit_const(Gen *g, const int64_t *words, int n)
{
  INVARIANT(words && n > 0);
  int at = (int)g->consts.n;
  for (int i = 0; i < n; i++) vec_push(&g->consts, words[i]);
  return at;
}

/* ---- places --------------------------------------------------------------------- */

int emit_loc(Gen *g, const Node *n)
{
  INVARIANT(!n || (n->tag >= 0 && n->tag < N_COUNT));
  if (!n) return -1;
  PLoc l = {n->loc.file, n->loc.line, n->loc.col, n->loc.end, g->cite};
  if (g->locs.n) {
    const PLoc *last = &g->locs.at[g->locs.n - 1];
    if (!memcmp(last, &l, sizeof l)) return (int)g->locs.n - 1;
  }
  vec_push(&g->locs, l);
  return (int)g->locs.n - 1;
}

/* What a construct cites: a citation at the brace of its block is its own, too. */
static const Node *cites_of(const Node *n)
{
  const Node *block = n->tag == N_IF || n->tag == N_ALT ? NULL : node_block(n);
  return n->cites || !block || block->tag != N_BLOCK ? n->cites : block->cites;
}

At at_enter(Gen *g, const Node *n)
{
  INVARIANT(g->top >= 0 && g->places.n == g->code.n);
  At before = {g->at, g->cite};
  const Node *cites = cites_of(n);
  if (n->loc.line) g->at = n;
  if (cites) g->cite = emit_string(g, cites->name);
  return before;
}

void at_leave(Gen *g, At before)
{
  g->at = before.node;
  g->cite = before.cite;
}

/* ---- instructions --------------------------------------------------------------- */

int here(Gen *g) { return (int)g->code.n; }

int emit(Gen *g, Opcode op, int a, int b, int c, int d)
{
  if (op == OP_MOVW && d == 1) op = OP_MOV, d = 0;
  PInstr i = {(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c, d};
  if (g->code.n >= MAX_CODE) { /* it is not run, so it may as well be wrong */
    if (!g->full)
      diag_add(g->d, DIAG_TOO_MANY, g->at ? g->at->loc : (Loc){-1, 0, 0, 0},
               "the rules need more than %d instructions", MAX_CODE);
    g->full = true;
    return here(g) - 1;
  }
  vec_push(&g->code, i);
  int at = emit_loc(g, g->at);
  vec_push(&g->places, at);
  return here(g) - 1;
}

void patch(Gen *g, int at)
{
  INVARIANT(at >= 0 && at < here(g));
  int far = here(g) - at;
  if (op_operands(g->code.at[at].op)[2] != 'j') {
    g->code.at[at].d = here(g);
    return;
  }
  if (far > 65535)
    diag_add(g->d, DIAG_FRAME_TOO_LARGE, g->at->loc,
             "this loop has too much in it; split it into verbs");
  g->code.at[at].c = (uint16_t)far;
}

int alloc(Gen *g, int n)
{
  INVARIANT(n > 0);
  int r = g->top;
  g->top += n;
  if (g->top > g->most) g->most = g->top;
  if (g->top >= MAX_FRAME) {
    diag_hint(g->d,
              diag_add(g->d, DIAG_FRAME_TOO_LARGE,
                       g->at ? g->at->loc : (Loc){-1, 0, 0, 0},
                       "this needs more than %d values at once", MAX_FRAME),
              "split it into verbs or values; a set of many things takes many");
    g->top = r = 2;
  }
  return r;
}

int chunk_new(Gen *g, const char *name, const Node *loc)
{
  PChunk c = {.name = emit_string(g, name), .first = -1, .loc = emit_loc(g, loc)};
  vec_push(&g->chunks, c);
  return (int)g->chunks.n - 1;
}

void chunk_begin(Gen *g, int chunk, int params)
{
  INVARIANT(chunk >= 0 && (size_t)chunk < g->chunks.n && params >= 0);
  g->chunk = chunk;
  g->chunks.at[chunk].first = here(g);
  g->top = g->most = 2 + params;
  g->me = 0;
  g->self = 1;
  g->loop = NULL;
  g->marks.n = 0;
  g->secret = false;
  g->inlined = 0;
}

void chunk_end(Gen *g)
{
  emit(g, OP_RET, 0, 0, 0, 0);
  PChunk *c = &g->chunks.at[g->chunk];
  c->count = here(g) - c->first;
  c->regs = g->most + 1;
}

/* ---- the image ------------------------------------------------------------------ */

typedef struct Row {
  uint32_t offset, count;
} Row;

enum {
#define SECTION(type, name) SECTION_##name,
#include "interp/code/section.def"
#undef SECTION
  SECTIONS
};

unsigned char *emit_image(Gen *g, size_t *size)
{
  INVARIANT(size && g->chunks.n);
  Row rows[SECTIONS];
  size_t at = sizeof rows;
#define SECTION(type, name)                                                              \
  at = (at + 7) / 8 * 8;                                                                 \
  rows[SECTION_##name] = (Row){(uint32_t)at, (uint32_t)g->name.n};                       \
  at += g->name.n * sizeof(type);
#include "interp/code/section.def"
#undef SECTION
  unsigned char *image = calloc(1, at + 8);
  if (!image) abort();
  memcpy(image, rows, sizeof rows);
#define SECTION(type, name)                                                              \
  if (g->name.n)                                                                         \
    memcpy(image + rows[SECTION_##name].offset, g->name.at, g->name.n * sizeof(type));
#include "interp/code/section.def"
#undef SECTION
  *size = at;
  program_to_file(image, at);
  return image;
}
