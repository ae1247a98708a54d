/* Running tests.
 *
 * A script is a list of answers.  Each question takes the next one; `not X` before it is
 * checked against the same question.  A question with a single legal answer may be left
 * out of a script, and so is answered silently if the next line does not mean it. */
#include "interp/session/runtest.h"
#include "interp/session/match.h"
#include "interp/text/label.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <string.h>

enum { MOST_PAUSES = 1000000, SHOWN_OPTIONS = 40 };

typedef struct Run {
  Vm *vm;
  const Program *program;
  const PTest *test;
  TestResult *result;
  const char *names[MAX_PLAYERS];
  int script; /* being fed, -1: none */
  int next;   /* its next answer, row in the program's answers */
  int end;
  const PAnswer *given;      /* the last answer that was used up … */
  const PDecision *given_to; /* … and what it was given to */
} Run;

/* ---- saying what went wrong ----------------------------------------------------- */

static Buf *fail(Run *r, int32_t loc)
{
  r->result->passed = false;
  r->result->loc = loc;
  return &r->result->message;
}

static void say_source(Run *r, Buf *b, int32_t loc)
{
  const PLoc *l = place_of_row(r->program, loc);
  if (!l) return;
  buf_char(b, '"');
  place_excerpt(r->program, b, l);
  buf_char(b, '"');
}

/* "asked: Anne, Which agent?" and "offered: Red, Blue". */
static void say_question(Run *r, Buf *b)
{
  View v = view_new(r->vm, VIEW_ALL, r->names, NULL);
  int n = vm_options(r->vm);
  uint32_t seats = label_seats(r->vm);
  buf_add(b, "\nasked: ");
  if (!vm_decision(r->vm)) {
    buf_add(b, "chance");
  } else {
    render_seats(&v, b, seats);
    buf_add(b, ", ");
    label_prompt(&v, b);
  }
  buf_add(b, "\noffered: ");
  for (int i = 0; i < n && i < SHOWN_OPTIONS; i++) {
    if (i) buf_add(b, "; ");
    label_option(&v, b, i);
  }
  if (n > SHOWN_OPTIONS) buf_printf(b, "; and %d more", n - SHOWN_OPTIONS);
}

static void fail_expectation(Run *r)
{
  const PLoc *l = place_of_ip(r->program, vm_error_ip(r->vm));
  const Expectation *e = vm_expectation(r->vm);
  Buf *b = fail(r, l ? (int32_t)(l - r->program->locs) : -1);
  View v = view_new(r->vm, VIEW_ALL, r->names, NULL);
  buf_add(b, "this does not hold");
  if (!e || e->type < 0 || r->program->types[e->type].words > 4) return;
  buf_add(b, "\nleft side: ");
  render_value(&v, b, e->type, e->left);
  buf_add(b, "\nright side: ");
  render_value(&v, b, e->type, e->right);
}

static void fail_error(Run *r)
{
  VmError e = vm_error(r->vm);
  if (e == R_EXPECT) {
    fail_expectation(r);
    return;
  }
  const PLoc *l = place_of_ip(r->program, vm_error_ip(r->vm));
  Buf *b = fail(r, l ? (int32_t)(l - r->program->locs) : r->test->loc);
  buf_printf(b, "%s: %s", vm_error_name(e), vm_error_title(e));
  VmFault fault = vm_fault(r->vm);
  Buf circle = {0};
  place_circle(r->program, &circle, &fault);
  if (circle.n) { /* a message has no line end of its own */
    buf_char(b, '\n');
    buf_addn(b, circle.at, circle.n - 1);
  }
  buf_free(&circle);
}

/* ---- feeding a script ----------------------------------------------------------- */

static const PAnswer *row(const Run *r, int i) { return &r->program->answers[i]; }

/* The next answer that is one (not `not X`), or r->end. */
static int next_positive(const Run *r)
{
  int i = r->next;
  while (i < r->end && row(r, i)->flags & ANSWER_NOT) i++;
  return i;
}

/* Checks the `not X` lines up to row `until` against the present question. */
static bool check_absent(Run *r, int until)
{
  for (; r->next < until; r->next += match_rows(row(r, r->next))) {
    int option;
    MatchResult m = match_answer(r->vm, row(r, r->next), &option);
    if (m == MATCH_NONE || m == MATCH_SEAT) continue;
    /* A part of a set is an answer only where sets are asked for one by one. */
    if (m == MATCH_PART && !vm_parts(r->vm)) continue;
    Buf *b = fail(r, row(r, r->next)->loc);
    buf_add(b, "the script says that ");
    say_source(r, b, row(r, r->next)->loc);
    buf_add(b, " is not offered here, but it is");
    say_question(r, b);
    return false;
  }
  return true;
}

