/* regel explore: the states behind the rules. */
#include "interp/cmd/explore/explore.h"
#include "db/store.h"
#include "interp/cmd/interrupt.h"
#include "interp/rules/settings.h"
#include "interp/rules/setups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool explore_complete(const Explore *e)
{
  for (size_t i = 0; i < e->done.n; i++)
    if (e->done.at[i]->result.end != END_COMPLETE) return false;
  return e->done.n > 0;
}

size_t explore_findings(const Explore *e)
{
  size_t n = 0;
  for (size_t i = 0; i < e->done.n; i++)
    for (size_t k = 0; k < e->done.at[i]->result.findings.n; k++)
      n += explore_told(e, i, &e->done.at[i]->result.findings.at[k]);
  for (size_t i = 0; i < e->items.n; i++) n += explore_out_of_reach(e, &e->items.at[i]);
  return n;
}

void explore_setup_name(const Explore *e, const Explored *x, Buf *b)
{
  Buf settings = {0};
  settings_write(e->program, x->options, &settings);
  buf_printf(b, "%d player%s", x->players, cli_plural(x->players));
  if (settings.n) buf_printf(b, ", %s", buf_text(&settings));
  buf_free(&settings);
}

/* ---- progress ------------------------------------------------------------------- */

static void progress(void *user, uint64_t states, uint64_t waiting, long depth,
                     long walks)
{
  Explore *e = user;
  int64_t now = store_now();
  if (now - e->shown < 100) return; /* batches are short */
  e->shown = now;
  if (walks) {
    fprintf(stderr, "\r\033[K%ld walks, %.0f of %ld seconds", walks,
            explore_now() - e->began, e->time);
  } else {
    fprintf(stderr, "\r\033[K%llu states, %llu waiting, %ld answers deep",
            (unsigned long long)states, (unsigned long long)waiting, depth);
  }
  if (e->done.n > 1) fprintf(stderr, " (setup %zu)", e->done.n);
  fflush(stderr);
}

/* ---- saving and going on ---------------------------------------------------------- */

/* A failure is told at once: who waits for hours wants to know. */
static void told_saved(void *user, int error)
{
  Explore *e = user;
  if (error && !e->save_error) {
    if (e->shown) fputs("\r\033[K", stderr);
    cli_error(e->cli, "cannot write %s: %s", e->save, strerror(error));
  }
  if (!error) e->kept = e->save;
  e->save_error = error;
}

/* A file that is there may hold hours of work, or something else altogether: only a
 * search that is complete is written over.  Returns -1 or the code to exit with. */
static int spare_file(const Explore *e)
{
  struct stat is;
  if (!e->save || (e->resume && !strcmp(e->save, e->resume))) return -1;
  if (stat(e->save, &is) || !S_ISREG(is.st_mode) || !is.st_size) return -1;
  SavedSearch *old = saved_open(e->save);
  bool search = !saved_why(old), complete = search && saved_setup(old).complete;
  saved_close(old);
  if (complete) return -1;
  if (search)
    cli_error(
        e->cli,
        "%s has a search that is not complete: go on with --resume %s, or delete it",
        e->save, e->save);
  else
    cli_error(e->cli, "%s is there already and is no saved search: choose another name",
              e->save);
  return CODE_USAGE;
}

/* Opens the file of --resume.  Returns -1 or the code to exit with. */
static int open_saved(Explore *e)
{
  e->saved = saved_open(e->resume);
  const char *why = saved_why(e->saved);
  if (why) {
    cli_error(e->cli, "%s %s", e->resume, why);
    return CODE_IO;
  }
  SavedSetup was = saved_setup(e->saved);
  if (e->coverage && !was.counts)
    return opts_wrong(e->cli, "%s was saved without --coverage, so nothing was counted",
                      e->resume);
  e->name = was.name;
  e->kept = e->resume;
  if (!e->save && !was.complete) e->save = e->resume;
  return -1;
}

