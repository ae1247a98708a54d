/* Chapters about several cells: in short, differences, sweeps, the ladder. */
#include "interp/lab/report_int.h"
#include "interp/base/invariant.h"

#include <math.h>

/* ---- in short ------------------------------------------------------------------- */

static void say_seats(Chapters *c, size_t cell, const char *where)
{
  INVARIANT(cell < c->plan->cells.n);
  const Counts *n = &c->part->cells[cell];
  int seats = c->plan->cells.at[cell].seats, best = 0, out = 0;
  double sum = 0, half = 0;
  Figure f[MAX_PLAYERS];
  for (int s = 0; s < seats; s++) {
    f[s] = figure_share(counts_of(n, C_won) + s * SHARES, 0);
    sum += f[s].at;
    half = fmax(half, (f[s].high - f[s].low) / 2);
    if (f[s].at > f[best].at) best = s;
  }
  for (int s = 0; s < seats; s++) out += figure_differs(&f[s], sum / seats, seats);
  if (out)
    page_item(&c->page,
              "%sIt matters where one sits: seat %d wins %s; an equal chance is %.1f %%.",
              where, best + 1, say_percent(&f[best]), 100 * sum / seats);
  else
    page_item(&c->page,
              "%sNo seat does better than the others as far as %lld games can tell: what "
              "differs by "
              "more than %.1f points would have shown.",
              where, (long long)f[0].n, 100 * half);
}

/* Bots that meet: what the first of them takes, from every seat in turn. */
static void say_bots(Chapters *c, size_t cell, const char *where)
{
  const PlanBots *bots = &c->plan->bots.at[c->plan->cells.at[cell].bots];
  char first[BOT_SPEC];
  bot_write(&bots->seats.at[0], first);
  Figure f = figure_share(counts_of(&c->part->cells[cell], C_bot_won), 0);
  double equal = 1.0 / c->plan->cells.at[cell].seats;
  bool differs = figure_differs(&f, equal, 1);
  page_item(&c->page, "%s%s wins %s of the games; an equal share is %.1f %%%s.", where,
            first, say_percent(&f), 100 * equal, differs ? "" : ", so nothing is shown");
}

static void say_cards(Chapters *c, size_t cell, const char *where)
{
  const Program *p = cell_program(c, cell);
  const Counts *n = &c->part->cells[cell];
  int seats = c->plan->cells.at[cell].seats, all = 0, out = 0;
  int32_t best = -1, worst = -1;
  Figure high = {0}, low = {0};
  double mean = 0;
  int whole = cell_whole(c, cell);
  for (int s = 0; s < seats; s++)
    mean += figure_share(counts_of(n, C_won) + s * SHARES, whole).at / seats;
  for (int32_t i = 0; i < p->n_things; i++)
    all += p->things[i].face == i && counts_of(n, C_card)[i * CARD_COUNT + HAD] >= 20;
  for (int32_t i = 0; i < p->n_things; i++) {
    const int64_t *x = counts_of(n, C_card) + (ptrdiff_t)i * CARD_COUNT;
    if (p->things[i].face != i || x[HAD] < 20) continue;
    Figure f = figure_points(x[HAD], x[HAD_POINTS], whole);
    if (!figure_differs(&f, mean, all)) continue;
    out++;
    if (f.at > mean && (best < 0 || f.at > high.at)) best = i, high = f;
    if (f.at < mean && (worst < 0 || f.at < low.at)) worst = i, low = f;
  }
  if (!all) return;
  if (!out)
    page_item(
        &c->page,
        "%sNone of %d cards goes with winning or losing more than chance would have it.",
        where, all);
  if (best >= 0)
    page_item(&c->page, "%sWho has %s wins %s, others %.1f %% on average.", where,
              title_of(p, best), say_percent(&high), 100 * mean);
  if (worst >= 0)
    page_item(&c->page, "%sWho has %s wins only %s.", where, title_of(p, worst),
              say_percent(&low));
}

static void say_length(Chapters *c, size_t cell, const char *where)
{
  const int64_t *plain = counts_of(&c->part->cells[cell], C_plain),
                *length = counts_of(&c->part->cells[cell], C_length);
  page_item(
      &c->page,
      "%sA game has %.0f decisions on average, nine of ten games between %lld and %lld.",
      where, (double)plain[DECISIONS] / (double)plain[GAMES],
      (long long)bucket_low(figure_quantile(length, BUCKETS, 0.05)),
      (long long)bucket_low(figure_quantile(length, BUCKETS, 0.95)));
  if (plain[UNFINISHED])
    page_item(&c->page, "%s%lld games had no end after %ld decisions.", where,
              (long long)plain[UNFINISHED], c->plan->most);
  if (plain[ERRORS])
    page_item(&c->page, "%sIn %lld games a rule went wrong: see the games to look at.",
              where, (long long)plain[ERRORS]);
}

