/* Answers in fewer words: what all of them say, or what was read lately, is left out. */
#ifndef REGEL_BRIEF_H
#define REGEL_BRIEF_H
#include "interp/cmd/play/list.h"

/* Names that differ by a number alone ("road 3", "road 6") are typed as these numbers,
 * and what stands before them is told once. */
void brief_numbers(Answers *a);
/* "Route B: Café – Bank", where all begin or end at the Café, is "Route B: Bank". */
void brief_ends(char **texts, int n);
/* What stands for an answer that was read lately: "…over the hedge" behind "Play
 * Cornelia: bread"; and of those that name nothing (`plain`) only the beginning that
 * tells them apart, with their price: "Raise… (2 points)". */
char *brief_label(const Answers *a, int i, bool plain);
/* Bytes at the beginning of a question with which others began lately: "What do you do
 * with Cornelia: "; 0: too few to be left out. */
size_t brief_question(const Lists *asked, const char *question);

#endif
