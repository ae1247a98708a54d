/* Builtin functions and verbs, from builtin.def. */
#ifndef REGEL_BUILTIN_H
#define REGEL_BUILTIN_H
#include <stdbool.h>

typedef enum {
  BI_NONE,
#define FUNCTION(name, id, least, most, gives) BI_##id,
#define PHRASE(shape, id)
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
  BI_GRID, /* KIND(x, y) */
} Builtin;

typedef enum {
  BP_NONE,
#define FUNCTION(name, id, least, most, gives)
#define PHRASE(shape, id) BP_##id,
#include "interp/sema/builtin.def"
#undef FUNCTION
#undef PHRASE
  BP_VERB, /* a verb of the game: n->sym->slot */
  BP_SLOT, /* a slot of the thing n->b */
} BuiltinPhrase;

/* Does the phrase show something in a view? */
static inline bool phrase_shows(int op) { return op >= BP_SHOW_AT && op <= BP_SHOW_PART; }
/* Does it end the game, and is it a win? */
static inline bool phrase_ends(int op) { return op >= BP_WIN && op <= BP_LOSE_BECAUSE; }
static inline bool phrase_wins(int op) { return op == BP_WIN || op == BP_WIN_BECAUSE; }

typedef struct BuiltinRow {
  const char *name;
  int id, least, most;
  const char *gives;
} BuiltinRow;

#endif
