/* PO files: the translations of a ruleset or of the program into one language, as gettext
 * and its editors write them.  A file is read as it is; there is no compiled form.
 * Nothing here knows what is translated. */
#ifndef REGEL_PO_H
#define REGEL_PO_H
#include "grammar/source.h"
#include <stdio.h>

struct Diags;

/* Messages of one file: thirty times what the largest ruleset has, so that a strange file
 * does not fill the memory. */
enum { PO_MESSAGES = 100000 };

/* The flag of words that somebody should look at, though players may read them. */
#define PO_REVIEW "review"

/* What decides among the plural forms of a language (plural.c). */
typedef struct PoPlural PoPlural;

typedef struct PoEntry {
  const char *ctxt;        /* NULL: none */
  const char *id, *plural; /* plural NULL: none */
  const char **str;        /* "": not translated */
  int strs;                /* 1, or one for each plural form */
  /* Comments: lines divided by "\n", NULL if there are none. */
  const char *comment;   /* "# ": the translator's */
  const char *extracted; /* "#.": the author's */
  const char *refs;      /* "#:" */
  const char *flags;     /* "#,": those without a field of their own, divided by ", " */
  bool fuzzy, brace;     /* fuzzy; python-brace-format */
  bool obsolete;         /* "#~" */
  const char *old_ctxt, *old_id, *old_plural; /* "#|": what was translated, or NULL */
  Loc at, str_at;                             /* its msgid, its first msgstr */
  bool taken;                                 /* by a merge */
  struct PoEntry *next_key, *next_ctxt;       /* of the look-up */
} PoEntry;

typedef struct Po {
  Arena *arena;
  int file;            /* among the sources, -1: made in memory */
  PoEntry *header;     /* never NULL after reading */
  VEC(PoEntry *) list; /* without the header, in the order of the file */
  const PoPlural *rule;
  PoEntry **keys, **ctxts; /* look-up: `slots` chains each */
  size_t slots;
} Po;

/* An empty catalog; everything in it lives in the arena. */
Po *po_new(Arena *arena);
void po_free(Po *po); /* what the arena does not free */
/* Reads a file.  What is wrong with it is added to the diagnostics; returns NULL if there
 * was an error.  `missing` (may be NULL) tells that there is no such file, which is then
 * no error. */
Po *po_read(Arena *arena, Sources *s, struct Diags *d, const char *path, bool *missing);
/* The same for a source that was added already. */
Po *po_parse(Arena *arena, Sources *s, struct Diags *d, int file);

/* A new entry at the end, without translations. */
PoEntry *po_add(Po *po, const char *ctxt, const char *id, const char *plural);
/* Makes the look-up; returns the first entry whose key another had before, or NULL. */
PoEntry *po_index(Po *po);
/* The entry of a message that is in use; NULL if there is none. */
const PoEntry *po_find(const Po *po, const char *ctxt, const char *id);
/* The entries under a msgctxt, obsolete ones too: the first, and the one after `e`. */
PoEntry *po_first(const Po *po, const char *ctxt);
PoEntry *po_next(const PoEntry *e);
/* Has it a translation in every form?  Whether that is stale is said by `fuzzy`. */
bool po_translated(const PoEntry *e);

/* A field of the header such as "Language", without spaces around it; "" if it is not
 * there. */
const char *po_header(const Po *po, Arena *arena, const char *field);

/* Numbers of plural forms of a language: none has more than six today. */
enum { PO_FORMS = 8 };
typedef enum {
  PLURAL_FINE,
  PLURAL_ZERO,     /* a division by zero */
  PLURAL_OVERFLOW, /* a number left 64 bits */
  PLURAL_RANGE,    /* the result is no form */
} PluralError;
/* Reads "nplurals=2; plural=n != 1;".  Returns NULL and says why, and at which byte of
 * the text. */
const PoPlural *po_plural_read(Arena *arena, const char *text, const char **why,
                               int *where);
int po_plural_forms(const PoPlural *p);
/* Which form a number takes, never negative. */
PluralError po_plural_form(const PoPlural *p, int64_t n, int *form);
/* The translation for a number; negative ones count like positive ones, and where the
 * rule of the file fails, the last form is taken. */
const char *po_for_number(const Po *po, const PoEntry *e, int64_t n);

/* Writes the file in the layout of `msgcat --no-wrap`. */
void po_write(FILE *out, const Po *po);
/* Fills `to`, which has the messages of today, from the file that there was: words are
 * kept; where the text or the msgctxt changed they are fuzzy, with what was translated;
 * what is gone becomes obsolete.  `to` must have the plural rule already; it gets the old
 * header. Both must live in one arena, or `old` longer than `to`. */
void po_merge(Po *to, const Po *old);

#endif
