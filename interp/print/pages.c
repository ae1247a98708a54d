/* Sheets of cards: as many as fit, marks to cut along, and backs that meet their fronts.
 */
#include "interp/print/output.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdio.h>

static const double EDGE = 4 * MM; /* that no printer reaches */

/* ---- how cards lie -------------------------------------------------------------- */

static bool plan(const Options *o, double w, double h, double bleed, Sheet *s)
{
  double pair = o->fold ? 2 * w : w;
  *s = (Sheet){.w = o->paper_w * MM, .h = o->paper_h * MM, .bleed = bleed};
  s->card_w = w;
  s->card_h = h;
  s->dx = pair + 2 * bleed;
  s->dy = h + 2 * bleed;
  s->columns = (int)((s->w - 2 * EDGE) / s->dx + 1e-6);
  s->rows = (int)((s->h - 2 * EDGE) / s->dy + 1e-6);
  s->x = (s->w - s->columns * s->dx) / 2 + bleed;
  s->y = (s->h - s->rows * s->dy) / 2 + bleed;
  return s->columns > 0 && s->rows > 0;
}

bool sheet_plan(const Options *o, double w, double h, Sheet *s)
{
  if (o->paper_w <= 0) { /* a page for each card: as print shops want it */
    double bleed = (o->bleed < 0 ? 3 : o->bleed) * MM, edge = bleed + 5 * MM;
    *s = (Sheet){w + 2 * edge,
                 h + 2 * edge,
                 edge,
                 edge,
                 w + 2 * bleed,
                 h + 2 * bleed,
                 w,
                 h,
                 bleed,
                 1,
                 1};
    return true;
  }
  if (o->bleed >= 0) return plan(o, w, h, o->bleed * MM, s);
  Sheet best = {0}, now;
  for (int mm = 3; mm >= 0; mm--)
    if (plan(o, w, h, mm * MM, &now) && now.columns * now.rows > best.columns * best.rows)
      best = now;
  *s = best;
  return best.columns > 0;
}

/* ---- marks ---------------------------------------------------------------------- */

static void line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to(cr, x0, y0);
  cairo_line_to(cr, x1, y1);
  cairo_stroke(cr);
}

/* Marks outside of all cards at every edge to be cut; dashed where to fold. */
static void draw_marks(cairo_t *cr, const Sheet *s, bool fold)
{
  double gap = s->bleed + 0.8 * MM, left = s->x - gap, top = s->y - gap;
  double right = s->x + s->columns * s->dx - 2 * s->bleed + gap,
         bottom = s->y + s->rows * s->dy - 2 * s->bleed + gap;
  double pair = fold ? 2 * s->card_w : s->card_w, length = 3 * MM;
  cairo_set_line_width(cr, 0.25);
  cairo_set_source_rgb(cr, 0, 0, 0);
  for (int i = 0; i < s->columns * 2; i++) {
    double x = s->x + (i / 2) * s->dx + (i % 2 ? pair : 0);
    line(cr, x, top, x, top - length);
    line(cr, x, bottom, x, bottom + length);
  }
  for (int i = 0; i < s->rows * 2; i++) {
    double y = s->y + (i / 2) * s->dy + (i % 2 ? s->card_h : 0);
    line(cr, left, y, left - length, y);
    line(cr, right, y, right + length, y);
  }
  const double dash[] = {1.5, 1.5};
  if (fold) cairo_set_dash(cr, dash, 2, 0);
  for (int i = 0; fold && i < s->columns; i++) {
    double x = s->x + i * s->dx + s->card_w;
    line(cr, x, top, x, top - length);
    line(cr, x, bottom, x, bottom + length);
  }
  cairo_set_dash(cr, NULL, 0, 0);
}

/* A cross in the middle of two edges: held against the light, both sides must meet. */
static void draw_registration(cairo_t *cr, const Sheet *s)
{
  const double at[][2] = {{s->w / 2, 2.2 * MM}, {s->w / 2, s->h - 2.2 * MM}};
  cairo_set_line_width(cr, 0.25);
  cairo_set_source_rgb(cr, 0, 0, 0);
  for (int i = 0; i < 2; i++) {
    double x = at[i][0], y = at[i][1], r = 1.2 * MM;
    cairo_arc(cr, x, y, r * 0.6, 0, 6.2832);
    cairo_stroke(cr);
    line(cr, x - r, y, x + r, y);
    line(cr, x, y - r, x, y + r);
  }
}

/* ---- pages ---------------------------------------------------------------------- */

typedef VEC(const Card *) Line;

typedef struct Book {
  Press *press;
  cairo_surface_t *surface;
  cairo_t *cr;
  BoxList boxes;
  const Card *last; /* copies of it have nothing new to report */
} Book;

