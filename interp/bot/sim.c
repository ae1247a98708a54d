#include "interp/bot/sim.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the threads share: the number of the next game, and how many are done. */
typedef struct Pool {
  const SimPlan *plan;
  atomic_long next, done;
  long batch; /* games that a thread takes at once: each time costs as much as a move */
  atomic_int running, refused; /* refused: a game could not be recorded */
  pthread_mutex_t recording;
  double end; /* when the last thread had nothing left to do */
} Pool;

typedef struct Worker {
  Pool *pool;
  Vm *vm;
  Bot *bot;
  SimResult sum;
  pthread_t thread;
  VEC(SimStep) steps; /* of the game being played, if it is recorded */
} Worker;

static void result_init(SimResult *r, const Program *p)
{
  memset(r, 0, sizeof *r);
  r->reasons = zeroed((size_t)p->n_texts + 1, sizeof *r->reasons);
  r->losses = sim_losses(p);
  r->error_game = -1;
  r->fewest = -1;
}

void sim_free(SimResult *result)
{
  for (int i = 0; i < MAX_PLAYERS; i++) tally_free(&result->scores[i]);
  free(result->reasons);
  free(result->losses);
  result->reasons = NULL;
  result->losses = NULL;
}

bool *sim_losses(const Program *p)
{
  INVARIANT(p && p->header);
  bool *lost = zeroed((size_t)p->n_texts + 1, sizeof *lost);
  for (int i = 0; i < p->n_code; i++)
    if (p->code[i].op == OP_LOSE && p->code[i].d >= 0) lost[p->code[i].d] = true;
  return lost;
}

static void note_end(SimResult *r, Vm *vm)
{
  uint32_t winners = vm_winners(vm);
  INVARIANT(!(winners >> vm_seats(vm))); /* nobody wins who does not play */
  for (int i = 0; vm_program(vm)->score >= 0 && i < vm_seats(vm); i++) {
    int64_t score = vm_score(vm, i);
    if (score != NONE) tally_add(&r->scores[i], score, 1);
  }
  r->finished++;
  if (winners & (winners - 1)) r->shared++;
  for (uint32_t m = winners; m; m &= m - 1) r->wins[__builtin_ctz(m)]++;
  if (winners) return;
  int32_t reason = vm_reason(vm);
  if (reason >= 0 && r->losses[reason]) r->reasons[reason]++;
  else r->nobody++;
}

static void note_error(SimResult *r, const Vm *vm, long game, uint64_t seed)
{
  r->errors++;
  if (r->error_game >= 0 && r->error_game < game) return;
  r->error_game = game;
  r->error_seed = seed;
  r->fault = vm_fault(vm);
}

/* One step more in the digest of a game; the games' digests are added up, so that the
 * sum does not depend on which thread plays which game. */
static uint64_t fold(uint64_t digest, const Vm *vm, VmStatus status)
{
  Luck mix = {(digest << 7 | digest >> 57) ^ vm_hash(vm) ^ (uint64_t)status};
  return luck_next(&mix);
}

static bool stopped(const Pool *pool)
{
  return (pool->plan->stop && *pool->plan->stop) || atomic_load(&pool->refused);
}

/* Gives an answer and keeps it with what came of it. */
static VmStatus keep_step(Worker *w, int i, int64_t begun)
{
  bool chance = !vm_decision(w->vm);
  SimStep s = {chance ? NONE : vm_option(w->vm, i).seat, i, clock_ms() - begun, 0};
  vm_answer(w->vm, i);
  VmStatus status = vm_step(w->vm);
  s.state = vm_hash(w->vm);
  vec_push(&w->steps, s);
  return status;
}

/* The same with the chances that come before the next decision, as steps of their own:
 * the game's generator rolls them as it would have without a pause. */
static VmStatus keep_chances(Worker *w, VmStatus status, int64_t begun)
{
  while (status == VM_CHANCE && !stopped(w->pool))
    status = keep_step(w, vm_roll(w->vm), begun);
  return status;
}

static void record_game(Worker *w, uint64_t seed, uint64_t start, VmStatus status)
{
  SimGame g = {.seed = seed,
               .start = start,
               .steps = w->steps.at,
               .count = w->steps.n,
               .over = status == VM_DONE || status == VM_ERROR,
               .vm = w->vm};
  pthread_mutex_lock(&w->pool->recording);
  if (!w->pool->plan->record(w->pool->plan->user, &g)) atomic_store(&w->pool->refused, 1);
  pthread_mutex_unlock(&w->pool->recording);
}

