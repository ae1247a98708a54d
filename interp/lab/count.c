/* Counts of a cell. */
#include "interp/lab/count.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static Layout count_layout(const Program *p, int seats)
{
  INVARIANT(p && seats > 0 && seats <= MAX_PLAYERS);
  Layout l;
  size_t at = 0;
  int i = 0;
#define COUNT(name, n, what)                                                             \
  l.first[i++] = at;                                                                     \
  at += (size_t)(n);
#include "interp/lab/count.def"
#undef COUNT
  l.first[i] = at;
  return l;
}

const char *count_name(CountSort sort)
{
  INVARIANT(sort < COUNT_SORTS);
  static const char *const names[] = {
#define COUNT(name, n, what) #name,
#include "interp/lab/count.def"
#undef COUNT
  };
  return names[sort];
}

static bool before(Extreme x, Kept a, Kept b)
{
  bool least = x == X_SHORTEST || x == X_CLOSEST;
  if (a.value != b.value) return least ? a.value < b.value : a.value > b.value;
  return a.game < b.game;
}

void extreme_add(Extremes *e, Extreme x, Kept k, int keep)
{
  INVARIANT(x < X_COUNT && e->n[x] >= 0 && e->n[x] <= MOST_KEPT);
  int n = e->n[x], at = n;
  if (keep > MOST_KEPT) keep = MOST_KEPT;
  while (at > 0 && before(x, k, e->at[x][at - 1])) at--;
  if (at >= keep) return;
  if (n < keep) e->n[x] = ++n;
  memmove(&e->at[x][at + 1], &e->at[x][at], (size_t)(n - at - 1) * sizeof k);
  e->at[x][at] = k;
}

void counts_init(Counts *c, const Program *p, int seats)
{
  memset(c, 0, sizeof *c);
  c->layout = count_layout(p, seats);
  size_t n = c->layout.first[COUNT_SORTS];
  c->at = zeroed(n, sizeof *c->at);
}

void counts_free(Counts *c)
{
  free(c->at);
  c->at = NULL;
}

void counts_clear(Counts *c)
{
  memset(c->at, 0, c->layout.first[COUNT_SORTS] * sizeof *c->at);
  memset(&c->extremes, 0, sizeof c->extremes);
  c->used = false;
}

/* Sums are modulo 2^64, which only the digest comes near. */
void counts_add(Counts *to, const Counts *from, int keep)
{
  INVARIANT(to->layout.first[COUNT_SORTS] == from->layout.first[COUNT_SORTS]);
  for (size_t i = 0; i < to->layout.first[COUNT_SORTS]; i++)
    to->at[i] = (int64_t)((uint64_t)to->at[i] + (uint64_t)from->at[i]);
  for (int x = 0; x < X_COUNT; x++)
    for (int k = 0; k < from->extremes.n[x]; k++)
      extreme_add(&to->extremes, (Extreme)x, from->extremes.at[x][k], keep);
  to->used = to->used || from->used;
}

int bucket_of(int64_t n)
{
  if (n < 0) n = 0;
  if (n < EXACT) return (int)n;
  int high = 63 - __builtin_clzll((unsigned long long)n);
  if (high > 30) return BUCKETS - 1;
  return EXACT + (high - 7) * 64 + (int)((n >> (high - 6)) & 63);
}

int64_t bucket_low(int bucket)
{
  if (bucket < EXACT) return bucket;
  int high = (bucket - EXACT) / 64 + 7, part = (bucket - EXACT) % 64;
  return ((int64_t)64 + part) << (high - 6);
}

int bucket_of_signed(int64_t n)
{
  return n < 0 ? BUCKETS - 1 - bucket_of(-n - 1) : BUCKETS + bucket_of(n);
}

int64_t bucket_low_signed(int bucket)
{
  return bucket < BUCKETS ? -1 - bucket_low(BUCKETS - 1 - bucket)
                          : bucket_low(bucket - BUCKETS);
}
