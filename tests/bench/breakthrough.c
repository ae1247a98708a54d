/* Random games of Breakthrough in plain C: the yardstick for the VM. */
#include "tests/bench/playout.h"

enum { SIDE = 8 };
typedef signed char Board[SIDE][SIDE]; /* 0, or the number of the player whose pawn stands there */

/* Columns to which a pawn may go from here. */
static int targets(Board b, int x, int y, int who, int *to)
{
  int n = 0, ny = y + (who == 1 ? 1 : -1);
  if (ny < 0 || ny >= SIDE) return 0;
  if (x > 0 && b[ny][x - 1] != who) to[n++] = x - 1;
  if (!b[ny][x]) to[n++] = x;
  if (x < SIDE - 1 && b[ny][x + 1] != who) to[n++] = x + 1;
  return n;
}

/* First a pawn that can go somewhere, then where to: each with equal chance. */
static int play(void)
{
  Board b = {{0}};
  int left[3] = {0, 2 * SIDE, 2 * SIDE};
  for (int x = 0; x < SIDE; x++) b[0][x] = b[1][x] = 1, b[6][x] = b[7][x] = 2;
  for (int who = 1;; who = 3 - who) {
    int from[2 * SIDE], n = 0, to[3];
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
        if (b[y][x] == who && targets(b, x, y, who, to)) from[n++] = y * SIDE + x;
    int pick = from[random_below(n)], x = pick % SIDE, y = pick / SIDE;
    int t = to[random_below(targets(b, x, y, who, to))], ny = y + (who == 1 ? 1 : -1);
    decisions += 2;
    b[y][x] = 0;
    if (b[ny][t]) left[3 - who]--;
    b[ny][t] = (signed char)who;
    if (ny == (who == 1 ? SIDE - 1 : 0) || !left[3 - who]) return who;
  }
}
