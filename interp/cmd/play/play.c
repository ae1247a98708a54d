/* regel play: a game in the terminal. */
#include "interp/base/name.h"
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"
#include "interp/cmd/play/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THOUGHTS = 100000, MOST_AHEAD = 1000 };
enum { BOT_RANDOM, BOT_LOOK, BOT_MCTS }; /* as --bot names them */

typedef struct Play {
  Cli *cli;
  Table table;
  const char *names[MAX_PLAYERS];
  long players;
  Args set;
  const char *seats, *human, *seed;
  const char *file; /* the database */
  bool bots, always, no_store, native;
  int bot;
  long think, ahead, resume;
  Arena *arena;
} Play;

/* "Anne,Bob" gives names and the number of players. */
static int read_names(Play *p)
{
  int n = 0;
  for (const char *s = p->seats; s;) {
    size_t k = strcspn(s, ",");
    if (n == MAX_PLAYERS)
      return opts_wrong(p->cli, "there are at most %d seats", MAX_PLAYERS);
    if (k) p->names[n] = arena_strndup(p->arena, s, k);
    Buf plain = {0};
    if (k) buf_plain(&plain, p->names[n]);
    bool same = !k || !strcmp(buf_text(&plain), p->names[n]);
    if (!same)
      opts_wrong(p->cli, "--seats: \"%s\" has a control character in it",
                 buf_text(&plain));
    buf_free(&plain);
    if (!same) return CODE_USAGE;
    n++;
    s = s[k] ? s + k + 1 : NULL;
  }
  if (p->players && n && p->players != n)
    return opts_wrong(p->cli, "--players %ld does not fit %d names in --seats",
                      p->players, n);
  if (n) p->players = n;
  return -1;
}

/* The seat that a number (from 1) or a name means; -1 if there is none. */
static int find_seat(const Play *p, const char *word)
{
  char *end;
  long seat = strtol(word, &end, 10) - 1;
  if (end != word && !*end) return seat >= 0 && seat < p->table.seats ? (int)seat : -1;
  for (int i = 0; i < p->table.seats; i++)
    if (p->names[i] && name_fits(word, p->names[i]) == 3) return i;
  return -1;
}

/* Which seats people take: numbers or names, "all", "none"; seat 1 if nothing is said. */
static int read_people(Play *p)
{
  const char *s = p->bots ? "none" : p->human ? p->human : "1";
  if (p->bots && p->human)
    return opts_wrong(p->cli, "--bots and --human contradict each other");
  p->table.people = 0;
  if (!strcmp(s, "none")) return -1;
  if (!strcmp(s, "all")) {
    p->table.people = (1u << p->table.seats) - 1;
    return -1;
  }
  while (*s) {
    size_t k = strcspn(s, ",");
    const char *word = arena_strndup(p->arena, s, k);
    int seat = find_seat(p, word);
    if (seat < 0)
      return opts_wrong(p->cli, "--human: there is no seat \"%s\"; seats go from 1 to %d",
                        word, p->table.seats);
    p->table.people |= 1u << seat;
    s += k + (s[k] == ',');
  }
  return -1;
}

/* Bots take the other seats. */
static void seat_bots(const Play *p)
{
  static const char *const kinds[] = {"random", "look", "mcts"};
  const char *bot =
      p->bot == BOT_RANDOM
          ? kinds[p->bot]
          : arena_printf(p->arena, "%s:%ld:%ld", kinds[p->bot], p->think, p->ahead);
  for (int i = 0; i < p->table.seats; i++)
    if (!(p->table.people >> i & 1)) regel_seat_bot(p->table.game, i, bot);
}

static int run(Play *p)
{
  Table *t = &p->table;
  int code = -1;
  regel_language *language = client_language(p->cli, t->rules, &code);
  t->language = language;
  regel_speak(t->game, language);
  regel_check_always(t->game, p->always);
  if (language && p->seed && t->people) table_say(t, "play.seeded", NULL);
  if (language) code = table_play(t);
  if (t->store && regel_game_id(t->game))
    regel_store_events(t->store, regel_game_id(t->game));
  regel_game_free(t->game);
  table_free(t);
  regel_language_free(language);
  return code;
}

