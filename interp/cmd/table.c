/* The loop of a game at the terminal.
 *
 * Persons go before bots where both may answer: a bot would be faster every time.
 * `undo` goes back to the last question of a person if since then nothing came to light
 * that cannot be forgotten: no chance, no hidden card, no secret answers. */
#include "interp/cmd/table.h"
#include "interp/cmd/interrupt.h"
#include "interp/text/label.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MOMENTS = 200 };

/* ---- going back ----------------------------------------------------------------- */

static void moment_push(Table *t)
{
  if (t->moments.n == MOST_MOMENTS) {
    free(t->moments.at[0].state);
    memmove(t->moments.at, t->moments.at + 1, (MOST_MOMENTS - 1) * sizeof *t->moments.at);
    t->moments.n--;
  }
  size_t cap = 0;
  Moment m = {vec_grow_(NULL, &cap, vm_state_size(t->vm), 1), log_mark(t->log),
              bot_mark(t->bot), NULL};
  vm_save(t->vm, m.state);
  vec_push(&t->moments, m);
}

/* Back to the last moment.  Returns false and says why if that cannot be. */
static bool moment_pop(Table *t)
{
  if (!t->moments.n) {
    puts("There is nothing to take back.");
    return false;
  }
  Moment *m = &t->moments.at[t->moments.n - 1];
  if (m->gone) {
    printf("That cannot be taken back: %s since then.\n", m->gone);
    return false;
  }
  vm_restore(t->vm, m->state);
  log_rewind(t->log, &m->log);
  bot_rewind(t->bot, m->bot);
  for (int i = 0; i < t->seats; i++)
    if (t->told[i] > log_count(t->log, i)) t->told[i] = log_count(t->log, i);
  free(m->state);
  t->moments.n--;
  puts("Taken back.");
  return true;
}

/* Does a move between piles show a face to somebody who did not see it? */
static bool move_reveals(Vm *vm, const Event *e)
{
  const Program *p = vm_program(vm);
  int32_t thing, per;
  if (e->old < 0) return false;
  int from = vm_pile_field(vm, (int)e->old, &thing, &per);
  if (p->fields[from].seen == SEEN_ALL) return false;
  if (e->now < 0) return true;
  int to = vm_pile_field(vm, (int)e->now, &thing, &per);
  return to != from && p->fields[to].seen != SEEN_NONE;
}

static const char *comes_to_light(Vm *vm, const Event *e)
{
  switch (e->kind) {
  case EV_CHANCE: return "chance has decided";
  case EV_REVEAL: return "something hidden was shown";
  case EV_MOVE: return move_reveals(vm, e) ? "something hidden was shown" : NULL;
  case EV_GATHER: return e->now ? NULL : "secret answers were opened";
  default: return NULL;
  }
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Table *t = user;
  log_listen(t->log, vm, e);
  const char *gone = comes_to_light(vm, e);
  if (gone && t->moments.n && !t->moments.at[t->moments.n - 1].gone)
    t->moments.at[t->moments.n - 1].gone = gone;
}

/* ---- answers -------------------------------------------------------------------- */

static void answer(Table *t, int i)
{
  log_answer(t->log, t->vm, i);
  vm_answer(t->vm, i);
}

static int collect(Table *t, uint32_t seats, int *options)
{
  int n = 0;
  for (int i = 0, all = vm_options(t->vm); i < all; i++) {
    int seat = vm_option(t->vm, i).seat;
    if (seat < 0 || seats >> seat & 1) options[n++] = i;
  }
  return n;
}

/* One person of several answers: the one who sits there, unless it matters who. */
static Wish who_answers(Table *t, uint32_t people, uint32_t *seats)
{
  int seat =
      t->sitting >= 0 && people >> t->sitting & 1 ? t->sitting : __builtin_ctz(people);
  bool matters = vm_decision(t->vm)->flags & DECISION_SEAT;
  if (!(people & (people - 1)) || (matters && !t->secrets)) {
    *seats = people;
  } else if (!matters) {
    *seats = 1u << seat;
  } else {
    Wish w = ask_who(t, people, &seat);
    *seats = 1u << seat;
    return w;
  }
  return WISH_ANSWER;
}

/* Stops for one question.  *code is set when the game cannot go on. */
static bool decide(Table *t, int *code)
{
  int options[MAX_OPTIONS], chosen = 0;
  uint32_t asked = label_seats(t->vm), people = asked ? asked & t->people : t->people,
           seats;
  if (!people) {
    answer(t, bot_pick(t->bot, t->vm, UINT32_MAX));
    return true;
  }
  Wish w = WISH_ANSWER;
  bool forced = vm_options(t->vm) == 1 && !t->ask_all;
  if (forced) {
    answer(t, 0);
    return true;
  }
  w = who_answers(t, people, &seats);
  if (w == WISH_ANSWER) {
    int n = collect(t, seats, options);
    int seat =
        t->sitting >= 0 && seats >> t->sitting & 1 ? t->sitting : __builtin_ctz(seats);
    w = ask_person(t, seat, options, n, &chosen);
  }
  if (w == WISH_ANSWER) {
    moment_push(t);
    answer(t, chosen);
  } else if (w == WISH_UNDO) {
    moment_pop(t);
  } else {
    if (w == WISH_END)
      cli_error(t->cli, "no more input: the game was left before its end");
    else puts("The game was left before its end.");
    *code = CODE_NO;
    return false;
  }
  return true;
}

/* A spectator reads what everybody may know, as it happens. */
static void tell_public(Table *t)
{
  if (t->people) return;
  for (int n = log_count(t->log, VIEW_PUBLIC); t->told_public < n; t->told_public++)
    puts(log_line(t->log, VIEW_PUBLIC, t->told_public));
}

static void again(const Table *t, Buf *b)
{
  buf_printf(b, "regel play %s%s ", t->game, t->how);
  game_setup_again(t->setup, b);
}

static int finish(Table *t)
{
  Buf b = {0};
  for (int seat = 0; seat < t->seats; seat++) /* the last lines, to whoever sits there */
    if (t->people >> seat & 1 && (seat == t->sitting || t->sitting < 0))
      ask_tell(t, seat);
  again(t, &b);
  printf("The game is over. The same dice again: %s\n", buf_text(&b));
  buf_free(&b);
  return CODE_FINE;
}

int table_play(Table *t)
{
  int code = CODE_FINE;
  t->sitting = -1;
  t->secrets = log_has_secrets(t->program);
  t->log = log_new(t->program, t->seats, t->names, t->verbose);
  vm_listen(t->vm, listen, t);
  vm_auto_chance(t->vm, false);
  interrupt_exit();
  for (;;) {
    VmStatus status = vm_step(t->vm);
    tell_public(t);
    if (status == VM_CHANCE) vm_answer(t->vm, vm_roll(t->vm));
    else if (status == VM_DECIDE && !decide(t, &code)) return code;
    else if (status == VM_DONE) return finish(t);
    else if (status == VM_ERROR || status == VM_SCRIPT_END) {
      Buf b = {0};
      again(t, &b);
      game_error(t->cli, t->program, vm_error(t->vm), vm_error_ip(t->vm), buf_text(&b));
      buf_free(&b);
      return CODE_RULE;
    }
  }
}

void table_free(Table *t)
{
  for (size_t i = 0; i < t->moments.n; i++) free(t->moments.at[i].state);
  vec_free(&t->moments);
  log_free(t->log);
  bot_free(t->bot);
  if (t->vm) vm_free(t->vm);
}
