/* How often each number came up: means, spreads and quantiles of scores. */
#ifndef REGEL_TALLY_H
#define REGEL_TALLY_H
#include "interp/base/arena.h"

#include <stdint.h>

typedef struct TallyRow {
  int64_t value;
  long count;
} TallyRow;

typedef struct Tally { /* {0} is empty */
  VEC(TallyRow) rows;  /* by value, upwards */
  long count;
} Tally;

void tally_add(Tally *t, int64_t value, long count);
void tally_merge(Tally *to, const Tally *from);
double tally_mean(const Tally *t);
double tally_spread(const Tally *t); /* the standard deviation */
/* The value below or at which this share of all lies; of an empty tally 0. */
int64_t tally_quantile(const Tally *t, double share);
void tally_free(Tally *t);

#endif
