/* regel trace: which rows of the rules ledger a ruleset implements and tests. */
#include "interp/cmd/game.h"
#include "interp/base/json.h"
#include "interp/find/ledger.h"
#include "interp/rules/load.h"
#include "interp/rules/packs.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

/* One citation of the ruleset, kept beyond its program. */
typedef struct Cite {
  const char *id, *place, *what;
  const char *file; /* NULL: no place is known */
  int line, column;
  int use; /* CiteUse */
} Cite;

typedef struct Row {
  const LedgerRow *row;
  int rules, tests;
  const char *reason; /* why there is nothing to implement, or NULL */
  bool cited, tested, missing, untested;
} Row;

typedef struct Trace {
  Cli *cli;
  Arena *arena;
  const char *game, *ledger_name, *path;
  Sources library; /* its folders */
  Args pack_paths;
  VEC(Cite) cites;
  PackList packs;
  Ledgers ledgers;
  const Ledger *own; /* of the game, or of the pack that is looked at */
  VEC(Row) rows;
  int cited, tested, missing, untested, explained, unknown;
  int code;
} Trace;

/* ---- what the ruleset cites ----------------------------------------------------- */

typedef VEC(size_t) Owns; /* rows of Trace.ledgers */

static bool known_cite(const Trace *t, const Cite *c)
{
  for (size_t i = 0; i < t->cites.n; i++) {
    const Cite *k = &t->cites.at[i];
    if (k->use == c->use && !strcmp(k->id, c->id) && !strcmp(k->place, c->place))
      return true;
  }
  return false;
}

static void keep_cites(Trace *t, const Program *p)
{
  for (int i = 0; i < p->n_cites; i++) {
    const PCite *from = &p->cites[i];
    const PLoc *l = place_of_row(p, from->loc);
    Buf place = {0};
    if (l) place_name(p, &place, l);
    Cite c = {.id = arena_strdup(t->arena, program_string(p, from->id)),
              .place = arena_strdup(t->arena, buf_text(&place)),
              .what = arena_strdup(t->arena, program_string(p, from->what)),
              .use = from->use};
    if (l) {
      c.file = arena_strdup(t->arena, program_string(p, p->files[l->file].path));
      c.line = l->line, c.column = l->col;
    }
    if (!known_cite(t, &c))
      vec_push(&t->cites, c); /* files of tests use the game again */
    buf_free(&place);
  }
}

static void read_part(void *user, Game *g, bool extra)
{
  Trace *t = user;
  diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, t->cli->color_err,
              SEV_ERROR);
  if (!g->program) {
    cli_error(t->cli, "%s does not compile", g->path);
    t->code = g->readable ? CODE_SOURCE : CODE_IO;
  } else {
    const Program *p = g->program;
    keep_cites(t, p);
    if (!extra) {
      t->game = arena_strdup(t->arena, program_string(p, p->header->name));
      if (p->header->ledger >= 0)
        t->ledger_name = arena_strdup(t->arena, program_string(p, p->header->ledger));
      packs_read(t->arena, p, &t->packs);
      for (size_t i = 0; i < t->packs.n; i++) /* beyond the program */
        vec_push(&t->pack_paths,
                 arena_strdup(t->arena,
                              program_string(p, p->files[t->packs.at[i].file].path)));
      t->path = arena_strdup(t->arena, g->path);
      for (size_t i = 0; i < g->unit->sources.library.n; i++)
        vec_push(&t->library.library,
                 arena_strdup(t->arena, g->unit->sources.library.at[i]));
    }
  }
  game_close(g);
}

/* ---- the ledger ----------------------------------------------------------------- */

static int no_ledger(const Trace *t, const char *path, const char *what)
{
  cli_error(t->cli, "%s names no ledger: its %s line needs { ledger = \"FILE.md\" }",
            path, what);
  return CODE_NO;
}

