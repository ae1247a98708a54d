#include "interp/print/colour.h"

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

enum { DISC, TRIANGLE, SQUARE, DIAMOND, STAR, CROSS, HEXAGON, DROP };

/* After Okabe and Ito, who looked for colours that nearly everybody tells apart. */
static const Colour colours[] = {
    {"red", HEX(0xc0392b), TRIANGLE},   {"blue", HEX(0x1f6fb2), DISC},
    {"green", HEX(0x1e8a5f), SQUARE},   {"yellow", HEX(0xe3b505), STAR},
    {"orange", HEX(0xd9730d), DIAMOND}, {"purple", HEX(0x7d4a9c), HEXAGON},
    {"violet", HEX(0x7d4a9c), HEXAGON}, {"pink", HEX(0xc65d96), DROP},
    {"brown", HEX(0x7b5231), CROSS},    {"black", HEX(0x26282c), SQUARE},
    {"white", HEX(0xf4f2ec), DISC},     {"grey", HEX(0x7c848c), HEXAGON},
    {"gray", HEX(0x7c848c), HEXAGON},   {"light_blue", HEX(0x4fa8d8), DROP},
    {"dark_blue", HEX(0x1b3f78), STAR}, {"dark_green", HEX(0x14563c), CROSS},
    {"cyan", HEX(0x1a8f9c), DROP},      {"gold", HEX(0xb8860b), STAR},
    {"silver", HEX(0x9aa3ab), DIAMOND},
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

void shape_path(cairo_t *cr, int shape, double x, double y, double r)
{
  switch (shape) {
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

double shape_room(int shape)
{
  return shape == DISC || shape == SQUARE || shape == HEXAGON ? 1 : 0.62;
}

double shape_sinks(int shape)
{
  return shape == TRIANGLE ? 0.18 : shape == DROP ? 0.3 : 0;
}
