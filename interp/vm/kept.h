/* Two stretches of code that compute the same (opt/again.c): what the first read and gave
 * is kept, and the second takes it over. */
#ifndef REGEL_KEPT_H
#define REGEL_KEPT_H
#include "interp/opt/opt.h"
#include "interp/vm/vm_int.h"

static inline const Again *again_at(const Again *m, int32_t ip, int place)
{
  while (m->at[place] != ip) m++; /* there are few, and it is one of them */
  return m;
}

static inline void again_begins(Vm *vm, const Again *m, const int64_t *R)
{
  Once *k = &vm->kept;
  k->open = m;
  k->done = NULL;
  k->fuel = vm->fuel;
  for (int n = 0; n < m->nin; n++) k->in[n] = R[m->in[n][0]];
}

static inline void again_ends(Vm *vm, const Again *m, const int64_t *R)
{
  Once *k = &vm->kept;
  if (k->open != m) return; /* somebody came in from outside */
  k->open = NULL;
  k->done = m;
  k->fuel -= vm->fuel;
  for (int n = 0; n < m->nout; n++) k->out[n] = R[m->out[n][0]];
}

/* False if it has to be computed after all. */
static inline bool again_taken(Vm *vm, const Again *m, int64_t *R)
{
  Once *k = &vm->kept;
  if (k->done != m || vm->fuel < k->fuel) return false;
  for (int n = 0; n < m->nin; n++)
    if (k->in[n] != R[m->in[n][1]]) return false;
  vm->fuel -= k->fuel;
  for (int n = 0; n < m->nout; n++) R[m->out[n][1]] = k->out[n];
  return true;
}

#endif
