/* Ways of a game that is dealt anew (deal.h), recalled but for one thing.
 *
 * Who begins anew until nobody notices deals as he should, but where every seat has shown
 * something of what it hides, few beginnings agree with all of it.  The way that came
 * furthest agrees with most: it is gone once more with some hidden outcomes changed that
 * lie with the seat whose answer did not fit, or that may have brought what was mixed up
 * or seen there; two draws of a sort change places.  A way that comes no less far takes
 * its place, so that seat after seat comes to fit. */
#include "interp/base/invariant.h"
#include "interp/vm/deal.h"

#include <stdlib.h>
#include <string.h>

enum { FRUITLESS = 32 }; /* changes without getting further, before it is begun anew */

void recall_free(Recall *r)
{
  free(r->now.at);
  free(r->best.at);
  free(r->before.at);
  free(r->from);
}

void way_copy(Way *to, const Way *from)
{
  INVARIANT(to != from && from->n <= from->cap);
  if (to->cap < from->n) {
    free(to->at);
    to->cap = 2 * from->n;
    to->at = vm_zeroed((size_t)to->cap, sizeof *to->at);
  }
  if (from->n) memcpy(to->at, from->at, sizeof *to->at * (size_t)from->n);
  to->n = from->n;
  to->step = from->step;
}

/* The seat with which lies what goes to a pile. */
static int32_t seat_at(const Vm *vm, int64_t pile)
{
  const Place *to = pile >= 0 ? &vm->places[pile] : NULL;
  return to && to->field >= 0 && vm->p->fields[to->field].kind == 0 ? to->thing : NONE;
}

static void lay(Recall *r, const Program *p, const Hidden *h)
{
  if (!h->drawn || h->whose < 0 || h->whose >= MAX_PLAYERS) return;
  r->lies[h->whose] += blame_draw(p, h->whose, h->ip, h->option.value);
}

void recall_back(Recall *r, const Program *p, int n)
{
  INVARIANT(n >= 0 && n <= r->now.n);
  memset(r->lies, 0, sizeof r->lies);
  r->now.n = n;
  for (int i = 0; i < n; i++) lay(r, p, &r->now.at[i]);
}

bool recall_blames(const Recall *r, Vm *vm, int option)
{
  if (option < 0 || vm->ask.from < 0) return false;
  Option o = vm_option(vm, option);
  int32_t seat = seat_at(vm, vm->ask.to);
  return seat >= 0 && seat < MAX_PLAYERS &&
         is_blamed(r->blame,
                   r->lies[seat] + blame_draw(vm->p, seat, vm->ask.begin_ip, o.value));
}

/* All that are like it lie elsewhere later, on the way that is recalled. */
bool recall_promised(const Recall *r, Vm *vm, int option)
{
  if (!r->on || option < 0 || vm->ask.from < 0) return false;
  const PThing *things = vm->p->things;
  int32_t face = things[vm_option(vm, option).value].face;
  int left = vm->weights[option];
  for (int i = r->now.n + 1; left > 0 && i < r->best.n; i++) {
    const Hidden *h = &r->best.at[i];
    if (!h->drawn || r->from[i] < 0 || h->ip != vm->ask.begin_ip) continue;
    left -= things[r->best.at[r->from[i]].option.value].face == face;
  }
  return left <= 0;
}

void recall_judge(Recall *r, int32_t seat, int32_t step, bool fits)
{
  if (seat < 0 || seat >= MAX_PLAYERS) return;
  if (fits) blame_passed(r->blame, r->lies[seat], step);
  else blame_failed(r->blame, r->lies[seat], step);
}

static void note(Recall *r, const Program *p, Hidden h)
{
  Way *w = &r->now;
  if (w->n == w->cap) {
    w->cap = w->cap ? 2 * w->cap : 64;
    w->at = realloc(w->at, sizeof *w->at * (size_t)w->cap);
    if (!w->at) abort();
  }
  w->at[w->n++] = h;
  lay(r, p, &h);
}

