/* A plan: which games the lab plays, as a small file says it.
 *
 * A plan is a product of choices (rulesets, numbers of players, values of options, bots,
 * restrictions).  Each combination is a cell; game i of a cell is the same game whoever
 * plays it, and when. */
#ifndef REGEL_PLAN_H
#define REGEL_PLAN_H
#include "interp/base/arena.h"
#include "interp/base/buf.h"
#include "interp/bot/bot.h"

enum { MAX_CELLS_OF_PLAN = 1000, MAX_SWEEPS = 8, MAX_RULES = 8 };

typedef struct PlanRules {
  const char *name, *game; /* what it is called here; the ruleset */
  VEC(const char *) packs;
  int line;
  const Program *program; /* set by who opens it, before plan_bind */
} PlanRules;

typedef struct PlanSweep {
  const char *option;
  VEC(const char *) values;
  int line;
} PlanSweep;

typedef struct PlanBots {
  VEC(BotSpec) seats; /* one for all, or one for each */
  long games;         /* 0: as many as the plan says */
  VEC(long) players;  /* the only numbers of players that it plays with; none: all */
  int line;
} PlanBots;

typedef struct PlanNever {
  int bot; /* which of the bots, from 0 */
  const char *what;
  int line;
} PlanNever;

/* What a report tells; a set of bits. */
enum Chapter {
  CHAPTER_SHORT = 1,
  CHAPTER_DIFFERENCES = 2,
  CHAPTER_SETTINGS = 4,
  CHAPTER_STRENGTH = 8,
  CHAPTER_CELLS = 16,
  CHAPTER_PLAYED = 32
};

typedef struct Cell {
  int rules, bots, never; /* never: -1, none */
  int seats;
  int value[MAX_SWEEPS]; /* of each sweep */
  long games;
  int base;         /* the cell that it is compared with, game by game; -1: none */
  int32_t *options; /* for Setup */
  const char *label;
  const uint8_t *barred_alts, *barred_things; /* by number; NULL without `never` */
} Cell;

typedef struct Plan {
  Arena *arena;
  const char *title;
  VEC(PlanRules) rules;
  VEC(long) players;
  VEC(PlanSweep) sweeps;
  VEC(PlanBots) bots;
  VEC(PlanNever) nevers;
  bool rotate, paired;
  long games;   /* 0: open, as many as somebody plays */
  double width; /* percent points to each side that are narrow enough; 0: not said */
  long every;   /* after so many games a cell ends that is narrow enough; 0: none does */
  long block;   /* games that are played together */
  long detail;  /* what is dear is counted in one game of so many; 0: as it seems good */
  unsigned chapters; /* of the report; 0: all */
  long keep;         /* games of each extreme that are remembered */
  long most;         /* decisions of a game */
  uint64_t seed;
  const char *text; /* without comments and empty lines: what its hash is of */
  uint64_t hash;
  VEC(Cell) cells; /* made by plan_bind */
} Plan;

/* Where a plan is wrong. */
typedef struct PlanError {
  int line, column, length; /* from 1; 0: of the whole file */
  Buf why;
} PlanError;

/* Reads a plan; false if it makes no sense.  Free it in any case. */
bool plan_read(Plan *p, const char *text, PlanError *error);
void plan_free(Plan *p);
/* When each of the rules has its program: makes the cells. */
bool plan_bind(Plan *p, PlanError *error);
/* The games of the largest cell: of a plan that is not open. */
long plan_games(const Plan *p);
/* The bot that a seat has in game i of a cell, as a number among its bots. */
int plan_bot_at(const Plan *p, const Cell *c, long game, int seat);
uint64_t plan_seed(const Plan *p, const Cell *c, long game);
long plan_detail(const Plan *p, const Cell *c);
/* So many games make an interval of 95 % no wider than w percent points to each side,
 * whatever the rate is. */
long plan_games_for(double width);

#endif
