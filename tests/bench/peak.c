/* Runs a command and reports the most memory it held.
 *   bench_peak FILE COMMAND [ARGUMENT…]
 * writes the peak resident size in KiB to FILE and ends as the command did. */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  if (argc < 3) {
    fputs("usage: bench_peak FILE COMMAND [ARGUMENT…]\n", stderr);
    return 2;
  }
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status = 0;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) < 0) {
    perror("bench_peak");
    return 5;
  }
  FILE *f = fopen(argv[1], "w");
  if (!f || fprintf(f, "%ld\n", used.ru_maxrss) < 0 || fclose(f) != 0) {
    perror(argv[1]);
    return 5;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
