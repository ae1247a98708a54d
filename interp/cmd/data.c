/* regel data: what the library gives to every front, as JSON. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <string.h>

typedef struct Ask {
  Cli *cli;
  const char *lang, *file;
  Args set;
  long players, seat;
  uint64_t seed;
  regel_language *language; /* NULL: the source's */
} Ask;

static int print(regel_data *data)
{
  char *json = regel_data_json(data);
  if (json) fputs(json, stdout);
  regel_free(json);
  regel_data_free(data);
  return json ? CODE_FINE : CODE_IO;
}

/* ---- of rules, in the language that was asked for ---------------------------------- */

static regel_data *of_cards(const Ask *a, regel_rules *rules)
{
  return regel_cards(rules, a->language);
}

static regel_data *of_book(const Ask *a, regel_rules *rules)
{
  return regel_book(&rules, 1, a->language);
}

static regel_data *of_setup(const Ask *a, regel_rules *rules)
{
  return regel_setup_data(rules, a->language);
}

static regel_data *of_symbols(const Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_symbols(rules);
}

static regel_data *of_findings(const Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_check(rules);
}

static regel_data *of_rows(const Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_rulebook(rules);
}

static regel_data *of_tests(const Ask *a, regel_rules *rules)
{
  return regel_test(rules, a->seed);
}

static regel_data *of_tested(const Ask *a, regel_rules *rules)
{
  return regel_test_cover(rules, a->seed);
}

typedef struct What {
  const char *name;
  regel_data *(*rules)(const Ask *a, regel_rules *rules);
  regel_data *(*game)(regel_game *game, int viewer);
} What;
static const What whats[] = {
    {"messages", NULL, NULL}, /* whether they compile or not */
    {"findings", of_findings, NULL},
    {"symbols", of_symbols, NULL},
    {"cards", of_cards, NULL},
    {"book", of_book, NULL},
    {"rows", of_rows, NULL},
    {"setup", of_setup, NULL},
    {"tests", of_tests, NULL},
    {"tested", of_tested, NULL},
    {"faces", NULL, regel_faces},
    {"table", NULL, regel_table_data},
    {"answers", NULL, regel_answers_data},
};
enum { WHATS = sizeof whats / sizeof *whats };

/* A game at its first question, as a seat may know it. */
static int print_game(const Ask *a, const regel_rules *rules, const What *what)
{
  char *why = NULL;
  VEC(const char *) options = {0};
  for (size_t i = 0; i < a->set.n; i++) vec_push(&options, a->set.at[i]);
  vec_push(&options, NULL);
  regel_setup setup = {(int)a->players, a->seed, options.at, NULL, NULL};
  regel_game *game = regel_game_new(rules, &setup, &why);
  vec_free(&options);
  if (!game) return client_wrong(a->cli, why, CODE_USAGE);
  int viewer = a->seat ? (int)a->seat - 1 : REGEL_SPECTATOR, code;
  regel_speak(game, a->language);
  regel_auto_chance(game, 1);
  if (regel_step(game) == REGEL_ERROR) {
    cli_error(a->cli, "%s", regel_error(game));
    code = CODE_RULE;
  } else code = print(what->game(game, viewer));
  regel_game_free(game);
  return code;
}

static int print_opened(Ask *a, regel_rules *rules, const What *what)
{
  char *why = NULL;
  a->language = a->lang ? regel_language_open(rules, a->lang, &why) : NULL;
  if (a->lang && !a->language) return client_wrong(a->cli, why, CODE_USAGE);
  int code = what->game ? print_game(a, rules, what) : print(what->rules(a, rules));
  regel_language_free(a->language);
  return code;
}

static int print_rules(Ask *a, const What *what, const char *name)
{
  regel_library *library = regel_library_new(NULL);
  regel_data *messages = NULL;
  regel_rules *rules = regel_open(library, name, &messages);
  int code;
  if (!what->rules && !what->game) {
    code = print(messages);
    messages = NULL;
  } else if (!rules) {
    const regel_data *text = regel_data_get(messages, "0.text");
    cli_error(a->cli, "%s; regel check %s says more", regel_data_text(text), name);
    code = CODE_SOURCE;
  } else code = print_opened(a, rules, what);
  regel_data_free(messages);
  regel_rules_free(rules);
  regel_library_free(library);
  return code;
}

/* ---- of other things ----------------------------------------------------------------
 */

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

/* Of a name, whether it means a ruleset or not. */
static int print_named(const char *what, const char *name)
{
  regel_library *library = regel_library_new(NULL);
  const regel_checking how = {REGEL_SHORT, 0, 0};
  int code = print(!strcmp(what, "name") ? regel_find(library, name, NULL)
                                         : regel_check_all(library, name, NULL, &how));
  regel_library_free(library);
  return code;
}

static int print_what(Ask *a, const Args *names)
{
  const char *what = names->at[0], *name = names->n > 1 ? names->at[1] : NULL;
  if (!strcmp(what, "games")) return print_stored(a, name);
  if (!strcmp(what, "codes")) return print(regel_codes());
  if (!strcmp(what, "keywords")) return print(regel_keywords());
  if (name && (!strcmp(what, "name") || !strcmp(what, "check")))
    return print_named(what, name);
  Buf all = {0};
  for (size_t i = 0; i < WHATS; i++) {
    buf_printf(&all, "%s, ", whats[i].name);
    if (strcmp(what, whats[i].name)) continue;
    buf_free(&all);
    return name ? print_rules(a, &whats[i], name)
                : opts_wrong(a->cli, "of which ruleset? regel data %s GAME", what);
  }
  int code = opts_wrong(
      a->cli,
      "there is no data called \"%s\"; there is: %sname, check, games, codes, keywords",
      what, buf_text(&all));
  buf_free(&all);
  return code;
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
      "data WHAT GAME [OPTION…]\n       regel data games [GAME] [--db FILE]\n       "
      "regel "
      "data codes|keywords",
      "Prints what the library gives to editors, pages and scripts, as JSON: messages,\n"
      "findings, symbols, cards, book, rows of the ledgers, the setup, tests, or what\n"
      "they reached (tested) of a ruleset; faces, table or answers of a game at its\n"
      "first question; what a name means, or what `regel check` says of it; the stored\n"
      "games; codes and keywords.  docs/json.md has every shape.",
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
