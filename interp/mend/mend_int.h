/* What the parts of mend/ share: one error, its line, and trying an edit. */
#ifndef REGEL_MEND_INT_H
#define REGEL_MEND_INT_H
#include "grammar/tree.h"
#include "interp/mend/line.h"
#include <time.h>

typedef enum {
  HELPS_NOT,
  HELPS_HERE,  /* the error is gone, others turned up elsewhere */
  HELPS_FEWER, /* the error is gone, and no new one is there */
  HELPS_ALL,   /* there is no error left */
} Helps;

/* What sort of mistake an error is about: which edits are worth trying. */
typedef enum {
  FAULT_WRITING, /* it could not be read */
  FAULT_NAME,    /* something is not known */
  FAULT_PHRASE,  /* no verb is said like this */
  FAULT_SORT,    /* something of another sort is wanted */
  FAULT_TEXT,    /* in a text */
  FAULT_OTHER,   /* only what the stage itself proposes */
} Fault;

typedef struct Edit {
  Loc at;
  const char *write;
} Edit;

typedef enum {
  DECLARED_KIND = 1,
  DECLARED_TYPE = 2,
  DECLARED_FIELD = 4,
  DECLARED_PILE = 8,
  DECLARED_VALUE = 16,
  DECLARED_VERB = 32,
  DECLARED_SLOT = 64,
  DECLARED_LOCAL = 128,
  DECLARED_THING = 256, /* things and words */
  DECLARED_OPTION = 512,
} KnownSort;

typedef struct Known {
  const char *name, *args; /* the names of its parameters, with commas */
  KnownSort sort;
  int file, line;
} Known;

enum { MOST_ERRORS = 4 }; /* that are looked into: what follows is often their fault */

typedef struct Mend {
  Unit *u;
  const Unit *base; /* the same with the edits made so far */
  Edit made[MOST_ERRORS];
  int n_made, looked;
  bool partly; /* with the last of them something is still wrong */
  Arena *arena;
  Diag *g; /* the error */
  Fault fault;
  bool blind; /* what is tried says something new: nothing is built upon it */
  bool alone; /* what is tried makes sense only by itself */
  bool sure;  /* what is tried is a known slip: it helps also if others turn up */
  int left;   /* trials for it */
  clock_t until;
  Line line; /* its line, or the one before */
  int spot;  /* the word of the line at which it was found; line.n: behind the last */
  Helps last, best;
  Edit edit;        /* the best so far */
  int reach, depth; /* how far the parser came with `step` */
  Edit step;
  VEC(Edit) tried;
  VEC(const char *) names; /* every word of the sources, once */
  VEC(Known) declared;
  const char *library, *library_text; /* the standard library, where it is not used */
} Mend;

/* Tries to write something at bytes `from` to `to` of the line.  True: go no further,
 * either because nothing is wrong any more or because enough was tried. */
bool mend_try(Mend *m, int from, int to, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
bool mend_try_at(Mend *m, Loc at, const char *write);
/* The words from i up to j, which is left out, as they are written. */
const char *mend_words(Mend *m, int i, int j);
/* The same as `mend_try` in place of the words from i up to j. */
#define MEND(m, i, j, ...)                                                               \
  mend_try((m), line_from(&(m)->line, (i)), line_to(&(m)->line, (j)), __VA_ARGS__)

/* What the sources declare (scan.c): the k-th of some sorts, or by its name; or NULL. */
const Known *mend_declared(Mend *m, unsigned sorts, int k);
const Known *mend_named(Mend *m, unsigned sorts, const char *name);
/* Does the statement have this name already?  Nobody sets a field to itself. */
bool mend_stands(const Mend *m, const char *name);
/* Does the statement begin with a verb of the rules? */
bool mend_said(Mend *m);
/* A name that the line does not have; the words from i up to j with another name. */
const char *mend_fresh(const Mend *m);
/* The k-th name of this line and those below it that nothing declares; or NULL. */
const char *mend_spoken(Mend *m, int k);
const char *mend_renamed(Mend *m, int i, int j, const char *was, const char *name);

/* Each looks for edits of its own sort, and tells whether to go no further. */
bool mend_script(Mend *m);
bool mend_foreign(Mend *m); /* signs and words that are never ours */
bool mend_habits(Mend *m);
bool mend_patterns(Mend *m);
bool mend_by_code(Mend *m); /* what one message is about */
bool mend_idioms(Mend *m);  /* turns of speech that are never ours */
bool mend_sentences(Mend *m);
bool mend_nobody(Mend *m); /* nobody acts here */
bool mend_many(Mend *m);
bool mend_sets(Mend *m);
bool mend_acts(Mend *m);
bool mend_elsewhere(Mend *m); /* on another line: where it is declared */
bool mend_without(Mend *m);
bool mend_whose(Mend *m);
bool mend_titles(Mend *m);
bool mend_slips(Mend *m);
bool mend_forms(Mend *m);
bool mend_phrases(Mend *m);
bool mend_names(Mend *m);
bool mend_shifts(Mend *m);
bool mend_indentation(Mend *m);
bool mend_blocks(Mend *m);
bool mend_joined(Mend *m);  /* two lines that are one */
bool mend_quotes(Mend *m);  /* a text without an end */
bool mend_keyword(Mend *m); /* a word of the language as a name */
bool mend_parts(Mend *m);   /* without one, or with two exchanged */
bool mend_closing(Mend *m); /* a brace at the end of the line */
/* The same words in a shape that a verb has. */
bool mend_shapes(Mend *m, bool fewer);
bool mend_meant(Mend *m);   /* another name, or another declaration of it */
bool mend_library(Mend *m); /* what the standard library has */
bool mend_above(Mend *m);   /* which of two goes first */
bool mend_told(Mend *m);    /* what is hidden is told first */
/* Behind the first line, which names the game. */
bool mend_declare(Mend *m, const char *what);

#endif
