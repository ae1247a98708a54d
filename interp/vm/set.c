/* Sets of things and numbers, as bits in words. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <string.h>

void set_span(int64_t *w, const PType *t, int64_t lo, int64_t hi)
{
  bool empty = lo == NONE; /* if hi is, it is below any other number */
  if (lo < t->lo) lo = t->lo;
  if (hi > t->hi) hi = t->hi;
  if (t->words == 1) { /* bits lo..hi of one word */
    w[0] = empty || lo > hi ? 0
                            : (int64_t)(~(uint64_t)0 >> (63 - (hi - lo)) << (lo - t->lo));
    return;
  }
  for (int i = 0; i < t->words; i++) w[i] = 0;
  for (int64_t v = lo; v <= hi && !empty; v++) set_put(w, v - t->lo);
}

int64_t set_nth(const int64_t *w, const PType *t, int64_t k)
{
  for (int64_t b = set_next(w, t->words, 0); b >= 0; b = set_next(w, t->words, b + 1))
    if (--k == 0) return b + t->lo;
  return NONE;
}

int64_t set_last(const int64_t *w, const PType *t)
{
  for (int i = t->words - 1; i >= 0; i--)
    if (w[i]) return t->lo + i * 64 + 63 - __builtin_clzll((uint64_t)w[i]);
  return NONE;
}

/* The next element after v in a circle of at most n that begins at start; *done counts.
 */
bool set_rotate(const int64_t *w, const PType *t, int64_t *v, int64_t start,
                int64_t *done, int64_t n)
{
  if (n > (int64_t)t->hi - t->lo + 1) n = (int64_t)t->hi - t->lo + 1;
  if (start < t->lo || start >= t->lo + n) start = t->lo;
  while (*done < n) {
    int64_t bit = start - t->lo + (*done)++;
    if (bit >= n) bit -= n;
    if (!set_has(w, bit)) continue;
    *v = bit + t->lo;
    return true;
  }
  return false;
}

/* The things whose field equals v: the commonest filter, over cells that lie together. */
void set_equal(const Vm *vm, int64_t *w, int field, int64_t v)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  const int32_t *cell = vm->cells + f->cell;
  for (int n = f->count; n > 0; n -= 64, cell += 64)
    *w++ = (int64_t)equal_bits(cell, n < 64 ? n : 64, v);
}

/* The columns, as bits from the first on, in whose place of a row a field equals v; where
 * there is no such row it is none. */
uint64_t set_row(const Vm *vm, int field, int64_t row, int64_t v)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(field >= 0 && field < vm->p->n_fields);
  const PField *f = &vm->p->fields[field];
  const PKind *k = &vm->p->kinds[f->kind];
  if (row < 1 || row > k->height) return v == NONE ? ~(uint64_t)0 >> (64 - k->width) : 0;
  return equal_bits(vm->cells + f->cell + (row - 1) * k->width, k->width, v);
}

static APART void search_printed(const Vm *vm, int64_t *w, int column, int64_t v)
{
  HOT_INVARIANT(column >= 0 && column < vm->p->n_columns);
  const Program *p = vm->p;
  const PColumn *c = &p->columns[column];
  const int64_t *at = p->consts + c->base;
  for (int i = 0; i < p->types[p->kinds[c->kind].set_type].words; i++) {
    uint64_t bits = 0;
    int n = c->count - i * 64 < 64 ? c->count - i * 64 : 64;
    for (int k = 0; k < n; k++) bits |= (uint64_t)(at[i * 64 + k] == v) << k;
    w[i] = (int64_t)bits;
  }
}

/* The things on which v is printed. */
void set_printed(const Vm *vm, int64_t *w, int column, int64_t v)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Printed *q = &vm->printed[column];
  if (!q->sets || v == NONE) {
    search_printed(vm, w, column, v);
    return;
  }
  bool known = v >= q->lo && v <= q->hi;
  const int64_t *set = q->sets + (known ? (v - q->lo) * q->words : 0);
  w[0] = known ? set[0] : 0;
  for (int i = 1; i < q->words; i++) w[i] = known ? set[i] : 0;
}

void set_pile(const Vm *vm, int64_t *w, const PType *t, int64_t pile)
{
  memset(w, 0, sizeof(int64_t) * (size_t)t->words);
  if (pile < 0 || pile >= vm->p->header->piles) return;
  int32_t x = vm->cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM];
  int32_t lo = t->lo, hi = t->hi;
  int64_t word = 0, *last = w; /* the word that grows stays in a register */
  for (; x; x = thing_cells(vm, x - 1)[TC_ABOVE]) {
    if (x - 1 < lo || x - 1 > hi) continue;
    int64_t *at = w + (x - 1 - lo) / 64;
    if (at != last) {
      *last = word;
      last = at;
      word = *at;
    }
    word |= (int64_t)(1ull << ((x - 1 - lo) & 63));
  }
  *last = word;
}

