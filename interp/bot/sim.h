/* Many games with bots, on several threads, and what came of them. */
#ifndef REGEL_SIM_H
#define REGEL_SIM_H
#include "interp/bot/bot.h"
#include "interp/bot/tally.h"

/* One game as it was played, for whoever stores it. */
typedef struct SimStep {
  int32_t seat, answer; /* seat NONE: chance */
  int64_t after;        /* milliseconds since the beginning */
  uint64_t state;       /* hash of the state after it */
} SimStep;
typedef struct SimGame {
  uint64_t seed, start; /* start: hash of the state before the first answer */
  const SimStep *steps;
  size_t count;
  bool over;
  const Vm *vm; /* as it stands now */
} SimGame;

typedef struct SimPlan {
  const Program *program;
  int seats;
  const int32_t *options; /* as in Setup */
  uint64_t seed;          /* game i is played with luck_seed(seed, i) */
  long games;
  int jobs;
  long first; /* number of the first game */
  BotKind bot;
  int playouts, ahead;
  long most_decisions; /* of one game; after that it counts as not finished */
  int always; /* check invariants at every pause, claims in one game of so many; -1: never
               */
  bool digest; /* fold the hash of every state */
  /* Set from outside to stop early; read often, never written here.  May be NULL. */
  const volatile int *stop;
  /* Called now and then from the calling thread.  May be NULL. */
  void (*progress)(void *user, long done, long games);
  void *user;
  /* Called with each game that was played, by one thread at a time; false ends the
   * simulation.  May be NULL; if not, memory is taken while games run. */
  bool (*record)(void *user, const SimGame *game);
} SimPlan;

typedef struct SimResult {
  long games, finished, unfinished, errors;
  long wins[MAX_PLAYERS];    /* games in which the seat was among the winners */
  long shared, nobody;       /* with more than one winner; with none and no reason */
  long *reasons;             /* by text of the program: lost for it */
  bool *losses;              /* sim_losses */
  Tally scores[MAX_PLAYERS]; /* of finished games, if the ruleset has scores */
  long decisions;
  long fewest, most;    /* decisions of one game */
  long counted;         /* decisions whose answers were counted: those of some games */
  long options, widest; /* answers of these in all, most at one of them */
  long state_bytes;     /* of the largest state at a decision */
  long overruns;        /* probes that ran out of their budget */
  long uncounted;       /* of them while answers are counted */
  uint64_t digest;      /* of all states of all games, if the plan asks for it */
  double seconds, cpu_seconds; /* that passed; of work, of all threads together */
  /* The first error, by number of the game. */
  long error_game;
  uint64_t error_seed;
  VmFault fault;
} SimResult;

/* Plays plan->games games.  The result depends on the plan but for `jobs`, except for
 * the seconds and after an early stop.  No memory is taken while games run.
 * Returns 0, or -1 if the threads cannot be started.  Free with sim_free. */
int sim_run(const SimPlan *plan, SimResult *result);
void sim_free(SimResult *result);
/* By text: do games that end for this reason end with `lose "…"`?  Nobody may win for a
 * reason, too.  free() it. */
bool *sim_losses(const Program *p);

#endif
