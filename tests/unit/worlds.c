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

/* Cards go into boxes unseen; whoever looks into one says what lies there, and two of eight
 * may say what they like.  Who put what there is not seen by anybody. */
static const char boxes[] =
    "game w \"W\" for 8..8\n"
    "kind badge { value free: flag = no }\n"
    "badge loyal * 6, traitor * 2 { free = yes }\n"
    "kind card \"card\" { value bad: flag = no }\n"
    "card good \"good\" * 120, evil \"evil\" * 12 { bad = yes }\n"
    "kind player { badge: pile of badge seen by owner; hand: pile of card seen by owner; box: pile of card seen by none\n"
    "  found: set of player seen by owner }\n"
    "badges: pile of badge = badge seen by none\n"
    "cards: pile of card = card seen by none\n"
    "verb play {\n"
    "  shuffle badges\n"
    "  each p in players {\n"
    "    draw 1 from badges to p.badge\n"
    "    repeat (if any(b in p.badge: b.free) then 6 else 0) { each c in first(cards where it.bad) { move c to p.hand } }\n"
    "    repeat (if any(b in p.badge: b.free) then 6 else 12) { each c in first(cards where not it.bad) { move c to p.hand } }\n"
    "  }\n"
    "  repeat 2 { each p in players { as p { give } }; each p in players { as p { look } } }\n"
    "}\n"
    "verb give {\n"
    "  let q = choose players where it is not me \"To whom?\"\n"
    "  let c = choose hand \"What?\"\n"
    "  move c to q.box\n"
    "}\n"
    "verb look {\n"
    "  let x = choose players where it is not me \"Whose box?\"\n"
    "  shuffle x.box\n"
    "  reveal x.box to me\n"
    "  if any(c in x.box: c.bad) { add x to found } else { remove x from found }\n"
    "  choose \"What lies there?\" {\n"
    "    \"evil\" { require x in found or any(b in me.badge: b.free) }\n"
    "    \"nothing\" { require x not in found or any(b in me.badge: b.free) }\n"
    "  }\n"
    "}\n"
    "outlook 50\n";

static long weak_deals(const char *rules, bool keep, long *deals)
{
  Program *p = unit_compile("w", rules);
  Vm *vm = vm_new(p);
  Luck luck = {5};
  *deals = 0;
  vm_auto_chance(vm, false);
  vm_keep_deals(vm, keep);
  for (int game = 0; game < 12; game++) {
    vm_start(vm, &(Setup){8, (uint64_t)game, NULL});
    for (VmStatus s; s = vm_step(vm), s == VM_DECIDE || s == VM_CHANCE;) {
      if (s == VM_DECIDE && (keep || vm->s->steps % 7 == 0)) {
        vm_known(vm, vm_option(vm, 0).seat, (uint64_t)vm->s->steps);
        ++*deals;
      }
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
    }
  }
  long weak = vm_known_weakly(vm);
  vm_free(vm);
  program_free(p);
  ck_assert_int_gt(*deals, 64);
  return weak;
}

/* Games that are kept are mended little by little, so that some are not found at once. */
START_TEST(who_shows_what_he_is_is_imagined_so)
{
  long deals, weak = weak_deals(routes, _i, &deals), most = _i ? deals / 40 : 0;
  ck_assert_msg(weak <= most, "of %ld games %ld agree with nothing but what is seen now", deals,
                weak);
}
END_TEST

/* Who lies and what he put where have to be found together. */
START_TEST(what_was_put_unseen_is_what_others_find)
{
  long deals, weak = weak_deals(boxes, true, &deals);
  ck_assert_msg(weak <= deals / 16, "of %ld games %ld agree with nothing but what is seen now",
                deals, weak);
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
  tcase_add_test(t, what_was_put_unseen_is_what_others_find);
  tcase_add_test(t, who_passes_where_he_failed_is_acquitted);
  return t;
}

int main(void) { return unit_run(cases, "worlds", 60); }
