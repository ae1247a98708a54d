/* Ranges: what an expression can be, whatever happens in a game.
 *
 * A small abstract interpretation.  A number, flag, word or thing has the lowest and the
 * highest value it can take, a set, pile or list how many elements it can have and
 * between which they lie.  Everything errs on the side of "possible": what a range leaves
 * out cannot happen. */
#ifndef REGEL_RANGE_H
#define REGEL_RANGE_H
#include "interp/find/find.h"

typedef struct Range {
  int64_t lo, hi; /* the value; of sets, piles and lists their count; lo > hi: nothing */
  bool none;      /* it may be none */
  int64_t from, to; /* sets, piles, lists: where their elements lie */
  uint64_t words;   /* words: which of the first 64 it can be; all bits otherwise */
} Range;

bool range_empty(const Range *r); /* it can be nothing at all, not even none */
bool range_same(const Range *a, const Range *b);
bool is_many(const Type *t); /* has a count: set, pile or list */
Range range_nothing(void);
Range range_of_type(const Type *t);
Range range_number(int64_t lo, int64_t hi);
Range range_one(const Type *t, int64_t value);
Range range_join(Range a, Range b);
Range range_meet(Range a, Range b);
Range range_arith(Tag op, Range a, Range b);
/* "3", "0..4", "none"; words and things by their names. */
const char *range_words(Model *m, const Type *t, const Range *r);

/* Something that a condition said about a path that can be read again. */
typedef struct Belief {
  const Sym *sym;   /* a local name, or NULL */
  const Node *path; /* what is known; NULL: forgotten */
  Range r;
  const Node *from; /* the condition that said it */
  bool fixed, mine; /* nothing can change it; it depends on who acts */
} Belief;

/* Bodies of values with the arguments of a call put in, by call (inline.c). */
typedef struct Inlined {
  const Node **calls, **bodies;
  size_t n, cap;
} Inlined;

enum { MAX_FACTS = 96 };
typedef struct Survey {
  Find *f;
  Model *m;
  Range *field, *column, *value; /* by index of the model */
  signed char *value_state;      /* 0 not computed in this round, 1 being, 2 done */
  signed char *column_state;
  int64_t *kind_least; /* things of a kind that are there in every setup */
  Belief facts[MAX_FACTS];
  int n, base;       /* facts below `base` belong to another body */
  const Thing *self; /* whose text this is, or NULL */
  /* Why the last answer is so: the fact or the field that bounded it. */
  const Node *because;
  const Field *bounded;
  bool printed; /* printed values had a part in it: more cards may come */
  Inlined inlined;
  int depth; /* values in values that are looked into */
} Survey;

enum { HOLDS = 1, FAILS_TO = 2 };
Range range_of(Survey *k, const Node *n);
unsigned truth(Survey *k, const Node *n); /* HOLDS, FAILS_TO or both; 0: never asked */
/* The same of a comparison (is, <, …) of anything in a with anything in b. */
unsigned comparison(const Node *n, Range a, Range b);
/* Notes what a condition says; false if it cannot be so. */
bool learn(Survey *k, const Node *n, bool holds);
void learn_name(Survey *k, const Sym *y, Range r);
void forget(Survey *k, bool only_mine); /* after a change; when somebody else acts */
/* The same expression, which has the same value as long as nothing changes. */
bool same_expr(const Node *a, const Node *b);

bool is_fixed(const Node *n); /* nothing that happens can change it */
bool has_pick(const Node *n); /* somebody decides, or chance does, in it */

/* What a flag that is a value stands for, of the arguments of this call; NULL if there
 * are several definitions, or a table. */
const Node *inlined(Survey *k, const Node *n);

/* fields.c: the ranges of all fields, from all that writes them. */
Survey *survey_new(Find *f);

#endif
