/* regel lab: many games by a plan, and what they say about the rules. */
#include "interp/cmd/lab/lab.h"
#include "interp/cmd/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- plans ---------------------------------------------------------------------- */

static int tell_error(const Lab *l, const char *path, const char *text,
                      const regel_data *e)
{
  const char *why = client_text(e, "text");
  int line = (int)client_number(e, "line"), column = (int)client_number(e, "column");
  if (!line) {
    cli_error(l->cli, "%s: %s", path, why);
    return CODE_USAGE;
  }
  for (int i = 1; i < line; i++) text = strchr(text, '\n') + 1;
  fflush(stdout);
  fprintf(stderr, "%s:%d:%d: %s\n  %.*s\n", path, line, column ? column : 1, why,
          (int)strcspn(text, "\n"), text);
  if (column) {
    fprintf(stderr, "  %*s", column - 1, "");
    for (long long i = 0; i < client_number(e, "length"); i++) fputc('^', stderr);
    fputc('\n', stderr);
  }
  return CODE_USAGE;
}

regel_rules *lab_rules(void *user, const char *game, const char *const *packs)
{
  Lab *l = user;
  Args before = l->cli->packs;
  memset(&l->cli->packs, 0, sizeof l->cli->packs);
  for (size_t k = 0; k < before.n; k++) vec_push(&l->cli->packs, before.at[k]);
  for (; *packs; packs++) vec_push(&l->cli->packs, *packs);
  regel_rules *rules = client_open(l->cli, game, 0, &l->code);
  vec_free(&l->cli->packs);
  l->cli->packs = before;
  if (rules && l->native) client_native(l->cli, rules);
  return rules;
}

int lab_open(Lab *l, const char *path, const char *text)
{
  regel_data *wrong;
  regel_lab_free(l->lab);
  l->lab = regel_lab_new(text, lab_rules, l, &wrong);
  int code = l->lab ? -1 : wrong ? tell_error(l, path, text, wrong) : l->code;
  regel_data_free(wrong);
  return code;
}

void lab_close(Lab *l)
{
  regel_lab_free(l->lab);
  vec_free(&l->set);
  buf_free(&l->again);
}

/* ---- running -------------------------------------------------------------------- */

typedef struct Saver {
  const Lab *lab;
  Buf path;
  FILE *games;
  int code;
} Saver;

static void keep_games(void *user, const char *lines, size_t size)
{
  Saver *s = user;
  fwrite(lines, 1, size, s->games);
  fflush(s->games);
}

/* The file of a shard's games.  A kill may have left half a line, which ends here; games
 * that are played again are in it twice, and stored once. */
static int open_games(Saver *s)
{
  Buf path = {0};
  buf_printf(&path, "%.*s.games", (int)s->path.n - 4, buf_text(&s->path));
  s->games = fopen(buf_text(&path), "a");
  if (!s->games)
    cli_error(s->lab->cli, "cannot write %s: %s", buf_text(&path), strerror(errno));
  else if (ftell(s->games) > 0) fputc('\n', s->games);
  buf_free(&path);
  return s->games ? -1 : CODE_IO;
}

static int close_games(Saver *s)
{
  if (!s->games) return s->code;
  bool bad = ferror(s->games) != 0;
  bad = fclose(s->games) || bad;
  if (!bad || s->code >= 0) return s->code;
  cli_error(s->lab->cli, "the games could not be written: %s", strerror(errno));
  return CODE_IO;
}

static int save(void *user, const char *text, size_t size)
{
  Saver *s = user;
  if (s->path.n) s->code = client_write(s->lab->cli, buf_text(&s->path), text, size);
  return s->code >= 0;
}

/* What an earlier run of this shard had written before it was stopped. */
static int resume(Lab *l, const char *path)
{
  size_t size;
  char *text = access(path, F_OK) ? NULL : client_file(l->cli, path, &size), *why = NULL;
  if (!text) return -1;
  bool ok = !regel_lab_add(l->lab, text, &why);
  if (!ok) cli_error(l->cli, "%s is in the way: %s", path, why);
  regel_free(why);
  free(text);
  return ok ? -1 : CODE_NO;
}

