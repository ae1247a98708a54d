/* A recorded game under two versions of its rules: what is found, where, and what is not. */
#include "interp/lockstep/lockstep.h"
#include "interp/text/place.h"
#include "tests/unit/unit.h"

#include <stdio.h>

/* ---- helpers -------------------------------------------------------------------- */

typedef VEC(int32_t) Record;

/* Plays a game of the old rules at random and writes down every answer. */
static void record(const Program *p, int seats, const char *settings, uint64_t seed, Record *to)
{
  Vm *vm = vm_new(p);
  Luck luck = {seed};
  int32_t *values = settings_new(p);
  Buf why = {0};
  ck_assert_msg(settings_read(p, values, settings, &why), "%s", buf_text(&why));
  vm_start(vm, &(Setup){seats, seed, values});
  for (VmStatus s; (s = vm_step(vm)) == VM_DECIDE || s == VM_CHANCE;) {
    int32_t i = (int32_t)luck_below(&luck, (uint32_t)vm_options(vm));
    vec_push(to, i);
    vm_answer(vm, i);
  }
  buf_free(&why);
  free(values);
  vm_free(vm);
}

/* Two rulesets, one game, what came of it. */
typedef struct Pair {
  Program *p[2];
  Compare *c;
  Record record;
  Comparison *out;
} Pair;

static const char *const names[MAX_PLAYERS] = {"Anne", "Bob", "Carl"};

static Pair pair_new(const char *old_text, const char *new_text)
{
  Pair x = {.p = {unit_compile("old.regel", old_text), unit_compile("new.regel", new_text)}};
  x.c = compare_new(x.p[0], x.p[1]);
  return x;
}

static void pair_play(Pair *x, uint64_t seed)
{
  comparison_free(x->out);
  x->record.n = 0;
  record(x->p[0], 2, "", seed, &x->record);
  CompareGame g = {2, seed, "", names, x->record.at, (int)x->record.n};
  x->out = compare_game(x->c, &g);
}

static void pair_free(Pair *x)
{
  comparison_free(x->out);
  vec_free(&x->record);
  compare_free(x->c);
  program_free(x->p[0]);
  program_free(x->p[1]);
}

static Pair compared(const char *old_text, const char *new_text)
{
  Pair x = pair_new(old_text, new_text);
  pair_play(&x, 7);
  return x;
}

/* A game with these answers, made by hand. */
static Pair answered(const char *old_text, const char *new_text, const int32_t *answers, int n)
{
  Pair x = pair_new(old_text, new_text);
  CompareGame g = {2, 1, "", names, answers, n};
  x.out = compare_game(x.c, &g);
  return x;
}

static char *told(const Comparison *c)
{
  static char text[1 << 16];
  Buf b = {0};
  compare_tell(c, &b);
  snprintf(text, sizeof text, "%s", buf_text(&b));
  buf_free(&b);
  return text;
}

static void expect_same(const Pair *x)
{
  ck_assert_msg(x->out->nfindings == 0, "%s", told(x->out));
  ck_assert_str_eq(x->out->result[0].text, x->out->result[1].text);
}

/* The first finding has this class, step and words. */
static const Finding *expect_first(const Pair *x, CompareClass class, int step, const char *text)
{
  const Finding *f = compare_first(x->out);
  ck_assert_msg(f != NULL, "no finding");
  ck_assert_msg(f->class == class && f->step == step, "%s", told(x->out));
  ck_assert_str_eq(f->text, text);
  return f;
}

static const Finding *first_of(const Comparison *c, CompareClass class)
{
  for (int i = 0; i < c->nfindings; i++)
    if (c->findings[i].class == class) return &c->findings[i];
  return NULL;
}

static const Finding *expect_of(const Pair *x, CompareClass class, const char *text)
{
  const Finding *f = first_of(x->out, class);
  ck_assert_msg(f != NULL, "no finding of class %s:\n%s", compare_class_name(class), told(x->out));
  ck_assert_str_eq(f->text, text);
  return f;
}

/* The first place on a side is this line. */
static void expect_line(const Finding *f, int side, int line)
{
  ck_assert_int_ge(f->nplaces[side], 1);
  ck_assert_int_eq(f->places[side][0]->line, line);
}

/* ---- nothing changed ------------------------------------------------------------ */

static const char plain[] =
    "game t \"T\" for 2..2\n"
    "type mood = glad \"glad\" | sad \"sad\"\n"
    "kind spot { taken: player or none; weight: 0..9; value worth: 0..9 }\n"
    "spot a \"A\" { worth = 1 }, b \"B\" { worth = 2 }, c \"C\" { worth = 3 }\n"
    "kind card\ncard ace \"Ace\" * 2, king \"King\", queen \"Queen\"\n"
    "kind player { hand: pile of card seen by owner; score: 0..99; feels: mood = glad; liked: set of spot }\n"
    "deck: pile of card = card seen by none\n"
    "die: 1..6\n"
    "verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }\n"
    "verb play {\n"
    "  repeat 3 { each p in players { as p { turn } } }\n"
    "  win most(p in players: p.score)\n"
    "}\n"
    "verb turn {\n"
    "  set die to random 1..6\n"
    "  set me.feels to choose glad + sad \"How do you feel?\"\n"
    "  set me.liked to choose 1..2 of spot \"What do you like?\"\n"
    "  choose \"Your turn\" {\n"
    "    s in spot \"Take {s}\" { set s.taken to me; raise me.score by s.worth + die }\n"
    "    \"Pass\" { }\n"
    "  }\n"
    "}\n";

