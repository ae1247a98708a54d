#include "interp/api/words/statements.h"
#include "interp/base/limits.h"
#include "interp/base/text.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

typedef struct Reader {
  Statements *s;
  const char *lang;
  Buf *why;
  int line, wrong;
  Buf text; /* of the statement being read */
} Reader;

enum { MAX_WRONG = 20 };

static void wrong(Reader *r, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void wrong(Reader *r, int line, const char *fmt, ...)
{
  va_list args;
  if (r->wrong++ >= MAX_WRONG) return;
  va_start(args, fmt);
  buf_printf(r->why, "%d: %s\n", line, arena_vprintf(r->s->arena, fmt, args));
  va_end(args);
}

static bool is_text(const char *s, size_t n)
{
  while (n) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s,
                                          (utf8proc_ssize_t)(n < 4 ? n : 4), &c);
    if (k <= 0 || (c < 32 && c != '\t')) return false;
    s += k;
    n -= (size_t)k;
  }
  return true;
}

/* The text of the last statement is complete. */
static void finish(Reader *r)
{
  if (!r->s->list.n || r->s->list.at[r->s->list.n - 1].text) return;
  Statement *x = &r->s->list.at[r->s->list.n - 1];
  const char *s = buf_text(&r->text), *end = s + r->text.n;
  s = text_trim(s, &end);
  x->size = (size_t)(end - s);
  x->text = arena_strndup(r->s->arena, s, x->size);
  x->silent = x->size == 1 && *s == '-';
  if (!x->size)
    wrong(r, x->line, "\"%s\" has no text; - means that a version has none", x->id);
  if (x->size > MAX_STATEMENT)
    wrong(r, x->line, "the text of \"%s\" is longer than %d bytes: divide it", x->id,
          MAX_STATEMENT);
  buf_clear(&r->text);
}

static bool is_lang(const char *s, size_t n)
{
  if (n < 2 || n > 12) return false;
  for (size_t i = 0; i < n; i++)
    if (!isalpha((unsigned char)s[i]) && s[i] != '_') return false;
  return islower((unsigned char)*s);
}

/* "[nl]" or "<tab>nl<tab>" after an id; returns what follows. */
static const char *own_lang(Reader *r, const char *s, const char *end, const char **lang)
{
  const char *from = s;
  *lang = r->lang;
  while (from < end && *from == ' ') from++;
  if (from < end && *from == '[') {
    const char *stop = memchr(from, ']', (size_t)(end - from));
    if (stop && is_lang(from + 1, (size_t)(stop - from - 1))) {
      *lang = arena_strndup(r->s->arena, from + 1, (size_t)(stop - from - 1));
      return stop + 1;
    }
  } else if (from < end && *from == '\t') {
    const char *stop = memchr(from + 1, '\t', (size_t)(end - from - 1));
    if (stop && is_lang(from + 1, (size_t)(stop - from - 1))) {
      *lang = arena_strndup(r->s->arena, from + 1, (size_t)(stop - from - 1));
      return stop;
    }
  }
  return s;
}

static void read_statement(Reader *r, const char *s, const char *end)
{
  const char *id = s;
  while (s < end && (isalnum((unsigned char)*s) || strchr("_-./", *s))) s++;
  size_t n = (size_t)(s - id);
  Statement x = {.line = r->line};
  s = own_lang(r, s, end, &x.lang);
  if (!n || n > MAX_NAME || s == end || (*s != ':' && *s != '\t')) {
    wrong(r, r->line, "a line is \"ID: TEXT\" or \"ID<tab>TEXT\"");
    return;
  }
  x.id = arena_strndup(r->s->arena, id, n);
  vec_push(&r->s->list, x);
  buf_addn(&r->text, s + 1, (size_t)(end - s - 1));
}

