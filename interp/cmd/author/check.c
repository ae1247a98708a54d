/* regel check: everything that is wrong with rulesets. */
#include "interp/cmd/author/check_fix.h"
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

#include <string.h>
#include <sys/stat.h>

typedef struct Check {
  Cli *cli;
  int format; /* regel_format */
  bool notes, quiet, fix, prove;
  long time; /* seconds for proofs */
  bool some; /* a diagnostic was printed: JSON needs a comma */
  Arena *arena;
} Check;

/* ---- saying it --------------------------------------------------------------------- */

static bool is_data(const Check *c)
{
  return c->format == REGEL_JSON || c->format == REGEL_SARIF;
}

static void print_said(Check *c, const regel_data *r)
{
  const char *said = client_text(r, "said");
  if (*client_text(r, "uncompared"))
    cli_error(c->cli, "texts are not compared with rules: %s",
              client_text(r, "uncompared"));
  if (!*said) return;
  if (is_data(c) && c->some) fputc(',', stdout);
  c->some = true;
  fflush(stdout);
  fputs(said, is_data(c) ? stdout : stderr);
}

static void put_count(const regel_data *r, const char *key, const char *what)
{
  long long n = client_number(r, key);
  printf(", %lld %s%s", n, what, cli_plural(n));
}

static void put_tally(const char *what, const regel_data *t)
{
  long long refuted = client_number(t, "refuted"),
            undecided = client_number(t, "undecided");
  printf("; %s: %lld proved, %lld refuted, %lld undecided", what,
         client_number(t, "all") - refuted - undecided, refuted, undecided);
}

static void summary(const Check *c, const char *name, const regel_data *r)
{
  struct stat st;
  const char *folder = client_text(r, "folder");
  bool said = !stat(name, &st) || !strcmp(name, "-"); /* it says so itself */
  long long files = client_number(r, "files");
  if (c->quiet || c->format != REGEL_HUMAN) return;
  printf("%s: %lld file%s", name, files, cli_plural(files));
  if (!said && *folder) printf(" in %s", folder);
  if (client_number(r, "cards")) put_count(r, "cards", "card");
  put_count(r, "errors", "error");
  put_count(r, "warnings", "warning");
  if (c->notes) put_count(r, "notes", "note");
  if (client_number(r, "accepted"))
    printf(", %lld accepted", client_number(r, "accepted"));
  if (client_number(r, "claims.all")) put_tally("claims", regel_data_get(r, "claims"));
  if (c->prove && client_number(r, "always.all"))
    put_tally("always", regel_data_get(r, "always"));
  putchar('\n');
  fflush(stdout);
}

/* ---- one ruleset ------------------------------------------------------------------- */

static regel_data *look(const Check *c, const char *name)
{
  const regel_checking how = {(regel_format)c->format,
                              (c->notes ? REGEL_NOTES : 0) |
                                  (c->cli->color_err ? REGEL_COLOUR : 0),
                              c->prove ? c->time : 0};
  Args packs = {0};
  client_packs(c->cli, &packs);
  regel_data *r = regel_check_all(c->cli->library, name, packs.at, &how);
  vec_free(&packs);
  return r;
}

/* Makes certain edits as long as there are some: mending one mistake may show another. */
static int fix_one(Check *c, const char *name)
{
  enum { ROUNDS = 8 };
  Fixes f = {0};
  long long errors = -1;
  bool partial = true, going = true;
  int code = -1;
  for (int i = 0; i < ROUNDS && going; i++) {
    regel_data *r = look(c, name);
    long long now = client_number(r, "errors");
    /* What can be parsed again may show mistakes that could not be seen before. */
    bool still = client_number(r, "partial"),
         worse = errors >= 0 && now > errors && (still || !partial);
    if (!worse) fixes_add(&f, c->arena, regel_data_get(r, "edits"));
    errors = now;
    partial = still;
    regel_data_free(r);
    if (worse) {
      fixes_undo(&f);
      cli_error(c->cli, "%s: the edits did not help, and were taken back", name);
    }
    going = !worse && f.list.n;
    const char *failed = going ? fixes_make(&f, c->arena) : NULL;
    if (failed) {
      cli_error(c->cli, "cannot change %s", failed);
      code = CODE_IO;
      going = false;
    }
  }
  if (f.made && !c->quiet && c->format == REGEL_HUMAN)
    printf("%s: %d edit%s made\n", name, f.made, cli_plural(f.made));
  fixes_free(&f);
  return code;
}

