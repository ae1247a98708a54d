/* Probing leaves no trace: the state is the same byte for byte after options were tried as
 * before, and what is offered is exactly what can be completed. */
#include "interp/vm/vm_int.h"
#include "tests/unit/unit.h"

#include <glob.h>

/* Everything of a machine that a later step can depend on. */
static void *copy_of(const Vm *vm)
{
  size_t regs = (size_t)vm->s->top * sizeof *vm->regs;
  char *c = malloc(vm->fixed + regs);
  memcpy(c, vm->s, vm->fixed);
  memcpy(c + vm->fixed, vm->regs, regs);
  return c;
}

static bool same_as(const Vm *vm, const char *c)
{
  return !memcmp(c, vm->s, vm->fixed) &&
         !memcmp(c + vm->fixed, vm->regs, (size_t)vm->s->top * sizeof *vm->regs);
}

/* Asking again probes every option again: nothing may differ after it. */
static void ask_again(Vm *vm, const char *what)
{
  int n = vm_options(vm), first = n ? vm_option(vm, 0).value : 0;
  char *before = copy_of(vm);
  VmStatus s = vm_step(vm);
  ck_assert_msg(s == VM_DECIDE || s == VM_CHANCE, "%s: asked again, another status", what);
  ck_assert_msg(vm_options(vm) == n && (!n || vm_option(vm, 0).value == first), "%s: other options", what);
  ck_assert_msg(same_as(vm, before), "%s: asking again left a trace", what);
  free(before);
}

START_TEST(asking_leaves_no_trace_in_any_ruleset)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p);
  Luck luck = {11};
  for (int game = 0; game < 10; game++) {
    unit_start(vm, t, (uint64_t)game);
    for (int i = 0; i < 2000; i++) {
      VmStatus s = vm_step(vm);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      ask_again(vm, t->path);
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
    }
    ck_assert_int_eq(vm_error(vm), R_OK);
  }
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(asking_leaves_no_trace_in_any_construct)
{
  glob_t files;
  ck_assert_int_eq(glob("tests/lang/*.regel", 0, NULL, &files), 0);
  for (size_t f = 0; f < files.gl_pathc; f++) {
    Program *p = unit_compile(files.gl_pathv[f], NULL);
    Vm *vm = vm_new(p);
    for (int t = 0; t < p->n_tests; t++) {
      Luck luck = {(uint64_t)t};
      vm_start_test(vm, t, 1);
      for (int i = 0; i < 200; i++) {
        VmStatus s = vm_step(vm);
        if (s == VM_DONE || s == VM_ERROR) break;
        if (s == VM_SCRIPT_END) continue;
        ask_again(vm, program_string(p, p->tests[t].title));
        vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
      }
    }
    vm_free(vm);
    program_free(p);
  }
  globfree(&files);
}
END_TEST

/* With everything that writes: fields, sets, lists, piles, layers, watchers. */
static const char writer[] =
    "game w \"W\" for 2..2\n"
    "kind card { n: 0..9; when n > 5 { raise told by 1 } }\n"
    "card c1, c2, c3\n"
    "told: 0..9\ns: set of card\nl: list 3 of card\ng: 0..9 per card\n"
    "kind player { hand: pile of card; m: 0..9 = 3 }\n"
    "deck: pile of card = card\n"
    "after lower player.m by k { raise told by 1 }\n"
    "verb mess (c: card) {\n"
    "  raise c.n by 7; add c to s; set l to these(c, c); raise g[c] by 2; move c under deck; move c to hand\n"
    "  shuffle deck; reveal c to players; lower m by 2\n"
    "  each x in hand { set x.n to 9 }\n"
    "  { set told to 9; require no } otherwise set told to 8\n"
    "  require m > 5 or c is c2\n"
    "}\n"
    "verb play { as first(players) { choose { c in card { mess c }; \"No\" { } } }; win none }\n";

START_TEST(a_probe_that_writes_everywhere_is_taken_back)
{
  Program *p = unit_compile("writer", writer);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_options(vm), 2); /* c2 and "No" */
  const Rejected *why;
  ck_assert_int_eq(vm_rejected(vm, &why), 2);
  ck_assert_int_eq(p->code[why[0].ip].op, OP_FAIL);
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    const char *name = program_string(p, f->name);
    if (!strcmp(name, "told") || !strcmp(name, "n") || !strcmp(name, "g"))
      for (int k = 0; k < f->count * f->per_count; k++)
        ck_assert_int_eq(vm_get(vm, i, f->first + k, f->per_first + k), 0);
    if (!strcmp(name, "m")) ck_assert_int_eq(vm_get(vm, i, 0, NONE), 3);
    if (!strcmp(name, "deck")) {
      int32_t cards[3];
      ck_assert_int_eq(vm_pile(vm, vm_pile_number(vm, i, NONE, NONE), cards, 3), 3);
      ck_assert(cards[0] < cards[1] && cards[1] < cards[2]);
    }
  }
  ask_again(vm, "writer");
  vm_free(vm);
  program_free(p);
}
END_TEST

