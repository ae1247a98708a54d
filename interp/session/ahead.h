/* What would come of an answer. */
#ifndef REGEL_AHEAD_H
#define REGEL_AHEAD_H
#include "interp/text/render.h"

/* Adds what would happen between answer i and the next pause, a line for each sentence,
 * as far as its reader can know: what he would be told in every one of several games that
 * are all to him like the one he plays.  The last line is what he would be asked next. */
void ahead_tell(const View *v, int i, Buf *out);
/* Adds what a seat can answer, a line for each, as far as the reader can know: the
 * answers that it has in every one of several such games. */
void ahead_could(const View *v, int seat, Buf *out);

#endif