/* Plays a shard of the plan, or all of it, into a file of the folder l->output, if there
 * is one. */
static int lab_play(Lab *l, long shard, long shards)
{
  Saver s = {.lab = l, .code = -1};
  const volatile int *stop = interrupt_watch();
  if (l->output) {
    if (mkdir(l->output, 0777) && errno != EEXIST) {
      cli_error(l->cli, "cannot make the folder %s: %s", l->output, strerror(errno));
      return CODE_IO;
    }
    buf_printf(&s.path, "%s/part-%ld-of-%ld.lab", l->output, shard, shards);
    s.code = resume(l, buf_text(&s.path));
    if (s.code < 0 && l->games) s.code = open_games(&s);
  }
  bool bar = !l->quiet && l->cli->screen && isatty(STDERR_FILENO);
  const regel_run run = {(int)l->jobs, stop, bar ? client_progress : NULL, " games"};
  const regel_lab_work work = {.shard = shard,
                               .shards = shards,
                               .save = save,
                               .user = &s,
                               .games = s.games ? keep_games : NULL};
  if (s.code < 0) {
    char *why = NULL;
    long left = regel_lab_run(l->lab, &work, &run, &why);
    if (bar) fputs("\r\033[K", stderr);
    if (left < 0 && s.code < 0) s.code = client_wrong(l->cli, why, CODE_IO);
    else regel_free(why);
    if (s.code < 0 && *stop) {
      cli_error(l->cli, "stopped; the same command goes on with %ld games that are left",
                left);
      s.code = CODE_INTERRUPTED;
    }
  }
  s.code = close_games(&s);
  buf_free(&s.path);
  return s.code;
}

/* "2/8": the third of eight. */
static int read_shard(Lab *l, long *shard, long *shards)
{
  char *end = NULL;
  *shard = 0;
  *shards = 1;
  if (!l->shard) return -1;
  *shard = strtol(l->shard, &end, 10);
  if (end != l->shard && *end == '/') {
    char *from = end + 1;
    *shards = strtol(from, &end, 10);
    if (end != from && !*end && *shard >= 0 && *shards > 0 && *shard < *shards) return -1;
  }
  return opts_wrong(l->cli, "--shard %s: K/N is wanted, with K from 0 to N-1", l->shard);
}

static char *read_plan(Lab *l, const char *path)
{
  size_t size = 0;
  char *text = client_file(l->cli, path, &size);
  if (text && strlen(text) != size) {
    cli_error(l->cli, "%s is no text", path);
    free(text);
    return NULL;
  }
  return text;
}

static int run_plan(Lab *l, const Args *args)
{
  long shard, shards;
  if (args->n != 2) return opts_wrong(l->cli, "run: name one plan");
  if (!l->output) return opts_wrong(l->cli, "run: name a folder for the results, -o DIR");
  int code = read_shard(l, &shard, &shards);
  if (code >= 0) return code;
  char *text = read_plan(l, args->at[1]);
  if (!text) return CODE_IO;
  code = lab_open(l, args->at[1], text);
  if (code < 0) code = lab_play(l, shard, shards);
  free(text);
  return code < 0 ? CODE_FINE : code;
}

/* ---- a game alone --------------------------------------------------------------- */

enum { USUAL_GAMES = 2000 };

/* The usual questions: at random for how the rules run, with bots that think for how the
 * game plays, one of them against random ones for how much thinking is worth. */
static void usual_plan(const Lab *l, const char *name, int seats, Buf *b)
{
  long few = l->n / 50 < 10 ? 10 : l->n / 50;
  buf_printf(b, "rules %s\nplayers %d\n", name, seats);
  for (size_t i = 0; i < l->set.n; i++) buf_printf(b, "set %s\n", l->set.at[i]);
  buf_printf(b, "seed %llu\nrotate\n", (unsigned long long)l->seed);
  buf_printf(b, "bots random games %ld\nbots " REGEL_BOT_USUAL " games %ld\n", l->n, few);
  if (seats < 2) return;
  buf_add(b, "bots " REGEL_BOT_USUAL);
  for (int i = 1; i < seats; i++) buf_add(b, " random");
  buf_printf(b, " games %ld\n", few);
}

