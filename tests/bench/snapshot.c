/* Measures a snapshot: vm_save plus vm_restore of a Heimlich state in the middle of a game,
 * beside two plain memcpy: of the whole block that a state is, and of its live part, which
 * is what a snapshot copies.  They take turns, and the best of many rounds counts, so that
 * the ratios hardly depend on the machine.
 *
 * bench_snapshot [RULESET]; run it in the root of the project. */
#include "interp/bot/luck.h"
#include "interp/vm/vm.h"
#include "tests/bench/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* No copy may be left out. */
#define KEEP __asm__ volatile("" ::: "memory")

enum { ROUNDS = 200, TIMES = 2000, ANSWERS = 60 };

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds for copying there and back. */
static double two_copies(char *a, char *b, size_t size, int times)
{
  double t = now();
  for (int i = 0; i < times; i++) {
    memcpy(b, a, size);
    KEEP;
  }
  for (int i = 0; i < times; i++) {
    memcpy(a, b, size);
    KEEP;
  }
  return now() - t;
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
  size_t whole = vm_state_size(vm);
  char *saved = malloc(whole), *a = calloc(1, whole), *b = calloc(1, whole);
  if (!saved || !a || !b) return 1;
  size_t live = vm_save(vm, saved);
  double snapshot = 1e9, all = 1e9, part = 1e9, t;
  for (int round = 0; round < ROUNDS; round++) {
    t = now();
    for (int i = 0; i < TIMES; i++) {
      vm_save(vm, saved);
      KEEP;
    }
    for (int i = 0; i < TIMES; i++) {
      vm_restore(vm, saved);
      KEEP;
    }
    t = now() - t;
    if (t < snapshot) snapshot = t;
    t = two_copies(a, b, live, TIMES);
    if (t < part) part = t;
    t = two_copies(a, b, whole, TIMES / 20) * 20;
    if (t < all) all = t;
  }
  printf("Snapshot plus restore of a state of Heimlich, best of %d\n", ROUNDS);
  printf("  snapshot and restore          %9.1f ns\n", 1e9 * snapshot / TIMES);
  printf("  two memcpy of %6zu bytes    %9.1f ns  ratio %.2f  (the whole state)\n", whole, 1e9 * all / TIMES, snapshot / all);
  printf("  two memcpy of %6zu bytes    %9.1f ns  ratio %.2f  (its live part)\n", live, 1e9 * part / TIMES, snapshot / part);
  free(saved);
  free(a);
  free(b);
  vm_free(vm);
  program_free(p);
  return snapshot <= all ? 0 : 1;
}