/* Whatever is offered can be completed: no random game ends in a failure, however tight. */
START_TEST(an_offered_answer_can_be_completed)
{
  static const char tight[] =
      "game t \"T\" for 2..3\n"
      "kind item { value cost: 1..5; sold: flag }\n"
      "item a { cost = 1 }, b { cost = 2 }, c { cost = 3 }, d { cost = 4 }, e { cost = 5 }\n"
      "kind player { money: 0..20 = 9; bought: 0..9 }\n"
      "verb pay (n: 1..9) { require money >= n; lower money by n }\n"
      "verb buy (i: item) { require not i.sold; pay i.cost; set i.sold to yes; raise bought by 1 }\n"
      "verb play {\n"
      "  each p in players { as p {\n"
      "    choose {\n"
      "      \"Two\" { each i in choose 2 of item { buy i } }\n"
      "      \"Exact\" { let x = choose item; buy x; let y = choose item where it is not x; buy y; require money is 2 }\n"
      "      \"Try\" { { buy (choose item); buy (choose item); buy (choose item) } otherwise buy (choose item) }\n"
      "      \"Nothing\" { }\n"
      "    }\n"
      "    may \"More\" { let n = choose 1..5; let i = choose item where it.cost is n; buy i; require money > 0 }\n"
      "  } }\n"
      "  win none\n"
      "}\n";
  Program *p = unit_compile("tight", tight);
  Vm *vm = vm_new(p);
  Luck luck = {1};
  for (int game = 0; game < 3000; game++) {
    vm_start(vm, &(Setup){2 + game % 2, (uint64_t)game, NULL});
    VmStatus s;
    do s = unit_turn(vm, &luck);
    while (s == VM_DECIDE || s == VM_CHANCE);
    ck_assert_msg(s == VM_DONE, "game %d: %s", game, vm_error_name(vm_error(vm)));
  }
  ck_assert_int_eq(vm_probe_overruns(vm), 0);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* A probe that runs out of its budget counts as legal and is counted. */
START_TEST(a_probe_without_an_end_is_given_up)
{
  static const char endless[] =
      "game e \"E\" for 2..2\nn: 0..9\n"
      "verb play { as first(players) { choose { \"Loop\" { repeat { raise n by 1 }; require n > 0 }; \"No\" { } } }; win none }\n";
  Program *p = unit_compile("endless", endless);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_options(vm), 2);
  ck_assert_int_ge(vm_probe_overruns(vm), 1);
  vm_answer(vm, 0);
  ck_assert_int_eq(vm_step(vm), VM_ERROR); /* and played, it is stopped by its fuel */
  ck_assert_int_eq(vm_error(vm), R_FUEL);
  ck_assert_int_eq(vm_step(vm), VM_ERROR);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* Combinations are numbered: sizes in order, then lexicographically, each once. */
START_TEST(combinations_are_listed_once_and_in_order)
{
  Program *p = unit_compile("c", "game c \"C\" for 1..1\nkind t\nt t1, t2, t3, t4, t5, t6\ns: set of t\n"
                                 "verb play { as first(players) { set s to choose 0..4 of t }; win none }\n");
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){1, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_options(vm), 1 + 6 + 15 + 20 + 15);
  uint64_t last = 0;
  int size = 0;
  for (int i = 0; i < vm_options(vm); i++) {
    uint64_t w;
    vm_option_set(vm, i, &w);
    int n = __builtin_popcountll(w);
    ck_assert_int_ge(n, size);
    if (n == size && i) { /* lexicographic: at the first difference the earlier element */
      uint64_t d = w ^ last;
      ck_assert(d != 0 && (last & (d & -d)) != 0);
    }
    size = n;
    last = w;
  }
  ck_assert_int_eq(size, 4);
  vm_free(vm);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("probe");
  tcase_add_loop_test(t, asking_leaves_no_trace_in_any_ruleset, 0, TABLES);
  tcase_add_test(t, asking_leaves_no_trace_in_any_construct);
  tcase_add_test(t, a_probe_that_writes_everywhere_is_taken_back);
  tcase_add_test(t, an_offered_answer_can_be_completed);
  tcase_add_test(t, a_probe_without_an_end_is_given_up);
  tcase_add_test(t, combinations_are_listed_once_and_in_order);
  return t;
}

int main(void) { return unit_run(cases, "probe", 300); }