/* The same in another order, with comments and other words for people. */
static const char moved[] =
    "# a comment\n"
    "game t \"T\" for 2..2\n\n"
    "kind player { liked: set of spot; feels: mood = glad; score: 0..99\n"
    "  hand: pile of card seen by owner }\n"
    "kind card\ncard queen \"Queen\", king \"King\", ace \"the Ace\" * 2\n"
    "die: 1..6\n"
    "deck: pile of card = card seen by none\n"
    "verb turn {\n"
    "  set die to random 1..6\n\n"
    "  set me.feels to choose glad + sad \"What is your mood?\"\n"
    "  set me.liked to choose 1..2 of spot \"What do you like?\"\n"
    "  choose \"Your turn\" {\n"
    "    \"Do nothing\" { }\n"
    "    s in spot \"Take {s}\" { set s.taken to me; raise me.score by s.worth + die }\n"
    "  }\n"
    "}\n"
    "kind spot { weight: 0..9; taken: player or none; value worth: 0..9 }\n"
    "spot c \"C\" { worth = 3 }, a \"A\" { worth = 1 }, b \"B\" { worth = 2 }\n"
    "type mood = sad \"sad\" | glad \"glad\"\n"
    "verb play {\n"
    "  repeat 3 { each p in players { as p { turn } } }\n"
    "  win most(p in players: p.score)\n"
    "}\n"
    "verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }\n";

START_TEST(layout_order_and_wording_are_no_difference)
{
  Pair x = pair_new(plain, moved);
  for (uint64_t seed = 1; seed <= 20; seed++) {
    pair_play(&x, seed);
    expect_same(&x);
    ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
    ck_assert_int_eq(x.out->steps, (int)x.record.n);
  }
  ck_assert_str_eq(strchr(told(x.out), '\n') - strlen("no difference"), told(x.out));
  pair_free(&x);
}
END_TEST

START_TEST(a_game_beside_itself_is_the_same)
{
  for (size_t i = 0; i < TABLES; i++) {
    const Table *t = &tables[i];
    Program *p = unit_compile(t->path, NULL), *q = unit_compile(t->path, NULL);
    Compare *c = compare_new(p, q);
    Buf settings = {0};
    for (int n = 0; n < 3 && t->options[n][0]; n++)
      buf_printf(&settings, "%s%s=%s", n ? " " : "", t->options[n][0], t->options[n][1]);
    for (uint64_t seed = 1; seed <= 3; seed++) {
      Record r = {0};
      record(p, t->seats, buf_text(&settings), seed, &r);
      CompareGame g = {t->seats, seed, buf_text(&settings), NULL, r.at, (int)r.n};
      Comparison *out = compare_game(c, &g);
      ck_assert_msg(out->nfindings == 0, "%s: %s", t->path, told(out));
      ck_assert_int_eq(out->steps, (int)r.n);
      comparison_free(out);
      vec_free(&r);
    }
    buf_free(&settings);
    compare_free(c);
    program_free(p);
    program_free(q);
  }
}
END_TEST

START_TEST(rules_with_nothing_in_common_are_compared_without_harm)
{
  for (size_t i = 0; i < TABLES; i++)
    for (size_t k = 0; k < TABLES; k++) {
      Program *p = unit_compile(tables[i].path, NULL), *q = unit_compile(tables[k].path, NULL);
      Compare *c = compare_new(p, q);
      Record r = {0};
      record(p, tables[i].seats, "", i + 1, &r);
      CompareGame g = {tables[i].seats, i + 1, "", NULL, r.at, (int)r.n};
      Comparison *out = compare_game(c, &g);
      ck_assert_int_ne(out->ending, COMPARE_UNFIT);
      ck_assert_int_eq(out->nfindings > 0, strcmp(tables[i].path, tables[k].path) != 0);
      ck_assert_ptr_nonnull(strstr(told(out), "new rules: "));
      comparison_free(out);
      vec_free(&r);
      compare_free(c);
      program_free(p);
      program_free(q);
    }
}
END_TEST

/* ---- one change each ------------------------------------------------------------ */

#define HEAD "game t \"T\" for 2..2\nkind player { score \"Score\": 0..99 }\n"
#define LOOP "verb play { repeat 2 { each p in players { as p { turn } } }; win most(p in players: p.score) }\n"

START_TEST(a_number_changed_shows_both_lines)
{
  Pair x = compared(HEAD LOOP "verb turn { may \"Go?\" { } \n  raise score by 2 @T-1\n}\n",
                    HEAD LOOP "# new\nverb turn { may \"Go?\" { } \n  raise score by 3 @T-1\n}\n");
  const Finding *f = expect_first(&x, COMPARE_STATE, 1,
                                  "Score of Anne is 2 under the old rules and 3 under the new ones");
  expect_line(f, COMPARE_OLD, 5);
  expect_line(f, COMPARE_NEW, 6);
  ck_assert_str_eq(f->rule, "T-1");
  ck_assert_int_eq(f->more, 3); /* it goes on to differ, and is told once */
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  ck_assert_ptr_nonnull(strstr(x.out->table[COMPARE_OLD], "2"));
  ck_assert_ptr_nonnull(strstr(x.out->table[COMPARE_NEW], "3"));
  pair_free(&x);
}
END_TEST

