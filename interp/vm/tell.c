/* Telling a listener what happens. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

void vm_tell(Vm *vm, Event *e)
{
  e->secret = vm->s->gather;
  vm->fn(vm->user, vm, e);
}

/* A printed value that is computed, of one thing. */
static int64_t computed(Vm *vm, const PColumn *c, int64_t thing)
{
  const Program *p = vm->p;
  int64_t i = thing - p->kinds[c->kind].first;
  if (c->slot < 0 || i < 0 || i >= p->kinds[c->kind].count) return NONE;
  VmError error = vm->error; /* looking changes nothing */
  int ip = vm->error_ip, chunk = p->slot_chunks[p->slots[c->slot].first + i];
  if (!vm->running) vm->fuel = MAX_FUEL;
  const int64_t *got =
      chunk < 0 ? NULL : eval_chunk(vm, chunk, NONE, (int32_t)thing, NULL, 0);
  vm->error = error;
  vm->error_ip = ip;
  return got ? *got : NONE;
}

int64_t vm_arg(Vm *vm, const PArg *a, const int64_t *regs)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Program *p = vm->p;
  int64_t v = a->reg >= 0 ? regs[a->reg] : NONE;
  for (int k = 0; k < a->path; k++) {
    int step = p->paths[a->first_path + k];
    if (step >= 0) {
      const PField *f = &p->fields[step];
      int64_t base[2] = {v, 0};
      int32_t cell = field_cell(f, base);
      v = cell < 0 ? NONE : f->flags & FIELD_WIDE ? 0 : vm->cells[cell];
    } else {
      const PColumn *c = &p->columns[~step];
      if (c->base < 0) {
        v = computed(vm, c, v);
        continue;
      }
      int64_t i = v - p->kinds[c->kind].first;
      bool ok = c->base >= 0 && i >= 0 && i < p->kinds[c->kind].count;
      v = ok ? p->consts[c->base + i * p->types[c->type].words] : NONE;
    }
  }
  return v;
}

uint32_t vm_arg_seen(Vm *vm, const PArg *a, const int64_t *regs)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Program *p = vm->p;
  uint32_t seen = (1u << vm->s->seats) - 1;
  PArg step = *a;
  for (step.path = 0; step.path < a->path; step.path++) {
    int64_t base = vm_arg(vm, &step, regs);
    int at = p->paths[a->first_path + step.path];
    bool thing = base >= 0 && base < p->n_things;
    for (int s = 0; s < vm->s->seats; s++) {
      bool ok = true, face = at >= 0 ? p->fields[at].kind >= 0 : !p->columns[~at].open;
      if (at >= 0) ok = vm_sees_field(vm, s, at, thing ? (int32_t)base : NONE);
      if (face && thing) ok = ok && vm_sees_thing(vm, s, (int32_t)base);
      if (!ok) seen &= ~(1u << s);
    }
  }
  return seen;
}

/* The arguments of a text; false if they cannot be read. */
static bool take_args(Vm *vm, Event *e, int text, const int64_t *R)
{
  HOT_INVARIANT(text >= 0 && text < vm->p->n_texts);
  const PText *t = &vm->p->texts[text];
  for (int i = 0; i < t->args && i < MAX_ARGS; i++) {
    const PArg *a = &vm->p->args[t->first_arg + i];
    if (a->reg >= 0 && R + a->reg >= vm->regs + MAX_STACK) return false;
    e->seen[e->nargs] = vm_arg_seen(vm, a, R);
    e->args[e->nargs++] = vm_arg(vm, a, R);
  }
  return true;
}

void tell_text(Vm *vm, EventKind kind, int text, const int64_t *R, int32_t me, int ip,
               int64_t now)
{
  Event e = {.kind = kind,
             .ip = ip,
             .seat = me,
             .field = -1,
             .thing = (int32_t)R[1],
             .per = NONE,
             .now = now,
             .text = text,
             .type = -1};
  if (take_args(vm, &e, text, R)) vm_tell(vm, &e);
}

void tell_shown(Vm *vm, int consts, const int64_t *R, int regs, int32_t me, int ip)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const int64_t *show = vm->p->consts + consts;
  Event e = {.kind = EV_SHOW,
             .ip = ip,
             .seat = me,
             .field = -1,
             .thing = (int32_t)R[1],
             .per = NONE,
             .text = (int32_t)show[SHOW_TEXT],
             .type = -1,
             .show = show,
             .shown = R + regs};
  if (e.text < 0 || take_args(vm, &e, e.text, R)) vm_tell(vm, &e);
}

void tell_end(Vm *vm, int ip)
{
  Event e = {.kind = EV_END,
             .ip = ip,
             .seat = NONE,
             .field = -1,
             .thing = NONE,
             .per = NONE,
             .now = vm->s->winners,
             .text = vm->s->reason,
             .type = -1};
  vm_tell(vm, &e);
}

int32_t frame_caller(const int64_t *regs, int *base)
{
  uint64_t back = (uint64_t)regs[*base - 1];
  int32_t to = (int32_t)(uint32_t)(back >> 32);
  *base -= (int)(back >> 16 & 0xFFFF);
  return to <= 0 || *base <= 0 ? -1 : to - 1;
}

int vm_frames(const Vm *vm, int32_t ip, VmFrame *out, int most)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  int base = vm->s->base, n = 0;
  while (ip >= 0 && base > 0 && n < most) {
    const int64_t *R = vm->regs + base;
    out[n++] = (VmFrame){vm->born[base], ip, (int32_t)R[0], (int32_t)R[1]};
    ip = frame_caller(vm->regs, &base);
  }
  return n;
}

/* The calls between the last one and the same call before it. */
static void find_circle(const Vm *vm, VmFault *f)
{
  int32_t round[MAX_STACK];
  int base = vm->s->base, n = 0;
  for (int32_t ip = f->ip; n < MAX_STACK; n++) {
    round[n] = ip;
    ip = frame_caller(vm->regs, &base);
    if (ip < 0) return;
    if (ip == f->ip) break;
  }
  f->calls = n + 1;
  f->circle[0] = f->ip;
  for (int i = 1; i <= n && i < MOST_CIRCLE; i++) f->circle[i] = round[n + 1 - i];
}

VmFault vm_fault(const Vm *vm)
{
  VmFault f = {.error = vm->error, .ip = vm->error_ip};
  if (f.error == R_STACK) find_circle(vm, &f);
  return f;
}

void tell_answer(Vm *vm, int i, Option o)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const PAlt *x = &vm->p->alts[o.alt];
  Event e = {.kind = EV_DECIDE,
             .ip = vm->ask.begin_ip,
             .seat = o.seat,
             .field = -1,
             .thing = NONE,
             .per = NONE,
             .old = i,
             .now = vm->ask.decision,
             .text = x->text,
             .type = x->type};
  vm_tell(vm, &e);
}
