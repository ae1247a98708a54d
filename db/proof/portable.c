/* The text is made of lines "WORD VALUE"; texts stand in quotation marks with \n, \" and
 * \\ in them.  The sources of the rules come last, each with its size in bytes, and then
 * the seal of everything before it. */
#include "db/proof/portable.h"
#include "db/replay.h"
#include "db/store.h"
#include "interp/code/compile.h"
#include "interp/rules/packs.h"
#include "interp/rules/settings.h"
#include "interp/text/label.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Version 2 knows seeds of 128 bits and chance that people gave, and its chance must come
 * from its seed; what earlier versions wrote is read, too. */
static const char *const heads[] = {"regel game 1\n", "regel game 2\n"};
enum { HEAD = sizeof "regel game 1\n" - 1 };

/* ---- writing -------------------------------------------------------------------- */

static void put_quoted(Buf *b, const char *s)
{
  buf_char(b, '"');
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') buf_printf(b, "\\%c", *s);
    else if (*s == '\n') buf_add(b, "\\n");
    else buf_char(b, *s);
  }
  buf_char(b, '"');
}

static void put_label(Buf *b, Vm *vm, const char *const *names, int answer)
{
  View v = view_new(vm, VIEW_ALL, names, NULL);
  Buf label = {0};
  label_option(&v, &label, answer);
  put_quoted(b, buf_text(&label));
  buf_free(&label);
}

