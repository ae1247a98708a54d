/* What the parts of the generator share: they write expressions of a wanted sort into a
 * program, with the names that are known there. */
#ifndef REGEL_REF_GEN_INT_H
#define REGEL_REF_GEN_INT_H
#include "tests/reference/gen.h"
#include <stdbool.h>

/* What an expression is wanted to be. */
typedef enum { NUMBER, FLAG, WAY, PLACE, CARD, PLAYER, SQUARE, SORTS } Sort;

typedef struct Local {
  char name[8];
  Sort sort;
  bool set, opt, pile;
} Local;

typedef struct Gen {
  uint64_t rng;
  Buf *b;
  Local local[64];
  int locals, named;
  int depth;
  bool sure;    /* numbers must not be none */
  bool library; /* it uses the standard library */
  bool me, self_card, pure, it_card, in_loop;
  int verbs;  /* those that may be called: with lower numbers */
  int values; /* the same */
  int budget; /* statements still to write */
} Gen;

int dice_below(Gen *g, int n);
bool dice_one_in(Gen *g, int n);
void write_text(Gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *write_name(Gen *g, Sort s, bool set, bool opt); /* a new name */
Sort write_any_kind(Gen *g);
void write_number(Gen *g); /* may be none */
void write_number_leaf(Gen *g);
void write_bounded(Gen *g, int lo, int hi);
void write_flag(Gen *g);
void write_thing(Gen *g, Sort s);  /* may be none */
void write_surely(Gen *g, Sort s); /* is not none */
void write_set_of(Gen *g, Sort s);
void write_block(Gen *g);
void write_statement(Gen *g);

#endif
