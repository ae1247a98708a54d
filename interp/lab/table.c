#include "interp/lab/table.h"
#include "interp/base/invariant.h"
#include "db/derived/figures.h"
#include "interp/explore/explore.h"
#include "interp/lab/report_int.h"
#include "interp/text/render.h"

#include <stdlib.h>

typedef struct TableRow {
  int cell;
  const char *measure, *key, *name; /* "card_won_had", "market", "Black Market" */
  Figure figure;
} TableRow;
typedef void (*TableFn)(void *user, const TableRow *row);

typedef struct Walk {
  const Part *part;
  int cell;
  const Program *p;
  const Counts *n;
  int seats, whole, both; /* figure_whole: of the cell, and of that beside it */
  TableFn fn;
  void *user;
  Arena *arena; /* of names */
} Walk;

static void tell(const Walk *w, const char *measure, const char *key, const char *name,
                 Figure f)
{
  TableRow row = {w->cell, measure, key, name, f};
  if (f.n) w->fn(w->user, &row);
}

/* What is known without an interval: a mean of which no squares are kept. */
static void tell_plain(const Walk *w, const char *measure, const char *key,
                       const char *name, int64_t n, double sum)
{
  double mean = n ? sum / (double)n : 0;
  tell(w, measure, key, name, (Figure){n, mean, mean, mean, 0});
}

static void tell_ranks(const Walk *w, int seat)
{
  const int64_t *rank = counts_of(w->n, C_rank) + (ptrdiff_t)seat * w->seats;
  int64_t games = counts_of(w->n, C_score)[seat * SCORE_COUNT + SCORE_GAMES];
  for (int k = 0; games && k < w->seats; k++) {
    char key[32];
    snprintf(key, sizeof key, "%d:%d", seat + 1, k + 1);
    tell(w, "seat_rank", key, "", figure_rate(rank[k], games));
  }
}

static void tell_seats(const Walk *w)
{
  const int64_t *score = counts_of(w->n, C_score);
  for (int s = 0; s < w->seats; s++) {
    char key[16];
    snprintf(key, sizeof key, "%d", s + 1);
    tell(w, "seat_won", key, "",
         figure_share(counts_of(w->n, C_won) + s * SHARES, w->whole));
    tell(w, "bot_won", key, "",
         figure_share(counts_of(w->n, C_bot_won) + s * SHARES, w->whole));
    const int64_t *x = score + s * SCORE_COUNT;
    tell(w, "score", key, "",
         figure_mean(x[SCORE_GAMES], (double)x[SCORE_SUM], (double)x[SCORE_SQUARES]));
    tell(w, "bot_won_more_than_base", key, "",
         figure_pair(counts_of(w->n, C_pair) + s * SHARES * SHARES, w->both));
    const int64_t *more = counts_of(w->n, C_pair_score) + (ptrdiff_t)s * PAIR_COUNT;
    tell(w, "score_more_than_base", key, "",
         figure_mean(more[PAIR_GAMES], (double)more[PAIR_SUM],
                     (double)more[PAIR_SQUARES]));
    tell_ranks(w, s);
  }
}

static void tell_game(const Walk *w)
{
  const int64_t *n = counts_of(w->n, C_plain), *l = counts_of(w->n, C_pair_length);
  tell(w, "decisions", "", "",
       figure_mean(n[GAMES], (double)n[DECISIONS], (double)n[DECISIONS_SQUARED]));
  tell(w, "decisions_more_than_base", "", "",
       figure_mean(l[PAIR_GAMES], (double)l[PAIR_SUM], (double)l[PAIR_SQUARES]));
  tell(w, "finished", "", "", figure_rate(n[FINISHED], n[GAMES]));
  tell(w, "won_by_somebody", "", "", figure_rate(n[FINISHED] - n[NOBODY], n[FINISHED]));
  tell(w, "won_by_several", "", "", figure_rate(n[SHARED], n[FINISHED]));
  for (int i = 0; i < w->p->n_texts; i++)
    if (counts_of(w->n, C_reason)[i])
      tell(w, "lost", program_string(w->p, w->p->texts[i].key), render_source(w->p, i),
           figure_rate(counts_of(w->n, C_reason)[i], n[FINISHED]));
  for (int i = 0; i < TENTHS; i++) {
    const int64_t *x = counts_of(w->n, C_led) + i * LED_COUNT;
    char key[16];
    snprintf(key, sizeof key, "%d", i + 1);
    tell(w, "leader_wins", key, "", figure_rate(x[LED_WON], x[LED_WON] + x[LED_LOST]));
  }
  int64_t early = 0;
  for (int i = 0; i < TENTHS / 2; i++) early += counts_of(w->n, C_settled)[i];
  tell(w, "settled_in_first_half", "", "", figure_rate(early, n[LEADS]));
  tell_plain(w, "lead_changes", "", "", n[LEADS], (double)n[SWINGS]);
  tell_plain(w, "drama", "", "", n[LEADS], (double)n[DRAMA] / 1000);
  tell_plain(w, "answers_a_question", "", "", n[ASKED_ALL], (double)n[ANSWERS]);
}

