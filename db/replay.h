/* A stored game, played again step by step.
 *
 * The same answers must lead through the same states: after each step the state's hash is
 * compared with the one that was stored. */
#ifndef REGEL_REPLAY_H
#define REGEL_REPLAY_H
#include "db/stored.h"
#include "interp/vm/vm.h"

typedef enum {
  REPLAY_FINE,
  REPLAY_STATE,  /* another state than was stored */
  REPLAY_ANSWER, /* the stored answer is not offered, or to somebody else */
  REPLAY_LONG,   /* there are steps after the end of the game */
  REPLAY_SETUP,  /* the settings do not fit the rules */
  REPLAY_ENDING, /* the game ends otherwise than was stored */
  REPLAY_CHANCE, /* chance is said to come from the seed, and does not */
  REPLAY_SEED,   /* the seed is not the one that the game bound itself to */
  REPLAY_DEAR,   /* it takes more than one game may */
  REPLAY_LARGE,  /* more is taken back than can be kept */
} ReplayFault;

typedef struct Replay {
  Vm *vm;
  const StoredGame *game;
  VmStatus status;
  ReplayFault fault;
  size_t at; /* steps given so far, those taken back among them */
  /* Whether the steps that were taken back are played, too. */
  bool all;
  StepList path;
  size_t next;                /* in path, if not all */
  VEC(unsigned char *) saved; /* by step: the state before it, if it is taken back */
  size_t kept;                /* bytes of these */
  bool *undone;               /* by step: is the game taken back to before it? */
  /* Chance: how often it came, how often people gave it, how often it is not what the
   * seed gives though nobody says that they gave it. */
  size_t chances, given, strange;
  int64_t spent; /* what the machine had done before */
} Replay;

/* Begins: the machine (of the game's program) runs to the first question.  A listener set
 * before hears everything.  Close with replay_close; machine and game stay the caller's.
 */
void replay_open(Replay *r, Vm *vm, const StoredGame *g, bool all);
void replay_close(Replay *r);
/* The step that comes next; NULL if there is none or something is wrong.  If it is an
 * answer (not negative) it can be given to what vm asks now. */
const StoredStep *replay_peek(const Replay *r);
/* Its number, from 1. */
size_t replay_number(const Replay *r);
/* Gives it.  False at the end or if something is wrong: then r->fault says what. */
bool replay_step(Replay *r);
/* Plays all that is left, and compares the ending. */
ReplayFault replay_rest(Replay *r);
/* What is wrong, as a sentence. */
const char *replay_fault_text(ReplayFault f);

#endif
