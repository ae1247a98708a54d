/* What the files of the comparison share and nobody else sees.
 *
 * The two programs number everything in their own way, so values are compared by a common
 * number ("canon"): a thing or word that both have gets one that is the same on both
 * sides, one that only one side has gets a number that the other side never uses.  Cells,
 * piles, answers and outcomes are then equal if their canons (or hashes of them) are. */
#ifndef REGEL_COMPARE_INT_H
#define REGEL_COMPARE_INT_H
#include "interp/base/arena.h"
#include "interp/lockstep/lockstep.h"
#include "interp/text/render.h"

enum { MOST_WORDS = MAX_THINGS / 64 + 2 }; /* of one value */

/* What of an event is needed to find the lines that did something. */
typedef struct Trace {
  EventKind kind;
  int32_t ip, field, thing, per;
  int32_t from, to; /* piles of a move */
} Trace;

/* An answer or outcome, by canon. */
typedef struct Offer {
  uint64_t key;
  int32_t index;
  int64_t weight;
} Offer;
typedef VEC(Offer) Offers;

typedef struct Side {
  const Program *p;
  Vm *vm;
  VmStatus status;
  VEC(Trace) trace; /* of the step at hand */
  /* the canons of what the program has */
  int32_t *thing, *word, *text;
  bool *both;      /* by thing: is it in both programs? */
  int32_t *chunk;  /* by decision: name of the verb that asks … */
  int32_t *prompt; /* … and what, -1 if without words */
  Offers offers;
  int32_t *list; /* room for a pile */
  int32_t *pair; /* by field: its row in pairs, -1 */
} Side;

/* One cell or pile that both programs have. */
typedef struct CellPair {
  int32_t thing[COMPARE_SIDES], per[COMPARE_SIDES], pile[COMPARE_SIDES];
} CellPair;

typedef struct FieldPair {
  int32_t field[COMPARE_SIDES];
  int32_t first, count; /* its cells */
  bool ordered;         /* piles: the order of what lies in it is compared */
  bool sight;           /* who sees it may differ */
  bool look;            /* this game: it was written or differed, so look again */
} FieldPair;

struct Compare {
  Arena *arena;
  Side side[COMPARE_SIDES];
  struct Names *names;
  int32_t *kind_of;     /* old kind to new, -1 */
  int32_t *pile_of;     /* old pile to new, -1 */
  int32_t *decision_of; /* old question to new, -1 */
  int32_t *asked_of;    /* the other way */
  int32_t *alt;         /* canon of each old alternative, if partner says for whom */
  int32_t *partner;     /* by old question: the new one that `alt` was made for, -1 */
  VEC(FieldPair) pairs;
  VEC(CellPair) cells;
  VEC(CellPair) hidden; /* things that lie in piles: who knows them */
  bool watched;         /* who sees a pile depends on the state */
};

/* A finding and what it is about, so that it is made once. */
typedef struct Entry {
  Finding finding;
  uint64_t about;
  int last;
} Entry;

/* One game being compared. */
typedef struct Run {
  Compare *c;
  const CompareGame *game;
  Comparison *out;
  Arena *arena;
  int given;            /* answers of the record used so far */
  VEC(int32_t) answers; /* of the new side */
  VEC(Entry) found;
} Run;

/* compare_map.c */
void compare_map(Compare *c);
bool compare_types(const Compare *c, int old_type, int new_type);
int64_t compare_canon(const Compare *c, int side, int type, int64_t value);
/* Equal for sets (lists) with equal elements, whatever their numbers are. */
uint64_t compare_set(const Compare *c, int side, const PType *t, const uint64_t *words);
uint64_t compare_mix(uint64_t h);
/* A number for a string, the same for equal strings. */
int32_t compare_name(Compare *c, const char *s);

/* compare_ask.c: questions and chance. */
void compare_map_questions(Compare *c);
/* Do both machines ask the same, as far as names tell? */
bool compare_same_question(Compare *c);
/* Reports what differs in the question that both ask; they must ask the same. */
void compare_question(Run *r);
/* Reports that they do not ask the same. */
void compare_other_question(Run *r);
/* The new side's answer that is the old side's answer i; -1 if it is not offered, which
 * is reported. */
int compare_answer(Run *r, int i);

/* compare_state.c */
void compare_map_cells(Compare *c);
void compare_state(Run *r);
void compare_sight(Run *r);

/* compare_find.c: makes findings. */
/* The finding of a class about something: a new one, to be filled with places and words,
 * or NULL if there is one already, which is counted. */
Finding *compare_find(Run *r, CompareClass class, uint64_t about, int step);
/* Gives the newest finding its words (the text of b, which is freed). */
void compare_say(Run *r, Finding *f, Buf *b);
void compare_place(Run *r, Finding *f, int side, const PLoc *at);
void compare_place_ip(Run *r, Finding *f, int side, int32_t ip);
View compare_view(const Run *r, int side);
void compare_result(Run *r, int side);

#endif
