/* Runs the code of a program: natively where it has native code, and from outside.
 *
 * A chunk is a function that calls the chunks beneath it.  When something is needed from
 * outside, all of them return, each after putting its registers where the interpreter
 * keeps them, so that a state does not tell which of the two made it.  To go on, the
 * innermost chunk is entered again in the middle; when it returns, its caller is. */
#include "interp/vm/native.h"
#include "interp/opt/opt.h"
#include "interp/vm/loop.h"
#include "interp/vm/piles.h"

#include <string.h>

const NativeCalls *native_calls(void)
{
  static const NativeCalls calls = {
#define NATIVE_CALL(type, name, parameters, arguments) name,
      NATIVE_CALLS
#undef NATIVE_CALL
  };
  return &calls;
}

void native_attach(Program *p, const Native *n)
{
  __atomic_store_n(&p->native, n, __ATOMIC_RELEASE);
}

/* A frame that was entered from here is done: gives where its caller goes on; -1: that is
 * outside. */
static int32_t leave_frame(Vm *vm)
{
  State *s = vm->s;
  uint64_t back = (uint64_t)vm->regs[s->base - 1];
  int32_t to = (int32_t)(uint32_t)(back >> 32);
  if (to < 0) return -1;
  s->base -= (int)(back >> 16 & 0xFFFF);
  s->top = s->base + (int)(back & 0xFFFF);
  return to;
}

/* The instructions that say themselves where the machine stands, and go on. */
static bool says_place(int op)
{
  return op == OP_DRAW || op == OP_LAY || op == OP_TUCK || op == OP_CAN ||
         op == OP_DIST || op == OP_REACH || op == OP_WIN || op == OP_WINBY ||
         op == OP_LOSE;
}

/* The interpreter says where it stands (State.ip) only when it stops, and an error shows
 * where it was before: so does this.  `ip` is where it is now. */
static RunResult interpret_from(Vm *vm, int32_t *ip, bool all)
{
  State *s = vm->s;
  int32_t said = s->ip, at = vm->old_of[*ip];
  s->ip = at;
  RunResult r = all ? vm->loop(vm) : vm_run_one(vm, ip);
  if (r == RUN_ONE) s->ip = says_place(vm->p->code[at].op) ? at + 1 : said;
  else if (r == RUN_ERROR && s->ip == at) s->ip = said;
  return r;
}

static RunResult run_native(Vm *vm, const Native *native)
{
  State *s = vm->s;
  int32_t ip = vm->new_of[s->ip];
  for (;;) {
    int base = s->base, top = s->top;
    long fuel = vm->fuel;
    NativeOut out = native->chunks[native->chunk_of[ip]](vm, vm->regs + base, ip);
    int why = (int)(out.status & 0xFF);
    if (why >= NATIVE_PAUSE) return (RunResult)(why - NATIVE_PAUSE);
    if (why == NATIVE_SLOW) {
      ip = (int32_t)out.value;
      RunResult one = interpret_from(vm, &ip, false);
      if (one != RUN_ONE) return one;
      continue;
    }
    s->base = base;
    s->top = top;
    if (why == NATIVE_TROUBLE) { /* as if it had not begun */
      vm->fuel = fuel;
      vm->error = R_OK;
      return interpret_from(vm, &ip, true);
    }
    int32_t back = leave_frame(vm);
    if (back >= 0) {
      ip = vm->new_of[back];
      continue;
    }
    s->ip = (int32_t)(out.status >> 8);
    return RUN_HALT;
  }
}

/* ---- games that nobody watches -------------------------------------------------- *
 * Where all that happens between the beginning and the end can be done at once, native
 * code has a second form of its functions, without ways in or out in the middle: they
 * draw the answers, and journal, tell and spill nothing.  What is rare there, an error or
 * an attempt that fails, takes the game back to its beginning, and it goes the ordinary
 * way: the same game, since its luck is put back, too. */

