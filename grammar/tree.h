/* The tree that the parser builds.  All nodes have one shape, so that dumping, copying
 * and walking need no code per kind; tree.def says what the parts of each are. */
#ifndef REGEL_TREE_H
#define REGEL_TREE_H
#include "grammar/diag.h"

typedef enum {
#define NODE(tag, sort, a, b, c, d, e, more) N_##tag,
#include "grammar/tree.def"
#undef NODE
  N_COUNT
} Tag;

typedef enum {
  SORT_ANY,
  SORT_DECLARATION,
  SORT_TYPE,
  SORT_STATEMENT,
  SORT_EXPRESSION
} Sort;

/* What a part is to its node. */
typedef enum {
#define ROLE(name, many, sort) ROLE_##name,
#include "grammar/tree.def"
#undef ROLE
  ROLE_COUNT
} PartRole;

typedef struct Node Node;
struct Node {
  Tag tag;
  Loc loc;
  const char *name;  /* interned: equal names are equal pointers */
  const char *extra; /* a second name, where tree.def says so */
  const char *label; /* the text a player reads, or NULL */
  Loc label_loc;     /* where that text stands */
  int64_t num, num2;
  Node *a, *b, *c, *d, *e;
  Node *cites; /* N_CITE nodes */
  Node *next;  /* the next in a list */
  /* What sema finds out (interp/sema/model.h). */
  struct Type *type;
  struct Sym *sym;
  struct TextUse *text; /* the label's placeholders */
  int32_t op;
};

/* The alternative that is asked together with this one: the next name of a move. */
static inline Node *alt_rest(const Node *alt)
{
  Node *n = alt->b && alt->b->tag == N_BLOCK ? alt->b->a : NULL;
  return n && n->tag == N_CHOOSE && n->num ? n->b : NULL;
}
static inline Node *alt_last(Node *alt)
{
  while (alt_rest(alt)) alt = alt_rest(alt);
  return alt;
}
/* How many names it binds: rows of the program. */
static inline int alt_rows(const Node *alt)
{
  int n = 1;
  for (; alt_rest(alt); alt = alt_rest(alt)) n++;
  return n;
}

enum { PICK_RANDOM = 1, PICK_MAY = 2, PICK_EMPTY_OK = 4 }; /* flags of N_PICK */

typedef struct NodeList {
  Node *head, *tail;
} NodeList;

typedef struct Interner Interner;
Interner *interner_new(Arena *a);
const char *intern(Interner *in, const char *s, size_t n);

/* `accept W0713 "reason"`: findings of that code in the statement or declaration that
 * follows are meant. */
typedef struct Accept {
  Loc loc;   /* of the code */
  int until; /* the last line that it covers */
  int depth; /* of blocks around it, while it is open */
  bool open, begun, used;
  DiagCode code;
  const char *reason;
} Accept;

/* A file that is being read, and the `use` that named it (NULL: the main file). */
typedef struct Reading {
  int file;
  const Node *use;
} Reading;

/* What is counted while it is read. */
typedef enum {
  DECLARED_THINGS,
  DECLARED_OPTIONS,
  DECLARED_VARIANTS,
  DECLARED_CLAIMS,
  DECLARED_ALWAYS,
  DECLARED_OTHERS,
  DECLARED_SORTS
} Declared;

/* One compilation's input side: what all stages before code share. */
typedef struct Unit {
  Arena *arena;
  Sources sources;
  Diags diags;
  Interner *names;
  NodeList items; /* of all files */
  VEC(Accept) accepts;
  VEC(Reading) reading;
  int declared[DECLARED_SORTS];
  bool cut;            /* more of a sort than is read: told, the rest was left */
  bool tests;          /* keep `test` items */
  bool open;           /* do not ask who may know what */
  struct Model *model; /* what sema made of it (interp/sema/model.h), or NULL */
} Unit;

Unit *unit_new(Arena *arena);
void unit_free(Unit *u);
/* Parses a file and everything it uses.  Errors are in u->diags.
 * Returns false if the file cannot be read at all. */
bool unit_parse(Unit *u, const char *path);
bool unit_parse_text(Unit *u, const char *name, const char *text, size_t size);
/* Parses a pack and everything it uses, after the game.  The same return value. */
bool unit_parse_pack(Unit *u, const char *path);
/* Parses files that are kept (sources_keep): the game, then the packs among them. */
bool unit_parse_kept(Unit *u, const char *path);
/* Has a text a line that begins a pack?  Tells in which files to look for one. */
bool text_has_pack(const char *text);

Node *node_new(Unit *u, Tag tag, Loc loc);
Node *node_copy(Unit *u, const Node *n, bool siblings);
NodeList list_one(Node *n);
NodeList list_add(NodeList l, Node *n);
Loc loc_span(Loc a, Loc b);

/* Sets of roles. */
#define ROLE_BIT(name) (1u << ROLE_##name)
enum {
  PARTS_EXPRESSION = ROLE_BIT(VALUE) | ROLE_BIT(VALUES) | ROLE_BIT(PLACE) |
                     ROLE_BIT(CONDITION) | ROLE_BIT(SET) | ROLE_BIT(WHO) |
                     ROLE_BIT(PERHAPS) | ROLE_BIT(OF_EACH),
  PARTS_BLOCK = ROLE_BIT(ONCE) | ROLE_BIT(MAYBE) | ROLE_BIT(LOOP) | ROLE_BIT(ATTEMPT) |
                ROLE_BIT(TRY) | ROLE_BIT(BODY),
  PARTS_STATEMENT = PARTS_BLOCK | ROLE_BIT(STATEMENTS) | ROLE_BIT(OFFERS),
  PARTS_OWN = ROLE_BIT(STATEMENTS) | ROLE_BIT(ONCE) | ROLE_BIT(MAYBE) | ROLE_BIT(LOOP) |
              ROLE_BIT(BODY), /* what fails there fails here */
  PARTS_DECLARATION = ROLE_BIT(ITEMS) | ROLE_BIT(ITEM) | ROLE_BIT(NAMES),
  PARTS_TYPE = ROLE_BIT(TYPE) | ROLE_BIT(TYPES),
  PARTS_MEANT = PARTS_EXPRESSION | PARTS_STATEMENT | PARTS_DECLARATION | PARTS_TYPE |
                ROLE_BIT(SCRIPT), /* everything but how it was written */
};

/* The one walk: the parts of a node whose roles are in a set, each of a list by itself,
 * in the order of tree.def.  for (Parts p = parts_of(n, SET); parts_next(&p);) … p.at */
typedef struct Parts {
  Node *at;
  PartRole role;
  const Node *of;
  Node *then; /* the next of the list */
  unsigned roles;
  int slot;
} Parts;
Parts parts_of(const Node *n, unsigned roles);
bool parts_next(Parts *p);
/* The statement that a node runs as a whole: its first part of PARTS_BLOCK, or NULL. */
Node *node_block(const Node *n);
/* A node below this one that is not what tree.def says, or NULL. */
const Node *tree_wrong(const Node *n);

Sort tag_sort(Tag t);
const char *tag_name(Tag t);
void tree_dump(FILE *out, const Unit *u, const Node *n, int depth);
/* Writes every token of a source, one a line. */
void tokens_dump(FILE *out, Unit *u, int file);

#endif
