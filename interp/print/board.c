/* Boards on paper: what is printed on them, as large as the paper, or on a page of their
 * own size. */
#include "interp/print/output.h"
#include "interp/base/invariant.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <string.h>
#include <unistd.h>

regel_game *print_game(const Print *p, regel_language *language, bool full, int seed,
                       int *code)
{
  char *why = NULL;
  Names options = {0};
  for (size_t i = 0; i < p->o.sets.n; i++) vec_push(&options, p->o.sets.at[i]);
  vec_push(&options, NULL);
  int players = p->o.players || !full ? p->o.players : regel_rules_most(p->rules);
  regel_setup setup = {players, (uint64_t)seed, options.at, NULL, NULL};
  regel_game *game = regel_game_new(p->rules, &setup, &why);
  vec_free(&options);
  if (!game) {
    print_error("%s", why ? why : "these settings do not fit");
    regel_free(why);
    *code = PRINT_USAGE;
    return NULL;
  }
  regel_speak(game, language);
  regel_auto_chance(game, 1);
  if (regel_step(game) != REGEL_ERROR) return game;
  print_error("%s", regel_error(game));
  regel_game_free(game);
  *code = PRINT_RULE;
  return NULL;
}

enum { BOARD_EDGE = 8 }; /* millimetres of paper around it */

/* Boards that are wider than high lie across. */
double board_scale(const Options *o, double w, double h)
{
  bool across = w > h;
  double room_w = (across ? o->paper_h : o->paper_w) - 2 * BOARD_EDGE,
         room_h = (across ? o->paper_w : o->paper_h) - 2 * BOARD_EDGE;
  if (o->paper_w <= 0) return 1;
  return room_w / w < room_h / h ? room_w / w : room_h / h;
}

/* As high as its picture: what its signs mean stands below it. */
static double drawn_height(RsvgHandle *drawn, double w, double h)
{
  gboolean has_w, has_h, has_box;
  RsvgLength lw, lh;
  RsvgRectangle box;
  rsvg_handle_get_intrinsic_dimensions(drawn, &has_w, &lw, &has_h, &lh, &has_box, &box);
  return has_box && box.width > 0 ? w * box.height / box.width : h;
}

static bool is_drawn(const regel_data *v)
{
  return *data_text(v, "svg") && data_number(v, "width") > 0 &&
         data_number(v, "height") > 0;
}

bool print_has_board(const Print *p)
{
  for (size_t l = 0; l < p->boards.n; l++) {
    const regel_data *views = regel_data_get(p->boards.at[l], "views");
    for (size_t i = 0; i < regel_data_count(views); i++)
      if (is_drawn(regel_data_at(views, i))) return true;
  }
  return false;
}

/* One view on a page. */
static void put_view(Press *p, cairo_surface_t *surface, cairo_t *cr, const regel_data *v,
                     Boxes *boxes)
{
  INVARIANT(p && p->print);
  const Options *o = &p->print->o;
  const char *svg = data_text(v, "svg");
  double w = (double)data_number(v, "width") * MM,
         h = (double)data_number(v, "height") * MM;
  RsvgHandle *drawn = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), NULL);
  if (drawn) h = drawn_height(drawn, w, h);
  bool across = w > h && o->paper_w > 0;
  double page_w = o->paper_w > 0 ? (across ? o->paper_h : o->paper_w) * MM : w + 20 * MM,
         page_h = o->paper_w > 0 ? (across ? o->paper_w : o->paper_h) * MM : h + 20 * MM;
  double scale = board_scale(o, w / MM, h / MM);
  RsvgRectangle place = {(page_w - w * scale) / 2, (page_h - h * scale) / 2, w * scale,
                         h * scale};
  cairo_pdf_surface_set_size(surface, page_w, page_h);
  if (drawn) rsvg_handle_render_document(drawn, cr, &place, NULL);
  if (drawn) g_object_unref(drawn);
  *boxes = (Boxes){{place.x, place.y, place.width, place.height},
                   {place.x, place.y, place.width, place.height}};
  cairo_show_page(cr);
}

int board_pages(Press *p, cairo_surface_t *surface, cairo_t *cr, BoxList *boxes)
{
  INVARIANT(surface && cr && p->print->rules);
  Print *print = p->print;
  for (size_t l = 0; l < print->boards.n; l++) {
    const regel_data *views = regel_data_get(print->boards.at[l], "views");
    for (size_t i = 0; i < regel_data_count(views); i++) {
      const regel_data *v = regel_data_at(views, i);
      Boxes b;
      if (!is_drawn(v)) continue;
      put_view(p, surface, cr, v, &b);
      vec_push(boxes, b);
      if (!data_number(v, "more")) continue;
      print_error("\"%s\" shows more than a board can hold", data_text(v, "title"));
      print->report.art++;
    }
  }
  return PRINT_FINE;
}

/* ---- as pictures ---------------------------------------------------------------- */

static bool draw_png(const Options *o, const char *path)
{
  gdouble w = 0, h = 0;
  GError *error = NULL;
  RsvgHandle *svg = rsvg_handle_new_from_file(path, &error);
  if (!svg || (rsvg_handle_set_dpi(svg, o->dpi),
               !rsvg_handle_get_intrinsic_size_in_pixels(svg, &w, &h))) {
    print_error("%s: %s", path, error ? error->message : "no picture");
    g_clear_error(&error);
    if (svg) g_object_unref(svg);
    return false;
  }
  cairo_surface_t *s =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(w + 0.5), (int)(h + 0.5));
  cairo_t *cr = cairo_create(s);
  RsvgRectangle all = {0, 0, cairo_image_surface_get_width(s),
                       cairo_image_surface_get_height(s)};
  char *png = g_strndup(path, strlen(path) - 4);
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_paint(cr);
  rsvg_handle_render_document(svg, cr, &all, NULL);
  cairo_status_t status = cairo_status(cr);
  if (!status) status = cairo_surface_write_to_png(s, png);
  if (status) print_error("cannot write %s: %s", png, cairo_status_to_string(status));
  cairo_destroy(cr);
  cairo_surface_destroy(s);
  g_free(png);
  g_object_unref(svg);
  return !status;
}

int output_drawn(const Options *o)
{
  bool fine = true;
  for (size_t i = 0; i < o->drawn.n; i++) {
    size_t n = strlen(o->drawn.at[i]);
    if (n < 9 || strcmp(o->drawn.at[i] + n - 8, ".png.svg")) continue;
    fine &= draw_png(o, o->drawn.at[i]);
    unlink(o->drawn.at[i]);
  }
  return fine ? PRINT_FINE : PRINT_IO;
}
