/* The states behind the rules: all of them where they can be counted, many where not.
 *
 * A state is what the machine is in when somebody is needed or the game is over: cells,
 * live registers and the place in the rules, as vm_hash() sees them.  How a state was
 * reached is no part of it, nor is the game's generator, because chance branches into its
 * outcomes like a decision into its answers.  Two states with the same 64-bit hash count
 * as one. */
#ifndef REGEL_EXPLORE_H
#define REGEL_EXPLORE_H
#include "interp/base/arena.h"
#include "interp/vm/vm.h"

typedef enum {
  FIND_ERROR,   /* a rule went wrong: `error` at `ip` */
  FIND_ALWAYS,  /* what must always hold does not: always `ip` of the program */
  FIND_NO_WAY,  /* a decision without a legal answer */
  FIND_ENDLESS, /* a state from which no end can be reached, or none was in `tried` walks
                 */
  FIND_UNENDED, /* no walk came to an end, or hardly one */
  FIND_SEATS,   /* seats that are said to be alike are not */
  FIND_OVERRUN, /* a probe ran out of its budget: legality was not decided */
  FIND_KINDS
} FindKind;
const char *explore_kind_name(FindKind k); /* "no answer" */

/* Something that should not be, with a sequence of answers that leads there. */
typedef struct Finding {
  FindKind kind;
  VmError error;
  int32_t ip;     /* the instruction that it is about; -1: none */
  uint64_t times; /* how often it was met; FIND_ENDLESS: how many states */
  int32_t *answers;
  int32_t count;
  bool shortest; /* proved: no shorter sequence leads there */
  bool searched; /* the search came to it: what walks believe is not asked */
  int32_t
      tried; /* FIND_ENDLESS: walks from there, none of which ended; 0: it is proved */
} Finding;

typedef enum {
  END_COMPLETE, /* every state was looked at */
  END_DEPTH,
  END_STATES,
  END_MEMORY,
  END_STOPPED,
  END_TIME,
} ExploreEnd;

typedef struct ExploreLevel {
  uint64_t states; /* first reached with that many answers; perft: in exactly so many */
  uint64_t ended;  /* of these: where the game is over */
  uint64_t sequences; /* of that many answers, and those that end with the last one: */
  uint64_t games;     /* exact if the result says `even` or the plan `perft` */
} ExploreLevel;

typedef struct SavedSearch SavedSearch;

typedef struct ExplorePlan {
  const Program *program;
  int seats;
  const int32_t *options; /* as in Setup */
  uint64_t seed;
  int jobs;
  uint64_t memory;    /* bytes of states, table and frontier */
  uint64_t states;    /* no more than that many, as exactly as whole batches allow */
  long depth;         /* answers */
  bool perft;         /* forget states of other depths: count sequences exactly */
  bool counts;        /* count in how many steps each instruction ran */
  long walks, length; /* random walks, and answers of one at most */
  bool patient;       /* walks may be longer where none ends */
  unsigned claims;    /* on walks: tried in one state of so many; 0: in every one */
  /* By number, whether this `always` or claim is looked at; NULL: all are. */
  const uint8_t *wanted;
  double until;  /* of clock_seconds: stops then.  0: never */
  double settle; /* the same for making what walks found shorter */
  /* Set from outside to stop early; read often.  May be NULL. */
  const volatile int *stop;
  /* Called between batches from the calling thread.  May be NULL. */
  void (*progress)(void *user, uint64_t states, uint64_t waiting, long depth, long walks);
  void *user;
  /* A file that the search is written to: when it ends, and about once a minute.  NULL:
   * none.  `name` is what the ruleset is called then; `saved` is told each time, with 0
   * or errno. */
  const char *save, *name;
  void (*saved)(void *user, int error);
  SavedSearch *resume; /* goes on with this one.  NULL: begins */
  /* Only `always` and claims are of interest: the search ends as soon as an answer, or a
   * claim, was too much to try, other findings are not made shorter, and seats are not
   * exchanged, which takes longer than the few states that it saves. */
  bool give_up;
  bool apart; /* copies, and orders that no rule looks at, count each for itself */
} ExplorePlan;

typedef struct ExploreResult {
  ExploreEnd end;
  uint64_t states, ended; /* different states, and those where the game is over */
  uint64_t steps;         /* answers that were given */
  int seatings;           /* ways to sit that count as one; 0: each its own */
  uint64_t expanded;      /* states all of whose answers were given */
  bool even;              /* all sequences to a state are equally long: no cycle */
  bool counted;           /* `games` and `sequences` are exact as far as it went */
  uint64_t games;         /* sequences of answers that end */
  bool endless_sought;    /* states without an end were looked for */
  uint64_t bytes;         /* the most that states, table and frontier took */
  uint64_t index_bytes;   /* of these at the end: table and nodes */
  double seconds, cpu;    /* cpu: of all threads together */
  VEC(ExploreLevel) levels;
  VEC(Finding) findings;
  uint64_t *ran;    /* by instruction: steps in which it ran; without `counts` 1 */
  uint32_t *walked; /* by instruction: walks in which it ran */
  uint64_t *taken;  /* by alternative: answers that were given */
  /* random walks */
  long walks, walks_ended, walks_cut; /* cut: off, at the length */
  uint64_t walk_steps;
  double walk_seconds;
} ExploreResult;

