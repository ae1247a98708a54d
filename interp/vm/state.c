/* The one door for change: every write to a cell goes through state_write() (vm_int.h),
 * which can journal it for probing; every change that a listener may want to know is told
 * here. */
#include "interp/vm/piles.h"
#include "interp/base/invariant.h"

#include <string.h>

void state_journal(Vm *vm, int32_t cell, int32_t value)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  if (vm->njournal < MAX_JOURNAL)
    vm->journal[vm->njournal++] = (Undo){cell, vm->cells[cell]};
  else vm->journal_full = true; /* the probe ends; see probe.c */
  if (!vm->journal_full) vm->cells[cell] = value;
}

static bool listening(const Vm *vm) { return vm->fn && !vm->probing; }

/* ---- fields --------------------------------------------------------------------- */

static void tell_change(Vm *vm, int field, const int64_t *base, int64_t old, int64_t now,
                        int ip, int32_t me)
{
  const PField *f = &vm->p->fields[field];
  if (f->flags & FIELD_HIDDEN) return;
  Event e = {.kind = EV_CHANGE,
             .ip = ip,
             .seat = me,
             .field = field,
             .thing = f->kind >= 0 ? (int32_t)base[0] : NONE,
             .per = f->per_type >= 0 ? (int32_t)base[1] : NONE,
             .old = old,
             .now = now,
             .text = -1,
             .type = f->type};
  vm_tell(vm, &e);
}

void state_set(Vm *vm, int field, const int64_t *base, int64_t value, int ip, int32_t me)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  int32_t cell = field_cell(&vm->p->fields[field], base);
  if (cell < 0) return;
  int32_t old = vm->cells[cell];
  if (old == (int32_t)value) return;
  state_write(vm, cell, (int32_t)value);
  if (listening(vm)) tell_change(vm, field, base, old, (int32_t)value, ip, me);
}

void state_get_wide(const Vm *vm, const int32_t *cells, int field, int32_t cell,
                    int64_t *words)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  const PType *t = &vm->p->types[f->type];
  if (t->tag == T_LIST) {
    for (int i = 0; i < t->words; i++) words[i] = cells[cell + i];
    return;
  }
  for (int i = 0; i < t->words; i++)
    words[i] = (int64_t)((uint64_t)(uint32_t)cells[cell + 2 * i] |
                         (uint64_t)(uint32_t)cells[cell + 2 * i + 1] << 32);
}

void state_set_wide(Vm *vm, int field, const int64_t *base, const int64_t *words, int ip,
                    int32_t me)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  const PType *t = &vm->p->types[f->type];
  int32_t cell = field_cell(f, base);
  if (cell < 0) return;
  bool changed = false;
  for (int i = 0; i < f->size; i++) {
    int32_t v = t->tag == T_LIST
                    ? (int32_t)words[i]
                    : (int32_t)(uint32_t)((uint64_t)words[i / 2] >> (i % 2 * 32));
    if (vm->cells[cell + i] == v) continue;
    state_write(vm, cell + i, v);
    changed = true;
  }
  if (changed && listening(vm)) tell_change(vm, field, base, 0, words[0], ip, me);
}

/* ---- piles ---------------------------------------------------------------------- */

int vm_pile_field(const Vm *vm, int pile, int32_t *thing, int32_t *per)
{
  *thing = *per = NONE;
  if (pile < 0 || pile >= vm->p->header->piles) return -1;
  const Place *at = &vm->places[pile];
  *thing = at->thing;
  *per = at->per;
  return at->field;
}

/* The seats that see what lies in a pile of which the state decides. */
uint32_t pile_sight(Vm *vm, int32_t pile)
{
  const Place *at = &vm->places[pile];
  uint32_t mask = 0;
  for (int s = 0; s < vm->s->seats; s++)
    if (vm_sees_field(vm, s, at->field, at->thing)) mask |= 1u << s;
  return mask;
}

/* ---- what was done secretly ------------------------------------------------------ */

static void lose(Vm *vm, int32_t thing, uint32_t seats)
{
  int32_t *t = thing_cells(vm, thing);
  put(vm, &t[TC_KNOWN], (int32_t)((uint32_t)t[TC_KNOWN] & ~seats));
}