static void fail_match(Run *r, int at, MatchResult m)
{
  const PAnswer *a = at < r->end ? row(r, at) : NULL;
  Buf *b = fail(r, a ? a->loc : r->test->loc);
  if (!a) {
    buf_add(b, "the script has no answer left");
  } else {
    say_source(r, b, a->loc);
    bool chance = a->flags & ANSWER_CHANCE;
    if (m == MATCH_AMBIGUOUS) buf_add(b, " can mean several answers");
    else if (m == MATCH_SEAT) buf_add(b, " is offered to somebody else");
    else if (chance && vm_decision(r->vm))
      buf_add(b, " is for chance, but a player is asked");
    else if (!chance && !vm_decision(r->vm))
      buf_add(b, " is for a player, but chance is asked");
    else buf_add(b, " is not offered here");
  }
  say_question(r, b);
}

/* Answers the present question from the script.  Returns false if it cannot. */
static bool feed(Run *r)
{
  int script = vm_script(r->vm), option = 0, at;
  if (script != r->script) {
    r->script = script;
    r->next = r->program->scripts[script].first;
    r->end = r->next + r->program->scripts[script].count;
  }
  /* A set given in parts is complete when the script's set is. */
  option = r->given && vm_decision(r->vm) == r->given_to ? match_complete(r->vm, r->given)
                                                         : -1;
  r->given = NULL;
  if (option >= 0) {
    vm_answer(r->vm, option);
    return true;
  }
  at = next_positive(r);
  MatchResult m = at < r->end ? match_answer(r->vm, row(r, at), &option) : MATCH_NONE;
  if (m == MATCH_ONE) {
    if (!check_absent(r, at)) return false;
    r->next = at + match_rows(row(r, at));
    r->given = row(r, at);
    r->given_to = vm_decision(r->vm);
  } else if (m == MATCH_PART) {
    if (!check_absent(r, at)) return false;
    r->next = at; /* the rest of it answers the next question */
  } else if (vm_options(r->vm) == 1) {
    option = 0;
    if (at == r->end && !check_absent(r, at)) return false;
  } else {
    fail_match(r, at, m);
    return false;
  }
  vm_answer(r->vm, option);
  return true;
}

static bool script_end(Run *r)
{
  int script = vm_script_ended(r->vm);
  if (r->script != script && script >= 0) { /* nothing was asked at all */
    r->next = r->program->scripts[script].first;
    r->end = r->next + r->program->scripts[script].count;
  }
  bool over = r->next >= r->end;
  if (!over) {
    Buf *b = fail(r, row(r, r->next)->loc);
    buf_add(b, "nobody was asked for ");
    say_source(r, b, row(r, r->next)->loc);
    buf_add(b, ": the run was over before");
  }
  r->script = -1;
  r->next = r->end = 0;
  return over;
}

void runtest(Vm *vm, int t, uint64_t seed, TestResult *result)
{
  INVARIANT(t >= 0 && t < vm_program(vm)->n_tests);
  const Program *p = vm_program(vm);
  Run r = {vm, p, &p->tests[t], result, {NULL}, -1, 0, 0, NULL, NULL};
  const char *name = p->tests[t].names < 0 ? NULL : program_string(p, p->tests[t].names);
  for (int i = 0; name && i < p->tests[t].seats && i < MAX_PLAYERS; i++) {
    r.names[i] = name;
    name += strlen(name) + 1;
  }
  *result = (TestResult){true, {0}, -1};
  vm_auto_chance(vm, false);
  vm_start_test(vm, t, seed);
  for (long pauses = 0; result->passed; pauses++) {
    VmStatus status = vm_step(vm);
    if (status == VM_DONE) return;
    if (status == VM_ERROR) {
      fail_error(&r);
    } else if (status == VM_SCRIPT_END) {
      script_end(&r);
    } else if (pauses > MOST_PAUSES) {
      buf_add(fail(&r, r.test->loc), "it goes on for ever");
    } else if (vm_script(vm) >= 0) {
      feed(&r);
    } else {
      vm_answer(vm, status == VM_CHANCE ? vm_roll(vm) : 0);
    }
  }
}
