#include "interp/lab/figure.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <string.h>

#define Z95 1.959963985

/* Of n shares of something, from 0 to 1, by their sum (Wilson's interval).  What is
 * shared varies less than a plain yes or no with the same mean: the interval is on the
 * safe side, and never empty. */
static Figure figure_fraction(int64_t n, double yes)
{
  INVARIANT(yes >= 0);
  if (n <= 0) return (Figure){0, 0, 0, 1, 1};
  double k = (double)n, p = yes / k, z2 = Z95 * Z95, d = 1 + z2 / k;
  double middle = (p + z2 / (2 * k)) / d,
         half = Z95 / d * sqrt(p * (1 - p) / k + z2 / (4 * k * k));
  double low = yes <= 0 ? 0 : middle - half, high = yes >= k ? 1 : middle + half;
  return (Figure){n, p, low, high, sqrt(p * (1 - p) / k)};
}

Figure figure_rate(int64_t yes, int64_t n) { return figure_fraction(n, (double)yes); }

Figure figure_mean(int64_t n, double sum, double squares)
{
  if (n <= 0) return (Figure){0, 0, 0, 0, 0};
  double k = (double)n, mean = sum / k, v = n > 1 ? (squares - sum * mean) / (k - 1) : 0;
  double e = sqrt((v > 0 ? v : 0) / k);
  return (Figure){n, mean, mean - Z95 * e, mean + Z95 * e, e};
}

static bool won_together(const Counts *c, int seats)
{
  const int64_t *won = counts_of(c, C_won);
  int64_t all = 0, some = 0;
  for (int k = 1; k < SHARES; k++) {
    some += won[k];
    if (k == seats) all = won[k];
  }
  for (int s = 1; s < seats; s++) /* nobody ever wins without the first */
    for (int k = 1; k < SHARES; k++)
      if (k != seats && won[s * SHARES + k]) return false;
  return seats == 1 || (all == some && all > 0) ||
         (!some && counts_of(c, C_plain)[NOBODY] == 0);
}

int figure_whole(const Counts *c, int seats)
{
  return won_together(c, seats) ? seats : 0;
}

static double share(int k, int whole) { return !k ? 0 : k == whole ? 1 : 1.0 / k; }

Figure figure_points(int64_t n, int64_t points, int whole)
{
  return figure_fraction(n, (double)points * (whole ? whole : 1) / POINT);
}

Figure figure_share(const int64_t won[SHARES], int whole)
{
  int64_t n = 0;
  double sum = 0;
  for (int k = 0; k < SHARES; k++) {
    n += won[k];
    sum += (double)won[k] * share(k, whole);
  }
  return figure_fraction(n, sum);
}

bool figure_narrow(const Counts *c, int seats, double width)
{
  int whole = figure_whole(c, seats);
  for (int s = 0; s < seats; s++) {
    Figure f = figure_share(counts_of(c, C_won) + s * SHARES, whole);
    if (100 * fmax(f.high - f.at, f.at - f.low) > width) return false;
  }
  return true;
}

/* Games that all came out alike do not prove that the next one will: the interval is that
 * of two pairs more, half of one for each way they could have come out (Agresti and Min
 * 2005), so that it is never empty. */
Figure figure_pair(const int64_t pair[SHARES * SHARES], int whole)
{
  int64_t n = 0;
  double sum = 0, squares = 0;
  for (int a = 0; a < SHARES; a++)
    for (int b = 0; b < SHARES; b++) {
      double d = share(a, whole) - share(b, whole), times = (double)pair[a * SHARES + b];
      n += pair[a * SHARES + b];
      sum += d * times;
      squares += d * d * times;
    }
  if (n <= 0) return (Figure){0, 0, -1, 1, 1};
  double k = (double)n + 2, at = sum / (double)n, middle = sum / k;
  double e = sqrt(((squares + 1) / k - middle * middle) / k);
  return (Figure){n, at, fmax(fmin(at, middle - Z95 * e), -1),
                  fmin(fmax(at, middle + Z95 * e), 1), e};
}

double figure_unpaired_error(const int64_t pair[SHARES * SHARES], int whole)
{
  int64_t own[SHARES] = {0}, base[SHARES] = {0};
  for (int a = 0; a < SHARES; a++)
    for (int b = 0; b < SHARES; b++) {
      own[a] += pair[a * SHARES + b];
      base[b] += pair[a * SHARES + b];
    }
  double x = figure_share(own, whole).error, y = figure_share(base, whole).error;
  return sqrt(x * x + y * y);
}

