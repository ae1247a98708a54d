/* What the files of the generator share. */
#ifndef REGEL_NATIVE_GEN_H
#define REGEL_NATIVE_GEN_H
#include "interp/base/buf.h"
#include "interp/opt/opt.h"
#include "interp/vm/native.h"

/* What came after this instruction the generator does not know: it leaves it to the
 * machine. */
enum { LAST_KNOWN = OP_LEARN };

/* The registers of one that it does know; the machine executes the others, on registers
 * in memory. */
int accesses(const Program *p, const PInstr *i, Access out[MOST_ACCESS]);

/* What is known of a chunk before code is made of it. */
typedef struct ChunkInfo {
  bool pure;        /* it changes nothing but its registers, or all is put back that it
                       changes (quiet): trouble is left to others */
  bool scripts;     /* a test that feeds answers */
  uint8_t *wide;    /* by register: it is part of something that lies in memory */
  uint8_t *live;    /* by register, pure chunks: it is read before it is written */
  int results;      /* registers that whoever called it reads */
  int first, count; /* its instructions, of the optimized ones */
  int regs;         /* registers, with those above its own that they use */
  int params;       /* its first registers that are set when it is called */
} ChunkInfo;

typedef struct Analysis Analysis;
struct Analysis {
  const Program *p;
  const Optimized *o; /* numbers of instructions are of these, unless they are kept */
  ChunkInfo *chunks;
  const Analysis *loud; /* of a quiet game: the same for all others */
  bool piles;           /* what lies in a pile is asked */
  const Lot *lot;       /* all piles are for it; NULL: there is none */
  bool memos;           /* some chunk takes over what it has computed before */
  uint8_t *asked;       /* by field: which things have a value there is asked */
  long most; /* in a quiet game: the fuel of an attempt that a journal surely holds */
};
Analysis *analyse(const Program *p, const Optimized *o, const Analysis *loud);
/* quiet.c: can this instruction be done at once where nobody watches? */
bool is_quiet(const Analysis *a, const ChunkInfo *c, int ip);
void find_most(Analysis *a);
int kept_sets(const Analysis *a, int field);
bool is_known(int op); /* does the generator know this instruction? */
bool changes(int op);  /* does it do something besides working on registers? */
void find_rows(const Analysis *a, const ChunkInfo *c, int from, int end, uint8_t *rows);
void find_asked(Analysis *a, const uint8_t *reached);
bool find_lot(const Program *p, Lot *l);
void put_kept(const Analysis *a, Buf *b);
/* By chunk: can it be called from this one, or is it this one?  By its number, or through
 * the table of all? */
enum { REACHED = 1, BY_TABLE = 2 };
uint8_t *reach_from(const Analysis *a, int chunk);
void analysis_free(Analysis *a);

typedef struct Gen Gen;
/* memo.c: two stretches of a chunk that compute the same, each with a loop.  What the
 * first gave is kept and taken by the second, if nothing was written in between. */
enum { MOST_MEMOS = 4 };
typedef struct Memo {
  int from[2], count; /* where they begin, and how many instructions */
  int16_t other[MAX_FRAME + MAX_SPARE + 16]; /* by register of the first: of the second */
  uint8_t *in, *out; /* by register of the first: read, and given */
} Memo;
typedef struct Memos {
  Memo at[MOST_MEMOS];
  int n;
} Memos;
void find_memos(const Analysis *a, const ChunkInfo *c, Memos *m);
void memos_free(Memos *m);
/* Before instruction g->ip, and behind it: what belongs to a stretch that begins or ends
 * there. */
void put_memo_begin(Gen *g);
void put_memo_end(Gen *g);
/* The label of `ip`, as seen from g->ip. */
bool put_memo_exit(Gen *g, int ip);
void put_memo_locals(Gen *g);

/* The chunk that is being written. */
struct Gen {
  const Analysis *know;
  const Program *p;
  Buf *b;
  int chunk;
  const PChunk *c;
  const ChunkInfo *info;
  bool quiet; /* for a game that nobody watches */
  bool table; /* it is called through the table of all, too */
  Memos memos;
  uint8_t *label; /* by instruction of the chunk: somebody goes there; 2: from outside */
  int ip, old;    /* the instruction, and the program's own that it stands for */
  const PInstr *i;
  int flat, flat_end; /* a decision whose offers follow each other without a jump: from
                         its BEGIN to its DECIDE */
  bool labels;        /* quiet.c: all of them are labels, for one seat */
  int pour, pour_end; /* quiet.c: a loop that pours one pile into another; 0: none */
  int offers;         /* of those so far, or in a quiet game: the next one's number */
};

/* Offers of one decision that are kept in locals while a playout draws from them. */
enum { MOST_OFFERS = 6, MOST_QUIET = 16 };
bool is_secretive(const Program *p, int kind);
/* How the function of a chunk is called, by those that know each other: c, or q. */
char chunk_letter(const Analysis *a, int chunk);
bool is_param(const ChunkInfo *c, int reg);
/* Adds text in which $ stands for operands:
 *   $a $b $c a register   $[b+1] the one behind it   $&a its address   $d $C numbers
 *   $n the number of a comparison   $lo $hi $w of type d   $ip its number in the program
 *   $> to d   $f ahead by c   $k back by c   $slow leave the instruction to the machine
 */
void put(Gen *g, const char *text);
void put_reg(Gen *g, int reg);
/* A store to the frame of a register that is a local. */
void put_spill(Gen *g, int from, int to);
/* The same of what a listener may ask for. */
void put_anchor(Gen *g);

/* Each writes the instruction if it is one of its own. */
bool emit_plain(Gen *g);
bool emit_set(Gen *g);
bool emit_state(Gen *g);
bool has_printed(const Program *p, int column, int *lo, int *hi);
void put_columns(const Program *p, const Optimized *o, Buf *b);
bool emit_board(Gen *g);
bool emit_flow(Gen *g);
bool emit_quiet(Gen *g);
void emit_chunk(Gen *g);
void generate_alone(const Program *p, Buf *b);
void emit_prototype(const Analysis *know, Buf *b, int chunk);

#endif
