/* States of a game one by one, for who looks at all of them. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

struct regel_states {
  Vm *vm;
  unsigned char *next; /* room for a state */
};

regel_states *regel_states_new(const regel_rules *rules, const regel_setup *setup,
                               char **why)
{
  INVARIANT(rules && rules->program);
  Setup from;
  Buf problem = {0};
  regel_states *s = NULL;
  int32_t *values = api_setup(rules, setup, &from, &problem);
  if (values) {
    s = zeroed(1, sizeof *s);
    s->vm = vm_new(rules->program);
    vm_check_always(s->vm, true);
    vm_start(s->vm, &from);
    s->next = zeroed(vm_state_size(s->vm), 1);
  } else if (why) *why = api_copy(buf_text(&problem));
  buf_free(&problem);
  free(values);
  return s;
}

void regel_states_free(regel_states *s)
{
  if (!s) return;
  vm_free(s->vm);
  free(s->next);
  free(s);
}

static regel_status status_of(VmStatus status)
{
  return status == VM_DECIDE   ? REGEL_DECIDE
         : status == VM_CHANCE ? REGEL_CHANCE
         : status == VM_DONE   ? REGEL_DONE
                               : REGEL_ERROR;
}

static void tell(regel_states *s, int answer, VmStatus status, regel_state_fn fn,
                 void *user)
{
  regel_state x = {.answer = answer, .status = status_of(status), .hash = vm_hash(s->vm)};
  if (status == VM_DONE && vm_check_end(s->vm) == VM_ERROR) x.status = REGEL_ERROR;
  if (x.status == REGEL_ERROR) x.error = vm_error_name(vm_error(s->vm));
  x.bytes = s->next;
  x.size = vm_save(s->vm, s->next);

  INVARIANT(x.size <= vm_state_size(s->vm)); /* that much room was made */
  fn(user, &x);
}

void regel_states_first(regel_states *s, regel_state_fn fn, void *user)
{
  tell(s, -1, vm_step(s->vm), fn, user);
}

int regel_states_after(regel_states *s, const void *bytes, regel_state_fn fn, void *user)
{
  INVARIANT(s && bytes);
  vm_restore(s->vm, bytes);
  VmStatus status = vm_step(s->vm);
  if (status != VM_DECIDE && status != VM_CHANCE) return 0;
  int n = vm_options(s->vm);
  vm_mark(s->vm);
  for (int i = 0; i < n; i++) {
    vm_answer_marked(s->vm, i);
    tell(s, i, vm_step(s->vm), fn, user);
  }
  return n;
}
