/* The views that a ruleset describes, in lines of text. */
#ifndef REGEL_PICTURE_H
#define REGEL_PICTURE_H
#include "interp/board/board.h"

/* The same reader with the game as he may know it: what a view is drawn from.  Good until
 * the machine goes on. */
View picture_reader(const View *v);
/* Adds all views of the program for who was made by picture_reader; nothing if it has
 * none. With `color` titles stand out. */
void picture_put(const View *known, Buf *b, bool color, int width);
/* Adds view i for who was made by picture_reader: its title and its lines.  True if it
 * shows things on a board, and does not only write. */
bool picture_view(const View *known, Buf *b, int i, bool color, int width, bool apart);
/* The lines of one view: its board, then its notes. */
void picture_lines(const Board *board, const View *v, Buf *b, int width, bool apart,
                   bool color);

#endif