static int open_store(Play *p, regel_store *(*open)(const char *path, char **why))
{
  char *why = NULL;
  if (p->no_store) return -1;
  p->table.store = open(p->file, &why);
  if (p->table.store) return -1;
  client_wrong(p->cli, why, CODE_IO);
  if (!p->resume) fputs("To play without storing: --no-store\n", stderr);
  return CODE_IO;
}

/* What makes the same game again. */
static const char *how_again(const Play *p)
{
  return arena_printf(p->arena, "%s%s%s%s%s%s%s", p->bots ? " --bots" : "",
                      p->human ? " --human " : "", p->human ? p->human : "",
                      p->seats ? " --seats " : "", p->seats ? p->seats : "",
                      p->bot == BOT_RANDOM ? " --bot random"
                      : p->bot == BOT_MCTS ? " --bot mcts"
                                           : "",
                      p->always ? " --always" : "");
}

static void make_native_code(const Play *p, regel_rules *rules)
{
  char *why = NULL;
  if (!regel_native_later(rules, &why))
    cli_error(p->cli, "interpreted, not native: %s", why);
  regel_free(why);
}

/* A game that nobody asked to repeat gets a seed that nobody knows before its end. */
static int set_up(Play *p, regel_rules *rules)
{
  Table *t = &p->table;
  const regel_setup setup = {(int)p->players, 0, p->set.at, p->names, p->seed};
  char *why = NULL;
  int code = opts_setup(p->cli, rules, &setup);
  if (code >= 0) return code;
  t->rules = rules;
  t->seats = p->players ? (int)p->players : regel_rules_fewest(rules);
  if ((code = read_people(p)) >= 0 || (code = open_store(p, regel_store_open)) >= 0)
    return code;
  if (p->native) make_native_code(p, rules);
  t->game = regel_game_new(rules, &setup, &why);
  if (!t->game) return client_wrong(p->cli, why, CODE_IO);
  seat_bots(p);
  if (t->store) regel_record(t->game, t->store);
  t->how = how_again(p);
  return -1;
}

/* A new game of a ruleset. */
static int begin(Play *p, const char *name)
{
  int code;
  p->table.name = name;
  vec_push(&p->set, NULL);
  regel_rules *rules = client_open(p->cli, name, 0, &code);
  if (rules && (code = set_up(p, rules)) < 0) code = run(p);
  regel_store_close(p->table.store);
  regel_rules_free(rules);
  return code;
}

/* Everything is as it was when the stored game began. */
static int take_up(Play *p, const regel_stored *stored)
{
  Table *t = &p->table;
  const regel_data *options = regel_data_get(t->resumed, "options");
  char *why = NULL;
  t->rules = regel_stored_game_rules(stored);
  t->game = regel_resume_with(t->store, p->resume, t->rules, &why);
  if (!t->game) {
    cli_error(p->cli, "game %ld: %s", p->resume, why);
    regel_free(why);
    return CODE_IO;
  }
  t->name = regel_rules_name(t->rules);
  t->how = "";
  t->seats = regel_players(t->game);
  for (int i = 0; i < t->seats; i++)
    if (!regel_is_bot(t->game, i)) t->people |= 1u << i;
  for (size_t i = 0; i < regel_data_count(options); i++)
    vec_push(&p->set, regel_data_text(regel_data_at(options, i)));
  vec_push(&p->set, NULL);
  return run(p);
}

