/* A lexicon: the words of one natural language that decide what a rule says.
 *
 * It is data (po/LANG.lexicon, docs/compare.md gives the form): each line names a fact,
 * the same in every language, and the words that state it in this one.  The words of a
 * game are added by name; the lexicon knows the endings that such a name can take. */
#ifndef REGEL_LEXICON_H
#define REGEL_LEXICON_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/base/map.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define FACT(name, word, title, how) FACT_##name,
#include "interp/agree/fact.def"
#undef FACT
  FACT_COUNT
} FactClass;
_Static_assert(FACT_COUNT <= 64, "a set of classes has 64 bits");

/* How much it matters that one text says it and another does not. */
typedef enum {
  WEIGHT_FULL,   /* as its class says */
  WEIGHT_WORDS,  /* wording only */
  WEIGHT_ANSWER, /* not at all; but it answers the same fact of another text: "a" for 1 */
} Weight;

/* A piece of a text: a word in small letters, or a number. */
typedef struct Token {
  const char *word;
  size_t size;
  size_t from, to; /* bytes of the text */
  int sentence;    /* parts of a text between commas and stops, counted */
  bool form; /* in one of the forms of a placeholder: its number is that of the rule */
  bool number;
  bool capital; /* it begins with one, and no sentence with it: a name if there is one */
  char sign;    /* '+' or '-' right before a number, else 0 */
  int64_t value;
} Token;
typedef struct Tokens {
  Buf small;
  VEC(Token) list;
} Tokens;
/* Takes a text apart.  Placeholders in braces become one word that means nothing.  The
 * tokens are valid until the next call for the same Tokens. */
void tokens_read(Tokens *t, const char *text, size_t size);
void tokens_free(Tokens *t);

typedef struct LexEntry {
  FactClass class;
  Weight weight;
  const char *concept; /* "may", "turn"; "" if it is a number */
  int64_t number;
  bool skip;   /* words that say nothing, though one of them alone would */
  bool name;   /* of the game: its words take endings */
  bool proper; /* a name that is written with a capital */
  int sort;    /* names: 0, or one number for all names of a sort */
  int first, count, next;
} LexEntry;

typedef struct LexWord {
  const char *text;
  size_t size;
  bool stem; /* any ending */
  bool tail; /* any beginning */
  bool gap;  /* up to eight other words of the same clause */
} LexWord;

typedef VEC(const char *) LexList;
enum { LEX_BUCKETS = 1024 };
typedef struct Lexicon {
  Arena *arena;
  const char *lang;
  VEC(LexEntry) entries;
  VEC(LexWord) words;
  VEC(const char *) endings; /* pairs: what goes, what comes */
  size_t longest;            /* of the endings */
  Map *names;                /* by concept and words, which are one of the keys */
  struct Interner *keys;
  uint64_t classes;        /* of which it has words: bits of FactClass */
  LexList stops;           /* words that a gap does not go beyond */
  LexList articles;        /* what a name can begin with, and need not */
  Map *asked;              /* labels of a game, by address: their concepts (rule.c) */
  int bucket[LEX_BUCKETS]; /* entries by the first letters of their first word; -1 */
} Lexicon;

Lexicon *lexicon_new(Arena *a, const char *lang);
/* Adds what a file says.  False if it is not in the form; `why` tells line and reason. */
bool lexicon_read(Lexicon *l, const char *text, size_t size, Buf *why);
/* Adds a name of the game: `words` mean the thing that is called `concept` in every
 * language.  Left out if the lexicon has facts of its own for one of the words. */
bool lexicon_name(Lexicon *l, const char *concept, const char *words);
/* What a noun of senses is a name of: one number for things of one kind, for fields of
 * one owner, for words of one type; 0 if it is of none. */
enum { SORT_PERSON = -1, SORT_KIND = -2 }; /* a player; SORT_KIND - n: a kind */
static inline bool sort_is_thing(int sort) { return sort > 0 && sort % 3 == 0; }
static inline bool sort_is_field(int sort) { return sort > 0 && sort % 3 == 1; }
static inline int sort_of_thing(int kind) { return 3 * (kind + 2); }
static inline bool sort_is_kind(int sort) { return sort <= SORT_KIND; }
static inline int sort_of_things(int kind_sort)
{
  return sort_of_thing(SORT_KIND - kind_sort);
}
/* The same as lexicon_name for senses, which take any name. */
void lexicon_noun(Lexicon *l, const char *concept, const char *words, int sort,
                  bool proper);
/* Does it have a fact for one of the words, or is one a number? */
bool lexicon_knows(const Lexicon *l, const char *words);
/* The concept of the name that `words` are a form of; else `words` themselves. */
const char *lexicon_concept(const Lexicon *l, const char *words);
void lexicon_free(Lexicon *l);

/* What fits best at a token. */
enum { LEX_TAKES = 8, LEX_ALSO = 3 };
typedef struct LexMatch {
  const LexEntry *entry;
  const LexEntry *also[LEX_ALSO]; /* other lines with the same words: they say it, too */
  int more;
  size_t at[LEX_TAKES]; /* the tokens it takes */
  int count;
} LexMatch;
/* What is sought: several words that stand together; any; deeds and roles, which lie over
 * words that say something else, too: "not attack", "take .. from". */
typedef enum { LEX_PHRASES, LEX_ANY, LEX_OVER } LexPass;
/* `taken` marks tokens that belong to something already. */
bool lexicon_match(const Lexicon *l, const Tokens *t, const bool *taken, size_t from,
                   LexPass pass, LexMatch *m);

#endif
