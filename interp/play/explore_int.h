/* What the files of the exploration share and nobody else sees. */
#ifndef REGEL_EXPLORE_INT_H
#define REGEL_EXPLORE_INT_H
#include "interp/play/explore.h"

#include <pthread.h>
#include <stdatomic.h>

enum { NO_STATE = 0x7fffffff, MOST_STATES = 0x7ffffff0 };

/* explore_table.c: hash to number of the state.  Open addressing in shards, each of which
 * grows alone: then growing needs room for one shard more, not for the table twice. */
enum { SHARDS = 64 };
typedef struct Shard {
  uint64_t *keys; /* 0: empty */
  uint32_t *ids;
  uint32_t cap, n;
} Shard;
typedef struct StateTable {
  Shard shards[SHARDS];
  size_t bytes;
} StateTable;
uint32_t table_find(const StateTable *t, uint64_t hash); /* NO_STATE: not there */
/* The number of the state, which is `id` if the hash is new. */
uint32_t table_add(StateTable *t, uint64_t hash, uint32_t id);
void table_fetch(const StateTable *t, uint64_t hash); /* it will be asked for soon */
void table_clear(StateTable *t);

/* explore_pack.c: saved states, as what differs from the first one. */
typedef VEC(unsigned char) Bytes;
void pack_state(Bytes *to, const uint32_t *base, const uint32_t *state, size_t words);
void unpack_state(const unsigned char *from, size_t size, const uint32_t *base,
                  uint32_t *state);

/* States in the order in which they wait, in blocks that are freed when they are used. */
typedef struct Queue {
  VEC(Bytes) blocks;
  size_t block, at; /* where reading goes on */
  uint64_t waiting;
  size_t bytes;
} Queue;
typedef struct Waiting {
  uint32_t id, size;
  const unsigned char *packed;
} Waiting;
void queue_push(Queue *q, uint32_t id, const unsigned char *packed, size_t n);
/* The next one, whose bytes stay until queue_release. */
Waiting queue_next(Queue *q);
void queue_release(Queue *q);
void queue_free(Queue *q);

/* explore_crew.c: threads that do the same thing at the same time. */
typedef struct Crew {
  pthread_mutex_t lock;
  pthread_cond_t go, done;
  unsigned turn;
  int busy, count; /* count: with the calling thread */
  bool quit;
  void (*work)(void *user, int who);
  void *user;
  pthread_t *threads;
} Crew;
/* Takes on `jobs - 1` threads; false if there should be some and none can be had. */
bool crew_start(Crew *c, int jobs, void (*work)(void *user, int who), void *user);
/* `work` once for every thread, and waits for them all. */
void crew_run(Crew *c);
void crew_end(Crew *c);

/* explore_find.c */
void *explore_zeroed(size_t size);
double explore_now(void);
double explore_cpu(void); /* seconds that the process has worked */
/* The finding of this kind at this place, or NULL. */
Finding *find_known(ExploreResult *r, FindKind kind, VmError e, int32_t ip);
/* What kind of finding an error is; *ip becomes the row of the `always`, if it is one. */
FindKind find_error(const Program *p, VmError e, int32_t *ip);
/* Adds one; takes over `answers`. */
void find_add(ExploreResult *r, FindKind kind, VmError e, int32_t ip, int32_t *answers,
              int32_t count, bool shortest);
/* Makes a sequence that leads to a finding shorter by leaving answers out. */
void find_shorten(const ExplorePlan *plan, Vm *vm, Finding *f);
/* Adds what ran to `ran`; with `again` every step counts. */
void cover_collect(Vm *vm, uint64_t *ran, bool again);

#endif
