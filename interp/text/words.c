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
  const char *value[3];
} Given;

static bool fill(void *user, Buf *b, const char *name, size_t n, const Form *form,
                 Filled *out)
{
  const Given *g = user;
  int i = words_slot(g->word, name, n);
  (void)form; /* it came in words already */
  if (i < 0 || i > 2) return false;
  const char *value = g->value[i] ? g->value[i] : "";
  char *end;
  long long number = strtoll(value, &end, 10);
  if (*value && !*end) out->number = number;
  buf_add(b, value);
  return true;
}

void words_say(const Lang *lang, Buf *b, Saying w, const char *first, const char *second,
               const char *third)
{
  Given g = {w, {first, second, third}};
  template_put(lang, b, lang_word(lang, w), &(Form){0}, fill, &g);
}

void words_add(const Lang *lang, Buf *b, Saying w)
{
  words_say(lang, b, w, NULL, NULL, NULL);
}

void words_number(const Lang *lang, Buf *b, Saying w, long number)
{
  char digits[24];
  snprintf(digits, sizeof digits, "%ld", number);
  words_say(lang, b, w, digits, NULL, NULL);
}
