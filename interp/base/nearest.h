/* The candidate nearest to a misspelt word, for "did you mean"; NULL if none is near. */
#ifndef REGEL_NEAREST_H
#define REGEL_NEAREST_H

typedef struct Nearest {
  const char *word, *best;
  int distance;
} Nearest;
void nearest_try(Nearest *n, const char *candidate);

#endif
