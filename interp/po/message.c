#include "interp/po/message.h"

#include <ctype.h>
#include <string.h>

/* The brace that closes the one at s, or NULL. */
static const char *closing(const char *s)
{
  int depth = 0;
  for (; *s; s++) {
    if (*s == '{') depth++;
    else if (*s == '}' && --depth == 0) return s;
  }
  return NULL;
}

static bool name_char(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool po_placeholder(const char **at, PoPlaceholder *out)
{
  for (const char *s = *at; (s = strchr(s, '{')) != NULL; s++) {
    const char *end = closing(s);
    out->name = s + 1;
    out->name_n = 0;
    while (name_char(out->name[out->name_n])) out->name_n++;
    char next = out->name[out->name_n];
    if (!end || !out->name_n || (next != '}' && next != '|' && next != ':')) continue;
    out->rest = out->name + out->name_n;
    out->rest_n = (size_t)(end - out->rest);
    *at = out->rest;
    return true;
  }
  return false;
}

/* Where the form behind the bar or colon at s ends. */
static const char *form_end(const char *s, const char *end)
{
  int depth = 0;
  for (s++; s < end && (depth || *s != '|'); s++) depth += (*s == '{') - (*s == '}');
  return s;
}

/* Finds the placeholders that choose by a number.  Returns how many there are; *one is
 * the first, with `*second` at its second bar if it has two forms, else NULL. */
static int find_choices(const char *source, PoPlaceholder *one, const char **second)
{
  PoPlaceholder p;
  int n = 0;
  *second = NULL;
  while (po_placeholder(&source, &p)) {
    if (!p.rest_n || *p.rest != '|') continue;
    if (n++) continue;
    const char *end = p.rest + p.rest_n, *bar = form_end(p.rest, end);
    *one = p;
    if (bar < end && form_end(bar, end) == end) *second = bar;
  }
  return n;
}

PoMessage po_message(Arena *arena, const char *source)
{
  PoPlaceholder p = {0};
  const char *second;
  int choices = find_choices(source, &p, &second);
  PoMessage m = {.id = source};
  if (!choices) return m;
  if (choices == 1 && second) {
    int before = (int)(p.name - 1 - source), first = (int)(second - p.rest - 1);
    const char *end = p.rest + p.rest_n;
    m.id = arena_printf(arena, "%.*s%.*s%s", before, source, first, p.rest + 1, end + 1);
    m.plural = arena_printf(arena, "%.*s%.*s%s", before, source, (int)(end - second - 1),
                            second + 1, end + 1);
    m.count = arena_strndup(arena, p.name, p.name_n);
    return m;
  }
  char *id = arena_strdup(arena, source);
  for (const char *at = source; po_placeholder(&at, &p);)
    if (p.rest_n && *p.rest == '|') id[p.rest - source] = ':';
  m.id = id;
  return m;
}