static bool is_quiet(Vm *vm)
{
  const State *s = vm->s;
  if (!vm->playout || vm->probing || vm->nested || vm->fn || vm->moved ||
      !vm->auto_chance || (vm->remembers && !vm->offer_untried) || vm->past.n || TORTURE)
    return false;
  if (s->base != 1 || s->ip != vm->p->chunks[vm->p->header->main].first || s->depth ||
      s->gather || s->over || s->testing || s->script >= 0)
    return false;
  return vm->quiet.wait <= 0 || vm->quiet.wait-- <= 0;
}

/* Which things have which values, and what lies where, as it is before the first step. */
static void keep(Vm *vm, const Optimized *game)
{
  const Program *p = vm->p;
  for (int n = 0; n < p->n_fields; n++) {
    const PField *f = &p->fields[n];
    const PType *t = &p->types[f->type];
    if (game->sets[n] < 0) continue;
    kept_begin(vm->quiet.sets + game->sets[n], vm->cells + f->cell, f->count, t->lo,
               t->hi);
  }
  if (!game->piles) return;
  memset(vm->quiet.piles, 0, sizeof *vm->quiet.piles * (size_t)p->header->piles);
  kept_piles(vm, vm->quiet.piles);
}

/* The same without native code: the game's own steps. */
static NativeOut run_whole(Vm *vm)
{
  State *s = vm->s;
  int32_t top = s->top;
  const Optimized *game = opt_quiet(vm->p);
  uint64_t sets[MOST_KEPT_WORDS], piles[MOST_KEPT_PILES + 1];
  vm->quiet.game = game;
  vm->quiet.sets = sets;
  vm->quiet.piles = game->piles ? piles : NULL;
  keep(vm, game);
  s->top = s->base + game->regs; /* what is evaluated stands above them */
  RunResult r = vm->whole(vm);
  if (r == RUN_DONE) return (NativeOut){0, NATIVE_PAUSE + RUN_DONE};
  s->top = top;
  return (NativeOut){0,
                     r == RUN_HALT ? NATIVE_RET | (int64_t)s->ip << 8 : NATIVE_TROUBLE};
}

static bool run_quietly(Vm *vm, const Native *native, RunResult *result)
{
  enum { MOST_WAITS = 255 };
  State *s = vm->s;
  Quiet *q = &vm->quiet;
  Playout *p = vm->playout;
  int64_t spent = vm->spent;
  long fuel = vm->fuel;
  size_t size = vm->fixed + (size_t)s->top * sizeof *vm->regs;
  if (!q->before) q->before = vm_zeroed(vm->size, 1);
  memcpy(q->before, s, size);
  q->luck = *p->luck;
  q->ahead = luck_number(q->luck + LUCK_STEP);
  long room =
      p->most - p->decisions - MAX_PROBE_DEPTH; /* for a whole attempt at the end */
  q->room = room;
  q->writes = 1;
  q->piles = NULL;
  q->left = p->left;
  q->live = vm->regs + s->live;
  q->high = vm->regs + p->live;
  q->lost = false;
  NativeOut out =
      native ? native->quiet(vm, vm->regs + s->base, vm->new_of[s->ip]) : run_whole(vm);
  int why = (int)(out.status & 0xFF);
  vm->shifts++;
  if (why == NATIVE_TROUBLE || q->lost) {
    memcpy(s, q->before, size);
    vm->spent = spent;
    vm->fuel = fuel;
    vm->error = R_OK;
    q->waits = q->waits < MOST_WAITS / 2 ? 2 * q->waits + 1 : MOST_WAITS;
    q->wait = q->waits;
    return false;
  }
  q->waits /= 2;
  *p->luck = q->luck;
  p->decisions += room - q->room;
  p->left = q->left;
  p->live = q->high - vm->regs;
  s->live = (int32_t)(q->live - vm->regs);
  if (why == NATIVE_RET) s->ip = (int32_t)(out.status >> 8);
  *result = why == NATIVE_RET ? RUN_HALT : (RunResult)(why - NATIVE_PAUSE);
  return true;
}

