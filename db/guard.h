/* What a query may read of games that are not over. */
#ifndef REGEL_GUARD_H
#define REGEL_GUARD_H
#include "db/sql.h"

/* From now on the steps, events and seeds of games that are not over cannot be read with
 * this database, by whatever statement; those of other games as before.  *hidden is how
 * many games that are.  False after a fault. */
bool guard_open_games(Db *db, int64_t *hidden);

#endif
