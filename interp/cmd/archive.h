/* Stored games as commands use them. */
#ifndef REGEL_ARCHIVE_H
#define REGEL_ARCHIVE_H
#include "db/db.h"
#include "db/rules.h"
#include "interp/cmd/game.h"

typedef struct Archive {
  Db *db;
  StoredGame game;
  Program *program; /* the rules that the game carries */
  Seal seal;        /* of its ruleset */
  LoadedLang speech;
  const Lang *lang; /* NULL: the source */
  Vm *vm;
} Archive;

/* Opens the database (NULL: the user's own).  Reports a fault and returns the code to
 * exit with; -1 if all is well.  Close in any case. */
int archive_open(Cli *cli, Archive *a, const char *file, SqlMode mode);
/* Loads the game with this number; "last" is the newest. */
int archive_load(Cli *cli, Archive *a, const char *id);
void archive_close(Archive *a);
/* Makes the events of one stored game, so that SQL finds them.  A view can wait: what
 * goes wrong is not told. */
void archive_tell(Db *db, int64_t id);
/* Reports what is wrong with the database.  Returns the code to exit with. */
int archive_fault(Cli *cli, const Archive *a);

/* "2026-11-16 08:21" (UTC), and in the form of ISO 8601 with milliseconds. */
void archive_time(Buf *b, int64_t ms);
void archive_time_exact(Buf *b, int64_t ms);
/* "Game 3: Tic-tac-toe, Anne and Player 2, size=3, 2026-11-16 08:21" */
void archive_head(const Archive *a, Buf *b);
/* How it ended, or that it goes on: "Anne wins", "goes on". */
void archive_result(const Archive *a, Buf *b);
/* The same from what is stored of a game that is over. */
void archive_outcome(const View *v, const char *error, uint32_t winners,
                     const char *reason, Buf *b);

/* Who reads: --seat by number or name, --all, or else everybody once the game is over and
 * a spectator before.  Says so if that matters.  Returns -1 or CODE_USAGE. */
/* Does this reader count the steps that he knows of, not those of the record?  Whoever
 * reads a game that is not over must not learn how often others are asked secretly, or
 * that a draw could go only one way. */
bool archive_counts(const Archive *a, int viewer);
/* Is the game not over, and would what is asked for (`what`: "its text", …) tell what is
 * hidden in it?  Says so and returns the code to exit with, unless `all`; else -1. */
int archive_hides(Cli *cli, const Archive *a, const char *what, bool all);
int archive_viewer(Cli *cli, const Archive *a, const char *seat, bool all, bool quiet,
                   int *viewer);

#endif
