/* A rulebook on paper: lines that `regel book` wrote (a letter for the sort of block, its
 * level, and cells divided by tabs) become pages. */
#include "interp/print/output.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 12 };

/* One block as it was read. */
typedef struct Line {
  char *line, *cells[MOST_CELLS];
  int n, level;
} Line;

typedef struct Pages {
  Press *press;
  cairo_surface_t *surface;
  cairo_t *cr;
  double y, width;
  int number;
  VEC(Line) table; /* rows that wait for the last of them */
} Pages;

static const double SIDE = 22 * MM, TOP = 20 * MM, BOTTOM = 277 * MM;

static void end_page(Pages *g)
{
  char digits[16];
  snprintf(digits, sizeof digits, "%d", ++g->number);
  Type t = {.size = 8, .centred = true};
  type_draw(g->press, g->cr, digits, t, SIDE, 284 * MM, g->width,
            colour_mix(black, white, 0.4));
  cairo_show_page(g->cr);
  g->y = TOP;
}

static void need(Pages *g, double h)
{
  if (g->y + h > BOTTOM && g->y > TOP) end_page(g);
}

/* A text that may be longer than a page is divided at spaces until each part fits. */
static void put_text(Pages *g, const char *text, Type t, double indent, double after,
                     Rgb ink)
{
  double width = g->width - indent;
  double h = type_measure(g->press, text, t, width, NULL);
  size_t n = strlen(text);
  if (h > BOTTOM - TOP && n > 200) {
    const char *half = strchr(text + n / 2, ' ');
    char *first = half ? strndup(text, (size_t)(half - text)) : NULL;
    if (first) {
      put_text(g, first, t, indent, 0, ink);
      put_text(g, half + 1, t, indent, after, ink);
      free(first);
      return;
    }
  }
  need(g, h);
  g->y += type_draw(g->press, g->cr, text, t, SIDE + indent, g->y, width, ink) + after;
}

static void put_heading(Pages *g, const char *text, int level)
{
  static const double sizes[] = {24, 24, 15, 12, 10.5};
  double size = sizes[level > 4 ? 4 : level < 0 ? 0 : level];
  Type t = {.size = size, .bold = true};
  need(g, size * 4);
  if (g->y > TOP) g->y += size * 0.9;
  put_text(g, text, t, 0, size * 0.35, colour_of_kind(0));
}

/* ---- tables --------------------------------------------------------------------- */

/* Columns as wide as what stands in them asks for, none less than its longest word. */
static void plan_columns(Pages *g, double *wide, int columns)
{
  double all = 0, least = 12 * MM;
  for (int c = 0; c < columns; c++) wide[c] = 0;
  for (size_t i = 0; i < g->table.n; i++) {
    const Line *r = &g->table.at[i];
    for (int c = 0; c < r->n; c++) {
      double used;
      type_measure(g->press, r->cells[c], (Type){.size = 8.5}, 0, &used);
      double most = g->width * (columns > 2 ? 0.45 : 0.8);
      used = used > most ? most : used;
      if (used > wide[c]) wide[c] = used;
    }
  }
  for (int c = 0; c < columns; c++) {
    wide[c] = wide[c] + 3 * MM < least ? least : wide[c] + 3 * MM;
    all += wide[c];
  }
  for (int c = 0; c < columns && all > g->width; c++) wide[c] *= g->width / all;
}

static void put_row(Pages *g, const Line *r, const double *wide)
{
  double high = 0, x = SIDE;
  Type t = {.size = 8.5, .bold = r->level > 0};
  for (int c = 0; c < r->n; c++) {
    double h = type_measure(g->press, r->cells[c], t, wide[c] - 2 * MM, NULL);
    if (h > high) high = h;
  }
  need(g, high + 4);
  for (int c = 0; c < r->n; c++) {
    type_draw(g->press, g->cr, r->cells[c], t, x, g->y, wide[c] - 2 * MM, black);
    x += wide[c];
  }
  g->y += high + 2;
  cairo_move_to(g->cr, SIDE, g->y);
  cairo_line_to(g->cr, SIDE + g->width, g->y);
  colour_set(g->cr, colour_mix(black, white, 0.75));
  cairo_set_line_width(g->cr, 0.4);
  cairo_stroke(g->cr);
  g->y += 2;
}

