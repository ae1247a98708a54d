/* Games: their memory, their steps, their copies. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *p)
{
  if (!p) abort();
  return p;
}

void *vm_zeroed(size_t n, size_t size) { return must(calloc(n + 1, size)); }

/* For each value of a small printed column, the set of things that have it. */
static void index_columns(Vm *vm)
{
  const Program *p = vm->p;
  vm->printed = must(calloc((size_t)p->n_columns + 1, sizeof *vm->printed));
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    const PType *t = &p->types[c->type];
    int64_t values = (int64_t)t->hi - t->lo + 1,
            words = p->types[p->kinds[c->kind].set_type].words;
    bool scalar =
        t->tag == T_NUM || t->tag == T_FLAG || t->tag == T_WORD || t->tag == T_THING;
    if (c->base < 0 || !scalar || values < 1 || values * words > 4096) continue;
    int64_t *sets = must(calloc((size_t)(values * words), sizeof *sets));
    vm->printed[i] = (Printed){t->lo, t->hi, (int)words, sets};
    for (int k = 0; k < c->count; k++) {
      int64_t v = p->consts[c->base + k];
      if (v >= t->lo && v <= t->hi) set_put(sets + (v - t->lo) * words, k);
    }
  }
}

/* Things that were declared inside another one: their name is a path. */
static void find_held(Vm *vm)
{
  const Program *p = vm->p;
  for (int i = 0; i < p->n_things; i++) vm->held[i] = (Held){0, -1, false};
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->base < 0 || p->types[c->type].tag != T_THING) continue;
    for (int k = 0; k < c->count; k++) {
      int64_t v = p->consts[c->base + k];
      if (v < 0 || v >= p->n_things) continue;
      if (!strchr(program_string(p, p->things[v].name), '.')) continue;
      Held *h = &vm->held[v];
      if (h->last < h->first) *h = (Held){c->first + k, c->first + k, c->open != 0};
      else h->last = c->first + k; /* copies lie together */
    }
  }
}

static void find_secretive(Vm *vm)
{
  const Program *p = vm->p;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    int kind = f->flags & FIELD_PILE && f->seen != SEEN_ALL ? p->types[f->type].kind : -1;
    if (kind >= 0) vm->secretive[kind] = true;
  }
}

/* Programs of earlier builds forget at every shuffle, and so do their records. */
static bool is_mindful(const Program *p)
{
  for (int i = 0; i < p->n_code; i++)
    if (p->code[i].op == OP_SHUFFLE) return p->code[i].d;
  return false;
}

static bool has_secrets(const Program *p)
{
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].seen != SEEN_ALL && !(p->fields[i].flags & FIELD_HIDDEN))
      return true;
  for (int i = 0; i < p->n_decisions; i++)
    if (p->decisions[i].flags & DECISION_SECRET) return true;
  return false;
}

/* Pile k of a field. */
static Place place_of(const Program *p, int field, int k)
{
  const PField *f = &p->fields[field];
  Place at = {.field = field, .thing = NONE, .per = NONE, .kind = p->types[f->type].kind};
  if (f->kind >= 0) at.thing = f->first + k / f->per_count;
  if (f->per_type >= 0) at.per = f->per_first + k % f->per_count;
  switch (f->seen) {
  case SEEN_ALL: at.seen = UINT32_MAX; break;
  case SEEN_NONE: break;
  case SEEN_OWNER:
    if (at.thing >= 0 && at.thing < MAX_PLAYERS) at.seen = 1u << at.thing;
    break;
  default: at.sight = true;
  }
  return at;
}

/* Where each pile is, and where it is written in which pile a thing lies. */
static void index_piles(Vm *vm)
{
  const Program *p = vm->p;
  int most = 0;
  vm->places = must(malloc(sizeof *vm->places * (size_t)(p->header->piles + 1)));
  for (int i = 0; i < p->header->piles; i++)
    vm->places[i] = (Place){-1, NONE, NONE, -1, 0, false};
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    for (int k = 0; f->flags & FIELD_PILE && k < f->count * f->per_count; k++)
      vm->places[f->pile + k] = place_of(p, i, k);
  }
  vm->looked = NONE;
  vm->lying = must(malloc(sizeof *vm->lying * (size_t)(p->n_things + 1)));
  for (int i = 0; i < p->n_things; i++) {
    const PKind *k = &p->kinds[p->things[i].kind];
    vm->lying[i] = k->cells < 0 ? -1 : k->cells + (i - k->first) * TC_COUNT;
    if (k->count > most) most = k->count;
  }
  vm->loose =
      (Loose){.pile = -1, .bits = vm_zeroed((size_t)most / 64 + 1, sizeof(int64_t))};
}

