/* Terms: formulas over whole numbers and truths, for a solver.
 *
 * Equal terms are one term, constants are computed at once, and every number knows
 * between which bounds it lies: most of what rules ask is answered before a solver is. */
#ifndef REGEL_TERM_H
#define REGEL_TERM_H
#include "interp/base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef int32_t Term;
enum { T_NO = 0, T_YES = 1 };

typedef enum {
  TERM_TRUTH, /* num */
  TERM_NUMBER,
  TERM_FREE, /* anything between its bounds, or NONE if num */
  TERM_NOT,
  TERM_AND,
  TERM_OR,
  TERM_EQ, /* of numbers */
  TERM_LE,
  TERM_ADD,
  TERM_MUL,
  TERM_DIV, /* rounds down; the divisor is a positive constant */
  TERM_ITE,
} TermOp;

typedef struct TermRow {
  TermOp op;
  bool truth; /* else a number */
  Term a, b, c;
  int64_t num, lo, hi;
} TermRow;

typedef struct Terms {
  VEC(TermRow) rows;
  Term *table;
  size_t cap;
} Terms;

void terms_init(Terms *t);
void terms_free(Terms *t);

Term t_number(Terms *t, int64_t n);
Term t_free(Terms *t, bool truth, int64_t lo, int64_t hi, bool or_none);
Term t_not(Terms *t, Term a);
Term t_and(Terms *t, Term a, Term b);
Term t_or(Terms *t, Term a, Term b);
Term t_eq(Terms *t, Term a, Term b); /* of two numbers, or two truths */
Term t_le(Terms *t, Term a, Term b);
Term t_add(Terms *t, Term a, Term b);
Term t_mul(Terms *t, Term a, Term b);
Term t_div(Terms *t, Term a, int64_t by);
Term t_ite(Terms *t, Term c, Term a, Term b);
/* A sum with what belongs together side by side: the addends that ask for the same cell.
 * How many lie in one pile or another is then seen thing by thing. */
Term t_sorted(Terms *t, Term sum);

static inline const TermRow *t_row(const Terms *t, Term a) { return &t->rows.at[a]; }
static inline bool t_constant(const Terms *t, Term a, int64_t *n)
{
  const TermRow *r = t_row(t, a);
  if (r->op != TERM_NUMBER && r->op != TERM_TRUTH) return false;
  *n = r->num;
  return true;
}

/* Writes what some terms are made of as SMT-LIB, with numbers as words of bits or not:
 * "t7" is the name of term 7. */
void terms_tell(const Terms *t, const Term *roots, size_t n, bool words, bool *told,
                FILE *out);

#endif
