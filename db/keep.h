/* A session that is stored: every answer is safe before the next question is asked. */
#ifndef REGEL_KEEP_H
#define REGEL_KEEP_H
#include "db/store.h"
#include "interp/session/session.h"

typedef struct Keep {
  Keeper keeper;
  Record record; /* record.game is 0 before the first pause */
  NewGame new;
} Keep;

/* The game is added with its first pause; `new` is what is known of it (its beginning is
 * taken from the machine) and its arrays stay the caller's. */
void keep_new(Keep *k, Db *db, const NewGame *new);
/* Goes on where a stored game ended: plays it once more in a session that was opened with
 * its rules and settings.  False if the states are others. */
bool keep_resume(Keep *k, Db *db, Session *s, const StoredGame *g);

#endif
