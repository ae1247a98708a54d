/* The loop of a game.
 *
 * Whoever answers, the order is the same: the machine stops, what led there is kept, and
 * only then is anything asked.  `undo` goes back to the last question of a person if
 * since then nothing came to light that cannot be forgotten. */
#include "interp/session/session.h"
#include "interp/text/label.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Moments that are remembered, and the bytes that their states may take. */
enum { MOST_MOMENTS = 200, MOMENT_BYTES = 32 * 1024 * 1024 };

void session_open(Session *s, const Program *p, const Setup *setup)
{
  INVARIANT(s && p && p->header && setup);
  *s = (Session){.program = p, .seats = setup->seats, .seed = setup->seed, .rolled = -1};
  s->vm = vm_new(p);
  vm_remember(s->vm);
  vm_start(s->vm, setup);
  s->seats = vm_seats(s->vm);
}

void session_secret(Session *s, const Secret *secret)
{
  INVARIANT(!s->steps && !s->asked);
  s->secret = *secret;
  if (secret->set) vm_secret(s->vm, secret);
}

static void forget_moments(Session *s, size_t from)
{
  while (s->moments.n > from) free(s->moments.at[--s->moments.n].state);
}

void session_close(Session *s)
{
  forget_moments(s, 0);
  vec_free(&s->moments);
  quiet_free(s->quiet);
  vec_free(&s->logs);
  vm_rest_free(s->rest);
  if (s->vm) vm_free(s->vm);
  *s = (Session){0};
}

View session_view(const Session *s, int viewer)
{
  return view_new(s->vm, viewer, s->names, s->lang);
}

/* ---- going back ----------------------------------------------------------------- */

void session_moment(Session *s)
{
  INVARIANT(s->asked);
  if (!s->remembers) return;
  size_t size = vm_saved_size(s->vm);
  if (s->moments.n == MOST_MOMENTS || (s->moments.n + 1) * size > MOMENT_BYTES) {
    if (!s->moments.n) return;
    free(s->moments.at[0].state);
    memmove(s->moments.at, s->moments.at + 1, (s->moments.n - 1) * sizeof *s->moments.at);
    s->moments.n--;
  }
  Moment m = {zeroed(size, 1), s->steps + 1, NONE, 0};
  vm_save(s->vm, m.state);
  vec_push(&s->moments, m);
}

static void go_back(Session *s, int seat)
{
  INVARIANT(s->moments.n);
  Moment *m = &s->moments.at[s->moments.n - 1];
  vm_restore(s->vm, m->state);
  s->given = true;
  s->asked = false;
  s->rolled = -1;
  s->last = (Given){seat, -(int32_t)m->step};
  free(m->state);
  s->moments.n--;
}

Saying session_undo(Session *s, int seat)
{
  INVARIANT(s->vm);
  const Moment *m = s->moments.n ? &s->moments.at[s->moments.n - 1] : NULL;
  if (!m) return SAY_PLAY_NO_UNDO;
  Saying why = undo_refused(s->vm, seat, m->seat, m->state, m->gone);
  if (!why) go_back(s, seat);
  return why;
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Session *s = user;
  for (size_t i = 0; i < s->logs.n; i++) log_listen(s->logs.at[i], vm, e);
  Saying gone = s->moments.n ? undo_happened(vm, e) : 0;
  if (gone && !s->moments.at[s->moments.n - 1].gone)
    s->moments.at[s->moments.n - 1].gone = gone;
}

void session_hear(Session *s)
{
  if (s->vm) vm_listen(s->vm, s->remembers || s->logs.n ? listen : NULL, s);
}

/* ---- answers -------------------------------------------------------------------- */

bool session_step(Session *s)
{
  s->status = vm_step(s->vm);
  s->asked = s->status == VM_DECIDE || s->status == VM_CHANCE;
  bool some = s->given;
  if (some) s->steps++;
  s->given = false;
  if (!s->keeper || s->over) return true; /* asked again after the end */
  if (!s->keeper->pause(s->keeper, s->vm, s->status, some ? &s->last : NULL)) {
    s->given = some;
    if (some) s->steps--;
    s->asked = false;
    return false;
  }
  s->over = !s->asked;
  return true;
}

int session_roll(Session *s)
{
  INVARIANT(s->asked && s->status == VM_CHANCE);
  if (s->rolled < 0) s->rolled = vm_roll(s->vm);
  return s->rolled;
}

/* Nobody goes back behind an answer that may tell something. */
static void note_answer(Session *s, int i)
{
  if (!s->moments.n || !vm_has_secrets(s->vm)) return;
  if (!s->quiet) s->quiet = quiet_new(s->program);
  for (size_t k = 0; k < s->moments.n; k++) {
    Moment *m = &s->moments.at[k];
    if (!m->gone) m->gone = undo_answered(s->quiet, s->vm, i, m->seat);
  }
}

