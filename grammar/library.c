/* Finding source files.
 *
 * A library is a folder that holds scenarios/ and cards/; a ruleset NAME is the two
 * folders scenarios/NAME and cards/NAME of one.  `use "FILE"` looks beside the using
 * file, then in those two, then in the standard library.  `use "NAME"` and
 * `use "NAME/FILE"` look for another ruleset: in the library of the using file, then in
 * all others in their order.  Names that climb out of a folder are refused by the
 * caller, links that do so here. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "grammar/diag.h"
#include "interp/base/inside.h"
#include "interp/base/invariant.h"
#include "grammar/source.h"
#include "interp/base/text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const parts[] = {"scenarios", "cards"};
enum { PARTS = sizeof parts / sizeof *parts };

/* ---- paths ---------------------------------------------------------------------- */

static bool is_file(const Sources *s, const char *path)
{
  struct stat st;
  if (s->kept.n) return sources_kept(s, path) != NULL;
  return !stat(path, &st) && !S_ISDIR(st.st_mode);
}

static const char *join(Sources *s, const char *folder, const char *name)
{
  return *folder ? arena_printf(s->arena, "%s/%s", folder, name) : name;
}

static const char *if_file(Sources *s, const char *folder, const char *name)
{
  const char *path = join(s, folder, name);
  return is_file(s, path) ? path : NULL;
}

static const char *folder_of(Arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? arena_strndup(a, path, (size_t)(slash - path)) : "";
}

/* The folder as the system knows it; as it is written where files are kept. */
static const char *real_folder(Sources *s, const char *folder)
{
  char *real = s->kept.n ? NULL : realpath(*folder ? folder : ".", NULL);
  const char *found = real ? arena_strdup(s->arena, real) : folder;
  free(real);
  return found;
}

/* A link in the folder must not lead out of it: that would read any file, too. */
static bool leads_out(Sources *s, const char *folder, const char *path)
{
  return !s->kept.n && file_leads_out(folder, path);
}

/* A file that `use` may read; `*out` becomes true if there is one, but elsewhere. */
static const char *if_inside(Sources *s, const char *folder, const char *name, bool *out)
{
  const char *path = if_file(s, folder, name);
  if (!path || !leads_out(s, folder, path)) return path;
  *out = true;
  return NULL;
}

/* ---- rulesets ------------------------------------------------------------------- */

static int add_ruleset(Sources *s, const char *name, const char *key)
{
  for (size_t i = 0; i < s->rulesets.n; i++)
    if (!strcmp(s->rulesets.at[i].key, key)) return (int)i;
  vec_push(&s->rulesets,
           ((Ruleset){arena_strdup(s->arena, name), arena_strdup(s->arena, key)}));
  return (int)s->rulesets.n - 1;
}

/* The library in which a folder scenarios/NAME or cards/NAME lies; NULL if in none. */
static const char *library_of(Sources *s, const char *folder)
{
  const char *up = folder_of(s->arena, folder);
  for (int i = 0; i < PARTS; i++)
    if (!strcmp(path_last(up), parts[i])) return folder_of(s->arena, up);
  return NULL;
}

int sources_ruleset(Sources *s, const char *path)
{
  const char *folder = real_folder(s, folder_of(s->arena, path)),
             *lib = library_of(s, folder), *name = path_last(folder);
  return add_ruleset(s, name, lib ? join(s, lib, name) : folder);
}

/* ---- files of the same ruleset -------------------------------------------------- */

/* The same of files that are kept, where nothing else tells what it was called. */
static const char *kept_above(Sources *s, const char *here, const char *name)
{
  for (size_t i = 0; i < s->kept.n && !library_of(s, here); i++) {
    const char *path = s->kept.at[i].path, *folder = folder_of(s->arena, path);
    if (!strcmp(path_last(path), name) && library_of(s, folder)) return path;
  }
  return NULL;
}

/* Is a file that is kept one of the standard library, used from elsewhere? */
static bool kept_standard(Sources *s, const char *here, const char *path)
{
  const char *folder = path ? folder_of(s->arena, path) : "";
  return s->kept.n && strcmp(folder, here) && !strcmp(path_last(folder), "std") &&
         library_of(s, folder);
}

