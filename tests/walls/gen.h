/* Small random rulesets full of secrets, many of which leak. */
#ifndef REGEL_WALLS_GEN_H
#define REGEL_WALLS_GEN_H
#include "interp/base/buf.h"
#include <stdint.h>

/* Appends the ruleset with this number; the same number gives the same. */
void write_ruleset(uint64_t number, Buf *b);

#endif
