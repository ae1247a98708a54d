/* What registers hold, found by following every way through the code.
 *
 * What an instruction gives stands in op.def.  Where two ways meet, what they bring is
 * joined; a frame begins with what its callers put there and leaves what it ends with.
 * All this is repeated until nothing changes, which is soon: a register can change only
 * from nothing to something, and from there to either. */
#include "interp/vm/alike/holds.h"
#include "interp/base/invariant.h"
#include "interp/vm/vm_int.h"

#include <stdlib.h>
#include <string.h>

enum { FRAME = MAX_FRAME + 8 }; /* as program_load() allows */

struct Holds {
  const Program *p;
  uint8_t **in;   /* by chunk: a row of registers for each instruction */
  uint8_t **gave; /* by chunk: the words of its result */
  int32_t *chunk; /* by instruction: the chunk it belongs to */
  bool *by_seat;  /* by instruction: it is in a loop over players */
  bool changed;
  /* while an instruction is looked at */
  uint8_t now[FRAME]; /* what registers hold behind it */
  int regs;           /* of the frame */
};

Hold hold_of_type(const Program *p, int32_t type, int k)
{
  HOT_INVARIANT(type >= 0 && type < p->n_types);
  const PType *t = &p->types[type];
  switch (t->tag) {
  case T_THING: return HOLDS_THING;
  case T_SET:
    if (t->kind < 0) return HOLDS_NUMBER;
    return p->kinds[t->kind].flags & KIND_PLAYER ? HOLDS_SEATS : HOLDS_MANY;
  case T_LIST: return k == 0 ? HOLDS_NUMBER : hold_of_type(p, t->elem, 0);
  default: return HOLDS_NUMBER;
  }
}

static uint8_t joined(uint8_t a, uint8_t b)
{
  if (a == b || b == HOLDS_NOTHING) return a;
  if (a == HOLDS_NOTHING) return b;
  bool numbers =
      (a == HOLDS_NUMBER || a == HOLDS_MANY) && (b == HOLDS_NUMBER || b == HOLDS_MANY);
  return numbers ? HOLDS_MANY : HOLDS_EITHER;
}

/* What is known of a place is joined with what comes there now. */
static void bring(Holds *h, uint8_t *to, const uint8_t *from, int n)
{
  for (int k = 0; k < n; k++) {
    uint8_t both = joined(to[k], from[k]);
    h->changed |= both != to[k];
    to[k] = both;
  }
}

static uint8_t *row_at(const Holds *h, int32_t ip)
{
  HOT_INVARIANT(ip >= 0 && ip < h->p->n_code && h->chunk[ip] >= 0);
  int32_t c = h->chunk[ip];
  const PChunk *k = &h->p->chunks[c];
  return h->in[c] + (size_t)(ip - k->first) * (size_t)k->regs;
}

const uint8_t *holds_at(const Holds *h, int32_t ip) { return row_at(h, ip); }
bool holds_by_seat(const Holds *h, int32_t ip) { return h->by_seat[ip]; }

/* The machine can go on there. */
static void flow(Holds *h, int32_t ip)
{
  int there = h->p->chunks[h->chunk[ip]].regs;
  bring(h, row_at(h, ip), h->now, h->regs < there ? h->regs : there);
}

/* ---- what an instruction gives -------------------------------------------------- */

static void put(Holds *h, int at, Hold what)
{
  if (at >= 0 && at < h->regs) h->now[at] = (uint8_t)what;
}

static void put_type(Holds *h, int at, int32_t type)
{
  INVARIANT(type >= 0 && type < h->p->n_types);
  for (int k = 0; k < h->p->types[type].words; k++)
    put(h, at + k, hold_of_type(h->p, type, k));
}

/* An element of a set: what it is of, the set knows. */
static Hold element(const Program *p, int32_t type)
{
  HOT_INVARIANT(type >= 0 && type < p->n_types);
  return p->types[type].kind >= 0 ? HOLDS_THING : HOLDS_NUMBER;
}

/* One of the words behind the first of a list. */
static Hold listed(const Holds *h, int at, int words)
{
  uint8_t all = HOLDS_NOTHING;
  for (int k = 1; k < words && at + k < h->regs; k++) all = joined(all, h->now[at + k]);
  return (Hold)all;
}

static int constants(const PInstr *i)
{
  return i->op == OP_CLEAR ? i->d : i->op == OP_LDK ? i->c : 1;
}

/* Registers that belong to a loop: where it stands in a list, or how far round it is. */
static void put_counter(Holds *h, const PInstr *i)
{
  if (i->op == OP_LNEXT || i->op == OP_PLNEXT || i->op == OP_SROT || i->op == OP_SEATS)
    put(h, i->b - 1, HOLDS_NUMBER);
}

