/* The stored games and rulesets, a row each, and how one is named. */
#ifndef REGEL_LISTING_H
#define REGEL_LISTING_H
#include "db/sql.h"
#include "interp/base/arena.h"
#include "interp/base/limits.h"

typedef struct ListedGame {
  int64_t id, ruleset, begun, steps;
  const char *name, *packs /* divided by spaces */, *title; /* of its ruleset */
  const char *origin, *settings;                            /* how it came to be */
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

int64_t listing_last(Db *db); /* the newest game; 0: there is none */
/* The ruleset of a game; 0: there is no such game. */
/* What code it was played by (stored_code); 0: there is no such game. */
int64_t listing_code(Db *db, int64_t game);
/* The ruleset of a name (NULL: of any) and number; or 0. */
int64_t listing_version(Db *db, const char *name, int64_t number);
/* The newest of a name with these packs, sorted and divided by spaces; or 0. */
int64_t listing_newest(Db *db, const char *name, const char *packs);
/* When a ruleset was stored: milliseconds since 1970; 0: there is none. */
int64_t listing_stored(Db *db, int64_t id);

typedef VEC(int64_t) ListedIds;
/* Adds the games of a ruleset, the oldest first. */
void listing_games(Db *db, int64_t ruleset, ListedIds *ids);
/* Calls fn with each version of a ruleset, the oldest first: its number, and its
 * fingerprint in hexadecimal digits. */
void listing_versions(Db *db, const char *name,
                      void (*fn)(void *user, int64_t id, const char *fingerprint),
                      void *user);

#endif
