/* The quick loop, for any processor; and the one for whole games. */
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

Loop *loop_fast(void) { return interpret_fast; }
Loop *loop_fast_whole(void) { return interpret_quiet; }
