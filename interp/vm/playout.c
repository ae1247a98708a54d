/* Random games without a pause at each decision.
 *
 * Where whatever is answered can be carried out, an answer is drawn from what is offered
 * (`Menu`).  Where it may fail it is carried out at once, with every write journaled, and
 * taken back only if it fails: a search in depth whose answers are drawn.  The first draw
 * that can be completed is as likely as any other that can, and nothing is run twice that
 * succeeds.  Luck is taken as bot_draw takes it, so that a game is the same whether
 * somebody looks at its decisions or not: what was drawn behind an answer that fails is
 * put back. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* One of n answers that have not failed here yet; -1: there is none, or too many did. */
static int draw(Vm *vm, const Guess *g, int n)
{
  if (g->nfailed >= n || g->nfailed >= MAX_FAILED) return -1;
  int i = (int)playout_below(vm->playout, (uint32_t)(n - g->nfailed));
  for (int k = 0; k < g->nfailed; k++) i += g->failed[k] <= i;
  return i;
}

static void failed(Guess *g, int i)
{
  int at = g->nfailed++;
  for (; at > 0 && g->failed[at - 1] > i; at--) g->failed[at] = g->failed[at - 1];
  g->failed[at] = i;
}

/* Draws an answer to the decision just reached, a new point to come back to. */
static bool guess(Vm *vm)
{
  Guess *g = &vm->guesses[vm->npoints];
  *g = (Guess){.luck = *vm->playout->luck};
  if (vm->playout->decisions + vm->npoints + 1 >= vm->playout->most ||
      !probe_push(vm, vm->ask.noptions, -1))
    return false;
  Point *pt = &vm->points[vm->npoints - 1];
  pt->option = draw(vm, g, pt->options);
  options_apply(vm, vm_option(vm, pt->option));
  return true;
}

/* Something failed: goes back to the last point at which something else can be tried. */
static bool guess_again(Vm *vm)
{
  while (vm->npoints) {
    Point *pt = &vm->points[vm->npoints - 1];
    Guess *g = &vm->guesses[vm->npoints - 1];
    if (pt->other >= 0) {
      if (probe_otherwise(vm)) return true;
      continue;
    }
    failed(g, pt->option);
    pt->option = draw(vm, g, pt->options);
    if (pt->option >= 0) {
      probe_go_back(vm, pt);
      if (vm_run(vm) != RUN_DECIDE || pt->option >= vm->ask.noptions) return false;
      options_apply(vm, vm_option(vm, pt->option));
      return true;
    }
    if (g->nfailed < pt->options) return false; /* too many: all have to be tried */
    *vm->playout->luck = g->luck;
    vm->npoints--;
  }
  return false;
}

typedef enum { GOES_ON, SUCCEEDED, FAILED, UNCLEAR } Course;

/* Runs on to whatever decides about the answers given so far. */
static Course run_on(Vm *vm)
{
  State *s = vm->s;
  if (s->depth <= 0) return SUCCEEDED;
  RunResult r = vm_run(vm);
  if (vm->journal_full || vm->fuel < 0) return UNCLEAR;
  switch (r) {
  case RUN_DECIDE:
    if (!vm->ask.noptions) return FAILED;
    if (!attempt_asks(s, vm->ask.seats)) return SUCCEEDED; /* somebody else decides */
    return guess(vm) ? GOES_ON : UNCLEAR;
  case RUN_FAIL: return FAILED;
  case RUN_CHANCE: return SUCCEEDED;
  case RUN_DONE: s->ip--; return SUCCEEDED; /* it ends when that is run outside */
  case RUN_COMPLETE: return s->depth <= 0 ? SUCCEEDED : UNCLEAR;
  default: vm->error = R_OK; return UNCLEAR;
  }
}

static void commit(Vm *vm)
{
  Playout *p = vm->playout;
  for (int i = 0; i < vm->npoints; i++) {
    const Point *pt = &vm->points[i];
    if (pt->other >= 0) continue;
    p->decisions++;
    if (pt->head.live > p->live) p->live = pt->head.live;
  }
  p->left = MAX_STEP_FUEL;
  vm->spent += MAX_PROBE_FUEL - vm->fuel;
  vm->fuel = MAX_FUEL;
  vm->shifts++;
  vm->probing = false;
  vm->npoints = 0;
  vm->njournal = 0;
  vm->ask.pause = PAUSE_NONE;
  vm->nrejected = 0;
}

bool playout_attempt(Vm *vm)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  uint64_t luck = *vm->playout->luck;
  long overruns = vm->overruns, fuel = vm->fuel;
  if (vm->moved || vm->trapped || vm->share) return false;
  vm->probing = true;
  vm->njournal = 0;
  vm->npoints = 0;
  vm->journal_full = false;
  vm->fuel = MAX_PROBE_FUEL;
  vm->probe_base = 0;
  Course course = guess(vm) ? GOES_ON : UNCLEAR;
  bool begun = course == GOES_ON;
  while (course == GOES_ON) {
    course = run_on(vm);
    if (course == FAILED) course = guess_again(vm) ? GOES_ON : UNCLEAR;
  }
  if (course == SUCCEEDED) {
    if (vm->past.n) past_lose(vm);
    commit(vm);
    return true;
  }
  if (begun) probe_go_back(vm, &vm->points[0]);
  vm->probing = false;
  vm->npoints = 0;
  *vm->playout->luck = luck;
  vm->overruns = overruns;
  vm->fuel = fuel;
  if (begun) vm_run(vm); /* asks once more */
  return false;
}
