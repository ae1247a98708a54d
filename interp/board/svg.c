/* A board as SVG: attributes only, so that it can stand in a page that allows neither
 * scripts nor styles of its own.  Every item is a group with its ids and a title.  What
 * has no colour of its own has a class, for pages that are dark (docs/json.md). */
#include "interp/board/board_int.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAPER "#f7f3e8"
#define PLACE "#fffefa"
#define EDGE "#4a4436"
#define INK "#1c1a15"
#define WAY "#8b8269"
#define PLAIN "#e4dcc4"

typedef struct Ground {
  const char *colour, *name;
} Ground;
static const Ground fills[] = {
    {PAPER, "paper"}, {PLACE, "ground"}, {INK, "ink"}, {PLAIN, "plain"}};
static const Ground strokes[] = {{EDGE, "edge"}, {WAY, "way"}};

static const char *ground(const Ground *g, size_t n, const char *colour)
{
  for (size_t i = 0; colour && i < n; i++)
    if (!strcmp(g[i].colour, colour)) return g[i].name;
  return NULL;
}

static void put_paint(Buf *b, const char *fill, const char *stroke)
{
  const char *in = ground(fills, sizeof fills / sizeof *fills, fill),
             *by = ground(strokes, sizeof strokes / sizeof *strokes, stroke);
  if (fill) buf_add(b, " fill=\""), buf_add(b, fill), buf_char(b, '"');
  if (stroke) buf_add(b, " stroke=\""), buf_add(b, stroke), buf_char(b, '"');
  if (in || by)
    buf_printf(b, " class=\"%s%s%s\"", in ? in : "", in && by ? " " : "", by ? by : "");
}

/* Tenths of a millimetre as millimetres. */
static void put_mm(Buf *b, int tenths)
{
  if (tenths < 0) buf_char(b, '-');
  buf_int(b, abs(tenths) / UNITS);
  if (tenths % UNITS == 0) return;
  buf_char(b, '.');
  buf_int(b, abs(tenths) % UNITS);
}

static void put_attribute(Buf *b, const char *name, int tenths)
{
  buf_char(b, ' ');
  buf_add(b, name);
  buf_add(b, "=\"");
  put_mm(b, tenths);
  buf_char(b, '"');
}

static void put_escaped(Buf *b, const char *text, size_t n)
{
  Buf part = {0}, plain = {0};
  buf_addn(&part, text, n);
  buf_plain(&plain, buf_text(&part));
  buf_xml(b, buf_text(&plain));
  buf_free(&part);
  buf_free(&plain);
}

static void put_named(Buf *b, const char *name, const char *value)
{
  if (!value) return;
  buf_char(b, ' ');
  buf_add(b, name);
  buf_add(b, "=\"");
  put_escaped(b, value, strlen(value));
  buf_char(b, '"');
}

static void put_box(Buf *b, const char *tag, const Box *x, const char *fill,
                    const char *stroke, int line, int round)
{
  buf_printf(b, "<%s", tag);
  put_attribute(b, "x", x->x);
  put_attribute(b, "y", x->y);
  put_attribute(b, "width", x->w);
  put_attribute(b, "height", x->h);
  if (round) put_attribute(b, "rx", round);
  put_paint(b, fill, stroke);
  if (stroke) put_attribute(b, "stroke-width", line);
  buf_add(b, "/>");
}

/* In the middle of the box, as large as it can be. */
static void put_text(Buf *b, const char *text, const Box *x, int most, const char *ink)
{
  Fitted f = fit_text(text, x->w, x->h, most);
  for (int i = 0; i < f.lines; i++) {
    int leading = f.size * 12 / 10;
    int y = x->y + (x->h - f.lines * leading) / 2 + i * leading + leading * 76 / 100;
    buf_add(b, "<text");
    put_attribute(b, "x", x->x + x->w / 2);
    put_attribute(b, "y", y);
    put_attribute(b, "font-size", f.size);
    buf_add(b, " text-anchor=\"middle\"");
    put_paint(b, ink, NULL);
    buf_char(b, '>');
    put_escaped(b, f.from[i], (size_t)f.bytes[i]);
    if (f.cut) buf_add(b, "…");
    buf_add(b, "</text>");
  }
}

static int min_int(int a, int b) { return a < b ? a : b; }
static int max_int(int a, int b) { return a > b ? a : b; }

static Box inset(const Box *x, int by)
{
  return (Box){x->x + by, x->y + by, x->w > 2 * by ? x->w - 2 * by : 1,
               x->h > 2 * by ? x->h - 2 * by : 1};
}

