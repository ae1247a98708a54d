/* The generator of bots and simulations (splitmix64): never the game's own, so that what
 * a bot thinks does not change what the dice show. */
#ifndef REGEL_LUCK_H
#define REGEL_LUCK_H
#include <stdint.h>

typedef struct Luck {
  uint64_t state;
} Luck;

static inline uint64_t luck_next(Luck *r)
{
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* A number from 0 to n-1 (n at least 1, less than 2^32): the high half of a product,
 * whose unevenness (n / 2^32) no game can notice. */
static inline uint32_t luck_below(Luck *r, uint32_t n)
{
  return (uint32_t)((luck_next(r) >> 32) * n >> 32);
}

/* The i-th seed that belongs to `seed`: game i of a simulation, whatever thread plays it.
 */
static inline uint64_t luck_seed(uint64_t seed, uint64_t i)
{
  Luck r = {seed ^ (i + 1) * 0xd1342543de82ef95u};
  return luck_next(&r);
}

#endif
