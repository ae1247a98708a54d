/* regel po: translations as PO files, out and in again. */
#include "interp/cmd/words/po.h"
#include "interp/find/prose.h"
#include "interp/rules/load.h"
#include "interp/base/replace.h"
#include "interp/po/language.h"
#include "interp/text/forms.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- targets -------------------------------------------------------------------- */

static bool ends_with(const char *s, const char *end)
{
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

/* What is translated is the last pack that was named, if any was. */
static void open_base(PoTarget *t)
{
  const Unit *u = t->game.unit;
  Args before = {0};
  for (const Node *n = u->items.head; n; n = n->next) {
    if (n->tag != N_PACK) continue;
    if (t->pack) vec_push(&before, t->pack);
    t->pack = u->sources.files.at[n->loc.file].path;
    t->name = n->name;
  }
  if (t->pack) game_compile(&t->base, t->game.path, &before, false);
  vec_free(&before);
}

int po_open(PoWork *w, PoTarget *t, const char *name)
{
  *t = (PoTarget){.name = "program"};
  if (!name) return -1;
  int code = game_open(w->cli, &t->game, name, false);
  if (code >= 0) return code;
  const Program *p = t->game.program;
  t->name = program_string(p, p->header->name);
  open_base(t);
  return -1;
}

void po_close(PoTarget *t)
{
  if (t->game.arena) game_close(&t->game);
  if (t->base.arena) game_close(&t->base);
}

/* The folder of the library that has the program's own files: the first one. */
static const char *program_folder(PoWork *w)
{
  Sources s;
  sources_init(&s, w->arena);
  load_library(&s);
  const char *folder = s.library.n ? s.library.at[s.library.n - 1] : NULL;
  if (folder)
    folder = strcmp(folder, ".") ? arena_printf(w->arena, "%s/po", folder) : "po";
  sources_free(&s);
  return folder;
}

const char *po_folder(PoWork *w, const PoTarget *t, const char **prefix)
{
  *prefix = "";
  if (!t->game.program) return program_folder(w);
  const char *path = t->pack ? t->pack : t->game.path,
             *folder = load_folder(w->arena, path);
  const char *file = *folder ? path + strlen(folder) + 1 : path;
  if (!strcmp(path, "-")) return NULL;
  if (!strcmp(file, "game.regel") || !strcmp(file, "pack.regel"))
    return *folder ? arena_printf(w->arena, "%s/po", folder) : "po";
  int n = (int)strlen(file) - (ends_with(file, ".regel") ? 6 : 0);
  *prefix = arena_printf(w->arena, "%.*s.", n, file);
  return *folder ? folder : ".";
}

const char *po_file(PoWork *w, const PoTarget *t, const char *lang)
{
  const char *prefix, *folder = po_folder(w, t, &prefix);
  if (!folder) {
    cli_error(w->cli,
              "there is no folder for the translations of %s; name a file with -o",
              t->name);
    return NULL;
  }
  if (!strcmp(folder, ".")) return arena_printf(w->arena, "%s%s.po", prefix, lang);
  return arena_printf(w->arena, "%s/%s%s.po", folder, prefix, lang);
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void po_languages(PoWork *w, const PoTarget *t, Args *to)
{
  const char *prefix, *folder = po_folder(w, t, &prefix);
  DIR *d = folder ? opendir(folder) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) {
    size_t n = strlen(prefix);
    if (strncmp(e->d_name, prefix, n) || !ends_with(e->d_name, ".po")) continue;
    const char *lang = arena_strndup(w->arena, e->d_name + n, strlen(e->d_name) - n - 3);
    if (language_is_code(lang)) vec_push(to, lang);
  }
  if (d) closedir(d);
  if (to->n) qsort(to->at, to->n, sizeof *to->at, by_name);
}

/* The paragraphs of the rulebook are the ruleset's messages, too. */
static void extract_book(PoWork *w, Po *po, const Game *g)
{
  Ledgers ledgers = {0};
  Prose prose = {0};
  Buf missing = {0};
  ledgers_of(&ledgers, w->arena, g->program, &g->unit->sources, g->path, &missing);
  prose_read(&prose, w->arena, &ledgers);
  for (size_t i = 0; i < prose.blocks.n; i++) {
    const ProseBlock *k = &prose.blocks.at[i];
    const char *slash = strrchr(prose.path, '/');
    po_add(po, PROSE_CONTEXT, k->text, NULL)->refs =
        arena_printf(w->arena, "docs/rules/%s", slash ? slash + 1 : prose.path);
  }
  if (prose.blocks.n) po_index(po);
  prose_free(&prose);
  ledgers_free(&ledgers);
  buf_free(&missing);
}

Po *po_messages(PoWork *w, const PoTarget *t, const PoPlural *rule)
{
  Po *po = po_new(w->arena);
  const char *why;
  int where;
  po->rule =
      rule ? rule : po_plural_read(w->arena, "nplurals=2; plural=n!=1;", &why, &where);
  if (!t->game.program) extract_words(w->cli, po);
  else {
    extract_game(po, t->game.program, t->base.program);
    if (!t->base.program) extract_book(w, po, &t->game);
  }
  return po;
}

static int each_target(PoWork *w, const PoEach *each, const char *name)
{
  PoTarget t;
  int code = po_open(w, &t, name);
  if (code < 0) code = each->target(w, &t, each->user);
  po_close(&t);
  return code;
}

int po_each(PoWork *w, const PoEach *each)
{
  Args names = {0};
  bool all = !w->args.n && !w->program;
  int worst = CODE_FINE;
  for (size_t i = 0; i < w->args.n; i++) vec_push(&names, w->args.at[i]);
  if (all) game_names(&names, w->arena);
  if (all || w->program) vec_push(&names, NULL);
  for (size_t i = 0; i < names.n; i++) {
    const char *name = names.at[i];
    int code = name && ends_with(name, ".po") ? each->file(w, name, each->user)
                                              : each_target(w, each, name);
    if (code > worst) worst = code;
  }
  vec_free(&names);
  return worst;
}

/* ---- reports and files ---------------------------------------------------------- */

void po_check_forms(const Po *po, Diags *d)
{
  const PoEntry *e = po_first(po, words_row(SAY_FORMS)->key);
  const char *why;
  int line = e && po_translated(e) ? forms_check(e->str[0], &why) : 0;
  if (!line) return;
  Diag *g = diag_add(d, DIAG_PO_FORMS, e->str_at, "line %d of the table: %s", line, why);
  diag_hint(d, g, "docs/translating.md explains how a table of forms is written");
}

int po_report(PoWork *w, Sources *s, Diags *d)
{
  fflush(stdout);
  diags_print(stderr, d, s, DIAG_HUMAN, w->cli->color_err, SEV_ERROR);
  for (size_t i = 0; i < d->list.n; i++)
    if (d->list.at[i].code == DIAG_NO_FILE) return CODE_IO;
  return d->errors ? CODE_SOURCE : -1;
}

static bool replace(Arena *a, const char *path, const char *text, size_t size)
{
  const char *folder = load_folder(a, path);
  Replace r;
  if (*folder && mkdir(folder, 0777) && errno != EEXIST) return false;
  if (!replace_begin(&r, path)) return false;
  return replace_end(&r, fwrite(text, 1, size, r.out) == size);
}

int po_store_text(PoWork *w, const char *path, const char *text, size_t size)
{
  if (!strcmp(path, "-")) {
    fwrite(text, 1, size, stdout);
    return -1;
  }
  if (replace(w->arena, path, text, size)) return -1;
  cli_error(w->cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

int po_store(PoWork *w, const char *path, const Po *po)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return CODE_IO;
  po_write(out, po);
  int code = fclose(out) ? CODE_IO : po_store_text(w, path, text, size);
  free(text);
  return code;
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
  if (w->lang && !language_is_code(w->lang))
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
      {0, "lang", OPT_TEXT, &w.lang, "CODE", "the language, such as nl or pt_BR", 0, 0,
       NULL},
      {0, "program", OPT_FLAG, &w.program, NULL,
       "the words of the program itself instead of a ruleset's", 0, 0, NULL},
      {'o', "output", OPT_TEXT, &w.output, "FILE",
       "export, pseudo, glossary: write this file, - is standard output", 0, 0, NULL},
      {0, "template", OPT_FLAG, &w.template, NULL,
       "export: without a language, for tools that want a POT file", 0, 0, NULL},
      {0, "plural", OPT_TEXT, &w.plural, "RULE",
       "export: Plural-Forms of a language that regel does not know", 0, 0, NULL},
      {0, "format", OPT_CHOICE, &w.format, "human|short|json",
       "check: with lines of the file (the default), one line each, or JSON", 0, 0, NULL},
      {0, "json", OPT_FLAG, &w.json, NULL, "check, stats: JSON for other programs", 0, 0,
       NULL},
      {0, "notes", OPT_FLAG, &w.notes, NULL,
       "check: tell what may be meant as it is, too", 0, 0, NULL},
      {0, "tbx", OPT_FLAG, &w.tbx, NULL, "glossary: as TBX instead of CSV", 0, 0, NULL},
      {0, "read", OPT_TEXT, &w.read, "FILE",
       "glossary: take it from this TBX or CSV file, and store it", 0, 0, NULL},
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
      "--program instead of GAME: the words of regel itself.  See docs/translating.md.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      -1,
  };
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) code = run(&w, &names);
  vec_free(&names);
  return code;
}
