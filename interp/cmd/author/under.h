/* What changed under a pack: the game is another one than it was written for. */
#ifndef REGEL_UNDER_H
#define REGEL_UNDER_H
#include "interp/cmd/game.h"

/* Adds a warning for each pack of the game that names versions, none of which is this
 * game; with the changes, if an old version is stored. */
void under_packs(Cli *cli, Game *g);

#endif
