/* Any bytes are refused as a search that was saved, with a reason, or the search goes on
 * with them.  Size, checksum and program are put right first: they keep accidents out,
 * not somebody who computes them. */
#include "interp/explore/file.h"
#include "tests/fuzz/fuzz.h"
#include "interp/base/clock.h"

#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* As much of the head as a stranger would put right. */
static void put_right(unsigned char *file, size_t size)
{
  FileHead h;
  if (size < sizeof h + sizeof(uint64_t)) return;
  memcpy(&h, file, sizeof h);
  h.size = size;
  h.program = fuzz_rules()->hash;
  memcpy(file, &h, sizeof h);
  uint64_t sum = XXH3_64bits(file, size - sizeof sum);
  memcpy(file + size - sizeof sum, &sum, sizeof sum);
}

static void go_on(const char *path)
{
  SavedSearch *f = saved_open(path);
  if (!saved_why(f)) {
    SavedSetup setup = saved_setup(f);
    ExplorePlan plan = {.program = fuzz_rules(),
                        .seats = setup.seats,
                        .seed = setup.seed,
                        .jobs = 1,
                        .memory = 64 << 20,
                        .states = 20000,
                        .depth = 1000,
                        .counts = setup.counts,
                        .until = clock_seconds() + 2,
                        .settle = clock_seconds() + 2,
                        .resume = f};
    ExploreResult r;
    explore_init(&plan, &r);
    if (setup.seats == 2) explore_all(&plan, &r); /* the command asks the rules that */
    explore_free(&r);
  }
  saved_close(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char path[] = "/tmp/regel-fuzz-XXXXXX";
  unsigned char *file = malloc(size + 1);
  if (!file) abort();
  memcpy(file, data, size);
  if (size && data[size - 1] & 1) put_right(file, size);
  int fd = mkstemp(path);
  if (fd < 0 || write(fd, file, size) != (ssize_t)size || close(fd)) abort();
  go_on(path);
  unlink(path);
  free(file);
  return 0;
}
