/* What conditions say about single places, as far as it can be seen without playing. */
#ifndef REGEL_FACT_H
#define REGEL_FACT_H
#include "interp/sema/model.h"

typedef struct Fact {
  const Node *path;
  const Thing *self; /* what `this` is in it, if that is one thing */
  int64_t lo, hi;    /* its value lies between these; */
  bool hole;         /* or, if this is set, */
  int64_t not_this;  /* is any but this one */
} Fact;

/* The parts of a condition joined by `and`: those that are understood. */
enum { MAX_FACTS = 32 };
typedef struct Facts {
  Fact at[MAX_FACTS];
  int n, parts;      /* parts: with those that are not */
  const Thing *self; /* set it before: what `this` is, if that is one thing */
} Facts;
void facts_add(Facts *f, const Node *condition); /* may be NULL */
/* Can both never be true at once? */
bool facts_exclude(const Facts *a, const Facts *b);
bool fact_allows(const Fact *f, int64_t value);

/* Two ways to one place that nothing in between can have changed. */
bool same_path(const Node *a, const Node *b);
bool is_constant(const Node *n, int64_t *value);

#endif
