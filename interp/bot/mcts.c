/* Looking ahead: a tree of answers, judged by the outlook of where they lead.
 *
 * Every playout begins from a game in which all that the thinking seat cannot know was
 * dealt anew.  It follows the tree by what was best so far (UCB), adds one answer to it,
 * goes on at random for a few decisions, and asks for the outlook there.  The tree knows
 * answers only: chance falls anew in each playout, so that an answer is judged by the
 * mean of what may follow, or, where the same seat goes on deciding, by the best answer
 * behind it.  Whoever decides on the way takes what is best for that seat.
 *
 * The answers to the question itself are tried equally often and with the same luck, then
 * the worse half of them is dropped, again and again.  Were one tried more often than
 * another, it would be followed further, and time alone can make a position look better.
 */
#include "interp/bot/mcts.h"
#include "interp/base/invariant.h"
#include "interp/bot/bot.h"
#include "interp/base/arena.h"

#include <math.h>
#include <stdlib.h>

enum {
  DEALS = 8,           /* games to begin from, for each seat: to deal anew is dear */
  MANY = 12,           /* answers of one question */
  MAX_NODES = 1 << 15, /* of a tree; what is beyond is played at random */
  MAX_DEPTH = 64,
  PLAYOUT_STEPS = 2000, /* with the decisions that have one answer only */
  INSIDE = -1           /* no random decisions yet: still in the tree */
};
/* How much a playout prefers what was tried little: found by trying, in games whose
 * outlook changes by some hundredths from one answer to the next. */
#define CURIOSITY 0.3

typedef struct Node {
  Option by;           /* the answer that leads here */
  int32_t first, next; /* child and sibling, 0: none */
  int32_t visits;
  int32_t place; /* of an answer to the question itself: where it stands in the list */
  double sum;    /* of what was gained, for the seat of `by` */
  double hope;   /* what it is ranked by */
} Node;

struct Look {
  int playouts, ahead;
  Vm *head;             /* the machine for playouts */
  unsigned char *state; /* the deals of each seat */
  size_t size;          /* of each of them */
  Luck *luck;           /* the bot's */
  Luck dice;            /* of the playout under way */
  Node *nodes;          /* the first stands for the question itself */
  int n;
  int path[MAX_DEPTH];     /* nodes on the way of a playout */
  int left[MAX_OPTIONS];   /* nodes of the answers that are not dropped yet */
  double now[MAX_PLAYERS]; /* how it looks to each seat before the answer */
  double low, high;        /* gains so far: what counts as much or little here */
  int deals[MAX_PLAYERS];  /* that each seat has */
  Patience patience;
};

Look *look_new(const Program *p, int playouts, int ahead)
{
  INVARIANT(p && p->outlook >= 0 && playouts > 0 && ahead >= 0);
  Look *l = zeroed(1, sizeof *l);
  *l = (Look){.playouts = playouts, .ahead = ahead, .head = vm_new(p)};
  vm_auto_chance(l->head, true);
  l->size = vm_state_size(l->head);
  l->state = zeroed(l->size * (size_t)p->header->seats_high * DEALS, 1);
  l->nodes = zeroed(MAX_NODES, sizeof *l->nodes);
  return l;
}

void look_free(Look *l)
{
  if (!l) return;
  vm_free(l->head);
  free(l->state);
  free(l->nodes);
  free(l);
}

/* A win is better than any outlook, a loss worse; a win that others share a little less.
 */
static double worth(Vm *vm, VmStatus status, int seat)
{
  if (status == VM_DECIDE) return 0.75 * (vm_outlook(vm, seat) + 1) / (OUTLOOK_BEST + 2);
  uint32_t winners = status == VM_DONE ? vm_winners(vm) : 0;
  double won = winners >> seat & 1 ? 1 - (__builtin_popcount(winners) - 1) / 64.0 : 0;
  return status == VM_DONE ? bot_count_score(vm, seat, won) : won;
}

/* ---- the tree ------------------------------------------------------------------- */

static bool same(Option a, Option b)
{
  return a.seat == b.seat && a.alt == b.alt && a.value == b.value;
}

static int find_child(const Look *l, int node, Option o)
{
  HOT_INVARIANT(node >= 0 && node < l->n);
  int c = l->nodes[node].first;
  while (c && !same(l->nodes[c].by, o)) c = l->nodes[c].next;
  return c;
}

