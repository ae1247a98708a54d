#define _XOPEN_SOURCE 700 /* realpath */
#include "interp/base/inside.h"

#include <stdlib.h>
#include <string.h>

bool file_leads_out(const char *folder, const char *path)
{
  char *top = realpath(*folder ? folder : ".", NULL), *real = realpath(path, NULL);
  size_t n = top ? strlen(top) : 0;
  while (n && top[n - 1] == '/') n--;
  bool out = !top || !real || strncmp(real, top, n) || real[n] != '/';
  free(top);
  free(real);
  return out;
}
