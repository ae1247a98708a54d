/* Texts written by hand that say something else than the rule they stand at. */
#ifndef REGEL_FIND_TEXT_H
#define REGEL_FIND_TEXT_H
#include "interp/agree/rule.h"

/* Looks at the texts of slots, verbs, values, notes and questions of a checked model, and
 * adds what disagrees to its unit's diagnostics.  `english` gets the names of the game.
 */
void find_text(Model *m, Lexicon *english);
/* Numbers of a text that belong to another noun than in the rule (nouns.c). */
void text_nouns(Diags *d, Loc loc, const char *text, const Node *body);

#endif
