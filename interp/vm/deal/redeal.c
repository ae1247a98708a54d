/* Dealing anew what a seat does not see, from nothing but a state: where it is not known
 * how the game came there (deal.c knows better where it is).  It agrees with what the
 * seat sees now; registers stay as they are. */
#include "interp/vm/deal.h"
#include "interp/base/invariant.h"

#include <string.h>

/* The hidden things of a kind in the order of the places where they lie. */
static int list_places(Vm *vm, int kind, int seat, int32_t *at)
{
  int n = 0;
  for (int i = 0; i < vm->p->header->piles; i++) {
    int field = vm->places[i].field;
    if (field < 0 || vm->p->types[vm->p->fields[field].type].kind != kind) continue;
    for (int32_t x = vm->cells[vm->p->header->pile_cells + i * PC_CELLS + PC_BOTTOM]; x;
         x = thing_cells(vm, x - 1)[TC_ABOVE])
      if (!reader_sees_thing(vm, seat, x - 1)) at[n++] = x - 1;
  }
  return n;
}

/* The things of one kind that `seat` cannot see are dealt to the places where they lie:
 * thing t takes over the place (pile, neighbours, what is known there) of the thing that
 * lay there.  It begins with the things and the places in their own order, so that what
 * comes out does not depend on where they really lie. */
static void deal_anew(Vm *vm, const PKind *kind, int seat, uint64_t *rng)
{
  int all = vm->p->n_things, k = 0;
  int32_t *hidden = vm->deal, *to = vm->deal + all, *cells = vm->deal + 2 * all,
          *places = cells; /* until the cells are needed */
  int n = list_places(vm, (int)(kind - vm->p->kinds), seat, places);
  for (int32_t t = kind->first; t < kind->first + kind->count; t++) to[t] = t;
  for (int i = 0; i < n; i++) to[places[i]] = NONE;
  for (int32_t t = kind->first; t < kind->first + kind->count; t++)
    if (to[t] == NONE) hidden[k++] = t;
  INVARIANT(k == n); /* nothing lies in two places */
  for (int i = n - 1; i > 0; i--) {
    int other = (int)rng_below(rng, (uint64_t)i + 1);
    int32_t x = hidden[i];
    hidden[i] = hidden[other];
    hidden[other] = x;
  }
  for (int i = 0; i < n; i++) to[places[i]] = hidden[i];
  if (n < 2) return;
  for (int32_t t = kind->first; t < kind->first + kind->count; t++)
    memcpy(cells + (t - kind->first) * TC_COUNT, thing_cells(vm, t),
           sizeof(int32_t) * TC_COUNT);
  for (int32_t t = kind->first; t < kind->first + kind->count;
       t++) { /* t goes to to[t]'s place */
    int32_t *c = thing_cells(vm, to[t]);
    memcpy(c, cells + (t - kind->first) * TC_COUNT, sizeof(int32_t) * TC_COUNT);
    if (c[TC_ABOVE]) c[TC_ABOVE] = to[c[TC_ABOVE] - 1] + 1;
    if (c[TC_BELOW]) c[TC_BELOW] = to[c[TC_BELOW] - 1] + 1;
  }
  for (int i = 0; i < vm->p->header->piles; i++) {
    int field = vm->places[i].field;
    if (field < 0 || vm->p->types[vm->p->fields[field].type].kind != kind - vm->p->kinds)
      continue;
    int32_t *c = vm->cells + vm->p->header->pile_cells + i * PC_CELLS;
    if (c[PC_BOTTOM]) c[PC_BOTTOM] = to[c[PC_BOTTOM] - 1] + 1;
    if (c[PC_TOP]) c[PC_TOP] = to[c[PC_TOP] - 1] + 1;
    pile_sort(vm, i);
  }
}

/* While answers are secret, what others have answered so far is unknown too: they have
 * what they had, as if they were still thinking.  (Another answer drawn where one was
 * given would tell which of them changed something.) */
void forget_answers(Vm *vm, int seat)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Program *p = vm->p;
  if (!vm->s->gather || !vm->shadow) return;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->flags & (FIELD_PILE | FIELD_HIDDEN)) continue;
    int n = f->per_count * f->size;
    for (int k = 0; k < f->count; k++)
      if (f->kind != 0 || k != seat)
        memcpy(vm->cells + f->cell + k * n, vm->shadow + f->cell + k * n,
               sizeof *vm->cells * (size_t)n);
  }
}

static int64_t draw_scalar(const PType *t, uint64_t *rng)
{
  int64_t range = (int64_t)t->hi - t->lo + 1 + (t->opt != 0);
  int64_t v = t->lo + (int64_t)rng_below(rng, (uint64_t)range);
  return v > t->hi ? NONE : v;
}

/* Any set, or any list of any length. */
static void draw_wide(const Program *p, const PField *f, int32_t *cells, uint64_t *rng)
{
  const PType *t = &p->types[f->type];
  memset(cells, 0, sizeof *cells * (size_t)f->size);
  if (t->tag == T_LIST) {
    cells[0] = (int32_t)rng_below(rng, (uint64_t)f->size);
    for (int i = 1; i <= cells[0]; i++)
      cells[i] = (int32_t)draw_scalar(&p->types[t->elem], rng);
    return;
  }
  for (int64_t i = 0; i <= (int64_t)t->hi - t->lo && i / 32 < f->size; i++)
    if (rng_next(rng) & 1) cells[i / 32] |= (int32_t)(1u << (i & 31));
}

