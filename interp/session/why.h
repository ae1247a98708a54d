/* What keeps an answer from being offered. */
#ifndef REGEL_WHY_H
#define REGEL_WHY_H
#include "interp/text/render.h"

typedef enum {
  WHY_OFFERED,  /* it is among the answers */
  WHY_REJECTED, /* a candidate; a step behind it could not be carried out */
  WHY_LEFT_OUT, /* it is there, but the list of the question leaves it out */
  WHY_UNKNOWN,  /* nothing that the reader can see is called that */
} WhyKind;

typedef struct Why {
  WhyKind kind;
  int answer;        /* WHY_OFFERED: its place in the list, from 0 */
  Buf title;         /* what it is called in full; the typed name if it is unknown */
  const PLoc *place; /* of the step that failed, or of the question; may be NULL */
} Why;

/* Explains what a name means at the question that the machine stopped for (VM_DECIDE), to
 * the reader of the view.  `options` are the n answers that the reader was shown; NULL:
 * those of the reader's seat, all of them for somebody who sees everything.  Free
 * why->title with buf_free. */
void why_find(const View *v, const int *options, int n, const char *name, Why *why);
/* Adds the same in words, with the place in the source. */
void why_say(const View *v, const Why *why, Buf *out);
/* Both at once, for the answers of the reader's seat. */
void why_not(const View *v, const char *name, Buf *out);

#endif
