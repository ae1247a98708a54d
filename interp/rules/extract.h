/* The messages of a ruleset, with what a translator wants to know of each. */
#ifndef REGEL_EXTRACT_H
#define REGEL_EXTRACT_H
#include "interp/code/program.h"
#include "interp/po/po.h"

/* Adds every text of a program that players read, once, in the order of the program: its
 * own ones, not those of rulesets whose files it uses, nor what `base` (the game without
 * a pack, or NULL) has, too. The catalog must have its plural rule, since that says how
 * many forms there are. */
void extract_game(Po *po, const Program *p, const Program *base);

/* How much translating the ruleset saves: cards whose text is composed, and the messages
 * that all of those texts are made of. */
typedef struct ExtractShare {
  int cards, messages;
} ExtractShare;
ExtractShare extract_share(const Program *p);

#endif
