/* The file that a search is saved in.
 *
 * Numbers are as in memory, on machines that keep the low byte first; `order` shows
 * others that they cannot read it.  Behind the head come, without gaps:
 *
 *   name and settings          bytes, as many as the head says
 *   ran, taken                 64-bit counts by instruction, by alternative
 *   levels                     ExploreLevel
 *   findings, their answers    FileFinding; 32-bit numbers, all in a row
 *   nodes                      StateNode, by number of the state
 *   shards                     FileShard for each, then keys and ids of each
 *   edges, ways, next_ways     as in Search
 *   checksum                   XXH3, 64 bits, of everything before it
 *
 * States that wait are not in it.  The answers that lead to them are, and are played
 * again: a state is thousands of bytes that the machine trusts, an answer is a number
 * that can be checked. */
#ifndef REGEL_EXPLORE_FILE_H
#define REGEL_EXPLORE_FILE_H
#include "interp/explore/explore_int.h"

enum { FILE_VERSION = 2, FILE_ORDER = 0x01020304 };
#define FILE_MAGIC "regel/ex"

enum {
  FILE_COUNTS = 1,
  FILE_EVEN = 2,
  FILE_TOO_MANY = 4,
  FILE_NO_EDGES = 8,
  FILE_OPEN = 16,
  FILE_APART = 32
};

typedef struct FileHead {
  char magic[8];
  uint32_t order, version;
  uint64_t size;          /* of the whole file */
  uint64_t program, seed; /* program: its hash */
  uint32_t seats, flags;
  uint32_t name, settings;   /* bytes */
  uint32_t code, alts;       /* of the program */
  uint32_t count, front;     /* states, and the first of them that waits */
  uint32_t levels, findings; /* how many */
  uint64_t answers;          /* of all findings together */
  uint64_t edges, edges_cap; /* in use; what they have room for counts as memory */
  uint64_t ways, ways_cap;
  uint64_t next_ways, next_ways_cap;
  uint64_t queue_at; /* bytes of the queue's first block that were read */
  uint64_t steps, expanded, bytes;
  double branching, seconds, cpu;
} FileHead;

typedef struct FileFinding {
  uint32_t kind, error;
  int32_t ip, count;
  uint64_t times;
} FileFinding;

typedef struct FileShard {
  uint32_t n, cap;
} FileShard;

/* What a file with this head must have between head and shards; less than 2^48. */
static inline uint64_t file_front(const FileHead *h)
{
  return (uint64_t)h->name + h->settings + ((uint64_t)h->code + h->alts) * 8 +
         (uint64_t)h->levels * sizeof(ExploreLevel) +
         (uint64_t)h->findings * sizeof(FileFinding) + h->answers * sizeof(int32_t) +
         (uint64_t)h->count * sizeof(StateNode);
}
/* … and behind the shards. */
static inline uint64_t file_back(const FileHead *h)
{
  return h->edges * sizeof(int32_t) + (h->ways + h->next_ways) * sizeof(uint64_t) +
         sizeof(uint64_t);
}

#endif
