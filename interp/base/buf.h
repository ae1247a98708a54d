/* A string that grows: everything that people read is built in one of these. */
#ifndef REGEL_BUF_H
#define REGEL_BUF_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `Buf b = {0};` is an empty string.  Running out of memory ends the process, as in
 * arenas: no caller could do better. */
typedef struct Buf {
  char *at;
  size_t n, cap;
} Buf;

void buf_add(Buf *b, const char *s);
void buf_addn(Buf *b, const char *s, size_t n);
void buf_char(Buf *b, char c);
void buf_printf(Buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Adds a number in digits. */
void buf_int(Buf *b, int64_t n);
/* Adds `count` spaces; none if it is negative. */
void buf_pad(Buf *b, int count);
/* The string; never NULL, valid until the next change. */
const char *buf_text(const Buf *b);
/* Hands the string over to the caller, who frees it; b is empty afterwards. */
char *buf_take(Buf *b);
/* Empty again, but keeps its memory. */
void buf_clear(Buf *b);
void buf_free(Buf *b);

/* Would this character steer a terminal instead of being read: a control character, or
 * one that turns the direction of writing around? */
bool text_steers(int32_t c);
/* 1 if a text is written from left to right, -1 if from right to left, 0 if it has no
 * letter that tells.  What is isolated in it does not count. */
int text_direction(const char *s);
/* Puts what was added behind `from` between isolates, so that it does not turn round what
 * stands beside it. */
void buf_isolate(Buf *b, size_t from);
/* Adds a text from outside (a name, a value) on one line: characters that steer, and
 * bytes that are none, become U+FFFD. */
void buf_plain(Buf *b, const char *s);
/* Adds a text as XML and HTML want it between tags and in quotes. */
void buf_xml(Buf *b, const char *s);
void buf_xmln(Buf *b, const char *s, size_t n);
/* Columns that a string takes on a terminal; control characters take none. */
int text_width(const char *s);
/* Adds `s` broken at spaces so that no line is wider than `width` where that is possible.
 * The first line begins at column `at`; the following ones are indented by `indent`. */
void buf_wrap(Buf *b, const char *s, int at, int indent, int width);
/* Adds every line of `text`, indented, broken like that, and with a line end. */
void buf_lines(Buf *b, const char *text, int indent, int width);
/* Adds `s` in exactly `width` columns: padded with spaces, or cut with an ellipsis. */
void buf_column(Buf *b, const char *s, int width);
/* Makes the first letter of the string that begins at `from` a capital. */
void buf_capital(Buf *b, size_t from);
void buf_small(Buf *b, size_t from); /* the other way round */

#endif
