/* A state with seats exchanged: what belongs to a seat goes to another, and what names a
 * seat names that one. */
#include "interp/vm/alike/holds.h"
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

enum { DECK = HOLDS_EITHER + 1 }; /* a cell that may say from which pile a thing came */
enum { MOST_WAYS = 720 };         /* six seats in any order; more are only turned */

/* One way to sit. */
typedef struct Way {
  int32_t seat[MAX_PLAYERS]; /* where each seat goes */
  int32_t *cell, *pile;      /* where each cell and pile goes */
} Way;

struct Exchange {
  const Vm *vm;
  const Holds *holds;
  Alike *alike; /* NULL: nothing else is like anything */
  int seats, ways;
  Way *way;
  uint8_t *cell; /* what each cell holds: Hold */
  State *room;   /* for one state */
};

/* ---- what cells hold ------------------------------------------------------------- */

static void look_at_field(Exchange *e, const PField *f)
{
  INVARIANT(f >= e->vm->p->fields && f < e->vm->p->fields + e->vm->p->n_fields);
  const Program *p = e->vm->p;
  const PType *t = &p->types[f->type];
  if (f->flags & FIELD_PILE) return;
  for (int32_t i = 0; i < f->count * f->per_count; i++)
    for (int32_t k = 0; k < f->size; k++) {
      /* The words of a set are two cells each, the lower half first. */
      int word = t->tag == T_SET ? k / 2 : k;
      bool upper = t->tag == T_SET && k % 2;
      e->cell[f->cell + i * f->size + k] =
          (uint8_t)(upper ? HOLDS_NUMBER : hold_of_type(p, f->type, word));
    }
}

static void look_at_cells(Exchange *e)
{
  const Program *p = e->vm->p;
  for (int i = 0; i < p->n_fields; i++) look_at_field(e, &p->fields[i]);
  for (int i = 0; i < p->n_kinds; i++)
    for (int32_t k = 0; p->kinds[i].cells >= 0 && k < p->kinds[i].count; k++) {
      uint8_t *t = e->cell + p->kinds[i].cells + k * TC_COUNT;
      t[TC_PILE] = HOLDS_PILE;
      t[TC_LOOSE] = DECK;
      t[TC_KNOWN] = HOLDS_SEATS;
    }
}

/* ---- ways to sit ----------------------------------------------------------------- */

/* Which of a field's cells or piles takes the place of number i. */
static int32_t moved(const Program *p, const Way *w, const PField *f, int32_t i)
{
  INVARIANT(f->per_count > 0 && i >= 0);
  int32_t whose = i / f->per_count, at = i % f->per_count;
  if (f->kind == 0) whose = w->seat[whose]; /* the first kind is the player */
  if (f->per_type >= 0 && p->types[f->per_type].kind == 0) at = w->seat[at];
  return whose * f->per_count + at;
}

static void plan_way(const Exchange *e, Way *w)
{
  INVARIANT(w->cell == NULL && w->pile == NULL);
  const Program *p = e->vm->p;
  w->cell = vm_zeroed((size_t)p->header->cells, sizeof *w->cell);
  w->pile = vm_zeroed((size_t)p->header->piles, sizeof *w->pile);
  for (int32_t i = 0; i < p->header->cells; i++) w->cell[i] = i;
  for (int32_t i = 0; i < p->header->piles; i++) w->pile[i] = i;
  for (int n = 0; n < p->n_fields; n++) {
    const PField *f = &p->fields[n];
    for (int32_t i = 0; i < f->count * f->per_count; i++) {
      int32_t to = moved(p, w, f, i);
      if (f->flags & FIELD_PILE) w->pile[f->pile + i] = f->pile + to;
      for (int32_t k = 0; !(f->flags & FIELD_PILE) && k < f->size; k++)
        w->cell[f->cell + i * f->size + k] = f->cell + to * f->size + k;
    }
  }
  for (int32_t i = 0; i < p->header->piles; i++)
    for (int32_t k = 0; k < PC_CELLS; k++)
      w->cell[p->header->pile_cells + i * PC_CELLS + k] =
          p->header->pile_cells + w->pile[i] * PC_CELLS + k;
}

