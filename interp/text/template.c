#include "interp/text/template.h"

#include <string.h>

enum { MAX_DEPTH = 8 }; /* placeholders inside forms inside placeholders … */

typedef struct Template {
  const Lang *lang;
  bool source; /* the text is English, whatever the language */
  const Form *form;
  Fill fill;
  void *user;
} Template;

static const char *closing(const char *s, const char *end)
{
  int depth = 0;
  for (; s < end; s++) {
    if (*s == '{') depth++;
    else if (*s == '}' && --depth == 0) return s;
  }
  return NULL;
}

static const char *name_end(const char *s, const char *end)
{
  while (s < end && *s != '|' && *s != ':' && *s != '}' && *s != '{') s++;
  return s;
}

static const char *alternative_end(const char *s, const char *end)
{
  int depth = 0;
  for (; s < end; s++) {
    if (*s == '{') depth++;
    else if (*s == '}') depth--;
    else if (*s == '|' && depth == 0) break;
  }
  return s;
}

static void put(const Template *t, Buf *b, const char *s, const char *end, int depth);

/* One of ".f mélangée|mélangé": the first whose class fits, or that has none. */
static void put_by_class(const Template *t, Buf *b, const char *s, const char *end,
                         const Filled *f, int depth)
{
  while (s < end) {
    const char *bar = alternative_end(s, end), *text = s;
    bool fits = true;
    if (*s == '.') {
      size_t n = 0;
      while (s + 1 + n < bar && s[1 + n] != ' ') n++;
      fits = (n == 4 && !memcmp(s + 1, "many", 4) && f->plural) ||
             (n == 5 && !memcmp(s + 1, "named", 5) && f->named) ||
             (f->name && forms_class(f->name, s + 1, n));
      text = s + 1 + n < bar ? s + 2 + n : bar;
    }
    if (fits) {
      put(t, b, text, bar, depth + 1);
      return;
    }
    s = bar < end ? bar + 1 : end;
  }
}

/* One of "one card|{n} cards"; a form too few is the last one again. */
static void put_by_number(const Template *t, Buf *b, const char *s, const char *end,
                          const Filled *f, int depth)
{
  int want = lang_plural(t->lang, t->source, f->number);
  const char *bar = alternative_end(s, end);
  for (; want > 0 && bar < end; want--) {
    s = bar + 1;
    bar = alternative_end(s, end);
  }
  put(t, b, s, bar, depth + 1);
}

/* The placeholder between s and end, without its braces. */
static bool put_placeholder(const Template *t, Buf *b, const char *s, const char *end,
                            int depth)
{
  const char *name = name_end(s, end), *spec = name < end ? name + 1 : end;
  Filled out = {FILLED_MANY, NULL, false, false};
  Form form = *t->form;
  bool choice =
      name < end && (*name == '|' || *spec == '.' || alternative_end(spec, end) < end);
  if (depth > MAX_DEPTH || name == s) return false;
  if (!choice) {
    form_ask(&form, spec, (size_t)(end - spec));
    size_t from = b->n;
    bool known = t->fill(t->user, b, s, (size_t)(name - s), &form, &out);
    words_isolate(t->source ? NULL : t->lang, b, from);
    return known;
  }
  Buf words = {0};
  bool known = t->fill(t->user, &words, s, (size_t)(name - s), &form, &out);
  buf_free(&words);
  if (!known) return false;
  if (*spec == '.') put_by_class(t, b, spec, end, &out, depth);
  else put_by_number(t, b, spec, end, &out, depth);
  return true;
}

static void put(const Template *t, Buf *b, const char *s, const char *end, int depth)
{
  while (s < end) {
    const char *open = memchr(s, '{', (size_t)(end - s));
    if (!open) open = end;
    buf_addn(b, s, (size_t)(open - s));
    const char *close = closing(open, end);
    if (close && put_placeholder(t, b, open + 1, close, depth)) s = close + 1;
    else if (open < end) buf_char(b, '{'), s = open + 1;
    else s = end;
  }
}

void template_put(const Lang *lang, Buf *b, Wording w, const Form *form, Fill fill,
                  void *user)
{
  Template t = {lang, w.source, form, fill, user};
  const char *text = w.text;
  if (w.by) { /* the number of one placeholder chooses the whole text */
    Buf words = {0};
    Filled out = {FILLED_MANY, NULL, false, false};
    fill(user, &words, w.by, strlen(w.by), form, &out);
    buf_free(&words);
    text = lang_for_number(lang, &w, out.number);
  }
  size_t n = strlen(text);
  if (w.forms) text = forms_pick(text, form, &n);
  lang_mark(b, w.state);
  size_t from = b->n;
  put(&t, b, text, text + n, 0);
  lang_mark_once(b, from, w.state); /* what is marked as a whole needs no marks inside */
}
