#include "interp/lab/solve.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"
#include "interp/bot/luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHANCE = -1,
  END = -2,
  MOST_ANSWERS =
      64, /* of one question, and steps of one game: what the stack has room for */
  MOST_STEPS = 2000
};

typedef struct Twig {
  int32_t first, count; /* children */
  int32_t state;        /* information state; CHANCE, END */
  double share;         /* among its siblings, below chance */
  double reach;         /* best answer: by chance and the others */
  double worth;         /* best answer: what it brings; NAN: not known yet */
  int32_t next;         /* another one of the same information state, -1: none */
} Twig;

typedef struct State { /* of a seat's information */
  uint64_t key;
  int32_t seat, count, twigs; /* answers; the first node */
  int32_t at;                 /* of its regrets and strategy */
  int32_t best;               /* answer, -1: not known yet */
} State;

typedef struct Solver {
  Vm *vm;
  Ears *ears;
  int seats;
  long most;
  const char *why;
  VEC(Twig) twigs;
  VEC(State) states;
  VEC(double) ends; /* of each end: what each seat gets */
  VEC(double) regret;
  VEC(double) strategy;
  int32_t *table; /* from keys to states, + 1 */
  size_t room;
  Luck luck;
} Solver;

/* ---- the tree ------------------------------------------------------------------- */

static void grow_table(Solver *s)
{
  free(s->table);
  s->room = s->room ? 2 * s->room : 1024;
  s->table = zeroed(s->room, sizeof *s->table);
  for (size_t i = 0; i < s->states.n; i++) {
    size_t at = s->states.at[i].key & (s->room - 1);
    while (s->table[at]) at = (at + 1) & (s->room - 1);
    s->table[at] = (int32_t)i + 1;
  }
}

static int32_t state_of(Solver *s, uint64_t key, int seat, int count)
{
  if (2 * (s->states.n + 1) > s->room) grow_table(s);
  size_t at = key & (s->room - 1);
  for (; s->table[at]; at = (at + 1) & (s->room - 1)) {
    const State *x = &s->states.at[s->table[at] - 1];
    if (x->key == key && x->seat == seat)
      return x->count == count ? s->table[at] - 1 : -1;
  }
  State fresh = {key, seat, count, -1, (int32_t)s->regret.n, -1};
  vec_push(&s->states, fresh);
  for (int i = 0; i < count; i++) {
    vec_push(&s->regret, 0.0);
    vec_push(&s->strategy, 0.0);
  }
  s->table[at] = (int32_t)s->states.n;
  return s->table[at] - 1;
}

static void add_end(Solver *s, int32_t node)
{
  INVARIANT((size_t)node < s->twigs.n);
  s->twigs.at[node].state = END;
  s->twigs.at[node].first = (int32_t)s->ends.n;
  uint32_t winners = vm_winners(s->vm);
  for (int i = 0; i < s->seats; i++) {
    int64_t score = vm_score(s->vm, i);
    double share = winners >> i & 1 ? 1.0 / __builtin_popcount(winners) : 0;
    vec_push(&s->ends, score == NONE ? share : (double)score);
  }
}

static bool failed(Solver *s, const char *why)
{
  s->why = why;
  return false;
}

/* Would the tree be far too large?  Of random ways down each says how large the tree
 * would be if it looked like this everywhere; their mean is its size on average (Knuth
 * 1975).  That the mean is a thousand times the size of a tree happens to less than one
 * tree in a thousand. */
static bool is_hopeless(Solver *s, const Setup *setup)
{
  enum { WAYS = 16, TIMES = 1000 };
  double sum = 0;
  for (int i = 0; i < WAYS; i++) {
    double width = 1;
    vm_start(s->vm, setup);
    VmStatus status = vm_step(s->vm);
    for (int k = 0; k < MOST_STEPS && (status == VM_DECIDE || status == VM_CHANCE); k++) {
      int n = vm_options(s->vm);
      sum += width *= n;
      vm_answer(s->vm, (int)luck_below(&s->luck, (uint32_t)n));
      status = vm_step(s->vm);
    }
  }
  return sum / WAYS > TIMES * (double)s->most;
}

