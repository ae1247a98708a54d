/* Answers in fewer words: what all of them say is left out. */
#ifndef REGEL_BRIEF_H
#define REGEL_BRIEF_H
#include "interp/cmd/play/list.h"

/* Names that differ by a number alone ("road 3", "road 6") are typed as these numbers,
 * and what stands before them is told once. */
void brief_numbers(Answers *a);
/* "Route B: Café – Bank", where all begin or end at the Café, is "Route B: Bank". */
void brief_ends(char **texts, int n);

#endif
