/* What is known of each chunk: which registers are values and which lie in memory, which
 * chunks change nothing, and what those read that call them. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"

#include <stdlib.h>
#include <string.h>

int accesses(const Program *p, const PInstr *i, Access out[MOST_ACCESS])
{
  return is_known(i->op) ? registers_of(p, i, out) : 0;
}

/* Copies and constants of several words are made word by word. */
static bool by_words(int op)
{
  return op == OP_MOVW || op == OP_LDK || op == OP_CLEAR || op == OP_WEQ ||
         op == OP_EXPECT;
}

static void find_regs(const Analysis *a, ChunkInfo *info)
{
  Access x[MOST_ACCESS];
  for (int ip = info->first; ip < info->first + info->count; ip++)
    for (int n = accesses(a->p, &a->o->code[ip], x); n-- > 0;)
      if (x[n].reg + x[n].n > info->regs) info->regs = x[n].reg + x[n].n;
}

static void find_wide(const Analysis *know, ChunkInfo *info)
{
  Access a[MOST_ACCESS];
  for (int ip = info->first; ip < info->first + info->count; ip++) {
    int n = accesses(know->p, &know->o->code[ip], a), op = know->o->code[ip].op;
    for (int k = 0; k < n; k++) {
      bool place =
          (op == OP_ROW || op == OP_LINE || op == OP_DIST || op == OP_REACH) && k == 1;
      if (a[k].n < 2 || place || by_words(op)) continue;
      INVARIANT(a[k].reg >= 0 && a[k].reg + a[k].n <= info->regs);
      memset(info->wide + a[k].reg, 1, (size_t)a[k].n);
    }
  }
}

/* ---- what changes something ----------------------------------------------------- */

bool is_known(int op) { return op <= LAST_KNOWN || op == OP_SIGHT || op == OP_WINBY; }

bool changes(int op)
{
  return !is_known(op) || (op_does(op) != DOES_NOTHING && op_does(op) != DOES_PURE);
}

static bool calls_impure(const Analysis *a, const PInstr *i)
{
  const Program *p = a->p;
  if (i->op == OP_CALL) return !a->chunks[i->d].pure;
  if (i->op != OP_CALLS) return false;
  const PSlot *s = &p->slots[i->d];
  for (int n = 0; n < p->kinds[s->kind].count; n++) {
    int chunk = p->slot_chunks[s->first + n];
    if (chunk >= 0 && !a->chunks[chunk].pure) return true;
  }
  return false;
}