/* Where the thing lies that an answer is; -1: it is none, or not that alone. */
static int32_t pile_of(Vm *vm, Option o)
{
  if (vm->ask.pause != PAUSE_DECIDE || o.alt < 0 || program_parts(vm->p, o.alt) != 1)
    return -1;
  if (!alt_has_things(vm->p, o.alt) || o.value < 0 || o.value >= vm->p->n_things)
    return -1;
  const int32_t *c = thing_cells(vm, o.value);
  return c ? c[TC_PILE] - 1 : -1;
}

int recall_note(Recall *r, Vm *vm, int option, int32_t step, bool fixed)
{
  if (option < 0) return option;
  Option o = vm_option(vm, option);
  bool drawn = vm->ask.pause == PAUSE_CHANCE && vm->ask.from >= 0;
  int32_t seat = vm->ask.pause == PAUSE_DECIDE ? o.seat : NONE;
  if (!drawn)
    note(r, vm->p,
         (Hidden){vm->ask.begin_ip, seat, step, pile_of(vm, o), false, fixed, false, o});
  r->step = drawn ? step : -1;
  r->fixed = drawn && fixed;
  return option;
}

void recall_told(Recall *r, Vm *vm, const Event *e)
{
  int op = e->kind == EV_MOVE && e->ip >= 0 ? vm->p->code[e->ip].op : OP_NOP;
  if (op != OP_DRAW && op != OP_LAY && op != OP_TUCK) return;
  Option o = {NONE, -1, e->thing};
  note(r, vm->p,
       (Hidden){e->ip, seat_at(vm, e->now), r->step, -1, true, r->fixed, false, o});
  r->step = -1;
  r->fixed = false;
}

/* What the way that is recalled has here; NULL: something else. */
static const Hidden *recalled(const Recall *r, const Vm *vm)
{
  int n = r->now.n;
  if (!r->on || n >= r->best.n || r->best.at[n].ip != vm->ask.begin_ip) return NULL;
  INVARIANT(r->from[n] < r->best.n);
  return r->from[n] < 0 ? NULL : &r->best.at[r->from[n]];
}

static int find_like(Vm *vm, int32_t value)
{
  const Program *p = vm->p;
  bool drawn = vm->ask.from >= 0;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    int32_t x = vm_option(vm, i).value;
    if (drawn ? p->things[x].face == p->things[value].face : x == value) return i;
  }
  return -1;
}

int recall_outcome(const Recall *r, Vm *vm)
{
  const Hidden *h = recalled(r, vm);
  return h ? find_like(vm, h->option.value) : -1;
}

const Option *recall_answer(const Recall *r, const Vm *vm)
{
  const Hidden *h = recalled(r, vm);
  return h && vm->ask.pause == PAUSE_DECIDE ? &h->option : NULL;
}

/* One of those of a way that lie with a seat, drawn or not; -1: there is none. */
static int any_of(const Way *w, int32_t seat, bool drawn, uint64_t *rng)
{
  int n = 0, pick = -1;
  for (int i = 0; i < w->n; i++)
    if (w->at[i].whose == seat && w->at[i].drawn == drawn && !w->at[i].fixed &&
        rng_below(rng, (uint64_t)++n) == 0)
      pick = i;
  return pick;
}

/* What a draw brings in the way that is planned, NONE: that is not known. */
static int32_t planned(const Recall *r, const Program *p, int i)
{
  return r->from[i] < 0 ? NONE : p->things[r->best.at[r->from[i]].option.value].face;
}

/* Another draw of the same sort with which one can change places so that something
 * changes, -1: none. */
static int any_like(const Recall *r, const Program *p, int one, uint64_t *rng)
{
  const Way *w = &r->best;
  int n = 0, pick = -1;
  for (int i = 0; i < w->n && w->at[one].drawn; i++)
    if (i != one && w->at[i].ip == w->at[one].ip && w->at[i].drawn && !w->at[i].fixed &&
        planned(r, p, i) != planned(r, p, one) && rng_below(rng, (uint64_t)++n) == 0)
      pick = i;
  return pick;
}

