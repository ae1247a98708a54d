/* Chapters about cards, questions and rules. */
#include "interp/explore/explore.h"
#include "interp/lab/report_int.h"
#include "interp/text/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- cards ---------------------------------------------------------------------- */

enum { MOST_CARDS = 40 };
typedef struct CardRow {
  int32_t face;
  Figure had, played; /* share of the wins */
  double effect;      /* in standard errors from the mean of all seats */
} CardRow;

static int by_effect(const void *a, const void *b)
{
  const CardRow *x = a, *y = b;
  if (x->had.at != y->had.at) return x->had.at < y->had.at ? 1 : -1;
  return x->face - y->face;
}

static Figure points(const int64_t *card, int n, int whole)
{
  return figure_points(card[n], card[n + 1], whole);
}

/* What a seat gets on average, whatever it holds. */
static double mean_share(const Counts *n, int seats, int whole)
{
  double sum = 0;
  for (int s = 0; s < seats; s++)
    sum += figure_share(counts_of(n, C_won) + s * SHARES, whole).at;
  return sum / seats;
}

static void card_table(Chapters *c, size_t cell, const CardRow *rows, int n, int all,
                       double mean)
{
  const Program *p = cell_program(c, cell);
  const Counts *counts = &c->part->cells[cell];
  double games = (double)counts_of(counts, C_plain)[GAMES];
  SvgRow forest[2 * MOST_CARDS];
  for (int i = 0; i < n; i++)
    forest[i] = (SvgRow){title_of(c, p, rows[i].face), rows[i].had,
                         figure_differs(&rows[i].had, mean, all)};
  svg_forest(&c->chart, forest, n, mean, 100, " %");
  page_chart(&c->page, &c->chart);
  page_row(&c->page, "Card\tComes a game\tWins of who had it\tPlayed, if had\tWins of "
                     "who played it\tSource");
  for (int i = 0; i < n; i++) {
    const int64_t *x = counts_of(counts, C_card) + (ptrdiff_t)rows[i].face * CARD_COUNT;
    Figure played = figure_rate(x[PLAYED] < x[HAD] ? x[PLAYED] : x[HAD], x[HAD]);
    page_row(&c->page, "%s%s\t%.2f\t%s\t%s\t%s\t%s", title_of(c, p, rows[i].face),
             forest[i].stands_out ? " *" : "", (double)x[CAME] / games,
             say_percent(&rows[i].had), say_percent(&played),
             say_percent(&rows[i].played), say_link(c, p, p->things[rows[i].face].loc));
  }
}

void report_cards(Chapters *c, size_t cell)
{
  enum { FEW = 20 };
  const Program *p = cell_program(c, cell);
  const Counts *counts = &c->part->cells[cell];
  VEC(CardRow) rows = {0};
  int whole = cell_whole(c, cell);
  double mean = mean_share(counts, c->plan->cells.at[cell].seats, whole);
  for (int32_t f = 0; f < p->n_things; f++) {
    const int64_t *x = counts_of(counts, C_card) + (ptrdiff_t)f * CARD_COUNT;
    if (p->things[f].face != f || x[HAD] < FEW) continue;
    CardRow r = {f, points(x, HAD, whole), points(x, PLAYED, whole), 0};
    vec_push(&rows, r);
  }
  if (rows.n) {
    qsort(rows.at, rows.n, sizeof *rows.at, by_effect);
    page_heading(&c->page, c->level, "Cards");
    page_say(
        &c->page,
        "A seat has a card when it comes into one of its piles, or off a shuffled "
        "pile while it "
        "acts (what is laid out for all to take from is nobody's until it is taken); "
        "it plays it when it takes it out of its own pile. The line is what a "
        "seat gets "
        "on average (%.1f %%). A star: not by chance, with all %zu cards looked at "
        "together. "
        "Who wins may have a card because he wins: this shows where to look, not "
        "the cause.",
        100 * mean, rows.n);
    int n = (int)rows.n;
    if (n > MOST_CARDS) { /* the best and the worst */
      memmove(rows.at + MOST_CARDS / 2, rows.at + n - MOST_CARDS / 2,
              MOST_CARDS / 2 * sizeof *rows.at);
      n = MOST_CARDS;
    }
    card_table(c, cell, rows.at, n, (int)rows.n, mean);
  }
  vec_free(&rows);
}

/* ---- questions ------------------------------------------------------------------ */

