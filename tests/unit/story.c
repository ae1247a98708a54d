/* Stories: each event knows what it came from, and a reader is told only what that reader
 * may know. */
#include "interp/session/story.h"
#include "interp/text/render.h"
#include "tests/unit/unit.h"

static Program *program;
static Vm *vm;
static Story *story;

/* Plays a game with the first answers, or those given, as `viewer` may know it. */
static void tell(const char *text, int seats, int viewer, const int *answers, int n)
{
  program = unit_compile("story.regel", text);
  vm = vm_new(program);
  story = story_new(program, seats, NULL, viewer, NULL);
  vm_listen(vm, story_listen, story);
  vm_start(vm, &(Setup){seats, 1, NULL});
  int step = 0;
  for (VmStatus s; (s = vm_step(vm)) == VM_DECIDE || s == VM_CHANCE; step++) {
    int i = step < n ? answers[step] : 0;
    story_answer(story, vm, i, step + 1);
    vm_answer(vm, i);
  }
}

static void forget(void)
{
  story_free(story);
  vm_free(vm);
  program_free(program);
}

/* The number of the event that says this, from the end; -1 if none does. */
static int find(const char *says)
{
  for (int i = story_count(story) - 1; i >= 0; i--)
    if (story_at(story, i)->says && !strcmp(story_at(story, i)->says, says)) return i;
  return -1;
}

static const Happening *event(const char *says)
{
  int n = find(says);
  ck_assert_msg(n >= 0, "nothing says \"%s\"", says);
  return story_at(story, n);
}

static const char *cause(const Happening *h)
{
  return h->cause < 0 ? "(nothing)" : story_at(story, h->cause)->says;
}

#define HEAD                                                                             \
  "game s \"S\" for 2..2\n"                                                              \
  "kind player { gold \"Gold\": 0..99; secret \"Secret\": 0..9 seen by owner }\n"

START_TEST(a_change_comes_from_the_decision_and_that_from_the_die)
{
  tell(HEAD "verb play { as first(players) { turn }; lose \"done\" }\n"
            "verb turn \"{me} goes\" { roll; act }\n"
            "pips \"Pips\": 0..6\n"
            "verb roll { set pips to random 1..6 }\n"
            "verb act { choose { \"More\" { raise gold by pips @S-01 }; \"Less\" { } } }\n",
       2, VIEW_ALL, (int[]){4, 0}, 2);
  const Happening *h = event("Gold of Player 1: 5 (+5)");
  ck_assert_str_eq(cause(h), "Player 1: More");
  ck_assert_int_eq(h->decision, 2);
  ck_assert_int_eq(h->chance, 1);
  ck_assert_str_eq(program_string(program, story_cite(story, h)), "S-01");
  const Happening *more = event("Player 1: More");
  ck_assert_str_eq(cause(more), "Pips: 5");
  ck_assert_str_eq(cause(story_at(story, more->cause)), "Player 1 goes");
  ck_assert_str_eq(cause(event("Player 1 goes")), "(nothing)");
  forget();
}
END_TEST

START_TEST(what_a_told_verb_decided_ends_with_it)
{
  tell(HEAD "verb play { as first(players) { pay; earn }; lose \"done\" }\n"
            "verb pay \"{me} pays\" { choose { \"A\" { raise gold by 1 }; \"B\" { } } }\n"
            "verb earn \"{me} earns\" { raise gold by 5 }\n",
       2, VIEW_ALL, NULL, 0);
  const Happening *h = event("Gold of Player 1: 6 (+5)");
  ck_assert_str_eq(cause(h), "Player 1 earns");
  ck_assert_int_eq(h->decision, 0);
  ck_assert_str_eq(cause(event("Player 1 earns")), "(nothing)");
  forget();
}
END_TEST

START_TEST(a_loop_that_comes_round_begins_anew)
{
  tell(HEAD "verb play { each p in players { as p { ask } }; lose \"done\" }\n"
            "verb ask { choose { \"A\" { raise gold by 1 }; \"B\" { raise gold by 2 } } }\n",
       2, VIEW_ALL, (int[]){0, 1}, 2);
  ck_assert_str_eq(cause(event("Gold of Player 2: 2 (+2)")), "Player 2: B");
  ck_assert_str_eq(cause(event("Player 2: B")), "(nothing)");
  forget();
}
END_TEST

