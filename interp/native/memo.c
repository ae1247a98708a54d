/* The same value twice: in a quiet game a stretch of code with a loop that computes what
 * another one of the chunk has computed takes over what that gave, and burns the fuel
 * that that burned, unless the state or what it reads of registers has changed.
 *
 * Values are pure, and an author asks for one in a condition and again in the choice
 * behind it.  Both stretches come from one text, so they differ in registers alone. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 8, LONGEST = 1500 };

/* An instruction of a stretch: on values in registers and the state as it is. */
static bool is_plain(const Analysis *a, const ChunkInfo *c, int ip)
{
  const PInstr *i = &a->o->code[ip];
  Access x[MOST_ACCESS];
  switch (i->op) {
  case OP_CALL:
  case OP_CALLS:
  case OP_RET:
  case OP_DIST:
  case OP_REACH:
  case OP_SEES:
  case OP_SEEST: return false;
  default: break;
  }
  if (changes(i->op)) return false;
  for (int n = accesses(a->p, i, x); n-- > 0;)
    for (int k = 0; k < x[n].n; k++)
      if (c->wide[x[n].reg + k]) return false;
  return true;
}

/* Do the registers of x stand where those of y stand, so far? */
static bool pair(Memo *m, int16_t *back, const Access *x, const Access *y)
{
  if (x->n != y->n || x->read != y->read || x->write != y->write) return false;
  for (int k = 0; k < x->n; k++) {
    int r = x->reg + k, s = y->reg + k;
    if (m->other[r] < 0 && back[s] < 0) m->other[r] = (int16_t)s, back[s] = (int16_t)r;
    if (m->other[r] != s || back[s] != r) return false;
  }
  return true;
}

/* Instruction k of both stretches: the same but for registers? */
static bool is_same(const Analysis *a, Memo *m, int16_t *back, int k)
{
  const PInstr *i = &a->o->code[m->from[0] + k], *j = &a->o->code[m->from[1] + k];
  if (i->op != j->op) return false;
  const char *letters = op_operands(i->op);
  const int32_t p[3] = {i->a, i->b, i->c}, q[3] = {j->a, j->b, j->c};
  Access x[MOST_ACCESS], y[MOST_ACCESS];
  for (int n = 0; n < 3; n++)
    if (!is_register(letters[n]) && p[n] != q[n]) return false;
  if (letters[3] == 'j' ? i->d - m->from[0] != j->d - m->from[1] : i->d != j->d)
    return false;
  int n = accesses(a->p, i, x);
  if (n != accesses(a->p, j, y)) return false;
  for (int r = 0; r < n; r++)
    if (!pair(m, back, &x[r], &y[r])) return false;
  return true;
}

/* Do all jumps from inside lead inside or right behind it, none from outside into it, and
 * one of them back? */
static bool is_closed(const Analysis *a, const ChunkInfo *c, int from, int count)
{
  bool loops = false;
  for (int ip = c->first; ip < c->first + c->count; ip++) {
    int to = jump_of(&a->o->code[ip], ip);
    bool here = ip >= from && ip < from + count;
    if (to < 0) continue;
    if (here && (to < from || to > from + count)) return false;
    if (!here && to > from && to < from + count) return false;
    loops |= here && to <= ip;
  }
  return loops;
}

/* Does an answer lead into it? */
static bool is_answered(const Analysis *a, int from, int count)
{
  for (int k = 0; k < a->p->n_alts; k++) {
    int to = a->p->alts[k].target >= 0 ? a->o->new_of[a->p->alts[k].target] : -1;
    if (to > from && to < from + count) return true;
  }
  return false;
}

/* Which registers of the first stretch are written, and read behind either: marks those
 * that every way through it writes; false if there are others. */
static bool find_given(const Analysis *a, const ChunkInfo *c, Memo *m,
                       const uint8_t *after)
{
  size_t regs = (size_t)c->regs;
  bool always = true;
  Access x[MOST_ACCESS];
  for (int k = 0; k < m->count; k++) {
    const PInstr *i = &a->o->code[m->from[0] + k];
    for (int n = accesses(a->p, i, x); n-- > 0;)
      for (int r = x[n].reg; x[n].write && r < x[n].reg + x[n].n; r++) {
        size_t first = (size_t)(m->from[0] + m->count - c->first) * regs,
               second = (size_t)(m->from[1] + m->count - c->first) * regs;
        if (!after[first + (size_t)r] && !after[second + (size_t)m->other[r]]) continue;
        if (!always && !m->out[r]) return false;
        m->out[r] = 1;
      }
    if (jump_of(i, m->from[0] + k) >= 0) always = false;
  }
  return true;
}

static bool find_ends(const Analysis *a, const ChunkInfo *c, Memo *m)
{
  uint8_t *rows = calloc((size_t)(c->count + 2) * (size_t)c->regs + 1, 1);
  if (!rows) abort();
  find_rows(a, c, m->from[0], m->from[0] + m->count, rows);
  memcpy(m->in, rows, (size_t)c->regs);
  find_rows(a, c, c->first, c->first + c->count, rows);
  bool ok = find_given(a, c, m, rows);
  free(rows);
  return ok;
}

static bool overlaps(const Memos *all, int from, int count)
{
  for (int n = 0; n < all->n; n++)
    for (int which = 0; which < 2; which++)
      if (from < all->at[n].from[which] + all->at[n].count &&
          all->at[n].from[which] < from + count)
        return true;
  return false;
}

