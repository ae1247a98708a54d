/* The loop once more, compiled for processors that count and pick bits themselves (the
 * Makefile says so where there are any): sets are counted and drawn from all the time. */
#define FOR_BITS
#include "interp/vm/run.c"

Loop *loop_best(void)
{
#ifdef __x86_64__
  if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("popcnt"))
    return vm_interpret;
#endif
  return interpret_bits;
}
