#include "interp/base/name.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* The isolates around a name that runs the other way, which nobody types. */
static int isolate(const char *s)
{
  unsigned char last = strncmp(s, "\xE2\x81", 2) ? 0 : (unsigned char)s[2];
  return last >= 0xA6 && last <= 0xA9 ? 3 : 0;
}

/* The next character that counts; 0 at the end. */
static int next_letter(const char **s)
{
  while (**s && (strchr(" _(),\t", **s) || isolate(*s))) *s += isolate(*s) + !isolate(*s);
  return **s ? tolower((unsigned char)*(*s)++) : 0;
}

static bool begins(const char *typed, const char *name, bool *whole)
{
  for (int c; (c = next_letter(&typed));)
    if (next_letter(&name) != c) return false;
  *whole = next_letter(&name) == 0;
  return true;
}

/* Does a word go on here?  "kaart" is no part of "actiekaart" that anybody would mean. */
static bool inside_word(const char *at)
{
  unsigned char before = (unsigned char)at[-1];
  return isalnum((unsigned char)*at) && (isalnum(before) || before >= 0x80);
}

int name_fits(const char *typed, const char *name)
{
  bool whole;
  const char *t = typed;
  if (!next_letter(&t)) return 0;
  if (begins(typed, name, &whole)) return whole ? 3 : 2;
  for (; *name && *++name;)
    if (!inside_word(name) && begins(typed, name, &whole)) return 1;
  return 0;
}
