#define _GNU_SOURCE /* dladdr, realpath */
#include "interp/rules/load.h"
#include "grammar/diag.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static void add_folder(Sources *s, const char *path)
{
  for (size_t i = 0; i < s->library.n; i++)
    if (!strcmp(s->library.at[i], path)) return;
  vec_push(&s->library, path);
}

/* Paths below the current folder are shown as one would type them. */
static const char *as_typed(Arena *a, const char *path)
{
  char *real = realpath(path, NULL), *here = getcwd(NULL, 0);
  const char *shown = path;
  size_t n = here ? strlen(here) : 0;
  if (real && here && !strcmp(real, here)) shown = ".";
  else if (real && here && !strncmp(real, here, n) && real[n] == '/')
    shown = arena_strdup(a, real + n + 1);
  else if (real) shown = arena_strdup(a, real);
  free(real);
  free(here);
  return shown;
}

static void add_from_environment(Sources *s)
{
  const char *path = getenv("REGEL_PATH");
  while (path && *path) {
    size_t n = strcspn(path, ":");
    if (n) add_folder(s, as_typed(s->arena, arena_strndup(s->arena, path, n)));
    path += n + (path[n] == ':');
  }
}

/* What lies above a program or a shared library, and what was installed with it. */
static void add_beside(Sources *s, const char *file)
{
  const char *up = load_folder(s->arena, file), *bin = up;
  for (int i = 0; i < 3; i++) { /* build/regel, build/asan/regel */
    up = arena_printf(s->arena, "%s/..", up);
    if (is_folder(arena_printf(s->arena, "%s/scenarios", up))) {
      add_folder(s, as_typed(s->arena, up));
      break;
    }
  }
  const char *share = arena_printf(s->arena, "%s/../share/regel", bin);
  if (is_folder(share)) add_folder(s, as_typed(s->arena, share));
}

void load_library(Sources *s)
{
  char exe[4096];
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  Dl_info this;
  const char *name = NULL;
  add_from_environment(s);
  if (n > 0) exe[n] = 0, add_beside(s, exe);
  /* The program may be somebody else's: then the library knows where it lies. */
  if (dladdr((void *)(uintptr_t)load_library, &this)) name = strrchr(this.dli_fname, '/');
  if (name && !strncmp(name, "/libregel", 9)) add_beside(s, this.dli_fname);
}

static const char *trimmed(const char *path)
{
  while (path && path[0] == '.' && path[1] == '/' && path[2] && path[2] != '/') path += 2;
  return path;
}

const char *load_find(Sources *s, const char *name)
{
  return trimmed(sources_find_game(s, name));
}

static const char pack_main[] = "pack.regel";

/* The main file of the pack of this name in the n-th folder, what lies here first. */
static const char *pack_in(Sources *s, size_t n, const char *name)
{
  return n ? arena_printf(s->arena, "%s/packs/%s/%s", s->library.at[n - 1], name,
                          pack_main)
           : arena_printf(s->arena, "packs/%s/%s", name, pack_main);
}

const char *load_find_pack(Sources *s, const char *name)
{
  struct stat st;
  if (!stat(name, &st) && !S_ISDIR(st.st_mode)) return name;
  size_t n = strlen(name);
  while (n > 1 && name[n - 1] == '/') n--;
  const char *path = arena_printf(s->arena, "%.*s/%s", (int)n, name, pack_main);
  if (!access(path, F_OK)) return trimmed(path);
  if (strchr(name, '/')) return NULL;
  for (size_t i = 0; i <= s->library.n; i++)
    if (!access(path = pack_in(s, i, name), F_OK)) return trimmed(path);
  return NULL;
}

const char *load_other_pack(Sources *s, const char *name, const char *found)
{
  struct stat st, other;
  if (strchr(name, '/') || stat(found, &st)) return NULL;
  for (size_t i = 0; i <= s->library.n; i++) {
    const char *path = pack_in(s, i, name);
    if (stat(path, &other)) continue;
    if (st.st_dev != other.st_dev || st.st_ino != other.st_ino) return trimmed(path);
  }
  return NULL;
}

