/* Is every game that a reader may think possible dealt as often as it should be?
 *
 * Of small games all ways to play are listed: each draw and roll by its weight, each
 * answer of another seat as likely as the others offered.  Those that a reader cannot
 * tell from one of them, by all that he was told, shown and asked, are the games that
 * vm_known may deal, with these weights.  Thousands of deals are compared with them. */
#include "interp/vm/vm.h"
#include "tests/unit/unit.h"

#include <math.h>

enum { WORLDS = 1 << 14, MOST_STEPS = 64, DEALS = 3000, READER = 0 };

typedef struct World {
  uint64_t heard, state;
  double weight;
  int32_t answers[MOST_STEPS];
  int n;
} World;

typedef struct Worlds {
  Vm *vm;
  Ears *ears;
  int question; /* of the reader, from 1, at which they are listed */
  World *at;
  int n;
} Worlds;

static void list_from(Worlds *w, World here, int asked)
{
  Vm *vm = w->vm;
  VmStatus s = vm_step(vm);
  if (s != VM_DECIDE && s != VM_CHANCE) return;
  asked += s == VM_DECIDE && vm_option(vm, 0).seat == READER;
  if (asked == w->question) {
    ck_assert_int_lt(w->n, WORLDS);
    here.heard = ears_hash(w->ears, READER);
    here.state = vm_hash(vm);
    w->at[w->n++] = here;
    return;
  }
  ck_assert_int_lt(here.n, MOST_STEPS);
  unsigned char *state = malloc(vm_saved_size(vm));
  void *ears = ears_save(w->ears);
  vm_save(vm, state);
  double all = 0;
  int n = vm_options(vm);
  for (int i = 0; i < n; i++) all += s == VM_CHANCE ? (double)vm_weight(vm, i) : 1;
  for (int i = 0; i < n; i++) {
    vm_restore(vm, state);
    ears_restore(w->ears, ears);
    ck_assert_int_eq(vm_step(vm), s);
    World next = here;
    next.weight *= (s == VM_CHANCE ? (double)vm_weight(vm, i) : 1) / all;
    next.answers[next.n++] = i;
    ears_answer(w->ears, i);
    vm_answer(vm, i);
    list_from(w, next, asked);
  }
  free(state);
  free(ears);
}

/* Plays one of the worlds once more, so that its past is known.  If deals are kept, one
 * is made at each question of the reader on the way. */
static void play(Vm *vm, const World *x, int seats, uint64_t key)
{
  vm_auto_chance(vm, false);
  vm_start(vm, &(Setup){seats, 1, NULL});
  vm_step(vm);
  for (int i = 0; i < x->n; i++) {
    if (key && vm_asked(vm) >> READER & 1) vm_known(vm, READER, key * MOST_STEPS + i);
    vm_answer(vm, x->answers[i]);
    vm_step(vm);
  }
  ck_assert_uint_eq(vm_hash(vm), x->state);
}

/* The states that the reader cannot tell from that of `real`, each once, with their
 * weights, which add up to 1. */
static int alike(const Worlds *w, const World *real, World *out)
{
  int n = 0;
  double all = 0;
  for (int i = 0; i < w->n; i++) {
    if (w->at[i].heard != real->heard) continue;
    int k = 0;
    while (k < n && out[k].state != w->at[i].state) k++;
    if (k == n) out[n] = w->at[i], out[n++].weight = 0;
    out[k].weight += w->at[i].weight;
    all += w->at[i].weight;
  }
  for (int k = 0; k < n; k++) out[k].weight /= all;
  return n;
}

typedef struct Small {
  const char *what, *text;
  int seats, question;
  double
      most; /* half the sum of all differences may be at most this; 0: only by chance */
} Small;

#define CARDS "kind card \"card\"\n"
#define HANDS                                                                            \
  "kind player { hand: pile of card seen by owner; n: 0..9 seen by owner; shown: pile "  \
  "of card }\n"                                                                          \
  "deck: pile of card = card seen by none\n"
#define ASKED                                                                            \
  "  as first(players) { choose \"?\" { \"a\" { }; \"b\" { } } }\n  win none\n}\n"

