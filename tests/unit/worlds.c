/* Games in which every seat shows, answer by answer, something of what it hides: few
 * beginnings agree with all of it, and still one is found. */
#include "interp/vm/deal.h"
#include "tests/unit/unit.h"

/* Who is loyal goes only where the own route leads; two of eight go where they like. */
static const char routes[] =
    "game w \"W\" for 8..8\n"
    "kind badge { value free: flag = no }\n"
    "badge loyal * 6, traitor * 2 { free = yes }\n"
    "kind route { value one: 0..4; value two: 0..4 }\n"
    "route r1 { one = 0; two = 1 }, r2 { one = 1; two = 2 }, r3 { one = 2; two = 3 }, r4 { one = 3; two = 4 },\n"
    "      r5 { one = 4; two = 0 }, r6 { one = 0; two = 2 }, r7 { one = 1; two = 3 }, r8 { one = 2; two = 4 },\n"
    "      r9 { one = 3; two = 0 }, r10 { one = 4; two = 1 }\n"
    "kind player { badge: pile of badge seen by owner; plan: pile of route seen by owner; at: 0..4 }\n"
    "badges: pile of badge = badge seen by none\n"
    "plans: pile of route = route seen by none\n"
    "verb play {\n"
    "  shuffle badges\n"
    "  shuffle plans\n"
    "  each p in players { draw 1 from badges to p.badge; draw 1 from plans to p.plan }\n"
    "  repeat 6 { each p in players { as p { go } } }\n"
    "}\n"
    "verb go {\n"
    "  let x = choose 0..4 \"Where to?\"\n"
    "  require any(b in me.badge: b.free) or any(r in plan: r.one is x or r.two is x)\n"
    "  set at to x\n"
    "}\n"
    "outlook 50\n";

START_TEST(who_shows_what_he_is_is_imagined_so)
{
  Program *p = unit_compile("w", routes);
  Vm *vm = vm_new(p);
  Luck luck = {5};
  long deals = 0;
  vm_auto_chance(vm, false);
  vm_keep_deals(vm, _i);
  for (int game = 0; game < 12; game++) {
    vm_start(vm, &(Setup){8, (uint64_t)game, NULL});
    for (VmStatus s; s = vm_step(vm), s == VM_DECIDE || s == VM_CHANCE;) {
      if (s == VM_DECIDE && (_i || vm->s->steps % 7 == 0)) {
        vm_known(vm, vm_option(vm, 0).seat, (uint64_t)vm->s->steps);
        deals++;
      }
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
    }
  }
  /* Games that are kept are mended little by little, so that some are not found at once. */
  long most = _i ? deals / 6 : 0, weak = vm_known_weakly(vm);
  ck_assert_int_gt(deals, 64);
  ck_assert_msg(weak <= most, "of %ld games %ld agree with nothing but what is seen now", deals,
                weak);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(who_passes_where_he_failed_is_acquitted)
{
  Blame *b = vm_zeroed(1, sizeof *b);
  enum { ONE = 77, OTHER = 77 + MOST_BLAMED };
  ck_assert(!is_blamed(b, ONE));
  blame_failed(b, ONE, 12);
  ck_assert(is_blamed(b, ONE));
  ck_assert(!is_blamed(b, OTHER)); /* though it belongs into the same row */
  blame_passed(b, ONE, 11);
  ck_assert(is_blamed(b, ONE)); /* elsewhere */
  blame_passed(b, ONE, 12);
  ck_assert(!is_blamed(b, ONE));
  for (int i = 0; i < 4; i++) blame_failed(b, ONE, 12);
  ck_assert(!is_blamed(b, ONE)); /* something else was wrong, most likely */
  blame_failed(b, ONE, 12);
  ck_assert(is_blamed(b, ONE));
  for (uint64_t i = 1; i < 20; i++) blame_failed(b, ONE + i * MOST_BLAMED, 1);
  ck_assert(is_blamed(b, ONE + 19 * MOST_BLAMED)); /* where all is full the last one counts */
  blame_none(b);
  ck_assert(!is_blamed(b, ONE + 19 * MOST_BLAMED));
  free(b);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("worlds");
  tcase_add_loop_test(t, who_shows_what_he_is_is_imagined_so, 0, 2);
  tcase_add_test(t, who_passes_where_he_failed_is_acquitted);
  return t;
}

int main(void) { return unit_run(cases, "worlds", 60); }