static int add_child(Look *l, int node, Option o)
{
  if (l->n == MAX_NODES) return 0;
  l->nodes[l->n] = (Node){.by = o, .next = l->nodes[node].first};
  l->nodes[node].first = l->n;
  return l->n++;
}

/* What a node is worth trying: its mean among the gains seen so far, and more the less it
 * was tried. */
static double promise(const Look *l, const Node *c, int visits)
{
  HOT_INVARIANT(c->visits > 0);
  double spread = l->high > l->low ? l->high - l->low : 1;
  double mean = (c->sum / c->visits - l->low) / spread;
  return mean + CURIOSITY * sqrt(log(visits + 1.0) / c->visits);
}

/* The answer to try next at a node, and its child (0: not tried yet): any that was not
 * tried, else the most promising. */
static int select_answer(Look *l, int node, int *child)
{
  int n = vm_options(l->head), fresh = 0, pick = 0;
  double best = -1;
  for (int i = 0; i < n; i++) {
    int c = find_child(l, node, vm_option(l->head, i));
    if (!c) {
      if (luck_below(&l->dice, (uint32_t)++fresh) == 0) pick = i, *child = 0;
    } else if (!fresh) {
      double p = promise(l, &l->nodes[c], l->nodes[node].visits);
      if (p > best) best = p, pick = i, *child = c;
    }
  }
  return pick;
}

/* ---- playouts ------------------------------------------------------------------- */

static unsigned char *deal_of(const Look *l, int seat, long k)
{
  INVARIANT(seat >= 0 && k >= 0 && k < DEALS);
  return l->state + l->size * (size_t)(seat * DEALS + k);
}

/* Games as `seat` may imagine them: all that is hidden from it is dealt anew. */
static void deal(Look *l, Vm *vm, int seat)
{
  INVARIANT(l->size == vm_state_size(vm) && seat < MAX_PLAYERS);
  int k = 0;
  do vm_save(vm_known(vm, seat, luck_next(l->luck)), deal_of(l, seat, k++));
  while (k < DEALS && !is_late(l->patience));
  l->deals[seat] = k;
}

/* The answer of the question itself that a node stands for: a hidden thing is another one
 * in each deal, at the same place of the list.  -1: what was dealt decides about it. */
static int find_answer(const Look *l, int node)
{
  INVARIANT(node > 0 && node < l->n);
  const Node *x = &l->nodes[node];
  if (x->place >= vm_options(l->head)) return -1;
  Option o = vm_option(l->head, x->place);
  return o.seat == x->by.seat && o.alt == x->by.alt ? x->place : -1;
}

/* From the answer of a node down the tree to one that is new, then on at random; the
 * number of nodes on the way.  It stops where there is something to decide: what follows
 * from the last answer by itself is part of it. */
static int descend(Look *l, int node, VmStatus *status)
{
  int pick = find_answer(l, node), length = 0,
      left = l->nodes[node].visits ? INSIDE : l->ahead;
  if (pick < 0) return 0; /* what was dealt decides about it */
  l->path[length++] = node;
  vm_answer(l->head, pick);
  *status = vm_step(l->head);
  for (int i = 0; *status == VM_DECIDE && i < PLAYOUT_STEPS; i++) {
    int n = vm_options(l->head), child = 0;
    pick = 0;
    if (n > 1 && left == 0) break;
    if (n > 1 && left > 0) {
      pick = (int)luck_below(&l->dice, (uint32_t)n);
      left--;
    } else if (n > 1) {
      pick = select_answer(l, node, &child);
      if (!child || length == MAX_DEPTH - 1) left = l->ahead;
      if (!child) child = add_child(l, node, vm_option(l->head, pick));
      if (child) l->path[length++] = child;
      node = child;
    }
    vm_answer(l->head, pick);
    *status = vm_step(l->head);
  }
  return length;
}

