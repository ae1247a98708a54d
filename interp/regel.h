/* libregel: rules of board and card games, compiled and played.
 *
 * Everything is reached through two handles: `regel_rules` is a compiled ruleset, which
 * never changes; `regel_game` is one game played by it.  Rules may be shared by threads;
 * a game belongs to one thread at a time.  There is no global state.
 *
 * A game is played by one loop:
 *
 *     for (;;)
 *       switch (regel_step(game)) {
 *       case REGEL_DECIDE: regel_answer(game, whatever a player chose); break;
 *       case REGEL_CHANCE: regel_answer(game, regel_roll(game)); break;
 *       case REGEL_DONE:   return regel_winners(game);
 *       case REGEL_ERROR:  complain(regel_error(game));
 *       }
 *
 * The same rules, setup and answers give the same states on every machine.
 * tests/embed/embed.c is a whole program of this kind. */
#ifndef REGEL_H
#define REGEL_H

#ifdef __cplusplus
extern "C" {
#endif

/* In families, each of which needs those above it. */
#include "regel/data.h"     /* a tree of texts, numbers, lists and records; freeing */
#include "regel/library.h"  /* files, overlays, opening and making rulesets; symbols */
#include "regel/language.h" /* languages, translations as PO files */
#include "regel/rules.h"    /* a compiled ruleset: what it is, native code, texts */
#include "regel/game.h"     /* one game: answers, bots, words, boards, readers, states */
#include "regel/store.h"    /* a database: record, resume, replay, audit, cards */
#include "regel/report.h"   /* findings, tests, diff, exploration, simulation, referee */
#include "regel/lab.h"      /* many games by a plan, counted; solving and learning */

/* The version of this header; while it begins with 0 the functions may still change. */
#define REGEL_VERSION "0.1.0"
/* The version of the library that is linked: compare it with REGEL_VERSION. */
REGEL_API const char *regel_version(void);

#ifdef __cplusplus
}
#endif
#endif
