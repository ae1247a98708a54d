/* A language: what it makes of the program's words and of a ruleset's texts. */
#ifndef REGEL_LANG_H
#define REGEL_LANG_H
#include "interp/code/program.h"
#include "interp/po/po.h"
#include "interp/base/buf.h"
#include "interp/text/words.h"

/* NULL stands for the source wherever a Lang is wanted. */
typedef struct Lang Lang;

typedef enum {
  LANG_FINE,
  LANG_OLD,     /* translated from a source that has changed since */
  LANG_MISSING, /* not translated: the source itself */
} LangState;

/* What a text is in a language. */
typedef struct Wording {
  const char *text;
  LangState state;
  bool source;          /* it is the source, so the source's plurals and forms hold */
  bool forms;           /* "|form=…" behind it are forms of the text */
  const char *by;       /* placeholder whose number chooses among ... */
  const PoEntry *entry; /* ... these forms; NULL: there is one text */
} Wording;

/* Catalogs in the order in which they are asked.  Of a ruleset: its own first, then those
 * of rulesets whose files it uses; of nl_BE: those of nl behind its own. */
typedef struct Catalogs {
  const Po *const *at;
  size_t n;
} Catalogs;
/* A language from its catalogs, which stay the caller's and outlive it; there may be none
 * of either.  So may the program, if only the program's own words are wanted. */
Lang *lang_new(const char *code, const Program *p, Catalogs words, Catalogs rules);
void lang_free(Lang *l);
const char *lang_code(const Lang *l); /* "de"; "en" for the source */
int lang_direction(const Lang *l);    /* of its writing: 1 to the right, -1 to the left */

Wording lang_word(const Lang *l, Saying w);
/* A text of the program by its row. */
Wording lang_text(const Lang *l, const Program *p, int32_t text);
/* A name that has no row: of what has no text of its own, or the title of the game. */
Wording lang_name(const Lang *l, const char *ctxt, const char *source);
/* The form of a wording that a number chooses; FILLED_MANY: of no certain one. */
const char *lang_for_number(const Lang *l, const Wording *w, int64_t n);

/* The table of forms. */
const char *lang_forms(const Lang *l, bool source);
/* The number of the plural form. */
int lang_plural(const Lang *l, bool source, int64_t n);
/* The word for it in a Form: "" of one, "many" of two, "many2" of what is else. */
const char *lang_number(const Lang *l, bool source, int64_t n);
/* Says that a text is old or not translated. */
void lang_mark(Buf *b, LangState s);
/* Where a text begins behind its mark. */
size_t lang_unmarked(const Buf *b, size_t from);
/* Takes the marks of that state away behind `from`. */
void lang_mark_once(Buf *b, size_t from, LangState s);
/* The worst that the marks in a text say. */
LangState lang_marked(const char *text);

#endif