/* Playout k of an answer; all luck in it comes from `seed`. */
static void play_out(Look *l, int answer, int seat, long k, uint64_t seed)
{
  double gain[MAX_PLAYERS];
  uint32_t known = 0;
  vm_restore(l->head, deal_of(l, seat, k % l->deals[seat]));
  vm_seed(l->head, seed);
  l->dice.state = seed;
  VmStatus status = vm_step(l->head);
  int length = status == VM_DECIDE ? descend(l, answer, &status) : 0;
  for (int i = 0; i < length; i++) {
    Node *node = &l->nodes[l->path[i]];
    int whose = node->by.seat < 0 ? seat : node->by.seat;
    if (!(known >> whose & 1))
      gain[whose] = worth(l->head, status, whose) - l->now[whose];
    known |= 1u << whose;
    if (gain[whose] < l->low) l->low = gain[whose];
    if (gain[whose] > l->high) l->high = gain[whose];
    node->sum += gain[whose];
    node->visits++;
  }
}

/* ---- the question --------------------------------------------------------------- */

static double mean(const Look *l, int node)
{
  const Node *x = &l->nodes[node];
  return x->visits ? x->sum / x->visits : -2; /* less than any gain */
}

/* Whoever goes on deciding takes the best of what was tried: a move of several answers is
 * worth as much as its best end, not as the mean of all its ends. */
static double hope(const Look *l, int node)
{
  const Node *x = &l->nodes[node];
  double best = mean(l, node);
  for (int c = x->first; c; c = l->nodes[c].next)
    if (l->nodes[c].by.seat == x->by.seat) best = fmax(best, hope(l, c));
  return best;
}

/* In any order: of answers that are equally good none is preferred. */
static void mix(Look *l, int n)
{
  for (int i = n - 1; i > 0; i--) {
    int k = (int)luck_below(l->luck, (uint32_t)i + 1), x = l->left[i];
    l->left[i] = l->left[k];
    l->left[k] = x;
  }
}

/* Puts the better answers first. */
static void rank(Look *l, int n)
{
  for (int i = 0; i < n; i++) l->nodes[l->left[i]].hope = hope(l, l->left[i]);
  for (int i = 1; i < n; i++) {
    int x = l->left[i], k = i;
    for (; k > 0 && l->nodes[l->left[k - 1]].hope < l->nodes[x].hope; k--)
      l->left[k] = l->left[k - 1];
    l->left[k] = x;
  }
}

/* Of the n answers in l->left the best. */
static int think(Look *l, int n, int first_seat)
{
  int rounds = 0;
  long k = 0, all = (long)l->playouts * (n < MANY ? n : MANY);
  for (int i = n; i > 1; i -= i / 2) rounds++;
  uint64_t luck = luck_next(l->luck);
  mix(l, n);
  for (; n > 1; n -= n / 2) {
    long each = all / rounds / n;
    for (long end = k + (each < 1 ? 1 : each); k < end; k++)
      for (int i = 0; i < n && !is_late(l->patience); i++) {
        int seat = l->nodes[l->left[i]].by.seat;
        play_out(l, l->left[i], seat < 0 ? first_seat : seat, k,
                 luck_seed(luck, (uint64_t)k));
      }
    rank(l, n);
  }
  return l->left[0];
}

/* Where several may answer, who gains most by it is first. */
int look_pick(Look *l, Vm *vm, uint32_t seats, const uint8_t *barred, Luck *luck,
              Patience patience)
{
  int n = 0, pick = -1, first_seat = __builtin_ctz(seats | 1u << (MAX_PLAYERS - 1));
  uint32_t dealt = 0;
  l->luck = luck;
  l->patience = patience;
  l->n = 1;
  l->nodes[0] = (Node){.first = 0};
  l->low = l->high = 0;
  for (int i = 0; i < vm_options(vm); i++) {
    Option o = vm_option(vm, i);
    int seat = o.seat < 0 ? first_seat : o.seat;
    if (!(seats >> seat & 1) || (barred && barred[i])) continue;
    l->left[n] = add_child(l, 0, o);
    l->nodes[l->left[n++]].place = i;
    dealt |= 1u << seat;
    pick = i;
  }
  if (n < 2) return pick;
  for (uint32_t m = dealt; m; m &= m - 1) deal(l, vm, __builtin_ctz(m));
  vm_restore(l->head, deal_of(l, __builtin_ctz(dealt), 0));
  VmStatus status = vm_step(l->head);
  for (int i = 0; i < vm_seats(vm); i++) l->now[i] = worth(l->head, status, i);
  return l->nodes[think(l, n, first_seat)].place;
}
