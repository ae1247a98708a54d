/* The views that a ruleset describes: its board in lines of text. */
#ifndef REGEL_PICTURE_H
#define REGEL_PICTURE_H
#include "interp/text/render.h"

/* Adds all views of the program as the viewer may see them; nothing if it has none.  With
 * `color` titles stand out. */
void picture_put(const View *v, Buf *b, bool color);

#endif
