/* Runs a harness over files, without a fuzzer: replay FILE…
 * Each input lies in memory of exactly its size, so that a sanitizer sees its ends. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "rb");
    VEC(uint8_t) bytes = {0};
    if (!f) {
      perror(argv[i]);
      return 5;
    }
    for (int c; (c = getc(f)) != EOF;) vec_push(&bytes, (uint8_t)c);
    fclose(f);
    uint8_t *exact = malloc(bytes.n ? bytes.n : 1);
    if (bytes.n) memcpy(exact, bytes.at, bytes.n);
    if (getenv("FUZZ_VERBOSE")) fprintf(stderr, "%s\n", argv[i]);
    LLVMFuzzerTestOneInput(exact, bytes.n);
    free(exact);
    vec_free(&bytes);
  }
  printf("%d passed, 0 failed\n", argc - 1);
  return 0;
}
