/* What stands in columns on the pages of a rulebook: contents, cards, the index. */
#include "interp/print/book.h"
#include "interp/base/invariant.h"

#include <stdio.h>

static const double BETWEEN = 6 * MM;

/* Words, and at the end of the line the page to which they lead. */
typedef struct Entry {
  const char *words, *target;
} Entry;
typedef VEC(Entry) Entries;

static const Type entry_type = {.size = 8.5, .hanging = true};
enum { NUMBER = 8 }; /* mm, for a page's number */

static double entry_height(Pages *g, const Entry *e, double width)
{
  return type_measure(g->press, e->words, entry_type, width - NUMBER * MM, NULL) + 2;
}

static double put_entry(Pages *g, const Entry *e, double x, double y, double width)
{
  INVARIANT(g && g->press);
  char digits[16];
  double used, h = entry_height(g, e, width);
  type_draw(g->press, g->cr, e->words, entry_type, x, y, width - NUMBER * MM, black);
  snprintf(digits, sizeof digits, "%d", book_page_of(g, e->target));
  type_measure(g->press, digits, entry_type, 0, &used);
  if (!g->draft)
    type_draw(g->press, g->cr, digits, entry_type, x + width - used, y, 0, black);
  return h;
}

/* Down before across; the last page has columns of one length. */
static void put_entries(Pages *g, const Entries *all, int columns)
{
  double width = (g->width - BETWEEN * (columns - 1)) / columns;
  for (size_t i = 0; i < all->n;) {
    double left = 0, tallest = 0;
    for (size_t k = i; k < all->n; k++) {
      double h = entry_height(g, &all->at[k], width);
      left += h;
      if (h > tallest) tallest = h;
    }
    book_need(g, tallest);
    double room = BOOK_BOTTOM - g->y, each = left / columns + tallest, end = g->y;
    bool last = each <= room;
    if (!last) each = room;
    for (int c = 0; c < columns && i < all->n; c++) {
      double y = g->y;
      while (i < all->n) {
        double h = entry_height(g, &all->at[i], width);
        if (y > g->y && y + h > g->y + each) break;
        y += put_entry(g, &all->at[i++], BOOK_SIDE + c * (width + BETWEEN), y, width);
      }
      if (y > end) end = y;
    }
    g->y = end + 3 * MM;
    if (i < all->n) book_end_page(g);
  }
}

void book_contents(Pages *g)
{
  Entries all = {0};
  for (size_t i = 0; i < g->lines.n; i++) {
    const Line *l = &g->lines.at[i];
    if (l->sort == 'H' && l->level == 2 && l->id && l->cells.n)
      vec_push(&all, ((Entry){l->cells.at[0], l->id}));
  }
  g->y += 2 * MM;
  if (all.n > 3) put_entries(g, &all, 2);
  vec_free(&all);
}

size_t book_index(Pages *g, size_t from)
{
  INVARIANT(from < g->lines.n && g->lines.at[from].sort == 'R');
  Entries all = {0};
  for (size_t i = from; i < g->lines.n; i++) {
    const Line *l = &g->lines.at[i];
    if (l->sort != 'R' || !l->target || l->cells.n != 1) break;
    vec_push(&all, ((Entry){l->cells.at[0], l->target}));
  }
  size_t n = all.n;
  put_entries(g, &all, 3);
  vec_free(&all);
  return n;
}

/* ---- cards ---------------------------------------------------------------------- */

static const Type card_title = {.size = 9, .bold = true},
                  card_words = {.size = 8.5, .hanging = true};

static double face_height(Pages *g, const Line *l, double width)
{
  INVARIANT(g && g->press);
  double h = 0;
  for (size_t i = 0; i < l->cells.n; i++)
    h += type_measure(g->press, l->cells.at[i], i ? card_words : card_title,
                      width - 3 * MM, NULL) +
         1;
  return h;
}

static void put_face(Pages *g, const Line *l, double x, double width)
{
  INVARIANT(g && g->press);
  double y = g->y, h = face_height(g, l, width);
  book_spot(g, l->id);
  for (size_t i = 0; i < l->cells.n; i++)
    y += type_draw(g->press, g->cr, l->cells.at[i], i ? card_words : card_title,
                   x + 3 * MM, y, width - 3 * MM, black) +
         1;
  cairo_rectangle(g->cr, x, g->y, 0.8 * MM, h);
  colour_set(g->cr, colour_of_kind(0));
  cairo_fill(g->cr);
}

/* Two beside each other; one that would take more than a page is set as a text. */
size_t book_faces(Pages *g, size_t from)
{
  INVARIANT(from < g->lines.n && g->lines.at[from].sort == 'F');
  size_t end = from;
  while (end < g->lines.n && g->lines.at[end].sort == 'F') end++;
  double width = (g->width - BETWEEN) / 2;
  for (size_t i = from; i < end;) {
    const Line *l = &g->lines.at[i], *other = i + 1 < end ? l + 1 : NULL;
    double h = face_height(g, l, width), more = other ? face_height(g, other, width) : 0;
    if (h > BOOK_BOTTOM - BOOK_TOP) {
      book_spot(g, l->id);
      for (size_t c = 0; c < l->cells.n; c++)
        book_text(g, l->cells.at[c], c ? card_words : card_title, 3 * MM, 1, black);
      i++;
      continue;
    }
    if (more > BOOK_BOTTOM - BOOK_TOP) other = NULL, more = 0;
    if (more > h) h = more;
    book_need(g, h);
    put_face(g, l, BOOK_SIDE, width);
    if (other) put_face(g, other, BOOK_SIDE + width + BETWEEN, width);
    g->y += h + 2.5 * MM;
    i += other ? 2 : 1;
  }
  return end - from;
}