START_TEST(a_first_value_changed_shows_the_declarations)
{
  Pair x = compared("game t \"T\" for 2..2\nkind player { score: 0..99 = 3 }\nverb play { as first(players) { may { } }; win none }\n",
                    "game t \"T\" for 2..2\n\nkind player { score: 0..99 = 4 }\nverb play { as first(players) { may { } }; win none }\n");
  const Finding *f = expect_first(&x, COMPARE_STATE, 0,
                                  "Score of Anne is 3 under the old rules and 4 under the new ones (and 1 more like it)");
  expect_line(f, COMPARE_OLD, 2);
  expect_line(f, COMPARE_NEW, 3);
  ck_assert_str_eq(f->rule, "new.regel:3");
  pair_free(&x);
}
END_TEST

#define SPOTS "kind spot { taken: flag }\nspot a \"A\", b \"B\", c \"C\"\n"

START_TEST(a_requirement_added_shows_the_line_that_rejects)
{
  static const int32_t answers[] = {1, 0, 0, 0};
  Pair x = answered(HEAD SPOTS LOOP "verb turn { take (choose spot \"Which?\") }\n"
                                    "verb take (s: spot) {\n  set s.taken to yes\n}\n",
                    HEAD SPOTS LOOP "verb turn { take (choose spot \"Which?\") }\n"
                                    "verb take (s: spot) {\n  require not s.taken @T-7\n  set s.taken to yes\n}\n",
                    answers, 4);
  const Finding *f = expect_first(&x, COMPARE_LEGALITY, 2, "Asked \"Which?\", Bob may no longer answer \"B\"");
  expect_line(f, COMPARE_OLD, 6);
  expect_line(f, COMPARE_NEW, 8);
  ck_assert_int_eq(f->places[COMPARE_NEW][1]->line, 6); /* then the question */
  ck_assert_str_eq(f->rule, "T-7");
  /* Bob's answer is still legal, the third one is not. */
  ck_assert_int_eq(x.out->steps, 2);
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  ck_assert_str_eq(x.out->findings[x.out->nfindings - 1].text,
                   "The recorded answer \"A\" of Anne to \"Which?\" is no longer legal");
  ck_assert_str_eq(x.out->result[COMPARE_OLD].text, "All players win");
  ck_assert_str_eq(x.out->result[COMPARE_NEW].text, "not over");
  pair_free(&x);
}
END_TEST

START_TEST(a_requirement_dropped_shows_the_line_that_rejected)
{
  static const int32_t answers[] = {1, 0};
  Pair x = answered(HEAD SPOTS LOOP "verb turn { take (choose spot \"Which?\") }\n"
                                    "verb take (s: spot) {\n  require not s.taken\n  set s.taken to yes\n}\n",
                    HEAD SPOTS LOOP "verb turn { take (choose spot \"Which?\") }\n"
                                    "verb take (s: spot) {\n  set s.taken to yes\n}\n",
                    answers, 2);
  const Finding *f = expect_first(&x, COMPARE_LEGALITY, 2, "Asked \"Which?\", Bob may now answer \"B\"");
  expect_line(f, COMPARE_OLD, 8);
  expect_line(f, COMPARE_NEW, 6);
  ck_assert_int_eq(x.out->ending, COMPARE_OPEN);
  pair_free(&x);
}
END_TEST

#define MENU(alternatives) HEAD LOOP "verb turn {\n  choose \"Your turn\" { " alternatives " }\n}\n"

START_TEST(a_label_reworded_is_the_same_answer)
{
  Pair x = compared(MENU("\"Take one\" { raise score by 1 }; \"Pass\" { }"),
                    MENU("\"Take a point\" { raise score by 1 }; \"Pass\" { }"));
  expect_same(&x);
  pair_free(&x);
}
END_TEST

START_TEST(an_alternative_more_is_legality)
{
  static const int32_t answers[] = {1, 0, 1, 0};
  Pair x = answered(MENU("\"Take\" { raise score by 1 }; \"Pass\" { }"),
                    MENU("\"Double\" { raise score by 2 }; \"Take\" { raise score by 1 }; \"Pass\" { }"), answers, 4);
  const Finding *f = expect_first(&x, COMPARE_LEGALITY, 1, "Asked \"Your turn\", Anne may now answer \"Double\"");
  ck_assert_int_eq(f->more, 3);
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  ck_assert_str_eq(x.out->result[COMPARE_NEW].text, "Bob wins");
  pair_free(&x);
}
END_TEST

