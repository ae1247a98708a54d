/* The senses of two languages with the words of a game, ready to be compared. */
#ifndef REGEL_SENSES_H
#define REGEL_SENSES_H
#include "grammar/source.h"
#include "interp/agree/sense.h"
#include "interp/code/program.h"
#include "interp/text/lang.h"
#include "interp/text/render.h"

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
 * `printed`: a text whose numbers may be told, `title`: names that may be; or NULL. */
bool senses_judge(Senses *s, const char *source, const char *printed, const char *title,
                  const char *lang, const char *text, size_t size, Disagreements *out);
/* Adds all that a card tells: what is composed from its rule, what its author wrote, and
 * the cards inside it.  True if there are such. */
bool senses_told(const View *v, Buf *b, int32_t thing);
/* The same for the card of this name, as it tells its rule.  False if it is none. */
bool senses_card(Senses *s, const char *id, const char *lang, const char *text,
                 size_t size, Disagreements *out);

#endif
