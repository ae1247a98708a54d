/* The tables: facts that are never rewritten, and views that can be made again from them.
 */
#ifndef REGEL_SCHEMA_H
#define REGEL_SCHEMA_H
#include "db/sql.h"
#include "interp/base/buf.h"

/* Brings an open database to the present version of the tables, in one transaction; a
 * database without any is given them.  Returns false and changes nothing if it belongs to
 * something else or to a later version. */
bool schema_update(Db *db);
/* Is the database of the present version?  For one that is only read. */
bool schema_fits(Db *db);
int schema_version(void);
/* Inside a transaction in which a name is taken out, and before it ends: seats are facts
 * and are guarded otherwise. */
bool schema_lift_seats(Db *db);
bool schema_keep_seats(Db *db);
/* Do the tables stand as their version makes them?  Adds what differs to `why`, one line
 * each, and returns how many do. */
int schema_compare(Db *db, Buf *why);
/* The same as a fault (DB_DAMAGED) of the database, before anything in it is used. */
bool schema_trusted(Db *db);
/* For tests of updating: the tables as version `version` had them. */
bool schema_make(Db *db, int version);

#endif