static void tell_questions(const Walk *w)
{
  int64_t games = counts_of(w->n, C_plain)[DETAILED];
  for (int d = 0; d < w->p->n_decisions; d++) {
    const int64_t *x = counts_of(w->n, C_question) + (ptrdiff_t)d * QUESTION_COUNT;
    const char *name = render_source(w->p, w->p->decisions[d].text);
    char key[16];
    if (!x[ASKED]) continue;
    if (!name) name = "";
    snprintf(key, sizeof key, "%d", d);
    tell_plain(w, "question_asked_a_game", key, name, games, (double)x[ASKED]);
    tell_plain(w, "question_answers", key, name, x[ASKED], (double)x[ASKED_WIDTH]);
    tell(w, "question_one_answer", key, name, figure_rate(x[FORCED], x[ASKED]));
    tell_plain(w, "question_gap", key, name, x[JUDGED], (double)x[GAP] / 1000);
    tell(w, "question_does_not_matter", key, name, figure_rate(x[EVEN], x[JUDGED]));
  }
}

static void tell_cards(const Walk *w)
{
  for (int32_t f = 0; f < w->p->n_things; f++) {
    const int64_t *x = counts_of(w->n, C_card) + (ptrdiff_t)f * CARD_COUNT;
    if (w->p->things[f].face != f || (!x[CAME] && !x[LEFT] && !x[OFFERED])) continue;
    const char *key = program_string(w->p, w->p->things[f].name),
               *name = render_called(w->p, w->arena, f);
    double games = (double)counts_of(w->n, C_plain)[GAMES];
    double comes = games > 0 ? (double)x[CAME] / games : 0;
    tell(w, "card_comes_a_game", key, name,
         (Figure){(int64_t)games, comes, comes, comes, 0});
    tell(w, "card_won_had", key, name, figure_points(x[HAD], x[HAD_POINTS], w->whole));
    tell(w, "card_won_played", key, name,
         figure_points(x[PLAYED], x[PLAYED_POINTS], w->whole));
    tell(w, "card_played_if_had", key, name,
         figure_rate(x[PLAYED] < x[HAD] ? x[PLAYED] : x[HAD], x[HAD]));
    tell(w, "thing_taken_if_offered", key, name,
         figure_rate(x[TAKEN] < x[OFFERED] ? x[TAKEN] : x[OFFERED], x[OFFERED]));
  }
}

static void tell_answers(const Walk *w)
{
  for (int a = 0; a < w->p->n_alts; a++) {
    const int64_t *x = counts_of(w->n, C_answer) + a * ANSWER_COUNT;
    const char *name = render_source(w->p, w->p->alts[a].text);
    char key[16];
    snprintf(key, sizeof key, "%d", a);
    tell(w, "answer_taken_if_offered", key, name ? name : "",
         figure_rate(x[ALT_TAKEN] < x[ALT_OFFERED] ? x[ALT_TAKEN] : x[ALT_OFFERED],
                     x[ALT_OFFERED]));
    tell_plain(w, "answer_worse_than_best", key, name ? name : "", x[ALT_JUDGED],
               (double)x[ALT_LOSS] / 1000);
  }
}

/* How often rules, cards, answers and endings ran, by where they stand. */
static void tell_rules(const Walk *w)
{
  int64_t games = counts_of(w->n, C_plain)[DETAILED];
  const Program *p = w->p;
  if (!games) return;
  ExploreItems items = {0};
  ran_in(w->part, (size_t)w->cell, w->arena, &items);
  for (size_t i = 0; i < items.n; i++) {
    const ExploreItem *x = &items.at[i];
    if (x->kind == ITEM_TEXT) continue;
    Buf name = {0};
    buf_printf(&name, "%s %s", explore_item_name(x->kind), x->name);
    tell(w, "rule_ran", say_place(p, x->loc), buf_text(&name),
         figure_rate((int64_t)x->times, games));
    buf_free(&name);
  }
  vec_free(&items);
}

/* Of the whole run, not of a cell. */
static void tell_ladder(const Part *p, TableFn fn, void *user)
{
  Ladder l = {0};
  figure_ladder(p, &l);
  for (size_t i = 0; l.n > 1 && i < l.n; i++) {
    const Rung *r = &l.at[i];
    char bot[BOT_SPEC];
    bot_write(&r->bot, bot);
    TableRow row = {-1,
                    "elo",
                    bot,
                    "",
                    {(int64_t)r->games, r->points, r->points - 1.96 * r->error,
                     r->points + 1.96 * r->error, r->error}};
    fn(user, &row);
  }
  vec_free(&l);
}

