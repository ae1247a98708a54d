/* A reference interpreter of the language: it walks the typed tree, slowly and obviously.
 *
 * It knows no bytecode, no sets of bits, no journal and no probing.  A game is played
 * from its beginning again for each question, with all answers so far on a tape; whether
 * an answer is legal is found out by playing on with it, from the beginning again.  What
 * it says is what docs/language.md says; tests/reference/main.c compares the machine with
 * it. */
#ifndef REGEL_REF_H
#define REGEL_REF_H
#include "interp/base/arena.h"
#include "interp/code/program.h"
#include "interp/sema/builtin.h"
#include "interp/sema/model.h"
#include "interp/vm/vm.h"

#include <setjmp.h>

/* A value: a number (flag, word, thing), none, or several in order. */
typedef struct Val {
  bool none, many;
  int64_t n;
  int count;
  int64_t *at;
} Val;

/* What was decided so far: an answer (its place among all candidates), an outcome of
 * chance, or whether the left side of `otherwise` can be completed. */
typedef enum { TAPE_ANSWER, TAPE_CHANCE, TAPE_TRIED } TapeKind;
typedef struct Entry {
  TapeKind kind;
  int value;
} Entry;
typedef VEC(Entry) Tape;

/* Why a run stopped. */
typedef enum {
  REF_DECIDE,
  REF_CHANCE,
  REF_TRY,
  REF_DONE,
  REF_FAIL,     /* a statement failed, and nothing caught it */
  REF_COMPLETE, /* what was watched is complete */
  REF_ERROR,    /* the machine would stop with an error */
  REF_TIRED     /* too long for this interpreter */
} RefStop;

typedef struct Candidate {
  int seat, alt; /* alt: which of the decision's alternatives */
  Val value;     /* element; set; none of a label */
  int told;      /* for EV_DECIDE: its place among the legal ones */
} Candidate;

typedef struct RefEvent {
  EventKind kind;
  int32_t seat, field, thing, per;
  int64_t old, now;
  const char *text;
} RefEvent;

typedef struct Bound {
  const Sym *sym;
  Val v;
} Bound;

typedef struct RefPile {
  int32_t *at;
  int n;
} RefPile;

typedef struct Ref {
  Model *m;
  const Program *p; /* numbers of piles only */
  int seats;
  const int32_t *options;
  Arena *arena; /* of this run */
  /* the table */
  Val **cell; /* by field, thing and index */
  RefPile *pile;
  int32_t *in_pile; /* by thing, -1: none */
  bool *loose;
  uint32_t *known;
  bool **was;       /* by when and thing: it held when it was looked at last */
  uint32_t **sight; /* by field and thing: who saw it then */
  bool armed, over;
  uint32_t winners;
  /* where we are */
  VEC(Bound) names;
  int64_t me, self;
  const Verb *rule_verb; /* inside a rule of it: calling it means what is beneath, */
  Layer rule_layer;
  size_t rule_next;       /* ... from this replacement on (SIZE_MAX: the next layer) */
  const Value *own_value; /* the same for values: its name means what is beneath */
  size_t own_level;
  /* attempts */
  int depth, owner, commits;
  /* the tape */
  const Entry *tape;
  size_t tape_n, pos;
  size_t watch; /* from this entry on completing counts; SIZE_MAX: nothing is watched */
  int watch_depth;
  long fuel, fuel_all;
  /* what came of it */
  RefStop stop;
  VEC(Candidate) candidates;
  int64_t outcomes[4096], weights[4096];
  int noutcomes;
  VEC(RefEvent) events;
  VmError error;
  jmp_buf out;
} Ref;

/* Plays from the beginning as far as the tape reaches. */
RefStop ref_run(Ref *r, const Tape *tape, size_t watch);
/* The candidates of the question at the end of the tape that are legal, by their places.
 */
int ref_legal(Ref *r, Tape *tape, int *legal);
/* Can the left side of the `otherwise` at the end of the tape be completed? */
bool ref_tried(Ref *r, Tape *tape);
void ref_free(Ref *r);

/* expr.c */
Val ref_expr(Ref *r, Node *n);
/* Whose field a place is, and at which index; false if one of them is none. */
bool ref_address(Ref *r, Node *n, int64_t *thing, int64_t *per);
Val ref_as(Ref *r, Node *n, const Type *want); /* fails where none cannot stand */
bool ref_true(Ref *r, Node *n);
int ref_pile(Ref *r, Node *n);
Val ref_set(Ref *r, Val v); /* as a set: in order, each once */
Val ref_column(Ref *r, const Column *c, int64_t thing);
Val ref_value(Ref *r, const Value *v, int64_t thing, const Val *args);
Val ref_all(Ref *r, const Kind *k);
bool ref_present(const Ref *r, const Thing *t);
const Thing *ref_thing(const Ref *r, int64_t id);
Val *ref_cell(Ref *r, const Field *f, int64_t thing, int64_t per);
bool ref_sees(Ref *r, int seat, int32_t thing);
bool ref_sees_field(Ref *r, int seat, const Field *f, int64_t thing);
uint32_t ref_pile_seen(Ref *r, int pile);
Val ref_none(void);
Val ref_num(int64_t n);
void ref_bind(Ref *r, const Sym *y, Val v);
_Noreturn void ref_stop(Ref *r, RefStop why);
_Noreturn void ref_error(Ref *r, VmError e);
Val ref_many(Ref *r, int most); /* nothing yet, with room for so many */
void ref_push(Val *v, int64_t n);
bool ref_has(const Val *v, int64_t n);
const Field *ref_field(const Node *n); /* that a place names, or NULL */
Val ref_in_pile(Ref *r, int pile);
Val ref_value_call(Ref *r, const Value *v, Node *args, int64_t thing);
/* function.c */
Val ref_elements(Ref *r, Node *n); /* in the order in which they are gone through */
Val ref_function(Ref *r, Node *n);
/* decide.c */
Val ref_pick(Ref *r, Node *n);

#endif
