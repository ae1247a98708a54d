/* The quick loops once more, compiled for processors that count and pick bits themselves
 * (the Makefile says so where there are any): sets are counted and drawn from all the
 * time. */
#include "interp/opt/opt.h"
#include "interp/vm/native.h"
#include "interp/vm/piles.h"

#define FAST
#define STEPS vm->steps
#define AGAINS vm->again
#define STEP_LIST "interp/opt/step.def"
#include "interp/vm/run.c"
#undef STEPS
#undef AGAINS
#undef STEP_LIST

#define QUIET
#define STEPS vm->quiet.game->steps
#define AGAINS vm->quiet.game->again
#define STEP_LIST "interp/opt/quiet.def"
#include "interp/vm/run.c"

static bool is_any(void)
{
#ifdef __x86_64__
  return !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("bmi") ||
         !__builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

Loop *loop_best(void) { return is_any() ? loop_fast() : interpret_fast; }
Loop *loop_whole(void) { return is_any() ? loop_fast_whole() : interpret_quiet; }
