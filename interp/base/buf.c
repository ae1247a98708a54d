#include "interp/base/buf.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static void reserve(Buf *b, size_t more)
{
  b->at = vec_grow_(b->at, &b->cap, b->n + more + 1, 1);
}

void buf_addn(Buf *b, const char *s, size_t n)
{
  reserve(b, n);
  if (n) memcpy(b->at + b->n, s, n);
  b->n += n;
  b->at[b->n] = 0;
}

void buf_add(Buf *b, const char *s) { buf_addn(b, s, strlen(s)); }
void buf_char(Buf *b, char c) { buf_addn(b, &c, 1); }

void buf_pad(Buf *b, int count)
{
  for (int i = 0; i < count; i++) buf_char(b, ' ');
}

void buf_int(Buf *b, int64_t n)
{
  char digits[24], *at = digits + sizeof digits;
  uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (n < 0) *--at = '-';
  buf_addn(b, at, (size_t)(digits + sizeof digits - at));
}

void buf_printf(Buf *b, const char *fmt, ...)
{
  enum { GUESS = 120 }; /* most are shorter: they are set once */
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  reserve(b, GUESS);
  int n = vsnprintf(b->at + b->n, GUESS + 1, fmt, args);
  if (n > GUESS) {
    reserve(b, (size_t)n);
    vsnprintf(b->at + b->n, (size_t)n + 1, fmt, again);
  }
  if (n > 0) b->n += (size_t)n;
  b->at[b->n] = 0;
  va_end(again);
  va_end(args);
}

const char *buf_text(const Buf *b) { return b->n ? b->at : ""; }

char *buf_take(Buf *b)
{
  reserve(b, 0);
  b->at[b->n] = 0;
  char *s = b->at;
  *b = (Buf){0};
  return s;
}

void buf_clear(Buf *b) { b->n = 0; }

void buf_free(Buf *b)
{
  free(b->at);
  *b = (Buf){0};
}

/* Bytes and columns of the character at s; a byte that is no UTF-8 counts as one column.
 */
static int step(const char *s, size_t n, int *width)
{
  utf8proc_int32_t c;
  utf8proc_ssize_t k =
      utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &c);
  if (k <= 0) {
    *width = 1;
    return 1;
  }
  *width = c < 32 || c == 127 ? 0 : utf8proc_charwidth(c);
  return (int)k;
}

static int width_of(const char *s, size_t n)
{
  int all = 0;
  for (size_t i = 0; i < n;) {
    int w;
    i += (size_t)step(s + i, n - i, &w);
    all += w;
  }
  return all;
}

bool text_steers(int32_t c)
{
  return c < 32 || (c >= 127 && c < 160) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

int text_direction(const char *s)
{
  enum { ISOLATE = 0x2066, ISOLATE_END = 0x2069 };
  utf8proc_int32_t c;
  int inside = 0;
  for (utf8proc_ssize_t k; *s; s += k > 0 ? k : 1) {
    k = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
    if (k <= 0) continue;
    inside += (c >= ISOLATE && c < ISOLATE_END) - (c == ISOLATE_END && inside);
    int way = inside ? 0 : utf8proc_get_property(c)->bidi_class;
    if (way == UTF8PROC_BIDI_CLASS_L) return 1;
    if (way == UTF8PROC_BIDI_CLASS_R || way == UTF8PROC_BIDI_CLASS_AL) return -1;
  }
  return 0;
}

void buf_isolate(Buf *b, size_t from)
{
  INVARIANT(from <= b->n);
  Buf text = {0};
  buf_addn(&text, b->at + from, b->n - from);
  b->n = from;
  buf_add(b, "\xE2\x81\xA8"); /* first strong isolate */
  buf_addn(b, buf_text(&text), text.n);
  buf_add(b, "\xE2\x81\xA9"); /* pop directional isolate */
  buf_free(&text);
}

void buf_plain(Buf *b, const char *s)
{
  while (*s) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
    if (k > 0 && !text_steers(c)) buf_addn(b, s, (size_t)k);
    else buf_add(b, "\xEF\xBF\xBD");
    s += k > 0 ? k : 1;
  }
}

