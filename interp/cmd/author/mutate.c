/* regel mutate: one small change of the rules at a time, and what nobody notices. */
#include "interp/mutate/mutate.h"
#include "interp/base/json.h"
#include "interp/bot/luck.h"
#include "interp/cmd/game.h"
#include "interp/cmd/interrupt.h"
#include "interp/mutate/pool.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Mutate {
  Cli *cli;
  const char *name;
  long sample, jobs, seconds;
  uint64_t seed;
  int only; /* a Mutation, or MUTATIONS: all */
  const char *save;
  bool json, all, quiet;
  Arena *arena;
  Game game;
  Args parts;
  Mutants list;
  VEC(const Mutant *) tried;
  VEC(Judged) results;     /* by `tried`; notice -1: not yet */
  VEC(const char *) equal; /* for each of `tried`: why it changes nothing, or NULL */
  size_t done;
  FILE *log;
} Mutate;

/* ---- what is tried ----------------------------------------------------------------- */

static void keep_part(void *user, Game *g, bool extra)
{
  Mutate *m = user;
  vec_push(&m->parts, arena_strdup(m->arena, g->path));
  if (extra) game_close(g);
  else m->game = *g;
}

static const Source *source_of(const Mutate *m, const Mutant *x)
{
  return &m->game.unit->sources.files.at[x->file];
}

/* A sample is spread evenly by chance: every change is as likely as every other. */
static void choose(Mutate *m)
{
  for (size_t i = 0; i < m->list.n; i++)
    if (m->only == MUTATIONS || (int)m->list.at[i].sort == m->only)
      vec_push(&m->tried, &m->list.at[i]);
  Luck luck = {m->seed};
  while (m->sample && m->tried.n > (size_t)m->sample) {
    size_t k = (size_t)(luck_next(&luck) % m->tried.n);
    memmove(m->tried.at + k, m->tried.at + k + 1,
            (m->tried.n - k - 1) * sizeof *m->tried.at);
    m->tried.n--;
  }
  for (size_t i = 0; i < m->tried.n; i++) {
    vec_push(&m->results, ((Judged){(Notice)-1, ""}));
    vec_push(&m->equal, NULL);
  }
}

/* ---- words
 * ----------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
  const char *s = strrchr(path, '/');
  return s ? s + 1 : path;
}

/* A stretch of source on one line, without what stands around it. */
static void put_code(Buf *b, const char *s, size_t n)
{
  bool space = false;
  for (size_t i = 0; i < n; i++) {
    bool blank = s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r';
    if (blank) {
      space = b->n > 0;
    } else {
      if (space) buf_char(b, ' ');
      buf_char(b, s[i]);
      space = false;
    }
  }
}

static void put_line(const Mutate *m, const Mutant *x, Buf *b)
{
  int n;
  const char *s = source_line(source_of(m, x), x->line, &n);
  while (n && (*s == ' ' || *s == '\t')) s++, n--;
  Buf line = {0};
  put_code(&line, s, (size_t)n);
  buf_add(b, buf_text(&line));
  buf_free(&line);
}

static void put_edit(const Mutate *m, const Mutant *x, Buf *b)
{
  Buf was = {0}, now = {0};
  put_code(&was, source_of(m, x)->text + x->from, x->to - x->from);
  put_code(&now, x->write, strlen(x->write));
  buf_printf(b, "%s -> %s", buf_text(&was), now.n ? buf_text(&now) : "(nothing)");
  buf_free(&was);
  buf_free(&now);
}

/* ---- changes that change nothing
 * ------------------------------------------------------- */

/* `equivalent.txt` beside the game has a line for each: FILE | LINE | EDIT | REASON. */
static void mark_equal(Mutate *m, const char *line)
{
  const char *file = line, *bar[3];
  for (int i = 0; i < 3; i++) {
    bar[i] = strstr(i ? bar[i - 1] + 3 : line, " | ");
    if (!bar[i]) return;
  }
  for (size_t i = 0; i < m->tried.n; i++) {
    const Mutant *x = m->tried.at[i];
    Buf key = {0};
    buf_printf(&key, "%s | ", base_name(source_of(m, x)->path));
    put_line(m, x, &key);
    buf_add(&key, " | ");
    put_edit(m, x, &key);
    if (key.n == (size_t)(bar[2] - file) && !memcmp(buf_text(&key), file, key.n))
      m->equal.at[i] = arena_strdup(m->arena, bar[2] + 3);
    buf_free(&key);
  }
}

