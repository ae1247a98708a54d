#include "interp/text/place.h"

#include <string.h>

const PLoc *place_of_row(const Program *p, int32_t row)
{
  return row < 0 || row >= p->n_locs || p->locs[row].file < 0 ? NULL : &p->locs[row];
}

const PLoc *place_of_ip(const Program *p, int32_t ip)
{
  return ip < 0 || ip >= p->n_places ? NULL : place_of_row(p, p->places[ip]);
}

static const char *path_of(const Program *p, const PLoc *l)
{
  return program_string(p, p->files[l->file].path);
}

void place_name(const Program *p, Buf *b, const PLoc *l)
{
  buf_printf(b, "%s:%d", path_of(p, l), l->line);
}

const char *place_line(const Program *p, int32_t file, int32_t line, int *length)
{
  *length = 0;
  if (file < 0 || file >= p->n_files || line < 1) return "";
  const char *s = program_string(p, p->files[file].text), *end = s + p->files[file].size;
  for (; line > 1; line--) {
    const char *next = memchr(s, '\n', (size_t)(end - s));
    if (!next) return "";
    s = next + 1;
  }
  const char *stop = memchr(s, '\n', (size_t)(end - s));
  if (!stop) stop = end;
  if (stop > s && stop[-1] == '\r') stop--;
  *length = (int)(stop - s);
  return s;
}

/* The columns [from, to) of the place on its line, within the line. */
static void span(const PLoc *l, int length, int *from, int *to)
{
  *from = l->col > 0 ? l->col - 1 : 0;
  if (*from > length) *from = length;
  *to = l->end - 1 > *from ? l->end - 1 : *from;
  if (*to > length) *to = length;
}

void place_excerpt(const Program *p, Buf *b, const PLoc *l)
{
  int length, from, to;
  const char *line = place_line(p, l->file, l->line, &length);
  span(l, length, &from, &to);
  buf_addn(b, line + from, (size_t)(to - from));
}

/* Tabs and other control characters would move the mark away from its word. */
static void put_clean(Buf *b, const char *s, int n)
{
  for (int i = 0; i < n; i++) buf_char(b, (unsigned char)s[i] < 32 ? ' ' : s[i]);
}

enum { SHOWN = 160 }; /* bytes of a line that are shown */

void place_show(const Program *p, Buf *b, const PLoc *l)
{
  int length, from, to;
  const char *line = place_line(p, l->file, l->line, &length);
  Buf number = {0}, before = {0}, marked = {0};
  span(l, length, &from, &to);
  buf_printf(&number, "%d", l->line);
  int digits = (int)number.n;
  buf_printf(b, "  --> %s:%d:%d\n", path_of(p, l), l->line, l->col);
  if (length && from < SHOWN) {
    put_clean(&before, line, from);
    put_clean(&marked, line + from, (to < SHOWN ? to : SHOWN) - from);
    int width = text_width(buf_text(&marked));
    buf_printf(b, "%*s |\n%d | ", digits, "", l->line);
    put_clean(b, line, length < SHOWN ? length : SHOWN);
    buf_printf(b, "\n%*s | ", digits, "");
    buf_pad(b, text_width(buf_text(&before)));
    for (int i = 0; i < (width > 0 ? width : 1); i++) buf_char(b, '^');
    buf_char(b, '\n');
  }
  if (l->cite >= 0)
    buf_printf(b, "%*s = rule %s\n", digits, "", program_string(p, l->cite));
  buf_free(&number);
  buf_free(&before);
  buf_free(&marked);
}
