/* Does other code play the same games?  Rules are one ruleset as long as their sources
 * are, however the code looks that is generated for them; but a stored game is replayed
 * with the code that is stored, so that must give its states. */
#ifndef REGEL_SAME_H
#define REGEL_SAME_H
#include "interp/code/program.h"

/* Of two programs of the same sources: have states the same cells, and are the questions,
 * answers and states of a few games by each the same? */
bool same_games(const Program *a, const Program *b);

#endif
