/* The lockstep: both machines play the recorded game, and are compared at every pause. */
#include "interp/lockstep/lockstep_int.h"
#include "interp/base/invariant.h"

#include "interp/rules/settings.h"

#include <string.h>

/* Questions in a row that one side has and the other has not, before it gives up. */
enum { MOST_APART = 64 };

/* ---- the pair of programs ------------------------------------------------------- */

static void listen(void *user, Vm *vm, const Event *e)
{
  Side *x = user;
  (void)vm;
  switch (e->kind) {
  case EV_CHANGE:
  case EV_MOVE:
  case EV_SHUFFLE:
  case EV_REVEAL:
  case EV_CHANCE:
  case EV_END: break;
  default: return;
  }
  Trace t = {e->kind, e->ip,           e->field,       e->thing,
             e->per,  (int32_t)e->old, (int32_t)e->now};
  vec_push(&x->trace, t);
}

Compare *compare_new(const Program *old_rules, const Program *new_rules)
{
  INVARIANT(old_rules && new_rules);
  Arena *arena = arena_new();
  Compare *c = ARENA_NEW(arena, Compare);
  c->arena = arena;
  c->side[COMPARE_OLD].p = old_rules;
  c->side[COMPARE_NEW].p = new_rules;
  for (int s = 0; s < COMPARE_SIDES; s++) {
    c->side[s].vm = vm_new(c->side[s].p);
    vm_listen(c->side[s].vm, listen, &c->side[s]);
    vm_auto_chance(c->side[s].vm, false);
  }
  compare_map(c);
  return c;
}

void compare_free(Compare *c)
{
  if (!c) return;
  for (int s = 0; s < COMPARE_SIDES; s++) {
    vm_free(c->side[s].vm);
    vec_free(&c->side[s].trace);
    vec_free(&c->side[s].offers);
  }
  arena_free(c->arena);
}

const char *compare_class_name(CompareClass c)
{
  INVARIANT(c < COMPARE_CLASSES);
  static const char *const names[] = {
      [COMPARE_LEGALITY] = "legality", [COMPARE_CHANCE] = "chance",
      [COMPARE_STATE] = "state",       [COMPARE_HIDDEN] = "hidden",
      [COMPARE_RESULT] = "result",     [COMPARE_ERROR] = "error"};
  return names[c];
}

/* ---- beginning ------------------------------------------------------------------ */

static bool has_option(const Program *p, const char *name)
{
  for (int i = 0, n = settings_count(p); i < n; i++)
    if (!strcmp(program_string(p, settings_option(p, i)->name), name)) return true;
  return false;
}

/* Settings that the new rules do not have any more are left out there: that is no
 * difference by itself. */
static bool start(Run *r, int s, Buf *why)
{
  const Program *p = r->c->side[s].p;
  const CompareGame *g = r->game;
  bool ok = settings_seats(p, g->seats, why);
  int32_t *values = settings_new(p);
  const char *text = g->settings;
  Buf name = {0}, value = {0};
  while (ok && settings_next(&text, &name, &value))
    if (s == COMPARE_OLD || has_option(p, buf_text(&name)))
      ok = settings_set(p, values, buf_text(&name), buf_text(&value), why);
  buf_free(&name);
  buf_free(&value);
  r->c->side[s].trace.n = 0;
  vm_start(r->c->side[s].vm, &(Setup){g->seats, g->seed, values});
  free(values);
  return ok;
}

static void step(Run *r, int s)
{
  Side *x = &r->c->side[s];
  x->status = vm_step(x->vm);
}

static bool is_pause(const Side *x)
{
  return x->status == VM_DECIDE || x->status == VM_CHANCE;
}

static void unfit(Run *r, const char *why)
{
  r->out->ending = COMPARE_UNFIT;
  r->out->why = arena_strdup(r->arena, why);
}

/* Both at their first pause; false if one of the rules cannot begin the game. */
static bool begin(Run *r)
{
  Buf why = {0};
  bool fits = start(r, COMPARE_OLD, &why);
  if (!fits) {
    unfit(r, buf_text(&why));
    buf_free(&why);
    return false;
  }
  bool ok = start(r, COMPARE_NEW, &why);
  step(r, COMPARE_OLD);
  if (ok) {
    step(r, COMPARE_NEW);
  } else {
    Finding *f = compare_find(r, COMPARE_LEGALITY, UINT64_MAX, 0);
    Buf b = {0};
    buf_printf(&b, "the game cannot be set up under the new rules: %s", buf_text(&why));
    compare_say(r, f, &b);
    /* There is no second table to lay beside the first. */
    r->out->table[COMPARE_OLD] = r->out->table[COMPARE_NEW] = NULL;
  }
  buf_free(&why);
  return ok;
}

