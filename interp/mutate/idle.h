/* Names of values and printed values that no rule reads. */
#ifndef REGEL_IDLE_H
#define REGEL_IDLE_H
#include "interp/sema/model.h"

typedef VEC(const char *) Idle;

/* Adds them; names are those of the model, compared by address. */
void idle_find(const Model *m, Arena *arena, Idle *idle);
bool idle_has(const Idle *idle, const char *name);

#endif
