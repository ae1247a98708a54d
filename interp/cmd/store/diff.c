/* regel diff: two rulesets, files or stored versions, compared by what they mean. */
#include "interp/cmd/client.h"
#include "interp/cmd/interrupt.h"
#include "interp/cmd/opts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OLD, NEW, SIDES };
enum { FORMAT_TEXT, FORMAT_MARKDOWN };

typedef struct DiffRun {
  Cli *cli;
  bool tests, json, stat, impact, rows;
  bool alike; /* both sides are called the same */
  int only, format;
  const char *file;   /* of the database */
  const char *lang;   /* in which texts are compared, too; or NULL */
  regel_store *store; /* if it was needed */
  const char *names[SIDES];
  regel_rules *rules[SIDES];
  int side; /* that is being opened */
} DiffRun;

static int open_store(DiffRun *r)
{
  int code = -1;
  if (!r->store) r->store = client_store(r->cli, r->file, &code);
  return code;
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
  if (!strncmp(arg, "game:", 5) && number == arg + 5) {
    int64_t id =
        strcmp(number, "last") ? strtoll(number, NULL, 10) : regel_last_game(r->store);
    int64_t found = regel_stored_ruleset(r->store, id);
    if (!found)
      opts_wrong(r->cli, "there is no stored game %s; regel games lists them", number);
    return found;
  }
  bool last = !strcmp(number, "last");
  Buf name = {0};
  buf_addn(&name, arg, (size_t)(number - arg) - 1);
  if (last) client_put_packs(r->cli, &name);
  size_t named = name.n;
  buf_printf(&name, ":%s", number);
  int64_t found = regel_find_ruleset(r->store, buf_text(&name));
  if (found || *regel_store_error(r->store))
    ;
  else if (last)
    opts_wrong(r->cli,
               "no version of %.*s is stored; regel cards stores one, regel games "
               "lists what there is",
               (int)named, buf_text(&name));
  else
    opts_wrong(r->cli,
               "no ruleset %s called \"%.*s\" is stored; regel db query \"SELECT id, "
               "name FROM rulesets\" lists them",
               number, (int)named, buf_text(&name));
  buf_free(&name);
  return found;
}

static int open_stored(DiffRun *r, const char *number)
{
  char *why = NULL;
  int code = open_store(r);
  if (code >= 0) return code;
  int64_t id = find_ruleset(r, r->names[r->side], number);
  if (*regel_store_error(r->store)) {
    cli_error(r->cli, "%s", regel_store_error(r->store));
    return CODE_IO;
  }
  if (!id) return CODE_USAGE;
  r->rules[r->side] = regel_stored_rules(r->store, id, &why);
  return r->rules[r->side] ? -1 : client_wrong(r->cli, why, CODE_IO);
}

static int open_path(DiffRun *r)
{
  int code;
  Args packs = r->cli->packs;
  if (r->side == OLD && r->alike) r->cli->packs.n = 0; /* what the packs do to it */
  r->rules[r->side] =
      client_open(r->cli, r->names[r->side], r->tests ? REGEL_TESTS : 0, &code);
  if (r->side == OLD && r->alike) r->cli->packs = packs;
  if (code == CODE_SOURCE)
    cli_error(r->cli, "these are the %s rules", r->side == OLD ? "old" : "new");
  return code;
}

static int open_side(DiffRun *r)
{
  struct stat st;
  const char *name = r->names[r->side],
             *number = stat(name, &st) ? version_of(name) : NULL;
  return number ? open_stored(r, number) : open_path(r);
}

/* ---- the report ----------------------------------------------------------------- */

static void tell_impact(const DiffRun *r, const regel_data *impact, Buf *b)
{
  const char *name = regel_rules_name(r->rules[OLD]);
  long long games = client_number(impact, "games"),
            changed = client_number(impact, "changed"),
            stopped = client_number(impact, "stopped");
  if (!games) {
    buf_printf(b, "no game of %s is stored\n", name);
    return;
  }
  buf_printf(b, "%lld of %lld stored game%s of %s change%s under the new rules\n",
             changed, games, cli_plural(games), name, changed == 1 ? "s" : "");
  enum { CLASSES = 3 }; /* behind those three */
  for (size_t i = CLASSES; i < regel_data_count(impact); i++) {
    const regel_data *c = regel_data_at(impact, i);
    long long n = regel_data_number(c);
    if (n) buf_printf(b, "  %-9s %5lld game%s\n", regel_data_key(c), n, cli_plural(n));
  }
  if (stopped) buf_printf(b, "  %lld cannot be played to their end\n", stopped);
}

