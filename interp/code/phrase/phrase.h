/* What rules say, as phrases: the tree of a body with names resolved and locals put where
 * they are used.  No words here; a language finds them (interp/text/card/compose.c). */
#ifndef REGEL_PHRASE_H
#define REGEL_PHRASE_H
#include "interp/code/gen.h"

/* noun.c: a row with the rows below it, opened and closed; one without; one with a noun
 * or two. */
int phrase_open(Gen *g, PhraseOp op, int arg);
void phrase_close(Gen *g, int row);
void phrase_leaf(Gen *g, PhraseOp op, int arg);
void phrase_of(Gen *g, PhraseOp op, int arg, Node *a);
void phrase_of_two(Gen *g, PhraseOp op, int arg, Node *a, Node *b);
/* Anything that is no statement. */
void phrase_noun(Gen *g, Node *n);
/* A name that a rule gives to what happens, the `which`-th of its kind. */
void phrase_given(Gen *g, const Sym *y, int which);
int phrase_open_value(Gen *g, const Value *v);
void phrase_value_arg(Gen *g, const Value *v, size_t i, Node *arg);
/* The kind of things of a type; -1: none. */
int phrase_kind(const Type *t);
static inline bool is_pile(const Node *n) { return n->type && n->type->tag == T_PILE; }

/* sentence.c: a whole body; its row. */
int phrase_body(Gen *g, Node *b);

/* card.c: has a thing that players read no words for what its rule waits for? */
bool phrase_is_untold(const Model *m, const Rule *rule);

#endif
