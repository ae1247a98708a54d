/* Views of the same names stand before the tables.  Whoever names a table itself is
 * stopped when the statement is prepared: only one view may read it, whose name is drawn
 * anew each time and told to nobody. */
#include "db/guard.h"

#include <sodium.h>
#include <string.h>

enum { NAME_BYTES = 16, NAME_DIGITS = 2 * NAME_BYTES };

#define OVER "(SELECT game FROM main.endings)"

static const struct {
  const char *table, *what;
} guarded[] = {
    {"steps", "SELECT * FROM main.steps WHERE game IN " OVER},
    {"events", "SELECT * FROM main.events WHERE game IN " OVER},
    {"told",
     "SELECT game, CASE WHEN game IN " OVER " THEN steps END AS steps FROM main.told"},
    {"chain", "SELECT n, what, game, CASE WHEN what IS NOT 'begin' OR game - 1 IN " OVER
              " THEN upto END AS upto, seal FROM main.chain"},
    {"seeds", "SELECT game, commitment, CASE WHEN game IN " OVER
              " THEN secret END AS secret FROM main.seeds"},
    {"games", "SELECT id, ruleset, begun, origin, CASE WHEN id IN " OVER
              " THEN seed END AS seed, settings, start, seal FROM main.games"},
};
enum { GUARDED = sizeof guarded / sizeof *guarded };

static void replace_all(Buf *b, const char *text, const char *from, const char *to)
{
  for (const char *at; (at = strstr(text, from)); text = at + strlen(from)) {
    buf_addn(b, text, (size_t)(at - text));
    buf_add(b, to);
  }
  buf_add(b, text);
}

/* The views of the schema over the views of here.  How many steps a game has that is not
 * over may hang on what is hidden: it has no number. */
static void make_again(Db *db, Buf *all)
{
  Query *q = sql_query(db, "SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND "
                           "name IN ('results', 'rule_use', 'card_use')");
  while (sql_next(q)) {
    Buf text = {0};
    replace_all(&text, sql_text(q, 0), "CREATE VIEW", "CREATE TEMP VIEW");
    replace_all(all, buf_text(&text), "SELECT count(*) FROM steps ",
                "SELECT nullif(count(*), 0) FROM steps ");
    buf_add(all, ";\n");
    buf_free(&text);
  }
  sql_done(q);
}

bool guard_open_games(Db *db, int64_t *hidden)
{
  unsigned char bytes[NAME_BYTES];
  char name[NAME_DIGITS + 2] = "v";
  Buf all = {0};
  *hidden = sql_number(
      db, "SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM endings)", 0);
  if (!*hidden || sql_fault(db)) return !sql_fault(db);
  randombytes_buf(bytes, sizeof bytes);
  sodium_bin2hex(name + 1, sizeof name - 1, bytes, sizeof bytes);
  for (int i = 0; i < GUARDED; i++)
    buf_printf(&all,
               "CREATE TEMP VIEW %s_%s AS %s;\n"
               "CREATE TEMP VIEW %s AS SELECT * FROM %s_%s;\n",
               name, guarded[i].table, guarded[i].what, guarded[i].table, name,
               guarded[i].table);
  make_again(db, &all);
  sql_do(db, "PRAGMA temp_store = MEMORY");
  sql_do(db, buf_text(&all));
  buf_free(&all);
  const char *tables[GUARDED];
  for (int i = 0; i < GUARDED; i++) tables[i] = guarded[i].table;
  sql_guard(db, name, tables, GUARDED);
  return !sql_fault(db);
}

Query *guard_query(Db *db, const char *sql, bool all, int seconds, int64_t *hidden,
                   const char **why)
{
  *why = NULL;
  *hidden = 0;
  if (!all && !guard_open_games(db, hidden)) return NULL;
  sql_seconds(db, seconds);
  Query *q = sql_query(db, sql);
  if (!q) *why = sql_why(db);
  else if (!sql_reads(q)) *why = "a query only reads: facts are never rewritten";
  else if (*hidden && sql_explains(q))
    *why = "how a query is carried out is told with --all only, while games are not over";
  if (q && *why) sql_done(q);
  return *why ? NULL : q;
}
