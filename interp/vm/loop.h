/* What instructions of the loop do that is more than a line. */
#ifndef REGEL_LOOP_H
#define REGEL_LOOP_H
#include "interp/base/invariant.h"
#include "interp/vm/vm_int.h"

/* A return address: instruction, distance to the caller's frame, the caller's top. */
static inline int64_t pack_return(int32_t ip, int delta, int size)
{
  return (int64_t)((uint64_t)(uint32_t)ip << 32 | (uint64_t)(uint16_t)delta << 16 |
                   (uint16_t)size);
}

enum { TO_OUTSIDE = -1 }; /* a return address that ends an evaluation */

static inline RunResult raise_error(Vm *vm, VmError e, int ip)
{
  vm->error = e;
  vm->error_ip = ip;
  return RUN_ERROR;
}

static inline int64_t wrap_add(int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t wrap_sub(int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a - (uint64_t)b);
}
static inline int64_t wrap_mul(int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline int64_t floor_div(int64_t a, int64_t b)
{
  if (b == -1) return wrap_sub(0, a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The number in an instruction that compares. */
static inline int64_t number(const PInstr *i)
{
  return (int32_t)((uint32_t)i->c << 16 | i->b);
}

static inline int64_t clamp(int64_t v, const PType *t)
{
  return v < t->lo ? t->lo : v > t->hi ? t->hi : v;
}

/* The things whose field equals v; there are hardly ever more than fit into a word. */
static inline void fill_equal(const Vm *vm, int64_t *set, int field, int64_t v)
{
  const PField *f = &vm->p->fields[field];
  if (f->count >= 1 && f->count <= 64)
    *set = (int64_t)equal_bits(vm->cells + f->cell, f->count, v);
  else set_equal(vm, set, field, v);
}

/* raise and lower: stops at the ends of the range; none stays none. */
static inline void change(Vm *vm, int field, const int64_t *base, int64_t by, int ip,
                          int32_t me)
{
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  int32_t cell = field_cell(f, base);
  if (cell < 0 || vm->cells[cell] == NONE || by == NONE) return;
  int64_t v = clamp(wrap_add(vm->cells[cell], by), &vm->p->types[f->type]);
  if (vm->fn) state_set(vm, field, base, v, ip, me);
  else if (vm->cells[cell] != (int32_t)v) state_write(vm, cell, (int32_t)v);
}

static inline void fill(Vm *vm, int field, int64_t v)
{
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  for (int i = 0; i < f->count * f->per_count; i++)
    if (vm->cells[f->cell + i] != v) state_write(vm, f->cell + i, (int32_t)v);
}

/* A few registers: what is volatile is not made a call of memset. */
static inline void clear(volatile int64_t *r, int n)
{
  for (; n > 1; n -= 2, r += 2) r[0] = 0, r[1] = 0;
  if (n > 0) *r = 0;
}

/* The next one of those that are there, mostly the next player. */
static inline int64_t next_one(const Vm *vm, int kind, int64_t x)
{
  const Board *b = &vm->boards[kind];
  if (b->present < 0 || x < b->lo || x > b->hi) return board_next(vm, kind, x, 1);
  uint64_t bits = (uint64_t)(uint32_t)vm->cells[b->present] |
                  (uint64_t)(uint32_t)vm->cells[b->present + 1] << 32;
  return bit_after(bits, b->lo, x);
}

static inline bool set_member(const int64_t *w, const PType *t, int64_t v)
{
  return v >= t->lo && v <= t->hi && set_has(w, v - t->lo);
}

static inline int end_game(Vm *vm, uint32_t winners, int reason, int ip)
{
  State *s = vm->s;
  if (vm->probing) return RUN_DONE;
  s->over = 1;
  s->winners = winners;
  s->reason = reason;
  s->depth = s->start = s->floor = 0;
  s->gather = 0;
  if (vm->fn) tell_end(vm, ip);
  return RUN_DONE;
}

#endif
