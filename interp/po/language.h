/* What is known of languages: their names and plural rules. */
#ifndef REGEL_PO_LANGUAGE_H
#define REGEL_PO_LANGUAGE_H
#include "interp/base/arena.h"
#include "interp/po/po.h"

typedef struct Language {
  const char *code, *name, *plural;
} Language;

/* The row of a code; of "nl_BE" that of "nl" if it has none of its own.  NULL: none. */
const Language *language_find(const char *code);
/* Is it written like a code of a language: nl, pt_BR, sr@latin?  Codes become names of
 * files, so nothing else may stand in one. */
bool language_is_code(const char *code);

/* A header for a new file.  `plural` is the rule; of what the file is, `project`. */
PoEntry *language_header(Arena *a, const char *project, const char *code,
                         const char *plural, const char *date);

/* A text in a language that nobody speaks: longer, with accents and in brackets, its
 * placeholders kept.  What is shown without that was never translatable. */
const char *language_pseudo(Arena *a, const char *text);

#endif
