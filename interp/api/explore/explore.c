/* The states behind the rules, as a report. */
#include "db/derived/derive.h"
#include "db/store.h"
#include "interp/api/explore/survey.h"
#include "interp/base/invariant.h"
#include "interp/rules/settings.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>

bool survey_complete(const Survey *s)
{
  for (size_t i = 0; i < s->done.n; i++)
    if (s->done.at[i]->result.end != END_COMPLETE) return false;
  return s->done.n > 0;
}

/* ---- storing -------------------------------------------------------------------- */

static bool give(Record *r, Vm *vm, int32_t answer)
{
  bool chance = !vm_decision(vm);
  int32_t seat = chance ? GIVEN : vm_option(vm, answer).seat;
  vm_answer(vm, answer);
  vm_step(vm);
  return record_step(r, seat, answer, vm_hash(vm));
}

/* Stores the sequence of answers that leads to a finding as a game, whole or not at all.
 * Returns its number, 0 after a fault. */
static int64_t store_finding(Survey *s, const Explored *x, const Finding *f)
{
  Db *db = store_db(s->store);
  const char *taken[MAX_PLAYERS];
  for (int i = 0; i < MAX_PLAYERS; i++) taken[i] = "explore";
  Vm *vm = vm_new(s->program);
  Setup setup = {x->players, s->seed, x->options};
  vm_start(vm, &setup);
  vm_step(vm);
  NewGame g = {.program = s->program,
               .origin = "explore",
               .seats = x->players,
               .taken = taken,
               .seed = s->seed,
               .options = x->options,
               .start = vm_hash(vm)};
  Record r;
  bool ok = sql_begin(db) && record_begin(&r, db, &g);
  for (int32_t i = 0; ok && i < f->count; i++) ok = give(&r, vm, f->answers[i]);
  if (ok && (vm_over(vm) || vm_error(vm))) ok = record_end(&r, vm);
  ok = sql_commit(db) && ok;
  vm_free(vm);
  return ok ? r.game : 0;
}

static bool store_all(Survey *s, Explored *x)
{
  for (size_t i = 0; i < x->result.findings.n; i++) {
    int64_t id = 0;
    if (s->plan->store && !s->store) {
      char *why = NULL;
      s->store = regel_store_open(s->plan->db, &why);
      if (!s->store) buf_add(&s->why, why);
      free(why);
      if (!s->store) return false;
    }
    if (s->store) {
      id = store_finding(s, x, &x->result.findings.at[i]);
      if (!id) buf_add(&s->why, regel_store_error(s->store));
      if (!id) return false;
      derive_one(store_db(s->store), id);
    }
    vec_push(&x->stored, id);
  }
  return true;
}

/* ---- one setup ------------------------------------------------------------------ */

static void merge(Survey *s, const Explored *x)
{
  const Program *p = s->program;
  bool walked = !s->plan->coverage; /* then steps are counted, and a walk is one time */
  for (int i = 0; i < p->n_code; i++)
    s->ran[i] += x->result.ran[i] + (walked ? x->result.walked[i] : 0);
  for (int i = 0; i < p->n_alts; i++) s->taken[i] += x->result.taken[i];
}

static void progress(void *user, uint64_t states, uint64_t waiting, long depth,
                     long walks)
{
  const Survey *s = user;
  const regel_explored so_far = {states, waiting,   depth,
                                 walks,  s->done.n, clock_seconds() - s->began};
  s->plan->progress(s->plan->user, &so_far);
}

static void told_saved(void *user, int error)
{
  const Survey *s = user;
  if (s->plan->saved) s->plan->saved(s->plan->user, error);
}

