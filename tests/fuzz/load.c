/* Any bytes are refused as a program, with a reason, or run within their bounds. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  unsigned char *image = malloc(size + 1);
  char why[200] = "";
  if (size) memcpy(image, data, size);
  Program *p = program_load(image, size, why, sizeof why);
  if (!p) {
    if (!*why) abort();
    return 0;
  }
  Luck luck = {size ? data[size - 1] : 0};
  fuzz_play(p, &luck, 60);
  fuzz_texts(p, &luck);
  program_free(p);
  return 0;
}
