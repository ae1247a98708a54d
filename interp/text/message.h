/* What of a program can be translated, and how it stands in a PO file. */
#ifndef REGEL_MESSAGE_H
#define REGEL_MESSAGE_H
#include "interp/base/arena.h"
#include "interp/code/program.h"

typedef struct Message {
  const char *ctxt;        /* where it belongs: "thing.red", "verb.walk/note" */
  const char *source;      /* as the ruleset writes it */
  const char *id, *plural; /* as a PO file has it; plural NULL: it has one form */
  int32_t text;            /* row of the program's texts, -1: it has none */
} Message;
typedef VEC(Message) Messages;

/* Every message once, in the order of the program: texts with a key, names that have no
 * text of their own but are read by players, the title of the game.  All of it lives as
 * long as the arena and the program; `out` is freed with vec_free. */
void message_list(Arena *a, const Program *p, Messages *out);
/* Has a text anything to translate?  "#" and "{a}: {n}" are the same everywhere. */
bool message_speaks(const char *source);
/* An id as it is read where it has no text: `bicycle_check` is "bicycle check". */
const char *message_id(Arena *a, const char *id);

#endif