/* Reads those that a line names.  Returns -1 or the code to exit with. */
static int read_ledgers(Trace *t, const char *names, const char *path)
{
  Buf missing = {0};
  bool found =
      ledgers_add(&t->ledgers, names, &t->library, load_folder(t->arena, path), &missing);
  if (!found)
    cli_error(t->cli, "the ledger \"%s\" is neither in docs/rules nor beside %s",
              buf_text(&missing), path);
  buf_free(&missing);
  return found ? -1 : CODE_IO;
}

/* Fills `own` with where the ledgers begin that have to be covered: that of the game, or
 * those of the packs that came along. */
static int find_ledgers(Trace *t, Owns *own)
{
  int code = -1;
  if (!t->packs.n && !t->ledger_name) return no_ledger(t, t->path, "game");
  if (!t->packs.n) vec_push(own, t->ledgers.list.n);
  if (t->ledger_name) code = read_ledgers(t, t->ledger_name, t->path);
  for (size_t i = 0; i < t->packs.n && code < 0; i++) {
    if (!t->packs.at[i].ledger) continue;
    vec_push(own, t->ledgers.list.n);
    code = read_ledgers(t, t->packs.at[i].ledger, t->pack_paths.at[i]);
  }
  return code >= 0 || own->n ? code : no_ledger(t, t->pack_paths.at[0], "pack");
}

static bool has_part(const char *id, const char *part)
{
  return strstr(id, part) != NULL;
}

static void judge(Trace *t, Row *r)
{
  const char *id = r->row->id;
  for (size_t i = 0; i < t->cites.n; i++) {
    const Cite *c = &t->cites.at[i];
    if (strcmp(c->id, id)) continue;
    if (c->use == CITES_RULE) r->rules++;
    else if (c->use == CITES_TEST) r->tests++;
    else r->reason = c->what;
  }
  /* Examples and checks are not rules: a test is all that they ask for. */
  bool example = has_part(id, "-EX-") || has_part(id, "-CHK-");
  /* What a box holds is counted by looking; a reading of an open question needs its test
   * like a rule. */
  bool needs_test = !example && !has_part(id, "-COMP-");
  r->cited = r->rules > 0 || (example && r->tests > 0);
  r->tested = r->tests > 0;
  r->missing = !r->cited && !r->reason;
  r->untested = r->rules > 0 && needs_test && !r->tested && !r->reason;
  t->cited += r->cited;
  t->tested += r->tested;
  t->missing += r->missing;
  t->untested += r->untested;
  t->explained += r->reason != NULL;
}

static bool is_unknown(const Trace *t, size_t i)
{
  if (ledgers_find(&t->ledgers, t->cites.at[i].id)) return false;
  for (size_t k = 0; k < i; k++)
    if (!strcmp(t->cites.at[k].id, t->cites.at[i].id)) return false;
  return true;
}

/* ---- output --------------------------------------------------------------------- */

static void json_at(Json *j, const Cite *c)
{
  json_open(j, '{');
  json_key_place(j, "place", c->file, c->line, c->column, 0);
  json_close(j, '}');
}

static void json_places(Json *j, const Trace *t, const char *key, const char *id, int use)
{
  json_key(j, key);
  json_open(j, '[');
  for (size_t i = 0; i < t->cites.n; i++)
    if (t->cites.at[i].use == use && !strcmp(t->cites.at[i].id, id))
      json_at(j, &t->cites.at[i]);
  json_close(j, ']');
}

static void json_row(Json *j, const Trace *t, const Row *r)
{
  json_open(j, '{');
  json_key(j, "id");
  json_text(j, r->row->id);
  json_key(j, "line");
  json_int(j, r->row->line);
  json_key(j, "text");
  json_text(j, r->row->text);
  if (r->reason) {
    json_key(j, "reason");
    json_text(j, r->reason);
  }
  json_places(j, t, "rules", r->row->id, CITES_RULE);
  json_places(j, t, "tests", r->row->id, CITES_TEST);
  json_close(j, '}');
}

