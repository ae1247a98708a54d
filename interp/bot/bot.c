/* Bots.
 *
 * The one that looks ahead is flat Monte Carlo: for each answer it plays games to their
 * end at random and takes the answer that won most.  Weak, but it needs to know nothing
 * about the game.  Where the ruleset says how good a position looks, mcts.c does better.
 */
#include "interp/bot/bot.h"
#include "interp/base/arena.h"
#include "interp/bot/ismcts.h"
#include "interp/bot/mcts.h"
#include "interp/bot/patience.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PLAYOUT_DECISIONS = 2000, /* a playout that has no end by then counts as lost */
  DEALS = 16 /* games to begin from: to deal anew is to play the game so far once more */
};

struct Bot {
  BotKind kind;
  int playouts;
  Luck luck;
  Search *search[BOT_HEADS]; /* of BOT_MCTS; mostly one */
  int heads;
  BotRunFn run;
  Look *look;            /* for a game with an outlook; else … */
  Vm *head;              /* … the machine for playouts */
  unsigned char *state;  /* room for DEALS states */
  size_t size;           /* of each */
  int deals;             /* that there are */
  const uint8_t *barred; /* answers that are not given; NULL: none */
  int wait;              /* milliseconds that it may think; 0: without end */
  Patience patience;     /* with the present question */
  double *worth;         /* of each answer, where that counts */
};

Bot *bot_new(const Program *p, BotKind kind, int playouts, int ahead)
{
  INVARIANT(p && p->header && playouts >= 0);
  Bot *b = zeroed(1, sizeof *b);
  *b = (Bot){.kind = kind, .playouts = playouts < 1 ? 1 : playouts};
  if (kind == BOT_MCTS || kind == BOT_BLIND) {
    int far = kind == BOT_BLIND ? SEARCH_BLIND : ahead < 0 ? 0 : ahead;
    b->search[0] = search_new(p, b->playouts, far);
    b->heads = 1;
  } else if (kind == BOT_LOOK && p->outlook >= 0) {
    b->look = look_new(p, b->playouts, ahead < 0 ? 0 : ahead);
  } else if (kind == BOT_LOOK || kind == BOT_FLAT) {
    b->head = vm_new(p);
    vm_auto_chance(b->head, true);
    b->size = vm_state_size(b->head);
    b->state = zeroed(b->size * DEALS, 1);
    b->worth = zeroed(MAX_OPTIONS, sizeof *b->worth);
  }
  return b;
}

void bot_heads(Bot *b, const Program *p, int ahead, BotRunFn run)
{
  if (b->kind != BOT_MCTS || b->playouts < BOT_HEADS_FROM) return;
  search_free(b->search[0]);
  for (b->heads = 0; b->heads < BOT_HEADS; b->heads++)
    b->search[b->heads] =
        search_new(p, (b->playouts + BOT_HEADS - 1) / BOT_HEADS, ahead < 0 ? 0 : ahead);
  b->run = run;
}

bool bot_read(const char *text, BotSpec *spec)
{
  int ahead = BOT_AHEAD, playouts = 30, used = 0;
  *spec = (BotSpec){BOT_RANDOM, 1, 1};
  if (!strcmp(text, "random")) return true;
  *spec = (BotSpec){BOT_MCTS, 0, BOT_AHEAD};
  if ((sscanf(text, "mcts:%7d%n", &spec->playouts, &used) == 1 && !text[used]) ||
      (sscanf(text, "mcts:%7d:%4d%n", &spec->playouts, &spec->ahead, &used) == 2 &&
       !text[used]))
    return spec->playouts > 0 && spec->ahead >= 0;
  spec->kind = BOT_BLIND;
  if (sscanf(text, "blind:%7d%n", &spec->playouts, &used) == 1 && !text[used])
    return spec->playouts > 0;
  spec->kind = BOT_FLAT;
  if (sscanf(text, "flat:%6d%n", &spec->playouts, &used) == 1 && !text[used])
    return spec->playouts > 0;
  spec->kind = BOT_LOOK;
  bool some =
      !strcmp(text, "look") ||
      (sscanf(text, "look:%6d%n", &playouts, &used) == 1 && !text[used]) ||
      (sscanf(text, "look:%6d:%4d%n", &playouts, &ahead, &used) == 2 && !text[used]);
  spec->playouts = playouts;
  spec->ahead = ahead;
  return some && playouts >= 0 && ahead >= 0;
}

void bot_write(const BotSpec *spec, char out[BOT_SPEC])
{
  if (spec->kind == BOT_RANDOM) snprintf(out, BOT_SPEC, "random");
  else if (spec->kind == BOT_MCTS && spec->ahead != BOT_AHEAD)
    snprintf(out, BOT_SPEC, "mcts:%d:%d", spec->playouts, spec->ahead);
  else if (spec->kind == BOT_MCTS) snprintf(out, BOT_SPEC, "mcts:%d", spec->playouts);
  else if (spec->kind == BOT_BLIND) snprintf(out, BOT_SPEC, "blind:%d", spec->playouts);
  else if (spec->kind == BOT_FLAT) snprintf(out, BOT_SPEC, "flat:%d", spec->playouts);
  else if (spec->ahead == BOT_AHEAD) snprintf(out, BOT_SPEC, "look:%d", spec->playouts);
  else snprintf(out, BOT_SPEC, "look:%d:%d", spec->playouts, spec->ahead);
}

