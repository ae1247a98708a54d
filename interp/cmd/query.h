/* SQL over the stored games. */
#ifndef REGEL_QUERY_H
#define REGEL_QUERY_H
#include "interp/cmd/archive.h"

/* Runs a statement that only reads and prints its rows as a table or as JSON.  Returns
 * the code to exit with. */
int query_run(Cli *cli, Archive *a, const char *sql, bool json);

#endif
