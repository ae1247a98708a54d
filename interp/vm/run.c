/* The loop that executes instructions until something is needed from outside.  step.c
 * includes it a second time as a function that executes one instruction (ONE_STEP),
 * always.c a third time as one that tells which cells are read (WATCHED), run_fast.c once
 * more as the quick one, for instructions that were decoded (FAST), and as the one for
 * whole games that nobody watches (QUIET), and run_bits.c both for other processors.
 *
 * It is one function of one line or a few for each instruction, and the only long one:
 * what all of them use (registers, cells, the instruction) stays in the processor's
 * registers, and each jumps to the next one itself.  Divided, every instruction would be
 * a call that loads these again.  What takes more than a few lines is a function beside
 * it. */
#include "interp/vm/loop.h"
#ifdef FAST
#include "interp/opt/step.h"
#include "interp/vm/kept.h"
#endif

#include <string.h>

#define TYPE(i) (&p->types[i])
#define A (R + i->a)
/* What the instruction is, where several share their code: i->op may be a trap. */
#define OPCODE (p->code[HERE].op)
/* Each instruction jumps to the next one itself: the processor then predicts each jump by
 * where it comes from.  Labels as values are an extension that gcc and clang share. */
#define CASE(op) L_##op
/* The number of this instruction in the program, the one that it compares with, and the
 * way that its jump takes: NEXT then goes to the goal. */
#ifdef FAST
#define HERE (i->old)
#define NUMBER ((int64_t)i->x)
#define TAKE (i = (const Step *)(const void *)((const char *)i + i->k))
#else
#define HERE (old_of[i - code])
#define NUMBER number(i)
#define TAKE JUMP(i->d)
#endif
#define NEW_OF(old) (vm->new_of[old])
#define FIRST(chunk) (vm->first[chunk])
#ifdef ONE_STEP
#define NEXT                                                                             \
  do {                                                                                   \
    *at = (int32_t)(i - code) + 1;                                                       \
    return RUN_ONE;                                                                      \
  } while (0)
#else
#define NEXT                                                                             \
  do {                                                                                   \
    ++i;                                                                                 \
    WATCH;                                                                               \
    goto *labels[i->op];                                                                 \
  } while (0)
#endif
#ifdef WATCHED
#define WATCH watch(vm, i, OPCODE, R)
#define COMPLETES guard_can
#else
#define WATCH (void)0
#define COMPLETES probe_can
#endif
/* NEXT then goes to the instruction at `to`, which is one of the code that runs. */
#define JUMP(to) (i = code + (to)-1)
/* The same for one of the program's own. */
#define BACK_TO(to) JUMP(NEW_OF(to))
#define LEAVE(result)                                                                    \
  do {                                                                                   \
    s->ip = HERE + 1;                                                                    \
    return (result);                                                                     \
  } while (0)
/* To come back to this instruction. */
#define STAY(result)                                                                     \
  do {                                                                                   \
    s->ip = HERE;                                                                        \
    return (result);                                                                     \
  } while (0)
/* Two sets, which are hardly ever wider than a word, as one. */
#define COMBINE(with)                                                                    \
  do {                                                                                   \
    int64_t *x = A;                                                                      \
    const int64_t *y = R + i->b, *z = R + i->c;                                          \
    int words = TYPE(i->d)->words;                                                       \
    x[0] = y[0] with z[0];                                                               \
    for (int k = 1; k < words; k++) x[k] = y[k] with z[k];                               \
  } while (0)
