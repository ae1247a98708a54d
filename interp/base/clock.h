/* Clocks that are never set: for how long something takes. */
#ifndef REGEL_CLOCK_H
#define REGEL_CLOCK_H
#include <stdint.h>
#include <time.h>

/* Seconds by a clock of the system: CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, … */
static inline double clock_read(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline double clock_seconds(void) { return clock_read(CLOCK_MONOTONIC); }

static inline int64_t clock_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
