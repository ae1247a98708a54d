/* Draws that nobody looks at: games made at random are searched with each draw told apart
 * and with draws left unread.  What happens must be the same, and so must the endings,
 * since every card is looked at before the end. */
#include "interp/explore/explore.h"
#include "interp/rules/pairs.h"
#include "tests/unit/unit.h"

enum { GAMES = 200 };

static unsigned luck;
static int below(int n)
{
  luck = luck * 1664525u + 1013904223u;
  return (int)(luck >> 16) % n;
}
#define ANY(list) list[below((int)(sizeof list / sizeof *list))]

static const char *const froms[] = {"deck", "deck", "deck", "spare", "hand"};
static const char *const tos[] = {"hand", "hand", "next(me).hand", "table", "spare", "old"};
/* Each looks at what lies somewhere in a way of its own. */
static const char *const looks[] = {
    "any(c in hand: c.worth > 2)", "ace in hand",   "king in old",  "ace in deck",
    "last(king).owner is me",      "sight > 40",    "count(hand) > 1", "king in next(me).hand",
    "any(c in ace: sees(next(me), c))",         "empty(deck)",   "any(c in ace: c.mark > 0)", "word in king",
    "sum(c in spare: c.worth) > 3"};
static const char *const deeds[] = {
    "shuffle deck",
    "shuffle old; shuffle spare",
    "if empty(deck) { move old to deck; shuffle deck }",
    "move hand to old",
    "move hand to next(me).hand",
    "move ace to table",
    "move king to deck",
    "move (hand where it.worth > 2) to table",
    "each c in hand { set sight to min(999, 3 * sight + c.worth) }",
    "each c in spare { set c.mark to min(3, c.mark + 1) }",
    "reveal ace to players",
    "reveal hand to me",
    "each c in ace { set c.mark to 2 }",
    "set word to first(table)",
    "if not empty(table) { set word to last(table) }",
    "if not empty(hand) { let c = choose hand \"Which?\"; move c to old }",
    "if count(deck) < 9 { let x = choose card \"Which?\"; if x in next(me).hand { raise sight by 1 } }",
    "choose { c in hand \"Lay {c}\" { move c to table }; \"Pass\" { } }",
    "secretly each q in players { let n = choose 1..2 \"How many?\"; set q.held to n }",
    "raise sight by random 1..2",
};

static void draw_line(Buf *b)
{
  buf_printf(b, "draw %d from %s to %s", 1 + below(2), ANY(froms), ANY(tos));
}

static void line(Buf *b)
{
  int what = below(6);
  if (what < 2) draw_line(b);
  else if (what < 5) buf_add(b, ANY(deeds));
  else {
    buf_printf(b, "if %s { ", ANY(looks));
    if (below(2)) draw_line(b);
    else buf_add(b, ANY(deeds));
    buf_add(b, " }");
  }
  buf_add(b, "\n");
}

static void write_game(Buf *b, unsigned seed)
{
  static const char *const faces[] = {"ace", "king", "queen", "jack", "ten"};
  luck = seed * 7919 + 1;
  buf_add(b, "game unread \"Unread\" for 2..2\n"
             "kind card \"card\" { value worth: 0..9; mark: 0..3 seen by none }\n");
  int copies = below(3);
  for (int i = 0; i < 5; i++)
    buf_printf(b, "card %s \"%s\" * %d { worth = %d }\n", faces[i], faces[i], 1 + (i == copies),
             1 + below(4));
  buf_printf(b, "deck: pile of card = card%s seen by none\n",
           below(3) ? "" : " where it.worth > 1");
  buf_add(b, "spare: pile of card seen by none\nold: pile of card seen by none\n"
             "table: pile of card\n");
  buf_printf(b, "kind player { hand: pile of card seen by %s; held: 0..9 seen by none }\n",
           below(3) ? "owner" : "none");
  buf_add(b, "sight: 0..999 seen by none\nword: card or none seen by none\n");
  if (!below(3)) buf_add(b, "always not (ace in old and king in spare) \"they part\"\n");
  if (!below(3)) buf_add(b, "always not any(p in players: sum(c in p.hand: c.worth) > 6) \"few\"\n");
  if (!below(3))
    buf_add(b, "claim \"one goes\" if count(deck) > 1 {\n let n = count(deck)\n"
               " draw 2 from deck to old\n require count(deck) is n - 2 and not ace in old\n}\n");
  buf_add(b, "verb setup {\n shuffle deck\n each p in players { as p {\n");
  draw_line(b);
  buf_add(b, "\n} }\n }\nverb play {\n let p: player = first(players)\n repeat 2 {\n as p {\n");
  for (int i = 1 + below(3); i > 0; i--) line(b);
  buf_add(b, " }\n set p to next(p)\n }\n"
             " each c in card { if c in old { set sight to min(999, 2 * sight + c.worth) } }\n"
             " each q in players { set q.held to min(9, sum(c in q.hand: c.worth)) }\n"
             " if sum(c in spare: c.worth) > 3 { win first(players) }\n"
             " if sight > 30 { win players }\n lose \"that was it\"\n}\n");
}