START_TEST(another_die_is_chance)
{
  static const int32_t one[] = {5, 0, 0, 0};
  Pair x = answered(HEAD LOOP "verb turn { let n = random 1..6; raise score by n }\n",
                    HEAD LOOP "\nverb turn { let n = random 1..8; raise score by n }\n", one, 4);
  const Finding *f = expect_first(&x, COMPARE_CHANCE, 1, "Chance can now give 7, 8");
  expect_line(f, COMPARE_OLD, 4);
  expect_line(f, COMPARE_NEW, 5);
  ck_assert_int_eq(f->more, 3);
  ck_assert_int_eq(x.out->nfindings, 1);
  pair_free(&x);
  x = answered(HEAD LOOP "verb turn { let n = random 1..6; raise score by n }\n",
               HEAD LOOP "verb turn { let n = random 1..4; raise score by n }\n", one, 4);
  expect_first(&x, COMPARE_CHANCE, 1, "Chance can no longer give 5, 6");
  ck_assert_str_eq(x.out->findings[1].text, "The recorded outcome 6 is no longer possible");
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  ck_assert_int_eq(x.out->steps, 0);
  pair_free(&x);
}
END_TEST

START_TEST(a_chance_that_is_gone_is_skipped)
{
  static const int32_t answers[] = {2, 0, 2, 1, 2, 0, 2, 0};
  Pair x = answered(HEAD LOOP "verb turn { let n = random 1..6; may \"Go?\" { raise score by n } }\n",
                    HEAD LOOP "verb turn { may \"Go?\" { raise score by 3 } }\n", answers, 8);
  const Finding *f = expect_first(&x, COMPARE_CHANCE, 1,
                                  "Under the old rules chance decides, under the new ones Anne is asked \"Go?\"");
  ck_assert_int_eq(f->more, 3);
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  pair_free(&x);
}
END_TEST

START_TEST(a_question_that_is_gone_is_skipped)
{
  static const int32_t answers[] = {1, 0, 1, 1, 0, 1, 1, 1};
  Pair x = answered(HEAD SPOTS LOOP "verb turn { may \"Again?\" { }\n choose { \"X\" { }; \"Y\" { raise score by 1 } } }\n",
                    HEAD SPOTS LOOP "verb turn { choose { \"X\" { }; \"Y\" { raise score by 1 } } }\n", answers, 8);
  expect_first(&x, COMPARE_LEGALITY, 1,
               "Under the old rules Anne is asked \"Again?\", under the new ones Anne is asked \"Choose\"");
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  ck_assert_str_eq(x.out->result[COMPARE_NEW].text, x.out->result[COMPARE_OLD].text);
  pair_free(&x);
}
END_TEST

START_TEST(a_new_question_stops_the_record_unless_there_is_nothing_to_choose)
{
  Pair x = compared(HEAD SPOTS LOOP "verb turn { may \"Go?\" { } }\n",
                    HEAD SPOTS LOOP "verb turn { let s = choose spot \"Which spot?\"; set s.taken to yes; may \"Go?\" { } }\n");
  expect_first(&x, COMPARE_LEGALITY, 1,
               "Under the old rules Anne is asked \"Go?\", under the new ones Anne is asked \"Which spot?\"");
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->steps, 0);
  ck_assert(x.out->result[COMPARE_OLD].over);
  pair_free(&x);
  x = compared(HEAD SPOTS LOOP "verb turn { may \"Go?\" { } }\n",
               HEAD SPOTS LOOP "verb turn { let s = choose a \"Which spot?\"; if s is b { raise score by 1 }; may \"Go?\" { } }\n");
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  ck_assert_int_eq(x.out->nfindings, 1);
  pair_free(&x);
}
END_TEST

START_TEST(somebody_else_is_asked)
{
  Pair x = compared(HEAD "verb play { as first(players) { may \"Go?\" { } }; win none }\n",
                    HEAD "verb play { as last(players) { may \"Go?\" { } }; win none }\n");
  const Finding *f = expect_first(&x, COMPARE_LEGALITY, 1, "\"Go?\" is asked of Bob, no longer of Anne");
  expect_line(f, COMPARE_OLD, 3);
  expect_line(f, COMPARE_NEW, 3);
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  pair_free(&x);
}
END_TEST

START_TEST(a_field_hidden_from_others)
{
  static const char old_rules[] =
      "game t \"T\" for 2..2\nkind player { coins \"Coins\": 0..9 = 3 }\n"
      "verb play { as first(players) { may { } }; win none }\n";
  static const char new_rules[] =
      "game t \"T\" for 2..2\nkind player {\n  coins \"Coins\": 0..9 = 3 seen by owner @T-9\n}\n"
      "verb play { as first(players) { may { } }; win none }\n";
  Pair x = compared(old_rules, new_rules);
  const Finding *f = expect_first(&x, COMPARE_HIDDEN, 0, "Bob no longer sees Coins of Anne");
  expect_line(f, COMPARE_OLD, 2);
  expect_line(f, COMPARE_NEW, 3);
  ck_assert_str_eq(f->rule, "T-9");
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_ptr_nonnull(strstr(told(x.out), "the table is the same under both rules"));
  pair_free(&x);
  x = compared(new_rules, old_rules);
  expect_first(&x, COMPARE_HIDDEN, 0, "Bob now sees Coins of Anne");
  pair_free(&x);
}
END_TEST

