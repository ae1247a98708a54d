/* What a seat was told, shown and asked, and what it answered: its information state. */
#include "interp/vm/deal.h"

#include <stdlib.h>
#include <string.h>

struct Ears {
  Vm *vm;
  Heard heard[MAX_PLAYERS];
};

static void listen(void *user, Vm *vm, const Event *e)
{
  Ears *ears = user;
  for (int s = 0; s < vm->s->seats; s++) heard_event(&ears->heard[s], vm, s, e);
}

Ears *ears_new(Vm *vm)
{
  Ears *ears = vm_zeroed(1, sizeof *ears);
  ears->vm = vm;
  ears_begin(ears);
  return ears;
}

void ears_begin(Ears *ears)
{
  for (int s = 0; s < MAX_PLAYERS; s++) ears->heard[s].hash = 1, ears->heard[s].nheld = 0;
  vm_listen(ears->vm, listen, ears);
}

void ears_free(Ears *ears)
{
  if (!ears) return;
  vm_listen(ears->vm, NULL, NULL);
  free(ears);
}

uint64_t ears_hash(Ears *ears, int seat)
{
  return question_heard(ears->vm, seat, ears->heard[seat].hash);
}

void ears_answer(Ears *ears, int answer)
{
  Vm *vm = ears->vm;
  if (vm->ask.pause != PAUSE_DECIDE) return; /* chance is told by what comes of it */
  Option o = vm_option(vm, answer);
  for (int s = 0; s < vm->s->seats; s++) {
    if (s != o.seat && vm->s->gather) continue; /* not before all are in */
    ears->heard[s].hash = answer_heard(vm, s, o, ears->heard[s].hash);
  }
}

/* Of each seat the hash, the number of what is held back, and that. */
void *ears_save(const Ears *ears)
{
  int n = ears->vm->s->seats;
  size_t size = 0;
  for (int s = 0; s < n; s++)
    size += offsetof(Heard, held) + 2 * sizeof(int64_t) +
            (size_t)ears->heard[s].nheld * sizeof(Event);
  unsigned char *at = malloc(size + 1), *to = at;
  if (!at) abort();
  for (int s = 0; s < n; s++) {
    const Heard *h = &ears->heard[s];
    int64_t held = h->nheld;
    memcpy(to, &h->hash, sizeof h->hash);
    memcpy(to += sizeof h->hash, &held, sizeof held);
    memcpy(to += sizeof held, h->held, (size_t)held * sizeof(Event));
    to += (size_t)held * sizeof(Event);
  }
  return at;
}

void ears_restore(Ears *ears, const void *saved)
{
  const unsigned char *from = saved;
  for (int s = 0; s < ears->vm->s->seats; s++) {
    Heard *h = &ears->heard[s];
    int64_t held;
    memcpy(&h->hash, from, sizeof h->hash);
    memcpy(&held, from += sizeof h->hash, sizeof held);
    memcpy(h->held, from += sizeof held, (size_t)held * sizeof(Event));
    from += (size_t)held * sizeof(Event);
    h->nheld = (int)held;
  }
}
