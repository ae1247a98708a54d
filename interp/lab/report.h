/* What a run found, as a page. */
#ifndef REGEL_REPORT_H
#define REGEL_REPORT_H
#include "interp/lab/page.h"
#include "interp/lab/part.h"

typedef struct Report {
  const Part *part;
  /* The number of a stored game of a cell; 0: it is not stored.  May be NULL. */
  int64_t (*stored)(void *user, int cell, long game);
  void *user;
  const char *again; /* how the report's games are stored, as a command; may be NULL */
  bool each;         /* it stores one game of a cell */
} Report;

/* `html`: with charts; otherwise Markdown. */
void report_write(const Report *r, bool html, Buf *out);

#endif
