/* One recorded game under two versions of its rules, in lockstep: where they part, how,
 * and which lines of the rules did it.
 *
 * Nothing is compared by number: things, words, fields, questions and answers of the two
 * programs are matched by their names, so that a ruleset whose lines, files or
 * declarations only moved is no difference.  What has words only for people (a prompt, a
 * label, a title) may be said differently without being one, either. */
#ifndef REGEL_COMPARE_H
#define REGEL_COMPARE_H
#include "interp/base/buf.h"
#include "interp/vm/vm.h"

enum { COMPARE_OLD, COMPARE_NEW, COMPARE_SIDES };

/* ---- the two programs ----------------------------------------------------------- */

/* Two programs with the maps between them and a machine for each: made once, used for
 * many games, by one thread.  The programs must outlive it. */
typedef struct Compare Compare;

/* Never NULL. */
Compare *compare_new(const Program *old_rules, const Program *new_rules);
void compare_free(Compare *c);

/* ---- a game --------------------------------------------------------------------- */

typedef struct CompareGame {
  int seats;
  uint64_t seed;
  const char *settings; /* those that were set: "version=base first_seat=2" */
  const char *const
      *names;             /* of the players, by seat; NULL, or NULLs in it: "Player 1" */
  const int32_t *answers; /* the option taken at every pause of the old rules, chance
                             included */
  int nanswers;
} CompareGame;

typedef enum {
  COMPARE_LEGALITY, /* another answer, another question, somebody else is asked */
  COMPARE_CHANCE,   /* other outcomes, other odds, a chance more or less */
  COMPARE_STATE,    /* a field or pile differs */
  COMPARE_HIDDEN,   /* a seat sees more or less */
  COMPARE_RESULT,   /* winners, reason, an earlier or later end */
  COMPARE_ERROR,    /* a rule error under one of the rules */
  COMPARE_CLASSES
} CompareClass;
/* "legality", "chance", "state", "hidden", "result", "error" */
const char *compare_class_name(CompareClass c);

enum { COMPARE_PLACES = 4 };
typedef struct Finding {
  CompareClass class;
  int step; /* state, hidden, result, error: shows after this answer (1, 2, …; 0: the
               setup); legality, chance: at the question that this answer was given to */
  int more; /* further steps at which the same field or question differed */
  const char *text; /* a sentence without its full stop */
  const char *rule; /* to group by: a citation of the places (new rules first), else
                       "file:line", "" if there is no place at all */
  const PLoc *places[COMPARE_SIDES][COMPARE_PLACES]; /* the most telling one first */
  int nplaces[COMPARE_SIDES];
} Finding;

typedef enum {
  COMPARE_FINISHED, /* the game came to its end (or to an error) under the new rules */
  COMPARE_OPEN,     /* the record is used up and nobody has won yet */
  COMPARE_STOPPED,  /* the record cannot be played on under the new rules */
  COMPARE_UNFIT     /* the record is none of the old rules; `why` says so */
} CompareEnding;

typedef struct CompareResult {
  bool over;
  VmError error;
  uint32_t winners;
  const char *text; /* "Anne wins", "not over", "R0003: …" */
} CompareResult;

/* What came of one game.  Owns all that it points to but the programs. */
typedef struct Comparison {
  const Program *program[COMPARE_SIDES];
  const Finding *findings; /* by step; within one step causes before consequences */
  int nfindings;
  CompareEnding ending;
  int steps;              /* answers of the record played on both sides */
  const int32_t *answers; /* given under the new rules, those without a choice too */
  int nanswers;
  const char *why;                     /* UNFIT: a sentence; else NULL */
  const char *table[COMPARE_SIDES];    /* the tables at the first finding, else NULL */
  CompareResult result[COMPARE_SIDES]; /* the old game is always played to its end */
  struct Arena *arena;
} Comparison;

/* Plays a recorded game under both rules.  After a difference it goes on as long as the
 * recorded answers can be given under the new rules: each field, pile and question is
 * reported at its first difference only.  Never NULL; free with comparison_free. */
Comparison *compare_game(Compare *c, const CompareGame *game);
void comparison_free(Comparison *c);
/* The first finding; NULL if there is none. */
const Finding *compare_first(const Comparison *c);

/* ---- in words ------------------------------------------------------------------- */

/* All of it: the first finding with its places and tables, the others in a line each, and
 * the results. */
void compare_tell(const Comparison *c, Buf *b);

#endif