static const Small smalls[] = {
    {"cards that were dealt",
     "game g \"G\" for 2..3\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 1 from deck to p.hand "
     "}\n" ASKED,
     3, 1, 0},
    {"cards of which there are copies",
     "game g \"G\" for 2..2\n" CARDS "card a \"A\" * 3, b \"B\" * 2, c \"C\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 2 from deck to p.hand "
     "}\n" ASKED,
     2, 1, 0},
    {"a card taken out of a hand at random",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 2 from deck to p.hand }\n"
     "  let x = random last(players).hand\n  move x to deck\n" ASKED,
     2, 1, 0},
    {"a deck that is dealt to its last card, one of which is shown",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  draw 2 from deck to first(players).hand\n"
     "  draw 3 from deck to last(players).hand\n"
     "  let x = random last(players).hand\n  reveal x to players\n" ASKED,
     2, 1, 0},
    {"rolls that nobody sees",
     "game g \"G\" for 2..2\n" CARDS "card a \"A\"\n" HANDS
     "verb play {\n  each p in players { set p.n to random 1..6 }\n" ASKED,
     2, 1, 0},
    {"a roll of which something was told",
     "game g \"G\" for 2..2\n" CARDS "card a \"A\"\n" HANDS
     "verb play {\n  each p in players { set p.n to random 1..6 }\n"
     "  let high = last(players).n > 2\n  reveal high to players\n" ASKED,
     2, 1, 0},
    {"a secret answer",
     "game g \"G\" for 2..2\n" CARDS "card a \"A\"\n" HANDS
     "verb play {\n  secretly each p in players { set p.n to choose 1..5 \"n?\" "
     "}\n" ASKED,
     2, 2, 0},
    {"a card that was laid open",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 2 from deck to p.hand }\n"
     "  as last(players) { move (choose hand \"Which?\") to shown }\n" ASKED,
     2, 1, 0},
    {"a card of which there are copies, laid open",
     "game g \"G\" for 2..2\n" CARDS "card a \"A\" * 2, b \"B\", c \"C\" * 2\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 2 from deck to p.hand }\n"
     "  as last(players) { move (choose hand \"Which?\") to shown }\n" ASKED,
     2, 1, 0.3}, /* how likely the answer was is not weighed */
    {"a card that went back face down",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 1 from deck to p.hand }\n"
     "  as last(players) { move (choose hand \"Which?\") to deck }\n  shuffle deck\n"
     "  draw 1 from deck to first(players).hand\n  draw 1 from deck to "
     "last(players).hand\n" ASKED,
     2, 1, 0},
    {"a deck that was split into two, and a card of one of them",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "left: pile of card seen by none\nright: pile of card seen by none\n"
     "verb play {\n  shuffle deck\n  draw 2 from deck to left\n"
     "  each x in deck { move x to right }\n  shuffle left\n  shuffle right\n"
     "  draw 1 from right to first(players).shown\n"
     "  draw 1 from left to last(players).hand\n" ASKED,
     2, 1, 0},
    {"the same, cards of both, and what is left of one comes to the other",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "left: pile of card seen by none\nright: pile of card seen by none\n"
     "verb play {\n  shuffle deck\n  draw 2 from deck to left\n"
     "  each x in deck { move x to right }\n  shuffle left\n  shuffle right\n"
     "  draw 1 from right to first(players).shown\n"
     "  each x in left { move x to right }\n  shuffle right\n"
     "  draw 2 from right to first(players).shown\n"
     "  draw 1 from right to last(players).hand\n" ASKED,
     2, 1, 0},
    {"two rolls, a question between them, and something told of both",
     "game g \"G\" for 2..2\n" CARDS "card a \"A\"\n" HANDS
     "verb play {\n  set last(players).n to random 1..4\n"
     "  as first(players) { choose \"?\" { \"a\" { }; \"b\" { } } }\n"
     "  raise last(players).n by random 1..4\n"
     "  let high = last(players).n > 5\n  reveal high to players\n" ASKED,
     2, 2, 0},
    {"cards, a question, and one of them shown behind it",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 2 from deck to p.hand }\n"
     "  as first(players) { choose \"?\" { \"a\" { }; \"b\" { } } }\n"
     "  as last(players) { move (choose hand \"Which?\") to shown }\n" ASKED,
     2, 2, 0},
    {"a question that only some hands are asked",
     "game g \"G\" for 2..2\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 2 from deck to p.hand }\n"
     "  as last(players) { if a in hand or b in hand { choose \"Well?\" { \"x\" { }; "
     "\"y\" { } } } }\n" ASKED,
     2, 1, 0},
    {"hands of which each seat has told something, so that few beginnings agree",
     "game g \"G\" for 2..5\n" CARDS
     "card a \"A\", b \"B\", c \"C\", d \"D\", e \"E\", f \"F\", g \"G\", h \"H\", "
     "i \"I\"\n" HANDS
     "verb play {\n  shuffle deck\n  each p in players { draw 1 from deck to p.hand }\n"
     "  each p in players where it is not first(players) { as p { choose \"?\" {\n"
     "    \"ab\" { require a in hand or b in hand }\n"
     "    \"cd\" { require c in hand or d in hand }\n"
     "    \"ef\" { require e in hand or f in hand }\n"
     "    \"ghi\" { require g in hand or h in hand or i in hand }\n  } } }\n" ASKED,
     5, 1, 0.05}, /* most of them are mended, which is nearly as good */
};

