/* A chunk as blocks: where control goes, which block dominates which, and its loops. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

#include <string.h>

enum { MOST_BLOCKS = 4000, MOST_SLOTS = 4000, MOST_CELLS = 2000000 };

/* ---- blocks --------------------------------------------------------------------- */

static bool *starts_of(Flow *f)
{
  const Program *p = f->p;
  const PChunk *k = f->k;
  bool *starts = arena_alloc(f->arena, (size_t)k->count + 1);
  starts[0] = true;
  for (int n = 0; n < k->count; n++) {
    const PInstr *i = &p->code[k->first + n];
    int32_t to = jump_of(i, k->first + n);
    INVARIANT(to < 0 || (to >= k->first && to <= k->first + k->count)); /* verified */
    if (to >= 0) starts[to - k->first] = starts[n + 1] = true;
    if (!falls_through(i)) starts[n + 1] = true;
    if (i->op == OP_BEGIN) starts[n] = true; /* asked again from here */
    if (i->op == OP_RAN) starts[n] = true;   /* a script ends here, wherever it was */
    if (i->op != OP_DECIDE) continue;
    const PDecision *d = &p->decisions[i->d];
    for (int a = d->first_alt; a < d->first_alt + d->alts; a++)
      starts[p->alts[a].target - k->first] = true;
  }
  return starts;
}

static void edge(Flow *f, int from, int32_t to)
{
  INVARIANT(from >= 0 && from < f->nblocks && to >= 0 && to < f->nblocks);
  apush(f->arena, &f->blocks[from].next, to);
  apush(f->arena, &f->blocks[to].prev, (int32_t)from);
}

static void find_edges(Flow *f, const int32_t *block_of)
{
  const Program *p = f->p;
  int32_t base = f->k->first, begun = -1;
  for (int b = 0; b < f->nblocks; b++) {
    Block *x = &f->blocks[b];
    for (int n = 0; n < x->count; n++) {
      Ins i = {.i = p->code[x->first + n], .old = x->first + n, .value = -1, .to = -1};
      int32_t to = jump_of(&i.i, i.old);
      if (to >= 0) i.to = block_of[to - base];
      apush(f->arena, &x->ins, i);
      if (i.i.op == OP_BEGIN) begun = b;
    }
    const Ins *last = &x->ins.at[x->count - 1];
    if (last->to >= 0) edge(f, b, last->to);
    if (falls_through(&last->i) && b + 1 < f->nblocks) edge(f, b, b + 1);
    if (last->i.op != OP_DECIDE) continue;
    const PDecision *d = &p->decisions[last->i.d];
    if (begun >= 0 && !f->quiet) edge(f, b, begun);
    for (int a = d->first_alt; a < d->first_alt + d->alts; a++)
      edge(f, b, block_of[p->alts[a].target - base]);
  }
}

static bool find_blocks(Flow *f)
{
  const PChunk *k = f->k;
  bool *starts = starts_of(f);
  int32_t *block_of = arena_alloc(f->arena, sizeof *block_of * (size_t)k->count);
  for (int n = 0; n < k->count; n++) block_of[n] = (f->nblocks += starts[n]) - 1;
  if (f->nblocks > MOST_BLOCKS) return false;
  f->blocks = arena_alloc(f->arena, sizeof *f->blocks * (size_t)f->nblocks);
  for (int n = 0; n < k->count; n++) {
    Block *b = &f->blocks[block_of[n]];
    if (starts[n]) b->first = k->first + n, b->loop = -1, b->idom = b->order = -1;
    b->count++;
  }
  find_edges(f, block_of);
  for (int b = 0; b < f->nblocks; b++)
    f->blocks[b].root =
        b == 0 || f->blocks[b].prev.n == 0 || f->blocks[b].ins.at[0].i.op == OP_RAN;
  return true;
}

/* ---- order and dominators ------------------------------------------------------- */

/* Depth first from every root, without recursion: chunks are as long as authors make
 * them. */
