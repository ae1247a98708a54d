/* From the name of a language to its words: where translations are found. */
#ifndef REGEL_LOAD_LANG_H
#define REGEL_LOAD_LANG_H
#include "grammar/diag.h"
#include "interp/text/lang.h"

/* A language falls back: nl_BE to nl, and that to the source; what the first has not the
 * next may have.
 * The program's own words lie in po/LANG.po of the library, the help of its commands in
 * po/commands.LANG.po, the words of a ruleset beside it:
 * in po/LANG.po of its folder, or X.LANG.po beside a lone X.regel.  The rules of a stored
 * game are looked for by their file, then by the game's name.  So are those of other
 * rulesets whose files it uses: what it does not translate itself, they may have. */
typedef struct LoadedLang {
  Arena *arena;
  Sources sources;
  Diags diags;     /* what is wrong with the files */
  VEC(Po *) words; /* the program's own: to players, then of its commands */
  bool commands;   /* are any of the latter there? */
  VEC(Po *) rules; /* the ruleset's own, then those of others whose files it uses */
  Lang *lang;      /* NULL: the source */
} LoadedLang;

/* Reads a language for a program (NULL: for the program's own words alone) from where
 * `from` finds files; NULL: where the program looks.  "en" is the source.  False: there
 * is no such language, or its files have errors; these stand in l->diags then.  Free in
 * any case. */
#define LOAD_COMMANDS "commands."
bool load_lang(LoadedLang *l, const char *code, const Program *p, const Sources *from);
void load_lang_free(LoadedLang *l);

/* A text of the program's own catalogs: the first that has it, else one of another text
 * of this context, else NULL. */
const PoEntry *load_lang_word(const LoadedLang *l, const char *context, const char *id);

/* What a language's own catalog has for a row of words.def, such as its table of numbers;
 * NULL if nothing. */
const char *load_lang_own(Arena *a, const char *code, Saying which, const Sources *from);

/* Has a ruleset words of its own in a language, or in one that it falls back to? */
bool load_lang_has(const char *code, const Program *p, const Sources *from);

/* Adds the languages that there are for a program (or NULL): "de, en, fr". */
void load_lang_list(const Program *p, const Sources *from, Buf *b);
/* The language that the environment asks for: $REGEL_LANG as it stands, else what LC_ALL,
 * LC_MESSAGES or LANG name if there is a translation of the program's words.  NULL: none,
 * so English. */
const char *load_lang_wanted(Arena *a);

#endif
