/* The solver: Z3, as a program of its own that is told SMT-LIB and answers. */
#ifndef REGEL_SOLVER_H
#define REGEL_SOLVER_H
#include "interp/prove/term.h"

typedef struct Solver Solver;

typedef enum { SOLVED_NO, SOLVED_YES, SOLVED_UNKNOWN } Solved;

/* NULL if there is no such program.  It takes at most so many megabytes. */
Solver *solver_open(int megabytes);
void solver_close(Solver *s);

/* Can all of `given` and one of `some` be true at once?  The solver gives up after
 * `work`, which it counts in steps of its own (about as many as a millisecond has
 * microseconds), so that a busy machine proves what an idle one does; or when it
 * has taken so many seconds of the processor.  One that does not answer is ended, and
 * another one started. */
Solved solver_ask(Solver *s, const Terms *t, const Term *given, size_t ngiven,
                  const Term *some, size_t nsome, int work, double seconds);
/* Seconds of the processor that all questions took. */
double solver_seconds(const Solver *s);
/* After SOLVED_YES: what terms were. */
bool solver_values(Solver *s, const Term *terms, size_t n, int64_t *values);

#endif
