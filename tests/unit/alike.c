/* Copies, and orders that no rule looks at, count as one: the numbers that follow, and
 * the same verdict as when each counts for itself. */
#include "interp/explore/explore.h"
#include "interp/rules/pairs.h"
#include "tests/unit/unit.h"

static void look(const Program *p, bool apart, ExploreResult *r)
{
  int32_t *options = settings_new(p);
  ExplorePlan plan = {.program = p,
                      .seats = p->header->seats_low,
                      .options = options,
                      .seed = 1,
                      .jobs = 2,
                      .memory = (uint64_t)1 << 30,
                      .states = 1000000,
                      .depth = 1000000,
                      .apart = apart};
  explore_init(&plan, r);
  ck_assert_int_eq(explore_all(&plan, r), 0);
  ck_assert_int_eq(r->end, END_COMPLETE);
  free(options);
}

#define CARDS                                                                            \
  "kind card \"card\" { value worth: 0..9 }\n"                                           \
  "card ace \"Ace\" * 4 { worth = 1 }\ncard king \"King\" * 3 { worth = 2 }\n"           \
  "card queen \"Queen\" { worth = 3 }\n"                                                 \
  "deck: pile of card = card seen by none\ntable: pile of card\n"

/* Three of four aces, three kings and a queen: seven hands. */
static const char deal[] =
    "game deal \"Deal\" for 1..1\n" CARDS
    "verb setup { shuffle deck; draw 3 from deck to table }\n"
    "verb play { if sum(c in table: c.worth) > 6 { win players }; lose }\n";
/* The same where the order is looked at: 2 · 2 · 2 rows without the queen, and three
 * places for her with 2 · 2 others. */
static const char row[] =
    "game row \"Row\" for 1..1\n" CARDS "sight: 0..63\n"
    "verb setup { shuffle deck; draw 3 from deck to table }\n"
    "verb play { each c in table { set sight to min(63, 4 * sight + c.worth) }; win none }\n";
/* Cards go to and fro, one of them can be marked, and something may go wrong. */
static const char hands[] =
    "game hands \"Hands\" for 2..2\n" CARDS "kind card { marked: flag }\nhot: card or none\n"
    "kind player { hand: pile of card seen by owner }\n"
    "always count(c in card: c.marked) < 3 \"few are marked\"\n"
    "verb setup { shuffle deck; each p in players { draw 2 from deck to p.hand } }\n"
    "verb play {\n  let p: player = first(players)\n"
    "  repeat 4 {\n    as p {\n      let c = choose hand \"Which?\"\n"
    "      choose { \"Lay\" { move c to table; set hot to c }\n"
    "        \"Mark\" { set c.marked to yes }\n"
    "        \"Back\" { set c.marked to no; move c to deck; shuffle deck; draw 1 from deck to hand } }\n"
    "    }\n    set p to next(p)\n  }\n"
    "  if hot is not none { if hot.marked { win players } }\n"
    "  win most(q in players: sum(c in q.hand: c.worth))\n}\n";
/* Who comes first decides: copies are not alike, whatever their face is. */
static const char named[] =
    "game named \"Named\" for 1..1\nkind card \"card\"\ncard ace \"Ace\" * 3\n"
    "deck: pile of card = card\ntable: pile of card\nkind player { hand: pile of card }\n"
    "verb play { as first(players) {\n"
    "  choose { \"Hand\" { draw 1 from deck to hand; draw 1 from deck to table }\n"
    "    \"Table\" { draw 1 from deck to table; draw 1 from deck to hand } }\n"
    "  choose { \"Go\" { if last(ace) in table { win players } }; \"Stay\" { } }\n"
    "  lose } }\n";

/* Whoever has laid three kings cannot go on; copies and hands in any order. */
static const char stuck[] =
    "game stuck \"Stuck\" for 2..2\n" CARDS
    "kind player { hand: pile of card seen by owner }\n"
    "verb setup { shuffle deck; each p in players { draw 3 from deck to p.hand } }\n"
    "verb play {\n  let p: player = first(players)\n"
    "  repeat 4 {\n    as p {\n"
    "      if count(table where it in king) > 2 { move (choose hand where it in queen) to deck }\n"
    "      choose { c in hand \"Lay {c}\" { move c to table }; \"Stop\" { lose } }\n"
    "    }\n    set p to next(p)\n  }\n"
    "  win most(q in players: sum(c in q.hand: c.worth))\n}\n";

static const struct Game {
  const char *text; /* or the path of a file */
  uint64_t ended; /* as one, and each for itself; 0: not counted by hand */
  int less;       /* so many states fewer at least; below 0: more, as each draw that is read at
                   * once is a state before it is, too */
} games[] = {{deal, 7, 1}, {row, 20, -2}, {hands, 0, 1}, {named, 3, 0}, {stuck, 0, 1},
             {"tests/planted/four.regel", 0, 0}};

START_TEST(a_verdict_is_the_same)
{
  const struct Game *g = &games[_i];
  bool file = strncmp(g->text, "game", 4) != 0;
  Program *p = unit_compile(file ? g->text : "alike", file ? NULL : g->text);
  ExploreResult one, each;
  look(p, false, &one);
  look(p, true, &each);
  if (g->ended) ck_assert_uint_eq(one.ended, g->ended);
  long less = (long)each.states - (long)one.states;
  ck_assert(g->less > 0 ? less >= g->less : less == g->less);
  ck_assert_uint_eq(one.findings.n, each.findings.n);
  for (size_t i = 0; i < one.findings.n; i++) {
    ck_assert_int_eq(one.findings.at[i].kind, each.findings.at[i].kind);
    ck_assert_int_eq(one.findings.at[i].ip, each.findings.at[i].ip);
  }
  for (int i = 0; i < p->n_code; i++) ck_assert_int_eq(one.ran[i] > 0, each.ran[i] > 0);
  /* Every `win`, `lose` and error is an instruction: so the endings are the same, too. */
  for (int i = 0; i < p->n_alts; i++) ck_assert_int_eq(one.taken[i] > 0, each.taken[i] > 0);
  explore_free(&one);
  explore_free(&each);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("alike");
  tcase_add_loop_test(t, a_verdict_is_the_same, 0, (int)(sizeof games / sizeof *games));
  return t;
}

int main(void) { return unit_run(cases, "alike", 60); }
