/* The database of a user: where it lies, and opening it. */
#ifndef REGEL_DB_H
#define REGEL_DB_H
#include "db/sql.h"
#include "interp/base/buf.h"

/* Adds the path of the database: `path` if it is not NULL, else $REGEL_DB, else regel.db
 * in the user's data folder ($XDG_DATA_HOME or ~/.local/share). */
void db_path(const char *path, Buf *b);
/* Opens it with its tables up to date; SQL_CREATE makes file and folder where there are
 * none.  Never NULL: ask sql_fault. */
Db *db_open(const char *path, SqlMode mode);

#endif
