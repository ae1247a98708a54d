/* The back of a card: alike for all of a kind, but for what everybody may read there. */
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <string.h>

static void frame(cairo_t *cr, const Card *c, double in, double width)
{
  cairo_set_line_width(cr, width);
  cairo_rectangle(cr, in, in, c->w - 2 * in, c->h - 2 * in);
  cairo_stroke(cr);
}

/* Emblems all over the card, faint, but for a clear space: a disc with the emblem, and a
 * band with words below it. */
static void pattern(cairo_t *cr, const Card *c, Rgb colour, double middle, double radius,
                    double band)
{
  double step = 6 * MM, edge = 7 * MM;
  colour_set(cr, colour);
  for (int i = 0; i * step / 2 < c->h - 2 * edge; i++)
    for (double x =
             c->w / 2 + (i % 2) * step / 2 - step * floor((c->w / 2 - edge) / step);
         x < c->w - edge + 0.1; x += step) {
      double y = edge + i * step / 2;
      if (x < edge || hypot(x - c->w / 2, y - middle) < radius ||
          (y > middle && y < band + step / 3 && fabs(x - c->w / 2) < c->w / 2 - edge))
        continue;
      shape_path(cr, c->shape, x, y, step * 0.16);
      cairo_fill(cr);
    }
}

/* One value: its colour as a shape, what it is, and below that its name. */
static double back_value(Press *p, cairo_t *cr, const Card *c, const regel_data *v,
                         double y, Rgb ink)
{
  double room = c->w - 14 * MM;
  const char *text = data_text(v, "text"), *name = data_text(v, "name");
  const Colour *colour = colour_find(data_text(v, "value"));
  Type t = {.bold = true, .centred = true}, small = {.centred = true};
  if (colour) {
    shape_path(cr, colour->shape, c->w / 2, y + 3 * MM, 2.6 * MM);
    colour_set(cr, colour->rgb);
    cairo_fill_preserve(cr);
    colour_set(cr, ink);
    cairo_set_line_width(cr, 0.7);
    cairo_stroke(cr);
    y += 6.5 * MM;
  }
  t.size = type_fit(p, text, t, colour ? 11 : 16, 6, room, 1);
  y += type_draw(p, cr, text, t, 7 * MM, y, room, ink);
  small.size = type_fit(p, name, small, 6.5, LEAST_TYPE, room, 1);
  return y + type_draw(p, cr, name, small, 7 * MM, y, room, ink) + MM;
}

/* Can it be read on the back?  A region, a number, a side; no story. */
static bool on_back(const regel_data *v)
{
  return data_number(v, "back") && data_number(v, "shown") &&
         strcmp(data_text(v, "type"), "text") && strlen(data_text(v, "text")) <= 40 &&
         !strchr(data_text(v, "value"), '.');
}

bool card_has_back(const Card *c)
{
  const regel_data *values = regel_data_get(c->face, "values");
  for (size_t i = 0; i < regel_data_count(values); i++)
    if (on_back(regel_data_at(values, i))) return true;
  return false;
}

/* Emblem, name of the kind, and what can be read there; returns where that ends. */
static double back_words(Press *p, cairo_t *cr, const Card *c, double y, Rgb ink,
                         bool draw)
{
  const regel_data *values = regel_data_get(c->face, "values");
  double room = c->w - 14 * MM;
  Type t = {.bold = true, .centred = true, .spacing = 0.3};
  t.size = type_fit(p, c->noun, t, c->w < 50 * MM ? 9 : 12, LEAST_TYPE, room, 2);
  double h = type_measure(p, c->noun, t, room, NULL);
  if (draw) type_draw(p, cr, c->noun, t, 7 * MM, y, room, ink);
  y += h + 1.5 * MM;
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    if (!on_back(v)) continue;
    if (draw) y = back_value(p, cr, c, v, y, ink);
    else y += 11 * MM;
  }
  return y;
}

static void draw_back(Press *p, cairo_t *cr, const Card *c, double bleed)
{
  INVARIANT(p && p->print);
  bool save = p->print->o.ink_saver;
  Rgb ground = save ? white : colour_of_kind(c->sort), ink = save ? black : white;
  Card kind = *c; /* the emblem of the kind: a card's own colour would tell it */
  double middle = c->h * 0.38, r = (c->w < c->h ? c->w : c->h) * 0.17;
  double words = middle + r * 1.6;
  kind.shape = colour_shape(c->sort);
  p->card = c;
  cairo_rectangle(cr, -bleed, -bleed, c->w + 2 * bleed, c->h + 2 * bleed);
  colour_set(cr, ground);
  cairo_fill(cr);
  if (!save)
    pattern(cr, &kind, colour_mix(ground, white, 0.14), middle, r * 1.9,
            back_words(p, cr, c, words, ink, false));
  colour_set(cr, save ? colour_mix(black, white, 0.4) : colour_mix(ground, white, 0.55));
  frame(cr, c, 4 * MM, 0.8);
  frame(cr, c, 4.8 * MM, 0.3);
  shape_path(cr, kind.shape, c->w / 2, middle, r);
  colour_set(cr, save ? colour_mix(black, white, 0.3) : colour_mix(ground, white, 0.8));
  if (save) cairo_stroke(cr);
  else cairo_fill(cr);
  back_words(p, cr, c, words, ink, true);
}

/* ---- drawn once ----------------------------------------------------------------- */

/* A recording: a file holds it once, however many cards have it. */
static cairo_surface_t *shared_back(Press *p, const Card *c, double bleed)
{
  for (size_t i = 0; i < p->backs.n; i++) {
    const Shared *s = &p->backs.at[i];
    if (s->sort == c->sort && s->slot == p->slot && !strcmp(s->lang, c->lang) &&
        s->w == c->w && s->h == c->h && s->bleed == bleed)
      return s->drawn;
  }
  cairo_rectangle_t box = {-bleed, -bleed, c->w + 2 * bleed, c->h + 2 * bleed};
  Shared s = {c->sort,
              p->slot,
              c->lang,
              c->w,
              c->h,
              bleed,
              cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &box)};
  cairo_t *cr = cairo_create(s.drawn);
  draw_back(p, cr, c, bleed);
  cairo_destroy(cr);
  vec_push(&p->backs, s);
  return s.drawn;
}

void card_back(Press *p, cairo_t *cr, const Card *c, double bleed)
{
  INVARIANT(c->w > 0 && c->h > 0 && bleed >= 0);
  if (card_has_back(c)) {
    draw_back(p, cr, c, bleed);
    return;
  }
  cairo_set_source_surface(cr, shared_back(p, c, bleed), 0, 0);
  cairo_rectangle(cr, -bleed, -bleed, c->w + 2 * bleed, c->h + 2 * bleed);
  cairo_fill(cr);
}

void backs_free(Press *p)
{
  for (size_t i = 0; i < p->backs.n; i++) cairo_surface_destroy(p->backs.at[i].drawn);
  vec_free(&p->backs);
}
