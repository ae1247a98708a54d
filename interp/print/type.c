/* Type: texts in Pango, measured in points and never rounded to pixels, so that a card
 * looks the same on every device. */
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <string.h>

static void draw_icon(cairo_t *cr, PangoAttrShape *shape, gboolean path, gpointer press);

void press_open(Press *p, Print *print)
{
  *p = (Press){.print = print};
  PangoFontMap *map = pango_cairo_font_map_get_default();
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 72);
  p->context = pango_font_map_create_context(map);
  cairo_font_options_t *o = cairo_font_options_create();
  cairo_font_options_set_hint_style(o, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(o, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(o, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(p->context, o);
  cairo_font_options_destroy(o);
  pango_context_set_round_glyph_positions(p->context, FALSE);
  pango_cairo_context_set_shape_renderer(p->context, draw_icon, p, NULL);
  p->layout = pango_layout_new(p->context);
  art_scan(p);
  icons_name(p);
}

bool press_has_font(const Press *p)
{
  PangoFontDescription *wanted = pango_font_description_from_string(p->print->o.font);
  const char *name = pango_font_description_get_family(wanted);
  PangoFontFamily **families;
  int n;
  bool found = false;
  pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &n);
  for (int i = 0; i < n && name && !found; i++)
    found = !g_ascii_strcasecmp(pango_font_family_get_name(families[i]), name);
  g_free(families);
  pango_font_description_free(wanted);
  return found;
}

void press_close(Press *p)
{
  art_free(p);
  vec_free(&p->named);
  backs_free(p);
  buf_free(&p->laid.text);
  g_object_unref(p->layout);
  g_object_unref(p->context);
}

void press_onto(Press *p, cairo_t *cr)
{
  pango_cairo_update_context(cr, p->context);
  pango_layout_context_changed(p->layout);
  p->laid.valid = false;
}

static PangoFontDescription *font(const Press *p, const Type *t)
{
  INVARIANT(p && p->print);
  PangoFontDescription *d =
      pango_font_description_from_string(t->mono ? "monospace" : p->print->o.font);
  pango_font_description_set_absolute_size(d, t->size * PANGO_SCALE);
  if (t->bold) pango_font_description_set_weight(d, PANGO_WEIGHT_BOLD);
  if (t->italic) pango_font_description_set_style(d, PANGO_STYLE_ITALIC);
  return d;
}

static bool same_type(const Type *a, const Type *b)
{
  return a->size == b->size && a->bold == b->bold && a->italic == b->italic &&
         a->centred == b->centred && a->mono == b->mono && a->hanging == b->hanging &&
         a->spacing == b->spacing && a->lead == b->lead;
}

/* Is it what was laid out last?  Shaping is what takes the time. */
static bool laid_out(Press *p, const char *text, const Type *t, double width)
{
  Laid *last = &p->laid;
  if (last->valid && last->width == width && same_type(&last->type, t) &&
      !strcmp(buf_text(&last->text), text))
    return true;
  last->valid = true;
  last->width = width;
  last->type = *t;
  buf_clear(&last->text);
  buf_add(&last->text, text);
  return false;
}

/* ---- icons in a text ------------------------------------------------------------- */

static void draw_icon(cairo_t *cr, PangoAttrShape *shape, gboolean path, gpointer press)
{
  double x, y, w = (double)shape->ink_rect.width / PANGO_SCALE,
               h = (double)shape->ink_rect.height / PANGO_SCALE;
  if (path) return;
  cairo_get_current_point(cr, &x, &y);
  cairo_save(cr);
  art_draw(press, cr, shape->data, x, y + (double)shape->ink_rect.y / PANGO_SCALE, w, h);
  cairo_restore(cr);
  cairo_move_to(cr, x, y);
}

/* Adds a text; where an icon stands, a character that Pango gives its room. */
static void add_text(Press *p, Buf *whole, PangoAttrList *attrs, const char *text,
                     double size)
{
  static const char object[] =
      "\xEF\xBF\xBC\xE2\x81\xA0"; /* never at the end of a line */
  for (const char *at = text; *at; at++) {
    if (*at != ICON) {
      buf_char(whole, *at);
      continue;
    }
    size_t n = strcspn(at + 1, "\x02");
    char *id = g_strndup(at + 1, n);
    const Art *art = icon_find(p, id);
    g_free(id);
    at += n + 1;
    if (!art) continue;
    double h = size * 0.92, w = h * art->w / art->h;
    if (w > 2 * h) w = 2 * h;
    PangoRectangle ink = {0, (int)(-0.8 * size * PANGO_SCALE), (int)(w * PANGO_SCALE),
                          (int)(h * PANGO_SCALE)},
                   room = {0, ink.y, (int)((w + size * 0.18) * PANGO_SCALE), ink.height};
    PangoAttribute *shape =
        pango_attr_shape_new_with_data(&ink, &room, (gpointer)art, NULL, NULL);
    shape->start_index = (guint)whole->n;
    shape->end_index = (guint)whole->n + 3;
    pango_attr_list_insert(attrs, shape);
    buf_add(whole, object);
  }
}

/* The number of a rule (HEI-END-04) stands on one line. */
static void keep_whole(PangoAttrList *attrs, const char *text)
{
  static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
  for (const char *s = text; *s;) {
    size_t n = strspn(s, signs);
    if (n > 2 && memchr(s + 1, '-', n - 2)) {
      PangoAttribute *whole = pango_attr_allow_breaks_new(FALSE);
      whole->start_index = (guint)(s - text);
      whole->end_index = (guint)(s - text + (ptrdiff_t)n);
      pango_attr_list_insert(attrs, whole);
    }
    s += n;
    s += strcspn(s, signs);
  }
}

static void lay_out(Press *p, const char *text, const Type *t, double width)
{
  if (laid_out(p, text, t, width)) return;
  PangoLayout *l = p->layout;
  PangoAttrList *attrs = pango_attr_list_new();
  PangoFontDescription *d = font(p, t);
  Buf whole = {0};
  if (t->lead) {
    PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    add_text(p, &whole, attrs, t->lead, t->size);
    buf_char(&whole, ' ');
    bold->start_index = 0;
    bold->end_index = (guint)whole.n;
    pango_attr_list_insert(attrs, bold);
  }
  add_text(p, &whole, attrs, text, t->size);
  keep_whole(attrs, buf_text(&whole));
  if (t->spacing != 0)
    pango_attr_list_insert(
        attrs, pango_attr_letter_spacing_new((int)(t->spacing * PANGO_SCALE)));
  pango_layout_set_font_description(l, d);
  pango_layout_set_attributes(l, attrs);
  pango_layout_set_width(l, width > 0 ? (int)(width * PANGO_SCALE) : -1);
  pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment(l, t->centred ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
  pango_layout_set_indent(l, t->hanging ? (int)(-t->size * PANGO_SCALE) : 0);
  pango_layout_set_line_spacing(l, 1.08f);
  pango_layout_set_text(l, buf_text(&whole), (int)whole.n);
  pango_attr_list_unref(attrs);
  pango_font_description_free(d);
  buf_free(&whole);
}

static double extent(Press *p, double *used)
{
  PangoRectangle r;
  pango_layout_get_extents(p->layout, NULL, &r);
  if (used) *used = (double)r.width / PANGO_SCALE;
  return (double)r.height / PANGO_SCALE;
}

double type_measure(Press *p, const char *text, Type t, double width, double *used)
{
  lay_out(p, text, &t, width);
  return extent(p, used);
}

/* ---- what is wrong -------------------------------------------------------------- */

void type_overflow(Press *p, const char *what, double by)
{
  p->print->report.overflows++;
  print_error("%s (%s), %s: the %s is %.1f mm too long", p->card->title, p->card->id,
              p->card->lang, what, by / MM);
}

/* Characters that no font has. */
static void report_glyphs(Press *p)
{
  if (p->quiet || !pango_layout_get_unknown_glyphs_count(p->layout)) return;
  PangoLayoutIter *i = pango_layout_get_iter(p->layout);
  do {
    PangoLayoutRun *run = pango_layout_iter_get_run_readonly(i);
    for (int k = 0; run && k < run->glyphs->num_glyphs; k++) {
      PangoGlyph g = run->glyphs->glyphs[k].glyph;
      if (g == PANGO_GLYPH_EMPTY || !(g & PANGO_GLYPH_UNKNOWN_FLAG)) continue;
      p->print->report.glyphs++;
      print_error("%s (%s), %s: no font here has U+%04X", p->card->title, p->card->id,
                  p->card->lang, g & ~PANGO_GLYPH_UNKNOWN_FLAG);
    }
  } while (pango_layout_iter_next_run(i));
  pango_layout_iter_free(i);
}

double type_draw(Press *p, cairo_t *cr, const char *text, Type t, double x, double y,
                 double width, Rgb colour)
{
  INVARIANT(text && t.size > 0);
  lay_out(p, text, &t, width);
  double height = extent(p, NULL);
  report_glyphs(p);
  colour_set(cr, colour);
  cairo_move_to(cr, x, y);
  pango_cairo_show_layout(cr, p->layout);
  cairo_new_path(cr); /* the point would be joined to the next arc */
  return height;
}

/* Is a line of what was laid out broken inside a word? */
static bool breaks_word(PangoLayout *l)
{
  const char *text = pango_layout_get_text(l);
  int n;
  const PangoLogAttr *attrs = pango_layout_get_log_attrs_readonly(l, &n);
  for (int i = 1; i < pango_layout_get_line_count(l); i++) {
    int at = pango_layout_line_get_start_index(pango_layout_get_line_readonly(l, i));
    glong c = g_utf8_pointer_to_offset(text, text + at);
    if (c < n && !attrs[c].is_line_break) return true;
  }
  return false;
}

double type_fit(Press *p, const char *text, Type t, double most, double least,
                double width, int lines)
{
  INVARIANT(text && most >= least && least > 0 && lines > 0);
  for (t.size = most; t.size > least; t.size -= 0.5) {
    lay_out(p, text, &t, width);
    if (pango_layout_get_line_count(p->layout) <= lines && !breaks_word(p->layout))
      return t.size;
  }
  return least;
}
