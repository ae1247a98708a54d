/* Things that were drawn and that nothing has looked at yet.
 *
 * What lies in a shuffled pile, and what was drawn from there and not looked at since,
 * can change places: nothing that happened hangs on which of them lies where.  So who
 * goes through all outcomes need not tell the draws apart.  It draws one of them, which
 * stays unread, and lets the machine say when an instruction looks at an unread thing;
 * only then is it settled which one lies there, and each one that it may be is as good as
 * the other.
 *
 * What looks is a matter of instructions, not of rules: whatever gives a thing that lies
 * somewhere, or says where one lies.  How many lie in a pile says nothing, and the top of
 * a pile may be put elsewhere unread. */
#include "interp/vm/piles.h"
#include "interp/base/invariant.h"

#include <string.h>

/* The shuffled pile that a thing lies in, or was drawn from and is unread since; -1. */
static int32_t deck_of(const Vm *vm, int32_t thing)
{
  const int32_t *t = thing_cells(vm, thing);
  if (!t || !t[TC_LOOSE]) return -1;
  return t[TC_LOOSE] == LOOSE ? t[TC_PILE] - 1 : t[TC_LOOSE] - UNREAD;
}

static const PKind *kind_in(const Vm *vm, int32_t deck)
{
  HOT_INVARIANT(deck >= 0 && deck < vm->p->header->piles);
  return &vm->p->kinds[vm->places[deck].kind];
}

/* The first unread thing from this pile, or NONE. */
static int32_t first_unread(const Vm *vm, int32_t deck)
{
  const PKind *k = kind_in(vm, deck);
  for (int32_t x = k->first; x < k->first + k->count; x++)
    if (thing_cells(vm, x)[TC_LOOSE] == UNREAD + deck) return x;
  return NONE;
}

/* ---- what looks -------------------------------------------------------------------- */

static void look_at(Vm *vm, int64_t thing)
{
  if (vm->looked != NONE || thing < 0 || thing >= vm->p->n_things) return;
  int32_t deck = deck_of(vm, (int32_t)thing);
  if (deck < 0) return;
  bool unread = thing_cells(vm, (int32_t)thing)[TC_LOOSE] != LOOSE;
  /* What is still in the deck says what is not: the others. */
  vm->looked = unread ? (int32_t)thing : first_unread(vm, deck);
}

static void look_into(Vm *vm, int64_t pile)
{
  if (pile < 0 || pile >= vm->p->header->piles) return;
  for (int32_t x = pile_cells(vm, (int32_t)pile)[PC_BOTTOM]; x;
       x = thing_cells(vm, x - 1)[TC_ABOVE])
    look_at(vm, x - 1);
}

static void look_at_end(Vm *vm, int64_t pile, int end)
{
  if (pile < 0 || pile >= vm->p->header->piles) return;
  look_at(vm, (int64_t)pile_cells(vm, (int32_t)pile)[end] - 1);
}

static void look_at_set(Vm *vm, const int64_t *set, const PType *t)
{
  if (t->kind < 0 || vm->p->kinds[t->kind].cells < 0) return;
  for (int64_t b = set_next(set, t->words, 0); b >= 0; b = set_next(set, t->words, b + 1))
    look_at(vm, b + t->lo);
}

/* The answers of an alternative are listed in an order that tells where they lie. */
static void look_at_offer(Vm *vm, int32_t alt, const int64_t *set)
{
  const PAlt *x = &vm->p->alts[alt];
  if (x->type >= 0) look_at_set(vm, set, &vm->p->types[x->type]);
}

static void look_at_all(Vm *vm)
{
  for (int32_t x = 0; x < vm->p->n_things && vm->looked == NONE; x++) {
    const int32_t *t = thing_cells(vm, x);
    if (t && t[TC_LOOSE] >= UNREAD) vm->looked = x;
  }
}

/* Do all that lie in a deck unordered look alike to everybody, so that they can change
 * places with what is drawn? */
static bool is_even(const Vm *vm, int32_t deck)
{
  const PKind *k = kind_in(vm, deck);
  const int32_t *first = NULL;
  for (int32_t x = k->first; x < k->first + k->count; x++) {
    const int32_t *t = thing_cells(vm, x);
    if (t[TC_LOOSE] != LOOSE || t[TC_PILE] != deck + 1) continue;
    if (!first) first = t;
    if (t[TC_KNOWN] != first[TC_KNOWN]) return false;
  }
  return !vm->s->gather;
}

/* Is it chance what comes from this deck, whichever of all that may lie there do?  They
 * are not copies of one thing if more lie there than anything has copies. */
static bool is_chance(const Vm *vm, int32_t deck)
{
  const PKind *k = kind_in(vm, deck);
  int32_t face = NONE, copies = 0, most = 0, lie = 0;
  for (int32_t x = k->first; x < k->first + k->count; x++) {
    if (deck_of(vm, x) != deck) continue;
    lie += thing_cells(vm, x)[TC_LOOSE] == LOOSE;
    copies = vm->p->things[x].face == face ? copies + 1 : 1;
    face = vm->p->things[x].face;
    if (copies > most) most = copies;
  }
  return lie > most;
}

static void look_draw(Vm *vm, int64_t from, bool lowest)
{
  if (from < 0 || from >= vm->p->header->piles) return;
  int32_t top = pile_cells(vm, (int32_t)from)[lowest ? PC_BOTTOM : PC_TOP];
  if (!top || thing_cells(vm, top - 1)[TC_LOOSE] != LOOSE) return;
  int32_t unread = first_unread(vm, (int32_t)from);
  if (unread == NONE || vm->looked != NONE) return;
  if (vm->claiming || !is_even(vm, (int32_t)from) || !is_chance(vm, (int32_t)from))
    vm->looked = unread;
}