static void look(const Program *p, bool apart, ExploreResult *r)
{
  int32_t *options = settings_new(p);
  ExplorePlan plan = {.program = p,
                      .seats = 2,
                      .options = options,
                      .seed = 1,
                      .jobs = 1,
                      .memory = (uint64_t)1 << 30,
                      .states = 30000,
                      .depth = 1000000,
                      .apart = apart};
  explore_init(&plan, r);
  ck_assert_int_eq(explore_all(&plan, r), 0);
  free(options);
}

/* Played as an ordinary game the answers lead where the finding says. */
static void play(const Program *p, const Finding *f)
{
  Vm *vm = vm_new(p);
  int32_t *options = settings_new(p);
  vm_check_always(vm, true);
  vm_check_claims(vm, 1);
  vm_start(vm, &(Setup){2, 1, options});
  VmStatus status = vm_step(vm);
  for (int32_t i = 0; i < f->count && status != VM_ERROR; i++) {
    ck_assert_int_lt(f->answers[i], vm_options(vm));
    vm_answer(vm, f->answers[i]);
    status = vm_step(vm);
  }
  ck_assert_int_eq(status, VM_ERROR);
  ck_assert_int_eq(vm_error(vm), f->error);
  free(options);
  vm_free(vm);
}

static int find(const ExploreResult *r, const Finding *f)
{
  for (size_t i = 0; i < r->findings.n; i++)
    if (r->findings.at[i].kind == f->kind && r->findings.at[i].ip == f->ip) return 1;
  return 0;
}

START_TEST(the_same_happens)
{
  Buf b = {0};
  ExploreResult lazy, each;
  write_game(&b, (unsigned)_i);
  Program *p = unit_compile("unread", buf_text(&b));
  look(p, false, &lazy);
  look(p, true, &each);
  if (lazy.end == END_COMPLETE && each.end == END_COMPLETE) {
    ck_assert_uint_eq(lazy.findings.n, each.findings.n);
    for (int i = 0; i < p->n_code; i++)
      ck_assert_msg((lazy.ran[i] > 0) == (each.ran[i] > 0), "%d: %s", i, buf_text(&b));
    for (int i = 0; i < p->n_alts; i++)
      ck_assert_int_eq(lazy.taken[i] > 0, each.taken[i] > 0);
  }
  for (size_t i = 0; i < lazy.findings.n; i++) {
    const Finding *f = &lazy.findings.at[i];
    if (each.end == END_COMPLETE) ck_assert_int_eq(find(&each, f), 1);
    if (f->kind == FIND_ERROR || f->kind == FIND_ALWAYS) play(p, f);
  }
  explore_free(&lazy);
  explore_free(&each);
  program_free(p);
  buf_free(&b);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("unread");
  tcase_add_loop_test(t, the_same_happens, 0, GAMES / unit_share());
  return t;
}

int main(void) { return unit_run(cases, "unread", 120); }
