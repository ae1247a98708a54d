/* The event stream of a small game: what happens is told once, in order, with its place;
 * what is only tried is not told. */
#include "tests/unit/unit.h"

enum { MOST = 200 };
static Event told[MOST];
static int count;

static void listen(void *user, Vm *vm, const Event *e)
{
  (void)user, (void)vm;
  if (count < MOST) told[count] = *e;
  count++;
}

/* The events as words, "verb change move", without changes of hidden bookkeeping. */
static const char *stream(void)
{
  static const char *const names[] = {"verb", "note", "change", "move", "shuffle", "reveal", "decide", "chance", "gather", "end"};
  static char out[4096];
  *out = 0;
  for (int i = 0; i < count && i < MOST; i++) {
    strcat(out, i ? " " : "");
    strcat(out, names[told[i].kind]);
  }
  return out;
}

static Vm *begin(Program *p, int seats)
{
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){seats, 1, NULL});
  count = 0;
  vm_listen(vm, listen, NULL);
  return vm;
}

static const char small[] =
    "game s \"S\" for 2..2 @SML-GAME-01\n"
    "kind card\ncard c1 \"One\", c2 \"Two\"\n"
    "kind player { hand: pile of card; gold: 0..9 = 3 }\n"
    "deck: pile of card = card seen by none\n"
    "total: 0..9\n"
    "verb take (c: card) \"{me} takes {c}\" {\n"
    "  require gold > 1\n"
    "  move c to hand\n"
    "  lower gold by 1 @SML-PAY-01\n"
    "  raise total by 0\n"
    "}\n"
    "verb play {\n"
    "  shuffle deck\n"
    "  as last(players) { choose { c in card { take c }; \"Nothing\" { } } }\n"
    "  note \"over to you\"\n"
    "  draw 1 from deck to first(players).hand\n"
    "  set total to random 1..3\n"
    "  win last(players)\n"
    "}\n";

