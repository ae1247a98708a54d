/* regel data: what the library gives to every front, as JSON. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Ask {
  Cli *cli;
  const char *lang, *file, *after;
  const char *other; /* what is named behind the game, or NULL */
  Args set;
  long players, seat;
  uint64_t seed;
  VEC(const char *) options;
  VEC(int) given; /* the answers of --after, from 0 */
  regel_setup setup;
  regel_language *language; /* NULL: the source's */
  char *why;                /* what is wrong where there is no data */
} Ask;

static int print(regel_data *data)
{
  client_json(data);
  regel_data_free(data);
  return CODE_FINE;
}

/* ---- of a name, whether it means a ruleset that compiles or not -----------------------
 */

static regel_data *messages(regel_library *library, const char *name)
{
  regel_data *said = NULL;
  regel_rules_free(regel_open(library, name, &said));
  return said;
}

static regel_data *meaning(regel_library *library, const char *name)
{
  return regel_find(library, name, NULL);
}

static regel_data *checked(regel_library *library, const char *name)
{
  const regel_checking how = {REGEL_SHORT, 0, 0};
  return regel_check_all(library, name, NULL, &how);
}

/* ---- of rules, in the language that was asked for ---------------------------------- */

static regel_data *of_cards(Ask *a, regel_rules *rules)
{
  return regel_cards(rules, a->language);
}

static regel_data *of_book(Ask *a, regel_rules *rules)
{
  return regel_book(&rules, 1, a->language);
}

static regel_data *of_setup(Ask *a, regel_rules *rules)
{
  return regel_setup_data(rules, a->language);
}

static regel_data *of_symbols(Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_symbols(rules);
}

static regel_data *of_findings(Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_check(rules);
}

static regel_data *of_rows(Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_rulebook(rules);
}

static regel_data *of_packs(Ask *a, regel_rules *rules)
{
  (void)a;
  return regel_rules_packs(rules);
}

/* Into the language that is named. */
static regel_data *of_translation(Ask *a, regel_rules *rules)
{
  return regel_translate(rules, a->other ? a->other : "", NULL, 0, &a->why);
}

/* The game of --after under the rules that are named. */
static regel_data *of_follow(Ask *a, regel_rules *was)
{
  int code;
  regel_rules *now = client_open(a->cli, a->other ? a->other : "", 0, &code);
  regel_data *data =
      now ? regel_follow(was, now, &a->setup, a->given.at, (int)a->given.n) : NULL;
  regel_rules_free(now);
  return data;
}

static regel_data *of_tests(Ask *a, regel_rules *rules)
{
  return regel_test(rules, a->seed);
}

static regel_data *of_tested(Ask *a, regel_rules *rules)
{
  return regel_test_cover(rules, a->seed);
}

/* ---- of a game -------------------------------------------------------------------- */

/* What the last line of the log came from. */
static regel_data *why_last(regel_game *game, int viewer)
{
  regel_reader *reader = regel_read(game, viewer, NULL);
  regel_data *data = regel_why(reader, regel_lines(reader) - 1);
  regel_read_end(reader);
  return data;
}

typedef struct What {
  const char *name;
  regel_data *(*named)(regel_library *library, const char *name);
  regel_data *(*rules)(Ask *a, regel_rules *rules);
  regel_data *(*game)(regel_game *game, int viewer);
} What;
static const What whats[] = {
    {"messages", messages, NULL, NULL},
    {"name", meaning, NULL, NULL},
    {"check", checked, NULL, NULL},
    {"findings", NULL, of_findings, NULL},
    {"symbols", NULL, of_symbols, NULL},
    {"cards", NULL, of_cards, NULL},
    {"book", NULL, of_book, NULL},
    {"rows", NULL, of_rows, NULL},
    {"setup", NULL, of_setup, NULL},
    {"packs", NULL, of_packs, NULL},
    {"translation", NULL, of_translation, NULL},
    {"follow", NULL, of_follow, NULL},
    {"tests", NULL, of_tests, NULL},
    {"tested", NULL, of_tested, NULL},
    {"faces", NULL, NULL, regel_faces},
    {"table", NULL, NULL, regel_table_data},
    {"answers", NULL, NULL, regel_answers_data},
    {"why", NULL, NULL, why_last},
};
enum { WHATS = sizeof whats / sizeof *whats };

/* As far as the answers of --after lead.  -1, or the code after saying why not. */
static int play_on(const Ask *a, regel_game *game)
{
  regel_status status = regel_step(game);
  for (size_t i = 0; i < a->given.n && status == REGEL_DECIDE; i++) {
    if (regel_answer(game, a->given.at[i]))
      return opts_wrong(a->cli, "answer %zu of --after is %d, which nobody was offered",
                        i + 1, a->given.at[i] + 1);
    status = regel_step(game);
  }
  if (status != REGEL_ERROR) return -1;
  cli_error(a->cli, "%s", regel_error(game));
  return CODE_RULE;
}

