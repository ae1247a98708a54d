/* Any bytes are messages or a program, and a program that was compiled can be played. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Arena *arena = arena_new();
  Unit *u = fuzz_parse(arena, data, size);
  Program *p = compile(u);
  if (!p && !u->diags.errors) abort(); /* refused without a word, or unsound */
  fuzz_messages(u);
  unit_free(u);
  arena_free(arena);
  if (!p) return 0;
  Luck luck = {size};
  /* One that asks nobody anything goes the same way again, perhaps to the end of its fuel. */
  for (int i = 0; i < 3; i++)
    if (!fuzz_play(p, &luck, 150)) break;
  fuzz_texts(p, &luck);
  program_free(p);
  return 0;
}
