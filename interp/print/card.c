/* The front of a card: a head with its title, a picture or an emblem, printed values, the
 * story, what it does, and the things inside it, or those of them that the rules name, in
 * their order.  Type shrinks until all of it fits; the picture takes what is left. */
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <string.h>

/* One piece of the body, from top to bottom. */
typedef enum {
  HEADING,
  SUBTITLE,
  PICTURE,
  BADGES,
  ROW,
  STORY,
  TEXT,
  INNER_HEAD,
  INNER_TEXT
} BlockSort;
typedef struct Block {
  BlockSort sort;
  const char *lead, *text; /* a row: name and value */
  const Colour *colour;    /* of a row's value */
  double height;           /* in the size that was tried last */
} Block;
typedef VEC(Block) Blocks;

enum { MOST_BADGES = 4 };
typedef struct Badge {
  const char *name, *text;
} Badge;

/* A card while it is drawn: its parts, and where they lie. */
typedef struct Body {
  Press *press;
  const Card *card;
  Blocks blocks;
  Badge badges[MOST_BADGES];
  int nbadges;
  Rgb tint;     /* its colour, dark enough to be seen on white */
  bool ink;     /* is saved */
  bool headed;  /* its first part is its title */
  double bleed; /* of the band behind it */
  double x, width, size;
  Arena *arena;
} Body;

static const double MARGIN = 4 * MM; /* inside the safe zone of 3 mm */
static const double EMBLEM = 4.2 * MM;

static double head_height(Body *b, Type *type);
static double kind_height(Body *b, Type *type);

/* ---- what stands on it ---------------------------------------------------------- */

static void add(Body *b, BlockSort sort, const char *lead, const char *text)
{
  if (*text || *lead) vec_push(&b->blocks, ((Block){sort, lead, text, NULL, 0}));
}

static bool is_inner(const regel_data *face, const char *value)
{
  const regel_data *inner = regel_data_get(face, "inner");
  for (size_t i = 0; i < regel_data_count(inner); i++)
    if (!strcmp(data_text(regel_data_at(inner, i), "value"), value)) return true;
  return false;
}

/* With the icon of what it names before it, if there is one. */
static const char *with_icon(Body *b, const char *id, const char *text)
{
  return *id && icon_find(b->press, id)
             ? arena_printf(b->arena, "%c%s%c%s", ICON, id, ICON_END, text)
             : text;
}

static const char *written(Body *b, const char *text)
{
  return icons_in(b->press, b->arena, text, b->card->lang);
}

/* The text of a slot, with icons where it names what has one. */
static const char *slot_text(Body *b, const regel_data *slot)
{
  const regel_data *parts = regel_data_get(slot, "parts");
  Buf words = {0};
  for (size_t i = 0; i < regel_data_count(parts); i++) {
    const regel_data *part = regel_data_at(parts, i);
    const char *icon = data_text(part, "icon"), *text = data_text(part, "text");
    buf_add(&words, *icon ? with_icon(b, icon, text) : written(b, text));
  }
  const char *text =
      words.n ? arena_strdup(b->arena, words.at) : written(b, data_text(slot, "text"));
  buf_free(&words);
  return text;
}

/* Numbers are badges if there are few, everything else is a row or a paragraph. */
static void add_values(Body *b, const regel_data *face)
{
  const regel_data *values = regel_data_get(face, "values");
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    const char *type = data_text(v, "type"), *id = data_text(v, "id");
    if (!data_number(v, "shown") || !strcmp(id, "story") || is_inner(face, id) ||
        regel_data_tag(regel_data_get(v, "value")) == REGEL_NOTHING)
      continue;
    const char *name = with_icon(b, id, data_text(v, "name")),
               *text = with_icon(b, data_text(v, "value"), data_text(v, "text"));
    if (!strcmp(type, "number") && b->nbadges < MOST_BADGES && strlen(text) < 5)
      b->badges[b->nbadges++] = (Badge){name, text};
    else if (!strcmp(type, "text"))
      add(b, TEXT, arena_printf(b->arena, "%s:", name), written(b, text));
    else if (*text) {
      Block row = {ROW, name, text, colour_find(data_text(v, "value")), 0};
      vec_push(&b->blocks, row);
    }
  }
}

