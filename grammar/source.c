/* Finding and reading source files.
 *
 * A ruleset NAME is the two folders scenarios/NAME and cards/NAME of a library folder.
 * `use` looks beside the using file, then in those two, then in the standard library.
 * Names that climb out of a folder are refused by the caller. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "grammar/source.h"
#include "interp/base/limits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void sources_init(Sources *s, Arena *arena)
{
  memset(s, 0, sizeof *s);
  s->arena = arena;
}

void sources_free(Sources *s)
{
  for (size_t i = 0; i < s->files.n; i++) vec_free(&s->files.at[i].lines);
  vec_free(&s->files);
  vec_free(&s->library);
  vec_free(&s->kept);
}

void sources_keep(Sources *s, const char *path, const char *text, size_t size)
{
  static const char std[] = "scenarios/std/";
  Source f = {
      arena_strdup(s->arena, path), arena_strndup(s->arena, text, size), size, {0}};
  vec_push(&s->kept, f);
  const char *at = strstr(f.path, std);
  if (at && (at == f.path || at[-1] == '/')) /* what is above it is a library */
    vec_push(&s->library, arena_strndup(s->arena, f.path,
                                        at == f.path ? 0 : (size_t)(at - f.path - 1)));
}

static const Source *find_kept(const Sources *s, const char *path)
{
  for (size_t i = 0; i < s->kept.n; i++)
    if (!strcmp(s->kept.at[i].path, path)) return &s->kept.at[i];
  return NULL;
}

int sources_add(Sources *s, const char *path, const char *text, size_t size)
{
  Source f = {
      arena_strdup(s->arena, path), arena_strndup(s->arena, text, size), size, {0}};
  vec_push(&f.lines, 0);
  for (size_t i = 0; i < size; i++)
    if (f.text[i] == '\n') vec_push(&f.lines, (uint32_t)(i + 1));
  vec_push(&s->files, f);
  return (int)s->files.n - 1;
}

static SourceError read_all(const char *path, char **text, size_t *size)
{
  struct stat st;
  if (stat(path, &st)) return errno == ENOENT ? SOURCE_MISSING : SOURCE_UNREADABLE;
  if (S_ISDIR(st.st_mode)) return SOURCE_DIRECTORY;
  FILE *f = fopen(path, "rb");
  if (!f) return SOURCE_UNREADABLE;
  VEC(char) buf = {0};
  SourceError err = SOURCE_OK;
  for (;;) {
    vec_reserve(&buf, 65536);
    size_t n = fread(buf.at + buf.n, 1, 65536, f);
    buf.n += n;
    if (buf.n > MAX_FILE_BYTES) err = SOURCE_TOO_LARGE;
    if (n == 0 || err) break;
  }
  if (ferror(f)) err = SOURCE_UNREADABLE;
  fclose(f);
  if (err) vec_free(&buf);
  *text = buf.at;
  *size = buf.n;
  return err;
}

SourceError sources_load(Sources *s, const char *path, int *index, bool *seen)
{
  *seen = false;
  for (size_t i = 0; i < s->files.n; i++)
    if (!strcmp(s->files.at[i].path, path)) {
      *index = (int)i;
      *seen = true;
      return SOURCE_OK;
    }
  char *text = NULL;
  size_t size = 0;
  if (s->kept.n) {
    const Source *f = find_kept(s, path);
    if (!f) return SOURCE_MISSING;
    *index = sources_add(s, path, f->text, f->size);
    return SOURCE_OK;
  }
  SourceError err = read_all(path, &text, &size);
  if (err) return err;
  *index = sources_add(s, path, text, size);
  free(text);
  return SOURCE_OK;
}

static bool is_file(const Sources *s, const char *path)
{
  struct stat st;
  if (s->kept.n) return find_kept(s, path) != NULL;
  return !stat(path, &st) && !S_ISDIR(st.st_mode);
}