static int32_t kind_that_has(const Program *p, const PInstr *i)
{
  INVARIANT(i->d >= 0 && i->d < (i->op == OP_SEQL ? p->n_columns : p->n_fields));
  return i->op == OP_SEQL ? p->columns[i->d].kind : p->fields[i->d].kind;
}

static void give(Holds *h, const PInstr *i)
{
  const Program *p = h->p;
  put_counter(h, i);
  switch (op_gives(i->op)) {
  case '0':
    for (int k = 0; k < constants(i); k++) put(h, i->a + k, HOLDS_NOTHING);
    break;
  case 'n':
    for (int k = 0; k < (i->op == OP_PLIST ? i->d : 1); k++)
      put(h, i->a + k, i->op == OP_PLIST ? HOLDS_MANY : HOLDS_NUMBER);
    break;
  case 't': put(h, i->a, HOLDS_THING); break;
  case 'p': put(h, i->a, HOLDS_PILE); break;
  case 'm': put(h, i->a, HOLDS_SEATS); break;
  case '=':
    memmove(h->now + i->a, h->now + i->b, i->op == OP_MOVW ? (size_t)i->d : 1);
    break;
  case 'f': put_type(h, i->a, p->fields[i->d].type); break;
  case 'l': put_type(h, i->a, p->columns[i->d].type); break;
  case 's': put_type(h, i->a, i->d); break;
  case 'e': put(h, i->a, element(p, i->d)); break;
  case 'i': put(h, i->a, listed(h, i->b, i->d)); break;
  case 'o': put_type(h, i->a, p->kinds[kind_that_has(p, i)].set_type); break;
  default: break;
  }
}

/* ---- calls ---------------------------------------------------------------------- */

/* Chunk c gets `args` and leaves its result at register `at`. */
static void call(Holds *h, int32_t c, const uint8_t *args, int nargs, int at)
{
  INVARIANT(c >= 0 && c < h->p->n_chunks && nargs >= 0);
  const PChunk *k = &h->p->chunks[c];
  if (k->count) bring(h, h->in[c], args, nargs < k->regs ? nargs : k->regs);
  for (int r = 0; r < k->result && at + r < h->regs; r++)
    put(h, at + r, (Hold)joined(h->now[at + r], h->gave[c][r]));
}

/* A frame begins behind the return address; the result lies there afterwards. */
static void give_call(Holds *h, const PInstr *i)
{
  INVARIANT(i->a >= 0);
  const Program *p = h->p;
  uint8_t args[FRAME];
  int frame = i->a + 1, nargs = h->regs > frame ? h->regs - frame : 0;
  memcpy(args, h->now + frame, (size_t)nargs);
  for (int r = i->a; r < h->regs; r++) put(h, r, HOLDS_NOTHING);
  if (i->op == OP_CALL) {
    call(h, i->d, args, nargs, frame);
    return;
  }
  const PSlot *s = &p->slots[i->d];
  for (int32_t n = 0; n < p->kinds[s->kind].count; n++)
    if (p->slot_chunks[s->first + n] >= 0)
      call(h, p->slot_chunks[s->first + n], args, nargs, frame);
}

/* Neighbours are found by a chunk that is asked for each thing. */
static void give_reach(Holds *h, const PInstr *i)
{
  INVARIANT(i->d >= 0 && i->d < h->p->n_chunks);
  static const uint8_t args[] = {HOLDS_THING, HOLDS_THING, HOLDS_THING};
  for (int r = 0; r < h->p->chunks[i->d].result; r++) put(h, i->a + r, HOLDS_NOTHING);
  call(h, i->d, args, 3, i->a);
}

/* ---- decisions ------------------------------------------------------------------ */

/* A choice of several that is made one by one is asked again with what it has so far. */
static void keep_parts(Holds *h, int32_t ip)
{
  const PDecision *d = &h->p->decisions[h->p->code[ip].d];
  for (int32_t a = d->first_alt; a < d->first_alt + d->alts; a++) {
    const PAlt *x = &h->p->alts[a];
    if (x->form != ALT_SUBSET) continue;
    put_type(h, x->var, x->type);
    if (d->flags & DECISION_BEGUN) put(h, d->seat, HOLDS_THING);
    flow(h, ip);
  }
}

/* A move of several parts is asked again with one part more each time. */
static void ask_again(Holds *h, const PInstr *i)
{
  const PInstr *begin = i;
  while (begin > h->p->code && (begin->op != OP_BEGIN || begin->d != i->d)) begin--;
  flow(h, (int32_t)(begin - h->p->code));
}

