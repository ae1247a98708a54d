/* Lexica as they are found: po/LANG.lexicon in a folder of the library, and the words of
 * a game from its glossary.csv and its translation. */
#ifndef REGEL_LEXICA_H
#define REGEL_LEXICA_H
#include "grammar/source.h"
#include "interp/text/lang.h"
#include "interp/agree/lexicon.h"

/* Reads a lexicon of a language, po/LANG.SORT: of facts ("lexicon"), or of senses
 * ("senses").  NULL if there is none or it is not in the form; `why` tells.  Free with
 * lexicon_free. */
Lexicon *lexica_open(const Sources *s, Arena *a, const char *lang, const char *sort,
                     Buf *why);
/* Adds what a game's things are called in the lexicon's language, from the rows of a
 * glossary: a first line "concept,en,nl,…", then a line for each concept.  A concept
 * whose English words are facts of `english` is left to the lexica in every language. */
void lexica_glossary(Lexicon *l, const Lexicon *english, const char *csv, size_t size);

/* The same from the translation of a ruleset: every name that it has in `lang`. */
void lexica_translated(Lexicon *l, const Lexicon *english, const Program *p,
                       const Lang *lang);

/* For senses: all that players have a name for but cards, as `lang` (NULL: the source)
 * calls it, and further words of a glossary for it.  `english` is `l` itself, or the same
 * of the source. */
void lexica_nouns(Lexicon *l, const Lexicon *english, const Program *p, const Lang *lang);
void lexica_synonyms(Lexicon *l, const Lexicon *english, const char *csv, size_t size);

#endif
