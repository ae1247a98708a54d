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
/* From now on the answers of a game are kept while it is played. */
void match_keep(Match *m);
typedef VEC(int32_t) Answers;
const Answers *match_answers(const Match *m);
/* The same game for who wants to store it: the steps are given to `fn`.  Bots think it
 * through again, or it is known by its answers (NULL: it is not), and then false if one
 * does not fit or they do not lead to the end. */
bool match_record(Match *m, long game, const Answers *answers,
                  bool (*fn)(void *user, const SimGame *g), void *user);
/* Counts game by game what a cell and its base have in common. */
void match_compare(Counts *to, int seats, const Outcome *own, const Outcome *base);

/* A game as a line of text: the hash of the plan, cell, number, the answers to its
 * decisions, and a full stop.  Chance follows from the plan's seed, and what happened
 * from the rules, so a line is the whole game. */
enum { PLAN_HASH = 17 };
void match_plan(const Plan *plan, char out[PLAN_HASH]);
void match_write(Buf *to, const Plan *plan, int cell, long game, const Answers *answers);
/* The line at *at, which goes behind it: its game, if it is whole and of this plan; else
 * false. */
bool match_read(const char **at, const Plan *plan, int *cell, long *game,
                Answers *answers);

#endif
