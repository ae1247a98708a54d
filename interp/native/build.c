/* Compiling: the texts are written into a folder of their own, the system's compiler is
 * run on the parts side by side, and the result is put in its place at once. */
#include "interp/native/native.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool fail(Buf *why, const char *what, const char *path)
{
  buf_printf(why, "cannot %s %s: %s", what, path, strerror(errno));
  return false;
}

/* ---- writing -------------------------------------------------------------------- */

static bool write_file(const char *path, const void *text, size_t size, Buf *why)
{
  FILE *f = fopen(path, "w");
  if (!f) return fail(why, "write", path);
  bool ok = fwrite(text, 1, size, f) == size;
  if (fclose(f)) ok = false;
  return ok || fail(why, "write", path);
}

static bool make_folders(const char *root, const char *path, Buf *why)
{
  Buf at = {0};
  bool ok = true;
  for (const char *s = strchr(path, '/'); ok && s; s = strchr(s + 1, '/')) {
    buf_clear(&at);
    buf_printf(&at, "%s/%.*s", root, (int)(s - path), path);
    if (mkdir(buf_text(&at), 0700) && errno != EEXIST)
      ok = fail(why, "make", buf_text(&at));
  }
  buf_free(&at);
  return ok;
}

static bool write_headers(const char *root, Buf *why)
{
  Buf at = {0};
  bool ok = true;
  for (int k = 0; ok && k < native_files_count; k++) {
    const NativeFile *f = &native_files[k];
    buf_clear(&at);
    buf_printf(&at, "%s/%s", root, f->path);
    ok = make_folders(root, f->path, why) &&
         write_file(buf_text(&at), f->text, f->size, why);
  }
  buf_free(&at);
  return ok;
}

static bool write_parts(const char *root, const NativeText *t, Buf *why)
{
  Buf at = {0};
  bool ok = true;
  for (int k = 0; ok && k < t->count; k++) {
    buf_clear(&at);
    buf_printf(&at, "%s/part%d.c", root, k);
    ok = write_file(buf_text(&at), t->parts[k].at, t->parts[k].n, why);
  }
  buf_free(&at);
  return ok;
}

/* Removes a folder that was made here: nothing but plain files and folders is in it. */
static void remove_folder(const char *path)
{
  char *copy = strdup(path);
  if (!copy) abort();
  pid_t pid = fork();
  if (pid == 0) {
    execlp("rm", "rm", "-rf", "--", copy, (char *)NULL);
    _exit(127);
  }
  int status;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  free(copy);
}

/* ---- running -------------------------------------------------------------------- */

/* Without a shell; what the compiler says goes to a file. */
static pid_t start(const char *root, char *const argv[])
{
  Buf log = {0};
  buf_printf(&log, "%s/log", root);
  pid_t pid = fork();
  if (pid == 0) {
    int out = open(buf_text(&log), O_WRONLY | O_CREAT | O_APPEND, 0600),
        in = open("/dev/null", O_RDONLY);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    execvp(argv[0], argv);
    _exit(127);
  }
  buf_free(&log);
  return pid;
}

/* Waits for one of the children; 0 if all was well. */
static int await(pid_t pid)
{
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool bad_exit(int code, Buf *why)
{
  if (code == 127) buf_add(why, "there is no compiler (cc)");
  else buf_printf(why, "the compiler failed with exit code %d", code);
  return false;
}

/* Adds the first line in which the compiler says what is wrong. */
static void add_reason(const char *root, Buf *why)
{
  char line[400];
  Buf log = {0};
  buf_printf(&log, "%s/log", root);
  FILE *f = fopen(buf_text(&log), "r");
  while (f && fgets(line, sizeof line, f)) {
    if (!strstr(line, "error")) continue;
    line[strcspn(line, "\n")] = 0;
    buf_add(why, ": ");
    buf_plain(why, line);
    break;
  }
  if (f) fclose(f);
  buf_free(&log);
}

/* Registers that were stored one by one are not loaded in pairs: a processor waits for
 * such a pair until both have reached its cache. */
#define PLAINLY "-fno-tree-slp-vectorize"

const char *const *native_flags(void)
{
#ifdef __x86_64__
  static const char *const bits[] = {"-mpopcnt", "-mbmi", "-mbmi2", PLAINLY, NULL};
  if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("popcnt"))
    return bits;
#endif
  static const char *const none[] = {PLAINLY, NULL};
  return none;
}

