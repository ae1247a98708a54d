/* From counts to figures: every rate and mean with its interval of 95 %. */
#ifndef REGEL_FIGURE_H
#define REGEL_FIGURE_H
#include "interp/lab/part.h"

typedef struct Figure {
  int64_t n; /* of how many */
  double at, low, high;
  double error; /* its standard error */
} Figure;

/* Of n yes or no (Wilson's interval). */
Figure figure_rate(int64_t yes, int64_t n);
/* The mean of n numbers, from their sum and the sum of their squares. */
Figure figure_mean(int64_t n, double sum, double squares);
/* Whoever wins, all do: their number, of whom each has won wholly.  0: a win that several
 * share is divided among them. */
int figure_whole(const Counts *c, int seats);
/* The mean share of a win from how often it was won with how many others. */
Figure figure_share(const int64_t won[SHARES], int whole);
/* Is each seat's share of the wins known within so many percent points to each side? */
bool figure_narrow(const Counts *c, int seats, double width);
/* The same of those who had a card, from the sum of divided shares. */
Figure figure_points(int64_t n, int64_t points, int whole);
/* The mean difference between the shares of two cells, game by game. */
Figure figure_pair(const int64_t pair[SHARES * SHARES], int whole);
/* What the same difference would have for an error if the games were not paired. */
double figure_unpaired_error(const int64_t pair[SHARES * SHARES], int whole);
/* Does the interval of 95 % leave `value` out?  With m others looked at, too, it has to
 * be that much surer (Bonferroni). */
bool figure_differs(const Figure *f, double value, int m);
/* From a histogram: the bucket below or in which this share of all lies. */
int figure_quantile(const int64_t *buckets, int n, double share);

/* Strengths of bots from all games between different ones, 400 points for ten to one. */
typedef struct Rung {
  BotSpec bot;
  double points; /* the first of the plan's has 0 */
  double error;
  double games;
} Rung;
typedef VEC(Rung) Ladder;
void figure_ladder(const Part *p, Ladder *l);

#endif