static void put_text(const DiffRun *r, const regel_data *report)
{
  Buf b = {0};
  buf_add(&b, client_text(report, "text"));
  if (r->impact) {
    if (r->format == FORMAT_MARKDOWN) buf_char(&b, '\n');
    tell_impact(r, regel_data_get(report, "impact"), &b);
  }
  cli_page(r->cli, buf_text(&b));
  buf_free(&b);
}

static bool differ(const regel_data *report)
{
  const regel_data *counts = regel_data_get(report, "counts");
  int64_t all = 0;
  for (size_t i = 0; i < regel_data_count(counts); i++)
    all += regel_data_number(regel_data_at(counts, i));
  return all > 0;
}

static int compare(DiffRun *r)
{
  static const char *const only[] = {NULL, "texts", "rules", "cards", "numbers"};
  int code = r->impact ? open_store(r) : -1;
  if (code >= 0) return code;
  bool markdown = r->format == FORMAT_MARKDOWN;
  const regel_diff_wish wish = {
      .names = {r->names[OLD], r->names[NEW]},
      .form = r->json               ? REGEL_DIFF_DATA
              : r->rows && markdown ? REGEL_DIFF_ROWS_MARKDOWN
              : r->rows             ? REGEL_DIFF_ROWS
              : markdown            ? REGEL_DIFF_MARKDOWN
                                    : REGEL_DIFF_TEXT,
      .how = r->cli->color_out ? REGEL_COLOUR : 0,
      .only = only[r->only],
      .tests = r->tests,
      .brief = r->stat,
      .language = r->lang,
      .library = r->cli->library,
      .store = r->impact ? r->store : NULL,
      .stop = r->impact ? interrupt_watch() : NULL,
  };
  char *why = NULL;
  regel_data *report = regel_diff_wished(r->rules[OLD], r->rules[NEW], &wish, &why);
  if (!report) return client_wrong(r->cli, why, r->rows ? CODE_IO : CODE_USAGE);
  if (r->impact && *regel_store_error(r->store)) {
    cli_error(r->cli, "%s", regel_store_error(r->store));
    code = CODE_IO;
  } else if (r->impact && *wish.stop) code = CODE_INTERRUPTED;
  if (code < 0) {
    if (r->json) client_json(report);
    else put_text(r, report);
    code = differ(report) ? CODE_NO : CODE_FINE;
  }
  regel_data_free(report);
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
  r->alike = !strcmp(names->at[OLD], names->at[NEW]);
  for (r->side = OLD; r->side < SIDES && code < 0; r->side++) {
    r->names[r->side] = names->at[r->side];
    code = open_side(r);
  }
  if (code < 0) code = compare(r);
  for (int i = 0; i < SIDES; i++) regel_rules_free(r->rules[i]);
  regel_store_close(r->store);
  return code;
}

int cmd_diff(Cli *cli, int argc, char **argv)
{
  DiffRun r = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "only", OPT_CHOICE, &r.only, "all|texts|rules|cards|numbers",
       "only changes of wording, of how the game is played, of single things, or of "
       "nothing but numbers",
       0, 0, NULL},
      FLAG_OPT(0, "tests", &r.tests, "compare tests, too"),
      FLAG_OPT(0, "stat", &r.stat, "only how many changes each group has"),
      TEXT_OPT(0, "lang", &r.lang, "LANG",
               "compare what players read in a language, too"),
      FLAG_OPT(0, "rows", &r.rows,
               "instead, every row of both ledgers: changed, in one of them, or the same "
               "rule"),
      {0, "format", OPT_CHOICE, &r.format, "text|markdown",
       "text, or an errata sheet in Markdown", 0, 0, NULL},
      JSON_OPT(&r.json),
      FLAG_OPT(0, "impact", &r.impact,
               "also plays the stored games of A under B and counts those that change"),
      DB_OPT(&r.file),
  };
  const Usage usage = {
      "regel diff mygame:1 mygame", "diff A B [OPTION…]",
      "Compares two rulesets by what they mean: what B adds to A, removes, changes or\n"
      "renames.  Comments, layout, the split into files and an order without a meaning\n"
      "are no difference.  A and B are names, folders or files of rulesets, NAME:N for\n"
      "ruleset N of the database (NAME:last: the newest with these packs), or game:ID "
      "for\n"
      "the rules of a stored game, both with the packs that they have.  If A and B are "
      "the\n"
      "same, --pack is B's alone: what the pack does.  Exit code 1: they differ.",
      OPTS(opts, 2, 2)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&r, &names);
  vec_free(&names);
  return code;
}
