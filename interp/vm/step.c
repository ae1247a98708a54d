/* One instruction at a time, for native code that meets something rare. */
#define ONE_STEP
#include "interp/vm/run.c"