/* Only counts: sequences of up to plan->depth turns, in the levels of the result. */
void explore_turns(const ExplorePlan *plan, ExploreResult *r);
/* Looks at all states, breadth first, until there are no more or a limit is reached.  The
 * result depends on the plan but for `jobs`, except for `seconds` and after an early
 * stop. Returns 0, -1 if the threads cannot be started, or -2 if plan->resume cannot be
 * used.  Free with explore_free. */
int explore_all(const ExplorePlan *plan, ExploreResult *r);
/* Adds plan->walks random games to a result, which lean towards what has not run yet.
 * As repeatable as explore_all. */
int explore_walk(const ExplorePlan *plan, ExploreResult *r);
/* The same for several setups of one program in turn, those first that show something
 * new; ends when each has had its walks, or at the first one's `until`. */
typedef struct Tour {
  const ExplorePlan *plan;
  ExploreResult *r;
} Tour;
int explore_tour(const Tour *tours, int n);
void explore_init(const ExplorePlan *plan, ExploreResult *r);
/* Adds a search to what was found before in the same setup, and empties it. */
void explore_join(const Program *p, ExploreResult *to, ExploreResult *search);
void explore_free(ExploreResult *r);

/* ---- searches that were saved ------------------------------------------------------ */

/* Opens a file that a search was saved in.  Never NULL: if saved_why says something, the
 * file is of no use.  Close in any case. */
SavedSearch *saved_open(const char *path);
void saved_close(SavedSearch *f);
const char *
saved_why(const SavedSearch *f); /* "is damaged: …", after the path; or NULL */
/* How it was begun: the plan that goes on must say the same. */
typedef struct SavedSetup {
  const char *name, *settings; /* of the ruleset; "columns=4 rows=4" */
  uint64_t program, seed;      /* program: its hash */
  int seats;
  bool counts, complete; /* complete: there is nothing more to look at */
  bool apart;            /* each copy counts for itself */
} SavedSetup;
SavedSetup saved_setup(const SavedSearch *f);

/* Plays a finding's answers and says each of them: "Player 1: Idle", "chance: 6". */
typedef void (*AnswerFn)(void *user, int n, const char *words);
void explore_answers(const Program *p, const Setup *setup, const Finding *f, AnswerFn fn,
                     void *user);

/* How many of its answers come before the setup is over. */
int explore_setup_answers(const Program *p, const Setup *setup, const Finding *f);

/* ---- what happened ---------------------------------------------------------------- */

typedef enum {
  ITEM_ENDING, /* a `win` or `lose` */
  ITEM_OPTION, /* an alternative of a decision */
  ITEM_CARD,   /* a thing with rules of its own */
  ITEM_VERB,
  ITEM_CITED, /* a row of the ledger that instructions cite */
  ITEM_TEXT,  /* a `note` */
  ITEM_RULE,  /* statements in a row */
  ITEM_KINDS
} ItemKind;
const char *explore_item_name(ItemKind k); /* "ending" */

typedef struct ExploreItem {
  ItemKind kind;
  const char *name; /* lives as long as the arena that it was made in */
  int32_t loc;      /* row of the program's locs; -1 if there is none */
  int32_t last;     /* ITEM_RULE: the last line */
  uint64_t times;   /* 0: never */
  bool tested;      /* it never happened, but a test comes to it */
} ExploreItem;
typedef VEC(ExploreItem) ExploreItems;

/* Fields, by index, that have one value in all games that were asked for: an option that
 * was set, the flag of a variant that it turns off.  What hangs on another value is none
 * of what can happen. */
typedef struct ExploreFixed {
  bool *known;
  int64_t *value;
  bool unclaimed; /* games in which nobody tries claims and what must always hold */
} ExploreFixed;
/* Keeps of `fixed` (at first all zero) the options and variants that are in this setup as
 * they were in those before. */
void explore_fix(const Program *p, const Setup *setup, Arena *arena, ExploreFixed *fixed);

/* Everything in the program that can happen, with how often it did.  Of statements only
 * those that never ran and are no part of something else that never happened. */
void explore_items(const Program *p, const ExploreFixed *fixed, const uint64_t *ran,
                   const uint64_t *taken, Arena *arena, ExploreItems *items);
/* Marks the instructions of parts that somebody can run: not what was copied into its
 * callers, nor views and tests.  `fixed` may be NULL here and above. */
void explore_reachable(const Program *p, const ExploreFixed *fixed, uint8_t *may);

#endif
