/* Commands that are programs of their own (fronts). */
#ifndef REGEL_FRONT_H
#define REGEL_FRONT_H
#include "interp/cmd/cli.h"

/* Becomes the program regel-COMMAND beside this one; returns only where it is not there.
 */
int cli_front(Cli *cli, int argc, char **argv);

#endif
