/* Orders and boards: who comes next, rows on a grid, ways over neighbours. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <string.h>

static int64_t next_present(const Vm *vm, const PKind *k, int64_t x, int64_t steps)
{
  const PType *t = &vm->p->types[k->set_type];
  int64_t n = k->count, all[MAX_FRAME / 64 + 2];
  const Board *board = &vm->boards[k - vm->p->kinds];
  if (board->present >= 0 && steps >= 0 && steps < 64) { /* nearly every circle */
    const int32_t *c = vm->cells + board->present;
    uint64_t bits = (uint64_t)(uint32_t)c[0] | (uint64_t)(uint32_t)c[1] << 32;
    if (bits >> (x - t->lo) & 1) {
      while (steps-- > 0) x = bit_after(bits, t->lo, x);
      return x;
    }
  }
  if (t->words > (int)(sizeof all / sizeof *all)) return NONE;
  set_all(vm, k->set_type, all);
  int count = set_count(all, t->words);
  if (!count) return NONE;
  if (steps <= -count || steps >= count) steps %= count;
  int64_t bit = x - t->lo;
  for (; steps > 0; steps--) {
    bit = set_next(all, t->words, bit + 1);
    if (bit < 0) bit = set_next(all, t->words, 0);
  }
  for (; steps < 0; steps++) {
    do bit = (bit + n - 1) % n;
    while (!set_has(all, bit));
  }
  return t->lo + bit;
}

int64_t board_next(const Vm *vm, int kind, int64_t x, int64_t steps)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(kind >= 0 && kind < vm->p->n_kinds);
  const PKind *k = &vm->p->kinds[kind];
  const PType *t = &vm->p->types[k->set_type];
  if (x < t->lo || x > t->hi || steps == NONE) return NONE;
  if (k->present >= 0) return next_present(vm, k, x, steps);
  int64_t n = k->count, to = x - t->lo + (steps < -n || steps > n ? steps % n : steps);
  if (to >= n || to < 0) to = (to % n + n) % n;
  return t->lo + to;
}

/* ---- rows ----------------------------------------------------------------------- */

/* On a grid of one word a step is a shift.  What would leave the grid at its side comes
 * in again on the other one, where a step to that side cannot lead: see `Ray`. */
static void measure(const PKind *k, int dx, int dy, Ray *ray)
{
  uint64_t into = 0; /* where a step can lead */
  for (int at = 0; at < k->count; at++) {
    int from = at % k->width - dx;
    if (from >= 0 && from < k->width) into |= (uint64_t)1 << at;
  }
  int step = dy * k->width + dx;
  ray->step = step < 0 ? -step : step;
  ray->into[step < 0] = into;
}

/* The same as a rotation of the word: no step leads across an edge. */
static Turn turn_of(const PKind *k, int dx, int dy)
{
  Turn t = {(dy * k->width + dx) & 63, 0};
  for (int at = 0; at < k->count && (dx || dy); at++) {
    int x = at % k->width - dx, y = at / k->width - dy;
    if (x >= 0 && x < k->width && y >= 0 && y < k->height) t.into |= (uint64_t)1 << at;
  }
  return t;
}

void board_measure(const Program *p, const PKind *k, Board *b)
{
  const PType *t = &p->types[k->set_type];
  *b = (Board){t->lo, t->hi, .present = -1};
  if (k->present >= 0 && t->words == 1) b->present = p->fields[k->present].cell;
  b->bits = k->width > 0 && k->width <= 32 && k->count <= 64;
  for (int i = 0; b->bits && i < DIRECTIONS; i++) {
    int dx = direction_x(i), dy = direction_y(i);
    measure(k, dx, dy, &b->rays[i]);
    measure(k, -dx, -dy, &b->rays[i]);
    b->turns[i] = turn_of(k, dx, dy);
  }
}

