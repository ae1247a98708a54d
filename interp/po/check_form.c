/* How a translation looks: its characters, its ends, its length. */
#include "interp/po/check_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { LONG = 40 }; /* characters above which a longer translation is told */

static utf8proc_int32_t decode(const char *s, size_t n, size_t *size)
{
  utf8proc_int32_t c;
  utf8proc_ssize_t k =
      utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &c);
  *size = k > 0 ? (size_t)k : 1;
  return k > 0 ? c : 0xFFFD;
}

/* The character that a text ends with; 0 if it is empty. */
static utf8proc_int32_t last(const char *s, size_t n)
{
  size_t size, at = n;
  while (at && ((unsigned char)s[--at] & 0xC0) == 0x80) {}
  return n ? decode(s + at, n - at, &size) : 0;
}

static utf8proc_int32_t first(const char *s, size_t n)
{
  size_t size;
  return n ? decode(s, n, &size) : 0;
}

/* Characters that a terminal acts upon, that turn the direction of a line, or that no
 * standard knows. */
static bool forbidden(utf8proc_int32_t c)
{
  if (c == '\n' || c == '\t') return false;
  if (c == 0xFFFD || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
    return true;
  utf8proc_category_t k = utf8proc_category(c);
  return k == UTF8PROC_CATEGORY_CC || k == UTF8PROC_CATEGORY_CN ||
         k == UTF8PROC_CATEGORY_CO || k == UTF8PROC_CATEGORY_CS;
}

static void check_characters(const PoCheck *c, const PoEntry *e, const char *text)
{
  size_t n = strlen(text), size;
  for (size_t i = 0; i < n; i += size) {
    utf8proc_int32_t at = decode(text + i, n - i, &size);
    if (!forbidden(at)) continue;
    check_add(c, DIAG_PO_CHARACTER, e, "the character U+%04X cannot stand there",
              (unsigned)at);
    return;
  }
  if (strchr(text, '\n') && !strchr(e->id, '\n'))
    check_add(c, DIAG_PO_CHARACTER, e, "a line end, and the source has none");
}

/* Signs that mean the same in another script count as one. */
static char end_sign(utf8proc_int32_t c)
{
  switch (c) {
  case '.':
  case 0x3002: return '.';
  case ',':
  case 0x3001: return ',';
  case ':':
  case 0xFF1A: return ':';
  case ';':
  case 0xFF1B: return ';';
  case '!':
  case 0xFF01: return '!';
  case '?':
  case 0xFF1F: return '?';
  case 0x2026: return 'e';
  default: return 0;
  }
}

static bool is_space(utf8proc_int32_t c) { return c == ' ' || c == '\n' || c == '\t'; }

static bool has_double_space(const char *s, size_t n)
{
  for (size_t i = 0; i + 1 < n; i++)
    if (s[i] == ' ' && s[i + 1] == ' ') return true;
  return false;
}

/* Is there a capital anywhere? */
static bool has_capital(const char *s, size_t n)
{
  size_t size = 0;
  for (size_t i = 0; i < n; i += size)
    if (utf8proc_category(decode(s + i, n - i, &size)) == UTF8PROC_CATEGORY_LU)
      return true;
  return false;
}

/* Of the name of a kind or a field the capital may stand at another word: "carte
 * Objectif". */
static bool small_beginning(const PoEntry *e, const char *text, size_t n)
{
  bool noun = po_is_name(e) && strncmp(e->ctxt, "thing.", 6) != 0;
  return utf8proc_category(first(text, n)) == UTF8PROC_CATEGORY_LL &&
         !(noun && has_capital(text, n));
}

static const char *edge(const PoEntry *e, const char *source, const char *text)
{
  size_t n = po_plain(source), m = po_plain(text);
  utf8proc_int32_t a = first(source, n), b = first(text, m), y = last(source, n),
                   z = last(text, m);
  if (is_space(a) != is_space(b)) return "the space at the beginning differs";
  if (is_space(y) != is_space(z)) return "the space at the end differs";
  if (end_sign(y) != end_sign(z)) return "the sign at the end differs";
  if (utf8proc_category(a) == UTF8PROC_CATEGORY_LU && small_beginning(e, text, m))
    return "the source begins with a capital";
  if (has_double_space(text, m) && !has_double_space(source, n))
    return "two spaces stand beside each other";
  return NULL;
}

/* Without further forms. */
static long characters(const char *s)
{
  long n = 0;
  for (const char *end = s + po_plain(s); s < end; s++)
    n += ((unsigned char)*s & 0xC0) != 0x80;
  return n;
}

/* The columns that there are, as a remark of the author or a flag says; 0: any number. */
static long room(const PoEntry *e)
{
  static const char word[] = "max-length:";
  const char *told[] = {e->flags, e->extracted};
  for (int i = 0; i < 2; i++) {
    const char *at = told[i] ? strstr(told[i], word) : NULL;
    if (at) return strtol(at + sizeof word - 1, NULL, 10);
  }
  return 0;
}

/* The columns that it takes at least: a placeholder is one or more. */
static long columns(const char *s)
{
  long n = 0;
  size_t size;
  int depth = 0;
  for (const char *end = s + po_plain(s); s < end; s += size) {
    utf8proc_int32_t c = decode(s, (size_t)(end - s), &size);
    if (c == '{' && !depth++) n++;
    if (!depth) n += utf8proc_charwidth(c);
    if (c == '}' && depth) depth--;
  }
  return n;
}

void check_form(const PoCheck *c, const PoEntry *e)
{
  INVARIANT(c->po && !e->obsolete && e->id);
  for (int i = 0; i < e->strs; i++) check_characters(c, e, e->str[i]);
  if (!po_translated(e) || e->fuzzy) return;
  /* A table of a language is no sentence. */
  if (strchr(e->id, '\n')) return;
  bool pseudo = c->lang && !strcmp(c->lang, "qps"); /* in brackets, and longer */
  for (int i = 0; i < e->strs && !pseudo; i++) {
    const char *source = check_source(e, i), *why = edge(e, source, e->str[i]);
    long n = characters(source), m = characters(e->str[i]);
    if (why) check_add(c, DIAG_PO_EDGE, e, "%s", why);
    if (m > LONG && 10 * m > 16 * n)
      check_add(c, DIAG_PO_LENGTH, e, "%ld characters instead of %ld", m, n);
    if (room(e) > 0 && columns(e->str[i]) > room(e))
      check_add(c, DIAG_PO_ROOM, e, "%ld columns, and there is room for %ld",
                columns(e->str[i]), room(e));
  }
}
