/* What the files of diff share and nobody else sees. */
#ifndef REGEL_DIFF_INT_H
#define REGEL_DIFF_INT_H
#include "interp/diff/diff.h"
#include "interp/sema/model.h"

/* The compiler changes the tree as it goes.  A twin is a node as it was written, and
 * knows the node that the compiler looked at. */
typedef struct DiffTwin {
  Node node;
  Node *resolved;
} DiffTwin;
static inline const Node *diff_resolved(const Node *n)
{
  return ((const DiffTwin *)n)->resolved;
}

struct DiffRules {
  Unit *unit;
  Node *items; /* twins */
  Model *model;
  VEC(const Rule *) by_event; /* in the order of their events' addresses */
};

/* ---- names: a map from strings to numbers --------------------------------------- */

typedef struct DiffMap {
  Arena *arena;
  const char **keys;
  int *values;
  size_t cap, n;
} DiffMap;
DiffMap *diff_map_new(Arena *a);
/* -1 if the key is not there. */
int diff_map_get(const DiffMap *m, const char *key);
void diff_map_put(DiffMap *m, const char *key, int value);

/* ---- declarations --------------------------------------------------------------- */

typedef struct DiffDecl DiffDecl;
struct DiffDecl {
  DiffGroup group;
  const char *sort;    /* "verb" */
  const char *key;     /* what it is matched by */
  const char *name;    /* what it is called in a report */
  const char *own;     /* its name where it is used; NULL: it has none */
  const char *space;   /* where `own` is looked up: "" the game, "verb", or a kind */
  const char *variant; /* that it stands in, or NULL */
  const char *pack;    /* that it comes from, or NULL */
  const char *kind;    /* of a thing, or that it stands in; or NULL */
  const Node *node;
  const Node *hold;         /* condition of the group it stands in, or NULL */
  const DiffDecl *owner;    /* the thing in whose body it stands, or NULL */
  VEC(const char *) cites;  /* of all of it */
  VEC(const Node *) things; /* of a kind, in their order */
  uint64_t hash;
  int size, at;   /* nodes; place in the list */
  DiffDecl *peer; /* on the other side */
  bool named;     /* its name is its identity */
  bool changes;   /* a variant or pack says here what is otherwise in the game */
};
typedef VEC(DiffDecl *) DiffDecls;
/* list.c: the key of something that stands where `x` does. */
const char *diff_key(Arena *a, const DiffDecl *x, const char *what);

/* Two names of one local thing; NULL where it has no counterpart. */
typedef struct DiffLocal {
  const char *name[DIFF_SIDES];
} DiffLocal;

/* A change as it is found. */
typedef struct DiffNote {
  DiffKind kind;
  const char *part, *old, *new;
  const Node *at[DIFF_SIDES];
  unsigned about;
  bool code;
} DiffNote;

struct Diff {
  Arena *arena;
  const DiffRules *rules[DIFF_SIDES];
  DiffWish wish;
  DiffDecls decls[DIFF_SIDES];
  DiffMap *keys[DIFF_SIDES]; /* key -> the first declaration that has it */
  DiffMap *renames;          /* "space name" -> place in names */
  VEC(const char *) names;
  VEC(DiffLocal) locals;
  VEC(DiffChange) changes;
  VEC(DiffNote) notes;   /* beside the changes */
  VEC(int) order;        /* of each change: where it is read */
  const DiffDecl *a, *b; /* being compared */
  const Node
      *around[DIFF_SIDES]; /* the innermost statements around that cite something */
};

/* What the heads of the declarations that are being compared cite. */
const char *const *diff_head_cites(Diff *d);
/* Text for a cell of a table in Markdown. */
void diff_escape(Buf *b, const char *s);

/* diff_list.c: all declarations of a side. */
void diff_list(Diff *d, int side);
/* The fixed words and arguments of a verb: "put _ in _". */
const char *diff_signature(Arena *a, const Verb *v);
/* The rule that an event of a twin belongs to, NULL if the compiler has none. */
const Rule *diff_rule_of(const DiffRules *r, const Node *event);

