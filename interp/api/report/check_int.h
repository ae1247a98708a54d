/* What looking at a whole ruleset is made of. */
#ifndef REGEL_CHECK_INT_H
#define REGEL_CHECK_INT_H
#include "grammar/diag.h"
#include "interp/api/store_int.h"
#include "interp/rules/wanted.h"

/* Adds a warning for each pack that was written for another version of its game, which
 * lies at `path`, with what changed since, as far as the old version is stored. */
void under_packs(Unit *u, const WantedHow *how, const char *path);
/* Looks for everything that is wrong with rules that compile; `prove`: seconds for
 * proofs, 0: none.  `words` says why texts are not compared, if they are not. */
void check_look(Unit *u, const Program *p, Arena *arena, double prove, Buf *words);

#endif
