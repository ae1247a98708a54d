/* Where cards go: sheets, single pictures, a table for Tabletop Simulator, a spreadsheet.
 * Each returns an exit code. */
#ifndef REGEL_PRINT_OUTPUT_H
#define REGEL_PRINT_OUTPUT_H
#include "interp/print/card.h"

int output_pdf(Press *p);
int output_pictures(Press *p);
int output_tts(Press *p);
int output_table(Print *p);
int output_book(Press *p);
/* Each NAME.png.svg becomes NAME.png, and is removed. */
int output_drawn(const Options *o);

/* How cards of one size lie on a sheet; all in points. */
typedef struct Sheet {
  double w, h;   /* of the paper */
  double x, y;   /* of the first card's corner */
  double dx, dy; /* from one card to the next */
  double card_w, card_h, bleed;
  int columns, rows;
} Sheet;
/* So many cards stay together in a row, if the paper is wide enough for them; it may lie
 * across then.  False: not even one card fits. */
bool sheet_plan(const Options *o, double card_w, double card_h, int beside, Sheet *s);

/* Writes into a PDF where each of its pages is trimmed, and how far its colour goes
 * beyond; four numbers a page, in points from the top left corner: x, y, width, height.
 * False, with errno or a message, if that cannot be. */
typedef struct Boxes {
  double trim[4], bleed[4];
} Boxes;
typedef VEC(Boxes) BoxList;
bool pdf_boxes(const char *path, const Boxes *boxes, size_t pages);

/* A page for each board, in each language; an exit code. */
int board_pages(Press *p, cairo_surface_t *surface, cairo_t *cr, BoxList *boxes);

/* Makes a folder if there is none; says what is wrong. */
bool make_folder(const char *path);

#endif