#define BURN                                                                             \
  if (--vm->fuel < 0) {                                                                  \
    if (vm->probing) LEAVE(RUN_COMPLETE);                                                \
    return raise_error(vm, R_FUEL, HERE);                                                \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

/* A table of instructions, a line each where that is enough. */
/* clang-format off */
#if defined ONE_STEP
RunResult vm_run_one(Vm *vm, int32_t *at)
{
#elif defined WATCHED
static RunResult interpret_watched(Vm *vm)
{
#elif defined QUIET
static RunResult interpret_quiet(Vm *vm)
{
#elif defined FAST
static RunResult interpret_fast(Vm *vm)
{
  if (!vm->steps) return vm_interpret(vm);
#else
RunResult vm_interpret(Vm *vm)
{
#endif
  const Program *p = vm->p;
#ifdef FAST
  const Step *code = STEPS;
  vm->kept.open = vm->kept.done = NULL;
#else
  const PInstr *code = vm->code;
  const int32_t *old_of = vm->old_of;
#endif
  State *s = vm->s;
  int32_t *cells = vm->cells;
  static const void *const labels[] = {
#define OP(name, operands, gives, does, effect) &&L_##name,
#include "interp/code/op.def"
#undef OP
#ifdef FAST
#define STEP(name, op, effect) &&L_##name,
#include STEP_LIST
#undef STEP
#else
    &&L_trap,
#endif
  };
  int chunk;
  int64_t *R = vm->regs + s->base;
#if defined ONE_STEP
  const PInstr *i = code + *at;
#elif defined QUIET
  const Step *i = code;
#elif defined FAST
  const Step *i = code + NEW_OF(s->ip);
#else
  const PInstr *i = code + NEW_OF(s->ip);
#endif
  WATCH;
  goto *labels[i->op];
#ifdef FAST
#include "interp/vm/run_step.def"
#else
  CASE(trap): /* never in a program: see cover.c */
    cover_hit(vm, HERE);
    goto *labels[OPCODE];
#endif
  CASE(NOP): NEXT;
  CASE(LDI): *A = i->d; NEXT;
  CASE(CLEAR): clear(A, i->d); NEXT;
  CASE(LDK): memcpy(A, p->consts + i->d, sizeof *A * i->c); NEXT;
  CASE(MOV): *A = R[i->b]; NEXT;
  CASE(MOVW): memmove(A, R + i->b, sizeof *A * (size_t)i->d); NEXT;
  CASE(JMP): TAKE; NEXT;
  CASE(JT): if (*A == 1) TAKE; NEXT;
  CASE(JF): if (*A != 1) TAKE; NEXT;
  CASE(JEQ): if (*A == R[i->b]) TAKE; NEXT;
  CASE(JNE): if (*A != R[i->b]) TAKE; NEXT;
  CASE(JLT): if (*A < R[i->b]) TAKE; NEXT;
  CASE(JGE): if (*A >= R[i->b]) TAKE; NEXT;
  CASE(JEQI): if (*A == NUMBER) TAKE; NEXT;
  CASE(JNEI): if (*A != NUMBER) TAKE; NEXT;
  CASE(JLTI): if (*A < NUMBER) TAKE; NEXT;
  CASE(JGEI): if (*A >= NUMBER) TAKE; NEXT;
  CASE(LOOP):
    BURN
    TAKE;
    NEXT;
  CASE(AGAIN):
    BURN
    if (*A >= 1) --*A, TAKE;
    NEXT;
  CASE(ADD): *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : wrap_add(R[i->b], R[i->c]); NEXT;
  CASE(SUB): *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : wrap_sub(R[i->b], R[i->c]); NEXT;
  CASE(MUL): *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : wrap_mul(R[i->b], R[i->c]); NEXT;
  CASE(DIV):
    if (R[i->c] == 0) return raise_error(vm, R_DIVIDE, HERE);
    *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : floor_div(R[i->b], R[i->c]);
    NEXT;
  CASE(NEG): *A = R[i->b] == NONE ? NONE : wrap_sub(0, R[i->b]); NEXT;
  CASE(ADDI): *A = R[i->b] == NONE ? NONE : wrap_add(R[i->b], i->d); NEXT;
  CASE(MIN): *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : R[i->b] < R[i->c] ? R[i->b] : R[i->c]; NEXT;
  CASE(MAX): *A = R[i->b] == NONE || R[i->c] == NONE ? NONE : R[i->b] > R[i->c] ? R[i->b] : R[i->c]; NEXT;
  CASE(NOT): *A = R[i->b] != 1; NEXT;
  CASE(EQ): *A = R[i->b] == R[i->c]; NEXT;
  CASE(NE): *A = R[i->b] != R[i->c]; NEXT;
  CASE(LT): *A = R[i->b] < R[i->c] && R[i->b] != NONE && R[i->c] != NONE; NEXT;
  CASE(LE): *A = R[i->b] <= R[i->c] && R[i->b] != NONE && R[i->c] != NONE; NEXT;
  CASE(GETG): *A = cells[p->fields[i->d].cell]; NEXT;
  CASE(GET): {
    const PField *f = &p->fields[i->d];
    uint64_t k = (uint64_t)R[i->c] - (uint64_t)f->first;
    *A = k < (uint64_t)f->count ? cells[f->cell + (int32_t)k] : NONE;
    NEXT;
  }
  CASE(GETI): {
    int32_t cell = field_cell(&p->fields[i->d], R + i->c);
    *A = cell < 0 ? NONE : cells[cell];
    NEXT;
  }
  CASE(GETW): {
    const PField *f = &p->fields[i->d];
    int32_t cell = field_cell(f, R + i->c);
    if (cell < 0) memset(A, 0, sizeof *A * (size_t)TYPE(f->type)->words);
    else state_get_wide(vm, cells, i->d, cell, A);
    NEXT;
  }
  CASE(PUT): {
    const PField *f = &p->fields[i->d];
    int64_t v = *A;
    const PType *t = TYPE(f->type);
    if ((v < t->lo || v > t->hi) && !(v == NONE && (t->opt || f->flags & FIELD_OPTION))) {
      if (vm->probing) LEAVE(RUN_COMPLETE);
      return raise_error(vm, R_RANGE, HERE);
    }
    int32_t cell = field_cell(f, R + i->c);
    if (cell < 0 || cells[cell] == (int32_t)v) NEXT;
    if (vm->fn) state_set(vm, i->d, R + i->c, v, HERE, (int32_t)R[i->b]);
    else state_write(vm, cell, (int32_t)v);
    NEXT;
  }
  CASE(PUTW): state_set_wide(vm, i->d, R + i->c, A, HERE, (int32_t)R[i->b]); NEXT;
  CASE(RAISE): change(vm, i->d, R + i->c, *A, HERE, (int32_t)R[i->b]); NEXT;
  CASE(LOWER): change(vm, i->d, R + i->c, *A == NONE ? NONE : wrap_sub(0, *A), HERE, (int32_t)R[i->b]); NEXT;
  CASE(CLAMP): *A = R[i->b] == NONE ? NONE : clamp(R[i->b], TYPE(i->d)); NEXT;
  CASE(FILL): {
    const PType *t = TYPE(p->fields[i->d].type);
    if ((*A >= t->lo && *A <= t->hi) || *A == NONE) fill(vm, i->d, *A);
    NEXT;
  }
  CASE(COL): {
    const PColumn *c = &p->columns[i->d];
    uint64_t k = (uint64_t)R[i->c] - (uint64_t)c->first;
    *A = k < (uint64_t)c->count ? p->consts[c->base + (int32_t)k] : NONE;
    NEXT;
  }
  CASE(COLW): {
    const PColumn *c = &p->columns[i->d];
    uint64_t k = (uint64_t)R[i->c] - (uint64_t)p->kinds[c->kind].first;
    int w = TYPE(c->type)->words;
    if (k < (uint64_t)p->kinds[c->kind].count) memcpy(A, p->consts + c->base + (int64_t)k * w, sizeof *A * (size_t)w);
    else memset(A, 0, sizeof *A * (size_t)w);
    NEXT;
  }
  CASE(CHECK):
    if (*A != NONE) NEXT;
    vm->fail_ip = HERE;
    LEAVE(RUN_FAIL);
  CASE(INTYPE): /* a trial goes on: that it meets an error would tell the value */
    if (*A == NONE || (*A >= TYPE(i->d)->lo && *A <= TYPE(i->d)->hi)) NEXT;
    if (!vm->probing) return raise_error(vm, R_RANGE, HERE);
    *A = clamp(*A, TYPE(i->d));
    NEXT;
  CASE(PILE): {
    const PField *f = &p->fields[i->d];
    int64_t thing = f->kind >= 0 ? R[i->c] : 0, per = f->per_type >= 0 ? R[i->c + 1] : 0;
    bool sane = thing >= 0 && thing < MAX_THINGS && per >= -MAX_NUMBER && per <= MAX_NUMBER;
    int n = sane ? vm_pile_number(vm, i->d, (int32_t)thing, (int32_t)per) : -1;
    *A = n < 0 ? NONE : n;
    NEXT;
  }
  /* sets */
  CASE(SNONE): memset(A, 0, sizeof *A * (size_t)TYPE(i->d)->words); NEXT;
  CASE(SALL): set_all(vm, i->d, A); NEXT;
  CASE(SONE): {
    const PType *t = TYPE(i->d);
    int64_t v = R[i->b];
    memset(A, 0, sizeof *A * (size_t)t->words);
    if (v >= t->lo && v <= t->hi) set_put(A, v - t->lo);
    NEXT;
  }
  CASE(SSPAN): set_span(A, TYPE(i->d), R[i->b], R[i->c]); NEXT;
  CASE(SADD): {
    const PType *t = TYPE(i->d);
    if (R[i->b] >= t->lo && R[i->b] <= t->hi) set_put(A, R[i->b] - t->lo);
    NEXT;
  }
  CASE(SDEL): {
    const PType *t = TYPE(i->d);
    if (R[i->b] >= t->lo && R[i->b] <= t->hi) set_drop(A, R[i->b] - t->lo);
    NEXT;
  }
  CASE(SHAS): *A = set_member(R + i->b, TYPE(i->d), R[i->c]); NEXT;
  CASE(SOR): COMBINE(|); NEXT;
  CASE(SAND): COMBINE(&); NEXT;
  CASE(SSUB): COMBINE(&~); NEXT;
  CASE(SEQ): *A = !memcmp(R + i->b, R + i->c, sizeof *A * (size_t)TYPE(i->d)->words); NEXT;
  CASE(WEQ): *A = !memcmp(R + i->b, R + i->c, sizeof *A * (size_t)i->d); NEXT;
  CASE(SIN): {
    int64_t out = 0;
    for (int k = 0; k < TYPE(i->d)->words; k++) out |= R[i->b + k] & ~R[i->c + k];
    *A = out == 0;
    NEXT;
  }
  CASE(SCOUNT): *A = set_count(R + i->b, TYPE(i->d)->words); NEXT;
  CASE(SEMPTY): {
    int64_t any = 0;
    for (int k = 0; k < TYPE(i->d)->words; k++) any |= R[i->b + k];
    *A = any == 0;
    NEXT;
  }
  CASE(SFIRST): {
    int64_t b = set_next(R + i->b, TYPE(i->d)->words, 0);
    *A = b < 0 ? NONE : b + TYPE(i->d)->lo;
    NEXT;
  }
  CASE(SLAST): *A = set_last(R + i->b, TYPE(i->d)); NEXT;
  CASE(SONLY): {
    const PType *t = TYPE(i->d);
    *A = set_count(R + i->b, t->words) == 1 ? set_next(R + i->b, t->words, 0) + t->lo : NONE;
    NEXT;
  }
  CASE(SNTH): *A = R[i->c] > 0 ? set_nth(R + i->b, TYPE(i->d), R[i->c]) : NONE; NEXT;
  CASE(SPILE): set_pile(vm, A, TYPE(i->d), R[i->b]); NEXT;
  CASE(SEQF): fill_equal(vm, A, i->d, R[i->b]); NEXT;
  CASE(SEQFI): fill_equal(vm, A, i->d, NUMBER); NEXT;
  CASE(SHARE):
    if (vm->share)
      vm->share(vm->sharer, &(Shared){HERE, i->d & SHARE_THING ? (int32_t)R[i->b] : NONE,
                                         i->d, A, R + i->c});
    NEXT;
  CASE(SROW): *A = (int64_t)set_row(vm, i->d, R[i->c], R[i->b]); NEXT;
  CASE(SEQL): set_printed(vm, A, i->d, R[i->b]); NEXT;
  CASE(SCONV): set_convert(A, TYPE(i->d), R + i->b, TYPE(i->c)); NEXT;
  CASE(SNEXT): {
    const PType *t = TYPE(i->d);
    uint64_t from = *A == NONE ? 0 : (uint64_t)*A - (uint64_t)t->lo + 1;
    if (t->words == 1) { /* nearly every set */
      uint64_t x = from > 63 ? 0 : (uint64_t)R[i->b] >> from << from;
      if (!x) i += i->c - 1;
      else *A = __builtin_ctzll(x) + t->lo;
      NEXT;
    }
    int64_t b = from > MAX_NUMBER ? -1 : set_next(R + i->b, t->words, (int64_t)from);
    if (b < 0) i += i->c - 1;
    else *A = b + t->lo;
    NEXT;
  }
  CASE(SLOOP): {
    const PType *t = TYPE(i->d);
    BURN
    uint64_t from = (uint64_t)*A - (uint64_t)t->lo + 1;
    if (t->words == 1) {
      uint64_t x = from > 63 ? 0 : (uint64_t)R[i->b] >> from << from;
      if (x) *A = __builtin_ctzll(x) + t->lo, i -= i->c + 1;
      NEXT;
    }
    int64_t b = from > MAX_NUMBER ? -1 : set_next(R + i->b, t->words, (int64_t)from);
    if (b >= 0) *A = b + t->lo, i -= i->c + 1;
    NEXT;
  }
  CASE(SROT): CASE(SEATS): {
    int64_t *done = R + i->b - 1, n = OPCODE == OP_SEATS ? s->seats : MAX_THINGS;
    if (*done < 0 || !set_rotate(R + i->b, TYPE(i->d), A, R[i->b - 2], done, n)) i += i->c - 1;
    NEXT;
  }
  /* lists */
  CASE(LNEXT): {
    int64_t k = R[i->b - 1], n = R[i->b];
    if (k < 0 || k >= n || k >= i->d - 1) i += i->c - 1;
    else *A = R[i->b + 1 + k], R[i->b - 1] = k + 1;
    NEXT;
  }
  CASE(LAT): {
    int64_t k = R[i->c];
    *A = k >= 1 && k <= R[i->b] && k < i->d ? R[i->b + k] : NONE;
    NEXT;
  }
  CASE(SPREV): {
    const PType *t = TYPE(i->d);
    int64_t b = set_before(R + i->b, t->words, *A == NONE ? (int64_t)t->words * 64 : *A - t->lo);
    if (b < 0) i += i->c - 1;
    else *A = b + t->lo;
    NEXT;
  }
  CASE(LREV): list_reverse(A, i->d); NEXT;
  CASE(PLREV): list_reverse_packed(A, i->d); NEXT;
  CASE(LADD):
    if (list_append(A, i->d, R[i->b])) NEXT;
    vm->fail_ip = HERE;
    LEAVE(RUN_FAIL);
  CASE(LDEL): list_delete(A, i->d, R[i->b]); NEXT;
  CASE(LSET): set_list(A, TYPE(i->d), R + i->b, i->c); NEXT;
  /* piles */
  CASE(PCOUNT): CASE(PTOP): CASE(PBOTTOM): {
    int64_t n = R[i->b];
    if (n < 0 || n >= p->header->piles) {
      *A = OPCODE == OP_PCOUNT ? 0 : NONE;
      NEXT;
    }
    const int32_t *c = cells + p->header->pile_cells + n * PC_CELLS;
    *A = OPCODE == OP_PCOUNT ? c[PC_COUNT_] : OPCODE == OP_PTOP ? (c[PC_TOP] ? c[PC_TOP] - 1 : NONE) : c[PC_BOTTOM] ? c[PC_BOTTOM] - 1 : NONE;
    NEXT;
  }
  CASE(PAT): CASE(PPOS): {
    int64_t n = R[i->b], want = R[i->c], k = 0, found = NONE;
    if (n >= 0 && n < p->header->piles)
      for (int32_t x = cells[p->header->pile_cells + n * PC_CELLS + PC_BOTTOM]; x && found == NONE; x = thing_cells(vm, x - 1)[TC_ABOVE]) {
        k++;
        if (OPCODE == OP_PAT ? k == want : x - 1 == want) found = OPCODE == OP_PAT ? x - 1 : k;
      }
    *A = found;
    NEXT;
  }
  CASE(PLIST): {
    list_pile(vm, A, i->d, R[i->b]);
    NEXT;
  }
  CASE(PLNEXT): {
    int64_t k = R[i->b - 1], most = ((int64_t)i->d - 1) * 4;
    if (k < 0 || k >= (int32_t)R[i->b] || k >= most) i += i->c - 1;
    else *A = packed_at(R + i->b, k), R[i->b - 1] = k + 1;
    NEXT;
  }
  CASE(MOVE): {
    int64_t n = R[i->b];
    if (*A >= 0 && *A < p->n_things && n >= 0 && n < p->header->piles) pile_move(vm, (int32_t)*A, (int32_t)n, i->d == 1, HERE, (int32_t)R[i->c]);
    NEXT;
  }
  CASE(DRAW): CASE(LAY): CASE(TUCK): {
    bool under = OPCODE == OP_TUCK;
    int64_t from = *A, to = R[i->b];
    if (from < 0 || from >= p->header->piles || to < 0 || to >= p->header->piles) NEXT;
    int32_t top = cells[p->header->pile_cells + from * PC_CELLS + (OPCODE == OP_LAY ? PC_BOTTOM : PC_TOP)];
    if (!top) NEXT;
    int32_t loose = thing_cells(vm, top - 1)[TC_LOOSE];
    if (loose != LOOSE) {
      pile_move(vm, top - 1, (int32_t)to, under, HERE, (int32_t)R[i->d]);
      if (loose) state_write(vm, vm->lying[top - 1] + TC_LOOSE, loose); /* as unread as before */
      NEXT;
    }
    vm->ask = (Ask){.pause = PAUSE_CHANCE, .from = (int)from, .to = (int)to, .under = under, .begin_ip = HERE, .me = i->d};
    chance_begin(vm);
    if (vm->ask.noptions == 1) {
      chance_apply(vm, 0);
      NEXT;
    }
    s->live = s->base + i->c;
    STAY(RUN_CHANCE);
  }
  CASE(SHUFFLE): pile_shuffle(vm, *A >= 0 && *A < p->header->piles ? (int32_t)*A : -1, HERE, (int32_t)R[i->b]); NEXT;
  CASE(REVEAL): {
    const PType *t = TYPE(i->d);
    for (int64_t b = set_next(A, t->words, 0); b >= 0; b = set_next(A, t->words, b + 1))
      if (b + t->lo <= t->hi) thing_reveal(vm, (int32_t)(b + t->lo), (uint32_t)R[i->b] & ((1u << s->seats) - 1), HERE, (int32_t)R[i->c]);
    NEXT;
  }
  CASE(SIGHT): field_shown(vm, i->d, (int32_t)R[i->c], (uint32_t)*A & ((1u << s->seats) - 1), HERE, (int32_t)R[i->b]); NEXT;
  CASE(LEARN): {
    if (!vm->fn || vm->probing) NEXT;
    Event e = {.kind = EV_REVEAL, .ip = HERE, .seat = (int32_t)R[i->c], .field = -1, .thing = NONE, .per = NONE, .old = *A, .now = R[i->b] & ((1u << s->seats) - 1), .text = -1, .type = i->d};
    vm_tell(vm, &e);
    NEXT;
  }
  CASE(WHERE): {
    int32_t n = R[i->b] >= 0 && R[i->b] < p->n_things ? vm_pile_of(vm, (int32_t)R[i->b]) : -1;
    *A = n < 0 ? NONE : n;
    NEXT;
  }
  CASE(OWNER): {
    int32_t n = R[i->b] >= 0 && R[i->b] < p->n_things ? vm_pile_of(vm, (int32_t)R[i->b]) : -1, owner, per;
    int f = vm_pile_field(vm, n, &owner, &per);
    *A = f >= 0 && p->fields[f].kind == 0 ? owner : NONE;
    NEXT;
  }
  /* boards */
  CASE(NEXT): *A = board_next(vm, i->d, R[i->b], R[i->c]); NEXT;
  CASE(NEXT1): *A = next_one(vm, i->d, R[i->b]); NEXT;
  CASE(POS): {
    uint64_t k = (uint64_t)R[i->b] - (uint64_t)p->kinds[i->d].first;
    *A = k < (uint64_t)p->kinds[i->d].count ? (int64_t)k + 1 : NONE;
    NEXT;
  }
  CASE(GRID): {
    const PKind *k = &p->kinds[i->d];
    uint64_t x = (uint64_t)R[i->b] - 1, y = (uint64_t)R[i->c] - 1;
    *A = x < (uint64_t)k->width && y < (uint64_t)k->height ? k->first + (int64_t)(y * (uint64_t)k->width + x) : NONE;
    NEXT;
  }
  CASE(ROW): *A = board_row(vm, i->d, R + i->b, R + i->c, false); NEXT;
  CASE(LINE): *A = board_row(vm, i->d, R + i->b, R + i->c, true); NEXT;
  CASE(JLINE): if (board_lines(vm, p->consts + i->d, R[i->a], R + i->b) == p->consts[i->d + LINE_WHEN]) i += i->c - 1; NEXT;
  CASE(DIST): CASE(REACH): {
    int64_t seen[64], far = OPCODE == OP_DIST ? MAX_THINGS : R[i->b + 1], goal = OPCODE == OP_DIST ? R[i->b + 1] : NONE;
    int words = p->chunks[i->d].result;
    s->ip = HERE + 1;
    memset(seen, 0, sizeof seen);
    int64_t d = words <= 64 ? board_search(vm, i->d, (int32_t)R[i->c], R[i->b], goal, far == NONE ? 0 : far, seen, words) : NONE;
    if (vm->error) return RUN_ERROR;
    if (OPCODE == OP_DIST) *A = goal == NONE ? NONE : d;
    else memcpy(A, seen, sizeof *A * (size_t)(words <= 64 ? words : 64));
    NEXT;
  }
  CASE(CAN):
    s->ip = HERE + 1;
    if (vm->probing) return raise_error(vm, R_NO_OPTION, HERE); /* it has one journal */
    *A = COMPLETES(vm, i->d, (int32_t)R[i->b], R[i->c]);
    NEXT;
  CASE(SEES): {
    int64_t seat = R[i->b];
    *A = seat >= 0 && seat < s->seats && vm_sees_field(vm, (int)seat, i->d, (int32_t)R[i->c]);
    NEXT;
  }
  CASE(SEEST): {
    int64_t seat = R[i->b], x = R[i->c];
    *A = seat >= 0 && seat < s->seats && x >= 0 && x < p->n_things && vm_sees_thing(vm, (int)seat, (int32_t)x);
    NEXT;
  }
  /* calls */
  CASE(CALLS): {
    const PSlot *slot = &p->slots[i->d];
    uint64_t k = (uint64_t)R[i->c] - (uint64_t)p->kinds[slot->kind].first;
    chunk = k < (uint64_t)p->kinds[slot->kind].count ? p->slot_chunks[slot->first + (int32_t)k] : -1;
    if (chunk >= 0) goto call;
    A[1] = NONE; /* a value of none is none */
    NEXT;
  }
  CASE(CALL):
    chunk = i->d;
  call: {
    BURN
    const PChunk *c = &p->chunks[chunk];
    int base = s->base + i->a + 1;
    if (base + c->regs > MAX_STACK) {
      if (vm->probing) LEAVE(RUN_COMPLETE);
      return raise_error(vm, R_STACK, HERE);
    }
    *A = pack_return(HERE + 1, i->a + 1, s->top - s->base);
    poison(vm, s->top > base ? s->top : base, base + c->regs);
    if (vm->fn) vm->born[base] = ++vm->calls;
    s->base = base;
    s->top = base + c->regs;
    R = vm->regs + base;
    JUMP(FIRST(chunk));
    NEXT;
  }
  CASE(RET): {
    if (s->base <= s->run_base) LEAVE(RUN_HALT); /* a script's own frame stays */
    uint64_t back = (uint64_t)R[-1];
    int32_t to = (int32_t)(uint32_t)(back >> 32);
    if (to == TO_OUTSIDE) LEAVE(RUN_HALT);
    s->base -= (int)(back >> 16 & 0xFFFF);
    s->top = s->base + (int)(back & 0xFFFF);
    R = vm->regs + s->base;
    BACK_TO(to);
    NEXT;
  }
  CASE(TELL):
    if (vm->fn && !vm->probing) tell_text(vm, EV_VERB, p->verbs[i->d].text, R, (int32_t)R[0], HERE, NONE);
    NEXT;
  CASE(TOLD):
    if (vm->fn && !vm->probing) tell_text(vm, EV_TOLD, p->verbs[i->d].text, R, (int32_t)R[0], HERE, NONE);
    NEXT;
  CASE(NOTE):
    if (vm->fn && !vm->probing) tell_text(vm, EV_NOTE, i->d, R, (int32_t)*A, HERE, NONE);
    NEXT;
  CASE(NOTEAT):
    if (vm->fn && !vm->probing) tell_text(vm, EV_NOTE, i->d, R, (int32_t)*A, HERE, R[i->b]);
    NEXT;
  CASE(SHOW):
    if (vm->fn && !vm->probing) tell_shown(vm, i->d, R, i->b, (int32_t)*A, HERE);
    NEXT;
  /* decisions and chance */
  CASE(BEGIN):
    if (!menu_begin(vm, i->d, HERE)) options_begin(vm, i->d, HERE);
    NEXT;
  CASE(OPT):
    if (vm->menu.open) {
      const Plain *x = i[1].op == OP_DECIDE ? menu_plain(vm, i->d, i[1].d, (uint64_t)R[i->b]) : NULL;
      if (x && (uint64_t)*A < (uint64_t)s->seats) { /* the only offer: nothing is listed */
        uint64_t set = (uint64_t)R[i->b];
        int64_t seat = *A;
        R[x->var] = nth_bit(set, menu_take(vm, i[1].d, s->base, count_bits(set))) + x->lo;
        if (x->seat >= 0) R[x->seat] = seat;
        vm->menu.open = false;
        BACK_TO(x->target);
        NEXT;
      }
      if (menu_add(vm, *A, i->d, (uint64_t)R[i->b], menu_count(vm, i->d, (uint64_t)R[i->b]))) NEXT;
    }
    if (options_add(vm, (int)(*A >= 0 && *A < s->seats ? *A : -1), i->d, R + i->b)) NEXT;
    return raise_error(vm, R_OPTIONS, HERE);
  CASE(OPTS):
    if (moves_add(vm, (int)(*A >= 0 && *A < s->seats ? *A : -1), i->d, R + i->c, R + i->b)) NEXT;
    return raise_error(vm, R_OPTIONS, HERE);
  CASE(OFFERED):
    *A = options_next(vm, (int)(R[i->c] >= 0 && R[i->c] < s->seats ? R[i->c] : -1), R + i->b, TYPE(i->d), *A);
    NEXT;
  CASE(DECIDE):
    if (vm->menu.open) {
      Option o;
      if (menu_draw(vm, i->d, s->base, &o)) {
        R[p->alts[o.alt].var] = o.value;
        if (p->decisions[i->d].seat >= 0) R[p->decisions[i->d].seat] = o.seat;
        BACK_TO(p->alts[o.alt].target);
        NEXT;
      }
    }
    if (vm->ask.pause != PAUSE_DECIDE || vm->ask.decision != i->d || vm->nested) return raise_error(vm, R_NO_OPTION, HERE);
    vm->ask.mark = i->a;
    s->live = s->base + p->decisions[i->d].live;
    vm->fail_ip = HERE;
    s->ip = vm->ask.begin_ip;
    return RUN_DECIDE;
  CASE(RANDOM): {
    const PType *t = TYPE(i->d);
    int n = set_count(R + i->b, t->words);
    if (n < 2) {
      int64_t b = set_next(R + i->b, t->words, 0);
      *A = b < 0 ? NONE : b + t->lo;
      NEXT;
    }
    int64_t roll;
    if (t->words == 1 && playout_roll(vm, (uint64_t)R[i->b], n, &roll)) {
      *A = roll + t->lo;
      NEXT;
    }
    if (vm->nested) return raise_error(vm, R_NO_OPTION, HERE);
    vm->ask = (Ask){.pause = PAUSE_CHANCE, .from = -1, .begin_ip = HERE, .lazy = true, .set = i->b, .type = i->d, .dst = i->a, .noptions = n};
    s->live = s->base + i->c;
    STAY(RUN_CHANCE);
  }
  CASE(ATTEMPT):
    if (vm->nested) return raise_error(vm, R_NO_OPTION, HERE);
    if (vm->probing) {
      s->ip = HERE;
      if (!probe_attempt(vm, i->a, i->b, p->code[HERE].d)) LEAVE(RUN_COMPLETE);
      NEXT;
    }
    STAY(RUN_TRY);
  CASE(DONE): CASE(TRIED): {
    int depth = *A >= 0 && *A < s->depth ? (int)*A : s->depth;
    if (OPCODE == OP_TRIED && vm->probing) probe_cut(vm, depth);
    attempt_close(s, depth);
    if (vm->probing && s->depth <= vm->probe_base) LEAVE(RUN_COMPLETE);
    NEXT;
  }
  CASE(FAIL):
    vm->fail_ip = HERE;
    if (i->d == 2) return raise_error(vm, R_ENDED, HERE);
    if (i->d > 2) return raise_error(vm, R_SETTINGS, HERE);
    LEAVE(RUN_FAIL);
  CASE(GATHER):
    if (vm->claiming) NEXT; /* nothing is told, so that nothing is kept back */
    if (vm->probing) LEAVE(RUN_COMPLETE); /* others decide: it commits */
    gather(vm, i->d == 1);
    if (vm->fn) {
      Event e = {.kind = EV_GATHER, .ip = HERE, .seat = NONE, .field = -1, .thing = NONE, .per = NONE, .now = i->d, .text = -1, .type = -1};
      vm->fn(vm->user, vm, &e);
    }
    NEXT;
  CASE(WIN): CASE(WINBY): CASE(LOSE):
    s->ip = HERE + 1;
    if (vm->nested) return raise_error(vm, R_NO_OPTION, HERE);
    end_game(vm, OPCODE == OP_LOSE ? 0 : (uint32_t)*A & ((1u << s->seats) - 1), OPCODE == OP_WIN ? -1 : i->d, HERE);
    if (vm->probing) LEAVE(RUN_DONE);
    if (s->script < 0 && s->testing) return raise_error(vm, R_TEST_ENDED, HERE);
    if (s->script < 0) LEAVE(RUN_DONE);
    s->base = s->run_base; /* the test goes on after its script */
    s->top = s->run_top;
    R = vm->regs + s->base;
    BACK_TO(s->run_ip);
    NEXT;
  CASE(WINNERS): *A = s->winners; NEXT;
  /* tests */
  CASE(RUN): {
    int32_t end = HERE + 1;
    while (end + 1 < p->n_code && p->code[end].op != OP_RAN && p->code[end].op != OP_HALT) end++;
    s->script = i->d;
    s->run_base = s->base;
    s->run_top = s->top;
    s->run_ip = end;
    NEXT;
  }
  CASE(RAN):
    s->script = -1;
    s->run_base = 0;
    LEAVE(RUN_SCRIPT);
  CASE(EXPECT): {
    if (*A == 1) NEXT;
    int w = i->d >= 0 ? TYPE(i->d)->words : 1;
    vm->expectation.type = i->d;
    for (int k = 0; k < 4; k++) {
      vm->expectation.left[k] = k < w ? R[i->b + k] : 0;
      vm->expectation.right[k] = k < w ? R[i->c + k] : 0;
    }
    return raise_error(vm, R_EXPECT, HERE);
  }
  CASE(HALT): LEAVE(RUN_HALT);
}
/* clang-format on */
#pragma GCC diagnostic pop
