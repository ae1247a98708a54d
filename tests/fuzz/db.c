/* Any bytes are refused as a database, with a reason, or are checked to the end and can be
 * asked for their games. */
#include "db/proof/check.h"
#include "db/db.h"
#include "db/guard.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <unistd.h>

static void look(const char *path)
{
  CheckReport r;
  Db *db = db_open(path, SQL_READ);
  if (sql_fault(db) && !*sql_why(db)) abort();
  check_database(db, NULL, &r);
  buf_free(&r.text);
  sql_close(db);
  db = db_open(path, SQL_READ);
  int64_t hidden;
  if (!sql_fault(db)) guard_open_games(db, &hidden);
  sql_seconds(db, 5);
  sql_number(db, "SELECT count(*) FROM results", 0);
  sql_close(db);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char path[] = "/tmp/regel-fuzz-XXXXXX", beside[sizeof path + 8];
  int fd = mkstemp(path);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size || close(fd)) abort();
  look(path);
  unlink(path);
  static const char *const endings[] = {"-wal", "-shm", "-journal"};
  for (int i = 0; i < 3; i++) {
    snprintf(beside, sizeof beside, "%s%s", path, endings[i]);
    unlink(beside);
  }
  return 0;
}