/* ---- forms ------------------------------------------------------------------------ */

/* In hundredths of the box. */
typedef struct Corners {
  const char *form;
  const char *at; /* "x,y x,y …" */
  Box words;      /* where a line in capitals stays within them */
} Corners;
static const Corners corners[] = {
    {"diamond", "50,0 100,50 50,100 0,50", {24, 26, 52, 48}},
    {"hexagon", "25,4 75,4 100,50 75,96 25,96 0,50", {17, 17, 66, 66}},
    {"triangle", "50,2 100,96 0,96", {27, 44, 46, 48}},
    {"star",
     "50,0 62,36 100,38 70,60 82,98 50,76 18,98 30,60 0,38 38,36",
     {29, 34, 42, 38}},
    {"shield", "4,0 96,0 96,55 50,100 4,55", {17, 8, 66, 60}},
};
static const Corners *corners_of(const char *form)
{
  for (size_t i = 0; form && i < sizeof corners / sizeof *corners; i++)
    if (!strcmp(form, corners[i].form)) return &corners[i];
  return NULL;
}

/* The room for words in a form; a badge takes the corner at the bottom from it. */
static Box words_room(const char *form, const Box *x, bool badge)
{
  const Corners *c = corners_of(form);
  Box in = c ? (Box){x->x + x->w * c->words.x / 100, x->y + x->h * c->words.y / 100,
                     x->w * c->words.w / 100, x->h * c->words.h / 100}
             : inset(x, x->w / 6);
  if (badge) in.h = in.h * 6 / 10;
  return in;
}

static void put_corners(Buf *b, const char *at, const Box *x)
{
  buf_add(b, "<polygon points=\"");
  for (char *end; *at; at = end) {
    long across = strtol(at, &end, 10), down = strtol(end + 1, &end, 10);
    put_mm(b, x->x + (int)(x->w * across / 100));
    buf_char(b, ',');
    put_mm(b, x->y + (int)(x->h * down / 100));
    if (*end) buf_char(b, ' ');
  }
  buf_char(b, '"');
}

static void put_form(Buf *b, const char *form, const Box *x, const char *fill)
{
  int line = x->w < 30 ? 2 : 3;
  if (form && !strcmp(form, "disc")) {
    buf_add(b, "<ellipse");
    put_attribute(b, "cx", x->x + x->w / 2);
    put_attribute(b, "cy", x->y + x->h / 2);
    put_attribute(b, "rx", x->w / 2);
    put_attribute(b, "ry", x->h / 2);
  } else if (form && !strcmp(form, "card")) {
    Box card = {x->x + x->w * 14 / 100, x->y, x->w * 72 / 100, x->h};
    put_box(b, "rect", &card, fill, EDGE, line, x->w / 10);
    return;
  } else if (corners_of(form)) {
    put_corners(b, corners_of(form)->at, x);
  } else {
    put_box(b, "rect", x, fill, EDGE, line, 0);
    return;
  }
  put_paint(b, fill, EDGE);
  put_attribute(b, "stroke-width", line);
  buf_add(b, "/>");
}

/* ---- items ------------------------------------------------------------------------ */

static const char *const shape_names[] = {"place", "line", "token", "label",
                                          "pips",  "pile", "tile"};

static void put_token(Buf *b, const Item *x)
{
  const Colour *c = look_colour(x->look.colour);
  const char *fill = x->hidden ? WAY : c ? c->fill : PLAIN;
  const char *ink = x->hidden ? "#ffffff" : c ? c->ink : INK;
  bool wide = x->lies_in || x->box.w * 10 > x->box.h * 16;
  const char *form = x->look.form ? x->look.form : "square";
  Box words =
      wide ? inset(&x->box, 4) : words_room(x->of ? "square" : form, &x->box, x->badge);
  if (wide) {
    if (x->badge) words.w -= x->box.h < x->box.w / 3 ? x->box.h : x->box.w / 3;
    put_box(b, "rect", &x->box, fill, EDGE, 2, 5);
    put_text(b, x->title, &words, 32, ink);
    return;
  }
  put_form(b, x->of ? "square" : form, &x->box, fill); /* tiles that it covers */
  const char *icon = x->look.icon && strlen(x->look.icon) <= 4 ? x->look.icon : NULL;
  put_text(b, icon ? icon : x->sign ? x->sign : x->title, &words, x->box.h * 7 / 10, ink);
}

