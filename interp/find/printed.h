/* Decks that nobody has shuffled when play begins (questions/printed.c). */
#ifndef REGEL_PRINTED_H
#define REGEL_PRINTED_H
#include "interp/find/find.h"
#include "interp/vm/vm.h"

/* How a deck was seen to lie, by field of the model. */
enum { SEEN_PRINTED = 1, SEEN_OTHERWISE = 2, NO_DECK = 4 };
/* Looks where the machine stands, in every setting; then tells of those that never lay
 * otherwise. */
void printed_look(Find *f, const Vm *vm, unsigned char *seen);
void printed_tell(Find *f, const Program *p, const unsigned char *seen);

#endif
