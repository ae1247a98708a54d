/* Playing steps of a transcript.
 *
 * Each question takes the next step; `not X` before it is checked against the same
 * question.  A question with a single legal answer, and chance with a single outcome, may
 * be left out, and so are answered silently if the next step does not mean them. */
#include "interp/referee/referee_int.h"
#include "interp/base/invariant.h"
#include "interp/text/label.h"

#include <string.h>

enum { MOST_FORCED = 100000 }; /* a game that goes on by itself for longer has no end */

void run_start(Run *run)
{
  INVARIANT(run->vm && run->at >= 0 && run->at <= (int)run->steps.n);
  Setup setup = {run->referee->seats, 1, run->referee->options};
  vm_auto_chance(run->vm, false);
  vm_start(run->vm, &setup);
  run->at = run->passed = 0;
  run->certain.n = 0;
  run->given = NULL;
  run->forced = 0;
  run->skipped = run->arranged = run->parted = -1;
}

void run_listen(void *user, Vm *vm, const Event *e)
{
  Run *run = user;
  const Program *p = vm_program(vm);
  bool draw = e->ip >= 0 && e->ip < p->n_code && p->code[e->ip].op == OP_DRAW;
  if (e->kind == EV_MOVE && draw && !run->answering)
    vec_push(&run->certain, p->things[e->thing].face);
}

static void answer(Run *run, int i)
{
  if (run->record) vec_push(&run->referee->answers, i);
  if (run->budget > 0) run->budget--;
  run->certain.n = 0;
  run->answering = true;
  vm_answer(run->vm, i);
  run->answering = false;
}

/* Step i is used up. */
static void use(Run *run, int next)
{
  run->at = next;
  run->forced = 0;
  run->skipped = run->arranged = run->parted = -1;
}

int run_outcomes(const Run *run) { return vm_options(run->vm) + (run->certain.n > 0); }

int32_t run_outcome(const Run *run, int i)
{
  INVARIANT(run->vm && run->at >= 0 && run->at <= (int)run->steps.n);
  const Program *p = vm_program(run->vm);
  if (i == vm_options(run->vm)) return run->certain.at[0];
  int type = vm_chance_type(run->vm);
  int32_t value = vm_option(run->vm, i).value;
  bool thing = type >= 0 && p->types[type].tag == T_THING && value >= 0;
  return thing ? p->things[value].face : value;
}

bool run_avoids(const Run *run, int open, int32_t outcome)
{
  INVARIANT(run->at >= 0 && run->at <= (int)run->steps.n);
  if (!run->avoided || open != run->avoid_open) return false;
  for (size_t i = 0; i < run->avoided->fits.n; i++)
    if (run->avoided->fits.at[i] == outcome) return true;
  return false;
}

/* Open draw number `open` was this. */
static void resolve(Run *run, int open, bool thing, bool certain, int32_t outcome)
{
  INVARIANT((size_t)open < run->referee->draws.n);
  run->referee->draws.at[open].thing = thing;
  run->was_certain[open] = certain;
  run->world[open] = outcome;
  run->passed = open + 1;
}

/* Has the machine ask again: the table has changed, or the question is still open. */
static void ask_anew(Run *run)
{
  vm_save(run->vm, run->room);
  vm_restore(run->vm, run->room);
  run->given = NULL;
}

/* The first of the certain draws is told. */
static void drop_certain(Run *run)
{
  run->certain.n--;
  memmove(run->certain.at, run->certain.at + 1, run->certain.n * sizeof *run->certain.at);
}

void run_open(Run *run, int i)
{
  int type = vm_chance_type(run->vm), open = run->steps.at[run->at].open;
  bool thing = type >= 0 && vm_program(run->vm)->types[type].tag == T_THING;
  bool certain = i == vm_options(run->vm);
  resolve(run, open, thing || certain, certain, run_outcome(run, i));
  if (certain) {
    drop_certain(run);
    ask_anew(run);
  } else {
    answer(run, i);
  }
  use(run, run->at + 1);
  run->given = NULL;
}

static Stop fail(Run *run, int step, Fail why)
{
  run->at = step;
  run->fail = why;
  return STOP_FAIL;
}

/* Is the question, or chance, the one that this step speaks of? */
static bool is_for(const Run *run, const Step *s)
{
  if (s->kind == STEP_CHANCE) return !vm_decision(run->vm);
  return s->kind == STEP_ANSWER && vm_decision(run->vm) &&
         label_seats(run->vm) >> s->seat & 1;
}

