/* A walk through everything that rules do and ask, with what is known at each place. */
#ifndef REGEL_WALK_H
#define REGEL_WALK_H
#include "interp/find/range.h"

/* What the walk tells, with HOLDS, FAILS_TO or both. */
typedef enum {
  TOLD_WRITE,     /* a statement that changes something */
  TOLD_CONDITION, /* a comparison or flag that decides something: can it be true? */
  TOLD_SET,       /* a set that is gone through: can it have elements? */
  TOLD_PICK,      /* a choice or a roll: can there be enough to take from? */
  TOLD_NESTED,    /* a choice after others, with what can fail after it: w->nested */
  TOLD_OFFER,     /* an alternative or `may`: can it be carried out? */
  TOLD_REACHED,   /* a statement: can it be reached? */
  TOLD_OTHERWISE, /* S otherwise T: can T be needed? */
  TOLD_GUARD,     /* the condition of a rule or of its `while` */
  TOLD_WHEN,      /* the condition of `when` */
  TOLD_ALWAYS,
  TOLD_VARIANT, /* the condition of a variant */
} Told;

/* How many answers a choice has, at least and at most; MANY_ANSWERS stands for more. */
#define MANY_ANSWERS INT64_C(1000000000000)
typedef struct Answers {
  int64_t least, most;
} Answers;
Answers answers_of(Survey *k, const Node *pick);

typedef struct Walk Walk;
struct Walk {
  Survey *k;
  void (*tell)(Walk *w, Told what, const Node *n, unsigned bits);
  void *user;
  const Node *stopper;  /* of TOLD_REACHED: the statement before it that goes nowhere */
  unsigned char *verbs; /* by index: what calling it comes to; NULL: any may return */
  int64_t nested;       /* combinations of answers that are tried together */
  bool chained;         /* the condition of an `else if`: it may say what is left */
  int quiet;            /* nobody listens: only the outcome is wanted */
};

/* Walks through all bodies but those of tests. */
void walk_all(Walk *w);

#endif
