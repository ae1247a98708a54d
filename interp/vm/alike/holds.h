/* What the registers of a program hold, wherever it may stop.
 *
 * Registers have no types of their own: a seat, a number and a pile are the same bits.
 * Who wants to know what a state refers to asks here. */
#ifndef REGEL_HOLDS_H
#define REGEL_HOLDS_H
#include "interp/code/program.h"
#include "interp/vm/vm.h"

typedef enum {
  HOLDS_NOTHING, /* nothing yet, or a constant: no rule can name a seat */
  HOLDS_NUMBER,  /* anything that names no seat */
  HOLDS_THING,   /* a thing of any kind, or none */
  HOLDS_SEATS,   /* a set of players, as bits */
  HOLDS_PILE,    /* the number of a pile */
  HOLDS_MANY,    /* things that are no players, several in a word */
  HOLDS_EITHER   /* one or the other, by how the machine came here */
} Hold;

typedef struct Holds Holds;
Holds *holds_new(const Program *p);
void holds_free(Holds *h);
/* What the registers of its frame hold before this instruction. */
const uint8_t *holds_at(const Holds *h, int32_t ip);
/* Is this inside a loop over players in the order of their seats? */
bool holds_by_seat(const Holds *h, int32_t ip);
/* Word `k` of a value of this type, in a register. */
Hold hold_of_type(const Program *p, int32_t type, int k);

/* ---- positions that differ in nothing a rule can ask for (alike.c) -------------------
 *
 * Copies of a thing that lie in each other's place, and piles that have another order
 * where no rule looks at it. */
typedef struct Alike Alike;
/* NULL if there is nothing of the kind.  The machine and `holds` must outlive it. */
Alike *alike_new(const Vm *vm, const Holds *holds);
void alike_free(Alike *a);
/* Gives a saved state the form that all those like it get; true if it had another.
 * *alone becomes true if copies have to be told apart, as they are named in a way that
 * cannot be followed. */
bool alike_make(Alike *a, void *state, bool *alone);
/* Gives it another form of one that is like it; false if there is none.  With `unread`
 * what was drawn and not looked at changes places, too. */
bool alike_mix(Alike *a, void *state, uint64_t seed, bool unread);
/* orders.c: by pile, whether some rule may look at its order; true if one is never
 * looked at. */
bool orders_find(const Program *p, bool *ordered);

/* ---- positions that differ only by who sits where (exchange.c) ----------------------
 *
 * A ruleset may say that its seats are alike, or that only their order round the table
 * counts.  Then a state and the same state with seats exchanged are one position: what
 * can happen from one can happen from the other. */
typedef struct Exchange Exchange;
/* Who sits where counts if seats are not declared to be alike, if there is nobody to
 * change places with, or if players lie in piles like cards; copies and orders count if
 * they are `apart`.  NULL if everything does.  The machine and `holds` must outlive it.
 */
Exchange *exchange_new(const Vm *vm, const Holds *holds, int seats, bool apart);
void exchange_free(Exchange *e);
/* In how many ways they can sit; way 0 is as they do. */
int exchange_ways(const Exchange *e);
/* Writes where the machine stands, with seats exchanged, like vm_save.  False if it
 * cannot be said: then the position stands for itself alone. */
bool exchange_save(Exchange *e, int way, void *to);
/* Exchanges copies and orders that are alike in a saved state, and with `unread` what was
 * not looked at; false if there are none. */
bool exchange_mix(Exchange *e, uint64_t seed, bool unread, void *state);
/* Like vm_hash, but the same for all of them; *alone: it stands for itself alone. */
uint64_t exchange_hash(Exchange *e, bool *alone);

#endif
