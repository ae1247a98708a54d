/* Why a value is what it is: what it begins with, and what each card in play makes of it.
 */
#ifndef REGEL_SHARES_H
#define REGEL_SHARES_H
#include "interp/text/render.h"

typedef struct ShareRow {
  int32_t how; /* base/value.h */
  int32_t ip, thing;
  Buf by;
} ShareRow;

typedef struct Shares {
  Buf what, value; /* as it was asked for; what it is */
  VEC(ShareRow) rows;
} Shares;

/* Finds the value that is meant by "limit", "price(3)" or "strength of Giant" and asks
 * for it, as the reader of the view may know it.  False: no value is called that. */
bool shares_find(const View *v, const char *what, Shares *out);
/* Adds them in words, with their places in the source. */
void shares_say(const View *v, const Shares *s, Buf *out);
void shares_free(Shares *s);

#endif
