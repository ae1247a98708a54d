/* Whether walks come to an end, and where one of them lost every way to one.
 *
 * A walk that was cut off stands somewhere.  If all states that can be reached from there
 * can be listed and none is an end, the game is locked: that is proved.  If they are too
 * many, walks go on from there, far longer than others needed from the beginning: if none
 * ends, it is as good as certain.  Where most walks do not end anyway (a lock that is
 * easy to come to does that, a slow game, too) as many go on as it took from the
 * beginning to come to several ends.  The position where it happened is found by halving
 * the way: once locked, always locked. */
#include "interp/explore/walk.h"
#include "interp/bot/luck.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
  LISTED = 2000, /* states that are listed from one position */
  TRIALS = 20,   /* walks from one position */
  ENDS = 16,     /* of walks from the beginning, where most do not end */
  MOST_TRIALS = 4000,
  GLANCES = 4,  /* a part of the trials says which half of the way it is */
  SHRINKS = 60, /* tries to leave answers out */
  SECONDS = 6   /* for all of it, if there is no limit of time */
};

typedef enum { OPEN, LOCKED, LIKELY } Lock;

typedef struct Seek {
  const Track *t;
  Vm *vm;
  void *state;
  long length; /* of a trial */
  int trials;
  bool sure; /* only what can be proved counts */
  double until;
} Seek;

static bool too_late(const Seek *s)
{
  const ExplorePlan *plan = s->t->plan;
  return clock_seconds() > s->until || (plan->stop && *plan->stop);
}

static bool asks(VmStatus status) { return status == VM_DECIDE || status == VM_CHANCE; }

/* ---- listing ----------------------------------------------------------------------- */

typedef struct Listed {
  StateTable seen;
  VEC(Bytes) waiting;
  uint32_t count;
} Listed;

static void list_state(Listed *l, Seek *s)
{
  uint64_t hash = vm_hash(s->vm);
  if (table_find(&l->seen, hash) != NO_STATE) return;
  table_add(&l->seen, hash, l->count++);
  Bytes b = {0};
  size_t n = vm_save(s->vm, s->state);
  vec_reserve(&b, n + 1);
  memcpy(b.at, s->state, n);
  b.n = n;
  vec_push(&l->waiting, b);
}

/* True if an answer leads to an end, or where a rule goes wrong. */
static bool leave(Listed *l, Seek *s)
{
  int n = vm_options(s->vm);
  vm_mark(s->vm);
  for (int i = 0; i < n; i++) {
    vm_answer_marked(s->vm, i);
    if (!asks(vm_step(s->vm))) return true;
    list_state(l, s);
  }
  return false;
}

/* LIKELY: there are more states than are listed. */
static Lock list_all(Seek *s)
{
  Listed l = {0};
  Lock lock = LOCKED;
  list_state(&l, s);
  for (size_t i = 0; i < l.waiting.n && lock == LOCKED; i++) {
    memcpy(s->state, l.waiting.at[i].at, l.waiting.at[i].n);
    vm_restore(s->vm, s->state);
    if (!asks(vm_step(s->vm)) || leave(&l, s)) lock = OPEN;
    else if (l.count > LISTED || too_late(s)) lock = LIKELY;
  }
  for (size_t i = 0; i < l.waiting.n; i++) vec_free(&l.waiting.at[i]);
  vec_free(&l.waiting);
  table_clear(&l.seen);
  return lock;
}

/* ---- walking on ---------------------------------------------------------------------
 */

static bool ends(Seek *s, const void *state, size_t size, int trial)
{
  Luck luck = {luck_seed(s->t->plan->seed, (uint64_t)trial)};
  memcpy(s->state, state, size);
  vm_restore(s->vm, s->state);
  VmStatus status = vm_step(s->vm);
  for (long k = 0; k < s->length && asks(status); k++) {
    vm_answer(s->vm, (int)luck_below(&luck, (uint32_t)vm_options(s->vm)));
    status = vm_step(s->vm);
  }
  return !asks(status);
}

/* How well it is to be known whether there is a way to an end. */
typedef enum {
  GLANCE, /* by a part of the walks */
  WALKS,  /* by all of them */
  PROOF   /* by listing all states, if they are few; else by walks */
} Care;

/* The machine stands at a question: is there a way to an end? */
static Lock judge(Seek *s, Care care)
{
  size_t size = vm_save(s->vm, s->state);
  void *here = zeroed(size + 1, 1);
  memcpy(here, s->state, size);
  int trials =
      care == GLANCE && s->trials > GLANCES * TRIALS ? s->trials / GLANCES : s->trials;
  Lock lock = care == PROOF || s->sure ? list_all(s) : LIKELY;
  if (lock == LIKELY && s->sure) lock = OPEN;
  for (int i = 0; lock == LIKELY && i < trials; i++)
    if (too_late(s) || ends(s, here, size, i)) lock = OPEN;
  free(here);
  return lock;
}

/* ---- where it happened ---------------------------------------------------------------
 */

/* Plays the first `n` answers. */
static bool go_to(Seek *s, const int32_t *path, size_t n)
{
  const ExplorePlan *plan = s->t->plan;
  vm_start(s->vm, &(Setup){plan->seats, plan->seed, plan->options});
  VmStatus status = vm_step(s->vm);
  for (size_t i = 0; i < n && asks(status); i++) {
    if (path[i] >= vm_options(s->vm)) return false;
    vm_answer(s->vm, path[i]);
    status = vm_step(s->vm);
  }
  return asks(status);
}

