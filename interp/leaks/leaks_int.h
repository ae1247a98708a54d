/* What the files of the search for leaks share: pairs of games and what is read of them.
 */
#ifndef REGEL_LEAKS_INT_H
#define REGEL_LEAKS_INT_H
#include "interp/base/arena.h"
#include "interp/bot/bot.h"
#include "interp/leaks/leaks.h"
#include "interp/session/session.h"
#include "interp/session/story.h"
#include "interp/text/log.h"

/* Something that reached the reader, in few words. */
typedef struct Heard {
  int32_t ip;
  EventKind kind;
  bool shown; /* by showing, opening or ending: the rules mean to tell it */
  uint64_t what;
} Heard;

/* An outcome of chance between two questions. */
typedef struct Fell {
  int32_t ip, value;
  bool hidden;    /* from the reader */
  uint64_t place; /* of the thing that it is, as he hears of it */
} Fell;

/* One of the two games. */
typedef struct Side {
  Vm *vm;
  Log *log;
  Story *story;          /* as replays and audits tell it */
  int steps, happened;   /* answers so far; happenings that were read */
  unsigned char *moment; /* the reader's last question, to which he may go back */
  size_t room;
  bool asked;   /* there was one */
  Saying gone;  /* why nobody can go back there, 0 if one can */
  long unable;  /* of vm_unable: heard of so far */
  Quiet *quiet; /* what undo hangs on */
  bool copies;  /* some things that lie in piles are alike */
  bool gathers; /* some questions are secret */
  View known;   /* the game as it was dealt last for the reader, */
  bool weakly;  /* ... agreeing with what he sees now only */
  Bot *bot;     /* who would sit in the reader's place */
  int thought;  /* ... how often it has thought in this game */
  VmStatus status;
  int reader;
  VEC(Heard) heard;  /* since the last question */
  VEC(Event) held;   /* while answers are secret */
  VEC(Fell) fell;    /* since the last question */
  VEC(Option) given; /* secret answers of others since the last question */
  Buf parts[LEAK_PARTS];
  Buf table;        /* as it was read last */
  long dealt, weak; /* see LeakResult */
  /* By what `seen by` says: which places the reader sees, a bit each, now and before. */
  VEC(uint8_t) sees, saw;
} Side;

void side_open(Side *s, const Program *p);
void side_start(Side *s, const LeakPlan *plan, int reader, uint64_t seed);
void side_close(Side *s);
/* Deals the game anew for the reader, which takes long in long games. */
void side_deal(Side *s);
/* Are the two games that were dealt equal, byte by byte?  Then what is made of them is.
 */
bool side_is_dealt_alike(const Side *a, const Side *b);
/* Writes down what the reader is given at this pause; with `deep` also what is made of
 * the game that was dealt: with `print` its pictures, too. */
void side_read(Side *s, bool deep, bool print);
/* Somebody else is asked secretly: the reader sees only the table, and it must be as it
 * was. */
void side_read_between(Side *s);
/* Gives answer i. */
void side_answer(Side *s, int i);
/* Begins with what was read before. */
void side_clear(Side *s);
/* Is somebody else being asked secretly?  Then the reader does not know that. */
bool side_is_secret(const Side *s);
/* Whoever had no answer has said so by now. */
void side_hears_unable(Side *s);
/* In which pile a thing lies, as the reader hears of it. */
uint64_t side_place(const Side *s, int32_t thing);
/* What the reader may read of a thing: its face, and what is written on it. */
uint64_t side_written(const Side *s, int32_t thing);
/* Has the reader come to see more, by what `seen by` says, since it was read last? */
bool side_sees_more(const Side *s);
/* The first part that differs, LEAK_PARTS if none does. */
LeakPart side_differs(const Side *a, const Side *b);

/* A pair of games, and what came of it. */
typedef struct Pair {
  const LeakPlan *plan;
  Side a, b;
  int reader;
  Luck play, change; /* the answers of both; what is changed */
  Luck deeply;       /* which pauses are read deeply */
  int only;          /* the candidate that is changed, -1: as luck will have it */
  int candidates;    /* hidden things met so far that could be changed */
  bool changed;      /* the games differ in something by now */
  long compared;
  bool deep; /* the last pause was read deeply */
  bool tell; /* write the story down */
  Leak *leak;
} Pair;

void pair_open(Pair *p, const LeakPlan *plan);
void pair_close(Pair *p);
/* Plays one pair.  `only` as in Pair.  With `tell` the story is written into the leak. */
PairEnd pair_play(Pair *p, uint64_t seed, int reader, int only, bool tell, Leak *leak);

#endif
