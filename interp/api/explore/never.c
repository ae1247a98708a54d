/* What no walk reached: is it out of reach, or only rare?
 *
 * Where every state was looked at, what did not happen cannot happen.  Elsewhere an
 * ending, a card or an answer that hundreds of games did not come to is suspicious,
 * unless a test of the ruleset comes to it: then it is known to work. */
#include "interp/api/explore/survey.h"
#include "interp/session/runtest.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <string.h>

enum { MANY_GAMES = 400 };

long survey_games(const Survey *s)
{
  long n = 0;
  for (size_t i = 0; i < s->done.n; i++) n += s->done.at[i]->result.walks_ended;
  return n;
}

bool survey_out_of_reach(const Survey *s, const ExploreItem *it)
{
  if (it->times) return false;
  if (survey_complete(s)) return true;
  bool kind = it->kind == ITEM_ENDING || it->kind == ITEM_CARD || it->kind == ITEM_OPTION;
  return kind && !it->tested && survey_games(s) >= MANY_GAMES;
}

static bool same_line(const Program *p, int32_t a, const Program *q, int32_t b)
{
  const PLoc *x = place_of_row(p, a), *y = place_of_row(q, b);
  return x && y && x->line == y->line && x->col == y->col &&
         !strcmp(program_string(p, p->files[x->file].path),
                 program_string(q, q->files[y->file].path));
}

static bool wants_tests(const Survey *s)
{
  if (survey_complete(s) || survey_games(s) < MANY_GAMES) return false;
  for (size_t i = 0; i < s->items.n; i++)
    if (!s->items.at[i].times) return true;
  return false;
}

/* What the tests of a program run, and the answers that they give. */
static void run_tests(const Program *p, uint64_t *ran, uint64_t *taken)
{
  INVARIANT(p && p->header);
  Vm *vm = vm_new(p);
  const int32_t *list;
  vm_cover(vm);
  for (int t = 0; t < p->n_tests; t++) {
    TestResult result;
    runtest(vm, t, 1, &result);
    buf_free(&result.message);
  }
  int n = vm_covered(vm, &list);
  for (int i = 0; i < n; i++) ran[list[i]] = 1;
  /* An alternative was taken if what it does ran; one without a block, if it was asked.
   */
  for (int i = 0; i < p->n_alts; i++) {
    int32_t to = p->alts[i].target;
    taken[i] = to < 0 || to >= p->n_code || ran[to];
  }
  vm_free(vm);
}

static void mark(Survey *s, const Program *p)
{
  INVARIANT(p && p->header);
  uint64_t *ran = arena_alloc(s->arena, ((size_t)p->n_code + 1) * sizeof *ran);
  uint64_t *taken = arena_alloc(s->arena, ((size_t)p->n_alts + 1) * sizeof *taken);
  ExploreItems items = {0};
  run_tests(p, ran, taken);
  explore_items(p, NULL, ran, taken, s->arena, &items);
  for (size_t i = 0; i < s->items.n; i++) {
    ExploreItem *it = &s->items.at[i];
    for (size_t k = 0; k < items.n && !it->times && !it->tested; k++)
      it->tested = items.at[k].kind == it->kind && items.at[k].times &&
                   same_line(s->program, it->loc, p, items.at[k].loc);
  }
  vec_free(&items);
}

void survey_mark_tested(Survey *s)
{
  if (!wants_tests(s)) return;
  if (!s->plan->tested) {
    mark(s, s->program);
    return;
  }
  regel_rules *tested = s->plan->tested(s->plan->user);
  if (tested) mark(s, tested->program);
  regel_rules_free(tested);
}
