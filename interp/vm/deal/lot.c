/* Which of the things that a reader cannot tell apart is drawn in the game that is dealt
 * for him (deal.h).
 *
 * A thing that he comes to see later can lie only where it will be found.  If it is not
 * mixed up before that, its draw is the real one.  If it is, any draw will do that leads
 * to where it is mixed up last: a deck that is split into two, of which he sees some
 * cards later, must give each of them to the deck from which it will come.  So each draw
 * of the real game is a lot, known by the next time that what was drawn is mixed up; of n
 * lots that lead to where r things are needed, this one is for one of these in r of n
 * cases, and otherwise for any thing that is needed nowhere. */
#include "interp/vm/deal.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* ---- when things are mixed up ------------------------------------------------------ */

enum { MOST_MIXES = 2048, ROW = MOST_MIXES / 64 };

void mix_begin(Mixes *m)
{
  if (m->n == m->cap && m->cap < MOST_MIXES) {
    m->cap = m->cap ? 2 * m->cap : 64;
    m->from = realloc(m->from, (size_t)m->cap * ROW * sizeof *m->from);
    if (!m->from) abort();
  }
  if (m->n < m->cap) memset(m->from + (size_t)m->n * ROW, 0, ROW * sizeof *m->from);
  m->n++;
}

void mix_after(Mixes *m, int32_t before)
{
  int32_t now = m->n - 1;
  if (before < 0 || now >= m->cap) return;
  INVARIANT(before < m->n);
  uint64_t *to = m->from + (size_t)now * ROW;
  const uint64_t *from = m->from + (size_t)before * ROW;
  if (to[before / 64] >> (before % 64) & 1) return;
  for (int i = 0; i <= now / 64; i++) to[i] |= from[i];
  to[before / 64] |= (uint64_t)1 << (before % 64);
}

bool mix_leads(const Mixes *m, int32_t from, int32_t to)
{
  if (from == to || to >= m->cap) return from == to;
  return from < to && m->from[(size_t)to * ROW + (size_t)from / 64] >> (from % 64) & 1;
}

/* ---- what becomes of a thing ------------------------------------------------------- */

