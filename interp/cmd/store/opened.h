/* A database and a stored game as commands use them. */
#ifndef REGEL_CMD_OPENED_H
#define REGEL_CMD_OPENED_H
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

typedef struct Opened {
  Cli *cli;
  regel_store *store;
  regel_stored *game;
  regel_language *lang; /* of its rules */
  regel_data *about;    /* the game, as regel_stored_about has it */
} Opened;

/* Opens a database (NULL: the user's own) with one of regel_store_….  -1, or the code to
 * exit with after saying what is wrong.  Close in any case. */
typedef regel_store *(*OpenFn)(const char *path, char **why);
int opened_store(Opened *o, Cli *cli, const char *file, OpenFn fn);
/* Opens the game with this number; "last" is the newest. */
int opened_game(Opened *o, const char *id);
void opened_close(Opened *o);
/* Says what is wrong with the database, and frees that.  The code to exit with. */
int opened_fault(const Opened *o, char *why);
/* Who reads: --seat by number or name, --all, or else everybody once the game is over and
 * a spectator before.  Says so if that matters.  Returns -1 or CODE_USAGE. */
int opened_viewer(const Opened *o, const char *seat, bool all, bool quiet, int *viewer);
/* Is the game not over, and would what is asked for (`what`: "its text", …) tell what is
 * hidden in it?  Says so and returns the code to exit with, unless `all`; else -1. */
int opened_hides(const Opened *o, const char *what, bool all);

#endif
