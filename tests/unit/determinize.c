/* What a bot may think with: everything a seat sees stays, everything else is dealt anew. */
#include "interp/vm/vm_int.h"
#include "tests/unit/unit.h"

enum { MANY = 512 };

/* Where everything lies, bottom to top, and what a seat knows of it. */
typedef struct Layout {
  int count[MANY];
  int32_t at[MANY][MANY];
  bool known[MANY]; /* of each thing */
  int64_t fields[MANY];
  int nfields;
} Layout;

static void look(Vm *vm, int seat, Layout *l)
{
  const Program *p = vm_program(vm);
  l->nfields = 0;
  for (int i = 0; i < p->header->piles && i < MANY; i++) l->count[i] = vm_pile(vm, i, l->at[i], MANY);
  for (int i = 0; i < p->n_things && i < MANY; i++) l->known[i] = vm_sees_thing(vm, seat, i);
  for (int f = 0; f < p->n_fields; f++) {
    const PField *x = &p->fields[f];
    if (x->flags & (FIELD_PILE | FIELD_WIDE)) continue;
    for (int k = 0; k < x->count; k++)
      for (int j = 0; j < x->per_count; j++)
        if (vm_sees_field(vm, seat, f, x->kind >= 0 ? x->first + k : NONE) && l->nfields < MANY)
          l->fields[l->nfields++] = vm_get_seen(vm, seat, f, x->first + k, x->per_first + j);
  }
}

/* The links of every pile agree with each other and with where the things say they are.
 * (Check notes every assertion in a file; so many would take minutes.) */
static const char *broken_pile(Vm *vm)
{
  const Program *p = vm_program(vm);
  int lying = 0, linked = 0;
  for (int i = 0; i < p->n_things; i++) lying += vm_pile_of(vm, i) >= 0;
  for (int i = 0; i < p->header->piles; i++) {
    int32_t at[MANY], below = 0, loose_id = -1;
    int n = vm_pile(vm, i, at, MANY);
    const int32_t *pc = vm->cells + p->header->pile_cells + i * PC_CELLS;
    if (pc[PC_COUNT_] != n) return "its count";
    for (int k = 0; k < n; k++) {
      const int32_t *t = thing_cells(vm, at[k]);
      if (t[TC_PILE] != i + 1) return "a thing that says it lies elsewhere";
      if (t[TC_BELOW] != below) return "a link";
      below = at[k] + 1;
      if (!t[TC_LOOSE]) continue;
      /* what has no order is kept in the order of ids, so that equal states are equal */
      if (at[k] < loose_id) return "the order of what has no order";
      loose_id = at[k];
    }
    if (pc[PC_TOP] != below) return "its top";
    linked += n;
  }
  return lying == linked ? NULL : "something that lies in no pile";
}

static void check_piles(Vm *vm)
{
  const char *broken = broken_pile(vm);
  ck_assert_msg(!broken, "a pile is broken: %s", broken);
}

static const char *difference(const Program *p, const Layout *a, const Layout *b)
{
  for (int i = 0; i < p->header->piles && i < MANY; i++) {
    if (a->count[i] != b->count[i]) return "another number of cards";
    for (int k = 0; k < a->count[i]; k++) {
      int32_t x = a->at[i][k], y = b->at[i][k];
      if (a->known[x] && x != y) return "a card that is seen has moved";
      if (!a->known[x] && (a->known[y] || p->things[x].kind != p->things[y].kind)) return "a hidden card became another";
    }
  }
  for (int i = 0; i < p->n_things && i < MANY; i++)
    if (a->known[i] != b->known[i]) return "what is known";
  if (a->nfields != b->nfields) return "which fields are seen";
  for (int i = 0; i < a->nfields; i++)
    if (a->fields[i] != b->fields[i]) return "a field that is seen";
  return NULL;
}

static void compare(const Program *p, const Layout *a, const Layout *b, const char *what)
{
  const char *d = difference(p, a, b);
  ck_assert_msg(!d, "%s: dealt anew, this differs: %s", what, d);
}