static void read_equal(Mutate *m)
{
  const char *folder = load_folder(m->arena, m->parts.at[0]);
  char *path = arena_printf(m->arena, "%s%sequivalent.txt", folder, *folder ? "/" : "");
  size_t size;
  char *text = access(path, R_OK) ? NULL : load_read(path, &size);
  for (char *s = text; s && *s;) {
    size_t n = strcspn(s, "\n");
    char *next = s[n] ? s + n + 1 : s + n;
    s[n] = 0;
    if (*s != '#') mark_equal(m, s);
    s = next;
  }
  free(text);
}

/* ---- a run that goes on
 * ------------------------------------------------------------------ */

static uint64_t list_hash(const Mutate *m)
{
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < m->tried.n; i++) {
    Buf b = {0};
    put_line(m, m->tried.at[i], &b);
    put_edit(m, m->tried.at[i], &b);
    for (const char *s = buf_text(&b); *s; s++)
      h = (h ^ (unsigned char)*s) * 1099511628211u;
    buf_free(&b);
  }
  return h;
}

/* A file of the same changes goes on; any other is not written over. */
static int open_save(Mutate *m)
{
  if (!m->save) return -1;
  uint64_t mine = list_hash(m), theirs = 0;
  FILE *f = fopen(m->save, "r");
  if (f) {
    unsigned long i;
    int notice;
    char by[sizeof m->results.at->by];
    if (fscanf(f, "regel mutate %lx\n", (unsigned long *)&theirs) != 1 ||
        theirs != mine) {
      fclose(f);
      return opts_wrong(m->cli, "%s is of other changes; name another file", m->save);
    }
    while (fscanf(f, "%lu %d %119[^\n]\n", &i, &notice, by) == 3)
      if (i < m->results.n && notice >= 0 && notice <= NOTICED_TIME) {
        if ((int)m->results.at[i].notice < 0) m->done++;
        m->results.at[i].notice = (Notice)notice;
        snprintf(m->results.at[i].by, sizeof m->results.at[i].by, "%s", by + 1);
      }
    fclose(f);
  }
  m->log = fopen(m->save, f ? "a" : "w");
  if (!m->log) {
    cli_error(m->cli, "%s cannot be written", m->save);
    return CODE_IO;
  }
  if (!f) fprintf(m->log, "regel mutate %lx\n", (unsigned long)mine);
  return -1;
}

/* ---- trying
 * -------------------------------------------------------------------------------- */

typedef struct Run {
  Mutate *m;
  VEC(size_t) number; /* of what is left, in `tried` */
} Run;

static void done(void *user, size_t i, const Judged *j)
{
  Run *r = user;
  Mutate *m = r->m;
  size_t n = r->number.at[i];
  m->results.at[n] = *j;
  m->done++;
  if (m->log) {
    fprintf(m->log, "%zu %d -%s\n", n, (int)j->notice, j->by);
    fflush(m->log);
  }
  if (m->quiet || !m->cli->screen) return;
  fprintf(stderr, "\r%zu of %zu changes tried", m->done, m->tried.n);
  fflush(stderr);
}

static int run(Mutate *m, const Trial *trial)
{
  Run r = {.m = m};
  VEC(const Mutant *) left = {0};
  for (size_t i = 0; i < m->tried.n; i++)
    if ((int)m->results.at[i].notice < 0) {
      vec_push(&r.number, i);
      vec_push(&left, m->tried.at[i]);
    }
  PoolPlan plan = {.trial = trial,
                   .unit = m->game.unit,
                   .mutants = left.at,
                   .count = left.n,
                   .jobs = (int)m->jobs,
                   .seconds = (int)m->seconds,
                   .stop = interrupt_watch(),
                   .done = done,
                   .user = &r};
  bool fine = pool_run(&plan);
  if (!m->quiet && m->cli->screen) fputs("\r\033[K", stderr);
  int code = *plan.stop ? CODE_INTERRUPTED : fine ? -1 : CODE_IO;
  if (!fine) cli_error(m->cli, "no process can be started");
  vec_free(&left);
  vec_free(&r.number);
  return code;
}

