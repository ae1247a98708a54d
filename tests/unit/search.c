/* The library behind `regel explore`: numbers that are known, findings with the shortest
 * sequence, and the same result on any number of threads. */
#include "interp/explore/explore.h"
#include "interp/rules/pairs.h"
#include "tests/unit/unit.h"

typedef struct Case {
  Program *p;
  int32_t *options;
  ExplorePlan plan;
  ExploreResult r;
} Case;

static Case begin(const char *path, const char *text, int jobs)
{
  Case c = {.p = unit_compile(path, text)};
  c.options = settings_new(c.p);
  c.plan = (ExplorePlan){.program = c.p,
                         .seats = c.p->header->seats_low,
                         .options = c.options,
                         .seed = 1,
                         .jobs = jobs,
                         .memory = (uint64_t)1 << 30,
                         .states = 10000000,
                         .depth = 1000000,
                         .length = 500};
  return c;
}

static void run(Case *c)
{
  explore_init(&c->plan, &c->r);
  ck_assert_int_eq(explore_all(&c->plan, &c->r), 0);
}

static void end(Case *c)
{
  explore_free(&c->r);
  free(c->options);
  program_free(c->p);
}

static void set(Case *c, const char *name, const char *value)
{
  Buf why = {0};
  ck_assert_msg(settings_set(c->p, c->options, name, value, &why), "%s", buf_text(&why));
  buf_free(&why);
}

START_TEST(tictactoe_is_counted)
{
  Case c = begin("scenarios/tictactoe/game.regel", NULL, 2);
  run(&c);
  ck_assert_int_eq(c.r.end, END_COMPLETE);
  ck_assert_uint_eq(c.r.states, 5478);
  ck_assert(c.r.counted);
  ck_assert_uint_eq(c.r.games, 255168);
  ck_assert_uint_eq(c.r.levels.n, 10);
  ck_assert_uint_eq(c.r.findings.n, 0);
  end(&c);
}
END_TEST

START_TEST(connect_four_on_4x4_is_counted)
{
  Case c = begin("scenarios/connect4/game.regel", NULL, 2);
  set(&c, "columns", "4");
  set(&c, "rows", "4");
  run(&c);
  ck_assert_uint_eq(c.r.states, 161029);
  ck_assert_int_eq(c.r.end, END_COMPLETE);
  end(&c);
}
END_TEST

/* The positions of connect four on 7x6 by the number of discs (John Tromp). */
START_TEST(connect_four_begins_with_known_numbers)
{
  static const uint64_t known[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275};
  Case c = begin("scenarios/connect4/game.regel", NULL, 2);
  c.plan.depth = 8;
  run(&c);
  ck_assert_int_eq(c.r.end, END_DEPTH);
  for (int i = 0; i <= 8; i++) ck_assert_uint_eq(c.r.levels.at[i].states, known[i]);
  end(&c);
}
END_TEST

static const char endless[] =
    "game endless \"Endless\" for 1..1\n"
    "room: 0..4\n"
    "verb play {\n"
    "  repeat { as first(players) { choose {\n"
    "    \"On\" { if room < 3 { raise room by 1 } }\n"
    "    \"Back\" { if room < 3 { lower room by 1 } }\n"
    "    \"Out\" { if room is 1 { win first(players) } }\n"
    "  } } }\n"
    "}\n";

START_TEST(a_trap_without_an_end_is_found)
{
  Case c = begin("endless", endless, 2);
  run(&c);
  ck_assert(c.r.endless_sought && !c.r.even);
  ck_assert_uint_eq(c.r.findings.n, 1);
  const Finding *f = &c.r.findings.at[0];
  ck_assert_int_eq(f->kind, FIND_ENDLESS);
  ck_assert_int_eq(f->count, 3);
  ck_assert_uint_eq(f->times, 1);
  for (int i = 0; i < 3; i++) ck_assert_int_eq(f->answers[i], 0);
  end(&c);
}
END_TEST

/* A cycle that can always be left is no finding. */
static const char round_and_round[] =
    "game round \"Round\" for 1..1\nroom: 0..4\n"
    "verb play { repeat { as first(players) { choose {\n"
    "  \"On\" { if room is 4 { set room to 0 } else { raise room by 1 } }\n"
    "  \"Out\" { if room is 2 { win none } } } } } }\n";

