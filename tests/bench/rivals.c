/* The thinking bot against rivals whose strength is known.
 *
 * bench_rivals connect4 GAMES BOT: alpha-beta of depth 8, whose evaluation counts open
 * lines of two and three; sides alternate.  bench_rivals pig GAMES BOT: the best player
 * there is, by value iteration; the bot's share is what the best player would have in its
 * seat less what each of its answers gives away, which is the same on average as counting
 * wins, and known much better after the same games.  Prints the bot's share of the points
 * (draws half) with its interval of 95 %.
 *
 * bench_rivals FILE GAMES BOT RIVAL: another bot, in a game for two; each pair of games
 * has one seed and the bots in both seats.  It says how much time both thought, too: two
 * bots are compared when that is the same.  --first N begins with another pair, so that
 * nothing is measured with the games it was tuned with.
 *
 * Run it in the root of the project. */
#include "interp/bot/bot.h"
#include "interp/bot/luck.h"
#include "interp/vm/vm.h"
#include "tests/bench/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- connect four --------------------------------------------------------------- */

enum { WIDE = 7, HIGH = 6, DEPTH = 8, WON = 100000 };
typedef struct Board {
  signed char at[WIDE][HIGH], filled[WIDE];
  int stones;
} Board;
static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static bool wins(const Board *b, int x, int y)
{
  int me = b->at[x][y];
  for (int w = 0; w < 4; w++) {
    int n = 1;
    for (int side = -1; side <= 1; side += 2)
      for (int k = 1; k < 4; k++) {
        int i = x + side * k * ways[w][0], j = y + side * k * ways[w][1];
        if (i < 0 || j < 0 || i >= WIDE || j >= HIGH || b->at[i][j] != me) break;
        n++;
      }
    if (n >= 4) return true;
  }
  return false;
}

/* Open lines: four places in a row with two or three stones of one side and no other. */
static int judge(const Board *b, int me)
{
  int sum = 0;
  for (int x = 0; x < WIDE; x++)
    for (int y = 0; y < HIGH; y++)
      for (int w = 0; w < 4; w++) {
        int dx = ways[w][0], dy = ways[w][1], own = 0, other = 0;
        if (x + 3 * dx >= WIDE || y + 3 * dy >= HIGH || y + 3 * dy < 0) continue;
        for (int k = 0; k < 4; k++) {
          int v = b->at[x + k * dx][y + k * dy];
          own += v == me;
          other += v == -me;
        }
        static const int worth[] = {0, 0, 3, 10, 0};
        if (!other) sum += worth[own];
        if (!own) sum -= worth[other];
      }
  return sum;
}

static int alpha_beta(Board *b, int me, int depth, int low, int high, int *best)
{
  static const int order[WIDE] = {3, 2, 4, 1, 5, 0, 6};
  if (b->stones == WIDE * HIGH) return 0;
  if (!depth) return judge(b, me);
  int top = -2 * WON;
  for (int i = 0; i < WIDE; i++) {
    int x = order[i];
    if (b->filled[x] == HIGH) continue;
    int y = b->filled[x]++;
    b->at[x][y] = (signed char)me;
    b->stones++;
    int v =
        wins(b, x, y) ? WON + depth : -alpha_beta(b, -me, depth - 1, -high, -low, NULL);
    b->at[x][y] = 0;
    b->filled[x]--;
    b->stones--;
    if (v > top) {
      top = v;
      if (best) *best = x;
    }
    if (v > low) low = v;
    if (low >= high) break;
  }
  return top;
}

/* The first answers are drawn, so that games differ. */
static double play_connect4(Vm *vm, Bot *bot, long game)
{
  Board b = {0};
  Luck luck = {(uint64_t)game / 2 + 1};
  int side = (int)(game % 2);
  vm_start(vm, &(Setup){2, 1, NULL});
  bot_seed(bot, (uint64_t)game);
  for (VmStatus s = vm_step(vm); s == VM_DECIDE; s = vm_step(vm)) {
    int seat = b.stones % 2, pick = 0, n = vm_options(vm), x = 0;
    if (b.stones < 2) pick = (int)luck_below(&luck, (uint32_t)n);
    else if (seat == side) pick = bot_pick(bot, vm, 1u << seat);
    else {
      alpha_beta(&b, seat ? -1 : 1, DEPTH, -3 * WON, 3 * WON, &x);
      while (vm_option(vm, pick).value != x + 1) pick++;
    }
    x = vm_option(vm, pick).value - 1;
    b.at[x][(int)b.filled[x]++] = seat ? -1 : 1;
    b.stones++;
    vm_answer(vm, pick);
  }
  uint32_t w = vm_winners(vm);
  return w ? (w >> side & 1) : 0.5;
}

/* ---- pig ------------------------------------------------------------------------ */

enum { GOAL = 100 };
static double chance[GOAL][GOAL][GOAL]; /* own, other's, this turn: of winning */

static double wins_from(int own, int other, int turn)
{
  return own + turn >= GOAL ? 1 : chance[own][other][turn];
}
static double rolls(int own, int other, int turn)
{
  double p = 1 - wins_from(other, own, 0);
  for (int f = 2; f <= 6; f++) p += wins_from(own, other, turn + f);
  return p / 6;
}
static double holds(int own, int other, int turn)
{
  return 1 - wins_from(other, own + turn, 0);
}

static void solve_pig(void)
{
  double change = 1;
  memset(chance, 0, sizeof chance);
  while (change > 1e-9) {
    change = 0;
    for (int i = 0; i < GOAL; i++)
      for (int j = 0; j < GOAL; j++)
        for (int k = 0; i + k < GOAL; k++) {
          double v = fmax(rolls(i, j, k), k ? holds(i, j, k) : 0);
          change = fmax(change, fabs(v - chance[i][j][k]));
          chance[i][j][k] = v;
        }
  }
}

