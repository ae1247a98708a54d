/* Which of the machine's answers a line of a script means. */
#ifndef REGEL_MATCH_H
#define REGEL_MATCH_H
#include "interp/vm/vm.h"

typedef enum {
  MATCH_NONE,      /* nothing that is offered */
  MATCH_ONE,       /* just one answer */
  MATCH_PART,      /* an answer that is a part of the set meant; the rest is asked next */
  MATCH_AMBIGUOUS, /* several different ones */
  MATCH_SEAT,      /* it is offered, but to somebody else */
} MatchResult;

/* How many rows an answer takes: one, or one for each part of a move. */
int match_rows(const PAnswer *answer);
/* Compares row `answer` with what the machine offers now; *option is the answer meant. */
MatchResult match_answer(Vm *vm, const PAnswer *answer, int *option);
/* A choice of several that is made in parts: the answer that says the set given with the
 * last part was complete; -1 if the present question is none of that kind. */
int match_complete(Vm *vm, const PAnswer *answer);

#endif
