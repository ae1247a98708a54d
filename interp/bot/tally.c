#include "interp/bot/tally.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <string.h>

static size_t place_of(const Tally *t, int64_t value)
{
  size_t low = 0, high = t->rows.n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (t->rows.at[mid].value < value) low = mid + 1;
    else high = mid;
  }
  return low;
}

void tally_add(Tally *t, int64_t value, long count)
{
  size_t i = place_of(t, value);
  INVARIANT(count > 0 && i <= t->rows.n);
  t->count += count;
  if (i < t->rows.n && t->rows.at[i].value == value) {
    t->rows.at[i].count += count;
    return;
  }
  vec_push(&t->rows, ((TallyRow){value, count}));
  memmove(t->rows.at + i + 1, t->rows.at + i, sizeof *t->rows.at * (t->rows.n - 1 - i));
  t->rows.at[i] = (TallyRow){value, count};
}

void tally_merge(Tally *to, const Tally *from)
{
  INVARIANT(to != from); /* rows are added while they are read */
  for (size_t i = 0; i < from->rows.n; i++)
    tally_add(to, from->rows.at[i].value, from->rows.at[i].count);
}

/* From the rows in their order: the same sum whichever game came first. */
double tally_mean(const Tally *t)
{
  double sum = 0;
  for (size_t i = 0; i < t->rows.n; i++)
    sum += (double)t->rows.at[i].value * (double)t->rows.at[i].count;
  return t->count ? sum / (double)t->count : 0;
}

double tally_spread(const Tally *t)
{
  double mean = tally_mean(t), sum = 0;
  for (size_t i = 0; i < t->rows.n; i++) {
    double d = (double)t->rows.at[i].value - mean;
    sum += d * d * (double)t->rows.at[i].count;
  }
  return t->count ? sqrt(sum / (double)t->count) : 0;
}

int64_t tally_quantile(const Tally *t, double share)
{
  INVARIANT(share >= 0 && share <= 1);
  double passed = 0;
  for (size_t i = 0; i < t->rows.n; i++) {
    passed += (double)t->rows.at[i].count;
    if (passed >= share * (double)t->count) return t->rows.at[i].value;
  }
  return t->rows.n ? t->rows.at[t->rows.n - 1].value : 0;
}

void tally_free(Tally *t)
{
  vec_free(&t->rows);
  t->count = 0;
}
