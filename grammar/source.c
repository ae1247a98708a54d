/* Reading source files; library.c finds them. */
#include "grammar/source.h"
#include "interp/base/limits.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  vec_free(&s->overlays);
  vec_free(&s->rulesets);
}

/* What holds a stored file was a folder of the library when it was read. */
static void keep_library(Sources *s, const char *path)
{
  static const char *const parts[] = {"scenarios/", "cards/", "packs/"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const char *at = path;
    while ((at = strstr(at, parts[i])) && at != path && at[-1] != '/') at++;
    if (!at) continue;
    const char *lib =
        arena_strndup(s->arena, path, at == path ? 0 : (size_t)(at - path - 1));
    for (size_t k = 0; k < s->library.n; k++)
      if (!strcmp(s->library.at[k], lib)) return;
    vec_push(&s->library, lib);
    return;
  }
}

void sources_keep(Sources *s, const char *path, const char *text, size_t size)
{
  INVARIANT(s && s->arena);
  Source f = {.path = arena_strdup(s->arena, path),
              .text = arena_strndup(s->arena, text, size),
              .size = size};
  vec_push(&s->kept, f);
  keep_library(s, f.path);
}

const Source *sources_kept(const Sources *s, const char *path)
{
  for (size_t i = 0; i < s->kept.n; i++)
    if (!strcmp(s->kept.at[i].path, path)) return &s->kept.at[i];
  return NULL;
}

int sources_add(Sources *s, const char *path, const char *text, size_t size)
{
  INVARIANT(path && (text || !size));
  Source f = {.path = arena_strdup(s->arena, path),
              .text = arena_strndup(s->arena, text, size),
              .size = size};
  f.pack = s->pack;
  vec_push(&f.lines, 0);
  for (size_t i = 0; i < size; i++)
    if (f.text[i] == '\n') vec_push(&f.lines, (uint32_t)(i + 1));
  vec_push(&s->files, f);
  return (int)s->files.n - 1;
}

static SourceError read_all(const char *path, char **text, size_t *size)
{
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

static bool find_again(const Sources *s, const char *path, const struct stat *st,
                       int *index)
{
  for (size_t i = 0; i < s->files.n; i++) {
    const Source *f = &s->files.at[i];
    bool same = st && f->inode && f->inode == (uint64_t)st->st_ino &&
                f->device == (uint64_t)st->st_dev;
    if (!same && strcmp(f->path, path)) continue;
    if (f->pack && f->pack != s->pack) continue; /* another pack's: out of sight */
    *index = (int)i;
    return true;
  }
  return false;
}

static SourceError load_kept(Sources *s, const char *path, int *index, bool *seen)
{
  const Source *f = sources_kept(s, path);
  *seen = find_again(s, path, NULL, index);
  if (*seen) return SOURCE_OK;
  if (!f) return SOURCE_MISSING;
  *index = sources_add(s, path, f->text, f->size);
  return SOURCE_OK;
}

void sources_overlay(Sources *s, const char *path, const char *text, size_t size)
{
  INVARIANT(path && text);
  struct stat st;
  Source o = {.path = arena_strdup(s->arena, path),
              .text = arena_strndup(s->arena, text, size),
              .size = size};
  if (!stat(path, &st)) {
    o.device = (uint64_t)st.st_dev;
    o.inode = (uint64_t)st.st_ino;
  }
  vec_push(&s->overlays, o);
}

/* What somebody is writing into a file, or NULL; the latest goes before others. */
static const Source *overlay_of(const Sources *s, const char *path, const struct stat *st)
{
  for (size_t i = s->overlays.n; i-- > 0;) {
    const Source *o = &s->overlays.at[i];
    if (!strcmp(o->path, path) || (st && o->inode && o->inode == (uint64_t)st->st_ino &&
                                   o->device == (uint64_t)st->st_dev))
      return o;
  }
  return NULL;
}

SourceError sources_load(Sources *s, const char *path, int *index, bool *seen)
{
  INVARIANT(path && index && seen);
  struct stat st;
  char *text = NULL;
  size_t size = 0;
  if (s->kept.n) return load_kept(s, path, index, seen);
  bool there = !stat(path, &st);
  *seen = find_again(s, path, there ? &st : NULL, index);
  if (*seen) return SOURCE_OK;
  const Source *overlay = overlay_of(s, path, there ? &st : NULL);
  if (overlay) {
    *index = sources_add(s, path, overlay->text, overlay->size);
    s->files.at[*index].device = overlay->device;
    s->files.at[*index].inode = overlay->inode;
    return SOURCE_OK;
  }
  if (!there) return errno == ENOENT ? SOURCE_MISSING : SOURCE_UNREADABLE;
  if (S_ISDIR(st.st_mode)) return SOURCE_DIRECTORY;
  /* Whoever names a pipe himself knows what he reads; rules that do would wait for ever.
   */
  if (s->files.n && !S_ISREG(st.st_mode)) return SOURCE_SPECIAL;
  SourceError err = read_all(path, &text, &size);
  if (err) return err;
  *index = sources_add(s, path, text, size);
  s->files.at[*index].device = (uint64_t)st.st_dev;
  s->files.at[*index].inode = (uint64_t)st.st_ino;
  free(text);
  return SOURCE_OK;
}

void sources_follow(Sources *s, const Sources *other)
{
  INVARIANT(s != other);
  for (size_t i = 0; i < other->library.n; i++)
    vec_push(&s->library, other->library.at[i]);
  for (size_t i = 0; i < other->kept.n; i++) vec_push(&s->kept, other->kept.at[i]);
  for (size_t i = 0; i < other->overlays.n; i++)
    vec_push(&s->overlays, other->overlays.at[i]);
}

static const Source *in_memory(const Sources *s, const char *path)
{
  return s->kept.n ? sources_kept(s, path) : overlay_of(s, path, NULL);
}

char *sources_read(const Sources *s, const char *path, size_t *size)
{
  const Source *f = in_memory(s, path);
  char *text = NULL;
  size_t room = 0;
  if (f) {
    text = vec_grow_(NULL, &room, f->size + 1, 1);
    memcpy(text, f->text, f->size + 1);
    *size = f->size;
  } else if (!s->kept.n && !read_all(path, &text, size)) {
    room = *size;
    text = vec_grow_(text, &room, *size + 1, 1);
    text[*size] = 0;
  }
  return text;
}

bool sources_has(const Sources *s, const char *path)
{
  return in_memory(s, path) || (!s->kept.n && !access(path, R_OK));
}

const char *source_line(const Source *s, int line, int *length)
{
  INVARIANT(length);
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
