/* A rulebook on paper: lines that `regel book` wrote (a letter for the sort of block, its
 * level, its name and where it leads, and cells divided by tabs) become pages.  They are
 * set twice: the first time only to learn on which page everything stands. */
#include "interp/print/book.h"
#include "interp/base/invariant.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- pages ---------------------------------------------------------------------- */

void book_end_page(Pages *g)
{
  INVARIANT(g && g->press);
  char digits[16];
  snprintf(digits, sizeof digits, "%d", ++g->number);
  Rgb grey = colour_mix(black, white, 0.4);
  double used, y = 284 * MM;
  Type t = {.size = 8};
  type_measure(g->press, digits, t, 0, &used);
  type_draw(g->press, g->cr, g->title, t, BOOK_SIDE, y, 0, grey);
  type_draw(g->press, g->cr, digits, t, BOOK_SIDE + g->width - used, y, 0, grey);
  cairo_show_page(g->cr);
  g->y = BOOK_TOP;
}

void book_need(Pages *g, double h)
{
  if (g->y + h > BOOK_BOTTOM && g->y > BOOK_TOP) book_end_page(g);
}

/* A text that may be longer than a page is divided at spaces until each part fits. */
void book_text(Pages *g, const char *text, Type t, double indent, double after, Rgb ink)
{
  INVARIANT(g && g->press);
  double width = g->width - indent;
  double h = type_measure(g->press, text, t, width, NULL);
  size_t n = strlen(text);
  if (h > BOOK_BOTTOM - BOOK_TOP && n > 200) {
    const char *half = strchr(text + n / 2, ' ');
    char *first = half ? strndup(text, (size_t)(half - text)) : NULL;
    if (first) {
      book_text(g, first, t, indent, 0, ink);
      book_text(g, half + 1, t, indent, after, ink);
      free(first);
      return;
    }
  }
  book_need(g, h);
  g->y +=
      type_draw(g->press, g->cr, text, t, BOOK_SIDE + indent, g->y, width, ink) + after;
}

/* ---- names and where they lead -------------------------------------------------- */

int book_page_of(const Pages *g, const char *id)
{
  for (size_t i = 0; id && i < g->spots.n; i++)
    if (!strcmp(g->spots.at[i].id, id)) return g->spots.at[i].page;
  return 0;
}

void book_spot(Pages *g, const char *id)
{
  if (id && g->draft && !book_page_of(g, id))
    vec_push(&g->spots, ((Spot){id, g->number + 1, g->y}));
}

/* A place as cairo wants it told; NULL: it is not known.  Freed by the caller. */
static char *place(const Pages *g, const char *id)
{
  for (size_t i = 0; !g->draft && id && i < g->spots.n; i++)
    if (!strcmp(g->spots.at[i].id, id))
      return g_strdup_printf("page=%d pos=[%d %d]", g->spots.at[i].page, (int)BOOK_SIDE,
                             (int)g->spots.at[i].y);
  return NULL;
}

/* ---- blocks --------------------------------------------------------------------- */

static double picture_height(const Pages *g, const char *svg)
{
  enum { MOST = 170 }; /* mm */
  RsvgHandle *h = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), NULL);
  gboolean has_w, has_h, has_box;
  RsvgLength lw, lh;
  RsvgRectangle box = {0};
  if (!h) return 0;
  rsvg_handle_get_intrinsic_dimensions(h, &has_w, &lw, &has_h, &lh, &has_box, &box);
  g_object_unref(h);
  double high = has_box && box.width > 0 ? g->width * box.height / box.width : 100 * MM;
  return high > MOST * MM ? MOST * MM : high;
}

/* As wide as the page; somewhat smaller where that saves one, with so much above it. */
static double picture_room(const Pages *g, const char *svg, double above)
{
  double high = picture_height(g, svg), room = BOOK_BOTTOM - g->y - above;
  return room < high && room > 0.7 * high ? room : high;
}

static void put_picture(Pages *g, const char *svg)
{
  double high = picture_room(g, svg, 0);
  RsvgHandle *h = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), NULL);
  if (!h) return;
  book_need(g, high);
  RsvgRectangle place = {BOOK_SIDE, g->y, g->width, high};
  if (!g->draft) rsvg_handle_render_document(h, g->cr, &place, NULL);
  g->y += high + 4 * MM;
  g_object_unref(h);
}

static const double heads[] = {24, 24, 15, 12, 10.5};

static double head_size(int level)
{
  return heads[level > 4 ? 4 : level < 0 ? 0 : level];
}

/* What must stand below a heading on the same page. */
static double follows(Pages *g, size_t at)
{
  enum { LINES = 3 };
  if (at >= g->lines.n) return 0;
  const Line *l = &g->lines.at[at];
  switch (l->sort) {
  case 'H': return 2 * head_size(l->level) + follows(g, at + 1);
  case 'G': return picture_room(g, l->cells.at[0], 16 * MM);
  case 'R': return book_table_begins(g, at);
  default: return LINES * 14;
  }
}

