/* Small games solved: external-sampling Monte Carlo counterfactual regret minimization on
 * the whole tree of a game, and how far from an equilibrium it came. */
#ifndef REGEL_SOLVE_H
#define REGEL_SOLVE_H
#include "interp/vm/vm.h"

typedef struct Solved {
  long nodes, states;        /* of the tree; information states of all seats */
  double value[MAX_PLAYERS]; /* what a seat gets on average with the strategies found */
  double best[MAX_PLAYERS];  /* what it would get with the best answer to the others' */
  double gain;               /* what a seat gains by that, on average over the seats */
} Solved;

/* Plays `rounds` rounds.  False and why, if the tree is larger than `most` nodes, or a
 * rule goes wrong.  What is won is the score, or a share of the win where there is none.
 */
bool lab_solve(const Program *p, const Setup *setup, long rounds, long most, Solved *out,
               const char **why);

#endif
