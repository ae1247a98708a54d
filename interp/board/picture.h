/* The views that a ruleset describes, in lines of text. */
#ifndef REGEL_PICTURE_H
#define REGEL_PICTURE_H
#include "interp/board/board.h"

/* The same reader with the game as he may know it: what a view is drawn from.  Good until
 * the machine goes on. */
View picture_reader(const View *v);
/* The same, at a question whose answers and reasons he reads; himself with the real game
 * at chance, or where no game is found that asks him the same. */
View picture_asked(const View *v);
/* May he read answer i?  What somebody else can answer may hang on what only he knows,
 * and so may what chance can bring. */
bool picture_may_read(const View *v, int i);
/* The answer of `to` that has the place of answer i of `from` among those that their
 * reader may read; -1: he may not read it. */
int picture_answer(const View *from, const View *to, int i);
/* Are both asked the same, as far as their reader can tell? */
bool picture_asks_alike(const View *v, const View *known);
/* Adds all views of the program for who was made by picture_reader; nothing if it has
 * none. With `color` titles stand out. */
void picture_put(const View *known, Buf *b, bool color, int width);
/* Adds view i for who was made by picture_reader: its title and its lines.  Tells whether
 * it only writes, or shows things on a board, among them squares of a grid. */
typedef enum PictureShows { SHOWS_WORDS, SHOWS_PLACES, SHOWS_GRID } PictureShows;
PictureShows picture_view(const View *known, Buf *b, int i, bool color, int width,
                          BoardLines which);
/* The lines of one view: its board, then its notes. */
void picture_lines(const Board *board, const View *v, Buf *b, int width, BoardLines which,
                   bool color);

#endif