void buf_xml(Buf *b, const char *s) { buf_xmln(b, s, strlen(s)); }

void buf_xmln(Buf *b, const char *s, size_t n)
{
  for (size_t i = 0; i < n; i++) switch (s[i]) {
    case '&': buf_add(b, "&amp;"); break;
    case '<': buf_add(b, "&lt;"); break;
    case '>': buf_add(b, "&gt;"); break;
    case '"': buf_add(b, "&quot;"); break;
    default: buf_char(b, s[i]);
    }
}

int text_width(const char *s) { return width_of(s, strlen(s)); }

/* Is it a mark that begins no line ("Morale : 12" in French), of n bytes? */
static bool is_mark(const char *s, size_t n)
{
  return (n == 1 && strchr(":;?!", *s)) || (n == 2 && !memcmp(s, "»", 2));
}

/* Columns of the n bytes at s and of what stays with them: a number ("Player 1"), and
 * marks. */
static int unbroken(const char *s, size_t n)
{
  size_t all = n;
  bool named = n && !isdigit((unsigned char)*s);
  while (s[all] == ' ') {
    size_t more = strcspn(s + all + 1, " \n");
    bool number = named && all == n && isdigit((unsigned char)s[all + 1]);
    if (!number && !is_mark(s + all + 1, more)) break;
    all += 1 + more;
  }
  return width_of(s, all);
}

void buf_wrap(Buf *b, const char *s, int at, int indent, int width)
{
  bool begun = false;
  if (indent > width / 2)
    indent = width / 2; /* a column of its own, however long the first */
  while (*s) {
    size_t n = strcspn(s, " \n");
    int w = width_of(s, n), whole = unbroken(s, n);
    if (begun && at + 1 + (indent + whole <= width ? whole : w) > width) {
      buf_char(b, '\n');
      buf_pad(b, at = indent);
    } else if (begun) {
      buf_char(b, ' ');
      at++;
    }
    buf_addn(b, s, n);
    at += w;
    begun = true;
    s += n;
    if (*s == '\n') {
      buf_char(b, '\n');
      buf_pad(b, at = indent);
      begun = false;
    }
    if (*s) s++;
  }
}

void buf_lines(Buf *b, const char *text, int indent, int width)
{
  Buf line = {0};
  while (*text) {
    size_t n = strcspn(text, "\n");
    buf_clear(&line);
    buf_addn(&line, text, n);
    buf_pad(b, indent);
    buf_wrap(b, buf_text(&line), indent, indent, width);
    buf_char(b, '\n');
    text += n + (text[n] == '\n');
  }
  buf_free(&line);
}

void buf_column(Buf *b, const char *s, int width)
{
  size_t all = strlen(s), n = 0;
  int used = 0, w;
  bool cut = width_of(s, all) > width;
  if (width < 1) return;
  while (n < all) {
    size_t k = (size_t)step(s + n, all - n, &w);
    if (used + w > width - cut) break;
    used += w;
    n += k;
  }
  buf_addn(b, s, n);
  if (cut) buf_add(b, "…");
  buf_pad(b, width - used - cut);
}

static void change_first(Buf *b, size_t from, utf8proc_int32_t (*to)(utf8proc_int32_t))
{
  if (from >= b->n) return;
  utf8proc_int32_t c;
  utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)b->at + from,
                                        (utf8proc_ssize_t)(b->n - from), &c);
  utf8proc_uint8_t other[4];
  /* A letter of another length would move the rest; such letters stay as they are. */
  if (k > 0 && utf8proc_encode_char(to(c), other) == k)
    memcpy(b->at + from, other, (size_t)k);
}

void buf_capital(Buf *b, size_t from) { change_first(b, from, utf8proc_toupper); }
void buf_small(Buf *b, size_t from) { change_first(b, from, utf8proc_tolower); }
