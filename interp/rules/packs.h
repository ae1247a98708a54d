/* The packs of a compiled game: what their lines say, read from the sources it carries.
 */
#ifndef REGEL_PACKS_H
#define REGEL_PACKS_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/code/program.h"
#include "grammar/source.h"
#include "interp/text/render.h"

typedef struct PackInfo {
  int file; /* of the program: its main one */
  const char *name, *title, *game;
  const char *author, *licence, *source; /* NULL: not said */
  const char *ledger;                    /* "a.md, b.md", or NULL */
  VEC(const char *) versions;            /* of the game, for which it was written */
} PackInfo;
typedef VEC(PackInfo) PackList;

/* Reads them in their order; the texts live as long as the arena.  Free the list with
 * packs_free. */
void packs_read(Arena *a, const Program *p, PackList *list);
void packs_free(PackList *list);
/* Adds title, author, licence and sources of a pack of the view's program. */
void pack_credit(const PackInfo *p, const View *v, Buf *b);
/* Whose card it is, if a thing of this name came with one: title, author, licence and
 * sources.  False: the game's. */
bool packs_credit(const PackList *list, const View *v, const char *id, Buf *b);
/* Adds "bakery snow", sorted: which packs a game has, in whatever order they came. */
void packs_key(const Program *p, Buf *b);
/* Calls fn with each place at which a variant or pack changes a thing that stands outside
 * it: what it prints and does, how many there are, rules around what it does. */
typedef void (*PackChangeFn)(void *user, int file, Loc at);
void packs_changes(const Program *p, const char *thing, PackChangeFn fn, void *user);
/* The name of a pack that can be found and adds to a game an option or, where that is one
 * of a kind of the game, the thing that somebody wants it to be; NULL: none. */
const char *packs_offering(Sources *s, const char *game, const char *option,
                           const char *kind, const char *value);

#endif