/* The seat whose pile it is: what it does there secretly it knows. */
static uint32_t pile_owner(const Vm *vm, int32_t pile)
{
  const Place *at = &vm->places[pile];
  return at->field >= 0 && vm->p->fields[at->field].kind == 0 ? 1u << at->thing : 0;
}

/* The seats that neither have this pile nor see what lies there. */
static uint32_t pile_strangers(Vm *vm, int32_t pile)
{
  uint32_t all = (1u << vm->s->seats) - 1;
  return pile < 0 ? 0 : all & ~pile_seen(vm, pile) & ~pile_owner(vm, pile);
}

/* Of what lay in a pile before and still does: does it lie in another order? */
static bool is_reordered(const Vm *vm, int32_t pile, const int32_t *was, int n)
{
  int at = 0;
  for (int32_t x = pile_cells(vm, pile)[PC_BOTTOM]; x;
       x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    const int32_t *then = vm->shadow + (thing_cells(vm, x - 1) - vm->cells);
    if (then[TC_PILE] != pile + 1) continue;
    while (at < n && was[at] != x - 1) at++;
    if (at++ == n) return true;
  }
  return false;
}

/* Who sees neither what left a pile nor where it went, or in which order a pile lies now,
 * has lost sight of all that it may have been. */
static void lose_sight(Vm *vm, int32_t pile)
{
  int32_t *was = vm->deal;
  int n = pile_list(vm, vm->shadow, pile, was, vm->p->n_things), left = 0;
  bool reordered = is_reordered(vm, pile, was, n);
  for (int i = 0; i < n; i++) left += thing_cells(vm, was[i])[TC_PILE] != pile + 1;
  if (!left && !reordered) return;
  uint32_t strangers = pile_strangers(vm, pile), owner = pile_owner(vm, pile),
           lost = reordered ? strangers : 0;
  for (int i = 0; i < n && left; i++) {
    const int32_t *t = thing_cells(vm, was[i]);
    if (t[TC_PILE] == pile + 1) continue;
    uint32_t shown = (uint32_t)t[TC_KNOWN] >> KNOWN_LATER;
    uint32_t unseen = pile_strangers(vm, t[TC_PILE] - 1) & ~owner & ~shown;
    lost |= unseen & strangers;
    lose(vm, was[i], unseen);
  }
  for (int i = 0; i < n && lost; i++)
    if (thing_cells(vm, was[i])[TC_PILE] == pile + 1) lose(vm, was[i], lost);
}

void things_open(Vm *vm)
{
  bool loses = vm->p->header->version >= PROGRAM_LOSES;
  for (int32_t i = 0; loses && i < vm->p->header->piles; i++) lose_sight(vm, i);
  for (int k = 0; k < vm->p->n_kinds; k++)
    for (int32_t n = 0; vm->p->kinds[k].cells >= 0 && n < vm->p->kinds[k].count; n++) {
      int32_t *t = vm->cells + vm->p->kinds[k].cells + n * TC_COUNT;
      uint32_t known = (uint32_t)t[TC_KNOWN];
      put(vm, &t[TC_KNOWN], (int32_t)((known | known >> KNOWN_LATER) & KNOWN_NOW));
    }
}

void gather(Vm *vm, bool begin)
{
  State *s = vm->s;
  s->depth = s->start = s->floor = 0;
  s->gather = begin && vm->shadow;
  if (!s->gather && vm->discreet) things_open(vm);
  if (s->gather)
    memcpy(vm->shadow, vm->cells, sizeof *vm->cells * (size_t)vm->p->header->cells);
}

void thing_reveal(Vm *vm, int32_t thing, uint32_t seats, int ip, int32_t me)
{
  int32_t *t = thing_cells(vm, thing);
  if (!t) return;
  int32_t known = t[TC_KNOWN] | known_to(vm, seats, me);
  if (known == t[TC_KNOWN]) return;
  put(vm, &t[TC_KNOWN], known);
  if (!listening(vm) || ip < 0) return;
  Event e = {.kind = EV_REVEAL,
             .ip = ip,
             .seat = me,
             .thing = thing,
             .per = NONE,
             .field = -1,
             .now = seats,
             .text = -1};
  vm_tell(vm, &e);
}

