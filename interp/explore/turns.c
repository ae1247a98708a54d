/* Counting turns: what one player does until somebody else is asked.
 *
 * Answers of one turn are of no fixed number, so states of one depth do not lie together
 * as they do where answers are counted: every sequence is gone through. */
#include "interp/explore/explore.h"
#include "interp/base/invariant.h"
#include "interp/vm/vm.h"
#include "interp/base/clock.h"

#include <stdlib.h>

typedef struct Turns {
  const ExplorePlan *plan;
  ExploreResult *r;
  Vm *vm;
  size_t size;
} Turns;

static bool is_late(Turns *t)
{
  const ExplorePlan *p = t->plan;
  if (p->stop && *p->stop) t->r->end = END_STOPPED;
  else if (p->until > 0 && t->r->steps % 256 == 0 && clock_seconds() > p->until)
    t->r->end = END_TIME;
  return t->r->end != END_DEPTH;
}

static void end_turn(Turns *t, size_t turn, bool over)
{
  while (t->r->levels.n <= turn) vec_push(&t->r->levels, ((ExploreLevel){0}));
  t->r->levels.at[turn].sequences++;
  t->r->levels.at[turn].games += over;
}

/* Goes on from a pause in the turn of `who` (0: of nobody), behind `turn` whole ones. */
static void go_on(Turns *t, VmStatus status, size_t turn, uint32_t who)
{
  Vm *vm = t->vm;
  if (status == VM_DONE) end_turn(t, turn + 1, true);
  if ((status != VM_DECIDE && status != VM_CHANCE) || is_late(t)) return;
  uint32_t asked = status == VM_DECIDE ? vm_asked(vm) : who;
  if (who && asked != who) {
    end_turn(t, ++turn, false);
    if ((long)turn >= t->plan->depth) return;
  }
  void *state = malloc(t->size);
  if (!state) abort();
  vm_save(vm, state);
  for (int i = 0, n = vm_options(vm); i < n && !is_late(t); i++) {
    if (i) {
      vm_restore(vm, state);
      vm_step(vm);
    }
    t->r->steps++;
    vm_answer(vm, i);
    go_on(t, vm_step(vm), turn, asked);
  }
  free(state);
}

void explore_turns(const ExplorePlan *plan, ExploreResult *r)
{
  INVARIANT(plan->program && plan->seats > 0);
  Turns t = {plan, r, vm_new(plan->program), 0};
  t.size = vm_state_size(t.vm);
  r->end = END_DEPTH;
  r->counted = true;
  vec_push(&r->levels, ((ExploreLevel){0}));
  vm_start(t.vm, &(Setup){plan->seats, plan->seed, plan->options});
  go_on(&t, vm_step(t.vm), 0, 0);
  vm_free(t.vm);
}