START_TEST(what_a_seat_sees_stays)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p);
  Layout *before = malloc(sizeof *before), *after = malloc(sizeof *after);
  void *saved = malloc(vm_state_size(vm));
  Luck luck = {21};
  for (int game = 0; game < 6; game++) {
    unit_start(vm, t, (uint64_t)game);
    for (int i = 0; i < 400; i++) {
      VmStatus s = vm_step(vm);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      check_piles(vm);
      if (i % 9 == 4)
        for (int seat = 0; seat < t->seats; seat++) {
          vm_save(vm, saved);
          look(vm, seat, before);
          vm_determinize(vm, seat, (uint64_t)i);
          look(vm, seat, after);
          compare(p, before, after, t->path);
          check_piles(vm);
          vm_restore(vm, saved);
          ck_assert_int_eq(vm_step(vm), s);
        }
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)vm_options(vm)));
    }
  }
  free(before);
  free(after);
  free(saved);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* A list of options tells nothing that the seat does not see: dealt anew, it is the same.
 * It is always the same question, too: a deal agrees with all that the seat was asked. */
START_TEST(what_is_offered_does_not_depend_on_what_is_hidden)
{
  const Table *t = &tables[_i];
  Program *p = unit_compile(t->path, NULL);
  Vm *vm = vm_new(p);
  Luck luck = {22};
  int asked = 0;
  for (int game = 0; game < 3; game++) {
    unit_start(vm, t, (uint64_t)game);
    for (int i = 0; i < 400; i++) {
      VmStatus s = vm_step(vm);
      if (s != VM_DECIDE && s != VM_CHANCE) break;
      int n = vm_options(vm);
      long weak = vm_known_weakly(vm);
      int seat = vm_option(vm, 0).seat;
      Vm *known = s == VM_DECIDE && i % 8 == 5 ? vm_known(vm, seat, (uint64_t)i) : NULL;
      if (known && vm_known_weakly(vm) == weak) {
        int same = 0, mine = vm_decision(known) ? vm_options(known) : 0;
        for (int k = 0; k < mine && k < n; k++) {
          Option o = vm_option(known, k), r = vm_option(vm, k);
          bool unseen = r.value >= 0 && r.value < p->n_things && !vm_sees_thing(vm, seat, r.value);
          bool copy = r.value >= 0 && r.value < p->n_things && o.value >= 0 && o.value < p->n_things &&
                      p->things[o.value].face == p->things[r.value].face;
          same += o.seat == r.seat && (o.value == r.value || unseen || copy) && o.alt == r.alt;
        }
        asked++;
        ck_assert_msg(mine == n && same == n, "%s: %d options, dealt anew %d, %d of them the same",
                      t->path, n, mine, same);
      }
      vm_answer(vm, (int)luck_below(&luck, (uint32_t)n));
    }
  }
  ck_assert_int_gt(asked, 0);
  /* Where what is told early hangs on all that was dealt, no deal may be found that agrees. */
  if (_i < 4 || _i == 7) ck_assert_int_eq(vm_known_weakly(vm), 0);
  vm_free(vm);
  program_free(p);
}
END_TEST

static const char hands[] =
    "game h \"H\" for 2..3\n"
    "kind card\ncard c1, c2, c3, c4, c5, c6, c7, c8\n"
    "kind player { hand: pile of card seen by owner; plan: 0..9 seen by owner; open_plan: 0..9; code: 1..3 or none seen by none }\n"
    "deck: pile of card = card seen by none\ntable: pile of card\n"
    "verb play {\n"
    "  shuffle deck\n"
    "  each p in players { draw 2 from deck to p.hand; set p.plan to 7; set p.open_plan to 4; set p.code to 2 }\n"
    "  draw 1 from deck to table\n"
    "  move first(first(players).hand) under deck\n"
    "  as first(players) { choose { \"Go\" { } } }\n"
    "  win none\n"
    "}\n";

static int field(const Program *p, const char *name)
{
  for (int i = 0; i < p->n_fields; i++)
    if (!strcmp(program_string(p, p->fields[i].name), name)) return i;
  ck_abort_msg("no field %s", name);
  return -1;
}

