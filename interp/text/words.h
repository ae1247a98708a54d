/* The words that the program itself says to players (words.def). */
#ifndef REGEL_WORDS_H
#define REGEL_WORDS_H
#include "interp/text/buf.h"

typedef enum {
#define SAY(name, text) SAY_##name,
#include "interp/text/words.def"
#undef SAY
  SAY_COUNT_
} Saying;

/* The text as it stands in the table. */
const char *words_text(Saying w);
/* Adds the text with {0}, {1}, {2} replaced; what is NULL is left out. */
void words_say(Buf *b, Saying w, const char *first, const char *second,
               const char *third);
void words_number(Buf *b, Saying w, long number);

#endif
