/* One exploration behind the public API: the setups of a ruleset that are looked at, what
 * was found in each, and what happened in all of them together. */
#ifndef REGEL_SURVEY_H
#define REGEL_SURVEY_H
#include "interp/api/api_int.h"
#include "interp/api/store_int.h"
#include "interp/explore/explore.h"
#include "interp/rules/setups.h"

/* One setup that was explored. */
typedef struct Explored {
  int players;
  int32_t *options;
  ExploreResult result;
  VEC(int64_t) stored; /* by finding: number of its game, 0 if there is none */
  ExploreItems items;  /* with what happened in this setup */
} Explored;

typedef struct Survey {
  const Program *program;
  const regel_explore_plan *plan;
  const regel_run *run;
  const volatile int *stop; /* never NULL */
  int players;
  bool players_fixed;
  int32_t *options;
  uint64_t seed;
  bool at_large; /* no limit but time: what to look at is up to what was not seen yet */
  double began, until;
  bool deep;          /* at_large: a search of all states has a chance */
  uint64_t first;     /* at_large: hash of how the setup that was asked for begins */
  SavedSearch *saved; /* what is gone on with, or NULL */
  regel_store *store; /* where findings go, opened for the first */
  int failed;         /* what a search failed with, or 0 */
  Buf why;            /* what is wrong, if something is */
  Arena *arena;
  VEC(Explored *) done;
  uint64_t *ran, *taken; /* in all setups together */
  ExploreFixed fixed;
  ExploreItems items;
} Survey;

ExplorePlan survey_plan(Survey *s, const Explored *x);
Explored *survey_add(Survey *s, int players, const int32_t *options);
void survey_each_setup(Survey *s, SetupFn fn);
/* Adds what was found in a setup to the whole, and stores it; false: why. */
bool survey_keep(Survey *s, Explored *x);
/* Says what a search failed with; false if it did. */
bool survey_fine(Survey *s, int failed);
/* Every state of every setup was looked at: what never happened cannot happen. */
bool survey_complete(const Survey *s);

/* Of what was asked for, or NULL. */
const ExploreFixed *survey_fixed(const Survey *s);

/* large.c: small searches, walks and a large search within one limit of time. */
bool survey_large(Survey *s);

/* never.c: what was not reached although much was played. */
long survey_games(const Survey *s); /* walks that came to an end */
bool survey_out_of_reach(const Survey *s, const ExploreItem *it);
void survey_mark_tested(Survey *s);

/* data.c: what was found, in the shape of docs/json.md. */
regel_data *survey_data(const Survey *s);
/* cover.c: how often everything happened, and every line. */
void survey_put_items(Json *j, const Survey *s);
void survey_put_coverage(Json *j, const Survey *s);

#endif
