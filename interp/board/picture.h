/* The views that a ruleset describes, in lines of text. */
#ifndef REGEL_PICTURE_H
#define REGEL_PICTURE_H
#include "interp/board/board.h"

/* Adds all views of the program as the viewer may see them; nothing if it has none.  With
 * `color` titles stand out. */
void picture_put(const View *v, Buf *b, bool color, int width);
/* The lines of one view: its board, then its notes. */
void picture_lines(const Board *board, const View *v, Buf *b, int width);
/* The same reader with the game as he may know it: what a view is drawn from.  Good until
 * the machine goes on. */
View picture_reader(const View *v);

#endif