static int walk(const PKind *k, const int64_t *set, int at, int dx, int dy)
{
  unsigned w = (unsigned)k->width, h = (unsigned)k->height;
  int y = at / k->width, x = at - y * k->width, step = dy * k->width + dx;
  for (int n = 0;; n++) {
    x += dx, y += dy, at += step;
    if ((unsigned)x >= w || (unsigned)y >= h || !set_has(set, at)) return n;
  }
}

static int walk_both(const PKind *k, const int64_t *set, int at, int dx, int dy)
{
  return walk(k, set, at, dx, dy) + 1 + walk(k, set, at, -dx, -dy);
}

static APART bool walk_lines(const PKind *k, const int64_t *line, int at,
                             const int64_t *set)
{
  const int64_t *d = line + LINE_HEAD, *end = d + line[LINE_COUNT];
  for (; d < end; d++)
    if (walk_both(k, set, at, direction_x(*d), direction_y(*d)) >= line[LINE_LENGTH])
      return true;
  return false;
}

/* All lines of one direction at once: `runs` are the places from which the set goes on
 * for as long as was looked at, `begin` those from which that leads to `here`. */
static bool shift_lines(const Board *board, const int64_t *line, uint64_t here,
                        uint64_t set)
{
  const int64_t *d = line + LINE_HEAD, *end = d + line[LINE_COUNT];
  int64_t beside = line[LINE_LENGTH] - 1;
  if (beside <= 0) return true;
  if (beside >= 64) return false;
  set |= here;
  for (; d < end; d++) {
    int step = board->rays[*d].step;
    uint64_t into = set & board->rays[*d].into[1], runs = set, begin = here;
    for (int k = (int)beside; k > 0; k--) {
      runs = runs >> step & into;
      begin = begin >> step | here;
    }
    if (runs & begin) return true;
  }
  return false;
}

/* The lines of one instruction through each place of its grid, as sets: which of them is
 * full is a comparison each.  Only what is on the grid is there. */
static Lines *draw_lines(const PKind *k, const int64_t *line)
{
  int64_t length = line[LINE_LENGTH], count = line[LINE_COUNT];
  if (length < 2 || length > 8 || count > DIRECTIONS) return NULL;
  Lines *l = vm_zeroed(sizeof *l / sizeof *l->sets + (size_t)(k->count * length * count),
                       sizeof *l->sets);
  int32_t n = 0;
  l->line = line;
  for (int at = 0; at < k->count; at++) {
    for (int64_t d = 0; d < count; d++) {
      int dx = direction_x(line[LINE_HEAD + d]), dy = direction_y(line[LINE_HEAD + d]);
      for (int back = 0; back < length && (dx || dy); back++) {
        int x = at % k->width - back * dx, y = at / k->width - back * dy;
        int ex = x + ((int)length - 1) * dx, ey = y + ((int)length - 1) * dy;
        if (x < 0 || y < 0 || ex < 0 || ey < 0 || x >= k->width || ex >= k->width ||
            y >= k->height || ey >= k->height)
          continue;
        for (int i = 0; i < length; i++)
          if (i != back)
            l->sets[n] |= (uint64_t)1 << ((y + i * dy) * k->width + x + i * dx);
        n++;
      }
    }
    l->end[at] = n;
  }
  return l;
}

void board_lines_find(Vm *vm)
{
  const Program *p = vm->p;
  bool any = false;
  for (int i = 0; i < p->n_kinds; i++) any |= vm->boards[i].bits;
  for (int i = 0; any && i < p->n_code; i++) {
    if (p->code[i].op != OP_JLINE) continue;
    const int64_t *line = p->consts + p->code[i].d;
    Board *b = &vm->boards[line[LINE_GRID]];
    if (b->bits && !b->lines) b->lines = draw_lines(&p->kinds[line[LINE_GRID]], line);
  }
}