static void answer(Holds *h, const PInstr *i)
{
  INVARIANT(i->d >= 0 && i->d < h->p->n_decisions);
  const PDecision *d = &h->p->decisions[i->d];
  uint8_t before[FRAME];
  put(h, d->seat, HOLDS_THING);
  if (d->flags & DECISION_ATTEMPT) put(h, i->a, HOLDS_NUMBER);
  memcpy(before, h->now, (size_t)h->regs);
  for (int32_t a = d->first_alt; a < d->first_alt + d->alts; a++) {
    const PAlt *x = &h->p->alts[a];
    memcpy(h->now, before, (size_t)h->regs);
    if (alt_gives_set(x)) put_type(h, x->var, x->type);
    else if (x->form == ALT_ELEMENT) put(h, x->var, element(h->p, x->type));
    else if (x->form < ALT_MOVE) put(h, x->var, HOLDS_NOTHING);
    else if (x->form == ALT_PART) continue;
    for (int k = 0; x->form == ALT_MOVE && k < program_parts(h->p, a); k++) {
      put(h, x[k].var, element(h->p, x[k].type));
      ask_again(h, i);
    }
    flow(h, x->target);
  }
}

/* ---- the whole ------------------------------------------------------------------ */

static void go_on(Holds *h, int32_t ip)
{
  const PInstr *i = &h->p->code[ip];
  const char *operands = op_operands(i->op);
  if (operands[2] == 'j') flow(h, ip + i->c);
  if (operands[2] == 'B') flow(h, ip - i->c);
  if (operands[3] == 'j') flow(h, i->d);
  if (i->op == OP_JMP || i->op == OP_LOOP) return;
  if (h->chunk[ip + 1] == h->chunk[ip]) flow(h, ip + 1);
}

static void look_at(Holds *h, int32_t ip)
{
  INVARIANT(ip >= 0 && ip < h->p->n_code);
  const PInstr *i = &h->p->code[ip];
  int32_t c = h->chunk[ip];
  memcpy(h->now, row_at(h, ip), (size_t)h->regs);
  switch (i->op) {
  case OP_RET: bring(h, h->gave[c], h->now, h->p->chunks[c].result); return;
  case OP_FAIL:
  case OP_HALT: return;
  case OP_DECIDE: answer(h, i); return;
  case OP_BEGIN: keep_parts(h, ip); break;
  case OP_CALL:
  case OP_CALLS: give_call(h, i); break;
  case OP_REACH: give_reach(h, i); break;
  default: give(h, i); break;
  }
  go_on(h, ip);
}

/* A loop begins with a jump over it, taken when there is nobody left. */
static void find_loops(Holds *h)
{
  for (int32_t ip = 0; ip < h->p->n_code; ip++) {
    const PInstr *i = &h->p->code[ip];
    if (i->op == OP_SNEXT && hold_of_type(h->p, i->d, 0) == HOLDS_SEATS)
      for (int32_t k = ip + 1; k < ip + i->c; k++) h->by_seat[k] = true;
  }
}

Holds *holds_new(const Program *p)
{
  Holds *h = vm_zeroed(1, sizeof *h);
  h->p = p;
  h->in = vm_zeroed((size_t)p->n_chunks, sizeof *h->in);
  h->gave = vm_zeroed((size_t)p->n_chunks, sizeof *h->gave);
  h->chunk = vm_zeroed((size_t)p->n_code + 1, sizeof *h->chunk);
  memset(h->chunk, -1, sizeof *h->chunk * ((size_t)p->n_code + 1));
  for (int32_t c = 0; c < p->n_chunks; c++) {
    const PChunk *k = &p->chunks[c];
    h->in[c] = vm_zeroed((size_t)k->count * (size_t)k->regs, 1);
    h->gave[c] = vm_zeroed((size_t)k->result, 1);
    for (int32_t ip = k->first; ip < k->first + k->count; ip++) h->chunk[ip] = c;
  }
  h->by_seat = vm_zeroed((size_t)p->n_code, sizeof *h->by_seat);
  find_loops(h);
  do {
    h->changed = false;
    for (int32_t ip = 0; ip < p->n_code; ip++) {
      if (h->chunk[ip] < 0) continue;
      h->regs = p->chunks[h->chunk[ip]].regs;
      look_at(h, ip);
    }
  } while (h->changed);
  return h;
}

void holds_free(Holds *h)
{
  if (!h) return;
  for (int32_t c = 0; c < h->p->n_chunks; c++) {
    free(h->in[c]);
    free(h->gave[c]);
  }
  free(h->in);
  free(h->gave);
  free(h->chunk);
  free(h->by_seat);
  free(h);
}
