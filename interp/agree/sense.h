/* Senses: what a text says of who does what to whom, which way, how often, how long and
 * whether one may; and where a text contradicts another that tells the same rule.
 *
 * Composing turns a rule into a sentence of plain words; senses are read from that
 * sentence as they are from a text in free wording, with a lexicon that is made for it
 * (po/LANG.senses).  Facts are tied to the name they stand at: a gain to what is gained,
 * a number to what is counted, a negation to what is denied.  Reported is only what
 * contradicts, or is left out where nothing in the text could stand for it. */
#ifndef REGEL_SENSE_H
#define REGEL_SENSE_H
#include "interp/agree/rule.h"
#include "interp/agree/substance.h"

/* The senses of a text, which must outlive them; those of a rule's own sentence, in
 * which every word counts.  Free with facts_free. */
void senses_read(Facts *f, const Lexicon *l, const char *text, size_t size);
void senses_rule(Facts *f, const Lexicon *l, const char *text, size_t size);
/* Adds the numbers or the names of another text as such that may be told, but need not.
 */
void senses_printed(Facts *f, const Lexicon *l, const char *text, size_t size,
                    FactClass class);
/* What of `text` contradicts `rule`. */
void senses_compare(const Facts *rule, const Facts *text, Arena *a, Disagreements *out);

#endif
