/* regel sim: many games with bots, and what came of them. */
#include "interp/cmd/interrupt.h"
#include "interp/cmd/lab/lab.h"

#include <string.h>
#include <unistd.h>

enum { RANDOM, LOOK, MCTS }; /* as --bot says */

typedef struct Sim {
  Cli *cli;
  const char *name;
  regel_rules *rules;
  regel_language *lang;
  Args set;
  uint64_t seed;
  long players, games, first, jobs, think, ahead, most, claims;
  const char *part; /* a file that `regel lab merge` can put together with others */
  int bot;
  bool json, always, quiet, digest, store, native;
  const char *file;
} Sim;

/* ---- progress ------------------------------------------------------------------- */

static int progress(void *user, int64_t done, int64_t games)
{
  (void)user;
  enum { BAR = 30 };
  char bar[BAR + 1];
  int full = games ? (int)(done * BAR / games) : BAR;
  for (int i = 0; i < BAR; i++) bar[i] = i < full ? '#' : '.';
  bar[BAR] = 0;
  fprintf(stderr, "\r[%s] %3lld %%  %lld of %lld", bar,
          (long long)(games ? done * 100 / games : 100), (long long)done,
          (long long)games);
  fflush(stderr);
  return 0;
}

static const char *bot_word(const Sim *s)
{
  return s->bot == MCTS ? "mcts" : s->bot == LOOK ? "look" : "random";
}

static void bot_spec(const Sim *s, char *out, size_t size)
{
  if (s->bot == LOOK) snprintf(out, size, "look:%ld:%ld", s->think, s->ahead);
  else if (s->bot == MCTS) snprintf(out, size, "mcts:%ld", s->think);
  else snprintf(out, size, "random");
}

/* ---- output --------------------------------------------------------------------- */

/* One row of the table: how often, and how much of all that is. */
static void print_row(const char *what, int width, long long games, const regel_data *r)
{
  long long all = client_number(r, "finished");
  Buf b = {0};
  buf_add(&b, what);
  buf_pad(&b, width - text_width(what));
  printf("  %s %8lld  %5.1f %%\n", buf_text(&b), games,
         all ? 100.0 * (double)games / (double)all : 0.0);
  buf_free(&b);
}

static void print_word(const Sim *s, const char *key, int width, const char *games,
                       const regel_data *r)
{
  char *word = client_say(s->lang, key, NULL, NULL, NULL);
  if (client_number(r, games)) print_row(word, width, client_number(r, games), r);
  regel_free(word);
}

static void print_outcomes(const Sim *s, const regel_data *r)
{
  const regel_data *lost = regel_data_get(r, "outcomes.reasons"),
                   *seats = regel_data_get(r, "seats"),
                   *wins = regel_data_get(r, "outcomes.wins");
  int width = 24;
  Args rows = {0};
  for (size_t i = 0; i < regel_data_count(lost); i++) {
    vec_push(&rows, client_say(s->lang, "sim.lost",
                               client_text(regel_data_at(lost, i), "text"), NULL, NULL));
    if (text_width(rows.at[i]) > width) width = text_width(rows.at[i]);
  }
  for (size_t i = 0; i < regel_data_count(seats); i++)
    print_row(regel_data_text(regel_data_at(seats, i)), width,
              (long long)regel_data_number(regel_data_at(wins, i)), r);
  print_word(s, "sim.together", width, "outcomes.shared", r);
  print_word(s, "sim.nobody", width, "outcomes.nobody", r);
  for (size_t i = 0; i < rows.n; i++) {
    print_row(rows.at[i], width, client_number(regel_data_at(lost, i), "games"), r);
    regel_free((char *)rows.at[i]);
  }
  vec_free(&rows);
}

static char *say_number(const Sim *s, const char *key, long long n)
{
  return client_say(s->lang, key, CLIENT_DIGITS(n), NULL, NULL);
}

static void print_head(const Sim *s, const regel_data *r)
{
  Buf list = {0};
  char *players = say_number(s, "game.players", client_number(r, "players")),
       *games = say_number(s, "sim.games", client_number(r, "games")),
       *finished = say_number(s, "sim.finished", client_number(r, "finished")),
       *errors = say_number(s, "sim.errors", client_number(r, "errors")),
       *comma = client_say(s->lang, "list.comma", NULL, NULL, NULL);
  buf_printf(&list, "%s%s%s%s%s", games, comma, finished, comma, errors);
  client_tell(s->lang, "sim.head", client_text(r, "title"), players, buf_text(&list));
  regel_free(players);
  regel_free(games);
  regel_free(finished);
  regel_free(errors);
  regel_free(comma);
  buf_free(&list);
}

