/* The model: what a ruleset declares, with names resolved and types known.
 *
 * sema() fills it from the tree and annotates the tree's nodes (type, sym, op, text);
 * code generation reads both and looks nothing up by name. */
#ifndef REGEL_MODEL_H
#define REGEL_MODEL_H
#include "interp/base/value.h"
#include "interp/base/limits.h"
#include "grammar/tree.h"

typedef struct Type Type;
typedef struct Kind Kind;
typedef struct Thing Thing;
typedef struct Field Field;
typedef struct Column Column;
typedef struct Value Value;
typedef struct Verb Verb;
typedef struct Rule Rule;
typedef struct Variant Variant;
typedef struct Sym Sym;

typedef struct Words { /* a type of words: easy | normal | hard */
  const char *name;    /* of the type, or NULL */
  Node *list;          /* N_WORD */
  Variant *pack;       /* whose words they are; NULL: the game's */
  Kind *of;            /* the names of its things, or NULL */
  int count, first;    /* first: row in the program's words */
} Words;

struct Type {
  TypeTag tag; /* T_VOID: an error was reported, fits everywhere */
  bool opt;
  bool generic; /* of `any` kind, in a declaration still to be instantiated */
  int64_t lo, hi;
  Kind *kind; /* things, piles */
  Words *words;
  Type *elem;   /* sets, lists */
  int capacity; /* lists */
  int index;    /* row in the program, -1 until used */
};

typedef enum {
  SY_KIND,
  SY_THING,
  SY_FIELD,
  SY_COLUMN,
  SY_SLOT,
  SY_VALUE,
  SY_TYPE,
  SY_LOCAL,
  SY_PLAYERS,
  SY_WINNERS,
  SY_OWNER,
} SymTag;

struct Sym {
  SymTag tag;
  const char *name;
  Node *decl;
  Type *type;
  Variant *variant; /* declared in it, or NULL */
  Sym *same;        /* the next of the same name (other variants) */
  union {
    Kind *kind;
    Thing *thing;
    Field *field;
    Column *column;
    Verb *slot;
    Value *value;
  };
  /* locals */
  bool fixed;       /* cannot be set */
  bool shuffled;    /* a pile that the verb shuffles */
  struct Val *flow; /* flow: what it holds tells, or NULL */
  bool said;        /* code/phrase: named once in the text being composed */
  bool former;      /* code/phrase: what it was taken from has changed since */
  bool read;        /* find/uses.c: something asks for it */
  int reg;          /* given by code generation */
  Node *argument;   /* code/phrase: what a parameter stands for in the call being told */
  int64_t lo, hi;   /* narrowed interval of a fixed number */
};

typedef struct Axis { /* what a kind has a thing for each of */
  const char *name;
  Type *type;
  int count;
} Axis;

struct Kind {
  const char *name, *label;
  Node *decl;
  Node *product;       /* the declaration that says of what, or NULL */
  Node *titled;        /* what each thing is called, or NULL */
  Axis axes[MAX_AXES]; /* the first changes fastest */
  int naxes;
  bool made;
  int index, first, count; /* things: ids first..first+count-1 */
  int width, height;
  bool in_piles, has_copies, has_variants, is_player;
  VEC(Sym *) members; /* fields, columns, slots */
  struct Map *named;  /* the same by name; NULL if there are none */
  VEC(Thing *) things;
  Type *type, *set;
  Sym *sym;
  VEC(Node *) rules; /* rules, groups, always; with the variant they stand in */
  VEC(Variant *) rule_variants;
};

/* A printed value that a variant fills in again: `either` is the condition made of it. */
typedef struct Refill {
  Variant *variant;
  const Node *fill;
  Node *either;
} Refill;
typedef struct Copies { /* of a thing in a variant or pack */
  Variant *variant;
  int n;
  const Node *decl; /* where it says so */
} Copies;

/* A slot that a variant fills in again. */
typedef struct Rebody {
  Variant *variant;
  const Verb *slot;
  Node *body;
} Rebody;

struct Thing {
  const char *name, *label; /* name: a path for inline things */
  Node *decl;
  Kind *kind;
  int id, copies; /* ids id..id+copies-1; those that others add come last */
  int word;       /* its place among the names of its kind */
  Variant *variant;
  VEC(Copies) fewer;   /* so many of the first ones; what is above comes later */
  VEC(Copies) more;    /* so many behind them */
  VEC(Refill) refills; /* in the order in which they wrap each other */
  VEC(Rebody) rebodies;
  Sym *sym;
};

