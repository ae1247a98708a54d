/* Any bytes are a tree or messages. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Arena *arena = arena_new();
  Unit *u = fuzz_parse(arena, data, size);
  fuzz_messages(u);
  unit_free(u);
  arena_free(arena);
  return 0;
}
