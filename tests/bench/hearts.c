/* Random deals of hearts in plain C: the yardstick for the VM. */
#include "tests/bench/playout.h"

enum { SEATS = 4, CARDS = 52, RANKS = 13, HAND = 13, HEARTS = 3, QUEEN = 2 * RANKS + 10 };

typedef struct Hand {
  int card[HAND], n; /* suit * RANKS + rank from 0 */
} Hand;

static int suit(int c) { return c / RANKS; }
static int bad(int c) { return suit(c) == HEARTS || c == QUEEN; }
static int worth(int c) { return suit(c) == HEARTS ? 1 : c == QUEEN ? 13 : 0; }

static void deal(Hand *h)
{
  int deck[CARDS], n = CARDS;
  for (int i = 0; i < CARDS; i++) deck[i] = i;
  for (int p = 0; p < SEATS; p++)
    for (h[p].n = 0; h[p].n < HAND; h[p].n++) {
      int k = random_below(n);
      h[p].card[h[p].n] = deck[k];
      deck[k] = deck[--n];
    }
}

static int take(Hand *h, int k)
{
  int c = h->card[k];
  h->card[k] = h->card[--h->n];
  return c;
}

static void pass_left(Hand *h)
{
  int given[SEATS][3];
  for (int p = 0; p < SEATS; p++, decisions++)
    for (int i = 0; i < 3; i++) given[p][i] = take(&h[p], random_below(h[p].n));
  for (int p = 0; p < SEATS; p++)
    for (int i = 0; i < 3; i++) h[(p + 1) % SEATS].card[h[(p + 1) % SEATS].n++] = given[p][i];
}

/* Which of a hand may be played: their places. */
static int allowed(const Hand *h, int led, int opening, int broken, int *out)
{
  int n = 0, same = 0, good = 0, other = 0;
  for (int i = 0; i < h->n; i++) {
    same += suit(h->card[i]) == led;
    good += !bad(h->card[i]);
    other += suit(h->card[i]) != HEARTS;
  }
  for (int i = 0; i < h->n; i++) {
    int c = h->card[i], fits = 1;
    if (led < 0) fits = opening ? c == 0 : broken || !other || suit(c) != HEARTS;
    else if (same) fits = suit(c) == led;
    else if (opening && good) fits = !bad(c);
    if (fits) out[n++] = i;
  }
  return n;
}

static int play(void)
{
  Hand h[SEATS];
  int points[SEATS] = {0}, leader = 0, broken = 0, least = 26, winners = 0, last = 0;
  deal(h);
  pass_left(h);
  for (int p = 0; p < SEATS; p++)
    for (int i = 0; i < HAND; i++)
      if (h[p].card[i] == 0) leader = p;
  for (int trick = 0; trick < HAND; trick++) {
    int led = -1, best = -1, sum = 0, from = leader;
    for (int i = 0; i < SEATS; i++, decisions++) {
      int p = (from + i) % SEATS, out[HAND], n = allowed(&h[p], led, trick == 0, broken, out);
      int c = take(&h[p], out[random_below(n)]);
      if (led < 0) led = suit(c);
      if (suit(c) == HEARTS) broken = 1;
      if (suit(c) == led && c > best) best = c, leader = p;
      sum += worth(c);
    }
    points[leader] += sum;
  }
  for (int p = 0; p < SEATS; p++)
    if (points[p] == 26) {
      for (int q = 0; q < SEATS; q++) points[q] = 26 - points[q];
      break;
    }
  for (int p = 0; p < SEATS; p++)
    if (points[p] < least) least = points[p];
  for (int p = 0; p < SEATS; p++)
    if (points[p] == least) winners++, last = p;
  return winners > 1 ? 0 : last + 1;
}
