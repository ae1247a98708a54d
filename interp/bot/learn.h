/* Learning an outlook from games: features of a seat that follow from what the ruleset
 * declares, positions with what came of them, and weights that tell one from the other.
 */
#ifndef REGEL_LEARN_H
#define REGEL_LEARN_H
#include "interp/base/buf.h"
#include "interp/bot/bot.h"

enum { MOST_FEATURES = 48 };

typedef struct Features {
  int n;
  char *text[MOST_FEATURES]; /* an expression about the player p */
} Features;
/* Fields of players, counts and sums over their piles and over what belongs to them, and
 * over what these point at. */
void features_find(Features *f, const Program *p);
void features_free(Features *f);

/* A pack for `game` that has the features as values f1, f2, … and an outlook that reads
 * them all; only who counts them wants it. */
void features_pack(const Features *f, const char *game, Buf *out);

/* Positions: the features of each seat and of all others together, and its share of the
 * win in the end. */
typedef struct Samples {
  int features;
  size_t n, room;
  float *at;    /* own, others', won: 2 * features + 1 numbers each */
  long answers; /* in all games that were played */
} Samples;
void samples_free(Samples *s);
/* Plays a game of a program made by features_pack and adds some of its positions. */
void samples_play(Samples *s, Vm *vm, Bot *bot, const Setup *setup);

typedef struct Learned {
  int n;                                           /* features */
  double own[MOST_FEATURES], other[MOST_FEATURES]; /* points of a hundred for each unit */
  double base;
} Learned;
/* Logistic regression; what tells little is left out, so that people can read it. */
void samples_fit(const Samples *s, Learned *to);
/* The pack that has the outlook; all: with the features that it does not read, too. */
void learned_pack(const Learned *l, const Features *f, const char *game,
                  const char *remark, bool all, Buf *out);

#endif
