/* Many changes tried at once, each in a process that may not come back. */
#ifndef REGEL_POOL_H
#define REGEL_POOL_H
#include "interp/mutate/mutate.h"

typedef struct PoolPlan {
  const Trial *trial;
  const Unit *unit;
  const Mutant *const *mutants; /* what is tried, in this order */
  size_t count;
  int jobs;
  int seconds; /* that one change may take: after that it was noticed */
  const volatile int *stop;
  /* Called with each result as it comes, from the calling process. */
  void (*done)(void *user, size_t i, const Judged *j);
  void *user;
} PoolPlan;

/* False if no process can be started; what was done by then was told. */
bool pool_run(const PoolPlan *plan);

#endif
