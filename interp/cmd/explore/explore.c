/* regel explore: the states behind the rules. */
#include "interp/cmd/explore/explore.h"
#include "interp/cmd/interrupt.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- progress ------------------------------------------------------------------- */

static void progress(void *user, const regel_explored *x)
{
  Explore *e = user;
  if (x->seconds - e->shown < 0.1) return; /* batches are short */
  e->shown = x->seconds;
  if (x->walks)
    fprintf(stderr, "\r\033[K%lld walks, %.0f of %ld seconds", (long long)x->walks,
            x->seconds, e->time);
  else
    fprintf(stderr, "\r\033[K%llu states, %llu waiting, %lld answers deep",
            (unsigned long long)x->states, (unsigned long long)x->waiting,
            (long long)x->depth);
  if (x->setup > 1) fprintf(stderr, " (setup %zu)", x->setup);
  fflush(stderr);
}

/* A failure is told at once: who waits for hours wants to know. */
static void told_saved(void *user, int error)
{
  Explore *e = user;
  if (error && !e->save_error) {
    if (e->shown > 0) fputs("\r\033[K", stderr);
    cli_error(e->cli, "cannot write %s: %s", e->plan.save, strerror(error));
  }
  if (!error) e->kept = e->plan.save;
  e->save_error = error;
}

/* ---- opening -------------------------------------------------------------------- */

/* A file that is there may hold hours of work, or something else altogether: only a
 * search that is complete is written over.  Returns -1 or the code to exit with. */
static int spare_file(const Explore *e)
{
  struct stat is;
  const char *save = e->plan.save;
  if (!save || (e->plan.resume && !strcmp(save, e->plan.resume))) return -1;
  if (stat(save, &is) || !S_ISREG(is.st_mode) || !is.st_size) return -1;
  regel_data *old = regel_saved_search(save, NULL);
  bool search = old, complete = client_number(old, "complete");
  regel_data_free(old);
  if (complete) return -1;
  if (search)
    cli_error(
        e->cli,
        "%s has a search that is not complete: go on with --resume %s, or delete it",
        save, save);
  else
    cli_error(e->cli, "%s is there already and is no saved search: choose another name",
              save);
  return CODE_USAGE;
}

/* Opens the file of --resume.  Returns -1 or the code to exit with. */
static int open_saved(Explore *e)
{
  const char *file = e->plan.resume;
  char *why = NULL;
  e->saved = regel_saved_search(file, &why);
  if (!e->saved) {
    cli_error(e->cli, "%s %s", file, why);
    regel_free(why);
    return CODE_IO;
  }
  if (e->coverage && !client_number(e->saved, "coverage"))
    return opts_wrong(e->cli, "%s was saved without --coverage, so nothing was counted",
                      file);
  e->name = client_text(e->saved, "name");
  e->kept = file;
  if (!e->plan.save && !client_number(e->saved, "complete")) e->plan.save = file;
  return -1;
}

/* Sets the game up as it was when the search was saved. */
static int set_up_again(Explore *e)
{
  const regel_data *options = regel_data_get(e->saved, "options");
  if ((int64_t)regel_rules_hash(e->rules) !=
      regel_data_number(regel_data_get(e->saved, "rules"))) {
    cli_error(e->cli,
              "the rules of %s are not those that %s was saved with: it cannot go on",
              e->name, e->plan.resume);
    return CODE_USAGE;
  }
  for (size_t i = 0; i < regel_data_count(options); i++)
    vec_push(&e->set, regel_data_text(regel_data_at(options, i)));
  e->players = (long)client_number(e->saved, "players");
  e->setup.seed = (uint64_t)client_number(e->saved, "seed");
  return -1;
}

static int open_game(Explore *e)
{
  int code = spare_file(e);
  char *why = NULL;
  if (code < 0 && e->plan.resume) code = open_saved(e);
  if (code < 0) e->rules = client_open(e->cli, e->name, 0, &code);
  if (code < 0 && e->native) client_native(e->cli, e->rules);
  if (code < 0 && e->saved) code = set_up_again(e);
  if (code >= 0) return code;
  vec_push(&e->set, NULL);
  e->setup.players = (int)e->players;
  e->setup.options = e->set.at;
  if (!e->saved) return opts_setup(e->cli, e->rules, &e->setup);
  if (!regel_fits(e->rules, &e->setup, &why)) return -1;
  cli_error(e->cli, "%s is damaged: %s", e->plan.resume, why);
  regel_free(why);
  return CODE_IO;
}

/* ---- running -------------------------------------------------------------------- */