/* Each slot with its name where there are several. */
static void add_slots(Body *b, const regel_data *face, BlockSort sort)
{
  const regel_data *slots = regel_data_get(face, "slots");
  size_t n = regel_data_count(slots), named = 0;
  for (size_t i = 0; i < n; i++) named += *data_text(regel_data_at(slots, i), "id") != 0;
  for (size_t i = 0; i < n; i++) {
    const regel_data *s = regel_data_at(slots, i);
    const char *lead = named > 1 && *data_text(s, "id")
                           ? arena_printf(b->arena, "%s:", data_text(s, "name"))
                           : "";
    add(b, sort, lead, slot_text(b, s));
  }
}

static void add_panels(Body *b, const regel_data *face)
{
  const regel_data *inner = regel_data_get(face, "inner");
  for (size_t i = 0; i < regel_data_count(inner); i++) {
    const regel_data *in = regel_data_at(inner, i);
    add(b, INNER_HEAD, "", data_text(in, "title"));
    add_slots(b, in, INNER_TEXT);
  }
}

static void add_one(Body *b, BlockSort sort)
{
  vec_push(&b->blocks, ((Block){sort, "", "", NULL, 0}));
}

/* The parts of a card as layout.regel names them, in the order that a card without a
 * layout has. */
static const char *const parts[] = {"heading", "subtitle", "picture",   "badges",
                                    "rows",    "flavour",  "abilities", "panels"};
enum { PARTS = sizeof parts / sizeof *parts };

static void add_part(Body *b, const char *part, const Blocks *rows)
{
  const regel_data *face = b->card->face;
  size_t i = 0;
  while (i < PARTS && strcmp(part, parts[i])) i++;
  switch (i) {
  case 0:
    if (!b->blocks.n) b->headed = true;
    add_one(b, HEADING);
    break;
  case 1: add_one(b, SUBTITLE); break;
  case 2: add_one(b, PICTURE); break;
  case 3:
    if (b->nbadges) add_one(b, BADGES);
    break;
  case 4:
    for (size_t k = 0; k < rows->n; k++) vec_push(&b->blocks, rows->at[k]);
    break;
  case 5: add(b, STORY, "", data_text(face, "story")); break;
  case 6: add_slots(b, face, TEXT); break;
  case 7: add_panels(b, face); break;
  default: break;
  }
}

/* What the rules say about the order; NULL: nothing. */
static const regel_data *layout_of(const regel_data *face)
{
  const regel_data *values = regel_data_get(face, "values");
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    if (!strcmp(data_text(v, "id"), "layout") && !strcmp(data_text(v, "type"), "list"))
      return regel_data_get(v, "value");
  }
  return NULL;
}

static void collect(Body *b)
{
  const regel_data *layout = layout_of(b->card->face);
  add_values(b, b->card->face);
  Blocks rows = b->blocks;
  b->blocks = (Blocks){0};
  size_t n = layout ? regel_data_count(layout) : PARTS;
  for (size_t i = 0; i < n; i++)
    add_part(b, layout ? regel_data_text(regel_data_at(layout, i)) : parts[i], &rows);
  vec_free(&rows);
}

/* ---- one block ------------------------------------------------------------------ */

static Type block_type(const Body *b, const Block *k)
{
  Type t = {.size = b->size, .lead = *k->lead && k->sort != ROW ? k->lead : NULL};
  t.italic = k->sort == STORY;
  t.bold = k->sort == INNER_HEAD;
  return t;
}

static double block_indent(const Body *b, const Block *k)
{
  return k->sort == INNER_HEAD || k->sort == INNER_TEXT ? b->size * 0.6 : 0;
}

/* How much room a row leaves its value, and whether the value stands beside its name. */
static double row_height(Body *b, const Block *k, double *name_width)
{
  Type name = {.size = b->size * 0.92}, value = {.size = b->size, .bold = true};
  double wide, used, h = type_measure(b->press, k->lead, name, 0, &wide);
  double room = b->width - wide - b->size * (k->colour ? 2.2 : 0.8);
  double beside = type_measure(b->press, k->text, value, 0, &used);
  if (used <= room) {
    *name_width = wide;
    return beside > h ? beside : h;
  }
  *name_width = -1; /* below each other */
  h = type_measure(b->press, k->lead, name, b->width, NULL);
  return h + type_measure(b->press, k->text, value,
                          b->width - (k->colour ? b->size * 1.4 : 0), NULL);
}

/* ---- badges ---- */

static double badge_gap(const Body *b) { return b->size * 0.5; }

