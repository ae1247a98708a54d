/* The report: what was played, what stands out, then one chapter for each question. */
#include "interp/lab/report_int.h"
#include "interp/base/invariant.h"
#include "interp/regel.h"
#include "interp/text/place.h"
#include "interp/text/render.h"

#include <string.h>

/* ---- words ---------------------------------------------------------------------- */

static char *spare(void)
{
  static _Thread_local char room[8][80];
  static _Thread_local int next;
  next = (next + 1) % 8;
  return room[next];
}

const char *say_percent(const Figure *f)
{
  char *s = spare();
  if (!f->n) snprintf(s, 80, "–");
  else
    snprintf(s, 80, "%.1f %% (%.1f to %.1f)", 100 * f->at, 100 * f->low, 100 * f->high);
  return s;
}

const char *say_number(const Figure *f)
{
  char *s = spare();
  if (!f->n) snprintf(s, 80, "–");
  else snprintf(s, 80, "%.2f (%.2f to %.2f)", f->at, f->low, f->high);
  return s;
}

const char *say_place(const Program *p, int32_t loc)
{
  char *s = spare();
  const PLoc *l = place_of_row(p, loc);
  if (!l || l->file < 0 || l->file >= p->n_files) return "";
  const char *path = program_string(p, p->files[l->file].path),
             *slash = strrchr(path, '/');
  snprintf(s, 80, "%.60s:%d", slash ? slash + 1 : path, l->line);
  return s;
}

const char *say_link(Chapters *c, const Program *p, int32_t loc)
{
  const char *name = say_place(p, loc);
  if (!c->page.html || !*name) return name;
  Buf whole = {0};
  place_name(p, &whole, place_of_row(p, loc));
  size_t i = 0;
  while (i < c->cited.n && strcmp(c->cited.at[i].name, buf_text(&whole))) i++;
  if (i == c->cited.n) {
    CitedRule x = {arena_strdup(c->arena, buf_text(&whole)), p, loc};
    vec_push(&c->cited, x);
  }
  buf_free(&whole);
  char *s = spare();
  snprintf(s, 80, PAGE_LINK "%zu %s" PAGE_LINK, i, name);
  return s;
}

const char *title_of(const Chapters *c, const Program *p, int32_t thing)
{
  return render_called(p, c->arena, thing);
}

const Program *cell_program(const Chapters *c, size_t cell)
{
  INVARIANT(cell < c->plan->cells.n);
  return c->plan->rules.at[c->plan->cells.at[cell].rules].program;
}
const char *cell_label(const Chapters *c, size_t cell)
{
  INVARIANT(cell < c->plan->cells.n);
  return c->plan->cells.at[cell].label;
}

/* ---- what was played ------------------------------------------------------------ */

static void what_was_played(Chapters *c)
{
  const Plan *plan = c->plan;
  page_heading(&c->page, 2, "What was played");
  page_row(&c->page, "Cell\tGames\tEnded\tGiven up\tErrors\tDecisions a game\tDigest");
  for (size_t i = 0; i < plan->cells.n; i++) {
    const int64_t *n = counts_of(&c->part->cells[i], C_plain);
    Figure length =
        figure_mean(n[GAMES], (double)n[DECISIONS], (double)n[DECISIONS_SQUARED]);
    page_row(&c->page, "%s\t%lld\t%lld\t%lld\t%lld\t%s\t`%016llx`", cell_label(c, i),
             (long long)n[GAMES], (long long)n[FINISHED], (long long)n[UNFINISHED],
             (long long)n[ERRORS], say_number(&length), (unsigned long long)n[DIGEST]);
  }
  page_say(&c->page,
           "Behind every figure stands its interval of 95 %%. Game i of a cell is the "
           "same game "
           "on every machine%s; regel %s, plan `%016llx`:",
           plan->paired ? ", and all cells play from the same seeds" : "", REGEL_VERSION,
           (unsigned long long)plan->hash);
  page_code(&c->page, plan->text);
}

/* The rules that figures are about, as they are written: a page is read where the
 * sources are not. */
static void cited_rules(Chapters *c)
{
  enum { LINES = 12 };
  if (c->cited.n) page_heading(&c->page, 2, "The rules behind it");
  for (size_t i = 0; i < c->cited.n; i++) {
    const CitedRule *x = &c->cited.at[i];
    Buf text = {0};
    place_body(x->p, &text, place_of_row(x->p, x->loc), 0, LINES);
    page_quote(&c->page, i, x->name, buf_text(&text));
    buf_free(&text);
  }
  vec_free(&c->cited);
}

/* ---- all of it ------------------------------------------------------------------ */

static void each_cell(Chapters *c)
{
  enum { MANY = 6 };
  for (size_t i = 0; i < c->plan->cells.n; i++) {
    const Cell *cell = &c->plan->cells.at[i];
    const Counts *counts = &c->part->cells[i];
    if (!counts->used || (c->plan->cells.n > MANY && cell->base >= 0)) continue;
    if (c->plan->cells.n > 1) page_heading(&c->page, 2, cell_label(c, i));
    report_seats(c, i);
    report_length(c, i);
    report_scores(c, i);
    report_leads(c, i);
    report_cards(c, i);
    report_questions(c, i);
    report_rules(c, i);
    report_extremes(c, i);
  }
}

void report_write(const Report *r, bool html, Buf *out)
{
  INVARIANT(r->part->plan && r->part->plan->rules.n);
  const Plan *plan = r->part->plan;
  Chapters c = {.r = r,
                .part = r->part,
                .plan = plan,
                .level = plan->cells.n > 1 ? 3 : 2,
                .arena = arena_new()};
  const Program *p = plan->rules.at[0].program;
  const char *title = plan->title ? plan->title : program_string(p, p->header->title);
  page_begin(&c.page, html, title && *title ? title : plan->rules.at[0].name);
  unsigned told = plan->chapters ? plan->chapters : ~0u;
  if (told & CHAPTER_SHORT) report_summary(&c);
  if (told & CHAPTER_DIFFERENCES) report_pairs(&c);
  if (told & CHAPTER_SETTINGS) report_sweeps(&c);
  if (told & CHAPTER_STRENGTH) report_ladder(&c);
  if (told & CHAPTER_CELLS) each_cell(&c);
  if (told & CHAPTER_PLAYED) what_was_played(&c);
  cited_rules(&c);
  page_end(&c.page);
  buf_clear(out);
  buf_add(out, buf_text(&c.page.out));
  buf_free(&c.page.out);
  buf_free(&c.chart);
  arena_free(c.arena);
}

int cell_whole(const Chapters *c, size_t cell)
{
  return figure_whole(&c->part->cells[cell], c->plan->cells.at[cell].seats);
}

int pair_whole(const Chapters *c, size_t cell)
{
  INVARIANT(c->plan->cells.at[cell].base >= 0);
  size_t base = (size_t)c->plan->cells.at[cell].base;
  int own = cell_whole(c, cell);
  return !c->part->cells[base].used || own == cell_whole(c, base) ? own : 0;
}