/* diff_match.c: gives every declaration its peer, and finds renamed ones. */
void diff_match(Diff *d);

/* ---- trees (diff_same.c) -------------------------------------------------------- */

enum { LOOSE_TEXT = 1, LOOSE_NUMBER = 2 }; /* what may differ */
/* Whether two nodes, or lists of them, mean the same; NULLs are nothing. */
bool diff_same(Diff *d, const Node *a, const Node *b, unsigned loose);
bool diff_same_list(Diff *d, const Node *a, const Node *b, unsigned loose);
bool diff_same_text(Diff *d, const char *a, const char *b);
/* Names a local thing on both sides until diff_unbind to the mark. */
size_t diff_mark(const Diff *d);
void diff_bind(Diff *d, const char *a, const char *b);
void diff_unbind(Diff *d, size_t mark);
/* The names that two events give to the arguments of their verb. */
void diff_bind_event(Diff *d, const Node *a, const Node *b);
/* Equal trees have equal hashes, whatever their locals and texts. */
uint64_t diff_hash(const Node *n);
int diff_size(const Node *n);
/* How much two trees have in common, from 0 to 1. */
double diff_likeness(const Node *a, const Node *b);
/* The new name of something, NULL if it kept its own. */
const char *diff_renamed(const Diff *d, const char *space, const char *name);

/* near.c: for each row of a book the row of the other one that is nearest in its words;
 * -1 where none is near. */
void diff_near(const Diff *d, const DiffBook *book, int *near[DIFF_SIDES]);

/* ---- source (diff_print.c, diff_expr.c)
 * ------------------------------------------------------ */

const char *diff_print(Arena *a, const Node *n);
/* The same without blocks: "if a { … }". */
const char *diff_print_head(Arena *a, const Node *n);
const char *diff_print_list(Arena *a, const Node *n, const char *between);
const char *diff_print_params(Arena *a, const Node *n);
const char *diff_quote(Arena *a, const char *text);
/* What both print with: how tightly something must bind to stand without brackets. */
enum {
  BINDS_NOT,
  BINDS_FILTER,
  BINDS_OR,
  BINDS_AND,
  BINDS_UNTRUE,
  BINDS_COMPARE,
  BINDS_SPAN,
  BINDS_SUM,
  BINDS_TERM,
  BINDS_UNARY,
  BINDS_TIGHT
};
void diff_put(Buf *b, const Node *n, int least);
void diff_put_list(Buf *b, const Node *n, const char *between);
void diff_put_text(Buf *b, const char *text);
void diff_put_label(Buf *b, const Node *n);

/* ---- changes -------------------------------------------------------------------- */

/* diff.c: adds a change of the declarations being compared. */
void diff_note(Diff *d, DiffGroup group, DiffNote n);
/* list.c: what has this key; NULL if there is none. */
const DiffDecl *diff_find(const Diff *d, int side, const char *key);
/* The block of a construct, if there is a citation at its braces; else NULL. */
const Node *diff_cited_block(const Node *n);
/* diff_decl.c: what differs in d->a and d->b. */
void diff_decl(Diff *d);
/* An expression or a type, and where it stands on both sides. */
void diff_part(Diff *d, const char *part, const Node *a, const Node *b, const Node *at_a,
               const Node *at_b);
/* diff_order.c: two tables; the things of two kinds. */
void diff_table(Diff *d, const Node *a, const Node *b);
void diff_order(Diff *d);
/* diff_body.c: what differs in two lists of statements, or two of anything. */
void diff_body(Diff *d, const char *part, const Node *a, const Node *b);
/* What differs in the words of two trees that are otherwise the same. */
void diff_words(Diff *d, const char *part, const Node *a, const Node *b);

/* decl.c: what a contribution adds, and under what condition (or NULL). */
typedef struct DiffShare {
  const Node *by, *guard;
} DiffShare;
DiffShare diff_share(const Node *n);

#endif