/* Where a source lay, as far as `use` needs to know it and no further. */
static const char *short_path(const char *path, const char *main)
{
  const char *best = NULL, *roots[] = {"scenarios/", "cards/"};
  for (int i = 0; i < 2; i++)
    for (const char *s = path; (s = strstr(s, roots[i])); s++)
      if ((s == path || s[-1] == '/') && (!best || s > best)) best = s;
  if (best) return best;
  const char *slash = strrchr(main, '/');
  size_t folder = slash ? (size_t)(slash - main) + 1 : 0;
  if (!strncmp(path, main, folder)) return path + folder;
  slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* A pack may have lain anywhere; in a text it lies under its name. */
static const char *pack_path(Arena *a, const PackList *packs, const Program *p, int file)
{
  INVARIANT(p && p->header);
  const char *path = program_string(p, p->files[file].path);
  for (size_t i = packs->n; i-- > 0;) {
    const char *main = program_string(p, p->files[packs->at[i].file].path),
               *slash = strrchr(main, '/');
    size_t folder = slash ? (size_t)(slash - main) + 1 : 0;
    if (file >= packs->at[i].file && !strncmp(path, main, folder))
      return arena_printf(a, "packs/%s/%s", packs->at[i].name, path + folder);
  }
  return NULL;
}

static void put_rules(Buf *b, const Program *p)
{
  INVARIANT(p->n_files > 0); /* the first one is that of the game */
  const char *main = program_string(p, p->files[0].path);
  PackList packs = {0};
  Arena *a = arena_new();
  packs_read(a, p, &packs);
  for (int i = 0; i < p->n_files; i++) {
    const char *path = pack_path(a, &packs, p, i);
    buf_add(b, "file ");
    put_quoted(b, path ? path : short_path(program_string(p, p->files[i].path), main));
    buf_printf(b, " %d\n", p->files[i].size);
    buf_addn(b, program_string(p, p->files[i].text), (size_t)p->files[i].size);
    buf_char(b, '\n');
  }
  packs_free(&packs);
  arena_free(a);
}

static void put_setup(Buf *b, const StoredGame *g, const Program *p)
{
  INVARIANT(g->seats > 0 && g->seats <= MAX_PLAYERS && g->settings);
  char hex[2 * SEAL_BYTES + 1];
  Seal rules = seal_rules(p);
  seal_hex(&rules, hex);
  buf_printf(b, "%sruleset %s\nsources %s\nbegun %lld\n", heads[g->committed],
             program_string(p, p->header->name), hex, (long long)g->begun);
  if (g->secret.set) {
    char secret[SECRET_DIGITS + 1];
    secret_write(&g->secret, secret);
    buf_printf(b, "secret %s\nsettings ", secret);
  } else {
    buf_printf(b, "seed %llu\nsettings ", (unsigned long long)g->seed);
  }
  put_quoted(b, g->settings);
  buf_char(b, '\n');
  for (int i = 0; i < g->seats; i++) {
    buf_add(b, "seat ");
    put_quoted(b, g->names[i] ? g->names[i] : "");
    buf_char(b, ' ');
    put_quoted(b, g->taken[i]);
    buf_char(b, '\n');
  }
  buf_printf(b, "start %016llx\n", (unsigned long long)g->start);
}

/* "step SEAT ANSWER AFTER STATE LABEL"; seat 0 is chance, -1 chance that people gave. */
static bool put_steps(Buf *b, const StoredGame *g, Vm *vm)
{
  Replay r;
  replay_open(&r, vm, g, true);
  for (const StoredStep *s; (s = replay_peek(&r));) {
    int seat = s->seat == NONE ? 0 : s->seat == GIVEN ? -1 : s->seat + 1;
    buf_printf(b, "step %d %d %lld %016llx ", seat, s->answer, (long long)s->after,
               (unsigned long long)s->state);
    if (vm_outcome(vm, s->answer) >= 0) put_label(b, vm, g->names, s->answer);
    else put_quoted(b, "");
    buf_char(b, '\n');
    if (!replay_step(&r)) break;
  }
  bool fine = !r.fault;
  replay_close(&r);
  return fine;
}

static void put_seal(Buf *b)
{
  char hex[2 * SEAL_BYTES + 1];
  Sealing *s = seal_begin("portable game");
  seal_bytes(s, buf_text(b), b->n);
  Seal seal = seal_end(s);
  seal_hex(&seal, hex);
  buf_printf(b, "seal %s\n", hex);
}

bool portable_write(const StoredGame *g, Vm *vm, Buf *b)
{
  INVARIANT(g && vm && b);
  const Program *p = vm_program(vm);
  put_setup(b, g, p);
  if (!put_steps(b, g, vm)) return false;
  if (g->over) {
    buf_printf(b, "end %u ", g->winners);
    put_quoted(b, g->reason);
    buf_char(b, ' ');
    put_quoted(b, g->error);
    buf_char(b, '\n');
  }
  put_rules(b, p);
  put_seal(b);
  return true;
}

/* ---- reading -------------------------------------------------------------------- */

typedef struct Reader {
  const char *at, *end; /* the text without its seal */
  long line;
  Buf *why;
  bool bad;
  Portable *to;
  Unit *unit;
  char rules[2 * SEAL_BYTES + 1], ruleset[128];
  bool by_code; /* exported when rules were known by their code */
  const char *main;
  VEC(const char *) labels; /* of the steps, as quoted in the text */
} Reader;

static void wrong(Reader *r, const char *what)
{
  if (r->bad) return;
  r->bad = true;
  buf_printf(r->why, "line %ld: %s", r->line, what);
}

static void skip(Reader *r)
{
  while (r->at < r->end && *r->at == ' ') r->at++;
}

/* The next word of the line, up to a space; "" at its end. */
static const char *word(Reader *r)
{
  skip(r);
  const char *s = r->at;
  while (r->at < r->end && *r->at != ' ' && *r->at != '\n') r->at++;
  return arena_strndup(r->to->game.arena, s, (size_t)(r->at - s));
}

static long long number(Reader *r, long long low, long long high)
{
  char *end;
  const char *s = word(r);
  errno = 0;
  long long n = strtoll(s, &end, 10);
  if (end == s || *end || errno || n < low || n > high) {
    wrong(r, "a number is expected");
    return low;
  }
  return n;
}

static uint64_t unsigned_number(Reader *r, int base)
{
  char *end;
  const char *s = word(r);
  errno = 0;
  unsigned long long n = strtoull(s, &end, base);
  if (end == s || *end || errno || *s == '-') wrong(r, "a number is expected");
  return n;
}

static const char *quoted(Reader *r)
{
  Buf b = {0};
  skip(r);
  if (r->at == r->end || *r->at != '"') {
    wrong(r, "a text in quotation marks is expected");
    return "";
  }
  for (r->at++; r->at < r->end && *r->at != '"' && *r->at != '\n'; r->at++) {
    if (*r->at == '\\' && r->at + 1 < r->end) {
      r->at++;
      buf_char(&b, *r->at == 'n' ? '\n' : *r->at);
    } else {
      buf_char(&b, *r->at);
    }
  }
  if (r->at == r->end || *r->at != '"') wrong(r, "a quotation mark is missing");
  else r->at++;
  const char *s = arena_strdup(r->to->game.arena, buf_text(&b));
  buf_free(&b);
  return s;
}

static void line_end(Reader *r)
{
  if (r->bad) return;
  if (r->at < r->end && *r->at == '\n') r->at++, r->line++;
  else wrong(r, "there is more on this line than belongs there");
}

static void read_seat(Reader *r)
{
  StoredGame *g = &r->to->game;
  if (g->seats == MAX_PLAYERS) {
    wrong(r, "there are too many seats");
    return;
  }
  const char *name = quoted(r);
  g->names[g->seats] = *name ? name : NULL;
  g->taken[g->seats++] = quoted(r);
}

static void read_secret(Reader *r)
{
  if (!secret_read(&r->to->game.secret, word(r)))
    wrong(r, "a seed of 32 hexadecimal digits is expected");
}

static void read_step(Reader *r)
{
  StoredGame *g = &r->to->game;
  StoredStep s = {0};
  long long seat = number(r, g->committed ? -1 : 0, MAX_PLAYERS);
  s.seat = !seat ? NONE : seat < 0 ? GIVEN : (int32_t)seat - 1;
  s.answer = (int32_t)number(r, -(long long)g->steps.n, INT32_MAX);
  s.after = number(r, 0, INT64_MAX / 2);
  s.state = unsigned_number(r, 16);
  skip(r);
  const char *label = r->at;
  quoted(r);
  vec_push(&r->labels,
           arena_strndup(g->arena, label, r->bad ? 0 : (size_t)(r->at - label)));
  vec_push(&g->steps, s);
  INVARIANT(r->labels.n == g->steps.n);
}

static void read_file(Reader *r)
{
  const char *path = quoted(r);
  long long size = number(r, 0, MAX_FILE_BYTES);
  line_end(r);
  if (r->bad) return;
  if (size >= r->end - r->at) {
    wrong(r, "the text ends inside a file of the rules");
    return;
  }
  sources_keep(&r->unit->sources, path, r->at, (size_t)size);
  if (!r->main) r->main = path;
  for (long long i = 0; i < size; i++) r->line += r->at[i] == '\n';
  r->at += size;
}

static void read_line(Reader *r)
{
  StoredGame *g = &r->to->game;
  const char *what = word(r);
  if (!strcmp(what, "ruleset")) snprintf(r->ruleset, sizeof r->ruleset, "%s", word(r));
  else if (!strcmp(what, "sources")) snprintf(r->rules, sizeof r->rules, "%s", word(r));
  else if (!strcmp(what, "rules")) { /* by the code of that time: nobody can tell today */
    r->by_code = true;
    word(r);
  } else if (!strcmp(what, "begun")) g->begun = number(r, 1, INT64_MAX / 2);
  else if (!strcmp(what, "seed")) g->seed = unsigned_number(r, 10);
  else if (!strcmp(what, "secret") && g->committed) read_secret(r);
  else if (!strcmp(what, "settings")) g->settings = quoted(r);
  else if (!strcmp(what, "seat")) read_seat(r);
  else if (!strcmp(what, "start")) g->start = unsigned_number(r, 16);
  else if (!strcmp(what, "step")) read_step(r);
  else if (!strcmp(what, "file")) read_file(r);
  else if (!strcmp(what, "end")) {
    g->over = true;
    g->winners = (uint32_t)number(r, 0, (1ll << MAX_PLAYERS) - 1);
    g->reason = quoted(r);
    g->error = quoted(r);
  } else {
    wrong(r, "this line begins with no known word");
  }
  line_end(r);
}

/* The seal is the last line; nothing else is looked at unless it fits. */
static bool read_seal(const char *text, size_t size, size_t *content, Buf *why)
{
  const size_t line = sizeof "seal \n" - 1 + 2 * SEAL_BYTES;
  if (size < HEAD || (memcmp(text, heads[0], HEAD) && memcmp(text, heads[1], HEAD))) {
    buf_add(why, "this is no exported game: its first line must be \"regel game 1\" or "
                 "\"regel game 2\"");
    return false;
  }
  Buf b = {0};
  *content = size > line ? size - line : 0;
  buf_addn(&b, text, *content);
  put_seal(&b);
  bool same = b.n == size && !memcmp(buf_text(&b), text, size);
  buf_free(&b);
  if (!same)
    buf_add(why, "the seal does not fit: the file was changed or cut off on its way");
  return same;
}

static bool read_rules(Reader *r)
{
  Seal should;
  if (r->bad) return false;
  if (!r->main) {
    wrong(r, "there are no rules in it");
    return false;
  }
  if (unit_parse_kept(r->unit, r->main)) r->to->program = compile(r->unit);
  if (!r->to->program) {
    wrong(r, "its rules do not compile with this version of regel");
    return false;
  }
  /* Every step is played, so what is not theirs shows in any case. */
  Seal is = seal_rules(r->to->program);
  if (!r->by_code &&
      (!seal_from_hex(r->rules, &should) || memcmp(should.at, is.at, SEAL_BYTES)))
    wrong(r, "its rules are not those that were played");
  return !r->bad;
}

/* Plays it: every answer must be called as the text calls it and lead where it says. */
static bool verify(Reader *r)
{
  StoredGame *g = &r->to->game;
  Vm *vm = vm_new(r->to->program);
  Replay play;
  r->line = 0;
  replay_open(&play, vm, g, true);
  for (const StoredStep *s; !r->bad && (s = replay_peek(&play));) {
    Buf label = {0};
    if (vm_outcome(vm, s->answer) >= 0) put_label(&label, vm, g->names, s->answer);
    else put_quoted(&label, "");
    INVARIANT(play.at < r->labels.n);
    bool same = !strcmp(buf_text(&label), r->labels.at[play.at]);
    if (!same) {
      r->bad = true;
      buf_printf(r->why, "step %zu is called %s in the text, but by the rules it is %s",
                 play.at + 1, r->labels.at[play.at], buf_text(&label));
    }
    buf_free(&label);
    size_t at = play.at, strange = play.strange;
    if (!replay_step(&play)) break;
    /* Of before games were bound to their seeds: what does not come from it was given. */
    if (play.strange > strange) g->steps.at[at].seat = GIVEN;
  }
  r->to->proof = (CheckProof){play.chances, play.given, play.strange};
  ReplayFault fault = r->bad ? REPLAY_FINE : replay_rest(&play);
  if (fault) {
    r->bad = true;
    buf_printf(r->why, "step %zu: %s", play.at, replay_fault_text(fault));
  }
  replay_close(&play);
  vm_free(vm);
  return !r->bad;
}

static void portable_new(Portable *p)
{
  memset(p, 0, sizeof *p);
  p->game.arena = arena_new();
  p->game.origin = "import";
  p->game.settings = p->game.reason = p->game.error = "";
}

/* Reads what stands before the seal, and plays it by its rules with or without their
 * tests. */
static bool read_with(const char *text, size_t content, Portable *p, bool tests, Buf *why)
{
  p->game.committed = !memcmp(text, heads[1], HEAD);
  Arena *arena = arena_new();
  Reader r = {.at = text + HEAD,
              .end = text + content,
              .line = 2,
              .why = why,
              .to = p,
              .unit = unit_new(arena)};
  r.unit->tests = tests;
  while (r.at < r.end && !r.bad) read_line(&r);
  p->game.commitment = stored_commitment(p->game.seed, &p->game.secret);
  bool ok = read_rules(&r) && verify(&r);
  unit_free(r.unit);
  arena_free(arena);
  vec_free(&r.labels);
  return ok;
}

/* Tests are code, too, so rules that were opened with theirs play by another program of
 * the same sources: the one that leads to the states of the text is the one. */
bool portable_read(const char *text, size_t size, Portable *p, Buf *why)
{
  INVARIANT(text && p && why);
  size_t content;
  portable_new(p);
  if (!read_seal(text, size, &content, why)) return false;
  if (read_with(text, content, p, false, why)) return true;
  if (!p->program) return false; /* they do not compile, and will not with tests */
  Buf other = {0};
  portable_free(p);
  portable_new(p);
  bool ok = read_with(text, content, p, true, &other);
  if (ok) buf_clear(why);
  buf_free(&other);
  return ok;
}

void portable_free(Portable *p)
{
  if (p->program) program_free(p->program);
  if (p->game.arena) stored_free(&p->game);
  memset(p, 0, sizeof *p);
}

/* ---- storing -------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
  return !strcmp(a ? a : "", b ? b : "");
}

/* Who said where chance came from is no difference between two records of one game. */
static int32_t whose(int32_t seat) { return seat == GIVEN ? NONE : seat; }

static bool same_steps(const StoredGame *a, const StoredGame *b)
{
  INVARIANT(a && a->seats >= 0 && a->seats <= MAX_PLAYERS);
  INVARIANT(b && b->seats >= 0 && b->seats <= MAX_PLAYERS);
  if (a->steps.n != b->steps.n) return false;
  for (size_t i = 0; i < a->steps.n; i++) {
    const StoredStep *s = &a->steps.at[i], *t = &b->steps.at[i];
    if (whose(s->seat) != whose(t->seat) || s->answer != t->answer ||
        s->after != t->after || s->state != t->state)
      return false;
  }
  return true;
}

/* Is it the same game, wherever it came from?  Everything that is told about it counts.
 */
static bool same_game(const StoredGame *a, const StoredGame *b)
{
  bool same = a->seats == b->seats && a->begun == b->begun && a->start == b->start &&
              a->seed == b->seed && a->secret.set == b->secret.set &&
              !memcmp(a->secret.key, b->secret.key, sizeof a->secret.key) &&
              same_text(a->settings, b->settings) && a->over == b->over &&
              a->winners == b->winners && same_text(a->reason, b->reason) &&
              same_text(a->error, b->error);
  for (int i = 0; same && i < a->seats; i++)
    same = same_text(a->names[i], b->names[i]) && same_text(a->taken[i], b->taken[i]);
  return same && same_steps(a, b);
}

/* The same game, or 0; *like is the last other one that began at the same moment. */
static int64_t find_game(Db *db, const Portable *p, int64_t ruleset, int64_t *like)
{
  VEC(int64_t) ids = {0};
  int64_t found = 0;
  Query *q =
      sql_query(db, "SELECT id FROM games WHERE ruleset = ? AND begun = ? AND start = ?");
  sql_put_int(q, 1, ruleset);
  sql_put_int(q, 2, p->game.begun);
  sql_put_int(q, 3, (int64_t)p->game.start);
  while (sql_next(q)) vec_push(&ids, sql_int(q, 0));
  sql_done(q);
  for (size_t i = 0; i < ids.n && !found && !sql_fault(db); i++) {
    StoredGame g;
    if (stored_load(db, ids.at[i], &g)) {
      if (same_game(&p->game, &g)) found = g.id;
      else *like = g.id;
    }
    stored_free(&g);
  }
  vec_free(&ids);
  return found;
}

static bool store_all(Db *db, const Portable *p, Record *r, const int32_t *options)
{
  const StoredGame *g = &p->game;
  Vm *vm = vm_new(p->program);
  Replay play;
  INVARIANT(p->program && g->seats > 0);
  NewGame new = {.program = p->program,
                 .origin = "import",
                 .seats = g->seats,
                 .names = g->names,
                 .taken = g->taken,
                 .seed = g->seed,
                 .secret = g->secret,
                 .options = options,
                 .start = g->start,
                 .begun = g->begun};
  bool ok = record_begin(r, db, &new);
  for (size_t i = 0; ok && i < g->steps.n; i++) {
    const StoredStep *s = &g->steps.at[i];
    ok = record_step_at(r, s->seat, s->answer, s->state, s->after);
  }
  if (ok && g->over) {
    replay_open(&play, vm, g, false);
    replay_rest(&play);
    replay_close(&play);
    ok = record_end(r, vm);
  }
  vm_free(vm);
  return ok;
}

int64_t portable_store(Db *db, const Portable *p, bool *known, int64_t *like)
{
  INVARIANT(db && p && known);
  Record r = {0};
  Buf why = {0};
  int32_t *options = settings_new(p->program);
  *known = false;
  *like = 0;
  settings_read(p->program, options, p->game.settings, &why);
  if (sql_begin(db)) {
    int64_t id = find_game(db, p, store_ruleset(db, p->program), like);
    *known = id != 0;
    if (id) r.game = id;
    else store_all(db, p, &r, options);
    sql_commit(db);
  }
  free(options);
  buf_free(&why);
  return sql_fault(db) ? 0 : r.game;
}
