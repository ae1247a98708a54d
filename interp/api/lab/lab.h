/* A plan with its rulesets, and what was counted of its games so far. */
#ifndef REGEL_LAB_H
#define REGEL_LAB_H
#include "interp/api/api_int.h"
#include "interp/lab/run.h"

struct regel_lab {
  Plan plan;
  regel_rules *rules[MAX_RULES];
  Part part;
};

#endif
