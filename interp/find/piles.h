/* Where things come and where they leave again. */
#ifndef REGEL_PILES_H
#define REGEL_PILES_H
#include "interp/find/find.h"

/* Can something come into the pile that a verb is given as its parameter (`into`), or
 * leave it?  `depth` is 0 but for verbs in verbs. */
bool verb_moves(const Verb *v, size_t param, bool into, int depth);

#endif