/* The first mark at or behind a step. */
static size_t first_from(const Marks *m, int32_t step)
{
  size_t lo = 0, hi = m->n;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (m->at[mid].step < step) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

int32_t fate_after(const Marks *m, int32_t step, int reader)
{
  for (size_t i = first_from(m, step); i < m->n; i++) {
    if (m->at[i].seen >> reader & 1) return AT_ONCE;
    if (m->at[i].mix >= 0) return m->at[i].mix;
  }
  return NEVER;
}

int32_t need_after(const Marks *m, int32_t step, int reader)
{
  int32_t need = AT_ONCE;
  for (size_t i = first_from(m, step); i < m->n; i++) {
    if (m->at[i].seen >> reader & 1) return need;
    if (m->at[i].mix >= 0) need = m->at[i].mix;
  }
  return NEVER;
}

int32_t bundle_after(const Marks *m, int32_t step, int reader)
{
  int32_t owner = -1;
  for (size_t i = first_from(m, step); i < m->n; i++) {
    if (m->at[i].seen >> reader & 1) return owner;
    if (m->at[i].mix >= 0) owner = m->at[i].owner;
  }
  return -1;
}

static int32_t pile_before(const Marks *m, int32_t step)
{
  size_t i = first_from(m, step);
  return i ? m->at[i - 1].pile : m->home;
}

/* What stands on the back is seen: are two things alike in that? */
bool same_back(const Program *p, int32_t x, int32_t y)
{
  for (int i = 0; i < p->n_columns && x != y; i++) {
    const PColumn *c = &p->columns[i];
    if (!c->open || c->kind != p->things[x].kind) continue;
    int words = p->types[c->type].words;
    if (c->base < 0 || memcmp(&p->consts[c->base + (x - c->first) * words],
                              &p->consts[c->base + (y - c->first) * words],
                              sizeof *p->consts * (size_t)words))
      return false;
  }
  return true;
}

/* ---- lots ------------------------------------------------------------------------ */

enum { GROUPS = 16, BOUND = -3, COUNT = -4, MAYBE = -5 };

/* Things of the pile that are needed at the same time. */
typedef struct Group {
  int32_t need;
  int things, lots;
} Group;

typedef struct Lots {
  const Trace *t;
  Vm *vm;
  int reader;
  int32_t x, step, fate; /* what was really drawn, before which step, what became of it */
  int32_t with;          /* what lies there was in this one, -1: in any */
  Group groups[GROUPS];
  int ngroups, free; /* free: things that are needed nowhere */
  int bound;         /* things that belong there, and nothing else does */
} Lots;

/* ---- what belongs together ---------------------------------------------------------
 * Things that lie in others are shuffled with these (cards in envelopes), and those that
 * the reader comes to see together were together: they go into the same thing, and where
 * the real game took what they were in, that is taken. */

/* What a thing is in really, when it is mixed up last before it is seen, or now if it is
 * not mixed up any more; of copies that is not known. */
static int32_t bundle_of(const Lots *l, int32_t y)
{
  const Program *p = l->vm->p;
  const Marks *m = &l->t->things[y];
  if (p->things[y].face != y) return -1;
  if (y + 1 < p->n_things && p->things[y + 1].face == y) return -1;
  if (need_after(m, l->step, l->reader) != AT_ONCE)
    return bundle_after(m, l->step, l->reader);
  int32_t pile = pile_before(m, l->step);
  const Place *at = pile >= 0 ? &l->vm->places[pile] : NULL;
  return at && at->field >= 0 && p->fields[at->field].kind > 0 ? at->thing : -1;
}

/* The same of what lies in the piles of a thing. */
static int32_t bundle_in(const Lots *l, int32_t owner)
{
  const Program *p = l->vm->p;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (!(f->flags & FIELD_PILE) || f->kind != p->things[owner].kind) continue;
    for (int j = 0; j < f->per_count; j++) {
      int32_t pile = f->pile + (owner - f->first) * f->per_count + j;
      for (int32_t y = l->vm->cells[p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM];
           y; y = thing_cells(l->vm, y - 1)[TC_ABOVE]) {
        int32_t b = bundle_of(l, y - 1);
        if (b >= 0) return b;
      }
    }
  }
  return -1;
}

typedef enum { MAY, MUST, MUST_NOT } Belongs;

static Belongs belongs(const Lots *l, int32_t y)
{
  int32_t holds = bundle_in(l, y);
  if (holds >= 0) return holds == l->x ? MUST : MUST_NOT;
  if (l->with < 0) return MAY;
  int32_t bundle = bundle_of(l, y);
  return bundle < 0 ? MAY : bundle == l->with ? MUST : MUST_NOT;
}

/* The group of a thing that can be drawn, -1: needed nowhere, -2: it cannot be drawn. */
static int group_of(Lots *l, int32_t y)
{
  int32_t need = need_after(&l->t->things[y], l->step, l->reader);
  if (need == NEVER) return -1;
  if (need == AT_ONCE || l->fate < 0 || !mix_leads(&l->t->mixes, l->fate, need))
    return -2;
  int g = 0;
  while (g < l->ngroups && l->groups[g].need != need) g++;
  if (g == GROUPS) return -1;
  INVARIANT(l->ngroups < GROUPS || g < l->ngroups);
  if (g == l->ngroups) l->groups[l->ngroups++] = (Group){need, 0, 0};
  return g;
}

/* Goes through what can be drawn, in the order of the options (chance.c): counts it, or
 * finds the option of the k-th of a group, or looks whether the k-th option may be drawn.
 */
