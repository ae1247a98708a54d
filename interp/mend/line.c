#include "interp/mend/line.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

static bool name_char(unsigned char c) { return isalnum(c) || c == '_' || c >= 0x80; }

/* Signs of several bytes, longest first. */
static int sign_length(const char *t, int n)
{
  INVARIANT(n > 0);
  static const char *const signs[] = {
      "===", "!==", "...", "==", "!=", "<>", "<=", ">=", "=>", "=<", "&&",
      "||",  ":=",  "+=",  "-=", "*=", "/=", "++", "--", "->", "..", "//",
      "**",  "::",  "≤",   "≥",  "≠",  "×",  "…",  "–",  "“",  "”",  "’"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    int k = (int)strlen(signs[i]);
    if (k <= n && !strncmp(t, signs[i], (size_t)k)) return k;
  }
  return 1;
}

static int text_length(const char *t, int n)
{
  INVARIANT(n > 0 && *t == '"');
  int i = 1;
  for (; i < n && t[i] != '"'; i++)
    if (t[i] == '\\') i++;
  return i < n ? i + 1 : n;
}

void line_read(Line *l, const char *text, int length)
{
  INVARIANT(text && length >= 0);
  *l = (Line){.text = text, .length = length};
  for (int i = 0; i < length && l->n < MAX_WORDS;) {
    const char *t = text + i;
    int rest = length - i, k = 1;
    if (*t == ' ' || *t == '\t') {
      i++;
      continue;
    }
    if (*t == '#') break;
    WordSort sort = W_SIGN;
    k = sign_length(t, rest);
    if (k > 1) {
    } else if (*t == '"') {
      sort = W_TEXT;
      k = text_length(t, rest);
    } else if (isdigit((unsigned char)*t)) {
      sort = W_NUMBER;
      while (k < rest && isdigit((unsigned char)t[k])) k++;
    } else if (name_char((unsigned char)*t)) {
      sort = W_NAME;
      while (k < rest && name_char((unsigned char)t[k])) k++;
    }
    INVARIANT(k > 0 && i + k <= length); /* words follow each other */
    l->word[l->n++] = (Word){i, i + k, sort};
    i += k;
  }
  l->end = l->n;
}

int line_at(const Line *l, int byte)
{
  INVARIANT(byte >= 0);
  int i = 0;
  while (i < l->n && l->word[i].to <= byte) i++;
  return i;
}

bool line_is(const Line *l, int i, const char *word)
{
  if (i < 0 || i >= l->n) return false;
  int k = l->word[i].to - l->word[i].from;
  return !strncmp(l->text + l->word[i].from, word, (size_t)k) && !word[k];
}

bool line_in(const Line *l, int i, const char *words)
{
  if (i < 0 || i >= l->n) return false;
  size_t k = (size_t)(l->word[i].to - l->word[i].from);
  const char *t = l->text + l->word[i].from;
  for (const char *w = words; *w;) {
    size_t n = strcspn(w, " ");
    if (n == k && !strncmp(w, t, n)) return true;
    w += n;
    while (*w == ' ') w++;
  }
  return false;
}

bool line_keyword(const Line *l, int i)
{
#define WORD(spelling, token) spelling " "
  static const char words[] =
#include "grammar/word.def"
      "";
#undef WORD
  return line_in(l, i, words);
}

bool line_sort(const Line *l, int i, WordSort sort)
{
  return i >= 0 && i < l->n && l->word[i].sort == sort;
}

void line_statement(Line *l, int spot)
{
  INVARIANT(spot >= 0 && spot <= l->n);
  l->begin = 0;
  l->end = l->n;
  for (int i = spot - 1; i >= 0 && !l->begin; i--)
    if (line_in(l, i, "{ } ;")) l->begin = i + 1;
  for (int i = spot; i < l->n && l->end == l->n; i++)
    if (line_in(l, i, "{ } ;")) l->end = i;
}

int line_closing(const Line *l, int i)
{
  INVARIANT(i >= 0);
  int depth = 0;
  for (; i < l->n; i++) {
    if (line_in(l, i, "( [")) depth++;
    if (line_in(l, i, ") ]") && --depth == 0) return i;
  }
  return l->n;
}

int line_from(const Line *l, int i)
{
  if (i >= 0 && i < l->n) return l->word[i].from;
  return l->n > 0 ? l->word[l->n - 1].to : l->length;
}

int line_to(const Line *l, int j)
{
  if (j > 0 && j <= l->n) return l->word[j - 1].to;
  return line_from(l, j > 0 ? l->n : 0);
}

int line_operand_start(const Line *l, int i)
{
  INVARIANT(i >= 0 && i <= l->n);
  while (i > 0) {
    int b = i - 1;
    if (line_in(l, b, ") ]")) {
      int depth = 0;
      for (; b >= 0; b--) {
        depth += line_in(l, b, ") ]") - line_in(l, b, "( [");
        if (!depth) break;
      }
      if (b < 0) return i;
      if (b > 0 && line_sort(l, b - 1, W_NAME)) b--;
    } else if (!line_sort(l, b, W_NAME) && !line_sort(l, b, W_NUMBER)) return i;
    i = b;
    if (!line_is(l, i - 1, ".")) return i;
    i--;
  }
  return i;
}

int line_operand_end(const Line *l, int i)
{
  INVARIANT(i >= 0);
  for (; i < l->n;) {
    if (!line_sort(l, i, W_NAME) && !line_sort(l, i, W_NUMBER)) return i;
    i++;
    if (line_in(l, i, "( [")) {
      int close = line_closing(l, i);
      if (close == l->n) return i;
      i = close + 1;
    }
    if (!line_is(l, i, ".")) return i;
    i++;
  }
  return i;
}
