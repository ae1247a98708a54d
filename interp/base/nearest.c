#include "interp/base/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 60 };

static int least(int a, int b) { return a < b ? a : b; }

/* Edit distance with swapped neighbours, or any number above `most`: only what lies no
 * farther than that from the diagonal is looked at, and nothing behind a row that is all
 * above it. */
static int distance(const char *a, const char *b, int most)
{
  int n = (int)strlen(a), m = (int)strlen(b);
  if (n > LONGEST || m > LONGEST || abs(n - m) > most) return most + 1;
  int row[3][LONGEST + 2];
  for (int j = 0; j <= m; j++) row[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    int from = i > most ? i - most : 1, to = least(m, i + most);
    now[from - 1] = from == 1 ? i : most + 1;
    int best_of_row = now[from - 1];
    if (to == i + most) last[to] = most + 1; /* the row before ended one earlier */
    for (int j = from; j <= to; j++) {
      int best = last[j - 1] + (a[i - 1] != b[j - 1]);
      best = least(best, least(last[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = least(best, before[j - 2] + 1);
      now[j] = best;
      best_of_row = least(best_of_row, best);
    }
    if (best_of_row > most) return most + 1;
  }
  return row[n % 3][m];
}

void nearest_try(Nearest *n, const char *candidate)
{
  if (!n->word || !*candidate) return;
  int most = (int)strlen(n->word) / 3 + 1;
  if (n->best) most = least(most, n->distance - 1); /* only what is nearer is wanted */
  int d = distance(n->word, candidate, most);
  if (d <= most && d > 0) {
    n->best = candidate;
    n->distance = d;
  }
}
