/* The part of a rulebook that people write: paragraphs beside the ledger, NAME.book.md
 * for NAME.md. */
#ifndef REGEL_PROSE_H
#define REGEL_PROSE_H
#include "interp/code/program.h"
#include "interp/find/ledger.h"
#include "grammar/source.h"

typedef enum { PROSE_HEADING, PROSE_TEXT, PROSE_ITEM } ProseSort;
typedef struct ProseBlock {
  ProseSort sort;
  int level, line;
  const char *text; /* with placeholders; a message of the catalogs */
} ProseBlock;
typedef struct Prose {
  const char *path; /* NULL: there is none */
  VEC(ProseBlock) blocks;
} Prose;

/* Where a translator finds these messages. */
#define PROSE_CONTEXT "book"

/* The ledgers that a program names, found from its main file; false and the name of one
 * that is not there. */
bool ledgers_of(Ledgers *l, Arena *a, const Program *p, const Sources *s,
                const char *main_file, Buf *missing);
/* Reads what stands beside its own ledger.  Free in any case. */
void prose_read(Prose *to, Arena *a, const Ledgers *l);
void prose_free(Prose *p);

#endif