/* Sets the game up as it was when the search was saved. */
static int set_up_again(Explore *e)
{
  const Program *p = e->program;
  SavedSetup was = saved_setup(e->saved);
  Buf why = {0};
  int code = -1;
  if (p->hash != was.program) {
    cli_error(e->cli,
              "the rules of %s are not those that %s was saved with: it cannot go on",
              e->name, e->resume);
    return CODE_USAGE;
  }
  e->setup.options = settings_new(p);
  e->setup.players = was.seats;
  e->setup.seed = was.seed;
  if (!settings_seats(p, was.seats, &why) ||
      !settings_read(p, e->setup.options, was.settings, &why)) {
    cli_error(e->cli, "%s is damaged: %s", e->resume, buf_text(&why));
    code = CODE_IO;
  }
  buf_free(&why);
  return code;
}

static int open_game(Explore *e, Game *g)
{
  int code = spare_file(e);
  if (code < 0 && e->resume) code = open_saved(e);
  if (code < 0) code = game_open(e->cli, g, e->name, false);
  if (code >= 0) return code;
  if (e->native) game_native(e->cli, g);
  e->program = g->program;
  return e->saved ? set_up_again(e) : game_setup(e->cli, e->program, &e->setup);
}

/* ---- storing -------------------------------------------------------------------- */

static bool give(Record *r, Vm *vm, int32_t answer)
{
  bool chance = !vm_decision(vm);
  int32_t seat = chance ? GIVEN : vm_option(vm, answer).seat;
  vm_answer(vm, answer);
  vm_step(vm);
  return record_step(r, seat, answer, vm_hash(vm));
}

/* Stores the sequence of answers that leads to a finding as a game, whole or not at all.
 * Returns its number, 0 after a fault. */
static int64_t store_finding(Explore *e, const Explored *x, const Finding *f)
{
  const char *taken[MAX_PLAYERS];
  for (int i = 0; i < MAX_PLAYERS; i++) taken[i] = "explore";
  Vm *vm = vm_new(e->program);
  Setup setup = {x->players, e->setup.seed, x->options};
  vm_start(vm, &setup);
  vm_step(vm);
  NewGame g = {.program = e->program,
               .origin = "explore",
               .seats = x->players,
               .taken = taken,
               .seed = e->setup.seed,
               .options = x->options,
               .start = vm_hash(vm)};
  Record r;
  bool ok = sql_begin(e->db) && record_begin(&r, e->db, &g);
  for (int32_t i = 0; ok && i < f->count; i++) ok = give(&r, vm, f->answers[i]);
  if (ok && (vm_over(vm) || vm_error(vm))) ok = record_end(&r, vm);
  ok = sql_commit(e->db) && ok;
  vm_free(vm);
  return ok ? r.game : 0;
}

static void store_all(Explore *e, Explored *x)
{
  for (size_t i = 0; i < x->result.findings.n; i++) {
    int64_t id = 0;
    if (!e->no_store && !e->db) e->db = db_open(e->file, SQL_CREATE);
    if (e->db && !sql_fault(e->db)) id = store_finding(e, x, &x->result.findings.at[i]);
    if (id) archive_tell(e->db, id);
    vec_push(&x->stored, id);
  }
}

/* ---- one setup ------------------------------------------------------------------ */

static void merge(Explore *e, const Explored *x)
{
  const Program *p = e->program;
  bool walked = !e->coverage; /* then steps are counted, and a walk is one time */
  for (int i = 0; i < p->n_code; i++)
    e->ran[i] += x->result.ran[i] + (walked ? x->result.walked[i] : 0);
  for (int i = 0; i < p->n_alts; i++) e->taken[i] += x->result.taken[i];
}

ExplorePlan explore_plan(Explore *e, const Explored *x)
{
  bool bar = !e->quiet && e->cli->screen && isatty(STDERR_FILENO);
  return (ExplorePlan){.program = e->program,
                       .seats = x->players,
                       .options = x->options,
                       .seed = e->setup.seed,
                       .jobs = (int)e->jobs,
                       .memory = e->memory,
                       .states = (uint64_t)e->states,
                       .depth = e->perft_given ? e->perft : e->depth,
                       .perft = e->perft_given,
                       .counts = e->saved ? saved_setup(e->saved).counts : e->coverage,
                       .walks = e->walks,
                       .length = e->length,
                       .claims = 8, /* most of the time would be theirs */
                       .until = e->until,
                       .stop = e->stop,
                       .progress = bar ? progress : NULL,
                       .user = e,
                       .save = e->save,
                       .name = e->name,
                       .saved = told_saved,
                       .resume = e->saved};
}

