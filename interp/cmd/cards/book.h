/* The rulebook as it is printed: blocks in the order in which they are read. */
#ifndef REGEL_BOOK_H
#define REGEL_BOOK_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include <stdbool.h>

typedef enum {
  BOOK_HEADING, /* level, text, id */
  BOOK_TEXT,    /* a paragraph; of a row of the ledger: with its id */
  BOOK_ITEM,    /* of a list */
  BOOK_ROW,     /* of a table: cells; level 1: its head */
  BOOK_FACE,    /* text: title, cells: lines */
  BOOK_NOTE,    /* small: what belongs to the block before it */
  BOOK_PICTURE, /* text: SVG */
  BOOK_CODE,    /* lines of a source: cells */
} BookSort;

typedef VEC(const char *) BookCells;
/* A place in the sources that implements or tests a row. */
typedef struct BookLink {
  const char *words, *file;
  int line;
} BookLink;
typedef struct BookBlock {
  BookSort sort;
  int level;
  const char *id;   /* where links lead; NULL: none */
  const char *text; /* Markdown inside a line, if `marked` */
  bool marked;
  BookCells cells;
  VEC(BookLink) links;
} BookBlock;

typedef struct Book {
  const char *lang;
  VEC(BookBlock) blocks;
} Book;

/* A page that needs nothing else. */
void book_html(const Book *b, Buf *out);
/* One line a block, for the program that prints. */
void book_lines(const Book *b, Buf *out);

#endif
