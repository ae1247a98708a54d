/* Mutation testing: one small change of the rules at a time, and who notices it.
 *
 * What no test and no finding notices is a rule that nobody would miss: the list of tests
 * still to be written.  Changes are made in the source, token by token, so that each can
 * be read, and tried by compiling the file as it would be (an overlay, nothing is written
 * to disk). */
#ifndef REGEL_MUTATE_H
#define REGEL_MUTATE_H
#include "grammar/tree.h"
#include "interp/base/arena.h"

typedef enum {
#define MUTATION(name, words) MUTATE_##name,
#include "interp/mutate/mutation.def"
#undef MUTATION
  MUTATIONS
} Mutation;
const char *mutation_name(Mutation m);

typedef struct Mutant {
  Mutation sort;
  int file;             /* of the unit's sources */
  size_t from, to;      /* the bytes that are replaced */
  const char *write;    /* what stands there then */
  int line;             /* where, for people */
  const char *citation; /* the nearest row of a ledger before it; NULL: none */
} Mutant;
typedef VEC(Mutant) Mutants;

/* Adds every change of the rules in the files that belong to the unit's own ruleset, or
 * to its packs if there are some, in the order of the source.  The unit must have
 * compiled.  Tests, claims, views and the outlook are not rules. */
void mutants_list(const Unit *u, Arena *arena, Mutants *list);

/* Who noticed. */
typedef enum {
  NOTICED_NOT,
  NOTICED_COMPILER,
  NOTICED_TEST,
  NOTICED_CHECK,
  NOTICED_TIME
} Notice;

typedef struct Judged {
  Notice notice;
  char by[120]; /* the message's code, the test's title; "" */
} Judged;

/* A file that compiles by itself: the game, with the packs that come along, or a file of
 * tests that uses one of them. */
typedef struct TrialPart {
  const char *path;
  const char *own; /* whose tests are its own */
  Paths packs;     /* main files */
} TrialPart;
/* What is tried: the parts of a ruleset, and the folders of the library. */
typedef struct Trial {
  const TrialPart *parts;
  int count;
  const char *const *library;
  int folders;
  uint64_t warnings; /* of the unharmed rules: see mutant_baseline */
} Trial;
/* The unharmed rules: false, with the reason, if they do not compile or a test fails. */
bool mutant_baseline(Trial *t, char *why, size_t size);
/* Tries one.  `path`: of the file that is changed, `text` as it would be. */
void mutant_judge(const Trial *t, const char *path, const char *text, size_t size,
                  Judged *j);

#endif