enum { MOST_DOTS = 10, TILE_LETTERS = 28 };

/* So many dots, after their noun if there is room for it; many are a number. */
static void put_pips(Buf *b, const Item *x)
{
  bool square = x->box.w * 10 <= x->box.h * 16;
  if (x->hidden || x->count < 1 || x->count > MOST_DOTS || square) {
    Box in = inset(&x->box, 1), left = in;
    if (x->noun && !square) { /* where dots would begin */
      left.w = x->box.w * 45 / 100;
      in = (Box){in.x + left.w, in.y, min_int(2 * in.h, in.w - left.w), in.h};
      put_text(b, x->noun, &left, 26, INK);
    }
    put_text(b, x->title, &in, square ? x->box.h * 7 / 10 : 28, INK);
    return;
  }
  Box noun = inset(&x->box, 1), dots = noun;
  int step = x->count ? dots.w / x->count : 0;
  if (x->noun) { /* a long one may have what the dots leave */
    int needs = fit_width(x->noun, strlen(x->noun)) * 26 / 1000 + dots.h / 2;
    noun.w = max_int(x->box.w * 45 / 100,
                     min_int(needs, x->box.w - x->count * dots.h * 6 / 10));
    dots.x += noun.w, dots.w -= noun.w;
    noun.w -= dots.h / 4; /* a word that fills its room would touch the first dot */
    step = x->count ? dots.w / x->count : 0;
    put_text(b, x->noun, &noun, 26, INK);
  }
  int r = dots.h * 32 / 100;
  if (step > dots.h) step = dots.h;
  if (r > step * 2 / 5) r = step * 2 / 5; /* neither do they touch each other */
  int left = dots.x + (x->noun ? 0 : (dots.w - step * x->count) / 2);
  for (int i = 0; i < x->count && r > 0; i++) {
    buf_add(b, "<circle");
    put_attribute(b, "cx", left + step * i + step / 2);
    put_attribute(b, "cy", dots.y + dots.h / 2);
    put_attribute(b, "r", r);
    put_paint(b, INK, NULL);
    buf_add(b, "/>");
  }
}

static void put_pile(Buf *b, const Item *x)
{
  int shift = x->box.h / 14;
  Box under = {x->box.x + shift, x->box.y + shift, x->box.w - shift, x->box.h - shift};
  Box top = {x->box.x, x->box.y, x->box.w - shift, x->box.h - shift};
  Buf words = {0};
  if (x->count > 1) put_box(b, "rect", &under, PLAIN, EDGE, 2, 6);
  put_box(b, "rect", &top, x->count ? PLAIN : "none", EDGE, 2, 6);
  bool wide = x->box.w > 100 || x->box.w * 10 > x->box.h * 16;
  if (wide && *x->title) buf_printf(&words, "%s %d", x->title, x->count);
  else buf_printf(&words, "%d", x->count);
  Box in = inset(&top, 3);
  if (x->faces) in.h = x->room.y - in.y;
  put_text(b, buf_text(&words), &in, 34, INK);
  buf_free(&words);
}

/* Squares have no names: numbers along two edges, as answers count them. */
static void put_numbers(Buf *b, const Area *a, const Item *x)
{
  int column = x->cell % a->columns + 1, row = x->cell / a->columns + 1, high = 24,
      wide = x->box.w / 5, y = x->box.y + x->box.h - high - 2;
  Box left = {x->box.x + 2, y, wide, high},
      right = {x->box.x + x->box.w - wide - 2, y, wide, high};
  char number[16];
  if (x->box.h < 3 * high) return;
  snprintf(number, sizeof number, "%d", row);
  if (column == 1) put_text(b, number, &left, 22, WAY);
  snprintf(number, sizeof number, "%d", column);
  if (row == 1) put_text(b, number, &right, 22, WAY);
}

static void put_place(Buf *b, const Board *board, const Item *x)
{
  const Colour *c = look_colour(x->look.colour);
  const Area *a = x->area >= 0 ? &board->areas.at[x->area] : NULL;
  put_box(b, "rect", &x->box, PLACE, c ? c->fill : EDGE, c ? 8 : 3, 6);
  if (x->head.w && x->head.h) put_text(b, x->title, &x->head, x->letters, INK);
  else if (a && a->shape == SHOW_GRID && a->columns > 0) put_numbers(b, a, x);
}

