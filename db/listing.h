/* The stored games, a row each, without their steps. */
#ifndef REGEL_LISTING_H
#define REGEL_LISTING_H
#include "db/sql.h"
#include "interp/base/limits.h"

typedef struct ListedGame {
  int64_t id, ruleset, begun, steps;
  const char *name, *title, *origin, *settings; /* of its ruleset; how it came to be */
  int players;
  const char *names[MAX_PLAYERS]; /* NULL where none was given */
  bool over;
  const char *reason, *error; /* "" where there is none */
  uint32_t winners;
} ListedGame;

/* Calls fn with each game, the newest last; texts are valid during the call.  `name`: of
 * one ruleset (NULL: of all); `open`: those that are not over; `most`: the newest of
 * them. False after a fault. */
bool listing(Db *db, const char *name, bool open, int64_t most,
             void (*fn)(void *user, const ListedGame *g), void *user);

#endif
