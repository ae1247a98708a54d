/* The text of a card, composed from what it does. */
#ifndef REGEL_COMPOSE_H
#define REGEL_COMPOSE_H
#include "interp/text/render.h"

/* Adds what the slots of a thing do, one line a slot; nothing if it has none. */
void compose_thing(const View *v, Buf *b, int32_t thing);
/* Adds what a verb does, as one sentence. */
void compose_verb(const View *v, Buf *b, int verb);

#endif
