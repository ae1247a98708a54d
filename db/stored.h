/* Games as they are stored: facts read back. */
#ifndef REGEL_STORED_H
#define REGEL_STORED_H
#include "db/chain.h"
#include "interp/base/arena.h"
#include "interp/session/session.h"

typedef struct StoredStep {
  int32_t seat;   /* from 0; NONE: chance from the seed, or an answer that anybody could
                     give; GIVEN */
  int32_t answer; /* -k: takes back step k and all after it */
  int64_t after;
  uint64_t state;
  Link link;
} StoredStep;

/* What a game's seal covers of a name; games of before version 4 cover the name itself.
 */
typedef struct NameMark {
  bool set, withheld; /* withheld: the name and its salt are gone */
  Seal seal;
  unsigned char salt[SALT_BYTES];
} NameMark;

/* Which game of a plan of the lab it is. */
typedef struct Trial {
  const char *plan; /* its hash; NULL: of none */
  int64_t cell, number;
} Trial;

typedef struct StoredGame {
  Arena *arena;
  int64_t id, ruleset, begun;
  int64_t image; /* the code that played it; 0: the ruleset's own */
  const char *origin, *settings;
  Trial trial;
  uint64_t seed, start;
  Secret secret;  /* what chance comes from, if not `seed` */
  bool committed; /* false: of a version that did not bind itself to a seed */
  Seal commitment;
  Seal seal;
  int seats;
  const char *names[MAX_PLAYERS]; /* NULL where none was given, or it was taken out */
  NameMark marks[MAX_PLAYERS];
  const char *taken[MAX_PLAYERS];
  VEC(StoredStep) steps;
  bool over;
  int64_t said; /* steps, as the ending counts them */
  uint32_t winners;
  const char *reason, *error;
  Seal ending;
} StoredGame;

/* Reads a game.  Returns false if there is none (DB_MISSING, with the ids there are) or
 * it cannot be read.  Free with stored_free in any case. */
bool stored_load(Db *db, int64_t id, StoredGame *g);
void stored_free(StoredGame *g);
/* The seal of a game; zero if there is none. */
bool stored_seal_of(Db *db, int64_t id, Seal *seal);

/* What code is stored under: the number of a ruleset, for its own; of an image, below 0.
 */
static inline int64_t stored_code(const StoredGame *g)
{
  return g->image ? -g->image : g->ruleset;
}
/* The program of that number, checked against its seal; the caller frees it.  NULL after
 * a fault. */
Program *stored_program(Db *db, int64_t code, Seal *seal);
/* Fills in the packs of rulesets that were stored before there was a column for them. */
bool stored_adopt_packs(Db *db);
Seal stored_seal_image(int64_t id, int64_t ruleset, const Seal *code, int64_t stored,
                       int64_t format, const void *program, size_t size);

/* What the seals of rows must be. */
Seal stored_seal_ruleset(int64_t id, const Seal *fingerprint, const char *name,
                         const char *title, int64_t stored, int64_t format,
                         const void *program, size_t size);
/* What binds a game to its seed before anybody knows it. */
Seal stored_commitment(uint64_t seed, const Secret *secret);
/* A game that is committed has a place in the chain; before versions had one, it covered
 * the game before it only (place->before), and an ending covered its game (place NULL).
 * `code` is the seal of the ruleset, or of the image that played it. */
Seal stored_seal_game(const StoredGame *g, const Seal *code, const ChainPlace *place);
Seal stored_seal_ending(const StoredGame *g, const Link *last, const ChainPlace *place);

/* Is every name the one that its mark was made of, or taken out with its salt? */
bool stored_names_hold(const StoredGame *g);

/* The steps that were not taken back, as indexes into g->steps. */
typedef VEC(int32_t) StepList;
void stored_path(const StoredGame *g, StepList *path);

#endif
