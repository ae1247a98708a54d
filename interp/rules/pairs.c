#include "interp/rules/pairs.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct Table {
  const int *sizes;
  int dials;
  int *first; /* of each dial among all values */
  int values; /* of all dials together */
  bool *met;  /* [value][value], both ways */
} Table;

static bool *meet(const Table *t, int i, int a, int j, int b)
{
  return &t->met[(t->first[i] + a) * t->values + t->first[j] + b];
}

/* How many new meetings value a of dial i would bring to a row that is filled so far. */
static int gain(const Table *t, const int *row, int i, int a)
{
  int n = 0;
  for (int j = 0; j < t->dials; j++)
    if (j != i && row[j] >= 0) n += !*meet(t, i, a, j, row[j]);
  return n;
}

/* Begins a row with two values that have not met; false if all have. */
static bool begin(const Table *t, int *row)
{
  for (int i = 0; i < t->dials; i++)
    for (int a = 0; a < t->sizes[i]; a++)
      for (int j = i + 1; j < t->dials; j++)
        for (int b = 0; b < t->sizes[j]; b++) {
          if (*meet(t, i, a, j, b)) continue;
          row[i] = a;
          row[j] = b;
          return true;
        }
  return false;
}

static void complete(const Table *t, int *row)
{
  for (int i = 0; i < t->dials; i++) {
    if (row[i] >= 0) continue;
    int best = 0;
    for (int a = 1; a < t->sizes[i]; a++)
      if (gain(t, row, i, a) > gain(t, row, i, best)) best = a;
    row[i] = best;
  }
  for (int i = 0; i < t->dials; i++)
    for (int j = 0; j < t->dials; j++) *meet(t, i, row[i], j, row[j]) = true;
}

/* One dial meets nobody: its values one by one. */
static Pairs alone(int size)
{
  Pairs p = {1, size, zeroed((size_t)size, sizeof *p.values)};
  for (int a = 0; a < size; a++) p.values[a] = a;
  return p;
}

Pairs pairs_make(const int *sizes, int dials)
{
  INVARIANT(dials >= 0 && (sizes || !dials));
  if (dials < 2) return dials ? alone(sizes[0]) : (Pairs){0, 1, NULL};
  Table t = {.sizes = sizes, .dials = dials};
  t.first = zeroed((size_t)dials, sizeof *t.first);
  for (int i = 0; i < dials; i++) t.first[i] = t.values, t.values += sizes[i];
  t.met = zeroed((size_t)t.values * (size_t)t.values, sizeof *t.met);
  VEC(int) all = {0};
  int *row = zeroed((size_t)dials, sizeof *row), rows = 0;
  for (;; rows++) {
    for (int i = 0; i < dials; i++) row[i] = -1;
    if (!begin(&t, row)) break;
    complete(&t, row);
    for (int i = 0; i < dials; i++) vec_push(&all, row[i]);
  }
  free(row);
  free(t.met);
  free(t.first);
  return (Pairs){dials, rows, all.at};
}

void pairs_free(Pairs *p)
{
  free(p->values);
  *p = (Pairs){0};
}
