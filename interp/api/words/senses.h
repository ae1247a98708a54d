/* The senses of two languages with the words of a game, ready to be compared. */
#ifndef REGEL_SENSES_H
#define REGEL_SENSES_H
#include "grammar/source.h"
#include "interp/agree/sense.h"
#include "interp/code/program.h"
#include "interp/text/lang.h"

typedef struct Senses {
  const Program *program;
  const char *path; /* of the ruleset: its glossary lies beside it */
  Arena *arena;
  Sources library;    /* where lexica are */
  VEC(Lexicon *) all; /* the first is English */
} Senses;

/* `from`: where files are found. */
void senses_open(Senses *s, const Program *p, const char *path, const Sources *from,
                 Arena *a);
void senses_close(Senses *s);
/* Those of a language; NULL if it has none. */
const Lexicon *senses_in(Senses *s, const char *lang);

/* How a text in `lang` contradicts a source text; nothing is added if it has no senses.
 * `printed`: a text whose numbers may be told, or NULL. */
bool senses_judge(Senses *s, const char *source, const char *printed, const char *lang,
                  const char *text, size_t size, Disagreements *out);
/* The same for the card of this name, as its rule composes it.  False if it is none. */
bool senses_card(Senses *s, const char *id, const char *lang, const char *text,
                 size_t size, Disagreements *out);

#endif
