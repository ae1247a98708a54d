/* The files of a library, by paths that tell nothing of this machine. */
#include "interp/serve/workshop.h"
#include "interp/base/text.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DEPTH = 4, MOST_BYTES = 4 * 1024 * 1024 };

static bool is_read(const char *name)
{
  static const char *const ends[] = {".regel", ".po", ".csv", ".md", ".lexicon"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (text_ends(name, ends[i])) return true;
  return false;
}

typedef struct Walk {
  const char *const *before; /* folders that were looked through already */
  size_t nbefore;
  size_t skip; /* bytes of the library's own path */
  FoundFn fn;
  void *user;
} Walk;

static bool is_overridden(const Walk *w, const char *path)
{
  Buf other = {0};
  bool there = false;
  for (size_t i = 0; i < w->nbefore && !there; i++) {
    buf_clear(&other);
    buf_printf(&other, "%s/%s", w->before[i], path);
    there = !access(buf_text(&other), F_OK);
  }
  buf_free(&other);
  return there;
}

/* Links are not followed: they could lead anywhere. */
static void walk(const Walk *w, const char *folder, int depth)
{
  struct dirent **list = NULL;
  int n = depth < MOST_DEPTH ? scandir(folder, &list, NULL, alphasort) : 0;
  for (int i = 0; i < n; i++) {
    struct stat st;
    Buf path = {0};
    buf_printf(&path, "%s/%s", folder, list[i]->d_name);
    const char *real = buf_text(&path);
    if (*list[i]->d_name != '.' && !lstat(real, &st)) {
      Found f = {real + w->skip, real};
      if (S_ISDIR(st.st_mode)) walk(w, real, depth + 1);
      else if (S_ISREG(st.st_mode) && is_read(real) && !is_overridden(w, f.path))
        w->fn(w->user, &f);
    }
    buf_free(&path);
    free(list[i]);
  }
  free(list);
}

void files_each(const regel_library *l, FoundFn fn, void *user)
{
  static const char *const parts[] = {"scenarios", "cards",      "packs",
                                      "po",        "docs/rules", "rules"};
  enum { MOST_FOLDERS = 64 };
  const char *before[MOST_FOLDERS];
  regel_data *folders = regel_library_folders(l);
  for (size_t i = 0; i < regel_data_count(folders) && i < MOST_FOLDERS; i++) {
    before[i] = regel_data_text(regel_data_at(folders, i));
    Walk w = {before, i, strlen(before[i]) + 1, fn, user};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
      Buf folder = {0};
      buf_printf(&folder, "%s/%s", before[i], parts[k]);
      walk(&w, buf_text(&folder), 0);
      buf_free(&folder);
    }
  }
  regel_data_free(folders);
}

bool file_read(const char *real, Buf *b)
{
  FILE *f = fopen(real, "rb");
  char part[65536];
  size_t n;
  if (!f) return false;
  while (b->n <= MOST_BYTES && (n = fread(part, 1, sizeof part, f)) > 0)
    buf_addn(b, part, n);
  bool fine = !ferror(f) && b->n <= MOST_BYTES;
  fclose(f);
  return fine;
}

/* Every part of it is a plain name, so that it leads nowhere else. */
static bool is_plain(const char *path)
{
  const char *s = path;
  for (; *s; s += *s == '/') {
    size_t n =
        strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.@");
    if (!n || *s == '.' || (s[n] && s[n] != '/')) return false;
    s += n;
  }
  return s > path && s[-1] != '/' && s - path < 200;
}

bool file_is_own(const char *path, const char *game)
{
  static const char *const parts[] = {"scenarios/", "cards/"};
  size_t g = strlen(game);
  if (!is_plain(path) || !g || strchr(game, '/')) return false;
  for (size_t i = 0; i < 2; i++) {
    size_t n = strlen(parts[i]);
    if (!strncmp(path, parts[i], n) && !strncmp(path + n, game, g) && path[n + g] == '/')
      return text_ends(path, ".regel") || text_ends(path, ".po") ||
             text_ends(path, ".csv");
  }
  return false;
}

/* Neither the file nor a folder on the way to it is a link. */
static bool has_no_link(const char *folder, const char *path)
{
  struct stat st;
  Buf at = {0};
  bool fine = true;
  for (const char *s = path; fine && *s;) {
    s += strcspn(s, "/");
    buf_clear(&at);
    buf_printf(&at, "%s/%.*s", folder, (int)(s - path), path);
    bool there = !lstat(buf_text(&at), &st);
    fine = *s ? there && S_ISDIR(st.st_mode) : !there || S_ISREG(st.st_mode);
    s += *s == '/';
  }
  buf_free(&at);
  return fine;
}

bool file_place(const regel_library *l, const char *game, const char *path, Buf *real)
{
  regel_data *folders = regel_library_folders(l);
  bool found = false;
  for (size_t i = 0; i < regel_data_count(folders) && !found; i++) {
    const char *folder = regel_data_text(regel_data_at(folders, i));
    buf_clear(real);
    buf_printf(real, "%s/scenarios/%s/game.regel", folder, game);
    if (access(buf_text(real), F_OK)) continue;
    found = true;
    buf_clear(real);
    buf_printf(real, "%s/%s", folder, path);
    if (!file_is_own(path, game) || !has_no_link(folder, path)) break;
    regel_data_free(folders);
    return true;
  }
  regel_data_free(folders);
  return false;
}

void file_mark(const char *text, size_t n, char mark[33])
{
  unsigned char hash[16];
  crypto_generichash(hash, sizeof hash, (const unsigned char *)text, n, NULL, 0);
  sodium_bin2hex(mark, 33, hash, sizeof hash);
}
