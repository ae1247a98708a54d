/* The program: what the compiler makes and all that the machine ever sees.
 *
 * A program is one image of sections (section.def), each an array of plain records that
 * refer to each other by index, so an image can be stored, loaded and compared as bytes.
 * Nothing in it points into memory.  program_load() checks every index and every operand
 * before the first step; after that the machine needs few checks of its own. */
#ifndef REGEL_PROGRAM_H
#define REGEL_PROGRAM_H
#include "interp/base/value.h"
#include "interp/base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
#define OP(name, operands, gives, does, effect) OP_##name,
#include "interp/code/op.def"
#undef OP
  OP_COUNT
} Opcode;

typedef struct PInstr {
  uint16_t op, a, b, c;
  int32_t d;
} PInstr;

/* JLINE: constants that say which lines.  A direction to a neighbour is a number from 0
 * to 8; the one in the middle leads nowhere. */
enum { LINE_GRID, LINE_LENGTH, LINE_WHEN, LINE_COUNT, LINE_HEAD };
enum { DIRECTIONS = 9, NO_DIRECTION = 4 };
static inline int direction_of(int64_t dx, int64_t dy)
{
  bool near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
  return near ? (int)((dy + 1) * 3 + dx + 1) : NO_DIRECTION;
}
static inline int direction_x(int64_t d) { return (int)(d % 3) - 1; }
static inline int direction_y(int64_t d) { return (int)(d / 3) - 1; }

/* SHOW: constants that say what a view shows, and the registers that hold it. */
typedef enum {
  SHOW_SIZE,   /* the board: width and height */
  SHOW_AT,     /* a place of its own: x, y, width, height (0: as large as it may be) */
  SHOW_ROW,    /* places, which follow, fill x, y, width, height: side by side, */
  SHOW_COLUMN, /* ... one under the other, */
  SHOW_RING,   /* ... on an ellipse, */
  SHOW_LOOP,   /* ... along the edge, */
  SHOW_GRID,   /* ... as columns and rows of their kind */
  SHOW_EACH,   /* one of these places */
  SHOW_LINE,   /* a place between two others */
  SHOW_ON,     /* what lies on a place, */
  SHOW_PART,   /* ... on a part of it: from, to, of */
  SHOW_SHAPES
} ShowShape;
enum {
  SHOW_SHAPE,
  SHOW_TYPE,       /* of what is shown; -1: it is a text */
  SHOW_TEXT,       /* that text, else -1 */
  SHOW_NOUN,       /* what names it: 0 nothing, or SHOWN_FIELD, … */
  SHOW_NOUN_ROW,   /* its row */
  SHOW_SPOT,       /* type of what it lies on, or of where a line begins; -1: nothing */
  SHOW_SPOT_FIELD, /* the field that says where it lies, -1 if none does */
  SHOW_END,        /* type of where a line ends; else -1 */
  SHOW_PER,        /* type of what a field has one for each of; else -1 */
  SHOW_HEAD
};
enum { SHOWN_BY_NOTHING, SHOWN_FIELD, SHOWN_COLUMN, SHOWN_VALUE };
/* Registers: what, the thing whose field that is and what for, where, the thing whose
 * field that is, then four numbers, or the two ends of a line. */
enum {
  SHOWN_WHAT,
  SHOWN_OF,
  SHOWN_FOR,
  SHOWN_ON,
  SHOWN_ON_OF,
  SHOWN_AT,
  SHOWN_REGS = SHOWN_AT + 4
};

/* Programs since PROGRAM_OLDEST run as they did: what comes later is added at the end of
 * op.def and of the tables' rows. */
enum { PROGRAM_MAGIC = 0x6c676552, PROGRAM_OLDEST = 2, PROGRAM_VERSION = 5 };
/* Since this version what somebody does secretly is known to nobody else before all are
 * in, and a list of answers does not depend on what is hidden from who answers. */
