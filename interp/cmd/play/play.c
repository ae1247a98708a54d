/* regel play: a game in the terminal. */
#include "db/db.h"
#include "interp/bot/heads.h"
#include "interp/cmd/archive.h"
#include "interp/cmd/play/table.h"
#include "interp/rules/settings.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THOUGHTS = 100000, MOST_AHEAD = 1000 };

typedef struct Play {
  Cli *cli;
  Table table;
  Session session;
  Keep keep;
  const char *names[MAX_PLAYERS];
  int count; /* seats */
  uint32_t people;
  GameSetup setup;
  const char *seats, *human, *seed;
  const char *file; /* the database */
  bool bots, always, no_store, native;
  int bot;
  long think, ahead, resume;
  Db *db;
  const char *taken[MAX_PLAYERS];
  char bot_name[BOT_NAME];
  Arena *arena;
  LoadedLang speech;
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
  if (p->setup.players && n && p->setup.players != n)
    return opts_wrong(p->cli, "--players %ld does not fit %d names in --seats",
                      p->setup.players, n);
  if (n) p->setup.players = n;
  return -1;
}

/* Which seats people take: numbers or names, "all", "none"; seat 1 if nothing is said. */
static int read_people(Play *p)
{
  const char *s = p->bots ? "none" : p->human ? p->human : "1";
  if (p->bots && p->human)
    return opts_wrong(p->cli, "--bots and --human contradict each other");
  p->people = 0;
  if (!strcmp(s, "none")) return -1;
  if (!strcmp(s, "all")) {
    p->people = (1u << p->count) - 1;
    return -1;
  }
  while (*s) {
    size_t k = strcspn(s, ",");
    const char *word = arena_strndup(p->arena, s, k);
    int seat = game_seat(p->names, p->count, word);
    if (seat < 0)
      return opts_wrong(p->cli, "--human: there is no seat \"%s\"; seats go from 1 to %d",
                        word, p->count);
    p->people |= 1u << seat;
    s += k + (s[k] == ',');
  }
  return -1;
}

/* A game that nobody asked to repeat gets a seed that nobody knows before its end.  One
 * that was asked for is a number, or what an earlier game told at its end. */
static int read_seed(Play *p)
{
  GameSetup *s = &p->setup;
  char *end;
  if (!p->seed) {
    if (secret_draw(&s->secret)) return -1;
    cli_error(p->cli, "the system gives no random numbers");
    return CODE_IO;
  }
  errno = 0;
  s->seed = strtoull(p->seed, &end, 10);
  bool number = end != p->seed && !*end && !errno && *p->seed != '-';
  if (!number && !secret_read(&s->secret, p->seed))
    return opts_wrong(p->cli,
                      "--seed needs a number from 0 to 2^64-1 or 32 hexadecimal digits, "
                      "not \"%s\"",
                      p->seed);
  return -1;
}

/* Who sits where, as it is stored and read again by read_taken. */
static void write_taken(Play *p)
{
  game_bot_name(p->bot, p->think, p->ahead, p->bot_name);
  for (int i = 0; i < p->count; i++)
    p->taken[i] = p->people >> i & 1 ? "person" : p->bot_name;
}

static bool read_taken(Play *p, const StoredGame *g)
{
  p->people = 0;
  p->bot = BOT_LOOK;
  for (int i = 0; i < g->seats; i++) {
    if (!strcmp(g->taken[i], "person")) p->people |= 1u << i;
    else if (!strncmp(g->taken[i], "bot look ", 9)) {
      char *end;
      p->think = strtol(g->taken[i] + 9, &end, 10);
      p->ahead = *end ? strtol(end, NULL, 10) : BOT_AHEAD;
      /* As the command takes them: what is stored may come from elsewhere. */
      if (p->think < 1 || p->think > MOST_THOUGHTS || p->ahead < 0 ||
          p->ahead > MOST_AHEAD)
        return false;
    } else if (!strncmp(g->taken[i], "bot mcts ", 9)) {
      p->bot = BOT_MCTS;
      p->think = strtol(g->taken[i] + 9, NULL, 10);
      if (p->think < 1 || p->think > MOST_THOUGHTS) return false;
    } else p->bot = BOT_RANDOM;
  }
  return true;
}

