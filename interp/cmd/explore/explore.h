/* What the files of `regel explore` share: one run of the command, and its reports. */
#ifndef REGEL_CMD_EXPLORE_H
#define REGEL_CMD_EXPLORE_H
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

typedef enum { COVER_TEXT, COVER_JSON, COVER_HTML } CoverForm;

typedef struct Explore {
  Cli *cli;
  const char *name;
  regel_rules *rules;
  regel_explore_plan plan;
  regel_setup setup;
  long players, jobs, time, states, depth, walks, length, perft;
  Args set;
  bool seeded, turns, states_given, walks_given, depth_given, perft_given, time_given;
  bool setups, no_store, quiet, json, coverage, native, bar;
  bool limited;        /* by more than time: as long as that says */
  const char *against; /* older rules, or NULL */
  int form;
  const char *out;
  regel_data *saved; /* how the search of --resume was begun */
  const char *kept;  /* the file that holds a search to go on with */
  int save_error;    /* of the last time that it was saved: errno */
  double shown;      /* when progress was shown last */
} Explore;

/* explore_report.c: the report for people, and the table of --perft. */
void explore_print(const Explore *e, const regel_data *r);
void explore_perft(const Explore *e, const regel_data *r);
/* explore_against.c: prints what differs; returns how much is not reached any more. */
size_t explore_compare(const Explore *e, const regel_data *now, const regel_data *old);
/* explore_cover.c: the page of --coverage. */
void explore_coverage(const Explore *e, const regel_data *r, FILE *out);

#endif
