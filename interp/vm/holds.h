/* What the registers of a program hold, wherever it may stop.
 *
 * Registers have no types of their own: a seat, a number and a pile are the same bits.
 * Who wants to know what a state refers to asks here. */
#ifndef REGEL_HOLDS_H
#define REGEL_HOLDS_H
#include "interp/code/program.h"

typedef enum {
  HOLDS_NOTHING, /* nothing yet, or a constant: no rule can name a seat */
  HOLDS_NUMBER,  /* anything that names no seat */
  HOLDS_THING,   /* a thing of any kind, or none */
  HOLDS_SEATS,   /* a set of players, as bits */
  HOLDS_PILE,    /* the number of a pile */
  HOLDS_EITHER   /* one or the other, by how the machine came here */
} Hold;

typedef struct Holds Holds;
Holds *holds_new(const Program *p);
void holds_free(Holds *h);
/* What the registers of its frame hold before this instruction. */
const uint8_t *holds_at(const Holds *h, int32_t ip);
/* Is this inside a loop over players in the order of their seats? */
bool holds_by_seat(const Holds *h, int32_t ip);
/* Word `k` of a value of this type, in a register. */
Hold hold_of_type(const Program *p, int32_t type, int k);

#endif