START_TEST(a_cycle_with_a_way_out_is_no_finding)
{
  Case c = begin("round", round_and_round, 1);
  run(&c);
  ck_assert(c.r.endless_sought && !c.r.even);
  ck_assert_uint_eq(c.r.states, 6);
  ck_assert_uint_eq(c.r.findings.n, 0);
  end(&c);
}
END_TEST

static const char deep[] =
    "game deep \"Deep\" for 1..1\nn: 0..99\n"
    "verb play { repeat 6 { as first(players) { choose {\n"
    "  \"Stay\" { }; \"Down\" { lower n by 1 }; \"Up\" { raise n by 2 } } } }; win none }\n"
    "always n < 10 \"never ten\"\n";

START_TEST(what_must_always_hold_is_looked_at_in_every_state)
{
  Case c = begin("deep", deep, 2);
  run(&c);
  ck_assert_uint_eq(c.r.findings.n, 1);
  ck_assert_int_eq(c.r.findings.at[0].kind, FIND_ALWAYS);
  ck_assert_int_eq(c.r.findings.at[0].count, 5);
  for (int i = 0; i < 5; i++) ck_assert_int_eq(c.r.findings.at[0].answers[i], 2);
  end(&c);
}
END_TEST

/* Thirty harmless answers stand before the one that matters. */
static const char long_way[] =
    "game long \"Long\" for 1..1\nn: 0..9\nm: 0..99\n"
    "verb play { repeat 40 { as first(players) { choose {\n"
    "  \"Rest\" { set m to 0 }; \"Work\" { raise m by 1 }; \"Climb\" { raise n by 1 } } } }; win none }\n"
    "always n < 4 \"never four\"\n";

START_TEST(a_walk_is_cut_down_to_what_matters)
{
  Case c = begin("long", long_way, 2);
  c.plan.walks = 64;
  explore_init(&c.plan, &c.r);
  ck_assert_int_eq(explore_walk(&c.plan, &c.r), 0);
  ck_assert_int_eq(c.r.walks, 64);
  ck_assert_uint_eq(c.r.findings.n, 1);
  ck_assert_int_eq(c.r.findings.at[0].kind, FIND_ALWAYS);
  ck_assert_int_eq(c.r.findings.at[0].count, 4);
  end(&c);
}
END_TEST

static bool same_findings(const ExploreResult *a, const ExploreResult *b)
{
  if (a->findings.n != b->findings.n) return false;
  for (size_t i = 0; i < a->findings.n; i++) {
    const Finding *x = &a->findings.at[i], *y = &b->findings.at[i];
    if (x->kind != y->kind || x->ip != y->ip || x->times != y->times || x->count != y->count ||
        (x->count && memcmp(x->answers, y->answers, sizeof *x->answers * (size_t)x->count)))
      return false;
  }
  return true;
}

/* Every ruleset, stopped by a number of states in the middle of a level, then walked. */
START_TEST(threads_do_not_change_the_result)
{
  const Table *t = &tables[_i];
  ExploreResult results[3];
  Case c = begin(t->path, NULL, 1);
  for (int i = 0; i < 3 && t->options[i][0]; i++) set(&c, t->options[i][0], t->options[i][1]);
  c.plan.seats = t->seats;
  c.plan.states = 400; /* all claims are tried in each of them */
  c.plan.walks = 12;
  c.plan.claims = 8;
  c.plan.length = 200;
  c.plan.counts = true;
  for (int jobs = 1; jobs <= 3; jobs++) {
    ExploreResult *r = &results[jobs - 1];
    c.plan.jobs = jobs;
    explore_init(&c.plan, r);
    ck_assert_int_eq(explore_all(&c.plan, r), 0);
    ck_assert_int_eq(explore_walk(&c.plan, r), 0);
  }
  for (int i = 1; i < 3; i++) {
    ck_assert_uint_eq(results[i].states, results[0].states);
    ck_assert_uint_eq(results[i].steps, results[0].steps);
    ck_assert_uint_eq(results[i].bytes, results[0].bytes);
    ck_assert_uint_eq(results[i].walk_steps, results[0].walk_steps);
    ck_assert(same_findings(&results[i], &results[0]));
    ck_assert(!memcmp(results[i].ran, results[0].ran, sizeof *results[0].ran * (size_t)c.p->n_code));
    ck_assert(!memcmp(results[i].taken, results[0].taken, sizeof *results[0].taken * (size_t)c.p->n_alts));
  }
  for (int i = 0; i < 2; i++) explore_free(&results[i]);
  c.r = results[2];
  end(&c);
}
END_TEST

