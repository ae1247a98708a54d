/* JSON on one line, as an event carries it. */
#include "interp/serve/frame.h"
#include "interp/base/invariant.h"

#include <string.h>

/* jansson has functions of the same names as base/json.h, which is why it is not used. */
void put_textn(Buf *b, const char *s, size_t n)
{
  INVARIANT(s || !n);
  const char *end = s + n;
  buf_char(b, '"');
  while (s < end) {
    size_t plain = 0;
    while (s + plain < end && (unsigned char)s[plain] >= 32 && s[plain] != '"' &&
           s[plain] != '\\')
      plain++;
    buf_addn(b, s, plain);
    s += plain;
    if (s == end) break;
    if ((unsigned char)*s < 32) buf_printf(b, "\\u%04x", (unsigned char)*s);
    else {
      buf_char(b, '\\');
      buf_char(b, *s);
    }
    s++;
  }
  buf_char(b, '"');
}

void put_string(Buf *b, const char *s)
{
  if (s) put_textn(b, s, strlen(s));
  else buf_add(b, "null");
}

/* The part of a path that others may see: from the library on, or the file alone. */
static const char *public_part(const char *path, size_t n)
{
  static const char *const folders[] = {"/scenarios/", "/cards/", "/packs/"};
  const char *best = path;
  if (n && *path != '/' && *path != '.') return path;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    const char *at = strstr(path, folders[i]);
    if (at && at < path + n) return at + 1;
  }
  for (size_t i = 0; i < n; i++)
    if (path[i] == '/') best = path + i + 1;
  return best;
}

static void put_entries(Buf *b, const regel_data *d, bool keys)
{
  buf_char(b, keys ? '{' : '[');
  for (size_t i = 0, n = regel_data_count(d); i < n; i++) {
    const regel_data *entry = regel_data_at(d, i);
    const char *key = regel_data_key(entry);
    if (i) buf_char(b, ',');
    if (keys) {
      put_string(b, key);
      buf_char(b, ':');
    }
    /* Places name the files of this machine, wherever the library lies. */
    if (keys && !strcmp(key, "file") && regel_data_tag(entry) == REGEL_TEXT) {
      const char *path = regel_data_text(entry);
      put_string(b, public_part(path, strlen(path)));
    } else {
      put_data(b, entry);
    }
  }
  buf_char(b, keys ? '}' : ']');
}

void put_data(Buf *b, const regel_data *d)
{
  switch (regel_data_tag(d)) {
  case REGEL_NOTHING: buf_add(b, "null"); break;
  case REGEL_FLAG: buf_add(b, regel_data_number(d) ? "true" : "false"); break;
  case REGEL_NUMBER: buf_int(b, regel_data_number(d)); break;
  case REGEL_REAL: buf_printf(b, "%.9g", regel_data_real(d)); break;
  case REGEL_TEXT: put_string(b, regel_data_text(d)); break;
  case REGEL_LIST: put_entries(b, d, false); break;
  case REGEL_RECORD: put_entries(b, d, true); break;
  }
}
