/* Rules as terms: what every body does to every cell, for all games at once.
 *
 * A state is a term for each cell.  Branches are both taken and joined, a choice is any
 * of its answers, and what cannot be said (the order of a pile, a list, who knows what)
 * is anything its type allows, which is sound for a proof.  Loops, and verbs that are too
 * large to be put in place, are cut: what they write becomes anything, and of each
 * condition that shall hold it is assumed, under a name of its own, that it holds there.
 * What was assumed has to be shown wherever play comes to the cut (prove.c). */
#ifndef REGEL_ENCODE_H
#define REGEL_ENCODE_H
#include "interp/code/program.h"
#include "interp/sema/model.h"
#include "interp/prove/term.h"

typedef struct Val {
  bool many;   /* a set: `has` says of each of n elements whether it is there */
  bool listed; /* the elements are those of a list whose order is not known */
  Term t;      /* what is one: a number, a truth, a thing, the number of a pile */
  int64_t base;
  int n;
  Term *has;
} Val;

typedef struct Binding {
  const Sym *sym;
  Val val;
  int cell; /* of a name that can be set: where it lies; -1 */
  Type *type;
} Binding;

typedef struct Cells {
  Term *at;
  int n;
  Term path;       /* what is known where this is the state; T_NO: nothing comes here */
  bool *stale;     /* by goal: it may have changed since it was last known to hold */
  const Node **by; /* by goal: what changed it last */
} Cells;

/* What shall be so: an `always`, or the block of a claim. */
typedef struct Goal {
  Always *always;
  bool *fields, *kinds; /* what it reads */
  bool at_end;          /* it is about the winners */
} Goal;

/* An assumption: a goal holds at a cut; at cut 0: at every pause so far. */
typedef struct Assumed {
  int cut, goal;
  Term name;
  bool dropped;
} Assumed;

/* What has to be shown for it: `broken` cannot be. */
typedef struct Duty {
  int assumed;
  Term broken;
  const Node *at, *by; /* where it must hold, and what changed it last */
  int unit;            /* the body that owes it */
} Duty;

/* Something that is asked: can it ever be so? */
typedef struct Chance {
  const Node *node;
  Term can, come; /* it is so; play comes there at all */
} Chance;

/* What a body can change: by index fields, and piles of kinds; names that can be set. */
typedef struct Writes {
  bool *fields, *kinds;
  VEC(const Sym *) locals;
} Writes;

typedef struct Stopped {
  VEC(Cells) list;
  int cells; /* there were so many around the loop */
} Stopped;

typedef struct Encoder {
  Model *m;
  const Program *p;
  Arena *arena;
  Terms terms;
  VEC(Goal) goals;
  VEC(Assumed) assumed;
  VEC(Duty) duties;
  VEC(Chance) chances;
  int cuts, unroll, unit;
  int most_inlined; /* bodies that are larger are proved by themselves */
  /* where fields lie */
  int *field_cell, *field_pile, *field_width;
  int cells, loc0, piles;
  Term players;
  Thing **thing_of; /* by id */
  Term guard;       /* inside an expression: when this part of it is asked at all */
  /* the present state and place */
  Cells s;
  Term me, self;
  Val winners;
  VEC(Binding) names;
  Term *fails; /* gathers when an attempt fails, or NULL */
  Stopped *stops;
  const Verb *rule_verb;
  int rule_layer, rule_next;
  const Value *value; /* its own name means what is beneath */
  Val beneath;
  bool armed, inits, quiet;
  Cells constants;  /* options and variants: the same in all games of a setup */
  char *filled;     /* by field, while first values are computed */
  int depth, whens; /* bodies inside bodies; of `when` */
  const Node *at;
  const Node *gave_up; /* it became too much here */
  /* memory of what was computed once */
  bool *visited;  /* by verb number, while writes are gathered */
  int64_t *sizes; /* by verb number: of its body with all that it calls; 0: not known */
  int *summary;   /* by verb number: its cut, or 0 */
  VEC(Verb *) queue;
} Encoder;