/* The longest stretch that begins at these two. */
static bool find_memo(const Analysis *a, const ChunkInfo *c, int from, int again, Memo *m)
{
  int16_t back[MAX_FRAME + MAX_SPARE + 16];
  memset(m->other, 0xFF, sizeof m->other);
  memset(back, 0xFF, sizeof back);
  m->from[0] = from;
  m->from[1] = again;
  int k = 0, end = c->first + c->count;
  while (from + k < again && again + k < end && is_plain(a, c, from + k) &&
         is_plain(a, c, again + k) && is_same(a, m, back, k))
    k++;
  for (; k >= LEAST; k--)
    if (is_closed(a, c, from, k) && is_closed(a, c, again, k)) break;
  m->count = k;
  return k >= LEAST && !is_answered(a, from, k) && !is_answered(a, again, k);
}

void find_memos(const Analysis *a, const ChunkInfo *c, Memos *all)
{
  INVARIANT(a->loud && c->count >= 0);
  all->n = 0;
  if (c->count > LONGEST) return;
  for (int from = c->first; from < c->first + c->count; from++)
    for (int again = from + LEAST; again < c->first + c->count; again++) {
      Memo *m = &all->at[all->n];
      if (all->n == MOST_MEMOS) return;
      if (a->o->code[from].op != a->o->code[again].op ||
          !find_memo(a, c, from, again, m) || overlaps(all, from, m->count) ||
          overlaps(all, again, m->count))
        continue;
      m->in = calloc((size_t)c->regs + 1, 1);
      m->out = calloc((size_t)c->regs + 1, 1);
      if (!m->in || !m->out) abort();
      if (find_ends(a, c, m)) {
        all->n++;
        break;
      }
      free(m->in);
      free(m->out);
    }
}

void memos_free(Memos *m)
{
  for (int n = 0; n < m->n; n++) free(m->at[n].in), free(m->at[n].out);
  m->n = 0;
}

/* ---- the code ------------------------------------------------------------------- */

void put_memo_locals(Gen *g)
{
  for (int n = 0; n < g->memos.n; n++) {
    const Memo *m = &g->memos.at[n];
    buf_printf(g->b, "  uint64_t k%d = 0; long f%d = 0;", n, n);
    for (int r = 0; r < g->info->regs; r++) {
      if (m->in[r]) buf_printf(g->b, " int64_t k%d_i%d = 0;", n, r);
      if (m->out[r]) buf_printf(g->b, " int64_t k%d_o%d = 0;", n, r);
    }
    buf_add(g->b, "\n");
  }
}

/* The register of this stretch that stands where r stands in the first. */
static void put_mine(Gen *g, const Memo *m, int which, int r)
{
  put_reg(g, which ? m->other[r] : r);
}

static void put_begin(Gen *g, int n, int which)
{
  const Memo *m = &g->memos.at[n];
  buf_printf(g->b, "if (k%d == vm->quiet.writes", n);
  for (int r = 0; r < g->info->regs; r++)
    if (m->in[r]) {
      buf_printf(g->b, " && k%d_i%d == ", n, r);
      put_mine(g, m, which, r);
    }
  buf_printf(g->b, ") { if (RARE(vm->fuel < f%d)) return trouble; vm->fuel -= f%d; ", n,
             n);
  for (int r = 0; r < g->info->regs; r++)
    if (m->out[r]) {
      put_mine(g, m, which, r);
      buf_printf(g->b, " = k%d_o%d; ", n, r);
    }
  buf_printf(g->b, "goto E%d_%d; } f%d = vm->fuel; ", n, which, n);
  for (int r = 0; r < g->info->regs; r++)
    if (m->in[r]) {
      buf_printf(g->b, "k%d_i%d = ", n, r);
      put_mine(g, m, which, r);
      buf_add(g->b, "; ");
    }
  buf_add(g->b, "\n  ");
}

static void put_end(Gen *g, int n, int which)
{
  const Memo *m = &g->memos.at[n];
  buf_printf(g->b, "\nK%d_%d: k%d = vm->quiet.writes; f%d -= vm->fuel; ", n, which, n, n);
  for (int r = 0; r < g->info->regs; r++)
    if (m->out[r]) {
      buf_printf(g->b, "k%d_o%d = ", n, r);
      put_mine(g, m, which, r);
      buf_add(g->b, "; ");
    }
  buf_printf(g->b, "\nE%d_%d: ;", n, which);
}

void put_memo_begin(Gen *g)
{
  for (int n = 0; n < g->memos.n; n++)
    for (int which = 0; which < 2; which++)
      if (g->memos.at[n].from[which] == g->ip) put_begin(g, n, which);
}

void put_memo_end(Gen *g)
{
  for (int n = 0; n < g->memos.n; n++)
    for (int which = 0; which < 2; which++)
      if (g->memos.at[n].from[which] + g->memos.at[n].count == g->ip + 1)
        put_end(g, n, which);
}

bool put_memo_exit(Gen *g, int ip)
{
  for (int n = 0; n < g->memos.n; n++)
    for (int which = 0; which < 2; which++) {
      int from = g->memos.at[n].from[which], end = from + g->memos.at[n].count;
      if (ip != end || g->ip < from || g->ip >= end) continue;
      buf_printf(g->b, "goto K%d_%d", n, which);
      return true;
    }
  return false;
}
