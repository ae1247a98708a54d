#include "interp/rules/load_lang.h"
#include "interp/base/inside.h"
#include "interp/base/invariant.h"
#include "interp/rules/load.h"
#include "interp/base/text.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

/* The code becomes part of a path: letters, digits and what joins them. */
static bool is_code(const char *s)
{
  size_t n =
      strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@-");
  return n > 0 && !s[n] && n < 32;
}

/* ---- where the files are -------------------------------------------------------- */

static const char *words_path(LoadedLang *l, const char *part, const char *code)
{
  for (size_t i = 0; i < l->sources.library.n; i++) {
    const char *path =
        arena_printf(l->arena, "%s/po/%s%s.po", l->sources.library.at[i], part, code);
    if (sources_has(&l->sources, path)) return path;
  }
  return NULL;
}

/* The main file of a program's ruleset; NULL if it is not here any more. */
static const char *main_file(LoadedLang *l, const Program *p)
{
  const char *path = p && p->n_files ? program_string(p, p->files[0].path) : "";
  if (*path && sources_has(&l->sources, path)) return path;
  return p ? load_find(&l->sources, program_string(p, p->header->name)) : NULL;
}

static const char *rules_path(LoadedLang *l, const Program *p, const char *code)
{
  const char *file = main_file(l, p), *dot = file ? strrchr(file, '.') : NULL;
  if (!file) return NULL;
  const char *alone =
      dot ? arena_printf(l->arena, "%.*s.%s.po", (int)(dot - file), file, code) : file;
  if (dot && sources_has(&l->sources, alone)) return alone;
  const char *folder = load_folder(l->arena, file);
  const char *path =
      arena_printf(l->arena, "%s%spo/%s.po", folder, *folder ? "/" : "", code);
  return sources_has(&l->sources, path) ? path : NULL;
}

/* ---- what else there is: of the rulesets whose files it uses ---- */

static void add_path(const LoadedLang *l, Paths *paths, const char *path)
{
  for (size_t i = 0; i < paths->n; i++)
    if (!strcmp(paths->at[i], path)) return;
  if (sources_has(&l->sources, path)) vec_push(paths, path);
}

/* Of the ruleset in whose folder a file lies, here or by its name in the library. */
static void add_folder(LoadedLang *l, Paths *paths, const char *folder, const char *code)
{
  const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
  const char *lib = load_folder(l->arena, load_folder(l->arena, folder));
  size_t before = paths->n;
  if (!*name) return;
  add_path(l, paths, arena_printf(l->arena, "%s/po/%s.po", folder, code));
  add_path(l, paths,
           arena_printf(l->arena, "%s%sscenarios/%s/po/%s.po", lib, *lib ? "/" : "", name,
                        code));
  for (size_t i = 0; i < l->sources.library.n && paths->n == before; i++) {
    const char *at = l->sources.library.at[i];
    add_path(l, paths,
             arena_printf(l->arena, "%s/scenarios/%s/po/%s.po", at, name, code));
    add_path(l, paths, arena_printf(l->arena, "%s/packs/%s/po/%s.po", at, name, code));
  }
}

static bool is_standard(const char *folder)
{
  size_t n = strlen(folder);
  return n >= 4 && !strcmp(folder + n - 4, "/std");
}

/* The standard library comes last, whoever used it first: a word that a ruleset has, too,
 * has the forms that the ruleset's own texts ask for. */
static void used_paths(LoadedLang *l, const Program *p, Paths *paths, const char *code)
{
  for (int standard = 0; standard < 2; standard++) {
    const char *last = "";
    for (int i = 0; p && i < p->n_files; i++) {
      const char *folder = load_folder(l->arena, program_string(p, p->files[i].path));
      if (strcmp(folder, last) && is_standard(folder) == standard)
        add_folder(l, paths, folder, code);
      last = folder;
    }
  }
}

/* ---- reading -------------------------------------------------------------------- */

/* Where the rules were found their words are found, too. */
static void begin(LoadedLang *l, const Sources *from)
{
  memset(l, 0, sizeof *l);
  l->arena = arena_new();
  sources_init(&l->sources, l->arena);
  diags_init(&l->diags, l->arena);
  if (from) sources_follow(&l->sources, from);
  else load_library(&l->sources);
}