static MeantResult find(const Run *run, const Step *s, int *option)
{
  return meant_find(&run->view, s->kind == STEP_ANSWER ? s->seat : -1, s->item->text,
                    s->item->quoted, option, NULL);
}

/* The first of the steps `not X` before step `until` that is possible after all; -1:
 * none.
 */
static int find_possible(const Run *run, int until)
{
  int option;
  for (int i = run->at; i < until; i++)
    if (is_for(run, &run->steps.at[i]) &&
        find(run, &run->steps.at[i], &option) != MEANT_NOTHING)
      return i;
  return -1;
}

/* ---- draws that nobody was asked about ------------------------------------------ */

/* Does the text name this face? */
static bool names(const Run *run, const SaidItem *item, int32_t face)
{
  const Program *p = vm_program(run->vm);
  MeantList faces = {0};
  bool is = false;
  meant_things(&run->view, p->things[face].kind, item->text, 0, &faces);
  for (size_t i = 0; i < faces.n; i++) is = is || faces.at[i] == face;
  vec_free(&faces);
  return is;
}

/* Uses up steps that write down draws with a single outcome: they come before whatever is
 * asked now.  Where chance is asked, a `?` may be for either and is left to the caller.
 * Returns false if an open draw must not be what it was. */
static bool use_certain(Run *run, bool chance)
{
  while (run->certain.n) {
    const Step *s = run->at < (int)run->steps.n ? &run->steps.at[run->at] : NULL;
    if (!s || s->kind != STEP_CHANCE || s->item->absent) {
      run->certain.n = 0;
    } else if (s->open >= 0) {
      if (chance) return true;
      if (run_avoids(run, s->open, run->certain.at[0])) return false;
      resolve(run, s->open, true, true, run->certain.at[0]);
      use(run, run->at + 1);
      drop_certain(run);
    } else {
      if (names(run, s->item, run->certain.at[0])) use(run, run->at + 1);
      drop_certain(run);
    }
  }
  return true;
}

/* ---- the kinds of steps --------------------------------------------------------- */

/* Is the table as the next step says? */
static bool check(Run *run)
{
  buf_clear(&run->why);
  if (!arrange_holds(&run->view, &run->steps.at[run->at].arrange, &run->why))
    return false;
  run->at++;
  return true;
}

static bool is_check(const Run *run)
{
  return run->at < (int)run->steps.n && run->steps.at[run->at].kind == STEP_TABLE &&
         run->steps.at[run->at].arrange.check;
}

static Stop at_end(Run *run)
{
  int n = (int)run->steps.n;
  while (is_check(run))
    if (!check(run)) return fail(run, run->at, FAIL_CHECK);
  if (run->at == n) return STOP_END;
  const Step *s = &run->steps.at[run->at];
  if (s->kind != STEP_RESULT) return fail(run, run->at, FAIL_OVER);
  if (s->winners != vm_winners(run->vm)) return fail(run, run->at, FAIL_RESULT);
  use(run, run->at + 1);
  return run->at == n ? STOP_END : fail(run, run->at, FAIL_OVER);
}

/* Changes the table and has the machine ask anew. */
static bool arrange(Run *run)
{
  buf_clear(&run->why);
  run->answering = true; /* no rule draws what is put there */
  bool ok = arrange_apply(&run->view, &run->steps.at[run->at].arrange, &run->why);
  run->answering = false;
  if (!ok) return false;
  ask_anew(run);
  int step = run->at;
  use(run, run->at + 1);
  run->arranged = step;
  return true;
}

/* Answers a question that has one answer only.  Keeps the first such moment that the next
 * step could have spoken of: if that step fits nowhere, it is explained there. */
static void go_by_itself(Run *run, const Step *next, int option)
{
  if (next && run->skipped < 0 && is_for(run, next)) {
    vm_save(run->vm, run->skipped_state);
    run->skipped = (int)(next - run->steps.at);
  }
  run->forced++;
  answer(run, option);
}

/* Lets step i, which is for this question, answer it.  Returns 1 if it did, 0 if it means
 * nothing that is offered, -1 if the run stops. */
