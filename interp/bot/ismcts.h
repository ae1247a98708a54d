/* Information-set Monte Carlo tree search: a tree of answers, grown by games played in
 * the head, each of which begins from another deal of what the seat cannot know. */
#ifndef REGEL_ISMCTS_H
#define REGEL_ISMCTS_H
#include "interp/bot/bot.h"
#include "interp/bot/luck.h"
#include "interp/bot/patience.h"
#include "interp/vm/vm.h"

/* iterations: games played in the head for one question; ahead: in a game with an
 * outlook, decisions at random behind the tree before it is asked; SEARCH_BLIND: it is
 * not asked, games are played to their end. */
enum { SEARCH_BLIND = -1 };
Search *search_new(const Program *p, int iterations, int ahead);
void search_free(Search *s);
void search_patience(Search *s, Patience p); /* with the next question */

/* The best answer to the question vm stopped for among those of the seats in `seats` that
 * are not barred (NULL: none is); -1 if they have none.  n searches think about it, each
 * with luck of its own, and what they found is added up (root parallelism): `run` has to
 * call search_run for each, in any order or at once; NULL: one after the other. Allocates
 * nothing itself.  Uses only what the answering seat may know. */
int search_pick(Search **s, int n, Vm *vm, uint32_t seats, const uint8_t *barred,
                Luck *luck, void (*run)(Search **s, int n));
void search_run(Search *s);
/* After search_pick thought: how often an answer of the question was tried, and what it
 * was worth on average, from 0 to 1.  False: it was not tried. */
bool search_opinion(const Search *s, int answer, int *tried, double *worth);

#endif