START_TEST(a_card_shown_to_all)
{
#define CARDS "kind card\ncard ace \"Ace\", king \"King\"\nkind player { hand \"hand\": pile of card seen by owner }\ndeck: pile of card = card seen by none\n"
  Pair x = compared("game t \"T\" for 2..2\n" CARDS "verb play { as first(players) { may { } \n move ace to hand; may { } }; win none }\n",
                    "game t \"T\" for 2..2\n" CARDS "verb play { as first(players) { may { } \n move ace to hand; \n reveal ace to players; may { } }; win none }\n");
  const Finding *f = expect_first(&x, COMPARE_HIDDEN, 1, "Bob now sees Ace in hand of Anne");
  expect_line(f, COMPARE_NEW, 8);
  ck_assert_int_eq(f->nplaces[COMPARE_OLD], 0);
  pair_free(&x);
}
END_TEST

START_TEST(a_win_condition_changed)
{
  static const int32_t answers[] = {0, 1, 0, 1};
  Pair x = answered(HEAD "verb play { repeat 2 { each p in players { as p { turn } } }\n  win most(p in players: p.score)\n}\n"
                         "verb turn { may { raise score by 1 } }\n",
                    HEAD "verb play { repeat 2 { each p in players { as p { turn } } }\n  win least(p in players: p.score)\n}\n"
                         "verb turn { may { raise score by 1 } }\n",
                    answers, 4);
  const Finding *f = expect_first(
      &x, COMPARE_RESULT, 4, "Under the old rules the result is \"Anne wins\", under the new ones \"Bob wins\"");
  expect_line(f, COMPARE_OLD, 4);
  expect_line(f, COMPARE_NEW, 4);
  ck_assert_int_eq(x.out->result[COMPARE_OLD].winners, 1);
  ck_assert_int_eq(x.out->result[COMPARE_NEW].winners, 2);
  ck_assert_int_eq(x.out->nfindings, 1);
  pair_free(&x);
}
END_TEST

START_TEST(an_earlier_and_a_later_end)
{
  static const int32_t answers[] = {0, 0, 0, 0, 0, 0};
  static const char three[] = HEAD "verb play { repeat 3 { each p in players { as p { may { raise score by 1 } } } }; win first(players) }\n";
  static const char two[] = HEAD "verb play { repeat 2 { each p in players { as p { may { raise score by 1 } } } }\n  win first(players) }\n";
  Pair x = answered(three, two, answers, 6);
  const Finding *f = expect_of(&x, COMPARE_RESULT, "Under the old rules it goes on, under the new ones the game ends here (Anne wins)");
  ck_assert_int_eq(f->step, 4);
  expect_line(f, COMPARE_NEW, 4);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  ck_assert_str_eq(x.out->result[COMPARE_OLD].text, "Anne wins");
  pair_free(&x);
  x = answered(two, three, answers, 4);
  expect_of(&x, COMPARE_RESULT, "Under the old rules the game ends here (Anne wins), under the new ones it goes on");
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  pair_free(&x);
}
END_TEST

START_TEST(a_rule_error)
{
  Pair x = compared(HEAD SPOTS LOOP "verb turn { may { } }\n",
                    HEAD SPOTS LOOP "verb turn { may { }\n  let s = choose spot where it.taken\n  set s.taken to yes }\n");
  const Finding *f = first_of(x.out, COMPARE_ERROR);
  ck_assert_ptr_nonnull(f);
  ck_assert_int_eq(f->step, 1);
  expect_line(f, COMPARE_NEW, 7);
  ck_assert_ptr_nonnull(strstr(f->text, "Under the new rules there is a rule error, R0"));
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  ck_assert_int_ne(x.out->result[COMPARE_NEW].error, R_OK);
  ck_assert(x.out->result[COMPARE_OLD].over);
  pair_free(&x);
}
END_TEST

/* ---- cards ---------------------------------------------------------------------- */

#define DECK(cards)                                                                                              \
  "game t \"T\" for 2..2\nkind card { used: flag }\ncard " cards "\n"                                            \
  "kind player { hand \"hand\": pile of card seen by owner }\n"                                                  \
  "deck \"deck\": pile of card = card seen by none\n"                                                            \
  "verb setup { shuffle deck }\n"                                                                                \
  "verb play { repeat 2 { each p in players { as p { draw 1 from deck to hand; let c = choose hand; set c.used to yes } } }; win none }\n"

START_TEST(a_card_removed_that_the_game_drew)
{
  static const int32_t answers[] = {2, 0, 0, 0, 0, 0, 0, 0};
  Pair x = answered(DECK("ace, king, queen, jack, ten"), DECK("ace, king, jack, ten"), answers, 8);
  expect_first(&x, COMPARE_CHANCE, 1, "Chance can no longer give Queen");
  ck_assert_str_eq(x.out->findings[1].text, "The recorded outcome Queen is no longer possible");
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  ck_assert(x.out->result[COMPARE_OLD].over);
  pair_free(&x);
}
END_TEST

START_TEST(a_card_added_is_no_difference_of_piles)
{
  static const int32_t answers[] = {2, 0, 0, 0, 0, 0, 0, 0};
  Pair x = answered(DECK("ace, king, queen, jack, ten"), DECK("ace, two, king, queen, jack, ten"), answers, 8);
  expect_first(&x, COMPARE_CHANCE, 1, "Chance can now give Two");
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  pair_free(&x);
}
END_TEST