static int run(Play *p, const Program *program)
{
  Table *t = &p->table;
  Session *s = &p->session;
  int code = game_language(p->cli, &p->speech, program);
  if (code >= 0) return code;
  Setup setup = {p->count, p->setup.seed, p->setup.options};
  Bot *bot = bot_new(program, (BotKind)p->bot, (int)p->think, (int)p->ahead);
  bot_heads(bot, program, (int)p->ahead, heads_run);
  session_open(s, program, &setup);
  session_secret(s, &p->setup.secret);
  vm_check_always(s->vm, p->always);
  s->lang = p->speech.lang;
  s->people = p->people;
  for (int i = 0; i < p->count; i++) {
    s->names[i] = p->names[i];
    s->bots[i] = bot;
  }
  if (p->db) {
    keep_new(&p->keep, p->db,
             &(NewGame){.program = program,
                        .origin = "play",
                        .seats = p->count,
                        .names = p->names,
                        .taken = p->taken,
                        .seed = p->setup.seed,
                        .secret = p->setup.secret,
                        .options = p->setup.options});
    s->keeper = &p->keep.keeper;
  }
  t->cli = p->cli;
  t->session = s;
  t->setup = &p->setup;
  t->db = p->db;
  t->keep = &p->keep;
  if (p->seed && p->people) words_print(s->lang, SAY_PLAY_SEEDED, NULL, NULL, NULL);
  code = table_play(t);
  session_close(s);
  bot_free(bot);
  return code;
}

static int open_db(Play *p, SqlMode mode)
{
  if (p->no_store) return -1;
  p->db = db_open(p->file, mode);
  if (!sql_fault(p->db)) return -1;
  cli_error(p->cli, "%s", sql_why(p->db));
  if (!p->resume) fputs("To play without storing: --no-store\n", stderr);
  return CODE_IO;
}

/* A new game of a ruleset. */
static int begin(Play *p, const char *name)
{
  Game g = {0};
  Table *t = &p->table;
  t->game = name;
  int code = game_open(p->cli, &g, name, false);
  if (code < 0) code = game_setup(p->cli, g.program, &p->setup);
  if (code < 0) {
    p->count = (int)p->setup.players;
    code = read_people(p);
  }
  if (code < 0) code = read_seed(p);
  if (code < 0) code = open_db(p, SQL_CREATE);
  if (code < 0 && p->native) game_native_later(p->cli, &g);
  if (code < 0) {
    t->how = arena_printf(p->arena, "%s%s%s%s%s%s%s", p->bots ? " --bots" : "",
                          p->human ? " --human " : "", p->human ? p->human : "",
                          p->seats ? " --seats " : "", p->seats ? p->seats : "",
                          p->bot == BOT_RANDOM ? " --bot random"
                          : p->bot == BOT_MCTS ? " --bot mcts"
                                               : "",
                          p->always ? " --always" : "");
    write_taken(p);
    code = run(p, g.program);
  }
  table_free(t);
  game_close(&g);
  return code;
}

/* Sets everything as it was when the stored game began. */
static int set_up_again(Play *p, const StoredGame *g, const Program *program)
{
  Table *t = &p->table;
  t->game = program_string(program, program->header->name);
  t->how = "";
  p->count = g->seats;
  for (int i = 0; i < g->seats; i++) p->names[i] = g->names[i];
  for (int i = 0; i < g->seats; i++) p->taken[i] = g->taken[i];
  if (!read_taken(p, g)) {
    cli_error(p->cli,
              "game %lld: a bot may think of %d games and look %d decisions ahead",
              (long long)g->id, MOST_THOUGHTS, MOST_AHEAD);
    return CODE_NO;
  }
  p->setup.players = g->seats;
  p->setup.seed = g->seed;
  p->setup.secret = g->secret;
  const char *text = g->settings;
  Buf name = {0}, value = {0};
  while (settings_next(&text, &name, &value))
    vec_push(&p->setup.set,
             arena_printf(p->arena, "%s=%s", buf_text(&name), buf_text(&value)));
  buf_free(&name);
  buf_free(&value);
  return game_setup(p->cli, program, &p->setup);
}

