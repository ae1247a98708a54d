/* A command that is a program of its own, because it needs libraries that not everybody
 * has: `regel print` runs `regel-print`, which lies beside `regel`. */
#include "interp/cmd/front.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where this program lies; a link in a folder of programs is followed. */
static const char *beside(Arena *a, const char *command)
{
  char exe[4096];
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  if (n <= 0) return NULL;
  exe[n] = 0;
  char *slash = strrchr(exe, '/');
  if (slash) *slash = 0;
  return arena_printf(a, "%s/regel-%s", exe, command);
}

int cli_front(Cli *cli, int argc, char **argv)
{
  (void)argc;
  if (cli->collect) return CODE_FINE; /* its help is its own */
  Arena *a = arena_new();
  const char *path = beside(a, cli->command);
  fflush(stdout);
  /* The seat's language may stand before the command, where the other program cannot
   * see it. */
  if (cli->lang) setenv("REGEL_LANG", cli->lang, 1);
  if (path) execv(path, argv);
  if (!path || errno == ENOENT)
    cli_error(
        cli,
        "this part of Regel is not installed here (regel-%s); in the sources: make %s",
        cli->command, cli->command);
  else cli_error(cli, "cannot run %s: %s", path, strerror(errno));
  arena_free(a);
  return CODE_IO;
}
