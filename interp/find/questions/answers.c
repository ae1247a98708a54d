/* How many answers a choice has. */
#include "interp/find/walk.h"
#include "interp/base/invariant.h"

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Ways to take lo to hi of n, at most MANY_ANSWERS. */
static int64_t combinations(int64_t n, int64_t lo, int64_t hi)
{
  lo = most(0, lo), hi = least(hi, n);
  if (lo > hi) return 0;
  if (lo > n / 2) { /* the same as leaving out the others */
    int64_t left = n - hi;
    hi = n - lo, lo = left;
  }
  int64_t ways = 1, sum = lo == 0;
  for (int64_t k = 1; k <= hi; k++) {
    if (ways > MANY_ANSWERS / n) return MANY_ANSWERS;
    ways = ways * (n - k + 1) / k;
    if (k >= lo) sum += ways;
    if (sum >= MANY_ANSWERS) return MANY_ANSWERS;
  }
  return sum;
}

/* Copies that lie together are one answer, so nobody knows how many there are. */
static bool has_copies(const Type *t)
{
  if (t->tag == T_SET || t->tag == T_LIST) t = t->elem;
  return t->kind && t->kind->has_copies;
}

Answers answers_of(Survey *k, const Node *pick)
{
  INVARIANT(pick && pick->tag < N_COUNT);
  Range s = range_of(k, pick->b);
  if (!is_many(pick->b->type) || s.lo > s.hi || has_copies(pick->b->type))
    return (Answers){0, 1};
  if (!pick->a) return (Answers){s.lo, s.hi};
  bool span = pick->a->tag == N_SPAN;
  Range lo = range_of(k, span ? pick->a->a : pick->a);
  Range hi = range_of(k, span ? pick->a->b : pick->a);
  if (lo.lo > lo.hi || hi.lo > hi.hi) return (Answers){0, 1};
  return (Answers){combinations(s.lo, lo.hi, hi.lo), combinations(s.hi, lo.lo, hi.hi)};
}