static void look_shuffle(Vm *vm, int64_t pile)
{
  if (pile < 0 || pile >= vm->p->header->piles) return;
  look_into(vm, pile);
  if (vm->looked == NONE) vm->looked = first_unread(vm, (int32_t)pile);
}

void unread_watch(Vm *vm, const PInstr *i, int op, const int64_t *R)
{
  const Program *p = vm->p;
  switch (op) {
  case OP_PTOP: look_at_end(vm, R[i->b], PC_TOP); break;
  case OP_PBOTTOM: look_at_end(vm, R[i->b], PC_BOTTOM); break;
  case OP_SPILE:
  case OP_PAT:
  case OP_PPOS:
  case OP_PLIST: look_into(vm, R[i->b]); break;
  case OP_MOVE: look_at(vm, R[i->a]); break;
  case OP_DRAW:
  case OP_LAY:
  case OP_TUCK: look_draw(vm, R[i->a], op == OP_LAY); break;
  case OP_SHUFFLE: look_shuffle(vm, R[i->a]); break;
  case OP_WHERE:
  case OP_OWNER: look_at(vm, R[i->b]); break;
  case OP_SEES:
  case OP_SEEST: look_at(vm, R[i->c]); break;
  case OP_REVEAL: look_at_set(vm, R + i->a, &p->types[i->d]); break;
  case OP_OFFERED: look_at_set(vm, R + i->b, &p->types[i->d]); break;
  case OP_OPT: look_at_offer(vm, i->d, R + i->b); break;
  case OP_OPTS: look_at_offer(vm, i->d + program_parts(p, i->d) - 1, R + i->b); break;
  case OP_SIGHT:
  case OP_GATHER: look_at_all(vm); break;
  default: break;
  }
}

/* ---- from outside ------------------------------------------------------------------ */

void vm_leave_unread(Vm *vm, bool on) { vm->leaves_unread = on; }

void vm_await_look(Vm *vm)
{
  vm->looked = NONE;
  vm->awaits_look = true;
}

int32_t vm_looked(const Vm *vm) { return vm->looked; }

void vm_ignore_looks(Vm *vm)
{
  vm->looked = NONE;
  vm->awaits_look = false;
}

bool vm_unread(const Vm *vm, int32_t thing)
{
  const int32_t *t = thing_cells(vm, thing);
  return t && t[TC_LOOSE] >= UNREAD;
}

bool vm_any_unread(const Vm *vm)
{
  for (int32_t x = 0; x < vm->p->n_things; x++)
    if (vm_unread(vm, x)) return true;
  return false;
}

bool vm_draws(const Vm *vm) { return vm->ask.pause == PAUSE_CHANCE && vm->ask.from >= 0; }

bool vm_draws_unread(const Vm *vm)
{
  return vm_draws(vm) && vm->leaves_unread && is_even(vm, vm->ask.from);
}

int vm_may_be(const Vm *vm, int32_t thing, int32_t *others)
{
  int32_t deck = deck_of(vm, thing), face = NONE;
  INVARIANT(deck >= 0);
  const PKind *k = kind_in(vm, deck);
  int n = 0;
  for (int32_t x = k->first; x < k->first + k->count; x++) {
    if (deck_of(vm, x) != deck || vm->p->things[x].face == face) continue;
    face = vm->p->things[x].face; /* copies have numbers that follow each other */
    others[n++] = x;
  }
  return n;
}

static int32_t changed(int32_t link, int32_t x, int32_t y)
{
  return link == x + 1 ? y + 1 : link == y + 1 ? x + 1 : link;
}

void vm_change_places(Vm *vm, int32_t x, int32_t y)
{
  INVARIANT(deck_of(vm, x) >= 0 && deck_of(vm, x) == deck_of(vm, y) && !vm->s->gather);
  int32_t deck = deck_of(vm, x), keep[TC_COUNT];
  if (x == y) return;
  const PKind *k = kind_in(vm, deck);
  for (int32_t z = k->first; z < k->first + k->count; z++) {
    int32_t *t = thing_cells(vm, z);
    t[TC_ABOVE] = changed(t[TC_ABOVE], x, y);
    t[TC_BELOW] = changed(t[TC_BELOW], x, y);
  }
  for (int32_t i = 0; i < vm->p->header->piles; i++) {
    int32_t *c = pile_cells(vm, i);
    c[PC_TOP] = changed(c[PC_TOP], x, y);
    c[PC_BOTTOM] = changed(c[PC_BOTTOM], x, y);
  }
  memcpy(keep, thing_cells(vm, x), sizeof keep);
  memcpy(thing_cells(vm, x), thing_cells(vm, y), sizeof keep);
  memcpy(thing_cells(vm, y), keep, sizeof keep);
  pile_sort(vm, deck);
}

void vm_settle(Vm *vm, int32_t thing, int32_t other)
{
  INVARIANT(vm_unread(vm, thing));
  vm_change_places(vm, thing, other);
  thing_cells(vm, other)[TC_LOOSE] = 0;
}

void vm_settle_all(Vm *vm)
{
  INVARIANT(!vm->probing);
  for (int32_t x = 0; x < vm->p->n_things; x++)
    if (vm_unread(vm, x)) thing_cells(vm, x)[TC_LOOSE] = 0;
}
