/* What the parts of `regel lab` share: a plan with its rulesets, and parts of its run. */
#ifndef REGEL_CMD_LAB_H
#define REGEL_CMD_LAB_H
#include "interp/cmd/game.h"
#include "interp/lab/part.h"

typedef struct Lab {
  Cli *cli;
  Plan plan;
  Game games[MAX_RULES];
  bool opened;
  /* options */
  const char *output, *shard, *csv, *sqlite, *db;
  long jobs, n, players, cell, game, shards;
  Args set;
  uint64_t seed;
  bool quiet, store, slurm;
  Buf again;       /* the command that would store the games to look at */
  bool from_parts; /* … one of them, if it is told which */
} Lab;

/* Reads a plan and opens its rulesets.  -1, or the code to exit with after saying what is
 * wrong. */
int lab_open(Lab *l, const char *path, const char *text);
void lab_close(Lab *l);
/* Plays a shard of the plan, or all of it, into a file of the folder l->output; NULL:
 * into `part` only. */
int lab_play(Lab *l, Part *part, long shard, long shards);
/* All parts that lie in folders or are named, as one; opens their plan.  *gaps: games
 * that are missing. */
int lab_gather(Lab *l, const Args *paths, Part *part, long *gaps);
/* Lists what is missing. */
void lab_tell_gaps(const Lab *l, const Part *part);
int lab_write_file(Lab *l, const char *path, const Buf *text);

int lab_merge(Lab *l, const Args *paths);
int lab_report(Lab *l, const Args *paths);
int lab_learn(Lab *l, const Args *args);
int lab_submit(Lab *l, const char *plan);
int lab_print(Lab *l, const Part *part); /* as l->output says; NULL: on stdout */

#endif