struct Field {
  const char *name;
  Node *decl;
  Kind *kind; /* NULL: of the game */
  Type *type;
  Type *per; /* one for each, or NULL */
  Variant
      *variant; /* declared in it, or NULL: elsewhere it keeps the type's first value */
  bool option, pile, shuffled, hidden;
  int index, cell, size;
  Verb *raise, *lower; /* hidden verbs, if rules wrap the change */
  bool read, written;
};

enum { NAME_AXIS = -1 };

/* A printed value: a constant of each thing, or computed from it. */
struct Column {
  const char *name;
  Node *decl;
  Kind *kind;
  Type *type;
  int index;
  int axis; /* of a product: which, from 1; NAME_AXIS: the name of the thing */
  bool computed;
  int visit;      /* for finding circles */
  Value *changed; /* what it is with what cards in play contribute, or NULL */
};

typedef enum {
  LAYER_BODY,
  LAYER_BOOK,
  LAYER_VARIANT,
  LAYER_PACK,
  LAYER_THING,
  LAYER_COUNT
} Layer;

/* Where a rule or a definition stands. */
typedef struct Place {
  Layer layer;
  Variant *variant; /* or NULL */
  Kind *kind;       /* inside a kind or thing: the kind of `this` */
  Thing *thing;     /* inside a thing */
  Node *hold;       /* the condition of its `while` group, or NULL */
  Node *above;      /* what that group is above, or NULL */
} Place;

typedef struct Def { /* one definition of a value */
  Node *node;
  Place place;
  int chunk;
  Sym *it; /* the thing whose value it changes, or NULL */
} Def;

/* One contribution: a definition, or a step of one that has several. */
typedef struct Share {
  size_t def;
  ShareSort sort;
  bool minus;    /* SHARE_ADD: it is taken off */
  bool once;     /* copies of its thing count as one */
  bool reads;    /* SHARE_REPLACE: made from what is beneath */
  Node *guard;   /* it counts only if this holds, or NULL */
  Node *operand; /* NULL: a table */
} Share;

struct Value {
  const char *name;
  const char *key; /* the same with its pack, for its text */
  Node *decl;
  Type *type;
  Kind *of;       /* a value of its things: `this` is one; else NULL */
  Column *column; /* what is printed there is where it begins, or NULL */
  int slot;       /* of a kind, with arguments: row in the program */
  VEC(Sym *) params;
  VEC(Def) defs;     /* the base one first, if there is one */
  VEC(Def) fills;    /* of a kind, with arguments: as its things say it */
  VEC(Share) shares; /* from the bottom to the top, the base one first */
  int state;         /* 0 not checked, 1 being checked, 2 checked */
  int visit;         /* the same for finding circles */
  bool used, generic;
  int stuck; /* flow.c: 0 not known, 1 being looked at, else 2 + its bits */
  int index; /* in the model */
  int entry; /* chunk */
  int row;   /* in the program, from 1; 0: it has none */
  VEC(Value *) instances;
};

struct Rule {
  Tag tag; /* N_BEFORE, N_AFTER, N_INSTEAD */
  Node *node, *event;
  Place place;
  Verb *verb;
  VEC(Sym *) names; /* the event's names for the verb's parameters */
  Sym *it;
  Thing *only; /* the event names a thing, not a kind */
};

struct Verb {
  const char *name, *label;
  Node *decl;  /* N_VERB; NULL for the change of a field */
  Node *shape; /* N_PARAM and N_WORD */
  VEC(Sym *) params;
  Variant *variant;
  Kind *slot_of; /* a slot of this kind */
  Field *field;  /* raise or lower of this field */
  bool lowers;
  VEC(Rule *) rules;
  bool generic, used;
  bool offered; /* agree/rule.c: an answer of some decision leads to it */
  VEC(Verb *) instances;
  int index, slot, entry; /* program: verb, slot row, outermost chunk */
  int layer[LAYER_COUNT];
  /* What running it can do (flow.c). */
  unsigned bits;
  int visit;
  int number; /* place in the model's list, for who needs it (find/circle.c) */
};