static void table_each(const Part *p, TableFn fn, void *user)
{
  INVARIANT(p->plan && p->cells && fn);
  Arena *arena = arena_new();
  for (size_t i = 0; i < p->plan->cells.n; i++) {
    const Cell *c = &p->plan->cells.at[i];
    if (!p->cells[i].used) continue;
    int whole = figure_whole(&p->cells[i], c->seats), both = whole;
    if (c->base >= 0 && p->cells[c->base].used &&
        figure_whole(&p->cells[c->base], p->plan->cells.at[c->base].seats) != whole)
      both = 0;
    Walk w = {p,
              (int)i,
              p->plan->rules.at[c->rules].program,
              &p->cells[i],
              c->seats,
              whole,
              both,
              fn,
              user,
              arena};
    tell_game(&w);
    tell_seats(&w);
    tell_cards(&w);
    tell_questions(&w);
    tell_answers(&w);
    tell_rules(&w);
  }
  arena_free(arena);
  tell_ladder(p, fn, user);
}

/* ---- CSV ------------------------------------------------------------------------ */

static void csv_text(Buf *b, const char *text)
{
  buf_char(b, '"');
  for (; *text; text++) {
    if (*text == '"') buf_char(b, '"');
    buf_char(b, *text);
  }
  buf_char(b, '"');
}

typedef struct Csv {
  const Part *part;
  Buf *out;
} Csv;

static void csv_row(void *user, const TableRow *r)
{
  Csv *c = user;
  buf_printf(c->out, "%d,", r->cell);
  csv_text(c->out, r->cell < 0 ? "" : c->part->plan->cells.at[r->cell].label);
  buf_printf(c->out, ",%s,", r->measure);
  csv_text(c->out, r->key);
  buf_char(c->out, ',');
  csv_text(c->out, r->name);
  buf_printf(c->out, ",%lld,%.9g,%.9g,%.9g\r\n", (long long)r->figure.n, r->figure.at,
             r->figure.low, r->figure.high);
}

void table_csv(const Part *p, Buf *out)
{
  Csv c = {p, out};
  buf_clear(out);
  buf_add(out, "cell,label,measure,key,name,n,value,low,high\r\n");
  table_each(p, csv_row, &c);
}

/* ---- JSON ----------------------------------------------------------------------- */

static void json_row(void *user, const TableRow *r)
{
  Json *j = user;
  json_open(j, '{');
  json_key_int(j, "cell", r->cell);
  json_key_text(j, "measure", r->measure);
  json_key_text(j, "key", r->key);
  json_key_text(j, "name", r->name);
  json_key_int(j, "n", r->figure.n);
  json_key_real(j, "value", r->figure.at);
  json_key_real(j, "low", r->figure.low);
  json_key_real(j, "high", r->figure.high);
  json_close(j, '}');
}

static void json_cell(Json *j, const Part *p, size_t i)
{
  INVARIANT(i < p->plan->cells.n);
  const Cell *c = &p->plan->cells.at[i];
  json_open(j, '{');
  json_key_int(j, "cell", (int64_t)i);
  json_key_text(j, "label", c->label);
  json_key_text(j, "rules", p->plan->rules.at[c->rules].name);
  json_key_int(j, "players", c->seats);
  json_key_int(j, "games", counts_of(&p->cells[i], C_plain)[GAMES]);
  json_key_int(j, "instead_of", c->base);
  json_close(j, '}');
}

void table_json(const Part *p, Json *j)
{
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "title", p->plan->title);
  json_key_text(j, "plan", p->plan->text);
  json_key_open(j, "cells", '[');
  for (size_t i = 0; i < p->plan->cells.n; i++)
    if (p->cells[i].used) json_cell(j, p, i);
  json_close(j, ']');
  json_key_open(j, "figures", '[');
  table_each(p, json_row, j);
  json_close(j, ']');
  json_close(j, '}');
}

/* ---- SQLite --------------------------------------------------------------------- */

static void sqlite_row(void *user, const TableRow *r)
{
  figures_add(user, &(FigureRow){.cell = r->cell,
                                 .n = r->figure.n,
                                 .measure = r->measure,
                                 .key = r->key,
                                 .name = r->name,
                                 .value = r->figure.at,
                                 .low = r->figure.low,
                                 .high = r->figure.high});
}

static void put_cell(const Part *p, size_t i, Db *db)
{
  INVARIANT(i < p->plan->cells.n);
  const Cell *c = &p->plan->cells.at[i];
  figures_cell(db, (int64_t)i, c->label, p->plan->rules.at[c->rules].name, c->seats,
               counts_of(&p->cells[i], C_plain)[GAMES], c->base);
  for (int s = 0; s < COUNT_SORTS; s++) {
    const Layout *l = &p->cells[i].layout;
    const int64_t *at = counts_of(&p->cells[i], (CountSort)s);
    for (size_t k = 0; k < l->first[s + 1] - l->first[s]; k++) {
      if (at[k])
        figures_count(db, (int64_t)i, count_name((CountSort)s), (int64_t)k, at[k]);
    }
  }
}

bool table_sqlite(const Part *p, Db *db)
{
  sql_begin(db);
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)p->plan->hash);
  figures_begin(db, p->plan->text, hash);
  for (size_t i = 0; i < p->plan->cells.n; i++)
    if (p->cells[i].used) put_cell(p, i, db);
  table_each(p, sqlite_row, db);
  return sql_commit(db);
}
