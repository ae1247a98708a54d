/* A stored game that was opened with the rules that it carries, to be looked at. */
#ifndef REGEL_API_STORED_H
#define REGEL_API_STORED_H
#include "db/db.h"
#include "db/stored.h"
#include "interp/api/store_int.h"
#include "interp/text/log.h"

struct regel_stored {
  regel_store *store;
  Db *db;
  StoredGame game;
  regel_rules *rules;
  const Program *program; /* of these */
  Seal seal;              /* of its code */
  const Lang *lang;       /* NULL: the source */
  Vm *vm;
};

/* How it ended, or that it goes on: "Anne wins", "goes on". */
void stored_result(const regel_stored *s, Buf *b);
/* In the form of ISO 8601 with milliseconds. */
void stored_time_exact(Buf *b, int64_t ms);
/* Does this reader count the steps that he knows of, not those of the record?  Whoever
 * reads a game that is not over must not learn how often others are asked secretly, or
 * that a draw could go only one way. */
bool stored_counts(const regel_stored *s, int viewer);
/* A viewer as the texts know him. */
int stored_viewer(const regel_stored *s, int viewer);
/* The game as that viewer may know it (db/known.h), with steps of its own to be freed. */
StoredGame stored_known(const regel_stored *s, int viewer);

#endif
