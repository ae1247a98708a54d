/* What the chapters of a report share. */
#ifndef REGEL_REPORT_INT_H
#define REGEL_REPORT_INT_H
#include "interp/explore/explore.h"
#include "interp/lab/figure.h"
#include "interp/lab/report.h"
#include "interp/lab/svg.h"

/* A rule that figures lead to: "scenarios/GAME/game.regel:12". */
typedef struct CitedRule {
  const char *name;
  const Program *p;
  int32_t loc;
} CitedRule;

typedef struct Chapters {
  const Report *r;
  const Part *part;
  const Plan *plan;
  Page page;
  int level; /* of headings about one cell */
  Buf chart;
  VEC(CitedRule) cited;
  Arena *arena; /* of names */
} Chapters;

const Program *cell_program(const Chapters *c, size_t cell);
const char *cell_label(const Chapters *c, size_t cell);
/* "12.3 % ± 0.4", in a buffer of its own for each of eight calls in a row. */
const char *say_percent(const Figure *f);
const char *say_number(const Figure *f);
/* "market.regel:12" of a place of a program. */
const char *say_place(const Program *p, int32_t loc);
/* The same, leading to its lines at the end of the page. */
const char *say_link(Chapters *c, const Program *p, int32_t loc);
const char *title_of(const Chapters *c, const Program *p, int32_t thing);
/* What can happen with the settings of a cell, with the games in which it did. */
void ran_in(const Part *part, size_t cell, Arena *arena, ExploreItems *items);
/* figure_whole of a cell, and of a cell and that which it is compared with. */
int cell_whole(const Chapters *c, size_t cell);
int pair_whole(const Chapters *c, size_t cell);

void report_summary(Chapters *c);
void report_seats(Chapters *c, size_t cell);
void report_length(Chapters *c, size_t cell);
void report_scores(Chapters *c, size_t cell);
void report_leads(Chapters *c, size_t cell);
void report_cards(Chapters *c, size_t cell);
void report_questions(Chapters *c, size_t cell);
void report_rules(Chapters *c, size_t cell);
void report_extremes(Chapters *c, size_t cell);
void report_pairs(Chapters *c);
void report_sweeps(Chapters *c);
void report_ladder(Chapters *c);

#endif
