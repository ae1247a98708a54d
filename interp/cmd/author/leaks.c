/* regel leaks: pairs of games that must look alike to a reader, and what told them apart.
 */
#include "interp/leaks/leaks.h"
#include "interp/base/json.h"
#include "interp/cmd/game.h"
#include "interp/cmd/interrupt.h"
#include "interp/code/compile.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Leaks {
  Cli *cli;
  const char *name;
  const Program *program;
  GameSetup setup;
  long games, jobs, most, reader;
  bool json, quiet, told, unchecked;
} Leaks;

static void progress(void *user, long done, long games)
{
  (void)user;
  fprintf(stderr, "\r%ld of %ld games", done, games);
  fflush(stderr);
}

/* ---- output --------------------------------------------------------------------- */

static const char *const ends[PAIR_ENDS] = {
    [PAIR_ALIKE] = "alike",  [PAIR_SAME] = "nothing to change",
    [PAIR_APART] = "apart",  [PAIR_SHOWN] = "shown",
    [PAIR_TOLD] = "told",    [PAIR_LEAK] = "leaks",
    [PAIR_ERROR] = "errors",
};

static const PLoc *leak_place(const Program *p, const Leak *l)
{
  const PLoc *at = l->ip >= 0 ? place_of_ip(p, l->ip) : NULL;
  return at ? at : place_of_row(p, l->loc);
}

static void reader_name(const Leaks *s, const Leak *l, Buf *b)
{
  View v = view_program(s->program, NULL);
  if (l->reader >= 0) render_seat(&v, b, l->reader);
  else buf_add(b, "a spectator");
}

static void add_indented(Buf *b, const char *head, const Buf *text)
{
  buf_printf(b, "%s\n", head);
  if (!text->n) buf_add(b, "  (nothing)\n");
  else buf_lines(b, buf_text(text), 2, 100);
}

static void print_leak(const Leaks *s, const Leak *l, Buf *b)
{
  Buf who = {0};
  reader_name(s, l, &who);
  buf_printf(b, "%s can tell two games apart by %s, after %d answer%s:\n", buf_text(&who),
             leak_part_name(l->part), l->answers, cli_plural(l->answers));
  const PLoc *at = leak_place(s->program, l);
  if (at) place_show(s->program, b, at);
  add_indented(b, "What was played:", &l->story);
  add_indented(b, "What the other game had instead, unseen:", &l->changed);
  add_indented(b, "What was read in the first:", &l->first);
  add_indented(b, "What was read in the other:", &l->second);
  buf_printf(b, "Again: regel leaks %s --players %ld --seed %llu", s->name,
             s->setup.players, (unsigned long long)s->setup.seed);
  if (l->reader >= 0) buf_printf(b, " --reader %d", l->reader + 1);
  buf_printf(b, " -n %ld\n", l->game + 1);
  buf_free(&who);
}

static void print_told(const Leaks *s, const LeakResult *r, Buf *b)
{
  const Program *p = s->program;
  for (int i = 0; i < p->n_code; i++) {
    const PLoc *at = r->told[i] ? place_of_ip(p, i) : NULL;
    if (!at) continue;
    buf_printf(b, "told in %ld pair%s:\n", r->told[i], cli_plural(r->told[i]));
    place_show(p, b, at);
  }
}

