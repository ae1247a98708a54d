#include "interp/base/nearest.h"

#include <stdlib.h>
#include <string.h>

/* Edit distance with swapped neighbours, given up above `most`. */
static int distance(const char *a, const char *b, int most)
{
  int n = (int)strlen(a), m = (int)strlen(b);
  if (n > 60 || m > 60 || abs(n - m) > most) return most + 1;
  int row[3][64];
  for (int j = 0; j <= m; j++) row[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= m; j++) {
      int best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      now[j] = best;
    }
  }
  return row[n % 3][m];
}

void nearest_try(Nearest *n, const char *candidate)
{
  if (!n->word || !*candidate) return;
  int most = (int)strlen(n->word) / 3 + 1;
  int d = distance(n->word, candidate, most);
  if (d <= most && d > 0 && (!n->best || d < n->distance)) {
    n->best = candidate;
    n->distance = d;
  }
}