static double badge_width(const Body *b)
{
  double most = 24 * MM, w = (b->width - badge_gap(b) * (b->nbadges - 1)) / b->nbadges;
  return w < most ? w : most;
}

/* The room for its name below the number, and in which type it stands there. */
static double badge_room(const Body *b) { return badge_width(b) - b->size * 0.5; }

static Type badge_type(Body *b, const Badge *g)
{
  Type name = {.centred = true};
  double most = b->size * 0.78;
  name.size = type_fit(b->press, g->name, name, most > LEAST_TYPE ? most : LEAST_TYPE,
                       LEAST_TYPE, badge_room(b), 1);
  return name;
}

enum { NUMBER = 166 }; /* hundredths of the type, down to the name */

/* A name that takes two lines makes all of them higher. */
static double badge_height(Body *b)
{
  double most = b->nbadges ? b->size * 2.6 : 0;
  for (int i = 0; i < b->nbadges; i++) {
    const Badge *g = &b->badges[i];
    double h = b->size * (NUMBER / 100.0 + 0.2) +
               type_measure(b->press, g->name, badge_type(b, g), badge_room(b), NULL);
    if (h > most) most = h;
  }
  return most;
}

static double block_height(Body *b, const Block *k)
{
  double name;
  switch (k->sort) {
  case HEADING: return b->headed && k == b->blocks.at ? 0 : head_height(b, NULL);
  case SUBTITLE: return kind_height(b, NULL);
  case PICTURE: return 0; /* what is left */
  case BADGES: return badge_height(b);
  case ROW: return row_height(b, k, &name);
  default:
    return type_measure(b->press, k->text, block_type(b, k),
                        b->width - 2 * block_indent(b, k), NULL);
  }
}

static double gap_before(const Body *b, size_t i)
{
  BlockSort sort = b->blocks.at[i].sort;
  BlockSort last = i ? b->blocks.at[i - 1].sort : SUBTITLE;
  if (last == HEADING && sort != SUBTITLE) return 1.6 * MM;
  if (last <= PICTURE || sort == SUBTITLE) return 0;
  if (sort == ROW && last == ROW) return b->size * 0.3;
  if (sort == INNER_HEAD) return b->size * 0.8;
  if (sort == INNER_TEXT) return b->size * 0.15;
  return b->size * 0.5;
}

/* The ground of a panel goes so far beyond what stands on it. */
static double panel_pad(const Body *b) { return b->size * 0.3; }

static double content_height(Body *b)
{
  double h = 0;
  for (size_t i = 0; i < b->blocks.n; i++)
    h += gap_before(b, i) + (b->blocks.at[i].height = block_height(b, &b->blocks.at[i]));
  bool panel = b->blocks.n && b->blocks.at[b->blocks.n - 1].sort >= INNER_HEAD;
  return h + (panel ? panel_pad(b) : 0);
}

/* ---- drawing -------------------------------------------------------------------- */

static void draw_badge(Body *b, cairo_t *cr, const Badge *g, double x, double y, double w)
{
  double h = badge_height(b), r = b->size * 0.5;
  Rgb colour = b->tint, ground = colour_mix(colour, white, b->ink ? 1 : 0.86);
  cairo_new_sub_path(cr);
  cairo_arc(cr, x + w - r, y + r, r, -1.5708, 0);
  cairo_arc(cr, x + w - r, y + h - r, r, 0, 1.5708);
  cairo_arc(cr, x + r, y + h - r, r, 1.5708, 3.14159);
  cairo_arc(cr, x + r, y + r, r, 3.14159, 4.71239);
  cairo_close_path(cr);
  colour_set(cr, ground);
  cairo_fill_preserve(cr);
  colour_set(cr, colour_mix(colour, white, 0.4));
  cairo_set_line_width(cr, 0.5);
  cairo_stroke(cr);
  Type number = {.size = b->size * 1.45, .bold = true, .centred = true};
  type_draw(b->press, cr, g->text, number, x, y + b->size * 0.1, w, black);
  type_draw(b->press, cr, g->name, badge_type(b, g), x + r / 2,
            y + b->size * NUMBER / 100, w - r, colour_mix(black, white, 0.25));
}

