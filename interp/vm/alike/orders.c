/* The piles whose order some rule may look at.
 *
 * A pile that is moved as a whole hands its order on to the other one, unless that is
 * shuffled at once. */
#include "interp/base/arena.h"
#include "interp/vm/alike/holds.h"
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = 63 }; /* of piles that are told apart; the others are one */

typedef struct Orders {
  const Program *p;
  uint64_t *bit;    /* by field: its bit; 0: it is no pile */
  uint64_t **given; /* by chunk: what its callers may put into each register */
  bool *played;     /* by chunk: play comes to it */
  uint64_t looked;  /* fields whose order is looked at */
  struct {
    uint64_t from, to;
  } * moves;
  int nmoves;
  bool changed;
} Orders;

static const uint64_t ANY = ~(uint64_t)0;

/* ---- what play comes to ------------------------------------------------------------ */

static void play(Orders *o, int32_t c)
{
  INVARIANT(c < o->p->n_chunks);
  if (c < 0 || o->played[c]) return;
  o->played[c] = o->changed = true;
}

static void play_slot(Orders *o, int32_t slot)
{
  INVARIANT(slot >= 0 && slot < o->p->n_slots);
  const PSlot *s = &o->p->slots[slot];
  for (int32_t n = 0; n < o->p->kinds[s->kind].count; n++)
    play(o, o->p->slot_chunks[s->first + n]);
}

static void play_called(Orders *o, const PInstr *i)
{
  char what = op_operands(i->op)[3];
  if (what == 'k') play(o, i->d);
  if (what == 's') play_slot(o, i->d);
  if (what == 'l' && o->p->columns[i->d].slot >= 0)
    play_slot(o, o->p->columns[i->d].slot);
}

static void find_played(Orders *o)
{
  const Program *p = o->p;
  play(o, p->header->main);
  for (int i = 0; i < p->n_always; i++) play(o, p->always[i].chunk);
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].seen == SEEN_CHUNK) play(o, p->fields[i].seen_chunk);
  do {
    o->changed = false;
    for (int32_t c = 0; c < p->n_chunks; c++)
      for (int32_t k = 0; o->played[c] && k < p->chunks[c].count; k++)
        play_called(o, &p->code[p->chunks[c].first + k]);
  } while (o->changed);
}

/* ---- which piles registers hold ---------------------------------------------------- */

/* The fields that a register may hold a pile of before instruction `ip`.  A register is
 * written in the lines before its use, as blocks lie in each other; what was not written
 * came from who called. */
static uint64_t held(const Orders *o, int32_t c, int32_t ip, int at)
{
  INVARIANT(c >= 0 && c < o->p->n_chunks && ip >= o->p->chunks[c].first);
  const PChunk *k = &o->p->chunks[c];
  while (--ip >= k->first) {
    const PInstr *i = &o->p->code[ip];
    if (i->a != at) continue;
    if (i->op == OP_PILE) return o->bit[i->d];
    if (i->op == OP_WHERE) return ANY;
    if (i->op == OP_MOV) at = i->b;
  }
  return at < k->regs ? o->given[c][at] : 0;
}

static void look_call(Orders *o, int32_t c, int32_t ip, int32_t callee)
{
  INVARIANT(callee < o->p->n_chunks);
  if (callee < 0) return;
  for (int r = 0; r < o->p->chunks[callee].regs; r++) {
    uint64_t fields = held(o, c, ip, o->p->code[ip].a + 1 + r);
    o->changed |= (fields & ~o->given[callee][r]) != 0;
    o->given[callee][r] |= fields;
  }
}

static void look_calls(Orders *o, int32_t c, int32_t ip)
{
  const Program *p = o->p;
  const PInstr *i = &p->code[ip];
  if (i->op == OP_CALL) look_call(o, c, ip, i->d);
  if (i->op != OP_CALLS) return;
  const PSlot *s = &p->slots[i->d];
  for (int32_t n = 0; n < p->kinds[s->kind].count; n++)
    look_call(o, c, ip, p->slot_chunks[s->first + n]);
}

static void find_given(Orders *o)
{
  const Program *p = o->p;
  do {
    o->changed = false;
    for (int32_t c = 0; c < p->n_chunks; c++)
      for (int32_t k = 0; o->played[c] && k < p->chunks[c].count; k++)
        look_calls(o, c, p->chunks[c].first + k);
  } while (o->changed);
}

/* ---- who looks at an order --------------------------------------------------------- */

static bool is_quiet(int op)
{
  return op == OP_PILE || op == OP_LDI || op == OP_MOV || op == OP_GETG || op == OP_GET ||
         op == OP_SHAS || op == OP_JT || op == OP_LOOP || op == OP_NOP;
}

