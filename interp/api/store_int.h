/* What the files of stored games behind the public API share. */
#ifndef REGEL_STORE_INT_H
#define REGEL_STORE_INT_H
#include "db/sql.h"
#include "interp/api/api_int.h"

Db *store_db(const regel_store *s);
/* A store of a database that is open, which it closes. */
regel_store *store_of(Db *db);

#endif