ExplorePlan survey_plan(Survey *s, const Explored *x)
{
  INVARIANT(s->program && s->plan && x->options);
  enum { USUAL_STATES = 1000000, USUAL_DEPTH = 1000000, USUAL_WALKS = 1000 };
  const regel_explore_plan *p = s->plan;
  return (ExplorePlan){.program = s->program,
                       .seats = x->players,
                       .options = x->options,
                       .seed = s->seed,
                       .jobs = s->run->jobs,
                       .memory = p->memory,
                       .states = p->states >= 0 ? (uint64_t)p->states : USUAL_STATES,
                       .depth = p->depth >= 0 ? p->depth : USUAL_DEPTH,
                       .perft = p->perft != 0,
                       .counts = s->saved ? saved_setup(s->saved).counts : p->coverage,
                       .walks = p->walks >= 0 ? p->walks : USUAL_WALKS,
                       .length = p->length,
                       /* Most of the time would be theirs, the more of them there are. */
                       .claims = 16 + (unsigned)s->program->n_always,
                       .until = s->until,
                       .settle = s->until,
                       .stop = s->stop,
                       .progress = p->progress ? progress : NULL,
                       .user = s,
                       .save = p->save,
                       .name = p->name,
                       .saved = told_saved,
                       .resume = s->saved};
}

Explored *survey_add(Survey *s, int players, const int32_t *options)
{
  INVARIANT(players > 0 && players <= MAX_PLAYERS && options);
  Explored *x = ARENA_NEW(s->arena, Explored);
  int32_t *own = settings_new(s->program);
  memcpy(own, options, sizeof *options * (size_t)settings_count(s->program));
  *x = (Explored){.players = players, .options = own};
  vec_push(&s->done, x);
  return x;
}

bool survey_fine(Survey *s, int failed)
{
  if (failed == -2) buf_printf(&s->why, "%s %s", s->plan->resume, saved_why(s->saved));
  else if (failed) buf_printf(&s->why, "cannot start %d threads", s->run->jobs);
  return !failed;
}

bool survey_keep(Survey *s, Explored *x)
{
  merge(s, x);
  explore_items(s->program, NULL, x->result.ran, x->result.taken, s->arena, &x->items);
  return store_all(s, x);
}

/* Explores one setup; false: why. */
static bool explore_one(void *user, int players, const int32_t *options)
{
  enum { FEW_STATES = 10000 };
  Survey *s = user;
  const regel_explore_plan *p = s->plan;
  Explored *x = survey_add(s, players, options);
  ExplorePlan plan = survey_plan(s, x);
  ExploreResult *r = &x->result;
  bool walks = p->walks > 0;
  explore_init(&plan, r);
  /* Whoever asks for walks wants no more of the rest than it takes to see small games. */
  if (walks && p->states < 0) plan.states = FEW_STATES;
  if (p->perft == REGEL_PERFT_TURNS) {
    explore_turns(&plan, r);
    return true;
  }
  int failed = explore_all(&plan, r);
  bool walk =
      r->end == END_STATES || r->end == END_MEMORY || (walks && r->end == END_DEPTH);
  if (!failed && walk && p->walks && !p->perft) failed = explore_walk(&plan, r);
  return survey_fine(s, failed) && (p->perft || survey_keep(s, x)) && !*s->stop;
}

void survey_each_setup(Survey *s, SetupFn fn)
{
  Setups all = {.program = s->program,
                .players = s->players,
                .players_fixed = s->players_fixed,
                .options = s->options,
                .most = 64};
  setups_each(&all, fn, s);
}

/* ---- what was asked for ---------------------------------------------------------- */

const ExploreFixed *survey_fixed(const Survey *s)
{
  return s->fixed.known ? &s->fixed : NULL;
}

static bool fix_setup(void *user, int players, const int32_t *options)
{
  Survey *s = user;
  explore_fix(s->program, &(Setup){players, s->seed, options}, s->arena, &s->fixed);
  return true;
}

/* Without a setting that was asked for, everything was. */
static void fix_what_was_set(Survey *s)
{
  const Program *p = s->program;
  bool any = s->players_fixed;
  for (int i = 0; i < settings_count(p); i++) any |= s->options[i] != NONE;
  if (!any) return;
  survey_each_setup(s, fix_setup);
  for (int i = 0; i < settings_count(p); i++)
    if (s->options[i] == NONE) s->fixed.known[settings_option(p, i) - p->fields] = false;
}