/* Called from inside its own folder a path does not say what the folder is called. */
static const char *find_above(Sources *s, const char *here, const char *name, bool *out)
{
  if (s->kept.n) return kept_above(s, here, name);
  char *real = realpath(*here ? here : ".", NULL);
  const char *found = NULL;
  for (int i = 0; real && i < PARTS && !found; i++)
    found = if_inside(s,
                      arena_printf(s->arena, "%s%s../../%s/%s", here, *here ? "/" : "",
                                   parts[i], path_last(real)),
                      name, out);
  free(real);
  return found;
}

static const char *find_own(Sources *s, const char *here, const char *name, Used *u)
{
  bool *out = &u->outside;
  const char *found = if_inside(s, here, name, out);
  const char *top = folder_of(s->arena, folder_of(s->arena, here));
  for (int i = 0; i < PARTS && *here && !found; i++)
    found = if_inside(s, join(s, join(s, top, parts[i]), path_last(here)), name, out);
  if (!found) found = find_above(s, here, name, out);
  u->standard = !found || kept_standard(s, here, found);
  for (size_t i = 0; i < s->library.n && !found; i++)
    found = if_inside(s, join(s, s->library.at[i], "scenarios/std"), name, out);
  return found;
}

/* ---- files of another ruleset --------------------------------------------------- */

/* In one library: the ruleset's two folders.  A link must stay inside the library's. */
static const char *find_in(Sources *s, const char *lib, const char *name, Used *u)
{
  const char *found = NULL;
  for (int i = 0; i < PARTS; i++) {
    const char *folder = join(s, lib, parts[i]), *path = if_file(s, folder, name);
    if (path && leads_out(s, folder, path)) {
      u->outside = true;
    } else if (path && found) {
      u->other = path;
      u->rival = true;
    } else if (path) {
      found = path;
    }
  }
  return found;
}

static bool same_text(const char *a, const char *b)
{
  struct stat x, y;
  if (!stat(a, &x) && !stat(b, &y) && x.st_ino == y.st_ino && x.st_dev == y.st_dev)
    return true;
  FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
  bool same = f && g;
  for (int c = 0; same && c != EOF;) same = (c = getc(f)) == getc(g);
  if (f) fclose(f);
  if (g) fclose(g);
  return same;
}

/* The library of a file in the folder `here`, as one would type it from there. */
static const char *own_library(Sources *s, const char *here)
{
  const char *typed = library_of(s, here);
  if (typed || !library_of(s, real_folder(s, here))) return typed;
  return join(s, here, "../..");
}

/* `name` is NAME/FILE.  The library of the using file goes before all others. */
static void find_named(Sources *s, const char *here, const char *name, Used *u)
{
  const char *own = own_library(s, here), *found_in = NULL;
  for (size_t i = 0; i <= s->library.n && !u->rival; i++) {
    const char *lib = i ? s->library.at[i - 1] : own;
    if (i && own && !strcmp(real_folder(s, lib), real_folder(s, own))) lib = NULL;
    const char *path = lib ? find_in(s, lib, name, u) : NULL;
    if (!path) continue;
    if (!u->path) {
      u->path = path;
      found_in = lib;
    } else if (!u->other && !s->kept.n && !same_text(u->path, path)) {
      u->other = path;
    }
  }
  if (!u->path) return;
  const char *ruleset = arena_strndup(s->arena, name, strcspn(name, "/"));
  u->named = true;
  u->ruleset = add_ruleset(s, ruleset, join(s, real_folder(s, found_in), ruleset));
}

Used sources_find(Sources *s, int from, const char *name)
{
  INVARIANT(s && s->arena);
  INVARIANT((size_t)from < s->files.n);
  Used u = {.ruleset = s->files.at[from].ruleset};
  const char *here = folder_of(s->arena, s->files.at[from].path);
  u.path = find_own(s, here, name, &u);
  if (u.path || u.outside) return u;
  if (!strchr(name, '/')) name = arena_printf(s->arena, "%s/game.regel", name);
  find_named(s, here, name, &u);
  return u;
}

