/* What can be told of a translation without understanding it: placeholders, numbers,
 * agreed words, signs at its ends. */
#ifndef REGEL_PO_CHECK_H
#define REGEL_PO_CHECK_H
#include "grammar/diag.h"
#include "interp/po/glossary.h"
#include "interp/po/po.h"

/* What a message is: a rule's own sentence, a name, prose of the book. */
typedef enum { PO_RULE, PO_LABEL, PO_PROSE } PoSort;

typedef struct PoCheck {
  const Po *po;
  Diags *diags;
  /* Words for one, two, three …, divided by spaces, "/" between words for one number; of
   * the source and of the language.  NULL: only digits are numbers. */
  const char *numbers, *own_numbers;
  /* Words that exclude each other, a line for each pair ("forward | back"), the same
   * lines in both; NULL: not compared. */
  const char *opposites, *own_opposites;
  /* How a text says something else than the source, in a few words; NULL if it does not.
   * May be NULL itself. */
  const char *(*sense)(void *user, const char *source, const char *text, PoSort sort);
  const Glossary *glossary; /* NULL: none */
  const char *lang;         /* its column in the glossary */
  /* Adds hints about where a message is used; may be NULL. */
  void (*about)(void *user, Diag *g, const PoEntry *e);
  void *user;
} PoCheck;

/* Checks every translation in the file.  Those that are stale are only told to be so. */
void po_check(const PoCheck *c);
/* Compares the file with the messages of today: what is missing, stale or unused. */
void po_check_messages(const PoCheck *c, const Po *now);

/* A number above one that `text` tells, in figures or in these words, and `other` does
 * not; 0 if there is none. */
long po_number_beyond(const char *text, const char *other, const char *words);
/* Is it a name rather than a sentence?  Its msgctxt tells. */
bool po_is_name(const PoEntry *e);
/* Bytes of a text before its forms (`agent|m|many=agents`). */
size_t po_plain(const char *text);

#endif
