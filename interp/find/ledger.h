/* A rules ledger: the numbered rows that a ruleset cites, read from Markdown. */
#ifndef REGEL_LEDGER_H
#define REGEL_LEDGER_H
#include "grammar/source.h"
#include "interp/base/buf.h"

typedef struct LedgerRow {
  const char *id, *text; /* text: the row's own words, short */
  int line;
  const char *words; /* all of the row behind its id */
} LedgerRow;

typedef struct Ledger {
  Arena *arena;
  const char *path;
  VEC(LedgerRow) rows;     /* in the order of the file, each id once */
  uint32_t *slots;         /* a hash table of ids: rows from 1 on; 0: none */
  size_t room;             /* how large it is, a power of two */
  VEC(const char *) heads; /* titles of the parts that have rows, without their numbers */
} Ledger;

/* Those that a ruleset names.  The first is its own: what it has to implement.  The
 * others are cited, too, by files that it shares with other rulesets. */
typedef struct Ledgers {
  VEC(Ledger) list;
} Ledgers;

/* Finds and adds the ledgers of a ruleset or pack by the names it gives ("a.md, b.md"):
 * in docs/rules or rules of a library's folder, or in `beside`, its own folder ("": the
 * present one).  Returns false if one is missing and adds its name to `missing`.  Free in
 * any case. */
bool ledgers_add(Ledgers *l, const char *names, const Sources *library,
                 const char *beside, Buf *missing);
void ledgers_free(Ledgers *l);
/* The row of any of them. */
const LedgerRow *ledgers_find(const Ledgers *l, const char *id);
/* The title in the line of a heading, behind its marks and its number. */
const char *ledger_title(const char *line);
/* Length of the id at s: LETTERS-PARTS-NUMBER with a small letter at most; 0 if none. */
size_t ledger_id_length(const char *s);
/* The row with an id; NULL if there is none. */
const LedgerRow *ledger_find(const Ledger *l, const char *id);

#endif
