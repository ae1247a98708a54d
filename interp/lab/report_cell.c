/* Chapters about one cell: seats, length, scores, the lead, games to look at. */
#include "interp/lab/report_int.h"
#include "interp/base/invariant.h"
#include "interp/text/render.h"

#include <math.h>

/* ---- seats and endings ---------------------------------------------------------- */

static void endings(Chapters *c, size_t cell)
{
  const Counts *n = &c->part->cells[cell];
  const Program *p = cell_program(c, cell);
  const int64_t *plain = counts_of(n, C_plain), *reason = counts_of(n, C_reason);
  bool some = plain[SHARED] || plain[NOBODY];
  for (int i = 0; i < p->n_texts; i++) some = some || reason[i];
  if (!some) return;
  View v = view_program(p, NULL);
  Buf why = {0};
  page_row(&c->page, "Ending\tGames\tShare");
  Figure f = figure_rate(plain[SHARED], plain[FINISHED]);
  if (plain[SHARED])
    page_row(&c->page, "several win\t%lld\t%s", (long long)plain[SHARED],
             say_percent(&f));
  f = figure_rate(plain[NOBODY], plain[FINISHED]);
  if (plain[NOBODY])
    page_row(&c->page, "nobody wins\t%lld\t%s", (long long)plain[NOBODY],
             say_percent(&f));
  for (int i = 0; i < p->n_texts; i++) {
    if (!reason[i]) continue;
    f = figure_rate(reason[i], plain[FINISHED]);
    buf_clear(&why);
    render_gist(&v, &why, i);
    page_row(&c->page, "lost: %s\t%lld\t%s", buf_text(&why), (long long)reason[i],
             say_percent(&f));
  }
  buf_free(&why);
}

void report_seats(Chapters *c, size_t cell)
{
  INVARIANT(c->plan);
  INVARIANT(cell < c->plan->cells.n);
  const Counts *n = &c->part->cells[cell];
  int seats = c->plan->cells.at[cell].seats;
  SvgRow rows[MAX_PLAYERS];
  char names[MAX_PLAYERS][24];
  Figure all = {0};
  double sum = 0;
  page_heading(&c->page, c->level, "Who wins");
  if (cell_whole(c, cell)) {
    const int64_t *won = counts_of(n, C_won), *plain = counts_of(n, C_plain);
    all = figure_rate(plain[FINISHED] - won[0], plain[FINISHED]);
    page_say(&c->page, "The players win together: in %s of the games.",
             say_percent(&all));
    endings(c, cell);
    return;
  }
  for (int s = 0; s < seats; s++)
    sum += figure_share(counts_of(n, C_won) + s * SHARES, 0).at;
  for (int s = 0; s < seats; s++) {
    snprintf(names[s], sizeof names[s], "seat %d", s + 1);
    Figure f = figure_share(counts_of(n, C_won) + s * SHARES, 0);
    rows[s] = (SvgRow){names[s], f, figure_differs(&f, sum / seats, seats)};
  }
  svg_forest(&c->chart, rows, seats, sum / seats, 100, " %");
  page_chart(&c->page, &c->chart);
  page_row(&c->page, "Seat\tGames won\tShare of the wins");
  for (int s = 0; s < seats; s++) {
    const int64_t *won = counts_of(n, C_won) + s * SHARES;
    int64_t games = 0;
    for (int k = 1; k < SHARES; k++) games += won[k];
    page_row(&c->page, "%d\t%lld\t%s%s", s + 1, (long long)games,
             say_percent(&rows[s].figure), rows[s].stands_out ? " *" : "");
  }
  page_say(&c->page,
           "A win that several share is divided among them. A star: not what an equal "
           "chance gives (95 %%, all seats together).");
  endings(c, cell);
}

/* ---- length --------------------------------------------------------------------- */

void report_length(Chapters *c, size_t cell)
{
  INVARIANT(cell < c->plan->cells.n);
  const Counts *n = &c->part->cells[cell];
  const int64_t *plain = counts_of(n, C_plain), *length = counts_of(n, C_length);
  if (!plain[GAMES]) return;
  Figure f = figure_mean(plain[GAMES], (double)plain[DECISIONS],
                         (double)plain[DECISIONS_SQUARED]);
  page_heading(&c->page, c->level, "How long it takes");
  svg_histogram(&c->chart, length, BUCKETS, bucket_low);
  page_chart(&c->page, &c->chart);
  page_say(&c->page,
           "%s decisions a game; half of the games have at most %lld, one in twenty "
           "fewer than "
           "%lld, one in twenty more than %lld. A question has %.1f answers, the widest "
           "of a game "
           "%.1f.",
           say_number(&f), (long long)bucket_low(figure_quantile(length, BUCKETS, 0.5)),
           (long long)bucket_low(figure_quantile(length, BUCKETS, 0.05)),
           (long long)bucket_low(figure_quantile(length, BUCKETS, 0.95)),
           plain[ASKED_ALL] ? (double)plain[ANSWERS] / (double)plain[ASKED_ALL] : 0,
           plain[DETAILED] ? (double)plain[WIDEST_SUM] / (double)plain[DETAILED] : 0);
}

/* ---- scores --------------------------------------------------------------------- */

