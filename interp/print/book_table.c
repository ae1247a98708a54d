/* Tables of a rulebook: columns as wide as what stands in them asks for, a head on every
 * page. */
#include "interp/print/book.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 16 };

typedef struct Plan {
  int columns;
  double wide[MOST_COLUMNS], size;
} Plan;

static const double GAP = 2.5 * MM;

/* What stands in a column that leads somewhere: the page. */
static const char *page_cell(const Pages *g, const Line *l, char *room, size_t n)
{
  int page = book_page_of(g, l->target);
  snprintf(room, n, "%d", page ? page : 0);
  return page ? room : "";
}

/* Rows, and what small print belongs to them. */
static size_t table_end(const Pages *g, size_t from)
{
  size_t end = from;
  for (size_t i = from; i < g->lines.n; i++) {
    const Line *l = &g->lines.at[i];
    if (l->sort == 'R' && l->level && i > from) break;         /* a head begins another */
    if (l->sort == 'R' && l->target && l->cells.n == 1) break; /* the index */
    if (l->sort == 'R') end = i + 1;
    else if (l->sort != 'N' && l->sort != 'C') break;
  }
  return end;
}

/* What is quoted is smaller than the rest of its row. */
static Type cell_type(const Line *l, size_t c, double size)
{
  bool small = l->quoted && c + 1 == l->cells.n;
  return (Type){.size = small ? size - 1.5 : size, .bold = l->level > 0};
}

static double widest_word(Pages *g, const char *text, Type t)
{
  double most = 0, used;
  for (const char *s = text; *s;) {
    size_t n = strcspn(s, " ");
    char *word = g_strndup(s, n);
    type_measure(g->press, word, t, 0, &used);
    g_free(word);
    if (used > most) most = used;
    s += n + strspn(s + n, " ");
  }
  return most;
}

/* Of each column the least that breaks no word, and what it would like. */
static void measure(Pages *g, size_t from, size_t end, Plan *p, double *least,
                    double *full)
{
  INVARIANT(g && g->press);
  for (int c = 0; c < p->columns; c++) least[c] = full[c] = 0;
  for (size_t i = from; i < end; i++) {
    const Line *l = &g->lines.at[i];
    for (size_t c = 0; l->sort == 'R' && c < l->cells.n && c < (size_t)p->columns; c++) {
      Type t = cell_type(l, c, p->size);
      double used, word = widest_word(g, l->cells.at[c], t);
      type_measure(g->press, l->cells.at[c], t, 0, &used);
      if (used > full[c]) full[c] = used;
      if (word > least[c]) least[c] = word;
    }
  }
}

/* What is left is divided by how much each column would like more. */
static void plan_columns(Pages *g, size_t from, size_t end, Plan *p)
{
  double least[MOST_COLUMNS], full[MOST_COLUMNS], low = 0, high = 0;
  p->columns = 0;
  for (size_t i = from; i < end; i++)
    if (g->lines.at[i].sort == 'R' && (int)g->lines.at[i].cells.n > p->columns)
      p->columns = (int)g->lines.at[i].cells.n;
  if (p->columns > MOST_COLUMNS) p->columns = MOST_COLUMNS;
  for (p->size = 8.5; p->size >= 6.5; p->size -= 0.5) {
    measure(g, from, end, p, least, full);
    low = high = GAP * p->columns;
    for (int c = 0; c < p->columns; c++) /* short ones are not broken at all */
      if (full[c] < 0.14 * g->width) least[c] = full[c];
    for (int c = 0; c < p->columns; c++) low += least[c], high += full[c];
    if (low <= g->width) break;
  }
  double width = g->width;
  for (int c = 0; c < p->columns; c++) {
    double more = full[c] - least[c];
    p->wide[c] = GAP + (high <= width  ? full[c]
                        : low >= width ? least[c] * (width - GAP * p->columns) /
                                             (low - GAP * p->columns)
                                       : least[c] + more * (width - low) / (high - low));
  }
}

static double row_height(Pages *g, const Line *l, const Plan *p)
{
  INVARIANT(g && g->press);
  double high = 0;
  for (size_t c = 0; c < l->cells.n && c < (size_t)p->columns; c++) {
    double h = type_measure(g->press, l->cells.at[c], cell_type(l, c, p->size),
                            p->wide[c] - GAP + 0.5, NULL);
    if (h > high) high = h;
  }
  return high + 4;
}

static void put_row(Pages *g, const Line *l, const Plan *p)
{
  INVARIANT(g && g->press);
  double high = row_height(g, l, p), x = BOOK_SIDE;
  char room[16];
  Type t = {.size = p->size, .bold = l->level > 0};
  book_need(g, high);
  book_spot(g, l->id);
  for (size_t c = 0; c < l->cells.n && c < (size_t)p->columns; c++) {
    Rgb ink = l->quoted && c + 1 == l->cells.n ? colour_mix(black, white, 0.35) : black;
    type_draw(g->press, g->cr, l->cells.at[c], cell_type(l, c, p->size), x, g->y,
              p->wide[c] - GAP + 0.5, ink);
    x += p->wide[c];
  }
  if (l->target) {
    double used;
    const char *page = page_cell(g, l, room, sizeof room);
    type_measure(g->press, page, t, 0, &used);
    type_draw(g->press, g->cr, page, t, BOOK_SIDE + g->width - used, g->y, 0, black);
  }
  g->y += high - 2;
  cairo_move_to(g->cr, BOOK_SIDE, g->y);
  cairo_line_to(g->cr, BOOK_SIDE + g->width, g->y);
  colour_set(g->cr, colour_mix(black, white, l->level ? 0.3 : 0.75));
  cairo_set_line_width(g->cr, l->level ? 0.8 : 0.4);
  cairo_stroke(g->cr);
  g->y += 2;
}

/* What belongs to a row: why nothing implements it, the test that plays it. */
static void put_small(Pages *g, const Line *l)
{
  Type small = {.size = 7.5, .italic = true};
  if (l->sort == 'C') book_code(g, l);
  else if (l->cells.n)
    book_text(g, l->cells.at[0], small, 3 * MM, 4, colour_mix(black, white, 0.3));
}

size_t book_table(Pages *g, size_t from)
{
  INVARIANT(from < g->lines.n && g->lines.at[from].sort == 'R');
  Plan p;
  size_t end = table_end(g, from);
  if (end == from) return 1;
  plan_columns(g, from, end, &p);
  const Line *head = g->lines.at[from].level ? &g->lines.at[from] : NULL;
  for (size_t i = from; i < end; i++) {
    const Line *l = &g->lines.at[i];
    if (l->sort != 'R') {
      put_small(g, l);
      continue;
    }
    double high = row_height(g, l, &p);
    if (l == head && i + 1 < end && g->lines.at[i + 1].sort == 'R')
      high += row_height(g, &g->lines.at[i + 1], &p);
    int page = g->number;
    book_need(g, high);
    if (head && page != g->number && l != head) put_row(g, head, &p);
    put_row(g, l, &p);
  }
  g->y += 2 * MM;
  return end - from;
}

double book_table_begins(Pages *g, size_t from)
{
  INVARIANT(from < g->lines.n && g->lines.at[from].sort == 'R');
  Plan p;
  size_t end = table_end(g, from);
  if (end == from) return 30;
  plan_columns(g, from, end, &p);
  double high = row_height(g, &g->lines.at[from], &p);
  if (from + 1 < end && g->lines.at[from + 1].sort == 'R')
    high += row_height(g, &g->lines.at[from + 1], &p);
  return high;
}