/* A stored game, from where it stands, with the rules it carries. */
static int go_on(Play *p)
{
  Table *t = &p->table;
  char *why = NULL;
  int code = open_store(p, regel_store_write);
  if (code >= 0) return code;
  regel_stored *stored = regel_stored_open(t->store, p->resume, &why);
  regel_data *about = stored ? regel_stored_about(stored) : NULL;
  t->resumed = about;
  if (!stored) {
    bool none = regel_store_trouble(t->store) == REGEL_NO_SUCH_GAME;
    code = client_wrong(p->cli, why, none ? CODE_NO : CODE_IO);
  } else if (client_number(about, "over")) {
    Buf b = {0};
    table_command(t, &b, "replay", p->resume);
    cli_error(p->cli, "game %ld is over. To see it again: %s", p->resume, buf_text(&b));
    buf_free(&b);
    code = CODE_NO;
  } else code = take_up(p, stored);
  regel_data_free(about);
  regel_stored_close(stored);
  regel_store_close(t->store);
  return code;
}

static int choose(Play *p, const Usage *usage, const Args *names)
{
  if (!p->resume) return names->n ? begin(p, names->at[0]) : opts_missing(p->cli, usage);
  if (names->n || p->seats || p->human || p->bots || p->players || p->set.n || p->seed ||
      p->no_store || p->cli->packs.n)
    return opts_wrong(p->cli, "--resume goes on with a game as it was begun: no ruleset, "
                              "packs, players, settings or seed can be given with it");
  return go_on(p);
}

int cmd_play(Cli *cli, int argc, char **argv)
{
  Play p = {.cli = cli, .bot = BOT_LOOK, .think = 30, .ahead = 1};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "players", OPT_NUMBER, &p.players, "P", "how many play (the fewest possible)",
       1, MAX_PLAYERS, NULL},
      TEXT_OPT(0, "seats", &p.seats, "NAME,NAME…", "the players' names"),
      TEXT_OPT(0, "human", &p.human, "SEATS",
               "seats of people: 1,3 or names, all, none (1)"),
      FLAG_OPT(0, "bots", &p.bots, "bots everywhere: prints the log of the game"),
      {0, "bot", OPT_CHOICE, &p.bot, "random|look|mcts",
       "answers at random, or looks ahead (the default); mcts: by tree search", 0, 0,
       NULL},
      {0, "think", OPT_NUMBER, &p.think, "K",
       "games in the head of a thinking bot: look for an answer, mcts for a question "
       "(30)",
       1, MOST_THOUGHTS, NULL},
      {0, "ahead", OPT_NUMBER, &p.ahead, "N",
       "decisions at random before they are judged by the outlook, if there is one (1)",
       0, MOST_AHEAD, NULL},
      SET_OPT(&p.set),
      TEXT_OPT(
          0, "seed", &p.seed, "S",
          "for tests: the same seed and answers give the same game, which hides nothing"),
      {0, "resume", OPT_NUMBER, &p.resume, "ID",
       "go on with a stored game that was left or interrupted", 1, LONG_MAX, NULL},
      DB_OPT(&p.file),
      FLAG_OPT(0, "no-store", &p.no_store, "do not store this game"),
      FLAG_OPT(0, "ask-all", &p.table.ask_all, "ask also where there is only one answer"),
      FLAG_OPT(0, "always", &p.always, "check what must always hold, at every pause"),
      NATIVE_OPT(&p.native),
      FLAG_OPT('v', "verbose", &p.table.verbose, "tell every move and change in the log"),
  };
  const Usage usage = {
      "regel play tictactoe",
      "play GAME [OPTION…]\n       regel play --resume ID",
      "Plays in the terminal.  Answers are typed by number or by name; ? shows the table "
      "as\n"
      "you may see it, help tells what else can be typed.  Where several people share "
      "the\n"
      "screen it is passed on before anything secret is shown.  Every answer is stored\n"
      "before the next question is asked: a game can be left at any time and resumed.  "
      "If\n"
      "the input ends before the game, the exit code is 1.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      1,
  };
  Args names = {0};
  p.arena = arena_new();
  int code = opts_parse(cli, &usage, argc, argv, &names);
  p.table.file = p.file;
  p.table.cli = cli;
  p.table.set = &p.set;
  if (code < 0) code = read_names(&p);
  if (code < 0) code = choose(&p, &usage, &names);
  vec_free(&p.set);
  vec_free(&names);
  arena_free(p.arena);
  return code;
}
