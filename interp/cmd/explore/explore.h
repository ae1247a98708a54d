/* What the files of `regel explore` share: one run of the command, and its reports. */
#ifndef REGEL_CMD_EXPLORE_H
#define REGEL_CMD_EXPLORE_H
#include "interp/cmd/archive.h"
#include "interp/cmd/game.h"
#include "interp/base/json.h"
#include "interp/explore/explore.h"
#include "interp/rules/setups.h"

typedef enum { COVER_TEXT, COVER_JSON, COVER_HTML } CoverForm;

/* One setup that was explored. */
typedef struct Explored {
  int players;
  int32_t *options;
  ExploreResult result;
  VEC(int64_t) stored; /* by finding: number of its game, 0 if there is none */
  ExploreItems items;  /* with what happened in this setup */
} Explored;

typedef struct Explore {
  Cli *cli;
  const char *name, *file; /* file: the database */
  const Program *program;
  GameSetup setup;
  long jobs, depth, states, walks, perft, length, most_setups, time;
  bool turns;
  bool players_given, walks_given, states_given, depth_given, perft_given, time_given;
  bool setups, no_store, quiet, json;
  bool silent;         /* of --against: nothing is printed */
  const char *against; /* older rules, or NULL */
  bool at_large; /* no limit but time: what to look at is up to what was not seen yet */
  double began, until;
  bool deep;      /* at_large: a search of all states has a chance */
  uint64_t first; /* at_large: hash of how the setup that was asked for begins */
  bool coverage, native;
  int form, code; /* code: to exit with, -1 so far */
  const char *out;
  uint64_t memory;
  const char *save, *resume; /* files of a search, or NULL */
  SavedSearch *saved;        /* what `resume` holds */
  const char *kept;          /* the file that holds a search to go on with */
  int save_error;            /* of the last time that it was saved: errno */
  const volatile int *stop;
  int64_t shown; /* when progress was shown last, in milliseconds */
  Db *db;
  Arena *arena;
  VEC(Explored *) done;
  uint64_t *ran, *taken; /* in all setups together */
  ExploreItems items;
} Explore;

/* Every state of every setup was looked at: what never happened cannot happen. */
bool explore_complete(const Explore *e);
/* Findings of all setups, and what never happened if that is certain. */
size_t explore_findings(const Explore *e);
/* Of a cause that several setups have, one is told. */
bool explore_told(const Explore *e, size_t which, const Finding *f);
/* "3 players, version=base" */
void explore_setup_name(const Explore *e, const Explored *x, Buf *b);

ExplorePlan explore_plan(Explore *e, const Explored *x);
Explored *explore_add(Explore *e, int players, const int32_t *options);
void explore_each_setup(Explore *e, SetupFn fn);
/* Says what a search failed with; -1 if it did not, or the code to exit with. */
int explore_failed(Explore *e, int failed);
/* Adds what was found in a setup to the whole.  -1 or the code to exit with. */
int explore_store(Explore *e, Explored *x);
/* explore_large.c: small searches, walks and a large search within one limit of time. */
int explore_large(Explore *e);

/* explore_never.c: what was not reached although much was played. */
long explore_games(const Explore *e); /* walks that came to an end */
bool explore_out_of_reach(const Explore *e, const ExploreItem *it);
void explore_mark_tested(Explore *e);

/* explore_against.c: prints what differs; returns how much is not reached any more. */
size_t explore_compare(const Explore *now, const Explore *old);

/* explore_report.c: the report for people, in JSON, and the table of --perft. */
void explore_print(const Explore *e);
void explore_json(const Explore *e);
void explore_perft(const Explore *e);
/* explore_cover.c: the page of --coverage. */
void explore_coverage(const Explore *e, FILE *out);

#endif
