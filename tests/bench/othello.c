/* Random games of Othello in plain C: the yardstick for the VM. */
#include "tests/bench/playout.h"

enum { SIDE = 8 };
typedef signed char Board[SIDE][SIDE];

static const int DX[8] = {0, 1, 1, 1, 0, -1, -1, -1}, DY[8] = {1, 1, 0, -1, -1, -1, 0, 1};

/* Enemies between this place and the next own disc in a direction. */
static int enclosed(Board b, int x, int y, int d, int who)
{
  int n = 0;
  for (x += DX[d], y += DY[d]; x >= 0 && x < SIDE && y >= 0 && y < SIDE; x += DX[d], y += DY[d]) {
    if (b[y][x] == who) return n;
    if (!b[y][x]) return 0;
    n++;
  }
  return 0;
}

static int is_move(Board b, int x, int y, int who)
{
  if (b[y][x]) return 0;
  for (int d = 0; d < 8; d++)
    if (enclosed(b, x, y, d, who)) return 1;
  return 0;
}

static int play(void)
{
  Board b = {{0}};
  b[3][3] = b[4][4] = 2;
  b[4][3] = b[3][4] = 1;
  for (int who = 1, passed = 0; passed < 2; who = 3 - who) {
    int moves[SIDE * SIDE], n = 0;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++)
        if (is_move(b, x, y, who)) moves[n++] = y * SIDE + x;
    if (!n) {
      passed++;
      continue;
    }
    passed = 0;
    decisions++;
    int pick = moves[random_below(n)], x = pick % SIDE, y = pick / SIDE;
    for (int d = 0; d < 8; d++)
      for (int k = enclosed(b, x, y, d, who); k > 0; k--) b[y + DY[d] * k][x + DX[d] * k] = (signed char)who;
    b[y][x] = (signed char)who;
  }
  int count[3] = {0};
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) count[b[y][x]]++;
  return count[1] == count[2] ? 0 : count[1] > count[2] ? 1 : 2;
}
