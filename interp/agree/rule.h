/* The facts of a rule, read from the model: what a text about it may state.
 *
 * A rule says more than any text: it calls verbs, reads values and tables.  So what is
 * written in the rule itself is kept apart from what lies behind it, and a text disagrees
 * only with a fact that neither has. */
#ifndef REGEL_RULE_H
#define REGEL_RULE_H
#include "interp/sema/model.h"
#include "interp/agree/substance.h"

typedef VEC(int64_t) Amounts;
typedef VEC(const char *) Names;

/* What the text of a called verb says of a thing it is given: "Put {a} into {b}" says
 * "into" of the church in `put x in church`. */
typedef struct Role {
  const char *word;
  int size;
  const Thing *thing;
} Role;

/* Where the members of a list are, by what they hash to. */
typedef struct Index {
  uint32_t *slot; /* place + 1 */
  size_t room;    /* a power of two */
} Index;

typedef struct RuleFacts {
  Model *model;
  const Lexicon *english; /* with the names of the game; NULL without a model */
  bool general;        /* a row of a ledger: a rule for whoever acts, perhaps in parts */
  Loc loc;             /* of the first part */
  Amounts own, within; /* numbers written in it; numbers written behind it */
  Amounts beyond;      /* numbers of which a text may say "more than", "less than" */
  Amounts loose;   /* counts of what it names, bounds of fields: no number of its own */
  Names names;     /* what it names, at any depth, as rule_concept() has it */
  Names changed;   /* fields it changes by itself */
  VEC(Role) roles; /* of things that it gives to verbs by itself */
  int64_t given;   /* a verb: the largest number that it can be given */
  bool half, doubled;
  bool may;      /* something in it can be declined, at any depth */
  bool chooses;  /* somebody decides something, at any depth */
  bool only_may; /* all that it does can be declined */
  bool offered;  /* it is itself one of several answers */
  bool open;     /* what is called is not known here: a slot of any thing */
  bool quietly;  /* changes something that has no name for players, or a flag */
  bool raises, lowers, changes; /* fields; changes: in another way, or moves something */
  bool each_player, others, me;
  bool condition;
  bool before, after; /* rules around an event */
  const Thing *self;  /* whose printed values are meant */
  VEC(const void *) visited;
  Index named, changing, seen; /* of names, changed and visited */
  Index amounts[4];            /* of own, within, beyond and loose */
  int level; /* calls and values between the rule and what is read now */
  int aside; /* inside values that say which things, not how many */
} RuleFacts;

void rule_begin(RuleFacts *r, Model *m, const Lexicon *english);
/* Adds a part of the tree: a body, a value, a declaration.  `self`: the thing it stands
 * in, or NULL. */
void rule_add(RuleFacts *r, const Node *n, const Thing *self);
/* Adds a verb with its body, a value with its definitions, a thing with all it says, a
 * slot as a thing fills it. */
void rule_add_verb(RuleFacts *r, Verb *v);
void rule_add_value(RuleFacts *r, Value *v);
void rule_add_thing(RuleFacts *r, Thing *t);
void rule_add_slot(RuleFacts *r, const Body *b);
/* Adds how many there are of a kind. */
void rule_add_kind(RuleFacts *r, const Kind *k);
/* Adds every rule that cites a row.  Returns how many there are. */
int rule_add_cited(RuleFacts *r, const char *id);
void rule_free(RuleFacts *r);

/* How a name of the game stands in facts: small letters, no article. */
const char *rule_concept(Arena *a, const char *label);
/* Adds all names of the game that players read to a lexicon of its own language. */
void rule_words(Model *m, Lexicon *l);

/* A fact of a text that the rule contradicts. */
typedef struct Disagreement {
  FactClass class;
  size_t from, to;  /* the deciding words; both 0: what the text does not say */
  const char *rule; /* what the rule says instead, in a few words */
} Disagreement;
typedef VEC(Disagreement) Disagreements;
void rule_compare(const RuleFacts *r, const Facts *f, Disagreements *out);
/* The same for a number of the rule that a text with numbers leaves out.  For texts that
 * say all that their rule does. */
void rule_unsaid(const RuleFacts *r, const Facts *f, Disagreements *out);

#endif