START_TEST(a_title_is_no_name_but_an_id_is)
{
  Pair x = compared(DECK("ace \"Ace\", king, queen, jack"), DECK("ace \"The ace\", king, queen, jack"));
  expect_same(&x);
  pair_free(&x);
  x = compared(DECK("ace, king, queen, jack"), DECK("one, king, queen, jack"));
  expect_first(&x, COMPARE_CHANCE, 1, "Chance can no longer give Ace; chance can now give One");
  pair_free(&x);
}
END_TEST

START_TEST(copies_are_told_apart_by_number_only)
{
  Pair x = pair_new(DECK("ace * 3, king * 2, queen"), DECK("queen, king * 2, ace * 3"));
  for (uint64_t seed = 1; seed <= 20; seed++) {
    pair_play(&x, seed);
    expect_same(&x);
  }
  pair_free(&x);
  x = compared(DECK("ace * 3, king * 2, queen"), DECK("ace * 4, king * 2, queen"));
  const Finding *f =
      expect_first(&x, COMPARE_CHANCE, 1, "Chance gives Ace in 4 of 7 cases, no longer in 3 of 6");
  expect_line(f, COMPARE_NEW, 7);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  pair_free(&x);
}
END_TEST

START_TEST(a_card_put_elsewhere_shows_the_moves)
{
  Pair x = compared("game t \"T\" for 2..2\n" CARDS "verb play { as first(players) { may { } \n move ace to hand\n may { } }; win none }\n",
                    "game t \"T\" for 2..2\n" CARDS "verb play { as first(players) { may { } \n\n move king to hand\n may { } }; win none }\n");
  const Finding *f = expect_first(&x, COMPARE_STATE, 1, "Hand of Anne is Ace under the old rules and King under the new ones");
  expect_line(f, COMPARE_OLD, 7);
  expect_line(f, COMPARE_NEW, 8);
  pair_free(&x);
}
END_TEST

/* ---- several, secretly, settings ------------------------------------------------- */

START_TEST(a_choice_of_several)
{
  static const char any[] = HEAD SPOTS LOOP "verb turn { each s in choose 1..2 of spot \"Which?\" { set s.taken to yes } }\n";
  static const char two[] = HEAD "kind spot { taken: flag }\nspot c \"C\", b \"B\", a \"A\"\n" LOOP
                                 "verb turn { each s in choose 2 of spot \"Which?\" { set s.taken to yes } }\n";
  static const char same[] = HEAD "kind spot { taken: flag }\nspot c \"C\", b \"B\", a \"A\"\n" LOOP
                                  "verb turn { each s in choose 1..2 of spot \"Which?\" { set s.taken to yes } }\n";
  static const int32_t answers[] = {4, 5, 0, 1};
  Pair x = answered(any, same, answers, 4);
  expect_same(&x);
  pair_free(&x);
  x = answered(any, two, answers, 4);
  expect_first(&x, COMPARE_LEGALITY, 1, "Asked \"Which?\", Anne may no longer answer \"A\", \"B\", \"C\"");
  ck_assert_int_eq(x.out->steps, 2); /* the two pairs could still be chosen */
  ck_assert_str_eq(x.out->findings[1].text, "The recorded answer \"A\" of Anne to \"Which?\" is no longer legal");
  pair_free(&x);
}
END_TEST

START_TEST(a_choice_made_in_parts)
{
#define CHIPS(list) HEAD "kind chip { taken: flag }\nchip " list "\n" \
                 "verb play { as first(players) { each c in choose 4 of chip \"Which?\" { set c.taken to yes } }; win none }\n"
  Pair x = pair_new(CHIPS("a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p"),
                    CHIPS("p, o, n, m, l, k, j, i, h, g, f, e, d, c, b, a"));
  for (uint64_t seed = 1; seed <= 5; seed++) {
    pair_play(&x, seed);
    ck_assert_int_eq((int)x.record.n, 4);
    expect_same(&x);
  }
  pair_free(&x);
  /* 495 combinations are listed, 715 are not. */
  x = compared(CHIPS("a, b, c, d, e, f, g, h, i, j, k, l"), CHIPS("a, b, c, d, e, f, g, h, i, j, k, l, m"));
  expect_first(&x, COMPARE_LEGALITY, 1, "\"Which?\" is answered one by one, because there are more combinations");
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  pair_free(&x);
}
END_TEST

START_TEST(secret_answers)
{
  static const char open[] = "game t \"T\" for 2..2\nkind player { bid: 0..3 }\nverb play {\n  each p in players { as p { set p.bid to choose 0..3 \"Your bid?\" } }\n  win most(p in players: p.bid) }\n";
  static const char secret[] = "game t \"T\" for 2..2\nkind player { bid: 0..3 }\nverb play {\n  secretly each p in players { set p.bid to choose 0..3 \"Your bid?\" }\n  win most(p in players: p.bid) }\n";
  Pair x = compared(secret, secret);
  expect_same(&x);
  pair_free(&x);
  x = compared(secret, open);
  const Finding *f = expect_first(&x, COMPARE_HIDDEN, 0, "Answers to \"Your bid?\" are no longer secret until all are in");
  expect_line(f, COMPARE_OLD, 4);
  expect_line(f, COMPARE_NEW, 4);
  ck_assert_int_eq(x.out->nfindings, 1);
  ck_assert_int_eq(x.out->ending, COMPARE_FINISHED);
  pair_free(&x);
}
END_TEST