Explored *explore_add(Explore *e, int players, const int32_t *options)
{
  Explored *x = ARENA_NEW(e->arena, Explored);
  int32_t *own = settings_new(e->program);
  memcpy(own, options, sizeof *options * (size_t)settings_count(e->program));
  *x = (Explored){.players = players, .options = own};
  vec_push(&e->done, x);
  return x;
}

int explore_failed(Explore *e, int failed)
{
  if (!e->quiet && e->cli->screen && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
  if (!failed) return -1;
  if (failed == -2) cli_error(e->cli, "%s %s", e->resume, saved_why(e->saved));
  else cli_error(e->cli, "cannot start %ld threads", e->jobs);
  return CODE_IO;
}

int explore_store(Explore *e, Explored *x)
{
  merge(e, x);
  store_all(e, x);
  explore_items(e->program, x->result.ran, x->result.taken, e->arena, &x->items);
  if (!e->db || !sql_fault(e->db)) return -1;
  cli_error(e->cli, "%s", sql_why(e->db));
  return CODE_IO;
}

/* Explores one setup.  Returns -1 or the code to exit with. */
static int explore_one(Explore *e, int players, const int32_t *options)
{
  Explored *x = explore_add(e, players, options);
  ExplorePlan plan = explore_plan(e, x);
  ExploreResult *r = &x->result;
  explore_init(&plan, r);
  /* Whoever asks for walks wants no more of the rest than it takes to see small games. */
  if (e->walks_given && e->walks && !e->states_given) plan.states = 10000;
  if (e->turns) {
    explore_turns(&plan, r);
    return -1;
  }
  int failed = explore_all(&plan, r);
  bool walk = r->end == END_STATES || r->end == END_MEMORY ||
              (e->walks_given && r->end == END_DEPTH);
  if (!failed && walk && e->walks && !e->perft_given) failed = explore_walk(&plan, r);
  int code = explore_failed(e, failed);
  return code >= 0 || e->perft_given ? code : explore_store(e, x);
}

/* ---- setups --------------------------------------------------------------------- */

static bool explore_next(void *user, int players, const int32_t *options)
{
  Explore *e = user;
  e->code = explore_one(e, players, options);
  return e->code < 0 && !*e->stop;
}

void explore_each_setup(Explore *e, SetupFn fn)
{
  Setups s = {.program = e->program,
              .players = (int)e->setup.players,
              .players_fixed = e->players_given,
              .options = e->setup.options,
              .most = (uint64_t)e->most_setups};
  setups_each(&s, fn, e);
}

static int explore_setups(Explore *e)
{
  e->code = -1;
  if (e->at_large) return explore_large(e);
  if (e->setups) explore_each_setup(e, explore_next);
  else explore_next(e, (int)e->setup.players, e->setup.options);
  return e->code;
}

/* ---- the command ---------------------------------------------------------------- */

static int write_coverage(const Explore *e)
{
  if (!e->out) {
    explore_coverage(e, stdout);
    return -1;
  }
  FILE *f = fopen(e->out, "w");
  if (f) explore_coverage(e, f);
  bool bad = f && ferror(f);
  if (f && !fclose(f) && !bad) return -1;
  cli_error(e->cli, "cannot write %s: %s", e->out, strerror(errno));
  return CODE_IO;
}

static int run(Explore *e);
static void close_all(Explore *e);

/* Explores the rules of --against as the others were, and compares. */
static int explore_old(Explore *now, bool *lost)
{
  Explore old = {.cli = now->cli,
                 .name = now->against,
                 .jobs = now->jobs,
                 .depth = now->depth,
                 .states = now->states,
                 .time = now->time,
                 .walks = now->walks,
                 .length = now->length,
                 .most_setups = now->most_setups,
                 .memory = now->memory,
                 .setup = {.players = now->setup.players,
                           .set = now->setup.set,
                           .seed = now->setup.seed},
                 .players_given = now->players_given,
                 .setups = now->setups,
                 .walks_given = now->walks_given,
                 .states_given = now->states_given,
                 .no_store = true,
                 .silent = true,
                 .at_large = now->at_large,
                 .quiet = now->quiet,
                 .arena = arena_new()};
  Game g = {0};
  if (!now->players_given) old.setup.players = 0;
  int code = open_game(&old, &g);
  if (code < 0) code = run(&old);
  if (code <= CODE_NO) {
    *lost = explore_compare(now, &old) > 0;
    code = -1;
  }
  old.setup.set = (Args){0}; /* the others' */
  close_all(&old);
  game_close(&g);
  return code;
}

static int report(Explore *e)
{
  int code = -1;
  if (e->perft_given) {
    explore_perft(e);
    return *e->stop ? CODE_INTERRUPTED : CODE_FINE;
  }
  explore_items(e->program, e->ran, e->taken, e->arena, &e->items);
  explore_mark_tested(e);
  if (e->silent) return *e->stop ? CODE_INTERRUPTED : CODE_FINE;
  bool only_coverage = e->coverage && e->form != COVER_TEXT && !e->out;
  if (e->json) explore_json(e);
  else if (!only_coverage) explore_print(e);
  if (e->coverage) code = write_coverage(e);
  if (code >= 0) return code;
  if (e->save_error) return CODE_IO;
  if (*e->stop) return CODE_INTERRUPTED;
  bool lost = false;
  if (e->against && !e->json) {
    code = explore_old(e, &lost);
    if (code >= 0) return code;
  }
  return lost || explore_findings(e) ? CODE_NO : CODE_FINE;
}

static int run(Explore *e)
{
  const Program *p = e->program;
  e->stop = interrupt_watch();
  e->began = explore_now();
  if (e->time > 0) e->until = e->began + (double)e->time;
  e->ran = arena_alloc(e->arena, ((size_t)p->n_code + 1) * sizeof *e->ran);
  e->taken = arena_alloc(e->arena, ((size_t)p->n_alts + 1) * sizeof *e->taken);
  int code = explore_setups(e);
  return code < 0 ? report(e) : code;
}

static void close_all(Explore *e)
{
  for (size_t i = 0; i < e->done.n; i++) {
    Explored *x = e->done.at[i];
    explore_free(&x->result);
    vec_free(&x->stored);
    vec_free(&x->items);
    free(x->options);
  }
  vec_free(&e->done);
  vec_free(&e->items);
  saved_close(e->saved);
  sql_close(e->db);
  game_setup_free(&e->setup);
  arena_free(e->arena);
}

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
  if ((e->save || e->resume) && (e->perft_given || e->setups))
    return opts_wrong(e->cli, "%s is for the search of one setup: no %s with it",
                      e->save ? "--save" : "--resume",
                      e->perft_given ? "--perft" : "--setups");
  if (e->against && (e->json || e->perft_given || e->save || e->resume || e->coverage))
    return opts_wrong(e->cli, "--against compares two searches for people to read: no "
                              "--json, --perft, --save, --resume or --coverage with it");
  if (e->resume && (e->name || e->setup.players || e->setup.set.n || e->setup.seeded))
    return opts_wrong(e->cli, "--resume goes on with a search as it was begun: no "
                              "ruleset, players, settings or seed can be given with it");
  return -1;
}

