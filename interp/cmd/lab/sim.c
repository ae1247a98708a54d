/* regel sim: many games with bots, and what came of them. */
#include "db/db.h"
#include "db/store.h"
#include "interp/cmd/game.h"
#include "interp/cmd/interrupt.h"
#include "interp/cmd/lab/lab.h"
#include "interp/base/json.h"
#include "interp/bot/sim.h"
#include "interp/lab/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Sim {
  Cli *cli;
  const char *name;
  const Program *program;
  const Lang *lang;
  GameSetup setup;
  long games, first, jobs, think, ahead, most;
  const char *part; /* a file that `regel lab merge` can put together with others */
  int bot;
  bool json, always, quiet, digest, store, native;
  const char *file;
  Db *db; /* NULL: nothing is stored */
  const char *taken[MAX_PLAYERS];
  char bot_name[BOT_NAME];
} Sim;

/* ---- progress ------------------------------------------------------------------- */

static void progress(void *user, long done, long games)
{
  (void)user;
  enum { BAR = 30 };
  char bar[BAR + 1];
  int full = games ? (int)(done * BAR / games) : BAR;
  for (int i = 0; i < BAR; i++) bar[i] = i < full ? '#' : '.';
  bar[BAR] = 0;
  fprintf(stderr, "\r[%s] %3ld %%  %ld of %ld", bar, games ? done * 100 / games : 100,
          done, games);
  fflush(stderr);
}

static void progress_clear(void) { fputs("\r\033[K", stderr); }

static const char *bot_word(const Sim *s)
{
  return s->bot == BOT_MCTS ? "mcts" : s->bot == BOT_LOOK ? "look" : "random";
}

/* ---- output --------------------------------------------------------------------- */

static double share(long part, long whole)
{
  return whole ? 100.0 * (double)part / (double)whole : 0;
}
static double mean(long sum, long n) { return n ? (double)sum / (double)n : 0; }

static void json_number(Json *j, const char *key, int64_t n)
{
  json_key(j, key);
  json_int(j, n);
}

static void json_outcomes(Json *j, const Sim *s, const SimResult *r)
{
  json_key(j, "outcomes");
  json_open(j, '{');
  json_key(j, "wins");
  json_open(j, '[');
  for (int i = 0; i < s->setup.players; i++) json_int(j, r->wins[i]);
  json_close(j, ']');
  json_number(j, "shared", r->shared);
  json_number(j, "nobody", r->nobody);
  json_key(j, "lost");
  json_open(j, '{');
  for (int i = 0; i < s->program->n_texts; i++)
    if (r->reasons[i]) json_number(j, render_source(s->program, i), r->reasons[i]);
  json_close(j, '}');
  json_close(j, '}');
}