START_TEST(what_happens_is_told_in_its_order)
{
  Program *p = unit_compile("small", small);
  Vm *vm = begin(p, 2);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_str_eq(stream(), "move move shuffle"); /* laid out; three options were tried: not a word of it */
  vm_answer(vm, 1);
  ck_assert_int_eq(vm_step(vm), VM_CHANCE);
  vm_answer(vm, 2);
  ck_assert_int_eq(vm_step(vm), VM_DONE);
  /* the draw of the last card is no chance; raising by 0 is no change */
  ck_assert_str_eq(stream(), "move move shuffle decide verb move change note move chance change end");
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(events_say_who_what_and_where)
{
  Program *p = unit_compile("small", small);
  Vm *vm = begin(p, 2);
  vm_step(vm);
  vm_answer(vm, 1);
  vm_step(vm);
  const Event *verb = NULL, *move = NULL, *gold = NULL, *decide = NULL;
  for (int i = 0; i < count; i++) {
    if (told[i].kind == EV_VERB) verb = &told[i];
    if (told[i].kind == EV_MOVE && decide && !move) move = &told[i];
    if (told[i].kind == EV_CHANGE && !gold) gold = &told[i];
    if (told[i].kind == EV_DECIDE) decide = &told[i];
  }
  ck_assert(verb && move && gold && decide);
  ck_assert_int_eq(decide->seat, 1);
  ck_assert_int_eq(decide->old, 1); /* the second option */
  ck_assert_int_eq(verb->seat, 1);
  ck_assert_int_eq(verb->nargs, 2);
  ck_assert_str_eq(program_string(p, p->texts[verb->text].source), "{me} takes {c}");
  int32_t c2 = -1;
  for (int i = 0; i < p->n_things; i++)
    if (!strcmp(program_string(p, p->things[i].name), "c2")) c2 = i;
  ck_assert_int_eq(move->thing, c2);
  int32_t owner, per;
  int field = vm_pile_field(vm, (int)move->now, &owner, &per);
  ck_assert_str_eq(program_string(p, p->fields[field].name), "hand");
  ck_assert_int_eq(owner, 1);
  ck_assert_str_eq(program_string(p, p->fields[gold->field].name), "gold");
  ck_assert_int_eq(gold->thing, 1);
  ck_assert_int_eq(gold->old, 3);
  ck_assert_int_eq(gold->now, 2);
  /* place and citation of the statement */
  const PLoc *l = &p->locs[p->places[gold->ip]];
  ck_assert_int_eq(l->line, 10);
  ck_assert_str_eq(program_string(p, l->cite), "SML-PAY-01");
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(the_end_tells_winners_and_reason)
{
  Program *p = unit_compile("small", small);
  Vm *vm = begin(p, 2);
  vm_auto_chance(vm, true);
  vm_step(vm);
  vm_answer(vm, 2);
  ck_assert_int_eq(vm_step(vm), VM_DONE);
  ck_assert_int_eq(told[count - 1].kind, EV_END);
  ck_assert_int_eq(told[count - 1].now, 2); /* a mask: the second seat */
  ck_assert_int_eq(told[count - 1].text, -1);
  ck_assert_uint_eq(vm_winners(vm), 2);
  vm_free(vm);
  program_free(p);
  p = unit_compile("l", "game l \"L\" for 2..2\nverb play { lose \"all is lost\" }\n");
  vm = begin(p, 2);
  ck_assert_int_eq(vm_step(vm), VM_DONE);
  ck_assert_str_eq(stream(), "end");
  ck_assert_str_eq(program_string(p, p->texts[told[0].text].source), "all is lost");
  ck_assert_int_eq(told[0].now, 0);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(secret_answers_are_marked_until_all_are_in)
{
  Program *p = unit_compile("g", "game g \"G\" for 2..2\nkind player { bid: 0..9 }\n"
                                 "verb play { secretly each p in players { set p.bid to choose 1..3 \"Bid?\" }; note \"done\"; win none }\n");
  Vm *vm = begin(p, 2);
  vm_step(vm);
  vm_answer(vm, 0);
  vm_step(vm);
  vm_answer(vm, 1);
  ck_assert_int_eq(vm_step(vm), VM_DONE);
  ck_assert_str_eq(stream(), "gather decide change decide change gather note end");
  for (int i = 0; i < count; i++) {
    bool inside = i > 0 && i < 5;
    if (told[i].kind != EV_GATHER) ck_assert_int_eq(told[i].secret, inside);
    if (told[i].kind == EV_CHANGE) ck_assert_int_eq(told[i].seat, i == 2 ? 0 : 1);
  }
  ck_assert_int_eq(told[0].now, 1);
  ck_assert_int_eq(told[5].now, 0);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(listening_changes_nothing)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *a = vm_new(p), *b = vm_new(p);
  Luck x = {9}, y = {9};
  vm_listen(b, listen, NULL);
  for (int game = 0; game < 5; game++) {
    unit_start(a, t, (uint64_t)game);
    unit_start(b, t, (uint64_t)game);
    for (int i = 0; i < 3000; i++) {
      VmStatus s = unit_turn(a, &x);
      ck_assert_int_eq(unit_turn(b, &y), s);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
    }
    ck_assert_uint_eq(vm_hash(a), vm_hash(b));
    ck_assert(vm_over(a) && vm_over(b));
  }
  vm_free(a);
  vm_free(b);
  program_free(p);
}
END_TEST

/* `always` is looked at at every pause when asked for, and not else. */
START_TEST(what_must_always_hold_is_checked_when_asked_for)
{
  Program *p = unit_compile("a", "game a \"A\" for 2..2\nn: 0..9\nkind player { m: 0..9; always m < 5 \"small\" }\n"
                                 "always n < 3 \"n stays small\"\n"
                                 "verb play { repeat 4 { as first(players) { choose { \"n\" { raise n by 1 }; \"m\" { raise m by 5 } } } }; win none }\n");
  Vm *vm = vm_new(p);
  for (int which = 0; which < 2; which++)
    for (int on = 0; on < 2; on++) {
      vm_start(vm, &(Setup){2, 1, NULL});
      vm_check_always(vm, on);
      int turns = 0;
      VmStatus s;
      while ((s = vm_step(vm)) == VM_DECIDE) {
        vm_answer(vm, which);
        turns++;
      }
      ck_assert_int_eq(s, on ? VM_ERROR : VM_DONE);
      ck_assert_int_eq(turns, !on ? 4 : which == 0 ? 3 : 1);
      if (on) ck_assert_int_eq(vm_error(vm), R_INVARIANT);
      if (on) ck_assert_int_eq(p->locs[p->places[vm_error_ip(vm)]].line, which == 0 ? 4 : 3);
    }
  vm_free(vm);
  program_free(p);
}
END_TEST

/* What was found to hold is not looked at again before a cell changes that it hangs on.
 * Another machine looks at each condition by itself, at every pause. */
START_TEST(what_is_remembered_of_conditions_is_what_looking_would_tell)
{
  Program *p = unit_compile(
      "a", "game a \"A\" for 2..3\nkind card \"card\"\n"
           "card c1 \"1\", c2 \"2\", c3 \"3\", c4 \"4\", c5 \"5\", c6 \"6\"\n"
           "deck: pile of card = card seen by none\nused: pile of card\nn: 0..99\nmarked: set of card\n"
           "kind player { hand: pile of card seen by players; gold: 0..9 = 3; at: 0..9 }\n"
           "always n < 13 \"n\"\nalways sum(p in players: p.gold) <= 17 \"gold\"\n"
           "always count(used) < 6 \"used\"\nalways not (c6 in marked) or n < 6 \"marked\"\n"
           "claim \"used cards can be paid for\" each c in card { require c in deck or me.gold > 0 or count(hand) < 2 }\n"
           "claim \"the first of a hand can be put away\" each c in card { if c in used { move c to me.hand; require first(me.hand) is not c2 or n < 9 } }\n"
           "verb play { shuffle deck\n  repeat 9 { each p in players { as p { choose {\n"
           "    \"a\" { raise n by 1; lower gold by 1 }; \"b\" { raise gold by 2 }\n"
           "    \"c\" { draw 1 from deck to hand }; \"d\" { each c in hand { move c to used } }\n"
           "    \"e\" { each c in hand { set marked to marked + c } }; \"f\" { set at to n / 11 } } } } }\n  win none }\n");
  Vm *vm = vm_new(p), *other = vm_new(p);
  uint64_t luck = 1;
  int broken = 0, whole = 0, rows = 0;
  uint8_t wanted[64] = {0};
  vm_auto_chance(vm, true);
  vm_check_always(vm, true);
  vm_check_always(other, true);
  ck_assert_int_lt(p->n_always, (int)sizeof wanted);
  vm_check_only(other, wanted);
  for (int game = 0; game < 400; game++) {
    vm_start(vm, &(Setup){2 + game % 2, (uint64_t)game, NULL});
    VmStatus s = vm_step(vm);
    for (; s == VM_DECIDE || s == VM_ERROR; s = vm_step(vm)) {
      int fault = -1;
      vm_copy(other, vm);
      for (int i = 0; i < p->n_always && fault < 0; i++) {
        wanted[i] = 1;
        if (vm_step(other) == VM_ERROR) fault = vm_error_ip(other);
        wanted[i] = 0;
      }
      ck_assert_int_eq(fault, s == VM_ERROR ? vm_error_ip(vm) : -1);
      rows |= fault >= 0 ? 1 << (fault % 30) : 0;
      if (s == VM_ERROR) break;
      luck = luck * 6364136223846793005u + 1442695040888963407u;
      vm_answer(vm, (int)(luck >> 33) % vm_options(vm));
    }
    broken += s == VM_ERROR;
    whole += s == VM_DONE;
  }
  ck_assert_int_gt(broken, 50); /* all of them matter somewhere */
  ck_assert_int_gt(whole, 20);
  ck_assert_int_ge(__builtin_popcount((unsigned)rows), 4);
  vm_free(vm);
  vm_free(other);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("events");
  tcase_add_test(t, what_happens_is_told_in_its_order);
  tcase_add_test(t, events_say_who_what_and_where);
  tcase_add_test(t, the_end_tells_winners_and_reason);
  tcase_add_test(t, secret_answers_are_marked_until_all_are_in);
  tcase_add_loop_test(t, listening_changes_nothing, 0, TABLES);
  tcase_add_test(t, what_must_always_hold_is_checked_when_asked_for);
  tcase_add_test(t, what_is_remembered_of_conditions_is_what_looking_would_tell);
  return t;
}

int main(void) { return unit_run(cases, "events", 60); }