/* ---- ending --------------------------------------------------------------------- */

static int32_t end_ip(const Side *x)
{
  for (size_t i = x->trace.n; i-- > 0;)
    if (x->trace.at[i].kind == EV_END) return x->trace.at[i].ip;
  return -1;
}

static void compare_error(Run *r)
{
  const Side *x = r->c->side;
  Finding *f = compare_find(r, COMPARE_ERROR, 0, r->given);
  if (!f) return;
  Buf b = {0};
  for (int s = COMPARE_OLD; s < COMPARE_SIDES; s++) {
    if (x[s].status != VM_ERROR) continue;
    VmError e = vm_error(x[s].vm);
    compare_place_ip(r, f, s, vm_error_ip(x[s].vm));
    buf_printf(&b, "%sunder the %s rules there is a rule error, %s: %s", b.n ? "; " : "",
               s == COMPARE_OLD ? "old" : "new", vm_error_name(e), vm_error_title(e));
  }
  if (x[COMPARE_NEW].status != VM_ERROR)
    buf_add(&b, ", under the new ones there is none");
  compare_say(r, f, &b);
}

static void compare_end(Run *r)
{
  const Side *x = r->c->side;
  Finding *f = compare_find(r, COMPARE_RESULT, 0, r->given);
  if (!f) return;
  Buf b = {0};
  for (int s = 0; s < COMPARE_SIDES; s++) {
    compare_place_ip(r, f, s, end_ip(&x[s]));
    compare_result(r, s);
    buf_printf(&b, s == COMPARE_OLD ? "under the old rules " : ", under the new ones ");
    if (x[s].status == VM_DONE)
      buf_printf(&b, "the game ends here (%s)", r->out->result[s].text);
    else buf_add(&b, "it goes on");
  }
  compare_say(r, f, &b);
}

static void compare_results(Run *r)
{
  const Side *x = r->c->side;
  const char *why[COMPARE_SIDES];
  for (int s = 0; s < COMPARE_SIDES; s++) {
    why[s] = render_source(x[s].p, vm_reason(x[s].vm));
    compare_result(r, s);
  }
  bool reason = !why[0] || !why[1] ? why[0] != why[1] : strcmp(why[0], why[1]) != 0;
  if (vm_winners(x[COMPARE_OLD].vm) == vm_winners(x[COMPARE_NEW].vm) && !reason) return;
  Finding *f = compare_find(r, COMPARE_RESULT, 0, r->given);
  if (!f) return;
  Buf b = {0};
  for (int s = 0; s < COMPARE_SIDES; s++) compare_place_ip(r, f, s, end_ip(&x[s]));
  buf_printf(&b, "under the old rules the result is \"%s\", under the new ones \"%s\"",
             r->out->result[COMPARE_OLD].text, r->out->result[COMPARE_NEW].text);
  compare_say(r, f, &b);
}

/* One side at least needs no answer any more. */
static void compare_over(Run *r)
{
  const Side *o = &r->c->side[COMPARE_OLD], *n = &r->c->side[COMPARE_NEW];
  r->out->ending = is_pause(n) ? COMPARE_STOPPED : COMPARE_FINISHED;
  if (o->status == VM_DONE && n->status == VM_DONE) compare_results(r);
  else if (o->status != VM_ERROR && n->status != VM_ERROR) compare_end(r);
  else if (o->status != n->status || vm_error(o->vm) != vm_error(n->vm)) compare_error(r);
}

/* ---- one step after the other --------------------------------------------------- */

/* The recorded answer for the old side; -1 if the record has none that fits. */
static int recorded(Run *r)
{
  const Side *o = &r->c->side[COMPARE_OLD];
  if (r->given >= r->game->nanswers) {
    r->out->ending = COMPARE_OPEN;
    return -1;
  }
  int32_t i = r->game->answers[r->given];
  if (vm_outcome(o->vm, i) >= 0) return i;
  char *why = arena_printf(r->arena, "answer %d of the record is none of those offered",
                           r->given + 1);
  unfit(r, why);
  return -1;
}

static bool forced(const Side *x) { return is_pause(x) && vm_options(x->vm) == 1; }

static void answer(Run *r, int s, int i)
{
  Side *x = &r->c->side[s];
  if (s == COMPARE_NEW) vec_push(&r->answers, i);
  vm_answer(x->vm, i);
  step(r, s);
}

/* Goes on until both ask the same.  A question of the new side alone can be answered only
 * if there is nothing to choose; one of the old side alone takes its answer from the
 * record.  Returns false if they do not come together again. */
