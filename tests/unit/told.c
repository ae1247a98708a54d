/* Is what a reader is told of the game that he may know what happened before his eyes?
 *
 * Random games are told twice to each reader: from the game that vm_known deals for him,
 * as everything that is read is, and from the game as it is, through what he sees.  Both
 * must be the same sentences: else he is told something false, or one of the two ways to
 * hide something has a hole. */
#include "interp/regel.h"
#include "interp/session/story.h"
#include "interp/session/told.h"
#include "interp/text/log.h"
#include "tests/unit/unit.h"

enum { GAMES = 3, STEPS = 120 };

typedef struct Heard {
  Log *log;
  Story *story;
  int viewer;
} Heard;

static void hear(void *user, Vm *vm, const Event *e)
{
  Heard *h = user;
  log_listen(h->log, vm, e);
  story_listen(h->story, vm, e);
}

static void pause_at(void *user, VmStatus status, uint64_t place, bool noticed)
{
  Heard *h = user;
  (void)status, (void)place;
  if (noticed) log_count(h->log, h->viewer);
}

static void answer(void *user, Vm *vm, int i, int step)
{
  Heard *h = user;
  story_answer(h->story, vm, i, step);
  log_answer(h->log, vm, i);
}

static Heard listener(Vm *vm, int viewer)
{
  const Program *p = vm_program(vm);
  Heard h = {log_new(p, vm_seats(vm), NULL, NULL, true),
             story_new(p, vm_seats(vm), NULL, viewer, NULL), viewer};
  log_only(h.log, viewer);
  story_count_known(h.story);
  return h;
}

static void finish(Heard *h, Buf *out)
{
  for (int i = 0, n = log_count(h->log, h->viewer); i < n; i++)
    buf_printf(out, "%s\n", log_line(h->log, h->viewer, i));
  for (int i = 0; i < story_count(h->story); i++) {
    const Happening *x = story_at(h->story, i);
    if (x->says) buf_printf(out, "%d %s\n", x->step, x->says);
  }
  log_free(h->log);
  story_free(h->story);
}

/* Through what the viewer sees: the answers of the game itself, given once more. */
static void tell_as_it_is(Vm *vm, int viewer, Buf *out)
{
  const int32_t *answers;
  Setup setup;
  int n;
  ck_assert(vm_past(vm, &answers, &n, &setup));
  Vm *again = vm_new(vm_program(vm));
  Heard h = listener(vm, viewer);
  vm_listen(again, hear, &h);
  vm_auto_chance(again, false);
  vm_start(again, &setup);
  for (int i = 0; i < n; i++) {
    bool chance = vm_step(again) == VM_CHANCE;
    const PDecision *d = chance ? NULL : vm_decision(again);
    bool own = viewer >= 0 && vm_option(again, answers[i]).seat == viewer;
    if (d && (own || !(d->flags & DECISION_SECRET))) log_count(h.log, viewer);
    answer(&h, again, answers[i], i + 1);
    vm_answer(again, answers[i]);
  }
  vm_step(again);
  finish(&h, out);
  vm_free(again);
}

static long compare(Vm *vm, int viewer)
{
  long weak = vm_known_weakly(vm);
  Buf real = {0}, known = {0};
  Heard h = listener(vm, viewer);
  ck_assert(told_again(vm, viewer, &(Listener){hear, pause_at, answer, &h}));
  finish(&h, &known);
  weak = vm_known_weakly(vm) - weak;
  tell_as_it_is(vm, viewer, &real);
  ck_assert_str_eq(buf_text(&known), buf_text(&real));
  buf_free(&real);
  buf_free(&known);
  return !weak;
}

START_TEST(the_game_that_is_known_tells_what_happened)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p);
  Luck luck = {(uint64_t)_i + 1};
  long compared = 0;
  for (int g = 0; g < GAMES && vm_has_secrets(vm); g++) {
    vm_auto_chance(vm, false);
    unit_start(vm, t, (uint64_t)g + 1);
    VmStatus s = vm_step(vm);
    for (int i = 0; i < STEPS && (s == VM_DECIDE || s == VM_CHANCE); i++) {
      int viewer = (int)luck_below(&luck, (uint32_t)vm_seats(vm) + 1);
      if (viewer == vm_seats(vm)) viewer = VIEW_PUBLIC;
      if (s == VM_DECIDE && !luck_below(&luck, 16)) compared += compare(vm, viewer);
      vm_answer(vm, s == VM_CHANCE
                        ? vm_roll(vm)
                        : (int)luck_below(&luck, (uint32_t)vm_options(vm)));
      s = vm_step(vm);
    }
  }
  ck_assert(compared > 0 || !vm_has_secrets(vm));
  vm_free(vm);
  program_free(p);
}
END_TEST

/* Who reads after every answer and who reads at the end have read the same, also where
 * something was taken back in between. */
START_TEST(however_often_it_is_read_it_is_the_same)
{
  const Table *t = &tables[_i];
  regel_rules *r = regel_compile_file(t->path, ".", REGEL_SHORT, NULL);
  regel_game *g =
      regel_game_new(r, &(regel_setup){.players = t->seats, .seed = 7}, NULL);
  Luck luck = {(uint64_t)_i + 1};
  regel_auto_chance(g, 1);
  regel_remember(g, 1);
  for (int viewer = REGEL_SPECTATOR; viewer < 1; viewer++) {
    regel_reader *often = regel_read(g, viewer, NULL);
    regel_status s = regel_step(g);
    for (int i = 0; i < STEPS / 3 && s == REGEL_DECIDE; i++) {
      regel_lines(often);
      if (i % 7 == 6 && !regel_undo(g, regel_undo_seat(g))) s = regel_step(g);
      regel_answer(g, (int)luck_below(&luck, (uint32_t)regel_answers(g)));
      s = regel_step(g);
    }
    regel_reader *once = regel_read(g, viewer, NULL);
    ck_assert_int_eq(regel_lines(often), regel_lines(once));
    for (int i = 0; i < regel_lines(once); i++)
      ck_assert_str_eq(regel_line(often, i), regel_line(once, i));
    regel_read_end(often);
    regel_read_end(once);
  }
  regel_game_free(g);
  regel_rules_free(r);
}
END_TEST

static TCase *told(void)
{
  TCase *t = tcase_create("told");
  tcase_add_loop_test(t, the_game_that_is_known_tells_what_happened, 0, TABLES);
  tcase_add_loop_test(t, however_often_it_is_read_it_is_the_same, 0, TABLES);
  return t;
}

int main(void) { return unit_run(told, "told", 60); }
