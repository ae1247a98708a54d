/* Templates: texts with placeholders, in the words of a language. */
#ifndef REGEL_TEMPLATE_H
#define REGEL_TEMPLATE_H
#include "interp/text/forms.h"
#include "interp/text/lang.h"
#include <stdint.h>

enum { FILLED_MANY = INT32_MIN }; /* not one certain number */

/* What a placeholder was filled with, besides its words. */
typedef struct Filled {
  int64_t number;   /* that it stands for, or FILLED_MANY */
  const char *name; /* whose classes it has, or NULL */
  bool plural;      /* more than one thing */
  bool named;       /* it is a title, not a noun such as "a card" */
} Filled;

/* Adds what the placeholder stands for, in a form.  False: it is unknown and stays as it
 * is written. */
typedef bool (*Fill)(void *user, Buf *b, const char *name, size_t n, const Form *form,
                     Filled *out);

/* Adds a text with its placeholders filled.  A placeholder that asks for no form gets the
 * one that is asked of the whole.
 *   {name}            what it stands for
 *   {name:the dat}    in this form
 *   {n|one|several}   one of the forms, by number; also {n:one|several}
 *   {x:.f …|.m …|…}   one of the texts, by the class of what x stands for (.many:
 * several)
 */
void template_put(const Lang *lang, Buf *b, Wording w, const Form *form, Fill fill,
                  void *user);

#endif
