/* Changes of the rules that nobody would notice, as a report. */
#include "interp/api/api_int.h"
#include "interp/bot/luck.h"
#include "interp/mutate/pool.h"
#include "interp/rules/load.h"
#include "interp/rules/wanted.h"
#include "interp/base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Mutate {
  const regel_library *library;
  const regel_mutation *how;
  const regel_run *run;
  Arena *arena;
  const Wanted *wanted;
  WantedPart game;
  VEC(TrialPart) parts;
  Mutants list;
  VEC(const Mutant *) tried;
  VEC(Judged) results;     /* by `tried`; notice -1: not yet */
  VEC(const char *) equal; /* for each of `tried`: why it changes nothing, or NULL */
  VEC(size_t) left;        /* of `tried`: what is run now */
  size_t done;
  FILE *log;
  const char *wrong; /* what it failed at, and why; NULL: it did not */
  Buf why;
} Mutate;

static bool fail(Mutate *m, const char *wrong) { return m->wrong = wrong, false; }

/* ---- what is tried ----------------------------------------------------------------- */

static void prepare(void *user, Sources *s) { api_library(((Mutate *)user)->library, s); }

static void keep_part(void *user, WantedPart *p, bool extra)
{
  Mutate *m = user;
  TrialPart part = {.path = arena_strdup(m->arena, p->path)};
  part.own = part.path;
  for (size_t i = 0; i < m->wanted->packs.n; i++) {
    const char *file = arena_strdup(m->arena, m->wanted->packs.at[i]);
    vec_push(&part.packs, file);
    if (extra && m->parts.n && strcmp(m->parts.at[0].packs.at[i], file)) part.own = file;
  }
  vec_push(&m->parts, part);
  if (extra) wanted_part_free(p);
  else m->game = *p;
}

static const Source *source_of(const Mutate *m, const Mutant *x)
{
  return &m->game.unit->sources.files.at[x->file];
}