enum { PROGRAM_DISCREET = 3 };
/* ... and since this one the order of combinations does not, either. */
enum { PROGRAM_EVEN = 4 };
/* ... and since this one, who does not see where things were put secretly has lost sight
 * of them. */
enum { PROGRAM_LOSES = 5 };

typedef struct PHeader {
  int32_t magic, version;
  int32_t name, title, source, ledger; /* strings, -1 if not said */
  int32_t seats_low, seats_high;
  int32_t cells;      /* of a state */
  int32_t piles;      /* how many piles there are */
  int32_t pile_cells; /* where their cells begin */
  int32_t has_gather; /* somewhere answers are secret: keep a shadow */
  int32_t main;       /* the chunk that runs a whole game */
  int32_t armed;      /* field: set-up is over, rules watch and invariants hold */
} PHeader;

typedef struct PLoc {
  int32_t file, line, col, end;
  int32_t cite; /* innermost citation: a string, -1 if none */
} PLoc;

typedef struct PFile {
  int32_t path, text, size; /* strings */
} PFile;

/* A chunk is a piece of code with its own frame: a verb, a rule's layer, a value.
 * Registers of a frame: 0 me, 1 this, then parameters, locals, temporaries. */
typedef struct PChunk {
  int32_t name, first, count, regs, result /* words, values only */, loc;
} PChunk;

typedef struct PType {
  int32_t tag;
  int32_t lo, hi;     /* scalars: the numbers used; sets: those of their elements */
  int32_t opt;        /* may be none */
  int32_t kind;       /* things and piles, sets of things: kind, else -1 */
  int32_t elem;       /* sets and lists: type of the elements, else -1 */
  int32_t words;      /* registers a value takes */
  int32_t first_word; /* words: their first row, else -1 */
} PType;              /* 32 bytes */

typedef struct PWord {
  int32_t name, text;
} PWord;

enum {
  KIND_COPIES = 1,
  KIND_PLAYER = 2,
  KIND_ALIKE = 4, /* players: who sits where does not matter, */
  KIND_CIRCLE = 8 /* ... or only who sits next to whom */
};
typedef struct PKind {
  int32_t name, text, flags;
  int32_t first, count;   /* its things */
  int32_t width, height;  /* grids, else 0 */
  int32_t present;        /* field with the set of those in this setup, -1: all */
  int32_t cells;          /* where the pile cells of its things begin, -1: in no pile */
  int32_t type, set_type; /* reference to one, set of them */
} PKind;

/* Pile cells of a thing. */
enum { TC_PILE, TC_ABOVE, TC_BELOW, TC_LOOSE, TC_KNOWN, TC_COUNT };
/* Cells of a pile. */
enum { PC_COUNT_, PC_BOTTOM, PC_TOP, PC_CELLS };

typedef struct PThing {
  int32_t name, text, kind;
  int32_t face, copies; /* first of its copies, how many there are */
  int32_t variant;      /* -1: always there */
  int32_t loc, phrase;  /* composed text of its slots (phrases), -1 if none */
} PThing;
enum { THING_NEVER = -2 }; /* its variant: a pack takes it out of every game */

typedef enum { SEEN_ALL, SEEN_NONE, SEEN_OWNER, SEEN_CHUNK } SeenBy;
enum {
  FIELD_PILE = 1,
  FIELD_OPTION = 2,
  FIELD_HIDDEN = 4,
  FIELD_WIDE = 8,
  FIELD_SHUFFLED = 16,
  FIELD_DRAWN = 32 /* a view shows it */
};
typedef struct PField {
  int32_t name, text, flags, type;
  int32_t kind, first, count;             /* whose field: -1, 0, 1 for the game */
  int32_t per_type, per_first, per_count; /* one for each: -1, 0, 1 if not */
  int32_t cell, size;                     /* first cell, cells of one */
  int32_t pile;                           /* number of its first pile */
  int32_t seen, seen_chunk;
  int32_t loc;
} PField; /* 64 bytes: finding one is a shift */

