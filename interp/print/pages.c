/* Sheets of cards: as many as fit, marks to cut along, and backs that meet their fronts.
 */
#include "interp/print/output.h"
#include "interp/base/invariant.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>

static const double EDGE = 4 * MM; /* that no printer reaches */
static const double PI = 3.141592653589793;

/* ---- how cards lie -------------------------------------------------------------- */

typedef struct Plan {
  double w, h; /* of the card */
  int beside;
  bool fold;
} Plan;

static bool plan(const Plan *p, double paper_w, double paper_h, double bleed, Sheet *s)
{
  double pair = p->fold ? 2 * p->w : p->w;
  *s = (Sheet){.w = paper_w * MM, .h = paper_h * MM, .bleed = bleed};
  s->card_w = p->w;
  s->card_h = p->h;
  s->dx = pair + 2 * bleed;
  s->dy = p->h + 2 * bleed;
  s->columns = (int)((s->w - 2 * EDGE) / s->dx + 1e-6);
  s->rows = (int)((s->h - 2 * EDGE) / s->dy + 1e-6);
  if (s->columns >= p->beside) s->columns -= s->columns % p->beside;
  s->x = (s->w - s->columns * s->dx) / 2 + bleed;
  s->y = (s->h - s->rows * s->dy) / 2 + bleed;
  return s->columns > 0 && s->rows > 0;
}

/* Rows that hold all languages come first, then the number of cards. */
static void keep_best(const Plan *p, const Sheet *now, Sheet *best)
{
  bool whole = now->columns >= p->beside, was = best->columns >= p->beside;
  if (whole != was ? whole : now->columns * now->rows > best->columns * best->rows)
    *best = *now;
}

bool sheet_plan(const Options *o, double w, double h, int beside, Sheet *s)
{
  INVARIANT(w > 0 && h > 0 && beside > 0);
  Plan p = {w, h, beside, o->fold};
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
  Sheet best = {0}, now;
  int most = o->bleed < 0 ? 3 : 0;
  for (int mm = most; mm >= 0; mm--)
    for (int across = 0; across <= (beside > 1); across++) {
      double bleed = (o->bleed < 0 ? mm : o->bleed) * MM;
      if (plan(&p, across ? o->paper_h : o->paper_w, across ? o->paper_w : o->paper_h,
               bleed, &now))
        keep_best(&p, &now, &best);
    }
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
  bool *told; /* copies of a card have nothing new to report */
} Book;

static void place(Book *b, const Sheet *s, int column, int row, const Card *c, bool back)
{
  double x = s->x + column * s->dx, y = s->y + row * s->dy;
  bool fold = b->press->print->o.fold;
  bool *told = &b->told[c - b->press->print->cards.at];
  b->press->quiet = back || *told;
  *told = true;
  b->press->slot = row * s->columns + column;
  cairo_save(b->cr);
  cairo_translate(b->cr, x + (fold && back ? s->card_w : 0), y);
  if (fold) { /* the two halves share an edge: no colour goes over it */
    cairo_rectangle(b->cr, back ? 0 : -s->bleed, -s->bleed, s->card_w + s->bleed,
                    s->card_h + 2 * s->bleed);
    cairo_clip(b->cr);
  } else if (back && b->press->print->o.flip == FLIP_SHORT) { /* as the sheet is turned */
    cairo_translate(b->cr, s->card_w, s->card_h);
    cairo_rotate(b->cr, PI);
  }
  if (back) card_back(b->press, b->cr, c, s->bleed);
  else card_front(b->press, b->cr, c, s->bleed);
  cairo_restore(b->cr);
}

/* Cards of one size on a page: those of another lie below them where there is room. */
typedef struct Band {
  Sheet sheet;
  Line line;
} Band;

typedef struct Page {
  VEC(Band) bands;
  double until; /* down to where they reach */
} Page;

static void widen(double box[4], double x, double y, double w, double h)
{
  double right = fmax(box[0] + box[2], x + w), bottom = fmax(box[1] + box[3], y + h);
  bool none = box[2] <= 0;
  box[0] = none ? x : fmin(box[0], x);
  box[1] = none ? y : fmin(box[1], y);
  box[2] = none ? w : right - box[0];
  box[3] = none ? h : bottom - box[1];
}

static void end_page(Book *b, const Page *page)
{
  Boxes boxes = {{0}, {0}};
  for (size_t i = 0; i < page->bands.n; i++) {
    const Sheet *s = &page->bands.at[i].sheet;
    double w = s->columns * s->dx - 2 * s->bleed, h = s->rows * s->dy - 2 * s->bleed;
    double d = s->bleed;
    draw_marks(b->cr, s, b->press->print->o.fold);
    widen(boxes.trim, s->x, s->y, w, h);
    widen(boxes.bleed, s->x - d, s->y - d, w + 2 * d, h + 2 * d);
  }
  vec_push(&b->boxes, boxes);
  cairo_show_page(b->cr);
}

