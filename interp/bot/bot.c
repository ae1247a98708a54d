/* Bots.
 *
 * The one that looks ahead is flat Monte Carlo: for each answer it plays games to their
 * end at random and takes the answer that won most.  Weak, but it needs to know nothing
 * about the game.  Where the ruleset says how good a position looks, look.c does better.
 */
#include "interp/bot/bot.h"
#include "interp/base/arena.h"
#include "interp/bot/mcts.h"

#include <assert.h>
#include <stdlib.h>

enum { PLAYOUT_DECISIONS = 2000 }; /* a playout that has no end by then counts as lost */

struct Bot {
  BotKind kind;
  int playouts;
  Luck luck;
  Look *look;           /* for a game with an outlook; else … */
  Vm *head;             /* … the machine for playouts */
  unsigned char *state; /* room for one state */
};

Bot *bot_new(const Program *p, BotKind kind, int playouts, int ahead)
{
  size_t cap = 0;
  Bot *b = vec_grow_(NULL, &cap, 1, sizeof *b);
  *b = (Bot){.kind = kind, .playouts = playouts < 1 ? 1 : playouts};
  if (kind == BOT_LOOK && p->outlook >= 0) {
    b->look = look_new(p, b->playouts, ahead < 0 ? 0 : ahead);
  } else if (kind == BOT_LOOK) {
    b->head = vm_new(p);
    vm_auto_chance(b->head, true);
    cap = 0;
    b->state = vec_grow_(NULL, &cap, vm_state_size(b->head), 1);
  }
  return b;
}

void bot_free(Bot *b)
{
  if (!b) return;
  look_free(b->look);
  if (b->head) vm_free(b->head);
  free(b->state);
  free(b);
}

void bot_seed(Bot *b, uint64_t seed) { b->luck.state = luck_seed(seed, UINT32_MAX); }

static bool may(Vm *vm, int i, uint32_t seats)
{
  int seat = vm_option(vm, i).seat;
  return seat < 0 || seat >= 32 || seats >> seat & 1;
}

static int count_answers(Vm *vm, int n, uint32_t seats)
{
  int mine = 0;
  for (int i = 0; i < n; i++) mine += may(vm, i, seats);
  return mine;
}

static int nth_answer(Vm *vm, int n, uint32_t seats, int which)
{
  for (int i = 0; i < n; i++)
    if (may(vm, i, seats) && which-- == 0) return i;
  return 0;
}

static int pick_random(Bot *b, Vm *vm, uint32_t seats)
{
  int n = vm_options(vm);
  int mine = count_answers(vm, n, seats);
  if (mine == n || mine == 0) return (int)luck_below(&b->luck, (uint32_t)n);
  return nth_answer(vm, n, seats, (int)luck_below(&b->luck, (uint32_t)mine));
}

/* Plays the machine's game to its end at random; what the result is worth to `seat`. */
static double playout(Bot *b, Vm *vm, int seat)
{
  VmStatus status = vm_step(vm);
  for (int i = 0; status == VM_DECIDE && i < PLAYOUT_DECISIONS; i++) {
    vm_answer(vm, (int)luck_below(&b->luck, (uint32_t)vm_options(vm)));
    status = vm_step(vm);
  }
  uint32_t winners = status == VM_DONE ? vm_winners(vm) : 0;
  double won = winners >> seat & 1 ? 1.0 / __builtin_popcount(winners) : 0;
  return status == VM_DONE ? bot_count_score(vm, seat, won) : won;
}

double bot_count_score(Vm *vm, int seat, double won)
{
  enum { HALF = 10 }; /* a lead of so many is half of the best there is */
  int64_t own = vm_score(vm, seat), best = 0;
  if (own == NONE) return won;
  bool alone = true;
  for (int i = 0; i < vm_seats(vm); i++) {
    int64_t other = i == seat ? NONE : vm_score(vm, i);
    if (other != NONE && (alone || other > best)) best = other, alone = false;
  }
  double lead = (double)(own - best), far = lead < 0 ? -lead : lead;
  return 0.9 * won + 0.1 * (0.5 + 0.5 * lead / (far + HALF));
}

static bool same(Option a, Option b)
{
  return a.seat == b.seat && a.alt == b.alt && a.value == b.value;
}

/* Puts the game into the bot's head as `seat` may imagine it, and gives answer `o`.
 * Returns false if that answer is not there: then what was hidden decided about it. */
static bool imagine(Bot *b, int seat, Option o, int hint)
{
  vm_restore(b->head, b->state);
  vm_determinize(b->head, seat, luck_next(&b->luck));
  vm_seed(b->head, luck_next(&b->luck));
  if (vm_step(b->head) != VM_DECIDE) return false;
  int n = vm_options(b->head);
  if (hint < n && same(vm_option(b->head, hint), o)) {
    vm_answer(b->head, hint);
    return true;
  }
  for (int i = 0; i < n; i++) {
    if (!same(vm_option(b->head, i), o)) continue;
    vm_answer(b->head, i);
    return true;
  }
  return false;
}

static int pick_looking(Bot *b, Vm *vm, uint32_t seats)
{
  int n = vm_options(vm), best = -1;
  double best_worth = -1;
  if (count_answers(vm, n, seats) == 1) return nth_answer(vm, n, seats, 0);
  vm_save(vm, b->state);
  for (int i = 0; i < n; i++) {
    if (!may(vm, i, seats)) continue;
    Option o = vm_option(vm, i);
    int seat = o.seat < 0 ? __builtin_ctz(seats | 1u << 31) : o.seat;
    double worth = 0;
    for (int k = 0; k < b->playouts; k++)
      if (imagine(b, seat, o, i)) worth += playout(b, b->head, seat);
    if (worth > best_worth) {
      best_worth = worth;
      best = i;
    }
  }
  return best < 0 ? pick_random(b, vm, seats) : best;
}

/* Where several may answer, one of them does: each decides for itself. */
static int pick_looking_for_one(Bot *b, Vm *vm, uint32_t seats)
{
  uint32_t who = 0;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    int seat = vm_option(vm, i).seat;
    if (seat >= 0 && seat < 32 && seats >> seat & 1) who |= 1u << seat;
  }
  if (!who) return pick_looking(b, vm, seats);
  int which = (int)luck_below(&b->luck, (uint32_t)__builtin_popcount(who));
  while (which-- > 0) who &= who - 1;
  return pick_looking(b, vm, who & -who);
}

int bot_pick(Bot *b, Vm *vm, uint32_t seats)
{
  assert(vm_decision(vm) && vm_options(vm) > 0 && seats);
  /* Everybody at the table: no need to look at each answer. */
  if (b->kind == BOT_RANDOM && seats == UINT32_MAX)
    return (int)luck_below(&b->luck, (uint32_t)vm_options(vm));
  if (b->kind == BOT_RANDOM) return pick_random(b, vm, seats);
  return b->look ? look_pick(b->look, vm, seats, &b->luck)
                 : pick_looking_for_one(b, vm, seats);
}
