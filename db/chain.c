#include "db/chain.h"
#include "interp/base/invariant.h"

#include <string.h>

static const char *const words[] = {"before", "begin", "end"};

static bool read_seal(Db *db, Query *q, int column, Seal *seal)
{
  size_t n;
  const void *at = sql_blob(q, column, &n);
  memset(seal, 0, sizeof *seal);
  if (n != SEAL_BYTES) return sql_fail(db, DB_DAMAGED, "a seal has the wrong size");
  memcpy(seal->at, at, SEAL_BYTES);
  return true;
}

static ChainEntry read_entry(Db *db, Query *q)
{
  ChainEntry e = {.n = sql_int(q, 0), .game = sql_int(q, 2), .upto = sql_int(q, 3)};
  while (e.what < CHAIN_END && strcmp(sql_text(q, 1), words[e.what])) e.what++;
  read_seal(db, q, 4, &e.seal);
  return e;
}

bool chain_entry(Db *db, int64_t n, ChainEntry *e)
{
  Query *q = sql_query(db, "SELECT n, what, game, upto, seal FROM chain WHERE n = ?");
  sql_put_int(q, 1, n);
  memset(e, 0, sizeof *e);
  if (sql_next(q)) *e = read_entry(db, q);
  sql_done(q);
  return e->n && !sql_fault(db);
}

ChainEntry chain_last(Db *db)
{
  ChainEntry e = {0};
  Query *q = sql_query(
      db, "SELECT n, what, game, upto, seal FROM chain ORDER BY n DESC LIMIT 1");
  if (sql_next(q)) e = read_entry(db, q);
  sql_done(q);
  return e;
}

/* The link of a step; of step 0 there is none, and it is zero. */
static void chain_link(Db *db, int64_t game, int64_t step, Link *link)
{
  INVARIANT(db && link);
  memset(link, 0, sizeof *link);
  if (!step) return;
  Query *q = sql_query(db, "SELECT link FROM steps WHERE game = ? AND n = ?");
  sql_put_int(q, 1, game);
  sql_put_int(q, 2, step);
  if (sql_next(q)) {
    size_t n;
    const void *at = sql_blob(q, 0, &n);
    if (n == LINK_BYTES) memcpy(link->at, at, LINK_BYTES);
  }
  sql_done(q);
}

static int64_t steps_of(Db *db, int64_t game)
{
  Query *q = sql_query(db, "SELECT coalesce(max(n), 0) FROM steps WHERE game = ?");
  sql_put_int(q, 1, game);
  int64_t n = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return n;
}

ChainPlace chain_next(Db *db, int64_t game, ChainWhat what)
{
  INVARIANT(db); /* of a game that could not be stored it is asked, too */
  ChainEntry last = chain_last(db);
  ChainPlace p = {.n = last.n + 1, .before = last.seal};
  if (what == CHAIN_BEGIN) {
    p.upto = steps_of(db, game - 1);
    chain_link(db, game - 1, p.upto, &p.link);
  }
  return p;
}

bool chain_add(Db *db, const ChainPlace *place, ChainWhat what, int64_t game,
               const Seal *seal)
{
  Query *q = sql_query(db, "INSERT INTO chain VALUES (?, ?, ?, ?, ?)");
  sql_put_int(q, 1, place->n);
  sql_put_text(q, 2, words[what]);
  sql_put_int(q, 3, game);
  sql_put_int(q, 4, place->upto);
  sql_put_blob(q, 5, seal->at, SEAL_BYTES);
  return sql_run(q);
}

bool chain_place(Db *db, int64_t game, ChainWhat what, ChainPlace *place)
{
  Query *q = sql_query(db, "SELECT n, upto FROM chain WHERE game = ? AND what = ?");
  memset(place, 0, sizeof *place);
  sql_put_int(q, 1, game);
  sql_put_text(q, 2, words[what]);
  if (sql_next(q)) {
    place->n = sql_int(q, 0);
    place->upto = sql_int(q, 1);
  }
  sql_done(q);
  ChainEntry before;
  if (place->n > 1 && chain_entry(db, place->n - 1, &before)) place->before = before.seal;
  if (place->n && what == CHAIN_BEGIN)
    chain_link(db, game - 1, place->upto, &place->link);
  return place->n && !sql_fault(db);
}