static void put_heading(Pages *g, size_t at)
{
  const Line *l = &g->lines.at[at];
  double size = head_size(l->level);
  Type t = {.size = size, .bold = true};
  book_need(g, size * 2.6 + follows(g, at + 1));
  if (g->y > BOOK_TOP) g->y += size * 0.9;
  book_spot(g, l->id);
  char *to = l->level > 1 ? place(g, l->id) : NULL;
  if (to)
    cairo_pdf_surface_add_outline(cairo_get_target(g->cr), CAIRO_PDF_OUTLINE_ROOT,
                                  l->cells.at[0], to, 0);
  g_free(to);
  book_text(g, l->cells.at[0], t, 0, size * 0.35, colour_of_kind(0));
  if (l->level == 1) book_contents(g);
}

void book_code(Pages *g, const Line *l)
{
  Type code = {.size = 6.6, .mono = true};
  for (size_t i = 1; i < l->cells.n; i++)
    book_text(g, l->cells.at[i], code, 5 * MM, i + 1 < l->cells.n ? 0 : 6,
              colour_mix(black, white, 0.2));
}

/* Returns how many blocks it took. */
static size_t put_line(Pages *g, size_t at)
{
  INVARIANT(g && g->press);
  const Line *l = &g->lines.at[at];
  Type plain = {.size = l->quoted ? 7.5 : 9.5,
                .bold = l->sort == 'P' && l->id && l->level},
       small = {.size = 8, .italic = true};
  Rgb ink = l->quoted ? colour_mix(black, white, 0.35) : black;
  if (!l->cells.n) return 1;
  switch (l->sort) {
  case 'R': return l->target && l->cells.n == 1 ? book_index(g, at) : book_table(g, at);
  case 'F': return book_faces(g, at);
  case 'H': put_heading(g, at); break;
  case 'P':
    if (l->id) book_need(g, 40), g->y += 4;
    book_spot(g, l->id);
    book_text(g, l->cells.at[0], plain, 0, l->id ? 2 : 5, ink);
    break;
  case 'I':
    book_need(g, 12);
    type_draw(g->press, g->cr, "•", plain, BOOK_SIDE + MM, g->y, 0, ink);
    book_text(g, l->cells.at[0], plain, 5 * MM, 3, ink);
    break;
  case 'N':
    book_text(g, l->cells.at[0], small, 3 * MM, 4, colour_mix(black, white, 0.3));
    break;
  case 'G': put_picture(g, l->cells.at[0]); break;
  case 'C': book_code(g, l); break;
  }
  return 1;
}

/* ---- the whole ------------------------------------------------------------------ */

/* "H2#setup>rules": sort, level, its name, where it leads. */
static Line read_line(char *text)
{
  Line l = {.sort = *text, .level = atoi(text + 1)};
  char *head = text;
  for (char *s = strchr(text, '\t'); s; s = strchr(s, '\t')) {
    *s++ = 0;
    vec_push(&l.cells, s);
  }
  char *target = strchr(head, '>'), *id = strchr(head, '#');
  l.quoted = head[strcspn(head, "~#>")] == '~';
  if (target) *target = 0, l.target = target + 1;
  if (id) *id = 0, l.id = id + 1;
  return l;
}

static void set(Pages *g, cairo_surface_t *surface, bool draft)
{
  INVARIANT(g && g->press);
  g->cr = cairo_create(surface);
  g->draft = draft;
  g->number = 0;
  g->y = BOOK_TOP;
  press_onto(g->press, g->cr);
  for (size_t i = 0; i < g->lines.n;) i += put_line(g, i);
  book_end_page(g);
  cairo_destroy(g->cr);
  cairo_surface_finish(surface);
}

static int set_book(Pages *g, const char *output)
{
  INVARIANT(g && g->press);
  double w = 210 * MM, h = 297 * MM;
  cairo_surface_t *draft = cairo_pdf_surface_create_for_stream(NULL, NULL, w, h);
  set(g, draft, true);
  cairo_surface_destroy(draft);
  g->press->quiet = true; /* what it has to report was reported */
  cairo_surface_t *surface = cairo_pdf_surface_create(output, w, h);
  if (*g->title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, g->title);
  set(g, surface, false);
  cairo_status_t status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (status) print_error("cannot write %s: %s", output, cairo_status_to_string(status));
  return status ? PRINT_IO : PRINT_FINE;
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
  Pages g = {.press = p, .width = 210 * MM - 2 * BOOK_SIDE, .title = ""};
  VEC(char *) texts = {0};
  p->card = &nothing;
  char *line = NULL;
  size_t cap = 0;
  for (ssize_t n; (n = getline(&line, &cap, f)) > 0; line = NULL, cap = 0) {
    if (line[n - 1] == '\n') line[n - 1] = 0;
    vec_push(&texts, line);
    vec_push(&g.lines, read_line(line));
  }
  free(line);
  fclose(f);
  remove(o->book);
  if (g.lines.n && g.lines.at[0].sort == 'H' && g.lines.at[0].cells.n)
    g.title = g.lines.at[0].cells.at[0];
  int code = set_book(&g, o->output);
  for (size_t i = 0; i < g.lines.n; i++) vec_free(&g.lines.at[i].cells);
  for (size_t i = 0; i < texts.n; i++) free(texts.at[i]);
  vec_free(&g.lines);
  vec_free(&texts);
  vec_free(&g.spots);
  return code;
}