static int field_of(const Program *p, const char *name)
{
  for (int i = 0; i < p->n_fields; i++)
    if (!strcmp(program_string(p, p->fields[i].name), name)) return i;
  exit(2);
}

static double play_pig(Vm *vm, Bot *bot, long game)
{
  const Program *p = vm_program(vm);
  int total = field_of(p, "total"), turn = field_of(p, "turn"), side = (int)(game % 2);
  int first = p->fields[total].first;
  vm_start(vm, &(Setup){2, luck_seed(7, (uint64_t)game / 2), NULL});
  bot_seed(bot, (uint64_t)game);
  double worth = side ? 1 - chance[0][0][0] : chance[0][0][0];
  for (VmStatus s = vm_step(vm); s == VM_DECIDE; s = vm_step(vm)) {
    int seat = vm_option(vm, 0).seat, own = (int)vm_get(vm, total, first + seat, NONE),
        other = (int)vm_get(vm, total, first + 1 - seat, NONE),
        now = (int)vm_get(vm, turn, NONE, NONE);
    double of[2] = {rolls(own, other, now), holds(own, other, now)};
    int best = of[0] >= of[1] ? 0 : 1, pick = best;
    if (seat == side) pick = bot_pick(bot, vm, 1u << seat);
    if (seat == side) worth -= of[best] - of[pick];
    vm_answer(vm, pick);
  }
  return worth;
}

/* ---- any game for two ----------------------------------------------------------- */

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What bots[0] takes of one game; took: the time of each. */
static double play_duel(Vm *vm, Bot **bots, long game, double took[2])
{
  int side = (int)(game % 2); /* where bots[0] sits */
  Luck luck = {luck_seed(8, (uint64_t)game)};
  vm_start(vm, &(Setup){2, luck_seed(7, (uint64_t)game / 2), NULL});
  for (int i = 0; i < 2; i++) bot_seed(bots[i], luck_next(&luck));
  VmStatus s = vm_step(vm);
  for (int i = 0; i < 100000 && s == VM_DECIDE; i++) {
    uint32_t who = vm_asked(vm);
    if (who == 3 && luck_below(&luck, 2)) who = 2;
    int seat = who & 1 ? 0 : 1, bot = seat != side;
    double begun = now();
    int pick = bot_pick(bots[bot], vm, 1u << seat);
    took[bot] += now() - begun;
    vm_answer(vm, pick);
    s = vm_step(vm);
  }
  uint32_t winners = s == VM_DONE ? vm_winners(vm) : 0;
  return winners == 1u << side ? 1 : winners == 2u >> side ? 0 : 0.5;
}

static int duel(const char *file, long n, const char *const names[2], long first)
{
  BotSpec spec[2];
  Bot *bots[2];
  double sum = 0, squares = 0, took[2] = {0};
  if (!bot_read(names[0], &spec[0]) || !bot_read(names[1], &spec[1])) return 2;
  Program *p = load(file);
  if (!p) return 3;
  Vm *vm = vm_new(p);
  vm_auto_chance(vm, true);
  vm_keep_deals(vm, true);
  for (int i = 0; i < 2; i++)
    bots[i] = bot_new(p, spec[i].kind, spec[i].playouts, spec[i].ahead);
  for (long i = 0; i < n; i++) {
    double x = play_duel(vm, bots, 2 * first + i, took);
    sum += x;
    squares += x * x;
  }
  double mean = sum / (double)n, v = squares / (double)n - mean * mean;
  printf("%s takes %.1f %% ± %.1f of %ld games against %s, in %.2f of its time (%.1f and "
         "%.1f s)\n",
         names[0], 100 * mean, 196 * sqrt(v / (double)n), n, names[1], took[0] / took[1],
         took[0], took[1]);
  for (int i = 0; i < 2; i++) bot_free(bots[i]);
  vm_free(vm);
  program_free(p);
  return 0;
}

int main(int argc, char **argv)
{
  BotSpec spec;
  bool later = argc == 7 && !strcmp(argv[5], "--first");
  if (argc == 5 || later) {
    const char *const names[2] = {argv[3], argv[4]};
    return duel(argv[1], atol(argv[2]), names, later ? atol(argv[6]) : 0);
  }
  if (argc != 4 || !bot_read(argv[3], &spec)) return 2;
  bool pig = !strcmp(argv[1], "pig");
  Program *p = load(pig ? "tests/lang/pig.regel" : "scenarios/connect4/game.regel");
  if (!p) return 3;
  Vm *vm = vm_new(p);
  vm_auto_chance(vm, true);
  Bot *bot = bot_new(p, spec.kind, spec.playouts, spec.ahead);
  if (pig) {
    solve_pig();
    printf("the best player who begins wins %.6f\n", chance[0][0][0]);
  }
  double sum = 0, squares = 0;
  long n = atol(argv[2]);
  clock_t begun = clock();
  for (long i = 0; i < n; i++) {
    double x = pig ? play_pig(vm, bot, i) : play_connect4(vm, bot, i);
    sum += x;
    squares += x * x;
  }
  double mean = sum / (double)n, v = squares / (double)n - mean * mean;
  printf("%s takes %.1f %% ± %.1f of %ld games, %.1f s\n", argv[3], 100 * mean,
         196 * sqrt(v / (double)n), n, (double)(clock() - begun) / CLOCKS_PER_SEC);
  bot_free(bot);
  vm_free(vm);
  program_free(p);
  return 0;
}
