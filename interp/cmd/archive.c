#include "interp/cmd/archive.h"
#include "db/derived/derive.h"

#include <stdlib.h>
#include <string.h>

int archive_fault(Cli *cli, const Archive *a)
{
  cli_error(cli, "%s", sql_why(a->db));
  DbFault f = sql_fault(a->db);
  if (f == DB_ABSENT)
    fputs("Games are stored when they are played: regel play GAME\n", stderr);
  if (f == DB_MISSING) cli_see(cli, "regel games");
  return f == DB_MISSING ? CODE_NO : CODE_IO;
}

int archive_open(Cli *cli, Archive *a, const char *file, SqlMode mode)
{
  memset(a, 0, sizeof *a);
  a->db = db_open(file, mode);
  return sql_fault(a->db) ? archive_fault(cli, a) : -1;
}

void archive_tell(Db *db, int64_t id) { derive_one(db, id); }

void archive_close(Archive *a)
{
  sql_close(a->db);
  memset(a, 0, sizeof *a);
}
