/* Pairs on several threads, and the first leak among them, shrunk. */
#include "interp/leaks/leaks.h"
#include "interp/base/invariant.h"
#include "interp/leaks/leaks_int.h"
#include "interp/base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Team Team;
typedef struct Worker {
  Team *team;
  int number;
  pthread_t thread;
  LeakResult result;
} Worker;

struct Team {
  const LeakPlan *plan;
  pthread_mutex_t lock;
  pthread_cond_t woken;
  long done;
  int left; /* workers that have not ended */
};

static void leak_free(Leak *l)
{
  buf_free(&l->story);
  buf_free(&l->changed);
  buf_free(&l->first);
  buf_free(&l->second);
}

static uint64_t seed_of(const LeakPlan *plan, long game, int reader)
{
  return luck_seed(luck_seed(plan->seed, (uint64_t)game), (uint64_t)(reader + 16));
}

/* ---- shrinking ------------------------------------------------------------------ */

/* One change that is enough, the latest; -1 if it takes several. */
static int shrink(Pair *p, const Leak *l)
{
  int all = p->candidates;
  for (int k = all - 1; k >= 0; k--) {
    Leak trial = {0};
    PairEnd end = pair_play(p, l->seed, l->reader, k, false, &trial);
    leak_free(&trial);
    if (end == l->end) return k;
  }
  return -1;
}

static void keep(Pair *p, LeakResult *r, long game, int reader, PairEnd end,
                 uint64_t seed)
{
  leak_free(&r->leak);
  r->found = true;
  r->leak = (Leak){.seed = seed, .game = game, .reader = reader, .end = end};
  Leak *l = &r->leak;
  l->only = shrink(p, l);
  pair_play(p, seed, reader, l->only, true, l);
}

/* ---- playing -------------------------------------------------------------------- */

static void play_game(Pair *p, LeakResult *r, long game)
{
  const LeakPlan *plan = p->plan;
  for (int i = 0; i <= plan->seats; i++) {
    int reader = i < plan->seats ? i : VIEW_PUBLIC;
    if (plan->reader != VIEW_ALL && plan->reader != reader) continue;
    Leak l = {0};
    uint64_t seed = seed_of(plan, game, reader);
    p->compared = 0;
    PairEnd end = pair_play(p, seed, reader, -1, false, &l);
    INVARIANT(end < PAIR_ENDS && l.ip < plan->program->n_code);
    r->pairs++;
    r->ends[end]++;
    r->compared += p->compared;
    r->dealt += p->a.dealt + p->b.dealt;
    r->weak += p->a.weak + p->b.weak;
    if (end == PAIR_TOLD && l.ip >= 0) r->told[l.ip]++;
    if ((end == PAIR_LEAK || end == PAIR_TOLD) && !r->found)
      keep(p, r, game, reader, end, seed);
  }
  r->games++;
}

static bool stopped(const LeakPlan *plan) { return plan->stop && *plan->stop; }

static void *work(void *user)
{
  Worker *w = user;
  Team *t = w->team;
  Pair pair;
  pair_open(&pair, t->plan);
  for (long g = w->number; g < t->plan->games && !stopped(t->plan); g += t->plan->jobs) {
    play_game(&pair, &w->result, g);
    pthread_mutex_lock(&t->lock);
    t->done++;
    pthread_mutex_unlock(&t->lock);
  }
  pair_close(&pair);
  pthread_mutex_lock(&t->lock);
  t->left--;
  pthread_cond_signal(&t->woken);
  pthread_mutex_unlock(&t->lock);
  return NULL;
}

static void watch(Team *t)
{
  pthread_mutex_lock(&t->lock);
  while (t->left) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&t->woken, &t->lock, &until);
    if (t->plan->progress) t->plan->progress(t->plan->user, t->done, t->plan->games);
  }
  pthread_mutex_unlock(&t->lock);
}

static void add_up(LeakResult *r, LeakResult *w, const Program *p)
{
  r->pairs += w->pairs;
  r->games += w->games;
  r->compared += w->compared;
  r->dealt += w->dealt;
  r->weak += w->weak;
  INVARIANT(r->told && w->told);
  for (int i = 0; i < PAIR_ENDS; i++) r->ends[i] += w->ends[i];
  for (int i = 0; i < p->n_code; i++) r->told[i] += w->told[i];
  bool first = w->found && (!r->found || w->leak.game < r->leak.game);
  if (first) {
    leak_free(&r->leak);
    r->leak = w->leak;
    r->found = true;
    w->leak = (Leak){0};
  }
  leaks_free(w);
}

int leaks_run(const LeakPlan *plan, LeakResult *result)
{
  INVARIANT(plan->program && plan->seats > 0 && plan->games >= 0);
  const Program *p = plan->program;
  size_t jobs = (size_t)(plan->jobs < 1 ? 1 : plan->jobs);
  Worker *workers = zeroed(jobs, sizeof *workers);
  Team team = {.plan = plan};
  double began = clock_seconds();
  pthread_mutex_init(&team.lock, NULL);
  pthread_cond_init(&team.woken, NULL);
  memset(result, 0, sizeof *result);
  result->told = zeroed((size_t)p->n_code + 1, sizeof *result->told);
  size_t started = 0;
  for (; started < jobs; started++) {
    Worker *w = &workers[started];
    *w = (Worker){.team = &team, .number = (int)started};
    w->result.told = zeroed((size_t)p->n_code + 1, sizeof(long));
    pthread_mutex_lock(&team.lock);
    team.left++;
    pthread_mutex_unlock(&team.lock);
    if (pthread_create(&w->thread, NULL, work, w)) {
      pthread_mutex_lock(&team.lock);
      team.left--;
      pthread_mutex_unlock(&team.lock);
      leaks_free(&w->result);
      break;
    }
  }
  watch(&team);
  for (size_t i = 0; i < started; i++) {
    pthread_join(workers[i].thread, NULL);
    add_up(result, &workers[i].result, p);
  }
  pthread_mutex_destroy(&team.lock);
  pthread_cond_destroy(&team.woken);
  free(workers);
  result->seconds = clock_seconds() - began;
  return started == jobs ? 0 : -1;
}

void leaks_free(LeakResult *r)
{
  leak_free(&r->leak);
  free(r->told);
  r->told = NULL;
}