/* nl_BE@euro, nl_BE, nl; nl-BE is nl_BE. */
enum { MOST_TRIES = 3 };
static int fall_back(Arena *a, const char *code, const char *tries[MOST_TRIES])
{
  int n = 0;
  char *whole = arena_strdup(a, code);
  for (char *c = whole; *c; c++)
    if (*c == '-') *c = '_';
  tries[n++] = whole;
  size_t at = strcspn(whole, "@"), under = strcspn(whole, "_@");
  if (whole[at]) tries[n++] = arena_strndup(a, whole, at);
  if (under < at) tries[n++] = arena_strndup(a, whole, under);
  return n;
}

bool load_leads_out(Arena *a, const Sources *s, Diags *d, const char *path)
{
  const char *folder = load_folder(a, path), *slash = strrchr(folder, '/');
  if (!strcmp(slash ? slash + 1 : folder, "po")) folder = load_folder(a, folder);
  struct stat st;
  if (s->kept.n || stat(path, &st) || !file_leads_out(folder, path)) return false;
  diag_add(d, DIAG_USE_OUTSIDE, (Loc){-1, 0, 0, 0},
           "%s: this link leads out of its folder", path);
  return true;
}

static void read_one(LoadedLang *l, const char *code, const Program *p)
{
  Paths paths = {0};
  const char *own = rules_path(l, p, code);
  if (own) add_path(l, &paths, own);
  used_paths(l, p, &paths, code);
  for (int i = 0; i < 2; i++) {
    const char *words = words_path(l, i ? LOAD_COMMANDS : "", code);
    Po *po = words ? po_read(l->arena, &l->sources, &l->diags, words, NULL) : NULL;
    if (po) vec_push(&l->words, po);
    l->commands |= po && i;
  }
  for (size_t i = 0; i < paths.n; i++) {
    bool out = load_leads_out(l->arena, &l->sources, &l->diags, paths.at[i]);
    Po *po = out ? NULL : po_read(l->arena, &l->sources, &l->diags, paths.at[i], NULL);
    if (po) vec_push(&l->rules, po);
  }
  vec_free(&paths);
}

bool load_lang(LoadedLang *l, const char *code, const Program *p, const Sources *from)
{
  INVARIANT(l && code);
  begin(l, from);
  const char *tries[MOST_TRIES], *source = lang_code(NULL);
  code = arena_strndup(l->arena, code, strcspn(code, ".@")); /* de_AT.UTF-8@euro */
  if (!is_code(code)) return false;
  int n = fall_back(l->arena, code, tries);
  for (int i = 0; i < n; i++) read_one(l, tries[i], p);
  if (l->diags.errors) return false;
  if (!l->words.n && !l->rules.n) return !strcmp(tries[n - 1], source);
  l->lang = lang_new(code, p, (Catalogs){(const Po *const *)l->words.at, l->words.n},
                     (Catalogs){(const Po *const *)l->rules.at, l->rules.n});
  return true;
}

const PoEntry *load_lang_word(const LoadedLang *l, const char *context, const char *id)
{
  const PoEntry *e = NULL;
  for (size_t i = 0; i < l->words.n && !e; i++) e = po_find(l->words.at[i], context, id);
  for (size_t i = 0; i < l->words.n && !e; i++) e = po_first(l->words.at[i], context);
  return e;
}

const char *load_lang_own(Arena *a, const char *code, Saying which, const Sources *from)
{
  LoadedLang l;
  const SayingRow *r = words_row(which);
  bool there = load_lang(&l, code, NULL, from);
  const PoEntry *e = there ? load_lang_word(&l, r->key, r->text) : NULL;
  const char *own = e && po_translated(e) ? arena_strdup(a, e->str[0]) : NULL;
  load_lang_free(&l);
  return own;
}

void load_lang_free(LoadedLang *l)
{
  if (!l->arena) return;
  lang_free(l->lang);
  for (size_t i = 0; i < l->words.n; i++) po_free(l->words.at[i]);
  vec_free(&l->words);
  for (size_t i = 0; i < l->rules.n; i++) po_free(l->rules.at[i]);
  vec_free(&l->rules);
  diags_free(&l->diags);
  sources_free(&l->sources);
  arena_free(l->arena);
  memset(l, 0, sizeof *l);
}

