/* Sets as bits in words. */
#ifndef REGEL_BITS_H
#define REGEL_BITS_H
#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#ifdef __BMI2__
#include <immintrin.h>
#endif

static inline bool set_has(const int64_t *w, int64_t bit)
{
  return (uint64_t)w[bit >> 6] >> (bit & 63) & 1;
}
static inline void set_put(int64_t *w, int64_t bit)
{
  w[bit >> 6] = (int64_t)((uint64_t)w[bit >> 6] | (uint64_t)1 << (bit & 63));
}
static inline void set_drop(int64_t *w, int64_t bit)
{
  w[bit >> 6] = (int64_t)((uint64_t)w[bit >> 6] & ~((uint64_t)1 << (bit & 63)));
}
/* Without the processor's own instruction, which not every machine has, this is shorter
 * than the library's call. */
static inline int count_bits(uint64_t x)
{
#ifdef __POPCNT__
  return __builtin_popcountll(x);
#else
  x -= x >> 1 & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
  return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
#endif
}
static inline int set_count(const int64_t *w, int n)
{
  if (n == 1) return count_bits((uint64_t)*w); /* nearly every set */
  int k = 0;
  for (int i = 0; i < n; i++) k += count_bits((uint64_t)w[i]);
  return k;
}
/* Which of n cells (1 to 64) equal v, as bits.  Registers follow the cells, so that the
 * last sixteen can be looked at together although fewer count. */
static inline uint64_t equal_bits(const int32_t *cell, int n, int64_t v)
{
  if (v != (int32_t)v) return 0;
  uint64_t bits = 0;
#ifdef __SSE2__
  __m128i want = _mm_set1_epi32((int32_t)v);
  for (int k = 0; k < n;
       k += 16) { /* sixteen answers of 32 bits, narrowed to a bit each */
    const __m128i *at = (const __m128i *)(const void *)(cell + k);
    __m128i a = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(at), want),
                                _mm_cmpeq_epi32(_mm_loadu_si128(at + 1), want));
    __m128i b = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_loadu_si128(at + 2), want),
                                _mm_cmpeq_epi32(_mm_loadu_si128(at + 3), want));
    bits |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_packs_epi16(a, b)) << k;
  }
  return bits & ~(uint64_t)0 >> (64 - n);
#else
  for (int k = 0; k < n; k++) bits |= (uint64_t)(cell[k] == v) << k;
  return bits;
#endif
}

/* The first bit at or after `from`, -1 if there is none. */
static inline int64_t set_next(const int64_t *w, int n, int64_t from)
{
  int64_t i = from >> 6;
  if (i >= n) return -1;
  uint64_t x = (uint64_t)w[i] & ~(uint64_t)0 << (from & 63);
  while (!x) {
    if (++i >= n) return -1;
    x = (uint64_t)w[i];
  }
  return i * 64 + __builtin_ctzll(x);
}

/* The first byte of a word of prefix sums that is larger than k, as its lowest bit. */
static inline int first_above(uint64_t sums, uint64_t k)
{
  const uint64_t ones = 0x0101010101010101u;
  uint64_t above = ((sums | ones << 7) - (k + 1) * ones) & ones << 7;
  return __builtin_ctzll(above) & 56;
}

/* The bit before which there are k others, without a jump that could be guessed wrong:
 * bits are summed up byte by byte to find its byte, then bit by bit (0 <= k < 64). */
static inline int64_t nth_bit(uint64_t word, int k)
{
#ifdef __BMI2__
  uint64_t bit = _pdep_u64((uint64_t)1 << k, word);
  return bit ? __builtin_ctzll(bit) : -1;
#else
  const uint64_t ones = 0x0101010101010101u;
  uint64_t x = word - (word >> 1 & 0x5555555555555555u);
  x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
  x = ((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * ones;
  if ((uint64_t)k >= x >> 56) return -1;
  int byte = first_above(x, (uint64_t)k);
  uint64_t before = x << 8 >> byte & 0xFF, bits = (word >> byte & 0xFF) * ones;
  bits &= 0x8040201008040201u; /* bit i of the byte in byte i */
  bits = ((bits + 0x7F7F7F7F7F7F7F7Fu) >> 7 & ones) * ones;
  return byte + first_above(bits, (uint64_t)k - before) / 8;
#endif
}

#endif
