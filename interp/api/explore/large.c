/* One limit of time for a game of any size.
 *
 * First a small search of every setup, which is all that small games need.  Then walks
 * through the setups that have more states, those first that show something new.  What is
 * left of the time goes to a search of the states of the setup that was asked for, or of
 * each if all were. */
#include "interp/api/explore/survey.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

enum {
  SMALL = 1000000,    /* states of the setup that was asked for, to begin with */
  SMALL_EACH = 20000, /* if all setups were: of each */
  SMALL_OTHER = 2000  /* of each other one */
};

/* A value that is not given is the default: what counts is what a game begins with. */
static uint64_t beginning(const Survey *s, int players, const int32_t *options)
{
  Vm *vm = vm_new(s->program);
  vm_start(vm, &(Setup){players, s->seed, options});
  vm_step(vm);
  uint64_t hash = vm_hash(vm);
  vm_free(vm);
  return hash;
}

static bool add_setup(void *user, int players, const int32_t *options)
{
  Survey *s = user;
  const Explored *first = s->done.n ? s->done.at[0] : NULL;
  if (!first || s->plan->setups || first->players != players ||
      beginning(s, players, options) != s->first)
    survey_add(s, players, options);
  return true;
}

static double share(const Survey *s, double part)
{
  return s->plan->seconds > 0 ? s->began + s->plan->seconds * part : 0;
}

static bool late(const Survey *s, double until)
{
  return *s->stop || (until > 0 && clock_seconds() >= until);
}

/* A small search of every setup. */
static int search_small(Survey *s)
{
  double until = share(s, 0.15);
  int failed = 0;
  for (size_t i = 0; i < s->done.n && !failed; i++) {
    Explored *x = s->done.at[i];
    ExplorePlan plan = survey_plan(s, x);
    plan.states = s->plan->setups ? SMALL_EACH : i ? SMALL_OTHER : SMALL;
    if (i == 1) until = share(s, 0.25);
    plan.until = until;
    explore_init(&plan, &x->result);
    x->result.end = END_TIME;
    if (late(s, until)) continue;
    x->result.end = END_COMPLETE;
    failed = explore_all(&plan, &x->result);
  }
  return failed;
}

static int walk(Survey *s)
{
  Tour *tours = malloc((s->done.n + 1) * sizeof *tours);
  ExplorePlan *plans = malloc((s->done.n + 1) * sizeof *plans);
  if (!tours || !plans) abort();
  int n = 0;
  for (size_t i = 0; i < s->done.n; i++) {
    Explored *x = s->done.at[i];
    if (x->result.end == END_COMPLETE) continue;
    plans[n] = survey_plan(s, x);
    if (s->plan->seconds > 0) plans[n].walks = 1000000000;
    plans[n].until = share(s, s->deep ? 0.45 : 0.85);
    plans[n].settle = share(s, s->deep ? 0.6 : 1);
    plans[n].patient = true;
    tours[n] = (Tour){&plans[n], &x->result};
    n++;
  }
  int failed = n && !*s->stop ? explore_tour(tours, n) : 0;
  free(tours);
  free(plans);
  return failed;
}

/* All states of a setup, as far as time and memory go. */
static int search_large(Survey *s, Explored *x)
{
  ExploreResult search;
  ExplorePlan plan = survey_plan(s, x);
  plan.states = 2000000000;
  explore_init(&plan, &search);
  int failed = explore_all(&plan, &search);
  if (failed) explore_free(&search);
  else explore_join(s->program, &x->result, &search);
  return failed;
}

bool survey_large(Survey *s)
{
  INVARIANT(s->program && s->plan);
  bool all = s->plan->setups;
  if (!all) survey_add(s, s->players, s->options);
  s->first = beginning(s, s->players, s->options);
  survey_each_setup(s, add_setup);
  int failed = search_small(s);
  /* Where no end came into sight, going on breadth first would come nowhere. */
  s->deep = all || s->done.at[0]->result.ended > 0;
  if (!failed) failed = walk(s);
  for (size_t i = 0; !failed && i < (all ? s->done.n : 1); i++)
    if (s->deep && s->done.at[i]->result.end != END_COMPLETE && !late(s, s->until))
      failed = search_large(s, s->done.at[i]);
  bool fine = survey_fine(s, failed);
  for (size_t i = 0; i < s->done.n && fine; i++) fine = survey_keep(s, s->done.at[i]);
  return fine;
}