/* What a seat answered out of sight is decided anew. */
static void forget_given(Recall *r, int32_t seat)
{
  for (int i = 0; i < r->best.n; i++)
    if (r->best.at[i].whose == seat && !r->best.at[i].drawn) r->from[i] = -1;
}

void recall_anew(Recall *r)
{
  r->now.n = 0;
  r->step = -1;
  r->fixed = false;
  memset(r->lies, 0, sizeof r->lies);
  r->on = false;
}

static int any_bit(uint32_t set, uint64_t *rng)
{
  INVARIANT(set);
  for (int k = (int)rng_below(rng, (uint64_t)__builtin_popcount(set)); k > 0; k--)
    set &= set - 1;
  return __builtin_ctz(set);
}

/* Something that lies with a seat changes places with something else, or is decided anew;
 * gives the seat with which it changed, or the same. */
static int32_t change_one(Recall *r, const Program *p, int32_t seat, uint64_t *rng)
{
  const Way *w = &r->best;
  INVARIANT(w->n > 0 && w->n <= r->room);
  int one = any_of(w, seat, rng_below(rng, 4) > 0, rng);
  if (one < 0) one = (int)rng_below(rng, (uint64_t)w->n);
  int with = rng_below(rng, 3) ? any_like(r, p, one, rng) : -1, was = r->from[one];
  r->from[one] = with < 0 ? -1 : r->from[with];
  if (w->at[one].drawn && rng_below(rng, 4)) forget_given(r, w->at[one].whose);
  if (with < 0) return seat;
  r->from[with] = was;
  return w->at[with].whose;
}

/* One of those that may have brought what did not fit. */
static int any_brought(const Recall *r, uint64_t *rng)
{
  int k = (int)rng_below(rng, (uint64_t)r->brought), i = 0;
  while (!r->best.at[i].brought || k-- > 0) i++;
  INVARIANT(i < r->best.n);
  return i;
}

/* What lies with the culprit is another, or what may have brought what did not fit; with
 * whom it changed places may have to change something, too. */
static void change_some(Recall *r, const Program *p, int seats, uint64_t *rng)
{
  int32_t seat = r->culprit;
  for (int i = 0; i < r->best.n; i++) r->from[i] = i;
  if (r->brought && rng_below(rng, 4)) {
    do {
      int one = any_brought(r, rng);
      r->from[one] = -1;
      seat = r->best.at[one].whose;
    } while (rng_below(rng, 2));
    if (rng_below(rng, 8)) return;
  } else if (seat < 0 || rng_below(rng, 4) == 0)
    seat = (int32_t)rng_below(rng, (uint64_t)seats);
  if (rng_below(rng, 2)) forget_given(r, seat);
  do seat = change_one(r, p, seat, rng);
  while (seat >= 0 && rng_below(rng, 2));
}

/* The seats with which something would lie that is to blame.  What is decided anew is not
 * known yet. */
static uint32_t who_is_blamed(const Recall *r, const Program *p)
{
  uint64_t lies[MAX_PLAYERS] = {0};
  uint32_t blamed = 0, unknown = 0;
  for (int i = 0; i < r->best.n; i++) {
    const Hidden *h = &r->best.at[i];
    if (!h->drawn || h->whose < 0 || h->whose >= MAX_PLAYERS) continue;
    if (r->from[i] < 0) unknown |= 1u << h->whose;
    if (unknown >> h->whose & 1) continue;
    lies[h->whose] += blame_draw(p, h->whose, h->ip, r->best.at[r->from[i]].option.value);
    if (is_blamed(r->blame, lies[h->whose])) blamed |= 1u << h->whose;
  }
  return blamed;
}

/* Whoever is to blame changes something, until nobody is. */
static void settle(Recall *r, const Program *p, uint64_t *rng)
{
  enum { CHANGES = 32 };
  for (int k = 0; k < CHANGES; k++) {
    uint32_t blamed = who_is_blamed(r, p);
    if (!blamed) return;
    change_one(r, p, any_bit(blamed, rng), rng);
  }
}