static void json_scores(Json *j, const Sim *s, const SimResult *r)
{
  if (s->program->score < 0) return;
  json_key(j, "scores");
  json_open(j, '[');
  for (int i = 0; i < s->setup.players; i++) {
    const Tally *t = &r->scores[i];
    json_open(j, '{');
    json_key(j, "mean");
    json_real(j, tally_mean(t));
    json_key(j, "spread");
    json_real(j, tally_spread(t));
    json_number(j, "median", tally_quantile(t, 0.5));
    json_key(j, "distribution"); /* each score and how often it came up */
    json_open(j, '[');
    for (size_t k = 0; k < t->rows.n; k++) {
      json_open(j, '[');
      json_int(j, t->rows.at[k].value);
      json_int(j, t->rows.at[k].count);
      json_close(j, ']');
    }
    json_close(j, ']');
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_error(Json *j, const SimResult *r, const char *again)
{
  json_key(j, "first_error");
  json_open(j, '{');
  json_key(j, "code");
  json_text(j, vm_error_name(r->fault.error));
  json_key(j, "message");
  json_text(j, vm_error_title(r->fault.error));
  json_number(j, "game", r->error_game);
  json_key(j, "seed");
  json_unsigned(j, r->error_seed);
  json_key(j, "again");
  json_text(j, again);
  json_close(j, '}');
}

static void print_json(const Sim *s, const SimResult *r, const char *again)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_number(&j, "schema", JSON_SCHEMA);
  json_key(&j, "game");
  json_text(&j, program_string(s->program, s->program->header->name));
  json_number(&j, "players", s->setup.players);
  json_key(&j, "seed");
  json_unsigned(&j, s->setup.seed);
  json_key(&j, "bot");
  json_text(&j, bot_word(s));
  json_number(&j, "games", r->games);
  json_number(&j, "finished", r->finished);
  json_number(&j, "unfinished", r->unfinished);
  json_number(&j, "errors", r->errors);
  json_outcomes(&j, s, r);
  json_scores(&j, s, r);
  json_number(&j, "decisions", r->decisions);
  json_key(&j, "decisions_per_game");
  json_open(&j, '{');
  json_key(&j, "mean");
  json_real(&j, mean(r->decisions, r->games));
  json_number(&j, "least", r->fewest);
  json_number(&j, "most", r->most);
  json_close(&j, '}');
  json_key(&j, "options_per_decision");
  json_open(&j, '{');
  json_key(&j, "mean");
  json_real(&j, mean(r->options, r->counted));
  json_number(&j, "most", r->widest);
  json_close(&j, '}');
  json_number(&j, "state_bytes", r->state_bytes);
  json_number(&j, "probe_overruns", r->overruns);
  if (s->digest) {
    char hex[20];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)r->digest);
    json_key(&j, "digest");
    json_text(&j, hex);
  }
  json_key(&j, "seconds");
  json_real(&j, r->seconds);
  json_key(&j, "cpu_seconds");
  json_real(&j, r->cpu_seconds);
  if (r->errors) json_error(&j, r, again);
  json_close(&j, '}');
}

/* One row of the table: how often, and how much of all that is. */
static void print_row(const char *what, int width, long games, const SimResult *r)
{
  Buf b = {0};
  buf_add(&b, what);
  buf_pad(&b, width - text_width(what));
  printf("  %s %8ld  %5.1f %%\n", buf_text(&b), games, share(games, r->finished));
  buf_free(&b);
}

static void print_word(const Sim *s, Saying w, int width, long games, const SimResult *r)
{
  Buf b = {0};
  words_add(s->lang, &b, w);
  if (games) print_row(buf_text(&b), width, games, r);
  buf_free(&b);
}

/* A reason for all games together: what a placeholder stood for differed. */
static void lost_words(const View *v, Buf *row, int32_t reason)
{
  Buf all = {0}, why = {0};
  int depth = 0;
  render_words(v, &all, reason);
  for (const char *c = buf_text(&all); *c; c++) {
    if (*c == '{' && depth++ == 0) buf_add(&why, "…");
    if (depth == 0) buf_char(&why, *c);
    if (*c == '}' && depth) depth--;
  }
  buf_clear(row);
  words_say(v->lang, row, SAY_SIM_LOST, buf_text(&why), NULL, NULL);
  buf_free(&all);
  buf_free(&why);
}

static void print_outcomes(const Sim *s, const View *v, const SimResult *r)
{
  const Program *p = s->program;
  Buf row = {0};
  int width = 24;
  for (int i = 0; i < p->n_texts; i++) {
    if (!r->reasons[i]) continue;
    lost_words(v, &row, i);
    if (text_width(buf_text(&row)) > width) width = text_width(buf_text(&row));
  }
  for (int i = 0; i < s->setup.players; i++) {
    buf_clear(&row);
    render_seat(v, &row, i);
    print_row(buf_text(&row), width, r->wins[i], r);
  }
  print_word(s, SAY_SIM_TOGETHER, width, r->shared, r);
  print_word(s, SAY_SIM_NOBODY, width, r->nobody, r);
  for (int i = 0; i < p->n_texts; i++) {
    if (!r->reasons[i]) continue;
    lost_words(v, &row, i);
    print_row(buf_text(&row), width, r->reasons[i], r);
  }
  buf_free(&row);
}

