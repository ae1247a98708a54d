/* regel check: everything that is wrong with rulesets. */
#include "interp/cmd/author/check_fix.h"
#include "interp/cmd/game.h"
#include "interp/cmd/author/under.h"
#include "interp/rules/blame.h"
#include "interp/rules/load.h"
#include "interp/base/json.h"
#include "interp/find/find.h"
#include "interp/mend/mend.h"
#include "interp/prove/solver.h"
#include "interp/agree/lexica.h"
#include "interp/regel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Check {
  Cli *cli;
  int format; /* DiagFormat */
  bool notes, quiet, fix, prove;
  long time;    /* seconds for proofs */
  Fixes *fixes; /* they are collected, and nothing is printed; or NULL */
  bool some;    /* a diagnostic was printed: JSON needs a comma */
  Arena *arena;
  VEC(const char *) seen; /* files of this ruleset whose findings were told */
  int files, cards, errors, warnings, noted, accepted;
  int claims, refuted, undecided;       /* of claims */
  int always, not_always, maybe_always; /* the same of `always`, with --prove */
  bool compiled, unreadable, partial;   /* partial: something could not be parsed */
  const char *folder; /* of the main file, if it was found by a bare name; else NULL */
} Check;

static bool was_seen(const Check *c, const char *path)
{
  for (size_t i = 0; i < c->seen.n; i++)
    if (!strcmp(c->seen.at[i], path)) return true;
  return false;
}

/* A file of tests uses the game again; what is wrong there was told already. */
static void drop_told(const Check *c, Unit *u)
{
  Diags *d = &u->diags;
  size_t kept = 0;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->loc.file >= 0 && was_seen(c, u->sources.files.at[g->loc.file].path)) {
      Severity s = diag_severity(g->code);
      *(g->accepted        ? &d->accepted
        : s == SEV_ERROR   ? &d->errors
        : s == SEV_WARNING ? &d->warnings
                           : &d->notes) -= 1;
    } else {
      d->list.at[kept++] = *g;
    }
  }
  d->list.n = kept;
}

/* Cards are what has a name for players and lies in piles. */
static int count_cards(const Program *p)
{
  int n = 0;
  for (int i = 0; i < p->n_kinds; i++)
    if (p->kinds[i].text >= 0 && p->kinds[i].cells >= 0) n += p->kinds[i].count;
  return n;
}

static void print_diags(Check *c, Unit *u)
{
  Severity least = c->notes ? SEV_NOTE : SEV_WARNING;
  int shown = u->diags.errors + u->diags.warnings + (c->notes ? u->diags.notes : 0);
  bool data = c->format == DIAG_JSON || c->format == DIAG_SARIF;
  if (data)
    for (size_t i = 0; i < u->diags.list.n; i++) {
      const Diag *g = &u->diags.list.at[i];
      shown += g->accepted && diag_severity(g->code) >= least;
    }
  if (!shown) return;
  if (data && c->some) fputc(',', stdout);
  c->some = true;
  fflush(stdout);
  diags_print(data ? stdout : stderr, &u->diags, &u->sources, (DiagFormat)c->format,
              c->cli->color_err, least);
}

static void find_again_with(Unit *u, const Program *p) { find(u, p, NULL, 0); }

static void look_for_findings(Check *c, Game *g)
{
  Buf why = {0};
  Lexicon *words = lexica_open(&g->unit->sources, g->arena, "en", "lexicon", &why);
  if (!words) cli_error(c->cli, "texts are not compared with rules: %s", buf_text(&why));
  find(g->unit, g->program, words, c->prove ? (double)c->time : 0);
  blame_added(g->unit, find_again_with);
  find_settle(g->unit);
  if (words) lexicon_free(words);
  buf_free(&why);
}

/* Of all claims: those that are not true, and those that are neither proved nor refuted.
 */
