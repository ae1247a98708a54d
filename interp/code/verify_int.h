/* What the two halves of the verifier share. */
#ifndef REGEL_VERIFY_INT_H
#define REGEL_VERIFY_INT_H
#include "interp/code/program.h"
#include <stdio.h>

typedef struct Check {
  const Program *p;
  char *why;
  size_t size;
  bool bad;
} Check;

/* Notes the first thing that is wrong; false. */
static inline bool fail(Check *c, const char *what, long at)
{
  if (!c->bad) snprintf(c->why, c->size, "%s (at %ld)", what, at);
  c->bad = true;
  return false;
}

#define NEED(cond, what, at)                                                             \
  do {                                                                                   \
    if (!(cond)) return fail(c, what, (long)(at));                                       \
  } while (0)

static inline bool in(int64_t i, int64_t n) { return i >= 0 && i < n; }
static inline bool in_or_none(int64_t i, int64_t n) { return i >= -1 && i < n; }
static inline bool span(int64_t first, int64_t count, int64_t n)
{
  return first >= 0 && count >= 0 && first <= n && count <= n - first;
}

bool verify_tables(Check *c);

#endif