static void find_pure(Analysis *a)
{
  const Program *p = a->p;
  for (int n = 0; n < p->n_chunks; n++) {
    ChunkInfo *c = &a->chunks[n];
    c->pure = true;
    for (int ip = c->first; ip < c->first + c->count; ip++) {
      int op = a->o->code[ip].op;
      if (changes(op) && !(a->loud && is_quiet(a, c, ip))) c->pure = false;
      if (op == OP_RUN || op == OP_RAN) c->scripts = true;
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (int n = 0; n < p->n_chunks; n++) {
      ChunkInfo *c = &a->chunks[n];
      for (int ip = c->first; c->pure && ip < c->first + c->count; ip++)
        if (calls_impure(a, &a->o->code[ip])) c->pure = false, more = true;
    }
  }
}

/* ---- what a pure chunk reads of those who call it ------------------------------- */

bool is_param(const ChunkInfo *c, int reg) { return c->live[reg] && !c->wide[reg]; }

static bool add_callee(const Analysis *a, const PInstr *i, int chunk, uint8_t *live,
                       int regs)
{
  const ChunkInfo *callee = &a->chunks[chunk];
  for (int k = 0; k < a->p->chunks[chunk].regs && i->a + 1 + k < regs; k++)
    if (callee->live[k]) live[i->a + 1 + k] = 1;
  return true;
}

static void live_before(const Analysis *a, const ChunkInfo *c, int ip, uint8_t *live)
{
  const Program *p = a->p;
  const PInstr *i = &a->o->code[ip];
  Access x[MOST_ACCESS];
  int n = accesses(p, i, x);
  for (int k = 0; k < n; k++)
    if (x[k].write && !x[k].read) memset(live + x[k].reg, 0, (size_t)x[k].n);
  if (i->op == OP_CALL) {
    int gone = a->chunks[i->d].results;
    for (int k = 0; k <= gone && i->a + k < c->regs; k++) live[i->a + k] = 0;
    add_callee(a, i, i->d, live, c->regs);
  } else if (i->op == OP_CALLS) {
    const PSlot *s = &p->slots[i->d];
    for (int k = 0; k < p->kinds[s->kind].count; k++) {
      int chunk = p->slot_chunks[s->first + k];
      if (chunk >= 0) add_callee(a, i, chunk, live, c->regs);
    }
  } else if (i->op == OP_RET) memset(live, 1, (size_t)c->results);
  for (int k = 0; k < n; k++)
    if (x[k].read) memset(live + x[k].reg, 1, (size_t)x[k].n);
}

/* Behind any of the answers. */
static void live_answers(const Analysis *a, const ChunkInfo *c, int ip,
                         const uint8_t *rows, uint8_t *row)
{
  const PDecision *d = &a->p->decisions[a->o->code[ip].d];
  memset(row, 0, (size_t)c->regs);
  for (int k = 0; k < d->alts; k++) {
    int to = a->o->new_of[a->p->alts[d->first_alt + k].target] - c->first;
    for (int r = 0; r < c->regs; r++)
      row[r] |= rows[(size_t)to * (size_t)c->regs + (size_t)r];
  }
}

/* Backwards from `end` to `from`, both of the chunk, until nothing is added: a row of
 * registers for each of these instructions, which are read behind it before they are
 * written.  Who goes elsewhere reads nothing. */
void find_rows(const Analysis *a, const ChunkInfo *c, int from, int end, uint8_t *rows)
{
  size_t regs = (size_t)c->regs;
  uint8_t row[MAX_FRAME + MAX_SPARE + 16];
  memset(rows, 0, regs * (size_t)(end - from + 1));
  for (bool more = true; more;) {
    more = false;
    for (int ip = end - 1; ip >= from; ip--) {
      int to = jump_of(&a->o->code[ip], ip), op = a->o->code[ip].op;
      bool goes = to >= from && to <= end;
      memset(row, 0, regs);
      if (op == OP_DECIDE) live_answers(a, c, ip, rows, row);
      else if (op != OP_RET && op != OP_JMP && op != OP_LOOP)
        memcpy(row, rows + (size_t)(ip + 1 - from) * regs, regs);
      for (size_t r = 0; goes && r < regs; r++)
        row[r] |= rows[(size_t)(to - from) * regs + r];
      live_before(a, c, ip, row);
      if (memcmp(row, rows + (size_t)(ip - from) * regs, regs)) {
        memcpy(rows + (size_t)(ip - from) * regs, row, regs);
        more = true;
      }
    }
  }
}

/* True if more is read at the beginning than before. */
static bool find_live(Analysis *a, int chunk, uint8_t *rows)
{
  const ChunkInfo *c = &a->chunks[chunk];
  find_rows(a, c, c->first, c->first + c->count, rows);
  bool grown = memcmp(c->live, rows, (size_t)c->regs) != 0;
  memcpy(c->live, rows, (size_t)c->regs);
  return grown;
}

static void *room(size_t n)
{
  void *p = calloc(n + 1, 1);
  if (!p) abort();
  return p;
}

static void find_params(Analysis *a)
{
  size_t most = 0;
  for (int n = 0; n < a->p->n_chunks; n++) {
    size_t need = (size_t)a->chunks[n].regs * (size_t)(a->chunks[n].count + 1);
    if (a->chunks[n].pure && need > most) most = need;
  }
  uint8_t *rows = room(most);
  for (bool more = true; more;) {
    more = false;
    for (int n = 0; n < a->p->n_chunks; n++)
      if (a->chunks[n].pure && find_live(a, n, rows)) more = true;
  }
  free(rows);
}

Analysis *analyse(const Program *p, const Optimized *o, const Analysis *loud)
{
  INVARIANT(p && p->header);
  Analysis *a = room(sizeof *a);
  a->p = p;
  a->o = o;
  a->loud = loud;
  a->asked = room((size_t)p->n_fields);
  a->chunks = room(sizeof *a->chunks * (size_t)p->n_chunks);
  for (int n = 0; n < p->n_chunks; n++) {
    ChunkInfo *c = &a->chunks[n];
    c->first = o->first[n];
    c->count = o->end[n] - o->first[n];
    c->regs = p->chunks[n].regs;
    c->params = o->params ? o->params[n] : c->regs;
    find_regs(a, c);
    c->wide = room((size_t)c->regs + 8);
    c->live = room((size_t)c->regs + 8);
    c->results = p->chunks[n].result > 1 ? p->chunks[n].result : 1;
    find_wide(a, c);
  }
  find_pure(a);
  find_params(a);
  if (loud) find_most(a);
  return a;
}

void analysis_free(Analysis *a)
{
  if (!a) return;
  for (int n = 0; n < a->p->n_chunks; n++)
    free(a->chunks[n].wide), free(a->chunks[n].live);
  free(a->chunks);
  free(a->asked);
  free(a);
}
