#include "interp/text/words.h"

#include <stdio.h>

static const char *const table[] = {
#define SAY(name, text) text,
#include "interp/text/words.def"
#undef SAY
};

const char *words_text(Saying w) { return table[w]; }

void words_say(Buf *b, Saying w, const char *first, const char *second, const char *third)
{
  const char *given[] = {first, second, third};
  for (const char *s = table[w]; *s; s++) {
    if (s[0] == '{' && s[1] >= '0' && s[1] <= '2' && s[2] == '}') {
      const char *value = given[s[1] - '0'];
      if (value) buf_add(b, value);
      s += 2;
    } else {
      buf_char(b, *s);
    }
  }
}

void words_number(Buf *b, Saying w, long number)
{
  char digits[24];
  snprintf(digits, sizeof digits, "%ld", number);
  words_say(b, w, digits, NULL, NULL);
}
