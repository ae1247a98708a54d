/* regel leaks: pairs of games that must look alike to a reader, and what told them apart.
 */
#include "interp/cmd/client.h"
#include "interp/cmd/interrupt.h"
#include "interp/cmd/opts.h"

#include <string.h>
#include <unistd.h>

typedef struct Leaks {
  Cli *cli;
  const char *name;
  const regel_rules *rules;
  Args set;
  long players, games, jobs, most, reader;
  uint64_t seed;
  bool json, quiet, told, unchecked;
} Leaks;

/* ---- output --------------------------------------------------------------------- */

static void add_excerpt(const Leaks *s, Buf *b, const regel_data *place)
{
  char *excerpt = regel_excerpt(s->rules, place);
  buf_add(b, excerpt);
  regel_free(excerpt);
}

static void add_indented(Buf *b, const char *head, const char *text)
{
  buf_printf(b, "%s\n", head);
  if (!*text) buf_add(b, "  (nothing)\n");
  else buf_lines(b, text, 2, 100);
}

static void print_leak(const Leaks *s, const regel_data *r, Buf *b)
{
  const regel_data *l = regel_data_get(r, "leak");
  long long answers = client_number(l, "answers"), reader = client_number(l, "reader");
  buf_printf(b, "%s can tell two games apart by %s, after %lld answer%s:\n",
             client_text(l, "who"), client_text(l, "by"), answers, cli_plural(answers));
  add_excerpt(s, b, regel_data_get(l, "place"));
  add_indented(b, "What was played:", client_text(l, "played"));
  add_indented(b, "What the other game had instead, unseen:", client_text(l, "instead"));
  add_indented(b, "What was read in the first:", client_text(l, "first"));
  add_indented(b, "What was read in the other:", client_text(l, "second"));
  buf_printf(b, "Again: regel leaks %s --players %lld --seed %llu", s->name,
             client_number(r, "players"), (unsigned long long)s->seed);
  client_with(s->cli, b);
  for (size_t i = 0; i + 1 < s->set.n; i++) buf_printf(b, " --set %s", s->set.at[i]);
  if (reader > 0) buf_printf(b, " --reader %lld", reader);
  buf_printf(b, " -n %lld\n", client_number(l, "game") + 1);
}

static void print_told(const Leaks *s, const regel_data *told, Buf *b)
{
  for (size_t i = 0; i < regel_data_count(told); i++) {
    const regel_data *t = regel_data_at(told, i);
    long long pairs = client_number(t, "pairs");
    if (!regel_data_get(t, "place")) continue;
    buf_printf(b, "told in %lld pair%s:\n", pairs, cli_plural(pairs));
    add_excerpt(s, b, regel_data_get(t, "place"));
  }
}

static void print_human(const Leaks *s, const regel_data *r)
{
  Buf b = {0};
  const regel_data *ends = regel_data_get(r, "ends");
  double seconds = regel_data_real(regel_data_get(r, "seconds"));
  long long pairs = client_number(r, "pairs");
  if (regel_data_get(r, "leak")) print_leak(s, r, &b);
  if (s->told) print_told(s, regel_data_get(r, "told"), &b);
  buf_printf(&b, "%s, %lld players: %lld pairs of games", s->name,
             client_number(r, "players"), pairs);
  for (size_t i = 0; i < regel_data_count(ends); i++) {
    const regel_data *n = regel_data_at(ends, i);
    const char *key = regel_data_key(n);
    if (regel_data_number(n))
      buf_printf(&b, ", %s %lld", strcmp(key, "same") ? key : "nothing to change",
                 (long long)regel_data_number(n));
  }
  if (client_number(r, "weak"))
    buf_printf(&b, "; %lld of %lld deals weak", client_number(r, "weak"),
               client_number(r, "dealt"));
  buf_printf(&b, "; %lld pauses compared in %.2f s (%.0f pairs a second)\n",
             client_number(r, "compared"), seconds,
             seconds > 0 ? (double)pairs / seconds : 0.0);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* ---- the command ---------------------------------------------------------------- */

static int run(Leaks *s)
{
  const volatile int *stop = interrupt_watch();
  bool bar = !s->quiet && s->cli->screen && isatty(STDERR_FILENO);
  int reader = s->reader == 0    ? REGEL_SEES_ALL
               : s->reader == -1 ? REGEL_SPECTATOR
                                 : (int)s->reader - 1;
  const regel_run how = {(int)s->jobs, stop, bar ? client_progress : NULL, " games"};
  char *why = NULL;
  vec_push(&s->set, NULL);
  const regel_setup setup = {(int)s->players, s->seed, s->set.at, NULL, NULL};
  regel_data *r = regel_leaks(s->rules, &setup, reader, s->games, s->most, &how, &why);
  if (bar) fputs("\r\033[K", stderr);
  if (!r) {
    int code = opts_wrong(s->cli, "%s", why);
    regel_free(why);
    return code;
  }
  if (s->json) client_json(r);
  else print_human(s, r);
  int code = *stop                             ? CODE_INTERRUPTED
             : regel_data_get(r, "leak")       ? CODE_NO
             : client_number(r, "ends.errors") ? CODE_RULE
                                               : CODE_FINE;
  if (*stop)
    cli_error(s->cli, "stopped after %lld of %ld games", client_number(r, "games"),
              s->games);
  regel_data_free(r);
  return code;
}

int cmd_leaks(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Leaks s = {.cli = cli,
             .games = 1000,
             .jobs = cores > 0 ? cores : 1,
             .most = 100000,
             .seed = 1};
  const Opt opts[] = {
      {'n', NULL, OPT_NUMBER, &s.games, "N", "pairs of games for each reader (1000)", 1,
       1000000000, NULL},
      PLAYERS_OPT(&s.players),
      PACK_OPT(cli),
      SET_OPT(&s.set),
      {0, "seed", OPT_SEED, &s.seed, "S", "the same seed gives the same pairs (1)", 0, 0,
       NULL},
      {0, "reader", OPT_NUMBER, &s.reader, "R",
       "only this seat reads; -1: only a spectator (0: all of them)", -1,
       REGEL_MOST_PLAYERS, NULL},
      JOBS_OPT(&s.jobs),
      {0, "most", OPT_NUMBER, &s.most, "D", "answers after which a game is left (100000)",
       1, 1000000000, NULL},
      FLAG_OPT(0, "told", &s.told, "show the lines that told somebody something hidden"),
      FLAG_OPT(0, "unchecked", &s.unchecked,
               "also rules that are refused because they tell something hidden"),
      QUIET_OPT(&s.quiet),
      JSON_OPT(&s.json),
  };
  const Usage usage = {
      "regel leaks GAME --players 4", "leaks GAME [OPTION…]",
      "Plays pairs of games that differ only in what a reader may not know, and "
      "compares\n"
      "all that the reader is given: questions, answers, refusals, log and table.  "
      "Shows\n"
      "the first pair that can be told apart, and the line that told.\n"
      "Exit code 1: something leaks.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  regel_rules *rules = NULL;
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    s.name = names.at[0];
    rules = client_open(cli, s.name, s.unchecked ? REGEL_TELLING : 0, &code);
  }
  s.rules = rules;
  if (rules) code = run(&s);
  regel_rules_free(rules);
  vec_free(&s.set);
  vec_free(&names);
  return code;
}