static void put_stroke(Buf *b, const Box *from_to, const char *colour, int wide)
{
  buf_add(b, "<line");
  put_attribute(b, "x1", from_to->x);
  put_attribute(b, "y1", from_to->y);
  put_attribute(b, "x2", from_to->w);
  put_attribute(b, "y2", from_to->h);
  put_paint(b, NULL, colour);
  put_attribute(b, "stroke-width", wide);
  buf_add(b, " stroke-linecap=\"round\"/>");
}

/* What had no room on its line is joined to it. */
static void put_leader(Buf *b, const Item *x, const char *colour)
{
  int64_t mx = x->box.x + x->box.w / 2, my = x->box.y + x->box.h / 2;
  int64_t dx = x->ways.w - x->ways.x, dy = x->ways.h - x->ways.y, all = dx * dx + dy * dy;
  int64_t along = (mx - x->ways.x) * dx + (my - x->ways.y) * dy;
  if (!all) return;
  along = along < 0 ? 0 : along > all ? all : along;
  Box way = {(int)mx, (int)my, x->ways.x + (int)(dx * along / all),
             x->ways.y + (int)(dy * along / all)};
  bool on = abs(way.w - way.x) <= x->box.w / 2 && abs(way.h - way.y) <= x->box.h / 2;
  if (!on) put_stroke(b, &way, colour, 3);
}

static void put_line(Buf *b, const Item *x)
{
  const Colour *c = look_colour(x->look.colour);
  bool full = x->badge;
  put_stroke(b, &x->ways, c ? c->fill : WAY, 8);
  if (!full && (x->bare || !*x->title)) return;
  put_leader(b, x, c ? c->fill : WAY);
  Box title = inset(&x->box, 2);
  if (full) title.w = x->room.x - title.x;
  put_box(b, "rect", &x->box, PAPER, WAY, 2, x->box.h / 3);
  if (!x->bare) put_text(b, x->title, &title, 24, INK);
}

/* Its number is written small: what covers it may show it. */
static void put_tile(Buf *b, const Item *x)
{
  put_box(b, "rect", &x->box, PLACE, WAY, 2, 0);
  Box in = inset(&x->box, 4);
  put_text(b, x->title, &in, TILE_LETTERS, WAY);
}

/* Where there is no room for its words, its sign, on a card if it lies there. */
static void put_label(Buf *b, const Item *x)
{
  Box in = inset(&x->box, x->box.w / 6);
  if (x->on < 0 || !x->sign || x->box.w * 10 > x->box.h * 16) {
    put_text(b, x->title, &x->box, x->on < 0 ? 50 : 28, INK);
    return;
  }
  const Colour *c = look_colour(x->look.colour);
  if (c || !x->inscribed) put_form(b, "card", &x->box, c ? c->fill : PLACE);
  put_text(b, x->sign, &in, x->box.h * 7 / 10, c ? c->ink : INK);
}

static void put_plain(Buf *b, const char *words) { put_escaped(b, words, strlen(words)); }

/* Where it leads, and what is printed on it. */
static void put_way(Buf *b, const Board *board, const Item *x)
{
  const Item *items = board->items.at;
  if (x->ends[0] >= 0 && x->ends[1] >= 0) {
    if (*x->title) buf_add(b, board->colon);
    put_plain(b, items[x->ends[0]].title);
    buf_add(b, " – ");
    put_plain(b, items[x->ends[1]].title);
  }
  int i = (int)(x - items);
  for (size_t k = (size_t)i + 1; k < board->items.n && items[k].on >= i; k++)
    if (items[k].on == i && items[k].inscribed && items[k].shape != ITEM_TILE)
      buf_add(b, ", "), put_plain(b, items[k].title);
}

static void put_title(Buf *b, const Board *board, const Item *x)
{
  bool named = x->noun && strcmp(x->noun, x->title);
  const char *colon = board->colon;
  buf_add(b, "<title>");
  if (named) put_plain(b, x->noun), buf_add(b, colon);
  put_plain(b, x->title);
  if (x->shape == ITEM_LINE) put_way(b, board, x);
  if (x->shape == ITEM_PILE) buf_printf(b, "%s%d", colon, x->count);
  buf_add(b, "</title>");
}

