/* The substance of a text: the facts that it states, whatever its words and its language;
 * and where several texts about one thing differ.
 *
 * This is no understanding.  Words are looked up in a lexicon; what stands together as a
 * number and its bound is joined; then sets of facts are compared.  docs/compare.md says
 * what that cannot see. */
#ifndef REGEL_SUBSTANCE_H
#define REGEL_SUBSTANCE_H
#include "interp/agree/lexicon.h"

typedef struct Fact {
  FactClass class;
  Weight weight;
  const char *concept; /* belongs to the lexicon; "" if it is a number */
  int64_t number;      /* amounts; -1 if it is none */
  const char *bound;   /* amounts: "up to", "at least", "exactly"; "" if none */
  size_t from, to;     /* the deciding words in the text */
  int at, part;        /* its first word; the part of the text between commas and stops */
  int sort;            /* names: what it is a name of */
  int proper; /* names with a capital: 1 if it is written so, -1 if not; others: 0 */
} Fact;

typedef struct Facts {
  const char *lang;
  const char *text; /* as it was given */
  size_t size;
  bool silent;      /* the version says nothing about it */
  bool whole;       /* a whole card, not one message of many */
  uint64_t classes; /* for which its language has words: bits of FactClass */
  VEC(Fact) list;
} Facts;

/* Finds the facts of a text, which must outlive them. */
void facts_read(Facts *f, const Lexicon *l, const char *text, size_t size);
void facts_free(Facts *f);
/* Does it state a fact, at any weight? */
const Fact *facts_find(const Facts *f, FactClass class, const char *concept);

const char *fact_title(FactClass class); /* "amount", "optional or not" */
/* "up to 3", "may", "the opponent": a fact in the words of the lexica's facts. */
void fact_name(Buf *b, const Fact *f);

/* Where versions of one statement differ.  Bit i of a mask is version i. */
typedef struct Difference {
  Fact fact; /* what some state and others do not */
  unsigned has, lacks;
  bool substance; /* or only wording */
  int where[16];  /* version -> its fact of this class that decides; -1 */
} Difference;
typedef struct Differences {
  VEC(Difference) list;
  bool substance;
  int odd; /* the version that alone differs from all others in substance; -1 */
} Differences;
enum { MAX_VERSIONS = 16 };
void facts_compare(const Facts *const *v, int n, Differences *out);
void differences_free(Differences *d);

#endif
