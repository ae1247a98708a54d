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
 * is 0; a thing is its id + 1, so that fresh cells are an empty table.  What lies in one
 * pile is of one kind, whose cells follow each other, as those of all piles do.  Whether
 * writes are journaled is asked once, not for each of a dozen. */
static inline __attribute__((always_inline)) void relink(Vm *vm, int32_t *piles,
                                                         int32_t thing, int32_t *t,
                                                         int32_t pile, bool under,
                                                         bool journal)
{
#define PUT(at, v) (journal ? put(vm, (at), (v)) : (void)(*(at) = (v)))
#define BESIDE(other) (t + ((other)-1 - thing) * TC_COUNT)
  int32_t above = t[TC_ABOVE], below = t[TC_BELOW];
  if (t[TC_PILE]) {
    int32_t *p = piles + (t[TC_PILE] - 1) * PC_CELLS;
    vm->shifts += t[TC_LOOSE] != 0;
    PUT(above ? &BESIDE(above)[TC_BELOW] : &p[PC_TOP], below);
    PUT(below ? &BESIDE(below)[TC_ABOVE] : &p[PC_BOTTOM], above);
    PUT(&p[PC_COUNT_], p[PC_COUNT_] - 1);
    PUT(&t[TC_LOOSE], 0);
  }
  above = below = 0;
  if (pile >= 0) {
    int32_t *p = piles + pile * PC_CELLS;
    int32_t *end = under ? &p[PC_BOTTOM] : &p[PC_TOP], last = *end;
    if (under) above = last;
    else below = last;
    PUT(last    ? &BESIDE(last)[under ? TC_BELOW : TC_ABOVE]
        : under ? &p[PC_TOP]
                : &p[PC_BOTTOM],
        thing + 1);
    PUT(end, thing + 1);
    PUT(&p[PC_COUNT_], p[PC_COUNT_] + 1);
  }
  PUT(&t[TC_PILE], pile + 1);
  PUT(&t[TC_ABOVE], above);
  PUT(&t[TC_BELOW], below);
#undef BESIDE
#undef PUT
}

/* Finds the loose things of a pile, unless they are those that it had found before
 * (chance.c). */
const Loose *loose_things(Vm *vm, int pile);
/* Of a pile for this kind none are known to be loose yet. */
static inline Loose *loose_begin(Vm *vm, int pile, const PKind *k)
{
  Loose *l = &vm->loose;
  l->pile = pile;
  l->shifts = vm->shifts;
  l->first = k->first;
  l->count = 0;
  l->words = k->count / 64 + 1;
  for (int i = 0; i < l->words; i++) l->bits[i] = 0;
  return l;
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

/* Where it is kept what lies in each pile: a thing, number k of its kind, goes there. */
static inline void quiet_lies(Vm *vm, const int32_t *t, int k, int32_t pile)
{
  uint64_t *piles = vm->quiet.piles, bit = (uint64_t)1 << k;
  if (t[TC_PILE]) piles[t[TC_PILE] - 1] ^= bit;
  piles[pile] ^= bit;
}

/* In a quiet game: a thing is put on a pile, or under it. */
static inline void quiet_move(Vm *vm, int32_t thing, int32_t pile, bool under, int32_t me)
{
  int32_t *t = thing_cells(vm, thing);
  int kind = vm->p->things[thing].kind;
  const PKind *k = &vm->p->kinds[kind];
  if (!t || vm->places[pile].kind != kind) return;
  if (vm->quiet.piles && k->count <= 64) quiet_lies(vm, t, thing - k->first, pile);
  relink(vm, pile_cells(vm, 0), thing, t, pile, under, false);
  t[TC_KNOWN] |= known_to(vm, pile_seen(vm, pile), me);
}

/* As things_seen: a pile that somebody sees has shown him all that came there. */
static inline bool quiet_seen(const Vm *vm, int64_t seat, uint64_t set, const PType *t)
{
  if (!set || !vm->quiet.piles || t->words != 1 || vm->s->gather)
    return things_seen(vm, seat, set, t);
  const int32_t *c = thing_cells(vm, t->lo + __builtin_ctzll(set));
  int32_t pile = c ? c[TC_PILE] - 1 : -1;
  if (pile < 0 || t->lo != vm->p->kinds[t->kind].first || set & ~vm->quiet.piles[pile] ||
      vm->places[pile].sight || !(vm->places[pile].seen >> seat & 1))
    return things_seen(vm, seat, set, t);
  return true;
}

#endif