/* In one game of a few, later of many, answers that nobody needs are counted. */
static bool is_sample(long game)
{
  enum { FEW = 16, MANY = 256 };
  return game % (game < MANY ? FEW : MANY) == 0;
}

/* How many answers this decision has. */
static void count_answers(SimResult *r, Vm *vm)
{
  int n = vm_options(vm), legal = 0;
  long overruns = vm_probe_overruns(vm);
  for (int i = 0; i < n; i++) legal += vm_can(vm, i);
  r->uncounted += vm_probe_overruns(vm) - overruns;
  r->options += legal;
  r->counted++;
  if (legal > r->widest) r->widest = legal;
}

/* Nobody looks at the decisions of this game: the machine need not stop for each. */
static bool unwatched(const SimPlan *plan, long game)
{
  return plan->bot == BOT_RANDOM && !plan->always && !plan->record && !plan->digest &&
         !is_sample(game);
}

enum { AT_ONCE = 10000 }; /* decisions before somebody may stop it */

/* A step, and how many decisions the machine answered itself in it. */
static VmStatus step(Worker *w, Playout *p, long *decisions)
{
  long left = w->pool->plan->most_decisions - *decisions;
  p->decisions = 0;
  p->most = left < AT_ONCE ? left : AT_ONCE;
  p->left = MAX_STEP_FUEL;
  VmStatus status = vm_step(w->vm);
  *decisions += p->decisions;
  return status;
}

/* One game.  Unless it is recorded nothing in this loop takes memory or a lock. */
static void play_game(Worker *w, long game)
{
  const SimPlan *plan = w->pool->plan;
  SimResult *r = &w->sum;
  Vm *vm = w->vm;
  uint64_t seed = luck_seed(plan->seed, (uint64_t)game);
  Setup setup = {plan->seats, seed, plan->options};
  long decisions = 0;
  bot_seed(w->bot, seed);
  vm_check_claims(vm, plan->always > 0 && game % plan->always == 0);
  vm_start(vm, &setup);
  long overruns = vm_probe_overruns(vm);
  Playout playout = {.luck = &bot_luck(w->bot)->state};
  vm_playout(vm, unwatched(plan, game) ? &playout : NULL);
  VmStatus status = step(w, &playout, &decisions);
  uint64_t digest = plan->digest ? fold(seed, vm, status) : 0,
           start = plan->record ? vm_hash(vm) : 0;
  int64_t begun = plan->record ? clock_ms() : 0;
  w->steps.n = 0;
  if (plan->record) status = keep_chances(w, status, begun);
  while (status == VM_DECIDE && decisions < plan->most_decisions) {
    if (is_sample(game)) count_answers(r, vm);
    if ((long)vm_saved_size(vm) > r->state_bytes)
      r->state_bytes = (long)vm_saved_size(vm);
    int pick = bot_pick(w->bot, vm, UINT32_MAX);
    decisions++;
    if (stopped(w->pool)) break;
    if (plan->record) {
      status = keep_chances(w, keep_step(w, pick, begun), begun);
    } else {
      vm_answer(vm, pick);
      status = step(w, &playout, &decisions);
    }
    if (plan->digest) digest = fold(digest, vm, status);
  }
  vm_playout(vm, NULL);
  if (plan->record) record_game(w, seed, start, status);
  if (playout.live && vm_state_bytes(vm, playout.live) > r->state_bytes)
    r->state_bytes = vm_state_bytes(vm, playout.live);
  r->games++;
  r->digest += digest;
  r->decisions += decisions;
  if (r->fewest < 0 || decisions < r->fewest) r->fewest = decisions;
  if (decisions > r->most) r->most = decisions;
  r->overruns += vm_probe_overruns(vm) - overruns - r->uncounted;
  r->uncounted = 0;
  if (status == VM_DONE) note_end(r, vm);
  else if (status == VM_DECIDE) r->unfinished++;
  else note_error(r, vm, game, seed);
}

static void *work(void *at)
{
  Worker *w = at;
  double begin = clock_read(CLOCK_THREAD_CPUTIME_ID);
  const SimPlan *plan = w->pool->plan;
  for (bool more = true; more;) {
    long game = atomic_fetch_add_explicit(&w->pool->next, w->pool->batch,
                                          memory_order_relaxed),
         end = game + w->pool->batch, begun = game;
    if (end > plan->games) end = plan->games;
    while ((more = game < end && !stopped(w->pool))) play_game(w, plan->first + game++);
    more = game == end && begun < end;
    atomic_fetch_add_explicit(&w->pool->done, game > begun ? game - begun : 0,
                              memory_order_relaxed);
  }
  w->sum.cpu_seconds = clock_read(CLOCK_THREAD_CPUTIME_ID) - begin;
  if (atomic_fetch_sub(&w->pool->running, 1) == 1) w->pool->end = clock_seconds();
  return NULL;
}

