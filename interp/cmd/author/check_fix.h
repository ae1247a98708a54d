/* Edits that the compiler is certain of, and making them. */
#ifndef REGEL_CMD_CHECK_FIX_H
#define REGEL_CMD_CHECK_FIX_H
#include "interp/base/arena.h"
#include "interp/regel.h"

#include <stdbool.h>

typedef struct Fix {
  const char *path;
  int line, column, end;
  const char *write;
} Fix;

/* A file as it was before. */
typedef struct Was {
  const char *path, *text;
  size_t n;
} Was;

typedef struct Fixes {
  VEC(Fix) list;
  VEC(Was) were;
  int made;
} Fixes;

/* Adds the edits of a report (regel_check_all). */
void fixes_add(Fixes *f, Arena *arena, const regel_data *edits);
/* Makes them; returns the file that could not be changed, or NULL. */
const char *fixes_make(Fixes *f, Arena *arena);
void fixes_undo(Fixes *f); /* puts all files back */
void fixes_free(Fixes *f);

#endif