/* ---- telling
 * --------------------------------------------------------------------------------- */

typedef struct Counts {
  size_t by[NOTICED_TIME + 1], open, equal;
} Counts;

static Counts count(const Mutate *m)
{
  Counts c = {{0}, 0, 0};
  for (size_t i = 0; i < m->tried.n; i++) {
    int n = (int)m->results.at[i].notice;
    if (n < 0) c.open++;
    else if (n == NOTICED_NOT && m->equal.at[i]) c.equal++;
    else c.by[n]++;
  }
  return c;
}

/* Of the changes that compile and change something, those that were noticed. */
static double score(const Counts *c)
{
  size_t noticed = c->by[NOTICED_TEST] + c->by[NOTICED_CHECK] + c->by[NOTICED_TIME];
  size_t all = noticed + c->by[NOTICED_NOT];
  return all ? 100.0 * (double)noticed / (double)all : 100.0;
}

static void print_unnoticed(const Mutate *m)
{
  const char *rule = NULL;
  bool some = false;
  for (size_t i = 0; i < m->tried.n; i++) {
    const Mutant *x = m->tried.at[i];
    if (m->results.at[i].notice != NOTICED_NOT || (m->equal.at[i] && !m->all)) continue;
    if (!some || x->citation != rule)
      printf("%s\n", x->citation ? x->citation : "without a citation");
    rule = x->citation;
    some = true;
    Buf line = {0}, edit = {0};
    put_line(m, x, &line);
    put_edit(m, x, &edit);
    printf("  %s:%d: %s: %s\n      %s\n", source_of(m, x)->path, x->line,
           mutation_name(x->sort), buf_text(&edit), buf_text(&line));
    if (m->equal.at[i]) printf("      the same: %s\n", m->equal.at[i]);
    buf_free(&line);
    buf_free(&edit);
  }
}

static void print_text(const Mutate *m, const Counts *c)
{
  if (c->by[NOTICED_NOT]) puts("Nobody noticed:");
  print_unnoticed(m);
  printf("%s: %zu changes, of %zu there are; %zu do not compile\n", m->name, m->tried.n,
         m->list.n, c->by[NOTICED_COMPILER]);
  printf("  noticed by a test %zu, by check %zu, by the clock %zu; by nobody %zu",
         c->by[NOTICED_TEST], c->by[NOTICED_CHECK], c->by[NOTICED_TIME],
         c->by[NOTICED_NOT]);
  if (c->equal) printf("; the same %zu", c->equal);
  if (c->open) printf("; not tried %zu", c->open);
  printf("\nscore: %.1f %%\n", score(c));
}

static void print_json(const Mutate *m, const Counts *c)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "game", m->name);
  json_key_int(&j, "changes", (int64_t)m->list.n);
  json_key_int(&j, "tried", (int64_t)(m->tried.n - c->open));
  json_key_int(&j, "compiler", (int64_t)c->by[NOTICED_COMPILER]);
  json_key_int(&j, "test", (int64_t)c->by[NOTICED_TEST]);
  json_key_int(&j, "check", (int64_t)c->by[NOTICED_CHECK]);
  json_key_int(&j, "time", (int64_t)c->by[NOTICED_TIME]);
  json_key_int(&j, "equivalent", (int64_t)c->equal);
  json_key(&j, "score");
  json_real(&j, score(c));
  json_key(&j, "unnoticed");
  json_open(&j, '[');
  for (size_t i = 0; i < m->tried.n; i++) {
    const Mutant *x = m->tried.at[i];
    if (m->results.at[i].notice != NOTICED_NOT || m->equal.at[i]) continue;
    Buf was = {0};
    put_code(&was, source_of(m, x)->text + x->from, x->to - x->from);
    json_open(&j, '{');
    json_key_text(&j, "sort", mutation_name(x->sort));
    json_key_place(&j, "place", source_of(m, x)->path, x->line,
                   (int)(x->from - source_of(m, x)->lines.at[x->line - 1]) + 1, 0);
    json_key_text(&j, "citation", x->citation);
    json_key_text(&j, "was", buf_text(&was));
    json_key_text(&j, "write", x->write);
    json_close(&j, '}');
    buf_free(&was);
  }
  json_close(&j, ']');
  json_close(&j, '}');
}

