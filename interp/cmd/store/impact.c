/* regel impact: which stored games a change of the rules would change, rule by rule. */
#include "interp/cmd/store/against.h"
#include "interp/cmd/interrupt.h"
#include "interp/base/json.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one rule changes in one way. */
typedef struct Entry {
  const char *rule, *text; /* text: of the first game */
  CompareClass class;
  int64_t first;
  int step;
  VEC(int64_t) games;
} Entry;

typedef struct Impact {
  Cli *cli;
  const char *file, *path;
  bool json, quiet;
  Archive a;
  Game game; /* the new rules */
  Arena *arena;
  VEC(Entry) entries;
  int64_t games, changed, of_class[COMPARE_CLASSES], stopped;
  Json j;
} Impact;

static Entry *entry_of(Impact *m, const Finding *f)
{
  for (size_t i = 0; i < m->entries.n; i++)
    if (m->entries.at[i].class == f->class && !strcmp(m->entries.at[i].rule, f->rule))
      return &m->entries.at[i];
  Entry e = {.rule = arena_strdup(m->arena, f->rule), .class = f->class};
  vec_push(&m->entries, e);
  return &m->entries.at[m->entries.n - 1];
}

static void note(Impact *m, int64_t game, const Comparison *c)
{
  bool seen[COMPARE_CLASSES] = {false};
  m->games++;
  m->changed += c->nfindings > 0;
  m->stopped += c->ending == COMPARE_STOPPED;
  for (int i = 0; i < c->nfindings; i++) {
    const Finding *f = &c->findings[i];
    Entry *e = entry_of(m, f);
    if (e->games.n && e->games.at[e->games.n - 1] == game) continue;
    if (!e->games.n) {
      e->text = arena_strdup(m->arena, f->text);
      e->first = game;
      e->step = f->step;
    }
    vec_push(&e->games, game);
    if (!seen[f->class]) m->of_class[f->class]++;
    seen[f->class] = true;
  }
}

/* ---- the games ------------------------------------------------------------------ */

static void progress(const Impact *m, int64_t done, int64_t all)
{
  if (m->quiet || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\rcomparing game %lld of %lld", (long long)done, (long long)all);
  if (done == all) fputs("\r\033[K", stderr);
}

static void json_game(Impact *m, int64_t id, const Comparison *c)
{
  json_open(&m->j, '{');
  json_key(&m->j, "game");
  json_int(&m->j, id);
  against_json(&m->j, c);
  json_close(&m->j, '}');
}

static void take_game(void *user, int64_t game, const Comparison *c, int64_t all)
{
  Impact *m = user;
  note(m, game, c);
  if (m->json && c->nfindings) json_game(m, game, c);
  progress(m, m->games, all);
}

/* ---- the report ----------------------------------------------------------------- */

static int by_rule(const void *x, const void *y)
{
  const Entry *a = x, *b = y;
  int order = strcmp(a->rule, b->rule);
  return order ? order : (int)a->class - (int)b->class;
}

static void put_games(Buf *b, const Entry *e)
{
  enum { SHOWN = 12 };
  buf_printf(b, "%zu game%s: ", e->games.n, cli_plural((long long)e->games.n));
  for (size_t i = 0; i < e->games.n && i < SHOWN; i++)
    buf_printf(b, "%s%lld", i ? ", " : "", (long long)e->games.at[i]);
  if (e->games.n > SHOWN) buf_add(b, ", …");
  buf_char(b, '\n');
}

static void put_report(Impact *m, Buf *b)
{
  const char *name = program_string(m->game.program, m->game.program->header->name);
  buf_printf(b, "%s, %lld stored game%s against %s: %lld change%s\n", name,
             (long long)m->games, cli_plural(m->games), m->path, (long long)m->changed,
             m->changed == 1 ? "s" : "");
  for (int c = 0; c < COMPARE_CLASSES; c++)
    if (m->of_class[c])
      buf_printf(b, "  %-9s %5lld game%s\n", compare_class_name((CompareClass)c),
                 (long long)m->of_class[c], cli_plural(m->of_class[c]));
  if (m->stopped)
    buf_printf(b, "  %lld cannot be played to their end under the new rules\n",
               (long long)m->stopped);
  if (m->entries.n) qsort(m->entries.at, m->entries.n, sizeof *m->entries.at, by_rule);
  for (size_t i = 0; i < m->entries.n; i++) {
    const Entry *e = &m->entries.at[i];
    if (!i || strcmp(e->rule, m->entries.at[i - 1].rule))
      buf_printf(b, "\n%s\n", *e->rule ? e->rule : "(no rule)");
    buf_printf(b, "  %-9s ", compare_class_name(e->class));
    put_games(b, e);
    buf_printf(b, "            game %lld, step %d: ", (long long)e->first, e->step);
    buf_wrap(b, e->text, 34, 12, 80);
    buf_char(b, '\n');
  }
  if (m->changed)
    buf_printf(b, "\nOne of them in full: regel replay %lld --with %s\n",
               (long long)m->entries.at[0].first, m->path);
}

static int run(Impact *m)
{
  Db *db = m->a.db;
  const volatile int *stop = interrupt_watch();
  const char *name = program_string(m->game.program, m->game.program->header->name);
  if (m->json) {
    json_open(&m->j, '{');
    json_key(&m->j, "schema");
    json_int(&m->j, 1);
    json_key(&m->j, "changed");
    json_open(&m->j, '[');
  }
  against_all(db, name, m->game.program, stop, take_game, m);
  if (m->json) {
    json_close(&m->j, ']');
    json_key(&m->j, "games");
    json_int(&m->j, m->games);
    json_close(&m->j, '}');
  }
  if (sql_fault(db)) return archive_fault(m->cli, &m->a);
  if (!m->json) {
    Buf b = {0};
    put_report(m, &b);
    cli_page(m->cli, buf_text(&b));
    buf_free(&b);
  }
  return *stop ? CODE_INTERRUPTED : m->changed ? CODE_NO : CODE_FINE;
}

int cmd_impact(Cli *cli, int argc, char **argv)
{
  Impact m = {.cli = cli};
  const Opt opts[] = {
      {'q', "quiet", OPT_FLAG, &m.quiet, NULL, "no progress", 0, 0, NULL},
      {0, "json", OPT_FLAG, &m.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &m.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel impact scenarios/mygame",
      "impact PATH [OPTION…]",
      "Plays all stored games of a ruleset under its rules as they stand now at PATH, "
      "and\n"
      "lists by rule which of them change: what is legal, what chance can give, what "
      "stands\non the table, what stays hidden, how it ends.  Exit code 1: some change.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  m.arena = arena_new();
  m.j = json_new(stdout);
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = archive_open(cli, &m.a, m.file, SQL_READ);
  if (code < 0) {
    m.path = names.at[0];
    code = game_open(cli, &m.game, m.path, false);
  }
  if (code < 0) code = run(&m);
  for (size_t i = 0; i < m.entries.n; i++) vec_free(&m.entries.at[i].games);
  vec_free(&m.entries);
  game_close(&m.game);
  archive_close(&m.a);
  arena_free(m.arena);
  vec_free(&names);
  return code;
}
