/* What looking cards up shares. */
#ifndef REGEL_API_CARDS_H
#define REGEL_API_CARDS_H
#include "db/lookup.h"
#include "interp/api/store_int.h"

/* The name nearest to a misspelt one, case aside; best is NULL if none is near. */
typedef struct CardsNear {
  Arena *arena;
  const char *word, *best;
  int distance;
} CardsNear;
void cards_near(CardsNear *n, const char *candidate);

#endif