typedef struct PColumn {
  int32_t name, text, kind, type;
  int32_t first, count; /* the kind's things */
  int32_t base;         /* constants: words of the first thing; -1: computed by chunks */
  int32_t slot;         /* computed: slot that gives it, else -1 */
  int32_t open;         /* 1: everybody reads it, even on a hidden thing */
} PColumn;

typedef struct PSlot {
  int32_t name, text, kind, first; /* rows in slot_chunks, one for each thing */
} PSlot;

typedef struct PVerb {
  int32_t name, text, chunk, loc, phrase;
  int32_t kind; /* slots: the kind, else -1 */
} PVerb;

/* A text that people read, with the values its placeholders stand for. */
typedef struct PText {
  int32_t key, source, first_arg, args;
} PText;
/* Registers of what is named by its id; in a title, of the thing that it is the title of.
 */
enum { ARG_THING = -2, ARG_KIND = -3, ARG_ITSELF = -4 };
typedef struct PArg {
  int32_t name, reg, type;             /* type: of the value at the end of the path */
  int32_t base_type, first_path, path; /* fields (>=0) or columns (~index) to follow; of
                                          ARG_… first_path is the thing or kind */
} PArg;

enum {
  DECISION_ATTEMPT = 1, /* what hangs on the answer can fail: answers are probed */
  DECISION_SECRET = 2,  /* nobody sees the answer until all are in */
  DECISION_SEAT = 4,    /* who answers acts in what follows */
  DECISION_PLAIN = 8,   /* one set, computed once for all who may answer */
  DECISION_BEGUN = 16,  /* asked in parts, all of them are for who answered the first */
  DECISION_MOVES = 32,  /* some alternative is a move of several parts */
};
typedef struct PDecision {
  int32_t text, flags, seat; /* seat: register that gets who answered */
  int32_t first_alt, alts, live, loc;
} PDecision;

typedef enum {
  ALT_LABEL,
  ALT_ELEMENT,
  ALT_SUBSET,
  ALT_NONE,
  ALT_MOVE, /* the first name of a move, … */
  ALT_PART  /* … and in the rows behind it the others */
} AltForm;
typedef struct PAlt {
  /* type: of the set, of ALT_NONE only where several are chosen; var: register of the
   * answer */
  int32_t form, text, type, var;
  int32_t target, loc;
} PAlt;

/* Is what it gives a set? */
static inline bool alt_gives_set(const PAlt *a)
{
  return a->form == ALT_SUBSET || (a->form == ALT_NONE && a->type >= 0);
}

/* Is it an element of a set, or several of different ones? */
static inline bool alt_is_value(const PAlt *a)
{
  return a->form == ALT_ELEMENT || a->form == ALT_MOVE;
}

typedef enum { CITES_RULE, CITES_TEST, CITES_OMIT } CiteUse;
typedef struct PCite {
  int32_t id, use, loc, what; /* strings; what: the construct that cites, or the reason */
} PCite;

typedef struct PVariant {
  int32_t name, text, field; /* the flag that says whether it holds */
} PVariant;

typedef struct PValue {
  int32_t name, text;
  int32_t kind; /* of its things, -1: of the game */
  int32_t type, chunk, loc;
  int32_t first_param, params; /* rows in params */
} PValue;

typedef struct PAlways {
  int32_t chunk, text, loc;
} PAlways;

typedef struct PView {
  int32_t title, chunk, loc; /* title: a text, -1 if none */
} PView;

typedef struct PTest {
  int32_t title, chunk, loc, seats;
  int32_t names; /* the seats' names, one string after the other */
  int32_t first_script, scripts;
} PTest;

typedef struct PScript {
  int32_t first, count; /* answers */
} PScript;

/* ANSWER_MORE: the next row is the next part of the same answer. */
enum { ANSWER_NOT = 1, ANSWER_CHANCE = 2, ANSWER_LABEL = 4, ANSWER_MORE = 8 };
typedef struct PAnswer {
  int32_t flags, seat, chunk, type, text, loc; /* seat -1: whoever is asked */
} PAnswer;

