/* What the harnesses share: compiling text in memory, and playing any program that was
 * loaded, within bounds and with everything that looks at a game looking. */
#ifndef REGEL_FUZZ_H
#define REGEL_FUZZ_H
#include "interp/code/compile.h"
#include "interp/bot/luck.h"
#include "interp/text/card/compose.h"
#include "interp/board/describe.h"
#include "interp/text/label.h"
#include "interp/text/log.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A unit with this text; its messages are printed, too, but nowhere. */
static inline Unit *fuzz_parse(Arena *arena, const uint8_t *data, size_t size)
{
  Unit *u = unit_new(arena);
  u->tests = true;
  vec_push(&u->sources.library, ".");
  unit_parse_text(u, "fuzz.regel", (const char *)data, size);
  return u;
}

static inline void fuzz_messages(Unit *u)
{
  static FILE *nowhere;
  if (!nowhere) nowhere = fopen("/dev/null", "w");
  if (nowhere) diags_print(nowhere, &u->diags, &u->sources, DIAG_HUMAN, false, SEV_NOTE);
}

/* A small game, for harnesses whose bytes are not rules. */
static inline Program *fuzz_rules(void)
{
  static Program *p;
  if (p) return p;
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->tests = false;
  p = unit_parse(u, "scenarios/tictactoe/game.regel") ? compile(u) : NULL;
  unit_free(u);
  arena_free(arena);
  if (!p) abort();
  return p;
}

/* Plays with answers from `luck`, at most `steps` pauses.  Returns how many there were. */
static inline long fuzz_play(const Program *p, Luck *luck, int steps)
{
  Vm *vm = vm_new(p);
  int low = p->header->seats_low, high = p->header->seats_high;
  Setup setup = {low + (int)luck_below(luck, (uint32_t)(high - low + 1)), luck_next(luck), NULL};
  bool chance = luck_below(luck, 2);
  Log *log = luck_below(luck, 2) ? log_new(p, setup.seats, NULL, NULL, true) : NULL;
  void *saved = malloc(vm_state_size(vm));
  uint64_t set[MAX_FRAME];
  Buf words = {0};
  long n = 0;
  if (log) vm_listen(vm, log_listen, log);
  vm_check_always(vm, luck_below(luck, 8) == 0); /* dear: half the time if always */
  vm_auto_chance(vm, chance && !log); /* a million rolls are enough without a log of them */
  if (p->n_tests && luck_below(luck, 4) == 0)
    vm_start_test(vm, (int)luck_below(luck, (uint32_t)p->n_tests), 1);
  else vm_start(vm, &setup);
  for (; n < steps; n++) {
    VmStatus s = vm_step(vm);
    if (s == VM_SCRIPT_END) continue;
    if (s != VM_DECIDE && s != VM_CHANCE) break;
    int options = vm_options(vm), seat = (int)luck_below(luck, 4) - 2;
    View v = view_new(vm, seat, NULL, NULL);
    buf_clear(&words);
    if (n % 16 == 0) describe_table(&v, &words, 80);
    if (s == VM_DECIDE) label_prompt(&v, &words);
    for (int k = 0; k < options && k < 3; k++) {
      label_option(&v, &words, k);
      Option o = vm_option(vm, k);
      if (s == VM_DECIDE && p->alts[o.alt].form == ALT_SUBSET) vm_option_set(vm, k, set);
    }
    vm_save(vm, saved);
    if (n % 8 == 1) {
      uint64_t hash = vm_hash(vm);
      vm_determinize(vm, seat < 0 ? 0 : seat, (uint64_t)n);
      vm_step(vm);
      vm_restore(vm, saved);
      if (vm_hash(vm) != hash) abort(); /* a copy is the same state */
      if (vm_step(vm) != s || vm_options(vm) != options) break;
    }
    if (options < 1) break;
    vm_answer(vm, (int)luck_below(luck, (uint32_t)options));
  }
  View v = view_new(vm, VIEW_ALL, NULL, NULL);
  log_result(&v, &words, vm_winners(vm), vm_reason(vm));
  buf_free(&words);
  log_free(log);
  free(saved);
  vm_free(vm);
  return n;
}

/* The composed text of some things and verbs. */
static inline void fuzz_texts(const Program *p, Luck *luck)
{
  View v = view_program(p, NULL);
  Buf words = {0};
  for (int i = 0; i < 3; i++) {
    if (p->n_things) compose_thing(&v, &words, (int32_t)luck_below(luck, (uint32_t)p->n_things));
    if (p->n_verbs) compose_verb(&v, &words, (int)luck_below(luck, (uint32_t)p->n_verbs));
  }
  buf_free(&words);
}

#endif
