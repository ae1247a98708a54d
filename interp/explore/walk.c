/* Random games that lean towards what has not happened yet, for games with too many
 * states.
 *
 * Walks go in rounds, each through one setup.  All walks of a round know what was seen
 * before the round, so that it does not matter which thread does which of them; what they
 * found is added up in their order.  Something is new if an instruction ran, or a field
 * had a value, for the first time in this setup.  The position where a walk met something
 * new is kept, and half of the later walks begin at a kept one, rather at one that is
 * rarely come to, which leads them back to the edge of what is known.  Where they choose,
 * they prefer the answers that were given least often so far. */
#include "interp/explore/walk.h"
#include "interp/bot/luck.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
  ROUND = WALKS_AT_ONCE,
  KEPT = 512,    /* positions of all setups together */
  DRAWN = 16,    /* of them are drawn, and the rarest is begun at */
  RARE = 256,    /* walks: what was seen less often is kept where it comes sooner */
  RETRIES = 3,   /* other answers after one that went wrong */
  ENOUGH = 4000, /* walks of a setup, if three quarters of them brought nothing new */
  PATIENT = 30,  /* ended walks that say how long one takes */
};

static bool stopped(const Walks *w)
{
  const ExplorePlan *plan = w->plan;
  return (plan->stop && *plan->stop) ||
         (plan->until > 0 && clock_seconds() >= plan->until);
}

/* Answers that are the same thing to do, wherever it is done. */
static uint32_t key_of(const Vm *vm, const Option *o)
{
  Luck mix = {(uint64_t)(uint32_t)vm_asking_ip(vm) << 40 ^
              (uint64_t)(uint32_t)o->alt << 20 ^ (uint32_t)o->value};
  return (uint32_t)luck_next(&mix) & (KEYS - 1);
}

static int pick(const Track *t, Vm *vm, Luck *luck, VmStatus status)
{
  int n = vm_options(vm), best = (int)luck_below(luck, (uint32_t)n);
  if (status == VM_CHANCE || luck_below(luck, 4) == 0) return best;
  /* The least given of a few: all of them would be dear where there are many. */
  Option o = vm_option(vm, best);
  uint32_t least = t->given[key_of(vm, &o)];
  for (int i = 0; i < 6 && least; i++) {
    int other = (int)luck_below(luck, (uint32_t)n);
    o = vm_option(vm, other);
    uint32_t times = t->given[key_of(vm, &o)];
    if (times < least) least = times, best = other;
  }
  return best;
}

/* ---- what is new ------------------------------------------------------------------ */

/* Small numbers each count, large ones by their order of magnitude. */
static uint32_t cell_bit(int cell, int32_t value)
{
  uint32_t v = (uint32_t)value;
  if (value >= 64) v = 64 + (uint32_t)(31 - __builtin_clz(v));
  if (value < -64) v = 128 + (uint32_t)(31 - __builtin_clz(0u - v));
  Luck mix = {(uint64_t)(uint32_t)cell << 32 | v};
  return (uint32_t)luck_next(&mix) & (CELL_BITS - 1);
}

static bool has_bit(const uint8_t *bits, uint32_t i) { return bits[i / 8] >> i % 8 & 1; }
static void set_bit(uint8_t *bits, uint32_t i) { bits[i / 8] |= (uint8_t)(1u << i % 8); }

enum { NO_BIT = CELL_BITS };

/* New, or rare and come to sooner than before. */
static bool is_better(const Track *t, uint32_t bit, size_t answers)
{
  return !t->seen[bit] || (t->seen[bit] < RARE && answers + 1 < t->soon[bit]);
}

/* Which value is new, or NO_BIT.  Piles are left out: where a card lies is new almost
 * always. */
