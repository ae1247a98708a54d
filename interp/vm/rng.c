/* The generator: xoshiro256**, seeded by splitmix64.  Specified, so that a seed means the
 * same game everywhere; it is part of the state but not of the state's hash. */
#include "interp/vm/vm_int.h"

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

uint64_t rng_next(uint64_t *s)
{
  uint64_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return result;
}

/* Uniform below n: the upper half of a product, its uneven rest thrown away. */
uint64_t rng_below(uint64_t *s, uint64_t n)
{
  if (n < 2) return 0;
  if (n <= UINT32_MAX) {
    uint32_t m = (uint32_t)n, floor = (uint32_t)-m % m;
    for (;;) {
      uint64_t x = (rng_next(s) >> 32) * m;
      if ((uint32_t)x >= floor) return x >> 32;
    }
  }
  uint64_t floor = -n % n;
  for (;;) {
    uint64_t x = rng_next(s);
    if (x >= floor) return x % n;
  }
}

void rng_seed(uint64_t *s, uint64_t seed)
{
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    s[i] = z ^ z >> 31;
  }
}
