/* Random games that lean towards what has not run yet, for games with too many states.
 *
 * Walks go in rounds.  All walks of a round know what ran before the round, so that it
 * does not matter which thread does which of them; what they found is added up in their
 * order.  A walk that ran something new is kept: half of the later walks begin with a
 * part of a kept one, which leads them back to the edge of what is known.  Where they
 * choose, they prefer the answers that were given least often so far. */
#include "interp/explore/explore_int.h"
#include "interp/bot/luck.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 32, KEPT = 1024, KEYS = 1 << 14 };

typedef VEC(int32_t) Answers;

typedef struct Walk {
  Answers path;
  VEC(int32_t) ran;   /* instructions that had not run before the round */
  VEC(uint32_t) keys; /* answers by what they are, for `given` */
  VEC(int32_t) taken; /* alternatives */
  Finding found;      /* kind FIND_KINDS: nothing */
  bool ended;
} Walk;

typedef struct Walker {
  Vm *vm;
} Walker;

typedef struct Walks {
  const ExplorePlan *plan;
  ExploreResult *r;
  Crew crew;
  Walker *walkers;
  Walk walks[ROUND];
  long first; /* number of the round's first walk */
  int count;
  atomic_int next;
  uint8_t *ran;    /* by instruction, before this round */
  uint32_t *given; /* by key: how often such an answer was given */
  VEC(Answers) kept;
} Walks;

static bool stopped(const Walks *w) { return w->plan->stop && *w->plan->stop; }

/* Answers that are the same thing to do, wherever it is done. */
static uint32_t key_of(const Vm *vm, const Option *o)
{
  Luck mix = {(uint64_t)(uint32_t)vm_asking_ip(vm) << 40 ^
              (uint64_t)(uint32_t)o->alt << 20 ^ (uint32_t)o->value};
  return (uint32_t)luck_next(&mix) & (KEYS - 1);
}

static int pick(const Walks *w, Vm *vm, Luck *luck, VmStatus status)
{
  int n = vm_options(vm), best = (int)luck_below(luck, (uint32_t)n);
  if (status == VM_CHANCE || luck_below(luck, 4) == 0) return best;
  /* The least given of a few: all of them would be dear where there are many. */
  Option o = vm_option(vm, best);
  uint32_t least = w->given[key_of(vm, &o)];
  for (int i = 0; i < 6 && least; i++) {
    int other = (int)luck_below(luck, (uint32_t)n);
    o = vm_option(vm, other);
    uint32_t times = w->given[key_of(vm, &o)];
    if (times < least) least = times, best = other;
  }
  return best;
}

static void note_ran(const Walks *w, Vm *vm, Walk *walk)
{
  const int32_t *list;
  int n = vm_covered(vm, &list);
  for (int i = 0; i < n; i++) vec_push(&walk->ran, list[i]);
  if (w->plan->counts) vm_cover_again(vm, list, n);
}

static void note_error(const Walks *w, Vm *vm, Walk *walk)
{
  int32_t ip = vm_error_ip(vm);
  FindKind kind = find_error(w->plan->program, vm_error(vm), &ip);
  walk->found = (Finding){.kind = kind, .error = vm_error(vm), .ip = ip, .times = 1};
}

/* Where there is only one answer again and again, a state that comes back comes back for
 * ever.  One state is remembered, each time twice as long. */
typedef struct Forced {
  uint64_t mark;
  long steps, until;
} Forced;

static bool goes_round(Forced *f, Vm *vm)
{
  if (vm_options(vm) != 1) {
    *f = (Forced){0};
    return false;
  }
  uint64_t now = vm_hash(vm);
  if (f->steps && now == f->mark) return true;
  if (f->steps++ == f->until) {
    f->mark = now;
    f->until = 2 * f->until + 1;
  }
  return false;
}

static void walk_one(Walks *w, Walker *me, Walk *walk, long number)
{
  const ExplorePlan *plan = w->plan;
  Vm *vm = me->vm;
  Luck luck = {luck_seed(plan->seed, (uint64_t)number)};
  const Answers *from = NULL;
  size_t keep = 0;
  if (w->kept.n && number % 2) {
    from = &w->kept.at[luck_below(&luck, (uint32_t)w->kept.n)];
    keep = luck_below(&luck, (uint32_t)from->n + 1);
  }
  walk->path.n = walk->ran.n = walk->keys.n = walk->taken.n = 0;
  walk->found.kind = FIND_KINDS;
  walk->ended = false;
  vm_start(vm, &(Setup){plan->seats, plan->seed, plan->options});
  long overruns = vm_probe_overruns(vm);
  Forced forced = {0};
  VmStatus status = vm_step(vm);
  note_ran(w, vm, walk);
  while ((status == VM_DECIDE || status == VM_CHANCE) &&
         (long)walk->path.n < plan->length && !stopped(w)) {
    size_t at = walk->path.n;
    if (goes_round(&forced, vm)) {
      walk->found = (Finding){.kind = FIND_ENDLESS, .ip = vm_asking_ip(vm), .times = 1};
      return;
    }
    int i = at < keep ? from->at[at] : pick(w, vm, &luck, status);
    Option o = vm_option(vm, i);
    /* The way that is gone once more was looked at before. */
    vm_check_claims(vm, at < keep ? 0 : plan->claims ? plan->claims : 1);
    vec_push(&walk->path, i);
    vec_push(&walk->keys, key_of(vm, &o));
    if (status == VM_DECIDE) vec_push(&walk->taken, o.alt);
    vm_answer(vm, i);
    status = vm_step(vm);
    note_ran(w, vm, walk);
    if (vm_probe_overruns(vm) > overruns && status != VM_ERROR) {
      walk->found = (Finding){.kind = FIND_OVERRUN, .ip = vm_asking_ip(vm), .times = 1};
      return;
    }
  }
  if (status == VM_ERROR) note_error(w, vm, walk);
  walk->ended = status == VM_DONE;
}

