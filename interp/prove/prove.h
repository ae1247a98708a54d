/* Proofs: does what shall always hold follow from the rules, whatever happens? */
#ifndef REGEL_PROVE_H
#define REGEL_PROVE_H
#include "interp/base/buf.h"
#include "interp/prove/solver.h"
#include "interp/sema/model.h"
#include "interp/vm/vm.h"

typedef struct Proof {
  Always *always;
  int k;               /* proved by induction over so many rounds; 0: it was not */
  const Node *at, *by; /* else: where it may not hold, and after what */
  bool slow;           /* the solver came to no answer in time */
  const Node *unsaid;  /* what in it a solver cannot be told, or NULL */
} Proof;

typedef struct Proofs {
  VEC(Proof) list;
  VEC(const Node *) never_met; /* a `require` that never holds where play comes to it */
  VEC(const Node *) never_ends;
  const Node *gave_up; /* the rules became too much here, so that nothing was proved */
} Proofs;

/* Tries every claim with a block, and every `always` if asked to, for so many seconds at
 * most. */
void prove(Model *m, const Program *p, double seconds, bool always, Proofs *out);
void proofs_free(Proofs *p);

/* Of a condition that does not hold in a state: the elements for which it does not, and
 * what it compares there. */
void explain_false(Model *m, const Program *p, Vm *vm, int seats, const Always *a,
                   Buf *out);

#endif