/* The same command, with --store. */
static void say_again(Lab *l, const char *game)
{
  buf_printf(&l->again, "regel lab %s", game);
  if (l->players) buf_printf(&l->again, " --players %ld", l->players);
  for (size_t i = 0; i < l->set.n; i++) buf_printf(&l->again, " --set %s", l->set.at[i]);
  if (l->n != USUAL_GAMES) buf_printf(&l->again, " -n %ld", l->n);
  if (l->seed != 1) buf_printf(&l->again, " --seed %llu", (unsigned long long)l->seed);
  buf_add(&l->again, " --store");
}

static int usual_questions(Lab *l, const Args *args)
{
  if (args->n != 1)
    return opts_wrong(
        l->cli, "name one game, or: run, merge, report, store, submit, solve, learn");
  Buf text = {0};
  int code;
  const char *output = l->output;
  regel_rules *rules = client_open(l->cli, args->at[0], 0, &code);
  if (!rules) return code;
  usual_plan(l, args->at[0], l->players ? (int)l->players : regel_rules_fewest(rules),
             &text);
  regel_rules_free(rules);
  say_again(l, args->at[0]);
  code = lab_open(l, "lab", buf_text(&text));
  l->output = NULL;
  if (code < 0) code = lab_play(l, 0, 1);
  l->output = output;
  if (code < 0) code = lab_print(l);
  buf_free(&text);
  return code;
}

/* ---- small games ---------------------------------------------------------------- */

static void print_solved(const regel_data *r)
{
  const regel_data *seats = regel_data_get(r, "seats");
  printf("%lld nodes, %lld information states, %lld rounds\n", client_number(r, "nodes"),
         client_number(r, "states"), client_number(r, "rounds"));
  for (size_t i = 0; i < regel_data_count(seats); i++) {
    const regel_data *s = regel_data_at(seats, i);
    printf("seat %zu gets %.4f on average, %.4f with the best answer to the others\n",
           i + 1, regel_data_real(regel_data_get(s, "value")),
           regel_data_real(regel_data_get(s, "best")));
  }
  printf("exploitability %.4f\n", regel_data_real(regel_data_get(r, "exploitability")));
}

static int solve(Lab *l, const Args *args)
{
  if (args->n != 2) return opts_wrong(l->cli, "solve: name one game");
  int code;
  regel_rules *rules = client_open(l->cli, args->at[1], 0, &code);
  if (!rules) return code;
  vec_push(&l->set, NULL);
  const regel_setup setup = {(int)l->players, l->seed, l->set.at, NULL, NULL};
  char *why = NULL;
  regel_data *r = NULL;
  code = opts_setup(l->cli, rules, &setup);
  if (code >= 0) {
  } else if ((r = regel_solve(rules, &setup, l->n, &why))) {
    if (l->json) client_json(r);
    else print_solved(r);
    code = CODE_FINE;
  } else {
    cli_error(l->cli, "%s cannot be solved: %s", args->at[1], why);
    code = CODE_NO;
  }
  regel_free(why);
  regel_data_free(r);
  regel_rules_free(rules);
  return code;
}

/* ---- the command ---------------------------------------------------------------- */

static int dispatch(Lab *l, const Args *args)
{
  const char *what = args->at[0];
  if (!strcmp(what, "run")) return run_plan(l, args);
  if (!strcmp(what, "merge")) return lab_merge(l, args);
  if (!strcmp(what, "report")) return lab_report(l, args);
  if (!strcmp(what, "store")) return lab_store(l, args);
  if (!strcmp(what, "submit")) {
    if (args->n != 2) return opts_wrong(l->cli, "submit: name one plan");
    if (!l->output)
      return opts_wrong(l->cli, "submit: name a folder for the results, -o DIR");
    return lab_submit(l, args->at[1]);
  }
  if (!strcmp(what, "solve")) return solve(l, args);
  if (!strcmp(what, "learn")) return lab_learn(l, args);
  return usual_questions(l, args);
}