/* The tree behind the question that the machine stands at. */
static bool build(Solver *s, int32_t node, VmStatus status, int depth)
{
  if (status == VM_DONE) return add_end(s, node), true;
  if (status != VM_DECIDE && status != VM_CHANCE) return failed(s, "a rule goes wrong");
  int n = vm_options(s->vm);
  if (n > MOST_ANSWERS) return failed(s, "a question has too many answers");
  if (depth == MOST_STEPS) return failed(s, "its games are too long");
  if ((long)s->twigs.n + n > s->most) return failed(s, "its tree is too large");
  int32_t first = (int32_t)s->twigs.n, state = CHANCE;
  int64_t all = 0;
  if (status == VM_DECIDE) {
    int seat = vm_option(s->vm, 0).seat;
    for (int i = 0; i < n; i++)
      if (vm_option(s->vm, i).seat != seat)
        return failed(s, "several may answer at once");
    state = state_of(s, ears_hash(s->ears, seat), seat, n);
    if (state < 0) return failed(s, "a seat is offered what it could not know");
  }
  for (int i = 0; i < n; i++) all += vm_weight(s->vm, i);
  for (int i = 0; i < n; i++) {
    Twig t = {.share = (double)vm_weight(s->vm, i) / (double)all, .next = -1};
    vec_push(&s->twigs, t);
  }
  Twig *own = &s->twigs.at[node];
  own->first = first;
  own->count = n;
  own->state = state;
  if (state >= 0) {
    own->next = s->states.at[state].twigs;
    s->states.at[state].twigs = node;
  }
  size_t size = vm_state_size(s->vm);
  unsigned char *saved = malloc(size);
  void *heard = ears_save(s->ears);
  if (!saved) abort();
  vm_save(s->vm, saved);
  bool ok = true;
  for (int i = 0; ok && i < n; i++) {
    if (i) {
      vm_restore(s->vm, saved);
      ears_restore(s->ears, heard);
      vm_step(s->vm);
      ears_restore(s->ears, heard); /* asking again tells nothing new */
    }
    ears_answer(s->ears, i);
    vm_answer(s->vm, i);
    ok = build(s, first + i, vm_step(s->vm), depth + 1);
  }
  free(saved);
  free(heard);
  return ok;
}

/* ---- regrets -------------------------------------------------------------------- */

static void match_regrets(const Solver *s, const State *x, double *p)
{
  double sum = 0;
  for (int i = 0; i < x->count; i++) sum += p[i] = fmax(0, s->regret.at[x->at + i]);
  for (int i = 0; i < x->count; i++) p[i] = sum > 0 ? p[i] / sum : 1.0 / x->count;
}

static int draw(Solver *s, const double *p, int n)
{
  double x = (double)(luck_next(&s->luck) >> 11) / 9007199254740992.0;
  for (int i = 0; i < n - 1; i++)
    if ((x -= p[i]) < 0) return i;
  return n - 1;
}

/* One round for a seat: all its own answers, one of everybody else's. */
static double walk(Solver *s, int32_t node, int seat)
{
  INVARIANT((size_t)node < s->twigs.n);
  const Twig *t = &s->twigs.at[node];
  if (t->state == END) return s->ends.at[t->first + seat];
  double p[MOST_ANSWERS];
  if (t->state == CHANCE) {
    for (int i = 0; i < t->count; i++) p[i] = s->twigs.at[t->first + i].share;
    return walk(s, t->first + draw(s, p, t->count), seat);
  }
  const State *x = &s->states.at[t->state];
  match_regrets(s, x, p);
  if (x->seat != seat) {
    for (int i = 0; i < x->count; i++) s->strategy.at[x->at + i] += p[i];
    return walk(s, t->first + draw(s, p, t->count), seat);
  }
  double mean = 0, worth[MOST_ANSWERS];
  for (int i = 0; i < t->count; i++)
    mean += p[i] * (worth[i] = walk(s, t->first + i, seat));
  for (int i = 0; i < t->count; i++) s->regret.at[x->at + i] += worth[i] - mean;
  return mean;
}

/* ---- how good it is ------------------------------------------------------------- */

static double answer_share(const Solver *s, const State *x, int i)
{
  double sum = 0;
  for (int k = 0; k < x->count; k++) sum += s->strategy.at[x->at + k];
  return sum > 0 ? s->strategy.at[x->at + i] / sum : 1.0 / x->count;
}

