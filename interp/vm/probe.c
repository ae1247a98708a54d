/* Probing: is there a way to complete what hangs on an answer?
 *
 * A probe runs the game on from the answer, with every write journaled, until the
 * outermost attempt is complete, or chance or another player commits it, or it fails.
 * A decision of the same player on the way is a point to come back to: its answers are
 * tried one after the other.  Whatever was found, everything is put back.
 *
 * A claim asks whether there is a way to carry out all of it, so nothing commits it: what
 * luck brings and what others answer is tried, too, and what it requires after the game
 * has ended is not met. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"
#include "interp/vm/loop.h"

#include <string.h>

static void save_regs(const Vm *vm, int64_t *to)
{
  memcpy(to, vm->regs, sizeof *to * (size_t)vm->s->top);
}

static void roll_back(Vm *vm, size_t to)
{
  vm->shifts++;
  while (vm->njournal > to) {
    const Undo *u = &vm->journal[--vm->njournal];
    vm->cells[u->cell] = u->old;
  }
}

bool probe_push(Vm *vm, int options, int other)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  if (vm->npoints == MAX_PROBE_DEPTH) return false;
  Point *pt = &vm->points[vm->npoints++];
  pt->journal = vm->njournal;
  pt->option = 0;
  pt->options = options;
  pt->other = other;
  pt->cut = false;
  pt->head = *vm->s;
  save_regs(vm, pt->regs);
  return true;
}

void probe_go_back(Vm *vm, const Point *pt)
{
  roll_back(vm, pt->journal);
  *vm->s = pt->head;
  memcpy(vm->regs, pt->regs, sizeof *pt->regs * (size_t)pt->head.top);
}

bool attempt_asks(State *s, uint32_t seats)
{
  uint32_t owner = s->owner >= 0 && s->owner < 32 ? 1u << s->owner : 0;
  if (s->depth > 0 && seats == owner) {
    s->floor = s->start;
    return true;
  }
  s->depth = s->start = s->floor = 0;
  return false;
}

/* Nobody knows, then: it counts as legal.  If it proves not to be, when it is played, the
 * error is R_PROBE. */
static bool give_up(Vm *vm)
{
  vm->overruns += !vm->claiming; /* a claim is left undecided */
  return true;
}

/* `S otherwise T` inside a probe: T is tried when nothing completes S. */
bool probe_attempt(Vm *vm, int mark, int me, int other)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  State *s = vm->s;
  if (!probe_push(vm, 0, other)) {
    give_up(vm);
    return false;
  }
  vm->regs[s->base + mark] =
      attempt_open(s, attempt_owner(vm, (int32_t)vm->regs[s->base + me]));
  return true;
}

void probe_cut(Vm *vm, int depth)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  for (int i = vm->npoints - 1; i >= 0; i--)
    if (vm->points[i].other >= 0 && vm->points[i].head.depth == depth) {
      vm->points[i].cut = true;
      return;
    }
}

bool probe_otherwise(Vm *vm)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Point *pt = &vm->points[--vm->npoints];
  probe_go_back(vm, pt);
  if (!pt->cut) vm->s->ip = pt->other;
  return !pt->cut;
}

static void try_option(Vm *vm, int i)
{
  if (vm->ask.pause == PAUSE_CHANCE) chance_apply(vm, i);
  else options_apply(vm, vm_option(vm, i));
}

/* Goes back to the last point with something left to try; false if there is none. */
static bool try_next(Vm *vm)
{
  while (vm->npoints) {
    Point *pt = &vm->points[vm->npoints - 1];
    if (pt->other >= 0) {
      if (probe_otherwise(vm)) return true;
      continue;
    }
    if (++pt->option < pt->options) {
      vm->fuel -= 1 + pt->options / 8; /* asking once more lists them all */
      probe_go_back(vm, pt);
      RunResult r = vm_run(vm);
      bool asked = r == RUN_DECIDE || (r == RUN_CHANCE && vm->claiming);
      if (!asked || pt->option >= vm->ask.noptions) return false;
      try_option(vm, pt->option);
      return true;
    }
    vm->npoints--;
  }
  return false;
}

static bool ran_out(const Vm *vm) { return vm->journal_full || vm->fuel < 0; }

