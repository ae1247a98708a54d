#include "interp/cmd/play/brief.h"
#include "interp/base/arena.h"

#include <stdlib.h>
#include <string.h>

static void set_copy(char **text, const char *from, size_t n)
{
  Buf b = {0};
  buf_addn(&b, from, n);
  buf_add(&b, "");
  free(*text);
  *text = buf_take(&b);
}

/* ---- numbers -------------------------------------------------------------------- */

/* The words before the first number of a name; 0: it has none. */
static size_t before_number(const char *s)
{
  size_t n = strcspn(s, "0123456789");
  bool own = s[n] && n > 1 && s[n - 1] == ' ';
  return own ? n : 0;
}

/* The number that a name has behind these words; -1: another name, or no number alone. */
static int number_behind(const char *s, const char *words, size_t n)
{
  enum { MOST_DIGITS = 4 };
  size_t digits = strncmp(s, words, n) ? 0 : strspn(s + n, "0123456789");
  bool alone = digits && digits <= MOST_DIGITS && s[n] != '0' &&
               (!s[n + digits] || s[n + digits] == ' ');
  return alone ? atoi(s + n) : -1;
}

void brief_numbers(Answers *a)
{
  size_t n = a->n > 1 ? before_number(a->labels[0]) : 0;
  int *numbers = zeroed((size_t)a->n, sizeof *numbers);
  bool all = n > 0;
  for (int i = 0; i < a->n && all; i++) {
    numbers[i] = number_behind(a->labels[i], a->labels[0], n);
    all = numbers[i] >= 0 && (!i || numbers[i] > numbers[i - 1]);
  }
  for (int i = 0; i < a->n && all; i++)
    set_copy(&a->told[i], a->labels[i] + n, strlen(a->labels[i] + n));
  if (!all) free(numbers);
  a->numbers = all ? numbers : NULL;
  a->named = all ? n : 0;
}

/* ---- ends of roads -------------------------------------------------------------- */

static const char dash[] = " – ";

typedef struct Ends { /* "Route B: Café – Bank (Policeman)" */
  const char *from, *to, *rest;
} Ends;

static bool find_ends(const char *text, Ends *e)
{
  const char *middle = strstr(text, dash);
  if (!middle) return false;
  e->from = text;
  for (const char *s = text; (s = strstr(s, ": ")) && s < middle; s += 2) e->from = s + 2;
  e->to = middle + strlen(dash);
  size_t n = strlen(e->to);
  const char *bracket = strstr(e->to, " ("), *colon = strstr(e->to, ": ");
  if (bracket) n = (size_t)(bracket - e->to);
  if (colon && colon < e->to + n) n = (size_t)(colon - e->to);
  e->rest = e->to + n;
  return e->from < middle && n;
}

static bool is_end(const char *end, size_t n, const char *from, const char *till)
{
  return (size_t)(till - from) == n && !memcmp(end, from, n);
}

/* Do all roads among these, and there are several, touch this place? */
static bool all_touch(char **texts, int n, const char *end, size_t length)
{
  int roads = 0;
  for (int i = 0; i < n; i++) {
    Ends e;
    if (!texts[i] || !find_ends(texts[i], &e)) continue;
    roads++;
    if (!is_end(end, length, e.from, e.to - strlen(dash)) &&
        !is_end(end, length, e.to, e.rest))
      return false;
  }
  return roads > 1;
}

void brief_ends(char **texts, int n)
{
  Ends e;
  Buf shared = {0};
  int first = 0;
  while (first < n && !(texts[first] && find_ends(texts[first], &e))) first++;
  if (first == n) return;
  size_t from = (size_t)(e.to - e.from) - strlen(dash), to = (size_t)(e.rest - e.to);
  if (all_touch(texts, n, e.from, from)) buf_addn(&shared, e.from, from);
  else if (all_touch(texts, n, e.to, to)) buf_addn(&shared, e.to, to);
  for (int i = first; i < n && shared.n; i++) {
    Buf b = {0};
    if (!texts[i] || !find_ends(texts[i], &e)) continue;
    buf_addn(&b, texts[i], (size_t)(e.from - texts[i]));
    if (is_end(shared.at, shared.n, e.from, e.to - strlen(dash))) buf_add(&b, e.to);
    else {
      buf_addn(&b, e.from, (size_t)(e.to - e.from) - strlen(dash));
      buf_add(&b, e.rest);
    }
    free(texts[i]);
    texts[i] = buf_take(&b);
  }
  buf_free(&shared);
}
