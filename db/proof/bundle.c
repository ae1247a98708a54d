/* The text of a bundle:
 *
 *     regel pack 1
 *     name snow
 *     file 390 pack.regel
 *     (390 bytes and a line end)
 *     seal (BLAKE2b of all before it, in hex)
 *
 * Who unpacks one may not know its author, so a path is a few plain names, and the folder
 * is made anew beside its place and moved there when it is complete. */
#define _XOPEN_SOURCE 700
#include "db/proof/bundle.h"
#include "db/seal.h"
#include "interp/base/limits.h"
#include "interp/base/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] = "regel pack 1\n";
enum { MOST_BYTES = 256 << 20, DEEPEST = 8, LONGEST = 200 };

/* ---- names ---------------------------------------------------------------------- */

static bool plain_name(const char *s, size_t n)
{
  bool fine = n > 0 && n <= MAX_NAME && isalpha((unsigned char)*s);
  for (size_t i = 0; i < n && fine; i++)
    fine = isalnum((unsigned char)s[i]) || s[i] == '_';
  return fine;
}

/* Names divided by "/", none of them hidden, empty, leading up or like an option. */
static bool plain_path(const char *s)
{
  int parts = 0;
  if (strlen(s) > LONGEST) return false;
  for (;; parts++) {
    size_t n = strcspn(s, "/");
    if (!n || *s == '.' || *s == '-' || parts >= DEEPEST) return false;
    for (size_t i = 0; i < n; i++)
      if (!isalnum((unsigned char)s[i]) && !strchr("._-@+", s[i])) return false;
    if (!s[n]) return true;
    s += n + 1;
  }
}

static Seal seal_of(const char *text, size_t size)
{
  Sealing *s = seal_begin("pack");
  seal_bytes(s, text, size);
  return seal_end(s);
}

/* ---- writing -------------------------------------------------------------------- */

typedef struct Writer {
  Arena *arena;
  VEC(const char *) paths;
  Buf *why;
} Writer;

/* Two names that some systems would take for one file. */
static void check_capitals(const char *a, const char *b, Buf *why)
{
  if (!why->n && !strcasecmp(a, b))
    buf_printf(why, "%s and %s differ only in capitals: not every system keeps both", a,
               b);
}