/* The game is over: does the claim still require something after what ended it?  Then
 * that fails, while what the rules themselves attempted was completed. */
static bool requires_more(Vm *vm)
{
  const Program *p = vm->p;
  int32_t ip = vm->s->ip;
  int base = vm->s->base;
  for (;;) {
    uint64_t back = (uint64_t)vm->regs[base - 1];
    int32_t to = (int32_t)(uint32_t)(back >> 32);
    if (to == TO_OUTSIDE) break;
    ip = to;
    base -= (int)(back >> 16 & 0xFFFF);
    INVARIANT(base > 0);
  }
  while (ip < p->n_code && p->code[ip].op != OP_RET && p->code[ip].op != OP_FAIL) ip++;
  if (ip >= p->n_code || p->code[ip].op != OP_FAIL) return false;
  for (int i = 0; i < vm->npoints; i++)
    if (vm->points[i].other >= 0 && vm->points[i].head.base > base)
      vm->points[i].cut = true;
  vm->fail_ip = ip;
  return true;
}

/* Runs on from an answer just given (or a TRY just begun) until it is decided. */
static bool completes(Vm *vm)
{
  for (;;) {
    if (vm->s->depth <= vm->probe_base) return true;
    RunResult r = vm_run(vm);
    if (ran_out(vm)) return give_up(vm);
    if (r == RUN_DECIDE || (r == RUN_CHANCE && vm->claiming)) {
      vm->deciding = true;
      if (vm->ask.noptions) {
        if (!vm->claiming && !attempt_asks(vm->s, vm->ask.seats))
          return true; /* somebody else decides */
        if (!probe_push(vm, vm->ask.noptions, -1)) return give_up(vm);
        try_option(vm, 0);
        continue;
      }
    } else if (r == RUN_ERROR) {
      vm->error = R_OK;
      return true; /* it will be met and reported when played */
    } else if (r != RUN_FAIL && !(r == RUN_DONE && vm->claiming && requires_more(vm))) {
      return true; /* complete, chance, the end of the game */
    }
    if (!try_next(vm)) return ran_out(vm) && give_up(vm); /* it may end in there, too */
  }
}

typedef struct Kept {
  State head;
  Ask ask;
  long fuel;
} Kept;

static void keep(Vm *vm, Kept *k)
{
  *k = (Kept){*vm->s, vm->ask, vm->fuel};
  save_regs(vm, vm->saved);
  vm->probing = true;
  vm->njournal = 0;
  vm->npoints = 0;
  vm->journal_full = false;
  vm->fuel = MAX_PROBE_FUEL;
}

static void put_back(Vm *vm, const Kept *k)
{
  roll_back(vm, 0);
  *vm->s = k->head;
  memcpy(vm->regs, vm->saved, sizeof *vm->saved * (size_t)k->head.top);
  vm->ask = k->ask;
  vm->fuel = k->fuel;
  vm->probing = false;
}

/* Could this option be carried out?  What that takes is taken from what is left. */
static bool probe_one(Vm *vm, Option o, long *left)
{
  Kept k;
  keep(vm, &k);
  if (*left < vm->fuel) vm->fuel = *left;
  long had = vm->fuel;
  vm->probe_base = 0;
  options_apply(vm, o);
  if (TORTURE && !vm->s->depth) /* the compiler says that nothing can fail: look */
    attempt_open(vm->s, o.seat);
  bool legal = completes(vm);
  *left -= vm->fuel < 0 ? had : had - vm->fuel;
  put_back(vm, &k);
  return legal;
}

/* What is probed lists its own options: those of the decision are kept aside. */
void probe_offer(Vm *vm)
{
  Ask *a = &vm->ask;
  a->untried = true;
  if (!a->lazy) memcpy(vm->candidates, vm->options, sizeof(Option) * (size_t)a->noptions);
}

bool vm_can(Vm *vm, int i)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  long left = MAX_ASK_FUEL;
  if (!vm->ask.untried) return i >= 0 && i < vm->ask.noptions;
  bool legal = probe_one(vm, vm_option(vm, i), &left);
  vm->spent += MAX_ASK_FUEL - left;
  return legal;
}