/* A sample is spread evenly by chance: every change is as likely as every other. */
static void choose(Mutate *m)
{
  const char *only = m->how->only;
  for (size_t i = 0; i < m->list.n; i++)
    if (!only || !strncmp(mutation_name(m->list.at[i].sort), only, strlen(only)))
      vec_push(&m->tried, &m->list.at[i]);
  Luck luck = {m->how->seed};
  while (m->how->sample && m->tried.n > (size_t)m->how->sample) {
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

/* ---- words ------------------------------------------------------------------------- */

/* A stretch of source on one line, without what stands around it. */
static void put_code(Buf *b, const char *s, size_t n)
{
  bool space = false, some = false;
  for (size_t i = 0; i < n; i++) {
    bool blank = s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r';
    if (blank) {
      space = some;
      continue;
    }
    if (space) buf_char(b, ' ');
    buf_char(b, s[i]);
    space = false;
    some = true;
  }
}

static void put_was(const Mutate *m, const Mutant *x, Buf *b)
{
  put_code(b, source_of(m, x)->text + x->from, x->to - x->from);
}

static void put_now(const Mutant *x, Buf *b)
{
  size_t before = b->n;
  put_code(b, x->write, strlen(x->write));
  if (b->n == before) buf_add(b, "(nothing)");
}

static void put_line(const Mutate *m, const Mutant *x, Buf *b)
{
  int n;
  const char *s = source_line(source_of(m, x), x->line, &n);
  put_code(b, s, (size_t)n);
}

static void put_edit(const Mutate *m, const Mutant *x, Buf *b)
{
  put_was(m, x, b);
  buf_add(b, " -> ");
  put_now(x, b);
}

/* ---- changes that change nothing ----------------------------------------------------
 */

/* `equivalent.txt` beside the game has a line for each: FILE | LINE | EDIT | REASON. */
static void mark_equal(Mutate *m, const char *line)
{
  for (size_t i = 0; i < m->tried.n; i++) {
    const Mutant *x = m->tried.at[i];
    Buf key = {0};
    buf_printf(&key, "%s | ", path_last(source_of(m, x)->path));
    put_line(m, x, &key);
    buf_add(&key, " | ");
    put_edit(m, x, &key);
    buf_add(&key, " | ");
    if (!strncmp(line, buf_text(&key), key.n))
      m->equal.at[i] = arena_strdup(m->arena, line + key.n);
    buf_free(&key);
  }
}

static void read_equal(Mutate *m, const char *main)
{
  const char *folder = load_folder(m->arena, main);
  char *path = arena_printf(m->arena, "%s%sequivalent.txt", folder, *folder ? "/" : "");
  size_t size;
  char *text = access(path, R_OK) ? NULL : file_whole(path, &size);
  for (char *s = text; s && *s;) {
    size_t n = strcspn(s, "\n");
    char *next = s[n] ? s + n + 1 : s + n;
    s[n] = 0;
    if (*s != '#') mark_equal(m, s);
    s = next;
  }
  free(text);
}

static void read_all_equal(Mutate *m)
{
  const TrialPart *main = &m->parts.at[0];
  if (!main->packs.n) read_equal(m, main->path);
  for (size_t i = 0; i < main->packs.n; i++) read_equal(m, main->packs.at[i]);
}

/* ---- a run that goes on -------------------------------------------------------------
 */

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

static void read_saved(Mutate *m, FILE *f)
{
  unsigned long i;
  int notice;
  char by[sizeof m->results.at->by];
  while (fscanf(f, "%lu %d %119[^\n]\n", &i, &notice, by) == 3)
    if (i < m->results.n && notice >= 0 && notice <= NOTICED_TIME) {
      Judged *j = &m->results.at[i];
      m->done += (int)j->notice < 0;
      j->notice = (Notice)notice;
      snprintf(j->by, sizeof j->by, "%s", by + 1);
    }
}

/* A file of the same changes goes on; any other is not written over. */
static bool open_save(Mutate *m)
{
  const char *save = m->how->save;
  if (!save) return true;
  unsigned long mine = (unsigned long)list_hash(m), theirs = 0;
  FILE *f = fopen(save, "r");
  bool old = f, fine = !f || (fscanf(f, "regel mutate %lx\n", &theirs) == 1);
  if (f && fine && theirs == mine) read_saved(m, f);
  if (f) fclose(f);
  if (old && (!fine || theirs != mine)) {
    buf_printf(&m->why, "%s is of other changes; name another file", save);
    return fail(m, "save");
  }
  m->log = fopen(save, old ? "a" : "w");
  if (m->log && !old) fprintf(m->log, "regel mutate %lx\n", mine);
  if (m->log) return true;
  buf_printf(&m->why, "%s cannot be written", save);
  return fail(m, "files");
}

/* ---- trying -------------------------------------------------------------------------
 */

static void done(void *user, size_t i, const Judged *j)
{
  Mutate *m = user;
  size_t n = m->left.at[i];
  m->results.at[n] = *j;
  m->done++;
  if (m->log) {
    fprintf(m->log, "%zu %d -%s\n", n, (int)j->notice, j->by);
    fflush(m->log);
  }
  if (m->run->progress)
    m->run->progress(m->run->user, (int64_t)m->done, (int64_t)m->tried.n);
}

static bool run_left(Mutate *m, const Trial *trial)
{
  static const volatile int never = 0;
  VEC(const Mutant *) left = {0};
  for (size_t i = 0; i < m->tried.n; i++)
    if ((int)m->results.at[i].notice < 0) {
      vec_push(&m->left, i);
      vec_push(&left, m->tried.at[i]);
    }
  PoolPlan plan = {.trial = trial,
                   .unit = m->game.unit,
                   .mutants = left.at,
                   .count = left.n,
                   .jobs = m->run->jobs,
                   .seconds = m->how->seconds,
                   .stop = m->run->stop ? m->run->stop : &never,
                   .done = done,
                   .user = m};
  bool fine = pool_run(&plan);
  vec_free(&left);
  if (fine) return true;
  buf_add(&m->why, "no process can be started");
  return fail(m, "files");
}

static bool work(Mutate *m, const char *name)
{
  char why[200];
  if (!m->game.program) {
    buf_printf(&m->why, "%s does not compile: regel check says more", name);
    return fail(m, "source");
  }
  const Sources *s = &m->game.unit->sources;
  Trial trial = {m->parts.at, (int)m->parts.n, s->library.at, (int)s->library.n, 0};
  if (!mutant_baseline(&trial, why, sizeof why)) {
    buf_printf(&m->why, "%s: %s; mend that first", name, why);
    return fail(m, "tests");
  }
  mutants_list(m->game.unit, m->arena, &m->list);
  choose(m);
  read_all_equal(m);
  return open_save(m) && run_left(m, &trial);
}

/* ---- telling ------------------------------------------------------------------------
 */

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

static void put_mutant(const Mutate *m, Json *j, size_t i)
{
  const Mutant *x = m->tried.at[i];
  const Source *f = source_of(m, x);
  Buf was = {0}, line = {0}, edit = {0};
  put_was(m, x, &was);
  put_edit(m, x, &edit);
  put_line(m, x, &line);
  json_open(j, '{');
  json_key_text(j, "sort", mutation_name(x->sort));
  json_key_place(j, "place", f->path, x->line,
                 (int)(x->from - f->lines.at[x->line - 1]) + 1, 0);
  json_key_text(j, "citation", x->citation);
  json_key_text(j, "was", buf_text(&was));
  json_key_text(j, "write", x->write);
  json_key_text(j, "edit", buf_text(&edit));
  json_key_text(j, "line", buf_text(&line));
  if (m->equal.at[i]) json_key_text(j, "equivalent", m->equal.at[i]);
  json_close(j, '}');
  buf_free(&was);
  buf_free(&line);
  buf_free(&edit);
}

static void put_report(const Mutate *m, Json *j, const char *name)
{
  Counts c = count(m);
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "game", name);
  json_key_int(j, "changes", (int64_t)m->list.n);
  json_key_int(j, "chosen", (int64_t)m->tried.n);
  json_key_int(j, "tried", (int64_t)(m->tried.n - c.open));
  json_key_int(j, "compiler", (int64_t)c.by[NOTICED_COMPILER]);
  json_key_int(j, "test", (int64_t)c.by[NOTICED_TEST]);
  json_key_int(j, "check", (int64_t)c.by[NOTICED_CHECK]);
  json_key_int(j, "time", (int64_t)c.by[NOTICED_TIME]);
  json_key_int(j, "nobody", (int64_t)c.by[NOTICED_NOT]);
  json_key_int(j, "equivalent", (int64_t)c.equal);
  json_key_real(j, "score", score(&c));
  json_key_open(j, "unnoticed", '[');
  for (size_t i = 0; i < m->tried.n; i++)
    if (m->results.at[i].notice == NOTICED_NOT && (m->how->all || !m->equal.at[i]))
      put_mutant(m, j, i);
  json_close(j, ']');
}

static void mutate_free(Mutate *m)
{
  if (m->log) fclose(m->log);
  wanted_part_free(&m->game);
  for (size_t i = 0; i < m->parts.n; i++) vec_free(&m->parts.at[i].packs);
  vec_free(&m->parts);
  vec_free(&m->list);
  vec_free(&m->tried);
  vec_free(&m->results);
  vec_free(&m->equal);
  vec_free(&m->left);
  buf_free(&m->why);
  arena_free(m->arena);
}

regel_data *regel_mutate(const regel_library *library, const char *name,
                         const char *const *packs, const regel_mutation *how,
                         const regel_run *run)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Mutate m = {.library = library, .how = how, .run = run, .arena = arena_new()};
  Sources s;
  Wanted w;
  sources_init(&s, m.arena);
  api_wanted(&w, library, &s, name, packs);
  m.wanted = &w;
  const WantedHow wish = {prepare, &m, true, false};
  if (w.path) wanted_each_part(&w, &wish, wanted_is_file(name), keep_part, &m);
  json_open(&j, '{');
  if (w.path && work(&m, name)) put_report(&m, &j, name);
  if (!w.path) json_key_text(&j, "wrong", "name");
  else if (m.wrong) json_key_text(&j, "wrong", m.wrong);
  if (m.wrong) json_key_text(&j, "why", buf_text(&m.why));
  json_close(&j, '}');
  wanted_free(&w);
  sources_free(&s);
  mutate_free(&m);
  return api_data(arena, &j);
}