START_TEST(every_hidden_place_can_hold_every_hidden_card)
{
  Program *p = unit_compile("hands", hands);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){2, 5, NULL});
  vm_auto_chance(vm, true);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  void *saved = malloc(vm_state_size(vm));
  vm_save(vm, saved);
  /* Seat 0 sees its card, the one on the table and the one it put under the deck: 5 of 8
   * are hidden, in 3 places of the deck and the 2 of the other hand. */
  int hand = vm_pile_number(vm, field(p, "hand"), 1, NONE), deck = vm_pile_number(vm, field(p, "deck"), NONE, NONE);
  int32_t bottom, at[8];
  ck_assert_int_eq(vm_pile(vm, deck, at, 8), 4);
  bottom = at[0];
  ck_assert(vm_sees_thing(vm, 0, bottom) && !vm_sees_thing(vm, 1, bottom));
  int first_in_hand[64] = {0}, hidden = 0;
  bool plans[10] = {false}, codes[5] = {false};
  for (int seed = 0; seed < 2000; seed++) {
    vm_restore(vm, saved);
    vm_determinize(vm, 0, (uint64_t)seed);
    check_piles(vm);
    ck_assert_int_eq(vm_pile(vm, deck, at, 8), 4);
    ck_assert_int_eq(at[0], bottom);
    ck_assert_int_eq(vm_pile(vm, hand, at, 8), 2);
    first_in_hand[at[0]]++;
    ck_assert_int_eq(vm_get(vm, field(p, "plan"), 0, NONE), 7);
    ck_assert_int_eq(vm_get(vm, field(p, "open_plan"), 1, NONE), 4);
    plans[vm_get(vm, field(p, "plan"), 1, NONE)] = true;
    int64_t code = vm_get(vm, field(p, "code"), 0, NONE);
    ck_assert(code == NONE || (code >= 1 && code <= 3));
    codes[code == NONE ? 4 : code] = true;
  }
  for (int i = 0; i < 64; i++)
    if (first_in_hand[i]) {
      hidden++;
      ck_assert_int_gt(first_in_hand[i], 2000 / 5 - 90);
      ck_assert_int_lt(first_in_hand[i], 2000 / 5 + 90);
    }
  ck_assert_int_eq(hidden, 5);
  for (int i = 0; i < 10; i++) ck_assert(plans[i]);
  ck_assert(codes[1] && codes[2] && codes[3] && codes[4]);
  free(saved);
  vm_free(vm);
  program_free(p);
}
END_TEST