static uint32_t new_cells(const Track *t, Walker *me, Walk *walk)
{
  int n;
  const int32_t *cells = vm_cells(me->vm, &n);
  uint32_t fresh = NO_BIT;
  if (n > me->ncells) n = me->ncells;
  for (int i = 0; i < n; i++) {
    if (cells[i] == me->cells[i]) continue;
    me->cells[i] = cells[i];
    uint32_t bit = cell_bit(i, cells[i]);
    if (has_bit(me->bits, bit)) continue;
    set_bit(me->bits, bit);
    vec_push(&walk->bits, bit);
    if (is_better(t, bit, walk->path.n)) fresh = bit;
  }
  return fresh;
}

static bool new_code(const Track *t, Vm *vm, Walk *walk)
{
  const int32_t *list;
  bool fresh = false;
  int n = vm_covered(vm, &list);
  for (int i = 0; i < n; i++) {
    vec_push(&walk->ran, list[i]);
    fresh |= !t->r->walked[list[i]] && !t->r->ran[list[i]];
  }
  if (n && t->plan->counts) vm_cover_again(vm, list, n);
  return fresh;
}

/* Looks what happened in the last step; a position behind something new is kept. */
static void look(const Track *t, Walker *me, Walk *walk, VmStatus status)
{
  bool code = new_code(t, me->vm, walk);
  uint32_t bit = new_cells(t, me, walk);
  if ((!code && bit == NO_BIT) || (status != VM_DECIDE && status != VM_CHANCE)) return;
  Spot *spot = &walk->spots[walk->nspots++ % SPOTS];
  spot->count = walk->path.n;
  spot->bit = bit;
  spot->state.n = vm_save(me->vm, me->state);
  vec_reserve(&spot->state, spot->state.n + 1);
  memcpy(spot->state.at, me->state, spot->state.n);
}

/* ---- one walk --------------------------------------------------------------------- */

static void meet(Walk *walk, FindKind kind, VmError e, int32_t ip)
{
  for (size_t i = 0; i < walk->met.n; i++)
    if (walk->met.at[i].kind == kind && walk->met.at[i].ip == ip) return;
  size_t n = walk->path.n;
  Finding f = {.kind = kind, .error = e, .ip = ip, .times = 1, .count = (int32_t)n};
  f.answers = zeroed(n + 1, sizeof *f.answers);
  memcpy(f.answers, walk->path.at, n * sizeof *f.answers); /* it may go back from here */
  vec_push(&walk->met, f);
}

/* Notes what went wrong.  What must hold and does not is passed over. */
static VmStatus note_errors(Vm *vm, Walk *walk, VmStatus status)
{
  while (status == VM_ERROR) {
    int32_t ip = vm_error_ip(vm);
    FindKind kind = find_error(vm_program(vm), vm_error(vm), &ip);
    meet(walk, kind, vm_error(vm), ip);
    if (vm_error(vm) != R_INVARIANT) break;
    status = vm_pass_over(vm);
  }
  return status;
}

/* Where there is only one answer again and again, a state that comes back comes back for
 * ever.  One state is remembered, each time twice as long. */
typedef struct Forced {
  uint64_t mark;
  long steps, until;
} Forced;

static bool goes_round(Forced *f, Vm *vm)
{
  if (vm_options(vm) != 1) {
    *f = (Forced){0};
    return false;
  }
  uint64_t now = vm_hash(vm);
  if (f->steps && now == f->mark) return true;
  if (f->steps++ == f->until) {
    f->mark = now;
    f->until = 2 * f->until + 1;
  }
  return false;
}

/* Goes to where the walk begins: a kept position, or the beginning. */
static VmStatus set_out(const Track *t, Walker *me, Walk *walk, const Kept *from)
{
  Vm *vm = me->vm;
  walk->path.n = 0;
  vm_check_claims(vm, 0); /* the way that is gone once more was looked at before */
  if (!from) {
    vm_start(vm, &(Setup){t->plan->seats, t->plan->seed, t->plan->options});
    vm_check_claims(vm, t->plan->claims ? t->plan->claims : 1);
    return vm_step(vm);
  }
  for (size_t i = 0; i < from->path.n; i++) vec_push(&walk->path, from->path.at[i]);
  memcpy(me->state, from->state, from->size);
  vm_restore(vm, me->state);
  VmStatus status = vm_step(vm);
  vm_check_claims(vm, t->plan->claims ? t->plan->claims : 1);
  return status;
}