static void make_room(Recall *r)
{
  if (r->room >= r->best.n) return;
  free(r->from);
  r->room = 2 * r->best.n;
  r->from = vm_zeroed((size_t)r->room, sizeof *r->from);
}

void recall_begin(Recall *r, const Program *p, int seats, uint64_t *rng)
{
  recall_anew(r);
  if (r->fruitless++ == FRUITLESS)
    r->best.n = r->best.step = r->fruitless = r->brought = 0;
  if (!r->best.n) return;
  make_room(r);
  change_some(r, p, seats, rng);
  if (rng_below(rng, 8)) settle(r, p, rng);
  r->on = true;
}

void recall_again(Recall *r)
{
  if (!r->again) way_copy(&r->before, &r->best);
  r->again = true;
  way_copy(&r->best, &r->now);
  r->best.step = r->brought = 0;
  recall_anew(r);
  make_room(r);
  for (int i = 0; i < r->best.n; i++) {
    r->best.at[i].brought = false;
    r->from[i] = i;
  }
  r->on = true;
}

void recall_kept(Recall *r)
{
  if (r->again && r->before.step > r->best.step) {
    way_copy(&r->best, &r->before);
    r->brought = 0;
    for (int i = 0; i < r->best.n; i++) r->brought += r->best.at[i].brought;
  }
  r->again = false;
}

/* Where a thing was mixed up last before a mark at which the reader sees it, or at that
 * mark, NEVER: it was not, or he had seen it before. */
static int32_t mixed_before(const Marks *m, size_t at, int reader)
{
  if (m->at[at].mix >= 0) return m->at[at].mix;
  if (!(m->at[at].seen >> reader & 1)) return NEVER;
  while (at-- > 0) {
    if (m->at[at].seen >> reader & 1) return NEVER;
    if (m->at[at].mix >= 0) return m->at[at].mix;
  }
  return NEVER;
}

/* What may have brought something to where it was mixed up. */
static void who_brought(Recall *r, const Trace *t, int reader, int32_t mix)
{
  for (int i = 0; i < r->now.n; i++) {
    Hidden *h = &r->now.at[i];
    if (h->brought || h->fixed || h->step < 0 || h->step >= t->n) continue;
    int32_t x = t->steps[h->step].option.value;
    if (x < 0 || x >= t->real->p->n_things) continue;
    int32_t fate = fate_after(&t->things[x], h->step + 1, reader);
    h->brought = fate >= 0 && mix_leads(&t->mixes, fate, mix);
    r->brought += h->brought;
  }
}

/* The same of all that is mixed up, or that the reader comes to see, around a step. */
static void find_involved(Recall *r, const Trace *t, int reader, int32_t step)
{
  enum { AROUND = 2 };
  int32_t last = NEVER;
  r->brought = 0;
  for (int i = 0; i < r->now.n; i++) r->now.at[i].brought = false;
  for (int32_t z = 0; step < t->n && z < t->real->p->n_things; z++) {
    const Marks *m = &t->things[z];
    for (size_t i = m->n; i-- > 0 && m->at[i].step >= step - AROUND;) {
      int32_t mix = m->at[i].step <= step + AROUND ? mixed_before(m, i, reader) : NEVER;
      if (mix >= 0 && mix != last) who_brought(r, t, reader, last = mix);
    }
  }
}

void recall_involved(Recall *r, const Trace *t, int reader, int32_t step)
{
  int brought = r->brought; /* of the best way */
  find_involved(r, t, reader, step);
  r->brought = brought;
}

void recall_end(Recall *r, const Trace *t, int reader, int32_t step, int32_t culprit)
{
  INVARIANT(step >= 0);
  if (step < r->best.step) return;
  if (step > r->best.step) r->fruitless = 0;
  find_involved(r, t, reader, step);
  way_copy(&r->best, &r->now);
  r->best.step = step;
  r->culprit = culprit;
}
