/* The user's folder of native code, and loading from it.  What is loaded runs with all
 * rights of the user: nothing that somebody else could have written is loaded. */
#include "interp/native/native.h"
#include "db/seal.h"
#include "interp/opt/opt.h"
#include "interp/vm/native.h"
#include "interp/base/invariant.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void native_key(const Program *p, char key[NATIVE_KEY_SIZE])
{
  Seal rules = seal_code(p);
  Sealing *s = seal_begin("native");
  seal_bytes(s, rules.at, sizeof rules.at);
  for (int k = 0; k < native_files_count; k++)
    seal_bytes(s, native_files[k].text, native_files[k].size);
  seal_text(s, native_generator);
  const Optimized *o = opt_of(p);
  seal_bytes(s, o->code, sizeof *o->code * (size_t)o->n);
  for (int k = 0; native_flags()[k]; k++) seal_text(s, native_flags()[k]);
  Seal all = seal_end(s);
  seal_hex(&all, key);
}

/* ---- the folder ----------------------------------------------------------------- */

/* Does it belong to this user, with none of these rights for others? */
static bool is_private(const struct stat *st, mode_t rights)
{
  return st->st_uid == geteuid() && !(st->st_mode & rights);
}

static bool private_folder(const char *path, Buf *why)
{
  struct stat st;
  if (mkdir(path, 0700) && errno != EEXIST) {
    buf_printf(why, "cannot make %s: %s", path, strerror(errno));
    return false;
  }
  if (!lstat(path, &st) && S_ISDIR(st.st_mode) && is_private(&st, 077)) return true;
  buf_printf(why, "%s is not a folder of this user alone (chmod 700)", path);
  return false;
}

/* The user's folder for native code; false, with a line in `why`, if there is none that
 * belongs to the user alone. */
static bool native_folder(Buf *path, Buf *why)
{
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && *cache == '/') buf_printf(path, "%s", cache);
  else if (home && *home == '/') buf_printf(path, "%s/.cache", home);
  else {
    buf_add(why, "neither XDG_CACHE_HOME nor HOME says where native code may lie");
    return false;
  }
  if (mkdir(buf_text(path), 0700) && errno != EEXIST) {
    buf_printf(why, "cannot make %s: %s", buf_text(path), strerror(errno));
    return false;
  }
  buf_add(path, "/regel");
  return private_folder(buf_text(path), why);
}

bool native_cached(const Program *p, Buf *path, Buf *why)
{
  char key[NATIVE_KEY_SIZE];
  if (!native_folder(path, why)) return false;
  native_key(p, key);
  buf_printf(path, "/%s.so", key);
  return true;
}

static bool is_native_file(const char *name)
{
  size_t n = strspn(name, "0123456789abcdef");
  return n == NATIVE_KEY_SIZE - 1 && !strcmp(name + n, ".so");
}

int native_clear(Buf *why)
{
  Buf path = {0};
  int n = -1;
  DIR *dir = native_folder(&path, why) ? opendir(buf_text(&path)) : NULL;
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (n < 0) n = 0;
    if (is_native_file(e->d_name) && !unlinkat(dirfd(dir), e->d_name, 0)) n++;
  }
  if (dir) closedir(dir);
  buf_free(&path);
  return n;
}

/* ---- loading -------------------------------------------------------------------- */

/* What is attached to a program, with what it came from. */
typedef struct Loaded {
  Native native;
  void *handle;
  int count;
  int32_t *chunk_of;
} Loaded;

static Loaded *loaded_new(const Program *p, void *handle, const NativeModule *m)
{
  INVARIANT(p && handle && m);
  Loaded *l = calloc(1, sizeof *l);
  const Optimized *o = opt_of(p);
  int32_t *of = malloc(sizeof *of * (size_t)(o->n + 1));
  if (!l || !of) abort();
  for (int n = 0; n < p->n_chunks; n++)
    for (int k = o->first[n]; k < o->end[n]; k++) of[k] = n;
  *l = (Loaded){{m->chunks, of, o->code, m->quiet}, handle, m->count, of};
  return l;
}

bool native_load(Program *p, const char *path, Buf *why)
{
  INVARIANT(p && path && !p->native);
  struct stat st;
  char key[NATIVE_KEY_SIZE];
  if (lstat(path, &st)) {
    buf_printf(why, "cannot read %s: %s", path, strerror(errno));
    return false;
  }
  if (!S_ISREG(st.st_mode) || !is_private(&st, 022)) {
    buf_printf(why, "%s can be written by others than this user: it is not loaded", path);
    return false;
  }
  Buf here = {0}; /* a bare name would be looked for among the system's libraries */
  buf_printf(&here, "%s%s", strchr(path, '/') ? "" : "./", path);
  void *handle = dlopen(buf_text(&here), RTLD_NOW | RTLD_LOCAL);
  buf_free(&here);
  const NativeModule *m = handle ? dlsym(handle, "regel_native") : NULL;
  native_key(p, key);
  if (!m || memcmp(m->key, key, sizeof key) || m->count != p->n_chunks) {
    buf_printf(why, "%s is no native code of this ruleset", path);
    if (handle) dlclose(handle);
    return false;
  }
  m->use(native_calls());
  native_attach(p, &loaded_new(p, handle, m)->native);
  return true;
}

bool native_open(Program *p, Buf *why)
{
  Buf path = {0};
  struct stat st;
  bool ok = native_cached(p, &path, why);
  if (ok && lstat(buf_text(&path), &st)) ok = native_compile(p, buf_text(&path), why);
  if (ok) ok = native_load(p, buf_text(&path), why);
  buf_free(&path);
  return ok;
}

void native_close(Program *p)
{
  Loaded *l = p ? (Loaded *)(uintptr_t)p->native : NULL;
  if (!l) return;
  native_attach(p, NULL);
  dlclose(l->handle);
  free(l->chunk_of);
  free(l);
}

int native_chunks(const Program *p)
{
  return p->native ? ((const Loaded *)p->native)->count : 0;
}
