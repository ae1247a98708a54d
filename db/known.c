#include "db/known.h"
#include "db/replay.h"
#include "interp/base/invariant.h"
#include "interp/session/story.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(StoredStep) Steps;

/* The answers that the reader knows of: he knows of as many in each game that he may
 * think possible. */
static bool list_known(const StoredGame *g, Vm *vm, int viewer, Steps *known)
{
  Replay r;
  replay_open(&r, vm, g, false);
  for (const StoredStep *s; (s = replay_peek(&r));) {
    if (vm_outcome(vm, s->answer) >= 0 && story_knows(viewer, vm, s->answer))
      vec_push(known, *s);
    if (!replay_step(&r)) break;
  }
  bool fine = !r.fault;
  replay_close(&r);
  return fine;
}

/* Plays these answers from the start and writes them down. */
static bool play(const int32_t *answers, int n, const Setup *setup, Vm *vm, int viewer,
                 const Steps *known, Steps *out)
{
  size_t at = 0;
  vm_start(vm, setup);
  VmStatus status = vm_step(vm);
  for (int i = 0; i < n; i++) {
    bool asks = status == VM_DECIDE || status == VM_CHANCE;
    if (!asks || vm_outcome(vm, answers[i]) < 0) return false;
    /* What chance brings here no seed gave. */
    StoredStep s = {.seat = status == VM_CHANCE ? GIVEN : vm_option(vm, answers[i]).seat,
                    .answer = answers[i]};
    if (story_knows(viewer, vm, answers[i])) {
      if (at == known->n || known->at[at].seat != s.seat) return false;
      s.after = known->at[at++].after;
    }
    vm_answer(vm, answers[i]);
    status = vm_step(vm);
    s.state = vm_hash(vm);
    vec_push(out, s);
  }
  return at == known->n;
}

void stored_as_known(StoredGame *g, Vm *vm, int viewer)
{
  INVARIANT(g && vm && viewer < g->seats);
  Steps known = {0}, steps = {0};
  const int32_t *given;
  Setup setup;
  int n;
  if (viewer == VIEW_ALL || g->over) return;
  bool deals = list_known(g, vm, viewer, &known) && vm_has_secrets(vm) &&
               vm_past(vm_known(vm, viewer, vm_key(vm)), &given, &n, &setup);
  if (deals) {
    int32_t *answers = malloc(((size_t)n + 1) * sizeof *answers);
    if (!answers) abort();
    memcpy(answers, given, (size_t)n * sizeof *answers);
    deals = play(answers, n, &setup, vm, viewer, &known, &steps);
    free(answers);
  }
  if (deals) {
    vec_free(&g->steps);
    g->steps.at = steps.at;
    g->steps.n = steps.n;
    g->steps.cap = steps.cap;
  } else {
    vec_free(&steps);
  }
  vec_free(&known);
}
