/* The states that one rank owns: their hashes, where they came from, and those that wait.
 */
#ifndef REGEL_OWNED_H
#define REGEL_OWNED_H
#include "interp/base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Origin { /* of a state: the one before it, and the answer */
  int32_t rank, answer;
  uint32_t state; /* number among the states of that rank */
} Origin;

typedef struct Waiting { /* states to go on from */
  VEC(uint32_t) number;
  VEC(size_t) at; /* of its bytes */
  VEC(unsigned char) bytes;
} Waiting;

typedef struct Owned {
  uint64_t *table; /* of hashes; 0: free */
  size_t room;
  VEC(Origin) origins; /* of each state, in the order in which they came */
  Waiting now, next;   /* this level, the next one */
  uint64_t ended;
} Owned;

/* Its number, if it is new; -1 if it is known. */
int64_t owned_add(Owned *o, uint64_t hash, Origin from);
void owned_wait(Owned *o, uint32_t number, const void *bytes, size_t size);
/* The next level becomes this one. */
void owned_turn(Owned *o);
/* All of it but this level, which was gone on from, as bytes; and back. */
void owned_write(const Owned *o, FILE *f);
bool owned_read(Owned *o, FILE *f);
size_t owned_bytes(const Owned *o);
void owned_free(Owned *o);

#endif
