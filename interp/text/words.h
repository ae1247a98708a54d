/* The words that the program itself says to players (words.def). */
#ifndef REGEL_WORDS_H
#define REGEL_WORDS_H
#include "interp/base/buf.h"

typedef enum {
#define SAY(name, key, slots, text, note) SAY_##name,
#include "interp/text/words.def"
#undef SAY
  SAY_COUNT_
} Saying;

typedef struct Lang Lang;

/* A row of the table. */
typedef struct SayingRow {
  const char *key;   /* its msgctxt */
  const char *slots; /* names of its placeholders, divided by spaces */
  const char *text;  /* the source */
  const char *note;  /* to translators, may be empty */
} SayingRow;
const SayingRow *words_row(Saying w);
/* Which argument of a saying a placeholder names, from 0; -1 if none. */
int words_slot(Saying w, const char *name, size_t n);

/* The text in a language (NULL: the source), with a mark if that is not translated. */
void words_add(const Lang *lang, Buf *b, Saying w);
/* The same with its placeholders filled in the order of the table; what is NULL is left
 * out.  What is all digits is a number and can choose a plural form. */
void words_say(const Lang *lang, Buf *b, Saying w, const char *first, const char *second,
               const char *third);
/* The same for any number of placeholders. */
void words_list(const Lang *lang, Buf *b, Saying w, const char *const *values, int n);
/* Prints it as a line. */
/* A number as an argument: `words_say(lang, b, SAY_X, DIGITS(n), NULL, NULL)`.  Valid to
 * the end of the block. */
enum { DIGITS_SIZE = 24 };
const char *words_digits(char to[DIGITS_SIZE], long long n);
#define DIGITS(n) words_digits((char[DIGITS_SIZE]){0}, (n))
void words_number(const Lang *lang, Buf *b, Saying w, long number);

/* Adds a message about a command in the language, if it is one of those that have words
 * (error.…); false: it has none. */
bool words_error(const Lang *lang, Buf *b, const char *message);
/* A name that runs against its sentence would turn round what stands beside it: what was
 * added behind `from` is put between isolates if it does. */
void words_isolate(const Lang *lang, Buf *b, size_t from);

#endif
