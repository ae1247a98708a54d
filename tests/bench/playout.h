/* The frame of the plain C programs: generator, clock and the loop over games.
 * A program includes this and defines play(). Everything is static in one
 * translation unit, so that the compiler may inline as in any C program.
 *   bench_NAME GAMES [SEED]
 * prints: games, seconds of its work, decisions for each game, games that nobody won alone,
 * and those that each seat did */
#ifndef BENCH_PLAYOUT_H
#define BENCH_PLAYOUT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* One random game: the number of the player who won, from 1; 0 for a draw. */
static int play(void);

static long decisions; /* of all games so far */

static uint64_t random_state[4];

static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

/* xoshiro256** by Blackman and Vigna */
static uint64_t random_next(void)
{
  uint64_t *s = random_state, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

/* splitmix64 spreads a small seed over the whole state */
static void random_seed(uint64_t seed)
{
  for (int i = 0; i < 4; i++) {
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    random_state[i] = z ^ (z >> 31);
  }
}

static int random_below(int n)
{
  return (int)(((random_next() >> 32) * (uint64_t)n) >> 32);
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
  long games = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000, results[5] = {0};
  random_seed(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
  double begin = now();
  for (long i = 0; i < games; i++) results[play()]++;
  double seconds = now() - begin;
  printf("%ld %.6f %.2f", games, seconds, games ? (double)decisions / (double)games : 0);
  for (int i = 0; i < 5; i++) printf(" %ld", results[i]);
  putchar('\n');
  return 0;
}

#endif