static void draw_badges(Body *b, cairo_t *cr, double y)
{
  double gap = badge_gap(b), w = badge_width(b);
  double all = w * b->nbadges + gap * (b->nbadges - 1), x = b->x + (b->width - all) / 2;
  for (int i = 0; i < b->nbadges; i++)
    draw_badge(b, cr, &b->badges[i], x + i * (w + gap), y, w);
}

/* The value's colour as a shape, so that nobody needs to see which it is. */
static void draw_swatch(Body *b, cairo_t *cr, const Colour *c, double x, double y)
{
  shape_path(cr, c->shape, x, y, b->size * 0.42);
  colour_set(cr, c->rgb);
  cairo_fill_preserve(cr);
  colour_set(cr, black);
  cairo_set_line_width(cr, 0.35);
  cairo_stroke(cr);
}

static double draw_row(Body *b, cairo_t *cr, const Block *k, double y)
{
  Type name = {.size = b->size * 0.92}, value = {.size = b->size, .bold = true};
  Rgb grey = colour_mix(black, white, 0.35);
  double wide, used, h = row_height(b, k, &wide), x = b->x;
  type_draw(b->press, cr, k->lead, name, x, y + b->size * 0.05, b->width, grey);
  if (wide < 0) {
    double top = type_measure(b->press, k->lead, name, b->width, NULL),
           sign = k->colour ? b->size * 1.4 : 0, room = b->width - sign;
    type_measure(b->press, k->text, value, 0, &used);
    if (used < room) x += room - used; /* as values do that stand beside their names */
    if (k->colour)
      draw_swatch(b, cr, k->colour, x + b->size * 0.5, y + top + b->size * 0.65);
    type_draw(b->press, cr, k->text, value, x + sign, y + top, room, black);
  } else {
    type_measure(b->press, k->text, value, 0, &used);
    x = b->x + b->width - used;
    type_draw(b->press, cr, k->text, value, x, y, 0, black);
    if (k->colour) draw_swatch(b, cr, k->colour, x - b->size * 0.8, y + b->size * 0.65);
  }
  cairo_move_to(cr, b->x, y + h + b->size * 0.12);
  cairo_line_to(cr, b->x + b->width, y + h + b->size * 0.12);
  colour_set(cr, colour_mix(b->tint, white, 0.7));
  cairo_set_line_width(cr, 0.35);
  cairo_stroke(cr);
  return h;
}

/* The ground of a thing inside, from its head to its last text. */
static void draw_panel(Body *b, cairo_t *cr, size_t first, double y)
{
  double h = b->blocks.at[first].height;
  for (size_t i = first + 1; i < b->blocks.n && b->blocks.at[i].sort == INNER_TEXT; i++)
    h += gap_before(b, i) + b->blocks.at[i].height;
  double pad = panel_pad(b);
  cairo_rectangle(cr, b->x, y - pad, b->width, h + 2 * pad);
  colour_set(cr, b->ink ? white : colour_mix(b->card->colour, white, 0.88));
  cairo_fill(cr);
  cairo_rectangle(cr, b->x, y - pad, b->size * 0.2, h + 2 * pad);
  colour_set(cr, b->card->colour);
  cairo_fill(cr);
}

/* ---- ground, head and foot ------------------------------------------------------ */

static void fill_ground(Body *b, cairo_t *cr, double bleed)
{
  const Card *c = b->card;
  cairo_rectangle(cr, -bleed, -bleed, c->w + 2 * bleed, c->h + 2 * bleed);
  colour_set(cr, b->ink ? white : colour_mix(c->colour, white, 0.95));
  cairo_fill(cr);
}

/* The head is as high as its title needs. */
static double head_height(Body *b, Type *type)
{
  const Card *c = b->card;
  bool large = b->press->print->o.large;
  double room = b->width - EMBLEM - 2.5 * MM;
  double most = large ? 15 : c->w < 50 * MM ? 9.5 : 12, least = large ? 10 : 6.5;
  Type t = {.bold = true};
  t.size = type_fit(b->press, c->title, t, most, least, room, 1);
  if (t.size < most * 0.75)
    t.size = type_fit(b->press, c->title, t, most * 0.85, least, room, 2);
  double h = type_measure(b->press, c->title, t, room, NULL);
  if (type) *type = t;
  return MARGIN * 0.85 + (h < EMBLEM ? EMBLEM : h) + 1.6 * MM;
}

