/* regel diff: two rulesets, files or stored versions, compared by what they mean. */
#include "interp/diff/diff.h"
#include "interp/cmd/archive.h"
#include "db/derived/against.h"
#include "db/listing.h"
#include "interp/cmd/interrupt.h"
#include "interp/find/prose.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FORMAT_TEXT, FORMAT_MARKDOWN };

typedef struct Side {
  const char *name; /* as it was given */
  Game game;
  DiffRules *rules;
} Side;

/* What stored games would become under the new rules. */
typedef struct Effect {
  int64_t games, changed, stopped;
  int64_t of_class[COMPARE_CLASSES];
} Effect;

typedef struct DiffRun {
  Cli *cli;
  bool tests, json, stat, impact, rows;
  int only, format;
  const char *file; /* of the database */
  const char *lang; /* in which texts are compared, too; or NULL */
  Archive archive;
  bool opened;
  Side side[DIFF_SIDES];
  Effect effect;
} DiffRun;

static int open_archive(DiffRun *r)
{
  if (r->opened) return -1;
  r->opened = true;
  int code = archive_open(r->cli, &r->archive, r->file, SQL_READ);
  return code < 0 ? -1 : CODE_IO; /* 1 would mean that something differs */
}

/* ---- the two sides -------------------------------------------------------------- */

/* "name:7": the digits behind the last colon, NULL if it is not of that form. */
static const char *version_of(const char *arg)
{
  const char *colon = strrchr(arg, ':');
  if (!colon || colon == arg || !colon[1]) return NULL;
  return strspn(colon + 1, "0123456789") == strlen(colon + 1) || !strcmp(colon, ":last")
             ? colon + 1
             : NULL;
}

/* The number of the ruleset that "game:ID" or "NAME:N" means; 0 after a message. */
static int64_t find_ruleset(DiffRun *r, const char *arg, const char *number)
{
  Db *db = r->archive.db;
  size_t n = (size_t)(number - arg) - 1;
  bool last = !strcmp(number, "last");
  long long id = last ? 0 : strtoll(number, NULL, 10);
  if (n == 4 && !strncmp(arg, "game", 4)) {
    int64_t found = listing_ruleset(db, last ? listing_last(db) : id);
    if (!found)
      opts_wrong(r->cli, "there is no stored game %s; regel games lists them", number);
    return found;
  }
  char name[MAX_NAME + 1];
  snprintf(name, sizeof name, "%.*s", (int)(n < MAX_NAME ? n : MAX_NAME), arg);
  int64_t found = last || id ? listing_version(db, name, id) : 0;
  if (!found && !sql_fault(db))
    opts_wrong(r->cli,
               "no ruleset %s called \"%s\" is stored; regel db query \"SELECT id, name "
               "FROM rulesets\" lists them",
               number, name);
  return found;
}

static int open_stored(DiffRun *r, Side *s, const char *number)
{
  int code = open_archive(r);
  if (code >= 0) return code;
  int64_t id = find_ruleset(r, s->name, number);
  if (sql_fault(r->archive.db)) return archive_fault(r->cli, &r->archive), CODE_IO;
  if (!id) return CODE_USAGE;
  Seal seal;
  Program *p = stored_program(r->archive.db, id, &seal);
  if (!p) return archive_fault(r->cli, &r->archive), CODE_IO;
  Game *g = &s->game;
  g->arena = arena_new();
  g->unit = unit_new(g->arena);
  g->unit->tests = r->tests;
  g->readable = diff_parse_stored(g->unit, p);
  program_free(p);
  return -1;
}

static int open_path(DiffRun *r, Side *s)
{
  return game_find_parse(r->cli, &s->game, s->name, r->tests) ? -1 : CODE_USAGE;
}

static int open_side(DiffRun *r, int which)
{
  Side *s = &r->side[which];
  struct stat st;
  const char *number = stat(s->name, &st) ? version_of(s->name) : NULL;
  int code = number ? open_stored(r, s, number) : open_path(r, s);
  if (code >= 0) return code;
  Game *g = &s->game;
  if (g->readable) s->rules = diff_rules(g->unit, &g->program);
  diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, r->cli->color_err,
              g->program ? SEV_ERROR : SEV_WARNING);
  if (g->program) return -1;
  if (!g->readable) return CODE_IO;
  cli_error(r->cli, "the %s rules, %s, do not compile", which == DIFF_OLD ? "old" : "new",
            s->name);
  return CODE_SOURCE;
}

/* ---- stored games --------------------------------------------------------------- */

static void take_game(void *user, int64_t game, const Comparison *c, int64_t all)
{
  Effect *e = user;
  bool seen[COMPARE_CLASSES] = {false};
  (void)game;
  (void)all;
  e->games++;
  e->changed += c->nfindings > 0;
  e->stopped += c->ending == COMPARE_STOPPED;
  for (int i = 0; i < c->nfindings; i++) {
    CompareClass k = c->findings[i].class;
    e->of_class[k] += !seen[k];
    seen[k] = true;
  }
}