void report_questions(Chapters *c, size_t cell)
{
  const Program *p = cell_program(c, cell);
  const Counts *n = &c->part->cells[cell];
  const int64_t *q = counts_of(n, C_question), *answers = counts_of(n, C_answer);
  double games = (double)counts_of(n, C_plain)[DETAILED];
  View v = view_program(p, NULL);
  Buf text = {0};
  if (games < 1) return;
  page_heading(&c->page, c->level, "Questions and answers");
  page_row(&c->page, "Question\tAsked a game\tAnswers\tOnly one answer\tBest and second "
                     "differ by\tDo not matter\tSource");
  for (int d = 0; d < p->n_decisions; d++) {
    const int64_t *x = q + d * QUESTION_COUNT;
    if (!x[ASKED]) continue;
    buf_clear(&text);
    render_gist(&v, &text, p->decisions[d].text);
    Figure forced = figure_rate(x[FORCED], x[ASKED]),
           even = figure_rate(x[EVEN], x[JUDGED]);
    char gap[40] = "–";
    if (x[JUDGED])
      snprintf(gap, sizeof gap, "%.1f %%", (double)x[GAP] / (double)x[JUDGED] / 10);
    page_row(&c->page, "%s\t%.2f\t%.1f\t%s\t%s\t%s\t%s",
             text.n ? buf_text(&text) : "(without a text)", (double)x[ASKED] / games,
             (double)x[ASKED_WIDTH] / (double)x[ASKED], say_percent(&forced), gap,
             say_percent(&even), say_link(c, p, p->decisions[d].loc));
  }
  bool some = false;
  for (int a = 0; a < p->n_alts; a++) {
    const int64_t *x = answers + a * ANSWER_COUNT;
    buf_clear(&text);
    render_gist(&v, &text, p->alts[a].text);
    if (!x[ALT_OFFERED] || !text.n) continue;
    if (!some) {
      page_say(&c->page, "Answers that have a name:");
      page_row(
          &c->page,
          "Answer\tOffered a game\tTaken, if offered\tWorse than the best by\tSource");
    }
    some = true;
    Figure taken = figure_rate(
        x[ALT_TAKEN] < x[ALT_OFFERED] ? x[ALT_TAKEN] : x[ALT_OFFERED], x[ALT_OFFERED]);
    char loss[40] = "–";
    if (x[ALT_JUDGED])
      snprintf(loss, sizeof loss, "%.1f %%",
               (double)x[ALT_LOSS] / (double)x[ALT_JUDGED] / 10);
    page_row(&c->page, "%s\t%.2f\t%s\t%s\t%s", buf_text(&text),
             (double)x[ALT_OFFERED] / games, say_percent(&taken), loss,
             say_link(c, p, p->alts[a].loc));
  }
  buf_free(&text);
}

/* ---- rules ---------------------------------------------------------------------- */

static int by_times(const void *a, const void *b)
{
  const ExploreItem *x = a, *y = b;
  if (x->times != y->times) return x->times < y->times ? -1 : 1;
  if (x->loc != y->loc) return x->loc < y->loc ? -1 : 1;
  return (int)x->kind - (int)y->kind;
}

static void rare_rules(Chapters *c, const Program *p, const ExploreItems *items,
                       int64_t games)
{
  enum { MOST = 20 };
  int rare = 0, never = 0;
  for (int round = 0; round < 2; round++) /* what is rare, then what never ran */
    for (size_t i = 0; i < items->n; i++) {
      const ExploreItem *x = &items->at[i];
      Figure f = figure_rate((int64_t)x->times, games);
      if (x->kind == ITEM_TEXT || f.at >= 0.05 || (x->times == 0) != round) continue;
      int *shown = round ? &never : &rare;
      if (!rare && !never) page_row(&c->page, "Rarely or never\tWhat\tGames\tSource");
      if ((*shown)++ < MOST)
        page_row(&c->page, "%s\t%s\t%s\t%s", explore_item_name(x->kind), x->name,
                 say_percent(&f), say_link(c, p, x->loc));
    }
  if (never > MOST || rare > MOST)
    page_say(&c->page,
             "And %d more that never ran, %d that ran rarely. `regel explore` says what "
             "can run.",
             never > MOST ? never - MOST : 0, rare > MOST ? rare - MOST : 0);
}

void ran_in(const Part *part, size_t cell, Arena *arena, ExploreItems *items)
{
  const Cell *at = &part->plan->cells.at[cell];
  const Program *p = part->plan->rules.at[at->rules].program;
  const Counts *n = &part->cells[cell];
  int64_t games = counts_of(n, C_plain)[DETAILED];
  uint64_t *ran = arena_alloc(arena, ((size_t)p->n_code + 1) * sizeof *ran),
           *taken = arena_alloc(arena, ((size_t)p->n_alts + 1) * sizeof *taken);
  for (int i = 0; i < p->n_code; i++) ran[i] = (uint64_t)counts_of(n, C_ran)[i];
  for (int i = 0; i < p->n_alts; i++) {
    int64_t times = counts_of(n, C_answer)[i * ANSWER_COUNT + ALT_TAKEN];
    taken[i] = (uint64_t)(times < games ? times : games);
  }
  ExploreFixed fixed = {.unclaimed = true};
  explore_fix(p, &(Setup){at->seats, 0, at->options}, arena, &fixed);
  explore_items(p, &fixed, ran, taken, arena, items);
}

void report_rules(Chapters *c, size_t cell)
{
  const Program *p = cell_program(c, cell);
  int64_t games = counts_of(&c->part->cells[cell], C_plain)[DETAILED];
  if (!games) return;
  ExploreItems items = {0};
  ran_in(c->part, cell, c->arena, &items);
  if (items.n) qsort(items.at, items.n, sizeof *items.at, by_times);
  page_heading(&c->page, c->level, "Rules by frequency");
  int bands[6] = {0};
  for (size_t i = 0; i < items.n; i++) {
    double f = (double)items.at[i].times / (double)games;
    if (items.at[i].kind == ITEM_TEXT) continue;
    bands[f <= 0 ? 0 : f < 0.01 ? 1 : f < 0.1 ? 2 : f < 0.5 ? 3 : f < 0.99 ? 4 : 5]++;
  }
  page_say(&c->page,
           "Of the rules, cards, answers and endings %d ran in no game of %lld, %d in "
           "fewer than one "
           "of a hundred, %d in fewer than one of ten, %d in fewer than half, %d in "
           "most, %d in (nearly) all.",
           bands[0], (long long)games, bands[1], bands[2], bands[3], bands[4], bands[5]);
  rare_rules(c, p, &items, games);
  vec_free(&items);
}