static void put_band(Book *b, const Band *band, bool other_side)
{
  const Options *o = &b->press->print->o;
  const Sheet *s = &band->sheet;
  for (int i = 0; i < (int)band->line.n; i++) {
    int column = i % s->columns, row = i / s->columns;
    if (other_side && o->flip == FLIP_SHORT) row = s->rows - 1 - row;
    else if (other_side) column = s->columns - 1 - column;
    place(b, s, column, row, band->line.at[i], other_side);
    if (o->fold) place(b, s, column, row, band->line.at[i], true);
  }
}

/* What lies at the top lies at the bottom if the paper is turned over its short edge. */
static void turn(const Options *o, Page *page)
{
  for (size_t i = 0; i < page->bands.n && o->flip == FLIP_SHORT; i++) {
    Sheet *s = &page->bands.at[i].sheet;
    s->y = s->h - s->y - (s->rows - 1) * s->dy - s->card_h;
  }
}

/* One page, and its other side. */
static void put_page(Book *b, Page *page)
{
  const Options *o = &b->press->print->o;
  if (!page->bands.n) return;
  const Sheet *first = &page->bands.at[0].sheet;
  bool mirror = o->backs && !o->fold && o->paper_w > 0;
  for (size_t i = 0; i < page->bands.n && page->bands.n > 1; i++) {
    Sheet *s = &page->bands.at[i].sheet; /* as many rows as there are */
    s->rows = ((int)page->bands.at[i].line.n + s->columns - 1) / s->columns;
  }
  cairo_pdf_surface_set_size(b->surface, first->w, first->h);
  for (int side = 0; side <= (o->backs && !o->fold); side++) {
    if (side) turn(o, page);
    for (size_t i = 0; i < page->bands.n; i++) put_band(b, &page->bands.at[i], side > 0);
    if (mirror) draw_registration(b->cr, first);
    end_page(b, page);
  }
  for (size_t i = 0; i < page->bands.n; i++) vec_free(&page->bands.at[i].line);
  page->bands.n = 0;
}

/* Below what lies on the page, or on the next one. */
static Band *begin_band(Book *b, Page *page, const Sheet *plan)
{
  static const double GAP = 8 * MM; /* for the marks of both */
  Band band = {.sheet = *plan};
  const Sheet *first = page->bands.n ? &page->bands.at[0].sheet : NULL;
  double from = page->until + GAP;
  int rows = (int)((plan->h - EDGE - from) / plan->dy + 1e-6);
  bool same = first && fabs(first->w - plan->w) < 0.01 && fabs(first->h - plan->h) < 0.01;
  if (same && rows > 0 && b->press->print->o.paper_w > 0) {
    band.sheet.y = from + plan->bleed;
    band.sheet.rows = rows;
  } else put_page(b, page);
  vec_push(&page->bands, band);
  return &page->bands.at[page->bands.n - 1];
}

static void put_next(Book *b, Page *page, const Sheet *plan, bool *begun, const Card *c)
{
  Band *band = *begun ? &page->bands.at[page->bands.n - 1] : begin_band(b, page, plan);
  const Sheet *s = &band->sheet;
  *begun = true;
  vec_push(&band->line, c);
  int rows = ((int)band->line.n + s->columns - 1) / s->columns;
  page->until = s->y - s->bleed + rows * s->dy;
  if ((int)band->line.n < s->columns * s->rows) return;
  put_page(b, page);
  *begun = false;
}

/* All cards of one size, each as often as there are copies; a copy in all languages
 * before the next copy. */
static bool put_size(Book *b, Page *page, const Cards *cards, size_t first, bool *done)
{
  const Card *model = &cards->at[first];
  size_t beside = (size_t)b->press->print->beside;
  Sheet sheet;
  bool begun = false;
  if (!sheet_plan(&b->press->print->o, model->w, model->h, (int)beside, &sheet)) {
    print_error("%s (%s): %.0f x %.0f mm is larger than the paper", model->title,
                model->id, model->w / MM, model->h / MM);
    return false;
  }
  for (size_t i = first; i < cards->n; i += beside) {
    const Card *c = &cards->at[i];
    if (done[i] || fabs(c->w - model->w) > 0.01 || fabs(c->h - model->h) > 0.01) continue;
    done[i] = true;
    for (int k = 0; k < c->copies; k++)
      for (size_t l = 0; l < beside; l++) put_next(b, page, &sheet, &begun, c + l);
  }
  return true;
}

static int put_all(Book *b)
{
  const Cards *cards = &b->press->print->cards;
  bool *done = calloc(cards->n + 1, sizeof *done), fine = true;
  b->told = calloc(cards->n + 1, sizeof *b->told);
  if (!done || !b->told) abort();
  Page page = {0};
  for (size_t i = 0; i < cards->n && fine; i += (size_t)b->press->print->beside)
    if (!done[i]) fine = put_size(b, &page, cards, i, done);
  put_page(b, &page);
  vec_free(&page.bands);
  free(done);
  free(b->told);
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