static void place(Book *b, const Sheet *s, int column, int row, const Card *c, bool back)
{
  double x = s->x + column * s->dx, y = s->y + row * s->dy;
  bool fold = b->press->print->o.fold;
  b->press->quiet = back || c == b->last;
  b->last = c;
  b->press->slot = row * s->columns + column;
  cairo_save(b->cr);
  cairo_translate(b->cr, x + (fold && back ? s->card_w : 0), y);
  if (fold) { /* the two halves share an edge: no colour goes over it */
    cairo_rectangle(b->cr, back ? 0 : -s->bleed, -s->bleed, s->card_w + s->bleed,
                    s->card_h + 2 * s->bleed);
    cairo_clip(b->cr);
  }
  if (back) card_back(b->press, b->cr, c, s->bleed);
  else card_front(b->press, b->cr, c, s->bleed);
  cairo_restore(b->cr);
}

static void end_page(Book *b, const Sheet *s)
{
  double w = s->columns * s->dx - 2 * s->bleed, h = s->rows * s->dy - 2 * s->bleed;
  double d = s->bleed;
  draw_marks(b->cr, s, b->press->print->o.fold);
  Boxes boxes = {{s->x, s->y, w, h}, {s->x - d, s->y - d, w + 2 * d, h + 2 * d}};
  vec_push(&b->boxes, boxes);
  cairo_show_page(b->cr);
}

/* One sheet with up to columns × rows cards, and its other side. */
static void put_sheet(Book *b, const Sheet *s, const Card *const *cards, int n)
{
  const Options *o = &b->press->print->o;
  bool mirror = o->backs && !o->fold && o->paper_w > 0;
  cairo_pdf_surface_set_size(b->surface, s->w, s->h);
  for (int i = 0; i < n; i++)
    place(b, s, i % s->columns, i / s->columns, cards[i], false);
  for (int i = 0; o->fold && i < n; i++)
    place(b, s, i % s->columns, i / s->columns, cards[i], true);
  if (mirror) draw_registration(b->cr, s);
  end_page(b, s);
  if (!o->backs || o->fold) return;
  for (int i = 0; i < n; i++) {
    int column = i % s->columns, row = i / s->columns;
    if (o->flip == FLIP_SHORT) row = s->rows - 1 - row;
    else column = s->columns - 1 - column;
    place(b, s, column, row, cards[i], true);
  }
  if (mirror) draw_registration(b->cr, s);
  end_page(b, s);
}

/* All cards of one size, each as often as there are copies. */
static bool put_size(Book *b, const Cards *cards, size_t first, bool *done)
{
  const Card *model = &cards->at[first];
  Sheet s;
  if (!sheet_plan(&b->press->print->o, model->w, model->h, &s)) {
    print_error("%s (%s): %.0f x %.0f mm is larger than the paper", model->title,
                model->id, model->w / MM, model->h / MM);
    return false;
  }
  Line line = {0};
  int room = s.columns * s.rows;
  for (size_t i = first; i < cards->n; i++) {
    const Card *c = &cards->at[i];
    if (done[i] || fabs(c->w - model->w) > 0.01 || fabs(c->h - model->h) > 0.01) continue;
    done[i] = true;
    for (int k = 0; k < c->copies; k++) {
      vec_push(&line, c);
      if ((int)line.n < room) continue;
      put_sheet(b, &s, line.at, room);
      line.n = 0;
    }
  }
  if (line.n) put_sheet(b, &s, line.at, (int)line.n);
  vec_free(&line);
  return true;
}

static int put_all(Book *b)
{
  const Cards *cards = &b->press->print->cards;
  size_t cap = 0;
  bool *done = vec_grow_(NULL, &cap, cards->n + 1, sizeof *done), fine = true;
  for (size_t i = 0; i < cards->n; i++) done[i] = false;
  for (size_t i = 0; i < cards->n && fine; i++)
    if (!done[i]) fine = put_size(b, cards, i, done);
  free(done);
  return fine ? PRINT_FINE : PRINT_USAGE;
}

int output_pdf(Press *p)
{
  const Options *o = &p->print->o;
  Book b = {.press = p, .surface = cairo_pdf_surface_create(o->output, 595, 842)};
  b.cr = cairo_create(b.surface);
  cairo_pdf_surface_set_metadata(b.surface, CAIRO_PDF_METADATA_TITLE, p->print->title);
  cairo_pdf_surface_set_metadata(b.surface, CAIRO_PDF_METADATA_CREATOR,
                                 "Regel " REGEL_VERSION);
  press_onto(p, b.cr);
  int code = cairo_surface_status(b.surface) ? PRINT_IO : PRINT_FINE;
  if (code == PRINT_FINE && o->all && !o->names.n)
    code = board_pages(p, b.surface, b.cr, &b.boxes);
  if (code == PRINT_FINE) code = put_all(&b);
  cairo_destroy(b.cr);
  cairo_surface_finish(b.surface);
  cairo_status_t status = cairo_surface_status(b.surface);
  cairo_surface_destroy(b.surface);
  if (status) {
    print_error("cannot write %s: %s", o->output, cairo_status_to_string(status));
    code = PRINT_IO;
  }
  if (code == PRINT_FINE && !pdf_boxes(o->output, b.boxes.at, b.boxes.n)) {
    print_error("cannot write the boxes of %s", o->output);
    code = PRINT_IO;
  }
  vec_free(&b.boxes);
  return code;
}
