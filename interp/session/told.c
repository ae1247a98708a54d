#include "interp/session/told.h"
#include "interp/base/invariant.h"
#include "interp/session/story.h"
#include "interp/vm/deal.h"

#include <stdlib.h>

typedef struct Telling {
  const Listener *to;
  int reader;   /* as vm/deal.h counts them */
  bool all;     /* every answer counts, and nothing else */
  Heard *heard; /* if not all */
  uint64_t known;
} Telling;

static void listen(void *user, Vm *vm, const Event *e)
{
  Telling *t = user;
  if (!t->all) heard_event(t->heard, vm, t->reader, e);
  t->to->hear(t->to->user, vm, e);
}

static void pause_at(const Telling *t, Vm *vm, VmStatus status)
{
  const PDecision *d = status == VM_DECIDE ? vm_decision(vm) : NULL;
  bool own = d && t->reader < MAX_PLAYERS && vm->ask.seats >> t->reader & 1;
  bool noticed =
      status != VM_CHANCE && (t->all || !d || !(d->flags & DECISION_SECRET) || own);
  uint64_t place = t->known;
  if (!t->all) place = (place + 1) * 0x9e3779b97f4a7c15u ^ t->heard->hash;
  t->to->pause(t->to->user, status, place, noticed);
}

static void play(Telling *t, Vm *vm, int viewer, const int32_t *answers, int n)
{
  VmStatus status = vm_step(vm);
  pause_at(t, vm, status);
  for (int i = 0; i < n && (status == VM_DECIDE || status == VM_CHANCE); i++) {
    if (vm_outcome(vm, answers[i]) < 0) return;
    t->known += t->all || story_knows(viewer, vm, answers[i]);
    t->to->answer(t->to->user, vm, answers[i], i + 1);
    vm_answer(vm, answers[i]);
    status = vm_step(vm);
    pause_at(t, vm, status);
  }
}

bool told_live(Vm *vm, int viewer)
{
  const int32_t *answers;
  Setup setup;
  int n;
  return viewer == VIEW_ALL || !vm_has_secrets(vm) || !vm_past(vm, &answers, &n, &setup);
}

bool told_again(Vm *vm, int viewer, const Listener *l)
{
  INVARIANT(vm && l && l->hear && l->pause && l->answer);
  const int32_t *answers;
  Setup setup;
  int n;
  if (!vm_past(vm, &answers, &n, &setup)) return false;
  Telling t = {.to = l,
               .reader = viewer >= 0 ? viewer : PUBLIC_READER,
               .all = viewer == VIEW_ALL || !vm_has_secrets(vm)};
  if (!t.all) {
    const int32_t *given;
    Setup begun;
    int m;
    /* Where none was found the game itself is told, through what the reader sees; and
     * after the end nothing is hidden any more. */
    if (!vm_over(vm) && vm_past(vm_pictured(vm, viewer, vm_key(vm)), &given, &m, &begun))
      answers = given, n = m, setup = begun;
    t.heard = zeroed(1, sizeof *t.heard);
    t.heard->hash = 1;
  }
  Vm *again = vm_new(vm_program(vm));
  vm_listen(again, listen, &t);
  vm_auto_chance(again, false);
  vm_start(again, &setup);
  play(&t, again, viewer, answers, n);
  vm_free(again);
  free(t.heard);
  return true;
}
