/* regel lab: many games by a plan, and what they say about the rules. */
#include "interp/cmd/lab/lab.h"
#include "interp/base/replace.h"
#include "interp/cmd/interrupt.h"
#include "interp/lab/run.h"
#include "interp/lab/solve.h"
#include "interp/rules/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- plans ---------------------------------------------------------------------- */

static int tell_error(Lab *l, const char *path, const char *text, PlanError *e)
{
  if (!e->line) {
    cli_error(l->cli, "%s: %s", path, buf_text(&e->why));
  } else {
    for (int i = 1; i < e->line; i++) text = strchr(text, '\n') + 1;
    fflush(stdout);
    fprintf(stderr, "%s:%d:%d: %s\n  %.*s\n", path, e->line, e->column ? e->column : 1,
            buf_text(&e->why), (int)strcspn(text, "\n"), text);
    if (e->column) {
      fprintf(stderr, "  %*s", e->column - 1, "");
      for (int i = 0; i < e->length; i++) fputc('^', stderr);
      fputc('\n', stderr);
    }
  }
  buf_free(&e->why);
  return CODE_USAGE;
}

static int open_rules(Lab *l)
{
  for (size_t i = 0; i < l->plan.rules.n; i++) {
    PlanRules *r = &l->plan.rules.at[i];
    Args before = l->cli->packs;
    memset(&l->cli->packs, 0, sizeof l->cli->packs);
    for (size_t k = 0; k < before.n; k++) vec_push(&l->cli->packs, before.at[k]);
    for (size_t k = 0; k < r->packs.n; k++) vec_push(&l->cli->packs, r->packs.at[k]);
    int code = game_open(l->cli, &l->games[i], r->game, false);
    vec_free(&l->cli->packs);
    l->cli->packs = before;
    if (code >= 0) return code;
    r->program = l->games[i].program;
  }
  return -1;
}

int lab_open(Lab *l, const char *path, const char *text)
{
  PlanError e = {0};
  l->opened = true;
  if (!plan_read(&l->plan, text, &e)) return tell_error(l, path, text, &e);
  int code = open_rules(l);
  if (code >= 0) return code;
  if (!plan_bind(&l->plan, &e)) return tell_error(l, path, text, &e);
  buf_free(&e.why);
  return -1;
}

void lab_close(Lab *l)
{
  if (l->opened) plan_free(&l->plan);
  for (int i = 0; i < MAX_RULES; i++)
    if (l->games[i].arena) game_close(&l->games[i]);
  vec_free(&l->set);
}