/* The same rules with their tests: what a test comes to is known to work. */
static regel_rules *with_tests(void *user)
{
  Explore *e = user;
  int code;
  return client_open(e->cli, e->name, REGEL_TESTS, &code);
}

static void set_limits(Explore *e)
{
  regel_explore_plan *p = &e->plan;
  e->limited = e->states_given || e->walks_given || e->depth_given || e->perft_given ||
               p->save || p->resume || e->coverage;
  p->seconds = e->limited && !e->time_given ? 0 : (int)e->time;
  if (e->states_given) p->states = e->states;
  if (e->walks_given) p->walks = e->walks;
  if (e->depth_given) p->depth = e->depth;
  if (e->perft_given) {
    p->depth = e->perft;
    p->perft = e->turns ? REGEL_PERFT_TURNS : REGEL_PERFT_ANSWERS;
  }
  p->length = e->length;
  p->setups = e->setups;
  p->coverage = e->coverage;
  p->items = e->against != NULL;
  p->store = !e->no_store;
  p->name = e->name;
  p->tested = with_tests;
  p->saved = told_saved;
  p->user = e;
  e->bar = !e->quiet && e->cli->screen && isatty(STDERR_FILENO);
  if (e->bar) p->progress = progress;
}

static regel_data *explore(Explore *e, int *code)
{
  const regel_run run = {(int)e->jobs, interrupt_watch(), NULL, NULL};
  char *why = NULL;
  set_limits(e);
  regel_data *r = regel_explore(e->rules, &e->setup, &e->plan, &run, &why);
  if (e->bar) fputs("\r\033[K", stderr);
  if (!r) *code = client_wrong(e->cli, why, CODE_IO);
  return r;
}

static int write_coverage(const Explore *e, const regel_data *r)
{
  if (!e->out) {
    explore_coverage(e, r, stdout);
    return -1;
  }
  FILE *f = fopen(e->out, "w");
  if (f) explore_coverage(e, r, f);
  bool bad = f && ferror(f);
  if (f && !fclose(f) && !bad) return -1;
  cli_error(e->cli, "cannot write %s: %s", e->out, strerror(errno));
  return CODE_IO;
}

/* Explores the rules of --against as the others were, and compares. */
static int explore_old(const Explore *now, const regel_data *r, bool *lost)
{
  Explore old = *now;
  int code = -1;
  old.name = now->against;
  old.rules = NULL;
  old.no_store = true;
  old.native = false;
  old.set = (Args){0};
  for (size_t i = 0; i + 1 < now->set.n; i++) vec_push(&old.set, now->set.at[i]);
  code = open_game(&old);
  regel_data *was = code < 0 ? explore(&old, &code) : NULL;
  if (was) *lost = explore_compare(now, r, was) > 0;
  regel_data_free(was);
  regel_rules_free(old.rules);
  vec_free(&old.set);
  return code;
}

static int report(Explore *e, const regel_data *r)
{
  const volatile int *stop = interrupt_watch();
  bool only_coverage = e->coverage && e->form != COVER_TEXT && !e->out, lost = false;
  int code = -1;
  if (e->json) client_json(r);
  else if (e->perft_given) explore_perft(e, r);
  else if (!only_coverage) explore_print(e, r);
  if (e->perft_given) return *stop ? CODE_INTERRUPTED : CODE_FINE;
  if (e->coverage) code = write_coverage(e, r);
  if (code >= 0) return code;
  if (e->save_error) return CODE_IO;
  if (*stop) return CODE_INTERRUPTED;
  if (e->against) code = explore_old(e, r, &lost);
  if (code >= 0) return code;
  return lost || client_number(r, "found") ? CODE_NO : CODE_FINE;
}

/* ---- the command ---------------------------------------------------------------- */

static int check_options(Explore *e)
{
  if (e->json && e->coverage && !e->out)
    return opts_wrong(e->cli,
                      "--json and --coverage both print: say -o FILE for the coverage");
  if (e->out && !e->coverage) return opts_wrong(e->cli, "-o says where --coverage goes");
  if (e->perft_given && (e->setups || e->coverage || e->walks_given))
    return opts_wrong(e->cli, "--perft counts one setup and nothing else");
  if (e->turns && !e->perft_given)
    return opts_wrong(e->cli, "--turns says what --perft counts");
  if ((e->plan.save || e->plan.resume) && (e->perft_given || e->setups))
    return opts_wrong(e->cli, "%s is for the search of one setup: no %s with it",
                      e->plan.save ? "--save" : "--resume",
                      e->perft_given ? "--perft" : "--setups");
  if (e->against &&
      (e->json || e->perft_given || e->plan.save || e->plan.resume || e->coverage))
    return opts_wrong(e->cli, "--against compares two searches for people to read: no "
                              "--json, --perft, --save, --resume or --coverage with it");
  if (e->plan.resume && (e->name || e->players || e->set.n || e->seeded))
    return opts_wrong(e->cli, "--resume goes on with a search as it was begun: no "
                              "ruleset, players, settings or seed can be given with it");
  return -1;
}

