/* Games that nobody watches, beside those whose instructions are run one by one. */
#ifndef REGEL_REF_PLAYOUT_H
#define REGEL_REF_PLAYOUT_H
#include "interp/vm/vm.h"

/* What is other in a few of them; NULL: nothing. */
const char *playouts_differ(const Program *p, const Setup *setup);
/* Are they played in one go? */
bool has_whole(const Program *p);

#endif
