/* The generators.  Specified, so that a seed means the same game everywhere; they are
 * part of the state but not of the state's hash.
 *
 * Tests, simulations and bots: xoshiro256**, seeded by splitmix64.  It is fast, and who
 * has seen enough of its numbers can compute the rest.  People's games: SipHash-2-4 of a
 * counter under a key of 128 secret bits, whose numbers tell nothing about the others. */
#include "interp/vm/vm_int.h"
#include "interp/base/invariant.h"

#include <string.h>
#include <sys/random.h>

/* Uniform below n: the upper half of a product, its uneven rest thrown away. */
static inline uint64_t below(uint64_t (*next)(uint64_t *), uint64_t *s, uint64_t n)
{
  if (n < 2) return 0;
  if (n <= UINT32_MAX) {
    uint32_t m = (uint32_t)n;
    for (;;) { /* that rest is smaller than m: hardly ever is the division needed */
      uint64_t x = (next(s) >> 32) * m;
      if ((uint32_t)x >= m || (uint32_t)x >= (uint32_t)-m % m) return x >> 32;
    }
  }
  uint64_t floor = -n % n;
  for (;;) {
    uint64_t x = next(s);
    if (x >= floor) return x % n;
  }
}

uint64_t rng_below(uint64_t *s, uint64_t n) { return below(rng_next, s, n); }

void rng_seed(uint64_t *s, uint64_t seed)
{
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    s[i] = z ^ z >> 31;
  }
}

/* ---- with a key ----------------------------------------------------------------- */

static void sip_rounds(uint64_t v[4], int rounds)
{
  for (int i = 0; i < rounds; i++) {
    v[0] += v[1], v[1] = rotl(v[1], 13) ^ v[0], v[0] = rotl(v[0], 32);
    v[2] += v[3], v[3] = rotl(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = rotl(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = rotl(v[1], 17) ^ v[2], v[2] = rotl(v[2], 32);
  }
}

/* SipHash-2-4 of the eight bytes of a number, the lowest first. */
static uint64_t sip(const uint64_t key[2], uint64_t number)
{
  uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                   key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
  const uint64_t blocks[2] = {number, (uint64_t)8 << 56};
  for (int i = 0; i < 2; i++) {
    v[3] ^= blocks[i];
    sip_rounds(v, 2);
    v[0] ^= blocks[i];
  }
  v[2] ^= 0xff;
  sip_rounds(v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* The key, then how many numbers were taken. */
static uint64_t keyed_next(uint64_t *s) { return sip(s, s[2]++); }

void vm_secret(Vm *vm, const Secret *secret)
{
  HOT_INVARIANT(vm->s && vm->s->base >= 0 && vm->s->base <= vm->s->top);
  vm->s->rng[0] = secret->key[0];
  vm->s->rng[1] = secret->key[1];
  vm->s->rng[2] = vm->s->rng[3] = 0;
  vm->s->keyed = 1;
  vm->key = secret_luck(secret, (uint64_t)1 << 62);
  vm->unkeyed = false;
}

/* Chance counts up from zero and never comes here. */
uint64_t secret_luck(const Secret *secret, uint64_t i)
{
  return sip(secret->key, i | (uint64_t)1 << 63);
}

uint64_t chance_below(State *s, uint64_t n)
{
  return s->keyed ? below(keyed_next, s->rng, n) : rng_below(s->rng, n);
}

/* ---- secrets: where they come from, and how they are written once they may be told --
 */

bool secret_draw(Secret *secret)
{
  unsigned char bytes[2 * sizeof(uint64_t)];
  memset(secret, 0, sizeof *secret);
  /* So few bytes are given whole, or not at all. */
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
  secret_take(secret, bytes);
  return true;
}

void secret_take(Secret *secret, const unsigned char bytes[SECRET_BYTES])
{
  *secret = (Secret){.set = true};
  for (int i = 0; i < SECRET_BYTES; i++)
    secret->key[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
}

void secret_give(const Secret *secret, unsigned char bytes[SECRET_BYTES])
{
  for (int i = 0; i < SECRET_BYTES; i++)
    bytes[i] = (unsigned char)(secret->key[i / 8] >> 8 * (i % 8));
}

void secret_write(const Secret *secret, char out[SECRET_DIGITS + 1])
{
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[SECRET_BYTES];
  secret_give(secret, bytes);
  for (int i = 0; i < SECRET_BYTES; i++) {
    out[2 * i] = digits[bytes[i] >> 4];
    out[2 * i + 1] = digits[bytes[i] & 15];
  }
  out[SECRET_DIGITS] = 0;
}

static int digit(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool secret_read(Secret *secret, const char *text)
{
  unsigned char bytes[SECRET_BYTES];
  if (strlen(text) != SECRET_DIGITS) return false;
  for (int i = 0; i < SECRET_BYTES; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = (unsigned char)(high << 4 | low);
  }
  secret_take(secret, bytes);
  return true;
}