static double value(const Solver *s, int32_t node, int seat)
{
  INVARIANT((size_t)node < s->twigs.n);
  const Twig *t = &s->twigs.at[node];
  if (t->state == END) return s->ends.at[t->first + seat];
  double sum = 0;
  for (int i = 0; i < t->count; i++) {
    double p = t->state == CHANCE ? s->twigs.at[t->first + i].share
                                  : answer_share(s, &s->states.at[t->state], i);
    sum += p * value(s, t->first + i, seat);
  }
  return sum;
}

static void spread_reach(Solver *s, int32_t node, int seat, double reach)
{
  INVARIANT((size_t)node < s->twigs.n);
  Twig *t = &s->twigs.at[node];
  t->reach = reach;
  t->worth = NAN;
  if (t->state == END) return;
  for (int i = 0; i < t->count; i++) {
    double p = 1;
    if (t->state == CHANCE) p = s->twigs.at[t->first + i].share;
    else if (s->states.at[t->state].seat != seat)
      p = answer_share(s, &s->states.at[t->state], i);
    spread_reach(s, t->first + i, seat, reach * p);
  }
}

static double best_worth(Solver *s, int32_t node, int seat);

/* The best answer at an information state, over all nodes that it may be. */
static int best_answer(Solver *s, int32_t state, int seat)
{
  INVARIANT((size_t)state < s->states.n);
  State *x = &s->states.at[state];
  double most = -INFINITY;
  if (x->best >= 0) return x->best;
  for (int i = 0; i < x->count; i++) {
    double sum = 0;
    for (int32_t n = x->twigs; n >= 0; n = s->twigs.at[n].next)
      sum += s->twigs.at[n].reach * best_worth(s, s->twigs.at[n].first + i, seat);
    if (sum > most) most = sum, x->best = i;
  }
  return x->best;
}

static double best_worth(Solver *s, int32_t node, int seat)
{
  INVARIANT((size_t)node < s->twigs.n);
  Twig *t = &s->twigs.at[node];
  if (t->state == END) return s->ends.at[t->first + seat];
  if (!isnan(t->worth)) return t->worth;
  double sum = 0;
  if (t->state >= 0 && s->states.at[t->state].seat == seat) {
    sum = best_worth(s, t->first + best_answer(s, t->state, seat), seat);
  } else
    for (int i = 0; i < t->count; i++) {
      double p = t->state == CHANCE ? s->twigs.at[t->first + i].share
                                    : answer_share(s, &s->states.at[t->state], i);
      sum += p * best_worth(s, t->first + i, seat);
    }
  return t->worth = sum;
}

bool lab_solve(const Program *p, const Setup *setup, long rounds, long most, Solved *out,
               const char **why)
{
  INVARIANT(setup->seats > 0 && setup->seats <= MAX_PLAYERS && rounds >= 0);
  Solver s = {
      .vm = vm_new(p), .seats = setup->seats, .most = most, .luck = {setup->seed}};
  memset(out, 0, sizeof *out);
  vm_auto_chance(s.vm, false);
  bool ok = is_hopeless(&s, setup) ? failed(&s, "its tree is too large") : true;
  s.luck = (Luck){setup->seed};
  s.ears = ears_new(s.vm);
  vm_start(s.vm, setup);
  vec_push(&s.twigs, ((Twig){.next = -1}));
  ok = ok && build(&s, 0, vm_step(s.vm), 0);
  for (long i = 0; ok && i < rounds; i++)
    for (int seat = 0; seat < s.seats; seat++) walk(&s, 0, seat);
  for (int seat = 0; ok && seat < s.seats; seat++) {
    out->value[seat] = value(&s, 0, seat);
    for (size_t i = 0; i < s.states.n; i++) s.states.at[i].best = -1;
    spread_reach(&s, 0, seat, 1);
    out->best[seat] = best_worth(&s, 0, seat);
    out->gain += (out->best[seat] - out->value[seat]) / s.seats;
  }
  out->nodes = (long)s.twigs.n;
  out->states = (long)s.states.n;
  *why = s.why;
  ears_free(s.ears);
  vm_free(s.vm);
  vec_free(&s.twigs);
  vec_free(&s.states);
  vec_free(&s.ends);
  vec_free(&s.regret);
  vec_free(&s.strategy);
  free(s.table);
  return ok;
}
