#include "interp/session/undo.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"
#include "interp/text/label.h"

#include <stdlib.h>

/* ---- where the rules can go ------------------------------------------------------- */

/* From an instruction on, before anybody is asked: */
enum {
  TEACHES = 1, /* somebody may learn something unnoticed */
  RETURNS = 2  /* the frame may be left */
};
enum { MOST_ROUNDS = 100 }; /* of a program in which calls go deeper nothing is told */

struct Quiet {
  const Program *p;
  uint8_t *at;    /* by instruction: TEACHES, RETURNS */
  uint8_t *slots; /* by slot: what one of its chunks does */
  bool *met;      /* by instruction: one can jump there */
  bool all_alike; /* whatever is rolled, everybody sees it */
};

/* What a condition of sight looks at is known to all: fields of the game and of players
 * that everybody sees. */
static bool is_open(const Program *p, int32_t chunk)
{
  INVARIANT(p && p->header);
  const PChunk *k = &p->chunks[chunk];
  for (int32_t ip = k->first; ip < k->first + k->count; ip++) {
    const PInstr *i = &p->code[ip];
    switch (i->op) {
    case OP_GETG:
    case OP_GET:
    case OP_GETI:
    case OP_GETW:
      if (p->fields[i->d].seen != SEEN_ALL || p->fields[i->d].kind > 0) return false;
      break;
    case OP_CALL:
    case OP_CALLS:
    case OP_CAN:
    case OP_DIST:
    case OP_REACH:
    case OP_SEQF:
    case OP_SEQFI:
    case OP_SROW:
    case OP_SPILE:
    case OP_PILE:
    case OP_WHERE:
    case OP_OWNER:
    case OP_SEES:
    case OP_SEEST: return false;
    default: break;
    }
  }
  return true;
}

/* The set in a register is the same in every game: it was put there just before. */
static bool is_same(const Quiet *q, int32_t ip, int reg)
{
  const PInstr *before = ip > 0 ? &q->p->code[ip - 1] : NULL;
  return before && !q->met[ip] && before->a == reg &&
         (before->op == OP_SALL || before->op == OP_LDK || before->op == OP_LDI);
}

/* May somebody learn something here, so that others do not notice that it happens? */
static bool is_quiet(const Quiet *q, int32_t ip)
{
  const PInstr *i = &q->p->code[ip];
  switch (i->op) {
  case OP_REVEAL:
  case OP_LEARN: return !is_same(q, ip, i->b);
  case OP_SIGHT: {
    const PField *f = &q->p->fields[i->d];
    return f->seen == SEEN_CHUNK && !is_open(q->p, f->seen_chunk);
  }
  case OP_RANDOM: return !q->all_alike || !is_same(q, ip, i->b);
  default: return false;
  }
}

static int goes_on(const Quiet *q, int32_t ip)
{
  return ip < q->p->n_code ? q->at[ip] : 0;
}

static int of_chunk(const Quiet *q, int32_t chunk)
{
  const PChunk *k = &q->p->chunks[chunk];
  return k->count ? q->at[k->first] : RETURNS;
}

/* Whatever thing it is: one that fills the slot with nothing is passed over. */
static int of_slot(const Quiet *q, const PSlot *s)
{
  int all = RETURNS;
  for (int32_t n = 0; n < q->p->kinds[s->kind].count && all == RETURNS; n++)
    if (q->p->slot_chunks[s->first + n] >= 0)
      all |= of_chunk(q, q->p->slot_chunks[s->first + n]);
  return all;
}

/* What something that is called can do, and if it comes back what follows. */
static int through(int there, int then)
{
  return (there & TEACHES) | (there & RETURNS ? then : 0);
}

static int from_here(const Quiet *q, int32_t ip)
{
  const PInstr *i = &q->p->code[ip];
  int then = goes_on(q, ip + 1);
  int32_t to = jump_of(i, ip);
  switch (i->op) {
  case OP_RET: return RETURNS;
  case OP_DECIDE:
  case OP_FAIL:
  case OP_WIN:
  case OP_WINBY:
  case OP_LOSE:
  case OP_HALT: return 0; /* all is shown at the end, and then nobody goes back */
  case OP_JMP:
  case OP_LOOP: return goes_on(q, to);
  case OP_CALL: return through(of_chunk(q, i->d), then);
  case OP_CALLS: return through(q->slots[i->d], then);
  default: return then | (to >= 0 ? goes_on(q, to) : 0) | (is_quiet(q, ip) ? TEACHES : 0);
  }
}

static bool shows_all(const Program *p)
{
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].seen != SEEN_ALL &&
        !(p->fields[i].flags & (FIELD_PILE | FIELD_HIDDEN)))
      return false;
  return true;
}

