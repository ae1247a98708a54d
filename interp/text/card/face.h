/* Faces: everything that is printed on a thing, as data for a page, a printer or a
 * spreadsheet. */
#ifndef REGEL_FACE_H
#define REGEL_FACE_H
#include "interp/base/json.h"
#include "interp/text/render.h"

/* The size of a card whose kind says no other, in millimetres. */
enum { FACE_WIDTH = 63, FACE_HEIGHT = 88 };

/* Writes the keys of a face into the record that is open.  It is the
 * caller who asks face_seen first. */
void face_keys(Json *j, const View *v, int32_t thing, int copies);
/* May the reader read the whole face?  Of what is printed on a card the title may be
 * known to all, what it does only to who sees that card. */
bool face_seen(const View *v, int32_t thing);
/* The thing that a printed value was filled with on the spot, -1 if it was not. */
int32_t face_inner(const Program *p, int32_t thing, int column);
/* The thing on which this one is printed, -1: it is no part of another. */
int32_t face_outer(const Program *p, int32_t thing);

#endif
