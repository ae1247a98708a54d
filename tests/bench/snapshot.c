/* Measures a snapshot: vm_save plus vm_restore of a Heimlich state in the middle of a game,
 * beside two plain memcpy of the bytes that such a state has.  Both sides take turns, and
 * the best of many rounds counts, so that the ratio hardly depends on the machine.
 *
 * bench_snapshot [RULESET]; run it in the root of the project. */
#include "interp/code/compile.h"
#include "interp/play/luck.h"
#include "interp/vm/vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 400, TIMES = 2000, ANSWERS = 60 };

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static Program *load(const char *path)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  Program *p = unit_parse(u, path) ? compile(u) : NULL;
  unit_free(u);
  arena_free(arena);
  return p;
}

int main(int argc, char **argv)
{
  const char *path = argc > 1 ? argv[1] : "scenarios/heimlich/game.regel";
  Program *p = load(path);
  if (!p) {
    fprintf(stderr, "bench_snapshot: %s does not compile\n", path);
    return 1;
  }
  Vm *vm = vm_new(p);
  Luck luck = {1};
  vm_start(vm, &(Setup){p->header->seats_high, 1, NULL});
  vm_auto_chance(vm, true);
  for (int i = 0; i < ANSWERS && vm_step(vm) == VM_DECIDE; i++)
    vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
  if (vm_step(vm) != VM_DECIDE) {
    fprintf(stderr, "bench_snapshot: the game was over too soon\n");
    return 1;
  }
  char *saved = malloc(vm_state_size(vm)), *a = malloc(vm_state_size(vm)), *b = malloc(vm_state_size(vm));
  if (!saved || !a || !b) return 1;
  size_t size = vm_save(vm, saved);
  memcpy(a, saved, size);
  double snapshot = 1e9, plain = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double t = now();
    for (int i = 0; i < TIMES; i++) {
      vm_save(vm, saved);
      __asm__ volatile("" ::: "memory"); /* no copy may be left out */
      vm_restore(vm, saved);
      __asm__ volatile("" ::: "memory");
    }
    t = now() - t;
    if (t < snapshot) snapshot = t;
    t = now();
    for (int i = 0; i < TIMES; i++) {
      memcpy(b, a, size);
      __asm__ volatile("" ::: "memory");
      memcpy(a, b, size);
      __asm__ volatile("" ::: "memory");
    }
    t = now() - t;
    if (t < plain) plain = t;
  }
  printf("Snapshot plus restore of a state of Heimlich, %zu bytes, best of %d\n", size, ROUNDS);
  printf("  snapshot and restore %8.1f ns\n", 1e9 * snapshot / TIMES);
  printf("  two memcpy           %8.1f ns\n", 1e9 * plain / TIMES);
  printf("  ratio                %8.2f\n", snapshot / plain);
  free(saved);
  free(a);
  free(b);
  vm_free(vm);
  program_free(p);
  return 0;
}
