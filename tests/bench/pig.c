/* Random games of Pig in plain C: the yardstick for the VM. */
#include "tests/bench/playout.h"

static int play(void)
{
  int points[3] = {0};
  for (int who = 1;; who = 3 - who)
    for (int total = 0;;) {
      decisions++;
      if (random_below(2)) { /* hold */
        points[who] += total;
        if (points[who] >= 100) return who;
        break;
      }
      int die = 1 + random_below(6);
      if (die == 1) break;
      total += die;
    }
}
