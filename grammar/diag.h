/* Diagnostics: everything the compiler has to say about a source, collected, never
 * printed by the stage that found it. */
#ifndef REGEL_DIAG_H
#define REGEL_DIAG_H
#include "grammar/source.h"
#include "interp/base/nearest.h"
#include <stdio.h>

typedef enum { SEV_NOTE, SEV_WARNING, SEV_ERROR } Severity;

typedef enum {
#define DIAG(code, name, severity, title) DIAG_##name,
#include "grammar/diag.def"
#undef DIAG
  DIAG_COUNT
} DiagCode;

typedef struct Hint {
  struct Hint *next;
  const char *text;
  Loc loc; /* file -1: no place */
  const char
      *fix; /* a remedy that is an edit: what to write at `edit` instead; or NULL */
  Loc edit;
  bool certain; /* it can be made without asking: `regel check --fix` does */
  bool tried;   /* with it the error is gone */
} Hint;

typedef struct Diag {
  DiagCode code;
  Loc loc;             /* file -1: the whole program */
  const char *message; /* what is wrong, in the author's words */
  const char *label;   /* beside the caret, or NULL */
  Hint *hints;
  const char *accepted; /* the author's reason to leave it so, or NULL */
  bool between;         /* two packs, or a pack and its game: each is right by itself */
} Diag;

typedef struct Diags {
  Arena *arena;
  VEC(Diag) list;
  int errors, warnings, notes, accepted;
  /* Something could not be parsed, so declarations may be missing: what a missing one
   * would explain is not reported. */
  bool partial;
  int most; /* of each severity that are kept, 0: MAX_ERRORS */
} Diags;

void diags_init(Diags *d, Arena *arena);
void diags_free(Diags *d);
/* Adds a diagnostic.  A second one of the same code at the same place is dropped: one
 * mistake, one message. */
Diag *diag_add(Diags *d, DiagCode code, Loc loc, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Takes the errors of this code on this line back: another one explains them. */
void diag_drop(Diags *d, DiagCode code, Loc line);
/* Adds words beside the caret, a hint line, or a hint that points at another place. */
void diag_label(Diags *d, Diag *g, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void diag_hint(Diags *d, Diag *g, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void diag_hint_at(Diags *d, Diag *g, Loc loc, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* "did you mean …?", which is an edit of the place itself; nothing if `word` is NULL. */
void diag_meant(Diags *d, Diag *g, const char *word);

/* A hint that is a certain edit: `write` instead of what stands at `edit`. */
void diag_mend(Diags *d, Diag *g, Loc edit, const char *write, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* The same, but one that an author has to look at. */
void diag_edit(Diags *d, Diag *g, Loc edit, const char *write, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* A file could not be loaded. */
void diag_unreadable(Diags *d, Loc loc, const char *name, SourceError err);
/* Is a source UTF-8 text without NUL bytes?  If not, that is reported; `what` it should
 * be, with its article.  `plain`: control characters are reported, too. */
bool diag_is_text(Diags *d, const Sources *s, int file, const char *what, bool plain);

/* What the table says of a code. */
Severity diag_severity(DiagCode code);
const char *diag_name(DiagCode code); /* "E0201" */
const char *diag_title(DiagCode code);
DiagCode diag_find(const char *name); /* DIAG_COUNT if there is none */

/* Takes a finding out of the count: the source says that it is meant. */
void diag_accept(Diags *d, Diag *g, const char *reason);

typedef enum { DIAG_HUMAN, DIAG_SHORT, DIAG_JSON, DIAG_SARIF } DiagFormat;
/* Writes all diagnostics of at least the given severity in the order of their places;
 * accepted ones only as JSON and SARIF, marked as such. */
void diags_print(FILE *out, Diags *d, const Sources *s, DiagFormat format, bool color,
                 Severity least);

/* Those of at least the given severity in the order of their places, accepted ones too if
 * wanted; the caller frees the list.  NULL: out of memory. */
const Diag **diags_order(const Diags *d, Severity least, bool accepted, size_t *n);

/* How many of each severity are kept; of the rest only the number is told. */
int diags_kept(const Diags *d);
/* Control characters, and those that turn the direction of a line. */
bool diag_unprintable(int32_t c);

/* What SARIF says of every code once: the rules of its driver. */
void sarif_rules(FILE *out);

/* For a hint to a message that may be one too many to be shown: then nothing is near. */
Nearest nearest_for(const Diags *d, const char *word);

#endif
