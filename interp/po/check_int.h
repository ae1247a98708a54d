/* The parts of a check. */
#ifndef REGEL_PO_CHECK_INT_H
#define REGEL_PO_CHECK_INT_H
#include "interp/po/check.h"

/* A finding about one translation; its message begins with the msgctxt. */
Diag *check_add(const PoCheck *c, DiagCode code, const PoEntry *e, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The text that form i of a message translates. */
const char *check_source(const PoEntry *e, int form);

/* One form of a translation, and what of the source it is to be compared with. */
typedef struct PoForm {
  const char *text, *source, *plural;
  bool log;       /* words for the log */
  const char *at; /* where the next begins; NULL: none was read yet */
} PoForm;
/* Reads the next form; false if there is none. */
bool check_form_next(const PoCheck *c, const PoEntry *e, const char *text, PoForm *f);

/* What the things of the game are called in both languages. */
typedef struct PoNames PoNames;
PoNames *check_names_of(const PoCheck *c);
void check_names_free(PoNames *n);
/* Does a translation say the opposite, or name something else? */
void check_meaning(const PoCheck *c, const PoEntry *e, const PoNames *names);
/* Kinds that no text calls by their name. */
void check_old_names(const PoCheck *c, const PoNames *names);
void check_form(const PoCheck *c, const PoEntry *e);
void check_numbers(const PoCheck *c, const PoEntry *e);
void check_terms(const PoCheck *c, const PoEntry *e);
void check_names(const PoCheck *c);

/* check_opposite.c: the words of a text without what stands in its braces, in small
 * letters (free them); does a word stand in such a text? */
char *check_words(const char *text);
bool check_has_word(const char *text, const char *word);
/* The first pair of opposites on which two such texts differ, in words of the source;
 * NULL if there is none.  Words that both state or neither are looked for in a `whole`
 * rule; a sentence of a longer text may say them in the next. */
const char *check_opposite(const PoCheck *c, const char *source, const char *own,
                           bool whole);

/* check_sense.c: a text in small letters, so that words can be compared ("" if that
 * fails); can this byte be part of a word? */
char *check_fold(const char *s, size_t n);
bool check_word_byte(char c);

#endif
