/* Texts with placeholders as messages of a PO file. */
#ifndef REGEL_PO_MESSAGE_H
#define REGEL_PO_MESSAGE_H
#include "interp/base/arena.h"
#include <stdbool.h>

/* A source text as msgid and msgid_plural.  "Deal {n|one card|{n} cards}" becomes "Deal
 * one card" and "Deal {n} cards", with n deciding.  A text with several such placeholders
 * is one msgid, in which they are written {n:one card|{n} cards}. */
typedef struct PoMessage {
  const char *id, *plural; /* plural NULL: none */
  const char *count;       /* the placeholder that decides; NULL: none */
} PoMessage;
PoMessage po_message(Arena *arena, const char *source);

typedef struct PoPlaceholder {
  const char *name, *rest; /* rest: after the name, a bar or colon and what follows */
  size_t name_n, rest_n;
} PoPlaceholder;
/* The next placeholder from `*at` on; those inside another come after it.  False: there
 * is none.  A brace that nothing closes, or that no name follows, is plain text. */
bool po_placeholder(const char **at, PoPlaceholder *out);

#endif
