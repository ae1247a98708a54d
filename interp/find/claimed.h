/* Where the rules stand that a refuted claim is about. */
#ifndef REGEL_CLAIMED_H
#define REGEL_CLAIMED_H
#include "interp/find/find.h"

/* Adds to a refutation what the claim did and asked for.  `failed`: the statement of the
 * claim that failed, NULL if the claim is a condition or a rule failed.  `it`: the thing
 * that the claim was tried for, or NULL. */
void claimed_sources(Find *f, Diag *g, const Always *a, const Node *failed,
                     const Thing *it);

#endif