/* Goes the same way once more, but for its last answer. */
static VmStatus step_back(const Track *t, Walker *me, Walk *walk, const Kept *from)
{
  Vm *vm = me->vm;
  Answers way = walk->path;
  walk->path = (Answers){0};
  vm_check_always(vm, false);
  VmStatus status = set_out(t, me, walk, from);
  for (size_t i = walk->path.n; i + 1 < way.n && status != VM_ERROR; i++) {
    vec_push(&walk->path, way.at[i]);
    vm_answer(vm, way.at[i]);
    status = vm_step(vm);
  }
  vm_check_always(vm, true);
  vec_free(&way);
  return status;
}

static void forget_met(Walk *walk)
{
  for (size_t i = 0; i < walk->met.n; i++) free(walk->met.at[i].answers);
  walk->met.n = 0;
}

static void begin_walk(Walker *me, Walk *walk)
{
  forget_met(walk);
  walk->ran.n = walk->keys.n = walk->taken.n = walk->bits.n = 0;
  walk->nspots = 0;
  walk->ended = walk->full = false;
  vm_check_all(me->vm);
  for (int i = 0; i < me->ncells; i++) me->cells[i] = 0;
}

static VmStatus go(const Track *t, Walker *me, Walk *walk, int i, VmStatus status)
{
  Vm *vm = me->vm;
  Option o = vm_option(vm, i);
  vec_push(&walk->path, i);
  vec_push(&walk->keys, key_of(vm, &o));
  if (status == VM_DECIDE) vec_push(&walk->taken, o.alt);
  long overruns = vm_probe_overruns(vm);
  vm_answer(vm, i);
  status = vm_step(vm);
  look(t, me, walk, status);
  if (vm_probe_overruns(vm) > overruns && status != VM_ERROR)
    meet(walk, FIND_OVERRUN, R_OK, vm_asking_ip(vm));
  return note_errors(vm, walk, status);
}

static void walk_on(Walks *w, Walker *me, Walk *walk, const Kept *from, Luck *luck)
{
  const Track *t = w->at;
  Vm *vm = me->vm;
  Forced forced = {0};
  int tries = 0;
  VmStatus status = set_out(t, me, walk, from);
  look(t, me, walk, status);
  status = note_errors(vm, walk, status);
  size_t start = walk->path.n;
  while ((status == VM_DECIDE || status == VM_CHANCE) && !stopped(w)) {
    if ((long)(walk->path.n - start) >= t->length) {
      walk->full = true;
      return;
    }
    if (goes_round(&forced, vm)) {
      meet(walk, FIND_ENDLESS, R_OK, vm_asking_ip(vm));
      return;
    }
    status = go(t, me, walk, pick(t, vm, luck, status), status);
    if (status != VM_ERROR || tries++ == RETRIES || walk->path.n == start) continue;
    status = step_back(t, me, walk, from);
  }
  walk->ended = status == VM_DONE;
}

static uint32_t rarity(const Track *t, const Kept *k)
{
  return k->bit == NO_BIT ? 64 : t->seen[k->bit];
}

static void walk_one(Walks *w, Walker *me, Walk *walk, long number)
{
  const Track *t = w->at;
  Luck luck = {luck_seed(t->plan->seed, (uint64_t)number)};
  const Kept *from = NULL;
  for (int i = 0; t->kept.n && number % 2 && i < DRAWN; i++) {
    const Kept *k = &t->kept.at[luck_below(&luck, (uint32_t)t->kept.n)];
    if (!from || rarity(t, k) < rarity(t, from)) from = k;
  }
  begin_walk(me, walk);
  walk_on(w, me, walk, from, &luck);
  for (size_t i = 0; i < walk->bits.n; i++) me->bits[walk->bits.at[i] / 8] = 0;
}

