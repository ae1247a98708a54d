/* Stored games as commands use them. */
#ifndef REGEL_ARCHIVE_H
#define REGEL_ARCHIVE_H
#include "db/db.h"
#include "db/rules.h"
#include "interp/cmd/game.h"

typedef struct Archive {
  Db *db;
} Archive;

/* Opens the database (NULL: the user's own).  Reports a fault and returns the code to
 * exit with; -1 if all is well.  Close in any case. */
int archive_open(Cli *cli, Archive *a, const char *file, SqlMode mode);
void archive_close(Archive *a);
/* Makes the events of one stored game, so that SQL finds them.  A view can wait: what
 * goes wrong is not told. */
void archive_tell(Db *db, int64_t id);
/* Reports what is wrong with the database.  Returns the code to exit with. */
int archive_fault(Cli *cli, const Archive *a);

#endif