typedef enum {
#define PHRASE_OP(name, arg, parts, least) PH_##name,
#include "interp/code/phrase.def"
#undef PHRASE_OP
  PH_COUNT
} PhraseOp;

/* Composed text: a tree in prefix order, see phrase.def. */
typedef struct PPhrase {
  int32_t op, arg, arg2, kids, size; /* size: rows of the whole subtree */
} PPhrase;
/* What PH_THAT is where it is not one of several that were named. */
enum { THAT_ANY = -1, THAT_NUMBER = -2, THAT_SEVERAL = -3, THAT_FACT = -4 };
/* The sorts of PH_RULE. */
enum { RULE_BEFORE, RULE_AFTER, RULE_INSTEAD, RULE_WHEN };

typedef struct Program {
#define SECTION(type, name)                                                              \
  const type *name;                                                                      \
  int32_t n_##name;
#include "interp/code/section.def"
#undef SECTION
  const unsigned char *image; /* in the machine's order of bytes */
  const unsigned char *file; /* the same in that of files; NULL: there is no difference */
  size_t size;
  uint64_t hash;   /* of the image */
  int32_t outlook; /* the chunk that tells how good a position looks, -1: none */
  int32_t score;   /* the chunk that tells what a player has at the end, -1: none */
  const struct Native *native; /* see vm/native.h; NULL: it is interpreted */
  /* What was made of it to run faster, and its own code as if it were that: if somebody
   * did. */
  void *made, *plain, *quiet;
  void (*unmake)(void *made);
} Program;

/* The image as it is stored, sealed and hashed: the same bytes on every machine. */
const unsigned char *program_file(const Program *p);
/* Turns an image that was made here into that. */
void program_to_file(unsigned char *image, size_t size);
/* Takes over `image` (malloc'd, as it is stored).  Returns NULL and says why if it is not
 * a sound program; the image is freed then. */
Program *program_load(unsigned char *image, size_t size, char *why, size_t why_size);
void program_free(Program *p);

static inline const char *program_string(const Program *p, int32_t s)
{
  return s < 0 ? "" : p->strings + s;
}

/* move.c: an answer has several parts if it is a move, else one.  Part k of alternative
 * `alt` is row alt + k; the values are digits of the option's value, and NONE is a part
 * that is asked for later. */
int program_parts(const Program *p, int alt);
int32_t program_part(const Program *p, int alt, int32_t value, int part);
/* Is this part of an answer a thing? */
static inline bool alt_has_things(const Program *p, int alt)
{
  const PAlt *a = &p->alts[alt];
  return (alt_is_value(a) || a->form == ALT_PART) && p->types[a->type].kind >= 0;
}
/* A move with one more part; it has those before it. */
int32_t program_join(const Program *p, int alt, int32_t value, int part, int32_t with);
/* Is a part of this move still to be asked for? */
bool program_opens(const Program *p, int alt, int32_t value);

/* Do the numbers of all moves fit? */
bool program_counts_moves(const Program *p, int alt);

/* Is it a `claim`, or an `always`? */
bool program_claims(const Program *p, int always);
/* A claim that is a condition: it is the same in every state of a game. */
bool program_constant(const Program *p, int always);
/* An `always` that names the winners: it is about the end of a game. */
bool program_about_end(const Program *p, int always);

const char *op_name(int op);
const char *op_operands(int op);
/* What an instruction does besides working on registers, as op.def has it. */
enum {
  DOES_NOTHING = '-',
  DOES_PURE = 'p',
  DOES_WRITE = 'w',
  DOES_TELL = 't',
  DOES_CHANCE = 'c',
  DOES_ASK = 'o',
  DOES_END = 'e',
  DOES_ALONE = 'x'
};
char op_does(int op);
char op_gives(int op);
const char *op_effect(int op);
/* The target of a jump at ip, -1: it is none. */
int32_t jump_of(const PInstr *i, int32_t ip);

#endif