START_TEST(a_rule_that_waits_comes_from_the_change)
{
  tell(HEAD "pot \"Pot\": 0..9\n"
            "when pot is 1 { as first(players) { raise gold by 7 } }\n"
            "verb play { as last(players) { choose { \"A\" { raise pot by 1 }; \"B\" { } } }; lose \"done\" }\n",
       2, VIEW_ALL, NULL, 0);
  const Happening *h = event("Gold of Player 1: 7 (+7)");
  ck_assert_str_eq(cause(h), "Pot: 1 (+1)");
  ck_assert_int_eq(h->decision, 1);
  forget();
}
END_TEST

START_TEST(a_card_is_named)
{
  tell(HEAD "kind card \"card\" { verb effect }\n"
            "card bread \"Bread\" { effect { raise gold by 2 } }, stone \"Stone\" { effect { } }\n"
            "verb play { as first(players) { let c = choose card \"Which?\"; c.effect }; lose \"done\" }\n",
       2, VIEW_ALL, NULL, 0);
  const Happening *h = event("Gold of Player 1: 2 (+2)");
  int32_t card = story_card(story, h);
  ck_assert_int_ge(card, 0);
  ck_assert_str_eq(program_string(program, program->things[card].name), "bread");
  ck_assert_str_eq(event("Player 1: Bread")->asked, "Which?");
  forget();
}
END_TEST

static const char secrets[] = HEAD
    "open \"Open\": 0..9\n"
    "verb play {\n"
    "  secretly each p in players { as p { set secret to choose 1..3 \"Pick\" } }\n"
    "  each p in players { as p { let told = secret; reveal told to players; set open to told } }\n"
    "  lose \"done\"\n"
    "}\n";

START_TEST(a_secret_is_told_to_its_owner_only)
{
  tell(secrets, 2, 0, (int[]){1, 2}, 2);
  ck_assert_int_ge(find("Secret of Player 1: 2"), 0);
  ck_assert_int_ge(find("Player 1: 2"), 0);
  ck_assert_int_lt(find("Secret of Player 2: 3"), 0);
  ck_assert_int_lt(find("Player 2: 3"), 0);
  ck_assert_int_ge(find("Open: 3"), 0);
  forget();
  tell(secrets, 2, VIEW_PUBLIC, (int[]){1, 2}, 2);
  ck_assert_int_lt(find("Secret of Player 1: 2"), 0);
  ck_assert_int_lt(find("Player 1: 2"), 0);
  forget();
  tell(secrets, 2, VIEW_ALL, (int[]){1, 2}, 2);
  ck_assert_int_ge(find("Secret of Player 2: 3"), 0);
  forget();
}
END_TEST

START_TEST(every_event_of_a_whole_game_has_an_earlier_cause)
{
  for (int t = 0; t < TABLES; t++) {
    Luck luck = {(uint64_t)t};
    program = unit_compile(tables[t].path, NULL);
    vm = vm_new(program);
    story = story_new(program, tables[t].seats, NULL, VIEW_ALL, NULL);
    vm_listen(vm, story_listen, story);
    unit_start(vm, &tables[t], 7);
    VmStatus s;
    int steps = 0;
    for (; (s = vm_step(vm)) == VM_DECIDE || s == VM_CHANCE; steps++) {
      if (steps == 2000) break;
      int i = (int)luck_below(&luck, (uint32_t)vm_options(vm));
      story_answer(story, vm, i, steps + 1);
      vm_answer(vm, i);
    }
    int decided = 0;
    int64_t last = 0; /* a draw from what is all alike is told as chance and is no step */
    for (int n = 0; n < story_count(story); n++) {
      const Happening *h = story_at(story, n);
      ck_assert_int_lt(h->cause, n);
      ck_assert_int_le(h->decision, h->step);
      ck_assert_int_le(h->chance, h->step);
      bool answer = h->event.kind == EV_DECIDE || h->event.kind == EV_CHANCE;
      decided += answer && h->step > last;
      if (answer) last = h->step;
    }
    ck_assert_int_eq(decided, steps);
    forget();
  }
}
END_TEST

static TCase *stories(void)
{
  TCase *t = tcase_create("stories");
  tcase_add_test(t, a_change_comes_from_the_decision_and_that_from_the_die);
  tcase_add_test(t, what_a_told_verb_decided_ends_with_it);
  tcase_add_test(t, a_loop_that_comes_round_begins_anew);
  tcase_add_test(t, a_rule_that_waits_comes_from_the_change);
  tcase_add_test(t, a_card_is_named);
  tcase_add_test(t, a_secret_is_told_to_its_owner_only);
  tcase_add_test(t, every_event_of_a_whole_game_has_an_earlier_cause);
  return t;
}

int main(void) { return unit_run(stories, "story", 60); }