int cmd_lab(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Lab l = {.cli = cli,
           .jobs = cores > 0 ? cores : 1,
           .n = USUAL_GAMES,
           .shards = 8,
           .seed = 1,
           .cell = -1,
           .game = -1};
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT('o', "output", &l.output, "PATH",
               "run: the folder for parts; merge, learn: the file; report, GAME: "
               "report.html or "
               "report.md"),
      TEXT_OPT(0, "shard", &l.shard, "K/N", "run: only this part of the games, K from 0"),
      FLAG_OPT(0, "games", &l.games, "run: write every game beside the part, for store"),
      {0, "shards", OPT_NUMBER, &l.shards, "N", "submit: tasks of the job array (8)", 1,
       100000, NULL},
      NATIVE_OPT(&l.native),
      FLAG_OPT(0, "slurm", &l.slurm, "submit: for Slurm (the only one so far)"),
      JOBS_OPT(&l.jobs),
      {'n', NULL, OPT_NUMBER, &l.n, "N",
       "GAME, learn: how many random games; solve: rounds (2000)", 1, 1000000000, NULL},
      {0, "players", OPT_NUMBER, &l.players, "P",
       "GAME, learn: how many play (the fewest possible)", 1, REGEL_MOST_PLAYERS, NULL},
      {0, "set", OPT_TEXTS, &l.set, "OPTION=VALUE",
       "GAME, learn: an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_SEED, &l.seed, "S",
       "GAME, learn: the same seed gives the same games (1)", 0, 0, NULL},
      TEXT_OPT(0, "csv", &l.csv, "FILE",
               "report: every figure as a row, for other programs"),
      TEXT_OPT(0, "sqlite", &l.sqlite, "FILE",
               "report: the same and all counts, as a database"),
      FLAG_OPT(0, "store", &l.store,
               "report, GAME: store the games to look at, for replay and audit"),
      {0, "cell", OPT_NUMBER, &l.cell, "C", "report --store: only a game of this cell …",
       0, 1000000, NULL},
      {0, "game", OPT_NUMBER, &l.game, "I", "report --store: … with this number", 0,
       1000000000, NULL},
      DB_OPT(&l.db),
      JSON_OPT(&l.json),
      QUIET_OPT(&l.quiet),
  };
  const Usage usage = {
      "regel lab connect4 -o report.html",
      "lab GAME [OPTION…]\n       regel lab run PLAN -o DIR [--shard K/N] [--games] "
      "[--native]\n"
      "       regel lab merge DIR… [-o FILE]\n"
      "       regel lab report DIR… [-o report.html]\n"
      "       regel lab store DIR… [--db FILE]\n"
      "       regel lab submit PLAN -o DIR --slurm [--shards N]\n"
      "       regel lab solve GAME [-n N]\n"
      "       regel lab learn GAME [-n N] [-o FILE]",
      "GAME    plays it with usual bots and answers the usual questions\n"
      "run     plays the games of a plan; what is there already is not played again\n"
      "merge   puts parts together, if they belong together; lists what is missing\n"
      "report  makes a page of it\n"
      "store   stores all games that run --games wrote, for replay and audit\n"
      "submit  writes scripts that run it on a cluster\n"
      "solve   finds an equilibrium of a small game, and how far from it that is\n"
      "learn   makes an outlook for bots from games, and keeps it if it wins\n"
      "See docs/lab.md.  Exit code 1: games are missing, or parts do not fit.",
      OPTS(opts, 1, -1)};
  Args args = {0};
  int code = opts_parse(cli, &usage, argc, argv, &args);
  if (code < 0) code = dispatch(&l, &args);
  lab_close(&l);
  vec_free(&args);
  return code;
}
