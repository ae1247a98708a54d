/* What the files of stored games behind the public API share. */
#ifndef REGEL_STORE_INT_H
#define REGEL_STORE_INT_H
#include "db/sql.h"
#include "interp/api/api_int.h"

/* For the next call: whether a game was not there before is forgotten. */
Db *store_db(regel_store *s);
/* Says why a game cannot be had.  That it is not there is no fault of the database, which
 * goes on being used; regel_store_trouble tells it. */
void store_refuses(regel_store *s, char **why);
/* A store of a database that is open, which it closes. */
regel_store *store_of(Db *db);

#endif
