/* regel games: what is stored. */
#include "interp/cmd/archive.h"
#include "interp/cmd/json.h"

#include <limits.h>
#include <string.h>

static const char listing[] =
    "SELECT g.id, r.name, r.title, g.begun, g.origin, g.settings, s.players, s.steps, "
    "s.over, s.won_by, s.reason, s.error, s.winners FROM results s "
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
  WON_BY,
  REASON,
  ERROR,
  WINNERS
};

static void put_result(Query *q, Buf *b)
{
  if (!sql_int(q, OVER)) buf_add(b, "goes on");
  else if (*sql_text(q, ERROR)) buf_printf(b, "error %s", sql_text(q, ERROR));
  else if (sql_int(q, WINNERS))
    buf_printf(b, "%s %s", sql_text(q, WON_BY),
               sql_int(q, WINNERS) & (sql_int(q, WINNERS) - 1) ? "win" : "wins");
  else if (*sql_text(q, REASON)) buf_printf(b, "nobody wins: %s", sql_text(q, REASON));
  else buf_add(b, "nobody wins");
}

static void json_game(Json *j, Query *q)
{
  Buf begun = {0}, result = {0};
  archive_time_exact(&begun, sql_int(q, BEGUN));
  put_result(q, &result);
  json_open(j, '{');
  json_key(j, "id");
  json_int(j, sql_int(q, ID));
  json_key(j, "ruleset");
  json_text(j, sql_text(q, NAME));
  json_key(j, "begun");
  json_text(j, buf_text(&begun));
  json_key(j, "origin");
  json_text(j, sql_text(q, ORIGIN));
  json_key(j, "settings");
  json_text(j, sql_text(q, SETTINGS));
  json_key(j, "players");
  json_int(j, sql_int(q, PLAYERS));
  json_key(j, "steps");
  json_int(j, sql_int(q, STEPS));
  json_key(j, "over");
  json_bool(j, sql_int(q, OVER) != 0);
  json_key(j, "result");
  json_text(j, buf_text(&result));
  json_close(j, '}');
  buf_free(&begun);
  buf_free(&result);
}

static void put_game(Buf *b, Query *q)
{
  buf_printf(b, "%5lld  ", (long long)sql_int(q, ID));
  archive_time(b, sql_int(q, BEGUN));
  buf_printf(b, "  %-12.12s %2lld players %5lld steps  ", sql_text(q, NAME),
             (long long)sql_int(q, PLAYERS), (long long)sql_int(q, STEPS));
  put_result(q, b);
  buf_char(b, '\n');
}

typedef struct Games {
  const char *file;
  bool json, open;
  long most;
} Games;

static int list(Cli *cli, Archive *a, const Games *o, const char *name)
{
  Query *q = sql_query(a->db, listing);
  Buf b = {0};
  Json j = json_new(stdout);
  int n = 0;
  if (name) sql_put_text(q, 1, name);
  else sql_put_null(q, 1);
  sql_put_int(q, 2, o->open);
  sql_put_int(q, 3, o->most);
  if (o->json) {
    json_open(&j, '{');
    json_key(&j, "schema");
    json_int(&j, 1);
    json_key(&j, "games");
    json_open(&j, '[');
  }
  for (; sql_next(q); n++)
    if (o->json) json_game(&j, q);
    else put_game(&b, q);
  sql_done(q);
  if (o->json) {
    json_close(&j, ']');
    json_close(&j, '}');
  } else if (n) {
    cli_page(cli, buf_text(&b));
  } else {
    printf("No game%s%s%s is stored in %s.\n", name ? " of " : "", name ? name : "",
           o->open ? " that goes on" : "", sql_path(a->db));
  }
  buf_free(&b);
  return sql_fault(a->db) ? archive_fault(cli, a) : CODE_FINE;
}

int cmd_games(Cli *cli, int argc, char **argv)
{
  Games o = {.most = LONG_MAX};
  const Opt opts[] = {
      {'n', NULL, OPT_NUMBER, &o.most, "N", "only the newest N", 1, LONG_MAX, NULL},
      {0, "open", OPT_FLAG, &o.open, NULL, "only those that can be resumed", 0, 0, NULL},
      {0, "json", OPT_FLAG, &o.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &o.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel games",
      "games [OPTION…] [RULESET]",
      "Lists the stored games, of one ruleset if it is named, the newest last.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      1,
  };
  Args names = {0};
  Archive a = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = archive_open(cli, &a, o.file, SQL_READ);
  if (code < 0) code = list(cli, &a, &o, names.n ? names.at[0] : NULL);
  archive_close(&a);
  vec_free(&names);
  return code;
}
