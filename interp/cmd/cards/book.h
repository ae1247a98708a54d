/* The rulebook as it is printed: blocks in the order in which they are read. */
#ifndef REGEL_BOOK_H
#define REGEL_BOOK_H
#include "interp/base/block.h"
#include "interp/base/buf.h"

typedef struct Book {
  const char *lang;
  BookBlocks blocks;
} Book;

/* A page that needs nothing else. */
void book_html(const Book *b, Buf *out);
/* One line a block, for the program that prints. */
void book_lines(const Book *b, Buf *out);

#endif
