/* Every way in which a game can be set up, or as many as there is time for. */
#ifndef REGEL_SETUPS_H
#define REGEL_SETUPS_H
#include "interp/base/arena.h"
#include "interp/code/program.h"

typedef struct Setups {
  const Program *program;
  int players; /* if they are fixed, or where only other things vary */
  bool players_fixed;
  const int32_t *options; /* as in Setup; what is not NONE is fixed */
  const bool *vary;       /* by option: only these vary; NULL: all */
  uint64_t most;          /* combinations */
} Setups;

/* Calls `fn` with each number of players and each value of the options that have only a
 * few and are not fixed: all combinations, or, if those are more than `most`, so many
 * that every two values meet.  `fn` ends it with false.  Returns whether these were all
 * the setups that there are. */
typedef bool (*SetupFn)(void *user, int players, const int32_t *options);
bool setups_each(const Setups *s, SetupFn fn, void *user);

#endif
