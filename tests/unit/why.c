/* Names as people type them, and why an answer is not offered. */
#include "interp/base/name.h"
#include "interp/session/why.h"
#include "tests/unit/unit.h"

static const char source[] =
    "game walk \"Walk\" for 2..2\n"
    "kind place \"place\" { taken: flag }\n"
    "place left_bank \"Left bank\", mill \"Mill\", far_shore \"Far shore\"\n"
    "verb play { set mill.taken to yes; as first(players) { go (choose place - far_shore "
    "\"Where?\"); win me } }\n"
    "verb go (p: place) \"{me} goes to {p}\" {\n"
    "  require not p.taken @WALK-01\n"
    "  set p.taken to yes\n"
    "}\n";

START_TEST(whole_before_beginning_before_part)
{
  ck_assert_int_eq(name_fits("left bank", "Left bank"), 3);
  ck_assert_int_eq(name_fits("LEFT_BANK", "Left bank"), 3);
  ck_assert_int_eq(name_fits("(1,2)", "square (1, 2)"), 1);
  ck_assert_int_eq(name_fits("le", "Left bank"), 2);
  ck_assert_int_eq(name_fits("bank", "Left bank"), 1);
  ck_assert_int_eq(name_fits("bridge", "Left bank"), 0);
  ck_assert_int_eq(name_fits("card", "Use an actioncard"), 0);
  ck_assert_int_eq(name_fits("card", "Use an action card"), 1);
  ck_assert_int_eq(name_fits("", "Left bank"), 0);
}
END_TEST

START_TEST(each_reason_has_its_words)
{
  static const struct {
    const char *name, *says;
  } cases[] = {
      {"left", "\"Left bank\" is offered: it is answer 1."},
      {"mill", "\"Mill\" is not offered: this step could not be carried out."},
      {"mill", "rule WALK-01"},
      {"far shore", "\"Far shore\" is no candidate"},
      {"castle", "Nothing that you can see is called \"castle\"."},
  };
  Program *p = unit_compile("walk.regel", source);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){2, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  View v = view_new(vm, 0, NULL, NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Buf b = {0};
    why_not(&v, cases[i].name, &b);
    ck_assert_msg(strstr(buf_text(&b), cases[i].says), "%s: %s", cases[i].name, buf_text(&b));
    buf_free(&b);
  }
  vm_free(vm);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("why");
  tcase_add_test(t, whole_before_beginning_before_part);
  tcase_add_test(t, each_reason_has_its_words);
  return t;
}

int main(void) { return unit_run(cases, "why", 30); }
