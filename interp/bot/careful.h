/* Games in the head in which nobody overlooks a win: who can win at once does, and who
 * would let the other win at once gives another answer if there is one. */
#ifndef REGEL_CAREFUL_H
#define REGEL_CAREFUL_H
#include "interp/bot/luck.h"
#include "interp/vm/vm.h"

typedef struct Careful {
  unsigned char *here, *next; /* room for a state each */
  long looked, found;         /* pauses, and those with an answer that wins at once */
} Careful;

void careful_init(Careful *c, size_t state_size);
void careful_free(Careful *c);
/* To look is dear: is it worth it in the games that were played since careful_begin? */
void careful_begin(Careful *c);
bool careful_pays(const Careful *c);
/* Plays the machine's game, which stands at a decision, to its end, or for so many steps.
 * For games of two without chance and secrets. */
VmStatus careful_playout(Careful *c, Vm *vm, Luck *luck, long steps);

#endif