static void find_order(Flow *f)
{
  int n = f->nblocks, left = n;
  int32_t *stack = arena_alloc(f->arena, sizeof *stack * ((size_t)n + 1));
  size_t *at = arena_alloc(f->arena, sizeof *at * (size_t)n);
  bool *seen = arena_alloc(f->arena, (size_t)n);
  f->order = arena_alloc(f->arena, sizeof *f->order * (size_t)n);
  for (int r = n - 1; r >= 0; r--) {
    int depth = 0;
    if (!f->blocks[r].root || seen[r]) continue;
    seen[stack[depth++] = r] = true;
    while (depth) {
      int32_t b = stack[depth - 1];
      if (at[b] < f->blocks[b].next.n) {
        int32_t to = f->blocks[b].next.at[at[b]++];
        if (!seen[to]) seen[stack[depth++] = to] = true;
      } else f->order[--left] = b, depth--;
    }
  }
  for (int b = n - 1; b >= 0; b--) /* circles that nothing leads to */
    if (!seen[b]) f->blocks[b].root = true, f->order[--left] = b;
  INVARIANT(left == 0); /* every block has its place */
  for (int i = 0; i < n; i++) f->blocks[f->order[i]].order = i;
}

/* As Cooper, Harvey and Kennedy do; above all roots stands -1. */
static int meet(const Flow *f, int a, int b)
{
  while (a != b) {
    if (a < 0 || b < 0) return -1;
    if (f->blocks[a].order > f->blocks[b].order) a = f->blocks[a].idom;
    else b = f->blocks[b].idom;
  }
  return a;
}

static void find_dominators(Flow *f)
{
  bool *known = arena_alloc(f->arena, (size_t)f->nblocks), changed = true;
  while (changed) {
    changed = false;
    for (int i = 0; i < f->nblocks; i++) {
      Block *b = &f->blocks[f->order[i]];
      int idom = -2;
      for (size_t k = 0; k < b->prev.n && !b->root; k++)
        if (known[b->prev.at[k]])
          idom = idom == -2 ? b->prev.at[k] : meet(f, idom, b->prev.at[k]);
      if (b->root || idom == -2) idom = -1;
      if (known[f->order[i]] && b->idom == idom) continue;
      b->idom = idom;
      known[f->order[i]] = changed = true;
    }
  }
  /* Intervals: who is dominated lies inside.  Children come after their parent in the
   * order, so sizes are summed up backwards and places handed out forwards. */
  int32_t *size = arena_alloc(f->arena, sizeof *size * (size_t)f->nblocks), at = 0;
  for (int i = f->nblocks - 1; i >= 0; i--) {
    int32_t b = f->order[i];
    if (f->blocks[b].idom >= 0) size[f->blocks[b].idom] += ++size[b];
    else size[b]++;
  }
  int32_t *next = arena_alloc(f->arena, sizeof *next * (size_t)f->nblocks);
  for (int i = 0; i < f->nblocks; i++) {
    Block *b = &f->blocks[f->order[i]];
    int32_t *from = b->idom >= 0 ? &next[b->idom] : &at;
    b->in = *from;
    b->out = b->in + size[f->order[i]];
    *from = b->out;
    next[f->order[i]] = b->in + 1;
  }
}

bool flow_dominates(const Flow *f, int a, int b)
{
  INVARIANT(a >= 0 && a < f->nblocks && b >= 0 && b < f->nblocks);
  return f->blocks[a].in <= f->blocks[b].in && f->blocks[b].in < f->blocks[a].out;
}

/* ---- loops ---------------------------------------------------------------------- */

bool loop_holds(const Flow *f, int loop, int block)
{
  INVARIANT(loop < f->nloops && block >= 0 && block < f->nblocks);
  return loop >= 0 && f->loops[loop].holds[block];
}

static void add_body(Flow *f, Loop *l, int32_t from, int32_t *stack)
{
  int depth = 0;
  if (l->holds[from]) return;
  l->holds[stack[depth++] = from] = true;
  while (depth) {
    const Block *b = &f->blocks[stack[--depth]];
    for (size_t k = 0; k < b->prev.n; k++)
      if (!l->holds[b->prev.at[k]]) l->holds[stack[depth++] = b->prev.at[k]] = true;
  }
}

