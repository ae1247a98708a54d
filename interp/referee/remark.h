/* Remarks about a transcript: what is wrong, where, and how to mend it.  They are
 * collected by whoever finds them and shown by the command. */
#ifndef REGEL_REMARK_H
#define REGEL_REMARK_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/text/place.h"

typedef enum {
#define REMARK(code, name, title, mend) REMARK_##name,
#include "interp/referee/remark.def"
#undef REMARK
  REMARK_COUNT
} RemarkCode;

/* A place in a transcript: lines and columns count from 1, columns in bytes; end is the
 * column after the last byte.  Line 0: the transcript as a whole. */
typedef struct Spot {
  int line, col, end;
} Spot;

typedef struct Remark {
  RemarkCode code;
  Spot at;
  const char *message;
  VEC(const char *) hints;
  const char *why;  /* what the place in the source has to do with it, or NULL */
  const PLoc *rule; /* that place, or NULL */
} Remark;

typedef struct Remarks {
  Arena *arena; /* of their words */
  VEC(Remark) list;
  int more;       /* that were not kept: there were MAX_ERRORS already … */
  Remark dropped; /* … and what is said of those goes nowhere */
} Remarks;

void remarks_free(Remarks *r);
/* Adds a remark.  What it returns is valid until the next one is added. */
Remark *remark_add(Remarks *r, RemarkCode code, Spot at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void remark_hint(Remarks *r, Remark *m, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Puts them in the order of their places. */
void remarks_sort(Remarks *r);
const char *remark_name(RemarkCode code); /* "T0301" */
const char *remark_title(RemarkCode code);
const char *remark_mend(RemarkCode code); /* a sentence */

#endif
