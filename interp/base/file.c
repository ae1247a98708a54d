#include "interp/base/file.h"
#include "interp/base/buf.h"
#include "interp/base/limits.h"
#include "interp/base/replace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

char *file_whole(const char *path, size_t *size)
{
  bool input = !strcmp(path, "-");
  FILE *f = input ? stdin : fopen(path, "rb");
  Buf b = {0};
  char part[65536];
  size_t n;
  if (!f) return NULL;
  while (b.n <= MAX_FILE_BYTES && (n = fread(part, 1, sizeof part, f)) > 0)
    buf_addn(&b, part, n);
  bool bad = ferror(f);
  if (b.n > MAX_FILE_BYTES) {
    bad = true;
    errno = EFBIG;
  }
  if (!input) fclose(f);
  *size = b.n;
  if (!bad) return buf_take(&b);
  buf_free(&b);
  return NULL;
}

bool file_put(const char *path, const char *text, size_t size)
{
  Replace r;
  return replace_begin(&r, path) && replace_end(&r, fwrite(text, 1, size, r.out) == size);
}
