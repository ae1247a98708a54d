/* One limit of time for a game of any size.
 *
 * First a small search of every setup, which is all that small games need.  Then walks
 * through the setups that have more states, those first that show something new.  What is
 * left of the time goes to a search of the states of the setup that was asked for, or
 * with
 * --setups of each. */
#include "interp/cmd/explore/explore.h"

#include <stdlib.h>
#include <string.h>

enum {
  SMALL = 1000000,    /* states of the setup that was asked for, to begin with */
  SMALL_EACH = 20000, /* with --setups: of each */
  SMALL_OTHER = 2000  /* of each other one */
};

/* A value that is not given is the default: what counts is what a game begins with. */
static uint64_t beginning(const Explore *e, int players, const int32_t *options)
{
  Vm *vm = vm_new(e->program);
  vm_start(vm, &(Setup){players, e->setup.seed, options});
  vm_step(vm);
  uint64_t hash = vm_hash(vm);
  vm_free(vm);
  return hash;
}

static bool add_setup(void *user, int players, const int32_t *options)
{
  Explore *e = user;
  const Explored *first = e->done.n ? e->done.at[0] : NULL;
  if (!first || e->setups || first->players != players ||
      beginning(e, players, options) != e->first)
    explore_add(e, players, options);
  return true;
}

static double share(const Explore *e, double part)
{
  return e->time > 0 ? e->began + (double)e->time * part : 0;
}

static bool late(const Explore *e, double until)
{
  return *e->stop || (until > 0 && explore_now() >= until);
}

/* A small search of every setup. */
static int search_small(Explore *e)
{
  double until = share(e, 0.15);
  int failed = 0;
  for (size_t i = 0; i < e->done.n && !failed; i++) {
    Explored *x = e->done.at[i];
    ExplorePlan plan = explore_plan(e, x);
    plan.states = e->setups ? SMALL_EACH : i ? SMALL_OTHER : SMALL;
    if (i == 1) until = share(e, 0.25);
    plan.until = until;
    explore_init(&plan, &x->result);
    x->result.end = END_TIME;
    if (late(e, until)) continue;
    x->result.end = END_COMPLETE;
    failed = explore_all(&plan, &x->result);
  }
  return failed;
}

static int walk(Explore *e)
{
  Tour *tours = malloc((e->done.n + 1) * sizeof *tours);
  ExplorePlan *plans = malloc((e->done.n + 1) * sizeof *plans);
  if (!tours || !plans) abort();
  int n = 0;
  for (size_t i = 0; i < e->done.n; i++) {
    Explored *x = e->done.at[i];
    if (x->result.end == END_COMPLETE) continue;
    plans[n] = explore_plan(e, x);
    plans[n].walks = e->time > 0 ? 1000000000 : e->walks;
    plans[n].until = share(e, e->deep ? 0.45 : 0.85);
    plans[n].settle = share(e, e->deep ? 0.6 : 1);
    plans[n].patient = true;
    tours[n] = (Tour){&plans[n], &x->result};
    n++;
  }
  int failed = n && !*e->stop ? explore_tour(tours, n) : 0;
  free(tours);
  free(plans);
  return failed;
}

/* All states of a setup, as far as time and memory go. */
static int search_large(Explore *e, Explored *x)
{
  ExploreResult search;
  ExplorePlan plan = explore_plan(e, x);
  plan.states = 2000000000;
  explore_init(&plan, &search);
  int failed = explore_all(&plan, &search);
  if (failed) explore_free(&search);
  else explore_join(e->program, &x->result, &search);
  return failed;
}

int explore_large(Explore *e)
{
  if (!e->setups) explore_add(e, (int)e->setup.players, e->setup.options);
  e->first = beginning(e, (int)e->setup.players, e->setup.options);
  explore_each_setup(e, add_setup);
  int failed = search_small(e);
  /* Where no end came into sight, going on breadth first would come nowhere. */
  e->deep = e->setups || e->done.at[0]->result.ended > 0;
  if (!failed) failed = walk(e);
  for (size_t i = 0; !failed && i < (e->setups ? e->done.n : 1); i++)
    if (e->deep && e->done.at[i]->result.end != END_COMPLETE && !late(e, e->until))
      failed = search_large(e, e->done.at[i]);
  int code = explore_failed(e, failed);
  for (size_t i = 0; i < e->done.n && code < 0; i++)
    code = explore_store(e, e->done.at[i]);
  return code;
}
