/* What `regel_agree` reads: short texts with the id of what they are about. */
#ifndef REGEL_STATEMENTS_H
#define REGEL_STATEMENTS_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include <stdbool.h>

typedef struct Statement {
  const char *id, *lang, *text;
  size_t size;
  int line;
  bool silent; /* "-": this version says nothing about it */
} Statement;

typedef struct Statements {
  Arena *arena;
  VEC(Statement) list; /* those of one id together, in the order of the first */
} Statements;

/* Reads a file; `lang` is the language of lines that do not say.  Adds what is wrong to
 * `why`, a line each ("7: …"), and returns false then. */
bool statements_read(Statements *s, const char *text, size_t size, const char *lang,
                     Buf *why);
void statements_free(Statements *s);

#endif
