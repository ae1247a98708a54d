/* regel data: what the library gives to every front, as JSON. */
#include "interp/cmd/opts.h"
#include "interp/regel.h"
#include "interp/cmd/client.h"

#include <string.h>

typedef struct Ask {
  Cli *cli;
  const char *lang, *file;
  Args set;
  long players, seat;
  uint64_t seed;
} Ask;

static int print(regel_data *data)
{
  char *json = regel_data_json(data);
  if (json) fputs(json, stdout);
  regel_free(json);
  regel_data_free(data);
  return json ? CODE_FINE : CODE_IO;
}

/* A game at its first question, as a seat may know it. */
static int print_game(const Ask *a, const regel_rules *rules, const char *what)
{
  char *why = NULL;
  VEC(const char *) options = {0};
  for (size_t i = 0; i < a->set.n; i++) vec_push(&options, a->set.at[i]);
  vec_push(&options, NULL);
  regel_setup setup = {(int)a->players, a->seed, options.at, NULL, NULL};
  regel_game *game = regel_game_new(rules, &setup, &why);
  vec_free(&options);
  if (!game) return client_wrong(a->cli, why, CODE_USAGE);
  regel_language *language = a->lang ? regel_language_open(rules, a->lang, &why) : NULL;
  int viewer = a->seat ? (int)a->seat - 1 : REGEL_SPECTATOR, code;
  if (a->lang && !language) {
    code = client_wrong(a->cli, why, CODE_USAGE);
  } else {
    regel_speak(game, language);
    regel_auto_chance(game, 1);
    if (regel_step(game) == REGEL_ERROR) {
      cli_error(a->cli, "%s", regel_error(game));
      code = CODE_RULE;
    } else {
      code = print(!strcmp(what, "answers") ? regel_answers_data(game, viewer)
                   : !strcmp(what, "faces") ? regel_faces(game, viewer)
                                            : regel_table_data(game, viewer));
    }
  }
  regel_game_free(game);
  regel_language_free(language);
  return code;
}

static int print_cards(const Ask *a, const regel_rules *rules)
{
  char *why = NULL;
  regel_language *language = a->lang ? regel_language_open(rules, a->lang, &why) : NULL;
  if (a->lang && !language) return client_wrong(a->cli, why, CODE_USAGE);
  int code = print(regel_cards(rules, language));
  regel_language_free(language);
  return code;
}

static int print_book(const Ask *a, regel_rules *rules)
{
  char *why = NULL;
  regel_language *language = a->lang ? regel_language_open(rules, a->lang, &why) : NULL;
  if (a->lang && !language) return client_wrong(a->cli, why, CODE_USAGE);
  int code = print(regel_book(&rules, 1, language));
  regel_language_free(language);
  return code;
}

static int print_rules(const Ask *a, const char *what, const char *name)
{
  regel_library *library = regel_library_new(NULL);
  regel_data *messages = NULL;
  regel_rules *rules = regel_open(library, name, &messages);
  int code;
  if (!strcmp(what, "messages")) {
    code = print(messages);
    messages = NULL;
  } else if (!rules) {
    const regel_data *text = regel_data_get(messages, "0.text");
    cli_error(a->cli, "%s; regel check %s says more", regel_data_text(text), name);
    code = CODE_SOURCE;
  } else if (!strcmp(what, "symbols")) code = print(regel_symbols(rules));
  else if (!strcmp(what, "findings")) code = print(regel_check(rules));
  else if (!strcmp(what, "tests")) code = print(regel_test(rules, a->seed));
  else if (!strcmp(what, "cards")) code = print_cards(a, rules);
  else if (!strcmp(what, "book")) code = print_book(a, rules);
  else code = print_game(a, rules, what);
  regel_data_free(messages);
  regel_rules_free(rules);
  regel_library_free(library);
  return code;
}

static int print_stored(const Ask *a, const char *name)
{
  char *why = NULL;
  regel_store *store = regel_store_open(a->file, &why);
  if (!store) return client_wrong(a->cli, why, CODE_IO);
  int code = print(regel_store_games(store, name));
  if (*regel_store_error(store)) {
    cli_error(a->cli, "%s", regel_store_error(store));
    code = CODE_IO;
  }
  regel_store_close(store);
  return code;
}

static int print_what(const Ask *a, const Args *names)
{
  static const char *const of_rules[] = {"messages", "findings", "symbols",
                                         "cards",    "book",     "faces",
                                         "table",    "answers",  "tests"};
  const char *what = names->at[0], *name = names->n > 1 ? names->at[1] : NULL;
  if (!strcmp(what, "games")) return print_stored(a, name);
  for (size_t i = 0; i < sizeof of_rules / sizeof *of_rules; i++)
    if (!strcmp(what, of_rules[i]))
      return name ? print_rules(a, what, name)
                  : opts_wrong(a->cli, "of which ruleset? regel data %s GAME", what);
  return opts_wrong(
      a->cli,
      "there is no data called \"%s\"; there is: messages, findings, symbols, "
      "cards, book, faces, table, answers, tests, games",
      what);
}

int cmd_data(Cli *cli, int argc, char **argv)
{
  Ask a = {.cli = cli, .lang = cli->lang, .seed = 1};
  const Opt opts[] = {
      {0, "players", OPT_NUMBER, &a.players, "P", "faces, table, answers: how many play",
       1, 16, NULL},
      {0, "seat", OPT_NUMBER, &a.seat, "N",
       "faces, table, answers: as this seat may know it (a spectator)", 1, 16, NULL},
      {0, "set", OPT_TEXTS, &a.set, "OPTION=VALUE",
       "faces, table, answers: an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_SEED, &a.seed, "S", "faces, table, answers, tests: the seed (1)", 0,
       0, NULL},
      DB_OPT(&a.file),
  };
  const Usage usage = {
      "regel data cards scenarios/mygame --lang nl",
      "data WHAT GAME [OPTION…]\n       regel data games [GAME] [--db FILE]",
      "Prints what the library gives to editors, pages and scripts, as JSON: messages,\n"
      "findings, symbols, cards, book or tests of a ruleset, faces, table or answers of "
      "a game "
      "at\n"
      "its first question, or the stored games.  docs/json.md has every shape.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      2,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = print_what(&a, &names);
  vec_free(&names);
  vec_free(&a.set);
  return code;
}