static void work(void *user, int who)
{
  Walks *w = user;
  Walker *me = &w->walkers[who];
  /* What is taken is walked: add_walk takes it for a walk of this round. */
  for (int i; !stopped(w) && (i = atomic_fetch_add(&w->next, 1)) < w->count;) {
    /* Every walk of a round knows the same, whoever walked before it. */
    vm_cover_except(me->vm, NULL);
    walk_one(w, me, &w->walks[i], w->at->walked + i);
  }
}

/* ---- in order --------------------------------------------------------------------- */

static void drop(Kept *k)
{
  vec_free(&k->path);
  free(k->state);
}

static void keep_spot(Walks *w, const Walk *walk, const Spot *spot)
{
  Track *t = w->at;
  size_t most = (size_t)(KEPT / w->ntracks < 32 ? 32 : KEPT / w->ntracks);
  Kept k = {
      .size = spot->state.n, .state = zeroed(spot->state.n + 1, 1), .bit = spot->bit};
  memcpy(k.state, spot->state.at, k.size);
  for (size_t i = 0; i < spot->count; i++) vec_push(&k.path, walk->path.at[i]);
  if (k.bit != NO_BIT) t->soon[k.bit] = (uint16_t)(k.path.n < UINT16_MAX ? k.path.n : 0);
  for (size_t i = 0; i < t->kept.n && k.bit != NO_BIT; i++) {
    Kept *same = &t->kept.at[i];
    if (same->bit != k.bit) continue;
    drop(same);
    *same = k;
    return;
  }
  if (t->kept.n < most) {
    vec_push(&t->kept, k);
    return;
  }
  /* The more common of two makes room. */
  t->newest = (t->newest + 1) % (uint32_t)t->kept.n;
  Kept *old = &t->kept.at[t->newest],
       *other = &t->kept.at[(t->newest * 7 + 3) % t->kept.n];
  if (rarity(t, other) > rarity(t, old)) old = other;
  drop(old);
  *old = k;
}

static void add_finding(ExploreResult *r, Finding *met)
{
  INVARIANT(met->answers);
  Finding *f = find_known(r, met->kind, met->error, met->ip);
  if (!f) {
    find_add(r, met->kind, met->error, met->ip, met->answers, met->count, false);
    met->answers = NULL;
    return;
  }
  f->times++;
  if (f->shortest || f->count <= met->count) return;
  free(f->answers);
  f->answers = met->answers;
  f->count = met->count;
  met->answers = NULL;
}

/* Walks that do not end are looked at afterwards, a few of them. */
static void keep_stuck(Track *t, const Walk *walk)
{
  if (t->nstuck == STUCK) return;
  Answers *a = &t->stuck[t->nstuck++];
  for (size_t i = 0; i < walk->path.n; i++) vec_push(a, walk->path.at[i]);
}

static void add_walk(Walks *w, Walk *walk)
{
  Track *t = w->at;
  ExploreResult *r = t->r;
  for (int i = 0; i < walk->nspots && i < SPOTS; i++) {
    const Spot *spot = &walk->spots[i];
    if (spot->bit != NO_BIT && !is_better(t, spot->bit, spot->count)) continue;
    if (spot->bit == NO_BIT || !t->seen[spot->bit]) t->fresh = r->walks;
    keep_spot(w, walk, spot);
  }
  for (size_t i = 0; i < walk->ran.n; i++) {
    int32_t ip = walk->ran.at[i];
    t->gain += !w->ran[ip];
    w->ran[ip] = 1;
    if (w->plan->counts) r->ran[ip]++;
    else r->ran[ip] = 1;
    r->walked[ip]++;
  }
  for (size_t i = 0; i < walk->bits.n; i++) {
    uint16_t *seen = &t->seen[walk->bits.at[i]];
    if (*seen < UINT16_MAX) ++*seen;
  }
  for (size_t i = 0; i < walk->keys.n; i++) t->given[walk->keys.at[i]]++;
  for (size_t i = 0; i < walk->taken.n; i++) r->taken[walk->taken.at[i]]++;
  r->walks++;
  r->walks_ended += walk->ended;
  r->walks_cut += walk->full;
  r->walk_steps += walk->keys.n;
  if (walk->ended && (long)walk->path.n > t->longest) t->longest = (long)walk->path.n;
  if (walk->ended) t->all_ended += (double)walk->path.n;
  if (walk->full) keep_stuck(t, walk);
  for (size_t i = 0; i < walk->met.n; i++) add_finding(r, &walk->met.at[i]);
}