static void print_decisions(const Sim *s, const regel_data *r)
{
  char a_game[24], choose[24];
  snprintf(a_game, sizeof a_game, "%.1f",
           regel_data_real(regel_data_get(r, "decisions_per_game.mean")));
  snprintf(choose, sizeof choose, "%.1f",
           regel_data_real(regel_data_get(r, "options_per_decision.mean")));
  const char *values[] = {CLIENT_DIGITS(client_number(r, "decisions")),
                          a_game,
                          CLIENT_DIGITS(client_number(r, "decisions_per_game.least")),
                          CLIENT_DIGITS(client_number(r, "decisions_per_game.most")),
                          choose,
                          CLIENT_DIGITS(client_number(r, "options_per_decision.most"))};
  char *line = regel_say(s->lang, "sim.decisions", values, 6);
  puts(line);
  regel_free(line);
}

static void print_scores(const Sim *s, const regel_data *r)
{
  const regel_data *scores = regel_data_get(r, "scores");
  for (size_t i = 0; i < regel_data_count(scores); i++) {
    const regel_data *t = regel_data_at(scores, i);
    char middle[48], all[48], about[48];
    snprintf(about, sizeof about, "%.1f ± %.1f",
             regel_data_real(regel_data_get(t, "mean")),
             regel_data_real(regel_data_get(t, "spread")));
    snprintf(middle, sizeof middle, "%lld–%lld", client_number(t, "quartiles.1"),
             client_number(t, "quartiles.3"));
    snprintf(all, sizeof all, "%lld–%lld", client_number(t, "quartiles.0"),
             client_number(t, "quartiles.4"));
    const char *parts[] = {regel_data_text(regel_data_at(regel_data_get(r, "seats"), i)),
                           about, middle, all};
    char *line = regel_say(s->lang, "sim.score", parts, 4);
    printf("  %s\n", line);
    regel_free(line);
  }
}

static void print_human(const Sim *s, const regel_data *r)
{
  char seconds[24], rate[24];
  double took = regel_data_real(regel_data_get(r, "seconds"));
  print_head(s, r);
  print_outcomes(s, r);
  print_scores(s, r);
  if (client_number(r, "unfinished")) {
    fputs("  ", stdout);
    client_tell(s->lang, "sim.endless", CLIENT_DIGITS(client_number(r, "unfinished")),
                CLIENT_DIGITS(s->most), NULL);
  }
  print_decisions(s, r);
  if (client_number(r, "probe_overruns"))
    printf("probes that ran out of their budget: %lld\n",
           client_number(r, "probe_overruns"));
  if (s->digest) printf("digest: %s\n", client_text(r, "digest"));
  snprintf(seconds, sizeof seconds, "%.2f", took);
  snprintf(rate, sizeof rate, "%.0f",
           took > 0 ? (double)client_number(r, "games") / took : 0.0);
  client_tell(s->lang, "sim.time", seconds, rate, NULL);
}

/* ---- a part that can be merged --------------------------------------------------- */

/* The same games as a plan of the lab that has no end. */
static int run_part(Sim *s)
{
  Lab l = {.cli = s->cli};
  Buf text = {0};
  char bot[48], *why = NULL;
  bot_spec(s, bot, sizeof bot);
  buf_printf(&text, "rules \"%s\"\nplayers %ld\nbots %s\nseed %llu\nmost %ld\n", s->name,
             s->players ? s->players : regel_rules_fewest(s->rules), bot,
             (unsigned long long)s->seed, s->most);
  for (size_t i = 0; i + 1 < s->set.n; i++) buf_printf(&text, "set %s\n", s->set.at[i]);
  int code = lab_open(&l, "sim", buf_text(&text));
  if (code < 0) {
    const volatile int *stop = interrupt_watch();
    const regel_run run = {(int)s->jobs, stop, NULL, NULL};
    const regel_lab_work work = {
        .shards = 1, .first = s->first, .end = s->first + s->games};
    if (regel_lab_run(l.lab, &work, &run, &why) < 0)
      code = client_wrong(s->cli, why, CODE_IO);
    char *part = regel_lab_part(l.lab);
    if (code < 0) code = client_write(s->cli, s->part, part, strlen(part));
    if (code < 0) code = *stop ? CODE_INTERRUPTED : CODE_FINE;
    regel_free(part);
  }
  lab_close(&l);
  buf_free(&text);
  return code;
}

/* ---- the command ---------------------------------------------------------------- */

/* What plays one of these games again, but for its number. */
static void say_again(const Sim *s, Buf *b)
{
  buf_printf(b, "regel sim %s --bot %s ", s->name, bot_word(s));
  if (s->bot == LOOK) buf_printf(b, "--think %ld --ahead %ld ", s->think, s->ahead);
  if (s->bot == MCTS) buf_printf(b, "--think %ld ", s->think);
  if (s->always) buf_add(b, "--always ");
  if (s->always && s->claims != 1) buf_printf(b, "--claims %ld ", s->claims);
  buf_printf(b, "--players %ld", s->players ? s->players : regel_rules_fewest(s->rules));
  client_with(s->cli, b);
  for (size_t i = 0; i + 1 < s->set.n; i++) buf_printf(b, " --set %s", s->set.at[i]);
  buf_printf(b, " --seed %llu -n 1 --store", (unsigned long long)s->seed);
}

