/* What a person can type instead of an answer. */
#ifndef REGEL_PLAY_TYPED_H
#define REGEL_PLAY_TYPED_H
#include "interp/cmd/play/table.h"

typedef enum Typed {
  TYPED_NONE,
  TYPED_AGAIN,
  TYPED_TABLE,
  TYPED_LOG,
  TYPED_CARD,
  TYPED_ABOUT,
  TYPED_WHY,
  TYPED_UNDO,
  TYPED_HELP,
  TYPED_QUIT,
  TYPED_WAIT,
} Typed;

/* The command of a line, in English or in the language of the table.  *rest is what
 * stands behind its word. */
Typed typed_read(const Table *t, const char *line, const char **rest);
/* Adds the word for a command. */
void typed_word(const Table *t, Buf *b, Typed c);
/* Prints what can be typed. */
void typed_help(const Table *t);

#endif