/* How long a walk may be: far longer than those that end, and longer if none does. */
static void learn_length(Track *t)
{
  const ExploreResult *r = t->r;
  long most = t->plan->length;
  if (r->walks_ended >= PATIENT) {
    long enough = 2 * t->longest + 200;
    t->length = enough < most ? enough : most;
  } else if (t->plan->patient && !r->walks_ended && r->walks_cut &&
             t->length < 32 * most) {
    t->length *= 4;
    for (; t->nstuck; t->nstuck--) vec_free(&t->stuck[t->nstuck - 1]);
    t->r->walks_cut = 0;
  }
}

static void run_round(Walks *w, Track *t)
{
  long left = t->plan->walks - t->walked;
  int most = w->ntracks > 1 ? ROUND / 4 : ROUND;
  w->at = t;
  w->count = left < most ? (int)left : most;
  t->gain /= 2;
  atomic_store(&w->next, 0);
  crew_run(&w->crew);
  if (w->plan->stop && *w->plan->stop) return;
  int done = atomic_load(&w->next);
  for (int i = 0; i < w->count && i < done; i++) add_walk(w, &w->walks[i]);
  t->walked += w->count;
  learn_length(t);
  if (w->plan->progress)
    w->plan->progress(w->plan->user, t->r->states, 0, 0, t->r->walks);
}

/* Has it had its walks, or, where there is no number of them, nothing new for long? */
static bool is_done(const Track *t)
{
  if (t->walked >= t->plan->walks) return true;
  return t->plan->patient && t->r->walks >= ENOUGH && t->r->walks >= 4 * t->fresh;
}

/* The setup that saw most new things lately; every third round the next one in order. */
static Track *choose_track(Walks *w, long round)
{
  Track *best = NULL;
  for (int k = 0; k < w->ntracks; k++) {
    Track *t = &w->tracks[(round / 3 + k) % w->ntracks];
    if (is_done(t)) continue;
    if (round < w->ntracks) t = &w->tracks[round]; /* each once, to begin with */
    if (!best || (round >= w->ntracks && round % 3 && t->gain > best->gain)) best = t;
  }
  return best;
}

/* Do most walks of every setup not end? */
static bool all_stuck(const Walks *w)
{
  for (int k = 0; k < w->ntracks; k++)
    if (!stuck_mostly(&w->tracks[k])) return false;
  return true;
}

/* ---- the whole -------------------------------------------------------------------- */

