#include "interp/cmd/play/brief.h"
#include "interp/base/arena.h"

#include <ctype.h>
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

/* ---- numbers ------------------------------------------------------------------------
 */

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

/* ---- ends of roads ------------------------------------------------------------------
 */

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

/* ---- what was read lately ------------------------------------------------------------
 */

enum { SHORT = 3 }; /* letters of an article */

/* Bytes of the words with which both begin, but for a last word and articles at the end.
 */
static size_t common_words(const char *a, const char *b, int *words)
{
  size_t common = 0, at = 0;
  int n = 0;
  *words = 0;
  for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
    if (a[i] != ' ') continue;
    n++;
    if (i - at > SHORT) common = i + 1, *words = n;
    at = i + 1;
  }
  return common;
}

/* The words up to the first that is more than an article. */
static size_t first_words(const char *s)
{
  size_t n = 0, word;
  do {
    n += s[n] == ' ';
    word = strcspn(s + n, " ");
    n += word;
  } while (word <= SHORT && s[n]);
  return n;
}

/* As many words as tell it apart from all others. */
static size_t telling_words(const Answers *a, int i)
{
  const char *s = a->told[i];
  size_t n = first_words(s);
  for (int k = 0; k < a->n; k++) {
    int words;
    size_t common = k == i ? 0 : common_words(s, a->told[k], &words);
    if (common && common + strcspn(s + common, " ") > n)
      n = common + strcspn(s + common, " ");
    else if (k != i && !strncmp(s, a->told[k], n) && !a->told[k][n]) n = strlen(s);
  }
  return n;
}

size_t brief_question(const Lists *asked, const char *question)
{
  enum { SEVERAL = 3 };
  size_t most = 0;
  for (int i = 0; i < QUESTIONS_KEPT; i++) {
    int words = 0;
    bool other = asked->kept[i] && strcmp(asked->kept[i], question);
    size_t n = other ? common_words(question, asked->kept[i], &words) : 0;
    if (n > most && words >= SEVERAL) most = n;
  }
  return most;
}

char *brief_label(const Answers *a, int i, bool plain)
{
  enum { SEVERAL = 2, WORTH = 4, LEAST = 4 };
  const char *s = a->told[i], *price = strrchr(s, '(');
  Buf b = {0};
  int words = 0;
  size_t head = i ? common_words(s, a->told[i - 1], &words) : 0;
  if (head && words >= SEVERAL && strlen(s + head) >= LEAST) {
    buf_printf(&b, "…%s", s + head);
    return buf_take(&b);
  }
  size_t n = plain ? telling_words(a, i) : strlen(s), all = strlen(s);
  if (!price || price == s || s[all - 1] != ')') price = s + all;
  if (s + n + WORTH < price) {
    while (n && strchr(":,;", s[n - 1])) n--;
    buf_addn(&b, s, n);
    buf_printf(&b, "…%s%s", *price ? " " : "", price);
  } else buf_add(&b, s);
  return buf_take(&b);
}