/* The next order of the seats, as in a dictionary; false after the last. */
static bool next_order(int32_t *seat, int n)
{
  INVARIANT(n >= 0 && n <= MAX_PLAYERS);
  int i = n - 2, k = n - 1;
  while (i >= 0 && seat[i] > seat[i + 1]) i--;
  if (i < 0) return false;
  while (seat[k] < seat[i]) k--;
  int32_t x = seat[i];
  seat[i] = seat[k], seat[k] = x;
  for (int a = i + 1, b = n - 1; a < b; a++, b--) {
    x = seat[a];
    seat[a] = seat[b], seat[b] = x;
  }
  return true;
}

static int count_ways(int seats, bool any)
{
  INVARIANT(seats >= 0 && seats <= MAX_PLAYERS);
  int ways = 1;
  for (int i = 2; any && i <= seats && ways <= MOST_WAYS; i++) ways *= i;
  return any && ways <= MOST_WAYS ? ways : seats;
}

static void plan_ways(Exchange *e)
{
  int32_t order[MAX_PLAYERS];
  bool turned = e->ways == e->seats; /* two seats: in any order is the same */
  for (int i = 0; i < MAX_PLAYERS; i++) order[i] = i;
  for (int n = 0; n < e->ways; n++) {
    Way *w = &e->way[n];
    for (int i = 0; i < MAX_PLAYERS; i++)
      w->seat[i] = i >= e->seats ? i : turned ? (i + n) % e->seats : order[i];
    next_order(order, e->seats);
    plan_way(e, w);
  }
}

Exchange *exchange_new(const Vm *vm, const Holds *holds, int seats, bool apart)
{
  INVARIANT(seats >= 0 && seats <= MAX_PLAYERS);
  const PKind *player = &vm->p->kinds[0];
  bool any = player->flags & KIND_ALIKE;
  bool alike = player->flags & (KIND_ALIKE | KIND_CIRCLE) && seats > 1;
  if (player->cells >= 0) alike = false; /* they lie in piles, whose order is by seat */
  Alike *others = apart ? NULL : alike_new(vm, holds);
  if (!alike && !others) return NULL;
  Exchange *e = vm_zeroed(1, sizeof *e);
  *e = (Exchange){.vm = vm,
                  .holds = holds,
                  .alike = others,
                  .seats = seats,
                  .ways = alike ? count_ways(seats, any) : 1};
  e->way = vm_zeroed((size_t)e->ways, sizeof *e->way);
  e->cell = vm_zeroed((size_t)vm->p->header->cells, 1);
  e->room = vm_zeroed(vm_state_size(vm), 1);
  look_at_cells(e);
  plan_ways(e);
  return e;
}

void exchange_free(Exchange *e)
{
  if (!e) return;
  for (int i = 0; i < e->ways; i++) {
    free(e->way[i].cell);
    free(e->way[i].pile);
  }
  alike_free(e->alike);
  free(e->way);
  free(e->cell);
  free(e->room);
  free(e);
}

int exchange_ways(const Exchange *e) { return e->ways; }

/* ---- states ---------------------------------------------------------------------- */

static int64_t exchanged(const Exchange *e, const Way *w, Hold what, int64_t v)
{
  int64_t mask = 0;
  switch (what) {
  case HOLDS_THING: return v >= 0 && v < e->seats ? w->seat[v] : v;
  case HOLDS_PILE: return v >= 0 && v < e->vm->p->header->piles ? w->pile[v] : v;
  case HOLDS_SEATS:
    for (int i = 0; i < e->seats; i++) {
      if (v >> i & 1) mask |= (int64_t)1 << w->seat[i];
      if (v >> KNOWN_LATER >> i & 1) mask |= (int64_t)1 << KNOWN_LATER << w->seat[i];
    }
    return mask;
  default: return v;
  }
}

