/* Runs the `test` blocks of a program. */
#ifndef REGEL_RUNTEST_H
#define REGEL_RUNTEST_H
#include "interp/base/buf.h"
#include "interp/vm/vm.h"

typedef struct TestResult {
  bool passed;
  Buf message; /* why it failed: what was expected, what there was, the place */
  int32_t loc; /* place of the failure, row in the program's locs; -1 if it has none */
} TestResult;

/* Runs test t on a machine of its program.  Setup and whatever a test does outside of
 * scripts is answered with the first legal answer, chance from `seed`; scripts are
 * followed to the letter.  Free result->message with buf_free. */
void runtest(Vm *vm, int t, uint64_t seed, TestResult *result);

#endif
