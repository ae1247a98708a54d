/* Instructions as the machine's quick loop has them: what they would look up in tables
 * stands in them (decode.c).  They are as many as those of the optimized code and stand
 * where those stand. */
#ifndef REGEL_STEP_H
#define REGEL_STEP_H
#include "interp/code/program.h"

typedef struct Step {
  uint16_t op, a, b, c; /* an Opcode or a StepCode; as PInstr has them */
  int32_t d;
  int32_t old;  /* the program's own instruction */
  int32_t x, y; /* as step.def says; x: the number that is compared with */
  union {
    int64_t k;      /* ... of a jump: how many bytes it is to the step before its goal */
    const void *at; /* ... a row of the program's tables */
  };
} Step; /* 32 bytes */

typedef enum {
  STEP_BEFORE = OP_COUNT - 1,
#define STEP(name, op, effect) STEP_##name,
#include "interp/opt/quiet.def"
#undef STEP
  STEP_COUNT
} StepCode;

#endif
