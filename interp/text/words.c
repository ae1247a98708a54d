#include "interp/text/words.h"
#include "interp/text/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const SayingRow table[] = {
#define SAY(name, key, slots, text, note) {key, slots, text, note},
#include "interp/text/words.def"
#undef SAY
};

const SayingRow *words_row(Saying w) { return &table[w]; }

int words_slot(Saying w, const char *name, size_t n)
{
  const char *s = table[w].slots;
  for (int i = 0; *s; i++) {
    size_t k = strcspn(s, " ");
    if (k == n && !memcmp(s, name, n)) return i;
    s += k + (s[k] == ' ');
  }
  return -1;
}

typedef struct Given {
  Saying word;
  const char *const *values;
  int n;
} Given;

static bool fill(void *user, Buf *b, const char *name, size_t n, const Form *form,
                 Filled *out)
{
  const Given *g = user;
  int i = words_slot(g->word, name, n);
  (void)form; /* it came in words already */
  if (i < 0 || i >= g->n) return false;
  const char *value = g->values[i] ? g->values[i] : "";
  char *end;
  long long number = strtoll(value, &end, 10);
  if (*value && !*end) out->number = number;
  buf_add(b, value);
  return true;
}

void words_list(const Lang *lang, Buf *b, Saying w, const char *const *values, int n)
{
  Given g = {w, values, n};
  template_put(lang, b, lang_word(lang, w), &(Form){0}, fill, &g);
}

void words_say(const Lang *lang, Buf *b, Saying w, const char *first, const char *second,
               const char *third)
{
  const char *values[] = {first, second, third};
  words_list(lang, b, w, values, 3);
}

void words_add(const Lang *lang, Buf *b, Saying w) { words_list(lang, b, w, NULL, 0); }

const char *words_digits(char to[DIGITS_SIZE], long long n)
{
  snprintf(to, DIGITS_SIZE, "%lld", n);
  return to;
}

void words_number(const Lang *lang, Buf *b, Saying w, long number)
{
  words_say(lang, b, w, DIGITS(number), NULL, NULL);
}

/* ---- messages that were made elsewhere ------------------------------------------- */

enum { MOST_HOLES = 4 };
typedef struct Hole {
  size_t from, to;
} Hole;

/* Is a message this text with something in place of each {hole}? */
static int match(const char *text, const char *message, Hole *holes)
{
  int n = 0;
  const char *at = message;
  while (*text) {
    size_t plain = strcspn(text, "{");
    if (strncmp(text, at, plain) != 0) return -1;
    at += plain;
    text += plain;
    if (!*text) break;
    text += strcspn(text, "}") + 1;
    size_t next = strcspn(text, "{");
    const char *end = at + strlen(at);
    if (n == MOST_HOLES) return -1;
    for (const char *s = at; next && (end = s) && *s && strncmp(s, text, next) != 0;
         s++) {}
    if (next && !*end) return -1;
    holes[n++] = (Hole){(size_t)(at - message), (size_t)(end - message)};
    at = end;
  }
  return *at ? -1 : n;
}

bool words_error(const Lang *lang, Buf *b, const char *message)
{
  for (int w = 0; lang && w < SAY_COUNT_; w++) {
    const SayingRow *r = words_row((Saying)w);
    Hole holes[MOST_HOLES];
    if (strncmp(r->key, "error.", 6) != 0) continue;
    int n = match(r->text, message, holes);
    if (n < 0) continue;
    char *values[MOST_HOLES] = {0};
    for (int i = 0; i < n; i++) {
      Buf one = {0};
      buf_addn(&one, message + holes[i].from, holes[i].to - holes[i].from);
      values[i] = buf_take(&one);
    }
    words_list(lang, b, (Saying)w, (const char *const *)values, n);
    for (int i = 0; i < n; i++) free(values[i]);
    return true;
  }
  return false;
}

void words_isolate(const Lang *lang, Buf *b, size_t from)
{
  int way = b->n > from ? text_direction(b->at + from) : 0;
  if (way && way != lang_direction(lang)) buf_isolate(b, from);
}