/* How far out of so many standard errors a twentieth, divided by m, lies: by bisection of
 * the normal distribution's tail. */
static double z_for(int m)
{
  double tail = 0.05 / (m < 1 ? 1 : m), low = 1, high = 10;
  for (int i = 0; i < 60; i++) {
    double z = (low + high) / 2;
    if (erfc(z / sqrt(2)) > tail) low = z;
    else high = z;
  }
  return low;
}

bool figure_differs(const Figure *f, double value, int m)
{
  double wide = z_for(m) / Z95;
  return f->n > 0 && (value < f->at - (f->at - f->low) * wide ||
                      value > f->at + (f->high - f->at) * wide);
}

int figure_quantile(const int64_t *buckets, int n, double share)
{
  INVARIANT(n > 0 && share >= 0 && share <= 1);
  int64_t all = 0, sum = 0;
  for (int i = 0; i < n; i++) all += buckets[i];
  for (int i = 0; i < n; i++) {
    sum += buckets[i];
    if (buckets[i] && (double)sum >= share * (double)all) return i;
  }
  return 0;
}

/* ---- the ladder ----------------------------------------------------------------- *
 * Bradley and Terry's model: of two bots that meet, one takes s / (s + t) of the points.
 * Games of several seats count as a game of each pair, in which the winners take the
 * points; strengths are found by the usual iteration. */

enum { MOST_RUNGS = 32 };
typedef struct Meetings {
  int n;
  BotSpec bot[MOST_RUNGS];
  double points[MOST_RUNGS][MOST_RUNGS]; /* of the first against the second */
} Meetings;

static int rung_of(Meetings *m, const BotSpec *s)
{
  for (int i = 0; i < m->n; i++)
    if (!memcmp(&m->bot[i], s, sizeof *s)) return i;
  if (m->n == MOST_RUNGS) return -1;
  m->bot[m->n] = *s;
  return m->n++;
}

/* Two bots of a cell, by how often each of them won alone or with others. */
static void meet(Meetings *m, const Plan *plan, const Cell *c, const Counts *counts)
{
  const PlanBots *b = &plan->bots.at[c->bots];
  if (c->never >= 0 || b->seats.n < 2 || !counts->used) return;
  const int64_t *won = counts_of(counts, C_bot_won);
  for (int i = 0; i < c->seats; i++)
    for (int k = 0; k < c->seats; k++) {
      int x = rung_of(m, &b->seats.at[i]), y = rung_of(m, &b->seats.at[k]);
      if (x < 0 || y < 0 || x == y) continue;
      Figure own = figure_share(won + i * SHARES, 0),
             other = figure_share(won + k * SHARES, 0);
      double n = (double)own.n, rest = n * (1 - own.at - other.at);
      m->points[x][y] += n * own.at + (rest > 0 ? rest / 2 : 0);
    }
}

static void solve(const Meetings *m, double strength[MOST_RUNGS])
{
  for (int i = 0; i < m->n; i++) strength[i] = 1;
  for (int round = 0; round < 2000; round++)
    for (int i = 0; i < m->n; i++) {
      double won = 0.5, weight = 0; /* half a point keeps who lost all on the page */
      for (int k = 0; k < m->n; k++) {
        double games = m->points[i][k] + m->points[k][i];
        won += m->points[i][k];
        if (games > 0) weight += (games + 1) / (strength[i] + strength[k]);
      }
      if (weight > 0) strength[i] = won / weight;
    }
}

void figure_ladder(const Part *p, Ladder *l)
{
  static const double point = 400 / 2.302585093;
  Meetings m = {0};
  double strength[MOST_RUNGS];
  for (size_t i = 0; i < p->plan->cells.n; i++)
    meet(&m, p->plan, &p->plan->cells.at[i], &p->cells[i]);
  solve(&m, strength);
  for (int i = 0; i < m.n; i++) {
    double information = 0, games = 0;
    for (int k = 0; k < m.n; k++) {
      double n = m.points[i][k] + m.points[k][i],
             e = strength[i] / (strength[i] + strength[k]);
      information += n * e * (1 - e);
      games += n;
    }
    Rung r = {m.bot[i], point * log(strength[i] / strength[0]),
              information > 0 ? point / sqrt(information) : 0, games};
    vec_push(l, r);
  }
  for (size_t i = 1; i < l->n; i++)
    for (size_t k = i; k > 0 && l->at[k].points > l->at[k - 1].points; k--) {
      Rung r = l->at[k];
      l->at[k] = l->at[k - 1];
      l->at[k - 1] = r;
    }
}