/* ---- the whole ------------------------------------------------------------------ */

static bool explore(Survey *s)
{
  const regel_explore_plan *plan = s->plan;
  const Program *p = s->program;
  s->ran = arena_alloc(s->arena, ((size_t)p->n_code + 1) * sizeof *s->ran);
  s->taken = arena_alloc(s->arena, ((size_t)p->n_alts + 1) * sizeof *s->taken);
  if (s->at_large) survey_large(s);
  else if (plan->setups) survey_each_setup(s, explore_one);
  else explore_one(s, s->players, s->options);
  if (s->why.n || plan->perft) return !s->why.n;
  fix_what_was_set(s);
  explore_items(p, survey_fixed(s), s->ran, s->taken, s->arena, &s->items);
  survey_mark_tested(s);
  return true;
}

static void close_all(Survey *s)
{
  for (size_t i = 0; i < s->done.n; i++) {
    Explored *x = s->done.at[i];
    explore_free(&x->result);
    vec_free(&x->stored);
    vec_free(&x->items);
    free(x->options);
  }
  vec_free(&s->done);
  vec_free(&s->items);
  if (s->saved) saved_close(s->saved);
  regel_store_close(s->store);
  free(s->options);
  arena_free(s->arena);
}

void regel_explore_usual(regel_explore_plan *plan)
{
  *plan = (regel_explore_plan){.seconds = 30,
                               .states = -1,
                               .depth = -1,
                               .walks = -1,
                               .length = 2000,
                               .memory = (uint64_t)512 << 20};
}

regel_data *regel_explore(const regel_rules *rules, const regel_setup *setup,
                          const regel_explore_plan *plan, const regel_run *run,
                          char **why)
{
  static const volatile int never;
  INVARIANT(rules && rules->program && setup && plan && run);
  const Program *p = rules->program;
  Survey s = {.program = p,
              .plan = plan,
              .run = run,
              .stop = run->stop ? run->stop : &never,
              .players_fixed = setup->players != 0,
              .began = clock_seconds(),
              .arena = arena_new()};
  /* With a limit of its own a search is as long as that says. */
  s.at_large = plan->states < 0 && plan->depth < 0 && plan->walks < 0 && !plan->perft &&
               !plan->save && !plan->resume && !plan->coverage;
  if (plan->seconds > 0) s.until = s.began + plan->seconds;
  regel_data *found = NULL;
  Setup from;
  s.options = api_setup(rules, setup, &from, &s.why);
  s.players = from.seats;
  s.seed = from.seed;
  bool fine = s.options != NULL;
  if (fine && plan->resume) {
    s.saved = saved_open(plan->resume);
    fine = !saved_why(s.saved) && saved_setup(s.saved).program == p->hash;
    if (saved_why(s.saved)) survey_fine(&s, -2);
    else if (!fine) buf_printf(&s.why, "%s was saved with other rules", plan->resume);
  }
  if (fine && explore(&s)) found = survey_data(&s);
  if (!found && why) *why = buf_take(&s.why);
  buf_free(&s.why);
  close_all(&s);
  return found;
}

/* ---- searches that were saved ------------------------------------------------------ */

regel_data *regel_saved_search(const char *path, char **why)
{
  SavedSearch *f = saved_open(path);
  regel_data *d = NULL;
  if (saved_why(f)) {
    if (why) *why = api_copy(saved_why(f));
  } else {
    SavedSetup was = saved_setup(f);
    Arena *arena = arena_new();
    Json j = json_data(arena);
    json_open(&j, '{');
    json_key_text(&j, "name", was.name);
    json_key_int(&j, "players", was.seats);
    api_put_settings(&j, was.settings);
    json_key(&j, "seed");
    json_unsigned(&j, was.seed);
    json_key(&j, "rules");
    json_unsigned(&j, was.program);
    json_key_bool(&j, "coverage", was.counts);
    json_key_bool(&j, "complete", was.complete);
    json_close(&j, '}');
    d = api_data(arena, &j);
  }
  saved_close(f);
  return d;
}
