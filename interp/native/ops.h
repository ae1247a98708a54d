/* What generated code is made of: instructions on values, as functions that vanish. */
#ifndef REGEL_OPS_H
#define REGEL_OPS_H
#include "interp/vm/native.h"
#include "interp/vm/piles.h"

#define RARE(x) __builtin_expect(!!(x), 0)

/* ---- numbers -------------------------------------------------------------------- */

static inline int64_t op_add(int64_t a, int64_t b)
{
  return a == NONE || b == NONE ? NONE : (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t op_sub(int64_t a, int64_t b)
{
  return a == NONE || b == NONE ? NONE : (int64_t)((uint64_t)a - (uint64_t)b);
}
static inline int64_t op_mul(int64_t a, int64_t b)
{
  return a == NONE || b == NONE ? NONE : (int64_t)((uint64_t)a * (uint64_t)b);
}
static inline int64_t op_neg(int64_t a)
{
  return a == NONE ? NONE : (int64_t)(0 - (uint64_t)a);
}
/* Rounded down; b is not 0. */
static inline int64_t op_div(int64_t a, int64_t b)
{
  if (a == NONE || b == NONE) return NONE;
  if (b == -1) return (int64_t)(0 - (uint64_t)a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static inline int64_t op_min(int64_t a, int64_t b)
{
  return a == NONE || b == NONE ? NONE : a < b ? a : b;
}
static inline int64_t op_max(int64_t a, int64_t b)
{
  return a == NONE || b == NONE ? NONE : a > b ? a : b;
}
static inline int64_t op_lt(int64_t a, int64_t b)
{
  return a < b && a != NONE && b != NONE;
}
static inline int64_t op_le(int64_t a, int64_t b)
{
  return a <= b && a != NONE && b != NONE;
}
static inline int64_t op_within(int64_t v, int64_t lo, int64_t hi)
{
  return v < lo ? lo : v > hi ? hi : v;
}
static inline int64_t op_clamp(int64_t v, int64_t lo, int64_t hi)
{
  return v == NONE ? NONE : op_within(v, lo, hi);
}

/* ---- state ---------------------------------------------------------------------- */

/* A cell of `count` in a row that begin at `cell`: the one of thing x, of which the first
 * is `first`. */
static inline int64_t op_get(const int32_t *cells, int32_t cell, int64_t x, int64_t first,
                             uint64_t count)
{
  uint64_t k = (uint64_t)x - (uint64_t)first;
  return k < count ? cells[(uint64_t)cell + k] : NONE;
}
static inline int64_t op_col(const int64_t *table, int64_t x, int64_t first,
                             uint64_t count)
{
  uint64_t k = (uint64_t)x - (uint64_t)first;
  return k < count ? table[k] : NONE;
}
/* The same for a table of two dimensions; -1: there is none.  `size` cells each. */
static inline int32_t op_cell2(int32_t cell, int64_t x, int64_t first, uint64_t count,
                               int64_t y, int64_t per, uint64_t many, int32_t size)
{
  uint64_t i = (uint64_t)x - (uint64_t)first, k = (uint64_t)y - (uint64_t)per;
  if (i >= count || k >= many) return -1;
  return cell + (int32_t)(i * many + k) * size;
}
static inline int32_t op_cell(int32_t cell, int64_t x, int64_t first, uint64_t count,
                              int32_t size)
{
  uint64_t i = (uint64_t)x - (uint64_t)first;
  return i < count ? cell + (int32_t)i * size : -1;
}
static inline void op_write(Vm *vm, int32_t *cells, int32_t cell, int64_t value)
{
  if (RARE(vm->probing)) state_journal(vm, cell, (int32_t)value);
  else cells[cell] = (int32_t)value;
}
/* raise and lower, of a cell that is there: what it becomes, or what it is. */
static inline int64_t op_changed(int64_t is, int64_t by, int64_t lo, int64_t hi)
{
  if (is == NONE || by == NONE) return is;
  return op_within((int64_t)((uint64_t)is + (uint64_t)by), lo, hi);
}
static inline uint64_t op_pair(const int32_t *cells, int32_t cell)
{
  return (uint64_t)(uint32_t)cells[cell] | (uint64_t)(uint32_t)cells[cell + 1] << 32;
}
/* The frame that runs, for what looks at it or evaluates above it. */
static inline int op_anchor(Vm *vm, const int64_t *R, int regs)
{
  vm->s->base = (int32_t)(R - vm->regs);
  vm->s->top = vm->s->base + regs;
  return vm->s->base;
}
static inline bool op_listening(const Vm *vm) { return RARE(vm->fn && !vm->probing); }
static inline bool op_no_room(const Vm *vm, const int64_t *R, int beyond)
{
  return R + beyond > vm->regs + MAX_STACK;
}

/* ---- sets of one word ----------------------------------------------------------- */

static inline int64_t op_bit(int64_t v, int64_t lo, int64_t hi)
{
  return v >= lo && v <= hi ? (int64_t)((uint64_t)1 << (v - lo)) : 0;
}
static inline int64_t op_has(int64_t set, int64_t v, int64_t lo, int64_t hi)
{
  return v >= lo && v <= hi ? (int64_t)((uint64_t)set >> (v - lo) & 1) : 0;
}
static inline int64_t op_span(int64_t lo, int64_t hi, int64_t from, int64_t to)
{
  bool empty = lo == NONE;
  if (lo < from) lo = from;
  if (hi > to) hi = to;
  if (empty || lo > hi) return 0;
  return (int64_t)(~(uint64_t)0 >> (63 - (hi - lo)) << (lo - from));
}
static inline int64_t op_first(int64_t set, int64_t lo)
{
  return set ? __builtin_ctzll((uint64_t)set) + lo : NONE;
}
static inline int64_t op_last(int64_t set, int64_t lo)
{
  return set ? 63 - __builtin_clzll((uint64_t)set) + lo : NONE;
}
static inline int64_t op_only(int64_t set, int64_t lo)
{
  return set && !(set & (int64_t)((uint64_t)set - 1))
             ? __builtin_ctzll((uint64_t)set) + lo
             : NONE;
}
static inline int64_t op_nth(int64_t set, int64_t k, int64_t lo)
{
  if (k < 1 || k > 64) return NONE;
  uint64_t x = (uint64_t)set;
  while (--k > 0 && x) x &= x - 1;
  return x ? __builtin_ctzll(x) + lo : NONE;
}
/* What of a set comes after v. */
static inline uint64_t op_after(int64_t set, int64_t v, int64_t lo)
{
  uint64_t from = (uint64_t)v - (uint64_t)lo + 1;
  return from > 63 ? 0 : (uint64_t)set >> from << from;
}
static inline uint64_t op_rest(int64_t set, int64_t v, int64_t lo)
{
  return v == NONE ? (uint64_t)set : op_after(set, v, lo);
}
static inline int64_t op_equal(const int32_t *cells, int n, int64_t v)
{
  return (int64_t)equal_bits(cells, n, v);
}
/* As set_rotate, in a circle of n. */
static inline bool op_rotate(int64_t set, int64_t lo, int64_t n, int64_t *v,
                             int64_t start, int64_t *done)
{
  uint64_t all = ~(uint64_t)0 >> (64 - n), in = (uint64_t)set & all,
           at = (uint64_t)start - (uint64_t)lo;
  if (at >= (uint64_t)n) at = 0;
  if (*done < 0 || *done >= n) return false;
  uint64_t turned = at ? (in >> at | in << ((uint64_t)n - at)) & all : in;
  turned = turned >> *done << *done;
  *done = turned ? __builtin_ctzll(turned) + 1 : n;
  int64_t bit = (int64_t)at + *done - 1;
  if (turned) *v = lo + (bit < n ? bit : bit - n);
  return turned != 0;
}
/* The same numbers in a set from `to` to `end` instead of one that begins at `lo`. */
static inline int64_t op_moved(int64_t set, int64_t lo, int64_t to, int64_t end)
{
  int64_t by = to - lo, n = end - to + 1;
  if (by >= 64 || by <= -64 || n < 1) return 0;
  uint64_t x = by >= 0 ? (uint64_t)set >> by : (uint64_t)set << -by;
  return (int64_t)(n >= 64 ? x : x & (((uint64_t)1 << n) - 1));
}

/* ---- larger sets ---------------------------------------------------------------- */

static inline int64_t op_wide_has(const int64_t *w, int64_t v, int64_t lo, int64_t hi)
{
  return v >= lo && v <= hi && set_has(w, v - lo);
}
static inline int64_t op_wide_next(const int64_t *w, int words, uint64_t from)
{
  return from > MAX_NUMBER ? -1 : set_next(w, words, (int64_t)from);
}
static inline int64_t op_wide_any(const int64_t *w, int words)
{
  int64_t any = 0;
  for (int k = 0; k < words; k++) any |= w[k];
  return any;
}
static inline int64_t op_wide_in(const int64_t *a, const int64_t *b, int words)
{
  int64_t out = 0;
  for (int k = 0; k < words; k++) out |= a[k] & ~b[k];
  return out == 0;
}

/* ---- boards and piles ----------------------------------------------------------- */

static inline uint64_t op_run(uint64_t here, uint64_t set, int step, uint64_t into,
                              int beside)
{
  uint64_t runs = set, begin = here;
  into &= set;
  for (int k = beside; k > 0; k--) {
    runs = runs >> step & into;
    begin = begin >> step | here;
  }
  return runs & begin;
}
/* On a grid of one word: how many of a set follow a place towards (dx, dy). */
static inline int64_t op_ray(const Vm *vm, int kind, int64_t place, int64_t dx,
                             int64_t dy, int64_t set, int64_t first, uint64_t count)
{
  uint64_t at = (uint64_t)place - (uint64_t)first;
  if (RARE(at >= count || (uint64_t)dx + 1 > 2 || (uint64_t)dy + 1 > 2))
    return board_row(vm, kind, (int64_t[3]){place, dx, dy}, &set, false);
  return board_ray(&vm->boards[kind].turns[4 + 3 * dy + dx], (uint64_t)1 << at,
                   (uint64_t)set);
}
static inline int64_t op_next(const Vm *vm, const int32_t *cells, int kind, int64_t x,
                              int64_t lo, int64_t hi, int32_t present)
{
  if (RARE(x < lo || x > hi)) return board_next(vm, kind, x, 1);
  return bit_after(op_pair(cells, present), lo, x);
}
/* The same so many steps on. */
static inline int64_t op_ahead(const Vm *vm, const int32_t *cells, int kind, int64_t x,
                               int64_t steps, int64_t lo, int64_t hi, int32_t present)
{
  uint64_t bits = op_pair(cells, present);
  if (RARE(x < lo || x > hi || steps < 0 || steps > 64 || !(bits >> (x - lo) & 1)))
    return board_next(vm, kind, x, steps);
  while (steps-- > 0) x = bit_after(bits, lo, x);
  return x;
}
static inline int64_t op_row(const int32_t *cells, int width, int height, int64_t row,
                             int64_t v)
{
  if (RARE(row < 1 || row > height))
    return v == NONE ? (int64_t)(~(uint64_t)0 >> (64 - width)) : 0;
  return (int64_t)equal_bits(cells + (row - 1) * width, width, v);
}
static inline int64_t op_grid(int64_t x, int64_t y, uint64_t width, uint64_t height,
                              int64_t first)
{
  uint64_t i = (uint64_t)x - 1, k = (uint64_t)y - 1;
  return i < width && k < height ? first + (int64_t)(k * width + i) : NONE;
}
static inline int64_t op_pile(const int32_t *cells, int64_t pile, int64_t piles,
                              int32_t at, int64_t none)
{
  if (RARE(pile < 0 || pile >= piles)) return none;
  int32_t x = cells[at + pile * PC_CELLS];
  return none == NONE ? (x ? x - 1 : NONE) : x;
}
static inline int64_t op_number_or_none(int64_t n) { return n < 0 ? NONE : n; }
static inline int64_t op_pile_owner(const Vm *vm, int64_t thing)
{
  int32_t owner, per;
  int f = vm_pile_field(
      vm, thing >= 0 && thing < vm->p->n_things ? vm_pile_of(vm, (int32_t)thing) : -1,
      &owner, &per);
  return f >= 0 && vm->p->fields[f].kind == 0 ? owner : NONE;
}
static inline int64_t op_where(const Vm *vm, int64_t thing)
{
  bool is = thing >= 0 && thing < vm->p->n_things;
  return op_number_or_none(is ? vm_pile_of(vm, (int32_t)thing) : -1);
}
static inline int64_t op_pile_at(const Vm *vm, int64_t pile, int64_t want, bool place)
{
  int64_t k = 0;
  if (pile < 0 || pile >= vm->p->header->piles) return NONE;
  for (int32_t x = vm->cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM]; x;
       x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    k++;
    if (place ? k == want : x - 1 == want) return place ? x - 1 : k;
  }
  return NONE;
}
static inline bool op_sees_field(Vm *vm, int64_t seat, int field, int64_t thing)
{
  return seat >= 0 && seat < vm->s->seats &&
         vm_sees_field(vm, (int)seat, field, (int32_t)thing);
}
static inline bool op_sees_thing(Vm *vm, int64_t seat, int64_t x)
{
  return seat >= 0 && seat < vm->s->seats && x >= 0 && x < vm->p->n_things &&
         vm_sees_thing(vm, (int)seat, (int32_t)x);
}
static inline void op_reveal(Vm *vm, const int64_t *set, const PType *t, int64_t seats,
                             int ip, int64_t me)
{
  for (int64_t b = set_next(set, t->words, 0); b >= 0; b = set_next(set, t->words, b + 1))
    if (b + t->lo <= t->hi)
      thing_reveal(vm, (int32_t)(b + t->lo), (uint32_t)seats & ((1u << vm->s->seats) - 1),
                   ip, (int32_t)me);
}

/* Number k of its things is put on a pile. */
static inline __attribute__((always_inline)) void
lot_relink(Vm *vm, const Lot *l, uint64_t k, int64_t pile, bool under, int64_t me)
{
  int32_t *t = vm->cells + l->cells + k * TC_COUNT;
  if (l->kept) quiet_lies(vm, t, (int)k, (int32_t)pile);
  relink(vm, vm->cells + l->pile_cells, l->first + (int32_t)k, t, (int32_t)pile, under,
         false);
  uint32_t seen = vm->places[pile].seen & ((1u << vm->s->seats) - 1);
  t[TC_KNOWN] |= known_to(vm, seen, (int32_t)me);
}

static inline void lot_put(Vm *vm, const Lot *l, int64_t thing, int64_t pile, bool under,
                           int64_t me)
{
  uint64_t k = (uint64_t)thing - (uint64_t)l->first;
  if (k < (uint64_t)l->count && (uint64_t)pile < (uint64_t)l->piles)
    lot_relink(vm, l, k, pile, under, me);
}

/* Of so many loose things, as bits, one that comes up. */
static inline bool quiet_pick(Vm *vm, uint64_t bits, int n, long most, int64_t *bit)
{
  State *s = vm->s;
  if (n < 2) {
    *bit = __builtin_ctzll(bits);
    return true;
  }
  if (s->depth > 0 && !quiet_commit(vm, most)) return false;
  s->depth = s->start = s->floor = 0;
  return quiet_roll(vm, bits, n, bit);
}

/* All of a pile goes on another one, the lowest first, each for a piece of fuel; false:
 * there is not so much. */
static inline bool lot_pour(Vm *vm, const Lot *l, int64_t from, int64_t to, int64_t me)
{
  int32_t *piles = vm->cells + l->pile_cells, *p = piles + from * PC_CELLS,
          *q = piles + to * PC_CELLS, *things = vm->cells + l->cells, n = p[PC_COUNT_];
  if (vm->fuel < n) return false;
  vm->fuel -= n;
  if ((uint64_t)to >= (uint64_t)l->piles) return true;
  if (from == to) {
    while (n-- > 0)
      lot_relink(vm, l, (uint64_t)(p[PC_BOTTOM] - 1 - l->first), to, false, me);
    return true;
  }
  uint32_t seen = vm->places[to].seen & ((1u << vm->s->seats) - 1);
  int32_t known = known_to(vm, seen, (int32_t)me), bottom = p[PC_BOTTOM], top = q[PC_TOP];
  for (int32_t x = bottom; x;) {
    int32_t *t = things + (x - 1 - l->first) * TC_COUNT;
    vm->shifts += t[TC_LOOSE] != 0;
    t[TC_PILE] = (int32_t)to + 1;
    t[TC_LOOSE] = 0;
    t[TC_KNOWN] |= known;
    x = t[TC_ABOVE];
  }
  if (top) things[(top - 1 - l->first) * TC_COUNT + TC_ABOVE] = bottom;
  else q[PC_BOTTOM] = bottom;
  things[(bottom - 1 - l->first) * TC_COUNT + TC_BELOW] = top;
  q[PC_TOP] = p[PC_TOP];
  q[PC_COUNT_] += n;
  p[PC_COUNT_] = p[PC_BOTTOM] = p[PC_TOP] = 0;
  if (!l->kept) return true;
  vm->quiet.piles[to] |= vm->quiet.piles[from];
  vm->quiet.piles[from] = 0;
  return true;
}

/* As quiet_draw. */
static inline bool lot_take(Vm *vm, const Lot *l, int64_t from, int64_t to, int64_t me,
                            long most)
{
  uint64_t piles = (uint64_t)l->piles;
  if ((uint64_t)from >= piles || (uint64_t)to >= piles) return true;
  int32_t top = vm->cells[l->pile_cells + from * PC_CELLS + PC_TOP];
  if (!top) return true;
  int64_t k = top - 1 - l->first;
  bool loose = vm->cells[l->cells + k * TC_COUNT + TC_LOOSE] != 0;
  Loose *of = &vm->loose;
  if (loose) {
    if (of->pile != from || of->shifts != vm->shifts) loose_things(vm, (int)from);
    if (!quiet_pick(vm, (uint64_t)of->bits[0], of->count, most, &k)) return false;
  }
  lot_relink(vm, l, (uint64_t)k, to, false, me);
  if (!loose) return true;
  of->bits[0] &= ~(int64_t)((uint64_t)1 << k);
  of->count--;
  of->shifts = vm->shifts;
  return true;
}

static inline int64_t op_list_at(const int64_t *list, int64_t k, int words)
{
  return k >= 1 && k <= list[0] && k < words ? list[k] : NONE;
}

/* ---- decisions ------------------------------------------------------------------ */

/* A set of one word for one seat, as options_add does it with a plain decision; false: it
 * is another case. */
static inline bool op_offer(Vm *vm, int decision, int64_t seat, int alt, int type,
                            int reg, int64_t set)
{
  Ask *a = &vm->ask;
  if (RARE(a->pause != PAUSE_DECIDE || a->decision != decision || a->noptions ||
           seat < 0 || seat >= vm->s->seats))
    return false;
  a->seats |= 1u << seat;
  options_keep(vm, (int)seat, alt, type, reg, count_bits((uint64_t)set));
  return true;
}
static inline int op_seat(const Vm *vm, int64_t seat)
{
  return (int)(seat >= 0 && seat < vm->s->seats ? seat : -1);
}

#endif
