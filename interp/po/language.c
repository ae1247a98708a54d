#include "interp/po/language.h"
#include "interp/po/message.h"

#include <ctype.h>
#include <string.h>

static const Language table[] = {
#define LANGUAGE(code, name, plural) {code, name, plural},
#include "interp/po/language.def"
#undef LANGUAGE
};

static const Language *find(const char *code, size_t n)
{
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strlen(table[i].code) == n && !strncmp(table[i].code, code, n)) return &table[i];
  return NULL;
}

const Language *language_find(const char *code)
{
  const Language *l = find(code, strlen(code));
  return l ? l : find(code, strcspn(code, "_@-"));
}

bool language_is_code(const char *code)
{
  size_t n = 0;
  while (islower((unsigned char)code[n])) n++;
  if (n < 2 || n > 3 || strlen(code) > 20) return false;
  for (code += n; *code;) {
    if (!strchr("_@-", *code++)) return false;
    for (n = 0; isalnum((unsigned char)*code); n++) code++;
    if (!n) return false;
  }
  return true;
}

PoEntry *language_header(Arena *a, const char *project, const char *code,
                         const char *plural, const char *date)
{
  PoEntry *e = ARENA_NEW(a, PoEntry);
  e->id = "";
  e->strs = 1;
  e->str = arena_alloc(a, sizeof *e->str);
  e->str[0] = arena_printf(a,
                           "Project-Id-Version: regel\n"
                           "PO-Revision-Date: %s\n"
                           "Last-Translator: \n"
                           "Language-Team: \n"
                           "Language: %s\n"
                           "MIME-Version: 1.0\n"
                           "Content-Type: text/plain; charset=UTF-8\n"
                           "Content-Transfer-Encoding: 8bit\n"
                           "Plural-Forms: %s\n"
                           "X-Regel-Ruleset: %s\n",
                           date, code, plural, project);
  return e;
}

/* ---- the pseudo-language -------------------------------------------------------- */

typedef VEC(char) Text;

static void put(Text *t, const char *s, size_t n)
{
  for (size_t i = 0; i < n; i++) vec_push(t, s[i]);
}

static const char plain[] = "aeiouycnAEIOUYCN";
static const char *const accented[] = {"á", "é", "í", "ó", "ú", "ý", "ç", "ñ",
                                       "Á", "É", "Í", "Ó", "Ú", "Ý", "Ç", "Ñ"};

/* Two names that differ must not become one: a letter that has its accent already is
 * followed by a mark, and the mark by another. */
static size_t put_marked(Text *t, const char *s)
{
  static const char mark[] = "¹";
  const size_t n = sizeof mark - 1;
  bool found = !strncmp(s, mark, n);
  for (size_t i = 0; i < sizeof accented / sizeof *accented && !found; i++)
    found = !strncmp(s, accented[i], strlen(accented[i]));
  if (!found) return 0;
  put(t, s, n); /* all of two bytes */
  put(t, mark, n);
  return n;
}

static size_t put_letter(Text *t, const char *s)
{
  const char *at = *s ? strchr(plain, *s) : NULL;
  size_t marked = at ? 0 : put_marked(t, s);
  if (marked) return marked;
  if (at) put(t, accented[at - plain], strlen(accented[at - plain]));
  else vec_push(t, *s);
  return 1;
}

/* The class before an alternative, ".many ", is no word to be read. */
static const char *put_class(Text *t, const char *s, const char *end)
{
  const char *from = s;
  while (*from == '.' && s < end && *s != ' ' && *s != '|') s++;
  put(t, from, (size_t)(s - from));
  return s;
}

static void put_pseudo(Text *t, const char *s, const char *end);

static void put_alternatives(Text *t, const char *s, const char *end)
{
  for (int depth = 0; s < end;) {
    const char *stop = s = put_class(t, s, end);
    while (stop < end && (depth || *stop != '|'))
      depth += (*stop == '{') - (*stop == '}'), stop++;
    put_pseudo(t, s, stop);
    if (stop < end) vec_push(t, *stop++);
    s = stop;
  }
}

/* Adds a text up to `end`, with the alternatives of its placeholders changed, too. */
static void put_pseudo(Text *t, const char *s, const char *end)
{
  PoPlaceholder p;
  while (s < end) {
    const char *at = s, *brace = memchr(s, '{', (size_t)(end - s));
    bool found = brace && (at = brace, po_placeholder(&at, &p)) && p.name - 1 == brace &&
                 p.rest + p.rest_n < end;
    const char *stop = found ? brace : brace ? brace + 1 : end;
    while (s < stop) s += put_letter(t, s);
    if (!found) continue;
    const char *close = p.rest + p.rest_n;
    put(t, brace, p.name_n + 1);
    if (memchr(p.rest, '|', p.rest_n)) {
      vec_push(t, *p.rest);
      put_alternatives(t, p.rest + 1, close);
    } else {
      put(t, p.rest, p.rest_n);
    }
    vec_push(t, '}');
    s = close + 1;
  }
}

/* Longer by a third, in brackets. */
static void put_bracketed(Text *t, const char *text, size_t n)
{
  size_t from = strspn(text, " "), to = n, letters = 0;
  if (from > n) from = n;
  while (to > from && text[to - 1] == ' ') to--;
  for (size_t i = from; i < to; i++) letters += isalpha((unsigned char)text[i]) != 0;
  if (!letters) { /* signs alone are the same in every language */
    put(t, text, n);
    return;
  }
  put(t, text, from);
  put(t, "[", 1);
  put_pseudo(t, text + from, text + to);
  for (size_t i = 0; i < letters; i += 3) put(t, "·", strlen("·"));
  put(t, "]", 1);
  put(t, text + to, n - to);
}

/* Where the form that begins at a bar has its words: "|tells={it} rests"; NULL if that is
 * no form. */
static const char *form_words(const char *bar)
{
  const char *s = bar + 1;
  while (isalnum((unsigned char)*s) || *s == '_' || *s == ' ') s++;
  return s > bar + 1 && *s == '=' ? s + 1 : NULL;
}

const char *language_pseudo(Arena *a, const char *text)
{
  Text t = {0};
  int depth = 0;
  const char *from = text;
  for (const char *s = text;; s++) {
    depth += (*s == '{') - (*s == '}');
    const char *words = *s == '|' && !depth ? form_words(s) : NULL;
    if (*s && !words) continue;
    put_bracketed(&t, from, (size_t)(s - from));
    if (!*s) break;
    put(&t, s, (size_t)(words - s));
    from = words;
    s = words - 1;
  }
  const char *out = t.n ? arena_strndup(a, t.at, t.n) : text;
  vec_free(&t);
  return out;
}
