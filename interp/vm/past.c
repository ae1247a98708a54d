/* The answers that led to a state: what a reader may have concluded from them hangs on
 * all of them, not on the state alone.
 *
 * A machine writes down what it was answered since the start.  A state carries how many
 * answers led to it and a hash over them, so that a machine knows, when it goes back to a
 * state or is given another one, whether what it wrote down belongs to it. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { BEGUN = 1, LOST = 2 }; /* what a trail begins with */
enum { ROOM = 4096 };         /* answers; a longer game takes more memory as it runs */

static uint64_t longer(uint64_t trail, int32_t answer)
{
  trail = (trail ^ (uint64_t)(uint32_t)answer) * 0xd1342543de82ef95u;
  return trail ^ trail >> 29;
}

static void make_room(Past *p, size_t n)
{
  if (n < p->cap) return;
  p->cap = p->cap ? 2 * p->cap : ROOM;
  p->given = realloc(p->given, p->cap * sizeof *p->given);
  p->trail = realloc(p->trail, p->cap * sizeof *p->trail);
  if (!p->given || !p->trail) abort();
}

static int options_of(const Program *p)
{
  int n = 0;
  for (int i = 0; i < p->n_fields; i++) n += (p->fields[i].flags & FIELD_OPTION) != 0;
  return n;
}

bool past_begun_alike(const Vm *a, const Vm *b)
{
  size_t n = (size_t)options_of(a->p);
  return a->past.options && b->past.options && a->past.seats == b->past.seats &&
         !memcmp(a->past.options, b->past.options, n * sizeof *a->past.options);
}

void past_begin(Vm *vm, const Setup *setup)
{
  Past *p = &vm->past;
  if (!p->options) {
    p->noptions = options_of(vm->p);
    p->options = vm_zeroed((size_t)p->noptions, sizeof *p->options);
  }
  for (int i = 0; i < p->noptions; i++)
    p->options[i] = setup && setup->options ? setup->options[i] : NONE;
  p->seats = vm->s->seats;
  p->n = 0;
  p->game++;
  make_room(p, 1);
  p->trail[0] = BEGUN;
  vm->s->trail = setup ? BEGUN : LOST;
  vm->s->steps = 0;
}

void past_free(Vm *vm)
{
  free(vm->past.given);
  free(vm->past.trail);
  free(vm->past.options);
}

/* Is what was written down what led to this state? */
bool past_known(const Vm *vm)
{
  const State *s = vm->s;
  return s->steps >= 0 && (size_t)s->steps <= vm->past.n && vm->past.trail &&
         vm->past.trail[s->steps] == s->trail;
}

void past_add(Vm *vm, int32_t answer)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  State *s = vm->s;
  Past *p = &vm->past;
  bool known = past_known(vm);
  s->trail = longer(s->trail, answer);
  if (known) {
    make_room(p, (size_t)s->steps + 1);
    p->given[s->steps] = answer;
    p->trail[s->steps + 1] = s->trail;
    p->n = (size_t)s->steps + 1;
  }
  s->steps++;
}

void past_lose(Vm *vm) { vm->s->trail = LOST; }

/* ---- a game without a machine ----------------------------------------------------- */

struct VmRest {
  Past past;
  uint64_t key;
  unsigned char state[];
};

static void *copy(const void *from, size_t n, size_t size)
{
  void *p = vm_zeroed(n, size);
  if (from && n) memcpy(p, from, n * size);
  return p;
}

VmRest *vm_note(const Vm *vm)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Past *p = &vm->past;
  VmRest *r = malloc(sizeof *r + vm_saved_size(vm));
  if (!r) abort();
  r->key = vm_key(vm);
  r->past = (Past){.n = p->n, .seats = p->seats, .noptions = p->noptions};
  r->past.cap = p->trail ? p->n + 1 : 0;
  r->past.given = copy(p->given, p->given ? p->n : 0, sizeof *p->given);
  r->past.trail = copy(p->trail, r->past.cap, sizeof *p->trail);
  r->past.options = copy(p->options, (size_t)options_of(vm->p), sizeof *p->options);
  vm_save(vm, r->state);
  return r;
}

void vm_take(Vm *vm, VmRest *r)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  uint32_t game = vm->past.game;
  past_free(vm);
  vm->past = r->past;
  vm->past.game = game + 1; /* what the machine remembers is of another */
  vm->key = r->key;
  vm->unkeyed = false;
  vm->remembers = true; /* whoever laid it aside wants to come back to it */
  if (!vm->code) run_optimized(vm);
  vm_restore(vm, r->state);
  free(r);
}

void vm_rest_free(VmRest *r)
{
  if (!r) return;
  free(r->past.given);
  free(r->past.trail);
  free(r->past.options);
  free(r);
}

bool vm_past(const Vm *vm, const int32_t **answers, int *n, Setup *setup)
{
  *answers = vm->past.given;
  *n = vm->s->steps;
  *setup = (Setup){vm->past.seats, 0, vm->past.options};
  return past_known(vm);
}

int vm_answers_given(const Vm *vm) { return vm->s->steps; }

void vm_remember(Vm *vm) { vm->remembers = true; }

VmTrail vm_trail(const Vm *vm) { return (VmTrail){vm->s->steps, vm->s->trail}; }

bool vm_came_by(const Vm *vm, VmTrail at)
{
  return past_known(vm) && at.steps <= vm->s->steps &&
         vm->past.trail[at.steps] == at.trail;
}