/* ---- games from before ---------------------------------------------------------- */

/* Over every game of before and every ending that is no entry of its own. */
static Seal seal_before(Db *db, int64_t games)
{
  Sealing *s = seal_begin("before");
  Query *q = sql_query(db, "SELECT g.seal, e.seal FROM games g LEFT JOIN endings e "
                           "ON e.game = g.id AND NOT EXISTS (SELECT 1 FROM chain c "
                           "WHERE c.game = g.id AND c.what = 'end') "
                           "WHERE g.id <= ? ORDER BY g.id");
  sql_put_int(q, 1, games);
  seal_int(s, games);
  while (sql_next(q))
    for (int i = 0; i < 2; i++) {
      size_t n;
      const void *at = sql_blob(q, i, &n);
      seal_bytes(s, at, n);
    }
  sql_done(q);
  return seal_end(s);
}

bool chain_adopt(Db *db)
{
  int64_t games = sql_number(db, "SELECT coalesce(max(id), 0) FROM games", 0);
  if (!games || sql_fault(db)) return !sql_fault(db);
  Seal seal = seal_before(db, games);
  ChainPlace first = {.n = 1};
  return chain_add(db, &first, CHAIN_BEFORE, games, &seal);
}

/* ---- checking ------------------------------------------------------------------- */

/* The seal of the row that an entry is for; false if there is no such row. */
static bool row_seal(Db *db, const ChainEntry *e, Seal *seal)
{
  if (e->what == CHAIN_BEFORE) {
    *seal = seal_before(db, e->game);
    return true;
  }
  Query *q = e->what == CHAIN_BEGIN
                 ? sql_query(db, "SELECT seal FROM games WHERE id = ?")
                 : sql_query(db, "SELECT seal FROM endings WHERE game = ?");
  sql_put_int(q, 1, e->game);
  bool found = sql_next(q) && read_seal(db, q, 0, seal);
  sql_done(q);
  return found;
}

static bool entry_fits(Db *db, const ChainEntry *e, int64_t n, int64_t *games)
{
  Seal is;
  bool ok = e->n == n && row_seal(db, e, &is) && !memcmp(is.at, e->seal.at, SEAL_BYTES);
  if (e->what == CHAIN_BEFORE) ok = ok && n == 1;
  if (e->what == CHAIN_BEGIN) ok = ok && e->game == *games + 1;
  if (e->what != CHAIN_END) *games = e->game;
  else ok = ok && e->game <= *games;
  return ok;
}

bool chain_check(Db *db, Buf *why)
{
  int64_t last = chain_last(db).n, games = 0;
  for (int64_t n = 1; n <= last && !sql_fault(db); n++) {
    ChainEntry e;
    if (chain_entry(db, n, &e) && entry_fits(db, &e, n, &games)) continue;
    if (sql_fault(db)) return false;
    buf_printf(why, "the chain of games is broken at entry %lld", (long long)n);
    if (e.n)
      buf_printf(why, ": the %s of game %lld",
                 e.what == CHAIN_BEGIN ? "beginning"
                 : e.what == CHAIN_END ? "ending"
                                       : "games up to",
                 (long long)e.game);
    buf_char(why, '\n');
    return false;
  }
  int64_t all = sql_number(db, "SELECT count(*) FROM games", 0),
          ends = sql_number(db,
                            "SELECT count(*) FROM endings WHERE game NOT IN (SELECT game "
                            "FROM chain WHERE what = 'end') AND game > (SELECT "
                            "coalesce(max(game), 0) FROM chain WHERE what = 'before')",
                            0);
  int64_t twice = sql_number(db,
                             "SELECT count(*) FROM (SELECT 1 FROM chain WHERE what = "
                             "'end' GROUP BY game HAVING count(*) > 1)",
                             0);
  if (sql_fault(db)) return false;
  if (games != all)
    buf_printf(why, "the chain knows of %lld games, and there are %lld\n",
               (long long)games, (long long)all);
  if (ends) buf_printf(why, "%lld endings stand in no chain\n", (long long)ends);
  if (twice)
    buf_printf(why, "%lld endings stand more than once in the chain\n", (long long)twice);
  return games == all && !ends && !twice;
}
