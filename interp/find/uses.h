/* What rules read, write, call and name; what tests do does not count. */
#ifndef REGEL_USES_H
#define REGEL_USES_H
#include "interp/find/find.h"

typedef struct Uses {
  Model *m;
  /* by index of the model */
  bool *read, *written, *raised, *lowered; /* fields */
  bool *told;                              /* fields: that nothing changes them */
  bool *column;                            /* printed values: read */
  bool *open, **told_apart;      /* options of words: read as a whole; words named */
  bool *called;                  /* verbs */
  bool *kind_named, *kind_whole; /* kinds: meant at all, meant as a set */
  bool *thing;                   /* things by id: named */
  bool **word;                   /* by type of words: each of them named */
  VEC(const Node *) lets;
} Uses;

Uses *uses_new(Find *f);
/* By index: the verbs that a verb, or a `when`, can come to (reached.c). */
bool *verbs_reached(Find *f, const Verb *from);
/* Tells every body that rules have: of verbs, of slots that things fill, of rules and of
 * `when`s; `of`: whose it is, NULL of a `when`. */
void bodies_each(const Model *m,
                 void (*see)(void *user, const Verb *of, const Node *body), void *user);
/* The field that an expression names, also one of its cells; or NULL. */
const Field *named_field(const Node *n);

#endif
