/* One form for all states that differ in nothing a rule can ask for: which of several
 * copies lies where, the order of piles that is never looked at, and which of the things
 * that were drawn and not looked at lies where.
 *
 * Copies of a thing get their numbers by where they lie, how they lie there and what
 * their fields are.  Where a register may name one in a way that cannot be followed they
 * keep the numbers they have: the form may miss a likeness, never invent one. */
#include "interp/vm/alike/holds.h"
#include "interp/vm/vm_int.h"
#include "interp/base/arena.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(int32_t) Cells;

struct Alike {
  const Vm *vm;
  const Holds *holds;
  bool *merged;    /* by kind: its copies are taken for each other */
  bool *ordered;   /* by pile: some rule looks at its order */
  bool copies;     /* of any kind */
  Cells naming;    /* cells of fields that may hold a thing */
  Cells fields;    /* fields of, or for each of, a kind that is merged */
  int32_t *to;     /* by thing: the number it gets */
  int32_t *place;  /* by thing: how far up it lies where there is an order */
  uint32_t *named; /* by thing: by which cells and registers */
  int32_t *list;   /* room for the things of a pile */
  int32_t *old;    /* room for all cells */
  bool as_dealt;   /* what is unread stays where it is */
  bool mixing;     /* any numbers and orders will do, for a trial */
  uint64_t rng[4];
};

/* ---- which kinds ------------------------------------------------------------------- */

/* The kind that a field has one for each of, or -1. */
static int32_t per_kind(const Program *p, const PField *f)
{
  INVARIANT(f->type >= 0 && f->type < p->n_types);
  return f->per_type >= 0 && p->types[f->per_type].tag == T_THING
             ? p->types[f->per_type].kind
             : -1;
}

/* Sets and piles of such a thing would have to be exchanged, too. */
static void keep_apart(Alike *a, const PField *f, bool present)
{
  INVARIANT(f >= a->vm->p->fields && f < a->vm->p->fields + a->vm->p->n_fields);
  const Program *p = a->vm->p;
  const PType *t = &p->types[f->type];
  int32_t per = per_kind(p, f);
  if (t->tag == T_SET && t->kind >= 0 && !present) a->merged[t->kind] = false;
  if (!(f->flags & FIELD_PILE)) return;
  if (f->kind >= 0) a->merged[f->kind] = false;
  if (per >= 0) a->merged[per] = false;
}

static void find_kinds(Alike *a)
{
  const Program *p = a->vm->p;
  for (int k = 0; k < p->n_kinds; k++)
    a->merged[k] = p->kinds[k].flags & KIND_COPIES && p->kinds[k].cells >= 0;
  for (int i = 0; i < p->n_fields; i++) {
    bool present = false; /* who takes part does not change, and no copy leaves it */
    for (int k = 0; k < p->n_kinds; k++) present |= p->kinds[k].present == i;
    keep_apart(a, &p->fields[i], present);
  }
  for (int k = 0; k < p->n_kinds; k++) a->copies |= a->merged[k];
}

static void find_cells(Alike *a)
{
  const Program *p = a->vm->p;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    int32_t per = per_kind(p, f);
    if (f->flags & FIELD_PILE) continue;
    if ((f->kind >= 0 && a->merged[f->kind]) || (per >= 0 && a->merged[per]))
      vec_push(&a->fields, i);
    if (p->types[f->type].tag == T_SET) continue;
    for (int32_t k = 0; k < f->count * f->per_count * f->size; k++)
      if (hold_of_type(p, f->type, k % f->size) == HOLDS_THING)
        vec_push(&a->naming, f->cell + k);
  }
}

/* ---- the numbers of copies --------------------------------------------------------- */