static pid_t start_part(const char *root, int k)
{
  Buf from = {0}, to = {0}, include = {0};
  buf_printf(&include, "-I%s", root);
  buf_printf(&from, "%s/part%d.c", root, k);
  buf_printf(&to, "%s/part%d.o", root, k);
  char *argv[32] = {"cc", "-std=gnu11", "-O2", "-w", "-fPIC", "-fvisibility=hidden"};
  int n = 6;
  for (int i = 0; native_flags()[i]; i++)
    argv[n++] = (char *)(uintptr_t)native_flags()[i];
  argv[n++] = include.at;
  argv[n++] = "-c";
  argv[n++] = from.at;
  argv[n++] = "-o";
  argv[n++] = to.at;
  pid_t pid = start(root, argv);
  buf_free(&from);
  buf_free(&to);
  buf_free(&include);
  return pid;
}

enum { MOST_JOBS = 64 };

static bool compile_parts(const char *root, int parts, Buf *why)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  int jobs = cores < 1 ? 1 : cores > MOST_JOBS ? MOST_JOBS : (int)cores, bad = 0;
  pid_t running[MOST_JOBS];
  for (int k = 0; k < parts + jobs; k++) {
    if (k >= jobs && k - jobs < parts && running[k % jobs] > 0) {
      int code = await(running[k % jobs]);
      if (code && !bad) bad = code;
    }
    running[k % jobs] = k < parts && !bad ? start_part(root, k) : -1;
    if (k < parts && !bad && running[k % jobs] < 0) bad = -1;
  }
  return !bad || bad_exit(bad, why);
}

static bool link_parts(const char *root, int parts, const char *to, Buf *why)
{
  char **argv = calloc((size_t)parts + 6, sizeof *argv);
  if (!argv) abort();
  int n = 0;
  argv[n++] = "cc";
  argv[n++] = "-shared";
  argv[n++] = "-o";
  argv[n++] = (char *)(uintptr_t)to;
  for (int k = 0; k < parts; k++) {
    Buf part = {0};
    buf_printf(&part, "%s/part%d.o", root, k);
    argv[n++] = buf_take(&part);
  }
  int code = await(start(root, argv));
  for (int k = 4; k < n; k++) free(argv[k]);
  free(argv);
  return !code || bad_exit(code, why);
}

bool native_has_compiler(Buf *why)
{
  const char *path = getenv("PATH");
  Buf at = {0};
  bool found = false;
  for (const char *s = path ? path : ""; *s && !found;) {
    size_t n = strcspn(s, ":");
    buf_clear(&at);
    buf_printf(&at, "%.*s/cc", (int)n, s);
    found = n && !access(buf_text(&at), X_OK);
    s += n + (s[n] == ':');
  }
  buf_free(&at);
  return found || bad_exit(127, why);
}

bool native_compile(const Program *p, const char *path, Buf *why)
{
  Buf root = {0}, made = {0};
  char key[NATIVE_KEY_SIZE];
  buf_printf(&root, "%s.XXXXXX", path);
  if (!mkdtemp(root.at)) {
    fail(why, "make a folder beside", path);
    buf_free(&root);
    return false;
  }
  native_key(p, key);
  NativeText t = native_generate(p, key);
  buf_printf(&made, "%s/native.so", buf_text(&root));
  bool ok = write_headers(root.at, why) && write_parts(root.at, &t, why) &&
            compile_parts(root.at, t.count, why) &&
            link_parts(root.at, t.count, buf_text(&made), why);
  if (ok && (chmod(buf_text(&made), 0600) || rename(buf_text(&made), path)))
    ok = fail(why, "write", path);
  if (!ok) add_reason(root.at, why);
  native_text_free(&t);
  remove_folder(root.at);
  buf_free(&root);
  buf_free(&made);
  return ok;
}
