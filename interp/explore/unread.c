/* Draws that nobody looks at yet: one outcome stands for all (vm/alike/unread.c).
 *
 * Where an answer makes the machine look at an unread thing, the answers of that state
 * wait: first it branches into what the thing may be, as chance does.  If it is what was
 * drawn just now, the draw itself branches, as it would have.
 *
 * A sequence of such answers is no game yet.  It is told once more as one: what each draw
 * brought is known when the last look is over, and a second machine that leaves nothing
 * unread is given the same answers, by what they mean. */
#include "interp/explore/explore_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* ---- branching --------------------------------------------------------------------- */

static void settle_each(Search *s, Worker *w, Part *p, uint32_t id)
{
  vm_restore(w->vm, w->whole);
  int n = vm_may_be(w->vm, w->thing, w->may);
  w->turn = TURN_LOOK;
  w->looks = true;
  for (int i = 0; i < n; i++) {
    vm_restore(w->vm, w->whole);
    vm_settle(w->vm, w->thing, w->may[i]);
    reach(s, w, p, (Reached){.parent = id, .answer = (uint16_t)i, .ip = -1}, VM_CHANCE);
  }
}

/* Draws thing by thing; gives one that has to be settled before, or NONE. */
static int32_t draw_each(Search *s, Worker *w, Part *p, uint32_t id)
{
  Vm *vm = w->vm;
  vm_restore(vm, w->whole);
  int n = vm_may_be(vm, w->thing, w->may);
  w->turn = TURN_DRAW;
  for (int i = 0; i < n; i++) {
    vm_restore(vm, w->whole);
    vm_change_places(vm, w->thing, w->may[i]);
    vm_await_look(vm);
    vm_step(vm);
    int k = vm_options(vm) - 1;
    while (k > 0 && vm_option(vm, k).value != w->may[i]) k--;
    vm_leave_unread(vm, false);
    vm_answer(vm, k);
    vm_leave_unread(vm, true);
    long overruns = vm_probe_overruns(vm);
    VmStatus status = vm_step(vm);
    cover_collect(vm, w->ran, s->plan->counts);
    Reached x = {.parent = id, .answer = (uint16_t)i, .ip = -1};
    if (vm_probe_overruns(vm) > overruns) x.ip = vm_asking_ip(vm);
    reach(s, w, p, x, status);
    int32_t looked = vm_looked(vm);
    vm_ignore_looks(vm);
    /* It lies where, before they changed places, the other one did. */
    if (looked != NONE) return looked == w->thing ? w->may[i] : looked;
  }
  return NONE;
}

void unread_branch(Search *s, Worker *w, Part *p, uint32_t id)
{
  size_t from = p->reached.n, bytes = p->bytes.n;
  vm_restore(w->vm, w->whole);
  if (!vm_unread(w->vm, w->thing)) {
    int32_t first = draw_each(s, w, p, id);
    if (first == NONE) return;
    w->thing = first;
    p->reached.n = from;
    p->bytes.n = bytes;
  }
  settle_each(s, w, p, id);
}

/* ---- telling it as a game -----------------------------------------------------------
 */

/* One answer of it. */
typedef struct Told {
  Option option;
  bool draw;
  int32_t thing; /* what was drawn, as far as it is known by now */
  uint64_t *set; /* of an answer that is a combination */
} Told;
typedef VEC(Told) Tale;

static bool is_combination(const Program *p, Option o)
{
  return o.alt >= 0 && alt_gives_set(&p->alts[o.alt]);
}

static uint64_t *combination(Vm *vm, int i)
{
  const Program *p = vm_program(vm);
  Option o = vm_option(vm, i);
  if (!is_combination(p, o)) return NULL;
  uint64_t *set = zeroed((size_t)p->types[p->alts[o.alt].type].words, sizeof *set);
  vm_option_set(vm, i, set);
  return set;
}

/* Whatever was drawn as one of two things was the other. */
static void settle_told(Tale *tale, int32_t x, int32_t y)
{
  for (size_t i = 0; i < tale->n; i++) {
    Told *t = &tale->at[i];
    if (t->draw && (t->thing == x || t->thing == y)) t->thing = t->thing == x ? y : x;
  }
}

/* What answer i of this state was, after it has branched as in the search. */
static void tell_answer_of(Worker *w, Tale *tale, int i)
{
  Vm *vm = w->vm;
  Told t = {.thing = NONE};
  vm_restore(vm, w->whole);
  if (w->turn == TURN_LOOK || w->turn == TURN_DRAW) {
    vm_may_be(vm, w->thing, w->may);
    settle_told(tale, w->thing, w->may[i]);
    if (w->turn == TURN_LOOK) return;
    t = (Told){.draw = true, .thing = w->may[i]};
  } else {
    VmStatus status = vm_step(vm);
    t.option = vm_option(vm, i);
    t.draw = status == VM_CHANCE && vm_draws(vm);
    if (t.draw) t.thing = t.option.value;
    else t.set = combination(vm, i);
  }
  vec_push(tale, t);
}

