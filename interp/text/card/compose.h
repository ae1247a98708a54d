/* The text of a card, composed from what it does. */
#ifndef REGEL_COMPOSE_H
#define REGEL_COMPOSE_H
#include "interp/text/render.h"

/* Adds what the slots of a thing do, one line a slot; nothing if it has none. */
void compose_thing(const View *v, Buf *b, int32_t thing);
/* The same slot by slot. */
typedef struct Composed {
  const char *id;   /* of the slot; NULL: what the thing adds to a value */
  const char *name; /* what players read; "" without an id */
  const char *text;
  bool written; /* the author's words, not composed */
} Composed;
typedef void (*ComposeFn)(void *user, const Composed *slot);
void compose_slots(const View *v, int32_t thing, ComposeFn fn, void *user);
/* Stands for a step of a rule that has no words: bookkeeping, which the rules say. */
#define COMPOSE_UNTOLD "…"
/* Adds what a verb does, nothing if no step has words; true if that is all it does. */
bool compose_verb(const View *v, Buf *b, int verb);

/* Adds one phrase as one sentence, of a card or of a rule that may have such steps. */
void compose_phrase(const View *v, Buf *b, int at, bool rule);

#endif
