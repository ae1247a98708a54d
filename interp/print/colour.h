/* Colours that can be told apart without seeing them: each has a shape of its own, which
 * is one of the outlines, plain or with a mark in it. */
#ifndef REGEL_PRINT_COLOUR_H
#define REGEL_PRINT_COLOUR_H
#include "interp/print/print.h"

#include <cairo.h>

enum { SHAPES = 8 };

typedef struct Colour {
  const char *name;
  Rgb rgb;
  int shape;
} Colour;

/* A colour by its English word, as rules name it ("red", "light_blue"); NULL if it is no
 * colour. */
const Colour *colour_find(const char *name);
/* Colour and shape for the n-th kind of cards. */
Rgb colour_of_kind(int n);
int colour_shape(int n);
/* Between two colours: 0 is the first, 1 the second. */
Rgb colour_mix(Rgb a, Rgb b, double part);
/* Black or white, whichever is read better on it. */
Rgb colour_on(Rgb ground);
void colour_set(cairo_t *cr, Rgb c);
/* Makes a path of a shape around a point. */
void shape_path(cairo_t *cr, int shape, double x, double y, double radius);

/* How large a letter in it may be (0: it has room for none), and how far below its
 * middle, in radii. */
double shape_room(int shape);
double shape_sinks(int shape);

extern const Rgb black, white;

#endif
