#include "interp/referee/remark.h"
#include "interp/base/limits.h"

#include <stdarg.h>

static const struct {
  const char *name, *title, *mend;
} table[] = {
#define REMARK(code, name, title, mend) {code, title, mend},
#include "interp/referee/remark.def"
#undef REMARK
};

const char *remark_name(RemarkCode code) { return table[code].name; }
const char *remark_title(RemarkCode code) { return table[code].title; }
const char *remark_mend(RemarkCode code) { return table[code].mend; }

Remark *remark_add(Remarks *r, RemarkCode code, Spot at, const char *fmt, ...)
{
  if (r->list.n >= MAX_ERRORS) {
    r->more++;
    return &r->dropped;
  }
  Remark m = {.code = code, .at = at};
  va_list args;
  va_start(args, fmt);
  m.message = arena_vprintf(r->arena, fmt, args);
  va_end(args);
  vec_push(&r->list, m);
  return &r->list.at[r->list.n - 1];
}

void remark_hint(Remarks *r, Remark *m, const char *fmt, ...)
{
  if (m == &r->dropped) return;
  va_list args;
  va_start(args, fmt);
  vec_push(&m->hints, arena_vprintf(r->arena, fmt, args));
  va_end(args);
}

static int by_place(const void *x, const void *y)
{
  const Remark *a = x, *b = y;
  if (a->at.line != b->at.line) return a->at.line < b->at.line ? -1 : 1;
  return a->at.col < b->at.col ? -1 : a->at.col > b->at.col;
}

void remarks_sort(Remarks *r)
{
  if (r->list.n) qsort(r->list.at, r->list.n, sizeof *r->list.at, by_place);
}

void remarks_free(Remarks *r)
{
  for (size_t i = 0; i < r->list.n; i++) vec_free(&r->list.at[i].hints);
  vec_free(&r->list);
}
