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
/* Adds what a verb does, as one sentence. */
void compose_verb(const View *v, Buf *b, int verb);

/* Adds one phrase of a rule, as one sentence. */
void compose_phrase(const View *v, Buf *b, int at);

#endif