void bot_seated(const BotSpec *spec, char out[BOT_SEATED])
{
  char words[BOT_SPEC];
  bot_write(spec, words);
  for (char *c = words; (c = strchr(c, ':'));) *c = ' ';
  snprintf(out, BOT_SEATED, "bot %s", words);
}

bool bot_sat(const char *taken, BotSpec *spec)
{
  char words[BOT_SEATED];
  if (strncmp(taken, "bot ", 4) || strlen(taken) >= sizeof words) return false;
  strcpy(words, taken + 4);
  for (char *c = words; (c = strchr(c, ' '));) *c = ':';
  return bot_read(words, spec);
}

void bot_free(Bot *b)
{
  if (!b) return;
  for (int i = 0; i < b->heads; i++) search_free(b->search[i]);
  look_free(b->look);
  if (b->head) vm_free(b->head);
  free(b->state);
  free(b->worth);
  free(b);
}

void bot_seed(Bot *b, uint64_t seed) { b->luck.state = luck_seed(seed, UINT32_MAX); }

void bot_patience(Bot *b, int milliseconds) { b->wait = milliseconds; }

void bot_bar(Bot *b, const uint8_t *barred) { b->barred = barred; }

static bool may(const Bot *b, Vm *vm, int i, uint32_t seats)
{
  if (b->barred && b->barred[i]) return false;
  int seat = vm_option(vm, i).seat;
  return seat < 0 || seat >= 32 || seats >> seat & 1;
}

static int count_answers(const Bot *b, Vm *vm, int n, uint32_t seats)
{
  int mine = 0;
  for (int i = 0; i < n; i++) mine += may(b, vm, i, seats);
  return mine;
}

static int nth_answer(const Bot *b, Vm *vm, int n, uint32_t seats, int which)
{
  for (int i = 0; i < n; i++)
    if (may(b, vm, i, seats) && which-- == 0) return i;
  INVARIANT(which < 0); /* or there are fewer than were counted */
  return 0;
}

static int pick_random(Bot *b, Vm *vm, uint32_t seats)
{
  int n = vm_options(vm);
  int mine = count_answers(b, vm, n, seats);
  if (mine == n || mine == 0) return (int)luck_below(&b->luck, (uint32_t)n);
  return nth_answer(b, vm, n, seats, (int)luck_below(&b->luck, (uint32_t)mine));
}

/* Answer i cannot be carried out: draws again, each time among those that have not
 * failed, so that every legal answer is as likely as any other. */
static int draw_again(Luck *luck, Vm *vm, int i)
{
  enum { FEW = 64 };
  int n = vm_options(vm), failed[FEW], k = 0; /* in order */
  HOT_INVARIANT(i >= 0 && i < n);
  for (;;) {
    int at = k++;
    for (; at > 0 && failed[at - 1] > i; at--) failed[at] = failed[at - 1];
    failed[at] = i;
    if (k == n || k == FEW) break;
    i = (int)luck_below(luck, (uint32_t)(n - k));
    for (int j = 0; j < k; j++) i += failed[j] <= i;
    if (vm_can(vm, i)) return i;
  }
  if (vm_try_all(vm) != VM_DECIDE) return -1;
  return (int)luck_below(luck, (uint32_t)vm_options(vm));
}

Luck *bot_luck(Bot *b) { return &b->luck; }

int bot_draw(Luck *luck, Vm *vm)
{
  HOT_INVARIANT(vm_options(vm) > 0);
  int i = (int)luck_below(luck, (uint32_t)vm_options(vm));
  return vm_can(vm, i) ? i : draw_again(luck, vm, i);
}

VmStatus bot_step(Luck *luck, Vm *vm, long *left)
{
  Playout p = {.luck = &luck->state, .most = *left, .left = MAX_STEP_FUEL};
  vm_playout(vm, &p);
  VmStatus status = vm_step(vm);
  vm_playout(vm, NULL);
  *left -= p.decisions;
  return status;
}

/* Plays the machine's game to its end at random; what the result is worth to `seat`. */
static double playout(Bot *b, Vm *vm, int seat)
{
  long left = PLAYOUT_DECISIONS;
  vm_offer_untried(vm, true);
  VmStatus status = bot_step(&b->luck, vm, &left);
  while (status == VM_DECIDE && left > 0) {
    vm_answer(vm, bot_draw(&b->luck, vm));
    left--;
    status = bot_step(&b->luck, vm, &left);
  }
  vm_offer_untried(vm, false);
  uint32_t winners = status == VM_DONE ? vm_winners(vm) : 0;
  double won = winners >> seat & 1 ? 1.0 / __builtin_popcount(winners) : 0;
  return status == VM_DONE ? bot_count_score(vm, seat, won) : won;
}

