/* A stored game as one text that can be sent: its rules, its setup, every answer and
 * every chance, sealed. */
#ifndef REGEL_PORTABLE_H
#define REGEL_PORTABLE_H
#include "db/proof/check.h"
#include "interp/base/buf.h"
#include "interp/vm/vm.h"

/* Writes the text of a game into an empty buffer.  `vm` is a machine of its program.
 * Returns false if the game does not replay. */
bool portable_write(const StoredGame *g, Vm *vm, Buf *b);

/* A game read back. */
typedef struct Portable {
  StoredGame game;
  Program *program; /* compiled from the rules in the text */
  CheckProof proof; /* where its chance came from */
} Portable;

/* Reads such a text and verifies all of it: the seal, the rules' fingerprint, every
 * answer and every state.  Returns false and says why otherwise.  Free in any case. */
bool portable_read(const char *text, size_t size, Portable *p, Buf *why);
void portable_free(Portable *p);

/* Stores it as a new game; its number, 0 after a fault.  If the same game is there
 * already, *known is set and its number returned.  *like is another game that began at
 * the same moment, by the same rules, and went on otherwise; 0 if there is none. */
int64_t portable_store(Db *db, const Portable *p, bool *known, int64_t *like);

#endif