void session_answer(Session *s, int i)
{
  INVARIANT(s->vm && i >= 0);
  INVARIANT(s->asked && vm_outcome(s->vm, i) >= 0);
  /* The generator moves on also where people give what came. */
  int32_t seat = vm_decision(s->vm)                     ? vm_option(s->vm, i).seat
                 : vm_rolled(s->vm, session_roll(s), i) ? NONE
                                                        : GIVEN;
  s->last = (Given){seat, i};
  s->rolled = -1;
  s->given = true;
  s->asked = false;
  if (s->moments.n && s->moments.at[s->moments.n - 1].step == s->steps + 1)
    s->moments.at[s->moments.n - 1].seat = seat;
  note_answer(s, i);
  for (size_t k = 0; k < s->logs.n; k++) log_answer(s->logs.at[k], s->vm, i);
  vm_answer(s->vm, i);
}

uint32_t session_asked(const Session *s, uint32_t among)
{
  uint32_t asked = label_seats(s->vm);
  return asked ? asked & among : among;
}

int session_bot(Session *s)
{
  uint32_t seats = session_asked(s, (uint32_t)((1ull << s->seats) - 1) & ~s->people);
  Bot *bot = NULL;
  for (int i = 0; i < s->seats && !bot; i++)
    if (seats >> i & 1) bot = s->bots[i];
  INVARIANT(bot);
  uint64_t step = (uint64_t)s->steps;
  bot_seed(bot, s->secret.set ? secret_luck(&s->secret, step) : luck_seed(s->seed, step));
  return bot_pick(bot, s->vm, session_asked(s, s->people) ? seats : UINT32_MAX);
}

/* ---- without a machine ------------------------------------------------------------ */

/* Nobody comes back behind what came to light. */
static void forget_the_lost(Session *s)
{
  size_t lost = s->moments.n;
  while (lost && !s->moments.at[lost - 1].gone) lost--;
  if (lost < 2) return;
  for (size_t i = 0; i + 1 < lost; i++) free(s->moments.at[i].state);
  memmove(s->moments.at, s->moments.at + lost - 1,
          (s->moments.n - lost + 1) * sizeof *s->moments.at);
  s->moments.n -= lost - 1;
}

Vm *session_leave(Session *s)
{
  bool waits = s->asked && s->status == VM_DECIDE && !s->given;
  if (!s->vm || !(waits || s->status == VM_DONE)) return NULL;
  Vm *vm = s->vm;
  forget_the_lost(s);
  s->rest = vm_note(vm);
  vm_listen(vm, NULL, NULL);
  s->vm = NULL;
  return vm;
}

void session_split(Session *s, const Session *from)
{
  INVARIANT(from->vm);
  *s = (Session){.program = from->program,
                 .seats = from->seats,
                 .seed = from->seed,
                 .secret = from->secret,
                 .people = from->people,
                 .steps = from->steps,
                 .asked = from->asked,
                 .rolled = from->rolled,
                 .status = from->status,
                 .rest = vm_note(from->vm)};
}

void session_return(Session *s, Vm *vm)
{
  INVARIANT(s->rest && !s->vm);
  vm_take(vm, s->rest);
  s->rest = NULL;
  s->vm = vm;
  vm_step(vm); /* nobody hears the question twice */
  session_hear(s);
}

/* ---- going on with a game that was kept ------------------------------------------- */

/* For each step: is it taken back later on? */
static bool *taken_back(const Step *steps, size_t n)
{
  bool *back = zeroed(n + 1, sizeof *back);
  for (size_t i = 0; i < n; i++)
    if (steps[i].given.answer < 0) {
      uint64_t to = (uint64_t) - (int64_t)steps[i].given.answer - 1;
      if (to < i) back[to] = true;
    }
  return back;
}

static bool relive_step(Session *s, const Step *step, bool back)
{
  int32_t seat = step->given.seat, i = step->given.answer;
  if (i < 0) {
    size_t n = s->moments.n;
    while (n && s->moments.at[n - 1].step > -i) n--;
    forget_moments(s, n);
    if (!n) return false;
    go_back(s, seat);
    return true;
  }
  if (!s->asked || vm_outcome(s->vm, i) < 0) return false;
  bool person = seat >= 0 && seat < s->seats && s->people >> seat & 1;
  /* An only answer is a moment if it was asked for, and then it may be gone. */
  if ((person && vm_options(s->vm) > 1) || back) session_moment(s);
  session_answer(s, i);
  return true;
}

bool session_relive(Session *s, uint64_t start, const Step *steps, size_t n)
{
  INVARIANT(steps || !n);
  Keeper *keeper = s->keeper;
  bool *back = taken_back(steps, n);
  s->keeper = NULL; /* it has all of this */
  session_step(s);
  bool same = vm_hash(s->vm) == start;
  for (size_t i = 0; i < n && same; i++) {
    same = relive_step(s, &steps[i], back[i]);
    if (same) session_step(s);
    same = same && vm_hash(s->vm) == steps[i].state;
  }
  s->keeper = keeper;
  free(back);
  return same;
}
