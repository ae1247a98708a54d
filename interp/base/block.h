/* A page as blocks in the order in which they are read: what the library hands over as
 * data, and what a front makes of it again. */
#ifndef REGEL_BASE_BLOCK_H
#define REGEL_BASE_BLOCK_H
#include "interp/base/arena.h"
#include <stdbool.h>

typedef enum {
  BOOK_HEADING, /* level, text, id */
  BOOK_TEXT,    /* a paragraph; of a row of the ledger: with its id */
  BOOK_ITEM,    /* of a list */
  BOOK_ROW,     /* of a table: cells; level 1: its head; foreign: its last cell is */
  BOOK_FACE,    /* text: title, cells: lines */
  BOOK_NOTE,    /* small: what belongs to the block before it */
  BOOK_PICTURE, /* text: SVG */
  BOOK_CODE,    /* lines of a source: cells */
} BookSort;
#define BOOK_SORT_NAMES                                                                  \
  {                                                                                      \
    "heading", "text", "item", "row", "face", "note", "picture", "code"                  \
  }

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
  const char *foreign; /* the language it is quoted in, small; NULL: that of the page */
  BookCells cells;
  VEC(BookLink) links;
} BookBlock;
typedef VEC(BookBlock) BookBlocks;

static inline void book_blocks_free(BookBlocks *b)
{
  for (size_t i = 0; i < b->n; i++) {
    vec_free(&b->at[i].cells);
    vec_free(&b->at[i].links);
  }
  vec_free(b);
}

#endif
