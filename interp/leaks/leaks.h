/* Does a game tell a reader more than the rules show?  Pairs of games that differ only in
 * what the reader may not know are played side by side, and everything that the reader is
 * given is compared byte by byte.
 *
 * The second game of a pair is a real one: it is played from its beginning with other
 * hidden draws and rolls and other hidden answers of the other seats.  As soon as a rule
 * shows or tells the reader something that differs, the pair has ended: from then on the
 * reader knows.  If what the reader is given differs without that, it is a leak. */
#ifndef REGEL_LEAKS_H
#define REGEL_LEAKS_H
#include "interp/text/render.h"

/* What the reader is given at a pause. */
typedef enum {
#define LEAK_PART(id, name) id,
#include "interp/leaks/part.def"
#undef LEAK_PART
  LEAK_PARTS
} LeakPart;
const char *leak_part_name(LeakPart part);

/* How a pair ended. */
typedef enum {
  PAIR_ALIKE, /* to the end of the game, or as far as it was played */
  PAIR_SAME,  /* nothing hidden could be changed: there was nothing to compare */
  PAIR_APART, /* the second game could not follow the first any further */
  PAIR_SHOWN, /* a face was shown, answers were opened, the game was over */
  PAIR_TOLD,  /* a rule told the reader something else: a text, a change of the table */
  PAIR_LEAK,
  PAIR_ERROR, /* one of the games ended with an error */
  PAIR_ENDS
} PairEnd;

typedef struct Leak {
  uint64_t seed; /* of the pair */
  long game;
  int reader; /* a seat, or VIEW_PUBLIC */
  int only;   /* the one hidden thing that was changed, by number; -1: several */
  PairEnd end;
  LeakPart part;     /* what differed */
  int32_t ip;        /* the instruction that told, -1 if it was none */
  int32_t loc;       /* the place if there is no instruction, -1 */
  int answers;       /* given before it was seen */
  Buf story;         /* the answers of the first game, a line each */
  Buf changed;       /* what the second game had instead, a line each */
  Buf first, second; /* what the reader was given in the two games */
} Leak;

typedef struct LeakPlan {
  const Program *program;
  int seats;
  const int32_t *options; /* as in Setup */
  uint64_t seed;
  long games; /* pairs for each reader */
  int jobs;
  long most;  /* answers of one game */
  int reader; /* a seat or VIEW_PUBLIC; VIEW_ALL: all of them */
  const volatile int *stop;
  void (*progress)(void *user, long done, long games);
  void *user;
} LeakPlan;

typedef struct LeakResult {
  long pairs, games;
  long compared; /* pauses at which everything was compared with something changed */
  long dealt,
      weak; /* games that were dealt anew; those that agree only with what is seen */
  long ends[PAIR_ENDS];
  double seconds;
  /* The first leak in the order of games and readers, shrunk to one change where one is
   * enough; found says whether there is one. */
  bool found;
  Leak leak;
  /* Lines that told something, with how often: instructions of the program. */
  long *told; /* by instruction */
} LeakResult;

/* Plays the pairs.  The result depends on the plan but for `jobs` and `seconds`.  Returns
 * 0, or -1 if the threads cannot be started.  Free with leaks_free. */
int leaks_run(const LeakPlan *plan, LeakResult *result);
void leaks_free(LeakResult *result);

#endif
