/* What regel cards and regel cards show share. */
#ifndef REGEL_CMD_CARDS_H
#define REGEL_CMD_CARDS_H
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

/* Opens the database with every ruleset in the catalog, as far as it can be written;
 * `make`: it is made if it is not there.  NULL: *code is what to exit with, after a
 * message. */
regel_store *cards_open(Cli *cli, const char *file, bool make, int *code);
/* Nothing is there to be shown: says what to do.  Returns CODE_NO. */
int cards_none(Cli *cli, const char *why);

/* The command `regel cards show`; argv[0] is "show". */
int cards_show(Cli *cli, int argc, char **argv);

#endif
