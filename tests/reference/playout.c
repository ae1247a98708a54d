#include "tests/reference/playout.h"
#include "interp/opt/opt.h"
#include "interp/vm/vm_int.h"

typedef struct Side {
  Vm *vm;
  Playout play;
  uint64_t luck;
  VmStatus end;
} Side;

static void play(Side *s, const Setup *setup)
{
  enum { DECISIONS = 300 };
  s->play = (Playout){.luck = &s->luck, .most = DECISIONS, .left = MAX_STEP_FUEL};
  vm_auto_chance(s->vm, true);
  vm_offer_untried(s->vm, true);
  vm_start(s->vm, setup);
  vm_playout(s->vm, &s->play);
  s->end = vm_step(s->vm);
}

static const char *compare(const Side *a, const Side *b)
{
  if (a->end != b->end) return "playout: another end";
  if (vm_error(a->vm) != vm_error(b->vm)) return "playout: another error";
  if (vm_hash(a->vm) != vm_hash(b->vm)) return "playout: another state";
  if (a->luck != b->luck || a->play.decisions != b->play.decisions)
    return "playout: other answers";
  if (vm_spent(a->vm) != vm_spent(b->vm)) return "playout: other fuel";
  if (a->play.live != b->play.live) return "playout: other registers in use";
  return NULL;
}

const char *playouts_differ(const Program *p, const Setup *setup)
{
  enum { GAMES = 3 };
  Side fast = {.vm = vm_new(p), .luck = setup->seed},
       plain = {.vm = vm_new(p), .luck = setup->seed};
  const char *why = NULL;
  run_plainly(plain.vm, NULL);
  for (int game = 0; game < GAMES && !why; game++) {
    Setup s = {setup->seats, setup->seed + (uint64_t)game, setup->options};
    play(&fast, &s);
    play(&plain, &s);
    why = compare(&fast, &plain);
  }
  vm_free(fast.vm);
  vm_free(plain.vm);
  return why;
}

bool has_whole(const Program *p) { return opt_quiet(p)->steps != NULL; }
