/* regel db anchor and regel db key: the last seal, to keep outside of the file. */
#ifndef REGEL_CMD_ANCHOR_H
#define REGEL_CMD_ANCHOR_H
#include "interp/cmd/store/opened.h"

/* Prints the anchor of now, signed with the key in a file if there is one. */
int anchor_print(const Opened *o, const char *key_file);
/* Compares the database with an anchor in a file ("-": standard input). */
int anchor_compare(const Opened *o, const char *path, const char *public);
/* Writes a new key into a file that is not there yet, and prints its public half. */
int anchor_new_key(const Cli *cli, const char *path);

#endif