static void put_item(Buf *b, const Board *board, const Item *x, const char *answers)
{
  if (x->box.w < 1 || x->box.h < 1) return;
  buf_printf(b, "<g class=\"item %s\"", shape_names[x->shape]);
  put_named(b, "data-item", x->id);
  put_named(b, "data-thing", x->thing);
  put_named(b, "data-answers", answers);
  buf_char(b, '>');
  put_title(b, board, x);
  switch (x->shape) {
  case ITEM_PLACE: put_place(b, board, x); break;
  case ITEM_LINE: put_line(b, x); break;
  case ITEM_TOKEN: put_token(b, x); break;
  case ITEM_LABEL: put_label(b, x); break;
  case ITEM_PIPS: put_pips(b, x); break;
  case ITEM_PILE: put_pile(b, x); break;
  case ITEM_TILE: put_tile(b, x); break;
  }
  buf_add(b, "</g>\n");
}

/* ---- what signs mean -------------------------------------------------------------- */

enum { KEY = 46, KEY_LETTERS = 26, MOST_KEYS = 60 }; /* tenths of a millimetre */
typedef VEC(const Item *) Keys;

/* Is a sign all that can be read of it? */
static bool is_signed(const Item *x)
{
  bool square = x->box.w > 0 && x->box.h > 0 && x->box.w * 10 <= x->box.h * 16;
  if (!square || x->hidden || x->lies_in || !x->sign || !strcmp(x->sign, x->title))
    return false;
  return x->shape == ITEM_TOKEN || (x->shape == ITEM_LABEL && x->on >= 0);
}

static Keys keys_of(const Board *b)
{
  Keys keys = {0};
  for (size_t i = 0; i < b->items.n && keys.n < MOST_KEYS; i++) {
    const Item *x = &b->items.at[i];
    bool known = !is_signed(x);
    for (size_t k = 0; k < keys.n && !known; k++)
      known = !strcmp(keys.at[k]->sign, x->sign) && !strcmp(keys.at[k]->title, x->title);
    if (!known) vec_push(&keys, x);
  }
  return keys;
}

/* A sign and its words, or only the room for them; returns where the next one begins. */
static Box put_key(Buf *b, const Item *x, Box at, int width)
{
  int words = fit_width(x->title, strlen(x->title)) * KEY_LETTERS / 1000 + 2;
  Item sign = *x;
  if (at.x > at.w && at.x + KEY + words > width) at.x = at.w, at.y += KEY + 6;
  sign.box = (Box){at.x, at.y, KEY, KEY};
  sign.badge = false;
  Box title = {at.x + KEY + 6, at.y, words, KEY};
  if (title.x + words > width) title.w = width - title.x;
  if (b && x->shape == ITEM_TOKEN) put_token(b, &sign);
  else if (b) put_label(b, &sign);
  if (b) put_text(b, x->title, &title, KEY_LETTERS, INK);
  at.x = title.x + title.w + 20;
  return at;
}

/* Below the board; without a buffer only how high it is. */
static int put_keys(Buf *b, const Keys *keys, int width, int top)
{
  enum { EDGE_OF = 20 };
  Box at = {EDGE_OF, top + 6, EDGE_OF, 0};
  for (size_t i = 0; i < keys->n; i++) at = put_key(b, keys->at[i], at, width - EDGE_OF);
  return keys->n ? at.y + KEY + 8 - top : 0;
}

void board_svg(const Board *b, Buf *out, const char *const *answers)
{
  INVARIANT(b && b->arena);
  Keys keys = keys_of(b);
  int below = (put_keys(NULL, &keys, b->width * UNITS, 0) + UNITS - 1) / UNITS;
  int height = b->height + below;
  Box all = {0, 0, b->width * UNITS, height * UNITS};
  const char *title = b->title ? b->title : "";
  buf_printf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dmm\" height=\"%dmm\" "
             "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
             "role=\"img\"",
             b->width, height, b->width, height);
  put_named(out, "aria-label", title);
  buf_add(out, ">\n<title>");
  put_escaped(out, title, strlen(title));
  buf_add(out, "</title>\n");
  put_box(out, "rect", &all, PAPER, NULL, 0, 0);
  buf_char(out, '\n');
  for (int lines = 1; lines >= 0; lines--)
    for (size_t i = 0; i < b->items.n; i++)
      if ((b->items.at[i].shape == ITEM_LINE) == (lines == 1))
        put_item(out, b, &b->items.at[i], answers ? answers[i] : NULL);
  if (keys.n) {
    buf_add(out, "<g class=\"keys\">");
    put_keys(out, &keys, b->width * UNITS, b->height * UNITS);
    buf_add(out, "</g>\n");
  }
  buf_add(out, "</svg>\n");
  vec_free(&keys);
}