static int run(Explore *e)
{
  regel_data *r = NULL;
  int code = check_options(e);
  if (code < 0) code = open_game(e);
  if (code < 0) r = explore(e, &code);
  if (r) code = report(e, r);
  regel_data_free(r);
  regel_data_free(e->saved);
  regel_rules_free(e->rules);
  return code;
}

int cmd_explore(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Explore e = {.cli = cli,
               .jobs = cores > 0 ? cores : 1,
               .time = 30,
               .length = 2000,
               .setup.seed = 1};
  regel_explore_usual(&e.plan);
  const Opt opts[] = {
      PACK_OPT(cli),
      PLAYERS_OPT(&e.players),
      SET_OPT(&e.set),
      FLAG_OPT(
          0, "setups", &e.setups,
          "every number of players and every value of options with up to 8 of them that "
          "were not set: all combinations, or, if there are more than 64, so many that "
          "every "
          "two values meet"),
      {0, "time", OPT_NUMBER, &e.time, "SECONDS",
       "stop then (30); 0, or another limit without it: no limit of time", 0, 1000000,
       &e.time_given},
      {0, "states", OPT_NUMBER, &e.states, "N", "stop at that many states", 1, 2000000000,
       &e.states_given},
      {0, "depth", OPT_NUMBER, &e.depth, "N", "give no more answers in a row", 0, 1000000,
       &e.depth_given},
      {0, "memory", OPT_SIZE, &e.plan.memory, "SIZE",
       "stop when states take that much: 200M, 4G (512M)", 1 << 20, 0, NULL},
      {0, "walks", OPT_NUMBER, &e.walks, "N",
       "random games where there are too many states; given without --states, the search "
       "stops at 10000",
       0, 1000000000, &e.walks_given},
      {0, "length", OPT_NUMBER, &e.length, "N", "answers of one walk at most (2000)", 1,
       1000000, NULL},
      {0, "seed", OPT_SEED, &e.setup.seed, "S", "the same seed gives the same walks (1)",
       0, 0, &e.seeded},
      NATIVE_OPT(&e.native),
      {0, "perft", OPT_NUMBER, &e.perft, "N",
       "only count the sequences of up to N answers and the states they lead to", 0,
       1000000, &e.perft_given},
      FLAG_OPT(
          0, "turns", &e.turns,
          "let --perft count turns: what one player does until somebody else is asked"),
      TEXT_OPT(0, "against", &e.against, "OLD",
               "explore these rules, too, and say what could happen before and cannot "
               "now, and "
               "the "
               "reverse"),
      TEXT_OPT(0, "save", &e.plan.save, "FILE",
               "keep the search there when it stops, and each minute"),
      TEXT_OPT(
          0, "resume", &e.plan.resume, "FILE",
          "go on with a search that was saved, and save it there again; limits are given "
          "anew"),
      {0, "coverage", OPT_MAYBE, &e.form, "text|json|html",
       "which lines, cards and options happened, and how often", 0, 0, &e.coverage},
      TEXT_OPT('o', NULL, &e.out, "FILE", "where the coverage goes (stdout)"),
      FLAG_OPT(0, "no-store", &e.no_store, "do not store findings as games"),
      DB_OPT(&e.plan.db),
      JOBS_OPT(&e.jobs),
      QUIET_OPT(&e.quiet),
      JSON_OPT(&e.json),
  };
  const Usage usage = {
      "regel explore tictactoe",
      "explore GAME [OPTION…]\n       regel explore --resume FILE [OPTION…]",
      "Gives every answer in every state and looks for rules that go wrong, decisions\n"
      "without an answer, play without an end, and whatever can never happen.  Where "
      "there\n"
      "are too many states it goes on with random games that lean towards the unknown.\n"
      "What it finds is stored as a game with as few answers as possible, for replay.\n"
      "Exit code 1: something was found.",
      OPTS(opts, 0, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && !names.n && !e.plan.resume) code = opts_missing(cli, &usage);
  if (names.n) e.name = names.at[0];
  if (code < 0) code = run(&e);
  vec_free(&e.set);
  vec_free(&names);
  return code;
}
