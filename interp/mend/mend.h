/* Remedies that were tried: an edit is offered only if the rules compile with it, or at
 * least without the error that it is for. */
#ifndef REGEL_MEND_H
#define REGEL_MEND_H
#include "grammar/tree.h"

/* Adds to the first errors of a unit the edits with which they are gone.  Files are
 * compiled again for that, from memory; how often is bounded by their size and, since
 * small rules can take long, by processor time. */
void mend(Unit *u, double seconds);

#endif
