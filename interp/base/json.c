#include "interp/base/json.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <string.h>
#include <utf8proc.h>

Json json_new(FILE *out) { return (Json){.out = out}; }
Json json_data(Arena *a) { return (Json){.arena = a}; }

/* The next value where data is made. */
static Data *add(Json *j, DataTag tag)
{
  Data *in = j->depth ? j->in[j->depth - 1] : NULL;
  Data *d = data_add(j->arena, in, in && in->tag == DATA_RECORD ? j->key : NULL, tag);
  if (!in) j->root = d;
  j->key = NULL;
  return d;
}

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
  INVARIANT(j->depth < JSON_DEPTH);
  if (!j->out) {
    Data *d = add(j, bracket == '{' ? DATA_RECORD : DATA_LIST);
    j->in[j->depth++] = d;
    return;
  }
  separate(j);
  fputc(bracket, j->out);
  j->some[j->depth++] = false;
}

void json_close(Json *j, char bracket)
{
  INVARIANT(j->depth > 0);
  j->depth--;
  if (!j->out) return;
  if (j->some[j->depth]) fprintf(j->out, "\n%*s", 2 * j->depth, "");
  fputc(bracket, j->out);
  if (!j->depth) fputc('\n', j->out);
}

void json_key(Json *j, const char *key)
{
  if (!j->out) {
    j->key = arena_strdup(j->arena, key);
    return;
  }
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
  if (!j->out) {
    Data *d = add(j, DATA_TEXT);
    d->text = arena_strndup(j->arena, s, n);
    d->count = n;
    return;
  }
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
  else if (!j->out) add(j, DATA_NONE);
  else put_word(j, "null");
}

void json_int(Json *j, int64_t n)
{
  if (!j->out) {
    add(j, DATA_NUMBER)->number = n;
    return;
  }
  separate(j);
  fprintf(j->out, "%lld", (long long)n);
}

void json_unsigned(Json *j, uint64_t n)
{
  if (!j->out) {
    Data *d = add(j, DATA_NUMBER);
    d->number = (int64_t)n;
    d->large = n > INT64_MAX;
    return;
  }
  separate(j);
  fprintf(j->out, "%llu", (unsigned long long)n);
}

void json_real(Json *j, double x)
{
  if (!j->out) {
    add(j, isfinite(x) ? DATA_REAL : DATA_NONE)->real = x;
    return;
  }
  separate(j);
  if (isfinite(x)) fprintf(j->out, "%.6g", x);
  else fputs("null", j->out);
}

void json_bool(Json *j, bool b)
{
  if (j->out) put_word(j, b ? "true" : "false");
  else add(j, DATA_FLAG)->number = b;
}

void json_put(Json *j, const Data *d)
{
  switch (d->tag) {
  case DATA_NONE: json_text(j, NULL); break;
  case DATA_FLAG: json_bool(j, d->number != 0); break;
  case DATA_NUMBER:
    if (d->large) json_unsigned(j, (uint64_t)d->number);
    else json_int(j, d->number);
    break;
  case DATA_REAL: json_real(j, d->real); break;
  case DATA_TEXT: json_textn(j, d->text, d->count); break;
  case DATA_LIST:
  case DATA_RECORD:
    json_open(j, d->tag == DATA_LIST ? '[' : '{');
    for (const Data *e = d->first; e; e = e->next) {
      if (e->key) json_key(j, e->key);
      json_put(j, e);
    }
    json_close(j, d->tag == DATA_LIST ? ']' : '}');
    break;
  }
}

void json_key_open(Json *j, const char *key, char bracket)
{
  json_key(j, key);
  json_open(j, bracket);
}

void json_key_text(Json *j, const char *key, const char *s)
{
  json_key(j, key);
  json_text(j, s);
}

void json_key_words(Json *j, const char *key, const char *text, const char *ends)
{
  json_key_open(j, key, '[');
  while (*text) {
    size_t n = strcspn(text, ends);
    if (n) json_textn(j, text, n);
    text += n + (text[n] != 0);
  }
  json_close(j, ']');
}

void json_key_int(Json *j, const char *key, int64_t n)
{
  json_key(j, key);
  json_int(j, n);
}

void json_key_real(Json *j, const char *key, double x)
{
  json_key(j, key);
  json_real(j, x);
}

void json_key_bool(Json *j, const char *key, bool b)
{
  json_key(j, key);
  json_bool(j, b);
}

void json_key_place(Json *j, const char *key, const char *file, int line, int column,
                    int end)
{
  if (key) json_key(j, key);
  if (!file) {
    json_text(j, NULL);
    return;
  }
  json_open(j, '{');
  json_key_text(j, "file", file);
  json_key_int(j, "line", line);
  json_key_int(j, "column", column);
  if (end) json_key_int(j, "end", end);
  json_close(j, '}');
}
