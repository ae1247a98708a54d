/* JSON on one line, as an event carries it. */
#include "interp/serve/serve.h"

#include <string.h>
#include <time.h>

int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Line ends inside of texts are escaped: one that stands there is layout. */
static void put_flat(Buf *b, const char *s)
{
  while (*s) {
    size_t n = strcspn(s, "\n");
    buf_addn(b, s, n);
    s += n;
    if (*s) s += strspn(s, "\n ");
  }
}

/* jansson has functions of the same names as base/json.h, which is why it is not used. */
void put_string(Buf *b, const char *s)
{
  if (!s) {
    buf_add(b, "null");
    return;
  }
  buf_char(b, '"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\') buf_char(b, '\\');
    if (c < 32) buf_printf(b, "\\u%04x", c);
    else buf_char(b, *s);
  }
  buf_char(b, '"');
}

void put_data(Buf *b, const regel_data *d)
{
  char *text = regel_data_json(d);
  put_flat(b, text ? text : "null");
  regel_free(text);
}