static void say_pairs(Chapters *c)
{
  int same = 0;
  for (size_t i = 0; i < c->plan->cells.n; i++) {
    const Cell *cell = &c->plan->cells.at[i];
    if (cell->base < 0 || !c->part->cells[i].used) continue;
    Figure f = figure_pair(counts_of(&c->part->cells[i], C_pair), pair_whole(c, i));
    if (!figure_differs(&f, 0, (int)c->plan->cells.n)) {
      same++;
      continue;
    }
    page_item(&c->page, "%s instead of %s: %s %+.1f points (%+.1f to %+.1f).",
              cell->label, cell_label(c, (size_t)cell->base),
              pair_whole(c, i) ? "the players win"
              : c->plan->bots.at[cell->bots].seats.n > 1 || cell->never >= 0
                  ? "the first bot wins"
                  : "the first seat wins",
              100 * f.at, 100 * f.low, 100 * f.high);
  }
  if (same)
    page_item(&c->page,
              "%d comparison%s show%s no difference that chance could not have made.",
              same, same == 1 ? "" : "s", same == 1 ? "s" : "");
}

void report_summary(Chapters *c)
{
  INVARIANT(c->plan);
  page_heading(&c->page, 2, "In short");
  for (size_t i = 0; i < c->plan->cells.n; i++) {
    const Cell *cell = &c->plan->cells.at[i];
    const Counts *n = &c->part->cells[i];
    if (!n->used || (cell->base >= 0 && c->plan->cells.n > 6)) continue;
    char where[200] = "";
    if (c->plan->cells.n > 1) snprintf(where, sizeof where, "%.150s: ", cell->label);
    bool meet = c->plan->bots.at[cell->bots].seats.n > 1;
    if (cell->seats > 1 && !cell_whole(c, i) && meet) say_bots(c, i, where);
    else if (cell->seats > 1 && !cell_whole(c, i)) say_seats(c, i, where);
    else if (counts_of(n, C_plain)[FINISHED]) {
      const int64_t *plain = counts_of(n, C_plain);
      Figure f = figure_rate(plain[FINISHED] - counts_of(n, C_won)[0], plain[FINISHED]);
      page_item(&c->page, "%sThe players win in %s of the games.", where,
                say_percent(&f));
    }
    say_length(c, i, where);
    say_cards(c, i, where);
  }
  say_pairs(c);
}

/* ---- differences ---------------------------------------------------------------- */

void report_pairs(Chapters *c)
{
  enum { MOST = 60 };
  SvgRow rows[MOST];
  int n = 0;
  for (size_t i = 0; i < c->plan->cells.n && n < MOST; i++) {
    if (c->plan->cells.at[i].base < 0 || !c->part->cells[i].used) continue;
    Figure f = figure_pair(counts_of(&c->part->cells[i], C_pair), pair_whole(c, i));
    if (f.n)
      rows[n++] =
          (SvgRow){cell_label(c, i), f, figure_differs(&f, 0, (int)c->plan->cells.n)};
  }
  if (!n) return;
  page_heading(&c->page, 2, "What makes a difference");
  page_say(&c->page,
           "How much more the first bot (or seat, or all together) wins than in the cell "
           "beside it, from the same seeds game by game. \"Unpaired\" is how wide the "
           "interval would be with "
           "seeds "
           "of their own.");
  svg_forest(&c->chart, rows, n, 0, 100, " points");
  page_chart(&c->page, &c->chart);
  page_row(&c->page,
           "Cell\tInstead of\tGames\tWins more\tUnpaired\tDecisions more\tScores more");
  for (size_t i = 0; i < c->plan->cells.n; i++) {
    const Cell *cell = &c->plan->cells.at[i];
    if (cell->base < 0 || !c->part->cells[i].used) continue;
    const Counts *x = &c->part->cells[i];
    const int64_t *l = counts_of(x, C_pair_length), *s = counts_of(x, C_pair_score);
    Figure f = figure_pair(counts_of(x, C_pair), pair_whole(c, i)),
           length =
               figure_mean(l[PAIR_GAMES], (double)l[PAIR_SUM], (double)l[PAIR_SQUARES]),
           score =
               figure_mean(s[PAIR_GAMES], (double)s[PAIR_SUM], (double)s[PAIR_SQUARES]);
    page_row(&c->page, "%s\t%s\t%lld\t%+.2f (%+.2f to %+.2f)%s\t± %.2f\t%s\t%s",
             cell->label, cell_label(c, (size_t)cell->base), (long long)f.n, 100 * f.at,
             100 * f.low, 100 * f.high,
             figure_differs(&f, 0, (int)c->plan->cells.n) ? " *" : "",
             196 * figure_unpaired_error(counts_of(x, C_pair), pair_whole(c, i)),
             say_number(&length), say_number(&score));
  }
}

/* ---- sweeps --------------------------------------------------------------------- */

/* The value that a heat map shows: wins together, or of the first seat. */
static Figure shown(const Counts *n, int seats)
{
  return figure_share(counts_of(n, C_won), figure_whole(n, seats));
}

enum { PLAYERS = -1, NOTHING = -2 };
typedef struct Grid {
  int across, down; /* sweeps, or PLAYERS, or NOTHING: one row */
} Grid;