#define START "verb play { as first(players) { may \"Go?\" { raise score by bonus } }; win first(players) }\n"

static Comparison *with_setting(Pair *x, const char *setting)
{
  static const int32_t yes[] = {0};
  CompareGame g = {2, 1, setting, names, yes, 1};
  comparison_free(x->out);
  return x->out = compare_game(x->c, &g);
}

START_TEST(a_new_setting_with_a_default)
{
  Pair x = compared(HEAD "value bonus: 0..9 = 1\n" START,
                    HEAD "option extra: 0..3 = 0\nvalue bonus: 0..9 = 1 + extra\n" START);
  expect_same(&x);
  pair_free(&x);
  x = compared(HEAD "option extra: 0..3 = 0\nvalue bonus: 0..9 = 1 + extra\n" START, HEAD "value bonus: 0..9 = 1\n" START);
  expect_same(&x);
  with_setting(&x, "extra=2"); /* the setting is gone, and with it what it did */
  expect_first(&x, COMPARE_STATE, 1, "Score of Anne is 3 under the old rules and 1 under the new ones");
  pair_free(&x);
}
END_TEST

START_TEST(a_setting_or_table_that_is_not_possible_any_more)
{
  Pair x = compared(HEAD "option bonus: 0..9 = 1\n" START, HEAD "option bonus: 0..4 = 1\n" START);
  expect_same(&x);
  with_setting(&x, "bonus=7");
  expect_first(&x, COMPARE_LEGALITY, 0,
               "The game cannot be set up under the new rules: option bonus cannot be \"7\": it is one of 0 to 4");
  ck_assert_int_eq(x.out->ending, COMPARE_STOPPED);
  ck_assert_str_eq(x.out->result[COMPARE_OLD].text, "Anne wins");
  with_setting(&x, "bonus=11");
  ck_assert_int_eq(x.out->ending, COMPARE_UNFIT);
  ck_assert_ptr_nonnull(x.out->why);
  pair_free(&x);
}
END_TEST

START_TEST(a_record_that_does_not_fit_is_refused)
{
  static const int32_t wrong[] = {0, 9};
  Pair x = answered(MENU("\"A\" { }; \"B\" { }"), MENU("\"A\" { }; \"B\" { }"), wrong, 2);
  ck_assert_int_eq(x.out->ending, COMPARE_UNFIT);
  ck_assert_str_eq(x.out->why, "answer 2 of the record is none of those offered");
  ck_assert_str_eq(told(x.out), "the record does not fit the old rules: answer 2 of the record is none of those offered\n");
  pair_free(&x);
}
END_TEST

/* ---- in words ------------------------------------------------------------------- */

START_TEST(the_report_in_full)
{
  static const int32_t answers[] = {0, 0, 1, 1};
  Pair x = answered(HEAD "verb play { repeat 2 { each p in players { as p { turn } } }\n  win most(p in players: p.score)\n}\nverb turn { may \"Go?\" {\n  raise score by 2 @T-1\n} }\n",
                    HEAD "verb play { repeat 2 { each p in players { as p { turn } } }\n  win last(players)\n}\nverb turn { may \"Go?\" {\n  raise score by 3 @T-1\n} }\n",
                    answers, 4);
  ck_assert_str_eq(told(x.out),
                   "step 1, state: Score of Anne is 2 under the old rules and 3 under the new ones (and at 3 further steps)\n"
                   "old rules:\n"
                   "  --> old.regel:7:9\n"
                   "  |\n"
                   "7 |   raise score by 2 @T-1\n"
                   "  |         ^^^^^\n"
                   "  = rule T-1\n"
                   "new rules:\n"
                   "  --> new.regel:7:9\n"
                   "  |\n"
                   "7 |   raise score by 3 @T-1\n"
                   "  |         ^^^^^\n"
                   "  = rule T-1\n"
                   "the table then (- old rules, + new rules):\n"
                   "  Player  Score\n"
                   "- Anne    2\n"
                   "+ Anne    3\n"
                   "  Bob     0\n"
                   "further differences:\n"
                   "  step 4, result: Under the old rules the result is \"All players win\", under the new ones \"Bob wins\" [new.regel:4]\n"
                   "old rules: All players win\n"
                   "new rules: Bob wins\n");
  pair_free(&x);
}
END_TEST

/* ---- a whole ruleset with an erratum -------------------------------------------- */

/* The text of a file with one passage replaced. */
static char *edited(const char *path, const char *from, const char *to)
{
  FILE *f = fopen(path, "rb");
  ck_assert_msg(f != NULL, "%s cannot be read", path);
  Buf all = {0}, out = {0};
  for (int ch; (ch = fgetc(f)) != EOF;) buf_char(&all, (char)ch);
  fclose(f);
  const char *at = strstr(buf_text(&all), from);
  ck_assert_msg(at != NULL, "%s has no \"%s\"", path, from);
  buf_addn(&out, buf_text(&all), (size_t)(at - buf_text(&all)));
  buf_add(&out, to);
  buf_add(&out, at + strlen(from));
  buf_free(&all);
  return buf_take(&out);
}

