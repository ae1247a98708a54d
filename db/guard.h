/* What a query may read of games that are not over. */
#ifndef REGEL_GUARD_H
#define REGEL_GUARD_H
#include "db/sql.h"

/* From now on the steps, events and seeds of games that are not over cannot be read with
 * this database, by whatever statement; those of other games as before.  *hidden is how
 * many games that are.  False after a fault. */
bool guard_open_games(Db *db, int64_t *hidden);
/* What somebody wants to know, as a statement that only reads and takes no longer than
 * that; `all`: also what is hidden in games that are not over.  NULL: *why says why not,
 * or there was a fault. */
Query *guard_query(Db *db, const char *sql, bool all, int seconds, int64_t *hidden,
                   const char **why);

#endif
