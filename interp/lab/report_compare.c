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
              title_of(c, p, best), say_percent(&high), 100 * mean);
  if (worst >= 0)
    page_item(&c->page, "%sWho has %s wins only %s.", where, title_of(c, p, worst),
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

/* An axis is a sweep, or PLAYERS; a grid of one row has NOTHING down. */
enum { PLAYERS = -1, NOTHING = -2 };
typedef struct Grid {
  int axes[MAX_SWEEPS + 1], n; /* the last goes across, the one before it down … */
  int at[MAX_SWEEPS + 1];      /* … and those before have one value in each table */
  int bots, rules;
} Grid;

static int across(const Grid *g) { return g->axes[g->n - 1]; }
static int down(const Grid *g) { return g->n > 1 ? g->axes[g->n - 2] : NOTHING; }
static int fixed(const Grid *g) { return g->n > 2 ? g->n - 2 : 0; }

static int sizes(const Plan *p, int axis)
{
  if (axis == NOTHING) return 1;
  return axis < 0 ? (int)p->players.n : (int)p->sweeps.at[axis].values.n;
}

static const char *value_name(Chapters *c, int axis, int i)
{
  if (axis == NOTHING) return "";
  if (axis >= 0) return c->plan->sweeps.at[axis].values.at[i];
  long n = c->plan->players.at[i];
  return arena_printf(c->plan->arena, "%ld player%s", n, n == 1 ? "" : "s");
}

/* Where a cell stands on an axis. */
static int place_on(const Plan *p, const Cell *cell, int axis)
{
  if (axis >= 0) return cell->value[axis];
  for (size_t k = 0; axis == PLAYERS && k < p->players.n; k++)
    if (p->players.at[k] == cell->seats) return (int)k;
  return 0;
}

static bool in_grid(const Chapters *c, const Grid *g, size_t i)
{
  const Cell *cell = &c->plan->cells.at[i];
  if (cell->bots != g->bots || cell->never >= 0 || cell->rules != g->rules) return false;
  for (int k = 0; k < fixed(g); k++)
    if (place_on(c->plan, cell, g->axes[k]) != g->at[k]) return false;
  return c->part->cells[i].used;
}

static void grid_heading(Chapters *c, const Grid *g)
{
  const Plan *p = c->plan;
  char bot[BOT_SPEC];
  Buf head = {0};
  bot_write(&p->bots.at[g->bots].seats.at[0], bot);
  if (p->rules.n > 1) buf_printf(&head, "%s, ", p->rules.at[g->rules].name);
  buf_printf(&head, "%s%s", bot, p->bots.at[g->bots].seats.n > 1 ? " first" : "");
  for (int k = 0; k < fixed(g); k++)
    buf_printf(&head, ", %s", value_name(c, g->axes[k], g->at[k]));
  if (p->bots.n > 1 || p->rules.n > 1 || fixed(g))
    page_heading(&c->page, 3, buf_text(&head));
  buf_free(&head);
}

static void heat_map(Chapters *c, const Grid *g)
{
  enum { MOST = 12 };
  const Plan *p = c->plan;
  int rows = sizes(p, down(g)), columns = sizes(p, across(g)), found = 0;
  const char *row[MOST], *column[MOST];
  Figure at[MOST * MOST] = {{0}};
  if (rows > MOST) rows = MOST;
  if (columns > MOST) columns = MOST;
  for (int i = 0; i < rows; i++) row[i] = value_name(c, down(g), i);
  for (int i = 0; i < columns; i++) column[i] = value_name(c, across(g), i);
  for (size_t i = 0; i < p->cells.n; i++) {
    if (!in_grid(c, g, i)) continue;
    int y = place_on(p, &p->cells.at[i], down(g)),
        x = place_on(p, &p->cells.at[i], across(g));
    if (y < rows && x < columns)
      at[y * columns + x] = shown(&c->part->cells[i], p->cells.at[i].seats), found++;
  }
  if (!found) return; /* bots that do not play with so many */
  grid_heading(c, g);
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

/* A table for each combination of what stands neither down nor across. */
static void grids(Chapters *c, Grid *g, int k)
{
  if (k == fixed(g)) {
    heat_map(c, g);
    return;
  }
  for (g->at[k] = 0; g->at[k] < sizes(c->plan, g->axes[k]); g->at[k]++)
    grids(c, g, k + 1);
}

void report_sweeps(Chapters *c)
{
  INVARIANT(c->plan);
  const Plan *p = c->plan;
  Grid g = {0};
  if (p->players.n > 1) g.axes[g.n++] = PLAYERS;
  for (size_t i = 0; i < p->sweeps.n; i++)
    if (p->sweeps.at[i].values.n > 1) g.axes[g.n++] = (int)i;
  if (!g.n) return;
  page_heading(&c->page, 2, "Settings");
  page_say(&c->page,
           "How often the players win together, or else how much the first seat wins.");
  for (size_t r = 0; r < p->rules.n; r++)
    for (size_t b = 0; b < p->bots.n; b++) {
      g.rules = (int)r;
      g.bots = (int)b;
      grids(c, &g, 0);
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
