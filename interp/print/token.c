/* Small pieces: one number or emblem that is read across a table, and a name below. */
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <string.h>

bool token_is(const Card *c)
{
  const regel_data *values = regel_data_get(c->face, "values");
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

void token_front(Press *p, cairo_t *cr, const Card *c, double bleed)
{
  INVARIANT(token_is(c) && bleed >= 0);
  bool save = p->print->o.ink_saver;
  Rgb ground = save ? white : c->colour, ink = save ? black : colour_on(c->colour);
  double side = c->w < c->h ? c->w : c->h, edge = (side < 20 * MM ? 1 : 2) * MM,
         room = c->w - 2 * edge, middle = c->h * 0.4;
  const char *number = number_on(c);
  Buf rest = {0};
  Type t = {.bold = true, .centred = true}, big = t, small = {.centred = true};
  p->card = c;
  cairo_rectangle(cr, -bleed, -bleed, c->w + 2 * bleed, c->h + 2 * bleed);
  colour_set(cr, ground);
  cairo_fill(cr);
  shape_path(cr, c->shape, c->w / 2, middle, side * 0.26);
  colour_set(cr, save ? c->colour : colour_mix(ground, ink, *number ? 0.22 : 0.85));
  cairo_set_line_width(cr, 0.8);
  if (save) cairo_stroke(cr);
  else cairo_fill(cr);
  if (*number) {
    big.size = type_fit(p, number, big, side * 0.3, LEAST_TYPE, room, 1);
    double h = type_measure(p, number, big, room, NULL);
    type_draw(p, cr, number, big, edge, middle - h / 2, room, ink);
  }
  other_values(c, &rest);
  t.size = type_fit(p, c->title, t, 9, LEAST_TYPE, room, 2);
  double y = c->h * 0.68;
  if (y + type_measure(p, c->title, t, room, NULL) > c->h - MM) /* one line is less */
    t.size = type_fit(p, c->title, t, 9, LEAST_TYPE, room, 1);
  double h = type_draw(p, cr, c->title, t, edge, y, room, ink);
  if (rest.n) {
    small.size = type_fit(p, rest.at, small, LEAST_TYPE, LEAST_TYPE, room, 1);
    h += type_draw(p, cr, rest.at, small, edge, y + h, room, ink);
  }
  if (!p->quiet && y + h > c->h - MM) type_overflow(p, "text", y + h - (c->h - MM));
  buf_free(&rest);
}
