/* Many games with bots, and what came of them. */
#include "db/db.h"
#include "db/store.h"
#include "interp/api/api_int.h"
#include "interp/api/fault.h"
#include "interp/base/invariant.h"
#include "interp/bot/sim.h"
#include "interp/rules/settings.h"

#include <stdlib.h>

typedef struct Sim {
  const Program *program;
  const regel_sim_plan *plan;
  const Lang *lang;
  int seats;
  int32_t *options;
  uint64_t seed;
  BotSpec bot;
  Db *db; /* NULL: nothing is stored */
} Sim;

/* ---- data ----------------------------------------------------------------------- */

static double mean(long sum, long n) { return n ? (double)sum / (double)n : 0; }

/* A reason for all games together: what a placeholder stood for differed. */
static void put_reason(Json *j, const View *v, int32_t reason)
{
  Buf all = {0}, why = {0};
  int depth = 0;
  render_words(v, &all, reason);
  for (const char *c = buf_text(&all); *c; c++) {
    if (*c == '{' && depth++ == 0) buf_add(&why, "…");
    if (depth == 0) buf_char(&why, *c);
    if (*c == '}' && depth) depth--;
  }
  json_key_text(j, "text", buf_text(&why));
  buf_free(&all);
  buf_free(&why);
}

static void put_wins(Json *j, const Sim *s, const SimResult *r)
{
  INVARIANT(s->seats > 0 && s->seats <= MAX_PLAYERS);
  json_key_open(j, "wins", '[');
  for (int i = 0; i < s->seats; i++) json_int(j, r->wins[i]);
  json_close(j, ']');
  json_key_int(j, "shared", r->shared);
  json_key_int(j, "nobody", r->nobody);
}

static void put_outcomes(Json *j, const Sim *s, const View *v, const SimResult *r)
{
  const Program *p = s->program;
  json_key_open(j, "outcomes", '{');
  put_wins(j, s, r);
  json_key_open(j, "lost", '{');
  for (int i = 0; i < p->n_texts; i++)
    if (r->reasons[i]) json_key_int(j, render_source(p, i), r->reasons[i]);
  json_close(j, '}');
  json_key(j, "reasons"); /* the same, as it is said in the language */
  json_open(j, '[');
  for (int i = 0; i < p->n_texts; i++) {
    if (!r->reasons[i]) continue;
    json_open(j, '{');
    json_key_text(j, "reason", render_source(p, i));
    put_reason(j, v, i);
    json_key_int(j, "games", r->reasons[i]);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_close(j, '}');
}

static void put_scores(Json *j, const Sim *s, const SimResult *r)
{
  if (s->program->score < 0) return;
  json_key_open(j, "scores", '[');
  for (int i = 0; i < s->seats; i++) {
    const Tally *t = &r->scores[i];
    json_open(j, '{');
    json_key_real(j, "mean", tally_mean(t));
    json_key_real(j, "spread", tally_spread(t));
    json_key_int(j, "median", tally_quantile(t, 0.5));
    json_key(j, "quartiles"); /* least, a quarter below, half, three quarters, most */
    json_open(j, '[');
    for (int k = 0; k <= 4; k++) json_int(j, tally_quantile(t, k / 4.0));
    json_close(j, ']');
    json_key(j, "distribution"); /* each score and how often it came up */
    json_open(j, '[');
    for (size_t k = 0; k < t->rows.n; k++) {
      json_open(j, '[');
      json_int(j, t->rows.at[k].value);
      json_int(j, t->rows.at[k].count);
      json_close(j, ']');
    }
    json_close(j, ']');
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void put_length(Json *j, const SimResult *r)
{
  json_key_int(j, "decisions", r->decisions);
  json_key_open(j, "decisions_per_game", '{');
  json_key_real(j, "mean", mean(r->decisions, r->games));
  json_key_int(j, "least", r->fewest);
  json_key_int(j, "most", r->most);
  json_close(j, '}');
  json_key_open(j, "options_per_decision", '{');
  json_key_real(j, "mean", mean(r->options, r->counted));
  json_key_int(j, "most", r->widest);
  json_close(j, '}');
}

/* The first error, and how its game is played again. */
static void put_error(Json *j, const Sim *s, const SimResult *r)
{
  Buf again = {0};
  buf_printf(&again, "%s --first %ld", s->plan->again ? s->plan->again : "",
             r->error_game);
  json_key_open(j, "first_error", '{');
  api_put_fault(j, s->program, NULL, &r->fault);
  json_key_int(j, "game", r->error_game);
  json_key(j, "seed");
  json_unsigned(j, r->error_seed);
  if (s->plan->again) json_key_text(j, "again", buf_text(&again));
  json_close(j, '}');
  buf_free(&again);
}

static void put_head(Json *j, const Sim *s, const View *v)
{
  static const char *const words[] = {[BOT_RANDOM] = "random",
                                      [BOT_LOOK] = "look",
                                      [BOT_MCTS] = "mcts",
                                      [BOT_BLIND] = "blind",
                                      [BOT_FLAT] = "flat"};
  const Program *p = s->program;
  Buf b = {0};
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "game", program_string(p, p->header->name));
  render_title(v, &b);
  json_key_text(j, "title", buf_text(&b));
  json_key_int(j, "players", s->seats);
  json_key_open(j, "seats", '[');
  for (int i = 0; i < s->seats; i++) {
    buf_clear(&b);
    render_seat(v, &b, i);
    json_text(j, buf_text(&b));
  }
  json_close(j, ']');
  json_key(j, "seed");
  json_unsigned(j, s->seed);
  json_key_text(j, "bot", words[s->bot.kind]);
  buf_free(&b);
}

static regel_data *report(const Sim *s, const SimResult *r)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = view_program(s->program, s->lang);
  json_open(&j, '{');
  put_head(&j, s, &v);
  json_key_int(&j, "games", r->games);
  json_key_int(&j, "finished", r->finished);
  json_key_int(&j, "unfinished", r->unfinished);
  json_key_int(&j, "errors", r->errors);
  put_outcomes(&j, s, &v, r);
  put_scores(&j, s, r);
  put_length(&j, r);
  json_key_int(&j, "state_bytes", r->state_bytes);
  json_key_int(&j, "probe_overruns", r->overruns);
  if (s->plan->digest) {
    char hex[20];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)r->digest);
    json_key_text(&j, "digest", hex);
  }
  json_key_real(&j, "seconds", r->seconds);
  json_key_real(&j, "cpu_seconds", r->cpu_seconds);
  if (r->errors) put_error(&j, s, r);
  json_close(&j, '}');
  return api_data(arena, &j);
}