/* Is the one pile of this field shuffled before anything happens? */
static bool is_shuffled_next(const Orders *o, int32_t ip, uint64_t field)
{
  INVARIANT(ip >= 0);
  const Program *p = o->p;
  int32_t reg = -1;
  for (; ip < p->n_code; ip++) {
    const PInstr *i = &p->code[ip];
    if (i->op == OP_PILE) {
      const PField *f = &p->fields[i->d];
      bool single = f->kind < 0 && f->per_type < 0;
      reg = single && o->bit[i->d] == field ? i->a : -1;
    } else if (i->op != OP_SHUFFLE) return false;
    else return i->a == reg;
  }
  return false;
}

/* A list of a pile that is only moved elsewhere, one by one. */
static bool is_moved(Orders *o, int32_t c, int32_t ip)
{
  INVARIANT(ip >= 0 && ip < o->p->n_code);
  const Program *p = o->p;
  const PInstr *list = &p->code[ip], *next = list;
  uint64_t from = held(o, c, ip, list->b), to = 0;
  int32_t end = p->chunks[c].first + p->chunks[c].count;
  for (; ip < end && (next->op != OP_PLNEXT || next->b != list->a); next++) ip++;
  if (ip >= end) return false;
  int32_t exit = ip + next->c;
  for (int32_t k = ip + 1; k < exit; k++) {
    const PInstr *i = &p->code[k];
    if (i->op == OP_MOVE && i->a == next->a && !to) to = held(o, c, k, i->b);
    else if (!is_quiet(i->op)) return false;
  }
  if (!to) return false;
  if (is_shuffled_next(o, exit, to)) return true;
  o->moves[o->nmoves].from = from;
  o->moves[o->nmoves++].to = to;
  return true;
}

static void look_for(Orders *o, int32_t c, int32_t ip)
{
  const PInstr *i = &o->p->code[ip];
  uint64_t fields = 0;
  switch (i->op) {
  case OP_PLIST:
    if (is_moved(o, c, ip)) return;
    fields = held(o, c, ip, i->b);
    break;
  case OP_PTOP:
  case OP_PBOTTOM:
  case OP_PAT:
  case OP_PPOS: fields = held(o, c, ip, i->b); break;
  case OP_DRAW:
  case OP_LAY:
  case OP_TUCK: fields = held(o, c, ip, i->a); break;
  default: return;
  }
  o->looked |= fields ? fields : ANY;
}

static void find_looked(Orders *o)
{
  const Program *p = o->p;
  for (int32_t c = 0; c < p->n_chunks; c++)
    for (int32_t k = 0; o->played[c] && k < p->chunks[c].count; k++)
      look_for(o, c, p->chunks[c].first + k);
  for (int i = 0; i < o->nmoves; i++) {
    if (!(o->moves[i].to & o->looked) || !(o->moves[i].from & ~o->looked)) continue;
    o->looked |= o->moves[i].from;
    i = -1; /* what came before may hand its order on to this one */
  }
}

/* ---- the whole --------------------------------------------------------------------- */

static void number_fields(Orders *o)
{
  int n = 0;
  for (int i = 0; i < o->p->n_fields; i++) {
    if (!(o->p->fields[i].flags & FIELD_PILE)) continue;
    o->bit[i] = (uint64_t)1 << (n < FIELDS ? n : FIELDS);
    n++;
  }
}

bool orders_find(const Program *p, bool *ordered)
{
  Orders o = {.p = p};
  bool some = false;
  int lists = 0;
  for (int32_t i = 0; i < p->n_code; i++) lists += p->code[i].op == OP_PLIST;
  o.bit = vm_zeroed((size_t)p->n_fields + 1, sizeof *o.bit);
  o.played = vm_zeroed((size_t)p->n_chunks + 1, sizeof *o.played);
  o.given = vm_zeroed((size_t)p->n_chunks + 1, sizeof *o.given);
  o.moves = vm_zeroed((size_t)lists + 1, sizeof *o.moves);
  for (int32_t c = 0; c < p->n_chunks; c++)
    o.given[c] = vm_zeroed((size_t)p->chunks[c].regs + 1, sizeof **o.given);
  number_fields(&o);
  find_played(&o);
  find_given(&o);
  find_looked(&o);
  for (int i = 0; i < p->n_fields; i++)
    for (int32_t k = 0; o.bit[i] && k < p->fields[i].count * p->fields[i].per_count;
         k++) {
      ordered[p->fields[i].pile + k] = o.bit[i] & o.looked;
      some |= !(o.bit[i] & o.looked);
    }
  for (int32_t c = 0; c < p->n_chunks; c++) free(o.given[c]);
  free(o.bit);
  free(o.played);
  free(o.given);
  free(o.moves);
  return some;
}
