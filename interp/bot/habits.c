#include "interp/bot/habits.h"
#include "interp/base/arena.h"
#include "interp/bot/bot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  TRIED = 2,  /* powers of the root of two by which a game leans to or away, … */
  STEP = 1,   /* … and what is kept of it */
  TRIES = 64, /* draws after which any answer will do */
  LEAST = 16  /* games on each side before something is believed */
};
#define SURE 3.0 /* deviations that are more than chance */

static size_t places(const Habits *h) { return (size_t)h->alts * MAX_PLAYERS; }

void habits_init(Habits *h, const Program *p)
{
  *h = (Habits){0};
  for (int i = 0; i < p->n_decisions; i++)
    if (p->decisions[i].alts > 1) h->alts = p->n_alts;
  if (!h->alts) return;
  h->leaning = zeroed(places(h), sizeof *h->leaning);
  h->trial = zeroed(places(h), sizeof *h->trial);
  h->met = zeroed(places(h), sizeof *h->met);
  h->is_met = zeroed(places(h), sizeof *h->is_met);
}

void habits_free(Habits *h)
{
  free(h->leaning);
  free(h->trial);
  free(h->met);
  free(h->is_met);
}

void habits_forget(Habits *h)
{
  h->any = false;
  h->coins = 0;
  if (!h->alts) return;
  memset(h->leaning, 0, places(h) * sizeof *h->leaning);
  memset(h->trial, 0, places(h) * sizeof *h->trial);
}

void habits_try(Habits *h, Luck *luck)
{
  h->coins = luck_next(luck) | 1;
  h->n_met = 0;
}

static int coin(const Habits *h, int place)
{
  return (int)(luck_seed(h->coins, (uint64_t)place) >> 63);
}

static int leaning(const Habits *h, int place)
{
  int l = h->leaning[place];
  return h->coins ? l + (coin(h, place) ? TRIED : -TRIED) : l;
}

static double power(int l) /* of the root of two */
{
  return ldexp(l & 1 ? 1.4142135623730951 : 1, l >> 1);
}

double habits_weight(const Habits *h, const Option *o)
{
  return o->seat < 0 ? 1 : power(leaning(h, o->seat * h->alts + o->alt));
}

bool habits_lead(const Habits *h, const PDecision *d, uint32_t seats)
{
  if (!h->any || d->alts < 2) return false;
  for (; seats; seats &= seats - 1)
    for (int a = d->first_alt; a < d->first_alt + d->alts; a++)
      if (h->leaning[__builtin_ctz(seats) * h->alts + a]) return true;
  return false;
}

int habits_draw(Habits *h, Luck *luck, Vm *vm)
{
  const PDecision *d = vm_decision(vm);
  if (d->alts < 2) return bot_draw(luck, vm);
  int pick = bot_draw(luck, vm), most = INT8_MIN;
  if (pick < 0) return pick;
  int seat = vm_option(vm, pick).seat;
  if (seat < 0 || seat >= MAX_PLAYERS) return pick;
  for (int a = d->first_alt; a < d->first_alt + d->alts; a++) {
    int place = seat * h->alts + a, l = leaning(h, place);
    if (l > most) most = l;
    if (!h->coins || h->is_met[place]) continue;
    h->is_met[place] = true;
    h->met[h->n_met++] = place;
  }
  for (int k = 0; k < TRIES; k++) {
    Option o = vm_option(vm, pick);
    int less = o.seat == seat ? most - leaning(h, seat * h->alts + o.alt) : 0;
    if (less <= 0 || (double)(luck_next(luck) >> 11) * 0x1p-53 < power(-less)) break;
    pick = bot_draw(luck, vm);
    if (pick < 0) break;
  }
  return pick;
}

void habits_count(Habits *h, const double payoff[MAX_PLAYERS])
{
  for (int i = 0; i < h->n_met; i++) {
    int place = h->met[i], side = coin(h, place);
    double x = payoff[place / h->alts];
    Trial *t = &h->trial[place];
    t->n[side]++;
    t->sum[side] += x;
    t->squares += x * x;
    h->is_met[place] = false;
  }
  h->n_met = 0;
  h->coins = 0;
}

/* How many deviations lie between the two sides of a coin. */
static double deviations(const Trial *t)
{
  int n = t->n[0] + t->n[1];
  if (t->n[0] < LEAST || t->n[1] < LEAST) return 0;
  double mean = (t->sum[0] + t->sum[1]) / n, spread = t->squares / n - mean * mean;
  if (spread <= 1e-9) return 0;
  return (t->sum[1] / t->n[1] - t->sum[0] / t->n[0]) /
         sqrt(spread * (1.0 / t->n[0] + 1.0 / t->n[1]));
}

bool habits_adopt(Habits *h)
{
  bool found = false;
  for (size_t i = 0; i < places(h); i++) {
    double z = deviations(&h->trial[i]);
    if (fabs(z) < SURE) continue;
    h->leaning[i] = (int8_t)(h->leaning[i] + (z > 0 ? STEP : -STEP));
    found = true;
  }
  memset(h->trial, 0, places(h) * sizeof *h->trial);
  h->any = h->any || found;
  return found;
}