static void list_files(Writer *w, const char *folder, const char *below)
{
  DIR *d = opendir(folder);
  if (!d) buf_printf(w->why, "cannot read %s: %s", folder, strerror(errno));
  for (struct dirent *e; d && !w->why->n && (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    struct stat st;
    const char *path = arena_printf(w->arena, "%s/%s", folder, e->d_name);
    const char *name = *below ? arena_printf(w->arena, "%s/%s", below, e->d_name)
                              : arena_strdup(w->arena, e->d_name);
    if (!plain_path(name))
      buf_printf(w->why, "%s has a name that not every system knows", path);
    else if (lstat(path, &st))
      buf_printf(w->why, "cannot read %s: %s", path, strerror(errno));
    else if (S_ISDIR(st.st_mode)) list_files(w, path, name);
    else if (S_ISREG(st.st_mode)) vec_push(&w->paths, name);
    else buf_printf(w->why, "%s is a link or no file: a pack has files only", path);
    if (w->paths.n > MAX_FILES)
      buf_printf(w->why, "a pack has at most %d files", MAX_FILES);
  }
  if (d) closedir(d);
}

static bool put_file(Writer *w, const char *folder, const char *name, Buf *out)
{
  const char *path = arena_printf(w->arena, "%s/%s", folder, name);
  FILE *f = fopen(path, "rb");
  Buf text = {0};
  char part[65536];
  size_t n;
  while (f && text.n <= MAX_FILE_BYTES && (n = fread(part, 1, sizeof part, f)) > 0)
    buf_addn(&text, part, n);
  if (!f || ferror(f)) buf_printf(w->why, "cannot read %s: %s", path, strerror(errno));
  else if (text.n > MAX_FILE_BYTES || out->n + text.n > MOST_BYTES)
    buf_printf(w->why, "%s is too large for a pack", path);
  if (f) fclose(f);
  buf_printf(out, "file %zu %s\n", text.n, name);
  buf_addn(out, buf_text(&text), text.n);
  buf_char(out, '\n');
  buf_free(&text);
  return !w->why->n;
}

bool bundle_write(const char *folder, const char *name, Buf *out, Buf *why)
{
  Writer w = {.arena = arena_new(), .why = why};
  list_files(&w, folder, "");
  if (w.paths.n) qsort(w.paths.at, w.paths.n, sizeof *w.paths.at, by_text);
  for (size_t i = 0; i < w.paths.n; i++)
    for (size_t k = 0; k < i; k++) check_capitals(w.paths.at[k], w.paths.at[i], why);
  buf_printf(out, "%sname %s\n", head, name);
  for (size_t i = 0; i < w.paths.n && !why->n; i++)
    put_file(&w, folder, w.paths.at[i], out);
  char hex[2 * SEAL_BYTES + 1];
  Seal seal = seal_of(buf_text(out), out->n);
  seal_hex(&seal, hex);
  buf_printf(out, "seal %s\n", hex);
  vec_free(&w.paths);
  arena_free(w.arena);
  return !why->n;
}

/* ---- reading -------------------------------------------------------------------- */

static bool wrong(Buf *why, const char *what)
{
  if (!why->n) buf_add(why, what);
  return false;
}

/* The seal is the last line; nothing else is believed unless it fits. */
static bool check_seal(const char *text, size_t size, size_t *content, Buf *why)
{
  const size_t line = sizeof "seal \n" - 1 + 2 * SEAL_BYTES;
  char hex[2 * SEAL_BYTES + 1];
  if (size < sizeof head - 1 || memcmp(text, head, sizeof head - 1))
    return wrong(why, "it is no pack of this version of regel");
  if (size < sizeof head - 1 + line) return wrong(why, "it ends too early");
  *content = size - line;
  Seal seal = seal_of(text, *content);
  seal_hex(&seal, hex);
  if (memcmp(text + *content, "seal ", 5) ||
      memcmp(text + *content + 5, hex, sizeof hex - 1))
    return wrong(why, "its seal is broken: it was changed or cut off on the way");
  return true;
}

/* Takes the next line; NULL at the end or if it has a NUL byte in it. */
static const char *next_line(Bundle *b, const char **at, const char *end)
{
  const char *stop = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
  if (!stop || memchr(*at, 0, (size_t)(stop - *at))) return NULL;
  const char *line = arena_strndup(b->arena, *at, (size_t)(stop - *at));
  *at = stop + 1;
  return line;
}

static bool read_file(Bundle *b, const char **at, const char *end, Buf *why)
{
  const char *line = next_line(b, at, end);
  char *rest;
  if (!line || strncmp(line, "file ", 5) || !isdigit((unsigned char)line[5]))
    return wrong(why, "a line that should begin a file does not");
  errno = 0;
  unsigned long long size = strtoull(line + 5, &rest, 10);
  if (errno || *rest != ' ' || size > MAX_FILE_BYTES || size >= (size_t)(end - *at))
    return wrong(why, "a file is not as long as it says");
  BundleFile f = {arena_strdup(b->arena, rest + 1), *at, (size_t)size};
  if (!plain_path(f.path)) {
    buf_char(why, '"');
    buf_plain(why, f.path);
    buf_add(why, "\" is no name for a file of a pack");
    return false;
  }
  if (b->files.n && strcmp(b->files.at[b->files.n - 1].path, f.path) >= 0)
    return wrong(why, "its files are not in order, or one stands twice");
  if ((*at)[size] != '\n') return wrong(why, "a file is not as long as it says");
  *at += size + 1;
  vec_push(&b->files, f);
  return b->files.n <= MAX_FILES || wrong(why, "it has too many files");
}

bool bundle_read(Bundle *b, const char *text, size_t size, Buf *why)
{
  size_t content = 0;
  memset(b, 0, sizeof *b);
  b->arena = arena_new();
  if (!check_seal(text, size, &content, why)) return false;
  const char *at = text + sizeof head - 1, *end = text + content;
  const char *line = next_line(b, &at, end);
  if (!line || strncmp(line, "name ", 5) || !plain_name(line + 5, strlen(line + 5)))
    return wrong(why, "it does not say its name");
  b->name = line + 5;
  while (at < end && !why->n) read_file(b, &at, end, why);
  bool begins = false;
  for (size_t i = 0; i < b->files.n && !why->n; i++) {
    begins = begins || !strcmp(b->files.at[i].path, "pack.regel");
    /* "a" and "a/b" cannot both be there */
    size_t n = strlen(b->files.at[i].path);
    const char *next = i + 1 < b->files.n ? b->files.at[i + 1].path : "";
    if (!strncmp(next, b->files.at[i].path, n) && next[n] == '/')
      wrong(why, "a name is a file and a folder");
    for (size_t k = 0; k < i; k++)
      check_capitals(b->files.at[k].path, b->files.at[i].path, why);
  }
  if (!begins) wrong(why, "it has no pack.regel, with which a pack begins");
  return !why->n;
}

void bundle_free(Bundle *b)
{
  vec_free(&b->files);
  if (b->arena) arena_free(b->arena);
  memset(b, 0, sizeof *b);
}

/* ---- unpacking ------------------------------------------------------------------ */

/* All folders above a file, in a folder that is ours alone. */
static bool make_folders(int top, char *path)
{
  for (char *s = strchr(path, '/'); s; s = strchr(s + 1, '/')) {
    *s = 0;
    bool made = !mkdirat(top, path, 0777) || errno == EEXIST;
    *s = '/';
    if (!made) return false;
  }
  return true;
}

static bool write_file(int top, const BundleFile *f, Arena *a)
{
  char *path = arena_strdup(a, f->path);
  if (!make_folders(top, path)) return false;
  int fd = openat(top, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
  if (fd < 0) return false;
  size_t done = 0;
  while (done < f->size) {
    ssize_t n = write(fd, f->text + done, f->size - done);
    if (n <= 0 && errno != EINTR) break;
    if (n > 0) done += (size_t)n;
  }
  return !close(fd) && done == f->size;
}

static void remove_all(int top, const Bundle *b, const char *folder)
{
  for (size_t i = b->files.n; i-- > 0;) {
    char *path = arena_strdup(b->arena, b->files.at[i].path);
    if (top >= 0) unlinkat(top, path, 0);
    for (char *s; top >= 0 && (s = strrchr(path, '/'));) {
      *s = 0;
      unlinkat(top, path, AT_REMOVEDIR);
    }
  }
  rmdir(folder);
}

bool bundle_unpack(const Bundle *b, const char *folder, Buf *why)
{
  struct stat st;
  char *fresh = arena_printf(b->arena, "%s.XXXXXX", folder);
  if (!lstat(folder, &st)) {
    buf_printf(why, "%s is there already", folder);
    return false;
  }
  if (!mkdtemp(fresh)) {
    buf_printf(why, "cannot make %s: %s", folder, strerror(errno));
    return false;
  }
  int top = open(fresh, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  bool fine = top >= 0 && !fchmod(top, 0755);
  for (size_t i = 0; i < b->files.n && fine; i++)
    fine = write_file(top, &b->files.at[i], b->arena);
  if (fine) fine = !rename(fresh, folder);
  if (!fine) {
    buf_printf(why, "cannot write %s: %s", folder, strerror(errno));
    remove_all(top, b, fresh);
  }
  if (top >= 0) close(top);
  return fine;
}
