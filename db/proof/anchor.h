/* Anchors: the last seal of a database as a text to keep elsewhere, signed if wanted.
 *
 * Whoever can write a file can write all of its seals anew; not the one that others have
 * kept.  An anchor proves everything that stands before it: every game, every ending, and
 * how far the open games had come. */
#ifndef REGEL_ANCHOR_H
#define REGEL_ANCHOR_H
#include "db/sql.h"

/* A key to sign with, as the text of a file; `public` is what others check with. */
enum { ANCHOR_KEY_DIGITS = 64 };
void anchor_key(Buf *secret, char public[ANCHOR_KEY_DIGITS + 1]);

/* Writes the anchor of now; `key` is the text of a key file, or NULL.  False and why if
 * the key is none, or after a fault. */
bool anchor_write(Db *db, const char *key, Buf *b, Buf *why);

typedef struct AnchorReport {
  int64_t entries, since;             /* in the anchor; those that came after it */
  char signer[ANCHOR_KEY_DIGITS + 1]; /* "" if it is not signed */
  Buf why;                            /* what is wrong; free it */
} AnchorReport;
/* Does the database still hold all that the anchor covers?  If `public` is not NULL, the
 * anchor must be signed with that key.  Every seal is computed again; no game is played.
 */
bool anchor_check(Db *db, const char *text, const char *public, AnchorReport *report);

#endif
