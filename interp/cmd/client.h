/* A command as a client of the library: what it opens, and how it ends. */
#ifndef REGEL_CLIENT_H
#define REGEL_CLIENT_H
#include "interp/cmd/cli.h"
#include "interp/regel.h"

/* Opens rules by name, folder or file, with the packs of --pack.  NULL: what is wrong was
 * told, and *code is what to exit with. */
regel_rules *client_open(Cli *cli, const char *name, int *code);
/* Opens a database to be read (NULL: the user's own).  The same. */
regel_store *client_store(Cli *cli, const char *file, int *code);
/* Tells what is wrong, and frees it.  Returns the code. */
int client_wrong(const Cli *cli, char *why, int code);
/* Prints a report as JSON. */
void client_json(const regel_data *data);
/* Parts of a report: by key or path, and a number of one. */
const char *client_text(const regel_data *data, const char *path);
long long client_number(const regel_data *data, const char *path);

#endif