/* False if there is a way back into the middle of something. */
static bool find_loops(Flow *f)
{
  int32_t *stack = arena_alloc(f->arena, sizeof *stack * ((size_t)f->nblocks + 1));
  int32_t *loop_of = arena_alloc(f->arena, sizeof *loop_of * (size_t)f->nblocks);
  for (int i = 0; i < f->nblocks; i++) {
    int32_t h = f->order[i];
    loop_of[h] = -1;
    for (size_t k = 0; k < f->blocks[h].prev.n; k++) {
      int32_t t = f->blocks[h].prev.at[k];
      if (f->blocks[t].order < i) continue;
      if (!flow_dominates(f, h, t)) return false;
      loop_of[h] = 0;
    }
    f->nloops += loop_of[h] == 0;
  }
  f->loops = arena_alloc(f->arena, sizeof *f->loops * ((size_t)f->nloops + 1));
  if ((long)f->nloops * f->nblocks > MOST_CELLS) return false;
  int n = 0;
  for (int i = 0; i < f->nblocks; i++) { /* outer loops come first */
    int32_t h = f->order[i];
    if (loop_of[h] < 0) continue;
    Loop *l = &f->loops[n++];
    l->header = h;
    l->holds = arena_alloc(f->arena, (size_t)f->nblocks);
    l->holds[h] = true;
    for (size_t k = 0; k < f->blocks[h].prev.n; k++)
      if (f->blocks[f->blocks[h].prev.at[k]].order >= i)
        add_body(f, l, f->blocks[h].prev.at[k], stack);
    l->parent = f->blocks[h].loop;
    l->depth = l->parent < 0 ? 1 : f->loops[l->parent].depth + 1;
    for (int b = 0; b < f->nblocks; b++)
      if (l->holds[b]) f->blocks[b].loop = n - 1;
  }
  return true;
}

/* ---- the table ------------------------------------------------------------------ */

int slot_of_field(const Flow *f, int field) { return f->classes[field]; }

static void find_slots(Flow *f)
{
  f->regs = f->k->regs;
  f->classes = arena_alloc(f->arena, sizeof *f->classes * ((size_t)f->p->n_fields + 1));
  f->slots = f->regs + SLOT_FIELDS;
  for (int b = 0; b < f->nblocks; b++)
    for (size_t n = 0; n < f->blocks[b].ins.n; n++) {
      Effect e;
      effect_of(f, &f->blocks[b].ins.at[n].i, &e);
      if (e.pure && e.field >= 0 && !f->classes[e.field])
        f->classes[e.field] = f->slots++;
    }
}

void flow_changes(const Flow *f, const PInstr *i, bool *slots)
{
  Effect e;
  effect_of(f, i, &e);
  for (int k = 0; k < e.nwrites; k++)
    memset(slots + e.writes[k].at, 1, (size_t)e.writes[k].n);
  if (e.pause) slots[f->regs + SLOT_LIFE] = true;
  if (e.stirs) memset(slots + f->regs, 1, (size_t)(f->slots - f->regs));
  if (e.changes && e.piles) slots[f->regs + SLOT_PILES] = true;
  if (e.changes && e.field >= 0 && f->classes[e.field]) slots[f->classes[e.field]] = true;
}

/* What each loop changes. */
static void flow_loops(Flow *f)
{
  for (int n = f->nloops - 1; n >= 0; n--) {
    Loop *l = &f->loops[n];
    l->writes = arena_alloc(f->arena, (size_t)f->slots);
    for (int b = 0; b < f->nblocks; b++)
      if (l->holds[b] && f->blocks[b].loop == n)
        for (size_t k = 0; k < f->blocks[b].ins.n; k++)
          flow_changes(f, &f->blocks[b].ins.at[k].i, l->writes);
  }
  for (int n = f->nloops - 1; n >= 0; n--) /* inner ones come later */
    if (f->loops[n].parent >= 0)
      for (int s = 0; s < f->slots; s++)
        f->loops[f->loops[n].parent].writes[s] |= f->loops[n].writes[s];
}

bool flow_find(Flow *f)
{
  if (!find_blocks(f)) return false;
  find_order(f);
  find_dominators(f);
  if (!find_loops(f)) return false;
  find_slots(f);
  if (f->slots > MOST_SLOTS || (long)f->slots * f->nblocks > MOST_CELLS) return false;
  flow_loops(f);
  return true;
}