static uint8_t *find_rows(const Program *p)
{
  uint8_t *rows = vm_zeroed((size_t)p->n_always, 1);
  for (int i = 0; i < p->n_always; i++)
    rows[i] = (uint8_t)((program_claims(p, i) ? ROW_CLAIM : 0) |
                        (program_constant(p, i) ? ROW_CONSTANT : 0) |
                        (program_about_end(p, i) ? ROW_END : 0));
  return rows;
}

Vm *vm_new(const Program *p)
{
  Vm *vm = must(calloc(1, sizeof *vm));
  vm->p = p;
  vm->loop = loop_best();
  vm->whole = loop_whole();
  vm->discreet = p->header->version >= PROGRAM_DISCREET;
  vm->mindful = is_mindful(p);
  vm->rows = find_rows(p);
  vm->claims = 1;
  size_t cells = (size_t)p->header->cells +
                 (size_t)(p->header->cells & 1); /* registers are 8-aligned */
  vm->fixed = sizeof(State) + cells * sizeof(int32_t) * (p->header->has_gather ? 2 : 1);
  vm->size = vm->fixed + (MAX_STACK + MAX_FRAME + 16) * sizeof(int64_t);
  vm->size = (vm->size + 63) / 64 * 64;
  vm->s = must(aligned_alloc(64, vm->size)); /* copies run along cache lines */
  memset(vm->s, 0, vm->size);
  vm->cells = (int32_t *)(vm->s + 1);
  vm->shadow = p->header->has_gather ? vm->cells + cells : NULL;
  vm->regs = (int64_t *)(void *)((char *)vm->s + vm->fixed);
  size_t most = p->n_things > MAX_OPTIONS ? (size_t)p->n_things : MAX_OPTIONS; /* draws */
  vm->options = must(malloc(sizeof(Option) * most));
  vm->candidates = must(malloc(sizeof(Option) * MAX_OPTIONS));
  vm->weights = must(malloc(sizeof(int64_t) * most));
  vm->aside = must(malloc(sizeof(Option) * most));
  vm->aside_weights = must(malloc(sizeof(int64_t) * most));
  vm->rejected = must(malloc(sizeof(Rejected) * MAX_OPTIONS));
  vm->journal = must(malloc(sizeof(Undo) * MAX_JOURNAL));
  size_t room = MAX_STACK + MAX_FRAME + 16;
  vm->saved = must(malloc(sizeof(int64_t) * room));
  int64_t *regs =
      must(malloc(sizeof(int64_t) * room * MAX_PROBE_DEPTH)); /* hardly ever touched */
  for (int i = 0; i < MAX_PROBE_DEPTH; i++) vm->points[i].regs = regs + (size_t)i * room;
  vm->born = must(calloc(MAX_STACK + MAX_FRAME + 16, sizeof *vm->born));
  vm->deal = must(malloc(sizeof(int32_t) * (size_t)(p->n_things + 1) * (2 + TC_COUNT)));
  index_columns(vm);
  vm->held = vm_zeroed((size_t)p->n_things, sizeof *vm->held);
  vm->secretive = vm_zeroed((size_t)p->n_kinds, sizeof *vm->secretive);
  find_held(vm);
  find_secretive(vm);
  vm->secrets = vm->remembers = has_secrets(p);
  vm->boards = must(malloc(sizeof *vm->boards * (size_t)(p->n_kinds + 1)));
  for (int i = 0; i < p->n_kinds; i++) board_measure(p, &p->kinds[i], &vm->boards[i]);
  vm->plain = must(malloc(sizeof *vm->plain * (size_t)(p->n_decisions + 1)));
  vm->menus = vm_zeroed((size_t)p->n_decisions, sizeof *vm->menus);
  vm->choices = vm_zeroed((size_t)p->n_alts, sizeof *vm->choices);
  board_lines_find(vm);
  sight_make(vm);
  options_prepare(vm);
  index_piles(vm);
  return vm;
}