/* Behind the word that begins the line of a pack; NULL: there is none. */
static const char *pack_line(const char *text)
{
  for (const char *s = text; s && (s = strstr(s, "pack ")) != NULL; s++)
    if (s == text || s[-1] == '\n') return s + 5 + strspn(s + 5, " ");
  return NULL;
}

const char *load_pack_name(Sources *s, const char *path)
{
  size_t size;
  char *text = sources_read(s, path, &size);
  const char *at = pack_line(text),
             *name = at ? arena_strndup(s->arena, at, strcspn(at, " \t\r\n")) : NULL;
  free(text);
  return name;
}

/* The same by its line alone, for a file that cannot be read as a whole. */
static const char *game_of_line(Arena *a, const char *text)
{
  bool quoted = false;
  for (const char *s = pack_line(text); s && *s && *s != '\n'; s++) {
    quoted ^= *s == '"';
    if (quoted || strncmp(s, " for ", 5)) continue;
    s += 5 + strspn(s + 5, " ");
    return arena_strndup(a, s, strcspn(s, " \t\r\n{#"));
  }
  return NULL;
}

const char *load_pack_game(Arena *a, const char *path)
{
  Arena *own = arena_new();
  Unit *u = unit_new(own);
  load_library(&u->sources);
  const char *game = NULL;
  if (unit_parse(u, path))
    for (const Node *n = u->items.head; n && !game; n = n->next)
      if (n->tag == N_PACK) game = arena_strdup(a, n->extra);
  size_t size;
  char *text = game ? NULL : sources_read(&u->sources, path, &size);
  if (text) game = game_of_line(a, text);
  free(text);
  unit_free(u);
  arena_free(own);
  return game;
}

const char *load_folder(Arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? arena_strndup(a, path, (size_t)(slash - path)) : "";
}

bool load_has_game(const Unit *u)
{
  for (const Node *n = u->items.head; n; n = n->next)
    if (n->tag == N_GAME) return true;
  return false;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct Near {
  Nearest nearest;
  Buf *all;
  const char *alike; /* but for capitals */
} Near;

static void try_name(void *user, const char *name)
{
  Near *n = user;
  if (!strcasecmp(n->nearest.word, name)) n->alike = name;
  nearest_try(&n->nearest, name);
  buf_printf(n->all, "%s%s", n->all->n ? ", " : "", name);
}

const char *load_nearest(Sources *s, const char *name, Buf *all)
{
  Near near = {{name, NULL, 0}, all, NULL};
  load_each_game(s, try_name, &near);
  return near.alike ? near.alike : near.nearest.best;
}

const char *load_nearest_pack(Sources *s, const char *name, Buf *all)
{
  Near near = {{name, NULL, 0}, all, NULL};
  load_each_pack(s, try_name, &near);
  return near.alike ? near.alike : near.nearest.best;
}

/* The names of the folders in `in` of the library, or that lie here, that have such a
 * file. */
static void each_folder(Sources *s, bool here, const char *in, const char *file,
                        void (*fn)(void *user, const char *name), void *user)
{
  VEC(const char *) names = {0};
  for (size_t i = here ? 0 : 1; i <= s->library.n; i++) {
    const char *folder =
        i ? arena_printf(s->arena, "%s/%s", s->library.at[i - 1], in) : in;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
      const char *main = arena_printf(s->arena, "%s/%s/%s", folder, e->d_name, file);
      bool known = e->d_name[0] == '.' || access(main, F_OK);
      for (size_t k = 0; k < names.n && !known; k++)
        known = !strcmp(names.at[k], e->d_name);
      if (!known) vec_push(&names, arena_strdup(s->arena, e->d_name));
    }
    if (d) closedir(d);
  }
  if (names.n) qsort(names.at, names.n, sizeof *names.at, by_name);
  for (size_t i = 0; i < names.n; i++) fn(user, names.at[i]);
  vec_free(&names);
}

void load_each_game(Sources *s, void (*fn)(void *user, const char *name), void *user)
{
  each_folder(s, false, "scenarios", "game.regel", fn, user);
}

void load_each_pack(Sources *s, void (*fn)(void *user, const char *name), void *user)
{
  each_folder(s, true, "packs", pack_main, fn, user);
}