static void work(void *user, int who)
{
  Walks *w = user;
  Walker *me = &w->walkers[who];
  for (int i; (i = atomic_fetch_add(&w->next, 1)) < w->count && !stopped(w);) {
    /* Every walk of a round knows the same, whoever walked before it. */
    vm_cover_except(me->vm, w->plan->counts ? NULL : w->ran);
    walk_one(w, me, &w->walks[i], w->first + i);
  }
}

/* ---- in order --------------------------------------------------------------------- */

static void keep_walk(Walks *w, const Walk *walk)
{
  Answers a = {0};
  vec_reserve(&a, walk->path.n + 1);
  memcpy(a.at, walk->path.at, walk->path.n * sizeof *a.at);
  a.n = walk->path.n;
  vec_push(&w->kept, a);
}

static void add_walk(Walks *w, const Walk *walk)
{
  ExploreResult *r = w->r;
  bool fresh = false;
  for (size_t i = 0; i < walk->ran.n; i++) {
    int32_t ip = walk->ran.at[i];
    fresh |= !w->ran[ip];
    w->ran[ip] = 1;
    if (w->plan->counts) r->ran[ip]++;
    else r->ran[ip] = 1;
  }
  for (size_t i = 0; i < walk->keys.n; i++) w->given[walk->keys.at[i]]++;
  for (size_t i = 0; i < walk->taken.n; i++) r->taken[walk->taken.at[i]]++;
  r->walks++;
  r->walks_ended += walk->ended;
  r->walk_steps += walk->path.n;
  if (fresh && w->kept.n < KEPT && walk->path.n) keep_walk(w, walk);
  if (walk->found.kind == FIND_KINDS) return;
  Finding *f = find_known(r, walk->found.kind, walk->found.error, walk->found.ip);
  if (f) f->times++;
  if (f && (f->shortest || f->count <= (int32_t)walk->path.n)) return;
  int32_t *path = explore_zeroed((walk->path.n + 1) * sizeof *path);
  memcpy(path, walk->path.at, walk->path.n * sizeof *path);
  if (!f) {
    find_add(r, walk->found.kind, walk->found.error, walk->found.ip, path,
             (int32_t)walk->path.n, false);
    return;
  }
  free(f->answers);
  f->answers = path;
  f->count = (int32_t)walk->path.n;
}

static void hire(Walks *w, int jobs)
{
  const Program *p = w->plan->program;
  w->walkers = explore_zeroed((size_t)jobs * sizeof *w->walkers);
  w->ran = explore_zeroed((size_t)p->n_code + 1);
  w->given = explore_zeroed(KEYS * sizeof *w->given);
  for (int i = 0; i < p->n_code; i++) w->ran[i] = w->r->ran[i] > 0;
  for (int i = 0; i < jobs; i++) {
    w->walkers[i].vm = vm_new(p);
    vm_check_always(w->walkers[i].vm, true);
  }
}

static void dismiss(Walks *w, int jobs)
{
  for (int i = 0; i < jobs; i++) vm_free(w->walkers[i].vm);
  for (int i = 0; i < ROUND; i++) {
    vec_free(&w->walks[i].path);
    vec_free(&w->walks[i].ran);
    vec_free(&w->walks[i].keys);
    vec_free(&w->walks[i].taken);
  }
  for (size_t i = 0; i < w->kept.n; i++) vec_free(&w->kept.at[i]);
  vec_free(&w->kept);
  free(w->walkers);
  free(w->ran);
  free(w->given);
}

int explore_walk(const ExplorePlan *plan, ExploreResult *r)
{
  assert(plan->program && plan->walks >= 0);
  int jobs = plan->jobs < 1 ? 1 : plan->jobs;
  Walks w = {.plan = plan, .r = r};
  double from = explore_now();
  hire(&w, jobs);
  bool ready = crew_start(&w.crew, jobs, work, &w);
  for (; ready && w.first < plan->walks && !stopped(&w); w.first += w.count) {
    long left = plan->walks - w.first;
    w.count = left < ROUND ? (int)left : ROUND;
    atomic_store(&w.next, 0);
    crew_run(&w.crew);
    for (int i = 0; i < w.count && !stopped(&w); i++) add_walk(&w, &w.walks[i]);
    if (plan->progress) plan->progress(plan->user, r->states, 0, 0, r->walks);
  }
  crew_end(&w.crew);
  for (size_t i = 0; ready && i < r->findings.n; i++) {
    Finding *f = &r->findings.at[i];
    bool wanted = !plan->give_up || f->kind == FIND_ALWAYS;
    if (!f->shortest && f->kind != FIND_ENDLESS && wanted)
      find_shorten(plan, w.walkers[0].vm, f);
  }
  dismiss(&w, jobs);
  r->walk_seconds += explore_now() - from;
  return ready ? 0 : -1;
}
