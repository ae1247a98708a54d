/* The table of a game as a viewer may see it, for any game. */
#ifndef REGEL_DESCRIBE_H
#define REGEL_DESCRIBE_H
#include "interp/text/render.h"

/* Adds the whole table: what the game itself has, then each kind with state, boards as
 * boards, piles with what the viewer may see in them.  Lines are at most `width` columns
 * wide where their words allow it. */
void describe_table(const View *v, Buf *b, int width);
/* The same for who was made by picture_reader. */
void describe_known(const View *known, Buf *b, int width);
/* Only what the players have. */
void describe_players(const View *v, Buf *b, int width);

#endif
