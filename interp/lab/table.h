/* Every figure of a run as a row, for other programs. */
#ifndef REGEL_TABLE_H
#define REGEL_TABLE_H
#include "db/sql.h"
#include "interp/base/json.h"
#include "interp/lab/figure.h"

/* As CSV with a head line (RFC 4180). */
void table_csv(const Part *p, Buf *out);
/* The same as one object, with the plan and its cells. */
void table_json(const Part *p, Json *j);
/* Tables cells, figures and counts; the file must be new.  False after a fault of `db`.
 */
bool table_sqlite(const Part *p, Db *db);

#endif
