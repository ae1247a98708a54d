/* Native code while a game is already played: another process compiles it, and a thread
 * attaches it when it is there.  Whoever leaves earlier finds it the next time. */
#include "interp/native/native.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct NativeLater {
  Program *program;
  Buf path;
  pthread_t thread;
  atomic_bool stop;
};

/* A grandchild, which nobody has to wait for. */
static void compile_apart(const Program *p, const char *path)
{
  pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) {
      Buf why = {0};
      setsid();
      native_compile(p, path, &why);
    }
    _exit(0);
  }
  int status;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
}

static void *watch(void *at)
{
  NativeLater *l = at;
  const struct timespec pause = {0, 20 * 1000 * 1000};
  struct stat st;
  Buf why = {0};
  while (!atomic_load(&l->stop)) {
    if (!lstat(buf_text(&l->path), &st)) {
      native_load(l->program, buf_text(&l->path), &why);
      break;
    }
    nanosleep(&pause, NULL);
  }
  buf_free(&why);
  return NULL;
}

NativeLater *native_later(Program *p, Buf *why)
{
  Buf path = {0};
  struct stat st;
  NativeLater *l = NULL;
  if (!native_cached(p, &path, why)) {
    buf_free(&path);
    return NULL;
  }
  if (!lstat(buf_text(&path), &st)) native_load(p, buf_text(&path), why);
  else if (native_has_compiler(why)) {
    l = calloc(1, sizeof *l);
    if (!l) abort();
    l->program = p;
    buf_add(&l->path, buf_text(&path));
    compile_apart(p, buf_text(&path));
    if (pthread_create(&l->thread, NULL, watch, l)) {
      buf_add(why, "no thread can be started");
      buf_free(&l->path);
      free(l);
      l = NULL;
    }
  }
  buf_free(&path);
  return l;
}

void native_later_end(NativeLater *l)
{
  if (!l) return;
  atomic_store(&l->stop, true);
  pthread_join(l->thread, NULL);
  buf_free(&l->path);
  free(l);
}