static void merge(SimResult *to, const SimResult *from, const Program *p)
{
  to->games += from->games;
  to->digest += from->digest;
  to->finished += from->finished;
  to->unfinished += from->unfinished;
  to->errors += from->errors;
  for (int i = 0; i < MAX_PLAYERS; i++) to->wins[i] += from->wins[i];
  for (int i = 0; i < MAX_PLAYERS; i++) tally_merge(&to->scores[i], &from->scores[i]);
  to->shared += from->shared;
  to->nobody += from->nobody;
  for (int i = 0; i < p->n_texts; i++) to->reasons[i] += from->reasons[i];
  to->decisions += from->decisions;
  to->options += from->options;
  to->counted += from->counted;
  to->cpu_seconds += from->cpu_seconds;
  to->overruns += from->overruns;
  if (from->fewest >= 0 && (to->fewest < 0 || from->fewest < to->fewest))
    to->fewest = from->fewest;
  if (from->most > to->most) to->most = from->most;
  if (from->widest > to->widest) to->widest = from->widest;
  if (from->state_bytes > to->state_bytes) to->state_bytes = from->state_bytes;
  if (from->error_game >= 0 &&
      (to->error_game < 0 || from->error_game < to->error_game)) {
    to->error_game = from->error_game;
    to->error_seed = from->error_seed;
    to->fault = from->fault;
  }
}

/* Waits for the threads and reports progress ten times a second. */
static void watch(Pool *pool)
{
  const SimPlan *plan = pool->plan;
  struct timespec pause = {0, 1000 * 1000};
  while (atomic_load(&pool->running) > 0) {
    plan->progress(plan->user, atomic_load(&pool->done), plan->games);
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < 100 * 1000 * 1000)
      pause.tv_nsec *= 2; /* short runs end at once */
  }
  plan->progress(plan->user, atomic_load(&pool->done), plan->games);
}

int sim_run(const SimPlan *plan, SimResult *result)
{
  INVARIANT(plan->program && result);
  INVARIANT(plan->program && plan->jobs >= 1 && plan->games >= 0 &&
            plan->seats <= MAX_PLAYERS);
  const Program *p = plan->program;
  int jobs = plan->jobs < 1 ? 1 : plan->jobs, started = 0;
  if (jobs > plan->games) jobs = plan->games < 1 ? 1 : (int)plan->games;
  Worker *workers = zeroed((size_t)jobs, sizeof *workers);
  enum { TURNS = 64, MOST_AT_ONCE = 16 }; /* so that all threads end together */
  long batch = plan->games / ((long)jobs * TURNS);
  if (plan->bot != BOT_RANDOM || batch < 1) batch = 1;
  if (batch > MOST_AT_ONCE) batch = MOST_AT_ONCE;
  Pool pool = {.plan = plan, .batch = batch, .recording = PTHREAD_MUTEX_INITIALIZER};
  result_init(result, p);
  for (int i = 0; i < jobs; i++) {
    Worker *w = &workers[i];
    w->pool = &pool;
    w->vm = vm_new(p);
    w->bot = bot_new(p, plan->bot, plan->playouts, plan->ahead);
    vm_keep_deals(w->vm, true);
    vm_auto_chance(w->vm, !plan->record);
    vm_check_always(w->vm, plan->always);
    vm_offer_untried(w->vm, plan->bot == BOT_RANDOM && !plan->record);
    result_init(&w->sum, p);
  }
  double begin = clock_seconds();
  atomic_store(&pool.running, jobs);
  if (jobs == 1 && !plan->progress) {
    work(&workers[0]);
  } else {
    while (started < jobs &&
           !pthread_create(&workers[started].thread, NULL, work, &workers[started]))
      started++;
    atomic_fetch_sub(&pool.running, jobs - started);
    if (started && plan->progress) watch(&pool);
    for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
  }
  result->seconds = (pool.end > 0 ? pool.end : clock_seconds()) - begin;
  for (int i = 0; i < jobs; i++) {
    merge(result, &workers[i].sum, p);
    sim_free(&workers[i].sum);
    bot_free(workers[i].bot);
    vec_free(&workers[i].steps);
    vm_free(workers[i].vm);
  }
  free(workers);
  if (result->fewest < 0) result->fewest = 0;
  return jobs > 1 && !started ? -1 : 0;
}
