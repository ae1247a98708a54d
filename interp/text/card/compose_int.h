/* What the files of composing share: phrases as rows, and what fills a saying. */
#ifndef REGEL_COMPOSE_INT_H
#define REGEL_COMPOSE_INT_H
#include "interp/text/card/compose.h"

/* So many rows below each other are said. */
enum { COMPOSE_DEPTH = 60 };

typedef struct Composer {
  const View *view;
  const Program *p;
  int depth;
  int64_t counted; /* a number stands before the noun that is asked for; 0: none */
  bool rules;      /* the body of a rule, in which not all has words */
  const struct Part *each; /* what "it" is where a sentence says it of each; or NULL */
  bool order;              /* behind "you may": what is done, not what somebody does */
  int said;                /* a condition that was said before; 0: none */
  bool lacks;              /* a verb had no form for behind "may" */
  int whence;              /* a set from which something is taken, as is said; 0: none */
} Composer;

/* What fills a placeholder of a saying. */
typedef enum {
  PART_NOUN,      /* row */
  PART_CONDITION, /* row */
  PART_ON,        /* row: a condition on what was just named */
  PART_SENTENCE,  /* row */
  PART_NAME,      /* row `at` of `sort`, with `det` and `number` */
  PART_ELEMENT,   /* one of set `at`, of kind `row`, the same */
  PART_OWNED,     /* row `at` of `sort` (or noun `of`), of owner `row` or nobody (-1) */
  PART_SUCH,      /* one of kind `row`, with the conditions of set `at` */
  PART_SEVERAL,   /* several of set `at` */
  PART_THOSE,     /* the set and condition of row `at` */
  PART_COUNTED,   /* how many of what choice `at` gives */
  PART_CHOSEN,    /* choice `at`, without its conditions */
  PART_NUMBER_CHOSEN, /* choice `at` of a number, as one number */
  PART_VALUE,         /* the words of value `at`, without what it is asked for */
  PART_ASKED,         /* what value `at` is asked for */
  PART_SHARER,        /* whose value contribution `at` changes */
  PART_TAKEN,         /* what is taken away from set `at` */
  PART_TEXT,          /* text */
} PartSort;
typedef struct Part {
  PartSort sort;
  int at, row, of;
  NameSort name;
  const char *det, *number; /* NULL: as the template asks */
  bool written;
  const char *text;
} Part;

static inline const PPhrase *row(const Composer *c, int at) { return &c->p->phrases[at]; }

/* The k-th part of a phrase. */
static inline int part(const Composer *c, int at, int k)
{
  int kid = at + 1;
  while (k-- > 0) kid += row(c, kid)->size;
  return kid;
}

/* ---- the parts of a saying ------------------------------------------------------ */

static inline Part a_noun(int at) { return (Part){.sort = PART_NOUN, .at = at}; }
static inline Part a_condition(int at)
{
  return (Part){.sort = PART_CONDITION, .at = at};
}
/* What is said about a name in a form is not in that form itself. */
static inline Part an_attribute(int at)
{
  return (Part){.sort = PART_ON, .at = at, .det = "", .number = ""};
}
static inline Part a_sentence(int at) { return (Part){.sort = PART_SENTENCE, .at = at}; }
static inline Part those(int at) { return (Part){.sort = PART_THOSE, .at = at}; }
static inline Part a_text(const char *s) { return (Part){.sort = PART_TEXT, .text = s}; }

static inline Part a_name(NameSort sort, int at)
{
  return (Part){.sort = PART_NAME, .name = sort, .at = at};
}

/* A field or column with its owner, -1 if it has none. */
static inline Part an_owned(NameSort sort, int at, int owner)
{
  return (Part){.sort = PART_OWNED, .name = sort, .at = at, .row = owner};
}

/* Adds a saying with its parts in a form. */
void compose_say(Composer *c, Buf *b, Saying w, const Form *form, const Part *parts,
                 int n);

static inline void say0(Composer *c, Buf *b, Saying w, const Form *form)
{
  compose_say(c, b, w, form, NULL, 0);
}

static inline void say1(Composer *c, Buf *b, Saying w, const Form *form, Part x)
{
  compose_say(c, b, w, form, &x, 1);
}

static inline void say2(Composer *c, Buf *b, Saying w, const Form *form, Part x, Part y)
{
  const Part parts[] = {x, y};
  compose_say(c, b, w, form, parts, 2);
}

