/* The settings of a game: how many players, and the value of each option. */
#ifndef REGEL_SETTINGS_H
#define REGEL_SETTINGS_H
#include "interp/text/render.h"

/* Options of a program, in the order in which Setup wants their values. */
int settings_count(const Program *p);
const PField *settings_option(const Program *p, int i);

/* Room for the values, all at their defaults; free() it. */
int32_t *settings_new(const Program *p);
/* Sets one option by names, as written in `--set version=top_secret`.  Returns false and
 * says why if there is no such option or value; nothing is changed then. */
bool settings_set(const Program *p, int32_t *values, const char *name, const char *value,
                  Buf *why);
/* Adds the options that were set, as "version=top_secret first_seat=2"; and reads that
 * again (on top of `values`).  settings_read returns false and says why if it does not
 * fit the program. */
void settings_write(const Program *p, const int32_t *values, Buf *b);
bool settings_read(const Program *p, int32_t *values, const char *text, Buf *why);
/* Takes the next one off such a text; false at its end. */
bool settings_next(const char **text, Buf *name, Buf *value);
/* May that many play?  Says why not. */
bool settings_seats(const Program *p, int seats, Buf *why);
/* Do the options go together, with so many players?  Says why not. */
bool settings_fit(const Program *p, int seats, const int32_t *values, Buf *why);
/* Has some option a condition at all? */
bool settings_limited(const Program *p);
/* Adds what an option can be set to: "base, top_secret". */
void settings_choices(const Program *p, Buf *b, int type);

#endif