static void count_claims(Check *c, const Unit *u)
{
  for (size_t i = 0; i < u->model->always.n; i++)
    *(u->model->always.at[i]->node->tag == N_CLAIM ? &c->claims : &c->always) += 1;
  for (size_t i = 0; i < u->diags.list.n; i++) {
    c->refuted += u->diags.list.at[i].code == DIAG_CLAIM_REFUTED;
    c->undecided += u->diags.list.at[i].code == DIAG_CLAIM_OPEN;
    c->not_always += u->diags.list.at[i].code == DIAG_ALWAYS_REFUTED;
    c->maybe_always += u->diags.list.at[i].code == DIAG_ALWAYS_OPEN;
  }
}

static void check_part(void *user, Game *g, bool extra)
{
  Check *c = user;
  if (!extra) c->folder = arena_strdup(c->arena, load_folder(c->arena, g->path));
  if (g->program && !extra) under_packs(c->cli, g);
  if (g->program) look_for_findings(c, g);
  else if (g->readable) mend(g->unit, 3);
  if (g->program && !extra) count_claims(c, g->unit);
  drop_told(c, g->unit);
  if (c->fixes) fixes_add(c->fixes, c->arena, g->unit);
  else print_diags(c, g->unit);
  for (size_t i = 0; i < g->unit->sources.files.n; i++) {
    const char *path = g->unit->sources.files.at[i].path;
    if (was_seen(c, path)) continue;
    vec_push(&c->seen, arena_strdup(c->arena, path));
    c->files++;
  }
  c->partial |= g->unit->diags.partial;
  c->errors += g->unit->diags.errors;
  c->warnings += g->unit->diags.warnings;
  c->noted += g->unit->diags.notes;
  c->accepted += g->unit->diags.accepted;
  if (!g->readable) c->unreadable = true;
  if (!g->program) c->compiled = false;
  else if (!extra) c->cards = count_cards(g->program);
  game_close(g);
}

static void put_count(FILE *out, int n, const char *what)
{
  fprintf(out, ", %d %s%s", n, what, n == 1 ? "" : "s");
}

static void summary(const Check *c, const char *name)
{
  if (c->quiet || c->format != DIAG_HUMAN) return;
  printf("%s: %d file%s", name, c->files, c->files == 1 ? "" : "s");
  if (c->folder && *c->folder) printf(" in %s", c->folder);
  if (c->cards) put_count(stdout, c->cards, "card");
  put_count(stdout, c->errors, "error");
  put_count(stdout, c->warnings, "warning");
  if (c->notes) put_count(stdout, c->noted, "note");
  if (c->accepted) printf(", %d accepted", c->accepted);
  if (c->claims)
    printf("; claims: %d proved, %d refuted, %d undecided",
           c->claims - c->refuted - c->undecided, c->refuted, c->undecided);
  if (c->prove && c->always)
    printf("; always: %d proved, %d refuted, %d undecided",
           c->always - c->not_always - c->maybe_always, c->not_always, c->maybe_always);
  putchar('\n');
  fflush(stdout);
}

/* Reads and checks all parts of a ruleset. */
static int check_parts(Check *c, const char *name)
{
  c->files = c->cards = c->errors = c->warnings = c->noted = c->accepted = 0;
  c->claims = c->refuted = c->undecided = 0;
  c->always = c->not_always = c->maybe_always = 0;
  c->compiled = true;
  c->unreadable = c->partial = false;
  c->seen.n = 0;
  return game_each_part(c->cli, name, check_part, c);
}

/* Makes certain edits as long as there are some: mending one mistake may show another. */
static int fix_one(Check *c, const char *name)
{
  enum { ROUNDS = 8 };
  Fixes f = {0};
  int code = -1, errors = -1;
  bool partial = true;
  for (int i = 0; i < ROUNDS && code < 0; i++) {
    c->fixes = &f;
    code = check_parts(c, name);
    c->fixes = NULL;
    /* What can be parsed again may show mistakes that could not be seen before. */
    bool worse = c->errors > errors && (c->partial || !partial);
    if (code < 0 && errors >= 0 && worse) {
      fixes_undo(&f);
      cli_error(c->cli, "%s: the edits did not help, and were taken back", name);
      break;
    }
    errors = c->errors;
    partial = c->partial;
    if (code >= 0 || !f.list.n) break;
    const char *failed = fixes_make(&f, c->arena);
    if (!failed) continue;
    cli_error(c->cli, "cannot change %s", failed);
    code = CODE_IO;
  }
  if (f.made && !c->quiet && c->format == DIAG_HUMAN)
    printf("%s: %d edit%s made\n", name, f.made, f.made == 1 ? "" : "s");
  fixes_free(&f);
  return code;
}