static void read_line(Reader *r, const char *s, const char *end)
{
  const char *to = end, *from = text_trim(s, &to);
  bool deeper = s < end && (*s == ' ' || *s == '\t');
  if (!is_text(from, (size_t)(to - from))) {
    finish(r);
    wrong(r, r->line, "this is no text in UTF-8");
  } else if (from == to || *from == '#') {
    finish(r);
  } else if (deeper && r->s->list.n && !r->s->list.at[r->s->list.n - 1].text) {
    if (r->text.n <= MAX_STATEMENT) {
      buf_char(&r->text, ' ');
      buf_addn(&r->text, from, (size_t)(to - from));
    }
  } else if (deeper) {
    wrong(r, r->line, "nothing stands before this indented line");
  } else {
    finish(r);
    if (to - from > 5 && !memcmp(from, "lang:", 5)) {
      const char *lang = text_trim(from + 5, &to);
      if (is_lang(lang, (size_t)(to - lang)))
        r->lang = arena_strndup(r->s->arena, lang, (size_t)(to - lang));
      else wrong(r, r->line, "\"lang:\" needs the code of a language, such as nl");
    } else {
      read_statement(r, from, to);
    }
  }
}

/* ---- the order ------------------------------------------------------------------ */

static int by_id(const void *a, const void *b)
{
  const Statement *x = a, *y = b;
  int d = strcmp(x->id, y->id);
  return d ? d : x->line - y->line;
}

typedef struct Group {
  size_t first, count;
  int line;
} Group;

static int by_line(const void *a, const void *b)
{
  return ((const Group *)a)->line - ((const Group *)b)->line;
}

static bool is_twice(const Statements *s, size_t from, size_t i)
{
  for (size_t k = from; k < i; k++)
    if (!strcmp(s->list.at[k].lang, s->list.at[i].lang)) return true;
  return false;
}

/* Brings the texts of one id together and finds those that are there twice. */
static void group(Reader *r)
{
  enum { MOST = 16 }; /* languages: an id with more of them is wrong anyway */
  Statements *s = r->s;
  VEC(Group) groups = {0};
  VEC(Statement) sorted = {0};
  if (s->list.n) qsort(s->list.at, s->list.n, sizeof *s->list.at, by_id);
  for (size_t i = 0, from = 0; i < s->list.n; i++) {
    if (i == from || strcmp(s->list.at[i].id, s->list.at[from].id)) {
      from = i;
      vec_push(&groups, ((Group){i, 0, s->list.at[i].line}));
    }
    const Statement *x = &s->list.at[i];
    if (i - from >= MOST) wrong(r, x->line, "\"%s\" has more than 16 texts", x->id);
    else if (is_twice(s, from, i))
      wrong(r, x->line, "\"%s\" has a text in this language already", x->id);
    groups.at[groups.n - 1].count++;
  }
  if (groups.n) qsort(groups.at, groups.n, sizeof *groups.at, by_line);
  for (size_t i = 0; i < groups.n; i++)
    for (size_t k = 0; k < groups.at[i].count; k++)
      vec_push(&sorted, s->list.at[groups.at[i].first + k]);
  vec_free(&s->list);
  s->list.at = sorted.at;
  s->list.n = sorted.n;
  s->list.cap = sorted.cap;
  vec_free(&groups);
}

bool statements_read(Statements *s, const char *text, size_t size, const char *lang,
                     Buf *why)
{
  Reader r = {.s = s, .lang = lang, .why = why};
  const char *end = text + size;
  memset(s, 0, sizeof *s);
  s->arena = arena_new();
  if (size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) text += 3;
  for (r.line = 1; text < end; r.line++) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    if (!stop) stop = end;
    read_line(&r, text, stop);
    text = stop + (stop < end);
  }
  finish(&r);
  group(&r);
  if (!r.wrong && !s->list.n) wrong(&r, 1, "there is no text in this file");
  if (r.wrong > MAX_WRONG) buf_printf(why, "and %d more\n", r.wrong - MAX_WRONG);
  buf_free(&r.text);
  return !r.wrong;
}

void statements_free(Statements *s)
{
  vec_free(&s->list);
  arena_free(s->arena);
}
