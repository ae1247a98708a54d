/* What the parts of the reference interpreter share about statements. */
#ifndef REGEL_REF_STMT_H
#define REGEL_REF_STMT_H
#include "tests/reference/ref.h"

typedef enum { GO_ON, LEAVE_LOOP } Flow;

/* A verb with what it is called for. */
typedef struct Call {
  const Verb *v;
  int64_t thing, per;
  Val *args;
} Call;

/* stmt.c: blocks, attempts, changes */
Flow ref_block(Ref *r, Node *n);
void ref_tell(Ref *r, RefEvent e);
void ref_close(Ref *r, int depth); /* what was opened since is complete */
void ref_commit(Ref *r); /* what was done so far cannot be taken back */
void ref_open(Ref *r, int seat);
int ref_next(Ref *r, TapeKind kind, RefStop why); /* the next entry, or the run stops */
bool ref_same(const Val *a, const Val *b);
void ref_place(Ref *r, Node *n, int64_t *thing, int64_t *per);
void ref_set_local(Ref *r, const Sym *y, Val v);
void ref_assign(Ref *r, Node *where, Val v);
Val ref_clamp(const Type *t, int64_t n);
void ref_change_field(Ref *r, const Field *f, int64_t thing, int64_t per, int64_t by);
/* rule.c */
void ref_call(Ref *r, const Verb *v); /* may be NULL */
void ref_call_verb(Ref *r, const Call *c);
void ref_change(Ref *r, Node *n); /* raise, lower */
void ref_arm(Ref *r);             /* from now on `when` watches */
/* After a statement that changed a field, or piles of a kind. */
void ref_whens(Ref *r, const Field *f, const Kind *piles);
/* decide.c */
void ref_move(Ref *r, int32_t thing, int pile, bool under);
void ref_shuffle(Ref *r, int pile);
void ref_draw(Ref *r, Node *n);
void ref_lay(Ref *r, Node *n, bool under); /* a whole pile in its hidden order */
Flow ref_choose(Ref *r, Node *n);
Flow ref_may(Ref *r, Node *n);

#endif