void report_scores(Chapters *c, size_t cell)
{
  INVARIANT(c->plan);
  INVARIANT(cell < c->plan->cells.n);
  const Counts *n = &c->part->cells[cell];
  int seats = c->plan->cells.at[cell].seats;
  const int64_t *score = counts_of(n, C_score), *rank = counts_of(n, C_rank);
  int64_t all[2 * BUCKETS] = {0};
  if (!score[SCORE_GAMES] || cell_program(c, cell)->score < 0) return;
  page_heading(&c->page, c->level, "Scores");
  for (int s = 0; s < seats; s++)
    for (int i = 0; i < 2 * BUCKETS; i++)
      all[i] += counts_of(n, C_scores)[s * 2 * BUCKETS + i];
  svg_histogram(&c->chart, all, 2 * BUCKETS, bucket_low_signed);
  page_chart(&c->page, &c->chart);
  page_row(&c->page, "Seat\tScore\tSpread\tMedian\tFirst\tLast");
  for (int s = 0; s < seats; s++) {
    const int64_t *x = score + s * SCORE_COUNT;
    Figure f =
        figure_mean(x[SCORE_GAMES], (double)x[SCORE_SUM], (double)x[SCORE_SQUARES]);
    Figure first = figure_rate(rank[s * seats], x[SCORE_GAMES]),
           last = figure_rate(rank[s * seats + seats - 1], x[SCORE_GAMES]);
    int median =
        figure_quantile(counts_of(n, C_scores) + s * 2 * BUCKETS, 2 * BUCKETS, 0.5);
    page_row(&c->page, "%d\t%s\t%.2f\t%lld\t%s\t%s", s + 1, say_number(&f),
             f.error * sqrt((double)f.n), (long long)bucket_low_signed(median),
             say_percent(&first), seats > 1 ? say_percent(&last) : "");
  }
}

/* ---- the lead ------------------------------------------------------------------- */

void report_leads(Chapters *c, size_t cell)
{
  INVARIANT(cell < c->plan->cells.n);
  const Counts *n = &c->part->cells[cell];
  const int64_t *plain = counts_of(n, C_plain), *led = counts_of(n, C_led);
  double at[TENTHS], low[TENTHS], high[TENTHS];
  if (!plain[LEADS]) return;
  page_heading(&c->page, c->level, "Who is ahead, and who wins");
  for (int i = 0; i < TENTHS; i++) {
    const int64_t *x = led + i * LED_COUNT;
    Figure f = figure_rate(x[LED_WON], x[LED_WON] + x[LED_LOST]);
    at[i] = f.at, low[i] = f.low, high[i] = f.high;
  }
  svg_line(&c->chart, at, low, high, TENTHS, "tenths of the game", "who is ahead wins");
  page_chart(&c->page, &c->chart);
  page_row(&c->page, "Tenth of the game\tWho is ahead wins\tNobody is ahead");
  for (int i = 0; i < TENTHS; i += 3) {
    const int64_t *x = led + i * LED_COUNT;
    int64_t all = x[LED_WON] + x[LED_LOST] + x[LED_TIED];
    Figure f = figure_rate(x[LED_WON], x[LED_WON] + x[LED_LOST]),
           tied = figure_rate(x[LED_TIED], all);
    page_row(&c->page, "%d\t%s\t%s", i + 1, say_percent(&f), say_percent(&tied));
  }
  int64_t early = 0;
  for (int i = 0; i < TENTHS / 2; i++) early += counts_of(n, C_settled)[i];
  Figure settled = figure_rate(early, plain[LEADS]);
  page_say(&c->page,
           "Measured by %s in %lld games with one winner. The lead changes %.1f times a "
           "game; in %s "
           "of the games it is settled before half of it is over. The winner was behind "
           "by at most "
           "%lld in half of the games; on average by %.1f %% of all that lies between "
           "first and "
           "last (drama).",
           cell_program(c, cell)->score >= 0 ? "score" : "outlook",
           (long long)plain[LEADS], (double)plain[SWINGS] / (double)plain[LEADS],
           say_percent(&settled),
           (long long)bucket_low(figure_quantile(counts_of(n, C_behind), BUCKETS, 0.5)),
           (double)plain[DRAMA] / (double)plain[LEADS] / 10);
}

/* ---- games to look at ----------------------------------------------------------- */

void report_extremes(Chapters *c, size_t cell)
{
  INVARIANT(cell < c->plan->cells.n);
  static const char *const words[] = {[X_SHORTEST] = "shortest (decisions)",
                                      [X_LONGEST] = "longest (decisions)",
                                      [X_CLOSEST] = "closest (points between)",
                                      [X_CLEAREST] = "clearest (points between)",
                                      [X_COMEBACK] = "comeback (was behind by)",
                                      [X_SWINGS] = "the lead changed most often",
                                      [X_ERROR] = "a rule went wrong"};
  const Extremes *e = &c->part->cells[cell].extremes;
  bool some = false;
  for (int x = 0; x < X_COUNT; x++) some = some || e->n[x];
  if (!some) return;
  page_heading(&c->page, c->level, "Games to look at");
  bool ids = c->r->stored != NULL;
  page_row(&c->page, "Which\tHow much\tGame%s", ids ? "\tTo see it" : "");
  for (int x = 0; x < X_COUNT; x++)
    for (int k = 0; k < e->n[x]; k++) {
      const Kept *g = &e->at[x][k];
      long long id = ids ? c->r->stored(c->r->user, (int)cell, g->game) : 0;
      if (id)
        page_row(&c->page, "%s\t%lld\t%ld\t`regel replay %lld`, `regel audit %lld`",
                 words[x], (long long)g->value, g->game, id, id);
      else
        page_row(&c->page, "%s\t%lld\t%ld%s", words[x], (long long)g->value, g->game,
                 ids ? "\t" : "");
    }
  if (ids || !c->r->again) return;
  if (c->r->each)
    page_say(&c->page, "To see one: `%s --cell %zu --game NUMBER`", c->r->again, cell);
  else page_say(&c->page, "To see them: `%s`", c->r->again);
}
