/* Names and their forms: articles, cases and plurals, by the table of a language. */
#ifndef REGEL_FORMS_H
#define REGEL_FORMS_H
#include "interp/base/buf.h"
#include <stdbool.h>

/* In which form a name is wanted; a part that is not asked for is "". */
enum { FORM_WORD = 16 };
typedef struct Form {
  char det[FORM_WORD];    /* "a", "your": the composer's, or a template's */
  char kase[FORM_WORD];   /* any word that a language likes: "acc", "dat", "inf" */
  char number[FORM_WORD]; /* "many"; more plural forms are "many2", "many3" */
  bool written;           /* of a number only what is written out with the name */
  const char *owner;      /* name of the owner behind "its", for its class; or NULL */
} Form;

/* Takes the words of a placeholder ("the dat", "many") over into a form; each replaces
 * what the form had of its sort.  Returns false if there are two of one sort. */
bool form_ask(Form *f, const char *words, size_t n);
/* The form with another determiner or number ("": none). */
Form form_det(Form f, const char *det);
Form form_number(Form f, const char *number);

/* A name is written `agent|m|many=agents`: the plain name, then classes and forms.
 * How many bytes its plain part has. */
size_t forms_plain(const char *name);
/* Has the name this class? */
bool forms_class(const char *name, const char *cls, size_t n);
/* The text written out for a form, or the plain one; *size gets its length.  Nothing is
 * made by rule: this is for sentences. */
const char *forms_pick(const char *name, const Form *f, size_t *size);
/* Adds a name in a form: written out, or made by the rules of `table`. */
void forms_put(Buf *b, const char *table, const char *name, const Form *f);

/* Is the plain name a plural?  Then its one is another word: Coins, 1 Coin. */
bool forms_is_plural(const char *table, const char *name);
/* Does a table have rules that make `head`? */
bool forms_has(const char *table, const char *head);
/* Asks for the next case that a table makes, from `at` on (first: the table).  Returns
 * where to go on; NULL: there is none left. */
const char *forms_next_case(const char *at, Form *f);
/* Changes a word by the first rule for `head` that fits; false if none does. */
bool forms_rule(Buf *word, const char *table, const char *head);
/* Does the language keep capitals inside a sentence? */
bool forms_keep_capitals(const char *table);
/* Does a sentence behind a colon begin with a capital, as in German? */
bool forms_capital_behind_colon(const char *table);
/* Checks a table.  Returns the first line (from 1) that is not written as it should be,
 * with the reason; 0 if there is none. */
int forms_check(const char *table, const char **why);

#endif