static const char *old_ruleset(const DiffRun *r)
{
  const Program *p = r->side[DIFF_OLD].game.program;
  return program_string(p, p->header->name);
}

static int play_games(DiffRun *r)
{
  int code = open_archive(r);
  if (code >= 0) return code;
  const volatile int *stop = interrupt_watch();
  against_all(r->archive.db, old_ruleset(r), r->side[DIFF_NEW].game.program, stop,
              take_game, &r->effect);
  if (sql_fault(r->archive.db)) return archive_fault(r->cli, &r->archive), CODE_IO;
  return *stop ? CODE_INTERRUPTED : -1;
}

static void tell_effect(const DiffRun *r, Buf *b)
{
  const Effect *e = &r->effect;
  if (!e->games) {
    buf_printf(b, "no game of %s is stored\n", old_ruleset(r));
    return;
  }
  buf_printf(b, "%lld of %lld stored game%s of %s change%s under the new rules\n",
             (long long)e->changed, (long long)e->games, cli_plural(e->games),
             old_ruleset(r), e->changed == 1 ? "s" : "");
  for (int c = 0; c < COMPARE_CLASSES; c++)
    if (e->of_class[c])
      buf_printf(b, "  %-9s %5lld game%s\n", compare_class_name((CompareClass)c),
                 (long long)e->of_class[c], cli_plural(e->of_class[c]));
  if (e->stopped)
    buf_printf(b, "  %lld cannot be played to their end\n", (long long)e->stopped);
}

/* ---- JSON ----------------------------------------------------------------------- */

static void json_effect(const DiffRun *r, Json *j)
{
  json_key(j, "impact");
  json_open(j, '{');
  json_key(j, "games");
  json_int(j, r->effect.games);
  json_key(j, "changed");
  json_int(j, r->effect.changed);
  for (int c = 0; c < COMPARE_CLASSES; c++) {
    json_key(j, compare_class_name((CompareClass)c));
    json_int(j, r->effect.of_class[c]);
  }
  json_close(j, '}');
}

static void put_json(const DiffRun *r, const Diff *d)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "old", r->side[DIFF_OLD].name);
  json_key_text(&j, "new", r->side[DIFF_NEW].name);
  diff_json(&j, d, !r->stat);
  if (r->impact) json_effect(r, &j);
  json_close(&j, '}');
}

/* ---- rows of ledgers ------------------------------------------------------------ */

/* The ledger that a side has to implement; false after a message if it has none. */
static bool read_book(DiffRun *r, Side *s, Ledgers *all, DiffBook *book)
{
  Game *g = &s->game;
  Buf missing = {0};
  Sources library; /* what is stored brings its rules along, and no ledger */
  sources_init(&library, g->arena);
  load_library(&library);
  ledgers_of(all, g->arena, g->program, g->path ? &g->unit->sources : &library,
             g->path ? g->path : "", &missing);
  sources_free(&library);
  bool fine = !missing.n && all->list.n;
  if (missing.n)
    cli_error(r->cli, "%s: the ledger %s is not there", s->name, buf_text(&missing));
  else if (!fine) cli_error(r->cli, "%s names no ledger, so it has no rows", s->name);
  if (fine) {
    const Ledger *l = &all->list.at[0];
    const char *slash = strrchr(l->path, '/');
    DiffRow *rows = arena_alloc(g->arena, (l->rows.n + 1) * sizeof *rows);
    for (size_t i = 0; i < l->rows.n; i++)
      rows[i] = (DiffRow){l->rows.at[i].id, l->rows.at[i].text, l->rows.at[i].words};
    *book = (DiffBook){slash ? slash + 1 : l->path, rows, l->rows.n};
  }
  buf_free(&missing);
  return fine;
}

static int put_rows(DiffRun *r, const Diff *d)
{
  Ledgers all[DIFF_SIDES] = {{{0}}};
  DiffBook book[DIFF_SIDES];
  bool fine = true;
  for (int i = 0; i < DIFF_SIDES && fine; i++)
    fine = read_book(r, &r->side[i], &all[i], &book[i]);
  if (fine) {
    Buf b = {0};
    diff_tell_rows(d, book, &b, r->format == FORMAT_MARKDOWN);
    cli_page(r->cli, buf_text(&b));
    buf_free(&b);
  }
  for (int i = 0; i < DIFF_SIDES; i++) ledgers_free(&all[i]);
  return fine ? -1 : CODE_IO;
}

/* ---- the command ---------------------------------------------------------------- */

static void put_report(const DiffRun *r, const Diff *d)
{
  const DiffChange *list;
  Buf b = {0};
  if (r->format == FORMAT_MARKDOWN) {
    diff_tell_markdown(d, &b, r->side[DIFF_OLD].name, r->side[DIFF_NEW].name);
  } else {
    if (r->stat) diff_tell_counts(d, &b);
    else diff_tell(d, &b, r->cli->color_out);
    if (diff_changes(d, &list)) buf_char(&b, '\n');
    diff_tell_summary(d, &b);
  }
  if (r->impact) {
    if (r->format == FORMAT_MARKDOWN) buf_char(&b, '\n');
    tell_effect(r, &b);
  }
  cli_page(r->cli, buf_text(&b));
  buf_free(&b);
}