static void print_head(const Sim *s, const View *v, const SimResult *r)
{
  Buf title = {0}, players = {0}, list = {0};
  render_title(v, &title);
  words_number(s->lang, &players, SAY_GAME_PLAYERS, s->setup.players);
  words_number(s->lang, &list, SAY_SIM_GAMES, r->games);
  words_add(s->lang, &list, SAY_COMMA);
  words_number(s->lang, &list, SAY_SIM_FINISHED, r->finished);
  words_add(s->lang, &list, SAY_COMMA);
  words_number(s->lang, &list, SAY_SIM_ERRORS, r->errors);
  words_print(s->lang, SAY_SIM_HEAD, buf_text(&title), buf_text(&players),
              buf_text(&list));
  buf_free(&title);
  buf_free(&players);
  buf_free(&list);
}

static void print_decisions(const Sim *s, const SimResult *r)
{
  char a_game[DIGITS_SIZE], choose[DIGITS_SIZE];
  snprintf(a_game, sizeof a_game, "%.1f", mean(r->decisions, r->games));
  snprintf(choose, sizeof choose, "%.1f", mean(r->options, r->counted));
  const char *values[] = {DIGITS(r->decisions), a_game, DIGITS(r->fewest),
                          DIGITS(r->most),      choose, DIGITS(r->widest)};
  Buf b = {0};
  words_list(s->lang, &b, SAY_SIM_DECISIONS, values, 6);
  puts(buf_text(&b));
  buf_free(&b);
}

static void print_scores(const Sim *s, const View *v, const SimResult *r)
{
  for (int i = 0; s->program->score >= 0 && i < s->setup.players; i++) {
    const Tally *t = &r->scores[i];
    char middle[2 * DIGITS_SIZE], all[2 * DIGITS_SIZE], about[2 * DIGITS_SIZE];
    Buf who = {0};
    render_seat(v, &who, i);
    snprintf(about, sizeof about, "%.1f ± %.1f", tally_mean(t), tally_spread(t));
    snprintf(middle, sizeof middle, "%lld–%lld", (long long)tally_quantile(t, 0.25),
             (long long)tally_quantile(t, 0.75));
    snprintf(all, sizeof all, "%lld–%lld", (long long)tally_quantile(t, 0),
             (long long)tally_quantile(t, 1));
    fputs("  ", stdout);
    Buf line = {0};
    const SayPart parts[] = {SAY_TEXT(buf_text(&who)), SAY_TEXT(about), SAY_TEXT(middle),
                             SAY_TEXT(all)};
    render_say(v, &line, SAY_SIM_SCORE, parts, 4);
    puts(buf_text(&line));
    buf_free(&line);
    buf_free(&who);
  }
}

static void print_human(const Sim *s, const SimResult *r)
{
  const Program *p = s->program;
  View v = view_program(p, s->lang);
  char seconds[DIGITS_SIZE], rate[DIGITS_SIZE];
  print_head(s, &v, r);
  print_outcomes(s, &v, r);
  print_scores(s, &v, r);
  if (r->unfinished) {
    fputs("  ", stdout);
    words_print(s->lang, SAY_SIM_ENDLESS, DIGITS(r->unfinished), DIGITS(s->most), NULL);
  }
  print_decisions(s, r);
  if (r->overruns) printf("probes that ran out of their budget: %ld\n", r->overruns);
  if (s->digest) printf("digest: %016llx\n", (unsigned long long)r->digest);
  snprintf(seconds, sizeof seconds, "%.2f", r->seconds);
  snprintf(rate, sizeof rate, "%.0f",
           r->seconds > 0 ? (double)r->games / r->seconds : 0.0);
  words_print(s->lang, SAY_SIM_TIME, seconds, rate, NULL);
}

/* ---- storing -------------------------------------------------------------------- */

