/* Cards: which things of a program are cards, and the values that are printed on them. */
#ifndef REGEL_CARD_H
#define REGEL_CARD_H
#include "interp/text/render.h"

/* Is this a kind of cards?  Its things can lie in piles, or there are copies of one, or
 * players have a name for the kind and one of its things has a text of its own.  Players
 * and the spaces of a board never are cards. */
bool card_kind(const Program *p, int kind);
/* A game that has begun with the settings it has by default, as an edition; vm_free it.
 */
Vm *card_edition(const Program *p);
/* How many copies of a thing there are, in a game or (NULL) in the box. */
int card_copies(const Program *p, const Vm *vm, int32_t thing);
/* How many things of a kind are in the box. */
int card_count(const Program *p, int kind);
/* What is printed on a thing: the words of a column, valid until the next call.  What a
 * variant prints otherwise is that of the view's edition; NULL: it is not printed, but
 * computed from what happens in a game. */
const int64_t *card_printed(const View *v, int32_t thing, int column);
/* Adds "Double back (2× top secret card)" and a line end; `copies` that there are. */
void card_head(const View *v, Buf *b, int32_t thing, int copies);
/* Adds the printed values that have a name for players, one line each: "Start value: 4".
 * Nothing if the thing has none. */
void card_values(const View *v, Buf *b, int32_t thing);
/* Adds what the things do that are printed on this one, each below its title, in lines of
 * this width. */
void card_inner(const View *v, Buf *b, int32_t thing, int width);

#endif
