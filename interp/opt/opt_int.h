/* What the passes share: one chunk as blocks of instructions, and what each does. */
#ifndef REGEL_OPT_INT_H
#define REGEL_OPT_INT_H
#include "interp/base/arena.h"
#include "interp/opt/opt.h"

/* Registers from `at` on. */
typedef struct Span {
  int at, n;
} Span;

/* What an instruction reads and writes. */
typedef struct Effect {
  Span reads[6], writes[8];
  int nreads, nwrites;
  bool all;  /* it may read every register */
  bool pure; /* the same operands and table give the same result, and nothing else happens
              */
  bool pause; /* the machine may stop here, or the frame above is used: spare registers
                 are lost */
  bool stirs; /* anything of the table may change */
  int field;  /* the field that it reads or changes, -1 */
  bool piles; /* it reads or changes piles */
  bool changes;
  bool maybe; /* it leaves some of what it writes as it was */
} Effect;

/* Where it may go on, apart from the next instruction: numbers of the program. */
bool falls_through(const PInstr *i);

typedef struct Ins {
  PInstr i;
  int32_t old;         /* the program's own instruction */
  int32_t value;       /* the number of what it gives; -1 */
  int32_t to;          /* block that it may jump to; -1 */
  int32_t save, words; /* its result goes there, too, so many words; 0: it does not */
  bool gone;
} Ins;

typedef struct Block {
  int32_t first, count;    /* of the program's own instructions */
  VEC(Ins) ins;            /* what is left of them */
  VEC(Ins) before;         /* a loop begins here: what is computed once before it */
  VEC(int32_t) next, prev; /* blocks */
  int32_t order, idom, in,
      out;      /* place in reverse postorder; dominator; as an interval */
  int32_t loop; /* innermost one, -1 */
  bool root;    /* the machine may begin here */
} Block;

typedef struct Loop {
  int32_t header, parent, depth;
  bool *holds;  /* blocks */
  bool *writes; /* slots: registers, fields, piles, the spare registers' lifetime */
} Loop;

typedef struct Flow {
  const Program *p;
  const PChunk *k;
  Arena *arena;
  Block *blocks;
  int nblocks;
  int32_t *order; /* blocks in reverse postorder */
  Loop *loops;
  int nloops;
  int regs, slots, spare; /* slots: registers, then what stands for parts of the table */
  int32_t *classes;       /* by field: its slot; 0: not read here */
  const int32_t *params;  /* by chunk: how many of its registers its callers set */
  bool quiet; /* it is run from beginning to end: the machine stops nowhere in it */
} Flow;

void effect_of(const Flow *f, const PInstr *i, Effect *e);

/* flow.c: false if the chunk is too large or its loops are none. */
bool flow_find(Flow *f);
bool flow_dominates(const Flow *f, int a, int b);
bool loop_holds(const Flow *f, int loop, int block);
int slot_of_field(const Flow *f, int field);
enum { SLOT_PILES, SLOT_LIFE, SLOT_FIELDS }; /* behind the registers */
/* Calls fn with every slot that an instruction changes. */
void flow_changes(const Flow *f, const PInstr *i, bool *slots);

/* number.c: numbers values, and takes away what is computed again. */
void number_values(Flow *f);
/* dead.c: takes away what nobody reads. */
void drop_dead(Flow *f);
/* How many of its first registers each chunk may read before it writes them. */
void params_find(const Program *p, int32_t *params);

/* The same for one instruction: from what is read behind it to what is read before it.
 * True if nobody reads what it gives. */
bool pass_live(const Flow *f, const PInstr *i, bool *live);

/* again.c: finds what is computed twice. */
void again_find(const Program *p, Optimized *o, bool quiet);

/* inline.c: a whole game as one chunk. */
enum { MAX_OFFERS = 6, DECISION_BRIEF = 1 << 30 /* one offer, answered at once */ };
typedef struct Inlined {
  VEC(PInstr) code;
  VEC(int32_t) old;         /* the program's own instruction */
  VEC(Span) frames;         /* the registers of the chunk it comes from */
  VEC(PDecision) decisions; /* for each place where one is asked, as are their */
  VEC(PAlt) alts;
  VEC(int32_t) alt_of; /* the program's own */
  int regs;
  long writes; /* at most, between two times that fuel is burned */
  bool attempts;
  bool twice; /* something is computed again for a question */
} Inlined;
bool inline_game(const Program *p, Inlined *out); /* false: it cannot be done in one go */
void inlined_free(Inlined *o);
/* decode.c: the steps of what was made. */
struct Step *decode(const Program *p, const Optimized *o, const Inlined *in);
/* quiet.c: an instruction of a whole game `in`, whose program `p` is; false if it is done
 * there as elsewhere. */
bool decode_quietly(const Program *p, const Optimized *o, const Inlined *in, int32_t ip,
                    struct Step *s);
/* Which sets are kept there. */
void keep_sets(const Program *p, Optimized *o);
/* Takes away jumps to jumps, and what nobody comes to; false: a jump is too far. */
bool tidy(Inlined *in);
/* How many bytes it is from one step to the one before its goal. */
int64_t step_way(int32_t from, int32_t to);
/* Is every element of the set an answer of its own that who is asked may know? */
bool is_open(const Program *p, const PType *t);

#endif
