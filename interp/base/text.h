/* Small questions about texts and paths. */
#ifndef REGEL_TEXT_H
#define REGEL_TEXT_H
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool text_ends(const char *s, const char *end)
{
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

/* Of two texts either of which may be NULL. */
static inline bool text_same(const char *a, const char *b)
{
  return a == b || (a && b && !strcmp(a, b));
}

/* Without the space around it: where it begins; *end is moved. */
static inline const char *text_trim(const char *s, const char **end)
{
  while (s < *end && isspace((unsigned char)*s)) s++;
  while (*end > s && isspace((unsigned char)(*end)[-1])) --*end;
  return s;
}

/* For qsort: texts in the order of their bytes. */
static inline int by_text(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The last part of a path: a file's own name. */
static inline const char *path_last(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

#endif