double bot_count_score(Vm *vm, int seat, double won)
{
  enum { HALF = 10 }; /* a lead of so many is half of the best there is */
  HOT_INVARIANT(seat >= 0 && seat < vm_seats(vm));
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

/* The game as `seat` may imagine it, as often as there are playouts to begin from. */
static void deal(Bot *b, Vm *vm, int seat)
{
  INVARIANT(b->head && b->size == vm_state_size(vm)); /* states are copied */
  for (b->deals = 0; b->deals < DEALS && b->deals < b->playouts;) {
    Vm *known = vm_known(vm, seat, luck_seed(b->luck.state, (uint64_t)b->deals));
    vm_save(known, b->state + b->size * (size_t)b->deals++);
    if (is_late(b->patience)) break;
  }
}

/* Puts deal k into the bot's head and gives answer `o`, which is number i of the list: a
 * hidden thing is another one there, at the same place of the list.  Returns false if
 * that answer is not there: then what was hidden decided about it. */
static bool imagine(Bot *b, int k, Option o, int i)
{
  INVARIANT(b->deals > 0);
  vm_restore(b->head, b->state + b->size * (size_t)(k % b->deals));
  luck_next(
      &b->luck); /* two numbers for each playout, whether things are hidden or not */
  vm_seed(b->head, luck_next(&b->luck));
  if (vm_step(b->head) != VM_DECIDE || i >= vm_options(b->head)) return false;
  Option x = vm_option(b->head, i);
  if (x.seat != o.seat || x.alt != o.alt) return false;
  vm_answer(b->head, i);
  return true;
}

/* All answers in turn, so that each was tried as often when time is up. */
static int pick_in_time(Bot *b, Vm *vm, uint32_t seats, int seat)
{
  int n = vm_options(vm), best = -1;
  INVARIANT(n <= MAX_OPTIONS);
  memset(b->worth, 0, (size_t)n * sizeof *b->worth);
  deal(b, vm, seat);
  for (int k = 0; k < b->playouts && !is_late(b->patience); k++)
    for (int i = 0; i < n && !is_late(b->patience); i++)
      if (may(b, vm, i, seats) && imagine(b, k, vm_option(vm, i), i))
        b->worth[i] += playout(b, b->head, seat);
  for (int i = 0; i < n; i++)
    if (may(b, vm, i, seats) && (best < 0 || b->worth[i] > b->worth[best])) best = i;
  return best;
}

static int pick_looking(Bot *b, Vm *vm, uint32_t seats)
{
  int n = vm_options(vm), best = -1, dealt = -1;
  double best_worth = -1;
  if (count_answers(b, vm, n, seats) == 1) return nth_answer(b, vm, n, seats, 0);
  if (b->patience.until)
    return pick_in_time(b, vm, seats, __builtin_ctz(seats | 1u << 31));
  for (int i = 0; i < n; i++) {
    if (!may(b, vm, i, seats)) continue;
    Option o = vm_option(vm, i);
    int seat = o.seat < 0 ? __builtin_ctz(seats | 1u << 31) : o.seat;
    double worth = 0;
    if (seat != dealt) deal(b, vm, dealt = seat);
    for (int k = 0; k < b->playouts; k++)
      if (imagine(b, k, o, i)) worth += playout(b, b->head, seat);
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
    if (seat >= 0 && seat < 32 && may(b, vm, i, seats)) who |= 1u << seat;
  }
  if (!who) return pick_looking(b, vm, seats);
  int which = (int)luck_below(&b->luck, (uint32_t)__builtin_popcount(who));
  while (which-- > 0) who &= who - 1;
  return pick_looking(b, vm, who & -who);
}

int bot_pick(Bot *b, Vm *vm, uint32_t seats)
{
  INVARIANT(b && vm && seats);
  INVARIANT(vm_decision(vm) && vm_options(vm) > 0 && seats);
  b->patience.until = b->wait ? clock_ms() + b->wait : 0;
  /* Everybody at the table: no need to look at each answer. */
  if (b->kind == BOT_RANDOM && seats == UINT32_MAX && !b->barred)
    return bot_draw(&b->luck, vm);
  if (b->kind == BOT_RANDOM) return pick_random(b, vm, seats);
  if (b->kind == BOT_MCTS || b->kind == BOT_BLIND) {
    for (int i = 0; i < b->heads; i++) search_patience(b->search[i], b->patience);
    int i = search_pick(b->search, b->heads, vm, seats, b->barred, &b->luck, b->run);
    return i < 0 ? pick_random(b, vm, seats) : i;
  }
  return b->look ? look_pick(b->look, vm, seats, b->barred, &b->luck, b->patience)
                 : pick_looking_for_one(b, vm, seats);
}

bool bot_opinion(const Bot *b, int answer, int *tried, double *worth)
{
  INVARIANT(b && answer >= 0 && tried && worth);
  return b->heads && search_opinion(b->search[0], answer, tried, worth);
}
