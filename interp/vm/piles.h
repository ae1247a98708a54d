/* Piles: lists of things linked from bottom to top.  Things in the unordered part are
 * marked loose and kept in the order of their ids, so that equal states are equal. */
#ifndef REGEL_PILES_H
#define REGEL_PILES_H
#include "interp/vm/vm_int.h"

static inline void put(Vm *vm, int32_t *at, int32_t v)
{
  if (*at != v) state_write(vm, (int32_t)(at - vm->cells), v);
}

static inline int32_t *pile_cells(const Vm *vm, int32_t pile)
{
  return vm->cells + vm->p->header->pile_cells + pile * PC_CELLS;
}

/* Takes a thing out of its pile and puts it into another one (-1: none).  An empty link
 * is 0; a thing is its id + 1, so that fresh cells are an empty table.  Whether writes
 * are journaled is asked once, not for each of a dozen. */
static inline __attribute__((always_inline)) void
relink(Vm *vm, int32_t thing, int32_t *t, int32_t pile, bool under, bool journal)
{
#define PUT(at, v) (journal ? put(vm, (at), (v)) : (void)(*(at) = (v)))
  int32_t above = t[TC_ABOVE], below = t[TC_BELOW];
  if (t[TC_PILE]) {
    int32_t *p = pile_cells(vm, t[TC_PILE] - 1);
    vm->shifts += t[TC_LOOSE] != 0;
    PUT(above ? &thing_cells(vm, above - 1)[TC_BELOW] : &p[PC_TOP], below);
    PUT(below ? &thing_cells(vm, below - 1)[TC_ABOVE] : &p[PC_BOTTOM], above);
    PUT(&p[PC_COUNT_], p[PC_COUNT_] - 1);
    PUT(&t[TC_LOOSE], 0);
  }
  above = below = 0;
  if (pile >= 0) {
    int32_t *p = pile_cells(vm, pile);
    int32_t *end = under ? &p[PC_BOTTOM] : &p[PC_TOP], last = *end;
    if (under) above = last;
    else below = last;
    PUT(last    ? &thing_cells(vm, last - 1)[under ? TC_BELOW : TC_ABOVE]
        : under ? &p[PC_TOP]
                : &p[PC_BOTTOM],
        thing + 1);
    PUT(end, thing + 1);
    PUT(&p[PC_COUNT_], p[PC_COUNT_] + 1);
  }
  PUT(&t[TC_PILE], pile + 1);
  PUT(&t[TC_ABOVE], above);
  PUT(&t[TC_BELOW], below);
#undef PUT
}

/* The seats that see what lies in a pile. */
static inline uint32_t pile_seen(Vm *vm, int32_t pile)
{
  if (pile < 0 || pile >= vm->p->header->piles) return 0;
  const Place *at = &vm->places[pile];
  return at->sight ? pile_sight(vm, pile) : at->seen & ((1u << vm->s->seats) - 1);
}

/* What seats learn: while answers are secret only who acts, the others later. */
static inline int32_t known_to(const Vm *vm, uint32_t seats, int32_t me)
{
  if (!vm->s->gather || !vm->discreet) return (int32_t)seats;
  uint32_t own = me >= 0 && me < MAX_PLAYERS ? seats & 1u << me : 0;
  return (int32_t)(own | (seats & ~own) << KNOWN_LATER);
}

/* In a quiet game: a thing of the state is put on a pile, or under it. */
static inline void quiet_move(Vm *vm, int32_t thing, int32_t pile, bool under, int32_t me)
{
  int32_t *t = thing_cells(vm, thing);
  int kind = vm->p->things[thing].kind;
  const PKind *k = &vm->p->kinds[kind];
  if (!t || vm->places[pile].kind != kind) return;
  if (vm->quiet.piles && k->count <= 64) {
    uint64_t bit = (uint64_t)1 << (thing - k->first);
    if (t[TC_PILE]) vm->quiet.piles[t[TC_PILE] - 1] ^= bit;
    vm->quiet.piles[pile] ^= bit;
  }
  relink(vm, thing, t, pile, under, false);
  t[TC_KNOWN] |= known_to(vm, pile_seen(vm, pile), me);
}

#endif