/* ---- which there are ------------------------------------------------------------ */

typedef VEC(const char *) Codes;

/* Adds the code of a file `prefix`CODE.po. */
static void add_code(Arena *a, Codes *codes, const char *file, const char *prefix)
{
  size_t n = strlen(file), skip = strlen(prefix);
  if (n < skip + 4 || strncmp(file, prefix, skip) != 0 ||
      strcmp(file + n - 3, ".po") != 0)
    return;
  const char *code = arena_strndup(a, file + skip, n - skip - 3);
  bool known = !is_code(code);
  for (size_t i = 0; i < codes->n && !known; i++) known = !strcmp(codes->at[i], code);
  if (!known) vec_push(codes, code);
}

static void add_codes(LoadedLang *l, Codes *codes, const char *folder, const char *prefix)
{
  for (size_t i = 0; i < l->sources.kept.n; i++) {
    const char *path = l->sources.kept.at[i].path, *at = load_folder(l->arena, path);
    if (!strcmp(at, folder))
      add_code(l->arena, codes, *at ? path + strlen(at) + 1 : path, prefix);
  }
  DIR *d = l->sources.kept.n ? NULL : opendir(*folder ? folder : ".");
  for (struct dirent *e; d && (e = readdir(d));)
    add_code(l->arena, codes, e->d_name, prefix);
  if (d) closedir(d);
}

void load_lang_list(const Program *p, const Sources *from, Buf *b)
{
  LoadedLang l;
  Codes codes = {0};
  begin(&l, from);
  vec_push(&codes, lang_code(NULL));
  for (size_t i = 0; i < l.sources.library.n; i++)
    add_codes(&l, &codes, arena_printf(l.arena, "%s/po", l.sources.library.at[i]), "");
  const char *file = main_file(&l, p);
  if (file) {
    const char *folder = load_folder(l.arena, file), *slash = strrchr(file, '/'),
               *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    add_codes(&l, &codes, arena_printf(l.arena, "%s%spo", folder, *folder ? "/" : ""),
              "");
    if (dot)
      add_codes(&l, &codes, folder,
                arena_printf(l.arena, "%.*s.", (int)(dot - base), base));
  }
  qsort(codes.at, codes.n, sizeof *codes.at, by_text);
  for (size_t i = 0; i < codes.n; i++) buf_printf(b, "%s%s", i ? ", " : "", codes.at[i]);
  vec_free(&codes);
  load_lang_free(&l);
}

bool load_lang_has(const char *code, const Program *p, const Sources *from)
{
  INVARIANT(code && p);
  LoadedLang l;
  Paths paths = {0};
  const char *tries[MOST_TRIES];
  begin(&l, from);
  int n = fall_back(l.arena, code, tries);
  const char *file = main_file(&l, p);
  bool has = false;
  for (int i = 0; i < n && !has; i++) {
    has = !strcmp(tries[i], lang_code(NULL)) || rules_path(&l, p, tries[i]);
    if (file) add_folder(&l, &paths, load_folder(l.arena, file), tries[i]);
  }
  has = has || paths.n;
  vec_free(&paths);
  load_lang_free(&l);
  return has;
}

const char *load_lang_wanted(Arena *a)
{
  static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  const char *own = getenv("REGEL_LANG"), *set = NULL;
  if (own && *own) return own;
  for (size_t i = 0; i < sizeof names / sizeof *names && !(set && *set); i++)
    set = getenv(names[i]);
  if (!set || !*set) return NULL;
  /* de_AT.UTF-8@euro: as it is written, then the language alone */
  size_t all = strcspn(set, ".@"), first = strcspn(set, "_.@");
  const char *tries[] = {arena_strndup(a, set, all), arena_strndup(a, set, first)};
  LoadedLang l;
  const char *found = NULL;
  begin(&l, NULL);
  for (int i = 0; i < 2 && !found; i++)
    if (is_code(tries[i]) && words_path(&l, "", tries[i])) found = tries[i];
  load_lang_free(&l);
  return found;
}
