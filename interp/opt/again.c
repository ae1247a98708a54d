/* The same value twice: an author asks for one in a condition and again in the choice
 * behind it.  Both stretches of code come from one text, so they differ in registers
 * alone; the quick loop keeps what the first gave and takes it over instead of the
 * second, burning the fuel that the first burned.
 *
 * Nothing that changes the table may stand between them, and no way but through the first
 * may lead to what stands there.  Whoever comes in from outside finds nothing kept. */
#include "interp/opt/opt_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 8, FARTHEST = 400, REGISTERS = MAX_FRAME + MAX_SPARE + 16 };

typedef struct Search {
  const Program *p;
  const Optimized *o;
  const PChunk *k;
  bool quiet;
  int32_t first, end; /* of the chunk */
  int16_t other[REGISTERS], back[REGISTERS];
} Search;

/* An instruction that works on registers, or looks at the table. */
static bool is_quiet_op(const PInstr *i)
{
  switch (i->op) {
  case OP_CALL:
  case OP_CALLS:
  case OP_RET:
  case OP_DIST:
  case OP_REACH:
  case OP_SEES:
  case OP_SEEST:
  case OP_SHARE:
  case OP_OFFERED:
  case OP_WINNERS: return false;
  default: return op_does(i->op) == DOES_PURE || op_does(i->op) == DOES_NOTHING;
  }
}

/* Do the registers of x stand where those of y stand, so far? */
static bool stands(Search *s, const Access *x, const Access *y)
{
  if (x->n != y->n || x->read != y->read || x->write != y->write) return false;
  for (int k = 0; k < x->n; k++) {
    int r = x->reg + k, t = y->reg + k;
    INVARIANT(r < REGISTERS && t < REGISTERS);
    if (s->other[r] < 0 && s->back[t] < 0)
      s->other[r] = (int16_t)t, s->back[t] = (int16_t)r;
    if (s->other[r] != t || s->back[t] != r) return false;
  }
  return true;
}

/* Are these two the same but for registers? */
static bool is_alike(Search *s, int32_t at, int32_t again)
{
  const PInstr *i = &s->o->code[at], *j = &s->o->code[again];
  if (i->op != j->op) return false;
  const char *letters = op_operands(i->op);
  const int p[3] = {i->a, i->b, i->c}, q[3] = {j->a, j->b, j->c};
  Access x[MOST_ACCESS], y[MOST_ACCESS];
  for (int n = 0; n < 3; n++)
    if (!is_register(letters[n]) && p[n] != q[n]) return false;
  if (letters[3] == 'j' ? i->d - at != j->d - again : i->d != j->d) return false;
  int n = registers_of(s->p, i, x);
  if (n != registers_of(s->p, j, y)) return false;
  for (int r = 0; r < n; r++)
    if (!stands(s, &x[r], &y[r])) return false;
  return true;
}

/* Do all jumps from inside lead inside or right behind it, none from outside into it, and
 * one of them back? */
static bool is_whole(const Search *s, int32_t from, int32_t n)
{
  bool loops = false;
  for (int32_t ip = s->first; ip < s->end; ip++) {
    int32_t to = jump_of(&s->o->code[ip], ip);
    bool inside = ip >= from && ip < from + n;
    if (to < 0) continue;
    if (inside && (to < from || to > from + n)) return false;
    if (!inside && to > from && to < from + n) return false;
    loops |= inside && to <= ip;
  }
  return loops;
}

/* Does only the first stretch lead to what stands between the two? */
static bool is_between(const Search *s, int32_t from, int32_t end, int32_t again)
{
  for (int32_t ip = s->first; ip < s->end; ip++) {
    int32_t to = jump_of(&s->o->code[ip], ip);
    if (to >= end && to <= again && (ip < from || ip > again)) return false;
  }
  return true;
}

/* Does an answer lead to one of these? */
static bool is_answer(const Search *s, int32_t from, int32_t end)
{
  for (int k = 0; k < s->p->n_alts; k++) {
    int32_t to = s->p->alts[k].target >= 0 ? s->o->new_of[s->p->alts[k].target] : -1;
    if (to > from && to < end) return true;
  }
  return false;
}

/* ---- what goes in and comes out ------------------------------------------------- */

/* By instruction of the stretch and behind it: what every way there has written. */
static bool *find_written(const Search *s, int32_t from, int32_t n)
{
  bool *rows = zeroed((size_t)(n + 1) * REGISTERS, sizeof *rows), changed = true;
  memset(rows + REGISTERS, true, (size_t)n * REGISTERS);
  while (changed) {
    changed = false;
    for (int32_t k = 0; k < n; k++) {
      const PInstr *i = &s->o->code[from + k];
      bool out[REGISTERS];
      Access x[MOST_ACCESS];
      memcpy(out, rows + (size_t)k * REGISTERS, sizeof out);
      for (int a = registers_of(s->p, i, x); a-- > 0;)
        if (x[a].write) memset(out + x[a].reg, true, (size_t)x[a].n);
      int32_t to[2] = {falls_through(i) ? k + 1 : -1, jump_of(i, from + k) - from};
      for (int t = 0; t < 2; t++)
        for (int r = 0; to[t] >= 0 && r < REGISTERS; r++) {
          bool *at = rows + (size_t)to[t] * REGISTERS + r;
          if (*at && !out[r]) *at = false, changed = true;
        }
    }
  }
  return rows;
}