/* At the top of the card its colour goes over the edge. */
static void draw_head(Body *b, cairo_t *cr, double y)
{
  const Card *c = b->card;
  Type t;
  double room = b->width - EMBLEM - 2.5 * MM, high = head_height(b, &t), bleed = b->bleed;
  double h = type_measure(b->press, c->title, t, room, NULL);
  double top = y + MARGIN * 0.85, above = y > 0 ? 0 : bleed;
  Rgb ink = b->ink ? black : colour_on(c->colour);
  if (!b->ink) {
    cairo_rectangle(cr, -bleed, y - above, c->w + 2 * bleed, high + above);
    colour_set(cr, c->colour);
    cairo_fill(cr);
  } else {
    cairo_rectangle(cr, b->x, y + high - 0.8, b->width, 0.8);
    colour_set(cr, c->colour);
    cairo_fill(cr);
  }
  type_draw(b->press, cr, c->title, t, b->x, top + (h < EMBLEM ? (EMBLEM - h) / 2 : 0),
            room, ink);
  shape_path(cr, c->shape, b->x + b->width - EMBLEM / 2, top + EMBLEM / 2, EMBLEM * 0.42);
  colour_set(cr, b->ink ? c->colour : ink);
  cairo_fill(cr);
  if (h > 12 * MM && !b->press->quiet) type_overflow(b->press, "title", h - 12 * MM);
}

/* The kind, under the head as a rule. */
static double kind_height(Body *b, Type *type)
{
  Type t = {.bold = true, .spacing = 0.4};
  t.size = type_fit(b->press, b->card->noun, t, b->press->print->o.large ? 8 : 6.2,
                    LEAST_TYPE, b->width, 1);
  if (type) *type = t;
  return 2.4 * MM + type_measure(b->press, b->card->noun, t, b->width, NULL);
}

static void draw_kind(Body *b, cairo_t *cr, double y)
{
  Type t;
  kind_height(b, &t);
  type_draw(b->press, cr, b->card->noun, t, b->x, y + 1.2 * MM, b->width,
            colour_mix(b->tint, black, 0.25));
}

/* Game and language at the foot, which is as high as it has to be. */
static double draw_foot(Body *b, cairo_t *cr)
{
  const Card *c = b->card;
  Rgb grey = colour_mix(black, white, 0.3);
  Type t = {.size = LEAST_TYPE};
  double used, line = type_measure(b->press, c->lang, t, 0, &used),
               room = b->width - used - MM;
  const char *whose =
      data_text(c->face, "credit"); /* of a pack: by whom, and on what terms */
  if (!*whose) whose = b->press->print->title;
  double bottom = c->h - 3 * MM,
         y = bottom - type_measure(b->press, whose, t, room, NULL);
  type_draw(b->press, cr, whose, t, b->x, y, room, grey);
  type_draw(b->press, cr, c->lang, t, b->x + b->width - used, bottom - line, 0, grey);
  return y - MM;
}

/* The letter that tells it from others of its kind in the middle of the emblem. */
static void draw_initial(Body *b, cairo_t *cr, double y, double r, Rgb colour)
{
  const char *title = b->card->initial;
  if (shape_room(b->card->shape) <= 0) return;
  char *letter = g_utf8_substring(title, 0, 1), *large = g_utf8_strup(letter, -1);
  Type t = {.size = r * shape_room(b->card->shape), .bold = true, .centred = true};
  double h = type_measure(b->press, large, t, b->width, NULL);
  y += r * shape_sinks(b->card->shape);
  if (g_unichar_isalnum(g_utf8_get_char(large)))
    type_draw(b->press, cr, large, t, b->x, y - h / 2, b->width, colour);
  g_free(letter);
  g_free(large);
}

/* A picture, or the emblem of the kind on a quiet ground. */
static void draw_art(Body *b, cairo_t *cr, double y, double h)
{
  const Card *c = b->card;
  const Art *art = art_find(b->press, c->id, c->kind);
  if (art && art_draw(b->press, cr, art, b->x, y, b->width, h)) return;
  cairo_rectangle(cr, b->x, y, b->width, h);
  colour_set(cr, b->ink ? white : colour_mix(b->tint, white, 0.82));
  cairo_fill(cr);
  double r = (h < b->width ? h : b->width) * 0.3;
  shape_path(cr, c->shape, b->x + b->width / 2, y + h / 2, r);
  Rgb quiet = colour_mix(b->tint, white, b->ink ? 0.5 : 0.55);
  colour_set(cr, quiet);
  cairo_set_line_width(cr, 0.7);
  if (b->ink) cairo_stroke(cr);
  else cairo_fill(cr);
  draw_initial(b, cr, y + h / 2, r, b->ink ? quiet : white);
}

