/* Native code of a program: functions for its chunks, and what they may call. */
#ifndef REGEL_NATIVE_H
#define REGEL_NATIVE_H
#include "interp/vm/vm_int.h"

/* What a chunk comes back with: its first register, and why it came back. */
typedef struct NativeOut {
  int64_t value;
  int64_t status;
} NativeOut;

/* In the lower byte of a status.  Above it, of NATIVE_RET, the place behind the RET. */
enum {
  NATIVE_RET,     /* back to the caller */
  NATIVE_SLOW,    /* the machine executes one instruction, the one at `value` */
  NATIVE_TROUBLE, /* nothing was changed since the chunk began: interpret it instead */
  NATIVE_PAUSE    /* and on: a RunResult */
};

/* Runs a chunk whose frame begins at R from instruction `ip` on, which is one of the
 * optimized ones, as all numbers are that are not kept.  Registers are locals of it;
 * whenever it comes back with something else than NATIVE_RET they stand at R, and so do
 * those of all its callers. */
typedef NativeOut NativeFn(Vm *vm, int64_t *R, int64_t ip);

typedef struct Native {
  NativeFn *const *chunks;
  const int32_t *chunk_of; /* by optimized instruction */
  const PInstr *code;      /* that it was made of; NULL: the program's own */
  NativeFn *quiet;         /* a whole game that nobody watches; NULL: there is none */
} Native;

/* The instruction DRAW, where nobody has to be asked; `me`: register of who acts. */
bool native_draw(Vm *vm, int64_t from, int64_t to, int me, int ip);

/* The same in a quiet game (chance.c): what it rolls is committed. */
bool quiet_draw(Vm *vm, int64_t from, int64_t to, int64_t me, long most);

/* Where all piles are for things of one kind, which fit into a word and have no copies:
 * its things and their cells, and the piles and theirs. */
typedef struct Lot {
  int32_t first, count, cells, piles, pile_cells;
  bool kept; /* what lies in each pile is kept */
} Lot;

