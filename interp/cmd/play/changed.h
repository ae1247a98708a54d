/* Two boards in lines: what of the later one is new. */
#ifndef REGEL_CHANGED_H
#define REGEL_CHANGED_H
#include "interp/base/buf.h"

#include <stdbool.h>

/* Has a text of lines this one? */
bool changed_has(const char *text, const char *line, size_t n);
/* Takes a line out of a text of lines, once; false if it is not there. */
bool changed_take(Buf *text, const char *line);
/* Does every line of a view below its title say something of something ("Patrol: red")?
 */
bool changed_says(const char *view);
/* How many lines of a view are in none of the two texts; either may be NULL. */
int changed_count(const char *view, const char *before, const char *shown);
/* Adds what is new in a view: of lines that say where something lies ("Bank: Safety 4, a
 * policeman") only what has changed, with signs for what came and what went; those that
 * draw a grid stay below each other, all of them. */
void changed_put(Buf *b, const char *view, const char *before, const char *shown);

#endif