void vm_free(Vm *vm)
{
  if (!vm) return;
  free(vm->points[0].regs);
  free(vm->s);
  free(vm->options);
  free(vm->candidates);
  free(vm->weights);
  free(vm->rejected);
  free(vm->journal);
  free(vm->saved);
  free(vm->stuck_cells);
  free(vm->born);
  free(vm->places);
  free(vm->lying);
  free(vm->loose.bits);
  free(vm->deal);
  vm_free(vm->echo);
  dealer_free(vm->dealer);
  guard_free(vm->guard);
  past_free(vm);
  free(vm->held);
  free(vm->secretive);
  for (int i = 0; i < vm->p->n_kinds; i++) free(vm->boards[i].lines);
  free(vm->boards);
  free(vm->plain);
  free(vm->menus);
  free(vm->choices);
  free(vm->mark.state);
  free(vm->quiet.before);
  free(vm->mark.options);
  free(vm->traps);
  free(vm->hits);
  free(vm->rows);
  free(vm->passed_over);
  free(vm->sight_seen);
  free(vm->sight_cells);
  free(vm->aside);
  free(vm->aside_weights);
  for (int i = 0; i < vm->p->n_columns; i++) free(vm->printed[i].sets);
  free(vm->printed);
  free(vm);
}

void vm_rest(Vm *vm)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  vm_free(vm->echo);
  dealer_free(vm->dealer);
  guard_free(vm->guard);
  vm->echo = NULL;
  vm->dealer = NULL;
  vm->guard = NULL;
}

Vm *vm_echo(Vm *vm)
{
  if (!vm->echo) vm->echo = vm_new(vm->p);
  return vm->echo;
}

void vm_unoptimized(Vm *vm) { run_plainly(vm, NULL); }
void vm_briefly(Vm *vm) { vm->brief = true; }

const Program *vm_program(const Vm *vm) { return vm->p; }

void vm_listen(Vm *vm, EventFn fn, void *user)
{
  vm->fn = fn;
  vm->user = user;
}

void vm_watch_moves(Vm *vm, MoveFn fn, void *user)
{
  vm->moved = fn;
  vm->mover = user;
}

void vm_auto_chance(Vm *vm, bool on) { vm->auto_chance = on; }
void vm_offer_untried(Vm *vm, bool on) { vm->offer_untried = on; }
void vm_playout(Vm *vm, Playout *p) { vm->playout = p; }
void vm_check_always(Vm *vm, bool on)
{
  vm->check_always = on;
  bool remembers = !vm->trapped && !vm->wanted; /* see is_plain in always.c */
  if (on && remembers && !vm->guard && vm->p->n_always > 0) vm->guard = guard_new(vm);
}
void vm_check_claims(Vm *vm, unsigned n) { vm->claims = n; }
void vm_check_only(Vm *vm, const uint8_t *wanted) { vm->wanted = wanted; }

/* ---- beginning ------------------------------------------------------------------ */

static void start_chunk(Vm *vm, int chunk, int seats, uint64_t seed)
{
  HOT_INVARIANT(chunk >= 0 && chunk < vm->p->n_chunks);
  const Program *p = vm->p;
  State *s = vm->s;
  memset(s, 0, vm->fixed);
  const PChunk *c = &p->chunks[chunk];
  s->seats = seats;
  s->owner = NONE;
  s->reason = s->script = -1;
  s->base = 1;
  s->top = 1 + c->regs;
  s->live = 1;
  s->ip = c->first;
  memset(vm->regs, 0, sizeof *vm->regs * (size_t)s->top);
  poison(vm, 0, ALL_REGS);
  vm->regs[0] = (int64_t)((uint64_t)0xFFFFFFFF << 32); /* back to outside */
  vm->regs[1] = vm->regs[2] = NONE;
  rng_seed(s->rng, seed);
  int64_t present[1] = {(int64_t)((1u << seats) - 1)};
  int field = p->kinds[0].present;
  vm->cells[p->fields[field].cell] = (int32_t)present[0];
  vm->ask = (Ask){0};
  vm->error = R_OK;
  vm->probing = false;
  vm->nested = 0;
  vm->nrejected = 0;
}

