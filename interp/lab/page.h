/* A page of headings, sentences, tables and charts, as HTML or as Markdown. */
#ifndef REGEL_PAGE_H
#define REGEL_PAGE_H
#include "interp/base/buf.h"

/* Around "12 game.regel:7", a link to quotation 12; in HTML only. */
#define PAGE_LINK "\x1f"

typedef struct Page {
  bool html;
  Buf out;
  bool list, table; /* open */
  int columns;
} Page;

void page_begin(Page *p, bool html, const char *title);
void page_end(Page *p);
void page_heading(Page *p, int level, const char *text);
void page_say(Page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void page_item(Page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Cells are divided by tabs; the first row after something else is the head. */
void page_row(Page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* HTML only: Markdown has the tables. */
void page_chart(Page *p, Buf *svg);
/* Text as it stands, in lines. */
void page_code(Page *p, const char *text);
/* HTML only: the same with a name, where the mark of number `n` in texts leads. */
void page_quote(Page *p, size_t n, const char *name, const char *text);

#endif
