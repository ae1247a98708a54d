#include "interp/print/colour.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <string.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

#define HEX(n)                                                                           \
  {                                                                                      \
    ((n) >> 16 & 255) / 255.0, ((n) >> 8 & 255) / 255.0, ((n)&255) / 255.0               \
  }

const Rgb black = HEX(0x16181c), white = HEX(0xffffff);

/* An outline, and what distinguishes colours that share it. */
enum { DISC, TRIANGLE, SQUARE, DIAMOND, STAR, CROSS, HEXAGON, DROP };
enum { PLAIN, HOLED, BARRED };

static const Colour colours[] = {
#define COLOUR(name, board, ink, code, paper, outline, mark)                             \
  {#name, HEX(0x##paper), outline + SHAPES * mark},
#include "interp/base/colour.def"
#undef COLOUR
};

static const Rgb kinds[] = {HEX(0x23527c), HEX(0x8c3d1f), HEX(0x2c6b4d), HEX(0x6c3a6b),
                            HEX(0x7a5a12), HEX(0x96304a), HEX(0x17666f), HEX(0x4e4a8c),
                            HEX(0x455563), HEX(0x5d4436)};

const Colour *colour_find(const char *name)
{
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
    if (!strcmp(colours[i].name, name)) return &colours[i];
  return NULL;
}

Rgb colour_of_kind(int n) { return kinds[(size_t)n % (sizeof kinds / sizeof *kinds)]; }
int colour_shape(int n) { return n % SHAPES; }

Rgb colour_mix(Rgb a, Rgb b, double part)
{
  return (Rgb){a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part,
               a.b + (b.b - a.b) * part};
}

Rgb colour_on(Rgb c)
{
  double light = 0.299 * c.r + 0.587 * c.g + 0.114 * c.b;
  return light > 0.6 ? black : white;
}

void colour_set(cairo_t *cr, Rgb c) { cairo_set_source_rgb(cr, c.r, c.g, c.b); }

/* A polygon of n corners, every second one at `inner` of the radius. */
static void polygon(cairo_t *cr, double x, double y, double radius, int n, double turn,
                    double inner)
{
  cairo_new_sub_path(cr);
  for (int i = 0; i < n; i++) {
    double a = turn + 2 * M_PI * i / n, r = i % 2 ? radius * inner : radius;
    cairo_line_to(cr, x + r * sin(a), y - r * cos(a));
  }
  cairo_close_path(cr);
}

static void cross(cairo_t *cr, double x, double y, double r)
{
  double t = r * 0.36;
  const double at[][2] = {{-t, -r}, {t, -r}, {t, -t}, {r, -t}, {r, t},   {t, t},
                          {t, r},   {-t, r}, {-t, t}, {-r, t}, {-r, -t}, {-t, -t}};
  cairo_new_sub_path(cr);
  for (size_t i = 0; i < sizeof at / sizeof *at; i++)
    cairo_line_to(cr, x + at[i][0], y + at[i][1]);
  cairo_close_path(cr);
}

static void drop(cairo_t *cr, double x, double y, double r)
{
  cairo_new_sub_path(cr);
  cairo_arc(cr, x, y + r * 0.3, r * 0.7, -0.15 * M_PI, 1.15 * M_PI);
  cairo_line_to(cr, x, y - r);
  cairo_close_path(cr);
}

static void outline_path(cairo_t *cr, int outline, double x, double y, double r)
{
  switch (outline) {
  case TRIANGLE: polygon(cr, x, y + r * 0.18, r * 1.1, 3, 0, 1); break;
  case SQUARE: polygon(cr, x, y, r * 1.15, 4, M_PI / 4, 1); break;
  case DIAMOND: polygon(cr, x, y, r * 1.1, 4, 0, 1); break;
  case STAR: polygon(cr, x, y, r * 1.1, 10, 0, 0.45); break;
  case CROSS: cross(cr, x, y, r * 0.95); break;
  case HEXAGON: polygon(cr, x, y, r, 6, 0, 1); break;
  case DROP: drop(cr, x, y, r); break;
  default:
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, y, r, 0, 2 * M_PI);
    cairo_close_path(cr);
  }
}

void shape_path(cairo_t *cr, int shape, double x, double y, double r)
{
  INVARIANT(shape >= 0 && r >= 0);
  double middle = y + r * shape_sinks(shape);
  outline_path(cr, shape % SHAPES, x, y, r);
  /* What lies twice inside of the path is not filled. */
  cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
  if (shape / SHAPES == HOLED) {
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, middle, r * 0.36, 0, 2 * M_PI);
    cairo_close_path(cr);
  } else if (shape / SHAPES == BARRED)
    cairo_rectangle(cr, x - r * 0.42, middle - r * 0.13, r * 0.84, r * 0.26);
}

double shape_room(int shape)
{
  int outline = shape % SHAPES;
  if (shape >= SHAPES) return 0; /* its mark stands where a letter would */
  return outline == DISC || outline == SQUARE || outline == HEXAGON ? 1 : 0.62;
}

double shape_sinks(int shape)
{
  int outline = shape % SHAPES;
  return outline == TRIANGLE ? 0.18 : outline == DROP ? 0.3 : 0;
}