static void exchange_cells(const Exchange *e, const Way *w, const int32_t *from,
                           int32_t *to)
{
  for (int32_t i = 0; i < e->vm->p->header->cells; i++) {
    Hold what = (Hold)e->cell[i];
    /* In the cells of a thing a pile is its number + 1, so that 0 is none. */
    bool deck = (int)what == DECK && from[i] >= UNREAD;
    int64_t shift = deck ? UNREAD : what == HOLDS_PILE;
    if (deck) what = HOLDS_PILE;
    to[w->cell[i]] = (int32_t)(exchanged(e, w, what, from[i] - shift) + shift);
  }
}

/* The registers of a frame that stopped at `ip`; false if one of them may hold a seat or
 * something else, or if those who sit further on still have their turn in a loop. */
static bool exchange_frame(const Exchange *e, const Way *w, int32_t ip, int from, int to,
                           int64_t *regs)
{
  HOT_INVARIANT(ip >= 0 && ip < e->vm->p->n_code && from >= 0);
  const uint8_t *holds = holds_at(e->holds, ip);
  if (holds_by_seat(e->holds, ip)) return false;
  for (int i = from; i < to; i++) {
    Hold what = (Hold)holds[i - from];
    if (what == HOLDS_EITHER && e->vm->regs[i] != NONE) return false;
    regs[i] = exchanged(e, w, what, e->vm->regs[i]);
  }
  return true;
}

static bool exchange_frames(const Exchange *e, const Way *w, int64_t *regs)
{
  const State *s = e->vm->s;
  int base = s->base, top = s->live;
  int32_t ip = s->ip;
  while (ip >= 0 && base > 0) {
    if (!exchange_frame(e, w, ip, base, top, regs)) return false;
    top = base - 1; /* the return address stays what it is */
    regs[top] = e->vm->regs[top];
    ip = frame_caller(e->vm->regs, &base);
  }
  return true;
}

bool exchange_save(Exchange *e, int way, void *to)
{
  INVARIANT(way >= 0 && way < e->ways);
  const Vm *vm = e->vm;
  const Way *w = &e->way[way];
  State *s = to;
  memcpy(s, vm->s, vm->fixed);
  s->owner = (int32_t)exchanged(e, w, HOLDS_THING, s->owner);
  s->winners = (uint32_t)exchanged(e, w, HOLDS_SEATS, s->winners);
  exchange_cells(e, w, vm->cells, (int32_t *)(s + 1));
  if (vm->shadow)
    exchange_cells(e, w, vm->shadow, (int32_t *)(s + 1) + (vm->shadow - vm->cells));
  if (s->over) { /* where it stopped is no part of an ending */
    memcpy((char *)to + vm->fixed, vm->regs, (size_t)s->live * sizeof *vm->regs);
    return true;
  }
  return exchange_frames(e, w, (int64_t *)(void *)((char *)to + vm->fixed));
}

bool exchange_mix(Exchange *e, uint64_t seed, bool unread, void *state)
{
  return e->alike && alike_mix(e->alike, state, seed, unread);
}

static uint64_t own_hash(Exchange *e, bool *alone)
{
  if (!e->alike) return vm_hash(e->vm);
  memcpy(e->room, e->vm->s, e->vm->fixed + (size_t)e->vm->s->live * sizeof *e->vm->regs);
  alike_make(e->alike, e->room, alone);
  return state_hash(e->vm, e->room);
}

uint64_t exchange_hash(Exchange *e, bool *alone)
{
  *alone = false;
  uint64_t own = own_hash(e, alone), least = own;
  for (int i = 1; i < e->ways; i++) {
    if (!exchange_save(e, i, e->room)) {
      *alone = true;
      return own;
    }
    if (e->alike) alike_make(e->alike, e->room, alone);
    uint64_t h = state_hash(e->vm, e->room);
    if (h < least) least = h;
  }
  return least;
}
