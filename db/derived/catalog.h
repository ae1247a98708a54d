/* The catalog: the cards of stored rulesets as rows, with their texts in every language
 * and an index of their words.  A view, made from the rules and from nothing else.
 *
 * A card is a thing of a kind that card_kind (interp/text/card.h) calls one; copies of it
 * are one row. */
#ifndef REGEL_CATALOG_H
#define REGEL_CATALOG_H
#include "db/sql.h"
#include "interp/text/lang.h"
#include "interp/code/program.h"
#include "interp/base/buf.h"

/* The languages that texts are in, ended by NULL. */
extern const char *const catalog_languages[];

/* Writes the cards of a ruleset that is not in the catalog yet, in one transaction;
 * nothing is done if it is.  `p` is the program as it is stored: the same rules compiled
 * from another folder name other files.  False after a fault; nothing is changed then. */
bool catalog_add(Db *db, int64_t ruleset, const Program *p);
/* Adds what cards say in another language, anew if it is there: files may have changed.
 */
bool catalog_translate(Db *db, int64_t ruleset, const Program *p, const char *code,
                       const Lang *lang);
/* Adds every ruleset that is missing.  Rules that cannot be loaded are left out, with a
 * line in `why`.  False after another fault: those before it stay. */
bool catalog_fill(Db *db, Buf *why);
/* Stored rulesets whose cards are not there. */
int64_t catalog_missing(Db *db);
/* Throws all of it away. */
bool catalog_drop(Db *db);
int64_t catalog_count(Db *db); /* cards that stand there */

/* Are the rows of a ruleset those that its rules give?  One that was never added is no
 * difference.  Adds a line to `why` and returns false if one differs. */
bool catalog_compare(Db *db, int64_t ruleset, const Program *p, Buf *why);
/* Does the index of words fit the rows?  This takes a database that can be written; for
 * any other the answer is yes.  Adds a line to `why` if it does not. */
bool catalog_compare_index(Db *db, Buf *why);

#endif
