/* Every sort of sentence of a ruleset once, for somebody who reads a translation. */
#ifndef REGEL_REVIEW_H
#define REGEL_REVIEW_H
#include "interp/text/render.h"

/* What a row of the deck shows. */
typedef enum {
  REVIEW_CARD,   /* a sentence of a card: phrase `at` */
  REVIEW_ACTION, /* what something does that players read no text of: phrase `at` */
  REVIEW_RULE,   /* what a verb does: phrase `at` */
  REVIEW_REPORT, /* what the log says of a verb: text `at` */
  REVIEW_TEXT,   /* a text as it is written: text `at` */
  REVIEW_NAME,   /* the title of a thing: text `at` */
} ReviewSort;
typedef struct Review {
  ReviewSort sort;
  int32_t at;
  int32_t whose; /* a thing or verb that has it, by its row; -1: a text by its key */
  int count;     /* how often there is one like it */
} Review;
typedef VEC(Review) Reviews;

/* Adds the rows of a program in the order of their sorts.  Sentences are alike if only
 * numbers, things and words of one type differ.  Returns how many steps of rules are left
 * out because they have no words. */
int review_rows(const Program *p, Reviews *to);
/* Adds what a row says in the view's language. */
void review_say(const View *v, Buf *b, const Review *r);
/* Adds what the row is called: a card, a verb or the key of a text. */
void review_name(const Program *p, Buf *b, const Review *r);

#endif
