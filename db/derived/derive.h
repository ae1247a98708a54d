/* Events of stored games as rows: a view, made from the facts and from nothing else. */
#ifndef REGEL_DERIVE_H
#define REGEL_DERIVE_H
#include "db/stored.h"
#include "interp/base/buf.h"
#include "interp/vm/vm.h"

/* Writes the events of a game anew, in a transaction.  `vm` is a machine of its program.
 * Returns false after a fault, or if the game does not replay. */
bool derive_game(Db *db, const StoredGame *g, Vm *vm);
/* The same for a stored game, by the rules that it carries.  A view can wait: what goes
 * wrong is forgiven. */
void derive_one(Db *db, int64_t id);
/* Are the events that stand there those that the facts give?  A game whose events were
 * never made, or only of its first steps, is no difference; nor are other words for the
 * same event, which `reworded` counts.  Adds a line to `why` and returns false if one
 * differs. */
bool derive_compare(Db *db, const StoredGame *g, Vm *vm, int *reworded, Buf *why);
/* Games whose events are missing or behind. */
int64_t derive_missing(Db *db);
int64_t derive_first_missing(Db *db, int64_t from); /* the first from there on, or 0 */
/* Throws all events away. */
bool derive_drop(Db *db);
int64_t derive_count(Db *db); /* events that stand there */

#endif