void encoder_init(Encoder *x, Model *m, const Program *p, int unroll);
void encoder_free(Encoder *x);

/* expr.c */
Val eval_val(Encoder *x, Node *n);
Term eval_term(Encoder *x, Node *n); /* of what is one */
Term eval_truth(Encoder *x, Node *n);
Val eval_set(Encoder *x, Node *n, const Type *set);
Val eval_as(Encoder *x, Node *n, const Type *want);
Val any_of(Encoder *x, const Type *t);     /* anything of a type */
Val set_new(Encoder *x, const Type *elem); /* empty */
Val set_whole(Encoder *x, const Type *elem);
Term set_count(Encoder *x, const Val *s);
Term set_has(Encoder *x, const Val *s, Term e);
Val pile_things(Encoder *x, const Kind *k, Term pile);
Val val_ite(Encoder *x, Term c, Val a, Val b);
Term val_truth(Encoder *x, Val v);
Term present(Encoder *x, const Kind *k, int id);
Term variant_on(Encoder *x, const Variant *v);
Term num_of(Encoder *x, int64_t n);
void name_as(Encoder *x, const Sym *y, Val v);
Val val_of(Term t);
Type *element_type(Model *m, const Type *t);
void encode_give_up(Encoder *x, const Node *at);

/* function.c */
Val eval_call(Encoder *x, Node *n);

/* value.c */
Val eval_value(Encoder *x, Value *v, Node *args, Term thing);
Val eval_printed(Encoder *x, const Column *c, Term thing);
/* Does something for where a rule stands: for each thing, with what must hold. */
typedef void (*PlaceFn)(Encoder *x, Term holds, void *arg);
void each_place(Encoder *x, const Place *p, Node *guard, PlaceFn fn, void *arg);

/* cell.c */
Val read_field(Encoder *x, const Field *f, Term thing, Term per);
void write_field(Encoder *x, Field *f, Term thing, Term per, Val v);
void write_cells(Encoder *x, int cell, const Val *v, int width, Term under);
Val cells_value(Encoder *x, int cell, const Type *t);
Term pile_number(Encoder *x, Node *n);
void move_thing(Encoder *x, const Kind *k, Term thing, Term pile);
void first_values(Encoder *x);
void place_of(Encoder *x, Node *place, Field **f, Term *thing, Term *per);
void look_at_whens(Encoder *x, const Field *f, const Kind *piles);
void arm_whens(Encoder *x); /* also: what was true before is as it is now */

/* body.c */
void exec(Encoder *x, Node *n);
void exec_block(Encoder *x, Node *block);
void assume(Encoder *x, Term c);
void fail_if(Encoder *x, Term c);
Cells cells_copy(Encoder *x, const Cells *s);
void cells_join(Encoder *x, Term first, const Cells *a, const Cells *b);
void pause_here(Encoder *x, const Node *at);
void note_endings(Encoder *x, const Node *n);

/* call.c */
void call_verb(Encoder *x, Verb *v, Term thing, const Val *args, int nargs, Term per);
void call_phrase(Encoder *x, Node *n);
/* What a body can write, and how much it is with all that it calls. */
void writes_of(Encoder *x, const Node *n, Writes *w);
int64_t size_of(Encoder *x, const Node *n);
void havoc(Encoder *x, const Writes *w, const Node *at);
int cut_new(Encoder *x);
/* The name of the assumption that a goal holds at a cut. */
Term assumed_at(Encoder *x, int cut, int goal);
void owe(Encoder *x, int cut, int goal, const Node *at); /* a duty, here and now */
void owe_all(Encoder *x, int cut, const Writes *w, const Node *at);
void assume_all(Encoder *x, int cut, const Writes *w);
bool goal_reads(const Goal *g, const Encoder *x, const Writes *w);
Term goal_holds(Encoder *x, const Goal *g);
/* One verb by itself, from anything: what is too large to be put in place. */
void encode_game(Encoder *x);
void encode_claim(Encoder *x, int goal);

#endif