static void draw_safe(const Card *c, cairo_t *cr)
{
  const double dash[] = {2, 2};
  cairo_save(cr);
  cairo_set_dash(cr, dash, 2, 0);
  cairo_set_line_width(cr, 0.4);
  cairo_set_source_rgb(cr, 0.9, 0.1, 0.5);
  cairo_rectangle(cr, 3 * MM, 3 * MM, c->w - 6 * MM, c->h - 6 * MM);
  cairo_stroke(cr);
  cairo_restore(cr);
}

/* ---- the whole ------------------------------------------------------------------ */

/* The largest size of type in which everything fits; the least if none does.  Leaves the
 * heights of all blocks in it, and returns their sum. */
static double choose_size(Body *b, double room)
{
  bool large = b->press->print->o.large;
  double most = large                  ? 13
                : b->card->w < 50 * MM ? 8
                                       : 10,
         least = large ? 8 : LEAST_TYPE;
  int low = 1, high = (int)((most - least) / 0.2);
  b->size = most;
  double h = content_height(b);
  if (h <= room) return h; /* as most do */
  while (low < high) {     /* the fewest steps down */
    int middle = (low + high) / 2;
    b->size = most - middle * 0.2;
    if (content_height(b) <= room) high = middle;
    else low = middle + 1;
  }
  b->size = most - low * 0.2;
  return content_height(b);
}

static void draw_block(Body *b, cairo_t *cr, size_t i, double y)
{
  const Block *k = &b->blocks.at[i];
  double in = block_indent(b, k);
  switch (k->sort) {
  case HEADING:
    if (i || !b->headed) draw_head(b, cr, y);
    return;
  case SUBTITLE: draw_kind(b, cr, y); return;
  case PICTURE:
    if (k->height > 0) draw_art(b, cr, y, k->height - 1.5 * MM);
    return;
  case BADGES: draw_badges(b, cr, y); return;
  case ROW: draw_row(b, cr, k, y); return;
  case INNER_HEAD: draw_panel(b, cr, i, y); break;
  default: break;
  }
  Rgb colour = k->sort == STORY ? colour_mix(black, white, 0.25) : black;
  type_draw(b->press, cr, k->text, block_type(b, k), b->x + in, y, b->width - 2 * in,
            colour);
}

/* The picture takes what the rest leaves, if that is enough to be seen. */
static void draw_body(Body *b, cairo_t *cr, double top, double bottom)
{
  double room = bottom - top;
  double left = room - choose_size(b, room);
  if (left < -0.01 && !b->press->quiet) type_overflow(b->press, "text", -left);
  for (size_t i = 0; i < b->blocks.n; i++) {
    Block *k = &b->blocks.at[i];
    if (k->sort == PICTURE && left >= 10.5 * MM) k->height = left, left = 0;
    top += gap_before(b, i);
    draw_block(b, cr, i, top);
    top += k->height;
  }
}

static Body body_of(Press *p, const Card *c)
{
  INVARIANT(p && p->print);
  Body b = {.press = p, .card = c, .ink = p->print->o.ink_saver, .arena = arena_new()};
  bool pale = colour_on(c->colour).r == black.r;
  b.tint = pale ? colour_mix(c->colour, black, 0.4) : c->colour;
  b.x = c->w < 40 * MM ? 3 * MM : MARGIN;
  b.width = c->w - 2 * b.x;
  p->card = c;
  return b;
}

void card_front(Press *p, cairo_t *cr, const Card *c, double bleed)
{
  INVARIANT(c->w > 0 && c->h > 0 && bleed >= 0);
  if (token_is(c)) {
    token_front(p, cr, c, bleed);
    return;
  }
  Body b = body_of(p, c);
  collect(&b);
  b.bleed = bleed;
  fill_ground(&b, cr, bleed);
  if (b.headed) draw_head(&b, cr, 0);
  double bottom = draw_foot(&b, cr);
  draw_body(&b, cr, b.headed ? head_height(&b, NULL) : MARGIN, bottom);
  if (p->print->o.safe) draw_safe(c, cr);
  vec_free(&b.blocks);
  arena_free(b.arena);
}