/* The first error: its game is played once more to be stored, and then told. */
static void tell_error(const Sim *s, const regel_data *r)
{
  Buf again = {0};
  buf_printf(&again, "%s; regel replay last", client_text(r, "first_error.again"));
  client_fault(s->cli, regel_data_get(r, "first_error"), buf_text(&again));
  buf_free(&again);
}

static int run(Sim *s, const regel_setup *setup)
{
  const volatile int *stop = interrupt_watch();
  bool bar = !s->quiet && s->cli->screen && isatty(STDERR_FILENO);
  const regel_run how = {(int)s->jobs, stop, bar ? progress : NULL, NULL};
  Buf again = {0};
  char bot[48], *why = NULL;
  bot_spec(s, bot, sizeof bot);
  say_again(s, &again);
  const regel_sim_plan plan = {.games = s->games,
                               .first = s->first,
                               .bot = bot,
                               .most = s->most,
                               .always = !s->always  ? 0
                                         : s->claims ? (int)s->claims
                                                     : -1,
                               .digest = s->digest,
                               .store = s->store,
                               .db = s->file,
                               .again = buf_text(&again)};
  regel_data *r = regel_simulate(s->rules, setup, &plan, &how, s->lang, &why);
  if (bar) fputs("\r\033[K", stderr);
  buf_free(&again);
  if (!r) return client_wrong(s->cli, why, CODE_IO);
  if (s->json) client_json(r);
  else print_human(s, r);
  bool wrong = client_number(r, "errors");
  if (wrong) tell_error(s, r);
  if (*stop)
    cli_error(s->cli, "stopped after %lld of %ld games", client_number(r, "games"),
              s->games);
  regel_data_free(r);
  return *stop ? CODE_INTERRUPTED : wrong ? CODE_RULE : CODE_FINE;
}

static int open_rules(Sim *s)
{
  int code;
  s->rules = client_open(s->cli, s->name, 0, &code);
  if (!s->rules) return code;
  s->lang = client_language(s->cli, s->rules, &code);
  if (!s->lang) return code;
  vec_push(&s->set, NULL);
  const regel_setup setup = {(int)s->players, s->seed, s->set.at, NULL, NULL};
  code = opts_setup(s->cli, s->rules, &setup);
  if (code >= 0) return code;
  if (s->native) client_native(s->cli, s->rules);
  return s->part ? run_part(s) : run(s, &setup);
}

int cmd_sim(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Sim s = {.cli = cli,
           .games = 1000,
           .jobs = cores > 0 ? cores : 1,
           .think = 30,
           .ahead = 1,
           .claims = 1,
           .most = 100000,
           .seed = 1};
  const Opt opts[] = {
      PACK_OPT(cli),
      {'n', NULL, OPT_NUMBER, &s.games, "N", "how many games (1000)", 1, 1000000000,
       NULL},
      {0, "first", OPT_NUMBER, &s.first, "I",
       "the number of the first game: -n 500 --first 500 is the second half of 1000 (0)",
       0, 1000000000, NULL},
      TEXT_OPT(0, "part", &s.part, "FILE",
               "write what was counted as a part that regel lab merge and report read"),
      PLAYERS_OPT(&s.players),
      SET_OPT(&s.set),
      {0, "seed", OPT_SEED, &s.seed, "S", "the same seed gives the same games (1)", 0, 0,
       NULL},
      JOBS_OPT(&s.jobs),
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
      FLAG_OPT(0, "always", &s.always, "check what must always hold, at every pause"),
      {0, "claims", OPT_NUMBER, &s.claims, "N",
       "of that try claims, which take most of the time, in one game of N only, or with "
       "0 in none (1)",
       0, 1000000, NULL},
      FLAG_OPT(0, "digest", &s.digest,
               "print one number for all states of all games, to compare two builds"),
      NATIVE_OPT(&s.native),
      FLAG_OPT(0, "store", &s.store, "store the games, for replay and audit"),
      DB_OPT(&s.file),
      FLAG_OPT('q', "quiet", &s.quiet, "no progress bar"),
      JSON_OPT(&s.json),
  };
  const Usage usage = {
      "regel sim connect4 -n 10000 --seed 1", "sim GAME [OPTION…]",
      "Plays many games with bots and reports who won, how long games are and how much\n"
      "there is to choose.  Ctrl-C stops and reports what was played so far.\n"
      "Exit code 4: a rule went wrong in some game.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    s.name = names.at[0];
    code = open_rules(&s);
  }
  regel_language_free(s.lang);
  regel_rules_free(s.rules);
  vec_free(&s.set);
  vec_free(&names);
  return code;
}
