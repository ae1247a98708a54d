/* What ran: traps in a copy of the code. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

void vm_cover(Vm *vm) { vm_cover_except(vm, NULL); }

void vm_cover_except(Vm *vm, const uint8_t *ran)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  size_t n = (size_t)vm->p->n_code;
  if (!vm->traps) {
    vm->traps = malloc((n + 1) * sizeof *vm->traps);
    vm->hits = malloc((n + 1) * sizeof *vm->hits);
    if (!vm->traps || !vm->hits) abort();
  }
  run_plainly(vm, vm->traps);
  vm->trapped = true;
  memcpy(vm->traps, vm->p->code, n * sizeof *vm->traps);
  for (size_t i = 0; i < n; i++)
    if (!ran || !ran[i]) vm->traps[i].op = OP_COUNT;
  vm->nhits = 0;
}

void cover_leave(Vm *vm)
{
  HOT_INVARIANT(vm->trapped && vm->code == vm->traps);
  vm->trapped = false;
  run_optimized(vm);
}

void cover_return(Vm *vm)
{
  HOT_INVARIANT(!vm->trapped && vm->traps);
  run_plainly(vm, vm->traps);
  vm->trapped = true;
}

/* An instruction is about to run that has not run before. */
void cover_hit(Vm *vm, int32_t ip)
{
  if (vm->probing) return;
  vm->traps[ip].op = vm->p->code[ip].op;
  vm->hits[vm->nhits++] = ip;
}

int vm_covered(Vm *vm, const int32_t **list)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  int n = vm->nhits;
  *list = vm->hits;
  vm->nhits = 0; /* each is hit at most once until it is a trap again: there is room */
  return n;
}

void vm_cover_again(Vm *vm, const int32_t *list, int n)
{
  for (int i = 0; i < n; i++) vm->traps[list[i]].op = OP_COUNT;
}
