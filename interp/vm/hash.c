/* The hash of a state: what equal states share. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"
#include "interp/base/little.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Two hashes as one; which comes first matters. */
static uint64_t mix(uint64_t a, uint64_t b)
{
  a = (a ^ b * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  return a ^ a >> 32;
}

/* The hash of numbers, which is the same on every machine. */
static uint64_t hash_numbers(const void *at, size_t size, size_t width)
{
  if (!BIG_ENDIAN_MACHINE) return XXH3_64bits(at, size);
  unsigned char *copy = malloc(size + 1);
  if (!copy) abort();
  memcpy(copy, at, size);
  little_turn(copy, size, width);
  uint64_t h = XXH3_64bits(copy, size);
  free(copy);
  return h;
}

/* Parts are hashed alone and mixed: xxhash takes a seed for long inputs only by making
 * all its secrets anew. */
uint64_t state_hash(const Vm *vm, const State *s)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  enum { CELL = sizeof(int32_t), WORD = sizeof(int64_t) };
  const int32_t *table = (const int32_t *)(s + 1);
  size_t cells = (size_t)vm->p->header->cells * CELL;
  uint64_t h = hash_numbers(table, cells, CELL);
  if (s->over && s->script < 0) { /* where it stopped is no part of the position */
    int32_t end[3] = {s->seats, s->reason, (int32_t)s->winners};
    return mix(h, hash_numbers(end, sizeof end, CELL));
  }
  h = mix(h, hash_numbers(s, HASHED, CELL));
  if (s->gather) h = mix(h, hash_numbers(table + (vm->shadow - vm->cells), cells, CELL));
  return mix(h, hash_numbers((const char *)s + vm->fixed, (size_t)s->live * WORD, WORD));
}

uint64_t vm_hash(const Vm *vm) { return state_hash(vm, vm->s); }

bool vm_alike(const Vm *a, const Vm *b)
{
  HOT_INVARIANT(a->p == b->p);
  size_t cells = (size_t)a->p->header->cells * sizeof *a->cells;
  if (memcmp(a->s, b->s, HASHED) || memcmp(a->cells, b->cells, cells)) return false;
  if (a->s->gather && memcmp(a->shadow, b->shadow, cells)) return false;
  return a->s->live == b->s->live &&
         !memcmp(a->regs, b->regs, (size_t)a->s->live * sizeof *a->regs);
}
