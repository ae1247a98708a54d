/* The optimizer: from a verified program to code that does the same with fewer steps.
 *
 * What a game is known by stays the program: this is a pass over what was loaded. States,
 * events, errors and return addresses hold the numbers of the program's own instructions;
 * registers that a state shows hold the same; fuel is burned at the same places.  Values
 * that are computed again are kept in registers above the chunk's own, which never live
 * across a pause or a call. */
#ifndef REGEL_OPT_H
#define REGEL_OPT_H
#include "interp/code/program.h"

/* Two stretches of a chunk that compute the same, one after the other (again.c). */
enum { MOST_TAKEN = 16, MOST_AGAINS = 32 };
enum { AGAIN_FIRST, AGAIN_KEEP, AGAIN_TAKE, AGAIN_PLACES };
typedef struct Again {
  int32_t at[AGAIN_PLACES];  /* where the first begins, what follows it, and the second */
  uint16_t op[AGAIN_PLACES]; /* the steps that stood there */
  int32_t behind;            /* what follows the second */
  int nin, nout;             /* registers of the first and of the second that they */
  uint16_t in[MOST_TAKEN][2], out[MOST_TAKEN][2]; /* read, and that they give */
} Again;

typedef struct Optimized {
  PInstr *code;
  int32_t n;
  int32_t *old_of;    /* by new instruction: the program's own that it stands for */
  int32_t *new_of;    /* by the program's own: where to go on when it comes next */
  int32_t *first;     /* by chunk: its first instruction */
  int32_t *end;       /* and the one behind its last */
  int32_t *params;    /* by chunk: how many of its first registers whoever calls it sets;
                         NULL: not known */
  int32_t spare;      /* registers above a chunk's own that its code may use */
  int32_t left;       /* chunks that were taken as they are */
  struct Step *steps; /* the same code for the quick loop (step.h); NULL: it has none */
  Again *again;
  int32_t n_again;
  int32_t regs; /* of a whole game: registers of all its frames */
  int32_t *sets; /* … by field: where its sets begin, -1: they are not kept; NULL: none */
  int32_t n_sets; /* words of them all */
  bool piles;     /* … what lies in each pile is kept */
  long most; /* … and how much fuel an attempt may burn whose writes nobody counts */
} Optimized;

enum { MAX_SPARE = 64 };

/* What was made of the program, which keeps it: made once, freed with the program. */
const Optimized *opt_of(const Program *p);
/* The program's own instructions, one by one; kept as well. */
const Optimized *opt_plain(const Program *p);
/* What is there without taking long. */
const Optimized *opt_brief(const Program *p);

/* Which things have a value in a field is asked all the time: where that is said of few
 * things and values, a game that nobody watches keeps the sets. */
enum { MOST_KEPT_PILES = 512, MOST_KEPT_WORDS = 256 };
bool opt_keeps(const Program *p, const PField *f);
/* How many cells an instruction writes at most. */
long opt_writes(const Program *p, const PInstr *i);
/* A whole game in one go, for who does not watch it; no steps: it cannot be done. */
const Optimized *opt_quiet(const Program *p);

/* Registers that an instruction reads, writes or both, in the order of its operands and
 * then those that no operand names. */
typedef struct Access {
  int reg, n;
  bool read, write;
} Access;
enum { MOST_ACCESS = 8 };
int registers_of(const Program *p, const PInstr *i, Access out[MOST_ACCESS]);
/* Words of the set that the instruction's operands are. */
int set_words(const Program *p, const PInstr *i);
/* Does this letter of op.def stand for a register? */
bool is_register(char letter);

#endif
