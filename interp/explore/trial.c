/* Positions that count as one are tried: what can happen from the one must be able to
 * happen from the other. */
#include "interp/base/invariant.h"
#include "interp/explore/explore_int.h"

enum {
  SURE = 1024, /* so many states are tried both ways, */
  SAMPLE = 16, /* then one of so many; */
  FEW = 64,    /* ... and these in several ways */
  TRIES = 8,
};

uint64_t position(Worker *w)
{
  bool alone = false;
  uint64_t hash = w->seats ? exchange_hash(w->seats, &alone) : vm_hash(w->vm);
  w->alone |= alone;
  return hash;
}

/* Is this a state to try with seats exchanged?  Then it is saved so. */
static bool save_exchanged(Worker *w, uint32_t id)
{
  int ways = exchange_ways(w->seats);
  if (ways < 2 || id % 3 != 1) return false; /* not by twos: samples are even */
  return exchange_save(w->seats, 1 + (int)(id % (uint32_t)(ways - 1)), w->other);
}

bool trial_begin(Worker *w, uint32_t id)
{
  bool seats = save_exchanged(w, id);
  if (!seats) vm_save(w->vm, w->other);
  w->alone = false;
  return seats;
}

int answers_given(Vm *vm) { return vm_draws_unread(vm) ? 1 : vm_options(vm); }

/* Where the answers of a state lead to, and how many they are. */
static uint64_t sum_of(Worker *w, const uint32_t *state, int *n)
{
  Vm *vm = w->vm;
  const int32_t *ran;
  uint64_t sum = 0;
  vm_restore(vm, state);
  *n = vm_step(vm) != VM_ERROR ? answers_given(vm) : -1;
  if (*n > 0) vm_mark(vm);
  for (int i = 0; i < *n; i++) {
    vm_answer_marked(vm, i);
    sum += vm_step(vm) == VM_ERROR ? (uint64_t)vm_error(vm) : position(w);
  }
  int count = vm_covered(vm, &ran); /* what ran here happened in no game */
  vm_cover_again(vm, ran, count);
  return sum;
}

/* That seats are alike is the ruleset's word, and that copies are, mostly.  A state that
 * is like this one must have as many answers, and they must lead to the same positions,
 * `sum` of whose hashes is known.  Nothing can be said where one stands for itself alone.
 */
static bool goes_alike(Worker *w, int n, uint64_t sum)
{
  int others;
  uint64_t other = sum_of(w, w->other, &others);
  return w->alone || (others == n && other == sum);
}

/* The same with copies and orders exchanged that should be alike, in several ways while
 * there are few states. */
static bool is_like_others(Worker *w, uint32_t id, int n, uint64_t sum, bool unread)
{
  int tries = id < FEW ? TRIES : 1;
  for (int i = 0; i < tries; i++) {
    if (!exchange_mix(w->seats, (uint64_t)id * TRIES + (uint64_t)i, unread, w->other))
      return true;
    if (!goes_alike(w, n, sum)) return false;
  }
  return true;
}

bool trial_wanted(const Worker *w, uint32_t id)
{
  return w->seats && (id < SURE || id % SAMPLE == 0);
}

void trial_end(Worker *w, Part *p, uint32_t id, bool seats, int n, uint64_t sum)
{
  bool unread = w->turn == TURN_ANSWERS;
  if (seats ? goes_alike(w, n, sum) : is_like_others(w, id, n, sum, unread)) return;
  Reached x = {.parent = id, .id = NO_STATE, .got = seats ? GOT_SEATS : GOT_APART};
  vec_push(&p->reached, x);
}

/* The same where draws branched: of two tables that are alike each is one that may be. */
void trial_of_tables(Worker *w, Part *p, uint32_t id)
{
  Vm *vm = w->vm;
  int n;
  vm_restore(vm, w->whole);
  vm_settle_all(vm);
  vm_save(vm, w->state);
  if (vm_step(vm) == VM_ERROR) return;
  bool seats = trial_begin(w, id);
  vm_leave_unread(vm, false);
  uint64_t sum = sum_of(w, w->state, &n);
  trial_end(w, p, id, seats, n, sum);
  vm_leave_unread(vm, true);
}
