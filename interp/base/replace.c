#include "interp/base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_plain(const char *path)
{
  struct stat st;
  return stat(path, &st) || S_ISREG(st.st_mode);
}

static void forget(Replace *r)
{
  int why = errno;
  buf_free(&r->path);
  buf_free(&r->temp);
  errno = why;
}

/* A file with the rights that a new one would have; NULL and errno. */
static FILE *open_beside(char *temp)
{
  int fd = mkstemp(temp);
  if (fd < 0) return NULL;
  mode_t mask = umask(0);
  umask(mask);
  FILE *out = fchmod(fd, 0666 & ~mask) ? NULL : fdopen(fd, "wb");
  if (out) return out;
  int why = errno;
  close(fd);
  unlink(temp);
  errno = why;
  return NULL;
}

bool replace_begin(Replace *r, const char *path)
{
  memset(r, 0, sizeof *r);
  buf_add(&r->path, path);
  if (is_plain(path)) {
    buf_printf(&r->temp, "%s.XXXXXX", path);
    r->out = open_beside(r->temp.at);
  } else {
    r->out = fopen(path, "wb");
  }
  if (r->out) return true;
  forget(r);
  return false;
}

void sync_folder(const char *path)
{
  const char *slash = strrchr(path, '/');
  Buf folder = {0};
  if (slash) buf_addn(&folder, path, slash == path ? 1 : (size_t)(slash - path));
  else buf_add(&folder, ".");
  int fd = open(buf_text(&folder), O_RDONLY | O_DIRECTORY);
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  buf_free(&folder);
}

bool replace_end(Replace *r, bool whole)
{
  bool plain = r->temp.n > 0;
  /* Everything is on the disk before the name stands for it. */
  bool done = whole && !fflush(r->out) && (!plain || !fsync(fileno(r->out)));
  int why = errno;
  if (fclose(r->out) && done) done = false, why = errno;
  if (plain && done && rename(buf_text(&r->temp), buf_text(&r->path)))
    done = false, why = errno;
  if (plain && done) sync_folder(buf_text(&r->path));
  else if (plain) unlink(buf_text(&r->temp));
  errno = why;
  forget(r);
  return done;
}
