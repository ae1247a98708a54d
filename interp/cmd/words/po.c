/* regel po: translations as PO files, out and in again. */
#include "interp/cmd/words/po.h"
#include "interp/cmd/help.h"
#include "interp/base/replace.h"
#include "interp/base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- targets -------------------------------------------------------------------- */

/* The help of all commands. */
typedef struct Help {
  Arena *arena;
  VEC(regel_wording) list;
} Help;

static void collect(void *user, const char *context, const char *text)
{
  Help *h = user;
  regel_wording w = {arena_strdup(h->arena, context), arena_strdup(h->arena, text), NULL};
  vec_push(&h->list, w);
}

int po_open(PoWork *w, PoTarget *t, const char *name)
{
  int code = -1;
  memset(t, 0, sizeof *t);
  Help help = {w->arena, {0}};
  if (!strcmp(name, PO_COMMANDS)) help_collect(w->cli, collect, &help);
  else if (strcmp(name, PO_PROGRAM)) t->rules = client_open(w->cli, name, 0, &code);
  if (code < 0) {
    t->catalog = regel_catalog_open(w->cli->library, t->rules, help.list.at, help.list.n);
    t->about = regel_catalog_about(t->catalog);
  }
  vec_free(&help.list);
  return code;
}

void po_close(PoTarget *t)
{
  regel_data_free(t->about);
  regel_catalog_free(t->catalog);
  regel_rules_free(t->rules);
}

size_t po_languages(const PoWork *w, const PoTarget *t)
{
  return w->lang ? 1 : regel_data_count(regel_data_get(t->about, "languages"));
}

const char *po_language(const PoWork *w, const PoTarget *t, size_t i)
{
  if (w->lang) return w->lang;
  return regel_data_text(regel_data_at(regel_data_get(t->about, "languages"), i));
}

int po_nowhere(PoWork *w, const PoTarget *t)
{
  cli_error(w->cli, "there is no folder for the translations of %s; name a file with -o",
            client_text(t->about, "name"));
  return CODE_USAGE;
}

static int one_target(PoWork *w, const PoEach *each, const char *name)
{
  PoTarget t;
  int code = po_open(w, &t, name);
  if (code < 0) code = each->target(w, &t, each->user);
  po_close(&t);
  return code;
}

/* A catalog is that of the last pack: of several each is the last one once. */
int po_each_pack(PoWork *w, const PoEach *each, const char *name)
{
  Args *packs = &w->cli->packs;
  size_t n = packs->n;
  int worst = one_target(w, each, name);
  for (size_t i = 1; i < n && packs->n == n; i++) {
    const char *last = packs->at[n - 1];
    memmove(packs->at + 1, packs->at, (n - 1) * sizeof *packs->at);
    packs->at[0] = last;
    int code = one_target(w, each, name);
    if (code > worst) worst = code;
  }
  return worst;
}

int po_each(PoWork *w, const PoEach *each)
{
  Args names = {0};
  bool all = !w->args.n && !w->program && !w->commands;
  int worst = CODE_FINE;
  for (size_t i = 0; i < w->args.n; i++) vec_push(&names, w->args.at[i]);
  if (all) client_names(w->cli, &names, w->arena);
  if (all || w->program) vec_push(&names, PO_PROGRAM);
  if (all || w->commands) vec_push(&names, PO_COMMANDS);
  for (size_t i = 0; i < names.n; i++) {
    const char *name = names.at[i];
    int code = text_ends(name, ".po") ? each->file(w, name, each->user)
                                      : po_each_pack(w, each, name);
    if (code > worst) worst = code;
  }
  vec_free(&names);
  return worst;
}

/* ---- reports and files ---------------------------------------------------------- */

unsigned po_how(const PoWork *w)
{
  return (w->cli->color_err ? REGEL_COLOUR : 0) | (w->notes ? REGEL_NOTES : 0);
}

int po_faults(const regel_data *report)
{
  fflush(stdout);
  fputs(client_text(report, "said"), stderr);
  if (client_number(report, "absent")) return CODE_IO;
  return client_number(report, "errors") ? CODE_SOURCE : -1;
}

static bool replace(const char *path, const char *text)
{
  const char *slash = strrchr(path, '/');
  size_t size = strlen(text);
  Replace r;
  if (slash && slash > path) {
    char *folder = strndup(path, (size_t)(slash - path));
    bool bad = !folder || (mkdir(folder, 0777) && errno != EEXIST);
    free(folder);
    if (bad) return false;
  }
  if (!replace_begin(&r, path)) return false;
  return replace_end(&r, fwrite(text, 1, size, r.out) == size);
}

