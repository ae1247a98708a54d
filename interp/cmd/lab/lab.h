/* What the parts of `regel lab` share: a plan with its rulesets, and parts of its run. */
#ifndef REGEL_CMD_LAB_H
#define REGEL_CMD_LAB_H
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

typedef struct Lab {
  Cli *cli;
  regel_lab *lab;
  int code; /* to exit with if rules could not be opened */
  /* options */
  const char *output, *shard, *csv, *sqlite, *db;
  long jobs, n, players, cell, game, shards;
  Args set;
  uint64_t seed;
  bool quiet, store, slurm, json, games, native;
  Buf again;       /* the command that would store the games to look at */
  bool from_parts; /* … one of them, if it is told which */
} Lab;

/* Reads a plan and opens its rulesets.  -1, or the code to exit with after saying what is
 * wrong. */
int lab_open(Lab *l, const char *path, const char *text);
void lab_close(Lab *l);
/* Opens rules for a plan: a regel_lab_rules_fn. */
regel_rules *lab_rules(void *lab, const char *game, const char *const *packs);
/* All parts that lie in folders or are named, as one; opens their plan.  *gaps: ranges of
 * games that are missing. */
int lab_gather(Lab *l, const Args *paths, size_t *gaps);
/* Lists what is missing. */
void lab_tell_gaps(const Lab *l);

int lab_merge(Lab *l, const Args *paths);
int lab_report(Lab *l, const Args *paths);
int lab_store(Lab *l, const Args *paths);
int lab_learn(Lab *l, const Args *args);
int lab_submit(Lab *l, const char *plan);
int lab_print(Lab *l); /* as l->output says; NULL: on stdout */

#endif
