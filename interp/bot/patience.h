/* How long a bot may think.  Who waits for it must not be able to tell from the time it
 * took what it thought about; nobody else sets a limit, so that the same seed gives the
 * same answers. */
#ifndef REGEL_PATIENCE_H
#define REGEL_PATIENCE_H
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct Patience {
  int64_t until; /* milliseconds of the monotonic clock; 0: as long as it takes */
} Patience;

static inline int64_t patience_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static inline bool is_late(Patience p) { return p.until && patience_now() >= p.until; }

#endif