/* A game at a question, as a seat may know it. */
static int print_game(const Ask *a, const regel_rules *rules, const What *what)
{
  char *why = NULL;
  regel_game *game = regel_game_new(rules, &a->setup, &why);
  if (!game) return client_wrong(a->cli, why, CODE_USAGE);
  int viewer = a->seat ? (int)a->seat - 1 : REGEL_SPECTATOR;
  regel_speak(game, a->language);
  regel_auto_chance(game, 1);
  int code = play_on(a, game);
  if (code < 0) code = print(what->game(game, viewer));
  regel_game_free(game);
  return code;
}

static int print_opened(Ask *a, regel_rules *rules, const What *what)
{
  a->language = a->lang ? regel_language_open(rules, a->lang, &a->why) : NULL;
  if (a->lang && !a->language) return client_wrong(a->cli, a->why, CODE_USAGE);
  regel_data *data = what->game ? NULL : what->rules(a, rules);
  int code = what->game ? print_game(a, rules, what)
             : data     ? print(data)
             : a->why   ? client_wrong(a->cli, a->why, CODE_USAGE)
                        : CODE_USAGE;
  regel_language_free(a->language);
  return code;
}

static int print_rules(Ask *a, const What *what, const char *name)
{
  int code;
  if (what->named) return print(what->named(a->cli->library, name));
  regel_rules *rules = client_open(a->cli, name, REGEL_TESTS, &code);
  if (rules) code = print_opened(a, rules, what);
  regel_rules_free(rules);
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

static int print_what(Ask *a, const Args *names)
{
  const char *what = names->at[0], *name = names->n > 1 ? names->at[1] : NULL;
  a->other = names->n > 2 ? names->at[2] : NULL;
  if (!strcmp(what, "games")) return print_stored(a, name);
  if (!strcmp(what, "codes")) return print(regel_codes());
  if (!strcmp(what, "keywords")) return print(regel_keywords());
  Buf all = {0};
  for (size_t i = 0; i < WHATS; i++) {
    buf_printf(&all, "%s, ", whats[i].name);
    if (strcmp(what, whats[i].name)) continue;
    buf_free(&all);
    return name ? print_rules(a, &whats[i], name)
                : opts_wrong(a->cli, "of which ruleset? regel data %s GAME", what);
  }
  int code = opts_wrong(a->cli,
                        "there is no data called \"%s\"; there is: %sgames, "
                        "codes, keywords",
                        what, buf_text(&all));
  buf_free(&all);
  return code;
}

/* The options and answers that begin a game.  -1, or the code after saying what is wrong.
 */
static int begin(Ask *a)
{
  for (size_t i = 0; i < a->set.n; i++) vec_push(&a->options, a->set.at[i]);
  vec_push(&a->options, NULL);
  a->setup = (regel_setup){(int)a->players, a->seed, a->options.at, NULL, NULL};
  for (const char *s = a->after; s && *s;) {
    char *end;
    long n = strtol(s, &end, 10);
    if (end == s || n < 1 || n > INT_MAX || (*end && *end != ','))
      return opts_wrong(a->cli, "--after has numbers of answers, as 2,1: not \"%s\"", s);
    vec_push(&a->given, (int)n - 1);
    s = end + (*end == ',');
  }
  return -1;
}

int cmd_data(Cli *cli, int argc, char **argv)
{
  Ask a = {.cli = cli, .lang = cli->lang, .seed = 1};
  const Opt opts[] = {
      {0, "players", OPT_NUMBER, &a.players, "P", "of a game: how many play", 1, 16,
       NULL},
      {0, "seat", OPT_NUMBER, &a.seat, "N",
       "of a game: as this seat may know it (a spectator)", 1, 16, NULL},
      {0, "set", OPT_TEXTS, &a.set, "OPTION=VALUE",
       "of a game: an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_SEED, &a.seed, "S", "of a game, tests: the seed (1)", 0, 0, NULL},
      TEXT_OPT(0, "after", &a.after, "N,N…",
               "of a game: after these answers (at its first question)"),
      PACK_OPT(cli),
      DB_OPT(&a.file),
  };
  const Usage usage = {
      "regel data cards scenarios/mygame --lang nl",
      "data WHAT GAME [OPTION…]\n       regel data translation GAME LANGUAGE\n       "
      "regel data follow GAME OTHER --after N,N…\n       "
      "regel data games [GAME] [--db FILE]\n       regel data codes|keywords",
      "Prints what the library gives to editors, pages and scripts, as JSON: messages,\n"
      "findings, symbols, cards, book, rows of the ledgers, the setup, packs, tests, or\n"
      "what they reached (tested) of a ruleset, and its messages in a language; faces,\n"
      "table or answers of a game, why the last line of its log, and how it would go\n"
      "under other rules; what a name means, or what `regel check` says of it; the\n"
      "stored games; codes and keywords.  docs/json.md has every shape.",
      OPTS(opts, 1, 3)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = begin(&a);
  if (code < 0) code = print_what(&a, &names);
  vec_free(&names);
  vec_free(&a.set);
  vec_free(&a.options);
  vec_free(&a.given);
  return code;
}