/* What is read behind the second stretch before it is written. */
static void find_live(const Search *s, int32_t behind, bool *live)
{
  size_t n = (size_t)(s->end - s->first);
  Flow f = {.p = s->p,
            .k = s->k,
            .regs = s->k->regs,
            .spare = s->quiet ? s->o->spare : MAX_SPARE,
            .quiet = s->quiet,
            .params = s->o->params};
  bool *rows = zeroed((n + 1) * REGISTERS, sizeof *rows), changed = true;
  while (changed) {
    changed = false;
    for (int32_t ip = s->end - 1; ip >= s->first; ip--) {
      const PInstr *i = &s->o->code[ip];
      bool out[REGISTERS] = {0};
      int32_t to[2] = {falls_through(i) ? ip + 1 : -1, jump_of(i, ip)};
      for (int t = 0; t < 2; t++)
        for (int r = 0; to[t] >= s->first && to[t] < s->end && r < REGISTERS; r++)
          out[r] |= rows[(size_t)(to[t] - s->first) * REGISTERS + (size_t)r];
      if (i->op == OP_DECIDE) {
        const PDecision *d = &s->p->decisions[i->d];
        for (int a = d->first_alt; a < d->first_alt + d->alts; a++) {
          int32_t at = s->o->new_of[s->p->alts[a].target];
          for (int r = 0; at >= s->first && at < s->end && r < REGISTERS; r++)
            out[r] |= rows[(size_t)(at - s->first) * REGISTERS + (size_t)r];
        }
      }
      pass_live(&f, i, out);
      bool *row = rows + (size_t)(ip - s->first) * REGISTERS;
      if (!memcmp(row, out, sizeof out)) continue;
      memcpy(row, out, sizeof out);
      changed = true;
    }
  }
  memcpy(live, rows + (size_t)(behind - s->first) * REGISTERS, REGISTERS);
  free(rows);
}

/* Registers that the stretch reads before it writes them, and those that it gives; false
 * if there are too many, or one is written on some ways only. */
static bool find_ends(const Search *s, Again *m, int32_t n)
{
  bool live[REGISTERS], *written = find_written(s, m->at[AGAIN_FIRST], n), fits = true;
  bool in[REGISTERS] = {0}, out[REGISTERS] = {0};
  find_live(s, m->behind, live);
  for (int32_t k = 0; k < n; k++) {
    Access x[MOST_ACCESS];
    for (int a = registers_of(s->p, &s->o->code[m->at[AGAIN_FIRST] + k], x); a-- > 0;)
      for (int r = x[a].reg; r < x[a].reg + x[a].n; r++) {
        if (x[a].read && !written[(size_t)k * REGISTERS + (size_t)r]) in[r] = true;
        if (x[a].write && live[s->other[r]]) out[r] = true;
      }
  }
  for (int r = 0; r < REGISTERS && fits; r++) {
    if (out[r] && !written[(size_t)n * REGISTERS + (size_t)r]) fits = false;
    if ((in[r] && m->nin == MOST_TAKEN) || (out[r] && m->nout == MOST_TAKEN))
      fits = false;
    if (!fits) break;
    if (in[r]) m->in[m->nin][0] = (uint16_t)r, m->in[m->nin++][1] = (uint16_t)s->other[r];
    if (out[r])
      m->out[m->nout][0] = (uint16_t)r, m->out[m->nout++][1] = (uint16_t)s->other[r];
  }
  free(written);
  return fits && m->nout > 0;
}

/* ---- where they are ------------------------------------------------------------- */

static bool find_pair(Search *s, int32_t from, int32_t again, Again *m)
{
  int32_t n = 0;
  memset(s->other, 0xFF, sizeof s->other);
  memset(s->back, 0xFF, sizeof s->back);
  while (from + n < again - 1 && again + n < s->end &&
         is_quiet_op(&s->o->code[again + n]) && is_alike(s, from + n, again + n))
    n++;
  for (; n >= LEAST; n--)
    if (is_whole(s, from, n) && is_whole(s, again, n)) break;
  if (n < LEAST || !is_between(s, from, from + n, again) ||
      is_answer(s, from, again + 1) || is_answer(s, again, again + n))
    return false;
  *m = (Again){.at = {from, from + n, again}, .behind = again + n};
  return find_ends(s, m, n);
}

/* The stretch before this question that computes what is offered there. */
static bool find_before(Search *s, int32_t begin, int32_t again, Again *m)
{
  for (int32_t ip = begin - 1; ip >= s->first && begin - ip < FARTHEST; ip--) {
    if (!is_quiet_op(&s->o->code[ip])) return false;
    if (s->o->code[ip].op == s->o->code[again].op && begin - ip >= LEAST &&
        find_pair(s, ip, again, m))
      return true;
  }
  return false;
}

/* It may begin behind a few copies. */
static bool find_behind(Search *s, int32_t begin, Again *m)
{
  enum { COPIES = 3 };
  for (int32_t again = begin + 1; again <= begin + 1 + COPIES && again < s->end;
       again++) {
    if (find_before(s, begin, again, m)) return true;
    if (s->o->code[again].op != OP_MOV) return false;
  }
  return false;
}

void again_find(const Program *p, Optimized *o, bool quiet)
{
  INVARIANT(!o->again && (quiet || o->params));
  o->again = zeroed(MOST_AGAINS, sizeof *o->again);
  Search *s = zeroed(1, sizeof *s);
  s->p = p;
  s->o = o;
  s->quiet = quiet;
  for (int n = 0; n < p->n_chunks; n++) {
    s->k = &p->chunks[n];
    s->first = o->first[n];
    s->end = o->end[n];
    for (int32_t ip = s->first; ip + 1 < s->end && o->n_again < MOST_AGAINS; ip++)
      if (o->code[ip].op == OP_BEGIN && find_behind(s, ip, &o->again[o->n_again]))
        o->n_again++;
  }
  free(s);
}