/* Keeps only the legal options of the decision just asked. */
VmStatus probe_options(Vm *vm)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  int n = vm->ask.noptions, kept = 0;
  for (int i = 0; i < n; i++) vm->candidates[i] = vm_option(vm, i);
  long left = MAX_ASK_FUEL;
  vm->nrejected = 0;
  vm->ask.untried = false;
  for (int i = 0; i < n; i++) {
    bool legal = probe_one(vm, vm->candidates[i], &left);
    int failed = vm->fail_ip;
    if (legal) vm->candidates[kept++] = vm->candidates[i];
    else vm->rejected[vm->nrejected++] = (Rejected){vm->candidates[i], failed};
  }
  vm->spent += MAX_ASK_FUEL - left;
  memcpy(vm->options, vm->candidates, sizeof(Option) * (size_t)kept);
  vm->ask.lazy = false;
  vm->ask.noptions = kept;
  return VM_DECIDE;
}

/* A live `S otherwise T`: can S be completed? */
bool probe_try(Vm *vm, int mark, int me)
{
  Kept k;
  keep(vm, &k);
  State *s = vm->s;
  vm->probe_base = s->depth;
  vm->regs[s->base + mark] = attempt_open(s, (int32_t)vm->regs[s->base + me]);
  s->ip++;
  vm->deciding = false;
  bool ok = completes(vm);
  if (!ok && vm->deciding) vm->unable++;
  long used = MAX_PROBE_FUEL - vm->fuel;
  put_back(vm, &k);
  vm->fuel -= 1 + used / 4; /* a loop of attempts ends, too */
  return ok;
}

/* The question that is being asked keeps its answers. */
static void put_aside(Vm *vm)
{
  size_t n = vm->ask.lazy ? 0 : (size_t)vm->ask.noptions;
  memcpy(vm->aside, vm->options, n * sizeof *vm->aside);
  memcpy(vm->aside_weights, vm->weights, n * sizeof *vm->weights);
}

static void take_again(Vm *vm)
{
  size_t n = vm->ask.lazy ? 0 : (size_t)vm->ask.noptions;
  memcpy(vm->options, vm->aside, n * sizeof *vm->aside);
  memcpy(vm->weights, vm->aside_weights, n * sizeof *vm->weights);
}

/* The table as it is when the last way fails, before all is taken back. */
static void keep_stuck(Vm *vm)
{
  size_t n = (size_t)vm->p->header->cells;
  if (vm->stuck_cells) memcpy(vm->stuck_cells, vm->cells, n * sizeof *vm->cells);
}

/* Could this seat carry out a chunk from here? Where there is no room to try, yes. */
bool probe_can(Vm *vm, int chunk, int32_t me, int64_t arg)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  Kept k;
  int nested = vm->nested;
  put_aside(vm);
  keep(vm, &k);
  vm->claiming = true;
  vm->fuel = MAX_CLAIM_FUEL;
  bool ok = true;
  if (enter_chunk(vm, chunk, me, NONE, &arg, 1)) {
    vm->nested = 0;
    vm->probe_base = 0;
    vm->s->depth = 0; /* an attempt of its own, whatever was open */
    attempt_open(vm->s, me);
    vm->s->over = 0;
    ok = completes(vm);
  }
  if (!ok) {
    vm->stuck = (Stuck){me, vm->fail_ip, arg};
    keep_stuck(vm);
  }
  long used = MAX_CLAIM_FUEL - vm->fuel;
  put_back(vm, &k);
  vm->claiming = false;
  vm->fuel -= 1 + used / 4;
  vm->nested = nested;
  take_again(vm);
  return ok;
}

Stuck vm_stuck(const Vm *vm) { return vm->stuck; }

long vm_unable(const Vm *vm) { return vm->unable; }

void vm_keep_stuck(Vm *vm)
{
  size_t n = (size_t)vm->p->header->cells;
  if (!vm->stuck_cells) vm->stuck_cells = vm_zeroed(n + 1, sizeof *vm->stuck_cells);
}

void vm_go_stuck(Vm *vm)
{
  size_t n = (size_t)vm->p->header->cells;
  if (vm->stuck_cells) memcpy(vm->cells, vm->stuck_cells, n * sizeof *vm->cells);
}

int vm_rejected(Vm *vm, const Rejected **list)
{
  *list = vm->rejected;
  return vm->nrejected;
}
