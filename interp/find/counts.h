/* Counting cards. */
#ifndef REGEL_COUNTS_H
#define REGEL_COUNTS_H
#include "interp/find/find.h"

/* Adds, for each kind that a condition counts, what it adds up to: "40 of "card": ace 4,
 * king 36". */
void hint_counts(Find *f, Diag *g, const Node *condition);

#endif