/* What players read of both in a language. */
static int add_shown(const DiffRun *r, Diff *d)
{
  LoadedLang lang[DIFF_SIDES] = {{0}};
  DiffShown shown[DIFF_SIDES];
  bool fine = true;
  for (int i = 0; i < DIFF_SIDES && fine; i++) {
    const Program *p = r->side[i].game.program;
    fine = load_lang(&lang[i], r->lang, p, NULL);
    shown[i] = (DiffShown){p, lang[i].lang};
    if (!fine) cli_error(r->cli, "%s is not there in \"%s\"", r->side[i].name, r->lang);
  }
  if (fine) diff_add_shown(d, shown);
  for (int i = 0; i < DIFF_SIDES; i++) load_lang_free(&lang[i]);
  return fine ? -1 : CODE_USAGE;
}

static int compare(DiffRun *r)
{
  static const unsigned about[] = {0, DIFF_ABOUT_TEXT, DIFF_ABOUT_RULE, DIFF_ABOUT_CARD,
                                   DIFF_ABOUT_NUMBER};
  const DiffWish wish = {r->tests, about[r->only]};
  const DiffChange *list;
  int code = r->impact ? play_games(r) : -1;
  if (code >= 0) return code;
  Diff *d = diff_new(r->side[DIFF_OLD].rules, r->side[DIFF_NEW].rules, wish);
  if (r->lang) code = add_shown(r, d);
  if (code >= 0) return diff_free(d), code;
  if (r->rows) code = put_rows(r, d);
  else if (r->json) put_json(r, d);
  else put_report(r, d);
  if (code < 0) code = diff_changes(d, &list) ? CODE_NO : CODE_FINE;
  diff_free(d);
  return code;
}

static int check_wishes(const DiffRun *r, const Args *names)
{
  if (!strcmp(names->at[0], "-") && !strcmp(names->at[1], "-"))
    return opts_wrong(r->cli, "only one side can be read from standard input");
  if (r->json && r->format == FORMAT_MARKDOWN)
    return opts_wrong(r->cli, "--json and --format=markdown contradict each other");
  if (r->rows && (r->json || r->stat || r->only || r->impact))
    return opts_wrong(r->cli, "--rows tells rows of ledgers: --format only goes with it");
  if (r->stat && r->format == FORMAT_MARKDOWN)
    return opts_wrong(r->cli, "--stat and --format=markdown contradict each other");
  return -1;
}

static int run(DiffRun *r, const Args *names)
{
  int code = check_wishes(r, names);
  for (int i = 0; i < DIFF_SIDES && code < 0; i++) {
    r->side[i].name = names->at[i];
    code = open_side(r, i);
  }
  if (code < 0) code = compare(r);
  for (int i = 0; i < DIFF_SIDES; i++)
    if (r->side[i].game.arena) game_close(&r->side[i].game);
  if (r->opened) archive_close(&r->archive);
  return code;
}

int cmd_diff(Cli *cli, int argc, char **argv)
{
  DiffRun r = {.cli = cli};
  const Opt opts[] = {
      {0, "only", OPT_CHOICE, &r.only, "all|texts|rules|cards|numbers",
       "only changes of wording, of how the game is played, of single things, or of "
       "nothing but numbers",
       0, 0, NULL},
      {0, "tests", OPT_FLAG, &r.tests, NULL, "compare tests, too", 0, 0, NULL},
      {0, "stat", OPT_FLAG, &r.stat, NULL, "only how many changes each group has", 0, 0,
       NULL},
      {0, "lang", OPT_TEXT, &r.lang, "LANG",
       "compare what players read in a language, too", 0, 0, NULL},
      {0, "rows", OPT_FLAG, &r.rows, NULL,
       "instead, every row of both ledgers: changed, in one of them, or the same rule", 0,
       0, NULL},
      {0, "format", OPT_CHOICE, &r.format, "text|markdown",
       "text, or an errata sheet in Markdown", 0, 0, NULL},
      {0, "json", OPT_FLAG, &r.json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
      {0, "impact", OPT_FLAG, &r.impact, NULL,
       "also plays the stored games of A under B and counts those that change", 0, 0,
       NULL},
      {0, "db", OPT_TEXT, &r.file, "FILE", DB_HELP, 0, 0, NULL},
  };
  const Usage usage = {
      "regel diff mygame:1 mygame",
      "diff A B [OPTION…]",
      "Compares two rulesets by what they mean: what B adds to A, removes, changes or\n"
      "renames.  Comments, layout, the split into files and an order without a meaning\n"
      "are no difference.  A and B are names, folders or files of rulesets, NAME:N for\n"
      "ruleset N of the database (NAME:last: the newest), or game:ID for the rules of a\n"
      "stored game.  Exit code 1: they differ.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      2,
      2,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&r, &names);
  vec_free(&names);
  return code;
}