Quiet *quiet_new(const Program *p)
{
  INVARIANT(p && p->header);
  Quiet *q = zeroed(1, sizeof *q);
  size_t n = (size_t)p->n_code;
  *q = (Quiet){
      .p = p, .at = zeroed(n + 1, 1), .met = zeroed(n + 1, 1), .all_alike = shows_all(p)};
  q->slots = zeroed((size_t)p->n_slots + 1, 1);
  for (int32_t ip = 0; ip < p->n_code; ip++) {
    int32_t to = jump_of(&p->code[ip], ip);
    if (to >= 0 && to < p->n_code) q->met[to] = true;
  }
  bool changed = true;
  for (int round = 0; changed; round++) {
    changed = false;
    for (int i = 0; i < p->n_slots; i++) q->slots[i] = (uint8_t)of_slot(q, &p->slots[i]);
    for (int32_t ip = p->n_code - 1; ip >= 0; ip--) {
      int all = round < MOST_ROUNDS ? q->at[ip] | from_here(q, ip) : TEACHES | RETURNS;
      changed |= all != q->at[ip];
      q->at[ip] = (uint8_t)all;
    }
  }
  return q;
}

void quiet_free(Quiet *q)
{
  if (!q) return;
  free(q->at);
  free(q->met);
  free(q->slots);
  free(q);
}

/* May somebody learn something behind this answer, before anybody is asked again? */
static bool may_teach(const Quiet *q, Vm *vm, Option o)
{
  enum { MOST = 256 }; /* frames; of deeper ones nothing is told */
  VmFrame frames[MOST];
  int n = vm_frames(vm, vm_asking_ip(vm), frames, MOST);
  int now = o.alt >= 0 ? q->at[q->p->alts[o.alt].target] : TEACHES;
  for (int k = 1; k < n && now == RETURNS; k++) now = goes_on(q, frames[k].ip + 1);
  return now & TEACHES || n == MOST;
}

/* ---- what is gone ----------------------------------------------------------------- */

Saying undo_answered(const Quiet *q, Vm *vm, int i, int32_t seat)
{
  if (!vm_decision(vm)) return 0; /* of chance there is an event */
  Option o = vm_option(vm, i);
  if (o.seat != seat && o.seat >= 0) /* that he was asked secretly is no reason to give */
    return vm_gathers(vm) ? SAY_PLAY_GONE_SECRET : SAY_PLAY_GONE_ANSWERED;
  return may_teach(q, vm, o) ? SAY_PLAY_GONE_SHOWN : 0;
}

/* Does a move between piles show a face to somebody who did not see it? */
static bool move_reveals(Vm *vm, const Event *e)
{
  const Program *p = vm_program(vm);
  int32_t thing, per;
  if (e->old < 0 || e->old == e->now) return false;
  int from = vm_pile_field(vm, (int)e->old, &thing, &per);
  if (p->fields[from].seen == SEEN_ALL) return false;
  if (e->now < 0) return true;
  int to = vm_pile_field(vm, (int)e->now, &thing, &per);
  return p->fields[to].seen != SEEN_NONE;
}

/* Whether chance was asked which card it is hangs on whether the last ones are alike. */
static bool is_draw(Vm *vm, const Event *e)
{
  const Program *p = vm_program(vm);
  int op = e->ip >= 0 && e->ip < p->n_code ? p->code[e->ip].op : OP_NOP;
  return op == OP_DRAW || op == OP_LAY || op == OP_TUCK;
}

Saying undo_happened(Vm *vm, const Event *e)
{
  switch (e->kind) {
  case EV_CHANCE: return SAY_PLAY_GONE_CHANCE;
  case EV_REVEAL:
  case EV_SIGHT: return SAY_PLAY_GONE_SHOWN;
  case EV_MOVE:
    return is_draw(vm, e)        ? SAY_PLAY_GONE_CHANCE
           : move_reveals(vm, e) ? SAY_PLAY_GONE_SHOWN
                                 : 0;
  case EV_GATHER: return SAY_PLAY_GONE_SECRET;
  default: return 0;
  }
}

/* Does a seat see something now that it did not see then? */
static bool sees_more(Vm *now, Vm *then, int seat)
{
  const Program *p = vm_program(now);
  for (int i = 0; i < p->n_things; i++)
    if (vm_sees_thing(now, seat, i) && !vm_sees_thing(then, seat, i)) return true;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->seen == SEEN_ALL || f->seen == SEEN_NONE || f->flags & FIELD_HIDDEN) continue;
    for (int k = 0; k < f->count; k++) {
      int32_t thing = f->kind >= 0 ? f->first + k : NONE;
      if (vm_sees_field(now, seat, i, thing) && !vm_sees_field(then, seat, i, thing))
        return true;
    }
  }
  return false;
}

/* While answers are secret, only who is asked can know that nobody else has answered. */
static bool is_left_out(Vm *vm, int32_t seat, int32_t whose)
{
  bool asked = seat >= 0 && vm_decision(vm) && label_seats(vm) >> seat & 1;
  return vm_gathers(vm) && (!asked || seat != whose);
}

Saying undo_refused(Vm *now, int32_t seat, int32_t whose, const unsigned char *moment,
                    Saying gone)
{
  if (is_left_out(now, seat, whose)) return SAY_PLAY_GONE_SECRET;
  if (gone) return gone;
  Vm *then = vm_echo(now);
  vm_restore(then, moment);
  for (int i = 0; i < vm_seats(now); i++)
    if (sees_more(now, then, i)) return SAY_PLAY_GONE_SHOWN;
  return 0;
}