static void set_options(Vm *vm, const int32_t *options)
{
  int k = 0;
  for (int i = 0; i < vm->p->n_fields; i++)
    if (vm->p->fields[i].flags & FIELD_OPTION) {
      vm->cells[vm->p->fields[i].cell] = options ? options[k] : NONE;
      k++;
    }
}

VmError vm_start(Vm *vm, const Setup *setup)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  int seats = setup->seats;
  if (seats < vm->p->header->seats_low) seats = vm->p->header->seats_low;
  if (seats > vm->p->header->seats_high) seats = vm->p->header->seats_high;
  if (!vm->code) run_optimized(vm); /* now: a running game takes no memory */
  start_chunk(vm, vm->p->header->main, seats, setup->seed);
  vm->constants = true;
  set_options(vm, setup->options);
  vm->key = setup->seed ^ 0x6b65797365656421u;
  vm->unkeyed = true;
  past_begin(vm, setup);
  return R_OK;
}

VmError vm_start_test(Vm *vm, int test, uint64_t seed)
{
  HOT_INVARIANT(test >= 0 && test < vm->p->n_tests);
  start_chunk(vm, vm->p->tests[test].chunk, vm->p->tests[test].seats, seed);
  set_options(vm, NULL);
  vm->s->testing = 1;
  past_begin(vm, NULL);
  return R_OK;
}

/* ---- stepping ------------------------------------------------------------------- */

VmStatus fail_with(Vm *vm, VmError e, int ip)
{
  vm->error = e;
  vm->error_ip = ip;
  return VM_ERROR;
}

/* Inside an attempt nothing fails that a probe has seen to the end. */
static bool inside_attempt(const Vm *vm) { return vm->s->depth > 0; }
static inline VmStatus check_invariants(Vm *vm, VmStatus status)
{
  return vm->check_always ? check_armed(vm, status) : status;
}

/* What is left of so many candidates is offered; nothing is an error. */
static VmStatus asked(Vm *vm, int candidates)
{
  if (vm->ask.noptions) return check_invariants(vm, VM_DECIDE);
  return fail_with(vm,
                   vm->ask.nobody && !candidates ? R_NOBODY
                   : inside_attempt(vm)          ? R_PROBE
                                                 : R_NO_OPTION,
                   candidates ? vm->rejected[0].ip : vm->fail_ip);
}

static VmStatus ask(Vm *vm)
{
  State *s = vm->s;
  Ask *a = &vm->ask;
  if (s->depth > 0) attempt_asks(s, a->seats);
  vm->nrejected = 0;
  int candidates = a->noptions;
  if (candidates && (TORTURE || s->depth > 0 ||
                     vm->p->decisions[a->decision].flags & DECISION_ATTEMPT)) {
    if (vm->offer_untried) probe_offer(vm);
    else probe_options(vm);
  }
  return asked(vm, candidates);
}

VmStatus vm_try_all(Vm *vm)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  int candidates = vm->ask.noptions;
  if (!vm->ask.untried) return VM_DECIDE;
  probe_options(vm);
  return asked(vm, candidates);
}

/* In a playout: answers at random what can be answered without trying. */
static bool answer_now(Vm *vm)
{
  Playout *p = vm->playout;
  const Ask *a = &vm->ask;
  if (!p || p->decisions >= p->most || vm->s->depth > 0 || !a->noptions || vm->fn ||
      TORTURE)
    return false;
  if (vm->p->decisions[a->decision].flags & DECISION_ATTEMPT) return playout_attempt(vm);
  vm->nrejected = 0;
  past_lose(vm);
  options_answer(vm, (int)playout_below(p, (uint32_t)a->noptions));
  playout_goes_on(vm, p);
  return true;
}

bool chance_now(Vm *vm, long *left)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  vm->s->depth = vm->s->start = vm->s->floor = 0;
  *left -= MAX_FUEL - vm->fuel + CHANCE_FUEL; /* a loop that rolls for ever ends, too */
  if (*left < 0) return false;
  int roll = vm->ask.brief ? chance_roll(vm) : vm_roll(vm);
  if (vm->remembers && !vm->offer_untried) past_add(vm, roll);
  chance_apply(vm, roll);
  vm->fuel = MAX_FUEL;
  return true;
}