static Lock judge_at(Seek *s, const int32_t *path, size_t n, Care care)
{
  return go_to(s, path, n) ? judge(s, care) : OPEN;
}

/* The fewest answers of the path behind which it is locked. */
static size_t halve(Seek *s, const Answers *path)
{
  size_t low = 0, high = path->n;
  while (low < high && !too_late(s)) {
    size_t middle = low + (high - low) / 2;
    if (judge_at(s, path->at, middle, GLANCE) == OPEN) low = middle + 1;
    else high = middle;
  }
  return high;
}

/* Leaves answers out as long as what is left still locks the game. */
static void shrink(Seek *s, int32_t *path, size_t *n)
{
  int32_t *less = zeroed(*n + 1, sizeof *less);
  int tries = 0;
  for (size_t many = *n / 2; many > 0; many /= 2)
    for (size_t skip = 0; skip + many < *n && tries < SHRINKS && !too_late(s); tries++) {
      memcpy(less, path, skip * sizeof *less);
      memcpy(less + skip, path + skip + many, (*n - skip - many) * sizeof *less);
      if (judge_at(s, less, *n - many, GLANCE) == OPEN) skip += many;
      else memcpy(path, less, (*n -= many) * sizeof *less);
    }
  free(less);
}

static bool knows_lock(const ExploreResult *r)
{
  for (size_t i = 0; i < r->findings.n; i++)
    if (r->findings.at[i].kind == FIND_ENDLESS) return true;
  return false;
}

/* The last position of `stuck` is locked. */
static void add_lock(Seek *s, const Answers *stuck)
{
  ExploreResult *r = s->t->r;
  double now = clock_seconds(), until = s->until;
  s->until = now + (until - now) * 3 / 4; /* the rest is for what was found then */
  size_t n = halve(s, stuck);
  int32_t *path = zeroed(stuck->n + 1, sizeof *path);
  memcpy(path, stuck->at, stuck->n * sizeof *path);
  shrink(s, path, &n);
  s->until = until;
  Lock lock = judge_at(s, path, n, PROOF);
  if (lock == OPEN && knows_lock(r)) { /* nor whether it is another one */
    free(path);
    return;
  }
  if (lock == OPEN) { /* there was no time to see where it happened */
    n = stuck->n;
    memcpy(path, stuck->at, n * sizeof *path);
    lock = LIKELY;
  }
  go_to(s, path, n ? n - 1 : 0);
  int32_t ip = vm_asking_ip(s->vm);
  Finding *known = find_known(r, FIND_ENDLESS, R_OK, ip);
  if (known) {
    known->times++;
    free(path);
    return;
  }
  find_add(r, FIND_ENDLESS, R_OK, ip, path, (int32_t)n, false);
  r->findings.at[r->findings.n - 1].tried = lock == LIKELY ? s->trials : 0;
}

/* Where most walks do not end: so many as come to several ends from the beginning; 0 if
 * that takes too many. */
static int trials_for_ends(Seek *s)
{
  double until = clock_seconds() + (s->until - clock_seconds()) / 4;
  if (!go_to(s, NULL, 0)) return 0;
  size_t size = vm_save(s->vm, s->state);
  void *start = zeroed(size + 1, 1);
  memcpy(start, s->state, size);
  int n = 0, ended = 0;
  while (n < MOST_TRIALS && ended < ENDS && clock_seconds() < until)
    ended += ends(s, start, size, n++);
  free(start);
  return ended == ENDS ? n : 0;
}

static bool few_end(const ExploreResult *r)
{
  return r->walks_cut > 0 && r->walks >= 16 && r->walks_ended * 50 < r->walks;
}

bool stuck_mostly(const Track *t)
{
  return t->r->walks >= 2 * WALKS_AT_ONCE && t->r->walks_ended < t->r->walks / 2;
}

void stuck_look(Track *t, Walker *me, int more)
{
  enum { PATIENT = 30 };
  ExploreResult *r = t->r;
  double now = clock_seconds(), left = t->plan->settle - now;
  Seek s = {.t = t, .vm = me->vm, .state = me->state, .trials = TRIALS};
  if (r->end == END_COMPLETE && r->endless_sought) return; /* more is known already */
  s.until = now + (t->plan->settle > 0 ? left / (more + 1) : SECONDS);
  s.length = 4 * (long)(t->all_ended / (double)(r->walks_ended + 1)) + 100;
  vm_check_always(s.vm, false);
  bool mostly = stuck_mostly(t);
  if (mostly && s.length > t->length) s.length = t->length;
  if (mostly) s.trials = t->nstuck && r->walks_ended ? trials_for_ends(&s) : 0;
  /* Where games hardly ever end a walk that does not says nothing. */
  s.sure = mostly ? !s.trials : r->walks_ended < PATIENT;
  bool locked = false;
  for (int i = 0; i < t->nstuck && !too_late(&s); i++) {
    if (judge_at(&s, t->stuck[i].at, t->stuck[i].n, WALKS) == OPEN) continue;
    add_lock(&s, &t->stuck[i]);
    locked = true;
  }
  vm_check_always(s.vm, true);
  if (locked || !few_end(r)) return;
  find_add(r, FIND_UNENDED, R_OK, -1, NULL, 0, false);
  r->findings.at[r->findings.n - 1].times = (uint64_t)r->walks_ended;
}
