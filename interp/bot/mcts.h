/* Looking ahead in a game whose ruleset says how good a position looks (`outlook`). */
#ifndef REGEL_MCTS_H
#define REGEL_MCTS_H
#include "interp/bot/luck.h"
#include "interp/bot/patience.h"
#include "interp/vm/vm.h"

typedef struct Look Look;

/* playouts: how many games are played in the head for each answer; ahead: how many
 * decisions they go on at random.  The program must have an outlook. */
Look *look_new(const Program *p, int playouts, int ahead);
void look_free(Look *l);

/* The best answer to the question vm stopped for among those of the seats in `seats`, -1
 * if they have none; not one that is barred (NULL: all may be given).  Allocates nothing.
 * Each seat thinks with what it may know. */
int look_pick(Look *l, Vm *vm, uint32_t seats, const uint8_t *barred, Luck *luck,
              Patience patience);

#endif
