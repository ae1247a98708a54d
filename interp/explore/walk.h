/* What random walks remember, for those who look at where they led. */
#ifndef REGEL_EXPLORE_WALK_H
#define REGEL_EXPLORE_WALK_H
#include "interp/explore/explore_int.h"

enum { KEYS = 1 << 14, CELL_BITS = 1 << 18, STUCK = 4, WALKS_AT_ONCE = 32 };

typedef VEC(int32_t) Answers;

/* A position where something happened for the first time: an instruction ran, or a field
 * had this value. */
typedef struct Kept {
  Answers path;
  void *state;
  size_t size;
  uint32_t bit;
} Kept;

enum { SPOTS = 6 }; /* positions that one walk can add */
typedef struct Spot {
  size_t count; /* answers before it */
  uint32_t bit;
  Bytes state;
} Spot;

typedef struct Walk {
  Answers path;
  VEC(int32_t) ran;   /* instructions */
  VEC(uint32_t) keys; /* answers by what they are, for `given` */
  VEC(int32_t) taken; /* alternatives */
  VEC(uint32_t) bits; /* values that fields had */
  VEC(Finding) met;
  Spot spots[SPOTS]; /* the last of them, in a circle */
  int nspots;
  bool ended, full; /* full: it was cut off */
} Walk;

typedef struct Walker {
  Vm *vm;
  void *state; /* room for one */
  int32_t *cells;
  int ncells;
  uint8_t *bits;
} Walker;

/* One setup. */
typedef struct Track {
  const ExplorePlan *plan;
  ExploreResult *r;
  long walked, length;
  long longest;     /* answers of a walk that ended */
  double all_ended; /* answers of all that ended, together */
  uint32_t gain;    /* new things lately */
  long fresh;       /* the walk that saw something new last */
  uint32_t *given;  /* by key: how often such an answer was given */
  uint16_t *seen;   /* by value of a field: walks that had it, */
  uint16_t *soon;   /* and the fewest answers before it, of those that were kept */
  VEC(Kept) kept;
  uint32_t newest;
  Answers stuck[STUCK]; /* walks that were cut off */
  int nstuck;
} Track;

typedef struct Walks {
  const ExplorePlan *plan; /* of the first setup: what all have in common */
  Crew crew;
  Walker *walkers;
  Walk walks[WALKS_AT_ONCE];
  Track *tracks, *at; /* at: the one that is walked */
  int ntracks, count;
  atomic_int next;
  uint8_t *ran; /* by instruction, in any setup */
} Walks;

/* explore/stuck.c: whether the walks of a setup come to an end, and from where on not. */
/* `more`: setups that wait for their share of the time. */
void stuck_look(Track *t, Walker *me, int more);
/* Most of them do not: going on would bring little, and finding out why takes time. */
bool stuck_mostly(const Track *t);

#endif