static int sizes(const Plan *p, int sweep)
{
  if (sweep == NOTHING) return 1;
  return sweep < 0 ? (int)p->players.n : (int)p->sweeps.at[sweep].values.n;
}

static const char *value_name(Chapters *c, int sweep, int i)
{
  if (sweep == NOTHING) return "";
  if (sweep >= 0) return c->plan->sweeps.at[sweep].values.at[i];
  return arena_printf(c->plan->arena, "%ld players", c->plan->players.at[i]);
}

static void heat_map(Chapters *c, Grid g, int bots, int rules)
{
  enum { MOST = 12 };
  const Plan *p = c->plan;
  int rows = sizes(p, g.down), columns = sizes(p, g.across);
  const char *row[MOST], *column[MOST];
  Figure at[MOST * MOST] = {{0}};
  if (rows > MOST) rows = MOST;
  if (columns > MOST) columns = MOST;
  for (int i = 0; i < rows; i++) row[i] = value_name(c, g.down, i);
  for (int i = 0; i < columns; i++) column[i] = value_name(c, g.across, i);
  for (size_t i = 0; i < p->cells.n; i++) {
    const Cell *cell = &p->cells.at[i];
    int y = 0, x = 0;
    if (cell->bots != bots || cell->never >= 0 || cell->rules != rules ||
        !c->part->cells[i].used)
      continue;
    for (size_t k = 0; k < p->players.n; k++)
      if (p->players.at[k] == cell->seats) x = y = (int)k;
    if (g.down >= 0) y = cell->value[g.down];
    if (g.down == NOTHING) y = 0;
    if (g.across >= 0) x = cell->value[g.across];
    if (y < rows && x < columns && !at[y * columns + x].n)
      at[y * columns + x] = shown(&c->part->cells[i], cell->seats);
  }
  svg_heat(&c->chart, row, rows, column, columns, at);
  page_chart(&c->page, &c->chart);
  Buf line = {0};
  for (int x = 0; x < columns; x++) buf_printf(&line, "\t%s", column[x]);
  page_row(&c->page, "%s", buf_text(&line));
  for (int y = 0; y < rows; y++) {
    buf_clear(&line);
    buf_add(&line, row[y]);
    for (int x = 0; x < columns; x++)
      buf_printf(&line, "\t%s", say_percent(&at[y * columns + x]));
    page_row(&c->page, "%s", buf_text(&line));
  }
  buf_free(&line);
}

void report_sweeps(Chapters *c)
{
  INVARIANT(c->plan);
  const Plan *p = c->plan;
  int axes[MAX_SWEEPS + 1], n = 0;
  if (p->players.n > 1) axes[n++] = PLAYERS;
  for (size_t i = 0; i < p->sweeps.n; i++)
    if (p->sweeps.at[i].values.n > 1) axes[n++] = (int)i;
  if (!n) return;
  page_heading(&c->page, 2, "Settings");
  page_say(&c->page,
           "How often the players win together, or else how much the first seat wins.%s",
           n > 2 ? " Other settings are at their first value." : "");
  for (size_t r = 0; r < p->rules.n; r++)
    for (size_t b = 0; b < p->bots.n; b++) {
      char bot[BOT_SPEC];
      bot_write(&p->bots.at[b].seats.at[0], bot);
      Buf head = {0};
      if (p->rules.n > 1) buf_printf(&head, "%s, ", p->rules.at[r].name);
      buf_printf(&head, "%s%s", bot, p->bots.at[b].seats.n > 1 ? " first" : "");
      if (p->bots.n > 1 || p->rules.n > 1) page_heading(&c->page, 3, buf_text(&head));
      buf_free(&head);
      Grid g = {n > 1 ? axes[1] : axes[0], n > 1 ? axes[0] : NOTHING};
      heat_map(c, g, (int)b, (int)r);
    }
}

/* ---- the ladder ----------------------------------------------------------------- */

void report_ladder(Chapters *c)
{
  Ladder l = {0};
  figure_ladder(c->part, &l);
  if (l.n > 1) {
    SvgRow rows[32];
    char names[32][BOT_SPEC];
    int n = (int)(l.n < 32 ? l.n : 32);
    page_heading(&c->page, 2, "Strength of the bots");
    page_say(
        &c->page,
        "Elo points from all games between different bots; 400 points are ten to one. "
        "If more thinking does not win more, there is little to think about.");
    for (int i = 0; i < n; i++) {
      const Rung *r = &l.at[i];
      bot_write(&r->bot, names[i]);
      rows[i] = (SvgRow){names[i],
                         {(int64_t)r->games, r->points, r->points - 1.96 * r->error,
                          r->points + 1.96 * r->error, r->error},
                         false};
    }
    svg_forest(&c->chart, rows, n, 0, 1, "");
    page_chart(&c->page, &c->chart);
    page_row(&c->page, "Bot\tElo\tGames");
    for (int i = 0; i < n; i++)
      page_row(&c->page, "%s\t%+.0f ± %.0f\t%.0f", names[i], l.at[i].points,
               1.96 * l.at[i].error, l.at[i].games);
  }
  vec_free(&l);
}