typedef bool (*RowTest)(const Row *r);
static bool is_missing(const Row *r) { return r->missing; }
static bool is_untested(const Row *r) { return r->untested; }
static bool is_explained(const Row *r) { return r->reason != NULL; }
static bool is_any(const Row *r) { return r != NULL; }

static void json_list(Json *j, const Trace *t, const char *key, RowTest wanted)
{
  json_key(j, key);
  json_open(j, '[');
  for (size_t i = 0; i < t->rows.n; i++)
    if (wanted(&t->rows.at[i])) json_row(j, t, &t->rows.at[i]);
  json_close(j, ']');
}

static void json_unknown(Json *j, const Trace *t)
{
  json_key(j, "unknown");
  json_open(j, '[');
  for (size_t i = 0; i < t->cites.n; i++) {
    if (!is_unknown(t, i)) continue;
    json_open(j, '{');
    json_key(j, "id");
    json_text(j, t->cites.at[i].id);
    json_key_place(j, "place", t->cites.at[i].file, t->cites.at[i].line,
                   t->cites.at[i].column, 0);
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* How many rows of another edition's ledger something here cites. */
static int cited_rows(const Trace *t, const Ledger *l)
{
  int n = 0;
  for (size_t i = 0; i < l->rows.n; i++) {
    bool cited = false;
    for (size_t k = 0; k < t->cites.n && !cited; k++)
      cited = !strcmp(t->cites.at[k].id, l->rows.at[i].id);
    n += cited;
  }
  return n;
}

static void json_others(Json *j, const Trace *t)
{
  json_key(j, "others");
  json_open(j, '[');
  for (size_t i = 0; i < t->ledgers.list.n; i++) {
    const Ledger *l = &t->ledgers.list.at[i];
    if (l == t->own) continue;
    json_open(j, '{');
    json_key(j, "ledger");
    json_text(j, l->path);
    json_key(j, "rows");
    json_int(j, (int64_t)l->rows.n);
    json_key(j, "cited");
    json_int(j, cited_rows(t, l));
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void print_json(const Trace *t, bool all)
{
  Json j = json_new(stdout);
  json_open(&j, '{');
  const struct {
    const char *key;
    int64_t n;
  } numbers[] = {{"schema", JSON_SCHEMA},
                 {"rows", (int64_t)t->rows.n},
                 {"cited", t->cited},
                 {"tested", t->tested}};
  for (int i = 0; i < 4; i++) {
    json_key(&j, numbers[i].key);
    json_int(&j, numbers[i].n);
    if (i) continue;
    json_key(&j, "game");
    json_text(&j, t->game);
    json_key(&j, "ledger");
    json_text(&j, t->own->path);
  }
  json_list(&j, t, "missing", is_missing);
  json_list(&j, t, "untested", is_untested);
  json_list(&j, t, "explained", is_explained);
  json_unknown(&j, t);
  json_others(&j, t);
  if (all) json_list(&j, t, "all", is_any);
  json_close(&j, '}');
}

static void print_list(const Trace *t, const char *title, RowTest wanted, bool reason)
{
  Buf b = {0};
  for (size_t i = 0; i < t->rows.n; i++) {
    const Row *r = &t->rows.at[i];
    if (!wanted(r)) continue;
    if (!b.n) buf_printf(&b, "\n%s\n", title);
    Buf id = {0};
    buf_printf(&id, "  %-16s ", r->row->id);
    buf_add(&b, buf_text(&id));
    buf_wrap(&b, reason ? r->reason : r->row->text, (int)id.n, 19, 80);
    buf_char(&b, '\n');
    buf_free(&id);
  }
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static void print_human(const Trace *t, bool all)
{
  print_list(t, "Rows with nothing to implement:", is_explained, true);
  print_list(t, "Rows that nothing implements and nothing explains:", is_missing, false);
  print_list(t, "Rows that are implemented but not tested:", is_untested, false);
  bool title = false;
  for (size_t i = 0; i < t->cites.n; i++) {
    if (!is_unknown(t, i)) continue;
    if (!title) puts("\nCitations that no ledger has:");
    title = true;
    printf("  %-16s %s\n", t->cites.at[i].id, t->cites.at[i].place);
  }
  for (size_t i = 0; all && i < t->rows.n; i++) {
    const Row *r = &t->rows.at[i];
    printf("%s%-18s %d rules, %d tests\n", i ? "" : "\n", r->row->id, r->rules, r->tests);
    for (size_t k = 0; k < t->cites.n; k++)
      if (!strcmp(t->cites.at[k].id, r->row->id) && t->cites.at[k].use != CITES_OMIT)
        printf("    %s %s\n", t->cites.at[k].use == CITES_RULE ? "rule" : "test",
               t->cites.at[k].place);
  }
  printf("%s%s: %zu rows, %d cited, %d tested, %d explained, %d missing, %d untested, %d "
         "unknown\n",
         t->explained + t->missing + t->untested + t->unknown || all ? "\n" : "",
         t->own->path, t->rows.n, t->cited, t->tested, t->explained, t->missing,
         t->untested, t->unknown);
  for (size_t i = 0; i < t->ledgers.list.n && !t->packs.n; i++) {
    const Ledger *l = &t->ledgers.list.at[i];
    if (l == t->own) continue;
    printf("%s: %zu rows, %d cited here; the game whose own it is has to have them all\n",
           l->path, l->rows.n, cited_rows(t, l));
  }
}

/* One ledger, from its first row to the summary. */
static bool judge_all(Trace *t, const Ledger *own, bool json, bool all)
{
  t->own = own;
  t->rows.n = 0;
  t->cited = t->tested = t->missing = t->untested = t->explained = t->unknown = 0;
  for (size_t i = 0; i < own->rows.n; i++) {
    Row r = {.row = &own->rows.at[i]};
    judge(t, &r);
    vec_push(&t->rows, r);
  }
  for (size_t i = 0; i < t->cites.n; i++) t->unknown += is_unknown(t, i);
  if (json) print_json(t, all);
  else print_human(t, all);
  return !(t->missing + t->untested + t->unknown);
}

static int run(Trace *t, const char *name, bool json, bool all)
{
  int code = game_each_part(t->cli, name, read_part, t);
  if (code >= 0) return code;
  if (t->code) return t->code;
  Owns own = {0};
  code = find_ledgers(t, &own);
  bool fine = true;
  for (size_t k = 0; k < own.n && code < 0; k++)
    fine = judge_all(t, &t->ledgers.list.at[own.at[k]], json, all) && fine;
  vec_free(&own);
  return code >= 0 ? code : fine ? CODE_FINE : CODE_NO;
}

int cmd_trace(Cli *cli, int argc, char **argv)
{
  bool json = false, all = false;
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "all", OPT_FLAG, &all, NULL, "every row with the places of its rules and tests",
       0, 0, NULL},
      {0, "json", OPT_FLAG, &json, NULL, "one JSON object for other programs", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel trace scenarios/mygame",
      "trace [OPTION…] GAME",
      "Compares the citations of a ruleset with the rows of the rules ledger that it "
      "names:\n"
      "what is implemented, what is tested, what is explained away and what is missing.\n"
      "Exit code 1: a row is missing, untested, or cited but not in the ledger.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  Trace t = {.cli = cli};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) {
    t.arena = arena_new();
    code = run(&t, names.at[0], json, all);
    ledgers_free(&t.ledgers);
    vec_free(&t.cites);
    sources_free(&t.library);
    vec_free(&t.pack_paths);
    packs_free(&t.packs);
    vec_free(&t.rows);
    arena_free(t.arena);
  }
  vec_free(&names);
  return code;
}
