/* Whose fault a message is: what a pack adds can make nonsense of a line of the game. */
#ifndef REGEL_BLAME_H
#define REGEL_BLAME_H
#include "interp/code/compile.h"

/* Messages in files of the game that are not there without its packs move to the item of
 * a pack that brings them.  `look` is what found them besides compiling, or NULL. */
typedef void (*LookFn)(Unit *u, const Program *p);
void blame_packs(Unit *u, LookFn look);

#endif
