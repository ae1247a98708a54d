/* Habits of the games in the head: which of the alternatives of a question each seat
 * leans to behind the tree.
 *
 * They are found by trial before the tree grows.  In each game of a round every seat
 * leans to each alternative a little more or a little less, by the fall of a coin; as all
 * coins fall independently, one round tries all habits at once, and who won more with one
 * side of a coin than chance explains keeps to it (a factorial experiment; what single
 * answers seem to be worth would be confounded with when they are given).  Where nothing
 * is found games go on as before, and as fast. */
#ifndef REGEL_HABITS_H
#define REGEL_HABITS_H
#include "interp/bot/luck.h"
#include "interp/vm/vm.h"

/* Of one seat and alternative, by the side on which the coin fell. */
typedef struct Trial {
  int32_t n[2];
  double sum[2], squares;
} Trial;

typedef struct Habits {
  int alts;        /* of the program; 0: no question has several */
  int8_t *leaning; /* by seat and alternative, as a power of the root of two; 0: none */
  Trial *trial;    /* of this round */
  int32_t *met;    /* seats and alternatives of this game, … */
  bool *is_met;    /* … each once */
  int n_met;
  uint64_t coins; /* of this game; 0: nothing is tried */
  bool any;       /* something was found */
} Habits;

void habits_init(Habits *h, const Program *p);
void habits_free(Habits *h);
void habits_forget(Habits *h);
/* A game begins in which habits are tried. */
void habits_try(Habits *h, Luck *luck);
/* How much a seat leans to an answer, 1: neither to it nor away; and whether it leans to
 * or from anything that the question offers. */
double habits_weight(const Habits *h, const Option *o);
bool habits_lead(const Habits *h, const PDecision *d, uint32_t seats);
/* An answer drawn by them: what a seat leans to twice as much is twice as likely. */
int habits_draw(Habits *h, Luck *luck, Vm *vm);
/* That game is over; what it was worth to each seat. */
void habits_count(Habits *h, const double payoff[MAX_PLAYERS]);
/* The round is over; false if it has found nothing. */
bool habits_adopt(Habits *h);

#endif