/* Which fields, and piles of which kinds, an expression reads, values followed; by their
 * numbers in the model's lists, in their order. */
typedef struct Numbers {
  int *at;
  size_t n;
} Numbers;
typedef struct Read {
  Numbers fields, kinds;
} Read;

typedef struct When {
  Node *node;
  Place place;
  Field *bits;  /* one flag for each thing watched */
  Field *sight; /* code/watch.c: who sees this field is watched, or NULL */
  Read read;    /* what its condition depends on (flow.c) */
  int chunk;
} When;

/* What must hold: an `always`, or a `claim`, which says it of the rules and not of the
 * state.  A claim with a block says that the block can be carried out whenever. */
typedef struct Always {
  Node *node;
  Place place;
  Sym *each;     /* the claim's name for what its block is carried out for, or NULL */
  bool proved;   /* claim.c: nothing in the block can fail */
  bool refuted;  /* find/claim.c: play comes to where it does not hold */
  bool open;     /* find/claim.c: it was looked at, and is neither */
  bool replaced; /* by what a pack says, or brings */
  int index;     /* row in the program, -1 if there is nothing to look at */
} Always;

typedef struct Picture { /* a view */
  Node *node;
  Variant *variant;
  struct Picture *of; /* the view of the same title that this one goes on with, or NULL */
} Picture;

/* A pack is a variant that always holds, with names of its own. */
struct Variant {
  const char *name, *label;
  Node *decl; /* N_VARIANT, also of a pack */
  int index;
  Field *flag;
  Variant *pack;     /* to which it belongs (a pack to itself); NULL: to the game */
  bool always;       /* it is a pack, */
  struct Map *names; /* and these are its own: name -> Sym */
  bool tests;        /* what stands in `test { … }` */
};

typedef struct Pack {
  Node *decl; /* N_PACK */
  Variant *variant;
  const char *author, *licence, *source;
  VEC(const char *) ledgers, versions;
} Pack;

typedef struct Body { /* a slot filled by a thing */
  Thing *thing;
  Verb *slot;
  Node *node; /* N_BODY */
} Body;

typedef struct Test {
  Node *node;
  bool others; /* of the game, where packs are tested: understood, but not run */
  VEC(Sym *) seats;
} Test;

typedef struct TextArg {
  const char *name;
  Node *expr; /* NAME, ME, THIS, IT or DOT chain, checked */
} TextArg;
typedef struct TextUse {
  const char *source;
  const char *owner; /* the declaration it stands in, see text.c; NULL: of no player */
  bool printed;      /* it is all that its owner says */
  VEC(TextArg) args;
} TextUse;

typedef struct Model {
  Unit *unit;
  Arena *arena;
  Node *game;
  const char *source;
  VEC(const char *) ledgers; /* the game's own first, then those of files it shares */
  enum { SEATS_OWN, SEATS_ALIKE, SEATS_CIRCLE } seats; /* may players change places? */
  Kind *player;
  VEC(Kind *) kinds;
  VEC(Thing *) things;
  VEC(Field *) fields;
  VEC(Column *) columns;
  VEC(Value *) values;
  VEC(Verb *) verbs; /* verbs, slots, changes of fields; instances of generic ones */
  VEC(Rule *) rules;
  VEC(When *) whens;
  VEC(Always *) always;
  VEC(Picture *) pictures;
  VEC(Variant *) variants;
  VEC(Pack *) packs;
  VEC(Body) bodies;
  VEC(Test *) tests;
  VEC(Node *) omits;
  VEC(Words *) words;
  VEC(Type *) types;
  Type **type_table; /* the same, to find one */
  size_t type_cap;
  Verb *setup, *play;
  Value *outlook; /* NULL: none */
  Value *score;   /* what each player has at the end, as `me`; NULL: none */
  int thing_count;
  int others;                       /* flow.c: inside `as` another player */
  unsigned *when_field, *when_kind; /* flow.c: what `when` can do after a change */
  bool has_gather;
  bool offers_known; /* agree/rule.c */
} Model;

/* Checks a parsed unit.  Errors go to u->diags; the model is complete only without. */
Model *sema(Unit *u);

