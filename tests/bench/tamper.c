/* tamper [COUNT [SEED]]: how many random changes of one byte in the facts of a database
 * are not noticed by its check (must be none), and how long a check takes. */
#include "tests/tamper.h"

#include <time.h>

int main(int argc, char **argv)
{
  int count = argc > 1 ? atoi(argv[1]) : 10000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  char *folder = games_folder(), *path = games_path(folder, "tampered.db");
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  int missed = tamper_many(path, seed, count);
  clock_gettime(CLOCK_MONOTONIC, &b);
  double seconds = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
  printf(
      "Changed bytes in stored facts: %d of %d noticed, %d not, %.2f ms for each check\n",
      count - missed, count, missed, seconds * 1000 / (count ? count : 1));
  free(path);
  games_remove(folder);
  return missed != 0;
}