/* Rows that follow each other are one table. */
static void put_table(Pages *g)
{
  double wide[MOST_CELLS];
  int columns = 0;
  for (size_t i = 0; i < g->table.n; i++)
    if (g->table.at[i].n > columns) columns = g->table.at[i].n;
  plan_columns(g, wide, columns);
  for (size_t i = 0; i < g->table.n; i++) {
    put_row(g, &g->table.at[i], wide);
    free(g->table.at[i].line);
  }
  if (g->table.n) g->y += 2 * MM;
  g->table.n = 0;
}

static void put_face(Pages *g, char **cells, int n)
{
  Type title = {.size = 9.5, .bold = true}, text = {.size = 9};
  need(g, 12 * MM);
  double from = g->y;
  int page = g->number;
  put_text(g, cells[0], title, 3 * MM, 1, black);
  for (int i = 1; i < n; i++) put_text(g, cells[i], text, 3 * MM, 1, black);
  if (page == g->number) {
    cairo_rectangle(g->cr, SIDE, from, 0.8 * MM, g->y - from);
    colour_set(g->cr, colour_of_kind(0));
    cairo_fill(g->cr);
  }
  g->y += 2 * MM;
}

/* A board, as wide as the page or as high as half of it. */
static void put_picture(Pages *g, const char *svg)
{
  RsvgHandle *h = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), NULL);
  gboolean has_w, has_h, has_box;
  RsvgLength lw, lh;
  RsvgRectangle box = {0};
  if (!h) return;
  rsvg_handle_get_intrinsic_dimensions(h, &has_w, &lw, &has_h, &lh, &has_box, &box);
  double high = has_box && box.width > 0 ? g->width * box.height / box.width : 100 * MM;
  if (high > 140 * MM) high = 140 * MM;
  need(g, high);
  RsvgRectangle place = {SIDE, g->y, g->width, high};
  rsvg_handle_render_document(h, g->cr, &place, NULL);
  g->y += high + 4 * MM;
  g_object_unref(h);
}

static void put_line(Pages *g, const char *text)
{
  Line r = {.line = strdup(text), .level = atoi(text + 1)};
  for (char *s = strchr(r.line, '\t'); s && r.n < MOST_CELLS; s = strchr(s, '\t')) {
    *s++ = 0;
    r.cells[r.n++] = s;
  }
  if (*text == 'R' && r.n) {
    vec_push(&g->table, r);
    return;
  }
  put_table(g);
  Type plain = {.size = 9.5}, small = {.size = 8, .italic = true}, code = {.size = 7.2};
  if (r.n) switch (*text) {
    case 'H': put_heading(g, r.cells[0], r.level); break;
    case 'P': put_text(g, r.cells[0], plain, 0, 5, black); break;
    case 'I':
      need(g, 12);
      type_draw(g->press, g->cr, "•", plain, SIDE + MM, g->y, 0, black);
      put_text(g, r.cells[0], plain, 5 * MM, 3, black);
      break;
    case 'N':
      put_text(g, r.cells[0], small, 3 * MM, 4, colour_mix(black, white, 0.3));
      break;
    case 'G': put_picture(g, r.cells[0]); break;
    case 'F': put_face(g, r.cells, r.n); break;
    case 'C':
      for (int i = 1; i < r.n; i++)
        put_text(g, r.cells[i], code, 5 * MM, i + 1 < r.n ? 0 : 6, black);
      break;
    }
  free(r.line);
}

int output_book(Press *p)
{
  const Options *o = &p->print->o;
  FILE *f = fopen(o->book, "rb");
  if (!f) {
    print_error("cannot read %s", o->book);
    return PRINT_IO;
  }
  Card nothing = {.title = "book", .id = "book", .lang = ""};
  Pages g = {.press = p, .y = TOP, .width = 210 * MM - 2 * SIDE};
  g.surface = cairo_pdf_surface_create(o->output, 210 * MM, 297 * MM);
  g.cr = cairo_create(g.surface);
  p->card = &nothing;
  press_onto(p, g.cr);
  char *line = NULL;
  size_t cap = 0;
  for (ssize_t n; (n = getline(&line, &cap, f)) > 0;) {
    if (line[n - 1] == '\n') line[n - 1] = 0;
    put_line(&g, line);
  }
  put_table(&g);
  end_page(&g);
  vec_free(&g.table);
  free(line);
  fclose(f);
  remove(o->book);
  cairo_destroy(g.cr);
  cairo_surface_finish(g.surface);
  cairo_status_t status = cairo_surface_status(g.surface);
  cairo_surface_destroy(g.surface);
  if (status)
    print_error("cannot write %s: %s", o->output, cairo_status_to_string(status));
  return status ? PRINT_IO : PRINT_FINE;
}
