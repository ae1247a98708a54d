/* Beginnings: small files that compile, play and have a test, for a new game, a pack, a
 * scenario or a card. */
#ifndef REGEL_BEGIN_H
#define REGEL_BEGIN_H
#include "interp/base/buf.h"
#include "interp/sema/model.h"

/* A name that files and declarations can have: letters, digits, `_`; no keyword.  Says
 * why not. */
bool begin_name(const char *name, Buf *why);

void begin_game(Buf *b, const char *name);
/* What a game offers to those who add to it is read from its model.  The kind of which a
 * card would be: the one named, else that of most cards; NULL if there is none. */
const Kind *begin_kind(const Model *m, const char *name);
/* The line of a pack for this game, which uses all files of its folder cards/. */
void begin_pack(Buf *b, const Model *m, const char *name, const char *version);
/* A thing with everything its kind asks for, and a test. */
void begin_card(Buf *b, const Model *m, const Kind *k, const char *name);
/* A scenario: a thing of the kind that an option of the game is of, or a flag of its own,
 * with a variant and a test. */
void begin_scenario(Buf *b, const Model *m, const char *name);

#endif
