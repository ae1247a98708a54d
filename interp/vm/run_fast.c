/* The quick loop, for any processor. */
#define FAST
#include "interp/vm/run.c"

Loop *loop_fast(void) { return interpret_fast; }