static void hire(Walks *w, const Tour *tours)
{
  const Program *p = w->plan->program;
  int jobs = w->plan->jobs < 1 ? 1 : w->plan->jobs;
  w->walkers = zeroed((size_t)jobs, sizeof *w->walkers);
  w->tracks = zeroed((size_t)w->ntracks, sizeof *w->tracks);
  w->ran = zeroed((size_t)p->n_code + 1, 1);
  for (int k = 0; k < w->ntracks; k++) {
    Track *t = &w->tracks[k];
    *t = (Track){.plan = tours[k].plan, .r = tours[k].r, .length = tours[k].plan->length};
    t->given = zeroed(KEYS, sizeof *t->given);
    t->seen = zeroed(CELL_BITS, sizeof *t->seen);
    t->soon = zeroed(CELL_BITS, sizeof *t->soon);
    for (int i = 0; i < p->n_code; i++) w->ran[i] |= t->r->ran[i] > 0;
  }
  for (int i = 0; i < jobs; i++) {
    Walker *me = &w->walkers[i];
    me->vm = vm_new(p);
    if (w->plan->give_up) vm_briefly(me->vm);
    me->state = zeroed(vm_state_size(me->vm), 1);
    me->ncells = p->header->pile_cells < 0 ? p->header->cells : p->header->pile_cells;
    me->cells = zeroed((size_t)me->ncells + 1, sizeof *me->cells);
    me->bits = zeroed(CELL_BITS / 8, 1);
    vm_check_only(me->vm, w->plan->wanted);
    vm_check_always(me->vm, true);
  }
}

static void dismiss(Walks *w)
{
  int jobs = w->plan->jobs < 1 ? 1 : w->plan->jobs;
  for (int i = 0; i < jobs; i++) {
    vm_free(w->walkers[i].vm);
    free(w->walkers[i].state);
    free(w->walkers[i].cells);
    free(w->walkers[i].bits);
  }
  for (int i = 0; i < ROUND; i++) {
    Walk *k = &w->walks[i];
    vec_free(&k->path);
    vec_free(&k->ran);
    vec_free(&k->keys);
    vec_free(&k->taken);
    vec_free(&k->bits);
    forget_met(k);
    vec_free(&k->met);
    for (int m = 0; m < SPOTS; m++) vec_free(&k->spots[m].state);
  }
  for (int k = 0; k < w->ntracks; k++) {
    Track *t = &w->tracks[k];
    for (size_t i = 0; i < t->kept.n; i++) drop(&t->kept.at[i]);
    for (int i = 0; i < t->nstuck; i++) vec_free(&t->stuck[i]);
    vec_free(&t->kept);
    free(t->given);
    free(t->seen);
    free(t->soon);
  }
  free(w->tracks);
  free(w->walkers);
  free(w->ran);
}

static void shorten_all(const Track *t, Vm *vm)
{
  for (size_t i = 0; i < t->r->findings.n; i++) {
    Finding *f = &t->r->findings.at[i];
    bool wanted = !t->plan->give_up || f->kind == FIND_ALWAYS;
    if (!f->shortest && f->kind < FIND_ENDLESS && wanted) find_shorten(t->plan, vm, f);
    if (!f->shortest && f->kind == FIND_OVERRUN && wanted) find_shorten(t->plan, vm, f);
  }
}

int explore_tour(const Tour *tours, int n)
{
  INVARIANT(n > 0 && tours[0].plan->program && tours[0].plan->walks >= 0);
  Walks w = {.plan = tours[0].plan, .ntracks = n};
  double from = clock_seconds();
  hire(&w, tours);
  bool ready = crew_start(&w.crew, w.plan->jobs < 1 ? 1 : w.plan->jobs, work, &w);
  Track *t;
  for (long round = 0; ready && !stopped(&w) && (t = choose_track(&w, round)); round++) {
    run_round(&w, t);
    if (round >= n && w.plan->until > 0 &&
        clock_seconds() > from + (w.plan->until - from) / 2 && all_stuck(&w))
      break;
  }
  crew_end(&w.crew);
  for (int k = 0; ready && k < n; k++) {
    t = &w.tracks[k];
    if (!t->plan->give_up) stuck_look(t, &w.walkers[0], n - 1 - k);
    vm_check_all(w.walkers[0].vm);
    shorten_all(t, w.walkers[0].vm);
  }
  tours[0].r->walk_seconds += clock_seconds() - from;
  dismiss(&w);
  return ready ? 0 : -1;
}

int explore_walk(const ExplorePlan *plan, ExploreResult *r)
{
  return explore_tour(&(Tour){plan, r}, 1);
}
