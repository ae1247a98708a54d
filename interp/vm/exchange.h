/* Positions that differ only by who sits where.
 *
 * A ruleset may say that its seats are alike, or that only their order round the table
 * counts.  Then a state and the same state with seats exchanged are one position: what
 * can happen from one can happen from the other. */
#ifndef REGEL_EXCHANGE_H
#define REGEL_EXCHANGE_H
#include "interp/vm/holds.h"
#include "interp/vm/vm.h"

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
