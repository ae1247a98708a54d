/* The quick loop once more, compiled for processors that count and pick bits themselves
 * (the Makefile says so where there are any): sets are counted and drawn from all the
 * time. */
#define FAST
#include "interp/vm/run.c"

Loop *loop_best(void)
{
#ifdef __x86_64__
  if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("popcnt"))
    return loop_fast();
#endif
  return interpret_fast;
}
