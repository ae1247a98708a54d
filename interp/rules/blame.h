/* Whose fault a message is: what a pack adds can make nonsense of a line of the game, and
 * so can what an edition adds to a ruleset that it uses. */
#ifndef REGEL_BLAME_H
#define REGEL_BLAME_H
#include "interp/code/compile.h"

/* Messages in files of the game that are not there without its packs move to the item of
 * a pack that brings them; without packs, those in files of another ruleset, if it
 * compiles alone, to the item of the one that uses it.  `look` is what found them besides
 * compiling, or NULL. */
typedef void (*LookFn)(Unit *u, const Program *p);
void blame_added(Unit *u, LookFn look);

#endif
