/* Small pieces: one number or emblem that is read across a table, and a name below. */
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <string.h>

bool token_is(const Card *c)
{
  const regel_data *values = regel_data_get(c->face, "values");
  if (c->part) return true; /* its card says the rest */
  if ((c->w < c->h ? c->w : c->h) >= 40 * MM) return false;
  for (size_t i = 0; i < regel_data_count(values); i++)
    if (!strcmp(data_text(regel_data_at(values, i), "type"), "text")) return false;
  return !regel_data_count(regel_data_get(c->face, "slots")) &&
         !regel_data_count(regel_data_get(c->face, "inner"));
}

/* The first number that players read; "" if there is none. */
static const char *number_on(const Card *c)
{
  const regel_data *values = regel_data_get(c->face, "values");
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    if (data_number(v, "shown") && !strcmp(data_text(v, "type"), "number"))
      return data_text(v, "text");
  }
  return "";
}

/* Everything else that players read, in one line: "Area: red". */
static void other_values(const Card *c, Buf *b)
{
  const regel_data *values = regel_data_get(c->face, "values");
  bool number = false;
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    bool first = !strcmp(data_text(v, "type"), "number") && !number;
    if (!data_number(v, "shown")) continue;
    number = number || first;
    if (!first)
      buf_printf(b, "%s%s: %s", b->n ? " · " : "", data_text(v, "name"),
                 data_text(v, "text"));
  }
}

/* What stands below the emblem, and how high that is. */
typedef struct Words {
  const char *title;
  Type title_type, rest_type;
  Buf rest;
  double title_h, rest_h;
} Words;

static void set_words(Press *p, const Card *c, double room, Words *w)
{
  *w = (Words){.title = c->title,
               .title_type = {.bold = true, .centred = true},
               .rest_type = {.centred = true}};
  double most = c->h * 0.55; /* the rest is the emblem's */
  for (int lines = 3; lines >= 1; lines--) {
    w->title_type.size = type_fit(p, w->title, w->title_type, 9, LEAST_TYPE, room, lines);
    w->title_h = type_measure(p, w->title, w->title_type, room, NULL);
    if (w->title_h <= most) break;
  }
  if (!c->part) other_values(c, &w->rest);
  if (!w->rest.n) return;
  w->rest_type.size =
      type_fit(p, w->rest.at, w->rest_type, LEAST_TYPE, LEAST_TYPE, room, 1);
  w->rest_h = type_measure(p, w->rest.at, w->rest_type, room, NULL);
}

void token_front(Press *p, cairo_t *cr, const Card *c, double bleed)
{
  INVARIANT(token_is(c) && bleed >= 0);
  bool save = p->print->o.ink_saver;
  Rgb ground = save ? white : c->colour, ink = save ? black : colour_on(c->colour);
  double side = c->w < c->h ? c->w : c->h, edge = (side < 20 * MM ? 1 : 2) * MM,
         room = c->w - 2 * edge;
  const char *number = c->part ? "" : number_on(c);
  Words w;
  p->card = c;
  set_words(p, c, room, &w);
  double below = c->h - MM - w.title_h - w.rest_h, /* words begin here at the latest */
      y = below < c->h * 0.68 ? below : c->h * 0.68, middle = y * 0.58, size = y * 0.42;
  if (size > side * 0.26) size = side * 0.26;
  cairo_rectangle(cr, -bleed, -bleed, c->w + 2 * bleed, c->h + 2 * bleed);
  colour_set(cr, ground);
  cairo_fill(cr);
  if (size > MM) {
    shape_path(cr, c->shape, c->w / 2, middle, size);
    colour_set(cr, save ? c->colour : colour_mix(ground, ink, *number ? 0.22 : 0.85));
    cairo_set_line_width(cr, 0.8);
    if (save) cairo_stroke(cr);
    else cairo_fill(cr);
  }
  if (*number) {
    Type big = {.bold = true, .centred = true};
    big.size = type_fit(p, number, big, side * 0.3, LEAST_TYPE, room, 1);
    double h = type_measure(p, number, big, room, NULL);
    type_draw(p, cr, number, big, edge, middle - h / 2, room, ink);
  }
  type_draw(p, cr, w.title, w.title_type, edge, y, room, ink);
  if (w.rest.n) type_draw(p, cr, w.rest.at, w.rest_type, edge, y + w.title_h, room, ink);
  if (!p->quiet && y < 0) type_overflow(p, "text", -y);
  buf_free(&w.rest);
}