/* The sum of squares above which chance does it less than once in a million times, about
 * (Wilson and Hilferty). */
static double most_squares(int freedom)
{
  double k = freedom, z = 4.9, x = 1 - 2 / (9 * k) + z * sqrt(2 / (9 * k));
  return k * x * x * x;
}

static void compare(const Small *s, Vm *vm, const World *real, const World *want, int n)
{
  int *dealt = calloc((size_t)n, sizeof *dealt);
  long weak = vm_known_weakly(vm);
  for (int key = 0; key < DEALS; key++) {
    if (real) play(vm, real, s->seats, (uint64_t)key + 1);
    uint64_t state = vm_hash(vm_known(vm, READER, (uint64_t)key));
    int k = 0;
    while (k < n && want[k].state != state) k++;
    ck_assert_msg(k < n, "%s: a game was dealt that the reader knows is not so", s->what);
    dealt[k]++;
  }
  ck_assert_msg(vm_known_weakly(vm) == weak, "%s: a weak deal", s->what);
  double squares = 0, apart = 0;
  for (int k = 0; k < n; k++) {
    double d = dealt[k] - DEALS * want[k].weight;
    squares += d * d / (DEALS * want[k].weight);
    apart += fabs(d) / DEALS / 2;
    ck_assert_msg(dealt[k], "%s: of %d possible games one was never dealt", s->what, n);
  }
  if (s->most > 0) ck_assert_msg(apart < s->most, "%s: %.3f apart", s->what, apart);
  else if (n > 1)
    ck_assert_msg(squares < most_squares(n - 1), "%s: %d games, %.1f squares, %.3f apart",
                  s->what, n, squares, apart);
  free(dealt);
}

START_TEST(every_game_that_is_possible_is_dealt_as_often_as_it_should)
{
  const Small *s = &smalls[_i];
  int tried = s->seats > 4 ? 2 : 10; /* of what the reader may know by then */
  Program *p = unit_compile("small", s->text);
  Worlds w = {.vm = vm_new(p), .question = s->question};
  w.at = calloc(WORLDS, sizeof *w.at);
  World *want = calloc(WORLDS, sizeof *want);
  vm_auto_chance(w.vm, false);
  w.ears = ears_new(w.vm);
  vm_start(w.vm, &(Setup){s->seats, 1, NULL});
  list_from(&w, (World){.weight = 1}, 0);
  ears_free(w.ears);
  ck_assert_int_gt(w.n, 3);
  Vm *vm = vm_new(p);
  int some = 0;
  for (int i = 0; i < tried; i++) {
    const World *real = &w.at[(i * 7919 + w.n - 1) % w.n];
    play(vm, real, s->seats, 0);
    int n = alike(&w, real, want);
    some += n > 1;
    compare(s, vm, NULL, want, n);
    if (s->question == 1) continue;
    vm_keep_deals(vm, true);
    compare(s, vm, real, want, n);
    vm_keep_deals(vm, false);
  }
  ck_assert_int_gt(some, 0);
  vm_free(vm);
  vm_free(w.vm);
  free(w.at);
  free(want);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("uniform");
  tcase_add_loop_test(t, every_game_that_is_possible_is_dealt_as_often_as_it_should, 0,
                      (int)(sizeof smalls / sizeof *smalls));
  return t;
}

int main(void) { return unit_run(cases, "uniform", 60); }