static int compare_cells(const int32_t *a, const int32_t *b, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* By what their fields are, and what others have for each of them. */
static int compare_fields(const Alike *a, const int32_t *cells, int32_t x, int32_t y)
{
  const Program *p = a->vm->p;
  int order = 0;
  for (size_t i = 0; i < a->fields.n && !order; i++) {
    const PField *f = &p->fields[a->fields.at[i]];
    const int32_t *at = cells + f->cell;
    int row = f->per_count * f->size;
    if (f->kind == p->things[x].kind)
      order = compare_cells(at + (x - f->first) * row, at + (y - f->first) * row, row);
    else
      for (int32_t k = 0; k < f->count && !order; k++, at += row)
        order = compare_cells(at + (x - f->per_first) * f->size,
                              at + (y - f->per_first) * f->size, f->size);
  }
  return order;
}

static int compare_copies(const Alike *a, const int32_t *cells, int32_t x, int32_t y)
{
  const int32_t *s = cells + a->vm->lying[x], *t = cells + a->vm->lying[y];
  if (s[TC_PILE] != t[TC_PILE]) return s[TC_PILE] < t[TC_PILE] ? -1 : 1;
  if (a->place[x] != a->place[y]) return a->place[x] < a->place[y] ? -1 : 1;
  if (s[TC_LOOSE] != t[TC_LOOSE]) return s[TC_LOOSE] < t[TC_LOOSE] ? -1 : 1;
  if (s[TC_KNOWN] != t[TC_KNOWN]) return s[TC_KNOWN] < t[TC_KNOWN] ? -1 : 1;
  if (a->named[x] != a->named[y]) return a->named[x] < a->named[y] ? -1 : 1;
  return compare_fields(a, cells, x, y);
}

/* Any order, for a trial. */
static void mix(Alike *a, int32_t *list, int n)
{
  for (int i = n - 1; i > 0; i--) {
    int k = (int)rng_below(a->rng, (uint64_t)i + 1);
    int32_t x = list[i];
    list[i] = list[k], list[k] = x;
  }
}

/* Those of one face that lie somewhere share their numbers out anew; true if one gets
 * another. */
static bool number_face(Alike *a, const int32_t *cells, int32_t first, int32_t count)
{
  HOT_INVARIANT(first >= 0 && first + count <= a->vm->p->n_things);
  int32_t *list = a->list, n = 0, at = 0;
  bool changed = false;
  for (int32_t x = first; x < first + count; x++) {
    if (!cells[a->vm->lying[x] + TC_PILE]) continue;
    int32_t i = n++; /* few, and nearly sorted */
    for (; i > 0 && compare_copies(a, cells, list[i - 1], x) > 0; i--)
      list[i] = list[i - 1];
    list[i] = x;
  }
  if (a->mixing) mix(a, list, n);
  for (int32_t x = first; x < first + count; x++) {
    if (!cells[a->vm->lying[x] + TC_PILE]) continue;
    changed |= list[at] != x;
    a->to[list[at++]] = x;
  }
  return changed;
}

static void find_places(Alike *a, const int32_t *cells)
{
  const Program *p = a->vm->p;
  memset(a->place, 0, (size_t)p->n_things * sizeof *a->place);
  for (int32_t i = 0; i < p->header->piles; i++) {
    if (!a->ordered[i]) continue;
    int n = pile_list(a->vm, cells, i, a->list, p->n_things);
    for (int k = 0; k < n; k++)
      if (cells[a->vm->lying[a->list[k]] + TC_LOOSE] != LOOSE)
        a->place[a->list[k]] = k + 1;
  }
}

static void name(Alike *a, int64_t v, int32_t by)
{
  if (v >= 0 && v < a->vm->p->n_things)
    a->named[v] = (a->named[v] + (uint32_t)by + 1) * 2654435761u;
}

static int32_t renamed(const Alike *a, int64_t v)
{
  return v >= 0 && v < a->vm->p->n_things ? a->to[v] : (int32_t)v;
}
/* In links 0 is none. */
static int32_t linked(const Alike *a, int32_t v) { return renamed(a, v - 1) + 1; }

/* Goes through the registers of all frames, and notes who names what or writes what they
 * name now; false if a copy may be named there in a way that cannot be followed. */
typedef enum { NAME, RENAME } Visit;
static bool visit_frames(Alike *a, State *s, Visit what)
{
  HOT_INVARIANT(s->live >= s->base && s->base >= 0);
  int64_t *regs = (int64_t *)(void *)((char *)s + a->vm->fixed);
  int base = s->base, top = s->live;
  int32_t ip = s->ip;
  while (ip >= 0 && base > 0) {
    const uint8_t *holds = holds_at(a->holds, ip);
    for (int i = base; i < top; i++) {
      Hold hold = (Hold)holds[i - base];
      if ((hold == HOLDS_EITHER && regs[i] != NONE) || (hold == HOLDS_MANY && regs[i]))
        return false;
      if (hold != HOLDS_THING) continue;
      if (what == NAME) name(a, regs[i], ~i);
      else regs[i] = renamed(a, regs[i]);
    }
    top = base - 1;
    ip = frame_caller(regs, &base);
  }
  return true;
}

static bool number_copies(Alike *a, State *s, bool *alone)
{
  const Program *p = a->vm->p;
  const int32_t *cells = (const int32_t *)(s + 1);
  bool changed = false;
  memset(a->named, 0, (size_t)p->n_things * sizeof *a->named);
  for (size_t i = 0; i < a->naming.n; i++)
    name(a, cells[a->naming.at[i]], a->naming.at[i]);
  if (!s->over && !visit_frames(a, s, NAME)) {
    *alone = true;
    return false;
  }
  for (int32_t x = 0; x < p->n_things; x++) a->to[x] = x;
  find_places(a, cells);
  for (int k = 0; k < p->n_kinds; k++) {
    const PKind *kind = &p->kinds[k];
    for (int32_t x = kind->first;
         a->merged[k] && x<kind->first + kind->count; x += p->things[x].copies> 1
             ? p->things[x].copies
             : 1)
      if (p->things[x].copies > 1)
        changed |= number_face(a, cells, x, p->things[x].copies);
  }
  return changed;
}

/* ---- a state with these numbers ---------------------------------------------------- */

static void rename_things(const Alike *a, int32_t *cells)
{
  const Program *p = a->vm->p;
  for (int k = 0; k < p->n_kinds; k++)
    for (int32_t i = 0; p->kinds[k].cells >= 0 && i < p->kinds[k].count; i++) {
      int32_t x = p->kinds[k].first + i, y = a->to[x];
      const int32_t *from = a->old + a->vm->lying[x];
      int32_t *to = cells + a->vm->lying[y];
      memcpy(to, from, TC_COUNT * sizeof *to);
      to[TC_ABOVE] = linked(a, from[TC_ABOVE]);
      to[TC_BELOW] = linked(a, from[TC_BELOW]);
    }
  for (int32_t i = 0; i < p->header->piles; i++) {
    int32_t *pile = cells + p->header->pile_cells + i * PC_CELLS;
    pile[PC_BOTTOM] = linked(a, pile[PC_BOTTOM]);
    pile[PC_TOP] = linked(a, pile[PC_TOP]);
  }
}

static void rename_fields(const Alike *a, int32_t *cells)
{
  const Program *p = a->vm->p;
  for (size_t n = 0; n < a->fields.n; n++) {
    const PField *f = &p->fields[a->fields.at[n]];
    bool per = per_kind(p, f) >= 0;
    for (int32_t i = 0; i < f->count; i++)
      for (int32_t k = 0; k < f->per_count; k++) {
        int32_t x = f->kind >= 0 ? a->to[f->first + i] - f->first : i;
        int32_t y = per ? a->to[f->per_first + k] - f->per_first : k;
        memcpy(cells + f->cell + (x * f->per_count + y) * f->size,
               a->old + f->cell + (i * f->per_count + k) * f->size,
               (size_t)f->size * sizeof *cells);
      }
  }
  for (size_t n = 0; n < a->naming.n; n++)
    cells[a->naming.at[n]] = renamed(a, cells[a->naming.at[n]]);
}

static void rename_cells(Alike *a, int32_t *cells)
{
  memcpy(a->old, cells, (size_t)a->vm->p->header->cells * sizeof *cells);
  rename_things(a, cells);
  rename_fields(a, cells);
}

/* ---- what is unread ---------------------------------------------------------------- */

/* Of what lies in a shuffled pile, or was drawn from there and is unread, those with the
 * lowest numbers are outside, as the piles follow each other. */
static bool number_unread(Alike *a, const int32_t *cells, int32_t deck)
{
  HOT_INVARIANT(deck >= 0 && deck < a->vm->p->header->piles);
  const Vm *vm = a->vm;
  const Program *p = vm->p;
  const PKind *k = &p->kinds[vm->places[deck].kind];
  int32_t *from = a->place, n = 0; /* as they lie now */
  bool changed = false;
  for (int32_t i = 0; i < p->header->piles; i++) {
    if (vm->places[i].kind != vm->places[deck].kind) continue;
    int32_t x = cells[p->header->pile_cells + i * PC_CELLS + PC_BOTTOM];
    for (; x; x = cells[vm->lying[x - 1] + TC_ABOVE])
      if (cells[vm->lying[x - 1] + TC_LOOSE] == UNREAD + deck) from[n++] = x - 1;
  }
  for (int32_t x = k->first; x < k->first + k->count; x++) {
    const int32_t *t = cells + vm->lying[x];
    if (t[TC_LOOSE] == LOOSE && t[TC_PILE] == deck + 1) from[n++] = x;
  }
  if (a->mixing) mix(a, from, n);
  int at = 0;
  for (int32_t x = k->first; x < k->first + k->count; x++) {
    const int32_t *t = cells + vm->lying[x];
    bool in =
        t[TC_LOOSE] == UNREAD + deck || (t[TC_LOOSE] == LOOSE && t[TC_PILE] == deck + 1);
    if (!in) continue;
    changed |= from[at] != x;
    a->to[from[at++]] = x;
  }
  return changed;
}

static bool number_all_unread(Alike *a, const int32_t *cells)
{
  const Program *p = a->vm->p;
  bool changed = false;
  int32_t *decks = a->list, n = 0;
  for (int32_t x = 0; x < p->n_things; x++) {
    if (a->vm->lying[x] < 0) continue;
    int32_t deck = cells[a->vm->lying[x] + TC_LOOSE] - UNREAD, i = 0;
    while (i < n && decks[i] != deck) i++;
    if (deck >= 0 && i == n) decks[n++] = deck;
  }
  if (!n) return false;
  for (int32_t x = 0; x < p->n_things; x++) a->to[x] = x;
  for (int32_t i = 0; i < n; i++) changed |= number_unread(a, cells, decks[i]);
  return changed;
}

/* ---- order that nobody looks at ---------------------------------------------------- */

static int by_id(const void *x, const void *y)
{
  int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
  return (a > b) - (a < b);
}

static void link_pile(const Alike *a, int32_t *cells, int32_t pile, int n)
{
  HOT_INVARIANT(pile >= 0 && pile < a->vm->p->header->piles && n <= a->vm->p->n_things);
  const int32_t *list = a->list;
  int32_t *at = cells + a->vm->p->header->pile_cells + pile * PC_CELLS;
  for (int i = 0; i < n; i++) {
    int32_t *t = cells + a->vm->lying[list[i]];
    t[TC_BELOW] = i ? list[i - 1] + 1 : 0;
    t[TC_ABOVE] = i + 1 < n ? list[i + 1] + 1 : 0;
  }
  at[PC_BOTTOM] = list[0] + 1;
  at[PC_TOP] = list[n - 1] + 1;
}

/* What lies in no order is kept in that of ids. */
static void sort_loose(const Alike *a, const int32_t *cells, int n)
{
  HOT_INVARIANT(n >= 0 && n <= a->vm->p->n_things);
  for (int i = 1; i < n; i++) {
    int32_t x = a->list[i];
    if (cells[a->vm->lying[x] + TC_LOOSE] != LOOSE) continue;
    int at = i;
    for (int k = i - 1; k >= 0; k--) {
      if (cells[a->vm->lying[a->list[k]] + TC_LOOSE] != LOOSE) continue;
      if (a->list[k] < x) break;
      a->list[at] = a->list[k];
      at = k;
    }
    a->list[at] = x;
  }
}

static bool sort_pile(Alike *a, int32_t *cells, int32_t pile)
{
  HOT_INVARIANT(pile >= 0 && pile < a->vm->p->header->piles);
  const Program *p = a->vm->p;
  if (cells[p->header->pile_cells + pile * PC_CELLS + PC_COUNT_] < 2) return false;
  int n = pile_list(a->vm, cells, pile, a->list, p->n_things);
  bool sorted = true;
  for (int i = 1; i < n; i++) sorted &= a->list[i - 1] < a->list[i];
  if (a->ordered[pile]) {
    sort_loose(a, cells, n);
  } else {
    if (sorted && !a->mixing) return false;
    qsort(a->list, (size_t)n, sizeof *a->list, by_id);
    if (a->mixing) mix(a, a->list, n);
  }
  link_pile(a, cells, pile, n);
  return !a->ordered[pile];
}

static bool sort_piles(Alike *a, int32_t *cells, bool renamed)
{
  bool changed = false;
  for (int32_t i = 0; i < a->vm->p->header->piles; i++)
    if (!a->ordered[i] || renamed) changed |= sort_pile(a, cells, i);
  return changed;
}

/* ---- the whole --------------------------------------------------------------------- */

bool alike_make(Alike *a, void *state, bool *alone)
{
  INVARIANT(a && state && alone);
  State *s = state;
  int32_t *cells = (int32_t *)(s + 1);
  int32_t *shadow = s->gather ? cells + (a->vm->shadow - a->vm->cells) : NULL;
  bool unread = !a->as_dealt && number_all_unread(a, cells);
  if (unread) { /* where they lie; what they are and who names them stays */
    memcpy(a->old, cells, (size_t)a->vm->p->header->cells * sizeof *cells);
    rename_things(a, cells);
  }
  bool changed = a->copies && number_copies(a, s, alone);
  if (changed) {
    rename_cells(a, cells);
    if (shadow) rename_cells(a, shadow);
    if (!s->over) visit_frames(a, s, RENAME);
  }
  bool sorted = sort_piles(a, cells, changed || unread);
  if (shadow) sorted |= sort_piles(a, shadow, changed || unread);
  return changed || sorted || unread;
}

bool alike_mix(Alike *a, void *state, uint64_t seed, bool unread)
{
  bool alone = false;
  rng_seed(a->rng, seed);
  a->mixing = true;
  a->as_dealt = !unread;
  bool changed = alike_make(a, state, &alone);
  a->mixing = a->as_dealt = false;
  return changed && !alone;
}

static bool draws(int op) { return op == OP_DRAW || op == OP_LAY || op == OP_TUCK; }

Alike *alike_new(const Vm *vm, const Holds *holds)
{
  INVARIANT(vm->p->header->cells >= 0 && vm->p->n_things >= 0);
  const Program *p = vm->p;
  size_t things = (size_t)p->n_things + 1;
  Alike *a = vm_zeroed(1, sizeof *a);
  a->vm = vm;
  a->holds = holds;
  a->merged = vm_zeroed((size_t)p->n_kinds + 1, sizeof *a->merged);
  a->ordered = vm_zeroed((size_t)p->header->piles + 1, sizeof *a->ordered);
  a->to = vm_zeroed(things, sizeof *a->to);
  a->place = vm_zeroed(things, sizeof *a->place);
  a->named = vm_zeroed(things, sizeof *a->named);
  a->list = vm_zeroed(things, sizeof *a->list);
  a->old = vm_zeroed((size_t)p->header->cells + 1, sizeof *a->old);
  find_kinds(a);
  find_cells(a);
  bool any = orders_find(p, a->ordered);
  for (int32_t i = 0; i < p->n_code; i++) any |= draws(p->code[i].op);
  if (a->copies || any) return a;
  alike_free(a);
  return NULL;
}

void alike_free(Alike *a)
{
  if (!a) return;
  vec_free(&a->naming);
  vec_free(&a->fields);
  free(a->merged);
  free(a->ordered);
  free(a->to);
  free(a->place);
  free(a->named);
  free(a->list);
  free(a->old);
  free(a);
}
