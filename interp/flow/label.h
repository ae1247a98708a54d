/* Labels: what a value, or a place in the rules, may tell.
 *
 * A label is a set of atoms, each with the way by which it came there.  An atom is a
 * hidden field, or stands for something that only the caller of a body knows: what it was
 * called with, and under which conditions. */
#ifndef REGEL_LABEL_H
#define REGEL_LABEL_H
#include "interp/sema/model.h"

/* Who or what: a player whose field it is, a thing, or the one so many places further on.
 * Equal ids are the same one for sure, different ones may be. */
typedef uint64_t Id;
typedef enum {
  ID_ANY,   /* not known which: equal to nothing, not even to itself */
  ID_GAME,  /* of the game: there is only one */
  ID_EVERY, /* in facts: each of them */
  ID_ROLE,  /* of the body: a parameter, `this`, `me` */
  ID_LOCAL, /* a name in the body */
  ID_PATH,  /* the player who was in this field of the game when the body began */
  ID_THING,
  ID_SEAT, /* the first player */
} IdTag;
enum { ID_TAG = 48, ID_STEP = 32, FARTHEST = 1000, ROLE_THIS = MAX_PARAMS, ROLE_ME };
static inline Id id_of(IdTag tag, int n) { return (Id)tag << ID_TAG | (uint32_t)n; }
static inline IdTag id_tag(Id i) { return (IdTag)(i >> ID_TAG); }
static inline int id_number(Id i) { return (int)(uint32_t)i; }
static inline bool id_same(Id a, Id b) { return a == b && id_tag(a) != ID_ANY; }
static inline int id_step(Id i) { return (int16_t)(i >> ID_STEP); }
static inline Id id_root(Id i) { return id_of(id_tag(i), id_number(i)); }
/* So many places further on, in the order of its kind: who comes there never changes. */
static inline Id id_next(Id i, long n)
{
  if (n < -FARTHEST || n > FARTHEST) return id_of(ID_ANY, 0);
  n += id_step(i);
  if (id_tag(i) == ID_ANY || n < -FARTHEST || n > FARTHEST) return id_of(ID_ANY, 0);
  return id_root(i) | (Id)(uint16_t)n << ID_STEP;
}

typedef enum {
  A_FIELD,   /* what the hidden field or pile n of `base` holds */
  A_TOLD,    /* something that was told to `base` alone */
  A_SELECT,  /* which one role n is, and whether it is any */
  A_HOME,    /* the hidden piles that role n was taken from */
  A_EXTRA,   /* A_SELECT without A_HOME: what its face does not explain */
  A_WHERE,   /* in which pile role n lies */
  A_PATH,    /* the conditions under which the body was called */
  A_PATH_OF, /* the same without the home of role n; `others`: all of it was shown */
  A_LAID,    /* what the answer that is tried has put into fields before the body began:
                `base` are bits, n says which (attempt.c) */
  A_MUCH,    /* more than is kept apart */
} AtomTag;

typedef struct Atom {
  uint8_t tag;
  bool fresh;   /* changed since the body was entered: what its caller knew is old */
  bool old;     /* the same, of a field that is no pile: who sees it has not changed */
  bool stirred; /* of its kind something was shuffled, drawn or chosen since then */
  bool others;  /* of all that lies there, and not of one thing only */
  int32_t n;
  int32_t read; /* when, counted in changes of the body; of several the earliest */
  Id base;
} Atom;

/* A step on the way of a secret, the last one first. */
typedef enum { BY_READ, BY_NAME, BY_VALUE, BY_CONDITION, BY_ARGUMENT, BY_CARD } StepTag;
typedef struct Step {
  StepTag tag;
  const char *name;
  Loc at;
  const struct Step *from;
} Step;

typedef struct Part {
  Atom atom;
  const Step *way;
} Part;
typedef struct Label {
  const Part *at;
  int n;
} Label;
enum { MOST_PARTS = 40 };

/* How much it holds: a label that has grown holds more. */
int label_size(Label l);
static inline Atom atom_of(AtomTag tag, int n) { return (Atom){.tag = tag, .n = n}; }
bool atom_same(Atom a, Atom b);
Label label_one(Arena *a, Atom atom, const Step *way);
Label label_join(Arena *a, Label x, Label y);
bool label_has(Label l, Atom atom);
bool label_grew(Label was, Label now); /* it holds more, or what was read earlier */
/* What is in l and not explained by the face of what comes from `home`. */
Label label_minus(Arena *a, Label l, Label home);
/* The same label, where what is in `home` tells of all that comes from there; and a home
 * that explains that as well, since all is shown. */
Label label_others(Arena *a, Label l, Label home);
Label label_whole(Arena *a, Label home);
/* The same label of somebody else. */
Label label_rename(Arena *a, Label l, Id from, Id to);
/* The same label, where names from this number on mean nothing any more. */
Label label_forget(Arena *a, Label l, int first);
/* The same label, one step further. */
Label label_step(Arena *a, Label l, StepTag tag, const char *name, Loc at);

#endif
