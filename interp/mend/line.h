/* The words and signs of one line, also those that the language does not have. */
#ifndef REGEL_MEND_LINE_H
#define REGEL_MEND_LINE_H
#include <stdbool.h>

typedef enum { W_NAME, W_NUMBER, W_TEXT, W_SIGN } WordSort;

typedef struct Word {
  int from, to; /* bytes of the line, from 0 */
  WordSort sort;
} Word;

enum { MAX_WORDS = 200 };

typedef struct Line {
  const char *text;
  int length;
  Word word[MAX_WORDS];
  int n;
  int begin, end; /* the statement around the spot: words of the line */
} Line;

void line_read(Line *l, const char *text, int length);
/* The word at a byte, or the first behind it; l->n if there is none. */
int line_at(const Line *l, int byte);
/* Finds the statement around a word. */
void line_statement(Line *l, int spot);
bool line_is(const Line *l, int i, const char *word);
/* Is the word one of a list that has blanks between them? */
bool line_in(const Line *l, int i, const char *words);
bool line_keyword(const Line *l, int i);
bool line_sort(const Line *l, int i, WordSort sort);
/* The bracket that closes the one at word i; l->n if there is none. */
int line_closing(const Line *l, int i);
/* Where word i begins; where the word before j ends. */
int line_from(const Line *l, int i);
int line_to(const Line *l, int j);
/* Where the operand that ends before word i begins, and where the one at i ends: a.b,
 * f(x).y, c[k]. */
int line_operand_start(const Line *l, int i);
int line_operand_end(const Line *l, int i);

#endif