static VmStatus step(Vm *vm)
{
  if (!vm->code) run_optimized(vm); /* now, for who traps it does not need that */
  if (vm->error) return VM_ERROR;
  if (vm->s->over && vm->s->script < 0 && vm->s->run_ip == 0) return VM_DONE;
  vm->fuel = MAX_FUEL;
  vm->shifts++; /* whatever was done from outside */
  long left = MAX_STEP_FUEL;
  for (;;) {
    RunResult r = vm_run(vm);
    switch (r) {
    case RUN_DECIDE:
      if (!answer_now(vm)) return ask(vm);
      left = MAX_STEP_FUEL;
      continue;
    case RUN_CHANCE:
      if (vm->auto_chance) {
        if (!chance_now(vm, &left)) return fail_with(vm, R_FUEL, vm->s->ip);
        continue;
      }
      vm->s->depth = vm->s->start = vm->s->floor = 0;
      return check_invariants(vm, VM_CHANCE);
    case RUN_TRY: {
      const PInstr *i = &vm->p->code[vm->s->ip];
      if (probe_try(vm, i->a, i->b)) {
        State *s = vm->s;
        vm->regs[s->base + i->a] = attempt_open(s, (int32_t)vm->regs[s->base + i->b]);
        s->ip++;
      } else vm->s->ip = i->d;
      continue;
    }
    case RUN_DONE:
    case RUN_HALT: return check_invariants(vm, VM_DONE);
    case RUN_SCRIPT: return VM_SCRIPT_END;
    case RUN_FAIL:
      return fail_with(vm, inside_attempt(vm) ? R_PROBE : R_FAILED, vm->fail_ip);
    case RUN_ONE:
    case RUN_COMPLETE: continue;
    case RUN_ERROR: return VM_ERROR;
    }
  }
}

/* Torture: what lies above the live registers is lost at a pause, so ask once more. The
 * options are those before probing then; answer i stays what it was. */
static void ask_again(Vm *vm, int i)
{
  Ask asked = vm->ask;
  Option o = vm_option(vm, i);
  poison(vm, vm->s->live, ALL_REGS);
  vm->fuel = MAX_FUEL;
  vm_run(vm);
  if (asked.pause == PAUSE_CHANCE ? vm->ask.noptions != asked.noptions
                                  : vm->ask.decision != asked.decision)
    abort();
  if (!vm->ask.lazy && i < vm->ask.noptions) vm->options[i] = o;
}

VmStatus vm_check_end(Vm *vm) { return check_armed(vm, VM_DONE); }

VmStatus vm_step(Vm *vm)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  vm->running = true;
  VmStatus status = step(vm);
  vm->running = false;
  vm->spent += MAX_FUEL - vm->fuel;
  return status;
}

void vm_answer(Vm *vm, int i)
{
  HOT_INVARIANT(vm->s->base >= 0 && vm->s->base <= vm->s->top);
  if (vm->ask.pause == PAUSE_NONE || vm_outcome(vm, i) < 0) return;
  bool untried = vm->ask.untried;
  if (untried && !vm->ask.lazy) vm->options[i] = vm->candidates[i];
  if (TORTURE) ask_again(vm, i);
  if (vm->offer_untried)
    past_lose(vm); /* i is no number that a replay would understand */
  else if (vm->remembers) past_add(vm, i);
  if (vm->ask.pause == PAUSE_CHANCE) chance_apply(vm, i);
  else options_answer(vm, i);
}

void vm_mark(Vm *vm)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  Mark *m = &vm->mark;
  if (!m->state) {
    size_t most =
        vm->p->n_things > MAX_OPTIONS ? (size_t)vm->p->n_things : MAX_OPTIONS; /* draws */
    m->state = must(aligned_alloc(64, vm->size));
    m->options = must(malloc(sizeof(Option) * most));
  }
  /* A question's own registers lie above the live ones: with them it need not be asked
   * again. */
  memcpy(m->state, vm->s, vm->fixed + (size_t)vm->s->top * sizeof(int64_t));
  m->ask = vm->ask;
  if (!vm->ask.lazy)
    memcpy(m->options, vm->options, sizeof(Option) * (size_t)vm->ask.noptions);
}