void field_shown(Vm *vm, int field, int32_t thing, uint32_t seats, int ip, int32_t me)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const PField *f = &vm->p->fields[field];
  int k = f->kind < 0 ? 0 : thing - f->first;
  if (!seats || k < 0 || k >= f->count) return;
  for (int j = 0; j < f->per_count; j++) {
    if (f->flags & FIELD_PILE) {
      int at = vm->p->header->pile_cells + (f->pile + k * f->per_count + j) * PC_CELLS;
      for (int32_t x = vm->cells[at + PC_BOTTOM]; x; x = thing_cells(vm, x - 1)[TC_ABOVE])
        thing_reveal(vm, x - 1, seats, ip, me);
      continue;
    }
    int64_t base[2] = {thing, f->per_first + j};
    int32_t cell = field_cell(f, base);
    if (cell < 0 || !listening(vm)) continue;
    Event e = {.kind = EV_SIGHT,
               .ip = ip,
               .seat = me,
               .field = field,
               .thing = f->kind < 0 ? NONE : thing,
               .per = f->per_type < 0 ? NONE : (int32_t)base[1],
               .old = vm->cells[cell],
               .now = seats,
               .text = -1,
               .type = -1};
    vm_tell(vm, &e);
  }
}

void pile_move(Vm *vm, int32_t thing, int32_t pile, bool under, int ip, int32_t me)
{
  int32_t *t = thing_cells(vm, thing);
  if (!t) return;
  if (pile >= 0 && (pile >= vm->p->header->piles ||
                    vm->places[pile].kind != vm->p->things[thing].kind))
    return;
  int32_t from = t[TC_PILE] - 1;
  if (vm->probing) relink(vm, pile_cells(vm, 0), thing, t, pile, under, true);
  else relink(vm, pile_cells(vm, 0), thing, t, pile, under, false);
  if (pile >= 0) thing_reveal(vm, thing, pile_seen(vm, pile), -1, me);
  if (vm->moved && !vm->probing) vm->moved(vm->mover, thing, from, pile, me);
  if (!listening(vm)) return;
  Event e = {.kind = EV_MOVE,
             .ip = ip,
             .seat = me,
             .thing = thing,
             .per = NONE,
             .field = -1,
             .old = from,
             .now = pile,
             .text = -1};
  vm_tell(vm, &e);
}

/* Loose things are interchangeable: those of a pile change places until their ids rise.
 */
void pile_sort(Vm *vm, int32_t pile)
{
  int32_t *list = vm->deal, *p = pile_cells(vm, pile);
  vm->shifts++;
  int n = 0, loose = 0;
  for (int32_t t = p[PC_BOTTOM]; t; t = thing_cells(vm, t - 1)[TC_ABOVE])
    list[n++] = t - 1;
  for (int i = 0; i < n; i++) loose += thing_cells(vm, list[i])[TC_LOOSE] == LOOSE;
  if (loose < 2) return;
  const PKind *k = &vm->p->kinds[vm->p->things[list[0]].kind];
  int32_t id = k->first; /* the loose ids of this pile, in order */
  for (int i = 0; i < n; i++) {
    if (thing_cells(vm, list[i])[TC_LOOSE] != LOOSE) continue;
    while (thing_cells(vm, id)[TC_PILE] != pile + 1 ||
           thing_cells(vm, id)[TC_LOOSE] != LOOSE)
      id++;
    list[i] = id++;
  }
  for (int i = 0; i < n; i++) {
    int32_t *t = thing_cells(vm, list[i]);
    put(vm, &t[TC_BELOW], i ? list[i - 1] + 1 : 0);
    put(vm, &t[TC_ABOVE], i + 1 < n ? list[i + 1] + 1 : 0);
  }
  put(vm, &p[PC_BOTTOM], list[0] + 1);
  put(vm, &p[PC_TOP], list[n - 1] + 1);
}

/* The seats that know of every thing in a pile what it is, if all are alike: whatever
 * their order is, these seats still know.  What has fields of its own is alike in nothing
 * but its face. */
