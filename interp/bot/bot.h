/* Bots: who answers when no person does. */
#ifndef REGEL_BOT_H
#define REGEL_BOT_H
#include "interp/bot/luck.h"
#include "interp/vm/vm.h"
#include <stdbool.h>

/* BOT_BLIND searches as BOT_MCTS does, but does not ask for the ruleset's outlook.
 * BOT_FLAT does not either: it plays each answer to the end at random, as BOT_LOOK does
 * where there is none.  Both are measures for what the others gain. */
typedef enum { BOT_RANDOM, BOT_LOOK, BOT_MCTS, BOT_BLIND, BOT_FLAT } BotKind;

/* What sort of bot, and how much it thinks. */
typedef struct BotSpec {
  BotKind kind;
  int playouts, ahead;
} BotSpec;
/* "random", "mcts:2000", "mcts:2000:2", "blind:2000", "look:30", "look:30:2", "flat:30";
 * false if it is none of them. */
bool bot_read(const char *text, BotSpec *spec);
#define BOT_WORDS "random, mcts:N, blind:N, look:N or flat:N"
enum { BOT_SPEC = 40 };
void bot_write(const BotSpec *spec, char out[BOT_SPEC]);
/* Who sits there, as it is stored: "bot look 30", "bot random". */
enum { BOT_SEATED = BOT_SPEC + 8 };
void bot_seated(const BotSpec *spec, char out[BOT_SEATED]);
/* Reads that again; false if it is no bot, or none that is known. */
bool bot_sat(const char *taken, BotSpec *spec);

/* A bot thinks with its own machine and its own generator; the game is not touched. */
typedef struct Bot Bot;

/* playouts: how many games BOT_LOOK plays in its head for each answer, BOT_MCTS for each
 * question; at least 1.
 * ahead: how many decisions they go on at random behind the answers that are looked at,
 * in a game with an outlook; in others they are played to their end. */
enum { BOT_AHEAD = 1 }; /* a good one */
Bot *bot_new(const Program *p, BotKind kind, int playouts, int ahead);
void bot_free(Bot *b);
/* A bot that searches may do so with several heads at once, each with its share of the
 * games (heads.h has a function that gives each a thread).  It thinks the same however
 * many processors there are, since there are always as many heads, but not quite what one
 * head would think.  Heads that think little think badly: below BOT_HEADS_FROM games it
 * is left with one. */
enum { BOT_HEADS = 4, BOT_HEADS_FROM = 8000 };
typedef struct Search Search;
typedef void (*BotRunFn)(Search **s, int n);
void bot_heads(Bot *b, const Program *p, int ahead, BotRunFn run);
/* The same seed gives the same answers to the same questions from here on. */
void bot_seed(Bot *b, uint64_t seed);
/* Its generator, for who draws in its place (vm_playout). */
Luck *bot_luck(Bot *b);

/* From now on the bot answers after so many milliseconds with the best that it has found
 * by then, if it is not done before; 0: it takes the time it needs. */
void bot_patience(Bot *b, int milliseconds);

/* Answers that the bot does not give to the next question, by number; at least one must
 * be left.  NULL: it may give all. */
void bot_bar(Bot *b, const uint8_t *barred);

/* The answer that the bot gives to the question vm stopped for, among those of the seats
 * in `seats` (at least one of them must have an answer).  Allocates nothing.
 * BOT_LOOK uses only what the answering seat may know: every game in its head begins from
 * a state in which all that is hidden from that seat was dealt anew. */
int bot_pick(Bot *b, Vm *vm, uint32_t seats);

/* A legal answer at random, each as likely as any other, also where the machine offers
 * candidates untried: only those that are drawn are tried.  -1: none of them is legal,
 * and the machine has its error. */
int bot_draw(Luck *luck, Vm *vm);
/* A step in which the machine draws answers itself where it can, as bot_draw would, at
 * most so many, which are taken from what is left. */
VmStatus bot_step(Luck *luck, Vm *vm, long *left);

/* After bot_pick: how often the bot tried an answer in its head, and what it was worth to
 * it on average (0 to 1).  False: this bot does not know. */
bool bot_opinion(const Bot *b, int answer, int *tried, double *worth);

/* What the end of a game is worth: above all to have won, then the lead in score over the
 * best of the others. `won` is from 0 to 1, and so is the result. */
double bot_count_score(Vm *vm, int seat, double won);

#endif