static int answer_with(Run *run, int i, Stop *stop)
{
  const Step *next = &run->steps.at[i];
  int option = 0, possible = find_possible(run, i);
  MeantResult m = next->open < 0 ? find(run, next, &option) : MEANT_ONE;
  if (m == MEANT_NOTHING) return 0;
  if (m == MEANT_SEVERAL) *stop = fail(run, i, FAIL_AMBIGUOUS);
  else if (possible >= 0) *stop = fail(run, possible, FAIL_POSSIBLE);
  else if (next->open >= 0) run->at = i, *stop = STOP_OPEN;
  if (m == MEANT_SEVERAL || possible >= 0 || next->open >= 0) return -1;
  int parted = run->parted;
  if (vm_decision(run->vm) && vm_parts(run->vm) && parted != i) {
    vm_save(run->vm, run->skipped_state);
    parted = i;
  }
  run->given = m == MEANT_ONE ? next : NULL;
  run->given_to = vm_decision(run->vm);
  answer(run, option);
  use(run, m == MEANT_ONE ? i + 1 : i);
  run->parted = parted;
  return 1;
}

/* Nobody can be asked any more: where the run stops.  Step i is the next that is no
 * `not X`. */
static Stop stop_at(Run *run, int i)
{
  int n = (int)run->steps.n;
  if (run->at == n) return STOP_END;
  if (run->forced >= MOST_FORCED) return fail(run, run->at, FAIL_FOR_EVER);
  if (i == n || run->steps.at[i].kind == STEP_TABLE) /* `not X` of somebody else */
    return fail(run, run->at, FAIL_ANSWER);
  return fail(run, i, run->steps.at[i].kind == STEP_RESULT ? FAIL_NOT_OVER : FAIL_ANSWER);
}

/* One question or chance.  Returns false if the run stops, and why in *stop. */
static bool ask(Run *run, Stop *stop)
{
  int n = (int)run->steps.n, i = run->at, option;
  while (i < n && run->steps.at[i].item->absent) i++;
  const Step *next = i < n ? &run->steps.at[i] : NULL;
  const Step *absent = i > run->at ? &run->steps.at[run->at] : NULL;
  int done = next && is_for(run, next) ? answer_with(run, i, stop) : 0;
  if (done) return done > 0;
  bool alone = absent && is_for(run, absent) &&
               (!next || next->kind != absent->kind || next->seat != absent->seat);
  if (alone) { /* `not X`, and the question itself is left out or comes later */
    int possible = find_possible(run, i);
    if (possible >= 0) *stop = fail(run, possible, FAIL_POSSIBLE);
    if (possible >= 0) return false;
    use(run, i);
    ask_anew(run);
    return true;
  }
  if (run->forced < MOST_FORCED && meant_forced(run->vm, &option)) {
    go_by_itself(run, next, option);
    return true;
  }
  *stop = stop_at(run, i);
  return false;
}

/* A set that was given in parts is complete when all that was named is chosen.  Returns 1
 * if that was told to the machine, 0 if there is no such question, -1 if more must be
 * chosen. */
static int complete(Run *run)
{
  const Step *s = run->given;
  run->given = NULL;
  if (!s || vm_decision(run->vm) != run->given_to || !meant_sofar(run->vm)) return 0;
  int option =
      meant_complete(&run->view, s->kind == STEP_ANSWER ? s->seat : -1, s->item->text);
  if (option < 0) return -1;
  answer(run, option);
  return 1;
}

Stop run_on(Run *run)
{
  for (;;) {
    if (!run->budget) return STOP_BUDGET;
    VmStatus status = vm_step(run->vm);
    if (!use_certain(run, status == VM_CHANCE)) return fail(run, run->at, FAIL_ANSWER);
    if (status == VM_DONE) return at_end(run);
    if (status == VM_ERROR)
      return run->arranged >= 0 && vm_error(run->vm) == R_NO_OPTION
                 ? fail(run, run->arranged, FAIL_STUCK)
                 : STOP_ERROR;
    const Step *given = run->given;
    int whole = status == VM_DECIDE ? complete(run) : 0;
    if (whole > 0) continue;
    if (whole < 0) return fail(run, (int)(given - run->steps.at), FAIL_ANSWER);
    if (is_check(run)) {
      if (!check(run)) return fail(run, run->at, FAIL_CHECK);
      ask_anew(run);
      continue;
    }
    if (run->at < (int)run->steps.n && run->steps.at[run->at].kind == STEP_TABLE) {
      if (!arrange(run)) return fail(run, run->at, FAIL_TABLE);
      continue;
    }
    Stop stop;
    if (!ask(run, &stop)) return stop;
  }
}