static bool come_together(Run *r)
{
  Side *o = &r->c->side[COMPARE_OLD], *n = &r->c->side[COMPARE_NEW];
  for (int apart = 0; apart < MOST_APART && is_pause(n); apart++) {
    if (is_pause(o) && compare_same_question(r->c)) return true;
    if (forced(n)) {
      answer(r, COMPARE_NEW, 0);
      continue;
    }
    int i = is_pause(o) ? recorded(r) : -1;
    if (i < 0) return false;
    r->given++;
    answer(r, COMPARE_OLD, i);
  }
  return !is_pause(o) && !is_pause(n);
}

/* What differs at this pause; false if the game cannot go on for both. */
static bool look(Run *r)
{
  Side *o = &r->c->side[COMPARE_OLD], *n = &r->c->side[COMPARE_NEW];
  for (;;) {
    compare_state(r);
    compare_sight(r);
    r->out->steps = r->given;
    bool over = !is_pause(o), both = !over && is_pause(n);
    if (both && compare_same_question(r->c)) break;
    if (both) compare_other_question(r);
    if (!both && !forced(n)) {
      compare_over(r);
      return false;
    }
    r->out->ending = COMPARE_STOPPED; /* unless the record ends first */
    if (!come_together(r)) {
      /* That the record ends while the new rules wait for an answer says nothing. */
      if (over || !is_pause(n)) compare_over(r);
      return false;
    }
  }
  compare_question(r);
  return true;
}

/* The record may say which copy was drawn: the same one under the new rules. */
static int same_copy(Run *r, int i, int k)
{
  Vm *o = r->c->side[COMPARE_OLD].vm, *n = r->c->side[COMPARE_NEW].vm;
  if (k < 0 || i < vm_options(o)) return k;
  int32_t x = vm_option(o, i).value, y = vm_option(n, k).value;
  const PThing *things = vm_program(n)->things;
  y = things[y].face + x - vm_program(o)->things[x].face;
  bool there = y < vm_program(n)->n_things;
  int very = there ? vm_draw_of(n, y, true) : -1;
  return very >= 0 && vm_outcome(n, very) == k ? very : k;
}

static void play(Run *r)
{
  while (look(r)) {
    int i = recorded(r);
    if (i < 0) break;
    int k = same_copy(r, i, compare_answer(r, vm_outcome(r->c->side[COMPARE_OLD].vm, i)));
    r->out->ending = COMPARE_STOPPED;
    if (k < 0) break;
    for (int s = 0; s < COMPARE_SIDES; s++) r->c->side[s].trace.n = 0;
    r->given++;
    answer(r, COMPARE_OLD, i);
    answer(r, COMPARE_NEW, k);
  }
}

/* Old results are those of the record, however early the new rules stopped it. */
static void finish_old(Run *r)
{
  Side *o = &r->c->side[COMPARE_OLD];
  while (is_pause(o) && r->given < r->game->nanswers) {
    int i = recorded(r);
    if (i < 0) return;
    r->given++;
    o->trace.n = 0;
    answer(r, COMPARE_OLD, i);
  }
}

Comparison *compare_game(Compare *c, const CompareGame *game)
{
  INVARIANT(c && game->seats > 0 && game->seats <= MAX_PLAYERS);
  Arena *arena = arena_new();
  Comparison *out = ARENA_NEW(arena, Comparison);
  Run r = {.c = c, .game = game, .out = out, .arena = arena};
  out->arena = arena;
  out->ending = COMPARE_STOPPED;
  for (int s = 0; s < COMPARE_SIDES; s++) {
    out->program[s] = c->side[s].p;
    c->side[s].status = VM_SCRIPT_END; /* no pause, no end */
  }
  if (begin(&r)) play(&r);
  if (out->ending != COMPARE_UNFIT) finish_old(&r);
  for (int s = 0; s < COMPARE_SIDES; s++) compare_result(&r, s);
  Finding *list = arena_alloc(arena, (r.found.n + 1) * sizeof *list);
  for (size_t i = 0; i < r.found.n; i++) list[i] = r.found.at[i].finding;
  out->findings = list;
  out->nfindings = (int)r.found.n;
  vec_free(&r.found);
  int32_t *answers = arena_alloc(arena, (r.answers.n + 1) * sizeof *answers);
  if (r.answers.n) memcpy(answers, r.answers.at, r.answers.n * sizeof *answers);
  out->answers = answers;
  out->nanswers = (int)r.answers.n;
  vec_free(&r.answers);
  return out;
}

void comparison_free(Comparison *c)
{
  if (c) arena_free(c->arena);
}

const Finding *compare_first(const Comparison *c)
{
  return c->nfindings ? &c->findings[0] : NULL;
}
