/* A file that is replaced as a whole or not at all. */
#ifndef REGEL_REPLACE_H
#define REGEL_REPLACE_H
#include "interp/base/buf.h"
#include <stdbool.h>
#include <stdio.h>

typedef struct Replace {
  FILE *out; /* what is written here stands in the file when all of it does */
  Buf path, temp;
} Replace;

/* Begins to write the file anew, beside the old one.  What is no plain file (a pipe, a
 * device) is written as it is.  False and errno if that cannot be. */
bool replace_begin(Replace *r, const char *path);
/* Puts what was written in the place of the old file if it is `whole`, and on the disk.
 * Otherwise, with errno as it was, and if that fails, the old file stays. */
bool replace_end(Replace *r, bool whole);
/* A new name is only safe once the folder of this path is on the disk. */
void sync_folder(const char *path);

#endif