START_TEST(memory_is_a_limit)
{
  Case c = begin("scenarios/connect4/game.regel", NULL, 2);
  c.plan.memory = 8 << 20;
  run(&c);
  ck_assert_int_eq(c.r.end, END_MEMORY);
  ck_assert_uint_gt(c.r.states, 10000);
  ck_assert_uint_lt(c.r.bytes, 12 << 20);
  end(&c);
}
END_TEST

/* With perft a state counts at every depth where it can be reached. */
START_TEST(perft_counts_sequences_through_cycles)
{
  Case c = begin("round", round_and_round, 2);
  c.plan.perft = true;
  c.plan.depth = 6;
  run(&c);
  ck_assert(c.r.counted);
  for (int i = 0; i <= 3; i++) /* two answers each; after three the first game is over */
    ck_assert_uint_eq(c.r.levels.at[i].sequences, (uint64_t)1 << i);
  ck_assert_uint_eq(c.r.levels.at[3].games, 1);
  ck_assert_uint_eq(c.r.levels.at[4].sequences, 14);
  end(&c);
}
END_TEST

START_TEST(a_walk_notices_that_it_goes_round)
{
  Case c = begin("round.regel",
                 "game round \"Round\" for 2..2\n"
                 "n: 0..999\n"
                 "turns: 0..9\n"
                 "verb play {\n"
                 "  set n to random 0..999\n"
                 "  repeat { as first(players) { choose { \"On\" { raise turns by 1 } } }\n"
                 "    if n > 999 { win none } }\n"
                 "}\n",
                 1);
  c.plan.states = 10;
  c.plan.walks = 1;
  run(&c);
  ck_assert_int_eq(explore_walk(&c.plan, &c.r), 0);
  ck_assert_int_eq(c.r.findings.n, 1);
  ck_assert_int_eq(c.r.findings.at[0].kind, FIND_ENDLESS);
  ck_assert_int_lt(c.r.findings.at[0].count, 30); /* not only at the walk's last answer */
  end(&c);
}
END_TEST

START_TEST(every_two_settings_meet_in_few_rows)
{
  const int sizes[] = {6, 2, 7, 2, 2, 1};
  Pairs p = pairs_make(sizes, 6);
  for (int i = 0; i < 6; i++)
    for (int j = i + 1; j < 6; j++)
      for (int a = 0; a < sizes[i]; a++)
        for (int b = 0; b < sizes[j]; b++) {
          int met = 0;
          for (int k = 0; k < p.rows; k++)
            met += p.values[k * 6 + i] == a && p.values[k * 6 + j] == b;
          ck_assert_int_gt(met, 0);
        }
  ck_assert_int_ge(p.rows, 42); /* the two largest alone need as many */
  ck_assert_int_le(p.rows, 50); /* of 336 combinations */
  pairs_free(&p);
}
END_TEST

START_TEST(one_setting_is_tried_value_by_value_and_none_once)
{
  Pairs p = pairs_make((const int[]){3}, 1);
  ck_assert_int_eq(p.rows, 3);
  ck_assert_int_eq(p.values[2], 2);
  pairs_free(&p);
  p = pairs_make(NULL, 0);
  ck_assert_int_eq(p.rows, 1);
  pairs_free(&p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("search");
  tcase_add_test(t, tictactoe_is_counted);
  tcase_add_test(t, connect_four_on_4x4_is_counted);
  tcase_add_test(t, connect_four_begins_with_known_numbers);
  tcase_add_test(t, a_trap_without_an_end_is_found);
  tcase_add_test(t, a_cycle_with_a_way_out_is_no_finding);
  tcase_add_test(t, what_must_always_hold_is_looked_at_in_every_state);
  tcase_add_test(t, a_walk_is_cut_down_to_what_matters);
  tcase_add_loop_test(t, threads_do_not_change_the_result, 0, TABLES);
  tcase_add_test(t, memory_is_a_limit);
  tcase_add_test(t, perft_counts_sequences_through_cycles);
  tcase_add_test(t, a_walk_notices_that_it_goes_round);
  tcase_add_test(t, every_two_settings_meet_in_few_rows);
  tcase_add_test(t, one_setting_is_tried_value_by_value_and_none_once);
  return t;
}

int main(void) { return unit_run(cases, "search", 300); }