/* ---- what the seat sees stays ------------------------------------------------------
 * A `seen by` may read what is hidden (a card that only those may see who are in a hidden
 * set).  Drawn anew, that would show the seat faces that it does not see, or take away
 * what it does: a draw that changes what is seen is made again, and in the end not at
 * all. */

enum { REDRAWS = 16 };

typedef struct Sight {
  Vm *vm;
  int seat, n;         /* n: places whose `seen by` is a rule */
  unsigned char *seen; /* by place */
  int32_t *before;     /* all cells, as they were before the last draw */
  size_t cells;
} Sight;

static bool is_ruled(const PField *f)
{
  return f->seen == SEEN_CHUNK && !(f->flags & (FIELD_HIDDEN | FIELD_OPTION));
}

void sight_make(Vm *vm)
{
  size_t n = 0;
  for (int i = 0; i < vm->p->n_fields; i++)
    if (is_ruled(&vm->p->fields[i])) n += (size_t)vm->p->fields[i].count;
  if (!n) return;
  vm->sight_seen = vm_zeroed(n, 1);
  vm->sight_cells = vm_zeroed((size_t)vm->p->header->cells, sizeof *vm->sight_cells);
}

static Sight sight_take(Vm *vm, int seat)
{
  Sight s = {vm, seat, 0, NULL, NULL, (size_t)vm->p->header->cells};
  for (int i = 0; i < vm->p->n_fields; i++)
    if (is_ruled(&vm->p->fields[i])) s.n += vm->p->fields[i].count;
  if (!s.n) return s;
  s.seen = vm->sight_seen;
  s.before = vm->sight_cells;
  for (int i = 0, at = 0; i < vm->p->n_fields; i++) {
    const PField *f = &vm->p->fields[i];
    for (int k = 0; is_ruled(f) && k < f->count; k++)
      s.seen[at++] = reader_sees_field(vm, seat, i, f->kind >= 0 ? f->first + k : NONE);
  }
  return s;
}

/* Does the seat see the same places as at first?  Those on things of one kind may have
 * gone to other things with their faces. */
static bool sight_same(const Sight *s, int but)
{
  const Program *p = s->vm->p;
  for (int i = 0, at = 0; s->n && i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (!is_ruled(f)) continue;
    for (int k = 0; k < f->count && f->kind != but; k++)
      if (reader_sees_field(s->vm, s->seat, i, f->kind >= 0 ? f->first + k : NONE) !=
          s->seen[at + k])
        return false;
    at += f->count;
  }
  return true;
}

static void sight_keep(Sight *s)
{
  if (s->n) memcpy(s->before, s->vm->cells, s->cells * sizeof *s->before);
}

static void sight_undo(Sight *s)
{
  memcpy(s->vm->cells, s->before, s->cells * sizeof *s->before);
}

static void deal_kind(Sight *s, int kind, uint64_t *rng)
{
  sight_keep(s);
  for (int i = 0; i < REDRAWS; i++) {
    deal_anew(s->vm, &s->vm->p->kinds[kind], s->seat, rng);
    if (sight_same(s, kind)) return;
    sight_undo(s);
  }
}

/* Hidden numbers, sets and lists are drawn anew from what they can be. */
static void draw_place(Vm *vm, const PField *f, int k, uint64_t *rng)
{
  for (int j = 0; j < f->per_count; j++) {
    int32_t *cell = vm->cells + f->cell + (k * f->per_count + j) * f->size;
    if (f->flags & FIELD_WIDE) draw_wide(vm->p, f, cell, rng);
    else *cell = (int32_t)draw_scalar(&vm->p->types[f->type], rng);
  }
}

static void draw_field(Sight *s, int field, uint64_t *rng)
{
  const PField *f = &s->vm->p->fields[field];
  for (int k = 0; k < f->count; k++) {
    if (reader_sees_field(s->vm, s->seat, field, f->kind >= 0 ? f->first + k : NONE))
      continue;
    draw_place(s->vm, f, k, rng);
  }
}

/* The same, one place after the other. */
static void draw_singly(Sight *s, int field, uint64_t *rng)
{
  const PField *f = &s->vm->p->fields[field];
  for (int k = 0; k < f->count; k++) {
    if (reader_sees_field(s->vm, s->seat, field, f->kind >= 0 ? f->first + k : NONE))
      continue;
    sight_keep(s);
    for (int i = 0; i < REDRAWS; i++) {
      draw_place(s->vm, f, k, rng);
      if (sight_same(s, NONE)) break;
      sight_undo(s);
    }
  }
}

void vm_determinize(Vm *vm, int seat, uint64_t seed)
{
  if (seat < 0 || seat >= MAX_PLAYERS) seat = PUBLIC_READER; /* what all seats know */
  const Program *p = vm->p;
  uint64_t rng[4];
  rng_seed(rng, seed);
  rng_seed(vm->s->rng, rng_next(rng));
  past_lose(vm);
  Sight s = sight_take(vm, seat);
  for (int k = 0; k < p->n_kinds; k++)
    if (p->kinds[k].cells >= 0) deal_kind(&s, k, rng);
  forget_answers(vm, seat);
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->seen == SEEN_ALL || f->flags & (FIELD_PILE | FIELD_HIDDEN | FIELD_OPTION))
      continue;
    sight_keep(&s);
    draw_field(&s, i, rng);
    if (sight_same(&s, NONE)) continue;
    sight_undo(&s);
    draw_singly(&s, i, rng);
  }
}