/* What native code calls: NATIVE_CALL(what it gives, name, parameters, arguments). */
#define NATIVE_CALLS                                                                     \
  NATIVE_CALL(void, state_journal, (Vm * vm, int32_t cell, int32_t value),               \
              (vm, cell, value))                                                         \
  NATIVE_CALL(                                                                           \
      void, state_set,                                                                   \
      (Vm * vm, int field, const int64_t *base, int64_t value, int ip, int32_t me),      \
      (vm, field, base, value, ip, me))                                                  \
  NATIVE_CALL(void, state_set_wide,                                                      \
              (Vm * vm, int field, const int64_t *base, const int64_t *words, int ip,    \
               int32_t me),                                                              \
              (vm, field, base, words, ip, me))                                          \
  NATIVE_CALL(                                                                           \
      void, state_get_wide,                                                              \
      (const Vm *vm, const int32_t *cells, int field, int32_t cell, int64_t *words),     \
      (vm, cells, field, cell, words))                                                   \
  NATIVE_CALL(void, pile_move,                                                           \
              (Vm * vm, int32_t thing, int32_t pile, bool under, int ip, int32_t me),    \
              (vm, thing, pile, under, ip, me))                                          \
  NATIVE_CALL(void, pile_shuffle, (Vm * vm, int32_t pile, int ip, int32_t me),           \
              (vm, pile, ip, me))                                                        \
  NATIVE_CALL(void, thing_reveal,                                                        \
              (Vm * vm, int32_t thing, uint32_t seats, int ip, int32_t me),              \
              (vm, thing, seats, ip, me))                                                \
  NATIVE_CALL(void, tell_text,                                                           \
              (Vm * vm, EventKind kind, int text, const int64_t *R, int32_t me, int ip,  \
               int64_t now),                                                             \
              (vm, kind, text, R, me, ip, now))                                          \
  NATIVE_CALL(void, set_all, (const Vm *vm, int type, int64_t *words),                   \
              (vm, type, words))                                                         \
  NATIVE_CALL(void, set_span, (int64_t * w, const PType *t, int64_t lo, int64_t hi),     \
              (w, t, lo, hi))                                                            \
  NATIVE_CALL(int64_t, set_nth, (const int64_t *w, const PType *t, int64_t k),           \
              (w, t, k))                                                                 \
  NATIVE_CALL(int64_t, set_last, (const int64_t *w, const PType *t), (w, t))             \
  NATIVE_CALL(bool, set_rotate,                                                          \
              (const int64_t *w, const PType *t, int64_t *v, int64_t start,              \
               int64_t *done, int64_t n),                                                \
              (w, t, v, start, done, n))                                                 \
  NATIVE_CALL(void, set_equal, (const Vm *vm, int64_t *w, int field, int64_t v),         \
              (vm, w, field, v))                                                         \
  NATIVE_CALL(void, set_printed, (const Vm *vm, int64_t *w, int column, int64_t v),      \
              (vm, w, column, v))                                                        \
  NATIVE_CALL(void, set_pile, (const Vm *vm, int64_t *w, const PType *t, int64_t pile),  \
              (vm, w, t, pile))                                                          \
  NATIVE_CALL(void, set_convert,                                                         \
              (int64_t * to, const PType *tt, const int64_t *from, const PType *ft),     \
              (to, tt, from, ft))                                                        \
  NATIVE_CALL(int64_t, set_before, (const int64_t *w, int words, int64_t bit),           \
              (w, words, bit))                                                           \
  NATIVE_CALL(void, list_reverse, (int64_t * list, int words), (list, words))            \
  NATIVE_CALL(void, list_pile, (const Vm *vm, int64_t *list, int words, int64_t pile),   \
              (vm, list, words, pile))                                                   \
  NATIVE_CALL(void, list_reverse_packed, (int64_t * list, int words), (list, words))     \
  NATIVE_CALL(bool, list_append, (int64_t * list, int words, int64_t v),                 \
              (list, words, v))                                                          \
  NATIVE_CALL(void, list_delete, (int64_t * list, int words, int64_t nth),               \
              (list, words, nth))                                                        \
  NATIVE_CALL(void, set_list,                                                            \
              (int64_t * to, const PType *t, const int64_t *list, int words),            \
              (to, t, list, words))                                                      \
  NATIVE_CALL(int64_t, board_next, (const Vm *vm, int kind, int64_t x, int64_t steps),   \
              (vm, kind, x, steps))                                                      \
  NATIVE_CALL(int64_t, board_row,                                                        \
              (const Vm *vm, int kind, const int64_t *r, const int64_t *set, bool both), \
              (vm, kind, r, set, both))                                                  \
  NATIVE_CALL(bool, board_lines,                                                         \
              (const Vm *vm, const int64_t *line, int64_t place, const int64_t *set),    \
              (vm, line, place, set))                                                    \
  NATIVE_CALL(int64_t, board_search,                                                     \
              (Vm * vm, int chunk, int32_t me, int64_t from, int64_t goal, int64_t far,  \
               int64_t *seen, int words),                                                \
              (vm, chunk, me, from, goal, far, seen, words))                             \
  NATIVE_CALL(bool, native_draw, (Vm * vm, int64_t from, int64_t to, int me, int ip),    \
              (vm, from, to, me, ip))                                                    \
  NATIVE_CALL(bool, quiet_draw,                                                          \
              (Vm * vm, int64_t from, int64_t to, int64_t me, long most),                \
              (vm, from, to, me, most))                                                  \
  NATIVE_CALL(const Loose *, loose_things, (Vm * vm, int pile), (vm, pile))              \
  NATIVE_CALL(uint32_t, pile_sight, (Vm * vm, int32_t pile), (vm, pile))                 \
  NATIVE_CALL(bool, subset_draw, (Vm * vm, int alt, const int64_t *set, int64_t *out),   \
              (vm, alt, set, out))                                                       \
  NATIVE_CALL(void, gather, (Vm * vm, bool begin), (vm, begin))                          \
  NATIVE_CALL(void, field_shown,                                                         \
              (Vm * vm, int field, int32_t thing, uint32_t seats, int ip, int32_t me),   \
              (vm, field, thing, seats, ip, me))                                         \
  NATIVE_CALL(uint64_t, chance_below, (State * s, uint64_t n), (s, n))                   \
  NATIVE_CALL(void, past_lose, (Vm * vm), (vm))                                          \
  NATIVE_CALL(void, menu_list, (Vm * vm), (vm))                                          \
  NATIVE_CALL(bool, options_add, (Vm * vm, int seat, int alt, const int64_t *set),       \
              (vm, seat, alt, set))                                                      \
  NATIVE_CALL(bool, vm_sees_field, (Vm * vm, int seat, int field, int32_t thing),        \
              (vm, seat, field, thing))                                                  \
  NATIVE_CALL(bool, vm_sees_thing, (Vm * vm, int seat, int32_t thing),                   \
              (vm, seat, thing))                                                         \
  NATIVE_CALL(int, vm_pile_number,                                                       \
              (const Vm *vm, int field, int32_t thing, int32_t per),                     \
              (vm, field, thing, per))                                                   \
  NATIVE_CALL(int32_t, vm_pile_of, (const Vm *vm, int32_t thing), (vm, thing))           \
  NATIVE_CALL(int, vm_pile_field,                                                        \
              (const Vm *vm, int pile, int32_t *thing, int32_t *per),                    \
              (vm, pile, thing, per))

typedef struct NativeCalls {
#define NATIVE_CALL(type, name, parameters, arguments) type(*name) parameters;
  NATIVE_CALLS
#undef NATIVE_CALL
} NativeCalls;

/* What a file of native code shows: for which program it was made, and its chunks. */
enum { NATIVE_KEY = 65 };
typedef struct NativeModule {
  char key[NATIVE_KEY];
  int32_t count;
  NativeFn *const *chunks;
  void (*use)(const NativeCalls *calls); /* before any of them is called */
  NativeFn *quiet;
} NativeModule;

/* Those of this machine. */
const NativeCalls *native_calls(void);
/* Gives a program its native code, or takes it away (NULL).  Games that run go on with it
 * from their next step. */
void native_attach(Program *p, const Native *n);

#endif