static bool store_game(void *user, const SimGame *game)
{
  Sim *s = user;
  NewGame g = {.program = s->program,
               .origin = "sim",
               .seats = (int)s->setup.players,
               .taken = s->taken,
               .options = s->setup.options};
  return store_simulated(s->db, &g, game);
}

static int open_store(Sim *s)
{
  if (!s->store) return -1;
  game_bot_name(s->bot, s->think, s->ahead, s->bot_name);
  for (int i = 0; i < MAX_PLAYERS; i++) s->taken[i] = s->bot_name;
  s->db = db_open(s->file, SQL_CREATE);
  sql_relax(s->db);
  if (!sql_fault(s->db)) return -1;
  cli_error(s->cli, "%s", sql_why(s->db));
  return CODE_IO;
}

/* ---- a part that can be merged --------------------------------------------------- */

/* The same games as a plan of the lab that has no end. */
static int run_part(Sim *s)
{
  Lab l = {.cli = s->cli, .jobs = s->jobs};
  Buf text = {0};
  char bot[BOT_SPEC];
  bot_write(&(BotSpec){(BotKind)s->bot, (int)s->think, (int)s->ahead}, bot);
  buf_printf(&text, "rules \"%s\"\nplayers %ld\nbots %s\nseed %llu\nmost %ld\n", s->name,
             s->setup.players, bot, (unsigned long long)s->setup.seed, s->most);
  for (size_t i = 0; i < s->setup.set.n; i++)
    buf_printf(&text, "set %s\n", s->setup.set.at[i]);
  int code = lab_open(&l, "sim", buf_text(&text));
  if (code < 0) {
    Part part;
    const volatile int *stop = interrupt_watch();
    part_init(&part, &l.plan);
    LabRun run = {.plan = &l.plan,
                  .shards = 1,
                  .only = {s->first, s->first + s->games},
                  .jobs = (int)s->jobs,
                  .stop = stop};
    if (!lab_run(&run, &part)) {
      cli_error(s->cli, "cannot start %ld threads", s->jobs);
      code = CODE_IO;
    }
    part_write(&part, &text);
    if (code < 0) code = lab_write_file(&l, s->part, &text);
    if (code < 0) code = *stop ? CODE_INTERRUPTED : CODE_FINE;
    part_free(&part);
  }
  lab_close(&l);
  buf_free(&text);
  return code;
}

/* ---- the command ---------------------------------------------------------------- */

static int run(Sim *s)
{
  const volatile int *stop = interrupt_watch();
  bool bar = !s->quiet && s->cli->screen && isatty(STDERR_FILENO);
  SimPlan plan = {s->program,
                  (int)s->setup.players,
                  s->setup.options,
                  s->setup.seed,
                  s->games,
                  (int)s->jobs,
                  s->first,
                  (BotKind)s->bot,
                  (int)s->think,
                  (int)s->ahead,
                  s->most,
                  s->always,
                  s->digest,
                  stop,
                  bar ? progress : NULL,
                  s,
                  s->db ? store_game : NULL};
  SimResult r;
  int failed = sim_run(&plan, &r);
  if (bar) progress_clear();
  if (failed) {
    cli_error(s->cli, "cannot start %ld threads", s->jobs);
    sim_free(&r);
    return CODE_IO;
  }
  Buf again = {0};
  GameSetup one = s->setup;
  one.seed = r.error_seed;
  buf_printf(&again, "regel play %s --bots --bot %s ", s->name, bot_word(s));
  if (s->bot == BOT_LOOK)
    buf_printf(&again, "--think %ld --ahead %ld ", s->think, s->ahead);
  if (s->bot == BOT_MCTS) buf_printf(&again, "--think %ld ", s->think);
  if (s->always) buf_add(&again, "--always ");
  game_setup_again(&one, &again);
  if (s->json) print_json(s, &r, buf_text(&again));
  else print_human(s, &r);
  if (r.errors) game_error(s->cli, s->program, NULL, &r.fault, buf_text(&again));
  buf_free(&again);
  if (s->db && sql_fault(s->db)) {
    cli_error(s->cli, "%s", sql_why(s->db));
    sim_free(&r);
    return CODE_IO;
  }
  int code = *stop ? CODE_INTERRUPTED : r.errors ? CODE_RULE : CODE_FINE;
  if (*stop) cli_error(s->cli, "stopped after %ld of %ld games", r.games, s->games);
  sim_free(&r);
  return code;
}