int lab_write_file(Lab *l, const char *path, const Buf *text)
{
  Replace r;
  if (replace_begin(&r, path)) {
    bool whole = fwrite(buf_text(text), 1, text->n, r.out) == text->n;
    if (replace_end(&r, whole)) return -1;
  }
  cli_error(l->cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

/* ---- running -------------------------------------------------------------------- */

typedef struct Saver {
  Lab *lab;
  Buf path, text;
  int code;
} Saver;

static bool save(void *user, const Part *part, bool last)
{
  Saver *s = user;
  (void)last;
  if (!s->path.n || !part->done.n) return true;
  part_write(part, &s->text);
  s->code = lab_write_file(s->lab, buf_text(&s->path), &s->text);
  return s->code < 0;
}

static void progress(void *user, long done, long games)
{
  (void)user;
  fprintf(stderr, "\r%3ld %%  %ld of %ld", games ? done * 100 / games : 100, done, games);
  fflush(stderr);
}

/* What an earlier run of this shard had written before it was stopped. */
static int resume(Lab *l, const char *path, Part *part)
{
  size_t size;
  char *text = access(path, F_OK) ? NULL : load_read(path, &size);
  if (!text) return -1;
  PartHead head;
  Buf why = {0};
  bool ok = part_read_head(text, &head, &why) && part_fits(&l->plan, &head, &why) &&
            part_read(part, text, &head, &why);
  if (!ok) cli_error(l->cli, "%s is in the way: %s", path, buf_text(&why));
  part_head_free(&head);
  buf_free(&why);
  free(text);
  return ok ? -1 : CODE_NO;
}

int lab_play(Lab *l, Part *part, long shard, long shards)
{
  Saver s = {.lab = l, .code = -1};
  const volatile int *stop = interrupt_watch();
  if (l->output) {
    if (mkdir(l->output, 0777) && errno != EEXIST) {
      cli_error(l->cli, "cannot make the folder %s: %s", l->output, strerror(errno));
      return CODE_IO;
    }
    buf_printf(&s.path, "%s/part-%ld-of-%ld.lab", l->output, shard, shards);
    s.code = resume(l, buf_text(&s.path), part);
  }
  bool bar = !l->quiet && l->cli->screen && isatty(STDERR_FILENO);
  LabRun run = {.plan = &l->plan,
                .shard = shard,
                .shards = shards,
                .jobs = (int)l->jobs,
                .stop = stop,
                .save = save,
                .progress = bar ? progress : NULL,
                .user = &s,
                .pause = 10};
  if (s.code < 0) {
    bool ok = lab_run(&run, part);
    if (bar) fputs("\r\033[K", stderr);
    if (!ok && s.code < 0) {
      cli_error(l->cli, "cannot start %ld threads", l->jobs);
      s.code = CODE_IO;
    }
  }
  if (s.code < 0 && *stop) {
    cli_error(l->cli, "stopped; the same command goes on with %ld games that are left",
              lab_left(&run, part));
    s.code = CODE_INTERRUPTED;
  }
  buf_free(&s.path);
  buf_free(&s.text);
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
  char *text = load_read(path, &size);
  if (!text) cli_error(l->cli, "cannot read %s: %s", path, strerror(errno));
  else if (strlen(text) != size) {
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
  Part part = {0};
  code = lab_open(l, args->at[1], text);
  if (code < 0) {
    part_init(&part, &l->plan);
    code = lab_play(l, &part, shard, shards);
    if (code < 0) code = CODE_FINE;
    part_free(&part);
  }
  free(text);
  return code;
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
  buf_printf(b, "bots random games %ld\nbots " BOT_USUAL " games %ld\n", l->n, few);
  if (seats < 2) return;
  buf_add(b, "bots " BOT_USUAL);
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
    return opts_wrong(l->cli,
                      "name one game, or: run, merge, report, submit, solve, learn");
  Game g = {0};
  Buf text = {0};
  int code = game_open(l->cli, &g, args->at[0], false);
  long seats = code >= 0 || l->players ? l->players : g.program->header->seats_low;
  game_close(&g);
  if (code >= 0) return code;
  usual_plan(l, args->at[0], (int)seats, &text);
  say_again(l, args->at[0]);
  code = lab_open(l, "lab", buf_text(&text));
  if (code < 0) {
    Part part;
    const char *output = l->output;
    part_init(&part, &l->plan);
    l->output = NULL;
    code = lab_play(l, &part, 0, 1);
    l->output = output;
    if (code < 0) code = lab_print(l, &part);
    part_free(&part);
  }
  buf_free(&text);
  return code;
}

/* ---- small games ---------------------------------------------------------------- */

static int solve(Lab *l, const Args *args)
{
  enum { MOST_NODES = 20 * 1000 * 1000 };
  if (args->n != 2) return opts_wrong(l->cli, "solve: name one game");
  Game g = {0};
  GameSetup setup = {.players = l->players, .seed = l->seed};
  for (size_t i = 0; i < l->set.n; i++) vec_push(&setup.set, l->set.at[i]);
  int code = game_open(l->cli, &g, args->at[1], false);
  if (code < 0) code = game_setup(l->cli, g.program, &setup);
  if (code < 0) {
    Solved s;
    const char *why;
    Setup start = {(int)setup.players, setup.seed, setup.options};
    if (lab_solve(g.program, &start, l->n, MOST_NODES, &s, &why)) {
      printf("%ld nodes, %ld information states, %ld rounds\n", s.nodes, s.states, l->n);
      for (int i = 0; i < start.seats; i++)
        printf("seat %d gets %.4f on average, %.4f with the best answer to the others\n",
               i + 1, s.value[i], s.best[i]);
      printf("exploitability %.4f\n", s.gain);
      code = CODE_FINE;
    } else {
      cli_error(l->cli, "%s cannot be solved: %s", args->at[1], why);
      code = CODE_NO;
    }
  }
  game_setup_free(&setup);
  game_close(&g);
  return code;
}

/* ---- the command ---------------------------------------------------------------- */

static int dispatch(Lab *l, const Args *args)
{
  const char *what = args->at[0];
  if (!strcmp(what, "run")) return run_plan(l, args);
  if (!strcmp(what, "merge")) return lab_merge(l, args);
  if (!strcmp(what, "report")) return lab_report(l, args);
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
      {'o', "output", OPT_TEXT, &l.output, "PATH",
       "run: the folder for parts; merge, learn: the file; report, GAME: report.html or "
       "report.md",
       0, 0, NULL},
      {0, "shard", OPT_TEXT, &l.shard, "K/N",
       "run: only this part of the games, K from 0", 0, 0, NULL},
      {0, "shards", OPT_NUMBER, &l.shards, "N", "submit: tasks of the job array (8)", 1,
       100000, NULL},
      {0, "slurm", OPT_FLAG, &l.slurm, NULL, "submit: for Slurm (the only one so far)", 0,
       0, NULL},
      {0, "jobs", OPT_NUMBER, &l.jobs, "J",
       "threads; the result does not depend on them (all cores)", 1, 1024, NULL},
      {'n', NULL, OPT_NUMBER, &l.n, "N",
       "GAME, learn: how many random games; solve: rounds (2000)", 1, 1000000000, NULL},
      {0, "players", OPT_NUMBER, &l.players, "P",
       "GAME, learn: how many play (the fewest possible)", 1, MAX_PLAYERS, NULL},
      {0, "set", OPT_TEXTS, &l.set, "OPTION=VALUE",
       "GAME, learn: an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_SEED, &l.seed, "S",
       "GAME, learn: the same seed gives the same games (1)", 0, 0, NULL},
      {0, "csv", OPT_TEXT, &l.csv, "FILE",
       "report: every figure as a row, for other programs", 0, 0, NULL},
      {0, "sqlite", OPT_TEXT, &l.sqlite, "FILE",
       "report: the same and all counts, as a database", 0, 0, NULL},
      {0, "store", OPT_FLAG, &l.store, NULL,
       "report, GAME: store the games to look at, for replay and audit", 0, 0, NULL},
      {0, "cell", OPT_NUMBER, &l.cell, "C", "report --store: only a game of this cell …",
       0, MAX_CELLS_OF_PLAN, NULL},
      {0, "game", OPT_NUMBER, &l.game, "I", "report --store: … with this number", 0,
       1000000000, NULL},
      {0, "db", OPT_TEXT, &l.db, "FILE", DB_HELP, 0, 0, NULL},
      {'q', "quiet", OPT_FLAG, &l.quiet, NULL, "no progress", 0, 0, NULL},
  };
  const Usage usage = {
      "regel lab connect4 -o report.html",
      "lab GAME [OPTION…]\n       regel lab run PLAN -o DIR [--shard K/N]\n"
      "       regel lab merge DIR… [-o FILE]\n"
      "       regel lab report DIR… [-o report.html]\n"
      "       regel lab submit PLAN -o DIR --slurm [--shards N]\n"
      "       regel lab solve GAME [-n N]\n"
      "       regel lab learn GAME [-n N] [-o FILE]",
      "GAME    plays it with usual bots and answers the usual questions\n"
      "run     plays the games of a plan; what is there already is not played again\n"
      "merge   puts parts together, if they belong together; lists what is missing\n"
      "report  makes a page of it\n"
      "submit  writes scripts that run it on a cluster\n"
      "solve   finds an equilibrium of a small game, and how far from it that is\n"
      "learn   makes an outlook for bots from games, and keeps it if it wins\n"
      "See docs/lab.md.  Exit code 1: games are missing, or parts do not fit.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      -1,
  };
  Args args = {0};
  int code = opts_parse(cli, &usage, argc, argv, &args);
  if (code < 0) code = dispatch(&l, &args);
  lab_close(&l);
  buf_free(&l.again);
  vec_free(&args);
  return code;
}
