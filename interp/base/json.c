#include "interp/base/json.h"

#include <math.h>
#include <string.h>
#include <utf8proc.h>

Json json_new(FILE *out) { return (Json){out, 0, {false}, false}; }

/* What stands before a value or a key: a comma, a new line and the indent. */
static void separate(Json *j)
{
  if (j->keyed) {
    j->keyed = false;
    return;
  }
  if (!j->depth) return;
  if (j->some[j->depth - 1]) fputc(',', j->out);
  j->some[j->depth - 1] = true;
  fprintf(j->out, "\n%*s", 2 * j->depth, "");
}

void json_open(Json *j, char bracket)
{
  separate(j);
  fputc(bracket, j->out);
  j->some[j->depth++] = false;
}

void json_close(Json *j, char bracket)
{
  j->depth--;
  if (j->some[j->depth]) fprintf(j->out, "\n%*s", 2 * j->depth, "");
  fputc(bracket, j->out);
  if (!j->depth) fputc('\n', j->out);
}

void json_key(Json *j, const char *key)
{
  json_text(j, key);
  fputs(": ", j->out);
  j->keyed = true;
}

static void put_char(FILE *out, unsigned char c)
{
  if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
  else if (c == '\n') fputs("\\n", out);
  else if (c == '\t') fputs("\\t", out);
  else if (c < 32 || c == 127) fprintf(out, "\\u%04x", c);
  else fputc(c, out);
}

void json_textn(Json *j, const char *s, size_t n)
{
  separate(j);
  fputc('"', j->out);
  for (size_t i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k =
        utf8proc_iterate((const utf8proc_uint8_t *)s + i, (utf8proc_ssize_t)(n - i), &c);
    if (k <= 0) {
      fputs("\xef\xbf\xbd", j->out);
      k = 1;
    } else if (k == 1) {
      put_char(j->out, (unsigned char)s[i]);
    } else {
      fwrite(s + i, 1, (size_t)k, j->out);
    }
    i += (size_t)k;
  }
  fputc('"', j->out);
}

static void put_word(Json *j, const char *word)
{
  separate(j);
  fputs(word, j->out);
}

void json_text(Json *j, const char *s)
{
  if (s) json_textn(j, s, strlen(s));
  else put_word(j, "null");
}

void json_int(Json *j, int64_t n)
{
  separate(j);
  fprintf(j->out, "%lld", (long long)n);
}

void json_unsigned(Json *j, uint64_t n)
{
  separate(j);
  fprintf(j->out, "%llu", (unsigned long long)n);
}

void json_real(Json *j, double x)
{
  separate(j);
  if (isfinite(x)) fprintf(j->out, "%.6g", x);
  else fputs("null", j->out);
}

void json_bool(Json *j, bool b) { put_word(j, b ? "true" : "false"); }