static uint32_t known_alike(Vm *vm, int32_t pile, int kind)
{
  uint32_t known = vm->mindful ? KNOWN_NOW : 0;
  int32_t bottom = pile_cells(vm, pile)[PC_BOTTOM];
  for (int32_t x = bottom; x && known; x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    if (vm->p->things[x - 1].face != vm->p->things[bottom - 1].face) return 0;
    known &= (uint32_t)thing_cells(vm, x - 1)[TC_KNOWN];
  }
  bool one = bottom && !thing_cells(vm, bottom - 1)[TC_ABOVE];
  for (int i = 0; i < vm->p->n_fields && known && !one; i++)
    if (vm->p->fields[i].kind == kind && !(vm->p->fields[i].flags & FIELD_HIDDEN))
      return 0;
  return known;
}

void pile_shuffle(Vm *vm, int32_t pile, int ip, int32_t me)
{
  if (pile < 0 || pile >= vm->p->header->piles) return;
  int32_t owner, per;
  int field = vm_pile_field(vm, pile, &owner, &per);
  if (field < 0) return;
  const PKind *k = &vm->p->kinds[vm->p->types[vm->p->fields[field].type].kind];
  uint32_t seen = pile_seen(vm, pile),
           alike = known_alike(vm, pile, (int)(k - vm->p->kinds));
  int32_t *p = pile_cells(vm, pile), *below = NULL, last = 0,
          knows = known_to(vm, seen, me);
  vm->shifts++;
  Loose *loose = loose_begin(vm, pile, k);
  for (int32_t n = 0; n < k->count; n++) {
    int32_t *t = vm->cells + k->cells + n * TC_COUNT, id = k->first + n;
    if (t[TC_PILE] != pile + 1) continue;
    put(vm, &t[TC_BELOW], below ? last + 1 : 0);
    put(vm, below ? &below[TC_ABOVE] : &p[PC_BOTTOM], id + 1);
    put(vm, &t[TC_LOOSE], LOOSE);
    put(vm, &t[TC_KNOWN], knows | (int32_t)alike);
    set_put(loose->bits, n);
    loose->count++;
    last = id;
    below = t;
  }
  if (below) put(vm, &below[TC_ABOVE], 0);
  put(vm, &p[PC_TOP], below ? last + 1 : 0);
  if (!listening(vm)) return;
  Event e = {.kind = EV_SHUFFLE,
             .ip = ip,
             .seat = me,
             .thing = NONE,
             .per = NONE,
             .field = -1,
             .now = pile,
             .text = -1};
  vm_tell(vm, &e);
}

void vm_put(Vm *vm, int32_t thing, int pile)
{
  int32_t *t = thing_cells(vm, thing);
  if (!t || pile < -1 || pile >= vm->p->header->piles) return;
  int32_t top = pile < 0 ? 0 : pile_cells(vm, pile)[PC_TOP];
  if (top == thing + 1) top = t[TC_BELOW];
  past_lose(vm);
  pile_move(vm, thing, pile, false, 0, NONE);
  if (!top || thing_cells(vm, top - 1)[TC_LOOSE] != LOOSE || t[TC_PILE] != pile + 1)
    return;
  put(vm, &t[TC_LOOSE], 1);
  pile_sort(vm, pile);
}

/* What lies in a pile, from the bottom, in these cells (the state's or the shadow's). */
int pile_list(const Vm *vm, const int32_t *cells, int pile, int32_t *things, int most)
{
  if (pile < 0 || pile >= vm->p->header->piles) return 0;
  int n = 0;
  for (int32_t t = cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM];
       t && n < most;) {
    things[n++] = t - 1;
    t = cells[thing_cells(vm, t - 1) - vm->cells + TC_ABOVE];
  }
  return n;
}

int vm_pile(const Vm *vm, int pile, int32_t *things, int most)
{
  return pile_list(vm, vm->cells, pile, things, most);
}

int32_t vm_pile_of(const Vm *vm, int32_t thing)
{
  int32_t *t = thing_cells(vm, thing);
  return t ? t[TC_PILE] - 1 : -1;
}

int vm_pile_number(const Vm *vm, int field, int32_t thing, int32_t per)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  int64_t i = f->kind >= 0 ? (int64_t)thing - f->first : 0,
          k = f->per_type >= 0 ? (int64_t)per - f->per_first : 0;
  if (i < 0 || i >= f->count || k < 0 || k >= f->per_count) return -1;
  return f->pile + (int)(i * f->per_count + k);
}
