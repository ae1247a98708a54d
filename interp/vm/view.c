/* Reading the state from outside, and what each seat may know of it. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <string.h>

/* While answers are secret, others see the table as it was when they began. */
static const int32_t *cells_for(const Vm *vm, int seat, int32_t owner)
{
  return vm->s->gather && vm->shadow && owner != seat ? vm->shadow : vm->cells;
}

int64_t vm_get(const Vm *vm, int field, int32_t thing, int32_t per)
{
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  int64_t base[2] = {thing, per};
  int32_t cell = field_cell(&vm->p->fields[field], base);
  return cell < 0 || vm->p->fields[field].flags & FIELD_PILE ? NONE : vm->cells[cell];
}

int64_t vm_get_seen(const Vm *vm, int seat, int field, int32_t thing, int32_t per)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  int64_t base[2] = {thing, per};
  int32_t cell = field_cell(&vm->p->fields[field], base);
  if (cell < 0 || vm->p->fields[field].flags & FIELD_PILE) return NONE;
  return cells_for(vm, seat, thing)[cell];
}

void vm_get_wide_seen(const Vm *vm, int seat, int field, int32_t thing, int32_t per,
                      int64_t *words)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  int64_t base[2] = {thing, per};
  const PField *f = &vm->p->fields[field];
  int32_t cell = field_cell(f, base);
  const int32_t *cells = cells_for(vm, seat, thing);
  if (cell < 0) memset(words, 0, sizeof *words * (size_t)vm->p->types[f->type].words);
  else if (f->flags & FIELD_WIDE) state_get_wide(vm, cells, field, cell, words);
  else words[0] = cells[cell];
}

int vm_pile_seen(const Vm *vm, int seat, int pile, int32_t *things, int most)
{
  int32_t owner, per;
  if (vm_pile_field(vm, pile, &owner, &per) < 0) return 0;
  return pile_list(vm, cells_for(vm, seat, owner), pile, things, most);
}

void vm_get_wide(const Vm *vm, int field, int32_t thing, int32_t per, int64_t *words)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  int64_t base[2] = {thing, per};
  const PField *f = &vm->p->fields[field];
  int32_t cell = field_cell(f, base);
  if (cell < 0) memset(words, 0, sizeof *words * (size_t)vm->p->types[f->type].words);
  else if (f->flags & FIELD_WIDE) state_get_wide(vm, vm->cells, field, cell, words);
  else words[0] = vm->cells[cell];
}

void vm_set_cell(Vm *vm, int field, int32_t thing, int32_t per, int64_t value)
{
  int64_t base[2] = {thing, per};
  state_set(vm, field, base, value, 0, NONE);
  past_lose(vm);
}

bool vm_sees_field(Vm *vm, int seat, int field, int32_t thing)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  switch (f->seen) {
  case SEEN_ALL: return true;
  case SEEN_NONE: return false;
  case SEEN_OWNER: {
    if (f->kind == 0) return thing == seat;
    int32_t owner, per; /* of a thing: the player in whose pile it lies */
    int pile = vm_pile_field(vm, vm_pile_of(vm, thing), &owner, &per);
    return pile >= 0 && vm->p->fields[pile].kind == 0 && owner == seat;
  }
  default: {
    VmError error = vm->error; /* looking changes nothing */
    int ip = vm->error_ip;
    if (!vm->running) vm->fuel = MAX_FUEL;
    const int64_t *mask = eval_chunk(vm, f->seen_chunk, NONE, thing, NULL, 0);
    vm->error = error;
    vm->error_ip = ip;
    return mask && seat >= 0 && seat < 32 && (uint32_t)*mask >> seat & 1;
  }
  }
}

/* The cells of a thing as a seat may know them: what somebody else does secretly has not
 * happened yet. */
