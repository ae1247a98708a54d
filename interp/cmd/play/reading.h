/* Reading at the table: faces of what can be seen, what an answer refers to, and what has
 * changed on the board. */
#ifndef REGEL_READING_H
#define REGEL_READING_H
#include "interp/cmd/play/table.h"

/* `card NAME`: the face of whatever the person on the seat can see under that name;
 * `card` alone: of what lies before this player. */
void reading_card(Table *t, int seat, const char *name);
/* `N?`: what is known of an answer. */
void reading_answer(Table *t, int seat, int answer);
/* The screen was emptied: what this person read on it is gone. */
void forget_faces(Table *t, int seat);
/* The texts of what is in force and of what lies before this player, if not read yet. */
void reading_hand(Table *t, int seat);
/* The texts of cards among the answers that this person has not read yet. */
void reading_first(Table *t, int seat, const int *answers, int n);
/* Tells the person on a seat, or EVERYBODY, what is new in the log, but for the last
 * `but` lines; `board`: without the changes that the board below it shows. */
void reading_log(Table *t, int seat, int but, bool board);
/* `log`: all of it. */
void reading_again(const Table *t, int seat);
/* The board if it is not on the screen, or else what has changed of it since: what others
 * have done, and what this person did if it is much; `anew`: the screen was empty. */
typedef struct Sight {
  bool first, shows; /* the whole board; something is shown at all */
  Buf now, shown;
} Sight;
void reading_look(Table *t, int seat, bool anew, Sight *sight);
/* Shows it, and frees it. */
void reading_board(Table *t, int seat, Sight *sight);
/* `?`: the table. */
void reading_table(const Table *t, int seat);
void reading_free(Table *t);

/* What the views write: how far everybody has come.  What `shown` has is not told again.
 */
void reading_notes(const Table *t, int seat, const char *shown);
#endif