/* ---- playing -------------------------------------------------------------------- */

static bool store_game(void *user, const SimGame *game)
{
  const Sim *s = user;
  const char *taken[MAX_PLAYERS];
  char name[BOT_SEATED];
  bot_seated(&s->bot, name);
  for (int i = 0; i < MAX_PLAYERS; i++) taken[i] = name;
  NewGame g = {.program = s->program,
               .origin = "sim",
               .seats = s->seats,
               .taken = taken,
               .options = s->options};
  return store_simulated(s->db, &g, game);
}

/* A plan knows one user: who stores and who is told are both behind this one. */
typedef struct Told {
  Sim sim; /* first: store_game takes it for itself */
  const regel_run *run;
} Told;

static void progress(void *user, long done, long games)
{
  const regel_run *run = ((Told *)user)->run;
  run->progress(run->user, done, games);
}

static regel_data *play(Told *t, Buf *why)
{
  Sim *s = &t->sim;
  const regel_run *run = t->run;
  const regel_sim_plan *p = s->plan;
  SimPlan plan = {.program = s->program,
                  .seats = s->seats,
                  .options = s->options,
                  .seed = s->seed,
                  .games = p->games,
                  .jobs = run && run->jobs > 0 ? run->jobs : 1,
                  .first = p->first,
                  .bot = s->bot.kind,
                  .playouts = s->bot.playouts,
                  .ahead = s->bot.ahead,
                  .most_decisions = p->most ? p->most : 100000,
                  .always = p->always,
                  .digest = p->digest,
                  .stop = run ? run->stop : NULL,
                  .progress = run && run->progress ? progress : NULL,
                  .user = t,
                  .record = s->db ? store_game : NULL};
  SimResult r = {0};
  regel_data *found = NULL;
  if (sim_run(&plan, &r)) buf_printf(why, "cannot start %d threads", plan.jobs);
  else if (s->db && sql_fault(s->db)) buf_add(why, sql_why(s->db));
  else found = report(s, &r);
  sim_free(&r);
  return found;
}

regel_data *regel_simulate(const regel_rules *rules, const regel_setup *setup,
                           const regel_sim_plan *plan, const regel_run *run,
                           const regel_language *language, char **why)
{
  INVARIANT(rules && rules->program && plan);
  Told t = {.sim = {.program = rules->program,
                    .plan = plan,
                    .lang = api_lang(language),
                    .bot = {BOT_RANDOM, 1, BOT_AHEAD}},
            .run = run};
  Buf problem = {0};
  regel_data *found = NULL;
  Setup from;
  t.sim.options = api_setup(rules, setup, &from, &problem);
  t.sim.seats = from.seats;
  t.sim.seed = from.seed;
  bool fine = t.sim.options != NULL;
  if (fine && plan->bot && !bot_read(plan->bot, &t.sim.bot)) {
    buf_printf(&problem, "\"%s\" is no bot: there is " BOT_WORDS, plan->bot);
    fine = false;
  }
  if (fine && (plan->games < 0 || plan->first < 0)) {
    buf_printf(&problem, "%ld games from game %ld cannot be played", plan->games,
               plan->first);
    fine = false;
  }
  if (fine && plan->store) {
    t.sim.db = db_open(plan->db, SQL_CREATE);
    sql_relax(t.sim.db);
    fine = !sql_fault(t.sim.db);
    if (!fine) buf_add(&problem, sql_why(t.sim.db));
  }
  if (fine) found = play(&t, &problem);
  if (!found && why) *why = buf_take(&problem);
  if (t.sim.db) sql_close(t.sim.db);
  buf_free(&problem);
  free(t.sim.options);
  return found;
}
