/* Checkpoints: each rank writes what it owns after a level, and goes on from there. */
#ifndef REGEL_SAVE_H
#define REGEL_SAVE_H
#include "interp/explore-mpi/owned.h"

typedef struct Saved { /* beside the states */
  uint64_t what;       /* hash of the first state: of rules and setup */
  int64_t rank, ranks;
  int64_t turn; /* of writing: 0, 1, 2 … */
  int64_t depth;
  uint64_t sent, kept_back;
  int64_t wrong_depth;
  uint32_t wrong_from;
  int32_t wrong_answer;
  char code[8];
} Saved;

/* A rank has two files, which it writes in turns, so that one of them is whole whenever
 * it is killed, and one turn is whole on all ranks.  False: it cannot be written. */
bool save_write(const char *prefix, const Saved *s, const Owned *o);
/* The last turn that is there for this search and rank, at most `most`; -1: none. */
int64_t save_last(const char *prefix, const Saved *s, int64_t most);
bool save_read(const char *prefix, int64_t turn, Saved *s, Owned *o);

#endif
