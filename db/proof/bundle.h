/* A pack as one file: all files of its folder, in one order, under a seal. */
#ifndef REGEL_BUNDLE_H
#define REGEL_BUNDLE_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include <stdbool.h>

typedef struct BundleFile {
  const char *path; /* below the pack's folder */
  const char *text;
  size_t size;
} BundleFile;

typedef struct Bundle {
  Arena *arena;
  const char *name;
  VEC(BundleFile) files; /* by path */
} Bundle;

/* Writes the folder of a pack.  The same files give the same bytes, whenever and
 * wherever. Hidden files are left out; a link or anything else that is no file is
 * refused.  False: `why` says what is wrong. */
bool bundle_write(const char *folder, const char *name, Buf *out, Buf *why);
/* Reads one and looks at everything: the seal, the names, the sizes.  Free in any case.
 */
bool bundle_read(Bundle *b, const char *text, size_t size, Buf *why);
void bundle_free(Bundle *b);
/* Makes the folder, which must not be there yet, and its files; nothing is written
 * elsewhere, and nothing is left if it fails. */
bool bundle_unpack(const Bundle *b, const char *folder, Buf *why);

#endif