static inline void say3(Composer *c, Buf *b, Saying w, const Form *form, Part x, Part y,
                        Part z)
{
  const Part parts[] = {x, y, z};
  compose_say(c, b, w, form, parts, 3);
}

/* ---- phrases -------------------------------------------------------------------- */

/* The form of a name that a number asks for. */
static inline const char *number_word(const Composer *c, int64_t n)
{
  return lang_number(c->view->lang, false, n);
}

/* What a row names; `out` (may be NULL) tells what others agree with. */
void compose_noun(Composer *c, Buf *b, int at, const Form *form, Filled *out);
/* A condition behind "if"; the same on what was just named: "at the safe". */
void compose_condition(Composer *c, Buf *b, int at, const Form *form);
void compose_condition_on(Composer *c, Buf *b, int at, const Form *form);
/* Is it a field of what was just named? */
bool compose_is_own(const Composer *c, int at);
/* Something that is so or not, and no thing. */
bool compose_is_condition(const Composer *c, int at);
/* What a rule changes.  `told`: in the words that a field has for the log; false if it
 * has none.  A gain of a player, said of somebody. */
void compose_change(Composer *c, Buf *b, int at, const Form *form);
bool compose_told_change(Composer *c, Buf *b, int at);
bool compose_is_counted(const Composer *c, int at);
bool compose_is_gain(const Composer *c, int at);
void compose_gain_of(Composer *c, Buf *b, int at, Part who, const Form *form);
/* What a card in play does to a value; whose value that is. */
void compose_sharer(Composer *c, Buf *b, int at, const Form *form, Filled *out);
void compose_share(Composer *c, Buf *b, int at, const Form *form);
/* Can what a set is called be said of each one in it? */
bool compose_each_one(const Composer *c, int set, int kind);
/* Those that a set is narrowed from by conditions. */
int compose_base(const Composer *c, int set);
/* The kind of what lies in a pile, if players have a word for it; else -1.  The same of
 * sets and lists, too. */
int compose_pile_of(const Composer *c, int at);
int compose_holds(const Composer *c, int at);
/* Values of the rules (compose_call.c): what type one has, NULL if it is none; its words,
 * with what it is asked for where they say; is an article changing nothing about them;
 * one of a set; do the words of a set say what one of it is? */
const PType *compose_value_type(const Composer *c, int at);
void compose_value_name(Composer *c, Buf *b, int at, const Form *form, Filled *out);
bool compose_value_same(const Composer *c, int at, const char *det);
void compose_value_element(Composer *c, Buf *b, int at, const Form *form, Filled *out);
bool compose_is_one(const Composer *c, int at);
void compose_asked(Composer *c, Buf *b, int at, const Form *form);
/* A value, a function, a sum as a noun. */
void compose_value(Composer *c, Buf *b, int at, const Form *form, Filled *out);
void compose_call(Composer *c, Buf *b, int at, const Form *form);
void compose_pair(Composer *c, Buf *b, int at, const Form *form, Filled *out);
/* What a card in play does when something happens. */
void compose_rule(Composer *c, Buf *b, int at, const Form *form);
/* "You may draw a card"; what somebody else does. */
void compose_may(Composer *c, Buf *b, int at, const Form *form);
void compose_done_by(Composer *c, Buf *b, int at, const Form *form);
/* The only sentence of a block, or the block; is what is done to each one sentence with
 * one "it", which can be "each player" itself? */
int compose_only(const Composer *c, int at);
bool compose_says_once(const Composer *c, int at);
/* Is there nothing in it for a player to know? */
bool compose_is_silent(Composer *c, int at);
/* How often "it" is said in a row. */
int compose_count_it(const Composer *c, int at);
/* Is a set called as all of its kind are, "agents"? */
bool compose_mere_plural(const Composer *c, const PPhrase *set, int kind);
void compose_sentence(Composer *c, Buf *b, int at, const Form *form);
/* Can a sentence be said, apart from the sentences in it? */
bool compose_tells(const Composer *c, int at);
/* Can what a rule changes be named, so that the words of a field for the log fit? */
bool compose_tells_change(const Composer *c, int at);

/* A capital at the beginning, and a full stop unless one is there in some form. */
void compose_finish(const View *v, Buf *b, size_t from);
/* What a slot is called. */
void compose_slot_name(const View *v, Buf *b, const PPhrase *slot);

#endif
