/* Writing facts: rulesets, games, and every answer as it is given. */
#ifndef REGEL_STORE_H
#define REGEL_STORE_H
#include "db/stored.h"
#include "interp/bot/sim.h"
#include "interp/session/session.h"

typedef struct NewGame {
  const Program *program;
  const char *origin; /* play, sim, referee, import, explore */
  int seats;
  const char *const *names; /* by seat, NULL where there is none; or NULL */
  const char *const *taken; /* by seat: "person", "bot look 30" */
  uint64_t seed;
  Secret secret;          /* instead of the seed, if it is set */
  const int32_t *options; /* as in Setup; or NULL */
  uint64_t start;         /* hash of the state before the first answer */
  int64_t begun;          /* milliseconds since 1970; 0: now */
  Trial trial;
} NewGame;

/* A game being recorded.  Each function writes in a transaction of its own, or as a part
 * of the caller's; when it returns true, what it wrote is safe. */
typedef struct Record {
  Db *db;
  int64_t game, begun;
  int64_t n;    /* steps so far */
  int64_t last; /* time of the last one, milliseconds since the beginning */
  Link link;
} Record;

/* The number of a ruleset with this content; 0 if there is none, or after a fault. */
int64_t store_find(Db *db, const Program *p);
/* The number of a ruleset, which is added if its content is not there yet; 0 after a
 * fault. */
int64_t store_ruleset(Db *db, const Program *p);
/* After a fault r->game is 0. */
bool record_begin(Record *r, Db *db, const NewGame *g);
/* Goes on where a stored game ended. */
void record_resume(Record *r, Db *db, const StoredGame *g);
/* `seat` from 0, NONE for chance from the seed, GIVEN for other chance; `state`: the hash
 * after it.  A fault DB_TAKEN: somebody else went on with this game. */
bool record_step(Record *r, int32_t seat, int32_t answer, uint64_t state);
/* The same with the time it was given, in milliseconds since the beginning. */
bool record_step_at(Record *r, int32_t seat, int32_t answer, uint64_t state,
                    int64_t after);
/* The game is over, or a rule went wrong. */
bool record_end(Record *r, const Vm *vm);

/* Both for a pause, as one: the answer that led there (`given`; NULL: none), and the
 * ending if `status` says that the game is over. */
bool record_pause(Record *r, const Vm *vm, VmStatus status, const Given *given);

/* Stores a game of a simulation, all or nothing.  new->seed and new->start are taken from
 * it. */
bool store_simulated(Db *db, const NewGame *new, const SimGame *game);
/* The game that is stored as this one of a plan; 0: none is. */
int64_t store_trial(Db *db, const Trial *t);
/* Stores a game that is known by its answers (the number of the one taken at every pause,
 * chance included): plays it and records every step, all or nothing.  new->start is not
 * looked at.  Its number; 0 after a fault, or if an answer does not fit. */
int64_t store_answers(Db *db, const NewGame *new, const int32_t *answers, size_t count);

/* Takes a name out of every game in which it was sealed as a mark: seals and chain still
 * hold.  Seats of earlier versions keep it, since their seals cover it; `kept` counts
 * them. */
bool store_withhold(Db *db, const char *name, int64_t *taken_out, int64_t *kept);

#endif