/* Facts that flow.c infers for bodies. */
enum {
  CAN_FAIL = 1,      /* a `require` can fail and nothing inside catches it */
  CAN_BE_STUCK = 2,  /* a choice may be empty or a thing none: the soft kind of failure */
  CAN_COMMIT = 4,    /* chance or another's decision */
  CAN_FAIL_LATE = 8, /* fails after a commit */
  CAN_END = 16,      /* the game may end in it */
  CAN_DECIDE = 32,   /* whoever acts decides something */
};
unsigned stmt_bits(Model *m, Node *n);
bool is_shuffled(const Node *pile);                   /* by some rule */
int64_t certain_count(const Model *m, const Node *n); /* how many are in it at least */
unsigned expr_bits(Model *m, Node *n);

/* One for many expressions: it remembers what it has seen of the present one. */
typedef struct Reader Reader;
Reader *reader_new(Model *m);
/* Of both together; `also` may be NULL. */
Read model_reads(Reader *r, Node *n, Node *also);
/* The same as marks that are kept until they are cleared, for several expressions. */
typedef struct Reads {
  bool *field, *kind, *value;
  Reader *reader;
} Reads;
Reads reads_new(Model *m);
void reads_add(Reads *r, Node *n);
void reads_clear(Reads *r);

/* The value that an expression asks for, or NULL; one of a thing is asked for with a dot.
 */
static inline Value *value_named(const Node *n)
{
  if (n->sym && (n->tag == N_NAME || n->tag == N_CALL) && n->sym->tag == SY_VALUE)
    return n->sym->value;
  if (n->sym && n->tag == N_DOT && n->sym->tag == SY_COLUMN)
    return n->sym->column->changed;
  return NULL;
}

/* All texts by which a value is defined: its definitions, then what things say. */
static inline size_t value_texts(const Value *v) { return v->defs.n + v->fills.n; }
static inline Def *value_text(const Value *v, size_t i)
{
  return i < v->defs.n ? &v->defs.at[i] : &v->fills.at[i - v->defs.n];
}

/* The item by which a thing fills in a printed value, or NULL. */
const Node *thing_fill(const Thing *t, const char *name);
/* The same for one column: packs may have others of its name. */
const Node *column_fill(const Thing *t, const Column *c);

/* Is it there only in some games? */
static inline bool thing_varies(const Thing *t)
{
  return t->variant && !t->variant->always;
}

/* How many copies its own declaration gives it. */
static inline int thing_base(const Thing *t)
{
  int n = t->copies;
  for (size_t i = 0; i < t->more.n; i++) n -= t->more.at[i].n;
  return n;
}

/* Does a variant change how many there are? */
static inline bool copies_vary(const Thing *t)
{
  for (size_t i = 0; i < t->more.n; i++)
    if (!t->more.at[i].variant->always) return true;
  return t->fewer.n > 0;
}

/* How many copies of it there are in every game. */
static inline int thing_least(const Thing *t)
{
  int least = thing_varies(t) ? 0 : thing_base(t);
  for (size_t i = 0; i < t->fewer.n; i++)
    if (t->fewer.at[i].n < least || t->fewer.at[i].variant->always)
      least = thing_varies(t) ? 0 : t->fewer.at[i].n;
  for (size_t i = 0; i < t->more.n; i++)
    if (!thing_varies(t) && t->more.at[i].variant->always) least += t->more.at[i].n;
  return least;
}

/* Whether a key of a table fits one of a row's patterns. */
bool pattern_has(const Node *pat, int64_t v);

/* Does `reveal` tell this as it is?  Things show their faces instead. */
bool reveals_value(const Type *t);

/* Types. */
void type_add(Model *m, Type *t); /* one that was made elsewhere */
Type *type_num(Model *m, int64_t lo, int64_t hi);
Type *type_plain(Model *m, TypeTag tag);
Type *type_thing(Model *m, Kind *k, bool opt);
Type *type_set(Model *m, Type *elem);
Type *type_list(Model *m, Type *elem, int capacity);
Type *type_opt(Model *m, Type *t, bool opt);
bool type_same(const Type *a, const Type *b);
/* Can a value of `from` stand where `to` is wanted (ranges aside)? */
bool type_fits(const Type *from, const Type *to);
const char *type_words(Model *m, const Type *t); /* for messages */
int type_registers(const Type *t);
int64_t type_count(const Type *t); /* elements of a scalar type */

#endif