static int check_one(Check *c, const char *asked)
{
  regel_data *found = client_find(c->cli, asked, true);
  const char *name = strcmp(asked, "-") ? asked : client_text(found, "file");
  bool meant = *client_text(found, "file");
  int code = !meant ? CODE_USAGE : c->fix && strcmp(asked, "-") ? fix_one(c, name) : -1;
  regel_data *r = code < 0 ? look(c, name) : NULL;
  if (r) {
    print_said(c, r);
    summary(c, asked, r);
    code = !client_number(r, "readable")                                 ? CODE_IO
           : !client_number(r, "compiled") || client_number(r, "errors") ? CODE_SOURCE
           : client_number(r, "warnings")                                ? CODE_NO
                                                                         : CODE_FINE;
  }
  if (*client_text(found, "pack")) client_own_pack(c->cli, client_text(found, "pack"));
  regel_data_free(r);
  regel_data_free(found);
  return code;
}

static void print_head(const Check *c)
{
  if (c->format == REGEL_JSON) fputs("{\n  \"schema\": 2,\n  \"diagnostics\": [", stdout);
  if (c->format != REGEL_SARIF) return;
  char *rules = regel_sarif_rules();
  printf("{\n  \"version\": \"2.1.0\",\n  \"runs\": [{\n    \"tool\": {\"driver\": "
         "{\"name\": "
         "\"regel\", \"version\": \"%s\", \"rules\": [%s",
         REGEL_VERSION, rules);
  fputs("]}},\n    \"columnKind\": \"unicodeCodePoints\",\n    \"results\": [", stdout);
  regel_free(rules);
}

static void print_foot(const Check *c, int code)
{
  if (c->format == REGEL_JSON)
    printf("%s],\n  \"exit\": %d\n}\n", c->some ? "\n  " : "", code);
  else if (c->format == REGEL_SARIF) printf("%s]\n  }]\n}\n", c->some ? "\n    " : "");
}

int cmd_check(Cli *cli, int argc, char **argv)
{
  Check c = {.cli = cli, .format = REGEL_HUMAN, .time = 30};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "format", OPT_CHOICE, &c.format, "human|short|json|sarif",
       "with source lines (the default), one line each for editors, JSON, or SARIF 2.1.0",
       0, 0, NULL},
      FLAG_OPT(0, "notes", &c.notes, "tell what may be meant as it is, too"),
      FLAG_OPT(0, "fix", &c.fix,
               "make the edits that are certain in the files, and check what is left"),
      FLAG_OPT(0, "prove", &c.prove,
               "prove by induction what shall always hold, or find where it does not "
               "(needs z3)"),
      {0, "time", OPT_NUMBER, &c.time, "SECONDS",
       "of CPU time for the proofs of one ruleset (30)", 1, 86400, NULL},
      FLAG_OPT('q', "quiet", &c.quiet, "only what is wrong, no summary"),
  };
  const Usage usage = {
      "regel check scenarios/mygame", "check [OPTION…] [PATH|NAME…]",
      "Reads rulesets and reports what is wrong: spelling, names, types, bounds, "
      "tables,\n"
      "options that tell secrets, citations, texts.  Without an argument: every ruleset\n"
      "of the library.  Exit code 0: nothing found, 1: warnings, 3: does not compile.",
      OPTS(opts, 0, -1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names), worst = CODE_FINE;
  if (code < 0 && c.prove && !regel_can_prove()) {
    cli_error(cli, "nothing is proved: the program z3 is not there (Debian: z3)");
    c.prove = false;
  }
  if (code < 0) {
    c.arena = arena_new();
    client_names(cli, &names, c.arena);
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
    arena_free(c.arena);
  }
  vec_free(&names);
  return code;
}