static const int32_t *cells_known(const Vm *vm, int seat, const int32_t *t)
{
  int32_t now, before, per;
  if (!vm->s->gather || !vm->shadow || !vm->discreet) return t;
  const int32_t *was = vm->shadow + (t - vm->cells);
  if (was[TC_PILE] == t[TC_PILE]) return t;
  int to = vm_pile_field(vm, t[TC_PILE] - 1, &now, &per);
  int from = vm_pile_field(vm, was[TC_PILE] - 1, &before, &per);
  bool own = (to >= 0 && vm->p->fields[to].kind == 0 && now == seat) ||
             (from >= 0 && vm->p->fields[from].kind == 0 && before == seat);
  return own ? t : was;
}

enum { HELD_DEEP = 8 }; /* things printed on things; a damaged program may go round */

static bool sees_face(Vm *vm, int seat, int32_t thing, int deep);

static bool sees_held(Vm *vm, int seat, int32_t thing, int deep)
{
  const Held *h = &vm->held[thing];
  bool seen = h->open || h->last < h->first || deep == HELD_DEEP;
  for (int32_t on = h->first; on <= h->last && !seen; on++)
    seen = sees_face(vm, seat, on, deep + 1);
  return seen;
}

static bool sees_face(Vm *vm, int seat, int32_t thing, int deep)
{
  const int32_t *t = thing_cells(vm, thing);
  if (thing < 0 || thing >= vm->p->n_things) return true;
  if (t) t = cells_known(vm, seat, t);
  /* What lies in no pile is seen by all, or as what it is printed on. */
  if (!t || !t[TC_PILE]) return sees_held(vm, seat, thing, deep);
  if (seat >= 0 && seat < MAX_PLAYERS && (uint32_t)t[TC_KNOWN] >> seat & 1) return true;
  int32_t owner, per;
  int field = vm_pile_field(vm, t[TC_PILE] - 1, &owner, &per);
  return field < 0 || vm_sees_field(vm, seat, field, owner);
}

bool vm_sees_thing(Vm *vm, int seat, int32_t thing)
{
  return sees_face(vm, seat, thing, 0);
}

bool vm_gathers(const Vm *vm) { return vm->s->gather; }

const int64_t *vm_frame_wide(const Vm *vm, int reg)
{
  return vm->regs + vm->s->base + reg;
}

const int64_t *vm_eval(Vm *vm, int chunk, int32_t me, int32_t self)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  vm->fuel = MAX_FUEL;
  VmError before = vm->error;
  int ip = vm->error_ip;
  const int64_t *r = eval_chunk(vm, chunk, me, self, NULL, 0);
  vm->error = before; /* looking changes nothing */
  vm->error_ip = ip;
  return r;
}

void vm_show(Vm *vm, int view, EventFn fn, void *user)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(view >= 0 && view < vm->p->n_views);
  EventFn heard = vm->fn;
  void *whose = vm->user;
  vm_listen(vm, fn, user);
  vm_eval(vm, vm->p->views[view].chunk, NONE, NONE);
  vm_listen(vm, heard, whose);
}

const int64_t *vm_value(Vm *vm, int value, int32_t me, int32_t thing, const int64_t *args,
                        ShareFn fn, void *user)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(value >= 0 && value < vm->p->n_values);
  const PValue *v = &vm->p->values[value];
  VmError before = vm->error; /* looking changes nothing */
  int ip = vm->error_ip, n = 0;
  for (int i = 0; i < v->params; i++)
    n += vm->p->types[vm->p->params[v->first_param + i]].words;
  vm->fuel = MAX_FUEL;
  vm->share = fn;
  vm->sharer = user;
  const int64_t *r = eval_chunk(vm, v->chunk, me, thing, args, n);
  vm->share = NULL;
  vm->error = before;
  vm->error_ip = ip;
  return r;
}

int vm_outlook(Vm *vm, int seat)
{
  const int64_t *r = vm_eval(vm, vm->p->outlook, seat, NONE);
  return r && *r >= 0 && *r <= OUTLOOK_BEST ? (int)*r : 0;
}

int64_t vm_score(Vm *vm, int seat)
{
  const int64_t *r = vm->p->score < 0 ? NULL : vm_eval(vm, vm->p->score, seat, NONE);
  return r ? *r : NONE;
}