static int check_one(Check *c, const char *name)
{
  int code = c->fix && strcmp(name, "-") ? fix_one(c, name) : -1;
  if (code < 0) code = check_parts(c, name);
  if (code >= 0) return code;
  struct stat st;
  if (!stat(name, &st) || !strcmp(name, "-")) c->folder = NULL; /* it says so itself */
  summary(c, name);
  if (c->unreadable) return CODE_IO;
  if (!c->compiled || c->errors) return CODE_SOURCE;
  return c->warnings ? CODE_NO : CODE_FINE;
}

static void print_head(const Check *c)
{
  if (c->format == DIAG_JSON) fputs("{\n  \"schema\": 2,\n  \"diagnostics\": [", stdout);
  if (c->format != DIAG_SARIF) return;
  printf("{\n  \"version\": \"2.1.0\",\n  \"runs\": [{\n    \"tool\": {\"driver\": "
         "{\"name\": "
         "\"regel\", \"version\": \"%s\", \"rules\": [",
         REGEL_VERSION);
  sarif_rules(stdout);
  fputs("]}},\n    \"columnKind\": \"unicodeCodePoints\",\n    \"results\": [", stdout);
}

static void print_foot(const Check *c, int code)
{
  if (c->format == DIAG_JSON)
    printf("%s],\n  \"exit\": %d\n}\n", c->some ? "\n  " : "", code);
  else if (c->format == DIAG_SARIF) printf("%s]\n  }]\n}\n", c->some ? "\n    " : "");
}

int cmd_check(Cli *cli, int argc, char **argv)
{
  Check c = {.cli = cli, .format = DIAG_HUMAN, .time = 30};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "format", OPT_CHOICE, &c.format, "human|short|json|sarif",
       "with source lines (the default), one line each for editors, JSON, or SARIF 2.1.0",
       0, 0, NULL},
      {0, "notes", OPT_FLAG, &c.notes, NULL, "tell what may be meant as it is, too", 0, 0,
       NULL},
      {0, "fix", OPT_FLAG, &c.fix, NULL,
       "make the edits that are certain in the files, and check what is left", 0, 0,
       NULL},
      {0, "prove", OPT_FLAG, &c.prove, NULL,
       "prove by induction what shall always hold, or find where it does not (needs z3)",
       0, 0, NULL},
      {0, "time", OPT_NUMBER, &c.time, "SECONDS", "for the proofs of one ruleset (30)", 1,
       86400, NULL},
      {'q', "quiet", OPT_FLAG, &c.quiet, NULL, "only what is wrong, no summary", 0, 0,
       NULL},
  };
  const Usage usage = {
      "regel check scenarios/mygame",
      "check [OPTION…] [PATH|NAME…]",
      "Reads rulesets and reports what is wrong: spelling, names, types, bounds, "
      "tables,\n"
      "options that tell secrets, citations, texts.  Without an argument: every ruleset\n"
      "of the library.  Exit code 0: nothing found, 1: warnings, 3: does not compile.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      0,
      -1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names), worst = CODE_FINE;
  if (code < 0 && c.prove) {
    Solver *s = solver_open(64);
    if (!s) cli_error(cli, "nothing is proved: the program z3 is not there (Debian: z3)");
    c.prove = s != NULL;
    solver_close(s);
  }
  if (code < 0) {
    c.arena = arena_new();
    game_names(&names, c.arena);
    print_head(&c);
    for (size_t i = 0; i < names.n; i++) {
      code = check_one(&c, names.at[i]);
      if (code > worst) worst = code;
    }
    print_foot(&c, worst);
    if (!names.n) {
      cli_error(cli, "there is no ruleset to check");
      worst = CODE_USAGE;
    }
    code = worst;
    vec_free(&c.seen);
    arena_free(c.arena);
  }
  vec_free(&names);
  return code;
}
