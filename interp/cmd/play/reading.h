/* Reading at the table: faces of what can be seen, what an answer refers to, and what has
 * changed on the board. */
#ifndef REGEL_READING_H
#define REGEL_READING_H
#include "interp/cmd/play/table.h"

/* `card NAME`: the face of whatever the person on the seat can see under that name;
 * `card` alone: of what lies before this player. */
void reading_card(Table *t, int seat, const char *name);
/* `N?`: what is known of an answer (a number of the machine's). */
void reading_answer(Table *t, int seat, int option);
/* The texts of what lies before this player and was not read yet. */
void reading_hand(Table *t, int seat);
/* The texts of cards among the answers that this person has not read yet. */
void reading_first(Table *t, int seat, const int *options, int n);
/* Adds where an answer leads on the board, and what lies there, in so many columns;
 * nothing if it is not on it. */
void reading_place(Table *t, int seat, int option, Buf *b, int width);
/* The board if this person has not seen it, or else what others and chance have changed
 * of it; `anew`: the screen was empty. */
void reading_board(Table *t, int seat, bool anew);
void reading_free(Table *t);

#endif
