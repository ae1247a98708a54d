/* regel games: what is stored. */
#include "interp/cmd/archive.h"
#include "interp/base/json.h"
#include "interp/rules/packs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char listing[] =
    "SELECT g.id, r.name, r.title, g.begun, g.origin, g.settings, s.players, s.steps, "
    "s.over, s.reason, s.error, s.winners, g.ruleset "
    "FROM results s "
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
  RULESET,
};

typedef struct Games {
  const char *file;
  bool json, open;
  long most;
  Db *db;
  LoadedLang speech; /* the program's words */
  RulesShelf shelf;
  int64_t ruleset; /* whose texts are read: */
  LoadedLang texts;
} Games;

/* Only why nobody won is said in the words of the rules; these are read where a language
 * is asked for. */
static View rules_view(Games *o, int64_t ruleset)
{
  const Rules *r = rules_get(&o->shelf, o->db, ruleset);
  if (!r) return (View){.lang = o->speech.lang};
  if (o->ruleset != ruleset) {
    load_lang_free(&o->texts);
    load_lang(&o->texts, lang_code(o->speech.lang), r->program);
    o->ruleset = ruleset;
  }
  return view_program(r->program, o->texts.lang);
}

static void put_result(Games *o, Query *q, Buf *b)
{
  const char *names[MAX_PLAYERS] = {0}, *reason = sql_text(q, REASON);
  Arena *arena = arena_new();
  Query *seats = sql_query(o->db, "SELECT name FROM seats WHERE game = ? ORDER BY seat");
  sql_put_int(seats, 1, sql_int(q, ID));
  for (int i = 0; i < MAX_PLAYERS && sql_next(seats); i++)
    names[i] = *sql_text(seats, 0) ? arena_strdup(arena, sql_text(seats, 0)) : NULL;
  sql_done(seats);
  View v = {.lang = o->speech.lang};
  if (*reason) v = rules_view(o, sql_int(q, RULESET));
  v.names = names;
  if (!sql_int(q, OVER)) words_add(v.lang, b, SAY_GAME_GOES_ON);
  else archive_outcome(&v, sql_text(q, ERROR), (uint32_t)sql_int(q, WINNERS), reason, b);
  arena_free(arena);
}

/* The packs that came along: they stand in the rules that the game carries. */
static const Program *rules_of(Games *o, Query *q)
{
  const Rules *r = rules_get(&o->shelf, o->db, sql_int(q, RULESET));
  return r ? r->program : NULL;
}

static void put_name(Games *o, Buf *b, Query *q)
{
  enum { WIDTH = 12 };
  const Program *p = rules_of(o, q);
  Buf name = {0};
  buf_plain(&name, sql_text(q, NAME));
  if (p) packs_put(p, &name);
  buf_printf(b, "  %-*s ", WIDTH, buf_text(&name));
  buf_free(&name);
}

static void json_packs(Games *o, Json *j, Query *q)
{
  const Program *p = rules_of(o, q);
  PackList list = {0};
  Arena *a = arena_new();
  if (p) packs_read(a, p, &list);
  json_key(j, "packs");
  json_open(j, '[');
  for (size_t i = 0; i < list.n; i++) json_text(j, list.at[i].name);
  json_close(j, ']');
  packs_free(&list);
  arena_free(a);
}

static void json_game(Games *o, Json *j, Query *q)
{
  Buf begun = {0}, result = {0};
  archive_time_exact(&begun, sql_int(q, BEGUN));
  put_result(o, q, &result);
  json_open(j, '{');
  json_key(j, "id");
  json_int(j, sql_int(q, ID));
  json_key(j, "ruleset");
  json_text(j, sql_text(q, NAME));
  json_packs(o, j, q);
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

static void put_game(Games *o, Buf *b, Query *q)
{
  const Lang *lang = o->speech.lang;
  char players[DIGITS_SIZE], steps[DIGITS_SIZE];
  snprintf(players, sizeof players, "%2lld", (long long)sql_int(q, PLAYERS));
  snprintf(steps, sizeof steps, "%5lld", (long long)sql_int(q, STEPS));
  buf_printf(b, "%5lld  ", (long long)sql_int(q, ID));
  archive_time(b, sql_int(q, BEGUN));
  put_name(o, b, q);
  words_say(lang, b, SAY_GAME_PLAYERS, players, NULL, NULL);
  buf_char(b, ' ');
  words_say(lang, b, SAY_GAME_STEPS, steps, NULL, NULL);
  buf_add(b, "  ");
  put_result(o, q, b);
  buf_char(b, '\n');
}

static void say_none(const Games *o, const char *name)
{
  const char *file = sql_path(o->db);
  if (name)
    words_print(o->speech.lang, o->open ? SAY_GAME_NONE_OPEN_OF : SAY_GAME_NONE_OF, name,
                file, NULL);
  else
    words_print(o->speech.lang, o->open ? SAY_GAME_NONE_OPEN : SAY_GAME_NONE, file, NULL,
                NULL);
}

static int list(Cli *cli, Archive *a, Games *o, const char *name)
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
    if (o->json) json_game(o, &j, q);
    else put_game(o, &b, q);
  sql_done(q);
  if (o->json) {
    json_close(&j, ']');
    json_close(&j, '}');
  } else if (n) {
    cli_page(cli, buf_text(&b));
  } else {
    say_none(o, name);
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
  if (code < 0) code = game_language(cli, &o.speech, NULL);
  o.db = a.db;
  if (code < 0) code = list(cli, &a, &o, names.n ? names.at[0] : NULL);
  load_lang_free(&o.texts);
  load_lang_free(&o.speech);
  rules_free(&o.shelf);
  archive_close(&a);
  vec_free(&names);
  return code;
}