static int walk(Lots *l, int group, int k)
{
  const Program *p = l->vm->p;
  int option = -1;
  bool fits = false;
  int32_t face = NONE;
  for (int32_t y =
           l->vm->cells[p->header->pile_cells + l->vm->ask.from * PC_CELLS + PC_BOTTOM];
       y; y = thing_cells(l->vm, y - 1)[TC_ABOVE]) {
    if (!thing_cells(l->vm, y - 1)[TC_LOOSE]) continue;
    if (p->things[y - 1].face != face) {
      face = p->things[y - 1].face;
      fits = l->x == NONE || same_back(p, l->x, y - 1);
      option++;
    }
    Belongs b = fits ? belongs(l, y - 1) : MUST_NOT;
    if (b == MUST_NOT || (group == MAYBE && option != k)) continue;
    if (b == MUST && group == BOUND && k-- == 0) return option;
    if (b == MUST && group == MAYBE) return option;
    if (b == MUST && group == COUNT) l->bound++;
    if (b == MUST || group == BOUND) continue;
    int g = group_of(l, y - 1);
    if (g == -2) continue;
    if (group == MAYBE) return option;
    if (group != COUNT && g == group && k-- == 0) return option;
    if (group == COUNT && g >= 0) l->groups[g].things++;
    if (group == COUNT && g < 0) l->free++;
  }
  return -1;
}

/* How many lots of the pile lead to where each group is needed. */
static void count_lots(Lots *l, int32_t pile)
{
  INVARIANT(l->x >= 0 && l->x < l->vm->p->n_things);
  const Program *p = l->vm->p;
  const PKind *kind = &p->kinds[p->things[l->x].kind];
  for (int32_t z = kind->first; z < kind->first + kind->count; z++) {
    const Marks *m = &l->t->things[z];
    if (pile_before(m, l->step) != pile || !same_back(p, l->x, z)) continue;
    int32_t fate = fate_after(m, l->step, l->reader);
    for (int g = 0; fate >= 0 && g < l->ngroups; g++)
      l->groups[g].lots += mix_leads(&l->t->mixes, fate, l->groups[g].need);
  }
}

static int below(uint64_t *rng, int n) { return (int)rng_below(rng, (uint64_t)n); }

/* What there is to know of a draw that is like `real` (NULL: like none). */
static Lots lots_of(const Trace *t, Vm *vm, int reader, const TraceStep *real,
                    int32_t step)
{
  INVARIANT(vm->ask.from >= 0);
  Lots l = {.t = t, .vm = vm, .reader = reader, .step = step, .x = NONE, .fate = NEVER};
  if (real) {
    l.x = real->option.value;
    l.fate = fate_after(&t->things[l.x], step, reader);
  }
  const Place *to = &vm->places[vm->ask.to];
  bool inside = to->field >= 0 && vm->p->fields[to->field].kind > 0;
  l.with = inside ? bundle_in(&l, to->thing) : -1;
  return l;
}

bool lot_may(const Trace *t, Vm *vm, int reader, const TraceStep *real, int32_t step,
             int option)
{
  if (option < 0) return false;
  Lots l = lots_of(t, vm, reader, real, step);
  return walk(&l, MAYBE, option) >= 0;
}

int lot_draw(const Trace *t, Vm *vm, int reader, const TraceStep *real, int32_t step,
             uint64_t *rng)
{
  Lots l = lots_of(t, vm, reader, real, step);
  walk(&l, COUNT, 0);
  if (l.bound) return walk(&l, BOUND, below(rng, l.bound));
  if (l.ngroups) count_lots(&l, real->from);
  int taken = 0;
  for (int g = 0; g < l.ngroups; g++) { /* the lots of those before are not for these */
    const Group *x = &l.groups[g];
    int lots = x->lots - taken;
    bool last = !l.free && g == l.ngroups - 1;
    if (last || lots <= x->things || below(rng, lots) < x->things)
      return walk(&l, g, below(rng, x->things));
    taken += x->things;
  }
  return l.free ? walk(&l, -1, below(rng, l.free)) : -1;
}
