/* What the chapters of a report share. */
#ifndef REGEL_REPORT_INT_H
#define REGEL_REPORT_INT_H
#include "interp/lab/figure.h"
#include "interp/lab/report.h"
#include "interp/lab/svg.h"

typedef struct Chapters {
  const Report *r;
  const Part *part;
  const Plan *plan;
  Page page;
  int level; /* of headings about one cell */
  Buf chart;
} Chapters;

const Program *cell_program(const Chapters *c, size_t cell);
const char *cell_label(const Chapters *c, size_t cell);
/* "12.3 % ± 0.4", in a buffer of its own for each of eight calls in a row. */
const char *say_percent(const Figure *f);
const char *say_number(const Figure *f);
/* "market.regel:12" of a place of a program. */
const char *say_place(const Program *p, int32_t loc);
const char *title_of(const Program *p, int32_t thing);
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
