/* What a function relies on, stated where something changes hands: a state, a program, a
 * tree, a row.  An INVARIANT that does not hold is a mistake of ours, never of a user:
 * what users give is checked and refused.  On unless NDEBUG is defined; tests and CI
 * never define it. */
#ifndef REGEL_INVARIANT_H
#define REGEL_INVARIANT_H
#include <stdio.h>
#include <stdlib.h>

#ifdef NDEBUG
#define INVARIANT(x) ((void)sizeof(!(x)))
#else
_Noreturn static inline void invariant_broken(const char *what, const char *file,
                                              int line)
{
  fprintf(stderr, "regel: broken invariant at %s:%d: %s\n", file, line, what);
  abort();
}
#define INVARIANT(x) ((x) ? (void)0 : invariant_broken(#x, __FILE__, __LINE__))
#endif

/* The same in loops that run millions of times a second: on where REGEL_HOT is defined,
 * as `make asan` and the fuzzers do, so that the program that people play with is as fast
 * without. */
#if defined(REGEL_HOT) && !defined(NDEBUG)
#define HOT_INVARIANT(x) INVARIANT(x)
#else
#define HOT_INVARIANT(x) ((void)sizeof(!(x)))
#endif

#endif
