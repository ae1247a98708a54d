#include "db/db.h"
#include "db/schema.h"
#include "interp/base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void db_path(const char *path, Buf *b)
{
  const char *named = getenv("REGEL_DB"), *data = getenv("XDG_DATA_HOME"),
             *home = getenv("HOME");
  if (path && *path) buf_add(b, path);
  else if (named && *named) buf_add(b, named);
  else if (data && *data == '/') buf_printf(b, "%s/regel/regel.db", data);
  else buf_printf(b, "%s/.local/share/regel/regel.db", home ? home : "");
}

/* Makes the folders above a file; what is wrong shows when the file is opened. */
static void make_folders(const char *path)
{
  Buf b = {0};
  buf_add(&b, path);
  for (char *s = b.at; s && *s && (s = strchr(s + 1, '/'));) {
    *s = 0;
    if (!mkdir(b.at, 0777)) sync_folder(b.at);
    else if (errno != EEXIST) break;
    *s = '/';
  }
  buf_free(&b);
}

/* What is only read is brought to the present version first, if it can be written: then
 * games of earlier versions are read like others. */
static void update_first(const char *path)
{
  Db *db = sql_open(path, SQL_READ);
  bool older = !sql_fault(db) && !schema_fits(db) && sql_fault(db) == DB_READONLY;
  sql_close(db);
  if (!older || access(path, W_OK)) return;
  db = sql_open(path, SQL_WRITE);
  schema_update(db);
  sql_close(db);
}

Db *db_open(const char *path, SqlMode mode)
{
  Buf where = {0};
  bool seals = sodium_init() >= 0;
  db_path(path, &where);
  if (mode == SQL_CREATE) make_folders(buf_text(&where));
  if (mode == SQL_READ && seals) update_first(buf_text(&where));
  Db *db = sql_open(buf_text(&where), mode);
  buf_free(&where);
  if (!seals) sql_fail(db, DB_IO, "the library of seals does not work here");
  if (mode != SQL_READ) schema_update(db);
  else if (!sql_fault(db) && schema_fits(db)) schema_trusted(db);
  return db;
}