void vm_answer_marked(Vm *vm, int i)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Mark *m = &vm->mark;
  if (i < 0 || i >= m->ask.noptions) return;
  State head;
  memcpy(&head, m->state, sizeof head);
  memcpy(vm->s, m->state, vm->fixed + (size_t)head.top * sizeof(int64_t));
  vm->ask = m->ask;
  vm->error = R_OK;
  if (!m->ask.lazy) vm->options[i] = m->options[i]; /* the only one that is read */
  vm_answer(vm, i);
}

int vm_roll(Vm *vm)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  if (vm->ask.lazy) return (int)chance_below(vm->s, (uint64_t)vm->ask.noptions);
  int64_t total = 0;
  for (int i = 0; i < vm->ask.noptions; i++) total += vm_weight(vm, i);
  int64_t rolled = (int64_t)chance_below(vm->s, (uint64_t)total), k = rolled;
  for (int i = 0; i < vm->ask.noptions; i++)
    if ((k -= vm_weight(vm, i)) < 0) return chance_copy(vm, i, (int)rolled);
  return 0;
}

void vm_seed(Vm *vm, uint64_t seed)
{
  rng_seed(vm->s->rng, seed);
  vm->s->keyed = 0;
}

uint64_t vm_key(const Vm *vm)
{
  if (!vm->unkeyed) return vm->key;
  uint64_t rng[4];
  rng_seed(rng, vm->key);
  return rng_next(rng);
}

/* ---- copies --------------------------------------------------------------------- */

size_t vm_state_size(const Vm *vm) { return vm->size; }

size_t vm_saved_size(const Vm *vm)
{
  return vm->fixed + (size_t)vm->s->live * sizeof(int64_t);
}

long vm_state_bytes(const Vm *vm, long live)
{
  return (long)(vm->fixed + (size_t)live * sizeof(int64_t));
}

size_t vm_save(const Vm *vm, void *buf)
{
  size_t n = vm_saved_size(vm);
  memcpy(buf, vm->s, n);
  return n;
}

void vm_restore(Vm *vm, const void *buf)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  int32_t live;
  memcpy(&live, (const char *)buf + offsetof(State, live), sizeof live);
  memcpy(vm->s, buf, vm->fixed + (size_t)live * sizeof(int64_t));
  vm->ask.pause = PAUSE_NONE;
  vm->error = R_OK;
  poison(vm, live, ALL_REGS);
}

void vm_copy(Vm *vm, const Vm *from) { vm_restore(vm, from->s); }

const int32_t *vm_cells(const Vm *vm, int *count)
{
  *count = vm->p->header->cells;
  return vm->cells;
}

uint32_t vm_winners(const Vm *vm) { return vm->s->winners; }
int32_t vm_reason(const Vm *vm) { return vm->s->reason; }
bool vm_over(const Vm *vm) { return vm->s->over; }
int vm_seats(const Vm *vm) { return vm->s->seats; }
int64_t vm_spent(const Vm *vm) { return vm->spent; }
long vm_probe_overruns(const Vm *vm) { return vm->overruns; }
int vm_script(const Vm *vm) { return vm->s->script; }

int vm_script_ended(const Vm *vm)
{
  const PInstr *ran = &vm->p->code[vm->s->ip - 1];
  return vm->s->ip > 0 && ran->op == OP_RAN ? ran->d : -1;
}
const Expectation *vm_expectation(const Vm *vm) { return &vm->expectation; }

/* ---- errors --------------------------------------------------------------------- */

VmError vm_error(const Vm *vm) { return vm->error; }
int32_t vm_error_ip(const Vm *vm) { return vm->error_ip; }

static const struct {
  const char *name, *title;
} errors[] = {
#define RUNTIME(id, code, title) [id] = {code, title},
#include "interp/vm/error.def"
#undef RUNTIME
};

const char *vm_error_name(VmError e) { return errors[e].name; }
const char *vm_error_title(VmError e) { return errors[e].title; }
