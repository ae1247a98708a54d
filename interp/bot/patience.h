/* How long a bot may think.  Who waits for it must not be able to tell from the time it
 * took what it thought about; nobody else sets a limit, so that the same seed gives the
 * same answers. */
#ifndef REGEL_PATIENCE_H
#define REGEL_PATIENCE_H
#include "interp/base/clock.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct Patience {
  int64_t until; /* milliseconds of the monotonic clock; 0: as long as it takes */
} Patience;

static inline bool is_late(Patience p) { return p.until && clock_ms() >= p.until; }

#endif
