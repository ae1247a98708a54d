/* What the files of `regel explore` share: one run of the command, and its reports. */
#ifndef REGEL_CMD_EXPLORE_H
#define REGEL_CMD_EXPLORE_H
#include "interp/cmd/archive.h"
#include "interp/base/json.h"
#include "interp/explore/explore.h"

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
  long jobs, depth, states, walks, perft, length, most_setups;
  bool players_given, walks_given, states_given, perft_given, setups, no_store, quiet,
      json;
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
/* "3 players, version=base" */
void explore_setup_name(const Explore *e, const Explored *x, Buf *b);

/* explore_report.c: the report for people, in JSON, and the table of --perft. */
void explore_print(const Explore *e);
void explore_json(const Explore *e);
void explore_perft(const Explore *e);
/* explore_cover.c: the page of --coverage. */
void explore_coverage(const Explore *e, FILE *out);

#endif