int cmd_explore(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Explore e = {.cli = cli,
               .jobs = cores > 0 ? cores : 1,
               .depth = 1000000,
               .states = 1000000,
               .time = 30,
               .walks = 1000,
               .length = 2000,
               .most_setups = 64,
               .memory = (uint64_t)512 << 20,
               .setup.seed = 1};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "players", OPT_NUMBER, &e.setup.players, "P",
       "how many play (the fewest possible)", 1, MAX_PLAYERS, &e.players_given},
      {0, "set", OPT_TEXTS, &e.setup.set, "OPTION=VALUE",
       "an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "setups", OPT_FLAG, &e.setups, NULL,
       "every number of players and every value of options with up to 8 of them that "
       "were not set: all combinations, or, if there are more than 64, so many that "
       "every "
       "two values meet",
       0, 0, NULL},
      {0, "time", OPT_NUMBER, &e.time, "SECONDS",
       "stop then (30); 0, or another limit without it: no limit of time", 0, 1000000,
       &e.time_given},
      {0, "states", OPT_NUMBER, &e.states, "N", "stop at that many states", 1, 2000000000,
       &e.states_given},
      {0, "depth", OPT_NUMBER, &e.depth, "N", "give no more answers in a row", 0, 1000000,
       &e.depth_given},
      {0, "memory", OPT_SIZE, &e.memory, "SIZE",
       "stop when states take that much: 200M, 4G (512M)", 1 << 20, 0, NULL},
      {0, "walks", OPT_NUMBER, &e.walks, "N",
       "random games where there are too many states; given without --states, the search "
       "stops at 10000",
       0, 1000000000, &e.walks_given},
      {0, "length", OPT_NUMBER, &e.length, "N", "answers of one walk at most (2000)", 1,
       1000000, NULL},
      {0, "seed", OPT_SEED, &e.setup.seed, "S", "the same seed gives the same walks (1)",
       0, 0, &e.setup.seeded},
      {0, "native", OPT_FLAG, &e.native, NULL, NATIVE_HELP, 0, 0, NULL},
      {0, "perft", OPT_NUMBER, &e.perft, "N",
       "only count the sequences of up to N answers and the states they lead to", 0,
       1000000, &e.perft_given},
      {0, "turns", OPT_FLAG, &e.turns, NULL,
       "let --perft count turns: what one player does until somebody else is asked", 0, 0,
       NULL},
      {0, "against", OPT_TEXT, &e.against, "OLD",
       "explore these rules, too, and say what could happen before and cannot now, and "
       "the "
       "reverse",
       0, 0, NULL},
      {0, "save", OPT_TEXT, &e.save, "FILE",
       "keep the search there when it stops, and each minute", 0, 0, NULL},
      {0, "resume", OPT_TEXT, &e.resume, "FILE",
       "go on with a search that was saved, and save it there again; limits are given "
       "anew",
       0, 0, NULL},
      {0, "coverage", OPT_MAYBE, &e.form, "text|json|html",
       "which lines, cards and options happened, and how often", 0, 0, &e.coverage},
      {'o', NULL, OPT_TEXT, &e.out, "FILE", "where the coverage goes (stdout)", 0, 0,
       NULL},
      {0, "no-store", OPT_FLAG, &e.no_store, NULL, "do not store findings as games", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &e.file, "FILE", DB_HELP, 0, 0, NULL},
      {0, "jobs", OPT_NUMBER, &e.jobs, "J",
       "threads; the result does not depend on them (all cores)", 1, 1024, NULL},
      {'q', "quiet", OPT_FLAG, &e.quiet, NULL, "no progress", 0, 0, NULL},
      {0, "json", OPT_FLAG, &e.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
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
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      1,
  };
  Args names = {0};
  Game g = {0};
  e.arena = arena_new();
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && !names.n && !e.resume) code = opts_missing(cli, &usage);
  if (names.n) e.name = names.at[0];
  if (code < 0) code = check_options(&e);
  /* With a limit of their own a search and its walks are as long as that says. */
  bool limited = e.states_given || e.walks_given || e.depth_given || e.perft_given ||
                 e.save || e.resume || e.coverage;
  e.at_large = !limited;
  if (limited && !e.time_given) e.time = 0;
  if (code < 0) code = open_game(&e, &g);
  if (code < 0) code = run(&e);
  close_all(&e);
  game_close(&g);
  vec_free(&names);
  return code;
}