static int report(const Mutate *m, int code)
{
  Counts c = count(m);
  if (m->json) print_json(m, &c);
  else print_text(m, &c);
  if (code == CODE_INTERRUPTED && m->save)
    fprintf(stderr, "To go on: the same command again\n");
  return code >= 0 ? code : c.by[NOTICED_NOT] ? CODE_NO : CODE_FINE;
}

static int mutate(Mutate *m)
{
  int code = game_each_part(m->cli, m->name, keep_part, m);
  if (code >= 0) return code;
  if (!m->game.program) {
    cli_error(m->cli, "%s does not compile: regel check says more", m->name);
    return CODE_SOURCE;
  }
  char why[200];
  const Sources *s = &m->game.unit->sources;
  Trial trial = {m->parts.at, (int)m->parts.n, s->library.at, (int)s->library.n, 0};
  if (!mutant_baseline(&trial, why, sizeof why)) {
    cli_error(m->cli, "%s: %s; mend that first", m->name, why);
    return CODE_NO;
  }
  mutants_list(m->game.unit, m->arena, &m->list);
  choose(m);
  read_equal(m);
  code = open_save(m);
  if (code < 0) code = report(m, run(m, &trial));
  if (m->log) fclose(m->log);
  return code;
}

int cmd_mutate(Cli *cli, int argc, char **argv)
{
  Mutate m = {
      .cli = cli, .jobs = sysconf(_SC_NPROCESSORS_ONLN), .seconds = 20, .seed = 1};
  int only = 0;
  const Opt opts[] = {
      {'n', "sample", OPT_NUMBER, &m.sample, "N", "only so many, chosen at random", 1,
       1000000, NULL},
      {0, "only", OPT_CHOICE, &only,
       "all|number|comparison|condition|direction|target|pile|order|missing|visibility|"
       "text",
       "only changes of one sort", 0, 0, NULL},
      {0, "seed", OPT_SEED, &m.seed, "S", "of the sample (1)", 0, 0, NULL},
      {'j', "jobs", OPT_NUMBER, &m.jobs, "J", "processes at once (one for each core)", 1,
       64, NULL},
      {0, "seconds", OPT_NUMBER, &m.seconds, "S",
       "that one change may take; after that it was noticed (20)", 1, 3600, NULL},
      {0, "save", OPT_TEXT, &m.save, "FILE",
       "write results there as they come, and go on with those that are there", 0, 0,
       NULL},
      {0, "all", OPT_FLAG, &m.all, NULL, "list those that change nothing, too", 0, 0,
       NULL},
      {0, "json", OPT_FLAG, &m.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {'q', "quiet", OPT_FLAG, &m.quiet, NULL, "no progress", 0, 0, NULL},
  };
  const Usage usage = {
      "regel mutate scenarios/mygame --sample 200",
      "mutate [OPTION…] GAME",
      "Changes one number, comparison, condition, target, pile, order, statement,\n"
      "visibility or text of the rules at a time, and looks who notices: the compiler, "
      "a\n"
      "test, or regel check.  What nobody notices is listed by rule: the tests that are\n"
      "still to be written.  Nothing is changed on disk.  Changes that make no "
      "difference\n"
      "stand in equivalent.txt beside the game, a line each: FILE | LINE | EDIT | "
      "REASON.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    m.arena = arena_new();
    m.name = names.at[0];
    m.only = only ? only - 1 : MUTATIONS;
    code = mutate(&m);
    if (m.game.unit) game_close(&m.game);
    vec_free(&m.parts);
    vec_free(&m.list);
    vec_free(&m.tried);
    vec_free(&m.results);
    vec_free(&m.equal);
    arena_free(m.arena);
  }
  vec_free(&names);
  return code;
}
