/* Grids drawn as boards. */
#ifndef REGEL_GRID_H
#define REGEL_GRID_H
#include "interp/text/render.h"

/* Is this thing in the game with the present options? */
bool board_present(const Vm *vm, int32_t thing);
/* Adds a drawing of a field of a grid's things: row 1 below, column 1 on the left.
 * Values too wide for their cell get a sign and a line that explains it. */
void board_put(const View *v, Buf *b, int field, int width);

#endif
