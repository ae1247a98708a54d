/* Playouts: an answer is drawn from what is offered, and nobody is asked. */
#ifndef REGEL_MENU_H
#define REGEL_MENU_H
#include "interp/vm/vm_int.h"

/* As luck_below of bots does it: a counter, and a number that is made of it. */
#define LUCK_STEP 0x9e3779b97f4a7c15u
static inline uint64_t luck_number(uint64_t z)
{
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static inline uint32_t luck_draw(uint64_t *luck, uint32_t n)
{
  return (uint32_t)((luck_number(*luck += LUCK_STEP) >> 32) * n >> 32);
}
static inline uint32_t playout_below(Playout *p, uint32_t n)
{
  return luck_draw(p->luck, n);
}
/* A decision is answered without a pause: everything is as after one. */
static inline void playout_goes_on(Vm *vm, Playout *p)
{
  p->decisions++;
  p->left = MAX_STEP_FUEL;
  if (vm->s->live > p->live) p->live = vm->s->live;
  vm->spent += MAX_FUEL - vm->fuel;
  vm->fuel = MAX_FUEL;
  vm->shifts++;
}

/* In a playout: may an answer be drawn from what is offered? */
static inline bool menu_may(const Vm *vm, int decision)
{
  const Playout *p = vm->playout;
  return p && vm->menus[decision] && p->decisions < p->most && vm->s->depth <= 0 &&
         !vm->probing && !vm->nested && !vm->fn;
}
/* Begins a menu instead of a list: false if somebody has to be asked. */
static inline bool menu_begin(Vm *vm, int decision, int ip)
{
  if (!menu_may(vm, decision)) return false;
  Menu *m = &vm->menu;
  m->open = true;
  m->nobody = false;
  m->decision = decision;
  m->begin_ip = ip;
  m->n = m->total = 0;
  return true;
}
/* An offer from a set of n; false: it has to be listed. */
static inline bool menu_add(Vm *vm, int64_t seat, int alt, uint64_t set, int n)
{
  Menu *m = &vm->menu;
  const Choice *x = &vm->choices[alt];
  if (seat < 0 || seat >= vm->s->seats) {
    m->nobody = true;
    return true;
  }
  if (m->n >= MAX_MENU || x->decision != m->decision ||
      (x->hides && !things_seen(vm, seat, set, &vm->p->types[x->type]))) {
    menu_list(vm);
    return false;
  }
  m->at[m->n].alt = alt;
  m->at[m->n].seat = (int32_t)seat;
  m->at[m->n].n = n;
  m->at[m->n++].set = set;
  m->total += n;
  return true;
}
/* What one offer has: a label is one. */
static inline int menu_count(const Vm *vm, int alt, uint64_t set)
{
  return vm->choices[alt].element ? count_bits(set) : 1;
}
/* Is this the only offer of a plain decision, which is made next? */
static inline const Plain *menu_plain(const Vm *vm, int alt, int decision, uint64_t set)
{
  if (!set || vm->menu.n || vm->menu.decision != decision) return NULL;
  const Plain *x = &vm->plain[decision];
  return x->alt == alt ? x : NULL;
}
/* Draws one of n, where the registers below `live` are in use: all is as after a pause.
 */
static inline int menu_pick(Vm *vm, int live, int n)
{
  Playout *p = vm->playout;
  int k = (int)playout_below(p, (uint32_t)n);
  if (vm->past.n) past_lose(vm);
  vm->s->live = live;
  vm->ask.pause = PAUSE_NONE;
  vm->nrejected = 0;
  playout_goes_on(vm, p);
  return k;
}
/* The same of a decision whose frame begins at `base`. */
static inline int menu_take(Vm *vm, int decision, int base, int n)
{
  return menu_pick(vm, base + vm->p->decisions[decision].live, n);
}
/* Draws one of them: its alternative, seat and value, whose frame begins at `base`. False
 * if there is none. */
static inline bool menu_draw(Vm *vm, int decision, int base, Option *o)
{
  Menu *m = &vm->menu;
  if (m->decision != decision || !m->total) {
    menu_list(vm);
    return false;
  }
  int k = menu_take(vm, decision, base, m->total), at = 0;
  for (; k >= m->at[at].n; at++) k -= m->at[at].n;
  const Choice *x = &vm->choices[m->at[at].alt];
  *o = (Option){m->at[at].seat, m->at[at].alt, NONE};
  if (x->element) o->value = (int32_t)nth_bit(m->at[at].set, k) + x->lo;
  m->open = false;
  return true;
}
/* ---- in a quiet game (native.c) -------------------------------------------------- */

/* The same as luck_draw; the number of the next draw is made while nobody waits for it.
 */
static inline uint32_t quiet_below(Quiet *q, uint32_t n)
{
  uint64_t number = q->ahead;
  q->luck += LUCK_STEP;
  q->ahead = luck_number(q->luck + LUCK_STEP);
  return (uint32_t)((number >> 32) * n >> 32);
}
/* As rng_below does it. */
static inline uint32_t rng_small(uint64_t *rng, uint32_t n)
{
  for (;;) {
    uint64_t x = (rng_next(rng) >> 32) * n;
    if ((uint32_t)x >= n || (uint32_t)x >= (uint32_t)-n % n) return (uint32_t)(x >> 32);
  }
}
/* The attempt that is open is complete.  False: nobody has counted what it wrote, and
 * behind so much fuel it might be more than a journal holds. */
static inline bool quiet_commit(Vm *vm, long most)
{
  long used = MAX_PROBE_FUEL - vm->fuel;
  if (used > most) return false;
  vm->spent += used;
  vm->fuel = MAX_FUEL;
  vm->quiet.left = MAX_STEP_FUEL;
  return true;
}
/* A decision is answered, as menu_take does it; `live`: behind its registers. */
static inline void quiet_answers(Vm *vm, int64_t *live)
{
  Quiet *q = &vm->quiet;
  q->room--;
  q->left = MAX_STEP_FUEL;
  q->live = live;
  if (live > q->high) q->high = live;
  vm->spent += MAX_FUEL - vm->fuel;
  vm->fuel = MAX_FUEL;
}
/* The same where an attempt is open, or is opened by the answer: as playout_attempt does.
 */
static inline void quiet_guesses(Vm *vm, int64_t *live)
{
  Quiet *q = &vm->quiet;
  if (vm->s->depth > 0) vm->s->floor = vm->s->start;
  else vm->fuel = MAX_PROBE_FUEL, q->points = 0;
  q->room--;
  q->points++;
  q->live = live;
  if (live > q->high) q->high = live;
}
static inline bool quiet_full(const Vm *vm) { return vm->quiet.room <= 0; }
/* No room for one more decision, or somebody else is asked: the attempt is committed. */
static inline bool quiet_stuck(const Vm *vm, int64_t seat)
{
  return vm->s->depth > 0 &&
         (vm->s->owner != seat || vm->quiet.points >= MAX_PROBE_DEPTH - 1);
}
static inline bool quiet_roll(Vm *vm, uint64_t set, int n, int64_t *roll)
{
  State *s = vm->s;
  vm->quiet.left -= MAX_FUEL - vm->fuel + CHANCE_FUEL;
  if (vm->quiet.left < 0) return false;
  int k = (int)(s->keyed ? chance_below(s, (uint64_t)n) : rng_small(s->rng, (uint32_t)n));
  *roll = set & (set + 1) ? nth_bit(set, k) : k;
  vm->fuel = MAX_FUEL;
  return true;
}
/* All attempts from this mark on are complete. */
static inline bool quiet_done(Vm *vm, int64_t mark, long most)
{
  State *s = vm->s;
  if (s->depth <= 0) return true;
  attempt_close(s, mark >= 0 && mark < s->depth ? (int32_t)mark : s->depth);
  return s->depth > 0 || quiet_commit(vm, most);
}
static inline void quiet_end(Vm *vm, const int64_t *R, int regs, uint32_t winners,
                             int reason, int ip)
{
  State *s = vm->s;
  s->ip = ip;
  s->base = (int32_t)(R - vm->regs);
  s->top = s->base + regs;
  s->over = 1;
  s->winners = winners & ((1u << s->seats) - 1);
  s->reason = reason;
  s->depth = s->start = s->floor = 0;
  s->gather = 0;
}

/* ---- sets that are kept of a field in a quiet game ------------------------------ */

static inline int kept_slot(int32_t v, int lo, int hi)
{
  int n = hi - lo + 1;
  uint32_t k = (uint32_t)v - (uint32_t)lo;
  return k < (uint32_t)n ? (int)k : v == NONE ? n : n + 1;
}
static inline uint64_t kept_set(const uint64_t *sets, int64_t v, int64_t lo, int64_t hi)
{
  uint64_t k = (uint64_t)v - (uint64_t)lo, n = (uint64_t)(hi - lo) + 1;
  return k < n ? sets[k] : v == NONE ? sets[n] : 0;
}
/* As the cells are. */
static inline void kept_begin(uint64_t *sets, const int32_t *cells, int count, int lo,
                              int hi)
{
  uint64_t others = ~(uint64_t)0 >> (64 - count);
  for (int v = lo; v <= hi; v++) others &= ~(sets[v - lo] = equal_bits(cells, count, v));
  others &= ~(sets[hi - lo + 1] = equal_bits(cells, count, NONE));
  sets[hi - lo + 2] = others;
}
/* All of them become `now`. */
static inline void kept_fill(uint64_t *sets, int count, int64_t now, int lo, int hi)
{
  for (int k = 0; k <= hi - lo + 2; k++) sets[k] = 0;
  sets[kept_slot((int32_t)now, lo, hi)] = ~(uint64_t)0 >> (64 - count);
}
/* Cell k of the field becomes `now`. */
static inline void kept_change(uint64_t *sets, int k, int32_t was, int32_t now, int lo,
                               int hi)
{
  uint64_t bit = (uint64_t)1 << k;
  sets[kept_slot(was, lo, hi)] ^= bit;
  sets[kept_slot(now, lo, hi)] ^= bit;
}
static inline int64_t kept_row(int64_t set, int64_t row, int width, int height, int64_t v)
{
  uint64_t all = ~(uint64_t)0 >> (64 - width);
  if (row < 1 || row > height) return v == NONE ? (int64_t)all : 0;
  return (int64_t)((uint64_t)set >> (row - 1) * width & all);
}

static inline void kept_piles(const Vm *vm, uint64_t *piles)
{
  for (int k = 0; k < vm->p->n_kinds; k++) {
    const PKind *kind = &vm->p->kinds[k];
    for (int n = 0; kind->cells >= 0 && kind->count <= 64 && n < kind->count; n++) {
      int32_t pile = vm->cells[kind->cells + n * TC_COUNT + TC_PILE];
      if (pile) piles[pile - 1] |= (uint64_t)1 << n;
    }
  }
}

/* In a playout: rolls one of a set of two or more; false if somebody has to. */
static inline bool playout_roll(Vm *vm, uint64_t set, int n, int64_t *roll)
{
  Playout *p = vm->playout;
  State *s = vm->s;
  if (!p || vm->probing || vm->nested || vm->fn || !vm->auto_chance ||
      (vm->remembers && !vm->offer_untried))
    return false;
  p->left -= MAX_FUEL - vm->fuel + CHANCE_FUEL;
  if (p->left < 0) return false;
  s->depth = s->start = s->floor = 0;
  *roll = nth_bit(set, (int)chance_below(s, (uint64_t)n));
  vm->fuel = MAX_FUEL;
  return true;
}

#endif
