/* The chain: in which order games began and ended, each sealed over what came before.
 *
 * An entry is the seal of a game's beginning or of its ending.  A beginning covers the
 * entry before it and how far the game before it had come; an ending covers the entry
 * before it and the last step of its game.  So nothing that lies behind the last entry
 * can be changed, left out or put in without breaking every seal after it.  The last
 * seal, kept elsewhere, is an anchor for all of it. */
#ifndef REGEL_CHAIN_H
#define REGEL_CHAIN_H
#include "db/seal.h"
#include "db/sql.h"

typedef enum { CHAIN_BEFORE, CHAIN_BEGIN, CHAIN_END } ChainWhat;

typedef struct ChainEntry {
  int64_t n; /* from 1, without gaps; 0: there is none */
  ChainWhat what;
  int64_t game; /* CHAIN_BEFORE: how many games there were then */
  int64_t upto; /* CHAIN_BEGIN: the steps that the game before it had */
  Seal seal;
} ChainEntry;

/* Where an entry stands: what its seal covers beside its own row. */
typedef struct ChainPlace {
  int64_t n;
  Seal before;
  int64_t upto;
  Link link; /* of that step */
} ChainPlace;

/* The place of a game that begins now, or of an ending; inside a transaction. */
ChainPlace chain_next(Db *db, int64_t game, ChainWhat what);
bool chain_add(Db *db, const ChainPlace *place, ChainWhat what, int64_t game,
               const Seal *seal);
/* The place of a game's beginning or ending that stands there.  False: it has none (a
 * game of before), or after a fault. */
bool chain_place(Db *db, int64_t game, ChainWhat what, ChainPlace *place);
bool chain_entry(Db *db, int64_t n, ChainEntry *e); /* false: there is none */
ChainEntry chain_last(Db *db);

/* Games that were stored before there was a chain are its first entry; once, when a
 * database is updated. */
bool chain_adopt(Db *db);
/* Does every entry stand in its place, and does each seal belong to its row?  Seals
 * themselves are computed again where games are.  Adds what is wrong to `why`. */
bool chain_check(Db *db, Buf *why);

#endif
