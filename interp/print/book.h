/* Pages of a rulebook: what its parts share. */
#ifndef REGEL_PRINT_BOOK_H
#define REGEL_PRINT_BOOK_H
#include "interp/print/output.h"

#define BOOK_SIDE (22 * MM)
#define BOOK_TOP (20 * MM)
#define BOOK_BOTTOM (275 * MM)

/* One block as it was read: a letter for its sort, a level, where links lead that name it
 * (`id`) or that it has (`target`), and cells. */
typedef struct Line {
  char sort;
  int level;
  bool quoted; /* in another language than the page, small; of a row its last cell */
  const char *id, *target;
  VEC(const char *) cells;
} Line;

/* Where a block begins: its page, from 1, and how far down. */
typedef struct Spot {
  const char *id;
  int page;
  double y;
} Spot;

typedef struct Pages {
  Press *press;
  cairo_t *cr;
  double y, width;
  int number; /* pages that are full */
  VEC(Line) lines;
  VEC(Spot) spots;
  bool draft; /* only to learn where everything comes to stand */
  const char *title;
} Pages;

/* Ends the page if that much does not fit any more. */
void book_need(Pages *g, double h);
void book_end_page(Pages *g);
/* A text in its column, over as many pages as it needs. */
void book_text(Pages *g, const char *text, Type t, double indent, double after, Rgb ink);
/* Its page, 0: nobody knows. */
int book_page_of(const Pages *g, const char *id);
/* The block of this name begins here. */
void book_spot(Pages *g, const char *id);

/* Both draw blocks from this one on and return how many. */
size_t book_table(Pages *g, size_t from);
size_t book_faces(Pages *g, size_t from);
size_t book_index(Pages *g, size_t from);
/* The head of the table that begins there, and its first row. */
double book_table_begins(Pages *g, size_t from);
void book_contents(Pages *g);
/* The lines of a source that an example is. */
void book_code(Pages *g, const Line *l);

#endif
