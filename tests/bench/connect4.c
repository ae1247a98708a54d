/* Random games of connect four in plain C: the yardstick for the VM. */
#include "tests/bench/playout.h"

enum { WIDTH = 7, HEIGHT = 6, LINE = 4 };

/* Discs of one player in a row from a cell, without it, in one direction */
static int run(signed char board[HEIGHT][WIDTH], int x, int y, int dx, int dy)
{
  int who = board[y][x], n = 0;
  for (x += dx, y += dy; x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT; x += dx, y += dy) {
    if (board[y][x] != who) break;
    n++;
  }
  return n;
}

/* Only lines through the last move can be new. */
static int wins(signed char board[HEIGHT][WIDTH], int x, int y)
{
  return run(board, x, y, 0, -1) >= LINE - 1 ||
         run(board, x, y, -1, 0) + run(board, x, y, 1, 0) >= LINE - 1 ||
         run(board, x, y, -1, -1) + run(board, x, y, 1, 1) >= LINE - 1 ||
         run(board, x, y, -1, 1) + run(board, x, y, 1, -1) >= LINE - 1;
}

static int play(void)
{
  signed char board[HEIGHT][WIDTH] = {{0}};
  int height[WIDTH] = {0}, open[WIDTH], count = WIDTH;
  for (int i = 0; i < WIDTH; i++) open[i] = i;
  for (int who = 1; count > 0; who = 3 - who) {
    decisions++;
    int pick = random_below(count), x = open[pick], y = height[x]++;
    if (height[x] == HEIGHT) open[pick] = open[--count];
    board[y][x] = (signed char)who;
    if (wins(board, x, y)) return who;
  }
  return 0;
}
