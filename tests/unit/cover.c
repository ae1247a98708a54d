/* Which instructions ran, and trying every answer of one pause. */
#include "tests/unit/unit.h"

/* The rule that is rejected is tried by the machine and never happens. */
static const char tried[] =
    "game t \"T\" for 1..1\n"
    "n: 0..9\n"
    "verb climb { require n > 0; raise n by 1 }\n"
    "verb play {\n"
    "  as first(players) { choose { \"Climb\" { raise n by 0; climb }; \"Wait\" { set n to 0 } } }\n"
    "  win none\n"
    "}\n";

static bool chunk_ran(const Program *p, const uint8_t *ran, const char *name)
{
  for (int c = 0; c < p->n_chunks; c++)
    if (!strcmp(program_string(p, p->chunks[c].name), name))
      for (int i = 0; i < p->chunks[c].count; i++)
        if (ran[p->chunks[c].first + i]) return true;
  return false;
}

static void collect(Vm *vm, uint8_t *ran)
{
  const int32_t *list;
  for (int i = 0, n = vm_covered(vm, &list); i < n; i++) ran[list[i]]++;
}

START_TEST(what_is_only_tried_did_not_run)
{
  Program *p = unit_compile("tried", tried);
  uint8_t *ran = calloc((size_t)p->n_code, 1);
  Vm *vm = vm_new(p);
  vm_cover(vm);
  vm_start(vm, &(Setup){1, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_options(vm), 1);
  vm_answer(vm, 0);
  ck_assert_int_eq(vm_step(vm), VM_DONE);
  collect(vm, ran);
  ck_assert(chunk_ran(p, ran, "play"));
  ck_assert(!chunk_ran(p, ran, "climb"));
  free(ran);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(each_instruction_is_noted_once_until_it_is_asked_for_again)
{
  Program *p = unit_compile("scenarios/tictactoe/game.regel", NULL);
  uint8_t *ran = calloc((size_t)p->n_code, 1);
  const int32_t *list;
  Vm *vm = vm_new(p);
  vm_cover(vm);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_gt(vm_covered(vm, &list), 0);
  vm_answer(vm, 0);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  int n = vm_covered(vm, &list);
  ck_assert_int_gt(n, 0);
  vm_cover_again(vm, list, n);
  vm_answer(vm, 0);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_covered(vm, &list), n);
  vm_answer(vm, 0);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_covered(vm, &list), 0);
  free(ran);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* In every ruleset, along a random game: going back to a mark leads where restoring and
 * asking again leads, with traps in the code or without. */
START_TEST(an_answer_at_a_mark_is_the_answer_at_that_pause)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *a = vm_new(p), *b = vm_new(p);
  void *state = malloc(vm_state_size(a));
  Luck luck = {7};
  vm_cover(b);
  unit_start(a, t, 1);
  unit_start(b, t, 1);
  VmStatus s = vm_step(a);
  ck_assert_int_eq(vm_step(b), s);
  for (int turn = 0; turn < 60 && (s == VM_DECIDE || s == VM_CHANCE); turn++) {
    int n = vm_options(a);
    ck_assert_int_eq(vm_options(b), n);
    vm_save(a, state);
    vm_mark(b);
    for (int i = n > 12 ? n - 12 : 0; i < n; i++) {
      vm_restore(a, state);
      vm_step(a);
      vm_answer(a, i);
      vm_answer_marked(b, i);
      ck_assert_int_eq(vm_step(a), vm_step(b));
      ck_assert_uint_eq(vm_hash(a), vm_hash(b));
    }
    int pick = (int)luck_below(&luck, (uint32_t)n);
    vm_restore(a, state);
    vm_step(a);
    vm_answer(a, pick);
    vm_answer_marked(b, pick);
    s = vm_step(a);
    ck_assert_int_eq(vm_step(b), s);
  }
  free(state);
  vm_free(a);
  vm_free(b);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("cover");
  tcase_add_test(t, what_is_only_tried_did_not_run);
  tcase_add_test(t, each_instruction_is_noted_once_until_it_is_asked_for_again);
  tcase_add_loop_test(t, an_answer_at_a_mark_is_the_answer_at_that_pause, 0, TABLES);
  return t;
}

int main(void) { return unit_run(cases, "cover", 120); }