void po_beneath(const regel_data *report, const char *lang)
{
  const char *game = client_text(report, "untranslated");
  if (*game)
    printf("  the words of %s stay as they are: it has no %s yet (regel po export %s "
           "--lang %s)\n",
           game, lang, game, lang);
}

int po_store(PoWork *w, const char *path, const regel_data *report)
{
  const char *text = client_text(report, "text");
  if (!strcmp(path, "-")) {
    fputs(text, stdout);
    return -1;
  }
  if (replace(path, text)) return -1;
  cli_error(w->cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

/* ---- the command ---------------------------------------------------------------- */

static const struct {
  const char *name;
  int (*run)(PoWork *w);
  int least, most; /* rulesets or files that are named; most -1: any number */
} works[] = {
    {"export", po_export, 0, 1}, {"import", po_import, 1, 2},
    {"check", po_checks, 0, -1}, {"stats", po_stats, 0, -1},
    {"pseudo", po_pseudo, 0, 1}, {"glossary", po_glossary, 1, 1},
};
enum { WORKS = sizeof works / sizeof *works };

static int run(PoWork *w, const Args *names)
{
  const char *what = names->at[0];
  int i = 0, n = (int)names->n - 1;
  while (i < WORKS && strcmp(works[i].name, what)) i++;
  if (i == WORKS)
    return opts_wrong(
        w->cli,
        "regel po does export, import, check, stats, pseudo or glossary, not "
        "\"%s\"",
        what);
  if (works[i].most >= 0 && n > works[i].most)
    return opts_wrong(w->cli, "\"%s\" is too much: regel po %s",
                      names->at[works[i].most + 1], what);
  if (n < works[i].least)
    return opts_wrong(w->cli, "something is missing: regel po %s %s", what,
                      !strcmp(what, "import") ? "FILE" : "GAME");
  if (w->lang && !regel_language_is_code(w->lang))
    return opts_wrong(
        w->cli, "--lang needs the code of a language such as nl, not \"%s\"", w->lang);
  for (int k = 1; k <= n; k++) vec_push(&w->args, names->at[k]);
  w->arena = arena_new();
  int code = works[i].run(w);
  arena_free(w->arena);
  vec_free(&w->args);
  return code;
}

int cmd_po(Cli *cli, int argc, char **argv)
{
  PoWork w = {.cli = cli};
  const Opt opts[] = {
      PACK_OPT(cli),
      TEXT_OPT(0, "lang", &w.lang, "CODE", "the language, such as nl or pt_BR"),
      FLAG_OPT(0, "program", &w.program,
               "what the program itself says to players instead of a ruleset's words"),
      FLAG_OPT(0, "commands", &w.commands, "the help of its commands instead"),
      TEXT_OPT('o', "output", &w.output, "FILE",
               "export, pseudo, glossary: write this file, - is standard output"),
      FLAG_OPT(0, "template", &w.template,
               "export: without a language, for tools that want a POT file"),
      TEXT_OPT(0, "plural", &w.plural, "RULE",
               "export: Plural-Forms of a language that regel does not know"),
      {0, "format", OPT_CHOICE, &w.format, "human|short|json",
       "check: with lines of the file (the default), one line each, or JSON", 0, 0, NULL},
      FLAG_OPT(0, "json", &w.json, "check, stats: JSON for other programs"),
      FLAG_OPT(0, "notes", &w.notes, "check: tell what may be meant as it is, too"),
      FLAG_OPT(0, "tbx", &w.tbx, "glossary: as TBX instead of CSV"),
      TEXT_OPT(0, "read", &w.read, "FILE",
               "glossary: take it from this TBX or CSV file, and store it"),
  };
  const Usage usage = {
      "regel po export tictactoe --lang nl",
      "po export GAME --lang CODE [OPTION…]\n       regel po import FILE [GAME]\n"
      "       regel po check|stats [OPTION…] [GAME|FILE.po…]\n"
      "       regel po pseudo GAME\n       regel po glossary GAME [--tbx|--read FILE]",
      "export    writes the texts of a ruleset as a PO file, with the translations that "
      "there\n"
      "          are; what has changed since is fuzzy, what is gone is obsolete\n"
      "import    checks a file that a translator sent and puts it into the ruleset\n"
      "check     reports what is missing, stale, unused or looks wrong\n"
      "stats     counts what is translated\n"
      "pseudo    makes the language qps, in which untranslatable texts stand out\n"
      "glossary  shows the words that were agreed on, or reads them\n"
      "--program instead of GAME: what regel itself says to players, --commands: its "
      "help."
      "\nSee docs/translating.md.",
      OPTS(opts, 1, -1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&w, &names);
  vec_free(&names);
  return code;
}
