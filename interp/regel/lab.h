/* Many games by a plan, counted (docs/lab.md); what is solved and learned.  A part of
 * regel.h. */
#ifndef REGEL_PUBLIC_LAB_H
#define REGEL_PUBLIC_LAB_H
#include "report.h"

/* A plan with its rulesets, and what was counted of its games so far. */
typedef struct regel_lab regel_lab;
/* Opens the rules that a plan names: they go with the lab.  NULL: they cannot be had, and
 * who was asked knows why. */
typedef regel_rules *(*regel_lab_rules_fn)(void *user, const char *game,
                                           const char *const *packs);
/* Reads a plan.  NULL if it makes no sense: then *wrong has what is wrong (`text`) and
 * where (`line`, `column`, `length`; 0: not known); or if rules could not be had, and
 * then *wrong is NULL. */
REGEL_API regel_lab *regel_lab_new(const char *plan, regel_lab_rules_fn open, void *user,
                                   regel_data **wrong);
REGEL_API void regel_lab_free(regel_lab *lab);
/* The plan that a part carries; NULL, and why. */
REGEL_API char *regel_lab_plan_of(const char *part, char **why);
/* Adds what was counted elsewhere; -1, and why: it does not belong here, is damaged, or
 * has games that are here already. */
REGEL_API int regel_lab_add(regel_lab *lab, const char *part, char **why);
/* Everything that was counted so far, as a part. */
REGEL_API char *regel_lab_part(const regel_lab *lab);
/* Games that are missing, as a list of `first` and `last`. */
REGEL_API regel_data *regel_lab_missing(const regel_lab *lab);
/* How many cells the plan has. */
REGEL_API int regel_lab_cells(const regel_lab *lab);

/* Which games are played: those of one of so many shards (0 of 1: all), and of a plan
 * that says no number of games those from `first` to before `end`.  `save` is called now
 * and then with what is whole so far, as a part, and at the end; not 0 ends the run. */
typedef struct regel_lab_work {
  long shard, shards, first, end;
  int (*save)(void *user, const char *part, size_t size);
  void *user;
  /* Called with games that were played, as lines of text; NULL: nobody wants them. */
  void (*games)(void *user, const char *lines, size_t size);
} regel_lab_work;
/* Plays what is missing of them: how many are left then; -1, and why. */
REGEL_API long regel_lab_run(regel_lab *lab, const regel_lab_work *work,
                             const regel_run *run, char **why);
/* What was found, as a page: HTML, or Markdown.  Games to look at are stored, or `again`
 * is the command that would; `each`: one of them at a time.  NULL, and why. */
REGEL_API char *regel_lab_report(const regel_lab *lab, int html, regel_store *store,
                                 const char *again, int each, char **why);
/* Stores one game of a cell; its number, or 0 and why. */
REGEL_API int64_t regel_lab_store(const regel_lab *lab, regel_store *store, int cell,
                                  long game, char **why);
/* Stores all games that are lines of a text, as `games` gave them, if they are not there
 * yet: what each of them is of which plan is stored, too.  -1, and why, after a fault. */
typedef struct regel_lab_imported {
  long stored, there, refused; /* refused: no game of this plan by these rules */
} regel_lab_imported;
REGEL_API int regel_lab_import(const regel_lab *lab, regel_store *store,
                               const char *lines, regel_lab_imported *count, char **why);
/* Every figure as a row; the same with the cells as data (docs/json.md); and with all
 * counts in a database that is made. */
REGEL_API char *regel_lab_csv(const regel_lab *lab);
REGEL_API regel_data *regel_lab_figures(const regel_lab *lab);
REGEL_API int regel_lab_sqlite(const regel_lab *lab, const char *path, char **why);

/* An equilibrium of a small game, by so many rounds of counterfactual regret
 * minimization: `nodes`, information `states`, for each of the `seats` its `value` and
 * what the best answer to the others would give (`best`), and the `exploitability`.
 * NULL, and why. */
REGEL_API regel_data *regel_solve(const regel_rules *rules, const regel_setup *setup,
                                  long rounds, char **why);
/* An outlook for bots, learned from so many games that they play against each other: the
 * `pack` that has it, its `result` against those who think as long without it, and
 * whether it is `kept`, since chance could not have made that.  `open` is asked for the
 * game, with that pack.  NULL, and why; *why is NULL if `open` gave none. */
REGEL_API regel_data *regel_learn(const char *game, const regel_setup *setup, long games,
                                  regel_lab_rules_fn open, void *user,
                                  const regel_run *run, char **why);
#endif