int cmd_sim(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Sim s = {.cli = cli,
           .games = 1000,
           .jobs = cores > 0 ? cores : 1,
           .think = 30,
           .ahead = BOT_AHEAD,
           .most = 100000,
           .setup.seed = 1};
  const Opt opts[] = {
      PACK_OPT(cli),
      {'n', NULL, OPT_NUMBER, &s.games, "N", "how many games (1000)", 1, 1000000000,
       NULL},
      {0, "first", OPT_NUMBER, &s.first, "I",
       "the number of the first game: -n 500 --first 500 is the second half of 1000 (0)",
       0, 1000000000, NULL},
      {0, "part", OPT_TEXT, &s.part, "FILE",
       "write what was counted as a part that regel lab merge and report read", 0, 0,
       NULL},
      {0, "players", OPT_NUMBER, &s.setup.players, "P",
       "how many play (the fewest possible)", 1, MAX_PLAYERS, NULL},
      {0, "set", OPT_TEXTS, &s.setup.set, "OPTION=VALUE",
       "an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_SEED, &s.setup.seed, "S", "the same seed gives the same games (1)",
       0, 0, NULL},
      {0, "jobs", OPT_NUMBER, &s.jobs, "J",
       "threads; the result does not depend on them (all cores)", 1, 1024, NULL},
      {0, "bot", OPT_CHOICE, &s.bot, "random|look|mcts",
       "answers at random (the default), or looks ahead; mcts: by tree search", 0, 0,
       NULL},
      {0, "think", OPT_NUMBER, &s.think, "K",
       "games in the head of a thinking bot: look for an answer, mcts for a question "
       "(30)",
       1, 100000, NULL},
      {0, "ahead", OPT_NUMBER, &s.ahead, "N",
       "decisions at random before they are judged by the outlook, if there is one (1)",
       0, 1000, NULL},
      {0, "most", OPT_NUMBER, &s.most, "D",
       "decisions after which a game is given up (100000)", 1, 1000000000, NULL},
      {0, "always", OPT_FLAG, &s.always, NULL,
       "check what must always hold, at every pause", 0, 0, NULL},
      {0, "digest", OPT_FLAG, &s.digest, NULL,
       "print one number for all states of all games, to compare two builds", 0, 0, NULL},
      {0, "native", OPT_FLAG, &s.native, NULL, NATIVE_HELP, 0, 0, NULL},
      {0, "store", OPT_FLAG, &s.store, NULL, "store the games, for replay and audit", 0,
       0, NULL},
      {0, "db", OPT_TEXT, &s.file, "FILE", DB_HELP, 0, 0, NULL},
      {'q', "quiet", OPT_FLAG, &s.quiet, NULL, "no progress bar", 0, 0, NULL},
      {0, "json", OPT_FLAG, &s.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel sim connect4 -n 10000 --seed 1",
      "sim GAME [OPTION…]",
      "Plays many games with bots and reports who won, how long games are and how much\n"
      "there is to choose.  Ctrl-C stops and reports what was played so far.\n"
      "Exit code 4: a rule went wrong in some game.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  Game g = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    s.name = names.at[0];
    code = game_open(cli, &g, s.name, false);
  }
  if (code < 0) {
    s.program = g.program;
    code = game_speak(cli, &g);
    s.lang = g.lang;
  }
  if (code < 0) { code = game_setup(cli, g.program, &s.setup); }
  if (code < 0 && s.native) game_native(cli, &g);
  if (code < 0) code = open_store(&s);
  if (code < 0) code = s.part ? run_part(&s) : run(&s);
  sql_close(s.db);
  game_setup_free(&s.setup);
  game_close(&g);
  vec_free(&names);
  return code;
}
