/* regel games: what is stored. */
#include "db/listing.h"
#include "interp/text/log.h"
#include "interp/cmd/archive.h"
#include "interp/base/json.h"
#include "interp/rules/packs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Games {
  const char *file;
  bool json, open;
  long most;
  Db *db;
  LoadedLang speech; /* the program's words */
  RulesShelf shelf;
  int64_t ruleset; /* whose texts are read: */
  LoadedLang texts;
  Json j; /* what is printed: as JSON, or as lines */
  Buf lines;
  int count;
} Games;

/* Only why nobody won is said in the words of the rules; these are read where a language
 * is asked for. */
static View rules_view(Games *o, int64_t ruleset)
{
  const Rules *r = rules_get(&o->shelf, o->db, ruleset);
  if (!r) return (View){.lang = o->speech.lang};
  if (o->ruleset != ruleset) {
    load_lang_free(&o->texts);
    load_lang(&o->texts, lang_code(o->speech.lang), r->program, NULL);
    o->ruleset = ruleset;
  }
  return view_program(r->program, o->texts.lang);
}

static void put_result(Games *o, const ListedGame *g, Buf *b)
{
  View v = {.lang = o->speech.lang};
  if (*g->reason) v = rules_view(o, g->ruleset);
  v.names = g->names;
  if (!g->over) words_add(v.lang, b, SAY_GAME_GOES_ON);
  else archive_outcome(&v, g->error, g->winners, g->reason, b);
}

/* The packs that came along: they stand in the rules that the game carries. */
static const Program *rules_of(Games *o, const ListedGame *g)
{
  const Rules *r = rules_get(&o->shelf, o->db, g->ruleset);
  return r ? r->program : NULL;
}

/* How many steps a game has that is not over may hang on what is hidden: whether a draw
 * could go only one way, how often somebody was asked secretly. */
static bool tells_steps(Games *o, const ListedGame *g)
{
  const Program *p = g->over ? NULL : rules_of(o, g);
  return g->over || (p && !log_has_secrets(p));
}

static void put_name(Games *o, Buf *b, const ListedGame *g)
{
  enum { WIDTH = 12 };
  const Program *p = rules_of(o, g);
  Buf name = {0};
  buf_plain(&name, g->name);
  if (p) packs_put(p, &name);
  buf_printf(b, "  %-*s ", WIDTH, buf_text(&name));
  buf_free(&name);
}

static void json_packs(Games *o, Json *j, const ListedGame *g)
{
  const Program *p = rules_of(o, g);
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

static void json_game(Games *o, Json *j, const ListedGame *g)
{
  Buf begun = {0}, result = {0};
  archive_time_exact(&begun, g->begun);
  put_result(o, g, &result);
  json_open(j, '{');
  json_key(j, "id");
  json_int(j, g->id);
  json_key(j, "ruleset");
  json_text(j, g->name);
  json_packs(o, j, g);
  json_key(j, "begun");
  json_text(j, buf_text(&begun));
  json_key(j, "origin");
  json_text(j, g->origin);
  json_key(j, "settings");
  json_text(j, g->settings);
  json_key(j, "players");
  json_int(j, g->players);
  json_key(j, "steps");
  if (tells_steps(o, g)) json_int(j, g->steps);
  else json_text(j, NULL);
  json_key(j, "over");
  json_bool(j, g->over);
  json_key(j, "result");
  json_text(j, buf_text(&result));
  json_close(j, '}');
  buf_free(&begun);
  buf_free(&result);
}

static void put_game(Games *o, Buf *b, const ListedGame *g)
{
  const Lang *lang = o->speech.lang;
  char players[DIGITS_SIZE], steps[DIGITS_SIZE];
  snprintf(players, sizeof players, "%2lld", (long long)g->players);
  snprintf(steps, sizeof steps, "%5lld", (long long)g->steps);
  buf_printf(b, "%5lld  ", (long long)g->id);
  archive_time(b, g->begun);
  put_name(o, b, g);
  words_say(lang, b, SAY_GAME_PLAYERS, players, NULL, NULL);
  buf_char(b, ' ');
  size_t from = b->n;
  words_say(lang, b, SAY_GAME_STEPS, steps, NULL, NULL);
  if (!tells_steps(o, g)) {
    int width = text_width(b->at + from);
    b->n = from;
    buf_pad(b, width);
  }
  buf_add(b, "  ");
  put_result(o, g, b);
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

static void put_one(void *user, const ListedGame *g)
{
  Games *o = user;
  o->count++;
  if (o->json) json_game(o, &o->j, g);
  else put_game(o, &o->lines, g);
}

static int list(Cli *cli, Archive *a, Games *o, const char *name)
{
  o->j = json_new(stdout);
  if (o->json) {
    json_open(&o->j, '{');
    json_key_int(&o->j, "schema", JSON_SCHEMA);
    json_key(&o->j, "games");
    json_open(&o->j, '[');
  }
  listing(a->db, name, o->open, o->most, put_one, o);
  if (o->json) {
    json_close(&o->j, ']');
    json_close(&o->j, '}');
  } else if (o->count) {
    cli_page(cli, buf_text(&o->lines));
  } else {
    say_none(o, name);
  }
  buf_free(&o->lines);
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
