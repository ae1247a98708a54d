/* What the files of the exploration share and nobody else sees. */
#ifndef REGEL_EXPLORE_INT_H
#define REGEL_EXPLORE_INT_H
#include "interp/explore/explore.h"
#include "interp/vm/alike/holds.h"

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
/* Is everything where it is looked for, and every number below `count`? */
bool table_sound(const StateTable *t, uint32_t count);

/* explore_pack.c: saved states, as what differs from the first one. */
typedef VEC(unsigned char) Bytes;
void pack_state(Bytes *to, const uint32_t *base, const uint32_t *state, size_t words);
void unpack_state(const unsigned char *from, size_t size, const uint32_t *base,
                  uint32_t *state);

/* States in the order in which they wait, in blocks that are freed when they are used. */
enum { QUEUE_BLOCK = 1 << 18 };
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
/* The same states as they would wait if `at` bytes of the first block had been read. */
void queue_settle(Queue *q, size_t at);
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

/* explore.c: the search. */
enum {
  PART = 16, /* states that a thread takes at once */
  NODE_BITS = 16,
  NODES = 1 << NODE_BITS, /* of one block */
  LAST = INT32_MIN        /* flag of the last edge of a state */
};

typedef struct StateNode {
  uint32_t parent;
  uint16_t answer;
  uint16_t ended;
} StateNode;

typedef enum { GOT_STATE, GOT_END, GOT_ERROR, GOT_ALWAYS, GOT_SEATS, GOT_APART } Got;

/* What came of one answer. */
typedef struct Reached {
  uint64_t hash;
  uint32_t parent, id; /* id: NO_STATE if the table did not have it */
  uint32_t packed;     /* where in the part's bytes */
  uint32_t size;
  int32_t ip; /* errors: the instruction; else the question whose probe overran, or -1 */
  uint16_t answer;
  uint8_t got, error;
} Reached;

typedef struct Part {
  int count;
  Waiting states[PART];
  VEC(Reached) reached;
  Bytes bytes;
} Part;

/* What was done with a state: its answers were given; or, since one of them looks at
 * something unread, it branched into what that may be, or its draw into what it may
 * bring. */
typedef enum { TURN_ANSWERS, TURN_LOOK, TURN_DRAW } Turning;

/* A state that was reached, and waits to be looked up. */
typedef struct Late {
  size_t at; /* in what the part reached */
  uint32_t *state;
  size_t words;
} Late;
enum { LATE = 8 };

typedef struct Worker {
  Vm *vm;
  Exchange *seats; /* NULL: no position is like another */
  uint32_t *state; /* room for one */
  uint32_t *other; /* the same for one that is like it */
  Late late[LATE]; /* a ring */
  int first_late, nlate;
  bool alone;   /* one of the positions reached stands for itself alone */
  bool endless; /* a step did not end, and nobody wants to wait for the next one */
  uint64_t *ran, *taken, steps;
  /* where draws stay unread: */
  uint32_t *whole; /* the state whose turn it is */
  int32_t *may;    /* room for what a thing may be */
  Turning turn;
  size_t checked; /* what was found in the state itself ends here */
  int32_t thing;  /* what was looked at */
  bool looks;     /* some state branched that way */
} Worker;

typedef struct Search Search;
struct Search {
  const ExplorePlan *plan;
  ExploreResult *r;
  Crew crew;
  Worker *workers;
  Holds *holds;
  int jobs;
  /* What a thread does with a state of a part, which its machine was restored to. */
  void (*turn)(Search *s, Worker *w, Part *p, uint32_t id);
  StateTable table;
  VEC(StateNode *) nodes;
  uint32_t count;       /* states */
  uint32_t level, next; /* first state of this level and of the next */
  bool open;            /* answers of this level are being given */
  uint64_t left;        /* states of it that wait */
  Queue queue;
  uint32_t *base; /* the state that others are packed against */
  Part *parts;
  int nparts;
  atomic_int taken;
  VEC(int32_t) edges; /* to states, in order; LAST: of its state */
  bool no_edges;      /* they would take too much */
  bool apart;         /* each copy and each order of a pile counts for itself */
  bool told;          /* they do not, but some rule was seen to tell them apart */
  bool unread;        /* draws stay unread until something looks at what they brought */
  bool looked;        /* that happened: sequences have looks in them */
  bool retells;       /* each state that is reached is packed */
  Worker teller;      /* for findings, as a game */
  VEC(uint64_t) ways, next_ways; /* sequences that lead to each state of a level */
  bool too_many;                 /* sequences for 64 bits */
  double branching;
  double from, cpu; /* when it began */
  double save_at;   /* when it is saved again */
  uint8_t *wanted;  /* by state, while a saved search is taken up: it is played again */
};
static inline StateNode *node(const Search *s, uint32_t id)
{
  return &s->nodes.at[id >> NODE_BITS][id & (NODES - 1)];
}
/* Adds where the machine stands now, as the result of an answer.  Returns the hash of the
 * position, or the error. */
uint64_t reach(Search *s, Worker *w, Part *p, Reached x, VmStatus status);
/* Hands out the next states of the queue, no more than are left. */
void fill_parts(Search *s, uint64_t *left);
void search_room(Search *s); /* for one block of nodes more */

/* explore_save.c: writes the search into plan->save, between batches.  A new one is saved
 * after its first batch, so that it is known at once if that cannot be. */
enum { SAVE_EVERY = 60 }; /* seconds */
void search_save(Search *s);
/* explore_load.c: reads it from plan->resume; false: saved_why says what is wrong. */
bool search_load(Search *s);
/* explore_again.c: the states that wait in a search that was loaded, from the answers
 * that lead to them.  The first of them is `front`, and their queue is read from place
 * `at` of a block on.  False if the answers lead elsewhere. */
bool search_again(Search *s, uint32_t front, size_t at);

/* The hash of the position that the machine stands in, the same for all like it. */
uint64_t position(Worker *w);
/* How many answers are given: one outcome of a draw that stays unread stands for all. */
int answers_given(Vm *vm);
/* explore/trial.c: where positions are alike, some states are looked at in two ways.
 * Begins with the machine where the answers of state `id` are to be given; true: with
 * seats exchanged.  Ends when they were, with how many they are and the sum of the hashes
 * of the positions that they lead to, and adds what is wrong to the part. */
bool trial_wanted(const Worker *w, uint32_t id);
bool trial_begin(Worker *w, uint32_t id);
void trial_end(Worker *w, Part *p, uint32_t id, bool seats, int n, uint64_t sum);
/* The same for a state that branched instead, w->whole. */
void trial_of_tables(Worker *w, Part *p, uint32_t id);
/* explore/unread.c: where draws stay unread.  The state w->whole branches, since its
 * answers made the machine look at w->thing. */
void unread_branch(Search *s, Worker *w, Part *p, uint32_t id);
/* Makes a sequence with looks one of a game, in place; returns how long it is, or -1 if
 * no game goes that way. */
int32_t unread_retell(Search *s, int32_t *path, int32_t n);

/* explore_find.c */
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
