/* Settings that are tried together: every two values meet in some row.
 *
 * Mistakes that need a setting mostly need one or two; all combinations are too many. */
#ifndef REGEL_PAIRS_H
#define REGEL_PAIRS_H

/* Rows of `dials` values each, 0..sizes[i]-1.  The same sizes give the same rows. */
typedef struct Pairs {
  int dials, rows;
  int *values; /* row after row */
} Pairs;

Pairs pairs_make(const int *sizes, int dials);
void pairs_free(Pairs *p);

#endif
