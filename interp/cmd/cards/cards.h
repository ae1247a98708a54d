/* What regel cards and regel cards show share. */
#ifndef REGEL_CMD_CARDS_H
#define REGEL_CMD_CARDS_H
#include "db/lookup.h"
#include "interp/cmd/game.h"
#include "interp/base/json.h"

/* Opens the database for reading, with every ruleset in the catalog as far as it can be
 * written.  Returns -1 or the code to exit with, after a message; *db is to be closed in
 * any case. */
int cards_open(Cli *cli, const char *file, Db **db);
/* Nothing is there to be shown: says what to do.  Returns CODE_NO. */
int cards_none(Cli *cli, const Db *db);
/* Is there such a language?  Returns -1 or CODE_USAGE. */
int cards_language(Cli *cli, const char *lang);

/* The name nearest to a misspelt one, case aside; best is NULL if none is near. */
typedef struct CardsNear {
  Arena *arena;
  const char *word, *best;
  int distance;
} CardsNear;
void cards_near(CardsNear *n, const char *candidate);

/* The command `regel cards show`; argv[0] is "show". */
int cards_show(Cli *cli, int argc, char **argv);

#endif
