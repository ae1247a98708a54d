/* The one door to SQLite: statements, values and faults.
 *
 * A Db remembers its first fault; after that every call does nothing and says no, so a
 * caller can write a whole operation down and look once at its end.  Values are always
 * bound, never written into the text of a statement. */
#ifndef REGEL_SQL_H
#define REGEL_SQL_H
#include "interp/base/buf.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Db Db;
typedef struct Query Query;

/* What can be wrong with a database, as far as its user can do something about it. */
typedef enum {
  DB_FINE,
  DB_ABSENT,   /* there is no such file */
  DB_CLOSED,   /* it cannot be opened: permission, a folder, no such path */
  DB_BUSY,     /* another program holds it */
  DB_READONLY, /* it cannot be written */
  DB_FULL,     /* no space left */
  DB_DAMAGED,  /* its bytes make no sense, or a seal is broken */
  DB_FOREIGN,  /* a file of something else */
  DB_NEWER,    /* of a later version of Regel */
  DB_TAKEN,    /* somebody else has written what was to be written */
  DB_MISSING,  /* no such row */
  DB_IO,       /* reading or writing failed */
  DB_LONG,     /* a query took too long */
  DB_SECRET,   /* a query asks for what must not be told yet */
  DB_FAULTS
} DbFault;

typedef enum { SQL_READ, SQL_WRITE, SQL_CREATE } SqlMode;

/* Opens a file (":memory:" is one that vanishes).  Never NULL: ask sql_fault.  SQL_CREATE
 * makes the file if there is none; one that is there is not changed. */
Db *sql_open(const char *path, SqlMode mode);
/* From now on what is written goes to a log beside the file first, so that those who read
 * and the one who writes do not keep each other waiting.  The file remembers that: it
 * must be known to be ours.  Nothing happens if the file is only read. */
bool sql_use_log(Db *db);
void sql_close(Db *db);
/* How long another program may hold the file before that is a fault; a minute, in
 * which a hundred can write one after the other, unless somebody says otherwise. */
void sql_patience(Db *db, int milliseconds);
const char *sql_path(const Db *db);
/* Remembers, as long as it is open, that something of this hash is the row of that
 * number, which took long to find out; 0: that is not known. */
void sql_know(Db *db, uint64_t what, int64_t number);
int64_t sql_known(const Db *db, uint64_t what);
DbFault sql_fault(const Db *db);
/* What is wrong, as a sentence that names the file and what to do; "" if nothing. */
const char *sql_why(const Db *db);
/* The same without what to do; adds it to `b`. */
void sql_what(const Db *db, Buf *b);
/* Notes a fault that SQLite does not know; the first one stays.  Returns false. */
bool sql_fail(Db *db, DbFault fault, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Forgets a fault that its caller has dealt with. */
void sql_forgive(Db *db);

/* A statement, ready to take values.  `text` is a literal: the same text is prepared
 * once.  A statement must be done with before it is asked for again.  Returns NULL after
 * a fault; all functions below accept that. */
Query *sql_query(Db *db, const char *text);
/* Values of the question marks, from 1. */
void sql_put_int(Query *q, int at, int64_t value);
void sql_put_text(Query *q, int at, const char *text); /* NULL: null */
void sql_put_blob(Query *q, int at, const void *bytes, size_t size);
void sql_put_null(Query *q, int at);
/* The next row; false at the end and after a fault.  Values are valid until the next
 * call. */
bool sql_next(Query *q);
int64_t sql_int(Query *q, int column);
const char *sql_text(Query *q, int column); /* never NULL */
const void *sql_blob(Query *q, int column, size_t *size);
bool sql_is_null(Query *q, int column);
bool sql_is_number(Query *q, int column);
/* Tables that from now on only views may read whose names begin with `pass`; nor can
 * anybody find these names out.  What was prepared before is prepared again. */
void sql_guard(Db *db, const char *pass, const char *const *tables, int n);
/* No statement may take longer (DB_LONG); 0: as long as it takes. */
void sql_seconds(Db *db, int seconds);
/* How many columns there are, and what they are called. */
int sql_columns(Query *q);
const char *sql_column(Query *q, int column);
/* Does the statement only tell how another one would be carried out? */
bool sql_explains(Query *q);
/* Does the statement only read? */
bool sql_reads(Query *q);
/* No more rows are wanted; values are unbound. */
void sql_done(Query *q);
/* Runs a statement to its end.  False after a fault. */
bool sql_run(Query *q);
/* The same for the text of one or more statements without values. */
bool sql_do(Db *db, const char *text);
/* One number: the first column of the first row; `otherwise` if there is none. */
int64_t sql_number(Db *db, const char *text, int64_t otherwise);

/* From now on a power cut may take the last transactions, though never half of one: for
 * what can be computed again, like the answers of bots. */
void sql_relax(Db *db);
/* A transaction that can write; one inside another belongs to it.  sql_commit ends it;
 * after a fault everything is rolled back and sql_commit returns false. */
bool sql_begin(Db *db);
bool sql_commit(Db *db);
void sql_rollback(Db *db);
/* What is read between these two is one state of the database, whatever others write
 * meanwhile.  Nothing may be written there.  False after a fault; end it all the same. */
bool sql_begin_read(Db *db);
void sql_end_read(Db *db);

#endif
