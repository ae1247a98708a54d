/* Whole files. */
#ifndef REGEL_FILE_H
#define REGEL_FILE_H
#include <stdbool.h>
#include <stddef.h>

/* Reads a whole file or, for "-", standard input, and adds a NUL.  Returns NULL if that
 * fails, and errno says why; the caller frees it. */
char *file_whole(const char *path, size_t *size);
/* Writes a whole file at once: it has the text, or what it had.  False, and errno. */
bool file_put(const char *path, const char *text, size_t size);

#endif