/* ---- all files of a folder ------------------------------------------------------ */

static int by_name(const void *a, const void *b)
{
  return strcmp(path_last(*(const char *const *)a), path_last(*(const char *const *)b));
}

static bool is_regel(const char *name)
{
  size_t n = strlen(name);
  return name[0] != '.' && n > 6 && !strcmp(name + n - 6, ".regel");
}

/* The files of a folder in `home`; a link must not lead out of that. */
static void list_folder(Sources *s, const char *home, const char *name, Paths *found,
                        bool *outside)
{
  const char *folder = join(s, home, name);
  if (leads_out(s, home, folder)) {
    struct stat st;
    *outside = *outside || !stat(folder, &st);
    return;
  }
  for (size_t i = 0; i < s->kept.n; i++) {
    const char *path = s->kept.at[i].path;
    if (!strcmp(folder_of(s->arena, path), folder) && is_regel(path_last(path)))
      vec_push(found, path);
  }
  DIR *d = s->kept.n ? NULL : opendir(*folder ? folder : ".");
  for (struct dirent *e; d && (e = readdir(d));) {
    if (!is_regel(e->d_name)) continue;
    const char *path = if_inside(s, folder, arena_strdup(s->arena, e->d_name), outside);
    if (path) vec_push(found, path);
  }
  if (d) closedir(d);
}

bool sources_match(Sources *s, int from, const char *pattern, Paths *found, bool *outside)
{
  static const char all[] = "/*.regel";
  size_t n = strlen(pattern), k = sizeof all - 1;
  if (n <= k || strcmp(pattern + n - k, all) || strcspn(pattern, "*") != n - 7)
    return false;
  const char *folder = arena_strndup(s->arena, pattern, n - k),
             *here = folder_of(s->arena, s->files.at[from].path),
             *own = own_library(s, here), *name = path_last(real_folder(s, here));
  list_folder(s, here, folder, found, outside);
  for (int i = 0; i < PARTS && own; i++) {
    const char *sister = join(s, join(s, own, parts[i]), name);
    if (strcmp(real_folder(s, sister), real_folder(s, here)))
      list_folder(s, sister, folder, found, outside);
  }
  if (found->n) qsort(found->at, found->n, sizeof *found->at, by_name);
  return true;
}

static const char *find_main(Sources *s, const char *lib, const char *name)
{
  return if_file(s, join(s, join(s, lib, "scenarios"), name), "game.regel");
}

const char *sources_find_game(Sources *s, const char *name)
{
  struct stat st;
  const char *found = NULL;
  if (!stat(name, &st)) {
    if (!S_ISDIR(st.st_mode)) return name;
    size_t n = strlen(name);
    while (n > 1 && name[n - 1] == '/') n--;
    found = if_file(s, arena_strndup(s->arena, name, n), "game.regel");
  }
  if (found || strchr(name, '/')) return found;
  found = find_main(s, "", name); /* what lies here is meant first */
  for (size_t i = 0; i < s->library.n && !found; i++)
    found = find_main(s, s->library.at[i], name);
  return found;
}

const char *sources_other_game(Sources *s, const char *name, const char *found)
{
  for (size_t i = 0; i < s->library.n && !strchr(name, '/'); i++) {
    const char *other = find_main(s, s->library.at[i], name);
    if (other && !same_text(other, found)) return other;
  }
  return NULL;
}

/* ---- what could have been meant ------------------------------------------------- */

const char *sources_nearest(Sources *s, const char *ruleset, const char *name)
{
  Nearest near = {name, NULL, 0};
  for (size_t i = 0; i < s->library.n * PARTS; i++) {
    const char *folder = join(s, s->library.at[i / PARTS], parts[i % PARTS]);
    struct dirent **list = NULL;
    int n = scandir(ruleset ? join(s, folder, ruleset) : folder, &list, NULL, alphasort);
    for (int k = 0; k < n; k++) {
      if (list[k]->d_name[0] != '.')
        nearest_try(&near, arena_strdup(s->arena, list[k]->d_name));
      free(list[k]);
    }
    free(list);
  }
  return near.best;
}