bool native_draw(Vm *vm, int64_t from, int64_t to, int me, int ip)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  State *s = vm->s;
  const PHeader *h = vm->p->header;
  if (from < 0 || from >= h->piles || to < 0 || to >= h->piles) return true;
  int32_t top = vm->cells[h->pile_cells + from * PC_CELLS + PC_TOP];
  if (!top) return true;
  if (!thing_cells(vm, top - 1)[TC_LOOSE]) {
    pile_move(vm, top - 1, (int32_t)to, false, ip, (int32_t)vm->regs[s->base + me]);
    return true;
  }
  if (!vm->playout || vm->probing || vm->nested) return false;
  vm->ask = (Ask){
      .pause = PAUSE_CHANCE, .from = (int)from, .to = (int)to, .begin_ip = ip, .me = me};
  chance_begin(vm);
  if (vm->ask.noptions == 1) chance_apply(vm, 0);
  else return chance_now(vm, &vm->playout->left);
  return true;
}

RunResult vm_run(Vm *vm)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  if (vm->reads || vm->awaits_look) return guard_run(vm);
  const Native *native = __atomic_load_n(&vm->p->native, __ATOMIC_ACQUIRE);
  /* Who looks at single instructions gets them. */
  if (!vm->code) run_optimized(vm);
  RunResult quietly;
  bool watched = vm->trapped || vm->share;
  if (!native || watched || (native->code && native->code != vm->code)) {
    bool whole = vm->steps && !watched && is_quiet(vm) && opt_quiet(vm->p)->steps;
    return whole && run_quietly(vm, NULL, &quietly) ? quietly : vm->loop(vm);
  }
  if (native->quiet && is_quiet(vm) && run_quietly(vm, native, &quietly)) return quietly;
  return run_native(vm, native);
}

/* ---- calls from outside --------------------------------------------------------- */

bool enter_chunk(Vm *vm, int chunk, int32_t me, int32_t self, const int64_t *args, int n)
{
  HOT_INVARIANT(vm->p && vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  HOT_INVARIANT(chunk >= 0 && chunk < vm->p->n_chunks);
  State *s = vm->s;
  const PChunk *c = &vm->p->chunks[chunk];
  int base = s->top + 1 + vm->spare; /* what runs may have values there */
  if (base + c->regs > MAX_STACK) return false;
  poison(vm, base, base + c->regs);
  vm->regs[base - 1] = pack_return(TO_OUTSIDE, 0, 0);
  vm->regs[base] = me;
  vm->regs[base + 1] = self;
  for (int i = 0; i < n && 2 + i < c->regs; i++) vm->regs[base + 2 + i] = args[i];
  s->ip = c->first;
  s->base = base;
  s->top = base + c->regs;
  return true;
}

const int64_t *eval_chunk(Vm *vm, int chunk, int32_t me, int32_t self,
                          const int64_t *args, int n)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  State *s = vm->s, head = *s;
  bool probing = vm->probing;
  Ask ask = vm->ask;
  if (!vm->code) run_optimized(vm);
  int base = s->top + 1 + vm->spare;
  if (vm->nested >= MAX_NESTED || !enter_chunk(vm, chunk, me, self, args, n)) {
    vm->quiet.lost = true;
    return NULL;
  }
  vm->nested++;
  RunResult r = vm_run(vm);
  vm->nested--;
  *s = head;
  vm->probing = probing;
  vm->ask = ask;
  vm->quiet.lost |= r != RUN_HALT;
  return r == RUN_HALT ? vm->regs + base : NULL;
}

/* ---- which code ----------------------------------------------------------------- */

void run_plainly(Vm *vm, const PInstr *code)
{
  HOT_INVARIANT(vm->p && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  const Optimized *o = opt_plain(vm->p);
  vm->code = code ? code : o->code;
  vm->steps = NULL;
  vm->old_of = o->old_of;
  vm->new_of = o->new_of;
  vm->first = o->first;
}

void run_optimized(Vm *vm)
{
  const Optimized *o = TORTURE ? NULL : vm->brief ? opt_brief(vm->p) : opt_of(vm->p);
  if (!o) {
    run_plainly(vm, NULL);
    return;
  }
  vm->code = o->code;
  vm->steps = o->steps;
  vm->again = o->again;
  vm->nagain = o->n_again;
  vm->old_of = o->old_of;
  vm->new_of = o->new_of;
  vm->first = o->first;
  vm->spare = o->spare;
}
