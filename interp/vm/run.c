/* The loop that executes instructions until something is needed from outside. */
#include "interp/vm/vm_int.h"

#include <string.h>

/* A return address: instruction, distance to the caller's frame, the caller's top. */
static int64_t pack_return(int32_t ip, int delta, int size)
{
  return (int64_t)((uint64_t)(uint32_t)ip << 32 | (uint64_t)(uint16_t)delta << 16 | (uint16_t)size);
}

enum { TO_OUTSIDE = -1 }; /* a return address that ends an evaluation */

static RunResult raise_error(Vm *vm, VmError e, int ip)
{
  vm->error = e;
  vm->error_ip = ip;
  return RUN_ERROR;
}

static int64_t wrap_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t wrap_sub(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static int64_t wrap_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

static int64_t floor_div(int64_t a, int64_t b)
{
  if (b == -1) return wrap_sub(0, a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t clamp(int64_t v, const PType *t) { return v < t->lo ? t->lo : v > t->hi ? t->hi : v; }

/* raise and lower: stops at the ends of the range; none stays none. */
static void change(Vm *vm, int field, const int64_t *base, int64_t by, int ip, int32_t me)
{
  const PField *f = &vm->p->fields[field];
  int32_t cell = field_cell(f, base);
  if (cell < 0 || vm->cells[cell] == NONE || by == NONE) return;
  state_set(vm, field, base, clamp(wrap_add(vm->cells[cell], by), &vm->p->types[f->type]), ip, me);
}

static void fill(Vm *vm, int field, int64_t v)
{
  const PField *f = &vm->p->fields[field];
  for (int i = 0; i < f->count * f->per_count; i++) state_write(vm, f->cell + i, (int32_t)v);
}

/* ---- sets ----------------------------------------------------------------------- */

static void set_span(int64_t *w, const PType *t, int64_t lo, int64_t hi)
{
  memset(w, 0, sizeof(int64_t) * (size_t)t->words);
  if (lo == NONE || hi == NONE) return;
  if (lo < t->lo) lo = t->lo;
  if (hi > t->hi) hi = t->hi;
  for (int64_t v = lo; v <= hi; v++) set_put(w, v - t->lo);
}

static bool set_member(const int64_t *w, const PType *t, int64_t v) { return v >= t->lo && v <= t->hi && set_has(w, v - t->lo); }

static int64_t set_nth(const int64_t *w, const PType *t, int64_t k)
{
  for (int64_t b = set_next(w, t->words, 0); b >= 0; b = set_next(w, t->words, b + 1))
    if (--k == 0) return b + t->lo;
  return NONE;
}

static int64_t set_last(const int64_t *w, const PType *t)
{
  for (int i = t->words - 1; i >= 0; i--)
    if (w[i]) return t->lo + i * 64 + 63 - __builtin_clzll((uint64_t)w[i]);
  return NONE;
}

/* The next element after v in a circle that begins at start; *left counts down. */
static bool set_rotate(const int64_t *w, const PType *t, int64_t *v, int64_t start, int64_t *done)
{
  int64_t n = (int64_t)t->hi - t->lo + 1;
  if (start < t->lo || start > t->hi) start = t->lo;
  while (*done < n) {
    int64_t bit = (start - t->lo + *done) % n;
    ++*done;
    if (!set_has(w, bit)) continue;
    *v = bit + t->lo;
    return true;
  }
  return false;
}

/* The things whose field equals v: the commonest filter, over cells that lie together. */
static void set_equal(const Vm *vm, int64_t *w, int field, int64_t v)
{
  const PField *f = &vm->p->fields[field];
  const int32_t *cell = vm->cells + f->cell;
  int words = vm->p->types[vm->p->kinds[f->kind].set_type].words;
  int32_t want = (int32_t)v;
  for (int i = 0; i < words; i++) {
    uint64_t bits = 0;
    int n = f->count - i * 64 < 64 ? f->count - i * 64 : 64;
    for (int k = 0; k < n; k++) bits |= (uint64_t)(cell[i * 64 + k] == want) << k;
    w[i] = v == want ? (int64_t)bits : 0;
  }
}

static void set_pile(const Vm *vm, int64_t *w, const PType *t, int64_t pile)
{
  memset(w, 0, sizeof(int64_t) * (size_t)t->words);
  if (pile < 0 || pile >= vm->p->header->piles) return;
  for (int32_t x = vm->cells[vm->p->header->pile_cells + pile * PC_CELLS + PC_BOTTOM]; x; x = thing_cells(vm, x - 1)[TC_ABOVE])
    if (x - 1 >= t->lo && x - 1 <= t->hi) set_put(w, x - 1 - t->lo);
}

static void set_convert(int64_t *to, const PType *tt, const int64_t *from, const PType *ft)
{
  memset(to, 0, sizeof(int64_t) * (size_t)tt->words);
  for (int64_t b = set_next(from, ft->words, 0); b >= 0; b = set_next(from, ft->words, b + 1)) {
    int64_t v = b + ft->lo;
    if (v >= tt->lo && v <= tt->hi) set_put(to, v - tt->lo);
  }
}

/* ---- boards --------------------------------------------------------------------- */

static int64_t next_in_order(const Vm *vm, const PType *t, int64_t x, int64_t steps)
{
  if (x < t->lo || x > t->hi || steps == NONE) return NONE;
  const PKind *k = &vm->p->kinds[t->kind];
  int64_t n = (int64_t)t->hi - t->lo + 1;
  if (k->present < 0) {
    int64_t i = (x - t->lo + steps % n + n) % n;
    return t->lo + i;
  }
  int64_t all[MAX_FRAME / 64 + 2];
  if (t->words > (int)(sizeof all / sizeof *all)) return NONE;
  set_all(vm, k->set_type, all);
  int count = set_count(all, t->words);
  if (!count) return NONE;
  steps %= count;
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

static int64_t row_length(const Vm *vm, const PType *t, const int64_t *r, const int64_t *set)
{
  const PKind *k = &vm->p->kinds[t->kind];
  int64_t i = r[0] - t->lo, dx = r[1], dy = r[2], n = 0;
  if (i < 0 || i >= k->count || (dx == 0 && dy == 0)) return 0;
  int64_t w = k->width, h = k->height, x = i % w, y = i / w;
  if (dx < -w || dx > w || dy < -h || dy > h) return 0;
  for (;;) {
    x += dx, y += dy;
    if (x < 0 || y < 0 || x >= w || y >= h || !set_has(set, y * w + x)) return n;
    n++;
  }
}

/* Breadth-first over a value that gives neighbours.  Fills `seen` up to `far` steps, or
 * until `goal` is found; returns the distance of the goal or NONE. */
static int64_t search(Vm *vm, int chunk, int32_t me, int64_t from, int64_t goal, int64_t far, int64_t *seen, int words)
{
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
      const int64_t *near = eval_chunk(vm, chunk, me, NONE, &x);
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

/* ---- telling -------------------------------------------------------------------- */

int64_t vm_arg(const Vm *vm, const PArg *a, const int64_t *regs)
{
  const Program *p = vm->p;
  int64_t v = a->reg >= 0 ? regs[a->reg] : NONE;
  for (int k = 0; k < a->path; k++) {
    int step = p->paths[a->first_path + k];
    if (step >= 0) {
      const PField *f = &p->fields[step];
      int64_t base[2] = {v, 0};
      int32_t cell = field_cell(f, base);
      v = cell < 0 ? NONE : f->flags & FIELD_WIDE ? 0 : vm->cells[cell];
    } else {
      const PColumn *c = &p->columns[~step];
      int64_t i = v - p->kinds[c->kind].first;
      bool ok = c->base >= 0 && i >= 0 && i < p->kinds[c->kind].count;
      v = ok ? p->consts[c->base + i * p->types[c->type].words] : NONE;
    }
  }
  return v;
}

static void tell_text(Vm *vm, EventKind kind, int text, const int64_t *R, int ip)
{
  const PText *t = &vm->p->texts[text];
  Event e = {.kind = kind, .ip = ip, .seat = (int32_t)R[0], .field = -1, .thing = (int32_t)R[1], .per = NONE, .text = text, .type = -1};
  for (int i = 0; i < t->args && i < MAX_ARGS; i++) {
    const PArg *a = &vm->p->args[t->first_arg + i];
    if (a->reg >= 0 && R + a->reg >= vm->regs + MAX_STACK) return;
    e.args[e.nargs++] = vm_arg(vm, a, R);
  }
  vm_tell(vm, &e);
}

static void tell_end(Vm *vm, int ip)
{
  Event e = {.kind = EV_END, .ip = ip, .seat = NONE, .field = -1, .thing = NONE, .per = NONE, .now = vm->s->winners, .text = vm->s->reason, .type = -1};
  vm_tell(vm, &e);
}

/* ---- calls from outside --------------------------------------------------------- */

const int64_t *eval_chunk(Vm *vm, int chunk, int32_t me, int32_t self, const int64_t *arg)
{
  State *s = vm->s;
  const PChunk *c = &vm->p->chunks[chunk];
  int base = s->top + 1;
  if (vm->nested >= MAX_NESTED || base + c->regs > MAX_STACK) return NULL;
  State head = *s;
  bool probing = vm->probing;
  Ask ask = vm->ask;
  vm->regs[base - 1] = pack_return(TO_OUTSIDE, 0, 0);
  vm->regs[base] = me;
  vm->regs[base + 1] = self;
  if (arg && c->regs > 2) vm->regs[base + 2] = *arg;
  s->ip = c->first;
  s->base = base;
  s->top = base + c->regs;
  vm->nested++;
  RunResult r = vm_run(vm);
  vm->nested--;
  *s = head;
  vm->probing = probing;
  vm->ask = ask;
  return r == RUN_HALT ? vm->regs + base : NULL;
}

/* ---- the loop ------------------------------------------------------------------- */

static int end_game(Vm *vm, uint32_t winners, int reason, int ip)
{
  State *s = vm->s;
  if (vm->probing) return RUN_DONE;
  s->over = 1;
  s->winners = winners;
  s->reason = reason;
  s->depth = 0;
  s->gather = 0;
  if (vm->fn) tell_end(vm, ip);
  return RUN_DONE;
}

#define TYPE(i) (&p->types[i])
#define NEXT continue
#define LEAVE(result)                                                                    \
  do {                                                                                   \
    s->ip = ip;                                                                          \
    return (result);                                                                     \
  } while (0)
#define BURN                                                                             \
  if (--vm->fuel < 0) {                                                                  \
    if (vm->probing) LEAVE(RUN_COMPLETE);                                                \
    return raise_error(vm, R_FUEL, ip - 1);                                              \
  }

RunResult vm_run(Vm *vm)
{
  const Program *p = vm->p;
  const PInstr *code = p->code;
  State *s = vm->s;
  int32_t *cells = vm->cells;
  int64_t *R = vm->regs + s->base;
  int32_t ip = s->ip;
  for (;;) {
    const PInstr *i = &code[ip++];
    int64_t *A = R + i->a;
    switch ((Opcode)i->op) {
    case OP_NOP: NEXT;
    case OP_LDI: *A = i->d; NEXT;
    case OP_LDK: memcpy(A, p->consts + i->d, sizeof *A * i->c); NEXT;
    case OP_MOV: *A = R[i->b]; NEXT;
    case OP_MOVW: memmove(A, R + i->b, sizeof *A * (size_t)i->d); NEXT;
    case OP_JMP: ip = i->d; NEXT;
    case OP_JT: if (*A == 1) ip = i->d; NEXT;
    case OP_JF: if (*A != 1) ip = i->d; NEXT;
    case OP_JEQ: if (*A == R[i->b]) ip = i->d; NEXT;
    case OP_JNE: if (*A != R[i->b]) ip = i->d; NEXT;
    case OP_JLT: if (*A < R[i->b]) ip = i->d; NEXT;
    case OP_JGE: if (*A >= R[i->b]) ip = i->d; NEXT;
    case OP_LOOP:
      BURN
      ip = i->d;
      NEXT;
    case OP_ADD: *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : wrap_add(R[i->b], R[i->c]); NEXT;
    case OP_SUB: *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : wrap_sub(R[i->b], R[i->c]); NEXT;
    case OP_MUL: *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : wrap_mul(R[i->b], R[i->c]); NEXT;
    case OP_DIV:
      if (R[i->c] == 0) return raise_error(vm, R_DIVIDE, ip - 1);
      *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : floor_div(R[i->b], R[i->c]);
      NEXT;
    case OP_NEG: *A = R[i->b] == NONE ? NONE : wrap_sub(0, R[i->b]); NEXT;
    case OP_ADDI: *A = R[i->b] == NONE ? NONE : wrap_add(R[i->b], i->d); NEXT;
    case OP_MIN: *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : R[i->b] < R[i->c] ? R[i->b] : R[i->c]; NEXT;
    case OP_MAX: *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : R[i->b] > R[i->c] ? R[i->b] : R[i->c]; NEXT;
    case OP_NOT: *A = R[i->b] != 1; NEXT;
    case OP_EQ: *A = R[i->b] == R[i->c]; NEXT;
    case OP_NE: *A = R[i->b] != R[i->c]; NEXT;
    case OP_LT: *A = R[i->b] < R[i->c] && R[i->b] != NONE && R[i->c] != NONE; NEXT;
    case OP_LE: *A = R[i->b] <= R[i->c] && R[i->b] != NONE && R[i->c] != NONE; NEXT;
    case OP_GETG: *A = cells[p->fields[i->d].cell]; NEXT;
    case OP_GET: {
      const PField *f = &p->fields[i->d];
      uint64_t k = (uint64_t)(R[i->c] - f->first);
      *A = k < (uint64_t)f->count ? cells[f->cell + (int32_t)k] : NONE;
      NEXT;
    }
    case OP_GETI: {
      int32_t cell = field_cell(&p->fields[i->d], R + i->c);
      *A = cell < 0 ? NONE : cells[cell];
      NEXT;
    }
    case OP_GETW: {
      const PField *f = &p->fields[i->d];
      int32_t cell = field_cell(f, R + i->c);
      if (cell < 0) memset(A, 0, sizeof *A * (size_t)TYPE(f->type)->words);
      else state_get_wide(vm, cells, i->d, cell, A);
      NEXT;
    }
    case OP_PUT: {
      const PField *f = &p->fields[i->d];
      int64_t v = *A;
      const PType *t = TYPE(f->type);
      if ((v < t->lo || v > t->hi) && !(v == NONE && (t->opt || f->flags & FIELD_OPTION))) {
        if (vm->probing) LEAVE(RUN_COMPLETE);
        return raise_error(vm, R_RANGE, ip - 1);
      }
      state_set(vm, i->d, R + i->c, v, ip - 1, (int32_t)R[0]);
      NEXT;
    }
    case OP_PUTW: state_set_wide(vm, i->d, R + i->c, A, ip - 1, (int32_t)R[0]); NEXT;
    case OP_RAISE: change(vm, i->d, R + i->c, *A, ip - 1, (int32_t)R[0]); NEXT;
    case OP_LOWER: change(vm, i->d, R + i->c, *A == NONE ? NONE : wrap_sub(0, *A), ip - 1, (int32_t)R[0]); NEXT;
    case OP_CLAMP: *A = R[i->b] == NONE ? NONE : clamp(R[i->b], TYPE(i->d)); NEXT;
    case OP_FILL: {
      const PType *t = TYPE(p->fields[i->d].type);
      if ((*A >= t->lo && *A <= t->hi) || *A == NONE) fill(vm, i->d, *A);
      NEXT;
    }
    case OP_COL: {
      const PColumn *c = &p->columns[i->d];
      uint64_t k = (uint64_t)(R[i->c] - p->kinds[c->kind].first);
      *A = k < (uint64_t)p->kinds[c->kind].count ? p->consts[c->base + (int32_t)k] : NONE;
      NEXT;
    }
    case OP_COLW: {
      const PColumn *c = &p->columns[i->d];
      uint64_t k = (uint64_t)(R[i->c] - p->kinds[c->kind].first);
      int w = TYPE(c->type)->words;
      if (k < (uint64_t)p->kinds[c->kind].count) memcpy(A, p->consts + c->base + (int64_t)k * w, sizeof *A * (size_t)w);
      else memset(A, 0, sizeof *A * (size_t)w);
      NEXT;
    }
    case OP_CHECK:
      if (*A != NONE) NEXT;
      vm->fail_ip = ip - 1;
      LEAVE(RUN_FAIL);
    case OP_INTYPE: {
      const PType *t = TYPE(i->d);
      if ((*A >= t->lo && *A <= t->hi) || *A == NONE) NEXT;
      if (vm->probing) LEAVE(RUN_COMPLETE);
      return raise_error(vm, R_RANGE, ip - 1);
    }
    case OP_PILE: {
      const PField *f = &p->fields[i->d];
      int64_t thing = f->kind >= 0 ? R[i->c] : 0, per = f->per_type >= 0 ? R[i->c + 1] : 0;
      bool sane = thing >= 0 && thing < MAX_THINGS && per >= -MAX_NUMBER && per <= MAX_NUMBER;
      int n = sane ? vm_pile_number(vm, i->d, (int32_t)thing, (int32_t)per) : -1;
      *A = n < 0 ? NONE : n;
      NEXT;
    }
    /* sets */
    case OP_SNONE: memset(A, 0, sizeof *A * (size_t)TYPE(i->d)->words); NEXT;
    case OP_SALL: set_all(vm, i->d, A); NEXT;
    case OP_SONE: {
      const PType *t = TYPE(i->d);
      int64_t v = R[i->b];
      memset(A, 0, sizeof *A * (size_t)t->words);
      if (v >= t->lo && v <= t->hi) set_put(A, v - t->lo);
      NEXT;
    }
    case OP_SSPAN: set_span(A, TYPE(i->d), R[i->b], R[i->c]); NEXT;
    case OP_SADD: {
      const PType *t = TYPE(i->d);
      if (R[i->b] >= t->lo && R[i->b] <= t->hi) set_put(A, R[i->b] - t->lo);
      NEXT;
    }
    case OP_SDEL: {
      const PType *t = TYPE(i->d);
      if (R[i->b] >= t->lo && R[i->b] <= t->hi) set_drop(A, R[i->b] - t->lo);
      NEXT;
    }
    case OP_SHAS: *A = set_member(R + i->b, TYPE(i->d), R[i->c]); NEXT;
    case OP_SOR: for (int k = 0; k < TYPE(i->d)->words; k++) A[k] = R[i->b + k] | R[i->c + k]; NEXT;
    case OP_SAND: for (int k = 0; k < TYPE(i->d)->words; k++) A[k] = R[i->b + k] & R[i->c + k]; NEXT;
    case OP_SSUB: for (int k = 0; k < TYPE(i->d)->words; k++) A[k] = R[i->b + k] & ~R[i->c + k]; NEXT;
    case OP_SEQ: *A = !memcmp(R + i->b, R + i->c, sizeof *A * (size_t)TYPE(i->d)->words); NEXT;
    case OP_SIN: {
      int64_t out = 0;
      for (int k = 0; k < TYPE(i->d)->words; k++) out |= R[i->b + k] & ~R[i->c + k];
      *A = out == 0;
      NEXT;
    }
    case OP_SCOUNT: *A = set_count(R + i->b, TYPE(i->d)->words); NEXT;
    case OP_SEMPTY: {
      int64_t any = 0;
      for (int k = 0; k < TYPE(i->d)->words; k++) any |= R[i->b + k];
      *A = any == 0;
      NEXT;
    }
    case OP_SFIRST: {
      int64_t b = set_next(R + i->b, TYPE(i->d)->words, 0);
      *A = b < 0 ? NONE : b + TYPE(i->d)->lo;
      NEXT;
    }
    case OP_SLAST: *A = set_last(R + i->b, TYPE(i->d)); NEXT;
    case OP_SONLY: {
      const PType *t = TYPE(i->d);
      *A = set_count(R + i->b, t->words) == 1 ? set_next(R + i->b, t->words, 0) + t->lo : NONE;
      NEXT;
    }
    case OP_SNTH: *A = R[i->c] > 0 ? set_nth(R + i->b, TYPE(i->d), R[i->c]) : NONE; NEXT;
    case OP_SPILE: set_pile(vm, A, TYPE(i->d), R[i->b]); NEXT;
    case OP_SEQF: set_equal(vm, A, i->d, R[i->b]); NEXT;
    case OP_SCONV: {
      int64_t from[MAX_FRAME];
      const PType *ft = TYPE(i->c);
      memcpy(from, R + i->b, sizeof *A * (size_t)ft->words);
      set_convert(A, TYPE(i->d), from, ft);
      NEXT;
    }
    case OP_SNEXT: {
      const PType *t = TYPE(i->d);
      int64_t from = *A == NONE ? 0 : *A - t->lo + 1;
      int64_t b = from < 0 || from > MAX_NUMBER ? -1 : set_next(R + i->b, t->words, from);
      if (b < 0) ip += i->c - 1;
      else *A = b + t->lo;
      NEXT;
    }
    case OP_SROT: {
      int64_t *done = R + i->b - 1;
      if (*done < 0 || !set_rotate(R + i->b, TYPE(i->d), A, R[i->b - 2], done)) ip += i->c - 1;
      NEXT;
    }
    /* lists */
    case OP_LNEXT: {
      int64_t k = R[i->b - 1], n = R[i->b];
      if (k < 0 || k >= n || k >= i->d - 1) ip += i->c - 1;
      else *A = R[i->b + 1 + k], R[i->b - 1] = k + 1;
      NEXT;
    }
    case OP_LAT: {
      int64_t k = R[i->c];
      *A = k >= 1 && k <= R[i->b] && k < i->d ? R[i->b + k] : NONE;
      NEXT;
    }
    case OP_LHAS: {
      int64_t found = 0;
      for (int k = 1; k < i->d && k <= R[i->b]; k++) found |= R[i->b + k] == R[i->c];
      *A = found;
      NEXT;
    }
    case OP_LSET: {
      const PType *t = TYPE(i->d);
      int64_t w[MAX_FRAME];
      memset(w, 0, sizeof *w * (size_t)t->words);
      for (int k = 1; k < i->c && k <= R[i->b]; k++)
        if (R[i->b + k] >= t->lo && R[i->b + k] <= t->hi) set_put(w, R[i->b + k] - t->lo);
      memcpy(A, w, sizeof *w * (size_t)t->words);
      NEXT;
    }
    /* piles */
    case OP_PCOUNT: case OP_PTOP: case OP_PBOTTOM: {
      int64_t n = R[i->b];
      if (n < 0 || n >= p->header->piles) {
        *A = i->op == OP_PCOUNT ? 0 : NONE;
        NEXT;
      }
      const int32_t *c = cells + p->header->pile_cells + n * PC_CELLS;
      *A = i->op == OP_PCOUNT ? c[PC_COUNT_] : i->op == OP_PTOP ? (c[PC_TOP] ? c[PC_TOP] - 1 : NONE) : c[PC_BOTTOM] ? c[PC_BOTTOM] - 1 : NONE;
      NEXT;
    }
    case OP_PAT: case OP_PPOS: {
      int64_t n = R[i->b], want = R[i->c], k = 0, found = NONE;
      if (n >= 0 && n < p->header->piles)
        for (int32_t x = cells[p->header->pile_cells + n * PC_CELLS + PC_BOTTOM]; x && found == NONE; x = thing_cells(vm, x - 1)[TC_ABOVE]) {
          k++;
          if (i->op == OP_PAT ? k == want : x - 1 == want) found = i->op == OP_PAT ? x - 1 : k;
        }
      *A = found;
      NEXT;
    }
    case OP_PLIST: {
      int64_t n = R[i->b], k = 0, most = ((int64_t)i->d - 1) * 4;
      memset(A, 0, sizeof *A * (size_t)i->d);
      if (n >= 0 && n < p->header->piles)
        for (int32_t x = cells[p->header->pile_cells + n * PC_CELLS + PC_BOTTOM]; x && k < most; x = thing_cells(vm, x - 1)[TC_ABOVE], k++)
          A[1 + k / 4] = (int64_t)((uint64_t)A[1 + k / 4] | (uint64_t)(uint16_t)(x - 1) << (k % 4 * 16));
      A[0] = k;
      NEXT;
    }
    case OP_PLNEXT: {
      int64_t k = R[i->b - 1], most = ((int64_t)i->d - 1) * 4;
      if (k < 0 || k >= R[i->b] || k >= most) ip += i->c - 1;
      else *A = (uint64_t)R[i->b + 1 + k / 4] >> (k % 4 * 16) & 0xFFFF, R[i->b - 1] = k + 1;
      NEXT;
    }
    case OP_MOVE: {
      int64_t n = R[i->b];
      if (*A >= 0 && *A < p->n_things && n >= 0 && n < p->header->piles) pile_move(vm, (int32_t)*A, (int32_t)n, i->d == 1, ip - 1, (int32_t)R[0]);
      NEXT;
    }
    case OP_BOX:
      if (*A >= 0 && *A < p->n_things) pile_move(vm, (int32_t)*A, -1, false, ip - 1, (int32_t)R[0]);
      NEXT;
    case OP_DRAW: {
      int64_t from = *A, to = R[i->b];
      if (from < 0 || from >= p->header->piles || to < 0 || to >= p->header->piles) NEXT;
      int32_t top = cells[p->header->pile_cells + from * PC_CELLS + PC_TOP];
      if (!top) NEXT;
      if (!thing_cells(vm, top - 1)[TC_LOOSE]) {
        pile_move(vm, top - 1, (int32_t)to, false, ip - 1, (int32_t)R[0]);
        NEXT;
      }
      vm->ask = (Ask){.pause = PAUSE_CHANCE, .from = (int)from, .to = (int)to, .begin_ip = ip - 1};
      chance_begin(vm);
      if (vm->ask.noptions == 1) {
        s->ip = ip - 1;
        chance_apply(vm, 0);
        ip = s->ip;
        NEXT;
      }
      s->live = s->base + i->c;
      ip--;
      LEAVE(RUN_CHANCE);
    }
    case OP_SHUFFLE: pile_shuffle(vm, *A >= 0 && *A < p->header->piles ? (int32_t)*A : -1, ip - 1, (int32_t)R[0]); NEXT;
    case OP_REVEAL: {
      const PType *t = TYPE(i->d);
      for (int64_t b = set_next(A, t->words, 0); b >= 0; b = set_next(A, t->words, b + 1))
        if (b + t->lo <= t->hi) thing_reveal(vm, (int32_t)(b + t->lo), (uint32_t)R[i->b] & ((1u << s->seats) - 1), ip - 1, (int32_t)R[0]);
      NEXT;
    }
    case OP_WHERE: {
      int32_t n = R[i->b] >= 0 && R[i->b] < p->n_things ? vm_pile_of(vm, (int32_t)R[i->b]) : -1;
      *A = n < 0 ? NONE : n;
      NEXT;
    }
    case OP_OWNER: {
      int32_t n = R[i->b] >= 0 && R[i->b] < p->n_things ? vm_pile_of(vm, (int32_t)R[i->b]) : -1, owner, per;
      int f = vm_pile_field(vm, n, &owner, &per);
      *A = f >= 0 && p->fields[f].kind == 0 ? owner : NONE;
      NEXT;
    }
    /* boards */
    case OP_NEXT: *A = next_in_order(vm, TYPE(i->d), R[i->b], R[i->c]); NEXT;
    case OP_POS: *A = R[i->b] >= TYPE(i->d)->lo && R[i->b] <= TYPE(i->d)->hi ? R[i->b] - TYPE(i->d)->lo + 1 : NONE; NEXT;
    case OP_GRID: {
      const PKind *k = &p->kinds[TYPE(i->d)->kind];
      int64_t x = R[i->b], y = R[i->c];
      *A = x >= 1 && x <= k->width && y >= 1 && y <= k->height ? k->first + (y - 1) * k->width + x - 1 : NONE;
      NEXT;
    }
    case OP_ROW: *A = row_length(vm, TYPE(i->d), R + i->b, R + i->c); NEXT;
    case OP_DIST: case OP_REACH: {
      int64_t seen[64], far = i->op == OP_DIST ? MAX_THINGS : R[i->b + 1], goal = i->op == OP_DIST ? R[i->b + 1] : NONE;
      int words = p->chunks[i->d].result;
      s->ip = ip;
      memset(seen, 0, sizeof seen);
      int64_t d = words <= 64 ? search(vm, i->d, (int32_t)R[i->c], R[i->b], goal, far == NONE ? 0 : far, seen, words) : NONE;
      if (vm->error) return RUN_ERROR;
      if (i->op == OP_DIST) *A = goal == NONE ? NONE : d;
      else memcpy(A, seen, sizeof *A * (size_t)(words <= 64 ? words : 64));
      NEXT;
    }
    case OP_SEES: {
      int64_t seat = R[i->b];
      *A = seat >= 0 && seat < s->seats && vm_sees_field(vm, (int)seat, i->d, (int32_t)R[i->c]);
      NEXT;
    }
    case OP_SEEST: {
      int64_t seat = R[i->b], x = R[i->c];
      *A = seat >= 0 && seat < s->seats && x >= 0 && x < p->n_things && vm_sees_thing(vm, (int)seat, (int32_t)x);
      NEXT;
    }
    /* calls */
    case OP_CALL: case OP_CALLS: {
      int chunk = i->d;
      if (i->op == OP_CALLS) {
        const PSlot *slot = &p->slots[i->d];
        uint64_t k = (uint64_t)(R[i->c] - p->kinds[slot->kind].first);
        chunk = k < (uint64_t)p->kinds[slot->kind].count ? p->slot_chunks[slot->first + (int32_t)k] : -1;
        if (chunk < 0) { /* a value of none is none */
          A[1] = NONE;
          NEXT;
        }
      }
      BURN
      const PChunk *c = &p->chunks[chunk];
      int base = s->base + i->a + 1;
      if (base + c->regs > MAX_STACK) {
        if (vm->probing) LEAVE(RUN_COMPLETE);
        return raise_error(vm, R_STACK, ip - 1);
      }
      *A = pack_return(ip, i->a + 1, s->top - s->base);
      s->base = base;
      s->top = base + c->regs;
      R = vm->regs + base;
      ip = c->first;
      NEXT;
    }
    case OP_RET: {
      if (s->base <= 0) LEAVE(RUN_HALT);
      uint64_t back = (uint64_t)R[-1];
      int32_t to = (int32_t)(uint32_t)(back >> 32);
      if (to == TO_OUTSIDE) LEAVE(RUN_HALT);
      s->base -= (int)(back >> 16 & 0xFFFF);
      s->top = s->base + (int)(back & 0xFFFF);
      R = vm->regs + s->base;
      ip = to;
      NEXT;
    }
    case OP_TELL:
      if (vm->fn && !vm->probing) tell_text(vm, EV_VERB, p->verbs[i->d].text, R, ip - 1);
      NEXT;
    case OP_NOTE:
      if (vm->fn && !vm->probing) tell_text(vm, EV_NOTE, i->d, R, ip - 1);
      NEXT;
    /* decisions and chance */
    case OP_BEGIN: options_begin(vm, i->d, ip - 1); NEXT;
    case OP_OPT:
      if (options_add(vm, (int)(*A >= 0 && *A < s->seats ? *A : -1), i->d, R + i->b)) NEXT;
      return raise_error(vm, R_OPTIONS, ip - 1);
    case OP_DECIDE:
      if (vm->ask.pause != PAUSE_DECIDE || vm->ask.decision != i->d || vm->nested) return raise_error(vm, R_NO_OPTION, ip - 1);
      vm->ask.mark = i->a;
      s->live = s->base + p->decisions[i->d].live;
      vm->fail_ip = ip - 1;
      ip = vm->ask.begin_ip;
      LEAVE(RUN_DECIDE);
    case OP_RANDOM: {
      const PType *t = TYPE(i->d);
      int n = set_count(R + i->b, t->words);
      if (n < 2) {
        int64_t b = set_next(R + i->b, t->words, 0);
        *A = b < 0 ? NONE : b + t->lo;
        NEXT;
      }
      if (vm->nested) return raise_error(vm, R_NO_OPTION, ip - 1);
      vm->ask = (Ask){.pause = PAUSE_CHANCE, .from = -1, .begin_ip = ip - 1, .lazy = true, .set = i->b, .type = i->d, .dst = i->a, .noptions = n};
      s->live = s->base + i->c;
      ip--;
      LEAVE(RUN_CHANCE);
    }
    case OP_ATTEMPT:
      ip--;
      if (vm->nested) return raise_error(vm, R_NO_OPTION, ip);
      if (vm->probing) {
        if (!probe_attempt(vm, i->a, i->d)) LEAVE(RUN_COMPLETE);
        ip++;
        NEXT;
      }
      LEAVE(RUN_TRY);
    case OP_DONE: case OP_TRIED: {
      int depth = *A >= 0 && *A < s->depth ? (int)*A : s->depth;
      if (i->op == OP_TRIED && vm->probing) probe_cut(vm, depth);
      s->depth = depth;
      if (vm->probing && depth <= vm->probe_base) LEAVE(RUN_COMPLETE);
      NEXT;
    }
    case OP_FAIL:
      vm->fail_ip = ip - 1;
      if (i->d == 2) return raise_error(vm, R_ENDED, ip - 1);
      LEAVE(RUN_FAIL);
    case OP_FAILF:
      if (*A == 1) NEXT;
      vm->fail_ip = ip - 1;
      LEAVE(RUN_FAIL);
    case OP_GATHER:
      if (vm->probing) LEAVE(RUN_COMPLETE); /* others decide: it commits */
      s->depth = 0;
      s->gather = i->d == 1 && vm->shadow;
      if (s->gather) memcpy(vm->shadow, cells, sizeof *cells * (size_t)p->header->cells);
      if (vm->fn) {
        Event e = {.kind = EV_GATHER, .ip = ip - 1, .seat = NONE, .field = -1, .thing = NONE, .per = NONE, .now = i->d, .text = -1, .type = -1};
        vm->fn(vm->user, vm, &e);
      }
      NEXT;
    case OP_WIN: case OP_LOSE:
      s->ip = ip;
      if (vm->nested) return raise_error(vm, R_NO_OPTION, ip - 1);
      end_game(vm, i->op == OP_WIN ? (uint32_t)*A & ((1u << s->seats) - 1) : 0, i->op == OP_LOSE ? i->d : -1, ip - 1);
      if (vm->probing || s->script < 0) LEAVE(RUN_DONE);
      s->base = s->run_base; /* the test goes on after its script */
      s->top = s->run_top;
      R = vm->regs + s->base;
      ip = s->run_ip;
      NEXT;
    case OP_WINNERS: *A = s->winners; NEXT;
    /* tests */
    case OP_RUN: {
      int32_t end = ip;
      while (end + 1 < p->n_code && code[end].op != OP_RAN && code[end].op != OP_HALT) end++;
      s->script = i->d;
      s->run_base = s->base;
      s->run_top = s->top;
      s->run_ip = end;
      NEXT;
    }
    case OP_RAN:
      s->script = -1;
      LEAVE(RUN_SCRIPT);
    case OP_EXPECT: {
      if (*A == 1) NEXT;
      int w = i->d >= 0 ? TYPE(i->d)->words : 1;
      vm->expectation.type = i->d;
      for (int k = 0; k < 4; k++) {
        vm->expectation.left[k] = k < w ? R[i->b + k] : 0;
        vm->expectation.right[k] = k < w ? R[i->c + k] : 0;
      }
      return raise_error(vm, R_EXPECT, ip - 1);
    }
    case OP_HALT: LEAVE(RUN_HALT);
    case OP_COUNT: break;
    }
    return raise_error(vm, R_FAILED, ip - 1);
  }
}
