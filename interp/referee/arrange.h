/* `table:` lines of a transcript: what lies on the table, said to arrange or to check it.
 */
#ifndef REGEL_ARRANGE_H
#define REGEL_ARRANGE_H
#include "interp/referee/remark.h"
#include "interp/text/render.h"

typedef VEC(int32_t) ArrangeThings;

/* One arrangement, understood. */
typedef struct Arrange {
  bool check; /* `is`: it should be so; else `=`: it becomes so */
  int field;
  int32_t thing, per;   /* NONE where the field has none */
  int64_t value;        /* fields */
  ArrangeThings things; /* piles: faces, from the bottom */
} Arrange;

/* Understands "FIELD of THING, PER = VALUE" or "PILE of THING = CARD, CARD".  The view
 * has the program and the players' names; it needs no game.  Returns false and adds a
 * remark if it cannot. */
bool arrange_read(const View *v, const char *text, Spot at, Remarks *remarks, Arrange *a);
void arrange_free(Arrange *a);
/* Carries it out at a pause, after which the machine must ask anew.  What a pile loses
 * goes where what it gets came from, so that no pile changes its size without need.
 * Returns false and says why if a card is not there often enough; the table is spoilt
 * then. */
bool arrange_apply(const View *v, const Arrange *a, Buf *why);
/* Is the table as it should be?  Says how it is if not. */
bool arrange_holds(const View *v, const Arrange *a, Buf *why);

#endif
