/* Decisive and anti-decisive moves (Teytaud and Teytaud 2010) for any game of two: to
 * find them every answer is tried.  A playout takes some six times as long and is worth
 * more than six at random where games are won by threats; where hardly any answer ever
 * wins at once, it is soon noticed and left. */
#include "interp/bot/careful.h"
#include "interp/base/arena.h"

#include <stdlib.h>

enum {
  MANY = 64,     /* answers; of more none is looked at */
  INSTEAD = 16,  /* answers that are tried when one would let the other win */
  ENOUGH = 1024, /* pauses after which it is known whether looking pays … */
  SELDOM = 32    /* … which it does not if one in so many has a win at most */
};

void careful_init(Careful *c, size_t state_size)
{
  *c = (Careful){.here = zeroed(state_size, 1)};
  c->next = zeroed(state_size, 1);
}

void careful_free(Careful *c)
{
  free(c->here);
  free(c->next);
}

void careful_begin(Careful *c) { c->looked = c->found = 0; }

bool careful_pays(const Careful *c)
{
  return c->looked < ENOUGH || c->found * SELDOM > c->looked;
}

/* An answer that wins at once for who is asked, or -1.  The machine stands anywhere
 * afterwards, with its mark at the question. */
static int winning(Careful *c, Vm *vm)
{
  int n = vm_options(vm);
  uint32_t who = vm_asked(vm);
  vm_mark(vm);
  c->looked++;
  for (int i = 0; i < n && n <= MANY; i++) {
    vm_answer_marked(vm, i);
    if (vm_step(vm) == VM_DONE && vm_winners(vm) == who) return c->found++, i;
  }
  return -1;
}

static int draw_left(Luck *luck, int *left, int *n)
{
  int k = (int)luck_below(luck, (uint32_t)*n), pick = left[k];
  left[k] = left[--*n];
  return pick;
}

/* A question: how many answers it has, who is asked, and the answer that wins at once. */
typedef struct Pause {
  int n, win;
  uint32_t who;
} Pause;

static Pause look(Careful *c, Vm *vm, unsigned char *save)
{
  Pause p = {vm_options(vm), -1, vm_asked(vm)};
  vm_save(vm, save);
  p.win = winning(c, vm);
  return p;
}

/* From the pause in `here`, where the mark is and nobody wins at once, to the next one,
 * which is in `next` then. */
static VmStatus go_on(Careful *c, Vm *vm, Luck *luck, Pause *p)
{
  int n = p->n, left[MANY], few = n < MANY ? n : MANY;
  uint32_t who = p->who;
  for (int i = 0; i < few; i++) left[i] = i;
  for (int k = 0;; k++) {
    int pick =
        n > MANY ? (int)luck_below(luck, (uint32_t)n) : draw_left(luck, left, &few);
    if (k == 0) vm_answer_marked(vm, pick);
    else {
      vm_restore(vm, c->here);
      vm_step(vm);
      vm_answer(vm, pick);
    }
    VmStatus status = vm_step(vm);
    if (status != VM_DECIDE) return status;
    *p = look(c, vm, c->next);
    if (p->win < 0 || p->who == who || !few || n > MANY || k == INSTEAD) return status;
  }
}

VmStatus careful_playout(Careful *c, Vm *vm, Luck *luck, long steps)
{
  Pause p = look(c, vm, c->here);
  for (; steps > 0; steps--) {
    if (p.win >= 0) {
      vm_answer_marked(vm, p.win);
      return vm_step(vm);
    }
    VmStatus status = go_on(c, vm, luck, &p);
    if (status != VM_DECIDE) return status;
    unsigned char *next = c->next;
    c->next = c->here;
    c->here = next;
  }
  return VM_DECIDE;
}
