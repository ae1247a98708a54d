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
  VEC(unsigned char *) saved; /* states before each step, if something is taken back */
  bool undo;
  bool rolls; /* the game's own generator moves on as it did then, to go on from there */
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
