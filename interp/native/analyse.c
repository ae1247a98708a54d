/* What is known of each chunk: which registers are values and which lie in memory, which
 * chunks change nothing, and what those read that call them. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"

#include <stdlib.h>
#include <string.h>

static int wide_words(const Program *p, const PInstr *i)
{
  switch (i->op) {
  case OP_LDK:
  case OP_LSET: return i->c;
  case OP_GETW:
  case OP_PUTW: return p->types[p->fields[i->d].type].words;
  case OP_COLW: return p->types[p->columns[i->d].type].words;
  case OP_SCONV: return p->types[i->c].words;
  case OP_EXPECT: return i->d >= 0 ? p->types[i->d].words : 1;
  default: return i->d;
  }
}

int set_words(const Program *p, const PInstr *i)
{
  int t = i->d;
  switch (i->op) {
  case OP_OPT: t = p->alts[i->d].type; break;
  case OP_SEQF:
  case OP_SEQFI: t = p->kinds[p->fields[i->d].kind].set_type; break;
  case OP_SEQL: t = p->kinds[p->columns[i->d].kind].set_type; break;
  case OP_ROW:
  case OP_LINE: t = p->kinds[i->d].set_type; break;
  case OP_JLINE: t = p->kinds[p->consts[i->d + LINE_GRID]].set_type; break;
  case OP_REACH: return p->chunks[i->d].result;
  default: break;
  }
  return t < 0 ? 0 : p->types[t].words;
}

/* What the first operand is to an instruction. */
static void first_operand(const PInstr *i, Access *a)
{
  switch (i->op) {
  case OP_SADD:
  case OP_SDEL:
  case OP_SNEXT:
  case OP_SLOOP:
  case OP_SROT:
  case OP_SEATS:
  case OP_SPREV:
  case OP_AGAIN:
  case OP_LREV:
  case OP_PLREV:
  case OP_LADD:
  case OP_LDEL: a->read = a->write = true; break;
  case OP_LNEXT:
  case OP_PLNEXT: a->read = true; break; /* it keeps its value at the end of the list */
  case OP_PUT:
  case OP_PUTW:
  case OP_RAISE:
  case OP_LOWER:
  case OP_FILL:
  case OP_CHECK:
  case OP_INTYPE:
  case OP_MOVE:
  case OP_DRAW:
  case OP_SHUFFLE:
  case OP_REVEAL:
  case OP_LEARN:
  case OP_SIGHT:
  case OP_JT:
  case OP_JF:
  case OP_JEQ:
  case OP_JNE:
  case OP_JLT:
  case OP_JGE:
  case OP_JEQI:
  case OP_JNEI:
  case OP_JLTI:
  case OP_JGEI:
  case OP_JLINE:
  case OP_SHARE:
  case OP_NOTE:
  case OP_NOTEAT:
  case OP_OPT:
  case OP_DONE:
  case OP_TRIED:
  case OP_WIN:
  case OP_WINBY:
  case OP_EXPECT: a->read = true; break;
  case OP_CALL:
  case OP_CALLS:
  case OP_DECIDE:
  case OP_ATTEMPT: a->n = 0; break; /* what it does is known where it is written */
  default: a->write = true;
  }
}

/* Registers beside those that the letters name. */
static int other_accesses(const Program *p, const PInstr *i, Access *out)
{
  const PField *f = strchr(op_operands(i->op), 'f') ? &p->fields[i->d] : NULL;
  switch (i->op) {
  case OP_GETI:
  case OP_GETW:
  case OP_PUT:
  case OP_PUTW:
  case OP_RAISE:
  case OP_LOWER:
  case OP_PILE: out[0] = (Access){i->c + 1, f->per_type >= 0, true, false}; return 1;
  case OP_ROW:
  case OP_LINE: out[0] = (Access){i->b, 3, true, false}; return 1;
  case OP_DIST:
  case OP_REACH: out[0] = (Access){i->b, 2, true, false}; return 1;
  case OP_SROT:
  case OP_SEATS:
    out[0] = (Access){i->b - 2, 1, true, false};
    out[1] = (Access){i->b - 1, 1, true, true};
    return 2;
  case OP_LNEXT:
  case OP_PLNEXT: out[0] = (Access){i->b - 1, 1, true, true}; return 1;
  case OP_DRAW: out[0] = (Access){i->d, 1, true, false}; return 1;
  default: return 0;
  }
}

int accesses(const Program *p, const PInstr *i, Access out[MOST_ACCESS])
{
  const char *letters = op_operands(i->op);
  int regs[3] = {i->a, i->b, i->c}, n = 0;
  if (!is_known(i->op)) return 0; /* the machine executes it, on registers in memory */
  for (int k = 0; k < 3; k++) {
    Access a = {regs[k], 1, k > 0, false};
    if (letters[k] == 'w') a.n = set_words(p, i);
    else if (letters[k] == 'x') a.n = wide_words(p, i);
    else if (letters[k] != 'r') continue;
    if (i->op == OP_SCONV && k == 0) a.n = p->types[i->d].words;
    if (i->op == OP_LSET && k == 0) a.n = p->types[i->d].words;
    if (i->op == OP_OPT && k == 1 && p->alts[i->d].form == ALT_SUBSET) a.n += 2;
    if (k == 0) first_operand(i, &a);
    out[n++] = a;
  }
  INVARIANT(n + 2 <= MOST_ACCESS); /* room for those that no letter names */
  return n + other_accesses(p, i, out + n);
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
      bool place = (op == OP_ROW || op == OP_LINE || op == OP_DIST || op == OP_REACH) &&
                   k == n - 1;
      if (a[k].n < 2 || place || by_words(op)) continue;
      INVARIANT(a[k].reg >= 0 && a[k].reg + a[k].n <= info->regs);
      memset(info->wide + a[k].reg, 1, (size_t)a[k].n);
    }
  }
}

/* ---- what changes something ----------------------------------------------------- */

bool is_known(int op) { return op <= LAST_KNOWN || op == OP_SIGHT || op == OP_WINBY; }

bool changes(int op) { return !is_known(op) || op_does(op) != DOES_NOTHING; }

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
