#include "db/listing.h"

#include <stdlib.h>
#include <string.h>

static const char query[] =
    "SELECT g.id, r.name, r.title, g.begun, g.origin, g.settings, s.players, s.steps, "
    "s.over, s.reason, s.error, s.winners, g.ruleset FROM results s "
    "JOIN games g ON g.id = s.game JOIN rulesets r ON r.id = g.ruleset "
    "WHERE (?1 IS NULL OR r.name = ?1) AND (NOT ?2 OR NOT s.over) "
    "AND g.id IN (SELECT g2.id FROM games g2 JOIN rulesets r2 ON r2.id = g2.ruleset "
    "             WHERE ?1 IS NULL OR r2.name = ?1 ORDER BY g2.id DESC LIMIT ?3) "
    "ORDER BY g.id";
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
  RULESET
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
