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

/* ---- positions that differ only by who sits where (exchange.c) ----------------------
 *
 * A ruleset may say that its seats are alike, or that only their order round the table
 * counts.  Then a state and the same state with seats exchanged are one position: what
 * can happen from one can happen from the other. */
typedef struct Exchange Exchange;
/* NULL if seats are not declared to be alike, if there is nobody to change places with,
 * or if players lie in piles like cards.  The machine and `holds` must outlive it. */
Exchange *exchange_new(const Vm *vm, const Holds *holds, int seats);
void exchange_free(Exchange *e);
/* In how many ways they can sit; way 0 is as they do. */
int exchange_ways(const Exchange *e);
/* Writes where the machine stands, with seats exchanged, like vm_save.  False if it
 * cannot be said: then the position stands for itself alone. */
bool exchange_save(Exchange *e, int way, void *to);
/* Like vm_hash, but the same however they sit; *alone: it stands for itself alone. */
uint64_t exchange_hash(Exchange *e, bool *alone);

#endif