static const char *if_file(Sources *s, const char *folder, const char *name)
{
  const char *path =
      folder && *folder ? arena_printf(s->arena, "%s/%s", folder, name) : name;
  return is_file(s, path) ? path : NULL;
}

static char *folder_of(Arena *a, const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? arena_strndup(a, path, (size_t)(slash - path)) : arena_strdup(a, "");
}

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* A link in the folder must not lead out of it: that would read any file, too. */
static bool leads_out(const Sources *s, const char *folder, const char *path)
{
  if (s->kept.n) return false;
  char *top = realpath(*folder ? folder : ".", NULL), *real = realpath(path, NULL);
  size_t n = top ? strlen(top) : 0;
  while (n && top[n - 1] == '/') n--;
  bool out = !top || !real || strncmp(real, top, n) || real[n] != '/';
  free(top);
  free(real);
  return out;
}

/* A file that `use` may read; `*out` becomes true if there is one, but elsewhere. */
static const char *if_inside(Sources *s, const char *folder, const char *name, bool *out)
{
  const char *path = if_file(s, folder, name);
  if (!path || !leads_out(s, folder, path)) return path;
  *out = true;
  return NULL;
}

/* Called from inside its own folder a path does not say what the folder is called. */
static const char *find_above(Sources *s, const char *here, const char *name, bool *out)
{
  char *real = s->kept.n ? NULL : realpath(*here ? here : ".", NULL);
  const char *found = NULL, *parts[] = {"scenarios", "cards"};
  for (int i = 0; real && i < 2 && !found; i++)
    found = if_inside(s,
                      arena_printf(s->arena, "%s%s../../%s/%s", here, *here ? "/" : "",
                                   parts[i], last_part(real)),
                      name, out);
  free(real);
  return found;
}

const char *sources_find(Sources *s, int from, const char *name, bool *out)
{
  *out = false;
  const char *here = folder_of(s->arena, s->files.at[from].path);
  const char *found = if_inside(s, here, name, out);
  if (found) return found;
  const char *parts[] = {"scenarios", "cards"};
  const char *up = folder_of(s->arena, here), *top = folder_of(s->arena, up);
  for (int i = 0; i < 2 && *here; i++) {
    const char *sister =
        *top ? arena_printf(s->arena, "%s/%s/%s", top, parts[i], last_part(here))
             : arena_printf(s->arena, "%s/%s", parts[i], last_part(here));
    if ((found = if_inside(s, sister, name, out))) return found;
  }
  if ((found = find_above(s, here, name, out))) return found;
  for (size_t i = 0; i < s->library.n; i++) {
    const char *lib = s->library.at[i];
    const char *std =
        *lib ? arena_printf(s->arena, "%s/scenarios/std", lib) : "scenarios/std";
    if ((found = if_inside(s, std, name, out))) return found;
  }
  return NULL;
}

const char *sources_find_game(Sources *s, const char *name)
{
  struct stat st;
  if (!stat(name, &st)) {
    if (!S_ISDIR(st.st_mode)) return name;
    size_t n = strlen(name);
    while (n > 1 && name[n - 1] == '/') n--;
    return if_file(s, arena_strndup(s->arena, name, n), "game.regel");
  }
  if (strchr(name, '/')) return NULL;
  for (size_t i = 0; i < s->library.n; i++) {
    const char *lib = s->library.at[i];
    const char *dir = *lib ? arena_printf(s->arena, "%s/scenarios/%s", lib, name)
                           : arena_printf(s->arena, "scenarios/%s", name);
    const char *found = if_file(s, dir, "game.regel");
    if (found) return found;
  }
  return NULL;
}

const char *source_line(const Source *s, int line, int *length)
{
  if (line < 1 || (size_t)line > s->lines.n) {
    *length = 0;
    return "";
  }
  uint32_t from = s->lines.at[line - 1];
  size_t to = (size_t)line < s->lines.n ? s->lines.at[line] - 1 : s->size;
  if (to > from && s->text[to - 1] == '\r') to--;
  *length = (int)(to - from);
  return s->text + from;
}