static void print_human(const Leaks *s, const LeakResult *r)
{
  Buf b = {0};
  if (r->found) print_leak(s, &r->leak, &b);
  if (s->told) print_told(s, r, &b);
  buf_printf(&b, "%s, %ld players: %ld pairs of games", s->name, s->setup.players,
             r->pairs);
  for (int i = 0; i < PAIR_ENDS; i++)
    if (r->ends[i]) buf_printf(&b, ", %s %ld", ends[i], r->ends[i]);
  if (r->weak) buf_printf(&b, "; %ld of %ld deals weak", r->weak, r->dealt);
  buf_printf(&b, "; %ld pauses compared in %.2f s (%.0f pairs a second)\n", r->compared,
             r->seconds, r->seconds > 0 ? (double)r->pairs / r->seconds : 0.0);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static void json_number(Json *j, const char *key, int64_t n)
{
  json_key(j, key);
  json_int(j, n);
}

static void json_words(Json *j, const char *key, const char *text)
{
  json_key(j, key);
  json_text(j, text);
}

static void json_place(Json *j, const Program *p, const PLoc *at)
{
  if (at) place_json(p, j, "place", at);
}

static void json_leak(Json *j, const Leaks *s, const Leak *l)
{
  json_key(j, "leak");
  json_open(j, '{');
  json_number(j, "game", l->game);
  json_number(j, "reader", l->reader + 1); /* from 1; below: a spectator */
  json_words(j, "by", leak_part_name(l->part));
  json_number(j, "answers", l->answers);
  json_place(j, s->program, leak_place(s->program, l));
  json_words(j, "played", buf_text(&l->story));
  json_words(j, "instead", buf_text(&l->changed));
  json_words(j, "first", buf_text(&l->first));
  json_words(j, "second", buf_text(&l->second));
  json_close(j, '}');
}

static void json_told(Json *j, const Program *p, const LeakResult *r)
{
  json_key(j, "told");
  json_open(j, '[');
  for (int i = 0; i < p->n_code; i++) {
    if (!r->told[i]) continue;
    json_open(j, '{');
    json_number(j, "pairs", r->told[i]);
    json_place(j, p, place_of_ip(p, i));
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void print_json(const Leaks *s, const LeakResult *r)
{
  static const char *const keys[PAIR_ENDS] = {"alike", "same",  "apart", "shown",
                                              "told",  "leaks", "errors"};
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_number(&j, "schema", JSON_SCHEMA);
  json_words(&j, "game", program_string(s->program, s->program->header->name));
  json_number(&j, "players", s->setup.players);
  json_key(&j, "seed");
  json_unsigned(&j, s->setup.seed);
  json_number(&j, "games", r->games);
  json_number(&j, "pairs", r->pairs);
  json_number(&j, "compared", r->compared);
  json_number(&j, "dealt", r->dealt);
  json_number(&j, "weak", r->weak);
  json_key(&j, "ends");
  json_open(&j, '{');
  for (int i = 0; i < PAIR_ENDS; i++) json_number(&j, keys[i], r->ends[i]);
  json_close(&j, '}');
  json_told(&j, s->program, r);
  if (r->found) json_leak(&j, s, &r->leak);
  json_key(&j, "seconds");
  json_real(&j, r->seconds);
  json_close(&j, '}');
}

/* ---- the command ---------------------------------------------------------------- */

static int run(Leaks *s)
{
  const volatile int *stop = interrupt_watch();
  bool bar = !s->quiet && s->cli->screen && isatty(STDERR_FILENO);
  int reader = s->reader == 0    ? VIEW_ALL
               : s->reader == -1 ? VIEW_PUBLIC
                                 : (int)s->reader - 1;
  if (s->reader > s->setup.players)
    return opts_wrong(s->cli, "there are only %ld players", s->setup.players);
  LeakPlan plan = {.program = s->program,
                   .seats = (int)s->setup.players,
                   .options = s->setup.options,
                   .seed = s->setup.seed,
                   .games = s->games,
                   .jobs = (int)s->jobs,
                   .most = s->most,
                   .reader = reader,
                   .stop = stop,
                   .progress = bar ? progress : NULL};
  LeakResult r;
  int failed = leaks_run(&plan, &r);
  if (bar) fputs("\r\033[K", stderr);
  if (failed) {
    cli_error(s->cli, "cannot start %ld threads", s->jobs);
    leaks_free(&r);
    return CODE_IO;
  }
  if (s->json) print_json(s, &r);
  else print_human(s, &r);
  int code = *stop ? CODE_INTERRUPTED : r.found ? CODE_NO : CODE_FINE;
  if (!*stop && !r.found && r.ends[PAIR_ERROR]) code = CODE_RULE;
  if (*stop) cli_error(s->cli, "stopped after %ld of %ld games", r.games, s->games);
  leaks_free(&r);
  return code;
}

/* The same as game_open for rules that the compiler refuses because they tell something.
 */
static int open_unchecked(Leaks *s, Game *g)
{
  Arena *arena = arena_new();
  const char *path = game_find(s->cli, arena, s->name);
  memset(g, 0, sizeof *g);
  if (path) {
    game_parse(g, path, NULL, false);
    g->unit->open = true;
    if (g->readable) g->program = compile(g->unit);
    diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, s->cli->color_err,
                SEV_ERROR);
  }
  arena_free(arena);
  return !path ? CODE_USAGE : g->program ? -1 : g->readable ? CODE_SOURCE : CODE_IO;
}

int cmd_leaks(Cli *cli, int argc, char **argv)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  Leaks s = {.cli = cli,
             .games = 1000,
             .jobs = cores > 0 ? cores : 1,
             .most = 100000,
             .setup.seed = 1};
  const Opt opts[] = {
      {'n', NULL, OPT_NUMBER, &s.games, "N", "pairs of games for each reader (1000)", 1,
       1000000000, NULL},
      {0, "players", OPT_NUMBER, &s.setup.players, "P",
       "how many play (the fewest possible)", 1, MAX_PLAYERS, NULL},
      {0, "set", OPT_TEXTS, &s.setup.set, "OPTION=VALUE",
       "an option of the ruleset; may be repeated", 0, 0, NULL},
      {0, "seed", OPT_SEED, &s.setup.seed, "S", "the same seed gives the same pairs (1)",
       0, 0, NULL},
      {0, "reader", OPT_NUMBER, &s.reader, "R",
       "only this seat reads; -1: only a spectator (0: all of them)", -1, MAX_PLAYERS,
       NULL},
      {0, "jobs", OPT_NUMBER, &s.jobs, "J",
       "threads; the result does not depend on them (all cores)", 1, 1024, NULL},
      {0, "most", OPT_NUMBER, &s.most, "D", "answers after which a game is left (100000)",
       1, 1000000000, NULL},
      {0, "told", OPT_FLAG, &s.told, NULL,
       "show the lines that told somebody something hidden", 0, 0, NULL},
      {0, "unchecked", OPT_FLAG, &s.unchecked, NULL,
       "also rules that are refused because they tell something hidden", 0, 0, NULL},
      {'q', "quiet", OPT_FLAG, &s.quiet, NULL, "no progress", 0, 0, NULL},
      {0, "json", OPT_FLAG, &s.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel leaks GAME --players 4",
      "leaks GAME [OPTION…]",
      "Plays pairs of games that differ only in what a reader may not know, and "
      "compares\n"
      "all that the reader is given: questions, answers, refusals, log, story, table, "
      "board,\n"
      "data, what can be taken back and what a bot would think with.  Shows the first "
      "pair\n"
      "that can be told apart, and the line that told.\n"
      "Exit code 1: something leaks.",
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
    code = s.unchecked ? open_unchecked(&s, &g) : game_open(cli, &g, s.name, false);
  }
  if (code < 0) {
    s.program = g.program;
    code = game_setup(cli, g.program, &s.setup);
  }
  if (code < 0) code = run(&s);
  game_setup_free(&s.setup);
  game_close(&g);
  vec_free(&names);
  return code;
}