static bool read_tale(Search *s, const int32_t *path, int32_t n, Tale *tale)
{
  Worker *w = &s->teller;
  Part p = {0};
  bool known = true;
  vm_start(w->vm, &(Setup){s->plan->seats, s->plan->seed, s->plan->options});
  vm_step(w->vm);
  vm_save(w->vm, w->state);
  for (int32_t k = 0; k < n && known; k++) {
    p.reached.n = p.bytes.n = 0;
    vm_restore(w->vm, w->state);
    s->turn(s, w, &p, 0);
    const Reached *x = NULL;
    for (size_t i = 0; i < p.reached.n && !x; i++)
      if (p.reached.at[i].answer == path[k] && p.reached.at[i].got <= GOT_ERROR)
        x = &p.reached.at[i];
    known = x && (x->got == GOT_STATE || k == n - 1);
    if (!known) break;
    tell_answer_of(w, tale, path[k]);
    if (x->got == GOT_STATE)
      unpack_state(p.bytes.at + x->packed, x->size, s->base, w->state);
  }
  vec_free(&p.reached);
  vec_free(&p.bytes);
  return known;
}

/* Things of the tale by what they are called in the game that is played: copies may lie
 * in each other's place. */
static int32_t called(const int32_t *names, const Program *p, int64_t thing)
{
  return thing >= 0 && thing < p->n_things ? names[thing] : (int32_t)thing;
}

static bool same_set(const int32_t *names, const Program *p, Option o, const uint64_t *a,
                     const uint64_t *b)
{
  const PType *t = &p->types[p->alts[o.alt].type];
  for (int32_t x = t->lo; x <= t->hi; x++) {
    int32_t y = (t->kind < 0 ? x : called(names, p, x)) - t->lo, z = x - t->lo;
    if ((a[z / 64] >> (z % 64) & 1) != (b[y / 64] >> (y % 64) & 1)) return false;
  }
  return true;
}

static bool means(Vm *vm, int i, const Told *t, const int32_t *names)
{
  const Program *p = vm_program(vm);
  Option o = vm_option(vm, i);
  if (t->draw) return p->things[o.value].face == p->things[t->thing].face;
  if (o.alt != t->option.alt || o.seat != t->option.seat) return false;
  if (t->set) {
    uint64_t *set = combination(vm, i);
    bool same = same_set(names, p, o, t->set, set);
    free(set);
    return same;
  }
  int32_t type = o.alt >= 0 ? p->alts[o.alt].type : vm_chance_type(vm);
  bool thing = type >= 0 && p->types[type].kind >= 0;
  return o.value == (thing ? called(names, p, t->option.value) : t->option.value) ||
         o.value == t->option.value;
}

/* Two names change places, so that each thing has one. */
static void call(int32_t *names, const Program *p, int32_t thing, int32_t name)
{
  int32_t other = 0;
  while (other < p->n_things && names[other] != name) other++;
  if (other == p->n_things) return;
  names[other] = names[thing];
  names[thing] = name;
}

static bool play_tale(const Search *s, const Tale *tale, int32_t *path)
{
  const Program *p = s->plan->program;
  Vm *vm = vm_new(p);
  vm_briefly(vm);
  int32_t *names = zeroed((size_t)p->n_things + 1, sizeof *names);
  for (int32_t i = 0; i < p->n_things; i++) names[i] = i;
  vm_start(vm, &(Setup){s->plan->seats, s->plan->seed, s->plan->options});
  bool same = true;
  for (size_t k = 0; k < tale->n && same; k++) {
    const Told *t = &tale->at[k];
    VmStatus status = vm_step(vm);
    int i = 0, n = status == VM_DECIDE || status == VM_CHANCE ? vm_options(vm) : 0;
    while (i < n && !means(vm, i, t, names)) i++;
    same = i < n && t->draw == (status == VM_CHANCE && vm_draws(vm));
    if (!same) break;
    if (t->draw) call(names, p, t->thing, vm_option(vm, i).value);
    path[k] = i;
    vm_answer(vm, i);
  }
  free(names);
  vm_free(vm);
  return same;
}

int32_t unread_retell(Search *s, int32_t *path, int32_t n)
{
  Tale tale = {0};
  INVARIANT(path && n >= 0);
  s->retells = true;
  bool told = read_tale(s, path, n, &tale);
  s->retells = false;
  int32_t count = (int32_t)tale.n;
  if (!told || count > n || !play_tale(s, &tale, path)) count = -1;
  for (size_t i = 0; i < tale.n; i++) free(tale.at[i].set);
  vec_free(&tale);
  return count;
}
