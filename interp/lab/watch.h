/* What is counted of a game while it runs. */
#ifndef REGEL_WATCH_H
#define REGEL_WATCH_H
#include "interp/bot/bot.h"
#include "interp/lab/count.h"

enum { SAMPLES = 64 };

typedef struct Drawn {
  int32_t face, field; /* field: where it went, -1: the box */
  int seat;
} Drawn;

typedef struct Watch {
  const Program *p;
  int seats;
  Counts *to; /* NULL: nobody counts */
  /* piles */
  int16_t *owner;         /* by pile: the seat, or -1 */
  int32_t *field;         /* by pile */
  uint8_t *shuffled;      /* by pile */
  uint32_t *had, *played; /* by face: the seats */
  VEC(int32_t) touched;   /* faces of this game */
  VEC(Drawn) drawn;       /* off shuffled piles into piles of nobody, in this game */
  uint8_t *market;        /* by field: somebody took something from there in this game */
  /* who is ahead: every `stride`th decision */
  bool ahead; /* there is something to tell it by */
  long stride;
  int samples;
  int64_t values[SAMPLES][MAX_PLAYERS];
} Watch;

void watch_init(Watch *w, Vm *vm, int seats);
void watch_free(Watch *w);
void watch_begin(Watch *w, Counts *to);
void watch_move(void *user, int32_t thing, int32_t from, int32_t to, int32_t seat);
/* A question of a detailed game is put, and answered. */
void watch_question(Watch *w, Vm *vm, long number, int64_t *widest);
void watch_answer(Watch *w, Vm *vm, const Bot *bot, int answer);
/* The game is over: who had what; what each card was worth; who was ahead, in a detailed
 * game. */
void watch_end(Watch *w);
void watch_cards(Watch *w, uint32_t winners);
void watch_leads(Watch *w, uint32_t winners, long game, int keep);

#endif
