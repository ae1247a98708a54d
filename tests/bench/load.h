/* A ruleset of this tree for a bench, which runs in the root of the project. */
#ifndef REGEL_BENCH_LOAD_H
#define REGEL_BENCH_LOAD_H
#include "interp/code/compile.h"

static inline Program *load(const char *path)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  vec_push(&u->sources.library, ".");
  u->tests = false;
  Program *p = unit_parse(u, path) ? compile(u) : NULL;
  unit_free(u);
  arena_free(arena);
  return p;
}

#endif