/* Is one of the lines (see LINE_HEAD) through a place long enough? */
bool board_lines(const Vm *vm, const int64_t *line, int64_t place, const int64_t *set)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const PKind *k = &vm->p->kinds[line[LINE_GRID]];
  const Board *board = &vm->boards[line[LINE_GRID]];
  uint64_t at = (uint64_t)place - (uint64_t)k->first;
  if (at >= (uint64_t)k->count) return line[LINE_LENGTH] <= 0; /* no such place */
  const Lines *l = board->lines;
  if (l && l->line == line) {
    bool full = false;
    for (int32_t i = at ? l->end[at - 1] : 0; i < l->end[at]; i++)
      full |= !(l->sets[i] & ~(uint64_t)*set);
    return full;
  }
  if (board->bits) return shift_lines(board, line, (uint64_t)1 << at, (uint64_t)*set);
  return walk_lines(k, line, (int)at, set);
}

/* How many of the set follow r[0] towards (r[1], r[2]); both ways: with r[0] itself. */
int64_t board_row(const Vm *vm, int kind, const int64_t *r, const int64_t *set, bool both)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(kind >= 0 && kind < vm->p->n_kinds);
  const PKind *k = &vm->p->kinds[kind];
  uint64_t at = (uint64_t)r[0] - (uint64_t)k->first;
  uint64_t dx = r[1] < 0 ? 0 - (uint64_t)r[1] : (uint64_t)r[1],
           dy = r[2] < 0 ? 0 - (uint64_t)r[2] : (uint64_t)r[2];
  if (at >= (uint64_t)k->count || (dx | dy) - 1 >= 255)
    return 0; /* no such place or direction */
  if (!vm->boards[kind].bits || dx > 1 || dy > 1)
    return both ? walk_both(k, set, (int)at, (int)r[1], (int)r[2])
                : walk(k, set, (int)at, (int)r[1], (int)r[2]);
  const Turn *turn = &vm->boards[kind].turns[4 + 3 * r[2] + r[1]];
  uint64_t here = (uint64_t)1 << at;
  int64_t n = board_ray(turn, here, (uint64_t)*set);
  if (both) n += 1 + board_ray(turn - 2 * (3 * r[2] + r[1]), here, (uint64_t)*set);
  return n;
}

/* ---- ways ----------------------------------------------------------------------- */

/* Breadth-first over a value that gives neighbours.  Fills `seen` up to `far` steps, or
 * until `goal` is found; returns the distance of the goal or NONE. */
int64_t board_search(Vm *vm, int chunk, int32_t me, int64_t from, int64_t goal,
                     int64_t far, int64_t *seen, int words)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Program *p = vm->p;
  if (from < 0 || from >= p->n_things) return NONE;
  const PKind *k = &p->kinds[p->things[from].kind];
  const PType *t = &p->types[k->set_type];
  if (t->words != words || words > 64) return NONE;
  int64_t edge[64] = {0}, found[64];
  memset(seen, 0, sizeof(int64_t) * (size_t)words);
  set_put(edge, from - t->lo);
  set_put(seen, from - t->lo);
  if (goal == from) return 0;
  for (int64_t d = 1; d <= far; d++) {
    memset(found, 0, sizeof found);
    for (int64_t b = set_next(edge, words, 0); b >= 0; b = set_next(edge, words, b + 1)) {
      int64_t x = b + t->lo;
      const int64_t *near = eval_chunk(vm, chunk, me, NONE, &x, 1);
      if (!near) return NONE;
      for (int i = 0; i < words; i++) found[i] |= near[i];
      if (--vm->fuel < 0) return NONE;
    }
    bool any = false;
    for (int i = 0; i < words; i++) {
      edge[i] = found[i] & ~seen[i];
      seen[i] |= found[i];
      any |= edge[i] != 0;
    }
    if (goal >= t->lo && goal <= t->hi && set_has(edge, goal - t->lo)) return d;
    if (!any) break;
  }
  return NONE;
}
