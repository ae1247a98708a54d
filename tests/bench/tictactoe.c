/* Random games of tic-tac-toe in plain C: the yardstick for the VM. */
#include "tests/bench/playout.h"

enum { CELLS = 9 };

/* Only lines through the last move can be new. */
static int wins(const signed char *board, int cell)
{
  int x = cell % 3, y = cell / 3, who = board[cell];
  if (board[3 * y] == who && board[3 * y + 1] == who && board[3 * y + 2] == who) return 1;
  if (board[x] == who && board[x + 3] == who && board[x + 6] == who) return 1;
  if (x == y && board[0] == who && board[4] == who && board[8] == who) return 1;
  return x + y == 2 && board[2] == who && board[4] == who && board[6] == who;
}

static int play(void)
{
  signed char board[CELLS] = {0};
  int empty[CELLS], count = CELLS;
  for (int i = 0; i < CELLS; i++) empty[i] = i;
  for (int who = 1; count > 0; who = 3 - who) {
    decisions++;
    int pick = random_below(count), cell = empty[pick];
    empty[pick] = empty[--count];
    board[cell] = (signed char)who;
    if (wins(board, cell)) return who;
  }
  return 0;
}
