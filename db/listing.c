#include "db/listing.h"

#include <stdlib.h>
#include <string.h>

/* Of a game, or of what a pack came along with. */
static const char query[] =
    "SELECT g.id, r.name, r.title, g.begun, g.origin, g.settings, s.players, s.steps, "
    "s.over, s.reason, s.error, s.winners, g.ruleset, r.packs FROM results s "
    "JOIN games g ON g.id = s.game JOIN rulesets r ON r.id = g.ruleset "
    "WHERE (NOT ?2 OR NOT s.over) AND g.id IN ("
    "  SELECT id FROM games WHERE ?1 IS NULL OR ruleset IN ("
    "    SELECT id FROM rulesets WHERE name = ?1"
    "    OR (?1 <> '' AND instr(' ' || packs || ' ', ' ' || ?1 || ' ')))"
    "  ORDER BY id DESC LIMIT ?3) ORDER BY g.id";
enum {
  ID,
  NAME,
  TITLE,
  BEGUN,
  ORIGIN,
  SETTINGS,
  PLAYERS,
  STEPS,
  OVER,
  REASON,
  ERROR,
  WINNERS,
  RULESET,
  PACKS
};

/* Seat by seat: a name may hold anything, so no sign could divide them. */
static void read_names(Db *db, int64_t game, char **names)
{
  Query *q = sql_query(db, "SELECT seat, name FROM seats WHERE game = ?1 ORDER BY seat");
  sql_put_int(q, 1, game);
  while (sql_next(q)) {
    int64_t seat = sql_int(q, 0) - 1;
    const char *name = sql_text(q, 1);
    if (seat >= 0 && seat < MAX_PLAYERS && *name && !names[seat])
      names[seat] = strdup(name);
  }
  sql_done(q);
}

bool listing(Db *db, const char *name, bool open, int64_t most,
             void (*fn)(void *user, const ListedGame *g), void *user)
{
  Query *q = sql_query(db, query);
  if (name) sql_put_text(q, 1, name);
  else sql_put_null(q, 1);
  sql_put_int(q, 2, open);
  sql_put_int(q, 3, most);
  while (sql_next(q)) {
    char *names[MAX_PLAYERS] = {0};
    ListedGame g = {.id = sql_int(q, ID),
                    .ruleset = sql_int(q, RULESET),
                    .begun = sql_int(q, BEGUN),
                    .steps = sql_int(q, STEPS),
                    .name = sql_text(q, NAME),
                    .packs = sql_text(q, PACKS),
                    .title = sql_text(q, TITLE),
                    .origin = sql_text(q, ORIGIN),
                    .settings = sql_text(q, SETTINGS),
                    .players = (int)sql_int(q, PLAYERS),
                    .over = sql_int(q, OVER) != 0,
                    .reason = sql_text(q, REASON),
                    .error = sql_text(q, ERROR),
                    .winners = (uint32_t)sql_int(q, WINNERS)};
    read_names(db, g.id, names);
    for (int i = 0; i < MAX_PLAYERS; i++) g.names[i] = names[i];
    fn(user, &g);
    for (int i = 0; i < MAX_PLAYERS; i++) free(names[i]);
  }
  sql_done(q);
  return !sql_fault(db);
}

int64_t listing_last(Db *db)
{
  return sql_number(db, "SELECT coalesce(max(id), 0) FROM games", 0);
}

static int64_t first_number(Query *q)
{
  int64_t n = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return n;
}

int64_t listing_code(Db *db, int64_t game)
{
  Query *q = sql_query(db, "SELECT coalesce((SELECT -image FROM played WHERE game = ?1), "
                           "ruleset) FROM games WHERE id = ?1");
  sql_put_int(q, 1, game);
  int64_t code = sql_next(q) ? sql_int(q, 0) : 0;
  sql_done(q);
  return code;
}

int64_t listing_version(Db *db, const char *name, int64_t number)
{
  Query *q = sql_query(
      db, "SELECT id FROM rulesets WHERE (?1 IS NULL OR name = ?1) AND id = ?2");
  sql_put_text(q, 1, name);
  sql_put_int(q, 2, number);
  return first_number(q);
}

int64_t listing_stored(Db *db, int64_t id)
{
  Query *q = sql_query(db, "SELECT stored FROM rulesets WHERE id = ?");
  sql_put_int(q, 1, id);
  return first_number(q);
}

int64_t listing_newest(Db *db, const char *name, const char *packs)
{
  Query *q = sql_query(db, "SELECT max(id) FROM rulesets WHERE name = ? AND packs = ?");
  sql_put_text(q, 1, name);
  sql_put_text(q, 2, packs);
  return first_number(q);
}

void listing_games(Db *db, int64_t ruleset, ListedIds *ids)
{
  Query *q = sql_query(db, "SELECT id FROM games WHERE ruleset = ? ORDER BY id");
  sql_put_int(q, 1, ruleset);
  while (sql_next(q)) vec_push(ids, sql_int(q, 0));
  sql_done(q);
}

void listing_versions(Db *db, const char *name,
                      void (*fn)(void *user, int64_t id, const char *fingerprint),
                      void *user)
{
  Query *q = sql_query(
      db, "SELECT id, hex(fingerprint) FROM rulesets WHERE name = ?1 ORDER BY id");
  sql_put_text(q, 1, name);
  while (sql_next(q)) fn(user, sql_int(q, 0), sql_text(q, 1));
  sql_done(q);
}
