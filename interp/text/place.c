#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <string.h>
#include <utf8proc.h>

const PLoc *place_of_row(const Program *p, int32_t row)
{
  INVARIANT(p && row < p->n_locs);
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

void place_json(const Program *p, Json *j, const char *key, const PLoc *l)
{
  json_key_place(j, key, l ? program_string(p, p->files[l->file].path) : NULL,
                 l ? l->line : 0, l ? l->col : 0, l && l->end > l->col ? l->end : 0);
}

void place_name(const Program *p, Buf *b, const PLoc *l)
{
  INVARIANT(l->file >= 0 && l->file < p->n_files);
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

/* How many braces more are open behind a line; what is quoted or a remark does not count.
 */
static int braces(const char *s, int n)
{
  int open = 0;
  bool quoted = false;
  for (int i = 0; i < n; i++) {
    if (s[i] == '"') quoted = !quoted;
    else if (quoted) continue;
    else if (s[i] == '#') break;
    else open += (s[i] == '{') - (s[i] == '}');
  }
  return open;
}

static void put_clean(Buf *b, const char *s, int n);

void place_body(const Program *p, Buf *b, const PLoc *l, int indent, int most)
{
  int open = 0, length, left = 0;
  for (int i = 0; l && i < most && (!i || open > 0); i++) {
    const char *line = place_line(p, l->file, l->line + i, &length);
    if (!i)
      while (left < length && line[left] == ' ') left++;
    int from = 0;
    while (from < left && from < length && line[from] == ' ') from++;
    open += braces(line, length);
    while (length > from && line[length - 1] == ' ') length--;
    buf_printf(b, "%*s", length > from ? indent : 0, "");
    put_clean(b, line + from, length - from);
    buf_char(b, '\n');
  }
}

/* Tabs and other control characters would move the mark away from its word, and bytes
 * that are no text would spoil the terminal. */
static void put_clean(Buf *b, const char *s, int n)
{
  for (int i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s + i, n - i, &c);
    if (k <= 0) buf_char(b, '?');
    else if (c < 32 || c == 127) buf_char(b, ' ');
    else buf_addn(b, s + i, (size_t)k);
    i += k > 0 ? (int)k : 1;
  }
}

enum { SHOWN = 160, BEFORE = 100 }; /* bytes of a line that are shown, around the mark */

void place_mark(Buf *b, const char *line, int length, int number, int from, int to)
{
  Buf digits = {0}, before = {0}, marked = {0};
  int first = from > SHOWN - 40 ? from - BEFORE : 0;
  while (first < from && ((unsigned char)line[first] & 0xC0) == 0x80) first++;
  int last = length - first > SHOWN ? first + SHOWN : length;
  while (last < length && last > from && ((unsigned char)line[last] & 0xC0) == 0x80)
    last--;
  if (to > last) to = last;
  buf_printf(&digits, "%d", number);
  put_clean(&before, line + first, from - first);
  put_clean(&marked, line + from, to > from ? to - from : 0);
  int width = text_width(buf_text(&marked));
  buf_printf(b, "%*s |\n%d | ", (int)digits.n, "", number);
  put_clean(b, line + first, last - first);
  buf_printf(b, "\n%*s | ", (int)digits.n, "");
  buf_pad(b, text_width(buf_text(&before)));
  for (int i = 0; i < (width > 0 ? width : 1); i++) buf_char(b, '^');
  buf_char(b, '\n');
  buf_free(&digits);
  buf_free(&before);
  buf_free(&marked);
}

void place_show(const Program *p, Buf *b, const PLoc *l)
{
  INVARIANT(l->file >= 0 && l->file < p->n_files);
  int length, from, to;
  const char *line = place_line(p, l->file, l->line, &length);
  Buf number = {0};
  span(l, length, &from, &to);
  buf_printf(&number, "%d", l->line);
  buf_printf(b, "  --> %s:%d:%d\n", path_of(p, l), l->line, l->col);
  if (length) place_mark(b, line, length, l->line, from, to);
  if (l->cite >= 0)
    buf_printf(b, "%*s = rule %s\n", (int)number.n, "", program_string(p, l->cite));
  buf_free(&number);
}

static const char *chunk_name(const Program *p, int32_t ip)
{
  for (int i = 0; i < p->n_chunks; i++)
    if (ip >= p->chunks[i].first && ip < p->chunks[i].first + p->chunks[i].count)
      return program_string(p, p->chunks[i].name);
  return "";
}

/* A verb with rules is several chunks, "go (rulebook)" and so on: the verb's own name. */
static int own_name(const char *chunk)
{
  const char *layer = strstr(chunk, " (");
  return (int)(layer ? (size_t)(layer - chunk) : strlen(chunk));
}

void place_circle(const Program *p, Buf *b, const VmFault *f)
{
  int shown = f->calls < MOST_CIRCLE ? f->calls : MOST_CIRCLE - 1;
  for (int i = 0; i < shown; i++) {
    const char *from = chunk_name(p, f->circle[i]),
               *to = chunk_name(p, f->circle[(i + 1) % f->calls]);
    int n = own_name(from), m = own_name(to);
    const PLoc *l = place_of_ip(p, f->circle[i]);
    bool beneath = strcmp(from, to) && n == m && !strncmp(from, to, (size_t)n);
    if (!l || beneath) continue;
    buf_printf(b, "   = %.*s leads to %.*s at ", n, from, m, to);
    place_name(p, b, l);
    buf_printf(b, ":%d\n", l->col);
  }
  if (f->calls > shown)
    buf_printf(b, "   = and so on, %d calls in one round\n", f->calls);
}
