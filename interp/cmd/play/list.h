/* Answers on the screen, in as few lines as they can be read in. */
#ifndef REGEL_LIST_H
#define REGEL_LIST_H
#include "interp/base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* A space at which no line is broken (a private character that is as wide as a space). */
#define GLUE "\xee\x80\x80"
/* Adds sentences in lines as wide as the screen, all of them indented but for the first
 * if that begins at another column; no line end. */
void list_wrap(Buf *b, const char *text, int at, int indent);

typedef struct Answers {
  int n;
  char **labels;
  char **told;   /* what stands for each of them on the screen */
  char **places; /* where each leads on the board, and what lies there; or NULL */
  int *numbers;  /* of which the names are made: those are typed; NULL: from 1 on */
  size_t named;  /* bytes of the first label before its number */
  bool by_name;  /* answers that are numbers are typed as they are */
  bool color;
} Answers;

/* The number that is typed for an answer; and the answer of a number, -1: none. */
int list_number(const Answers *a, int i);
int list_numbered(const Answers *a, long number);
/* Leaves of what lies where the answers lead what tells them apart: what is so at all of
 * these places is left out, and what does not fit into a few lines behind a question that
 * ends at column `at`. */
void list_stakes(Answers *a, int at);
/* All answers below each other, in columns where that saves lines, down before across. */
void list_columns(const Answers *a, Buf *b);
/* The answers behind a question that ends at column `at`, one after the other; false and
 * nothing added if that would take more than a few lines.  *column is where they end. */
bool list_flow(const Answers *a, Buf *b, int at, int *column);

/* Is this the list that was shown last, to the same seats?  Only that may be left out: a
 * number means what it meant in the last list that a player has read.  It is the last one
 * now. */
bool list_is_last(char **last, uint32_t asked, const Answers *a);

/* What was said lately: it still stands on the screen. */
enum { LISTS_KEPT = 240, QUESTIONS_KEPT = 24 };
typedef struct Lists {
  char *kept[LISTS_KEPT];
  int said; /* how many there were */
} Lists;
/* Was this said lately?  If not, it is now. */
bool lists_had_text(Lists *l, const char *text);
/* Was an answer told lately? */
bool lists_has(const Lists *l, const char *answer);
/* It is offered now; `read`: and told. */
void lists_note(Lists *l, const char *answer, bool read);
void lists_forget(Lists *l);

#endif