static const char heimlich[] = "scenarios/heimlich/game.regel";

/* How many of n random games differ, and the classes of their first findings. */
static int differing(const char *from, const char *to, int n, int *classes)
{
  char *text = edited(heimlich, from, to);
  Program *p = unit_compile(heimlich, NULL), *q = unit_compile(heimlich, text);
  Compare *c = compare_new(p, q);
  int differ = 0;
  for (int i = 0; i < n; i++) {
    Record r = {0};
    const char *settings = i % 2 ? "version=top_secret" : "";
    record(p, 3, settings, (uint64_t)i + 1, &r);
    CompareGame g = {3, (uint64_t)i + 1, settings, names, r.at, (int)r.n};
    Comparison *out = compare_game(c, &g);
    ck_assert_int_ne(out->ending, COMPARE_UNFIT);
    ck_assert(out->result[COMPARE_OLD].over);
    if (out->nfindings) {
      differ++;
      classes[compare_first(out)->class]++;
      ck_assert_ptr_nonnull(strstr(told(out), "old rules:"));
    }
    comparison_free(out);
    vec_free(&r);
  }
  compare_free(c);
  program_free(p);
  program_free(q);
  free(text);
  return differ;
}

START_TEST(a_building_worth_more_shows_in_the_scoring)
{
  int classes[COMPARE_CLASSES] = {0};
  int n = differing("{ worth = 5 }", "{ worth = 6 }", 10, classes);
  ck_assert_int_gt(n, 5);
  ck_assert_int_eq(classes[COMPARE_STATE], n);
}
END_TEST

START_TEST(a_larger_die_shows_in_the_first_roll)
{
  int classes[COMPARE_CLASSES] = {0};
  int n = differing("set face to random 1..6", "set face to random 2..6", 10, classes);
  ck_assert_int_eq(n, 10);
  ck_assert_int_eq(classes[COMPARE_CHANCE], n);
}
END_TEST

START_TEST(an_agent_that_is_declared_elsewhere_shows_nowhere)
{
  int classes[COMPARE_CLASSES] = {0};
  int n = differing("agent red \"Red\" { colour = red }, blue \"Blue\" { colour = blue }, yellow \"Yellow\" { colour = yellow }",
                    "# moved\nagent yellow \"Yellow\" { colour = yellow }, red \"Red\" { colour = red }, blue \"Blue\" { colour = blue }",
                    10, classes);
  ck_assert_int_eq(n, 0);
}
END_TEST

static TCase *make(void)
{
  TCase *t = tcase_create("compare");
  tcase_add_test(t, layout_order_and_wording_are_no_difference);
  tcase_add_test(t, a_game_beside_itself_is_the_same);
  tcase_add_test(t, rules_with_nothing_in_common_are_compared_without_harm);
  tcase_add_test(t, a_number_changed_shows_both_lines);
  tcase_add_test(t, a_first_value_changed_shows_the_declarations);
  tcase_add_test(t, a_requirement_added_shows_the_line_that_rejects);
  tcase_add_test(t, a_requirement_dropped_shows_the_line_that_rejected);
  tcase_add_test(t, a_label_reworded_is_the_same_answer);
  tcase_add_test(t, an_alternative_more_is_legality);
  tcase_add_test(t, another_die_is_chance);
  tcase_add_test(t, a_chance_that_is_gone_is_skipped);
  tcase_add_test(t, a_question_that_is_gone_is_skipped);
  tcase_add_test(t, a_new_question_stops_the_record_unless_there_is_nothing_to_choose);
  tcase_add_test(t, somebody_else_is_asked);
  tcase_add_test(t, a_field_hidden_from_others);
  tcase_add_test(t, a_card_shown_to_all);
  tcase_add_test(t, a_win_condition_changed);
  tcase_add_test(t, an_earlier_and_a_later_end);
  tcase_add_test(t, a_rule_error);
  tcase_add_test(t, a_card_removed_that_the_game_drew);
  tcase_add_test(t, a_card_added_is_no_difference_of_piles);
  tcase_add_test(t, a_title_is_no_name_but_an_id_is);
  tcase_add_test(t, copies_are_told_apart_by_number_only);
  tcase_add_test(t, a_card_put_elsewhere_shows_the_moves);
  tcase_add_test(t, a_choice_of_several);
  tcase_add_test(t, a_choice_made_in_parts);
  tcase_add_test(t, secret_answers);
  tcase_add_test(t, a_new_setting_with_a_default);
  tcase_add_test(t, a_setting_or_table_that_is_not_possible_any_more);
  tcase_add_test(t, a_record_that_does_not_fit_is_refused);
  tcase_add_test(t, the_report_in_full);
  tcase_add_test(t, a_building_worth_more_shows_in_the_scoring);
  tcase_add_test(t, a_larger_die_shows_in_the_first_roll);
  tcase_add_test(t, an_agent_that_is_declared_elsewhere_shows_nowhere);
  return t;
}

int main(void) { return unit_run(make, "compare", 120); }
