/* One cell's games, played and counted. */
#ifndef REGEL_MATCH_H
#define REGEL_MATCH_H
#include "interp/lab/count.h"
#include "interp/bot/sim.h"

/* What came of a game, as far as others are compared with it. */
typedef struct Outcome {
  VmStatus status;
  uint32_t winners; /* by bot */
  long decisions;
  bool scored;
  int64_t score[MAX_PLAYERS]; /* by bot */
} Outcome;

typedef struct Match Match;
Match *match_new(const Plan *plan, const Cell *cell);
void match_free(Match *m);
/* Plays game i of the cell and adds it to `to`.  False if `stop` (may be NULL) was set
 * meanwhile: then nothing was added. */
bool match_play(Match *m, long game, Counts *to, Outcome *out, const volatile int *stop);
/* The same game for who wants to store it: the steps are given to `fn`. */
bool match_record(Match *m, long game, bool (*fn)(void *user, const SimGame *g),
                  void *user);
/* Counts game by game what a cell and its base have in common. */
void match_compare(Counts *to, int seats, const Outcome *own, const Outcome *base);

#endif