START_TEST(the_same_seed_deals_the_same)
{
  Program *p = unit_compile("hands", hands);
  Vm *vm = vm_new(p);
  vm_start(vm, &(Setup){3, 5, NULL});
  vm_auto_chance(vm, true);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  void *saved = malloc(vm_state_size(vm));
  vm_save(vm, saved);
  uint64_t hash[2];
  for (int i = 0; i < 2; i++) {
    vm_restore(vm, saved);
    vm_determinize(vm, 1, 42);
    hash[i] = vm_hash(vm);
  }
  ck_assert_uint_eq(hash[0], hash[1]);
  vm_restore(vm, saved);
  vm_determinize(vm, 1, 43);
  ck_assert_uint_ne(vm_hash(vm), hash[0]);
  free(saved);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* While answers are secret, nobody sees those already given. */
START_TEST(secret_answers_are_not_seen_before_all_are_in)
{
  Program *p = unit_compile("s", "game s \"S\" for 3..3\nkind player { bid: 0..9 = 1 }\n"
                                 "verb play { secretly each p in players { set p.bid to choose 2..9 \"Bid?\" }\n"
                                 "  as first(players) { choose { \"x\" { } } }; win none }\n");
  Vm *vm = vm_new(p);
  int bid = field(p, "bid");
  vm_start(vm, &(Setup){3, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_option(vm, 0).seat, 0);
  vm_answer(vm, 3);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  ck_assert_int_eq(vm_option(vm, 0).seat, 1);
  ck_assert_int_eq(vm_get_seen(vm, 0, bid, 0, NONE), 5);
  ck_assert_int_eq(vm_get_seen(vm, 1, bid, 0, NONE), 1);
  ck_assert_int_eq(vm_get_seen(vm, 2, bid, 0, NONE), 1);
  vm_answer(vm, 0);
  vm_step(vm);
  vm_answer(vm, 1);
  ck_assert_int_eq(vm_step(vm), VM_DECIDE); /* all are in */
  for (int seat = 0; seat < 3; seat++) ck_assert_int_eq(vm_get_seen(vm, seat, bid, 0, NONE), 5);
  vm_free(vm);
  program_free(p);
}
END_TEST

/* Two states that look the same to a seat are the same state once dealt anew: a bot cannot
 * tell them apart by any means. */
START_TEST(a_secret_answer_is_dealt_anew_too)
{
  Program *p = unit_compile("s", "game s \"S\" for 3..3\nkind player { bid: 0..9 = 1; bold: flag; likes: set of 0..9 }\n"
                                 "verb play { secretly each p in players {\n"
                                 "    set p.bid to choose 2..9 \"Bid?\"; if p.bid > 5 { set p.bold to yes; add 3 to p.likes } }\n"
                                 "  win none }\n");
  Vm *vm = vm_new(p);
  int bid = field(p, "bid");
  bool differs = false;
  for (int answer = 0; answer < 8; answer++) {
    vm_start(vm, &(Setup){3, 1, NULL});
    ck_assert_int_eq(vm_step(vm), VM_DECIDE);
    vm_answer(vm, answer);
    ck_assert_int_eq(vm_step(vm), VM_DECIDE);
    vm_determinize(vm, 1, 7);
    /* the bid is as it was, or any; never what was answered just now */
    differs = differs || vm_get(vm, bid, 0, NONE) != answer + 2;
  }
  ck_assert_msg(differs, "a bot reads the secret answer of another seat");
  vm_free(vm);
  program_free(p);
}
END_TEST

/* Who may look at a token stands in a set that nobody sees: a deal that draws that set
 * anew shows a seat neither more nor less than it saw. */
START_TEST(what_hangs_on_a_hidden_set_stays_seen)
{
  Program *p = unit_compile("s", "game s \"S\" for 4..4\nkind token { }\ntoken sheep \"Sheep\" * 4\n"
                                 "box: pile of token = token seen by none\n"
                                 "kind player { role: pile of token seen by this.shown; shown: set of player seen by none }\n"
                                 "verb play { each p in players { draw 1 from box to p.role; add p to p.shown }\n"
                                 "  add first(players) to last(players).shown\n"
                                 "  as first(players) { choose { \"x\" { } } }; win none }\n");
  Vm *vm = vm_new(p);
  int role = field(p, "role");
  vm_start(vm, &(Setup){4, 1, NULL});
  ck_assert_int_eq(vm_step(vm), VM_DECIDE);
  void *saved = malloc(vm_state_size(vm));
  vm_save(vm, saved);
  for (int key = 0; key < 50; key++) {
    vm_determinize(vm, 0, (uint64_t)key);
    for (int seat = 0; seat < 4; seat++)
      ck_assert_int_eq(vm_sees_field(vm, 0, role, seat), seat == 0 || seat == 3);
    vm_restore(vm, saved);
  }
  free(saved);
  vm_free(vm);
  program_free(p);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("determinize");
  tcase_add_loop_test(t, what_a_seat_sees_stays, 0, TABLES);
  tcase_add_loop_test(t, what_is_offered_does_not_depend_on_what_is_hidden, 0, TABLES);
  tcase_add_test(t, every_hidden_place_can_hold_every_hidden_card);
  tcase_add_test(t, the_same_seed_deals_the_same);
  tcase_add_test(t, secret_answers_are_not_seen_before_all_are_in);
  tcase_add_test(t, a_secret_answer_is_dealt_anew_too);
  tcase_add_test(t, what_hangs_on_a_hidden_set_stays_seen);
  return t;
}

int main(void) { return unit_run(cases, "determinize", 300); }
