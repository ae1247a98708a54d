/* What is found out about rules, as reports: findings, tests, simulations. */
#include "interp/agree/lexica.h"
#include "interp/base/invariant.h"
#include "interp/api/api_int.h"
#include "interp/base/json.h"
#include "interp/bot/sim.h"
#include "interp/find/find.h"
#include "interp/rules/settings.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"

#include <stdlib.h>

regel_data *regel_check(const regel_rules *r)
{
  INVARIANT(r && r->program);
  Arena *arena = arena_new();
  Json j = json_data(arena);
  if (r->unit) {
    Buf why = {0};
    Lexicon *english = lexica_open(&r->unit->sources, r->arena, "en", "lexicon", &why);
    find(r->unit, r->program, english, 0);
    find_settle(r->unit);
    if (english) lexicon_free(english);
    buf_free(&why);
    api_messages(&j, r->unit);
  } else {
    json_open(&j, '[');
    json_close(&j, ']');
  }
  return api_data(arena, &j);
}

/* ---- tests ---------------------------------------------------------------------- */

static bool put_test(Json *j, Vm *vm, int t, uint64_t seed)
{
  const Program *p = vm_program(vm);
  TestResult result;
  runtest(vm, t, seed, &result);
  json_open(j, '{');
  json_key_text(j, "title", program_string(p, p->tests[t].title));
  place_json(p, j, "place", place_of_row(p, p->tests[t].loc));
  json_key_bool(j, "passed", result.passed);
  if (!result.passed) {
    json_key_text(j, "text", buf_text(&result.message));
    place_json(p, j, "at", place_of_row(p, result.loc));
  }
  json_close(j, '}');
  buf_free(&result.message);
  return result.passed;
}

regel_data *regel_test(const regel_rules *r, uint64_t seed)
{
  return regel_test_some(r, seed, NULL, NULL);
}

regel_data *regel_test_some(const regel_rules *r, uint64_t seed, regel_wanted_fn wanted,
                            void *user)
{
  INVARIANT(r && r->program);
  const Program *p = r->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Vm *vm = vm_new(p);
  int passed = 0, failed = 0;
  json_open(&j, '{');
  json_key(&j, "tests");
  json_open(&j, '[');
  for (int t = 0; t < p->n_tests; t++) {
    const PLoc *at = place_of_row(p, p->tests[t].loc);
    const char *file = at ? program_string(p, p->files[at->file].path) : "";
    if (wanted && !wanted(user, program_string(p, p->tests[t].title), file)) continue;
    bool fine = put_test(&j, vm, t, seed);
    passed += fine;
    failed += !fine;
  }
  json_close(&j, ']');
  json_key_int(&j, "passed", passed);
  json_key_int(&j, "failed", failed);
  json_close(&j, '}');
  vm_free(vm);
  return api_data(arena, &j);
}

/* ---- simulations ----------------------------------------------------------------- */

static void put_outcomes(Json *j, const Program *p, int seats, const SimResult *r)
{
  json_key(j, "wins");
  json_open(j, '[');
  for (int i = 0; i < seats; i++) json_int(j, r->wins[i]);
  json_close(j, ']');
  json_key_int(j, "shared", r->shared);
  json_key_int(j, "nobody", r->nobody);
  json_key(j, "lost");
  json_open(j, '[');
  for (int i = 0; i < p->n_texts; i++) {
    if (!r->reasons[i]) continue;
    json_open(j, '{');
    json_key_text(j, "reason", render_source(p, i));
    json_key_int(j, "games", r->reasons[i]);
    json_close(j, '}');
  }
  json_close(j, ']');
}

regel_data *regel_simulate(const regel_rules *rules, const regel_setup *setup, long games,
                           int think, char **why)
{
  INVARIANT(rules && rules->program);
  const Program *p = rules->program;
  int32_t *values = settings_new(p);
  Buf problem = {0};
  int seats = setup->players ? setup->players : p->header->seats_low;
  if (!settings_seats(p, seats, &problem) ||
      !api_options(p, setup->options, values, &problem)) {
    if (why) *why = buf_take(&problem);
    buf_free(&problem);
    free(values);
    return NULL;
  }
  SimPlan plan = {.program = p,
                  .seats = seats,
                  .options = values,
                  .seed = setup->seed,
                  .games = games,
                  .jobs = 1,
                  .bot = think ? BOT_LOOK : BOT_RANDOM,
                  .playouts = think ? think : 1,
                  .ahead = BOT_AHEAD,
                  .most_decisions = 100000};
  SimResult r = {0};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  sim_run(&plan, &r);
  json_open(&j, '{');
  json_key_text(&j, "game", program_string(p, p->header->name));
  json_key_int(&j, "players", seats);
  json_key_int(&j, "games", r.games);
  json_key_int(&j, "finished", r.finished);
  json_key_int(&j, "unfinished", r.unfinished);
  json_key_int(&j, "errors", r.errors);
  json_key_int(&j, "decisions", r.decisions);
  put_outcomes(&j, p, seats, &r);
  json_close(&j, '}');
  sim_free(&r);
  free(values);
  return api_data(arena, &j);
}