/* The same numbers in a set of another range; the two may share registers. */
void set_convert(int64_t *to, const PType *tt, const int64_t *from, const PType *ft)
{
  int64_t out[MAX_FRAME] = {0};
  for (int64_t b = set_next(from, ft->words, 0); b >= 0;
       b = set_next(from, ft->words, b + 1)) {
    int64_t v = b + ft->lo;
    if (v >= tt->lo && v <= tt->hi) set_put(out, v - tt->lo);
  }
  memcpy(to, out, sizeof *to * (size_t)tt->words);
}

int64_t set_before(const int64_t *w, int words, int64_t bit)
{
  if (bit > (int64_t)words * 64) bit = (int64_t)words * 64;
  for (int64_t b = bit - 1; b >= 0; b--) {
    uint64_t low = (uint64_t)w[b / 64] << (63 - b % 64);
    if (low) return b - __builtin_clzll(low);
    b -= b % 64;
  }
  return -1;
}

/* A damaged program may say any count. */
static int64_t list_count(const int64_t *list, int64_t most)
{
  return list[0] < 0 ? 0 : list[0] < most ? list[0] : most;
}

void list_reverse(int64_t *list, int words)
{
  for (int64_t i = 1, k = list_count(list, words - 1); i < k; i++, k--) {
    int64_t x = list[i];
    list[i] = list[k], list[k] = x;
  }
}

void list_pile(const Vm *vm, int64_t *list, int words, int64_t pile)
{
  int64_t k = 0, most = ((int64_t)words - 1) * 4;
  memset(list, 0, sizeof *list * (size_t)words);
  if (pile < 0 || pile >= vm->p->header->piles) return;
  int kind = vm->places[pile].kind; /* ids of small games are kept as they are */
  int64_t first =
      vm->p->n_things > PACKED_MOST && kind >= 0 ? vm->p->kinds[kind].first : 0;
  for (int32_t x = vm->cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM];
       x && k < most; x = thing_cells(vm, x - 1)[TC_ABOVE], k++)
    list[1 + k / 4] |= (int64_t)((uint64_t)(uint16_t)(x - 1 - first) << (k % 4 * 16));
  list[0] = k | first << 32;
}

static void packed_put(int64_t *list, int64_t i, int64_t v)
{
  v -= list[0] >> 32;
  uint64_t w = (uint64_t)list[1 + i / 4], shift = (uint64_t)(i % 4) * 16;
  list[1 + i / 4] =
      (int64_t)((w & ~((uint64_t)0xFFFF << shift)) | (uint64_t)(uint16_t)v << shift);
}

void list_reverse_packed(int64_t *list, int words)
{
  int64_t count = (int32_t)list[0], n = list_count(&count, ((int64_t)words - 1) * 4);
  for (int64_t i = 0, k = n - 1; i < k; i++, k--) {
    int64_t x = packed_at(list, i), y = packed_at(list, k);
    packed_put(list, i, y);
    packed_put(list, k, x);
  }
}

bool list_append(int64_t *list, int words, int64_t v)
{
  int64_t n = list_count(list, words - 1);
  if (n >= words - 1) return false;
  list[0] = n + 1;
  list[n + 1] = v;
  return true;
}

/* What is behind the last element is 0: equal lists are equal words. */
void list_delete(int64_t *list, int words, int64_t nth)
{
  int64_t n = list_count(list, words - 1);
  if (nth < 1 || nth > n) return;
  memmove(list + nth, list + nth + 1, sizeof *list * (size_t)(n - nth));
  list[n] = 0;
  list[0] = n - 1;
}

/* What a list (count, then elements, `words` in all) has. */
void set_list(int64_t *to, const PType *t, const int64_t *list, int words)
{
  int64_t out[MAX_FRAME] = {0};
  for (int k = 1; k < words && k <= list[0]; k++)
    if (list[k] >= t->lo && list[k] <= t->hi) set_put(out, list[k] - t->lo);
  memcpy(to, out, sizeof *to * (size_t)t->words);
}

/* Everything there is of a type; of a kind, what exists in this setup. */
void set_all(const Vm *vm, int type, int64_t *words)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(type >= 0 && type < vm->p->n_types);
  const PType *t = &vm->p->types[type];
  if (t->kind >= 0 && vm->p->kinds[t->kind].present >= 0) {
    int field = vm->p->kinds[t->kind].present;
    state_get_wide(vm, vm->cells, field, vm->p->fields[field].cell, words);
    return;
  }
  int64_t n = (int64_t)t->hi - t->lo + 1;
  for (int i = 0; i < t->words; i++, n -= 64)
    words[i] = n >= 64 ? -1 : n > 0 ? (int64_t)(((uint64_t)1 << n) - 1) : 0;
}
