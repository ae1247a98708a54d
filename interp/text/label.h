/* The words of a question: its prompt and what each answer is called. */
#ifndef REGEL_LABEL_H
#define REGEL_LABEL_H
#include "interp/text/render.h"

/* What is being asked now, after VM_DECIDE; never empty. */
void label_prompt(const View *v, Buf *b);
/* Answer i of the question or chance that the machine stopped for. */
/* The same as it is told later: with the question where yes, no or a number says nothing
 * without it. */
void label_reply(const View *v, Buf *b, int i);
void label_option(const View *v, Buf *b, int i);
/* Any candidate of the question, also one that is not legal.  `set` has the words of its
 * alternative's type where the candidate is a combination, else it is NULL. */
void label_candidate(const View *v, Buf *b, const Option *o, const uint64_t *set);
/* Seats that may answer the present question, as a mask. */
uint32_t label_seats(Vm *vm);

#endif