/* A stored game, from where it stands, with the rules it carries. */
static int go_on(Play *p)
{
  StoredGame g = {0};
  Program *program = NULL;
  Seal seal;
  int code = open_db(p, SQL_WRITE);
  if (code >= 0) return code;
  if (!stored_load(p->db, p->resume, &g) ||
      !(program = stored_program(p->db, stored_code(&g), &seal))) {
    cli_error(p->cli, "%s", sql_why(p->db));
    code = sql_fault(p->db) == DB_MISSING ? CODE_NO : CODE_IO;
  } else if (g.over) {
    Buf b = {0};
    table_command(&p->table, &b, "replay", p->resume);
    cli_error(p->cli, "game %ld is over. To see it again: %s", p->resume, buf_text(&b));
    buf_free(&b);
    code = CODE_NO;
  } else if ((code = set_up_again(p, &g, program)) < 0) {
    p->table.resumed = &g;
    code = run(p, program);
  }
  table_free(&p->table);
  if (program) program_free(program);
  stored_free(&g);
  return code;
}

static int choose(Play *p, const Usage *usage, const Args *names)
{
  if (!p->resume) return names->n ? begin(p, names->at[0]) : opts_missing(p->cli, usage);
  if (names->n || p->seats || p->human || p->bots || p->setup.players || p->setup.set.n ||
      p->seed || p->no_store)
    return opts_wrong(p->cli, "--resume goes on with a game as it was begun: no ruleset, "
                              "players, settings or seed can be given with it");
  return go_on(p);
}

int cmd_play(Cli *cli, int argc, char **argv)
{
  Play p = {.cli = cli, .bot = BOT_LOOK, .think = 30, .ahead = BOT_AHEAD};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "players", OPT_NUMBER, &p.setup.players, "P",
       "how many play (the fewest possible)", 1, MAX_PLAYERS, NULL},
      {0, "seats", OPT_TEXT, &p.seats, "NAME,NAME…", "the players' names", 0, 0, NULL},
      {0, "human", OPT_TEXT, &p.human, "SEATS",
       "seats of people: 1,3 or names, all, none (1)", 0, 0, NULL},
      {0, "bots", OPT_FLAG, &p.bots, NULL, "bots everywhere: prints the log of the game",
       0, 0, NULL},
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
      {0, "set", OPT_TEXTS, &p.setup.set, "OPTION=VALUE",
       "an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_TEXT, &p.seed, "S",
       "for tests: the same seed and answers give the same game, which hides nothing", 0,
       0, NULL},
      {0, "resume", OPT_NUMBER, &p.resume, "ID",
       "go on with a stored game that was left or interrupted", 1, LONG_MAX, NULL},
      {0, "db", OPT_TEXT, &p.file, "FILE", DB_HELP, 0, 0, NULL},
      {0, "no-store", OPT_FLAG, &p.no_store, NULL, "do not store this game", 0, 0, NULL},
      {0, "ask-all", OPT_FLAG, &p.table.ask_all, NULL,
       "ask also where there is only one answer", 0, 0, NULL},
      {0, "always", OPT_FLAG, &p.always, NULL,
       "check what must always hold, at every pause", 0, 0, NULL},
      {0, "native", OPT_FLAG, &p.native, NULL, NATIVE_HELP, 0, 0, NULL},
      {'v', "verbose", OPT_FLAG, &p.table.verbose, NULL,
       "tell every move and change in the log", 0, 0, NULL},
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
  if (code < 0) code = read_names(&p);
  if (code < 0) code = choose(&p, &usage, &names);
  if (p.db && p.keep.record.game) archive_tell(p.db, p.keep.record.game);
  sql_close(p.db);
  load_lang_free(&p.speech);
  game_setup_free(&p.setup);
  vec_free(&names);
  arena_free(p.arena);
  return code;
}
